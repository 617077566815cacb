"""Solid bars: Chomp in three dimensions, by the heights of the cubes over each cell of a base.

A position is written by its heights, the rows of the base from the corner with the poison: [[4,3],[2,1]]. A box may be
written by its sides: 2x3x5 has a base of 2 by 3 and the height 5. Cubes are counted from 0: the poison is (0, 0, 0),
and the cube (x, y, z) is in row x of the base, at place y and height z. A move takes a cube that is not the poison, and
all cubes with coordinates that are not smaller. Whoever has only the poison left loses.

Of a box there are also the numbers of its positions and bases, and what a table of them takes (`boxes`).
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import comb
from typing import TypeAlias, Union

from zchomp.bars.notation import is_box, parse_size
from zchomp.core.numbers import whole_numbers
from zchomp.core.runs import STEP
from zchomp.errors import InvalidPosition, quote, require

Cube: TypeAlias = tuple[int, int, int]
SolidLike: TypeAlias = Union["SolidPosition", str, Sequence[Sequence[int]]]

EXPECTED = "expected heights that do not increase, the rows of the base from the poison on, like [[4,3],[2,1]]"

MOST_WRITTEN_CELLS = 1000
"""The maximum number of cells of the base of a box given by its sides. Searches handle fewer."""


@dataclass(frozen=True, slots=True)
class SolidPosition:
    """A position of solid Chomp.

    >>> bar = SolidPosition(((4, 3), (2, 1)))
    >>> print(bar, bar.chomp((0, 1, 1)))
    [[4,3],[2,1]] [[4,1],[2,1]]
    >>> SolidPosition.parse("[[2,1],[1]]") == SolidPosition(((2, 1), (1, 0)))
    True
    """

    heights: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        given = self.heights if isinstance(self.heights, tuple | list) else ()
        rows = [whole_numbers(row) if isinstance(row, tuple | list) else None for row in given]
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
    def of(cls, value: SolidLike) -> "SolidPosition":
        """The position that a value stands for: itself, text, or its rows. Here lists mean the same as their text."""
        if isinstance(value, cls):
            return value
        if isinstance(value, str):
            return cls.parse(value)
        return cls(value)  # type: ignore[arg-type]  # the construction checks and converts it

    @classmethod
    def parse(cls, text: str) -> "SolidPosition":
        """Read a position by its heights, or a box by its sides.

        >>> print(SolidPosition.parse("2x3x5"))
        [[5,5,5],[5,5,5]]

        Raises InvalidPosition for anything else.
        """
        require(text, str, "a solid bar is text like '[[4,3],[2,1]]' or '2x3x5'")
        if is_box(text):
            width, depth, height = parse_size(text, dimensions=3)
            if width * depth > MOST_WRITTEN_CELLS:
                size = f"{width} x {depth} x {height}"
                raise InvalidPosition(f"a box {size} is too large; expected a base of a few cells")
            return cls(((height,) * depth,) * width)
        try:
            rows = json.loads(text)
            return cls(tuple(tuple(row) for row in rows))
        except (ValueError, TypeError, RecursionError):
            raise InvalidPosition(f"not a solid bar: {quote(text)}; {EXPECTED}") from None

    def __str__(self) -> str:
        return json.dumps(self.heights, separators=(",", ":"))

    @property
    def size(self) -> tuple[int, int, int]:
        """The smallest box into which the position fits."""
        return len(self.heights), len(self.heights[0]), self.heights[0][0]

    def height(self, x: int, y: int) -> int:
        """The number of cubes over a cell, which is 0 outside the base."""
        return self.heights[x][y] if 0 <= x < len(self.heights) and 0 <= y < len(self.heights[x]) else 0

    def cubes(self) -> int:
        """The number of cubes, including the poison."""
        return sum(map(sum, self.heights))

    def lines(self, axis: int) -> dict[Cube, int]:
        """The lines along an axis, the nearest to the poison first: the first cell of each, and how many cubes it has.

        >>> SolidPosition(((4, 3), (2, 0))).lines(2)
        {(0, 0, 0): 4, (0, 1, 0): 3, (1, 0, 0): 2, (1, 1, 0): 0}
        """
        width, depth, _ = self.size
        count: tuple[Callable[[int, int, int], int], ...] = (
            lambda _x, y, z: sum(self.height(x, y) > z for x in range(width)),
            lambda x, _y, z: sum(self.height(x, y) > z for y in range(depth)),
            lambda x, y, _z: self.height(x, y),
        )
        wide, deep, high = (range(1 if place == axis else side) for place, side in enumerate(self.size))
        return {start: count[axis](*start) for start in product(wide, deep, high)}

    def turned(self, axes: Sequence[int]) -> "SolidPosition":
        """The same bar with its axes in another order.

        >>> print(SolidPosition(((4, 3), (2, 0))).turned((2, 0, 1)))
        [[2,1],[2,1],[2,0],[1,0]]
        """
        x, y, z = axes
        over = {(start[x], start[y]): height for start, height in self.lines(z).items()}
        return SolidPosition(tuple(tuple(over[i, j] for j in range(self.size[y])) for i in range(self.size[x])))

    def moves(self) -> Iterator[Cube]:
        """All cubes that can be taken."""
        width, depth, _ = self.size
        for x, y in product(range(width), range(depth)):
            yield from ((x, y, z) for z in range(self.heights[x][y]) if x or y or z)

    def chomp(self, cube: Cube) -> "SolidPosition":
        """The position after taking a cube. Raises InvalidPosition if it is the poison, or does not exist."""
        numbers = whole_numbers(cube)
        if numbers is None or len(numbers) != 3:
            raise InvalidPosition("a move is a cube by its three numbers, like (0, 1, 2)", got=cube)
        u, v, top = numbers
        if not 0 <= top < self.height(u, v):
            raise InvalidPosition(f"{self} has no cube {quote(numbers)}")
        if not any(numbers):
            raise InvalidPosition("the cube (0, 0, 0) is the poison: taking it is not a move")
        return SolidPosition(
            tuple(
                tuple(min(height, top) if x >= u and y >= v else height for y, height in enumerate(row))
                for x, row in enumerate(self.heights)
            )
        )


def box_positions(width: int, depth: int, height: int) -> int:
    """The number of positions within a box, including the poison alone (MacMahon).

    >>> box_positions(2, 3, 40), box_positions(1, 1, 7)
    (40861050, 7)
    """
    over = under = 1
    for x, y in product(range(1, width + 1), range(1, depth + 1)):
        over *= x + y + height - 1
        under *= x + y - 1
    return over // under - 1


def table_size(width: int, depth: int, height: int) -> int:
    """How many bytes the table of a box has (`compiled`).

    >>> table_size(2, 3, 40), table_size(4, 4, 4)
    (10625601, 12005000)
    """
    return comb(height + depth - 1, depth - 1) * int(comb(height + depth, depth) ** (width - 1))


def box_bases(width: int, depth: int, height: int) -> int:
    """The number of bases of a box: positions without the height over the poison.

    >>> box_bases(2, 3, 8), box_bases(1, 1, 7)
    (4125, 1)
    """
    return box_positions(width, depth, height) - box_positions(width, depth, height - 1)


def base_work(width: int, depth: int, height: int) -> int:
    """The work of one base, for the paces of `limits`."""
    return (width * depth) ** 2 + height


def bases_per_step(budget: int, pace: int, width: int, depth: int, height: int) -> int:
    """How many bases are done in about the time of a bar of ``budget`` bases: at least one.

    >>> bases_per_step(2**25, 4_000_000, 2, 3, 4), bases_per_step(1, 4_000_000, 2, 3, 4)
    (100001, 1)
    """
    return 1 + budget * pace // (STEP * base_work(width, depth, height))
