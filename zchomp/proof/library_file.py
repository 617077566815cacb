"""The file of the library: its tables, whose rows are signed with the key of the user, and its connections.

    claim    a verified claim: rows, nim-value, third row, and the digest of its certificate
    adding   a claim that a process is adding now, and when the process last wrote something
    slice    the proof of a slice without the terms of its head, shared by all claims
    block    some terms of a head, compressed

Every row has a digest with the key of the user, which is compared before anything else is done with the row. So a row
that is damaged, in the wrong place or not made by this user is noticed, and any other row is as it was written.

The first byte of a block is the size of its words: 2, 4 or 8 bytes. The terms follow as little-endian words,
compressed. So one term is read without the rest of the head.

A claim is added in many short transactions. Until its own row is written, a row of the table "adding" protects its
slices from being removed. That row is valid as long as its process writes something from time to time.

The file is created when needed, opened by many processes, and recognised as this user's library. It is in SQLite's WAL
mode, in which readers and one writer do not disturb each other, and it has SQLite's marks of an application and of its
version. Before anything is read from it, its schema must be exactly the expected one, because SQLite would execute a
view or a trigger. A digest with the key of the user shows that this user's zchomp made the file. Anything wrong with
the file is reported as a LibraryError, in one line.
"""

import os
import sqlite3
import stat
import struct
import sys
import zlib
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from time import monotonic, time
from typing import Any, TypeVar

from zchomp.bars.results import Claim, Proof
from zchomp.bars.slices import Slice
from zchomp.core.files import find_key, keyed_digest, make_key
from zchomp.errors import KeyUnavailable, LibraryError, quote, shorten
from zchomp.proof.format import Mode

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

T = TypeVar("T")
Found = TypeVar("Found")

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


def claim_row(key: bytes, row: tuple[Any, ...]) -> ClaimRow:
    """The row of a claim. Raises Damaged if it is not as zchomp has written it."""
    *fields, digest = row
    rows, nim, upto, *rest = fields
    if digest != row_digest(key, "claim", *fields):
        named = quote(f"rows={rows},nim={nim},upto={upto}")
        raise Damaged(f"the record of the claim {named} has changed since it was written")
    return ClaimRow(Claim(rows=rows, nim=nim, upto=upto), *rest)


def slice_row(key: bytes, row: tuple[Any, ...]) -> SliceRow:
    """The row of a slice. Raises Damaged if it is not as zchomp has written it."""
    number, nim, tail, _rows, _width, terms, first, period, modulus, bound, digest = row
    if digest != row_digest(key, "slice", *row[1:-1]):
        raise Damaged("the record of a slice has changed since it was written")
    slice_ = Slice(tuple(map(int, tail.split(","))) if tail else (), nim)
    return SliceRow(number, slice_, terms, first, struct.unpack(f"<{len(period) // 8}Q", period), modulus, bound)


def intact(rows: Iterable[T], read: Callable[[T], Found]) -> tuple[list[Found], int]:
    """What the intact rows say, and the number of the others."""
    found, damaged = list[Found](), 0
    for row in rows:
        try:
            found.append(read(row))
        except Damaged:
            damaged += 1
    return found, damaged


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
    """The terms of a block. Raises Damaged if it is not as zchomp has written it in this place."""
    name = f"{row.slice.nim} {tail_text(row.slice)}"
    if not isinstance(block, bytes) or block_digest(key, name, number, block) != digest:
        raise Damaged(f"block {number} of the {row.slice} has changed since it was written")
    return unpack(block)


def covered(connection: sqlite3.Connection, key: bytes) -> tuple[Covered, int]:
    """The claims that are intact, and the number of the others."""
    found, damaged = intact(claim_rows(connection), lambda row: claim_row(key, row).key)
    return set(found), damaged


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
        if row_digest(key, "adding", *fields) == digest and not (is_live and abs(now - fields[4]) > LIVE):
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


