"""Drafts: a certificate on its way.

A draft lies beside its target as FILE.draft, and becomes FILE in one step when it is complete. An interrupted run is
resumed from its last whole line if that line tells everything: in full mode. A compact draft is for an engine that
saves its own state (`checkpoint`): the draft is cut back to where that was done.
"""

import json
import os
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Self

from zchomp.certificate.format import Chain, Entry, Mode, read_slices
from zchomp.errors import CertificateError, quote
from zchomp.results import Claim, Proof
from zchomp.slices import Slice

try:
    import fcntl
except ImportError:  # no such locks on this system: two runs at once on one file are then not noticed
    fcntl = None  # type: ignore[assignment]

__all__ = ["Draft"]


class Draft:
    """A certificate on its way: opened, or resumed, as a context; see the module's header.

    >>> from zchomp.certificate.format import read_certificate
    >>> from tempfile import TemporaryDirectory
    >>> from zchomp.engines.prover import prove
    >>> with TemporaryDirectory() as folder:
    ...     target = Path(folder) / "small.jsonl"
    ...     with Draft(target, Claim(rows=3, nim=0, upto=1)) as draft:
    ...         for proof in prove(upto=1).values():
    ...             draft.append(proof)
    ...         draft.publish(draft.complete("full"))
    ...     read_certificate(target)[1].sequence
    Periodic(head=(2, 0), period=())
    """

    def __init__(self, target: Path, claim: Claim, mode: Mode = "full") -> None:
        self.claim = claim
        self.target = target.resolve()  # a link stays, and what it leads to is replaced
        self.path = self.target.with_name(self.target.name + ".draft")
        for path in (self.target, self.path):
            if path.exists() and not path.is_file():
                what = "a directory" if path.is_dir() else "not an ordinary file"
                shown = target if path is self.target else path
                raise CertificateError(f"{quote(str(shown), 200)} is {what}; expected the name of a file to write")
        self.checkpoint, self.unfinished = (self.path.with_suffix(end) for end in (".memory", ".unfinished"))
        self.known: dict[Slice, Proof] = {}
        self.entries: list[Entry] = []
        self._chain = Chain(claim, mode)
        self._file: BinaryIO

    def __enter__(self) -> Self:
        self._file = self.path.open("a+b")
        try:
            self._lock()
            self._take_up()
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            self._file.close()
        except OSError:  # what went wrong first is what is told
            if kind is None:
                raise

    def append(self, proof: Proof) -> None:
        """Write the next slice."""
        self._file.write(self._chain.add(self._chain.slice(proof)))

    def mark(self) -> str:
        """A mark of how far the draft has come; all up to there is in the file."""
        self._file.flush()
        return self._chain.last

    def cut(self, slices: int, mark: str) -> bool:
        """Go back to the draft of so many slices, if it had that mark then; otherwise to the beginning."""
        self._file.seek(0)
        chain = Chain(self.claim, self._chain.mode)
        for line in islice(self._file, 1 + slices):
            chain.add(line)
        same = chain.last == mark and chain.lines == 1 + slices
        if not same:
            slices, chain = 0, Chain(self.claim, self._chain.mode)
            chain.add(chain.header())
        self._chain = chain
        self._file.seek(0)
        self._file.truncate(sum(map(len, islice(self._file, 1 + slices))))
        del self.entries[slices:]
        return same

    def complete(self, mode: Mode) -> Path:
        """Finish the certificate in that mode; gives the file to be verified and published."""
        if self._chain.lines != 1 + self.claim.count():
            raise CertificateError(f"expected {self.claim.count()} slices, got {self._chain.lines - 1}")
        if mode == self._chain.mode:
            self._file.write(self._chain.trailer())
            _sync(self._file)
            return self.path
        self._file.flush()
        finished = self.path.with_suffix(".compact")
        with self.path.open("rb") as source, finished.open("wb") as copy:
            chain = Chain(self.claim, mode)
            copy.write(chain.add(chain.header()))
            next(source)
            for line in source:
                copy.write(chain.add(chain.slice(Proof.from_json(json.loads(line)))))
            copy.write(chain.trailer())
            _sync(copy)
        return finished

    def publish(self, finished: Path) -> None:
        """Put the finished file in place of the target, in one step, and drop the draft."""
        finished.replace(self.target)
        self.discard()

    def discard(self) -> None:
        """Remove what was written: it will not be resumed."""
        for leftover in (self.path, self.path.with_suffix(".compact"), self.checkpoint, self.unfinished):
            leftover.unlink(missing_ok=True)

    def _lock(self) -> None:
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise CertificateError(f"another run is writing {quote(str(self.path))}; wait for it to end") from None

    def _take_up(self) -> None:
        """Keep the lines of an interrupted run while each is just what would be written now; cut off the rest."""
        self._file.seek(0)
        kept = self._chain.header()
        whole = len(kept) if self._file.readline() == kept else 0
        self._chain.add(kept)
        for entry, proof, line in read_slices(self._file, self._chain) if whole else ():
            self.entries.append(entry)
            if proof:
                self.known[entry.slice] = proof
            whole += len(line)
        self._file.truncate(whole)
        if not whole:
            self._file.write(kept)


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())
