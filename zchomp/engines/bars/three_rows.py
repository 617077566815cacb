"""Bars of three rows, by the compiled recurrence: the slices, one after the other, cut off at the bar's columns.

A loser of at most three rows is (p, q, r) with p = q + B_r(q - r), so slice r has all losers with third row r. The
steps among them are the first one, (p, r, r), and the last one, (q, q, r), if the slice ends.
"""

from typing import Self

import numpy as np
from numpy.typing import NDArray

from zchomp.engines.bars.losers import BarLosers, Step, restored_steps, step_numbers
from zchomp.engines.slices.three_rows import CompiledThreeRows, ProvedRow
from zchomp.errors import InvalidArgument
from zchomp.work.runs import TERM
from zchomp.work.state import SavedState, State

__all__ = ["ThreeRowedBar"]


class ThreeRowedBar:
    """All losers within a bar of three rows.

    >>> engine = ThreeRowedBar(5)
    >>> while engine.done < engine.total:
    ...     _ = engine.advance(100)
    >>> engine.found.bites()[3, 5]
    ((1, 2),)
    """

    def __init__(self, columns: int, rows: CompiledThreeRows | None = None) -> None:
        self.found = BarLosers(3, columns)
        self._rows = rows or CompiledThreeRows(columns)
        self._counts = np.zeros(columns + 1, np.int64)  # how many losers with a third row there are, for each first row
        # The losers without a third row are (1), and (q + 1, q).
        self.found.counts[1][1] = 1
        self.found.counts[2][2:] = [1] * (columns - 1)
        self.found.steps.update(Step(q + 1, 1, q, 1) for q in range(1, columns))

    @property
    def total(self) -> int:
        """How many third rows there are."""
        return self.found.columns + 1

    @property
    def done(self) -> int:
        """How many third rows are done."""
        return self._rows.row

    def advance(self, budget: int) -> None:
        """Continue for about as long as ``budget`` bases take, or to the end. Terms beyond the bar also take time."""
        columns = self.found.columns
        for row in self._rows.rows() if self.done < self.total else ():
            self._note(row)
            budget -= columns - row.r + 1 + TERM * row.bound
            if row.r == columns or budget <= 0:
                break
        self.found.counts[3] = self._counts.tolist()

    def state(self) -> State:
        """Everything that is needed to continue from here."""
        steps = sorted(step for step in self.found.steps if step.above + step.below > 2)
        return State(
            {"columns": self.found.columns},
            {"counts": self._counts.data, "steps": step_numbers(steps)},
            {"rows": self._rows.state()},
        )

    @classmethod
    def restored(cls, state: SavedState, columns: int) -> Self:
        """The engine of a bar in a saved state. Raises a ValueError for anything else."""
        if state.number("columns") != columns:
            raise InvalidArgument(f"not the state of an engine for bars of 3 x {columns}")
        counts = np.zeros(columns + 1, np.int64)
        state.fill("counts", counts.data)
        steps = restored_steps(state)
        engine = cls(columns, CompiledThreeRows.restored(state.part("rows"), claimed=columns))
        engine._counts = counts
        engine.found.steps |= steps
        return engine

    def _note(self, row: ProvedRow) -> None:
        """Count the losers of a slice, and note those that are steps."""
        columns = self.found.columns
        values = _values(row, columns)
        if not row.r:
            return
        self._counts += np.bincount(values[values <= columns], minlength=columns + 1)
        first, last = int(values[0]), row.r + len(values) - 1
        if first <= columns:
            self.found.steps.add(Step(first, 1, row.r, 2))
        if values[-1] == last:
            self.found.steps.add(Step(last, 2, row.r, 1))


def _values(row: ProvedRow, columns: int) -> NDArray[np.int64]:
    """The first rows p of the losers (p, q, r) with q from r to ``columns``, or to the last one."""
    room = columns - row.r + 1
    terms = row.head[:room]
    if len(row.period) and len(terms) < room:
        repeats = -(-(room - len(terms)) // len(row.period))
        terms = np.concatenate((terms, np.tile(row.period, repeats)))[:room]
    return terms.astype(np.int64) + np.arange(row.r, row.r + len(terms))
