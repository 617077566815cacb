"""Commands that list positions: losers, winners, positions by nim-value, and the table of Winning Ways."""

from collections.abc import Callable
from functools import partial, wraps
from typing import TypeVar

import click

from zchomp import limits
from zchomp.amounts import number_word
from zchomp.answers.listings import grundy as grundy_slices
from zchomp.answers.listings import losers as losers_of
from zchomp.answers.listings import ptable as columns_of
from zchomp.answers.listings import window
from zchomp.answers.nim_values import nim_values
from zchomp.answers.oracle import Oracle
from zchomp.answers.winners import winners as winners_of
from zchomp.cli.commands import is_given, known, zchomp
from zchomp.cli.options import (
    CSV,
    Form,
    at_most_one,
    exactly_one,
    form_options,
    oracle_options,
    present,
    size,
    symbol_option,
    tail_option,
    two_letters,
    whole_number,
    width_option,
)
from zchomp.results import Proof
from zchomp.showing import stacked
from zchomp.slices import Slice
from zchomp.terminal.render import NARROW, progress_bar, terminal_width
from zchomp.words import slices as words
from zchomp.words.nim_values import nim_values_csv, nim_values_data, nim_values_text
from zchomp.words.winners import winners_csv, winners_data, winners_maple, winners_text

__all__ = ["grundy", "losers", "ptable", "winners"]

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


