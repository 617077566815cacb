"""Sums: several bars side by side; a move is a move in one of them, and whoever cannot move loses.

By the theorem of Sprague and Grundy the sum is lost if and only if the nim-sum of the nim-values (exclusive or, bit by
bit) is 0; a move in one bar wins if and only if it leaves that bar with the nim-value that makes the nim-sum 0. Nobody
ever has to take a poisoned square: a bar of which only that is left has nim-value 0 and no move.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import xor

from zchomp.answers.oracle import WinningMove, the_oracle
from zchomp.errors import InvalidPosition, quote
from zchomp.notation import MAX_ROWS
from zchomp.position import Outcome, Position, PositionLike
from zchomp.results import Unknown

__all__ = ["SumSolution", "parse_bars", "solve_sum"]


@dataclass(frozen=True, slots=True)
class SumSolution:
    """A sum, decided: the nim-values of its bars, their nim-sum, and all winning moves, each with its bar's index."""

    bars: tuple[Position, ...]
    nim_values: tuple[int, ...]
    nim_sum: int
    winning_moves: tuple[tuple[int, WinningMove], ...]

    @property
    def outcome(self) -> Outcome:
        """Who wins."""
        return Outcome.WINNER if self.nim_sum else Outcome.LOSER


def parse_bars(text: str) -> tuple[Position, ...]:
    """Read one bar, or several with a plus sign between them.

    >>> [str(bar) for bar in parse_bars("(5,4,3) + [1,1] + 2x4")]
    ['(5, 4, 3)', '(2, 1)', '(4, 4)']
    """
    bars = text.split("+")
    if len(bars) > 1 and not all(map(str.strip, bars)):
        expected = "expected positions with plus signs between them"
        raise InvalidPosition(f"not a sum of bars: {quote(text)}; {expected}")
    found: list[Position] = []
    rows = 0
    for bar in bars:
        found.append(Position.parse(bar.strip()))
        rows += len(found[-1].rows)
        if len(bars) > 1 and rows > MAX_ROWS:
            raise InvalidPosition(f"not a sum of bars: {quote(text)}; expected at most {MAX_ROWS} rows in all")
    return tuple(found)


def solve_sum(bars: str | Iterable[PositionLike]) -> SumSolution | Unknown:
    """Who wins a sum of bars, and all winning moves; the bars are given as text with plus signs, or one by one.

    >>> solution = solve_sum("(3) + (2)")
    >>> solution.nim_sum, [(bar, str(winning.after)) for bar, winning in solution.winning_moves]
    (3, [(0, '(2)')])
    >>> solve_sum([(5, 4, 3), (5, 4, 3)]).outcome
    <Outcome.LOSER: 'loser'>

    Raises InvalidPosition if one of them is not a position, or if there are none.
    """
    bars = parse_bars(bars) if isinstance(bars, str) else tuple(map(Position.of, bars))
    if not bars:
        raise InvalidPosition("a sum has one bar or more, got none")
    oracle = the_oracle()
    values: list[int] = []
    for bar in bars:
        value = oracle.nim_value(bar)
        if isinstance(value, Unknown):
            return value
        values.append(value)
    total = reduce(xor, values, 0)
    moves: list[tuple[int, WinningMove]] = []
    for number, (bar, value) in enumerate(zip(bars, values, strict=True)):
        found = oracle.moves_to(bar, value ^ total) if total else ()
        if isinstance(found, Unknown):
            return found
        moves += [(number, winning) for winning in found]
    return SumSolution(bars, tuple(values), total, tuple(moves))
