"""Compact runs: the compiled engine proves slice after slice, and each goes to a compact draft immediately.

A compact draft does not contain the heads of its slices, so the state of the engine is saved beside it. A mark ties
that state to the line of the draft that was written last, and the draft is cut back to that line. The state has a keyed
digest. The draft has none: the verifier recomputes every slice, and refuses a false draft.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from zchomp.certificate.draft import SliceDraft
from zchomp.certificate.format import SliceSummary
from zchomp.engines import compiler
from zchomp.errors import InvalidArgument
from zchomp.progress import Warn, silent
from zchomp.results import Unknown
from zchomp.work.runs import Checkpoint
from zchomp.work.state import SavedState, State

if TYPE_CHECKING:
    from zchomp.engines.slices.three_rows import CompiledThreeRows

__all__ = ["CompactRun", "Stopped", "compact_run"]


class Stopped(Exception):
    """A slice was not proved within the limit of terms."""

    def __init__(self, found: Unknown) -> None:
        super().__init__(found.reason)
        self.found = found


class CompactRun:
    """The proof of a claim of three rows, as work that is done slice by slice.

    ``note`` is called with the summary of each slice as soon as it is in the draft.
    """

    def __init__(self, draft: SliceDraft, engine: "CompiledThreeRows") -> None:
        self.draft, self.engine = draft, engine
        self.note: Callable[[SliceSummary], None] = lambda _entry: None

    @property
    def total(self) -> int:
        """How many slices there are."""
        return self.draft.chain.claim.count()

    @property
    def done(self) -> int:
        """How many slices are in the draft."""
        return self.draft.slices

    def advance(self, _budget: int) -> None:
        """Prove the next slice. Raises Stopped if that takes too many terms."""
        row = self.engine.find()
        if isinstance(row, Unknown):
            raise Stopped(row)
        self.draft.append(self.draft.chain.row(row))
        self.note(SliceSummary.of_row(row))
        self.engine.keep(row)

    def state(self) -> State:
        """The state of the engine, with a mark of the last line of the draft."""
        return State({"mark": self.draft.mark()}, parts={"rows": self.engine.state()})


def compact_run(draft: SliceDraft, max_terms: int | None, warn: Warn) -> Checkpoint[CompactRun]:
    """Resume the run of a compact draft if the saved state belongs to it, and start a new run otherwise."""
    compiler.require()
    from zchomp.engines.slices.three_rows import CompiledThreeRows

    upto, total = draft.chain.claim.upto, draft.chain.claim.count()
    is_begun = 0 < draft.slices < total

    def restored(state: SavedState) -> CompactRun:
        if not is_begun:
            raise InvalidArgument("there is no draft that the state belongs to")
        engine = CompiledThreeRows.restored(state.part("rows"), max_terms, upto)
        if not draft.cut(engine.row, state.text("mark")):
            raise InvalidArgument("the state does not belong to the draft")
        return CompactRun(draft, engine)

    def new() -> CompactRun:
        if is_begun:
            draft.damaged = True
            draft.restart()
        return CompactRun(draft, CompiledThreeRows(upto, max_terms))

    is_complete = draft.slices == total  # then no state is needed
    return Checkpoint(draft.work, "compact certificate", restored, new, silent if is_complete else warn)
