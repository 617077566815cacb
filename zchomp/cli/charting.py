"""Commands about Brouwer's chart."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zchomp.answers.chart import Chart, sequence
from zchomp.answers.survey import LEAST, statistics, survey
from zchomp.cli.options import interval, known, whole_number, zchomp
from zchomp.errors import MissingExtra
from zchomp.terminal.render import progress_bar, show
from zchomp.words.charts import chart_csv, chart_text, statistics_text

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["chart_command", "plot", "sequence_command", "stats"]

MAX_PICTURE = 1500
"""The largest chart that is drawn."""

MAX_CELLS = 250_000
"""The largest window of the chart that is printed at once."""


@zchomp.command("chart", short_help="Brouwer's table f(q, r).")
@click.argument("upto", metavar="[N]", type=whole_number(), required=False)
@click.option("--rows", "rows", type=interval, help="The rows r, as FIRST:LAST.")
@click.option("--columns", type=interval, help="The columns q, as FIRST:LAST.")
@click.option("--csv", "as_csv", is_flag=True, help="As comma-separated values, the cells above the diagonal included.")
def chart_command(upto: int | None, rows: range | None, columns: range | None, as_csv: bool) -> None:
    """Print Brouwer's table f(q, r), for q, r <= N or for a window; * marks the start of a constant row."""
    if (rows is None) != (columns is None) or (upto is None) == (rows is None):
        raise click.UsageError("expected either N, or --rows and --columns")
    rows, columns = rows or range((upto or 0) + 1), columns or range((upto or 0) + 1)
    if columns[-1] < rows[0] and not as_csv:
        raise click.UsageError(f"expected columns from {rows[0]} on: the chart has q >= r, got q <= {columns[-1]}")
    if len(rows) * len(columns) > MAX_CELLS:
        raise click.UsageError(f"expected a window of at most {MAX_CELLS} cells, got {len(rows)} x {len(columns)}")
    chart = Chart()
    values = known(chart.window(rows, columns))
    show(chart_csv(rows, columns, values) if as_csv else chart_text(chart, rows, columns, values))


@zchomp.command("sequence", short_help="Sequences of the encyclopedia.")
@click.argument("name")
@click.option("--terms", type=whole_number(1), default=20, show_default=True, help="How many.")
@click.option("--bfile", is_flag=True, help="As the encyclopedia's b-files: index and term, a line each.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def sequence_command(name: str, terms: int, bfile: bool, as_json: bool) -> None:
    """Print a sequence of the OEIS that is read off the chart: A029899 to A029905, A147983."""
    chosen = sequence(name)
    found = known(chosen.first(terms))
    numbered = "\n".join(f"{n} {term}" for n, term in enumerate(found, chosen.offset))
    show(json.dumps(found) if as_json else numbered if bfile else ", ".join(map(str, found)))


@zchomp.command(short_help="The statistics of [BHMS05], next to the print.")
@click.option("--upto", type=whole_number(LEAST), required=True, help="All rows and columns below this.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def stats(upto: int, as_json: bool) -> None:
    """Print the statistics of [BHMS05], sections 8.4 to 8.11, next to the printed figures."""
    with progress_bar() as stage:
        found = statistics(survey(upto, lambda done: stage("proving", done, upto, "")))
    show(json.dumps([asdict(one) for one in found]) if as_json else statistics_text(upto, found))


@zchomp.command(short_help="Pictures: chart, diagonal, row, periods.")
@click.argument("picture", type=click.Choice(["chart", "diagonal", "row", "periods"]))
@click.option("--upto", type=whole_number(1), help="How far.  [default: 24 for chart, 2000 for others]")
@click.option("--row", "third", type=whole_number(), help="Which row, for the picture of one.")
@click.option("--out", type=click.Path(path_type=Path), help="NAME.png or NAME.svg.  [default: by its picture]")
def plot(picture: str, upto: int | None, third: int | None, out: Path | None) -> None:
    """Draw the chart, its diagonal, one row, or where the periods above 1 are: PNG or SVG."""
    if (picture == "row") != (third is not None) or (picture == "row" and upto is not None):
        raise click.UsageError("expected --row R for the picture of a row, and --upto N for the others")
    plots = _plots()
    upto = upto or (24 if picture == "chart" else 2000)
    path = out or Path(f"chomp-{picture}-{upto if third is None else third}.png")
    plots.check_name(path)
    chart, all_rows = Chart(), range(upto + 1)
    if picture == "chart":
        if upto > MAX_PICTURE:
            raise click.UsageError(f"expected --upto {MAX_PICTURE} or less for the whole chart, got {upto}")
        values = known(chart.window(all_rows, all_rows))
        figure = plots.plot_chart(values, [chart.start(r) for r in all_rows])
    elif picture == "row":
        figure = plots.plot_row(known(chart.proof(third or 0)))
    elif picture == "diagonal":
        figure = plots.plot_diagonal(known(sequence("A029900").first(upto + 1)))
    else:
        figure = plots.plot_periods(known(chart.periods(upto)))
    plots.save(figure, path)
    show(f"Written: {path}")


def _plots() -> "ModuleType":
    try:
        from zchomp import plot as module
    except ImportError:
        raise MissingExtra("a picture", "plot") from None
    return module
