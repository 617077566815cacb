"""The compiled search of positions of at most 64 elements, in plain Python that numba makes fast (extra `fast`).

It finds what `zchomp.posets.search` finds, in a twentieth of the memory and, where that one does not use forms, with 4
to 20 times as many positions per second (docs/posets.md). It has no forms: it recognises isomorphic positions only by
pairs of maximal elements that have the same elements below them. The table of solved positions grows as long as there
is memory.

A position is a word: bit x stands for element x. The search goes depth first, on a stack of connected positions, each
with its goal: its outcome, or its nim-value, which a sum needs for each of its parts. A position of several parts is
never on the stack: its nim-value is the nim-sum of those of its parts.

The table has a key and a code for each place. A key is a position, never 0, which marks a free place.

    code        meaning
    0           nothing is known
    1           won, and the nim-value is not known
    2 + v       the nim-value is v, so that 2 means lost
"""

from collections.abc import Sequence

import numpy as np

from zchomp.core import limits, memory
from zchomp.core.compiler import compile_
from zchomp.core.machine_words import Int64s, UInt8s, Words, lowest
from zchomp.core.numbers import bitset, members
from zchomp.core.runs import STEP
from zchomp.posets.poset import Poset

ONE, ZERO = np.uint64(1), np.uint64(0)
MIX = np.uint64(0x9E3779B97F4A7C15)
SHIFT = np.uint64(29)

UNKNOWN, WON, LOST = 0, 1, 2
OVER, MORE, FULL = 0, 1, 2

OUTCOME, VALUE = 0, 1
"""The goals of a position on the stack."""

TOP, SOLVED, STORED, STEPS = 0, 1, 2, 3
"""The state: the top of the stack (-1 if it is empty), and the numbers of positions, places taken and steps."""


@compile_
def place_of(keys: Words, position: np.uint64) -> int:
    """The place of a position in the table, or the free place where it belongs."""
    mixed = position * MIX
    mixed = (mixed ^ (mixed >> SHIFT)) * MIX
    last = np.uint64(len(keys) - 1)
    place = (mixed ^ (mixed >> SHIFT)) & last
    while keys[place] != position and keys[place] != ZERO:
        place = (place + ONE) & last
    return int(place)


@compile_
def find(keys: Words, codes: UInt8s, position: np.uint64) -> int:
    """What is known about a position: its code."""
    if position == ZERO:
        return LOST
    place = place_of(keys, position)
    return int(codes[place]) if keys[place] == position else UNKNOWN


@compile_
def store(keys: Words, codes: UInt8s, position: np.uint64, code: int) -> int:
    """Enter a position, and return how many places this takes: 1 if it is new."""
    place = place_of(keys, position)
    new = int(keys[place] == ZERO)
    keys[place] = position
    codes[place] = code
    return new


@compile_
def part_of(linked: Words, position: np.uint64) -> np.uint64:
    """The connected part of a position that contains its first element."""
    part = position & (~position + ONE)
    done = ZERO
    while part != done:
        for x in range(len(linked)):
            if ((part & ~done) >> np.uint64(x)) & ONE:
                done |= ONE << np.uint64(x)
                part |= linked[x] & position
    return part


@compile_
def without_twins(above: Words, alike: Words, position: np.uint64) -> np.uint64:
    """A position without pairs of maximal elements that have the same elements below them.

    Exchanging such a pair is a mirror, and it stays one in a sum with a heap of nim: outcome and nim-value are those of
    the fixed part (docs/strategy-format.md). A position has all elements below its own, so ``alike``, the elements with
    the same ones below, is the same for all positions.
    """
    for x in range(len(above)):
        own = ONE << np.uint64(x)
        if above[x] & position == own:
            others = alike[x] & position
            for y in range(x + 1, len(above)):
                other = ONE << np.uint64(y)
                if others < other:
                    break
                if others & other and above[y] & position == other:
                    position &= ~(own | other)
                    break
    return position


@compile_
def sum_of(keys: Words, codes: UInt8s, linked: Words, position: np.uint64) -> tuple[int, np.uint64]:
    """The code of a position of several parts and 0, or `UNKNOWN` and a part whose nim-value is not known."""
    value = 0
    while position != ZERO:
        part = part_of(linked, position)
        code = find(keys, codes, part)
        if code < LOST:
            return UNKNOWN, part
        value ^= code - LOST
        position &= ~part
    return LOST + value, ZERO


@compile_
def least_missing(seen: np.uint64) -> int:
    """The least number that is not in a set of numbers below 64."""
    return lowest(~seen) if ~seen != ZERO else 64


@compile_
def move_all(keys: Words, codes: UInt8s, new_keys: Words, new_codes: UInt8s) -> None:
    """Enter all positions of a table into a larger one."""
    for place in range(len(keys)):
        if keys[place] != ZERO:
            store(new_keys, new_codes, keys[place], codes[place])


