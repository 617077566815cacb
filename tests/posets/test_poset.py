"""Posets and Chomp on them, against brute force that shares no code with the search."""

import inspect
import sys
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zchomp.errors import InvalidPoset, TooLarge
from zchomp.posets.families import Board, bar, boolean, graph
from zchomp.posets.search import PosetGame, count_down_sets, estimate_positions, form, largest_group
from zchomp.posets.poset import MAX_ELEMENTS, Poset, members
from zchomp.posets.solution import solve_board
from zchomp.position import Outcome, mex


@st.composite
def dags(draw: st.DrawFn, most: int = 7) -> "nx.DiGraph[str]":
    """A directed acyclic graph, its vertices in any order."""
    names = draw(st.permutations([chr(ord("a") + i) for i in range(draw(st.integers(1, most)))]))
    edges = draw(st.sets(st.sampled_from(list(combinations(names, 2)) or [("a", "a")])))
    dag: nx.DiGraph[str] = nx.DiGraph()
    dag.add_nodes_from(sorted(names))
    dag.add_edges_from(edge for edge in edges if edge[0] != edge[1])
    return dag


def naive_values(dag: "nx.DiGraph[str]") -> dict[frozenset[str], int]:
    """The nim-value of every position that play can reach, by the definition, on sets of names."""
    larger = {x: frozenset(nx.descendants(dag, x)) | {x} for x in dag}
    values: dict[frozenset[str], int] = {}

    @cache
    def value(left: frozenset[str]) -> int:
        values[left] = mex({value(left - larger[x]) for x in left})
        return values[left]

    value(frozenset(dag))
    return values


def down_sets(poset: Poset) -> Iterator[int]:
    """All down-sets, by trying all sets."""
    for chosen in range(1 << len(poset)):
        if all(poset.below[x] & ~chosen == 0 for x in members(chosen)):
            yield chosen


def as_set(poset: Poset, names: frozenset[str]) -> int:
    """A set of names as a set of numbers."""
    return sum(1 << poset.find(name) for name in names)


@pytest.mark.parametrize("with_forms", [False, True])
@given(dag=dags())
def test_search_against_brute_force(with_forms: bool, dag: "nx.DiGraph[str]") -> None:
    """Outcome, all winning moves and nim-value of every position of a random poset, with and without forms."""
    poset, values = Poset.from_networkx(dag), naive_values(dag)
    game = PosetGame(poset)
    game.__dict__["is_symmetric"] = with_forms
    for names, value in values.items():
        left = as_set(poset, names)
        assert game.is_lost(left) == (value == 0)
        assert game.nim_value(left) == value
        lost = {x for x in names if values[names - nx.descendants(dag, x) - {x}] == 0}
        assert set(poset.names(game.winning_moves(left))) == lost


@given(dag=dags())
def test_order_is_reachability(dag: "nx.DiGraph[str]") -> None:
    """The order of a poset is that of paths in the graph, and its Hasse diagram is the transitive reduction."""
    poset = Poset.from_networkx(dag)
    for x, name in enumerate(poset.elements):
        assert set(poset.names(poset.above[x])) == nx.descendants(dag, name) | {name}
        assert set(poset.names(poset.below[x])) == nx.ancestors(dag, name)
    assert set(poset.hasse().edges) == set(nx.transitive_reduction(dag).edges)
    assert Poset.from_networkx(poset.hasse()) == poset


@given(dag=dags(6))
def test_equal_forms_are_isomorphic(dag: "nx.DiGraph[str]") -> None:
    """Two positions of one form are isomorphic as orders, by networkx; so a form may stand for a position."""
    poset = Poset.from_networkx(dag)
    first: dict[object, int] = {}
    for left in down_sets(poset):
        other = first.setdefault(form(poset, left), left)
        assert nx.is_isomorphic(poset.part(left).hasse(), poset.part(other).hasse())


@given(dag=dags(6), names=st.permutations("uvwxyz"))
def test_forms_do_not_depend_on_names(dag: "nx.DiGraph[str]", names: list[str]) -> None:
    """Renaming and renumbering the elements of a small poset does not change its form."""
    renamed = nx.relabel_nodes(dag, dict(zip(dag, names, strict=False)))
    reordered: nx.DiGraph[str] = nx.DiGraph()
    reordered.add_nodes_from(sorted(renamed))
    reordered.add_edges_from(renamed.edges)
    one, two = Poset.from_networkx(dag), Poset.from_networkx(reordered)
    assert form(one, one.everything()) == form(two, two.everything())


