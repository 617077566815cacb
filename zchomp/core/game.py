"""A game against the computer on any kind of board, and the words about it.

A game against the computer on any kind of board: a state machine without any terminal.

`Rules` say how positions and moves of a kind of board are read, what a move leaves, and what the computer knows. They
are in `bars.game` for bars, `solid.words` for solid bars, `posets.game` for posets and `ordinals.words` for infinite
rows. `Game.start` and `Game.tell` turn lines of input into events. Other modules turn the events into words and
drawings. The human is YOU, the computer is I. A game is over when only poison is left, when somebody takes the poison,
or when the human resigns. The command undo also works after the end.

    a line                           its effect
    2 3   2,3   (2,3)                bite row 2 at column 3, or another move of this board, and the computer answers
    hint                             a winning move
    why                              how the computer knew its last move
    undo                             take the last bite back
    new, new (5,4,3)                 start again, from another position if one is given
    resign                           give up this game
    quit, help                       leave, or explain the commands

Words about a game on any kind of board: events, and the same as data.

A subclass of `GameWords` says how a kind of board is drawn and how its moves are named. There is one in each of
the same four modules.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Generic, Literal, NamedTuple, TypeVar

from zchomp.core.answers import Outcome, Unknown
from zchomp.core.documents import Data
from zchomp.core.showing import fit
from zchomp.errors import ZchompError, quote

Side = Literal["you", "computer"]
EventKind = Literal["start", "bite", "over", "hint", "why", "undo", "question", "mistake", "help", "quit"]

PositionT = TypeVar("PositionT")  # a position of the game
MoveT = TypeVar("MoveT")  # a move
AdviceT = TypeVar("AdviceT")  # what the computer knows about a position
SolutionT = TypeVar("SolutionT")  # the solution of a position


class Rules(ABC, Generic[PositionT, MoveT, AdviceT]):
    """One kind of board, and what the computer knows about it."""

    @abstractmethod
    def parse(self, text: str) -> PositionT:
        """Read a position. Raises ZchompError if the text is not a position, or if it is too large for the computer."""

    @abstractmethod
    def expected(self, position: PositionT) -> str:
        """How to write a move, with an example."""

    @abstractmethod
    def read(self, line: str, position: PositionT, begin: PositionT) -> MoveT | str | None:
        """The move that a line names, or what is wrong with it, or None if the line does not look like a move.

        ``begin`` is the position at the start of the game. Taking the poison also counts as a move.
        """

    @abstractmethod
    def after(self, position: PositionT, move: MoveT) -> PositionT:
        """The position after a move."""

    @abstractmethod
    def is_poison(self, move: MoveT) -> bool:
        """Whether a move takes the poison."""

    @abstractmethod
    def is_over(self, position: PositionT) -> bool:
        """Whether only poison is left, so that the player to move has lost."""

    @abstractmethod
    def advise(self, position: PositionT) -> AdviceT:
        """Who wins, and how, as far as the computer knows."""

    @abstractmethod
    def is_known(self, advice: AdviceT) -> bool:
        """Whether it is known who wins, and if it is a winner, by which move."""

    @abstractmethod
    def best(self, advice: AdviceT) -> MoveT | None:
        """The winning move that the computer makes, or None if it knows none."""

    @abstractmethod
    def slow(self, position: PositionT, random: Random) -> MoveT:
        """A random move that takes little."""


@dataclass(frozen=True, slots=True)
class SolvedAdvice(Generic[SolutionT]):
    """The solution of a position, and that of the loser that the best move leaves, where it gives the reason."""

    solution: SolutionT
    left: SolutionT | None = None


@dataclass(frozen=True, slots=True)
class Event(Generic[PositionT, MoveT, AdviceT]):
    """Something that happened, with the position after it.

    ``side`` is the side that bit or won, and ``before`` the position before the bite. A reason is also about the
    position ``before``. ``text`` is the message of a mistake, how the game ended, or the position as it was typed.
    """

    kind: EventKind
    position: PositionT
    side: Side = "you"
    move: MoveT | None = None
    before: PositionT | None = None
    advice: AdviceT | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Turn(Generic[PositionT, AdviceT]):
    """A bite: the side that made it, the position before it, and the computer's advice."""

    side: Side
    position: PositionT
    advice: AdviceT | None


