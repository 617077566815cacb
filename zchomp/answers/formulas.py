"""Formulas: theorems that hold for bars of any size, with their proofs.

**Hooks.** A hook is a first row and a first column: (1 + a, 1, ..., 1) with b rows of one square, its arms being the a
squares to the right of the poison and the b squares below it. Its nim-value is a xor b, the nim-sum of its arms.

Proof. A bite of the first row takes the end of the first arm and nothing of the second, and leaves any number a' < a of
its squares; likewise for the first column. So the hook is the sum of two heaps of a and b squares, of each of which any
number of squares can be taken, and a heap of n has nim-value n (Sprague and Grundy). Hence a bite leaves nim-value v
if and only if it leaves a' = v xor b squares of the first arm, where that is less than a, or b' = v xor a of the other.

A row (b = 0) and a column (a = 0) are hooks with one arm: a row of n squares has nim-value n - 1, and its only winning
move takes all but the poison.

**Arms of one length.** A bar with as many rows as columns, and with the square (2, 2), is a winner: biting that square
leaves a hook with equal arms, which is a loser. On an n x n bar no other bite wins: one of a square (i, j) with i > 1
and j > 1 leaves the square (2, 2) and both arms, so that the answer (2, 2) wins; one of the first row or column leaves
a bar of more than one square, and such a bar is a winner.

**Bars.** An m x n bar of more than one square is a winner. Proof (strategy stealing). If biting its last square, in row
m and column n, leaves a loser, this bite wins. If it leaves a winner, this has a bite that leaves a loser; the same
bite of the whole bar takes the last square too, and leaves the same loser.

**Bars of three rows.** A bar of three rows of n squares has exactly one winning opening, for all n: proofs/openings.md
has the proof, and what follows from it for Brouwer's chart; proofs/Openings.v, Chart.v and ChartRows.v are checked by
Coq. `PROVED` names those theorems. tests/answers/test_openings.py compares them with the definition of the game.

tests/answers/test_formulas.py compares all this with the definition of the game.
"""

from typing import NamedTuple, Self

from zchomp.position import Move, Position

__all__ = [
    "HOOK_THEOREM",
    "ONE_OPENING",
    "PROVED",
    "SQUARE_THEOREM",
    "STEALING",
    "Hook",
    "has_equal_arms",
    "is_full",
    "is_three_rowed_bar",
]

HOOK_THEOREM = "a hook is the sum of its two arms, two heaps of which any number of squares can be taken"

SQUARE_THEOREM = (
    "row 2, column 2 leaves two arms of the same length, and what is bitten off one is bitten off the other"
)
STEALING = "a bar of more than one square is won by stealing the opponent's answer to the bite of its last square"
ONE_OPENING = "every 3 x n bar has exactly one winning opening (zchomp theorem --openings)"

PROVED = {
    name: f"{file}.{name}"
    for file, names in {
        "Openings": ("losers_below_start", "opening_kind", "one_opening", "start_bound"),
        "Chart": ("diagonal_largest", "complementary", "start_estimates"),
        "ChartRows": (
            "occurrences",
            "row_minimum_is_start",
            "row_minima",
            "monotony_iff_minimum",
            "row_of_start",
            "row_estimates",
        ),
    }.items()
    for name in names
}
"""The theorems on openings and on Brouwer's chart that are proved for all n, by their names in Coq."""


def has_equal_arms(position: Position) -> bool:
    """Whether biting row 2, column 2 leaves a hook with equal arms.

    >>> has_equal_arms(Position((3, 2, 2))), has_equal_arms(Position((3, 1, 1))), has_equal_arms(Position((3, 2)))
    (True, False, False)
    """
    rows = position.rows
    return len(rows) == rows[0] and len(rows) > 1 and rows[1] > 1


def is_full(position: Position) -> bool:
    """Whether all rows have the same length.

    >>> is_full(Position((3, 3))), is_full(Position((3, 2)))
    (True, False)
    """
    return position.rows[0] == position.rows[-1]


def is_three_rowed_bar(position: Position) -> bool:
    """Whether it is a full bar of three rows, or of three columns, which is the same with rows and columns exchanged.

    >>> [is_three_rowed_bar(Position(rows)) for rows in ((9, 9, 9), (3, 3), (3, 3, 3, 3), (9, 9, 8), (9, 9))]
    [True, True, True, False, False]
    """
    rows = position.rows
    return rows[0] == rows[-1] and 3 in {rows[0], len(rows)}


class Hook(NamedTuple):
    """A first row and a first column: how many squares are to the right of the poison, and how many below it.

    >>> hook = Hook.of(Position((6, 1, 1)))
    >>> hook, hook.nim_value(), hook.moves_to(0)
    (Hook(right=5, below=2), 7, [Move(row=1, column=4)])
    """

    right: int
    below: int

    @classmethod
    def of(cls, position: Position) -> Self | None:
        """The arms of a hook, a row or a column; None for any other bar.

        >>> Hook.of(Position((10**100,))).nim_value() == 10**100 - 1, Hook.of(Position((2, 2)))
        (True, None)
        """
        rows = position.rows
        return None if len(rows) > 1 and rows[1] > 1 else cls(rows[0] - 1, len(rows) - 1)

    def nim_value(self) -> int:
        """The nim-value: the nim-sum of the arms."""
        return self.right ^ self.below

    def moves_to(self, nim: int) -> list[Move]:
        """All moves that leave a nim-value, at most one in each arm.

        >>> Hook(5, 5).moves_to(0), Hook(3, 2).moves_to(0), Hook(1, 2).moves_to(1)
        ([], [Move(row=1, column=4)], [Move(row=2, column=1)])
        """
        moves = []
        if nim ^ self.below < self.right:
            moves.append(Move(1, (nim ^ self.below) + 2))
        if nim ^ self.right < self.below:
            moves.append(Move((nim ^ self.right) + 2, 1))
        return moves
