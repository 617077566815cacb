"""The rows of the library, read as if they were hostile: every type is checked, and the digest with the user's key.

A row that comes out of here has fields of the right types and ranges, whatever was in the file.
"""

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zchomp import verifier
from zchomp.certificate.format import MODES, Mode
from zchomp.engines.prover import METHODS
from zchomp.errors import InvalidSlice
from zchomp.library.blocks import BLOCK, Damaged, block_digest, row_digest, unpack
from zchomp.results import Claim, Proof
from zchomp.slices import Slice

__all__ = [
    "CLAIM",
    "MOST",
    "SLICE",
    "ClaimRow",
    "SliceRow",
    "claim_row",
    "is_possible",
    "slice_row",
    "stored",
    "terms_of",
]

CLAIM = "rows, nim, upto, mode, producer, method, sha256, added, digest"
SLICE = (
    "slice.id, slice.nim, slice.tail, slice.rows, slice.width, slice.terms, slice.first, slice.period, slice.modulus, "
    "slice.bound, slice.digest"
)

MOST = 2**62
"""The tables have no larger numbers."""

PRODUCER = re.compile(r'[^"\\\x00-\x1f]{0,200}')
SHA256 = re.compile("([0-9a-f]{64})?")
ADDED = re.compile(r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}", re.ASCII)
TAIL = re.compile(r"([1-9]\d*(,[1-9]\d*)*)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """The row of a claim."""

    claim: Claim
    mode: Mode
    producer: str
    method: str
    sha256: str
    added: str

    @property
    def key(self) -> tuple[int, int, int]:
        """The numbers of the claim."""
        return self.claim.rows, self.claim.nim, self.claim.upto


@dataclass(frozen=True, slots=True)
class SliceRow:
    """The row of a slice: all that a proof says, but the terms of its head after the first one."""

    id: int
    slice: Slice
    tail: str
    terms: int
    first: int | None
    period: tuple[int, ...]
    modulus: int
    bound: int


def claim_row(key: bytes, row: tuple[Any, ...], claim: Claim | None = None) -> ClaimRow:
    """The row of a claim; raises Damaged for anything that zchomp has not written for this claim."""
    *numbers, mode, producer, method, sha256, added, digest = row
    try:
        found = Claim(*numbers)
    except InvalidSlice:
        raise Damaged("it has a claim that is not possible") from None
    is_intact = (
        digest == row_digest(key, "claim", *row[:-1])
        and claim in {None, found}
        and is_possible(found)
        and mode in MODES
        and (method in METHODS or method == "")
        and all(
            isinstance(text, str) and form.fullmatch(text)
            for text, form in ((producer, PRODUCER), (sha256, SHA256), (added, ADDED))
        )
    )
    if not is_intact:
        raise Damaged(f"the record of the claim of {found} has changed since it was written")
    return ClaimRow(found, mode, producer, method, sha256, added)


def is_possible(claim: Claim) -> bool:
    """Whether the verifier can have accepted a claim; larger ones would take memory for nothing.

    >>> is_possible(Claim(rows=3, nim=0, upto=20_000)), is_possible(Claim(rows=10**9, nim=0, upto=1))
    (True, False)
    """
    return claim.rows <= verifier.MAX_ROWS and claim.nim <= verifier.MAX_NIM and claim.upto <= verifier.MAX_UPTO


def slice_row(key: bytes, row: tuple[Any, ...], slice_: Slice | None = None) -> SliceRow:
    """The row of a slice; raises Damaged for anything that zchomp has not written for this slice."""
    number, nim, tail, rows, width, terms, first, period, modulus, bound, digest = row
    is_intact = (
        digest == row_digest(key, "slice", *row[1:-1])
        and type(number) is int
        and all(type(field) is int and 0 <= field <= MOST for field in (nim, rows, width, terms, modulus, bound))
        and (type(first) is int and first >= 0 if terms else first is None)
        and isinstance(period, bytes)
        and len(period) % 8 == 0
        and isinstance(tail, str)
        and len(tail) < 1000
        and TAIL.fullmatch(tail)
    )
    what = "a slice" if slice_ is None else f"the {slice_}"
    try:
        found = Slice(tuple(map(int, tail.split(","))) if tail else (), nim) if is_intact else None
    except ValueError:  # also a number of more digits than Python reads
        found = None
    if found is None or slice_ not in {None, found} or (rows, width) != (len(found.tail) + 2, found.width):
        raise Damaged(f"the record of {what} has changed since it was written")
    numbers = struct.unpack(f"<{len(period) // 8}Q", period)
    if not found.tail and (first if terms else next(iter(numbers), None)) == 0:
        raise Damaged(f"the record of {what} has a position without squares")
    return SliceRow(number, found, tail, terms, first, numbers, modulus, bound)


def stored(proof: Proof) -> tuple[object, ...]:
    """The fields of the row of a slice between its number and its digest."""
    slice_, head, period = proof.slice, proof.sequence.head, proof.sequence.period
    shape = (slice_.nim, ",".join(map(str, slice_.tail)), len(slice_.tail) + 2, slice_.width)
    words = struct.pack(f"<{len(period)}Q", *period)
    return (*shape, len(head), head[0] if head else None, words, proof.modulus, proof.bound)


def terms_of(key: bytes, row: SliceRow, number: int, block: object, digest: object) -> Sequence[int]:
    """The terms in a block of a slice; raises Damaged for anything that zchomp has not written in this place."""
    if not isinstance(block, bytes) or block_digest(key, f"{row.slice.nim} {row.tail}", number, block) != digest:
        raise Damaged(f"block {number} of the slice with tail ({row.tail}) has changed since it was written")
    terms = unpack(block)
    if len(terms) != min(BLOCK, row.terms - BLOCK * number):
        raise Damaged(f"block {number} of the slice with tail ({row.tail}) is not as long as the head says")
    return terms
