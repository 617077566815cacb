"""The recurrence for three rows, compiled: as measured, the time for a term does not grow with the third row.

In Brouwer's chart ([BHMS05] 8.1), slice c is row r = c, and its term B(a) stands for the value p = q + B(a) in column
q = r + a. There the recurrence reads: p is the least value, q or more, that is

    not in row r already, not in column q already (rows below), and not f(x, x) for any x < r.

The plain recurrence finds out at every cell which values are excluded, which is more work with every row. Here,
every *value* finds out in which columns it is free. A row is a queue of events: values wait for a column, and in column
q those that have arrived compete. A value is *ready* if it may be free in column r. It competes from the start. The
other values are *late*. For each of them the first column that may be free is known, and this column only moves to the
right as r grows.

    Invariant    In column q the competitors are all values used before that are neither in row r already nor on the
                 diagonal, except some that are taken in column q and wait for a later column, or have none. So the
                 least competitor that is free in column q is the answer. A competitor that is taken there goes on to
                 its next free column.

A value that no row has used yet is free everywhere, and larger than all others. The least such value is a counter, and
it is the answer where there is no competitor.

The columns in which a value is taken are the bits of words of 64 columns: bit q % 64 of word p of block q // 64.
Neighbouring cells of a row have neighbouring values, so their words lie side by side, many of them in one line of the
cache. Blocks that end before column r are no longer needed, and later blocks take their places.

Columns from END on are not stored. All rows below are periodic there, and most of them constant. The values p - q of
constant rows are one bitset, and a window that moves by one from value to value shows their columns. The other rows are
in the shadow, by column modulo its length L. The proof is that of the plain recurrence (proofs/soundness.md): the first
return of the state from the settled column on, found as in `state_return`.

Every function here is plain Python as well. `three_rows` makes an engine of them. Compiled code does not check its
indices. `three_rows_state` lists the invariants of a board that keep every index in range, and checks them when it
reads a board from a file.
"""

from typing import NamedTuple

import numpy as np

from zchomp.engines.compiler import compile_
from zchomp.engines.machine_words import Int32s, Int64s, Words, count_bits, drop, lowest, put
from zchomp.engines.slices.state_return import is_state, keep_state, least_start
from zchomp.engines.slices.three_rows_memory import NEVER

__all__ = [
    "END",
    "FINITE",
    "GIVEN_UP",
    "LATE",
    "NO_ROOM",
    "TOP",
    "WIDEST",
    "ChartBoard",
    "count_uses",
    "empty_board",
    "find_row",
    "learn_row",
]

PERIODIC, FINITE, NO_ROOM, GIVEN_UP = range(4)
"""How the search for a row ends."""

END, TOP, LATE, WIDEST = range(4)
"""Marks: END is the first column that is not stored, a multiple of 64. TOP is the least value that was never used. LATE
is the number of late values, and WIDEST the largest p - q in the period of any row."""


class ChartBoard(NamedTuple):
    """The chart as far as later rows need it. Bitsets are sets of values p unless the comment says otherwise."""

    taken: Words  # by place of a block, and p less the block's first column: the columns of the block that have p
    place: Int32s  # by block: its place
    ready: Words  # the values that compete from the start, where those below the current row do not count
    diagonal: Words
    used: Words  # the values on the diagonal and in the current row
    bits: Words  # the competitors
    words: Words  # which words of the competitors are not 0
    constants: Words  # the p - q of the rows of period 1
    first: Int32s  # by value: the first column that may be free, if it is late
    late: Int32s  # the late values
    waiting: Int32s  # by column: the first of the values that wait there, or -1
    after: Int32s  # by value: the next one that waits in the same column, or -1
    kept: Words  # a state of the current row
    terms: Int32s  # the current row's p - q
    marks: Int64s


