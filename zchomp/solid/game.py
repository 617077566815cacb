"""The rules of a game with a solid bar: `Rules` for `play.game`.

    a line                           its effect
    0 1 2   0,1,2   (0,1,2)          take the cube (0, 1, 2), and all cubes with coordinates that are not smaller

The box of the position is solved when the game starts, so that the computer knows who wins whatever happens.
"""

import re
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from zchomp.errors import TooLarge, quote
from zchomp.play.game import Event, Rules
from zchomp.results import Unknown
from zchomp.solid.position import Cube, SolidPosition
from zchomp.solid.solution import SolidSolution, solve_within

__all__ = ["SolidEvent", "SolidRules"]

FEW = 3
"""The maximum number of cubes that a slow bite takes."""

MOVE = re.compile(r"\(?\s*([0-9]{1,9})[\s,]+([0-9]{1,9})[\s,]+([0-9]{1,9})\s*\)?")

SolidEvent: TypeAlias = Event[SolidPosition, Cube, SolidSolution]


class SolidRules(Rules[SolidPosition, Cube, SolidSolution]):
    """Solid bars, and the solution of the box in which the game is played.

    >>> from zchomp.play.game import Game
    >>> [(event.kind, event.move) for event in Game(SolidRules(), "[[2,2],[2,2]]", first="computer").start()]
    [('start', None), ('bite', (1, 1, 1))]
    """

    def __init__(self, effort: float | None = None) -> None:
        self._effort = effort
        self._solve: Callable[[SolidPosition], SolidSolution] | None = None

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

    def advise(self, position: SolidPosition) -> SolidSolution:
        """Who wins, and all winning moves, in the box of the position at the start."""
        if self._solve is None:
            self._solve = self._search(position)
        return self._solve(position)

    def is_known(self, advice: SolidSolution) -> bool:  # noqa: ARG002 - other boards need it
        """It always is."""
        return True

    def best(self, advice: SolidSolution) -> Cube | None:
        """The winning bite that leaves the fewest cubes."""
        return advice.best

    def slow(self, position: SolidPosition, random: Random) -> Cube:
        """A random bite of at most `FEW` cubes."""
        total = position.cubes()
        return random.choice([cube for cube in position.moves() if total - position.chomp(cube).cubes() <= FEW])

    def _search(self, position: SolidPosition) -> Callable[[SolidPosition], SolidSolution]:
        """The solutions of all positions inside a given one."""
        found = solve_within(position, effort=self._effort)
        if isinstance(found, Unknown):
            raise TooLarge(found.advice("--effort "))
        return found
