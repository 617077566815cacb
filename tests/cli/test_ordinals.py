"""The commands with infinite rows."""

import io

import pytest

from zchomp.cli import main


def test_a_game_through_a_pipe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of input are played, and the end of the input ends the game."""
    monkeypatch.setattr("sys.stdin", io.StringIO("1 w+3\n"))
    assert main(["play", "w2,w,w"]) == 0
    out = capsys.readouterr().out
    assert "I bite row 3, column 8. You are on a loser. Left: (ω+3, ω, 7)." in out
    assert out.endswith("Goodbye. The game is left at (ω+3, ω, 7).\n")
