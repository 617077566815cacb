"""Sequences of the encyclopedia (OEIS) about Chomp: the chart ([BHMS05], section 8), partitions, and four rows.

The offset is the encyclopedia's own: the index that its data files give to the first term.

Partitions by weight: how many partitions of n are losers, or have another small nim-value, for every n.

A position is a first row p and a base (`plain`). Here the number of its squares is bounded, not its rows and columns.
A row contains at most one move to a loser, so chains also tell whether a winner has several winning moves.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count, islice
from math import ceil

from zchomp.bars.knowledge import refuse_list
from zchomp.bars.losers import Base, Chains, PlainBar, all_first_rows, is_empty
from zchomp.bars.nim_tables import full_bars, memory_needed
from zchomp.bars.openings import openings
from zchomp.bars.periodic import Periodic
from zchomp.bars.position import partitions_within
from zchomp.bars.search import new_table
from zchomp.bars.slices import Slice
from zchomp.charts.chart import ChartRows
from zchomp.core import compiler, limits, memory
from zchomp.core.answers import Unknown
from zchomp.core.documents import Data
from zchomp.core.numbers import members, whole_number
from zchomp.core.runs import Progress, reporting, silent
from zchomp.core.session import NotKnown, ask, reached
from zchomp.core.showing import Shown, shows
from zchomp.core.tables import Table
from zchomp.errors import CannotCompile, InvalidArgument, MissingExtra, TooLarge, quote

STEP = 2**12
"""The number of bases between two reports of progress: a few hundredths of a second."""


@dataclass(slots=True)
class Weights:
    """Numbers of partitions of n, for n = 0, 1, 2, ...

    ``values[v]`` counts those of nim-value v, ``conjugate[v]`` those among them that are their own conjugates, and
    ``several`` the winners with more than one winning move.
    """

    values: list[list[int]]
    conjugate: list[list[int]]
    several: list[int]


def partitions(squares: int) -> list[int]:
    """The numbers of partitions of 0, 1, ..., ``squares``.

    >>> partitions(6)
    [1, 1, 2, 3, 5, 7, 11]
    """
    found = [1] + [0] * squares
    for part in range(1, squares + 1):
        for n in range(part, squares + 1):
            found[n] += found[n - part]
    return found


def weigh(squares: int, values: int = 1, progress: Progress = silent) -> Weights:
    """Count all partitions of at most ``squares`` squares, for the nim-values below ``values``.

    ``progress`` receives the number of bases done and the total.

    >>> found = weigh(9, values=2)
    >>> found.values[0], found.values[1], found.several
    ([0, 1, 0, 1, 0, 3, 0, 3, 2, 5], [0, 0, 2, 0, 0, 0, 3, 0, 2, 4], [0, 0, 0, 0, 0, 0, 1, 2, 2, 4])
    """
    counts = [[0] * (squares + 1) for _ in range(values)]
    conjugate = [[0] * (squares + 1) for _ in range(values)]
    several = [0] * (squares + 1)
    kinds = [Chains() for _ in range(values)]
    bases: list[Base] = [()]
    # A base with its first row doubled is a partition that has its largest part twice, or is empty. The number of such
    # partitions of n is the number of partitions of n less that of n - 1. So for all n up to the bound there are as
    # many bases as partitions of the bound.
    done, total = 0, partitions(squares)[-1]
    while bases:
        if done % STEP == 0:
            progress("counting", done, total)
        done += 1
        base = bases.pop()
        weight, first = sum(base), base[0] if base else 1
        room = squares - weight  # the longest first row
        # Bases in lexicographic order: next come those with one more row.
        bases += [(*base, x) for x in range(min(base[-1], room - first) if base else squares // 2, 0, -1)]
        smaller = 0
        for value, kind in enumerate(kinds):
            bit, chains = kind.settle(base, room, smaller)
            if bit:
                p = bit.bit_length() - 1
                counts[value][weight + p] += 1
                conjugate[value][weight + p] += len(base) == p - 1 and is_conjugate((p, *base))
            smaller |= bit
            if not value:
                _add_several(several, chains, bit, range(first, room + 1), weight)
    progress("counting", done, total)
    return Weights(counts, conjugate, several)


def is_conjugate(rows: Base) -> bool:
    """Whether a partition is its own conjugate.

    >>> is_conjugate((3, 1, 1)), is_conjugate((2, 2, 1))
    (True, False)
    """
    return all(sum(row > j for row in rows) == length for j, length in enumerate(rows)) and len(rows) == rows[0]


def _add_several(several: list[int], chains: list[int], bit: int, firsts: range, weight: int) -> None:
    """Count the first rows of a base for which there are two or more moves to losers, in different rows."""
    top = 1 << firsts.stop
    # The first row: a loser of the same base, or of a base that is cut together with it.
    once = top - 1 if is_empty(chains) else top - 1 & ~(2 * bit - 1) if bit else 0
    twice = 0
    for chain in chains:
        twice |= once & chain
        once |= chain
    for first in members(twice & top - (1 << firsts.start)):
        several[weight + first] += 1


SPARSE_AT_FIRST = 300
"""The first terms of a sequence that skips rows of the chart may be this many rows later."""

FIRST_TERMS = 16
"""How many terms are found at first where all of them are wanted, and then twice as many again and again."""

FindTerms = Callable[[int, Progress], list[int]]
"""Finds the first terms, and reports its progress."""


@dataclass(frozen=True, slots=True, repr=False)
class IntegerSequence(Shown, words="charts.sequences"):
    """A sequence of the encyclopedia: its name, its definition, and the index of its first term.

    At most ``most`` terms are found, and ``why`` gives the reason for that limit.
    """

    name: str
    about: str
    offset: int
    find: FindTerms = field(repr=False)
    most: int
    why: str

    def terms(self, count: int, *, progress: Progress | None = None) -> list[int] | Unknown:
        """The first terms, or Unknown if they take more effort, or if there are more than ``most``.

        ``progress`` receives how much is done and how much there is, beginning with 0.

        >>> sequence("A029900").terms(10)
        [1, 3, 4, 6, 8, 10, 11, 13, 15, 16]
        >>> sequence("A112470").terms(10)
        [0, 1, 0, 1, 0, 3, 0, 3, 2, 5]

        Raises InvalidArgument for a negative number of terms.
        """
        size, report = whole_number(count, "the number of terms"), reporting(progress)
        if not size:
            return []
        if size > self.most:
            return Unknown(f"{self.name} to {quote(size)} terms: {self.why}; try at most {self.most} terms")
        try:
            found = ask(lambda: self.find(size, report))
        except (TooLarge, MissingExtra, CannotCompile) as problem:
            found = Unknown(str(problem))
        if isinstance(found, Unknown):
            return replace(found, reason=f"{self.name} to {size} terms: {found.reason}")
        return found

    def __iter__(self) -> Iterator[int]:
        """All terms, as far as they are found: then NotKnown is raised."""
        done, size = 0, FIRST_TERMS
        while done < self.most:
            found = self._found(min(size, self.most))
            yield from found[done:]
            done, size = len(found), 2 * size

    def __getitem__(self, places: slice) -> list[int]:
        """Some of the first terms, counted from 0.

        >>> sequence("A029900")[2:6]
        [4, 6, 8, 10]

        Raises NotKnown if they take more effort, and InvalidArgument for a slice without an end.
        """
        if not isinstance(places, slice):
            raise InvalidArgument("expected a slice of a sequence, like [:10]", got=places)
        return self._found(whole_number(places.stop, "the end of a slice of a sequence"))[places]

    def _found(self, size: int) -> list[int]:
        found = self.terms(size)
        if isinstance(found, Unknown):
            raise NotKnown(found)
        return found


@dataclass(frozen=True, slots=True)
class Terms(Shown, words="charts.sequences"):
    """The first terms of a sequence."""

    sequence: IntegerSequence
    found: tuple[int, ...]


def sequence(name: str) -> IntegerSequence:
    """The sequence with this name, in upper or lower case.

    >>> sequence("a029901").terms(5)
    [2, 5, 7, 9, 12]

    Raises InvalidArgument if there is none.
    """
    if not isinstance(name, str) or name.upper() not in SEQUENCES:
        number = re.fullmatch(r"[aA]?([0-9]{1,6})", name if isinstance(name, str) else quote(name))
        if number and f"A{number[1]:0>6}" in SEQUENCES:
            raise InvalidArgument(f"no sequence {quote(name)}; did you mean: A{number[1]:0>6}")
        raise InvalidArgument(f"no sequence {quote(name)}; expected one of {', '.join(SEQUENCES)}")
    return SEQUENCES[name.upper()]


def double_steps(size: int, progress: Progress = silent) -> list[tuple[int, int]]:
    """The first losers (p, p, r, r), by p, as (p, r): there is at most one for each p.

    ``progress`` receives how many bases of a bar are done, and how many it has. A larger bar may have to follow.

    >>> double_steps(5)
    [(3, 1), (5, 2), (7, 3), (10, 5), (13, 6)]

    Raises NotKnown if there is not enough memory, or the compiled engine is missing.
    """
    for more in count():
        columns = 3 * size + 10 + more * (size // 10 + 1)  # about one p in three has one
        bars = reached(openings(4, columns, progress=progress))
        # A bite of the third row of the bar 4 x p leaves (p, p, r, r); the bars with p < 4 are found turned.
        wide = [(p, column - 1) for p in range(4, columns + 1) for row, column in bars.moves[4, p] if row == 3]
        turned = [(p, row - 1) for p in range(1, 4) for row, column in bars.moves[p, 4] if column == 3]
        found = [*turned, *wide]
        if len(found) >= size:
            return found[:size]
    raise AssertionError


def four_rowed_losers(size: int, progress: Progress = silent) -> list[tuple[int, int, int, int]]:
    """The first losers of at most four rows, in lexicographic order, each with four rows, some of which may be 0.

    ``progress`` receives the same as that of `double_steps`.

    >>> four_rowed_losers(5)
    [(1, 0, 0, 0), (2, 1, 0, 0), (2, 2, 1, 0), (2, 2, 2, 1), (3, 1, 1, 0)]
    """
    columns = 4
    while True:
        firsts = all_first_rows(PlainBar(4, columns), progress)
        found = sorted((p, *base) for p, base in zip(firsts, partitions_within((columns,) * 3), strict=True) if p)
        if len(found) >= size:
            return [(p, q, r, s) for p, q, r, s in found[:size]]
        # The number of losers grows like the cube of the columns. 2 percent more often save another, hardly larger bar.
        columns = 1 + max(columns, int(1.02 * columns * (size / len(found)) ** (1 / 3)))


def _losers_up_to(chart: ChartRows) -> Iterator[int]:
    """How many losers have p <= n: each row r counts those of its columns r <= q <= n with q + B(q - r) <= n."""
    losers: dict[int, int] = {}
    total = 0
    for n in count():
        # A loser (p, q, r) with p = n has q <= n and r <= q, so that rows and columns up to n are enough.
        for b in chart.column(n):
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


def _of_chart(
    name: str, about: str, terms: Callable[[ChartRows], Iterator[int]], offset: int = 0, sparse: float = 1
) -> IntegerSequence:
    """A sequence that is read off the chart. ``sparse`` is how many rows there are for each term, seen to row 20,000.

    It says what effort to retry with, and the terms themselves are found row by row.
    """
    why = f"a row of the chart has at most one term, and the chart goes to row {limits.CHART_ROWS}"

    def find(size: int, progress: Progress) -> list[int]:
        progress("counting", 0, size)
        found: list[int] = []
        chart = ChartRows()
        try:
            chart.all_to(size - 1)  # a row has at most one term: so much is needed, and what it needs is said at once
            for term in islice(terms(chart), size):
                found.append(term)
                progress("counting", len(found), size)
        except NotKnown as problem:
            last = Slice((ceil(sparse * size) + SPARSE_AT_FIRST * (sparse > 1),))
            refuse_list(problem.unknown, last)  # row by row there would be one refusal after another
        return found

    return IntegerSequence(name, about, offset, find, limits.CHART_ROWS + 1, why)


def _of_partitions(name: str, about: str, terms: Callable[[int, Progress], list[int]], offset: int) -> IntegerSequence:
    """A sequence with a term for every number of squares, from all partitions of that number."""
    why = f"there are too many partitions of more than {limits.WEIGHTS_SQUARES} squares"

    def find(size: int, progress: Progress) -> list[int]:
        return terms(size + offset - 1, progress)[offset:]

    return IntegerSequence(name, about, offset, find, limits.WEIGHTS_SQUARES + 1 - offset, why)


def _of_bars(name: str, about: str, terms: FindTerms, most: int) -> IntegerSequence:
    """A sequence whose terms are found by solving bars."""
    return IntegerSequence(name, about, 1, terms, most, "more are too costly")


def _losers(squares: int, progress: Progress) -> list[int]:
    """The partitions of n that are losers."""
    return weigh(squares, progress=progress).values[0]


def _winners(squares: int, progress: Progress) -> list[int]:
    """The partitions of n that are winners. That of 0, which has no poison left to be taken, counts as one."""
    lost = _losers(squares, progress)
    return [total - losers for total, losers in zip(partitions(squares), lost, strict=True)]


def _with_one_move(squares: int, progress: Progress) -> list[int]:
    """The partitions of n with exactly one winning move."""
    found = weigh(squares, progress=progress)
    counted = zip(partitions(squares), found.values[0], found.several, strict=True)
    return [total - losers - several for total, losers, several in counted]


def _three_rowed_bars(size: int, progress: Progress) -> list[int]:
    """The nim-values of the bars 3 x 1, 3 x 2, ..."""
    if size > limits.NIM_BARS_PLAIN:
        compiler.require()
    available = memory.available()
    if _bars_memory(size) > available:
        fits = bisect_left(range(size), True, key=lambda n: _bars_memory(n) > available) - 1
        raise NotKnown(Unknown(f"that {memory.lacking(_bars_memory(size))}; try at most {fits} terms"))
    return full_bars(new_table((size,) * 3, kept=False), progress)


def _bars_memory(size: int) -> int:
    """How many bytes of memory the nim-values of these bars take."""
    return memory_needed((size,) * 3, kept=False)


SEQUENCES = {
    one.name: one
    for one in (
        _of_chart("A029899", "number of losers (p, q, r) with p <= n", _losers_up_to),
        _of_chart("A029900", "f(n, n), the diagonal", lambda chart: (chart.value(n, n) for n in count())),
        _of_chart(
            "A029901", "columns where constant rows start", lambda chart: (q for _, q in _constant(chart)), sparse=1.75
        ),
        _of_chart("A029902", "constant rows", lambda chart: (r for r, _ in _constant(chart)), sparse=1.75),
        _of_chart(
            "A029903",
            "p - q in rows of period 1",
            lambda chart: (row.period[0] for _, row in _ordinary(chart)),
            sparse=2.6,
        ),
        _of_chart(
            "A029904",
            "where rows of period 1 begin",
            lambda chart: (r + len(row.head) for r, row in _ordinary(chart)),
            sparse=2.6,
        ),
        _of_chart("A029905", "rows of period 1", lambda chart: (r for r, _ in _ordinary(chart)), sparse=2.6),
        _of_bars("A069001", "nim-value of the bar 3 x n", _three_rowed_bars, limits.NIM_BARS),
        _of_partitions("A112470", "partitions of n that are losers", _losers, 0),
        _of_partitions("A112471", "partitions of n that are winners", _winners, 0),
        _of_partitions("A112472", "partitions of n with exactly one winning move", _with_one_move, 1),
        _of_partitions(
            "A112473",
            "partitions of n with more than one winning move",
            lambda n, progress: weigh(n, progress=progress).several,
            1,
        ),
        _of_chart(
            "A147983",
            "rows of period above 1",
            lambda chart: (r for r in count() if chart.period(r) > 1),
            offset=1,
            sparse=54,
        ),
        _of_bars(
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
        _of_bars(
            "A389258",
            "the r for which some (p, p, r, r) is a loser, by p",
            lambda size, progress: [r for _, r in double_steps(size, progress)],
            limits.DOUBLE_STEPS,
        ),
        _of_bars(
            "A395126",
            "fourth row of the n-th loser of at most four rows, in lexicographic order",
            lambda size, progress: [last for *_, last in four_rowed_losers(size, progress)],
            limits.FOUR_ROWED_LOSERS,
        ),
    )
}


@shows(IntegerSequence)
def sequence_text(sequence: IntegerSequence) -> str:
    """What a sequence is about."""
    return f"{sequence.name}: {sequence.about}, from n = {sequence.offset} on, at most {sequence.most} terms"


@shows(Terms)
def terms_text(terms: Terms) -> str:
    """The terms in one line."""
    return ", ".join(map(str, terms.found))


@shows(Terms, "bfile")
def terms_bfile(terms: Terms) -> str:
    """An OEIS b-file: index and term on each line."""
    return "\n".join(f"{n} {term}" for n, term in enumerate(terms.found, terms.sequence.offset))


@shows(Terms, "table")
def terms_table(terms: Terms) -> Table:
    """The same as a table."""
    return Table(("n", "term"), lambda: enumerate(terms.found, terms.sequence.offset))


@shows(Terms, "json")
def terms_data(terms: Terms) -> Data:
    """The same as data."""
    of = terms.sequence
    return {"name": of.name, "about": of.about, "offset": of.offset, "terms": list(terms.found)}
