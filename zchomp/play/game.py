"""A game against the computer: a state machine without any terminal.

`Game.start` and `Game.tell` turn lines of input into events. Other modules make words and drawings of the events. The
human is YOU, the computer is I. A game is over when only poison is left, when somebody takes the poison, or when the
human resigns. The command undo leads back from there, too.

    a line                           its effect
    2 3   2,3   (2,3)                bite row 2 at column 3; the computer answers
    1 2 3                            in a sum: the same in bar 1
    hint, why                        a winning move; how the computer knows its last one
    undo, new, new (5,4,3)           take back; start again, from another position if one is given
    resign, quit, help               give up; leave; explain the commands
"""

import re
from dataclasses import dataclass
from random import Random
from typing import Literal

from zchomp.answers.oracle import Oracle
from zchomp.answers.sums import parse_bars
from zchomp.errors import InvalidPosition, quote
from zchomp.play.player import Advice, Bars, advise, is_over, slow_bite
from zchomp.position import MAX_DIGITS, Move, Position, PositionLike
from zchomp.results import Unknown

__all__ = ["Event", "EventKind", "Game", "Side"]

Side = Literal["you", "computer"]
EventKind = Literal["start", "bite", "over", "hint", "why", "undo", "question", "mistake", "help", "quit"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, with the bars after it.

    ``side`` is the side that bit or won. ``number`` is the index of the bar, from 0, and ``before`` are the bars before
    the bite. ``text`` is the message of a mistake, how the game ended, or the position as it was typed.
    """

    kind: EventKind
    bars: Bars
    side: Side = "you"
    number: int = 0
    move: Move | None = None
    before: Bars | None = None
    advice: Advice | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A bite: the side that made it, the bars before it, and the computer's advice."""

    side: Side
    bars: Bars
    advice: Advice | None


class Game:
    """One game, and those that follow it by `new`.

    >>> game = Game("(3,3)")
    >>> [event.kind for event in game.start()]
    ['start']
    >>> [(event.kind, event.side, event.move) for event in game.tell("2 3")][0]
    ('bite', 'you', Move(row=2, column=3))
    """

    def __init__(
        self, position: PositionLike, first: Side = "you", seed: int | None = None, oracle: Oracle | None = None
    ) -> None:
        self.bars = self._begin = parse_bars(position) if isinstance(position, str) else (Position.of(position),)
        self._typed = position if isinstance(position, str) else str(self.bars[0])
        self.over = self.left = False
        self._first: Side = first
        self._oracle = oracle
        self._random = Random(seed)  # noqa: S311 - a game, no secret
        self._turns: list[Turn] = []
        self._asked = False

    def start(self) -> list[Event]:
        """The first events: the position, and the computer's bite if it begins."""
        self._turns, self._asked, self.over = [], False, False
        advice = self.advise()
        unknown = advice if isinstance(advice.outcome, Unknown) else None
        events = [Event("start", self.bars, self._first, advice=unknown, text=self._typed)]
        if is_over(self.bars):
            return [*events, self._end("computer" if self._first == "you" else "you", "at once")]
        return [*events, *(self._reply() if self._first == "computer" else [])]

    def tell(self, line: str) -> list[Event]:
        """The events that a line of input causes."""
        asked, self._asked = self._asked, False
        word, _, rest = line.strip().partition(" ")
        if asked and word.lower() in {"y", "yes"}:
            return [self._end("computer", "poison")]
        if asked and word.lower() in {"n", "no", "undo"}:
            return [self._mistake("Nothing is bitten.")]
        simple = {
            "hint": self._hint,
            "why": self._why,
            "undo": self._undo,
            "resign": self._resign,
            "help": lambda: [Event("help", self.bars)],
            "quit": self._quit,
            "exit": self._quit,
        }
        if word.lower() in simple and not rest.strip():
            return simple[word.lower()]()
        if word.lower() == "new":
            return self._new(rest)
        if asked and not re.match(r"[0-9(]", word):
            self._asked = True
            return [self._mistake(f"{quote(line.strip(), 30)} is neither yes nor no; whoever eats the poison loses.")]
        return self._bite(line)

    def advise(self) -> Advice:
        """The advice for the position."""
        return advise(self.bars, oracle=self._oracle)

    def _bite(self, line: str) -> list[Event]:
        """The human's bite, and the answer."""
        chosen = self._read(line)
        if isinstance(chosen, str):
            return [self._mistake(chosen)]
        number, move = chosen
        if move == (1, 1):
            self._asked = True
            return [Event("question", self.bars, number=number)]
        bitten = self._make("you", number, move, None)
        return [bitten, self._end("you", "left")] if is_over(self.bars) else [bitten, *self._reply()]

    def _read(self, line: str) -> tuple[int, Move] | str:
        """The square that a line names, or the mistake in it."""
        if self.over:
            return f"The game is over, and {quote(line.strip())} is not one of new, undo, why, quit."
        shape = "row column" if len(self.bars) == 1 else "bar row column"
        words = [word for word in re.split(r"[\s,]+", line.strip().strip("()").strip()) if word]
        if len(words) != len(shape.split()) or not all(
            re.fullmatch(r"[0-9]+", word) and len(word) <= MAX_DIGITS for word in words
        ):
            said = f"{quote(line.strip(), 30)} is not a move; expected" if line.strip() else "Expected"
            return f"{said} {shape}, like {'2 3' if len(self.bars) == 1 else '1 2 3'}, or help."
        *bar, row, column = map(int, words)
        if bar and not 1 <= bar[0] <= len(self.bars):
            return f"There is no bar {quote(bar[0])}: expected 1 to {len(self.bars)}."
        number = bar[0] - 1 if bar else 0
        return self._look_at(number, Move(row, column))

    def _look_at(self, number: int, move: Move) -> tuple[int, Move] | str:
        """The square, if it is there."""
        now, begin = self.bars[number].rows, self._begin[number].rows
        square = f"Row {quote(move.row)}, column {quote(move.column)}"
        if not (1 <= move.row <= len(begin) and 1 <= move.column <= begin[move.row - 1]):
            size = f"which began with {len(begin)} row{'s' * (len(begin) > 1)}"
            if 1 <= move.row <= len(begin):
                size = f"whose row {move.row} began with {quote(begin[move.row - 1])}"
            return f"{square} is outside the bar, {size}."
        length = now[move.row - 1] if move.row <= len(now) else 0
        if move.column > length:
            left = f"{quote(length)} of row {move.row} {'is' if length == 1 else 'are'} left"
            return f"{square} is eaten: {left if length else f'nothing of row {move.row} is left'}."
        return number, move

    def _reply(self) -> list[Event]:
        """The computer's bite: a winning one that leaves few squares, or else a slow one."""
        advice = self.advise()
        if advice.best is not None:
            number, move = advice.best[0], advice.best[1].move
        else:
            number, move = slow_bite(self.bars, self._random)
        bitten = self._make("computer", number, move, advice)
        return [bitten, self._end("computer", "left")] if is_over(self.bars) else [bitten]

    def _make(self, side: Side, number: int, move: Move, advice: Advice | None) -> Event:
        before = self.bars
        self._turns.append(Turn(side, before, advice))
        self.bars = (*before[:number], before[number].chomp(move), *before[number + 1 :])
        return Event("bite", self.bars, side, number, move, before, advice)

    def _end(self, winner: Side, how: str) -> Event:
        self.over = True
        return Event("over", self.bars, winner, text=how)

    def _hint(self) -> list[Event]:
        if self.over:
            return [self._mistake("The game is over; expected new, undo, why or quit.")]
        return [Event("hint", self.bars, advice=self.advise())]

    def _why(self) -> list[Event]:
        known = [turn.advice for turn in self._turns if turn.advice is not None]
        if not known:
            hint = "" if self.over else "; type hint for a winning move"
            return [self._mistake(f"I have not bitten yet{hint}.")]
        return [Event("why", self.bars, advice=known[-1])]

    def _undo(self) -> list[Event]:
        """Go back to the bars before the human's last bite, or from a resignation into the game."""
        if not self.over or is_over(self.bars):
            while self._turns and self._turns[-1].side == "computer":
                if len(self._turns) == 1:  # the computer began: there is nothing of the human's to take back
                    return [self._mistake("There is nothing to take back: you have not bitten yet.")]
                self.bars = self._turns.pop().bars
            if not self._turns:
                return [self._mistake("There is nothing to take back: you have not bitten yet.")]
            self.bars = self._turns.pop().bars
        self.over = False
        return [Event("undo", self.bars)]

    def _resign(self) -> list[Event]:
        return [self._mistake("The game is over already.") if self.over else self._end("computer", "resigned")]

    def _new(self, rest: str) -> list[Event]:
        try:
            if rest.strip():
                self._begin, self._typed = parse_bars(rest), rest
        except InvalidPosition as problem:
            return [self._mistake(f"{str(problem)[:1].upper()}{str(problem)[1:]}.")]
        self.bars = self._begin
        return self.start()

    def _quit(self) -> list[Event]:
        self.left = True
        return [Event("quit", self.bars, text="over" if self.over else "")]

    def _mistake(self, text: str) -> Event:
        return Event("mistake", self.bars, text=text)
