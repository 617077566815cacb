"""The census: by two engines, against certificates, against the survey, and against published counts."""

import re
import signal
from collections import Counter
from hashlib import sha256
from math import floor, sqrt
from pathlib import Path

import pytest

from tests.core.saving import restored, saved
from tests.support import known, table
from zchomp.bars.prices import slices_memory
from zchomp.bars.prover import prove
from zchomp.bars.results import Claim
from zchomp.charts import survey as survey_module
from zchomp.charts.sequences import sequence
from zchomp.charts.survey import LINE, CompiledCounting, PeriodCount, census, statistics, survey
from zchomp.cli import main
from zchomp.core import limits, memory, runs
from zchomp.core.answers import Unknown
from zchomp.errors import InvalidArgument
from zchomp.proof.certify import certify


@pytest.mark.parametrize("upto", [2, 3, 60, 700])
def test_two_engines_one_census(upto: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled recurrence counts the same, with the same digest."""
    plain = known(census(upto))
    monkeypatch.setattr(limits, "COMPILED_FROM", 1)
    assert known(census(upto)) == plain


@pytest.mark.parametrize("upto", [115, 3100])
def test_the_digest_is_that_of_the_certificate(upto: int, tmp_path: Path) -> None:
    """The digest and the size are those of the compact certificate that the verifier accepted."""
    found, path = known(census(upto)), tmp_path / "compact.jsonl"
    certify(Claim(rows=3, nim=0, upto=upto), path, mode="compact", method="recurrence" if upto == 115 else "compiled")
    assert (found.sha256, found.bytes) == (sha256(path.read_bytes()).hexdigest(), path.stat().st_size)


def test_counts_against_proofs() -> None:
    """Kinds, periods and first rows are those of the proofs, and N(r) and r_n agree with a count in floats."""
    found, proofs = known(census(600)), known(prove(600))
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
    assert [float(settled.least), float(settled.largest)] == pytest.approx([min(strays), max(strays)], abs=2e-6)
    starts = sequence("A029902").terms(sum(found.offsets.values()))
    assert isinstance(starts, list)
    offsets = Counter(r - floor(n * (1 + 1 / sqrt(2))) for n, r in enumerate(starts, start=1))
    assert found.offsets == dict(sorted(offsets.items()))


def test_the_same_extremes_as_the_survey() -> None:
    """The bounds of d_n, q_n and r_n agree with the statistics."""
    found = {one.about: one for one in known(census(999)).discrepancies}
    surveyed = {one.about: one.found for one in statistics(known(survey(999)))}
    for about in ("d_n - αn", "q_n - βn", "r_n - αn"):
        one = found[about]
        assert surveyed[about] == f"{one.least} (n = {one.least_at}) to {one.largest} (n = {one.largest_at})"


def test_the_known_census() -> None:
    """Up to 10,000 the periods are those of the census on Brouwer's page, and the digest is that of docs/records.md."""
    found = known(census(10_000))
    published = [(length, count, first) for length, count, first, *_ in table("census_periods_10000.txt")]
    assert [(one.length, one.slices, one.first) for one in found.periods[1:]] == published
    assert (found.finite, found.sha256[:16]) == (5858, "f1df1d4a6b591f05")


@pytest.mark.parametrize("budget", [1, 5000, 10**9])
def test_in_steps(budget: int) -> None:
    """In steps of any size, saved and restored after each of the first ones, the census is the same."""
    whole, counting = known(census(200)), CompiledCounting(200, keeps=True)
    for step in range(10**6):
        if counting.done == counting.total:
            break
        counting.advance(budget)
        if step < 5:
            counting = reopened(saved(counting.state()), 200)
    assert counting.census() == whole


def reopened(data: bytes, upto: int) -> CompiledCounting:
    """The census saved in a file."""
    return restored(data, lambda state: CompiledCounting.restored(state, upto))


def test_ctrl_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C saves the progress, says so, and the same command resumes, with the same census."""
    assert main(["census", "--upto", "400", "--json"]) == 0
    whole = capsys.readouterr().out
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(limits, "COMPILED_FROM", 1)
    monkeypatch.setattr(runs, "STEP", 50_000)
    monkeypatch.setattr(survey_module, "SAVED_SECONDS", 0)
    advance, done = CompiledCounting.advance, list[int]()

    def stopped(counting: CompiledCounting, budget: int) -> None:
        done.append(counting.done)
        if len(done) == 3:
            signal.raise_signal(signal.SIGINT)
        advance(counting, budget)

    monkeypatch.setattr(CompiledCounting, "advance", stopped)
    assert main(["census", "--upto", "400", "--json"]) == 130
    assert capsys.readouterr() == ("", "zchomp: interrupted; the same command resumes the run\n")
    assert [path.name for path in tmp_path.iterdir()] == ["chomp-census-400.work"]
    assert main(["census", "--upto", "400", "--json"]) == 0
    assert capsys.readouterr().out == whole
    assert done == sorted(set(done))  # nothing was done twice
    assert len(done) > 3
    assert list(tmp_path.iterdir()) == []


def test_sizes() -> None:
    """A single row is not a census, and a census that does not fit into memory is refused before the start."""
    with pytest.raises(InvalidArgument, match="2 or more, got 1"):
        census(1)
    refused = census(9_000_000)
    assert isinstance(refused, Unknown)
    assert "need about 3.1 TB of memory" in refused.reason
    longer = "too costly: a proof for 3 rows, third row at most 50000 needs about 53 s; retry with effort=54"
    assert str(census(50_000, effort=10)) == str(survey(50_000, effort=10)) == longer


def test_gigabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gigabyte is 10**9 bytes. The size that is named fits, with the lines of the slices, and the next does not."""
    monkeypatch.setattr(memory, "available", lambda: 3 * 10**9)
    big = census(300_000)
    assert isinstance(big, Unknown)
    assert re.search(r"300000 need about 3\.9 GB of memory, and 3\.0 GB is free; .* fits is \d+$", big.reason)
    fits = int(big.reason.rpartition(" ")[2])
    assert slices_memory(fits) + LINE * fits <= 3 * 10**9 < slices_memory(fits + 1) + LINE * (fits + 1)