@compile_
def look(
    keys: Words, codes: UInt8s, linked: Words, position: np.uint64, goal: int, state: Int64s
) -> tuple[int, np.uint64, int]:
    """The code of a position, 0 and the goal; or `UNKNOWN`, a connected position to find first, and its own goal."""
    code = find(keys, codes, position)
    if code != UNKNOWN and (goal == OUTCOME or code != WON):
        return code, ZERO, goal
    if part_of(linked, position) == position:
        return UNKNOWN, position, goal
    code, missing = sum_of(keys, codes, linked, position)
    if missing == ZERO:
        state[STORED] += store(keys, codes, position, code)
    return code, missing, VALUE


@compile_
def first_move(keys: Words, codes: UInt8s, above: Words, position: np.uint64) -> int:
    """The first element, or the number of all plus 1 if some move is known to win."""
    for x in range(len(above)):
        if (position >> np.uint64(x)) & ONE and find(keys, codes, position & ~above[x]) == LOST:
            return len(above) + 1
    return 0


@compile_
def advance(
    keys: Words, codes: UInt8s, order: Words, stack: Words, frames: Int64s, state: Int64s, steps: int, most: int
) -> int:
    """Continue for a number of steps, and return OVER, MORE, or FULL if the table needs more places.

    ``order``   three rows: for each element itself and those above it, those comparable to it, and those alike
    ``stack``   for each level a position, and the set of the nim-values that its moves have reached
    ``frames``  for each level its goal, and the element to take next: -1 at first, n if all moves have been
                made, and n + 1 if one of them wins
    ``most``    how many places of the table may be taken
    """
    above, linked, alike = order[0], order[1], order[2]
    top, count = state[TOP], len(above)
    while top >= 0:
        if steps <= 0 or state[STORED] >= most:
            state[TOP] = top
            return MORE if steps <= 0 else FULL
        steps -= 1
        state[STEPS] += 1
        position, goal, x = stack[top, 0], frames[top, 0], frames[top, 1]
        if x < 0:
            x = first_move(keys, codes, above, position) if goal == OUTCOME else 0
        while x < count and not (position >> np.uint64(x)) & ONE:
            x += 1
        frames[top, 1] = x
        if x >= count:
            state[STORED] += store(keys, codes, position, WON if x > count else LOST + least_missing(stack[top, 1]))
            state[SOLVED] += 1
            top -= 1
            continue
        after = without_twins(above, alike, position & ~above[x])
        code, missing, needed = look(keys, codes, linked, after, goal, state)
        if missing != ZERO:
            top += 1
            stack[top, 0], stack[top, 1] = missing, ZERO
            frames[top, 0], frames[top, 1] = needed, -1
            continue
        if goal == VALUE:
            stack[top, 1] |= ONE << np.uint64(code - LOST)
        frames[top, 1] = count + 1 if goal == OUTCOME and code == LOST else x + 1
    state[TOP] = top
    return OVER


PLACES = 1 << 16
PLACE_BYTES = 9


class WordSearch:
    """The search of the outcomes of some positions, or with ``nim`` of their nim-values, in at most ``most`` steps.

    >>> vee = Poset.from_covers("oab", [("o", "a"), ("o", "b")])
    >>> search = WordSearch(vee, 0b111, [0b111, 0b110, 0b011], most=1000)
    >>> while search.done < search.total:
    ...     search.advance(10**6)
    >>> [value == 0 for value in search.values()]
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
        self._goal, self.total, self._settled = VALUE if nim else OUTCOME, most, 0
        self._keys, self._codes = np.zeros(PLACES, np.uint64), np.zeros(PLACES, np.uint8)
        self._stack, self._frames = (
            np.zeros((limits.POSET_WORD + 1, 2), np.uint64),
            np.zeros((limits.POSET_WORD + 1, 2), np.int64),
        )
        self._state = np.array([-1, 0, 0, 0], np.int64)
        self.is_full = False

    @property
    def solved(self) -> int:
        """The number of positions solved so far."""
        return int(self._state[SOLVED])

    @property
    def is_settled(self) -> bool:
        """Whether all positions are decided."""
        return self._settled == len(self._questions)

    @property
    def done(self) -> int:
        """How many steps are done, or all of them if the search has ended."""
        return self.total if self.is_settled or self.is_full else min(int(self._state[STEPS]), self.total)

    def advance(self, budget: int) -> None:
        """Continue for about as long as a bar of ``budget`` bases takes."""
        end = min(self.total, int(self._state[STEPS]) + 1 + budget * limits.POSET_WORDS_PACE // STEP)
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

    def values(self) -> list[int] | None:
        """For each position 0 if it is lost, with ``nim`` its nim-value, and -1 otherwise. None if not all are settled.

        A position that is won and has a known nim-value may have that value without ``nim`` too.
        """
        return [self._look(position)[0] - LOST for position in self._questions] if self.is_settled else None

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
