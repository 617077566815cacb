"""Commands that list: losers, winners, nim-values, and Brouwer's chart with its sequences, statistics and census.

Commands that list positions: losers, winners, positions by nim-value, and the table of Winning Ways.

Commands about Brouwer's chart: windows of it, its sequences, its statistics, and the census of its rows.
"""

from collections.abc import Callable
from functools import partial, wraps
from typing import TypeVar

import click

from zchomp.bars import words
from zchomp.bars.listings import SlicePositions, nim_values, window
from zchomp.bars.listings import grundy as grundy_slices
from zchomp.bars.listings import losers as losers_of
from zchomp.bars.listings import ptable as columns_of
from zchomp.bars.slices import Slice
from zchomp.bars.winners import winners as winners_of
from zchomp.charts.chart import LEGEND, chart
from zchomp.charts.sequences import SEQUENCES, Terms, sequence
from zchomp.charts.survey import LEAST, census, estimate_census, statistics, survey
from zchomp.cli.commands import Command, is_given, known, zchomp
from zchomp.cli.options import (
    CSV,
    Form,
    at_most_one,
    completing,
    exactly_one,
    form_options,
    interval,
    present,
    progress_options,
    session_options,
    size,
    symbol_option,
    tail_option,
    two_letters,
    upto_options,
    whole_number,
    width_option,
)
from zchomp.core import limits
from zchomp.core.numbers import number_word
from zchomp.terminal.render import NARROW, announce, progress_bar, show, show_error, terminal_width

T = TypeVar("T")


def _upto_or_tail(function: Callable[..., T]) -> Callable[..., T]:
    """A command about all third rows up to K, given as K or as --upto K, or about one tail."""

    @click.argument("upto", metavar="[K]", type=whole_number(), required=False)
    @click.option("--upto", "same_upto", type=whole_number(), metavar="K", help="The largest third row, the same as K.")
    @tail_option
    @wraps(function)
    def listing(*arguments: object, upto: int | None, same_upto: int | None, tail: str | None, **options: object) -> T:
        exactly_one("K", "the largest third row", "--upto or --tail", upto, same_upto, tail)
        upto = same_upto if upto is None else upto
        if upto == 0:
            two_rows = f"for positions with two rows, use {click.get_current_context().command_path} --tail 0"
            raise click.UsageError(f"expected a K of 1 or more, got 0; {two_rows}")
        return function(*arguments, upto=upto, tail=tail, **options)

    return listing


@zchomp.command()
@_upto_or_tail
@click.option("--rows", type=whole_number(3), help="The number of rows.  [default: 3]")
@symbol_option
@click.option("--positions", "as_rows", is_flag=True, help="Print rows, like (11 + a, 7 + a, 5), a slice on each line.")
@click.option(
    "--ordinal", is_flag=True, help="Allow infinite rows: list where each slice ends, or with --tail all its losers."
)
@form_options(latex="Print a list for LaTeX.", csv=CSV)
@session_options
def losers(
    upto: int | None,
    tail: str | None,
    rows: int | None,
    symbol: str,
    as_rows: bool,
    ordinal: bool,
    form: Form,
) -> None:
    """List the losers with third row 1 to K, as Losers(a,K) of the Maple package Chomp3Rows does, or those of one tail.

    K and --upto K are the same. --tail K lists the losers with third row K alone. In Python, losers(upto=K) lists the
    same as K, and losers(K) the losers with third row K alone. The losers [5, 2 + a, 4] are those
    with a = 0, 1, 2, and so on. With more than three rows there is a line for every tail (the rows from the third on),
    with the reason if it has no losers.

    With --ordinal rows may be infinite ordinals. Then K lists where every infinite slice with third row 0 to K ends,
    and --tail lists all losers of a tail: the finite ones, and those from ω on.
    """
    at_most_one(ordinal=ordinal, positions=as_rows)
    at_most_one(csv=form == "csv", json=form == "json", positions=as_rows)
    at_most_one(csv=form == "csv", json=form == "json", symbol=is_given("symbol"))
    if ordinal:
        _list_ordinals(upto or 0, tail, rows, symbol, form)
        return
    if tail is not None:
        if rows is not None:
            raise click.UsageError("--rows is for K or --upto; a tail has its own number of rows")
        slice_ = Slice.parse(tail)
        found, which = [known(losers_of(slice_))], words.slice_rows(slice_)
    else:
        found = list(known(losers_of(upto=upto or 0, rows=rows or 3)).values())
        which = f"of {number_word(rows or 3)} rows with third row 1 to {upto}"
    present(
        form,
        found,
        partial(_listed, letter=symbol, as_rows=as_rows, has_one=tail is not None, is_maple=rows in {None, 3}),
        legend=words.losers_legend(which, symbol, as_rows),
        letter=symbol,
        as_rows=as_rows,
    )


