"""The table of all families of sets inside a family of at most 7 points: for each, whether it is lost.

The table has a bit for each family, up to the numbering of all points but one, and uses no hashing. Its size is known
before it is filled. The header of `table_kernel` says how it is laid out. Filling it is work that
can be saved and resumed, block by block.
"""

from functools import cache
from hashlib import sha256
from heapq import heappop, heappush
from typing import Self

import numpy as np

from zchomp import limits, memory
from zchomp.engines.machine_words import Int64s, UInt16s, Words
from zchomp.errors import InvalidArgument
from zchomp.posets.set_families.kernel import exchange
from zchomp.posets.set_families.recognition import POINTS, SetFamily
from zchomp.posets.set_families.table_kernel import (
    DOWN,
    LOST,
    OUTSIDE,
    Blocks,
    count,
    fill,
    find,
    number,
    permuted,
    rank_all,
    representative,
    successors,
)
from zchomp.work.runs import STEP
from zchomp.work.state import SavedState, State

__all__ = ["FamilyTable"]

LAST = POINTS - 1
LOW_HALF = 2**32 - 1


class FamilyTable:
    """Who wins at every family inside one, after all blocks are filled.

    >>> from zchomp.posets.set_families.recognition import family_of
    >>> table = FamilyTable(family_of([1, 2, 3]))
    >>> table.positions
    5
    >>> while table.done < table.total:
    ...     table.advance(100)
    >>> table.is_lost(family_of([1, 2, 3])), table.is_lost(family_of([1, 2])), table.lost
    (False, True, 2)
    """

    def __init__(self, family: SetFamily) -> None:
        self.ranks, counts = _ranks()
        self._last = _busiest(family)
        self.blocks = _plan(*self._exchanged(family), counts)
        rows = counts[self.blocks.low]
        self._bits = int(rows @ self.blocks.width)
        self._sizes = np.array([count(bound, counts) for bound in self.blocks.bound], np.int64)
        self._table = np.zeros(0, np.uint64)
        self._filled = self._done = self.lost = 0

    @classmethod
    def restored(cls, state: SavedState, family: SetFamily) -> Self:
        """The table of a family whose state was saved.

        Raises InvalidArgument if the state is not that of such a table.
        """
        table = cls(family)
        filled, lost = state.number("filled"), state.number("lost")
        if filled > len(table._sizes) or table.memory > memory.available():
            raise InvalidArgument(f"not a table of {len(table._sizes)} blocks, or no memory for it: {filled}")
        state.fill("table", table.bits().data)
        table._filled, table._done, table.lost = filled, int(table._sizes[:filled].sum()), lost
        return table

    @property
    def positions(self) -> int:
        """The number of families in the table."""
        return int(self._sizes.sum())

    @property
    def memory(self) -> int:
        """How many bytes the table takes."""
        return self._bits // 8 + self.ranks.nbytes

    @property
    def seconds(self) -> float:
        """Roughly how long it takes to fill the table."""
        return self.positions / limits.FAMILY_TABLE_PACE

    @property
    def total(self) -> int:
        """The number of families in the table."""
        return self.positions

    @property
    def done(self) -> int:
        """How many of them are decided."""
        return self._done

    def advance(self, budget: int) -> None:
        """Fill some blocks, for about as long as a bar of ``budget`` bases takes."""
        table = self.bits()
        end = self._done + 1 + budget * limits.FAMILY_TABLE_PACE // STEP
        while self._filled < len(self._sizes) and self._done < end:
            self.lost += int(fill(table, self.blocks, self.ranks, self._filled))
            self._done += int(self._sizes[self._filled])
            self._filled += 1

    def state(self) -> State:
        """How many blocks are filled, and the table."""
        return State({"filled": self._filled, "lost": self.lost}, {"table": self.bits().data})

    def is_lost(self, family: SetFamily) -> bool:
        """Whether a family inside the one of this table is lost.

        Raises InvalidArgument if it is not inside, or the table is not filled.
        """
        known = find(self._table, self.blocks, self.ranks, *self._exchanged(family)) if self._is_full else OUTSIDE
        if known == OUTSIDE:
            raise InvalidArgument(f"not in the table: {family!r}")
        return bool(known == LOST)

    def digest(self) -> str:
        """The SHA-256 of all bits, block by block, eight in a byte, the first one the lowest."""
        return sha256(self._table.astype("<u8", copy=False).data).hexdigest()

    @property
    def _is_full(self) -> bool:
        return self._filled == len(self._sizes)

    def bits(self) -> Words:
        """The table itself. Its memory is taken when it is first needed."""
        if not len(self._table):
            self._table = np.zeros(self._bits // 64 + 1, np.uint64)
        return self._table

    def _exchanged(self, family: SetFamily) -> tuple[np.uint64, np.uint64]:
        """A family with the point that is in the most sets as its last point, and the empty set added."""
        low, high = map(np.uint64, family)
        if self._last != LAST:
            low, high = exchange(low, high, self._last, LAST)
        return np.uint64(int(low) | 1), np.uint64(high)


@cache
def _ranks() -> tuple[UInt16s, Int64s]:
    """The ranks of all down-sets of 5 points, and how many are inside each one."""
    ranks, counts = np.zeros((len(DOWN), len(DOWN)), np.uint16), np.zeros(len(DOWN), np.int64)
    rank_all(ranks, counts)
    return ranks, counts


def _busiest(family: SetFamily) -> int:
    """The point that is in the most sets, or the last one of several."""
    word = family[0] | family[1] << 64
    degrees = [sum(word >> one & 1 for one in range(1 << POINTS) if one >> point & 1) for point in range(POINTS)]
    return max(range(POINTS), key=lambda point: (degrees[point], point))


def _plan(low: np.uint64, high: np.uint64, counts: Int64s) -> Blocks:
    """The blocks that moves lead to, in the order of their words, each with the union of all bounds.

    Moves lead to smaller words, so the largest remaining word has its final bound.
    """
    first, order = representative(low)
    bounds = {int(first): int(permuted(high, order))}
    waiting, reached = [-int(first)], []
    while waiting:
        word = -heappop(waiting)
        found, orders = np.zeros((64, 2), np.uint64), np.zeros(64, np.int64)
        successors(np.uint64(word), np.uint64(bounds[word]), found, orders)
        for after, bound in found[found[:, 0] != 0].tolist():
            if after not in bounds:
                heappush(waiting, -after)
            bounds[after] = bounds.get(after, 0) | bound
        reached.append((found[:, 0], orders))
    words = np.array(sorted(bounds), np.uint64)
    bound = np.array([bounds[word] for word in words.tolist()], np.uint64)
    lows = np.array([number(np.uint64(one & LOW_HALF)) for one in bound.tolist()], np.int64)
    highs = np.array([number(np.uint64(one >> 32)) for one in bound.tolist()], np.int64)
    ends = np.cumsum(counts[lows] * counts[highs])
    after = np.searchsorted(words, np.array([found for found, _ in reversed(reached)]))
    orders = np.array([orders for _, orders in reversed(reached)])
    starts = np.concatenate([np.zeros(1, np.int64), ends[:-1]])
    return Blocks(words, bound, starts, lows, highs, counts[highs], after, orders)
