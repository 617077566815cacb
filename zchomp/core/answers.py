"""Answers: who wins, or not known, with the reason; and where an answer comes from.

Sources: where an answer comes from. Every answer names its sources in the same way, as a tuple of these.

Answers: who wins, or not known, with the reason.

Outcome    who wins: the player to move, or the opponent
Solved     an answer to who wins, which is neither true nor false
Unknown    not known: a result of its own, never False and never an exception
AtLeast    a number that is not known, with a proved lower bound

The lines about winning moves are the same for all games.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, Protocol, TypedDict, TypeVar

from zchomp.core.showing import Shown, html_text


class Source(StrEnum):
    """Where an answer comes from, in the order in which sources are consulted.

    Generating functions, and the program extracted from Coq, are consulted only when they are requested by name.
    """

    CERTIFICATE = "certificate"
    LIBRARY = "library"
    THEOREM = "theorem"
    RECURRENCE = "recurrence"
    GENFUN = "genfun"
    SEARCH = "search"
    COQ = "coq"


def in_order(sources: Iterable[Source]) -> tuple[Source, ...]:
    """Sources without repetition, in the order in which they are consulted.

    >>> in_order([Source.SEARCH, Source.LIBRARY, Source.SEARCH])
    (<Source.LIBRARY: 'library'>, <Source.SEARCH: 'search'>)
    """
    found = set(sources)
    return tuple(source for source in Source if source in found)


class Sourced(Protocol):
    """An answer that names its sources."""

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources of the answer, in the order in which they are consulted."""


class Outcome(StrEnum):
    """Who wins with best play: the player to move (winner), or the opponent (loser). It has no truth value."""

    WINNER = "winner"
    LOSER = "loser"

    def __bool__(self) -> NoReturn:
        raise TypeError("an outcome is neither true nor false; compare it, as in outcome is zchomp.Outcome.WINNER")


class UnknownRecord(TypedDict):
    """Why something is not known, as plain data, and the effort that is enough, if known."""

    unknown: str
    effort: int | None


class AtLeastRecord(UnknownRecord):
    """A lower bound on a number that is not known, as plain data."""

    at_least: int


@dataclass(frozen=True, slots=True)
class Theorem:
    """A theorem for boards of all sizes: an identifier, what it states, and its names in Coq if it is proved there."""

    identifier: str
    statement: str
    coq: str = ""

    def __str__(self) -> str:
        return f"{self.statement} ({self.coq})" if self.coq else self.statement


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an answer is right: a theorem, and what a kind of board adds: the facts, the proof, or what was searched.

    ``game`` is the class of `zchomp` that has the words of such answers, by its module and its name.
    """

    game: ClassVar[str]
    theorem: Theorem | None = None

    def to_dict(self) -> dict[str, object]:
        """The reason as plain data."""
        return {"theorem": None if self.theorem is None else str(self.theorem)}


PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")
ReasonT = TypeVar("ReasonT", bound=Reason)


class Solved(Shown, Generic[MoveT], words="core.game"):
    """An answer to who wins, as ``outcome``. It has no truth value, so that a loser is never mistaken for a "yes"."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def outcome(self) -> Outcome:
            """Who wins."""

        @property
        def known_winning_moves(self) -> tuple[MoveT, ...]:
            """The moves that are known to win."""

        @property
        def missing(self) -> "Unknown | None":
            """Why other moves may win, or None if all winning moves are known."""

        @property
        def position(self) -> Any:
            """The position."""

        @property
        def reason(self) -> Any:
            """Why the answer is right."""

        @property
        def sources(self) -> tuple[Source, ...]:
            """Where the answer comes from."""

    @property
    def winning_moves(self) -> "tuple[MoveT, ...] | Unknown":
        """All winning moves, or Unknown if there may be others than ``known_winning_moves``."""
        return self.known_winning_moves if self.missing is None else self.missing

    def __bool__(self) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} is neither true nor false; test outcome is zchomp.Outcome.WINNER")


