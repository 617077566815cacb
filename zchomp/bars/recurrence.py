"""The recurrence, on big-integer bitsets: a slice is proved when its state returns.

A bitset is an int whose bit v stands for the value v of b. Two bitsets decide B(a) (proofs/soundness.md):

    state     own and corner: values that the slice itself and the corners exclude, one lower at each step a
    shadow    below and lower: values that other slices exclude, an ultimately periodic sequence of bitsets,
              indexed by the column q = t1 + a, so that the shadows of all slices lie on the same columns

    B(a)        =  the lowest bit that is in neither
    state(a+1)  =  (state(a) with that bit) shifted down by one

Where the shadow is periodic, its phase and the state determine everything that follows. So when a pair (phase, state)
returns for the first time, the sequence repeats from there on. That is the proof. Agreement of terms, however many,
is never used.

The work can be limited. It is counted in columns of shadows and terms of sequences, and three to five million of them
take a second. With many rows or large nim-values it cannot be predicted, because the periods of shadows are least
common multiples.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field, replace
from math import lcm
from operator import or_

from zchomp.bars.periodic import Kind, Periodic
from zchomp.bars.position import cut
from zchomp.bars.results import Proof, not_settled
from zchomp.bars.slices import Slice, lower
from zchomp.core import limits
from zchomp.core.answers import Unknown
from zchomp.core.numbers import bitset, whole_number
from zchomp.errors import InvalidArgument

NO_SHADOW: Periodic[int] = Periodic((), (0,))


@dataclass(frozen=True, slots=True)
class Settled:
    """A sequence that was proved to its end, or until its state returned after ``modulus`` steps at ``bound``."""

    sequence: Periodic[int]
    modulus: int
    bound: int


def settle(shadow: Periodic[int], width: int = 0, state: int = 0, max_terms: int | None = None) -> Settled | Unknown:
    """Run the recurrence from column ``width`` on until the sequence ends or its state returns.

    The bound is the least possible: a pair (phase, state) is recognised the first time that it returns.

    >>> settle(Periodic((), (0b1,)))
    Settled(sequence=Periodic(head=(), period=(1,)), modulus=1, bound=2)
    """
    settled = max(0, len(shadow.head) - width)
    cycle = len(shadow.period)
    visited: dict[tuple[int, int], int] = {}
    terms: list[int] = []
    for a, shaded in enumerate(shadow.since(width)):
        if a >= settled:
            start = visited.setdefault((a % cycle, state), a)
            if start < a:
                sequence = Periodic(tuple(terms[:start]), tuple(terms[start:])).minimal()
                return Settled(sequence, modulus=a - start, bound=a)
        if a == max_terms:
            break
        taken = shaded | state
        b = (taken ^ (taken + 1)).bit_length() - 1
        terms.append(b)
        if b == 0:
            return Settled(Periodic(tuple(terms)), modulus=0, bound=a + 1)
        state = (state | 1 << b) >> 1
    return Unknown(not_settled(terms))


def two_rowed_losers(instant_winners: Periodic[Set[int]], *, max_terms: int = 1_000_000) -> Periodic[int] | Unknown:
    """The losers of two-rowed Chomp with instant winners: the core of [Zei04].

    The player to move at (a, b) with b in I(a) wins immediately. Otherwise the moves are those of two-rowed Chomp.
    The loser in column a is (a, L(a)), where L(a) = mex(I(a) ∪ {L(a-1) - 1, L(a-2) - 2, ...}), up to the first 0.
    The answer is proved by return of state. It is Unknown if that takes more than ``max_terms`` terms.
    Two-rowed Chomp itself is I(0) = {0}, because the empty bar is not a position, and nothing afterwards.

    >>> two_rowed_losers(Periodic(head=({0, 1, 2, 3}, {0, 1, 5}), period=({0, 1},)))
    Periodic(head=(4, 2), period=(3,))
    >>> two_rowed_losers(Periodic(head=({0},), period=(set(),)))
    Periodic(head=(), period=(1,))
    >>> two_rowed_losers(Periodic(head=({0, 1},), period=(set(),)))
    Periodic(head=(2, 0), period=())

    Raises InvalidArgument for anything but an ultimately periodic sequence of sets that has a period.
    """
    if not isinstance(instant_winners, Periodic):
        raise InvalidArgument("expected a Periodic of sets", got=instant_winners)
    max_terms = whole_number(max_terms, "the number of terms")
    if not instant_winners.period:
        raise InvalidArgument("instant winners need a period, which may be (set(),)", got=instant_winners)
    head, period = (tuple(map(_bitset, sets)) for sets in (instant_winners.head, instant_winners.period))
    solved = settle(Periodic(head, period), max_terms=max_terms)
    return solved.sequence if isinstance(solved, Settled) else solved


def add_slice(shadow: Periodic[int], sequence: Periodic[int], width: int) -> Periodic[int]:
    """The shadow combined with that of one more slice, of the given width.

    >>> add_slice(Periodic((), (0b1,)), Periodic((3,), (2,)), width=1)
    Periodic(head=(1, 9), period=(5,))
    """
    start = max(len(shadow.head), width + len(sequence.head))
    length = lcm(len(shadow.period), len(sequence.period) or 1)
    columns = shadow.first(start + length)
    for q, b in enumerate(sequence.first(start + length - width), start=width):
        columns[q] |= 1 << b
    return Periodic(tuple(columns[:start]), tuple(columns[start:]))


class OutOfEffort(Exception):
    """The work would exceed the work that is left."""


@dataclass(slots=True)
class Recurrence:
    """Proves slices in dependency order, each from the slices learned so far.

    >>> engine = Recurrence()
    >>> for c in range(3):
    ...     proof = engine.prove(Slice((c,)))
    ...     engine.learn(proof)
    >>> proof
    Proof(slice=Slice(tail=(2,), nim=0), sequence=Periodic(head=(), period=(2,)), modulus=1, bound=2)
    """

    max_terms: int | None = None
    work_left: int | None = None
    """How much work may still be done. A slice that needs more is Unknown."""
    _proofs: dict[Slice, Proof] = field(default_factory=dict)
    _diagonals: dict[Slice, int] = field(default_factory=dict)
    _shadows: dict[tuple[Slice, int], Periodic[int]] = field(default_factory=dict)

    def prove(self, slice_: Slice) -> Proof | Unknown:
        """Prove a slice. All slices that it depends on must have been learned."""
        if slice_.tail:
            inner = self._proofs[_parent(slice_, 0)]
            if inner.sequence.kind is Kind.EMPTY:
                return Proof(slice_, Periodic(), modulus=0, bound=inner.bound)
            if inner.sequence[0] == 0:
                return Proof(slice_, Periodic(), modulus=0, bound=inner.slice.width)
        try:
            shadow = self._shadow(slice_)
        except OutOfEffort:
            return Unknown(f"{slice_}: the proof needs more effort")
        solved = settle(shadow, slice_.width, self._diagonal(slice_) >> slice_.width, self._terms())
        if isinstance(solved, Unknown):
            return replace(solved, reason=f"{slice_}: {solved.reason}")
        self._spend(solved.bound, owing=True)
        return Proof(slice_, solved.sequence, solved.modulus, solved.bound)

    def learn(self, proof: Proof) -> None:
        """Accept a slice as proved. All slices that it depends on must have been learned before."""
        self._proofs[proof.slice] = proof
        if proof.sequence.kind is not Kind.EMPTY:
            self._diagonals[proof.slice] = self._diagonal(proof.slice)

    def _diagonal(self, slice_: Slice) -> int:
        """The first rows excluded by cuts of the second row into the tail: bit x + B_s(0) for every corner s.

        The corners of a tail are its first parent and the corners of that. Without a tail, bit 0 stands for the
        empty bar, which is not a position.
        """
        if not slice_.tail:
            return 1
        inner = _parent(slice_, 0)
        return self._diagonals[inner] | 1 << (inner.width + self._proofs[inner].sequence[0])

    def _shadow(self, slice_: Slice) -> Periodic[int]:
        """The shadow of all slices below and lower."""
        self._forget(slice_)
        shadow = NO_SHADOW
        for row in range(len(slice_.tail)):
            chain = self._chain(slice_, row)
            shadow = self._merge(shadow, chain) if row else chain
        for other in lower(slice_):
            shadow = self._add_slice(shadow, other)
        return shadow

    def _chain(self, slice_: Slice, row: int) -> Periodic[int]:
        """The shadow of the slices reached by chomping one row of the tail: a parent, its parent, and so on."""
        missing: list[Slice] = []
        tail = slice_
        while row < len(tail.tail) and (tail, row) not in self._shadows:
            self._spend(30 + 2 * len(tail.tail))
            tail = _parent(tail, row)
            missing.append(tail)
        shadow = self._shadows.get((tail, row), NO_SHADOW)
        for other in reversed(missing):
            shadow = self._add_slice(shadow, other)
        self._shadows[slice_, row] = shadow
        return shadow

    def _add_slice(self, shadow: Periodic[int], other: Slice) -> Periodic[int]:
        sequence = self._proofs[other].sequence
        self._spend(
            _common(len(shadow.head), len(shadow.period), other.width + len(sequence.head), len(sequence.period))
        )
        return add_slice(shadow, sequence, other.width)

    def _merge(self, one: Periodic[int], other: Periodic[int]) -> Periodic[int]:
        self._spend(_common(len(one.head), len(one.period), len(other.head), len(other.period)))
        return merge(one, other)

    def _terms(self) -> int | None:
        """How many terms of a sequence may be computed."""
        allowed = [most for most in (self.max_terms, self.work_left) if most is not None]
        return min(allowed, default=None)

    def _spend(self, work: int, owing: bool = False) -> None:
        """Count some work. Raises OutOfEffort if it takes more than is left, unless it is done already (``owing``)."""
        if self.work_left is not None:
            if work > self.work_left and not owing:
                self.work_left = 0
                raise OutOfEffort
            self.work_left = max(0, self.work_left - work)

    def _forget(self, slice_: Slice) -> None:
        """Drop the shadows that no later slice needs: a child has at most one square more in each row."""
        total = sum(slice_.tail)
        self._spend(len(self._shadows) * (3 + len(slice_.tail) // 10))
        self._shadows = {
            (old, row): shadow
            for (old, row), shadow in self._shadows.items()
            if old.nim == slice_.nim and sum(old.tail) + len(old.tail) >= total
        }


def merge(one: Periodic[int], other: Periodic[int]) -> Periodic[int]:
    """The union of two shadows, column by column.

    >>> merge(Periodic((1,), (2,)), Periodic((), (4, 8)))
    Periodic(head=(5,), period=(10, 6))
    """
    start = max(len(one.head), len(other.head))
    count = start + lcm(len(one.period), len(other.period))
    columns = tuple(map(or_, one.first(count), other.first(count)))
    return Periodic(columns[:start], columns[start:])


def _common(head: int, period: int, other_head: int, other_period: int) -> int:
    """How many columns two periodic sequences have together, until both repeat."""
    return max(head, other_head) + lcm(period or 1, other_period or 1)


def _parent(slice_: Slice, row: int) -> Slice:
    return Slice(cut(slice_.tail, row, slice_.tail[row] - 1), slice_.nim)


def _bitset(values: Set[int]) -> int:
    if any(type(value) is not int or not 0 <= value <= limits.INSTANT_WINNER for value in values):
        raise InvalidArgument(f"instant winners are numbers from 0 to {limits.INSTANT_WINNER}", got=values)
    return bitset(values)
