"""Pictures of Brouwer's chart, for a paper or a wall (extra `plot`).

    chart      f(q, r), coloured by p - q; constant rows grey from their start on
    diagonal   d_n - αn, and how often each value occurs
    row        the terms of one row: its head, and its period
    periods    the rows of period above 1

PNG or SVG, as the name of the file says. The same data give the same file: no dates, no random names.
"""

from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from zchomp.answers.survey import BOUNDS
from zchomp.errors import InvalidPicture, quote
from zchomp.results import Proof
from zchomp.words.numbers import counted

__all__ = ["check_name", "plot_chart", "plot_diagonal", "plot_periods", "plot_row", "save"]

INK, HEAD, PERIOD, CONSTANT = "#1b1b1b", "#3b6ea8", "#c8553d", "#d9d6d0"
STYLE: dict[Any, Any] = {
    "font.family": "serif",
    "font.size": 11,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.facecolor": "white",
    "figure.constrained_layout.h_pad": 0.1,
    "mathtext.fontset": "dejavuserif",
    "savefig.dpi": 200,
    "svg.hashsalt": "zchomp",
    "svg.fonttype": "none",
}
NUMBERED = 31
"""Up to this size every cell of the chart has its number written in it."""


def check_name(path: Path) -> None:
    """Refuse a name that says neither PNG nor SVG."""
    if path.suffix.lower() not in {".png", ".svg"}:
        raise InvalidPicture(
            f"{quote(str(path), 200)} is no name for a picture; expected one that ends in .png or .svg"
        )


def save(figure: Figure, path: Path) -> None:
    """Write a picture, as PNG or SVG."""
    check_name(path)
    with rc_context(STYLE):
        figure.savefig(path, metadata={"Date": None} if path.suffix.lower() == ".svg" else {"Software": None})


def plot_chart(values: Sequence[Sequence[int]], starts: Sequence[int | None]) -> Figure:
    """The chart for q, r < n, from its values by row and the columns where constant rows start."""
    size, nothing = len(values), float("nan")
    cells = [[nothing] * size for _ in range(size)]
    constant = [[nothing] * size for _ in range(size)]
    for r, start in enumerate(starts):
        for q in range(r, size):
            if start is None or q < start:
                cells[r][q] = values[r][q] - q
            else:
                constant[r][q] = 1.0
    largest = max((values[r][q] - q for r in range(size) for q in range(r, size)), default=0)
    with rc_context(STYLE):
        figure = Figure(figsize=(9, 8), layout="constrained")
        axes = figure.subplots()
        axes.imshow(constant, origin="lower", cmap=ListedColormap([CONSTANT]), interpolation="nearest")
        image = axes.imshow(cells, origin="lower", cmap="viridis", interpolation="nearest")
        figure.colorbar(image, ax=axes, shrink=0.7, label="$p - q$")
        if size <= NUMBERED:
            for r, start in enumerate(starts):
                for q in range(r, size if start is None else min(size, start + 1)):
                    colour = INK if q == start or cells[r][q] > 0.55 * largest else "white"
                    weight = "bold" if q == start else "normal"
                    points = min(9.0, 200 / size)
                    text = str(values[r][q])
                    axes.text(q, r, text, ha="center", va="center", fontsize=points, color=colour, weight=weight)
        _label(axes, f"The losers $(p, q, r)$ of three-rowed Chomp, $q, r \\leq {size - 1}$", "$q$", "$r$")
        axes.text(0.03, 0.95, "grey: constant rows, from their start on", transform=axes.transAxes, color="#6b6862")
    return figure


