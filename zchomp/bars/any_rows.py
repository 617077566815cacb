"""The compiled engine for any number of rows and any nim-value.

Its proofs are those of `Recurrence` to the last number. It keeps from slice to slice:

    sequences    of all slices that it has learned, as 16-bit numbers
    diagonals    the first rows that the corners of a slice exclude, as in `recurrence`
    chains       for a row i of a tail, the shadow of all slices that chomping row i leads to (proofs/soundness.md,
                 Lemma 4). Rows below that are as long as row i are cut with it by any such chomp. So a tail has the
                 chain of the tail in which these rows are one shorter, and only such tails have a chain stored.

A chain is that of the parent with one more slice. It is made by adding that slice in place, unless another tail also
needs the parent's chain. A chain that was forgotten is rebuilt from its slices. The shadow of a slice is the union of
its chains and of the slices with smaller nim-values. It is assembled piece by piece, and only as far as the run
gets, because most finite slices end immediately.

The notions are those of `recurrence`, where a bitset is one large integer. Here it is a row of words of 64 bits.

    shadow    below and lower: a row of words for each column q. An ultimately periodic shadow is stored as its head
              and one period.
    bits      own and corner: bit p is set if t1 + p is a first row that the slice itself or a corner excludes. So the
              state of step a is the bits from a on (`machine_words`).

The compiled functions are at the end, and each is plain Python as well. Compiled code does not check its indices. The
engine makes the arrays large enough for all indices, and a value that would need more words ends the run (NO_ROOM).
"""

from dataclasses import dataclass
from math import lcm
from typing import TypeAlias, TypeVar

import numpy as np

from zchomp.bars.periodic import Periodic
from zchomp.bars.position import cut
from zchomp.bars.results import Proof, not_settled
from zchomp.bars.slices import Slice
from zchomp.core import memory
from zchomp.core.answers import Unknown
from zchomp.core.compiler import compile_
from zchomp.core.machine_words import (
    Int64s,
    UInt16s,
    Words,
    is_state,
    keep_state,
    least_period,
    least_start,
    lowest,
    put,
    state_word,
)
from zchomp.errors import InvalidSlice, TooLarge

Tail: TypeAlias = tuple[int, ...]
Array = TypeVar("Array", UInt16s, Words)

LARGEST = 2**16 - 1
"""The largest term: terms have 16 bits."""

MORE, FINITE, RETURNED, NO_ROOM = range(4)
"""How a run ends: no more columns, the end of the slice, the return of its state, or too few words."""

COUNT, DUE, NEXT, STEP, KEPT = range(5)
"""Marks: COUNT is the number of terms. DUE and NEXT are the steps of the next comparison and of the next state to be
kept, STEP is how long that state will be kept, and KEPT is the step of the state that is kept now, or -1."""

PIECE, LARGEST_PIECE = 256, 8192
"""How many columns of a shadow are assembled at first, and at most."""


NO_LIMIT = 2**62
"""More terms than any slice has before its state returns, or than there is memory for."""

MODEST = 2**26
"""Up to this many bytes are allocated without checking how much memory is free."""


@dataclass(frozen=True, slots=True)
class LearnedSlice:
    """A slice as others see it: its terms, where those after the head repeat. An empty slice has none."""

    terms: UInt16s
    head: int
    period: int  # 1 if there is none
    width: int
    bound: int
    diagonal: int  # the first rows that its corners exclude, as a bitset

    def is_empty_after(self) -> bool:
        """Whether the slice of the same tail with a third row longer by one, whose first parent this is, is empty."""
        return not len(self.terms) or self.terms[0] == 0

    def diagonal_after(self) -> int:
        """The diagonal of that slice: its corners are its first parent and the corners of its first parent."""
        return self.diagonal | 1 << (self.width + int(self.terms[0])) if len(self.terms) else 0


