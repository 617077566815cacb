"""Graphs and forests: recognised in the elements of a poset that are left.

The test for two colours is written out, because with `networkx.is_bipartite` the theorem on bipartite graphs takes
three times as long.
"""

from typing import NamedTuple

from zchomp.bitsets import bitset, members
from zchomp.posets.poset import Poset

__all__ = ["Graph", "graph_of", "is_forest"]


class Graph(NamedTuple):
    """A graph: its vertices, and the two ends of each edge. Both are elements of a poset."""

    vertices: tuple[int, ...]
    edges: dict[int, tuple[int, int]]

    def side(self) -> int | None:
        """The vertices of one side of a bipartite graph, or None if this is not bipartite."""
        near: dict[int, list[int]] = {x: [] for x in self.vertices}
        for x, y in self.edges.values():
            near[x].append(y)
            near[y].append(x)
        colour: dict[int, int] = {}
        for start, _ in self.edges.values():
            todo = [] if start in colour else [start]
            colour.setdefault(start, 1)
            for x in todo:
                for y in near[x]:
                    if y not in colour:
                        colour[y] = 1 - colour[x]
                        todo.append(y)
                    elif colour[y] == colour[x]:
                        return None
        return bitset(x for x, one in colour.items() if one)


def graph_of(poset: Poset, left: int) -> Graph | None:
    """The graph whose vertices and edges are the elements that are left, or None if they are not those of a graph."""
    below = {x: poset.below[x] & left for x in members(left)}
    vertices = tuple(x for x, smaller in below.items() if not smaller)
    minimal = bitset(vertices)
    edges = {}
    for x, smaller in below.items():
        if smaller:
            if smaller.bit_count() != 2 or smaller & ~minimal:
                return None
            first, second = members(smaller)
            edges[x] = (first, second)
    return Graph(vertices, edges)


def is_forest(poset: Poset, left: int) -> bool:
    """Whether each element covers at most one other."""
    covered = (poset.covered[x] & left for x in members(left))
    return all(below & below - 1 == 0 for below in covered)