def claim_rows(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """The rows of all claims, unchecked."""
    return connection.execute(f"SELECT {CLAIM} FROM claim").fetchall()  # noqa: S608 - constants only


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
    words = array(WORDS[block[0]], zlib.decompress(block[1:]))
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


APPLICATION, FORMAT = 0x7A63686D, 2
"""The marks of a SQLite file: the application, "zchm", and the version of its tables."""

MAKER = "CREATE TABLE maker (digest BLOB)"
"""The table with one row, a digest that only the maker of the file can compute."""

ADVICE = "move it away, and keep the certificates again with zchomp library add"
"""The advice about a file that cannot be used."""

MESSAGE = 200
"""How many characters of a message from SQLite are shown."""

PATIENCE = 30.0
"""How many seconds a process waits for another process that is writing. Transactions take at most a second."""

LONGEST_FIELD = 2**24
"""No field of a library has more bytes than this."""

STEPS = 100_000
"""Ctrl-C is noticed after this many instructions of SQLite."""


class File:
    """A SQLite file with some tables, which may be shared by threads and by processes.

    Whatever goes wrong is raised as a LibraryError.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = File(Path(folder) / "file.sqlite3", "CREATE TABLE word (text TEXT)")
    ...     with file.reading() as connection:
    ...         connection is None
    ...     with file.writing() as connection:
    ...         _ = connection.execute("INSERT INTO word VALUES ('first')")
    ...     with file.reading() as connection:
    ...         connection.execute("SELECT text FROM word").fetchall()
    ...     file.close()
    True
    [('first',)]
    """

    def __init__(self, path: Path, tables: str) -> None:
        self.path = path
        self._tables = [MAKER, *(statement.strip() for statement in tables.split(";") if statement.strip())]
        self._lock = RLock()
        self._connection: sqlite3.Connection | None = None
        self._key = b""
        self._checked: int | None = None  # the version of the schema that was checked to be the expected one
        self._process = os.getpid()

    @property
    def key(self) -> bytes:
        """The key of the user, with which the rows of an open file are signed."""
        return self._key

    def close(self) -> None:
        """Close the file. It is reopened when it is needed."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection | None]:
        """Read one state of the file. The context is the connection, or None if there is no file yet."""
        with self._connected() as connection:
            if connection is None:
                yield None
            else:
                with self._transaction(connection, "DEFERRED"):
                    yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Write to the file. The context is the connection, in a transaction that is undone if anything goes wrong."""
        with self._connected() as connection:
            if connection is None:
                self._create()
        with self._connected() as connection:
            if connection is None:
                raise LibraryError(f"{_name(self.path)} was removed by another process; try again")
            with suppress(sqlite3.OperationalError):  # if this is not possible now, the next writer does it
                connection.execute("PRAGMA journal_mode = WAL")
            with self._transaction(connection, "IMMEDIATE"):
                yield connection

    def shrink(self) -> None:
        """Return free space in the file to the system, unless another process is using the file."""
        with suppress(LibraryError), self._connected() as connection:
            if connection is not None:
                connection.execute("VACUUM")

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection | None]:
        """The connection, or None if there is no file yet."""
        with self._lock, self._library_errors():
            if self._process != os.getpid():  # SQLite forbids using or closing a connection of a parent process
                _FORGOTTEN.append(self._connection)
                self._connection, self._process = None, os.getpid()
            if self._connection is None and self._is_there():
                self._connection = self._open()
            yield self._connection

    @contextmanager
    def _library_errors(self) -> Iterator[None]:
        try:
            yield
        except Damaged as problem:
            raise damage_error(self.path, problem) from None
        except OSError as problem:
            raise LibraryError(f"{_name(self.path)} cannot be used: {problem.strerror or problem}") from None
        except KeyUnavailable as problem:
            raise LibraryError(f"{_name(self.path)} cannot be used: {problem}") from None
        except (sqlite3.Error, UnicodeDecodeError, OverflowError) as problem:
            self.close()
            if isinstance(problem, sqlite3.OperationalError):  # locked, read-only, full
                if problem.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:  # only Ctrl-C interrupts (`_connect`)
                    raise KeyboardInterrupt from None
                raise LibraryError(f"{_name(self.path)} cannot be used now: {_message(problem)}") from None
            raise LibraryError(
                f"{_name(self.path)} is damaged, or not a library of zchomp: {_message(problem)}"
            ) from None

    def _is_there(self) -> bool:
        """Whether there is a file. Anything but an ordinary file is refused, because SQLite might read it forever."""
        for path in (self.path, *(self.path.with_name(self.path.name + end) for end in ("-wal", "-shm", "-journal"))):
            with suppress(FileNotFoundError):
                if not stat.S_ISREG(path.stat().st_mode):
                    raise LibraryError(f"{quote(str(path), 200)} is not an ordinary file; choose another path")
        return self.path.exists()

    def _create(self) -> None:
        """Create the tables. If two processes do so at the same time, one of them waits, and finds them there."""
        key = make_key()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with closing(_connect(self.path, "?mode=rwc")) as connection, _begun(connection, "EXCLUSIVE"):
            if not _schema(connection):
                for statement in self._tables:
                    connection.execute(statement)
                connection.execute("INSERT INTO maker VALUES (?)", (row_digest(key, "maker", FORMAT),))
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {FORMAT}")

    def _open(self) -> sqlite3.Connection | None:
        """Connect to the file, which must be a library of this user. None if it is empty, as after a killed start."""
        try:
            connection, marks = _opened(self.path, "?mode=rw")
        except sqlite3.OperationalError as problem:
            # Even a reader writes files into the folder. Where that is forbidden, the library is opened as immutable.
            if problem.sqlite_errorcode & 0xFF not in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
                raise
            connection, marks = _opened(self.path, "?immutable=1")
        try:
            if marks == (0, 0) and not _schema(connection):
                connection.close()
                return None
            self._recognise(connection, marks)
        except BaseException:
            connection.close()
            raise
        return connection

    def _recognise(self, connection: sqlite3.Connection, marks: tuple[int, int]) -> None:
        """Refuse a file that is not a library of this format, with exactly its tables, made with the user's key."""
        if marks[0] != APPLICATION:
            raise LibraryError(f"{quote(str(self.path), 200)} is not a library of zchomp; choose another path")
        if marks[1] != FORMAT:
            made = f"was made by another version of zchomp (format {marks[1]}, expected {FORMAT})"
            raise LibraryError(f"{_name(self.path)} {made}; {ADVICE}")
        self._checked = None
        with self._transaction(connection, "DEFERRED"):
            rows = connection.execute("SELECT digest FROM maker LIMIT 2").fetchall()
        key = find_key()
        if key is None or rows != [(row_digest(key, "maker", FORMAT),)]:
            raise LibraryError(f"{_name(self.path)} was not made by this user's zchomp; {ADVICE}")
        self._key = key

    def _check_schema(self, connection: sqlite3.Connection) -> None:
        """Refuse a file with other tables, or with views, triggers or indexes, before anything in it is executed."""
        (version,) = connection.execute("PRAGMA schema_version").fetchone()
        if version == self._checked:
            return
        if _schema(connection) != set(self._tables):
            raise LibraryError(f"{_name(self.path)} has other tables, views or triggers than a library has; {ADVICE}")
        self._checked = version

    @contextmanager
    def _transaction(self, connection: sqlite3.Connection, kind: str) -> Iterator[None]:
        """A transaction on the expected tables, which is undone if anything goes wrong."""
        with _begun(connection, kind):
            self._check_schema(connection)
            yield


