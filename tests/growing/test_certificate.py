"""Certificates of growing orders: the isolated verifier accepts what is proved, and the writer resumes."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest

from tests.growing.explicit import random_orders
from tests.support import ROOT
from zchomp.core.answers import Unknown
from zchomp.errors import CertificateError
from zchomp.growing.certificate import GrowingReport, certify, read_certificate
from zchomp.growing.families import GrowingFamily, arms, bar, box, from_relations, heap
from zchomp.proof import growing_verifier as verifier
from zchomp.proof.checking import verify

PROGRAM = ROOT / "zchomp" / "proof" / "growing_verifier.py"
FAMILIES: dict[str, tuple[GrowingFamily, int]] = {
    "bars": (bar(4, 4), 1),
    "bars beside a heap": (bar(3, 3, heap=2), 0),
    "a heap": (heap("3,1"), 2),
    "arms": (arms("3x3"), 0),
    "a box": (box((2, 3), 3), 0),
    "chaos": (from_relations("d1 < c2"), 6),
    "ends and blocks": (from_relations("u < c2, w < d3, u < v, c4 < v, d[i] < c[2i]"), 3),
}


def certified(family: GrowingFamily, nim: int, path: Path) -> GrowingReport:
    """The report of a certificate that was written."""
    report = certify(family, path, nim=nim)
    assert isinstance(report, GrowingReport)
    return report


def run(*arguments: str | Path, program: Path = PROGRAM) -> subprocess.CompletedProcess[str]:
    """Run the verifier as a separate program, isolated."""
    command = [sys.executable, "-I", "-S", "-O", str(program), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", FAMILIES)
def test_proofs_are_verified(name: str, tmp_path: Path) -> None:
    """The verifier accepts the certificates of all families, and reading them gives the same slices."""
    family, nim = FAMILIES[name]
    path = tmp_path / "family.jsonl"
    report = certified(family, nim, path)
    found = read_certificate(path)
    order, slices = found.family.order, found.slices
    assert (order, slices, found.nim) == (family.order, report.proofs.slices, nim)
    digest = sha256(path.read_bytes()).hexdigest()
    start = f"s VERIFIED elements={len(order.names)} nim={nim} slices={len(slices)} order="
    assert report.verdict.line.startswith(start)
    assert report.verdict.line.endswith(f" sha256={digest}")
    assert report.verdict.sha256 == digest


def test_random_orders_are_verified(tmp_path: Path, cases: int) -> None:
    """The verifier accepts the certificates of random orders."""
    for text, order in random_orders("verified", cases // 6):
        report = certified(from_relations(text), 2, tmp_path / "random.jsonl")
        assert report.verdict, text
        assert report.proofs.family.order == order


def test_as_a_program_in_isolation(tmp_path: Path) -> None:
    """Copied anywhere, without site packages, isolated and optimised, the verifier accepts a certificate."""
    certified(bar(3, 5), 0, tmp_path / "five.jsonl")
    result = run(tmp_path / "five.jsonl", program=Path(shutil.copy(PROGRAM, tmp_path / "copied.py")))
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("s VERIFIED elements=5 nim=0 slices=6 order=")


def test_verdicts_and_exit_codes(tmp_path: Path) -> None:
    """Verified is 0, refused 1, declined 2, and wrong usage or a missing file 64, each with one line."""
    good, bad, other = (tmp_path / name for name in ("good.jsonl", "bad.jsonl", "other.jsonl"))
    line = certified(bar(3, 3), 0, good).verdict.line
    order = line.partition("order=")[2][:64]
    bad.write_bytes(good.read_bytes()[:-1])
    other.write_bytes(good.read_bytes().replace(b"zchomp-growing 1", b"zchomp-growing 2"))
    cases: list[tuple[list[str | Path], int, str]] = [
        ([good], 0, line),
        (["--expect", "nim=0,elements=3", good], 0, line),
        ([good, f"--expect=order={order}"], 0, line),
        (["--expect", "nim=1", good], 1, "s NOT VERIFIED"),
        (["--expect", f"order={'0' * 64}", good], 1, "s NOT VERIFIED"),
        ([bad], 1, "s NOT VERIFIED"),
        ([other], 2, "s DECLINED"),
        ([], 64, "s ERROR"),
        (["--expect", "nim=0"], 64, "s ERROR"),
        ([good, "--expect"], 64, "s ERROR"),
        (["--expect", "", good], 64, "s ERROR"),
        (["--expect", "nim=0,nim=0", good], 64, "s ERROR"),
        (["--expect", "rows=3", good], 64, "s ERROR"),
        (["--quick", good], 64, "s ERROR"),
        ([tmp_path / "none.jsonl"], 64, "s ERROR"),
        ([good, bad], 1, f"c {str(good)!r}\n{line}\nc {str(bad)!r}\ns NOT VERIFIED"),
    ]
    for arguments, code, said in cases:
        result = run(*arguments)
        assert (result.returncode, result.stdout) == (code, f"{said}\n"), arguments
        assert (result.stderr == "") == (code == 0)
        assert len(result.stderr.splitlines()) <= 1


def declines(step: Callable[..., object], *arguments: object) -> bool:
    """Whether a step of the verifier says that something is larger than it handles."""
    try:
        step(*arguments)
    except verifier.Refused:
        return False
    except verifier.Declined:
        return True
    return False


def test_limits() -> None:
    """At each limit of the page a certificate is read, and beyond it declined."""
    elements, index, bound = verifier.MAX_ELEMENTS, verifier.MAX_INDEX, verifier.MAX_BOUND
    digits, line = verifier.MAX_DIGITS, verifier.MAX_LINE
    said = (
        f"declines a certificate with more than {elements} elements, with a number above {index:,} or more than "
        f"{index:,} numbers in a list of its order, with a bound above {bound:,}, with a number of more than {digits} "
        f"digits, or with more than {line:,} bytes in a line."
    )
    assert said in (ROOT / "docs" / "growing.md").read_text()
    words = ["", "", "", "", "", "", "0", "1", "1"]  # elements, larger ones, four chains, the staircase
    record = '{"tops":[],"nim":0,"first":0,"kind":"finite","head":[],"period":[],"modulus":%d,"bound":%d,"prev":"%s"}'
    for more in (0, 1):
        names = ",".join(f'"{x}"' for x in range(elements + more))
        zeros = ",".join(["0"] * (elements + more))
        many = [names, ",".join(["[]"] * (elements + more)), *[zeros] * 4, *words[6:]]
        steep = [*words[:6], str(index + more), "1", "1"]
        long = [*words[:6], ",".join(["0"] * (index + more)), "1", "1"]
        for order in (many, steep, long, [*words[:8], str(index + more)]):
            assert declines(verifier.Order, order) == more
        for numbers in ((0, bound + more), (bound + more, 0)):
            assert declines(verifier.read_slice, (record % (*numbers, "0" * 64)).encode()) == more
        assert declines(verifier.integer, "9" * (digits + more)) == more
        assert declines(verifier.integer, f"-{'9' * (digits + more)}", -1) == more
        assert declines(verifier.integer, f"-{'9' * (digits - 1 + more)}") == more
        assert declines(verifier.verify_stream, BytesIO(b"x" * (line - 1 + more) + b"\n"), {}, abs) == more


def test_an_interrupted_run_is_resumed(tmp_path: Path) -> None:
    """Lines of an earlier run are reused, damaged ones are cut off, and the file has the same bytes."""
    family, path = box((2, 2), 3), tmp_path / "box.jsonl"
    certified(family, 0, path)
    whole = path.read_bytes()
    path.unlink()
    work = tmp_path / "box.jsonl.work"

    def stop(_stage: str, done: int, _total: int, _detail: str = "", /) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        certify(family, path, progress=stop)
    assert not path.exists()
    draft = work / "draft.jsonl"
    assert draft.read_bytes() == b"".join(whole.splitlines(keepends=True)[:6])
    draft.write_bytes(draft.read_bytes() + b'{"tops":[')
    report = certified(family, 0, path)
    assert report.resumed == 5
    assert path.read_bytes() == whole
    assert not work.exists()


def test_a_draft_of_another_order_is_not_resumed(tmp_path: Path) -> None:
    """A draft whose header differs from the claim is started afresh."""
    family, path = box((2, 2), 3), tmp_path / "box.jsonl"
    other = certified(arms("2,1"), 0, tmp_path / "arms.jsonl")
    (tmp_path / "box.jsonl.work").mkdir()
    (tmp_path / "box.jsonl.work" / "lock").write_bytes(b"zchomp work files 1\n")
    shutil.copy(other.path, tmp_path / "box.jsonl.work" / "draft.jsonl")
    assert certified(family, 0, path).resumed == 0
    assert verify(path)


def test_a_false_draft_is_found_by_the_verifier(tmp_path: Path) -> None:
    """The verifier finds a false line of the right form in a draft, and the run starts again by itself."""
    family, path, work = bar(3, 2), tmp_path / "bar.jsonl", tmp_path / "bar.jsonl.work"
    assert not certified(family, 0, path).damaged
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    path.unlink()
    work.mkdir()
    (work / "lock").write_bytes(b"zchomp work files 1\n")
    (work / "draft.jsonl").write_bytes(lines[0] + lines[1].replace(b'"bound":2', b'"bound":3'))
    report = certified(family, 0, path)
    assert (report.resumed, report.damaged) == (0, True)
    assert path.read_bytes() == whole


def test_unknown_is_not_claimed(tmp_path: Path) -> None:
    """If a slice is not proved within the maximum number of rows, no certificate is written."""
    chaos, path = from_relations("d1 < c2"), tmp_path / "chaos.jsonl"
    assert isinstance(certify(chaos, path, nim=7, max_rows=500), Unknown)
    assert not path.exists()
    report = certify(chaos, path, nim=7)
    assert isinstance(report, GrowingReport)
    assert report.resumed == 7


def test_a_file_that_was_read_can_be_asked(tmp_path: Path) -> None:
    """The proofs in a certificate answer as those of `prove` do, and are printed by the sizes of the chains."""
    family = from_relations("x < c2, d1 < x")
    report = certified(family, 2, tmp_path / "order.jsonl")
    found = read_certificate(tmp_path / "order.jsonl")
    assert found.slice(["x"], 1) == report.proofs.slice(["x"], 1)
    assert found.nim_value(["x"], 0, 1) == report.proofs.nim_value(["x"], 0, 1) == 2
    assert str(found) == str(report.proofs)
    assert found.family.title == "the order of order.jsonl"


def test_reading_something_else(tmp_path: Path) -> None:
    """Any other file is refused, and so is a truncated certificate."""
    path = tmp_path / "arms.jsonl"
    certified(arms("2,1"), 0, path)
    text = path.read_bytes()
    for damaged in (b"", b"{}\n", text[:-1], b"".join(text.splitlines(keepends=True)[:-2]), text + b"\n"):
        path.write_bytes(damaged)
        with pytest.raises(CertificateError):
            read_certificate(path)


def test_progress_counts_slices(tmp_path: Path) -> None:
    """The progress callback of the verifier gets every checked slice."""
    certified(bar(3, 5), 0, tmp_path / "five.jsonl")
    seen: list[int] = []
    assert verifier.verify(str(tmp_path / "five.jsonl"), progress=seen.append).code == 0
    assert seen == list(range(1, 7))


def test_a_draft_that_was_not_judged_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the verifier fails, the draft is neither published nor removed, and the next run resumes it."""
    path = tmp_path / "bar.jsonl"
    failure = verifier.Verdict(verifier.INTERNAL, "s ERROR", "for a test")
    with monkeypatch.context() as patch:
        patch.setattr(verifier, "verify", lambda *_, **__: failure)
        with pytest.raises(CertificateError, match="the checker has failed: for a test; run the same command"):
            certify(bar(3, 3), path)
    assert [file.name for file in tmp_path.iterdir()] == ["bar.jsonl.work"]
    report = certify(bar(3, 3), path)
    assert not isinstance(report, Unknown)
    assert (report.resumed, report.damaged) == (4, False)
    assert report.verdict
