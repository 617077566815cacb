"""The size of a search: the number of positions in words, and the effort that settles them."""

from math import comb

import pytest

from zchomp.posets import bar, boolean
from zchomp.posets.search import SearchSize


def test_the_positions_of_a_bar() -> None:
    """A bar of 3 x 4 has as many positions as there are paths around its corner, and the estimate agrees."""
    board = bar("3x4")
    size = SearchSize.of(board.poset, board.poset.everything())
    assert size == SearchSize(comb(7, 3), exact=True, by_symmetry=False)
    assert SearchSize.of(board.poset, board.after()).text() == f"about {comb(7, 3) - 1} positions"  # the poison stays


@pytest.mark.parametrize(
    ("size", "solved", "reason", "effort"),
    [
        (SearchSize(1000, True), 100, "a search of all of them needs about 50 s", 50),
        (SearchSize(1000, False), 100, "try more effort", None),
        (SearchSize(1000, True), 0, "try more effort", None),
        (SearchSize(10**15, True), 100, "try a smaller poset", None),
        (SearchSize(None, False), 100, "try a smaller poset", None),
    ],
)
def test_advice_by_the_pace(size: SearchSize, solved: int, reason: str, effort: int | None) -> None:
    """After 5 seconds the pace predicts the remaining time, if the number of positions is known."""
    advice = size.advice(solved, 5)
    assert (advice.reason, advice.effort) == (reason, effort)


@pytest.mark.parametrize(("seconds", "solved", "effort"), [(0.5, 1558, 8), (2, 4614, 9), (5, 9299, 8), (7, 11272, 11)])
def test_advice_is_enough_although_the_pace_falls(seconds: float, solved: int, effort: int) -> None:
    """The sets of 6 points, in plain Python: 11643 positions are solved with an effort of 8, and not with 7."""
    size = SearchSize.of(boolean(6).poset, boolean(6).poset.everything())
    assert size == SearchSize(10872, True, by_symmetry=True)
    assert size.advice(solved, seconds).effort == effort


def test_sizes_in_words() -> None:
    """Large numbers are powers of ten, and bounds are marked as such."""
    assert SearchSize(12345678, False).text() == "more than 10^7 positions"
    assert SearchSize(720, True, by_symmetry=True).text() == "about 720 positions up to symmetry"
    assert SearchSize(None, False).text() == "very many positions"
    assert not SearchSize.of(boolean(3).poset, boolean(3).poset.everything()).is_hopeless()
