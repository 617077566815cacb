"""Checkpoints: a compact run of the compiled engine can be stopped and resumed.

A compact draft does not tell the heads of its slices, so the state of the engine is saved beside it.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from zchomp.certificate.draft import Draft
from zchomp.engines import compiler

__all__ = ["Checkpoint", "deferred_interrupts"]

SAVED, UNFINISHED = "checkpoint.npz", "checkpoint.tmp"

PAUSE, SHARE = 10.0, 20
"""A checkpoint is saved after so many seconds, and after so many times as long as the last one took."""


class Checkpoint:
    """Saves the state of the compiled engine beside a compact draft, and resumes both.

    It is saved when the run is stopped, and otherwise so seldom that this takes at most a twentieth of the time. A mark
    ties it to the line of the draft that was written last: the draft is cut back to that line. A checkpoint that is not
    what an engine writes is ignored; if one cannot be written, the run goes on without it; a false one is found by the
    verifier.
    """

    def __init__(self, draft: Draft, max_terms: int | None) -> None:
        compiler.require()
        from zchomp.engines.slices.three_rows import CompiledThreeRows

        self.draft = draft
        engine: CompiledThreeRows | None = None
        self._due = monotonic() + PAUSE
        if 0 < len(draft.entries) < draft.claim.count():
            try:
                with draft.work.open(SAVED) as file:
                    restored, mark = CompiledThreeRows.restore(file, max_terms, draft.claim.upto)
                engine = restored if draft.cut(restored.row, mark) else None
            except (OSError, ValueError):
                draft.restart()
            draft.damaged |= engine is None
        self.engine: CompiledThreeRows = engine or CompiledThreeRows(draft.claim.upto, max_terms)

    def save(self, now: bool = False) -> None:
        """Save, if it is time; the engine must have learned exactly what is in the draft."""
        start = monotonic()
        if now or start >= self._due:
            work = self.draft.work
            try:
                with work.open(UNFINISHED, empty=True) as file:
                    self.engine.save(file, self.draft.mark())
                work.path(UNFINISHED).replace(work.path(SAVED))
            except OSError:
                work.remove(UNFINISHED)
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
