"""The recurrence for any order with two growing chains: a slice is proved when its state returns.

    proofs/growing.md             here
    F(m)                          the term of row m: the n with the nim-value of the slice, or None
    own, constants                bits of `state`, a bitset (an int) in which bit v stands for n = w + v
    slices below, smaller values  the shadow: for each row a bitset of the values that other slices exclude
    ends                          `Inputs.end`: the largest n that is left in a row
    block                         `Inputs.is_blocked`, and `dead` for the cuts into the slice itself
    w(m), sigma(m)                `w` and (w - m, state)
    late                          m >= `Inputs.late`

A row is computed by Theorem 1. From a late row on, only the state and the phase of the shadow matter, so
the slice repeats as soon as both return (Theorem 2). Agreement of terms, however many, is never used.
"""

from collections.abc import Iterable, Iterator
from math import lcm

from zchomp import limits
from zchomp.amounts import counted
from zchomp.growing.inputs import Inputs, PreparedOrder
from zchomp.growing.order import GrowingOrder
from zchomp.growing.shadows import TooManyRows
from zchomp.growing.slices import GrowingSlice
from zchomp.periodic import Periodic
from zchomp.results import Unknown

__all__ = ["prove_slice", "prove_slices"]

KEPT_STATES = 50_000
"""For how many rows all states are kept, so that a return is noticed immediately: tens of megabytes."""


def prove_slices(
    order: GrowingOrder, nim: int = 0, max_rows: int = limits.GROWING_ROWS, known: Iterable[GrowingSlice] = ()
) -> Iterator[GrowingSlice | Unknown]:
    """Prove every slice of nim-values 0 to ``nim``, by nim-value and size, and stop after the first that is unknown.

    Slices that are ``known``, the first ones of an interrupted run, are used and not proved again.

    >>> from zchomp.growing.order import Staircase
    >>> nothing = GrowingOrder((), (), (), (), (), (), Staircase((0, 1), 1, 0))
    >>> [len(slice_.period) for slice_ in prove_slices(nothing, nim=5) if isinstance(slice_, GrowingSlice)]
    [1, 0, 1, 3, 9, 36]
    """
    prepared = PreparedOrder(order, max_rows)
    for one in known:
        prepared.learn(one)
    for k in range(nim + 1):
        for kept in order.down_sets():
            if (kept, k) in prepared.known:
                continue
            slice_ = prove_slice(prepared, kept, k)
            yield slice_
            if isinstance(slice_, Unknown):
                return
            prepared.learn(slice_)


def prove_slice(prepared: PreparedOrder, kept: int, nim: int) -> GrowingSlice | Unknown:
    """Prove one slice from those of smaller down-sets and of smaller nim-values, all of which must have been learned.

    It is Unknown if it neither ends nor repeats within the largest number of rows.
    """
    try:
        inputs = Inputs(prepared, kept, nim)
    except TooManyRows as problem:
        reason = f"its inputs repeat together only after {problem} rows"
        return Unknown(f"{prepared.title(kept, nim)}: {reason}; retry with max_rows={10 * prepared.max_rows}")
    last = inputs.room.m1
    return _to_the_end(inputs, last) if last is not None else _until_it_returns(inputs)


def _to_the_end(inputs: Inputs, last: int) -> GrowingSlice:
    """A slice whose rows are limited because an element below some c is gone."""
    rows = _Rows(inputs)
    while rows.m <= last:
        rows.settle()
        rows.advance(inputs.end(rows.m))
    return _finite(inputs, rows)


def _until_it_returns(inputs: Inputs) -> GrowingSlice | Unknown:
    """A slice with a row for every m: it ends at a late row, or its state returns there."""
    stair, late, most = inputs.stair, inputs.late, inputs.room.m0 + inputs.max_rows
    cycle = lcm(inputs.shadow.cycle, stair.step if stair.rise == stair.step else 1)
    rows, visited = _Rows(inputs), _Visited(late, cycle)
    while rows.m < late:
        rows.settle()
        rows.advance(inputs.end(rows.m))
    end = inputs.end(late)  # from here on it is the same in every row
    is_flat, may_return = stair.rise < stair.step, stair.rise <= stair.step and end is None
    while rows.m <= most:
        rows.settle()
        m, w = rows.m, rows.w
        if rows.is_blocked() or (end is not None and w > end):
            return _finite(inputs, rows)
        if may_return:
            start = visited.start(m, w, rows.state)
            if start is not None:
                first = visited.first(inputs, start, m)
                return _periodic(inputs, rows.terms, first, first + m - start)
            if is_flat and not _is_safe(inputs, m, w):
                visited = _Visited(m + 1, cycle)
        rows.advance(end)
    title = inputs.prepared.title(inputs.kept, inputs.nim)
    reason = f"after {counted(inputs.max_rows, 'row')} it has not ended and its state has not returned"
    return Unknown(f"{title}: {reason}; retry with max_rows={10 * inputs.max_rows}")


