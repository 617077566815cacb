"""Families of sets in plain Python that numba makes fast: their images, the table of all of them, and strategies.

**Images.** A family of subsets of at most 7 points that has every nonempty subset of its members is a Boolean function
of 7 variables: two words of 64 bits, bit s of `low` for the set s < 64, bit s - 64 of `high` for the others. The empty
set is not an element.

    exchange     exchanges two points
    arrange      renumbers the points by how they lie in the family, so that most isomorphic families become equal

**The table of all families inside a given one.** A family of at most 7 points, with the empty set, is a pair of
down-sets of the subsets of 6 points, one inside the other: the sets without the last point, and the others with that
point removed. A down-set of subsets of 6 points is a word of 64 bits, bit s for the set s. Its halves are down-sets of
subsets of 5 points, of which there are 7581, numbered in increasing order.

    representative   the least word obtained from a word by renumbering the 6 points, and how to renumber them
    ranks[h, e]      how many down-sets of 5 points come before number e and lie inside number h
    a block          all families whose sets without the last point are one representative, its `word`; those with it
                     are any down-set inside `bound`. A block is a matrix of bits, a row for the lower half of that
                     down-set, and a column for the upper half, by their ranks inside the halves of the bound
    a bit            is 1 if the family is lost; it is 0 too where the halves do not make a down-set

Taking a set with the last point leaves a family of the same block, in an earlier row or column. Taking another one
leaves a smaller word, whose representative is not larger. So blocks are filled in the order of their words, and each
one row by row.

**The members of a strategy** on all sets of at most k of n points. A lost family is a *member*: two words, its points
renumbered by `arrange`. In a lost family no move leaves a lost one, so an answer is never below the move: it is a pair
of incomparable sets, either of which answers the other. The pairs that leave lost families are read from the table. Of
these, each member gets some that cover all its sets, and the families that they leave become members, from large to
small:

    free      a pair that leaves an existing member, or fewer points: there are few of those
    mirror    a pair that leaves a family that a mirror reduces to fewer points: a permutation of points of order two
              that maps the family to itself, and no point to one in a common set with it
    other     any other pair: it is taken only for sets that are in no free pair
"""

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

import numpy as np

from zchomp.core.compiler import compile_
from zchomp.core.machine_words import Int32s, Int64s, UInt16s, Words, count_bits, has, put
from zchomp.core.numbers import bitset
from zchomp.posets.poset import POINTS, SetFamily

ONE, ZERO = np.uint64(1), np.uint64(0)
LAST = POINTS - 1


def _words(sets: Iterable[int]) -> list[int]:
    """A family of some sets, as two words."""
    word = bitset(sets)
    return [word & (1 << 64) - 1, word >> 64]


HOLDING = np.array([_words(s for s in range(128) if s >> point & 1) for point in range(POINTS)], np.uint64)
"""For each point, the sets with it."""

LEVEL = np.array([_words(s for s in range(128) if s.bit_count() == size) for size in range(POINTS + 1)], np.uint64)
"""For each size, the sets of that size."""

SUPERSETS = np.array([_words(t for t in range(128) if t & s == s) for s in range(128)], np.uint64)
"""For each set, the sets that contain it: those that taking it removes."""


@compile_
def swapped(word: np.uint64, mask: np.uint64, shift: np.uint64) -> np.uint64:
    """A word with the bits of a mask and those above them, by a number of places, exchanged."""
    changed = ((word >> shift) ^ word) & mask
    return word ^ changed ^ (changed << shift)


@compile_
def size_of(low: np.uint64, high: np.uint64) -> int:
    """The number of sets in a family."""
    return count_bits(low) + count_bits(high)


