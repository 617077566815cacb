"""The theorems on nim-values of posets of any size, against a search."""

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.checker import coq_source
from tests.posets.orders import solved
from zchomp.core.answers import Outcome, Theorem
from zchomp.core.numbers import members
from zchomp.posets.families import PosetBoard, bar, boolean, chains, divisors, graph, platonic, projective, subsets
from zchomp.posets.poset import Poset
from zchomp.posets.search import PosetGame
from zchomp.posets.theorems import (
    BIPARTITE,
    COMPLETE,
    NEXT,
    PROJECTIVE,
    SMALLEST,
    STEALING,
    TREES,
    by_theorem,
    geometry_points,
    has_largest,
)
from zchomp.posets.words import poset_data, poset_text


def stated(poset: Poset, left: int) -> tuple[Theorem, int | None, int]:
    """The theorem that applies, with its nim-value and winning moves."""
    found = by_theorem(poset, left)
    assert found is not None
    return found.theorem, found.nim_value, found.winning


def searched(poset: Poset, left: int) -> tuple[int, int]:
    """The nim-value and winning moves that a search finds."""
    game = PosetGame(poset)
    return game.nim_value(left), game.winning_moves(left)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-1, 8), min_size=1, max_size=9), st.data())
def test_trees(parents: list[int], data: st.DataObject) -> None:
    """The nim-value and winning moves of a forest, and of what its moves leave, agree with a search."""
    names = [str(x) for x in range(len(parents))]
    pairs = [(str(parent % x), str(x)) for x, parent in enumerate(parents) if x and parent >= 0]
    poset = Poset.from_covers(names, pairs)
    left = poset.everything()
    while left:
        assert stated(poset, left) == (TREES, *searched(poset, left))
        left &= ~poset.above[data.draw(st.sampled_from(list(members(left))))]


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 3), st.integers(1, 3), st.data())
def test_bipartite_graphs(one: int, other: int, data: st.DataObject) -> None:
    """The same holds for the vertices and edges of bipartite graphs that are not trees in that order."""
    possible = [(f"a{i}", f"b{j}") for i in range(one) for j in range(other)]
    edges = data.draw(st.lists(st.sampled_from(possible), min_size=1, max_size=6, unique=True))
    vertices = [f"a{i}" for i in range(one)] + [f"b{j}" for j in range(other)]
    covers = [(end, f"{a}-{b}") for a, b in edges for end in (a, b)]
    poset = Poset.from_covers([*vertices, *(f"{a}-{b}" for a, b in edges)], covers)
    left = poset.everything()
    while any(poset.covered[x] for x in members(left)):
        assert stated(poset, left) == (BIPARTITE, *searched(poset, left))
        left &= ~poset.above[data.draw(st.sampled_from(list(members(left))))]


@pytest.mark.parametrize("name", ["wheel 6", "wheel 7"])
def test_other_graphs(name: str) -> None:
    """A graph that needs three colours, and is not complete, is left to the search."""
    poset = graph(*name.split()).poset
    assert by_theorem(poset, poset.everything()) is None


@pytest.mark.parametrize("n", range(4, 8))
def test_complete_graphs(n: int) -> None:
    """Complete graphs are lost if and only if 3 divides n, and the winning moves agree with a search."""
    poset = graph(f"K{n}").poset
    winning = PosetGame(poset).winning_moves(poset.everything())
    assert stated(poset, poset.everything()) == (COMPLETE, None if winning else 0, winning)


