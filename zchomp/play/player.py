"""The perfect player: who wins, a winning move, and how that is known.

A game is one bar, or several side by side (`sums`). The player asks the oracle, with little effort for one move, and
what is known has one of these grounds:

    PROOF    the slice of the bar is proved: all winning moves are known
    SEARCH   the board is small: the losers among all positions inside it were found
    THEOREM  a theorem for all sizes: two equal arms or bars can be left ([Zei01]), or all bars but one are losers
    REACH    the slice is out of reach, but a bite leads to a loser of a smaller, proved slice
    VALUES   the nim-values of all bars are proved
    NOTHING  no winning move is known, and that there is none is not known either

When there is no winning move, or none is known, the player takes a few squares and keeps the game long (`slow_bite`).
Nothing here depends on the number of squares.
"""

from dataclasses import dataclass, replace
from enum import Enum
from random import Random
from typing import TypeVar

from zchomp import limits
from zchomp.answers.questions import the_oracle
from zchomp.answers.solution import Solution, Source, WinningMove, in_order, noting
from zchomp.answers.sums import SumSolution, solve_sum
from zchomp.position import Move, Outcome, Position
from zchomp.results import Proof, Unknown
from zchomp.slices import locate

__all__ = ["Advice", "Bars", "Ground", "advise", "is_over", "slow_bite"]

Bars = tuple[Position, ...]

Solved = TypeVar("Solved", Solution, SumSolution)

FEW = 3
"""The most squares that a slow bite takes."""


class Ground(Enum):
    """How something is known."""

    PROOF = "proof"
    VALUES = "nim-values"
    SEARCH = "search"
    THEOREM = "theorem"
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
    theorem: str | None = None
    nim_values: tuple[int, ...] = ()
    sources: tuple[Source, ...] = ()

    @property
    def best(self) -> tuple[int, WinningMove] | None:
        """The winning move that leaves the fewest squares, with the number of its bar."""
        return min(self.winning, key=lambda found: found[1].after.squares(), default=None)


def advise(bars: Bars) -> Advice:
    """Who wins, and how to.

    >>> advice = advise((Position((100000, 20000, 115)),))
    >>> [(bar, str(winning.after)) for bar, winning in advice.winning], advice.ground.value
    ([(0, '(20068, 20000, 115)')], 'proof')
    """
    with noting() as noted:
        live = [number for number, bar in enumerate(bars) if bar.squares() > 1]
        advice = _advise_sum(bars) if len(live) > 1 else _advise_one(bars, live[0] if live else 0)
    if advice.ground is Ground.NOTHING:
        return advice
    by_theorem = {Source.THEOREM} if advice.ground is Ground.THEOREM else set()
    return replace(advice, sources=in_order(noted | by_theorem))


def _advise_one(bars: Bars, number: int) -> Advice:
    """Advice where at most one bar has a move left."""
    solution = _with_a_move(the_oracle().solve(bars[number], _effort()))
    if isinstance(solution, Unknown):
        return Advice(bars, solution, (), Ground.NOTHING)
    winning = tuple((number, found) for found in solution.winning_moves)
    theorem = None if solution.proof else solution.theorem
    advice = Advice(bars, solution.outcome, winning, _ground(solution), solution.proof, solution.turned, theorem)
    return _resting_on_the_loser(advice) if advice.ground is Ground.PROOF else advice


def _with_a_move(solution: Solved | Unknown) -> Solved | Unknown:
    """A solution, unless all that it knows is that some move wins: then why it knows none."""
    if isinstance(solution, Unknown) or solution.outcome is Outcome.LOSER or solution.winning_moves:
        return solution
    return solution if solution.missing is None else solution.missing


def _effort() -> float:
    """The effort for one move, unless the oracle was given another one."""
    own = the_oracle().own_effort
    return limits.PLAYER_EFFORT if own is None else own


def _ground(solution: Solution) -> Ground:
    if solution.source is Source.SEARCH:
        return Ground.SEARCH
    if solution.source is Source.THEOREM:
        return Ground.THEOREM
    return Ground.PROOF if solution.missing is None else Ground.REACH


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


def _resting_on_the_loser(advice: Advice) -> Advice:
    """The same advice with the proof of the slice that the best move leads to."""
    if advice.best is None:
        return advice
    loser = advice.best[1].after
    proof = the_oracle().proof(locate(loser.wide())[0], _effort())
    if isinstance(proof, Unknown):
        return advice
    return replace(advice, proof=proof, turned=loser.wide() is not loser)


def _advise_sum(bars: Bars) -> Advice:
    solution = _with_a_move(solve_sum(bars, _effort()))
    if isinstance(solution, Unknown):
        return Advice(bars, solution, (), Ground.NOTHING)
    if solution.theorem is not None:
        return Advice(bars, solution.outcome, solution.winning_moves, Ground.THEOREM, theorem=solution.theorem)
    values = tuple(value or 0 for value in solution.nim_values)
    return Advice(bars, solution.outcome, solution.winning_moves, Ground.VALUES, nim_values=values)
