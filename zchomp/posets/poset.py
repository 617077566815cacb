"""Posets: finite partially ordered sets, the boards of Chomp in general, and what kind of order a position is.

A poset is made from a networkx directed acyclic graph (an edge from x to y means x < y), from pairs, or from an
order. Its elements have names. They are numbered so that smaller elements come first. A set of elements is an integer
in which bit x stands for element number x.

    [BHMS05], section 1       here
    P, or P_0 with its 0      Poset
    x and all larger ones     poset.above[x], as a set
    a position                a down-set: together with an element it contains all elements below it

Forests and the vertices and edges of a graph are recognised in any position. The test for two colours is written out,
because with `networkx.is_bipartite` the theorem on bipartite graphs takes three times as long.

A position is a *family of sets* if its elements are different sets of its minimal elements, the points, ordered by
inclusion, and every nonempty subset of a member is also a member (a simplicial complex). Examples are the nonempty
subsets of a set, those of at most k elements, the vertices and edges of a graph, and the positions that moves on them
leave. A bijection of points that maps one family to another is an isomorphism. Families of at most 7 points have their
own search and table (`set_tables`).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import comb
from operator import or_
from typing import NamedTuple, Self, TypeAlias, TypeVar

import networkx as nx

from zchomp.core import limits
from zchomp.core.numbers import bitset, members
from zchomp.core.showing import Shown
from zchomp.errors import InvalidPoset, TooLarge, printable, quote, shorten

MAX_NOTEBOOK = 100
"""The maximum number of elements in a drawing for a notebook."""

T = TypeVar("T")

SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, as some programs write it. It cannot be printed or written to a file."""


