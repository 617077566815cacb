"""Drafts: certificates that are not complete yet, in full or in compact mode.

A draft lies in a work folder beside its target (`zchomp.core.runs`), and becomes the target in one step when it is
complete and verified. An interrupted run is resumed from its last whole line.

A draft is not trusted. A line of the wrong form, or with terms that no slice can have, is cut off with everything after
it. If a line is false in another way, the verifier finds this at the end, and the run starts again.

A compact draft does not contain the heads of its slices, so the state of the compiled engine that proves them is saved
beside it. A mark ties that state to the line that was written last, and the draft is cut back to that line. The state
has a keyed digest. The draft has none: the verifier recomputes every slice, and refuses a false draft.
"""

import json
import os
from collections.abc import Callable, Iterator
from itertools import islice
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Generic, Protocol, Self, TypeVar

from zchomp.bars.results import Claim, Proof
from zchomp.core import compiler
from zchomp.core.answers import Unknown
from zchomp.core.runs import DRAFT, FINISHED, Checkpoint, SavedState, State, Warn, WorkFolder, silent
from zchomp.errors import CertificateError, InvalidArgument
from zchomp.proof import verifier
from zchomp.proof.format import Chain, Mode, SliceChain, SliceSummary, Verification, read_slices

if TYPE_CHECKING:
    from zchomp.bars.three_rows import CompiledThreeRows

LARGEST_MODULUS = 10**5
"""A draft whose slices together repeat only after more columns is damaged, and would need absurdly much memory."""


class DamagedDraft(CertificateError):
    """A resumed draft did not pass the verifier, or could not be continued. It has been removed."""


class HasDraft(Protocol):
    """A report on a certificate that was written."""

    damaged: bool
    """Whether a part of an earlier run could not be used."""


Lines = TypeVar("Lines", bound=Chain)
Found = TypeVar("Found")
Made = TypeVar("Made", bound=HasDraft)


def despite_damage(attempt: Callable[[], Made | Unknown]) -> Made | Unknown:
    """Write a certificate. If the draft of an earlier run is damaged, it is removed, and the run starts again."""
    try:
        return attempt()
    except DamagedDraft:
        again = attempt()
        if not isinstance(again, Unknown):
            again.damaged = True
        return again


class Draft(Generic[Lines, Found]):
    """A certificate of any kind that is not complete yet, opened or resumed as a context.

    ``read`` reads lines as long as each is exactly the next one of a chain, and yields what it finds in each.
    """

    def __init__(
        self, target: Path, new: Callable[[], Lines], read: Callable[[BinaryIO, Lines], Iterator[tuple[Found, bytes]]]
    ) -> None:
        self.work = WorkFolder(target)
        self.chain = new()
        self.found: list[Found] = []
        """The slices of an earlier run."""
        self.damaged = False
        """Whether a part of an earlier run could not be used."""
        self._new, self._read = new, read
        self._file: BinaryIO

    def __enter__(self) -> Self:
        self.work.__enter__()
        try:
            self._file = self.work.open(DRAFT)
            self._resume()
        except BaseException:
            self.work.__exit__()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            self._file.close()
        except OSError:  # the first error is the one to report
            if kind is None:
                raise
        finally:
            self.work.__exit__()

    @property
    def slices(self) -> int:
        """How many slices are in the draft."""
        return self.chain.lines - 1

    def append(self, line: bytes) -> None:
        """Write the next line of the chain."""
        self._file.write(self.chain.add(line))

    def mark(self) -> str:
        """Write everything to the file, and return the digest of the last line: how far the draft has got."""
        self._file.flush()
        return self.chain.last

    def cut(self, slices: int, mark: str) -> bool:
        """Go back to the given number of slices if the last line then has the mark, and to the beginning otherwise."""
        self._file.seek(0)
        chain, size = self._new(), 0
        for line in islice(self._file, 1 + slices):
            chain.add(line)
            size += len(line)
        if chain.last != mark or chain.lines != 1 + slices:
            self.restart()
            return False
        self.chain = chain
        del self.found[slices:]
        self._file.seek(size)
        self._file.truncate()
        return True

    def restart(self) -> None:
        """Drop the lines of an earlier run."""
        self.found.clear()
        self.chain = self._new()
        self._file.seek(0)
        self._file.truncate()
        self.append(self.chain.header())

    def finish(self) -> str:
        """Write the last line. Returns the name of the work file to verify and publish."""
        self._file.write(self.chain.trailer())
        _sync(self._file)
        return DRAFT

    def publish(self, finished: str, verdict: Verification) -> None:
        """Put a finished draft in place if it is verified, and drop it otherwise.

        Raises CertificateError if it is refused, and DamagedDraft if a part of it is from an earlier run. If the
        checker has failed, the draft is kept.
        """
        if verdict.code == verifier.INTERNAL:
            raise CertificateError(f"the checker has failed: {verdict.reason}; run the same command to try again")
        if not verdict:
            self.work.leave()
            error = DamagedDraft if self.found else CertificateError
            raise error(f"the certificate did not pass the verifier and was not kept: {verdict.reason}")
        self.work.publish(finished)

    def _resume(self) -> None:
        """Keep the lines of an interrupted run while each is exactly as it would be written now. Cut off the rest."""
        size = self._file.seek(0, os.SEEK_END)
        self._file.seek(0)
        header = self.chain.header()
        if self._file.readline(len(header)) != header:
            self._file.seek(0)
            self.damaged = not header.startswith(self._file.read(len(header)))
            self.restart()
            return
        whole = len(self.chain.add(header))
        try:
            for found, line in self._read(self._file, self.chain):
                self.found.append(found)
                whole += len(line)
        except CertificateError:
            self.damaged = True
            self.restart()
            return
        self._file.seek(whole)
        rest = self._file.read(verifier.MAX_LINE)
        # A run that was killed leaves part of a line, or a certificate that was about to be verified.
        self.damaged = whole + len(rest) < size or (b"\n" in rest and rest != self.chain.trailer())
        self._file.seek(whole)
        self._file.truncate()


