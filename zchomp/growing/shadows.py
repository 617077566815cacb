"""Shadows: the values that slices exclude in each row, as ultimately periodic sequences of bitsets.

A shadow has one bitset for each row m. Its bit v stands for n = m + v - shift, so that a slice that repeats has a
shadow that repeats. The shadows of the slices that can be reached by moves along a chain of A are kept, because that of
a larger down-set is that of a smaller one with one more slice.
"""

from dataclasses import dataclass
from math import lcm
from operator import or_

from zchomp.growing.slices import GrowingSlice

__all__ = ["NO_SHADOW", "Shadow", "TooManyRows"]


class TooManyRows(Exception):
    """A shadow repeats only after more rows than are allowed."""


@dataclass(frozen=True, slots=True)
class Shadow:
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

    def with_slice(self, slice_: GrowingSlice, max_rows: int) -> "Shadow":
        """The shadow combined with that of a slice.

        >>> slice_ = GrowingSlice(0b0, 0, 1, (2, None), (1, -1), modulus=2, bound=5)
        >>> NO_SHADOW.with_slice(slice_, 100)
        Shadow(shift=1, columns=[0, 4, 0, 4, 1], cycle=2)
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
        return Shadow(shift, columns, cycle)

    def union(self, other: "Shadow", max_rows: int) -> "Shadow":
        """The values that are in one of two shadows.

        >>> Shadow(0, [1], 1).union(Shadow(1, [0, 4, 8], 2), 100)
        Shadow(shift=1, columns=[2, 6, 10], cycle=2)
        """
        start, cycle = max(self.settled, other.settled), lcm(self.cycle, other.cycle)
        if start + cycle > max_rows:
            raise TooManyRows(cycle)
        shift = max(self.shift, other.shift)
        columns = map(or_, self._shifted(shift, start + cycle), other._shifted(shift, start + cycle))
        return Shadow(shift, list(columns), cycle)

    def _shifted(self, shift: int, count: int) -> list[int]:
        """The first columns, with a shift that is not smaller."""
        columns, more = self.first(count), shift - self.shift
        return [column << more for column in columns] if more else columns


NO_SHADOW = Shadow(0, [0], 1)
