"""Nim-values and heights of all positions within a board, plain and compiled, against the rules of the game."""

from collections.abc import Iterator
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.definition import losers_within, nim_values_within
from tests.support import brute_force
from zchomp.bars import compiled as nim_arrays
from zchomp.bars.compiled import CompiledValueTable
from zchomp.bars.nim_tables import Ranks, ValueTable, full_bars, memory_needed
from zchomp.bars.position import Position, count_within, partitions_within

KINDS = [ValueTable, CompiledValueTable]

small_boards = st.lists(st.integers(1, 7), min_size=1, max_size=5).map(lambda rows: tuple(sorted(rows, reverse=True)))


def filled(table: ValueTable) -> ValueTable:
    """A table after all its steps."""
    for _ in table.steps():
        pass
    return table


def heights_within(board: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The heights of all positions within a board, by the definition: the only number of rows that makes a loser."""
    wide = tuple(row + 1 for row in board)
    ones = sum(wide) + 1
    losers = losers_within(Position(wide + (1,) * ones))
    for less in partitions_within(board):
        rows = tuple(row + 1 for row in less)
        towers = ((*rows[:x], *(1,) * (x - len(rows))) for x in range(1, ones))
        lost = [len(tower) for tower in towers if (*tower, *(0,) * (len(wide) + ones - len(tower))) in losers]
        assert len(lost) == 1
        yield less, lost[0]


@pytest.mark.parametrize("kind", KINDS)
@given(board=small_boards)
def test_nim_values_by_the_rules(kind: type[ValueTable], board: tuple[int, ...]) -> None:
    """The values of all positions within any board are those of the game, in the same order."""
    table = filled(kind(board))
    assert list(table.values) == list(nim_values_within(Position(board)).values())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("board", [(3,), (4, 2), (3, 3, 3), (4, 3, 1), (2, 2, 2, 1)], ids=str)
def test_heights_by_the_rules(kind: type[ValueTable], board: tuple[int, ...]) -> None:
    """The heights of all positions within a board, minus one, agree with the definition."""
    table = filled(kind(board, heights=True))
    assert all(table.value(less) + 1 == height for less, height in heights_within(board))
    assert table.total == count_within(board)


@pytest.mark.parametrize("board", [(150, 3, 2), (50, 50), (70, 5, 4, 1), (31, 31, 31), (26, 26, 24, 20)], ids=str)
def test_many_words(board: tuple[int, ...]) -> None:
    """Plain and compiled tables agree when a set of values takes several words, and so do heights."""
    for heights in (False, True):
        plain, compiled = (filled(kind(board, heights=heights)) for kind in KINDS)
        assert list(plain.values) == list(compiled.values)
    assert max(filled(ValueTable(board)).values) > 61


def test_body_without_compiler() -> None:
    """Without the compiler the body gives the same on arrays."""
    board = (30, 11, 4)
    table = CompiledValueTable(board)
    table._kernel = lambda: getattr(nim_arrays.fill, "py_func", nim_arrays.fill)  # type: ignore[method-assign]
    assert list(filled(table).values) == list(filled(ValueTable(board)).values)
    assert isinstance(table.values, np.ndarray)


@pytest.mark.parametrize("kind", KINDS)
def test_followers(kind: type[ValueTable]) -> None:
    """The bites of a position, with the values that they leave, are all of its moves."""
    values, table = brute_force(3, 6), filled(kind((6, 6, 6)))
    for rows in values:
        moves = {(i + 1, x + 1): value for i, x, value in table.followers(rows)}
        position = Position(rows)
        padded = {move: (*position.chomp(move).rows, 0, 0)[:3] for move in position.moves()}
        assert moves == {tuple(move): values[after] for move, after in padded.items()}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("kept", [False, True], ids=["last", "kept"])
@pytest.mark.parametrize("step", [1, 700, 10**6])
def test_steps_of_any_size(kind: type[ValueTable], step: int, kept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In steps of any size, kept or not, bars have the same values, and every position is reported once."""
    values = brute_force(3, 25)
    monkeypatch.setattr(kind, "step", step)
    told: list[tuple[int, int]] = []
    found = full_bars(kind((25,) * 3, kept), lambda *report: told.append(report[1:3]))
    assert found == [values[n, n, n] for n in range(1, 26)]
    total = comb(28, 3) - 1
    assert told == sorted(set(told))
    assert (told[0], told[-1]) == ((0, total), (total, total))
    assert len(told) == {1: 26, 10**6: 2}.get(step, len(told))


@given(board=small_boards)
def test_ranks_are_places_in_order(board: tuple[int, ...]) -> None:
    """The rank of a position is its place in lexicographic order."""
    ranks = Ranks(board)
    assert [ranks.of(rows) for rows in partitions_within(board)] == list(range(ranks.total))


def test_the_estimated_memory_is_taken() -> None:
    """The estimated memory is that of the sets and of the values that are kept."""
    for board in ((20, 20, 20), (30, 8, 3, 3)):
        made: list[int] = []

        class Measured(CompiledValueTable):
            def _zeros(self, size: int, made: list[int] = made):  # type: ignore[no-untyped-def]
                made.append(8 * size)
                return super()._zeros(size)

        table = filled(Measured(board))
        assert sum(made) + 4 * table.total <= memory_needed(board) + 100 <= sum(made) + 4 * table.total + 200
    assert memory_needed((1000,) * 3, kept=False) < 2**28 < memory_needed((3000,) * 3, kept=False)
