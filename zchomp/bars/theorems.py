"""Theorems for bars of any size: hooks, squares, rectangles, towers and two rows. `decide` applies them.

    bars                theorem                                               proof
    hooks               the nim-value is the nim-sum of the two arms          `Hook`
    arms of one length  row 2, column 2 wins                                  `has_equal_arms`
    full bars           more than one square: a winner, by strategy stealing  Coq theorem Posets.largest_element_wins
    three rows, full    there is exactly one winning opening                  proofs/openings.md; Coq, `PROVED`
    towers              exactly one number of rows makes a loser              proofs/Game/Heights.v; all moves: `Tower`
    two rows            the nim-value has a formula                           proofs/two-rows.md; Coq, TwoRows.v
    boxes 2 x 2 x n     the losers are [m, a, b, c] as in `is_lost_box`       Coq theorem Towers.towers_lost

All of them also hold with rows and columns exchanged. tests/bars/test_theorems.py, test_opening_theorems.py and
test_two_rows.py compare them with the definition of the game.
"""

from dataclasses import dataclass
from typing import NamedTuple, Self

from zchomp.bars.position import Move, Position
from zchomp.core.answers import Outcome, Theorem

HOOK_THEOREM = Theorem(
    "hook", "a hook is the sum of its two arms, two heaps from which any number of squares can be taken"
)

SQUARE_THEOREM = Theorem(
    "equal arms",
    "row 2, column 2 leaves two arms of equal length, and each bite of one is answered by the same bite of the other",
)
SQUARE_ONLY = "it leaves a rectangle, or a bar from which row 2, column 2 wins"
"""Why no other bite of an n x n bar wins (see `has_equal_arms`)."""

STEALING = Theorem(
    "stealing", "a bar of more than one square is won by stealing the opponent's answer to the bite of its last square"
)
ONE_OPENING = Theorem(
    "one opening", "every 3 x n or n x 3 bar has exactly one winning opening", "zchomp theorem --openings"
)
STEALING_AND_ONE = Theorem("stealing, one opening", f"{STEALING}; {ONE_OPENING}")

TOWER_THEOREM = Theorem(
    "tower",
    "two rows on top of rows of one square, with or without a row of two squares between them, "
    "are a loser for exactly one number of rows, which a formula gives",
    "Coq theorems Heights.winning_ways_heights, Heights.sun_heights",
)

TOWERS = Theorem(
    "2 x 2 x n",
    "with the heights m, a, b, c of 2 x 2 x n exactly [m, m, m, m - 1], and a + b = m - 1 with c = min(a, b), are lost",
    "Coq theorem Towers.towers_lost",
)

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

EQUAL_ARMS = Move(2, 2)
"""The move that leaves a hook, with equal arms if there are as many rows as columns."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a theorem says about a position: who wins, and winning moves, which are all of them if ``is_complete``."""

    outcome: Outcome
    moves: tuple[Move, ...]
    theorem: Theorem
    is_complete: bool


def decide(start: Position) -> Decision | None:
    """Who wins, and by which moves, if a theorem for all sizes says so.

    >>> decide(Position((7,) * 7)).moves, decide(Position((7, 5, 3))) is None
    ((Move(row=2, column=2),), True)
    >>> partly = decide(Position((9, 9, 9)))
    >>> partly.outcome, partly.moves, partly.is_complete
    (<Outcome.WINNER: 'winner'>, (), False)
    """
    hook, tower = Hook.of(start), Tower.of(start)
    if hook is not None:
        outcome = Outcome.WINNER if hook.nim_value() else Outcome.LOSER
        return Decision(outcome, tuple(hook.moves_to(0)), HOOK_THEOREM, is_complete=True)
    if tower is not None:
        outcome = Outcome.LOSER if tower.is_lost() else Outcome.WINNER
        return Decision(outcome, tuple(tower.winning_moves()), TOWER_THEOREM, is_complete=True)
    if has_equal_arms(start):
        return Decision(Outcome.WINNER, (EQUAL_ARMS,), SQUARE_THEOREM, is_complete=is_full(start))
    if is_full(start):
        theorem = STEALING_AND_ONE if is_three_rowed_bar(start) else STEALING
        return Decision(Outcome.WINNER, (), theorem, is_complete=False)
    return None