@compile_
def exchange(low: np.uint64, high: np.uint64, i: int, j: int) -> tuple[np.uint64, np.uint64]:
    """A family with the points i < j exchanged."""
    if j < LAST:
        mask, shift = HOLDING[i, 0] & ~HOLDING[j, 0], np.uint64((1 << j) - (1 << i))
        return swapped(low, mask, shift), swapped(high, mask, shift)
    shift = np.uint64(1 << i)
    changed = ((low >> shift) ^ high) & ~HOLDING[i, 0]
    return low ^ (changed << shift), high ^ changed


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
            count = size_of(low & HOLDING[i, 0] & LEVEL[size, 0], high & HOLDING[i, 1] & LEVEL[size, 1])
            value = value * np.uint64(37) + np.uint64(count)
        key[i] = value
    for i in range(POINTS):
        value = key[i] * np.uint64(0x9E3779B97F4A7C15)
        for j in range(POINTS):
            if i != j:
                count = size_of(low & HOLDING[i, 0] & HOLDING[j, 0], high & HOLDING[i, 1] & HOLDING[j, 1])
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


INNER_POINTS = LAST
LOW = np.uint64(2**32 - 1)
SIXTEEN, THIRTY_TWO, LAST_SIXTEEN = np.uint64(16), np.uint64(32), np.uint64(2**16 - 1)

LOST, WON, OUTSIDE = 1, 0, -1
NOT_YET = 2**16 - 1


class Blocks(NamedTuple):
    """The blocks in their order: arrays with an entry for each, and for each set that can be taken if there are two."""

    word: Words
    bound: Words
    start: Int64s  # the place of its first bit in the table
    low: Int64s  # the number of the lower half of the bound
    high: Int64s
    width: Int64s  # the number of columns
    after: Int64s  # the block after a set without the last point is taken
    order: Int64s  # and how the points are renumbered


def _down_sets(points: int) -> list[int]:
    """All down-sets of the subsets of some points, in increasing order."""
    if points == 0:
        return [0, 1]
    halves, width = _down_sets(points - 1), 1 << points - 1
    return sorted(high << width | low for low in halves for high in halves if not high & ~low)


def _changes(points: int) -> list[int]:
    """Exchanges of neighbours that run through all orders of some points (plain changes): i for i and i + 1."""
    if points == 1:
        return []
    found: list[int] = []
    upwards = list(range(points - 1))
    for i, one in enumerate([*_changes(points - 1), -1]):
        found += upwards if i % 2 else upwards[::-1]
        found += [one + 1 - i % 2] if one >= 0 else []
    return found


def _orders() -> list[list[int]]:
    """The orders that these exchanges run through: for each new number of a point the old one."""
    found = [list(range(INNER_POINTS))]
    for i in _changes(INNER_POINTS):
        order = list(found[-1])
        order[i], order[i + 1] = order[i + 1], order[i]
        found.append(order)
    return found


def _exchanges(order: list[int]) -> list[tuple[int, int]]:
    """At most five exchanges of two points that renumber the points, the first one first."""
    now, found = list(range(INNER_POINTS)), []
    for new, old in enumerate(order):
        at = now.index(old)
        if at != new:
            now[new], now[at] = now[at], now[new]
            found.append((new, at))
    return found


_FOUR, _FIVE = _down_sets(4), _down_sets(5)
_NUMBER = {word: i for i, word in enumerate(_FIVE)}

DOWN = np.array(_FIVE, dtype=np.uint64)
HALF_NUMBER = np.zeros(1 << 16, dtype=np.uint8)
HALF_NUMBER[_FOUR] = range(len(_FOUR))
PAIR = np.array([[_NUMBER.get(high << 16 | low, 0) for low in _FOUR] for high in _FOUR], dtype=np.uint16)
"""The number of a down-set of 5 points, by the numbers of its halves among the 168 of 4 points."""

CHANGES = np.array(_changes(INNER_POINTS), dtype=np.int64)
CHANGED = HOLDING[:-2, 0] & ~HOLDING[1:-1, 0]
EXCHANGES = np.array([len(_exchanges(order)) for order in _orders()], dtype=np.int64)
APART = np.array([order[-1] == INNER_POINTS - 1 for order in _orders()])
"""Whether an order fixes the last of the 6 points, so that the halves of a word are renumbered separately."""

