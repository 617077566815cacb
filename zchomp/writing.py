"""Writing: a file is written in one step, so that nobody ever sees half of it, and a failure leaves the old one."""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

__all__ = ["write_file"]


def write_file(path: str | os.PathLike[str], content: str | bytes | Iterable[bytes]) -> None:
    """Write a file in one step; a link stays, and what it leads to is replaced, with its permissions.

    The content may come in pieces. What is not an ordinary file, a device or a pipe, is written to as it is.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_file(Path(folder) / "one.txt", "one")
    ...     (Path(folder) / "one.txt").read_text(), [path.name for path in Path(folder).iterdir()]
    ('one', ['one.txt'])

    Raises OSError, with the name that was asked for, if it cannot be written.
    """
    data = [content.encode()] if isinstance(content, str) else [content] if isinstance(content, bytes) else content
    try:
        target = Path(path).resolve()
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                file.writelines(data)
        else:
            _replace(target, data)
    except RuntimeError:  # Python 3.11 and 3.12 say this of links that lead in a circle
        raise OSError(0, "the link leads in a circle", os.fspath(path)) from None
    except OSError as problem:
        if problem.errno is None:
            raise
        raise type(problem)(problem.errno, problem.strerror, os.fspath(path)) from None


def _replace(target: Path, data: Iterable[bytes]) -> None:
    """Put a new file in place of the target."""
    beside = target.with_name(f".zchomp-{token_hex(8)}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(beside, flags, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(data)
            file.flush()
            os.fsync(descriptor)
        with suppress(FileNotFoundError):
            beside.chmod(stat.S_IMODE(target.stat().st_mode))
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