@pytest.mark.parametrize("n", [11, 12, 13, 30])
def test_large_complete_graphs(n: int) -> None:
    """Complete graphs of any size are solved, under both of their names."""
    moves = [len(solved(board).known_winning_moves) for board in (graph("complete", n), subsets(n, 2))]
    assert moves == [[0, n, n * (n - 1) // 2][n % 3]] * 2


def test_a_smallest_element_that_may_be_taken() -> None:
    """Taking it is the only winning move, and the nim-value is one more than that of the others."""
    order = Poset.from_covers("opabcd", [*zip("oppabb", "pabccd", strict=True)])
    assert stated(order, order.everything()) == (SMALLEST, *searched(order, order.everything()))
    path = Poset.from_covers("oabcxy", [*zip("oooabbc", "abcxxyy", strict=True)])
    assert stated(path, path.everything()) == (SMALLEST, *searched(path, path.everything()))
    assert solved(path, nim=True).nim_value == 2
    whole = bar("3x4").poset
    assert stated(whole, whole.everything()) == (SMALLEST, None, 1)
    assert PosetGame(whole).winning_moves(whole.everything()) == 1


def test_odd_circuits() -> None:
    """A circuit of odd length is lost, by the theorem applied to every move from it."""
    for n in (3, 5, 7, 9):
        poset = graph("cycle", n).poset
        assert stated(poset, poset.everything()) == (NEXT, *searched(poset, poset.everything()))
    assert solved(graph("cycle", 301)).outcome is Outcome.LOSER


def test_deeper_orders() -> None:
    """An order that no move turns into a forest or a graph is left to the search. Three below one are handled."""
    brooms = Poset.from_covers("abctxyzu", [*zip("abcxyz", "tttuuu", strict=True)])
    assert by_theorem(brooms, brooms.everything()) is None
    assert stated(brooms, 0b111 | 1 << brooms.find("t")) == (NEXT, *searched(brooms, 0b111 | 1 << brooms.find("t")))
    assert brooms.names(0b111) == ("a", "b", "c")


@pytest.mark.parametrize("size", [300, 499])
def test_large_stars_and_paths(size: int) -> None:
    """Stars and paths of hundreds of elements are solved, with their nim-values, by the theorem alone."""
    for name, vertices, edges in (("star", size + 1, size), ("path", size, size - 1)):
        solution = solved(graph(name, size), nim=True)
        assert solution.nim_value == vertices % 2 + 2 * (edges % 2)
        assert solution.outcome is Outcome.WINNER
        assert solution.missing is None


def test_a_large_tree() -> None:
    """A binary tree of a thousand elements: each part has nim-value 1, as two equal ones cancel, or 2 below one."""
    tree = Poset.from_networkx(nx.DiGraph([((x - 1) // 2, x) for x in range(1, 1000)]))
    solution = solved(tree, nim=True)
    assert solution.theorem == TREES
    game_value = by_theorem(tree, tree.everything())
    assert game_value is not None
    assert solution.nim_value == game_value.nim_value


@pytest.mark.parametrize("board", [boolean(4), divisors(60), chains((2, 3, 2)), bar("(3,3)"), bar("(3,2)")], ids=str)
def test_a_largest_element_wins(board: PosetBoard) -> None:
    """Whenever the rest of a board has a largest element, a search finds a winning move."""
    game = PosetGame(board.poset, board.poisoned)
    seen, todo, largest = {game.start}, [game.start], 0
    while todo:
        left = todo.pop()
        if has_largest(board.poset, left):
            largest += 1
            assert game.winning_moves(left)
        after = {left & ~board.poset.above[x] for x in members(left)} - seen
        seen |= after
        todo += after
    assert largest > 2
    assert not has_largest(board.poset, 0)


@pytest.mark.parametrize("board", [boolean(9), chains((5, 5, 5)), chains((3, 4, 5))], ids=str)
def test_large_boards_with_a_largest_element(board: PosetBoard) -> None:
    """Too large for a search, and undecided by symmetry, they are winners by strategy stealing, as proved in Coq."""
    solution = solved(board, effort=0.3)
    assert (solution.outcome, solution.known_winning_moves, solution.theorem) == (Outcome.WINNER, (), STEALING)
    assert solution.missing is not None
    text = poset_text(solution)
    assert f"Proved for all sizes: {STEALING}.\nWhich moves win is not known: " in text
    assert poset_data(solution)["missing"] == solution.missing.to_dict()
    statement = coq_source("Posets").read_text()
    assert "Theorem largest_element_wins " in statement


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_geometries_are_recognised(n: int) -> None:
    """PG(n, 2) is recognised by its order, under any names, and its points win. Anything smaller is not PG(n, 2)."""
    poset = projective(n).poset
    points = geometry_points(poset, poset.everything())
    assert points == (1 << (2 << n) - 1) - 1
    names = {name: str(x) for x, name in enumerate(sorted(poset.elements))}
    pairs = [(names[poset.elements[x]], names[poset.elements[y]]) for x, y in poset.covers()]
    renamed = Poset.from_covers(sorted(names.values()), pairs)
    assert geometry_points(renamed, renamed.everything()).bit_count() == points.bit_count()
    without = Poset.from_covers(sorted(names.values()), pairs[1:])
    assert geometry_points(without, without.everything()) == 0
    for x in range(len(poset)):
        assert geometry_points(poset, poset.everything() & ~poset.above[x]) == 0
    if n < 3:
        game = PosetGame(poset)
        assert game.winning_moves(game.start) == points


def test_other_orders_are_not_geometries() -> None:
    """Graphs, subsets and solids are not geometries, even if some have three or seven minimal elements."""
    for board in (graph("K7"), boolean(3), boolean(2), subsets(7, 3), platonic("tetrahedron")):
        assert geometry_points(board.poset, board.poset.everything()) == 0


def test_all_points_of_a_large_geometry() -> None:
    """Beyond the reach of a search, the points of PG(4, 2) all win by the theorem, and others may win too."""
    solution = solved(projective(4), effort=0.5)
    assert solution.theorem == PROJECTIVE
    assert len(solution.known_winning_moves) == 31
    assert solution.missing is not None
