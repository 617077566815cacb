"""Positions inside products of chains: bars and solid bars under other names."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.posets.orders import moves, solved
from zchomp import solid
from zchomp.bars.position import Position
from zchomp.bars.solving import solve as solve_bar
from zchomp.bars.theorems import TOWERS
from zchomp.core.answers import Answer, Source, Unknown, in_order
from zchomp.core.numbers import members
from zchomp.posets.families import PosetBoard, bar, boolean, chains, divisors, graph, platonic
from zchomp.posets.poset import Poset
from zchomp.posets.search import PosetGame
from zchomp.posets.theorems import as_solid, coordinates
from zchomp.solid.position import SolidPosition

BOXES = [*map(chains, ("2x2x4", "4x2x2", "3x2x3", "5x1x2")), divisors(120), divisors(180)]


@pytest.mark.parametrize("board", BOXES, ids=lambda board: board.title)
def test_boxes_against_search(board: PosetBoard) -> None:
    """In some positions of small boxes, and of orders like them, the moves are those of a search of the order."""
    game, random = PosetGame(board.poset, poisoned=True), Random(1)
    for _ in range(12):
        taken: list[str] = []
        left = game.start
        while left:
            found = solved(board, taken, nim=True)
            assert found.bar is not None or found.theorem is not None
            assert (found.winning, found.nim_value) == (game.winning_moves(left), game.nim_value(left))
            x = random.choice(list(members(left)))
            taken.append(board.poset.elements[x])
            left &= ~board.poset.above[x]


@pytest.mark.parametrize("size", ["3x4x8", "6x5x3", "2x2x60"])
def test_one_answer_for_a_box(size: str) -> None:
    """A product of three chains has the moves, the sources and the advice of the solid bar, at the same price."""
    known, box = solved(chains(size), effort=10), solid.solve(size, effort=10)
    assert not isinstance(box, Unknown)
    assert known.known_winning_moves == tuple(",".join(map(str, cube)) for cube in box.known_winning_moves)
    assert (known.missing, known.sources) == (None, box.sources)
    refused, other = solved(chains("3x5x6"), effort=0.1), solid.solve("6x5x3", effort=0.1)
    assert refused.missing is not None
    assert isinstance(other, Unknown)
    assert refused.missing.effort == other.effort


def test_large_towers() -> None:
    """The corner is the only winning opening of 2 x 2 x 100, and other moves have answers."""
    solution = solved(chains((2, 2, 100)))
    assert (solution.winning_moves, solution.missing) == (("1,1,99",), None)
    assert (solution.theorem, solution.sources) == (TOWERS, (Source.THEOREM,))
    assert moves(chains((2, 2, 100)), after=["0,1,40"]) == ("1,0,59",)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 5), min_size=1, max_size=4), st.randoms())
def test_bars_under_any_name(rows: list[int], random: Random) -> None:
    """A bar whose squares have other names and another order is recognised, up to turning it."""
    position = Position(tuple(sorted(rows, reverse=True)))
    poset = bar(position).poset
    names = [str(x) for x in range(len(poset))]
    random.shuffle(names)
    again = Poset.from_covers(sorted(names), [(names[x], names[y]) for x, y in poset.covers()])
    found = as_solid(again, again.everything())
    assert found is not None
    assert found[0].size[2] == 1
    assert Position(tuple(map(sum, found[0].heights))) in (position, position.transpose())
    game = PosetGame(again, poisoned=True)
    wins = PosetGame(again, poisoned=True).winning_moves(game.start)
    assert solved(PosetBoard("file", "a bar", again, poisoned=True)).winning == wins


@pytest.mark.parametrize("board", [chains((7, 3)), divisors(2**6 * 5**2), bar("3x7")], ids=lambda board: board.title)
def test_bars_are_answered_as_bars(board: PosetBoard) -> None:
    """Products of two chains, divisors of numbers with two primes, and bars get one answer, from the same sources."""
    expected, found = solve_bar("3x7"), solved(board, nim=True)
    assert isinstance(expected, Answer)
    value, sources = expected.nim_value, expected.valued_by
    assert solved(board).sources == expected.sources
    assert found.sources == in_order([*expected.sources, *sources])
    assert found.nim_value == value == 13
    left = [board.poset.find(move) for move in found.known_winning_moves]
    assert [(found.left & ~board.poset.above[x]).bit_count() for x in left] == [
        expected.position.chomp(move).squares() - 1 for move in expected.known_winning_moves
    ]


@pytest.mark.parametrize("size", ["20x20", "3x300", "2x400"])
def test_large_bars(size: str) -> None:
    """Bars beyond the reach of a search of posets have all their winning moves."""
    solution = solved(bar(size))
    assert (len(solution.known_winning_moves), solution.missing, solution.searched) == (1, None, 0)


def test_orders_that_are_not_products() -> None:
    """Orders that only resemble a product of chains have no coordinates, and four directions are not a solid bar."""
    for board in (platonic("cube"), graph("K4"), boolean(3)):
        assert coordinates(board.poset, board.poset.everything()) is None
    missing = Poset.from_covers("oabcx", [*zip("oooab", "abcxx", strict=True)])
    assert coordinates(missing, missing.everything()) is not None
    twice = Poset.from_covers("oabxy", [*zip("ooabab", "abxxyy", strict=True)])
    assert coordinates(twice, twice.everything()) is None
    unequal = Poset.from_covers(
        "oabcde", [*zip("ooaabbd", "abcecde", strict=True)]
    )  # c, at (1, 1), is not below e, at (1, 2)
    assert coordinates(unequal, unequal.everything()) is None
    four, cube = chains((2, 2, 2, 2)).poset, chains((2, 2, 2)).poset
    assert as_solid(four, four.everything()) is None
    assert as_solid(cube, cube.everything()) == (SolidPosition(((2, 2), (2, 2))), coordinates(cube, cube.everything()))