@given(dag=dags())
def test_counting_down_sets(dag: "nx.DiGraph[str]") -> None:
    """The count is exact, or a lower bound and said to be one; the bound for automorphisms is one."""
    poset = Poset.from_networkx(dag)
    everything = poset.everything()
    number = sum(1 for _ in down_sets(poset))
    assert count_down_sets(poset, everything) == (number, True)
    bound, exact = count_down_sets(poset, everything, steps=2)
    assert bound == number if exact else bound <= number
    matcher = nx.isomorphism.DiGraphMatcher(poset.hasse(), poset.hasse())
    assert sum(1 for _ in matcher.isomorphisms_iter()) <= largest_group(poset, everything)


def test_dedekind_numbers() -> None:
    """The down-sets of Boolean lattices are counted by Dedekind's numbers, less one without the empty set."""
    counts = [count_down_sets(poset, poset.everything()) for poset in (boolean(n).poset for n in range(1, 7))]
    assert counts == [(n - 1, True) for n in (3, 6, 20, 168, 7581, 7828354)]
    assert [largest_group(poset, poset.everything()) for poset in (boolean(n).poset for n in (3, 4, 5))] == [6, 24, 120]


def test_poison() -> None:
    """Chomp with a poisoned minimum is Chomp on the others; without poison, taking the minimum wins."""
    board = bar("3x4").poset
    poisoned, plain = PosetGame(board, poisoned=True), PosetGame(board)
    others = board.part(board.everything() & ~1)
    assert poisoned.nim_value(poisoned.start) == PosetGame(others).nim_value(others.everything())
    assert plain.winning_moves(plain.start) & 1
    with pytest.raises(InvalidPoset, match="smallest element"):
        PosetGame(Poset.from_covers("ab", []), poisoned=True)
    with pytest.raises(InvalidPoset, match="'1,1' cannot be picked"):
        solve_board(bar("3x4"), after=("1,1",))


def test_what_is_not_a_poset() -> None:
    """Cycles are shown, loops are cycles, and neither nothing nor too much is a poset."""
    with pytest.raises(InvalidPoset, match="a < b < c < a is a cycle"):
        Poset.from_covers("abc", [("a", "b"), ("b", "c"), ("c", "a")])
    with pytest.raises(InvalidPoset, match="a < a is a cycle"):
        Poset.from_covers("a", [("a", "a")])
    with pytest.raises(InvalidPoset, match="at least one element"):
        Poset.from_covers("", [])
    with pytest.raises(TooLarge, match=str(MAX_ELEMENTS + 1)):
        Poset.from_covers(map(str, range(MAX_ELEMENTS + 1)), [])
    with pytest.raises(InvalidPoset, match="not an order"):
        Poset(("a", "b", "c"), (0, 1, 2))
    with pytest.raises(InvalidPoset, match="names of their own"):
        Poset(("a", "a"), (0, 0))


def test_budget() -> None:
    """A search with a budget ends there, and says nothing."""
    game = PosetGame(boolean(4).poset, budget=5)
    with pytest.raises(TooLarge, match="5 positions"):
        game.is_lost(game.start)


def test_too_large_for_a_search() -> None:
    """What neither a short search nor symmetry decides is refused with an estimate, one up to symmetry."""
    with pytest.raises(TooLarge, match=r"more than [0-9]+ positions, .* --force"):
        solve_board(boolean(7))
    complete = graph("K8").poset
    assert estimate_positions(complete, complete.everything()) == (7098, True)


def test_long_games() -> None:
    """A game may last as long as the poset has elements: Python's limit of recursion is raised for it, and put back."""
    usual = sys.getrecursionlimit()
    broom = Poset.from_covers(["0", *map(str, range(1, 61))], [("0", str(i)) for i in range(1, 61)])
    sys.setrecursionlimit(len(inspect.stack()) + 55)
    try:
        lower = sys.getrecursionlimit()
        solution = solve_board(Board("file", "a broom", broom), nim=True)
        assert sys.getrecursionlimit() == lower
        game = PosetGame(broom)
        with pytest.raises(RecursionError):
            game.nim_value(game.start)
    finally:
        sys.setrecursionlimit(usual)
    assert solution.outcome is Outcome.WINNER
    assert solution.complete
