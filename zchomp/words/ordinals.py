"""Words about positions whose rows are ordinals."""

from zchomp.ordinals.ordinal import Ordinal
from zchomp.ordinals.position import OrdinalPosition
from zchomp.ordinals.solution import OrdinalSolution
from zchomp.position import Outcome
from zchomp.showing import shows
from zchomp.words.data import Data
from zchomp.words.headings import headed
from zchomp.words.positions import how_many, missing_lines, solution_text

__all__ = ["ordinal_solution_data", "ordinal_solution_text", "ordinal_text", "place_text"]

LONG = 200
"""Ordinals with more characters are shown by their ends in sentences; JSON has them in full."""


def ordinal_text(ordinal: Ordinal) -> str:
    """An ordinal, shortened if it is very long.

    >>> ordinal_text(Ordinal.of("w^2*3+5")), len(ordinal_text(Ordinal.of(10**999)))
    ('ω²·3+5', 61)
    """
    text = str(ordinal)
    return text if len(text) <= LONG else f"{text[:20]}...{text[-20:]} ({len(text)} characters)"


def place_text(position: OrdinalPosition) -> str:
    """A position by its rows.

    >>> place_text(OrdinalPosition.of("w+1,w,2"))
    '(ω+1, ω, 2)'
    """
    return f"({', '.join(map(ordinal_text, position.rows))})"


@shows(OrdinalSolution)
def ordinal_solution_text(solution: OrdinalSolution) -> str:
    """Who wins, every winning move with the loser that it leads to, and the theorem."""
    if solution.finite is not None:
        return solution_text(solution.finite)
    lines = [f"{place_text(solution.position)} is a {solution.outcome.value}."]
    if solution.outcome is Outcome.LOSER:
        lines.append("Every move leads to a winner.")
    elif solution.winning_moves:
        lines.append(how_many(len(solution.winning_moves), solution.missing))
        squares = [f"row {won.move.row}, column {ordinal_text(won.move.column)}" for won in solution.winning_moves]
        width = max(map(len, squares))
        for square, won in zip(squares, solution.winning_moves, strict=True):
            lines.append(f"  {square:<{width}}  to the loser {place_text(won.after)}")
    lines.append(f"Reason: {solution.theorem}.")
    return headed(*lines, *missing_lines(solution.winning_moves, solution.missing))


def ordinal_solution_data(solution: OrdinalSolution) -> Data:
    """The same as data."""
    return {**solution.to_dict()}
