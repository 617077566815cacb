"""Long runs: they go step by step, tell how far they are, and after an interruption go on from where they were.

What a run has done lies in a workplace, a locked folder of its own. It is an engine's own file, which the engine checks
when it is read; whatever is wrong with it, the run begins anew.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import BinaryIO, Generic, Protocol, TypeVar

from zchomp.certificate.checkpoint import PAUSE, SHARE, deferred_interrupts
from zchomp.certificate.workplace import Workplace
from zchomp.engines.bars.found import STEP, Stepwise
from zchomp.errors import Interrupted
from zchomp.progress import Progress

__all__ = ["Checkpoint", "Savable", "run", "workplace"]

SAVED, UNFINISHED = "checkpoint.bars", "checkpoint.tmp"


class Savable(Protocol):
    """What can be written to a file, from which it can go on."""

    def save(self, file: BinaryIO) -> None:
        """Write what is needed to go on from here."""
        ...


Kept = TypeVar("Kept", bound=Savable)


class Checkpoint(Generic[Kept]):
    """Keeps the state of a run in a workplace, and resumes it; without a workplace it does nothing.

    It is saved when the run is stopped, and otherwise so seldom that this takes at most a twentieth of the time. One
    that is not what the engine writes is ignored; if one cannot be written, the run goes on without it.
    """

    def __init__(self, place: Workplace | None, restored: Callable[[BinaryIO], Kept], new: Callable[[], Kept]) -> None:
        self._place = place
        self._due = monotonic() + PAUSE
        engine: Kept | None = None
        if place:
            with suppress(OSError, ValueError), place.open(SAVED) as file:
                engine = restored(file)
        self.engine: Kept = engine or new()

    def save(self, now: bool = False) -> bool:
        """Save, if it is time; gives whether that was done."""
        start, place = monotonic(), self._place
        if place is None or not (now or start >= self._due):
            return False
        try:
            with place.open(UNFINISHED, empty=True) as file:
                self.engine.save(file)
            place.path(UNFINISHED).replace(place.path(SAVED))
        except OSError:
            place.remove(UNFINISHED)
            return False
        finally:
            self._due = monotonic() + max(PAUSE, SHARE * (monotonic() - start))
        return True


def run(
    engine: Stepwise,
    progress: Progress,
    stage: str = "solving",
    check: Callable[[int], None] | None = None,
    checkpoint: "Checkpoint[Kept] | None" = None,
) -> None:
    """Go on to the end, and check every plane if that was asked for; Ctrl-C keeps what was done."""
    total = engine.total
    with ExitStack() as stack:
        interrupted = stack.enter_context(deferred_interrupts()) if checkpoint else (lambda: False)
        progress(stage, engine.done, total)
        while engine.done < total:
            plane = engine.advance(STEP)
            if check and plane is not None:
                check(plane)
            progress(stage, engine.done, total)
            if checkpoint and engine.done < total:
                is_kept = checkpoint.save(now=interrupted())
                if interrupted():
                    raise Interrupted(is_kept)


@contextmanager
def workplace(work: Path) -> Iterator[Workplace | None]:
    """The folder of a run, or None if there can be none."""
    place: Workplace | None = None
    with ExitStack() as stack:
        with suppress(OSError):
            place = stack.enter_context(Workplace(work))
        yield place
