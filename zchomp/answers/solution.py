"""Solutions: what is known of a position, and what it rests on.

Whoever gives an answer from a source notes that (`note`), so that what rests on several of them can tell (`noting`).
Solutions become plain data by `Solution.to_dict`, lists and numbers that JSON knows, and come back by `from_dict`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from typing import Self, TypedDict

from zchomp.errors import InvalidArgument, quote
from zchomp.position import Move, Outcome, Position
from zchomp.results import Proof, ProofRecord, Unknown

__all__ = ["MoveRecord", "Solution", "SolutionRecord", "Source", "WinningMove", "in_order", "note", "noting"]


class Source(Enum):
    """What an answer rests on."""

    CERTIFICATE = "certificate"
    LIBRARY = "library"
    THEOREM = "theorem"
    RECURRENCE = "recurrence"
    SEARCH = "search"


_NOTED: ContextVar[set[Source] | None] = ContextVar("noted", default=None)


def note(source: Source) -> None:
    """Say that an answer comes from a source."""
    noted = _NOTED.get()
    if noted is not None:
        noted.add(source)


@contextmanager
def noting() -> Iterator[set[Source]]:
    """Collect the sources from which answers come, within a context; one that fails has no answer, and no sources.

    >>> with noting() as noted:
    ...     note(Source.SEARCH)
    ...     note(Source.LIBRARY)
    >>> in_order(noted)
    (<Source.LIBRARY: 'library'>, <Source.SEARCH: 'search'>)
    """
    outer, noted = _NOTED.get(), set[Source]()
    token = _NOTED.set(noted)
    try:
        yield noted
    finally:
        _NOTED.reset(token)
    if outer is not None:
        outer |= noted


def in_order(sources: set[Source]) -> tuple[Source, ...]:
    """Sources in the order in which they are asked."""
    return tuple(source for source in Source if source in sources)


class MoveRecord(TypedDict):
    """A winning move as plain data."""

    row: int
    column: int
    after: list[int]


class SolutionRecord(TypedDict):
    """A solution as plain data, as in JSON output."""

    position: list[int]
    outcome: str
    winning_moves: list[MoveRecord]
    missing: str | None
    source: str
    turned: bool
    theorem: str | None
    proof: ProofRecord | None


@dataclass(frozen=True, slots=True, order=True)
class WinningMove:
    """A winning move, and the position after it: a loser, or what a sum needs in its place."""

    move: Move
    after: Position

    def to_dict(self) -> MoveRecord:
        """The move as plain data.

        >>> WinningMove(Move(3, 3), Position((9, 7, 2))).to_dict()
        {'row': 3, 'column': 3, 'after': [9, 7, 2]}
        """
        return {"row": self.move.row, "column": self.move.column, "after": list(self.after.rows)}


@dataclass(frozen=True, slots=True)
class Solution:
    """A position, decided: who wins, the winning moves, and what this rests on.

    ``turned`` says that the proof is about the bar with rows and columns exchanged. ``theorem`` states a theorem for
    all sizes: one that decides, where there is no proof of a slice, or the one by which a bar of three rows has no
    second winning opening, where there is. ``missing`` says why there may be more winning moves than those that are
    known; it is None if these are all.
    """

    position: Position
    outcome: Outcome
    winning_moves: tuple[WinningMove, ...]
    proof: Proof | None
    turned: bool = False
    theorem: str | None = None
    source: Source = Source.RECURRENCE
    missing: Unknown | None = None

    def to_dict(self) -> SolutionRecord:
        """The solution as plain data.

        >>> solution = Solution(Position((2, 1)), Outcome.LOSER, (), None, theorem="hook", source=Source.THEOREM)
        >>> solution.to_dict()["position"], solution.to_dict()["source"]
        ([2, 1], 'theorem')
        """
        return {
            "position": list(self.position.rows),
            "outcome": self.outcome.value,
            "winning_moves": [winning.to_dict() for winning in self.winning_moves],
            "missing": None if self.missing is None else self.missing.reason,
            "source": self.source.value,
            "turned": self.turned,
            "theorem": self.theorem,
            "proof": None if self.proof is None else self.proof.to_dict(),
        }

    @classmethod
    def from_dict(cls, record: SolutionRecord) -> Self:
        """The solution of such data; it is checked to be about positions and their moves, not to be true.

        >>> solution = Solution(Position((2, 1)), Outcome.LOSER, (), None, theorem="hook", source=Source.THEOREM)
        >>> Solution.from_dict(solution.to_dict()) == solution
        True

        Raises InvalidArgument, InvalidPosition or InvalidSlice for anything else.
        """
        lacking = [key for key in SolutionRecord.__annotations__ if not isinstance(record, dict) or key not in record]
        if lacking:
            raise InvalidArgument(f"the record of a solution lacks {', '.join(lacking)}: {quote(record)}")
        try:
            outcome, source = Outcome(record["outcome"]), Source(record["source"])
        except ValueError:
            raise InvalidArgument(f"not an outcome or a source of a solution: {quote(record)}") from None
        if type(record["turned"]) is not bool or not isinstance(record["winning_moves"], list):
            raise InvalidArgument(f"a solution has a list of moves, and is turned or not, got {quote(record)}")
        position = Position(_rows(record["position"]))
        return cls(
            position,
            outcome,
            tuple(_winning(position, move) for move in record["winning_moves"]),
            None if record["proof"] is None else Proof.from_dict(record["proof"]),
            record["turned"],
            _text(record["theorem"]),
            source,
            None if record["missing"] is None else Unknown(_text(record["missing"]) or ""),
        )


def _winning(position: Position, record: MoveRecord) -> WinningMove:
    """A move of a record, which must lead where it says."""
    if not isinstance(record, dict) or not {"row", "column", "after"} <= record.keys():
        raise InvalidArgument(f"a winning move has row, column and after, got {quote(record)}")
    winning = WinningMove(Move(record["row"], record["column"]), Position(_rows(record["after"])))
    if position.move_to(winning.after) != winning.move:
        raise InvalidArgument(f"no move of {quote(str(position))}: {quote(record)}")
    return winning


def _rows(value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise InvalidArgument(f"a position is a list of rows, got {quote(value)}")
    return tuple(value)


def _text(value: str | None) -> str | None:
    if value is not None and not isinstance(value, str):
        raise InvalidArgument(f"expected a text, got {quote(value)}")
    return value