@zchomp.command(short_help="All losers with third row 1 to K.")
@_upto_or_tail
@click.option("--rows", type=whole_number(3), help="The number of rows.  [default: 3]")
@symbol_option
@click.option("--positions", "as_rows", is_flag=True, help="Print rows, like (11 + a, 7 + a, 5), a slice on each line.")
@click.option(
    "--ordinal", is_flag=True, help="Allow infinite rows: list where each slice ends, or with --tail all its losers."
)
@form_options(latex="Print a list for LaTeX.", csv=CSV)
@oracle_options
def losers(
    upto: int | None,
    tail: str | None,
    rows: int | None,
    symbol: str,
    as_rows: bool,
    ordinal: bool,
    form: Form,
    oracle: Oracle,
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
        _list_ordinals(upto or 0, tail, rows, symbol, form, oracle)
        return
    if tail is not None:
        if rows is not None:
            raise click.UsageError("--rows is for K or --upto; a tail has its own number of rows")
        slice_ = Slice.parse(tail)
        found, which = [known(losers_of(slice_, oracle=oracle))], words.slice_rows(slice_)
    else:
        found = list(known(losers_of(upto=upto or 0, rows=rows or 3, oracle=oracle)).values())
        which = f"of {number_word(rows or 3)} rows with third row 1 to {upto}"
    proofs = [one.proof for one in found]
    present(
        form,
        found,
        lambda _: _listed(proofs, symbol, as_rows, has_one=tail is not None, is_maple=rows in {None, 3}),
        partial(words.positions_data, word="losers"),
        csv=words.positions_csv,
        latex=lambda _: words.losers_latex(proofs, symbol, as_rows),
        legend=words.losers_legend(which, symbol, as_rows),
    )


def _list_ordinals(upto: int, tail: str | None, rows: int | None, symbol: str, form: Form, oracle: Oracle) -> None:
    """List the losers of a tail beyond ω, or where third rows end."""
    from zchomp.cli.ordinals import show_ends, show_slice

    if rows is not None:
        raise click.UsageError("expected --ordinal without --rows; for more rows, use --tail 4,2 --ordinal")
    if tail is None:
        if is_given("symbol"):
            raise click.UsageError("with --ordinal, --symbol is for --tail; leave it out")
        show_ends(upto, form, oracle)
    elif form in {"csv", "latex"}:
        raise click.UsageError(f"expected --tail and --ordinal without --{form}; --json has the same as data")
    else:
        show_slice(Slice.parse(tail), symbol, form, oracle)


def _listed(proofs: list[Proof], symbol: str, as_rows: bool, has_one: bool, is_maple: bool) -> str:
    """The losers of one slice by itself, for three rows as Maple lists them, or with a line for each slice."""
    if has_one:
        return words.slice_text(proofs[0], symbol, as_rows)
    if as_rows or not is_maple:
        return words.slices_text(proofs, symbol, as_rows)
    return words.losers_text(proofs, symbol, terminal_width())


@zchomp.command(short_help="All winners with third row 1 to K, and their moves.")
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
@oracle_options
def winners(upto: int | None, tail: str | None, symbols: tuple[str, str], form: Form, oracle: Oracle) -> None:
    """List the winners with third row 1 to K, each with its winning moves, or those of one tail.

    This is the list of WINNERS(a,b,K) in the Maple package Chomp3Rows. K and --upto K are the same. --tail K lists the
    winners with third row K alone. In Python, winners(upto=K) lists the same as K, and winners(K) the winners with
    third row K alone. A line holds for all values 0, 1, 2, ... of its letters.
    """
    at_most_one(csv=form == "csv", json=form == "json", symbols=is_given("symbols"))
    if tail is not None:
        found = [known(winners_of(Slice.parse(tail), oracle=oracle))]
    else:
        found = list(known(winners_of(upto=upto or 0, oracle=oracle)).values())
    present(
        form,
        found,
        lambda slices: stacked(winners_text(one, symbols) for one in slices),
        lambda slices: [*map(winners_data, slices)],
        csv=winners_csv,
        maple=partial(winners_maple, letters=symbols),
    )


def _third_row_or_bar(text: str) -> int | tuple[int, int]:
    """The type of an argument: a third row, or the size of a bar like 3x20."""
    return size(limits.COUNTED_TAILS)(text) if "x" in text else whole_number()(text)


@zchomp.command(short_help="Positions of nim-value 0, 1, 2, ..., or all nim-values within a bar.")
@click.argument("which", metavar="C|SIZE", type=_third_row_or_bar)
@click.option("--nim", type=whole_number(), help="The largest nim-value of positions with third row C.  [default: 3]")
@click.option(
    "--window", "shown", type=size(999), metavar="AxB", help="Also print a table of the nim-values for a < A and b < B."
)
@symbol_option
@form_options(csv=CSV)
@oracle_options
def grundy(
    which: int | tuple[int, int],
    nim: int | None,
    shown: tuple[int, int] | None,
    symbol: str,
    form: Form,
    oracle: Oracle,
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
        _nim_values_within(*which, form, oracle, nim=nim, window=shown, symbol=letter)
        return
    found = list(known(grundy_slices(which, nim=3 if nim is None else nim, oracle=oracle)).values())
    proofs = [one.proof for one in found]
    present(
        form,
        found,
        lambda _: words.grundy_text(proofs, symbol, window(proofs, *shown) if shown else []),
        partial(words.positions_data, word="positions"),
        csv=words.positions_csv,
    )


def _nim_values_within(rows: int, columns: int, form: Form, oracle: Oracle, **options: object) -> None:
    """List the nim-values of all positions within a bar, for which these options are meaningless."""
    wrong = next((name for name, value in options.items() if value is not None), None)
    if wrong is not None:
        raise click.UsageError(f"--{wrong} is about a third row C, got the bar {rows}x{columns}; leave it out")
    with progress_bar() as progress:
        found = known(nim_values((columns,) * rows, listed=True, progress=progress, oracle=oracle))
    write = partial(nim_values_text, width=terminal_width())
    present(form, found, write, nim_values_data, csv=nim_values_csv)


@zchomp.command("ptable", short_help="The table of losers in the book Winning Ways, continued.")
@click.argument("upto", metavar="K", type=whole_number())
@width_option
@form_options(csv=CSV)
@oracle_options
def ptable(upto: int, width: int | None, form: Form, oracle: Oracle) -> None:
    """Print the table of Winning Ways, page 599, up to third row K, as PTable(K) of the Maple package Chomp3Rows does.

    There is a column for each third row. A column that goes on forever shows its period twice, also with --csv. A
    column that ends has a 0 at its end.
    """
    found = list(known(columns_of(upto, oracle=oracle)).values())
    proofs = [one.proof for one in found]
    across = width or terminal_width() or NARROW
    present(
        form,
        found,
        lambda _: words.ptable_text(proofs, across),
        words.ptable_data,
        csv=lambda _: words.ptable_csv(proofs),
    )
