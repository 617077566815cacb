"""The picture that stands beside a link to the page: a bar of chocolate with its poison, as PNG."""

import struct
import zlib

__all__ = ["card"]

WIDTH, HEIGHT = 1200, 630
SQUARE, GAP = 120, 12
COLUMNS, ROWS = 8, 3

PAPER, CHOCOLATE, POISON, EATEN = b"\xfb\xf8\xf3", b"\x8a\x5a\x36", b"\x7d\x4e\xa3", b"\xec\xe2\xd6"

BAR = (8, 4, 4)
"""What is left of 3 x 8 after its winning bite."""


def card() -> bytes:
    """Return the picture, 1200 x 630 pixels.

    >>> card()[:8] == bytes([137]) + b"PNG" + bytes([13, 10, 26, 10])
    True
    """
    left = (WIDTH - COLUMNS * (SQUARE + GAP) + GAP) // 2
    top = (HEIGHT - ROWS * (SQUARE + GAP) + GAP) // 2
    empty = PAPER * WIDTH
    lines = [empty] * top
    for row, length in enumerate(BAR):
        line = bytearray(empty)
        for column in range(COLUMNS):
            begin = 3 * (left + column * (SQUARE + GAP))
            colour = POISON if row == column == 0 else CHOCOLATE if column < length else EATEN
            line[begin : begin + 3 * SQUARE] = colour * SQUARE
        lines += [bytes(line)] * SQUARE + [empty] * GAP
    lines += [empty] * (HEIGHT - len(lines))
    pixels = b"".join(b"\0" + line for line in lines)
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    parts = _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(pixels, 9)) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def _chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
