"""Commands about a position: notations and answers."""

import io
import json

import pytest

from tests.cli.program import answer, refusal, run
from zchomp.cli import main


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
        (["solve", "2x3x4"], ["solve", "[[4,4,4],[4,4,4]]"]),
        (["solve", "2", "by", "2", "x", "1"], ["solve", "[[1,1],[1,1]]"]),
        (["play", "2x2x2"], ["play", "[[2,2],[2,2]]"]),
        (["height", "5,3,2"], ["height", "(5,3,2)"]),
        (["height", "5", "3", "2"], ["height", "(5,3,2)"]),
        (["graph", "3", "2"], ["graph", "(3,2)"]),
        (["play", "2x3", "--first", "computer"], ["play", "(3,3)", "--first", "computer"]),
        (["poset", "bar", "3", "2", "1"], ["poset", "bar", "(3,2,1)"]),
        (["losers", "--tail", "4,2"], ["losers", "--tail", "(4,2)"]),
        (["3x7"], ["solve", "3x7"]),
        (["9", "7", "4", "--json"], ["solve", "9,7,4", "--json"]),
        (["(5,4,3)", "+", "(3,2)"], ["solve", "5,4,3 + 3,2"]),
        (["[4,3,2]"], ["solve", "9,7,4"]),
        (["w,2"], ["solve", "w,2"]),
        (["ω,ω"], ["solve", "w,w"]),
        (["help", "poset", "bar"], ["poset", "bar", "--help"]),
        (["help"], ["--help"]),
    ],
    ids=" ".join,
)
def test_no_quotes_are_needed(
    typed: list[str], quoted: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A position may be typed without parentheses and in several words, and `help` may come before a command."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    expected = answer(capsys, *quoted)
    assert answer(capsys, *typed) == expected


def test_json_is_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    """JSON has numbers in full, even with a hundred digits."""
    main(["solve", f"({10**99 + 80000},{10**99},115)", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert answer["position"] == [10**99 + 80000, 10**99, 115]
    assert answer["winning_moves"] == [{"row": 1, "column": 10**99 + 69, "after": [10**99 + 68, 10**99, 115]}]
    assert answer["proof"]["tail"] == [115]


def test_rows_may_be_meant(capsys: pytest.CaptureFixture[str]) -> None:
    """If columns are not solved, but could be meant as rows, the command for those rows is suggested."""
    code, _, err = run(capsys, "solve", "[100000,20000,115]")
    hint, reason = err.splitlines()
    assert code == 1
    assert hint == "zchomp: if these numbers are rows, use: zchomp solve 100000,20000,115"
    assert reason.startswith("zchomp: not known: a proof of the slice c = 100000 needs about ")
    assert "are rows" not in refusal(capsys, "solve", "[20000,100000,115]", code=1)


@pytest.mark.parametrize(
    ("position", "advice"),
    [
        ("12x14", "needs about 2 min (the extra 'fast' needs less: pip install 'zchomp[fast]'); retry with "),
        ("9000,8000,5000", "needs about 8 s (the extra 'fast' needs less: pip install 'zchomp[fast]'); retry with "),
    ],
)
def test_advice_without_the_compiler(
    position: str, advice: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without numba the fastest way is suggested: the extra for a search, or more effort, and never days of proving."""
    monkeypatch.setattr("zchomp.core.compiler.is_installed", lambda: False)
    main(["solve", position])
    said = "".join(capsys.readouterr())
    assert advice in said
    assert "days" not in said


def test_no_effort_is_promised_that_may_not_be_enough(capsys: pytest.CaptureFixture[str]) -> None:
    """A nim-value may need many more slices than the next one, so the effort for the next one is not suggested."""
    said = refusal(capsys, "solve", "100000,20000,115 + 100000,30000,114", "--effort", "1", code=1)
    assert said.endswith(" s; more effort goes further\n")
    assert "--effort" not in said
