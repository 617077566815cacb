"""Notation: positions and sizes as people type them.

    typed                        rows
    (9,7,4)   9,7,4   9 7 4      9, 7, 4          rows, top row first
    [4,3,2]                      9, 7, 4          columns of height 3, 2 and 1; these need their brackets
    5^3   5^3,2                  5, 5, 5 (, 2)    a row and how often it is repeated
    3x5   3 by 5   3x5,2         5, 5, 5 (, 2)    a rectangle: how many rows, and their length
    2x2x5                        [[5,5],[5,5]]    a box, for solid bars: the sides of its base, its height

Commas or spaces separate the numbers. A comma after the last number and underscores between digits are ignored, as in
Python. A number with leading zeros is refused, because 1,000 may mean a thousand. Anything that would be very long when
written out is refused before that happens.

`tests/notation.json` lists inputs with their rows or the reason for refusing them. Every reader of positions, in
whatever language, must agree with it.
"""

import re
from collections.abc import Iterable
from itertools import accumulate

from zchomp.errors import InvalidArgument, quote, require, shorten

MAX_DIGITS = 4000
"""The maximum number of digits of a number."""

MAX_ROWS = 100_000
"""The maximum number of rows that repetitions may make, and of rows of a sum of bars."""

MAX_WRITTEN = 1_000_000
"""The maximum number of digits that repetitions may make."""

NUMBER = "[0-9]+(?:_[0-9]+)*"
"""A number, with underscores between its digits as in Python."""

TIMES = "[xX×]|by"
SIZE = re.compile(rf"{NUMBER}(?: ?(?:{TIMES}) ?{NUMBER})*")
BOX = re.compile(rf"{NUMBER}(?: ?(?:{TIMES}) ?{NUMBER}){{2}}")
JOINED = re.compile(rf"(?<=[0-9]) ?(\^|{TIMES}) ?(?=[0-9])")
ITEM = re.compile(rf"(-?{NUMBER})(?:(\^|{TIMES})({NUMBER}))?")

EXPECTED = "expected rows like 5,4,3 or 3x5, or columns like [3,1,1]"
MISTAKES = (
    (r"[wWωΩ]", "infinite rows like w are for the commands solve and play, and for zchomp.ordinals in Python"),
    (r"^\[ ?\[", "solid bars are for the commands solve and play, and for zchomp.solid in Python"),
    (r"[0-9)\]] ?\+ ?[0-9(\[]", "several bars are for the commands solve and play, and for zchomp.solve_sum in Python"),
    (r"\*", "'*' is not used here: write 3x7 or 7^3 for 3 rows of 7"),
    (
        rf"(?:{TIMES}) ?[0-9_]+ ?(?:{TIMES}) ?[0-9_]+ ?(?:{TIMES})",
        "four sides or more are for the command poset chains, and for zchomp.posets.chains in Python",
    ),
    (
        rf"(?:{TIMES}) ?[0-9_]+ ?(?:{TIMES})",
        "a bar has two sides, like 3x5, and a box is for the commands solve and play, and for zchomp.solid in Python",
    ),
    (r"[0-9] ?[-–−] ?[0-9]", "rows are separated by commas or spaces, as in 9,7,4"),
    (r"[0-9] ?[;:/|] ?[0-9]", "rows are separated by commas or spaces, as in 9,7,4"),
    (r"[0-9]\.[0-9]", "rows are whole numbers"),
    (r", ?,|^[(\[]? ?,", "a number is missing before a comma"),
    (r"^[(\[] ?[0-9][0-9, ]*[)\]]?$|^[0-9][0-9, ]*[)\]]$", "the parentheses or brackets do not match"),
)
"""Common typing mistakes, and why they are refused."""


def parse_rows(text: str) -> tuple[int, ...]:
    """Return the rows of the bar that a text describes by its rows or by its columns.

    >>> parse_rows("9 7 4"), parse_rows("[4,3,2]"), parse_rows("2x5, 3^2")
    ((9, 7, 4), (9, 7, 4), (5, 5, 3, 3))
    >>> parse_rows("3*7")
    Traceback (most recent call last):
    zchomp.errors.InvalidArgument: '*' is not used here: write 3x7 or 7^3 for 3 rows of 7

    Whether the rows decrease is not checked. Raises InvalidArgument with the reason, which does not quote the text.
    """
    require(text, str, "expected text like '9,7,4'")
    stripped = " ".join(text.split())
    by_columns = stripped.startswith("[")
    items = _items(stripped, by_columns)
    if any(len(number) > MAX_DIGITS for number, _ in items):
        raise InvalidArgument(f"expected numbers of at most {MAX_DIGITS} digits")
    if any(times > 1 for _, times in items):
        if sum(times for _, times in items) > MAX_ROWS:
            raise InvalidArgument(f"expected at most {MAX_ROWS} rows")
        if sum(times * len(number) for number, times in items) > MAX_WRITTEN:
            raise InvalidArgument(f"expected at most {MAX_WRITTEN} digits in all")
    numbers = [n for number, times in items for n in [int(number)] * times]
    return rows_of_columns(numbers) if by_columns else tuple(numbers)


