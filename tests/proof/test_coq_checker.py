"""The proved checker, behind `zchomp verify --checker proved`, on whole files and by segments.

Without Coq and OCaml these tests are skipped, unless ZCHOMP_REQUIRE_COQ=1 says that they must run.
"""

import json
import os
import random
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path

import pytest

from tests.checker import CHECKER, PLAIN, check, run_program, write
from tests.posets.orders import mirror_file
from tests.proof.test_mutants import suite
from tests.sealing import certificate, records, seal
from tests.support import ROOT, SHIPPED, TESTS
from zchomp.cli import main
from zchomp.core.runs import silent
from zchomp.errors import CertificateError
from zchomp.proof import coq as coq_checker
from zchomp.proof import verifier
from zchomp.proof.coq import TRUSTING, VARIABLE, find_checker, proved_segments, verify_proved
from zchomp.proof.format import Verification
from zchomp.proof.segments import verify_in_segments
from zchomp.proof.strategy_verifier import FORMAT

CORPUS = sorted((TESTS / "certificates").rglob("*.jsonl"))
CLAIMS = [(2, 2, 0), (3, 0, 40), (3, 3, 8), (4, 0, 6), (4, 1, 3), (5, 0, 3)]


def command(*arguments: str | Path, program: str = "") -> subprocess.CompletedProcess[str]:
    """Run `zchomp verify --checker proved` in this process, with another program if one is given."""
    out, err, words = StringIO(), StringIO(), ["verify", "--checker", "proved", *map(str, arguments)]
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        if program:
            patch.setenv(VARIABLE, program)
        return subprocess.CompletedProcess(words, main(words), out.getvalue(), err.getvalue())


# The command


@pytest.mark.usefixtures("built")
def test_the_collection() -> None:
    """On the whole collection the verdicts are the verifier's, and one worker and three give the same reasons."""
    names = [SHIPPED, *CORPUS]
    whole, by_segments = command(*names), command("--workers", "3", *names)
    expected = [verifier.verify(str(path)) for path in names]
    assert whole.stdout.splitlines()[1::2] == [verdict.line for verdict in expected]
    assert whole.returncode == max(verdict.code for verdict in expected)
    assert (by_segments.returncode, by_segments.stdout, by_segments.stderr) == (
        whole.returncode,
        whole.stdout,
        whole.stderr,
    )


@pytest.mark.usefixtures("built")
def test_strategies(tmp_path: Path) -> None:
    """Strategies for posets are recognised by their header, with keys in any order, and get their checker's verdict."""
    good, bad, turned = tmp_path / "good.jsonl", tmp_path / "bad.jsonl", tmp_path / "turned.jsonl"
    fields = {"elements": ["a", "b"], "covers": [], "poison": None, "taken": [], "mirrors": [[["a", "b"]]]}
    good.write_bytes(mirror_file({"format": FORMAT, **fields}))
    turned.write_bytes(mirror_file({**fields, "format": FORMAT}))
    bad.write_bytes(good.read_bytes()[:-1])
    judged = command(SHIPPED, good, bad, turned)
    lost = "s VERIFIED lost elements=2 taken=[] members=2"
    assert judged.stdout.splitlines()[3::2] == [lost, "s NOT VERIFIED", lost]
    assert judged.returncode == 1
    assert len(judged.stderr.splitlines()) == 1
    assert command("--expect", "rows=3", good).stdout == "s NOT VERIFIED\n"


@pytest.mark.usefixtures("built")
def test_expectations() -> None:
    """The expected claim is passed on."""
    assert command("--expect", "rows=3,upto=115", SHIPPED).stdout == verifier.verify(str(SHIPPED)).line + "\n"
    for more in ([], ["--workers", "2"]):
        wrong = command("--expect", "upto=5", *more, SHIPPED)
        assert (wrong.returncode, wrong.stdout) == (1, "s NOT VERIFIED\n")
        assert "claim, upto: expected '5', found '115'" in wrong.stderr


