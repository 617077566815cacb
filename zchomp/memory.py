"""Memory: how much there is, and what fits into it."""

from bisect import bisect_left
from collections.abc import Callable
from pathlib import Path

from zchomp.errors import TooLarge

try:
    import resource
except ImportError:  # a system without such limits
    resource = None  # type: ignore[assignment]

__all__ = ["check_memory", "memory_available"]


def check_memory(upto: int, needed: Callable[[int], int]) -> None:
    """Raise TooLarge if there is not memory enough for third rows up to a number, and say what fits."""
    available = memory_available()
    if needed(upto) > available:
        fits = bisect_left(range(upto), True, key=lambda smaller: needed(smaller) > available) - 1
        raise TooLarge(
            f"third rows to {upto} need about {needed(upto) / 2**30:.1f} GB of memory, and "
            f"{available / 2**30:.1f} GB are free; expected --upto {max(0, fits)} or less"
        )


def memory_available() -> int:
    """How many bytes of memory this process can have, as far as the system tells; more than any otherwise."""
    limits = [2**62]
    try:
        text = Path("/proc/meminfo").read_text()
        limits.append(1024 * int(text.split("MemAvailable:")[1].split()[0]))
    except (OSError, IndexError, ValueError):
        pass
    if resource is not None:
        limits += [limit for limit in resource.getrlimit(resource.RLIMIT_AS) if limit != resource.RLIM_INFINITY]
    return min(limits)
