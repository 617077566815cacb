"""Sequences of the encyclopedia (OEIS) that are read off Brouwer's chart ([BHMS05], section 8).

The offset is the encyclopedia's own: the index that its data files give to the first term.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, islice

from zchomp import limits
from zchomp.answers.chart import ChartRows, or_unknown
from zchomp.errors import InvalidArgument, InvalidSequence, quote
from zchomp.periodic import Periodic
from zchomp.results import Unknown

__all__ = ["SEQUENCES", "Sequence", "sequence"]


@dataclass(frozen=True, slots=True)
class Sequence:
    """A sequence of the encyclopedia: its name, what it is, the index of its first term, and its terms without end."""

    name: str
    about: str
    offset: int
    terms: Callable[[ChartRows], Iterator[int]]

    def first(self, size: int) -> list[int] | Unknown:
        """The first terms, or Unknown if they are out of reach.

        >>> sequence("A029900").first(10)
        [1, 3, 4, 6, 8, 10, 11, 13, 15, 16]

        Raises InvalidArgument for a negative number of them.
        """
        if size < 0:
            raise InvalidArgument(f"expected a number of terms, 0 or more, got {quote(size)}")
        if size > limits.CHART_ROWS + 1:
            goes = f"a row has at most one of them, and the chart goes to row {limits.CHART_ROWS}"
            return Unknown(f"{self.name} to {quote(size)} terms: {goes}")
        found = or_unknown(lambda: list(islice(self.terms(ChartRows()), size)))
        return Unknown(f"{self.name} to {size} terms: {found.reason}") if isinstance(found, Unknown) else found


def sequence(name: str) -> Sequence:
    """The sequence of that name, in any case.

    >>> sequence("a029901").first(5)
    [2, 5, 7, 9, 12]
    """
    if name.upper() not in SEQUENCES:
        raise InvalidSequence(f"no sequence {quote(name)}; expected one of {', '.join(SEQUENCES)}")
    return SEQUENCES[name.upper()]


def _losers_up_to(chart: ChartRows) -> Iterator[int]:
    """How many losers have p <= n: each row r counts those of its columns r <= q <= n with q + B(q - r) <= n."""
    losers: dict[int, int] = {}
    total = 0
    for n in count():
        # A loser (p, q, r) with p = n has q <= n and r <= q, so that rows and columns up to n are enough.
        for r in range(n + 1):
            b = chart.term(r, n - r)
            if b is not None:
                losers[n + b] = losers.get(n + b, 0) + 1
        total += losers.pop(n, 0)
        yield total


def _ordinary(chart: ChartRows) -> Iterator[tuple[int, Periodic[int]]]:
    """The rows of period 1."""
    return ((r, chart.row(r)) for r in count() if chart.period(r) == 1)


def _constant(chart: ChartRows) -> Iterator[tuple[int, int]]:
    """The constant rows and their starting columns, by row."""
    for r in count():
        start = chart.start(r)
        if start is not None:
            yield r, start


SEQUENCES = {
    one.name: one
    for one in (
        Sequence("A029899", "number of losers (p, q, r) with p <= n", 0, _losers_up_to),
        Sequence("A029900", "f(n, n), the diagonal", 0, lambda chart: (chart.value(n, n) for n in count())),
        Sequence("A029901", "columns where constant rows start", 0, lambda chart: (q for _, q in _constant(chart))),
        Sequence("A029902", "constant rows", 0, lambda chart: (r for r, _ in _constant(chart))),
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
        Sequence("A147983", "rows of period above 1", 1, lambda chart: (r for r in count() if chart.period(r) > 1)),
    )
}
