"""Writing and reading certificates: same bytes everywhere, drafts that survive anything."""

import errno
import json
import os
import re
import resource
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.sealing import certificate, records, seal
from tests.support import ROOT, SHIPPED
from zchomp import certificate as certificate_module
from zchomp import verifier
from zchomp.certificate.format import Draft, Mode, read, shipped
from zchomp.results import Claim
from zchomp.certificate.certify import Report, certify
from zchomp.errors import CertificateError
from zchomp.engines.prover import prove

CLAIM = Claim(rows=3, nim=0, upto=40)


def test_shipped_certificate_is_what_the_command_makes(tmp_path: Path) -> None:
    """The certificate in certificates/ is made again by `zchomp prove --upto 115`, byte for byte."""
    out = tmp_path / "again.jsonl"
    command = [sys.executable, "-m", "zchomp", "prove", "--upto", "115", "--out", str(out)]
    subprocess.run(command, check=True, capture_output=True)
    assert out.read_bytes() == SHIPPED.read_bytes()
    assert [path.name for path in (ROOT / "certificates").glob("*.jsonl")] == [SHIPPED.name]


def test_shipped_certificate_is_found() -> None:
    """The package finds the certificate that it was installed with."""
    path = shipped()
    assert path is not None
    assert read(path) == list(prove(upto=115))


@pytest.mark.parametrize("mode", ["full", "compact"])
@pytest.mark.parametrize("claim", [Claim(3, 0, 8), Claim(2, 2, 0), Claim(4, 0, 4), Claim(3, 2, 3)], ids=str)
def test_the_bytes_are_those_of_the_format(claim: Claim, mode: Mode) -> None:
    """The writer's bytes are those that the format's description gives, sealed by code of the tests' own."""
    text = certificate(claim.rows, claim.nim, claim.upto, mode)
    assert seal(records(text)) == text
    header, *slices, trailer = records(text)
    assert list(header) == ["format", "claim", "mode", "producer"]
    assert header["claim"] == {"game": "chomp", "rows": claim.rows, "nim": claim.nim, "upto": claim.upto}
    assert trailer["slices"] == len(slices) == claim.count()
    for record, proof in zip(slices, prove(claim.upto, claim.rows, claim.nim), strict=True):
        assert list(record) == ["tail", "nim", "kind", "head", "period", "modulus", "bound", "prev"]
        head = proof.sequence.head
        if mode == "compact":
            words = b"".join(b.to_bytes(8, "little") for b in head)
            assert record["head"] == {"terms": len(head), "sha256": sha256(words).hexdigest()}
        else:
            assert record["head"] == list(head)


def test_the_example_in_the_header_is_what_is_written() -> None:
    """The lines that the module's header shows are lines of a certificate, but for what it leaves out by dots."""
    shown = re.findall(r"^    (?:header|slice|trailer) +(.*)$", certificate_module.__doc__ or "", flags=re.MULTILINE)
    lines = certificate(3, 0, 115).decode().splitlines()
    assert len(shown) == 3
    for example in shown:
        pattern = re.escape(example).replace(re.escape("{...}"), r"\{.*\}").replace(re.escape("..."), ".*")
        assert any(re.fullmatch(pattern, line) for line in lines), example


def complete(claim: Claim, target: Path, mode: Mode = "full") -> Report:
    """A whole run."""
    report = certify(claim, target, mode)
    assert isinstance(report, Report)
    return report


