"""Effort: how much work an answer may take, estimates of that work, and the answer if it is too much.

Effort is counted in seconds of an ordinary machine of 2025, by the work that is done and not by a clock. So the same
question with the same effort has the same answer, however busy the machine is.
"""

from dataclasses import dataclass
from math import ceil, inf
from numbers import Real

from zchomp.core import limits, memory
from zchomp.core.answers import TooCostly, Unknown
from zchomp.core.numbers import data_size, duration
from zchomp.errors import InvalidArgument


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of how many seconds some work takes, how many bytes of memory it needs, and how many it writes.

    >>> print(Estimate(seconds=130, memory=10**9, file=35_000_000))
    this takes about 2 min and 1.0 GB of memory, and writes about 35.0 MB
    """

    seconds: float
    memory: int
    file: int = 0

    def is_large(self) -> bool:
        """Whether to mention it before the work begins."""
        return self.seconds > limits.MENTIONED_SECONDS or self.file > limits.MENTIONED_BYTES

    def __str__(self) -> str:
        written = f", and writes about {data_size(self.file)}" if self.file else ""
        return f"this takes about {duration(self.seconds)} and {data_size(self.memory)} of memory{written}"


def valid_effort(effort: float) -> float:
    """Return an effort, or raise InvalidArgument unless it is a number of seconds, 0 or more."""
    if isinstance(effort, bool) or not isinstance(effort, Real) or not effort >= 0:
        raise InvalidArgument("an effort is a number of seconds, 0 or more", got=effort)
    return effort


def seconds_for(work: int, pace: int) -> float:
    """Roughly how many seconds some work takes, if the pace is the work of one second. Infinity for absurd amounts.

    >>> seconds_for(30, 4), seconds_for(10**4000, 4)
    (7.5, inf)
    """
    return work / pace if work <= 10**15 * pace else inf


def needs_effort(
    what: str, seconds: float, instead: str = "a smaller position", longest: float = limits.LONGEST_EFFORT
) -> Unknown:
    """Return Unknown, because an answer takes more effort than is allowed.

    The reason names the effort to retry with, or, if that exceeds ``longest``, what to try ``instead``.

    >>> needs_effort("the proof", 9.5)
    Unknown(reason='the proof needs about 10 s', effort=10)
    >>> needs_effort("it", 10**6, "fewer rows").reason, needs_effort("the proof", inf).reason
    ('it needs about 12 days; try fewer rows', 'the proof needs years; try a smaller position')
    """
    needs = f"{what} needs {'years' if duration(seconds) == 'years' else f'about {duration(seconds)}'}"
    return Unknown(needs, effort=ceil(seconds)) if seconds <= longest else Unknown(f"{needs}; try {instead}")


def larger_need(refused: Unknown | None, other: Unknown | None) -> Unknown | None:
    """The refusal that needs more effort, or that no effort is enough for, so that one retry is enough for both.

    >>> larger_need(needs_effort("a list", 8), needs_effort("its proof", 9.5))
    Unknown(reason='its proof needs about 10 s', effort=10)
    """
    if refused is None or other is None:
        return other if refused is None else refused
    return other if refused.effort is not None and (other.effort or inf) > refused.effort else refused


def too_much(
    which: str,
    instead: str,
    seconds: float,
    effort: float | None,
    needed: int = 0,
    longest: float = limits.LONGEST_EFFORT,
) -> TooCostly | None:
    """Return TooCostly if an answer takes more seconds than allowed, or more memory than is free, and None otherwise.

    This is for lists, tables and runs. Who wins, or a nim-value, is not known if it takes too long: `needs_effort`.

    ``instead`` says what to try if no effort is enough. Without an effort the answer may take ``longest``, which is
    `limits.RUN_EFFORT` for runs. Listing an answer may always take `limits.EFFORT`: a smaller effort limits only the
    proofs, so that with an effort of 0 whatever is known is still listed.

    >>> too_much("a list of 9 lines", "fewer lines", 3, effort=0) is None
    True
    >>> too_much("a list of 900 lines", "fewer lines", 300, effort=10)
    TooCostly(reason='a list of 900 lines needs about 5 min', effort=300)
    >>> too_much("a run of 9 hours", "a shorter run", 32_400, effort=None, longest=limits.RUN_EFFORT) is None
    True
    """
    if seconds > (longest if effort is None else max(valid_effort(effort), limits.EFFORT)):
        needed_effort = needs_effort(which, seconds, instead, longest)
        return TooCostly(needed_effort.reason, effort=needed_effort.effort)
    return TooCostly(f"{which} {memory.lacking(needed)}; try {instead}") if needed > memory.available() else None
