"""The store: claims, slices and the blocks of their heads, in one SQLite file.

    claim    a verified claim: rows, nim-values, third rows; the digest of its certificate
    slice    for each tail and nim-value all that a proof says, but the terms of the head; shared by all claims
    block    some terms of a head, compressed (`blocks`)

Readers see whole claims or nothing: a claim is added or removed in one transaction, whatever happens in between. Every
row that is read is compared with its digest, and with the slice that was asked for. What cannot be read raises
LibraryError, and is never an answer.
"""

import sqlite3
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from zchomp.certificate.format import Mode
from zchomp.errors import InvalidSlice, LibraryError
from zchomp.library.blocks import BLOCK, Damaged, block_digest, pack, slice_digest, unpack
from zchomp.library.file import File
from zchomp.periodic import Periodic
from zchomp.results import Claim, Proof
from zchomp.slices import Slice

__all__ = ["Kept", "Library"]

TABLES = """
CREATE TABLE claim (
    rows INTEGER, nim INTEGER, upto INTEGER, mode TEXT, producer TEXT, method TEXT, sha256 TEXT, added TEXT,
    digest BLOB,
    PRIMARY KEY (rows, nim, upto)
) WITHOUT ROWID;
CREATE TABLE slice (
    id INTEGER PRIMARY KEY, nim INTEGER, tail TEXT, rows INTEGER, width INTEGER,
    terms INTEGER, first INTEGER, period BLOB, modulus INTEGER, bound INTEGER, digest BLOB,
    UNIQUE (nim, tail)
);
CREATE TABLE block (slice INTEGER, number INTEGER, terms BLOB, digest BLOB, PRIMARY KEY (slice, number)) WITHOUT ROWID;
"""

CLAIM = "rows, nim, upto, mode, producer, method, sha256, added"
SLICE = "slice.id, slice.nim, slice.tail, slice.terms, slice.first, slice.period, slice.modulus, slice.bound"
MOST = 2**62
"""The tables have no larger numbers."""

Row = tuple[int, int, str, int, int | None, bytes, int, int, bytes]


@dataclass(frozen=True, slots=True)
class Kept:
    """A claim that is in the library: its certificate's mode and digest, how and when it was proved, and its size."""

    claim: Claim
    mode: Mode
    producer: str
    method: str
    sha256: str
    added: str
    slices: int
    bytes: int


