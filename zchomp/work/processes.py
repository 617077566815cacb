"""Processes: other Python programs that share the work, and how they ended."""

import json
import signal
import sys
from pathlib import Path

__all__ = ["how_it_ended", "python_program"]


def python_program(module: str, *arguments: object) -> list[str]:
    """The command that calls `main` of a module with these arguments, in a process with the same module search path.

    >>> python_program("zchomp.growing.workers", 5)[4]
    'import json, sys; sys.path[:] = json.loads(sys.argv.pop(1)); from zchomp.growing.workers import main; main()'
    """
    places = json.dumps([str(Path(place).resolve()) for place in sys.path])
    program = f"import json, sys; sys.path[:] = json.loads(sys.argv.pop(1)); from {module} import main; main()"
    return [sys.executable, "-I", "-S", "-c", program, places, *map(str, arguments)]


def how_it_ended(code: int) -> str:
    """The end of a process in words, by its return code, which is negative if a signal ended it.

    >>> how_it_ended(1), how_it_ended(-9)
    ('ended with code 1', 'was ended by SIGKILL, which can mean that there was not enough memory')
    """
    if code >= 0:
        return f"ended with code {code}"
    known = {one.value: one.name for one in signal.Signals}
    name = known.get(-code, f"signal {-code}")
    return f"was ended by {name}" + ", which can mean that there was not enough memory" * (name == "SIGKILL")
