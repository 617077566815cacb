"""Runs: work that goes step by step, reports its progress, and can be interrupted and resumed.

A run keeps its progress in its work folder, as one saved state. If anything is wrong with that file, the run starts
again from the beginning.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from time import monotonic
from typing import Generic, Protocol, TypeVar

from zchomp.errors import Interrupted
from zchomp.progress import Progress
from zchomp.work.folder import CHECKPOINT, UNFINISHED, WorkFolder
from zchomp.work.state import SavedState, State, read_state, write_state

__all__ = ["STEP", "Checkpoint", "Resumable", "Stepwise", "deferred_interrupts", "run", "run_in_folder"]

STEP = 2**25
"""The budget of one step, in bases of a bar: about a second."""

PAUSE, SHARE = 10.0, 20
"""A checkpoint is saved after this many seconds, and after this many times as long as the last one took."""


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
        """Go on for about as long as a bar of ``budget`` bases takes, at least one step."""
        ...


class Resumable(Stepwise, Protocol):
    """Work whose state can be saved."""

    def state(self) -> State:
        """Everything that is needed to go on from here."""
        ...


Work = TypeVar("Work", bound=Resumable)


class Checkpoint(Generic[Work]):
    """Saves the state of work in its folder from time to time, and restores it.

    The state is saved when the run is stopped, and otherwise so seldom that this takes at most a twentieth of the time.
    A file that is not a state of this kind is ignored. If the state cannot be written, the run goes on without it.
    """

    def __init__(
        self, folder: WorkFolder, kind: str, restore: Callable[[SavedState], Work], new: Callable[[], Work]
    ) -> None:
        self._folder, self._kind = folder, kind
        self._due = monotonic() + PAUSE
        found: Work | None = None
        with suppress(OSError, ValueError), folder.open(CHECKPOINT) as file:
            found = read_state(file, kind, restore)
        self.work: Work = found or new()

    def save(self, now: bool = False) -> bool:
        """Save the state if it is time; returns whether it was saved."""
        start, folder = monotonic(), self._folder
        if not (now or start >= self._due):
            return False
        try:
            with folder.open(UNFINISHED, empty=True) as file:
                write_state(file, self._kind, self.work.state())
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
    """Go on to the end; with a checkpoint, Ctrl-C saves the state first.

    Raises Interrupted after Ctrl-C.
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
) -> Work:
    """Run work to its end, resumed from the work folder of a target, and return it; the folder is removed in the end.

    If there can be no such folder, the work is done without one.

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
        checkpoint = Checkpoint(folder, kind, restore, new)
        run(checkpoint.work, progress, stage, checkpoint)
        folder.leave()
        return checkpoint.work


@contextmanager
def deferred_interrupts() -> Iterator[Callable[[], bool]]:
    """Hold Ctrl-C back; the context is a function that says whether it was pressed. A second Ctrl-C is not held back.

    Elsewhere than in the main thread, this does nothing.
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
