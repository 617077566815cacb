"""Orders with two growing chains: a finite order A, and chains c1 < c2 < ... and d1 < d2 < ... without end.

    proofs/growing.md           here
    up(a)                       order.larger[a], the set of the elements of A above a, without a itself
    uc(a), ud(a)                order.c_above[a], order.d_above[a]: the first c, d above a; None if there is none
    lc(a), ld(a)                order.c_below[a], order.d_below[a]: the last c, d below a; 0 if there is none
    phi(i), psi(j)              order.stair(i), order.stair.last_below(j)
    (S, m, n)                   a position: a down-set S of A, c1 to cm, and d1 to dn
    M0, M1, N0, N1              order.room(S): the least and the largest m and n of S

An element of A may be above or below elements of both chains, and a d may be below a c. No c is below a d, and nothing
is above a whole chain, because such an element is in no finite position. A set of elements of A is an integer in which
bit a stands for element number a.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, Self, TypedDict

from zchomp import limits
from zchomp.bitsets import bitset, members
from zchomp.errors import InvalidArgument, InvalidPoset, TooLarge, quote

__all__ = ["GrowingOrder", "OrderRecord", "Room", "Staircase", "refuse_text"]

NAME = re.compile(r'[^"\\]{1,200}')
"""A name, as it appears between quotes in a certificate."""


@dataclass(frozen=True, slots=True)
class Staircase:
    """How many d are below c1, c2, ...: the numbers of the head, and then ``rise`` more at every ``step``.

    >>> bar = Staircase(head=(0,), step=1, rise=1)
    >>> [bar(i) for i in range(6)], bar.last_below(3)
    ([0, 0, 1, 2, 3, 4], 3)
    >>> Staircase(head=(), step=1, rise=0).last_below(1) is None
    True
    """

    head: tuple[int, ...] = ()
    step: int = 1
    rise: int = 0

    def __post_init__(self) -> None:
        head, step, rise = self.head, self.step, self.rise
        numbers = (*head, step, rise)
        if set(map(type, numbers)) - {int} or min(numbers) < 0 or step < 1 or len(head) < step - 1:
            expected = f"expected numbers from 0 on, a step of 1 or more and {quote(step)} - 1 of them or more"
            raise InvalidPoset(f"not the numbers of d below each c: {quote(self)}; {expected}")
        values = [self(i) for i in range(len(head) + step + 1)]
        if values != sorted(values):
            raise InvalidPoset(f"the numbers of d below c1, c2, ... must not decrease, got {quote(values)}")

    def __call__(self, i: int) -> int:
        """The number of d that are below c_i, which is 0 for i = 0."""
        turns = max(0, -(-(i - len(self.head)) // self.step))
        i -= turns * self.step
        return turns * self.rise + (self.head[i - 1] if i > 0 else 0)

    def last_below(self, j: int) -> int | None:
        """The last i such that d_j is not below c_i, or None if d_j is not below any c."""
        if self(len(self.head) + self.step) < j and self.rise == 0:
            return None
        most = len(self.head) + self.step * (max(0, j) + 1)
        return bisect_left(range(most + 1), j, key=self) - 1


class OrderRecord(TypedDict):
    """An order as plain data, as in certificates and JSON: elements of A by number, 0 for a missing first c or d."""

    elements: list[str]
    larger: list[list[int]]
    c_above: list[int]
    d_above: list[int]
    c_below: list[int]
    d_below: list[int]
    head: list[int]
    step: int
    rise: int


class Room(NamedTuple):
    """The numbers of c and d that a down-set S leaves: m0 to m1, and n0 to n1. None means that there is no end."""

    m0: int
    m1: int | None
    n0: int
    n1: int | None


@dataclass(frozen=True, slots=True)
class GrowingOrder:
    """A finite order with two growing chains. That it is an order is checked when it is created.

    >>> order = GrowingOrder(("x",), (0,), (None,), (None,), (1,), (0,), Staircase((0,), 1, 1))
    >>> order.room(0), order.room(1)
    (Room(m0=0, m1=None, n0=0, n1=None), Room(m0=1, m1=None, n0=0, n1=None))
    >>> GrowingOrder(("x",), (0,), (3,), (None,), (4,), (9,), Staircase((0,), 1, 1))
    Traceback (most recent call last):
    zchomp.errors.InvalidPoset: not an order: c4 < x < c3

    Raises InvalidPoset, naming relations that contradict each other, or whose consequence is missing.
    """

    names: tuple[str, ...]
    larger: tuple[int, ...]
    c_above: tuple[int | None, ...]
    d_above: tuple[int | None, ...]
    c_below: tuple[int, ...]
    d_below: tuple[int, ...]
    stair: Staircase = field(default_factory=Staircase)

    def __post_init__(self) -> None:
        parts = self.larger, self.c_above, self.d_above, self.c_below, self.d_below
        if {len(part) for part in parts} != {len(self.names)} or len(set(self.names)) != len(self.names):
            raise InvalidPoset(f"expected different names and as many entries for each, got {quote(self, 200)}")
        for name in self.names:
            if not isinstance(name, str) or not NAME.fullmatch(name) or not name.isprintable():
                raise InvalidPoset(
                    f"not the name of an element: {quote(name)}; expected 1 to 200 letters without quotes"
                )
        numbers = [number for part in parts for number in part if number is not None]
        first = [number for part in (self.c_above, self.d_above) for number in part if number is not None]
        if set(map(type, numbers)) - {int} or min(numbers, default=0) < 0 or min(first, default=1) < 1:
            raise InvalidPoset(f"chains are numbered from 1, got {quote(self, 200)}")
        for problem in self._problems():
            raise InvalidPoset(f"not an order: {problem}")

    def room(self, kept: int) -> Room:
        """The numbers of c and d that a position with these elements of A can have."""
        gone = [a for a in range(len(self.names)) if not kept >> a & 1]
        inside = list(members(kept))
        return Room(
            max((self.c_below[a] for a in inside), default=0),
            min((first - 1 for a in gone if (first := self.c_above[a]) is not None), default=None),
            max((self.d_below[a] for a in inside), default=0),
            min((first - 1 for a in gone if (first := self.d_above[a]) is not None), default=None),
        )

    def without(self, kept: int, a: int) -> int:
        """The elements that are left after the move a."""
        return kept & ~(self.larger[a] | 1 << a)

    def without_c(self, kept: int, i: int) -> int:
        """The elements that are left after the move c_i."""
        return kept & ~bitset(a for a in members(kept) if self.c_below[a] >= i)

    def without_d(self, kept: int, j: int) -> int:
        """The elements that are left after the move d_j."""
        return kept & ~bitset(a for a in members(kept) if self.d_below[a] >= j)

    def down_sets(self, most: int = limits.GROWING_SLICES) -> list[int]:
        """All down-sets of A, by their number of elements and then as numbers.

        >>> GrowingOrder(("x", "y"), (2, 0), (None,) * 2, (None,) * 2, (0, 0), (0, 0)).down_sets()
        [0, 1, 3]

        Raises TooLarge if there are more than ``most``.
        """
        count = len(self.names)
        smaller = [bitset(b for b in range(count) if self.larger[b] >> a & 1) for a in range(count)]
        covers = [[b for b in members(up) if not smaller[b] & up] for up in self.larger]
        level, found = {0: bitset(a for a in range(count) if not smaller[a])}, list[int]()  # what can be added
        while level:
            found += sorted(level)
            grown: dict[int, int] = {}
            for kept, free in level.items():
                for a in members(free):
                    new = kept | 1 << a
                    if new not in grown:
                        above = bitset(b for b in covers[a] if not smaller[b] & ~new)
                        grown[new] = free & ~(1 << a) | above
                if len(found) + len(grown) > most:
                    raise TooLarge(f"an order of {count} elements has more than {most} down-sets; expected fewer")
            level = grown
        return found

    def tops(self, kept: int) -> tuple[int, ...]:
        """The largest elements of a down-set, which determine it."""
        return tuple(a for a in members(kept) if self.larger[a] & kept == 0)

    def to_dict(self) -> OrderRecord:
        """The order as plain data."""
        return {
            "elements": list(self.names),
            "larger": [list(members(larger)) for larger in self.larger],
            "c_above": [first or 0 for first in self.c_above],
            "d_above": [first or 0 for first in self.d_above],
            "c_below": list(self.c_below),
            "d_below": list(self.d_below),
            "head": list(self.stair.head),
            "step": self.stair.step,
            "rise": self.stair.rise,
        }

    @classmethod
    def from_dict(cls, record: OrderRecord) -> Self:
        """Read an order from plain data.

        >>> order = GrowingOrder(("x", "y"), (2, 0), (3, None), (None, None), (0, 0), (0, 2), Staircase((0, 2), 1, 1))
        >>> GrowingOrder.from_dict(order.to_dict()) == order
        True

        Raises InvalidPoset if the data do not describe an order.
        """
        try:
            return cls(
                tuple(record["elements"]),
                tuple(sum(1 << b for b in larger) for larger in record["larger"]),
                tuple(first or None for first in record["c_above"]),
                tuple(first or None for first in record["d_above"]),
                tuple(record["c_below"]),
                tuple(record["d_below"]),
                Staircase(tuple(record["head"]), record["step"], record["rise"]),
            )
        except (KeyError, TypeError, OverflowError):
            raise InvalidPoset(f"expected the entries of an order, got {quote(record, 200)}") from None

    def _problems(self) -> Iterator[str]:
        """The axioms of an order that do not hold, each as a chain of relations."""
        for a, name in enumerate(self.names):
            if self.larger[a] >> len(self.names):
                yield f"{name} < an element that is not there"
            elif self.larger[a] >> a & 1:
                yield f"{name} < {name}"
            else:
                yield from self._problems_with_chains(a)
                for b in members(self.larger[a]):
                    yield from self._problems_between(a, b)
                yield from self._problems_through(a)

    def _problems_with_chains(self, a: int) -> Iterator[str]:
        """The axioms that fail for one element and the chains."""
        x, stair = self.names[a], self.stair
        uc, ud, lc, ld = self.c_above[a], self.d_above[a], self.c_below[a], self.d_below[a]
        if uc is not None and lc >= uc:
            yield f"c{lc} < {x} < c{uc}"
        if ud is not None and ld >= ud:
            yield f"d{ld} < {x} < d{ud}"
        if lc and ud is not None:
            yield f"c{lc} < {x} < d{ud}, and no c may be below a d"
        if stair(lc) > ld:
            yield f"d{stair(lc)} < c{lc} < {x}, but d{stair(lc)} < {x} is missing"
        if uc is not None and ld > stair(uc):
            yield f"d{ld} < {x} < c{uc}, but d{ld} < c{uc} is missing"
        last = None if ud is None else stair.last_below(ud)
        if last is not None and (uc is None or uc > last + 1):
            yield f"{x} < d{ud} < c{last + 1}, but {x} < c{last + 1} is missing"

    def _problems_between(self, a: int, b: int) -> Iterator[str]:
        """The axioms that fail for two elements with a < b."""
        x, y = self.names[a], self.names[b]
        if self.larger[b] >> a & 1:
            yield f"{x} < {y} < {x}"
        for c in members(self.larger[b] & ~self.larger[a]):
            yield f"{x} < {y} < {self.names[c]}, but {x} < {self.names[c]} is missing"
        for letter, above, below in (("c", self.c_above, self.c_below), ("d", self.d_above, self.d_below)):
            smaller, larger = above[a], above[b]
            if larger is not None and (smaller is None or smaller > larger):
                yield f"{x} < {y} < {letter}{larger}, but {x} < {letter}{larger} is missing"
            if below[a] > below[b]:
                yield f"{letter}{below[a]} < {x} < {y}, but {letter}{below[a]} < {y} is missing"

    def _problems_through(self, a: int) -> Iterator[str]:
        """The axioms that fail because an element of a chain is above a and below another element of A."""
        for b in range(len(self.names)):
            for letter, above, below in (("c", self.c_above, self.c_below), ("d", self.d_above, self.d_below)):
                first = above[a]
                if first is not None and below[b] >= first and not self.larger[a] >> b & 1:
                    x, y = self.names[a], self.names[b]
                    yield f"{x} < {letter}{first} <= {letter}{below[b]} < {y}, but {x} < {y} is missing"


def refuse_text(elements: object) -> None:
    """Raise InvalidArgument if elements are given as text, which would be taken as a list of its letters."""
    if isinstance(elements, str):
        raise InvalidArgument(f"the elements are a list of names, like {quote([elements])}", got=elements)
