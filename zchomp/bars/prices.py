"""Prices: how long the compiled engines and searches of bars take, and how much memory.

How much memory the compiled recurrence for three rows takes, computed without numpy.

The notions are those of `three_rows`: a board has columns q, blocks of 64 columns, and values of p - q.

The words of the compiled engine for four rows or more, and how much memory they take.

In plane q only the first rows from q - 1 to the last column matter, and a chain has a bit for each of them. Successive
planes with words of the same kind are a *phase*. Each phase has its own memory, as much as its last plane needs.

The price of a bar: roughly how long the engines take to find its losers, and how much memory they need.

The estimates were measured on one core, with a margin of 1.1 to 3 for slower machines. An engine takes the same time
for each base, and longer if rows are long. Keeping the first row of a base, or comparing a position with the definition
of losers (`SecondPass`), takes less than that time again.
"""

from bisect import bisect_left
from collections.abc import Callable
from math import comb, inf
from typing import NamedTuple

from zchomp.bars.losers import bases_within, is_countable
from zchomp.bars.position import count_within
from zchomp.core import limits, memory
from zchomp.core.effort import Estimate, seconds_for
from zchomp.core.numbers import data_size
from zchomp.errors import TooLarge, quote

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


def slices_memory(upto: int) -> int:
    """Roughly how many bytes of memory a process takes that proves the rows up to ``upto``.

    >>> slices_memory(100_000) // 2**20, "MB"
    (630, 'MB')
    """
    columns, blocks, values = board_size(upto)
    return 2**28 + 8 * blocks * (values + 64) + 32 * (columns + values)


def memory_problem(upto: int, needed: Callable[[int], int] = slices_memory) -> str | None:
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


def bases_memory(rows: int, columns: int, check: bool = False) -> int:
    """Roughly how many bytes of memory a process that solves a bar takes.

    >>> bases_memory(10, 42) // 2**20, bases_memory(10, 42, check=True) // 2**20
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


CHAIN_BYTES = 400
"""The bytes that a chain takes in plain Python: 10 x 13 has 203,490 in its last plane, and takes 80 MB."""

LONG_PLAIN, LONG = 4000, 1000
"""With this many columns a base takes twice as long, because its words are long: in plain Python, and compiled."""


def prices(rows: int, columns: int, *, keep: bool = False, check: bool = False) -> tuple[Estimate, Estimate]:
    """The price of a bar in plain Python, and compiled, whether the compiler is installed or not.

    The seconds are infinite if an engine does not handle the bar. With ``keep`` the first row of every base is kept.
    With ``check`` every position is compared with the definition. Compiled code does neither for three rows.

    >>> plain, fast = prices(10, 12)
    >>> round(plain.seconds, 1), round(fast.seconds, 1), prices(3, 500, check=True)[1].seconds
    (5.9, 2.0, inf)
    >>> print(prices(4, 170)[0])
    this takes about 7 s and 5.9 MB of memory
    """
    if not is_countable(rows, columns):
        return Estimate(inf, 0), Estimate(inf, 0)
    rows = max(2, rows)
    bases, positions = bases_within(rows, columns), count_within((columns,) * rows) if check else 0
    work = bases * rows * (1 + columns // LONG_PLAIN) + positions
    kept = 2 * bases if keep else 0
    chains = CHAIN_BYTES * comb(columns + rows - 2, rows - 2)
    plain = Estimate(seconds_for(work, limits.BARS_PLAIN_PACE), chains + positions // 8 + kept)
    if rows < LEAST_ROWS:
        is_handled = rows == 3 and not keep and not check
        seconds = seconds_for(columns**2, limits.COMPILED_PACE**2) if is_handled else inf
        return plain, Estimate(limits.COMPILED_START + seconds, slices_memory(columns))
    done = bases * (1 + columns // LONG + (keep or check)) + positions
    needed = bases_memory(rows, columns, check) + kept
    return plain, Estimate(limits.COMPILED_START + seconds_for(done, limits.BARS_PACE), needed)
