"""Words about who wins: the same lines for bars, solid bars, ordinals and posets."""

from collections.abc import Sequence

from zchomp.position import Outcome
from zchomp.results import Unknown

__all__ = ["missing_lines", "verdict_lines"]


def verdict_lines(outcome: Outcome, moves: Sequence[str], missing: Unknown | None, is_over: bool = False) -> list[str]:
    """The lines about the moves of a position: that all moves of a loser fail, or the winning moves of a winner.

    ``missing`` says why there may be further winning moves.

    >>> verdict_lines(Outcome.WINNER, ["row 2", "row 3"], None), verdict_lines(Outcome.LOSER, [], None)
    (['Both winning moves:', '  row 2', '  row 3'], ['Every move leads to a winner.'])
    """
    if outcome is Outcome.LOSER:
        return ["There is no move." if is_over else "Every move leads to a winner."]
    if missing is not None:
        heading = "A winning move:" if len(moves) == 1 else "Winning moves:"
    else:
        every = "Both" if len(moves) == 2 else f"All {len(moves)}"
        heading = "The only winning move:" if len(moves) == 1 else f"{every} winning moves:"
    return [heading, *(f"  {move}" for move in moves)] if moves else []


def missing_lines(moves: int, missing: Unknown | None, option: str = "effort=") -> list[str]:
    """The line that says why further winning moves are not known. No line if all are known.

    >>> missing_lines(0, Unknown("a search needs about 9 s", effort=9))
    ['Which moves win is not known: a search needs about 9 s; retry with effort=9.']
    """
    if missing is None:
        return []
    which = "Whether other moves win" if moves else "Which moves win"
    return [f"{which} is not known: {missing.advice(option)}."]
