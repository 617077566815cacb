"""Solid bars: Chomp in three dimensions, by the heights of the cubes over each cell of a base.

A position is written by its heights, the rows of the base from the corner with the poison: [[4, 3], [2, 1]]. Cubes are
counted from 0: the poison is (0, 0, 0), and the cube (x, y, z) is in row x of the base, at place y and height z. A move
takes a cube that is not the poison, and all cubes with coordinates that are not smaller. Whoever has only the poison
left loses. Solutions need the extra `fast`.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import TYPE_CHECKING, TypeAlias, Union

from zchomp import memory
from zchomp.engines import compiler
from zchomp.errors import DisagreementError, InvalidPosition, TooLarge, quote
from zchomp.position import Outcome, whole_number, whole_numbers
from zchomp.progress import Progress, silent
from zchomp.results import Solved
from zchomp.showing import Shown

if TYPE_CHECKING:
    from zchomp.engines.solid_boxes import SolidBox

__all__ = ["BoxOpenings", "Cube", "SolidBar", "SolidSolution", "box_openings", "solve_solid", "solve_within"]

Cube: TypeAlias = tuple[int, int, int]
SolidLike: TypeAlias = Union["SolidBar", str, Sequence[Sequence[int]]]

EXPECTED = "expected heights that do not increase, the rows of the base from the poison on, like [[4,3],[2,1]]"

MOST_CELLS = 16
"""The most cells of a base."""

MOST_HEIGHT = 250
"""The largest height: a table has one byte for each base."""


@dataclass(frozen=True, slots=True)
class SolidBar:
    """A position of solid Chomp.

    >>> bar = SolidBar(((4, 3), (2, 1)))
    >>> print(bar, bar.after((0, 1, 1)))
    [[4,3],[2,1]] [[4,1],[2,1]]
    >>> SolidBar.parse("[[2,1],[1]]") == SolidBar(((2, 1), (1, 0)))
    True
    """

    heights: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        given = self.heights if isinstance(self.heights, tuple) else ()
        rows = [whole_numbers(row) if isinstance(row, tuple) else None for row in given]
        depth = max((len(row) for row in rows if row), default=0)
        full = [(*(row or (-1,)), *(0,) * (depth - len(row or (-1,)))) for row in rows]
        falls = all(x >= y for row in full for x, y in pairwise(row)) and all(
            x >= y for one, other in pairwise(full) for x, y in zip(one, other, strict=True)
        )
        if not full or not falls or full[0][0] < 1 or min(map(min, full)) < 0:
            raise InvalidPosition(f"not a solid bar: {quote(self.heights)}; {EXPECTED}")
        columns = sum(height > 0 for height in full[0])
        object.__setattr__(self, "heights", tuple(row[:columns] for row in full if row[0]))

    @classmethod
    def of(cls, value: SolidLike) -> "SolidBar":
        """The position that is meant: itself, a text, or its rows. Lists mean the same here as their text."""
        if isinstance(value, cls):
            return value
        if isinstance(value, str):
            return cls.parse(value)
        rows = (
            tuple(tuple(row) if isinstance(row, list) else row for row in value) if isinstance(value, list) else value
        )
        return cls(rows)  # type: ignore[arg-type]  # the construction checks it

    @classmethod
    def parse(cls, text: str) -> "SolidBar":
        """Read a position. Raises InvalidPosition for anything else."""
        try:
            rows = json.loads(text)
            return cls(tuple(tuple(row) for row in rows))
        except (ValueError, TypeError, RecursionError):
            raise InvalidPosition(f"not a solid bar: {quote(text)}; {EXPECTED}") from None

    def __str__(self) -> str:
        return json.dumps(self.heights, separators=(",", ":"))

    @property
    def size(self) -> tuple[int, int, int]:
        """The smallest box that it fits into."""
        return len(self.heights), len(self.heights[0]), self.heights[0][0]

    def height(self, x: int, y: int) -> int:
        """The number of cubes over a cell, which is 0 outside of the base."""
        return self.heights[x][y] if 0 <= x < len(self.heights) and 0 <= y < len(self.heights[x]) else 0

    def cubes(self) -> int:
        """How many cubes it has, the poison included."""
        return sum(map(sum, self.heights))

    def moves(self) -> Iterator[Cube]:
        """All cubes that can be taken."""
        width, depth, _ = self.size
        for x, y in product(range(width), range(depth)):
            yield from ((x, y, z) for z in range(self.heights[x][y]) if x or y or z)

    def after(self, cube: Cube) -> "SolidBar":
        """The position after a move. Raises InvalidPosition if the cube is the poison, or not there."""
        u, v, top = cube
        if cube == (0, 0, 0) or not 0 <= top < self.height(u, v):
            raise InvalidPosition(f"the cube {quote(cube)} cannot be taken from {self}")
        return SolidBar(
            tuple(
                tuple(min(height, top) if x >= u and y >= v else height for y, height in enumerate(row))
                for x, row in enumerate(self.heights)
            )
        )


@dataclass(frozen=True, slots=True, repr=False)
class SolidSolution(Solved, words="solid"):
    """Who wins a solid bar, and all winning moves."""

    position: SolidBar
    winning_moves: tuple[Cube, ...]

    @property
    def outcome(self) -> Outcome:
        """Whether the player to move wins."""
        return Outcome.WINNER if self.winning_moves else Outcome.LOSER

    def shortest(self) -> Cube | None:
        """The winning move that leaves the fewest cubes, or None if the position is a loser."""
        return min(self.winning_moves, key=lambda cube: self.position.after(cube).cubes(), default=None)


@dataclass(frozen=True, slots=True, repr=False)
class BoxOpenings(Shown, words="openings"):
    """All winning openings of the boxes within a x b x n, by size, smallest side first, and the numbers of losers."""

    size: tuple[int, int, int]
    openings: dict[tuple[int, int, int], tuple[Cube, ...]]
    losers: dict[tuple[int, int, int], int]
    positions: int
    checked: bool

    def several(self) -> dict[tuple[int, int, int], tuple[Cube, ...]]:
        """Those of the boxes with more than one winning opening."""
        return {size: cubes for size, cubes in self.openings.items() if len(cubes) > 1}


def solve_solid(position: SolidLike) -> SolidSolution:
    """Who wins a solid bar, and all winning moves.

    >>> solve_solid("[[4,3],[2,1]]").winning_moves
    ((0, 0, 2), (0, 1, 1), (1, 0, 0))
    >>> solve_solid([[2, 2], [2, 1]]).outcome
    <Outcome.LOSER: 'loser'>

    Raises InvalidPosition if it is not a solid bar, and TooLarge if its box is too large.
    """
    bar = SolidBar.of(position)
    return solve_within(bar)(bar)


def solve_within(largest: SolidBar) -> Callable[[SolidBar], SolidSolution]:
    """Solve the box of a solid bar, and return a function that solves every position inside this bar.

    >>> solve = solve_within(SolidBar(((4, 3), (2, 1))))
    >>> solve(SolidBar(((2, 2), (2, 1)))).outcome
    <Outcome.LOSER: 'loser'>

    Raises TooLarge if the box is too large.
    """
    box = _solved(*largest.size)

    def solve(bar: SolidBar) -> SolidSolution:
        return SolidSolution(bar, tuple(cube for cube in bar.moves() if _is_loser(box, bar.after(cube))))

    return solve


def box_openings(width: int, depth: int, height: int, check: bool = False, progress: Progress = silent) -> BoxOpenings:
    """All winning openings of the boxes that fit into one, and the number of losers within each.

    >>> found = box_openings(2, 3, 5)
    >>> found.openings[2, 3, 4], found.openings[2, 3, 5], found.losers[2, 3, 5]
    (((0, 1, 1),), ((1, 0, 2), (1, 1, 0)), 80)

    With ``check``, every position is compared with the definition afterwards. Raises TooLarge for a box that is too
    large, and DisagreementError if the check fails.
    """
    given = (whole_number(side, "a side of a box", 1) for side in (width, depth, height))
    a, b, n = sorted(given)
    box = _solved(a, b, n, progress)
    if check and not box.is_checked():
        raise DisagreementError(f"the losers within {a} x {b} x {n} are not those of the definition")
    sizes = [(p, q, r) for p, q, r in product(range(1, a + 1), range(1, b + 1), range(1, n + 1)) if p <= q <= r]
    openings = {}
    for p, q, r in sizes[1:]:
        whole = SolidBar(((r,) * q,) * p)
        openings[p, q, r] = tuple(cube for cube in whole.moves() if _is_loser(box, whole.after(cube)))
    losers = {(p, q, r): box.losers_within(p, q, r) for p, q, r in sizes}
    return BoxOpenings((a, b, n), openings, losers, box_positions(a, b, n), check)


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


def _is_loser(box: "SolidBox", bar: SolidBar) -> bool:
    return box.loser_height(bar.heights) == bar.heights[0][0]


def _solved(width: int, depth: int, height: int, progress: Progress = silent) -> "SolidBox":
    """All losers within a box."""
    size = f"{width} x {depth} x {height}"
    if height > MOST_HEIGHT or width * depth > MOST_CELLS:
        most = f"expected a base of at most {MOST_CELLS} cells and a height of at most {MOST_HEIGHT}"
        raise TooLarge(f"a box {size} is too large; {most}")
    compiler.require()
    from zchomp.engines.solid_boxes import SolidBox, table_size

    needed = table_size(width, depth, height)
    if needed > 0.9 * memory.available():
        raise TooLarge(f"a box {size} {memory.lacking(needed)}")
    box = SolidBox(width, depth, height)
    total = box_positions(width, depth, height) - box_positions(width, depth, height - 1)
    while not box.advance():
        progress("solving", box.done, total)
    return box
