"""The perfect player: who wins, winning moves, and how that is known.

A game is one bar, or several side by side (`sums`). The player consults the oracle, with little effort for one move.
Where there is no winning move, or none is known, the player takes a few squares and keeps the game long (`slow_bite`).
Nothing here depends on the number of squares.
"""

from dataclasses import dataclass, replace
from random import Random

from zchomp import limits
from zchomp.answers.inquiry import Inquiry
from zchomp.answers.oracle import Oracle, oracle_or_shared
from zchomp.answers.solution import Solution
from zchomp.answers.sums import Bars, SumSolution, solve_bars
from zchomp.position import Move, Outcome, Position
from zchomp.results import Unknown
from zchomp.slices import locate
from zchomp.sources import Source, in_order

__all__ = ["Advice", "advise", "slow_bite"]

FEW = 3
"""The maximum number of squares that a slow bite takes."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The solution of a sum, or of the bar ``number``, counted from 0, if no other bar has a move left.

    A winner may be known without a winning move. The proof of a bar is that of the slice of the loser, which is the bar
    itself, or the bar after the best move.
    """

    bars: Bars
    solution: Solution | SumSolution | Unknown
    number: int = 0

    @property
    def outcome(self) -> Outcome | Unknown:
        """Who wins."""
        return self.solution if isinstance(self.solution, Unknown) else self.solution.outcome

    @property
    def winning(self) -> tuple[tuple[int, Move], ...]:
        """Winning moves, each with the number of its bar."""
        if isinstance(self.solution, Solution):
            return tuple((self.number, move) for move in self.solution.known_winning_moves)
        return () if isinstance(self.solution, Unknown) else self.solution.known_winning_moves

    @property
    def best(self) -> tuple[int, Move] | None:
        """The winning move that leaves the fewest squares, with the number of its bar."""
        return min(self.winning, key=lambda found: self.after(*found).squares(), default=None)

    def after(self, number: int, move: Move) -> Position:
        """The bar of this number after a move in it."""
        return self.bars[number].chomp(move)


def advise(bars: Bars, effort: float | None = None, oracle: Oracle | None = None) -> Advice:
    """Who wins, and how. The default effort is that of the oracle, or `limits.PLAYER_EFFORT`.

    >>> advice = advise((Position((100000, 20000, 115)),))
    >>> [str(advice.after(*bite)) for bite in advice.winning], advice.solution.sources
    (['(20068, 20000, 115)'], (<Source.CERTIFICATE: 'certificate'>,))
    """
    live = [number for number, bar in enumerate(bars) if bar.squares() > 1]
    number = live[0] if live else 0

    def question(inquiry: Inquiry) -> Solution | SumSolution | Unknown:
        return solve_bars(inquiry, bars) if len(live) > 1 else _solve_one(inquiry, bars[number])

    oracle = oracle_or_shared(oracle)
    solution, sources = oracle.ask(question, oracle.effort(effort, limits.PLAYER_EFFORT))
    if isinstance(solution, Unknown):
        return Advice(bars, solution)
    return Advice(bars, solution if isinstance(solution, Solution) else replace(solution, sources=sources), number)


def _solve_one(inquiry: Inquiry, bar: Position) -> Solution | Unknown:
    """The solution of one bar. If it has a proof, that is the proof of the slice of the loser."""
    solution = inquiry.solve(bar)
    if isinstance(solution, Unknown) or solution.proof is None:
        return solution
    used = tuple(source for source in solution.sources if source is not Source.THEOREM)
    proved = replace(solution, theorem=None, sources=used)  # without the theorem that no other move wins
    if solution.missing is not None or not solution.known_winning_moves:
        return proved
    loser = min(map(bar.chomp, solution.known_winning_moves), key=Position.squares)
    proof, read = inquiry.part(lambda part: part.proof(locate(loser.wide())[0]))
    if isinstance(proof, Unknown):
        return proved
    return replace(proved, proof=proof, turned=loser.wide() is not loser, sources=in_order([*used, *read]))


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
