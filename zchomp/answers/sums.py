"""Sums: several bars side by side; a move is a move in one of them, and whoever cannot move loses.

By the theorem of Sprague and Grundy the sum is lost if and only if the nim-sum of the nim-values (exclusive or, bit by
bit) is 0; a move in one bar wins if and only if it leaves that bar with the nim-value that makes the nim-sum 0. Nobody
ever has to take a poisoned square: a bar of which only that is left has nim-value 0 and no move.

Where nim-values are not known, two theorems may still decide. Two equal bars count for nothing, because each bite of
one is answered by the same bite of the other; the second bar may be turned, rows and columns exchanged. A loser counts
for nothing, because its nim-value is 0.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from operator import xor

from zchomp import limits
from zchomp.answers.inquiry import Inquiry
from zchomp.answers.oracle import Oracle, chosen
from zchomp.answers.solution import Source, WinningMove, in_order
from zchomp.errors import InvalidPosition, quote
from zchomp.notation import MAX_ROWS
from zchomp.position import Outcome, Position, PositionLike, whole_numbers
from zchomp.results import Unknown
from zchomp.showing import Shown

__all__ = ["LOSERS", "PAIRS", "SumSolution", "parse_bars", "solve_bars", "solve_sum"]

PAIRS = "two equal bars, turned or not, count for nothing: each bite of one is answered by the same bite of the other"
LOSERS = "a loser counts for nothing in a sum: its nim-value is 0"


@dataclass(frozen=True, slots=True, repr=False)
class SumSolution(Shown, words="positions"):
    """Who wins a sum, the nim-values that are known, their nim-sum, and winning moves with the index of their bar.

    Where the nim-values do not decide, ``theorem`` states the theorem that does. ``missing`` says why other moves may
    win; it is None if all winning moves are known.
    """

    bars: tuple[Position, ...]
    outcome: Outcome
    nim_values: tuple[int | None, ...]
    nim_sum: int | None
    winning_moves: tuple[tuple[int, WinningMove], ...]
    theorem: str | None = None
    missing: Unknown | None = None
    sources: tuple[Source, ...] = ()


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


def solve_sum(
    bars: str | Iterable[PositionLike], *more: PositionLike, effort: float | None = None, oracle: Oracle | None = None
) -> SumSolution | Unknown:
    """Who wins a sum of bars, and all winning moves; the bars are given as text with plus signs, or one by one.

    >>> solution = solve_sum("(3) + (2)")
    >>> solution.nim_sum, [(bar, str(winning.after)) for bar, winning in solution.winning_moves]
    (3, [(0, '(2)')])
    >>> solve_sum([(5, 4, 3), (5, 4, 3)]).outcome
    <Outcome.LOSER: 'loser'>

    Raises InvalidPosition if one of them is not a position, or if there are none.
    """
    if more or not isinstance(bars, str | Iterable) or _is_one_bar(bars):
        expected = "expected one sum, as text like '5,4,3 + 3,2', or as a list of bars like [(5, 4, 3), (3, 2)]"
        raise InvalidPosition(f"not a sum of bars: {quote((bars, *more) if more else bars)}; {expected}")
    several = parse_bars(bars) if isinstance(bars, str) else tuple(map(Position.of, bars))
    if not several:
        raise InvalidPosition("a sum has one bar or more, got none")
    solution, sources = chosen(oracle).ask(lambda inquiry: solve_bars(inquiry, several), effort)
    return solution if isinstance(solution, Unknown) else replace(solution, sources=in_order(sources))


def _is_one_bar(bars: object) -> bool:
    """Whether this is one position, and not several."""
    return isinstance(bars, Position) or (isinstance(bars, tuple) and bool(bars) and whole_numbers(bars) is not None)


def solve_bars(inquiry: Inquiry, bars: tuple[Position, ...]) -> SumSolution | Unknown:
    """The same within an inquiry, which keeps the sources."""
    solution = _solve(inquiry, bars)
    if isinstance(solution, SumSolution) and solution.theorem is not None:
        inquiry.use(Source.THEOREM)
    return solution


def _solve(inquiry: Inquiry, bars: tuple[Position, ...]) -> SumSolution | Unknown:
    single = _without_pairs(bars)
    if not single:
        quick = [inquiry.nim_value(bar, limits.NIM_VALUE_EFFORT) for bar in bars]
        values = tuple(None if isinstance(value, Unknown) else value for value in quick)
        return SumSolution(bars, Outcome.LOSER, values, 0, (), PAIRS if None in values else None)
    found = {bar: inquiry.nim_value(bar) for bar in {bars[number] for number in single}}
    unknown = next((value for value in found.values() if isinstance(value, Unknown)), None)
    if unknown is not None:
        return _by_outcomes(inquiry, bars, single, unknown)
    total = reduce(xor, (found[bars[number]] for number in single), 0)
    if not total:
        values = tuple(found.get(bar) for bar in bars)  # type: ignore[misc]  # all of them are known
        theorem = PAIRS if None in values else None
        return SumSolution(bars, Outcome.LOSER, values, 0, (), theorem)
    return _by_values(inquiry, bars, total)


def _by_values(inquiry: Inquiry, bars: tuple[Position, ...], total: int) -> SumSolution | Unknown:
    """A sum of known nim-sum that is not 0: the winning moves make it 0."""
    values: list[int | None] = []
    moves: list[tuple[int, WinningMove]] = []
    missing: Unknown | None = None
    for number, bar in enumerate(bars):
        value = inquiry.nim_value(bar)
        reached = value if isinstance(value, Unknown) else inquiry.moves_to(bar, value ^ total)
        values.append(None if isinstance(value, Unknown) else value)
        if isinstance(reached, Unknown):
            missing = reached
        else:
            moves += [(number, winning) for winning in reached]
    theorem = PAIRS if None in values else None
    return SumSolution(bars, Outcome.WINNER, tuple(values), total, tuple(moves), theorem, missing)


def _by_outcomes(
    inquiry: Inquiry, bars: tuple[Position, ...], single: list[int], unknown: Unknown
) -> SumSolution | Unknown:
    """A sum with a nim-value that is not known: losers count for nothing, and one bar may become equal to another."""
    left = [number for number in single if inquiry.outcome(bars[number]) is not Outcome.LOSER]
    values = tuple(None if number in left else 0 if number in single else None for number in range(len(bars)))
    if not left:
        return SumSolution(bars, Outcome.LOSER, values, 0, (), LOSERS)
    if len(left) == 1:
        solution = inquiry.solve(bars[left[0]])
        if isinstance(solution, Unknown):
            return solution
        moves = tuple((left[0], winning) for winning in solution.winning_moves)
        alone = all(bar.squares() == 1 for number, bar in enumerate(bars) if number != left[0])
        missing = solution.missing if alone else unknown
        return SumSolution(bars, solution.outcome, values, None, moves, LOSERS, missing)
    if len(left) == 2:
        for number, other in (left, left[::-1]):
            for equal in _both_ways(bars[other]):
                move = bars[number].move_to(equal)
                if move is not None:
                    mirrored = ((number, WinningMove(move, equal)),)
                    return SumSolution(bars, Outcome.WINNER, values, None, mirrored, PAIRS, unknown)
    return unknown


def _without_pairs(bars: tuple[Position, ...]) -> list[int]:
    """The numbers of the bars that are left when equal ones are taken away in pairs, and bars without a move.

    >>> _without_pairs(parse_bars("(3,2) + (5) + (2,2,1) + (1)"))
    [1]
    """
    waiting: dict[Position, int] = {}
    for number, bar in enumerate(bars):
        equal = min(_both_ways(bar))
        if equal in waiting:
            del waiting[equal]
        elif bar.squares() > 1:
            waiting[equal] = number
    return sorted(waiting.values())


def _both_ways(bar: Position) -> list[Position]:
    """A bar, and the same turned, rows and columns exchanged, unless that has very many rows."""
    return [bar, bar.transpose()] if bar.rows[0] <= MAX_ROWS else [bar]
