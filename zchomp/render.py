"""Render: what people see. On a terminal in colour, with a progress bar; in a pipe plain text and no bar.

rich is imported here alone, and only when something is shown on a terminal. The words are in `words`.
"""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from zchomp.certify import Stage
from zchomp.pace import Pace, duration

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["progress_bar", "show", "show_error"]


def show(text: str) -> None:
    """Print a result: with its headline in bold on a terminal, just as it is in a pipe."""
    if sys.stdout is None:  # closed by whoever started us
        return
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    if sys.stdout.isatty():
        headline, newline, rest = text.partition("\n")
        console = _console(stderr=False)
        console.print(headline, style="bold", markup=False, highlight=False, soft_wrap=True)
        if newline:
            console.print(rest, markup=False, highlight=False, soft_wrap=True)
    else:
        sys.stdout.write(text + "\n")


def show_error(message: str) -> None:
    """Print one line on standard error."""
    sys.stderr.write(f"zchomp: {' '.join(message.split())}\n")


@contextmanager
def progress_bar() -> Iterator[Stage]:
    """A bar for a long run, on standard error if that is a terminal; otherwise nothing is shown."""
    if not sys.stderr.isatty():
        yield lambda _what, _done, _total, _detail: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:<9}"), BarColumn(20), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, TextColumn("{task.fields[detail]}"), console=_console(stderr=True)) as progress:
        tasks = {what: progress.add_task(what, total=None, start=False, detail="") for what in ("proving", "verifying")}
        paces = {what: Pace() for what in tasks}

        def stage(what: str, done: int, total: int, detail: str) -> None:
            progress.start_task(tasks[what])
            progress.update(tasks[what], completed=done, total=total)
            paces[what].note(done, monotonic())
            left = paces[what].left(total) if done < total else None
            if detail or left or done == total:
                progress.update(tasks[what], detail=detail or (f"about {duration(left)} left" if left else ""))

        yield stage


def _console(stderr: bool) -> "Console":
    from rich.console import Console

    return Console(stderr=stderr)
