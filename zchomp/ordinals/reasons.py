"""Reasons: the theorem that decides a position of ordinals, in a sentence, with the numbers to which it is applied.

The theorems are those of proofs/ordinals.md. G is the nim-value of two rows without poison (`two_rows`).
"""

from zchomp.errors import TooLarge
from zchomp.ordinals.chart import FiniteTails, Tail, end_of_row
from zchomp.ordinals.ordinal import OMEGA, Ordinal, omega_power
from zchomp.ordinals.position import OrdinalPosition
from zchomp.ordinals.two_rows import two_rows_value
from zchomp.slices import Slice

__all__ = ["FINITE_SECOND_ROW", "OTHER_BLOCK", "ROWS_OF_OMEGA", "STOLEN", "finite_tail", "infinite_third_row"]

THEOREM_1, THEOREM_5 = "Theorem 1 on ordinals", "Theorem 5 on ordinals"

FINITE_SECOND_ROW = f"if the second row is finite, exactly one first row makes a loser, and it is finite ({THEOREM_1})"

OTHER_BLOCK = (
    f"if the third row is finite, a loser has its first two rows between ω·k and ω·(k+1) for some k ({THEOREM_1})"
)

STOLEN = "rows of one length that have a last square are a winner, by strategy stealing"

ROWS_OF_OMEGA = (
    "(ω, ω) is lost, and the next player can leave it after any other bite of row 3, or of a row below it. Any bite of "
    "row 2 leaves a finite second row below an infinite first row, any bite of row 1 leaves a finite rectangle, and "
    "both are won"
)

VALUE = "G is the nim-value of two rows without poison"


def finite_tail(tails: FiniteTails, first: Ordinal, second: Ordinal, tail: Tail) -> str:
    """Why a position with a finite tail and an infinite second row is won or lost."""
    number, end, slice_ = tails.number(tail), tails.end(tail), Slice(tail)
    if number is None or end < second:
        last = OrdinalPosition((end, end, *(min(Ordinal.of(row), end) for row in tail)))
        return f"the {slice_} ends at {end}, with the loser {last} ({THEOREM_1})"
    if first.is_largest:
        return _below_largest(THEOREM_1)
    rows = ", ".join(["ω+P", "ω+M", *map(str, tail)])
    counted = f"of infinite slices below c = {slice_.width}" if len(tail) == 1 else "of the tail among infinite slices"
    law = f"({rows}) is lost if and only if G(P, M) = {number}" + (f", the number {counted}" if tail else "")
    return f"{law}. Here {VALUE}, and {_value(first.without(OMEGA), second.without(OMEGA))} ({THEOREM_1})"


def infinite_third_row(first: Ordinal, second: Ordinal, third: Ordinal) -> str:
    """Why a position of three infinite rows is won or lost (Theorem 5)."""
    end = end_of_row(third)
    if end < second or end.is_largest:
        return f"third row {third} ends at {end}, with the loser {OrdinalPosition((end, end, third))} ({THEOREM_5})"
    if first.is_largest:
        return _below_largest(THEOREM_5)
    i = second.degree
    power, lower = omega_power(i), omega_power(i - 1)
    a, rest = third.part(i)
    if not a:
        here = f"N = {third.without(lower)}, and {_value(first.without(power), second.without(power))}"
        law = f"({power}+P, {power}+M, {lower}+N) is lost if and only if G(P, M) = N"
        return f"{law}. Here {VALUE}, {here} ({THEOREM_5})"
    k, m = second.part(i)
    if a < k:
        value, made = f"{power}·{k + a}+(M ⊕ R)", f"{m} ⊕ {rest} = {m.nim_sum(rest)}"
        sign = "⊕ is the exclusive or of coefficients"
    else:
        value, made, sign = f"{power}·{2 * k}+G(M, R)", _value(m, rest), VALUE
    law = f"(p, {_times(power, k)}+M, {_times(power, a)}+R) is lost if and only if p = {value}"
    return f"{law}. Here {sign}, and {made} ({THEOREM_5})"


def _below_largest(theorem: str) -> str:
    """Why a first row of ω^ω makes a winner, if the row from the third on does not end before the second."""
    return f"with these rows below it, exactly one first row makes a loser, and it is less than ω^ω ({theorem})"


def _value(first: Ordinal, second: Ordinal) -> str:
    """The value of two rows, or that it is too long to write."""
    try:
        return f"G({first}, {second}) = {two_rows_value(first, second)}"
    except TooLarge as problem:
        return f"G({first}, {second}) is {problem}"


def _times(power: Ordinal, times: int) -> str:
    return str(power * times)
