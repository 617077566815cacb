"""Long runs: their progress, their folder, their saved state, and how they are resumed.

A run is work that proceeds step by step, reports its progress, and can be interrupted and resumed. Its files are in a
work folder, beside the file that it writes:

    FILE.work/
        lock              locked by the run that uses the folder; its first line says that zchomp made the folder
        draft.jsonl       the certificate before it is complete and verified
        finished.jsonl    the same in compact mode, if it was proved in full mode
        checkpoint        the saved state of a run (`state`), and checkpoint.tmp while it is written
        board             the file that zchomp-check saves or resumes from, on its way to or from the checkpoint

Only zchomp's own files are touched. A folder without such a lock is refused, and so is a link, a file with two names or
a pipe with one of these names. The locked file must still be in the folder. So two runs never work on the same target,
and only the run that holds the lock puts a file in its place. The lock is taken by `flock` directly: a library for
locks would replace only that call.

How far a run has come is kept in one file, its saved state:

    one line of JSON       who wrote it and for which question, values (numbers and texts by name), lengths of arrays
    the arrays             their bytes
    32 bytes               the digest of everything before, with the key of the user (`zchomp.core.files`)

The digest is compared before anything else is read. So a file that is damaged, or that comes from somebody else, is
refused: the run says so and starts again. What is read was written by this user's zchomp, in this version, for this
question, and is loaded as it was saved: whoever has the key of the user is the user. Whether a proof is right is left
to the verifier in any case.
"""

import errno
import json
import os
import signal
import stat
import sys
import threading
from array import array
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from itertools import accumulate
from pathlib import Path
from time import monotonic
from typing import BinaryIO, Generic, Protocol, Self, TypeVar

from zchomp.core.files import keyed_digest, make_key
from zchomp.errors import Interrupted, InvalidArgument, KeyUnavailable, WorkFolderError, quote, require
from zchomp.version import VERSION

Warn = Callable[[str], None]
"""Receives one line about something that went wrong, but does not stop the work."""


class Progress(Protocol):
    """Receives reports of progress: the stage ("proving"), the steps done, the total, and an optional detail."""

    def __call__(self, stage: str, done: int, total: int, detail: str = "", /) -> None:
        """Receive a report."""


def reporting(progress: Progress | None) -> Progress:
    """The function that receives the reports of a public function: the given one, or `silent` for None.

    >>> reporting(None) is silent
    True
    >>> reporting("loud")
    Traceback (most recent call last):
    zchomp.errors.InvalidArgument: progress is a function of stage, done, total and detail, got 'loud'

    Raises InvalidArgument if it is not a function.
    """
    if progress is None:
        return silent
    require(progress, Callable, "progress is a function of stage, done, total and detail")  # type: ignore[arg-type]
    return progress


def silent(*_report: object) -> None:
    """Ignore a report: the progress, or a problem, of work that nobody watches."""


try:
    import fcntl
except ImportError:  # without such locks, two simultaneous runs on one file are not noticed
    fcntl = None  # type: ignore[assignment]


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


FORMAT = "zchomp-state 3"

FOREIGN = "was not made by this user's zchomp for this question, or is damaged"
"""What is wrong with a file that is not read."""

