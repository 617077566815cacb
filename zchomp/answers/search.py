"""Search: all losers inside a bar. The result for the last bar that was searched is remembered.

The losers come from the chains of `engines.bars` (proofs/bars.md), in plain Python, or compiled where that is quicker:
they find the loser, if there is one, that has given rows from the second on (the base).
"""

from array import array
from math import comb, inf
from threading import RLock
from typing import TYPE_CHECKING

from zchomp import limits, memory
from zchomp.amounts import duration
from zchomp.engines import compiler
from zchomp.engines.bars.found import bases_within, is_measured
from zchomp.engines.bars.many_rows_memory import memory_needed
from zchomp.engines.bars.plain import PlainBar, plain_work
from zchomp.position import Move, Position
from zchomp.work.runs import STEP

if TYPE_CHECKING:
    from zchomp.engines.bars.found import BarEngine

__all__ = ["Searched", "fast_advice", "search_seconds"]

LEAST_ROWS = 4
"""With fewer rows there is no compiled search."""


class Searched:
    """The losers inside the bar that was searched last; threads may share it.

    >>> searched = Searched()
    >>> bar = Position((3, 3))
    >>> searched.is_loser(bar), [str(after) for _, after in searched.losers_after(bar)]
    (False, ['(3, 2)'])
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._rows = self._columns = 0
        self._first_rows = array("H")  # of the loser of each base, in their order; 0 for none

    def is_loser(self, bar: Position) -> bool:
        """Whether a bar is a loser."""
        with self._lock:
            self._cover(bar)
            return self._is_loser(bar)

    def losers_after(self, bar: Position) -> list[tuple[Move, Position]]:
        """All moves to losers, with the losers."""
        with self._lock:
            self._cover(bar)
            moves = ((move, bar.chomp(move)) for move in bar.moves())
            return [(move, after) for move, after in moves if self._is_loser(after)]

    def _cover(self, bar: Position) -> None:
        """Find all losers of the rectangle around a bar, unless it lies inside the one that was searched before."""
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

    def _is_loser(self, bar: Position) -> bool:
        """Whether a bar inside the searched one is a loser."""
        first, *base = (bar if len(bar.rows) <= self._rows and bar.rows[0] <= self._columns else bar.transpose()).rows
        places = range(self._rows - 1, 0, -1)
        return self._first_rows[sum(comb(x + k - 1, k) for k, x in zip(places, base, strict=False))] == first


def search_seconds(bar: Position, effort: float = inf) -> float:
    """About how long it takes to find all losers of the rectangle around a bar.

    Where the compiled search is quick enough for the ``effort``, numba is started to see whether it works.

    >>> round(search_seconds(Position((10,) * 8)), 1), search_seconds(Position((10**9, 10**8)))
    (0.3, inf)
    """
    rows, columns = _sides(bar)
    if not is_measured(rows, columns) or bases_within(rows, columns) > limits.SEARCH_BASES:
        return inf
    plain, fast = _plain_seconds(rows, columns), _compiled_seconds(rows, columns)
    if plain <= fast or (fast <= effort and compiler.problem() is not None):
        return plain
    return fast


def fast_advice(bar: Position) -> str | None:
    """How long a search would take with the compiled engine, if that is not installed and a search is worth it."""
    rows, columns = _sides(bar)
    if compiler.is_installed() or not is_measured(rows, columns) or bases_within(rows, columns) > limits.SEARCH_BASES:
        return None
    takes = _planes_seconds(rows, columns)
    if takes > limits.LONGEST_EFFORT:
        return None
    return f"with the extra 'fast' (pip install 'zchomp[fast]') a search takes about {duration(takes)}"


def _engine(rows: int, columns: int) -> "BarEngine":
    """The quicker one of two."""
    if _compiled_seconds(rows, columns) < _plain_seconds(rows, columns) and compiler.problem() is None:
        from zchomp.engines.bars.many_rows import CompiledBar

        return CompiledBar(rows, columns)
    return PlainBar(rows, columns)


def _plain_seconds(rows: int, columns: int) -> float:
    """The same in plain Python."""
    work = plain_work(rows, columns)
    return work / limits.CHAINS_PACE if work <= limits.OPENINGS_PLAIN else inf


def _compiled_seconds(rows: int, columns: int) -> float:
    """The same for the compiled search; infinity without numba or enough memory."""
    return _planes_seconds(rows, columns) if compiler.is_installed() else inf


def _planes_seconds(rows: int, columns: int) -> float:
    """The same for the compiled search, whether numba is installed or not; infinity without enough memory."""
    bases = bases_within(rows, columns)
    if rows < LEAST_ROWS or memory_needed(rows, columns) + 2 * bases > memory.available():
        return inf
    return limits.COMPILED_START + bases / limits.PLANES_PACE


def _sides(bar: Position) -> tuple[int, int]:
    """The rectangle around a bar, turned if it is higher than wide, with two rows or more."""
    rows, columns = sorted((len(bar.rows), bar.rows[0]))
    return max(2, rows), max(2, columns)
