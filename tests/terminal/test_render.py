"""How a terminal shows a long result, and progress on a terminal and without one."""

import io
import sys
import threading

import pytest

from zchomp.cli import main
from zchomp.terminal import render
from zchomp.terminal.render import MOST_LINES, progress_bar, report_every, show


@pytest.fixture(name="clock")
def slow_clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock set by the test."""
    now = [0.0]
    monkeypatch.setattr(render, "monotonic", lambda: now[0])
    return now


def test_a_line_every_minute(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    """In a pipe the first line comes after ten seconds, and then one every minute."""
    with report_every(None), progress_bar("proving") as progress:
        for done in range(200):
            clock[0] = float(done)
            progress("proving", done, 1000)
    assert capsys.readouterr().err.splitlines() == [f"zchomp: proving: {done} of 1000" for done in (10, 70, 130, 190)]


def test_a_terminal_shows_soon_that_a_command_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal a bar appears although nothing is reported. Without the wait it would not."""
    for soon, shown in ((0.0, True), (1000.0, False)):
        monkeypatch.setattr(render, "SOON", soon)
        monkeypatch.setattr(sys, "stderr", screen := io.StringIO())
        monkeypatch.setattr(screen, "isatty", lambda: True, raising=False)
        with progress_bar():
            for timer in threading.enumerate():
                if isinstance(timer, threading.Timer) and shown:
                    timer.join()
        assert ("working" in screen.getvalue()) == shown


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
