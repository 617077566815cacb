"""Boxes 2 × 2 × h of any height: kernels by the rules alone, published losers, cubes."""

from itertools import product
from typing import Any

import pytest

from zchomp.core.answers import Answer, Outcome, Unknown
from zchomp.errors import InvalidPosition
from zchomp.ordinals.boxes import BoxAnswer, OrdinalBox, solve_box
from zchomp.ordinals.ordinal import Ordinal, omega_power

Row = tuple[int, ...]
Heights = tuple[Row, ...]
CUTS = {"m": "mabc", "a": "ac", "b": "bc", "c": "c"}
"""The columns that a bite of each column cuts."""


def as_box(heights: Heights) -> OrdinalBox:
    """The box with these heights, which are tuples of coefficients."""
    last = len(heights[0]) - 1
    return OrdinalBox.of(tuple(Ordinal(tuple((last - i, n) for i, n in enumerate(row) if n)) for row in heights))


def bites(heights: Heights, lengths: list[Row]) -> list[Heights]:
    """The heights after all bites that leave one of these lengths in a column."""
    poison = (0,) * len(heights[0])
    return [
        tuple(min(h, left) if name in CUTS[cell] else h for name, h in zip("mabc", heights, strict=True))
        for cell, now in zip("mabc", heights, strict=True)
        for left in lengths
        if left < now and (cell != "m" or left > poison)
    ]


@pytest.mark.parametrize("most", [(6,), (1, 2), (1, 0, 2), (1, 1, 0), (1, 0, 0, 1)], ids=str)
def test_losers_are_a_kernel_of_boxes(most: tuple[int, ...]) -> None:
    """In a whole universe no loser leads to a loser, and every winner leads to one, by the listed moves."""
    lengths = list(product(*(range(n + 1) for n in most)))
    found: dict[Heights, BoxAnswer | Unknown] = {}

    def known(heights: Heights) -> BoxAnswer | Unknown:
        if heights not in found:
            found[heights] = solve_box(as_box(heights))
        return found[heights]

    def is_lost(heights: Heights) -> bool:
        solution = known(heights)
        return isinstance(solution, Answer) and solution.outcome is Outcome.LOSER

    losers = 0
    for heights in product(lengths, repeat=4):
        m, a, b, c = heights
        if not any(m) or max(a, b) > m or c > min(a, b):
            continue
        solution = known(heights)
        if isinstance(solution, Unknown):
            assert m >= (1, 0, 0, 0)
            continue
        reached = {as_box(after) for after in bites(heights, lengths) if is_lost(after)}
        winning = {won.after for won in solution.known_winning_moves}
        assert reached <= winning or solution.missing is not None
        losers += solution.outcome is Outcome.LOSER
        if solution.outcome is Outcome.LOSER:
            assert not reached
        else:
            assert winning or solution.missing is not None
        for won in solution.known_winning_moves:
            assert solution.position.cut(won.cell, won.height) == won.after != solution.position
            after = solve_box(won.after)
            assert isinstance(after, Answer)
            assert after.outcome is Outcome.LOSER
    assert losers > 2


@pytest.mark.parametrize("height", ["1", "5", "w", "w+1", "w*3", "w^2", "w^2*2+w+5", "w^3+1", "w^3+w", "w^4", "w^w"])
def test_no_other_cube_is_lost(height: str) -> None:
    """2 × 2 × ω³ is lost, as Huddleston and Shurman found ([BHMS05], section 6), and no other 2 × 2 × h is."""
    cube = solve_box("2x2xw^3")
    assert isinstance(cube, Answer)
    assert cube.outcome is Outcome.LOSER
    other = solve_box((height,) * 4)
    assert isinstance(other, Answer)
    assert other.outcome is Outcome.WINNER


@pytest.mark.parametrize("heights", ["w2, w, w, w", "w^2+w, w^2, w^2, w^2", "w^3, w^2+3, w^3, w+3", "w+2, 2, w, 2"])
def test_samples_lost(heights: str) -> None:
    """Losers found by hand."""
    found = solve_box(tuple(heights.split(", ")))
    assert isinstance(found, Answer)
    assert found.outcome is Outcome.LOSER


def test_every_bite_of_the_cube_is_answered() -> None:
    """After 2 × 2 × ω³, every bite of the last column is answered by a bite of another column."""
    cube = omega_power(3)
    for text in ("0", "7", "w", "w*2+1", "w^2", "w^2*5+w+3"):
        found = solve_box((cube, cube, cube, text))
        assert isinstance(found, Answer)
        assert found.known_winning_moves


