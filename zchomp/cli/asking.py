"""Commands about a single position: who wins, how, its height, games, and the openings of bars.

Commands about a single position: who wins, how, and its height.

The command that plays, on every kind of board.

The command about openings of bars.
"""

import json
import sys
from pathlib import Path
from typing import Any

import click

from zchomp import solid
from zchomp.bars.heights import height
from zchomp.bars.losers import MOST_COLUMNS
from zchomp.bars.notation import is_box, parse_size
from zchomp.bars.openings import OPENING_CHECKERS, estimate_openings
from zchomp.bars.openings import openings as find
from zchomp.bars.words import rows_meant
from zchomp.cli.commands import EFFORT_OPTION, known, zchomp
from zchomp.cli.options import (
    CSV,
    Form,
    WrittenFile,
    at_most_one,
    checker_option,
    form_options,
    position_argument,
    present,
    progress_options,
    session_options,
    show_written,
    size,
    whole_number,
)
from zchomp.core.answers import Unknown
from zchomp.core.game import REFUTED, Event, Match, Side
from zchomp.core.openings import Openings
from zchomp.core.showing import json_text, render
from zchomp.errors import InvalidArgument, ZchompError
from zchomp.reading import game
from zchomp.solid.boxes import estimate_box
from zchomp.terminal.render import (
    NARROW,
    Input,
    announce,
    progress_bar,
    show,
    show_data,
    show_error,
    show_game,
    terminal_width,
)


@zchomp.command()
@position_argument()
@click.option("--move", "bite", metavar="MOVE", help="Say whether this move wins, and otherwise the reply that wins.")
@click.option("--all", "every", is_flag=True, help="For a loser, list every move with the reply that refutes it.")
@form_options()
@session_options
def solve(position: str, form: Form, bite: str | None, every: bool) -> None:
    """Say who wins, and list all winning moves with the reason.

    Give POSITION by its rows: 9,7,4 or 9 7 4 or '(9,7,4)'. 3x5 and 5^3 are three rows of 5. Or give it by its columns:
    '[4,3,2]' has 4 columns of height 3, 3 of height 2 and 2 of height 1 (for more rows, from the full height down).
    Write several bars that are played at once with plus signs: 5,4,3 + 3,2. The nim-value is
    shown too, if it takes less than a second, or less than --effort says.

    A solid bar is given by the heights over its base, '[[4,3],[2,1]]', the row of the poison first. A box may be
    given by its sides: 2x3x5 has a base of 2 by 3 and the height 5.

    Rows may be infinite: w is the ordinal ω, and 'w^2*3+w+5,w,2' has the rows ω²·3+ω+5, ω and 2. 2x2xw^3 is a box, and
    '[[w*2,w],[w,w]]' one by the heights over its four columns, the poison first.

    A poset is named by its family: boolean 4, graph path 7, divisors 180. With - for POSITION, each line of standard
    input is a question, and each answer is a line of JSON.
    """
    if position == "-":
        _solve_lines()
        return
    board = game(position)
    if bite is not None:
        board.push(bite)
    found = board.refuted(None if every else REFUTED)
    if isinstance(found, Unknown) and (rows := rows_meant(position)):
        show_error(f"if these numbers are rows, use: zchomp solve {rows}")
    answer = known(found)
    if bite is not None and form == "text":
        show(board.verdict(answer))
    present(form, answer, option=EFFORT_OPTION)


def _solve_lines() -> None:
    """Answer one line for each line of standard input, as JSON Lines."""
    for line in sys.stdin:
        text = line.strip()
        if not text:
            continue
        try:
            found = game(text).refuted()
            told = found.to_dict() if isinstance(found, Unknown) else json.loads(render(found, "json"))
        except ZchompError as problem:
            told = {"error": str(problem)}
        show_data(json_text({"question": text, **told}))


@zchomp.command("height")
@position_argument()
@form_options()
@session_options
def height_command(position: str, form: Form) -> None:
    """Print the height of a position (X. Sun, Improvements on Chomp, 2002).

    The height is the number of rows that makes the position a loser, if its last rows are cut off or rows of one
    square are added.
    """
    present(form, known(height(position)))


SIDES: dict[str, Side] = {"me": "you", "computer": "computer"}
"""The sides that may begin a game, by the words that users type."""

first_option = click.option(
    "--first", type=click.Choice(list(SIDES)), default="me", show_default=True, help="Who begins."
)


