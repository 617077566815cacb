"""The one style of all pictures, and how they are written: PNG, SVG or PDF, according to the name of the file.

The same data give the same file, with no dates and no random names in it. A file is written in one step, so there
is always either the old picture or the new one. Only this module imports matplotlib, and the others import it from
here, so that one message names the extra to install.
"""

import os
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from io import BytesIO
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from zchomp.core.files import write_file
from zchomp.core.numbers import whole_number
from zchomp.errors import InvalidArgument, MissingExtra, TooLarge, quote, require, require_path

try:
    from matplotlib import rc_context
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.collections import LineCollection
    from matplotlib.colors import ListedColormap
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.patches import FancyBboxPatch, Patch
    from matplotlib.ticker import MaxNLocator
except ImportError:
    raise MissingExtra("a picture", "plot") from None

if TYPE_CHECKING:
    from matplotlib.artist import Artist


__all__ = ["Axes", "FancyBboxPatch", "Figure", "Line2D", "LineCollection", "ListedColormap", "Patch"]

ENDINGS = (".png", ".svg", ".pdf")
"""The kinds of files, by the extensions of their names."""

INK, GREY, PLAIN = "#1b1b1b", "#6b6862", "#ffffff"
"""The colours of main lines and letters, of secondary ones, and of unmarked areas."""

HEAD, PERIOD, CONSTANT = "#3b6ea8", "#c8553d", "#d9d6d0"
"""The colours of the head of a row, of its period, and of the part without losers."""

WINNING, LOST, TAKEN, POISON = "#f2a33a", "#9fc5e8", "#e4e2de", "#a678c8"
"""The colours of a winning move, a loser, a taken element, and the poison."""

BAR = "#a9784f"
"""The colour of chocolate."""

PERIODS = {
    2: "#3b6ea8",
    3: "#c8553d",
    4: "#3f8f5b",
    6: "#8a5aa8",
    8: "#c2457f",
    9: "#b8860b",
    12: "#2a8c9a",
    18: "#7a4a2b",
    24: "#5f7d12",
    36: "#4b4f9e",
}
"""The colour of each period, the same in all pictures: those that occur up to third row 20,000, and some more."""

OTHER = "#1b1b1b"
"""The colour of any other period."""

STYLE: dict[Any, Any] = {
    "font.family": ["STIXGeneral", "DejaVu Serif"],
    "font.size": 11,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 13,
    "figure.facecolor": "white",
    "figure.constrained_layout.h_pad": 0.08,
    "figure.constrained_layout.w_pad": 0.08,
    "legend.frameon": False,
    "legend.fontsize": 10.5,
    "mathtext.fontset": "stix",
    "pdf.fonttype": 42,
    "savefig.dpi": 200,
    "svg.fonttype": "path",
    "svg.hashsalt": "zchomp",
    "text.color": INK,
    "text.usetex": False,
    "xtick.color": INK,
    "ytick.color": INK,
}
"""matplotlib's settings for all pictures. Both fonts come with matplotlib. Letters are drawn in SVG, and embedded whole
in PDF, so that a picture looks the same everywhere."""

NARROWEST, LARGEST = 6.0, 36.0
"""The minimum width of a picture in inches, for its legend, and the maximum size, to which larger ones are scaled."""

TITLE_LINE, LEGEND_LINE, MARGIN = 18.0, 17.0, 16.0
"""The heights of a line of the title and of the legend, and the room around a drawing, in points."""

_METADATA: dict[str, dict[str, str | None]] = {
    ".png": {"Software": None},
    ".svg": {"Creator": "zchomp", "Date": None},
    ".pdf": {"Creator": "zchomp", "Producer": "zchomp", "CreationDate": None},
}


class Picture(Figure):
    """A figure that shows itself in a notebook, whether or not pyplot is imported there."""

    def _repr_png_(self) -> bytes:
        return _rendered(self, ".png", dpi=100)


def in_style() -> AbstractContextManager[None]:
    """The context in which pictures are drawn."""
    return rc_context(STYLE)


@contextmanager
def picture(width: float, height: float) -> Iterator[Figure]:
    """A figure of some inches, drawn within this context."""
    with in_style():
        yield Picture(figsize=(width, height), layout="constrained")


def check_name(path: str | os.PathLike[str]) -> Path:
    """The path, if its extension is that of a kind of picture.

    >>> check_name("chart.pdf").suffix
    '.pdf'
    >>> check_name("chart.bmp")
    Traceback (most recent call last):
    zchomp.errors.InvalidArgument: 'chart.bmp' is not a name for a picture; expected one that ends in .png, .svg or .pdf
    """
    require_path(path)
    found = Path(path)
    if found.suffix.lower() not in ENDINGS:
        expected = f"{', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
        raise InvalidArgument(
            f"{quote(str(found), 200)} is not a name for a picture; expected one that ends in {expected}"
        )
    return found


