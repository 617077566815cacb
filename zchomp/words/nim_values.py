"""Words about the nim-values within a bar: a table for each tail, or a line for each position."""

from collections.abc import Iterator
from itertools import groupby

from zchomp.amounts import counted
from zchomp.answers.nim_values import NimValues
from zchomp.showing import Headed, headed, shows
from zchomp.words.data import Data, csv_text, sources_data
from zchomp.words.positions import rows_text

__all__ = ["nim_values_csv", "nim_values_data", "nim_values_text"]


@shows(NimValues)
def nim_values_text(found: NimValues, width: int | None = None) -> Headed:
    r"""A table for each tail, the rows from the third on, with a line for each second row.

    If a width is given and the columns do not fit, a table comes in blocks, one below the other.

    >>> from zchomp.answers.nim_values import nim_values
    >>> print(nim_values_text(nim_values("2x3")))
    Nim-values of the 9 positions within (3, 3)
      3 losers; the largest nim-value is 4
    first row   1  2  3
    second row
             0  0  1  2
             1  1  0  3
             2     2  0
             3        4
    """
    losers = sum(value == 0 for value in found.found)
    title = f"Nim-values of the {counted(len(found), 'position')} within {rows_text(found.bar)}"
    lines = [title, f"  {counted(losers, 'loser')}; the largest nim-value is {max(found.found)}"]
    for tail, cells in _by_tail(found):
        lines += [f"third row {tail[0]}" if len(tail) == 1 else f"third row and below {tail}"] if tail else []
        lines += _table(cells, found.bar.rows[0], width)
    return headed(*lines)


def nim_values_csv(found: NimValues) -> str:
    """A line for each position: its rows, and its nim-value."""
    names = [f"row{number}" for number in range(1, len(found.bar.rows) + 1)]
    return csv_text([*names, "nim_value"], ((*rows, value) for rows, value in _pairs(found)))


def nim_values_data(found: NimValues) -> Data:
    """The same as data."""
    positions = [{"position": [row for row in rows if row], "nim_value": value} for rows, value in _pairs(found)]
    return {"position": list(found.bar.rows), "positions": positions, "sources": sources_data(found.sources)}


def _pairs(found: NimValues) -> Iterator[tuple[tuple[int, ...], int]]:
    """The rows and the nim-value of each position."""
    return zip(found.rows(), found.found, strict=True)


Cells = dict[tuple[int, int], int]


def _by_tail(found: NimValues) -> Iterator[tuple[tuple[int, ...], Cells]]:
    """The nim-values by first and second row, for each tail."""
    pairs = sorted((rows[2:], (*rows, 0)[:2], value) for rows, value in _pairs(found))
    for tail, group in groupby(pairs, key=lambda one: one[0]):
        yield tail, {(first, second): value for _, (first, second), value in group}


def _table(cells: Cells, last: int, width: int | None) -> list[str]:
    """A line for each second row, a column for each first row, in blocks that fit into the width."""
    start = min(first for first, _ in cells)
    size = max(len(str(number)) for number in (last, *cells.values()))
    margin = len("second row")
    across = last + 1 - start if width is None else max(1, (width - margin) // (size + 2))
    lines = []
    for begin in range(start, last + 1, across):
        columns = range(begin, min(begin + across, last + 1))
        lines += [f"first row   {'  '.join(f'{first:>{size}}' for first in columns)}", "second row"]
        for second in sorted({second for first, second in cells if first in columns}):
            shown = (cells.get((first, second), "") for first in columns)
            lines.append(f"{second:>{margin}}  {'  '.join(f'{value:>{size}}' for value in shown)}".rstrip())
    return lines
