"""How a terminal shows a long result, progress without a terminal, and the estimate of the time left."""

import sys

import pytest

from zchomp.cli import main
from zchomp.terminal import render
from zchomp.terminal.render import MOST_LINES, Pace, progress_bar, report_every, show


@pytest.fixture(name="clock")
def slow_clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock set by the test."""
    now = [0.0]
    monkeypatch.setattr(render, "monotonic", lambda: now[0])
    return now


def test_a_line_every_minute(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    """In a pipe a line every minute gives the progress and the time left, and nothing comes before that."""
    with progress_bar("proving") as progress:
        for done in range(0, 200, 10):
            clock[0] = float(done)
            progress("proving", done, 1000)
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(",")[0] for line in lines] == [
        "zchomp: proving: 60 of 1000",
        "zchomp: proving: 120 of 1000",
        "zchomp: proving: 180 of 1000",
    ]
    assert all(line.endswith(" min left") for line in lines)


def test_as_often_as_wanted(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    """Lines come as often as requested, with their detail, and 0 means never."""
    for every, expected in ((7, ["zchomp: proving: 9 of 9, slow", "zchomp: proving: 9 of 9, slow"]), (0, [])):
        clock[0] = 0.0
        with report_every(every), progress_bar() as progress:
            for second in range(16):
                clock[0] = float(second)
                progress("proving", 9, 9, "slow")
        assert capsys.readouterr().err.splitlines() == expected


def test_the_options_of_commands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """--progress sets how often a command reports, --quiet silences it, and neither outlasts the command."""
    clock = iter(range(10**9))
    monkeypatch.setattr(render, "monotonic", lambda: float(next(clock)))
    assert main(["openings", "5x6", "--progress", "1"]) == 0
    assert "zchomp: solving: " in capsys.readouterr().err
    assert main(["openings", "5x6"]) == 0
    assert main(["openings", "5x6", "--progress", "1", "--quiet"]) == 0
    assert main(["openings", "5x6", "--quiet", "--progress", "1"]) == 0
    assert capsys.readouterr().err == ""
    assert main(["openings", "5x6", "--progress", "0"]) == 2
    assert "expected a whole number, 1 or more" in capsys.readouterr().err


def test_compiling_is_told_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A user at a terminal is told that something is being compiled, and a program that reads stderr is not."""
    render.explain_compiling()
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with report_every(0):
        render.explain_compiling()
    assert capsys.readouterr().err == ""
    render.explain_compiling()
    assert capsys.readouterr().err == "zchomp: compiling, once on this machine: this takes about half a minute\n"


def test_a_terminal_is_not_flooded(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A terminal shows the first lines of a very long result, fitted to its width, and how to get all of it."""
    text = "\n".join(["two words", *map(str, range(MOST_LINES))])
    show(text)
    assert capsys.readouterr().out == f"{text}\n"
    monkeypatch.setattr(render, "terminal_width", lambda: 5)
    show(text)
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["two", "words", "0"]
    assert len(lines) == MOST_LINES + 1
    assert lines[-1] == "... and 2 more lines; for all of them, add > FILE"


@pytest.mark.parametrize("power", [1.0, 2.1, 2.7, 3.5])
@pytest.mark.parametrize("start", [0, 300])
def test_the_pace_finds_the_power(power: float, start: int) -> None:
    """The growth of time is estimated from the first half, even if an earlier run did part of it."""
    pace = Pace()
    for n in range(start, 701):
        pace.note(n, 5.0 + (n**power - start**power) / 100)
    assert pace.left(1000) == pytest.approx((1000**power - 700**power) / 100, rel=0.02)


def test_a_slow_beginning_is_left_out() -> None:
    """A minute of compiling before the first step does not inflate the estimate, and a second gives none."""
    pace = Pace()
    pace.note(0, 0.0)
    for n in range(1, 501):
        pace.note(n, 60 + n / 100)
    assert pace.left(1000) == pytest.approx(5, rel=0.02)
    pace = Pace()
    assert pace.left(10) is None
    for n in range(100):
        pace.note(n, n / 100)
    assert pace.left(1000) is None


def test_the_pace_keeps_few_samples() -> None:
    """A hundred thousand notes are thinned out, and the estimate is unchanged."""
    pace = Pace()
    for n in range(100_000):
        pace.note(n, n / 1000)
    assert len(pace._samples) <= 1000
    assert pace.left(200_000) == pytest.approx(100, rel=0.02)
