"""Theorems: posets of any size whose nim-values, or whose winners, are given by a theorem.

Proofs that are not given here are in proofs/strategies.md, and Coq has checked them.

After a move a down-set is left. The remaining part of a forest is a forest, and that of a bipartite graph is bipartite.

**Trees.** If every element covers at most one other, the poset is a forest that grows upwards from its minimal
elements. Let v(x) be the nim-value of x together with all larger elements. Then v(x) = 1 + the nim-sum of v(y) over the
y that cover x, and the nim-value of the forest is the nim-sum of v(x) over its minimal elements x (the colon
principle).

**Bipartite graphs.** Let every element be minimal (a vertex), or cover exactly two elements, which are minimal (an
edge). If the vertices have two colours such that every edge has one of each, then the nim-value is p + 2q, where p and
q are 0 or 1, the parities of the numbers of vertices and of edges.

Proof. A move takes an edge, which changes q alone, or a vertex with the edges at it, which changes p. So no move leaves
the same nim-value. If p = 1, then some vertex has an even number of edges, because the number of vertices with an odd
one is even: taking it changes p alone. If q = 1, then taking any edge changes q alone. Moreover some vertex of the
first colour has an odd number of edges, because every edge is at one of these vertices: taking it changes p and q. So
from p + 2q = 1 a move leaves 0, from 2 moves leave 0 and 1, and from 3 moves leave 2, 1 and 0. (Fraenkel and
Scheinerman, 1991.)

**Complete graphs.** The complete graph of n vertices is lost if and only if 3 divides n. If n leaves the remainder 1,
exactly the vertices win, and if it leaves 2, exactly the edges. (Gale and Neyman; Coq theorem `complete_lost`.)

**A smallest element that may be taken.** Taking it ends the game and wins. Every other move leaves it to the opponent.
The nim-value is 1 more than that of the other elements, as for trees.

**One move before.** If one of these theorems applies after every move, as with circuits of odd length, the nim-value is
the least number that none of the moves leaves, by definition.

**A largest element.** A position with a largest element is a winner, by strategy stealing (`largest_element_wins` of
proofs/Game/Posets.v). This does not say which move wins.

**Products of chains.** A position with a poison at its bottom is *inside a product of chains* if its elements are
points with coordinates from 0, ordered coordinate by coordinate, and together with a point it contains all smaller
points. The coordinates are found from the order alone, so it does not matter whether a bar is called a bar, a product
of two chains, the divisors of a number with two primes, or a file. There is one chain for each element that covers the
poison: the elements above it and above no other such element. The coordinate of x in this direction is the number of
elements of the chain that are at most x.

*At most three directions* make a position of a bar or of a solid bar, which is solved as such: see `as_solid`. So the
theorem on the boxes 2 x 2 x n ([BHMS05], section 6) is `bars.theorems.is_lost_box`.

**Projective geometries.** Every point of PG(n, 2) wins, for all n ([BHMS05], section 5; Coq theorem
`projective_point_wins`). It does not say whether other moves win. The order is recognised: the points get vectors
over the field of two elements such that the points of each line have the sum 0. If every element is a subspace, and
there are as many elements as subspaces, then the order is that of PG(n, 2).

tests/posets/test_theorems.py and test_products.py compare all of them with a search.
"""

from collections import Counter
from functools import reduce
from operator import or_
from typing import NamedTuple

from zchomp.bars.position import mex
from zchomp.core.answers import Theorem
from zchomp.core.numbers import bitset, members
from zchomp.posets.poset import Poset, graph_of, is_forest, is_inclusion, points_below
from zchomp.solid.position import SolidPosition

Point = tuple[int, ...]

TREES = Theorem(
    "trees", "every element covers at most one other, and such an element adds 1 to the nim-sum of the parts above it"
)
BIPARTITE = Theorem("bipartite graphs", "in a bipartite graph the parities of the numbers of vertices and edges decide")
COMPLETE = Theorem(
    "complete graphs",
    "a complete graph is lost if and only if 3 divides its number n of vertices, and otherwise exactly the "
    "vertices (n = 3k + 1) or the edges (n = 3k + 2) win",
    "Coq theorem CompleteGraphs.complete_lost",
)
PROJECTIVE = Theorem(
    "projective geometries", "every point of PG(n, 2) wins, for all n", "Coq theorem Projective.projective_point_wins"
)
SMALLEST = Theorem(
    "smallest element", "taking the smallest element ends the game, and every other move leaves it to the opponent"
)
NEXT = Theorem("one move before", "every move leaves a forest or a bipartite graph, whose nim-value a formula gives")
STEALING = Theorem(
    "stealing",
    "there is a largest element, and the opponent's answer to taking it can be stolen",
    "Coq theorem Posets.largest_element_wins",
)


