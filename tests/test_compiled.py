"""The compiled recurrence: the same proofs as the plain one, at any size, however it is stopped and taken up again."""

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import ROOT, table
from zchomp import certify as certifying
from zchomp.certificate import Claim
from zchomp.certify import Report, certify, check_memory, usual_method
from zchomp.compiled import Compiled, memory_needed
from zchomp.errors import InvalidSlice, TooLarge
from zchomp.prover import Method, engines, prove, prove_slices
from zchomp.slices import Proof, Slice, Unknown, dependency_order

PLAIN = prove(700)


def compiled_proofs(engine: Compiled, count: int) -> list[Proof]:
    """The next proofs of an engine."""
    return [row.proof() for row in islice(engine.rows(), count)]


def test_same_proofs() -> None:
    """Head, period, modulus and bound of every slice to 700 are those of the plain recurrence."""
    assert tuple(compiled_proofs(Compiled(700), 701)) == PLAIN
    assert prove(300, method="compiled") == PLAIN[:301]


@given(known=st.integers(0, 400), room=st.integers(0, 300), more=st.integers(1, 60))
def test_goes_on_from_what_others_proved(known: int, room: int, more: int) -> None:
    """Taught by the plain recurrence to any row, with too little room or enough, it goes on with the same proofs."""
    engine = Compiled(room)
    for proof in PLAIN[:known]:
        engine.learn(proof)
    assert tuple(compiled_proofs(engine, more)) == PLAIN[known : known + more]


