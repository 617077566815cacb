"""The file of the library: created when needed, opened by many processes, and recognised as this user's library.

It is in SQLite's WAL mode, in which readers and one writer do not disturb each other, and it has SQLite's marks of an
application and of its version. Before anything is read from it, its schema must be exactly the expected one, because
SQLite would execute a view or a trigger. A digest with the key of the user shows that this user's zchomp made the file.
Anything wrong with the file is reported as a LibraryError, in one line.
"""

import os
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import RLock

from zchomp.errors import KeyUnavailable, LibraryError, quote, shorten
from zchomp.library.tables import Damaged, row_digest
from zchomp.user_files import find_key, make_key

__all__ = ["APPLICATION", "FORMAT", "File", "damage_error"]

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

STRICT = (3, 37, 0)
"""Since this version, SQLite can enforce the types of columns."""

LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 2**24,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 10_000,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 50,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 5,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
    sqlite3.SQLITE_LIMIT_ATTACHED: 1,  # VACUUM attaches a file
}
"""Limits of SQLite that no row and no statement of a library exceeds."""

STEPS = 100_000
"""Ctrl-C is noticed after this many instructions of SQLite."""

Schema = frozenset[tuple[str, str, str, str | None]]


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
                for statement in _strict(self._tables) if sqlite3.sqlite_version_info >= STRICT else self._tables:
                    connection.execute(statement)
                connection.execute("INSERT INTO maker VALUES (?)", (_mark(key),))
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
        with _begun(connection, "DEFERRED"):
            self._check_schema(connection)
            rows = connection.execute("SELECT digest FROM maker LIMIT 2").fetchall()
        key = find_key()
        if key is None or rows != [(_mark(key),)]:
            raise LibraryError(f"{_name(self.path)} was not made by this user's zchomp; {ADVICE}")
        self._key = key

    def _check_schema(self, connection: sqlite3.Connection) -> None:
        """Refuse a file with other tables, or with views, triggers or indexes, before anything in it is executed."""
        (version,) = connection.execute("PRAGMA schema_version").fetchone()
        if version == self._checked:
            return
        if _schema(connection) not in _expected(self._tables):
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


def _mark(key: bytes) -> bytes:
    """The digest by which the maker of a file recognises it."""
    return row_digest(key, "maker", FORMAT)


def _strict(tables: list[str]) -> list[str]:
    """The same tables, with enforced types."""
    return [f"{table}, STRICT" if table.endswith("WITHOUT ROWID") else f"{table} STRICT" for table in tables]


def _expected(tables: list[str]) -> list[Schema]:
    """The schemas that a library can have: with enforced types, or without, if an older SQLite created it."""
    ways = [tables, _strict(tables)] if sqlite3.sqlite_version_info >= STRICT else [tables]
    schemas = []
    for way in ways:
        with closing(sqlite3.connect(":memory:")) as model:
            for statement in way:
                model.execute(statement)
            schemas.append(_schema(model))
    return schemas


def _schema(connection: sqlite3.Connection) -> Schema:
    """The tables, views, triggers and indexes of a file, at most a hundred of them."""
    return frozenset(
        connection.execute("SELECT type, name, tbl_name, sql FROM main.sqlite_master LIMIT 100").fetchall()
    )


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
    for category, limit in LIMITS.items():
        connection.setlimit(category, limit)
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
