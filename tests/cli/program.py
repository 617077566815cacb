"""Run zchomp in this process, as a user does in a pipe."""

import contextlib
import io
import os
from pathlib import Path
from subprocess import CompletedProcess
from unittest.mock import patch

import pytest

from zchomp.cli import main
from zchomp.core.session import SHARED_SESSION


class Terminal(io.TextIOWrapper):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        """It is."""
        return True


def zchomp(
    *arguments: str, cwd: Path | None = None, columns: int = 0, environment: dict[str, str] | None = None
) -> CompletedProcess[str]:
    """Run a command with a session of its own. With ``columns`` standard output is a terminal of this width."""
    streams = io.BytesIO(), io.BytesIO()
    kinds = Terminal if columns else io.TextIOWrapper, io.TextIOWrapper
    out, err = (kind(stream, encoding="utf-8", write_through=True) for kind, stream in zip(kinds, streams, strict=True))
    changes = {**(environment or {}), **({"TERM": "xterm", "COLUMNS": str(columns)} if columns else {})}
    SHARED_SESSION.forget()
    with (
        patch.dict(os.environ, changes),
        patch("sys.stdin", io.StringIO()),
        contextlib.chdir(cwd or "."),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        if not columns:
            os.environ.pop("COLUMNS", None)
        code = main(arguments)
    SHARED_SESSION.forget()
    found, said = (stream.getvalue().decode() for stream in streams)
    return CompletedProcess(arguments, code, found, said)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code of a command with the session of this process, its output, and its standard error."""
    code = main(list(arguments))
    told = capsys.readouterr()
    return code, told.out, told.err


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The output of a command that succeeds without a complaint."""
    code, out, err = run(capsys, *arguments)
    assert (code, err) == (0, "")
    return out


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 2) -> str:
    """The only line of a command that fails, on standard error."""
    found, out, err = run(capsys, *arguments)
    assert (found, out, err.count("\n")) == (code, "", 1)
    return err
