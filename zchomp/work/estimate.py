"""Estimates before long work: how long it takes, how much memory it needs, and how large the file will be."""

from dataclasses import dataclass

from zchomp import limits
from zchomp.amounts import data_size, duration

__all__ = ["Estimate"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """About how many seconds some work takes, how many bytes of memory it needs, and how many it writes.

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
