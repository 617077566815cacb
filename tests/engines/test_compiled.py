"""The compiled recurrence: the same proofs as the plain one, at any size, however it is stopped and taken up again."""

import signal
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import run_python, table
from zchomp import memory, checkpoint
from zchomp.results import Claim
from zchomp.certificate.certify import Report, certify, usual_method
from zchomp.engines.compiled import Compiled, memory_needed
from zchomp.errors import InvalidSlice, TooLarge
from zchomp.engines.prover import Method, engines, prove, prove_slices
from zchomp.slices import Slice, dependency_order
from zchomp.results import Proof, Unknown
from zchomp.answers.survey import survey

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
    result = run_python(code, NUMBA_DISABLE_JIT="1")
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
    "damage", ["none", "memory lost", "memory of another", "memory cut", "memory emptied", "draft cut", "draft lost"]
)
def test_a_compact_run_goes_on(damage: str, whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A compact run is streamed, and taken up where its memory was saved; damage costs time, never truth."""
    monkeypatch.setattr(checkpoint, "PAUSE", 0.0)
    monkeypatch.setattr(checkpoint, "SHARE", 0)
    path, other = tmp_path / "run.jsonl", tmp_path / "other.jsonl"
    for target, stop in ((path, 200), (other, 120)):
        with pytest.raises(Interrupted):
            run(target, stop=stop)
    draft, memory_file = path.with_name("run.jsonl.draft"), path.with_name("run.jsonl.memory")
    assert b'"terms"' in draft.read_bytes()
    if damage == "memory lost":
        memory_file.unlink()
    elif damage == "memory of another":
        memory_file.write_bytes(other.with_name("other.jsonl.memory").read_bytes())
    elif damage == "memory cut":
        memory_file.write_bytes(memory_file.read_bytes()[:-500])
    elif damage == "memory emptied":
        memory_file.write_bytes(b"")
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
    monkeypatch.setattr(checkpoint, "PAUSE", 0.0)
    monkeypatch.setattr(checkpoint, "SHARE", 0)
    path = tmp_path / "run.jsonl"
    with pytest.raises(Interrupted):
        run(path, stop=100)
    saved = path.with_name("run.jsonl.memory")
    engine, mark = Compiled.restore(saved)
    engine._board.taken[engine._board.live[0]] = 0  # one value that seems to be free everywhere
    engine.save(saved, mark)
    report = run(path)
    assert report.resumed == 0
    assert path.read_bytes() == whole


@pytest.mark.parametrize("method", ["compiled", "recurrence"])
def test_memory_is_asked_for_first(method: Method, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too little memory is said before anything starts, with the size that fits, and the next one does not."""
    monkeypatch.setattr(memory, "memory_available", lambda: 3 * 2**30)

    def refused(upto: int) -> str:
        with pytest.raises(
            TooLarge, match=rf"third rows to {upto} need about .* expected --upto \d+ or less"
        ) as raised:
            certify(Claim(3, 0, upto), tmp_path / "large.jsonl", "compact", method)
        return str(raised.value)

    fits = int(refused(500_000).rpartition("--upto ")[2].split()[0])
    assert f"--upto {fits} or less" in refused(fits + 1)
    memory.check_memory(fits, memory_needed if method == "compiled" else lambda upto: 8 * upto**2)
    assert not list(tmp_path.iterdir())


def test_surveys_and_proofs_ask_for_memory_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """What certificates ask for is asked for by statistics, and by `prove`."""
    monkeypatch.setattr(memory, "memory_available", lambda: 3 * 2**30)
    with pytest.raises(TooLarge, match="third rows to 300000 need about"):
        survey(300_000)
    with pytest.raises(TooLarge, match="third rows to 300000 need about"):
        prove(300_000, method="compiled")


def test_learns_in_order() -> None:
    """A row that does not come next is refused, and so is one of another number of rows."""
    engine = Compiled(10)
    with pytest.raises(InvalidSlice, match="got row 1 at row 0"):
        engine.learn(PLAIN[1])
    with pytest.raises(InvalidSlice, match="one row after the other"):
        engine.learn(prove(1, rows=4)[2])
    assert engine.row == 0


def test_restored_engines_do_not_know_old_columns(tmp_path: Path) -> None:
    """What was not saved is not answered."""
    engine = Compiled(50)
    compiled_proofs(engine, 51)
    engine.save(tmp_path / "memory", "")
    with pytest.raises(InvalidSlice, match="restored"):
        Compiled.restore(tmp_path / "memory")[0].uses(50)


@pytest.mark.parametrize("stop", ["interrupt", "unknown"])
def test_a_stopped_run_is_saved(stop: str, whole: bytes, tmp_path: Path) -> None:
    """Ctrl-C and a limit of terms save the memory at once, however long that would not have been due."""
    path = tmp_path / "run.jsonl"
    if stop == "interrupt":

        def stage(_what: str, done: int, _total: int, _detail: str) -> None:
            if done == 150:
                signal.raise_signal(signal.SIGINT)

        with pytest.raises(KeyboardInterrupt):
            certify(Claim(3, 0, 300), path, "compact", "compiled", stage)
    else:
        assert isinstance(certify(Claim(3, 0, 300), path, "compact", "compiled", max_terms=60), Unknown)
    assert path.with_name("run.jsonl.memory").exists()
    assert run(path).resumed > 100
    assert path.read_bytes() == whole
    assert list(tmp_path.iterdir()) == [path]


def test_memory_that_cannot_be_written(whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk for the memory costs nothing but the memory."""
    monkeypatch.setattr(checkpoint, "PAUSE", 0.0)

    def full(_engine: Compiled, path: Path, _mark: str) -> None:
        path.write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Compiled, "save", full)
    assert run(tmp_path / "run.jsonl").slices == 301
    assert (tmp_path / "run.jsonl").read_bytes() == whole
    assert [file.name for file in tmp_path.iterdir()] == ["run.jsonl"]


@pytest.mark.parametrize(
    "change", [(b'"finite"', b'"finhte"'), (b'"bound":', b'"bound":"x",'), (b'"terms":', b'"terms":1.')]
)
def test_a_damaged_line(change: tuple[bytes, bytes], whole: bytes, tmp_path: Path) -> None:
    """A line of a compact draft that says nonsense ends what is taken over."""
    path = tmp_path / "run.jsonl"
    *lines, _trailer = whole.splitlines(keepends=True)
    last = max(number for number, line in enumerate(lines) if change[0] in line)
    lines[last] = lines[last].replace(*change)
    path.with_name("run.jsonl.draft").write_bytes(b"".join(lines))
    assert run(path).slices == 301
    assert path.read_bytes() == whole


def test_no_place_to_compile() -> None:
    """If numba has no folder for what it compiles, that is one line with two ways out."""
    code = (
        "import sys, numba; sys.modules['zchomp.kernel'] = None\n"
        "import builtins; real = builtins.__import__\n"
        "def fail(name, *rest):\n"
        "    if name == 'zchomp.kernel': raise RuntimeError('no locator available')\n"
        "    return real(name, *rest)\n"
        "builtins.__import__ = fail\n"
        "from zchomp.cli import main; sys.exit(main(['prove', '--upto', '9', '--method', 'compiled']))"
    )
    result = run_python(code)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "NUMBA_CACHE_DIR" in result.stderr


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
    result = run_python(code, cwd=tmp_path)
    assert (result.stdout, result.returncode) == ("", 2)
    assert "pip install 'zchomp[fast]'" in result.stderr
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_hint_without_the_extra(tmp_path: Path) -> None:
    """A large claim is proved without the extra too, with a line that says how it would be faster."""
    code = (
        "import sys; from zchomp import certify; certify.find_spec = lambda _name: None; certify.COMPILED_FROM = 300;"
        "from zchomp.cli import main; sys.exit(main(['prove', '--upto', '300']))"
    )
    result = run_python(code, cwd=tmp_path)
    assert result.returncode == 0
    assert "s VERIFIED rows=3 nim=0 upto=300" in result.stdout
    assert result.stderr == "zchomp: the extra 'fast' makes this many times faster: pip install 'zchomp[fast]'\n"