@pytest.mark.parametrize("height", ["w*2", "w^2*2+w", "w^4"])
def test_incomplete_lists_of_moves(height: str) -> None:
    """Where a bite of c is not decided, a winner has no complete list of moves."""
    found = solve_box((height,) * 4)
    assert isinstance(found, Answer)
    assert found.known_winning_moves
    assert isinstance(found.winning_moves, Unknown)
    assert found.winning_moves.reason.startswith("bites of c may win, because ")


def test_columns_of_the_largest_height() -> None:
    """With ω^ω over the poison no box is lost, every listed move leaves a loser, and all are known if c is finite."""
    heights = [Ordinal.of(height) for height in (0, 1, 3, "w", "w+2", "w*2+1", "w^2", "w^2*2+5", "w^3", "w^4", "w^w")]
    boxes = [(a, b, c) for a, b, c in product(heights, repeat=3) if c <= min(a, b)]
    for a, b, c in boxes:
        found = solve_box(("w^w", a, b, c))
        if isinstance(found, Unknown):
            assert not c.is_finite
            assert max(a, b) >= omega_power(3)
            continue
        assert found.outcome is Outcome.WINNER
        assert found.missing is None or not c.is_finite
        for won in found.known_winning_moves:
            after = solve_box(won.after)
            assert isinstance(after, Answer)
            assert after.outcome is Outcome.LOSER


def test_undecided_boxes() -> None:
    """If a or b is beyond ω³ over a smaller infinite c, or remainders are infinite, the answer says so."""
    beyond = solve_box("[[w^5,w^4],[w^4,w]]")
    assert isinstance(beyond, Unknown)
    assert "a or b is at least ω³" in beyond.reason
    one_level = solve_box("[[w*9,w*2],[w*2,w*2]]")
    assert isinstance(one_level, Unknown)
    assert "one level" in one_level.reason
    assert "one level" in str(solve_box("[[w^2*2,w^2+w],[w^2+w,w^2+w]]"))


@pytest.mark.parametrize("rest", [10**6, 10**50], ids=str)
def test_large_remainders(rest: int) -> None:
    """If the recursion would be long, only what is decided without it is answered, and the rest is unknown."""
    start = Ordinal.of("w")
    undecided = solve_box((start * 2 + 3, start + rest, start, start))
    assert isinstance(undecided, Unknown)
    assert "infinite or large remainders" in undecided.reason
    won = solve_box((start + rest, start + rest, start, start))
    assert isinstance(won, Answer)
    assert won.outcome is Outcome.WINNER
    assert won.missing is not None


@pytest.mark.parametrize(
    "text",
    [
        "2x2",
        "2x2x",
        "[[w,w],[w,w],[w,w]]",
        "[[],[w]]",
        "[[5,w],[w,5]]",
        "[[5,5],[4,5]]",
        "[[0,0],[0,0]]",
        "2x2x2*w",
        "3x3xw",
    ],
)
def test_texts_that_are_no_box(text: str) -> None:
    """A text that is not a box is refused."""
    with pytest.raises(InvalidPosition):
        OrdinalBox.of(text)


def test_heights_in_other_shapes() -> None:
    """Heights may be four in a row or two rows of two, and missing ones are 0, as on finite bases."""
    box = OrdinalBox.of("[[w,2],[1,0]]")
    for same in ("[[w,2],[1]]", ("w", 2, 1, 0), (("w", 2), (1, 0)), [["w", 2], [1]]):
        assert OrdinalBox.of(same) == box  # type: ignore[arg-type]
    assert OrdinalBox.of("[[w]]") == OrdinalBox.of((("w",),)) == OrdinalBox.of("[[w,0],[0,0]]")
    assert str(solve_box((("w", "w"), ("w", "w")))) == str(solve_box("2x2xw"))


@pytest.mark.parametrize("value", [(("w", "w", "w"), ("w",)), ("w", "w"), (), ((), ()), ("w",) * 3, 5], ids=repr)
def test_values_that_are_no_box(value: Any) -> None:
    """Other shapes are refused, with both shapes that are read."""
    expected = "expected '2x2xw', or heights like (('w2', 'w'), ('w', 'w')) or ('w2', 'w', 'w', 'w')"
    with pytest.raises(InvalidPosition) as refused:
        OrdinalBox.of(value)
    assert str(refused.value) == f"not a box: {value!r}; {expected}"
