"""Runs of the proved checker: interrupted and resumed, whatever happened to the saved state.

Without Coq and OCaml these tests are skipped, unless ZCHOMP_REQUIRE_COQ=1 says that they must run.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.checker import CHECKER, PLAIN
from tests.sealing import certificate, records, seal
from zchomp.cli import main
from zchomp.core import limits, runs
from zchomp.core.files import STATE_VARIABLE
from zchomp.core.runs import WorkFolder
from zchomp.errors import Interrupted
from zchomp.proof import verifier
from zchomp.proof.coq import VARIABLE, verify_proved, verify_resumable
from zchomp.proof.verifier import Verdict

PACED = """#!{python}
# The checker, on a certificate that it gets through a pipe; half of the lines come only after it has saved its board.
import os, resource, signal, subprocess, sys
from pathlib import Path

folder = Path(__file__).parent
*options, path = sys.argv[1:]
pipe = folder / f"pipe{{os.getpid()}}"
lines = Path(path).read_bytes().splitlines(keepends=True)
is_held, is_lost = (folder / "held").exists(), (folder / "lost").exists()
if (folder / "interrupted").exists():
    os.kill(os.getppid(), signal.SIGINT)
os.mkfifo(pipe)
if (folder / "full").exists():  # no file may be longer
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
stdout = subprocess.PIPE if is_lost else None
child = subprocess.Popen([{checker!r}, *options, str(pipe)], stdout=stdout, restore_signals=False)
signal.pthread_sigmask(signal.SIG_BLOCK, {{signal.SIGUSR1}})
with pipe.open("wb") as writer:
    pipe.unlink()
    if is_held:
        before = len(lines) // 2 + 20 * ("--resume" in options)
        writer.write(b"".join(lines[:before]))
        writer.flush()
        lines = lines[before:]
    if is_lost:
        print(child.stdout.readline().decode(), end="", flush=True)
    if is_held:
        signal.sigwait({{signal.SIGUSR1}})
        child.send_signal(signal.SIGUSR1)
    writer.write(b"".join(lines))
if is_lost:
    print(*(line.decode() for line in child.stdout if line.startswith(b"c saved")), end="", flush=True)
sys.exit(9 if is_lost else child.wait())
"""
"""A program that stands in for the checker: files beside it say what happens to its run."""


@pytest.fixture(name="paced")
def paced_checker(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The checker, with runs that can be interrupted at a given time, for claims from third row 150 on."""
    assert built.is_dir()
    monkeypatch.setattr(limits, "PROVED_KEPT_FROM", 150)
    program = tmp_path / "program" / "zchomp-check"
    program.parent.mkdir()
    program.write_text(PACED.format(python=sys.executable, checker=str(CHECKER)))
    program.chmod(0o700)
    monkeypatch.setenv(VARIABLE, str(program))
    return program


@pytest.fixture(name="path")
def right_certificate(tmp_path: Path) -> Path:
    """A compact certificate, in its own folder."""
    path = tmp_path / "certificates" / "right.jsonl"
    path.parent.mkdir()
    path.write_bytes(certificate(3, 0, 150, "compact"))
    return path


@contextmanager
def happening(program: Path, *events: str) -> Iterator[None]:
    """What happens to the runs of the program meanwhile."""
    for name in events:
        (program.parent / name).touch()
    try:
        yield
    finally:
        for name in events:
            (program.parent / name).unlink()


def run(program: Path, path: Path, *events: str) -> tuple[Verdict | None, list[str]]:
    """The verdict on a certificate, or None if the run was interrupted and can be resumed, and the messages."""
    told = list[str]()
    try:
        with happening(program, *events):
            return verify_resumable(str(program), str(path), {"upto": 150}, warn=told.append), told
    except Interrupted as stop:
        return None, told if stop.is_kept else ["nothing is kept"]


def resumed(told: list[str]) -> list[int]:
    """The numbers of slices after which a run was resumed, according to its messages."""
    found = [
        re.fullmatch(r"resumed after (\d+) of 151 slices, which an earlier run .* has accepted", line) for line in told
    ]
    return [int(match[1]) for match in found if match]


