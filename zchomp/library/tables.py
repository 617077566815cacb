"""The tables of the library: their rows, read as if they were hostile, and the slices that they cover.

    claim    a verified claim: rows, nim-value, third row, and the digest of its certificate
    adding   a claim that a process is adding now, and when the process last wrote something
    slice    the proof of a slice without the terms of its head, shared by all claims
    block    some terms of a head, compressed

The rows that these functions return have fields of the right types and ranges, whatever was in the file. Every row has
a digest with the key of the user. So a row that is damaged, in the wrong place or not made by this user is noticed.

The first byte of a block is the size of its words: 2, 4 or 8 bytes. The terms follow as little-endian words,
compressed. So one term is read without the rest of the head.

A claim is added in many short transactions. Until its own row is written, a row of the table "adding" protects its
slices from being removed. That row is valid as long as its process writes something from time to time.
"""

import re
import sqlite3
import struct
import sys
import zlib
from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic, time
from typing import Any

from zchomp.certificate.format import MODES, Mode, is_verifiable
from zchomp.engines.prover import METHODS
from zchomp.errors import InvalidSlice, LibraryError
from zchomp.results import Claim, Proof
from zchomp.slices import Slice
from zchomp.user_files import keyed_digest

__all__ = [
    "BLOCK",
    "CLAIM",
    "DIGEST",
    "MOST",
    "SLICE",
    "TABLES",
    "ClaimRow",
    "Damaged",
    "SliceRow",
    "adding",
    "batches",
    "block_digest",
    "claim_row",
    "claim_rows",
    "covered",
    "is_covered",
    "pack",
    "row_digest",
    "slice_row",
    "stored",
    "sweep",
    "tail_text",
    "terms_of",
    "touch",
    "unpack",
]

TABLES = """
CREATE TABLE claim (
    rows INTEGER, nim INTEGER, upto INTEGER, mode TEXT, producer TEXT, method TEXT, sha256 TEXT, added TEXT,
    digest BLOB,
    PRIMARY KEY (rows, nim, upto)
) WITHOUT ROWID;
CREATE TABLE adding (
    token TEXT PRIMARY KEY, rows INTEGER, nim INTEGER, upto INTEGER, touched INTEGER, digest BLOB
) WITHOUT ROWID;
CREATE TABLE slice (
    id INTEGER PRIMARY KEY, nim INTEGER, tail TEXT, rows INTEGER, width INTEGER,
    terms INTEGER, first INTEGER, period BLOB, modulus INTEGER, bound INTEGER, digest BLOB,
    UNIQUE (nim, tail)
);
CREATE TABLE block (slice INTEGER, number INTEGER, terms BLOB, digest BLOB, PRIMARY KEY (slice, number)) WITHOUT ROWID;
"""

CLAIM = "rows, nim, upto, mode, producer, method, sha256, added, digest"
SLICE = (
    "slice.id, slice.nim, slice.tail, slice.rows, slice.width, slice.terms, slice.first, slice.period, slice.modulus, "
    "slice.bound, slice.digest"
)

MOST = 2**62
"""The largest number in the tables."""

PRODUCER = re.compile(r'[^"\\\x00-\x1f\ud800-\udfff]{0,200}')
SHA256 = re.compile("([0-9a-f]{64})?")
ADDED = re.compile(r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}", re.ASCII)
TAIL = re.compile(r"([1-9]\d*(,[1-9]\d*)*)?", re.ASCII)

BLOCK = 256
"""How many terms a block has. The last one of a slice may have fewer."""

LEVEL = 3
"""The level of compression. Higher levels save little, and take longer."""

DIGEST = 16
"""The number of bytes of the digests of rows and blocks."""

WORDS = {2: "H", 4: "I", 8: "Q"}

BATCH_TERMS, BATCH_SECONDS = 2**18, 1.0
"""A transaction writes about this many terms, or those that are proved in this many seconds."""

LIVE = 3600
"""A process that has not written anything for this many seconds is assumed to have stopped."""

MOST_CLAIMS = 10_000
"""The maximum number of claims of a library."""

