"""Slices of growing orders: for one down-set and one nim-value, the length n of d that belongs to each length m of c.

A slice has at most one n for each m, and at most one m for each n (proofs/growing.md, Lemma 1). Row m of the slice is
n, or None if no position with these elements of A and m elements of the chain c has the nim-value. Like a slice of
bars, it is finite or empty, or it has a head and then a period forever, in which n - m repeats.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypedDict

from zchomp.periodic import Kind, Periodic

__all__ = ["GrowingSlice", "GrowingSliceRecord"]


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