class Game(Generic[PositionT, MoveT, AdviceT]):
    """One game, and those that follow it after `new`.

    >>> from zchomp.bars.game import BarRules
    >>> game = Game(BarRules(), "(3,3)")
    >>> [event.kind for event in game.start()]
    ['start']
    >>> [(event.kind, event.side, event.move) for event in game.tell("2 3")][0]
    ('bite', 'you', (0, Move(row=2, column=3)))
    """

    def __init__(
        self,
        rules: Rules[PositionT, MoveT, AdviceT],
        position: PositionT | str,
        first: Side = "you",
        seed: int | None = None,
    ) -> None:
        self.rules = rules
        self.position = self._begin = rules.parse(position) if isinstance(position, str) else position
        self._typed = position if isinstance(position, str) else ""
        self.over = self.left = False
        self._first: Side = first
        self._random = Random(seed)  # noqa: S311 - a game, not a secret
        self._turns: list[Turn[PositionT, AdviceT]] = []
        self._asked = False

    def start(self) -> list[Event[PositionT, MoveT, AdviceT]]:
        """The first events: the position, and the computer's bite if it begins."""
        self._turns, self._asked, self.over = [], False, False
        advice = self.advise()
        unknown = None if self.rules.is_known(advice) else advice
        events = [self._event("start", self._first, advice=unknown, text=self._typed)]
        if self.rules.is_over(self.position):
            return [*events, self._end("computer" if self._first == "you" else "you", "at once")]
        return [*events, *(self._reply() if self._first == "computer" else [])]

    def tell(self, line: str) -> list[Event[PositionT, MoveT, AdviceT]]:
        """The events that a line of input causes."""
        asked, self._asked = self._asked, False
        word, _, rest = line.strip().partition(" ")
        if asked and word.lower() in {"y", "yes"}:
            return [self._end("computer", "poison")]
        if asked and word.lower() in {"n", "no", "undo"}:
            return [self._mistake("Nothing is bitten.")]
        simple: dict[str, Callable[[], Event[PositionT, MoveT, AdviceT]]] = {
            "hint": self._hint,
            "why": self._why,
            "undo": self._undo,
            "resign": self._resign,
            "help": lambda: self._event("help"),
            "quit": self._quit,
            "exit": self._quit,
        }
        if word.lower() in simple and not rest.strip():
            return [simple[word.lower()]()]
        if word.lower() == "new":
            return self._new(rest)
        if asked and not re.match(r"[0-9(]", word):
            self._asked = True
            return [self._mistake(f"{quote(line.strip(), 30)} is neither yes nor no; whoever eats the poison loses.")]
        return self._bite(line)

    def advise(self) -> AdviceT:
        """The advice for the position."""
        return self.rules.advise(self.position)

    def _bite(self, line: str) -> list[Event[PositionT, MoveT, AdviceT]]:
        """The human's bite, and the answer."""
        if self.over:
            return [self._mistake(f"The game is over, and {quote(line.strip())} is not one of new, undo, why or quit.")]
        move = self.rules.read(line, self.position, self._begin)
        if isinstance(move, str):
            return [self._mistake(sentence(move))]
        if move is None:
            said = f"{quote(line.strip(), 30)} is not a move; expected" if line.strip() else "Expected"
            return [self._mistake(f"{said} {self.rules.expected(self.position)}, or help.")]
        if self.rules.is_poison(move):
            self._asked = True
            return [self._event("question")]
        bitten = self._make("you", move, None)
        return [bitten, self._end("you", "left")] if self.rules.is_over(self.position) else [bitten, *self._reply()]

    def _reply(self) -> list[Event[PositionT, MoveT, AdviceT]]:
        """The computer's bite: a winning one, or else a slow one."""
        advice = self.advise()
        best = self.rules.best(advice)
        bitten = self._make("computer", self.rules.slow(self.position, self._random) if best is None else best, advice)
        return [bitten, self._end("computer", "left")] if self.rules.is_over(self.position) else [bitten]

    def _make(self, side: Side, move: MoveT, advice: AdviceT | None) -> Event[PositionT, MoveT, AdviceT]:
        before = self.position
        self._turns.append(Turn(side, before, advice))
        self.position = self.rules.after(before, move)
        return self._event("bite", side, move, before, advice)

    def _end(self, winner: Side, how: str) -> Event[PositionT, MoveT, AdviceT]:
        self.over = True
        return self._event("over", winner, text=how)

    def _hint(self) -> Event[PositionT, MoveT, AdviceT]:
        if self.over:
            return self._mistake("The game is over; expected new, undo, why or quit.")
        return self._event("hint", before=self.position, advice=self.advise())

    def _why(self) -> Event[PositionT, MoveT, AdviceT]:
        known = [turn for turn in self._turns if turn.advice is not None]
        if not known:
            hint = "" if self.over else "; type hint for a winning move"
            return self._mistake(f"I have not bitten yet{hint}.")
        return self._event("why", before=known[-1].position, advice=known[-1].advice)

    def _undo(self) -> Event[PositionT, MoveT, AdviceT]:
        """Go back to the position before the human's last bite, or from a resignation into the game."""
        if not self.over or self.rules.is_over(self.position):
            mine = [place for place, turn in enumerate(self._turns) if turn.side == "you"]
            if not mine:
                return self._mistake("There is nothing to take back: you have not bitten yet.")
            self.position = self._turns[mine[-1]].position
            del self._turns[mine[-1] :]
        self.over = False
        return self._event("undo")

    def _resign(self) -> Event[PositionT, MoveT, AdviceT]:
        return self._mistake("The game is over already.") if self.over else self._end("computer", "resigned")

    def _new(self, rest: str) -> list[Event[PositionT, MoveT, AdviceT]]:
        try:
            if rest.strip():
                self._begin, self._typed = self.rules.parse(rest), rest
        except ZchompError as problem:
            return [self._mistake(sentence(str(problem)))]
        self.position = self._begin
        return self.start()

    def _quit(self) -> Event[PositionT, MoveT, AdviceT]:
        self.left = True
        return self._event("quit", text="over" if self.over else "")

    def _mistake(self, text: str) -> Event[PositionT, MoveT, AdviceT]:
        return self._event("mistake", text=text)

    def _event(
        self,
        kind: EventKind,
        side: Side = "you",
        move: MoveT | None = None,
        before: PositionT | None = None,
        advice: AdviceT | None = None,
        text: str = "",
    ) -> Event[PositionT, MoveT, AdviceT]:
        return Event(kind, self.position, side, move, before, advice, text)


def sentence(message: str) -> str:
    """A message as a sentence.

    >>> sentence("row 2 is eaten")
    'Row 2 is eaten.'
    """
    return f"{message[:1].upper()}{message[1:]}."


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
