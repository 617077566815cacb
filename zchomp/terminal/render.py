"""Render: print for people. A terminal gets colours, lines of its width, and progress bars; a pipe gets plain text.

rich is imported only here, and only when something is shown on a terminal. The words are in `words`.
"""

import io
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from itertools import groupby
from operator import itemgetter
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING

from zchomp.core.effort import Estimate
from zchomp.core.runs import Progress, silent
from zchomp.core.showing import Headed, fit, marked_lines, stacked
from zchomp.errors import shorten

if TYPE_CHECKING:
    from rich.console import Console


NARROW = 80
"""The width that is assumed for a terminal of unknown width."""

FIRST, EVERY = 10.0, 60.0
"""Where there is no terminal, the seconds before the first report of progress, and between two reports."""

_GIVEN = os.environ.get("ZCHOMP_PROGRESS", "")
_EVERY: ContextVar[float | None] = ContextVar("every", default=float(_GIVEN) if _GIVEN.isdecimal() else None)
"""The seconds that the user has chosen for both. With 0 nothing is reported anywhere."""

SOON = 3.0
"""The seconds after which a terminal shows that a command is at work."""

COUNTED = 1_000_000
"""From this total on, a bar shows a percentage instead of numbers."""

LONGEST = 600
"""The maximum length of an error message, in characters."""

MOST_LINES = 5000
"""The maximum number of lines of a result that a terminal shows."""


def show(text: str, *, legend: Headed | None = None) -> None:
    """Print a result: on a terminal, wrapped to its width, with headings in bold, and cut off after `MOST_LINES` lines.

    A legend, which is a heading and its explanations, stands above it.
    """
    width = terminal_width()
    if width is None:
        if legend:
            show_data(legend)
        show_data(text)
        return
    console, marked = _console(stderr=False), marked_lines(stacked([legend, text]) if legend else text)
    lines = [(part, is_heading) for line, is_heading in marked for part in fit(line, width).split("\n")]
    if len(lines) > MOST_LINES:
        rest = f"... and {len(lines) - MOST_LINES} more lines; for all of them, add > FILE"
        lines[MOST_LINES:] = [(rest, False)]
    for is_heading, group in groupby(lines, key=itemgetter(1)):
        shown = "\n".join(line for line, _ in group)
        console.print(shown, style="bold" if is_heading else None, markup=False, highlight=False, soft_wrap=True)


def show_data(text: str) -> None:
    """Print text for a program, unchanged."""
    if sys.stdout is None:  # closed by the program that started this one
        return
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.stdout.writelines([text, "\n"])  # a long text is not copied


def show_game(text: str) -> None:
    """Print the events of a game immediately. On a terminal, poison and bites are in colour."""
    if sys.stdout is None:
        return
    if not sys.stdout.isatty():
        show_data(text)
        sys.stdout.flush()
        return
    from rich.text import Text

    drawn = Text(text)
    for line in re.finditer(r"^ +[0-9]+ \|[ #.P~]+$", text, flags=re.MULTILINE):
        for square in re.finditer(r"[#.P]", line[0]):
            style = {"P": "bold red", ".": "dim", "#": "yellow"}[square[0]]
            drawn.stylize(style, line.start() + square.start(), line.start() + square.end())
    _console(stderr=False).print(drawn, soft_wrap=True)


class Input:
    """Lines from the terminal, with a prompt, or from a pipe, where they are echoed."""

    def __init__(self, echo: bool) -> None:
        self._echo = echo
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def read(self, prompt: str) -> str | None:
        """The next line, or None at the end of the input."""
        try:
            if sys.stdin is None:
                return None
            if sys.stdin.isatty():
                with suppress(ImportError):
                    import readline  # noqa: F401 - importing it gives input() line editing and history
                return input(prompt if self._echo else "")
            line = sys.stdin.readline()
        except EOFError:
            show_game("")  # the cursor is still after the prompt
            return None
        if self._echo and line:
            show_game(prompt + line.rstrip("\n"))
        return line.rstrip("\n") if line else None


