"""The command that plays, on every kind of board."""

import click

from zchomp.answers.oracle import Oracle
from zchomp.cli.commands import zchomp
from zchomp.cli.options import oracle_options, position_argument, whole_number
from zchomp.notation import has_omega, is_solid
from zchomp.play.bars import BarRules
from zchomp.play.game import AdviceT, Event, Game, MoveT, PositionT, Side
from zchomp.terminal.render import NARROW, Input, show_game, terminal_width
from zchomp.words.bar_game import BarWords
from zchomp.words.data import json_text
from zchomp.words.game import GameWords

__all__ = ["SIDES", "first_option", "play", "play_game"]


SIDES: dict[str, Side] = {"me": "you", "computer": "computer"}
"""The sides that may begin a game, by the words that users type."""

first_option = click.option(
    "--first", type=click.Choice(list(SIDES)), default="me", show_default=True, help="Who begins."
)


@zchomp.command(short_help="A game against the computer.")
@position_argument()
@first_option
@click.option("--seed", type=whole_number(), help="A number that fixes the computer's random moves.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one object for every event, each on a line.")
@oracle_options
def play(position: str, first: str, seed: int | None, as_json: bool, oracle: Oracle) -> None:
    """Play against the computer, which plays perfectly wherever it knows who wins.

    Give POSITION as for `solve`, with plus signs between bars that are played at once. Moves are read from the terminal
    or from a pipe. Rows may be infinite: w is the ordinal ω, and the move 1 w+3 leaves ω+3 squares of row 1. In a solid
    bar like '[[4,3],[2,1]]' or 2x3x5 a move is a cube: 0 1 2.
    """
    side = SIDES[first]
    if has_omega(position):
        from zchomp.ordinals.game import OrdinalRules
        from zchomp.words.ordinal_game import OrdinalWords

        play_game(Game(OrdinalRules(oracle), position, side, seed), OrdinalWords(), as_json)
    elif is_solid(position):
        from zchomp.solid.game import SolidRules
        from zchomp.words.solid_game import SolidWords

        play_game(Game(SolidRules(oracle), position, side, seed), SolidWords(), as_json)
    else:
        play_game(Game(BarRules(oracle), position, side, seed), BarWords(), as_json)


def play_game(
    game: Game[PositionT, MoveT, AdviceT], words: GameWords[PositionT, MoveT, AdviceT], as_json: bool
) -> None:
    """Play a game with the user until the user leaves it. Ctrl-C ends the command."""
    lines = Input(echo=not as_json)

    def tell(events: list[Event[PositionT, MoveT, AdviceT]]) -> None:
        for event in events:
            show_game(json_text(words.data(event)) if as_json else words.text(event, terminal_width() or NARROW))

    try:
        tell(game.start())
        while not game.left:
            line = lines.read(words.prompt(game.position))
            tell(game.tell("quit" if line is None else line))
    except KeyboardInterrupt:
        if not as_json:
            show_game(f"\n{words.farewell(game.position, game.over)}")
        click.get_current_context().exit(130)
