"""The command that draws pictures. matplotlib is imported when one is drawn."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zchomp.answers.oracle import Oracle
from zchomp.cli.options import Commands, known, position_argument, show_written, whole_number, zchomp
from zchomp.cli.sources import asks
from zchomp.position import Position
from zchomp.terminal.render import show

if TYPE_CHECKING:
    from zchomp.pictures.style import Figure
    from zchomp.results import Unknown

__all__ = ["plot"]

out_option = click.option(
    "--out", type=click.Path(path_type=Path), help="NAME.png, .svg or .pdf.  [default: named after the picture]"
)


@zchomp.group(cls=Commands, invoke_without_command=True, short_help="Pictures: chart, diagonal, row, periods, bar.")
@click.pass_context
def plot(ctx: click.Context) -> None:
    """Draw a picture, as PNG, SVG or PDF. This needs the extra 'plot'."""
    if ctx.invoked_subcommand is None:
        show(ctx.get_help())


@plot.command("chart", short_help="The chart f(q, r), as colours.")
@click.option("--upto", type=whole_number(1), default=24, show_default=True, help="The largest row and column.")
@out_option
@asks
def chart_picture(upto: int, out: Path | None, oracle: Oracle) -> None:
    """Draw the first rows of all losers, by their second row q and third row r."""
    from zchomp.pictures.charts import plot_chart

    _save(lambda: plot_chart(upto, oracle=oracle), out, f"chart-{upto}")


@plot.command("diagonal", short_help="How far f(n, n) is from αn, where α = 1 + 1/√2.")
@click.option("--upto", type=whole_number(1), default=2000, show_default=True, help="The largest n.")
@out_option
@asks
def diagonal_picture(upto: int, out: Path | None, oracle: Oracle) -> None:
    """Draw f(n, n) - αn, where α = 1 + 1/√2 and (f(n, n), n, n) is a loser."""
    from zchomp.pictures.charts import plot_diagonal

    _save(lambda: plot_diagonal(upto, oracle=oracle), out, f"diagonal-{upto}")


@plot.command("row", short_help="The losers with third row C.")
@click.argument("third", metavar="C", type=whole_number())
@out_option
@asks
def row_picture(third: int, out: Path | None, oracle: Oracle) -> None:
    """Draw the losers with third row C: where they are irregular, and where they become periodic."""
    from zchomp.pictures.charts import plot_row

    _save(lambda: plot_row(third, oracle=oracle), out, f"row-{third}")


@plot.command("periods", short_help="The third rows with a period above 1.")
@click.option("--upto", type=whole_number(1), default=2000, show_default=True, help="The largest third row.")
@out_option
@asks
def periods_picture(upto: int, out: Path | None, oracle: Oracle) -> None:
    """Draw which third rows have losers of a period above 1, and which period."""
    from zchomp.pictures.charts import plot_periods

    _save(lambda: plot_periods(upto, oracle=oracle), out, f"periods-{upto}")


@plot.command("bar", short_help="A bar with its winning moves.")
@position_argument()
@out_option
@asks
def bar_picture(position: str, out: Path | None, oracle: Oracle) -> None:
    """Draw a bar with its poison and its winning moves."""
    from zchomp.pictures.bars import plot_bar

    rows = Position.parse(position).rows
    _save(lambda: plot_bar(position, oracle=oracle), out, f"bar-{'-'.join(map(str, rows))}")


def _save(draw: "Callable[[], Figure | Unknown]", out: Path | None, name: str) -> None:
    """Draw a picture and write it; a name that no picture can have is refused first."""
    from zchomp.pictures.style import check_name, save_picture

    path = check_name(out or f"chomp-{name}.png")
    save_picture(known(draw()), path)
    show_written(path)
