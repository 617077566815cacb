"""Solid boxes in plain Python: all losers of Chomp within a small box a x b x n.

This is the method of `compiled` with dictionaries instead of tables, and without the extra `fast`. A *base* is a
position without its height over the poison, as a tuple of the heights of all other cells of the box. At most one height
over the poison makes it a loser. The check afterwards does not use bases: it makes every move of every position.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product

from zchomp import limits
from zchomp.solid.counts import bases_per_step, box_bases

__all__ = ["PlainBox"]

Base = tuple[int, ...]


class PlainBox:
    """All losers within a box, found step by step.

    >>> box = PlainBox(2, 2, 3)
    >>> while box.done < box.total:
    ...     box.advance(1)
    >>> box.loser_height(((0, 2), (2, 1)))  # the height over the poison is not used
    2
    >>> box.is_checked()
    True
    """

    def __init__(self, width: int, depth: int, height: int) -> None:
        self.width, self.depth, self.height = width, depth, height
        self.done, self.total = 0, box_bases(width, depth, height)
        self._places = list(product(range(width), range(depth)))
        self._left = self._bases()
        self._losers = dict[Base, int]()
        self._counts = Counter[tuple[int, int, int]]()
        self._regions = [
            [k for k, (x, y) in enumerate(self._places[1:]) if x >= u and y >= v] for u, v in self._places[1:]
        ]

    def advance(self, budget: int) -> None:
        """Process some more bases, for about as long as a bar of ``budget`` bases takes."""
        count = bases_per_step(budget, limits.SOLID_PLAIN_PACE, self.width, self.depth, self.height)
        for base in islice(self._left, count):
            self._do(base)
            self.done += 1

    def is_checked(self) -> bool:
        """Whether every position of the box is a loser if and only if it is one by the definition."""
        for base in self._bases():
            for height in range(max((1, *base)), self.height + 1):
                position = (height, *base)
                leads = any(self._is_loser(after) for after in self._after(position))
                if leads == self._is_loser(position):
                    return False
        return True

    def loser_height(self, heights: tuple[tuple[int, ...], ...]) -> int:
        """The height over the poison that makes the other heights a loser, or 0 if none up to the top does."""
        base = (heights[x][y] if x < len(heights) and y < len(heights[x]) else 0 for x, y in self._places[1:])
        return self._losers.get(tuple(base), 0)

    def losers_within(self, width: int, depth: int, height: int) -> int:
        """How many losers there are within a box that fits into this one."""
        return sum(count for (x, y, z), count in self._counts.items() if x <= width and y <= depth and z <= height)

    def _bases(self) -> Iterator[Base]:
        """All bases in lexicographic order, so that every move leads to an earlier one."""
        return _extend((), self._places, self.depth, self.height)

    def _do(self, base: Base) -> None:
        """Find the height over the poison that makes a base a loser."""
        tallest, losers = max(base, default=0), self._losers
        if any(losers.get(tuple(min(height, z) for height in base)) == z for z in range(1, tallest)):
            return
        seen = set[int]()
        for k, region in enumerate(self._regions):
            after = list(base)
            for z in range(base[k] - 1, -1, -1):
                for cell in region:
                    after[cell] = min(after[cell], z)
                seen.add(losers.get(tuple(after), 0))
        height = max(tallest, 1)
        while height in seen:
            height += 1
        if height <= self.height:
            losers[base] = height
            places = [place for place, over in zip(self._places, (height, *base), strict=True) if over]
            self._counts[max(x for x, _ in places) + 1, max(y for _, y in places) + 1, height] += 1

    def _is_loser(self, position: Base) -> bool:
        """Whether a position, by the heights of all cells, was found to be a loser."""
        return self._losers.get(position[1:]) == position[0]

    def _after(self, position: Base) -> Iterator[Base]:
        """The positions after all moves."""
        cells = list(zip(self._places, position, strict=True))
        for (u, v), height in cells:
            for z in range(0 if u or v else 1, height):
                yield tuple(min(over, z) if x >= u and y >= v else over for (x, y), over in cells)


def _extend(begun: Base, places: list[tuple[int, int]], depth: int, top: int) -> Iterator[Base]:
    """All bases that begin with some heights."""
    k = len(begun) + 1
    if k == len(places):
        yield begun
        return
    x, y = places[k]
    heights = (top, *begun)  # the height over the poison is limited only by the top
    most = min(heights[k - depth] if x else top, heights[k - 1] if y else top)
    for height in range(most + 1):
        yield from _extend((*begun, height), places, depth, top)
