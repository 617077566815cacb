"""Numbers: sets of small numbers as integers, whole numbers as arguments, and amounts in words.

Sets of small numbers as integers: bit x of a set stands for the number x.

Whole numbers: those of Python and of numpy are accepted, anything else is refused.

Amounts in words: durations, sizes of data, numbers, and numbers of things.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import index
from typing import SupportsIndex

from zchomp.errors import InvalidArgument


def bitset(numbers: Iterable[int]) -> int:
    """The set of some numbers.

    >>> bin(bitset([1, 2, 4]))
    '0b10110'
    """
    found = 0
    for x in numbers:
        found |= 1 << x
    return found


def members(numbers: int) -> Iterator[int]:
    """The numbers in a set, from the smallest on.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest


def whole_numbers(values: Iterable[SupportsIndex]) -> tuple[int, ...] | None:
    """The values as Python integers, converted from numpy's if necessary. None if one of them is not a whole number.

    >>> whole_numbers((3, 2)), whole_numbers((3.0,)), whole_numbers((True,)), whole_numbers(b"x")
    ((3, 2), None, None, None)
    """
    if isinstance(values, bytes | bytearray | memoryview):
        return None
    try:
        numbers = tuple(values)
        return None if any(isinstance(value, bool) for value in numbers) else tuple(map(index, numbers))
    except TypeError:
        return None


def whole_number(value: object, what: str, least: int = 0) -> int:
    """Return a number as a Python integer, or refuse it.

    >>> whole_number(5, "the largest row")
    5
    >>> whole_number(2.5, "the largest row")
    Traceback (most recent call last):
    zchomp.errors.InvalidArgument: the largest row must be a whole number, 0 or more, got 2.5

    Raises InvalidArgument for anything else.
    """
    found = whole_numbers((value,))  # type: ignore[arg-type]  # None if it is not a number
    if found is None or found[0] < least:
        raise InvalidArgument(f"{what} must be a whole number, {least} or more", got=value)
    return found[0]


WIDE = 200
"""In sentences, a number with more digits is shown by its first and last digits. JSON has it in full."""

SHORT = 10
"""In lists of more numbers, equal neighbours are counted: 1^40 stands for forty 1s."""

LONG = 80
"""The maximum length of a bar in the middle of a sentence, in characters."""

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def duration(seconds: float) -> str:
    """A duration, rounded.

    >>> [duration(s) for s in (0.4, 59, 61, 3500, 8000, 10**6, 700 * 86400, 10**9)]
    ['1 s', '59 s', '1 min', '58 min', '2 h 13 min', '12 days', '700 days', 'years']
    """
    if seconds > 700 * 86400:
        return "years"
    if seconds > 48 * 3600:
        return f"{round(seconds / 86400)} days"
    whole = max(1, round(seconds))
    if whole < 60:
        return f"{whole} s"
    hours, minutes = divmod(round(whole / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def data_size(size: float) -> str:
    """A number of bytes in the unit that suits it.

    >>> data_size(0), data_size(1200), data_size(35_400_000), data_size(4.25e9), data_size(1.6e14), data_size(3e19)
    ('1 kB', '2 kB', '35.4 MB', '4.2 GB', '160.0 TB', '10^19 bytes')
    """
    if size >= 10**15:
        return f"10^{len(str(round(size))) - 1} bytes"
    if size >= 10**12:
        return f"{size / 10**12:.1f} TB"
    if size >= 10**9:
        return f"{size / 10**9:.1f} GB"
    return f"{size / 10**6:.1f} MB" if size >= 10**6 else f"{size // 1000 + 1:.0f} kB"


def sides_text(size: Iterable[int]) -> str:
    """The sides of a rectangle or a box.

    >>> sides_text((3, 4)), sides_text((2, 3, 5))
    ('3 x 4', '2 x 3 x 5')
    """
    return " x ".join(map(str, size))


def counted(number: int, thing: str) -> str:
    """A number of things, in the plural unless it is 1.

    >>> counted(1, "move"), counted(2, "move")
    ('1 move', '2 moves')
    """
    return f"{number} {thing}{'s' * (number != 1)}"


def number_text(value: int) -> str:
    """A number, shortened if it is very long."""
    text = str(value)
    return text if len(text) <= WIDE else f"{text[:20]}...{text[-20:]} ({len(text)} digits)"


def number_word(value: int) -> str:
    """A small number in letters, a larger one in digits.

    >>> number_word(4), number_word(40)
    ('four', '40')
    """
    return WORDS[value] if value < len(WORDS) else number_text(value)


def numbers_text(numbers: tuple[int, ...]) -> str:
    """Numbers with commas between them. If there are many, more than three equal ones are counted.

    >>> numbers_text((3, 1, 1)), numbers_text((9, 4, *(2,) * 30, 1))
    ('3, 1, 1', '9, 4, 2^30, 1')
    """
    items: list[str] = []
    for number, equal in groupby(numbers):
        text, times = number_text(number), len(list(equal))
        items += [f"{text}^{times}"] if times > 3 and len(numbers) > SHORT else [text] * times
    return ", ".join(items)


def bar_text(rows: tuple[int, ...]) -> str:
    """A bar by its rows in the middle of a sentence: equal rows are counted, and a long list ends with dots.

    >>> bar_text((50,) * 50), bar_text((9, 7, 4))
    ('(50^50)', '(9, 7, 4)')
    """
    text = numbers_text(rows)
    return f"({text})" if len(text) <= LONG else f"({text[: LONG - 3]}...)"
