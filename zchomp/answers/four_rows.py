"""Four rows: the losers that sequences of the encyclopedia list, from all losers within a bar of four rows."""

from itertools import count

from zchomp.answers.openings import openings
from zchomp.engines.bars.found import bases_within
from zchomp.engines.bars.plain import PlainBar
from zchomp.position import partitions_within
from zchomp.progress import Progress, silent

__all__ = ["double_steps", "four_rowed_losers"]

STEP = 2**14
"""How many bases are done in plain Python between two reports: a tenth of a second."""


def double_steps(size: int, progress: Progress = silent) -> list[tuple[int, int]]:
    """The first losers (p, p, r, r), by p, as (p, r): there is at most one for each p.

    ``progress`` is told how many bases of a bar are done, and how many it has; a larger bar may have to follow.

    >>> double_steps(5)
    [(3, 1), (5, 2), (7, 3), (10, 5), (13, 6)]

    Raises TooLarge if there is not enough memory, or the compiled planes are missing.
    """
    for more in count():
        columns = 3 * size + 10 + more * (size // 10 + 1)  # about every third p has one
        bites = openings(4, columns, progress=progress).bites
        # What a bite of two rows of the bar 4 x p leaves; the bars with p < 4 are found turned.
        wide = {p: [w for h, w in bites[4, p] if h == 2] for p in range(4, columns + 1)}
        turned = {p: [h for h, w in bites[p, 4] if w == 2] for p in range(1, 4)}
        found = [(p, p - cut) for p, cuts in (turned | wide).items() for cut in cuts]
        if len(found) >= size:
            return found[:size]
    raise AssertionError


def four_rowed_losers(size: int, progress: Progress = silent) -> list[tuple[int, int, int, int]]:
    """The first losers of at most four rows, in lexicographic order, each with four rows, of which some may be 0.

    ``progress`` is told the same as by `double_steps`.

    >>> four_rowed_losers(5)
    [(1, 0, 0, 0), (2, 1, 0, 0), (2, 2, 1, 0), (2, 2, 2, 1), (3, 1, 1, 0)]
    """
    columns = 4
    while True:
        engine = PlainBar(4, columns)
        progress("solving", 0, bases_within(4, columns))
        firsts: list[int] = []
        while engine.done < bases_within(4, columns):
            if engine.advance(STEP) is not None:
                rows = engine.first_rows()
                firsts += [rows[i] for i in range(len(rows))]
            progress("solving", engine.done, bases_within(4, columns))
        found = sorted((p, *base) for p, base in zip(firsts, partitions_within((columns,) * 3), strict=True) if p)
        if len(found) >= size:
            return [(p, q, r, s) for p, q, r, s in found[:size]]
        # The number of losers grows like the cube of the columns.
        columns = 1 + max(columns, int(columns * (size / len(found)) ** (1 / 3)))
