"""The rules of a game with bars, one or several side by side: `Rules` for `play.game`.

a line                           its effect
2 3   2,3   (2,3)                bite row 2 at column 3
1 2 3                            in a sum: the same in bar 1
"""

import re
from random import Random
from typing import TypeAlias

from zchomp.amounts import counted
from zchomp.answers.oracle import Oracle
from zchomp.answers.sums import Bars, parse_bars
from zchomp.errors import quote
from zchomp.play.game import Event, Rules
from zchomp.play.player import Advice, advise, slow_bite
from zchomp.position import MAX_DIGITS, Move, Outcome, Position

__all__ = ["BarBite", "BarEvent", "BarRules"]

BarBite: TypeAlias = tuple[int, Move]
"""The number of a bar, counted from 0, and one of its squares."""

BarEvent: TypeAlias = Event[Bars, BarBite, Advice]


class BarRules(Rules[Bars, BarBite, Advice]):
    """Bars, and an oracle that knows about them."""

    def __init__(self, oracle: Oracle | None = None) -> None:
        self._oracle = oracle

    def parse(self, text: str) -> Bars:
        """The bars, with plus signs between them."""
        return parse_bars(text)

    def expected(self, position: Bars) -> str:
        """How to write a bite."""
        return "row column, like 2 3" if len(position) == 1 else "bar row column, like 1 2 3"

    def read(self, line: str, position: Bars, begin: Bars) -> BarBite | str | None:
        """The square that a line names."""
        words = [word for word in re.split(r"[\s,]+", line.strip().strip("()").strip()) if word]
        if len(words) != (2 if len(position) == 1 else 3) or not all(
            re.fullmatch(r"[0-9]+", word) and len(word) <= MAX_DIGITS for word in words
        ):
            return None
        *bar, row, column = map(int, words)
        if bar and not 1 <= bar[0] <= len(position):
            return f"there is no bar {quote(bar[0])}: expected 1 to {len(position)}"
        number = bar[0] - 1 if bar else 0
        return _look_at(position[number], begin[number], Move(row, column)) or (number, Move(row, column))

    def after(self, position: Bars, move: BarBite) -> Bars:
        """The bars after a bite."""
        number, square = move
        return (*position[:number], position[number].chomp(square), *position[number + 1 :])

    def is_poison(self, move: BarBite) -> bool:
        """Whether it is the first square of a bar."""
        return move[1] == (1, 1)

    def is_over(self, position: Bars) -> bool:
        """Whether only the poison is left of each bar."""
        return all(bar.rows == (1,) for bar in position)

    def advise(self, position: Bars) -> Advice:
        """Who wins, by the oracle."""
        return advise(position, oracle=self._oracle)

    def is_known(self, advice: Advice) -> bool:
        """Whether a winning bite is known, or the bars are lost."""
        return advice.best is not None or advice.outcome is Outcome.LOSER

    def best(self, advice: Advice) -> BarBite | None:
        """The winning bite that leaves the fewest squares."""
        return advice.best

    def slow(self, position: Bars, random: Random) -> BarBite:
        """A bite of few squares."""
        return slow_bite(position, random)


def _look_at(now: Position, begin: Position, move: Move) -> str:
    """What is wrong with a square: it was never there, or it has been eaten."""
    square = f"row {quote(move.row)}, column {quote(move.column)}"
    if not (1 <= move.row <= len(begin.rows) and 1 <= move.column <= begin.rows[move.row - 1]):
        size = f"which began with {counted(len(begin.rows), 'row')}"
        if 1 <= move.row <= len(begin.rows):
            size = f"whose row {move.row} began with {quote(begin.rows[move.row - 1])}"
        return f"{square} is outside the bar, {size}"
    length = now.rows[move.row - 1] if move.row <= len(now.rows) else 0
    if move.column > length:
        left = f"{quote(length)} of row {move.row} {'is' if length == 1 else 'are'} left"
        return f"{square} is eaten: {left if length else f'nothing of row {move.row} is left'}"
    return ""
