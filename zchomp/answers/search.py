"""Search: all positions inside a board. What was searched is remembered, the largest board only.

The losers come from the chains of `engines.bars`, which find the one loser that each base, the rows from the second on,
can have (proofs/bars.md); in plain Python, or compiled where that is quicker. Nim-values come from the definition.
"""

from array import array
from math import comb, inf
from typing import TYPE_CHECKING

from zchomp import limits, memory
from zchomp.amounts import duration
from zchomp.answers.effort import compiler_problem, partitions_inside
from zchomp.engines import compiler
from zchomp.engines.bars.found import bases_within, is_measured
from zchomp.engines.bars.many_rows_memory import memory_needed
from zchomp.engines.bars.plain import PlainBar, plain_work
from zchomp.position import Position, nim_values_within
from zchomp.work.runs import STEP

if TYPE_CHECKING:
    from zchomp.engines.bars.found import BarEngine

__all__ = ["Board", "openings_advice", "search_seconds", "values_seconds"]

LEAST_ROWS = 4
"""With fewer rows there is no compiled search."""


class Board:
    """The losers, or the nim-values, of all positions inside the board that was searched last.

    >>> board = Board()
    >>> board.is_loser(Position((3, 2))), board.is_loser(Position((3, 3))), board.nim_value(Position((3, 3)))
    (True, False, 4)
    """

    def __init__(self) -> None:
        self._rows = self._columns = 0
        self._first_rows = array("H")  # of the loser of each base, in their order; 0 for none
        self._values: dict[tuple[int, ...], int] = {}
        self._valued: Position | None = None

    def cover(self, bar: Position) -> None:
        """Find all losers of the rectangle around a bar, unless that lies inside the one that was searched before."""
        rows, columns = _sides(bar)
        if rows <= self._rows and columns <= self._columns:
            return
        engine, found = _engine(rows, columns), array("H")
        total = bases_within(rows, columns)
        while engine.done < total:
            if engine.advance(STEP) is not None:
                plane = engine.first_rows()
                cells = array("H", plane) if isinstance(plane, list) else plane
                found.frombytes(memoryview(cells).cast("B"))  # type: ignore[arg-type]  # an array of numpy
        self._rows, self._columns, self._first_rows = rows, columns, found

    def is_loser(self, bar: Position) -> bool:
        """Whether a bar is a loser."""
        self.cover(bar)
        first, *base = (bar if len(bar.rows) <= self._rows and bar.rows[0] <= self._columns else bar.transpose()).rows
        places = range(self._rows - 1, 0, -1)
        return self._first_rows[sum(comb(x + k - 1, k) for k, x in zip(places, base, strict=False))] == first

    def nim_value(self, bar: Position) -> int:
        """The nim-value of a bar."""
        if self._valued is None or not _fits(bar, self._valued):
            self._valued, self._values = bar, nim_values_within(bar)
        return self._values[bar.rows + (0,) * (len(self._valued.rows) - len(bar.rows))]


def search_seconds(bar: Position, effort: float = inf) -> float:
    """About how long it takes to find all losers of the rectangle around a bar.

    If the compiled search would do it with the ``effort`` that is allowed, it is made sure that it can be had.

    >>> round(search_seconds(Position((10,) * 8)), 1), search_seconds(Position((10**9, 10**8)))
    (0.3, inf)
    """
    rows, columns = _sides(bar)
    if not is_measured(rows, columns) or bases_within(rows, columns) > limits.SEARCH_BASES:
        return inf
    plain, fast = _plain_seconds(rows, columns), _compiled_seconds(rows, columns)
    if plain <= fast or (fast <= effort and compiler_problem() is not None):
        return plain
    return fast


def openings_advice(bar: Position) -> str | None:
    """What finds the winning openings of a full bar that is too large to be searched here, if anything does."""
    rows, columns = _sides(bar)
    if rows < LEAST_ROWS or not is_measured(rows, columns) or not compiler.is_installed():
        return None
    bases = bases_within(rows, columns)
    if bases > limits.OPENINGS_BASES or memory_needed(rows, columns) > memory.available():
        return None
    takes = duration(limits.COMPILED_START + bases / limits.PLANES_PACE)
    return f"zchomp openings {rows}x{columns} finds all winning openings, in about {takes}"


def values_seconds(bar: Position) -> float:
    """About how long it takes to find the nim-values of all positions inside a bar.

    >>> round(values_seconds(Position((9,) * 7)), 1), values_seconds(Position((10**9,)))
    (1.1, inf)
    """
    positions = partitions_inside(bar.rows)
    rectangle = partitions_inside((bar.rows[0],) * len(bar.rows))
    return positions / limits.SEARCH_PACE if rectangle <= limits.BRUTE_FORCE_POSITIONS else inf


def _engine(rows: int, columns: int) -> "BarEngine":
    """The quicker one of two."""
    if _compiled_seconds(rows, columns) < _plain_seconds(rows, columns) and compiler_problem() is None:
        from zchomp.engines.bars.many_rows import CompiledBar

        return CompiledBar(rows, columns)
    return PlainBar(rows, columns)


def _plain_seconds(rows: int, columns: int) -> float:
    """The same in plain Python."""
    work = plain_work(rows, columns)
    return work / limits.CHAINS_PACE if work <= limits.OPENINGS_PLAIN else inf


def _compiled_seconds(rows: int, columns: int) -> float:
    """The same compiled, if that can be had."""
    bases = bases_within(rows, columns)
    if rows < LEAST_ROWS or not compiler.is_installed():
        return inf
    if memory_needed(rows, columns) + 2 * bases > memory.available():
        return inf
    return limits.COMPILED_START + bases / limits.PLANES_PACE


def _sides(bar: Position) -> tuple[int, int]:
    """The rectangle around a bar, turned if it is higher than wide, with two rows or more."""
    rows, columns = sorted((len(bar.rows), bar.rows[0]))
    return max(2, rows), max(2, columns)


def _fits(bar: Position, board: Position) -> bool:
    rows = zip(bar.rows, board.rows, strict=False)
    return len(bar.rows) <= len(board.rows) and all(inner <= outer for inner, outer in rows)
