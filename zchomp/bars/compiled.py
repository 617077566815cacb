"""The losers within a bar of four rows or more, and its nim-values, compiled: one machine word for each row of a base.

Bases, their losers and their chains E_i(T) are those of `losers`, for the losers of bars of K rows and N columns.

    plane q       the bases with λ2 = q. Planes come in the order q = 0, ..., N, and their bases in lexicographic order.
    rest          the rows below row i. Its rank is its place among all rests of that row.
    rank[i, x]    how many rests begin in row i with less than x: the rank of (λi, ..., λK) is the sum of rank[j, λj]

For each rest a chain is kept in place: that of the last base so far with this rest. The chain of the next base is that
one with the loser of T' if λ_{i+1} < λi (join), and the one kept for S if λ_{i+1} = λi (copy).

A base is *empty* if all its positions are winners. It is empty if and only if T' for row 2 is empty or its loser has
p = λ2 - 1. Then E_2(T) has all bits, and T has no loser.

Bases with the same rows 2 to t, the *prefix*, are a *piece*, where t is as small as possible. The words of a piece lie
side by side in memory, at every level, so that compilers turn loops over them into vector instructions. The first loop
unites the chains of rows 2 to t for the whole piece (gather). Then, whenever a row i below has grown, its chain is
found for all bases with the same rows up to i (settle_piece). The last two rows, a and b, are settled one base after
the other.

In plane q only the bits from p = q - 1 to p = N matter. The last bit of a word is p = N. So the last planes have words
of 8 bits, the planes before them words of 16, 32 and 64 bits, and the first planes several words for each chain. The
loser of a base is kept as its one bit, in words of the same kind.

Every function here is plain Python as well (`compiler`). Uncompiled, numpy warns that adding 1 to a word of all bits
overflows, which is intended. Compiled code does not check its indices. They depend on `rows` alone,
not on the words, and `CompiledBar` checks `rows` when it reads a file. Indices are unsigned, as only such loops are
vectorised. No expression mixes signed and unsigned numbers, because numba would turn them into floats.

A run is saved and resumed. Each phase (`prices`) has its own memory. It takes over the chains of row 2 and the losers
of the previous phase. The kernel stays within its memory whatever words a saved state contains.

Bars of three rows come from the compiled recurrence: the slices, one after the other, cut off at the bar's columns. A
loser of at most three rows is (p, q, r) with p = q + B_r(q - r), so slice r has all losers with third row r. The steps
among them are the first one, (p, r, r), and the last one, (q, q, r), if the slice ends.

The tables of `nim_tables` are compiled at the end.
"""

from collections.abc import Callable, Sequence
from math import comb
from typing import Any, NamedTuple, Self, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from zchomp.bars import losers as second_pass
from zchomp.bars import nim_tables as nim_values
from zchomp.bars.losers import (
    MOST_COLUMNS,
    BarLosers,
    Cells,
    SecondPass,
    Step,
    bases_within,
    restored_steps,
    step_numbers,
)
from zchomp.bars.nim_tables import WORD, ValueTable
from zchomp.bars.prices import LEAST_ROWS, PIECE, phases
from zchomp.bars.three_rows import CompiledThreeRows, ProvedRow
from zchomp.core.compiler import compile_, substitute
from zchomp.core.machine_words import Int64s, Words, lowest
from zchomp.core.runs import TERM, SavedState, State
from zchomp.errors import TooLarge

AnyWords: TypeAlias = NDArray[np.unsignedinteger[Any]]


class PlaneWords(NamedTuple):
    """Chains and losers. The words of each are [0, x], [1, x], ..., lowest bits first."""

    chains: AnyWords  # E_i of a rest of row i, for i = 2, ..., K - 2
    lost: AnyWords  # by the rest of row 2: the bit of the loser in this plane, or in the one before if not yet known
    union: AnyWords  # of the chains of a piece