@dataclass(frozen=True, slots=True, repr=False)
class Poset(Shown, words="posets.words"):
    """A finite poset: the names of its elements, and for each the set of elements strictly below it.

    >>> poset = Poset.from_covers(["a", "b", "c"], [("a", "b"), ("a", "c")])
    >>> poset.elements, poset.below, poset.above
    (('a', 'b', 'c'), (0, 1, 1), (7, 2, 4))
    >>> Poset.from_covers(["a", "b"], [("a", "b"), ("b", "a")])
    Traceback (most recent call last):
    zchomp.errors.InvalidPoset: not a poset: a < b < a is a cycle
    """

    elements: tuple[str, ...]
    below: tuple[int, ...]
    above: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """For each element, the set that picking it removes: itself and all larger elements."""
    covered: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """For each element, the set of those that it covers: they are below it, with nothing in between."""

    def __post_init__(self) -> None:
        if (
            not isinstance(self.elements, tuple)
            or not isinstance(self.below, tuple)
            or set(map(type, self.below)) - {int}
        ):
            expected = "expected a tuple of names and a tuple of sets, each as a whole number"
            given = f"{quote(self.elements)} and {quote(self.below)}"
            raise InvalidPoset(f"not a poset: {expected}, got {given}; Poset.from_covers takes pairs of names")
        _check_names(self.elements)
        if len(self.below) != len(self.elements):
            sizes = f"{len(self.elements)} elements and {len(self.below)} sets"
            raise InvalidPoset(f"not a poset: expected one set of smaller elements for each element, got {sizes}")
        above = [1 << x for x in range(len(self.elements))]
        covered = []
        for x, below in enumerate(self.below):
            if below >> x or any(self.below[y] & ~below for y in members(below)):
                expected = "to come before it, together with all elements below them"
                raise InvalidPoset(f"not an order: expected the elements below {quote(self.elements[x])} {expected}")
            for y in members(below):
                above[y] |= 1 << x
            covered.append(below & ~reduce(or_, (self.below[y] for y in members(below)), 0))
        object.__setattr__(self, "above", tuple(above))
        object.__setattr__(self, "covered", tuple(covered))

    @classmethod
    def from_networkx(cls, graph: "nx.DiGraph[T]") -> Self:
        """The poset of a directed acyclic graph: x < y if and only if a path leads from x to y.

        The nodes may be anything, and are named by `str`. Data of nodes and edges are ignored.

        >>> Poset.from_networkx(nx.DiGraph([(1, 2), (2, 4), (1, 4)]))
        Poset(elements=('1', '2', '4'), below=(0, 1, 3))
        >>> Poset.from_networkx(nx.path_graph(3))
        Traceback (most recent call last):
        zchomp.errors.InvalidPoset: not a poset: expected a networkx.DiGraph, edges from smaller to larger, got Graph

        Raises InvalidPoset for any other kind of graph, for one with a cycle, and if two nodes have the same name.
        """
        if not isinstance(graph, nx.DiGraph) or graph.is_multigraph():
            expected = "expected a networkx.DiGraph, edges from smaller to larger"
            raise InvalidPoset(f"not a poset: {expected}, got {type(graph).__name__}")
        check_size(len(graph))
        names = {x: str(x) for x in graph}
        _check_names(names.values())
        if not nx.is_directed_acyclic_graph(graph):
            cycle = [printable(names[x], 20) for x, _ in nx.find_cycle(graph)]
            shown = " < ".join([*cycle[:8], *(["..."] if len(cycle) > 8 else []), cycle[0]])
            raise InvalidPoset(f"not a poset: {shown} is a cycle")
        below: dict[T, set[T]] = {}
        for y in nx.topological_sort(graph):
            below[y] = set().union(*({x} | below[x] for x in graph.predecessors(y)))
        return cls.from_order({name: x for x, name in names.items()}, lambda x, y: x in below[y])

    @classmethod
    def from_covers(cls, elements: Iterable[str], covers: Iterable[tuple[str, str]]) -> Self:
        """The poset with these elements, in the order that the pairs (smaller, larger) generate.

        Raises InvalidPoset if an element is named twice, if a pair names an unknown element, and for a cycle.
        """
        if not isinstance(elements, Iterable) or not isinstance(covers, Iterable):
            expected = "expected names and pairs of names, like 'ab' and [('a', 'b')]"
            raise InvalidPoset(f"not a poset: {expected}, got {quote(elements)} and {quote(covers)}")
        names, pairs = list(elements), list(covers)
        _check_names(names)
        known = set(names)
        for pair in pairs:
            if not isinstance(pair, tuple | list | str) or len(pair) != 2:
                raise InvalidPoset("not a poset: expected pairs of names, like ('a', 'b')", got=pair)
            for name in pair:
                if name not in known:
                    raise InvalidPoset(
                        f"not a poset: the pair {quote(pair)} names {quote(name)}, which is not an element"
                    )
        graph: nx.DiGraph[str] = nx.DiGraph()
        graph.add_nodes_from(names)
        graph.add_edges_from(pairs)
        return cls.from_networkx(graph)

    @classmethod
    def from_order(cls, named: Mapping[str, T], is_less: Callable[[T, T], bool]) -> Self:
        """The poset of named objects with a strict order.

        >>> Poset.from_order({"2": 2, "1": 1, "3": 3}, lambda x, y: y % x == 0 and x < y)
        Poset(elements=('1', '2', '3'), below=(0, 1, 1))
        """
        if not isinstance(named, Mapping) or not callable(is_less):
            expected = "expected a dictionary of named objects and a function that compares two of them"
            raise InvalidPoset(f"not a poset: {expected}, got {quote(named)} and {quote(is_less)}")
        check_size(len(named))
        smaller = {name: [other for other in named if is_less(named[other], one)] for name, one in named.items()}
        elements = sorted(named, key=lambda name: len(smaller[name]))
        number = {name: x for x, name in enumerate(elements)}
        return cls(tuple(elements), tuple(bitset(number[other] for other in smaller[name]) for name in elements))

    def __len__(self) -> int:
        return len(self.elements)

    def everything(self) -> int:
        """The set of all elements."""
        return (1 << len(self)) - 1

    def minimum(self) -> int | None:
        """The number of the smallest element, which is 0, or None if there is no smallest element.

        >>> Poset.from_covers("ab", [("a", "b")]).minimum(), Poset.from_covers("ab", []).minimum()
        (0, None)
        """
        return 0 if self.elements and self.above[0] == self.everything() else None

    def after(self, moves: Iterable[int], poisoned: bool = False) -> int:
        """The elements that are left after some moves, without the smallest element if it is poisoned.

        >>> Poset.from_covers("oab", [("o", "a"), ("o", "b")]).after([1], poisoned=True)
        4

        Raises InvalidPoset if a move takes the poison or an element that is not there, and if there is no smallest one.
        """
        if poisoned and self.minimum() is None:
            raise InvalidPoset("the poset has no smallest element, so it cannot be poisoned; leave the poison out")
        left = self.everything() & ~int(poisoned)
        for x in moves:
            if not left >> x & 1:
                why = "is the poison and cannot be taken" if poisoned and x == 0 else "has been taken already"
                raise InvalidPoset(f"{quote(self.elements[x])} {why}")
            left &= ~self.above[x]
        return left

    def find(self, name: str) -> int:
        """The number of the element with this name."""
        if name not in self.elements:
            some = [quote(known, 20) for known in self.elements[:8]] + ["..."] * (len(self) > 8)
            raise InvalidPoset(f"no element {quote(name)}; expected one of {shorten(' '.join(some), 80)}")
        return self.elements.index(name)

    def names(self, elements: int) -> tuple[str, ...]:
        """The names of a set of elements."""
        return tuple(self.elements[x] for x in members(elements))

    def covers(self) -> Iterator[tuple[int, int]]:
        """The pairs (x, y) where y covers x: the edges of the Hasse diagram."""
        for y, covered in enumerate(self.covered):
            for x in members(covered):
                yield x, y

    def hasse(self) -> "nx.DiGraph[str]":
        """The Hasse diagram as a graph, with an edge from each element to those that cover it.

        >>> sorted(Poset.from_order({str(n): n for n in (1, 2, 3)}, int.__lt__).hasse().edges)
        [('1', '2'), ('2', '3')]
        """
        graph: nx.DiGraph[str] = nx.DiGraph()
        graph.add_nodes_from(self.elements)
        graph.add_edges_from((self.elements[x], self.elements[y]) for x, y in self.covers())
        return graph

    def heights(self) -> list[int]:
        """For each element, the length of the longest chain below it."""
        heights: list[int] = []
        for below in self.below:
            heights.append(1 + max((heights[x] for x in members(below)), default=-1))
        return heights

    def _repr_svg_(self) -> str | None:
        if len(self) > MAX_NOTEBOOK:
            return None
        from zchomp.posets.layout import hasse_svg

        return hasse_svg(self.heights(), [(y, x) for x, y in self.covers()], self.elements)

    def part(self, elements: int) -> Self:
        """The poset formed by a set of elements, with the same order.

        >>> Poset.from_order({str(n): n for n in (1, 2, 3)}, int.__lt__).part(0b101)
        Poset(elements=('1', '3'), below=(0, 1))
        """
        chosen = list(members(elements))
        number = {x: new for new, x in enumerate(chosen)}
        below = (bitset(number[y] for y in members(self.below[x] & elements)) for x in chosen)
        return type(self)(tuple(self.elements[x] for x in chosen), tuple(below))


