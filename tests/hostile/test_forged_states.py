"""Forged states: well-formed, with right digests, but without the user's key. None is trusted."""

import json
from array import array
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.core.saving import sealed
from tests.support import known
from zchomp.bars.openings import openings
from zchomp.bars.results import Claim
from zchomp.charts import survey
from zchomp.charts.survey import census
from zchomp.cli import main
from zchomp.core import limits, runs
from zchomp.core.files import STATE_VARIABLE, make_key
from zchomp.core.runs import Progress, Warn, silent
from zchomp.errors import Interrupted
from zchomp.proof.certify import CertificateReport, certify

Run: TypeAlias = Callable[[Path, Progress, Warn], object]

UPTO = 1100
"""A census beyond this many rows is compiled, and saves its progress."""

RUNS: dict[str, tuple[Run, str]] = {
    "openings": (
        lambda work, progress, warn: known(openings(7, 12, progress=progress, work=work, warn=warn)),
        "counts",
    ),
    "three rows": (
        lambda work, progress, warn: known(openings(3, 600, progress=progress, work=work, warn=warn)),
        "steps",
    ),
    "census": (
        lambda work, progress, warn: known(census(UPTO, progress=progress, work=work, warn=warn)),
        "diagonal",
    ),
}
"""Runs that save their progress, each with an array of its state that enters the result directly."""

Seal: TypeAlias = Callable[[bytes], bytes]

SEALS: dict[str, Seal] = {
    "no key": lambda file: sha256(file).digest(),
    "another key": lambda file: sealed(file, bytes(32)),
    "no digest": lambda _file: b"",
}
"""The digests that a forger can make."""


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of any size save their progress after every step."""
    monkeypatch.setattr(limits, "OPENINGS_KEPT_FROM", 0)
    monkeypatch.setattr(limits, "BARS_PLAIN_PACE", 1)
    monkeypatch.setattr(limits, "COMPILED_FROM", 10)
    monkeypatch.setattr(survey, "SAVED_SECONDS", 0)
    monkeypatch.setattr(runs, "STEP", 20_000)
    monkeypatch.setattr(runs, "PAUSE", 0.0)
    monkeypatch.setattr(runs, "SHARE", 0)


def stopped(after: int) -> Progress:
    """A progress callback that stops a run after some steps."""
    steps: list[int] = []

    def progress(_stage: str, done: int, _total: int, _detail: str = "", /) -> None:
        steps.append(done)
        if len(steps) > after:
            raise Interrupted(is_kept=True)

    return progress


def forged(file: bytes, name: str, seal: Seal) -> bytes:
    """The file of a state with a number of an array increased by one, and a new digest."""
    data, start = bytearray(file[:-32]), file.index(b"\n") + 1
    for said, size in json.loads(file[:start])[2].items():
        if said == name:
            numbers = array("q", data[start : start + size])
            place = next(k for k in reversed(range(len(numbers))) if numbers[k] > 2)
            numbers[place] += 1
            data[start : start + size] = numbers.tobytes()
        start += size
    return bytes(data) + seal(bytes(data))


def saved(run: Run, place: Path) -> Path:
    """The file of the state of a stopped run."""
    with pytest.raises(Interrupted):
        run(place, stopped(6), silent)
    return place.with_name(f"{place.name}.work") / "checkpoint"


@pytest.mark.parametrize("seal", SEALS)
@pytest.mark.parametrize("name", RUNS)
def test_forged_states(name: str, seal: str, tmp_path: Path) -> None:
    """A forged state is not trusted: one line says so, and the result is that of a fresh run."""
    run, numbers = RUNS[name]
    state = saved(run, tmp_path / "run")
    state.write_bytes(forged(state.read_bytes(), numbers, SEALS[seal]))
    told: list[str] = []
    found = run(tmp_path / "run", silent, told.append)
    assert found == run(tmp_path / "other", silent, silent)
    said = "was not made by this user's zchomp for this question, or is damaged; starting afresh"
    assert told == [f"{str(state)!r} {said}"]


@pytest.mark.parametrize("name", RUNS)
def test_the_forgery_would_matter(name: str, tmp_path: Path) -> None:
    """With the user's key the same forgery is trusted and changes the result, so the key is what is tested."""
    run, numbers = RUNS[name]
    state = saved(run, tmp_path / "run")
    state.write_bytes(forged(state.read_bytes(), numbers, lambda file: sealed(file, make_key())))
    told: list[str] = []
    found = run(tmp_path / "run", silent, told.append)
    assert found != run(tmp_path / "other", silent, silent)
    assert told == []


def test_without_a_key_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If there can be no key, nothing is saved, one line says so, and the result is the same."""
    monkeypatch.setenv(STATE_VARIABLE, "")
    for run, _ in RUNS.values():
        told: list[str] = []
        assert run(tmp_path / "run", silent, told.append) == run(tmp_path / "other", silent, silent)
        reason = "there is no key, because ZCHOMP_STATE is empty; unset it or let it name a folder"
        assert told == [f"the run cannot be resumed if it is interrupted: {reason}"]


@pytest.mark.parametrize("seal", SEALS)
def test_compact_drafts(seal: str, tmp_path: Path) -> None:
    """The state of a compact run is trusted only with the key. The draft beside it is verified at the end."""
    claim, path, told = Claim(rows=3, nim=0, upto=300), tmp_path / "run.jsonl", list[str]()
    with pytest.raises(Interrupted):
        certify(claim, path, mode="compact", method="compiled", progress=stopped(200))
    state = tmp_path / "run.jsonl.work" / "checkpoint"
    state.write_bytes(state.read_bytes()[:-32] + SEALS[seal](state.read_bytes()[:-32]))
    report = certify(claim, path, mode="compact", method="compiled", warn=told.append)
    assert isinstance(report, CertificateReport)
    assert (report.resumed, report.damaged, len(told)) == (0, True, 1)
    certify(claim, tmp_path / "fresh.jsonl", mode="compact", method="compiled")
    assert path.read_bytes() == (tmp_path / "fresh.jsonl").read_bytes()


def test_the_command_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command that finds a forged state in the current folder says so on stderr, and gives the right answer."""
    monkeypatch.chdir(tmp_path)
    assert main(["openings", "7x12", "--count", "--json"]) == 0
    right = capsys.readouterr().out
    state = saved(RUNS["openings"][0], Path("chomp-openings-7x12"))
    state.write_bytes(forged(state.read_bytes(), "counts", SEALS["no key"]))
    assert main(["openings", "7x12", "--count", "--json"]) == 0
    said = capsys.readouterr()
    assert said.out == right
    assert said.err.count("\n") == 1
    assert "was not made by this user's zchomp" in said.err
