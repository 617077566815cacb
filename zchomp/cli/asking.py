"""Commands that ask: losers, nim-values, winning moves, heights, and how a slice is proved."""

import click

from zchomp.answers.heights import Height, check_formulas, height
from zchomp.answers.questions import solve as solve_position
from zchomp.answers.questions import the_oracle
from zchomp.answers.sums import parse_bars, solve_sum
from zchomp.answers.tables import grundy as grundy_slices
from zchomp.answers.tables import losers_table, slice_table, window
from zchomp.cli.options import (
    at_most_one,
    csv_option,
    exactly_one,
    json_option,
    known,
    letter,
    position_argument,
    slice_argument,
    tail_option,
    whole_number,
    window_size,
    zchomp,
)
from zchomp.cli.sources import asks
from zchomp.errors import quote
from zchomp.slices import Slice
from zchomp.terminal.render import progress_bar, show, show_data, terminal_width
from zchomp.words.data import json_text
from zchomp.words.positions import (
    formulas_text,
    height_data,
    height_text,
    solution_data,
    solution_text,
    sum_data,
    sum_text,
)
from zchomp.words.proofs import (
    grundy_text,
    losers_lines,
    losers_text,
    positions_csv,
    positions_data,
    slice_text,
    slices_text,
)

__all__ = ["conjectures", "genfun", "grundy", "height_command", "losers", "solve"]


@zchomp.command(short_help="All losers with third row at most K.")
@click.argument("upto", metavar="[K]", type=whole_number(), required=False)
@tail_option
@click.option("--rows", type=whole_number(3), help="The number of rows.  [default: 3]")
@click.option("--symbol", type=letter, default="a", show_default=True, help="The letter of symbolic losers.")
@csv_option
@json_option
@asks
def losers(upto: int | None, tail: str | None, rows: int | None, symbol: str, as_csv: bool, as_json: bool) -> None:
    """List the losers with third row 1 to K, as Losers(a,K) of the Maple package Chomp3Rows does, or those of one tail.

    The losers [5, 2 + a, 4] are those with a = 0, 1, 2, and so on. With more than three rows there is a line for every
    tail (the rows from the third on); those without losers say why.
    """
    exactly_one("K", "the largest third row", "--tail", "5", upto, tail)
    if upto == 0:
        two_rows = "the losers with two rows are those of zchomp losers --tail '(0)'"
        raise click.UsageError(f"expected a K of 1 or more, got 0; {two_rows}")
    at_most_one(csv=as_csv, json=as_json)
    if tail is not None:
        slice_ = Slice.parse(tail)
        if rows is not None and len(slice_.tail) > rows - 2:
            raise click.UsageError(f"the tail {quote(tail)} has {len(slice_.tail)} rows, expected at most {rows - 2}")
        proofs = known(slice_table([slice_]))
        text = slice_text(proofs[0], symbol)
    else:
        proofs = known(losers_table(upto or 0, rows or 3))
        width = terminal_width()
        if rows not in {None, 3}:
            text = slices_text(proofs, symbol)
        else:
            text = losers_text(proofs, symbol) if width is None else losers_lines(proofs, symbol, width)
    if as_json or as_csv:
        show_data(
            json_text(positions_data(proofs, "losers", the_oracle().source)) if as_json else positions_csv(proofs)
        )
    else:
        show(text)


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
    proofs = list(known(grundy_slices(third, nim)).values())
    if as_json or as_csv:
        show_data(
            json_text(positions_data(proofs, "positions", the_oracle().source)) if as_json else positions_csv(proofs)
        )
    else:
        show(grundy_text(proofs, symbol, window(proofs, *size) if size else []))


@zchomp.command(short_help="Who wins, and every winning move.")
@position_argument()
@json_option
@asks
def solve(position: str, as_json: bool) -> None:
    """Say who wins, and list all winning moves with the proof that this rests on.

    POSITION is given by its rows, 9,7,4 or 9 7 4 or '(9,7,4)'; 3x5 and 5^3 are three rows of 5. Or it is given by its
    columns, '[4,3,2]': the numbers of columns of height 3, 2 and 1 (for more rows: from the full height down to 1).
    Several bars played at once are written with plus signs: 5,4,3 + 3,2.
    """
    bars = parse_bars(position)
    if len(bars) > 1:
        answer = known(solve_sum(bars))
        show_data(json_text(sum_data(answer))) if as_json else show(sum_text(answer))
        return
    solution = known(solve_position(bars[0]))
    nim = the_oracle().quick_nim_value(bars[0])
    show_data(json_text(solution_data(solution, nim))) if as_json else show(solution_text(solution, nim))


@zchomp.command("height", short_help="The height of a position ([Sun02]).")
@position_argument(required=False)
@click.option(
    "--check",
    "upto",
    type=whole_number(1),
    metavar="NUMBER",
    help="Check the published formulas for all positions with first row at most this (16: 1 second, 37: 10 seconds).",
)
@json_option
@asks
def height_command(position: str | None, upto: int | None, as_json: bool) -> None:
    """Print the height of a position ([Sun02]).

    The height is the number of rows that the position must have to be a loser, if it is cut off, or continued with rows
    of one square.
    """
    exactly_one("POSITION", "like 5,3,2", "--check", "5,3,2", position, upto)
    found = [known(height(position))] if position is not None else _checked_formulas(upto or 0)
    if as_json:
        show_data(json_text([height_data(one) for one in found]))
    else:
        show(height_text(found[0]) if position is not None else formulas_text(upto or 0, found))


def _checked_formulas(upto: int) -> list[Height]:
    """The heights that the formulas are compared with; there are as many as squares in a square of that size."""
    found = []
    with progress_bar() as progress:
        for one in check_formulas(upto):
            found.append(known(one))
            progress("proving", len(found), upto**2)
    return found


@zchomp.command(short_help="How the losers with one third row are found and proved.")
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@tail_option
@json_option
@asks
def conjectures(third: int | None, tail: str | None, as_json: bool) -> None:
    """Tell how the losers with third row C are found, conjectured and proved by generating functions."""
    from zchomp.answers.stories import conjectures as story_of
    from zchomp.words.stories import story_data, story_text

    story = known(story_of(slice_argument(third, tail)))
    show_data(json_text(story_data(story))) if as_json else show(story_text(story))


@zchomp.command(short_help="The generating functions that prove a slice.")
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@tail_option
@click.option("--latex", is_flag=True, help="Print LaTeX.")
@json_option
@asks
def genfun(third: int | None, tail: str | None, latex: bool, as_json: bool) -> None:
    """Show the generating functions of the losers with third row C, and the identity that proves them."""
    from zchomp.answers.stories import generating_functions
    from zchomp.words.identities import identity_data, identity_text

    at_most_one(latex=latex, json=as_json)
    coverage = known(generating_functions(slice_argument(third, tail)))
    if as_json or latex:
        show_data(json_text(identity_data(coverage)) if as_json else identity_text(coverage, latex=True))
    else:
        show(identity_text(coverage))
