"""The rules of a game with a solid bar: `Rules` for `play.game`.

    a line                           its effect
    0 1 2   0,1,2   (0,1,2)          take the cube (0, 1, 2), and all cubes with coordinates that are not smaller

A box that has to be searched is searched when the game starts, so that the computer knows who wins whatever happens.
"""

import re
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from zchomp.answers.oracle import Oracle
from zchomp.errors import TooLarge, quote
from zchomp.play.game import Event, Rules, SolvedAdvice
from zchomp.position import Outcome
from zchomp.results import Unknown
from zchomp.solid.position import Cube, SolidPosition
from zchomp.solid.solution import SolidSolution, solve_within

__all__ = ["SolidAdvice", "SolidEvent", "SolidRules"]

FEW = 3
"""The maximum number of cubes that a slow bite takes."""

MOVE = re.compile(r"\(?\s*([0-9]{1,9})[\s,]+([0-9]{1,9})[\s,]+([0-9]{1,9})\s*\)?")

SolidAdvice: TypeAlias = SolvedAdvice[SolidSolution] | Unknown
SolidEvent: TypeAlias = Event[SolidPosition, Cube, SolidAdvice]


class SolidRules(Rules[SolidPosition, Cube, SolidAdvice]):
    """Solid bars, and the solutions of all positions inside the one at the start.

    >>> from zchomp.play.game import Game
    >>> [(event.kind, event.move) for event in Game(SolidRules(), "[[2,2],[2,2]]", first="computer").start()]
    [('start', None), ('bite', (1, 1, 1))]
    """

    def __init__(self, oracle: Oracle | None = None) -> None:
        self._oracle = oracle
        self._solve: Callable[[SolidPosition], SolidSolution | Unknown] | None = None

    def parse(self, text: str) -> SolidPosition:
        """The position that a text stands for. Raises TooLarge if searching its box takes too much effort or memory."""
        bar = SolidPosition.parse(text)
        self._solve = self._search(bar)
        return bar

    def expected(self, position: SolidPosition) -> str:  # noqa: ARG002 - other boards need it
        """How to write a cube."""
        return "three numbers of a cube, like 0 1 2"

    def read(self, line: str, position: SolidPosition, begin: SolidPosition) -> Cube | str | None:
        """The cube that a line names."""
        found = MOVE.fullmatch(line.strip())
        if found is None:
            return None
        x, y, z = int(found[1]), int(found[2]), int(found[3])
        if z >= begin.height(x, y):
            return f"the cube {quote((x, y, z))} is outside the bar, which began as {begin}"
        left = position.height(x, y)
        if z >= left:
            here = f"{left or 'no'} {'cube is' if left == 1 else 'cubes are'} left over the cell ({x}, {y})"
            return f"the cube ({x}, {y}, {z}) is eaten: {here}"
        return x, y, z

    def after(self, position: SolidPosition, move: Cube) -> SolidPosition:
        """The position after a bite."""
        return position.chomp(move)

    def is_poison(self, move: Cube) -> bool:
        """Whether it is the lowest cube of the corner."""
        return move == (0, 0, 0)

    def is_over(self, position: SolidPosition) -> bool:
        """Whether only the poison is left."""
        return position.cubes() == 1

    def advise(self, position: SolidPosition) -> SolidAdvice:
        """Who wins, and by which moves. If the position is a bar, the loser that the best move leaves says why."""
        if self._solve is None:
            self._solve = self._search(position)
        found = self._solve(position)
        if isinstance(found, Unknown):
            return found
        left = None if found.bar is None or found.best is None else self._solve(position.chomp(found.best))
        return SolvedAdvice(found, None if isinstance(left, Unknown) else left)

    def is_known(self, advice: SolidAdvice) -> bool:
        """Whether a winning bite is known, or the position is lost."""
        if isinstance(advice, Unknown):
            return False
        return advice.solution.best is not None or advice.solution.outcome is Outcome.LOSER

    def best(self, advice: SolidAdvice) -> Cube | None:
        """The winning bite that leaves the fewest cubes."""
        return None if isinstance(advice, Unknown) else advice.solution.best

    def slow(self, position: SolidPosition, random: Random) -> Cube:
        """A random bite of at most `FEW` cubes."""
        total = position.cubes()
        tops = ((x, y, z) for (x, y, _), top in position.lines(2).items() for z in range(max(0, top - FEW), top))
        return random.choice(
            [cube for cube in tops if any(cube) and total - position.chomp(cube).cubes() <= FEW],
        )

    def _search(self, position: SolidPosition) -> Callable[[SolidPosition], SolidSolution | Unknown]:
        """The solutions of all positions inside a given one."""
        found = solve_within(position, oracle=self._oracle)
        if isinstance(found, Unknown):
            raise TooLarge(found.advice("--effort "))
        return found
