"""The store: claims, slices and the blocks of their heads, in one SQLite file.

    claim    what was proved and verified: rows, nim-values, third rows; the digest of its certificate
    slice    for each tail and nim-value all that a proof says, but the terms of the head; shared by all claims
    block    so many terms of a head, compressed (`blocks`)

Readers see whole claims or nothing: a claim is added or removed in one transaction, whatever happens in between. Every
row that is read is compared with its digest. What cannot be read raises LibraryError, and is never an answer.
"""

import sqlite3
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock

from zchomp.certificate.format import Mode
from zchomp.errors import LibraryError, quote
from zchomp.library.blocks import BLOCK, Damaged, block_digest, pack, slice_digest, unpack
from zchomp.periodic import Periodic
from zchomp.results import Claim, Proof
from zchomp.slices import Slice

__all__ = ["Kept", "Library"]

APPLICATION, FORMAT = 0x7A63686D, 1
"""How SQLite files say whose they are: "zchm", and the version of these tables."""

TABLES = """
CREATE TABLE claim (
    rows INTEGER, nim INTEGER, upto INTEGER, mode TEXT, producer TEXT, method TEXT, sha256 TEXT, added TEXT,
    PRIMARY KEY (rows, nim, upto)
) WITHOUT ROWID;
CREATE TABLE slice (
    id INTEGER PRIMARY KEY, nim INTEGER, tail TEXT, rows INTEGER, width INTEGER,
    terms INTEGER, first INTEGER, period BLOB, modulus INTEGER, bound INTEGER, digest BLOB,
    UNIQUE (nim, tail)
);
CREATE TABLE block (slice INTEGER, number INTEGER, terms BLOB, digest BLOB, PRIMARY KEY (slice, number)) WITHOUT ROWID;
"""

