"""Commands that list positions: losers, winners, positions by nim-value, and the table of Winning Ways."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

import click

from zchomp.answers.tables import column_table, window
from zchomp.answers.tables import grundy as grundy_slices
from zchomp.answers.tables import losers as losers_of
from zchomp.answers.winners import winners as winners_of
from zchomp.cli.options import (
    at_most_one,
    csv_option,
    exactly_one,
    json_option,
    known,
    letter,
    tail_option,
    two_letters,
    whole_number,
    window_size,
    zchomp,
)
from zchomp.cli.sources import asks
from zchomp.errors import quote
from zchomp.results import Proof
from zchomp.slices import Slice
from zchomp.terminal.render import NARROW, show, show_data, terminal_width
from zchomp.words.data import json_text
from zchomp.words.numbers import number_word
from zchomp.words.proofs import (
    grundy_text,
    losers_latex,
    losers_legend,
    losers_lines,
    losers_text,
    positions_csv,
    positions_data,
    slice_rows,
    slice_text,
    slices_text,
)
from zchomp.words.tables import ptable_csv, ptable_data, ptable_text
from zchomp.words.winners import winners_csv, winners_data, winners_maple, winners_text

__all__ = ["grundy", "losers", "ptable", "winners"]

T = TypeVar("T")


def _upto_or_tail(function: Callable[..., T]) -> Callable[..., T]:
    """A command about all third rows up to K, which is given as K or as --upto K, or about one tail."""

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


@zchomp.command(short_help="All losers with third row at most K.")
@_upto_or_tail
@click.option("--rows", type=whole_number(3), help="The number of rows.  [default: 3]")
@click.option("--symbol", type=letter, default="a", show_default=True, help="The letter of symbolic losers.")
@click.option("--positions", "as_rows", is_flag=True, help="Print rows, like (11 + a, 7 + a, 5), a slice on each line.")
@click.option("--latex", is_flag=True, help="Print a list for LaTeX.")
@csv_option
@json_option
@asks
def losers(
    upto: int | None,
    tail: str | None,
    rows: int | None,
    symbol: str,
    as_rows: bool,
    latex: bool,
    as_csv: bool,
    as_json: bool,
) -> None:
    """List the losers with third row 1 to K, as Losers(a,K) of the Maple package Chomp3Rows does, or those of one tail.

    K and --upto K are the same; --tail K lists the losers with third row K alone. The losers [5, 2 + a, 4] are those
    with a = 0, 1, 2, and so on. With more than three rows there is a line for every tail (the rows from the third on),
    with the reason if it has no losers.
    """
    at_most_one(csv=as_csv, json=as_json, latex=latex)
    if tail is not None:
        slice_ = Slice.parse(tail)
        if rows is not None and len(slice_.tail) > rows - 2:
            raise click.UsageError(f"the tail {quote(tail)} has {len(slice_.tail)} rows, expected at most {rows - 2}")
        found, which = [known(losers_of(slice_))], slice_rows(slice_)
    else:
        found = list(known(losers_of(upto=upto or 0, rows=rows or 3)).values())
        which = f"of {number_word(rows or 3)} rows with third row 1 to {upto}"
    proofs = [one.proof for one in found]
    if as_json or as_csv:
        show_data(json_text(positions_data(found, "losers")) if as_json else positions_csv(found))
    elif latex:
        show_data(losers_latex(proofs, symbol, as_rows))
    else:
        text = _listed(proofs, symbol, as_rows, has_one=tail is not None, is_maple=rows in {None, 3})
        show(text, legend=losers_legend(which, symbol, as_rows))


def _listed(proofs: list[Proof], symbol: str, as_rows: bool, has_one: bool, is_maple: bool) -> str:
    """The losers of one slice by themselves, of three rows as Maple lists them, or with a line for each slice."""
    if has_one:
        return slice_text(proofs[0], symbol, as_rows)
    if as_rows or not is_maple:
        return slices_text(proofs, symbol, as_rows)
    width = terminal_width()
    return losers_text(proofs, symbol) if width is None else losers_lines(proofs, symbol, width)


@zchomp.command(short_help="All winners with third row at most K, and their moves.")
@_upto_or_tail
@click.option("--symbols", type=two_letters, metavar="a,b", default="a,b", show_default=True, help="The letters.")
@click.option("--maple", is_flag=True, help="Print Maple: a table of sets of pairs [winner, loser].")
@csv_option
@json_option
@asks
def winners(
    upto: int | None,
    tail: str | None,
    symbols: tuple[str, str],
    maple: bool,
    as_csv: bool,
    as_json: bool,
) -> None:
    """List the winners with third row 1 to K, each with its winning moves, or those of one tail.

    This is the list of WINNERS(a,b,K) in the Maple package Chomp3Rows. K and --upto K are the same;
    --tail K lists the winners with third row K alone. A line holds for all values 0, 1, 2, ... of its letters.
    """
    at_most_one(maple=maple, csv=as_csv, json=as_json)
    if tail is not None:
        found = [known(winners_of(Slice.parse(tail)))]
    else:
        found = list(known(winners_of(upto=upto or 0)).values())
    if as_json:
        show_data(json_text([winners_data(one) for one in found]))
    elif as_csv or maple:
        show_data(winners_csv(found) if as_csv else winners_maple(found, symbols))
    else:
        show("\n".join(winners_text(one, symbols) for one in found))


@zchomp.command(short_help="Positions of nim-value 0, 1, 2, ...")
@click.argument("third", metavar="C", type=whole_number())
@click.option("--nim", type=whole_number(), default=3, show_default=True, help="The largest nim-value.")
@click.option(
    "--window",
    "size",
    type=window_size,
    metavar="AxB",
    help="Also print a table of the nim-values for a < A and b < B.",
)
@click.option("--symbol", type=letter, default="a", show_default=True, help="The letter of symbolic positions.")
@csv_option
@json_option
@asks
def grundy(third: int, nim: int, size: tuple[int, int] | None, symbol: str, as_csv: bool, as_json: bool) -> None:
    """List the positions [C, a, b] of nim-value 0, 1, ..., as ChompGrundy of the Maple package BYRNES does."""
    at_most_one(csv=as_csv, json=as_json, window=size)
    found = list(known(grundy_slices(third, nim)).values())
    proofs = [one.proof for one in found]
    if as_json or as_csv:
        show_data(json_text(positions_data(found, "positions")) if as_json else positions_csv(found))
    else:
        show(grundy_text(proofs, symbol, window(proofs, *size) if size else []))


@zchomp.command("ptable", short_help="The table of Winning Ways, continued.")
@click.argument("upto", metavar="K", type=whole_number())
@click.option("--width", type=whole_number(20), help="The most characters on a line.  [default: the terminal's]")
@csv_option
@json_option
@asks
def ptable(upto: int, width: int | None, as_csv: bool, as_json: bool) -> None:
    """Print the table of Winning Ways, page 599, to third row K, as PTable(K) of the Maple package Chomp3Rows does.

    There is a column for each third row. A column that goes on for ever shows its period twice, also with --csv. A
    column that ends has a 0 at its end.
    """
    at_most_one(csv=as_csv, json=as_json)
    found = list(known(column_table(upto)).values())
    proofs = [one.proof for one in found]
    if as_json or as_csv:
        show_data(json_text(ptable_data(found)) if as_json else ptable_csv(proofs))
    else:
        show(ptable_text(proofs, width or terminal_width() or NARROW))
