"""Search: small boards, by the definition of the game alone. What was searched is remembered, the largest board only.

The number of positions inside a bar decides what is small; its rows and columns may be exchanged.
"""

from math import comb

from zchomp import limits
from zchomp.position import Position, losers_within, nim_values_within

__all__ = ["Board", "search_seconds"]


class Board:
    """The losers, or the nim-values, of all positions inside the board that was searched last.

    >>> board = Board()
    >>> board.is_loser(Position((3, 2))), board.is_loser(Position((3, 3))), board.nim_value(Position((3, 3)))
    (True, False, 2)
    """

    def __init__(self) -> None:
        self._board: Position | None = None
        self._losers: set[tuple[int, ...]] = set()
        self._values: dict[tuple[int, ...], int] = {}
        self._valued: Position | None = None

    def cover(self, bar: Position) -> None:
        """Search a bar, unless it lies inside the one that was searched before."""
        if self._board is None or not _fits(bar, self._board):
            self._board, self._losers = bar, losers_within(bar)

    def is_loser(self, bar: Position) -> bool:
        """Whether a bar is a loser."""
        self.cover(bar)
        assert self._board is not None  # noqa: S101 - it was just searched
        return _padded(bar, self._board) in self._losers

    def nim_value(self, bar: Position) -> int:
        """The nim-value of a bar."""
        if self._valued is None or not _fits(bar, self._valued):
            self._valued, self._values = bar, nim_values_within(bar)
        return self._values[_padded(bar, self._valued)]


def search_seconds(bar: Position) -> float:
    """About how long it takes to look at all positions inside a bar: an upper bound, from the rectangle around it.

    >>> round(search_seconds(Position((10,) * 8)), 1), search_seconds(Position((10**9, 10**8)))
    (1.5, inf)
    """
    width, height = bar.rows[0], len(bar.rows)
    if min(width, height) > 60 or max(width, height) > limits.BRUTE_FORCE_POSITIONS:
        return float("inf")
    positions = comb(width + height, height)
    return positions / limits.SEARCH_PACE if positions <= limits.BRUTE_FORCE_POSITIONS else float("inf")


def _fits(bar: Position, board: Position) -> bool:
    rows = zip(bar.rows, board.rows, strict=False)
    return len(bar.rows) <= len(board.rows) and all(inner <= outer for inner, outer in rows)


def _padded(bar: Position, board: Position) -> tuple[int, ...]:
    return bar.rows + (0,) * (len(board.rows) - len(bar.rows))
