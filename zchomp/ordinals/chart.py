"""The chart of ordinals: the first row that makes a loser, for two, three, or with a finite tail any number of rows.

A tail is the rows from the third on. f(q, t) is the p for which (p, q, t), its rows cut to at most p, is lost. A tail
*ends* at x if (x, x, t), cut to at most x, is lost: then f(q, t) = x for all q ≥ x.

    proofs/ordinals.md                               here
    the number g of a tail with an infinite slice    FiniteTails.number(tail)
    the end of a tail                                FiniteTails.end(tail), end_of_row(r) for an infinite third row
    f(q, t)                                          FiniteTails.first_row(q, tail), first_row(q, r)
    c_n                                              FiniteTails.third_row_of_number(n)

Finite tails are Theorem 1: (ω+P, ω+M, t) is lost if and only if G(P, M) = g(t), where g is the Grundy value of the
tail among those with an infinite slice. With three rows g(c) is the number of infinite slices below slice c. An
infinite third row is Theorem 5. If a row would have a number with more digits than can be written, the functions return
the smallest such number instead (`capped_value`).

All losers with a finite tail are listed block by block. Block k has the second rows from ω·k to ω·(k + 1). The losers
of a tail in it are (ω·k + p, ω·k + m, tail) with G(p, m) = n, where n is the tail's number in that block (Theorem 1 of
proofs/ordinals.md):

    n = 3i + 1      for every m one p, and p = m + 2i + 1 from m = 2i on; in block k + 1 the tail has number i
    other n         for every m ≤ ⌊2n/3⌋ one p, and p = m in the last of them: the tail ends there

So every finite tail ends before ω². The number in block 1 is that of `FiniteTails`.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from zchomp.bars.knowledge import knowledge, refuse_list
from zchomp.bars.periodic import Kind, Periodic
from zchomp.bars.position import mex
from zchomp.bars.results import Proof
from zchomp.bars.slices import Slice, SliceLike, below, corners
from zchomp.core import limits
from zchomp.core.answers import Source, Unknown
from zchomp.core.effort import seconds_for, too_much
from zchomp.core.numbers import whole_number
from zchomp.core.session import NotKnown, current, question
from zchomp.core.showing import Shown
from zchomp.ordinals.ordinal import OMEGA, Ordinal, omega_power
from zchomp.ordinals.position import capped_value, first_row_of_value, second_row_of_value, square_of_value
from zchomp.proof import verifier

Tail = tuple[int, ...]
"""The rows from the third on, if all are finite."""


class FiniteTails:
    """The finite tails, and where their slices end, within a question.

    The methods raise NotKnown if they would need more effort than the question has.
    """

    def __init__(self) -> None:
        self._infinite: list[int] = []  # the third rows with an infinite slice, among those below _reached
        self._reached = 0
        self._numbers: dict[Tail, int | None] = {}

    def number(self, tail: Tail) -> int | None:
        """The number g of a tail, or None if its slice is finite or empty."""
        if len(tail) <= 1:
            third = sum(tail)
            *below_it, last = self.infinite_third_rows(third)
            return len(below_it) if last == third else None
        if tail not in self._numbers:
            sequences = knowledge().sequences(Slice(tail))
            for slice_, sequence in sequences.items():
                options = {self._numbers[inner.tail] for inner in below(slice_)}
                self._numbers[slice_.tail] = mex(options - {None}) if sequence.period else None  # type: ignore[arg-type]
        return self._numbers[tail]

    def third_row_of_number(self, number: int) -> int:
        """The third row c_n, whose slice is infinite, with exactly n infinite slices below it."""
        if number > verifier.MAX_UPTO:
            raise NotKnown(Unknown(f"no certificate goes beyond third row {verifier.MAX_UPTO}"))
        # Of the third rows below R at least (2R + 2)/7 are infinite (proofs/chart.md).
        for upto in (usual_third_row(number), number * 7 // 2 + 1):
            self._reach(upto)
            if number < len(self._infinite):
                break
        return self._infinite[number]

    def infinite_third_rows(self, upto: int) -> list[int]:
        """All third rows up to a given one whose slices are infinite."""
        self._reach(upto)
        return self._infinite[: bisect_left(self._infinite, upto + 1)]

    def end(self, tail: Tail) -> Ordinal:
        """The ordinal at which a tail ends."""
        number = self.number(tail)
        return Ordinal.of(self._finite_end(tail)) if number is None else OMEGA + square_of_value(Ordinal.of(number))

    def first_row(self, second: Ordinal, tail: Tail) -> Ordinal:
        """f(q, t), for any second row that is not shorter than the tail."""
        if second.is_finite:
            sequence = self.sequence(tail)
            b = sequence.get(int(second) - max(tail, default=0))
            return Ordinal.of(self._finite_end(tail)) if b is None else second + b
        number = self.number(tail)
        if number is None or second >= omega_power(2):
            return self.end(tail)
        return OMEGA + first_row_of_value(second.without(OMEGA), Ordinal.of(number))

    def second_row(self, first: Ordinal, tail: Tail) -> Ordinal | None:
        """The infinite second row that makes a loser with an infinite first row, if there is one."""
        number = self.number(tail)
        if number is None or first >= omega_power(2):
            return None
        found = second_row_of_value(first.without(OMEGA), Ordinal.of(number))
        return None if found is None else OMEGA + found

    def sequence(self, tail: Tail) -> Periodic[int]:
        """The finite losers of a tail, by the sequence b = B(a) of its slice."""
        return knowledge().proof(Slice(tail)).sequence

    def _finite_end(self, tail: Tail) -> int:
        """The last second row of a finite slice, or for an empty one the x below the third row at which it ends."""
        sequence = self.sequence(tail)
        if sequence.kind is Kind.FINITE:
            return max(tail) + len(sequence.head) - 1
        return next(x for x, corner in corners(Slice(tail)) if self.sequence(corner.tail).get(0) == 0)

    def _reach(self, third: int) -> None:
        """Find the infinite slices among all third rows up to a given one."""
        if third >= self._reached:
            knowledge().proof(Slice((third,)))  # before the others are listed: there may be too many
            more = range(self._reached, third + 1)
            shapes: Sequence[tuple[int, int]] = knowledge().shapes([Slice((c,)) for c in more])
            self._infinite += [c for c, (_, period) in zip(more, shapes, strict=True) if period]
            self._reached = third + 1


def usual_third_row(number: int) -> int:
    """A third row above the third row c_n, as far as is known: usually 0.41 of the slices are infinite.

    >>> usual_third_row(100)
    270
    """
    return number * 5 // 2 + 20


def end_of_row(third: Ordinal) -> Ordinal:
    """The ordinal at which an infinite third row ends (Theorem 5, B). ω^ω ends at itself.

    >>> print(end_of_row(OMEGA), end_of_row(OMEGA + 1), end_of_row(OMEGA * 2 + 4), end_of_row(Ordinal.of("w^w")))
    ω² ω²+ω ω²·2+ω·2 ω^ω
    """
    if third.is_largest:
        return third
    power = omega_power(third.degree)
    return omega_power(third.degree + 1) + square_of_value(third.without(power))


def first_row(second: Ordinal, third: Ordinal) -> Ordinal:
    """f(q, r) for an infinite third row r ≤ q (Theorem 5).

    >>> w = OMEGA
    >>> print(first_row(w, w), first_row(w + 1, w + 1), first_row(w * w + w, w + 1), first_row(w * w * 2, w * 2))
    ω·2 ω·2+2 ω²+ω ω²·2
    """
    if second.is_largest or second.degree > third.degree + 1:
        return end_of_row(third)
    i = second.degree
    k, m = second.part(i)
    a, rest = third.part(i)
    if not a:
        n = third.without(omega_power(i - 1))
        return omega_power(i) + first_row_of_value(second.without(omega_power(i)), n)
    return omega_power(i, k + a) + (m.nim_sum(rest) if a < k else capped_value(m, rest))


def second_row(first: Ordinal, third: Ordinal) -> Ordinal | None:
    """The q for which (p, q, min(q, r)) is lost, for an infinite third row r and p ≥ r, if there is one.

    >>> w = OMEGA
    >>> print(second_row(w * 2, w * 3), second_row(w * w * 2, w * 2), second_row(w * 3, w * 2))
    ω ω²·2 None
    """
    if first.is_largest or third.is_largest:
        return first if third.is_largest else None
    i = third.degree
    if first.degree == i + 1:
        power = omega_power(i + 1)
        found = second_row_of_value(first.without(power), third.without(omega_power(i)))
        return None if found is None else power + found
    if first.degree != i:
        return None
    (level, above), (a, rest) = first.part(i), third.part(i)
    if level > 2 * a:
        return omega_power(i, level - a) + above.nim_sum(rest)
    if level == 2 * a:
        return omega_power(i, a) + first_row_of_value(rest, above)
    square = square_of_value(above)  # the second row is bitten into the third: (p, q, q)
    return omega_power(i, level // 2) + square if level % 2 == 0 and square < omega_power(i) else None


def third_row(first: Ordinal, second: Ordinal) -> Ordinal | int | None:
    """The r for which (p, q, r) is lost, for infinite rows p ≥ q. A finite r = c_n is given by its number n, an int.

    >>> w = OMEGA
    >>> third_row(w * 2, w), third_row(w * 2, w * 2), third_row(w * 3, w)
    (Ordinal.of('w'), 1, None)
    """
    if first.is_largest or second.is_largest:
        return first if second.is_largest else None
    i = second.degree
    if first.degree != i:
        return None
    (level, above), (k, m) = first.part(i), second.part(i)
    a = level - k
    if not a:
        power = omega_power(i)
        n = capped_value(first.without(power), second.without(power))
        return int(n) if i == 1 else omega_power(i - 1) + n
    if a < k:
        return omega_power(i, a) + above.nim_sum(m)
    found = second_row_of_value(m, above) if a == k else None
    return None if found is None else omega_power(i, k) + found


@dataclass(frozen=True, slots=True)
class Block:
    """The losers of a tail in block k: p for m = 0, 1, ... If ``goes_on``, p - m is constant from the last of them on.

    >>> Block.of(1, 4)
    Block(k=1, number=4, firsts=(4, 3, 5), goes_on=True)
    >>> Block.of(2, 5)
    Block(k=2, number=5, firsts=(5, 6, 4, 3), goes_on=False)
    """

    k: int
    number: int
    firsts: tuple[int, ...]
    goes_on: bool

    @classmethod
    def of(cls, k: int, number: int) -> "Block":
        """The block of a tail with a number in it."""
        goes_on = number % 3 == 1
        value = Ordinal.of(number)
        firsts = (int(first_row_of_value(Ordinal.of(m), value)) for m in range(2 * number // 3 + 1))
        return cls(k, number, tuple(firsts), goes_on)


@dataclass(frozen=True, slots=True, repr=False)
class OrdinalSlice(Shown, words="ordinals.words"):
    """All losers with a finite tail: the finite ones by ``proof``, those from ω on by blocks, and where they end."""

    proof: Proof
    blocks: tuple[Block, ...]
    end: Ordinal
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class End:
    """Where a third row ends. ``number`` is that of its slice among the infinite ones, or None if it is finite."""

    third: int
    number: int | None
    end: Ordinal


@dataclass(frozen=True, slots=True, repr=False)
class Ends(Shown, words="ordinals.words"):
    """Where the third rows 0, 1, 2, ... end."""

    ends: tuple[End, ...]
    sources: tuple[Source, ...] = ()

    def infinite(self) -> list[End]:
        """The ends of the third rows with an infinite slice."""
        return [found for found in self.ends if found.number is not None]


@dataclass(frozen=True, slots=True, repr=False)
class BlockChart(Shown, words="ordinals.words"):
    """A window of the chart in block k: for each tail that reaches it, its third row, and p for m = 0, 1, ..."""

    k: int
    columns: int
    rows: tuple[tuple[int, Block], ...]
    sources: tuple[Source, ...] = ()


@question
def slice_of_ordinals(slice_: SliceLike, /) -> OrdinalSlice:
    """All losers with a third row or a tail, including infinite ones, and where they end.

    >>> found = slice_of_ordinals(9)
    >>> found.end, [(block.k, block.number, block.firsts, block.goes_on) for block in found.blocks]
    (Ordinal.of('w*3'), [(1, 4, (4, 3, 5), True), (2, 1, (1,), True), (3, 0, (0,), False)])
    """
    wanted = Slice.of(slice_)
    tails = _finite_tails()
    number = tails.number(wanted.tail)
    proof, blocks = knowledge().proof(wanted), () if number is None else _blocks(number)
    return OrdinalSlice(proof, blocks, tails.end(wanted.tail), current().used)


@question
def ends(upto: int) -> Ends:
    """Where all third rows from 0 to ``upto`` end.

    >>> [(end.third, str(end.end)) for end in ends(9).ends]
    [(0, 'ω'), (1, '2'), (2, 'ω·2'), (3, '5'), (4, '7'), (5, 'ω+1'), (6, '9'), (7, 'ω+2'), (8, '12'), (9, 'ω·3')]
    """
    last, tails = whole_number(upto, "the largest third row"), _finite_tails()
    _check(f"a list of {last + 1} ends", last + 1, last)
    number = {c: n for n, c in enumerate(tails.infinite_third_rows(last))}
    return Ends(tuple(End(c, number.get(c), tails.end((c,))) for c in range(last + 1)), current().used)


@question
def block_chart(upto: int, *, block: int = 1) -> BlockChart:
    """The chart of block k: all tails of three rows whose number in it is at most ``upto``, for m ≤ ``upto``.

    >>> [(c, row.firsts) for c, row in block_chart(3, block=2).rows]
    [(2, (0,)), (9, (1,)), (17, (2, 1)), (24, (3, 4, 2))]
    """
    most, k = whole_number(upto, "the largest number"), whole_number(block, "the block", least=1)
    first, tails = [_in_first_block(k, number) for number in range(most + 1)], _finite_tails()
    _check(f"a chart of {most + 1} rows and columns", (most + 1) ** 2, usual_third_row(first[-1]))
    tails.third_row_of_number(first[-1])  # it needs the most, and that is said at once
    rows = tuple((tails.third_row_of_number(n), Block.of(k, number)) for number, n in enumerate(first))
    return BlockChart(k, most + 1, rows, current().used)


def _blocks(number: int) -> tuple[Block, ...]:
    """The blocks of a tail, from its number in block 1."""
    found = [Block.of(1, number)]
    while found[-1].goes_on:
        found.append(Block.of(found[-1].k + 1, found[-1].number // 3))
    return tuple(found)


def _in_first_block(k: int, number: int) -> int:
    """The number in block 1 of the tail with a given number in block k: n becomes 3n + 1 for every block between.

    >>> _in_first_block(1, 4), _in_first_block(3, 0)
    (4, 4)
    """
    for _ in range(min(k - 1, 60)):  # larger numbers are out of reach in any case
        number = 3 * number + 1
    return number


def _finite_tails() -> FiniteTails:
    """The finite tails, by the theorems about infinite rows."""
    current().use(Source.THEOREM)
    return FiniteTails()


def _check(what: str, cells: int, third: int) -> None:
    """Refuse a list that takes more effort. It goes to a third row."""
    refused = too_much(what, "a smaller number", seconds_for(cells, limits.LISTED_SLICES_PACE), current().effort)
    refuse_list(refused, Slice((third,)))
