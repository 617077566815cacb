"""Ultimately periodic sequences: a head, then a period for ever; finite ones; the empty one.

    [Zei04]            here
    [h...][p...]^oo    Periodic(head=(h...), period=(p...))
    finite             Periodic(head=(h...), period=())
    empty              Periodic(head=(), period=())

The terms may be anything: numbers for a sequence of losers, sets for a sequence of instant winners.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, cycle, islice, takewhile
from typing import Generic, Self, TypeVar

from zchomp.errors import InvalidSequence, quote

__all__ = ["Periodic"]

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True)  # not slotted: Python 3.11 cannot build Periodic[int](...) if it is
class Periodic(Generic[T_co]):
    """An ultimately periodic sequence: head, then period for ever; with no period it is finite.

    >>> row = Periodic(head=(5, 3), period=(4,))
    >>> [row[a] for a in range(6)]
    [5, 3, 4, 4, 4, 4]
    >>> row[10**100]
    4
    >>> Periodic(head=(2, 0)).get(2) is None
    True
    """

    head: tuple[T_co, ...] = ()
    period: tuple[T_co, ...] = ()

    @property
    def kind(self) -> str:
        """What the sequence is: "periodic", "finite" or "empty"."""
        return "periodic" if self.period else "finite" if self.head else "empty"

    def get(self, index: int) -> T_co | None:
        """The term at an index of any size, or None where the sequence is over."""
        if index < 0:
            raise InvalidSequence(f"a sequence starts at 0, got the index {quote(index)}")
        if index < len(self.head):
            return self.head[index]
        if self.period:
            return self.period[(index - len(self.head)) % len(self.period)]
        return None

    def __getitem__(self, index: int) -> T_co:
        term = self.get(index)
        if term is None:
            raise IndexError(f"the sequence has {len(self.head)} terms, got the index {quote(index)}")
        return term

    def since(self, start: int) -> Iterator[T_co]:
        """The terms from an index on, without end if the sequence has none.

        >>> list(islice(Periodic((5, 3), (4, 2)).since(3), 4))
        [2, 4, 2, 4]
        """
        turn = max(0, start - len(self.head)) % len(self.period) if self.period else 0
        return chain(self.head[start:], cycle(self.period[turn:] + self.period[:turn]))

    def first(self, count: int) -> list[T_co]:
        """The first ``count`` terms, fewer if the sequence ends before.

        >>> Periodic((5, 3), (4,)).first(4), Periodic((2, 0)).first(4)
        ([5, 3, 4, 4], [2, 0])
        """
        return list(islice(self.since(0), count))

    def minimal(self) -> Self:
        """The same sequence with the shortest period and the shortest head.

        >>> Periodic((5, 3, 4), (4, 4)).minimal()
        Periodic(head=(5, 3), period=(4,))
        >>> Periodic((1, 2), (3, 1, 2)).minimal()
        Periodic(head=(), period=(1, 2, 3))
        """
        period = self.period[: primitive_length(self.period)]
        if not period:
            return self
        backwards = zip(reversed(self.head), cycle(reversed(period)))
        overlap = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], backwards))
        turn = -overlap % len(period)
        return type(self)(self.head[: len(self.head) - overlap], period[turn:] + period[:turn])


def primitive_length(word: tuple[object, ...]) -> int:
    """The length of the shortest word of which this one is a repetition.

    >>> primitive_length((1, 2, 1, 2)), primitive_length((1, 2, 1)), primitive_length(())
    (2, 3, 0)
    """
    size = len(word)
    return next((d for d in range(1, size + 1) if size % d == 0 and word == word[:d] * (size // d)), 0)
