"""Openings of boxes: all winning first moves of every box within one, and the numbers of losers."""

from dataclasses import dataclass
from itertools import product

from zchomp.errors import DisagreementError
from zchomp.integers import whole_number
from zchomp.progress import Progress, silent
from zchomp.showing import Shown
from zchomp.solid.position import Cube, SolidPosition
from zchomp.solid.solution import box_positions, solve_box, winning_cubes

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


def openings(width: int, depth: int, height: int, *, check: bool = False, progress: Progress = silent) -> BoxOpenings:
    """All winning openings of the boxes that fit into one, and the number of losers within each.

    >>> found = openings(2, 3, 5)
    >>> found.openings[2, 3, 4], found.openings[2, 3, 5], found.losers[2, 3, 5]
    (((0, 1, 1),), ((1, 0, 2), (1, 1, 0)), 80)

    With ``check``, every position is compared with the definition afterwards. Raises TooLarge for a box that is too
    large, and DisagreementError if the check fails.
    """
    given = (whole_number(side, "a side of a box", 1) for side in (width, depth, height))
    a, b, n = sorted(given)
    box = solve_box(a, b, n, progress)
    if check and not box.is_checked():
        raise DisagreementError(f"the losers within {a} x {b} x {n} are not those of the definition")
    sizes = [(p, q, r) for p, q, r in product(range(1, a + 1), range(1, b + 1), range(1, n + 1)) if p <= q <= r]
    found = {(p, q, r): winning_cubes(box, SolidPosition(((r,) * q,) * p)) for p, q, r in sizes[1:]}
    losers = {(p, q, r): box.losers_within(p, q, r) for p, q, r in sizes}
    return BoxOpenings((a, b, n), found, losers, box_positions(a, b, n), check)