def terminal_width() -> int | None:
    """How many characters fit on a line, or None if standard output is not a terminal."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    return shutil.get_terminal_size((NARROW, 24)).columns


def show_error(message: str) -> None:
    """Print one line on standard error, shortened if it is very long, and fitted to the width of a terminal."""
    show_reason(f"zchomp: {shorten(' '.join(message.split()), LONGEST)}")


def show_reason(line: str) -> None:
    """Print a line on standard error as it is, fitted to the width of a terminal."""
    if sys.stderr is None:  # closed by the program that started this one
        return
    is_fitted = sys.stderr.isatty()
    sys.stderr.write((fit(line, shutil.get_terminal_size((NARROW, 24)).columns) if is_fitted else line) + "\n")


def announce(expected: Estimate | None, advice: str = "") -> None:
    """Say on standard error how long a large task will take, and how much memory and disk, before it begins."""
    if expected is not None and expected.is_large():
        show_error(f"{expected}{advice}")


@contextmanager
def report_every(seconds: float | None) -> Iterator[None]:
    """Set the seconds between two reports of progress within this context. With 0 there are none, None is as usual."""
    token = _EVERY.set(seconds)
    try:
        yield
    finally:
        _EVERY.reset(token)


def explain_compiling() -> None:
    """Explain the delay on a terminal, unless progress is off."""
    if _EVERY.get() != 0 and sys.stderr is not None and sys.stderr.isatty():
        show_error("compiling, once on this machine: this takes about half a minute")


@contextmanager
def progress_bar(*stages: str) -> Iterator[Progress]:
    """Progress bars on standard error for the stages of a long run, or, without a terminal, a line from time to time.

    The bars of ``stages`` are there from the beginning, those of other stages from their first report.
    """
    every = _EVERY.get()
    if sys.stderr is None or every == 0:
        yield silent
        return
    if not sys.stderr.isatty():
        yield _lines(every or FIRST, every or EVERY)
        return
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description:<9}"),
        BarColumn(20),
        TextColumn("{task.fields[far]}"),
        TimeElapsedColumn(),
    )
    bars = Bars(*columns, TextColumn("{task.fields[detail]}"), console=_console(stderr=True))
    tasks = {stage: bars.add_task(stage, total=None, start=False, far="", detail="") for stage in stages}

    def report(stage: str, done: int, total: int, detail: str = "", /) -> None:
        if stage not in tasks:
            tasks[stage] = bars.add_task(stage, total=None, start=False, far="", detail="")
        bars.start()
        bars.start_task(tasks[stage])
        bars.update(tasks[stage], completed=done, total=total, far=_far(done, total))
        if detail or done == total:
            bars.update(tasks[stage], detail=detail)

    waiting = Timer(SOON, lambda: report("working", 0, 0) if not tasks else None)
    waiting.daemon = True
    try:
        if tasks:
            bars.start()
        waiting.start()
        yield report
    finally:
        waiting.cancel()
        bars.stop()


def _far(done: int, total: int) -> str:
    """How far the work has come: in numbers, or as a percentage if they are long. A total of 0 is unknown.

    >>> _far(21, 116), _far(1_000_000_000, 3_159_461_968), _far(21, 0)
    (' 21/116', ' 31%', '21')
    """
    if not total:
        return str(done)
    if total < COUNTED:
        return f"{done:>{len(str(total))}}/{total}"
    return f"{100 * done // total:>3}%"


def _lines(first: float, every: float) -> Progress:
    """Progress as lines on standard error, the first after ``first`` seconds, and one after each ``every`` seconds."""
    due = monotonic() + first

    def report(stage: str, done: int, total: int, detail: str = "", /) -> None:
        nonlocal due
        if monotonic() >= due:
            due = monotonic() + every
            show_error(", ".join(filter(None, [f"{stage}: {done} of {total}", detail])))

    return report


def _console(stderr: bool) -> "Console":
    from rich.console import Console

    return Console(stderr=stderr)
