"""Relations: an order with two growing chains, read from text like "x < y, x < c3, d2 < x, d[i-1] < c[i]".

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
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import lcm

from zchomp.bitsets import bitset, members
from zchomp.errors import InvalidPoset, TooLarge, printable, quote, require
from zchomp.growing.order import GrowingOrder, Staircase, refuse_text

__all__ = ["MOST_ELEMENTS", "parse_order"]

MOST_ELEMENTS, MOST_INDEX, MOST_STEP = 200, 1000, 100
"""The maximum number of elements besides the chains, the largest index of a chain, and the largest step."""

NAME = re.compile(r"[^\W\d]\w*")
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
        if not NAME.fullmatch(word) or word in {"c", "d"}:
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
