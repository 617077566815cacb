"""The recurrence for three rows, compiled: its kernel, its saved state, and its engine.

As measured, the time for a term does not grow with the third row.

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
return of the state from the settled column on, found as in `machine_words`.

Every function here is plain Python as well. Compiled code does not check its indices. A saved state has the user's
digest, and is loaded as it was saved (`zchomp.core.runs`), so that its indices are those of a board that was in use.
In the letters of this module a board has C columns and V values of p - q, both multiples of 64, N = C + V values p, and
room for K blocks. The next row is r. The kernel's indices are columns q (of `waiting` and `terms`), values p (of
bitsets, `first`, `late` and `after`), and p less the first column of a block (of `taken`). They are in range because of
the following invariants, which every row that is found or learned preserves:

    r <= END <= C, 64 divides END, at most K blocks from r to END
                           a row takes columns from r to END, and END grows only while it stays within that
    r <= TOP < N           a value used for the first time is TOP or more, never less than its column, and below N
    late values are below TOP, all different, and not ready; for each first[p] <= END or > p
                           a value waits in a column up to END, or nowhere. No value waits twice, or waits and competes,
                           so the queues have no cycles
    ready values are below TOP, and not on the diagonal
                           a value competes once
    periods are below V, and WIDEST is the largest; settled <= END
                           a value of a stored column is below C + V

Whether a state is true is left to the verifier.

The engine proves the rows of the chart one after the other. Its proofs are those of `Recurrence` to the last number,
for the losers of three rows only. Its state can be saved to a file and resumed, and it can learn rows from elsewhere.
It checks that the kernel stays within its memory on such rows. Whether they are true is left to the verifier.
"""

from collections.abc import Iterator
from math import lcm
from typing import NamedTuple, Self

import numpy as np

from zchomp.bars.periodic import Periodic
from zchomp.bars.prices import MAX_VALUE, NEVER, board_size, require_memory, slices_memory
from zchomp.bars.results import Proof, not_settled
from zchomp.bars.slices import Slice
from zchomp.core import memory
from zchomp.core.answers import Unknown
from zchomp.core.compiler import compile_
from zchomp.core.machine_words import (
    Int32s,
    Int64s,
    Words,
    count_bits,
    drop,
    has,
    is_state,
    keep_state,
    least_period,
    least_start,
    lowest,
    put,
)
from zchomp.core.runs import SavedState, State
from zchomp.errors import InvalidSlice

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


class Saved(NamedTuple):
    """Everything that an engine needs to continue. `three_rows` explains the numbers."""

    row: int
    settled: int
    shaded: int
    upto: int
    shadow: Int32s
    board: ChartBoard


def state_of(saved: Saved) -> State:
    """The state of an engine, without columns before its row and values from TOP on, which are not needed."""
    end, top, late, widest = map(int, saved.board.marks)
    numbers = {"end": end, "top": top, "late": late, "widest": widest}
    for name in ("row", "settled", "shaded", "upto"):
        numbers[name] = getattr(saved, name)
    numbers["modulus"], numbers["room"] = saved.shadow.shape
    return State(numbers, _arrays(saved, saved.board.first[saved.board.late[:late]]))


def restored(state: SavedState) -> Saved:
    """A saved state, from which the kernel continues."""
    row, settled, shaded, upto = (state.number(name) for name in ("row", "settled", "shaded", "upto"))
    end, top, late, widest = (state.number(name) for name in ("end", "top", "late", "widest"))
    require_memory(upto)
    board = empty_board(*board_size(upto))
    board.marks[:] = end, top, late, widest
    shadow = np.zeros((state.number("modulus"), state.number("room")), np.int32)
    saved, first = Saved(row, settled, shaded, upto, shadow, board), np.zeros(late, np.int32)
    for name, array in _arrays(saved, first).items():
        state.fill(name, array)
    board.first[board.late[:late]] = first
    return saved