IMAGE = sum(((np.arange(64) >> np.array(_orders())[:, i : i + 1]) & 1) << i for i in range(INNER_POINTS))
"""For each order the images of the sets of 6 points."""

SHIFTS, MASKS = np.zeros((2, len(EXCHANGES), INNER_POINTS - 1), dtype=np.uint64)
for _t, _order in enumerate(_orders()):
    for _k, (_i, _j) in enumerate(_exchanges(_order)):
        SHIFTS[_t, _k] = (1 << _j) - (1 << _i)
        MASKS[_t, _k] = HOLDING[_i, 0] & ~HOLDING[_j, 0]


@compile_
def permuted(word: np.uint64, order: int) -> np.uint64:
    """A word with its points renumbered in one of the 720 orders."""
    for k in range(EXCHANGES[order]):
        word = np.uint64(swapped(word, MASKS[order, k], SHIFTS[order, k]))
    return word


@compile_
def representative(word: np.uint64) -> tuple[np.uint64, int]:
    """The least word up to the numbering of the points, and the order that makes it, with the fewest exchanges."""
    best, order = word, 0
    for t in range(len(CHANGES)):
        i = CHANGES[t]
        word = np.uint64(swapped(word, CHANGED[i], ONE << np.uint64(i)))
        if word < best or (word == best and EXCHANGES[t + 1] < EXCHANGES[order]):
            best, order = word, t + 1
    return best, order


@compile_
def successors(word: np.uint64, bound: np.uint64, found: Words, orders: Int64s) -> None:
    """For each nonempty set in a word, store in ``found`` what taking it leaves of word and bound, renumbered."""
    for x in range(1, 64):
        if (word >> np.uint64(x)) & ONE:
            found[x, 0], orders[x] = representative(word & ~SUPERSETS[x, 0])
            found[x, 1] = permuted(bound & ~SUPERSETS[x, 0], orders[x])


@compile_
def number(word: np.uint64) -> np.int64:
    """The number of a down-set of 5 points."""
    return np.int64(PAIR[HALF_NUMBER[word >> SIXTEEN], HALF_NUMBER[word & LAST_SIXTEEN]])


@compile_
def rank_all(ranks: UInt16s, counts: Int64s) -> None:
    """Fill in all ranks, and for each down-set in ``counts`` how many are inside it."""
    for h in range(len(DOWN)):
        inside = 0
        for e in range(len(DOWN)):
            ranks[h, e] = inside
            inside += (DOWN[e] & ~DOWN[h]) == ZERO
        counts[h] = inside


@compile_
def count(bound: np.uint64, counts: Int64s) -> np.int64:
    """The number of down-sets inside a bound, which are the families of its block."""
    total = np.int64(0)
    for e in range(len(DOWN)):
        if (DOWN[e] & ~(bound & LOW)) == ZERO:
            total += counts[number(DOWN[e] & (bound >> THIRTY_TWO))]
    return total


@compile_
def place(blocks: Blocks, ranks: UInt16s, block: int, rest: np.uint64) -> np.int64:
    """The place of a family in the table: its block, and the down-set of its sets with the last point."""
    row = np.int64(ranks[blocks.low[block], number(rest & LOW)])
    column = np.int64(ranks[blocks.high[block], number(rest >> THIRTY_TWO)])
    return np.int64(blocks.start[block] + row * blocks.width[block] + column)


@compile_
def find(table: Words, blocks: Blocks, ranks: UInt16s, low: np.uint64, high: np.uint64) -> int:
    """Whether a family is lost, given by its sets without the last point, including the empty one, and the others.

    If several orders make the representative, one of them leads inside the bound, and all to the same outcome.
    """
    word, first = representative(low)
    block = int(np.searchsorted(blocks.word, word))
    if block == len(blocks.word) or blocks.word[block] != word:
        return OUTSIDE
    for t in range(-1, len(EXCHANGES)):
        order = first if t < 0 else t
        rest = permuted(high, order)
        if (rest & ~blocks.bound[block]) == ZERO and permuted(low, order) == word:
            return LOST if has(table, place(blocks, ranks, block, rest)) else WON
    return OUTSIDE


