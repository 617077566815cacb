"""The theorems on bars in proofs/Bars/GaleBars.v name all winning openings."""

import re
from collections.abc import Iterator

import pytest

from tests.checker import coq_source
from zchomp.engines.bars.plain import PlainBar

TEXT = coq_source("GaleBars").read_text()
Rows = tuple[int, ...]


def losers_of(rows: int, columns: int) -> set[Rows]:
    """All losers within a bar, each with as many rows as the bar."""
    engine, losers = PlainBar(rows, columns), set[Rows]()
    engine._note = lambda loser: losers.add((*loser, *[0] * (rows - len(loser))))  # type: ignore[method-assign]
    while engine.done < engine.total:
        engine.advance(10_000)
    return losers


def moves(position: Rows) -> Iterator[tuple[tuple[int, int], Rows]]:
    """All moves by square, row by row, and what they leave. The poison is not taken."""
    for i, length in enumerate(position):
        for j in range(length):
            if (i, j) != (0, 0):
                yield (i, j), (*position[:i], *(min(row, j) for row in position[i:]))


@pytest.mark.parametrize(
    ("name", "rows", "columns"),
    [("six_by_eleven", 6, 11), ("six_by_thirteen", 6, 13), ("eight_by_ten", 8, 10)],
    ids=str,
)
def test_openings_in_coq(name: str, rows: int, columns: int) -> None:
    """Each theorem of GaleBars.v names exactly the openings that leave a loser of its bar."""
    losers = losers_of(rows, columns)
    (claim,) = re.findall(rf"Theorem {name} square : wins square \(repeat {columns} {rows}\) <-> (.*)\.\n", TEXT)
    wins = [square for square, after in moves((columns,) * rows) if after in losers]
    assert [f"({i}, {j})" for i, j in wins] == re.findall(r"\(\d+, \d+\)", claim)
