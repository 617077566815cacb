"""Heads in blocks of terms, each compressed and with a digest, so that one term is read without the rest.

A block is the compressed bytes of its terms, little-endian words of 2, 4 or 8 bytes; its first byte is their size. The
digest is taken of the slice, the number of the block, and its bytes, with the key of the user (`zchomp.work.key`): a
block that is damaged, in the wrong place or not made by this user is noticed.
"""

import sys
import zlib
from array import array
from collections.abc import Iterator, Sequence

from zchomp.work.key import keyed

__all__ = ["BLOCK", "DIGEST", "Damaged", "block_digest", "pack", "row_digest", "unpack"]

BLOCK = 256
"""How many terms a block has; the last one of a slice may have fewer."""

LEVEL = 3
"""How hard blocks are compressed: more saves little, and takes longer."""

DIGEST = 16
"""How many bytes the digests of rows and blocks have."""

WORDS = {2: "H", 4: "I", 8: "Q"}


class Damaged(Exception):
    """Data in the library is not as it was written."""


def pack(head: Sequence[int]) -> Iterator[bytes]:
    """The blocks of a head.

    >>> [unpack(block).tolist() for block in pack([5, 3])]
    [[5, 3]]
    """
    largest = max(head, default=0)
    size = 2 if largest < 2**16 else 4 if largest < 2**32 else 8
    words = array(WORDS[size], head)
    if sys.byteorder == "big":
        words.byteswap()
    data, step = words.tobytes(), size * BLOCK
    for start in range(0, len(data), step):
        yield bytes([size]) + zlib.compress(data[start : start + step], LEVEL)


def unpack(block: bytes) -> "array[int]":
    """The terms of a block."""
    packed = zlib.decompressobj()
    try:
        words = array(WORDS[block[0]], packed.decompress(block[1:], 8 * BLOCK + 1))
    except (zlib.error, KeyError, IndexError, ValueError):
        raise Damaged("a block cannot be unpacked") from None
    if not packed.eof or len(words) > BLOCK:
        raise Damaged("a block is longer than a block can be")
    if sys.byteorder == "big":
        words.byteswap()
    return words


def block_digest(key: bytes, slice_: str, number: int, block: bytes) -> bytes:
    """The digest of a block of a slice, which is named by its nim-value and tail."""
    digest = keyed(key, "block", DIGEST)
    digest.update(f"{slice_} {number} ".encode() + block)
    return digest.digest()


def row_digest(key: bytes, table: str, *fields: object) -> bytes:
    """The digest of a row of another table."""
    digest = keyed(key, table, DIGEST)
    digest.update(repr(fields).encode())
    return digest.digest()
