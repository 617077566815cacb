"""Pictures of bars and of the nim-values within them (extra `plot`).

Pictures of chocolate bars (extra `plot`): the poison, the winning moves, and the squares that a move takes.

The first row is on top, as in the rows of a position. Rows and columns are numbered from 1, as in a move.

Pictures of nim-values within a bar of two or three rows (extra `plot`).

    two rows      the nim-values of all (p, q), as colours
    three rows    the nim-values of all (n, q, r), as colours, where n is the length of the bar, and the nim-values of
                  the bars 3 x 1, ..., 3 x n, with twice the number of columns to compare

Losers are marked. The picture is a Figure, or Unknown if the nim-values take more effort.
"""

from __future__ import annotations

from zchomp.bars.listings import NimValues, nim_values
from zchomp.bars.position import Move, Position, PositionLike
from zchomp.bars.solution import BarAnswer
from zchomp.bars.solving import solve
from zchomp.core import limits
from zchomp.core.answers import Outcome, Unknown
from zchomp.core.numbers import bar_text
from zchomp.errors import TooLarge, quote, shorten
from zchomp.pictures.style import (
    BAR,
    GREY,
    HEAD,
    INK,
    LOST,
    PLAIN,
    POISON,
    TAKEN,
    WINNING,
    Axes,
    FancyBboxPatch,
    Figure,
    Line2D,
    Patch,
    colour_cells,
    explain,
    filled,
    framed,
    in_style,
    label_axes,
    moves_words,
    picture,
)

MAX_COLUMNS, MAX_ROWS = 60, 40
"""The largest bar that is drawn. In a larger one the squares would be too small to count."""

ALL_NUMBERED = 20
"""Up to this size all rows and columns are numbered, beyond it every fifth."""

NUMBERS = 30.0
"""The room for the numbers of rows and columns, in points."""


def plot_bar(
    position: PositionLike,
    *,
    move: tuple[int, int] | None = None,
) -> Figure:
    """Draw a bar with its poison, its winning moves if they are known, and the squares that a move takes.

    >>> plot_bar("(9,7,4)").texts[0].get_text()
    '(9, 7, 4): the player to move wins'
    >>> plot_bar("(9,7,4)", move=(3, 3)).texts[0].get_text()
    'A winning move: row 3, column 3 of (9, 7, 4) leaves (9, 7, 2)'

    Raises InvalidPosition if it is not a position, or not a move in it, and TooLarge for more than 40
    rows or 60 columns.
    """
    start = Position.of(position)
    if start.rows[0] > MAX_COLUMNS or len(start.rows) > MAX_ROWS:
        size = f"{quote(len(start.rows))} rows and {quote(start.rows[0])} columns"
        most = f"expected at most {MAX_ROWS} rows and {MAX_COLUMNS} columns"
        raise TooLarge(f"a bar of {size} is too large to draw; {most}")
    after = None if move is None else start.chomp(move)
    picked = None if move is None else Move(*move)
    solution = solve(start)
    winning = () if isinstance(solution, Unknown) else solution.known_winning_moves
    rows, columns = len(start.rows), start.rows[0]
    unit = min(30.0, 900 / columns, 700 / rows)
    is_all = isinstance(solution, Unknown) or solution.missing is None
    title = _title(start, solution, picked, after)
    figure, axes, _ = framed(
        unit * columns + 2 * NUMBERS, unit * rows + NUMBERS, title, _legend(winning, picked, is_all)
    )
    with in_style():
        for row, length in enumerate(start.rows, start=1):
            for column in range(1, length + 1):
                square = Move(row, column)
                taken = after is not None and (row > len(after.rows) or column > after.rows[row - 1])
                corner = (NUMBERS + unit * (column - 1), unit * (rows - row))
                _square(axes, corner, unit, _fill(square, winning, taken), picked == square)
        for word, count in (("row", rows), ("column", columns)):
            _number(axes, word, count, rows, unit)
    return figure


def _fill(square: Move, winning: tuple[Move, ...], taken: bool) -> str:
    if square == (1, 1):
        return POISON
    return WINNING if square in winning else TAKEN if taken else BAR


def _square(axes: Axes, corner: tuple[float, float], unit: float, fill: str, picked: bool) -> None:
    """One square of the bar. The poison has a cross, and the square that is picked has a strong border."""
    (x, y), side = corner, 0.9 * unit
    style = f"round,pad=0,rounding_size={0.1 * unit}"
    patch = FancyBboxPatch((x + 0.05 * unit, y + 0.05 * unit), side, side, boxstyle=style, fc=fill)
    patch.set(edgecolor=INK if picked else GREY, linewidth=2.2 if picked else 0.6, zorder=3 if picked else 2)
    patch.set_linestyle("--" if fill == TAKEN and not picked else "-")
    axes.add_patch(patch)
    if fill == POISON:
        for start, end in ((0.3, 0.7), (0.7, 0.3)):
            ends = (y + start * unit, y + end * unit)
            axes.plot((x + 0.3 * unit, x + 0.7 * unit), ends, color=PLAIN, lw=0.06 * unit, zorder=4)


