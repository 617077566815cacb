"""What several tests share: published tables, and brute force on small boards."""

from functools import cache
from pathlib import Path

from zchomp.position import Position, nim_values_within

TESTS = Path(__file__).parent
ROOT = TESTS.parent
SHIPPED = ROOT / "certificates" / "chomp-3rows-115.jsonl"


def table(name: str) -> list[tuple[int, ...]]:
    """The rows of numbers of a published table; a line that starts with # is a comment, the first names the source."""
    lines = (TESTS / "tables" / name).read_text().splitlines()
    if not lines or not lines[0].startswith("# source: "):
        raise ValueError(f"{name} does not name its source")
    return [tuple(map(int, line.split())) for line in lines if line and not line.startswith("#")]


@cache
def brute_force(rows: int, columns: int) -> dict[tuple[int, ...], int]:
    """The nim-value of every position within a rectangle, by the rules of the game."""
    return nim_values_within(Position((columns,) * rows))
