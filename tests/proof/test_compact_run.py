"""Compact runs: a run of the compiled engine is stopped and resumed, whatever happened to its files."""

import signal
from pathlib import Path
from typing import BinaryIO

import pytest

from tests.proof.drafts import leave_draft, work_file
from zchomp.bars.results import Claim
from zchomp.bars.three_rows import CompiledThreeRows
from zchomp.core import runs
from zchomp.core.answers import Unknown
from zchomp.core.files import make_key
from zchomp.core.runs import SavedState, State, read_state, write_state
from zchomp.proof.certify import CertificateReport, certify


class Interrupted(Exception):
    """Stands for anything that stops a run."""


def run(path: Path, upto: int = 300, stop: int | None = None) -> CertificateReport:
    """A compact run by the compiled recurrence, stopped after some slices."""

    def stage(what: str, done: int, _total: int, _detail: str = "", /) -> None:
        if what == "proving" and done == stop:
            raise Interrupted

    report = certify(Claim(rows=3, nim=0, upto=upto), path, mode="compact", method="compiled", progress=stage)
    assert isinstance(report, CertificateReport)
    return report


@pytest.fixture(name="whole", scope="module")
def whole_certificate(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The compact certificate to 300, by the plain recurrence."""
    path = tmp_path_factory.mktemp("plain") / "whole.jsonl"
    certify(Claim(rows=3, nim=0, upto=300), path, mode="compact", method="recurrence")
    return path.read_bytes()


@pytest.mark.parametrize(
    "damage", ["none", "state lost", "state of another", "state cut", "state emptied", "draft cut", "draft lost"]
)
def test_a_compact_run_is_resumed(damage: str, whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A compact run is streamed, and resumed where its state was saved. Damage costs time, never truth."""
    monkeypatch.setattr(runs, "PAUSE", 0.0)
    monkeypatch.setattr(runs, "SHARE", 0)
    path, other = tmp_path / "run.jsonl", tmp_path / "other.jsonl"
    for target, stop in ((path, 200), (other, 120)):
        with pytest.raises(Interrupted):
            run(target, stop=stop)
    draft, saved = work_file(path, "draft.jsonl"), work_file(path, "checkpoint")
    assert b'"terms"' in draft.read_bytes()
    if damage == "state lost":
        saved.unlink()
    elif damage == "state of another":
        saved.write_bytes(work_file(other, "checkpoint").read_bytes())
    elif damage == "state cut":
        saved.write_bytes(saved.read_bytes()[:-500])
    elif damage == "state emptied":
        saved.write_bytes(b"")
    elif damage == "draft cut":
        draft.write_bytes(draft.read_bytes()[:5000])
    elif damage == "draft lost":
        draft.unlink()
    report = run(path)
    assert (report.resumed > 100) == (damage in {"none", "state of another"})
    assert report.slices == 301
    assert path.read_bytes() == whole
    assert report.damaged == (damage not in {"none", "state of another", "draft lost"})
    assert sorted(file.name for file in tmp_path.iterdir()) == ["other.jsonl.work", "run.jsonl"]


def test_false_memory_is_found_out(whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A forged saved state leads to a certificate that the verifier refuses, and to a fresh start."""
    monkeypatch.setattr(runs, "PAUSE", 0.0)
    monkeypatch.setattr(runs, "SHARE", 0)
    path = tmp_path / "run.jsonl"
    with pytest.raises(Interrupted):
        run(path, stop=100)
    saved = work_file(path, "checkpoint")

    def parts(state: SavedState) -> tuple[str, CompiledThreeRows]:
        return state.text("mark"), CompiledThreeRows.restored(state.part("rows"))

    with saved.open("rb") as file:
        mark, engine = read_state(file, "compact certificate", parts, make_key())
    engine._board.taken[:, ::2] = 0  # values that seem to be free everywhere
    with saved.open("wb") as forged:
        write_state(forged, "compact certificate", State({"mark": mark}, parts={"rows": engine.state()}), make_key())
    report = run(path)
    assert (report.resumed, report.damaged) == (0, True)
    assert path.read_bytes() == whole


@pytest.mark.parametrize("stop", ["interrupt", "unknown"])
def test_a_stopped_run_is_saved(stop: str, whole: bytes, tmp_path: Path) -> None:
    """Ctrl-C and a limit of terms save the state at once, even if that was not yet due."""
    path = tmp_path / "run.jsonl"
    if stop == "interrupt":

        def stage(_what: str, done: int, _total: int, _detail: str = "", /) -> None:
            if done == 150:
                signal.raise_signal(signal.SIGINT)

        with pytest.raises(KeyboardInterrupt):
            certify(Claim(rows=3, nim=0, upto=300), path, mode="compact", method="compiled", progress=stage)
    else:
        assert isinstance(
            certify(Claim(rows=3, nim=0, upto=300), path, mode="compact", method="compiled", max_terms=60), Unknown
        )
    assert work_file(path, "checkpoint").exists()
    assert run(path).resumed > 100
    assert path.read_bytes() == whole
    assert list(tmp_path.iterdir()) == [path]


def test_memory_that_cannot_be_written(whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk too full for the state costs nothing but the state."""
    monkeypatch.setattr(runs, "PAUSE", 0.0)

    def full(file: BinaryIO, _kind: str, _state: State, _key: bytes) -> None:
        file.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(runs, "write_state", full)
    assert run(tmp_path / "run.jsonl").slices == 301
    assert (tmp_path / "run.jsonl").read_bytes() == whole
    assert [file.name for file in tmp_path.iterdir()] == ["run.jsonl"]


@pytest.mark.parametrize(
    "change", [(b'"finite"', b'"finhte"'), (b'"bound":', b'"bound":"x",'), (b'"terms":', b'"terms":1.')]
)
def test_a_damaged_line(change: tuple[bytes, bytes], whole: bytes, tmp_path: Path) -> None:
    """A nonsensical line in a compact draft ends the part that is reused."""
    path = tmp_path / "run.jsonl"
    *lines, _trailer = whole.splitlines(keepends=True)
    last = max(number for number, line in enumerate(lines) if change[0] in line)
    lines[last] = lines[last].replace(*change)
    leave_draft(path, b"".join(lines))
    assert run(path).slices == 301
    assert path.read_bytes() == whole
