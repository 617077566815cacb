"""The words of the compiled engine for four rows or more, and how much memory they take.

In plane q only the first rows from q - 1 to the last column matter, and a chain has a bit for each of them. Successive
planes with words of the same kind are a *phase*. Each phase has its own memory, as much as its last plane needs.
"""

from math import comb
from typing import NamedTuple

from zchomp.position import count_within

__all__ = ["LEAST_ROWS", "PIECE", "Phase", "memory_needed", "phases"]

LEAST_ROWS = 4
"""Each loop of the kernel needs a row."""

PIECE = 2**15
"""At most this many bases are processed at once, so that their words fit into the innermost cache."""


class Phase(NamedTuple):
    """The planes from ``first`` to ``last``, in which a chain has ``words`` words of ``bits`` bits."""

    words: int
    bits: int
    first: int
    last: int

    def sizes(self, rows: int) -> list[int]:
        """How many chains there are of rows 2, 3, ..., up to the third from last."""
        return [comb(self.last + rows - i, rows - i) for i in range(2, rows - 1)]

    def piece(self) -> int:
        """The maximum number of bases of a piece."""
        return max(PIECE, (self.last + 1) * (self.last + 2) // 2)

    def memory(self, rows: int) -> int:
        """How many bytes the words take."""
        sizes = self.sizes(rows)
        return self.words * self.bits // 8 * (sum(sizes) + sizes[0] + self.piece())


def phases(columns: int) -> list[Phase]:
    """The phases of a bar: in plane q the bits from q - 1, or 0, to the last column are needed.

    >>> [tuple(phase) for phase in phases(20)]
    [(1, 32, 0, 5), (1, 16, 6, 13), (1, 8, 14, 20)]
    """
    found: list[Phase] = []
    while not found or found[-1].last < columns:
        first = found[-1].last + 1 if found else 0
        needed = columns + 2 - max(1, first)
        bits = next((bits for bits in (8, 16, 32) if needed <= bits), 64)
        words = -(-needed // bits)
        least = bits * (words - 1) if words > 1 else bits // 2 if bits > 8 else 1  # more bits than this are needed
        found.append(Phase(words, bits, first, columns + 1 - least))
    return found


def memory_needed(rows: int, columns: int, check: bool = False) -> int:
    """Roughly how many bytes of memory a process that solves a bar takes.

    >>> memory_needed(10, 42) // 2**20, memory_needed(10, 42, check=True) // 2**20
    (1375, 4285)
    """
    steps = phases(columns)
    own = [phase.memory(rows) for phase in steps]
    # When a phase begins, the previous one is still there, with as many chains of row 2 and losers as the new one.
    both = [
        old + 2 * new.words * new.bits // 8 * phase.sizes(rows)[0]
        for old, phase, new in zip(own, steps, steps[1:], strict=False)
    ]
    marks = count_within((columns,) * rows) // 8 + 2 * comb(columns + rows - 2, rows - 2) if check else 0
    return 2**28 + max(own + both) + marks