@compile_
def list_moves(word: np.uint64, bound: np.uint64, moves: Int64s) -> int:
    """List the moves in the families of a block: s for a set with the last point, and then 64 + s for other sets."""
    size = 0
    for x in range(64):
        if (bound >> np.uint64(x)) & ONE:
            moves[size] = x
            size += 1
    for x in range(1, 64):
        if (word >> np.uint64(x)) & ONE:
            moves[size] = 64 + x
            size += 1
    return size


@compile_
def fill(  # noqa: C901, PLR0912 - fast because it is a single loop
    table: Words, blocks: Blocks, ranks: UInt16s, block: int
) -> np.int64:
    """Fill a block, after all earlier ones, and count the lost families. The most recent winning move is tried first.

    A set that is not there leaves the family itself, whose bit is still 0. If the move keeps the halves of the word
    apart, the place of what it leaves is the sum of a number for the row and one for the column. These numbers are
    computed when they are first needed.
    """
    moves = np.zeros(128, dtype=np.int64)
    size = list_moves(blocks.word[block], blocks.bound[block], moves)
    to = np.full(128, block, dtype=np.int64)
    to[64:] = blocks.after[block]
    order = np.zeros(128, dtype=np.int64)
    order[64:] = blocks.order[block]
    start, low, high, width = blocks.start[to], blocks.low[to], blocks.high[to], blocks.width[to]
    bound_low, bound_high = blocks.bound[block] & LOW, blocks.bound[block] >> THIRTY_TWO
    columns = DOWN[(DOWN & ~bound_high) == ZERO]
    by_row = np.zeros(128, dtype=np.int64)
    by_column = np.full((len(columns), 128), NOT_YET, dtype=np.uint16)
    row = start[0]
    lost = np.int64(0)
    for below in DOWN:
        if (below & ~bound_low) != ZERO:
            continue
        by_row[:] = -1
        for j in range(len(columns)):
            above = columns[j]
            if (above & ~below) != ZERO:
                continue
            won = -1
            for k in range(size):
                m = moves[k]
                x = m & 63
                if APART[order[m]]:
                    if by_row[m] < 0:
                        rest = permuted(below & ~SUPERSETS[x, 0], order[m])
                        by_row[m] = start[m] + np.int64(ranks[low[m], number(rest)]) * width[m]
                    if by_column[j, m] == NOT_YET:
                        rest = permuted((above << THIRTY_TWO) & ~SUPERSETS[x, 0], order[m])
                        by_column[j, m] = ranks[high[m], number(rest >> THIRTY_TWO)]
                    at = by_row[m] + np.int64(by_column[j, m])
                else:
                    rest = permuted(((above << THIRTY_TWO) | below) & ~SUPERSETS[x, 0], order[m])
                    at = (
                        start[m]
                        + np.int64(ranks[low[m], number(rest & LOW)]) * width[m]
                        + np.int64(ranks[high[m], number(rest >> THIRTY_TWO)])
                    )
                if has(table, at):
                    won = k
                    break
            if won < 0:
                put(table, row + j)
                lost += 1
            elif won > 0:
                m = moves[won]
                for k in range(won, 0, -1):
                    moves[k] = moves[k - 1]
                moves[0] = m
        row += len(columns)
    return lost


SETS = 1 << POINTS
MOST_PAIRS = SETS * SETS // 2
FREE, MIRROR, OTHER = 0, 1, 2

_PAIRS = [(i, j) for j in range(POINTS) for i in range(j)]
_DISJOINT = [
    some
    for size in (1, 2, 3)
    for some in combinations(_PAIRS, size)
    if len({p for pair in some for p in pair}) == 2 * size
]
MIRRORS = np.array([[*some, (0, 0), (0, 0)][:3] for some in _DISJOINT], dtype=np.int64)
"""The permutations of points of order two: one, two or three pairs, and then pairs (0, 0)."""


