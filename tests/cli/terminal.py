"""A terminal for tests: what a command shows on it, and how it reacts to typing."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from pathlib import Path

from tests.cli.program import zchomp

ESCAPE = r"\x1b\[[0-9;?]*[A-Za-z]"


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
        return result.stdout if colours else re.sub(ESCAPE, "", result.stdout)
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "zchomp", *arguments],
        stdin=follower,
        stdout=follower,
        stderr=follower if progress else subprocess.DEVNULL,
        cwd=cwd,
        env={**os.environ, "TERM": "xterm", "COLUMNS": str(columns)},
    )
    os.close(follower)
    shown = b""
    for awaited, text in typed:
        since = len(shown)
        while awaited.encode() not in shown[since:]:
            shown += os.read(leader, 65536)
        os.write(leader, text.encode())
    try:
        while chunk := os.read(leader, 65536):
            shown += chunk
    except OSError:  # the terminal is gone when its last user has ended
        pass
    os.close(leader)
    assert process.wait() == 0, shown
    text = shown.decode().replace("\r\n", "\n")
    return text if colours else re.sub(ESCAPE, "", text)