SLICE = "slice.id, slice.nim, slice.tail, slice.terms, slice.first, slice.period, slice.modulus, slice.bound"
PATIENCE = 10.0
"""For how many seconds a process waits for another one that writes."""

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
    ...     library.add(prove(upto=5).claim, prove(upto=5).values(), method="recurrence")
    ...     library.proof(Slice((5,))).sequence
    ...     library.close()
    True
    Periodic(head=(5, 3), period=(4,))
    """

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
        self._lock = RLock()
        self._connection: sqlite3.Connection | None = None

    def close(self) -> None:
        """Close the file; it is opened again when it is needed."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def claims(self) -> list[Kept]:
        """All claims, smaller ones first."""
        with self._reading() as found:
            if found is None:
                return []
            rows = found.execute("SELECT rows, nim, upto, mode, producer, method, sha256, added FROM claim").fetchall()
            kept = []
            for row_count, nim, upto, mode, producer, method, sha256, added in sorted(rows):
                count, size = found.execute(
                    "SELECT count(*), total(length(period)) + (SELECT total(length(block.terms)) FROM block JOIN slice "
                    "s ON s.id = block.slice WHERE s.rows <= ?1 AND s.nim <= ?2 AND s.width <= ?3) "
                    "FROM slice WHERE rows <= ?1 AND nim <= ?2 AND width <= ?3",
                    (row_count, nim, upto),
                ).fetchone()
                claim = Claim(row_count, nim, upto)
                kept.append(Kept(claim, mode, producer, method, sha256, added, slices=count, bytes=int(size)))
            return kept

    def proof(self, slice_: Slice) -> Proof | None:
        """The proof of a slice, or None if it is not there."""
        with self._reading() as found:
            row = None if found is None else self._row(found, slice_)
            if found is None or row is None:
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

    def terms(self, wanted: Sequence[tuple[Slice, int]]) -> list[int | None] | None:
        """The terms B(a) of many slices, for each its own a: None where a slice is over; None at all if one is missing.

        Only the blocks with these terms are read.
        """
        with self._reading() as found:
            if found is None:
                return None
            found.execute("CREATE TEMP TABLE IF NOT EXISTS wanted (k INTEGER PRIMARY KEY, nim INTEGER, tail TEXT, a)")
            keys = ((k, s.nim, _tail(s), a if a < 2**62 else -1) for k, (s, a) in enumerate(wanted))
            with _transaction(found, "DEFERRED"):
                found.execute("DELETE FROM wanted")
                found.executemany("INSERT INTO wanted VALUES (?, ?, ?, ?)", keys)
            rows = found.execute(
                f"SELECT {SLICE}, slice.digest, block.terms, block.digest FROM wanted "  # noqa: S608 - constants only
                "CROSS JOIN slice ON slice.nim = wanted.nim AND slice.tail = wanted.tail "
                "LEFT JOIN block ON block.slice = slice.id AND block.number = wanted.a / ? AND wanted.a < slice.terms "
                "AND wanted.a > 0 ORDER BY wanted.k",
                (BLOCK,),
            )
            results = [_term(row, wanted[k][1]) for k, row in enumerate(rows)]
        return results if len(results) == len(wanted) else None

    def shapes(self, slices: Sequence[Slice]) -> list[tuple[int, int]] | None:
        """How many terms the heads and the periods of slices have; None if one of them is missing."""
        with self._reading() as found:
            if found is None:
                return None
            rows = [self._row(found, slice_) for slice_ in slices]
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
    ) -> None:
        """Keep a claim that was verified, with the proofs of all its slices; all of it, or nothing."""
        with self._writing() as found:
            count = 0
            for proof in proofs:
                self._insert(found, proof)
                count += 1
            if count != claim.count():
                raise LibraryError(f"the claim has {claim.count()} slices, got the proofs of {count}")
            added = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
            found.execute(
                "INSERT OR REPLACE INTO claim VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (claim.rows, claim.nim, claim.upto, mode, producer, method, sha256, added),
            )

    def remove(self, claim: Claim) -> bool:
        """Remove a claim, and the slices that belong to no other one; whether it was there."""
        with self._writing() as found:
            key = (claim.rows, claim.nim, claim.upto)
            gone = found.execute("DELETE FROM claim WHERE rows = ? AND nim = ? AND upto = ?", key).rowcount
            covered = (
                "SELECT 1 FROM claim c WHERE c.rows >= slice.rows AND c.nim >= slice.nim AND c.upto >= slice.width"
            )
            found.execute(f"DELETE FROM slice WHERE NOT EXISTS ({covered})")  # noqa: S608 - constants only
            found.execute("DELETE FROM block WHERE slice NOT IN (SELECT id FROM slice)")
        with suppress(LibraryError), self._reading() as found:
            if found is not None:
                found.execute("VACUUM")
        return bool(gone)

    def _insert(self, found: sqlite3.Connection, proof: Proof) -> None:
        slice_, sequence = proof.slice, proof.sequence
        head, period = sequence.head, struct.pack(f"<{len(sequence.period)}Q", *sequence.period)
        tail, first = _tail(slice_), head[0] if head else None
        fields = (slice_.nim, tail, len(head), first, period, proof.modulus, proof.bound)
        known = self._row(found, slice_)
        if known is not None:
            if known[1:8] != fields:
                raise LibraryError(f"the library has another proof of the {slice_}: one of the two is wrong")
            return
        cursor = found.execute(
            "INSERT INTO slice VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*fields[:2], len(slice_.tail) + 2, slice_.width, *fields[2:], slice_digest(*fields)),
        )
        blocks = (
            (cursor.lastrowid, number, block, block_digest(f"{slice_.nim} {tail}", number, block))
            for number, block in enumerate(pack(head))
        )
        found.executemany("INSERT INTO block VALUES (?, ?, ?, ?)", blocks)

    def _row(self, found: sqlite3.Connection, slice_: Slice) -> Row | None:
        query = f"SELECT {SLICE}, digest FROM slice WHERE nim = ? AND tail = ?"  # noqa: S608 - constants only
        row: Row | None = found.execute(query, (slice_.nim, _tail(slice_))).fetchone()
        if row is not None:
            _check_row(row)
        return row

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """The connection, or None where there is no library; every trouble is a LibraryError."""
        with self._lock, self._trouble():
            if self._connection is None and self.path.exists():
                self._connection = self._open()
            yield self._connection

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """The connection, in a transaction that is taken back if anything goes wrong."""
        with self._lock, self._trouble():
            if not self.path.exists():
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._create()
            if self._connection is None:
                self._connection = self._open()
            with _transaction(self._connection, "IMMEDIATE"):
                yield self._connection

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        name = f"the library {quote(str(self.path), 200)}"
        try:
            yield
        except Damaged as problem:
            raise LibraryError(f"{name} is damaged: {problem}; zchomp library check says what is wrong") from None
        except OSError as problem:
            raise LibraryError(f"{name} cannot be used: {problem.strerror or problem}") from None
        except (sqlite3.Error, UnicodeDecodeError, OverflowError) as problem:
            self.close()
            if isinstance(problem, sqlite3.OperationalError):  # locked, read-only, full
                raise LibraryError(f"{name} cannot be used now: {problem}") from None
            raise LibraryError(f"{name} is damaged, or not a library of zchomp: {problem}") from None

    def _create(self) -> None:
        """Make the file, with its tables; if another process does so at the same time, one of them waits."""
        with suppress(sqlite3.OperationalError), _connect(self.path) as found:
            found.execute("PRAGMA journal_mode = WAL")
            found.execute("BEGIN EXCLUSIVE")
            if found.execute("PRAGMA application_id").fetchone()[0] == 0:
                for statement in TABLES.strip().split(";\n"):
                    found.execute(statement)
                found.execute(f"PRAGMA application_id = {APPLICATION}")
                found.execute(f"PRAGMA user_version = {FORMAT}")
            found.execute("COMMIT")

    def _open(self) -> sqlite3.Connection:
        try:
            found = _connect(self.path)
            marks = [found.execute(f"PRAGMA {mark}").fetchone()[0] for mark in ("application_id", "user_version")]
        except sqlite3.OperationalError:  # a folder in which nothing may be written, not even the notes of a reader
            found = _connect(self.path, "?immutable=1")
            marks = [found.execute(f"PRAGMA {mark}").fetchone()[0] for mark in ("application_id", "user_version")]
        if marks[0] != APPLICATION:
            found.close()
            raise LibraryError(f"{quote(str(self.path), 200)} is not a library of zchomp; expected another path")
        if marks[1] != FORMAT:
            found.close()
            made = f"was made by another version of zchomp (format {marks[1]}, expected {FORMAT})"
            raise LibraryError(f"the library {quote(str(self.path), 200)} {made}")
        return found


