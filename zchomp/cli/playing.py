"""The command that plays."""

import click

from zchomp.answers.oracle import Oracle
from zchomp.cli.options import position_argument, whole_number, zchomp
from zchomp.cli.sources import asks
from zchomp.notation import has_omega
from zchomp.play.game import Event, Game, Side
from zchomp.terminal.render import NARROW, Input, show_game, terminal_width
from zchomp.words.data import json_text
from zchomp.words.game import event_data, event_text, left_text, prompt_text

__all__ = ["play"]


@zchomp.command(short_help="A game against the computer.")
@position_argument()
@click.option("--first", type=click.Choice(["me", "computer"]), default="me", show_default=True, help="Who begins.")
@click.option("--seed", type=whole_number(), help="A number that fixes the computer's random moves.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one object for every event, each on a line.")
@click.pass_context
@asks
def play(ctx: click.Context, position: str, first: str, seed: int | None, as_json: bool, oracle: Oracle) -> None:
    """Play against the computer, which plays perfectly wherever it knows who wins.

    Give POSITION as for `solve`, with plus signs between bars that are played at once. Moves are read from the terminal
    or from a pipe. Rows may be infinite: w is the ordinal ω, and the move 1 w+3 leaves ω+3 squares of row 1.
    """
    side: Side = "you" if first == "me" else "computer"
    if has_omega(position):
        from zchomp.cli.ordinals import play_ordinals

        if not play_ordinals(position, side, seed, as_json, oracle):
            ctx.exit(130)
        return
    game = Game(position, side, seed, oracle)
    lines = Input(echo=not as_json)

    def tell(events: list[Event]) -> None:
        for event in events:
            show_game(json_text(event_data(event)) if as_json else event_text(event, terminal_width() or NARROW))

    try:
        tell(game.start())
        while not game.left:
            line = lines.read(prompt_text(game.bars))
            tell(game.tell("quit" if line is None else line))
    except KeyboardInterrupt:
        if not as_json:
            show_game(f"\n{left_text(game.bars, game.over)}")
        ctx.exit(130)
