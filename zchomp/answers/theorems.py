"""Theorems: what is known of a position because of a theorem for all sizes, without a proof of any slice.

All of the answer: hooks (`formulas`), towers (`towers`), and n x n bars. A part of it: any bar with as many rows as
columns is a winner, by one move, and any full bar is one, by a move that the theorem does not name.
"""

from collections.abc import Iterable

from zchomp.answers.formulas import (
    HOOK_THEOREM,
    ONE_OPENING,
    SQUARE_THEOREM,
    STEALING,
    Hook,
    has_equal_arms,
    is_full,
    is_three_rowed_bar,
)
from zchomp.answers.solution import Solution, Source, WinningMove, note
from zchomp.answers.towers import TOWER_THEOREM, Tower
from zchomp.position import Move, Outcome, Position
from zchomp.results import Unknown

__all__ = ["leading", "solve_by_theorem", "solve_in_part"]

EQUAL_ARMS = Move(2, 2)
"""The move that leaves a hook, where there are as many rows as columns one with equal arms."""


def solve_by_theorem(start: Position) -> Solution | None:
    """The solution of a position, if a theorem gives all of it.

    >>> [str(winning.after) for winning in solve_by_theorem(Position((7,) * 7)).winning_moves]
    ['(7, 1, 1, 1, 1, 1, 1)']
    >>> solve_by_theorem(Position((7, 5, 3))) is None
    True
    """
    hook = Hook.of(start)
    if hook is not None:
        return _stated(start, bool(hook.nim_value()), hook.moves_to(0), HOOK_THEOREM)
    tower = Tower.of(start)
    if tower is not None:
        return _stated(start, not tower.is_lost(), tower.winning_moves(), TOWER_THEOREM)
    if is_full(start) and has_equal_arms(start):
        return _stated(start, True, [EQUAL_ARMS], SQUARE_THEOREM)
    return None


def solve_in_part(start: Position, missing: Unknown) -> Solution | None:
    """What a theorem gives of the solution of a position, if anything; ``missing`` says why the rest is not known.

    >>> solution = solve_in_part(Position((9, 9, 9)), Unknown("the proof would take long"))
    >>> solution.outcome, solution.winning_moves
    (<Outcome.WINNER: 'winner'>, ())
    """
    if has_equal_arms(start):
        return _stated(start, True, [EQUAL_ARMS], SQUARE_THEOREM, missing)
    if is_full(start) and start.squares() > 1:
        theorem = f"{STEALING}; {ONE_OPENING}" if is_three_rowed_bar(start) else STEALING
        return _stated(start, True, [], theorem, missing)
    return None


def leading(start: Position, moves: Iterable[Move]) -> tuple[WinningMove, ...]:
    """Moves, with where they lead."""
    return tuple(WinningMove(move, start.chomp(move)) for move in moves)


def _stated(
    start: Position, is_won: bool, moves: Iterable[Move], theorem: str, missing: Unknown | None = None
) -> Solution:
    """What a theorem says."""
    note(Source.THEOREM)
    outcome = Outcome.WINNER if is_won else Outcome.LOSER
    return Solution(start, outcome, leading(start, moves), None, False, theorem, Source.THEOREM, missing)
