"""The oracle: outcome, winning moves and nim-value of any position, from certificates, library, theorems and engines.

All functions that consult the oracle take two keyword arguments. ``effort`` is the time, in seconds, that an answer may
take (`zchomp.effort`). The default is the effort of the oracle, or else `limits.EFFORT`. ``oracle`` is the `Oracle` to
consult. The default is one that all callers share. It knows the certificate that is installed with the package, the
user's library, and everything that it has proved since.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from zchomp import limits
from zchomp.answers.inquiry import Inquiry, OutOfReach
from zchomp.answers.knowledge import Knowledge, LibraryLost
from zchomp.answers.solution import Solution
from zchomp.certificate.format import read_lines, shipped_certificate
from zchomp.effort import valid_effort
from zchomp.errors import InvalidArgument, InvalidPosition, quote
from zchomp.position import Move, Outcome, Position, PositionLike
from zchomp.results import AtLeast, Proof, Unknown
from zchomp.sources import Source
from zchomp.user_files import library_path

if TYPE_CHECKING:
    from zchomp.library.store import Library

__all__ = [
    "Oracle",
    "nim_value",
    "oracle_or_shared",
    "outcome",
    "shared_oracle",
    "shipped_proofs",
    "solve",
    "winning_moves",
]

T = TypeVar("T")


class Oracle:
    """Answers questions from the proofs that it has and from those that it finds. Several threads may share it.

    ``proofs`` may be those of a certificate, and are read as far as they are needed. ``effort`` is the default effort
    of a question. Only the given ``sources`` are consulted. ``warn`` is called if the library cannot be used.
    """

    def __init__(
        self,
        proofs: Iterable[Proof] = (),
        library: Library | None = None,
        effort: float | None = None,
        sources: Iterable[Source] = Source,
        warn: Callable[[str], None] | None = None,
    ) -> None:
        if library is not None and not hasattr(library, "proof"):
            raise InvalidArgument("expected a Library or None", got=library)
        if not isinstance(proofs, Iterable) or not isinstance(sources, Iterable):
            raise InvalidArgument(f"expected proofs and sources, got {quote(proofs)} and {quote(sources)}")
        allowed = frozenset(sources)
        if not allowed <= frozenset(Source):
            raise InvalidArgument(f"expected sources like {', '.join(Source)}", got=sources)
        self._effort = None if effort is None else valid_effort(effort)
        self._knowledge = Knowledge(proofs, library, warn, allowed)

    def answer(self, question: Callable[[Inquiry], T], effort: float | None = None) -> T | Unknown:
        """The answer to a question, or Unknown if a part of it takes more effort."""
        return self.ask(question, effort)[0]

    def ask(
        self, question: Callable[[Inquiry], T], effort: float | None = None
    ) -> tuple[T | Unknown, tuple[Source, ...]]:
        """The answer to a question, or Unknown if a part of it takes more effort, and the sources.

        If the library fails, or its proofs contradict each other, the question is asked again without it.

        >>> Oracle(shipped_proofs()).ask(lambda inquiry: inquiry.outcome(Position((20068, 20000, 115))))
        (<Outcome.LOSER: 'loser'>, (<Source.CERTIFICATE: 'certificate'>,))
        """
        try:
            return self._ask(question, effort)
        except LibraryLost:
            return self._ask(question, effort)
        except (LookupError, InvalidPosition):
            if not self._knowledge.leave_library():
                raise
            return self._ask(question, effort)

    def nim_value(self, position: Position, effort: float | None = None) -> int | AtLeast:
        """The nim-value of a position, or a lower bound."""
        found = self.answer(lambda inquiry: inquiry.nim_value(position), effort)
        return found if isinstance(found, int | AtLeast) else AtLeast(found.reason, 0, effort=found.effort)

    def effort(self, effort: float | None = None, usual: float = limits.EFFORT) -> float:
        """The effort of a question, in seconds: its own, or that of the oracle, or else the default.

        >>> Oracle().effort(), Oracle().effort(usual=1), Oracle(effort=2).effort(usual=1), Oracle(effort=2).effort(7)
        (5.0, 1, 2, 7)
        """
        if effort is not None:
            return valid_effort(effort)
        return usual if self._effort is None else self._effort

    def may_ask(self, source: Source) -> bool:
        """Whether a source may be consulted."""
        return source in self._knowledge.sources

    def _ask(self, question: Callable[[Inquiry], T], effort: float | None) -> tuple[T | Unknown, tuple[Source, ...]]:
        inquiry = Inquiry(self._knowledge, self.effort(effort))
        try:
            return question(inquiry), inquiry.sources
        except OutOfReach as problem:
            return problem.unknown, inquiry.sources


def shipped_proofs() -> Iterator[Proof]:
    """The proofs of the certificate that is installed with the package, each read when it is needed.

    >>> [proof.sequence.kind.value for proof in shipped_proofs()][:3]
    ['periodic', 'finite', 'periodic']
    """
    yield from (proof for _, _, proof in read_lines(shipped_certificate()) if proof is not None)


@cache
def shared_oracle() -> Oracle:
    """The oracle that all callers share."""
    from zchomp.library.store import Library

    place = library_path()
    library = None if place is None else Library(place)
    return Oracle(shipped_proofs(), library, warn=_warn)


def _warn(problem: str) -> None:
    """Say why the library is not used: the answers are as good without it, but may take longer."""
    warnings.warn(problem, RuntimeWarning, stacklevel=2)


def oracle_or_shared(oracle: Oracle | None) -> Oracle:
    """The given oracle, or the one that all callers share.

    Raises InvalidArgument for anything else.
    """
    if oracle is not None and not isinstance(oracle, Oracle):
        raise InvalidArgument("expected an Oracle or None", got=oracle)
    return oracle or shared_oracle()


def solve(position: PositionLike, *, effort: float | None = None, oracle: Oracle | None = None) -> Solution | Unknown:
    """Find who wins with best play, all winning moves, and the proof. It is Unknown if that takes more effort.

    >>> solution = solve("(9,7,4)")
    >>> solution.outcome, [str(solution.position.chomp(move)) for move in solution.winning_moves]
    (<Outcome.WINNER: 'winner'>, ['(7, 7, 4)', '(9, 5, 4)', '(9, 7, 2)'])

    Raises InvalidPosition if it is not a position.
    """
    start = Position.of(position)
    solution = oracle_or_shared(oracle).answer(lambda inquiry: inquiry.solve(start), effort)
    return solution if isinstance(solution, Unknown) else replace(solution, effort=effort)


def outcome(position: PositionLike, *, effort: float | None = None, oracle: Oracle | None = None) -> Outcome | Unknown:
    """Find who wins with best play. It is proved, or Unknown if the proof takes more effort.

    >>> outcome("(20068,20000,115)")
    <Outcome.LOSER: 'loser'>
    """
    start = Position.of(position)
    return oracle_or_shared(oracle).answer(lambda inquiry: inquiry.outcome(start), effort)


def winning_moves(
    position: PositionLike, *, effort: float | None = None, oracle: Oracle | None = None
) -> tuple[Move, ...] | Unknown:
    """Find all winning moves, proved to be all. A loser has none.

    >>> winning_moves((3, 2, 1))
    (Move(row=1, column=3), Move(row=2, column=2), Move(row=3, column=1))
    """
    solution = solve(position, effort=effort, oracle=oracle)
    if isinstance(solution, Unknown):
        return solution
    return solution.winning_moves


def nim_value(position: PositionLike, *, effort: float | None = None, oracle: Oracle | None = None) -> int | AtLeast:
    """Find the nim-value. It is proved, or a lower bound if the proof takes more effort.

    >>> nim_value("(5,4,3)")
    7
    """
    return oracle_or_shared(oracle).nim_value(Position.of(position), effort)
