"""Memory: how much of it this process can use, and a refusal before work that needs more."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from zchomp.core.numbers import data_size
from zchomp.errors import TooLarge

try:
    import resource
except ImportError:  # a system without these limits
    resource = None  # type: ignore[assignment]


def require(needed: int, what: str, instead: str = "") -> None:
    """Raise TooLarge if fewer bytes of memory are available than needed, with what to do ``instead``.

    >>> require(2**20, "a small table")
    """
    if needed > available():
        raise TooLarge(f"{what} {lacking(needed)}{instead and f'; {instead}'}")


def lacking(needed: int) -> str:
    """The end of a sentence about work that needs more memory, in bytes, than is available."""
    return f"needs about {data_size(needed)} of memory, and {data_size(available())} is free"


def available(root: Path = Path("/")) -> int:
    """How many bytes of memory this process can use: the smallest of the limits of system, container and process.

    ``root`` is where the system's files are. If the system says nothing, the limit is larger than any memory.
    """
    allowed = [2**62, *_system_memory(root), *_container_memory(root)]
    if resource is not None:
        allowed += [limit for limit in resource.getrlimit(resource.RLIMIT_AS) if limit != resource.RLIM_INFINITY]
    return min(allowed)


def _system_memory(root: Path) -> Iterator[int]:
    """The memory that Linux reports as available."""
    try:
        text = (root / "proc/meminfo").read_text()
        yield 1024 * int(text.split("MemAvailable:")[1].split()[0])
    except (OSError, IndexError, ValueError):
        return


def _container_memory(root: Path) -> Iterator[int]:
    """The memory left by the control groups of this process, for both versions of control groups."""
    try:
        groups = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return
    for line in groups:
        controllers, path = (*line.split(":", 2), "?", "?", "?")[1:3]
        if not controllers:
            folder, limit, used = root / "sys/fs/cgroup", "memory.max", "memory.current"
        elif "memory" in controllers.split(","):
            folder, limit, used = root / "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"
        else:
            continue
        group = folder / path.lstrip("/")
        for place in (group, *group.parents):  # a group is also subject to the limits of the groups that contain it
            with suppress(OSError, ValueError):  # the file is missing, or says "max": there is no limit
                yield max(0, int((place / limit).read_text()) - int((place / used).read_text()))
            if place == folder:
                break
