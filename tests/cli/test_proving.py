"""The command `zchomp prove`: the report, its progress and its claims."""

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.cli.program import zchomp
from tests.cli.terminal import on_terminal
from tests.proof.drafts import leave_draft
from tests.support import SHIPPED, proved
from zchomp.bars.results import Claim
from zchomp.cli import main
from zchomp.core import compiler
from zchomp.errors import MissingExtra
from zchomp.proof.format import usual_name


def test_prove(tmp_path: Path) -> None:
    """The main job writes the certificate that ships, and only the verdict, in the last line, is wider than 80."""
    result = zchomp("prove", "--upto", "115", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert (tmp_path / "chomp-3rows-115.jsonl").read_bytes() == SHIPPED.read_bytes()
    lines = result.stdout.splitlines()
    assert lines[-1].startswith("s VERIFIED rows=3 nim=0 upto=115 slices=116 sha256=")
    assert [line for line in lines if len(line) > 80] == lines[-1:]


@pytest.mark.parametrize(
    ("options", "claim", "headline"),
    [
        (["--rows", "2"], Claim(rows=2, nim=0, upto=0), "Proved: two-rowed Chomp."),
        (["--rows", "4"], Claim(rows=4, nim=0, upto=5), "Proved: four-rowed Chomp, third row at most 5."),
        (
            ["--nim", "2", "--mode", "compact"],
            Claim(rows=3, nim=2, upto=6),
            "Proved: three-rowed Chomp, third row at most 6, nim-values 0 to 2.",
        ),
    ],
    ids=["two", "four", "compact"],
)
def test_prove_other_claims(options: list[str], claim: Claim, headline: str, tmp_path: Path) -> None:
    """Other numbers of rows, nim-values and modes work the same way, and verify. The report counts the slices."""
    bound = ["--upto", str(claim.upto)] if claim.upto else []
    first, *report = zchomp("prove", *options, *bound, cwd=tmp_path).stdout.splitlines()
    assert first == headline
    name = usual_name(claim, "compact" if "compact" in options else "full")
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert zchomp("verify", name, cwd=tmp_path).stdout.splitlines() == report[-1:]
    kinds = Counter(proof.sequence.kind.value for proof in proved(claim).values())
    assert f"{kinds.total()}: {kinds['periodic']} periodic, {kinds['finite']} finite" in "".join(report)
    assert (f", {kinds['empty']} empty" in "".join(report)) == bool(kinds["empty"])


def test_progress_bar_on_a_terminal(tmp_path: Path) -> None:
    """A terminal shows a bar for proving and one for verifying, and then the result."""
    shown = on_terminal("prove", "--upto", "115", progress=True, cwd=tmp_path)
    assert "0/116" in shown  # before anything is proved
    for words in ("proving", "losers found", "open conjectures", "retracted", "verifying", "116/116"):
        assert words in shown
    assert "Proved: three-rowed Chomp" in shown
    assert "s VERIFIED rows=3" in shown
    assert "Traceback" not in shown


def test_prove_in_json(tmp_path: Path) -> None:
    """The report of a proof is also available as data: the claim, the counts, the digest, the verdict."""
    result = zchomp("prove", "--upto", "30", "--json", cwd=tmp_path)
    report = json.loads(result.stdout)
    assert report["claim"] == {"rows": 3, "nim": 0, "upto": 30}
    assert (report["slices"], report["periodic"], report["finite"], report["empty"]) == (31, 13, 18, 0)
    assert report["sha256"] == sha256((tmp_path / report["path"]).read_bytes()).hexdigest()
    assert report["verdict"].endswith(report["sha256"])


def test_max_terms(tmp_path: Path) -> None:
    """A slice that is given up is unknown, with its last terms. Nothing is claimed, and a longer run resumes it."""
    short = zchomp("prove", "--upto", "30", "--max-terms", "5", cwd=tmp_path)
    assert (short.returncode, short.stdout) == (1, "")
    assert "not known: slice c = 11: after 5 terms (the last are 9, 7, 9, 3, 8)" in short.stderr
    assert "11 of 31 slices are proved, and nothing is claimed" in short.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["chomp-3rows-30.jsonl.work"]
    whole = zchomp("prove", "--upto", "30", "--max-terms", "500", cwd=tmp_path)
    assert "31: 13 periodic, 18 finite (11 of them by an earlier run)" in whole.stdout
    search = zchomp("prove", "--upto", "31", "--max-terms", "5", "--method", "genfun", cwd=tmp_path)
    assert search.returncode == 1
    assert "is not settled: losers found: 5" in search.stderr


def test_a_resumed_run_claims_no_more_than_it_did(tmp_path: Path) -> None:
    """Slices reused from a draft are not reported as proved by both engines."""
    zchomp("prove", "--upto", "30", "--method", "recurrence", "--out", "whole.jsonl", cwd=tmp_path)
    lines = (tmp_path / "whole.jsonl").read_bytes().splitlines(keepends=True)
    leave_draft(tmp_path / "again.jsonl", b"".join(lines[:22]))
    again = zchomp("prove", "--upto", "30", "--method", "both", "--out", "again.jsonl", cwd=tmp_path)
    assert "(21 of them by an earlier run)" in again.stdout
    assert "with the same result, for the 10 slices of this run" in again.stdout


def test_a_claim_that_is_refused_is_not_announced(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal of a claim is the only line, even if the extra 'fast' would be recommended."""
    monkeypatch.setattr("zchomp.cli.proving.usual_method", lambda _claim: "recurrence")
    assert main(["prove", "--upto", "10000000"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "about 162.5 TB; retry with --mode compact" in line


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--rows", "4", "--upto", "500"], "this proves 125751 slices of 4 rows; how long that takes is not known"),
        (["--rows", "4", "--upto", "80"], None),
        (["--upto", "20000", "--nim", "1"], "this takes about"),
    ],
)
def test_large_claims_are_announced(
    arguments: list[str],
    words: str | None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """Long work starts with an estimate, or with the number of slices if there is none."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("zchomp.cli.proving.certify", Mock(side_effect=KeyboardInterrupt))
    assert main(["prove", *arguments, "--no-library"]) == 130
    said = [line for line in capsys.readouterr().err.splitlines() if "interrupted" not in line and "'fast'" not in line]
    assert len(said) == (words is not None)
    assert (words or "") in "".join(said)


@pytest.mark.parametrize("upto", ["100000", "100000000"])
def test_a_census_that_is_refused_is_not_announced(
    upto: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without the extra, or without enough memory, the refusal is the only line."""
    monkeypatch.chdir(tmp_path)
    problem = None if len(upto) > 6 else MissingExtra("the compiled recurrence", "fast")
    monkeypatch.setattr(compiler, "problem", lambda: problem)
    monkeypatch.setattr(compiler, "is_installed", lambda: problem is None)
    assert main(["census", "--upto", upto]) == 1
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert "this takes" not in err
