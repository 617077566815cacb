"""Surveys of Brouwer's chart ([BHMS05], section 8): all rows up to a number, proved, and the census of their slices.

    [BHMS05]                       here
    d_n = f(n, n)                  Survey.diagonal
    (q_n, r_n), f(q_n, r_n) = q_n  Survey.constants, by r, for all n with q_n < below
    m_r, k_r                       Survey.minima: the least value of row r beyond the diagonal, and its first column
    N(r)                           the column where row r becomes periodic or constant
    α = 1 + 1/√2, β = 1 + √2       ALPHA, BETA: x + y√2 is the pair (2x, 2y)

Every row is proved: row r is the slice with third row r. The census has the SHA-256 of the compact certificate, the
same bytes that `certify` writes before it verifies. Nothing is verified here: the digest is for comparison.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from io import BytesIO
from itertools import islice
from math import isqrt
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Self

from zchomp.certificate.format import SliceChain, SliceSummary, read_slices
from zchomp.effort import Estimate
from zchomp.engines.prover import compiled_seconds, prove_all, too_large, usual_recurrence
from zchomp.engines.slices.three_rows_memory import memory_needed
from zchomp.errors import InvalidArgument
from zchomp.integers import whole_number
from zchomp.progress import Progress, Warn, reporting, silent
from zchomp.results import Claim, Unknown
from zchomp.showing import Shown
from zchomp.slices import Slice
from zchomp.sources import Source
from zchomp.work.runs import TERM, run, run_in_folder
from zchomp.work.state import SavedState, State

if TYPE_CHECKING:
    from zchomp.engines.slices.three_rows import CompiledThreeRows

__all__ = [
    "ALPHA",
    "BETA",
    "LEAST",
    "Census",
    "Discrepancy",
    "PeriodCount",
    "Survey",
    "census",
    "estimate_census",
    "millionths",
    "survey",
]

ALPHA, BETA, ROOT = (2, 1), (2, 2), (0, 2)
"""α, β and √2, each x + y√2 as the pair (2x, 2y)."""

LEAST = 6
"""The smallest number of rows for which every figure has a difference, a minimum and a maximum."""

LINE = 400
"""How many bytes a slice takes in addition to the memory of the engine: its line and its numbers."""


@dataclass(slots=True, repr=False)
class Survey(Shown, words="charts"):
    """The figures of the rows and columns less than ``below`` that the statistics are about.

    ``heads`` and ``periods`` are the numbers of terms of each slice before its period and in it, 0 for none.
    ``counts`` and ``firsts`` say, by value p, how often it occurs in columns before p, and the first of these columns.
    """

    below: int
    diagonal: list[int] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    periods: list[int] = field(default_factory=list)
    minima: list[tuple[int, int]] = field(default_factory=list)
    counts: Sequence[int] = ()
    firsts: Sequence[int] = ()
    sources: tuple[Source, ...] = (Source.RECURRENCE,)

    @property
    def constants(self) -> list[tuple[int, int]]:
        """The columns less than ``below`` in which constant rows start, each with its row."""
        rows = enumerate(zip(self.heads, self.periods, strict=True))
        starts = ((r + head - 1, r) for r, (head, period) in rows if not period)
        return [(start, r) for start, r in starts if start < self.below]

    def add(self, first: int, head: int, period: int) -> None:
        """Take the next row into account: its first value, and the numbers of its terms."""
        self.diagonal.append(first)
        self.heads.append(head)
        self.periods.append(period)


def survey(below: int, *, progress: Progress | None = None, effort: float | None = None) -> Survey | Unknown:
    """Prove the rows less than ``below`` and gather the figures for the statistics.

    It is Unknown if it needs more than ``effort`` seconds (default: two days), or more memory than is free.

    >>> found = survey(7)
    >>> found.diagonal, found.constants
    ([1, 3, 4, 6, 8, 10, 11], [(2, 1), (5, 3)])

    Raises InvalidArgument for fewer than 6 rows.
    """
    progress = reporting(progress)
    below = whole_number(below, "the number of rows of a survey", LEAST)
    claim = Claim(rows=3, nim=0, upto=below - 1)
    method = usual_recurrence(claim)
    refused = too_large(claim, method, effort)
    if refused is not None:
        return refused
    return _compiled_survey(below, progress) if method == "compiled" else _plain_survey(below, progress)


def _compiled_survey(below: int, progress: Progress) -> Survey:
    from zchomp.engines.slices.three_rows import CompiledThreeRows

    found, engine = Survey(below), CompiledThreeRows(below)
    for r, row in zip(range(below), engine.rows(), strict=False):
        found.add(row.value(0), len(row.head), len(row.period))
        found.minima.append(row.least())
        progress("proving", r + 1, below)
    found.counts, found.firsts = (array.tolist() for array in engine.uses(below))
    return found


def _plain_survey(below: int, progress: Progress) -> Survey:
    found, counts, firsts = Survey(below), [0] * below, list(range(below))
    for proof in prove_all(Claim(rows=3, nim=0, upto=below - 1), "recurrence", progress):
        r, row = proof.slice.width, proof.sequence
        values = [(q + b, q) for q, b in enumerate(row.first(1 + len(row.head) + len(row.period)), start=r)]
        found.add(values[0][0], len(row.head), len(row.period))
        found.minima.append(min(values[1:]))
        for q, b in zip(range(r, below), row.first(below - r), strict=False):
            p = q + b
            if b and p < below:
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
class Census(Shown, words="charts"):
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
    if work is None:
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
    return Estimate(compiled_seconds(Slice((upto,))), memory_needed(upto) + LINE * upto)


class Counting:
    """The slices of a census so far, as a survey and as the lines of the certificate."""

    def __init__(self, upto: int, keeps: bool = False) -> None:
        self.chain = SliceChain(Claim(rows=3, nim=0, upto=upto), "compact")
        self.size = len(self.chain.add(self.chain.header()))
        self.survey = Survey(upto + 1)
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
        from zchomp.engines.slices.three_rows import CompiledThreeRows

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
            {"upto": self.chain.claim.upto},
            {
                "diagonal": memoryview(array("q", self.survey.diagonal)),
                "lines": memoryview(b"".join(self.lines or ())),
            },
            {"rows": self._engine.state()},
        )

    @classmethod
    def restored(cls, state: SavedState, upto: int) -> Self:
        """A census restored from a saved state. Anything else raises a ValueError."""
        from zchomp.engines.slices.three_rows import CompiledThreeRows

        found = cls(upto, keeps=True)
        diagonal, lines = state.integers("diagonal"), state.data("lines")
        begun = found.size
        for first, (entry, _, line) in zip(diagonal, read_slices(BytesIO(lines), found.chain), strict=False):
            found.size += len(line)
            found._note(entry, first, line)
        found._engine = CompiledThreeRows.restored(state.part("rows"), claimed=upto)
        is_whole = found.size == begun + len(lines) and found.done == len(diagonal) == found._engine.row
        if state.number("upto") != upto or not is_whole:
            raise InvalidArgument(f"not the state of a census to third row {upto}")
        return found


def millionths(term: int, n: int, slope: tuple[int, int]) -> int:
    """The millionths of term - slope * n, rounded down.

    >>> millionths(5, 2, BETA), millionths(4, 2, ALPHA)
    (171572, 585786)
    """
    twice, root = 2 * term - slope[0] * n, slope[1] * n  # term - slope * n = (twice - root * √2) / 2
    exact = isqrt(2 * (500_000 * root) ** 2)  # 500000 * root * √2, rounded down; it is an integer only if root is 0
    return 500_000 * twice - exact - (1 if root else 0)