def damage_error(path: Path, problem: object) -> LibraryError:
    """The error for a partly damaged library: what is wrong, and what to do."""
    return LibraryError(f"{_name(path)} is damaged: {problem}; proving or adding the claim again repairs it")


def _name(path: Path) -> str:
    return f"the library {quote(str(path), 200)}"


def _schema(connection: sqlite3.Connection) -> set[str]:
    """The definitions of the tables, views, triggers and indexes of a file, at most a hundred of them.

    Tables that enforce their types, as older versions of zchomp made them, are the same.
    """
    found = connection.execute("SELECT sql FROM main.sqlite_master WHERE sql IS NOT NULL LIMIT 100")
    return {sql.removesuffix(" STRICT").removesuffix(",") for (sql,) in found}


def _message(problem: Exception) -> str:
    """A message from SQLite in one line. It may quote the contents of the file."""
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in str(problem)).split())
    return shorten(text, MESSAGE)


_FORGOTTEN: list[sqlite3.Connection | None] = []
"""Connections that the parent process opened. They must not be closed here, so they are never released."""


def _connect(path: Path, how: str) -> sqlite3.Connection:
    """A connection that trusts the file as little as possible, and that Ctrl-C can interrupt."""
    address = f"{path.absolute().as_uri()}{how}"
    connection = sqlite3.connect(address, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=True)
    # Text that is not UTF-8 would be an error in the middle of a row. Its row is refused by its digest instead.
    connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_FIELD)
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)
    # Python raises KeyboardInterrupt in this function. Then SQLite stops, with the error code of an interrupt.
    connection.set_progress_handler(lambda: 0, STEPS)
    for setting in ("temp_store = MEMORY", "trusted_schema = OFF", "cell_size_check = ON"):
        connection.execute(f"PRAGMA {setting}")
    return connection


def _opened(path: Path, how: str) -> tuple[sqlite3.Connection, tuple[int, int]]:
    """A connection, and the application and version that the file names."""
    connection = _connect(path, how)
    try:
        marks = [connection.execute(f"PRAGMA {mark}").fetchone()[0] for mark in ("application_id", "user_version")]
        _schema(connection)
    except BaseException:
        connection.close()
        raise
    return connection, (marks[0], marks[1])


@contextmanager
def _begun(connection: sqlite3.Connection, kind: str) -> Iterator[None]:
    """A transaction that is undone if anything goes wrong."""
    connection.execute(f"BEGIN {kind}")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
