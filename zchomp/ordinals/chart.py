"""The chart of ordinals: which first row makes a loser, for two, three, or with a finite tail any number of rows.

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
"""

from bisect import bisect_left
from collections.abc import Sequence

from zchomp import verifier
from zchomp.answers.inquiry import Inquiry, OutOfReach, reached
from zchomp.ordinals.ordinal import OMEGA, Ordinal, omega_power
from zchomp.ordinals.two_rows import capped_value, first_row_of_value, second_row_of_value, square_of_value
from zchomp.periodic import Kind, Periodic
from zchomp.position import mex
from zchomp.results import Unknown
from zchomp.slices import Slice, below, corners

__all__ = ["FiniteTails", "Tail", "end_of_row", "first_row", "second_row", "third_row", "usual_third_row"]

Tail = tuple[int, ...]
"""The rows from the third on, if all are finite."""


class FiniteTails:
    """The finite tails, and where their slices end, within an inquiry.

    The methods raise OutOfReach if they would need more effort than the inquiry has.
    """

    def __init__(self, inquiry: Inquiry) -> None:
        self._inquiry = inquiry
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
            sequences = self._inquiry.sequences(Slice(tail))
            for slice_, sequence in sequences.items():
                options = {self._numbers[inner.tail] for inner in below(slice_)}
                self._numbers[slice_.tail] = mex(options - {None}) if sequence.period else None  # type: ignore[arg-type]
        return self._numbers[tail]

    def third_row_of_number(self, number: int) -> int:
        """The third row c_n, whose slice is infinite, with exactly n infinite slices below it."""
        if number > verifier.MAX_UPTO:
            raise OutOfReach(Unknown(f"no certificate goes beyond third row {verifier.MAX_UPTO}"))
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
        return reached(self._inquiry.proof(Slice(tail))).sequence

    def _finite_end(self, tail: Tail) -> int:
        """The last second row of a finite slice, or for an empty one the x below the third row at which it ends."""
        sequence = self.sequence(tail)
        if sequence.kind is Kind.FINITE:
            return max(tail) + len(sequence.head) - 1
        return next(x for x, corner in corners(Slice(tail)) if self.sequence(corner.tail).get(0) == 0)

    def _reach(self, third: int) -> None:
        """Find the infinite slices among all third rows up to a given one."""
        if third >= self._reached:
            reached(self._inquiry.proof(Slice((third,))))  # before the others are listed: there may be too many
            more = range(self._reached, third + 1)
            shapes: Sequence[tuple[int, int]] = self._inquiry.shapes([Slice((c,)) for c in more])
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
