"""The memory that a test's program has used. This module is light, so that such a program can import it."""

import resource
from pathlib import Path


def peak_memory() -> int:
    """The peak memory of this process, in bytes. getrusage may report that of its parent."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return 1024 * int(status.read_text().split("VmHWM:")[1].split()[0])
