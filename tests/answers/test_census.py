"""The census: by two engines, against certificates, against the survey, and against what others have counted."""

from collections import Counter
from hashlib import sha256
from math import floor, sqrt
from pathlib import Path

import pytest

from tests.support import table
from zchomp import limits
from zchomp.answers.census import PeriodCount, census
from zchomp.answers.sequences import sequence
from zchomp.answers.survey import decimal, statistics, survey
from zchomp.certificate.certify import certify
from zchomp.engines.prover import prove
from zchomp.errors import InvalidArgument, TooLarge
from zchomp.results import Claim


@pytest.mark.parametrize("upto", [2, 3, 60, 700])
def test_two_engines_one_census(upto: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled recurrence counts the same, with the same digest."""
    plain = census(upto)
    monkeypatch.setattr(limits, "SURVEY_PLAIN_ROWS", 1)
    assert census(upto) == plain


@pytest.mark.parametrize("upto", [115, 3100])
def test_the_digest_is_that_of_the_certificate(upto: int, tmp_path: Path) -> None:
    """The digest and the size are those of the compact certificate, which the verifier has accepted."""
    found, path = census(upto), tmp_path / "compact.jsonl"
    certify(Claim(3, 0, upto), path, "compact", "recurrence" if upto == 115 else "compiled")
    assert (found.sha256, found.bytes) == (sha256(path.read_bytes()).hexdigest(), path.stat().st_size)


def test_counts_against_proofs() -> None:
    """Kinds, periods and first rows are those of the proofs; N(r) and r_n are counted with floats."""
    found, proofs = census(600), prove(600)
    periods = Counter(len(proof.sequence.period) for proof in proofs.values())
    assert found.finite == periods.pop(0)
    for one in found.periods:
        rows = [p.slice.width for p in proofs.values() if len(p.sequence.period) == one.length]
        assert one == PeriodCount(one.length, len(rows), rows[0])
    assert {one.length for one in found.periods} == set(periods)
    strays = [proof.slice.width * (1 - sqrt(2)) + len(proof.sequence.head) for proof in proofs.values()]
    settled = found.discrepancies[0]
    assert settled.about == "N(r) - √2 r"
    assert (settled.least_at, settled.largest_at) == (strays.index(min(strays)), strays.index(max(strays)))
    assert [settled.least / 1e6, settled.largest / 1e6] == pytest.approx([min(strays), max(strays)], abs=2e-6)
    starts = sequence("A029902").first(sum(found.offsets.values()))
    assert isinstance(starts, list)
    offsets = Counter(r - floor(n * (1 + 1 / sqrt(2))) for n, r in enumerate(starts, start=1))
    assert found.offsets == dict(sorted(offsets.items()))


def test_the_same_extremes_as_the_survey() -> None:
    """The bounds of d_n, q_n and r_n are those that the statistics find."""
    found = {one.about: one for one in census(999).discrepancies}
    known = {one.about: one.found for one in statistics(survey(1000))}
    for about in ("d_n - αn", "q_n - βn", "r_n - αn"):
        one = found[about]
        least, largest = decimal(one.least, 6), decimal(one.largest, 6)
        assert known[about] == f"{least} (n = {one.least_at}) to {largest} (n = {one.largest_at})"


def test_the_known_census() -> None:
    """To 10,000 the periods are those of the census on Brouwer's page, and the digest is the one of docs/results.md."""
    found = census(10_000)
    known = [(length, count, first) for length, count, first, *_ in table("census_periods_10000.txt")]
    assert [(one.length, one.slices, one.first) for one in found.periods[1:]] == known
    assert (found.finite, found.sha256[:16]) == (5858, "f1df1d4a6b591f05")


def test_sizes() -> None:
    """One row is no census, and what does not fit into memory is refused before the start."""
    with pytest.raises(InvalidArgument, match="2 or more, got 1"):
        census(1)
    with pytest.raises(TooLarge, match="GB of memory"):
        census(9_000_000)
