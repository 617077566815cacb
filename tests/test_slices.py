"""Slices: the rules of implied winners, against the moves of the game."""

import pytest

from tests.support import brute_force
from zchomp.results import Claim
from zchomp.errors import InvalidSlice
from zchomp.position import Position
from zchomp.slices import Slice, below, closure, corners, dependency_order, locate, lower


@pytest.mark.parametrize("rows", [2, 3, 4, 5])
def test_locate_inverts_position(rows: int) -> None:
    """Every position has one slice and one pair of coordinates."""
    for shape in brute_force(rows, 4):
        position = Position(shape)
        slice_, a, b = locate(position)
        assert slice_.position(a, b) == position
        assert slice_.width == (position.rows[2] if len(position.rows) > 2 else 0)


def test_below_is_what_chomping_the_tail_reaches() -> None:
    """The tails below are those of the moves from row 3 on, for every shape of five rows."""
    for shape in brute_force(5, 4):
        position = Position(shape)
        slice_, _, _ = locate(position)
        reached = {locate(position.chomp(move))[0] for move in position.moves() if move.row >= 3}
        assert set(below(slice_)) == reached


def test_corners_are_what_chomping_row_two_into_the_tail_reaches() -> None:
    """The corners are the tails of the moves in row 2 that leave it shorter than the third row was."""
    for shape in brute_force(4, 5):
        position = Position(shape)
        slice_, _, _ = locate(position)
        moves = [move for move in position.moves() if move.row == 2 and move.column <= slice_.width]
        assert [(move.column - 1, locate(position.chomp(move))[0]) for move in moves] == list(corners(slice_))


def test_lower() -> None:
    """Lower are the same tail's slices of smaller nim-value."""
    assert list(lower(Slice((3,), 2))) == [Slice((3,), 0), Slice((3,), 1)]


@pytest.mark.parametrize(("rows", "upto", "nim"), [(2, 0, 3), (3, 5, 2), (4, 4, 1), (5, 3, 0)])
def test_dependency_order(rows: int, upto: int, nim: int) -> None:
    """Every slice comes once, after everything that it depends on, and the claim knows how many there are."""
    seen: set[Slice] = set()
    for slice_ in dependency_order(rows, upto, nim):
        needed = {*below(slice_), *lower(slice_), *(corner for _, corner in corners(slice_))}
        assert needed <= seen
        assert slice_ not in seen
        seen.add(slice_)
    assert len(seen) == Claim(rows, nim, upto).count()


def test_closure_holds_all_that_is_needed() -> None:
    """The closure of a slice is closed under dependency and ends with the slice."""
    slices = closure(Slice((4, 2, 1), 1))
    assert slices[-1] == Slice((4, 2, 1), 1)
    for number, slice_ in enumerate(slices):
        needed = {*below(slice_), *lower(slice_), *(corner for _, corner in corners(slice_))}
        assert needed <= set(slices[:number])


@pytest.mark.parametrize(
    ("tail", "nim"), [((1, 2), 0), ((-1,), 0), ((2, -1), 0), ((1.5,), 0), ((1,), -1), ((1,), True)]
)
def test_bad_slices(tail: tuple[int, ...], nim: int) -> None:
    """A slice that exists is valid."""
    with pytest.raises(InvalidSlice, match="got"):
        Slice(tail, nim)


@pytest.mark.parametrize(("rows", "upto", "nim"), [(1, 0, 0), (3, -1, 0), (3, 0, -1), (2, 1, 0)])
def test_bad_claims(rows: int, upto: int, nim: int) -> None:
    """A claim that exists is valid."""
    with pytest.raises(InvalidSlice, match="expected"):
        Claim(rows, nim, upto)


@pytest.mark.parametrize(("rows", "upto", "nim"), [(1, 0, 0), (3, -1, 0), (3, 0, -1)])
def test_bad_families(rows: int, upto: int, nim: int) -> None:
    """There is no such family of slices."""
    with pytest.raises(InvalidSlice, match="expected"):
        list(dependency_order(rows, upto, nim))