class TheoremAnswer(NamedTuple):
    """The nim-value of a position, the set of all winning moves, and the theorem that gives them, in words.

    The nim-value is None if the theorem does not give it.
    """

    nim_value: int | None
    winning: int
    theorem: Theorem


def by_theorem(poset: Poset, left: int) -> TheoremAnswer | None:
    """All winning moves of a position, or None if no theorem gives them.

    >>> star = Poset.from_covers("oabc", [("o", "a"), ("o", "b"), ("o", "c")])
    >>> found = by_theorem(star, star.everything())
    >>> found.nim_value, star.names(found.winning)
    (2, ('o',))
    """
    return _of_any_size(poset, left) or _smallest(poset, left)


def has_largest(poset: Poset, left: int) -> bool:
    """Whether a position has a largest element: exactly one element has nothing above it.

    >>> square = Poset.from_covers("abcd", [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])
    >>> has_largest(square, square.everything()), has_largest(square, 0b111), has_largest(square, 0)
    (True, False, False)
    """
    return sum(poset.above[x] & left == 1 << x for x in members(left)) == 1


def geometry_points(poset: Poset, left: int) -> int:
    """The points of a position that is PG(n, 2) with n > 0, which all win, or 0 for any other position.

    >>> line = Poset.from_covers("abcl", [("a", "l"), ("b", "l"), ("c", "l")])
    >>> geometry_points(line, line.everything()), geometry_points(line, 0b111)
    (7, 0)
    """
    points = bitset(x for x in members(left) if not poset.below[x] & left)
    size = points.bit_count()
    if size < 3 or size & (size + 1) or left.bit_count() != _subspaces(size.bit_length()) - 1:
        return 0
    sets = points_below(poset, left)
    vector = _vectors(size, [line for line in sets.values() if line.bit_count() == 3])
    if sorted(vector.values()) != list(range(1, size + 1)) or not is_inclusion(poset, left, sets):
        return 0
    spaces = [{vector[point] for point in members(span)} for span in sets.values()]
    return points if all(a ^ b in space for space in spaces for a in space for b in space if a < b) else 0


def _vectors(points: int, lines: list[int]) -> dict[int, int]:
    """A vector for each point, such that those of a line have the sum 0. Points are missing if that is impossible."""
    third = {
        (a, b): line & ~(1 << a | 1 << b) for line in lines for a in members(line) for b in members(line) if a != b
    }
    vector: dict[int, int] = {}
    for x in range(points):  # a point outside the span of those before it is independent of them
        if x not in vector:
            new = {x: len(vector) + 1}
            for y, known in vector.items():
                if (x, y) not in third:
                    return {}
                new[third[x, y].bit_length() - 1] = known ^ new[x]
            vector |= new
    return vector


def _subspaces(dimension: int) -> int:
    """How many subspaces a vector space over the field of two elements has: G(n+1) = 2 G(n) + (2^n - 1) G(n-1).

    >>> [_subspaces(dimension) for dimension in range(6)]
    [1, 2, 5, 16, 67, 374]
    """
    before, found = 0, 1
    for n in range(dimension):
        before, found = found, 2 * found + (2**n - 1) * before
    return found


def _of_any_size(poset: Poset, left: int) -> TheoremAnswer | None:
    """The theorems on trees and graphs."""
    return _direct(poset, left) or _one_move_before(poset, left) or _complete(poset, left)


def _one_move_before(poset: Poset, left: int) -> TheoremAnswer | None:
    """The theorem about positions from which every move leaves a forest or a bipartite graph."""
    values: dict[int, int] = {}
    for x in members(left):
        after = _direct(poset, left & ~poset.above[x])
        if after is None or after.nim_value is None:
            return None
        values[x] = after.nim_value
    winning = bitset(x for x, value in values.items() if value == 0)
    return TheoremAnswer(mex(set(values.values())), winning, NEXT)


def _complete(poset: Poset, left: int) -> TheoremAnswer | None:
    """The theorem on complete graphs, if this is one of at least 4 vertices."""
    graph = graph_of(poset, left)
    if graph is None:
        return None
    n, pairs = len(graph.vertices), set(graph.edges.values())
    if not len(pairs) == len(graph.edges) == n * (n - 1) // 2:
        return None
    vertices = bitset(graph.vertices)
    winning = [0, vertices, left & ~vertices][n % 3]
    return TheoremAnswer(None if winning else 0, winning, COMPLETE)


