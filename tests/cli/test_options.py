"""Shared by all commands: errors, exit codes, help, headings, completion."""

import io
import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cli.program import zchomp
from tests.cli.terminal import on_terminal
from tests.support import SHIPPED, known
from zchomp.answers.listings import losers
from zchomp.answers.winners import winners
from zchomp.cli import main
from zchomp.cli.commands import zchomp as group
from zchomp.errors import DisagreementError
from zchomp.results import Unknown


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


@pytest.mark.parametrize("command", ["losers", "winners"])
def test_the_largest_third_row_is_an_option_too(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """K and --upto K mean the same, and the help says so. --tail K is one third row."""
    assert main([command, "3", "--json"]) == 0
    upto = json.loads(capsys.readouterr().out)
    assert main([command, "--upto", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == upto
    assert main([command, "--tail", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == upto[-1:]
    assert main([command, "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "K and --upto K are the same" in shown
    assert f"In Python, {command}(upto=K) lists the same as K" in shown
    several = known(losers(upto=3)) if command == "losers" else known(winners(upto=3))
    one = known(losers(3)) if command == "losers" else known(winners(3))
    assert (len(several), one.proof.slice.tail) == (len(upto), tuple(upto[-1]["tail"]))


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
        (["prove"], ["missing --upto, the largest third row; for example: zchomp prove --upto 115\n"]),
        (
            ["export"],
            ["missing TABLE, one of slices, census, losers, chart (or --coq FILE); for example: zchomp export"],
        ),
        (["export", "slices"], ["expected --csv or --parquet"]),
        (["export", "slices", "--csv"], ["missing FILE or N", "for example: zchomp export losers 115 --csv"]),
        (["export", "winners", "5", "--csv"], ["'winners'; expected one of slices, "]),
        (["export", "slices", "none.jsonl", "--csv"], ["no file 'none.jsonl'", "a certificate, or the largest"]),
        (["export", "slices", str(SHIPPED.parent), "--csv"], ["a certificate, or the largest"]),
        (["export", "slices", __file__, "--csv"], ["is not a certificate of format"]),
        (["export", "slices", "5", "--out", "a.txt"], ["expected --csv or --parquet"]),
        (["export", "slices", "5", "--csv", "--coq", str(SHIPPED)], ["expected a table or --coq FILE, not both"]),
        (["export", "census", "5", "--csv", "--columns", "1:2"], ["give columns for losers and chart only"]),
        (["export", "losers", "5", "--csv", "--rows", "3:9"], ["expected rows from 0 to 5, got rows to 9"]),
        (["export", "losers", "--csv", "--rows", "7:9", "--columns", "1:2"], ["expected columns from 7 on"]),
        (["export", "losers", "9", "--csv", "--rows", "9:7"], ["'9:7'", "FIRST:LAST"]),
        (["export", "losers", "-5", "--csv"], ["there is no file '-5'", "expected a certificate"]),
        (["export", "--coq", "none.jsonl"], ["there is no file 'none.jsonl'"]),
        (["export", "--coq", str(SHIPPED.parent)], ["certificates", "is a directory"]),
        (["prove", "--upto", "3", "--rows", "1"], ["'1'", "2 or more"]),
        (["prove", "--upto", "3", "--rows", "2"], ["two rows have no third row: upto must be 0, got 3"]),
        (["prove", "--upto", "3", "--mode", "brief"], ["for --mode: 'brief'; expected one of full, compact"]),
        (["prove", "--upto", "3", "--wrong"], ["--wrong"]),
        (["chart", "--rows", "1:2"], ["--rows and --columns together"]),
        (["chart", "--rows", "46"], ["--rows and --columns together", "up to 46: zchomp chart 46\n"]),
        (["chart", "--rows", "50:60", "--columns", "40:49"], ["expected columns from 50 on", "q <= 49"]),
        (["census"], ["missing --upto, the largest third row; for example: zchomp census --upto 1000\n"]),
        (["census", "--upto", "1"], ["'1'", "2 or more"]),
        (["stats"], ["--below"]),
        (["stats", "--below", "1"], ["'1'", "6 or more"]),
        (["stats", "--upto", "500"], ["no option '--upto'; did you mean: --below\n"]),
        (["solve", "9,7,4", "--jsn"], ["no option '--jsn'; did you mean: --json\n"]),
        (["losers", "--tial", "4,2"], ["no option '--tial'; did you mean: --tail\n"]),
        (["prove", "--zzz"], ["no option '--zzz'; expected one of --upto, --rows"]),
        (["library", "list"], ["no command 'list' of zchomp library; did you mean: zchomp library\n"]),
        (["library", "export", "3", "0", "115"], ["unexpected '3 0 115'; expected zchomp library"]),
        (["losers", "9,7,4"], ["did you mean: zchomp losers --tail 9,7,4, or zchomp solve 9,7,4\n"]),
        (["prove", "--upto", "3", "--method", "magic"], ["'magic'", "recurrence"]),
        (["conjectures", "x"], ["'x'", "whole number"]),
        (["conjectures"], ["missing C, the third row (or --tail)", "zchomp conjectures 4\n"]),
        (["genfun", "3", "--tail", "[2,2]"], ["give either C or --tail, not both"]),
        (["conjectures", "--tail", "(1,2)"], ["'(1,2)'", "rows from the third on"]),
        (["genfun", "-1"], ["-1"]),
        (["losers"], ["missing K, the largest third row (or --upto or --tail); for example: zchomp losers 5\n"]),
        (["losers", "0"], ["a K of 1 or more, got 0", "losers --tail 0"]),
        (["losers", "5", "--tail", "[2]"], ["give only one of K, --upto, --tail"]),
        (["losers", "5", "--upto", "5"], ["give only one of K, --upto, --tail"]),
        (["losers", "--upto", "0"], ["a K of 1 or more, got 0", "losers --tail 0"]),
        (["losers", "--tail", "(1,2)"], ["'(1,2)'", "rows from the third on"]),
        (
            ["losers", "--tail", "5", "--rows", "4"],
            ["--rows is for K or --upto; a tail has its own number of rows\n"],
        ),
        (["losers", "5", "--ordinal", "--symbol", "n"], ["with --ordinal, --symbol is for --tail; leave it out\n"]),
        (["grundy", "3x4", "--symbol", "n"], ["--symbol is about a third row C, got the bar 3x4; leave it out\n"]),
        (
            ["export", "losers", "3", "--csv", "--out", "l.parquet"],
            ["--csv does not fit the name 'l.parquet'; leave out --csv, or choose a name that ends in .csv\n"],
        ),
        (
            ["export", "losers", "3", "--parquet", "--out", "l.csv"],
            ["--parquet does not fit the name 'l.csv'; leave out --parquet, or choose a name that ends in .parquet\n"],
        ),
        (["losers", "5", "--rows", "2"], ["'2'", "3 or more"]),
        (["grundy", "3", "--nim", "-1"], ["-1"]),
        (["grundy", "3", "--window", "big"], ["'big'", "8x20"]),
        (["prove", "--upto", "3", "--nim", "-1"], ["'-1'", "0 or more"]),
        (["prove", "--upto", "3", "--max-terms", "0"], ["'0'", "1 or more"]),
        (["solve", "(5,4) + (4,5)"], ["(4,5)", "must not increase"]),
        (["solve", "(5,4) +"], ["not a sum of bars: '(5,4) +'"]),
        (["height"], ["missing POSITION", "for example: zchomp height 5,3,2"]),
        (["height", "(2,3)"], ["'(2,3)'", "must not increase"]),
        (["chart"], ["missing N", "(or --rows and --columns)"]),
        (["chart", "5", "--rows", "1:2", "--columns", "1:2"], ["give either N or --rows and --columns, not both"]),
        (["chart", "--rows", "9:3", "--columns", "1:2"], ["'9:3'", "FIRST:LAST"]),
        (["chart", "--rows", "-1:3", "--columns", "1:2"], ["-1:3"]),
        (["sequence", "A000045"], ["'A000045'", "A029899"]),
        (["sequence", "29900"], ["no sequence '29900'; did you mean: A029900\n"]),
        (["sequence", "a29900"], ["no sequence 'a29900'; did you mean: A029900\n"]),
        (["cite", "foo"], ["unexpected 'foo'; expected zchomp cite"]),
        (["losers", "x"], ["'x'", "whole number"]),
        (["losers", "5", "--symbol", "2"], ["'2'", "letter"]),
        (["winners"], ["missing K, the largest third row (or --upto or --tail)"]),
        (["winners", "1", "--tail", "(2,1)"], ["give only one of K, --upto, --tail"]),
        (["winners", "0"], ["a K of 1 or more, got 0", "winners --tail 0"]),
        (["winners", "x"], ["'x'", "whole number"]),
        (["winners", "1", "--symbols", "a"], ["'a'", "letter"]),
        (["winners", "1", "--symbols", "a,a"], ["'a,a'", "two different letters"]),
        (["winners", "--tail", "(1,2)"], ["'(1,2)'", "rows from the third on"]),
        (["ptable"], ["missing K, the largest third row; for example: zchomp ptable 26\n"]),
        (["ptable", "-3"], ["-3"]),
        (["ptable", "5", "--width", "3"], ["'3'", "20 or more"]),
        (["theorem"], ["missing C, the third row (or --tail or --upto or --openings or --two-rows)"]),
        (
            ["theorem", "3", "--upto", "5"],
            ["give only one of C, --tail, --upto, --openings, --two-rows"],
        ),
        (
            ["theorem", "--upto", "5", "--openings"],
            ["give only one of C, --tail, --upto, --openings, --two-rows"],
        ),
        (["solve"], ["missing POSITION, its rows or a size like 3x7; for example: zchomp solve 9,7,4\n"]),
        (["solve", "(5,4)", "b"], ["not a position: '(5,4) b'", "expected rows like 5,4,3"]),
        (["sequence"], ["missing NAME", "(or --list); for example: zchomp sequence A029900 --terms 50\n"]),
        (["sequence", "A029900", "--list"], ["give either NAME or --list, not both"]),
        (["sequence", "A029900", "b"], ["unexpected 'b'; expected zchomp sequence"]),
        (["solve", "3", "4"], ["'3 4'", "must not increase"]),
        (["solve", "3", "-2"], ["'3 -2'", "negative"]),
        (["solve", "5^1000000000"], ["'5^1000000000'", "at most 100000 rows"]),
        (["solve", "1x5", "+", "2,3"], ["'2,3'", "must not increase"]),
        (["height", "3x5x2"], ["'3x5x2'", "a box is for the commands solve and play"]),
        (["solve", "2x2x2x2"], ["'2x2x2x2'", "four sides or more are for the command poset chains"]),
        (["solve", "999999x999999x9"], ["a box 999999 x 999999 x 9 is too large"]),
        (["solve", ""], ["''", "expected rows like"]),
        (["height", "3", "x"], ["'3 x'", "expected rows like"]),
        (["graph", "0x5"], ["'0x5'", "at least once"]),
        (["play", "5^0"], ["'5^0'", "at least once"]),
        (["plot", "chart", "9,7,4"], ["unexpected '9,7,4'; expected zchomp plot chart"]),
        (["plot", "chart", "9"], ["unexpected '9'; did you mean: zchomp plot chart --upto 9\n"]),
        (["prove", "115"], ["unexpected '115'; did you mean: zchomp prove --upto 115\n"]),
        (["stats", "500", "--json"], ["unexpected '500'; did you mean: zchomp stats --below 500 --json\n"]),
        (["census", "500"], ["unexpected '500'; did you mean: zchomp census --upto 500\n"]),
        (["nim", "5,3,1"], ["no command 'nim'; did you mean: zchomp solve 5,3,1\n"]),
        (["period", "120"], ["no command 'period'; did you mean: zchomp theorem 120\n"]),
        (["periods", "120"], ["no command 'periods'; did you mean: zchomp theorem 120\n"]),
        (["nim-value", "5,3,1"], ["no command 'nim-value'; did you mean: zchomp solve 5,3,1\n"]),
        (["version"], ["no command 'version'; did you mean: zchomp --version\n"]),
        (
            ["losers", "4,2"],
            ["'4,2' is not the largest third row; did you mean: zchomp losers --tail 4,2, or zchomp solve 4,2\n"],
        ),
        (["winners", "[2,2]"], ["did you mean: zchomp winners --tail '[2,2]', or zchomp solve '[2,2]'\n"]),
        (
            ["theorem", "5,3"],
            ["'5,3' is not the third row; did you mean: zchomp theorem --tail 5,3, or zchomp solve 5,3\n"],
        ),
        (
            ["grundy", "5,3,1"],
            ["'5,3,1' is not the third row, or a size like 3x20; did you mean: zchomp solve 5,3,1\n"],
        ),
        (["plot", "row", "5,3,1"], ["did you mean: zchomp plot bar 5,3,1\n"]),
        (["plot", "120"], ["no command '120' of zchomp plot; did you mean: zchomp plot row 120\n"]),
        (["plot", "3x7"], ["no command '3x7' of zchomp plot; did you mean: zchomp plot bar 3x7\n"]),
        (["poset", "12"], ["no command '12' of zchomp poset; did you mean: zchomp poset divisors 12\n"]),
        (["plot", "baar", "3"], ["no command 'baar' of zchomp plot; did you mean: zchomp plot bar 3\n"]),
        (["chart", "3", "--rows", "1:2"], ["give either N or --rows and --columns, not both"]),
        (["solv", "9,7,4"], ["no command 'solv'; did you mean: zchomp solve 9,7,4\n"]),
        (
            ["stats"],
            [
                "missing --below, the number below which rows and columns are computed; ",
                "example: zchomp stats --below 500\n",
            ],
        ),
        (["solve", "(5,4)", "--foo"], ["no option '--foo'; expected one of --json, --effort, --library, --no-library"]),
        (["losers", "-5"], ["invalid value for K: '-5'; expected a whole number, 0 or more"]),
        (
            ["plot", "foo"],
            ["no command 'foo' of zchomp plot; expected one of chart, diagonal, row, periods, bar, grundy\n"],
        ),
        (["play"], ["POSITION"]),
        (["play", "(3,4)"], ["'(3,4)'", "must not increase"]),
        (["play", "(3,3)", "--first", "nobody"], ["'nobody'", "computer"]),
        (["play", "(3,3)", "--seed", "x"], ["'x'", "whole number"]),
        (["plot", "row"], ["missing C, the third row; for example: zchomp plot row 120\n"]),
        (["plot", "bar"], ["missing POSITION, its rows or a size like 3x7; for example: zchomp plot bar 9,7,4\n"]),
        (["plot", "row", "3", "--upto", "5"], ["no option '--upto'"]),
        (
            ["sing"],
            ["no command 'sing'; expected one of solve, losers, winners", "conjectures, genfun, cite, poset"],
        ),
    ],
    ids=lambda value: " ".join(map(str, value))[:40],
)
def test_bad_input(arguments: list[str], words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Bad input gets exit code 2 and one short line that quotes it and says what was expected."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert len(err) < 300
    assert err.count(";") <= 1 + " ".join(arguments).count(";")  # the mistake, and then the advice
    assert err.startswith("zchomp: ")
    for word in words:
        assert word in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "(10000000000,1000000000,100000000)"],
        ["losers", "1000000"],
        ["grundy", "999999"],
        ["solve", "(100000,20000,115) + (100000,30000,114)"],
        ["height", "(9000,8000,7000,6000)"],
        ["winners", "--tail", "99999"],
        ["ptable", "99999"],
        ["theorem", "99999"],
    ],
)
def test_not_known(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Without a proof there is no answer: one line says how far the proof would have to go, and the exit code is 1."""
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "not known" in err
    assert "slice" in err
    assert len(err) < 300


def test_effort_is_advised_where_it_is_an_option(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command without the option --effort does not advise it."""
    monkeypatch.setattr("zchomp.cli.charting.survey", lambda *_, **__: Unknown("it needs about 3 s", effort=3))
    monkeypatch.setattr("zchomp.cli.charting.chart", lambda **_: Unknown("it needs about 3 s", effort=3))
    for command, advice in (["stats", "--below", "9"], ""), (["chart", "9"], "; retry with --effort 3"):
        assert main(command) == 1
        assert capsys.readouterr().err == f"zchomp: not known: it needs about 3 s{advice}\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["export", "slices", "30000", "--csv"], "about 180000000 terms, needs about 6 min; retry with --effort 360"),
        (
            ["export", "chart", "20000", "--csv"],
            "a window of 400040001 cells needs about 13 min; retry with --effort 801",
        ),
        (["prove", "--upto", "100", "--rows", "50"], "10^15 slices; try fewer rows or a smaller third row"),
        (["prove", "--upto", "100000"], "12.1 GB; retry with --mode compact, which writes digests instead of heads"),
        (["prove", "--upto", "5000", "--method", "genfun"], "try --method recurrence, which proves the same"),
        (["prove", "--upto", "5000", "--method", "both"], "try --method recurrence, which proves the same"),
        (["chart", "5000"], "a window of 25010001 values needs about 2 min; retry with --effort 101"),
        (["graph", "20^10"], "30045014 positions, needs about 50 min; retry with --effort 3005"),
        (["solve", "9000,8000,5000", "--effort", "1"], "needs about 3 s; retry with --effort 3"),
        (
            ["chart", "100000"],
            "a window of 10000200001 values needs about 11 h 7 min; try a smaller window",
        ),
        (
            ["conjectures", "5000"],
            "5000 by generating functions needs about 1 h 5 min; try a smaller third row",
        ),
        (["losers", "50", "--rows", "50"], "have more than 10000000 slices; try fewer or shorter rows"),
        (["grundy", "999999"], "nim-value 3 is too large; try a smaller third row"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_answers_that_take_more_effort(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An answer that takes more effort is unknown, with the effort that it needs, always in the same wording."""
    assert main(arguments) == 1
    assert capsys.readouterr().err.endswith(f"{reason}\n")


def test_how_far_proofs_go(capsys: pytest.CaptureFixture[str]) -> None:
    """A third row that is too large is refused with one that can be proved with more effort."""
    assert main(["losers", "1000000"]) == 1
    told = re.search(r"c = 1000000 is too large; try a third row of at most (\d+), ", capsys.readouterr().err)
    assert told is not None
    largest = int(told[1])
    assert main(["losers", "--tail", str(largest)]) == 1
    assert re.search(r"needs about \d+ min; retry with --effort \d+\n$", capsys.readouterr().err)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["winners", "5000"],
            "a list of the winners with third rows up to 5000, about 26250000000 lines, needs about ",
        ),
        (["chart", "100000"], "a window of 10000200001 values needs about "),
        (["theorem", "--upto", "99999", "--latex"], "a list of the winners with third rows up to 99999, "),
        (["conjectures", "1000"], "a proof of the slice c = 1000 by generating functions needs about "),
        (["genfun", "99999"], "a proof of the slice c = 99999 by generating functions needs "),
        (["graph", "20x20"], "the game graph of (20^20), 137846528819 positions, needs about "),
        (["grundy", "50x50"], "a table of the nim-values within (50^50) needs years; try at most 50x"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_answers_that_are_too_long(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that is too long to list is too costly, not unknown. Nothing is proved just to find that out."""
    monkeypatch.setattr("zchomp.answers.knowledge.Knowledge._proved", None)
    assert main(arguments) == 1
    assert capsys.readouterr().err.startswith(f"zchomp: too costly: {words}")


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "(10000000000,1000000000,100000000)"],
        ["solve", "(100000,20000,115) + (100000,30000,114)", "--effort", "0.5"],
        ["losers", "1000000"],
        ["chart", "--rows", "50000:50000", "--columns", "50000:50001"],
        ["prove", "--upto", "30", "--max-terms", "5", "--out", "draft.jsonl"],
        ["poset", "subsets", "8", "--upto", "5", "--effort", "0.5"],
    ],
    ids=" ".join,
)
def test_not_known_in_json(
    arguments: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unknown answer is JSON too, with the reason and exit code 1."""
    monkeypatch.chdir(tmp_path)
    assert main([*arguments, "--json"]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    answer = json.loads(out)
    assert list(answer) == ["unknown", "effort"]
    assert main(arguments) == 1
    assert answer["unknown"][:60] in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["losers", "3", "--csv", "--json"],
        ["losers", "3", "--latex", "--csv"],
        ["losers", "3", "--positions", "--csv"],
        ["losers", "--tail", "3", "--positions", "--json"],
        ["losers", "3", "--ordinal", "--positions"],
        ["losers", "3", "--symbol", "a", "--json"],
        ["winners", "3", "--symbols", "x,y", "--csv"],
        ["grundy", "3", "--symbol", "n", "--csv"],
        ["grow", "order", "x < c2", "--theorem", "--csv"],
        ["grow", "bar", "3", "--theorem", "--json"],
        ["grow", "bar", "3", "--symbol", "n", "--latex"],
        ["grow", "bar", "3", "--symbol", "n", "--theorem"],
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
        ["sequence", "--list", "--terms", "3"],
        ["prove", "--upto", "5", "--no-library", "--keep"],
        ["stats", "--below", "20", "--csv", "--json"],
        ["export", "slices", "5", "--csv", "--parquet"],
        ["openings", "3x3", "--csv", "--json"],
        ["poset", "bar", "3x3", "--show", "--json"],
    ],
    ids=" ".join,
)
def test_contradicting_options(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Two ways to print the same thing are refused together, and both are named."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "expected at most one of" in err
    others = {"--upto", "--below", "--tail"}
    assert all(option in err for option in arguments if option.startswith("--") and option not in others)


def test_a_coq_module_has_the_whole_certificate(capsys: pytest.CaptureFixture[str]) -> None:
    """A module for Coq is never a part of a certificate, so that rows and columns are refused."""
    for option in ("--rows", "--columns"):
        assert main(["export", "--coq", str(SHIPPED), option, "1:2"]) == 2
        out, err = capsys.readouterr()
        assert (out, err) == (
            "",
            "zchomp: --rows and --columns are for tables; a Coq module has the whole certificate\n",
        )


def test_internal_errors_have_their_own_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Engines that disagree and unforeseen errors are internal errors: one line, exit code 3."""

    def disagree(_position: object, **_options: object) -> None:
        raise DisagreementError("the engines disagree")

    def fail(_position: object, **_options: object) -> None:
        raise KeyError("nobody foresaw this")

    for function, words in ((disagree, "the engines disagree"), (fail, "KeyError: 'nobody foresaw this'")):
        monkeypatch.setattr("zchomp.cli.asking.solve_position", function)
        assert main(["solve", "(3,2,1)"]) == 3
        out, err = capsys.readouterr()
        assert out == ""
        assert len(err.splitlines()) == 1
        assert f"internal error: {words}" in err


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
        ["stats", "--below", "500"],
        ["census", "--upto", "500"],
        ["height", "(8,6)"],
        ["--help"],
        ["prove", "--help"],
    ],
    ids=" ".join,
)
def test_lines_fit_the_terminal(arguments: list[str]) -> None:
    """On a terminal of 80 columns no line is longer, and the output is the same except for line breaks."""
    shown = on_terminal(*arguments)
    assert max(map(len, shown.splitlines())) <= 80
    if arguments[0] not in {"chart", "ptable", "--help", "prove", "theorem"}:
        piped = zchomp(*arguments).stdout.split()
        assert shown.split()[-len(piped) :] == piped


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_errors_fit_the_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal an error is broken between words, with the same words as in a pipe."""
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = io.StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stderr", shown)
    assert main(["sing"]) == 2
    lines = shown.getvalue().splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= columns
    assert shown.getvalue().split() == zchomp("sing").stderr.split()


@pytest.mark.parametrize("columns", [60, 70, 80])
def test_a_digest_is_broken_once(columns: int) -> None:
    """A SHA-256 is beside its label, below it, or in two halves where the terminal is too narrow for it."""
    shown = on_terminal("census", "--upto", "20", columns=columns)
    forms = {60: r" +[0-9a-f]{32}\n {15}[0-9a-f]{32}", 70: r"\n    [0-9a-f]{64}", 80: r" +[0-9a-f]{64}"}
    assert re.search(rf"^  SHA-256{forms[columns]}$", shown, flags=re.MULTILINE)


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize(
    "arguments", [["theorem", "5"], ["theorem", "--openings"], ["stats", "--below", "20"]], ids=str
)
def test_nothing_is_broken_twice(arguments: list[str], columns: int) -> None:
    """No line is broken before the width of the terminal, or of text, unless the next word is too long."""
    lines = on_terminal(*arguments, columns=columns).splitlines()
    for line, after in pairwise(lines):
        goes_on = re.match(r" *[a-z(]", after) and not re.search(r"[.:)]$|found|printed|proved", line)
        if goes_on and not re.search(r"found|printed|proved|  - ", after):
            first = re.split(r"(?<=\S) ", after.lstrip())[0]
            assert len(line) + 1 + len(first) > min(columns, 79) - 12, (line, after)


def test_headings_and_legends_are_for_terminals() -> None:
    """On a terminal a list of losers and a chart have a bold heading and a legend. In a pipe they have neither."""
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


def test_completion() -> None:
    """Shell completion knows commands, options, sequences and solids (docs/completion.md)."""

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


def test_a_closed_pipe_is_not_an_error() -> None:
    """If the reader of the output closes the pipe, there is no complaint."""
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
    """`zchomp` alone shows the help with all commands, and each command has its own help."""
    assert main([]) == 0
    shown = capsys.readouterr().out
    titles = re.findall(r"^(\w.*):$", shown, flags=re.MULTILINE)
    assert titles == ["Options", "Ask", "Prove and verify", "Explore", "Explain", "Other games"]
    listed = re.findall(r"^  ([a-z]+)  +(.*)$", shown.partition("Ask:")[2], flags=re.MULTILINE)
    assert {command for command, _ in listed} == set(group.commands)
    for command, about in listed:
        assert not about.endswith("...") or about.endswith(("FILE...", "2, ..."))  # not cut short
        assert main([command, "--help"]) == 0
        assert f"Usage: zchomp {command}" in capsys.readouterr().out


def test_odd_outputs() -> None:
    """An output that cannot print a letter, is closed, or is full gives no traceback."""

    def run(command: str) -> subprocess.CompletedProcess[str]:
        shell = command.replace("zchomp", f"{sys.executable} -m zchomp")
        return subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)

    assert run("PYTHONIOENCODING=ascii zchomp losers 2 --symbol α").stdout.endswith("[[2, \\u03b1, 2]]]\n")
    assert run("zchomp losers 2 >&-").stderr == ""
    full = run("zchomp losers 2 >/dev/full")
    assert "Traceback" not in full.stderr
    assert full.stderr == "zchomp: cannot write to standard output: No space left on device\n"
    assert full.returncode == 1


def test_tables_fold_on_narrow_terminals() -> None:
    """A table of nim-values that does not fit is split into blocks, and no value is lost."""
    wide, narrow = (on_terminal("grundy", "3x20", columns=columns) for columns in (200, 60))
    assert max(map(len, narrow.splitlines())) <= 60 < max(map(len, wide.splitlines()))
    cells = [
        re.findall(r"\d+", " ".join(line[12:] for line in text.splitlines() if "|" not in line))
        for text in (wide, narrow)
    ]
    assert sorted(cells[0]) == sorted(cells[1])


def test_the_library_on_narrow_terminals(tmp_path: Path) -> None:
    """An entry that does not fit has its claim on a separate line, without padding, and its facts below."""
    place = ["library", "--library", str(tmp_path / "library.sqlite3")]
    assert main([*place, "add", str(SHIPPED)]) == 0
    lines = on_terminal(*place, columns=60).splitlines()
    claim = lines.index("  3 rows, third row at most 115")
    assert lines[claim + 1].startswith("    116 slices, ")
    assert all(line.startswith("    ") and len(line) <= 60 for line in lines[claim + 1 :])


@pytest.mark.parametrize("command", ["losers 3", "export losers 200 --csv", "export census 9 --csv"])
def test_closed_pipes(command: str) -> None:
    """A reader that closes the pipe, before or during writing, changes no exit code."""
    for reader in ("true", "sleep 1", "head -n 1"):
        shell = f"{sys.executable} -m zchomp {command} | {reader} > /dev/null; echo ${{PIPESTATUS[0]}}"
        found = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
        assert (found.stdout, found.stderr) == ("0\n", "")


@pytest.mark.parametrize(
    "command",
    [
        ["poset", "file"],
        ["poset", "play"],
        ["poset", "graph"],
        ["grow", "file"],
        ["library", "add"],
        ["export", "--coq"],
        ["export", "census"],
        ["solve", "3,2", "--certificate"],
    ],
    ids=" ".join,
)
def test_missing_files(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A missing file gets the same sentence and exit code in all commands."""
    assert main([*command, "lost.json"]) == 2
    assert capsys.readouterr().err.startswith("zchomp: there is no file 'lost.json'")


@pytest.mark.parametrize(
    "command",
    [
        ["prove", "--upto", "3", "--out"],
        ["poset", "boolean", "2", "--proof"],
        ["poset", "boolean", "2", "--plot"],
        ["grow", "arms", "2,1", "--out"],
        ["graph", "3,2", "--out"],
        ["openings", "2x3", "--proof"],
        ["export", "census", "3", "--csv", "--out"],
        ["web", "--out"],
    ],
    ids=" ".join,
)
def test_files_that_are_not_written(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A dash is not the name of a file, and a file in a folder that does not exist is wrong input."""
    monkeypatch.chdir(tmp_path)
    assert main([*command, "-"]) == 2
    expected = "'-'; expected the name of a file (./- if that is its name)"
    assert capsys.readouterr().err == f"zchomp: invalid value for {command[-1]}: {expected}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["lost/x.csv", "."])
def test_places_that_do_not_exist(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that does not exist, and a folder in place of a file, are both wrong input."""
    monkeypatch.chdir(tmp_path)
    assert main(["export", "census", "3", "--csv", "--out", place]) == 2
    assert capsys.readouterr().err.count("\n") == 1
