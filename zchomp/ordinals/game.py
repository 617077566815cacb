"""The rules of a game with rows of ordinals: `Rules` for `play.game`.

    a line                           its effect
    2 3   1 w+3   1, w*2             bite row 2 at column 3, row 1 at column ω+3

The computer makes a winning bite where it knows one. Otherwise it takes as little as it can: from a row like ω+5 a few
squares at the end, from a row like ω·2 all but ω and a few squares. Every game ends, since rows cannot shrink forever.
"""

import re
from random import Random
from typing import TypeAlias

from zchomp import limits
from zchomp.answers.oracle import Oracle, oracle_or_shared
from zchomp.errors import InvalidArgument, InvalidPosition
from zchomp.ordinals.ordinal import Ordinal, omega_power
from zchomp.ordinals.position import OrdinalMove, OrdinalPosition
from zchomp.ordinals.solution import OrdinalSolution, solve
from zchomp.play.game import Event, Rules, SolvedAdvice
from zchomp.position import Outcome
from zchomp.results import Unknown

__all__ = ["OrdinalAdvice", "OrdinalEvent", "OrdinalRules", "slow_bite"]

FEW = 3
"""The maximum number of squares that a slow bite takes from a row that has a last square."""

LEFT = 9
"""The maximum number of squares, or of ω's, that a slow bite leaves of the last ω^n, if there is no last square."""


OrdinalAdvice: TypeAlias = SolvedAdvice[OrdinalSolution] | Unknown
OrdinalEvent: TypeAlias = Event[OrdinalPosition, OrdinalMove, OrdinalAdvice]

MOVE = re.compile(r"\(?\s*([0-9]{1,9})(?:\s*,\s*|\s+)([^,()\s]+(?:\s*[+*^·]\s*[^,()\s]+)*)\s*\)?")


class OrdinalRules(Rules[OrdinalPosition, OrdinalMove, OrdinalAdvice]):
    """Bars whose rows are ordinals, and an oracle that knows about the finite ones.

    >>> from zchomp.play.game import Game
    >>> game = Game(OrdinalRules(), "w,w,5")
    >>> [(event.side, str(event.move.column)) for event in game.tell("3 3")]
    [('you', '3'), ('computer', '1')]
    """

    def __init__(self, oracle: Oracle | None = None) -> None:
        self._oracle = oracle_or_shared(oracle)

    def parse(self, text: str) -> OrdinalPosition:
        """The position that a text stands for."""
        return OrdinalPosition.parse(text)

    def expected(self, position: OrdinalPosition) -> str:  # noqa: ARG002 - other boards need it
        """How to write a bite."""
        return "row column, like 2 3 or 1 w+3"

    def read(
        self,
        line: str,
        position: OrdinalPosition,
        begin: OrdinalPosition,  # noqa: ARG002 - other boards need it
    ) -> OrdinalMove | str | None:
        """The square that a line names."""
        found = MOVE.fullmatch(line.strip())
        if found is None:
            return None
        try:
            move = OrdinalMove(int(found[1]), Ordinal.parse(found[2]))
            if not self.is_poison(move):
                position.chomp(move)
        except (InvalidArgument, InvalidPosition) as problem:
            return str(problem)
        return move

    def after(self, position: OrdinalPosition, move: OrdinalMove) -> OrdinalPosition:
        """The position after a bite."""
        return position.chomp(move)

    def is_poison(self, move: OrdinalMove) -> bool:
        """Whether it is the very first square."""
        return move == OrdinalMove(1, Ordinal.of(1))

    def is_over(self, position: OrdinalPosition) -> bool:
        """Whether only the poison is left."""
        return position.rows == (Ordinal.of(1),)

    def advise(self, position: OrdinalPosition) -> OrdinalAdvice:
        """Who wins the position, and how."""
        found = self._solve(position)
        if isinstance(found, Unknown):
            return found
        left = None if found.best is None else self._solve(position.chomp(found.best))
        return SolvedAdvice(found, None if isinstance(left, Unknown) else left)

    def is_known(self, advice: OrdinalAdvice) -> bool:
        """Whether a winning bite is known, or the position is lost."""
        if isinstance(advice, Unknown):
            return False
        return advice.solution.best is not None or advice.solution.outcome is Outcome.LOSER

    def best(self, advice: OrdinalAdvice) -> OrdinalMove | None:
        """The winning bite of the lowest row."""
        return None if isinstance(advice, Unknown) else advice.solution.best

    def slow(self, position: OrdinalPosition, random: Random) -> OrdinalMove:
        """A bite that takes little."""
        return slow_bite(position, random)

    def _solve(self, position: OrdinalPosition) -> OrdinalSolution | Unknown:
        return solve(position, effort=self._oracle.effort(usual=limits.PLAYER_EFFORT), oracle=self._oracle)


def slow_bite(position: OrdinalPosition, random: Random) -> OrdinalMove:
    """A random bite that takes little, of a row that is longer than the one below.

    >>> slow_bite(OrdinalPosition.of("w+1,w"), Random(1))
    OrdinalMove(row=1, column=Ordinal.of('w'))
    """
    shorter = [*position.rows[1:], Ordinal()]
    rows = [row for row, (length, below) in enumerate(zip(position.rows, shorter, strict=True), 1) if length > below]
    row = random.choice([row for row in rows if row > 1 or position.rows[0] > 1])
    length, least = position.rows[row - 1], max(shorter[row - 1], Ordinal.of(1 if row == 1 else 0))
    left = max(least, _a_little_less(length, random))
    return OrdinalMove(row, 1 + left)


def _a_little_less(length: Ordinal, random: Random) -> Ordinal:
    """A shorter row: without a few squares at the end, or with a small part of the last power of ω."""
    if length.is_largest:
        return omega_power(random.randint(1, FEW))
    *rest, (exponent, times) = length.terms
    if not exponent:
        less = times - random.randint(1, min(times, FEW))
        return Ordinal((*rest, (0, less)) if less else tuple(rest))
    kept = (*rest, (exponent, times - 1)) if times > 1 else tuple(rest)
    return Ordinal(kept) + omega_power(min(exponent - 1, 1), random.randint(1, LEFT))
