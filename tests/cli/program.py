"""Run zchomp as a program, as a user does."""

import subprocess
import sys
from pathlib import Path


def zchomp(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run zchomp as a program, in a pipe."""
    return subprocess.run(
        [sys.executable, "-m", "zchomp", *arguments], capture_output=True, text=True, check=False, cwd=cwd
    )
