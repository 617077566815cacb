"""The compiled search of families of sets of at most 7 points (extra `fast`).

The table of solved families has 16 bytes for each place, and is at most three quarters full. It grows by doubling, as
long as there is memory. The search goes on step by step.
"""

import numpy as np

from zchomp import memory
from zchomp.amounts import data_size
from zchomp.errors import TooLarge
from zchomp.posets.complexes_kernel import FULL, LOST, POINTS, advance, arrange, find, move_all, reduce

__all__ = ["Family", "FamilySearch", "family_of"]

Family = tuple[int, int]
"""A family of sets as two words: bit s of the first stands for the set s, bit s of the second for the set s + 64."""

SETS = 1 << POINTS
FIRST_PLACES = 1 << 16
PLACE_BYTES = 16


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

    def __init__(self, places: int = FIRST_PLACES) -> None:
        self.table = np.zeros((places, 2), np.uint64)
        self._stack = np.zeros((SETS, 2), np.uint64)
        self._children = np.zeros((SETS, SETS, 3), np.uint64)
        self._counts = np.full(SETS, -1, np.int64)
        self._state = np.array([-1, 0, self._most(places)], np.int64)

    @staticmethod
    def _most(places: int) -> int:
        return 3 * places // 4

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

        Raises TooLarge if the table is full, and there is no memory for a larger one.
        """
        with np.errstate(over="ignore"):
            if advance(self.table, self._stack, self._children, self._counts, self._state, budget) == FULL:
                self._grow()

    def _grow(self) -> None:
        """Move everything into a table of twice the size."""
        places = 2 * len(self.table)
        if places * PLACE_BYTES > memory.available():
            needed, free = data_size(places * PLACE_BYTES), data_size(memory.available())
            raise TooLarge(f"{self.solved} positions fill the table; a larger one needs {needed}, and {free} are free")
        old, self.table = self.table, np.zeros((places, 2), np.uint64)
        with np.errstate(over="ignore"):
            move_all(old, self.table)
        self._state[2] = self._most(places)
