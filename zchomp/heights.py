"""Heights: how many rows of one square make a position a loser ([Sun02], Lemma 1).

The height of a position of n rows is the number x such that its first x rows (if x <= n), or the position with x - n
rows of one square added (if x > n), are a loser; there is exactly one. Turned over, this is the first row that
completes a given second row and tail to a loser: one term of a proved slice, or the end of it.

    [Sun02], section 2    winning_ways(a, b)     rows a and b, and otherwise rows of one square, from [WW]
    [Sun02], Theorem 1    theorem_1(a, b)        rows a and b, a row of two squares, otherwise rows of one square

The formulas are checked here, for all a up to some number; proofs/Heights.v proves them for all.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from zchomp.oracle import the_oracle
from zchomp.position import Outcome, Position
from zchomp.slices import Unknown, locate

__all__ = ["Height", "check_formulas", "formula", "height", "theorem_1", "winning_ways"]


@dataclass(frozen=True, slots=True)
class Height:
    """The height of a position, the loser that it stands for, and what a published formula says, if one applies."""

    position: Position
    height: int
    loser: Position
    formula: tuple[str, int] | None


def height(position: Position) -> Height | Unknown:
    """The height of a position, proved.

    >>> found = height(Position((5, 3, 2)))
    >>> found.height, str(found.loser), found.formula
    (3, '(5, 3, 2)', ('[Sun02] Theorem 1', 3))
    """
    rows = position.rows
    tall = sum(row > 1 for row in rows)
    for x in range(1, tall):
        solution = the_oracle().solve(Position(rows[:x]))
        if isinstance(solution, Unknown):
            return solution
        if solution.outcome is Outcome.LOSER:
            return _height(position, x)
    home, a, _ = locate(position.transpose())
    proof = the_oracle().proof(home)
    if isinstance(proof, Unknown):
        return proof
    return _height(position, home.width + a + proof.sequence[a])


def winning_ways(a: int, b: int) -> int:
    """The height of (a, b) and of (a, b, 1, ..., 1), for a >= b >= 1, as [Sun02] quotes it.

    >>> winning_ways(4, 3), winning_ways(4, 2)
    (2, 5)
    """
    if (a + b) % 2 == 0:
        return (2 * a + b) // 2
    return min(-((b - 2 * a) // 2), -((3 * (b - a)) // 2))


def theorem_1(a: int, b: int) -> int:
    """The height of (a, b, 2) and of (a, b, 2, 1, ..., 1), for a >= b >= 2.

    >>> theorem_1(3, 2), theorem_1(4, 4), theorem_1(4, 2)
    (2, 7, 3)
    """
    if a == b + 1:
        return 2
    if (a + b) % 2:
        return (2 * a + b) // 2
    if a == b:
        return 3 * a // 2 + 1
    return min(-((b - 2 * a) // 2), 3 * (a - b) // 2)


def formula(position: Position) -> tuple[str, int] | None:
    """The published formula that applies to a position, and what it says."""
    rows = position.rows
    if len(rows) >= 2 and all(row == 1 for row in rows[2:]):
        return "[WW] formula", winning_ways(rows[0], rows[1])
    if len(rows) >= 3 and rows[2] == 2 and all(row == 1 for row in rows[3:]):
        return "[Sun02] Theorem 1", theorem_1(rows[0], rows[1])
    return None


def check_formulas(upto: int) -> Iterator[Height | Unknown]:
    """The heights of all (a, b) and (a, b, 2) with a <= ``upto``, each with what its formula says.

    >>> all(found.height == found.formula[1] for found in check_formulas(6))
    True
    """
    for a in range(1, upto + 1):
        for b in range(1, a + 1):
            yield height(Position((a, b)))
            if b >= 2:
                yield height(Position((a, b, 2)))


def _height(position: Position, x: int) -> Height:
    rows = position.rows
    loser = Position(rows[:x] + (1,) * (x - len(rows)))
    return Height(position, x, loser, formula(position))
