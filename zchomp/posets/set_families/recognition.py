"""Families of sets (simplicial complexes): positions whose elements are sets of points, as in subsets and graphs.

A position is a *family of sets* if its elements are different sets of its minimal elements, the points, ordered by
inclusion, and every nonempty subset of a member is also a member. Examples are the nonempty subsets of a set, those of
at most k elements, the vertices and edges of a graph, and the positions that moves on them leave. A bijection of points
that maps one family to another is an isomorphism. Families of at most 7 points have their own search and table
(`family_search`, `table`).
"""

from collections.abc import Iterable, Mapping
from math import comb
from typing import TypeAlias

from zchomp.bitsets import bitset, members
from zchomp.posets.poset import Poset

__all__ = ["POINTS", "SetFamily", "family_of", "sets_of", "small_sets_of"]

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
    sets = _points_below(poset, position)
    if _count_points(sets) > POINTS:
        return None
    element = {one: x for x, one in sets.items()}
    for x, one in sets.items():
        parts = [part for part in range(1, one) if part & one == part]
        if element[one] != x or any(part not in element for part in parts):
            return None
        if poset.below[x] & position != bitset(element[part] for part in parts):
            return None
    return sets


def small_sets_of(poset: Poset, position: int) -> dict[int, int] | None:
    """For each element its set of points, if a position consists of all nonempty sets of at most k points, or None.

    >>> small_sets_of(Poset.from_covers(["a", "b", "ab"], [("a", "ab"), ("b", "ab")]), 0b111)
    {0: 1, 1: 2, 2: 3}
    >>> small_sets_of(Poset.from_covers(["a", "b", "c", "ab"], [("a", "ab"), ("b", "ab")]), 0b1111) is None
    True
    """
    sets = _points_below(poset, position)
    points, most = _count_points(sets), max((one.bit_count() for one in sets.values()), default=0)
    if len(set(sets.values())) != len(sets) or len(sets) != sum(comb(points, k) for k in range(1, most + 1)):
        return None
    is_inclusion = all(
        poset.below[x] & position == bitset(y for y, other in sets.items() if other & one == other != one)
        for x, one in sets.items()
    )
    return sets if is_inclusion else None


def family_of(sets: Iterable[int]) -> SetFamily:
    """The family of some sets, in each of which bit i stands for point i.

    >>> family_of([1, 2, 3, 64])
    (14, 1)
    """
    word = bitset(sets)
    return word & (1 << 64) - 1, word >> 64


def _points_below(poset: Poset, position: int) -> dict[int, int]:
    """For each element of a position the minimal elements that are not larger, bit i for the minimal element i."""
    points = [x for x in members(position) if not poset.below[x] & position]
    number, lowest = {x: i for i, x in enumerate(points)}, bitset(points)
    return {x: bitset(number[y] for y in members((poset.below[x] | 1 << x) & lowest)) for x in members(position)}


def _count_points(sets: Mapping[int, int]) -> int:
    """The number of points: the sets of one point."""
    return sum(one.bit_count() == 1 for one in sets.values())
