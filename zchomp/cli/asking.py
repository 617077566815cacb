"""Commands that ask: losers, nim-values, winning moves, heights, and how a slice is proved."""

import json
from dataclasses import asdict

import click

from zchomp.answers.heights import check_formulas, height
from zchomp.answers.oracle import the_oracle
from zchomp.answers.sums import parse_bars, solve_sum
from zchomp.answers.tables import grundy_table, losers_table, slice_table, window
from zchomp.cli.options import known, letter, whole_number, window_size, zchomp
from zchomp.errors import quote
from zchomp.position import Position
from zchomp.slices import Slice
from zchomp.terminal.render import show
from zchomp.words.positions import formulas_text, height_text, solution_json, solution_text, sum_json, sum_text
from zchomp.words.proofs import grundy_text, losers_json, losers_text, slice_text, slices_text, story_json, story_text

__all__ = ["conjectures", "genfun", "grundy", "height_command", "losers", "solve"]

QUICK = 300
"""How many slices `solve` proves at the most to tell a nim-value by the way."""


@zchomp.command(short_help="All losers to third row K.")
@click.argument("upto", metavar="[K]", type=whole_number(), required=False)
@click.option("--tail", help="One slice instead: the rows from the third on, '(4,2)' or '[2,2]'.")
@click.option("--rows", type=whole_number(3), help="The number of rows.  [default: 3]")
@click.option("--symbol", type=letter, default="a", show_default=True, help="The letter of symbolic losers.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def losers(upto: int | None, tail: str | None, rows: int | None, symbol: str, as_json: bool) -> None:
    """List the losers with third row 1 to K, as Losers(a,K) does, or those of one slice.

    With more than three rows there is a line for every tail; those without losers say why.
    """
    if (upto is None) == (tail is None):
        raise click.UsageError("expected either K, the largest third row, or --tail, and not both")
    if tail is not None:
        slice_ = Slice.parse(tail)
        if rows is not None and len(slice_.tail) > rows - 2:
            raise click.UsageError(f"the tail {quote(tail)} has {len(slice_.tail)} rows, expected at most {rows - 2}")
        proofs = known(slice_table([slice_]))
        text = slice_text(proofs[0], symbol)
    else:
        proofs = known(losers_table(upto or 0, rows or 3))
        text = losers_text(proofs, symbol) if rows in {None, 3} else slices_text(proofs, symbol)
    show(json.dumps(losers_json(proofs)) if as_json else text)


@zchomp.command(short_help="Positions of nim-value 0, 1, 2, ...")
@click.argument("third", metavar="C", type=whole_number())
@click.option("--nim", type=whole_number(), default=3, show_default=True, help="The largest nim-value.")
@click.option("--window", "size", type=window_size, help="Also a table for a < A and b < B, as AxB.")
@click.option("--symbol", type=letter, default="a", show_default=True, help="The letter of symbolic positions.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def grundy(third: int, nim: int, size: tuple[int, int] | None, symbol: str, as_json: bool) -> None:
    """List the positions [C, a, b] of nim-value 0, 1, ..., as ChompGrundy does."""
    proofs = known(grundy_table(third, nim))
    cells = window(proofs, *size) if size else []
    show(json.dumps(losers_json(proofs)) if as_json else grundy_text(proofs, symbol, cells))


@zchomp.command()
@click.argument("position")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def solve(position: str, as_json: bool) -> None:
    """Tell winner from loser, and list all winning moves.

    POSITION is given by its rows, '(100000,20000,115)', or by its columns, '[115,19885,80000]'. A sum of bars is
    written with plus signs: '(5,4,3) + (3,2)'.
    """
    bars = parse_bars(position)
    if len(bars) > 1:
        answer = known(solve_sum(bars))
        show(json.dumps(sum_json(answer)) if as_json else sum_text(answer))
        return
    solution = known(the_oracle().solve(bars[0]))
    nim = the_oracle().nim_value(bars[0], QUICK)
    show(json.dumps(solution_json(solution, nim)) if as_json else solution_text(solution, nim))


@zchomp.command("height", short_help="Rows of one square that make a loser.")
@click.argument("position", required=False)
@click.option("--check", "upto", type=whole_number(1), help="Check the published formulas for all a up to this.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def height_command(position: str | None, upto: int | None, as_json: bool) -> None:
    """Tell how many rows of one square make a position a loser ([Sun02])."""
    if (position is None) == (upto is None):
        raise click.UsageError("expected either a position or --check, and not both")
    found = [known(height(Position.parse(position)))] if position else list(map(known, check_formulas(upto or 0)))
    text = height_text(found[0]) if position else formulas_text(upto or 0, found)
    show(json.dumps([asdict(one) for one in found]) if as_json else text)


def _slice(third: int | None, tail: str | None) -> Slice:
    """The slice that is meant by a third row or by a tail."""
    if (third is None) == (tail is None):
        raise click.UsageError("expected either C, the third row, or --tail, and not both")
    return Slice((third or 0,)) if tail is None else Slice.parse(tail)


@zchomp.command(short_help="How a slice is found, conjectured, proved.")
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@click.option("--tail", help="More rows: those from the third on, '(4,2)' or '[2,2]'.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def conjectures(third: int | None, tail: str | None, as_json: bool) -> None:
    """Tell how the losers with third row C are found, conjectured and proved by generating functions."""
    from zchomp.answers.stories import story_of

    story = known(story_of(_slice(third, tail)))
    show(json.dumps(story_json(story)) if as_json else story_text(story))


@zchomp.command(short_help="Generating functions, and what they prove.")
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@click.option("--tail", help="More rows: those from the third on, '(4,2)' or '[2,2]'.")
@click.option("--latex", is_flag=True, help="As LaTeX.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def genfun(third: int | None, tail: str | None, latex: bool, as_json: bool) -> None:
    """Show the generating functions of the losers with third row C, and the identity that proves them."""
    from zchomp.answers.stories import coverage_of
    from zchomp.words.identities import identity_json, identity_text

    coverage = known(coverage_of(_slice(third, tail)))
    show(json.dumps(identity_json(coverage)) if as_json else identity_text(coverage, latex))
