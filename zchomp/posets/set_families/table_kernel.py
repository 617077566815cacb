"""The table of all families of sets inside a given one, in plain Python that numba makes fast.

A family of at most 7 points, with the empty set, is a pair of down-sets of the subsets of 6 points, one inside the
other: the sets without the last point, and the others with that point removed. A down-set of subsets of 6
points is a word of 64 bits, bit s for the set s. Its halves are down-sets of subsets of 5 points, of which there are
7581, numbered in increasing order.

    representative   the least word obtained from a word by renumbering the 6 points, and how to renumber them
    ranks[h, e]      how many down-sets of 5 points come before number e and lie inside number h
    a block          all families whose sets without the last point are one representative, its `word`; those with it
                     are any down-set inside `bound`. A block is a matrix of bits, a row for the lower half of that
                     down-set, and a column for the upper half, by their ranks inside the halves of the bound
    a bit            is 1 if the family is lost; it is 0 too where the halves do not make a down-set

Taking a set with the last point leaves a family of the same block, in an earlier row or column. Taking another one
leaves a smaller word, whose representative is not larger. So blocks are filled in the order of their words, and each
one row by row.
"""

from typing import NamedTuple

import numpy as np

from zchomp.engines.compiler import compile_
from zchomp.engines.machine_words import Int64s, UInt16s, Words, has
from zchomp.posets.set_families.kernel import HOLDING

__all__ = [
    "DOWN",
    "IMAGE",
    "INNER_SUPERSETS",
    "LOST",
    "OUTSIDE",
    "Blocks",
    "count",
    "fill",
    "find",
    "number",
    "permuted",
    "place",
    "rank_all",
    "representative",
    "successors",
]

INNER_POINTS = 6
ONE, ZERO, LOW = np.uint64(1), np.uint64(0), np.uint64(2**32 - 1)
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

INNER_SUPERSETS = np.array([sum(1 << t for t in range(64) if t & s == s) for s in range(64)], dtype=np.uint64)
CHANGES = np.array(_changes(INNER_POINTS), dtype=np.int64)
CHANGED = HOLDING[:-1] & ~HOLDING[1:]
EXCHANGES = np.array([len(_exchanges(order)) for order in _orders()], dtype=np.int64)
APART = np.array([order[-1] == INNER_POINTS - 1 for order in _orders()])
"""Whether an order fixes the last of the 6 points, so that the halves of a word are renumbered separately."""

IMAGE = sum(((np.arange(64) >> np.array(_orders())[:, i : i + 1]) & 1) << i for i in range(INNER_POINTS))
"""For each order the images of the sets of 6 points."""

SHIFTS, MASKS = np.zeros((2, len(EXCHANGES), INNER_POINTS - 1), dtype=np.uint64)
for _t, _order in enumerate(_orders()):
    for _k, (_i, _j) in enumerate(_exchanges(_order)):
        SHIFTS[_t, _k] = (1 << _j) - (1 << _i)
        MASKS[_t, _k] = HOLDING[_i] & ~HOLDING[_j]


@compile_
def permuted(word: np.uint64, order: int) -> np.uint64:
    """A word with its points renumbered in one of the 720 orders."""
    for k in range(EXCHANGES[order]):
        shift = SHIFTS[order, k]
        changed = ((word >> shift) ^ word) & MASKS[order, k]
        word ^= changed ^ (changed << shift)
    return word


@compile_
def representative(word: np.uint64) -> tuple[np.uint64, int]:
    """The least word up to the numbering of the points, and the order that makes it, with the fewest exchanges."""
    best, order = word, 0
    for t in range(len(CHANGES)):
        i = CHANGES[t]
        shift = ONE << np.uint64(i)
        changed = ((word >> shift) ^ word) & CHANGED[i]
        word ^= changed ^ (changed << shift)
        if word < best or (word == best and EXCHANGES[t + 1] < EXCHANGES[order]):
            best, order = word, t + 1
    return best, order


@compile_
def successors(word: np.uint64, bound: np.uint64, found: Words, orders: Int64s) -> None:
    """For each nonempty set in a word, store in ``found`` what taking it leaves of word and bound, renumbered."""
    for x in range(1, 64):
        if (word >> np.uint64(x)) & ONE:
            found[x, 0], orders[x] = representative(word & ~INNER_SUPERSETS[x])
            found[x, 1] = permuted(bound & ~INNER_SUPERSETS[x], orders[x])


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
                        rest = permuted(below & ~INNER_SUPERSETS[x], order[m])
                        by_row[m] = start[m] + np.int64(ranks[low[m], number(rest)]) * width[m]
                    if by_column[j, m] == NOT_YET:
                        rest = permuted((above << THIRTY_TWO) & ~INNER_SUPERSETS[x], order[m])
                        by_column[j, m] = ranks[high[m], number(rest >> THIRTY_TWO)]
                    at = by_row[m] + np.int64(by_column[j, m])
                else:
                    rest = permuted(((above << THIRTY_TWO) | below) & ~INNER_SUPERSETS[x], order[m])
                    at = (
                        start[m]
                        + np.int64(ranks[low[m], number(rest & LOW)]) * width[m]
                        + np.int64(ranks[high[m], number(rest >> THIRTY_TWO)])
                    )
                if (table[at >> 6] >> np.uint64(at & 63)) & ONE:
                    won = k
                    break
            if won < 0:
                at = row + j
                table[at >> 6] |= ONE << np.uint64(at & 63)
                lost += 1
            elif won > 0:
                m = moves[won]
                for k in range(won, 0, -1):
                    moves[k] = moves[k - 1]
                moves[0] = m
        row += len(columns)
    return lost
