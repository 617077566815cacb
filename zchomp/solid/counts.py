"""Counts about a box: its positions, its bases and their work, and the bytes of a table of them."""

from itertools import product
from math import comb

from zchomp.work.runs import STEP

__all__ = ["base_work", "bases_per_step", "box_bases", "box_positions", "table_size"]


def box_positions(width: int, depth: int, height: int) -> int:
    """The number of positions within a box, including the poison alone (MacMahon).

    >>> box_positions(2, 3, 40), box_positions(1, 1, 7)
    (40861050, 7)
    """
    over = under = 1
    for x, y in product(range(1, width + 1), range(1, depth + 1)):
        over *= x + y + height - 1
        under *= x + y - 1
    return over // under - 1


def table_size(width: int, depth: int, height: int) -> int:
    """How many bytes the table of a box has (`compiled`).

    >>> table_size(2, 3, 40), table_size(4, 4, 4)
    (10625601, 12005000)
    """
    return comb(height + depth - 1, depth - 1) * int(comb(height + depth, depth) ** (width - 1))


def box_bases(width: int, depth: int, height: int) -> int:
    """The number of bases of a box: positions without the height over the poison.

    >>> box_bases(2, 3, 8), box_bases(1, 1, 7)
    (4125, 1)
    """
    return box_positions(width, depth, height) - box_positions(width, depth, height - 1)


def base_work(width: int, depth: int, height: int) -> int:
    """The work of one base, for the paces of `limits`."""
    return (width * depth) ** 2 + height


def bases_per_step(budget: int, pace: int, width: int, depth: int, height: int) -> int:
    """How many bases are done in about the time of a bar of ``budget`` bases: at least one.

    >>> bases_per_step(2**25, 4_000_000, 2, 3, 4), bases_per_step(1, 4_000_000, 2, 3, 4)
    (100001, 1)
    """
    return 1 + budget * pace // (STEP * base_work(width, depth, height))
