"""Runs: work that proceeds step by step, reports its progress, and can be interrupted and resumed.

A run keeps its progress in its work folder, as one saved state, which only the key of the user can have made. If
anything is wrong with that file, the run says so and starts again from the beginning.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from time import monotonic
from typing import BinaryIO, Generic, Protocol, TypeVar

from zchomp.errors import Interrupted, KeyUnavailable, quote
from zchomp.progress import Progress, Warn, silent
from zchomp.user_files import make_key
from zchomp.work.folder import CHECKPOINT, UNFINISHED, WorkFolder
from zchomp.work.state import SavedState, State, read_state, write_state

__all__ = ["STEP", "TERM", "Checkpoint", "Resumable", "Stepwise", "deferred_interrupts", "run", "run_in_folder"]

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
    A file that is not a state of this kind, made with the key of the user, is ignored, and ``warn`` is called. If
    the state cannot be written, the run goes on without it.
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
        except ValueError:
            where = quote(str(folder.path(CHECKPOINT)), 200)
            warn(f"{where} was not made by this user's zchomp for this question, or is damaged; starting afresh")
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
    is_useful: Callable[[Work], bool] = lambda _: False,
) -> Work:
    """Run work to its end and return it. It is resumed from the work folder of a target, which is then removed.

    If there can be no such folder, the work is done without one. ``warn`` is called if a saved state is rejected.
    If ``is_useful`` says that another run could continue from the end of this one, the folder is kept, with the state.

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
        if not is_useful(checkpoint.work) or not checkpoint.save(now=True):
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