@given(stop=st.integers(0, 400))
def test_saved_and_restored(stop: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Saved after any row, it goes on from the file as if nothing had happened."""
    engine, path = Compiled(100), tmp_path_factory.mktemp("memory") / "memory"
    compiled_proofs(engine, stop)
    engine.save(path, "here")
    again, mark = Compiled.restore(path)
    assert mark == "here"
    assert tuple(compiled_proofs(again, 50)) == PLAIN[stop : stop + 50]


@pytest.mark.parametrize("weaken", ["", "kernel.BASE = kernel.INVERSE = 1; "], ids=["as it is", "worthless hash"])
def test_not_compiled(weaken: str) -> None:
    """The kernel's functions give the same as plain Python; so they do with a hash that tells hardly anything apart."""
    code = (
        f"import numpy; numpy.seterr(over='ignore'); from zchomp import kernel; {weaken}"
        "from zchomp import prove; print(prove(140, method='compiled') == prove(140))"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert (result.stdout, result.stderr) == ("True\n", "")


def test_census_to_10000() -> None:
    """The periods above 1 to third row 10,000; row 782 has period 1, and row 7751 is finite."""
    rows: dict[int, list[int]] = {}
    for row in islice(Compiled(10_000).rows(), 10_001):
        rows.setdefault(len(row.period), []).append(row.r)
    for period, count, *listed in table("census_periods_10000.txt"):
        assert len(rows[period]) == count
        assert rows[period][: len(listed)] == listed
    assert set(rows) == {0, 1} | {period for period, *_ in table("census_periods_10000.txt")}
    assert 782 in rows[1]
    assert 7751 in rows[0]


@pytest.mark.parametrize("limit", [1, 2, 5, 20])
def test_unknown(limit: int) -> None:
    """With too few terms a slice is unknown: the same slice as to the plain recurrence, and not one before it."""
    slices = list(dependency_order(3, 100))
    plain = list(prove_slices(slices, engines("recurrence", limit)))
    fast = list(prove_slices(slices, engines("compiled", limit)))
    assert fast[:-1] == plain[:-1]
    assert isinstance(plain[-1], Unknown)
    assert isinstance(fast[-1], Unknown)
    assert f"after {limit} terms" in fast[-1].reason


def test_order_and_size() -> None:
    """Rows are proved in order; what is not three rows, or beyond 32 bits, is refused."""
    with pytest.raises(InvalidSlice, match="one row after the other"):
        Compiled().prove(Slice((3,)))
    with pytest.raises(InvalidSlice, match="three rows"):
        prove(3, rows=4, method="compiled")
    with pytest.raises(TooLarge, match="third rows to 2000000000"):
        memory_needed(2 * 10**9)


def test_where_values_occur() -> None:
    """How often a value occurs before its own column, and where first: as counted cell by cell."""
    engine = Compiled(200)
    compiled_proofs(engine, 201)
    counts, firsts = engine.uses(200)
    for p in range(200):
        columns = sorted(
            q for r in range(p) for q in range(r, p) if (b := PLAIN[r].sequence.get(q - r)) is not None and q + b == p
        )
        assert counts[p] == len(columns)
        assert firsts[p] == (columns or [p])[0]


class Interrupted(Exception):
    """Stands for whatever stops a run."""


def run(path: Path, upto: int = 300, stop: int | None = None) -> Report:
    """A compact run by the compiled recurrence, stopped after some slices."""

    def stage(what: str, done: int, _total: int, _detail: str) -> None:
        if what == "proving" and done == stop:
            raise Interrupted

    report = certify(Claim(3, 0, upto), path, "compact", "compiled", stage)
    assert isinstance(report, Report)
    return report


@pytest.fixture(name="whole", scope="module")
def whole_certificate(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The compact certificate to 300, by the plain recurrence."""
    path = tmp_path_factory.mktemp("plain") / "whole.jsonl"
    certify(Claim(3, 0, 300), path, "compact", "recurrence")
    return path.read_bytes()


@pytest.mark.parametrize(
    "damage", ["none", "memory lost", "memory of another", "memory cut", "draft cut", "draft lost"]
)
def test_a_compact_run_goes_on(damage: str, whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A compact run is streamed, and taken up where its memory was saved; damage costs time, never truth."""
    monkeypatch.setattr(certifying, "PAUSE", 0.0)
    monkeypatch.setattr(certifying, "SHARE", 0)
    path, other = tmp_path / "run.jsonl", tmp_path / "other.jsonl"
    for target, stop in ((path, 200), (other, 120)):
        with pytest.raises(Interrupted):
            run(target, stop=stop)
    draft, memory = path.with_name("run.jsonl.draft"), path.with_name("run.jsonl.memory")
    assert b'"terms"' in draft.read_bytes()
    if damage == "memory lost":
        memory.unlink()
    elif damage == "memory of another":
        memory.write_bytes(other.with_name("other.jsonl.memory").read_bytes())
    elif damage == "memory cut":
        memory.write_bytes(memory.read_bytes()[:-500])
    elif damage == "draft cut":
        draft.write_bytes(draft.read_bytes()[:5000])
    elif damage == "draft lost":
        draft.unlink()
    report = run(path)
    assert (report.resumed > 100) == (damage in {"none", "memory of another"})
    assert report.slices == 301
    assert path.read_bytes() == whole
    assert sorted(file.name for file in tmp_path.iterdir()) == ["other.jsonl.draft", "other.jsonl.memory", "run.jsonl"]


def test_false_memory_is_found_out(whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A memory that is not what was saved leads to a certificate that the verifier refuses, and to a fresh start."""
    monkeypatch.setattr(certifying, "PAUSE", 0.0)
    monkeypatch.setattr(certifying, "SHARE", 0)
    path = tmp_path / "run.jsonl"
    with pytest.raises(Interrupted):
        run(path, stop=100)
    memory = path.with_name("run.jsonl.memory")
    engine, mark = Compiled.restore(memory)
    engine._board.taken[engine._board.live[0]] = 0  # one value that seems to be free everywhere
    engine.save(memory, mark)
    report = run(path)
    assert report.resumed == 0
    assert path.read_bytes() == whole


@pytest.mark.parametrize("method", ["compiled", "recurrence"])
def test_memory_is_asked_for_first(method: Method, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too little memory is said before anything starts, with the size that fits, and that size does fit."""
    monkeypatch.setattr(certifying, "memory_available", lambda: 3 * 2**30)
    with pytest.raises(TooLarge, match=r"third rows to 500000 need about .* expected --upto \d+ or less") as raised:
        certify(Claim(3, 0, 500_000), tmp_path / "large.jsonl", "compact", method)
    fits = int(str(raised.value).rpartition("--upto ")[2].split()[0])
    assert not list(tmp_path.iterdir())
    check_memory(Claim(3, 0, fits), method)
    with pytest.raises(TooLarge):
        check_memory(Claim(3, 0, fits + 1), method)


def test_the_usual_method() -> None:
    """Large third rows are for the compiled recurrence; four rows and nim-values are not."""
    assert usual_method(Claim(3, 0, 10_000)) == "compiled"
    assert usual_method(Claim(3, 1, 10_000)) == "recurrence"
    assert usual_method(Claim(4, 0, 3000)) == "recurrence"


@pytest.mark.parametrize(
    "command", [["prove", "--upto", "9", "--method", "compiled"], ["stats", "--upto", "5000"]], ids=" ".join
)
def test_without_the_extra(command: list[str], tmp_path: Path) -> None:
    """Without numba the message says which command installs it, and nothing else happens."""
    code = f"import sys; sys.modules['numba'] = None; from zchomp.cli import main; sys.exit(main({command!r}))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path, env=environment
    )
    assert (result.stdout, result.returncode) == ("", 2)
    assert "pip install 'zchomp[fast]'" in result.stderr
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())
