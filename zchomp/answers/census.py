"""The census of three-rowed Chomp: all third rows up to one, by kind and period, and how far their figures stray.

    here                 meaning
    N(r)                 the column from which on row r of the chart ([BHMS05], section 8) is periodic or over
    d_n, (q_n, r_n)      as in `survey`; n goes as far as q_n <= upto, which are all of them there
    sha256               the digest of the compact certificate, byte for byte what `certify` writes before it verifies

Every row is proved. Nothing is verified here: the digest is for comparison with a certificate that was.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import isqrt

from zchomp import limits
from zchomp.answers.effort import has_compiler
from zchomp.answers.survey import ALPHA, BETA, millionths
from zchomp.certificate.format import Chain, Entry
from zchomp.engines.prover import compiled, engines, prove_slices
from zchomp.errors import MissingExtra
from zchomp.position import whole_number
from zchomp.results import Claim, Proof

__all__ = ["Census", "Discrepancy", "PeriodCount", "census"]

ROOT = (0, 2)
"""√2, as slopes are written in `survey`."""


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


@dataclass(frozen=True, slots=True)
class Census:
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


def census(upto: int, progress: Callable[[int], None] | None = None) -> Census:
    """Prove all slices with third rows up to ``upto`` and count them; large ones need the extra `fast`.

    >>> found = census(1000)
    >>> found.finite, found.periods[1]
    (586, PeriodCount(length=2, slices=12, first=120))
    >>> found.offsets
    {-1: 64, 0: 314, 1: 36}

    Raises InvalidArgument for fewer than 2 rows, MissingExtra or TooLarge for what cannot be done here.
    """
    upto = whole_number(upto, "the largest third row of a census", 2)
    if not has_compiler() and upto > limits.SURVEY_PLAIN_ROWS:
        raise MissingExtra(f"a census beyond row {limits.SURVEY_PLAIN_ROWS}", "fast")
    if upto > limits.SURVEY_PLAIN_ROWS:
        limits.require_memory(upto, compiled().memory_needed)
    chain = Chain(Claim(3, 0, upto), "compact")
    rows = _compiled_rows(chain) if upto > limits.SURVEY_PLAIN_ROWS else _plain_rows(chain)
    size = len(chain.add(chain.header()))
    periods, firsts = Counter[int](), dict[int, int]()
    diagonal, settled, starts = list[int](), list[int](), list[tuple[int, int]]()
    for entry, first, line in rows:
        r = entry.slice.width
        size += len(chain.add(line))
        periods[entry.period] += 1
        firsts.setdefault(entry.period, r)
        diagonal.append(first)
        settled.append(r + entry.head)
        if entry.kind == "finite" and r + entry.head - 1 <= upto:
            starts.append((r + entry.head - 1, r))
        if progress:
            progress(r + 1)
    size += len(chain.add(chain.trailer()))
    starts.sort()
    order = range(1, len(starts) + 1)
    finite = periods.pop(0, 0)
    return Census(
        upto,
        finite,
        tuple(PeriodCount(length, periods[length], firsts[length]) for length in sorted(periods)),
        (
            Discrepancy.of("N(r) - √2 r", enumerate(settled), ROOT),
            Discrepancy.of("d_n - αn", enumerate(diagonal), ALPHA),
            Discrepancy.of("q_n - βn", zip(order, (q for q, _ in starts), strict=True), BETA),
            Discrepancy.of("r_n - αn", zip(order, (r for _, r in starts), strict=True), ALPHA),
        ),
        dict(sorted(Counter(r - n - isqrt(n * n // 2) for n, (_, r) in enumerate(starts, start=1)).items())),
        size,
        chain.digest,
    )


def _plain_rows(chain: Chain) -> Iterator[tuple[Entry, int, bytes]]:
    """The slices of a claim, each with its first value on the diagonal and its line of the certificate."""
    for proof in prove_slices(chain.claim.slices(), engines("recurrence")):
        assert isinstance(proof, Proof)  # noqa: S101 - the recurrence has no limit here
        yield Entry.of(proof), proof.slice.width + proof.sequence[0], chain.slice(proof)


def _compiled_rows(chain: Chain) -> Iterator[tuple[Entry, int, bytes]]:
    """The same, compiled."""
    for row in islice(compiled().Compiled(chain.claim.upto).rows(), chain.claim.count()):
        yield Entry.of_row(row), row.value(0), chain.row(row)
