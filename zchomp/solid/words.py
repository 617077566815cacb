"""Solid bars in words: who wins, and games.

a line of a game                 its effect
0 1 2   0,1,2   (0,1,2)          take the cube (0, 1, 2), and all cubes with coordinates that are not smaller
"""

import re
from collections.abc import Callable, Iterator
from random import Random

from zchomp.core import limits
from zchomp.core.answers import Unknown
from zchomp.core.documents import Data
from zchomp.core.game import Cell, Game
from zchomp.core.session import current
from zchomp.errors import InvalidPosition, TooLarge, quote
from zchomp.solid.position import Cube, SolidPosition
from zchomp.solid.solution import SolidAnswer, solid_reason, solve, solve_within


def cube_text(cube: tuple[int, ...]) -> str:
    """A cube by its coordinates."""
    return f"({','.join(map(str, cube))})"


FEW = 3
"""The maximum number of cubes that a slow bite takes."""

MOVE = re.compile(r"\(?\s*([0-9]{1,9})[\s,]+([0-9]{1,9})[\s,]+([0-9]{1,9})\s*\)?")


class SolidGame(Game[SolidPosition, Cube, SolidAnswer]):
    """A solid bar. A box that has to be searched is searched once, for all positions in it."""

    example = "[[3,3],[3,2]]"
    expects = "three numbers of a cube, like 0 1 2"
    rules = """\
Type the three numbers of a cube: its row, its place in the row, and its height, all counted from 0, for example: \
0 1 2. You eat it with all cubes whose numbers are not smaller. The board shows the heights of the cubes over the \
base. The poison is the cube 0 0 0, the lowest one of the corner. Whoever is left with nothing but poison loses."""

    def __init__(self, position: SolidPosition) -> None:
        super().__init__(position)
        self._inside: Callable[[SolidPosition], SolidAnswer | Unknown] | Unknown | None = None

    def anew(self, text: str) -> "SolidGame":
        """A game with another solid bar."""
        return SolidGame(SolidPosition.parse(text))

    def read(self, text: str) -> Cube | None:
        """The cube that a text names."""
        found = MOVE.fullmatch(text.strip())
        if found is None:
            return None
        x, y, z = int(found[1]), int(found[2]), int(found[3])
        if z >= self.begin.height(x, y):
            raise InvalidPosition(f"the cube {quote((x, y, z))} is outside the bar, which began as {self.begin}")
        left = self.position.height(x, y)
        if z >= left:
            here = f"{left or 'no'} {'cube is' if left == 1 else 'cubes are'} left over the cell ({x}, {y})"
            raise InvalidPosition(f"the cube ({x}, {y}, {z}) is eaten: {here}")
        return x, y, z

    def after(self, position: SolidPosition, move: Cube) -> SolidPosition:
        """The position after a bite."""
        return position.chomp(move)

    def is_poison(self, move: Cube) -> bool:
        """Whether it is the lowest cube of the corner."""
        return move == (0, 0, 0)

    def is_final(self, position: SolidPosition) -> bool:
        """Whether only the poison is left."""
        return position.cubes() == 1

    def legal(self, position: SolidPosition) -> Iterator[Cube]:
        """All cubes but the poison."""
        return position.moves()

    def size(self, position: SolidPosition) -> int:
        """The number of cubes."""
        return position.cubes()

    def answer(self, position: SolidPosition, usual: float = limits.EFFORT) -> SolidAnswer | Unknown:
        """Who wins, and by which moves."""
        try:
            with current().usually(usual):
                if not callable(self._inside):
                    self._inside = solve_within(self.begin)
                return solve(position) if isinstance(self._inside, Unknown) else self._inside(position)
        except TooLarge as problem:
            return Unknown(str(problem))

    def slow(self, random: Random) -> Cube:
        """A random bite of at most `FEW` cubes."""
        position, total = self.position, self.position.cubes()
        tops = ((x, y, z) for (x, y, _), top in position.lines(2).items() for z in range(max(0, top - FEW), top))
        return random.choice(
            [cube for cube in tops if any(cube) and total - position.chomp(cube).cubes() <= FEW],
        )

    def name(self, position: SolidPosition) -> str:
        """The heights."""
        return str(position)

    def move_name(self, move: Cube) -> str:
        """The cube."""
        return f"the cube {cube_text(move)}"

    def drawing(self, position: SolidPosition, before: SolidPosition, width: int) -> str:
        """The heights over the base, including cells that the bite emptied. A wide base is not drawn."""
        drawn = heights_text(position, before)
        return drawn if max(map(len, drawn.splitlines())) <= width else ""

    def cells(self) -> Iterator[Cell]:
        """The heights over the base."""
        for x, row in enumerate(self.position.heights):
            yield from (Cell(y, x, str(height), x == y == 0) for y, height in enumerate(row) if height)

    def reason(self, answer: SolidAnswer) -> str:
        """How it is known who wins: as for a bar, by a theorem, or by a search."""
        return solid_reason(answer)

    def why_lost(self, answer: SolidAnswer) -> str:
        """Why the best move leaves a loser, which only for a bar differs from why it wins."""
        return self.reason(answer) if answer.reason.bar is None else super().why_lost(answer)

    def headline(self, answer: SolidAnswer) -> str:
        """Who wins, and how cubes are counted."""
        counting = " Cubes are counted from (0,0,0), the poison." if answer.known_winning_moves else ""
        return f"{super().headline(answer)}{counting}"

    def square_name(self, move: Cube) -> str:
        """The cube by its coordinates."""
        return cube_text(move)

    key = "heights"

    def plain(self, position: SolidPosition) -> list[list[int]]:
        """The heights."""
        return [list(row) for row in position.heights]

    def move_data(self, move: Cube) -> Data:
        """The cube."""
        return {"cube": list(move)}


def heights_text(bar: SolidPosition, before: SolidPosition | None = None) -> str:
    """The heights over the base, with its rows and places numbered.

    >>> print(heights_text(SolidPosition(((10, 3), (2, 0)))))
           0  1
      0 | 10  3
      1 |  2  .
    """
    drawn = before or bar
    rows, columns, top = drawn.size
    label, wide = len(str(rows - 1)), max(len(str(top)), len(str(columns - 1)))
    lines = [" " * (label + 4) + "".join(f" {y:>{wide}}" for y in range(columns))]
    for x in range(rows):
        heights = "".join(f" {bar.height(x, y) or '.':>{wide}}" for y in range(columns))
        lines.append(f"  {x:>{label}} |{heights}")
    return "\n".join(lines)
