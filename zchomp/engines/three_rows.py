"""Bars of three rows, by the compiled recurrence: the slices, one after the other, cut off at the bar's columns.

A loser of at most three rows is (p, q, r), and p = q + B_r(q - r). So slice r has all losers with third row r. Those
that are steps are its first one, (p, r, r), and its last one, (q, q, r), if it ends. Memory is that of `kernel`.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from zchomp.engines.bars import Found, Step
from zchomp.engines.compiled import Compiled, Row

__all__ = ["three_rows"]


def three_rows(columns: int, progress: Callable[[int], None] | None = None) -> Found:
    """All losers within 3 x columns; ``progress`` is told how many third rows are done.

    >>> three_rows(5).bites()[3, 5]
    ((1, 2),)
    """
    found = Found(3, columns)
    counts = np.zeros((4, columns + 1), np.int64)
    for row in Compiled(columns).rows():
        values = _values(row, columns)
        if row.r:
            counts[3] += np.bincount(values[values <= columns], minlength=columns + 1)
            first, last = int(values[0]), row.r + len(values) - 1
            if first <= columns:
                found.steps.add(Step(first, 1, row.r, 2))
            if values[-1] == last:
                found.steps.add(Step(last, 2, row.r, 1))
        else:  # (1), and (q + 1, q)
            counts[1, 1] = 1
            counts[2, 2:] = 1
            found.steps.update(Step(q + 1, 1, q, 1) for q in range(1, columns))
        if progress:
            progress(row.r + 1)
        if row.r == columns:
            break
    found.counts = counts.tolist()
    return found


def _values(row: Row, columns: int) -> NDArray[np.int64]:
    """The first rows p of the losers (p, q, r) with q from r to ``columns``, or to the last one."""
    room = columns - row.r + 1
    terms = row.head[:room]
    if len(row.period) and len(terms) < room:
        repeats = -(-(room - len(terms)) // len(row.period))
        terms = np.concatenate((terms, np.tile(row.period, repeats)))[:room]
    return terms.astype(np.int64) + np.arange(row.r, row.r + len(terms))