@pytest.mark.usefixtures("built")
def test_mutants(tmp_path: Path) -> None:
    """Certificates that were changed and sealed again get the same verdict and reason, whole or by segments."""
    texts = [text for text, kind in sorted(suite()[1].items()) if kind != "cut off"]
    program = find_checker()
    for number, path in enumerate(write(tmp_path, random.Random(15).sample(texts, 250))):
        whole = verify_proved(program, str(path), {})
        plain = partial(verify_proved, program, str(path), {})
        run = partial(proved_segments, program)
        by_segments = verify_in_segments(str(path), {}, 2 + number % 3, TRUSTING, run, plain, silent)
        assert by_segments == whole
        assert whole.line == verifier.verify(str(path)).line


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(("claim", "is_cut"), [((3, 0, 39), True), ((3, 0, 40), False), ((3, 1, 8), True)], ids=str)
def test_claims_checked_by_value_are_not_cut(
    claim: tuple[int, int, int], is_cut: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From this many third rows on, one process that checks by value is as fast, so the file is not cut."""
    monkeypatch.setattr(coq_checker, "BY_VALUE", 40)
    path = tmp_path / "right.jsonl"
    path.write_bytes(certificate(*claim))
    program, wholes = find_checker(), list[Verification]()

    def plain() -> Verification:
        wholes.append(verify_proved(program, str(path), {}))
        return wholes[-1]

    run = partial(proved_segments, program)
    verdict = verify_in_segments(str(path), {}, 2, TRUSTING, run, plain, silent)
    assert verdict == verifier.verify(str(path))
    assert (not wholes) == is_cut


@pytest.mark.parametrize("program", ["/no/such/program", "no-such-program", str(ROOT), str(SHIPPED)])
def test_a_missing_checker(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the program is not built, one line says how to build it, and the exit code is that of wrong usage."""
    said = command(SHIPPED, program=program)
    assert (said.returncode, said.stdout) == (64, "s ERROR\n")
    assert "build it from the sources of zchomp, with Coq and OCaml: make -C proofs" in said.stderr
    assert len(said.stderr.splitlines()) == 1
    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(
        CertificateError, match=r"zchomp-check is not installed; build it from the sources .*: make -C proofs"
    ):
        find_checker()


@pytest.mark.parametrize("more", [[], ["--workers", "2"]])
@pytest.mark.parametrize("program", ["/bin/true", "/bin/false", "/bin/echo"])
def test_output_of_another_program_is_not_a_verdict(program: str, more: list[str]) -> None:
    """The output of a program that is not the checker is never taken for a verdict."""
    said = command(*more, SHIPPED, program=program)
    assert (said.returncode, said.stdout) == (70, "s ERROR\n")
    assert "internal error" in said.stderr


# zchomp-check --lines


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("program", [CHECKER, PLAIN], ids=lambda path: path.name)
@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_every_cut_of_a_right_certificate(program: Path, claim: tuple[int, int, int], tmp_path: Path) -> None:
    """Wherever a right certificate is cut in two, both parts are accepted, and only the second one is the last."""
    path = tmp_path / "right.jsonl"
    path.write_bytes(certificate(*claim))
    rows, nim, upto = claim
    said, end = f"s ACCEPTED rows={rows} nim={nim} upto={upto}", len(path.read_bytes().splitlines()) - 1
    for last in range(2, end, 1 + end // 12):
        assert check(program, "--lines", f"1:{last}", path) == (0, [f"{said} lines=1:{last}"])
        assert check(program, f"--lines={last + 1}:{end}", path) == (0, [f"{said} lines={last + 1}:{end} last"])


@pytest.mark.usefixtures("built")
def test_segments_of_compact_certificates(tmp_path: Path) -> None:
    """Compact certificates have no segments."""
    path = tmp_path / "compact.jsonl"
    path.write_bytes(certificate(3, 0, 8, "compact"))
    assert check(CHECKER, "--lines", "2:3", path) == (2, ["s DECLINED"])


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("kind", ["a large term", "many large terms", "periods", "a tail of its own"])
def test_claims_of_absurd_size(kind: str, tmp_path: Path) -> None:
    """Whatever the lines before a segment claim, the program declines it, and needs at most a gigabyte."""
    parts = records(certificate(3, 0, 30))
    for number in range(6, 26):
        if kind == "a large term":
            parts[number]["head"] = [10**14]
        elif kind == "many large terms":
            parts[number]["head"] = list(range(400_000, 800_000))
        elif kind == "periods":
            parts[number] |= {"kind": "periodic", "period": [1] * [9973, 9967, 9949, 9941, 9931, 9929][number % 6]}
        else:
            parts[number]["tail"] = [10**14]
    path = tmp_path / "hostile.jsonl"
    path.write_bytes(seal(parts))
    said = run_program("checker", "--lines", "30:32", path, memory=1 << 30)
    refused = kind == "a tail of its own"
    assert (said.returncode, said.stdout) == ((1, b"s NOT VERIFIED\n") if refused else (2, b"s DECLINED\n"))
    assert refused or b"cannot be taken as it stands: " in said.stderr
    assert run_program("checker", "--lines", "2:29", path, memory=1 << 30).stdout == b"s NOT VERIFIED\n"


@pytest.mark.usefixtures("built")
def test_proofs_are_verified_by_it(tmp_path: Path) -> None:
    """`prove --checker proved` has that program verify the certificate, and proves nothing without it.

    A program that gives no verdict has refused nothing: the unverified certificate is kept for the next run.
    """
    words = [sys.executable, "-m", "zchomp", "prove", "--upto", "30", "--mode", "compact", "--checker", "proved"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
    (path,) = tmp_path.glob("*.jsonl")
    assert done.stdout.splitlines()[-1] == verifier.verify(str(path)).line
    path.unlink()
    for program, reason in [("/nowhere/zchomp-check", "is not a program"), (sys.executable, "the checker has failed")]:
        environment[VARIABLE] = program
        done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
        assert (done.returncode, done.stdout) == (2, "")
        assert reason in done.stderr
        assert list(tmp_path.glob("*.jsonl")) == []
    del environment[VARIABLE]
    done = subprocess.run(
        [*words, "--json"], capture_output=True, text=True, check=False, cwd=tmp_path, env=environment
    )
    assert json.loads(done.stdout)["resumed"] == 31
    assert list(tmp_path.iterdir()) == [path]
