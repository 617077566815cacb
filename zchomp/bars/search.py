"""Searches inside a bar: who wins, and the nim-values, and what that costs.

Search: all losers inside a bar. The result for the most recently searched bar is remembered.

The losers come from the chains of `losers` (proofs/bars.md), in plain Python, or compiled where that is quicker:
they find the loser, if there is one, that has given rows from the second on (the base).

Nim-values and heights from tables of all positions within a board.

A table is made in plain Python, or compiled where that is quicker (`engines.bars.nim_values`). Its work is the number
of positions, times the rows and the words of a set that each of them takes. So the estimate is right within a factor
of three (benches/test_bench_values.py shows it), and the memory is known before the start.
"""

from array import array
from math import comb, inf
from threading import RLock
from typing import TYPE_CHECKING

from zchomp.bars.losers import PlainBar, all_first_rows, bases_within, is_countable
from zchomp.bars.nim_tables import ValueTable, memory_needed
from zchomp.bars.position import Move, Position, partitions_inside
from zchomp.bars.prices import prices
from zchomp.core import compiler, limits, memory
from zchomp.core.numbers import duration
from zchomp.core.runs import Progress, silent

if TYPE_CHECKING:
    from zchomp.bars.losers import BarEngine


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
        from zchomp.bars.compiled import CompiledBar

        return CompiledBar(rows, columns)
    return PlainBar(rows, columns)


def _seconds(rows: int, columns: int) -> tuple[float, float]:
    """How long a search takes in plain Python, and compiled. It is infinite for too many bases or too little memory."""
    if not is_countable(rows, columns) or bases_within(rows, columns) > limits.SEARCH_BASES:
        return inf, inf
    plain, fast = (
        price.seconds if price.memory <= memory.available() else inf for price in prices(rows, columns, keep=True)
    )
    return plain, fast


def _sides(bar: Position) -> tuple[int, int]:
    """The rectangle around a bar, turned if it is higher than wide, with two rows or more."""
    rows, columns = sorted((len(bar.rows), bar.rows[0]))
    return max(2, rows), max(2, columns)


Board = tuple[int, ...]


class NimTables:
    """The tables of the last boards. Several threads may share it.

    >>> tables = NimTables()
    >>> tables.nim_value(Position((9, 7, 4))), [tuple(move) for move in tables.moves_to(Position((3, 2, 1)), 0)]
    (7, [(1, 3), (2, 2), (3, 1)])
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._tables: list[ValueTable] = []  # the most recently used table comes last

    def nim_value(self, bar: Position) -> int:
        """The nim-value of a bar."""
        with self._lock:
            wide = bar.wide().rows
            return self._of(wide).value(wide)

    def moves_to(self, bar: Position, nim: int) -> list[Move]:
        """All moves to positions of a nim-value, row by row."""
        with self._lock:
            wide = bar.wide()
            reached = [(i, x) for i, x, value in self._of(wide.rows).followers(wide.rows) if value == nim]
        return sorted(Move(i + 1, x + 1) if wide is bar else Move(x + 1, i + 1) for i, x in reached)

    def _of(self, board: Board) -> ValueTable:
        """A table that contains a board: one of the last tables, or a new one."""
        found = next((table for table in self._tables if is_inside(board, table.board)), None)
        if found is None:
            self._tables = [table for table in self._tables if not is_inside(table.board, board)]
            found = make_table(board)
        else:
            self._tables.remove(found)
        self._tables.append(found)
        while len(self._tables) > 1 and sum(table.total for table in self._tables) > limits.TABLE_KEPT:
            del self._tables[0]
        return found


def values_seconds(bar: Position, effort: float = inf) -> float:
    """Roughly how long it takes to find the nim-values of all positions within a bar.

    >>> round(values_seconds(Position((150,) * 3)), 1), values_seconds(Position((10**9,) * 3))
    (1.1, inf)
    """
    return table_seconds(bar.wide().rows, effort)


def table_seconds(board: Board, effort: float = inf) -> float:
    """Roughly how long a table takes. It is infinite if the table is far too large, or larger than the free memory.

    Where the compiled engine is quick enough for the ``effort``, numba is started to see whether it works.
    """
    plain, fast = _ways(board)
    return fast if compiler.is_quicker(plain, fast, effort) else plain


def make_table(board: Board, heights: bool = False, progress: Progress = silent) -> ValueTable:
    """The values of all positions within a board, by the quicker engine.

    >>> make_table((4, 3), heights=True).value((4, 3)) + 1  # of (5, 4)
    2

    Raises TooLarge if there is not enough memory.
    """
    table = new_table(board, heights=heights)
    progress("counting", 0, table.total)
    for first_row in table.steps():
        progress("counting", table.ranks.of((first_row + 1,)) - table.begin, table.total)
    return table


def new_table(board: Board, *, kept: bool = True, heights: bool = False) -> ValueTable:
    """A table whose values are not found yet, for the quicker engine.

    Raises TooLarge if there is not enough memory.
    """
    memory.require(memory_needed(board, kept), "that")
    plain, fast = _ways(board)
    if compiler.is_quicker(plain, fast):
        from zchomp.bars.compiled import CompiledValueTable

        return CompiledValueTable(board, kept, heights)
    return ValueTable(board, kept, heights)


def _ways(board: Board) -> tuple[float, float]:
    """Roughly how long a table takes, in plain Python and compiled."""
    positions, squares = partitions_inside(board), sum(board)
    if positions > limits.TABLE_POSITIONS or memory_needed(board) > memory.available():
        return inf, inf
    rows = max(2, len(board))
    plain = positions * (rows + squares / limits.TABLE_PLAIN_SQUARES) / limits.TABLE_PLAIN_PACE
    fast = limits.COMPILED_START + positions * (rows + squares / limits.TABLE_SQUARES) / limits.TABLE_PACE
    return plain, fast


def is_inside(bar: Board, board: Board) -> bool:
    """Whether a bar lies within a board."""
    rows = zip(bar, board, strict=False)
    return len(bar) <= len(board) and all(inner <= outer for inner, outer in rows)
