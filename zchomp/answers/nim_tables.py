"""Nim-values and heights from tables of all positions within a board.

A table is made in plain Python, or compiled where that is quicker (`engines.bars.nim_values`). Its work is the number
of positions, times the rows and the words of a set that each of them takes. So the estimate is right within a factor
of three (benches/test_bench_values.py shows it), and the memory is known before the start.
"""

from math import inf
from threading import RLock

from zchomp import limits, memory
from zchomp.effort import partitions_inside
from zchomp.engines import compiler
from zchomp.engines.bars.nim_values import ValueTable, memory_needed
from zchomp.position import Move, Position
from zchomp.progress import Progress, silent

__all__ = ["NimTables", "is_inside", "make_table", "new_table", "table_seconds", "values_seconds"]

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
        from zchomp.engines.bars.nim_arrays import CompiledValueTable

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
