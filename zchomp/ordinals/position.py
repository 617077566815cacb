"""Positions of finitely many rows whose lengths are ordinals, and the nim-values of two such rows in normal play.

A bite takes a square and cuts its row, and all rows below, to the squares before it. Ordinals cannot decrease forever,
so every game ends. Squares are counted from 1: the first ones are 1, 2, 3, ..., and the first one after all of these is
ω. A bite at column 3 leaves 2 squares of the row, one at column ω leaves ω, and one at column ω+3 leaves ω+3.

    text                             rows
    w+1,w,2   (ω+1, ω, 2)            ω+1, ω, 2
    3xw   2xw^2                      ω, ω, ω; ω², ω²      a rectangle: how many rows, and their length
    1x3xw   [[w,5]]   [[w],[5]]      ω, ω, ω; ω, 5        a solid bar one cube deep
    w,5^2                            ω, 5, 5              finite rows as in `notation`

Two rows may be any ordinals below ω^ω. In normal play there is no poison: whoever cannot move loses. (P, Q), P ≥ Q, has
the options (P', min(P', Q)) with P' < P, and (P, Q') with Q' < Q.

    proofs/ordinals.md                here
    G(P, Q)                           two_rows_value(P, Q)
    D(M) = G(M, M)                    two_rows_value(M, M)
    the M with D(M) = v               square_of_value(v)
    the P with G(P, min(P, Q)) = v    first_row_of_value(Q, v)      there is exactly one
    the Q with G(P, Q) = v            second_row_of_value(P, v)     there is at most one
    T(x) = 3x + 1                     _tripled, _stripped

Lemma 1 is the formula for whole numbers: G is one more than the nim-value with poison (`bars.theorems`). Theorem 4
is the formula for ordinals. The values may be too long to write, since T is applied once for every ω. The functions
that look for rows with a given value have no such limit.
"""

import itertools
import re
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, Union

from zchomp.bars import theorems
from zchomp.bars.notation import MAX_DIGITS, MAX_ROWS, has_omega, mistake_in, parse_rows
from zchomp.bars.position import TOO_LONG, Position, refuse_lists
from zchomp.errors import InvalidArgument, InvalidPosition, TooLarge, shorten
from zchomp.ordinals.ordinal import Ordinal, OrdinalLike, omega_power

OrdinalPositionLike: TypeAlias = Union["OrdinalPosition", Position, str, tuple[OrdinalLike, ...]]
"""An OrdinalPosition, a Position, text like "w+1,w,2", or a tuple of rows like ("w+1", "w", 2)."""

RECTANGLE = re.compile("([0-9]{1,9}) ?(?:[xX×]|by) ?(.+)")
FLAT = re.compile(r"(?:1 ?(?:[xX×]|by) ?([0-9]{1,9})|([0-9]{1,9}) ?(?:[xX×]|by) ?1) ?(?:[xX×]|by) ?([^, xX×\[\]]+)")
LINE = re.compile(r"\[ ?\[([^\[\]]+)\] ?,? ?\]|\[ ?(\[[^\[\],]+\](?: ?, ?\[[^\[\],]+\])*) ?\]")
"""A box with a side of 1, and heights in one row or in one column: each is a bar."""

MISTAKES = (
    (r"\) ?\+|\+ ?\(|[, ][0-9]+ ?\+ ?[0-9]", "a sum of bars has finite rows only"),
    (
        r"^\s*(\[\s*\[|2\s*[xX×]\s*2\s*[xX×])",
        "a box is for the command solve, and for zchomp.ordinals.solve_box in Python",
    ),
    (
        r"^\s*[0-9]+\s*(?:[xX×]|by)\s*[0-9]+\s*(?:[xX×]|by)\s*[wWωΩ]",
        "boxes of infinite height are solved on a base of 2 x 2 only, like 2x2xw",
    ),
)
"""Texts that mean something else, and what they mean."""


class OrdinalMove(NamedTuple):
    """The square that is picked, counted from 1: a row from the top, and a column, which may be infinite."""

    row: int
    column: Ordinal

    @property
    def length(self) -> Ordinal:
        """The length of the row after the bite: the number of squares before this one."""
        return Ordinal.of(int(self.column) - 1) if self.column.is_finite else self.column


