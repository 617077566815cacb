"""The workplace: a folder of its own for the files of a run, beside the certificate that it writes.

    FILE.work/
        lock              locked by the run that uses the folder; its first line says that the folder is ours
        draft.jsonl       the certificate on its way
        finished.jsonl    the same in compact mode, if it was proved in full mode
        checkpoint.npz    the state of the compiled engine, and checkpoint.tmp while it is written
        checkpoint.bars   the same of the compiled planes, which solve bars

Nothing that is not ours is touched: a folder without our lock, a link, a file with two names or a pipe at one of these
names is refused. The lock is that of a file that is still in the folder: two runs never work on the same target, and
nobody but the run that holds the lock puts a file in its place.
"""

import errno
import os
import stat
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Self

from zchomp.errors import CertificateError, quote

try:
    import fcntl
except ImportError:  # no such locks on this system: two runs at once on one file are then not noticed
    fcntl = None  # type: ignore[assignment]

__all__ = ["Workplace"]

MARK = b"zchomp work files 1\n"
"""The first line of a lock: the folder is ours."""

FILES = ("draft.jsonl", "finished.jsonl", "checkpoint.npz", "checkpoint.bars", "checkpoint.tmp")
"""All files of a run, besides the lock."""

LONGEST_NAME = 240
"""Longer names, in bytes, are replaced by a digest: file systems have names of at most 255 bytes."""

TRIES = 100
"""How often a lock is tried that vanishes at the very moment."""


class Workplace:
    """The work folder of a target, as a context: made or found again, and locked.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     target = Path(folder) / "five.jsonl"
    ...     with Workplace(target) as work:
    ...         with work.open("draft.jsonl") as file:
    ...             _ = file.write(b"{}")
    ...         work.publish("draft.jsonl")
    ...     target.read_bytes(), [path.name for path in Path(folder).iterdir()]
    (b'{}', ['five.jsonl'])
    """

    def __init__(self, target: Path) -> None:
        try:
            self.target = target.resolve()  # a link stays, and what it leads to is replaced
            in_a_circle = self.target.is_symlink()
        except (OSError, RuntimeError):  # Python 3.11 and 3.12 find circles by themselves
            in_a_circle = True
        if in_a_circle:
            raise CertificateError(f"{quote(str(target), 200)} is a link that leads nowhere")
        if self.target.exists() and not self.target.is_file():
            what = "a directory" if self.target.is_dir() else "not an ordinary file"
            raise CertificateError(f"{quote(str(target), 200)} is {what}; expected the name of a file to write")
        name = self.target.name
        if len(os.fsencode(name)) > LONGEST_NAME:
            name = f"zchomp-{sha256(os.fsencode(name)).hexdigest()[:32]}"
        self.folder = self.target.with_name(f"{name}.work")
        self._lock: BinaryIO

    def __enter__(self) -> Self:
        for _ in range(TRIES):
            if self._enter():
                return self
        raise CertificateError(f"other runs come and go in {quote(str(self.folder), 200)}; wait for them to end")

    def __exit__(self, *_: object) -> None:
        self._lock.close()

    def path(self, name: str) -> Path:
        """Where a file of this folder is."""
        return self.folder / name

    def open(self, name: str, empty: bool = False) -> BinaryIO:
        """Open a file of this folder for reading and writing, at its beginning; an ordinary file of ours, or none."""
        flags = os.O_RDWR | os.O_CREAT | (os.O_TRUNC if empty else 0)
        return open_ours(self.path(name), flags)

    def remove(self, *names: str) -> None:
        """Remove files of this folder, if they are there."""
        for name in names:
            self.path(name).unlink(missing_ok=True)

    def publish(self, name: str) -> None:
        """Put a file in place of the target, in one step, with the target's permissions, and leave the folder."""
        with suppress(FileNotFoundError):
            self.path(name).chmod(stat.S_IMODE(self.target.stat().st_mode))
        self.path(name).replace(self.target)
        self.leave()

    def leave(self) -> None:
        """Remove what this run has written, and the folder if nothing else is in it: nothing is to be resumed."""
        self.remove(*FILES)
        try:
            if {path.name for path in self.folder.iterdir()} == {"lock"}:
                self.remove("lock")
                self.folder.rmdir()
        except FileNotFoundError:  # left already
            pass
        except OSError as problem:  # as soon as the lock is gone, another run may move in
            if problem.errno not in {errno.ENOTEMPTY, errno.EEXIST}:
                raise

    def _enter(self) -> bool:
        """Make or find the folder and lock it; False if it went away in between."""
        try:
            self.folder.mkdir(mode=0o700)
        except FileExistsError:
            self._refuse_a_foreign_folder()
        try:
            lock = open_ours(self.path("lock"), os.O_RDWR | os.O_CREAT)
        except FileNotFoundError:  # another run has just left, and removed the folder
            return False
        try:
            if not self._is_locked(lock):
                lock.close()
                return False
            if lock.read(len(MARK)) not in {b"", MARK}:
                raise self._not_ours()
            lock.seek(0)
            lock.write(MARK)
            lock.flush()
        except BaseException:
            lock.close()
            raise
        self._lock = lock
        return True

    def _is_locked(self, lock: BinaryIO) -> bool:
        """Lock a file; False if it is not the one of the folder any more."""
        if fcntl is not None:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as problem:
                if problem.errno not in {errno.EACCES, errno.EAGAIN}:
                    raise
                raise CertificateError(
                    f"another run is writing {quote(str(self.target), 200)}; wait for it to end"
                ) from None
        try:
            there = self.path("lock").lstat()
        except FileNotFoundError:
            return False
        return os.path.samestat(there, os.fstat(lock.fileno()))

    def _refuse_a_foreign_folder(self) -> None:
        """Refuse a folder that is not ours: not a folder at all, or one with other files and without our lock."""
        try:
            is_folder = stat.S_ISDIR(self.folder.lstat().st_mode)
            inside = {path.name for path in self.folder.iterdir()} if is_folder else set()
        except FileNotFoundError:
            return
        if not is_folder or (inside and "lock" not in inside):
            raise self._not_ours()

    def _not_ours(self) -> CertificateError:
        return CertificateError(f"{quote(str(self.folder), 200)} is needed for work files, and is not ours")


def open_ours(path: Path, flags: int) -> BinaryIO:
    """Open an ordinary file that has no other name; a link, a pipe or a device is refused, and nothing hangs."""
    careful = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(path, flags & ~os.O_TRUNC | careful, 0o666)
    except OSError as problem:
        if problem.errno in {errno.ELOOP, errno.ENXIO, errno.EISDIR}:
            raise CertificateError(f"{quote(str(path), 200)} is not an ordinary file of ours") from None
        raise
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
        os.close(descriptor)
        raise CertificateError(f"{quote(str(path), 200)} is not an ordinary file of ours")
    file = os.fdopen(descriptor, "r+b")
    if flags & os.O_TRUNC:
        file.truncate(0)
    return file
