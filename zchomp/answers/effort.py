"""Effort: an estimate of how long the proof of a slice takes, and what to do if that is too long.

Effort is counted in seconds of an ordinary machine of 2025, by the work that is done and not by a clock. So the same
question with the same effort has the same answer, however busy the machine is.
"""

from math import ceil, inf

from zchomp import limits, memory, verifier
from zchomp.amounts import data_size, duration
from zchomp.certificate.estimate import certificate_size
from zchomp.engines import compiler
from zchomp.engines.slices.three_rows_memory import memory_needed
from zchomp.errors import InvalidArgument, quote
from zchomp.position import count_within
from zchomp.results import Claim, Unknown
from zchomp.slices import Slice

__all__ = [
    "advice",
    "compiled_seconds",
    "compiler_problem",
    "is_row",
    "needs",
    "partitions_inside",
    "plain_seconds",
    "proof_seconds",
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
        width = slice_.width
        heads = 8 * width**2  # the bytes of all heads: they are a fifth of a square of integers
        if width > limits.COUNTED_TAILS or (width > limits.PLAIN_PACE and heads > memory.available()):
            return inf
        return (width / limits.PLAIN_PACE) ** 2
    slices = partitions_inside(slice_.tail) * (slice_.nim + 1)
    if slices > limits.COUNTED_TAILS:  # where there are more, heads are long
        return inf
    return max(slices / limits.SLICES_PACE, slices * len(slice_.tail) / limits.ROWS_PACE)


def compiled_seconds(slice_: Slice) -> float:
    """About how long the compiled recurrence takes for the same, if numba is installed.

    >>> compiled_seconds(Slice((7000,))), compiled_seconds(Slice((9,), nim=399)), compiled_seconds(Slice((10**9,)))
    (3.0, 3.0, inf)
    """
    if is_row(slice_):
        seconds = (slice_.width / limits.COMPILED_PACE) ** 2 if slice_.width <= limits.COUNTED_TAILS else inf
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


def needs(seconds: float, instead: str = "a smaller position") -> str:
    """What an answer needs that takes more effort than it may, and how to get it. There is no other wording for that.

    >>> needs(10), needs(10**6, "fewer rows"), needs(inf)[:10]
    ('needs about 10 s; retry with --effort 10', 'needs about 12 days; too costly; try fewer rows', 'too costly')
    """
    costly = f"too costly; try {instead}"
    if seconds == inf:
        return costly
    retry = f"retry with --effort {ceil(seconds)}" if seconds <= limits.LONGEST_EFFORT else costly
    return f"needs about {duration(seconds)}; {retry}"


def too_much(which: str, instead: str, seconds: float, effort: float, needed: int = 0) -> Unknown | None:
    """Why an answer takes more work, besides proofs, than it may, or more memory than is free; None if it does not.

    ``instead`` says what to try if no effort is enough. An effort below `limits.EFFORT` is about proofs alone: with an
    effort of 0 whatever is known is still listed.

    >>> too_much("a list of 9 lines", "fewer lines", 3, effort=0) is None
    True
    >>> too_much("a list of 900 lines", "fewer lines", 300, effort=10).reason
    'a list of 900 lines needs about 5 min; retry with --effort 300'
    """
    if seconds > max(effort, limits.EFFORT):
        return Unknown(f"{which} {needs(seconds, instead)}")
    if needed > memory.available():
        return Unknown(f"{which} needs about {data_size(needed)} of memory, which is not free; try {instead}")
    return None


def advice(slice_: Slice, seconds: float) -> str:
    """What would settle a slice, and about how long that would take.

    >>> advice(Slice((5,)), 100)
    'needs about 2 min; retry with --effort 100'
    """
    claim = Claim(rows=len(slice_.tail) + 2, nim=slice_.nim, upto=slice_.width)
    if seconds <= limits.LONGEST_EFFORT:
        return needs(seconds)
    if not claim.is_within(limits.PROVE_SLICES) or claim.rows > verifier.MAX_ROWS or claim.upto > verifier.MAX_UPTO:
        return "it depends on more slices than zchomp prove can prove"
    if claim.rows == 3 and certificate_size(claim, "full") > limits.CERTIFICATE_BYTES:
        return "too costly; try a smaller third row"
    rows = f" --rows {claim.rows}" * (claim.rows > 3)
    nim = f" --nim {claim.nim}" * (claim.nim > 0)
    command = f"zchomp prove{rows}{nim} --upto {claim.upto}"
    if claim.rows > 3 and seconds == inf:
        return f"it depends on more than {limits.COUNTED_TAILS} smaller slices; {command} may take days"
    return f"it depends on too many smaller slices for one question; {command} proves them"
