"""Sums: several bars side by side. A move is a move in one of them, and whoever cannot move loses.

By the theorem of Sprague and Grundy the sum is lost if and only if the nim-sum of the nim-values (bitwise exclusive
or) is 0. A move in one bar wins if and only if it leaves that bar with the nim-value that makes the nim-sum 0. Nobody
ever has to take a poisoned square: a bar that is reduced to it has nim-value 0 and no move.

Each nim-value comes from the cheapest source that has it, and all of them together take at most the effort. Where some
are not known, theorems may still decide:

    pairs     Two equal bars count for nothing, because each bite of one is answered by the same bite of the other. The
              second bar may be turned, rows and columns exchanged.
    losers    A loser counts for nothing, because its nim-value is 0.
    bounds    A bar of n squares has n - 1 moves, so its nim-value is at most n - 1. A lower bound is known from the
              search for the nim-value. If one bar has a nim-value of at least 2^k, and the others have smaller ones,
              the nim-sum is not 0. The same holds if only one nim-value is not known, and is not the nim-sum of the
              others.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from operator import xor
from typing import ClassVar, TypeAlias

from zchomp.bars.notation import MAX_ROWS
from zchomp.bars.position import Move, Position, PositionLike
from zchomp.bars.search import values_seconds
from zchomp.bars.solving import moves_to, nim_of, solved
from zchomp.core import limits
from zchomp.core.answers import Answer, AtLeast, Outcome, Reason, Source, Theorem, Unknown
from zchomp.core.effort import needs_effort
from zchomp.core.numbers import whole_numbers
from zchomp.core.session import NotKnown, ask, current
from zchomp.errors import InvalidPosition

PAIRS_THEOREM = Theorem(
    "pairs",
    "two equal bars, turned or not, count for nothing: each bite of one is answered by the same bite of the other",
)
LOSERS_THEOREM = Theorem("losers", "a loser counts for nothing in a sum: its nim-value is 0")
BOUNDS_THEOREM = Theorem(
    "bounds",
    "a nim-value is less than the number of squares, and the bounds of these nim-values exclude the nim-sum 0",
)

Bars = tuple[Position, ...]
Values = dict[Position, int | AtLeast]


@dataclass(frozen=True, slots=True)
class SumReason(Reason):
    """Why a sum is won or lost: the nim-values that are known, and where they do not decide, the theorem that does."""

    game: ClassVar[str] = "bars.game:SumGame"
    nim_values: tuple[int | None, ...] = ()


SumAnswer: TypeAlias = Answer[Bars, tuple[int, Move], SumReason]
"""An answer about a sum: its nim-value is the nim-sum, and a move comes with the index of its bar."""


def parse_bars(text: str) -> tuple[Position, ...]:
    """Read one bar, or several with a plus sign between them.

    >>> [str(bar) for bar in parse_bars("(5,4,3) + [1,1] + 2x4")]
    ['(5, 4, 3)', '(2, 1)', '(4, 4)']
    """
    bars = text.split("+")
    if len(bars) > 1 and not all(map(str.strip, bars)):
        expected = "expected positions with plus signs between them"
        raise InvalidPosition(expected, got=text, meant="a sum of bars")
    found: list[Position] = []
    rows = 0
    for bar in bars:
        found.append(Position.parse(bar.strip()))
        rows += len(found[-1].rows)
        if len(bars) > 1 and rows > MAX_ROWS:
            raise InvalidPosition(f"expected at most {MAX_ROWS} rows in all", got=text, meant="a sum of bars")
    return tuple(found)


def solve_sum(
    bars: str | Iterable[PositionLike], *more: PositionLike, effort: float | None = None
) -> SumAnswer | Unknown:
    """Find who wins a sum of bars, given as text with plus signs or as a list, and all winning moves.

    A winning move is a pair: the index of its bar in ``bars``, from 0, and the move in this bar.

    >>> solution = solve_sum("(3) + (2)")
    >>> solution.nim_value, solution.winning_moves
    (3, ((0, Move(row=1, column=3)),))
    >>> solve_sum([(5, 4, 3), (5, 4, 3)]).outcome
    <Outcome.LOSER: 'loser'>

    Raises InvalidPosition if one of them is not a position, if there are none, or if several bars are given
    without a list around them.
    """
    if more or not isinstance(bars, str | Iterable) or _is_one_bar(bars):
        expected = "expected one sum, as text like '5,4,3 + 3,2', or as a list of bars like [(5, 4, 3), (3, 2)]"
        raise InvalidPosition(expected, got=(bars, *more) if more else bars, meant="a sum of bars")
    several = parse_bars(bars) if isinstance(bars, str) else tuple(map(Position.of, bars))
    if not several:
        raise InvalidPosition("a sum has one bar or more, got none")
    return ask(lambda: solve_bars(several), effort)


def _is_one_bar(bars: object) -> bool:
    """Whether this is one position, and not several."""
    return isinstance(bars, Position) or (isinstance(bars, tuple) and bool(bars) and whole_numbers(bars) is not None)


def solve_bars(bars: Bars) -> SumAnswer:
    """The same as a part of a question."""
    solution = _solve(bars)
    if solution.theorem is not None:
        current().use(Source.THEOREM)
    missing = solution.missing
    if isinstance(missing, AtLeast):  # a bound of a nim-value is a reason, but says nothing about moves
        missing = Unknown(missing.reason, effort=missing.effort)
    return replace(solution, missing=missing, sources=current().used)


def _solve(bars: Bars) -> SumAnswer:
    has_theorems = current().may_ask(Source.THEOREM)
    single = _without_pairs(bars) if has_theorems else list(range(len(bars)))
    paired = [bar for number, bar in enumerate(bars) if number not in single]
    found, seconds = _nim_values({bars[number] for number in single}, current().effort)
    left = [number for number in single if found[bars[number]] != 0]
    unknown = _unknown(found, seconds)
    if unknown is None:
        total = reduce(xor, (_known(found[bars[number]]) or 0 for number in single), 0)
        effort = current().effort if total else limits.NIM_VALUE_EFFORT
        return _by_values(bars, _nim_values(set(paired), effort)[0] | found, total)
    if not has_theorems:
        raise NotKnown(unknown)
    if len(left) == 1:
        return _by_one_bar(bars, found, left[0], unknown)
    by_bounds = _by_bounds(bars, found, left, unknown)
    return _by_a_pair(bars, found, left, unknown) if by_bounds is None else by_bounds


def _nim_values(bars: set[Position], effort: float) -> tuple[Values, list[float]]:
    """The nim-values of bars: those that take no effort, and then the others, the cheapest first, within the effort.

    Also how many seconds each of the others takes.
    """
    with current().within(0):
        found: Values = {bar: nim_of(bar) for bar in bars}
    waiting = sorted((values_seconds(bar, effort), bar) for bar, value in found.items() if isinstance(value, AtLeast))
    for seconds, bar in waiting:
        with current().within(effort):
            found[bar] = nim_of(bar)
        effort -= min(seconds, effort)
    return found, [seconds for seconds, _ in waiting]


def _unknown(found: Values, seconds: list[float]) -> Unknown | None:
    """Why some nim-values are not known, or None: with the effort that all of them take together, and not only one."""
    unknown = [value for value in found.values() if isinstance(value, AtLeast)]
    if not unknown or len(seconds) == 1 or any(value.effort is None for value in unknown):
        return min(unknown, key=lambda value: value.effort is not None, default=None)
    return needs_effort("a table of all positions within each bar of the sum", sum(seconds), "smaller bars")


def _by_values(bars: Bars, found: Values, total: int) -> SumAnswer:
    """A sum whose nim-sum is known: if it is not 0, the winning moves make it 0."""
    values = tuple(_known(found[bar]) for bar in bars)
    moves: list[tuple[int, Move]] = []
    to_zero: dict[Position, tuple[Move, ...]] = {}  # of each bar, which may be there many times
    missing: Unknown | None = None
    for number, bar in enumerate(bars) if total else ():
        value = found[bar]
        if isinstance(value, AtLeast):
            missing = value
            continue
        try:
            if bar not in to_zero:
                to_zero[bar] = moves_to(bar, value ^ total)
            moves += [(number, move) for move in to_zero[bar]]
        except NotKnown as problem:
            missing = problem.unknown
    outcome = Outcome.WINNER if total else Outcome.LOSER
    reason = SumReason(PAIRS_THEOREM if None in values else None, values)
    return Answer(bars, outcome, tuple(moves), reason, (), missing, total)


def _by_one_bar(bars: Bars, found: Values, number: int, unknown: Unknown) -> SumAnswer:
    """A sum in which every bar but one is a loser or one of an equal pair. That one bar decides."""
    solution = solved(bars[number])
    alone = all(bar.squares() == 1 for other, bar in enumerate(bars) if other != number)
    missing = solution.missing if alone else unknown
    moves = tuple((number, move) for move in solution.known_winning_moves)
    reason = SumReason(LOSERS_THEOREM, _values(bars, found))
    return Answer(bars, solution.outcome, moves, reason, (), missing)


def _by_bounds(bars: Bars, found: Values, left: list[int], unknown: Unknown) -> SumAnswer | None:
    """A sum that is won because its nim-sum cannot be 0, if that follows from the bounds of the nim-values."""
    least, most = {}, {}
    for number in left:
        value = found[bars[number]]
        bounds = (value, value) if isinstance(value, int) else (value.value, bars[number].squares() - 1)
        least[number], most[number] = bounds
    open_ = [number for number in left if least[number] < most[number]]
    others = reduce(xor, (least[number] for number in left if number not in open_), 0)
    is_alone = len(open_) == 1 and not least[open_[0]] <= others <= most[open_[0]]
    if not is_alone and not any(
        least[number].bit_length() > max(most[other] for other in left if other != number).bit_length()
        for number in left
    ):
        return None
    for value in (found[bars[number]] for number in left):
        current().use(*(value.sources if isinstance(value, AtLeast) else ()))
    moves: tuple[Move, ...] = ()
    if len(open_) == 1:
        with suppress(NotKnown):
            moves = moves_to(bars[open_[0]], others)
    winning = tuple((open_[0], move) for move in moves)
    reason = SumReason(BOUNDS_THEOREM, _values(bars, found))
    return Answer(bars, Outcome.WINNER, winning, reason, (), unknown)


def _by_a_pair(bars: Bars, found: Values, left: list[int], unknown: Unknown) -> SumAnswer:
    """A sum of two bars, apart from losers and pairs, one of which can be bitten so that it equals the other."""
    for number, other in (left, left[::-1]) if len(left) == 2 else ():
        for equal in _both_ways(bars[other]):
            move = bars[number].move_to(equal)
            if move is not None:
                mirrored = ((number, move),)
                reason = SumReason(PAIRS_THEOREM, _values(bars, found))
                return Answer(bars, Outcome.WINNER, mirrored, reason, (), unknown)
    raise NotKnown(unknown)


def _values(bars: Bars, found: Values) -> tuple[int | None, ...]:
    """The nim-values of bars, as far as they were sought and found."""
    return tuple(_known(found[bar]) if bar in found else None for bar in bars)


def _known(value: int | AtLeast) -> int | None:
    return None if isinstance(value, AtLeast) else value


def _without_pairs(bars: Bars) -> list[int]:
    """The indices of the bars that remain when equal ones are removed in pairs, and so are bars without a move.

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
    """A bar, and the same bar turned (rows and columns exchanged) unless that has very many rows."""
    return [bar, bar.transpose()] if bar.rows[0] <= MAX_ROWS else [bar]
