"""Products of chains: positions whose elements have coordinates, among them bars and the boxes 2 x 2 x n.

A position with a poison at its bottom is *inside a product of chains* if its elements are points with coordinates from
0, ordered coordinate by coordinate, and with a point all smaller points are there. The coordinates are found from the
order alone, so it does not matter whether a bar is called a bar, a product of two chains, the divisors of a number with
two primes, or a file. One chain for each element that covers the poison: the elements above it and above no other such
element. The coordinate of x in this direction is the number of elements of the chain that are at most x.

**Two directions** make a position of a bar, which the oracle of bars answers: see `as_bar`.

**2 x 2 x n** ([BHMS05], section 6; proofs/strategies.md, Coq theorem `towers_lost`). Let m, a, b, c be the heights over
(0, 0), (1, 0), (0, 1), (1, 1). The position is lost if and only if it is [m, m, m, m - 1], or a + b = m - 1 and
c = min(a, b).
"""

from functools import reduce
from operator import or_

from zchomp.posets.poset import Poset, members
from zchomp.posets.theorems import TheoremAnswer
from zchomp.position import Position

__all__ = ["TOWERS", "Point", "as_bar", "by_towers", "coordinates"]

Point = tuple[int, ...]

TOWERS = (
    "with the heights m, a, b, c of 2 x 2 x n exactly [m, m, m, m - 1], and a + b = m - 1 with c = min(a, b), are lost "
    "(Coq theorem Towers.towers_lost)"
)


def coordinates(poset: Poset, position: int) -> dict[int, Point] | None:
    """The coordinates of each element of a position with its smallest element; None if it is not inside a product.

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


def as_bar(poset: Poset, position: int) -> tuple[Position, dict[int, Point]] | None:
    """A position of at most two directions, with its smallest element, as one of a bar; with its squares from 0.

    >>> as_bar(Poset.from_covers("oab", [("o", "a"), ("o", "b")]), 0b111)
    (Position(rows=(2, 1)), {0: (0, 0), 1: (1, 0), 2: (0, 1)})
    """
    points = coordinates(poset, position)
    if points is None or len(points[next(members(position))]) > 2:
        return None
    squares = {x: (*point, 0, 0)[:2] for x, point in points.items()}
    lengths = [0] * (1 + max(row for row, _ in squares.values()))
    for row, _ in squares.values():
        lengths[row] += 1
    return Position(tuple(lengths)), squares


def by_towers(poset: Poset, position: int) -> TheoremAnswer | None:
    """All winning moves of a position inside 2 x 2 x n, with its smallest element; None if it is not inside one.

    A position of fewer directions is one of a bar, which is better asked elsewhere.

    >>> star = Poset.from_covers("oabc", [("o", "a"), ("o", "b"), ("o", "c")])
    >>> by_towers(star, 0b1111)[:2]
    (None, 14)
    """
    points = coordinates(poset, position)
    if not points or position.bit_count() == 1:
        return None
    lengths = [max(axis) for axis in zip(*points.values(), strict=True)]
    high = max(range(len(lengths)), key=lengths.__getitem__)
    if len(lengths) != 3 or sum(length > 1 for length in lengths) > 1:
        return None
    squares = [(side, point[high]) for point in points.values() for side in [_without(point, high)]]
    heights = dict.fromkeys(((0, 0), (1, 0), (0, 1), (1, 1)), 0)
    for side, _ in squares:
        heights[side] += 1
    winning = 0
    for x, (side, height) in zip(points, squares, strict=True):
        cut = [
            min(had, height) if all(a >= b for a, b in zip(other, side, strict=True)) else had
            for other, had in heights.items()
        ]
        winning |= (cut[0] > 0 and _is_lost(*cut)) << x
    return TheoremAnswer(0 if not winning else None, winning, TOWERS)


def _is_lost(m: int, a: int, b: int, c: int) -> bool:
    return (a == b == m and c == m - 1) or (a + b == m - 1 and c == min(a, b))


def _without(point: Point, axis: int) -> tuple[int, int]:
    """The other two coordinates of a point."""
    first, second = (*point[:axis], *point[axis + 1 :], 0, 0)[:2]
    return first, second


def _is_pointwise(poset: Poset, position: int, points: dict[int, Point], found: dict[Point, int]) -> bool:
    """Whether the order is that of the points, and with a point all smaller ones are there.

    It is enough that each element covers exactly the points one step below its own.
    """
    for x, point in points.items():
        steps = [(*point[:i], point[i] - 1, *point[i + 1 :]) for i in range(len(point)) if point[i]]
        if not all(step in found for step in steps):
            return False
        if poset.covered[x] & position != sum(1 << found[step] for step in steps):
            return False
    return True
