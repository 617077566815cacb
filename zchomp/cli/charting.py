"""Commands about Brouwer's chart."""

from collections.abc import Callable
from dataclasses import asdict
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zchomp import limits
from zchomp.answers.census import census
from zchomp.answers.chart import chart
from zchomp.answers.sequences import SEQUENCES, sequence
from zchomp.answers.solution import in_order, noting
from zchomp.answers.survey import LEAST, statistics, survey
from zchomp.cli.options import (
    at_most_one,
    csv_option,
    documentation,
    exactly_one,
    interval,
    json_option,
    known,
    position_argument,
    show_written,
    whole_number,
    zchomp,
)
from zchomp.cli.sources import asks
from zchomp.errors import quote
from zchomp.position import Position
from zchomp.terminal.render import progress_bar, show, show_data, terminal_width
from zchomp.words.charts import (
    census_data,
    census_text,
    chart_csv,
    chart_data,
    chart_text,
    statistics_csv,
    statistics_text,
)
from zchomp.words.data import csv_text, json_text

if TYPE_CHECKING:
    from zchomp.pictures.style import Figure
    from zchomp.results import Unknown

__all__ = ["census_command", "chart_command", "plot", "sequence_command", "stats"]


@zchomp.command("chart", short_help="Brouwer's table f(q, r).")
@click.argument("upto", metavar="[N]", type=whole_number(), required=False)
@click.option("--rows", "rows", type=interval, metavar="FIRST:LAST", help="The rows r.")
@click.option("--columns", type=interval, metavar="FIRST:LAST", help="The columns q.")
@click.option("--width", type=whole_number(20), help="How many characters a line may have.  [default: the terminal's]")
@click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values, also above the diagonal.")
@json_option
@asks
def chart_command(
    upto: int | None, rows: range | None, columns: range | None, width: int | None, as_csv: bool, as_json: bool
) -> None:
    """Print Brouwer's table f(q, r), for q, r <= N or for a window; * marks the start of a constant row.

    f(q, r) is the length of the first row of the loser with second row q and third row r. If only finitely many losers
    have third row r, the row of the chart is constant from its last loser on, which * marks.
    """
    exactly_one("N", "the largest row and column", "--rows and --columns", "24", upto, rows or columns)
    if (rows is None) != (columns is None):
        raise click.UsageError("expected --rows and --columns together")
    at_most_one(csv=as_csv, json=as_json)
    rows, columns = rows or range((upto or 0) + 1), columns or range((upto or 0) + 1)
    if columns[-1] < rows[0] and not as_csv:
        raise click.UsageError(f"expected columns from {rows[0]} on: the chart has q >= r, got q <= {columns[-1]}")
    if len(rows) * len(columns) > limits.CHART_CELLS:
        most = limits.CHART_CELLS
        raise click.UsageError(f"expected a window of at most {most} cells, got {len(rows)} x {len(columns)}")
    with noting() as noted:
        window = known(chart(rows=rows, columns=columns))
    if as_json or as_csv:
        show_data(json_text(chart_data(window, in_order(noted))) if as_json else chart_csv(window))
    else:
        show(chart_text(window, width or terminal_width()))


@zchomp.command("sequence", short_help="Sequences of the OEIS about Chomp.")
@click.argument("name", required=False)
@click.option("--list", "as_list", is_flag=True, help="Say in a line each which sequences there are.")
@click.option("--terms", type=whole_number(1), default=20, show_default=True, help="How many terms.")
@click.option("--bfile", is_flag=True, help="Print an OEIS b-file: index and term on each line.")
@csv_option
@json_option
@asks
def sequence_command(name: str | None, as_list: bool, terms: int, bfile: bool, as_csv: bool, as_json: bool) -> None:
    """Print a sequence of the OEIS about Chomp.

    The chart is that of `zchomp chart`; a row of it is a third row. A partition of n is a position of n squares.
    """
    at_most_one(bfile=bfile, csv=as_csv, json=as_json, list=as_list)
    exactly_one(
        "NAME", "the number of a sequence in the OEIS, like A029900", "--list", "A029900", name, as_list or None
    )
    if name is None:
        show(LISTED)
        return
    chosen = sequence(name)
    with progress_bar() as progress:
        found = known(chosen.first(terms, progress))
    numbered = list(enumerate(found, chosen.offset))
    if as_json:
        facts = {"name": chosen.name, "about": chosen.about, "offset": chosen.offset, "terms": found}
        show_data(json_text(facts))
    elif as_csv or bfile:
        show_data(csv_text(["n", "term"], numbered) if as_csv else "\n".join(f"{n} {term}" for n, term in numbered))
    else:
        show(", ".join(map(str, found)))


