"""The command line: parse, one call, render, exit.

Exit codes: 0 for an answer, 1 if there is none (not known, not written), 2 for bad input, 130 for Ctrl-C;
`verify` has the verifier's own.
"""

import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NoReturn, TypeVar

import click

from zchomp import verifier
from zchomp.certificate import Claim, Mode
from zchomp.certify import certify, usual_method
from zchomp.chart import Chart, sequence
from zchomp.errors import ZchompError, quote
from zchomp.heights import check_formulas, height
from zchomp.oracle import the_oracle
from zchomp.position import Position
from zchomp.prover import METHODS, Method
from zchomp.render import progress_bar, show, show_error
from zchomp.slices import Slice, Unknown
from zchomp.sums import parse_bars, solve_sum
from zchomp.tables import grundy_table, losers_table, slice_table, window
from zchomp.version import VERSION
from zchomp.words import (
    chart_csv,
    chart_text,
    formulas_text,
    grundy_text,
    height_text,
    losers_json,
    losers_text,
    report_text,
    slice_text,
    slices_text,
    solution_json,
    solution_text,
    story_json,
    story_text,
    sum_json,
    sum_text,
)

__all__ = ["main"]

T = TypeVar("T")

MAX_CELLS = 250_000
"""The largest window of the chart that is printed at once."""

QUICK = 300
"""How many slices `solve` proves at the most to tell a nim-value by the way."""


def whole_number(minimum: int = 0) -> Callable[[str], int]:
    """The type of an option: a whole number of at most 15 digits, not below a minimum."""

    def number(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,15}", str(text)) or int(text) < minimum:
            raise click.BadParameter(f"{quote(text)}; expected a whole number, {minimum} or more, of at most 15 digits")
        return int(text)

    return number


def interval(text: str) -> range:
    """The type of an option: FIRST:LAST, both included."""
    match = re.fullmatch(r"([0-9]{1,6}):([0-9]{1,6})", text)
    if match is None or int(match[1]) > int(match[2]):
        raise click.BadParameter(f"{quote(text)}; expected FIRST:LAST like 114:122, the smaller number first")
    return range(int(match[1]), int(match[2]) + 1)


def window_size(text: str) -> tuple[int, int]:
    """The type of an option: the size of a table, as 8x20."""
    match = re.fullmatch(r"([1-9][0-9]{0,2})x([1-9][0-9]{0,2})", text)
    if match is None:
        raise click.BadParameter(f"{quote(text)}; expected a size like 8x20, both numbers from 1 to 999")
    return int(match[1]), int(match[2])


def letter(text: str) -> str:
    """The type of an option: a name that stands for all numbers 0, 1, 2, ..."""
    if not text.isidentifier() or len(text) > 20:
        raise click.BadParameter(f"{quote(text)}; expected a letter or a short name")
    return text


