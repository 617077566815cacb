"""Bars in plain Python: the losers of all positions within a bar.

The bases of a bar (`found`) come one after the other, and the loser of each is found from its chains (`chains`).
`many_rows_kernel` does the same with machine words, many at a time. There are two bodies because that one needs numpy,
at least four rows and no more rows than columns, takes a second to start, and gains nothing unless it is compiled. This
one is for small bars, and for all bars where the extra `fast` is not installed.
"""

from zchomp.engines.bars.chains import Chains
from zchomp.engines.bars.found import BarLosers, Cells, Step, bases_within
from zchomp.position import partitions_within

__all__ = ["PlainBar", "plain_work"]


def plain_work(rows: int, columns: int) -> int:
    """How much work a bar is in plain Python: its bases times their rows, and more for long sets of first rows.

    >>> plain_work(3, 100)
    15453
    """
    return bases_within(rows, columns) * rows * (1 + columns // 4000)


class PlainBar:
    """All losers within a bar of two rows or more, for small bars.

    >>> engine = PlainBar(2, 3)
    >>> while engine.done < bases_within(2, 3):
    ...     _ = engine.advance(100)
    >>> sorted(engine.found.steps)
    [Step(long=2, above=1, short=1, below=1), Step(long=3, above=1, short=2, below=1)]
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.found = BarLosers(rows, columns)
        self.total = bases_within(rows, columns)
        self.done = 0
        self._bases = partitions_within((columns,) * (rows - 1))
        self._chains = Chains()
        self._first_rows: list[int] = []

    def advance(self, budget: int) -> int | None:
        """Go on by ``budget`` bases, at most to the end of a plane. Returns the plane if that is at its end."""
        for _, base in zip(range(budget), self._bases, strict=False):
            if not any(base[1:]):
                self._first_rows = []
            loser = self._settle(base)
            self._first_rows.append(loser)
            self.done += 1
            if loser:
                self._note((loser, *base))
            if len(set(base)) == 1:  # (q, ..., q) is the last base of plane q
                return base[0]
        return None

    def first_rows(self) -> Cells:
        """At the end of a plane: the first row of the loser of each of its bases, 0 for none."""
        return self._first_rows

    def _settle(self, base: tuple[int, ...]) -> int:
        """The first row of the loser of a base, 0 for none. The bases before it must have been settled."""
        bit, _ = self._chains.settle(base[: len(base) - base.count(0)], self.found.columns)
        return bit.bit_length() - 1 if bit else 0

    def _note(self, loser: tuple[int, ...]) -> None:
        """Take a loser into account."""
        lengths = [row for row in loser if row]
        self.found.counts[len(lengths)][loser[0]] += 1
        if len(set(lengths)) == 2:
            above = lengths.count(loser[0])
            self.found.steps.add(Step(loser[0], above, lengths[-1], len(lengths) - above))
