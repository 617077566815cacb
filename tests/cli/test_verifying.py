"""The command `zchomp verify`: the verifier's lines and exit codes."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import zchomp
from tests.cli.terminal import on_terminal
from tests.support import ROOT, SHIPPED
from zchomp.growing import arms, certify

VERIFY = [sys.executable, "-m", "zchomp", "verify"]


def test_verify_passes_the_verdict_on() -> None:
    """`zchomp verify` is the stand-alone verifier: same lines, same exit codes."""
    good = zchomp("verify", "--expect", "rows=3,upto=115", str(SHIPPED))
    assert (good.returncode, good.stderr) == (0, "")
    assert zchomp("verify", str(SHIPPED), "--expect", "upto=5").returncode == 1
    for arguments in (["verify"], ["verify", "."], ["verify", "--wrong", str(SHIPPED)]):
        bad = zchomp(*arguments)
        assert (bad.returncode, bad.stdout) == (64, "s ERROR\n")
        assert len(bad.stderr.splitlines()) == 1
    assert "no option '--wrong'" in zchomp("verify", "--wrong").stderr
    assert "expected the name of a certificate" in zchomp("verify").stderr
    assert zchomp("verify", "--help").returncode == 0
    assert zchomp("verify", sys.executable).stdout == "s NOT VERIFIED\n"


def test_verify_reads_standard_input() -> None:
    """A certificate in a pipe is verified under the name -, which a refusal also uses."""
    for text, code, reason in ((SHIPPED.read_bytes(), 0, ""), (b"nothing", 1, "'-': line 1: ")):
        found = subprocess.run([*VERIFY, "-"], input=text, capture_output=True, check=False)
        assert (found.returncode, found.stderr.decode()[: len(reason)]) == (code, reason)
        assert found.stdout.startswith(b"s NOT" if code else b"s VERIFIED rows=3 nim=0 upto=115 ")


def test_claims_are_written_as_they_are_expected() -> None:
    """A refusal of another claim writes both claims in the form that --expect takes."""
    found = zchomp("verify", str(SHIPPED), "--expect", "upto=5")
    assert found.stderr.endswith("line 1: claim: expected rows=3,nim=0,upto=5, found rows=3,nim=0,upto=115\n")


def test_verify_names_several_files(tmp_path: Path) -> None:
    """With several files a line before each verdict says which file it is about."""
    bad = tmp_path / "bad.jsonl"
    bad.write_text("nothing")
    lines = zchomp("verify", str(SHIPPED), str(bad)).stdout.splitlines()
    assert [lines[0], lines[2], lines[3]] == [f"c {str(SHIPPED)!r}", f"c {str(bad)!r}", "s NOT VERIFIED"]
    assert lines[1].startswith("s VERIFIED")


def test_verify_prints_json(tmp_path: Path) -> None:
    """With --json there is an object for each file, with the claim or the reason. Exit codes are the same."""
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(SHIPPED.read_bytes()[:5000])
    result = zchomp("verify", "--json", str(SHIPPED), str(bad))
    good, refused = json.loads(result.stdout)
    assert result.returncode == 1
    assert good["verdict"].split()[-1] == f"sha256={good['sha256']}"
    assert (good["claim"], good["code"], good["reason"]) == ({"rows": 3, "nim": 0, "upto": 115}, 0, "")
    assert (refused["verdict"], refused["code"], refused["claim"]) == ("s NOT VERIFIED", 1, None)
    assert refused["reason"] in result.stderr
    assert "line" in refused["reason"]


def test_verify_shows_how_far_it_is(tmp_path: Path) -> None:
    """On a terminal the verification of a large claim counts its slices, and that of a small one is over at once."""
    folder = ROOT / "certificates"
    shown = on_terminal("verify", str(folder / "chomp-3rows-1000.jsonl"), progress=True, cwd=tmp_path)
    assert re.search(r"verifying .*1001/1001", shown)
    assert "s VERIFIED rows=3 nim=0 upto=1000 slices=1001 " in shown
    shown = on_terminal("verify", str(folder / "chomp-3rows-115.jsonl"), progress=True, cwd=tmp_path)
    assert shown.startswith("s VERIFIED rows=3 nim=0 upto=115 slices=116 ")


@pytest.mark.parametrize("checker", ["verifier", "proved"])
def test_orders_are_expected_by_their_digest(checker: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """The elements and the digest of a growing order can also be expected, by every checker."""
    if checker == "proved":
        request.getfixturevalue("built")
    path = tmp_path / "arms.jsonl"
    report = certify(arms("2,1"), path)
    order = report.verdict.claim["order"]  # type: ignore[union-attr]
    for expected, code in [
        (f"elements=3,nim=0,order={order}", 0),
        (f"order={'0' * 64}", 1),
        ("elements=4", 1),
        ("rows=3", 1),
    ]:
        assert zchomp("verify", "--checker", checker, "--expect", expected, str(path)).returncode == code
    refused = zchomp("verify", "--expect", "elements=3", str(SHIPPED))
    assert (refused.returncode, refused.stdout) == (1, "s NOT VERIFIED\n")
    assert refused.stderr.endswith("chomp-3rows-115.jsonl': a claim about bars has no elements\n")


@pytest.mark.parametrize(
    "expected", ["rows", "rows=", "rows=x", "rows=3,rows=3", "rows=3,,nim=0", "order=12", "columns=3", "", "nim=-1"]
)
def test_wrong_expectations(expected: str) -> None:
    """Anything but parts of a claim is wrong usage, and so is a part given twice."""
    found = zchomp("verify", "--expect", expected, str(SHIPPED))
    assert (found.returncode, found.stdout) == (64, "s ERROR\n")
    assert "; expected some of rows=N,nim=N,upto=N, or of elements=N,nim=N,order=SHA256, each once" in found.stderr
