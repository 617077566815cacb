"""Progress: reports on how far a long computation has come, and on problems that do not stop it."""

from collections.abc import Callable
from typing import Protocol

from zchomp.errors import require

__all__ = ["Progress", "Warn", "reporting", "silent"]

Warn = Callable[[str], None]
"""Receives one line about something that went wrong, but does not stop the work."""


class Progress(Protocol):
    """Receives reports of progress: the stage ("proving"), the steps done, the total, and an optional detail."""

    def __call__(self, stage: str, done: int, total: int, detail: str = "", /) -> None:
        """Receive a report."""


def reporting(progress: Progress | None) -> Progress:
    """The function that receives the reports of a public function: the given one, or `silent` for None.

    >>> reporting(None) is silent
    True
    >>> reporting("loud")
    Traceback (most recent call last):
    zchomp.errors.InvalidArgument: progress is a function of stage, done, total and detail, got 'loud'

    Raises InvalidArgument if it is not a function.
    """
    if progress is None:
        return silent
    require(progress, Callable, "progress is a function of stage, done, total and detail")  # type: ignore[arg-type]
    return progress


def silent(*_report: object) -> None:
    """Ignore a report: the progress, or a problem, of work that nobody watches."""