def has_omega(text: str) -> bool:
    """Whether a text contains the ordinal ω, and so is read by `zchomp.ordinals`.

    >>> has_omega("w+1,5"), has_omega("ω"), has_omega("9,7,4")
    (True, True, False)
    """
    return re.search("[wWωΩ]|omega", text) is not None


def is_solid(text: str) -> bool:
    """Whether a text names a solid bar, by its heights or by its three sides, and so is read by `zchomp.solid`.

    >>> is_solid("2x3x5"), is_solid("[[4,3],[2,1]]"), is_solid("3x5")
    (True, True, False)
    """
    return text.lstrip().startswith("[[") or is_box(text)


def is_box(text: str) -> bool:
    """Whether a text has the three sides of a box, like 2x3x5."""
    return BOX.fullmatch(" ".join(text.split())) is not None


def rows_of_columns(columns: Iterable[int]) -> tuple[int, ...]:
    """Return the rows of a bar with these numbers of columns of height k, k-1, ..., 1.

    >>> rows_of_columns((4, 3, 2))
    (9, 7, 4)

    Raises InvalidArgument if a number is negative.
    """
    counts = tuple(columns)
    if any(count < 0 for count in counts):
        raise InvalidArgument("numbers of columns must not be negative")
    return tuple(accumulate(counts))[::-1]


def is_size(text: str) -> bool:
    """Whether a text is a size of two numbers or more, like 3x4.

    >>> is_size("3 x 4"), is_size("4^3"), is_size("4")
    (True, False, False)
    """
    stripped = text.strip() if isinstance(text, str) else ""
    return not stripped.isdecimal() and SIZE.fullmatch(stripped) is not None


def parse_size(text: str, dimensions: int | None = 2, largest: int = 10**9 - 1) -> tuple[int, ...]:
    """Return the numbers of a size like 8x10, each from 1 to ``largest``.

    There are as many as ``dimensions`` says, or any number of them if it is None.

    >>> parse_size("8x10"), parse_size("1 by 10"), parse_size("2 x 3 x 4", dimensions=3)
    ((8, 10), (1, 10), (2, 3, 4))
    >>> parse_size("8y10", largest=999)
    Traceback (most recent call last):
    zchomp.errors.InvalidArgument: not a size: '8y10'; expected a size like 8x20, with numbers from 1 to 999

    Raises InvalidArgument for anything else.
    """
    require(text, str, "a size is text, like '8x20'")
    stripped = " ".join(text.split())
    digits = len(str(largest))
    words = re.findall(NUMBER, stripped) if SIZE.fullmatch(stripped) else []
    short = [int(word) if len(word.replace("_", "").lstrip("0")) <= digits else 0 for word in words]
    if not short or len(short) != (dimensions or len(short)) or not all(1 <= n <= largest for n in short):
        example = {None: "2x3x4", 2: "8x20", 3: "2x3x4"}.get(dimensions, "2x3x4x5")
        raise InvalidArgument(
            f"not a size: {quote(text)}; expected a size like {example}, with numbers from 1 to {largest}"
        )
    return tuple(short)


def mistake_in(text: str, mistakes: Iterable[tuple[str, str]]) -> str | None:
    """Why a text is refused: the reason of the first of some patterns that is found in it, or None.

    >>> mistake_in("3*7", [("[wω]", "infinite rows are not handled"), ("[*]", "'*' is not used")])
    "'*' is not used"
    """
    return next((why for pattern, why in mistakes if re.search(pattern, text)), None)


def _items(text: str, by_columns: bool) -> list[tuple[str, int]]:
    """The numbers in a text, each with the number of times that it is repeated."""
    inside = text[1:-1].strip() if text[:1] + text[-1:] in {"()", "[]"} else text
    words = re.split(" ?, ?| ", JOINED.sub(r"\1", inside))
    if len(words) > 1 and not words[-1]:
        words.pop()
    items: list[tuple[str, int]] = []
    for word in words:
        match = ITEM.fullmatch(word)
        if match is None:
            raise InvalidArgument(mistake_in(text, MISTAKES) or EXPECTED)
        first, sign, second = match.groups()
        if by_columns and sign not in {None, "^"}:
            raise InvalidArgument("brackets hold numbers of columns; a rectangle like 3x5 is written without them")
        number, times = (first, second or "1") if sign in {None, "^"} else (second, first)
        if re.match("-?0[0-9_]", number):
            is_part = re.fullmatch("[0-9]{3}", number)
            expected = "write 1000 for a thousand" if is_part else "write it without leading zeros"
            raise InvalidArgument(f"'{shorten(number, 20)}': {expected}")
        how_often = times.replace("_", "").lstrip("0")
        if not how_often.isdecimal():
            raise InvalidArgument("a row must be repeated at least once")
        items.append((number.replace("_", ""), int(how_often) if len(how_often) < 10 else MAX_ROWS + 1))
    return items
