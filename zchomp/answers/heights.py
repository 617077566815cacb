"""Heights: at how many rows a position becomes a loser, cut off or continued with rows of one square ([Sun02]).

The height of a position of n rows is the number x such that its first x rows (if x <= n), or the position with x - n
rows of one square added (if x > n), are a loser; there is exactly one (Lemma 1). With rows and columns exchanged, this
is the first row that completes a given second row and tail to a loser: one term of a proved slice, or the end of it.

    [Sun02], section 2    winning_ways(a, b)     rows a and b, and otherwise rows of one square, from [WW]
    [Sun02], Theorem 1    theorem_1(a, b)        rows a and b, a row of two squares, otherwise rows of one square

proofs/Heights.v proves the formulas for all rows. Where the slices are quickly proved, the height comes from them and
the formula is compared with it; beyond that the formula alone gives the height, however long the rows are.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from zchomp import limits
from zchomp.answers.questions import the_oracle
from zchomp.errors import TooLarge, quote
from zchomp.position import Outcome, Position, PositionLike
from zchomp.results import Unknown
from zchomp.slices import locate

__all__ = ["Formula", "Height", "check_formulas", "formula", "height", "theorem_1", "winning_ways"]


@dataclass(frozen=True, slots=True)
class Formula:
    """A published formula that applies to a position, and what it says."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Height:
    """The height of a position, and what a published formula says, if one applies.

    ``by_formula`` says that the height rests on the formula's proof, and not on proved slices.
    """

    position: Position
    height: int
    formula: Formula | None
    by_formula: bool = False

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of the position that belong to the loser; then come `ones` rows of one square."""
        return self.position.rows[: self.height]

    @property
    def ones(self) -> int:
        """How many rows of one square are added to make the loser."""
        return max(0, self.height - len(self.position.rows))


def height(position: PositionLike) -> Height | Unknown:
    """The height of a position, proved.

    >>> found = height("(5,3,2)")
    >>> found.height, found.rows, found.ones, found.formula
    (3, (5, 3, 2), 0, Formula(name='[Sun02] Theorem 1', value=3))
    >>> height((10**100, 2)).height == 10**100 + 1
    True
    """
    start = Position.of(position)
    published = formula(start)
    own = the_oracle().own_effort
    compared = limits.HEIGHT_EFFORT if own is None else min(own, limits.HEIGHT_EFFORT)
    found = _by_slices(start, None if published is None else compared)
    if not isinstance(found, Unknown):
        return Height(start, found, published)
    return found if published is None else Height(start, published.value, published, by_formula=True)


def _by_slices(position: Position, most: float | None = None) -> int | Unknown:
    """The height from proved slices, with at most that effort."""
    rows = position.rows
    if rows[0] > limits.HEIGHT_ROWS:
        long = f"its first row has more than {limits.HEIGHT_ROWS} squares"
        return Unknown(f"the height of {quote(str(position))}: {long}, and no published formula applies")
    if sum(row > 1 for row in rows) > limits.HEIGHT_PREFIXES:
        many = f"more than {limits.HEIGHT_PREFIXES} of its rows have two squares or more"
        return Unknown(f"the height of {quote(str(position))}: {many}, and no published formula applies")
    slice_, a, _ = locate(position.transpose())
    proof = the_oracle().proof(slice_, most)
    if isinstance(proof, Unknown):
        return Unknown(f"the height of {quote(str(position))}: with rows and columns exchanged, {proof.reason}")
    for x in range(1, sum(row > 1 for row in rows)):
        outcome = the_oracle().outcome(rows[:x], most)
        if isinstance(outcome, Unknown):
            return outcome
        if outcome is Outcome.LOSER:
            return x
    return slice_.width + a + proof.sequence[a]


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


def formula(position: Position) -> Formula | None:
    """The published formula that applies to a position, and what it says; a second row of one square adds nothing."""
    first, second, *others = *position.rows, *(1,) * (2 - len(position.rows))
    if all(row == 1 for row in others):
        return Formula("[WW] formula", winning_ways(first, second))
    if others[0] == 2 and all(row == 1 for row in others[1:]):
        return Formula("[Sun02] Theorem 1", theorem_1(first, second))
    return None


def check_formulas(upto: int) -> Iterator[Height | Unknown]:
    """The heights of all (a, b) and (a, b, 2) with a <= ``upto`` from proved slices, each with what its formula says.

    >>> all(found.height == found.formula.value for found in check_formulas(6))
    True

    Raises TooLarge for rows that have too many slices to prove.
    """
    if upto > limits.HEIGHT_CHECK:
        most = f"expected rows of at most {limits.HEIGHT_CHECK} squares"
        raise TooLarge(f"a check of the formulas up to {quote(upto)} would take long; {most}")
    for a in range(1, upto + 1):
        for b in range(1, a + 1):
            for rows in ((a, b), (a, b, 2)) if b >= 2 else ((a, b),):
                position = Position(rows)
                found = _by_slices(position)
                yield found if isinstance(found, Unknown) else Height(position, found, formula(position))