class FilledTable(NamedTuple):
    """The filled table of all sets of at most k of n points."""

    bits: Words
    blocks: Blocks
    ranks: UInt16s
    points: int


class Members(NamedTuple):
    """Room for members and answers, which `room` makes."""

    family: Words  # two words for each member
    size: Int32s  # how many sets it has
    mirror: Int32s  # the number of its mirror, -1 if there is none
    first: Int64s  # the place of its first answer
    length: Int32s  # and the number of its answers
    answers: Int32s  # for each answer two sets, the member that is left, and how its points are renumbered
    slots: Int32s  # a table by hashing: the number of a member plus 1
    counts: Int64s  # how many members and answers there are


class Pairs(NamedTuple):
    """The pairs of a family that leave lost ones."""

    sets: Int32s
    left: Words  # the remaining family, with its points renumbered
    code: Int64s  # in this order
    kind: Int32s
    free: Int64s  # for each set the number of its free pairs


def room(members: int, answers: int) -> Members:
    """Room for some members, a power of two, and for their answers. The system provides it as it is needed."""
    return Members(
        family=np.zeros((members, 2), np.uint64),
        size=np.zeros(members, np.int32),
        mirror=np.zeros(members, np.int32),
        first=np.zeros(members, np.int64),
        length=np.zeros(members, np.int32),
        answers=np.zeros((answers, 4), np.int32),
        slots=np.zeros(2 * members, np.int32),
        counts=np.zeros(2, np.int64),
    )


