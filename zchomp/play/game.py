"""A game against the computer on any kind of board: a state machine without any terminal.

`Rules` say how positions and moves of a kind of board are read, what a move leaves, and what the computer knows. They
are in `play.bars` for bars, `solid.game` for solid bars, `posets.game` for posets and `ordinals.game` for infinite
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
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Generic, Literal, TypeVar

from zchomp.errors import ZchompError, quote

__all__ = ["AdviceT", "Event", "EventKind", "Game", "MoveT", "PositionT", "Rules", "Side", "SolvedAdvice", "sentence"]

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

    >>> from zchomp.play.bars import BarRules
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
