"""The command `zchomp openings`, and the same among the posets."""

import json

import pytest

from tests.cli.terminal import on_terminal
from zchomp import limits
from zchomp.cli import main


@pytest.mark.parametrize("options", [[], ["--several"], ["--csv"], ["--json"], ["--count", "--check"]], ids=str)
def test_the_same_among_the_posets(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """`zchomp poset openings` is the same command, and takes --force, which it once needed."""
    assert main(["openings", "4x6", *options]) == 0
    shown = capsys.readouterr().out
    assert main(["poset", "openings", "4x6", "--force", *options]) == 0
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["big"], ["invalid value for SIZE: 'big'", "8x20"]),
        (["8"], ["'8'", "8x20"]),
        (["0x5"], ["'0x5'", "from 1"]),
        (["8x-5"], ["'8x-5'"]),
        (["100000x5"], ["'100000x5'", "99999"]),
        (["8x10", "9x9"], ["unexpected extra argument"]),
        ([], ["missing SIZE"]),
        (["8x10", "--csv", "--json"], ["at most one of --csv, --json"]),
        (["8x10", "--losers"], ["no option '--losers'", "--count"]),
        (
            ["10x99"],
            ["10 x 99 needs about", "GB of memory, and 3.0 GB are free", "the largest bar of 10 rows", "10 x 4"],
        ),
        (["30x30"], ["30 x 30 would take days or years; the largest square that can be done is 1"]),
        (["3x9999", "--check"], ["would take long in plain Python", "largest bar of 3 rows that can be done is 3 x 2"]),
    ],
    ids=lambda value: " ".join(map(str, value))[:40],
)
def test_bad_input(
    arguments: list[str], words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bad input gets one line that quotes it and says what was expected or can be done, and exit code 2."""
    monkeypatch.setattr(limits, "memory_available", lambda: 3 * 2**30)
    assert main(["openings", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert len(err) < 300
    for word in words:
        assert word in err


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """For programs: sizes, openings by row and column, and the number of losers if that was asked for."""
    assert main(["openings", "13 × 6", "--several", "--count", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {"size": [6, 13], "openings": [{"row": 5, "column": 9}, {"row": 4, "column": 12}], "losers": 895}
    ]


def test_progress_bar() -> None:
    """On a terminal there is a bar, and then the result."""
    shown = on_terminal("openings", "5x6", "--several", progress=True)
    assert "solving" in shown
    assert "210/210" in shown
    assert "None of the m x n bars within 5 x 6 has more than one winning opening." in shown
