"""Solutions of solid bars: who wins, and by which moves.

All losers within the box of a position are found at once (`box_search`), so every position inside it is solved.
"""

from collections.abc import Callable
from dataclasses import dataclass

from zchomp import limits
from zchomp.effort import valid_effort
from zchomp.position import Outcome
from zchomp.results import Solved, Unknown
from zchomp.solid.box_search import BoxSearch, refused_solution, search_box
from zchomp.solid.position import Cube, SolidLike, SolidPosition
from zchomp.sources import Source

__all__ = ["SolidSolution", "solve", "solve_within", "winning_cubes"]


@dataclass(frozen=True, slots=True, repr=False)
class SolidSolution(Solved[Cube], words="solid"):
    """Who wins a solid bar, all winning moves, and the sources of this answer."""

    position: SolidPosition
    known_winning_moves: tuple[Cube, ...]
    sources: tuple[Source, ...] = (Source.SEARCH,)

    @property
    def missing(self) -> None:
        """None: a search of the box finds all winning moves."""

    @property
    def winning_moves(self) -> tuple[Cube, ...]:
        """All winning moves."""
        return self.known_winning_moves

    @property
    def outcome(self) -> Outcome:
        """Whether the player to move wins."""
        return Outcome.WINNER if self.winning_moves else Outcome.LOSER

    @property
    def best(self) -> Cube | None:
        """The winning move that leaves the fewest cubes, or None if the position is a loser."""
        return min(self.winning_moves, key=lambda cube: self.position.chomp(cube).cubes(), default=None)


def solve(position: SolidLike, *, effort: float | None = None) -> SolidSolution | Unknown:
    """Who wins a solid bar, and all winning moves, or Unknown if that takes more effort, or more memory than is free.

    >>> solve("[[4,3],[2,1]]").winning_moves
    ((0, 0, 2), (0, 1, 1), (1, 0, 0))
    >>> solve("2x2x3").winning_moves
    ((1, 1, 2),)
    >>> solve([[2, 2], [2, 1]]).outcome
    <Outcome.LOSER: 'loser'>

    Large boxes need the extra `fast`. Raises InvalidPosition if it is not a solid bar, and TooLarge if no machine can
    search its box.
    """
    start = SolidPosition.of(position)
    solve_inside = solve_within(start, effort=effort)
    return solve_inside if isinstance(solve_inside, Unknown) else solve_inside(start)


def solve_within(
    largest: SolidPosition, *, effort: float | None = None
) -> Callable[[SolidPosition], SolidSolution] | Unknown:
    """Search the box of a solid bar, and return a function that solves every position inside this bar.

    >>> solve_inside = solve_within(SolidPosition(((4, 3), (2, 1))))
    >>> solve_inside(SolidPosition(((2, 2), (2, 1)))).outcome
    <Outcome.LOSER: 'loser'>

    It is Unknown if that takes more effort. Raises TooLarge if no machine can search the box.
    """
    refused = refused_solution(largest.size, limits.EFFORT if effort is None else valid_effort(effort))
    if refused is not None:
        return refused
    box = search_box(largest.size)
    return lambda position: SolidSolution(position, winning_cubes(box, position))


def winning_cubes(box: BoxSearch, position: SolidPosition) -> tuple[Cube, ...]:
    """The cubes of a position that leave a loser, if all losers within its box are known."""
    left = ((cube, position.chomp(cube).heights) for cube in position.moves())
    return tuple(cube for cube, heights in left if box.loser_height(heights) == heights[0][0])
