"""Weights: for every number of squares n, how many partitions of n are losers, or have another small nim-value.

A position is a first row p and a *base* T = (λ2, ..., λk), the rows below it, as in `found`; here its squares are
bounded, and not its rows and columns. For each nim-value v a base has at most one first row p with which the nim-value
is v: the least p >= λ2 that belongs to no smaller nim-value and is in no chain

    E_i(T)    the first rows with which chomping row i of T leads to nim-value v, i = 2, ..., k

(proofs/bars.md for losers; a position has nim-value v if it has no smaller one and leads to none of v). E_i(T) is
E_i(T') with the first row of T', where T' is T after chomping the last square of row i. There is no such p if some
(x, x, min(T, x)) with x < λ2 has nim-value v: bit 0 of E_2(T), which is no first row, says so. Rows from the first on
hold at most one move to a loser each, so that chains also tell whether a winner has several winning moves.
"""

from dataclasses import dataclass

from zchomp.progress import Progress, silent

__all__ = ["Weights", "partitions", "weigh"]

Base = tuple[int, ...]

STEP = 2**12
"""After how many bases progress is told: some hundredths of a second."""


@dataclass(slots=True)
class Weights:
    """Numbers of partitions of n, for n = 0, 1, 2, ...

    ``values[v]`` counts those of nim-value v, ``conjugate[v]`` those among them that are their own conjugates, and
    ``several`` the winners with more than one winning move.
    """

    values: list[list[int]]
    conjugate: list[list[int]]
    several: list[int]


class Chains:
    """The chains of one nim-value, for the bases that come after one another in lexicographic order."""

    def __init__(self) -> None:
        self._chains: list[dict[Base, int]] = []  # for each row, by the rows below it
        self._found: dict[Base, int] = {}  # the bit of the first row, by the rows from the third on

    def of(self, base: Base) -> list[int]:
        """The chains of the rows of a base; the bases before it must be known."""
        if len(base) > len(self._chains):
            self._chains.append({})
        chains = []
        for i, x in enumerate(base):
            rest, known = base[i + 1 :], self._chains[i]
            if rest and rest[0] == x:
                chain = known[tuple(min(y, x - 1) for y in rest) if x > 1 else ()]
            else:
                shorter = (x - 1, *rest) if x > 1 else ()
                last = self._found[base[1:i] + shorter if i else rest]
                chain = known.get(rest, 0) if x > 1 else 0
                chain |= last
                if not i and x > 1 and last == 1 << x - 1:
                    chain |= 1
            known[rest] = chain
            chains.append(chain)
        return chains

    def found(self, base: Base, bit: int) -> None:
        """Take the first row of a base into account, as a bit; 0 for none."""
        self._found[base[1:]] = bit


def partitions(squares: int) -> list[int]:
    """How many partitions each number to that one has.

    >>> partitions(6)
    [1, 1, 2, 3, 5, 7, 11]
    """
    found = [1] + [0] * squares
    for part in range(1, squares + 1):
        for n in range(part, squares + 1):
            found[n] += found[n - part]
    return found


def weigh(squares: int, values: int = 1, progress: Progress = silent) -> Weights:
    """Weigh all partitions of at most that many squares, for the nim-values below ``values``.

    ``progress`` is told how many bases are done, and how many there are.

    >>> found = weigh(9, values=2)
    >>> found.values[0], found.values[1], found.several
    ([0, 1, 0, 1, 0, 3, 0, 3, 2, 5], [0, 0, 2, 0, 0, 0, 3, 0, 2, 4], [0, 0, 0, 0, 0, 0, 1, 2, 2, 4])
    """
    counts = [[0] * (squares + 1) for _ in range(values)]
    conjugate = [[0] * (squares + 1) for _ in range(values)]
    several = [0] * (squares + 1)
    kinds = [Chains() for _ in range(values)]
    bases: list[Base] = [()]
    # A base with its second row doubled is a partition that has its largest part twice, or is empty. Those of n are as
    # many as partitions of n without those of n - 1: with all n up to the bound, as many as its partitions.
    done, total = 0, partitions(squares)[-1]
    while bases:
        if done % STEP == 0:
            progress("counting", done, total)
        done += 1
        base = bases.pop()
        weight, first = sum(base), base[0] if base else 1
        room = squares - weight  # the longest first row
        # Bases in lexicographic order: next come those with one row more.
        bases += [(*base, x) for x in range(min(base[-1], room - first) if base else squares // 2, 0, -1)]
        smaller = 0
        for value, kind in enumerate(kinds):
            chains = kind.of(base)
            taken = (1 << first) - 1 | smaller
            for chain in chains:
                taken |= chain
            bit = ~taken & taken + 1
            p = bit.bit_length() - 1
            if p > room or (chains and chains[0] & 1):
                bit = 0
            else:
                counts[value][weight + p] += 1
                conjugate[value][weight + p] += len(base) == p - 1 and is_conjugate((p, *base))
            kind.found(base, bit)
            smaller |= bit
            if not value:
                _add_several(several, chains, bit, range(first, room + 1), weight)
    progress("counting", done, total)
    return Weights(counts, conjugate, several)


def is_conjugate(rows: Base) -> bool:
    """Whether a partition is its own conjugate.

    >>> is_conjugate((3, 1, 1)), is_conjugate((2, 2, 1))
    (True, False)
    """
    return all(sum(row > j for row in rows) == length for j, length in enumerate(rows)) and len(rows) == rows[0]


def _add_several(several: list[int], chains: list[int], bit: int, firsts: range, weight: int) -> None:
    """Count the first rows of a base with which there are two or more moves to losers, in different rows."""
    top = 1 << firsts.stop
    # The first row: a loser of the same base, or of one that is cut along.
    once = top - 1 if chains and chains[0] & 1 else top - 1 & ~(2 * bit - 1) if bit else 0
    twice = 0
    for chain in chains:
        twice |= once & chain
        once |= chain
    twice &= top - (1 << firsts.start)
    while twice:
        low = twice & -twice
        several[weight + low.bit_length() - 1] += 1
        twice ^= low
