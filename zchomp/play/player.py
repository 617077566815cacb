"""The perfect player: who wins, winning moves, and how that is known.

A game is one bar, or several side by side (`sums`). The player asks the oracle, with little effort for one move. Where
there is no winning move, or none is known, the player takes a few squares and keeps the game long (`slow_bite`).
Nothing here depends on the number of squares.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from zchomp import limits
from zchomp.answers.inquiry import Inquiry
from zchomp.answers.oracle import Oracle, chosen
from zchomp.answers.solution import Solution, WinningMove
from zchomp.answers.sums import SumSolution, solve_bars
from zchomp.position import Move, Outcome, Position
from zchomp.results import Proof, Unknown
from zchomp.slices import locate
from zchomp.sources import Source

__all__ = ["Advice", "Bars", "advise", "is_over", "slow_bite"]

Bars = tuple[Position, ...]

Solved = TypeVar("Solved", Solution, SumSolution)

FEW = 3
"""The most squares that a slow bite takes."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Who wins, and winning moves with the number of their bar; if somebody is known to win, at least one of them.

    One of these says how it is known: ``theorem`` states a theorem for all sizes; ``nim_values`` are those of the bars
    of a sum; ``proof`` is that of the slice of the loser, which is the bar itself, or the bar after the best move. It
    is about the bar with rows and columns exchanged if ``turned``. If there is none of them, a search has found it.
    """

    bars: Bars
    outcome: Outcome | Unknown
    winning: tuple[tuple[int, WinningMove], ...]
    proof: Proof | None = None
    turned: bool = False
    theorem: str | None = None
    nim_values: tuple[int, ...] = ()
    sources: tuple[Source, ...] = ()

    @property
    def best(self) -> tuple[int, WinningMove] | None:
        """The winning move that leaves the fewest squares, with the number of its bar."""
        return min(self.winning, key=lambda found: found[1].after.squares(), default=None)


def advise(bars: Bars, effort: float | None = None, oracle: Oracle | None = None) -> Advice:
    """Who wins, and how; without an effort it takes that of the oracle, or `limits.PLAYER_EFFORT`.

    >>> advice = advise((Position((100000, 20000, 115)),))
    >>> [(bar, str(winning.after)) for bar, winning in advice.winning], advice.sources
    ([(0, '(20068, 20000, 115)')], (<Source.CERTIFICATE: 'certificate'>,))
    """
    live = [number for number, bar in enumerate(bars) if bar.squares() > 1]
    asked = chosen(oracle)

    def question(inquiry: Inquiry) -> Advice:
        return _advise_sum(inquiry, bars) if len(live) > 1 else _advise_one(inquiry, bars, live[0] if live else 0)

    advice, sources = asked.ask(question, asked.effort(effort, limits.PLAYER_EFFORT))
    return advice if isinstance(advice.outcome, Unknown) else replace(advice, sources=sources)


def _advise_one(inquiry: Inquiry, bars: Bars, number: int) -> Advice:
    """Advice where at most one bar has a move left."""
    solution = _with_a_move(inquiry.solve(bars[number]))
    if isinstance(solution, Unknown):
        return Advice(bars, solution, ())
    winning = tuple((number, found) for found in solution.winning_moves)
    if solution.proof is None:
        return Advice(bars, solution.outcome, winning, theorem=solution.theorem)
    advice = Advice(bars, solution.outcome, winning, solution.proof, solution.turned)
    return advice if solution.missing is not None else _with_the_loser(inquiry, advice)


def _with_the_loser(inquiry: Inquiry, advice: Advice) -> Advice:
    """The same advice with the proof of the slice that the best move leads to."""
    if advice.best is None:
        return advice
    loser = advice.best[1].after
    proof = inquiry.proof(locate(loser.wide())[0])
    return advice if isinstance(proof, Unknown) else replace(advice, proof=proof, turned=loser.wide() is not loser)


def _advise_sum(inquiry: Inquiry, bars: Bars) -> Advice:
    solution = _with_a_move(solve_bars(inquiry, bars))
    if isinstance(solution, Unknown):
        return Advice(bars, solution, ())
    if solution.theorem is not None:
        return Advice(bars, solution.outcome, solution.winning_moves, theorem=solution.theorem)
    values = tuple(value or 0 for value in solution.nim_values)
    return Advice(bars, solution.outcome, solution.winning_moves, nim_values=values)


def _with_a_move(solution: Solved | Unknown) -> Solved | Unknown:
    """A solution, or why no move is known if it is a winner without one."""
    if isinstance(solution, Unknown) or solution.outcome is Outcome.LOSER or solution.winning_moves:
        return solution
    return solution if solution.missing is None else solution.missing


def is_over(bars: Bars) -> bool:
    """Whether no move is left: each bar is only its poison, and the player to move has lost."""
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
