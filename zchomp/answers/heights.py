"""Heights: at how many rows a position becomes a loser, cut off or continued with rows of one square ([Sun02]).

The height of a position of n rows is the number x such that its first x rows (if x <= n), or the position with x - n
rows of one square added (if x > n), are a loser; there is exactly one (Lemma 1). With rows and columns exchanged, this
is the first row that completes a given second row and tail to a loser: one term of a proved slice, or the end of it.

Two formulas are proved for all rows (`towers`). Where the slices are quickly proved, the height comes from them and
the formula is compared with it; beyond that the formula alone gives the height, however long the rows are.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from zchomp import limits
from zchomp.answers.questions import the_oracle
from zchomp.answers.solution import Source, in_order, noting
from zchomp.answers.towers import theorem_1, winning_ways
from zchomp.errors import TooLarge, quote
from zchomp.position import Outcome, Position, PositionLike
from zchomp.results import Unknown
from zchomp.slices import locate

__all__ = ["Formula", "Height", "check_formulas", "formula", "height"]


FIRST_ROWS = 10
"""So many of the first rows are looked up before any effort is made: of more rows little is kept."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A published formula that applies to a position, and what it says."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Height:
    """The height of a position, and what a published formula says, if one applies.

    ``by_formula`` says that the height rests on the formula's proof, and not on proved slices; ``sources`` names
    everything that it rests on.
    """

    position: Position
    height: int
    formula: Formula | None
    by_formula: bool = False
    sources: tuple[Source, ...] = ()

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
    with noting() as noted:
        found = _by_slices(start, None if published is None else compared)
    if not isinstance(found, Unknown):
        return Height(start, found, published, sources=in_order(noted))
    if published is None:
        return found
    return Height(start, published.value, published, by_formula=True, sources=(Source.THEOREM,))


def _by_slices(position: Position, most: float | None = None) -> int | Unknown:
    """The height from proved slices, with at most that effort."""
    rows, wide = position.rows, sum(row > 1 for row in position.rows)
    if rows[0] > limits.HEIGHT_ROWS or wide > limits.HEIGHT_PREFIXES:
        long = f"its first row has more than {limits.HEIGHT_ROWS} squares"
        many = f"more than {limits.HEIGHT_PREFIXES} of its rows have two squares or more"
        why = long if rows[0] > limits.HEIGHT_ROWS else many
        return Unknown(f"the height of {quote(str(position))}: {why}, and no published formula applies")
    prefixes = range(1, wide)
    for x in prefixes[:FIRST_ROWS]:  # one that is known to be a loser decides, whatever else is not known
        if the_oracle().outcome(rows[:x], 0) is Outcome.LOSER:
            return x
    slice_, a, _ = locate(position.transpose())
    proof = the_oracle().proof(slice_, most)
    if isinstance(proof, Unknown):
        return Unknown(f"the height of {quote(str(position))}: with rows and columns exchanged, {proof.reason}")
    for x in prefixes:
        outcome = the_oracle().outcome(rows[:x], most)
        if isinstance(outcome, Unknown):
            return outcome
        if outcome is Outcome.LOSER:
            return x
    return slice_.width + a + proof.sequence[a]


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
