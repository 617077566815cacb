"""Drafts: certificates that are not complete yet.

A draft lies in a work folder beside its target (`zchomp.work.folder`), and becomes the target in one step when it is
complete and verified. An interrupted run in full mode is resumed from its last whole line. A compact draft is for an
engine that saves its own state (`compact_run`): the draft is cut back to where it was saved.

A draft is not trusted. A line of the wrong form, or with terms that no slice can have, is cut off with everything after
it. A line that is false in another way is found by the verifier in the end, and the run starts again.
"""

import json
import os
from itertools import islice
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Self

from zchomp import verifier
from zchomp.certificate.format import LineChain, Mode, SliceSummary, read_slices
from zchomp.errors import CertificateError
from zchomp.results import Claim, Proof
from zchomp.slices import Slice
from zchomp.work.folder import DRAFT, FINISHED, WorkFolder

if TYPE_CHECKING:
    from zchomp.engines.slices.three_rows import ProvedRow

__all__ = ["Draft"]

LARGEST_MODULUS = 10**5
"""Drafts whose slices together repeat only after more columns are damaged: the memory for that would be absurd."""


class Draft:
    """A certificate that is not complete yet, opened or resumed as a context; see the module's header.

    >>> from zchomp.certificate.format import read_certificate
    >>> from tempfile import TemporaryDirectory
    >>> from zchomp.engines.prover import prove
    >>> with TemporaryDirectory() as folder:
    ...     target = Path(folder) / "small.jsonl"
    ...     with Draft(target, Claim(rows=3, nim=0, upto=1)) as draft:
    ...         for proof in prove(upto=1).values():
    ...             draft.append(proof)
    ...         draft.work.publish(draft.complete("full"))
    ...     read_certificate(target)[1].sequence
    Periodic(head=(2, 0), period=())
    """

    def __init__(self, target: Path, claim: Claim, mode: Mode = "full") -> None:
        self.claim = claim
        self.work = WorkFolder(target)
        self.known: dict[Slice, Proof] = {}
        self.entries: list[SliceSummary] = []
        self.damaged = False
        """Whether a part of an earlier run could not be used."""
        self._chain = LineChain(claim, mode)
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
        return self._chain.lines - 1

    def append(self, proof: Proof) -> None:
        """Write the next slice."""
        self._file.write(self._chain.add(self._chain.slice(proof)))

    def append_row(self, row: "ProvedRow") -> None:
        """Write the next slice of a compact draft, as the compiled engine has it."""
        self._file.write(self._chain.add(self._chain.row(row)))

    def mark(self) -> str:
        """A mark of how far the draft has come; all up to there is in the file."""
        self._file.flush()
        return self._chain.last

    def cut(self, slices: int, mark: str) -> bool:
        """Go back to the draft of that many slices if its last line has the mark; otherwise to the beginning."""
        self._file.seek(0)
        chain, size = LineChain(self.claim, self._chain.mode), 0
        for line in islice(self._file, 1 + slices):
            chain.add(line)
            size += len(line)
        if chain.last != mark or chain.lines != 1 + slices:
            self.restart()
            return False
        self._chain = chain
        del self.entries[slices:]
        self._file.seek(size)
        self._file.truncate()
        return True

    def restart(self) -> None:
        """Drop the lines of an earlier run."""
        self.entries.clear()
        self.known.clear()
        self._chain = LineChain(self.claim, self._chain.mode)
        self._file.seek(0)
        self._file.truncate()
        self._file.write(self._chain.add(self._chain.header()))

    def complete(self, mode: Mode) -> str:
        """Finish the certificate in that mode; returns the name of the work file to verify and publish.

        The lines of a full draft are read again for a compact certificate. Keeping all proofs in memory instead would
        take gigabytes where the file takes megabytes.
        """
        if self.slices != self.claim.count():
            raise CertificateError(f"expected {self.claim.count()} slices, got {self.slices}")
        if mode == self._chain.mode:
            self._file.write(self._chain.trailer())
            _sync(self._file)
            return DRAFT
        self._file.seek(0)
        with self.work.open(FINISHED, empty=True) as copy:
            chain = LineChain(self.claim, mode)
            copy.write(chain.add(chain.header()))
            next(self._file)
            for line in self._file:
                copy.write(chain.add(chain.slice(Proof.from_dict(json.loads(line)))))
            copy.write(chain.trailer())
            _sync(copy)
        return FINISHED

    def _resume(self) -> None:
        """Keep the lines of an interrupted run while each is exactly what would be written now; cut off the rest."""
        size = self._file.seek(0, os.SEEK_END)
        self._file.seek(0)
        header, modulus = self._chain.header(), 1
        if self._file.readline(len(header)) != header:
            self._file.seek(0)
            self.damaged = not header.startswith(self._file.read(len(header)))
            self.restart()
            return
        whole = len(self._chain.add(header))
        for entry, proof, line in read_slices(self._file, self._chain):
            modulus = lcm(modulus, entry.period or 1)
            if modulus > LARGEST_MODULUS:
                self.damaged = True
                self.restart()
                return
            self.entries.append(entry)
            if proof:
                self.known[entry.slice] = proof
            whole += len(line)
        self._file.seek(whole)
        rest = self._file.read(verifier.MAX_LINE)
        # A run that was killed leaves part of a line, or a certificate that was about to be verified.
        self.damaged = whole + len(rest) < size or (b"\n" in rest and rest != self._chain.trailer())
        self._file.seek(whole)
        self._file.truncate()


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())