@pytest.mark.parametrize("mode", ["full", "compact"])
def test_a_run_cut_anywhere_is_taken_up(mode: Mode, tmp_path: Path) -> None:
    """From a draft that was cut at any byte, the run ends with the same bytes, and takes over the whole lines."""
    target = tmp_path / "whole.jsonl"
    complete(CLAIM, target, mode)
    expected = target.read_bytes()
    full = certificate(3, 0, 40)
    taken_over = set()
    for cut in [*range(0, len(full), 97), len(full) - 1, len(full)]:
        (tmp_path / "whole.jsonl.draft").write_bytes(full[:cut])
        report = complete(CLAIM, target, mode)
        assert target.read_bytes() == expected
        assert report.resumed == min(max(0, full[:cut].count(b"\n") - 1), 41)
        taken_over.add(report.resumed)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["whole.jsonl"]
    assert len(taken_over) > 30


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace(b'"upto":40', b'"upto":41'),
        lambda text: text.replace(b'"head":[3,3,0]', b'"head":[3,3,1]'),
        lambda text: text.replace(b"\n", b"\n\n", 3),
        lambda _: b"\x00" * 1000,
        lambda _: b"[" * 100_000,
        lambda text: text[:2000] + b"\xff" + text[2001:],
    ],
    ids=["another claim", "a changed term", "blank lines", "zeros", "brackets", "a changed byte"],
)
def test_a_damaged_draft_does_no_harm(damage: object, tmp_path: Path) -> None:
    """What is not exactly a line of this certificate is not taken over."""
    assert callable(damage)
    target = tmp_path / "whole.jsonl"
    (tmp_path / "whole.jsonl.draft").write_bytes(damage(certificate(3, 0, 40)))
    report = complete(CLAIM, target)
    assert report.resumed < 41
    assert target.read_bytes() == certificate(3, 0, 40)


def test_a_forged_draft_is_refused_by_the_verifier(tmp_path: Path) -> None:
    """A draft with a wrong term and right digests does not pass: the run starts anew, and ends right."""
    target = tmp_path / "whole.jsonl"
    parts = records(certificate(3, 0, 40))
    parts[4]["head"] = [3, 2, 0]
    (tmp_path / "whole.jsonl.draft").write_bytes(seal(parts))
    assert complete(CLAIM, target).resumed == 0
    assert target.read_bytes() == certificate(3, 0, 40)


