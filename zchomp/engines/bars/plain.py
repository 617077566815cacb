"""Bars in plain Python: the losers of all positions within a bar.

A base T = (λ2, ..., λK) has at most one loser (`found` has the notions). Its first row is the least p >= λ2 that is in
no chain

    E_i(T)    the first rows of the losers that chomping row i of T leads to, i = 2, ..., K

and E_i(T) is E_i(T') with the loser of T', where T' is T after chomping the last square of row i (proofs/bars.md). So a
chain, a set of bits, is kept for the rows below row i alone. `many_rows_kernel` does the same in compiled code.
"""

from collections.abc import Iterator

from zchomp.engines.bars.found import Cells, Found, Step, bases_within

__all__ = ["PlainBar", "in_order", "plain_work"]


def plain_work(rows: int, columns: int) -> int:
    """How much work a bar is in plain Python: its bases, times their rows; long rows have long sets.

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
        self.found = Found(rows, columns)
        self.total = bases_within(rows, columns)
        self.done = 0
        self._bases = in_order(rows - 1, columns)
        self._chains: list[dict[tuple[int, ...], int]] = [{} for _ in range(rows - 1)]  # for each row, by those below
        self._lost: dict[tuple[int, ...], int] = {}  # the bit of the loser, by the rows from the third on
        self._first_rows: list[int] = []

    def advance(self, budget: int) -> int | None:
        """Go on by so many bases, at most to the end of a plane; gives the plane if that is at its end."""
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
        """The first row of the loser of a base, 0 for none; the bases before it must have been settled."""
        taken = (1 << max(1, base[0])) - 1
        for i, (x, chains) in enumerate(zip(base, self._chains, strict=True)):
            rest = base[i + 1 :]
            if not x:
                chain = 0
            elif rest and rest[0] == x:
                chain = chains[tuple(min(y, x - 1) for y in rest)]
            else:
                lost = self._lost[(*base[1:i], x - 1, *rest) if i else rest]
                empty = not i and lost == 1 << x - 1
                chain = -1 if empty else chains[rest] | lost
            chains[rest] = chain
            taken |= chain
        free = ~taken & taken + 1
        loser = max(0, free.bit_length() - 1)
        if loser > self.found.columns:
            free = loser = 0
        self._lost[base[1:]] = free
        return loser

    def _note(self, loser: tuple[int, ...]) -> None:
        """Take a loser into account."""
        lengths = [row for row in loser if row]
        self.found.counts[len(lengths)][loser[0]] += 1
        if len(set(lengths)) == 2:
            above = lengths.count(loser[0])
            self.found.steps.add(Step(loser[0], above, lengths[-1], len(lengths) - above))


def in_order(rows: int, columns: int) -> Iterator[tuple[int, ...]]:
    """All sequences of so many rows that do not increase, in the order of their rows.

    >>> list(in_order(2, 2))
    [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]
    """
    base = [0] * rows
    while True:
        yield tuple(base)
        i = rows - 1
        while i > 0 and base[i] == base[i - 1]:
            base[i] = 0
            i -= 1
        if not rows or base[i] == columns:
            return
        base[i] += 1
