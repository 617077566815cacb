"""Commands about Brouwer's chart."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zchomp import limits
from zchomp.answers.chart import chart
from zchomp.answers.sequences import SEQUENCES, sequence
from zchomp.answers.survey import LEAST, statistics, survey
from zchomp.cli.options import (
    at_most_one,
    csv_option,
    documentation,
    interval,
    json_option,
    known,
    show_written,
    whole_number,
    zchomp,
)
from zchomp.terminal.render import progress_bar, show, show_data, terminal_width
from zchomp.words.charts import chart_csv, chart_data, chart_text, statistics_csv, statistics_text
from zchomp.words.data import csv_text, json_text

if TYPE_CHECKING:
    from zchomp.pictures.style import Figure
    from zchomp.results import Unknown

__all__ = ["chart_command", "plot", "sequence_command", "stats"]


@zchomp.command("chart", short_help="Brouwer's table f(q, r).")
@click.argument("upto", metavar="[N]", type=whole_number(), required=False)
@click.option("--rows", "rows", type=interval, help="The rows r, as FIRST:LAST.")
@click.option("--columns", type=interval, help="The columns q, as FIRST:LAST.")
@click.option("--width", type=whole_number(20), help="How many characters a line may have.  [default: the terminal's]")
@click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values, also above the diagonal.")
@json_option
def chart_command(
    upto: int | None, rows: range | None, columns: range | None, width: int | None, as_csv: bool, as_json: bool
) -> None:
    """Print Brouwer's table f(q, r), for q, r <= N or for a window; * marks the start of a constant row.

    f(q, r) is the first row of the loser with second row q and third row r. A constant row has only finitely many
    losers; from its start on it repeats the last one.
    """
    if (rows is None) != (columns is None) or (upto is None) == (rows is None):
        raise click.UsageError("expected either N, or --rows and --columns")
    at_most_one(csv=as_csv, json=as_json)
    rows, columns = rows or range((upto or 0) + 1), columns or range((upto or 0) + 1)
    if columns[-1] < rows[0] and not as_csv:
        raise click.UsageError(f"expected columns from {rows[0]} on: the chart has q >= r, got q <= {columns[-1]}")
    if len(rows) * len(columns) > limits.CHART_CELLS:
        most = limits.CHART_CELLS
        raise click.UsageError(f"expected a window of at most {most} cells, got {len(rows)} x {len(columns)}")
    window = known(chart(rows=rows, columns=columns))
    if as_json or as_csv:
        show_data(json_text(chart_data(window)) if as_json else chart_csv(window))
    else:
        show(chart_text(window, width or terminal_width()))


@zchomp.command("sequence", short_help="Sequences of the encyclopedia.")
@click.argument("name")
@click.option("--terms", type=whole_number(1), default=20, show_default=True, help="How many.")
@click.option("--bfile", is_flag=True, help="Print a b-file of the encyclopedia: index and term on each line.")
@csv_option
@json_option
def sequence_command(name: str, terms: int, bfile: bool, as_csv: bool, as_json: bool) -> None:
    """Print a sequence of the OEIS that is read off the chart: A029899 to A029905, A147983."""
    at_most_one(bfile=bfile, csv=as_csv, json=as_json)
    chosen = sequence(name)
    found = known(chosen.first(terms))
    numbered = list(enumerate(found, chosen.offset))
    if as_json:
        facts = {"name": chosen.name, "about": chosen.about, "offset": chosen.offset, "terms": found}
        show_data(json_text(facts))
    elif as_csv or bfile:
        show_data(csv_text(["n", "term"], numbered) if as_csv else "\n".join(f"{n} {term}" for n, term in numbered))
    else:
        show(", ".join(map(str, found)))


LISTED = "\n".join(f"{one.name}  {one.about}" for one in SEQUENCES.values())
sequence_command.help = f"{documentation(sequence_command.callback or sequence)}\n\n\b\n{LISTED}"


@zchomp.command(short_help="The statistics of [BHMS05], compared.")
@click.option("--upto", type=whole_number(LEAST), required=True, help="All rows and columns below this.")
@csv_option
@json_option
def stats(upto: int, as_csv: bool, as_json: bool) -> None:
    """Compute the statistics of [BHMS05], sections 8.4 to 8.11, and compare them with the printed figures."""
    at_most_one(csv=as_csv, json=as_json)
    with progress_bar() as stage:
        found = statistics(survey(upto, lambda done: stage("proving", done, upto, "")))
    if as_json or as_csv:
        show_data(json_text([asdict(one) for one in found]) if as_json else statistics_csv(found))
    else:
        show(statistics_text(upto, found))


@zchomp.command(short_help="Pictures: chart, diagonal, row, periods, bar.")
@click.argument("picture", type=click.Choice(["chart", "diagonal", "row", "periods", "bar"]))
@click.option("--upto", type=whole_number(1), help="How far.  [default: 24 for chart, 2000 for others]")
@click.option("--row", "third", type=whole_number(), help="Which row, for the picture of one.")
@click.option("--position", help="Which position, for the picture of a bar.")
@click.option("--out", type=click.Path(path_type=Path), help="NAME.png, .svg or .pdf.  [default: by its picture]")
def plot(picture: str, upto: int | None, third: int | None, position: str | None, out: Path | None) -> None:
    """Draw the chart, its diagonal, one row, where the periods above 1 are, or a bar with its winning moves."""
    if (picture == "row") != (third is not None) or (picture == "bar") != (position is not None):
        raise click.UsageError("expected --row R for a row, --position P for a bar, and --upto N for the others")
    if upto is not None and picture in {"row", "bar"}:
        raise click.UsageError("expected --upto for the chart, the diagonal or the periods only")
    from zchomp.pictures.bars import plot_bar
    from zchomp.pictures.charts import plot_chart, plot_diagonal, plot_periods, plot_row
    from zchomp.pictures.style import check_name, save_picture

    far = upto or (24 if picture == "chart" else 2000)
    name = third if picture == "row" else "position" if picture == "bar" else far
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
