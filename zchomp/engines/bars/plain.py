"""Bars in plain Python: the losers of all positions within a bar.

The bases of a bar (`losers`) come one after the other, and the loser of each is found from its *chains*: the first rows
that are excluded because a move leads to a loser, or to another position of a nim-value.
`many_rows_kernel` does the same with machine words, many at a time. There are two bodies because that one needs numpy,
at least four rows and no more rows than columns, takes a second to start, and gains nothing unless it is compiled. This
one is for small bars, and for all bars where the extra `fast` is not installed.

A position is a first row p and a *base* T = (λ2, ..., λk), the rows below it, none of them 0. For each nim-value v a
base has at most one first row p that makes the nim-value v (v = 0: the losers). It is the least p >= λ2 that has no
smaller nim-value and is in no chain

    E_i(T)    the first rows for which chomping row i of T leads to nim-value v, i = 2, ..., k

This is proved for losers in proofs/bars.md. It holds for any v, because a position has nim-value v if it has no smaller
one and leads to none of nim-value v. A chain is a bitset, an int, and a first row p is the bit 1 << p. With T' for the
base T after chomping the last square of row i,

    λ_{i+1} < λi    E_i(T) is E_i(T') with the first row of T'
    λ_{i+1} = λi    E_i(T) = E_i(S), where S is T with the rows below row i cut to λi - 1

In both cases the chain is the one that was found last for the same rows below row i, or for those of S. So chains are
indexed only by the rows below row i. There is no p if some (x, x, min(T, x)) with x < λ2 has nim-value v: bit 0 of
E_2(T), which is not a first row, says so.
"""

from zchomp.engines.bars.losers import BarLosers, Cells, Step, bases_within
from zchomp.position import partitions_within

__all__ = ["Base", "Chains", "PlainBar", "is_empty"]

Base = tuple[int, ...]


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
        """Continue by ``budget`` bases, at most to the end of a plane. Returns the plane if it is finished."""
        for _, base in zip(range(budget), self._bases, strict=False):
            if not any(base[1:]):
                self._first_rows = []
            bit, _ = self._chains.settle(base[: len(base) - base.count(0)], self.found.columns)
            loser = bit.bit_length() - 1 if bit else 0
            self._first_rows.append(loser)
            self.done += 1
            if loser:
                self._note((loser, *base))
            if len(set(base)) == 1:  # (q, ..., q) is the last base of plane q
                return base[0]
        return None

    def first_rows(self) -> Cells:
        """At the end of a plane: the first row of the loser of each of its bases, or 0 for none."""
        return self._first_rows

    def _note(self, loser: tuple[int, ...]) -> None:
        """Count a loser, and note it if it is a step."""
        lengths = [row for row in loser if row]
        self.found.counts[len(lengths)][loser[0]] += 1
        if len(set(lengths)) == 2:
            above = lengths.count(loser[0])
            self.found.steps.add(Step(loser[0], above, lengths[-1], len(lengths) - above))


class Chains:
    """The chains of one nim-value, for bases that come one after the other in lexicographic order.

    >>> chains = Chains()
    >>> chains.settle((), longest=9), chains.settle((1,), longest=9)  # (1) and (2, 1) are losers
    ((2, []), (4, [2]))
    """

    def __init__(self) -> None:
        self._chains: list[dict[Base, int]] = []  # the chains of each row, indexed by the rows below it
        self._bits: dict[Base, int] = {}  # the first row of the last base, as a bit, by the rows from the third on

    def settle(self, base: Base, longest: int, smaller: int = 0) -> tuple[int, list[int]]:
        """The first row of a base, as a bit, and its chains. The bit is 0 if no first row up to ``longest`` fits.

        All bases before it must have been settled. First rows with a smaller nim-value are the bits of ``smaller``.
        """
        chains = self._of(base)
        taken = smaller | ((1 << base[0]) - 1 if base else 1)
        for chain in chains:
            taken |= chain
        bit = ~taken & taken + 1
        if bit > 1 << longest or is_empty(chains):
            bit = 0
        self._bits[base[1:]] = bit
        return bit, chains

    def _of(self, base: Base) -> list[int]:
        """The chains of the rows of a base."""
        if len(base) > len(self._chains):
            self._chains.append({})
        chains = []
        for i, x in enumerate(base):
            rest, known = base[i + 1 :], self._chains[i]
            if rest and rest[0] == x:
                chain = known[tuple([y if y < x else x - 1 for y in rest]) if x > 1 else ()]
            elif x > 1:
                last = self._bits[(*base[1:i], x - 1, *rest) if i else rest]
                chain = known[rest] | last
                if not i and last == 1 << x - 1:
                    chain |= 1
            else:
                chain = self._bits[base[1:i]]
            known[rest] = chain
            chains.append(chain)
        return chains


def is_empty(chains: list[int]) -> bool:
    """Whether no first row has the nim-value, because the chain of row 2 says so.

    >>> is_empty([]), is_empty([0b1010]), is_empty([0b1011, 0b100])
    (False, False, True)
    """
    return bool(chains) and chains[0] & 1 == 1
