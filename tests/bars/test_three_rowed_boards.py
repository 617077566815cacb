"""Bars of three rows: the losers of the plain engine, saved and restored, and damaged files."""

import pytest

from tests.bars.boards import solved
from tests.core.saving import restored, saved
from zchomp.bars.compiled import ThreeRowedBar
from zchomp.bars.losers import BarLosers, PlainBar


@pytest.mark.parametrize("columns", [3, 4, 5, 17, 64, 120, 300])
def test_three_rows(columns: int) -> None:
    """The compiled recurrence finds the losers of three rows that the plain engine finds."""
    assert three_rowed(ThreeRowedBar(columns)) == solved(PlainBar(3, columns))


def three_rowed(engine: ThreeRowedBar, budget: int = 10**6) -> BarLosers:
    """The result of the engine for three rows, run in steps."""
    while engine.done < engine.total:
        engine.advance(budget)
    engine.advance(budget)  # nothing is left, so nothing changes
    engine.found.check_turned()
    return engine.found


def stopped_three_rows(columns: int, steps: int, budget: int) -> ThreeRowedBar:
    """The engine for three rows after some steps."""
    engine = ThreeRowedBar(columns)
    for _ in range(steps):
        engine.advance(budget)
    return engine


def restored_three_rows(data: bytes, columns: int) -> ThreeRowedBar:
    """The engine for three rows saved in a file."""
    return restored(data, lambda state: ThreeRowedBar.restored(state, columns))


@pytest.mark.parametrize(
    ("columns", "steps", "budget"), [(5, 0, 1), (30, 7, 1), (200, 3, 1000), (440, 20, 9000), (30, 300, 100)]
)
def test_three_rows_saved_and_restored(columns: int, steps: int, budget: int) -> None:
    """Saved at any moment, even at the end, the engine for three rows resumes as if nothing had happened."""
    again = restored_three_rows(saved(stopped_three_rows(columns, steps, budget).state()), columns)
    assert (again.done > 0) == (steps > 0)
    assert three_rowed(again, budget) == three_rowed(ThreeRowedBar(columns))
