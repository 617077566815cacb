"""Drawings of bars: squares as characters, or numbers where that would be too much.

P  the poison      #  a square      .  a square that the last bite took
"""

from itertools import groupby

from zchomp.position import Position
from zchomp.words.numbers import brackets_text, number_text, rows_text

__all__ = ["board_text"]

MAX_ROWS = 40
"""Higher bars are not drawn."""


def board_text(bar: Position, before: Position | None, width: int) -> str:
    """A bar with its rows and columns numbered, and what was there before the last bite; by its numbers if it is large.

    >>> print(board_text(Position((3, 1)), Position((3, 3)), width=80))
          1 2 3
      1 | P # #
      2 | # . .
    """
    drawn = before or bar
    label, cell = len(str(len(drawn.rows))), len(str(drawn.rows[0])) + 1
    if len(drawn.rows) > MAX_ROWS or drawn.rows[0] > width or label + 4 + cell * drawn.rows[0] > width:
        return _numbers(bar)
    lengths = bar.rows + (0,) * (len(drawn.rows) - len(bar.rows))
    lines = [" " * (label + 4) + "".join(f"{column:>{cell}}" for column in range(1, drawn.rows[0] + 1))]
    for row, (now, then) in enumerate(zip(lengths, drawn.rows, strict=True), start=1):
        squares = "#" * now + "." * (then - now)
        if row == 1:
            squares = "P" + squares[1:]
        lines.append(f"  {row:>{label}} |" + "".join(f"{square:>{cell}}" for square in squares))
    return "\n".join(lines)


def _numbers(bar: Position) -> str:
    """The lengths of the rows, equal ones together, and both notations if they are short."""
    lines, row = [], 1
    for length, run in groupby(bar.rows):
        size = len(list(run))
        name = f"row {row}" if size == 1 else f"rows {row} to {row + size - 1}"
        lines.append((name, number_text(length) + (" each" if size > 1 else "")))
        row += size
    wide = max(len(name) for name, _ in lines)
    shown = [f"  {name:<{wide}}  {length}" for name, length in lines[:MAX_ROWS]]
    if len(lines) > MAX_ROWS:
        shown.append(f"  and {len(lines) - MAX_ROWS} more")
    notations = f"  {rows_text(bar)} = {brackets_text(bar)}"
    return "\n".join([*shown, notations] if len(bar.rows) <= 6 and len(notations) <= 80 else shown)
