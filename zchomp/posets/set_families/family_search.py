"""The depth-first search of families of sets of 7 points (extra `fast`), for questions that a few of them settle.

A move often leaves a family of fewer points, or one that a mirror reduces to fewer points: the fixed part of a mirror
has the same outcome (docs/strategy-format.md). The table of all families of at most 6 points is filled in a twentieth
of a second, so only families of 7 points are searched. The search gives up after a number of them, and then the table
of `table` decides all families. The sets of at most 4 of 7 points, for example, are settled by a few families
here, and there they take a quarter of an hour.
"""

from collections.abc import Sequence

import numpy as np

from zchomp import memory
from zchomp.bitsets import members
from zchomp.errors import TooLarge
from zchomp.posets.set_families.kernel import renumbered
from zchomp.posets.set_families.recognition import SetFamily, family_of
from zchomp.posets.set_families.strategy_kernel import fixed_part, mirror_of
from zchomp.posets.set_families.table import FamilyTable
from zchomp.progress import silent
from zchomp.work.runs import run

__all__ = ["FamilySearch", "search_families"]

SIX_POINTS = family_of(range(1, 1 << 6))


class FamilySearch:
    """A search that remembers solved families, and gives up after ``most`` families of 7 points.

    >>> edges = [1 | 1 << point for point in range(1, 7)]  # a star: all points are joined to the first one
    >>> FamilySearch(most=100).is_lost(family_of([*(1 << point for point in range(7)), *edges]))
    False

    Raises TooLarge if there is not enough memory for the table of 6 points.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[SetFamily, bool] = {}
        self._smaller = FamilyTable(SIX_POINTS)
        memory.require(self._smaller.memory, "a table of all families of 6 points")
        run(self._smaller, silent, "searching")

    @property
    def positions(self) -> int:
        """The number of families solved so far, including those in the table."""
        return self._smaller.positions + len(self._known)

    def is_lost(self, family: SetFamily) -> bool:
        """Whether a family is lost. Raises TooLarge if that takes too many families of 7 points."""
        return self._solve(_reduced(family))

    def _solve(self, family: SetFamily) -> bool:
        known = self._look(family)
        if known is None:
            if len(self._known) >= self._most:
                raise TooLarge(f"{self._most} families of 7 points did not settle it")
            known = self._known[family] = not any(map(self._solve, self._after(family)))
        return known

    def _look(self, family: SetFamily) -> bool | None:
        """Whether a family is lost, if that is known. Points that do not occur have the last numbers."""
        return self._known.get(family) if family[1] else self._smaller.is_lost(family)

    def _after(self, family: SetFamily) -> list[SetFamily]:
        """The families after one move: known ones first, and then the small ones."""
        sets = list(members(family[0] | family[1] << 64))
        after = {_reduced(family_of(one for one in sets if one & x != x)) for x in sets}
        return sorted(after, key=lambda one: (self._look(one) is None, one[0].bit_count() + one[1].bit_count(), one))


def search_families(families: Sequence[SetFamily], most: int) -> FamilySearch | None:
    """The search after it has solved the given families, or None if they have fewer than 7 points or if it gives up."""
    if not any(high for _, high in families):
        return None
    try:
        search = FamilySearch(most)
        for family in families:
            search.is_lost(family)
    except TooLarge:
        return None
    return search


def _reduced(family: SetFamily) -> SetFamily:
    """The part of a family that mirrors leave fixed, which has the same outcome, with its points renumbered."""
    low, high = map(np.uint64, family)
    while (mirror := mirror_of(low, high)) >= 0:
        low, high = map(np.uint64, fixed_part(low, high, mirror))
    return renumbered((int(low), int(high)))[0]
