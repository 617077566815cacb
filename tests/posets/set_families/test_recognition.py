"""Families of sets and their search, against the search in plain Python and published values."""

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.posets.orders import moves, solved
from zchomp.core import memory
from zchomp.core.answers import Outcome
from zchomp.core.numbers import members
from zchomp.errors import TooLarge
from zchomp.posets import set_kernels as kernel
from zchomp.posets.families import bar, boolean, chains, graph, subsets
from zchomp.posets.poset import Poset, family_of, sets_of
from zchomp.posets.search import PosetGame
from zchomp.posets.set_kernels import renumbered
from zchomp.posets.set_tables import FamilySearch

POINTS = [1 << point for point in range(7)]
facets = st.lists(st.integers(1, 31), min_size=1, max_size=6)


def closed(sets: list[int]) -> list[int]:
    """Some sets of points, with all their nonempty subsets."""
    return sorted({part for one in sets for part in range(1, one + 1) if part & one == part})


def order_of(sets: list[int]) -> Poset:
    """The order of sets by inclusion."""
    return Poset.from_order({str(one): one for one in sets}, lambda a, b: a != b and a & b == a)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 127).filter(lambda one: one.bit_count() <= 3), max_size=5))
def test_outcomes(chosen: list[int]) -> None:
    """A random family of 7 points is lost if and only if the search in plain Python agrees."""
    sets = closed([*POINTS, *chosen])
    game = PosetGame(order_of(sets))
    assert FamilySearch(most=1000).is_lost(family_of(sets)) == game.is_lost(game.start)


@settings(max_examples=60, deadline=None)
@given(facets, st.permutations(range(7)))
def test_renumbered_points(chosen: list[int], order: list[int]) -> None:
    """Renumbering is a bijection of points, and unused points come last."""
    sets = closed(chosen)
    found, numbers = renumbered(family_of(sets))
    assert sorted(numbers) == list(range(7))
    back = {new: 1 << old for new, old in enumerate(numbers.tolist())}
    kept = {sum(back[i] for i in range(7) if one >> i & 1) for one in members(found[0] | found[1] << 64)}
    assert kept == set(sets)
    assert found[1] == 0
    moved = [sum(1 << order[i] for i in range(7) if one >> i & 1) for one in sets]
    again, _ = renumbered(family_of(moved))
    assert (again[0].bit_count(), again[1]) == (found[0].bit_count(), 0)


@settings(max_examples=30, deadline=None)
@given(facets, st.sampled_from(list(combinations(range(7), 2))))
def test_the_plain_body(chosen: list[int], pair: tuple[int, int]) -> None:
    """Exchanging two points gives the same in plain Python, compiled, and by the definition."""
    low, high = map(np.uint64, family_of(closed(chosen)))
    plain = getattr(kernel.exchange, "py_func", kernel.exchange)
    expected = [int(word) for word in kernel.exchange(low, high, *pair)]
    assert [int(word) for word in plain(low, high, *pair)] == expected
    by_definition = [
        sum(1 << pair[::-1][pair.index(i)] if i in pair else 1 << i for i in range(7) if one >> i & 1)
        for one in closed(chosen)
    ]
    assert family_of(sorted(by_definition)) == tuple(expected)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 127), min_size=1, max_size=5), st.sampled_from(list(combinations(range(7), 2))))
def test_keys_depend_on_the_family_alone(chosen: list[int], pair: tuple[int, int]) -> None:
    """If two points are exchanged, so are their keys, and those of all other points are the same."""
    low, high = map(np.uint64, family_of(closed(chosen)))
    order = [pair[::-1][pair.index(i)] if i in pair else i for i in range(7)]
    with np.errstate(over="ignore"):
        before, after = kernel.keys(low, high), kernel.keys(*map(np.uint64, kernel.exchange(low, high, *pair)))
    assert [key[order].tolist() for key in before] == [key.tolist() for key in after]


def test_symmetric_families_are_one() -> None:
    """A family whose points are all alike is the same however its points are numbered: a circuit of 5."""
    found = set()
    for order in permutations(range(5)):
        edges = [1 << order[i] | 1 << order[i - 1] for i in range(5)]
        found.add(renumbered(family_of([*(1 << i for i in range(5)), *edges]))[0])
    assert len(found) == 1


@pytest.mark.parametrize(
    ("n", "upto", "outcome"), [(6, 5, Outcome.LOSER), (7, 4, Outcome.WINNER), (7, 5, Outcome.WINNER)]
)
def test_subsets(n: int, upto: int, outcome: Outcome) -> None:
    """Subsets of at most k of n elements: lost for (6, 5), and won for (7, 4) and (7, 5)."""
    solution = solved(subsets(n, upto))
    assert (solution.outcome, solution.missing) == (outcome, None)


def test_the_boolean_lattice_of_six() -> None:
    """Only the top wins on 6 elements, even after moves elsewhere."""
    assert moves(boolean(6)) == ("123456",)


def test_orders_that_are_not_families() -> None:
    """Bars and multigraphs are not families of sets, but a cube of chains without its poison is one."""
    for poset in (bar("3x3").poset, order_of([1, 2, 4, 7])):
        assert sets_of(poset, poset.everything()) is None
    twice = Poset.from_covers(["a", "b", "x", "y"], [("a", "x"), ("b", "x"), ("a", "y"), ("b", "y")])
    assert sets_of(twice, twice.everything()) is None
    assert sets_of(graph("path", 8).poset, graph("path", 8).poset.everything()) is None
    cube = chains((2, 2, 2)).poset
    found = sets_of(cube, cube.everything() & ~1)
    assert found is not None
    assert sorted(found.values()) == list(range(1, 8))


def test_the_search_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that would take too many families, or more memory than is free, says so."""
    sets = [one for one in range(1, 128) if one.bit_count() <= 3]
    with pytest.raises(TooLarge, match="5 families of 7 points did not settle it"):
        FamilySearch(most=5).is_lost(family_of(sets))
    monkeypatch.setattr(memory, "available", lambda: 1000)
    with pytest.raises(TooLarge, match="a table of all families of 6 points needs about"):
        FamilySearch(most=5)
