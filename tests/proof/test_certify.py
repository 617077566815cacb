"""Proving into a file: drafts survive anything, and nothing unverified is put in place."""

import errno
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.proof.drafts import leave_draft, work_file
from tests.sealing import certificate, records, seal
from tests.support import WITHOUT_BYTECODE, known, run_python
from zchomp.bars.periodic import Periodic
from zchomp.bars.prices import memory_problem, slices_memory
from zchomp.bars.prover import Method, prove
from zchomp.bars.results import Claim, Proof, Proofs
from zchomp.bars.slices import Slice
from zchomp.core import memory
from zchomp.core.answers import Unknown
from zchomp.errors import CertificateError, WorkFolderError
from zchomp.proof import verifier
from zchomp.proof.certify import CertificateReport, certify, write_certificate
from zchomp.proof.draft import finish_as, slice_draft
from zchomp.proof.format import Mode

CLAIM = Claim(rows=3, nim=0, upto=40)


def complete(claim: Claim, target: Path, mode: Mode = "full", method: Method | None = None) -> CertificateReport:
    """A whole run."""
    report = certify(claim, target, mode=mode, method=method)
    assert isinstance(report, CertificateReport)
    return report


@pytest.mark.parametrize("mode", ["full", "compact"])
def test_a_run_cut_anywhere_is_resumed(mode: Mode, tmp_path: Path) -> None:
    """From a draft cut at any byte, the run ends with the same bytes and reuses the complete lines.

    One run in ten proves by both methods, the others by the recurrence alone.
    """
    target = tmp_path / "whole.jsonl"
    complete(CLAIM, target, mode)
    expected = target.read_bytes()
    full = certificate(3, 0, 40)
    taken_over = set()
    for number, cut in enumerate([*range(0, len(full), 97), len(full) - 1, len(full)]):
        leave_draft(target, full[:cut])
        report = complete(CLAIM, target, mode, "recurrence" if number % 10 else "both")
        assert target.read_bytes() == expected
        assert report.resumed == min(max(0, full[:cut].count(b"\n") - 1), 41)
        assert not report.damaged  # a killed run leaves part of a line, which is not damage
        taken_over.add(report.resumed)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["whole.jsonl"]
    assert len(taken_over) > 30


