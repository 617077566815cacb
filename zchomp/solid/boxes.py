"""Boxes: all losers of solid Chomp within a box a x b x n, and what finding them costs.

A solid bar has a height for each cell (x, y), not increasing in x and in y. The poison is the lowest cube of the cell
(0, 0). The heights of all other cells are called a *base*. If t is the largest height of a base, every cube over the
poison from height t on can be taken alone. So at most one height of the cell (0, 0) makes the base a loser: the least
height from max(t, 1) on from which no move in another cell leads to a loser. If a move over the poison below height t
leads to a loser, there is no such height, and the base is *blocked*.

    here                         meaning
    table[i]                     that height for the base with index i, 0 if there is none up to n, or BLOCKED
    weights[h, k]                how much a height h of cell k adds to the index
    drops[h, k]                  how much less it is if cell k has the height h instead of h + 1
    regions[k], sizes[k]         the cells that a move in cell k cuts: those with larger or equal coordinates

The heights of a row of the base do not increase, so its rank among all such rows is a sum of binomial
coefficients, one for each cell. The table has a byte for each choice of the rows, whether or not they fit together.

Bases come in lexicographic order, so all moves lead to bases that are done. The body runs as plain Python with lists,
and `compiled` runs the same body with arrays (extra `fast`). The tables of numbers are written row after row.

The prices were measured on one core, with a margin of 1 to 2 for slower machines.
"""

from collections.abc import Iterable
from itertools import pairwise, product
from math import comb
from typing import Any, NamedTuple

from zchomp.bars.losers import Cells
from zchomp.core import compiler, limits
from zchomp.core.answers import TooCostly, Unknown
from zchomp.core.effort import Estimate, needs_effort, seconds_for, too_much, valid_effort
from zchomp.core.numbers import sides_text
from zchomp.core.runs import Progress, run, silent
from zchomp.errors import DisagreementError, MissingExtra, TooLarge
from zchomp.solid.position import base_work, bases_per_step, box_bases, table_size

MOST_BASE_CELLS = 16
"""The maximum number of cells of the base of a box that is searched."""

MOST_HEIGHT = 250
"""The largest height of a box that is searched: a table has one byte for each base."""

Size = tuple[int, int, int]

BLOCKED = 255


class BoxCells(NamedTuple):
    """The cells of a base, and which cells a move in each of them cuts."""

    weights: Cells
    drops: Cells
    above: Cells  # for each cell, its two neighbours that are not lower, -1 for the cell (0, 0) or none
    regions: Cells
    sizes: Cells
    limits: Cells  # the largest height, and the depth of the box


def next_base(heights: Cells, above: Cells, top: int) -> bool:
    """Change the heights to those of the next base. Returns whether there is one."""
    for k in range(len(heights) - 1, -1, -1):
        most = top
        for i in range(2 * k, 2 * k + 2):
            if above[i] >= 0:
                most = min(most, heights[above[i]])
        if heights[k] < most:
            heights[k] += 1
            return True
        heights[k] = 0
    return False


def find_losers(  # noqa: C901, PLR0912 - fast because it is a single loop
    cells: BoxCells, table: Cells, heights: Cells, counts: Cells, seen: Cells, start: int, stop: int
) -> None:
    """Continue from the base with these heights, which has number ``start``, to before the base ``stop``.

    counts[x, y, h] is how many losers have x rows, y columns and the height h over the poison. seen[h] is one more than
    the number of the last base from which a move led to a base with height h in the table.
    """
    weights, drops, above, regions, sizes, (top, depth) = cells
    size, wide, deep = len(heights), top + 1, depth + 1
    for stamp in range(start + 1, stop + 1):
        index, tallest = 0, 0
        for k in range(size):
            index += weights[heights[k] * size + k]
            tallest = max(tallest, heights[k])
        blocked = False
        if tallest > 1:
            lower = index
            for k in range(size):
                if heights[k] == tallest:
                    lower -= drops[(tallest - 1) * size + k]
            blocked = table[lower] == tallest - 1 or table[lower] == BLOCKED
        if blocked:
            table[index] = BLOCKED
        else:
            for k in range(size):
                other = index
                for z in range(heights[k] - 1, -1, -1):
                    row = z * size
                    for i in range(sizes[k]):  # from z + 1 to z, every cell that is higher than z loses a cube
                        cell = regions[k * size + i]
                        if heights[cell] > z:
                            other -= drops[row + cell]
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
                counts[(rows * deep + columns) * wide + height] += 1
        next_base(heights, above, top)


