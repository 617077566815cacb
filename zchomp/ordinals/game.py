"""A game with rows of ordinals against the computer: a state machine without any terminal, like `play.game`.

    a line                           its effect
    2 3   1 w+3   1, w*2             bite row 2 at column 3, row 1 at column ω+3; the computer answers
    hint, why                        a winning move; how the computer knows its last one
    undo, new, new w,w,5             take back; start again, from another position if one is given
    resign, quit, help               give up; leave; explain the commands

The computer makes a winning bite where it knows one. Elsewhere it takes little: of a row like ω+5 a few squares at the
end, of a row like ω·2 everything but ω and a few. Every game ends, as no row becomes shorter for ever.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from zchomp import limits
from zchomp.answers.oracle import Oracle
from zchomp.errors import InvalidArgument, InvalidPosition, quote
from zchomp.ordinals.ordinal import Ordinal, omega_power
from zchomp.ordinals.position import OrdinalMove, OrdinalPosition, OrdinalPositionLike
from zchomp.ordinals.solution import OrdinalSolution, solve
from zchomp.play.game import EventKind, Side
from zchomp.results import Unknown

__all__ = ["OrdinalEvent", "OrdinalGame", "slow_bite"]

FEW = 3
"""The most squares that a slow bite takes, of a row that has a last square."""

LEFT = 9
"""The most squares, or multiples of ω, that a slow bite leaves of the last power of ω, if there is no last square."""


@dataclass(frozen=True, slots=True)
class OrdinalEvent:
    """Something that happened, with the position after it.

    ``side`` is the side that bit or won. ``text`` is the message of a mistake, or how the game ended.
    """

    kind: EventKind
    position: OrdinalPosition
    side: Side = "you"
    move: OrdinalMove | None = None
    advice: OrdinalSolution | Unknown | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A bite: the side that made it, the position before it, and what the computer knew."""

    side: Side
    position: OrdinalPosition
    advice: OrdinalSolution | Unknown | None


