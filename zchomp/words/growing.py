"""Words about growing orders: their positions by down-set and nim-value, as text and as data."""

from itertools import islice

from zchomp.growing.lines import GrowingLine
from zchomp.growing.proofs import GrowingProofs
from zchomp.showing import Headed, headed, shows
from zchomp.words.data import Data, csv_text

__all__ = ["growing_csv", "growing_data", "growing_legend", "growing_text"]

BATCH = 1000
"""How many positions are put together at once."""

MANY = 500
"""Of more positions than this, a list for people has only some."""

POSITIONS, LINES = 6, 50
"""How many positions of a line, and how many lines, it then has."""


@shows(GrowingProofs)
def growing_text(
    found: GrowingProofs,
    letter: str = "a",
    whole: bool = False,
    advice: str = "family.positions(line) has all of a line",
) -> str:
    """A line for each down-set: its losers, or with larger nim-values a line for each of them.

    If there are very many, and the ``whole`` list is not wanted, it is shortened, and ends with how to get all.
    """
    counts = [sum(1 for _ in line.rows(line.first, line.settled + len(line.period))) for line in found.lines]
    if whole or sum(counts) <= MANY:
        return "\n".join(f"{_title(found, line)}: {_positions(found, line, letter)}" for line in found.lines)
    lines = []
    for line, count in zip(found.lines[:LINES], counts, strict=False):
        rest = f", ... and {count - POSITIONS} more" if count > POSITIONS else ""
        first = ", ".join(islice(found.family.positions(line, letter), POSITIONS)) or "none"
        lines.append(f"{_title(found, line)}: {first}{rest}")
    if len(counts) > LINES:
        lines.append(f"... and {len(counts) - LINES} more lines")
    return "\n".join([*lines, f"This is a part of the {sum(counts)} positions; {advice}."])


def _title(found: GrowingProofs, line: GrowingLine) -> str:
    nim = f", nim-value {line.nim}" if found.nim else ""
    return f"{found.family.slice_title(line.kept)}{nim}"


def _positions(found: GrowingProofs, line: GrowingLine, letter: str) -> str:
    positions = found.family.positions(line, letter)
    batches = iter(lambda: ", ".join(islice(positions, BATCH)), "")  # a million of them are not held at once
    return ", ".join(batches) or "none"


def growing_legend(found: GrowingProofs, letter: str) -> Headed:
    """The heading of the list, and its notation."""
    what = f"Positions of nim-values 0 to {found.nim}" if found.nim else "Losers"
    letters = f"The letter {letter} stands for 0, 1, 2, and so on."
    return headed(f"{what}: {found.family.title}", f"{found.family.notation} {letters}")


def growing_data(found: GrowingProofs) -> Data:
    """The order and its lines as data; -1 stands for a row of the head that has no position."""
    order = found.family.order
    return {
        "title": found.family.title,
        "nim": found.nim,
        "order": order.to_dict(),
        "slices": [
            {
                "elements": [name for a, name in enumerate(order.names) if line.kept >> a & 1],
                **line.to_dict(order.tops(line.kept)),
                "positions": list(found.family.positions(line)),
            }
            for line in found.lines
        ],
    }


def growing_csv(found: GrowingProofs) -> str:
    """A line for every position, or family of positions: the down-set, the nim-value, m and n, and their step."""
    rows = []
    for line in found.lines:
        title, step = found.family.slice_title(line.kept), len(line.period)
        rows += [(title, line.nim, m, n, 0) for m, n in line.rows(line.first, line.settled)]
        rows += [(title, line.nim, m, n, step) for m, n in line.rows(line.settled, line.settled + step)]
    return csv_text(["slice", "nim", "m", "n", "step"], rows)
