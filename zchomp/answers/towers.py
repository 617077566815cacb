"""Towers: two rows on top of rows of one square, with or without a row of two squares between them, of any size.

    [Sun02], section 2    winning_ways(a, b)     rows a and b, and otherwise rows of one square, from [WW]
    [Sun02], Theorem 1    theorem_1(a, b)        rows a and b, a row of two squares, otherwise rows of one square

Both say how many rows the loser has: for each a and b there is exactly one. proofs/Heights.v proves them for all a and
b. Every bite of a tower leaves a tower, or a hook, which is the case b = 1 of the first formula. So the formulas decide
who wins, and give all winning moves, however long the rows are.

To find these moves without trying all bites, let x be the number of rows, which a bite of the first or second row does
not change. A bite of the second row wins if and only if it leaves a second row y whose formula has the value x. Where
the value is rounded, ⌊n/2⌋ = x means n = 2x or 2x + 1, and ⌈n/2⌉ = x means n = 2x - 1 or 2x. Each formula is one of

    ⌊(2a + y)/2⌋   y = 2x - 2a or 2x - 2a + 1           ⌈(2a - y)/2⌉   y = 2a - 2x or 2a - 2x + 1
    ⌈3(a - y)/2⌉   y = a - ⌊2x/3⌋                       2              y = a - 1

and likewise for a first row z ≥ b that a bite of the first row leaves, and for z < b, which leaves two rows of z:

    ⌊(2z + b)/2⌋   z = x - ⌊b/2⌋ or x - ⌊(b - 1)/2⌋     ⌈(2z - b)/2⌉   z = x + ⌊b/2⌋ or x + ⌊(b - 1)/2⌋
    ⌈3(z - b)/2⌉   z = b + ⌊2x/3⌋                       2              z = b + 1
    ⌊3z/2⌋         z = ⌊(2x + 1)/3⌋                     ⌊3z/2⌋ + 1     z = ⌊(2x - 1)/3⌋

So a few lengths are enough to try. tests/answers/test_towers.py compares all this with the definition of the game.
"""

from typing import NamedTuple, Self

from zchomp.position import Move, Position

__all__ = ["TOWER_THEOREM", "Tower", "theorem_1", "winning_ways"]

TOWER_THEOREM = (
    "two rows on top of rows of one square, with or without a row of two squares between them, "
    "are a loser for exactly one number of rows, which a formula gives "
    "(Coq theorems Heights.winning_ways_heights, Heights.sun_heights)"
)


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


class Tower(NamedTuple):
    """Two rows, a row of two squares or none, and rows of one square; or that with rows and columns exchanged.

    >>> tower = Tower.of(Position((9, 6, 2, 1)))
    >>> tower, tower.is_lost(), tower.winning_moves()
    (Tower(first=9, second=6, has_two=True, rows=4, is_turned=False), False, [Move(row=1, column=3)])
    """

    first: int
    second: int
    has_two: bool
    rows: int
    is_turned: bool = False

    @classmethod
    def of(cls, position: Position) -> Self | None:
        """The tower that a position is, if it is one.

        >>> Tower.of(Position((10**100, 5, 1))).rows, Tower.of(Position((9, 3, 2, 2, 1)))
        (3, Tower(first=5, second=4, has_two=True, rows=9, is_turned=True))
        >>> Tower.of(Position((4, 4, 4))), Tower.of(Position((4, 1)))
        (None, None)
        """
        first, second, third, *others = *position.rows, *(0,) * (3 - len(position.rows))
        if second < 2:
            return None
        if third <= 2 and max(others, default=0) <= 1:
            return cls(first, second, third == 2, len(position.rows))
        if second <= 3 and third <= 2:
            wide = sum(row > 1 for row in position.rows)
            return cls(len(position.rows), wide, second == 3, first, is_turned=True)
        return None

    def is_lost(self) -> bool:
        """Whether the player to move loses."""
        return self.rows == self._height(self.first, self.second)

    def winning_moves(self) -> list[Move]:
        """All moves to a loser."""
        a, b, x = self.first, self.second, self.rows
        height = self._height(a, b)
        moves = [Move(height + 1, 1)] if height < x else []
        if self.has_two and winning_ways(a, b) == x:
            moves.append(Move(3, 2))
        seconds = {2 * x - 2 * a, 2 * x - 2 * a + 1, 2 * a - 2 * x, 2 * a - 2 * x + 1, a - 2 * x // 3, a - 1}
        moves += [Move(2, y + 1) for y in seconds if 0 < y < b and self._height(a, y) == x]
        firsts = {x - b // 2, x - (b - 1) // 2, x + b // 2, x + (b - 1) // 2, b + 2 * x // 3, b + 1}
        firsts |= {(2 * x + 1) // 3, (2 * x - 1) // 3}
        moves += [Move(1, z + 1) for z in firsts if 0 < z < a and self._height(z, min(b, z)) == x]
        return sorted(Move(column, row) for row, column in moves) if self.is_turned else sorted(moves)

    def _height(self, first: int, second: int) -> int:
        """The number of rows of the loser with other rows on top; a second row of one square leaves none of two."""
        return theorem_1(first, second) if self.has_two and second > 1 else winning_ways(first, second)
