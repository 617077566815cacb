"""The kernel of the first compiled recurrence, kept to be measured against: a bitset of columns for each value.

It is what `zchomp.engines.kernel` was before its words were ordered by blocks of columns. Every value has a bitset of
the columns that rows gave to it, so that neighbouring values are far apart in memory; all columns stay there for ever;
new columns are stored value by value; states are compared by a hash first.
"""

from collections.abc import Iterator
from math import lcm
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zchomp.engines.bitsets import compile_, least_period, lowest

Words: TypeAlias = NDArray[np.uint64]
Numbers: TypeAlias = NDArray[np.int32]

PERIODIC, FINITE, NO_ROOM, GIVEN_UP = range(4)
"""How the search for a row ends."""

END, TOP, ALIVE = range(3)
"""Marks: the first column that is not stored, the least value never used, the number of values used and alive."""

NEVER = 2**31 - 1
"""A column that is never reached."""

BASE = 0x9E3779B97F4A7C15
"""The hash of a state is the sum of BASE**v over its values v, modulo 2**64; an odd number has an inverse."""

INVERSE = pow(BASE, -1, 2**64)


class Board(NamedTuple):
    """The chart as far as later rows need it. Bit u of taken[p] is column p - V + 1 + u, where V bits are stored."""

    taken: Words
    first: Numbers  # by value: the first column, not before the current row's, that may be free
    since: Numbers  # by value: the column since which the current row excludes it; -1 on the diagonal
    live: Numbers  # the values that have been used and may be used again
    waiting: Numbers  # by column: the first of the values that wait there, or -1
    after: Numbers  # by value: the next one that waits in the same column, or -1
    bits: Words  # the competitors
    words: Words  # which words of `bits` are not 0
    pages: Words  # which words of `words` are not 0
    powers: Words  # BASE**v
    terms: Numbers  # the current row's p - q
    hashes: Words  # of its states, from the settled column on
    marks: NDArray[np.int64]


def empty_board(columns: int, words: int) -> Board:
    """A board for so many columns and words of p - q; memory that is not touched costs nothing."""
    values = columns + 64 * words
    powers = np.empty(64 * words, np.uint64)
    power = 1
    for v in range(64 * words):
        powers[v] = power
        power = power * BASE % 2**64
    return Board(
        taken=np.zeros((values, words), np.uint64),
        first=np.zeros(values, np.int32),
        since=np.full(values, NEVER, np.int32),
        live=np.zeros(values, np.int32),
        waiting=np.full(columns + 1, -1, np.int32),
        after=np.zeros(values, np.int32),
        bits=np.zeros((values >> 6) + 1, np.uint64),
        words=np.zeros((values >> 12) + 1, np.uint64),
        pages=np.zeros((values >> 18) + 1, np.uint64),
        powers=powers,
        terms=np.zeros(columns + 1, np.int32),
        hashes=np.zeros(columns + 1, np.uint64),
        marks=np.zeros(3, np.int64),
    )


@compile_
def insert(bits: Words, words: Words, pages: Words, p: int) -> None:
    """Let a value compete."""
    one = np.uint64(1)
    bits[p >> 6] |= one << np.uint64(p & 63)
    words[p >> 12] |= one << np.uint64(p >> 6 & 63)
    pages[p >> 18] |= one << np.uint64(p >> 12 & 63)


@compile_
def take_least(bits: Words, words: Words, pages: Words) -> int:
    """Take the least competitor out, or give -1 if there is none."""
    for page in range(len(pages)):
        if pages[page]:
            one = np.uint64(1)
            middle = page << 6 | lowest(pages[page])
            low = middle << 6 | lowest(words[middle])
            p = low << 6 | lowest(bits[low])
            bits[low] &= bits[low] - one
            if not bits[low]:
                words[middle] &= words[middle] - one
                if not words[middle]:
                    pages[page] &= pages[page] - one
            return p
    return -1


@compile_
def next_free(taken: Words, p: int, q: int) -> int:
    """The first column, q or later, in which no row has the value p; beyond p if there is none."""
    size: int = taken.shape[1]
    u = q - p + 64 * size - 1
    if u < 0 or q > p:  # so far to the left that nothing is stored: nothing is taken there
        return q
    word = u >> 6
    free = ~taken[p, word] & (~np.uint64(0) << np.uint64(u & 63))
    while not free:
        word += 1
        if word == size:
            return p + 1
        free = ~taken[p, word]
    return int(word << 6 | lowest(free)) + p - 64 * size + 1


@compile_
def take(taken: Words, first: Numbers, p: int, q: int) -> None:
    """Note that a row has the value p in column q."""
    u = q - p + 64 * taken.shape[1] - 1
    taken[p, u >> 6] |= np.uint64(1) << np.uint64(u & 63)
    if first[p] == q:
        first[p] = next_free(taken, p, q + 1)


@compile_
def store_column(taken: Words, first: Numbers, shadow: Numbers, q: int) -> int:
    """Store a column in which all rows so far are periodic; gives its largest value."""
    phase, largest = q % shadow.shape[0], -1
    for i in range(shadow.shape[1]):
        p = q + shadow[phase, i]
        take(taken, first, p, q)
        largest = max(largest, p)
    return largest


@compile_
def next_state(powers: Words, since: Numbers, state: Any, p: int, q: int) -> Any:
    """The hash of a state after the value p in column q: one bit more, then all shifted down by one, bit 0 dropped."""
    state += powers[p - q]
    if since[q] != NEVER:
        state -= np.uint64(1)
    return state * np.uint64(INVERSE)


