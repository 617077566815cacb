"""Brouwer's chart of three-rowed Chomp, and the sequences that are read off it ([BHMS05], section 8).

    [BHMS05]          here
    f(q, r)           Chart.value(q, r): the p such that [p, min(p, q), min(p, q, r)] is a loser
    constant row      Chart.start(r): f(q, r) = q in that column, and the same value for ever after
    A029899 ...       sequence(name)

Every value and every term is read off proved rows: row r is the slice with third row r.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from typing import TYPE_CHECKING, cast

from zchomp.errors import InvalidSequence, MissingExtra, quote
from zchomp.oracle import REACH, the_oracle
from zchomp.periodic import Periodic
from zchomp.prover import compiled
from zchomp.slices import Proof, Slice, Unknown

if TYPE_CHECKING:
    from zchomp.compiled import Compiled, Row

__all__ = ["SEQUENCES", "Chart", "OutOfReach", "Sequence", "sequence"]


AHEAD = 100
"""How many rows are proved at a time."""

NEAR = REACH - 1
"""The rows below this are proved by the oracle."""

FAR = 20_000
"""How far rows are proved by the compiled recurrence: ten seconds or so, and half a gigabyte."""


class OutOfReach(Exception):
    """A row of the chart is not proved and would take long."""


@dataclass(slots=True)
class Chart:
    """The chart, row by row, as far as it is asked for.

    >>> chart = Chart()
    >>> [chart.value(q, 3) for q in range(3, 8)], chart.start(3)
    ([6, 7, 5, 5, 5], 5)
    """

    _rows: dict[int, Periodic[int]] = field(default_factory=dict)
    _far: list["Row"] = field(default_factory=list)
    _engine: "Compiled | None" = None

    def row(self, r: int) -> Periodic[int]:
        """The proved sequence p - q of row r, for q = r, r + 1, ...; raises OutOfReach."""
        if r not in self._rows:
            if r >= NEAR:  # many and long: they are kept as they were computed
                return self._far_row(r).proof().sequence
            ahead = r + AHEAD - r % AHEAD
            known = the_oracle().known(Slice((min(ahead, NEAR - 1),)))
            if isinstance(known, Unknown):
                raise OutOfReach(known.reason)
            self._rows |= {home.width: row for home, row in known.items()}
        return self._rows[r]

    def _far_row(self, r: int) -> "Row":
        """A row beyond the reach of the oracle, by the compiled recurrence."""
        if r > FAR:
            raise OutOfReach(f"row {r} is not proved: it would take long; the chart goes to row {FAR}")
        if self._engine is None:
            try:
                self._engine = compiled().Compiled(FAR)
            except MissingExtra as missing:
                raise OutOfReach(f"row {r} is not proved: {missing}") from None
        for row in islice(self._engine.rows(), r + 1 - len(self._far)):
            self._far.append(row._replace(head=row.head.copy(), period=row.period.copy()))
        return self._far[r]

    def start(self, r: int) -> int | None:
        """The column in which a constant row starts; None if the row is not constant."""
        row = self._far_row(r) if r >= NEAR else self.row(r)
        return None if len(row.period) else r + len(row.head) - 1

    def term(self, r: int, a: int) -> int | None:
        """P - q of row r in column r + a; None where the row is over."""
        if r < NEAR:
            return self.row(r).get(a)
        row = self._far_row(r)
        return row.value(a) - r - a if a < len(row.head) or len(row.period) else None

    def value(self, q: int, r: int) -> int:
        """f(q, r), for any column and row."""
        if r > q:
            return self.value(q, q)
        b = self.term(r, q - r)
        return q + b if b is not None else cast("int", self.start(r))

    def proof(self, r: int) -> Proof | Unknown:
        """The proof of row r, or Unknown if it is out of reach."""
        try:
            return the_oracle().proof(Slice((r,))) if r < NEAR else self._far_row(r).proof()
        except OutOfReach as problem:
            return Unknown(str(problem))

    def periods(self, upto: int) -> list[int] | Unknown:
        """The period of every row to that one, 0 for a constant row; Unknown if that is out of reach.

        >>> Chart().periods(7)
        [1, 0, 1, 0, 0, 1, 0, 1]
        """
        try:
            return [len((self._far_row(r) if r >= NEAR else self.row(r)).period) for r in range(upto + 1)]
        except OutOfReach as problem:
            return Unknown(str(problem))

    def window(self, rows: range, columns: range) -> list[list[int]] | Unknown:
        """The values of some rows and columns, or Unknown if a row is out of reach."""
        try:
            return [[self.value(q, r) for q in columns] for r in rows]
        except OutOfReach as problem:
            return Unknown(str(problem))


@dataclass(frozen=True, slots=True)
class Sequence:
    """A sequence of the encyclopedia: its name, what it is, the index of its first term, and its terms without end."""

    name: str
    about: str
    offset: int
    terms: Callable[[Chart], Iterator[int]]

    def first(self, size: int) -> list[int] | Unknown:
        """The first terms, or Unknown if they are out of reach.

        >>> sequence("A029900").first(10)
        [1, 3, 4, 6, 8, 10, 11, 13, 15, 16]
        """
        if size > FAR + 1:
            return Unknown(
                f"{self.name} to {size} terms: a row has at most one of them, and the chart goes to row {FAR}"
            )
        try:
            return list(islice(self.terms(Chart()), size))
        except OutOfReach as problem:
            return Unknown(f"{self.name} to {size} terms: {problem}")


def sequence(name: str) -> Sequence:
    """The sequence of that name, in any case.

    >>> sequence("a029901").first(5)
    [2, 5, 7, 9, 12]
    """
    if name.upper() not in SEQUENCES:
        raise InvalidSequence(f"no sequence {quote(name)}; expected one of {', '.join(SEQUENCES)}")
    return SEQUENCES[name.upper()]


def _losers_up_to(chart: Chart) -> Iterator[int]:
    """How many losers have p <= n: each row r counts those of its columns r <= q <= n with q + B(q - r) <= n."""
    losers: dict[int, int] = {}
    total = 0
    for n in count():
        # A loser [p, q, r] with p = n has q <= n and r <= q, so that rows and columns up to n are enough.
        for r in range(n + 1):
            b = chart.term(r, n - r)
            if b is not None:
                losers[n + b] = losers.get(n + b, 0) + 1
        total += losers.pop(n, 0)
        yield total


def _ordinary(chart: Chart) -> Iterator[tuple[int, Periodic[int]]]:
    """The rows of period 1."""
    return ((r, chart.row(r)) for r in count() if len(chart.row(r).period) == 1)


def _constant(chart: Chart) -> Iterator[tuple[int, int]]:
    """The constant rows and their starting columns, by row."""
    for r in count():
        start = chart.start(r)
        if start is not None:
            yield r, start


SEQUENCES = {
    one.name: one
    for one in (
        Sequence("A029899", "number of losers [p, q, r] with p <= n", 0, _losers_up_to),
        Sequence("A029900", "f(n, n), the diagonal", 0, lambda chart: (chart.value(n, n) for n in count())),
        Sequence("A029901", "columns where constant rows start", 1, lambda chart: (q for _, q in _constant(chart))),
        Sequence("A029902", "constant rows", 1, lambda chart: (r for r, _ in _constant(chart))),
        Sequence(
            "A029903", "p - q in rows of period 1", 0, lambda chart: (row.period[0] for _, row in _ordinary(chart))
        ),
        Sequence(
            "A029904",
            "where rows of period 1 begin",
            0,
            lambda chart: (r + len(row.head) for r, row in _ordinary(chart)),
        ),
        Sequence("A029905", "rows of period 1", 0, lambda chart: (r for r, _ in _ordinary(chart))),
        Sequence(
            "A147983", "rows of period above 1", 1, lambda chart: (r for r in count() if len(chart.row(r).period) > 1)
        ),
    )
}