def test_interrupted_twice(paced: Path, path: Path) -> None:
    """A run that was interrupted twice gives the same verdict as a whole one, and leaves nothing behind."""
    assert run(paced, path, "held", "interrupted") == (None, [])
    assert sorted(file.name for file in path.parent.iterdir()) == ["right.jsonl", "right.jsonl.verify.work"]
    assert sorted(file.name for file in WorkFolder(path.with_name("right.jsonl.verify")).folder.iterdir()) == [
        "checkpoint",
        "lock",
    ]
    verdict, told = run(paced, path, "held", "interrupted")
    (first,) = resumed(told)
    assert verdict is None
    verdict, told = run(paced, path)
    (second,) = resumed(told)
    assert 0 < first < second < 151
    assert verdict == verifier.verify(str(path))
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    "damage", ["certificate", "program", "key", "cut", "board", "number", "another certificate's", "emptied"]
)
def test_foreign_states_are_not_trusted(
    damage: str, paced: Path, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any state but the one that this user's zchomp saved for these bytes and this program costs time, never truth."""
    run(paced, path, "held", "interrupted")
    saved = path.with_name("right.jsonl.verify.work") / "checkpoint"
    data = saved.read_bytes()
    if damage == "certificate":
        path.write_bytes(certificate(3, 0, 150, "full"))
    elif damage == "program":
        paced.write_text(paced.read_text() + "# changed\n")
    elif damage == "key":
        monkeypatch.setenv(STATE_VARIABLE, str(tmp_path / "another user"))
    elif damage == "cut":
        saved.write_bytes(data[:-100])
    elif damage == "board":
        saved.write_bytes(data[:-1000] + bytes([data[-1000] ^ 1]) + data[-999:])
    elif damage == "number":
        saved.write_bytes(re.sub(rb'"slices": \d+', b'"slices": 99', data, count=1))
    elif damage == "another certificate's":
        other = path.with_name("other.jsonl")
        other.write_bytes(certificate(3, 0, 150, "full"))
        run(paced, other, "held", "interrupted")
        saved.write_bytes((other.with_name("other.jsonl.verify.work") / "checkpoint").read_bytes())
    else:
        saved.write_bytes(b"")
    verdict, told = run(paced, path)
    assert verdict == verifier.verify(str(path))
    assert resumed(told) == []
    assert len(told) == (damage != "emptied")
    assert all(
        line.endswith("was not made by this user's zchomp for this question, or is damaged; starting afresh")
        for line in told
    )
    assert not saved.parent.exists()


def test_a_checker_that_is_lost(paced: Path, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the checker ends without a verdict, that is an error, and the next run resumes from the saved state."""
    monkeypatch.setattr(runs, "PAUSE", 0.0)
    monkeypatch.setattr(runs, "SHARE", 0)
    verdict, _ = run(paced, path, "held", "lost")
    assert verdict is not None
    assert (verdict.code, verdict.line) == (verifier.INTERNAL, "s ERROR")
    assert f"{str(path)!r}: internal error: {str(paced)!r} ended with code 9 and ''" in verdict.reason
    verdict, told = run(paced, path)
    assert len(resumed(told)) == 1
    assert verdict == verifier.verify(str(path))


def test_a_full_disk(paced: Path, path: Path) -> None:
    """A board that cannot be written whole is not kept, a message says so, and a later run starts afresh."""
    assert run(paced, path, "held", "interrupted", "full") == (None, ["nothing is kept"])
    folder = path.with_name("right.jsonl.verify.work")
    assert {file.name: file.stat().st_size for file in folder.iterdir() if file.name != "lock"} == {"checkpoint": 0}
    assert run(paced, path) == (verifier.verify(str(path)), [])


@pytest.mark.parametrize("change", ["a line", "the trailer", "another claim"])
def test_refusals(change: str, paced: Path, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong certificate is refused for the same reason, which names the file as given, and nothing is kept."""
    monkeypatch.chdir(path.parent)
    text = path.read_bytes()
    if change == "a line":
        parts = records(text)
        parts[120]["bound"] += 1
        text = seal(parts)
    elif change == "the trailer":
        text = text[:-5] + b'0"}\n'
    else:
        text = certificate(3, 0, 151)
    path.write_bytes(text)
    verdict, told = run(CHECKER, Path(path.name))
    assert verdict == verify_proved(str(CHECKER), path.name, {"upto": 150})
    assert verdict is not None
    assert (verdict.code, told) == (verifier.NOT_VERIFIED, [])
    assert verdict.reason.startswith("'right.jsonl': ")
    assert list(path.parent.iterdir()) == [path]
    assert paced.exists()


@pytest.mark.usefixtures("paced")
def test_a_program_that_cannot_save(path: Path, tmp_path: Path) -> None:
    """The plain checker judges without saving, and a program that cannot be started is an error."""
    assert run(PLAIN, path) == (verifier.verify(str(path)), [])
    broken = tmp_path / "broken"
    broken.write_text("#!/no/such/interpreter\n")
    broken.chmod(0o700)
    verdict, _ = run(broken, path)
    assert verdict is not None
    assert verdict.code == verifier.INTERNAL
    assert "cannot be run" in verdict.reason


@pytest.mark.usefixtures("paced")
@pytest.mark.parametrize("more", ["", "s NOT VERIFIED\n"])
def test_more_after_the_verdict(more: str, path: Path, tmp_path: Path) -> None:
    """A program that continues after its verdict has given none."""
    line = verifier.verify(str(path)).line
    program = tmp_path / "talking"
    program.write_text(f"#!/bin/sh\necho c checked 1\necho '{line}'\nprintf '{more}'\n")
    program.chmod(0o700)
    verdict, _ = run(program, path)
    assert verdict is not None
    assert verdict.line == ("s ERROR" if more else line)


@pytest.mark.usefixtures("paced")
def test_another_run_on_the_same_file(path: Path) -> None:
    """While another run uses the work folder, the verdict is the same, and a message says that nothing is saved."""
    with WorkFolder(path.with_name("right.jsonl.verify")):
        verdict, told = run(CHECKER, path)
    assert verdict == verifier.verify(str(path))
    assert [line.partition(":")[0] for line in told] == ["the run cannot be resumed if it is interrupted"]


def test_the_command_that_verifies(paced: Path, path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """After Ctrl-C `zchomp verify` says that the same command resumes the run, and it does."""
    words = ["verify", "--checker", "proved", str(path)]
    with happening(paced, "held", "interrupted"):
        assert main(words) == 130
    assert capfd.readouterr() == ("", "zchomp: interrupted; the same command resumes the run\n")
    assert main(words) == 0
    said = capfd.readouterr()
    assert said.out == verifier.verify(str(path)).line + "\n"
    assert len(resumed([line.removeprefix("zchomp: ") for line in said.err.splitlines()])) == 1


def test_standard_input_is_not_resumed(
    paced: Path, path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Standard input is gone with the run, and no message says that it could be resumed."""
    with path.open() as stream, happening(paced, "held", "interrupted"):
        monkeypatch.setattr(sys, "stdin", stream)
        assert main(["verify", "--checker", "proved", "-"]) == 130
    assert capfd.readouterr() == ("", "zchomp: interrupted\n")
    assert list(path.parent.iterdir()) == [path]


def test_the_command_that_proves(paced: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """`zchomp prove` resumes the verification of its proof, and finally puts the certificate in place."""
    path = tmp_path / "proved.jsonl"
    words = ["prove", "--upto", "150", "--mode", "compact", "--method", "recurrence", "--checker", "proved"]
    words += ["--no-library", "--out", str(path)]
    with happening(paced, "held", "interrupted"):
        assert main(words) == 130
    assert capfd.readouterr().err == "zchomp: interrupted; the same command resumes the run\n"
    assert not path.exists()
    assert main(words) == 0
    said = capfd.readouterr()
    assert verifier.verify(str(path)).line in said.out
    assert len(resumed([line.removeprefix("zchomp: ") for line in said.err.splitlines()])) == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["program", "proved.jsonl"]