@dataclass(frozen=True, slots=True, repr=False)
class Answer(Solved[MoveT], Generic[PositionT, MoveT, ReasonT], words="core.game"):
    """Who wins a position of any game, the moves that win, why, and where this comes from.

    ``missing`` says why other moves may win, or is None if all winning moves are known. ``nim_value`` is None if it was
    not sought. ``decided_by`` are the sources of the outcome alone, and ``valued_by`` those of the nim-value, if they
    may differ from those of the whole. ``replies`` are moves from a loser, each with a reply that leaves a loser.
    """

    position: PositionT
    outcome: Outcome
    known_winning_moves: tuple[MoveT, ...]
    reason: ReasonT
    sources: tuple[Source, ...] = ()
    missing: "Unknown | None" = None
    nim_value: "int | AtLeast | None" = None
    decided_by: tuple[Source, ...] = field(default=(), compare=False)
    valued_by: tuple[Source, ...] = field(default=(), compare=False)
    replies: tuple[tuple[MoveT, MoveT], ...] = field(default=(), compare=False)

    @property
    def theorem(self) -> Theorem | None:
        """The theorem for all sizes that decides, if one does."""
        return self.reason.theorem

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data, as in JSON output.

        >>> import zchomp
        >>> zchomp.solve("2,1").to_dict()["outcome"]
        'loser'
        """
        from zchomp.core.game import game_of  # the game has the words for its positions and moves

        return game_of(self).solution_data(self)


@dataclass(frozen=True, slots=True)
class Unknown:
    """Not known, and why: a result of its own, never False and never an exception.

    ``effort`` is the effort in seconds that is enough for an answer, if known.

    >>> answer = Unknown("the proof needs about 3 s", effort=3)
    >>> isinstance(answer, Unknown), answer.reason, answer.effort
    (True, 'the proof needs about 3 s', 3)
    >>> print(answer)
    not known: the proof needs about 3 s; retry with effort=3
    >>> bool(answer)
    Traceback (most recent call last):
    TypeError: not known is neither true nor false (the proof needs about 3 s); test isinstance(answer, zchomp.Unknown)
    """

    verdict: ClassVar[str] = "not known"
    reason: str
    effort: int | None = field(default=None, kw_only=True)

    def __bool__(self) -> NoReturn:
        advice = "test isinstance(answer, zchomp.Unknown)"
        raise TypeError(f"not known is neither true nor false ({self.reason}); {advice}")

    def __str__(self) -> str:
        return f"{self.verdict}: {self.advice()}"

    def advice(self, option: str = "effort=") -> str:
        """The reason, and the effort to retry with, if one is known: ``option`` is how it is given.

        >>> Unknown("the proof needs about 3 s", effort=3).advice("--effort ")
        'the proof needs about 3 s; retry with --effort 3'
        """
        return self.reason if self.effort is None else f"{self.reason}; retry with {option}{self.effort}"

    def to_dict(self) -> UnknownRecord:
        """The reason and the effort as plain data."""
        return {"unknown": self.reason, "effort": self.effort}

    def _repr_html_(self) -> str:
        return html_text(str(self))


@dataclass(frozen=True, slots=True)
class TooCostly(Unknown):
    """No answer, because it takes too much time or memory, or is too long to be listed.

    >>> print(TooCostly("a list of 900 lines needs about 5 min", effort=300))
    too costly: a list of 900 lines needs about 5 min; retry with effort=300
    """

    verdict: ClassVar[str] = "too costly"


@dataclass(frozen=True, slots=True)
class AtLeast(Unknown):
    """A number that is not known, with a proved lower bound, ``value``, and the sources of this bound, if any."""

    value: int
    sources: tuple[Source, ...] = field(default=(), kw_only=True, compare=False, repr=False)

    def to_dict(self) -> AtLeastRecord:
        """The bound, the reason and the effort as plain data.

        >>> AtLeast("the proof needs about 3 s", 2, effort=3).to_dict()
        {'at_least': 2, 'unknown': 'the proof needs about 3 s', 'effort': 3}
        """
        return {"at_least": self.value, "unknown": self.reason, "effort": self.effort}


def verdict_lines(outcome: Outcome, moves: Sequence[str], missing: Unknown | None, is_over: bool = False) -> list[str]:
    """The lines about the moves of a position: that all moves of a loser fail, or the winning moves of a winner.

    ``missing`` says why there may be further winning moves.

    >>> verdict_lines(Outcome.WINNER, ["row 2", "row 3"], None), verdict_lines(Outcome.LOSER, [], None)
    (['Both winning moves:', '  row 2', '  row 3'], ['Every move leads to a winner.'])
    """
    if outcome is Outcome.LOSER:
        return ["There is no move." if is_over else "Every move leads to a winner."]
    if missing is not None:
        heading = "A winning move:" if len(moves) == 1 else "Winning moves:"
    else:
        every = "Both" if len(moves) == 2 else f"All {len(moves)}"
        heading = "The only winning move:" if len(moves) == 1 else f"{every} winning moves:"
    return [heading, *(f"  {move}" for move in moves)] if moves else []


def missing_lines(moves: int, missing: Unknown | None, option: str = "effort=") -> list[str]:
    """The line that says why further winning moves are not known. No line if all are known.

    >>> missing_lines(0, Unknown("a search needs about 9 s", effort=9))
    ['Which moves win is not known: a search needs about 9 s; retry with effort=9.']
    """
    if missing is None:
        return []
    which = "Whether other moves win" if moves else "Which moves win"
    return [f"{which} is not known: {missing.advice(option)}."]


def to_losers(moves: Mapping[str, str]) -> list[str]:
    """Moves, and below one another the losers that they leave.

    >>> to_losers({"row 9": "(1)", "row 10": "(2, 1)"})
    ['row 9   to the loser (1)', 'row 10  to the loser (2, 1)']
    """
    width = max(map(len, moves), default=0)
    return [f"{move:<{width}}  to the loser {loser}" for move, loser in moves.items()]
