"""Tests of towers of any size, against the definition of the game and against proved slices."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zchomp.answers.formulas import Hook
from zchomp.answers.oracle import Oracle
from zchomp.answers.solution import Solution, Source
from zchomp.answers.towers import TOWER_THEOREM, Tower
from zchomp.position import Move, Outcome, Position
from zchomp.words.positions import solution_text

LONGEST, HIGHEST = 16, 27
"""The first rows, and the numbers of rows, to which towers are played by the rules."""


def tower(first: int, second: int, has_two: bool, rows: int) -> Position | None:
    """The tower with these rows, if there is one."""
    top = (first, second, 2) if has_two else (first, second)
    return Position((*top, *(1,) * (rows - len(top)))) if rows >= len(top) else None


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


def test_by_definition() -> None:
    """Who wins, and all winning moves, are those of the game, for every tower; and no hook is a tower."""
    towers = 0
    for bar, winning in winning_by_the_rules().items():
        found = Tower.of(bar)
        assert (found is None) == (Hook.of(bar) is not None)
        if found is not None:
            towers += 1
            assert (found.is_lost(), found.winning_moves()) == (not winning, winning)
    assert towers > 6000


def test_turned() -> None:
    """With rows and columns exchanged everything is the same."""
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
def test_what_is_no_tower(rows: tuple[int, ...]) -> None:
    """Bars that are not of this shape, in either direction, are not taken for towers."""
    assert Tower.of(Position(rows)) is None
    assert Tower.of(Position(rows).transpose()) is None


@given(st.integers(2, 60), st.integers(2, 60), st.booleans(), st.integers(2, 12))
def test_proved_slices_say_the_same(a: int, b: int, has_two: bool, rows: int) -> None:
    """Who wins, and all winning moves, are the same by the formula and by proved slices."""
    bar = tower(max(a, b), min(a, b), has_two, rows)
    if bar is None:
        return
    by_slices = Oracle(sources={Source.RECURRENCE}).solve(bar)
    by_theorem = Oracle(sources={Source.THEOREM}).solve(bar)
    assert isinstance(by_slices, Solution)
    assert isinstance(by_theorem, Solution)
    assert (by_theorem.source, by_theorem.missing) == (Source.THEOREM, None)
    assert (by_theorem.outcome, by_theorem.winning_moves) == (by_slices.outcome, by_slices.winning_moves)


def test_large_towers() -> None:
    """A tower of any size is decided at once, says why, and is written so that it can be read and typed again."""
    oracle = Oracle(effort=0)
    lost = oracle.solve("1000, 600, 1^1298")
    assert isinstance(lost, Solution)
    assert (lost.outcome, lost.theorem) == (Outcome.LOSER, TOWER_THEOREM)
    won = oracle.solve("(1000, 600, 1^998)")
    assert isinstance(won, Solution)
    assert won.outcome is Outcome.WINNER
    for winning in won.winning_moves:
        left = oracle.solve(winning.after)
        assert isinstance(left, Solution)
        assert left.outcome is Outcome.LOSER
    text = solution_text(won, oracle.nim_value(won.position))
    assert text.startswith("(1000, 600, 1^998) = [1, 0^997, 599, 400] is a winner.")
    assert len(text) < 1000
    huge = oracle.solve((10**100, 10**99, 2, 1, 1, 1))
    assert isinstance(huge, Solution)
    assert huge.outcome is oracle.outcome((10**100, 10**99, 2, 1, 1, 1)) is Outcome.WINNER
