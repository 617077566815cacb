"""Drawings of bars: squares as characters. Wide bars are folded, and larger ones are described by numbers.

P  the poison      #  a square      .  a square that the last bite took      ~  columns that are not shown
"""

from itertools import groupby, pairwise
from typing import NamedTuple

from zchomp.amounts import number_text
from zchomp.position import Position
from zchomp.words.positions import brackets_text, rows_text

__all__ = ["board_text"]

MAX_ROWS = 40
"""Higher bars are not drawn."""

AROUND = (2, 1)
"""How many columns a folded bar shows on each side of the end of a row. The first number that fits is used."""


class DrawnColumn(NamedTuple):
    """A column of the drawing: its number, its width in characters, and whether columns before it are left out."""

    number: int
    width: int
    gap: bool = False


def board_text(bar: Position, before: Position | None, width: int) -> str:
    """A bar with its rows and columns numbered, and the squares of the last bite.

    >>> print(board_text(Position((3, 1)), Position((3, 3)), width=80))
          1 2 3
      1 | P # #
      2 | # . .
    >>> print(board_text(Position((1000, 2)), None, width=80))
          1 2 3 4 ~ 999 1000
      1 | P # # # ~   #    #
      2 | # #     ~
    """
    drawn = before or bar
    if len(drawn.rows) <= MAX_ROWS:
        label = len(str(len(drawn.rows)))
        even = len(str(drawn.rows[0])) + 1
        if drawn.rows[0] * even <= width - label - 4:
            columns = [DrawnColumn(number, even) for number in range(1, drawn.rows[0] + 1)]
            return _drawing(bar, drawn, columns, label)
        for around in AROUND:
            columns = _folded(drawn, bar, around)
            if sum(column.width + 2 * column.gap for column in columns) <= width - label - 4:
                return _drawing(bar, drawn, columns, label)
    return _numbers(bar)


def _folded(drawn: Position, bar: Position, around: int) -> list[DrawnColumn]:
    """The columns that matter: the first ones, and those around the end of a row, now or before the bite."""
    ends = {0, *drawn.rows, *bar.rows}
    near = {end + step for end in ends for step in range(1 - around, around + 1)}
    shown = sorted(number for number in near if 1 <= number <= drawn.rows[0])
    return [
        DrawnColumn(number, len(str(number)) + 1, gap=number - before > 1) for before, number in pairwise([0, *shown])
    ]


def _drawing(bar: Position, drawn: Position, columns: list[DrawnColumn], label: int) -> str:
    lengths = bar.rows + (0,) * (len(drawn.rows) - len(bar.rows))

    def line(margin: str, cells: list[str]) -> str:
        shown = (f"{' ~' * column.gap}{text:>{column.width}}" for column, text in zip(columns, cells, strict=True))
        return f"{margin}{''.join(shown)}".rstrip()

    lines = [line(" " * (label + 4), [str(column.number) for column in columns])]
    for row, (now, then) in enumerate(zip(lengths, drawn.rows, strict=True), start=1):
        squares = ["#" if column.number <= now else "." if column.number <= then else "" for column in columns]
        if row == 1:
            squares[0] = "P"
        lines.append(line(f"  {row:>{label}} |", squares))
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
