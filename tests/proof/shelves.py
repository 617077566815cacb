"""Libraries for tests: claims that are quick to prove, and their contents."""

from functools import cache
from pathlib import Path

from tests.support import known
from zchomp.bars.prover import prove
from zchomp.bars.results import Claim, Proofs
from zchomp.errors import LibraryError
from zchomp.proof.certify import write_certificate
from zchomp.proof.library import Kept, Library, export_lines, keep

SMALL = (
    Claim(rows=3, nim=0, upto=40),
    Claim(rows=4, nim=0, upto=5),
    Claim(rows=3, nim=2, upto=4),
    Claim(rows=2, nim=3, upto=0),
)
"""Claims of all kinds, with 41, 21, 15 and 4 slices."""


@cache
def proofs_of(claim: Claim) -> Proofs:
    """The proofs of a claim."""
    return known(prove(claim.upto, rows=claim.rows, nim=claim.nim, method="recurrence"))


def certificate(folder: Path, claim: Claim, mode: str = "full") -> Path:
    """A verified certificate of a claim, in a folder."""
    path = folder / f"{claim.rows}-{claim.nim}-{claim.upto}-{mode}.jsonl"
    assert write_certificate(proofs_of(claim), path, mode=mode)  # type: ignore[arg-type]  # one of the two modes
    return path


def filled(path: Path, *claims: Claim) -> Library:
    """A library with some claims."""
    library = Library(path)
    for claim in claims:
        assert isinstance(keep(library, certificate(path.parent, claim)), Kept)
    return library


def claims(library: Library) -> list[Kept]:
    """All claims of a library, smaller ones first.

    Raises LibraryError if one is damaged.
    """
    kept, damaged = library.listing()
    if damaged:
        raise LibraryError(damaged[0])
    return kept


def exported(library: Library, claim: Claim) -> bytes:
    """The certificate of a claim in the library."""
    return b"".join(export_lines(library, claim))


def is_whole(library: Library) -> bool:
    """Whether every claim of a library can be read back, as its certificate and as the proofs that were added."""
    return all(
        exported(library, kept.claim)
        and all(library.proof(slice_) == proof for slice_, proof in proofs_of(kept.claim).items())
        for kept in claims(library)
    )
