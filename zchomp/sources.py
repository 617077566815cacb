"""Sources: where an answer comes from. Every answer names its sources in the same way, as a tuple of these."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Protocol

__all__ = ["Source", "Sourced", "in_order"]


class Source(StrEnum):
    """Where an answer comes from, in the order in which sources are consulted.

    Generating functions, and the program extracted from Coq, are consulted only when they are requested by name.
    """

    CERTIFICATE = "certificate"
    LIBRARY = "library"
    THEOREM = "theorem"
    RECURRENCE = "recurrence"
    GENFUN = "genfun"
    SEARCH = "search"
    COQ = "coq"


def in_order(sources: Iterable[Source]) -> tuple[Source, ...]:
    """Sources without repetition, in the order in which they are consulted.

    >>> in_order([Source.SEARCH, Source.LIBRARY, Source.SEARCH])
    (<Source.LIBRARY: 'library'>, <Source.SEARCH: 'search'>)
    """
    found = set(sources)
    return tuple(source for source in Source if source in found)


class Sourced(Protocol):
    """An answer that names its sources."""

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources of the answer, in the order in which they are consulted."""
