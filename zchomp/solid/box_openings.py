"""Openings of boxes: all winning first moves of every box within a given one, and the numbers of losers."""

from itertools import product

from zchomp.amounts import sides_text
from zchomp.answers.openings import Openings
from zchomp.errors import InvalidArgument
from zchomp.integers import whole_number, whole_numbers
from zchomp.progress import Progress, reporting
from zchomp.results import Unknown
from zchomp.solid.box_search import refused_openings, search_box
from zchomp.solid.counts import box_positions
from zchomp.solid.position import Cube, SolidPosition
from zchomp.solid.solution import winning_cubes

__all__ = ["BoxOpenings", "openings"]


class BoxOpenings(Openings[tuple[int, int, int], Cube]):
    """All winning openings of the boxes within a x b x n: a mapping from the size, smallest side first.

    ``found[a, b, n]`` are the openings of a box, which may be turned:

    >>> found = openings(2, 3, 4)
    >>> found[2, 3, 4], found[4, 2, 3]
    (((0, 1, 1),), ((1, 0, 1),))

    The box 1 x 1 x 1 has no opening, and is not among them.
    """

    __slots__ = ()

    @property
    def positions(self) -> int:
        """The number of positions within the largest box."""
        return box_positions(*self.size)

    def __getitem__(self, size: tuple[int, int, int]) -> tuple[Cube, ...]:
        sides = whole_numbers(size) if isinstance(size, tuple) else None
        if sides is None or len(sides) != 3:
            raise InvalidArgument("expected a box by its three sides, like 2, 3, 4", got=size)
        axes = sorted(range(3), key=lambda axis: sides[axis])  # the axes of the box, smallest side first
        a, b, n = (sides[axis] for axis in axes)
        moves = self.moves.get((a, b, n))
        if moves is None:
            within = sides_text(self.size)
            raise KeyError(f"{sides_text(sides)} is not one of the boxes of two cubes or more within {within}")
        x, y, z = (axes.index(axis) for axis in range(3))
        return tuple(sorted((cube[x], cube[y], cube[z]) for cube in moves))


def openings(
    width: int,
    depth: int,
    height: int,
    *,
    check: bool = False,
    progress: Progress | None = None,
    effort: float | None = None,
) -> BoxOpenings | Unknown:
    """All winning openings of the boxes that fit into a given one, and the number of losers within each.

    >>> found = openings(2, 3, 5)
    >>> found[2, 3, 4], found[2, 3, 5], found.losers[2, 3, 5]
    (((0, 1, 1),), ((1, 0, 2), (1, 1, 0)), 80)

    With ``check``, every position is compared with the definition afterwards. The answer is Unknown if it needs more
    than ``effort`` seconds (default: two days), or more memory than is free. Large boxes need the extra `fast`. Raises
    TooLarge for a box that no machine can search, and DisagreementError if the check fails.
    """
    progress = reporting(progress)
    a, b, n = sorted(whole_number(side, "a side of a box", 1) for side in (width, depth, height))
    refused = refused_openings((a, b, n), check, effort)
    if refused is not None:
        return refused
    box = search_box((a, b, n), check, progress)
    sizes = [(p, q, r) for p, q, r in product(range(1, a + 1), range(1, b + 1), range(1, n + 1)) if p <= q <= r]
    found = {(p, q, r): winning_cubes(box, SolidPosition(((r,) * q,) * p)) for p, q, r in sizes[1:]}
    losers = {(p, q, r): box.losers_within(p, q, r) for p, q, r in sizes}
    return BoxOpenings((a, b, n), found, losers, check)