def _smallest(poset: Poset, left: int) -> TheoremAnswer | None:
    """The theorem on a smallest element that may be taken. The nim-value is given if that of the others is known."""
    others, smallest = left, 0
    while others and poset.above[(others & -others).bit_length() - 1] & others == others:
        others &= others - 1
        smallest += 1
    if not smallest:
        return None
    found = _of_any_size(poset, others)
    value = None if found is None or found.nim_value is None else smallest + found.nim_value
    return TheoremAnswer(value, left & -left, SMALLEST)


def _direct(poset: Poset, left: int) -> TheoremAnswer | None:
    """The theorems on trees and on bipartite graphs."""
    if is_forest(poset, left):
        return _trees({x: poset.covered[x] & left for x in members(left)})
    return _bipartite(poset, left)


def _trees(covered: dict[int, int]) -> TheoremAnswer:
    """The theorem on trees. Larger elements come later."""
    parent = {x: below.bit_length() - 1 for x, below in covered.items()}
    value: dict[int, int] = {}
    above = dict.fromkeys([-1, *covered], 0)  # the nim-sum above each element; index -1 is below the minimal elements
    for x in reversed(covered):
        value[x] = 1 + above[x]
        above[parent[x]] ^= value[x]
    # A move wins if it leaves the value `wanted` where it was made: 0 for the whole.
    wanted = {-1: 1}
    winning = 0
    for x, below in parent.items():
        if wanted[below]:
            wanted[x] = (wanted[below] - 1) ^ above[below] ^ value[x]
            winning |= (wanted[x] == 0) << x
        else:
            wanted[x] = 0
    return TheoremAnswer(above[-1], winning if above[-1] else 0, TREES)


def _bipartite(poset: Poset, left: int) -> TheoremAnswer | None:
    """The theorem on bipartite graphs, if this is one."""
    graph = graph_of(poset, left)
    if graph is None or graph.side() is None:
        return None
    degree = Counter(end for ends in graph.edges.values() for end in ends)
    p, q = len(graph.vertices) % 2, len(graph.edges) % 2
    winning = bitset(x for x in graph.vertices if p and degree[x] % 2 == q)
    winning += bitset(x for x in graph.edges if q and not p)
    return TheoremAnswer(p + 2 * q, winning, BIPARTITE)


def coordinates(poset: Poset, position: int) -> dict[int, Point] | None:
    """The coordinates of each element of a position with its poison, or None if it is not inside a product of chains.

    >>> square = Poset.from_covers("oabx", [("o", "a"), ("o", "b"), ("a", "x"), ("b", "x")])
    >>> coordinates(square, 0b1111)
    {0: (0, 0), 1: (1, 0), 2: (0, 1), 3: (1, 1)}
    >>> coordinates(square, 0b1110) is None
    True
    """
    bottom = position & -position
    if not position or poset.above[bottom.bit_length() - 1] & position != position:
        return None
    directions = [x for x in members(position) if poset.covered[x] == bottom]
    chains = []
    for x in directions:
        others = reduce(or_, (poset.above[y] for y in directions if y != x), 0)
        chains.append(poset.above[x] & position & ~others)
    points = {x: tuple(((poset.below[x] | 1 << x) & one).bit_count() for one in chains) for x in members(position)}
    found = {point: x for x, point in points.items()}
    return points if len(found) == len(points) and _is_pointwise(poset, position, points, found) else None


def as_solid(poset: Poset, position: int) -> tuple[SolidPosition, dict[int, Point]] | None:
    """A position of at most three directions, with its poison, as a solid bar, and the cube of each element.

    >>> as_solid(Poset.from_covers("oab", [("o", "a"), ("o", "b")]), 0b111)
    (SolidPosition(heights=((1, 1), (1, 0))), {0: (0, 0, 0), 1: (1, 0, 0), 2: (0, 1, 0)})
    """
    points = coordinates(poset, position)
    if points is None or len(next(iter(points.values()))) > 3:
        return None
    cubes = {x: (*point, 0, 0, 0)[:3] for x, point in points.items()}
    heights = Counter(cube[:2] for cube in cubes.values())
    width, depth = (1 + max(cube[axis] for cube in cubes.values()) for axis in (0, 1))
    return SolidPosition(tuple(tuple(heights[i, j] for j in range(depth)) for i in range(width))), cubes


def _is_pointwise(poset: Poset, position: int, points: dict[int, Point], found: dict[Point, int]) -> bool:
    """Whether the order is that of the points, which contain all points smaller than one of them.

    It is enough that each element covers exactly the points one step below its own.
    """
    for x, point in points.items():
        steps = [(*point[:i], point[i] - 1, *point[i + 1 :]) for i in range(len(point)) if point[i]]
        if not all(step in found for step in steps):
            return False
        if poset.covered[x] & position != bitset(found[step] for step in steps):
            return False
    return True
