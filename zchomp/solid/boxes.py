"""Boxes: all losers within a box, in plain Python or compiled, and what finding them costs.

Solid boxes in plain Python: all losers of Chomp within a small box a x b x n.

This is the method of `compiled` with dictionaries instead of tables, and without the extra `fast`. A *base* is a
position without its height over the poison, as a tuple of the heights of all other cells of the box. At most one height
over the poison makes it a loser. The check afterwards does not use bases: it makes every move of every position.

Searches of boxes: which engine finds all losers within a box, how long it takes, and how much memory it needs.

Small boxes are searched in plain Python (`plain`), larger ones in compiled code (`compiled`, extra `fast`). The
estimates were measured on one core, with a margin of 1 to 2 for slower machines.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from typing import Protocol

from zchomp.core import compiler, limits
from zchomp.core.answers import TooCostly, Unknown
from zchomp.core.effort import Estimate, needs_effort, seconds_for, too_much, valid_effort
from zchomp.core.numbers import sides_text
from zchomp.core.runs import Progress, Stepwise, run, silent
from zchomp.errors import DisagreementError, MissingExtra, TooLarge
from zchomp.solid.position import base_work, bases_per_step, box_bases, box_positions, table_size

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


MOST_BASE_CELLS = 16
"""The maximum number of cells of the base of a box that is searched."""

MOST_HEIGHT = 250
"""The largest height of a box that is searched: a table has one byte for each base."""

Size = tuple[int, int, int]


class BoxSearch(Stepwise, Protocol):
    """All losers within a box, found step by step. The work is counted in bases."""

    def is_checked(self) -> bool:
        """Whether every position of the box is a loser if and only if it is one by the definition."""

    def loser_height(self, heights: tuple[tuple[int, ...], ...]) -> int:
        """The height over the poison that makes the other heights a loser, or 0 if none up to the top does."""

    def losers_within(self, width: int, depth: int, height: int) -> int:
        """How many losers there are within a box that fits into this one."""


def search_box(size: Size, check: bool = False, progress: Progress = silent) -> BoxSearch:
    """Find all losers within a box. With ``check``, every position is compared with the definition afterwards.

    Raises TooLarge for a box that no engine handles, and DisagreementError if the check fails.
    """
    _require_searchable(size)
    box: BoxSearch = _compiled_box(size) if _is_compiled(size, check) else PlainBox(*size)
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
    [(0.5, 2176000), (2.0, 81600)]
    """
    width, depth, height = size
    cells, bases = width * depth, box_bases(*size)
    work, moves = bases * base_work(*size), cells**2 * height
    plain, fast = seconds_for(work, limits.SOLID_PLAIN_PACE), seconds_for(work, limits.SOLID_PACE)
    if check:
        plain += seconds_for(box_positions(*size) * moves, limits.SOLID_PLAIN_CHECK_PACE)
        fast += seconds_for(bases * moves, limits.SOLID_CHECK_PACE)
    return (
        Estimate(plain, bases * limits.SOLID_BASE_BYTES),
        Estimate(limits.COMPILED_START + fast, table_size(width, depth, height)),
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
