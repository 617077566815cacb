"""Sequences of the encyclopedia (OEIS) about Chomp: of the chart ([BHMS05], section 8), of partitions, of four rows.

The offset is the encyclopedia's own: the index that its data files give to the first term.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, islice

from zchomp import limits, memory
from zchomp.amounts import data_size
from zchomp.answers.chart import ChartRows, or_unknown
from zchomp.answers.four_rows import double_steps, four_rowed_losers
from zchomp.engines import compiler
from zchomp.engines.bars.partitions_by_weight import partitions, weigh
from zchomp.errors import CannotCompile, InvalidArgument, MissingExtra, TooLarge, quote
from zchomp.periodic import Periodic
from zchomp.position import Position, nim_values_within, whole_number
from zchomp.progress import Progress, silent
from zchomp.results import Unknown

__all__ = ["SEQUENCES", "Sequence", "sequence"]


@dataclass(frozen=True, slots=True)
class Sequence:
    """A sequence of the encyclopedia: its name, what it is, and the index of its first term.

    ``terms`` gives the first terms, so many as it is asked for, and tells its progress. ``most`` is the largest number
    of them that it may be asked for; ``why`` says why there are no more.
    """

    name: str
    about: str
    offset: int
    terms: Callable[[int, Progress], list[int] | Unknown]
    most: int
    why: str

    def first(self, size: int, progress: Progress = silent) -> list[int] | Unknown:
        """The first terms, or Unknown if they are out of reach.

        ``progress`` is told how much is done and how much there is, beginning with 0.

        >>> sequence("A029900").first(10)
        [1, 3, 4, 6, 8, 10, 11, 13, 15, 16]
        >>> sequence("A112470").first(10)
        [0, 1, 0, 1, 0, 3, 0, 3, 2, 5]

        Raises InvalidArgument for a negative number of them.
        """
        size = whole_number(size, "the number of terms")
        if not size:
            return []
        if size > self.most:
            return Unknown(f"{self.name} to {quote(size)} terms: {self.why}; at most {self.most} terms can be had")
        try:
            found = self.terms(size, progress)
        except (TooLarge, MissingExtra, CannotCompile) as problem:
            found = Unknown(str(problem))
        return Unknown(f"{self.name} to {size} terms: {found.reason}") if isinstance(found, Unknown) else found


def sequence(name: str) -> Sequence:
    """The sequence of that name, in any case.

    >>> sequence("a029901").first(5)
    [2, 5, 7, 9, 12]
    """
    if not isinstance(name, str) or name.upper() not in SEQUENCES:
        raise InvalidArgument(f"no sequence {quote(name)}; expected one of {', '.join(SEQUENCES)}")
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


def _of_chart(name: str, about: str, terms: Callable[[ChartRows], Iterator[int]], offset: int = 0) -> Sequence:
    """A sequence that is read off the chart."""
    goes = f"a row of the chart has at most one of them, and the chart goes to row {limits.CHART_ROWS}"

    def first(size: int, progress: Progress) -> list[int] | Unknown:
        def found() -> list[int]:
            progress("counting", 0, size)
            some: list[int] = []
            for term in islice(terms(ChartRows()), size):
                some.append(term)
                progress("counting", len(some), size)
            return some

        return or_unknown(found)

    return Sequence(name, about, offset, first, limits.CHART_ROWS + 1, goes)


def _of_partitions(name: str, about: str, terms: Callable[[int, Progress], list[int]], offset: int) -> Sequence:
    """A sequence that has a term for every number of squares; all partitions of so many squares are gone through."""
    why = f"partitions of more than {limits.WEIGHTS_SQUARES} squares are too many"

    def first(size: int, progress: Progress) -> list[int]:
        return terms(size + offset - 1, progress)[offset:]

    return Sequence(name, about, offset, first, limits.WEIGHTS_SQUARES + 1 - offset, why)


def _of_four_rows(name: str, about: str, terms: Callable[[int, Progress], list[int]], most: int) -> Sequence:
    """A sequence that is read off the losers of four rows."""
    return Sequence(name, about, 1, terms, most, "more losers of four rows would take long")


def _losers(squares: int, progress: Progress) -> list[int]:
    """The partitions of n that are losers."""
    return weigh(squares, progress=progress).values[0]


def _winners(squares: int, progress: Progress) -> list[int]:
    """The partitions of n that are winners; that of 0, which has no poison left to be taken, counts as one."""
    lost = _losers(squares, progress)
    return [total - losers for total, losers in zip(partitions(squares), lost, strict=True)]


def _with_one_move(squares: int, progress: Progress) -> list[int]:
    """The partitions of n with exactly one winning move."""
    found = weigh(squares, progress=progress)
    counted = zip(partitions(squares), found.values[0], found.several, strict=True)
    return [total - losers - several for total, losers, several in counted]


def _with_several_moves(squares: int, progress: Progress) -> list[int]:
    """The partitions of n with more than one winning move."""
    return weigh(squares, progress=progress).several


def _three_rowed_bars(size: int, progress: Progress) -> list[int]:
    """The nim-values of the bars 3 x 1, 3 x 2, ...: by the definition, or compiled if there are many."""
    if size <= limits.NIM_BARS_PLAIN:
        progress("counting", 0, size)
        values = nim_values_within(Position((size,) * 3))
        progress("counting", size, size)
        return [values[n, n, n] for n in range(1, size + 1)]
    compiler.require()
    from zchomp.engines.bars.nim_values import memory_needed, three_rowed_bars

    needed, available = memory_needed(size), memory.available()
    if needed > available:
        fits = next(n for n in range(size, 0, -1) if memory_needed(n) <= available)
        free = f"{data_size(available)} are free"
        raise TooLarge(f"that needs about {data_size(needed)} of memory, and {free}; {fits} terms fit")
    return three_rowed_bars(size, progress)


SEQUENCES = {
    one.name: one
    for one in (
        _of_chart("A029899", "number of losers (p, q, r) with p <= n", _losers_up_to),
        _of_chart("A029900", "f(n, n), the diagonal", lambda chart: (chart.value(n, n) for n in count())),
        _of_chart("A029901", "columns where constant rows start", lambda chart: (q for _, q in _constant(chart))),
        _of_chart("A029902", "constant rows", lambda chart: (r for r, _ in _constant(chart))),
        _of_chart("A029903", "p - q in rows of period 1", lambda chart: (row.period[0] for _, row in _ordinary(chart))),
        _of_chart(
            "A029904",
            "where rows of period 1 begin",
            lambda chart: (r + len(row.head) for r, row in _ordinary(chart)),
        ),
        _of_chart("A029905", "rows of period 1", lambda chart: (r for r, _ in _ordinary(chart))),
        Sequence(
            "A069001",
            "nim-value of the bar 3 x n",
            1,
            _three_rowed_bars,
            limits.NIM_BARS,
            "more of them would take long",
        ),
        _of_partitions("A112470", "partitions of n that are losers", _losers, 0),
        _of_partitions("A112471", "partitions of n that are winners", _winners, 0),
        _of_partitions("A112472", "partitions of n with exactly one winning move", _with_one_move, 1),
        _of_partitions("A112473", "partitions of n with more than one winning move", _with_several_moves, 1),
        _of_chart(
            "A147983", "rows of period above 1", lambda chart: (r for r in count() if chart.period(r) > 1), offset=1
        ),
        _of_four_rows(
            "A152004",
            "the p for which some (p, p, r, r) is a loser",
            lambda size, progress: [p for p, _ in double_steps(size, progress)],
            limits.DOUBLE_STEPS,
        ),
        _of_partitions(
            "A284687", "partitions of n of nim-value 1", lambda n, progress: weigh(n, 2, progress).values[1], 1
        ),
        _of_partitions(
            "A284965",
            "self-conjugate partitions of n of nim-value 1",
            lambda n, progress: weigh(n, 2, progress).conjugate[1],
            1,
        ),
        _of_four_rows(
            "A389258",
            "the r for which some (p, p, r, r) is a loser, by p",
            lambda size, progress: [r for _, r in double_steps(size, progress)],
            limits.DOUBLE_STEPS,
        ),
        _of_four_rows(
            "A395126",
            "fourth row of the n-th loser of at most four rows, in lexicographic order",
            lambda size, progress: [last for *_, last in four_rowed_losers(size, progress)],
            limits.FOUR_ROWED_LOSERS,
        ),
    )
}
