"""The compiled search of families of sets, in one plain body; it needs numpy, and numba to be fast.

A family of subsets of at most 7 points that has every nonempty part of its members is a Boolean function of 7
variables: two words of 64 bits, bit s of `low` for the set s < 64, bit s - 64 of `high` for the others. The empty
set is no element, so bit 0 is free: in the table of solved families it says that a family is won.

    exchange     exchanges two points
    reduce       removes twins: two points in no common set whose exchange changes nothing are a mirror, and the fixed
                 part decides (docs/strategy-format.md)
    arrange      renumbers the points by how they lie in the family, so that most isomorphic families become equal
    advance      the search, depth first, of a number of families; the stack and the table are the caller's
"""

import numpy as np
import numpy.typing as npt

from zchomp.engines.compiler import compile_

__all__ = ["POINTS", "advance", "arrange", "exchange", "find", "reduce", "store"]

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

POINTS = 7
ONE, ZERO = np.uint64(1), np.uint64(0)


def _holding(point: int) -> int:
    """The sets with a point, among the sets below 64."""
    return sum(1 << s for s in range(64) if s >> point & 1)


HOLDING = np.array([_holding(point) for point in range(6)], dtype=np.uint64)
LEVEL = np.array(
    [[sum(1 << s for s in range(64) if (s + 64 * part).bit_count() == size) for part in range(2)] for size in range(8)],
    dtype=np.uint64,
)
LARGER = np.array(
    [[sum(1 << t for t in range(64) if (t + 64 * part) & s == s) for part in range(2)] for s in range(128)],
    dtype=np.uint64,
)
"""For each set the sets that contain it: what taking it removes."""

WON, LOST, UNKNOWN = 1, 2, 0
DONE, MORE, FULL = 0, 1, 2


