"""Run zchomp, as a program or in this process."""

import subprocess
import sys
from pathlib import Path

import pytest

from zchomp.cli import main


def zchomp(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run zchomp as a program, in a pipe."""
    return subprocess.run(
        [sys.executable, "-m", "zchomp", *arguments], capture_output=True, text=True, check=False, cwd=cwd
    )


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code of a command in this process, its output, and its standard error."""
    code = main(list(arguments))
    told = capsys.readouterr()
    return code, told.out, told.err
