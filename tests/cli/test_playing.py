"""The command `zchomp play` on a terminal."""

from tests.cli.terminal import on_terminal


def test_line_editing_in_a_game() -> None:
    """On a terminal a line can be edited before it is sent: Ctrl-A goes to its beginning."""
    typed = [("your move> ", "3\x012 \n"), ("your move> ", "quit\n")]
    assert "You bite row 2, column 3." in on_terminal("play", "(5,4,4)", typed=typed)
