"""Search: all losers inside a bar. The result for the most recently searched bar is remembered.

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
from zchomp.engines.bars.losers import all_first_rows, bases_within, is_countable
from zchomp.engines.bars.plain import PlainBar
from zchomp.engines.bars.price import prices
from zchomp.position import Move, Position

if TYPE_CHECKING:
    from zchomp.engines.bars.losers import BarEngine

__all__ = ["SearchedBar", "fast_advice", "search_seconds"]


class SearchedBar:
    """The losers inside the most recently searched bar. Several threads may share it.

    >>> searched = SearchedBar()
    >>> bar = Position((3, 3))
    >>> searched.is_loser(bar), [str(bar.chomp(move)) for move in searched.moves_to_losers(bar)]
    (False, ['(3, 2)'])
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._rows = self._columns = 0
        self._first_rows = array("H")  # the first row of the loser of each base, in the order of the bases, or 0

    def is_loser(self, bar: Position) -> bool:
        """Whether a bar is a loser."""
        with self._lock:
            self._cover(bar)
            return self._is_loser(bar)

    def moves_to_losers(self, bar: Position) -> list[Move]:
        """All moves to losers."""
        with self._lock:
            self._cover(bar)
            return [move for move in bar.moves() if self._is_loser(bar.chomp(move))]

    def _cover(self, bar: Position) -> None:
        """Find all losers of the rectangle around a bar, unless it lies inside the one that was searched last."""
        rows, columns = _sides(bar)
        if rows <= self._rows and columns <= self._columns:
            return
        found = all_first_rows(_engine(rows, columns))
        self._rows, self._columns, self._first_rows = rows, columns, found

    def _is_loser(self, bar: Position) -> bool:
        """Whether a bar inside the searched one is a loser."""
        first, *base = (bar if len(bar.rows) <= self._rows and bar.rows[0] <= self._columns else bar.transpose()).rows
        places = range(self._rows - 1, 0, -1)
        return self._first_rows[sum(comb(x + k - 1, k) for k, x in zip(places, base, strict=False))] == first


def search_seconds(bar: Position, effort: float = inf) -> float:
    """Roughly how long it takes to find all losers of the rectangle around a bar.

    Where the compiled search is quick enough for the ``effort``, numba is started to see whether it works.

    >>> round(search_seconds(Position((10,) * 8)), 1), search_seconds(Position((10**9, 10**8)))
    (0.3, inf)
    """
    plain, fast = _seconds(*_sides(bar))
    return fast if compiler.is_quicker(plain, fast, effort) else plain


def fast_advice(bar: Position) -> str | None:
    """How long a search would take with the compiled engine, if that is not installed and would be worthwhile."""
    _, fast = _seconds(*_sides(bar))
    if compiler.is_installed() or fast > limits.LONGEST_EFFORT:
        return None
    return f"with the extra 'fast' (pip install 'zchomp[fast]') a search takes about {duration(fast)}"


def _engine(rows: int, columns: int) -> "BarEngine":
    """The quicker of the two engines."""
    plain, fast = _seconds(rows, columns)
    if compiler.is_quicker(plain, fast):
        from zchomp.engines.bars.many_rows import CompiledBar

        return CompiledBar(rows, columns)
    return PlainBar(rows, columns)


def _seconds(rows: int, columns: int) -> tuple[float, float]:
    """How long a search takes in plain Python, and compiled. It is infinite for too many bases or too little memory."""
    if not is_countable(rows, columns) or bases_within(rows, columns) > limits.SEARCH_BASES:
        return inf, inf
    plain, fast = prices(rows, columns, keep=True)
    return plain.seconds, fast.seconds if fast.memory <= memory.available() else inf


def _sides(bar: Position) -> tuple[int, int]:
    """The rectangle around a bar, turned if it is higher than wide, with two rows or more."""
    rows, columns = sorted((len(bar.rows), bar.rows[0]))
    return max(2, rows), max(2, columns)
