"""Coverage: generating functions decide a claim about a slice by the signs of finitely many coefficients.

A position of a slice with coordinates a and b is the monomial x^a y^b. For a claimed slice let P be the sum over its
losers and N the sum over all families of winners that they and the earlier slices imply (proofs/coverage.md):

    [Zei04]         family          generating function
    (1.1)           above           y P / (1 - y)
    (1.2)           own             x^a (x y^(b-1) + x^2 y^(b-2) + ... + x^b), summed over the losers
    (1.3), (2.2)    below           for every tail below: its losers, t1 - t1' columns further to the left
    Lemma 3         corner          y^e + x y^(e-1) + ... + x^e with e = x0 + B_s(0) - t1, for every corner s at x0
    (2.1)           end             x^(a+1) / ((1-x)(1-y)) for the loser with b = 0; everything in an empty slice
    nim-values      lower           the positions of a smaller nim-value

Put  F = P + N - 1/((1-x)(1-y)),  with 1 added for the tail of zeros. The claim is true if and only if no coefficient of
F is negative (every position is covered) and those at the losers are 0 (no loser is an implied winner). Everything is
ultimately periodic in x, so that  F = U + V/(1 - x^M)  with polynomials U and V: finitely many signs decide.

All proofs by sympy are made in this module, in sparse polynomial rings. Expressions are made only for display. "Winner"
is short for "not of the slice's nim-value". The rules come from `zchomp.bars.slices`. Apart from them, only positions
and periodic sequences are shared with the recurrence.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, chain, islice
from math import lcm

from sympy import ZZ, Expr
from sympy.polys.rings import PolyElement, ring

from zchomp.bars.periodic import Periodic
from zchomp.bars.position import Position
from zchomp.bars.slices import Slice, below, corners, lower
from zchomp.core.answers import Source
from zchomp.core.showing import Shown
from zchomp.errors import InvalidArgument, quote

RING, X, Y = ring("x,y", ZZ)

KnownSlices = Mapping[Slice, Periodic[int]]
Coefficients = Mapping[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class PositionFamily:
    """A family of positions: (head + repeat / (1 - x^modulus)), divided by 1 - y if it fills columns upwards."""

    name: str
    head: PolyElement
    repeat: PolyElement
    modulus: int = 1
    fills: bool = False

    def expression(self) -> Expr:
        """The generating function of the family, as an expression of sympy in x and y."""
        total = _expression(self.head, self.repeat, self.modulus)
        return total / (1 - Y.as_expr()) if self.fills else total


@dataclass(frozen=True, slots=True)
class Series:
    """A rational generating function in normal form: head + repeat / (1 - x^modulus).

    Below x^start all coefficients are those of the head. The repeat has exponents of x from start to
    start + modulus - 1. So the coefficients of the two polynomials are all coefficients of the function.

    >>> losers = Series.total([family_of_losers("losers", Periodic((5, 3), (4,)))])
    >>> losers.head, losers.repeat, losers.start, losers.modulus
    (x*y**3 + y**5, x**2*y**4, 2, 1)
    >>> losers.coefficient(10**100, 4)
    1
    """

    head: PolyElement
    repeat: PolyElement
    start: int
    modulus: int

    @classmethod
    def total(cls, families: Iterable[PositionFamily]) -> "Series":
        """The sum of families, with one modulus. Families that fill columns are not divided by 1 - y."""
        parts = list(families)
        modulus = lcm(*(part.modulus for part in parts))
        heads = (a + 1 for part in parts for a, _ in part.head)
        repeats = (a + 1 - part.modulus for part in parts for a, _ in part.repeat)
        start = max(chain([0], heads, repeats))
        head, repeat = defaultdict[tuple[int, int], int](int), defaultdict[tuple[int, int], int](int)
        for part in parts:
            for monomial, n in part.head.items():
                head[monomial] += n
            for (first, b), n in part.repeat.items():
                for a in range(first, start, part.modulus):
                    head[a, b] += n
                settled = first + max(0, -(-(start - first) // part.modulus)) * part.modulus
                for a in range(settled, settled + modulus, part.modulus):
                    repeat[a, b] += n
        return cls(polynomial(head), polynomial(repeat), start, modulus)

    def tight(self) -> "Series":
        """The same function with the least start."""
        columns = defaultdict[int, dict[int, int]](dict)
        for (a, b), n in chain(self.head.items(), self.repeat.items()):
            columns[a][b] = n
        start = self.start
        while start and columns[start - 1] == columns[start - 1 + self.modulus]:
            start -= 1
        head, repeat = (
            polynomial({(a, b): n for a in range(*ends) for b, n in columns[a].items()})
            for ends in ((start,), (start, start + self.modulus))
        )
        return Series(head, repeat, start, self.modulus)

    def __mul__(self, factor: PolyElement) -> "Series":
        """Multiply by a polynomial in y."""
        return Series(self.head * factor, self.repeat * factor, self.start, self.modulus)

    def expression(self) -> Expr:
        """The same function as an expression of sympy in x and y, with the least start."""
        tight = self.tight()
        return _expression(tight.head, tight.repeat, tight.modulus)

    def coefficient(self, a: int, b: int) -> int:
        """The coefficient of x^a y^b, for an exponent a of any size."""
        if a < self.start:
            return int(self.head.get((a, b), 0))
        return int(self.repeat.get((self.start + (a - self.start) % self.modulus, b), 0))


@dataclass(frozen=True, slots=True, repr=False)
class Coverage(Shown, words="bars.generating_functions"):
    """The identity P + N - 1/((1-x)(1-y)) = U + V/(1 - x^M) of a claim.

    If some column has no loser and is not after the end, the difference is not of this form: then ``complete`` is
    False, and U and V hold its coefficients up to a degree in y that shows uncovered positions in all these columns.
    """

    slice: Slice
    claim: Periodic[int]
    losers: PositionFamily
    winners: tuple[PositionFamily, ...]
    difference: Series
    complete: bool
    sources: tuple[Source, ...] = (Source.GENFUN,)


@dataclass(frozen=True, slots=True)
class Proved:
    """The claim is the whole truth about its slice."""

    coverage: Coverage


@dataclass(frozen=True, slots=True)
class Refuted:
    """The claim is false, and this position shows it: of those that do, it has the fewest squares.

    ``covered`` tells how: a claimed loser is an implied winner, or nothing covers the position. For the
    smallest such position the truth is known: it is a winner in the first case and a loser in the second.
    """

    slice: Slice
    a: int
    b: int
    covered: bool

    def position(self) -> Position:
        """The position that shows it."""
        return self.slice.position(self.a, self.b)


def check(slice_: Slice, claim: Periodic[int], known: KnownSlices) -> Proved | Refuted:
    """Decide a claim about a slice, given the truth about all slices that it depends on.

    >>> truth = {Slice(): Periodic((), (1,))}
    >>> isinstance(check(Slice((1,)), Periodic((2, 0)), truth), Proved)
    True
    >>> check(Slice((1,)), Periodic((2,), (1,)), truth)
    Refuted(slice=Slice(tail=(1,), nim=0), a=1, b=0, covered=False)
    """
    return decide(cover(slice_, claim, given_families(slice_, known)))


def decide(coverage: Coverage) -> Proved | Refuted:
    """Decide a claim by the signs of its coverage."""
    wrong = min(_violations(coverage), default=None)
    if wrong is None:
        return Proved(coverage)
    weight, a, covered = wrong
    return Refuted(coverage.slice, a, weight - 2 * a, covered)


def cover(slice_: Slice, claim: Periodic[int], given: tuple[PositionFamily, ...]) -> Coverage:
    """The coverage of a claim: its losers, the winners that they imply, and the winners that are given."""
    if any(type(b) is not int or b < 0 for b in claim.head + claim.period):
        raise InvalidArgument("a claim is made of numbers 0, 1, 2, ...", got=claim)
    if not slice_.tail and claim.get(0) == 0:
        raise InvalidArgument(f"the empty bar is not a position, got a claim that starts with 0: {quote(claim)}")
    end = _end(claim)
    losers = family_of_losers("losers", claim if end is None else Periodic(tuple(claim.first(end + 1))))
    own = [
        PositionFamily("above", losers.head * Y, losers.repeat * Y, losers.modulus, fills=True),
        PositionFamily("own", _antidiagonals(losers.head), _antidiagonals(losers.repeat), losers.modulus),
    ]
    if end is not None:
        own.append(PositionFamily("end", RING.zero, X ** (end + 1), fills=True))
    winners = (*own, *given)
    bar = [] if slice_.tail else [PositionFamily("empty bar", RING.one, RING.zero)]
    flat = Series.total([losers, *bar, *(family for family in winners if not family.fills)])
    everything = PositionFamily("everything", RING.zero, -RING.one, fills=True)
    filling = [everything, *(family for family in winners if family.fills)]
    scaled = PositionFamily("flat", flat.head * (1 - Y), flat.repeat * (1 - Y), flat.modulus)
    # Multiplied by 1 - y, the difference is a polynomial in y.
    product = Series.total([scaled, *filling])
    degree = 1 + max((b for poly in (product.head, product.repeat) for _, b in poly), default=0)
    head, repeat = (_divided_by_one_minus_y(poly, degree) for poly in (product.head, product.repeat))
    difference = Series(head, repeat, product.start, product.modulus)
    complete = difference * (1 - Y) == product
    return Coverage(slice_, claim, losers, winners, difference, complete)


def given_families(slice_: Slice, known: KnownSlices) -> tuple[PositionFamily, ...]:
    """The winners that other slices imply: below, corner and lower, or everything if the slice is empty."""
    overhang = []
    for x, corner in corners(slice_):
        first = known[corner].get(0)
        if first is None or first == 0:
            return (PositionFamily("end", RING.zero, RING.one, fills=True),)
        overhang.append(x + first - slice_.width)
    tails = Series.total(family_of_losers("below", known[t], slice_.width - t.width) for t in below(slice_))
    nims = Series.total(family_of_losers("lower", known[h]) for h in lower(slice_))
    diagonals = polynomial(Counter((a, e - a) for e in overhang for a in range(e + 1)))
    return (
        PositionFamily("below", tails.head, tails.repeat, tails.modulus),
        PositionFamily("corner", diagonals, RING.zero),
        PositionFamily("lower", nims.head, nims.repeat, nims.modulus),
    )


def family_of_losers(name: str, sequence: Periodic[int], since: int = 0) -> PositionFamily:
    """The monomials x^a y^B(a) of a sequence from a given column on, which becomes column 0."""
    start = max(0, len(sequence.head) - since)
    terms = list(islice(sequence.since(since), start + len(sequence.period)))
    head = polynomial(dict.fromkeys(enumerate(terms[:start]), 1))
    repeat = polynomial(dict.fromkeys(enumerate(terms[start:], start), 1))
    return PositionFamily(name, head, repeat, len(sequence.period) or 1)


def polynomial(terms: Coefficients) -> PolyElement:
    """The polynomial with these coefficients."""
    return RING.from_dict({monomial: ZZ(n) for monomial, n in terms.items() if n})


def _expression(head: PolyElement, repeat: PolyElement, modulus: int) -> Expr:
    return head.as_expr() + repeat.as_expr() / (1 - X.as_expr() ** modulus)


def _end(claim: Periodic[int]) -> int | None:
    """The first column whose loser has b = 0."""
    terms = claim.first(len(claim.head) + len(claim.period))
    return terms.index(0) if 0 in terms else None


def _antidiagonals(losers: PolyElement) -> PolyElement:
    return polynomial(Counter((a + i, b - i) for a, b in losers for i in range(1, b + 1)))


def _divided_by_one_minus_y(poly: PolyElement, degree: int) -> PolyElement:
    """The quotient by 1 - y, as a power series in y up to y^degree: in every column the running sums."""
    columns = defaultdict[int, list[int]](lambda: [0] * (degree + 1))
    for (a, b), n in poly.items():
        columns[a][b] += int(n)
    return polynomial({(a, b): n for a, column in columns.items() for b, n in enumerate(accumulate(column))})


def _violations(coverage: Coverage) -> Iterator[tuple[int, int, bool]]:
    """The candidates for the smallest position that refutes the claim: 2a + b, a, and whether it is covered."""
    difference = coverage.difference
    for poly in (difference.head, difference.repeat):
        yield from ((2 * a + b, a, False) for (a, b), n in poly.items() if n < 0)
    beyond = difference.start + difference.modulus
    repeated = ((n, b) for a, b in coverage.losers.repeat for n in range(a, beyond, coverage.losers.modulus))
    for a, b in chain(coverage.losers.head, repeated):
        if difference.coefficient(a, b) > 0:
            yield 2 * a + b, a, True
    end = _end(coverage.claim)
    if end is not None:  # every position after the end is an implied winner
        after = islice(coverage.claim.since(end + 1), len(coverage.claim.head) + len(coverage.claim.period))
        yield from ((2 * a + b, a, True) for a, b in enumerate(after, end + 1))
