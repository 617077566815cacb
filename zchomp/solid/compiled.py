"""Solid boxes in compiled code (extra `fast`): all losers of Chomp within a box a x b x n.

A solid bar has a height for each cell (x, y), not increasing in x and in y. The poison is the lowest cube of the cell
(0, 0). The heights of all other cells are called a *base*. If t is the largest height of a base, every cube over the
poison from height t on can be taken alone. So at most one height of the cell (0, 0) makes the base a loser: the least
height from max(t, 1) on from which no move in another cell leads to a loser. If a move over the poison below height t
leads to a loser, there is no such height, and the base is *blocked*.

    here                         meaning
    table[i]                     that height for the base with index i, 0 if there is none up to n, or BLOCKED
    weights[k, h]                how much a height h of cell k adds to the index
    regions[k], sizes[k]         the cells that a move in cell k cuts: those with larger or equal coordinates

The heights of a row of the base do not increase, so its rank among all such rows is a sum of binomial
coefficients, one for each cell. The table has a byte for each choice of the rows, whether or not they fit together.

Bases come in lexicographic order, so all moves lead to bases that are done. Every function is plain Python as well
(`compiler`).
"""

from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np

from zchomp.core.compiler import compile_
from zchomp.core.limits import SOLID_PACE
from zchomp.core.machine_words import Int64s, UInt8s
from zchomp.solid.position import bases_per_step, box_bases, table_size

BLOCKED = 255


class _Cells(NamedTuple):
    """The cells of a base, and which cells a move in each of them cuts."""

    weights: Int64s
    above: Int64s  # for each cell, its two neighbours that are not lower, -1 for the cell (0, 0) or none
    regions: Int64s
    sizes: Int64s


@compile_
def next_base(heights: Int64s, above: Int64s, top: int) -> bool:
    """Change the heights to those of the next base. Returns whether there is one."""
    for k in range(len(heights) - 1, -1, -1):
        most = top
        for i in range(2):
            if above[k, i] >= 0:
                most = min(most, heights[above[k, i]])
        if heights[k] < most:
            heights[k] += 1
            return True
        heights[k] = 0
    return False


