"""Two rows in normal play: the nim-value of any two ordinals below ω^ω, and which rows have a given nim-value.

In normal play there is no poison: whoever cannot move loses. (P, Q), P ≥ Q, has the options (P', min(P', Q)) with
P' < P, and (P, Q') with Q' < Q.

    proofs/ordinals.md                here
    G(P, Q)                           two_rows_value(P, Q)
    D(M) = G(M, M)                    two_rows_value(M, M)
    the M with D(M) = v               square_of_value(v)
    the P with G(P, min(P, Q)) = v    first_row_of_value(Q, v)      there is exactly one
    the Q with G(P, Q) = v            second_row_of_value(P, v)     there is at most one
    T(x) = 3x + 1                     _tripled, _stripped

Lemma 1 is the formula for whole numbers: G is one more than the nim-value with poison (`answers.theorems`). Theorem 4
is the formula for ordinals. The values may be too long to write, since T is applied once for every ω. The functions
that look for rows with a given value have no such limit.
"""

from zchomp.answers import theorems
from zchomp.errors import InvalidArgument, TooLarge
from zchomp.ordinals.ordinal import Ordinal, omega_power
from zchomp.position import MAX_DIGITS, TOO_LONG

__all__ = ["capped_value", "first_row_of_value", "second_row_of_value", "square_of_value", "two_rows_value"]


def two_rows_value(first: Ordinal, second: Ordinal) -> Ordinal:
    """G(P, Q), the nim-value of two rows in normal play (Theorem 4).

    >>> w = Ordinal.of("w")
    >>> [int(two_rows_value(Ordinal.of(n), Ordinal.of(n))) for n in range(7)]
    [0, 2, 3, 5, 6, 8, 9]
    >>> print(two_rows_value(w, w), two_rows_value(w * 3 + 5, w + 4), two_rows_value(w * w, w * w))
    1 ω·2+1 ω

    Raises TooLarge if a number in the value has more digits than can be written.
    """
    value = capped_value(first, second)
    if value.finite_part >= TOO_LONG:
        raise TooLarge(f"a number of more than {MAX_DIGITS} digits")
    return value


def capped_value(first: Ordinal, second: Ordinal) -> Ordinal:
    """G(P, Q), but if the number at the end is too long to write, the smallest number that is too long stands for it.

    So it compares with every ordinal that can be written in the same way as the value itself.
    """
    if second > first:
        raise InvalidArgument(f"the second row is longer than the first: {first.ascii()}, {second.ascii()}")
    if first.is_finite:
        return Ordinal.of(1 + theorems.two_rows_nim_value(int(first), int(second)))
    exponent = first.degree
    (long, above), (short, below) = first.part(exponent), second.part(exponent)
    if long > short:
        return omega_power(exponent, long - short) + above.nim_sum(below)
    inner = capped_value(above, below)
    return omega_power(exponent - 1, long) + inner if exponent > 1 else Ordinal.of(_tripled(int(inner), long))


def square_of_value(value: Ordinal) -> Ordinal:
    """The M for which two rows of length M have the nim-value. There is one for every ordinal.

    >>> print(*(square_of_value(Ordinal.of(value)) for value in (0, 1, 2, 4, 13, "w*2+1")))
    0 ω 1 ω·2 ω·3 ω²·2+ω
    """
    times, rest = _stripped(value.finite_part)
    higher = tuple((exponent + 1, count) for exponent, count in value.terms if exponent)
    return Ordinal(higher) + omega_power(1, times) + 2 * rest // 3


def first_row_of_value(second: Ordinal, value: Ordinal) -> Ordinal:
    """The P for which (P, min(P, Q)) has the nim-value. P may be shorter than Q.

    >>> w = Ordinal.of("w")
    >>> print(first_row_of_value(w, Ordinal.of(1)), first_row_of_value(w, Ordinal.of(2)), first_row_of_value(w, w + 3))
    ω 1 ω·2+3
    """
    exponent = max(second.degree, value.degree)
    if not exponent:
        return Ordinal.of(theorems.first_row_of_value(int(second), int(value) - 1))
    (short, below), (more, rest) = second.part(exponent), value.part(exponent)
    if more:
        return omega_power(exponent, short + more) + rest.nim_sum(below)
    if exponent == 1:
        times, left = _stripped(int(value), short)
        if times < short:
            return square_of_value(value)
        return omega_power(1, short) + first_row_of_value(below, Ordinal.of(left))
    levels = omega_power(exponent - 1, short)
    if value < levels:
        return square_of_value(value)
    return omega_power(exponent, short) + first_row_of_value(below, value.without(levels))


def second_row_of_value(first: Ordinal, value: Ordinal) -> Ordinal | None:
    """The Q for which (P, Q) has the nim-value, or None.

    >>> w = Ordinal.of("w")
    >>> print(second_row_of_value(w + 1, w), second_row_of_value(w, Ordinal.of(1)), second_row_of_value(w, Ordinal()))
    1 ω None
    """
    if value.degree > first.degree:
        return None
    if first.is_finite:
        found = theorems.second_row_of_value(int(first), int(value) - 1)
        return None if found is None else Ordinal.of(found)
    exponent = first.degree
    (long, above), (more, rest) = first.part(exponent), value.part(exponent)
    if more:
        return omega_power(exponent, long - more) + rest.nim_sum(above) if more <= long else None
    inner: Ordinal | None = None
    if exponent == 1:
        times, left = _stripped(int(value), long)
        inner = second_row_of_value(above, Ordinal.of(left)) if times == long else None
    elif value >= (levels := omega_power(exponent - 1, long)):
        inner = second_row_of_value(above, value.without(levels))
    return None if inner is None else omega_power(exponent, long) + inner


def _tripled(value: int, times: int) -> int:
    """T applied several times to a number, 3^times · value + (3^times − 1)/2, or the least number that is too long."""
    power: int = 3 ** min(times, 3 * MAX_DIGITS)
    tripled: int = power * value + (power - 1) // 2
    longest: int = TOO_LONG
    return min(longest, tripled)


def _stripped(value: int, most: int | None = None) -> tuple[int, int]:
    """How often the number is a T(x), at most ``most`` times, and the last x.

    >>> _stripped(13), _stripped(40, most=2), _stripped(12)
    ((3, 0), (2, 4), (0, 12))
    """
    times = 0
    while value % 3 == 1 and (most is None or times < most):
        value, times = value // 3, times + 1
    return times, value
