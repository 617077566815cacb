"""The oracle: outcome, winning moves and nim-value of any position. It is the one place where answers come from.

It asks, in this order, and the answer says which of them it rests on:

    certificate   the slice is proved by the certificate that is installed with the package, or by one that was given
    library       ... or was proved before, and kept (`zchomp.library`)
    theorem       a theorem for bars of all sizes decides (`theorems`)
    recurrence    the slice is proved now, with the effort that is allowed (`knowledge`)
    search        all losers inside the bar are found (`search`); before the recurrence where that would take long

A bar that is higher than wide is turned over, rows and columns exchanged: that needs fewer slices, and makes a bar of
three columns one of three rows. If none of these decides everything, part of the answer may still be known: that a bar
is a winner by strategy stealing, or by one bite that leads to a known loser.

`questions` has the oracle that everybody shares.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, inf
from threading import RLock
from typing import TYPE_CHECKING, TypeVar

from zchomp import limits, verifier
from zchomp.amounts import duration
from zchomp.answers.formulas import ONE_OPENING, Hook, is_full, is_three_rowed_bar
from zchomp.answers.knowledge import Knowledge, LibraryLost
from zchomp.answers.search import Board, openings_advice, search_seconds, values_seconds
from zchomp.answers.solution import Solution, Source, WinningMove, note, noting
from zchomp.answers.theorems import leading, solve_by_theorem, solve_in_part
from zchomp.errors import InvalidArgument, quote
from zchomp.periodic import Kind, Periodic
from zchomp.position import Move, Outcome, Position, PositionLike
from zchomp.results import AtLeast, Proof, Unknown
from zchomp.slices import Slice, SliceLike, below, closure, corners, locate

if TYPE_CHECKING:
    from zchomp.library.store import Library

__all__ = ["Oracle"]

T = TypeVar("T")

NO_MOVE = Unknown("the winning moves were not asked for")


class Oracle:
    """Answers from the proofs that it has, and from those that it makes; it may be shared by threads.

    The proofs may be those of a certificate, and there may be a library; ``sources`` restricts what is asked at all,
    and ``trouble`` is told why the library could not be used.
    """

    def __init__(
        self,
        proofs: Iterable[Proof] = (),
        library: "Library | None" = None,
        effort: float | None = None,
        sources: Iterable[Source] = Source,
        trouble: Callable[[str], None] | None = None,
    ) -> None:
        self.own_effort = effort
        """The effort of a question that does not say its own, if this oracle has another one than `limits.EFFORT`."""
        self._knowledge = Knowledge(proofs, library, trouble, sources)
        self._board = Board()
        self._lock = RLock()

    def proof(self, slice_: SliceLike, effort: float | None = None) -> Proof | Unknown:
        """The proof of a slice; Unknown if it takes more effort, with what would settle it.

        >>> Oracle().proof(5).sequence
        Periodic(head=(5, 3), period=(4,))
        """
        return self._ask(lambda: self._knowledge.proof(Slice.of(slice_), self._effort(effort)))

    def source(self, slice_: SliceLike) -> Source:
        """Where the proof of a slice comes from, once there is one.

        >>> oracle = Oracle()
        >>> oracle.proof(5).bound, oracle.source(5)
        (4, <Source.RECURRENCE: 'recurrence'>)
        """
        return self._knowledge.source(Slice.of(slice_))

    def known(self, slice_: SliceLike) -> dict[Slice, Periodic[int]] | Unknown:
        """The sequences of a slice and of all that it depends on."""
        wanted = Slice.of(slice_)

        def question() -> dict[Slice, Periodic[int]] | Unknown:
            widest = self._knowledge.proof(wanted, self._effort(None))
            if isinstance(widest, Unknown):  # what it depends on may be too much to list
                return widest
            found = {}
            for inner in closure(wanted):
                proof = self._knowledge.proof(inner, limits.LONGEST_EFFORT)
                if isinstance(proof, Unknown):
                    return proof
                found[inner] = proof.sequence
            return found

        return self._ask(question)

    def terms(self, wanted: Sequence[tuple[Slice, int]]) -> list[int | None] | Unknown:
        """The terms B(a) of slices of three rows, for each its own a; None where a slice is over.

        >>> Oracle().terms([(Slice((3,)), 1), (Slice((5,)), 10**100), (Slice((4,)), 9)])
        [3, 4, None]
        """
        return self._ask(
            lambda: self._if_proved([slice_ for slice_, _ in wanted], lambda: self._knowledge.terms(wanted))
        )

    def shapes(self, slices: Sequence[Slice]) -> list[tuple[int, int]] | Unknown:
        """How many terms head and period have, of slices of three rows.

        >>> Oracle().shapes([Slice((4,)), Slice((5,))])
        [(4, 0), (2, 1)]
        """
        return self._ask(lambda: self._if_proved(slices, lambda: self._knowledge.shapes(slices)))

    def solve(self, position: PositionLike, effort: float | None = None) -> Solution | Unknown:
        """Who wins, all winning moves, and what this rests on.

        >>> solution = Oracle().solve("(3,2,1)")
        >>> [str(winning.after) for winning in solution.winning_moves]
        ['(2, 2, 1)', '(3, 1, 1)', '(3, 2)']
        """
        start, most = Position.of(position), self._effort(effort)
        return self._ask(lambda: self._solve(start, most))

    def outcome(self, position: PositionLike, effort: float | None = None) -> Outcome | Unknown:
        """Who wins, without the winning moves.

        >>> Oracle().outcome("(6,5)"), Oracle().outcome("(6,6)")
        (<Outcome.LOSER: 'loser'>, <Outcome.WINNER: 'winner'>)
        """
        start, most = Position.of(position), self._effort(effort)
        return self._ask(lambda: self._outcome(start, most))

    def nim_value(self, position: PositionLike, effort: float | None = None) -> int | AtLeast:
        """The nim-value: the one whose slice the position is in; a lower bound if that takes more effort.

        >>> [Oracle().nim_value((n, n, n)) for n in range(1, 8)]
        [2, 4, 5, 9, 11, 12, 13]
        """
        start, most = Position.of(position), self._effort(effort)
        return self._ask(lambda: self._nim_value(start, most))

    def quick_nim_value(self, position: PositionLike, effort: float | None = None) -> int | AtLeast:
        """The nim-value if that takes little effort, to be told with something else.

        >>> Oracle().quick_nim_value((3, 2, 1)), Oracle(effort=0).quick_nim_value((3, 2, 1)).value
        (1, 0)
        """
        return self.nim_value(position, min(self._effort(effort), limits.NIM_VALUE_EFFORT))

    def moves_to(
        self, position: PositionLike, nim: int, effort: float | None = None
    ) -> tuple[WinningMove, ...] | Unknown:
        """All moves to positions of a nim-value.

        >>> [str(found.after) for found in Oracle().moves_to("(3,2,1)", nim=0)]
        ['(2, 2, 1)', '(3, 1, 1)', '(3, 2)']
        """
        start, most = Position.of(position), self._effort(effort)
        return self._ask(lambda: self._moves_to(start, nim, most))

    def _if_proved(self, slices: Sequence[Slice], question: Callable[[], T]) -> T | Unknown:
        """The answer to a question about slices of three rows, if they can be proved: all rest on the widest."""
        widest = max(slices, key=lambda slice_: slice_.width, default=Slice())
        proof = self._knowledge.proof(widest, self._effort(None))
        return proof if isinstance(proof, Unknown) else question()

    def _solve(self, start: Position, effort: float) -> Solution | Unknown:
        for bar in _ways_to_see(start):
            if self._kept(locate(bar)[0]) is not None:
                return self._solve_by_slice(start, bar, effort)
        by_theorem = solve_by_theorem(start) if self._may(Source.THEOREM) else None
        if by_theorem is not None:
            return by_theorem
        if self._is_sooner_searched(start, effort):
            return self._solve_by_search(start)
        solution = self._solve_by_slice(start, start.wide(), effort)
        if isinstance(solution, Solution):
            return solution
        reason = self._unless_searched(start, effort, solution)
        return self._solve_by_search(start) if reason is None else self._solve_in_part(start, reason, effort)

    def _solve_by_slice(self, start: Position, bar: Position, effort: float) -> Solution | Unknown:
        """The answer from the slice of a bar: the position itself, or the same with rows and columns exchanged."""
        slice_, a, b = locate(bar)
        proof = self._knowledge.proof(slice_, effort)
        if isinstance(proof, Unknown):
            return proof
        outcome = Outcome.LOSER if proof.sequence.get(a) == b else Outcome.WINNER
        winning = self._moves_by_slice(start, bar, proof) if outcome is Outcome.WINNER else ()
        theorem = ONE_OPENING if is_three_rowed_bar(start) and self._may(Source.THEOREM) else None
        return Solution(start, outcome, winning, proof, bar is not start, theorem, self._knowledge.source(slice_))

    def _solve_by_search(self, start: Position) -> Solution:
        note(Source.SEARCH)
        with self._lock:
            self._board.cover(start)
            moves = ((move, start.chomp(move)) for move in start.moves())
            winning = tuple(WinningMove(move, after) for move, after in moves if self._board.is_loser(after))
        return Solution(start, Outcome.WINNER if winning else Outcome.LOSER, winning, None, source=Source.SEARCH)

    def _solve_in_part(self, start: Position, reason: Unknown, effort: float) -> Solution | Unknown:
        """What can be said if not everything is known: that it is a winner, and perhaps by which move."""
        by_theorem = solve_in_part(start, reason) if self._may(Source.THEOREM) else None
        if by_theorem is not None:
            return by_theorem
        near = next(self._to_a_known_loser(start, effort), None)
        if near is None:
            return reason
        winning, proof = near
        return Solution(
            start, Outcome.WINNER, (winning,), proof, source=self._knowledge.source(proof.slice), missing=reason
        )

    def _outcome(self, start: Position, effort: float) -> Outcome | Unknown:
        for bar in _ways_to_see(start):
            slice_, a, b = locate(bar)
            known = self._kept(slice_)
            if known is not None:
                return Outcome.LOSER if known.sequence.get(a) == b else Outcome.WINNER
        if self._may(Source.THEOREM):
            by_theorem = solve_by_theorem(start) or solve_in_part(start, NO_MOVE)
            if by_theorem is not None:
                return by_theorem.outcome
        reason: Unknown | None = None
        if not self._is_sooner_searched(start, effort):
            slice_, a, b = locate(start.wide())
            proof = self._knowledge.proof(slice_, effort)
            if isinstance(proof, Proof):
                return Outcome.LOSER if proof.sequence.get(a) == b else Outcome.WINNER
            reason = self._unless_searched(start, effort, proof)
        if reason is None:
            note(Source.SEARCH)
            with self._lock:
                return Outcome.LOSER if self._board.is_loser(start) else Outcome.WINNER
        return reason if next(self._to_a_known_loser(start, effort), None) is None else Outcome.WINNER

    def _nim_value(self, start: Position, effort: float) -> int | AtLeast:
        hook = self._hook(start)
        if hook is not None:
            return hook.nim_value()
        slice_, a, b = locate(start.wide())
        nim = 0
        while isinstance(proof := self._knowledge.proof(Slice(slice_.tail, nim), effort), Proof):
            if proof.sequence.get(a) == b:
                return nim
            nim += 1
        if self._may(Source.SEARCH) and values_seconds(start) <= effort:
            note(Source.SEARCH)
            with self._lock:
                return self._board.nim_value(start)
        known = f" is at least {nim}, but" if nim else ":"
        return AtLeast(f"the nim-value of {quote(str(start))}{known} {proof.reason}", nim)

    def _moves_to(self, start: Position, nim: int, effort: float) -> tuple[WinningMove, ...] | Unknown:
        hook = self._hook(start)
        if hook is not None:
            return leading(start, hook.moves_to(nim))
        bar = start.wide()
        proof = self._knowledge.proof(Slice(locate(bar)[0].tail, nim), effort)
        if isinstance(proof, Proof):
            return self._moves_by_slice(start, bar, proof)
        if self._may(Source.SEARCH) and values_seconds(start) <= effort:
            note(Source.SEARCH)
            with self._lock:
                self._board.nim_value(start)
                moves = ((move, start.chomp(move)) for move in start.moves())
                return tuple(WinningMove(move, after) for move, after in moves if self._board.nim_value(after) == nim)
        return proof

    def _moves_by_slice(self, start: Position, bar: Position, proof: Proof) -> tuple[WinningMove, ...]:
        """All moves to positions of a slice's nim-value; the slice has the tail of the bar."""
        reached = (other if bar is start else other.transpose() for other in self._in_reach(bar, proof))
        moves = ((start.move_to(other), other) for other in reached)
        return tuple(sorted(WinningMove(move, other) for move, other in moves if move is not None))

    def _in_reach(self, position: Position, proof: Proof) -> Iterator[Position]:
        """The positions of the slice's nim-value that one move leads to; the slice has the position's tail."""
        slice_, row = proof.slice, proof.sequence
        _, a, b = locate(position)
        first, second = slice_.width + a + b, slice_.width + a
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
        cut, lower = list(corners(slice_)), [(other, second - other.width) for other in below(slice_)]
        terms = self._knowledge.terms([*((corner, 0) for _, corner in cut), *lower])
        # Chomp the first or the second row down to x, into the tail.
        for (x, corner), over in zip(cut, terms, strict=False):
            if over == 0:
                yield corner.position(0, 0)
            elif over == first - x:
                yield corner.position(0, over)
        # Chomp a row of the tail.
        for (other, column), over in zip(lower, terms[len(cut) :], strict=True):
            if over == b:
                yield other.position(column, b)

    def _to_a_known_loser(self, bar: Position, effort: float) -> Iterator[tuple[WinningMove, Proof]]:
        """Bites that lead to losers of slices that are proved, or quickly so: of row 4, and of rows 3 and 2."""
        if len(bar.rows) < 3:
            return
        moves = [Move(4, 1)] if len(bar.rows) > 3 else []
        # With many rows no slice is quickly proved, unless all rows from the third on are bitten off.
        most = limits.NEAR_THIRD_ROW + 1 if len(bar.rows) <= verifier.MAX_ROWS else 1
        moves += [Move(row, x + 1) for x in range(min(bar.rows[2], most)) for row in (3, 2)]
        for move in moves:
            after = bar.chomp(move)
            slice_, a, b = locate(after)
            if slice_.width <= limits.NEAR_THIRD_ROW:
                proof = self._knowledge.proof(slice_, min(effort, limits.NEAR_EFFORT))
                if isinstance(proof, Proof) and proof.sequence.get(a) == b:
                    yield WinningMove(move, after), proof

    def _kept(self, slice_: Slice) -> Proof | None:
        """The proof of a slice, if it is in a certificate or in the library."""
        known = self._knowledge.look_up(slice_)
        if known is None or self._knowledge.source(slice_) is Source.RECURRENCE:
            return None
        note(self._knowledge.source(slice_))
        return known

    def _is_sooner_searched(self, start: Position, effort: float) -> bool:
        """Whether a search decides with this effort, and much sooner than a proof of the slice."""
        takes = self._knowledge.seconds(locate(start.wide())[0])
        return (
            takes > limits.COMPILED_START
            and self._may(Source.SEARCH)
            and search_seconds(start, effort) <= min(takes, effort)
        )

    def _unless_searched(self, start: Position, effort: float, reason: Unknown) -> Unknown | None:
        """Why a position is not decided, with the quickest way to do so; None if a search may decide it."""
        takes = search_seconds(start, effort) if self._may(Source.SEARCH) else inf
        if takes <= effort:
            return None
        by_slice = self._knowledge.seconds(locate(start.wide())[0])
        if min(takes, by_slice) > limits.LONGEST_EFFORT:
            advice = openings_advice(start) if is_full(start) else None
            return reason if advice is None else Unknown(f"{quote(str(start))} is not searched: {advice}")
        if takes >= by_slice:
            return reason
        allowed = f"a search takes about {duration(takes)}; an effort of {ceil(takes)} allows it"
        return Unknown(f"{quote(str(start))} is not decided: {allowed}")

    def _hook(self, start: Position) -> Hook | None:
        hook = Hook.of(start) if self._may(Source.THEOREM) else None
        if hook is not None:
            note(Source.THEOREM)
        return hook

    def _may(self, source: Source) -> bool:
        return source in self._knowledge.sources

    def _effort(self, effort: float | None) -> float:
        chosen = self.own_effort if effort is None else effort
        if chosen is None:
            return limits.EFFORT
        if isinstance(chosen, bool) or not isinstance(chosen, int | float) or not chosen >= 0:
            raise InvalidArgument(f"an effort is a number of seconds, 0 or more, got {quote(chosen)}")
        return chosen

    def _ask(self, question: Callable[[], T]) -> T:
        """The answer to a question; it is asked again if the library was lost in between, and rests on that alone."""
        try:
            with noting():
                return question()
        except LibraryLost:
            return question()


def _ways_to_see(start: Position) -> Iterator[Position]:
    """A bar, wider than high; and then higher than wide, if certificates have as many rows."""
    wide = start.wide()
    yield wide
    if wide is not start:
        yield start
    elif len(start.rows) < start.rows[0] <= verifier.MAX_ROWS:
        yield start.transpose()