def empty_board(columns: int, blocks: int, values: int) -> ChartBoard:
    """A board of the given size. Memory that is not touched costs nothing."""
    words = (columns + values) // 64 + 2
    return ChartBoard(
        taken=np.zeros((blocks, values + 64), np.uint64),
        place=(np.arange(columns // 64 + 1) % blocks).astype(np.int32),
        ready=np.zeros(words, np.uint64),
        diagonal=np.zeros(words, np.uint64),
        used=np.zeros(words, np.uint64),
        bits=np.zeros(words, np.uint64),
        words=np.zeros(words // 64 + 1, np.uint64),
        constants=np.zeros(values // 64, np.uint64),
        first=np.zeros(columns + values, np.int32),
        late=np.zeros(columns + values, np.int32),
        waiting=np.full(columns + 1, -1, np.int32),
        after=np.zeros(columns + values, np.int32),
        kept=np.zeros(values // 64, np.uint64),
        terms=np.zeros(columns + 1, np.int32),
        marks=np.zeros(4, np.int64),
    )


@compile_
def take_least(bits: Words, words: Words, low: int) -> int:
    """Remove the least competitor and return it, or -1 if there is none. Words before ``low`` contain none."""
    if not bits[low]:
        page = low >> 6
        while not words[page]:
            page += 1
            if page == len(words):
                return -1
        low = page << 6 | lowest(words[page])
    p = low << 6 | lowest(bits[low])
    bits[low] &= bits[low] - np.uint64(1)
    if not bits[low]:
        drop(words, low)
    return p


@compile_
def next_free(taken: Words, place: Int32s, end: int, p: int, q: int) -> int:
    """The first column from q on, at most ``end``, in which no row has the value p, or p + 1 if there is none."""
    block = q >> 6
    x = p - (block << 6)
    if x >= taken.shape[1]:  # a value this large is not stored: no row has it here
        return q
    free = ~taken[place[block], x] & (~np.uint64(0) << np.uint64(q & 63))
    while not free:
        block += 1
        x -= 64
        if x < 0:
            return p + 1
        if block << 6 == end:
            return end
        free = ~taken[place[block], x]
    return block << 6 | lowest(free)


@compile_
def store_block(board: ChartBoard, shadow: Int32s) -> int:
    """Store the next 64 columns, in which all rows so far are periodic, and return their largest possible value."""
    taken, constants, end = board.taken[board.place[board.marks[END] >> 6]], board.constants, board.marks[END]
    word = np.uint64(0)
    for x in range(len(taken)):  # bit j is whether p - q = x - j is a constant
        word <<= np.uint64(1)
        if x >> 6 < len(constants):
            word |= constants[x >> 6] >> np.uint64(x & 63) & np.uint64(1)
        taken[x] = word
    for j in range(64):
        phase = (end + j) % shadow.shape[0]
        for i in range(shadow.shape[1]):
            taken[j + shadow[phase, i]] |= np.uint64(1) << np.uint64(j)
    board.marks[END] = end + 64
    return int(end + 63 + board.marks[WIDEST])


@compile_
def line_up(board: ChartBoard, r: int) -> None:
    """Let the ready values compete, and late values wait at their first columns. Forget those that have none."""
    first, late, waiting, marks = board.first, board.late, board.waiting, board.marks
    waiting[r : marks[END] + 1] = -1
    kept = 0
    for i in range(marks[LATE]):
        p = late[i]
        q = first[p]
        if q <= r:
            put(board.ready, p)
        elif q <= p:
            late[kept] = p
            kept += 1
            board.after[p] = waiting[q]
            waiting[q] = p
    marks[LATE] = kept
    board.words[:] = 0
    low = r >> 6
    board.ready[low] &= ~np.uint64(0) << np.uint64(r & 63)
    for i in range(low, (marks[TOP] >> 6) + 1):
        board.used[i] = board.diagonal[i]
        board.bits[i] = board.ready[i]
        if board.bits[i]:
            put(board.words, i)


@compile_
def find_row(  # noqa: C901, PLR0912, PLR0915 - fast because it is a single loop
    board: ChartBoard, shadow: Int32s, r: int, settled: int, limit: int
) -> tuple[int, int, int]:
    """Find the terms of row r. Returns how the search ended, the number of terms, and where the state returns to."""
    taken, place, ready, _, used, bits, words, _, first, late, waiting, after, kept, terms, marks = board
    line_up(board, r)
    blocks, width = taken.shape
    outcome, count, start = GIVEN_UP, 0, -1
    fresh, low, settled = marks[TOP], r >> 6, max(settled, r) - r
    due, renewed, step = settled, settled, shadow.shape[0]
    while True:
        q = r + count
        if count == due:
            if start >= 0 and is_state(kept, used, q):
                outcome = PERIODIC
                break
            if count == renewed:
                keep_state(kept, used, q)
                start = count
                renewed += step
                step *= 2
            due += shadow.shape[0]
        if count == limit:
            break
        if q == marks[END]:
            if q + 64 >= len(waiting) or (q >> 6) - (r >> 6) >= blocks:
                outcome = NO_ROOM
                break
            largest = store_block(board, shadow)
            while fresh <= largest:  # used here for the first time, so no longer free everywhere
                put(bits, fresh)
                put(words, fresh >> 6)
                fresh += 1
        p = waiting[q]
        while p >= 0:
            put(bits, p)
            put(words, p >> 6)
            low = min(low, p >> 6)
            p = after[p]
        at, zero = place[q >> 6], q & ~63
        while True:
            p = take_least(bits, words, low)
            if p < 0:
                p = fresh
                fresh += 1
                break
            low = p >> 6
            if p - zero >= width or not taken[at, p - zero] >> np.uint64(q & 63) & np.uint64(1):
                break
            later = next_free(taken, place, marks[END], p, q)
            if first[p] == q and q > r:
                first[p] = later
            elif first[p] <= r:
                soonest = next_free(taken, place, marks[END], p, r)
                if soonest > r:  # it was not ready
                    first[p] = soonest
                    drop(ready, p)
                    late[marks[LATE]] = p
                    marks[LATE] += 1
            if later <= p:
                after[p] = waiting[later]
                waiting[later] = p
        if p - q >= width - 64 or p + 1 >= len(first):
            outcome = NO_ROOM
            break
        terms[count] = p - q
        count += 1
        if p == q:
            outcome = FINITE
            break
        put(used, p)
    if outcome == PERIODIC:
        modulus = count - start
        start = least_start(terms, used, r, settled, start, modulus)
        count = start + modulus
    revive(board, r, fresh)
    return outcome, count, start


@compile_
def revive(board: ChartBoard, r: int, fresh: int) -> None:
    """Count all values below ``fresh`` as used from now on."""
    for p in range(board.marks[TOP], fresh):
        if board.first[p] <= r:
            put(board.ready, p)
    board.marks[TOP] = max(board.marks[TOP], fresh)


@compile_
def learn_row(board: ChartBoard, shadow: Int32s, r: int, count: int, period: int, end: int) -> None:
    """Store row r in all columns, at least to ``end``. Its terms are on the board, and the last ``period`` repeat."""
    top, terms = 0, board.terms
    while board.marks[END] < end:
        top = max(top, store_block(board, shadow))
    stop = board.marks[END] - r if period else count
    for block in range(r >> 6, board.marks[END] >> 6):
        at, zero = board.place[block], block << 6
        for a in range(max(0, zero - r), min(zero + 64 - r, stop)):
            if a >= count:
                terms[a] = terms[a - period]
            p = r + a + terms[a]
            board.taken[at, p - zero] |= np.uint64(1) << np.uint64(r + a & 63)
            top = max(top, p)
    diagonal = r + terms[0]
    put(board.diagonal, diagonal)
    drop(board.ready, diagonal)
    board.first[diagonal] = NEVER
    revive(board, r, top + 1)


@compile_
def count_uses(board: ChartBoard, block: int, counts: Int32s, firsts: Int32s) -> None:
    """Count how often each value p is taken in those columns of a block that come before p, and note the first."""
    taken = board.taken[board.place[block]]
    for x in range(len(taken)):
        word, p = taken[x], (block << 6) + x
        if x < 64:
            word &= (np.uint64(1) << np.uint64(x)) - np.uint64(1)
        if word:
            firsts[p] = min(firsts[p], block << 6 | lowest(word))
            counts[p] += count_bits(word)
