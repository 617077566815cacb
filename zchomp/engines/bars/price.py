"""The price of a bar: roughly how long the engines take to find its losers, and how much memory they need.

The estimates were measured on one core, with a margin of 1.1 to 3 for slower machines. An engine takes the same time
for each base, and longer if rows are long. Keeping the first row of a base, or comparing a position with the definition
of losers (`second_pass`), takes less than that time again.
"""

from math import inf

from zchomp import limits
from zchomp.effort import Estimate, seconds_for
from zchomp.engines.bars.losers import bases_within, is_countable
from zchomp.engines.bars.many_rows_memory import LEAST_ROWS, memory_needed
from zchomp.engines.slices import three_rows_memory
from zchomp.position import count_within

__all__ = ["prices"]

LONG_PLAIN, LONG = 4000, 1000
"""With this many columns a base takes twice as long, because its words are long: in plain Python, and compiled."""


def prices(rows: int, columns: int, *, keep: bool = False, check: bool = False) -> tuple[Estimate, Estimate]:
    """The price of a bar in plain Python, and compiled, whether the compiler is installed or not.

    The seconds are infinite if an engine does not handle the bar. With ``keep`` the first row of every base is kept.
    With ``check`` every position is compared with the definition. Compiled code does neither for three rows.

    >>> plain, fast = prices(10, 12)
    >>> round(plain.seconds, 1), round(fast.seconds, 1), prices(3, 500, check=True)[1].seconds
    (5.9, 2.0, inf)
    """
    if not is_countable(rows, columns):
        return Estimate(inf, 0), Estimate(inf, 0)
    rows = max(2, rows)
    bases, positions = bases_within(rows, columns), count_within((columns,) * rows) if check else 0
    work = bases * rows * (1 + columns // LONG_PLAIN) + positions
    plain = Estimate(seconds_for(work, limits.BARS_PLAIN_PACE) if work <= limits.BARS_PLAIN else inf, 0)
    if rows < LEAST_ROWS:
        is_handled = rows == 3 and not keep and not check
        seconds = seconds_for(columns**2, limits.COMPILED_PACE**2) if is_handled else inf
        return plain, Estimate(limits.COMPILED_START + seconds, three_rows_memory.memory_needed(columns))
    done = bases * (1 + columns // LONG + (keep or check)) + positions
    needed = memory_needed(rows, columns, check) + (2 * bases if keep else 0)
    return plain, Estimate(limits.COMPILED_START + seconds_for(done, limits.BARS_PACE), needed)
