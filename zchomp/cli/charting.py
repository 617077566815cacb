"""Commands about Brouwer's chart: windows of it, its sequences, its statistics, and the census of its rows."""

from functools import partial

import click

from zchomp.answers.chart import chart
from zchomp.answers.oracle import Oracle
from zchomp.answers.sequences import SEQUENCES, sequence
from zchomp.answers.statistics import statistics
from zchomp.answers.survey import LEAST, census, estimate_census, survey
from zchomp.cli.commands import Command, is_given, known, zchomp
from zchomp.cli.options import (
    CSV,
    Form,
    at_most_one,
    completing,
    exactly_one,
    form_options,
    interval,
    oracle_options,
    present,
    progress_options,
    whole_number,
    width_option,
)
from zchomp.terminal.render import announce, progress_bar, show, show_error, terminal_width
from zchomp.words import charts
from zchomp.words.data import csv_text

__all__ = ["census_command", "chart_command", "sequence_command", "stats"]


@zchomp.command("chart", short_help="The first row of every loser, by its second and third row.")
@click.argument("upto", metavar="[N]", type=whole_number(), required=False)
@click.option("--rows", "rows", type=interval, metavar="FIRST:LAST", help="The rows r.")
@click.option("--columns", type=interval, metavar="FIRST:LAST", help="The columns q.")
@click.option("--block", type=whole_number(1), metavar="B", help="With N: second rows from w*B to w*B+N.")
@width_option
@form_options(csv="Print comma-separated values, including those for q < r.", latex="Print an array for LaTeX.")
@oracle_options
def chart_command(
    upto: int | None,
    rows: range | None,
    columns: range | None,
    block: int | None,
    width: int | None,
    form: Form,
    oracle: Oracle,
) -> None:
    """Print Brouwer's chart f(q, r), for q, r <= N or for a window.

    f(q, r) is the length of the first row of the loser with second row q and third row r. If only finitely many losers
    have third row r, the row of the chart is constant from its last loser on, which * marks.

    With --block the chart goes on with infinite rows: the p for which (w*B+p, w*B+m, r) is a loser, for m <= N.
    """
    if block is not None:
        if upto is None or rows or columns:
            raise click.UsageError("expected N and --block, like 12 --block 1, without --rows and --columns")
        from zchomp.cli.ordinals import show_block

        show_block(upto, block, form, oracle)
        return
    exactly_one("N", "the largest row and column", "--rows and --columns", upto, rows or columns)
    if (rows is None) != (columns is None):
        last = (rows or columns or range(1))[-1]
        every = f"for all rows and columns up to {last}: zchomp chart {last}"
        raise click.UsageError(f"expected --rows and --columns together, like --rows 3:9 --columns 3:20; {every}")
    rows, columns = rows or range((upto or 0) + 1), columns or range((upto or 0) + 1)
    if columns[-1] < rows[0] and form != "csv":
        raise click.UsageError(f"expected columns from {rows[0]} on: the chart has q >= r, got q <= {columns[-1]}")
    window = known(chart(rows=rows, columns=columns, oracle=oracle))
    write = partial(charts.chart_text, width=width or terminal_width())
    present(
        form, window, write, charts.chart_data, csv=charts.chart_csv, latex=charts.chart_latex, legend=charts.LEGEND
    )


SEQUENCE_LIST = "\n".join(f"{one.name}  {one.about}" for one in SEQUENCES.values())


class SequenceCommand(Command):
    """A command whose help lists the sequences."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sequences, and then the examples."""
        with formatter.section("Sequences"):
            formatter.write_dl([(one.name, one.about) for one in SEQUENCES.values()])
        super().format_epilog(ctx, formatter)


@zchomp.command("sequence", cls=SequenceCommand, short_help="Sequences of the OEIS about Chomp.")
@click.argument("name", required=False, shell_complete=completing(lambda: SEQUENCES))
@click.option("--list", "as_list", is_flag=True, help="List the available sequences.")
@click.option("--terms", type=whole_number(1), default=20, show_default=True, help="The number of terms.")
@progress_options
@form_options(bfile="Print an OEIS b-file: index and term on each line.", csv=CSV)
@oracle_options
def sequence_command(name: str | None, as_list: bool, terms: int, form: Form, oracle: Oracle) -> None:
    """Print a sequence of the OEIS about Chomp.

    Rows, columns and f(q, r) are those of `zchomp chart`, where a row is a third row. A partition of n is a position of
    n squares.
    """
    at_most_one(**{name: form == name for name in ("bfile", "csv", "json")}, list=as_list)
    at_most_one(list=as_list, terms=is_given("terms"))
    exactly_one("NAME", "the number of a sequence in the OEIS, like A029900", "--list", name, as_list or None)
    if name is None:
        show(SEQUENCE_LIST)
        return
    chosen = sequence(name)
    with progress_bar() as progress:
        found = known(chosen.terms(terms, progress=progress, oracle=oracle))
    numbered = list(enumerate(found, chosen.offset))
    facts = {"name": chosen.name, "about": chosen.about, "offset": chosen.offset, "terms": found}
    present(
        form,
        numbered,
        text=lambda pairs: ", ".join(str(term) for _, term in pairs),
        json=lambda _: facts,
        csv=lambda pairs: csv_text(["n", "term"], pairs),
        bfile=lambda pairs: "\n".join(f"{n} {term}" for n, term in pairs),
    )


@zchomp.command(short_help="Statistics of the chart, compared with the printed figures.")
@click.option(
    "--below", type=whole_number(LEAST), required=True, help="The number below which rows and columns are computed."
)
@progress_options
@form_options(csv=CSV)
def stats(below: int, form: Form) -> None:
    """Compute the statistics of [BHMS05], sections 8.4 to 8.11, and compare them with the printed figures.

    [BHMS05] is On three-rowed Chomp, by Brouwer, Horváth, Molnár-Sáska and Szabó (2005). A verdict in parentheses
    compares the two: holds, no exception, fails, agrees, differs, or holds when rounded. If a statement is proved for
    all n, the theorem is named. Otherwise it is not known beyond the rows and columns that were computed.
    """
    with progress_bar() as progress:
        found = statistics(known(survey(below, progress=progress)))
    present(form, found, charts.statistics_text, charts.statistics_data, csv=charts.statistics_csv)


@zchomp.command("census", short_help="How many slices of three rows there are of each kind and period.")
@click.option("--upto", type=whole_number(2), required=True, help="The largest third row.")
@progress_options
@form_options()
def census_command(upto: int, form: Form) -> None:
    """Prove all slices of three rows up to a third row, and count them by kind and period.

    A slice is the set of all losers with the same third row. The command also prints the deviation from the asymptotic
    slopes of the chart, and the SHA-256 of the compact certificate that `zchomp prove --mode compact` writes. Each
    slice is proved, but the certificate is not written or verified. If a large census is interrupted, the same command
    resumes it.
    """
    announce(estimate_census(upto))
    with progress_bar() as progress:
        found = known(census(upto, progress=progress, work=f"chomp-census-{upto}", warn=show_error))
    present(form, found, charts.census_text, charts.census_data)
