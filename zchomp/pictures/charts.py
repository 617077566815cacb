"""Pictures of Brouwer's chart, for a paper or a wall (extra `plot`).

    plot_chart       the p of every loser (p, q, r), coloured by p - q, and grey where a row r no longer has losers
    plot_diagonal    d_n - αn, where (d_n, n, n) is a loser, and how often each value occurs
    plot_row         the losers with one third row c: the head of their sequence, and its period
    plot_periods     the third rows with a period above 1

Each takes a number and returns a Figure, or Unknown if a row that it needs is out of reach.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from zchomp.charts.chart import Chart
from zchomp.charts.survey import PRINTED_BOUNDS
from zchomp.core import limits
from zchomp.core.numbers import counted
from zchomp.core.session import question, reached
from zchomp.pictures.style import (
    CONSTANT,
    GREY,
    HEAD,
    INK,
    OTHER,
    PERIOD,
    PERIODS,
    Figure,
    Line2D,
    ListedColormap,
    Patch,
    check_size,
    colour_cells,
    explain,
    label_axes,
    picture,
    whole_ticks,
)

NUMBERED = 31
"""Up to this size every cell of the chart shows its number."""


@question
def plot_chart(upto: int = 24) -> Figure:
    """Draw the chart for second and third rows q, r <= ``upto``.

    >>> plot_chart(8).axes[0].get_xlabel()
    'second row $q$'

    Raises TooLarge beyond `limits.CHART_PICTURE`.
    """
    all_rows = range(check_size(upto, limits.CHART_PICTURE) + 1)
    window = reached(Chart().window(all_rows, all_rows))
    size, values, nothing = len(window.rows), window.values, float("nan")
    cells = [[nothing] * size for _ in range(size)]
    over = [[nothing] * size for _ in range(size)]
    for r, start in enumerate(window.starts):
        for q in range(r, size):
            if start is None or q <= start:
                cells[r][q] = values[r][q] - q
            else:
                over[r][q] = 1.0
    largest = max(values[r][q] - q for r in range(size) for q in range(r, size))
    with picture(9, 8) as figure:
        axes = figure.subplots()
        axes.imshow(over, origin="lower", cmap=ListedColormap([CONSTANT]), interpolation="nearest")
        colour_cells(axes, cells, "$p - q$, the first row less the second")
        handles: list[Patch | Line2D] = [Patch(color=CONSTANT, label="no loser has this second and third row")]
        if size <= NUMBERED:
            for r, start in enumerate(window.starts):
                for q in range(r, size if start is None else min(size, start + 1)):
                    colour = INK if cells[r][q] > 0.55 * largest else "white"
                    cell = axes.text(q, r, str(values[r][q]), ha="center", va="center", color=colour)
                    cell.set_fontsize(min(11.0, 230 / size))
                    cell.set_fontweight("bold" if q == start else "normal")
            handles.append(_words("in a cell: the first row $p$; bold: the last loser of its row"))
        label_axes(axes, "The losers $(p, q, r)$ of three-rowed Chomp", "second row $q$", "third row $r$")
        explain(figure, handles)
    return figure


@question
def plot_diagonal(upto: int = 2000) -> Figure:
    """Draw d_n - αn for n <= ``upto``, with the bounds that [BHMS05] prints, and the distribution of the values.

    >>> [axes.get_xlabel() for axes in plot_diagonal(50).axes]
    ['second and third row $n$', 'how many $n$']
    """
    diagonal = reached(Chart().diagonal(upto))
    rest = [d - (1 + 1 / sqrt(2)) * n for n, d in enumerate(diagonal)]
    below, above = map(float, PRINTED_BOUNDS["d_n - αn"])
    with picture(11, 5) as figure:
        axes, side = figure.subplots(1, 2, sharey=True, width_ratios=(5, 1))
        size = max(0.5, min(12.0, 12_000 / len(rest)))
        axes.scatter(range(len(rest)), rest, s=size, color=HEAD, linewidths=0, rasterized=len(rest) > 20_000)
        for bound in (below, above):
            axes.axhline(bound, color=PERIOD, linewidth=0.8, linestyle="--")
            side.axhline(bound, color=PERIOD, linewidth=0.8, linestyle="--")
        axes.margins(x=0.01)
        bins = [below + (above - below) * step / 60 for step in range(-3, 64)]
        side.hist(rest, bins=bins, orientation="horizontal", color=HEAD)
        title = "The losers $(d_n, n, n)$: how far $d_n$ is from $\\alpha n$, where $\\alpha = 1 + 1/\\sqrt{2}$"
        label_axes(axes, title, "second and third row $n$", "$d_n - \\alpha n$")
        side.set_xlabel("how many $n$")
        whole_ticks(side.xaxis, 3)
        side.tick_params(labelleft=False)
        printed = f"the bounds that [BHMS05] prints, ${below}$ and ${above}$"
        explain(figure, [_dot(HEAD, "o", "one $n$"), Line2D([], [], color=PERIOD, linestyle="--", label=printed)])
    return figure


@question
def plot_row(third: int) -> Figure:
    """Draw the losers with a third row: their head, their period, and how far they were computed to prove it.

    >>> plot_row(5).axes[0].get_xlabel()
    '$a$, the second row less 5'
    """
    proof = reached(Chart().proof(third))
    row, c = proof.sequence, proof.slice.width
    head, shown = len(row.head), len(row.head)
    if row.period:
        shown = proof.bound + max(6, head // 2)
    terms = row.first(shown)
    with picture(11, 5) as figure:
        axes = figure.subplots()
        size = max(4.0, min(30.0, 3000 / shown))
        handles = []
        if head:
            axes.scatter(range(head), terms[:head], s=size, color=HEAD, clip_on=False)
            handles.append(_dot(HEAD, "o", _head_words(head, finite=not row.period)))
        if row.period:
            axes.scatter(range(head, shown), terms[head:], s=size, color=PERIOD, marker="s")
            handles.append(_dot(PERIOD, "s", _period_words(row.period, head)))
            axes.axvline(proof.bound - 0.5, color=INK, linewidth=0.9, linestyle=":")
            computed = f"computed: $a < {proof.bound}$; this proves the rest"
            handles.append(Line2D([], [], color=INK, linewidth=0.9, linestyle=":", label=computed))
        else:
            last = f"$({c + head - 1}, {c + head - 1}, {c})$ is the last one"
            axes.annotate(last, (head - 1, 0), textcoords="offset points", xytext=(-8, 14), ha="right", color=GREY)
        axes.set_ylim(-0.04 * max(terms), 1.06 * max(terms))
        plural = f"({c} + a + b,\\, {c} + a,\\, {c})" if c else "(a + b,\\, a)"
        title = f"The losers ${plural}$ of {'three' if c else 'two'}-rowed Chomp"
        x, y = f"$a$, the second row less {c}" if c else "second row $a$", "$b$, the first row less the second"
        label_axes(axes, title, x, y)
        explain(figure, handles)
    return figure


@question
def plot_periods(upto: int = 2000) -> Figure:
    """Draw which third rows have a period above 1: a mark for each row, on a line for each period.

    >>> [label.get_text() for label in plot_periods(450).axes[0].get_yticklabels()]
    ['period 2', 'period 4']
    """
    return draw_periods(reached(Chart().periods(upto)))


def draw_periods(periods: Sequence[int]) -> Figure:
    """The picture of the rows with a period above 1, given the periods of all rows."""
    rows: dict[int, list[int]] = {}
    for r, period in enumerate(periods):
        if period > 1:
            rows.setdefault(period, []).append(r)
    names = sorted(rows)
    with picture(11, 1.7 + 0.5 * max(1, len(names))) as figure:
        axes = figure.subplots()
        for line, period in enumerate(names):
            colour, count = PERIODS.get(period, OTHER), len(rows[period])
            axes.plot(rows[period], [line] * count, "|", markersize=14, markeredgewidth=0.8, color=colour)
            axes.text(
                1.01, line, counted(count, "row"), va="center", color=colour, transform=axes.get_yaxis_transform()
            )
        if not names:
            none = "none: every row has finitely many losers or period 1"
            axes.text(0.5, 0.5, none, ha="center", va="center", transform=axes.transAxes)
        title = f"Third rows $r \\leq {len(periods) - 1}$ of three-rowed Chomp whose losers have a period above 1"
        label_axes(axes, title, "third row $r$", "")
        axes.set_ylim(-0.6, max(1, len(names)) - 0.4)
        axes.set_xlim(0, max(1, len(periods) - 1))
        axes.set_yticks(range(len(names)), [f"period {period}" for period in names])
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
    return figure


def _head_words(head: int, finite: bool) -> str:
    terms = counted(head, "term")
    return f"all of them: {terms}" if finite else f"head: {terms}, $a < {head}$"


def _period_words(period: Sequence[int], head: int) -> str:
    if len(period) == 1:
        return f"from $a = {head}$ on: always $b = {period[0]}$"
    return f"from $a = {head}$ on: period {len(period)}, forever"


def _words(text: str) -> Line2D:
    """A line of the legend without a mark."""
    return Line2D([], [], linestyle="none", label=text)


def _dot(colour: str, marker: str, text: str) -> Line2D:
    return Line2D([], [], linestyle="none", marker=marker, markersize=5, color=colour, label=text)