@dataclass(slots=True)
class ShadowChain:
    """A shadow: its first head + period columns, and room for more."""

    columns: Words
    head: int = 0
    period: int = 1

    def add(self, other: LearnedSlice) -> None:
        """Add the shadow of one more slice."""
        filled, period = self.head + self.period, self.period
        self.head = max(self.head, other.width + other.head)
        self.period = lcm(period, other.period)
        count = self.head + self.period
        if count > len(self.columns):
            self.columns = _room(self.columns, count + count // 8)
        add_slice(self.columns, filled, period, count, other.terms, other.head, other.width)

    def copy(self) -> "ShadowChain":
        """A copy that can grow independently."""
        return ShadowChain(self.columns[: self.head + self.period].copy(), self.head, self.period)


class CompiledAnyRows:
    """An engine like `Recurrence`, compiled.

    >>> engine = CompiledAnyRows()
    >>> for tail in ((), (1,), (1, 1), (2,), (2, 1)):
    ...     proof = engine.prove(Slice(tail))
    ...     engine.learn(proof)
    >>> proof
    Proof(slice=Slice(tail=(2, 1), nim=0), sequence=Periodic(head=(0,), period=()), modulus=0, bound=1)
    """

    def __init__(self, max_terms: int | None = None) -> None:
        self._max_terms = max_terms
        self._sequences: dict[tuple[int, Tail], LearnedSlice] = {}
        self._chains: dict[tuple[Tail, int], ShadowChain] = {}
        self._level = (0, 0)  # the nim-value and the sum of the tail for which there are chains
        self._found: tuple[Proof, LearnedSlice] | None = None
        self._words = 1
        self._bits = np.zeros(4, np.uint64)
        self._terms = np.zeros(64, np.uint16)
        self._shadow = np.zeros((LARGEST_PIECE, 1), np.uint64)

    def prove(self, slice_: Slice) -> Proof | Unknown:
        """Prove a slice. All slices that it depends on must have been learned."""
        tail, nim, width = slice_.tail, slice_.nim, slice_.width
        diagonal = 1  # without a tail: the empty bar is not a position
        if tail:
            inner = self._sequences[nim, _cut(tail, 0, width - 1)]
            if inner.is_empty_after():
                return self._proof(slice_, 0, 0, 0, inner.width if len(inner.terms) else inner.bound, 0)
            diagonal = inner.diagonal_after()
        self._forget(nim, sum(tail))
        chains = [self._chain(nim, tail, row) for row in range(len(tail))]
        lower = [self._sequences[smaller, tail] for smaller in range(nim)]
        settled, cycle = 0, 1
        for chain in chains:
            settled, cycle = max(settled, chain.head - width), lcm(cycle, chain.period)
        for other in lower:
            settled, cycle = max(settled, other.head), lcm(cycle, other.period)
        _require(2 * (settled + cycle))
        outcome = NO_ROOM
        while outcome == NO_ROOM:
            outcome, count, kept = self._run(chains, lower, width, diagonal >> width, settled, cycle)
            if outcome == NO_ROOM:
                self._widen(self._words + self._words // 4 + 1)
        if outcome == FINITE:
            bound, modulus, head, period = count, 0, count, 0
        elif outcome == RETURNED:
            modulus = count - kept
            start = least_start(self._terms, self._bits, 0, settled, kept, modulus)
            bound = start + modulus
            head, period = least_period(self._terms, start, modulus)
        if outcome == MORE or (self._max_terms is not None and bound > self._max_terms):
            return Unknown(f"{slice_}: {not_settled(self._terms[: self._max_terms].tolist())}")
        return self._proof(slice_, head, period, modulus, bound, diagonal)

    def learn(self, proof: Proof) -> None:
        """Accept a slice as proved. All slices that it depends on must have been learned before."""
        tail, nim = proof.slice.tail, proof.slice.nim
        if self._found and proof is self._found[0]:
            sequence = self._found[1]
        else:
            diagonal = self._sequences[nim, _cut(tail, 0, tail[0] - 1)].diagonal_after() if tail else 1
            sequence = _sequence(proof, diagonal)
            if len(sequence.terms) and sequence.terms.max() >= 64 * self._words:
                self._widen(int(sequence.terms.max()) // 64 + 1)
        self._sequences[nim, tail] = sequence

    def _run(
        self, chains: list[ShadowChain], lower: list[LearnedSlice], width: int, state: int, settled: int, cycle: int
    ) -> tuple[int, int, int]:
        """Find the terms of a slice, on a shadow made piece by piece. Returns how it ended, COUNT and KEPT."""
        words = self._words
        first = settled + 64 * words  # by then nothing before the settled column is left in the state
        limit = NO_LIMIT if self._max_terms is None else 3 * self._max_terms + 64 * words + 1
        marks = np.array((0, first, first, cycle, -1))
        self._bits[:] = 0
        self._bits[:words] = np.frombuffer(state.to_bytes(8 * words, "little"), "<u8")
        kept = np.zeros(words, np.uint64)
        outcome, size, a = MORE, PIECE, 0
        while outcome == MORE and a < limit:
            piece = self._shadow[: min(size, limit - a)]
            piece[:] = 0
            for chain in chains:
                merge(piece, width + a, chain.columns, chain.head, chain.period)
            for other in lower:
                add_terms(piece, a, other.terms, other.head)
            a += len(piece)
            self._reserve(a)
            outcome = run(piece, self._bits, kept, self._terms, marks, cycle)
            size = min(4 * size, LARGEST_PIECE)
        return outcome, int(marks[COUNT]), int(marks[KEPT])

    def _reserve(self, count: int) -> None:
        """Make room for this many terms."""
        if count > len(self._terms):
            count += count // 8
            _require(3 * count)
            self._terms = _longer(self._terms, count)
            self._bits = _longer(self._bits, count // 64 + self._words + 2)

    def _proof(self, slice_: Slice, head: int, period: int, modulus: int, bound: int, diagonal: int) -> Proof:
        """The proof that consists of the terms found."""
        terms = self._terms[: head + period].copy()
        numbers = terms.tolist()
        proof = Proof(slice_, Periodic(tuple(numbers[:head]), tuple(numbers[head:])), modulus, bound)
        self._found = proof, LearnedSlice(terms, head, period or 1, slice_.width, bound, diagonal)
        return proof

    def _chain(self, nim: int, tail: Tail, row: int) -> ShadowChain:
        """The chain of one row of a tail."""
        own = at = _own(tail, row)
        missing: list[LearnedSlice] = []
        while row < len(at) and (at, row) not in self._chains:
            parent = (*at[:row], at[row] - 1, *at[row + 1 :]) if at[row] > 1 else at[:row]
            missing.append(self._sequences[nim, parent])
            at = _own(parent, row)
        if not missing:
            return self._chains[own, row]
        if row == len(at):
            chain = ShadowChain(np.zeros((1, self._words), np.uint64))
        elif at[row] - 1 == (at[row + 1] if row + 1 < len(at) else 0):  # rows below it may grow with it
            chain = self._chains[at, row].copy()
        else:
            chain = self._chains.pop((at, row))
        for other in reversed(missing):
            if len(other.terms):
                chain.add(other)
        self._chains[own, row] = chain
        return chain

    def _forget(self, nim: int, total: int) -> None:
        """Drop the chains that no later slice needs: a child has at most one square more in each row."""
        if (nim, total) != self._level:
            kept = nim == self._level[0]
            self._level = nim, total
            self._chains = {
                (tail, row): chain
                for (tail, row), chain in self._chains.items()
                if kept and sum(tail) + len(tail) >= total
            }

    def _widen(self, words: int) -> None:
        """Make room for larger values."""
        if 64 * words - 1 > LARGEST:
            raise TooLarge(f"the compiled recurrence for any number of rows handles terms up to {LARGEST}")
        self._words = words
        self._shadow = np.zeros((LARGEST_PIECE, words), np.uint64)
        self._bits = np.zeros(len(self._terms) // 64 + words + 2, np.uint64)
        for chain in self._chains.values():
            chain.columns = _room(chain.columns, len(chain.columns), words)


def _own(tail: Tail, row: int) -> Tail:
    """The tail under which the chain of this row is stored: rows below that are equally long become shorter by one."""
    if row + 1 < len(tail) and tail[row + 1] == tail[row]:
        return _cut(tail, row + 1, tail[row] - 1)
    return tail


def _cut(tail: Tail, row: int, length: int) -> Tail:
    """Cut a tail, and drop rows of length 0."""
    return cut(tail, row, length) if length else tail[:row]


def _sequence(proof: Proof, diagonal: int) -> LearnedSlice:
    """The sequence of a proof from elsewhere. Raises InvalidSlice if it has terms that no slice can have."""
    slice_, head, period = proof.slice, proof.sequence.head, proof.sequence.period
    terms = np.array(head + period) if head + period else np.zeros(0, np.uint16)
    most = min(LARGEST, slice_.largest_term(len(terms)))
    if terms.ndim != 1 or terms.dtype.kind not in "iu" or (len(terms) and not 0 <= terms.min() <= terms.max() <= most):
        raise InvalidSlice(f"{slice_} has whole numbers from 0 to {most} as terms", got=head + period)
    return LearnedSlice(terms.astype(np.uint16), len(head), len(period) or 1, slice_.width, proof.bound, diagonal)


def _room(columns: Words, count: int, words: int | None = None) -> Words:
    """The same columns, in an array for ``count`` columns of ``words`` words."""
    filled, narrow = columns.shape
    words = words or narrow
    _require(8 * count * words)
    larger = np.zeros((count, words), np.uint64)
    larger[:filled, :narrow] = columns
    return larger


def _longer(values: Array, count: int) -> Array:
    """The same values, and zeros after them."""
    longer = np.zeros(count, values.dtype)
    longer[: len(values)] = values
    return longer


def _require(size: int) -> None:
    """Raise TooLarge if fewer bytes of memory are free."""
    if size > MODEST:
        memory.require(size, "a slice has such a long period that its proof", "try fewer or shorter rows")


@compile_
def add_terms(shadow: Words, start: int, terms: UInt16s, head: int) -> None:
    """Add a sequence to a shadow, from its term ``start`` on. The terms after the head repeat, if there are any."""
    count = len(terms)
    period = count - head
    a = start if start < count or not period else head + (start - head) % period
    for i in range(shadow.shape[0]):
        if a >= count:
            if not period:
                break
            a = head
        b = int(terms[a])
        shadow[i, b >> 6] |= np.uint64(1) << np.uint64(b & 63)
        a += 1


@compile_
def add_slice(columns: Words, filled: int, period: int, count: int, terms: UInt16s, head: int, width: int) -> None:
    """Continue a periodic shadow from ``filled`` columns to ``count``, and add a sequence that begins at ``width``."""
    for q in range(filled, count):
        for j in range(columns.shape[1]):
            columns[q, j] = columns[q - period, j]
    add_terms(columns[width:count], 0, terms, head)


@compile_
def merge(shadow: Words, start: int, columns: Words, head: int, period: int) -> None:
    """Add the columns of one shadow, from ``start`` on, to another shadow that begins there."""
    q = start if start < head else head + (start - head) % period
    for i in range(shadow.shape[0]):
        for j in range(shadow.shape[1]):
            shadow[i, j] |= columns[q, j]
        q += 1
        if q == head + period:
            q = head


@compile_
def run(shadow: Words, bits: Words, kept: Words, terms: UInt16s, marks: Int64s, cycle: int) -> int:
    """Find a term for each column of a shadow until the sequence ends or its state returns. Returns how it ended."""
    full, words = ~np.uint64(0), shadow.shape[1]
    for i in range(shadow.shape[0]):
        a = marks[COUNT]
        if a == marks[DUE]:
            if marks[KEPT] >= 0 and is_state(kept, bits, a):
                return RETURNED
            if a == marks[NEXT]:
                keep_state(kept, bits, a)
                marks[KEPT] = a
                marks[NEXT] += marks[STEP]
                marks[STEP] *= 2
            marks[DUE] += cycle
        j, taken = -1, full
        while taken == full:
            j += 1
            if j == words:
                return NO_ROOM
            taken = shadow[i, j] | state_word(bits, a, j)
        b = j << 6 | lowest(~taken)
        terms[a] = b
        marks[COUNT] = a + 1
        if not b:
            return FINITE
        put(bits, a + b)
    return MORE