class PlaneBoard(NamedTuple):
    """The words that are kept between bases, and room to work."""

    kept: PlaneWords
    inner: AnyWords  # the chain of row K - 1, by row K
    outer: Words  # the chain of row K, by word
    start: Int64s  # where the chains of row i begin
    rank: Int64s  # see above
    rows: Int64s  # the prefix that comes next: λ2, ..., λ_{K-2} at their indices, 0 below it
    counts: Int64s  # losers by the number of their rows, and by first row


class PlaneBits(NamedTuple):
    """The meaning of the bits of words in a plane q."""

    least: int  # the first row of the lowest bit, below 0 if there are more bits than first rows
    mask: np.uint64  # bits that no loser has: p < q and p < 1 in the lowest word, and bits that a short word lacks
    diagonal: np.uint64  # in the lowest word: the bit of p = q - 1
    full: np.uint64  # all bits


@compile_
def join(kept: PlaneWords, w: int, here: int, there: int, first: int, size: int) -> None:
    """Add losers to chains, and the chains to the union."""
    chains, lost, union = kept
    row, i, j, k = np.uint64(w), np.uint64(here), np.uint64(there), np.uint64(first)
    for x in range(np.uint64(size)):
        word = chains[row, i + x] | lost[row, j + x]
        chains[row, i + x] = word
        union[row, k + x] |= word


@compile_
def join_second(kept: PlaneWords, w: int, here: int, there: int, first: int, size: int, bits: PlaneBits) -> None:
    """The same for row 2. A loser with p = λ2 - 1, a bit of the lowest word, makes all further bases empty."""
    chains, lost, union = kept
    zero, row, i, j, k = np.uint64(0), np.uint64(w), np.uint64(here), np.uint64(there), np.uint64(first)
    diagonal, full = bits.diagonal, bits.full
    for x in range(np.uint64(size)):
        word = chains[row, i + x] | lost[row, j + x]
        if lost[zero, j + x] == diagonal:
            word |= full
        chains[row, i + x] = word
        union[row, k + x] |= word


@compile_
def copy(kept: PlaneWords, w: int, here: int, there: int, first: int, size: int) -> None:
    """Copy chains, and add them to the union."""
    chains, _, union = kept
    row, i, j, k = np.uint64(w), np.uint64(here), np.uint64(there), np.uint64(first)
    for x in range(np.uint64(size)):
        word = chains[row, j + x]
        chains[row, i + x] = word
        union[row, k + x] |= word


@compile_
def copy_edges(kept: PlaneWords, rank: Int64s, w: int, here: int, first: int, i: int, x: int) -> None:
    """Copy the chains for which row i + 1 has x squares, as many as row i, and add them to the union.

    If rows i + 1 to j have x squares, and the next row fewer, they are the chains for x - 1 squares in these rows.
    """
    if not x:  # nothing can be chomped from an empty row
        kept.chains[w, here] = 0
        return
    there, target = 0, 0
    for j in range(i + 1, len(rank) - 1):
        there += rank[j, x - 1]
        target += rank[j, x]
        copy(kept, w, here + target, here + there, first + target, rank[j + 1, x])


@compile_
def gather(board: PlaneBoard, w: int, t: int, size: int, bits: PlaneBits) -> None:
    """The union of the chains of rows 2 to t, for all bases with the current rows 2 to t."""
    kept, _, _, start, rank, rows, _ = board
    for x in range(size):
        kept.union[w, x] = 0
    base = 0  # the rank of the first base
    for i in range(3, t + 1):
        base += rank[i, rows[i]]
    place = base  # the same among the rests of row i
    for i in range(2, t + 1):
        place -= rank[i, rows[i]] if i > 2 else 0
        x, here = rows[i], start[i] + place
        n = rank[t + 1, x] if x == rows[t] else size  # without those with as many squares in row t + 1
        if i < t and rows[i + 1] == x:
            cut = 0  # how much smaller the rank is with the rows below cut by one
            for j in range(i + 1, t + 1):
                if rows[j] == x and x:
                    cut += rank[j, x] - rank[j, x - 1]
            copy(kept, w, here, here - cut, 0, n)
        elif i == 2:
            join_second(kept, w, here, base, 0, n, bits)
        elif x:
            join(kept, w, here, base - rank[i, x] + rank[i, x - 1], 0, n)
        if x == rows[t]:
            copy_edges(kept, rank, w, here, 0, t, x)