def test_nothing_is_published_without_the_verifier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the verifier does not agree, the old file stays and the draft is gone."""
    target = tmp_path / "whole.jsonl"
    target.write_text("old")
    refusal = verifier.Verdict(verifier.NOT_VERIFIED, "s NOT VERIFIED", "for a test")
    monkeypatch.setattr(verifier, "verify", lambda *_, **__: refusal)
    with pytest.raises(CertificateError, match=r"did not pass the verifier and was not kept: for a test"):
        certify(CLAIM, target)
    assert target.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["whole.jsonl"]


def zchomp(*arguments: str, **options: object) -> subprocess.Popen[str]:
    """Start zchomp as a program of its own."""
    command = [sys.executable, "-m", "zchomp", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)  # type: ignore[call-overload,no-any-return]


def wait_for_lines(draft: Path, process: subprocess.Popen[str], lines: int) -> None:
    """Wait until a draft has grown, or its process has ended."""
    while process.poll() is None and (not draft.exists() or draft.read_bytes().count(b"\n") < lines):
        pass


@pytest.mark.parametrize("lines", [1, 100, 300, 500])
def test_sigkill(lines: int, tmp_path: Path) -> None:
    """Killed at any moment and run again, `prove` goes on and ends with the bytes of an uninterrupted run."""
    target = tmp_path / "killed.jsonl"
    arguments = ("prove", "--upto", "600", "--out", str(target))
    process = zchomp(*arguments)
    wait_for_lines(tmp_path / "killed.jsonl.draft", process, lines)
    process.kill()
    process.communicate()
    assert not target.exists()
    out, err = zchomp(*arguments).communicate()
    assert err == ""
    assert "earlier run" in out
    assert target.read_bytes() == certificate(3, 0, 600)


@pytest.mark.parametrize(("method", "upto"), [("recurrence", "3000"), ("genfun", "350"), ("both", "350")])
def test_ctrl_c(method: str, upto: str, tmp_path: Path) -> None:
    """Ctrl-C ends `prove` with one line and no traceback; the draft is there for the next run."""
    process = zchomp("prove", "--upto", upto, "--method", method, "--out", str(tmp_path / "stopped.jsonl"))
    wait_for_lines(tmp_path / "stopped.jsonl.draft", process, 50)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, "")
    assert err == "zchomp: interrupted; a run of prove goes on from here if it is started again\n"
    draft = (tmp_path / "stopped.jsonl.draft").read_bytes()
    whole = draft.splitlines(keepends=True)
    assert len(whole) > 50
    assert certificate(3, 0, int(upto)).startswith(draft)


def test_full_disk(tmp_path: Path) -> None:
    """If the file cannot grow, one line says so, the old file stays as it was, and the draft can be taken up."""
    target = tmp_path / "old.jsonl"
    target.write_text("old")

    def small_files() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    process = zchomp("prove", "--upto", "200", "--out", str(target), preexec_fn=small_files)
    out, err = process.communicate()
    assert (process.returncode, out) == (1, "")
    assert os.strerror(errno.EFBIG) in err
    assert "old.jsonl" in err
    assert len(err.splitlines()) == 1
    assert target.read_text() == "old"
    report = complete(Claim(3, 0, 200), target)
    assert report.resumed > 0
    assert target.read_bytes() == certificate(3, 0, 200)


@pytest.mark.parametrize("out", ["no/such/folder/file.jsonl", "."])
def test_unwritable_path(out: str, tmp_path: Path) -> None:
    """A path that cannot be written is one clear line."""
    process = zchomp("prove", "--upto", "5", "--out", out, cwd=tmp_path)
    text, err = process.communicate()
    assert process.returncode in {1, 2}
    assert text == ""
    assert len(err.splitlines()) == 1
    assert out in err
    assert list(tmp_path.iterdir()) == []


def test_only_ordinary_files_are_replaced(tmp_path: Path) -> None:
    """A pipe or a device is never replaced by a certificate; a link stays, and its file is written."""
    os.mkfifo(tmp_path / "pipe")
    for target in (tmp_path / "pipe", Path(os.devnull)):
        with pytest.raises(CertificateError, match="not an ordinary file"):
            certify(CLAIM, target)
        assert not target.is_file()
    os.mkfifo(tmp_path / "other.draft")
    with pytest.raises(CertificateError, match="not an ordinary file"):
        certify(CLAIM, tmp_path / "other")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    complete(CLAIM, tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == certificate(3, 0, 40)


def test_two_runs_at_once(tmp_path: Path) -> None:
    """A second run on the same file is told that there is a first."""
    target = tmp_path / "one.jsonl"
    with Draft(target, CLAIM), pytest.raises(CertificateError, match="another run"):
        certify(CLAIM, target)


def test_an_unfinished_draft_cannot_be_completed(tmp_path: Path) -> None:
    """A draft with slices missing does not become a certificate."""
    with Draft(tmp_path / "short.jsonl", CLAIM) as draft, pytest.raises(CertificateError, match="expected 41 slices"):
        draft.complete("full")


@pytest.mark.parametrize(
    "text",
    [b"", b"{}\n", b"\x00\xff", b'{"format":"zchomp-certificate 1"}\n', certificate(3, 0, 8, "compact")],
    ids=["nothing", "no header", "binary", "half a header", "compact"],
)
def test_read_refuses_what_is_not_a_full_certificate(text: bytes, tmp_path: Path) -> None:
    """Reading anything but a full certificate says what it is not."""
    path = tmp_path / "other.jsonl"
    path.write_bytes(text)
    with pytest.raises(
        CertificateError, match=r"not a certificate of format|is a compact certificate; expected a full one"
    ):
        read(path)


def test_read_refuses_damage(tmp_path: Path) -> None:
    """A certificate with a damaged line, without its end, or with something after it is not read."""
    path = tmp_path / "damaged.jsonl"
    good = certificate(3, 0, 8)
    for bad in (good.replace(b"[3,3,0]", b"[3,3,1]"), good[:-10], good + b"\n", good[:900]):
        path.write_bytes(bad)
        with pytest.raises(CertificateError):
            read(path)
    path.write_bytes(good)
    assert read(path) == list(prove(upto=8))
    assert json.loads(good.splitlines()[-1])["slices"] == 9
