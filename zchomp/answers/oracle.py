"""The oracle: outcome and all winning moves of any position, from proved slices and from theorems for all sizes.

It starts from the certificate that is installed with the package, and proves further slices by itself when a position
needs them and that is quick. A bar that is higher than wide is turned over, rows and columns exchanged: that needs
fewer slices, and makes a bar of three columns one of three rows. Nim-values of rows, columns and hooks are given by a
formula (`formulas`), and so is the outcome of a hook that would need many slices.

The functions of this module share one oracle, which may be used by several threads at once.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count
from threading import RLock

from zchomp import limits, verifier
from zchomp.answers.formulas import HOOK_THEOREM, ONE_OPENING, Hook, is_three_rowed_bar
from zchomp.certificate.format import read_certificate, shipped_certificate
from zchomp.engines.recurrence import Recurrence
from zchomp.errors import quote
from zchomp.periodic import Periodic
from zchomp.position import Move, Outcome, Position, PositionLike
from zchomp.results import AtLeast, Claim, Proof, Unknown
from zchomp.slices import Slice, SliceLike, below, closure, closure_size, corners, locate

__all__ = ["Oracle", "Solution", "WinningMove", "nim_value", "outcome", "solve", "the_oracle", "winning_moves"]


@dataclass(frozen=True, slots=True, order=True)
class WinningMove:
    """A winning move, and the position after it: a loser, or what a sum needs in its place."""

    move: Move
    after: Position


@dataclass(frozen=True, slots=True)
class Solution:
    """A position, decided: who wins, all winning moves, and the proof or the theorem that it rests on.

    ``turned`` says that the proof is about the bar with rows and columns exchanged. ``theorem`` states a theorem for
    all sizes: one that decides, where there is no proof of a slice, or the one by which a bar of three rows has no
    second winning opening, where there is.
    """

    position: Position
    outcome: Outcome
    winning_moves: tuple[WinningMove, ...]
    proof: Proof | None
    turned: bool = False
    theorem: str | None = None


class Oracle:
    """Answers from the proofs that it has, and from those that it makes; it may be shared by threads."""

    def __init__(self, proofs: Iterable[Proof] = ()) -> None:
        self._proofs: dict[Slice, Proof] = {}
        self._engine = Recurrence(limits.ORACLE_TERMS)
        self._lock = RLock()
        for proof in proofs:
            self._learn(proof)

    def proof(self, slice_: SliceLike, reach: int | None = None) -> Proof | Unknown:
        """The proof of a slice; Unknown if it rests on ``reach`` slices or more that would have to be proved first.

        >>> Oracle().proof(5).sequence
        Periodic(head=(5, 3), period=(4,))
        """
        wanted, most = Slice.of(slice_), limits.ORACLE_SLICES if reach is None else reach
        with self._lock:
            if wanted not in self._proofs:
                if wanted.nim > limits.NIM_VALUES:
                    return Unknown(f"the {wanted} is not proved: nim-values go up to {limits.NIM_VALUES}")
                size = closure_size(wanted, most)
                if size * (wanted.nim + 1) >= most:
                    return Unknown(f"the {wanted} is not proved: {_too_many(wanted, most)}")
                rows = len(wanted.tail)
                if size * (wanted.nim + 1) * rows > limits.ORACLE_SLICES_TIMES_ROWS:
                    many = f"it rests on {size * (wanted.nim + 1)} slices with tails of up to {rows} rows"
                    product = f"expected a product of at most {limits.ORACLE_SLICES_TIMES_ROWS}"
                    return Unknown(f"the {wanted} is not proved: {many}; {product}")
                self._engine.effort = limits.ORACLE_EFFORT
                for inner in closure(wanted):
                    if inner not in self._proofs:
                        proof = self._engine.prove(inner)
                        if isinstance(proof, Unknown):
                            expected = "expected fewer rows, or a smaller nim-value"
                            return Unknown(f"the {wanted} is not proved: its proof would take long; {expected}")
                        self._learn(proof)
            return self._proofs[wanted]

    def _learn(self, proof: Proof) -> None:
        self._engine.learn(proof)
        self._proofs[proof.slice] = proof

    def known(self, slice_: SliceLike) -> dict[Slice, Periodic[int]] | Unknown:
        """The sequences of a slice and of all that it depends on."""
        wanted = Slice.of(slice_)
        proof = self.proof(wanted)
        if isinstance(proof, Unknown):
            return proof
        return {inner: self._proofs[inner].sequence for inner in closure(wanted)}

    def solve(self, position: PositionLike) -> Solution | Unknown:
        """Who wins, all winning moves, and what this rests on.

        >>> solution = Oracle().solve("(3,2,1)")
        >>> [str(winning.after) for winning in solution.winning_moves]
        ['(2, 2, 1)', '(3, 1, 1)', '(3, 2)']
        """
        start = Position.of(position)
        hook = Hook.of(start)
        if hook is not None and min(start.rows[0], len(start.rows)) > limits.HOOK_SLICES:
            outcome = Outcome.WINNER if hook.nim_value() else Outcome.LOSER
            return Solution(start, outcome, _moves_of(start, hook, nim=0), None, theorem=HOOK_THEOREM)
        bar = start.wide()
        slice_, a, b = locate(bar)
        proof, winning = self.proof(slice_), self._moves_by_slices(start, nim=0)
        if isinstance(proof, Unknown):
            return proof
        if isinstance(winning, Unknown):
            return winning
        outcome = Outcome.LOSER if proof.sequence.get(a) == b else Outcome.WINNER
        theorem = ONE_OPENING if is_three_rowed_bar(start) else None
        return Solution(start, outcome, winning, proof, turned=bar is not start, theorem=theorem)

    def outcome(self, position: PositionLike) -> Outcome | Unknown:
        """Who wins, without the winning moves.

        >>> Oracle().outcome("(6,5)"), Oracle().outcome("(6,6)")
        (<Outcome.LOSER: 'loser'>, <Outcome.WINNER: 'winner'>)
        """
        start = Position.of(position)
        hook = Hook.of(start)
        if hook is not None:
            return Outcome.WINNER if hook.nim_value() else Outcome.LOSER
        slice_, a, b = locate(start.wide())
        proof = self.proof(slice_)
        if isinstance(proof, Unknown):
            return proof
        return Outcome.LOSER if proof.sequence.get(a) == b else Outcome.WINNER

    def nim_value(self, position: PositionLike, reach: int | None = None) -> int | AtLeast:
        """The nim-value: the one whose slice the position is in; a lower bound if that takes ``reach`` slices or more.

        >>> [Oracle().nim_value((n, n, n)) for n in range(1, 8)]
        [2, 4, 5, 9, 11, 12, 13]
        """
        start = Position.of(position)
        hook = Hook.of(start)
        if hook is not None:
            return hook.nim_value()
        slice_, a, b = locate(start.wide())
        for nim in count():
            proof = self.proof(Slice(slice_.tail, nim), reach)
            if isinstance(proof, Unknown):
                known = f" is at least {nim}, but" if nim else ":"
                return AtLeast(f"the nim-value of {quote(str(start))}{known} {proof.reason}", nim)
            if proof.sequence.get(a) == b:
                return nim
        raise AssertionError("count() does not end")

    def moves_to(self, position: PositionLike, nim: int) -> tuple[WinningMove, ...] | Unknown:
        """All moves to positions of a nim-value.

        >>> [str(found.after) for found in Oracle().moves_to("(3,2,1)", nim=0)]
        ['(2, 2, 1)', '(3, 1, 1)', '(3, 2)']
        """
        start = Position.of(position)
        hook = Hook.of(start)
        return self._moves_by_slices(start, nim) if hook is None else _moves_of(start, hook, nim)

    def _moves_by_slices(self, start: Position, nim: int) -> tuple[WinningMove, ...] | Unknown:
        """The same, from proved slices."""
        bar = start.wide()
        proof = self.proof(Slice(locate(bar)[0].tail, nim))
        if isinstance(proof, Unknown):
            return proof
        reached = (other if bar is start else other.transpose() for other in self._in_reach(bar, proof.slice))
        moves = ((start.move_to(other), other) for other in reached)
        return tuple(sorted(WinningMove(move, other) for move, other in moves if move is not None))

    def _in_reach(self, position: Position, slice_: Slice) -> Iterator[Position]:
        """The positions of the slice's nim-value that one move leads to; the slice has the position's tail."""
        _, a, b = locate(position)
        first, second = slice_.width + a + b, slice_.width + a
        row = self._proofs[slice_].sequence
        # Chomp the first row: above the slice's position in this column, or after the end of a finite slice.
        here = row.get(a)
        if here is not None and here < b:
            yield slice_.position(a, here)
        end = len(row.head) - 1
        if row.kind == "finite" and end < a:
            yield slice_.position(end, 0)
        # Chomp the second row, within the slice: i + B(i) is the same first row, and B is bounded.
        target = a + b
        for i in range(max(0, target - max(row.head + row.period, default=0)), min(a, target + 1)):
            if row.get(i) == target - i:
                yield slice_.position(i, target - i)
        # Chomp the first or the second row down to x, into the tail.
        for x, corner in corners(slice_):
            over = self._proofs[corner].sequence.get(0)
            if over == 0:
                yield corner.position(0, 0)
            elif over == first - x:
                yield corner.position(0, over)
        # Chomp a row of the tail.
        for other in below(slice_):
            if self._proofs[other].sequence.get(second - other.width) == b:
                yield other.position(second - other.width, b)


def _too_many(slice_: Slice, most: int) -> str:
    """Why the oracle does not prove a slice, and what does."""
    rests = f"it rests on {most} or more smaller slices, more than one question proves"
    claim = Claim(rows=len(slice_.tail) + 2, nim=slice_.nim, upto=slice_.width)
    if not claim.is_within(limits.PROVE_SLICES) or claim.rows > verifier.MAX_ROWS:
        return f"{rests}, and more than zchomp prove can"
    further = len(slice_.tail) == 1 and not slice_.nim and slice_.width <= limits.CHART_ROWS
    return f"{rests}; {'zchomp chart and ' * further}zchomp prove can"


def _moves_of(start: Position, hook: Hook, nim: int) -> tuple[WinningMove, ...]:
    """All moves from a hook to positions of a nim-value, by the formula."""
    return tuple(WinningMove(move, start.chomp(move)) for move in hook.moves_to(nim))


@cache
def the_oracle() -> Oracle:
    """The oracle that everybody shares: it knows what is installed, and what it has proved since."""
    return Oracle(read_certificate(shipped_certificate()).values())


def solve(position: PositionLike) -> Solution | Unknown:
    """Who wins with best play, all winning moves, and the slice whose proof shows it; Unknown if that would take long.

    >>> solution = solve("(9,7,4)")
    >>> solution.outcome, [(tuple(w.move), str(w.after)) for w in solution.winning_moves]
    (<Outcome.WINNER: 'winner'>, [((1, 8), '(7, 7, 4)'), ((2, 6), '(9, 5, 4)'), ((3, 3), '(9, 7, 2)')])

    Raises InvalidPosition if it is not a position.
    """
    return the_oracle().solve(position)


def outcome(position: PositionLike) -> Outcome | Unknown:
    """Who wins with best play, proved; Unknown if the proof would take long.

    >>> outcome("(20068,20000,115)")
    <Outcome.LOSER: 'loser'>
    """
    return the_oracle().outcome(position)


def winning_moves(position: PositionLike) -> tuple[Move, ...] | Unknown:
    """All winning moves, proved to be all; none if the position is a loser.

    >>> winning_moves((3, 2, 1))
    (Move(row=1, column=3), Move(row=2, column=2), Move(row=3, column=1))
    """
    solution = solve(position)
    return solution if isinstance(solution, Unknown) else tuple(winning.move for winning in solution.winning_moves)


def nim_value(position: PositionLike) -> int | AtLeast:
    """The nim-value, proved; a lower bound, if the proof would take long.

    >>> nim_value("(5,4,3)")
    7
    """
    return the_oracle().nim_value(position)
