"""The recurrence on bitsets of machine words, compiled, for slices of any tail and nim-value.

The notions are those of `recurrence`, where a bitset is one large integer. Here it is a row of words of 64 bits.

    shadow    below and lower: a row of words for each column q. An ultimately periodic shadow is stored as its head
              and one period.
    bits      own and corner: bit p is set if t1 + p is a first row that the slice itself or a corner excludes. So the
              state of step a is the bits from a on (`bitsets`).

Every function is plain Python as well. Compiled code does not check its indices. `any_rows` makes the arrays large
enough for all indices, and a value that would need more words ends the run (NO_ROOM).
"""

import numpy as np

from zchomp.engines.compiler import compile_
from zchomp.engines.slices.bitsets import Int64s, UInt16s, Words, is_state, keep_state, lowest, put, state_word

__all__ = [
    "COUNT",
    "DUE",
    "FINITE",
    "KEPT",
    "LARGEST",
    "MORE",
    "NEXT",
    "NO_ROOM",
    "RETURNED",
    "STEP",
    "add_slice",
    "add_terms",
    "merge",
    "run",
]

LARGEST = 2**16 - 1
"""The largest term: terms have 16 bits."""

MORE, FINITE, RETURNED, NO_ROOM = range(4)
"""How a run ends: no more columns, the end of the slice, the return of its state, or too few words."""

COUNT, DUE, NEXT, STEP, KEPT = range(5)
"""Marks: COUNT is the number of terms. DUE and NEXT are the steps of the next comparison and of the next state to be
kept, STEP is how long that state will be kept, and KEPT is the step of the state that is kept now, or -1."""


@compile_
def add_terms(shadow: Words, start: int, terms: UInt16s, head: int) -> None:
    """Add a sequence to a shadow, from its term ``start`` on. The terms after the head repeat, if there are any."""
    count = len(terms)
    period = count - head
    a = start if start < count or not period else head + (start - head) % period
    for i in range(shadow.shape[0]):
        if a >= count:
            if not period:
                break
            a = head
        b = int(terms[a])
        shadow[i, b >> 6] |= np.uint64(1) << np.uint64(b & 63)
        a += 1


@compile_
def add_slice(columns: Words, filled: int, period: int, count: int, terms: UInt16s, head: int, width: int) -> None:
    """Continue a periodic shadow from ``filled`` columns to ``count``, and add a sequence that begins at ``width``."""
    for q in range(filled, count):
        for j in range(columns.shape[1]):
            columns[q, j] = columns[q - period, j]
    add_terms(columns[width:count], 0, terms, head)


@compile_
def merge(shadow: Words, start: int, columns: Words, head: int, period: int) -> None:
    """Add the columns of one shadow, from ``start`` on, to another shadow that begins there."""
    q = start if start < head else head + (start - head) % period
    for i in range(shadow.shape[0]):
        for j in range(shadow.shape[1]):
            shadow[i, j] |= columns[q, j]
        q += 1
        if q == head + period:
            q = head


@compile_
def run(shadow: Words, bits: Words, kept: Words, terms: UInt16s, marks: Int64s, cycle: int) -> int:
    """Find a term for each column of a shadow until the sequence ends or its state returns. Returns how it ended."""
    full, words = ~np.uint64(0), shadow.shape[1]
    for i in range(shadow.shape[0]):
        a = marks[COUNT]
        if a == marks[DUE]:
            if marks[KEPT] >= 0 and is_state(kept, bits, a):
                return RETURNED
            if a == marks[NEXT]:
                keep_state(kept, bits, a)
                marks[KEPT] = a
                marks[NEXT] += marks[STEP]
                marks[STEP] *= 2
            marks[DUE] += cycle
        j, taken = -1, full
        while taken == full:
            j += 1
            if j == words:
                return NO_ROOM
            taken = shadow[i, j] | state_word(bits, a, j)
        b = j << 6 | lowest(~taken)
        terms[a] = b
        marks[COUNT] = a + 1
        if not b:
            return FINITE
        put(bits, a + b)
    return MORE
