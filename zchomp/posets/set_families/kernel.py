"""Families of sets as words, and how their points are renumbered, in plain Python that numba makes fast.

A family of subsets of at most 7 points that has every nonempty subset of its members is a Boolean function of 7
variables: two words of 64 bits, bit s of `low` for the set s < 64, bit s - 64 of `high` for the others. The empty
set is not an element.

    exchange     exchanges two points
    arrange      renumbers the points by how they lie in the family, so that most isomorphic families become equal
"""

import numpy as np

from zchomp.engines.compiler import compile_
from zchomp.engines.machine_words import Int64s, Words, count_bits
from zchomp.posets.set_families.recognition import POINTS, SetFamily

__all__ = ["HOLDING", "SUPERSETS", "arrange", "exchange", "has_set", "renumbered"]

ONE, ZERO = np.uint64(1), np.uint64(0)


def _holding(point: int) -> int:
    """The sets with a point, among the sets below 64."""
    return sum(1 << s for s in range(64) if s >> point & 1)


HOLDING = np.array([_holding(point) for point in range(6)], dtype=np.uint64)
LEVEL = np.array(
    [[sum(1 << s for s in range(64) if (s + 64 * part).bit_count() == size) for part in range(2)] for size in range(8)],
    dtype=np.uint64,
)
SUPERSETS = np.array(
    [[sum(1 << t for t in range(64) if (t + 64 * part) & s == s) for part in range(2)] for s in range(128)],
    dtype=np.uint64,
)
"""For each set, the sets that contain it: those that taking it removes."""


@compile_
def exchange(low: np.uint64, high: np.uint64, i: int, j: int) -> tuple[np.uint64, np.uint64]:
    """A family with the points i < j exchanged."""
    if j < 6:
        moved = HOLDING[i] & ~HOLDING[j]
        shift = np.uint64((1 << j) - (1 << i))
        rest = ~(moved | (moved << shift))
        return (
            (low & rest) | ((low & moved) << shift) | ((low >> shift) & moved),
            (high & rest) | ((high & moved) << shift) | ((high >> shift) & moved),
        )
    shift = np.uint64(1 << i)
    return (
        (low & ~HOLDING[i]) | ((high & ~HOLDING[i]) << shift),
        (high & HOLDING[i]) | ((low & HOLDING[i]) >> shift),
    )


@compile_
def has_set(low: np.uint64, high: np.uint64, one: int) -> bool:
    """Whether a set is in a family."""
    word = low if one < 64 else high
    return bool((word >> np.uint64(one & 63)) & ONE)


@compile_
def keys(low: np.uint64, high: np.uint64) -> tuple[Words, Words]:
    """Two numbers for each point, by which points are told apart.

    The first counts the sets with this point by their sizes. The second mixes in how many sets it has in common with
    each other point.
    """
    key = np.zeros(POINTS, dtype=np.uint64)
    mixed = np.zeros(POINTS, dtype=np.uint64)
    for i in range(POINTS):
        value = ZERO
        for size in range(1, POINTS + 1):
            if i < 6:
                count = count_bits(low & HOLDING[i] & LEVEL[size, 0]) + count_bits(high & HOLDING[i] & LEVEL[size, 1])
            else:
                count = count_bits(high & LEVEL[size, 1])
            value = value * np.uint64(37) + np.uint64(count)
        key[i] = value
    for i in range(POINTS):
        value = key[i] * np.uint64(0x9E3779B97F4A7C15)
        for j in range(POINTS):
            if i != j:
                a, b = min(i, j), max(i, j)
                if b < 6:
                    count = count_bits(low & HOLDING[a] & HOLDING[b]) + count_bits(high & HOLDING[a] & HOLDING[b])
                else:
                    count = count_bits(high & HOLDING[a])
                one = (key[j] + np.uint64(count) * np.uint64(0xD6E8FEB86659FD93)) * np.uint64(0xFF51AFD7ED558CCD)
                value += (one ^ (one >> np.uint64(29))) * np.uint64(0xC4CEB9FE1A85EC53)
        mixed[i] = value
    return key, mixed


@compile_
def arrange(low: np.uint64, high: np.uint64, order: Int64s) -> tuple[np.uint64, np.uint64]:
    """A family with its points renumbered. For each new number, the old one is stored in ``order``."""
    for i in range(POINTS):
        order[i] = i
    key, mixed = keys(low, high)
    for last in range(1, POINTS):  # sorted by the first key, then by the second
        i = last
        while i > 0 and (key[i - 1] < key[i] or (key[i - 1] == key[i] and mixed[i - 1] < mixed[i])):
            low, high = exchange(low, high, i - 1, i)
            key[i - 1], key[i] = key[i], key[i - 1]
            mixed[i - 1], mixed[i] = mixed[i], mixed[i - 1]
            order[i - 1], order[i] = order[i], order[i - 1]
            i -= 1
    first = 0
    while first < POINTS:
        after = first + 1
        while after < POINTS and key[after] == key[first] and mixed[after] == mixed[first]:
            after += 1
        if after - first > 1 and has_set(low, high, 1 << first):
            low, high = least(low, high, first, after, order)
        first = after
    return low, high


@compile_
def least(low: np.uint64, high: np.uint64, first: int, after: int, order: Int64s) -> tuple[np.uint64, np.uint64]:
    """The least family that renumbering the points from ``first`` to ``after`` gives, found by trying all orders."""
    is_same = True
    for i in range(first, after - 1):
        other_low, other_high = exchange(low, high, i, i + 1)
        if other_low != low or other_high != high:
            is_same = False
            break
    if is_same:
        return low, high
    size = after - first
    count = np.zeros(POINTS, dtype=np.int64)
    now = order.copy()
    best_low, best_high = low, high
    i = 0
    while i < size:  # Heap's algorithm
        if count[i] < i:
            a = first if i % 2 == 0 else first + count[i]
            b = first + i
            low, high = exchange(low, high, min(a, b), max(a, b))
            now[a], now[b] = now[b], now[a]
            if high < best_high or (high == best_high and low < best_low):
                best_low, best_high = low, high
                order[:] = now
            count[i] += 1
            i = 0
        else:
            count[i] = 0
            i += 1
    return best_low, best_high


def renumbered(family: SetFamily) -> tuple[SetFamily, Int64s]:
    """A family with its points renumbered by `arrange`, and for each new number of a point the old one."""
    order = np.zeros(POINTS, np.int64)
    with np.errstate(over="ignore"):
        low, high = arrange(np.uint64(family[0]), np.uint64(family[1]), order)
    return (int(low), int(high)), order
