"""Tests of the formulas for bars of any size, against the definition of the game and against proved slices."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zchomp.answers.formulas import HOOK_THEOREM, Hook
from zchomp.answers.oracle import Oracle
from zchomp.answers.questions import nim_value, outcome, solve
from zchomp.answers.solution import Solution, Source
from zchomp.answers.sums import SumSolution, solve_sum
from zchomp.position import Move, Outcome, Position, nim_values_within
from zchomp.words.positions import solution_data, solution_text, sum_text


def hook(right: int, below: int) -> Position:
    """The hook with these arms."""
    return Position((right + 1, *(1,) * below))


@pytest.mark.parametrize("board", [(9, *(1,) * 8), (40,), (1,) * 40, (4, 4, 2)], ids=str)
def test_by_definition(board: tuple[int, ...]) -> None:
    """The nim-value of every hook, row and column inside a board is that of the game's own definition."""
    values = nim_values_within(Position(board))
    for rows, value in values.items():
        position = Position(rows)
        found = Hook.of(position)
        assert (found is None) == (len(position.rows) > 1 and position.rows[1] > 1)
        if found is not None:
            assert found.nim_value() == value


@given(st.integers(0, 7), st.integers(0, 7), st.integers(0, 10))
def test_moves(right: int, below: int, nim: int) -> None:
    """The moves to a nim-value are those moves after which the hook has it, each once."""
    start = hook(right, below)
    reached = [move for move in start.moves() if hook_value(start.chomp(move)) == nim]
    assert Hook(right, below).moves_to(nim) == reached


def hook_value(position: Position) -> int:
    """The nim-value of a hook by its definition."""
    rows = position.rows
    return nim_values_within(position)[rows]


@given(st.integers(0, 25), st.integers(0, 25))
def test_proved_slices_say_the_same(right: int, below: int) -> None:
    """Who wins on a hook, and all winning moves, are the same by the formula and by proved slices."""
    start, arms = hook(right, below), Hook(right, below)
    by_slices = Oracle(sources={Source.RECURRENCE}).moves_to(start, nim=0)
    assert isinstance(by_slices, tuple)
    assert [winning.move for winning in by_slices] == arms.moves_to(0)
    assert outcome(start) is (Outcome.WINNER if arms.nim_value() else Outcome.LOSER)


def test_large_hooks() -> None:
    """A hook of many rows is decided by the theorem, and says so; one of three rows by the certificate."""
    large = solve(hook(10**100, 3000))
    assert isinstance(large, Solution)
    assert (large.proof, large.theorem) == (None, HOOK_THEOREM)
    assert [winning.move for winning in large.winning_moves] == [Move(1, 3002)]
    assert HOOK_THEOREM in solution_text(large, nim_value(large.position))
    assert solution_data(large, 0)["theorem"] == HOOK_THEOREM
    assert solution_data(large, 0)["proof"] is None
    small = solve(hook(100, 2))
    assert isinstance(small, Solution)
    assert small.proof is not None
    assert small.theorem is None
    assert solution_data(small, 0)["theorem"] is None
    lost = Oracle().solve(hook(5000, 5000))
    assert isinstance(lost, Solution)
    assert lost.outcome is Outcome.LOSER
    assert lost.winning_moves == ()


def test_sums_of_long_rows() -> None:
    """A sum of rows and hooks of any size is solved: all its winning moves by the formula."""
    found = solve_sum("(1000000000) + (5)")
    assert isinstance(found, SumSolution)
    assert found.nim_values == (999_999_999, 4)
    assert [(bar, winning.after.rows) for bar, winning in found.winning_moves] == [(0, (5,))]
    three = solve_sum([(10**50,), hook(10**50 - 1, 1), (7, 6, 5)])
    assert isinstance(three, SumSolution)
    for bar, winning in three.winning_moves:
        after = [*three.bars]
        after[bar] = winning.after
        assert (left := solve_sum(after), isinstance(left, SumSolution) and left.nim_sum)[1] == 0
    assert len(three.winning_moves) >= 1
    wide = solve_sum([(10**3000,), (2,)])
    assert isinstance(wide, SumSolution)
    assert len(sum_text(wide)) < 2000
