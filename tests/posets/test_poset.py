"""Posets and Chomp on them, against brute force that shares no code with the search."""

import ast
import inspect
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.posets.orders import as_set, dags, down_sets, naive_values, solved
from zchomp import posets
from zchomp.core.answers import Outcome, Unknown
from zchomp.core.limits import POSET_ELEMENTS
from zchomp.errors import InvalidPoset, TooLarge
from zchomp.posets.families import PosetBoard, bar, boolean, graph, projective, subsets
from zchomp.posets.poset import Poset
from zchomp.posets.search import PosetGame, SearchSize, count_down_sets, form, largest_group
from zchomp.posets.solving import solve


@pytest.mark.parametrize("with_forms", [False, True])
@given(dag=dags())
def test_search_against_brute_force(with_forms: bool, dag: "nx.DiGraph[str]") -> None:
    """Outcome, winning moves and nim-value are right for every position of a random poset, with and without forms."""
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
    """Two positions of the same form are isomorphic as orders, by networkx, so a form may stand for a position."""
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
    """The count is exact, or marked as a lower bound, and the bound on automorphisms is a bound."""
    poset = Poset.from_networkx(dag)
    everything = poset.everything()
    number = sum(1 for _ in down_sets(poset))
    assert count_down_sets(poset, everything) == (number, True)
    bound, exact = count_down_sets(poset, everything, steps=2)
    assert bound == number if exact else bound <= number
    matcher = nx.isomorphism.DiGraphMatcher(poset.hasse(), poset.hasse())
    assert sum(1 for _ in matcher.isomorphisms_iter()) <= largest_group(poset, everything)


def test_dedekind_numbers() -> None:
    """The down-sets of Boolean lattices are counted by Dedekind's numbers, minus one without the empty set."""
    counts = [count_down_sets(poset, poset.everything()) for poset in (boolean(n).poset for n in range(1, 7))]
    assert counts == [(n - 1, True) for n in (3, 6, 20, 168, 7581, 7828354)]
    assert [largest_group(poset, poset.everything()) for poset in (boolean(n).poset for n in (3, 4, 5))] == [6, 24, 120]


def test_a_poisoned_minimum() -> None:
    """Chomp with a poisoned minimum is Chomp on the rest. Without poison, taking the minimum wins."""
    board = bar("3x4").poset
    poisoned, plain = PosetGame(board, poisoned=True), PosetGame(board)
    others = board.part(board.everything() & ~1)
    assert poisoned.nim_value(poisoned.start) == PosetGame(others).nim_value(others.everything())
    assert plain.winning_moves(plain.start) & 1
    with pytest.raises(InvalidPoset, match="smallest element"):
        PosetGame(Poset.from_covers("ab", []), poisoned=True)
    with pytest.raises(InvalidPoset, match="'1,1' is the poison and cannot be taken"):
        solve(bar("3x4"), after=("1,1",))


def test_a_search_ends_at_its_budget() -> None:
    """A search with a budget stops there, without an answer."""
    game = PosetGame(boolean(4).poset, max_positions=5)
    with pytest.raises(TooLarge, match="5 positions"):
        game.is_lost(game.start)


def test_too_large_for_a_search() -> None:
    """If neither a short search nor symmetry decides, the answer is unknown, with an estimate of the size."""
    answer = solve(subsets(8, 5), effort=0.5)
    assert isinstance(answer, Unknown)
    assert re.search(r"more than [0-9^]+ positions up to symmetry, too many to search, .*by symmetry", answer.reason)
    assert answer.reason.endswith("; try a smaller poset")
    assert "--" not in answer.reason
    complete = graph("K8").poset
    assert SearchSize.of(complete, complete.everything()) == (7098, True, True)


def test_long_games() -> None:
    """A game may last as long as the poset has elements: Python's recursion limit is raised for it, and restored."""
    usual = sys.getrecursionlimit()
    broom = Poset.from_covers(["0", *map(str, range(1, 61))], [("0", str(i)) for i in range(1, 61)])
    sys.setrecursionlimit(len(inspect.stack()) + 55)
    try:
        lower = sys.getrecursionlimit()
        solution = solved(PosetBoard("file", "a broom", broom), nim=True)
        assert sys.getrecursionlimit() == lower
        game = PosetGame(broom)
        with pytest.raises(RecursionError):
            game.nim_value(game.start)
    finally:
        sys.setrecursionlimit(usual)
    assert solution.outcome is Outcome.WINNER
    assert solution.missing is None


