"""The members of a strategy on all sets of at most k of n points, in plain Python that numba makes fast.

A lost family is a *member*: two words as in `kernel`, its points renumbered by `arrange`. In a lost family no
move leaves a lost one, so an answer is never below the move: it is a pair of incomparable sets, either of which
answers the other. The pairs that leave lost families are read from the table of `table_kernel`. Of these,
each member gets some that cover all its sets, and the families that they leave become members, from large to small:

    free      a pair that leaves an existing member, or fewer points: there are few of those
    mirror    a pair that leaves a family that a mirror reduces to fewer points: a permutation of points of order two
              that maps the family to itself, and no point to one in a common set with it
    other     any other pair: it is taken only for sets that are in no free pair
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from zchomp.engines.compiler import compile_
from zchomp.engines.machine_words import Int32s, Int64s, UInt16s, Words, count_bits, has
from zchomp.posets.set_families.kernel import HOLDING, SUPERSETS, arrange, exchange, has_set
from zchomp.posets.set_families.recognition import POINTS
from zchomp.posets.set_families.table_kernel import (
    IMAGE,
    INNER_SUPERSETS,
    Blocks,
    permuted,
    place,
    representative,
)

__all__ = [
    "MIRRORS",
    "FilledTable",
    "Members",
    "Pairs",
    "add",
    "answer_all",
    "fixed_part",
    "lost_pairs",
    "mirror_of",
    "order_code",
    "room",
]

ONE, ZERO = np.uint64(1), np.uint64(0)
LAST = POINTS - 1
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
        members.size[k] = count_bits(low) + count_bits(high)
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
    rest = rest & ~INNER_SUPERSETS[x & 63] & ~INNER_SUPERSETS[y & 63]
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
            low, high = low & ~HOLDING[i], high & ~HOLDING[i]
            if j == LAST:
                high = ZERO
            else:
                low, high = low & ~HOLDING[j], high & ~HOLDING[j]
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
            size = count_bits(pairs.left[i, 0]) + count_bits(pairs.left[i, 1])
            cost = 2 * size + helps_one + (4 * SETS if pairs.kind[i] == OTHER else 0)
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