@compile_
def ones(word: np.uint64) -> np.int64:
    """The number of bits of a word that are 1."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


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
def has(low: np.uint64, high: np.uint64, one: int) -> bool:
    """Whether a set is in a family."""
    word = low if one < 64 else high
    return bool((word >> np.uint64(one & 63)) & ONE)


@compile_
def reduce(low: np.uint64, high: np.uint64) -> tuple[np.uint64, np.uint64]:
    """A family without twins; the outcome is the same."""
    again = True
    while again:
        again = False
        for j in range(1, POINTS):
            if not has(low, high, 1 << j):
                continue
            for i in range(j):
                if has(low, high, 1 << i) and not has(low, high, (1 << i) | (1 << j)):
                    other_low, other_high = exchange(low, high, i, j)
                    if other_low == low and other_high == high:
                        low &= ~HOLDING[i]
                        high &= ~HOLDING[i]
                        if j < 6:
                            low &= ~HOLDING[j]
                            high &= ~HOLDING[j]
                        else:
                            high = ZERO
                        again = True
                        break
    return low, high


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
                count = ones(low & HOLDING[i] & LEVEL[size, 0]) + ones(high & HOLDING[i] & LEVEL[size, 1])
            else:
                count = ones(high & LEVEL[size, 1])
            value = value * np.uint64(37) + np.uint64(count)
        key[i] = value
    for i in range(POINTS):
        value = key[i] * np.uint64(0x9E3779B97F4A7C15)
        for j in range(POINTS):
            if i != j:
                a, b = min(i, j), max(i, j)
                if b < 6:
                    count = ones(low & HOLDING[a] & HOLDING[b]) + ones(high & HOLDING[a] & HOLDING[b])
                else:
                    count = ones(high & HOLDING[a])
                one = (key[j] + np.uint64(count) * np.uint64(0xD6E8FEB86659FD93)) * np.uint64(0xFF51AFD7ED558CCD)
                value += (one ^ (one >> np.uint64(29))) * np.uint64(0xC4CEB9FE1A85EC53)
        mixed[i] = value
    return key, mixed


@compile_
def arrange(low: np.uint64, high: np.uint64, order: Numbers) -> tuple[np.uint64, np.uint64]:
    """A family with its points renumbered; `order` gets for each new number the old one."""
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
        if after - first > 1 and has(low, high, 1 << first):
            low, high = least(low, high, first, after, order)
        first = after
    return low, high


@compile_
def least(low: np.uint64, high: np.uint64, first: int, after: int, order: Numbers) -> tuple[np.uint64, np.uint64]:
    """The least family that renumbering the points from `first` to `after` gives; by plain changes, in all orders."""
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


@compile_
def place(low: np.uint64, high: np.uint64, size: int) -> np.int64:
    """Where a table of this size, a power of two, begins to look for a family."""
    value = (low ^ (high * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xFF51AFD7ED558CCD)
    value = (value ^ (value >> np.uint64(32))) * np.uint64(0xC4CEB9FE1A85EC53)
    return np.int64((value >> np.uint64(20)) & np.uint64(size - 1))


@compile_
def find(table: Words, low: np.uint64, high: np.uint64) -> int:
    """Whether a family is won, lost, or not known."""
    size = len(table)
    at = place(low, high, size)
    while table[at, 0] != ZERO or table[at, 1] != ZERO:
        if (table[at, 0] & ~ONE) == low and table[at, 1] == high:
            return WON if table[at, 0] & ONE else LOST
        at = (at + 1) & (size - 1)
    return UNKNOWN


@compile_
def store(table: Words, low: np.uint64, high: np.uint64, is_won: bool) -> None:
    """Add a family that is not there."""
    size = len(table)
    at = place(low, high, size)
    while table[at, 0] != ZERO or table[at, 1] != ZERO:
        at = (at + 1) & (size - 1)
    table[at, 0] = low | (ONE if is_won else ZERO)
    table[at, 1] = high


@compile_
def expand(table: Words, stack: Words, children: Words, counts: Numbers, depth: int, order: Numbers) -> int:
    """The families after one move, without those that are won: the outcome if it follows, else they wait."""
    low, high = stack[depth, 0], stack[depth, 1]
    count = 0
    for number in range(1, 128):
        if not has(low, high, number):
            continue
        new_low, new_high = reduce(low & ~LARGER[number, 0], high & ~LARGER[number, 1])
        if new_low == ZERO and new_high == ZERO:
            return WON
        new_low, new_high = arrange(new_low, new_high, order)
        known = find(table, new_low, new_high)
        if known == LOST:
            return WON
        if known == UNKNOWN:
            size = np.uint64(ones(new_low) + ones(new_high))
            at = count
            is_new = True
            for k in range(count):
                if children[depth, k, 0] == new_low and children[depth, k, 1] == new_high:
                    is_new = False
                    break
            if is_new:
                while at > 0 and children[depth, at - 1, 2] < size:  # the smallest last: it is tried first
                    children[depth, at] = children[depth, at - 1]
                    at -= 1
                children[depth, at, 0], children[depth, at, 1], children[depth, at, 2] = new_low, new_high, size
                count += 1
    counts[depth] = count
    return UNKNOWN if count else LOST


@compile_
def settle(table: Words, children: Words, counts: Numbers, depth: int) -> int:
    """What those say that wait: lost if all are won; not known if the last one is not, after won ones are dropped."""
    while counts[depth] > 0:
        last = counts[depth] - 1
        known = find(table, children[depth, last, 0], children[depth, last, 1])
        if known != WON:
            return WON if known == LOST else UNKNOWN
        counts[depth] = last
    return LOST


@compile_
def advance(table: Words, stack: Words, children: Words, counts: Numbers, state: Numbers, budget: int) -> int:
    """Solve some families; `state` has the depth, the number of those solved, and how many the table may hold.

    A family on the stack waits for those after one move. counts[depth] is -1 before they are known.
    """
    order = np.zeros(POINTS, dtype=np.int64)
    depth, solved, most = state[0], state[1], state[2]
    end = solved + budget
    result = MORE
    while True:
        if depth < 0:
            result = DONE
            break
        if solved >= most:
            result = FULL
            break
        if solved >= end:
            break
        outcome = UNKNOWN
        if counts[depth] < 0:
            outcome = expand(table, stack, children, counts, depth, order)
        if outcome == UNKNOWN:
            outcome = settle(table, children, counts, depth)
        if outcome == UNKNOWN:
            last = counts[depth] - 1
            depth += 1
            stack[depth, 0], stack[depth, 1] = children[depth - 1, last, 0], children[depth - 1, last, 1]
            counts[depth] = -1
        else:
            store(table, stack[depth, 0], stack[depth, 1], outcome == WON)
            solved += 1
            depth -= 1
    state[0], state[1] = depth, solved
    return result
