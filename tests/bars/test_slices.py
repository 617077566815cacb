"""Slices: the rules of implied winners, against the moves of the game."""

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import brute_force, positions
from zchomp.bars.position import Position
from zchomp.bars.results import Claim
from zchomp.bars.slices import Slice, SliceLike, below, closure, corners, dependency_order, locate, lower
from zchomp.errors import InvalidSlice, quote


def test_below_lists_moves_in_the_tail() -> None:
    """The tails below are those of the moves from row 3 on, for every shape of five rows."""
    for shape in brute_force(5, 4):
        position = Position(shape)
        slice_, _, _ = locate(position)
        reached = {locate(position.chomp(move))[0] for move in position.moves() if move.row >= 3}
        assert set(below(slice_)) == reached


def test_corners_list_moves_of_row_two_into_the_tail() -> None:
    """The corners are the tails of the moves in row 2 that leave it shorter than the third row."""
    for shape in brute_force(4, 5):
        position = Position(shape)
        slice_, _, _ = locate(position)
        moves = [move for move in position.moves() if move.row == 2 and move.column <= slice_.width]
        assert [(move.column - 1, locate(position.chomp(move))[0]) for move in moves] == list(corners(slice_))


def test_lower_slices_have_smaller_nim_values() -> None:
    """The lower slices are those of the same tail with smaller nim-values."""
    assert list(lower(Slice((3,), 2))) == [Slice((3,), 0), Slice((3,), 1)]


@pytest.mark.parametrize(("rows", "upto", "nim"), [(2, 0, 3), (3, 5, 2), (4, 4, 1), (5, 3, 0)])
def test_dependency_order(rows: int, upto: int, nim: int) -> None:
    """Every slice comes once, after everything that it depends on, and the claim knows their number."""
    seen: set[Slice] = set()
    for slice_ in dependency_order(rows, upto, nim):
        needed = {*below(slice_), *lower(slice_), *(corner for _, corner in corners(slice_))}
        assert needed <= seen
        assert slice_ not in seen
        seen.add(slice_)
    assert len(seen) == Claim(rows=rows, nim=nim, upto=upto).count()


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
    """An invalid slice is refused."""
    with pytest.raises(InvalidSlice, match="got"):
        Slice(tail, nim)


@pytest.mark.parametrize(("rows", "upto", "nim"), [(1, 0, 0), (3, -1, 0), (3, 0, -1), (2, 1, 0)])
def test_bad_claims(rows: int, upto: int, nim: int) -> None:
    """An invalid claim is refused."""
    with pytest.raises(InvalidSlice, match="must "):
        Claim(rows=rows, nim=nim, upto=upto)


@pytest.mark.parametrize(("rows", "upto", "nim"), [(1, 0, 0), (3, -1, 0), (3, 0, -1)])
def test_bad_families(rows: int, upto: int, nim: int) -> None:
    """An invalid family of slices is refused."""
    with pytest.raises(InvalidSlice, match="expected"):
        list(dependency_order(rows, upto, nim))


FORMS: dict[tuple[int, ...], list[SliceLike]] = {
    (4, 2): [
        Slice((4, 2)),
        "(4,2)",
        "4,2",
        "4 2",
        "[2,2]",
        " ( 4 , 2 , 0 ) ",
        (4, 2),
        (numpy.int8(4), numpy.uint64(2)),
    ],
    (4, 4, 1): ["4^2,1"],
    (5,): [5, numpy.int64(5), "(5)", (5,)],
    (): [0, (), "(0)", "[0]", (0, 0)],
}


@pytest.mark.parametrize(("tail", "value"), [(tail, value) for tail in FORMS for value in FORMS[tail]], ids=repr)
def test_of_takes_all_forms(tail: tuple[int, ...], value: SliceLike) -> None:
    """A slice, a third row, a tail and its text in either notation are all accepted, with Python integers."""
    found = Slice.of(value)
    assert found == Slice(tail)
    assert [type(length) for length in found.tail] == [int] * len(tail)
    assert type(found.nim) is int


def test_of_keeps_the_nim_value() -> None:
    """A slice keeps its nim-value, a third row is a slice of losers, and a slice is built from a tuple."""
    assert Slice.of(Slice((4,), nim=3)) == Slice((4,), nim=3)
    assert Slice((4,), numpy.int64(3)) == Slice((4,), nim=3)  # type: ignore[arg-type]
    assert Slice.of(4).nim == 0
    with pytest.raises(InvalidSlice, match=r"\(Slice\.of takes a third row or text\), got 5"):
        Slice(5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "value",
    [
        *(None, True, False, 5.0, b"(4,2)", bytearray(b"\4\2"), object, {4, 2}, {4: 1, 2: 1}, -1, numpy.bool_(True)),
        *((4, True), (4.0, 2), (4, None), ("4", "2"), ((4,), 2), (2, 4), (4, -1), (10**4000,), 10**5000, -(10**5000)),
        *("4;2", "(4,2", "()", "", "(2,4)", "[2,-1]", "c = 4", "(" + "9" * 5000 + ")"),
    ],
    ids=lambda value: f"{type(value).__name__} {quote(value, 30)}",
)
def test_of_refuses_in_one_short_line(value: object) -> None:
    """Anything else is refused, in one line of reasonable length."""
    with pytest.raises(InvalidSlice) as caught:
        Slice.of(value)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_names_of_slices() -> None:
    """A slice is named by its third row, or its tail if that is longer, and by its nim-value if that is not 0."""
    assert str(Slice((5,))) == "slice c = 5"
    assert str(Slice()) == "slice c = 0"
    assert str(Slice((4, 2))) == "slice with tail (4, 2)"
    assert str(Slice((4, 2), nim=3)) == "slice with tail (4, 2), nim-value 3"
    assert len(str(Slice((10**3000, 7), nim=10**3000))) < 200


@given(positions)
def test_a_position_is_in_one_slice(position: Position) -> None:
    """Any position is determined by its slice and its coordinates, and its tail is the rows from the third on."""
    slice_, a, b = locate(position)
    assert slice_.position(a, b) == position
    assert (slice_.tail, slice_.width, slice_.nim) == (position.rows[2:], (*position.rows, 0, 0)[2], 0)


@given(st.integers(2, 6), st.integers(0, 6), st.integers(0, 4), st.integers(0, 300))
def test_a_claim_knows_whether_it_is_large(rows: int, upto: int, nim: int, most: int) -> None:
    """A claim is within a number of slices if and only if the count of its slices is."""
    claim = Claim(rows=rows, nim=nim, upto=upto if rows > 2 else 0)
    assert claim.is_within(most) == (claim.count() <= most)
    assert claim.count() == sum(1 for _ in claim.slices())
