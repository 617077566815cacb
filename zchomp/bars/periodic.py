"""Ultimately periodic sequences: a head, and then a period forever. Finite sequences have no period.

    [Zei04]            here
    [h...][p...]^oo    Periodic(head=(h...), period=(p...))
    finite             Periodic(head=(h...), period=())
    empty              Periodic(head=(), period=())

The terms can be anything: numbers for a sequence of losers, sets for a sequence of instant winners.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, cycle, islice, takewhile
from operator import index as as_integer
from typing import Generic, Self, SupportsIndex, TypeVar, overload

from zchomp.core.numbers import counted
from zchomp.errors import InvalidArgument, quote, require

T_co = TypeVar("T_co", covariant=True)


MOST_TERMS = 200
"""The maximum number of terms of a head or a period that `repr` shows."""


class Kind(StrEnum):
    """The three kinds of sequences. Each is also a string, its name in certificates and in JSON.

    >>> Periodic((5, 3), (4,)).kind is Kind.PERIODIC, f"{Kind.FINITE}"
    (True, 'finite')
    """

    PERIODIC = "periodic"
    FINITE = "finite"
    EMPTY = "empty"


@dataclass(frozen=True, repr=False)  # not slotted: Python 3.11 cannot build Periodic[int](...) if it is
class Periodic(Generic[T_co]):
    """An ultimately periodic sequence: a head, then a period forever. Without a period it is finite.

    A sequence with a period has no end, so it cannot be iterated by accident. `first` and `since` go through its terms,
    and a part like ``row[2:7]`` is a tuple.

    >>> row = Periodic(head=(5, 3), period=(4,))
    >>> row[0:6], row[10**100]
    ((5, 3, 4, 4, 4, 4), 4)
    >>> 3 in row, 7 in row
    (True, False)
    >>> finite = Periodic(head=(2, 0))
    >>> finite.get(2) is None, list(finite), len(finite)
    (True, [2, 0], 2)
    """

    head: tuple[T_co, ...] = ()
    period: tuple[T_co, ...] = ()

    def __post_init__(self) -> None:
        for part in (self.head, self.period):
            require(part, Iterable, "the head and the period of a sequence are tuples")
        object.__setattr__(self, "head", tuple(self.head))
        object.__setattr__(self, "period", tuple(self.period))

    @property
    def kind(self) -> Kind:
        """Whether the sequence is periodic, finite or empty."""
        return Kind.PERIODIC if self.period else Kind.FINITE if self.head else Kind.EMPTY

    def get(self, index: SupportsIndex) -> T_co | None:
        """The term at an index of any size, or None after the end of the sequence."""
        n = as_integer(index)
        if n < 0:
            raise InvalidArgument(f"a sequence starts at 0, got the index {quote(n)}")
        if n < len(self.head):
            return self.head[n]
        if self.period:
            return self.period[(n - len(self.head)) % len(self.period)]
        return None

    @overload
    def __getitem__(self, index: SupportsIndex) -> T_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T_co, ...]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> T_co | tuple[T_co, ...]:
        if isinstance(index, slice):
            return self._part(index)
        term = self.get(index)
        if term is None:
            raise IndexError(f"the sequence has {counted(len(self.head), 'term')}, got the index {quote(index)}")
        return term

    def __iter__(self) -> Iterator[T_co]:
        if self.period:
            raise TypeError("this sequence has no end; use first(n) or since(n) to go through its terms")
        return iter(self.head)

    def __repr__(self) -> str:
        name = type(self).__name__
        return f"{name}(head={_shortened(self.head)}, period={_shortened(self.period)})"

    def __len__(self) -> int:
        if self.period:
            raise TypeError("this sequence has no end, so it has no length; its parts are head and period")
        return len(self.head)

    def __bool__(self) -> bool:
        return bool(self.head or self.period)

    def __contains__(self, term: object) -> bool:
        return term in self.head or term in self.period

    def _repr_latex_(self) -> str:
        shown = [*map(str, self.head), *([rf"\overline{{{', '.join(map(str, self.period))}}}"] if self.period else [])]
        return f"${', '.join(shown) or 'none'}$"

    def since(self, start: int) -> Iterator[T_co]:
        """The terms from an index on, without end if the sequence has none.

        >>> list(islice(Periodic((5, 3), (4, 2)).since(3), 4))
        [2, 4, 2, 4]
        """
        turn = max(0, start - len(self.head)) % len(self.period) if self.period else 0
        return chain(self.head[start:], cycle(self.period[turn:] + self.period[:turn]))

    def first(self, count: int) -> list[T_co]:
        """The first ``count`` terms, or fewer if the sequence ends earlier.

        >>> Periodic((5, 3), (4,)).first(4), Periodic((2, 0)).first(4)
        ([5, 3, 4, 4], [2, 0])
        """
        require(count, SupportsIndex, "the number of terms is a whole number")
        if as_integer(count) < 0:
            raise InvalidArgument("the number of terms is 0 or more", got=count)
        return list(islice(self.since(0), count))

    def _part(self, part: slice) -> tuple[T_co, ...]:
        """The terms of a slice like [2:7] or [2:20:3]. If the sequence has no end, the slice must still have one."""
        start, step = part.start or 0, 1 if part.step is None else part.step
        if part.stop is None and self.period:
            raise InvalidArgument("this sequence has no end; expected a bounded slice like [2:7]", got=part)
        stop = len(self.head) if part.stop is None else part.stop
        if min(start, stop) < 0 or step < 1:
            raise InvalidArgument("expected a slice that starts at 0 or later, with a step of 1 or more", got=part)
        return tuple(islice(self.since(start), 0, max(0, stop - start), step))

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


def _shortened(terms: tuple[object, ...]) -> str:
    """Terms as Python writes them, or the first ones and their number if there are many."""
    shown = ", ".join(map(repr, terms[:MOST_TERMS]))
    return repr(terms) if len(terms) <= MOST_TERMS else f"({shown}, ... {len(terms)} terms)"


def primitive_length(word: tuple[object, ...]) -> int:
    """The length of the shortest word of which this one is a repetition.

    >>> primitive_length((1, 2, 1, 2)), primitive_length((1, 2, 1)), primitive_length(())
    (2, 3, 0)
    """
    size = len(word)
    return next((d for d in range(1, size + 1) if size % d == 0 and word == word[:d] * (size // d)), 0)
