"""Positions, notations, moves: the reference semantics of Chomp.

A position with k rows is a partition, top row first. The poison is the first square of the first row. A move picks a
square (i, j), not the poison, and cuts rows i, i+1, ..., k to at most j - 1 squares.

    the papers         here
    (7, 4, 4, 2)       Position((7, 4, 4, 2))                 rows, top row first
    [2, 2, 0, 3]       Position.from_columns([2, 2, 0, 3])    columns of height k, k-1, ..., 1
    P, N               Outcome.LOSER, Outcome.WINNER          for the player to move

Rows without squares at the end do not count: (3, 2, 0) is (3, 2). Functions that take a position take a
`PositionLike`: a Position, its text as `notation` reads it, or a tuple of its rows. Lists are refused, because brackets
mean columns: [2, 2] could be read either way.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import comb, inf
from typing import NamedTuple, Self, SupportsIndex, TypeAlias, Union

from zchomp.bars.notation import MAX_DIGITS, parse_rows, rows_of_columns
from zchomp.core import limits
from zchomp.core.numbers import whole_numbers
from zchomp.errors import InvalidArgument, InvalidPosition, ZchompError, quote, shorten

TOO_LONG = 10**MAX_DIGITS
"""The smallest number with too many digits to be read."""

NO_SQUARE = "a position has at least the poisoned square"
"""Why rows of 0 squares are refused."""

MAX_DRAWN = 40
"""A bar with more rows or columns is not drawn in a notebook: its numbers are shown."""

PositionLike: TypeAlias = Union["Position", str, tuple[SupportsIndex, ...]]
"""A Position, text like "9,7,4", "[4,3,2]" or "3x5", or a tuple of rows, (9, 7, 4)."""


class Move(NamedTuple):
    """The square that is picked, counted from 1: row i from the top, column j from the left."""

    row: int
    column: int


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A position of Chomp: the lengths of its rows, top row first.

    >>> Position((7, 4, 4, 2)).columns()
    (2, 2, 0, 3)
    >>> Position.parse("[2,2,0,3]") == Position((7, 4, 4, 2))
    True
    >>> Position((3, 4))
    Traceback (most recent call last):
    zchomp.errors.InvalidPosition: rows must not increase from top to bottom, got (3, 4)
    """

    rows: tuple[int, ...]

    def __post_init__(self) -> None:
        refuse_lists(self.rows)
        rows = whole_numbers(self.rows)
        if rows is None:
            advice = " (Position.parse reads text)" if isinstance(self.rows, str) else ""
            raise InvalidPosition(f"rows must be whole numbers{advice}", got=self.rows)
        if any(abs(length) >= TOO_LONG for length in rows):
            raise InvalidPosition(f"rows have at most {MAX_DIGITS} digits", got=rows)
        if any(length < 0 for length in rows):
            raise InvalidPosition("rows must not be negative", got=rows)
        if any(above < below for above, below in pairwise(rows)):
            raise InvalidPosition("rows must not increase from top to bottom", got=rows)
        if not any(rows):
            raise InvalidPosition(NO_SQUARE, got=rows)
        object.__setattr__(self, "rows", rows[: len(rows) - rows.count(0)])

    @classmethod
    def of(cls, value: PositionLike) -> Self:
        """Return the position that a value stands for: a Position itself, its text in any notation, or a tuple of rows.

        >>> Position.of("[4,3,2]") == Position.of("9,7,4") == Position.of((9, 7, 4)) == Position.of(Position((9, 7, 4)))
        True
        >>> try:
        ...     Position.of([4, 3, 2])
        ... except InvalidPosition as error:
        ...     print(error)
        [4, 3, 2] could mean rows or columns; give rows as a tuple, and columns as text or to Position.from_columns

        Raises InvalidPosition for anything else.
        """
        if isinstance(value, cls):
            return value
        if isinstance(value, str):
            return cls.parse(value)
        refuse_lists(value)
        if not isinstance(value, tuple):
            expected = "expected text like '9,7,4', '[4,3,2]' or '3x5', or rows like (9, 7, 4)"
            raise InvalidPosition(expected, got=value, meant="a position")
        return cls(value)  # type: ignore[arg-type]  # the construction checks and converts them

    @classmethod
    def from_columns(cls, columns: Iterable[SupportsIndex]) -> Self:
        """Return the position with these numbers of columns of height k, k-1, ..., 1: the papers' brackets.

        >>> Position.from_columns([115, 19885, 80000])
        Position(rows=(100000, 20000, 115))

        Raises InvalidPosition if the numbers are negative, all 0, or not whole numbers.
        """
        counts = whole_numbers(columns)
        if counts is None or any(count < 0 for count in counts):
            raise InvalidPosition("numbers of columns are whole numbers, 0 or more", got=columns)
        return cls(rows_of_columns(counts))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the position of a text: ``(7,4,4,2)``, ``7,4,4,2`` or ``7 4 4 2`` by rows, ``[2,2,0,3]`` by columns.

        A rectangle is ``3x5``, three rows of 5, and ``5^3`` is the same.

        >>> Position.parse(" ( 3, 1, 1 ) "), Position.parse("3x5"), Position.parse("5^3,2")
        (Position(rows=(3, 1, 1)), Position(rows=(5, 5, 5)), Position(rows=(5, 5, 5, 2)))
        >>> Position.parse("9-7-4")
        Traceback (most recent call last):
        zchomp.errors.InvalidPosition: not a position: '9-7-4'; rows are separated by commas or spaces, as in 9,7,4
        """
        try:
            return cls(parse_rows(text))
        except (InvalidArgument, InvalidPosition) as error:
            raise InvalidPosition(error.reason, got=text, meant="a position") from None

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.rows))})"

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[int]:
        return iter(self.rows)

    def _repr_latex_(self) -> str:
        return f"${self} = {list(self.columns(rows=3))}$"

    def _repr_html_(self) -> str:
        if len(self.rows) > MAX_DRAWN or self.rows[0] > MAX_DRAWN:
            return f"<span>{shorten(f'{self} = {list(self.columns(rows=3))}', 200)}</span>"
        cell = "<td style='border:1px solid #840;width:1em;height:1em;background:{}'></td>"
        poison, square = cell.format("#c00"), cell.format("#da5")
        rows = [poison + square * (self.rows[0] - 1), *(square * length for length in self.rows[1:])]
        table = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table style='border-collapse:collapse'><caption>{self}</caption>{table}</table>"

    def columns(self, rows: int = 0) -> tuple[int, ...]:
        """The numbers of columns of height k, k-1, ..., 1 in a game with k rows, at least ``rows``.

        >>> Position((3, 2)).columns(), Position((3, 2)).columns(rows=3)
        ((2, 1), (0, 2, 1))
        """
        lengths = self.rows + (0,) * (rows - len(self.rows))
        return tuple(above - below for above, below in zip(lengths, (*lengths[1:], 0), strict=True))[::-1]

    def squares(self) -> int:
        """The number of squares: the weight of the position in [Zei01] and [Sun02]."""
        return sum(self.rows)

    def transpose(self) -> Self:
        """The same bar with rows and columns exchanged, which is the same game.

        >>> Position((3, 1, 1)).transpose(), Position((4, 2)).transpose()
        (Position(rows=(3, 1, 1)), Position(rows=(2, 2, 1, 1)))
        """
        columns = (
            length
            for length, columns in zip(range(len(self.rows), 0, -1), self.columns(), strict=True)
            for _ in range(columns)
        )
        return type(self)(tuple(columns))

    def wide(self) -> Self:
        """The bar, with rows and columns exchanged if it has more rows than columns.

        Fewer rows mean shorter proofs.

        >>> Position((2, 2, 1, 1)).wide(), Position((4, 2)).wide()
        (Position(rows=(4, 2)), Position(rows=(4, 2)))
        """
        return self.transpose() if self.rows[0] < len(self.rows) else self

    def chomp(self, move: tuple[int, int]) -> Self:
        """The position after picking the square (row, column).

        >>> Position((3, 2, 1)).chomp((2, 2))
        Position(rows=(3, 1, 1))
        """
        numbers = whole_numbers(move)
        if numbers is None or len(numbers) != 2:
            raise InvalidPosition("a move is a row and a column, like (2, 3)", got=move)
        row, column = numbers
        if not (1 <= row <= len(self.rows) and 1 <= column <= self.rows[row - 1]):
            raise InvalidPosition(f"{self} has no square in row {row}, column {column}")
        if (row, column) == (1, 1):
            raise InvalidPosition("row 1, column 1 is the poison: picking it is not a move")
        return type(self)(cut(self.rows, row - 1, column - 1))

    def moves(self) -> Iterator[Move]:
        """All moves, row by row.

        >>> list(map(tuple, Position((2, 1)).moves()))
        [(1, 2), (2, 1)]
        """
        for row, length in enumerate(self.rows, start=1):
            for column in range(2 if row == 1 else 1, length + 1):
                yield Move(row, column)

    def move_to(self, after: PositionLike) -> Move | None:
        """The move that leads from this position to another one, if there is one.

        >>> Position((3, 2, 1)).move_to("3,1,1"), Position((3, 2)).move_to((2, 1))
        (Move(row=2, column=2), None)
        """
        rows = Position.of(after).rows
        lengths = rows + (0,) * (len(self.rows) - len(rows))
        for row, (before, length) in enumerate(zip(self.rows, lengths, strict=False), start=1):
            if length < before:
                return Move(row, length + 1) if cut(self.rows, row - 1, length) == lengths else None
        return None


def cut(rows: tuple[int, ...], start: int, length: int) -> tuple[int, ...]:
    """Cut the rows from index ``start`` on to at most ``length`` squares, as a move does.

    >>> cut((5, 4, 2), 1, 3)
    (5, 3, 2)
    """
    return rows[:start] + tuple(min(row, length) for row in rows[start:])


def mex(excluded: set[int]) -> int:
    """The least number 0, 1, 2, ... that is not excluded.

    >>> mex({0, 1, 2, 5, 7}), mex({2, 3, 5, 7})
    (3, 0)
    """
    return next(value for value in range(len(excluded) + 1) if value not in excluded)


def partitions_within(limits: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All non-increasing rows that nowhere exceed the limits (which do not increase either), in lexicographic order.

    >>> list(partitions_within((2, 1)))
    [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1)]
    """
    rows, upwards = [0] * len(limits), range(len(limits) - 1, -1, -1)
    while True:
        yield tuple(rows)
        for i in upwards:
            row = rows[i]
            if row < limits[i] and (not i or row < rows[i - 1]):
                rows[i] = row + 1
                break
            rows[i] = 0
        else:
            return


