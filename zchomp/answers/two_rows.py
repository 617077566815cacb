"""The nim-values of two rows, for rows of any length.

Let p ≥ q be the two rows, p ≥ 1, and d = p - q. The nim-value of (p, q) is

    p + ⌈q/2⌉ - 1                        if d is even
    d + min(⌊q/2⌋, ⌊d/2⌋) - 1            if d is odd

proofs/two-rows.md has the proof, and Coq checks it (proofs/Game/TwoRows.v). The same holds for two columns, as a bar
with rows and columns exchanged is the same game.

A bite of the first row leaves (u, min(u, q)) with u < p, and a bite of the second row leaves (p, u) with u < q. To find
those that leave nim-value v without trying all of them, solve the formula for u. Where it rounds, two are tried:

    two equal rows u         ⌈3u/2⌉ = v + 1            u = ⌊2(v + 1)/3⌋
    (u, q), u - q even       u = v + 1 - ⌈q/2⌉
    (u, q), u - q odd        u - q + ⌊q/2⌋ = v + 1     u = v + 1 + ⌈q/2⌉
                             u - q = 2k + 1, 3k = v    u = q + 2⌊v/3⌋ + 1
    (p, u), p - u even       ⌈u/2⌉ = v + 1 - p         u = 2(v + 1 - p) or one less
    (p, u), p - u odd        p - ⌈u/2⌉ = v + 1         u = 2(p - v - 1) or one less
                             p - u = 2k + 1, 3k = v    u = p - 2⌊v/3⌋ - 1

tests/answers/test_two_rows.py compares all this with the definition of the game.
"""

from typing import NamedTuple, Self

from zchomp.position import Move, Position

__all__ = ["TWO_ROWS_EVEN", "TWO_ROWS_ODD", "TWO_ROWS_THEOREM", "TwoRows", "two_rows_nim_value"]

TWO_ROWS_EVEN = "p + ⌈q/2⌉ - 1"
TWO_ROWS_ODD = "d + min(⌊q/2⌋, ⌊d/2⌋) - 1"

TWO_ROWS_THEOREM = (
    f"two rows p and q, with d = p - q, have nim-value {TWO_ROWS_EVEN} if d is even, and {TWO_ROWS_ODD} if d is odd "
    "(Coq theorems TwoRows.two_rows_nim_value_even, TwoRows.two_rows_nim_value_odd)"
)


def two_rows_nim_value(p: int, q: int) -> int:
    """The nim-value of two rows p >= q, p >= 1.

    >>> [two_rows_nim_value(8, q) for q in range(9)], two_rows_nim_value(10**100, 10**99) == 105 * 10**98 - 1
    ([7, 6, 8, 5, 9, 3, 10, 0, 11], True)
    """
    d = p - q
    return d + min(q // 2, d // 2) - 1 if d % 2 else p + (q + 1) // 2 - 1


class TwoRows(NamedTuple):
    """A bar of two rows, or of two columns, which is the same with rows and columns exchanged.

    >>> bar = TwoRows.of(Position((9, 4)))
    >>> bar.nim_value(), bar.moves_to(0), bar.moves_to(5)
    (6, [Move(row=1, column=6)], [Move(row=1, column=5)])
    """

    first: int
    second: int
    is_turned: bool = False

    @classmethod
    def of(cls, position: Position) -> Self | None:
        """The bar of two rows or columns that a position is; None for any other bar.

        >>> TwoRows.of(Position((2, 2, 1))), TwoRows.of(Position((5,))), TwoRows.of(Position((3, 2, 1)))
        (TwoRows(first=3, second=2, is_turned=True), TwoRows(first=5, second=0, is_turned=False), None)
        """
        rows = position.rows
        if len(rows) <= 2:
            return cls(rows[0], sum(rows[1:]))
        return cls(len(rows), rows.count(2), is_turned=True) if rows[0] <= 2 else None

    def nim_value(self) -> int:
        """The nim-value."""
        return two_rows_nim_value(self.first, self.second)

    def moves_to(self, nim: int) -> list[Move]:
        """All moves that leave a nim-value."""
        p, q, v = self.first, self.second, nim
        firsts = {2 * (v + 1) // 3, v + 1 - (q + 1) // 2, v + 1 + (q + 1) // 2, q + 2 * (v // 3) + 1}
        seconds = {2 * (v + 1 - p), 2 * (v + 1 - p) - 1, 2 * (p - v - 1), 2 * (p - v - 1) - 1, p - 2 * (v // 3) - 1}
        moves = [Move(1, u + 1) for u in firsts if 0 < u < p and two_rows_nim_value(u, min(u, q)) == v]
        moves += [Move(2, u + 1) for u in seconds if 0 <= u < q and two_rows_nim_value(p, u) == v]
        return sorted(Move(column, row) if self.is_turned else Move(row, column) for row, column in moves)
