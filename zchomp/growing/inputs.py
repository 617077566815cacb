"""Inputs: everything that the recurrence of one slice needs to know about the order and about other slices.

`PreparedOrder` belongs to an order: its chains, the known slices, and their shadows. `Inputs` belongs to a slice.
"""

from functools import cache
from itertools import pairwise

from zchomp.bitsets import members
from zchomp.growing.order import GrowingOrder
from zchomp.growing.shadows import NO_SHADOW, Shadow
from zchomp.growing.slices import GrowingSlice

__all__ = ["Inputs", "PreparedOrder", "chains_of"]

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
        self._shadows: dict[tuple[int, int, int], Shadow] = {}
        self._columns = 0

    def learn(self, slice_: GrowingSlice) -> None:
        """Accept a slice as proved."""
        self.known[slice_.kept, slice_.nim] = slice_

    def title(self, kept: int, nim: int) -> str:
        """The name of a slice, for a message."""
        names = ", ".join(self.order.names[a] for a in self.order.tops(kept))
        return f"the slice below {{{names}}} of nim-value {nim}"

    def shadow(self, kept: int, nim: int) -> Shadow:
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

    def _along(self, kept: int, nim: int, number: int) -> Shadow:
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

    def _keep(self, key: tuple[int, int, int], shadow: Shadow) -> None:
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

    def _short_shadow(self, last: int) -> Shadow:
        """The shadow of a slice with finitely many rows, none of which is repeated."""
        rows = [(m, n) for slice_ in self._lasting() for m, n in slice_.rows(self.room.m0, last + 1)]
        shift = max((m - n for m, n in rows), default=0)
        columns = [0] * (last + 1)
        for m, n in rows:
            columns[m] |= 1 << n - m + max(0, shift)
        return Shadow(max(0, shift), columns, 1)

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
