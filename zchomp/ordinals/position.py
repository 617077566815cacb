"""Positions whose rows are ordinals: finitely many rows, the longest first, each of finite or infinite length.

A bite takes a square and cuts its row, and all rows below, to the squares before it. Ordinals cannot decrease forever,
so every game ends. Squares are counted from 1: the first ones are 1, 2, 3, ..., and the first one after all of these is
ω. A bite at column 3 leaves 2 squares of the row, one at column ω leaves ω, and one at column ω+3 leaves ω+3.

    text                             rows
    w+1,w,2   (ω+1, ω, 2)            ω+1, ω, 2
    3xw   2xw^2                      ω, ω, ω; ω², ω²      a rectangle: how many rows, and their length
    1x3xw   [[w,5]]   [[w],[5]]      ω, ω, ω; ω, 5        a solid bar one cube deep
    w,5^2                            ω, 5, 5              finite rows as in `notation`
"""

import itertools
import re
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, Union

from zchomp.errors import InvalidArgument, InvalidPosition, shorten
from zchomp.notation import MAX_ROWS, has_omega, mistake_in, parse_rows
from zchomp.ordinals.ordinal import Ordinal, OrdinalLike
from zchomp.position import Position, refuse_lists

__all__ = ["OrdinalMove", "OrdinalPosition", "OrdinalPositionLike", "is_line"]

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