def _connect(path: Path, how: str = "") -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}{how}"
    found = sqlite3.connect(address, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=True)
    found.execute("PRAGMA temp_store = MEMORY")
    return found


@contextmanager
def _transaction(found: sqlite3.Connection, kind: str) -> Iterator[None]:
    """All or nothing: a transaction that is taken back if anything goes wrong."""
    found.execute(f"BEGIN {kind}")
    try:
        yield
        found.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            found.execute("ROLLBACK")
        raise


def _tail(slice_: Slice) -> str:
    return ",".join(map(str, slice_.tail))


def _numbers(period: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(period) // 8}Q", period)


def _check_row(row: Row) -> None:
    if slice_digest(*row[1:8]) != row[8]:
        raise Damaged(f"what it says of the slice with tail ({row[2]}) is not what was written")


def _checked(nim: int, tail: str, number: int, block: bytes, digest: bytes) -> Sequence[int]:
    if block_digest(f"{nim} {tail}", number, block) != digest:
        raise Damaged(f"block {number} of the slice with tail ({tail}) is not what was written")
    return unpack(block)


def _term(row: tuple[object, ...], a: int) -> int | None:
    """The term of a slice, from its row and the block that it is in, if it is in one."""
    entry: Row = row[:9]  # type: ignore[assignment]
    block, digest = row[9:]
    _check_row(entry)
    _, nim, tail, terms, first, period = entry[:6]
    if a >= terms:
        numbers = _numbers(period)
        return numbers[(a - terms) % len(numbers)] if numbers else None
    if a == 0:
        return first
    if not isinstance(block, bytes) or not isinstance(digest, bytes):
        raise Damaged(f"a block of the slice with tail ({tail}) is missing")
    return _checked(nim, tail, a // BLOCK, block, digest)[a % BLOCK]