def _number(axes: Axes, word: str, count: int, rows: int, unit: float) -> None:
    """Number the rows, or the columns."""
    top = rows * unit
    for n in range(1, count + 1):
        if count <= ALL_NUMBERED or n == 1 or n % 5 == 0:
            x, y = (NUMBERS - 8, top - (n - 0.5) * unit) if word == "row" else (NUMBERS + (n - 0.5) * unit, top + 8)
            axes.text(x, y, str(n), ha="center", va="center", fontsize=9)
    x, y = (NUMBERS - 22, top / 2) if word == "row" else (NUMBERS + count * unit / 2, top + 21)
    axes.text(x, y, word, ha="center", va="center", color=GREY, fontsize=9.5, rotation=90 if word == "row" else 0)


def _title(start: Position, solution: BarAnswer | Unknown, picked: Move | None, after: Position | None) -> str:
    """The winner, and the position after the move."""
    name = _name(start)
    if picked is None or after is None:
        if isinstance(solution, Unknown):
            return f"{name}: who wins is not known here"
        which = "whether other moves win" if solution.known_winning_moves else "which moves win"
        missing = f"; {which} is not known here" if solution.missing is not None else ""
        return f"{name}: the player to move {'wins' if solution.outcome is Outcome.WINNER else 'loses'}{missing}"
    leaves = f"row {picked.row}, column {picked.column} of {name} leaves {_name(after)}"
    wins = not isinstance(solution, Unknown) and picked in solution.known_winning_moves
    if not wins and (isinstance(solution, Unknown) or solution.missing is not None):
        return f"A move; whether it wins is not known here: {leaves}"
    return f"A {'winning' if wins else 'losing'} move: {leaves}"


def _name(position: Position) -> str:
    """A position, shorter if it is a rectangle."""
    rows, columns = len(position.rows), position.rows[0]
    return f"{rows}x{columns}" if rows > 3 and position.rows[-1] == columns else shorten(str(position), 60)


def _legend(winning: tuple[Move, ...], picked: Move | None, is_all: bool) -> list[Patch]:
    handles = [filled(POISON, "the poison")]
    if winning:
        handles.append(filled(WINNING, moves_words(len(winning), is_all)))
    if picked is not None:
        handles.append(Patch(facecolor=PLAIN, edgecolor=INK, linewidth=2.2, label="the move"))
        handles.append(Patch(facecolor=TAKEN, edgecolor=GREY, linestyle="--", linewidth=0.6, label="what it takes"))
    return handles


def plot_nim_values(bar: PositionLike = "3x150") -> Figure | Unknown:
    """Draw the nim-values within a bar of two or three rows of the same length.

    >>> [axes.get_xlabel() for axes in plot_nim_values("3x8").axes]
    ['second row $q$', 'columns $n$', '']

    Raises TooLarge for other bars, and beyond `limits.CHART_PICTURE` columns.
    """
    whole = Position.of(bar)
    rows, columns = len(whole.rows), whole.rows[0]
    if rows not in {2, 3} or whole.rows[-1] != columns or columns > limits.CHART_PICTURE:
        bars = f"a full bar of two or three rows, with at most {limits.CHART_PICTURE} columns"
        raise TooLarge(f"cannot draw the nim-values within {bar_text(whole.rows)}; expected {bars}")
    found = nim_values(whole)
    return found if isinstance(found, Unknown) else draw_nim_values(found)


def draw_nim_values(found: NimValues) -> Figure:
    """The picture of nim-values within a bar of two or three rows."""
    size, is_flat = found.bar.rows[0], len(found.bar.rows) == 2
    nothing = float("nan")
    cells = [[nothing] * (size + 1) for _ in range(size + 1)]
    lost: list[tuple[int, int]] = []
    for rows, value in zip(found.rows(), found.found, strict=True):
        if is_flat or rows[0] == size:
            x, y = rows[:2] if is_flat else rows[1:]
            cells[y][x] = value
            if value == 0:
                lost.append((x, y))
    with picture(9 if is_flat else 14, 7) as figure:
        axes, *others = [figure.subplots()] if is_flat else figure.subplots(1, 2, width_ratios=(4, 3))
        colour_cells(axes, cells, "nim-value")
        columns, lines = [x for x, _ in lost], [y for _, y in lost]
        axes.scatter(columns, lines, s=max(3.0, 900 / size), color=LOST, marker="s")
        if is_flat:
            label_axes(axes, f"The nim-values of $(p, q)$, $p \\leq {size}$", "first row $p$", "second row $q$")
        else:
            label_axes(axes, f"The nim-values of $({size}, q, r)$", "second row $q$", "third row $r$")
            _draw_bars(others[0], found.full_bars())
        handles: list[Patch | Line2D] = [filled(LOST, "a loser, of nim-value 0")]
        if not is_flat:
            handles.append(Line2D([], [], color=GREY, linestyle="--", label="$2n$"))
        explain(figure, handles)
    return figure


def _draw_bars(axes: Axes, values: list[int]) -> None:
    """The nim-values of the bars 3 x 1, 3 x 2, ..."""
    columns = range(1, len(values) + 1)
    axes.scatter(columns, values, s=max(2.0, min(20.0, 1500 / len(values))), color=HEAD, linewidths=0)
    axes.plot([0, len(values)], [0, 2 * len(values)], color=GREY, linewidth=0.9, linestyle="--")
    label_axes(axes, "The nim-values of the bars $3 \\times n$", "columns $n$", "nim-value")