SliceDraft = Draft[SliceChain, tuple[SliceSummary, Proof | None]]
"""The draft of a certificate about bars. A compact one contains no proofs."""


def slice_draft(target: Path, claim: Claim, mode: Mode = "full") -> SliceDraft:
    """The draft of the certificate of a claim.

    >>> from zchomp.proof.format import read_certificate
    >>> from tempfile import TemporaryDirectory
    >>> from zchomp.bars.prover import prove
    >>> with TemporaryDirectory() as folder:
    ...     target = Path(folder) / "small.jsonl"
    ...     with slice_draft(target, Claim(rows=3, nim=0, upto=1)) as draft:
    ...         for proof in prove(upto=1).values():
    ...             draft.append(draft.chain.slice(proof))
    ...         draft.work.publish(finish_as(draft, "full"))
    ...     read_certificate(target)[1].sequence
    Periodic(head=(2, 0), period=())
    """
    return Draft(target, lambda: SliceChain(claim, mode), _read_slices)


def finish_as(draft: SliceDraft, mode: Mode) -> str:
    """Finish a certificate in the given mode. Returns the name of the work file to verify and publish.

    The lines of a full draft are read again for a compact certificate. Keeping all proofs in memory instead would
    take gigabytes where the file takes megabytes.
    """
    claim = draft.chain.claim
    if draft.slices != claim.count():
        raise CertificateError(f"expected {claim.count()} slices, got {draft.slices}")
    finished = draft.finish()
    if mode == draft.chain.mode:
        return finished
    with draft.work.path(finished).open("rb") as source, draft.work.open(FINISHED, empty=True) as copy:
        chain = SliceChain(claim, mode)
        copy.write(chain.add(chain.header()))
        for line in islice(source, 1, 1 + claim.count()):
            copy.write(chain.add(chain.slice(Proof.from_dict(json.loads(line)))))
        copy.write(chain.trailer())
        _sync(copy)
    return FINISHED


def _read_slices(source: BinaryIO, chain: SliceChain) -> Iterator[tuple[tuple[SliceSummary, Proof | None], bytes]]:
    """The slices of a draft. Raises CertificateError if all of them together repeat too late."""
    modulus = 1
    for entry, proof, line in read_slices(source, chain):
        modulus = lcm(modulus, entry.period or 1)
        if modulus > LARGEST_MODULUS:
            raise CertificateError(f"expected a modulus of at most {LARGEST_MODULUS}, got {modulus}")
        yield (entry, proof), line


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


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
    from zchomp.bars.three_rows import CompiledThreeRows

    upto, total = draft.chain.claim.upto, draft.chain.claim.count()
    is_begun = 0 < draft.slices < total

    def restored(state: SavedState) -> CompactRun:
        if not is_begun:
            raise InvalidArgument("belongs to a draft that is gone")
        engine = CompiledThreeRows.restored(state.part("rows"), max_terms)
        if not draft.cut(engine.row, state.text("mark")):
            raise InvalidArgument("does not belong to the draft beside it")
        return CompactRun(draft, engine)

    def new() -> CompactRun:
        if is_begun:
            draft.damaged = True
            draft.restart()
        return CompactRun(draft, CompiledThreeRows(upto, max_terms))

    is_complete = draft.slices == total  # then no state is needed
    return Checkpoint(draft.work, "compact certificate", restored, new, silent if is_complete else warn)
