"""Games: a board and its moves, of any kind, and a game on it against the computer, without any terminal.

A `Game` has a position, the moves that led to it, and the answers to who wins. A kind of board overrides a handful of
methods: `bars.game` for bars and sums of bars, `solid.words` for solid bars, `ordinals.words` for infinite rows,
`posets.game` for posets. `zchomp.game` reads any of them from text.

A `Match` is a game against the computer: it turns lines of input into events, and events into words or data. The human
is YOU, the computer is I. It is over when only poison is left, when somebody takes the poison, or when the human
resigns. The command undo also works after the end.

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
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from html import escape
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any, Generic, Literal, NamedTuple, Self, TypeAlias, TypeVar

from zchomp.core import limits
from zchomp.core.answers import Answer, Outcome, Solved, Unknown, missing_lines, to_losers, verdict_lines
from zchomp.core.documents import Data, sources_data
from zchomp.core.session import current
from zchomp.core.showing import Headed, fit, headed, shows
from zchomp.errors import InvalidPosition, TooLarge, ZchompError, quote

Side = Literal["you", "computer"]
EventKind = Literal["start", "bite", "over", "hint", "why", "undo", "question", "mistake", "help", "quit"]

PositionT = TypeVar("PositionT")  # a position of the game
MoveT = TypeVar("MoveT")  # a move
SolutionT = TypeVar("SolutionT", bound=Solved)  # type: ignore[type-arg]  # the answer about a position

MOST_MOVES = 100_000
"""The maximum number of moves that are listed."""

REFUTED = 3
"""How many moves from a loser are refuted, unless all of them are wanted."""

REPLY_EFFORT = 0.5
"""The effort for the reply to one of them: half a second."""

FEW_LISTED = 1000
"""The moves among which the smallest ones are sought."""

MOST_CELLS = 2000
"""The maximum number of cells of a picture."""


class Cell(NamedTuple):
    """A cell of the picture of a position: its place, to the right and downwards, and its letter or number."""

    x: int
    y: int
    text: str = ""
    is_poison: bool = False


class Game(ABC, Generic[PositionT, MoveT, SolutionT]):
    """A board, the position on it, and the moves since the beginning.

    >>> import zchomp
    >>> game = zchomp.game("3,2,1")
    >>> game.push("3 1")
    >>> print(game)
    (3, 2)
          1 2 3
      1 | P # #
      2 | # #
    >>> game.solve().outcome, game.best(), len(game.moves), game.is_over
    (<Outcome.LOSER: 'loser'>, None, 4, False)
    >>> game.pop(), game.best()
    (Move(row=3, column=1), Move(row=1, column=3))
    """

    example = ""
    """A position, as it is typed after `new`."""

    rules = ""
    """How moves are typed, and who loses."""

    expects = ""
    """How to write a move, with an example."""

    end = "Only poison is left"
    """What is left when the game is over, as the beginning of a sentence."""

    prompt = "your move> "

    def __init__(self, position: PositionT) -> None:
        self.begin = self.position = position
        self._past: list[tuple[PositionT, MoveT]] = []

    # What a kind of board says about positions and moves.

    @abstractmethod
    def anew(self, text: str) -> "AnyGame":
        """A game from another position. Raises ZchompError if the text is not a position."""

    @abstractmethod
    def read(self, text: str) -> MoveT | None:
        """The move that a text names, possibly the poison, or None if it does not look like a move.

        Raises ZchompError, which says what is wrong, if the square is outside the board or eaten.
        """

    @abstractmethod
    def after(self, position: PositionT, move: MoveT) -> PositionT:
        """The position after a move. Raises ZchompError if it is not a move."""

    @abstractmethod
    def is_poison(self, move: MoveT) -> bool:
        """Whether a move takes the poison."""

    @abstractmethod
    def is_final(self, position: PositionT) -> bool:
        """Whether only poison is left, so that the player to move has lost."""

    @abstractmethod
    def legal(self, position: PositionT) -> Iterator[MoveT]:
        """All moves. Raises TooLarge if they are infinitely many."""

    def size(self, position: PositionT) -> int:  # noqa: ARG002 - infinite boards have none
        """The number of squares."""
        return 0

    @abstractmethod
    def answer(self, position: PositionT, usual: float = limits.EFFORT) -> SolutionT | Unknown:
        """Who wins, and how, with the effort of the session, or else the usual one."""

    @abstractmethod
    def slow(self, random: Random) -> MoveT:
        """A random move that takes little."""

    def known_moves(self, answer: SolutionT) -> tuple[MoveT, ...]:
        """The moves of an answer that are known to win."""
        return tuple(answer.known_winning_moves)

    def best_of(self, answer: SolutionT) -> MoveT | None:
        """The winning move that leaves the fewest squares, or None if none is known."""
        moves = self.known_moves(answer)
        return min(moves, key=lambda move: self.size(self.after(answer.position, move)), default=None)

    # The words of a kind of board.

    @abstractmethod
    def name(self, position: PositionT) -> str:
        """A position in a sentence."""

    def lost_name(self, position: PositionT) -> str:
        """A position that is a loser, in a sentence."""
        return f"the loser {self.name(position)}"

    def size_name(self, position: PositionT) -> str:
        """What is left of a board that is too large to be drawn."""
        return self.name(position)

    def title(self, position: PositionT) -> str:
        """The name of the game, with its position."""
        return f"Chomp, {self.name(position)}"

    @abstractmethod
    def move_name(self, move: MoveT) -> str:
        """A square in a sentence."""

    @abstractmethod
    def drawing(self, position: PositionT, before: PositionT, width: int) -> str:
        """The drawing of a position, with what the last move took, or nothing if it is too large."""

    @abstractmethod
    def cells(self) -> Iterable[Cell]:
        """The cells of a picture of the position."""

    @abstractmethod
    def reason(self, answer: SolutionT) -> str:
        """How an answer is known, in a sentence."""

    def full_name(self, position: PositionT) -> str:
        """A position in the text of an answer."""
        return self.name(position)

    def square_name(self, move: MoveT) -> str:
        """A square in a list."""
        return self.move_name(move)

    def headline(self, answer: SolutionT) -> str:
        """Who wins, in a sentence."""
        return f"{self.full_name(answer.position)} is a {answer.outcome.value}."

    def wins(self, answer: SolutionT) -> list[str]:
        """The moves that are known to win, each with the loser that it leaves."""
        return to_losers(
            {
                self.square_name(move): self.full_name(self.after(answer.position, move))
                for move in self.known_moves(answer)
            }
        )

    def replies(self, answer: SolutionT) -> list[str]:
        """The moves from a loser that an answer refutes, each with the reply and the loser that this leaves."""
        lines = []
        for move, reply in getattr(answer, "replies", ()):
            left = self.after(self.after(answer.position, move), reply)
            lines.append(f"  after {self.square_name(move)}: {self.square_name(reply)} leaves {self.lost_name(left)}")
        return lines

    def reasons(self, answer: SolutionT) -> list[str]:
        """Why an answer is right, in lines."""
        return [self.reason(answer)]

    def notes(self, answer: SolutionT, option: str) -> list[str]:  # noqa: ARG002 - other boards need it
        """What else is said about a position, in lines."""
        return []

    def verdict(self, answer: SolutionT) -> str:
        """Whether the last move wins, from the answer about what it left."""
        begin, move = self._past[-1]
        said = f"{self.move_name(move)} from {self.name(begin)}"
        if answer.outcome is Outcome.LOSER:
            return sentence(f"{said} wins: it leaves {self.lost_name(self.position)}")
        reply = self.best_of(answer)
        how = "" if reply is None else f", and {self.move_name(reply)} then wins"
        return sentence(f"{said} does not win: it leaves the winner {self.name(self.position)}{how}")

    def answer_text(self, answer: SolutionT, option: str = "effort=") -> Headed:
        """Who wins, the winning moves with the losers that they leave, and why.

        ``option`` is how to give more effort: as an argument in Python, or as an option of a command.
        """
        moves = self.wins(answer)
        lines = verdict_lines(answer.outcome, moves, answer.missing, is_over=self.is_final(answer.position))
        missing = missing_lines(len(moves), answer.missing, option)
        lines += self.replies(answer)
        return headed(self.headline(answer), *lines, *self.reasons(answer), *missing, *self.notes(answer, option))

    key = "position"
    """The name of a position in data."""

    @abstractmethod
    def plain(self, position: PositionT) -> object:
        """A position as plain data."""

    def win_data(self, position: PositionT, move: MoveT) -> Data:
        """A winning move as data."""
        return {**self.move_data(move), "after": self.plain(self.after(position, move))}

    def solution_data(self, answer: SolutionT) -> Data:
        """An answer as data."""
        return {
            self.key: self.plain(answer.position),
            "outcome": answer.outcome.value,
            "winning_moves": [self.win_data(answer.position, move) for move in self.known_moves(answer)],
            "missing": None if answer.missing is None else answer.missing.to_dict(),
            **answer.reason.to_dict(),
            "sources": sources_data(answer.sources),
            "replies": self.replies_data(answer),
        }

    def replies_data(self, answer: SolutionT) -> list[Data]:
        """The moves from a loser that an answer refutes, as data."""
        start: PositionT = answer.position
        return [
            {**self.win_data(start, move), "reply": self.win_data(self.after(start, move), reply)}
            for move, reply in getattr(answer, "replies", ())
        ]

    def position_data(self, position: PositionT) -> Data:
        """A position as data, in the events of a game."""
        return {self.key: self.plain(position)}

    @abstractmethod
    def move_data(self, move: MoveT) -> Data:
        """A move as data."""

    def advice_data(self, answer: SolutionT) -> Data:
        """An answer as data, in the events of a game."""
        return self.solution_data(answer)

    def why_lost(self, answer: SolutionT) -> str:
        """Why the best move leaves a loser, or nothing if that is not known."""
        left = self.left_by(answer)
        return "" if left is None else self.reason(left)

    def meant(self, text: str) -> str:  # noqa: ARG002 - other boards need it
        """What a typed position may have been meant to be, as a sentence, or nothing."""
        return ""

    # What all games share.

    @property
    def moves(self) -> tuple[MoveT, ...]:
        """All moves. Raises TooLarge if they are too many to be listed."""
        found = tuple(islice(self.legal(self.position), MOST_MOVES + 1))
        if len(found) > MOST_MOVES:
            raise TooLarge(f"more than {MOST_MOVES} moves")
        return found

    @property
    def is_over(self) -> bool:
        """Whether only poison is left, so that the player to move has lost."""
        return self.is_final(self.position)

    @property
    def played(self) -> tuple[MoveT, ...]:
        """The moves since the beginning."""
        return tuple(move for _, move in self._past)

    def push(self, move: MoveT | str) -> None:
        """Make a move, given as it is or as it is typed. Raises ZchompError if it is not a move."""
        if isinstance(move, str):
            found = self.read(move)
            if found is None:
                raise InvalidPosition(f"{quote(move, 30)} is not a move; expected {self.expects}")
            move = found
        if self.is_poison(move):
            raise InvalidPosition(f"{self.move_name(move)} is the poison: taking it is not a move")
        after = self.after(self.position, move)
        self._past.append((self.position, move))
        self.position = after

    def pop(self) -> MoveT:
        """Take the last move back, and return it. Raises InvalidPosition if there is none."""
        if not self._past:
            raise InvalidPosition("there is no move to take back")
        self.position, move = self._past.pop()
        return move

    def replay(self, moves: Iterable[MoveT | str]) -> Self:
        """Make several moves, one after another, and return the game."""
        for move in moves:
            self.push(move)
        return self

    def solve(self) -> SolutionT | Unknown:
        """Who wins, all winning moves, and why, or Unknown."""
        return self.answer(self.position)

    def small(self, position: PositionT) -> Iterator[MoveT]:
        """Moves that take little, the smallest ones first."""
        few = islice(self.legal(position), FEW_LISTED)
        yield from sorted(few, key=lambda move: -self.size(self.after(position, move)))

    def refuted(self, most: int | None = REFUTED) -> SolutionT | Unknown:
        """The same as `solve`. If the position is lost, some small moves, or all moves, come with a reply that wins."""
        found = self.solve()
        if isinstance(found, Unknown) or not isinstance(found, Answer) or found.outcome is Outcome.WINNER:
            return found
        replies: list[tuple[MoveT, MoveT]] = []
        with current().within(REPLY_EFFORT):
            for move in self.moves if most is None else islice(self.small(self.position), most):
                answer = self.answer(self.after(self.position, move), REPLY_EFFORT)
                reply = None if isinstance(answer, Unknown) else self.best_of(answer)
                if reply is not None:
                    replies.append((move, reply))
        return replace(found, replies=tuple(replies))

    def best(self) -> MoveT | None:
        """The winning move that leaves the fewest squares, or None if none is known or the position is lost."""
        found = self.solve()
        return None if isinstance(found, Unknown) else self.best_of(found)

    def left_by(self, answer: SolutionT) -> SolutionT | None:
        """The answer about the loser that the best move of an answer leaves, if it is known."""
        best = self.best_of(answer)
        left = None if best is None else self.answer(self.after(answer.position, best), limits.PLAYER_EFFORT)
        return None if isinstance(left, Unknown) else left

    def __str__(self) -> str:
        return f"{self.name(self.position)}\n{self.drawing(self.position, self.position, 80)}".rstrip("\n")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.name(self.position)}>"

    def _repr_svg_(self) -> str | None:
        """A small picture for a notebook, or None if the board is too large for one."""
        cells = list(islice(self.cells(), MOST_CELLS + 1))
        if not cells or len(cells) > MOST_CELLS:
            return None
        side = max(24, *(10 + 8 * len(cell.text) for cell in cells))
        wide, high = 1 + max(cell.x for cell in cells), 1 + max(cell.y for cell in cells)
        drawn = (
            f'<rect x="{cell.x * side + 1}" y="{cell.y * 24 + 1}" width="{side - 2}" height="22" rx="3" '
            f'fill="{"#c33" if cell.is_poison else "#d9a066"}"/>'
            f'<text x="{cell.x * side + side // 2}" y="{cell.y * 24 + 17}">{escape(cell.text)}</text>'
            for cell in cells
        )
        style = 'font-family="monospace" font-size="13" text-anchor="middle"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide * side}" height="{high * 24}" {style}>'
            f"<title>{escape(self.title(self.position))}</title>{''.join(drawn)}</svg>"
        )


AnyGame: TypeAlias = Game[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Event(Generic[PositionT, MoveT, SolutionT]):
    """Something that happened, with the position after it.

    ``side`` is the side that bit or won, and ``before`` the position before the bite. An answer is also about the
    position ``before``, except at the start. ``text`` is the message of a mistake, how the game ended, or the position
    as it was typed.
    """

    kind: EventKind
    position: PositionT
    side: Side = "you"
    move: MoveT | None = None
    before: PositionT | None = None
    advice: SolutionT | Unknown | None = None
    text: str = ""


class Match(Generic[PositionT, MoveT, SolutionT]):
    """A game against the computer, and those that follow it after `new`, which ``read`` reads.

    >>> import zchomp
    >>> match = Match(zchomp.game("(3,3)"))
    >>> [event.kind for event in match.start()]
    ['start']
    >>> [(event.kind, event.side, event.move) for event in match.tell("2 3")][0]
    ('bite', 'you', Move(row=2, column=3))
    """

    def __init__(
        self,
        game: Game[PositionT, MoveT, SolutionT],
        first: Side = "you",
        seed: int | None = None,
        typed: str = "",
        read: "Callable[[str], AnyGame] | None" = None,
    ) -> None:
        self.game = game
        self._read = read or game.anew
        self.over = self.left = False
        self._typed = typed
        self._first: Side = first
        self._random = Random(seed)  # noqa: S311 - a game, not a secret
        self._turns: list[tuple[Side, PositionT, SolutionT | Unknown | None]] = []
        self._asked = False

    @property
    def position(self) -> PositionT:
        """The position now."""
        return self.game.position

    def start(self) -> list[Event[PositionT, MoveT, SolutionT]]:
        """The first events: the position, and the computer's bite if it begins."""
        self._turns, self._asked, self.over = [], False, False
        advice = self.advise()
        is_known = not isinstance(advice, Unknown) and (advice.outcome is Outcome.LOSER or self._best(advice))
        events = [self._event("start", self._first, advice=None if is_known else advice, text=self._typed)]
        if self.game.is_over:
            return [*events, self._end("computer" if self._first == "you" else "you", "at once")]
        return [*events, *(self._reply() if self._first == "computer" else [])]

    def tell(self, line: str) -> list[Event[PositionT, MoveT, SolutionT]]:
        """The events that a line of input causes."""
        word, _, rest = line.strip().partition(" ")
        simple: dict[str, Callable[[], Event[PositionT, MoveT, SolutionT]]] = {
            "hint": self._hint,
            "why": self._why,
            "undo": self._undo,
            "resign": self._resign,
            "help": lambda: self._event("help"),
            "quit": self._quit,
            "exit": self._quit,
        }
        asked, self._asked = self._asked, False
        if asked and word.lower() in {"y", "yes", "n", "no", "undo"}:
            is_eaten = word.lower() in {"y", "yes"}
            return [self._end("computer", "poison") if is_eaten else self._mistake("Nothing is bitten.")]
        if word.lower() in simple and not rest.strip():
            return [simple[word.lower()]()]
        if asked and word.lower() != "new" and not re.match(r"[0-9(]", word):
            self._asked = True
            return [self._mistake(f"{quote(line.strip(), 30)} is neither yes nor no; whoever eats the poison loses.")]
        try:
            return self._new(rest) if word.lower() == "new" else self._bite(line)
        except ZchompError as problem:
            return [self._mistake(sentence(str(problem)))]

    def advise(self) -> SolutionT | Unknown:
        """What the computer knows about the position."""
        return self.game.answer(self.position, limits.PLAYER_EFFORT)

    def _best(self, advice: SolutionT | Unknown) -> MoveT | None:
        return None if isinstance(advice, Unknown) else self.game.best_of(advice)

    def _bite(self, line: str) -> list[Event[PositionT, MoveT, SolutionT]]:
        """The human's bite, and the answer."""
        if self.over:
            return [self._mistake(f"The game is over, and {quote(line.strip())} is not one of new, undo, why or quit.")]
        move = self.game.read(line.strip())
        if move is None:
            said = f"{quote(line.strip(), 30)} is not a move; expected" if line.strip() else "Expected"
            return [self._mistake(f"{said} {self.game.expects}, or help.")]
        if self.game.is_poison(move):
            self._asked = True
            return [self._event("question")]
        bitten = self._make("you", move, None)
        return [bitten, self._end("you", "left")] if self.game.is_over else [bitten, *self._reply()]

    def _reply(self) -> list[Event[PositionT, MoveT, SolutionT]]:
        """The computer's bite: a winning one, or else a slow one."""
        advice = self.advise()
        best = self._best(advice)
        bitten = self._make("computer", self.game.slow(self._random) if best is None else best, advice)
        return [bitten, self._end("computer", "left")] if self.game.is_over else [bitten]

    def _make(self, side: Side, move: MoveT, advice: SolutionT | Unknown | None) -> Event[PositionT, MoveT, SolutionT]:
        before = self.position
        self.game.push(move)
        self._turns.append((side, before, advice))
        return self._event("bite", side, move, before, advice)

    def _end(self, winner: Side, how: str) -> Event[PositionT, MoveT, SolutionT]:
        self.over = True
        return self._event("over", winner, text=how)

    def _hint(self) -> Event[PositionT, MoveT, SolutionT]:
        if self.over:
            return self._mistake("The game is over; expected new, undo, why or quit.")
        return self._event("hint", before=self.position, advice=self.advise())

    def _why(self) -> Event[PositionT, MoveT, SolutionT]:
        known = [(before, advice) for _, before, advice in self._turns if advice is not None]
        if not known:
            hint = "" if self.over else "; type hint for a winning move"
            return self._mistake(f"I have not bitten yet{hint}.")
        before, advice = known[-1]
        return self._event("why", before=before, advice=advice)

    def _undo(self) -> Event[PositionT, MoveT, SolutionT]:
        """Go back to the position before the human's last bite, or from a resignation into the game."""
        if not self.over or self.game.is_over:
            if not any(side == "you" for side, _, _ in self._turns):
                return self._mistake("There is nothing to take back: you have not bitten yet.")
            side: Side = "computer"
            while side == "computer":
                self.game.pop()
                side, _, _ = self._turns.pop()
        self.over = False
        return self._event("undo")

    def _resign(self) -> Event[PositionT, MoveT, SolutionT]:
        return self._mistake("The game is over already.") if self.over else self._end("computer", "resigned")

    def _new(self, rest: str) -> list[Event[PositionT, MoveT, SolutionT]]:
        if rest.strip():
            self.game, self._typed = self._read(rest), rest
        while self.game.played:
            self.game.pop()
        return self.start()

    def _quit(self) -> Event[PositionT, MoveT, SolutionT]:
        self.left = True
        return self._event("quit", text="over" if self.over else "")

    def _mistake(self, text: str) -> Event[PositionT, MoveT, SolutionT]:
        return self._event("mistake", text=text)

    def _event(
        self,
        kind: EventKind,
        side: Side = "you",
        move: MoveT | None = None,
        before: PositionT | None = None,
        advice: SolutionT | Unknown | None = None,
        text: str = "",
    ) -> Event[PositionT, MoveT, SolutionT]:
        return Event(kind, self.position, side, move, before, advice, text)

    def text(self, event: Event[PositionT, MoveT, SolutionT], width: int) -> str:
        """The text of an event."""
        match event.kind:
            case "start":
                first = "You begin." if event.side == "you" else "I begin."
                drawn = f"{self._drawing(event, width)}{self._warning(event)}"
                text = f"{self.game.title(event.position)}. {first} Type help for help.{drawn}"
            case "bite":
                bitten = f"{'You' if event.side == 'you' else 'I'} bite {self._move(event.move)}."
                standing = f" {self._standing(event)}" if event.side == "computer" else ""
                text = f"{bitten}{standing}{self._drawing(event, width)}"
            case "undo":
                text = f"Taken back. It is your turn.{self._drawing(event, width)}"
            case "question":
                text = "That is the poison: whoever eats it loses. Eat it? (yes or no)"
            case "over":
                text = _ending(event.side, event.text, self.game.end)
            case "help":
                text = f"{self.game.rules}{COMMANDS.format(start=self.game.example)}"
            case "quit":
                text = self.farewell()
            case _:
                text = event.text
                if event.advice is not None and event.before is not None:
                    text = self._explained(event.advice, event.before, mine=event.kind == "why")
        return fit(text, width)

    def farewell(self) -> str:
        """The last line of a game."""
        return "Goodbye." if self.over else f"Goodbye. The game is left at {self.game.name(self.position)}."

    def data(self, event: Event[PositionT, MoveT, SolutionT]) -> Data:
        """An event as data."""
        told: Data = {"event": event.kind, **self.game.position_data(event.position)}
        if event.kind in {"start", "bite"}:
            told["by"] = event.side
        if event.move is not None:
            told |= self.game.move_data(event.move)
        if event.kind == "over":
            told |= {"winner": event.side, "how": event.text}
        if event.kind == "mistake":
            told["message"] = event.text
        if isinstance(event.advice, Unknown):
            told["advice"] = dict(event.advice.to_dict())
        elif event.advice is not None:
            told["advice"] = self.game.advice_data(event.advice)
        return told

    def _move(self, move: MoveT | None) -> str:
        return "" if move is None else self.game.move_name(move)

    def _drawing(self, event: Event[PositionT, MoveT, SolutionT], width: int) -> str:
        """The drawing of the position on separate lines, or what is left of a board that is too large."""
        before = event.position if event.before is None else event.before
        drawn = self.game.drawing(event.position, before, width)
        if drawn:
            return f"\n{drawn}"
        return "" if event.kind == "start" else f" Left: {self.game.size_name(event.position)}."

    def _warning(self, event: Event[PositionT, MoveT, SolutionT]) -> str:
        """A warning before a game if the computer does not know who wins, or how, and otherwise nothing."""
        if event.advice is None:
            return ""
        known, missing = "I do not know who wins here", event.advice
        if not isinstance(missing, Unknown):
            known = f"{'You win' if event.side == 'you' else 'I win'} with best play, but I know no winning move"
            missing = Unknown("it is not known") if missing.missing is None else missing.missing
        meant = self.game.meant(event.text)
        return f"\n{known}, so I take small bites: {missing.advice(OPTION)}." + (f"\n{meant}" if meant else "")

    def _explained(self, advice: SolutionT | Unknown, position: PositionT, mine: bool) -> str:
        """A hint, or the computer's reason for its last bite, which it made at this position."""
        who = "I was" if mine else "You are"
        if isinstance(advice, Unknown):
            said = f"{who} on a position that is not known to be a winner or a loser."
            return f"{said}\n{sentence(advice.advice(OPTION))}"
        best = self.game.best_of(advice)
        if best is not None:
            others = len(self.game.known_moves(advice)) - 1
            more = f" ({others} other bite{'s' * (others > 1)} would win too.)" if others else ""
            left = self.game.lost_name(self.game.after(position, best))
            said = f"{'I bit' if mine else 'Bite'} {self._move(best)}: that leaves {left}.{more}"
            return f"{said}\n{self.game.why_lost(advice)}".rstrip()
        if advice.outcome is Outcome.LOSER:
            rest = "So I took little." if mine else "All you can do is take little and wait for a mistake."
            said = f"{who} on {self.game.lost_name(position)}: every bite leaves a winner. {rest}"
        else:
            said = f"{who} on a winner, but no winning move is known."
        missing = "" if advice.missing is None else f"\n{sentence(advice.missing.advice(OPTION))}"
        return f"{said}\n{self.game.reason(advice)}".rstrip() + missing

    def _standing(self, event: Event[PositionT, MoveT, SolutionT]) -> str:
        """Who wins after the computer's bite, as a sentence."""
        advice = event.advice
        if advice is None or isinstance(advice, Unknown):
            return "I know no winning move."
        if self.game.best_of(advice) is not None:
            return f"You are on {self.game.lost_name(event.position)}."
        return f"I {'have' if advice.outcome is Outcome.LOSER else 'know'} no winning move."


def game_of(answer: Answer[Any, Any, Any]) -> AnyGame:
    """The game that an answer is about."""
    module, name = answer.reason.game.split(":")
    found: AnyGame = getattr(import_module(f"zchomp.{module}"), name)(answer.position)
    return found


@shows(Answer, "json")
def answer_data(answer: Answer[Any, Any, Any]) -> Data:
    """The same as data."""
    return answer.to_dict()


@shows(Answer)
def answer_text(answer: Answer[Any, Any, Any], option: str = "effort=") -> Headed:
    """Who wins, and why, as `zchomp solve` prints it. ``option`` is how to give more effort."""
    return game_of(answer).answer_text(answer, option)


def sentence(message: str) -> str:
    """A message as a sentence.

    >>> sentence("row 2 is eaten")
    'Row 2 is eaten.'
    """
    return f"{message[:1].upper()}{message[1:]}."


OPTION = "--effort "
"""How more effort is given."""

COMMANDS = """
  hint     a winning move, if there is one
  why      why I made my last move
  undo     take your last bite back
  new      start again, also from another position: new {start}
  resign   give up this game
  quit     leave (so does Ctrl-D)"""
"""What a player may type, besides moves."""


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
