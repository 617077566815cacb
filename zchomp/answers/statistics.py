"""The statistics of Brouwer's chart ([BHMS05], sections 8.4 to 8.11), compared with the figures printed there.

Three statements at the end are not in the paper. They are theorems (proofs/chart.md).
The figures come from a survey. All decisions are made with integers, by comparing squares: x + y√2 is never rounded.
Bounds and frequencies agree with the printed ones if they are the same when rounded to the printed decimals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal
from itertools import accumulate, pairwise
from typing import overload

from zchomp.answers.survey import ALPHA, BETA, Discrepancy, Survey
from zchomp.answers.theorems import PROVED
from zchomp.errors import InvalidArgument
from zchomp.showing import Shown
from zchomp.sources import Source

__all__ = ["PRINTED_BOUNDS", "PRINTED_FOR", "Statistic", "Statistics", "statistics"]

PRINTED_FOR = 100_000
"""How far the paper went: n, q and r below this."""

PRINTED_TERMS = 41_419
"""How many q_n and r_n it considered: n < 41420."""

PRINTED_BOUNDS = {"d_n - αn": ("-1.242", "2.141"), "q_n - βn": ("-1.506", "1.493"), "r_n - αn": ("-1.853", "0.780")}
"""The printed bounds. They turn out to be rounded to nearest, not outwards."""

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
class Statistic(Shown, words="charts"):
    """One statistic: its section in the paper, its subject, the figure found, the figure printed, and a verdict.

    The verdict is "agrees" or "differs" as far as the paper went (to the printed decimals). For a statement
    about all n it is "fails", "holds" if there is a theorem, or "no exception" if none was found; and "holds when
    rounded" if a bound holds only after rounding. It is empty if there is nothing to compare. If a
    theorem says the same for all n, ``theorem`` is its name in Coq, with its module, and the figure found is a test of
    the theorem. Any other statement is not known for all n.
    """

    section: str
    about: str
    found: str
    printed: str
    verdict: str
    theorem: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Statistics(Shown, Sequence[Statistic], words="charts"):
    """All statistics of a survey of the rows and columns less than ``below``."""

    below: int
    lines: tuple[Statistic, ...]
    sources: tuple[Source, ...] = ()

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, place: int) -> Statistic: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Statistic, ...]: ...
    def __getitem__(self, place: int | slice) -> Statistic | tuple[Statistic, ...]:
        return self.lines[place]


def statistics(found: Survey) -> Statistics:
    """Compute every statistic of the paper from a survey.

    >>> from zchomp.answers.survey import survey
    >>> one = statistics(survey(100))[0]
    >>> one.about, one.found, one.printed, one.verdict
    ('d_n - αn', '-0.769553 (n = 52) to 2.008621 (n = 41)', '-1.242 to 2.141', 'no exception')

    Raises InvalidArgument for anything else.
    """
    if not isinstance(found, Survey):
        raise InvalidArgument("expected a Survey, like survey(100)", got=found)
    whole = found.below == PRINTED_FOR
    pairs = sorted(found.constants)[: PRINTED_TERMS if whole else None]
    columns, rows = [q for q, _ in pairs], [r for _, r in pairs]
    starts = list(enumerate(columns, start=1))
    minima = list(enumerate(pairwise(found.minima), start=1))
    lines = (
        _bounds("8.4", "d_n - αn", enumerate(found.diagonal), ALPHA, found.below),
        _frequencies("8.4", "d_n - d_(n-1)", found.diagonal, whole),
        _statement(
            "8.6", "3 x n has exactly one winning opening", _openings(found), CONJECTURED, PROVED["one_opening"]
        ),
        _bounds("8.6", "q_n - βn", starts, BETA, found.below),
        _frequencies("8.6", "q_n - q_(n-1)", columns, whole),
        _bounds("8.6", "r_n - αn", enumerate(rows, start=1), ALPHA, found.below),
        _frequencies("8.6", "r_n - r_(n-1)", rows, whole),
        _statement("8.6", "q_n increases with r_n", (r for before, r in pairwise(rows) if before >= r), OPEN),
        _statement(
            "8.8", "q_n <= 3n - 1", (n for n, q in starts if q > 3 * n - 1), PROVED_THERE, PROVED["start_estimates"]
        ),
        _statement(
            "8.10",
            "before column q_n the value q_n occurs n times",
            (n for n, q in starts if found.counts[q] != n),
            SEEN,
            PROVED["occurrences"],
        ),
        _statement(
            "8.10",
            "before column q_n the value q_n occurs in the last n columns only",
            (n for n, q in starts if found.firsts[q] < q - n),
            SEEN,
        ),
        _diagonal_uses(found),
        _statement(
            "8.11",
            "m_r does not decrease, and k_r grows where m_r stays",
            (r for r, (before, after) in minima if before >= after),
            PROVED_THERE,
            PROVED["row_minima"],
        ),
        _statement(
            "8.11",
            "a constant row starts at its least value",
            (r for q, r in found.constants if found.minima[r] != (q, q)),
            OPEN,
        ),
        _statement(
            "", "q_n <= 2 r_n", (n for n, (q, r) in enumerate(pairs, 1) if q > 2 * r), NEW, PROVED["start_bound"]
        ),
        _statement(
            "",
            "at least (2n + 2)/7 of the first n rows never become constant",
            _too_many_constant(found),
            NEW,
            "ChartInfinite.many_infinite_slices",
        ),
        _statement(
            "", "r_k < r_n if 10k <= 7n + 1 and k < n", _far_inversions(rows), NEW, "ChartInfinite.monotony_in_part"
        ),
    )
    return Statistics(found.below, lines, found.sources)


def _openings(found: Survey) -> Iterable[int]:
    """The n with none or more than one of the two winning moves: n is on the diagonal, or starts a constant row."""
    diagonal, starts = Counter(found.diagonal), Counter(q for q, _ in found.constants)
    return (n for n in range(1, found.below) if diagonal[n] + starts[n] != 1)


def _too_many_constant(found: Survey) -> Iterator[int]:
    """The n for which more than (5n - 2)/7 of the first n rows become constant. All are seen by column 2r."""
    constant, seen = {r for _, r in found.constants}, 0
    for n in range(1, (found.below + 1) // 2 + 1):
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
    doubled = [2 * found.counts[d] - n for n, d in enumerate(found.diagonal) if d < found.below]
    shown = f"n/2 {_halves(min(doubled))} to n/2 {_halves(max(doubled))} times"
    return Statistic("8.10", "d_n occurs", shown, "about n/2 times", "")


def _halves(doubled: int) -> str:
    return f"{'-' if doubled < 0 else '+'} {abs(doubled) // 2}{'.5' if doubled % 2 else ''}"


def _bounds(
    section: str, about: str, terms: Iterable[tuple[int, int]], slope: tuple[int, int], below: int
) -> Statistic:
    """The least and the largest value of term - slope * n, compared with the printed figures, which are rounded."""
    seen = Discrepancy.of(about, terms, slope)
    printed = tuple(map(Decimal, PRINTED_BOUNDS[about]))
    found = tuple((value + HALF).quantize(printed[0], ROUND_FLOOR) for value in (seen.least, seen.largest))
    if below >= PRINTED_FOR:
        verdict = "" if below > PRINTED_FOR else "agrees" if found == printed else "differs"
    elif printed[0] <= seen.least and seen.largest < printed[1]:
        verdict = "no exception"
    else:
        verdict = "holds when rounded" if printed[0] <= found[0] and found[1] <= printed[1] else "fails"
    shown = f"{seen.least} (n = {seen.least_at}) to {seen.largest} (n = {seen.largest_at})"
    return Statistic(section, about, shown, " to ".join(PRINTED_BOUNDS[about]), verdict)


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
    return Statistic(section, about, shown, printed, verdict, theorem)


def _list(frequencies: dict[int, str]) -> str:
    return ", ".join(f"{d}: {frequencies[d]}" for d in sorted(frequencies))
