"""The oracle: outcome, winning moves and nim-value of any position, from certificates, library, theorems and engines.

All functions that consult the oracle take two keyword arguments. ``effort`` is the time, in seconds, that an answer may
take (`zchomp.core.effort`). The default is the effort of the oracle, or else `limits.EFFORT`. ``oracle`` is the
`Oracle` to consult. The default is one that all callers share. It knows the certificate that is installed with the
package, the user's library, and everything that it has proved since.

An inquiry: one question to the oracle, with its effort, and the sources of the answer.

Sources are consulted in this order:

    certificate   the slice is proved by a certificate: the installed one, or a given one
    library       the slice was proved before and kept (`zchomp.proof.library`)
    theorem       a theorem for bars of all sizes decides (`theorems`)
    recurrence    the slice is proved now, within the effort (`knowledge`)
    search        all losers inside the bar are found (`search`), before the recurrence if that is much quicker

A bar that is higher than wide is turned, that is, rows and columns are exchanged. That needs fewer slices, and it makes
a bar of three columns one of three rows. If no source gives the whole answer, a part of it may still be known: that a
full bar is a winner, by strategy stealing, or that one bite leads to a known loser.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from math import inf
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from zchomp.bars.knowledge import Found, Knowledge, LibraryLost
from zchomp.bars.openings import openings_advice
from zchomp.bars.periodic import Kind, Periodic
from zchomp.bars.position import Move, Position, PositionLike
from zchomp.bars.results import Proof
from zchomp.bars.search import fast_advice, search_seconds, values_seconds
from zchomp.bars.slices import Slice, below, closure, corners, locate
from zchomp.bars.solution import Solution
from zchomp.bars.theorems import ONE_OPENING, Decision, Hook, TwoRows, decide, is_full, is_three_rowed_bar
from zchomp.core import limits
from zchomp.core.answers import AtLeast, Outcome, Source, Unknown, in_order
from zchomp.core.effort import needs_effort, valid_effort
from zchomp.core.files import library_path
from zchomp.core.numbers import bar_text
from zchomp.errors import InvalidArgument, InvalidPosition, quote
from zchomp.proof import verifier
from zchomp.proof.format import read_lines, shipped_certificate

if TYPE_CHECKING:
    from zchomp.proof.library import Library

T = TypeVar("T")

HowDecided: TypeAlias = tuple[Position, Found] | Decision | Unknown | None
"""How a position is decided: by the slice of a bar, by a theorem, or by a search (None). Unknown says why it is not."""


class OutOfReach(Exception):
    """A part of an answer is not known: ``unknown`` says why. The oracle returns it as the answer to the question."""

    def __init__(self, unknown: Unknown) -> None:
        super().__init__(unknown.reason)
        self.unknown = unknown


def reached(found: T | Unknown) -> T:
    """Return a part of an answer, or raise OutOfReach if it is not known."""
    if isinstance(found, Unknown):
        raise OutOfReach(found)
    return found


def refuse_if(refused: Unknown | None) -> None:
    """Raise OutOfReach if there is a reason to refuse a question."""
    if refused is not None:
        raise OutOfReach(refused)


def switched_off(source: Source) -> Unknown:
    """An answer that is not known because its only source may not be consulted."""
    return Unknown(f"it needs the source {source.value!r}, which this oracle may not consult")


class Inquiry:
    """One question, which is answered from knowledge, theorems and search, within an effort in seconds."""

    def __init__(self, knowledge: Knowledge, effort: float) -> None:
        self.effort = effort
        self._knowledge = knowledge
        self._used: set[Source] = set()

    def within(self, effort: float) -> Inquiry:
        """The same inquiry with at most this effort. Its sources are noted here."""
        inner = Inquiry(self._knowledge, min(effort, self.effort))
        inner._used = self._used
        return inner

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources of all answers so far, in the order in which they are consulted."""
        return in_order(self._used)

    def part(self, question: Callable[[Inquiry], T]) -> tuple[T, tuple[Source, ...]]:
        """The answer to a part of the question, and the sources of that part."""
        inner = Inquiry(self._knowledge, self.effort)
        answer = question(inner)
        return self._using(inner.sources, answer), inner.sources

    def proof(self, slice_: Slice) -> Proof | Unknown:
        """The proof of a slice, or Unknown if it takes more effort."""
        found = self._knowledge.proof(slice_, self.effort)
        return found if isinstance(found, Unknown) else self._using({found.source}, found.proof)

    def sequences(self, slice_: Slice) -> dict[Slice, Periodic[int]]:
        """The sequences of a slice and of all slices that it depends on. OutOfReach if that takes more effort."""
        reached(self.proof(slice_))  # there may be too many others to list them
        sequences = {}
        for inner in closure(slice_):
            found = reached(self._knowledge.proof(inner, limits.LONGEST_EFFORT))
            sequences[inner] = self._using({found.source}, found.proof.sequence)
        return sequences

    def terms(self, wanted: Sequence[tuple[Slice, int]]) -> list[int | None]:
        """The term B(a) of each slice of three rows, at its own a, or None after the end of the slice.

        Raises OutOfReach if that takes more effort.
        """
        return self._if_proved([slice_ for slice_, _ in wanted], lambda: self._knowledge.terms(wanted))

    def shapes(self, slices: Sequence[Slice]) -> list[tuple[int, int]]:
        """The numbers of terms of head and period, of slices of three rows. Raises OutOfReach as `terms` does."""
        return self._if_proved(slices, lambda: self._knowledge.shapes(slices))

    def solve(self, start: Position) -> Solution | Unknown:
        """Who wins, and all winning moves."""
        solution: Solution | Unknown
        match self._decided(start, with_moves=True):
            case Position() as bar, Found() as found:
                solution = self._solve_by_slice(start, bar, found)
            case Decision() as decision:
                solution = _solve_by_theorem(start, decision)
            case Unknown() as reason:
                solution = self._solve_in_part(start, reason)
            case _:
                solution = self._solve_by_search(start)
        return solution if isinstance(solution, Unknown) else self._using(solution.sources, solution)

    def outcome(self, start: Position) -> Outcome | Unknown:
        """Who wins, without the winning moves."""
        match self._decided(start, with_moves=False):
            case Position() as bar, Found() as found:
                return self._using({found.source}, _outcome(bar, found.proof))
            case Decision() as decision:
                return self._using({Source.THEOREM}, decision.outcome)
            case Unknown() as reason:
                near = next(self._to_a_known_loser(start), None)
                return reason if near is None else self._using({near[1].source}, Outcome.WINNER)
        is_loser = self._knowledge.searched.is_loser(start)
        return self._using({Source.SEARCH}, Outcome.LOSER if is_loser else Outcome.WINNER)

    def known_outcome(self, start: Position) -> Outcome | Unknown:
        """Who wins, if that takes no effort. Sources are noted only for a loser, whose nim-value is thereby known."""
        inner = Inquiry(self._knowledge, effort=0)
        outcome = inner.outcome(start)
        return self._using(inner.sources if outcome is Outcome.LOSER else (), outcome)

    def nim_value(self, start: Position) -> int | AtLeast:
        """The nim-value, by the cheapest source that has it, or a lower bound if that takes more effort."""
        formula = self._formula(start)
        if formula is not None:
            return self._using({Source.THEOREM}, formula.nim_value())
        inner = Inquiry(self._knowledge, effort=0)
        if (outcome := inner.outcome(start)) is Outcome.LOSER:
            return self._using(inner.sources, 0)
        takes = values_seconds(start, self.effort) if self.may_ask(Source.SEARCH) else inf
        if takes <= self.effort:
            return self._using({Source.SEARCH}, self._knowledge.tables.nim_value(start))
        return self._nim_value_by_slices(start, inner.sources if outcome is Outcome.WINNER else (), takes)

    def moves_to(self, start: Position, nim: int) -> tuple[Move, ...] | Unknown:
        """All moves to positions of a nim-value."""
        formula = self._formula(start)
        if formula is not None:
            return self._using({Source.THEOREM}, tuple(formula.moves_to(nim)))
        bar = start.wide()
        slice_ = Slice(locate(bar)[0].tail, nim)
        takes = values_seconds(start, self.effort) if self.may_ask(Source.SEARCH) else inf
        found = self._knowledge.proof(slice_, 0 if takes <= self.effort else self.effort)
        if isinstance(found, Found):
            moves, sources = self._moves_by_slice(start, bar, found)
            return self._using(sources, moves)
        if takes <= self.effort:
            return self._using({Source.SEARCH}, tuple(self._knowledge.tables.moves_to(start, nim)))
        return self._sooner(start, found, takes)

    def may_ask(self, source: Source) -> bool:
        """Whether a source may be consulted."""
        return source in self._knowledge.sources

    def seconds(self, slice_: Slice) -> float:
        """Roughly how long the proof of a slice takes, with all slices that it depends on. A known slice takes 0."""
        return self._knowledge.seconds(slice_)

    def refuse_list(self, refused: Unknown | None, last: Slice) -> None:
        """Raise OutOfReach if a list is refused, or name the effort that its last slice needs, if that is even more.

        Otherwise the effort that the list needs would be followed by a second refusal.
        """
        if refused is not None and refused.effort is not None and self.seconds(last) > refused.effort:
            reached(self._knowledge.proof(last, 0))
        refuse_if(refused)

    def use(self, source: Source) -> None:
        """Add a source to those used so far. Raises OutOfReach if it may not be consulted."""
        if not self.may_ask(source):
            raise OutOfReach(switched_off(source))
        self._used.add(source)

    def _using(self, sources: Iterable[Source], answer: T) -> T:
        """An answer, whose sources are noted."""
        self._used.update(sources)
        return answer

    def _nim_value_by_slices(self, start: Position, winner_by: tuple[Source, ...], takes: float) -> int | AtLeast:
        """The nim-value of the slice that contains the position, or a lower bound. A table ``takes`` too long.

        ``winner_by`` are the sources by which the position is known to be a winner, if it is.
        """
        slice_, a, b = locate(start.wide())
        nim, least, sources = 0, int(bool(winner_by)), set[Source]()
        while isinstance(found := self._knowledge.proof(Slice(slice_.tail, nim), self.effort), Found):
            sources.add(found.source)
            if found.proof.sequence.get(a) == b:
                return self._using(sources, nim)
            nim += 1
        shown = in_order(sources) if nim > least else winner_by
        nim = max(nim, least)
        known = f" is at least {nim}, but" if nim else ":"
        sooner = self._sooner(start, found, takes)
        reason = f"the nim-value of {bar_text(start.rows)}{known} {sooner.reason}"
        if sooner is found and found.effort is not None:  # that is enough for one slice, but there may be many
            return AtLeast(f"{reason}; more effort goes further", nim, sources=shown)
        return AtLeast(reason, nim, effort=sooner.effort, sources=shown)

    def _sooner(self, start: Position, reason: Unknown, takes: float) -> Unknown:
        """Why a nim-value is not known: the effort that a table of all positions would need, unless it is too large."""
        if takes > limits.LONGEST_EFFORT:
            return reason
        return needs_effort(f"a table of all positions within {bar_text(start.rows)}", takes)

    def _if_proved(self, slices: Sequence[Slice], question: Callable[[], tuple[T, set[Source]]]) -> T:
        """The answer to a question about slices of three rows, if the widest is proved: it depends on all others."""
        reached(self._knowledge.proof(max(slices, key=lambda slice_: slice_.width, default=Slice()), self.effort))
        answer, sources = question()
        return self._using(sources, answer)

    def _decided(self, start: Position, with_moves: bool) -> HowDecided:
        """The first source that decides a position, and if wanted all winning moves."""
        for bar in _ways_to_see(start):
            kept = self._kept(locate(bar)[0])
            if kept is not None:
                return bar, kept
        decision = self._decision(start)
        if decision is not None and (decision.is_complete or not with_moves):
            return decision
        if self._is_sooner_searched(start):
            return None
        bar = start.wide()
        found = self._knowledge.proof(locate(bar)[0], self.effort)
        return (bar, found) if isinstance(found, Found) else self._unless_searched(start, found)

    def _solve_in_part(self, start: Position, reason: Unknown) -> Solution | Unknown:
        """A partial answer: a winner, perhaps with one winning move."""
        decision = self._decision(start)
        if decision is not None:
            return _solve_by_theorem(start, decision, reason)
        near = next(self._to_a_known_loser(start), None)
        if near is None:
            return reason
        winning, found = near
        return Solution(start, Outcome.WINNER, (winning,), found.proof, sources=(found.source,), missing=reason)

    def _solve_by_slice(self, start: Position, bar: Position, found: Found) -> Solution:
        """The answer from the slice of a bar: the position itself, or the same with rows and columns exchanged."""
        outcome, sources = _outcome(bar, found.proof), {found.source}
        moves: tuple[Move, ...] = ()
        if outcome is Outcome.WINNER:
            moves, sources = self._moves_by_slice(start, bar, found)
        theorem = ONE_OPENING if is_three_rowed_bar(start) and self.may_ask(Source.THEOREM) else None
        named = in_order(sources if theorem is None else sources | {Source.THEOREM})
        decided = (found.source,)
        return Solution(start, outcome, moves, found.proof, bar is not start, theorem, named, decided_by=decided)

    def _solve_by_search(self, start: Position) -> Solution:
        winning = tuple(self._knowledge.searched.moves_to_losers(start))
        outcome = Outcome.WINNER if winning else Outcome.LOSER
        return Solution(start, outcome, winning, None, sources=(Source.SEARCH,))

    def _moves_by_slice(self, start: Position, bar: Position, found: Found) -> tuple[tuple[Move, ...], set[Source]]:
        """All moves to positions of a slice's nim-value, and the sources. The slice has the tail of the bar."""
        slice_, (_, a, b) = found.proof.slice, locate(bar)
        first, second = slice_.width + a + b, slice_.width + a
        positions = list(_in_slice(found.proof, a, b))
        cut, lower = list(corners(slice_)), [(other, second - other.width) for other in below(slice_)]
        terms, sources = self._knowledge.terms([*((corner, 0) for _, corner in cut), *lower])
        # Chomp the first or the second row down to x, into the tail.
        for (x, corner), over in zip(cut, terms, strict=False):
            if over in {0, first - x}:
                positions.append(corner.position(0, over))
        # Chomp a row of the tail.
        for (other, column), over in zip(lower, terms[len(cut) :], strict=True):
            if over == b:
                positions.append(other.position(column, b))
        turned = (other if bar is start else other.transpose() for other in positions)
        moves = tuple(sorted(move for move in map(start.move_to, turned) if move is not None))
        return moves, sources | {found.source}

    def _to_a_known_loser(self, bar: Position) -> Iterator[tuple[Move, Found]]:
        """Bites that lead to losers of slices that are proved, or quick to prove: of row 4, and of rows 3 and 2."""
        if len(bar.rows) < 3:
            return
        moves = [Move(4, 1)] if len(bar.rows) > 3 else []
        # With many rows no slice is quickly proved, unless all rows from the third on are bitten off.
        most = limits.NEAR_THIRD_ROW + 1 if len(bar.rows) <= verifier.MAX_ROWS else 1
        moves += [Move(row, x + 1) for x in range(min(bar.rows[2], most)) for row in (3, 2)]
        for move in moves:
            slice_, a, b = locate(bar.chomp(move))
            if slice_.width <= limits.NEAR_THIRD_ROW:
                found = self._knowledge.proof(slice_, min(self.effort, limits.NEAR_EFFORT))
                if isinstance(found, Found) and found.proof.sequence.get(a) == b:
                    yield move, found

    def _kept(self, slice_: Slice) -> Found | None:
        """The proof of a slice, if it is in a certificate or in the library."""
        found = self._knowledge.look_up(slice_)
        return None if found is None or found.source is Source.RECURRENCE else found

    def _is_sooner_searched(self, start: Position) -> bool:
        """Whether a search decides within the effort, and much sooner than a proof of the slice."""
        takes = self._knowledge.seconds(locate(start.wide())[0])
        return (
            takes > limits.COMPILED_START
            and self.may_ask(Source.SEARCH)
            and search_seconds(start, self.effort) <= min(takes, self.effort)
        )

    def _unless_searched(self, start: Position, reason: Unknown) -> Unknown | None:
        """Why a position is not decided, with the quickest way to decide it, or None if a search may do so now."""
        takes = search_seconds(start, self.effort) if self.may_ask(Source.SEARCH) else inf
        if takes <= self.effort:
            return None
        by_slice = self._knowledge.seconds(locate(start.wide())[0])
        if min(takes, by_slice) > limits.LONGEST_EFFORT:
            advice = fast_advice(start)
            if advice is None and is_full(start):
                advice = openings_advice(len(start.rows), start.rows[0])
            return (
                reason
                if advice is None
                else Unknown(f"{bar_text(start.rows)} is too large for a search here; {advice}")
            )
        return reason if takes >= by_slice else needs_effort(f"a search within {bar_text(start.rows)}", takes)

    def _decision(self, start: Position) -> Decision | None:
        return decide(start) if self.may_ask(Source.THEOREM) else None

    def _formula(self, start: Position) -> Hook | TwoRows | None:
        """A formula for the nim-values of bars of any size."""
        return Hook.of(start) or TwoRows.of(start) if self.may_ask(Source.THEOREM) else None


