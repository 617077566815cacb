"""The oracle: outcome and all winning moves of any position, from proved slices.

It starts from the certificate that is installed with the package, and proves further slices by itself when a position
needs them and that is quick. A bar that is higher than wide is turned over, rows and columns exchanged: that needs
fewer slices, and makes a bar of three columns one of three rows.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count

from zchomp.certificate import read, shipped
from zchomp.errors import quote
from zchomp.periodic import Periodic
from zchomp.position import Move, Outcome, Position
from zchomp.recurrence import Recurrence
from zchomp.slices import AtLeast, Proof, Slice, Unknown, below, closure, closure_size, corners, locate

__all__ = ["Oracle", "Solution", "WinningMove", "nim_value", "outcome", "the_oracle", "winning_moves"]

REACH = 2500
"""The most slices that a question may make the oracle prove: a second or two."""


@dataclass(frozen=True, slots=True, order=True)
class WinningMove:
    """A move and what it leaves to the opponent: a loser, or what is as good as one in a sum."""

    move: Move
    loser: Position


@dataclass(frozen=True, slots=True)
class Solution:
    """A position, decided: who wins, all winning moves, and the proof that it rests on.

    ``turned`` says that the proof is about the bar with rows and columns exchanged.
    """

    position: Position
    outcome: Outcome
    winning_moves: tuple[WinningMove, ...]
    proof: Proof
    turned: bool = False


class Oracle:
    """Answers from the proofs that it has, and from those that it makes."""

    def __init__(self, proofs: Iterable[Proof] = ()) -> None:
        self._proofs: dict[Slice, Proof] = {}
        self._engine = Recurrence()
        for proof in proofs:
            self._learn(proof)

    def proof(self, home: Slice, reach: int = REACH) -> Proof | Unknown:
        """The proof of a slice, with everything that it depends on at hand; Unknown if that is more than ``reach``."""
        if home not in self._proofs:
            if closure_size(home, reach) * (home.nim + 1) >= reach:
                return Unknown(
                    f"{home} is not proved: it rests on {reach} or more smaller slices, too many to prove now"
                )
            for inner in closure(home):
                if inner not in self._proofs:
                    proof = self._engine.prove(inner)
                    if isinstance(proof, Unknown):
                        return proof
                    self._learn(proof)
        return self._proofs[home]

    def _learn(self, proof: Proof) -> None:
        self._engine.learn(proof)
        self._proofs[proof.slice] = proof

    def known(self, home: Slice) -> dict[Slice, Periodic[int]] | Unknown:
        """The sequences of a slice and of all that it depends on."""
        proof = self.proof(home)
        if isinstance(proof, Unknown):
            return proof
        return {inner: self._proofs[inner].sequence for inner in closure(home)}

    def solve(self, position: Position) -> Solution | Unknown:
        """Who wins, and all winning moves.

        >>> solution = Oracle().solve(Position((3, 2, 1)))
        >>> [str(winning.loser) for winning in solution.winning_moves]
        ['(2, 2, 1)', '(3, 1, 1)', '(3, 2)']
        """
        bar, turned = _turned(position)
        home, a, b = locate(bar)
        proof, winning = self.proof(home), self.moves_to(position, nim=0)
        if isinstance(proof, Unknown):
            return proof
        if isinstance(winning, Unknown):
            return winning
        is_loser = proof.sequence.get(a) == b
        return Solution(position, Outcome.LOSER if is_loser else Outcome.WINNER, winning, proof, turned)

    def nim_value(self, position: Position, reach: int = REACH) -> int | AtLeast:
        """The nim-value: the one whose slice the position is in; a lower bound if that takes ``reach`` slices or more.

        >>> [Oracle().nim_value(Position((n, n, n))) for n in range(1, 8)]
        [2, 4, 5, 9, 11, 12, 13]
        """
        home, a, b = locate(_turned(position)[0])
        for nim in count():
            proof = self.proof(Slice(home.tail, nim), reach)
            if isinstance(proof, Unknown):
                reason = f"the nim-value of {quote(str(position))} is at least {nim}, but {proof.reason}"
                return AtLeast(reason, nim)
            if proof.sequence.get(a) == b:
                return nim
        raise AssertionError("count() does not end")

    def moves_to(self, position: Position, nim: int) -> tuple[WinningMove, ...] | Unknown:
        """All moves to positions of a nim-value.

        >>> [str(move.loser) for move in Oracle().moves_to(Position((3, 2, 1)), nim=0)]
        ['(2, 2, 1)', '(3, 1, 1)', '(3, 2)']
        """
        bar, turned = _turned(position)
        proof = self.proof(Slice(locate(bar)[0].tail, nim))
        if isinstance(proof, Unknown):
            return proof
        after = (other.transpose() if turned else other for other in self._in_reach(bar, proof.slice))
        return tuple(sorted(WinningMove(_move(position, other), other) for other in after))

    def _in_reach(self, position: Position, home: Slice) -> Iterator[Position]:
        """The positions of the slice's nim-value that one move leads to; the slice has the position's tail."""
        _, a, b = locate(position)
        first, second = home.width + a + b, home.width + a
        row = self._proofs[home].sequence
        # Chomp the first row: above the slice's position in this column, or after the end of a finite slice.
        here = row.get(a)
        if here is not None and here < b:
            yield home.position(a, here)
        end = len(row.head) - 1
        if row.kind == "finite" and end < a:
            yield home.position(end, 0)
        # Chomp the second row, within the slice: i + B(i) is the same first row, and B is bounded.
        target = a + b
        for i in range(max(0, target - max(row.head + row.period, default=0)), min(a, target + 1)):
            if row.get(i) == target - i:
                yield home.position(i, target - i)
        # Chomp the first or the second row down to x, into the tail.
        for x, corner in corners(home):
            over = self._proofs[corner].sequence.get(0)
            if over == 0:
                yield corner.position(0, 0)
            elif over == first - x:
                yield corner.position(0, over)
        # Chomp a row of the tail.
        for other in below(home):
            if self._proofs[other].sequence.get(second - other.width) == b:
                yield other.position(second - other.width, b)


@cache
def the_oracle() -> Oracle:
    """The oracle that everybody shares: it knows what is installed, and what it has proved since."""
    path = shipped()
    return Oracle(read(path) if path else ())


def outcome(position: Position) -> Outcome:
    """Who wins with best play, proved; Outcome.UNKNOWN if the proof would take long.

    >>> outcome(Position((20068, 20000, 115)))
    <Outcome.LOSER: 'loser'>
    """
    solution = the_oracle().solve(position)
    return Outcome.UNKNOWN if isinstance(solution, Unknown) else solution.outcome


def winning_moves(position: Position) -> tuple[Move, ...] | Unknown:
    """All winning moves, proved to be all; none if the position is a loser.

    >>> winning_moves(Position((3, 2, 1)))
    (Move(row=1, column=3), Move(row=2, column=2), Move(row=3, column=1))
    """
    solution = the_oracle().solve(position)
    return solution if isinstance(solution, Unknown) else tuple(winning.move for winning in solution.winning_moves)


def nim_value(position: Position) -> int | AtLeast:
    """The nim-value, proved; a lower bound, if the proof would take long.

    >>> nim_value(Position((5, 4, 3)))
    7
    """
    return the_oracle().nim_value(position)


def _turned(position: Position) -> tuple[Position, bool]:
    """The bar itself, or turned over if it is higher than wide."""
    turned = position.rows[0] < len(position.rows)
    return (position.transpose() if turned else position), turned


def _move(position: Position, after: Position) -> Move:
    """The move from a position to one that is a chomp away."""
    row, length = next(
        (row, after.rows[row] if row < len(after.rows) else 0)
        for row in range(len(position.rows))
        if row >= len(after.rows) or after.rows[row] < position.rows[row]
    )
    return Move(row + 1, length + 1)