class Commands(click.Group):
    """The commands; a name that is none of them is told what there is."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which exist."""
        if args and self.get_command(ctx, args[0]) is None:
            ctx.fail(f"no command {quote(args[0])}; expected one of {', '.join(self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(VERSION, prog_name="zchomp", message="%(prog)s %(version)s")
@click.pass_context
def zchomp(ctx: click.Context) -> None:
    """Prove the losing positions of Chomp, and hand over certificates that anyone can re-check."""
    if ctx.invoked_subcommand is None:
        show(ctx.get_help())


@zchomp.command()
@click.option("--upto", type=whole_number(), help="The largest third row; 0 for two rows.")
@click.option("--rows", type=whole_number(2), default=3, show_default=True, help="The number of rows.")
@click.option("--nim", type=whole_number(), default=0, show_default=True, help="All nim-values up to this one.")
@click.option(
    "--mode",
    type=click.Choice(["full", "compact"]),
    default="full",
    show_default=True,
    help="Heads listed, or digested.",
)
@click.option(
    "--method",
    type=click.Choice(METHODS),
    help="How to prove; the certificate is the same.  [default: both, or recurrence where genfun would take long]",
)
@click.option("--max-terms", type=whole_number(1), help="Give a slice up as unknown after so many terms.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write the certificate.  [default: by its claim]")
def prove(
    upto: int | None, rows: int, nim: int, mode: Mode, method: Method | None, max_terms: int | None, out: Path | None
) -> None:
    """Prove all slices, write the certificate, have it verified.

    An interrupted run is taken up again by the same command.
    """
    if upto is None and rows > 2:
        raise click.UsageError("missing option '--upto'; expected the largest third row, for example --upto 115")
    claim = Claim(rows, nim, upto or 0)
    with progress_bar() as stage:
        target = out or Path(claim.filename(mode))
        report = certify(claim, target, mode, method or usual_method(claim), stage, max_terms)
    show(report_text(_known(report)))


@zchomp.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def verify(arguments: tuple[str, ...]) -> NoReturn:
    """Check certificates: [--expect rows=3,upto=115] FILE...

    This runs the stand-alone verifier. Exit code 0 and a last line `s VERIFIED ...` mean that the claim is true.
    """
    sys.exit(verifier.main(arguments, prog="zchomp verify"))


@zchomp.command()
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
        home = Slice.parse(tail)
        if rows is not None and len(home.tail) > rows - 2:
            raise click.UsageError(f"the tail {quote(tail)} has {len(home.tail)} rows, expected at most {rows - 2}")
        proofs = _known(slice_table([home]))
        text = slice_text(proofs[0], symbol)
    else:
        proofs = _known(losers_table(upto or 0, rows or 3))
        text = losers_text(proofs, symbol) if rows in {None, 3} else slices_text(proofs, symbol)
    show(json.dumps(losers_json(proofs)) if as_json else text)


@zchomp.command()
@click.argument("third", metavar="C", type=whole_number())
@click.option("--nim", type=whole_number(), default=3, show_default=True, help="The largest nim-value.")
@click.option("--window", "size", type=window_size, help="Also a table for a < A and b < B, as AxB.")
@click.option("--symbol", type=letter, default="a", show_default=True, help="The letter of symbolic positions.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def grundy(third: int, nim: int, size: tuple[int, int] | None, symbol: str, as_json: bool) -> None:
    """List the positions [C, a, b] of nim-value 0, 1, ..., as ChompGrundy does."""
    proofs = _known(grundy_table(third, nim))
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
        answer = _known(solve_sum(bars))
        show(json.dumps(sum_json(answer)) if as_json else sum_text(answer))
        return
    solution = _known(the_oracle().solve(bars[0]))
    nim = the_oracle().nim_value(bars[0], QUICK)
    show(json.dumps(solution_json(solution, nim)) if as_json else solution_text(solution, nim))


@zchomp.command("height")
@click.argument("position", required=False)
@click.option("--check", "upto", type=whole_number(1), help="Check the published formulas for all a up to this.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def height_command(position: str | None, upto: int | None, as_json: bool) -> None:
    """Tell how many rows of one square make a position a loser ([Sun02])."""
    if (position is None) == (upto is None):
        raise click.UsageError("expected either a position or --check, and not both")
    found = [_known(height(Position.parse(position)))] if position else list(map(_known, check_formulas(upto or 0)))
    text = height_text(found[0]) if position else formulas_text(upto or 0, found)
    show(json.dumps([asdict(one) for one in found]) if as_json else text)


@zchomp.command("chart")
@click.argument("upto", metavar="[N]", type=whole_number(), required=False)
@click.option("--rows", "rows", type=interval, help="The rows r, as FIRST:LAST.")
@click.option("--columns", type=interval, help="The columns q, as FIRST:LAST.")
@click.option("--csv", "as_csv", is_flag=True, help="As comma-separated values, the cells above the diagonal included.")
def chart_command(upto: int | None, rows: range | None, columns: range | None, as_csv: bool) -> None:
    """Print Brouwer's table f(q, r), for q, r <= N or for a window; * marks the start of a constant row."""
    if (upto is None) == (rows is None or columns is None):
        raise click.UsageError("expected either N, or --rows and --columns")
    rows, columns = rows or range((upto or 0) + 1), columns or range((upto or 0) + 1)
    if len(rows) * len(columns) > MAX_CELLS:
        raise click.UsageError(f"expected a window of at most {MAX_CELLS} cells, got {len(rows)} x {len(columns)}")
    chart = Chart()
    values = _known(chart.window(rows, columns))
    show(chart_csv(rows, columns, values) if as_csv else chart_text(chart, rows, columns, values))


@zchomp.command("sequence")
@click.argument("name")
@click.option("--terms", type=whole_number(1), default=20, show_default=True, help="How many.")
@click.option("--bfile", is_flag=True, help="As the encyclopedia's b-files: index and term, a line each.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def sequence_command(name: str, terms: int, bfile: bool, as_json: bool) -> None:
    """Print a sequence of the OEIS that is read off the chart: A029899 to A029905, A147983."""
    chosen = sequence(name)
    found = _known(chosen.first(terms))
    numbered = "\n".join(f"{n} {term}" for n, term in enumerate(found, chosen.offset))
    show(json.dumps(found) if as_json else numbered if bfile else ", ".join(map(str, found)))


def _slice(third: int | None, tail: str | None) -> Slice:
    """The slice that is meant by a third row or by a tail."""
    if (third is None) == (tail is None):
        raise click.UsageError("expected either C, the third row, or --tail, and not both")
    return Slice((third or 0,)) if tail is None else Slice.parse(tail)


@zchomp.command()
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@click.option("--tail", help="More rows: those from the third on, '(4,2)' or '[2,2]'.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def conjectures(third: int | None, tail: str | None, as_json: bool) -> None:
    """Tell how the losers with third row C are found, conjectured and proved by generating functions."""
    from zchomp.stories import story_of

    story = _known(story_of(_slice(third, tail)))
    show(json.dumps(story_json(story)) if as_json else story_text(story))


@zchomp.command()
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@click.option("--tail", help="More rows: those from the third on, '(4,2)' or '[2,2]'.")
@click.option("--latex", is_flag=True, help="As LaTeX.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def genfun(third: int | None, tail: str | None, latex: bool, as_json: bool) -> None:
    """Show the generating functions of the losers with third row C, and the identity that proves them."""
    from zchomp.algebra import identity_json, identity_text
    from zchomp.stories import coverage_of

    coverage = _known(coverage_of(_slice(third, tail)))
    show(json.dumps(identity_json(coverage)) if as_json else identity_text(coverage, latex))


class NotKnown(click.ClickException):
    """There is no answer: what was asked is not proved."""

    exit_code = 1


def _known(result: T | Unknown) -> T:
    if isinstance(result, Unknown):
        raise NotKnown(f"not known: {result.reason}")
    return result


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; every error is one line on standard error."""
    try:
        with zchomp.make_context("zchomp", list(sys.argv[1:] if arguments is None else arguments)) as ctx:
            zchomp.invoke(ctx)
    except click.exceptions.Exit as done:
        return done.exit_code
    except KeyboardInterrupt:
        code, message = 130, "interrupted; a run of prove goes on from here if it is started again"
    except click.ClickException as problem:
        code, message = (problem.exit_code if isinstance(problem, NotKnown) else 2), problem.format_message()
    except ZchompError as problem:
        code, message = 2, str(problem)
    except BrokenPipeError:  # whoever read our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as problem:
        code, message = 1, f"cannot use {quote(str(problem.filename or 'standard output'), 200)}: {problem.strerror}"
    else:
        return 0
    show_error(message)
    return code
