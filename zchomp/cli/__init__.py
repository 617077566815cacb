"""The command line: parse, one call, render, exit.

Exit codes: 0 for an answer, 1 for a negative one (not known, not written), 2 for wrong input, 3 for an internal error
(the engines disagree, or an unexpected exception), 130 for Ctrl-C. `verify` has the exit codes of the verifier.
"""

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from zchomp.cli.commands import Negative, UnknownAnswer, wrong_input, zchomp
from zchomp.core.answers import Unknown
from zchomp.core.compiler import when_compiling
from zchomp.core.showing import json_text
from zchomp.errors import DisagreementError, Interrupted, WorkerEnded, ZchompError, quote
from zchomp.terminal.render import explain_compiling, show_data, show_error

__all__ = ["main"]

NEGATIVE, WRONG_INPUT, INTERNAL, INTERRUPTED = 1, 2, 3, 130

DIGITS = 4300
"""Numbers of this many digits are read and printed, which is Python's default. A setting may be lower."""

COMPLETE = "_ZCHOMP_COMPLETE"
"""The environment variable with which a shell requests completions (docs/commands.md)."""

when_compiling(explain_compiling)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Every error is one line on standard error."""
    if arguments is None and os.environ.get(COMPLETE):
        from click.shell_completion import shell_complete

        return shell_complete(zchomp, {}, "zchomp", COMPLETE, os.environ[COMPLETE])
    given = list(sys.argv[1:] if arguments is None else arguments)
    if 0 < sys.get_int_max_str_digits() < DIGITS:
        sys.set_int_max_str_digits(DIGITS)
    try:
        return _run(given)
    except KeyboardInterrupt as stop:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second one would spoil the message
        is_kept = "prove" in given[:1] or (isinstance(stop, Interrupted) and stop.is_kept)
        again = "; the same command resumes the run" if is_kept else ""
        show_error(f"interrupted{again}")
        signal.signal(signal.SIGINT, before)
        return INTERRUPTED
    except Exception as problem:
        if os.environ.get("ZCHOMP_TRACEBACK"):
            raise
        about = f"{type(problem).__name__}: {problem}"
        show_error(f"internal error: {about}; please report it with the command (ZCHOMP_TRACEBACK=1 shows more)")
        return INTERNAL


def _run(given: list[str]) -> int:
    """Run a command, report its errors, and return the exit code."""
    try:
        with zchomp.make_context("zchomp", list(given)) as ctx:
            zchomp.invoke(ctx)
        if sys.stdout is not None:
            sys.stdout.flush()  # a full disk, or a closed pipe, is noticed here and not after the exit code is chosen
    except click.exceptions.Exit as done:
        return done.exit_code
    except BrokenPipeError:  # the reader of the output has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0  # as if it had closed it a moment later, when everything was written
    except UnknownAnswer as problem:
        if problem.as_json:
            show_data(json_text(Unknown.to_dict(problem.unknown)))  # a bound of a part is not a bound of the answer
            return NEGATIVE
        show_error(problem.format_message())
        return NEGATIVE
    except (click.ClickException, ZchompError, MemoryError, OSError) as problem:
        code, message = _explained(problem)
        show_error(message)
        return code
    return 0


def _explained(problem: Exception) -> tuple[int, str]:
    """The exit code and the message of an expected error."""
    match problem:
        case Negative():
            return NEGATIVE, problem.format_message()
        case click.ClickException():
            return WRONG_INPUT, wrong_input(problem)
        case DisagreementError():
            return INTERNAL, f"internal error: {problem}"
        case ZchompError():
            return NEGATIVE if isinstance(problem, WorkerEnded) else WRONG_INPUT, str(problem)
        case OSError():
            return _unusable(problem)
        case _:
            return NEGATIVE, f"there is not enough memory for this{f' ({problem})' if str(problem) else ''}"


def _unusable(problem: OSError) -> tuple[int, str]:
    """The exit code and the message if a file, or standard output, cannot be used."""
    if problem.filename is None:
        return NEGATIVE, f"cannot write to standard output: {problem.strerror}"
    used, folder = quote(str(problem.filename), 200), Path(str(problem.filename)).parent
    if isinstance(problem, IsADirectoryError):
        return WRONG_INPUT, f"{used} is a directory; expected the name of a file to write"
    if isinstance(problem, FileNotFoundError) and not folder.is_dir():
        return WRONG_INPUT, f"cannot use {used}: there is no folder {quote(str(folder), 200)}"
    if isinstance(problem, FileNotFoundError):
        return WRONG_INPUT, f"there is no file {used}"
    return NEGATIVE, f"cannot use {used}: {problem.strerror}"
