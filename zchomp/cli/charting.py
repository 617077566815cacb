"""Commands about Brouwer's chart: windows of it, its sequences, its statistics, and the census of its rows."""

from dataclasses import asdict
from pathlib import Path

import click

from zchomp.answers.census import census, estimate_census
from zchomp.answers.chart import chart
from zchomp.answers.sequences import SEQUENCES, sequence
from zchomp.answers.survey import LEAST, statistics, survey
from zchomp.cli.options import (
    at_most_one,
    completing,
    csv_option,
    exactly_one,
    interval,
    json_option,
    known,
    reports,
    whole_number,
    zchomp,
)
from zchomp.cli.sources import asks
from zchomp.terminal.render import announce, progress_bar, show, show_data, terminal_width
from zchomp.words.charts import (
    LEGEND,
    census_data,
    census_text,
    chart_csv,
    chart_data,
    chart_latex,
    chart_text,
    statistics_csv,
    statistics_text,
)
from zchomp.words.data import csv_text, json_text

__all__ = ["census_command", "chart_command", "sequence_command", "stats"]


@zchomp.command("chart", short_help="Brouwer's table f(q, r).")
@click.argument("upto", metavar="[N]", type=whole_number(), required=False)
@click.option("--rows", "rows", type=interval, metavar="FIRST:LAST", help="The rows r.")
@click.option("--columns", type=interval, metavar="FIRST:LAST", help="The columns q.")
@click.option("--width", type=whole_number(20), help="The most characters on a line.  [default: the terminal's]")
@click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values, also for q < r.")
@click.option("--latex", is_flag=True, help="Print an array for LaTeX.")
@json_option
@asks
def chart_command(
    upto: int | None,
    rows: range | None,
    columns: range | None,
    width: int | None,
    as_csv: bool,
    latex: bool,
    as_json: bool,
) -> None:
    """Print Brouwer's table f(q, r), for q, r <= N or for a window.

    f(q, r) is the length of the first row of the loser with second row q and third row r. If only finitely many losers
    have third row r, the row of the chart is constant from its last loser on, which * marks.
    """
    exactly_one("N", "the largest row and column", "--rows and --columns", upto, rows or columns)
    if (rows is None) != (columns is None):
        last = (rows or columns or range(1))[-1]
        every = f"for all rows and columns up to {last}: zchomp chart {last}"
        raise click.UsageError(f"expected --rows and --columns together, like --rows 3:9 --columns 3:20; {every}")
    at_most_one(csv=as_csv, latex=latex, json=as_json)
    rows, columns = rows or range((upto or 0) + 1), columns or range((upto or 0) + 1)
    if columns[-1] < rows[0] and not as_csv:
        raise click.UsageError(f"expected columns from {rows[0]} on: the chart has q >= r, got q <= {columns[-1]}")
    window = known(chart(rows=rows, columns=columns))
    if as_json:
        show_data(json_text(chart_data(window)))
    elif as_csv or latex:
        show_data(chart_csv(window) if as_csv else chart_latex(window))
    else:
        show(chart_text(window, width or terminal_width()), legend=LEGEND)


LISTED = "\n".join(f"{one.name}  {one.about}" for one in SEQUENCES.values())


@zchomp.command("sequence", short_help="Sequences of the OEIS about Chomp.", epilog=f"\b\n{LISTED}")
@click.argument("name", required=False, shell_complete=completing(lambda: SEQUENCES))
@click.option("--list", "as_list", is_flag=True, help="List the available sequences.")
@click.option("--terms", type=whole_number(1), default=20, show_default=True, help="The number of terms.")
@click.option("--bfile", is_flag=True, help="Print an OEIS b-file: index and term on each line.")
@csv_option
@reports
@json_option
@asks
def sequence_command(name: str | None, as_list: bool, terms: int, bfile: bool, as_csv: bool, as_json: bool) -> None:
    """Print a sequence of the OEIS about Chomp.

    Rows, columns and f(q, r) are those of `zchomp chart`, where a row is a third row. A partition of n is a position of
    n squares.
    """
    at_most_one(bfile=bfile, csv=as_csv, json=as_json, list=as_list)
    exactly_one("NAME", "the number of a sequence in the OEIS, like A029900", "--list", name, as_list or None)
    if name is None:
        show(LISTED, headed=False)
        return
    chosen = sequence(name)
    with progress_bar() as progress:
        found = known(chosen.terms(terms, progress=progress))
    numbered = list(enumerate(found, chosen.offset))
    if as_json:
        facts = {"name": chosen.name, "about": chosen.about, "offset": chosen.offset, "terms": found}
        show_data(json_text(facts))
    elif as_csv or bfile:
        show_data(csv_text(["n", "term"], numbered) if as_csv else "\n".join(f"{n} {term}" for n, term in numbered))
    else:
        show(", ".join(map(str, found)), headed=False)


@zchomp.command(short_help="Statistics of the chart, compared with [BHMS05].")
@click.option("--upto", type=whole_number(LEAST), required=True, help="All rows and columns below this.")
@csv_option
@reports
@json_option
def stats(upto: int, as_csv: bool, as_json: bool) -> None:
    """Compute the statistics of [BHMS05], sections 8.4 to 8.11, and compare them with the printed figures.

    A verdict in parentheses compares the two: holds, fails, agrees, differs, or holds when rounded. If a statement is
    proved for all n, the theorem is named. Otherwise it is not known beyond the rows and columns that were computed.
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
@reports
@json_option
def census_command(upto: int, as_json: bool) -> None:
    """Prove all slices with third rows up to N, and count them by kind and period.

    It also prints the deviation from the asymptotic slopes of the chart, and the SHA-256 of the compact certificate
    that `zchomp prove --mode compact` writes. Each slice is proved, but the certificate is not written or verified. If
    a large census is interrupted, the same command resumes it.
    """
    announce(estimate_census(upto))
    with progress_bar() as progress:
        work = Path(f"chomp-census-{upto}")
        found = census(upto, progress, work)
    if as_json:
        show_data(json_text(census_data(found)))
    else:
        show(census_text(found))