CHUNK = 2**24
"""How many bytes are read and written at a time."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class State:
    """Everything needed to restore an object: values and arrays by name, and the states of its parts."""

    values: Mapping[str, int | str] = field(default_factory=dict)
    arrays: Mapping[str, memoryview] = field(default_factory=dict)
    parts: Mapping[str, "State"] = field(default_factory=dict)

    def walk(self, prefix: str = "") -> "Iterator[tuple[str, State]]":
        """This state and those of its parts, each with the prefix of its names."""
        yield prefix, self
        for name, part in self.parts.items():
            yield from part.walk(f"{prefix}{name}.")


class SavedState:
    """A state that this user's zchomp has saved: its values and its arrays, by name."""

    def __init__(
        self, file: BinaryIO, values: Mapping[str, int | str], arrays: Mapping[str, tuple[int, int]], prefix: str = ""
    ) -> None:
        self._file, self._values, self._arrays, self._prefix = file, values, arrays, prefix

    def part(self, name: str) -> "SavedState":
        """The state of a part."""
        return SavedState(self._file, self._values, self._arrays, f"{self._prefix}{name}.")

    def number(self, name: str) -> int:
        """A whole number."""
        return int(self._values[self._prefix + name])

    def text(self, name: str) -> str:
        """A text."""
        return str(self._values[self._prefix + name])

    def fill(self, name: str, room: memoryview) -> None:
        """Read an array into memory of its size."""
        length = self._find(name)
        if length != room.nbytes or self._file.readinto(_raw(room)) != length:  # type: ignore[attr-defined]  # it has
            raise InvalidArgument(f"has {length} bytes of {name}, expected {room.nbytes}")

    def integers(self, name: str) -> "array[int]":
        """An array, a list of whole numbers."""
        found = array("q")
        found.fromfile(self._file, self._find(name) // found.itemsize)
        return found

    def data(self, name: str) -> bytes:
        """An array, bytes."""
        return self._file.read(self._find(name))

    def copy(self, name: str, file: BinaryIO) -> None:
        """Copy an array, bytes, to a file. It may be larger than memory."""
        file.writelines(self._file.read(size) for size in _sizes(self._find(name)))

    def _find(self, name: str) -> int:
        """Go to the beginning of an array, and return the number of its bytes."""
        start, length = self._arrays[self._prefix + name]
        self._file.seek(start)
        return length


def write_state(file: BinaryIO, kind: str, state: State, key: bytes) -> None:
    """Write a state. ``kind`` names the object that it belongs to, with the question that it answers."""
    arrays = {f"{prefix}{name}": _raw(array) for prefix, part in state.walk() for name, array in part.arrays.items()}
    values = {f"{prefix}{name}": value for prefix, part in state.walk() for name, value in part.values.items()}
    header = [_made_by(kind), values, {name: array.nbytes for name, array in arrays.items()}]
    digest = keyed_digest(key, "state")
    for part in (memoryview(json.dumps(header).encode() + b"\n"), *arrays.values()):
        for start in range(0, part.nbytes, CHUNK):
            chunk = part[start : start + CHUNK]
            file.write(chunk)
            digest.update(chunk)
    file.write(digest.digest())


def read_state(file: BinaryIO, kind: str, restore: Callable[[SavedState], T], key: bytes) -> T:
    """Return the object that ``restore`` makes from the state in a file.

    Raises InvalidArgument unless the file is a complete state of this kind, written with this key.
    """
    digest = keyed_digest(key, "state")
    size = file.seek(0, os.SEEK_END) - digest.digest_size
    file.seek(0)
    for piece in _sizes(size):
        digest.update(file.read(piece))
    if not compare_digest(file.read(), digest.digest()):
        raise InvalidArgument(FOREIGN)
    file.seek(0)
    made_by, values, lengths = json.loads(file.readline())
    if made_by != _made_by(kind):
        raise InvalidArgument(FOREIGN)
    starts = accumulate(lengths.values(), initial=file.tell())
    arrays = {name: (start, lengths[name]) for name, start in zip(lengths, starts, strict=False)}
    return restore(SavedState(file, values, arrays))


def _made_by(kind: str) -> list[str]:
    """What the first line says of the program that wrote the state, and of the question that it belongs to."""
    return [FORMAT, VERSION, sys.byteorder, kind]


def _raw(values: memoryview) -> memoryview:
    """The bytes of an array."""
    return values.cast("B") if values.nbytes else memoryview(bytearray())


def _sizes(length: int) -> Iterator[int]:
    """The sizes of the pieces in which so many bytes are read."""
    return (min(CHUNK, length - start) for start in range(0, length, CHUNK))


STEP = 2**25
"""The budget of one step, in bases of a bar: about a second."""

TERM = 8
"""A term of a slice of three rows takes about as long as this many bases."""

PAUSE, SHARE = 10.0, 20
"""A checkpoint is saved after PAUSE seconds, or SHARE times as long as saving the last one took, if that is longer."""


class Stepwise(Protocol):
    """Work that is done step by step."""

    @property
    def total(self) -> int:
        """How much there is to do."""
        ...

    @property
    def done(self) -> int:
        """How much of it is done."""
        ...

    def advance(self, budget: int) -> object:
        """Do at least one step, and continue for about as long as a bar of ``budget`` bases takes."""
        ...


class Resumable(Stepwise, Protocol):
    """Work whose state can be saved."""

    def state(self) -> State:
        """Everything that is needed to continue from here."""
        ...


Work = TypeVar("Work", bound=Resumable)


class Checkpoint(Generic[Work]):
    """Saves the state of work in its folder from time to time, and restores it.

    The state is saved when the run is stopped, and otherwise so rarely that this takes at most a twentieth of the time.
    A file that is not a state of this kind, made with the key of the user, is ignored, and ``warn`` is called. So is a
    state for which ``restore`` raises InvalidArgument. If the state cannot be written, the run goes on without it.
    """

    def __init__(
        self,
        folder: WorkFolder,
        kind: str,
        restore: Callable[[SavedState], Work],
        new: Callable[[], Work],
        warn: Warn = silent,
    ) -> None:
        self._folder, self._kind = folder, kind
        self._due = monotonic() + PAUSE
        self._key: bytes | None = None
        found: Work | None = None
        try:
            self._key = make_key()
            with folder.open(CHECKPOINT) as file:
                found = _restored(file, kind, restore, self._key)
        except KeyUnavailable as problem:
            warn(f"the run cannot be resumed if it is interrupted: {problem}")
        except InvalidArgument as problem:
            warn(f"{quote(str(folder.path(CHECKPOINT)), 200)} {problem}; starting afresh")
        except OSError:  # the folder cannot be used: the run does without it
            pass
        self.work: Work = found or new()

    def save(self, now: bool = False) -> bool:
        """Save the state if it is time. Returns whether it was saved."""
        start, folder = monotonic(), self._folder
        if self._key is None or not (now or start >= self._due):
            return False
        try:
            with folder.open(UNFINISHED, empty=True) as file:
                write_state(file, self._kind, self.work.state(), self._key)
                file.flush()
                os.fsync(file.fileno())
            folder.path(UNFINISHED).replace(folder.path(CHECKPOINT))
        except OSError:
            folder.remove(UNFINISHED)
            return False
        finally:
            self._due = monotonic() + max(PAUSE, SHARE * (monotonic() - start))
        return True


def run(work: Stepwise, progress: Progress, stage: str, checkpoint: Checkpoint[Work] | None = None) -> None:
    """Run work to its end. With a checkpoint, its state is saved from time to time.

    Raises Interrupted after Ctrl-C, if there is a checkpoint, as soon as the state is saved.
    """
    total = work.total
    with deferred_interrupts() if checkpoint else nullcontext(lambda: False) as interrupted:
        progress(stage, work.done, total)
        while work.done < total:
            work.advance(STEP)
            progress(stage, work.done, total)
            if checkpoint and work.done < total:
                is_kept = checkpoint.save(now=interrupted())
                if interrupted():
                    raise Interrupted(is_kept)


def run_in_folder(
    target: Path,
    kind: str,
    restore: Callable[[SavedState], Work],
    new: Callable[[], Work],
    progress: Progress,
    stage: str,
    warn: Warn = silent,
) -> Work:
    """Run work to its end and return it. It is resumed from the work folder of a target, which is then removed.

    If there can be no such folder, the work is done without one. ``warn`` is called if a saved state is rejected.

    Raises WorkFolderError if the folder belongs to another run or to something else.
    """
    folder: WorkFolder | None = None
    with ExitStack() as stack:
        with suppress(OSError):
            folder = stack.enter_context(WorkFolder(target))
        if folder is None:
            work = new()
            run(work, progress, stage)
            return work
        checkpoint = Checkpoint(folder, kind, restore, new, warn)
        run(checkpoint.work, progress, stage, checkpoint)
        folder.leave()
        return checkpoint.work


@contextmanager
def deferred_interrupts() -> Iterator[Callable[[], bool]]:
    """Hold the first Ctrl-C back. The context is a function that says whether it was pressed.

    Outside the main thread, this does nothing.
    """
    noticed = False

    def notice(_signal: int, _frame: object) -> None:
        nonlocal noticed
        if noticed:
            raise KeyboardInterrupt
        noticed = True

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, notice)
    try:
        yield lambda: noticed
    finally:
        signal.signal(signal.SIGINT, before)


def _restored(file: BinaryIO, kind: str, restore: Callable[[SavedState], Work], key: bytes) -> Work | None:
    """The work whose state is in a file. None if the file is empty, as it is before the first state is saved."""
    is_empty = file.seek(0, os.SEEK_END) == 0
    file.seek(0)
    return None if is_empty else read_state(file, kind, restore, key)
