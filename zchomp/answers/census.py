"""The census of three-rowed Chomp: all slices up to a third row, by kind and period, with deviations from the slopes.

    here                 meaning
    N(r)                 the column from which on row r of the chart ([BHMS05], section 8) is periodic or over
    d_n, (q_n, r_n)      as in `survey`; n goes as far as q_n <= upto, which are all of them there
    sha256               the digest of the compact certificate, byte for byte what `certify` writes before it verifies

Every row is proved. Nothing is verified here: the digest is for comparison with a certificate that was verified.
"""

from array import array
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from math import isqrt
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Self

from zchomp import limits, memory
from zchomp.answers.survey import ALPHA, BETA, millionths
from zchomp.certificate.format import LineChain, SliceSummary, read_slices
from zchomp.engines import compiler
from zchomp.engines.prover import engines, prove_slices
from zchomp.engines.slices.three_rows_memory import memory_needed
from zchomp.errors import InvalidArgument, MissingExtra, require_progress
from zchomp.position import whole_number
from zchomp.progress import Progress, Trouble, silent, untold
from zchomp.results import Claim, Proof
from zchomp.showing import Shown
from zchomp.work.estimate import Estimate
from zchomp.work.runs import run, run_in_folder
from zchomp.work.state import SavedState, State

if TYPE_CHECKING:
    from zchomp.engines.slices.three_rows import CompiledThreeRows

__all__ = ["Census", "Discrepancy", "PeriodCount", "census", "check_census", "estimate_census"]

ROOT = (0, 2)
"""√2, as slopes are written in `survey`."""

LINE = 400
"""How many bytes a slice takes besides the memory of the engine: its line, and its numbers."""

BASES = 8
"""A term of a slice takes about as long as this many bases of a bar, the unit of steps (`zchomp.work.runs`)."""


@dataclass(frozen=True, slots=True)
class PeriodCount:
    """How many slices have a period of that length, and the first third row that has one."""

    length: int
    slices: int
    first: int


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """The least and the largest of a difference, in millionths rounded down, and the first n or r where it occurs."""

    about: str
    least: int
    least_at: int
    largest: int
    largest_at: int

    @classmethod
    def of(cls, about: str, terms: Iterable[tuple[int, int]], slope: tuple[int, int]) -> "Discrepancy":
        """That of term - slope * n."""
        values = [(millionths(term, n, slope), n) for n, term in terms]
        largest, at = max(values, key=lambda value: (value[0], -value[1]))
        return cls(about, *min(values), largest, at)


@dataclass(frozen=True, slots=True, repr=False)
class Census(Shown, words="charts"):
    """The slices of three-rowed Chomp with third rows up to one.

    ``offsets`` says how often each value of r_n - floor(αn) occurs.
    """

    upto: int
    finite: int
    periods: tuple[PeriodCount, ...]
    discrepancies: tuple[Discrepancy, ...]
    offsets: dict[int, int]
    bytes: int
    sha256: str


def census(
    upto: int, progress: Progress = silent, work: str | PathLike[str] | None = None, trouble: Trouble = untold
) -> Census:
    """Prove all slices with third rows up to ``upto`` and count them; large ones need the extra `fast`.

    ``work`` names a place where a large census keeps its progress, in a folder of that name with .work added, and the
    same call resumes it. ``trouble`` is told if saved progress is not believed.

    >>> found = census(1000)
    >>> found.finite, found.periods[1]
    (586, PeriodCount(length=2, slices=12, first=120))
    >>> found.offsets
    {-1: 64, 0: 314, 1: 36}

    Raises InvalidArgument for fewer than 2 rows, MissingExtra or TooLarge if it cannot be done here.
    """
    require_progress(progress)
    upto = whole_number(upto, "the largest third row of a census", 2)
    check_census(upto)
    if upto <= limits.SURVEY_PLAIN_ROWS:
        counting = Counting(upto)
        for proof in prove_slices(counting.chain.claim.slices(), engines("recurrence")):
            assert isinstance(proof, Proof)  # noqa: S101 - the recurrence has no limit here
            first = proof.slice.width + proof.sequence[0]
            counting.add(SliceSummary.of(proof), first, counting.chain.slice(proof))
            progress("proving", counting.done, counting.total)
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
        trouble,
    ).census()