@compile_
def settle(board: PlaneBoard, first: int, here: int, v: int, height: int, bits: PlaneBits) -> None:
    """Find the losers of the bases that end with v, a, b, for all v >= a >= b, where one word is enough for a chain."""
    _, lost, union = board.kept
    inner, counts = board.inner, board.counts
    zero, one = np.uint64(0), np.uint64(1)
    x, y = np.uint64(first), np.uint64(here)
    inner[0, 0] = 0
    for a in range(v + 1):
        if a:
            inner[0, a] = inner[0, a - 1]
        outer = bits.mask
        for b in range(a + 1):
            taken = union[zero, x] | inner[0, b] | outer
            free = ~taken & (taken + one)
            lost[zero, y] = free
            inner[0, b] |= free
            outer |= free
            x += one
            y += one
            if free:
                counts[height + (a > 0) + (b > 0), bits.least + lowest(free)] += 1


@compile_
def settle_wide(board: PlaneBoard, first: int, here: int, v: int, height: int, bits: PlaneBits) -> None:
    """The same where a chain has several words."""
    _, lost, union = board.kept
    inner, outer, counts = board.inner, board.outer, board.counts
    one, words, x, y = np.uint64(1), np.uint64(len(union)), np.uint64(first), np.uint64(here)
    for w in range(words):
        inner[w, 0] = 0
        for z in range(np.uint64((v + 1) * (v + 2) // 2)):
            lost[w, y + z] = 0
    for a in range(v + 1):
        for w in range(words):
            outer[w] = 0
            if a:
                inner[w, a] = inner[w, a - 1]
        outer[0] = bits.mask
        for b in range(a + 1):
            for w in range(words):
                taken = union[w, x] | inner[w, b] | outer[w]
                free = ~taken & (taken + one)
                if free:
                    lost[w, y] = free
                    inner[w, b] |= free
                    outer[w] |= free
                    counts[height + (a > 0) + (b > 0), bits.least + 64 * np.int64(w) + lowest(free)] += 1
                    break
            x += one
            y += one


@compile_
def settle_piece(board: PlaneBoard, t: int, size: int, bits: PlaneBits) -> None:
    """Find the losers of all bases with the current rows 2 to t. The rows below are 0 before and after."""
    kept, _, _, start, rank, rows, _ = board
    top, words = len(rows) - 3, len(kept.lost)
    for w in range(words):
        gather(board, w, t, size, bits)
    base, first, height, i = 0, 0, 2 if rows[2] else 1, t
    for j in range(3, t + 1):
        base += rank[j, rows[j]]
        height += rows[j] > 0
    while True:
        while i < top:
            i += 1
            for w in range(words):
                kept.chains[w, start[i]] = 0
        if words == 1:
            settle(board, first, base + first, rows[top], height, bits)
        else:
            settle_wide(board, first, base + first, rows[top], height, bits)
        while i > t and rows[i] == rows[i - 1]:
            first -= rank[i, rows[i]]
            height -= rows[i] > 0
            rows[i] = 0
            i -= 1
        if i == t:
            return
        before, x = base + first, rows[i] + 1
        rows[i] = x
        first += rank[i, x] - rank[i, x - 1]
        height += x == 1
        for w in range(words):
            join(kept, w, start[i], before, first, rank[i + 1, x])
            copy_edges(kept, rank, w, start[i], first, i, x)


@compile_
def advance(board: PlaneBoard, bits: PlaneBits, piece: int, budget: int) -> None:
    """Continue in the plane of the current prefix to its end, where row 2 grows, or by about ``budget`` bases.

    The union must have room for ``piece`` bases.
    """
    rank, rows = board.rank, board.rows
    top, q = len(rows) - 3, rows[2]
    while rows[2] == q and budget > 0:
        i = top
        while i > 2 and not rows[i] and rank[i, rows[i - 1] + 1] <= piece:
            i -= 1
        size = rank[i + 1, rows[i] + 1]
        settle_piece(board, i, size, bits)
        budget -= size
        while i > 2 and rows[i] == rows[i - 1]:
            rows[i] = 0
            i -= 1
        rows[i] += 1


@compile_
def first_rows(lost: AnyWords, least: int, rows: NDArray[np.uint16]) -> None:
    """Fill in the first rows of losers, given by their bits, or 0 for none."""
    size = 8 * lost.itemsize
    for x in range(len(rows)):
        rows[x] = 0
        for w in range(len(lost)):
            if lost[w, x]:
                rows[x] = least + size * w + lowest(np.uint64(lost[w, x]))


class CompiledBar:
    """All losers within a bar of four rows or more.

    >>> engine = CompiledBar(4, 5)
    >>> while engine.done < bases_within(4, 5):
    ...     _ = engine.advance(10_000)
    >>> engine.found.bites()[4, 5]
    ((2, 3),)
    """

    def __init__(self, rows: int, columns: int, plane: int = 0) -> None:
        if not LEAST_ROWS <= rows <= columns <= MOST_COLUMNS or bases_within(rows, columns + 1) >= 2**62:
            handled = f"4 rows or more, columns from the number of rows to {MOST_COLUMNS}, and fewer than 2^62 bases"
            raise TooLarge(f"the compiled engine for bars handles {handled}", got=(rows, columns))
        self.found = BarLosers(rows, columns)
        self._phases = phases(columns)
        self._phase = next(phase for phase in self._phases if phase.last >= plane)
        self._rank = np.zeros((rows + 2, columns + 2), np.int64)
        self._rank[rows + 1] = 1
        for i in range(2, rows + 1):
            self._rank[i] = [comb(x + rows - i, rows - i + 1) for x in range(columns + 2)]
        self._rows = np.zeros(rows + 1, np.int64)
        self._counts = np.zeros((rows + 1, columns + 1), np.int64)
        self._board = self._empty_board()

    @property
    def total(self) -> int:
        """How many bases there are."""
        return bases_within(self.found.rows, self.found.columns)

    @property
    def done(self) -> int:
        """How many bases are done."""
        return int(self._rank[range(len(self._rows)), self._rows].sum())

    def advance(self, budget: int) -> int | None:
        """Continue by about ``budget`` bases, at most to the end of a plane. Returns the plane if it is finished."""
        q = int(self._rows[2])
        advance(self._board, self._bits(q), PIECE, budget)
        if self._rows[2] == q:
            return None
        self.found.counts = self._counts.tolist()
        self._note(q)
        if self._phase.last == q < self.found.columns:
            self._next_phase()
        return q

    def first_rows(self) -> Cells:
        """At the end of a plane: the first row of the loser of each of its bases, or 0 for none."""
        q = int(self._rows[2]) - 1
        rows = np.zeros(comb(q + self.found.rows - 2, self.found.rows - 2), np.uint16)
        first_rows(self._board.kept.lost, self._least(), rows)
        return rows

    def state(self) -> State:
        """Everything that is needed to continue from here."""
        return State(
            {"plane": int(self._rows[2])},
            {
                "prefix": self._rows.data,
                "counts": self._counts.data,
                "steps": step_numbers(sorted(self.found.steps)),
                **self._words(),
            },
        )

    @classmethod
    def restored(cls, state: SavedState, rows: int, columns: int) -> Self:
        """The engine of a bar in a saved state."""
        engine = cls(rows, columns, state.number("plane"))
        state.fill("prefix", engine._rows.data)
        state.fill("counts", engine._counts.data)
        engine.found.steps = restored_steps(state)
        for name, words in engine._words().items():
            state.fill(name, words)
        return engine

    def _words(self) -> dict[str, memoryview]:
        """All words that are in use up to this plane, by name."""
        chains, lost, _ = self._board.kept
        sizes = self._phase._replace(last=int(self._rows[2])).sizes(self.found.rows)
        words = {}
        for w in range(self._phase.words):
            words[f"lost {w}"] = lost[w, : sizes[0]].data
            for i, (size, start) in enumerate(zip(sizes, self._board.start[2:], strict=False)):
                words[f"chains {w} {i}"] = chains[w, start : start + size].data
        return words

    def _empty_board(self) -> PlaneBoard:
        """A board for the phase. Memory that is not touched costs nothing."""
        phase, rows = self._phase, self.found.rows
        kind = f"u{phase.bits // 8}"
        start = np.zeros(rows, np.int64)
        sizes = phase.sizes(rows)
        for i in range(rows - 3, 1, -1):
            start[i] = start[i + 1] + sizes[i - 1]
        return PlaneBoard(
            kept=PlaneWords(
                chains=np.zeros((phase.words, sum(sizes)), kind),
                lost=np.zeros((phase.words, sizes[0]), kind),
                union=np.zeros((phase.words, phase.piece()), kind),
            ),
            inner=np.zeros((phase.words, phase.last + 1), kind),
            outer=np.zeros(phase.words, np.uint64),
            start=start,
            rank=self._rank,
            rows=self._rows,
            counts=self._counts,
        )

    def _next_phase(self) -> None:
        """Copy the chains of row 2 and the losers into fewer or smaller words: their last bits remain the last."""
        before, start, old = self._phase, self._board.start[2], self._board.kept
        self._phase = self._phases[self._phases.index(before) + 1]
        self._board = self._empty_board()
        size, shift = old.lost.shape[1], before.bits - self._phase.bits
        dropped = before.words - self._phase.words if not shift else 0
        pairs = (
            (old.chains[dropped:, start:], self._board.kept.chains[:, self._board.start[2] :]),
            (old.lost[dropped:], self._board.kept.lost),
        )
        for source, target in pairs:  # written in place, because there is no memory for a copy in between
            np.right_shift(source[:, :size], shift, out=target[:, :size], dtype=source.dtype, casting="unsafe")

    def _least(self) -> int:
        """The first row of the lowest bit."""
        return self.found.columns + 1 - self._phase.words * self._phase.bits

    def _bits(self, q: int) -> PlaneBits:
        """The meaning of the bits in a plane."""
        least, full = self._least(), 2**self._phase.bits - 1
        diagonal = 1 << max(1, q) - 1 - least
        none = 2 * diagonal - 1 | (2**64 - 1) & ~full
        return PlaneBits(least, np.uint64(none), np.uint64(diagonal), np.uint64(full))

    def _note(self, q: int) -> None:
        """Find the steps among the losers of a finished plane."""
        rows, lost, least = self.found.rows, self._board.kept.lost, self._least()
        ranks = self._rank.copy()
        ranks[2] = 0
        ranks = ranks.cumsum(axis=0)  # the rank of rows 3 to i, all of the same length
        w, bit = divmod(q - least, self._phase.bits)
        shorts = np.arange(1, q)
        for above in range(2, rows):
            for below in range(1, rows - above + 1):
                places = ranks[above, q] + ranks[above + below, shorts] - ranks[above, shorts]
                for short in shorts[lost[w, places] == 1 << bit]:
                    self.found.steps.add(Step(q, above, int(short), below))
        for below in range(1, rows) if q else ():
            for w, word in enumerate(lost[:, ranks[below + 1, q]].tolist()):
                if word:
                    first_row = least + self._phase.bits * w + word.bit_length() - 1
                    self.found.steps.add(Step(first_row, 1, q, below))


mark_plane = compile_(second_pass.mark_plane, second_pass.mark_before)
check_plane = compile_(second_pass.check_plane)


class CompiledSecondPass(SecondPass):
    """The second pass, compiled."""

    def __init__(self, rows: int, columns: int) -> None:
        super().__init__(rows, columns)
        self.ranks, self.position = np.array(self.ranks, np.int64), np.array(self.position, np.int64)
        self.marks = np.frombuffer(cast("bytearray", self.marks), np.uint8)  # shared, because it is large
        self.counts = np.array(self.counts, np.int64)
        self.mark_plane, self.check_plane = mark_plane, check_plane


class ThreeRowedBar:
    """All losers within a bar of three rows.

    >>> engine = ThreeRowedBar(5)
    >>> while engine.done < engine.total:
    ...     _ = engine.advance(100)
    >>> engine.found.bites()[3, 5]
    ((1, 2),)
    """

    def __init__(self, columns: int, rows: CompiledThreeRows | None = None) -> None:
        self.found = BarLosers(3, columns)
        self._rows = rows or CompiledThreeRows(columns)
        self._counts = np.zeros(columns + 1, np.int64)  # how many losers with a third row there are, for each first row
        # The losers without a third row are (1), and (q + 1, q).
        self.found.counts[1][1] = 1
        self.found.counts[2][2:] = [1] * (columns - 1)
        self.found.steps.update(Step(q + 1, 1, q, 1) for q in range(1, columns))

    @property
    def total(self) -> int:
        """How many third rows there are."""
        return self.found.columns + 1

    @property
    def done(self) -> int:
        """How many third rows are done."""
        return self._rows.row

    def advance(self, budget: int) -> None:
        """Continue for about as long as ``budget`` bases take, or to the end. Terms beyond the bar also take time."""
        columns = self.found.columns
        for row in self._rows.rows() if self.done < self.total else ():
            self._note(row)
            budget -= columns - row.r + 1 + TERM * row.bound
            if row.r == columns or budget <= 0:
                break
        self.found.counts[3] = self._counts.tolist()

    def state(self) -> State:
        """Everything that is needed to continue from here."""
        steps = sorted(step for step in self.found.steps if step.above + step.below > 2)
        arrays = {"counts": self._counts.data, "steps": step_numbers(steps)}
        return State(arrays=arrays, parts={"rows": self._rows.state()})

    @classmethod
    def restored(cls, state: SavedState, columns: int) -> Self:
        """The engine of a bar in a saved state."""
        engine = cls(columns, CompiledThreeRows.restored(state.part("rows")))
        state.fill("counts", engine._counts.data)
        engine.found.steps |= restored_steps(state)
        return engine

    def _note(self, row: ProvedRow) -> None:
        """Count the losers of a slice, and note those that are steps."""
        columns = self.found.columns
        values = _values(row, columns)
        if not row.r:
            return
        self._counts += np.bincount(values[values <= columns], minlength=columns + 1)
        first, last = int(values[0]), row.r + len(values) - 1
        if first <= columns:
            self.found.steps.add(Step(first, 1, row.r, 2))
        if values[-1] == last:
            self.found.steps.add(Step(last, 2, row.r, 1))


def _values(row: ProvedRow, columns: int) -> NDArray[np.int64]:
    """The first rows p of the losers (p, q, r) with q from r to ``columns``, or to the last one."""
    room = columns - row.r + 1
    terms = row.head[:room]
    if len(row.period) and len(terms) < room:
        repeats = -(-(room - len(terms)) // len(row.period))
        terms = np.concatenate((terms, np.tile(row.period, repeats)))[:room]
    return terms.astype(np.int64) + np.arange(row.r, row.r + len(terms))


def _place(bit: int) -> int:
    return lowest(np.uint64(bit))


substitute(nim_values.place, _place)
fill = compile_(nim_values.fill, *nim_values.CALLED)


class CompiledValueTable(ValueTable):
    """The values of all positions within a board, compiled.

    >>> table = CompiledValueTable((3, 3))
    >>> [first_row for first_row in table.steps()], table.value((3, 2)), table.value((3, 3))
    ([3], 0, 4)
    """

    step = 2**20

    def _bits(self) -> int:
        return WORD

    def _cells(self, numbers: Sequence[int]) -> Cells:
        return cast("Cells", np.array(numbers, np.int64))

    def _zeros(self, size: int) -> Cells:
        return cast("Cells", np.zeros(size, np.int64))

    def _room(self, size: int) -> Cells:
        return cast("Cells", np.zeros(size, np.int32))

    def _kernel(self) -> Callable[..., None]:
        return fill
