"""The command `zchomp play`: on a terminal, and with infinite rows."""

import io

import pytest

from tests.cli.terminal import on_terminal
from zchomp.cli import main


def test_line_editing_in_a_game() -> None:
    """On a terminal a line can be edited before it is sent: Ctrl-A goes to its beginning."""
    typed = [("your move> ", "3\x012 \n"), ("your move> ", "quit\n")]
    assert "You bite row 2, column 3." in on_terminal("play", "(5,4,4)", typed=typed)


def test_infinite_rows_through_a_pipe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of input are played, and the end of the input ends the game."""
    monkeypatch.setattr("sys.stdin", io.StringIO("1 w+3\n"))
    assert main(["play", "w2,w,w"]) == 0
    out = capsys.readouterr().out
    assert "I bite row 3, column 8. You are on the loser (ω+3, ω, 7). Left: (ω+3, ω, 7)." in out
    assert out.endswith("Goodbye. The game is left at (ω+3, ω, 7).\n")
