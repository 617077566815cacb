"""The compiler: whether numba works on this machine, why not, and the decorator that compiles with it.

Compiled code needs the extra `fast`, numba and numpy. A compiled function is plain Python as well: without numba the
decorator gives the function back as it is, and `NUMBA_DISABLE_JIT=1` has the same effect where numba is installed.
Engines that are of no practical use uncompiled call `require` before they start.
"""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, TypeVar, cast

from zchomp.errors import CannotCompile, MissingExtra, quote

__all__ = ["compile_", "is_installed", "problem", "require"]

Function = TypeVar("Function", bound=Callable[..., Any])


def is_installed() -> bool:
    """Whether numba is installed. This takes no time, but numba may still fail to start: see `problem`."""
    return find_spec("numba") is not None


def problem() -> MissingExtra | CannotCompile | None:
    """Why nothing can be compiled on this machine, as an exception to raise or to quote; None if numba works.

    Numba is started to find out, which takes about a second the first time.
    """
    try:
        import numba as _  # noqa: F401
    except ImportError:
        return MissingExtra("the compiled recurrence", "fast")
    except (OSError, RuntimeError) as failure:  # numba is installed, and its compiler does not start on this system
        advice = "the method recurrence proves the same without a compiler"
        return CannotCompile(f"numba does not start: {quote(str(failure), 200)}; {advice}")
    return None


def require() -> None:
    """Raise MissingExtra or CannotCompile if nothing can be compiled on this machine."""
    if (found := problem()) is not None:
        raise found


def compile_(function: Function, calls: Callable[..., Any] | None = None) -> Function:
    """Compile a function when it is first called, and keep the result on disk for later runs.

    A compiled function calls only compiled functions; ``calls`` names a plain one that it calls as well.

    The place is the folder of this package, or the user's cache. If neither can be written, the function is compiled
    again in every run, which takes some seconds. Without numba the function stays as it is.
    """
    try:
        from numba import njit
        from numba.extending import register_jitable
    except ImportError:
        return function
    if calls is not None:
        register_jitable(calls)
    try:
        return cast("Function", njit(cache=True)(function))
    except RuntimeError:  # "no locator available": numba found no place
        return cast("Function", njit(function))
