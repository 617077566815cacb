"""Golden files: the exact output of commands in a pipe."""

import os
import re

import pytest

from tests.checker import coq_source
from tests.support import ROOT, TESTS
from zchomp.cli import main

GOLDEN = TESTS / "golden"
FIVE = TESTS / "certificates" / "accepted" / "three-rows-5.jsonl"


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
        ("solve-ordinal-loser", ["solve", "w2,w2,2"]),
        ("solve-ordinal-moves", ["solve", "w+2,w+2,5"]),
        ("solve-ordinal-infinite", ["solve", "w^2*2,w^2+w,w^2+w"]),
        ("solve-ordinal-json", ["solve", "w+2,w+2,5", "--json"]),
        ("solve-ordinal-missing", ["solve", "w*5+1,w,90000"]),
        ("solve-ordinal-box", ["solve", "2x2xw^3"]),
        ("solve-ordinal-box-moves", ["solve", "[[w^3,w^3],[w^3,w^2+5]]"]),
        ("losers-ordinal", ["losers", "115", "--ordinal"]),
        ("losers-ordinal-csv", ["losers", "9", "--ordinal", "--csv"]),
        ("losers-ordinal-latex", ["losers", "9", "--ordinal", "--latex"]),
        ("losers-ordinal-tail", ["losers", "--tail", "31", "--ordinal"]),
        ("losers-ordinal-rows", ["losers", "--tail", "4,2", "--ordinal"]),
        ("chart-block", ["chart", "12", "--block", "1"]),
        ("chart-block-csv", ["chart", "6", "--block", "2", "--csv"]),
        ("chart-block-latex", ["chart", "4", "--block", "2", "--latex"]),
        ("solve-sum-pair", ["solve", "(1000,999,998)+(1000,999,998)"]),
        ("solve-sum-losers", ["solve", "(100000,20000,115)+(20068,20000,115)"]),
        ("height-theorem", ["height", "(1000000,600000,2)"]),
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
        ("grundy-3x6", ["grundy", "3x6"]),
        ("grundy-3x2-csv", ["grundy", "3x2", "--csv"]),
        ("grundy-2x2-json", ["grundy", "2x2", "--json"]),
        ("theorem-two-rows", ["theorem", "--two-rows"]),
        ("theorem-two-rows-latex", ["theorem", "--two-rows", "--latex"]),
        ("grundy-1-json", ["grundy", "1", "--nim", "1", "--json"]),
        ("stats-500", ["stats", "--below", "500"]),
        ("census-1000", ["census", "--upto", "1000"]),
        ("census-50-json", ["census", "--upto", "50", "--json"]),
        ("stats-20-json", ["stats", "--below", "20", "--json"]),
        ("solve-sum", ["solve", "(5,4,3) + (3,2) + (2,2,2)"]),
        ("solve-sum-lost", ["solve", "(5,4,3)+(5,4,3)"]),
        ("solve-sum-json", ["solve", "(3) + (2)", "--json"]),
        ("height-sun", ["height", "(5,3,2)"]),
        ("height-ww", ["height", "(8,6)"]),
        ("height-none", ["height", "(4,4,4)"]),
        ("height-json", ["height", "(7,4)", "--json"]),
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
        ("poset-line", ["poset", "bar", "3x3", "--line"]),
        ("poset-line-json", ["poset", "graph", "cycle", "3", "--line", "--json"]),
        ("poset-openings", ["openings", "6x13", "--several"]),
        ("solve-solid", ["solve", "[[4,3],[3,2],[1,1]]"]),
        ("solve-solid-loser", ["solve", "[[2,2],[2,1]]"]),
        ("openings-boxes", ["openings", "2x3x8", "--several", "--count", "--check"]),
        ("openings-boxes-bfile", ["openings", "2x3x12", "--bfile"]),
        ("openings-boxes-losers-bfile", ["openings", "3x3x6", "--count", "--bfile"]),
        ("openings-boxes-csv", ["openings", "2x2x3", "--csv"]),
        ("grow-bar-heap", ["grow", "bar", "3", "--heap", "2"]),
        ("grow-heap", ["grow", "heap", "2,1"]),
        ("grow-arms", ["grow", "arms", "2,1", "--symbol", "n"]),
        ("grow-box", ["grow", "box", "2x2", "--height", "3"]),
        ("grow-order", ["grow", "order", "x < y, x < c3, d2 < x, d[i-1] < c[i]"]),
        ("grow-arms-theorem", ["grow", "arms", "2", "--theorem"]),
        ("grow-arms-latex", ["grow", "arms", "2", "--latex"]),
        ("grow-order-markdown", ["grow", "order", "x < c2, d1 < x", "--nim", "1", "--markdown"]),
        ("grow-order-json", ["grow", "order", "d1 < x", "--json"]),
        ("grow-order-csv", ["grow", "order", "d1 < c2", "--nim", "3", "--csv"]),
        ("graph-321", ["graph", "(3,2,1)"]),
        ("losers-3-csv", ["losers", "3", "--csv"]),
        ("winners-1-csv", ["winners", "1", "--csv"]),
        ("stats-20-csv", ["stats", "--below", "20", "--csv"]),
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
    """The output of a command in a pipe agrees to the letter. ZCHOMP_GOLDEN=1 rewrites the files: check the diff."""
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    compare(out, name)
    assert err == ""


def compare(text: str, name: str) -> None:
    """Compare a text with a golden file, or rewrite the file, which skips the test and is refused in CI."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("ZCHOMP_GOLDEN"):
        assert not os.environ.get("CI"), "ZCHOMP_GOLDEN is set: nothing would be tested"
        path.write_text(text)
        pytest.skip("rewritten: look at the difference")
    assert text == path.read_text()


def test_golden_files_are_not_written_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the variable set that rewrites golden files, their tests fail in CI, and pass nowhere."""
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
    """The output of commands names Coq theorems and commands, but no file of the repository."""
    for path in GOLDEN.iterdir():
        if path.stem != "export-coq-5":  # it is made for those files
            assert not re.findall(r"\b(?:proofs|docs|tests)/\S*", path.read_text()), path.name


def test_coq_has_every_theorem_that_is_named() -> None:
    """Each Coq theorem that zchomp names is in the named module."""
    sources = [path.read_text() for path in (ROOT / "zchomp").rglob("*.py")]
    named = {name for text in sources for name in re.findall(r"\b([A-Z]\w+\.[a-z]+_\w+)\b", " ".join(text.split()))}
    named = {name for name in named if [*(ROOT / "proofs").rglob(f"{name.partition('.')[0]}.v")]}
    assert {"Heights.sun_height", "Slices.member_end", "Posets.largest_element_wins"} <= named
    for module, _, theorem in (name.partition(".") for name in named):
        text = coq_source(module).read_text()
        assert re.search(rf"^(?:Theorem|Corollary) {theorem}\b", text, flags=re.MULTILINE), (module, theorem)
