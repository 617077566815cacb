"""Numbers and positions, as sentences and tables show them."""

from itertools import groupby

from zchomp.position import Position

__all__ = ["brackets_text", "number_text", "number_word", "rows_text"]

WIDE = 200
"""Numbers with more digits are shown by their ends in sentences; JSON has them in full."""

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

SHORT = 10
"""In positions of more rows, equal numbers in a row are counted: 1^40 stands for forty of 1."""


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


def rows_text(position: Position) -> str:
    """A position by its rows; equal ones are counted if there are many.

    >>> rows_text(Position((3, 1, 1))), rows_text(Position((9, 4, *(2,) * 30, 1)))
    ('(3, 1, 1)', '(9, 4, 2^30, 1)')
    """
    return f"({_listed(position.rows)})"


def brackets_text(position: Position) -> str:
    """A position in the brackets of the papers.

    >>> brackets_text(Position((3, 1, 1))), brackets_text(Position((9, 4, *(2,) * 30, 1)))
    ('[1, 0, 2]', '[1, 1, 0^29, 2, 5]')
    """
    return f"[{_listed(position.columns(rows=3))}]"


def _listed(numbers: tuple[int, ...]) -> str:
    """Numbers with commas between them; where there are many, more than three equal ones are counted."""
    items: list[str] = []
    for number, equal in groupby(numbers):
        text, times = number_text(number), len(list(equal))
        items += [f"{text}^{times}"] if times > 3 and len(numbers) > SHORT else [text] * times
    return ", ".join(items)