def _list_ordinals(upto: int, tail: str | None, rows: int | None, symbol: str, form: Form) -> None:
    """List the losers of a tail beyond ω, or where third rows end."""
    from zchomp.cli.ordinals import show_ends, show_slice

    if rows is not None:
        raise click.UsageError("expected --ordinal without --rows; for more rows, use --tail 4,2 --ordinal")
    if tail is None:
        if is_given("symbol"):
            raise click.UsageError("with --ordinal, --symbol is for --tail; leave it out")
        show_ends(upto, form)
    elif form in {"csv", "latex"}:
        raise click.UsageError(f"expected --tail and --ordinal without --{form}; --json has the same as data")
    else:
        show_slice(Slice.parse(tail), symbol, form)


def _listed(found: list[SlicePositions], letter: str, as_rows: bool, has_one: bool, is_maple: bool) -> str:
    """The losers of one slice by itself, for three rows as Maple lists them, or with a line for each slice."""
    proofs = [one.proof for one in found]
    if has_one:
        return words.slice_text(proofs[0], letter, as_rows)
    if as_rows or not is_maple:
        return words.slices_text(proofs, letter, as_rows)
    return words.losers_text(proofs, letter, terminal_width())


@zchomp.command()
@_upto_or_tail
@click.option(
    "--symbols",
    type=two_letters,
    metavar="a,b",
    default="a,b",
    show_default=True,
    help="The letters of symbolic winners.",
)
@form_options(maple="Print Maple: a table of sets of pairs [winner, loser].", csv=CSV)
@session_options
def winners(upto: int | None, tail: str | None, symbols: tuple[str, str], form: Form) -> None:
    """List the winners with third row 1 to K, each with its winning moves, or those of one tail.

    This is the list of WINNERS(a,b,K) in the Maple package Chomp3Rows. K and --upto K are the same. --tail K lists the
    winners with third row K alone. In Python, winners(upto=K) lists the same as K, and winners(K) the winners with
    third row K alone. A line holds for all values 0, 1, 2, ... of its letters.
    """
    at_most_one(csv=form == "csv", json=form == "json", symbols=is_given("symbols"))
    if tail is not None:
        found = [known(winners_of(Slice.parse(tail)))]
    else:
        found = list(known(winners_of(upto=upto or 0)).values())
    present(form, found, letters=symbols)


def _third_row_or_bar(text: str) -> int | tuple[int, int]:
    """The type of an argument: a third row, or the size of a bar like 3x20."""
    return size(limits.COUNTED_TAILS)(text) if "x" in text else whole_number()(text)


@zchomp.command()
@click.argument("which", metavar="C|SIZE", type=_third_row_or_bar)
@click.option("--nim", type=whole_number(), help="The largest nim-value of positions with third row C.  [default: 3]")
@click.option(
    "--window", "shown", type=size(999), metavar="AxB", help="Also print a table of the nim-values for a < A and b < B."
)
@symbol_option
@form_options(csv=CSV)
@session_options
def grundy(
    which: int | tuple[int, int],
    nim: int | None,
    shown: tuple[int, int] | None,
    symbol: str,
    form: Form,
) -> None:
    """List the positions [C, a, b] of nim-value 0, 1, ..., as ChompGrundy of the Maple package BYRNES does.

    The nim-value of a position is the least number 0, 1, 2, ... that no move from it leaves. Losers have nim-value 0.

    With a size like 3x20, the rows and columns of a bar, list the nim-values of all positions within the bar: a table
    for each tail, with a line for each second row and a column for each first row.
    """
    at_most_one(csv=form == "csv", json=form == "json", window=shown)
    at_most_one(csv=form == "csv", json=form == "json", symbol=is_given("symbol"))
    if not isinstance(which, int):
        letter = symbol if is_given("symbol") else None
        _nim_values_within(*which, form, nim=nim, window=shown, symbol=letter)
        return
    found = list(known(grundy_slices(which, nim=3 if nim is None else nim)).values())
    cells = window((one.proof for one in found), *shown) if shown else []
    present(form, found, partial(words.grundy_text, letter=symbol, cells=cells))


