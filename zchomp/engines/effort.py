"""Effort: an estimate of how long the proof of a slice takes, and the answer if that is too long.

Effort is counted in seconds of an ordinary machine of 2025, by the work that is done and not by a clock. So the same
question with the same effort has the same answer, however busy the machine is.
"""

from math import ceil, inf

from zchomp import limits, memory
from zchomp.amounts import data_size, duration
from zchomp.engines import compiler
from zchomp.engines.slices.three_rows_memory import memory_needed
from zchomp.errors import InvalidArgument, quote
from zchomp.position import count_within
from zchomp.results import Unknown
from zchomp.slices import Slice

__all__ = [
    "compiled_seconds",
    "compiler_problem",
    "install_advice",
    "is_row",
    "needing",
    "partitions_inside",
    "plain_seconds",
    "proof_seconds",
    "run_too_long",
    "seconds_of",
    "takes",
    "too_much",
]


def is_row(slice_: Slice) -> bool:
    """Whether a slice is a row of the chart: of losers with three rows.

    >>> is_row(Slice((5,))), is_row(Slice(())), is_row(Slice((5, 1))), is_row(Slice((5,), nim=1))
    (True, True, False, False)
    """
    return len(slice_.tail) <= 1 and slice_.nim == 0


def seconds_of(effort: float) -> float:
    """An effort as it was given.

    Raises InvalidArgument unless it is a number of seconds, 0 or more.
    """
    if isinstance(effort, bool) or not isinstance(effort, int | float) or not effort >= 0:
        raise InvalidArgument(f"an effort is a number of seconds, 0 or more, got {quote(effort)}")
    return effort


def plain_seconds(slice_: Slice) -> float:
    """About how long the recurrence takes for a slice and all slices that it depends on, in plain Python.

    >>> plain_seconds(Slice((1800,))), round(plain_seconds(Slice((5, 5, 5))), 2), plain_seconds(Slice((10**9,)))
    (1.0, 0.11, inf)
    """
    if is_row(slice_):
        heads = 8 * slice_.width**2  # the bytes of all heads: they are a fifth of a square of integers
        if slice_.width > limits.PLAIN_PACE and heads > memory.available():
            return inf
        return takes(slice_.width**2, limits.PLAIN_PACE**2)
    slices = partitions_inside(slice_.tail) * (slice_.nim + 1)
    if slices > limits.COUNTED_TAILS:  # where there are more, heads are long
        return inf
    return max(slices / limits.SLICES_PACE, slices * len(slice_.tail) / limits.ROWS_PACE)


def compiled_seconds(slice_: Slice) -> float:
    """About how long the compiled recurrence takes for the same, if numba is installed.

    >>> compiled_seconds(Slice((7000,))), compiled_seconds(Slice((9,), nim=399)), compiled_seconds(Slice((10**20,)))
    (3.0, 3.0, inf)
    """
    if is_row(slice_):
        seconds = takes(slice_.width**2, limits.COMPILED_PACE**2)
    else:
        slices = partitions_inside(slice_.tail) * (slice_.nim + 1)
        rows = slices * len(slice_.tail)
        is_counted = slices <= limits.COUNTED_TAILS
        seconds = max(slices / limits.GENERAL_PACE, rows / limits.GENERAL_ROWS) if is_counted else inf
    return limits.COMPILED_START + seconds


def proof_seconds(slice_: Slice) -> float:
    """About how long the faster recurrence that is installed takes for a slice and all slices that it depends on."""
    plain = plain_seconds(slice_)
    return min(plain, compiled_seconds(slice_)) if compiler.is_installed() else plain


def compiler_problem(slice_: Slice | None = None) -> str | None:
    """Why nothing can be compiled, or why a compiled proof of a row has too little memory; None if all is well."""
    problem = compiler.problem()
    if problem is not None:
        return str(problem)
    if slice_ is None or not is_row(slice_):
        return None
    kept = slice_.width**2  # all heads are a fifth of a square of numbers of 4 bytes
    if memory_needed(slice_.width) + kept > memory.available():
        return "there is not enough memory"
    return None


def install_advice() -> str:
    """What to add to a reason if the compiled engines, which are faster, are not installed; nothing otherwise."""
    return "" if compiler.is_installed() else " (the extra 'fast' needs less: pip install 'zchomp[fast]')"


def partitions_inside(rows: tuple[int, ...]) -> float:
    """How many positions, or tails, lie inside one, the empty one too; infinity if they are too many to count quickly.

    >>> partitions_inside((2, 1)), partitions_inside(()), partitions_inside((3, 3, 3))
    (5, 1, 20)
    """
    return count_within(rows) if sum(rows[:1]) * len(rows) <= limits.COUNTED_TAILS else inf


def takes(work: int, pace: int) -> float:
    """About how many seconds some work takes, at a pace, which is the work of one second; infinity for absurd amounts.

    >>> takes(30, 4), takes(10**4000, 4)
    (7.5, inf)
    """
    return work / pace if work <= 10**15 * pace else inf


def needing(
    what: str, seconds: float, instead: str = "a smaller position", longest: float = limits.LONGEST_EFFORT
) -> Unknown:
    """Not known, because it takes more effort than it may; ``instead`` says what to try if that is above the longest.

    >>> needing("the proof", 9.5)
    Unknown(reason='the proof needs about 10 s', effort=10)
    >>> needing("it", 10**6, "fewer rows").reason, needing("the proof:", inf).reason
    ('it needs about 12 days, which is too costly; try fewer rows', 'the proof: too costly; try a smaller position')
    """
    if seconds <= longest:
        return Unknown(f"{what} needs about {duration(seconds)}", effort=ceil(seconds))
    takes_long = "" if duration(seconds) == "years" else f"needs about {duration(seconds)}, which is "
    return Unknown(f"{what} {takes_long}too costly; try {instead}")


def too_much(which: str, instead: str, seconds: float, effort: float, needed: int = 0) -> Unknown | None:
    """Why an answer takes more work, besides proofs, than it may, or more memory than is free; None if it does not.

    ``instead`` says what to try if no effort is enough. An effort below `limits.EFFORT` is about proofs alone: with an
    effort of 0 whatever is known is still listed.

    >>> too_much("a list of 9 lines", "fewer lines", 3, effort=0) is None
    True
    >>> too_much("a list of 900 lines", "fewer lines", 300, effort=10)
    Unknown(reason='a list of 900 lines needs about 5 min', effort=300)
    """
    if seconds > max(effort, limits.EFFORT):
        return needing(which, seconds, instead)
    if needed > memory.available():
        return _without_memory(which, instead, needed)
    return None


def run_too_long(which: str, instead: str, seconds: float, effort: float | None, needed: int = 0) -> Unknown | None:
    """The same for a run, which without an effort takes as long as it needs, at most `limits.RUN_EFFORT`.

    >>> run_too_long("a run of 9 hours", "a shorter run", 32_400, effort=None) is None
    True
    >>> run_too_long("a run of 9 hours", "a shorter run", 32_400, effort=60)
    Unknown(reason='a run of 9 hours needs about 9 h 0 min', effort=32400)
    """
    if seconds > (limits.RUN_EFFORT if effort is None else max(seconds_of(effort), limits.EFFORT)):
        return needing(which, seconds, instead, limits.RUN_EFFORT)
    return _without_memory(which, instead, needed) if needed > memory.available() else None


def _without_memory(which: str, instead: str, needed: int) -> Unknown:
    free = data_size(memory.available())
    return Unknown(f"{which} needs about {data_size(needed)} of memory, and {free} are free; try {instead}")
