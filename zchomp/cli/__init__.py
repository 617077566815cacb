"""The command line: parse, one call, render, exit.

Exit codes: 0 for an answer, 1 if there is none (not known, not written), 2 for bad input, 130 for Ctrl-C;
`verify` has the verifier's own.
"""

import os
import signal
import sys
from collections.abc import Sequence

import click

from zchomp.cli import asking, charting, listing, playing, posets, proving  # noqa: F401 - importing adds commands
from zchomp.cli.options import NotKnown, zchomp
from zchomp.errors import ZchompError, quote
from zchomp.terminal.render import show_error

__all__ = ["main"]

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; every error is one line on standard error."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        with zchomp.make_context("zchomp", list(given)) as ctx:
            zchomp.invoke(ctx)
    except click.exceptions.Exit as done:
        return done.exit_code
    except KeyboardInterrupt:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second one would only spoil the message
        again = "; a run of prove goes on from here if it is started again" if "prove" in given[:1] else ""
        code, message = INTERRUPTED, f"interrupted{again}"
    except MemoryError:
        code, message = 1, "there is not enough memory for this"
    except click.ClickException as problem:
        code, message = (problem.exit_code if isinstance(problem, NotKnown) else 2), problem.format_message()
    except ZchompError as problem:
        code, message = 2, str(problem)
    except BrokenPipeError:  # whoever read our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as problem:
        code, message = 1, f"cannot use {quote(str(problem.filename or 'standard output'), 200)}: {problem.strerror}"
    else:
        return 0
    show_error(message)
    if code == INTERRUPTED:
        signal.signal(signal.SIGINT, before)
    return code