def _nim_values_within(rows: int, columns: int, form: Form, **options: object) -> None:
    """List the nim-values of all positions within a bar, for which these options are meaningless."""
    wrong = next((name for name, value in options.items() if value is not None), None)
    if wrong is not None:
        raise click.UsageError(f"--{wrong} is about a third row C, got the bar {rows}x{columns}; leave it out")
    with progress_bar() as progress:
        found = known(nim_values((columns,) * rows, listed=True, progress=progress))
    present(form, found, width=terminal_width())


@zchomp.command("ptable")
@upto_options("largest third row")
@width_option
@form_options(csv=CSV)
@session_options
def ptable(upto: int, width: int | None, form: Form) -> None:
    """Print the table of Winning Ways, page 599, up to third row K, as PTable(K) of the Maple package Chomp3Rows does.

    There is a column for each third row. A column that goes on forever shows its period twice, also with --csv. A
    column that ends has a 0 at its end.
    """
    found = list(known(columns_of(upto)).values())
    across = width or terminal_width() or NARROW
    present(form, found, partial(words.ptable_text, width=across), by_columns=True)


@zchomp.command("chart")
@click.argument("upto", metavar="[N]", type=whole_number(), required=False)
@click.option("--rows", "rows", type=interval, metavar="FIRST:LAST", help="The rows r.")
@click.option("--columns", type=interval, metavar="FIRST:LAST", help="The columns q.")
@click.option("--block", type=whole_number(1), metavar="B", help="With N: second rows from w*B to w*B+N.")
@width_option
@form_options(csv="Print comma-separated values, including those for q < r.", latex="Print an array for LaTeX.")
@session_options
def chart_command(
    upto: int | None,
    rows: range | None,
    columns: range | None,
    block: int | None,
    width: int | None,
    form: Form,
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

        show_block(upto, block, form)
        return
    exactly_one("N", "the largest row and column", "--rows and --columns", upto, rows or columns)
    if (rows is None) != (columns is None):
        last = (rows or columns or range(1))[-1]
        every = f"for all rows and columns up to {last}: zchomp chart {last}"
        raise click.UsageError(f"expected --rows and --columns together, like --rows 3:9 --columns 3:20; {every}")
    rows, columns = rows or range((upto or 0) + 1), columns or range((upto or 0) + 1)
    if columns[-1] < rows[0] and form != "csv":
        raise click.UsageError(f"expected columns from {rows[0]} on: the chart has q >= r, got q <= {columns[-1]}")
    window = known(chart(rows=rows, columns=columns))
    present(form, window, legend=LEGEND, width=width or terminal_width())


SEQUENCE_LIST = "\n".join(f"{one.name}  {one.about}" for one in SEQUENCES.values())


class SequenceCommand(Command):
    """A command whose help lists the sequences."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sequences, and then the examples."""
        with formatter.section("Sequences"):
            formatter.write_dl([(one.name, one.about) for one in SEQUENCES.values()])
        super().format_epilog(ctx, formatter)


@zchomp.command("sequence", cls=SequenceCommand)
@click.argument("name", required=False, shell_complete=completing(lambda: SEQUENCES))
@click.option("--list", "as_list", is_flag=True, help="List the available sequences.")
@click.option("--terms", type=whole_number(1), default=20, show_default=True, help="The number of terms.")
@progress_options
@form_options(bfile="Print an OEIS b-file: index and term on each line.", csv=CSV)
@session_options
def sequence_command(name: str | None, as_list: bool, terms: int, form: Form) -> None:
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
        found = known(chosen.terms(terms, progress=progress))
    present(form, Terms(chosen, tuple(found)))


def _not_below(_ctx: click.Context, _param: click.Parameter, below: int | None) -> None:
    if below is not None:
        raise click.UsageError(f"--below {below} is now --upto {below - 1}: the largest row and column")


@zchomp.command()
@upto_options("largest row and column", LEAST)
@click.option("--below", type=whole_number(1), hidden=True, expose_value=False, callback=_not_below)
@progress_options
@form_options(csv=CSV)
def stats(upto: int, form: Form) -> None:
    """Compute the statistics of [BHMS05], sections 8.4 to 8.11, and compare them with the printed figures.

    [BHMS05] is On three-rowed Chomp, by Brouwer, Horváth, Molnár-Sáska and Szabó (2005). A verdict in parentheses
    compares the two: holds, no exception, fails, agrees, differs, or exceeded by less than 0.0005, which rounding
    explains. If a statement is proved for all n, the theorem is named. Otherwise it is not known beyond the rows and
    columns that were computed.
    """
    with progress_bar() as progress:
        found = statistics(known(survey(upto, progress=progress)))
    present(form, found)


@zchomp.command("census")
@upto_options("largest third row", 2)
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
    present(form, found)