@pytest.mark.parametrize("mode", ["full", "compact"])
@pytest.mark.parametrize(("rows", "nim", "upto"), [(4, 0, 9), (3, 4, 12), (5, 1, 4)])
def test_a_compiled_run_cut_anywhere_is_resumed(rows: int, nim: int, upto: int, mode: Mode, tmp_path: Path) -> None:
    """The compiled recurrence resumes any draft with any number of rows and nim-values, and shows all its progress."""
    target, claim = tmp_path / "whole.jsonl", Claim(rows=rows, nim=nim, upto=upto)
    full, expected = certificate(rows, nim, upto), certificate(rows, nim, upto, mode)
    for cut in range(0, len(full), len(full) // 12):
        leave_draft(target, full[:cut])
        told: list[tuple[str, int]] = []
        report = certify(
            claim,
            target,
            mode=mode,
            method="compiled",
            progress=lambda what, done, *_, told=told: told.append((what, done)),
        )
        assert isinstance(report, CertificateReport)
        assert target.read_bytes() == expected
        assert report.resumed == max(0, full[:cut].count(b"\n") - 1)
        assert not report.damaged
        assert ("proving", report.resumed) in told  # resumed slices are shown
        assert ("proving", claim.count()) in told
        assert ("verifying", claim.count()) in told


def test_a_forged_draft_of_four_rows(tmp_path: Path) -> None:
    """Drafts with wrong terms and right digests are resumed by the compiled recurrence too, and then dropped."""
    target = tmp_path / "whole.jsonl"
    for head in ([2, 1], [0], [3], [60_000, 0], [10**6, 0]):
        parts = records(certificate(4, 0, 9))
        parts[2]["head"] = head
        leave_draft(target, seal(parts[:9]))
        report = certify(Claim(rows=4, nim=0, upto=9), target, method="compiled")
        assert isinstance(report, CertificateReport)
        assert report.resumed <= 1  # up to the false line if its form gives it away, otherwise nothing
        assert report.damaged
        assert target.read_bytes() == certificate(4, 0, 9)


def test_nothing_is_published_without_the_verifier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the verifier does not agree, the old file stays and the draft is removed."""
    target = tmp_path / "whole.jsonl"
    target.write_text("old")
    refusal = verifier.Verdict(verifier.NOT_VERIFIED, "s NOT VERIFIED", "for a test")
    monkeypatch.setattr(verifier, "verify", lambda *_, **__: refusal)
    with pytest.raises(CertificateError, match=r"did not pass the verifier and was not kept: for a test"):
        certify(CLAIM, target)
    assert target.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["whole.jsonl"]


def zchomp(*arguments: str, **options: object) -> subprocess.Popen[str]:
    """Start zchomp as a separate program."""
    command = [sys.executable, "-m", "zchomp", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)  # type: ignore[call-overload,no-any-return]


def stopped(signal_name: str, lines: int, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """Run zchomp, which sends itself a signal as soon as this many lines of its draft are on disk."""
    code = (
        "import os, runpy, signal, sys\n"
        "from zchomp.proof.draft import Draft\n"
        "append = Draft.append\n"
        "def append_and_stop(draft, line):\n"
        "    append(draft, line)\n"
        f"    if draft.work.path('draft.jsonl').read_bytes().count(b'\\n') >= {lines}:\n"
        f"        os.kill(os.getpid(), signal.{signal_name})\n"
        "Draft.append = append_and_stop\n"
        f"sys.argv[1:] = {arguments!r}\n"
        "runpy.run_module('zchomp', run_name='__main__')\n"
    )
    return run_python(code)


@pytest.mark.parametrize("lines", [1, 300])
def test_sigkill(lines: int, tmp_path: Path) -> None:
    """Killed at any moment and run again, `prove` resumes and ends with the bytes of an uninterrupted run."""
    target = tmp_path / "killed.jsonl"
    arguments = ["prove", "--upto", "600", "--out", str(target)]
    assert stopped("SIGKILL", lines, arguments).returncode == -signal.SIGKILL
    assert not target.exists()
    assert work_file(target, "draft.jsonl").read_bytes().count(b"\n") >= lines
    out, err = zchomp(*arguments).communicate()
    assert err == ""
    assert "earlier run" in out
    assert target.read_bytes() == certificate(3, 0, 600)


@pytest.mark.parametrize(("method", "upto"), [("recurrence", 3000), ("genfun", 350), ("both", 350)])
def test_ctrl_c(method: str, upto: int, tmp_path: Path) -> None:
    """Ctrl-C ends `prove` with one line and no traceback, and the draft is left for the next run."""
    arguments = ["prove", "--upto", str(upto), "--method", method, "--out", str(tmp_path / "stopped.jsonl")]
    result = stopped("SIGINT", 51, arguments)
    assert (result.returncode, result.stdout) == (130, "")
    assert result.stderr == "zchomp: interrupted; the same command resumes the run\n"
    draft = work_file(tmp_path / "stopped.jsonl", "draft.jsonl").read_bytes()
    assert len(draft.splitlines()) > 50
    assert certificate(3, 0, upto).startswith(draft)


def test_full_disk(tmp_path: Path) -> None:
    """If the file cannot grow, one line says so, the old file is unchanged, and the draft can be resumed."""
    target = tmp_path / "old.jsonl"
    target.write_text("old")

    def small_files() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    arguments = ["prove", "--upto", "200", "--method", "recurrence", "--out", str(target)]
    process = zchomp(*arguments, preexec_fn=small_files, env={**os.environ, **WITHOUT_BYTECODE})
    out, err = process.communicate()
    assert (process.returncode, out) == (1, "")
    assert os.strerror(errno.EFBIG) in err
    assert "old.jsonl" in err
    assert len(err.splitlines()) == 1
    assert target.read_text() == "old"
    report = complete(Claim(rows=3, nim=0, upto=200), target, method="recurrence")
    assert report.resumed > 0
    assert target.read_bytes() == certificate(3, 0, 200)


def test_only_ordinary_files_are_replaced(tmp_path: Path) -> None:
    """A pipe or a device is never replaced by a certificate. A link stays, and its file is written."""
    os.mkfifo(tmp_path / "pipe")
    for target in (tmp_path / "pipe", Path(os.devnull)):
        with pytest.raises(WorkFolderError, match="not an ordinary file"):
            certify(CLAIM, target)
        assert not target.is_file()
    (tmp_path / "link").symlink_to(tmp_path / "file")
    complete(CLAIM, tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == certificate(3, 0, 40)


def test_two_runs_at_once(tmp_path: Path) -> None:
    """A second run on the same file is told about the first."""
    target = tmp_path / "one.jsonl"
    with slice_draft(target, CLAIM), pytest.raises(WorkFolderError, match="another run"):
        certify(CLAIM, target)


def test_an_unfinished_draft_cannot_be_completed(tmp_path: Path) -> None:
    """A draft with missing slices does not become a certificate."""
    with (
        slice_draft(tmp_path / "short.jsonl", CLAIM) as draft,
        pytest.raises(CertificateError, match="expected 41 slices"),
    ):
        finish_as(draft, "full")


def falsified(proofs: Proofs, change: Callable[[Proof], Proof]) -> Proofs:
    """The same proofs with the proof of slice 3 changed."""
    return Proofs(proofs.claim, {**proofs, Slice((3,)): change(proofs[3])})


FALSE: dict[str, Callable[[Proofs], Proofs]] = {
    "a term": lambda proofs: falsified(proofs, lambda proof: replace(proof, sequence=Periodic((3, 2, 0)))),
    "a bound": lambda proofs: falsified(proofs, lambda proof: replace(proof, bound=7)),
    "a negative term": lambda proofs: falsified(proofs, lambda proof: replace(proof, sequence=Periodic((3, -3, 0)))),
    "a huge term": lambda proofs: falsified(proofs, lambda proof: replace(proof, sequence=Periodic((3, 10**30, 0)))),
    "another slice": lambda proofs: falsified(proofs, lambda _: proofs[2]),
    "a slice less": lambda proofs: Proofs(proofs.claim, {s: p for s, p in proofs.items() if s.width != 5}),
    "nothing": lambda proofs: Proofs(proofs.claim, {}),
    "a larger claim": lambda proofs: Proofs(Claim(rows=3, nim=0, upto=9), dict(proofs)),
    "a smaller claim": lambda proofs: Proofs(Claim(rows=3, nim=0, upto=7), dict(proofs)),
    "another order": lambda proofs: Proofs(proofs.claim, dict(reversed(list(proofs.items())))),
}


@pytest.mark.parametrize("mode", ["full", "compact"])
@pytest.mark.parametrize("spoil", FALSE.values(), ids=FALSE)
def test_false_proofs_leave_no_file(spoil: Callable[[Proofs], Proofs], mode: Mode, tmp_path: Path) -> None:
    """Nothing is written that the verifier does not accept: no file, no draft, and an old file is unchanged."""
    for old in (None, b"old"):
        path = tmp_path / "false.jsonl"
        if old is not None:
            path.write_bytes(old)
        with pytest.raises(CertificateError) as caught:
            write_certificate(spoil(known(prove(8))), path, mode=mode)
        assert "\n" not in str(caught.value)
        assert [file.read_bytes() for file in tmp_path.iterdir()] == ([] if old is None else [old])


def test_written_proofs_do_not_depend_on_a_draft(tmp_path: Path) -> None:
    """A draft that somebody else left, true or forged, does not get into a certificate of other proofs."""
    path = tmp_path / "one.jsonl"
    parts = records(certificate(3, 0, 8))
    parts[4]["head"] = [3, 2, 0]
    for leftover in (seal(parts), certificate(3, 0, 8)[:900], b"anything"):
        leave_draft(path, leftover)
        assert write_certificate(known(prove(8)), path)
        assert path.read_bytes() == certificate(3, 0, 8)
        path.unlink()
        leave_draft(path, leftover)
        with pytest.raises(CertificateError):
            write_certificate(FALSE["a term"](known(prove(8))), path)
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("method", ["compiled", "recurrence"])
def test_memory_is_asked_for_first(method: Method, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too little memory is reported before anything starts, with the largest size that fits."""
    monkeypatch.setattr(memory, "available", lambda: 3 * 2**30)

    def refused(upto: int) -> str:
        found = certify(Claim(rows=3, nim=0, upto=upto), tmp_path / "large.jsonl", mode="compact", method=method)
        assert isinstance(found, Unknown)
        assert re.match(rf"third rows up to {upto} need about .* the largest third row that fits is \d+", found.reason)
        return found.reason

    fits = int(refused(500_000).rpartition(" ")[2])
    assert refused(fits + 1).endswith(f"the largest third row that fits is {fits}")
    assert memory_problem(fits, slices_memory if method == "compiled" else lambda upto: 8 * upto**2) is None
    assert not list(tmp_path.iterdir())


def test_a_hint_without_the_extra(tmp_path: Path) -> None:
    """A large claim is proved even without the extra, with a line that says how to make it faster."""
    code = (
        "import sys; from zchomp.core import limits; limits.COMPILED_FROM = 300;"
        "sys.modules['numba'] = None;"
        "from zchomp.cli import main; sys.exit(main(['prove', '--upto', '300']))"
    )
    result = run_python(code, cwd=tmp_path)
    assert result.returncode == 0
    assert "s VERIFIED rows=3 nim=0 upto=300" in result.stdout
    assert result.stderr == (
        "zchomp: the extra 'fast' makes this many times faster; install it with: pip install 'zchomp[fast]'\n"
    )
