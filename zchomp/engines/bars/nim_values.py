"""The nim-values of the bars 3 x n, from those of all positions of three rows, compiled.

The nim-value of (p, q, r) is the least number in none of three sets, the nim-values that a bite of each row leads to:

    first[q, r]    of (p', min(p', q), min(p', r)), p' < p
    second[r]      of (p, q', min(q', r)), q' < q
    third          of (p, q, r'), r' < r

Positions come in lexicographic order, and each nim-value is added to the sets when it is found. Where two rows are
equal, a bite of the upper row cuts the lower one too, and the set is that for a lower row shorter by one square. Bit v
of a set stands for the nim-value v.

`position.nim_values_within` finds the same for any small board by the definition. It stays beside this module because
it is the reference, and needs no numpy.
"""

from math import comb
from typing import Any

import numpy as np

from zchomp.engines.compiler import compile_
from zchomp.engines.slices.bitsets import Int64s, Words, lowest
from zchomp.progress import Progress, silent

__all__ = ["memory_needed", "three_rowed_bars"]

STEP = 2**20
"""About how many positions are done between two reports of progress: some hundredths of a second."""


def three_rowed_bars(upto: int, progress: Progress = silent) -> list[int]:
    """The nim-values of the bars 3 x 1, ..., 3 x ``upto``.

    ``progress`` gets the number of positions that are done, and of all positions.

    >>> three_rowed_bars(10)
    [2, 4, 5, 9, 11, 12, 13, 16, 19, 21]
    """
    first = np.zeros(((upto + 1) * (upto + 2) // 2, _words(upto)), np.uint64)
    second = np.zeros((upto + 1, first.shape[1]), np.uint64)
    bars = np.zeros(upto + 1, np.int64)
    kernel: Any = _fill
    start, total = 1, comb(upto + 3, 3) - 1
    progress("counting", 0, total)
    while start <= upto:
        stop = start + 1
        while stop <= upto and comb(stop + 3, 3) - comb(start + 2, 3) <= STEP:
            stop += 1
        kernel(start, stop, first, second, bars)
        progress("counting", comb(stop + 2, 3) - 1, total)
        start = stop
    return [int(value) for value in bars[1:]]


def memory_needed(upto: int) -> int:
    """How many bytes the nim-values of these bars take."""
    return 8 * _words(upto) * (upto + 1) * (upto + 4) // 2


def _words(upto: int) -> int:
    """The words of a set: a position of 3n squares or less has a nim-value below 3n."""
    return 3 * upto // 64 + 1


@compile_
def _fill(start: int, stop: int, first: Words, second: Words, bars: Int64s) -> None:
    """Find the nim-values of the bars from ``start`` to before ``stop``. All smaller ones must have been found."""
    words, one = first.shape[1], np.uint64(1)
    third, before = np.zeros(words, np.uint64), np.zeros(words, np.uint64)
    for p in range(start, stop):
        second[0] = 0
        for q in range(p + 1):
            third[:] = 0
            for r in range(q + 1):
                pair = q * (q + 1) // 2 + r
                if r == q > 0:
                    second[r] = before
                if r == q - 1:
                    before[:] = second[r]
                if q == p - 1:  # where the first row is no longer than the second
                    longer = p * (p + 1) // 2 + r
                    first[longer] = first[pair]
                    if r == q:
                        first[longer + 1] = first[pair]
                word = 0
                free = ~(first[pair, 0] | second[r, 0] | third[0])
                while not free:
                    word += 1
                    free = ~(first[pair, word] | second[r, word] | third[word])
                bit = free & (~free + one)
                first[pair, word] |= bit
                second[r, word] |= bit
                third[word] |= bit
                if r == p:
                    bars[p] = 64 * word + lowest(bit)
