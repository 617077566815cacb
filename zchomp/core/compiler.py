"""The compiler: whether numba works on this machine, and if not, why; and the decorator that compiles with it.

Compiled code needs the extra `fast`, which is numba and numpy. A compiled function is plain Python as well. Without
numba the decorator returns the function unchanged. Where numba is installed, `NUMBA_DISABLE_JIT=1` has the same effect.
Callers that need the speed call `require` before they start an engine.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from math import inf
from pathlib import Path
from typing import Any, TypeVar, cast

from zchomp.errors import CannotCompile, MissingExtra, quote

Function = TypeVar("Function", bound=Callable[..., Any])

_WATCHERS: list[Callable[[], None]] = []
"""Functions that are called when compiling begins, once per process, and then dropped."""


def when_compiling(watcher: Callable[[], None]) -> None:
    """Call a function as soon as numba has to compile something that is not cached from an earlier run."""
    _WATCHERS[:] = [watcher]


def is_installed() -> bool:
    """Whether numba is installed. This takes no time, but numba may still fail to start: see `problem`."""
    return find_spec("numba") is not None


def install_advice() -> str:
    """The advice to add to a reason if the compiled engines, which are faster, are not installed; otherwise nothing."""
    return "" if is_installed() else " (the extra 'fast' needs less: pip install 'zchomp[fast]')"


def problem() -> MissingExtra | CannotCompile | None:
    """Why nothing can be compiled on this machine, as an exception to raise or to quote. None if numba works.

    Numba is started to find out, which takes about a second the first time.
    """
    try:
        import numba as _  # noqa: F401
    except ImportError:
        return MissingExtra("compiled code", "fast")
    except (OSError, RuntimeError) as failure:  # numba is installed, but its compiler does not start on this system
        advice = "repair it, or remove it: plain Python then does what it can, more slowly"
        return CannotCompile(f"numba does not start: {quote(str(failure), 200)}; {advice}")
    return None


def works() -> bool:
    """Whether something can be compiled on this machine. Numba is started to find out, if it is installed."""
    return is_installed() and problem() is None


def is_quicker(plain: float, fast: float, effort: float = inf) -> bool:
    """Whether compiled code, which takes ``fast`` seconds, is installed and quicker than plain Python.

    If it takes at most the ``effort``, it also has to work, and numba is started to find out. With an effort of 0 numba
    is not started.
    """
    return fast < plain and is_installed() and (fast > effort or problem() is None)


def require() -> None:
    """Raise MissingExtra or CannotCompile if nothing can be compiled on this machine."""
    if (found := problem()) is not None:
        raise found


def compile_(function: Function, *calls: Callable[..., Any]) -> Function:
    """Compile a function when it is first called, and keep the result on disk for later runs.

    A compiled function can call only compiled functions. If it calls plain functions, ``calls`` lists them, and they
    are compiled with it.

    The result is kept in the folder of this package, or in the user's cache. If neither can be written, the function is
    compiled again in every run, which takes a few seconds. Without numba the function is returned unchanged.
    """
    try:
        from numba import njit
        from numba.extending import register_jitable
    except ImportError:
        return function
    _listen()
    for called in calls:
        register_jitable(called)
    try:
        compiled = njit(cache=True)(function)
    except RuntimeError:  # "no locator available": numba found no place for its cache
        return cast("Function", njit(function))
    if compiled is not function and (folder := compiled.stats.cache_path):  # numba may be disabled
        _remove_stale(Path(folder), function)
    return cast("Function", compiled)


def substitute(plain: Callable[..., Any], instead: Callable[..., Any]) -> None:
    """Let compiled functions call a function ``instead`` of a plain one that cannot be compiled.

    Both take the same arguments, by the same names. Without numba nothing happens.
    """
    try:
        from numba.extending import overload
    except ImportError:
        return
    overload(plain, strict=False)(lambda *_: instead)


@cache
def _listen() -> None:
    """Have the watchers called when numba compiles. It does not compile functions that it finds on disk."""
    from numba.core import event

    class Listener(event.Listener):
        """Calls the watchers at the first event."""

        def on_start(self, _event: object) -> None:
            while _WATCHERS:
                _WATCHERS.pop()()

        def on_end(self, _event: object) -> None:
            """Do nothing."""

    event.register("numba:compile", Listener())  # type: ignore[no-untyped-call]  # numba has no types


def _remove_stale(folder: Path, function: Callable[..., Any]) -> None:
    """Remove the code of a function that was compiled before the last change of this package.

    Numba compares the file of a function only: it would keep using stale code for the functions that it calls, or fail
    if one of their modules or classes no longer exists.
    """
    source = Path(function.__code__.co_filename)
    with suppress(OSError):
        changed = max(source.stat().st_mtime, _last_change())
        for index in folder.glob(f"{source.stem}.{function.__qualname__}-*.nbi"):
            if index.stat().st_mtime < changed:
                index.unlink()


@cache
def _last_change() -> float:
    """When a file of this package was last changed."""
    return max(path.stat().st_mtime for path in Path(__file__).parents[1].rglob("*.py"))