def test_graphs_of_any_nodes() -> None:
    """Nodes may be anything that networkx takes, and are named by their text. Node and edge data are ignored."""
    order: nx.DiGraph[object] = nx.DiGraph()
    order.add_node((0, 1), colour="red")
    order.add_edge((0, 1), frozenset([7]), weight=3)
    order.add_edge(2, (0, 1))
    assert Poset.from_networkx(order) == Poset(("2", "(0, 1)", "frozenset({7})"), (0, 1, 3))


def test_nim_values_that_are_not_known() -> None:
    """A nim-value that would take too long is Unknown, with the reason. If it was not requested, it is None."""
    for board in (projective(3), graph("K10")):
        asked = solved(board, nim=True, effort=0.5)
        assert asked.outcome is Outcome.WINNER
        assert isinstance(asked.nim_value, Unknown)
        assert "did not settle it" in asked.nim_value.reason
    assert solved(bar("3x3"), nim=True).nim_value == 5
    assert solved(bar("3x3")).nim_value is None
    assert solved(graph("cycle", 6)).nim_value == 0


def test_no_message_names_an_option() -> None:
    """The library is independent of the command line: no text in its code names an option, but for words."""
    texts = []
    for path in {*Path(posets.__file__).parent.glob("*.py")} - {Path(posets.__file__).with_name("words.py")}:
        tree = ast.parse(path.read_text())
        documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in documents)
        texts += [node.value for node in constants if isinstance(node.value, str)]
    assert len(texts) > 100
    assert [text for text in texts if re.search(r"--[a-z]", text)] == []


LONG, ODD = ["x" * 9000, "y" * 9000], ["a\nb", "\x1b[2J"]


def pair(names: Sequence[str]) -> Poset:
    """An order in which the first name is below the second."""
    return Poset.from_covers(names, [(names[0], names[1])])


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Poset.from_covers("abc", [("a", "b"), ("b", "c"), ("c", "a")]), "a < b < c < a is a cycle"),
        (lambda: Poset.from_covers("a", [("a", "a")]), "a < a is a cycle"),
        (lambda: Poset.from_covers("", []), "at least one element"),
        (lambda: Poset.from_covers(map(str, range(POSET_ELEMENTS + 1)), []), str(POSET_ELEMENTS + 1)),
        (lambda: Poset.from_covers("ab", [("a", "c")]), "names 'c', which is not an element"),
        (lambda: Poset.from_covers("aba", [("a", "b")]), "two elements have the name 'a'"),
        (lambda: Poset(("a", "b", "c"), (0, 1, 2)), "not an order"),
        (lambda: Poset(("a", "a"), (0, 0)), "two elements have the name 'a'"),
        (lambda: Poset(("a",), (0, 0)), "1 elements and 2 sets"),
        (lambda: Poset((5,), (0,)), "5 is not a valid name"),  # type: ignore[arg-type]
        (lambda: Poset.from_networkx(nx.path_graph(3)), "expected a networkx.DiGraph, .*, got Graph"),
        (lambda: Poset.from_networkx(nx.MultiDiGraph([(1, 2), (1, 2)])), "got MultiDiGraph"),
        (lambda: Poset.from_networkx(nx.MultiGraph([(1, 2)])), "got MultiGraph"),
        (lambda: Poset.from_networkx([("a", "b")]), "got list"),
        (lambda: Poset.from_networkx(nx.DiGraph([(1, "1")])), "two elements have the name '1'"),
        (lambda: Poset.from_networkx(nx.DiGraph([("a", "\ud800")])), "expected text"),
        (lambda: Poset.from_networkx(nx.DiGraph()), "at least one element"),
        (lambda: Poset.from_networkx(nx.DiGraph([LONG, LONG[::-1]])), r"xxx\.\.\. < .* is a cycle"),
        (lambda: Poset.from_networkx(nx.DiGraph([ODD, ODD[::-1]])), r"'a\\nb' < .* is a cycle"),
        *((lambda names=names: pair(names).find("z" * 9000), "9000") for names in ("abcdefghij", LONG, ODD)),
        *(
            (lambda names=names: solve(pair(names), after=list(names[:2])), "has been taken already")
            for names in ("abcdefghij", LONG, ODD)
        ),
    ],
)
def test_refusals(make: Callable[[], object], words: str) -> None:
    """Anything that is not an order, or not in it, is refused in a short line that quotes it or shows the cycle."""
    with pytest.raises((InvalidPoset, TooLarge), match=words) as caught:
        make()
    assert len(str(caught.value)) < 300
    assert str(caught.value).isprintable()
