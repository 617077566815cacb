"""Orders with two growing chains: a finite order A, and chains c1 < c2 < ... and d1 < d2 < ... without end.

    proofs/growing.md           here
    up(a)                       order.larger[a], the set of the elements of A above a, without a itself
    uc(a), ud(a)                order.c_above[a], order.d_above[a]: the first c, d above a; None if there is none
    lc(a), ld(a)                order.c_below[a], order.d_below[a]: the last c, d below a; 0 if there is none
    phi(i), psi(j)              order.stair(i), order.stair.last_below(j)
    (S, m, n)                   a position: a down-set S of A, c1 to cm, and d1 to dn
    M0, M1, N0, N1              order.room(S): the least and the largest m and n of S

An element of A may be above or below elements of both chains, and a d may be below a c. No c is below a d, and nothing
is above a whole chain, because such an element is in no finite position. From some c on, every ``step`` more c have
``rise`` more d below them. A set of elements of A is an integer in which
bit a stands for element number a.

An order is also read from relations, text like "x < y, x < c3, d2 < x, d[i-1] < c[i]".

    text                      meaning
    x < y                     x is below y
    x < c3, d2 < x            x is below c3, c4, ... and above d2, d1
    d[i-1] < c[i]             for every i for which there are both
    d[2i] < c[3i+1]           the same with other steps: two more d for three more c
    x                         an element by itself

Commas separate relations, and x < y < c3 is short for two of them. All consequences of the relations are added. If they
contradict each other, the order is refused with the chain of relations that leads from an element back to itself.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import NamedTuple, Self, TypedDict

from zchomp.core import limits
from zchomp.core.numbers import bitset, members
from zchomp.errors import InvalidArgument, InvalidPoset, TooLarge, printable, quote, require

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


MOST_ELEMENTS, MOST_INDEX, MOST_STEP = 200, 1000, 100
"""The maximum number of elements besides the chains, the largest index of a chain, and the largest step."""

WORD = re.compile(r"[^\W\d]\w*")
CHAIN = re.compile(r"([cd])(?:([0-9]+)|\[([^\]]*)\])")
INDEX = re.compile(r"(?:([0-9]*)\*?i)?(?:([+-]?)([0-9]+))?")

EXAMPLE = "expected relations like 'x < y, x < c3, d2 < x, d[i-1] < c[i]'"


@dataclass(frozen=True, slots=True)
class Term:
    """One side of a relation: an element by its name, or the element of a chain with number slope * i + offset."""

    name: str
    slope: int = 0
    offset: int = 0

    @property
    def is_chain(self) -> bool:
        """Whether it belongs to a chain."""
        return self.name in {"c", "d"}

    def __str__(self) -> str:
        if not self.slope:
            return f"{self.name}{self.offset or ''}"
        return f"{self.name}[{self.slope if self.slope > 1 else ''}i{f'{self.offset:+}' if self.offset else ''}]"


def parse_order(text: str, elements: Iterable[str] = ()) -> GrowingOrder:
    """The order that relations generate. ``elements`` names elements that need not be in any of them.

    >>> order = parse_order("x < y, x < c3, d2 < x, d[i-1] < c[i]")
    >>> order.names, order.larger, order.c_above, order.d_below
    (('x', 'y'), (2, 0), (3, None), (2, 2))
    >>> parse_order("x < c2, c3 < y, y < x")
    Traceback (most recent call last):
    zchomp.errors.InvalidPoset: not an order: x < c2 < c3 < y < x
    >>> parse_order("c1 < x, x < d3")
    Traceback (most recent call last):
    zchomp.errors.InvalidPoset: c1 < x < d3: no c may be below a d; exchange the letters c and d if no d is below a c

    Raises InvalidPoset for a text that is not a list of relations, and for relations that do not give an order with two
    growing chains. Raises TooLarge for large numbers.
    """
    require(text, str, EXAMPLE)
    require(elements, Iterable, "the names of elements are a list of texts")
    refuse_text(elements)
    names = dict.fromkeys(elements)
    relations = list(_relations(text, names))
    if len(names) > MOST_ELEMENTS:
        raise TooLarge(f"{len(names)} elements besides the chains are too many; expected at most {MOST_ELEMENTS}")
    generated = _Generated(list(names))
    for smaller, larger in relations:
        generated.add(smaller, larger)
    return generated.close()


def _relations(text: str, names: dict[str, None]) -> Iterator[tuple[Term, Term]]:
    """The relations of a text. The names of elements are added to ``names`` in the order in which they occur."""
    for part in re.split(r"[,;\n]", text):
        if not part.strip():
            continue
        if ">" in part:
            turned = "a relation with <" if "<" in part else " < ".join(map(str.strip, part.split(">")[::-1]))
            raise InvalidPoset(f"write {printable(turned)} instead of {printable(part.strip())}")
        terms = [_term(word, part) for word in part.split("<")]
        names.update((term.name, None) for term in terms if not term.is_chain)
        if len(terms) == 1 and terms[0].is_chain:
            raise InvalidPoset(f"{quote(part.strip())} is not a relation; {EXAMPLE}")
        yield from pairwise(terms)


def _term(word: str, part: str) -> Term:
    if re.search(r"\w\s+\w", word):
        raise InvalidPoset(
            f"{quote(word.strip())} in {quote(part.strip())} is not an element; put commas between relations"
        )
    word = "".join(word.split())
    chain = CHAIN.fullmatch(word)
    if chain is None:
        if not WORD.fullmatch(word) or word in {"c", "d"}:
            raise InvalidPoset(f"{quote(word)} in {quote(part.strip())} is not an element; {EXAMPLE}")
        return Term(word)
    letter, number, index = chain.groups()
    match = INDEX.fullmatch(number or index)
    if match is None or not (number or index):
        expected = "expected i, 2i or 3i-1, as slopes are fractions: d[2i] < c[3i] for two thirds"
        raise InvalidPoset(f"{quote(index)} in {quote(part.strip())} is not a number of a chain; {expected}")
    times, sign, offset = match.groups()
    slope = 0 if times is None else int(times or 1)
    shift = int(offset or 0) * (-1 if sign == "-" else 1)
    if abs(shift) > MOST_INDEX or slope > MOST_STEP:
        most = f"numbers of chains of at most {MOST_INDEX} and steps of at most {MOST_STEP}"
        raise TooLarge(f"{quote(word)} in {quote(part.strip())} is too large; expected {most}")
    if slope == 0 and shift < 1:
        raise InvalidPoset(f"{quote(word)} in {quote(part.strip())} is not in a chain; chains are numbered from 1")
    return Term(letter, slope, shift)


@dataclass(slots=True)
class _Pattern:
    """d with number rise * t + base below c with number step * t + start, for t = 0, 1, 2, ..."""

    rise: int
    base: int
    step: int
    start: int

    def __call__(self, i: int) -> int:
        return self.base + self.rise * ((i - self.start) // self.step) if i >= self.start else 0


@dataclass(slots=True)
class _Generated:
    """Relations, and then everything that follows from them."""

    names: list[str]
    edges: list[tuple[str, str]] = field(default_factory=list)
    patterns: list[_Pattern] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)  # (i, j) for d_j < c_i
    up: list[int] = field(default_factory=list)
    first: dict[str, list[int | None]] = field(default_factory=dict)
    last: dict[str, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        count = len(self.names)
        self.up = [0] * count
        self.first = {letter: [None] * count for letter in "cd"}
        self.last = {letter: [0] * count for letter in "cd"}

    def add(self, smaller: Term, larger: Term) -> None:
        """Record one relation."""
        if larger.slope == 0 and smaller.slope:
            raise InvalidPoset(f"{larger} above the whole chain {smaller.name} would be in no position; leave it out")
        if smaller.is_chain and larger.is_chain:
            self._add_between(smaller, larger)
            return
        larger = larger if not larger.slope else Term(larger.name, 0, _least(larger))
        self.edges.append((str(smaller), str(larger)))
        if larger.is_chain:
            a, first = self.names.index(smaller.name), self.first[larger.name]
            first[a] = min(larger.offset, first[a] or larger.offset)
        elif smaller.is_chain:
            b, last = self.names.index(larger.name), self.last[smaller.name]
            last[b] = max(smaller.offset, last[b])
        else:
            self.up[self.names.index(smaller.name)] |= 1 << self.names.index(larger.name)

    def _add_between(self, smaller: Term, larger: Term) -> None:
        """Record a relation between elements of the chains."""
        if smaller.name == larger.name:
            if smaller.slope != larger.slope or smaller.offset >= larger.offset:
                one = smaller.name
                raise InvalidPoset(
                    f"not an order: {smaller} < {larger}; the chain is {one}1 < {one}2 < {one}3 and so on"
                )
            return
        if smaller.name == "c":
            no = "no c may be below a d; exchange the letters c and d if no d is below a c"
            raise InvalidPoset(f"{smaller} < {larger}: {no}")
        if larger.slope == 0:
            self.edges.append((str(smaller), str(larger)))
            self.places.append((larger.offset, smaller.offset))
            return
        if smaller.slope == 0:
            place = _least(larger)
            self.edges.append((str(smaller), f"c{place}"))
            self.places.append((place, smaller.offset))
            return
        t = max(_least(smaller, as_index=True), _least(larger, as_index=True))
        base, start = smaller.slope * t + smaller.offset, larger.slope * t + larger.offset
        self.patterns.append(_Pattern(smaller.slope, base, larger.slope, start))

    def close(self) -> GrowingOrder:
        """The order, with everything that follows."""
        self._refuse_contradictions()
        count, stair = len(self.names), self._stair()
        while True:
            before = repr((self.up, self.first, self.last, self.places))
            for a in range(count):
                self._close_element(a, stair)
            stair = self._stair()
            if repr((self.up, self.first, self.last, self.places)) == before:
                break
        place = sorted(range(count), key=lambda a: (sum(self.up[b] >> a & 1 for b in range(count)), a))
        new = {a: number for number, a in enumerate(place)}
        return GrowingOrder(
            tuple(self.names[a] for a in place),
            tuple(bitset(new[b] for b in members(self.up[a])) for a in place),
            tuple(self.first["c"][a] for a in place),
            tuple(self.first["d"][a] for a in place),
            tuple(self.last["c"][a] for a in place),
            tuple(self.last["d"][a] for a in place),
            stair,
        )

    def _close_element(self, a: int, stair: Staircase) -> None:
        """Add what follows for one element in one step."""
        for letter in "cd":
            first, last = self.first[letter], self.last[letter]
            for b in members(self.up[a]):
                self.up[a] |= self.up[b]
                last[b] = max(last[a], last[b])
                first[a] = min((one for one in (first[a], first[b]) if one is not None), default=None)
            found = first[a]
            for b, below in enumerate(last):
                if found is not None and below >= found:
                    self.up[a] |= 1 << b
        self.last["d"][a] = max(self.last["d"][a], stair(self.last["c"][a]))
        ud, uc = self.first["d"][a], self.first["c"][a]
        place = stair.last_below(ud) if ud is not None else None
        if place is not None:
            self.first["c"][a] = uc = min(place + 1, uc or place + 1)
        if uc is not None and self.last["d"][a] > stair(uc):
            self.places.append((uc, self.last["d"][a]))

    def _stair(self) -> Staircase:
        """The numbers of d below c1, c2, ...: the largest that any relation gives."""
        step, rise = 1, 0
        steepest = max((Fraction(one.rise, one.step) for one in self.patterns), default=Fraction(0))
        if steepest:
            step = lcm(*(one.step for one in self.patterns if Fraction(one.rise, one.step) == steepest))
            if step > MOST_STEP:
                raise TooLarge(
                    f"the steps of the chain c repeat together only after {step}; expected at most {MOST_STEP}"
                )
            rise = int(steepest * step)
        long = max([step, *(i for i, _ in self.places), *(one.start for one in self.patterns)])
        highest = max((j for _, j in self.places), default=0)
        if steepest:  # from some row on the steepest pattern exceeds all constants, and all flatter patterns
            best = next(one for one in self.patterns if Fraction(one.rise, one.step) == steepest)
            behind = best.start + best.step
            long = max(long, behind + int(highest / steepest) + 1)
            for one in self.patterns:
                slower = Fraction(one.rise, one.step)
                if slower < steepest:
                    long = max(long, int((steepest * behind + one.base) / (steepest - slower)) + 1)
        if long > 100 * MOST_INDEX:
            raise TooLarge(f"the relations between the chains repeat only from c{long} on; expected smaller numbers")

        def value(i: int) -> int:
            return max([0, *(j for k, j in self.places if k <= i), *(one(i) for one in self.patterns)])

        values = [value(i) for i in range(long + step + 1)]
        head = long
        while head >= step and values[head] == values[head - step] + rise:
            head -= 1
        return Staircase(tuple(values[1 : head + 1]), step, rise)

    def _refuse_contradictions(self) -> None:
        """Raise InvalidPoset if the relations lead from an element back to itself, or from a c to a d."""
        stair = self._stair()
        top_c = max([1, *(i for i, _ in self.places), *self.last["c"], *(one or 0 for one in self.first["c"])])
        top_d = max([1, stair(top_c), *self.last["d"], *(one or 0 for one in self.first["d"])])
        above: dict[str, list[str]] = {}
        steps = [("c", top_c), ("d", top_d)]
        edges = [*self.edges, *((f"{one}{i}", f"{one}{i + 1}") for one, top in steps for i in range(1, top))]
        edges += [(f"d{one(i)}", f"c{i}") for one in self.patterns for i in range(1, top_c + 1) if one(i)]
        edges += [(self.names[a], self.names[b]) for a, larger in enumerate(self.up) for b in members(larger)]
        for smaller, larger in edges:
            above.setdefault(smaller, []).append(larger)
        for name in self.names:
            if path := _path(above, name, {name}):
                raise InvalidPoset(f"not an order: {_shown(path)}")
        chain_d = {f"d{j}" for j in range(1, top_d + 1)}
        for i in range(top_c, 0, -1):
            if path := _path(above, f"c{i}", chain_d):
                no = "no c may be below a d; exchange the letters c and d if no d is below a c"
                raise InvalidPoset(f"{_shown(path)}: {no}")


def _least(term: Term, as_index: bool = False) -> int:
    """The smallest index of a chain that a term with a letter i stands for, or the i that gives it."""
    i = -((term.offset - 1) // term.slope)
    return i if as_index else term.slope * i + term.offset


def _path(above: dict[str, list[str]], start: str, goals: set[str]) -> list[str]:
    """A shortest path of at least one step from an element up to one of the goals, or an empty list."""
    came: dict[str, str] = {}
    waiting = [start]
    for here in waiting:
        for larger in above.get(here, ()):
            if larger not in came:
                came[larger] = here
                waiting.append(larger)
                if larger in goals:
                    path = [larger, here]
                    while path[-1] != start:
                        path.append(came[path[-1]])
                    return path[::-1]
    return []


def _shown(path: list[str]) -> str:
    """A chain of relations, with long runs within c or d shortened."""
    kept = [
        name
        for place, name in enumerate(path)
        if not (
            0 < place < len(path) - 1 and path[place - 1][0] == name[0] == path[place + 1][0] and name[1:].isdigit()
        )
    ]
    return " < ".join(printable(name) for name in kept)
