"""The recurrence for three rows, compiled: work a term that does not grow with the third row, as measured.

In Brouwer's chart ([BHMS05] 8.1) slice c is row r = c, and its term B(a) stands for the value p = q + B(a) in column
q = r + a. There the recurrence reads: p is the least value, q or more, that is

    not in row r already, not in column q already (rows below), and not f(x, x) for any x < r.

The plain recurrence asks at every cell which values are excluded, and that is more and more work. Here every *value*
asks in which columns it is free. For each p there is a bitset of the columns that rows below gave to it, and a pointer
to the first column, r or later, that is free for it: that pointer only moves to the right as r grows. A row is a queue
of events. Every value waits at the column of its pointer; in column q, those that have arrived compete.

    Invariant    In column q the competitors are all values used before that are neither in row r already nor on the
                 diagonal, except some that are taken in column q: they wait for a later one, or have none. So the least
                 competitor that is free in column q is the answer; one found taken goes to its own next free column.

A value that no row has used yet is free everywhere, and larger than all others: such values are a counter, and the
answer where there is no competitor.
The competitors are a set of bits with two levels of summary, so that the least is found in three steps.

Columns from END on are not stored. All rows below are periodic there, and the shadow has their values p - q, by column
modulo its length L. The proof is the plain one (proofs/soundness.md): from the settled column on, the first return of
the state. States are compared by a hash first, and then value by value: equal states have equal hashes, so that none
is missed, and a hash is never believed.

Every function here is plain Python as well: NUMBA_DISABLE_JIT=1 runs them so (numpy then warns of the overflows that
hashing means). `compiled` makes an engine of them. Compiled code does not check its indices: `saved` has the invariants
of a board from which every index is in range, and checks them for a board that was not made here.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from zchomp.errors import TooLarge, quote

__all__ = [
    "ALIVE",
    "END",
    "FINITE",
    "GIVEN_UP",
    "MAX_VALUE",
    "NEVER",
    "NO_ROOM",
    "TOP",
    "Board",
    "Numbers",
    "board_size",
    "empty_board",
    "find_row",
    "learn_row",
    "memory_needed",
    "minimal",
    "next_state",
]

Function = TypeVar("Function", bound=Callable[..., Any])
Words: TypeAlias = NDArray[np.uint64]
Numbers: TypeAlias = NDArray[np.int32]

PERIODIC, FINITE, NO_ROOM, GIVEN_UP = range(4)
"""How the search for a row ends."""

END, TOP, ALIVE = range(3)
"""Marks: the first column that is not stored, the least value never used, the number of values used and alive."""

NEVER = 2**31 - 1
"""A column that is never reached."""

MAX_VALUE = NEVER - 1
"""The numbers of columns and values have 32 bits."""

BASE = 0x9E3779B97F4A7C15
"""The hash of a state is the sum of BASE**v over its values v, modulo 2**64; an odd number has an inverse."""

INVERSE = pow(BASE, -1, 2**64)

DE_BRUIJN = 0x03F79D71B4CB0A89
"""Every six successive bits are different: a shift of it is known by its first six."""

LOWEST = np.zeros(64, np.int64)
LOWEST[[(DE_BRUIJN << place & 2**64 - 1) >> 58 for place in range(64)]] = range(64)


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


def board_size(upto: int) -> tuple[int, int]:
    """Columns, and words of p - q: for the rows up to r these reach to about 1.414 r and 0.707 r; with a margin."""
    columns, words = 3 * upto // 2 + 64, 3 * upto // 4 // 64 + 2
    if columns + 64 * words > MAX_VALUE:
        raise TooLarge(f"the compiled recurrence handles values up to {MAX_VALUE}, not third rows to {quote(upto)}")
    return columns, words


def memory_needed(upto: int) -> int:
    """About how many bytes the rows up to that one take, with what a Python process takes anyway.

    >>> memory_needed(100_000) // 2**20, "MB"
    (2274, 'MB')
    """
    columns, words = board_size(upto)
    return 2**28 + 8 * (columns + 64 * words) * (words + 2)


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


def compile_(function: Function) -> Function:
    """Compile a function when it is first called, and keep the result for later runs if there is a place for it.

    That is the folder of this package, or the user's own cache. Without either, numba refuses to keep anything.
    """
    try:
        return cast("Function", njit(cache=True)(function))
    except RuntimeError:  # "no locator available": compiled anew in every run, in some seconds
        return cast("Function", njit(function))


@compile_
def lowest(word: Any) -> int:
    """The place of the lowest bit of a word that is not 0."""
    return int(LOWEST[((word & (~word + np.uint64(1))) * np.uint64(DE_BRUIJN)) >> np.uint64(58)])


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
def minimal(terms: Numbers, start: int, count: int) -> tuple[int, int]:
    """The least head and period of a row that repeats its terms from start to count: their lengths."""
    period = 1
    while (count - start) % period or np.any(terms[start + period : count] != terms[start : count - period]):
        period += 1
    while start and terms[start - 1] == terms[start - 1 + period]:
        start -= 1
    return start, period


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
