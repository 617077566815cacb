"""Small boards, decided by the definition of the game alone. Everything else is tested against this.

Positions are padded with zeros, and come in lexicographic order. A move leaves the rows above it alone and shortens
its own row, so every position comes after all that it can reach.
"""

from collections.abc import Iterator
from itertools import islice

from zchomp.bars.position import Position, cut, mex, partitions_within


def nim_values_within(board: Position) -> dict[tuple[int, ...], int]:
    """The nim-value of every position inside a board: mex over all moves.

    >>> values = nim_values_within(Position((3, 3)))
    >>> [rows for rows, value in values.items() if value == 0]
    [(1, 0), (2, 1), (3, 2)]
    """
    values: dict[tuple[int, ...], int] = {}
    for rows, reached in positions_and_moves(board):
        values[rows] = mex({values[after] for after in reached})
    return values


def losers_within(board: Position) -> set[tuple[int, ...]]:
    """The losers inside a board: no move leads to another loser.

    >>> sorted(losers_within(Position((3, 3))))
    [(1, 0), (2, 1), (3, 2)]
    """
    losers: set[tuple[int, ...]] = set()
    for rows, reached in positions_and_moves(board):
        if losers.isdisjoint(reached):
            losers.add(rows)
    return losers


def positions_and_moves(board: Position) -> Iterator[tuple[tuple[int, ...], Iterator[tuple[int, ...]]]]:
    """Every position inside a board, with the positions that its moves lead to."""
    for rows in islice(partitions_within(board.rows), 1, None):
        yield rows, (cut(rows, i, length) for i, row in enumerate(rows) for length in range(0 if i else 1, row))
