"""Numbers and positions, as sentences and tables show them."""

from zchomp.position import Position

__all__ = ["brackets_text", "counted", "number_text", "rows_text"]

WIDE = 200
"""Numbers with more digits are shown by their ends in sentences; JSON has them in full."""


def number_text(value: int) -> str:
    """A number, shortened if it is very long."""
    text = str(value)
    return text if len(text) <= WIDE else f"{text[:20]}...{text[-20:]} ({len(text)} digits)"


def counted(number: int, thing: str) -> str:
    """So many things.

    >>> counted(1, "move"), counted(2, "move")
    ('1 move', '2 moves')
    """
    return f"{number} {thing}{'s' * (number != 1)}"


def rows_text(position: Position) -> str:
    """A position by its rows, ``(3, 1, 1)``."""
    return f"({', '.join(map(number_text, position.rows))})"


def brackets_text(position: Position) -> str:
    """A position in the brackets of the papers, ``[1, 0, 2]``."""
    return f"[{', '.join(map(number_text, position.brackets(rows=3)))}]"