def _arrays(saved: Saved, first: Int32s) -> dict[str, memoryview]:
    """The arrays of a state, by name, in the order of the file. ``first`` has the first columns of late values."""
    board = saved.board
    low, high = saved.row // 64, int(board.marks[TOP]) // 64 + 1
    taken, wrapped = _blocks(board, saved.row)
    return {
        "late": board.late[: len(first)].data,
        "first": first.data,
        "constants": board.constants.data,
        "ready": board.ready[low:high].data,
        "diagonal": board.diagonal[low:high].data,
        "taken": taken.data,
        "wrapped": wrapped.data,
        "shadow": saved.shadow.data,
    }


def _blocks(board: ChartBoard, row: int) -> tuple[Words, Words]:
    """The blocks that are needed, in two parts if their places wrap around."""
    start, count = int(board.place[row // 64]), int(board.marks[END]) // 64 - row // 64
    straight = min(count, len(board.taken) - start)
    return board.taken[start : start + straight], board.taken[: count - straight]


FALSE = "no proved row is known to do this, and rows from a file may be false"
"""Why the engine refuses to take much more memory for rows that were not all proved here."""


class ProvedRow(NamedTuple):
    """A proved row: its terms are the head and then the period forever. Modulus and bound are those of `Proof`."""

    r: int
    head: Int32s
    period: Int32s
    modulus: int
    bound: int

    def value(self, a: int) -> int:
        """The value f(r + a, r), for a column before the end of the row."""
        b = self.head[a] if a < len(self.head) else self.period[(a - len(self.head)) % len(self.period)]
        return self.r + a + int(b)

    def least(self) -> tuple[int, int]:
        """The least value beyond the diagonal, and its first column. One period is enough to find it."""
        terms = np.concatenate((self.head, self.period, self.period[:1]))[1:]
        values = terms + np.arange(self.r + 1, self.r + 1 + len(terms))
        least = int(values.argmin())
        return int(values[least]), self.r + 1 + least

    def words(self) -> bytes:
        """The head as 64-bit little-endian words, without a Python number for each term."""
        return self.head.astype("<u8").tobytes()

    def proof(self) -> Proof:
        """The row as the proof of a slice."""
        sequence = Periodic(_integers(self.head), _integers(self.period))
        return Proof(Slice((self.r,)), sequence, self.modulus, self.bound)


_shared = np.arange(1024).astype(object)
"""Python's integers, shared: a new object for each term would take five times the memory."""


def _integers(terms: Int32s) -> tuple[int, ...]:
    """The terms as Python integers."""
    global _shared  # noqa: PLW0603 - a cache, which only grows
    shared, largest = _shared, int(terms.max(initial=0))
    if largest >= len(shared):
        _shared = shared = np.arange(2 * largest).astype(object)
    return tuple(shared[terms])


class CompiledThreeRows:
    """An engine like `Recurrence`. It takes memory for the rows up to ``upto``, and more if it goes further.

    >>> engine = CompiledThreeRows(upto=2)
    >>> for c in range(3):
    ...     proof = engine.prove(Slice((c,)))
    ...     engine.learn(proof)
    >>> proof
    Proof(slice=Slice(tail=(2,), nim=0), sequence=Periodic(head=(), period=(2,)), modulus=1, bound=2)
    """

    def __init__(self, upto: int = 1000, max_terms: int | None = None) -> None:
        self.row = 0
        """The row that comes next."""
        self._upto = upto
        self._limit = MAX_VALUE if max_terms is None else max_terms
        self._board = empty_board(*board_size(upto))
        put(self._board.diagonal, 0)  # the empty bar is not a position
        self._board.first[0] = NEVER
        self._board.marks[TOP] = 1
        self._settled = 0  # from this column on all rows are periodic or have ended
        self._shaded = 0  # how many rows have a period longer than 1
        self._shadow = np.zeros((1, 64), np.int32)  # the p - q of these rows: by column modulo L, then by row
        self._found: tuple[ProvedRow, Proof] | None = None
        self._counts = np.zeros(len(self._board.first), np.int32)  # for `uses`, from the finished blocks
        self._firsts = np.arange(len(self._board.first), dtype=np.int32)
        self._whole = True  # whether counts and firsts are known
        self._own = True  # whether all rows were proved here

    def find(self) -> ProvedRow | Unknown:
        """Prove the next row. Its terms are views of memory that the row after it will use again."""
        r, outcome, count, start = self.row, NO_ROOM, 0, 0
        while outcome == NO_ROOM:
            outcome, count, start = find_row(
                self._board, self._shadow[:, : self._shaded], r, self._settled, self._limit
            )
            if outcome == NO_ROOM:
                self._grow()
        terms = self._board.terms
        if outcome == GIVEN_UP:
            return Unknown(f"{Slice((r,))}: {not_settled(terms[:count].tolist())}")
        if outcome == FINITE:
            return ProvedRow(r, terms[:count], terms[:0], 0, count)
        head, period = least_period(terms, start, count - start)
        return ProvedRow(r, terms[:head], terms[head : head + period], count - start, count)

    def keep(self, row: ProvedRow) -> None:
        """Learn the next row, which was just found or comes from elsewhere.

        Raises InvalidSlice if it is not the next row, or if no row can have such terms.
        """
        r, head, period = row.r, len(row.head), len(row.period)
        if r != self.row or not head + period:
            raise InvalidSlice(f"the compiled recurrence learns one row after the other, got row {r} at row {self.row}")
        if row.head.base is not self._board.terms:
            self._take_over(row)
        if period > 1:
            self._make_room_in_shadow(period)
        board = self._board
        repeats = row.period.copy()  # learning continues the row in the same memory
        learn_row(board, self._shadow[:, : self._shaded], r, head + period, period, max(r + 1, r + head))
        self._settled, self.row = max(self._settled, r + head), r + 1
        if period:
            board.marks[WIDEST] = max(board.marks[WIDEST], repeats.max())
        if period == 1:
            put(board.constants, int(repeats[0]))
        elif period:
            columns = np.arange(len(self._shadow)) - (r + head)
            self._shadow[:, self._shaded] = repeats[columns % period]
            self._shaded += 1
        if self._whole and self.row % 64 == 0:
            count_uses(board, r // 64, self._counts, self._firsts)

    def rows(self) -> Iterator[ProvedRow]:
        """The rows from the next one on, each proved and learned. The terms of a row are valid until the next row.

        >>> [row.value(0) for _, row in zip(range(7), CompiledThreeRows().rows())]
        [1, 3, 4, 6, 8, 10, 11]
        """
        while isinstance(row := self.find(), ProvedRow):
            self.keep(row)
            yield row

    def prove(self, slice_: Slice) -> Proof | Unknown:
        """Prove the next slice. All smaller ones must have been learned."""
        if slice_ != Slice((self.row,)):
            raise InvalidSlice(
                f"the compiled recurrence proves one row after the other, got {slice_} at row {self.row}"
            )
        found = self.find()
        if isinstance(found, Unknown):
            return found
        self._found = found, found.proof()
        return self._found[1]

    def learn(self, proof: Proof) -> None:
        """Accept the next slice as proved, whether it was proved here or not."""
        if self._found and proof is self._found[1]:
            self.keep(self._found[0])
        else:
            head, period = (
                np.array(part) if part else np.zeros(0, np.int32)
                for part in (proof.sequence.head, proof.sequence.period)
            )
            known = proof.slice == Slice((proof.slice.width,))
            self.keep(ProvedRow(proof.slice.width if known else -1, head, period, proof.modulus, proof.bound))

    def state(self) -> State:
        """Everything that is needed to continue from here."""
        numbers = self.row, self._settled, self._shaded, self._upto
        return state_of(Saved(*numbers, self._shadow, self._board))

    @classmethod
    def restored(cls, state: SavedState, max_terms: int | None = None) -> Self:
        """An engine in a saved state."""
        engine = cls(0, max_terms)
        engine.row, engine._settled, engine._shaded, engine._upto, engine._shadow, engine._board = restored(state)
        engine._whole = engine._own = False
        return engine

    def uses(self, values: int) -> tuple[Int32s, Int32s]:
        """How often each value p below ``values`` occurs in columns before p, and the first of these columns.

        All rows and columns below ``values`` must have been proved. The first column of a p that never occurs is p.
        """
        if not self._whole:
            raise InvalidSlice("an engine that was restored from a file does not know where values occur")
        if values > self.row:
            raise InvalidSlice(f"at row {self.row} it is not known where values below {values} occur")
        counts, firsts = self._counts.copy(), self._firsts.copy()
        if self.row % 64:
            count_uses(self._board, self.row // 64, counts, firsts)
        return counts[:values], firsts[:values]

    def _take_over(self, row: ProvedRow) -> None:
        """Put the terms of a row from elsewhere where the kernel expects them.

        Raises InvalidSlice if the kernel cannot learn them.
        """
        r, parts = row.r, (row.head, row.period)
        if any(part.ndim != 1 or part.dtype.kind not in "iu" for part in parts):
            raise InvalidSlice(f"row {r} has terms that are not whole numbers")
        terms = np.concatenate([part.astype(np.int64, casting="unsafe") for part in parts])
        count, largest = len(terms), int(terms.max())
        most = Slice((r,)).largest_term(count)
        if int(terms.min()) < 0 or largest > most:
            raise InvalidSlice(f"row {r} of {count} terms has terms from 0 to {most}", got=terms)
        self._own = False
        columns, blocks, values = self._room()
        while r + count + 64 >= columns or count + 64 >= 64 * (blocks - 1) or largest >= values:
            self._grow()
            columns, blocks, values = self._room()
        if has(self._board.diagonal, int(r + terms[0])):
            raise InvalidSlice(f"row {r} begins with {terms[0]}: another row begins with the same value {r + terms[0]}")
        self._board.terms[:count] = terms

    def _make_room_in_shadow(self, period: int) -> None:
        """Make the shadow wide enough for one more row, and its length a multiple of that period."""
        length, room = self._shadow.shape
        longer, wider = lcm(length, period), room * 2 if self._shaded == room else room
        if (longer, wider) == (length, room):
            return
        needed = 4 * longer * wider
        if not self._own and needed > slices_memory(self._upto):
            raise InvalidSlice(f"row {self.row}: all rows so far repeat only after {longer} columns; {FALSE}")
        memory.require(needed, f"row {self.row}: all rows so far repeat after {longer} columns; storing them")
        larger = np.zeros((longer, wider), np.int32)
        larger[:, :room] = np.tile(self._shadow, (longer // length, 1))
        self._shadow = larger

    def _grow(self) -> None:
        """Make room for one and a half times as many columns, and for values p - q one and a half times as large."""
        if not self._own and self._upto > self.row + 64:
            raise InvalidSlice(f"row {self.row} has no end within {len(self._board.waiting)} columns; {FALSE}")
        upto = self._upto + self._upto // 2 + 64
        require_memory(upto)
        old, self._upto = self._board, upto
        self._board = board = empty_board(*board_size(upto))
        for block in range(self.row // 64, int(old.marks[END]) // 64):
            board.taken[board.place[block], : old.taken.shape[1]] = old.taken[old.place[block]]
        for name in ("ready", "diagonal", "constants", "first", "late", "marks"):
            values = getattr(old, name)
            getattr(board, name)[: len(values)] = values
        seen = len(self._firsts)
        self._counts = np.concatenate((self._counts, np.zeros(len(board.first) - seen, np.int32)))
        self._firsts = np.concatenate((self._firsts, np.arange(seen, len(board.first), dtype=np.int32)))

    def _room(self) -> tuple[int, int, int]:
        """The size of the board: columns, blocks, and values of p - q."""
        blocks, width = self._board.taken.shape
        return len(self._board.waiting) - 1, blocks, width - 64
