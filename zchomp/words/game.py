"""Words about a game on any kind of board: events, and the same as data.

A subclass of `GameWords` says how a kind of board is drawn and how its moves are named. There is one in each of
`words.bar_game`, `words.solid_game`, `words.poset_game` and `words.ordinal_game`.
"""

from abc import ABC, abstractmethod
from typing import Generic, NamedTuple

from zchomp.play.game import AdviceT, Event, MoveT, PositionT, Side, sentence
from zchomp.position import Outcome
from zchomp.results import Unknown
from zchomp.words.data import Data
from zchomp.words.fitting import fit

__all__ = ["AdviceText", "GameWords"]


COMMANDS = """
  hint     a winning move, if there is one
  why      why I made my last move
  undo     take your last bite back
  new      start again, also from another position: new {start}
  resign   give up this game
  quit     leave (so does Ctrl-D)"""
"""What a player may type, besides moves."""


class AdviceText(NamedTuple):
    """What the computer knows about a position, in words.

    ``move`` is the best winning move that is known, ``leaves`` the position after it, ``winning`` the number of winning
    moves, and ``reason`` how this is known. ``missing`` says what is not known.
    """

    outcome: Outcome | Unknown
    reason: str = ""
    move: str = ""
    leaves: str = ""
    winning: int = 0
    missing: Unknown | None = None


