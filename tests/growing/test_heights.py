"""The height formulas of Winning Ways and of [Sun02] come out as proved families, for each second row."""

import pytest

from zchomp.answers.theorems import theorem_1, winning_ways
from zchomp.growing.families import arms
from zchomp.growing.lines import GrowingLine
from zchomp.growing.proofs import GrowingProofs, grow

ROWS = 120
"""The formulas are compared to this first row, which is far beyond the heads of the lines."""


def line_of(core: tuple[int, ...]) -> GrowingLine:
    """The losers whose squares outside the first row and column are the core."""
    found = grow(arms(core))
    assert isinstance(found, GrowingProofs)
    line = found.line(found.family.order.names)
    assert line.settled < ROWS / 2
    return line


@pytest.mark.parametrize("b", range(2, 10))
def test_winning_ways(b: int) -> None:
    """(a, b, 1, ..., 1) is lost with winning_ways(a, b) rows in all: period 2, and offsets b // 2 to both sides."""
    line = line_of((b - 1,))
    heights = {n + 1: m + 1 for m, n in line.rows(0, 2 * ROWS)}
    assert [heights[a] for a in range(b, ROWS)] == [winning_ways(a, b) for a in range(b, ROWS)]
    assert sorted(line.period) == [-(b // 2), b // 2]


@pytest.mark.parametrize("b", range(3, 10))
def test_theorem_1_of_sun(b: int) -> None:
    """(a, b, 2, 1, ..., 1) is lost with theorem_1(a, b) rows in all, unless (a, b) is lost already."""
    line = line_of((b - 1, 1))
    heights = {n + 1: m + 1 for m, n in line.rows(0, 2 * ROWS)}
    others = [a for a in range(b, ROWS) if a != b + 1]
    assert [heights[a] for a in others] == [theorem_1(a, b) for a in others]
    assert theorem_1(b + 1, b) == 2
    assert sorted(line.period) == [-(b // 2), b // 2]
