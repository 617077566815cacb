"""Writing: a file is written in one step, so that nobody ever sees half of it, and a failure keeps the old one."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

__all__ = ["open_file", "write_file"]


def write_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file in one step.

    A link is kept, and the file that it points to is replaced. The permissions are also kept. A device or a pipe is
    written to directly.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_file(Path(folder) / "one.txt", "one")
    ...     (Path(folder) / "one.txt").read_text(), [path.name for path in Path(folder).iterdir()]
    ('one', ['one.txt'])

    Raises OSError with the given name if it cannot be written.
    """
    with open_file(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def open_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file that is written piece by piece, and put it in place at the end unless something fails.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with open_file(Path(folder) / "one.txt") as file:
    ...         written = [file.write(piece) for piece in (b"one, ", b"two")]
    ...     (Path(folder) / "one.txt").read_text()
    'one, two'
    """
    names: list[str] = []
    try:
        target = _resolved(path)
        is_device = target.exists() and not target.is_file()
        beside = target if is_device else target.with_name(f".zchomp-{token_hex(8)}")
        names += map(str, (target, beside))
        with target.open("wb") if is_device else _replacing(target, beside) as file:
            yield file
    except OSError as problem:
        # a file that is read meanwhile has its own problems
        is_other_file = problem.filename is not None and str(problem.filename) not in names
        if problem.errno is None or is_other_file:
            raise
        raise type(problem)(problem.errno, problem.strerror, os.fspath(path)) from None


def _resolved(path: str | os.PathLike[str]) -> Path:
    """The path of a file after following links."""
    try:
        return Path(path).resolve()
    except RuntimeError:  # Python 3.11 and 3.12 raise this for links that lead in a circle
        raise OSError(0, "the link leads in a circle", os.fspath(path)) from None


@contextmanager
def _replacing(target: Path, beside: Path) -> Iterator[BinaryIO]:
    """A new file that will replace the target."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(beside, flags, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(descriptor)
        with suppress(FileNotFoundError):
            beside.chmod(stat.S_IMODE(target.stat().st_mode))
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
