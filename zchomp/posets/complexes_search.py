"""The compiled search of families of sets of at most 7 points, depth first (extra `fast`).

It settles at once what a few positions decide. The table of solved families has a fixed size, 16 bytes for each place;
when it is three quarters full, the search gives up. `zchomp.posets.complexes_table` decides what it does not.
"""

from collections.abc import Sequence

import numpy as np

from zchomp import limits
from zchomp.errors import TooLarge
from zchomp.posets.complexes_kernel import FULL, LOST, POINTS, advance, arrange, find, reduce
from zchomp.work.runs import STEP

__all__ = ["Family", "FamilyRun", "FamilySearch", "family_of"]

Family = tuple[int, int]
"""A family of sets as two words: bit s of the first stands for the set s, bit s of the second for the set s + 64."""

SETS = 1 << POINTS
PLACES = 1 << 18


def family_of(sets: list[int]) -> Family:
    """The family of some sets of points, each a number.

    >>> family_of([1, 2, 3, 64])
    (14, 1)
    """
    word = sum(1 << one for one in sets)
    return word & (1 << 64) - 1, word >> 64


class FamilySearch:
    """A search that settles one family after the other, and remembers all that it has solved.

    >>> search = FamilySearch()
    >>> search.begin(family_of([1, 2, 3]))
    >>> while not search.is_over:
    ...     search.advance(1000)
    >>> search.is_lost(family_of([1, 2, 3])), search.is_lost(family_of([1, 2]))
    (False, True)
    """

    def __init__(self, places: int = PLACES) -> None:
        self.table = np.zeros((places, 2), np.uint64)
        self._stack = np.zeros((SETS, 2), np.uint64)
        self._children = np.zeros((SETS, SETS, 3), np.uint64)
        self._counts = np.full(SETS, -1, np.int64)
        self._state = np.array([-1, 0, 3 * places // 4], np.int64)

    @property
    def solved(self) -> int:
        """The number of families that are solved."""
        return int(self._state[1])

    @property
    def is_over(self) -> bool:
        """Whether nothing is being searched."""
        return bool(self._state[0] < 0)

    def canonical(self, family: Family) -> tuple[Family, list[int]]:
        """A family without twins, its points renumbered, and for each new number of a point the old one."""
        order = np.zeros(POINTS, np.int64)
        with np.errstate(over="ignore"):
            low, high = reduce(np.uint64(family[0]), np.uint64(family[1]))
            low, high = arrange(np.uint64(low), np.uint64(high), order)
        return (int(low), int(high)), order.tolist()

    def is_lost(self, family: Family) -> bool | None:
        """Whether a family is lost; None if it has not been solved."""
        (low, high), _ = self.canonical(family)
        if low == high == 0:
            return True
        with np.errstate(over="ignore"):
            known = find(self.table, np.uint64(low), np.uint64(high))
        return None if known == 0 else known == LOST

    def begin(self, family: Family) -> None:
        """Begin to search a family, unless it is solved."""
        if self.is_lost(family) is None:
            (low, high), _ = self.canonical(family)
            self._stack[0] = low, high
            self._counts[0] = -1
            self._state[0] = 0

    def advance(self, budget: int) -> None:
        """Solve about as many families as ``budget``, or until the search is over.

        Raises TooLarge if the table is full.
        """
        with np.errstate(over="ignore"):
            result = advance(self.table, self._stack, self._children, self._counts, self._state, budget)
        if result == FULL:
            raise TooLarge(f"{self.solved} positions fill the table")


class FamilyRun:
    """The search of several families, one after the other, until ``most`` families are solved.

    >>> run = FamilyRun([family_of([1, 2, 3]), family_of([1, 2])], most=1000)
    >>> while run.done < run.total:
    ...     run.advance(100)
    >>> run.lost()
    [False, True]
    """

    def __init__(self, families: Sequence[Family], most: int) -> None:
        self.search = FamilySearch()
        self._families, self._most = families, most
        self._settled = 0

    @property
    def total(self) -> int:
        """The most families to solve."""
        return self._most

    @property
    def done(self) -> int:
        """How many are solved; all of them if the outcomes are known."""
        is_over = self._settled == len(self._families)
        return self._most if is_over else min(self.search.solved, self._most - 1)

    def advance(self, budget: int) -> None:
        """Go on for about as long as a bar of ``budget`` bases takes.

        Raises TooLarge if the most are solved, and the outcomes are not known.
        """
        end = self.search.solved + 1 + budget * limits.FAMILY_PACE // STEP
        while self._settled < len(self._families) and self.search.solved < end:
            if self.search.is_over:
                self.search.begin(self._families[self._settled])
            if not self.search.is_over:
                self.search.advance(end - self.search.solved)
            self._settled += self.search.is_over
            if self.search.solved >= self._most and self._settled < len(self._families):
                raise TooLarge(f"{self.search.solved} positions did not settle it")

    def lost(self) -> list[bool]:
        """Whether each family is lost, after all of them are settled."""
        return [bool(self.search.is_lost(family)) for family in self._families]
