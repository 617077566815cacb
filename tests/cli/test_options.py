"""Shared by all commands: errors, exit codes, help, headings, completion."""

import io
import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.cli.program import answer, refusal, zchomp
from tests.cli.terminal import on_terminal
from tests.support import SHIPPED, known
from zchomp.bars.listings import losers
from zchomp.bars.winners import winners
from zchomp.cli import main
from zchomp.cli.commands import LISTED
from zchomp.core.answers import Unknown
from zchomp.errors import DisagreementError


@pytest.mark.parametrize("command", ["losers", "winners"])
def test_the_largest_third_row_is_an_option_too(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """K and --upto K mean the same, and the help says so. --tail K is one third row."""
    upto = json.loads(answer(capsys, command, "3", "--json"))["lines"]
    assert json.loads(answer(capsys, command, "--upto", "3", "--json"))["lines"] == upto
    assert json.loads(answer(capsys, command, "--tail", "3", "--json"))["lines"] == upto[-1:]
    shown = " ".join(answer(capsys, command, "--help").split())
    assert "K and --upto K are the same" in shown
    assert f"In Python, {command}(upto=K) lists the same as K" in shown
    several = known(losers(upto=3)) if command == "losers" else known(winners(upto=3))
    one = known(losers(3)) if command == "losers" else known(winners(3))
    assert (len(several), one.proof.slice.tail) == (len(upto), tuple(upto[-1]["tail"]))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve", "(" + "7" * 100_000 + ")"], ["777...", "digits"]),
        (["prove", "--upto", "1" * 5000], ["111...", "whole number"]),
    ],
    ids=["solve", "prove"],
)
def test_long_input_is_quoted_in_part(
    arguments: list[str], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Bad input that is very long gets one short line, too. All others are in tests/golden/refused.txt."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert len(err) < 300
    for word in words:
        assert word in err


def test_effort_is_advised_where_it_is_an_option(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command without the option --effort does not advise it."""
    monkeypatch.setattr("zchomp.cli.listing.survey", lambda *_, **__: Unknown("it needs about 3 s", effort=3))
    monkeypatch.setattr("zchomp.cli.listing.chart", lambda **_: Unknown("it needs about 3 s", effort=3))
    for command, advice in (["stats", "--upto", "8"], ""), (["chart", "9"], "; retry with --effort 3"):
        assert refusal(capsys, *command, code=1) == f"zchomp: not known: it needs about 3 s{advice}\n"


def test_how_far_proofs_go(capsys: pytest.CaptureFixture[str]) -> None:
    """A third row that is too large is refused with one that can be proved with more effort."""
    assert main(["losers", "--tail", "1000000"]) == 1
    told = re.search(r"c = 1000000 is too large; try a third row of at most (\d+), ", capsys.readouterr().err)
    assert told is not None
    largest = int(told[1])
    assert main(["losers", "--tail", str(largest)]) == 1
    assert re.search(r"needs about \d+ min; retry with --effort \d+\n$", capsys.readouterr().err)


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
    assert list(answer) == ["version", "unknown", "effort"]
    assert answer["unknown"][:60] in refusal(capsys, *arguments, code=1)


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (DisagreementError("the engines disagree"), "the engines disagree"),
        (KeyError("nobody foresaw this"), "KeyError: 'nobody foresaw this'"),
    ],
    ids=["disagreement", "unforeseen"],
)
def test_internal_errors_have_their_own_code(
    problem: Exception, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Engines that disagree and unforeseen errors are internal errors: one line, exit code 3."""
    monkeypatch.setattr("zchomp.cli.asking.game", Mock(side_effect=problem))
    assert f"internal error: {words}" in refusal(capsys, "solve", "(3,2,1)", code=3)


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
        ["stats", "--upto", "499"],
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
@pytest.mark.parametrize("arguments", [["theorem", "5"], ["theorem", "--openings"], ["stats", "--upto", "19"]], ids=str)
def test_nothing_is_broken_twice(arguments: list[str], columns: int) -> None:
    """No line is broken before the width of the terminal, or of text, unless the next word is too long."""
    lines = on_terminal(*arguments, columns=columns).splitlines()
    for line, after in pairwise(lines):
        goes_on = re.match(r" *[a-z(]", after) and not re.search(r"[.:)]$|found|printed|proved", line)
        if goes_on and not re.search(r"found|printed|proved|  - ", after):
            first = re.split(r"(?<=\S) ", after.lstrip())[0]
            assert len(line) + 1 + len(first) > min(columns, 79) - 12, (line, after)


def test_headings_and_legends() -> None:
    """A list of losers and a chart have a heading, which is bold on a terminal, and a legend, in a pipe as well."""
    for arguments, heading, legend in (
        (["losers", "5"], "Losers of three rows with third row 1 to 5", "By columns: [3, 1, 2] has 3 columns of full"),
        (["losers", "--tail", "4,2", "--positions"], "Losers with the rows (4, 2) from the third on", "By rows. The"),
        (["chart", "5"], "Brouwer's chart: f(q, r) is the first row of a loser", "A * marks the last loser"),
    ):
        shown = on_terminal(*arguments, columns=120, colours=True)
        assert shown.startswith(f"\x1b[1m{heading}\x1b[0m\n")
        assert legend in shown
        assert shown.count("\x1b[1m") == 1
        assert zchomp(*arguments).stdout.startswith(f"{heading}\n")
    for arguments in (["sequence", "A029900"], ["sequence", "--list"], []):
        assert "\x1b" not in on_terminal(*arguments, colours=True)


def test_completion(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Shell completion knows commands, options, sequences and solids (docs/commands.md)."""

    def complete(words: str, number: int) -> list[str]:
        for name, value in ("_ZCHOMP_COMPLETE", "bash_complete"), ("COMP_WORDS", words), ("COMP_CWORD", str(number)):
            monkeypatch.setenv(name, value)
        main()
        return [line.partition(",")[2] for line in capsys.readouterr().out.splitlines()]

    assert complete("zchomp sol", 1) == ["solve"]
    assert {"--upto", "--json", "--method"} <= set(complete("zchomp prove --", 2))
    assert complete("zchomp sequence a02990", 2) == [f"A02990{digit}" for digit in range(6)]
    assert complete("zchomp poset platonic d", 3) == ["dodecahedron"]


def test_without_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    """`zchomp` alone shows the help with all commands, and each command has its own help."""
    shown = answer(
        capsys,
    )
    titles = re.findall(r"^(\w.*):$", shown, flags=re.MULTILINE)
    assert titles == [
        "Options",
        *dict.fromkeys(one.section for one in LISTED.values()),
        "Options of most commands",
        "Examples",
    ]
    listed = re.findall(r"^  ([a-z]+)  +(.*)$", shown, flags=re.MULTILINE)
    assert [command for command, _ in listed] == list(LISTED)
    for command, about in listed:
        assert not about.endswith("...") or about.endswith(("FILE...", "2, ..."))  # not cut short
        assert f"Usage: zchomp {command}" in answer(capsys, command, "--help")


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
        re.findall(r"\d+", " ".join(line.partition("|")[2] for line in text.splitlines())) for text in (wide, narrow)
    ]
    assert sorted(cells[0]) == sorted(cells[1])
    assert len(cells[0]) > 20 * 20


def test_the_library_on_narrow_terminals(tmp_path: Path) -> None:
    """An entry that does not fit has its claim on a separate line, without padding, and its facts below."""
    place = ["library", "--library", str(tmp_path / "library.sqlite3")]
    assert main([*place, "add", str(SHIPPED)]) == 0
    lines = on_terminal(*place, columns=60).splitlines()
    claim = lines.index("  3 rows, third row at most 115")
    assert lines[claim + 1].startswith("    116 slices, ")
    assert all(line.startswith("    ") and len(line) <= 60 for line in lines[claim + 1 :])


@pytest.mark.parametrize("command", ["losers 3", "export losers 200 --csv", "losers 1000"])
@pytest.mark.parametrize(("reader", "read"), [("true", ""), ("sleep 1", ""), ("head -c 4", None)])
def test_closed_pipes(command: str, reader: str, read: str | None) -> None:
    """A reader that closes the pipe, before or during writing, changes no exit code."""
    shell = f"{sys.executable} -m zchomp {command} | {reader}; echo ${{PIPESTATUS[0]}}"
    found = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    start = ("firs" if "export" in command else "Lose") if read is None else read
    assert (found.stdout, found.stderr) == (f"{start}0\n", "")
