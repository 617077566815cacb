"""Keeping: a verified certificate goes into the library, and comes out again as the same bytes.

A full certificate contains the terms of its heads. A compact one contains only their digests, so its slices are proved
again, and each must lead to its line of the certificate. That takes about as long as verifying for third rows up to
a few thousand, and a small fraction of that time beyond.

The certificate is read twice, even if it was just written. First the digest of the whole file is compared with that of
the verdict, and then each line with the one that was read before. So exactly the bytes that the verifier has accepted
go into the library, and only verified lines are signed with the key of the user. Reading takes a small fraction of the
time of verifying, and does not hold all proofs in memory at once.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from zchomp import limits, verifier
from zchomp.amounts import data_size
from zchomp.certificate.format import Mode, SliceChain, begin_chain
from zchomp.certificate.verdict import Verification, verify_alone
from zchomp.engines.prover import prove_all, usual_recurrence
from zchomp.errors import CertificateError, LibraryError, quote
from zchomp.library.file import damage_error
from zchomp.library.store import Kept, Library
from zchomp.progress import Progress, silent
from zchomp.results import Claim, Proof

__all__ = ["NotKept", "check", "estimate_kept", "export_lines", "keep", "read_verified"]


@dataclass(frozen=True, slots=True)
class NotKept:
    """Why a certificate is not in the library."""

    reason: str


def keep(
    library: Library,
    path: str | PathLike[str],
    verdict: Verification | None = None,
    method: str = "",
    large: bool = False,
    progress: Progress = silent,
) -> Kept | NotKept:
    """Verify a certificate, unless that was just done, and keep it.

    A claim of more than `limits.LIBRARY_BYTES` is kept only if ``large`` says so.

    Raises LibraryError if the library cannot be written, CertificateError if the file is not the verified one.
    """
    if verdict is None:
        verdict = verify_alone(path, progress=progress)
    if not verdict:
        return NotKept(verdict.reason)
    with Path(path).open("rb") as source:
        chain = begin_chain(source, path)
        claim = chain.claim
        size = estimate_kept(claim, chain.mode, os.fstat(source.fileno()).st_size)
        if size > limits.LIBRARY_BYTES and not large:
            about = f"it needs about {data_size(size)}, more than {data_size(limits.LIBRARY_BYTES)}"
            return NotKept(f"{about}; --keep keeps it")
        proofs = _proofs(source, chain, verdict, path, progress)
        return library.add(claim, proofs, chain.mode, chain.producer, method, verdict.sha256)


def read_verified(path: str | PathLike[str], verdict: Verification, progress: Progress = silent) -> Iterator[Proof]:
    """The proofs of a certificate that was just verified, full or compact.

    Raises CertificateError at the end if the file is not the verified one.
    """
    with Path(path).open("rb") as source:
        chain = begin_chain(source, path)
        yield from _proofs(source, chain, verdict, path, progress)


def estimate_kept(claim: Claim, mode: Mode, size: int) -> int:
    """Roughly how many bytes the library needs for a certificate of this size.

    A term takes one and a half bytes, a quarter of its text.

    >>> claim = Claim(rows=3, nim=0, upto=20_000)
    >>> estimate_kept(claim, "compact", 5_000_000), estimate_kept(claim, "full", 300_000_000)
    (140000000, 100000000)
    """
    if mode == "full":
        return size // 3
    return int(0.35 * claim.upto**2) if (claim.rows, claim.nim) == (3, 0) else size


def export_lines(library: Library, claim: Claim) -> Iterator[bytes]:
    """The certificate of a claim in the library, line by line: the same bytes that were verified.

    Raises LibraryError if it is not there, or not complete.
    """
    kept = library.claim(claim)
    if kept is None:
        raise LibraryError(f"the library has no claim of {claim}; zchomp library lists its claims")
    chain = SliceChain(claim, kept.mode, kept.producer)
    yield chain.add(chain.header())
    for slice_ in claim.slices():
        proof = library.proof(slice_)
        if proof is None:
            raise damage_error(library.path, f"the {slice_} is missing")
        yield chain.add(chain.slice(proof))
    yield chain.add(chain.trailer())
    if chain.digest != kept.sha256:
        raise damage_error(library.path, "its certificate is not the one that was kept")


def check(library: Library, progress: Progress = silent) -> Iterator[tuple[Claim, Verification]]:
    """Write the certificate of every claim of the library again, and yield the claim with the verifier's verdict."""
    for claim in library.recorded_claims():
        yield claim, _verdict(library, claim, progress)


def _verdict(library: Library, claim: Claim, progress: Progress) -> Verification:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.jsonl"
        try:
            with path.open("wb") as file:
                file.writelines(export_lines(library, claim))
        except LibraryError as problem:
            return Verification(verifier.NOT_VERIFIED, "s NOT VERIFIED", str(problem))
        return verify_alone(path, asdict(claim), progress)


def _full(source: BinaryIO, chain: SliceChain, verified: str) -> Iterator[Proof]:
    """The proofs of a full certificate with a verified digest, each after its line was compared with the first reading.

    They end early if a line differs, and then the digest at the end is wrong.
    """
    here, trial, lines = source.tell(), SliceChain(chain.claim, chain.mode, chain.producer), list[bytes]()
    trial.add(trial.header())
    for _ in chain.claim.slices():
        line = source.readline(verifier.MAX_LINE + 1)
        lines.append(sha256(line).digest())
        trial.add(line)
    trial.add(trial.trailer())
    source.seek(here)
    for expected in lines if trial.digest == verified else ():
        line = source.readline(verifier.MAX_LINE + 1)
        if sha256(line).digest() != expected:
            return
        yield Proof.from_dict(json.loads(line))
        chain.add(line)


def _compact(source: BinaryIO, chain: SliceChain, progress: Progress) -> Iterator[Proof]:
    """The proofs of the slices of a compact certificate, found again.

    They end early if a proof does not lead to its line, and then the digest at the end is wrong.
    """
    claim, total = chain.claim, chain.claim.count()
    for done, proof in enumerate(prove_all(claim, usual_recurrence(claim)), start=1):
        line = chain.slice(proof)
        if source.readline(verifier.MAX_LINE + 1) != line:
            return
        chain.add(line)
        yield proof
        progress("keeping", done, total)


def _proofs(
    source: BinaryIO, chain: SliceChain, verdict: Verification, path: str | PathLike[str], progress: Progress
) -> Iterator[Proof]:
    """The proofs of a certificate. Raises CertificateError at the end if the file is not the verified one."""
    if chain.mode == "full":
        yield from _full(source, chain, verdict.sha256)
    else:
        yield from _compact(source, chain, progress)
    trailer = chain.trailer()
    chain.add(trailer)
    if source.read(len(trailer) + 1) != trailer or chain.digest != verdict.sha256:
        raise CertificateError(f"{quote(str(path), 200)} was changed after it was verified")
