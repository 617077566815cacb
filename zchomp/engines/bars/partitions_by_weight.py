"""Partitions by weight: how many partitions of n are losers, or have another small nim-value, for every n.

A position is a first row p and a base (`plain`). Here the number of its squares is bounded, not its rows and columns.
A row contains at most one move to a loser, so chains also tell whether a winner has several winning moves.
"""

from dataclasses import dataclass

from zchomp.bitsets import members
from zchomp.engines.bars.plain import Base, Chains, is_empty
from zchomp.progress import Progress, silent

__all__ = ["Weights", "partitions", "weigh"]

STEP = 2**12
"""The number of bases between two reports of progress: a few hundredths of a second."""


@dataclass(slots=True)
class Weights:
    """Numbers of partitions of n, for n = 0, 1, 2, ...

    ``values[v]`` counts those of nim-value v, ``conjugate[v]`` those among them that are their own conjugates, and
    ``several`` the winners with more than one winning move.
    """

    values: list[list[int]]
    conjugate: list[list[int]]
    several: list[int]


def partitions(squares: int) -> list[int]:
    """The numbers of partitions of 0, 1, ..., ``squares``.

    >>> partitions(6)
    [1, 1, 2, 3, 5, 7, 11]
    """
    found = [1] + [0] * squares
    for part in range(1, squares + 1):
        for n in range(part, squares + 1):
            found[n] += found[n - part]
    return found


def weigh(squares: int, values: int = 1, progress: Progress = silent) -> Weights:
    """Count all partitions of at most ``squares`` squares, for the nim-values below ``values``.

    ``progress`` receives the number of bases done and the total.

    >>> found = weigh(9, values=2)
    >>> found.values[0], found.values[1], found.several
    ([0, 1, 0, 1, 0, 3, 0, 3, 2, 5], [0, 0, 2, 0, 0, 0, 3, 0, 2, 4], [0, 0, 0, 0, 0, 0, 1, 2, 2, 4])
    """
    counts = [[0] * (squares + 1) for _ in range(values)]
    conjugate = [[0] * (squares + 1) for _ in range(values)]
    several = [0] * (squares + 1)
    kinds = [Chains() for _ in range(values)]
    bases: list[Base] = [()]
    # A base with its first row doubled is a partition that has its largest part twice, or is empty. The number of such
    # partitions of n is the number of partitions of n less that of n - 1. So for all n up to the bound there are as
    # many bases as partitions of the bound.
    done, total = 0, partitions(squares)[-1]
    while bases:
        if done % STEP == 0:
            progress("counting", done, total)
        done += 1
        base = bases.pop()
        weight, first = sum(base), base[0] if base else 1
        room = squares - weight  # the longest first row
        # Bases in lexicographic order: next come those with one more row.
        bases += [(*base, x) for x in range(min(base[-1], room - first) if base else squares // 2, 0, -1)]
        smaller = 0
        for value, kind in enumerate(kinds):
            bit, chains = kind.settle(base, room, smaller)
            if bit:
                p = bit.bit_length() - 1
                counts[value][weight + p] += 1
                conjugate[value][weight + p] += len(base) == p - 1 and is_conjugate((p, *base))
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
    """Count the first rows of a base for which there are two or more moves to losers, in different rows."""
    top = 1 << firsts.stop
    # The first row: a loser of the same base, or of a base that is cut together with it.
    once = top - 1 if is_empty(chains) else top - 1 & ~(2 * bit - 1) if bit else 0
    twice = 0
    for chain in chains:
        twice |= once & chain
        once |= chain
    for first in members(twice & top - (1 << firsts.start)):
        several[weight + first] += 1