def check_losers(  # noqa: C901 - the same
    cells: BoxCells, table: Cells, heights: Cells, seen: Cells
) -> int:
    """Compare every position with the definition of losers. Returns the index of a base that is wrong, or -1.

    A position is a base and a height over the poison. Unlike in `find_losers`, the index after each move is computed
    from scratch.
    """
    weights, _, above, regions, sizes, (top, _) = cells
    size, stamp = len(heights), 0
    while True:
        stamp += 1
        index, tallest, leads_below = 0, 0, False
        for k in range(size):
            index += weights[heights[k] * size + k]
            tallest = max(tallest, heights[k])
            for z in range(heights[k]):
                other = 0
                for cell in range(size):
                    other += weights[heights[cell] * size + cell]
                for i in range(k * size, k * size + sizes[k]):
                    cell = regions[i]
                    other += weights[min(heights[cell], z) * size + cell] - weights[heights[cell] * size + cell]
                seen[table[other]] = stamp
        for z in range(1, tallest):
            other = 0
            for k in range(size):
                other += weights[min(heights[k], z) * size + k]
            leads_below = leads_below or table[other] == z
        lost_below = False
        for height in range(max(tallest, 1), top + 1):
            leads = leads_below or lost_below or seen[height] == stamp
            is_lost = table[index] == height
            if leads == is_lost:
                return index
            lost_below = lost_below or is_lost
        if not next_base(heights, above, top):
            return -1


class BoxSearch:
    """All losers within a box, found step by step. The work is counted in bases.

    >>> box = BoxSearch(2, 2, 3)
    >>> while box.done < box.total:
    ...     box.advance(1)
    >>> box.loser_height(((0, 2), (2, 1)))  # the height over the poison is not used
    2
    >>> box.is_checked()
    True
    """

    pace = limits.SOLID_PLAIN_PACE

    def __init__(self, width: int, depth: int, height: int) -> None:
        self.size = width, depth, height
        self.done, self.total = 0, box_bases(width, depth, height)
        self._places = list(product(range(width), range(depth)))[1:]
        number = {place: k for k, place in enumerate(self._places)}
        regions = [[number[x, y] for x, y in self._places if x >= u and y >= v] for u, v in self._places]
        padded = [region + [0] * (len(number) - len(region)) for region in regions]
        weights = [*zip(*(_weights(depth, x, y, height) for x, y in self._places), strict=True)]
        self._cells = BoxCells(
            self._numbers(weight for line in weights for weight in line),
            self._numbers(new - old for lines in pairwise(weights) for old, new in zip(*lines, strict=True)),
            self._numbers(number.get(place, -1) for x, y in self._places for place in ((x - 1, y), (x, y - 1))),
            self._numbers(cell for region in padded for cell in region),
            self._numbers(map(len, regions)),
            self._numbers((height, depth)),
        )
        self._table = self._bytes(table_size(width, depth, height))
        self._heights, self._seen = self._numbers([0] * len(number)), self._numbers([0] * 256)
        self._counts = self._numbers([0] * ((width + 1) * (depth + 1) * (height + 1)))

    def advance(self, budget: int) -> None:
        """Process some more bases, for about as long as a bar of ``budget`` bases takes."""
        begin = self.done
        self.done = min(self.total, begin + bases_per_step(budget, self.pace, *self.size))
        self._find(self._cells, self._table, self._heights, self._counts, self._seen, begin, self.done)

    def is_checked(self) -> bool:
        """Whether every position of the box is a loser if and only if it is one by the definition."""
        first, unseen = (self._numbers([0] * len(used)) for used in (self._heights, self._seen))
        return self._check(self._cells, self._table, first, unseen) < 0

    def loser_height(self, heights: tuple[tuple[int, ...], ...]) -> int:
        """The height over the poison that makes the other heights a loser, or 0 if none up to the top does."""
        inside = ((k, x, y) for k, (x, y) in enumerate(self._places) if x < len(heights) and y < len(heights[x]))
        index = sum(int(self._cells.weights[heights[x][y] * len(self._places) + k]) for k, x, y in inside)
        found = int(self._table[index])
        return 0 if found == BLOCKED else found

    def losers_within(self, width: int, depth: int, height: int) -> int:
        """How many losers there are within a box that fits into this one."""
        deep, wide = self.size[1] + 1, self.size[2] + 1
        within = product(range(width + 1), range(depth + 1), range(height + 1))
        return sum(int(self._counts[(x * deep + y) * wide + z]) for x, y, z in within)

    def _numbers(self, numbers: Iterable[int]) -> Cells:
        return list(numbers)

    def _bytes(self, size: int) -> Cells:
        return bytearray(size)

    def _find(self, *state: Any) -> None:
        find_losers(*state)

    def _check(self, *state: Any) -> int:
        return check_losers(*state)


def _weights(depth: int, x: int, y: int, height: int) -> list[int]:
    """How much each height of a cell adds to the index: its part of the rank of its row, after all later rows."""
    cells = depth if x else depth - 1
    place = y if x else y - 1
    later = table_size(x, depth, height) if x else 1
    return [later * comb(h + cells - 1 - place, cells - place) for h in range(height + 1)]


