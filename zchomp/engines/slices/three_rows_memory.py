"""How much memory the compiled recurrence for three rows takes, computed without numpy.

The notions are those of `three_rows_kernel`: a board has columns q, blocks of 64 columns, and values of p - q.
"""

from bisect import bisect_left
from collections.abc import Callable

from zchomp import memory
from zchomp.amounts import data_size
from zchomp.errors import TooLarge, quote

__all__ = ["MAX_VALUE", "NEVER", "board_size", "memory_needed", "memory_problem", "require_memory"]

NEVER = 2**31 - 1
"""A column that is never reached."""

MAX_VALUE = NEVER - 1
"""The largest column or value: they are stored as numbers of 32 bits."""


def board_size(upto: int) -> tuple[int, int, int]:
    """Columns, blocks, and values of p - q: the first and the last are multiples of 64.

    For row r, columns go from r to about 1.414 r, and p - q to about 0.707 r. There is a margin.
    """
    columns, blocks, values = 3 * upto // 2 // 64 + 2, 3 * upto // 7 // 64 + 4, 5 * upto // 7 // 64 + 2
    if 64 * (columns + values) > MAX_VALUE:
        handled = f"it handles numbers up to {MAX_VALUE}"
        raise TooLarge(f"third rows up to {quote(upto)} are too large for the compiled recurrence; {handled}")
    return 64 * columns, blocks, 64 * values


def memory_needed(upto: int) -> int:
    """Roughly how many bytes of memory a process takes that proves the rows up to ``upto``.

    >>> memory_needed(100_000) // 2**20, "MB"
    (630, 'MB')
    """
    columns, blocks, values = board_size(upto)
    return 2**28 + 8 * blocks * (values + 64) + 32 * (columns + values)


def memory_problem(upto: int, needed: Callable[[int], int] = memory_needed) -> str | None:
    """Why there is not enough memory for third rows up to ``upto``, and which rows fit. None if there is enough."""
    free = memory.available()
    if needed(upto) <= free:
        return None
    fits = bisect_left(range(upto), True, key=lambda smaller: needed(smaller) > free) - 1
    about = f"third rows up to {upto} need about {data_size(needed(upto))} of memory, and {data_size(free)} is free"
    return f"{about}; the largest third row that fits is {max(0, fits)}"


def require_memory(upto: int) -> None:
    """Raise TooLarge if there is not enough memory for the compiled recurrence to third rows up to ``upto``."""
    problem = memory_problem(upto)
    if problem is not None:
        raise TooLarge(problem)
