"""Pictures of nim-values within a bar of two or three rows (extra `plot`).

    two rows      the nim-values of all (p, q), as colours
    three rows    the nim-values of all (n, q, r), as colours, where n is the length of the bar, and the nim-values of
                  the bars 3 x 1, ..., 3 x n, with twice the number of columns to compare

Losers are marked. The picture is a Figure, or Unknown if the nim-values take more effort.
"""

from __future__ import annotations

from zchomp import limits
from zchomp.amounts import bar_text
from zchomp.answers.nim_values import NimValues, nim_values
from zchomp.answers.oracle import Oracle
from zchomp.errors import TooLarge
from zchomp.pictures.style import (
    GREY,
    HEAD,
    LOST,
    Axes,
    Figure,
    Line2D,
    Patch,
    Picture,
    colour_cells,
    explain,
    filled,
    in_style,
    label_axes,
)
from zchomp.position import Position, PositionLike
from zchomp.results import Unknown

__all__ = ["draw_nim_values", "plot_nim_values"]


def plot_nim_values(
    bar: PositionLike = "3x150", *, effort: float | None = None, oracle: Oracle | None = None
) -> Figure | Unknown:
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
    found = nim_values(whole, effort=effort, oracle=oracle)
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
    with in_style():
        figure = Picture(figsize=(9 if is_flat else 14, 7), layout="constrained")
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