class GameWords(ABC, Generic[PositionT, MoveT, AdviceT]):
    """The words of a game on one kind of board.

    ``start`` is an example of a position, as it is typed after `new`, and ``option`` is how to give more effort.
    """

    start: str
    option = "--effort "

    @abstractmethod
    def help(self, position: PositionT) -> str:
        """How moves are typed, and who loses."""

    @abstractmethod
    def position_text(self, position: PositionT) -> str:
        """A position in a sentence."""

    def title(self, position: PositionT) -> str:
        """The name of the game."""
        return f"Chomp, {self.position_text(position)}"

    def end_text(self) -> str:
        """What is left when the game is over, as the beginning of a sentence."""
        return "Only poison is left"

    def prompt(self, position: PositionT) -> str:  # noqa: ARG002 - other boards need it
        """The prompt for a move."""
        return "your move> "

    @abstractmethod
    def drawing(self, event: Event[PositionT, MoveT, AdviceT], width: int) -> str:
        """What follows the sentence about an event: the drawing of the position on separate lines, or its name."""

    @abstractmethod
    def move_text(self, event: Event[PositionT, MoveT, AdviceT]) -> str:
        """The square that was taken."""

    @abstractmethod
    def advice_text(self, advice: AdviceT, position: PositionT) -> AdviceText:
        """What the computer knows about a position, in words."""

    def loser_text(self, position: PositionT) -> str:  # noqa: ARG002 - other boards need it
        """A position that is a loser, in a sentence."""
        return "a loser"

    def warning(self, event: Event[PositionT, MoveT, AdviceT]) -> str:
        """A warning before a game if the computer does not know who wins, or how, and otherwise nothing."""
        advice = None if event.advice is None else self.advice_text(event.advice, event.position)
        if advice is None or advice.missing is None:
            return ""
        known = "I do not know who wins here"
        if advice.outcome is Outcome.WINNER:
            known = f"{'You win' if event.side == 'you' else 'I win'} with best play, but I know no winning move"
        return f"\n{known}, so I take small bites: {advice.missing.advice(self.option)}."

    def hint_text(self, advice: AdviceText, position: PositionT, mine: bool) -> str:
        """A hint, or the computer's reason for its last bite, which it made at this position."""
        if advice.move:
            who, others = "I bit" if mine else "Bite", _others(advice.winning)
            return f"{who} {advice.move}: that leaves {advice.leaves}.{others}\n{advice.reason}".rstrip()
        who = "I was" if mine else "You are"
        if advice.outcome is Outcome.LOSER:
            rest = "So I took little." if mine else "All you can do is take little and wait for a mistake."
            said = f"{who} on {self.loser_text(position)}: every bite leaves a winner. {rest}"
        elif advice.outcome is Outcome.WINNER:
            said = f"{who} on a winner, but no winning move is known."
        else:
            said = f"{who} on a position that is not known to be a winner or a loser."
        missing = "" if advice.missing is None else f"\n{sentence(advice.missing.advice(self.option))}"
        return f"{said}\n{advice.reason}".rstrip() + missing

    @abstractmethod
    def position_data(self, position: PositionT) -> Data:
        """A position as data."""

    @abstractmethod
    def move_data(self, move: MoveT) -> Data:
        """A move as data."""

    @abstractmethod
    def advice_data(self, advice: AdviceT) -> Data:
        """What is known about a position, as data."""

    def text(self, event: Event[PositionT, MoveT, AdviceT], width: int) -> str:
        """The text of an event."""
        match event.kind:
            case "start":
                first = "You begin." if event.side == "you" else "I begin."
                drawn = f"{self.drawing(event, width)}{self.warning(event)}"
                text = f"{self.title(event.position)}. {first} Type help for help.{drawn}"
            case "bite":
                bitten = f"You bite {self.move_text(event)}."
                if event.side == "computer":
                    bitten = f"I bite {self.move_text(event)}. {self._standing(event)}"
                text = f"{bitten}{self.drawing(event, width)}"
            case "undo":
                text = f"Taken back. It is your turn.{self.drawing(event, width)}"
            case "question":
                text = "That is the poison: whoever eats it loses. Eat it? (yes or no)"
            case "over":
                text = _ending(event.side, event.text, self.end_text())
            case "help":
                text = f"{self.help(event.position)}{COMMANDS.format(start=self.start)}"
            case "quit":
                text = self.farewell(event.position, over=bool(event.text))
            case _:
                text = event.text
                if event.advice is not None and event.before is not None:
                    advice = self.advice_text(event.advice, event.before)
                    text = self.hint_text(advice, event.before, mine=event.kind == "why")
        return fit(text, width)

    def _standing(self, event: Event[PositionT, MoveT, AdviceT]) -> str:
        """Who wins after the computer's bite, as a sentence."""
        advice = None if event.advice is None or event.before is None else self.advice_text(event.advice, event.before)
        if advice is not None and advice.move:
            return f"You are on {self.loser_text(event.position)}."
        return f"I {'have' if advice is not None and advice.outcome is Outcome.LOSER else 'know'} no winning move."

    def farewell(self, position: PositionT, over: bool) -> str:
        """The last line of a game."""
        return "Goodbye." if over else f"Goodbye. The game is left at {self.position_text(position)}."

    def data(self, event: Event[PositionT, MoveT, AdviceT]) -> Data:
        """The same as data, one object per event."""
        answer: Data = {"event": event.kind, **self.position_data(event.position)}
        if event.kind in {"start", "bite"}:
            answer["by"] = event.side
        if event.move is not None:
            answer |= self.move_data(event.move)
        if event.kind == "over":
            answer |= {"winner": event.side, "how": event.text}
        if event.kind == "mistake":
            answer["message"] = event.text
        if event.advice is not None:
            answer["advice"] = self.advice_data(event.advice)
        return answer


def _others(found: int) -> str:
    """How many other winning bites there are, after the best one of those that were found.

    >>> _others(1), _others(3)
    ('', ' (2 other bites would win too.)')
    """
    return f" ({found - 1} other bite{'s' * (found > 2)} would win too.)" if found > 1 else ""


def _ending(winner: Side, how: str, rest: str) -> str:
    """Who has won, and how the game ended."""
    won = "You win." if winner == "you" else "I win."
    said = {
        "left": f"{rest} for {'me' if winner == 'you' else 'you'}. ",
        "at once": f"{rest}: the game is over already, and the player to move has lost. ",
        "poison": "You ate the poison. ",
        "resigned": "You resign. ",
    }[how]
    return f"{said}{won} Type new, undo, why or quit."