def count_within(limits: tuple[int, ...]) -> int:
    """How many partitions lie within the limits, including the empty one: the length of `partitions_within(limits)`.

    >>> count_within((2, 1)), count_within(()), count_within((42,) * 9)
    (5, 1, 3042312350)
    """
    if len(set(limits)) <= 1:
        return comb(sum(limits[:1]) + len(limits), len(limits))
    *_, whole = counts_within(limits)
    return whole


def counts_within(limits: tuple[int, ...]) -> Iterator[int]:
    """How many partitions lie within the last 0, 1, 2, ... of the limits.

    >>> list(counts_within((2, 1)))
    [1, 2, 5]
    """
    yield 1
    counts = [1] * (limits[0] + 1)  # for each length of a row: how many choices there are for the rows below it
    for row in reversed(limits):
        sums = list(accumulate(counts[: row + 1]))
        counts = sums + sums[-1:] * (len(counts) - len(sums))
        yield sums[-1]


def refuse_lists(value: object, error: type[ZchompError] = InvalidPosition) -> None:
    """Raise an error for a list or an array, because brackets mean columns everywhere else."""
    if isinstance(value, list) or hasattr(value, "__array__"):
        meant = "give rows as a tuple, and columns as text or to Position.from_columns"
        raise error(f"{quote(value)} could mean rows or columns; {meant}")


def partitions_inside(rows: tuple[int, ...]) -> float:
    """The number of positions, or tails, inside one, including the empty one. Infinity if counting them takes too long.

    >>> partitions_inside((2, 1)), partitions_inside(()), partitions_inside((3, 3, 3))
    (5, 1, 20)
    """
    return count_within(rows) if sum(rows[:1]) * len(rows) <= limits.COUNTED_TAILS else inf