@compile_
def same_state(since: Numbers, one: int, other: int, top: int) -> bool:
    """Whether the row excludes the same p - q in both columns, the other being the later and current one."""
    for v in range(top - one):
        there = other + v < top and since[other + v] < other
        if (since[one + v] < one) != there:
            return False
    return True


@compile_
def return_to(hashes: Words, since: Numbers, settled: int, length: int, q: int, top: int) -> int:
    """The settled column of the same phase that has the state of column q, or -1 if there is none."""
    for earlier in range(q - length, settled - 1, -length):
        if hashes[earlier - settled] == hashes[q - settled] and same_state(since, earlier, q, top):
            return earlier
    return -1


@compile_
def line_up(board: Board, r: int) -> None:
    """Let every live value wait at its first free column, and forget those that have none."""
    kept = 0
    for i in range(board.marks[ALIVE]):
        p = board.live[i]
        q = board.first[p]
        if q < r:
            q = next_free(board.taken, p, r)
            board.first[p] = q
        if q <= p:
            board.live[kept] = p
            kept += 1
            board.after[p] = board.waiting[q]
            board.waiting[q] = p
    board.marks[ALIVE] = kept


@compile_
def tidy(board: Board, r: int, count: int, fresh: int) -> None:
    """Forget the row and its queue; the values that it was the first to use are live from now on."""
    for a in range(count):
        board.since[r + a + board.terms[a]] = NEVER
    board.waiting[r : board.marks[END] + 1] = -1
    board.bits[:] = 0
    board.words[:] = 0
    board.pages[:] = 0
    revive(board, fresh)


@compile_
def revive(board: Board, fresh: int) -> None:
    """Make all values below ``fresh`` known."""
    for p in range(board.marks[TOP], fresh):
        board.live[board.marks[ALIVE]] = p
        board.marks[ALIVE] += 1
    board.marks[TOP] = max(board.marks[TOP], fresh)


@compile_
def find_row(  # noqa: C901, PLR0912, PLR0915 - one loop, in one piece, is what is fast
    board: Board, shadow: Numbers, r: int, settled: int, state: Any, limit: int
) -> tuple[int, int, int]:
    """Find the terms of row r: gives how that ended, how many they are, and which of them the state returns to."""
    taken, first, since, _, waiting, after, bits, words, pages, powers, terms, hashes, marks = board
    line_up(board, r)
    outcome, start, count = GIVEN_UP, 0, 0
    fresh, settled = marks[TOP], max(settled, r)
    while True:
        q = r + count
        if q >= settled:
            hashes[q - settled] = state
            earlier = return_to(hashes, since, settled, shadow.shape[0], q, fresh)
            if earlier >= 0:
                outcome, start = PERIODIC, earlier - r
                break
        if count == limit:
            break
        if q == marks[END]:
            if q + 2 >= len(waiting):
                outcome = NO_ROOM
                break
            largest = store_column(taken, first, shadow, q)
            marks[END] += 1
            while fresh <= largest:  # used here for the first time, hence no longer free everywhere
                insert(bits, words, pages, fresh)
                fresh += 1
        p = waiting[q]
        while p >= 0:
            insert(bits, words, pages, p)
            p = after[p]
        while True:
            p = take_least(bits, words, pages)
            if p < 0:
                p = fresh
                fresh += 1
                break
            later = next_free(taken, p, q)
            if later == q:
                break
            if later <= p:
                after[p] = waiting[later]
                waiting[later] = p
        if p - q >= 64 * taken.shape[1] or p + 1 >= len(first):
            outcome = NO_ROOM
            break
        terms[count] = p - q
        count += 1
        if p == q:
            outcome = FINITE
            break
        state = next_state(powers, since, state, p, q)
        since[p] = q
    tidy(board, r, count, fresh)
    return outcome, count, start


@compile_
def learn_row(board: Board, shadow: Numbers, r: int, count: int, period: int, end: int) -> None:
    """Store row r in all columns before ``end``; its terms are those of the board, and the last ones repeat."""
    top = 0
    for q in range(board.marks[END], end):
        top = max(top, store_column(board.taken, board.first, shadow, q))
    for a in range(end - r if period else count):
        if a >= count:
            board.terms[a] = board.terms[a - period]
        p = r + a + board.terms[a]
        take(board.taken, board.first, p, r + a)
        top = max(top, p)
    diagonal = r + board.terms[0]
    board.since[diagonal] = -1
    board.first[diagonal] = NEVER
    board.marks[END] = end
    revive(board, top + 1)


def rows(upto: int) -> Iterator[tuple[Numbers, Numbers]]:
    """The heads and periods of the rows up to that one."""
    board = empty_board(3 * upto // 2 + 64, 3 * upto // 4 // 64 + 2)
    board.since[0], board.marks[TOP] = -1, 1
    state, settled, periodic, shadow = np.uint64(1), 0, 0, np.zeros((1, 64), np.int32)
    for r in range(upto + 1):
        outcome, count, start = find_row(board, shadow[:, :periodic], r, settled, state, NEVER)
        assert outcome in {FINITE, PERIODIC}
        head, period = (count, 0) if outcome == FINITE else least_period(board.terms, start, count - start)
        repeats = board.terms[head : head + period].copy()
        yield board.terms[:head], repeats
        if period:
            longer = lcm(len(shadow), period) // len(shadow)
            shadow = np.tile(shadow, (longer, 1 + (periodic == shadow.shape[1])))
        state = np.uint64(next_state(board.powers, board.since, state, r + board.terms[0], r))
        end = max(board.marks[END], r + 1, r + head)
        learn_row(board, shadow[:, :periodic], r, head + period, period, end)
        settled = max(settled, r + head)
        if period:
            shadow[:, periodic] = repeats[(np.arange(len(shadow)) - (r + head)) % period]
            periodic += 1
