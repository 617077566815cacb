"""Solutions: who wins, by which moves, and why.

`Solution.to_dict` turns a solution into plain data, lists and numbers for JSON. `Solution.from_dict` reads it back.
"""

from dataclasses import dataclass, field
from typing import Self, TypedDict

from zchomp.bars.position import Move, Position
from zchomp.bars.results import Proof, ProofRecord, require_record
from zchomp.core import limits
from zchomp.core.answers import AtLeast, Outcome, Solved, Source, Unknown, UnknownRecord
from zchomp.core.session import current
from zchomp.errors import InvalidArgument, quote


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
    missing: UnknownRecord | None
    sources: list[str]
    turned: bool
    theorem: str | None
    proof: ProofRecord | None


def move_record(position: Position, move: Move) -> MoveRecord:
    """A move as plain data, with the position after it.

    >>> move_record(Position((9, 7, 4)), Move(3, 3))
    {'row': 3, 'column': 3, 'after': [9, 7, 2]}
    """
    return {"row": move.row, "column": move.column, "after": list(position.chomp(move).rows)}


@dataclass(frozen=True, slots=True, repr=False)
class Solution(Solved[Move], words="bars.words"):
    """Who wins a position, the winning moves, and the sources of this answer.

    ``proof`` is the proof of the position's slice, or None if a theorem or a search decides. ``turned`` says that the
    proof is about the bar with rows and columns exchanged. ``theorem`` states the theorem for all sizes that decides.
    If there is also a proof, it states that a bar of three rows has only one winning opening. ``missing`` says why
    other moves may win, or is None if all winning moves are known. ``decided_by`` are the sources of the outcome
    alone, if the winning moves may have others, and ``effort`` is the effort that was given.
    """

    position: Position
    outcome: Outcome
    known_winning_moves: tuple[Move, ...]
    proof: Proof | None
    turned: bool = False
    theorem: str | None = None
    sources: tuple[Source, ...] = ()
    missing: Unknown | None = None
    effort: float | None = field(default=None, compare=False, repr=False)
    decided_by: tuple[Source, ...] = field(default=(), compare=False, repr=False)

    @property
    def nim_value(self) -> int | AtLeast:
        """The nim-value of the position, or a lower bound if that takes more effort than was given, or a second.

        >>> Solution(Position((5, 4, 3)), Outcome.WINNER, (), None).nim_value
        7
        """
        return self.ask_nim_value()[0]

    def ask_nim_value(self) -> tuple[int | AtLeast, tuple[Source, ...]]:
        """The same, and its sources. They are those of the outcome, if this is what gives the number or its bound.

        >>> Solution(Position((2, 1)), Outcome.LOSER, (), None, sources=(Source.SEARCH,)).ask_nim_value()
        (0, (<Source.SEARCH: 'search'>,))
        """
        decided = self.decided_by or self.sources
        if self.outcome is Outcome.LOSER:
            return 0, decided
        from zchomp.bars.solving import nim_of  # solving is above its solutions

        def question() -> tuple[int | AtLeast, tuple[Source, ...]]:
            return nim_of(self.position), current().used

        answer = current().usually(limits.NIM_VALUE_EFFORT).ask(question, self.effort)
        found, sources = (answer, ()) if isinstance(answer, Unknown) else answer
        if isinstance(found, int):
            return found, sources
        if isinstance(found, AtLeast) and found.value > 1:
            return found, found.sources
        return AtLeast(found.reason, 1, effort=found.effort), decided

    def to_dict(self) -> SolutionRecord:
        """The solution as plain data.

        >>> solution = Solution(Position((2, 1)), Outcome.LOSER, (), None, theorem="hook", sources=(Source.THEOREM,))
        >>> solution.to_dict()["position"], solution.to_dict()["sources"]
        ([2, 1], ['theorem'])
        """
        return {
            "position": list(self.position.rows),
            "outcome": self.outcome.value,
            "winning_moves": [move_record(self.position, move) for move in self.known_winning_moves],
            "missing": None if self.missing is None else self.missing.to_dict(),
            "sources": [source.value for source in self.sources],
            "turned": self.turned,
            "theorem": self.theorem,
            "proof": None if self.proof is None else self.proof.to_dict(),
        }

    @classmethod
    def from_dict(cls, record: SolutionRecord) -> Self:
        """The solution described by plain data. Positions and moves are checked, but not the answer.

        >>> solution = Solution(Position((2, 1)), Outcome.LOSER, (), None, theorem="hook", sources=(Source.THEOREM,))
        >>> Solution.from_dict(solution.to_dict()) == solution
        True

        Raises InvalidArgument, InvalidPosition or InvalidSlice for anything else.
        """
        require_record(record, SolutionRecord, "a solution", InvalidArgument)
        if type(record["turned"]) is not bool or not all(
            isinstance(record[key], list) for key in ("winning_moves", "sources")
        ):
            raise InvalidArgument("expected lists of moves and sources, and turned true or false", got=record)
        try:
            outcome, sources = Outcome(record["outcome"]), tuple(map(Source, record["sources"]))
        except ValueError:
            raise InvalidArgument(
                f"the record of a solution has an unknown outcome or source: {quote(record)}"
            ) from None
        position = Position(_rows(record["position"]))
        return cls(
            position,
            outcome,
            tuple(_move(position, move) for move in record["winning_moves"]),
            None if record["proof"] is None else Proof.from_dict(record["proof"]),
            record["turned"],
            _text(record["theorem"]),
            sources,
            None if record["missing"] is None else Unknown.from_dict(record["missing"]),
        )


def _move(position: Position, record: MoveRecord) -> Move:
    """A move of a record, which must lead where it says."""
    if not isinstance(record, dict) or not {"row", "column", "after"} <= record.keys():
        raise InvalidArgument("a winning move has row, column and after", got=record)
    move = Move(record["row"], record["column"])
    if position.move_to(Position(_rows(record["after"]))) != move:
        raise InvalidArgument(f"{quote(str(position))} has no such move: {quote(record)}")
    return move


def _rows(value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise InvalidArgument("a position is a list of rows", got=value)
    return tuple(value)


def _text(value: str | None) -> str | None:
    if value is not None and not isinstance(value, str):
        raise InvalidArgument("expected a text", got=value)
    return value