@compile_
def find_losers(  # noqa: C901, PLR0912 - fast because it is a single loop
    cells: _Cells,
    table: UInt8s,
    heights: Int64s,
    counts: Int64s,
    limits: Int64s,
    seen: Int64s,
) -> bool:
    """Continue from the base with these heights for limits[2] bases. Returns whether all are done.

    limits contains the largest height, the depth of the box, the number of bases to do, and the number of bases done.
    counts[x, y, h] is how many losers have x rows, y columns and the height h over the poison. seen[h] is the last base
    from which a move led to a base with height h in the table.
    """
    weights, above, regions, sizes = cells
    top, depth, size = limits[0], limits[1], len(heights)
    for _ in range(limits[2]):
        limits[3] += 1
        stamp, index, tallest = limits[3], 0, 0
        for k in range(size):
            index += weights[k, heights[k]]
            tallest = max(tallest, heights[k])
        blocked = False
        if tallest > 1:
            lower = index
            for k in range(size):
                if heights[k] == tallest:
                    lower -= weights[k, tallest] - weights[k, tallest - 1]
            blocked = table[lower] == tallest - 1 or table[lower] == BLOCKED
        if blocked:
            table[index] = BLOCKED
        else:
            for k in range(size):
                other = index
                for z in range(heights[k] - 1, -1, -1):
                    for i in range(sizes[k]):  # from z + 1 to z, every cell that is higher than z loses a cube
                        cell = regions[k, i]
                        if heights[cell] > z:
                            other -= weights[cell, z + 1] - weights[cell, z]
                    seen[table[other]] = stamp
            height = max(tallest, 1)
            while height <= top and seen[height] == stamp:
                height += 1
            if height <= top:
                table[index] = height
                rows, columns = 1, 1
                for k in range(size):
                    if heights[k] > 0:
                        rows = max(rows, (k + 1) // depth + 1)
                        columns = max(columns, (k + 1) % depth + 1)
                counts[rows, columns, height] += 1
        if not next_base(heights, above, top):
            return True
    return False


@compile_
def check_losers(  # noqa: C901 - the same
    cells: _Cells, table: UInt8s, heights: Int64s, top: int, seen: Int64s
) -> int:
    """Compare every position with the definition of losers. Returns the index of a base that is wrong, or -1.

    A position is a base and a height over the poison. Unlike in `find_losers`, the index after each move is computed
    from scratch.
    """
    weights, above, regions, sizes = cells
    size, stamp = len(heights), 0
    while True:
        stamp += 1
        index, tallest, leads_below = 0, 0, False
        for k in range(size):
            index += weights[k, heights[k]]
            tallest = max(tallest, heights[k])
            for z in range(heights[k]):
                other = 0
                for cell in range(size):
                    other += weights[cell, heights[cell]]
                for i in range(sizes[k]):
                    cell = regions[k, i]
                    other += weights[cell, min(heights[cell], z)] - weights[cell, heights[cell]]
                seen[table[other]] = stamp
        for z in range(1, tallest):
            other = 0
            for k in range(size):
                other += weights[k, min(heights[k], z)]
            leads_below = leads_below or table[other] == z
        lost_below = False
        for height in range(max(tallest, 1), top + 1):
            leads = leads_below or lost_below or seen[height] == stamp
            is_lost = table[index] == height
            if leads == is_lost:
                return int(index)
            lost_below = lost_below or is_lost
        if not next_base(heights, above, top):
            return -1


def _weights(depth: int, x: int, y: int, height: int) -> list[int]:
    """How much each height of a cell adds to the index: its part of the rank of its row, after all later rows."""
    cells = depth if x else depth - 1
    place = y if x else y - 1
    later = table_size(x, depth, height) if x else 1
    return [later * comb(h + cells - 1 - place, cells - place) for h in range(height + 1)]


class CompiledBox:
    """All losers within a box, found step by step.

    >>> box = CompiledBox(2, 2, 3)
    >>> while box.done < box.total:
    ...     box.advance(1)
    >>> box.loser_height(((0, 2), (2, 1)))  # the height over the poison is not used
    2
    >>> box.is_checked()
    True
    """

    def __init__(self, width: int, depth: int, height: int) -> None:
        self.width, self.depth, self.height = width, depth, height
        self.total = box_bases(width, depth, height)
        places = list(product(range(width), range(depth)))[1:]
        number = {place: k for k, place in enumerate(places)}
        weights = [_weights(depth, x, y, height) for x, y in places]
        regions = [[number[x, y] for x, y in places if x >= u and y >= v] for u, v in places]
        self._places, size = places, len(places)
        padded = np.zeros((size, size), np.int64)
        for k, region in enumerate(regions):
            padded[k, : len(region)] = region
        self._cells = _Cells(
            np.array(weights, np.int64).reshape(size, height + 1),
            np.array([[number.get((x - 1, y), -1), number.get((x, y - 1), -1)] for x, y in places], np.int64).reshape(
                size, 2
            ),
            padded,
            np.array([len(region) for region in regions], np.int64),
        )
        self._table = np.zeros(table_size(width, depth, height), np.uint8)
        self._heights = np.zeros(size, np.int64)
        self._limits = np.array([height, depth, self.total, 0], np.int64)
        self._seen = np.zeros(256, np.int64)
        self.counts = np.zeros((width + 1, depth + 1, height + 1), np.int64)

    @property
    def done(self) -> int:
        """How many bases are done."""
        return int(self._limits[3])

    def advance(self, budget: int) -> None:
        """Process some more bases, for about as long as a bar of ``budget`` bases takes."""
        self._limits[2] = bases_per_step(budget, SOLID_PACE, self.width, self.depth, self.height)
        find_losers(self._cells, self._table, self._heights, self.counts, self._limits, self._seen)

    def is_checked(self) -> bool:
        """Whether every position of the box is a loser if and only if it is one by the definition."""
        heights, seen = np.zeros_like(self._heights), np.zeros_like(self._seen)
        return bool(check_losers(self._cells, self._table, heights, self.height, seen) < 0)

    def loser_height(self, heights: tuple[tuple[int, ...], ...]) -> int:
        """The height over the poison that makes the other heights a loser, or 0 if none up to the top does."""
        inside = ((k, x, y) for k, (x, y) in enumerate(self._places) if x < len(heights) and y < len(heights[x]))
        index = sum(int(self._cells.weights[k, heights[x][y]]) for k, x, y in inside)
        found = int(self._table[index])
        return 0 if found == BLOCKED else found

    def losers_within(self, width: int, depth: int, height: int) -> int:
        """How many losers there are within a box that fits into this one."""
        return int(self.counts[: width + 1, : depth + 1, : height + 1].sum())
