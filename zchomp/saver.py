"""Saver: a compact run of the compiled engine can be stopped and taken up again.

A compact draft does not tell the heads of its slices, so that the engine's own memory is saved beside it.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from zchomp.certificate import Draft
from zchomp.prover import compiled

if TYPE_CHECKING:
    from zchomp.compiled import Compiled

__all__ = ["Saver", "deferred_interrupts"]

PAUSE, SHARE = 10.0, 20
"""Memory is saved when so many seconds have passed, and so many times as long as saving took."""


class Saver:
    """Saves the memory of the compiled engine beside a compact draft, and takes both up again.

    That is done so seldom that it takes no more than a twentieth of the time, and when the run is stopped. The mark
    ties the memory to the line of the draft that was written last: the draft is cut back to it. A memory that cannot be
    read is not used, one that cannot be written is done without, and a false one is found by the verifier.
    """

    def __init__(self, draft: Draft, max_terms: int | None) -> None:
        self.draft = draft
        engine: Compiled | None = None
        self._due = monotonic() + PAUSE
        if 0 < len(draft.entries) < draft.claim.count():
            try:
                restored, mark = compiled().Compiled.restore(draft.memory, max_terms)
                engine = restored if draft.cut(restored.row, mark) else None
            except Exception:  # numpy and zipfile raise many kinds for a damaged file
                draft.cut(0, "")
        self.engine: Compiled = engine or compiled().Compiled(draft.claim.upto, max_terms)

    def save(self, now: bool = False) -> None:
        """Save, if it is time; the engine must have learned just what is in the draft."""
        start = monotonic()
        if now or start >= self._due:
            unfinished = self.draft.unfinished
            try:
                self.engine.save(unfinished, self.draft.mark())
                unfinished.replace(self.draft.memory)
            except OSError:
                unfinished.unlink(missing_ok=True)
            self._due = monotonic() + max(PAUSE, SHARE * (monotonic() - start))


@contextmanager
def deferred_interrupts() -> Iterator[Callable[[], bool]]:
    """Hold Ctrl-C back until it is asked for, but not twice; elsewhere than in the main thread, do nothing."""
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