def has_equal_arms(position: Position) -> bool:
    """Whether biting row 2, column 2 leaves a hook with equal arms, so that this bite wins.

    On an n x n bar no other bite wins. A bite of a square (i, j) with i > 1 and j > 1 leaves the square (2, 2) and both
    arms, so the answer (2, 2) wins. A bite of the first row or column leaves a full bar of more than one square,
    which is a winner.

    >>> has_equal_arms(Position((3, 2, 2))), has_equal_arms(Position((3, 1, 1))), has_equal_arms(Position((3, 2)))
    (True, False, False)
    """
    rows = position.rows
    return len(rows) == rows[0] and len(rows) > 1 and rows[1] > 1


def is_lost_box(m: int, a: int, b: int, c: int) -> bool:
    """Whether heights over a base of 2 x 2 are lost: m over the poison, a and b beside it, and c opposite.

    >>> is_lost_box(3, 3, 3, 2), is_lost_box(6, 2, 3, 2), is_lost_box(3, 3, 3, 3)
    (True, True, False)
    """
    return m > 0 and ((a == b == m and c == m - 1) or (a + b == m - 1 and c == min(a, b)))


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
    """A first row and a first column: how many squares there are to the right of the poison, and how many below it.

    The nim-value is the nim-sum of these two arms, a xor b. Proof: a bite of the first row shortens the first arm to
    any a' < a and leaves the other alone, and likewise for the first column. So the hook is the sum of two heaps of a
    and b squares, from which any number can be taken, and such a heap of n has nim-value n (Sprague and Grundy). Hence
    a bite leaves nim-value v if and only if it leaves a' = v xor b < a of the first arm, or b' = v xor a < b of the
    other. A row and a column are hooks with one arm.

    >>> hook = Hook.of(Position((6, 1, 1)))
    >>> hook, hook.nim_value(), hook.moves_to(0)
    (Hook(right=5, below=2), 7, [Move(row=1, column=4)])
    """

    right: int
    below: int

    @classmethod
    def of(cls, position: Position) -> Self | None:
        """The arms of a hook, a row or a column, or None for any other bar.

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


def winning_ways_height(a: int, b: int) -> int:
    """The height of (a, b) and of (a, b, 1, ..., 1), for a >= b >= 1, as [Sun02], section 2, quotes it from [WW].

    >>> winning_ways_height(4, 3), winning_ways_height(4, 2)
    (2, 5)
    """
    if (a + b) % 2 == 0:
        return (2 * a + b) // 2
    return min(-((b - 2 * a) // 2), -((3 * (b - a)) // 2))


def sun_height(a: int, b: int) -> int:
    """The height of (a, b, 2) and of (a, b, 2, 1, ..., 1), for a >= b >= 2: [Sun02], Theorem 1.

    >>> sun_height(3, 2), sun_height(4, 4), sun_height(4, 2)
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
    """Two rows, perhaps a row of two squares, and rows of one square; or the same with rows and columns exchanged.

    It is lost if `winning_ways_height` or, for a row of two squares, `sun_height` gives its number of rows. Every bite
    leaves a tower, or a hook, which is the case b = 1 of the first formula. To find all winning moves without trying
    all bites, let x be the number of rows, which a bite of the first or second row does not change. A bite of the
    second row wins if and only if it leaves a second row y whose formula has the value x. As ⌊n/2⌋ = x means n = 2x
    or 2x + 1, and ⌈n/2⌉ = x means n = 2x - 1 or 2x, each formula leaves a few y to try:

        ⌊(2a + y)/2⌋   y = 2x - 2a or 2x - 2a + 1           ⌈(2a - y)/2⌉   y = 2a - 2x or 2a - 2x + 1
        ⌈3(a - y)/2⌉   y = a - ⌊2x/3⌋                       2              y = a - 1

    and likewise for a first row z ≥ b that a bite of the first row leaves, and for z < b, which leaves two rows of z:

        ⌊(2z + b)/2⌋   z = x - ⌊b/2⌋ or x - ⌊(b - 1)/2⌋     ⌈(2z - b)/2⌉   z = x + ⌊b/2⌋ or x + ⌊(b - 1)/2⌋
        ⌈3(z - b)/2⌉   z = b + ⌊2x/3⌋                       2              z = b + 1
        ⌊3z/2⌋         z = ⌊(2x + 1)/3⌋                     ⌊3z/2⌋ + 1     z = ⌊(2x - 1)/3⌋

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
        """The position as a tower, or None if it is not one.

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
        if self.has_two and winning_ways_height(a, b) == x:
            moves.append(Move(3, 2))
        seconds = {2 * x - 2 * a, 2 * x - 2 * a + 1, 2 * a - 2 * x, 2 * a - 2 * x + 1, a - 2 * x // 3, a - 1}
        moves += [Move(2, y + 1) for y in seconds if 0 < y < b and self._height(a, y) == x]
        firsts = {x - b // 2, x - (b - 1) // 2, x + b // 2, x + (b - 1) // 2, b + 2 * x // 3, b + 1}
        firsts |= {(2 * x + 1) // 3, (2 * x - 1) // 3}
        moves += [Move(1, z + 1) for z in firsts if 0 < z < a and self._height(z, min(b, z)) == x]
        return sorted(Move(column, row) for row, column in moves) if self.is_turned else sorted(moves)

    def _height(self, first: int, second: int) -> int:
        """The number of rows of the loser with other rows on top; a row of 2 cannot be below a row of 1."""
        return sun_height(first, second) if self.has_two and second > 1 else winning_ways_height(first, second)


def two_rows_nim_value(p: int, q: int) -> int:
    """The nim-value of two rows p >= q, p >= 1: with d = p - q, d + min(⌊q/2⌋, ⌊d/2⌋) - 1 or p + ⌈q/2⌉ - 1.

    The first holds if d is odd, the second if d is even.

    >>> [two_rows_nim_value(8, q) for q in range(9)], two_rows_nim_value(10**100, 10**99) == 105 * 10**98 - 1
    ([7, 6, 8, 5, 9, 3, 10, 0, 11], True)
    """
    d = p - q
    return d + min(q // 2, d // 2) - 1 if d % 2 else p + (q + 1) // 2 - 1


def first_row_of_value(q: int, value: int) -> int:
    """The u for which (u, min(u, q)) has the nim-value: three families (proofs/ordinals.md, Lemma 1).

    >>> [first_row_of_value(4, value) for value in range(10)]
    [5, 1, 2, 7, 3, 4, 9, 6, 11, 8]
    """
    h, odd = divmod(q, 2)
    third, rest = divmod(value + 1, 3)
    if third < h and rest != 1:
        return 2 * third + rest // 2
    if value + 1 < 3 * h:
        return q + 2 * third + 1
    i, is_other = divmod(value + 1 - 3 * h, 2)
    if is_other:
        return q + 2 * (h + i) + 1
    return q + 2 * (i - odd) if i or not odd else 2 * h


def second_row_of_value(p: int, value: int) -> int | None:
    """The u for which (p, u) has the nim-value, or None.

    The nim-value is p + ⌈u/2⌉ − 1, p − ⌈u/2⌉ − 1 or 3⌊d/2⌋, with d = p − u odd.

    >>> [second_row_of_value(4, value) for value in range(6)]
    [3, None, 1, 0, 2, 4]
    """
    half = abs(value + 1 - p)
    candidates = (2 * half, 2 * half - 1, p - (2 * value + 3) // 3)
    return next((u for u in candidates if 0 <= u <= p and two_rows_nim_value(p, u) == value), None)


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
        """The position as a bar of two rows or columns, or None for any other bar.

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
        first, second = first_row_of_value(self.second, nim), second_row_of_value(self.first, nim)
        moves = [Move(1, first + 1)] if first < self.first else []
        moves += [Move(2, second + 1)] if second is not None and second < self.second else []
        return sorted(Move(column, row) if self.is_turned else Move(row, column) for row, column in moves)