@zchomp.command()
@position_argument()
@first_option
@click.option("--seed", type=whole_number(), help="A number that fixes the computer's random moves.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one object for every event, each on a line.")
@session_options
def play(position: str, first: str, seed: int | None, as_json: bool) -> None:
    """Play against the computer, which plays perfectly wherever it knows who wins.

    Give POSITION as for `solve`, with plus signs between bars that are played at once. Moves are read from the terminal
    or from a pipe. Rows may be infinite: w is the ordinal ω, and the move 1 w+3 leaves ω+3 squares of row 1. In a solid
    bar like '[[4,3],[2,1]]' or 2x3x5 a move is a cube: 0 1 2.
    """
    play_match(Match(game(position), SIDES[first], seed, position, game), as_json)


def play_match(match: Match[Any, Any, Any], as_json: bool) -> None:
    """Play against the user until the user leaves the game. Ctrl-C ends the command."""
    lines = Input(echo=not as_json)

    def tell(events: list[Event[Any, Any, Any]]) -> None:
        for event in events:
            show_game(json_text(match.data(event)) if as_json else match.text(event, terminal_width() or NARROW))

    try:
        tell(match.start())
        while not match.left:
            line = lines.read(match.game.prompt)
            tell(match.tell("quit" if line is None else line))
    except KeyboardInterrupt:
        if not as_json:
            show_game(f"\n{match.farewell()}")
        click.get_current_context().exit(130)


def bar_size(_ctx: click.Context, _param: click.Parameter, words: tuple[str, ...]) -> tuple[int, ...]:
    """The size of a bar, like 8x10, or of a box, like 2x3x8, in one or several words."""
    text = " ".join(words)
    if not is_box(text):
        return size(MOST_COLUMNS)(text)
    try:
        return parse_size(text, dimensions=3)
    except InvalidArgument as error:
        raise click.BadParameter(str(error)) from None


@zchomp.command()
@click.argument("bar", nargs=-1, required=True, callback=bar_size, metavar="SIZE")
@click.option("--several", is_flag=True, help="Only bars with more than one winning opening.")
@click.option("--count", is_flag=True, help="Also count the losers within each bar.")
@click.option("--check", is_flag=True, help="Compare every position with the definition of losers afterwards.")
@checker_option(*OPENING_CHECKERS, usual="an engine of zchomp")
@click.option(
    "--proof",
    type=WrittenFile(),
    help="Write a strategy that proves all openings of the bar SIZE to a file, for zchomp verify.",
)
@progress_options
@form_options(
    csv=CSV,
    bfile="For a box a x b x n: an OEIS b-file of the numbers of openings for 1 to n; with --count, of losers.",
)
def openings(
    bar: tuple[int, ...], several: bool, count: bool, check: bool, checker: str, proof: Path | None, form: Form
) -> None:
    """List the winning openings of every bar that fits into SIZE.

    SIZE has rows and columns, like 8x10. Large bars need the extra 'fast', and memory: about 1.4 GB for 10x42. If a
    long run is interrupted, the same command resumes it, except with --check and --checker proved. The program from Coq
    must be built first (make -C proofs).

    SIZE may also be that of a box, like 2x3x8: a solid bar, from which a move takes a cube and all cubes that are not
    nearer to the poison in any direction. Large boxes also need the extra 'fast'.
    """
    if checker == "proved" and (check or len(bar) == 3):
        raise click.UsageError("--checker proved takes a bar like 8x10, without --check")
    if proof is not None and len(bar) == 3:
        raise click.UsageError("--proof takes a bar like 8x10, not a box")
    if form == "bfile" and len(bar) == 2:
        raise click.UsageError("--bfile takes a box like 2x3x40, not a bar")
    at_most_one(bfile=form == "bfile", several=several)
    sides = sorted(bar)
    if len(sides) == 3:
        a, b, n = sides
        announce(estimate_box((a, b, n), check))
        with progress_bar() as progress:
            found: Openings[Any] = known(solid.openings(a, b, n, check=check, progress=progress))
    else:
        rows, columns = sides
        announce(estimate_openings(rows, columns, check, checker))
        with progress_bar() as progress:
            work = f"chomp-openings-{rows}x{columns}"
            answer = find(rows, columns, check=check, checker=checker, progress=progress, work=work, warn=show_error)
            found = known(answer)
    present(form, found, several=several, count=count)
    if proof is not None:
        _write_proof(sides, proof)


def _write_proof(sides: list[int], path: Path) -> None:
    """Write a strategy that proves which openings of a bar win, and that no others do."""
    from zchomp.posets import bar, solve

    answer = known(known(solve(bar("x".join(map(str, sides))))).certificate())
    answer.write(path)
    show_written(path)