def plot_diagonal(diagonal: Sequence[int]) -> Figure:
    """d_n - αn for the first n, with the printed bounds, and how the values are distributed."""
    rest = [d - (1 + 1 / sqrt(2)) * n for n, d in enumerate(diagonal)]
    below, above = (bound / 1000 for bound in BOUNDS["d_n - αn"])
    with rc_context(STYLE):
        figure = Figure(figsize=(11, 5), layout="constrained")
        axes, side = figure.subplots(1, 2, sharey=True, width_ratios=(5, 1))
        size = max(0.3, min(12.0, 20_000 / len(rest)))
        axes.scatter(range(len(rest)), rest, s=size, color=HEAD, linewidths=0, rasterized=len(rest) > 20_000)
        for bound in (below, above):
            axes.axhline(bound, color=PERIOD, linewidth=0.8, linestyle="--")
        printed = f"[BHMS05]: {below} to {above}"
        across = axes.get_yaxis_transform()
        axes.text(0.995, above, printed, color=PERIOD, ha="right", va="bottom", transform=across)
        side.hist(rest, bins=60, orientation="horizontal", color=HEAD)
        side.tick_params(labelbottom=False, bottom=False)
        side.spines["bottom"].set_visible(False)
        title = "The diagonal $d_n = f(n, n)$ against $\\alpha n$, $\\alpha = 1 + 1/\\sqrt{2}$"
        _label(axes, title, "$n$", "$d_n - \\alpha n$")
    return figure


def plot_row(proof: Proof) -> Figure:
    """One row: its head, its period repeated to the bound and a little further, and where the proof ends."""
    row, c = proof.sequence, proof.slice.width
    shown = len(row.head) if not row.period else proof.bound + max(6, len(row.head) // 2)
    terms = row.first(shown)
    with rc_context(STYLE):
        figure = Figure(figsize=(11, 5), layout="constrained")
        axes = figure.subplots()
        size = max(4.0, min(30.0, 3000 / shown))
        head = len(row.head)
        if head:
            label = f"head, {counted(head, 'term')}"
            axes.scatter(range(head), terms[:head], s=size, color=HEAD, label=label)
        if row.period:
            label = f"period {len(row.period)}, for ever"
            axes.scatter(range(head, shown), terms[head:], s=size, color=PERIOD, marker="s", label=label)
            axes.axvline(proof.bound - 0.5, color=INK, linewidth=0.8, linestyle=":")
            proved = f" the state of $a = {proof.bound - proof.modulus}$ returns: proved"
            axes.text(proof.bound, 0.02, proved, transform=axes.get_xaxis_transform())
        else:
            axes.annotate("the row ends", (head - 1, 0), textcoords="offset points", xytext=(-8, 12), ha="right")
        axes.set_ylim(bottom=-0.03 * max(terms))
        axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
        position = f"({c} + a + b, {c} + a, {c})" if c else "(a + b, a)"
        _label(axes, f"The losers ${position}$ of {'three' if c else 'two'}-rowed Chomp", "$a$", "$b$")
    return figure


def plot_periods(periods: Sequence[int]) -> Figure:
    """Where rows of a period above 1 are: a dot a row, a line a period."""
    rows: dict[int, list[int]] = {}
    for r, period in enumerate(periods):
        if period > 1:
            rows.setdefault(period, []).append(r)
    names = sorted(rows)
    with rc_context(STYLE):
        figure = Figure(figsize=(11, 1.6 + 0.55 * max(1, len(names))), layout="constrained")
        axes = figure.subplots()
        for line, period in enumerate(names):
            axes.plot(rows[period], [line] * len(rows[period]), "|", markersize=14, color=PERIOD if line % 2 else HEAD)
            axes.text(1.01, line, f"{len(rows[period])}", va="center", transform=axes.get_yaxis_transform())
        if not names:
            axes.text(0.5, 0.5, "none", ha="center", va="center", transform=axes.transAxes)
        axes.set_yticks(range(len(names)), [f"period {period}" for period in names])
        axes.set_ylim(-0.6, max(1, len(names)) - 0.4)
        axes.set_xlim(0, len(periods))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        title = f"Rows of three-rowed Chomp with a period above 1, third row at most {len(periods) - 1}"
        axes.set_title(title, loc="left")
        axes.set_xlabel("$r$")
    return figure


def _label(axes: Axes, title: str, x: str, y: str) -> None:
    axes.set_title(title, loc="left", pad=14)
    axes.set_xlabel(x)
    axes.set_ylabel(y, rotation=0, labelpad=16)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