def check_census(upto: int) -> None:
    """Raise MissingExtra or TooLarge if a census cannot be made here."""
    if upto <= limits.SURVEY_PLAIN_ROWS:
        return
    if not compiler.is_installed():
        raise MissingExtra(f"a census beyond row {limits.SURVEY_PLAIN_ROWS}", "fast")
    compiler.require()
    memory.require(upto, lambda rows: memory_needed(rows) + LINE * rows)


def estimate_census(upto: int) -> Estimate:
    """How long a census takes, and how much memory.

    >>> str(estimate_census(100_000))
    'this takes about 3 min and 701.1 MB of memory'
    """
    seconds = limits.COMPILED_START + (upto / limits.COMPILED_PACE) ** 2
    return Estimate(seconds, memory_needed(upto) + LINE * upto)


class Counting:
    """The slices of a census so far: what each is, its first value on the diagonal, and its line of the certificate."""

    def __init__(self, upto: int, keeps: bool = False) -> None:
        self.chain = LineChain(Claim(3, 0, upto), "compact")
        self.size = len(self.chain.add(self.chain.header()))
        self.heads: list[int] = []
        self.periods: list[int] = []  # their lengths, 0 for none: no slice of three rows is empty
        self.diagonal: list[int] = []
        self.lines: list[bytes] | None = [] if keeps else None

    @property
    def total(self) -> int:
        """How many slices there are."""
        return self.chain.claim.count()

    @property
    def done(self) -> int:
        """How many slices are done."""
        return len(self.heads)

    def add(self, entry: SliceSummary, first: int, line: bytes) -> None:
        """Take the next slice into account."""
        self.size += len(self.chain.add(line))
        self._note(entry, first, line)

    def _note(self, entry: SliceSummary, first: int, line: bytes) -> None:
        self.heads.append(entry.head)
        self.periods.append(entry.period)
        self.diagonal.append(first)
        if self.lines is not None:
            self.lines.append(line)

    def census(self) -> Census:
        """The census, at the end."""
        upto = self.chain.claim.upto
        periods, firsts = Counter[int](), dict[int, int]()
        settled, starts = list[int](), list[tuple[int, int]]()
        for r, (head, period) in enumerate(zip(self.heads, self.periods, strict=True)):
            periods[period] += 1
            firsts.setdefault(period, r)
            settled.append(r + head)
            if not period and r + head - 1 <= upto:
                starts.append((r + head - 1, r))
        self.size += len(self.chain.add(self.chain.trailer()))
        starts.sort()
        order = range(1, len(starts) + 1)
        finite = periods.pop(0, 0)
        return Census(
            upto,
            finite,
            tuple(PeriodCount(length, periods[length], firsts[length]) for length in sorted(periods)),
            (
                Discrepancy.of("N(r) - √2 r", enumerate(settled), ROOT),
                Discrepancy.of("d_n - αn", enumerate(self.diagonal), ALPHA),
                Discrepancy.of("q_n - βn", zip(order, (q for q, _ in starts), strict=True), BETA),
                Discrepancy.of("r_n - αn", zip(order, (r for _, r in starts), strict=True), ALPHA),
            ),
            dict(sorted(Counter(r - n - isqrt(n * n // 2) for n, (_, r) in enumerate(starts, start=1)).items())),
            self.size,
            self.chain.digest,
        )


class CompiledCounting(Counting):
    """The same by the compiled recurrence; if it keeps all lines, it can be saved and resumed."""

    def __init__(self, upto: int, keeps: bool = False) -> None:
        super().__init__(upto, keeps)
        self._engine: CompiledThreeRows | None = None  # made when it is needed: one that is restored is in its place

    def advance(self, budget: int) -> None:
        """Go on for about as long as a bar of ``budget`` bases takes, or to the end."""
        from zchomp.engines.slices.three_rows import CompiledThreeRows

        self._engine = self._engine or CompiledThreeRows(self.chain.claim.upto)
        for row in islice(self._engine.rows(), self.total - self.done):
            self.add(SliceSummary.of_row(row), row.value(0), self.chain.row(row))
            budget -= BASES * row.bound
            if budget <= 0:
                break

    def state(self) -> State:
        """Everything that is needed to go on from here."""
        assert self._engine is not None  # noqa: S101 - it is saved after a step
        return State(
            {"upto": self.chain.claim.upto},
            {
                "diagonal": memoryview(array("q", self.diagonal)),
                "lines": memoryview(b"".join(self.lines or ())),
            },
            {"rows": self._engine.state()},
        )

    @classmethod
    def restored(cls, state: SavedState, upto: int) -> Self:
        """A census in a state that was saved; raises a ValueError for anything else."""
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