LISTED = "\n".join(f"{one.name}  {one.about}" for one in SEQUENCES.values())
sequence_command.help = f"{cleandoc(documentation(sequence_command.callback or sequence))}\n\n\b\n{LISTED}"


@zchomp.command(short_help="Statistics of the chart, compared with [BHMS05].")
@click.option("--upto", type=whole_number(LEAST), required=True, help="All rows and columns below this.")
@csv_option
@json_option
def stats(upto: int, as_csv: bool, as_json: bool) -> None:
    """Compute the statistics of [BHMS05], sections 8.4 to 8.11, and compare them with the printed figures.

    A verdict in parentheses compares the two: holds, fails, agrees, differs, or holds when rounded. Where a statement
    is proved for all n, the theorem is named; otherwise it is not known beyond the rows and columns that were computed.
    """
    at_most_one(csv=as_csv, json=as_json)
    with progress_bar() as progress:
        found = statistics(survey(upto, progress))
    if as_json or as_csv:
        show_data(json_text([asdict(one) for one in found]) if as_json else statistics_csv(found))
    else:
        show(statistics_text(upto, found))


@zchomp.command("census", short_help="All slices of three rows by kind and period, with a digest.")
@click.option("--upto", type=whole_number(2), required=True, help="All third rows up to this.")
@json_option
def census_command(upto: int, as_json: bool) -> None:
    """Prove all slices with third rows up to N, and count them by kind and period.

    It also says how far the figures of the chart stray from their slopes, and gives the SHA-256 of the compact
    certificate that `zchomp prove --mode compact` writes. Each slice is proved; the certificate is not verified here.
    If a large census is interrupted, the same command resumes it.
    """
    with progress_bar() as progress:
        work = Path(f"chomp-census-{upto}")
        found = census(upto, progress, work)
    if as_json:
        show_data(json_text(census_data(found)))
    else:
        show(census_text(found))


@zchomp.command(short_help="Pictures: chart, diagonal, row, periods, bar.")
@click.argument("picture", type=click.Choice(["chart", "diagonal", "row", "periods", "bar"]))
@position_argument(required=False)
@click.option(
    "--upto",
    type=whole_number(1),
    help="The largest row and column.  [default: 24 for chart, 2000 for diagonal and periods]",
)
@click.option("--row", "third", type=whole_number(), help="The third row, for the picture `row`.")
@click.option("--position", "named", metavar="POSITION", help="The position, if it is not given as an argument.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="NAME.png, .svg or .pdf.  [default: named after the picture]"
)
@asks
def plot(
    picture: str, position: str | None, upto: int | None, third: int | None, named: str | None, out: Path | None
) -> None:
    """Draw the chart, its diagonal, one row, where the periods above 1 are, or a bar with its winning moves.

    chart: f(q, r) as colours. diagonal: f(n, n) - αn, where α = 1 + 1/√2. row: the losers with one third row. periods:
    the third rows with a period above 1. bar: a bar with its winning moves, like zchomp plot bar 9,7,4.
    """
    if position is not None and named is not None:
        raise click.UsageError(f"expected one position, got {quote(position)} and {quote(named)}")
    position = named if position is None else position
    if picture == "bar" and position is None:
        raise click.UsageError("missing POSITION for the picture bar; for example: zchomp plot bar 9,7,4")
    if picture == "row" and third is None:
        raise click.UsageError(
            "missing --row, the third row, for the picture row; for example: zchomp plot row --row 120"
        )
    if picture != "bar" and position is not None:
        raise click.UsageError(f"the picture {picture} takes no position, got {quote(position)}")
    if picture != "row" and third is not None:
        raise click.UsageError(f"the picture {picture} takes no --row, got {third}")
    if picture in {"row", "bar"} and upto is not None:
        raise click.UsageError(f"the picture {picture} takes no --upto, got {upto}")
    from zchomp.pictures.bars import plot_bar
    from zchomp.pictures.charts import plot_chart, plot_diagonal, plot_periods, plot_row
    from zchomp.pictures.style import check_name, save_picture

    far = upto or (24 if picture == "chart" else 2000)
    shown = "-".join(map(str, Position.parse(position).rows)) if position is not None else ""
    name = third if picture == "row" else shown if picture == "bar" else far
    path = out or Path(f"chomp-{picture}-{name}.png")
    check_name(path)
    draw: dict[str, Callable[[], Figure | Unknown]] = {
        "chart": lambda: plot_chart(far),
        "diagonal": lambda: plot_diagonal(far),
        "row": lambda: plot_row(third or 0),
        "periods": lambda: plot_periods(far),
        "bar": lambda: plot_bar(position or ""),
    }
    save_picture(known(draw[picture]()), path)
    show_written(path)
