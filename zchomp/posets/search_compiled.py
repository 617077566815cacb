"""The compiled search of any order, for positions of at most 64 elements (extra `fast`).

It finds what `zchomp.posets.search` finds, in a twentieth of the memory and, where that one does not use forms, with 4
to 20 times as many positions per second (docs/posets.md). It has no forms: it recognises isomorphic positions only by
pairs of maximal elements that have the same elements below them. The table of solved positions grows as long as there
is memory.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Self

import numpy as np

from zchomp import limits, memory
from zchomp.bitsets import bitset, members
from zchomp.errors import InvalidArgument
from zchomp.posets.poset import Poset
from zchomp.posets.search_kernel import (
    FULL,
    LOST,
    OUTCOME,
    SOLVED,
    STEPS,
    STORED,
    TOP,
    VALUE,
    advance,
    look,
    move_all,
    without_twins,
)
from zchomp.work.runs import STEP
from zchomp.work.state import SavedState, State

__all__ = ["WordSearch"]

PLACES = 1 << 16
PLACE_BYTES = 9


class WordSearch:
    """The search of the outcomes of some positions, or with ``nim`` of their nim-values, in at most ``most`` steps.

    >>> vee = Poset.from_covers("oab", [("o", "a"), ("o", "b")])
    >>> search = WordSearch(vee, 0b111, [0b111, 0b110, 0b011], most=1000)
    >>> while search.done < search.total:
    ...     search.advance(10**6)
    >>> search.lost()
    [False, True, False]
    """

    def __init__(self, poset: Poset, start: int, positions: Sequence[int], most: int, nim: bool = False) -> None:
        elements = list(members(start))
        self._number = {x: new for new, x in enumerate(elements)}
        above = [self._word(poset.above[x] & start) for x in elements]
        below = [self._word(poset.below[x] & start) for x in elements]
        linked = [up | down for up, down in zip(above, below, strict=True)]
        alike = [bitset(y for y, other in enumerate(below) if other == own and x != y) for x, own in enumerate(below)]
        self._order = np.array([above, linked, alike], np.uint64).reshape(3, len(above))
        self._questions = [self._word(position) for position in positions]
        self._goal, self._most, self._settled = VALUE if nim else OUTCOME, most, 0
        self._keys, self._codes = np.zeros(PLACES, np.uint64), np.zeros(PLACES, np.uint8)
        self._stack, self._frames = (
            np.zeros((limits.POSET_WORD + 1, 2), np.uint64),
            np.zeros((limits.POSET_WORD + 1, 2), np.int64),
        )
        self._state = np.array([-1, 0, 0, 0], np.int64)
        self.restored = 0  # how many positions an earlier search solved
        self.is_full = False

    @property
    def kind(self) -> str:
        """What distinguishes this search from others, for saved states."""
        return f"search {sha256(repr((self._order.tolist(), self._questions, self._goal)).encode()).hexdigest()}"

    def restore(self, state: SavedState) -> Self:
        """This search, with the positions that a saved one has solved.

        Raises InvalidArgument if the state is not that of such a search.
        """
        places, stored = state.number("places"), state.number("stored")
        if places < PLACES or places & places - 1 or stored > places or places * PLACE_BYTES > memory.available():
            raise InvalidArgument(f"not a table of {places} places, or no memory for it")
        self._keys, self._codes = np.zeros(places, np.uint64), np.zeros(places, np.uint8)
        state.fill("keys", self._keys.data)
        state.fill("codes", self._codes.data)
        self.restored = state.number("solved")
        self._state[SOLVED], self._state[STORED] = self.restored, stored
        return self

    def state(self) -> State:
        """The table. The stack is not saved, because the search finds it again."""
        values = {"places": len(self._keys), "stored": int(self._state[STORED]), "solved": self.solved}
        return State(values, {"keys": self._keys.data, "codes": self._codes.data})

    @property
    def solved(self) -> int:
        """The number of positions solved so far."""
        return int(self._state[SOLVED])

    @property
    def is_settled(self) -> bool:
        """Whether all positions are decided."""
        return self._settled == len(self._questions)

    @property
    def total(self) -> int:
        """The maximum number of steps."""
        return self._most

    @property
    def done(self) -> int:
        """How many steps are done, or all of them if the search has ended."""
        return self._most if self.is_settled or self.is_full else min(int(self._state[STEPS]), self._most)

    def advance(self, budget: int) -> None:
        """Continue for about as long as a bar of ``budget`` bases takes."""
        end = min(self._most, int(self._state[STEPS]) + 1 + budget * limits.POSET_WORDS_PACE // STEP)
        while not self.is_settled and not self.is_full and self._state[STEPS] < end:
            if self._state[TOP] < 0 and not self._begin(self._questions[self._settled]):
                self._settled += 1
                continue
            with np.errstate(over="ignore"):
                steps, places = end - int(self._state[STEPS]), 3 * len(self._keys) // 4
                tables = (self._keys, self._codes, self._order, self._stack, self._frames, self._state)
                result = advance(*tables, steps, places)
            if result == FULL:
                self._grow()

    def lost(self) -> list[bool]:
        """Whether each position is lost, after all of them are settled."""
        return [code == LOST for code in self._found()]

    def nim_values(self) -> list[int]:
        """The nim-value of each position, after all of them are settled with ``nim``."""
        return [code - LOST for code in self._found()]

    def _found(self) -> list[int]:
        return [self._look(position)[0] for position in self._questions]

    def _word(self, position: int) -> int:
        """A set of elements, renumbered."""
        return bitset(self._number[x] for x in members(position))

    def _look(self, position: int) -> tuple[int, int, int]:
        """The code of a position, as `look` finds it."""
        above, linked, alike = self._order
        with np.errstate(over="ignore"):
            reduced = np.uint64(without_twins(above, alike, np.uint64(position)))
            code, missing, goal = look(self._keys, self._codes, linked, reduced, self._goal, self._state)
        return code, int(missing), goal

    def _begin(self, position: int) -> bool:
        """Push the position that is needed next onto the stack. False means that the question is settled."""
        _, missing, goal = self._look(position)
        if missing:
            self._stack[0], self._frames[0], self._state[TOP] = (missing, 0), (goal, -1), 0
        return bool(missing)

    def _grow(self) -> None:
        """Double the table. If there is not enough memory, the search ends."""
        places = 2 * len(self._keys)
        if places * PLACE_BYTES > memory.available():
            self.is_full = True
            return
        keys, codes = np.zeros(places, np.uint64), np.zeros(places, np.uint8)
        with np.errstate(over="ignore"):
            move_all(self._keys, self._codes, keys, codes)
        self._keys, self._codes = keys, codes
