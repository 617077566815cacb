"""A terminal for tests: what a command shows on it, and how it reacts to typing."""

import os
import pty
import re
import subprocess
import sys
import termios
from collections.abc import Sequence
from pathlib import Path

from tests.cli.program import zchomp

ESCAPE = r"\x1b\[[0-9;?]*[A-Za-z]"

CONTROLLED = """import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, '-m', 'zchomp', *sys.argv[1:]])
"""
"""Ctrl-C needs a controlling terminal: the new session adopts its standard input, and then becomes zchomp."""


class Terminal:
    """A terminal that runs a command: type, and read the screen."""

    def __init__(self, *arguments: str, columns: int = 80, progress: bool = True, cwd: Path | None = None) -> None:
        self._leader, follower = pty.openpty()
        termios.tcsetwinsize(follower, (24, columns))
        self._process = subprocess.Popen(
            [sys.executable, "-c", CONTROLLED, *arguments],
            stdin=follower,
            stdout=follower,
            stderr=follower if progress else subprocess.DEVNULL,
            cwd=cwd,
            env={**os.environ, "TERM": "xterm", "COLUMNS": str(columns), "LINES": "24"},
            start_new_session=True,
        )
        os.close(follower)

    def read(self, until: str = "\0") -> str:
        """All that is shown next, up to a text, or to the end."""
        shown = b""
        while not shown.endswith(until.encode()):
            try:
                chunk = os.read(self._leader, 65536)
            except OSError:  # the terminal is gone when its last user has ended
                break
            if not chunk:
                break
            shown += chunk
        return shown.decode().replace("\r\n", "\n")

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._leader, keys.encode())

    def close(self) -> int:
        """Wait for the end, and return the exit code."""
        self.read()
        os.close(self._leader)
        return self._process.wait()


def plain(shown: str) -> str:
    """A text without colours."""
    return re.sub(ESCAPE, "", shown)


def on_terminal(
    *arguments: str,
    typed: Sequence[tuple[str, str]] = (),
    columns: int = 80,
    progress: bool = False,
    colours: bool = False,
    cwd: Path | None = None,
) -> str:
    """The text that a command shows on a terminal of this width, with or without colours. It must succeed.

    ``typed`` has pairs: a text to wait for, and the text to type then. ``progress`` also shows standard error. Both
    need a real terminal, and a program.
    """
    if not typed and not progress:
        result = zchomp(*arguments, cwd=cwd, columns=columns)
        assert result.returncode == 0, result.stderr
        return result.stdout if colours else plain(result.stdout)
    terminal, shown = Terminal(*arguments, columns=columns, progress=progress, cwd=cwd), ""
    for awaited, text in typed:
        shown += terminal.read(awaited)
        terminal.type(text)
    shown += terminal.read()
    assert terminal.close() == 0, shown
    return shown if colours else plain(shown)
