"""Graphs and forests inside posets, compared with networkx."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zchomp.core.numbers import members
from zchomp.posets.families import bar, boolean
from zchomp.posets.poset import Poset, graph_of, is_forest


def order_of(graph: "nx.Graph[int]") -> Poset:
    """The order of a graph: each edge is above its two ends."""
    names = [f"v{x}" for x in graph] + [f"{x}-{y}" for x, y in graph.edges]
    return Poset.from_covers(names, [(f"v{end}", f"{x}-{y}") for x, y in graph.edges for end in (x, y)])


@given(st.integers(1, 7), st.floats(0, 1), st.integers(0, 10**6))
def test_graphs_are_recognised(vertices: int, density: float, seed: int) -> None:
    """The vertices and edges are those of the graph, and a side exists if and only if it has two colours."""
    drawn = nx.gnp_random_graph(vertices, density, seed=seed)
    poset = order_of(drawn)
    graph = graph_of(poset, poset.everything())
    assert graph is not None
    names = poset.elements
    assert [names[x] for x in graph.vertices] == [f"v{x}" for x in drawn]
    ends = {names[edge]: {names[x] for x in pair} for edge, pair in graph.edges.items()}
    assert ends == {f"{x}-{y}": {f"v{x}", f"v{y}"} for x, y in drawn.edges}
    side = graph.side()
    assert (side is not None) == nx.is_bipartite(drawn)
    if side is not None:
        assert set(members(side)) <= set(graph.vertices)
        assert all((side >> x & 1) != (side >> y & 1) for x, y in graph.edges.values())


@pytest.mark.parametrize("poset", [bar("3x3").poset, boolean(3).poset], ids=["3 x 3", "boolean"])
def test_other_orders_are_no_graphs(poset: Poset) -> None:
    """An element above three others, or above an edge, is not an edge."""
    assert graph_of(poset, poset.everything()) is None


def test_forests() -> None:
    """A tree is a forest, a square is not, and becomes one when its largest element is taken."""
    grown = Poset.from_covers("oabc", [("o", "a"), ("a", "b"), ("a", "c")])
    square = bar("2x2").poset
    assert is_forest(grown, grown.everything())
    assert not is_forest(square, square.everything())
    assert is_forest(square, 0b0111)
