"""Solutions of solid bars: who wins, and by which moves. They need the extra `fast`.

All losers within the box of a position are computed at once (`boxes`), so that every position inside is solved.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from zchomp import memory
from zchomp.engines import compiler
from zchomp.errors import TooLarge
from zchomp.position import Outcome
from zchomp.progress import Progress, silent
from zchomp.results import Solved
from zchomp.solid.position import Cube, SolidLike, SolidPosition

if TYPE_CHECKING:
    from zchomp.solid.boxes import SolidBox

__all__ = ["SolidSolution", "box_positions", "solve", "solve_box", "solve_within", "winning_cubes"]

MOST_CELLS = 16
"""The most cells of a base."""

MOST_HEIGHT = 250
"""The largest height: a table has one byte for each base."""


@dataclass(frozen=True, slots=True, repr=False)
class SolidSolution(Solved, words="solid"):
    """Who wins a solid bar, and all winning moves."""

    position: SolidPosition
    winning_moves: tuple[Cube, ...]

    @property
    def outcome(self) -> Outcome:
        """Whether the player to move wins."""
        return Outcome.WINNER if self.winning_moves else Outcome.LOSER

    def shortest(self) -> Cube | None:
        """The winning move that leaves the fewest cubes, or None if the position is a loser."""
        return min(self.winning_moves, key=lambda cube: self.position.after(cube).cubes(), default=None)


def solve(position: SolidLike) -> SolidSolution:
    """Who wins a solid bar, and all winning moves.

    >>> solve("[[4,3],[2,1]]").winning_moves
    ((0, 0, 2), (0, 1, 1), (1, 0, 0))
    >>> solve("2x2x3").winning_moves
    ((1, 1, 2),)
    >>> solve([[2, 2], [2, 1]]).outcome
    <Outcome.LOSER: 'loser'>

    Raises InvalidPosition if it is not a solid bar, and TooLarge if its box is too large.
    """
    start = SolidPosition.of(position)
    return solve_within(start)(start)


def solve_within(largest: SolidPosition) -> Callable[[SolidPosition], SolidSolution]:
    """Solve the box of a solid bar, and return a function that solves every position inside this bar.

    >>> solve_inside = solve_within(SolidPosition(((4, 3), (2, 1))))
    >>> solve_inside(SolidPosition(((2, 2), (2, 1)))).outcome
    <Outcome.LOSER: 'loser'>

    Raises TooLarge if the box is too large.
    """
    box = solve_box(*largest.size)
    return lambda position: SolidSolution(position, winning_cubes(box, position))


def winning_cubes(box: "SolidBox", position: SolidPosition) -> tuple[Cube, ...]:
    """The cubes of a position that leave a loser, if all losers within its box are known."""
    left = ((cube, position.after(cube).heights) for cube in position.moves())
    return tuple(cube for cube, heights in left if box.loser_height(heights) == heights[0][0])


def solve_box(width: int, depth: int, height: int, progress: Progress = silent) -> "SolidBox":
    """All losers within a box. Raises TooLarge if it is too large."""
    size = f"{width} x {depth} x {height}"
    if height > MOST_HEIGHT or width * depth > MOST_CELLS:
        most = f"expected a base of at most {MOST_CELLS} cells and a height of at most {MOST_HEIGHT}"
        raise TooLarge(f"a box {size} is too large; {most}")
    compiler.require()
    from zchomp.solid.boxes import SolidBox, table_size

    needed = table_size(width, depth, height)
    if needed > 0.9 * memory.available():
        raise TooLarge(f"a box {size} {memory.lacking(needed)}")
    box = SolidBox(width, depth, height)
    total = box_positions(width, depth, height) - box_positions(width, depth, height - 1)
    while not box.advance():
        progress("solving", box.done, total)
    return box


def box_positions(width: int, depth: int, height: int) -> int:
    """The number of positions within a box, the poison alone included (MacMahon).

    >>> box_positions(2, 3, 40), box_positions(1, 1, 7)
    (40861050, 7)
    """
    over = under = 1
    for x, y in product(range(1, width + 1), range(1, depth + 1)):
        over *= x + y + height - 1
        under *= x + y - 1
    return over // under - 1
