"""Tables of nim-values: which are kept, and how much memory they need."""

from math import inf

import pytest

from tests.definition import nim_values_within
from zchomp.bars import search as nim_tables
from zchomp.bars.nim_tables import ValueTable
from zchomp.bars.position import Position
from zchomp.bars.search import NimTables, make_table, new_table, table_seconds, values_seconds
from zchomp.core import limits, memory
from zchomp.errors import CannotCompile, TooLarge


def test_tables_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position within a board that is already solved needs no new table, and old boards are dropped in time."""
    made: list[tuple[int, ...]] = []
    make = nim_tables.make_table

    def noted(board: tuple[int, ...]) -> ValueTable:
        made.append(board)
        return make(board)

    monkeypatch.setattr(nim_tables, "make_table", noted)
    monkeypatch.setattr(limits, "TABLE_KEPT", 300)
    tables = NimTables()
    for rows in ((9, 7, 4), (20, 2), (9, 4), (3, 3, 3), (1,) * 9, (20, 1), (4,) * 6, (9, 7, 4)):
        board = nim_values_within(Position(rows))
        assert tables.nim_value(Position(rows)) == board[rows]
        for nim in range(4):
            right = {move for move in Position(rows).moves() if _value(board, Position(rows).chomp(move)) == nim}
            assert set(tables.moves_to(Position(rows), nim)) == right
    assert made == [(9, 7, 4), (20, 2), (6, 6, 6, 6), (9, 7, 4)]


def _value(board: dict[tuple[int, ...], int], position: Position) -> int:
    return board[position.rows + (0,) * (len(next(iter(board))) - len(position.rows))]


def test_memory_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that does not fit into memory is refused before the start, and is not offered."""
    monkeypatch.setattr(memory, "available", lambda: 10**7)
    assert table_seconds((100,) * 4) == inf
    with pytest.raises(TooLarge, match=r"needs about 30\.0 MB of memory, and 10\.0 MB is free"):
        new_table((100,) * 4)


def test_progress() -> None:
    """The progress of a table begins with no positions, and ends with all."""
    told: list[tuple[str, int, int]] = []
    make_table((4, 3, 2), progress=lambda *step: told.append(step))
    assert (told[0], told[-1]) == (("counting", 0, 27), ("counting", 27, 27))


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba a table is made in plain Python, if that is fast enough; with it, large tables take less time."""
    monkeypatch.setattr("zchomp.core.compiler.is_installed", lambda: False)
    assert type(new_table((300, 200, 100))) is ValueTable
    assert values_seconds(Position((150,) * 3)) < 5 < values_seconds(Position((100,) * 4))
    monkeypatch.setattr("zchomp.core.compiler.is_installed", lambda: True)
    monkeypatch.setattr("zchomp.core.compiler.problem", lambda: None)
    assert round(table_seconds((1000,) * 3), 1) == 10.9
    monkeypatch.setattr("zchomp.core.compiler.problem", lambda: CannotCompile("numba does not start"))
    assert type(new_table((300, 200, 100))) is ValueTable
    assert table_seconds((300, 200, 100), effort=5) > 5
