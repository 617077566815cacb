"""The compiled search of positions of at most 64 elements, in plain Python that numba makes fast.

A position is a word: bit x stands for element x. The search goes depth first, on a stack of connected positions, each
with its goal: its outcome, or its nim-value, which a sum needs for each of its parts. A position of
several parts is never on the stack: its nim-value is the nim-sum of those of its parts.

The table has a key and a code for each place. A key is a position, never 0, which marks a free place.

    code        meaning
    0           nothing is known
    1           won, and the nim-value is not known
    2 + v       the nim-value is v, so that 2 means lost
"""

import numpy as np

from zchomp.engines.compiler import compile_
from zchomp.engines.machine_words import Int64s, UInt8s, Words, lowest

__all__ = [
    "FULL",
    "LOST",
    "OUTCOME",
    "SOLVED",
    "STEPS",
    "STORED",
    "TOP",
    "VALUE",
    "advance",
    "look",
    "move_all",
    "without_twins",
]

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
