"""Heights: with how many rows a position, cut off or extended by rows of one square, is a loser ([Sun02]).

The height of a position of n rows is the number x such that its first x rows (if x <= n), or the position with x - n
rows of one square added (if x > n), are a loser. There is exactly one such x (Lemma 1). A height comes from

    formulas    Two published formulas are proved for all rows (`theorems`). A position of two columns, c of them in the
                second, has height c + 1, because with rows and columns exchanged a loser of two rows is (c + 1, c).
    slices      With rows and columns exchanged, the height is the first row that completes a given second row and tail
                to a loser: one term of a proved slice, or the end of it.
    tables      The height is the mex of the heights after bites right of the first column (Lemma 1). So a table has
                the heights of all positions within a board (`engines.bars.nim_values`).

The quicker of slices and tables is used. Where a formula applies and one of them is quick, the formula is compared
with it. Otherwise the formula alone gives the height, however long the rows are.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf

from zchomp.bars.knowledge import knowledge
from zchomp.bars.position import Position, PositionLike
from zchomp.bars.search import make_table, table_seconds
from zchomp.bars.slices import locate
from zchomp.bars.solving import at_once, who_wins
from zchomp.bars.theorems import sun_height, winning_ways_height
from zchomp.core import limits
from zchomp.core.answers import Outcome, Source
from zchomp.core.effort import needs_effort
from zchomp.core.numbers import bar_text
from zchomp.core.session import NotKnown, current, question
from zchomp.core.showing import Shown

FIRST_ROWS = 10
"""How many of the first rows are looked up before any work is done: slices of more rows are rarely known."""


@dataclass(frozen=True, slots=True)
class HeightFormula:
    """A formula that applies to a position, and its value there."""

    name: str
    value: int


@dataclass(frozen=True, slots=True, repr=False)
class Height(Shown, words="bars.words"):
    """The height of a position, and the formula for it, if there is one.

    ``by_formula`` says that the height comes from the formula, which is proved for all rows, and not from proved slices
    or a table.
    """

    position: Position
    height: int
    formula: HeightFormula | None
    by_formula: bool = False
    sources: tuple[Source, ...] = ()

    def __int__(self) -> int:
        return self.height

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of the position that belong to the loser, without the `ones` that are added."""
        return self.position.rows[: self.height]

    @property
    def ones(self) -> int:
        """How many rows of one square are added to make the loser."""
        return max(0, self.height - len(self.position.rows))


@question
def height(position: PositionLike) -> Height:
    """Find the height of a position. It is proved, or Unknown if that takes more effort.

    >>> found = height("(5,3,2)")
    >>> int(found), found.rows, found.ones, found.formula
    (3, (5, 3, 2), 0, HeightFormula(name='[Sun02] Theorem 1', value=3))
    >>> height((10**100, 2)).height == 10**100 + 1
    True
    """
    start, session = Position.of(position), current()
    published = formula(start)
    if published is None or not session.may_ask(Source.THEOREM):
        return Height(start, _computed(start), published, sources=session.used)
    if start.rows[0] <= limits.HEIGHT_ROWS:
        compared = session.within(session.effort if session.given is not None else limits.HEIGHT_EFFORT)
        with suppress(NotKnown):
            return Height(start, compared.run(_computed, start), published, sources=session.used)
    return Height(start, published.value, published, by_formula=True, sources=(Source.THEOREM,))


def _computed(position: Position) -> int:
    """The height from known losers, a table or proved slices, whichever is quicker."""
    rows = tuple(row for row in position.rows if row > 1)
    for x in range(1, min(len(rows), FIRST_ROWS + 1)):  # a known loser decides, whatever else is not known
        if at_once(Position(rows[:x]))[0] is Outcome.LOSER:
            return x
    board = tuple(row - 1 for row in rows) or (0,)
    session = current()
    by_table = table_seconds(board, session.effort) if session.may_ask(Source.SEARCH) else inf
    is_short = rows[:1] <= (limits.HEIGHT_ROWS,) and len(rows) <= limits.HEIGHT_PREFIXES
    by_slices = knowledge().seconds(locate(position.transpose())[0]) if is_short else inf
    if by_table <= min(by_slices, session.effort):
        session.use(Source.SEARCH)
        return make_table(board, heights=True).value(board) + 1
    if is_short and by_slices <= by_table:
        return _by_slices(position)
    raise NotKnown(needs_effort(f"the height of {bar_text(position.rows)}", by_table))


def _by_slices(position: Position) -> int:
    """The height from proved slices."""
    slice_, a, _ = locate(position.transpose())
    try:
        proof = knowledge().proof(slice_)
    except NotKnown as problem:
        turned = f"the height of {bar_text(position.rows)}: with rows and columns exchanged, {problem.unknown.reason}"
        raise NotKnown(replace(problem.unknown, reason=turned)) from None
    for x in range(1, sum(row > 1 for row in position.rows)):
        if who_wins(Position(position.rows[:x])) is Outcome.LOSER:
            return x
    return slice_.width + a + proof.sequence[a]


def formula(position: Position) -> HeightFormula | None:
    """The formula that applies to a position, and its value. A single row is treated as if it had a second row of 1."""
    first, second, *others = *position.rows, *(1,) * (2 - len(position.rows))
    if all(row == 1 for row in others):
        return HeightFormula("[WW] formula", winning_ways_height(first, second))
    if others[0] == 2 and all(row == 1 for row in others[1:]):
        return HeightFormula("[Sun02] Theorem 1", sun_height(first, second))
    if first == 2:
        return HeightFormula("two-column formula", 1 + position.rows.count(2))
    return None
