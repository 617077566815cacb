"""Machine words: sets of numbers for all compiled engines, and the return of a state.

Sets of numbers as machine words, for all compiled engines. Bit v of a set is bit v % 64 of its word v // 64.

Every function is plain Python as well (`compiler`). Uncompiled, numpy warns of the overflows that `lowest` intends.

The return of a state, for all compiled engines of slices.

The state of a row or slice is never shifted. It is the bits from a on of one set of machine words, in which bit a + b
is set when the term b is found at step a.

The return of a state is found by Brent's method, with one state kept. From the settled step on, the state is compared
with the kept one every L steps. A new state is kept each time after twice as many steps as before. The first state that
returns does so after M steps, the least possible number (proofs/soundness.md, "The least bound"). From there
`least_start` goes back. Given S(a + 1) = S(a + 1 + M), the states S(a) and S(a + M) are the same if and only if their
terms are the same and both or neither of them contain 0, because everything else in them is in the later states. That
leads to the least a*, as in `recurrence`.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zchomp.core.compiler import compile_

Words: TypeAlias = NDArray[np.uint64]
UInt8s: TypeAlias = NDArray[np.uint8]
UInt16s: TypeAlias = NDArray[np.uint16]
Int32s: TypeAlias = NDArray[np.int32]
Int64s: TypeAlias = NDArray[np.int64]

DE_BRUIJN = 0x03F79D71B4CB0A89
"""Its groups of six successive bits are all different, so that the first six bits of a shift of it tell the shift."""

LOWEST = np.zeros(64, np.int64)
LOWEST[[(DE_BRUIJN << place & 2**64 - 1) >> 58 for place in range(64)]] = range(64)


@compile_
def lowest(word: Any) -> int:
    """The place of the lowest bit of a word that is not 0."""
    return int(LOWEST[((word & (~word + np.uint64(1))) * np.uint64(DE_BRUIJN)) >> np.uint64(58)])


@compile_
def count_bits(word: Any) -> int:
    """How many bits of a word are set."""
    word -= word >> np.uint64(1) & np.uint64(0x5555555555555555)  # of every two bits,
    word = (word & np.uint64(0x3333333333333333)) + (word >> np.uint64(2) & np.uint64(0x3333333333333333))  # of four,
    word = word + (word >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)  # of eight, and of all
    return int(np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56)))


@compile_
def has(bits: Words, v: int | np.int64) -> bool:
    """Whether v is in a bitset."""
    return bool(bits[v >> 6] >> np.uint64(v & 63) & np.uint64(1))


@compile_
def put(bits: Words, v: int) -> None:
    """Put v into a bitset."""
    bits[v >> 6] |= np.uint64(1) << np.uint64(v & 63)


@compile_
def drop(bits: Words, v: int) -> None:
    """Take v out of a bitset."""
    bits[v >> 6] &= ~(np.uint64(1) << np.uint64(v & 63))


@compile_
def state_word(bits: Words, a: int, i: int) -> Any:
    """Word i of the state of step a: 64 bits, from bit a + 64 i on."""
    place, shift = (a >> 6) + i, np.uint64(a & 63)
    word = bits[place] >> shift
    if shift:
        word |= bits[place + 1] << (np.uint64(64) - shift)
    return word


@compile_
def keep_state(kept: Words, bits: Words, a: int) -> None:
    """Keep the state of step a."""
    for i in range(len(kept)):
        kept[i] = state_word(bits, a, i)


@compile_
def is_state(kept: Words, bits: Words, a: int) -> bool:
    """Whether the state of step a is the one kept."""
    i = 0
    while i < len(kept) and kept[i] == state_word(bits, a, i):
        i += 1
    return i == len(kept)


@compile_
def least_start(terms: NDArray[Any], bits: Words, shift: int, settled: int, start: int, modulus: int) -> int:
    """The first step at which the state starts to return after ``modulus`` steps, if it does so from ``start`` on.

    The state of step a is the bits from a + shift on.
    """
    while start > settled:
        a = start - 1
        same = terms[a] == terms[a + modulus] and has(bits, a + shift) == has(bits, a + modulus + shift)
        if not same:
            break
        start = a
    return start


@compile_
def least_period(terms: NDArray[Any], start: int, modulus: int) -> tuple[int, int]:
    """The lengths of the least head and period of a sequence that repeats ``modulus`` terms from ``start`` on."""
    period, agree = 0, False
    while not agree:
        period += 1
        if modulus % period == 0:
            agree = True
            for a in range(start, start + modulus - period):
                if terms[a] != terms[a + period]:
                    agree = False
                    break
    while start and terms[start - 1] == terms[start - 1 + period]:
        start -= 1
    return start, period
