"""Proofs of growing orders: all slices of a family, and the nim-value of any position, however large."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from zchomp.core import limits, memory
from zchomp.core.answers import AtLeast, Unknown
from zchomp.core.numbers import bitset, counted, whole_number
from zchomp.core.runs import Progress, reporting
from zchomp.core.showing import Shown
from zchomp.errors import InvalidPosition, quote, require
from zchomp.growing.families import GrowingFamily
from zchomp.growing.order import GrowingOrder, refuse_text
from zchomp.growing.recurrence import GrowingSlice, prove_slices

BASE, SLICE = 300_000_000, 4000
"""Roughly how many bytes a process takes for itself and its shadows, and for each slice."""


@dataclass(frozen=True, slots=True, repr=False)
class GrowingProofs(Shown, words="growing.words"):
    """The positions of nim-values 0 to ``nim`` of a family, proved: a slice for every down-set and nim-value."""

    family: GrowingFamily
    nim: int
    slices: tuple[GrowingSlice, ...]
    _by_key: dict[tuple[int, int], GrowingSlice] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_key", {(slice_.kept, slice_.nim): slice_ for slice_ in self.slices})

    def slice(self, elements: Collection[str] = (), nim: int = 0) -> GrowingSlice:
        """The slice of a down-set of A, given by the names of its elements.

        >>> from zchomp.growing.families import from_relations
        >>> found = prove(from_relations("x < y, d1 < y"))
        >>> found.slice(["x"]).period
        (1, -1)

        Raises InvalidPosition if these are not the elements of a down-set.
        """
        refuse_text(elements)
        names = self.family.order.names
        kept = bitset(a for a, name in enumerate(names) if name in elements)
        slice_ = self._by_key.get((kept, nim))
        if slice_ is None or not set(elements) <= set(names):
            expected = "expected elements with all that are below them, and a nim-value that was proved"
            raise InvalidPosition(f"no slice of {quote(sorted(elements))} and nim-value {nim}; {expected}")
        return slice_

    def nim_value(self, elements: Collection[str], m: int, n: int) -> int | AtLeast:
        """The nim-value of the position with these elements of A, m elements of c and n of d. It is 0 for a loser.

        >>> from zchomp.growing.families import from_relations
        >>> found = prove(from_relations("d1 < c2"), nim=3)
        >>> found.nim_value([], 10**30, 10**30), found.nim_value([], 10**30, 10**30 + 1)
        (0, 2)

        Raises InvalidPosition if it is not a position.
        """
        m, n = whole_number(m, "the number of c"), whole_number(n, "the number of d")
        room = self.family.order.room(self.slice(elements).kept)
        most_m, most_n = m if room.m1 is None else room.m1, n if room.n1 is None else room.n1
        if not (room.m0 <= m <= most_m and max(room.n0, self.family.order.stair(m)) <= n <= most_n):
            raise InvalidPosition(f"{m} elements of c and {n} of d are not a position with {quote(sorted(elements))}")
        value = next((k for k in range(self.nim + 1) if self.slice(elements, k).get(m) == n), None)
        return AtLeast(f"only nim-values up to {self.nim} were proved", self.nim + 1) if value is None else value


def prove(
    family: GrowingFamily,
    *,
    nim: int = 0,
    progress: Progress | None = None,
    workers: int = 1,
    max_rows: int = limits.GROWING_ROWS,
    scheduler: str | None = None,
) -> GrowingProofs | Unknown:
    """Prove the positions of nim-values 0 to ``nim`` of a family (proofs/growing.md).

    >>> from zchomp.growing.families import arms
    >>> print(prove(arms("1")))
    (): (1 + a, 1^(a))
    (1): (3 + 2*a, 2, 1^(2*a)), (2 + 2*a, 2, 1^(1 + 2*a))

    With ``workers`` this is done by several processes, and with the address of a Dask ``scheduler`` on its machines.
    The result is Unknown if a slice neither ends nor repeats within ``max_rows`` rows. Raises TooLarge if there are too
    many down-sets, or not enough memory for them.
    """
    require(family, GrowingFamily, "the family must be one like arms('2,1') or bar(3, upto=5)")
    progress = reporting(progress)
    nim, slices = whole_number(nim, "a nim-value"), list[GrowingSlice]()
    total = count_slices(family.order, nim, workers)
    for slice_ in all_slices(family.order, nim, workers, max_rows=max_rows, scheduler=scheduler):
        if isinstance(slice_, Unknown):
            return slice_
        slices.append(slice_)
        progress("proving", len(slices), total)
    return GrowingProofs(family, nim, tuple(slices))


def count_slices(order: GrowingOrder, nim: int, workers: int = 1) -> int:
    """The number of slices of an order. Raises TooLarge if there is not enough memory to prove them."""
    total = (nim + 1) * len(order.down_sets())
    needed = whole_number(workers, "the number of workers", 1) * (BASE + total * SLICE)
    proof = f"a proof of {counted(total, 'slice')} with {counted(workers, 'worker')}"
    memory.require(needed, proof, "try a smaller order, or fewer workers")
    return total


def all_slices(
    order: GrowingOrder,
    nim: int,
    workers: int = 1,
    known: Iterable[GrowingSlice] = (),
    max_rows: int = limits.GROWING_ROWS,
    scheduler: str | None = None,
) -> Iterator[GrowingSlice | Unknown]:
    """The slices of an order that are not known, by one process, by several, or on a cluster.

    The last one is Unknown if it is not proved, or if all slices together have more than the allowed number of rows.
    """
    max_rows, known = whole_number(max_rows, "the largest number of rows", 1), [*known]
    if scheduler is not None:
        from zchomp.growing.workers import prove_on_cluster

        slices = prove_on_cluster(order, scheduler, nim, max_rows, known)
    elif workers > 1:
        from zchomp.growing.workers import prove_with_workers

        slices = prove_with_workers(order, workers, nim, max_rows, known)
    else:
        slices = prove_slices(order, nim, max_rows, known)
    rows, most = sum(slice_.bound for slice_ in known), limits.GROWING_ROWS_IN_ALL * max_rows
    for done, slice_ in enumerate(slices, start=len(known)):
        if rows > most:
            reason = f"the first {counted(done, 'slice')} have more than {most} rows"
            yield Unknown(f"{reason}; retry with max_rows={10 * max_rows}")
            return
        yield slice_
        rows += 0 if isinstance(slice_, Unknown) else slice_.bound
