"""Notation: how people type positions, and the numbers that they mean.

    typed                      numbers
    (9,7,4)   9,7,4   9 7 4    9, 7, 4          rows, top row first
    [4,3,2]                    4, 3, 2          columns of each height; only these need their brackets
    5^3   5*3   5^3,2          5, 5, 5 (, 2)    a row that is repeated: how long, how often
    3x5   3 x 5   3x5,2        5, 5, 5 (, 2)    a rectangle: how many rows, how long

Commas and spaces separate. What would be absurdly long if it were written out is refused before it is.
"""

import re
from typing import NamedTuple

from zchomp.errors import InvalidPosition, quote

__all__ = ["MAX_DIGITS", "MAX_ROWS", "parse_numbers"]

MAX_DIGITS = 4000
"""Numbers with more digits than this are refused: a position is meant to be read by somebody."""

MAX_ROWS = 100_000
"""Repetitions that make more rows than this are refused, and a sum of bars that has more."""

MAX_WRITTEN = 1_000_000
"""Repetitions that make numbers of more digits than this, all together, are refused."""

ITEM = re.compile(r"\s*(-?[0-9]+)\s*(?:([\^*xX×])\s*([0-9]+)\s*)?(,?)")
"""A number, or one that is repeated, and the comma after it."""


class Repeated(NamedTuple):
    """A number as it is typed, and how often it is meant."""

    number: str
    times: int = 1


def parse_numbers(text: str) -> tuple[str, tuple[int, ...]]:
    """The numbers of a text, after "[" if they are columns and "(" if they are rows.

    >>> parse_numbers("9 7 4"), parse_numbers("[4,3,2]"), parse_numbers("2x5, 3^2")
    (('(', (9, 7, 4)), ('[', (4, 3, 2)), ('(', (5, 5, 3, 3)))
    >>> parse_numbers("5^1000000000")
    Traceback (most recent call last):
    zchomp.errors.InvalidPosition: not a position: '5^1000000000'; expected at most 100000 rows

    Raises InvalidPosition for anything else.
    """
    stripped = text.strip()
    in_columns = stripped.startswith("[")
    inside = stripped[1:-1] if stripped[:1] + stripped[-1:] in {"()", "[]"} else stripped
    items = _items(inside, columns=in_columns)
    if not items:
        expected = "expected rows like 5,4,3 or 3x5, or columns like [3,1,1]"
        raise InvalidPosition(f"not a position: {quote(text)}; {expected}")
    if any(len(item.number) > MAX_DIGITS for item in items):
        raise InvalidPosition(f"not a position: {quote(text)}; expected numbers of at most {MAX_DIGITS} digits")
    if any(item.times > 1 for item in items):
        if sum(item.times for item in items) > MAX_ROWS:
            raise InvalidPosition(f"not a position: {quote(text)}; expected at most {MAX_ROWS} rows")
        if sum(item.times * len(item.number) for item in items) > MAX_WRITTEN:
            raise InvalidPosition(f"not a position: {quote(text)}; expected at most {MAX_WRITTEN} digits in all")
    return "[" if in_columns else "(", tuple(n for item in items for n in [int(item.number)] * item.times)


def _items(inside: str, columns: bool) -> list[Repeated]:
    """The numbers between the brackets; none if anything else is there."""
    items: list[Repeated] = []
    end, comma = 0, ","
    while end < len(inside):
        match = ITEM.match(inside, end)
        if match is None or (columns and match[2] in {"x", "X", "×"}):
            return []
        first, sign, second, comma = match.groups()
        if sign is None:
            items.append(Repeated(first))
        else:
            number, times = (first, second.lstrip("0")) if sign in "^*" else (second, first.lstrip("0"))
            if not times.isdecimal():
                return []
            items.append(Repeated(number, int(times) if len(times) < 10 else MAX_ROWS + 1))
        end = match.end()
    return [] if comma else items
