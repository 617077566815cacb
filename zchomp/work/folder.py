"""The work folder: a folder for the files of a run, beside the file that it writes.

    FILE.work/
        lock              locked by the run that uses the folder; its first line says that zchomp made the folder
        draft.jsonl       the certificate before it is complete and verified
        finished.jsonl    the same in compact mode, if it was proved in full mode
        checkpoint        the saved state of a run (`state`), and checkpoint.tmp while it is written
        board             the file that zchomp-check saves or resumes from, on its way to or from the checkpoint

Only zchomp's own files are touched. A folder without such a lock is refused, and so is a link, a file with two names or
a pipe with one of these names. The locked file must still be in the folder. So two runs never work on the same target,
and only the run that holds the lock puts a file in its place.

The lock is taken by `flock` directly. A library for locks would replace only that call. That the file is an ordinary
one, made by zchomp and still in its folder, must be checked here in any case.
"""

import errno
import os
import stat
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Self

from zchomp.errors import WorkFolderError, quote

try:
    import fcntl
except ImportError:  # without such locks, two simultaneous runs on one file are not noticed
    fcntl = None  # type: ignore[assignment]

__all__ = ["BOARD", "CHECKPOINT", "DRAFT", "FINISHED", "UNFINISHED", "UNFINISHED_BOARD", "WorkFolder"]

MARK = b"zchomp work files 1\n"
"""The first line of a lock: zchomp made the folder."""

DRAFT, FINISHED = "draft.jsonl", "finished.jsonl"
CHECKPOINT, UNFINISHED = "checkpoint", "checkpoint.tmp"
BOARD, UNFINISHED_BOARD = "board", "board.tmp"
FILES = (DRAFT, FINISHED, CHECKPOINT, UNFINISHED, BOARD, UNFINISHED_BOARD)
"""All files of a run, besides the lock."""

LONGEST_NAME = 240
"""Longer names, in bytes, are replaced by a digest: file systems have names of at most 255 bytes."""

TRIES = 100
"""How many times to retry if another run removes the lock at the same moment."""


class WorkFolder:
    """The work folder of a target, as a context: created or found again, and locked.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     target = Path(folder) / "five.jsonl"
    ...     with WorkFolder(target) as work:
    ...         with work.open("draft.jsonl") as file:
    ...             _ = file.write(b"{}")
    ...         work.publish("draft.jsonl")
    ...     target.read_bytes(), [path.name for path in Path(folder).iterdir()]
    (b'{}', ['five.jsonl'])
    """

    def __init__(self, target: Path) -> None:
        try:
            self.target = target.resolve()  # a link is kept, and the file that it points to is replaced
            in_a_circle = self.target.is_symlink()
        except (OSError, RuntimeError):  # Python 3.11 and 3.12 detect circles themselves
            in_a_circle = True
        if in_a_circle:
            raise WorkFolderError(f"{quote(str(target), 200)} is a link that leads nowhere; choose another output file")
        if self.target.exists() and not self.target.is_file():
            what = "a directory" if self.target.is_dir() else "not an ordinary file"
            raise WorkFolderError(f"{quote(str(target), 200)} is {what}; expected the name of a file to write")
        name = self.target.name
        if len(os.fsencode(name)) > LONGEST_NAME:
            name = f"zchomp-{sha256(os.fsencode(name)).hexdigest()[:32]}"
        self.folder = self.target.with_name(f"{name}.work")
        self._lock: BinaryIO

    def __enter__(self) -> Self:
        for _ in range(TRIES):
            if self._enter():
                return self
        raise WorkFolderError(f"other runs keep using {quote(str(self.folder), 200)}; wait for them to end")

    def __exit__(self, *_: object) -> None:
        self._lock.close()

    def path(self, name: str) -> Path:
        """The path of a file of this folder."""
        return self.folder / name

    def open(self, name: str, empty: bool = False) -> BinaryIO:
        """Open an ordinary file of this folder for reading and writing, at its beginning."""
        flags = os.O_RDWR | os.O_CREAT | (os.O_TRUNC if empty else 0)
        return open_ordinary(self.path(name), flags)

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
        """Remove the files of this run, and the folder if nothing else is in it: there is nothing to resume."""
        self.remove(*FILES)
        try:
            if {path.name for path in self.folder.iterdir()} == {"lock"}:
                self.remove("lock")
                self.folder.rmdir()
        except FileNotFoundError:  # it was removed already
            pass
        except OSError as problem:  # as soon as the lock is gone, another run may use the folder
            if problem.errno not in {errno.ENOTEMPTY, errno.EEXIST}:
                raise

    def _enter(self) -> bool:
        """Create or find the folder and lock it. Returns False if another run has just removed it."""
        try:
            self.folder.mkdir(mode=0o700)
        except FileExistsError:
            self._refuse_a_foreign_folder()
        try:
            lock = open_ordinary(self.path("lock"), os.O_RDWR | os.O_CREAT)
        except FileNotFoundError:  # another run has just left, and removed the folder
            return False
        try:
            if not self._is_locked(lock):
                lock.close()
                return False
            if lock.read(len(MARK)) not in {b"", MARK}:
                raise self._foreign()
            lock.seek(0)
            lock.write(MARK)
            lock.flush()
        except BaseException:
            lock.close()
            raise
        self._lock = lock
        return True

    def _is_locked(self, lock: BinaryIO) -> bool:
        """Lock a file. Returns False if it is no longer the one in the folder."""
        if fcntl is not None:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as problem:
                if problem.errno not in {errno.EACCES, errno.EAGAIN}:
                    raise
                raise WorkFolderError(
                    f"another run is writing {quote(str(self.target), 200)}; wait for it to end"
                ) from None
        try:
            there = self.path("lock").lstat()
        except FileNotFoundError:
            return False
        return os.path.samestat(there, os.fstat(lock.fileno()))

    def _refuse_a_foreign_folder(self) -> None:
        """Raise WorkFolderError for a file, a link, or a folder that has other files and no lock."""
        try:
            is_folder = stat.S_ISDIR(self.folder.lstat().st_mode)
            inside = {path.name for path in self.folder.iterdir()} if is_folder else set()
        except FileNotFoundError:
            return
        if not is_folder or (inside and "lock" not in inside):
            raise self._foreign()

    def _foreign(self) -> WorkFolderError:
        where = quote(str(self.folder), 200)
        return WorkFolderError(f"{where} exists but was not made by zchomp; move it or choose another output file")


def open_ordinary(path: Path, flags: int) -> BinaryIO:
    """Open an ordinary file that has no other name. A link, a pipe or a device is refused, without waiting for it."""
    careful = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    refusal = WorkFolderError(f"{quote(str(path), 200)} is not an ordinary file; move it or choose another output file")
    try:
        descriptor = os.open(path, flags & ~os.O_TRUNC | careful, 0o666)
    except OSError as problem:
        if problem.errno in {errno.ELOOP, errno.ENXIO, errno.EISDIR}:
            raise refusal from None
        raise
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
        os.close(descriptor)
        raise refusal
    file = os.fdopen(descriptor, "r+b")
    if flags & os.O_TRUNC:
        file.truncate(0)
    return file
