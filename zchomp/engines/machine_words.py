"""Sets of numbers as machine words, for all compiled engines. Bit v of a set is bit v % 64 of its word v // 64.

Every function is plain Python as well (`compiler`). Uncompiled, numpy warns of the overflows that `lowest` intends.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zchomp.engines.compiler import compile_

__all__ = ["Int32s", "Int64s", "UInt8s", "UInt16s", "Words", "count_bits", "drop", "has", "lowest", "put"]

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
