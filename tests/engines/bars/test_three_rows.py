"""Bars of three rows: the losers of the plain engine, saved and restored, and damaged files."""

import numpy as np
import pytest

from tests.engines.bars.solving import solved
from tests.work.saving import restored, saved
from zchomp.bars.compiled import ThreeRowedBar
from zchomp.bars.losers import BarLosers, PlainBar
from zchomp.core.runs import State


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


def test_a_state_that_no_engine_has() -> None:
    """A file of another bar or with other arrays is refused, whatever its digest."""
    state = stopped_three_rows(90, 2, 300).state()
    data = saved(state)
    arrays = [
        {"counts": np.ones(1, np.int64).data},
        {"counts": np.ones(91, np.int32).data},
        {"counts": np.ones((91, 1), np.int64).data},
        {"steps": np.ones(6, np.int64).data},
        {"steps": np.ones((2, 4), np.int64).data},
        {"steps": np.ones(4, np.uint8).data},
    ]
    wrong = [saved(State(state.values, {**state.arrays, **one}, state.parts)) for one in arrays]
    wrong += [saved(State({"columns": columns}, state.arrays, state.parts)) for columns in (91, -90, "90")]
    wrong += [saved(State(state.values, state.arrays)), saved(State(parts={"rows": state})), saved(state, "other")]
    assert restored_three_rows(data, 90).done > 0
    for one_file in wrong:
        with pytest.raises(ValueError):  # noqa: PT011 - any kind of it
            restored_three_rows(one_file, 90)
    with pytest.raises(ValueError):  # noqa: PT011
        restored_three_rows(data, 91)