Covered = Collection[tuple[int, int, int]]
"""Claims, each as rows, nim-value and largest third row. They cover their slices."""


class Damaged(Exception):
    """Data in the library is not as it was written."""


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
    """The row of a slice: its proof, without the terms of the head after the first one."""

    id: int
    slice: Slice
    terms: int
    first: int | None
    period: tuple[int, ...]
    modulus: int
    bound: int


def claim_row(key: bytes, row: tuple[Any, ...], claim: Claim | None = None) -> ClaimRow:
    """Check the row of a claim. Raises Damaged for anything that zchomp has not written for this claim."""
    rows, nim, upto, mode, producer, method, sha256, added, digest = row
    try:
        found = Claim(rows=rows, nim=nim, upto=upto)
    except InvalidSlice:
        raise Damaged("it has a claim that is not possible") from None
    is_intact = (
        digest == row_digest(key, "claim", *row[:-1])
        and claim in {None, found}
        and is_verifiable(found)
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


def slice_row(key: bytes, row: tuple[Any, ...], slice_: Slice | None = None) -> SliceRow:
    """Check the row of a slice. Raises Damaged for anything that zchomp has not written for this slice."""
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
    except ValueError:  # including a number with more digits than Python reads
        found = None
    if found is None or slice_ not in {None, found} or (rows, width) != (len(found.tail) + 2, found.width):
        raise Damaged(f"the record of {what} has changed since it was written")
    numbers = struct.unpack(f"<{len(period) // 8}Q", period)
    if not found.tail and (first if terms else next(iter(numbers), None)) == 0:
        raise Damaged(f"the record of {what} has a position without squares")
    return SliceRow(number, found, terms, first, numbers, modulus, bound)


def tail_text(slice_: Slice) -> str:
    """The tail of a slice, as in its row."""
    return ",".join(map(str, slice_.tail))


def stored(proof: Proof) -> tuple[object, ...]:
    """The fields of a proof as in the row of its slice, without number and digest."""
    slice_, head, period = proof.slice, proof.sequence.head, proof.sequence.period
    shape = (slice_.nim, tail_text(slice_), len(slice_.tail) + 2, slice_.width)
    words = struct.pack(f"<{len(period)}Q", *period)
    return (*shape, len(head), head[0] if head else None, words, proof.modulus, proof.bound)


def terms_of(key: bytes, row: SliceRow, number: int, block: object, digest: object) -> Sequence[int]:
    """Check a block, and return its terms. Raises Damaged for anything that zchomp has not written in this place."""
    name = f"{row.slice.nim} {tail_text(row.slice)}"
    if not isinstance(block, bytes) or block_digest(key, name, number, block) != digest:
        raise Damaged(f"block {number} of the {row.slice} has changed since it was written")
    terms = unpack(block)
    if len(terms) != min(BLOCK, row.terms - BLOCK * number):
        raise Damaged(f"block {number} of the {row.slice} has a wrong length")
    return terms


def covered(connection: sqlite3.Connection, key: bytes) -> Covered:
    """The claims that are intact."""
    intact = set()
    for row in claim_rows(connection):
        with suppress(Damaged):
            intact.add(claim_row(key, row).key)
    return intact


def touch(connection: sqlite3.Connection, key: bytes, token: str, claim: Claim, is_new: bool) -> None:
    """Record that a claim is being added. At its first batch, remove the leftovers of interrupted additions."""
    if is_new:
        sweep(connection, key)
    elif token not in adding(connection, key):
        raise LibraryError("another process has removed what was added so far; try again")
    fields = (token, claim.rows, claim.nim, claim.upto, int(time()))
    digest = row_digest(key, "adding", *fields)
    connection.execute("INSERT OR REPLACE INTO adding VALUES (?, ?, ?, ?, ?, ?)", (*fields, digest))


def adding(connection: sqlite3.Connection, key: bytes, is_live: bool = True) -> dict[str, tuple[int, int, int]]:
    """The claims that processes are adding now, or with ``is_live=False`` those that any process has started to add."""
    now, live = int(time()), {}
    for *fields, digest in connection.execute("SELECT token, rows, nim, upto, touched, digest FROM adding"):
        is_made = row_digest(key, "adding", *fields) == digest and all(type(n) is int for n in fields[1:])
        if is_made and (abs(now - fields[4]) <= LIVE or not is_live):
            live[fields[0]] = (fields[1], fields[2], fields[3])
    return live


def sweep(connection: sqlite3.Connection, key: bytes) -> None:
    """Remove the slices that no claim covers, and that nobody is adding."""
    live = adding(connection, key)
    connection.execute(f"DELETE FROM adding WHERE token NOT IN ({', '.join('?' * len(live))})", [*live])  # noqa: S608 - no text
    covers = "c.rows >= slice.rows AND c.nim >= slice.nim AND c.upto >= slice.width"
    unused = " AND ".join(f"NOT EXISTS (SELECT 1 FROM {table} c WHERE {covers})" for table in ("claim", "adding"))  # noqa: S608 - constants only
    gone = connection.execute(f"SELECT id FROM slice WHERE {unused}").fetchall()  # noqa: S608 - constants only
    connection.executemany("DELETE FROM block WHERE slice = ?", gone)
    connection.executemany("DELETE FROM slice WHERE id = ?", gone)


def batches(proofs: Iterable[Proof]) -> Iterator[list[Proof]]:
    """Proofs in groups, each of which is written in a short transaction."""
    batch: list[Proof] = []
    terms, end = 0, monotonic() + BATCH_SECONDS
    for proof in proofs:
        batch.append(proof)
        terms += len(proof.sequence.head) + len(proof.sequence.period)
        if terms >= BATCH_TERMS or monotonic() >= end:
            yield batch
            batch, terms, end = [], 0, monotonic() + BATCH_SECONDS
    if batch:
        yield batch


def claim_rows(connection: sqlite3.Connection | None) -> Iterator[tuple[Any, ...]]:
    """The rows of all claims, unchecked."""
    if connection is not None:
        rows = connection.execute(f"SELECT {CLAIM} FROM claim LIMIT {MOST_CLAIMS + 1}").fetchall()  # noqa: S608 - constants only
        if len(rows) > MOST_CLAIMS:
            raise Damaged(f"it has more than {MOST_CLAIMS} claims")
        yield from rows


def is_covered(slice_: Slice, claims: Iterable[tuple[int, int, int]]) -> bool:
    """Whether a slice belongs to one of the claims."""
    return any(
        len(slice_.tail) + 2 <= rows and slice_.nim <= nim and slice_.width <= upto for rows, nim, upto in claims
    )


def pack(head: Sequence[int]) -> Iterator[bytes]:
    """The blocks of a head.

    >>> [unpack(block).tolist() for block in pack([5, 3])]
    [[5, 3]]
    """
    largest = max(head, default=0)
    size = 2 if largest < 2**16 else 4 if largest < 2**32 else 8
    words = array(WORDS[size], head)
    if sys.byteorder == "big":
        words.byteswap()
    data, step = words.tobytes(), size * BLOCK
    for start in range(0, len(data), step):
        yield bytes([size]) + zlib.compress(data[start : start + step], LEVEL)


def unpack(block: bytes) -> "array[int]":
    """The terms of a block."""
    packed = zlib.decompressobj()
    try:
        words = array(WORDS[block[0]], packed.decompress(block[1:], 8 * BLOCK + 1))
    except (zlib.error, KeyError, IndexError, ValueError):
        raise Damaged("a block cannot be unpacked") from None
    if not packed.eof or len(words) > BLOCK:
        raise Damaged("a block is longer than a block can be")
    if sys.byteorder == "big":
        words.byteswap()
    return words


def block_digest(key: bytes, slice_: str, number: int, block: bytes) -> bytes:
    """The digest of a block of a slice, which is named by its nim-value and tail."""
    digest = keyed_digest(key, "block", DIGEST)
    digest.update(f"{slice_} {number} ".encode() + block)
    return digest.digest()


def row_digest(key: bytes, table: str, *fields: object) -> bytes:
    """The digest of a row of any table except that of blocks."""
    digest = keyed_digest(key, table, DIGEST)
    digest.update(repr(fields).encode())
    return digest.digest()
