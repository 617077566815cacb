"""The command `zchomp verify`: the verifier's lines and exit codes."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import run
from tests.cli.terminal import on_terminal
from tests.support import ROOT, SHIPPED
from zchomp.proof import verifier

VERIFY = [sys.executable, "-m", "zchomp", "verify"]


def test_verify_passes_the_verdict_on(capsys: pytest.CaptureFixture[str]) -> None:
    """`zchomp verify` is the stand-alone verifier: same lines, same exit codes."""
    good = run(capsys, "verify", "--expect", "rows=3,upto=115", str(SHIPPED))
    assert good == (0, f"{verifier.verify(str(SHIPPED)).line}\n", "")
    for arguments, reason in (
        (["verify"], "expected the name of a certificate"),
        (["verify", "."], "'.'"),
        (["verify", "--wrong", str(SHIPPED)], "no option '--wrong'"),
    ):
        code, out, err = run(capsys, *arguments)
        assert (code, out, err.count("\n")) == (64, "s ERROR\n", 1)
        assert reason in err
    assert run(capsys, "verify", "--help")[0] == 0
    assert run(capsys, "verify", sys.executable)[:2] == (1, "s NOT VERIFIED\n")


def test_verify_reads_standard_input() -> None:
    """A certificate in a pipe is verified under the name -, which a refusal also uses."""
    for text, code, reason in ((SHIPPED.read_bytes(), 0, ""), (b"nothing", 1, "'-': line 1: ")):
        found = subprocess.run([*VERIFY, "-"], input=text, capture_output=True, check=False)
        assert (found.returncode, found.stderr.decode()[: len(reason)]) == (code, reason)
        assert found.stdout.startswith(b"s NOT" if code else b"s VERIFIED rows=3 nim=0 upto=115 ")


@pytest.mark.parametrize(
    ("expected", "reason"),
    [
        ("upto=5", "line 1: claim: expected rows=3,nim=0,upto=5, found rows=3,nim=0,upto=115\n"),
        ("elements=3", "chomp-3rows-115.jsonl': a claim about bars has no elements\n"),
    ],
)
def test_claims_are_written_as_they_are_expected(
    expected: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A refusal of another claim writes both in the form of --expect, or names the part that the claim has not."""
    code, out, err = run(capsys, "verify", "--expect", expected, str(SHIPPED))
    assert (code, out) == (1, "s NOT VERIFIED\n")
    assert err.endswith(reason)


def test_verify_prints_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --json there is an object for each file, with the claim or the reason. Exit codes are the same."""
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(SHIPPED.read_bytes()[:5000])
    code, out, err = run(capsys, "verify", "--json", str(SHIPPED), str(bad))
    good, refused = json.loads(out)["lines"]
    assert code == 1
    assert good["verdict"].split()[-1] == f"sha256={good['sha256']}"
    assert (good["claim"], good["code"], good["reason"]) == ({"rows": 3, "nim": 0, "upto": 115}, 0, "")
    assert (refused["verdict"], refused["code"], refused["claim"]) == ("s NOT VERIFIED", 1, None)
    assert refused["reason"] in err
    assert "line" in refused["reason"]


def test_verify_shows_how_far_it_is(tmp_path: Path) -> None:
    """On a terminal the verification of a large claim counts its slices, and that of a small one is over at once."""
    folder = ROOT / "certificates"
    shown = on_terminal("verify", str(folder / "chomp-3rows-1000.jsonl"), progress=True, cwd=tmp_path)
    assert re.search(r"verifying .*1001/1001", shown)
    assert "s VERIFIED rows=3 nim=0 upto=1000 slices=1001 " in shown
    shown = on_terminal("verify", str(folder / "chomp-3rows-115.jsonl"), progress=True, cwd=tmp_path)
    assert shown.startswith("s VERIFIED rows=3 nim=0 upto=115 slices=116 ")


@pytest.mark.parametrize(
    "expected", ["rows", "rows=", "rows=x", "rows=3,rows=3", "rows=3,,nim=0", "order=12", "columns=3", "", "nim=-1"]
)
def test_wrong_expectations(expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Anything but parts of a claim is wrong usage, and so is a part given twice."""
    code, out, err = run(capsys, "verify", "--expect", expected, str(SHIPPED))
    assert (code, out) == (64, "s ERROR\n")
    assert "; expected some of rows=N,nim=N,upto=N, or of elements=N,nim=N,order=SHA256, each once" in err


HOSTILE = ["x\x1b[2J", "x\x9b31m", "x\nzchomp: s VERIFIED", "x\u202ey", "x\udcff"]


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
@pytest.mark.parametrize("words", ["verfy", "poset boolan", "plot rows", "theorem 9,7", "losers [2,2]"])
def test_advice_is_printable(words: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The command that was probably meant is advised in one printable line, whatever the other words contain."""
    code, _, err = run(capsys, *words.split(), name)
    assert code in {2, 64}
    assert "did you mean: zchomp " in err
    assert f" {name!r}" in err
    assert err.removesuffix("\n").isprintable()
