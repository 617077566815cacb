"""The perfect player: who wins, a winning move, and how that is known.

A game is one bar, or several side by side (`sums`). What is known of it has one of these grounds, tried in this order:

    MIRROR   two equal arms, or two equal bars, can be left: what is bitten off one is bitten off the other ([Zei01])
    PROOF    the slice of the bar is proved: the oracle knows all winning moves
    VALUES   the nim-values of all bars are proved
    SEARCH   the board is small: all positions inside it were looked at, by the rules of the game
    REACH    the slice is out of reach, but a bite leads to a loser of a smaller, proved slice
    NOTHING  not known

With three rows or three columns, proofs are quick and come first; a sum is mirrored only if its nim-values are unknown.

When there is no winning move, or none is known, the player takes a few squares and keeps the game long (`slow_bite`).
Nothing here depends on the number of squares.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from math import comb
from random import Random

from zchomp.errors import quote
from zchomp.oracle import REACH, WinningMove, the_oracle
from zchomp.position import Move, Outcome, Position, cut, partitions_within
from zchomp.slices import Proof, Unknown, closure_size, locate
from zchomp.sums import solve_sum

__all__ = ["Advice", "Bars", "Ground", "Player", "bite_between", "is_over", "is_quick", "losers_within", "slow_bite"]

Bars = tuple[Position, ...]

SMALL = 50_000
"""The most positions of a board that is searched: nine rows of nine squares have 48,620."""

QUICK = 4000
"""The most slices, times rows of their tails, that are proved for a game: a second or two."""

NEAR = 115
"""The third rows to which a bar that is out of reach is bitten down: those of the certificate."""

SHORT = 1500
"""The most slices, times rows of their tails, that are proved for one such bite."""

FEW = 3
"""The most squares that a slow bite takes."""


class Ground(Enum):
    """How something is known."""

    PROOF = "proof"
    VALUES = "nim-values"
    SEARCH = "search"
    MIRROR = "mirror"
    REACH = "reach"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Advice:
    """Who wins, winning moves with the number of their bar (at least one for a winner), and how that is known.

    ``proof`` is that of the slice of the loser: the bar itself, or what the best move leaves of it; ``turned`` if it is
    about the bar with rows and columns exchanged. ``nim_values`` are those of the bars; ``reason`` says why nothing is
    known.
    """

    bars: Bars
    outcome: Outcome
    winning: tuple[tuple[int, WinningMove], ...]
    ground: Ground
    proof: Proof | None = None
    turned: bool = False
    nim_values: tuple[int, ...] = ()
    reason: str = ""

    @property
    def best(self) -> tuple[int, WinningMove] | None:
        """The winning move that leaves the fewest squares, with the number of its bar."""
        return min(self.winning, key=lambda found: found[1].loser.squares(), default=None)


class Player:
    """Knows what can be known quickly, and remembers the board that it has searched."""

    def __init__(self) -> None:
        self._board: Position | None = None
        self._losers: set[tuple[int, ...]] = set()

    def advise(self, bars: Bars) -> Advice:
        """Who wins, and how to.

        >>> advice = Player().advise((Position((100000, 20000, 115)),))
        >>> [(bar, str(winning.loser)) for bar, winning in advice.winning], advice.ground.value
        ([(0, '(20068, 20000, 115)')], 'proof')
        """
        live = [number for number, bar in enumerate(bars) if bar.squares() > 1]
        if len(live) > 1:
            return _advise_sum(bars, live)
        number = live[0] if live else 0
        bar = bars[number]
        hooks = _to_a_hook(bar)
        if hooks is not None and min(len(bar.rows), bar.rows[0]) > 3:
            return _advice(bars, number, hooks, Ground.MIRROR)
        solution = (
            the_oracle().solve(bar) if is_quick(bar) else Unknown(f"the proof for {quote(str(bar))} would take long")
        )
        if not isinstance(solution, Unknown):
            winning = tuple((number, found) for found in solution.winning_moves)
            advice = Advice(bars, solution.outcome, winning, Ground.PROOF, solution.proof, solution.turned)
            return _resting_on_the_loser(advice)
        if _is_small(bar):
            return _advice(bars, number, self._search(bar), Ground.SEARCH)
        for near, proof in _to_a_proved_loser(bar):
            return Advice(bars, Outcome.WINNER, ((number, near),), Ground.REACH, proof)
        return Advice(bars, Outcome.UNKNOWN, (), Ground.NOTHING, reason=solution.reason)

    def _search(self, bar: Position) -> list[WinningMove]:
        """The winning moves on a small board."""
        if self._board is None or not _fits(bar, self._board):
            self._board, self._losers = bar, losers_within(bar)
        missing = (0,) * (len(self._board.rows) - len(bar.rows))
        reached = ((move, bar.chomp(move)) for move in bar.moves())
        return [
            WinningMove(move, after)
            for move, after in reached
            if after.rows + (0,) * (len(bar.rows) - len(after.rows)) + missing in self._losers
        ]


def is_over(bars: Bars) -> bool:
    """No move is left: of every bar only the poison is there, and the player to move has lost."""
    return all(bar.rows == (1,) for bar in bars)


def losers_within(board: Position) -> set[tuple[int, ...]]:
    """The losers inside a small board, padded with zeros, by the rules: no move leads to another loser.

    >>> sorted(losers_within(Position((3, 3))))
    [(1, 0), (2, 1), (3, 2)]
    """
    losers: set[tuple[int, ...]] = set()
    for rows in islice(partitions_within(board.rows), 1, None):
        reached = (cut(rows, i, length) for i, row in enumerate(rows) for length in range(0 if i else 1, row))
        if losers.isdisjoint(reached):
            losers.add(rows)
    return losers


def slow_bite(bars: Bars, random: Random) -> tuple[int, Move]:
    """A random bite of few squares, from the end of a row that sticks out.

    >>> bars = (Position((10**12, 10**12, 7)),)
    >>> slow_bite(bars, Random(1))[1].row in (2, 3)
    True
    """
    number = random.choice([number for number, bar in enumerate(bars) if bar.squares() > 1])
    rows = bars[number].rows
    ends = [
        (row, length, length - max(below, 1 if row == 1 else 0))
        for row, (length, below) in enumerate(zip(rows, (*rows[1:], 0), strict=True), start=1)
    ]
    row, length, out = random.choice([end for end in ends if end[2] > 0])
    return number, Move(row, length + 1 - random.randint(1, min(out, FEW)))


def bite_between(position: Position, after: Position) -> Move | None:
    """The move from one position to the other, if there is one.

    >>> bite_between(Position((3, 2, 1)), Position((3, 1, 1))), bite_between(Position((3, 2)), Position((2, 1)))
    (Move(row=2, column=2), None)
    """
    lengths = after.rows + (0,) * (len(position.rows) - len(after.rows))
    for row, (before, length) in enumerate(zip(position.rows, lengths, strict=False), start=1):
        if length < before:
            return Move(row, length + 1) if cut(position.rows, row - 1, length) == lengths else None
    return None


def _advice(bars: Bars, number: int, winning: list[WinningMove], ground: Ground) -> Advice:
    """What follows from the list of winning moves of one bar, if it is known to be empty only for losers."""
    outcome = Outcome.WINNER if winning else Outcome.LOSER
    return Advice(bars, outcome, tuple((number, found) for found in winning), ground)


def _resting_on_the_loser(advice: Advice) -> Advice:
    """The same advice with the proof of the slice that the best move leads to, if that is not another long proof."""
    if advice.best is None or not is_quick(advice.best[1].loser):
        return advice
    lost = the_oracle().solve(advice.best[1].loser)
    return advice if isinstance(lost, Unknown) else replace(advice, proof=lost.proof, turned=lost.turned)


def _advise_sum(bars: Bars, live: list[int]) -> Advice:
    slow = next((bar for bar in bars if not is_quick(bar)), None)
    solution = (
        solve_sum(bars) if slow is None else Unknown(f"the nim-value of {quote(str(slow))} would take long to prove")
    )
    if not isinstance(solution, Unknown):
        return Advice(bars, solution.outcome, solution.winning_moves, Ground.VALUES, nim_values=solution.nim_values)
    if len(live) == 2:
        one, other = (bars[number] for number in live)
        if one == other:
            return Advice(bars, Outcome.LOSER, (), Ground.MIRROR)
        for number, bar, target in ((live[0], one, other), (live[1], other, one)):
            move = bite_between(bar, target)
            if move is not None:
                return Advice(bars, Outcome.WINNER, ((number, WinningMove(move, target)),), Ground.MIRROR)
    return Advice(bars, Outcome.UNKNOWN, (), Ground.NOTHING, reason=solution.reason)


def is_quick(bar: Position) -> bool:
    """Whether the oracle may be asked: with many rows a proof can take very long, however few slices it needs.

    >>> is_quick(Position((10**100, 10**99, 115))), is_quick(Position((100, *(1,) * 90)))
    (True, False)
    """
    home = locate(bar if bar.rows[0] >= len(bar.rows) else bar.transpose())[0]
    return closure_size(home, REACH) * max(1, len(home.tail)) <= QUICK


def _is_small(bar: Position) -> bool:
    width, height = bar.rows[0], len(bar.rows)
    return width * height < SMALL and comb(width + height, height) <= SMALL


def _fits(bar: Position, board: Position) -> bool:
    return len(bar.rows) <= len(board.rows) and all(
        inner <= outer for inner, outer in zip(bar.rows, board.rows, strict=False)
    )


def _to_a_hook(bar: Position) -> list[WinningMove] | None:
    """Winning moves of a hook, or of a bar that a bite makes a hook with two equal arms; None if it is neither.

    A hook is a first row and a first column. With equal arms it is a loser: a bite of one arm is copied on the other.
    """
    width, height = bar.rows[0], len(bar.rows)
    if height > 1 and bar.rows[1] > 1:
        move = Move(2, 2)
        return [WinningMove(move, bar.chomp(move))] if width == height else None
    if width == height:
        return []
    move = Move(1, height + 1) if width > height else Move(width + 1, 1)
    return [WinningMove(move, bar.chomp(move))]


def _to_a_proved_loser(bar: Position) -> Iterator[tuple[WinningMove, Proof]]:
    """Bites that lead to losers of slices that are proved, or quickly so: of the fourth row, and of rows 3 and 2."""
    if len(bar.rows) < 3:
        return
    moves = [Move(4, 1)] if len(bar.rows) > 3 else []
    moves += [Move(row, x + 1) for x in range(min(bar.rows[2], NEAR + 1)) for row in (3, 2)]
    for move in moves:
        after = bar.chomp(move)
        home, a, b = locate(after)
        rows = max(1, len(home.tail))
        if home.width <= NEAR and comb(home.width + rows, rows) * rows <= SHORT:
            proof = the_oracle().proof(home)
            if not isinstance(proof, Unknown) and proof.sequence.get(a) == b:
                yield WinningMove(move, after), proof
