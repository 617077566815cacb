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
from math import comb
from random import Random

from zchomp import limits
from zchomp.answers.formulas import Hook
from zchomp.answers.oracle import WinningMove
from zchomp.answers.questions import the_oracle
from zchomp.answers.sums import solve_sum
from zchomp.errors import quote
from zchomp.position import Move, Outcome, Position, losers_within
from zchomp.results import Proof, Unknown
from zchomp.slices import closure_size, locate

__all__ = ["Advice", "Bars", "Ground", "Player", "is_over", "is_quick", "slow_bite"]

Bars = tuple[Position, ...]

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
    about the bar with rows and columns exchanged. ``nim_values`` are those of the bars.
    """

    bars: Bars
    outcome: Outcome | Unknown
    winning: tuple[tuple[int, WinningMove], ...]
    ground: Ground
    proof: Proof | None = None
    turned: bool = False
    nim_values: tuple[int, ...] = ()

    @property
    def best(self) -> tuple[int, WinningMove] | None:
        """The winning move that leaves the fewest squares, with the number of its bar."""
        return min(self.winning, key=lambda found: found[1].after.squares(), default=None)


class Player:
    """Knows what can be known quickly, and remembers the board that it has searched."""

    def __init__(self) -> None:
        self._board: Position | None = None
        self._losers: set[tuple[int, ...]] = set()

    def advise(self, bars: Bars) -> Advice:
        """Who wins, and how to.

        >>> advice = Player().advise((Position((100000, 20000, 115)),))
        >>> [(bar, str(winning.after)) for bar, winning in advice.winning], advice.ground.value
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
        return Advice(bars, solution, (), Ground.NOTHING)

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


def _advice(bars: Bars, number: int, winning: list[WinningMove], ground: Ground) -> Advice:
    """What follows from the list of winning moves of one bar, if it is known to be empty only for losers."""
    outcome = Outcome.WINNER if winning else Outcome.LOSER
    return Advice(bars, outcome, tuple((number, found) for found in winning), ground)


def _resting_on_the_loser(advice: Advice) -> Advice:
    """The same advice with the proof of the slice that the best move leads to, if that is not another long proof."""
    if advice.best is None or not is_quick(advice.best[1].after):
        return advice
    lost = the_oracle().solve(advice.best[1].after)
    if isinstance(lost, Unknown) or lost.proof is None:
        return advice
    return replace(advice, proof=lost.proof, turned=lost.turned)


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
            move = bar.move_to(target)
            if move is not None:
                return Advice(bars, Outcome.WINNER, ((number, WinningMove(move, target)),), Ground.MIRROR)
    return Advice(bars, solution, (), Ground.NOTHING)


def is_quick(bar: Position) -> bool:
    """Whether the oracle may be asked: with many rows a proof can take very long, however few slices it needs.

    >>> is_quick(Position((10**100, 10**99, 115))), is_quick(Position((100, *(2,) * 90)))
    (True, False)

    A hook is always quick: there is a formula.
    """
    if Hook.of(bar) is not None:
        return True
    slice_ = locate(bar.wide())[0]
    return closure_size(slice_, limits.ORACLE_SLICES) * max(1, len(slice_.tail)) <= limits.PLAYER_WORK


def _is_small(bar: Position) -> bool:
    width, height = bar.rows[0], len(bar.rows)
    return max(width, height) < limits.PLAYER_POSITIONS and comb(width + height, height) <= limits.PLAYER_POSITIONS


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
    moves += [Move(row, x + 1) for x in range(min(bar.rows[2], limits.PLAYER_THIRD_ROW + 1)) for row in (3, 2)]
    for move in moves:
        after = bar.chomp(move)
        slice_, a, b = locate(after)
        rows = max(1, len(slice_.tail))
        if (
            slice_.width <= limits.PLAYER_THIRD_ROW
            and comb(slice_.width + rows, rows) * rows <= limits.PLAYER_BITE_WORK
        ):
            proof = the_oracle().proof(slice_)
            if not isinstance(proof, Unknown) and proof.sequence.get(a) == b:
                yield WinningMove(move, after), proof