def check_size(size: int) -> None:
    """Refuse a poset with no elements, or with too many."""
    if size > limits.POSET_ELEMENTS:
        raise TooLarge(f"a poset of {quote(size)} elements is too large; expected at most {limits.POSET_ELEMENTS}")
    if size == 0:
        raise InvalidPoset("a poset to play on has at least one element")


def _check_names(names: Iterable[str]) -> None:
    """Refuse names that are not text, or occur twice."""
    seen: set[str] = set()
    for name in names:
        if not isinstance(name, str) or SURROGATE.search(name):
            raise InvalidPoset(
                f"not a poset: {quote(name)} is not a valid name; expected text that can be written as UTF-8"
            )
        if name in seen:
            raise InvalidPoset(f"not a poset: two elements have the name {quote(name)}; expected different names")
        seen.add(name)


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


POINTS = 7
"""The maximum number of points of a family: it has to fit into two words."""

SetFamily: TypeAlias = tuple[int, int]
"""A family of sets as two words: bit s of the first stands for the set s, bit s of the second for the set s + 64."""


def sets_of(poset: Poset, position: int) -> dict[int, int] | None:
    """For each element of a position, its set of points, bit i for point i, or None if it is not a family of sets.

    >>> sets_of(Poset.from_covers(["a", "b", "ab"], [("a", "ab"), ("b", "ab")]), 0b111)
    {0: 1, 1: 2, 2: 3}
    >>> sets_of(Poset.from_covers("ab", [("a", "b")]), 0b11) is None
    True
    """
    sets = points_below(poset, position)
    known = {0, *sets.values()}
    is_closed = all(one & ~(1 << point) in known for one in known for point in members(one))
    return sets if is_closed and _count_points(sets) <= POINTS and is_inclusion(poset, position, sets) else None


