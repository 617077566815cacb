"""Sums of bars, against brute force on the sum itself."""

from collections.abc import Iterable
from functools import cache
from itertools import product

import pytest

from tests.support import alone, known
from zchomp.bars.position import Position, PositionLike
from zchomp.bars.solving import nim_value
from zchomp.bars.sums import BOUNDS_THEOREM, solve_sum
from zchomp.core.answers import Outcome, Unknown
from zchomp.errors import InvalidPosition


@cache
def is_lost(bars: tuple[Position, ...]) -> bool:
    """By playing: a sum is lost if no move in any bar leads to a lost sum."""
    return not any(
        is_lost((*bars[:i], bar.chomp(move), *bars[i + 1 :])) for i, bar in enumerate(bars) for move in bar.moves()
    )


SMALL = [Position(rows) for rows in ((1,), (3,), (2, 1), (2, 2), (3, 1), (3, 2, 1), (2, 2, 2), (2, 1, 1, 1))]


@pytest.mark.parametrize("bars", list(product(SMALL, SMALL)), ids=lambda bars: " + ".join(map(str, bars)))
def test_by_playing(bars: tuple[Position, ...]) -> None:
    """The outcome and the set of winning moves of a sum of two bars, found by playing it out."""
    solution = known(solve_sum(bars))
    assert (solution.outcome is Outcome.LOSER) == is_lost(bars)
    expected = {
        (i, move)
        for i, bar in enumerate(bars)
        for move in bar.moves()
        if is_lost((*bars[:i], bar.chomp(move), *bars[i + 1 :]))
    }
    assert set(solution.known_winning_moves) == expected


def test_unknown_parts() -> None:
    """A sum is unknown if the nim-values of two bars are, and their bounds do not decide it."""
    for bars in ([(100000, 20000, 115), (99999, 20000, 114)], [(3,), (10**9, 10**8, 10**7), (10**9, 10**8, 10**6, 5)]):
        assert isinstance(solve_sum(bars, effort=0.2), Unknown)


@pytest.mark.parametrize(
    ("text", "values", "move"),
    [
        ("38,34,24,24 + 4,1", (36, 2), "38,34,3,3"),
        ("30x4 + 5", (83, 4), "4^17,2^13"),
        ("100000,5 + 77777,9", (99996, 77781), "77779,5"),
        ("30x4 + 1000", (83, 999), "84"),
    ],
)
def test_values_by_the_cheapest_source(text: str, values: tuple[int, ...], move: str) -> None:
    """Sums whose nim-values come from a table, from a formula, or from both have their only winning move."""
    solution = known(solve_sum(text))
    assert (solution.reason.nim_values, solution.missing) == (values, None)
    assert [solution.position[number].chomp(move) for number, move in solution.known_winning_moves] == [
        Position.parse(move)
    ]


def test_bounds_decide() -> None:
    """A bar with a nim-value beyond the squares of all others makes the sum a winner, whatever the others are."""
    for bars in ([(4,) * 60, (1000,)], [(999,), (10**9, 10**8, 3), (10**10,)]):
        solution = known(alone(effort=0).run(solve_sum, bars))
        assert (solution.outcome, solution.theorem) == (Outcome.WINNER, BOUNDS_THEOREM)
        assert solution.missing is not None
        assert solution.missing.to_dict().keys() == {"unknown", "effort"}


def test_one_unknown_bar() -> None:
    """A bar known only to have a larger nim-value than the other has a winning move down to the smaller value."""
    solution = known(solve_sum([(10**9, 10**8, 20), (2, 2)], effort=1))
    assert (solution.outcome, solution.theorem) == (Outcome.WINNER, BOUNDS_THEOREM)
    ((number, move),) = solution.known_winning_moves
    assert (number, nim_value(solution.position[number].chomp(move))) == (0, 2)


def test_the_largest_nim_value() -> None:
    """An unknown nim-value can be the number of squares less one, but not more: only the second sum is decided."""
    bar = (10**9, 10**8, 20)
    assert isinstance(solve_sum([bar, (sum(bar),)], effort=1), Unknown)
    assert known(solve_sum([bar, (sum(bar) + 1,)], effort=1)).outcome is Outcome.WINNER


def test_bars_in_any_form() -> None:
    """A sum is given as text with plus signs, or as separate bars, each in any form."""
    expected = known(solve_sum("(5,4,3) + (3,2)"))
    forms: list[str | Iterable[PositionLike]] = ["[3,1,1] + [2,1]", ["(5,4,3)", (3, 2)], (Position((5, 4, 3)), "[2,1]")]
    for bars in [*forms, iter([(5, 4, 3), (3, 2)])]:
        assert solve_sum(bars) == expected
    assert expected.outcome is Outcome.WINNER
    with pytest.raises(InvalidPosition):
        solve_sum([(5, 4, 3), None])  # type: ignore[list-item]


def test_a_sum_of_nothing() -> None:
    """A sum of poison alone has no move, and the player to move has lost. A sum needs at least one bar."""
    for bars in ([(1,)], [(1,), (1,)]):
        solution = known(solve_sum(bars))
        assert (solution.outcome, solution.winning_moves) == (Outcome.LOSER, ())
    with pytest.raises(InvalidPosition, match="one bar or more, got none"):
        solve_sum([])
    with pytest.raises(InvalidPosition, match=r"not a sum of bars: '\(5,4\) \+'; expected positions with plus signs"):
        solve_sum("(5,4) +")


@pytest.mark.parametrize("rows", [(60, 50, 40, 30, 20), (30,) * 20, (3000, 7, 1)], ids=str)
def test_a_bar_and_the_same_turned(rows: tuple[int, ...]) -> None:
    """A bar and its transpose are lost together, and one bite can make them so, whichever is the larger bar."""
    bar = Position(rows)
    lost = known(solve_sum([bar, bar.transpose()]))
    assert (lost.outcome, lost.winning_moves) == (Outcome.LOSER, ())
    larger = Position((rows[0] + 1, *rows[1:]))
    for place, bars in enumerate([(larger, bar.transpose()), (bar.transpose(), larger)]):
        won = known(alone(effort=0).run(solve_sum, bars))
        assert won.outcome is Outcome.WINNER
        assert (place, bar) in [(number, won.position[number].chomp(move)) for number, move in won.known_winning_moves]
