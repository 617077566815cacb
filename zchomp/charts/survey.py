"""Surveys of Brouwer's chart ([BHMS05], section 8): all rows up to a number, proved, their census and their statistics.

    [BHMS05]                       here
    d_n = f(n, n)                  Survey.diagonal
    (q_n, r_n), f(q_n, r_n) = q_n  Survey.constants, by r, for all n with q_n <= upto
    m_r, k_r                       Survey.minima: the least value of row r beyond the diagonal, and its first column
    N(r)                           the column where row r becomes periodic or constant
    α = 1 + 1/√2, β = 1 + √2       ALPHA, BETA: x + y√2 is the pair (2x, 2y)

Every row is proved: row r is the slice with third row r. The census has the SHA-256 of the compact certificate, the
same bytes that `certify` writes before it verifies. Nothing is verified here: the digest is for comparison.

The statistics are those of sections 8.4 to 8.11, compared with the figures printed there; three statements at the end
are not in the paper, but theorems (proofs/chart.md). All decisions are made with integers, by comparing squares:
x + y√2 is never rounded. Bounds are compared as they are printed, and then rounded to the printed decimals.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, field, fields
from decimal import ROUND_FLOOR, Decimal
from io import BytesIO
from itertools import accumulate, islice, pairwise
from math import isqrt
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Self

from zchomp.bars.prices import slices_memory
from zchomp.bars.prover import compiled_seconds, prove_all, too_large, usual_recurrence
from zchomp.bars.results import Claim
from zchomp.bars.slices import Slice
from zchomp.bars.theorems import PROVED
from zchomp.core.answers import Source, Unknown
from zchomp.core.documents import Data
from zchomp.core.effort import Estimate
from zchomp.core.numbers import whole_number
from zchomp.core.runs import TERM, Progress, SavedState, State, Warn, reporting, run, run_in_folder, silent
from zchomp.core.showing import Listed, Shown, headed, shows
from zchomp.core.tables import Table
from zchomp.errors import InvalidArgument
from zchomp.proof.format import SliceChain, SliceSummary, read_slices

if TYPE_CHECKING:
    from zchomp.bars.three_rows import CompiledThreeRows

ALPHA, BETA, ROOT = (2, 1), (2, 2), (0, 2)
"""α, β and √2, each x + y√2 as the pair (2x, 2y)."""

LEAST = 5
"""The smallest third row for which every figure has a difference, a minimum and a maximum."""

LINE = 400
"""How many bytes a slice takes in addition to the memory of the engine: its line and its numbers."""


@dataclass(slots=True, repr=False)
class Survey(Shown, words="charts.survey"):
    """The figures of the rows and columns up to ``upto`` that the statistics are about.

    ``heads`` and ``periods`` are the numbers of terms of each slice before its period and in it, 0 for none.
    ``counts`` and ``firsts`` say, by value p, how often it occurs in columns before p, and the first of these columns.
    """

    upto: int
    diagonal: list[int] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    periods: list[int] = field(default_factory=list)
    minima: list[tuple[int, int]] = field(default_factory=list)
    counts: Sequence[int] = ()
    firsts: Sequence[int] = ()
    sources: tuple[Source, ...] = (Source.RECURRENCE,)

    @property
    def constants(self) -> list[tuple[int, int]]:
        """The columns up to ``upto`` in which constant rows start, each with its row."""
        rows = enumerate(zip(self.heads, self.periods, strict=True))
        starts = ((r + head - 1, r) for r, (head, period) in rows if not period)
        return [(start, r) for start, r in starts if start <= self.upto]

    def add(self, first: int, head: int, period: int) -> None:
        """Take the next row into account: its first value, and the numbers of its terms."""
        self.diagonal.append(first)
        self.heads.append(head)
        self.periods.append(period)


def survey(upto: int, *, progress: Progress | None = None, effort: float | None = None) -> Survey | Unknown:
    """Prove the rows up to ``upto`` and gather the figures of as many columns for the statistics.

    It is Unknown if it needs more than ``effort`` seconds (default: two days), or more memory than is free.

    >>> found = survey(6)
    >>> found.diagonal, found.constants
    ([1, 3, 4, 6, 8, 10, 11], [(2, 1), (5, 3)])

    Raises InvalidArgument for a number below 5.
    """
    claim = Claim(rows=3, nim=0, upto=whole_number(upto, "the largest row of a survey", LEAST))
    method = usual_recurrence(claim)
    refused = too_large(claim, method, effort)
    if refused is not None:
        return refused
    made = _compiled_survey if method == "compiled" else _plain_survey
    return made(claim.upto, reporting(progress))


def _compiled_survey(upto: int, progress: Progress) -> Survey:
    from zchomp.bars.three_rows import CompiledThreeRows

    found, size = Survey(upto), upto + 1
    engine = CompiledThreeRows(size)
    for r, row in zip(range(size), engine.rows(), strict=False):
        found.add(row.value(0), len(row.head), len(row.period))
        found.minima.append(row.least())
        progress("proving", r + 1, size)
    found.counts, found.firsts = (array.tolist() for array in engine.uses(size))
    return found


def _plain_survey(upto: int, progress: Progress) -> Survey:
    size = upto + 1
    found, counts, firsts = Survey(upto), [0] * size, list(range(size))
    for proof in prove_all(Claim(rows=3, nim=0, upto=upto), "recurrence", progress):
        r, row = proof.slice.width, proof.sequence
        values = [(q + b, q) for q, b in enumerate(row.first(1 + len(row.head) + len(row.period)), start=r)]
        found.add(values[0][0], len(row.head), len(row.period))
        found.minima.append(min(values[1:]))
        for q, b in zip(range(r, size), row.first(size - r), strict=False):
            p = q + b
            if b and p <= upto:
                counts[p] += 1
                firsts[p] = min(firsts[p], q)
    found.counts, found.firsts = counts, firsts
    return found


@dataclass(frozen=True, slots=True)
class PeriodCount:
    """How many slices have a period of that length, and the first third row that has one."""

    length: int
    slices: int
    first: int


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """The least and the largest value of a difference, rounded down to six decimals, and the first n or r of each."""

    about: str
    least: Decimal
    least_at: int
    largest: Decimal
    largest_at: int

    @classmethod
    def of(cls, about: str, terms: Iterable[tuple[int, int]], slope: tuple[int, int]) -> Discrepancy:
        """The discrepancy of term - slope * n."""
        values = [(millionths(term, n, slope), n) for n, term in terms]
        least, largest = min(values), max(values, key=lambda value: (value[0], -value[1]))
        return cls(about, Decimal(least[0]).scaleb(-6), least[1], Decimal(largest[0]).scaleb(-6), largest[1])


@dataclass(frozen=True, slots=True, repr=False)
class Census(Shown, words="charts.survey"):
    """The slices of three-rowed Chomp with third rows up to ``upto``, counted.

    ``offsets`` says how often each value of r_n - floor(αn) occurs.
    """

    upto: int
    finite: int
    periods: tuple[PeriodCount, ...]
    discrepancies: tuple[Discrepancy, ...]
    offsets: dict[int, int]
    bytes: int
    sha256: str
    sources: tuple[Source, ...] = (Source.RECURRENCE,)


SAVED_SECONDS = 60
"""A census that takes longer than this saves its progress, and can be resumed."""


def census(
    upto: int,
    *,
    progress: Progress | None = None,
    work: str | PathLike[str] | None = None,
    warn: Warn | None = None,
    effort: float | None = None,
) -> Census | Unknown:
    """Prove all slices with third rows up to ``upto`` and count them.

    ``work`` names a place where a large census keeps its progress, in a folder of that name with .work added, and the
    same call resumes it. ``warn`` is called if saved progress is rejected. The answer is Unknown if it needs more
    than ``effort`` seconds (default: two days), or more memory than is free.

    >>> found = census(1000)
    >>> found.finite, found.periods[1]
    (586, PeriodCount(length=2, slices=12, first=120))
    >>> found.offsets
    {-1: 64, 0: 314, 1: 36}

    Raises InvalidArgument for fewer than 2 rows.
    """
    progress = reporting(progress)
    upto = whole_number(upto, "the largest third row of a census", 2)
    claim = Claim(rows=3, nim=0, upto=upto)
    method = usual_recurrence(claim)
    refused = too_large(claim, method, effort, LINE)
    if refused is not None:
        return refused
    if method != "compiled":
        counting = Counting(upto)
        for proof in prove_all(claim, "recurrence", progress):
            first = proof.slice.width + proof.sequence[0]
            counting.add(SliceSummary.of(proof), first, counting.chain.slice(proof))
        return counting.census()
    if work is None or compiled_seconds(Slice((upto,))) < SAVED_SECONDS:
        counting = CompiledCounting(upto)
        run(counting, progress, "proving")
        return counting.census()
    return run_in_folder(
        Path(work),
        f"census to third row {upto}",
        lambda state: CompiledCounting.restored(state, upto),
        lambda: CompiledCounting(upto, keeps=True),
        progress,
        "proving",
        warn or silent,
    ).census()


def estimate_census(upto: int) -> Estimate | None:
    """How long a large census takes, and how much memory, or None if it takes seconds or is refused.

    >>> str(estimate_census(100_000))
    'this takes about 3 min and 701.1 MB of memory'
    """
    claim = Claim(rows=3, nim=0, upto=upto)
    if usual_recurrence(claim) != "compiled" or too_large(claim, "compiled", kept=LINE) is not None:
        return None
    return Estimate(compiled_seconds(Slice((upto,))), slices_memory(upto) + LINE * upto)


class Counting:
    """The slices of a census so far, as a survey and as the lines of the certificate."""

    def __init__(self, upto: int, keeps: bool = False) -> None:
        self.chain = SliceChain(Claim(rows=3, nim=0, upto=upto), "compact")
        self.size = len(self.chain.add(self.chain.header()))
        self.survey = Survey(upto)
        self.lines: list[bytes] | None = [] if keeps else None

    @property
    def total(self) -> int:
        """How many slices there are."""
        return self.chain.claim.count()

    @property
    def done(self) -> int:
        """How many slices are done."""
        return len(self.survey.diagonal)

    def add(self, entry: SliceSummary, first: int, line: bytes) -> None:
        """Take the next slice into account."""
        self.size += len(self.chain.add(line))
        self._note(entry, first, line)

    def _note(self, entry: SliceSummary, first: int, line: bytes) -> None:
        self.survey.add(first, entry.head, entry.period)
        if self.lines is not None:
            self.lines.append(line)

    def census(self) -> Census:
        """The census, at the end."""
        survey, lengths, firsts = self.survey, Counter(self.survey.periods), dict[int, int]()
        for r, period in enumerate(survey.periods):
            firsts.setdefault(period, r)
        starts = sorted(survey.constants)
        settled = (r + head for r, head in enumerate(survey.heads))
        self.size += len(self.chain.add(self.chain.trailer()))
        finite = lengths.pop(0, 0)  # no slice of three rows is empty
        return Census(
            self.chain.claim.upto,
            finite,
            tuple(PeriodCount(length, lengths[length], firsts[length]) for length in sorted(lengths)),
            (
                Discrepancy.of("N(r) - √2 r", enumerate(settled), ROOT),
                Discrepancy.of("d_n - αn", enumerate(survey.diagonal), ALPHA),
                Discrepancy.of("q_n - βn", enumerate((q for q, _ in starts), start=1), BETA),
                Discrepancy.of("r_n - αn", enumerate((r for _, r in starts), start=1), ALPHA),
            ),
            dict(sorted(Counter(r - n - isqrt(n * n // 2) for n, (_, r) in enumerate(starts, start=1)).items())),
            self.size,
            self.chain.digest,
        )


class CompiledCounting(Counting):
    """The same by the compiled recurrence. If it keeps all lines, it can be saved and resumed."""

    def __init__(self, upto: int, keeps: bool = False) -> None:
        super().__init__(upto, keeps)
        self._engine: CompiledThreeRows | None = None  # made at the first step, unless a saved one is restored

    def advance(self, budget: int) -> None:
        """Continue for about as long as a bar of ``budget`` bases takes, or to the end."""
        from zchomp.bars.three_rows import CompiledThreeRows

        self._engine = self._engine or CompiledThreeRows(self.chain.claim.upto)
        for row in islice(self._engine.rows(), self.total - self.done):
            self.add(SliceSummary.of_row(row), row.value(0), self.chain.row(row))
            budget -= TERM * row.bound
            if budget <= 0:
                break

    def state(self) -> State:
        """Everything that is needed to continue from here."""
        assert self._engine is not None  # noqa: S101 - it is saved after a step
        return State(
            arrays={
                "diagonal": memoryview(array("q", self.survey.diagonal)),
                "lines": memoryview(b"".join(self.lines or ())),
            },
            parts={"rows": self._engine.state()},
        )

    @classmethod
    def restored(cls, state: SavedState, upto: int) -> Self:
        """A census restored from a saved state."""
        from zchomp.bars.three_rows import CompiledThreeRows

        found = cls(upto, keeps=True)
        diagonal, lines = state.integers("diagonal"), state.data("lines")
        for first, (entry, _, line) in zip(diagonal, read_slices(BytesIO(lines), found.chain), strict=True):
            found.size += len(line)
            found._note(entry, first, line)
        found._engine = CompiledThreeRows.restored(state.part("rows"))
        return found


def millionths(term: int, n: int, slope: tuple[int, int]) -> int:
    """The millionths of term - slope * n, rounded down.

    >>> millionths(5, 2, BETA), millionths(4, 2, ALPHA)
    (171572, 585786)
    """
    twice, root = 2 * term - slope[0] * n, slope[1] * n  # term - slope * n = (twice - root * √2) / 2
    exact = isqrt(2 * (500_000 * root) ** 2)  # 500000 * root * √2, rounded down; it is an integer only if root is 0
    return 500_000 * twice - exact - (1 if root else 0)


PRINTED_UPTO = 99_999
"""How far the paper went: n, q and r up to this."""

PRINTED_TERMS = 41_419
"""How many q_n and r_n it considered: n < 41420."""

PRINTED_BOUNDS = {"d_n - αn": ("-1.242", "2.141"), "q_n - βn": ("-1.506", "1.493"), "r_n - αn": ("-1.853", "0.780")}
"""The printed strict bounds. Four of them are rounded to nearest, and are exceeded (docs/errata.md)."""

HALF = Decimal("0.0005")
"""Half of the last decimal of a printed bound."""

PRINTED_FREQUENCIES = {
    "d_n - d_(n-1)": {-1: "0.015", 1: "0.353", 2: "0.537", 3: "0.085", 4: "0.010"},
    "q_n - q_(n-1)": {1: "0.116", 2: "0.430", 3: "0.376", 4: "0.077", 5: "0.0001"},
    "r_n - r_(n-1)": {1: "0.317", 2: "0.658", 3: "0.024"},
}
"""The printed frequencies of differences."""

OPEN, SEEN, PROVED_THERE = "unknown whether it is true", "no exception below 100000", "proved for all n"
CONJECTURED, NEW = "conjectured; no exception below 100000", "not in the paper"
"""What the paper says about a statement."""


@dataclass(frozen=True, slots=True, repr=False)
class Statistic(Shown, words="charts.survey"):
    """One statistic: its section in the paper, its subject, the figure found, the figure printed, and a verdict.

    The verdict is "agrees" or "differs" as far as the paper went (to the printed decimals). For a statement about all n
    it is "fails", "holds" if there is a theorem, or "no exception" if none was found. It says by how much a printed
    bound is exceeded if rounding is the reason. It is empty if there is nothing to compare. If a theorem says the
    same for all n, ``theorem`` is its name in Coq, with its module, and the figure found is a test of the theorem. Any
    other statement is not known for all n.
    """

    section: str
    about: str
    found: str
    printed: str
    verdict: str
    theorem: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Statistics(Shown, Listed[Statistic], words="charts.survey"):
    """All statistics of a survey of the rows and columns up to ``upto``."""

    upto: int
    lines: tuple[Statistic, ...]
    sources: tuple[Source, ...] = ()

    def listed(self) -> tuple[Statistic, ...]:
        """All of them."""
        return self.lines


def statistics(found: Survey) -> Statistics:
    """Compute every statistic of the paper from a survey.

    >>> from zchomp.charts.survey import survey
    >>> one = statistics(survey(99))[0]
    >>> one.about, one.found, one.printed, one.verdict
    ('d_n - αn', '-0.769553 (n = 52) to 2.008621 (n = 41)', '-1.242 to 2.141', 'no exception')

    Raises InvalidArgument for anything else.
    """
    if not isinstance(found, Survey):
        raise InvalidArgument("expected a Survey, like survey(100)", got=found)
    upto, whole = found.upto, found.upto == PRINTED_UPTO
    pairs = sorted(found.constants)[: PRINTED_TERMS if whole else None]
    columns, rows = [q for q, _ in pairs], [r for _, r in pairs]
    starts = list(enumerate(columns, start=1))
    minima = list(enumerate(pairwise(found.minima), start=1))
    several = (n for n, (q, r) in enumerate(pairs, 1) if q > 2 * r)
    lines = (
        _bounds("8.4", "d_n - αn", enumerate(found.diagonal), ALPHA, upto),
        _frequencies("8.4", "d_n - d_(n-1)", found.diagonal, whole),
        _statement("8.6", "3 x n has exactly one winning opening", _openings(found), CONJECTURED, "one_opening"),
        _bounds("8.6", "q_n - βn", starts, BETA, upto),
        _frequencies("8.6", "q_n - q_(n-1)", columns, whole),
        _bounds("8.6", "r_n - αn", enumerate(rows, start=1), ALPHA, upto),
        _frequencies("8.6", "r_n - r_(n-1)", rows, whole),
        _statement("8.6", "q_n increases with r_n", (r for before, r in pairwise(rows) if before >= r), OPEN),
        _statement("8.8", "q_n <= 3n - 1", (n for n, q in starts if q > 3 * n - 1), PROVED_THERE, "start_estimates"),
        _statement("8.10", f"{VALUE} n times", (n for n, q in starts if found.counts[q] != n), SEEN, "occurrences"),
        _statement(
            "8.10", f"{VALUE} in the last n columns only", (n for n, q in starts if found.firsts[q] < q - n), SEEN
        ),
        _diagonal_uses(found),
        _statement(
            "8.11",
            "m_r does not decrease, and k_r grows where m_r stays",
            (r for r, (before, after) in minima if before >= after),
            PROVED_THERE,
            "row_minima",
        ),
        _statement(
            "8.11",
            "a constant row starts at its least value",
            (r for q, r in found.constants if found.minima[r] != (q, q)),
            OPEN,
        ),
        _statement("", "q_n <= 2 r_n", several, NEW, "start_bound"),
        _statement("", INFINITE, _too_many_constant(found), NEW, "ChartInfinite.many_infinite_slices"),
        _statement(
            "", "r_k < r_n if 10k <= 7n + 1 and k < n", _far_inversions(rows), NEW, "ChartInfinite.monotony_in_part"
        ),
    )
    return Statistics(upto, lines, found.sources)


VALUE = "before column q_n the value q_n occurs"
FAR = "10k <= 7n + 1 and k < n"
INFINITE = "at least (2n + 2)/7 of the first n rows never become constant"
"""Words of statements that are too long for a line."""


def _openings(found: Survey) -> Iterable[int]:
    """The n with none or more than one of the two winning moves: n is on the diagonal, or starts a constant row."""
    diagonal, starts = Counter(found.diagonal), Counter(q for q, _ in found.constants)
    return (n for n in range(1, found.upto + 1) if diagonal[n] + starts[n] != 1)


def _too_many_constant(found: Survey) -> Iterator[int]:
    """The n for which more than (5n - 2)/7 of the first n rows become constant. All are seen by column 2r."""
    constant, seen = {r for _, r in found.constants}, 0
    for n in range(1, found.upto // 2 + 2):
        seen += n - 1 in constant
        if 7 * seen > 5 * n - 2:
            yield n


def _far_inversions(rows: Sequence[int]) -> Iterator[int]:
    """The n with a k < n, 10k <= 7n + 1, for which r_k is not below r_n, given the rows r_1, r_2, ..."""
    largest = list(accumulate(rows, max))
    for n, row in enumerate(rows, start=1):
        k = min(n - 1, (7 * n + 1) // 10)
        if k and largest[k - 1] >= row:
            yield n


def _diagonal_uses(found: Survey) -> Statistic:
    """How often d_n occurs, compared with n/2: the paper prints no figure, only "approximately"."""
    doubled = [2 * found.counts[d] - n for n, d in enumerate(found.diagonal) if d <= found.upto]
    shown = f"n/2 {_halves(min(doubled))} to n/2 {_halves(max(doubled))} times"
    return Statistic("8.10", "d_n occurs", shown, "about n/2 times", "")


def _halves(doubled: int) -> str:
    return f"{'-' if doubled < 0 else '+'} {abs(doubled) // 2}{'.5' if doubled % 2 else ''}"


def _bounds(section: str, about: str, terms: Iterable[tuple[int, int]], slope: tuple[int, int], upto: int) -> Statistic:
    """The least and the largest value of term - slope * n, compared with the printed strict bounds."""
    seen = Discrepancy.of(about, terms, slope)
    printed = tuple(map(Decimal, PRINTED_BOUNDS[about]))
    found = tuple((value + HALF).quantize(printed[0], ROUND_FLOOR) for value in (seen.least, seen.largest))
    is_same = found == printed if upto == PRINTED_UPTO else printed[0] <= found[0] and found[1] <= printed[1]
    if upto > PRINTED_UPTO:
        verdict = ""
    elif is_same and not (printed[0] <= seen.least and seen.largest < printed[1]):
        verdict = EXCEEDED
    else:
        verdict = (("differs", "agrees") if upto == PRINTED_UPTO else ("fails", "no exception"))[is_same]
    shown = f"{seen.least} (n = {seen.least_at}) to {seen.largest} (n = {seen.largest_at})"
    return Statistic(section, about, shown, " to ".join(PRINTED_BOUNDS[about]), verdict)


EXCEEDED = "exceeded by less than 0.0005"
"""The verdict on printed bounds that are right when the figures are rounded, but not as they are printed."""


def _frequencies(section: str, about: str, terms: list[int], whole: bool) -> Statistic:
    printed = PRINTED_FREQUENCIES[about]
    differences = Counter(after - before for before, after in pairwise(terms))
    total, found = differences.total(), {}
    for d, count in differences.items():
        decimals = len(printed.get(d, "0.000")) - 2
        nearest = (2 * count * 10**decimals + total) // (2 * total)
        found[d] = str(Decimal(nearest).scaleb(-decimals))
    verdict = ("agrees" if found == printed else "differs") if whole else ""
    return Statistic(section, about, _list(found), _list(printed), verdict)


def _statement(
    section: str, about: str, exceptions: Iterable[int], printed: str, theorem: str | None = None
) -> Statistic:
    """Whether there is an exception, which is computed even where a theorem says that there is none."""
    first = next(iter(exceptions), None)
    if first is not None:
        shown, verdict = f"not at {first}", "fails"
    else:
        shown, verdict = "no exception", "" if printed == OPEN else "holds" if theorem else "no exception"
    return Statistic(section, about, shown, printed, verdict, PROVED.get(theorem, theorem) if theorem else None)


def _list(frequencies: dict[int, str]) -> str:
    return ", ".join(f"{d}: {frequencies[d]}" for d in sorted(frequencies))


LETTERS = (
    "d_n = f(n, n). (q_n, r_n): the n-th constant row r_n, and the column q_n where it starts. "
    "m_r: the least value of row r right of the diagonal; k_r: its column. α = 1 + 1/√2, β = 1 + √2."
)
"""The letters of the statistics."""

CENSUS_LETTERS = (
    "N(r): the column from which row r of the chart is periodic or constant. d_n = f(n, n). "
    "(q_n, r_n): the n-th finite slice r_n, and the column q_n where it ends. α = 1 + 1/√2, β = 1 + √2."
)
"""The letters of a census."""


@shows(Survey)
def survey_text(found: Survey) -> str:
    """How many rows a survey has, and how many of them become constant."""
    constant = f"{len(found.constants)} of {found.upto + 1} rows become constant by then"
    return f"A survey of the chart, rows and columns up to {found.upto}: {constant}; statistics(survey) evaluates it."


@shows(Statistics)
def statistics_text(statistics: Statistics) -> str:
    """The figures that were found, those that are printed, and how they compare."""
    upto = statistics.upto
    lines = [
        f"Statistics of the chart, all rows and columns up to {upto}",
        f"Found: from proved rows. Printed: in [BHMS05], for numbers up to {PRINTED_UPTO}.",
        LETTERS,
    ]
    return headed(*lines, *(statistic_text(one, upto) for one in statistics))


@shows(Statistic)
def statistic_text(one: Statistic, upto: int | None = None) -> str:
    """One statistic, in three or four lines."""
    verdict = f"  ({one.verdict})" if one.verdict else ""
    lines = [
        f"  {one.section:<4}  {one.about}{verdict}",
        f"          found    {one.found}{_not_known(one, upto)}",
        f"          printed  {one.printed}",
    ]
    if one.theorem:
        lines.append(f"          proved   for all n (Coq theorem {one.theorem})")
    return "\n".join(lines)


def _not_known(one: Statistic, upto: int | None) -> str:
    """The reservation about a statement that has no exception here, but no theorem for all n."""
    is_open = one.found == "no exception" and not one.theorem
    here = "" if upto is None else f" up to {upto}"
    return f"{here}; not known for all n" if is_open else ""


@shows(Statistics, "table")
def statistics_table(statistics: Statistics) -> Table:
    """The same as lines."""
    return Table(tuple(field.name for field in fields(Statistic)), lambda: map(astuple, statistics))


@shows(Census)
def census_text(found: Census) -> str:
    """How many slices there are of each kind, the deviation from the slopes, and the digest of the certificate."""
    slices = found.upto + 1
    lines = [
        f"Three-rowed Chomp, third rows to {found.upto}: {slices} slices, each proved.",
        f"  finite       {found.finite}",
    ]
    lines += [f"  period {one.length:<5} {one.slices}, the first with third row {one.first}" for one in found.periods]
    lines.append(CENSUS_LETTERS)
    for one in found.discrepancies:
        at = one.about[2]  # the r of N(r), the n of d_n
        extremes = f"{one.least} ({at} = {one.least_at}) to {one.largest} ({at} = {one.largest_at})"
        lines.append(f"  {one.about:<11}  {extremes}")
    offsets = ", ".join(
        f"{offset} ({'once' if times == 1 else f'{times} times'})" for offset, times in found.offsets.items()
    )
    lines += [
        f"  r_n - ⌊αn⌋   {offsets}",
        f"The compact certificate would have {found.bytes} bytes. It was not written and not verified.",
        f"  SHA-256      {found.sha256}",
    ]
    return headed(*lines)


@shows(Census, "json")
def census_data(found: Census) -> Data:
    """The same as data. Discrepancies are decimal numbers, rounded down, as text."""
    return {
        "upto": found.upto,
        "slices": found.upto + 1,
        **asdict(found),
        "discrepancies": [
            {**asdict(one), "least": str(one.least), "largest": str(one.largest)} for one in found.discrepancies
        ],
        "offsets": [{"offset": offset, "times": times} for offset, times in found.offsets.items()],
    }