class _Visited:
    """The states of rows from a given row on, to find where a state occurred before.

    The first `KEPT_STATES` rows are all kept, and later on one in every cycle. So a state that returns is found at most
    a cycle too late, and then `first` looks for the row where the slice began to repeat.
    """

    def __init__(self, base: int, cycle: int) -> None:
        self._base, self._cycle = base, cycle
        self._rows: dict[tuple[int, int, int], int] = {}
        self._states: dict[int, tuple[int, int]] = {}  # w and the state of the rows that are kept once in a cycle

    def start(self, m: int, w: int, state: int) -> int | None:
        """An earlier row with the state of row m, at the same place of the cycle, or None if no such row is kept."""
        key, passed = (m % self._cycle, w - m, state), m - self._base
        if passed % self._cycle == 0 and passed + self._cycle >= KEPT_STATES:
            self._states[m] = w, state
        elif passed >= KEPT_STATES:
            return self._rows.get(key)
        start = self._rows.setdefault(key, m)
        return start if start < m else None

    def first(self, inputs: Inputs, start: int, m: int) -> int:
        """The first row whose state returns after m - start rows, as that of row start does."""
        if start - self._base < KEPT_STATES:
            return start
        one, other = (_Rows(inputs, row, *self._states[row]) for row in (start - self._cycle, m - self._cycle))
        while (one.w - one.m, one.state) != (other.w - other.m, other.state):
            for rows in (one, other):
                rows.advance(None)
                rows.settle()
        return one.m


class _Rows:
    """Goes through the rows of a slice, from the first or a late one, with the state of row m and the terms so far."""

    def __init__(self, inputs: Inputs, m: int | None = None, w: int = 0, state: int = 0) -> None:
        self._inputs, self._stair = inputs, inputs.stair
        self.m, self.w = (inputs.room.m0, inputs.room.n0) if m is None else (m, w)
        self.state, self.terms, self._is_dead = inputs.constants if m is None else state, list[int | None](), False
        self._step = inputs.stair(self.m)

    def settle(self) -> None:
        """Move the window of row m to the least n that is not excluded forever."""
        m, w, state = self.m, self.w, self.state
        if m in self._inputs.leaving:  # an element below c_(m + 1) excludes the same n from here on
            for n in self._inputs.leaving[m]:
                state |= 1 << n - w if n >= w else 0
        if self._step > w:
            state >>= self._step - w
            w = self._step
        used = (state ^ (state + 1)).bit_length() - 1
        self.w, self.state = w + used, state >> used

    def is_blocked(self) -> bool:
        """Whether no n of row m can have the nim-value."""
        return self._is_dead or self._inputs.is_blocked(self.m)

    def advance(self, end: int | None) -> None:
        """Find the term of row m, and go to the next row."""
        m, w = self.m, self.w
        self._step = self._stair(m + 1)
        taken = self.state | self._inputs.excluded(m, w)
        b = (taken ^ (taken + 1)).bit_length() - 1
        if self.is_blocked() or (end is not None and w + b > end):
            self.terms.append(None)
        else:
            self.terms.append(w + b)
            self.state |= 1 << b
            self._is_dead = w + b < self._step
        self.m = m + 1


def _finite(inputs: Inputs, rows: _Rows) -> GrowingSlice:
    terms = rows.terms
    while terms and terms[-1] is None:
        terms.pop()
    return GrowingSlice(inputs.kept, inputs.nim, inputs.room.m0, tuple(terms), (), modulus=0, bound=rows.m)


def _periodic(inputs: Inputs, terms: list[int | None], start: int, bound: int) -> GrowingSlice:
    """The slice whose state at ``start`` returned at ``bound``."""
    first = inputs.room.m0
    del terms[bound - first :]
    differences = [None if n is None else n - m for m, n in enumerate(terms, start=first)]
    least = Periodic(tuple(differences[: start - first]), tuple(differences[start - first :])).minimal()
    period = tuple(value for value in least.period if value is not None)  # late rows of such a slice all have a term
    head = tuple(terms[: len(least.head)])
    return GrowingSlice(inputs.kept, inputs.nim, first, head, period, modulus=bound - start, bound=bound)


def _is_safe(inputs: Inputs, m: int, w: int) -> bool:
    """Whether the staircase, which is flatter than the slice, stays below the window of row m forever."""
    stair = inputs.stair
    return w - m > max(stair(i) - i for i in range(m + 1, m + stair.step + 1))
