"""Tests of the theorems for bars of any size, against the definition of the game and against proved slices."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.definition import nim_values_within
from tests.support import alone, known
from zchomp.bars.position import Move, Position
from zchomp.bars.solving import outcome, solve
from zchomp.bars.sums import solve_sum
from zchomp.bars.theorems import HOOK_THEOREM, SQUARE_ONLY, TOWER_THEOREM, Hook, Tower, has_equal_arms, is_full
from zchomp.core.answers import Outcome, Source

LONGEST, HIGHEST = 16, 27
"""The largest first rows and numbers of rows for which towers are played by the rules."""


def hook(right: int, below: int) -> Position:
    """The hook with these arms."""
    return Position((right + 1, *(1,) * below))


@pytest.mark.parametrize("board", [(9, *(1,) * 8), (40,), (1,) * 40, (4, 4, 2)], ids=str)
def test_hooks_by_definition(board: tuple[int, ...]) -> None:
    """The nim-value of every hook, row and column inside a board is that of the definition of the game."""
    values = nim_values_within(Position(board))
    for rows, value in values.items():
        position = Position(rows)
        found = Hook.of(position)
        assert (found is None) == (len(position.rows) > 1 and position.rows[1] > 1)
        if found is not None:
            assert found.nim_value() == value


@given(st.integers(0, 7), st.integers(0, 7), st.integers(0, 10))
def test_moves_of_hooks(right: int, below: int, nim: int) -> None:
    """The moves to a nim-value are those after which the hook has it, each once."""
    start = hook(right, below)
    reached = [move for move in start.moves() if hook_value(start.chomp(move)) == nim]
    assert Hook(right, below).moves_to(nim) == reached


def hook_value(position: Position) -> int:
    """The nim-value of a hook by its definition."""
    rows = position.rows
    return nim_values_within(position)[rows]


def test_large_hooks() -> None:
    """A hook of many rows is decided by the theorem, and says so. One of three rows is decided by the certificate."""
    large = known(solve(hook(10**100, 3000)))
    assert (large.reason.proof, large.theorem) == (None, HOOK_THEOREM)
    assert large.winning_moves == (Move(1, 3002),)
    assert str(HOOK_THEOREM) in str(large)
    assert large.to_dict()["theorem"] == str(HOOK_THEOREM)
    assert large.to_dict()["proof"] is None
    small = known(solve(hook(100, 2)))
    assert small.reason.proof is not None
    assert small.theorem is None
    assert small.to_dict()["theorem"] is None
    lost = known(alone().run(solve, hook(5000, 5000)))
    assert lost.outcome is Outcome.LOSER
    assert lost.winning_moves == ()


def test_sums_of_long_rows() -> None:
    """A sum of rows and hooks of any size is solved, with all its winning moves, by the formula."""
    found = known(solve_sum("(1000000000) + (5)"))
    assert found.reason.nim_values == (999_999_999, 4)
    assert found.winning_moves == ((0, (1, 6)),)
    three = known(solve_sum([(10**50,), hook(10**50 - 1, 1), (7, 6, 5)]))
    for bar, move in three.known_winning_moves:
        after = [*three.position]
        after[bar] = after[bar].chomp(move)
        assert known(solve_sum(after)).nim_value == 0
    assert len(three.known_winning_moves) >= 1
    wide = known(solve_sum([(10**3000,), (2,)]))
    assert len(str(wide)) < 2000


@cache
def winning_by_the_rules() -> dict[Position, list[Move]]:
    """All winning moves of all towers, hooks and rows up to that size, by the definition of the game."""
    pairs = [(a, b) for a in range(1, LONGEST + 1) for b in range(2, a + 1)]
    tops: list[tuple[int, ...]] = [*((a,) for a in range(1, LONGEST + 1)), *pairs, *((a, b, 2) for a, b in pairs)]
    bars = [Position((*top, *(1,) * ones)) for top in tops for ones in range(HIGHEST - len(top) + 1)]
    winning: dict[Position, list[Move]] = {}
    for bar in sorted(bars, key=Position.squares):
        winning[bar] = [move for move in bar.moves() if not winning[bar.chomp(move)]]
    return winning


def test_towers_by_definition() -> None:
    """The outcome and all winning moves are those of the game, for every tower. No hook is a tower."""
    towers = 0
    for bar, winning in winning_by_the_rules().items():
        found = Tower.of(bar)
        assert (found is None) == (Hook.of(bar) is not None)
        if found is not None:
            towers += 1
            assert (found.is_lost(), found.winning_moves()) == (not winning, winning)
    assert towers > 6000


def test_turned_towers() -> None:
    """Exchanging rows and columns changes nothing."""
    turned = 0
    for bar, winning in winning_by_the_rules().items():
        found = Tower.of(bar.transpose())
        if found is not None:
            turned += found.is_turned
            assert found.is_lost() == (not winning)
            assert found.winning_moves() == sorted(Move(column, row) for row, column in winning)
        else:
            assert Hook.of(bar) is not None
    assert turned > 4000


@pytest.mark.parametrize("rows", [(3, 3, 3), (5, 4, 2, 2), (5, 4, 3), (9, 4, 2, 2, 1), (4, 4, 4, 1)], ids=str)
def test_bars_that_are_not_towers(rows: tuple[int, ...]) -> None:
    """Bars that are not of this shape, in either direction, are not taken for towers."""
    assert Tower.of(Position(rows)) is None
    assert Tower.of(Position(rows).transpose()) is None


def test_large_towers() -> None:
    """A tower of any size is decided at once, says why, and is written in a form that can be read and typed again."""
    session = alone(effort=0)
    lost = known(session.run(solve, "1000, 600, 1^1298"))
    assert (lost.outcome, lost.theorem) == (Outcome.LOSER, TOWER_THEOREM)
    won = known(session.run(solve, "(1000, 600, 1^998)"))
    assert won.outcome is Outcome.WINNER
    for move in won.known_winning_moves:
        left = known(session.run(solve, won.position.chomp(move)))
        assert left.outcome is Outcome.LOSER
    text = str(won)
    assert text.startswith("(1000, 600, 1^998) = [1, 0^997, 599, 400] is a winner.")
    assert len(text) < 1000
    huge = known(session.run(solve, (10**100, 10**99, 2, 1, 1, 1)))
    assert huge.outcome is session.run(outcome, (10**100, 10**99, 2, 1, 1, 1)) is Outcome.WINNER


@pytest.mark.parametrize("n", range(3, 9))
def test_no_other_bite_of_a_square_wins(n: int) -> None:
    """Every other bite leaves a rectangle of more than one square, or a bar from which row 2, column 2 wins."""
    start = Position((n,) * n)
    for move in start.moves():
        left = start.chomp(move)
        is_won = (is_full(left) and left.squares() > 1) or has_equal_arms(left)
        assert is_won == (move != (2, 2))
    told = str(alone(sources={Source.THEOREM}).run(solve, start))
    assert f"No other move wins, because {SQUARE_ONLY}." in told