def search_box(size: Size, check: bool = False, progress: Progress = silent) -> BoxSearch:
    """Find all losers within a box. With ``check``, every position is compared with the definition afterwards.

    Raises TooLarge for a box that no engine handles, and DisagreementError if the check fails.
    """
    _require_searchable(size)
    box = _compiled_box(size) if _is_compiled(size, check) else BoxSearch(*size)
    run(box, progress, "solving")
    if check and not box.is_checked():
        raise DisagreementError(f"the losers within {sides_text(size)} are not those of the definition")
    return box


def refused_solution(size: Size, effort: float) -> Unknown | None:
    """Why it is not known who wins within a box, because that takes too much effort or memory. None if it does not.

    >>> refused_solution((2, 2, 2), 1) is None, refused_solution((4, 4, 250), 1).reason
    (True, 'a search within 4 x 4 x 250 needs years; try a smaller box')

    Raises TooLarge for a box that no engine handles.
    """
    _require_searchable(size)
    if (missing := _needs_extra(size, False, effort)) is not None:
        return missing
    cost = _cost(size, check=False)
    if cost.seconds > effort:
        return needs_effort(_search(size), cost.seconds, _smaller())
    return too_much(_search(size), _smaller(), 0, None, cost.memory)


def refused_openings(size: Size, check: bool, effort: float | None) -> TooCostly | None:
    """Why the openings of the boxes within a box take too much effort or memory. None if they do not.

    Raises TooLarge for a box that no engine handles.
    """
    _require_searchable(size)
    if (missing := _needs_extra(size, check, effort or 0)) is not None:
        return missing
    cost = _cost(size, check)
    return too_much(_search(size), _smaller(), cost.seconds, effort, cost.memory, limits.RUN_EFFORT)


def estimate_box(size: Size, check: bool = False) -> Estimate | None:
    """How long a box takes, and how much memory, or None if it is refused.

    >>> str(estimate_box((2, 3, 60)))
    'this takes about 11 s and 75.1 MB of memory'
    """
    return _cost(size, check) if refused_openings(size, check, None) is None else None


def box_prices(size: Size, check: bool = False) -> tuple[Estimate, Estimate]:
    """The price of a box in plain Python, and compiled, whether the compiler is installed or not.

    With ``check`` every position is compared with the definition.

    >>> [(round(price.seconds, 1), price.memory) for price in box_prices((2, 3, 14))]
    [(0.5, 81600), (2.0, 81600)]
    """
    width, depth, height = size
    cells, bases = width * depth, box_bases(*size)
    work, moves = bases * base_work(*size), cells**2 * height
    plain, fast = seconds_for(work, limits.SOLID_PLAIN_PACE), seconds_for(work, limits.SOLID_PACE)
    if check:
        plain += seconds_for(bases * moves, limits.SOLID_PLAIN_CHECK_PACE)
        fast += seconds_for(bases * moves, limits.SOLID_CHECK_PACE)
    return (
        Estimate(plain, table_size(*size)),
        Estimate(limits.COMPILED_START + fast, table_size(*size)),
    )


def _require_searchable(size: Size) -> None:
    """Raise TooLarge for a box that no engine handles."""
    width, depth, height = size
    if height > MOST_HEIGHT or width * depth > MOST_BASE_CELLS:
        most = f"expected a base of at most {MOST_BASE_CELLS} cells and a height of at most {MOST_HEIGHT}"
        raise TooLarge(f"a box {sides_text(size)} is too large; {most}")


def _compiled_box(size: Size) -> BoxSearch:
    """A search of a box in compiled code."""
    compiler.require()
    from zchomp.solid.compiled import CompiledBox

    return CompiledBox(*size)


def _needs_extra(size: Size, check: bool, effort: float) -> TooCostly | None:
    """Say that a box needs the extra `fast`, if plain Python takes too long, and compiled code does not."""
    plain, fast = box_prices(size, check)
    is_short = plain.seconds <= max(limits.SOLID_PLAIN, valid_effort(effort))
    if compiler.is_installed() or is_short or fast.seconds > limits.RUN_EFFORT:
        return None
    return TooCostly(str(MissingExtra(_search(size), "fast")))


def _cost(size: Size, check: bool) -> Estimate:
    """Roughly how long a box takes, and how much memory it needs."""
    return box_prices(size, check)[_is_compiled(size, check)]


def _is_compiled(size: Size, check: bool) -> bool:
    """Whether a box is searched with compiled code, because that is quicker."""
    plain, fast = box_prices(size, check)
    return compiler.is_quicker(plain.seconds, fast.seconds, effort=0)


def _search(size: Size) -> str:
    return f"a search within {sides_text(size)}"


def _smaller() -> str:
    return f"a smaller box{compiler.install_advice()}"
