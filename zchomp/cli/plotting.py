"""The command that draws pictures. matplotlib is imported when one is drawn."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zchomp.bars.position import Position
from zchomp.cli.commands import Callback, Commands, known, zchomp
from zchomp.cli.options import (
    out_option,
    position_argument,
    session_options,
    show_written,
    size,
    upto_options,
    whole_number,
)

if TYPE_CHECKING:
    from zchomp.core.answers import Unknown
    from zchomp.pictures.style import Figure


picture_option = out_option("NAME.png, .svg or .pdf.  [default: named after the picture]")


@zchomp.group(cls=Commands)
def plot() -> None:
    """Draw a picture, as PNG, SVG or PDF. This needs the extra 'plot'."""


def picture(name: str, short_help: str, about: str, number: Callable[[Callback], Callback]) -> None:
    """Add the command for a picture of the chart with one parameter, which is an argument or an option."""

    @number
    @picture_option
    @session_options
    def command(upto: int, out: Path | None) -> None:
        from zchomp.pictures import charts

        draw: Callable[..., Figure | Unknown] = getattr(charts, f"plot_{name}")
        _save(lambda: draw(upto), out, f"{name}-{upto}")

    plot.command(name, short_help=short_help, help=about)(command)


picture(
    "chart",
    "The chart f(q, r), as colours.",
    "Draw the first rows of all losers, by their second row q and third row r.",
    upto_options("largest row and column", 1, 24),
)
picture(
    "diagonal",
    "How far f(n, n) is from αn, where α = 1 + 1/√2.",
    "Draw f(n, n) - αn, where α = 1 + 1/√2 and (f(n, n), n, n) is a loser.",
    upto_options("largest n", 1, 2000),
)
picture(
    "row",
    "The losers with third row C.",
    "Draw the losers with third row C: where they are irregular, and where they become periodic.",
    click.argument("upto", metavar="C", type=whole_number()),
)
picture(
    "periods",
    "The third rows with a period above 1.",
    "Draw which third rows have losers of a period above 1, and which period.",
    upto_options("largest third row", 1, 2000),
)


@plot.command("bar", short_help="A bar with its winning moves.")
@position_argument()
@picture_option
@session_options
def bar_picture(position: str, out: Path | None) -> None:
    """Draw a bar with its poison and its winning moves."""
    from zchomp.pictures.bars import plot_bar

    rows = Position.parse(position).rows
    _save(lambda: plot_bar(position), out, f"bar-{'-'.join(map(str, rows))}")


@plot.command("grundy", short_help="The nim-values of all positions within a bar of two or three rows.")
@click.argument("size", metavar="SIZE", type=size(999))
@picture_option
@session_options
def nim_values_picture(size: tuple[int, int], out: Path | None) -> None:
    """Draw the nim-values within a bar of two rows, as colours, or of the positions (n, q, r) within a bar 3xn.

    For three rows a second picture shows the nim-values of the bars 3 x 1, ..., 3 x n.
    """
    from zchomp.pictures.bars import plot_nim_values

    rows, columns = size
    _save(lambda: plot_nim_values((columns,) * rows), out, f"grundy-{rows}x{columns}")


def _save(draw: "Callable[[], Figure | Unknown]", out: Path | None, name: str) -> None:
    """Draw a picture and write it. A file name that no picture can have is refused first."""
    from zchomp.pictures.style import check_name, save_picture

    path = check_name(out or f"chomp-{name}.png")
    save_picture(known(draw()), path)
    show_written(path)
