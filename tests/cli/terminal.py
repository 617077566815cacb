"""A terminal for tests: what a command shows on one, and what it does when somebody types."""

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


def on_terminal(
    *arguments: str,
    typed: Sequence[tuple[str, str]] = (),
    columns: int = 80,
    progress: bool = False,
    cwd: Path | None = None,
) -> str:
    """What a command shows on a terminal of so many columns, without colours; it must succeed.

    ``typed`` are pairs of what is waited for and what is then typed. ``progress`` shows standard error there, too.
    """
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
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode()).replace("\r\n", "\n")
