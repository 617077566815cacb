"""The recurrence of an order with two growing chains: a slice is proved when its state returns.

    proofs/growing.md             here
    F(m)                          the term of row m: the n with the nim-value of the slice, or None
    own, constants                bits of `state`, a bitset (an int) in which bit v stands for n = w + v
    slices below, smaller values  the shadow: for each row a bitset of the values that other slices exclude
    ends                          `Inputs.end`: the largest n that is left in a row
    block                         `Inputs.is_blocked`, and `dead` for the cuts into the slice itself
    w(m), sigma(m)                `w` and (w - m, state)
    late                          m >= `Inputs.late`

A slice belongs to a down-set and a nim-value. It has at most one n for each m, and at most one m for each n (Lemma 1).
Row m of the slice is n, or None if no position with these elements of A and m elements of the chain c has the
nim-value. Like a slice of bars, it is finite or empty, or it has a head and then a period forever, in which n - m
repeats. A row is computed by Theorem 1. From a late row on, only the state and the phase of the shadow matter, so the
slice repeats as soon as both return (Theorem 2). Agreement of terms, however many, is never used.

A shadow has one bitset for each row m. Its bit v stands for n = m + v - shift, so that a slice that repeats has a
shadow that repeats. The shadows of the slices that can be reached by moves along a chain of A are kept, because that of
a larger down-set is that of a smaller one with one more slice. `PreparedOrder` keeps them for an order, and `Inputs` is
what the recurrence of one slice needs to know.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import lcm
from operator import or_
from typing import TypedDict

from zchomp.bars.periodic import Kind, Periodic
from zchomp.core import limits
from zchomp.core.answers import Unknown
from zchomp.core.numbers import counted, members
from zchomp.growing.order import GrowingOrder


class GrowingSliceRecord(TypedDict):
    """A slice as plain data, as in certificates and in JSON. -1 stands for a row of the head that has no n."""

    tops: list[int]
    nim: int
    first: int
    kind: str
    head: list[int]
    period: list[int]
    modulus: int
    bound: int


@dataclass(frozen=True, slots=True)
class GrowingSlice:
    """The positions of one nim-value with the elements ``kept`` of A, proved, and the size of the proof.

    Row ``first`` is the first one. The head lists n, and the period lists n - m. Rows below ``bound`` were computed. If
    the slice is periodic, the states of rows bound - modulus and bound are the same. If it is finite, it was shown at
    row bound that there are no more terms, or there is no such row.

    >>> slice_ = GrowingSlice(0b0, 0, 1, (2, None), (1, -1), modulus=2, bound=5)
    >>> [slice_.get(m) for m in range(7)]
    [None, 2, None, 4, 3, 6, 5]
    """

    kept: int
    nim: int
    first: int
    head: tuple[int | None, ...]
    period: tuple[int, ...]
    modulus: int
    bound: int

    @property
    def kind(self) -> Kind:
        """Whether the slice is periodic, finite or empty."""
        return Kind.PERIODIC if self.period else Kind.FINITE if self.head else Kind.EMPTY

    @property
    def settled(self) -> int:
        """The row where the slice starts to repeat, or ends."""
        return self.first + len(self.head)

    def get(self, m: int) -> int | None:
        """The number n of row m, or None."""
        if m < self.settled:
            return self.head[m - self.first] if m >= self.first else None
        return m + self.period[(m - self.settled) % len(self.period)] if self.period else None

    def rows_of(self, stop: int) -> dict[int, int]:
        """The row m of every n below ``stop`` that is in the slice.

        >>> GrowingSlice(0b0, 0, 1, (2, None), (1, -1), modulus=2, bound=5).rows_of(6)
        {2: 1, 4: 3, 3: 4, 5: 6}
        """
        last = max(self.settled, stop - min(self.period, default=stop))
        return {n: m for m, n in self.rows(self.first, last) if n < stop}

    def rows(self, start: int, stop: int) -> Iterator[tuple[int, int]]:
        """The rows m, from ``start`` to before ``stop``, that have an n, each together with that n."""
        for m in range(max(start, self.first), min(stop, self.settled)):
            n = self.head[m - self.first]
            if n is not None:
                yield m, n
        if self.period:
            size = len(self.period)
            for m in range(max(start, self.settled), stop):
                yield m, m + self.period[(m - self.settled) % size]

    def sequence(self) -> Periodic[int | None]:
        """The numbers n - m of the rows from the first one on."""
        head = (None if n is None else n - m for m, n in enumerate(self.head, start=self.first))
        return Periodic(tuple(head), self.period)

    def to_dict(self, tops: Iterable[int]) -> GrowingSliceRecord:
        """The slice as plain data, with the largest elements of its down-set.

        >>> GrowingSlice(0b0, 0, 1, (2, None), (1, -1), modulus=2, bound=5).to_dict(())["head"]
        [2, -1]
        """
        return {
            "tops": list(tops),
            "nim": self.nim,
            "first": self.first,
            "kind": self.kind.value,
            "head": [-1 if n is None else n for n in self.head],
            "period": list(self.period),
            "modulus": self.modulus,
            "bound": self.bound,
        }


class TooManyRows(Exception):
    """A shadow repeats only after more rows than are allowed."""


@dataclass(frozen=True, slots=True)
class RowShadow:
    """The columns of the rows 0, 1, 2, ...; the last ``cycle`` of them are repeated forever."""

    shift: int
    columns: list[int]
    cycle: int

    @property
    def settled(self) -> int:
        """The row where the shadow starts to repeat."""
        return len(self.columns) - self.cycle

    def first(self, count: int) -> list[int]:
        """The columns of the first ``count`` rows, at least as many as there are before they repeat."""
        columns, cycle = self.columns, self.cycle
        more = count - len(columns)
        return columns + (columns[-cycle:] * -(-more // cycle))[:more] if more > 0 else columns[:count]

    def with_slice(self, slice_: GrowingSlice, max_rows: int) -> "RowShadow":
        """The shadow combined with that of a slice.

        >>> slice_ = GrowingSlice(0b0, 0, 1, (2, None), (1, -1), modulus=2, bound=5)
        >>> NO_SHADOW.with_slice(slice_, 100)
        RowShadow(shift=1, columns=[0, 4, 0, 4, 1], cycle=2)
        """
        if not slice_.head and not slice_.period:
            return self
        size, settled = len(slice_.period) or 1, slice_.settled
        start, cycle = max(self.settled, settled), lcm(self.cycle, size)
        stop = start + cycle
        if stop > max_rows:
            raise TooManyRows(cycle)
        head = [(m, n - m) for m, n in enumerate(slice_.head, start=slice_.first) if n is not None]
        shift = max([self.shift, *(-b for _, b in head), *(-b for b in slice_.period)])
        columns = self._shifted(shift, stop)
        for m, b in head:
            columns[m] |= 1 << b + shift
        for i, b in enumerate(slice_.period):
            bit = 1 << b + shift
            for m in range(settled + i, stop, size):
                columns[m] |= bit
        return RowShadow(shift, columns, cycle)

    def union(self, other: "RowShadow", max_rows: int) -> "RowShadow":
        """The values that are in one of two shadows.

        >>> RowShadow(0, [1], 1).union(RowShadow(1, [0, 4, 8], 2), 100)
        RowShadow(shift=1, columns=[2, 6, 10], cycle=2)
        """
        start, cycle = max(self.settled, other.settled), lcm(self.cycle, other.cycle)
        if start + cycle > max_rows:
            raise TooManyRows(cycle)
        shift = max(self.shift, other.shift)
        columns = map(or_, self._shifted(shift, start + cycle), other._shifted(shift, start + cycle))
        return RowShadow(shift, list(columns), cycle)

    def _shifted(self, shift: int, count: int) -> list[int]:
        """The first columns, with a shift that is not smaller."""
        columns, more = self.first(count), shift - self.shift
        return [column << more for column in columns] if more else columns


NO_SHADOW = RowShadow(0, [0], 1)


KEPT_COLUMNS = 4_000_000
"""How many columns of shadows are kept: a few hundred megabytes."""


class PreparedOrder:
    """An order, and the slices proved so far."""

    def __init__(self, order: GrowingOrder, max_rows: int) -> None:
        self.order, self.max_rows = order, max_rows
        self.known: dict[tuple[int, int], GrowingSlice] = {}
        self.last_below = cache(order.stair.last_below)
        self.chains = chains_of(order)
        """A division into chains of those elements of A that are below no c, each as a list from bottom to top."""
        self._shadows: dict[tuple[int, int, int], RowShadow] = {}
        self._columns = 0

    def learn(self, slice_: GrowingSlice) -> None:
        """Accept a slice as proved."""
        self.known[slice_.kept, slice_.nim] = slice_

    def title(self, kept: int, nim: int) -> str:
        """The name of a slice, for a message."""
        names = ", ".join(self.order.names[a] for a in self.order.tops(kept))
        return f"the slice below {{{names}}} of nim-value {nim}"

    def shadow(self, kept: int, nim: int) -> RowShadow:
        """The shadow of all slices that the elements without a c above them lead to, and of smaller nim-values."""
        shadow = NO_SHADOW
        for number in range(len(self.chains)):
            along = self._along(kept, nim, number)
            shadow = (
                along if shadow is NO_SHADOW else shadow if along is NO_SHADOW else shadow.union(along, self.max_rows)
            )
        for smaller in range(nim):
            shadow = shadow.with_slice(self.known[kept, smaller], self.max_rows)
        return shadow

    def _along(self, kept: int, nim: int, number: int) -> RowShadow:
        """The shadow of the slices that the moves along one chain of A lead to."""
        chain, missing, below = self.chains[number], list[int](), kept
        while True:
            top = next((a for a in reversed(chain) if below >> a & 1), None)
            if top is None or (below, nim, number) in self._shadows:
                break
            missing.append(below)
            below = self.order.without(below, top)
        shadow = NO_SHADOW if top is None else self._shadows[below, nim, number]
        for upper in reversed(missing):
            shadow = shadow.with_slice(self.known[below, nim], self.max_rows)
            self._keep((upper, nim, number), shadow)
            below = upper
        return shadow

    def _keep(self, key: tuple[int, int, int], shadow: RowShadow) -> None:
        """Remember a shadow, and forget the oldest ones if there are too many."""
        self._shadows[key] = shadow
        self._columns += len(shadow.columns)
        while self._columns > KEPT_COLUMNS and len(self._shadows) > 1:
            oldest = next(iter(self._shadows))
            self._columns -= len(self._shadows.pop(oldest).columns)


class Inputs:
    """What the recurrence of one slice needs to know: the values that other slices exclude in each row."""

    def __init__(self, prepared: PreparedOrder, kept: int, nim: int) -> None:
        self.prepared, self.kept, self.nim = prepared, kept, nim
        self.max_rows, self.stair = prepared.max_rows, prepared.order.stair
        self.room = prepared.order.room(kept)
        self.leaving: dict[int, set[int]] = {}
        """The values that are excluded forever from a row on, by elements of A that are below that c."""
        self._passing: dict[int, set[int]] = {}  # the values that the same elements exclude before that row
        self._ends: list[tuple[int, int | None, GrowingSlice]] = []  # first d above a, last row, the slice after a
        self._late: list[int] = [len(self.stair.head), self.room.m0]
        self._blocked: set[int] = set()
        self._blocked_from: int | None = None
        self.constants = self._constants()
        self._find_blocks()
        self._look_below()
        m1 = self.room.m1
        self.shadow = prepared.shadow(kept, nim) if m1 is None else self._short_shadow(m1)
        if self.stair.rise >= self.stair.step and self.room.n0:
            self._late.append((prepared.last_below(self.room.n0) or 0) + 1)
        self.late = max(self._late)
        """The row after which ends and blocks no longer change, and the shadow repeats."""

    def excluded(self, m: int, w: int) -> int:
        """The values that other slices exclude in row m, as bits from w on."""
        shift, columns, cycle = self.shadow.shift, self.shadow.columns, self.shadow.cycle
        size = len(columns)
        column = columns[m if m < size else size - cycle + (m - size) % cycle]
        down = w - m + shift
        found = column >> down if down >= 0 else column << -down
        for n in self._passing.get(m, ()):
            found |= 1 << n - w if n >= w else 0
        return found

    def end(self, m: int) -> int | None:
        """The largest n of row m that the elements below the chain d leave, or None if there is no such end."""
        end = self.room.n1
        for ud, row, slice_ in self._ends:
            if slice_.get(m if row is None else min(m, row)) == ud - 1:
                end = ud - 2 if end is None else min(end, ud - 2)
        return end

    def is_blocked(self, m: int) -> bool:
        """Whether a cut of the chain d into the elements of A leads from every n of row m to the nim-value."""
        return m in self._blocked or (self._blocked_from is not None and m >= self._blocked_from)

    def _slice(self, kept: int) -> GrowingSlice:
        return self.prepared.known[kept, self.nim]

    def _look_below(self) -> None:
        """Record the slices that moves in A lead to."""
        order = self.prepared.order
        for a in members(self.kept):
            uc, ud = order.c_above[a], order.d_above[a]
            if uc is None and ud is None:
                continue
            slice_ = self._slice(order.without(self.kept, a))
            if ud is not None:
                self._ends.append((ud, None if uc is None else uc - 1, slice_))
            if uc is not None:
                self._late.append(uc - 1)
                n = slice_.get(uc - 1)
                if n is not None:
                    self.leaving.setdefault(max(self.room.m0, uc - 1), set()).add(n)
                for m, value in slice_.rows(self.room.m0, uc - 1):
                    self._passing.setdefault(m, set()).add(value)
        for slice_ in self._lasting():
            self._late.append(slice_.settled)

    def _lasting(self) -> list[GrowingSlice]:
        """The slices that enter into every row."""
        order, kept = self.prepared.order, self.kept
        found = {order.without(kept, a) for a in members(kept) if order.c_above[a] is None}
        return [self._slice(one) for one in found] + [self.prepared.known[kept, smaller] for smaller in range(self.nim)]

    def _short_shadow(self, last: int) -> RowShadow:
        """The shadow of a slice with finitely many rows, none of which is repeated."""
        rows = [(m, n) for slice_ in self._lasting() for m, n in slice_.rows(self.room.m0, last + 1)]
        shift = max((m - n for m, n in rows), default=0)
        columns = [0] * (last + 1)
        for m, n in rows:
            columns[m] |= 1 << n - m + max(0, shift)
        return RowShadow(max(0, shift), columns, 1)

    def _constants(self) -> int:
        """The values that a cut of the chain c into the elements of A excludes in every row, as bits from n0 on."""
        state, order = 0, self.prepared.order
        for start, stop in pairwise(sorted({0, *(order.c_below[a] for a in members(self.kept))})):
            slice_ = self._slice(order.without_c(self.kept, stop))
            for _, n in slice_.rows(start, stop):
                state |= 1 << n - self.room.n0 if n >= self.room.n0 else 0
        return state

    def _find_blocks(self) -> None:
        """The rows that are blocked: some single ones, and possibly all from some row on."""
        order = self.prepared.order
        for start, stop in pairwise(sorted({0, *(order.d_below[a] for a in members(self.kept))})):
            slice_ = self._slice(order.without_d(self.kept, stop))
            if self.prepared.last_below(stop) is None:
                self._late += [slice_.settled, stop - min(slice_.period, default=stop)]
            rows = slice_.rows_of(stop)
            for j in range(start + 1, stop + 1):
                last, row = self.prepared.last_below(j), rows.get(j - 1)
                self._late.append(last or 0)
                if row is not None and row == last:
                    self._blocked_from = min(row, row if self._blocked_from is None else self._blocked_from)
                elif row is not None and (last is None or row < last):
                    self._blocked.add(row)


def chains_of(order: GrowingOrder) -> list[list[int]]:
    """A division into chains: each element on top of the first chain whose top is below it."""
    chains: list[list[int]] = []
    free = [a for a in range(len(order.names)) if order.c_above[a] is None]
    size = len(order.names)
    for a in sorted(free, key=lambda a: sum(order.larger[b] >> a & 1 for b in range(size))):
        fitting = next((chain for chain in chains if order.larger[chain[-1]] >> a & 1), None)
        if fitting is None:
            chains.append([a])
        else:
            fitting.append(a)
    return chains


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
