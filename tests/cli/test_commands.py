"""The command line, as a user meets it: output, exit codes, bad input."""

import io
import json
import os
import re
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest

from tests.certificate.drafts import leave_draft
from tests.cli.terminal import on_terminal
from tests.support import ROOT, SHIPPED, TESTS
from zchomp.cli import main
from zchomp.engines.prover import prove as library_prove
from zchomp.errors import DisagreementError

GOLDEN = TESTS / "golden"
FIVE = TESTS / "certificates" / "accepted" / "three-rows-5.jsonl"


def zchomp(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run zchomp as a program, in a pipe."""
    return subprocess.run(
        [sys.executable, "-m", "zchomp", *arguments], capture_output=True, text=True, check=False, cwd=cwd
    )


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("losers-5", ["losers", "5"]),
        ("losers-5-positions", ["losers", "5", "--positions"]),
        ("losers-5-latex", ["losers", "5", "--latex"]),
        ("losers-tail-positions", ["losers", "--tail", "4,2", "--positions"]),
        ("losers-tail-latex", ["losers", "--tail", "4,2", "--positions", "--latex"]),
        ("losers-3-n", ["losers", "3", "--symbol", "n"]),
        ("losers-2-json", ["losers", "2", "--json"]),
        ("solve-winner", ["solve", "(100000,20000,115)"]),
        ("solve-loser", ["solve", "(20068,20000,115)"]),
        ("solve-three-moves", ["solve", "(3,2,1)"]),
        ("solve-three-moves-json", ["solve", "(3,2,1)", "--json"]),
        ("solve-period-2", ["solve", "[120,1000,3]"]),
        ("solve-empty-slice", ["solve", "(9,5,3,1)"]),
        ("solve-full-bar", ["solve", "(9,9,9)"]),
        ("solve-full-bar-json", ["solve", "(9,9,9)", "--json"]),
        ("solve-turned", ["solve", "(3,3,3,3,3,3,3,3,3,3,3,3)"]),
        ("solve-hundred-digits", ["solve", f"({10**99 + 80000},{10**99},115)"]),
        ("solve-search", ["solve", "8x10"]),
        ("solve-square", ["solve", "11x11"]),
        ("solve-square-part", ["solve", f"(30{',30' * 28},29)"]),
        ("solve-stolen", ["solve", "20x30"]),
        ("solve-near", ["solve", f"({10**9 + 1},{10**9},5000,4000)"]),
        ("solve-sum-pair", ["solve", "(100,99,98)+(100,99,98)"]),
        ("solve-sum-losers", ["solve", "(100000,20000,115)+(20068,20000,115)"]),
        ("height-theorem", ["height", "(100,60,2)"]),
        ("conjectures-0", ["conjectures", "0"]),
        ("conjectures-4", ["conjectures", "4"]),
        ("conjectures-7", ["conjectures", "7"]),
        ("conjectures-4-json", ["conjectures", "4", "--json"]),
        ("conjectures-tail", ["conjectures", "--tail", "[2,2]"]),
        ("conjectures-empty", ["conjectures", "--tail", "(3,1)"]),
        ("genfun-tail", ["genfun", "--tail", "(2,1)"]),
        ("genfun-0", ["genfun", "0"]),
        ("genfun-5", ["genfun", "5"]),
        ("genfun-5-latex", ["genfun", "5", "--latex"]),
        ("genfun-1-json", ["genfun", "1", "--json"]),
        ("losers-tail", ["losers", "--tail", "[2,2]"]),
        ("losers-tail-empty", ["losers", "--tail", "(3,1)"]),
        ("losers-four-rows", ["losers", "3", "--rows", "4"]),
        ("grundy-2", ["grundy", "2", "--nim", "4", "--window", "6x10"]),
        ("grundy-0", ["grundy", "0", "--window", "3x12"]),
        ("grundy-1-json", ["grundy", "1", "--nim", "1", "--json"]),
        ("stats-500", ["stats", "--upto", "500"]),
        ("census-1000", ["census", "--upto", "1000"]),
        ("census-50-json", ["census", "--upto", "50", "--json"]),
        ("stats-20-json", ["stats", "--upto", "20", "--json"]),
        ("solve-sum", ["solve", "(5,4,3) + (3,2) + (2,2,2)"]),
        ("solve-sum-lost", ["solve", "(5,4,3)+(5,4,3)"]),
        ("solve-sum-json", ["solve", "(3) + (2)", "--json"]),
        ("height-sun", ["height", "(5,3,2)"]),
        ("height-ww", ["height", "(8,6)"]),
        ("height-none", ["height", "(4,4,4)"]),
        ("height-json", ["height", "(7,4)", "--json"]),
        ("height-check", ["height", "--check", "8"]),
        ("chart-24", ["chart", "24"]),
        ("chart-window", ["chart", "--rows", "114:122", "--columns", "165:180"]),
        ("chart-latex", ["chart", "4", "--latex"]),
        ("chart-csv", ["chart", "3", "--csv"]),
        ("sequence-diagonal", ["sequence", "A029900"]),
        ("sequence-bfile", ["sequence", "a029901", "--terms", "5", "--bfile"]),
        ("sequence-list", ["sequence", "--list"]),
        ("sequence-partitions-bfile", ["sequence", "A112470", "--terms", "12", "--bfile"]),
        ("sequence-four-rows", ["sequence", "A395126"]),
        ("export-coq-5", ["export", "--coq", str(FIVE)]),
        ("export-slices-csv", ["export", "--csv", "slices", str(FIVE)]),
        ("export-census-csv", ["export", "census", "8", "--csv"]),
        ("export-losers-csv", ["export", "losers", "--rows", "4:5", "--columns", "4:9", "--csv"]),
        ("export-chart-csv", ["export", "chart", "3", "--csv"]),
        ("winners-1", ["winners", "1"]),
        ("winners-0", ["winners", "--tail", "0"]),
        ("winners-1-maple", ["winners", "1", "--maple"]),
        ("winners-2-json", ["winners", "2", "--json"]),
        ("winners-tail", ["winners", "--tail", "[2,2]", "--symbols", "x,y"]),
        ("winners-tail-empty", ["winners", "--tail", "(3,1)"]),
        ("winners-3", ["winners", "3"]),
        ("ptable-26", ["ptable", "26"]),
        ("ptable-26-narrow", ["ptable", "26", "--width", "40"]),
        ("ptable-4-csv", ["ptable", "4", "--csv"]),
        ("ptable-3-json", ["ptable", "3", "--json"]),
        ("theorem-5", ["theorem", "5"]),
        ("theorem-tail", ["theorem", "--tail", "4,2"]),
        ("theorem-tail-empty", ["theorem", "--tail", "3,1"]),
        ("theorem-tail-latex", ["theorem", "--tail", "2,1", "--latex"]),
        ("theorem-upto", ["theorem", "--upto", "2"]),
        ("theorem-openings", ["theorem", "--openings"]),
        ("theorem-openings-markdown", ["theorem", "--openings", "--markdown"]),
        ("theorem-openings-latex", ["theorem", "--openings", "--latex"]),
        ("theorem-openings-json", ["theorem", "--openings", "--json"]),
        ("theorem-3-latex", ["theorem", "3", "--latex"]),
        ("theorem-2-markdown", ["theorem", "2", "--markdown"]),
        ("theorem-1-json", ["theorem", "1", "--json"]),
        ("theorem-article", ["theorem", "--upto", "2", "--latex"]),
        ("poset-bar", ["poset", "bar", "8x10"]),
        ("poset-divisors", ["poset", "divisors", "432", "--nim", "--show"]),
        ("poset-divisors-json", ["poset", "divisors", "12", "--json"]),
        ("poset-boolean", ["poset", "boolean", "4", "--show"]),
        ("poset-subsets", ["poset", "subsets", "6", "--upto", "2"]),
        ("poset-cube", ["poset", "platonic", "cube"]),
        ("poset-dodecahedron", ["poset", "platonic", "dodecahedron", "--after", "body"]),
        ("poset-projective", ["poset", "projective", "2", "--show"]),
        ("poset-chains", ["poset", "chains", "2x2x4", "--after", "1,1,1", "--show"]),
        ("poset-graph", ["poset", "graph", "path", "7"]),
        ("poset-openings", ["openings", "6x13", "--several"]),
        ("graph-321", ["graph", "(3,2,1)"]),
        ("losers-3-csv", ["losers", "3", "--csv"]),
        ("winners-1-csv", ["winners", "1", "--csv"]),
        ("stats-20-csv", ["stats", "--upto", "20", "--csv"]),
        ("sequence-json", ["sequence", "A029900", "--terms", "5", "--json"]),
        ("chart-3-json", ["chart", "3", "--json"]),
        ("chart-narrow", ["chart", "24", "--width", "60"]),
        ("openings-3x4-csv", ["openings", "3x4", "--csv"]),
        ("openings-3x4-json", ["openings", "3x4", "--json"]),
        ("openings-1x5", ["openings", "1x5"]),
        ("openings-several-none", ["openings", "4x5", "--several"]),
        ("openings-6x15", ["openings", "15x6", "--count", "--check"]),
        ("openings-8x10-csv", ["openings", "8x10", "--several", "--count", "--csv"]),
        ("openings-8x10-json", ["openings", "8 x 10", "--several", "--count", "--json"]),
        ("height-formula", ["height", "(10000000000,2)"]),
        ("graph-21-json", ["graph", "(2,1)", "--json"]),
        ("web-help", ["web", "--help"]),
        ("version", ["--version"]),
    ],
)
def test_golden(name: str, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What a command prints in a pipe, to the letter; ZCHOMP_GOLDEN=1 writes the files anew for a look at the diff."""
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    compare(out, name)
    assert err == ""


def compare(text: str, name: str) -> None:
    """Compare a text with a golden file; or write it, but then nothing was tested, and never where it counts."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("ZCHOMP_GOLDEN"):
        assert not os.environ.get("CI"), "ZCHOMP_GOLDEN is set: nothing would be tested"
        path.write_text(text)
        pytest.skip("written anew: look at the difference")
    assert text == path.read_text()


def test_golden_files_are_not_written_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the variable set that writes golden files, their tests fail in CI, and pass nowhere."""
    monkeypatch.setenv("ZCHOMP_GOLDEN", "1")
    monkeypatch.setenv("CI", "true")
    before = (GOLDEN / "version.txt").read_text()
    with pytest.raises(AssertionError, match="nothing would be tested"):
        compare("something else", "version")
    assert (GOLDEN / "version.txt").read_text() == before


def test_no_golden_file_is_left_over() -> None:
    """Every golden file belongs to a test."""
    names = {arguments[0] for arguments in test_golden.pytestmark[0].args[1]}  # type: ignore[attr-defined]
    assert {path.stem for path in GOLDEN.iterdir()} == names | {"prove-115"}


def test_no_output_names_a_file_that_is_not_installed() -> None:
    """What commands print names Coq theorems and commands, but no file of the repository."""
    for path in GOLDEN.iterdir():
        if path.stem != "export-coq-5":  # it is made for those files
            assert not re.findall(r"\b(?:proofs|docs|tests)/\S*", path.read_text()), path.name


def test_coq_has_every_theorem_that_is_named() -> None:
    """Each Coq theorem that zchomp names is in the module that it names."""
    sources = [path.read_text() for path in (ROOT / "zchomp").rglob("*.py")]
    named = {name for text in sources for name in re.findall(r"\b([A-Z]\w+\.[a-z]+_\w+)\b", " ".join(text.split()))}
    named = {name for name in named if (ROOT / "proofs" / f"{name.partition('.')[0]}.v").exists()}
    assert {"Heights.sun_height", "Slices.member_end", "Posets.largest_element_wins"} <= named
    for module, _, theorem in (name.partition(".") for name in named):
        text = (ROOT / "proofs" / f"{module}.v").read_text()
        assert re.search(rf"^(?:Theorem|Corollary) {theorem}\b", text, flags=re.MULTILINE), (module, theorem)


def test_prove(tmp_path: Path) -> None:
    """The main job: the certificate in the working directory, the verdict, and the numbers of the theorem."""
    result = zchomp("prove", "--upto", "115", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    compare(result.stdout, "prove-115")
    assert (tmp_path / "chomp-3rows-115.jsonl").read_bytes() == SHIPPED.read_bytes()
    assert "116: 49 periodic, 67 finite" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("s VERIFIED rows=3 nim=0 upto=115 slices=116 sha256=")


@pytest.mark.parametrize(
    ("arguments", "name", "headline"),
    [
        (["--rows", "2"], "chomp-2rows-0.jsonl", "Proved: two-rowed Chomp."),
        (["--rows", "4", "--upto", "5"], "chomp-4rows-5.jsonl", "Proved: four-rowed Chomp, third row at most 5."),
        (
            ["--upto", "6", "--nim", "2", "--mode", "compact"],
            "chomp-3rows-nim2-6-compact.jsonl",
            "Proved: three-rowed Chomp, third row at most 6, nim-values 0 to 2.",
        ),
    ],
)
def test_prove_other_claims(arguments: list[str], name: str, headline: str, tmp_path: Path) -> None:
    """Other numbers of rows, nim-values and modes go the same way, and verify."""
    result = zchomp("prove", *arguments, cwd=tmp_path)
    assert result.stdout.splitlines()[0] == headline
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert zchomp("verify", name, cwd=tmp_path).stdout.startswith("s VERIFIED")


def test_progress_bar_on_a_terminal(tmp_path: Path) -> None:
    """On a terminal there is a bar for proving and one for verifying, and then the result."""
    shown = on_terminal("prove", "--upto", "115", progress=True, cwd=tmp_path)
    assert "0/116" in shown  # before anything is proved
    for words in (
        "proving",
        "losers found",
        "open conjectures",
        "retracted",
        "verifying",
        "116/116",
        "Proved: three-rowed Chomp",
        "s VERIFIED rows=3",
    ):
        assert words in shown
    assert "Traceback" not in shown


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["3x7"], ["solve", "3x7"]),
        (["9", "7", "4", "--json"], ["solve", "9,7,4", "--json"]),
        (["(5,4,3)", "+", "(3,2)"], ["solve", "5,4,3 + 3,2"]),
        (["[4,3,2]"], ["solve", "9,7,4"]),
        (["help", "poset", "bar"], ["poset", "bar", "--help"]),
        (["help"], ["--help"]),
    ],
    ids=" ".join,
)
def test_a_position_by_itself_is_solved(typed: list[str], meant: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A position without a command is solved, and `help` before a command shows its help."""
    assert main(meant) == 0
    expected = capsys.readouterr().out
    assert main(typed) == 0
    assert capsys.readouterr().out == expected


def test_notations_are_the_same_position(capsys: pytest.CaptureFixture[str]) -> None:
    """Rows and columns of the same position get the same answer."""
    main(["solve", "(100000,20000,115)"])
    rows = capsys.readouterr().out
    main(["solve", "[115,19885,80000]"])
    assert capsys.readouterr().out == rows


@pytest.mark.parametrize(
    ("typed", "quoted"),
    [
        (["solve", "9", "7", "4"], ["solve", "(9,7,4)"]),
        (["solve", "9,7,4", "--json"], ["solve", "(9,7,4)", "--json"]),
        (["solve", "--json", "9", "7,", "4"], ["solve", "(9,7,4)", "--json"]),
        (["solve", "3x5"], ["solve", "(5,5,5)"]),
        (["solve", "5^3,2"], ["solve", "(5,5,5,2)"]),
        (["solve", "3x5", "+", "2,1"], ["solve", "(5,5,5) + (2,1)"]),
        (["solve", "3", "x", "5+2", "1"], ["solve", "(5,5,5) + (2,1)"]),
        (["height", "5,3,2"], ["height", "(5,3,2)"]),
        (["height", "5", "3", "2"], ["height", "(5,3,2)"]),
        (["graph", "3", "2"], ["graph", "(3,2)"]),
        (["play", "2x3", "--first", "computer"], ["play", "(3,3)", "--first", "computer"]),
        (["poset", "bar", "3", "2", "1"], ["poset", "bar", "(3,2,1)"]),
        (["losers", "--tail", "4,2"], ["losers", "--tail", "(4,2)"]),
    ],
    ids=" ".join,
)
def test_no_quotes_are_needed(
    typed: list[str], quoted: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without parentheses a position may be typed in any number of words, and means the same."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(quoted) == 0
    expected = capsys.readouterr().out
    assert main(typed) == 0
    assert capsys.readouterr().out == expected


def test_json_is_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    """JSON has the numbers in full, also those of a hundred digits."""
    main(["solve", f"({10**99 + 80000},{10**99},115)", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert answer["position"] == [10**99 + 80000, 10**99, 115]
    assert answer["winning_moves"] == [{"row": 1, "column": 10**99 + 69, "after": [10**99 + 68, 10**99, 115]}]
    assert answer["proof"]["tail"] == [115]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve", "(3,4)"], ["'(3,4)'", "must not increase"]),
        (["solve", "[0,0,0]"], ["'[0,0,0]'", "poisoned square"]),
        (["solve", "()"], ["'()'", "expected"]),
        (["solve", "5;3"], ["'5;3'", "separated by commas"]),
        (["solve", "(2,-1)"], ["'(2,-1)'", "negative"]),
        (["solve", "(" + "7" * 100_000 + ")"], ["777...", "digits"]),
        (["solve"], ["POSITION"]),
        (["solve", "(3,2)", "(2,1)"], ["(2,1)"]),
        (["prove", "--upto", "-1"], ["'-1'", "0 or more"]),
        (["prove", "--upto", "x"], ["'x'", "whole number"]),
        (["prove", "--upto", "1" * 5000], ["111...", "whole number"]),
        (["prove", "--upto", "99999999999"], ["99999999999", "handles at most"]),
        (["prove"], ["--upto", "expected"]),
        (["export"], ["missing TABLE; expected one of slices, census, losers, chart (or --coq FILE)"]),
        (["export", "slices"], ["expected --csv or --parquet"]),
        (["export", "slices", "--csv"], ["missing FILE or N", "zchomp export slices 115 --csv"]),
        (["export", "winners", "5", "--csv"], ["'winners'", "'slices'"]),
        (["export", "slices", "none.jsonl", "--csv"], ["'none.jsonl'", "the file of a certificate, or the largest"]),
        (["export", "slices", str(SHIPPED.parent), "--csv"], ["the file of a certificate, or the largest"]),
        (["export", "slices", __file__, "--csv"], ["is not a certificate of format"]),
        (["export", "slices", "5", "--out", "a.txt"], ["expected --csv or --parquet"]),
        (["export", "slices", "5", "--csv", "--coq", str(SHIPPED)], ["expected a table or --coq FILE, not both"]),
        (["export", "census", "5", "--csv", "--columns", "1:2"], ["expected them for losers or chart only"]),
        (["export", "losers", "5", "--csv", "--rows", "3:9"], ["expected rows from 0 to 5, got rows to 9"]),
        (["export", "losers", "--csv", "--rows", "7:9", "--columns", "1:2"], ["expected columns from 7 on"]),
        (["export", "losers", "9", "--csv", "--rows", "9:7"], ["'9:7'", "FIRST:LAST"]),
        (["export", "losers", "-5", "--csv"], ["'-5'", "expected the file of a certificate"]),
        (["export", "slices", "30000", "--csv"], ["180000000 terms", "expected at most"]),
        (["export", "chart", "20000", "--csv"], ["a window of 400040001 cells", "expected at most"]),
        (["export", "--coq", "none.jsonl"], ["'none.jsonl'", "does not exist"]),
        (["export", "--coq", str(SHIPPED.parent)], ["certificates", "is a directory"]),
        (["prove", "--upto", "3", "--rows", "1"], ["'1'", "2 or more"]),
        (["prove", "--upto", "3", "--rows", "2"], ["two rows have no third row: upto must be 0, got 3"]),
        (["prove", "--upto", "3", "--mode", "brief"], ["'brief'", "full"]),
        (["prove", "--upto", "3", "--wrong"], ["--wrong"]),
        (["prove", "--upto", "100000"], ["a full certificate for third rows up to 100000", "mode compact is smaller"]),
        (["chart", "--rows", "1:2"], ["--rows and --columns together"]),
        (["chart", "--rows", "46"], ["--rows and --columns together", "up to 46: zchomp chart 46\n"]),
        (["chart", "--rows", "50:60", "--columns", "40:49"], ["expected columns from 50 on", "q <= 49"]),
        (["census"], ["--upto"]),
        (["census", "--upto", "1"], ["'1'", "2 or more"]),
        (["stats"], ["--upto"]),
        (["stats", "--upto", "1"], ["'1'", "6 or more"]),
        (["prove", "--upto", "3", "--method", "magic"], ["'magic'", "recurrence"]),
        (["prove", "--upto", "5000", "--method", "genfun"], ["5000", "the method recurrence proves the same"]),
        (["prove", "--upto", "5000", "--method", "both"], ["5000", "the method recurrence proves the same"]),
        (["conjectures", "x"], ["'x'", "whole number"]),
        (["conjectures"], ["missing C, the third row (or --tail)", "zchomp conjectures 5"]),
        (["genfun", "3", "--tail", "[2,2]"], ["expected C or --tail, not both"]),
        (["conjectures", "--tail", "(1,2)"], ["'(1,2)'", "rows from the third on"]),
        (["genfun", "-1"], ["-1"]),
        (["losers"], ["missing K, the largest third row (or --tail)", "zchomp losers 5"]),
        (["losers", "0"], ["a K of 1 or more, got 0", "losers --tail 0"]),
        (["losers", "5", "--tail", "[2]"], ["expected K or --tail, not both"]),
        (["losers", "--tail", "(1,2)"], ["'(1,2)'", "rows from the third on"]),
        (["losers", "--tail", "[2,2]", "--rows", "3"], ["'[2,2]'", "2 rows", "at most 1"]),
        (["losers", "5", "--rows", "2"], ["'2'", "3 or more"]),
        (["grundy", "3", "--nim", "-1"], ["-1"]),
        (["grundy", "3", "--window", "big"], ["'big'", "8x20"]),
        (["prove", "--upto", "3", "--nim", "-1"], ["'-1'", "0 or more"]),
        (["prove", "--upto", "3", "--max-terms", "0"], ["'0'", "1 or more"]),
        (["solve", "(5,4) + (4,5)"], ["(4,5)", "must not increase"]),
        (["solve", "(5,4) +"], ["not a sum of bars: '(5,4) +'"]),
        (["height"], ["missing POSITION", "(or --check)"]),
        (["height", "(2,3)"], ["'(2,3)'", "must not increase"]),
        (["chart"], ["missing N", "(or --rows and --columns)"]),
        (["chart", "5", "--rows", "1:2", "--columns", "1:2"], ["expected N or --rows and --columns, not both"]),
        (["chart", "--rows", "9:3", "--columns", "1:2"], ["'9:3'", "FIRST:LAST"]),
        (["chart", "--rows", "-1:3", "--columns", "1:2"], ["-1:3"]),
        (["sequence", "A000045"], ["'A000045'", "A029899"]),
        (["losers", "x"], ["'x'", "whole number"]),
        (["losers", "5", "--symbol", "2"], ["'2'", "letter"]),
        (["winners"], ["missing K, the largest third row (or --tail)"]),
        (["winners", "1", "--tail", "(2,1)"], ["expected K or --tail, not both"]),
        (["winners", "0"], ["a K of 1 or more, got 0", "winners --tail 0"]),
        (["winners", "x"], ["'x'", "whole number"]),
        (["winners", "1", "--symbols", "a"], ["'a'", "letter"]),
        (["winners", "1", "--symbols", "a,a"], ["'a,a'", "two different letters"]),
        (["winners", "--tail", "(1,2)"], ["'(1,2)'", "rows from the third on"]),
        (["ptable"], ["K"]),
        (["ptable", "-3"], ["-3"]),
        (["ptable", "5", "--width", "3"], ["'3'", "20 or more"]),
        (["theorem"], ["missing C, the third row (or --tail or --upto or --openings)"]),
        (["theorem", "3", "--upto", "5"], ["expected C or --tail or --upto or --openings, only one of them"]),
        (["theorem", "--upto", "5", "--openings"], ["expected C or --tail or --upto or --openings, only one of them"]),
        (["solve"], ["missing POSITION; expected zchomp solve [OPTIONS] POSITION"]),
        (["solve", "(5,4)", "b"], ["not a position: '(5,4) b'", "expected rows like 5,4,3"]),
        (["sequence"], ["missing NAME", "(or --list); for example: zchomp sequence A029900"]),
        (["sequence", "A029900", "--list"], ["expected NAME or --list, not both"]),
        (["sequence", "A029900", "b"], ["unexpected extra argument (b); expected zchomp sequence"]),
        (["solve", "3", "4"], ["'3 4'", "must not increase"]),
        (["solve", "3", "-2"], ["'3 -2'", "negative"]),
        (["solve", "5^1000000000"], ["'5^1000000000'", "at most 100000 rows"]),
        (["solve", "1x5", "+", "2,3"], ["'2,3'", "must not increase"]),
        (["solve", "3x5x2"], ["'3x5x2'", "rows and columns only"]),
        (["solve", ""], ["''", "expected rows like"]),
        (["height", "3", "x"], ["'3 x'", "expected rows like"]),
        (["height", "3", "2", "--check", "5"], ["expected POSITION or --check, not both"]),
        (["graph", "0x5"], ["'0x5'", "at least once"]),
        (["play", "5^0"], ["'5^0'", "at least once"]),
        (["plot", "chart", "9,7,4"], ["unexpected extra argument (9,7,4); expected zchomp plot chart"]),
        (["plot", "chart", "9"], ["unexpected '9'; did you mean: zchomp plot chart --upto 9\n"]),
        (["prove", "115"], ["unexpected '115'; did you mean: zchomp prove --upto 115\n"]),
        (["stats", "500", "--json"], ["unexpected '500'; did you mean: zchomp stats --upto 500 --json\n"]),
        (["census", "500"], ["unexpected '500'; did you mean: zchomp census --upto 500\n"]),
        (["nim", "5,3,1"], ["no command 'nim'; did you mean: zchomp solve 5,3,1\n"]),
        (["period", "120"], ["no command 'period'; did you mean: zchomp theorem 120\n"]),
        (["plot", "baar", "3"], ["no command 'baar' of zchomp plot; did you mean: zchomp plot bar 3\n"]),
        (["chart", "3", "--rows", "1:2"], ["expected N or --rows and --columns, not both"]),
        (["solv", "9,7,4"], ["no command 'solv'; did you mean: zchomp solve 9,7,4\n"]),
        (["stats"], ["missing --upto, all rows and columns below this; expected zchomp stats"]),
        (["solve", "(5,4)", "--foo"], ["no option '--foo'; expected one of --json, --effort, --library, --no-library"]),
        (["losers", "-5"], ["invalid value for K: '-5'; expected a whole number, 0 or more"]),
        (["plot", "foo"], ["no command 'foo' of zchomp plot; expected one of chart, diagonal, row, periods, bar\n"]),
        (["play"], ["POSITION"]),
        (["play", "(3,4)"], ["'(3,4)'", "must not increase"]),
        (["play", "(3,3)", "--first", "nobody"], ["'nobody'", "computer"]),
        (["play", "(3,3)", "--seed", "x"], ["'x'", "whole number"]),
        (["prove", "--upto", "100", "--rows", "50"], ["more than 10^", "slices", "expected at most"]),
        (["plot", "row"], ["missing C; expected zchomp plot row [OPTIONS] C"]),
        (["plot", "bar"], ["missing POSITION; expected zchomp plot bar [OPTIONS] POSITION"]),
        (["plot", "row", "3", "--upto", "5"], ["no option '--upto'"]),
        (
            ["sing"],
            ["no command 'sing'; expected one of solve, losers, winners", "theorem, conjectures, genfun, poset\n"],
        ),
    ],
    ids=lambda value: " ".join(map(str, value))[:40],
)
def test_bad_input(arguments: list[str], words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Bad input gets one short line that quotes it and says what was expected, and exit code 2."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert len(err) < 300
    assert err.startswith("zchomp: ")
    for word in words:
        assert word in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "(10000000000,1000000000,100000000)"],
        ["losers", "1000000"],
        ["grundy", "999999"],
        ["solve", "(100000,20000,115) + (2,2)"],
        ["height", "(90,80,70,60)"],
        ["winners", "99999"],
        ["winners", "--tail", "99999"],
        ["ptable", "99999"],
        ["theorem", "99999"],
        ["theorem", "--upto", "99999", "--latex"],
        ["conjectures", "1000"],
        ["genfun", "99999"],
    ],
)
def test_not_known(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What is not proved is not answered: one line says how far the proof would have to go, and the exit code is 1."""
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "not known" in err
    assert "slice" in err
    assert len(err) < 300


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["chart", "5000"], "a window of 25010001 values needs about 2 min; retry with --effort 101"),
        (["height", "--check", "51"], "a check of the formulas up to 51 needs about 24 s; retry with --effort 24"),
        (["graph", "20^10"], "30045014 positions, needs about 50 min; retry with --effort 3005"),
        (["solve", "9000,8000,5000", "--effort", "1"], "needs about 3 s; retry with --effort 3"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_takes_more_effort(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An answer that takes more effort is not known, with the effort that it needs, in one wording."""
    assert main(arguments) == 1
    assert capsys.readouterr().err.endswith(f"{reason}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "(10000000000,1000000000,100000000)"],
        ["solve", "(100000,20000,115) + (2,2)"],
        ["losers", "1000000"],
        ["chart", "--rows", "50000:50000", "--columns", "50000:50001"],
        ["prove", "--upto", "30", "--max-terms", "5", "--out", "draft.jsonl"],
        ["poset", "subsets", "8", "--upto", "5"],
    ],
    ids=" ".join,
)
def test_not_known_in_json(
    arguments: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not known is JSON too, with the reason, and the exit code is 1."""
    monkeypatch.chdir(tmp_path)
    assert main([*arguments, "--json"]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    answer = json.loads(out)
    assert list(answer) == ["unknown"]
    assert main(arguments) == 1
    assert answer["unknown"][:60] in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["losers", "3", "--csv", "--json"],
        ["losers", "3", "--latex", "--csv"],
        ["chart", "3", "--latex", "--json"],
        ["grundy", "3", "--csv", "--json"],
        ["grundy", "3", "--window", "3x3", "--json"],
        ["genfun", "3", "--latex", "--json"],
        ["winners", "3", "--maple", "--json"],
        ["winners", "3", "--maple", "--csv"],
        ["ptable", "3", "--csv", "--json"],
        ["theorem", "3", "--latex", "--markdown"],
        ["theorem", "3", "--latex", "--json"],
        ["chart", "3", "--csv", "--json"],
        ["sequence", "A029900", "--bfile", "--json"],
        ["sequence", "--list", "--json"],
        ["stats", "--upto", "20", "--csv", "--json"],
        ["export", "slices", "5", "--csv", "--parquet"],
        ["openings", "3x3", "--csv", "--json"],
        ["poset", "bar", "3x3", "--show", "--json"],
    ],
    ids=" ".join,
)
def test_contradicting_options(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Two ways to print the same thing at once are refused, and both are named."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "expected at most one of" in err
    assert all(option in err for option in arguments if option.startswith("--") and option != "--upto")


def test_cite(capsys: pytest.CaptureFixture[str]) -> None:
    """The citation has the data of CITATION.cff, and the entry for BibTeX is that of the README."""
    assert main(["cite"]) == 0
    shown = capsys.readouterr().out
    file = (ROOT / "CITATION.cff").read_text()
    for field in ("message", "title", "name", "version"):
        (value,) = re.findall(rf'^(?:  - )?{field}: "?(.+?)"?$', file, flags=re.MULTILINE)
        assert value in shown
    (entry,) = re.findall(r"^ *(@software.*)$", shown, flags=re.MULTILINE)
    assert entry in (ROOT / "README.md").read_text()


def test_cite_from_a_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Installed from a wheel, the citation is that of the file beside the package; without it, one line says so."""
    monkeypatch.setattr("zchomp.words.citation.__file__", str(tmp_path / "zchomp" / "words" / "citation.py"))
    assert main(["cite"]) == 2
    assert "CITATION.cff is missing" in capsys.readouterr().err
    (tmp_path / "zchomp").mkdir()
    (tmp_path / "zchomp" / "CITATION.cff").write_text((ROOT / "CITATION.cff").read_text().replace("Chomp", "Cake"))
    assert main(["cite"]) == 0
    assert "the game of Cake" in capsys.readouterr().out


def test_rows_may_be_meant(capsys: pytest.CaptureFixture[str]) -> None:
    """Columns that are not known, and could be rows, are answered with the command for those rows."""
    assert main(["solve", "[100000,20000,115]"]) == 1
    assert capsys.readouterr().err.endswith("if you mean these numbers to be rows: zchomp solve 100000,20000,115\n")
    assert main(["solve", "[20000,100000,115]"]) == 1
    assert "rows:" not in capsys.readouterr().err


def test_internal_errors_have_their_own_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Engines that disagree, and errors that nobody foresaw, are internal errors: one line, exit code 3."""

    def disagree(_position: object) -> None:
        raise DisagreementError("the engines disagree")

    def fail(_position: object) -> None:
        raise KeyError("nobody foresaw this")

    for function, words in ((disagree, "the engines disagree"), (fail, "KeyError: 'nobody foresaw this'")):
        monkeypatch.setattr("zchomp.cli.asking.solve_position", function)
        assert main(["solve", "(3,2,1)"]) == 3
        out, err = capsys.readouterr()
        assert out == ""
        assert len(err.splitlines()) == 1
        assert f"internal error: {words}" in err


def test_prove_in_json(tmp_path: Path) -> None:
    """The report of a proof is data too: the claim, the numbers, the digest, the verdict."""
    result = zchomp("prove", "--upto", "30", "--json", cwd=tmp_path)
    report = json.loads(result.stdout)
    assert report["claim"] == {"rows": 3, "nim": 0, "upto": 30}
    assert (report["slices"], report["periodic"], report["finite"], report["empty"]) == (31, 13, 18, 0)
    assert report["sha256"] == sha256((tmp_path / report["path"]).read_bytes()).hexdigest()
    assert report["verdict"].endswith(report["sha256"])


@pytest.mark.parametrize(
    "arguments",
    [
        ["chart", "24"],
        ["genfun", "2"],
        ["losers", "120"],
        ["solve", "(100000,20000,115)"],
        ["solve", "(11,11,11,11,11,11)"],
        ["conjectures", "4"],
        ["winners", "5"],
        ["theorem", "5"],
        ["ptable", "30"],
        ["stats", "--upto", "500"],
        ["census", "--upto", "500"],
        ["height", "(8,6)"],
        ["--help"],
        ["prove", "--help"],
    ],
    ids=" ".join,
)
def test_lines_fit_the_terminal(arguments: list[str]) -> None:
    """On a terminal of 80 columns no line is longer, and what is printed is the same but for the line breaks."""
    shown = on_terminal(*arguments)
    assert max(map(len, shown.splitlines())) <= 80
    if arguments[0] not in {"chart", "ptable", "--help", "prove", "theorem"}:
        piped = zchomp(*arguments).stdout.split()
        assert shown.split()[-len(piped) :] == piped


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("arguments", [["theorem", "5"], ["theorem", "--openings"], ["stats", "--upto", "20"]], ids=str)
def test_nothing_is_broken_twice(arguments: list[str], columns: int) -> None:
    """No line is broken before the width of the terminal, or the width of text, unless the next word is too long."""
    lines = on_terminal(*arguments, columns=columns).splitlines()
    for line, after in pairwise(lines):
        goes_on = re.match(r" *[a-z(]", after) and not re.search(r"[.:)]$|found|printed|proved", line)
        if goes_on and not re.search(r"found|printed|proved|  - ", after):
            first = re.split(r"(?<=\S) ", after.lstrip())[0]
            assert len(line) + 1 + len(first) > min(columns, 79) - 12, (line, after)


def test_headings_and_legends_are_for_terminals() -> None:
    """On a terminal a list of losers and a chart have a heading, in bold, and a legend; in a pipe they do not."""
    for arguments, heading, legend in (
        (["losers", "5"], "Losers of three rows with third row 1 to 5", "By columns: [3, 1, 2] has 3 columns of full"),
        (["losers", "--tail", "4,2", "--positions"], "Losers with the rows (4, 2) from the third on", "By rows. The"),
        (["chart", "5"], "Brouwer's chart: f(q, r) is the first row of a loser", "A * marks the last loser"),
    ):
        shown = on_terminal(*arguments, columns=120, colours=True)
        assert shown.startswith(f"\x1b[1m{heading}\x1b[0m\n")
        assert legend in shown
        assert shown.count("\x1b[1m") == 1
        assert heading not in zchomp(*arguments).stdout
    for arguments in (["sequence", "A029900"], ["sequence", "--list"], []):
        assert "\x1b" not in on_terminal(*arguments, colours=True)


def test_chart_in_blocks() -> None:
    """A chart that is wider than the terminal comes in blocks of columns, with every value of the whole one."""
    whole = zchomp("chart", "24", "--csv").stdout
    shown = on_terminal("chart", "24")
    values = Counter(int(value) for value in re.findall(r"[0-9]+", shown))
    below = [line.split(",") for line in whole.splitlines()[1:]]
    expected = Counter(int(value) for r, line in enumerate(below) for value in line[1 + r :])
    assert not expected - values
    assert shown.count("-----") >= 2


def test_the_report_fits_but_for_the_verdict(tmp_path: Path) -> None:
    """Of what `prove` prints only the verifier's own line is longer than 80 columns."""
    lines = zchomp("prove", "--upto", "115", cwd=tmp_path).stdout.splitlines()
    assert [line.split()[0] for line in lines if len(line) > 80] == ["s"]


def test_line_editing_in_a_game() -> None:
    """On a terminal a line can be edited before it is sent: Ctrl-A goes to its beginning."""
    typed = [("your move> ", "3\x012 \n"), ("your move> ", "quit\n")]
    assert "You bite row 2, column 3." in on_terminal("play", "(5,4,4)", typed=typed)


def test_completion() -> None:
    """The shell's completion knows commands, options, sequences and solids (docs/completion.md)."""

    def complete(words: str, number: int) -> list[str]:
        environment = {
            **os.environ,
            "_ZCHOMP_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(number),
        }
        command = [str(Path(sys.executable).parent / "zchomp")]
        result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        return [line.partition(",")[2] for line in result.stdout.splitlines()]

    assert complete("zchomp sol", 1) == ["solve"]
    assert {"--upto", "--json", "--method"} <= set(complete("zchomp prove --", 2))
    assert complete("zchomp sequence a02990", 2) == [f"A02990{digit}" for digit in range(6)]
    assert complete("zchomp poset platonic d", 3) == ["dodecahedron"]


def test_verify_passes_the_verdict_on() -> None:
    """`zchomp verify` is the stand-alone verifier: its lines, its exit codes."""
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


def test_verify_prints_json(tmp_path: Path) -> None:
    """With --json there is an object for each file: what was verified, or why it was not. Exit codes stay."""
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


def test_verify_names_several_files(tmp_path: Path) -> None:
    """With several files a line before each verdict says which file it is about."""
    bad = tmp_path / "bad.jsonl"
    bad.write_text("nothing")
    lines = zchomp("verify", str(SHIPPED), str(bad)).stdout.splitlines()
    assert [lines[0], lines[2], lines[3]] == [f"c {str(SHIPPED)!r}", f"c {str(bad)!r}", "s NOT VERIFIED"]
    assert lines[1].startswith("s VERIFIED")


def test_a_closed_pipe_is_no_error() -> None:
    """If whoever reads the output has had enough, nothing is complained about."""
    command = f"{sys.executable} -m zchomp losers 1000 | head -c 10"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (result.stdout, result.stderr) == ("[[[1, 0, 2", "")


def test_light_start() -> None:
    """Answering from the certificate imports neither sympy nor networkx nor rich."""
    code = (
        "import sys; from zchomp.cli import main; main(['solve', '(5,4,3)']);"
        "print(sorted({name.partition('.')[0] for name in sys.modules} & {'sympy', 'networkx', 'numba', 'rich'}))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[]"


def test_without_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    """`zchomp` alone shows the help, with all commands; each command has help of its own."""
    assert main([]) == 0
    shown = capsys.readouterr().out
    titles = re.findall(r"^(\w.*):$", shown, flags=re.MULTILINE)
    assert titles == ["Options", "Ask", "Prove and verify", "Explore", "Explain", "Other games"]
    listed = re.findall(r"^  ([a-z]+)  +(.*)$", shown.partition("Ask:")[2], flags=re.MULTILINE)
    assert len(listed) == 24
    for command, about in listed:
        assert not about.endswith("...") or about.endswith(("FILE...", "2, ..."))  # not cut short
        if command != "verify":
            assert main([command, "--help"]) == 0
            assert f"Usage: zchomp {command}" in capsys.readouterr().out


def test_max_terms(tmp_path: Path) -> None:
    """A slice that is given up is unknown, with what was seen; nothing is claimed, and a run with more goes on."""
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


@pytest.mark.parametrize(("rows", "upto", "nim"), [(4, 20, 0), (5, 8, 0), (3, 50, 6), (3, 100, 3), (2, 0, 9)], ids=str)
def test_more_rows_and_nim_values(rows: int, upto: int, nim: int, tmp_path: Path) -> None:
    """[Sun02]'s and BYRNES's sizes are proved, certified and verified, and the report counts what was proved."""
    options = ["--rows", str(rows), "--upto", str(upto), "--nim", str(nim), "--method", "recurrence"]
    result = zchomp("prove", *options, cwd=tmp_path)
    kinds = Counter(proof.sequence.kind.value for proof in library_prove(upto, rows, nim).values())
    assert f"{kinds.total()}: {kinds['periodic']} periodic, {kinds['finite']} finite" in result.stdout
    assert (f", {kinds['empty']} empty" in result.stdout) == bool(kinds["empty"])
    verdict = f"s VERIFIED rows={rows} nim={nim} upto={upto} slices={kinds.total()} "
    assert result.stdout.splitlines()[-1].startswith(verdict)


def test_a_resumed_run_claims_no_more_than_it_did(tmp_path: Path) -> None:
    """Slices that were taken over from a draft are not said to have been proved by both engines."""
    zchomp("prove", "--upto", "30", "--method", "recurrence", "--out", "whole.jsonl", cwd=tmp_path)
    lines = (tmp_path / "whole.jsonl").read_bytes().splitlines(keepends=True)
    leave_draft(tmp_path / "again.jsonl", b"".join(lines[:22]))
    again = zchomp("prove", "--upto", "30", "--method", "both", "--out", "again.jsonl", cwd=tmp_path)
    assert "(21 of them by an earlier run)" in again.stdout
    assert "with the same result, for the 10 slices of this run" in again.stdout


def test_odd_outputs() -> None:
    """An output that cannot print a letter, is closed, or is full, gets no traceback."""

    def run(command: str) -> subprocess.CompletedProcess[str]:
        shell = command.replace("zchomp", f"{sys.executable} -m zchomp")
        return subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)

    assert run("PYTHONIOENCODING=ascii zchomp losers 2 --symbol α").stdout.endswith("[[2, \\u03b1, 2]]]\n")
    assert run("zchomp losers 2 >&-").stderr == ""
    full = run("zchomp losers 2 >/dev/full")
    assert "Traceback" not in full.stderr
    assert full.returncode != 0
