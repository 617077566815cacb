"""Ordinals up to ω^ω, exactly: Cantor's normal form, comparison, sum, product, left subtraction, nim-sum, text.

    ordinal                       here
    ω²·3 + ω + 5                  Ordinal.of("w^2*3+w+5"), or Ordinal(((2, 3), (1, 1), (0, 5)))
    ω^ω                           OMEGA_TO_OMEGA, the largest ordinal here
    the x with α + x = β          β.without(α), for α ≤ β
    α ⊕ β                         α.nim_sum(β), the exclusive or of the coefficients

Whole numbers are ordinals wherever they are compared or added. Sums and products are those of ordinals: 1 + ω and 2·ω
are ω. As text they are refused, because the reader may have meant ω + 1 and ω·2. sympy has ordinals with sum, product
and comparison, and the tests compare them with these. It has no left subtraction, no nim-sum and no reader of text, and
takes longer to import than an answer takes.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce, total_ordering
from itertools import repeat
from operator import index, mul
from typing import SupportsIndex, TypeAlias, Union

from zchomp.bars.notation import MAX_DIGITS, NUMBER, mistake_in
from zchomp.errors import InvalidArgument, TooLarge

OrdinalLike: TypeAlias = Union["Ordinal", SupportsIndex, str]
"""An Ordinal, a whole number, or text like "w^2*3+w+5" or "ω²·3+ω+5"."""

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
TERM = re.compile(rf"(?P<omega>w)(?:\^(?P<exponent>{NUMBER}))?(?:\*?(?P<times>{NUMBER}))?|(?P<finite>{NUMBER})")

EXPECTED = "expected an ordinal like w, w+3, w*2 or w^2*3+w+5"
BEYOND = "ordinals go up to w^w"
MISTAKES = (
    (r"\^\(?w.|w\^w.|.w\^w", BEYOND),
    (r"[-–−]", "'-' is not used with ordinals: no ordinal comes right before w"),
    (rf"(?:^|\+){NUMBER}\*?w", "write the number after w: w*2 is w+w, but 2*w is w"),
    (r"\^\(", "an exponent is a number, as in w^2"),
)
"""Common typing mistakes, and why they are refused."""


@total_ordering
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ordinal:
    """An ordinal below ω^ω, by its decreasing exponents and its coefficients; or ω^ω, if ``is_largest``.

    >>> Ordinal(((2, 3), (0, 5))) == Ordinal.of("w^2*3 + 5")
    True
    >>> OMEGA + 1 > 1 + OMEGA == OMEGA, OMEGA * 2 > 2 * OMEGA == OMEGA
    (True, True)
    >>> print(Ordinal.of("w+3").without(5), Ordinal.of("w+3").nim_sum(5), OMEGA**2)
    ω+3 ω+6 ω²
    """

    terms: tuple[tuple[int, int], ...] = ()
    is_largest: bool = False

    def __post_init__(self) -> None:
        expected = "expected pairs of decreasing exponents >= 0 and coefficients >= 1, or use Ordinal.of"
        try:
            terms = tuple((index(exponent), index(times)) for exponent, times in self.terms)
        except (TypeError, ValueError):
            raise InvalidArgument(expected, got=self.terms) from None
        exponents = [exponent for exponent, _ in terms]
        falls = exponents == sorted(set(exponents), reverse=True)
        if not falls or any(exponent < 0 or times < 1 for exponent, times in terms) or (self.is_largest and terms):
            raise InvalidArgument(expected, got=self.terms)
        object.__setattr__(self, "terms", terms)

    @classmethod
    def of(cls, value: OrdinalLike) -> "Ordinal":
        """Return the ordinal that a value stands for: an Ordinal itself, a whole number, or text.

        >>> print(Ordinal.of(7), Ordinal.of("w*2+1"), Ordinal.of("ω²·3 + ω + 5"))
        7 ω·2+1 ω²·3+ω+5

        Raises InvalidArgument for anything else.
        """
        if isinstance(value, cls):
            return value
        if type(value) is int and value >= 0:
            return _ordinal(((0, value),) if value else ())
        if isinstance(value, str):
            return cls.parse(value)
        if isinstance(value, bool) or not isinstance(value, SupportsIndex) or index(value) < 0:
            raise InvalidArgument(EXPECTED, got=value, meant="an ordinal")
        number = index(value)
        return cls(((0, number),) if number else ())

    @classmethod
    def parse(cls, text: str) -> "Ordinal":
        """Return the ordinal that a text describes: ``w^2*3+w+5`` or ``ω²·3 + ω + 5``, and ``w2`` for ω·2.

        >>> Ordinal.parse("w2+1"), Ordinal.parse("ω^ω")
        (Ordinal.of('w*2+1'), Ordinal.of('w^w'))
        >>> Ordinal.parse("1+w")
        Traceback (most recent call last):
        zchomp.errors.InvalidArgument: not an ordinal: '1+w'; 1+w is w: write larger terms first
        """
        plain = _plain(text)
        if plain in {"w^w", "w^(w)"}:
            return OMEGA_TO_OMEGA
        words = plain.split("+")
        terms: dict[int, int] = {}
        for word in words:
            match = TERM.fullmatch(word)
            if match is None:
                why = mistake_in(plain, MISTAKES) or EXPECTED
                raise InvalidArgument(why, got=text, meant="an ordinal")
            numbers = [_number(match[name], text) for name in ("exponent", "times", "finite")]
            exponent = (1 if numbers[0] is None else numbers[0]) if match["omega"] else 0
            times = (1 if numbers[1] is None else numbers[1]) if match["omega"] else numbers[2] or 0
            if times and terms and exponent > min(terms):
                lost = min(terms)
                absorbed = f"{omega_power(lost, terms[lost]).ascii()}+{omega_power(exponent).ascii()}"
                why = f"{absorbed} is {omega_power(exponent).ascii()}: write larger terms first"
                raise InvalidArgument(why, got=text, meant="an ordinal")
            if times:
                terms[exponent] = terms.get(exponent, 0) + times
        return cls(tuple(terms.items()))

    @property
    def is_finite(self) -> bool:
        """Whether it is a whole number."""
        return not self.is_largest and (not self.terms or self.terms[0][0] == 0)

    @property
    def degree(self) -> int:
        """The largest exponent, which is 0 for a whole number. ω^ω has none, and raises TooLarge."""
        if self.is_largest:
            raise TooLarge("w^w has no degree")
        return self.terms[0][0] if self.terms else 0

    @property
    def finite_part(self) -> int:
        """The whole number at the end, 0 if there is none."""
        return self.terms[-1][1] if self.terms and self.terms[-1][0] == 0 else 0

    def part(self, exponent: int) -> tuple[int, "Ordinal"]:
        """The coefficient of ω^exponent, which is the largest power that occurs, and the rest below it.

        >>> Ordinal.of("w^2*3+5").part(2)
        (3, Ordinal.of('5'))
        >>> OMEGA.part(2)
        (0, Ordinal.of('w'))
        """
        if self.degree > exponent:
            raise InvalidArgument(f"{self.ascii()} has a power of w above {exponent}")
        if self.terms and self.terms[0][0] == exponent:
            return self.terms[0][1], _ordinal(self.terms[1:])
        return 0, self

    def without(self, first: OrdinalLike) -> "Ordinal":
        """The ordinal x with first + x equal to this one, which must not be smaller.

        >>> print(Ordinal.of("w*2+3").without("w"), Ordinal.of("w+3").without("w+1"), Ordinal.of("w+3").without(100))
        ω+3 2 ω+3

        Raises InvalidArgument if this one is smaller.
        """
        before = Ordinal.of(first)
        if before > self:
            raise InvalidArgument(f"{self.ascii()} is less than {before.ascii()}: nothing can be added to reach it")
        if self.is_largest:
            return ZERO if before.is_largest else self
        for place, (mine, other) in enumerate(zip(self.terms, before.terms, strict=False)):
            if mine != other:
                if mine[0] > other[0]:
                    return _ordinal(self.terms[place:])
                return _ordinal(((mine[0], mine[1] - other[1]), *self.terms[place + 1 :]))
        return _ordinal(self.terms[len(before.terms) :])

    def ascii(self) -> str:
        """The text as typed on a keyboard: w^2*3+w+5.

        >>> Ordinal.of("ω²·3+ω+5").ascii()
        'w^2*3+w+5'
        """
        return self._written(lambda exponent: f"w^{exponent}", "w", "*", "w^w")

    def data(self) -> int | str:
        """The ordinal as plain data: a number, or text like "w+3"."""
        return self.finite_part if self.is_finite else self.ascii()

    def __str__(self) -> str:
        raised = str.maketrans("0123456789", SUPERSCRIPTS)
        return self._written(lambda exponent: f"ω{str(exponent).translate(raised)}", "ω", "·", "ω^ω")

    def latex(self) -> str:
        r"""The ordinal in LaTeX, without dollar signs.

        >>> print(Ordinal.of("w^2*3+w+5").latex())
        \omega^{2} \cdot 3 + \omega + 5
        """
        text = self._written(lambda exponent: rf"\omega^{{{exponent}}}", r"\omega", r" \cdot ", r"\omega^{\omega}")
        return text.replace("+", " + ")

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def __repr__(self) -> str:
        return f"Ordinal.of({self.ascii()!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int) and not isinstance(other, bool):
            return self.is_finite and self.finite_part == other
        if not isinstance(other, Ordinal):
            return NotImplemented
        return (self.is_largest, self.terms) == (other.is_largest, other.terms)

    def __lt__(self, other: "Ordinal | int") -> bool:
        if not isinstance(other, Ordinal | int):
            return NotImplemented
        above = Ordinal.of(other)
        return (self.is_largest, self.terms) < (above.is_largest, above.terms)

    def __hash__(self) -> int:
        return hash(self.finite_part if self.is_finite else (self.is_largest, self.terms))

    def __index__(self) -> int:
        if not self.is_finite:
            raise TypeError(f"{self.ascii()} is not a whole number")
        return self.finite_part

    def __bool__(self) -> bool:
        return self.is_largest or bool(self.terms)

    def __add__(self, other: "Ordinal | int") -> "Ordinal":
        if not isinstance(other, Ordinal | int):
            return NotImplemented
        after = Ordinal.of(other)
        if not after:
            return self
        if self.is_largest:
            raise TooLarge(BEYOND)
        if after.is_largest:
            return after
        (exponent, times), *rest = after.terms
        kept = tuple(term for term in self.terms if term[0] > exponent)
        same = next((mine for power, mine in self.terms if power == exponent), 0)
        return _ordinal((*kept, (exponent, same + times), *rest))

    def __radd__(self, other: int) -> "Ordinal":
        return Ordinal.of(other) + self if isinstance(other, int) else NotImplemented

    def __mul__(self, other: "Ordinal | int") -> "Ordinal":
        if not isinstance(other, Ordinal | int):
            return NotImplemented
        after = Ordinal.of(other)
        if not self or not after:
            return ZERO
        if self.is_largest or after.is_largest:
            if after == 1 or not self.is_largest:
                return self if after == 1 else after
            raise TooLarge(BEYOND)
        (exponent, times), *rest = self.terms
        product = ZERO
        for power, count in after.terms:
            product += omega_power(exponent + power, count) if power else _ordinal(((exponent, times * count), *rest))
        return product

    def __rmul__(self, other: int) -> "Ordinal":
        return Ordinal.of(other) * self if isinstance(other, int) else NotImplemented

    def __pow__(self, exponent: int) -> "Ordinal":
        if not isinstance(exponent, int) or exponent < 0:
            return NotImplemented
        return reduce(mul, repeat(self, exponent), Ordinal.of(1))

    def nim_sum(self, *others: OrdinalLike) -> "Ordinal":
        """The nim-sum: the coefficients of each power of ω are added as nim-values.

        >>> print(OMEGA.nim_sum(3, 1), Ordinal.of("w*3").nim_sum("w+5"))
        ω+2 ω·2+5
        """
        return reduce(Ordinal._with, map(Ordinal.of, others), self)

    def _with(self, other: "Ordinal") -> "Ordinal":
        if self.is_largest or other.is_largest:
            return self._with_largest(other)
        terms = dict(self.terms)
        for exponent, times in other.terms:
            terms[exponent] = terms.get(exponent, 0) ^ times
        return _ordinal(
            tuple((exponent, terms[exponent]) for exponent in sorted(terms, reverse=True) if terms[exponent])
        )

    def _with_largest(self, other: "Ordinal") -> "Ordinal":
        """The nim-sum if one of the two is ω^ω: anything but 0 and ω^ω itself leads beyond."""
        if self == other:
            return ZERO
        if self and other:
            raise TooLarge(BEYOND)
        return OMEGA_TO_OMEGA

    def _written(self, power: Callable[[int], str], omega: str, times: str, largest: str) -> str:
        """The terms with plus signs between them."""
        if self.is_largest:
            return largest
        words = []
        for exponent, count in self.terms:
            base = omega if exponent == 1 else power(exponent)
            words.append(str(count) if not exponent else base if count == 1 else f"{base}{times}{count}")
        return "+".join(words) or "0"


def omega_power(exponent: int, times: int = 1) -> Ordinal:
    """ω^exponent, times a number.

    >>> print(omega_power(2, 3), omega_power(0, 5), omega_power(4, 0))
    ω²·3 5 0
    """
    return _ordinal(((exponent, times),) if times else ())


def _ordinal(terms: tuple[tuple[int, int], ...]) -> Ordinal:
    """An ordinal whose terms are known to be right."""
    found = object.__new__(Ordinal)
    object.__setattr__(found, "terms", terms)
    object.__setattr__(found, "is_largest", False)
    return found


def _plain(text: str) -> str:
    """A text without spaces, with w for ω, * for a dot and ^ for raised digits."""
    lowered = "".join(text.split()).lower().replace("omega", "w").replace("ω", "w").replace("**", "^")
    raised = re.sub(
        f"[{SUPERSCRIPTS}]+", lambda found: "^" + found[0].translate(str.maketrans(SUPERSCRIPTS, "0123456789")), lowered
    )
    return re.sub("[·⋅×.]", "*", raised)


def _number(digits: str | None, text: str) -> int | None:
    """The number that some digits give, if there are any."""
    if digits is None:
        return None
    if len(digits) > MAX_DIGITS:
        raise InvalidArgument(f"expected numbers of at most {MAX_DIGITS} digits", got=text, meant="an ordinal")
    return int(digits.replace("_", ""))


ZERO = Ordinal()
OMEGA = Ordinal(((1, 1),))
OMEGA_TO_OMEGA = Ordinal(is_largest=True)