class OrdinalGame:
    """One game, and those that follow it by `new`.

    >>> game = OrdinalGame("w,w,5")
    >>> [event.kind for event in game.start()]
    ['start']
    >>> [(event.side, str(event.move.column)) for event in game.tell("3 3")]
    [('you', '3'), ('computer', '1')]
    """

    def __init__(
        self, position: OrdinalPositionLike, first: Side = "you", seed: int | None = None, oracle: Oracle | None = None
    ) -> None:
        self.position = self._begin = OrdinalPosition.of(position)
        self.over = self.left = False
        self._first: Side = first
        self._oracle = oracle
        self._random = Random(seed)  # noqa: S311 - a game, no secret
        self._turns: list[Turn] = []

    def start(self) -> list[OrdinalEvent]:
        """The first events: the position, and the computer's bite if it begins."""
        self._turns, self.over = [], False
        events = [OrdinalEvent("start", self.position, self._first)]
        if _is_over(self.position):
            return [*events, self._end("computer" if self._first == "you" else "you", "at once")]
        return events if self._first == "you" else [*events, *self._reply()]

    def tell(self, line: str) -> list[OrdinalEvent]:
        """The events after a line of input."""
        word, _, rest = line.strip().partition(" ")
        simple: dict[str, Callable[[], list[OrdinalEvent]]] = {
            "hint": self._hint,
            "why": self._why,
            "undo": self._undo,
            "resign": self._resign,
            "help": lambda: [OrdinalEvent("help", self.position)],
            "quit": self._quit,
            "exit": self._quit,
        }
        if word.lower() in simple and not rest.strip():
            return simple[word.lower()]()
        return self._new(rest) if word.lower() == "new" else self._bite(line)

    def advise(self) -> OrdinalSolution | Unknown:
        """Who wins the position, and how."""
        return solve(self.position, effort=limits.PLAYER_EFFORT, oracle=self._oracle)

    def _bite(self, line: str) -> list[OrdinalEvent]:
        """The human's bite, and the answer."""
        if self.over:
            return [self._mistake(f"The game is over, and {quote(line.strip())} is not one of new, undo, why, quit.")]
        found = re.fullmatch(
            r"\(?\s*([0-9]{1,9})(?:\s*,\s*|\s+)([^,()\s]+(?:\s*[+*^·]\s*[^,()\s]+)*)\s*\)?", line.strip()
        )
        if found is None:
            said = f"{quote(line.strip(), 30)} is not a move; expected" if line.strip() else "Expected"
            return [self._mistake(f"{said} row column, like 2 3 or 1 w+3, or help.")]
        try:
            move = OrdinalMove(int(found[1]), Ordinal.parse(found[2]))
            after = self.position.chomp(move)
        except (InvalidArgument, InvalidPosition) as problem:
            return [self._mistake(f"{str(problem)[:1].upper()}{str(problem)[1:]}.")]
        bitten = self._make("you", move, after, None)
        return [bitten, self._end("you", "left")] if _is_over(after) else [bitten, *self._reply()]

    def _reply(self) -> list[OrdinalEvent]:
        """The computer's bite: a winning one, or else a slow one."""
        advice = self.advise()
        if isinstance(advice, OrdinalSolution) and advice.winning_moves:
            move = advice.winning_moves[-1].move
        else:
            move = slow_bite(self.position, self._random)
        bitten = self._make("computer", move, self.position.chomp(move), advice)
        return [bitten, self._end("computer", "left")] if _is_over(self.position) else [bitten]

    def _make(
        self, side: Side, move: OrdinalMove, after: OrdinalPosition, advice: OrdinalSolution | Unknown | None
    ) -> OrdinalEvent:
        self._turns.append(Turn(side, self.position, advice))
        self.position = after
        return OrdinalEvent("bite", after, side, move, advice)

    def _end(self, winner: Side, how: str) -> OrdinalEvent:
        self.over = True
        return OrdinalEvent("over", self.position, winner, text=how)

    def _hint(self) -> list[OrdinalEvent]:
        if self.over:
            return [self._mistake("The game is over; expected new, undo, why or quit.")]
        return [OrdinalEvent("hint", self.position, advice=self.advise())]

    def _why(self) -> list[OrdinalEvent]:
        known = [turn for turn in self._turns if turn.advice is not None]
        if not known:
            hint = "" if self.over else "; type hint for a winning move"
            return [self._mistake(f"I have not bitten yet{hint}.")]
        return [OrdinalEvent("why", known[-1].position, advice=known[-1].advice)]

    def _undo(self) -> list[OrdinalEvent]:
        """Go back to the position before the human's last bite, or from a resignation into the game."""
        if not self.over or _is_over(self.position):
            mine = [place for place, turn in enumerate(self._turns) if turn.side == "you"]
            if not mine:
                return [self._mistake("There is nothing to take back: you have not bitten yet.")]
            self.position = self._turns[mine[-1]].position
            del self._turns[mine[-1] :]
        self.over = False
        return [OrdinalEvent("undo", self.position)]

    def _resign(self) -> list[OrdinalEvent]:
        return [self._mistake("The game is over already.") if self.over else self._end("computer", "resigned")]

    def _new(self, rest: str) -> list[OrdinalEvent]:
        try:
            self._begin = OrdinalPosition.parse(rest) if rest.strip() else self._begin
        except InvalidPosition as problem:
            return [self._mistake(f"{str(problem)[:1].upper()}{str(problem)[1:]}.")]
        self.position = self._begin
        return self.start()

    def _quit(self) -> list[OrdinalEvent]:
        self.left = True
        return [OrdinalEvent("quit", self.position, text="over" if self.over else "")]

    def _mistake(self, text: str) -> OrdinalEvent:
        return OrdinalEvent("mistake", self.position, text=text)


def slow_bite(position: OrdinalPosition, random: Random) -> OrdinalMove:
    """A random bite that takes little, of a row that is longer than the one below.

    >>> slow_bite(OrdinalPosition.of("w+1,w"), Random(1))
    OrdinalMove(row=1, column=Ordinal.of('w'))
    """
    shorter = [*position.rows[1:], Ordinal()]
    rows = [row for row, (length, below) in enumerate(zip(position.rows, shorter, strict=True), 1) if length > below]
    row = random.choice([row for row in rows if row > 1 or position.rows[0] > 1])
    length, least = position.rows[row - 1], max(shorter[row - 1], Ordinal.of(1 if row == 1 else 0))
    left = max(least, _a_little_less(length, random))
    return OrdinalMove(row, 1 + left)


def _a_little_less(length: Ordinal, random: Random) -> Ordinal:
    """A shorter row: without a few squares at the end, or with little of the last power of ω."""
    if length.is_largest:
        return omega_power(random.randint(1, FEW))
    *rest, (exponent, times) = length.terms
    if not exponent:
        less = times - random.randint(1, min(times, FEW))
        return Ordinal((*rest, (0, less)) if less else tuple(rest))
    kept = (*rest, (exponent, times - 1)) if times > 1 else tuple(rest)
    return Ordinal(kept) + omega_power(min(exponent - 1, 1), random.randint(1, LEFT))


def _is_over(position: OrdinalPosition) -> bool:
    """Whether only the poison is left."""
    return position.rows == (Ordinal.of(1),)
