"""Commands that ask: losers, nim-values, winning moves, heights, and how a slice is proved."""

import click

from zchomp import limits
from zchomp.answers.heights import check_formulas, height
from zchomp.answers.oracle import solve as solve_position
from zchomp.answers.oracle import the_oracle
from zchomp.answers.sums import parse_bars, solve_sum
from zchomp.answers.tables import grundy as grundy_slices
from zchomp.answers.tables import losers_table, slice_table, window
from zchomp.cli.options import (
    at_most_one,
    csv_option,
    json_option,
    known,
    letter,
    slice_argument,
    tail_option,
    whole_number,
    window_size,
    zchomp,
)
from zchomp.errors import quote
from zchomp.slices import Slice
from zchomp.terminal.render import show, show_data, terminal_width
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


@zchomp.command(short_help="All losers to third row K.")
@click.argument("upto", metavar="[K]", type=whole_number(), required=False)
@click.option("--tail", help="One slice instead: the rows from the third on, '(4,2)' or '[2,2]'.")
@click.option("--rows", type=whole_number(3), help="The number of rows.  [default: 3]")
@click.option("--symbol", type=letter, default="a", show_default=True, help="The letter of symbolic losers.")
@csv_option
@json_option
def losers(upto: int | None, tail: str | None, rows: int | None, symbol: str, as_csv: bool, as_json: bool) -> None:
    """List the losers with third row 1 to K, as Losers(a,K) does, or those of one slice.

    The losers [5, 2 + a, 4] are those with a = 0, 1, 2, and so on. With more than three rows there is a line for every
    tail (the rows from the third on); those without losers say why.
    """
    if (upto is None) == (tail is None):
        raise click.UsageError("expected either K, the largest third row, or --tail, and not both")
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
        show_data(json_text(positions_data(proofs, "losers")) if as_json else positions_csv(proofs))
    else:
        show(text)


@zchomp.command(short_help="Positions of nim-value 0, 1, 2, ...")
@click.argument("third", metavar="C", type=whole_number())
@click.option("--nim", type=whole_number(), default=3, show_default=True, help="The largest nim-value.")
@click.option("--window", "size", type=window_size, help="Also print a table for a < A and b < B, as AxB.")
@click.option("--symbol", type=letter, default="a", show_default=True, help="The letter of symbolic positions.")
@csv_option
@json_option
def grundy(third: int, nim: int, size: tuple[int, int] | None, symbol: str, as_csv: bool, as_json: bool) -> None:
    """List the positions [C, a, b] of nim-value 0, 1, ..., as ChompGrundy does."""
    at_most_one(csv=as_csv, json=as_json, window=size)
    proofs = list(known(grundy_slices(third, nim)).values())
    if as_json or as_csv:
        show_data(json_text(positions_data(proofs, "positions")) if as_json else positions_csv(proofs))
    else:
        show(grundy_text(proofs, symbol, window(proofs, *size) if size else []))


@zchomp.command(short_help="Who wins, and every winning move.")
@click.argument("position")
@json_option
def solve(position: str, as_json: bool) -> None:
    """Say who wins, and list all winning moves with the proof that this rests on.

    POSITION is given by its rows, '(100000,20000,115)', or by its columns, '[115,19885,80000]': the numbers of columns
    of height 3, 2 and 1. Several bars played at once are written with plus signs: '(5,4,3) + (3,2)'.
    """
    bars = parse_bars(position)
    if len(bars) > 1:
        answer = known(solve_sum(bars))
        show_data(json_text(sum_data(answer))) if as_json else show(sum_text(answer))
        return
    solution = known(solve_position(bars[0]))
    nim = the_oracle().nim_value(bars[0], limits.NIM_VALUE_SLICES)
    show_data(json_text(solution_data(solution, nim))) if as_json else show(solution_text(solution, nim))


@zchomp.command("height", short_help="Rows of one square that make a loser.")
@click.argument("position", required=False)
@click.option("--check", "upto", type=whole_number(1), help="Check the published formulas for all a up to this.")
@json_option
def height_command(position: str | None, upto: int | None, as_json: bool) -> None:
    """Say how many rows of one square make a position a loser ([Sun02])."""
    if (position is None) == (upto is None):
        raise click.UsageError("expected either a position or --check, and not both")
    found = [known(height(position))] if position else list(map(known, check_formulas(upto or 0)))
    if as_json:
        show_data(json_text([height_data(one) for one in found]))
    else:
        show(height_text(found[0]) if position else formulas_text(upto or 0, found))


@zchomp.command(short_help="How a slice is found, conjectured, proved.")
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@tail_option
@json_option
def conjectures(third: int | None, tail: str | None, as_json: bool) -> None:
    """Tell how the losers with third row C are found, conjectured and proved by generating functions."""
    from zchomp.answers.stories import conjectures as story_of
    from zchomp.words.stories import story_data, story_text

    story = known(story_of(slice_argument(third, tail)))
    show_data(json_text(story_data(story))) if as_json else show(story_text(story))


@zchomp.command(short_help="Generating functions, and what they prove.")
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@tail_option
@click.option("--latex", is_flag=True, help="Print LaTeX.")
@json_option
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