@compile_
def first_slot(low: np.uint64, high: np.uint64, size: int) -> np.int64:
    """Where a table of this size, a power of two, begins to look for a family."""
    value = (low ^ (high * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xFF51AFD7ED558CCD)
    value = (value ^ (value >> np.uint64(32))) * np.uint64(0xC4CEB9FE1A85EC53)
    return np.int64((value >> np.uint64(20)) & np.uint64(size - 1))


@compile_
def slot_of(members: Members, low: np.uint64, high: np.uint64) -> np.int64:
    """Where a family is in the table of members, or the empty slot where it would be."""
    size = len(members.slots)
    at = first_slot(low, high, size)
    while members.slots[at] != 0:
        k = members.slots[at] - 1
        if members.family[k, 0] == low and members.family[k, 1] == high:
            break
        at = (at + 1) & (size - 1)
    return at


@compile_
def add(members: Members, low: np.uint64, high: np.uint64) -> np.int64:
    """The number of a member, which is added if it is new."""
    at = slot_of(members, low, high)
    if members.slots[at] == 0:
        k = members.counts[0]
        members.family[k, 0], members.family[k, 1] = low, high
        members.size[k] = size_of(low, high)
        members.slots[at] = k + 1
        members.counts[0] = k + 1
    return np.int64(members.slots[at] - 1)


@compile_
def note(members: Members, one: int, other: int, low: np.uint64, high: np.uint64, code: np.int64) -> None:
    """Add an answer: two sets, and the remaining family with its points renumbered."""
    at = members.counts[1]
    members.answers[at, 0], members.answers[at, 1] = one, other
    members.answers[at, 2], members.answers[at, 3] = add(members, low, high), code
    members.counts[1] = at + 1


@compile_
def order_code(order: Int64s) -> np.int64:
    """The order in which points are renumbered, as a number to base 7 whose last digit is the first point."""
    code = np.int64(0)
    for i in range(POINTS - 1, -1, -1):
        code = code * POINTS + order[i]
    return code


@compile_
def exchanged(one: int, i: int) -> int:
    """A set with the point i and the last one exchanged."""
    return one ^ ((1 << i) | (1 << LAST)) if i != LAST and ((one >> i) ^ (one >> LAST)) & 1 else one


@compile_
def is_lost_without(table: FilledTable, block: int, rest: np.uint64, x: int, y: int) -> bool:
    """Whether a family of the table is lost after two sets x < y are taken. Sets from 64 on have the last point."""
    blocks = table.blocks
    rest = rest & ~SUPERSETS[x & 63, 0] & ~SUPERSETS[y & 63, 0]
    if x < 64:
        order = blocks.order[block, x]
        block = blocks.after[block, x]
        rest = permuted(rest, order)
        if y < 64:
            y = IMAGE[order, y]
            order = blocks.order[block, y]
            block = blocks.after[block, y]
            rest = permuted(rest, order)
    return has(table.bits, place(blocks, table.ranks, block, rest))


@compile_
def lost_pairs(table: FilledTable, low: np.uint64, high: np.uint64, pairs: Int32s) -> int:
    """List the pairs of incomparable sets in a family that leave a lost one.

    In the table the last point is one of those that there are, and the sets without it are a representative.
    """
    shifted = table.points - 1
    if shifted != LAST:
        low, high = exchange(low, high, shifted, LAST)
    word, order = representative(low | ONE)
    block = int(np.searchsorted(table.blocks.word, word))
    rest = permuted(high, order)
    there = np.zeros((SETS, 2), dtype=np.int64)  # the sets of the family, in the table and as they were
    size = 0
    for image in range(1, SETS):
        if has_set(word, rest, image):
            there[size, 0] = image
            size += 1
    for one in range(1, SETS):
        if has_set(low, high, one):
            image = IMAGE[order, one & 63] + (one & 64)
            there[np.searchsorted(there[:size, 0], image), 1] = exchanged(one, shifted)
    count = 0
    for i in range(size):
        for j in range(i + 1, size):
            x, y = there[i, 0], there[j, 0]
            if x & y != x and is_lost_without(table, block, rest, x, y):
                pairs[count, 0], pairs[count, 1] = there[i, 1], there[j, 1]
                count += 1
    return count


@compile_
def mirror_of(low: np.uint64, high: np.uint64) -> int:
    """The number of a mirror of a family, -1 if there is none."""
    for number in range(len(MIRRORS)):
        new_low, new_high = low, high
        for k in range(3):
            i, j = MIRRORS[number, k]
            if i != j:
                is_apart = (
                    has_set(low, high, 1 << i)
                    and has_set(low, high, 1 << j)
                    and not has_set(low, high, (1 << i) | (1 << j))
                )
                if not is_apart:
                    new_low = ~low
                    break
                new_low, new_high = exchange(new_low, new_high, i, j)
        if new_low == low and new_high == high:
            return number
    return -1


@compile_
def fixed_part(low: np.uint64, high: np.uint64, mirror: int) -> tuple[np.uint64, np.uint64]:
    """The sets without a point that a mirror moves."""
    for k in range(3):
        i, j = MIRRORS[mirror, k]
        if i != j:
            low, high = low & ~HOLDING[i, 0] & ~HOLDING[j, 0], high & ~HOLDING[i, 1] & ~HOLDING[j, 1]
    return low, high


@compile_
def list_pairs(members: Members, table: FilledTable, low: np.uint64, high: np.uint64, pairs: Pairs) -> int:
    """List the pairs of a family, with what each leaves and its kind."""
    order = np.zeros(POINTS, dtype=np.int64)
    count = lost_pairs(table, low, high, pairs.sets)
    pairs.free[:] = 0
    for i in range(count):
        x, y = pairs.sets[i]
        left = arrange(low & ~SUPERSETS[x, 0] & ~SUPERSETS[y, 0], high & ~SUPERSETS[x, 1] & ~SUPERSETS[y, 1], order)
        pairs.left[i, 0], pairs.left[i, 1] = left
        pairs.code[i] = order_code(order)
        is_point = x & (x - 1) == 0 or y & (y - 1) == 0
        pairs.kind[i] = OTHER
        if is_point or members.slots[slot_of(members, left[0], left[1])] != 0:
            pairs.kind[i] = FREE
            pairs.free[x] += 1
            pairs.free[y] += 1
    for i in range(count):
        is_needed = pairs.free[pairs.sets[i, 0]] == 0 or pairs.free[pairs.sets[i, 1]] == 0
        if is_needed and mirror_of(pairs.left[i, 0], pairs.left[i, 1]) >= 0:
            pairs.kind[i] = MIRROR
    return count


@compile_
def make_free(members: Members, pairs: Pairs, count: int, one: int) -> bool:
    """Give a set a free pair: one that leaves a mirror, or else the smallest family, which becomes a member."""
    best, least = -1, np.int64(0)
    for i in range(count):
        x, y = pairs.sets[i]
        if one in (x, y):
            helps_one = pairs.free[y if x == one else x] > 0
            cost = (
                2 * size_of(pairs.left[i, 0], pairs.left[i, 1])
                + helps_one
                + (4 * SETS if pairs.kind[i] == OTHER else 0)
            )
            if best < 0 or cost < least:
                best, least = i, cost
    if best < 0:
        return False
    low, high = pairs.left[best]
    add(members, low, high)
    for i in range(count):
        if pairs.kind[i] != FREE and pairs.left[i, 0] == low and pairs.left[i, 1] == high:
            pairs.kind[i] = FREE
            pairs.free[pairs.sets[i, 0]] += 1
            pairs.free[pairs.sets[i, 1]] += 1
    return True


@compile_
def cover(members: Members, pairs: Pairs, count: int) -> None:
    """Cover all sets by free pairs: always the set with the fewest of them, if possible with another that is open."""
    while True:
        rarest = 0
        for one in range(1, SETS):
            if pairs.free[one] > 0 and (rarest == 0 or pairs.free[one] < pairs.free[rarest]):
                rarest = one
        if rarest == 0:
            break
        best, least = -1, np.int64(0)
        for i in range(count):
            x, y = pairs.sets[i]
            if pairs.kind[i] == FREE and rarest in (x, y):
                open_pairs = pairs.free[y if x == rarest else x]
                cost = open_pairs if open_pairs > 0 else np.int64(MOST_PAIRS)
                if best < 0 or cost < least:
                    best, least = i, cost
        x, y = pairs.sets[best]
        note(members, x, y, pairs.left[best, 0], pairs.left[best, 1], pairs.code[best])
        pairs.free[x] = pairs.free[y] = 0


@compile_
def answer(members: Members, table: FilledTable, member: int, pairs: Pairs) -> bool:
    """Find the mirror of a member, or answers to all its moves. False means that a move has none: it is not lost."""
    low, high = members.family[member]
    members.first[member] = members.counts[1]
    mirror = mirror_of(low, high)
    members.mirror[member] = mirror
    if mirror >= 0:
        order = np.zeros(POINTS, dtype=np.int64)
        low, high = fixed_part(low, high, mirror)
        low, high = arrange(low, high, order)
        note(members, 0, 0, low, high, order_code(order))
    else:
        count = list_pairs(members, table, low, high, pairs)
        for one in range(1, SETS):
            if has_set(low, high, one) and pairs.free[one] == 0 and not make_free(members, pairs, count, one):
                return False
        cover(members, pairs, count)
    members.length[member] = members.counts[1] - members.first[member]
    return True


@compile_
def answer_all(members: Members, table: FilledTable, chosen: Int64s) -> int:
    """Answer some members, for which there must be room, and return the first that is not lost, or -1."""
    pairs = Pairs(
        np.zeros((MOST_PAIRS, 2), dtype=np.int32),
        np.zeros((MOST_PAIRS, 2), dtype=np.uint64),
        np.zeros(MOST_PAIRS, dtype=np.int64),
        np.zeros(MOST_PAIRS, dtype=np.int32),
        np.zeros(SETS, dtype=np.int64),
    )
    for k in range(len(chosen)):
        if not answer(members, table, chosen[k], pairs):
            return int(chosen[k])
    return -1
