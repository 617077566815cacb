"""Progress: reports on how far a long computation has come, and on problems that do not stop it."""

from collections.abc import Callable
from typing import Protocol

__all__ = ["Progress", "Trouble", "silent"]

Trouble = Callable[[str], None]
"""Receives one line about something that went wrong, but does not stop the work."""


class Progress(Protocol):
    """Receives reports of progress: the stage ("proving"), the steps done, the total, and an optional detail."""

    def __call__(self, stage: str, done: int, total: int, detail: str = "", /) -> None:
        """Receive a report."""


def silent(*_report: object) -> None:
    """Ignore a report: the progress, or a problem, of work that nobody watches."""