def save_picture(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Write a picture as PNG, SVG or PDF, according to its name, in one step: a failure leaves the old file.

    Raises InvalidArgument for any other name, and OSError if the file cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> from zchomp.pictures.charts import plot_row
    >>> with TemporaryDirectory() as folder:
    ...     save_picture(plot_row(5), Path(folder) / "row.svg")
    ...     (Path(folder) / "row.svg").read_text()[:5]
    '<?xml'
    """
    require(figure, Figure, "a picture must be one that `plot_row` or another function has drawn")
    target = check_name(path)
    write_file(target, _rendered(figure, target.suffix.lower()))


def check_size(upto: int, most: int) -> int:
    """The number up to which a picture goes, if it is a whole number from 0 to ``most``.

    >>> check_size(24, 1500)
    24
    >>> check_size(9999, 1500)
    Traceback (most recent call last):
    zchomp.errors.TooLarge: a picture up to 9999 is too large to draw; expected 1500 or less
    """
    number = whole_number(upto, "the number up to which a picture goes")
    if number > most:
        raise TooLarge(f"a picture up to {quote(number)} is too large to draw; expected {most} or less")
    return number


def whole_ticks(axis: Axis, most: int = 9) -> None:
    """Put the ticks of an axis at whole numbers, and not too many of them."""
    axis.set_major_locator(MaxNLocator(most, integer=True, min_n_ticks=1))


def label_axes(axes: Axes, title: str, x: str, y: str) -> None:
    """Give a drawing its title, the names of both axes, and ticks at whole numbers."""
    axes.set_title(title, loc="left", pad=12)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    whole_ticks(axes.xaxis)
    whole_ticks(axes.yaxis)


def colour_cells(axes: Axes, cells: Sequence[Sequence[float]], about: str) -> None:
    """Draw cells, row upon row, in colours according to their numbers, with a colour bar that explains them."""
    image = axes.imshow(cells, origin="lower", cmap="viridis", vmin=0, interpolation="nearest")
    bar = axes.figure.colorbar(image, ax=axes, shrink=0.7, label=about)
    bar.outline.set_visible(False)
    whole_ticks(bar.ax.yaxis)


def framed(width: float, height: float, title: str, handles: "Sequence[Artist]") -> tuple[Figure, Axes, float]:
    """A figure for a drawing of a given size in points, from (0, 0) on, with a title above it and a legend below.

    A point of the drawing is a point of the figure, times the scale that is returned: 1 unless that would be too large.
    """
    columns = 1 if len(handles) == 1 else 2
    wide = max(width + 2 * MARGIN, 72 * NARROWEST, height / 3)
    lines = wrap(title, round(wide / 6)) or [""]
    above, below = MARGIN + TITLE_LINE * len(lines), MARGIN + LEGEND_LINE * -(-len(handles) // columns)
    high = max(height + above + below, wide / 3)
    room, scale = high - above - below, min(1.0, 72 * LARGEST / max(wide, high))
    with in_style():
        figure = Picture(figsize=(wide * scale / 72, high * scale / 72))
        axes = figure.add_axes((0, below / high, 1, room / high))
        axes.set_xlim((width - wide) / 2, (width + wide) / 2)
        axes.set_ylim((height - room) / 2, (height + room) / 2)
        axes.axis("off")
        top = figure.text(0.5, 1 - 0.4 * MARGIN / high, "\n".join(lines), ha="center", va="top", parse_math=False)
        top.set_fontsize(13 * max(scale, 0.5))
        if handles:
            figure.legend(handles=handles, loc="lower center", ncols=columns, borderaxespad=0.3)
    return figure, axes, scale


def filled(colour: str, text: str) -> Patch:
    """A line of the legend, for a colour."""
    return Patch(facecolor=colour, edgecolor=INK, linewidth=0.7, label=text)


def moves_words(count: int, complete: bool = True) -> str:
    """The words of the legend about winning moves.

    >>> moves_words(1), moves_words(3), moves_words(1, complete=False)
    ('the only winning move', 'winning move (all 3 are marked)', 'a winning move (others not known)')
    """
    if not complete:
        return "a winning move (others not known)"
    every = "both" if count == 2 else f"all {count}"
    return "the only winning move" if count == 1 else f"winning move ({every} are marked)"


def explain(figure: Figure, handles: "Sequence[Artist]", columns: int = 4) -> None:
    """The legend, below the picture."""
    if handles:
        figure.legend(handles=handles, loc="outside lower center", ncols=min(columns, len(handles)))


def _rendered(figure: Figure, ending: str, dpi: int | None = None) -> bytes:
    """The bytes of a file of this kind."""
    drawn = BytesIO()
    with in_style(), warnings.catch_warnings():
        # a letter that no font has is drawn as a box, as usual
        warnings.filterwarnings("ignore", message=re.escape("Glyph "))
        figure.savefig(drawn, format=ending[1:], dpi=dpi, metadata=_METADATA[ending])
    return drawn.getvalue()