def _outcome(bar: Position, proof: Proof) -> Outcome:
    """Who wins a bar whose slice is proved."""
    _, a, b = locate(bar)
    return Outcome.LOSER if proof.sequence.get(a) == b else Outcome.WINNER


def _solve_by_theorem(start: Position, decision: Decision, missing: Unknown | None = None) -> Solution:
    return Solution(
        start, decision.outcome, tuple(decision.moves), None, False, decision.theorem, (Source.THEOREM,), missing
    )


def _in_slice(proof: Proof, a: int, b: int) -> Iterator[Position]:
    """The positions of a slice that one move of the first or second row leads to, from the position at (a, b)."""
    slice_, row = proof.slice, proof.sequence
    # Chomp the first row: above the slice's position in this column, or after the end of a finite slice.
    here = row.get(a)
    if here is not None and here < b:
        yield slice_.position(a, here)
    end = len(row.head) - 1
    if row.kind is Kind.FINITE and end < a:
        yield slice_.position(end, 0)
    # Chomp the second row, within the slice: i + B(i) is the same first row, and B is bounded.
    target = a + b
    for i in range(max(0, target - max(row.head + row.period, default=0)), min(a, target + 1)):
        if row.get(i) == target - i:
            yield slice_.position(i, target - i)


def _ways_to_see(start: Position) -> Iterator[Position]:
    """A bar turned to be wider than high, and then higher than wide, if certificates can have that many rows."""
    wide = start.wide()
    yield wide
    if wide is not start:
        yield start
    elif len(start.rows) < start.rows[0] <= verifier.MAX_ROWS:
        yield start.transpose()


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
    from zchomp.proof.library import Library

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