@dataclass(frozen=True, slots=True, order=True)
class OrdinalPosition:
    """A position of Chomp whose rows are ordinals, top row first.

    >>> position = OrdinalPosition.of("w+1,w,2")
    >>> print(position, position.chomp(OrdinalMove(1, Ordinal.of("w"))), position.after(2, Ordinal.of(5)))
    (ω+1, ω, 2) (ω, ω, 2) (ω+1, 5, 2)
    >>> OrdinalPosition.of("5,w")
    Traceback (most recent call last):
    zchomp.errors.InvalidPosition: not a position: '5,w'; rows must not increase from top to bottom
    """

    rows: tuple[Ordinal, ...]

    def __post_init__(self) -> None:
        refuse_lists(self.rows)
        try:
            rows = tuple(map(Ordinal.of, self.rows))
        except InvalidArgument as error:
            raise InvalidPosition(error.reason, got=self.rows) from None
        except TypeError:
            raise InvalidPosition("rows must be ordinals", got=self.rows) from None
        if any(above < below for above, below in itertools.pairwise(rows)):
            raise InvalidPosition("rows must not increase from top to bottom", got=self.rows)
        if not any(rows):
            raise InvalidPosition("a position has at least the poisoned square", got=self.rows)
        object.__setattr__(self, "rows", tuple(row for row in rows if row))

    @classmethod
    def of(cls, value: OrdinalPositionLike) -> "OrdinalPosition":
        """Return the position that a value stands for: an OrdinalPosition or a Position, its text, or a tuple of rows.

        >>> OrdinalPosition.of(("w", 5)) == OrdinalPosition.of("w,5")
        True

        Raises InvalidPosition for anything else.
        """
        if isinstance(value, cls):
            return value
        if isinstance(value, str):
            return cls.parse(value)
        if isinstance(value, Position):
            return cls(value.rows)  # type: ignore[arg-type]  # the construction converts them
        refuse_lists(value)
        if not isinstance(value, tuple):
            raise InvalidPosition("expected text like 'w+1,w,2', or a tuple of rows", got=value, meant="a position")
        return cls(value)  # type: ignore[arg-type]

    @classmethod
    def parse(cls, text: str) -> "OrdinalPosition":
        """Return the position that a text describes.

        >>> print(OrdinalPosition.parse("2 x w^2, w + 3, 5^2"))
        (ω², ω², ω+3, 5, 5)
        """
        try:
            return cls(_rows(text))  # type: ignore[arg-type]
        except (InvalidArgument, InvalidPosition) as error:
            raise InvalidPosition(error.reason, got=text, meant="a position") from None

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.rows))})"

    def __len__(self) -> int:
        return len(self.rows)

    def _repr_latex_(self) -> str:
        return f"$({', '.join(row.latex() for row in self.rows)})$"

    @property
    def is_finite(self) -> bool:
        """Whether all rows are finite."""
        return self.rows[0].is_finite

    def finite(self) -> Position:
        """The same position with whole numbers, if all rows are finite.

        >>> OrdinalPosition.of("9,7,4").finite()
        Position(rows=(9, 7, 4))
        """
        return Position(tuple(map(int, self.rows)))

    def data(self) -> list[int | str]:
        """The rows as plain data."""
        return [row.data() for row in self.rows]

    def after(self, row: int, length: Ordinal) -> "OrdinalPosition":
        """The position after the bite that leaves this much of a row, counted from 1."""
        start = row - 1
        return OrdinalPosition(self.rows[:start] + tuple(min(below, length) for below in self.rows[start:]))

    def chomp(self, move: OrdinalMove) -> "OrdinalPosition":
        """The position after picking a square.

        Raises InvalidPosition if there is no such square, or if it is the poison.
        """
        if not (1 <= move.row <= len(self.rows) and move.column > 0 and move.length < self.rows[move.row - 1]):
            column = shorten(str(move.column))
            raise InvalidPosition(f"{shorten(str(self))} has no square in row {move.row}, column {column}")
        if move.row == 1 and not move.length:
            raise InvalidPosition("row 1, column 1 is the poison: picking it is not a move")
        return self.after(move.row, move.length)

    def move_to(self, after: "OrdinalPosition") -> OrdinalMove | None:
        """The move that leads from this position to another one, if there is one.

        >>> OrdinalPosition.of("w*2,w,5").move_to(OrdinalPosition.of("w+2,w,5"))
        OrdinalMove(row=1, column=Ordinal.of('w+2'))
        """
        lengths = (*after.rows, *[Ordinal()] * (len(self.rows) - len(after.rows)))
        for row, (before, length) in enumerate(zip(self.rows, lengths, strict=False), start=1):
            if length < before:
                return OrdinalMove(row, 1 + length) if self.after(row, length) == after else None
        return None


def is_line(text: str) -> bool:
    """Whether a text has the heights of a solid bar in one row or in one column, so that it is a bar.

    >>> is_line("[[w,5,5]]"), is_line("[[w],[5]]"), is_line("[[w,w],[5]]")
    (True, True, False)
    """
    return LINE.fullmatch(" ".join(text.split())) is not None


def _as_bar(text: str) -> str:
    """A solid bar that is one cube deep as a bar, and any other text as it is."""
    box, line = FLAT.fullmatch(text), LINE.fullmatch(text)
    if box is not None:
        return f"{box[1] or box[2]}x{box[3]}"
    return text if line is None else re.sub(r"[\[\]]", "", line[1] or line[2])


def _rows(text: str) -> tuple[OrdinalLike, ...]:
    """The rows that a text describes."""
    stripped = re.sub(r" ?([+*^·⋅]) ?", r"\1", " ".join(text.split()))
    if stripped[:1] + stripped[-1:] == "()":
        stripped = stripped[1:-1].strip()
    stripped = _as_bar(stripped)
    mistaken = mistake_in(stripped, MISTAKES)
    if mistaken is not None:
        raise InvalidArgument(mistaken)
    if re.search(r"[\[\]()]", re.sub(r"\^\([^()]*\)", "", stripped)):
        raise InvalidArgument("infinite rows are written by rows, like w+1,w,2, without brackets")
    words = re.split(" ?, ?| (?![xX×b])(?<![xX×y] )", stripped)
    rows: list[OrdinalLike] = []
    for word in words if words[-1] or len(words) == 1 else words[:-1]:
        rectangle = RECTANGLE.fullmatch(word)
        if not word:
            raise InvalidArgument("a row is missing before a comma")
        if not has_omega(word):
            rows += parse_rows(word)
        elif rectangle:
            if int(rectangle[1]) < 1 or int(rectangle[1]) > MAX_ROWS:
                raise InvalidArgument(f"expected 1 to {MAX_ROWS} rows")
            rows += [Ordinal.parse(rectangle[2])] * int(rectangle[1])
        elif re.match(r"[wWωΩ][^xX×]*[xX×]", word):
            raise InvalidArgument("only finitely many rows are handled, as in 2xw or w,w")
        else:
            rows.append(Ordinal.parse(word))
    return tuple(rows)


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
