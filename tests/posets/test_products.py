"""Positions inside products of chains: bars under other names, and 2 x 2 x n."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.posets.orders import moves, solved
from zchomp.bars.position import Position
from zchomp.bars.solution import Solution
from zchomp.bars.solving import solve as solve_bar
from zchomp.bars.theorems import TOWERS
from zchomp.core.answers import Source, in_order
from zchomp.core.numbers import members
from zchomp.posets.families import PosetBoard, bar, boolean, chains, divisors, graph, platonic
from zchomp.posets.poset import Poset
from zchomp.posets.search import PosetGame
from zchomp.posets.theorems import as_bar, by_towers, coordinates


@pytest.mark.parametrize("n", range(1, 6))
def test_towers_against_search(n: int) -> None:
    """In every position of 2 x 2 x n, and of similar orders, the theorem finds the same moves as a search."""
    for board in (chains((2, 2, n)), chains((n, 2, 2)), divisors(3 * 5 * 2 ** (n - 1))):
        game = PosetGame(board.poset, poisoned=True)
        seen, todo = {game.start}, [game.start] if game.start else []
        while todo:
            left = todo.pop()
            found = by_towers(board.poset, left | 1)
            if as_bar(board.poset, left | 1) is None:
                assert found is not None
                assert found.winning == game.winning_moves(left)
            else:
                assert found is None
            after = {left & ~board.poset.above[x] for x in members(left)} - seen - {0}
            seen |= after
            todo += after


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
    found = as_bar(again, again.everything())
    assert found is not None
    assert found[0] in (position, position.transpose())
    game = PosetGame(again, poisoned=True)
    wins = PosetGame(again, poisoned=True).winning_moves(game.start)
    assert solved(PosetBoard("file", "a bar", again, poisoned=True)).winning == wins


@pytest.mark.parametrize("board", [chains((7, 3)), divisors(2**6 * 5**2), bar("3x7")], ids=lambda board: board.title)
def test_bars_are_answered_as_bars(board: PosetBoard) -> None:
    """Products of two chains, divisors of numbers with two primes, and bars get one answer, from the same sources."""
    expected, found = solve_bar("3x7"), solved(board, nim=True)
    assert isinstance(expected, Solution)
    value, sources = expected.ask_nim_value()
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
    """Orders that only resemble a product of chains have no coordinates, and three directions are not a bar."""
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
    cube = chains((2, 2, 2)).poset
    assert as_bar(cube, cube.everything()) is None
    assert by_towers(chains((3, 3, 2)).poset, (1 << 18) - 1) is None