class Library:
    """A library of proofs, which is made when something is added; it may be shared by threads and by processes.

    >>> from tempfile import TemporaryDirectory
    >>> from zchomp.engines.prover import prove
    >>> with TemporaryDirectory() as folder:
    ...     library = Library(Path(folder) / "library.sqlite3")
    ...     library.proof(Slice((5,))) is None
    ...     library.add(prove(upto=5).claim, prove(upto=5).values(), method="recurrence").slices
    ...     library.proof(Slice((5,))).sequence
    ...     library.close()
    True
    6
    Periodic(head=(5, 3), period=(4,))
    """

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
        self._file = File(self.path, TABLES)

    def close(self) -> None:
        """Close the file; it is opened again when it is needed."""
        self._file.close()

    def names(self) -> list[Claim]:
        """All claims, smaller ones first, damaged ones too."""
        with self._file.reading() as found:
            rows = [] if found is None else found.execute("SELECT rows, nim, upto FROM claim").fetchall()
            try:
                return [Claim(*row) for row in sorted(rows)]
            except (InvalidSlice, TypeError):
                raise Damaged("it has a claim that is not possible") from None

    def claims(self) -> list[Kept]:
        """All claims, smaller ones first.

        Raises LibraryError if one is damaged.
        """
        kept, damaged = self.listing()
        if damaged:
            raise LibraryError(damaged[0])
        return kept

    def listing(self) -> tuple[list[Kept], list[str]]:
        """All intact claims, smaller ones first, and the problems of the others."""
        kept, damaged = [], []
        for name in self.names():
            try:
                kept.append(self.claim(name))
            except LibraryError as problem:
                damaged.append(str(problem))
        return [one for one in kept if one is not None], damaged

    def claim(self, claim: Claim) -> Kept | None:
        """The record of a claim, or None if it is not there."""
        with self._file.reading() as found:
            key = claim.rows, claim.nim, claim.upto
            if found is None or max(key) > MOST:
                return None
            query = f"SELECT {CLAIM}, digest FROM claim WHERE rows = ? AND nim = ? AND upto = ?"  # noqa: S608 - constants only
            row = found.execute(query, key).fetchone()
            if row is None:
                return None
            if row[:3] != key or slice_digest(*row[:-1]) != row[-1]:
                raise Damaged(f"the record of the claim of {claim} has changed since it was written")
            return _kept(found, row)

    def proof(self, slice_: Slice) -> Proof | None:
        """The proof of a slice, or None if it is not there."""
        with self._file.reading() as found:
            return None if found is None else _proof(found, slice_)

    def terms(self, wanted: Sequence[tuple[Slice, int]]) -> list[int | None] | None:
        """The terms B(a) of many slices, for each its own a: None where a slice is over; None at all if one is missing.

        Only the blocks with these terms are read.
        """
        with self._file.reading() as found:
            if found is None or any(slice_.nim > MOST for slice_, _ in wanted):
                return None
            found.execute("CREATE TEMP TABLE IF NOT EXISTS wanted (k INTEGER PRIMARY KEY, nim INTEGER, tail TEXT, a)")
            found.execute("DELETE FROM wanted")
            keys = ((k, s.nim, _tail(s), a if a < MOST else -1) for k, (s, a) in enumerate(wanted))
            found.executemany("INSERT INTO wanted VALUES (?, ?, ?, ?)", keys)
            rows = found.execute(
                f"SELECT wanted.k, {SLICE}, slice.digest, block.terms, block.digest FROM wanted "  # noqa: S608 - constants only
                "CROSS JOIN slice ON slice.nim = wanted.nim AND slice.tail = wanted.tail "
                "LEFT JOIN block ON block.slice = slice.id AND block.number = wanted.a / ? AND wanted.a < slice.terms "
                "AND wanted.a > 0 ORDER BY wanted.k",
                (BLOCK,),
            )
            results: list[int | None] = []
            checked: set[Slice] = set()
            for k, *row in rows:
                if k != len(results):
                    return None
                slice_, a = wanted[k]
                if slice_ not in checked:
                    _check_row(slice_, tuple(row[:9]))
                    checked.add(slice_)
                results.append(_term(a, tuple(row)))
        return results if len(results) == len(wanted) else None

    def shapes(self, slices: Sequence[Slice]) -> list[tuple[int, int]] | None:
        """How many terms the heads and the periods of slices have; None if one of them is missing."""
        with self._file.reading() as found:
            if found is None:
                return None
            rows = [_row(found, slice_) for slice_ in slices]
        shapes = [(row[3], len(row[5]) // 8) for row in rows if row is not None]
        return shapes if len(shapes) == len(slices) else None

    def add(
        self,
        claim: Claim,
        proofs: Iterable[Proof],
        mode: Mode = "full",
        producer: str = "",
        method: str = "",
        sha256: str = "",
    ) -> Kept:
        """Keep a claim that was verified, with the proofs of all its slices; all of it, or nothing."""
        with self._file.writing() as found:
            count = 0
            for proof in proofs:
                _insert(found, proof)
                count += 1
            if count != claim.count():
                raise LibraryError(f"the claim has {claim.count()} slices, got the proofs of {count}")
            added = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
            fields = (claim.rows, claim.nim, claim.upto, mode, producer, method, sha256, added)
            query = "INSERT OR REPLACE INTO claim VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            row = (*fields, slice_digest(*fields))
            found.execute(query, row)
            return _kept(found, row)

    def remove(self, claim: Claim) -> bool:
        """Remove a claim, and the slices that belong to no other one; whether it was there."""
        key = (claim.rows, claim.nim, claim.upto)
        with self._file.reading() as seen:
            if seen is None or max(key) > MOST:
                return False
        with self._file.writing() as found:
            gone = found.execute("DELETE FROM claim WHERE rows = ? AND nim = ? AND upto = ?", key).rowcount
            covered = (
                "SELECT 1 FROM claim c WHERE c.rows >= slice.rows AND c.nim >= slice.nim AND c.upto >= slice.width"
            )
            found.execute(f"DELETE FROM slice WHERE NOT EXISTS ({covered})")  # noqa: S608 - constants only
            found.execute("DELETE FROM block WHERE slice NOT IN (SELECT id FROM slice)")
        self._file.shrink()
        return bool(gone)


def _insert(found: sqlite3.Connection, proof: Proof) -> None:
    """Keep a proof; if it is there already it must be the same, and is written again if it is damaged."""
    slice_, sequence = proof.slice, proof.sequence
    try:
        known = _proof(found, slice_)
    except Damaged:
        found.execute("DELETE FROM slice WHERE nim = ? AND tail = ?", (slice_.nim, _tail(slice_)))
        known = None
    if known is not None:
        if known != proof:
            raise LibraryError(f"the library has another proof of the {slice_}: one of the two is wrong")
        return
    head, period = sequence.head, struct.pack(f"<{len(sequence.period)}Q", *sequence.period)
    tail, first = _tail(slice_), head[0] if head else None
    fields = (slice_.nim, tail, len(head), first, period, proof.modulus, proof.bound)
    cursor = found.execute(
        "INSERT INTO slice VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*fields[:2], len(slice_.tail) + 2, slice_.width, *fields[2:], slice_digest(*fields)),
    )
    blocks = (
        (cursor.lastrowid, number, block, block_digest(f"{slice_.nim} {tail}", number, block))
        for number, block in enumerate(pack(head))
    )
    found.execute("DELETE FROM block WHERE slice = ?", (cursor.lastrowid,))
    found.executemany("INSERT INTO block VALUES (?, ?, ?, ?)", blocks)


def _kept(found: sqlite3.Connection, row: tuple[Any, ...]) -> Kept:
    """The record of a claim, with the room that it takes; other claims may share some of it."""
    rows, nim, upto, mode, producer, method, sha256, added, _ = row
    count, size = found.execute(
        "SELECT count(*), total(length(period)) + (SELECT total(length(block.terms)) FROM block JOIN slice "
        "s ON s.id = block.slice WHERE s.rows <= ?1 AND s.nim <= ?2 AND s.width <= ?3) "
        "FROM slice WHERE rows <= ?1 AND nim <= ?2 AND width <= ?3",
        (rows, nim, upto),
    ).fetchone()
    return Kept(Claim(rows, nim, upto), mode, producer, method, sha256, added, slices=count, bytes=int(size))


def _proof(found: sqlite3.Connection, slice_: Slice) -> Proof | None:
    """The proof of a slice, or None if it is not there."""
    row = _row(found, slice_)
    if row is None:
        return None
    number, nim, tail, terms, first, period, modulus, bound, _ = row
    head: list[int] = []
    blocks = found.execute("SELECT number, terms, digest FROM block WHERE slice = ? ORDER BY number", (number,))
    for expected, (index, block, digest) in enumerate(blocks):
        if index != expected:
            break
        head += _checked(nim, tail, index, block, digest)
    if len(head) != terms or (head and head[0] != first):
        raise Damaged(f"the head of the {slice_} is incomplete")
    return Proof(slice_, Periodic(tuple(head), _numbers(period)), modulus, bound)


def _row(found: sqlite3.Connection, slice_: Slice) -> Row | None:
    """The row of a slice, without its blocks, or None if it is not there."""
    if slice_.nim > MOST:
        return None
    query = f"SELECT {SLICE}, digest FROM slice WHERE nim = ? AND tail = ?"  # noqa: S608 - constants only
    row: Row | None = found.execute(query, (slice_.nim, _tail(slice_))).fetchone()
    if row is not None:
        _check_row(slice_, row)
    return row


def _tail(slice_: Slice) -> str:
    return ",".join(map(str, slice_.tail))


def _numbers(period: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(period) // 8}Q", period)


def _check_row(slice_: Slice, row: Row) -> None:
    """Make sure that a row is the one that was written for a slice: also the way to it may be damaged."""
    if row[1:3] != (slice_.nim, _tail(slice_)) or slice_digest(*row[1:8]) != row[8]:
        raise Damaged(f"the record of the {slice_} has changed since it was written")


def _checked(nim: int, tail: str, number: int, block: object, digest: object) -> Sequence[int]:
    if not isinstance(block, bytes) or block_digest(f"{nim} {tail}", number, block) != digest:
        raise Damaged(f"block {number} of the slice with tail ({tail}) has changed since it was written")
    return unpack(block)


def _term(a: int, row: tuple[Any, ...]) -> int | None:
    """The term of a slice, from its row, which was checked, and the block that it is in, if it is in one."""
    _, nim, tail, terms, first, period = row[:6]
    if a >= terms:
        numbers = _numbers(period)
        return numbers[(a - terms) % len(numbers)] if numbers else None
    return first if a == 0 else _checked(nim, tail, a // BLOCK, *row[9:])[a % BLOCK]
