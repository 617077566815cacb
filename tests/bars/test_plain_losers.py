"""Bars in plain Python, and compiled, against brute force."""

from itertools import product

import pytest

from tests.bars.boards import solved
from tests.support import brute_force
from zchomp.bars.compiled import CompiledBar, CompiledSecondPass
from zchomp.bars.losers import PlainBar, SecondPass


@pytest.mark.parametrize(("rows", "columns"), [(2, 30), (3, 20), (4, 15), (5, 12), (6, 10), (7, 8)], ids=str)
def test_against_brute_force(rows: int, columns: int) -> None:
    """Every bar of at most 60 squares is within one of these, and its openings and losers are those of brute force."""
    values = brute_force(rows, columns)
    found = solved(PlainBar(rows, columns), SecondPass(rows, columns))
    for (m, n), bites in found.bites().items():
        openings = {
            (high, wide): (*[n] * (m - high), *[n - wide] * high, *[0] * (rows - m))
            for high, wide in product(range(1, m + 1), range(1, n + 1))
            if (high, wide) != (m, n)
        }
        assert set(bites) == {bite for bite, after in openings.items() if values[after] == 0}
        assert bites
    for (m, n), count in found.losers().items():
        assert count == sum(
            value == 0 and position[0] <= n and not any(position[m:]) for position, value in values.items()
        )
    if rows > 3:
        assert solved(CompiledBar(rows, columns), CompiledSecondPass(rows, columns)) == found