def small_sets_of(poset: Poset, position: int) -> dict[int, int] | None:
    """For each element its set of points, if a position consists of all nonempty sets of at most k points, or None.

    >>> small_sets_of(Poset.from_covers(["a", "b", "ab"], [("a", "ab"), ("b", "ab")]), 0b111)
    {0: 1, 1: 2, 2: 3}
    >>> small_sets_of(Poset.from_covers(["a", "b", "c", "ab"], [("a", "ab"), ("b", "ab")]), 0b1111) is None
    True
    """
    sets = points_below(poset, position)
    points, most = _count_points(sets), max((one.bit_count() for one in sets.values()), default=0)
    are_all = len(sets) == sum(comb(points, k) for k in range(1, most + 1))
    return sets if are_all and is_inclusion(poset, position, sets) else None


def moved_elements(sets: Mapping[int, int], image: Sequence[int], elements: int) -> tuple[int, ...]:
    """The symmetry that maps each point to its image: for each element the image, which has the images of its points.

    An element that is no set of points is fixed.

    >>> moved_elements({0: 1, 1: 2, 2: 4, 3: 3}, [1, 0, 2], 4)
    (1, 0, 2, 3)
    """
    element = {one: x for x, one in sets.items()}
    moved = {x: element[bitset(image[p] for p in members(one))] for x, one in sets.items()}
    return tuple(moved.get(x, x) for x in range(elements))


def family_of(sets: Iterable[int]) -> SetFamily:
    """The family of some sets, in each of which bit i stands for point i.

    >>> family_of([1, 2, 3, 64])
    (14, 1)
    """
    word = bitset(sets)
    return word & (1 << 64) - 1, word >> 64


def points_below(poset: Poset, position: int) -> dict[int, int]:
    """For each element of a position the minimal elements that are not larger, bit i for the minimal element i."""
    points = [x for x in members(position) if not poset.below[x] & position]
    number, lowest = {x: i for i, x in enumerate(points)}, bitset(points)
    return {x: bitset(number[y] for y in members((poset.below[x] | 1 << x) & lowest)) for x in members(position)}


def is_inclusion(poset: Poset, position: int, sets: Mapping[int, int]) -> bool:
    """Whether the elements of a position have different sets, and are ordered by inclusion of these sets."""
    element = {one: x for x, one in sets.items()}
    return len(element) == len(sets) and all(
        poset.below[x] & position == bitset(y for other, y in element.items() if other & one == other != one)
        for x, one in sets.items()
    )


def _count_points(sets: Mapping[int, int]) -> int:
    """The number of points: the sets of one point."""
    return sum(one.bit_count() == 1 for one in sets.values())
