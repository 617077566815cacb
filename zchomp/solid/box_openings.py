"""Openings of boxes: all winning first moves of every box within one, and the numbers of losers."""

from dataclasses import dataclass
from itertools import product

from zchomp.errors import require_progress
from zchomp.integers import whole_number
from zchomp.progress import Progress, silent
from zchomp.results import Unknown
from zchomp.showing import Shown
from zchomp.solid.counts import box_positions
from zchomp.solid.position import Cube, SolidPosition
from zchomp.solid.search import refused_openings, search_box
from zchomp.solid.solution import winning_cubes

__all__ = ["BoxOpenings", "openings"]


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


def openings(
    width: int,
    depth: int,
    height: int,
    *,
    check: bool = False,
    progress: Progress | None = None,
    effort: float | None = None,
) -> BoxOpenings | Unknown:
    """All winning openings of the boxes that fit into one, and the number of losers within each.

    >>> found = openings(2, 3, 5)
    >>> found.openings[2, 3, 4], found.openings[2, 3, 5], found.losers[2, 3, 5]
    (((0, 1, 1),), ((1, 0, 2), (1, 1, 0)), 80)

    With ``check``, every position is compared with the definition afterwards. The answer is Unknown if it needs more
    than ``effort`` seconds, by default days, or more memory than is free. Large boxes need the extra `fast`. Raises
    TooLarge for a box that no machine can search, and DisagreementError if the check fails.
    """
    progress = progress or silent
    require_progress(progress)
    a, b, n = sorted(whole_number(side, "a side of a box", 1) for side in (width, depth, height))
    refused = refused_openings((a, b, n), check, effort)
    if refused is not None:
        return refused
    box = search_box((a, b, n), check, progress)
    sizes = [(p, q, r) for p, q, r in product(range(1, a + 1), range(1, b + 1), range(1, n + 1)) if p <= q <= r]
    found = {(p, q, r): winning_cubes(box, SolidPosition(((r,) * q,) * p)) for p, q, r in sizes[1:]}
    losers = {(p, q, r): box.losers_within(p, q, r) for p, q, r in sizes}
    return BoxOpenings((a, b, n), found, losers, box_positions(a, b, n), check)
