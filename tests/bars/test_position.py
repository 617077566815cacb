"""Positions, notations and moves, by the rules of the game."""

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.definition import losers_within, nim_values_within
from tests.support import brute_force, positions
from zchomp.bars.position import Move, Position, PositionLike, count_within, partitions_within
from zchomp.errors import InvalidPosition, ZchompError, quote


@pytest.mark.parametrize("rows", [(3, 4), (), (0, 0), (2, -1), (True,), (2.0, 1), ("2",)])
def test_constructor_refuses(rows: tuple[int, ...]) -> None:
    """Every position is valid: the constructor refuses anything else."""
    with pytest.raises(InvalidPosition) as caught:
        Position(rows)
    assert isinstance(caught.value, ZchompError)
    assert isinstance(caught.value, ValueError)


def test_moves_of_the_papers_example() -> None:
    """From (5, 4, 2) picking (2, 2) leaves (5, 1, 1), as [Zei01] draws it for the 4 x 3 bar."""
    assert Position((3, 3, 3, 3)).chomp((4, 3)) == Position((3, 3, 3, 2))
    assert Position((3, 3, 3, 3)).chomp((2, 2)) == Position((3, 1, 1, 1))
    assert Position((5, 4, 2)).chomp(Move(2, 2)) == Position((5, 1, 1))


@pytest.mark.parametrize("move", [(1, 1), (0, 1), (1, 0), (2, 3), (4, 1), (1, 4)])
def test_impossible_moves(move: tuple[int, int]) -> None:
    """The poison and squares outside the bar cannot be picked."""
    with pytest.raises(InvalidPosition):
        Position((3, 2, 1)).chomp(move)


def test_every_square_is_a_different_move() -> None:
    """A bar has one move for every square except the poison, and no two lead to the same position."""
    for rows in brute_force(3, 5):
        position = Position(rows)
        reached = {position.chomp(move) for move in position.moves()}
        assert len(reached) == position.squares() - 1
        assert position not in reached


def test_turning_over_keeps_the_nim_value() -> None:
    """Exchanging rows and columns gives the same game. A bar is made wide only if it has more rows than columns."""
    values = brute_force(4, 4)
    for rows, value in values.items():
        bar, turned = Position(rows), Position(rows).transpose()
        assert turned.transpose() == bar
        assert values[turned.rows + (0,) * (4 - len(turned.rows))] == value
        assert bar.wide() == (bar if bar.rows[0] >= len(bar.rows) else turned)
        assert (bar.wide() is bar) == (bar.rows[0] >= len(bar.rows))


@pytest.mark.parametrize("rows", [(), (0,), (7,), (4, 4, 4), (5, 3, 3, 1), (6, 6, 2, 0)], ids=str)
def test_partitions_are_counted(rows: tuple[int, ...]) -> None:
    """Partitions are counted correctly, within rectangles and within other limits."""
    assert count_within(rows) == len(list(partitions_within(rows)))


@pytest.mark.parametrize(
    "value",
    [
        *(Position((9, 7, 4)), "(9,7,4)", "9,7,4", "9 7 4", "9^1 1x7 4", "[4,3,2]", " ( 9, 7, 4 ) "),
        *((9, 7, 4), (9, 7, 4, 0, 0), (numpy.int64(9), numpy.uint8(7), 4)),
    ],
    ids=repr,
)
def test_of_takes_all_forms(value: PositionLike) -> None:
    """A position, its text in either notation, and its rows are all accepted, and the rows become Python integers."""
    found = Position.of(value)
    assert found == Position((9, 7, 4))
    assert [type(length) for length in found.rows] == [int] * 3
    assert (found is value) == isinstance(value, Position)


@pytest.mark.parametrize(
    "value",
    [
        *(None, True, 5, 5.0, numpy.int64(5), b"(9,7,4)", bytearray(b"\t\7"), object, Ellipsis, {9, 7}, {9: 1, 7: 2}),
        *((9, True), (9.0, 7), (9, None), ("9", "7"), ((9,), 7), [9, [7]], ()),
        *(numpy.array([9.0, 7.0]), numpy.array([[9, 7]]), numpy.array([True])),
        *((7, 9), (9, -1), (0, 0), (10**4000,), (-(10**5000),)),
        *("9;7;4", "(9,7,4", "", "(" + "9" * 5000 + ")"),
    ],
    ids=lambda value: f"{type(value).__name__} {quote(value, 30)}",
)
def test_of_refuses_in_one_short_line(value: object) -> None:
    """Anything else is refused, in one line of reasonable length."""
    with pytest.raises(InvalidPosition) as caught:
        Position.of(value)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_move_to_is_the_move_if_there_is_one() -> None:
    """The move between two small bars is found if and only if there is one."""
    bars = [Position(rows) for rows in brute_force(3, 4)] + [Position((2, 2, 1, 1)), Position((5, 1, 1, 1, 1))]
    for one in bars:
        reached = {one.chomp(move): move for move in one.moves()}
        for other in bars:
            assert one.move_to(other) == reached.get(other)


@given(positions, st.data())
def test_move_to_finds_any_move(position: Position, data: st.DataObject) -> None:
    """Whatever the size of a bar, the move that was made is found."""
    row = data.draw(st.integers(1, len(position.rows)))
    column = data.draw(st.integers(1, position.rows[row - 1]))
    if (row, column) != (1, 1):
        assert position.move_to(position.chomp((row, column))) == Move(row, column)
    assert position.move_to(position) is None


def test_losers_within_is_the_reference() -> None:
    """The losers of a small board are the positions of nim-value 0, whatever its shape."""
    for shape in ((6, 6, 6, 6), (7, 4, 4, 2), (5,), (1, 1, 1)):
        board = Position(shape)
        assert losers_within(board) == {rows for rows, value in nim_values_within(board).items() if value == 0}


def test_drawings_of_a_notebook() -> None:
    """A bar is drawn with all its squares and one poison. A large one is shown by its numbers, shortened."""
    drawn = Position((3, 2, 1))._repr_html_()
    assert drawn.count("<td") == 6
    assert drawn.count("#c00") == 1
    assert drawn.count("<tr>") == 3
    for large in (Position((41,)), Position((1,) * 41), Position((10**3000, 2))):
        assert "<td" not in large._repr_html_()
        assert len(large._repr_html_()) < 300
    assert Position((3, 2))._repr_latex_() == "$(3, 2) = [0, 2, 1]$"
