"""The file of the library: created when needed, opened by many processes, and recognised as a library.

It is in SQLite's mode WAL, in which readers and one writer do not disturb each other, and it has SQLite's marks of an
application and of its version. Everything that is wrong with it is a LibraryError, in one line.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import RLock

from zchomp.errors import LibraryError, quote
from zchomp.library.blocks import Damaged

__all__ = ["APPLICATION", "FORMAT", "File"]

APPLICATION, FORMAT = 0x7A63686D, 1
"""How SQLite files say whose they are: "zchm", and the version of the tables."""

MESSAGE = 200
"""How many letters of a message of SQLite are told."""

PATIENCE = 30.0
"""For how many seconds a process waits for another one that writes."""


class File:
    """A SQLite file with some tables, which may be shared by threads and by processes; every trouble is a LibraryError.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = File(Path(folder) / "file.sqlite3", "CREATE TABLE word (text TEXT)")
    ...     with file.reading() as found:
    ...         found is None
    ...     with file.writing() as found:
    ...         _ = found.execute("INSERT INTO word VALUES ('first')")
    ...     with file.reading() as found:
    ...         found.execute("SELECT text FROM word").fetchall()
    ...     file.close()
    True
    [('first',)]
    """

    def __init__(self, path: Path, tables: str) -> None:
        self.path = path
        self._tables = tables
        self._lock = RLock()
        self._connection: sqlite3.Connection | None = None
        self._process = os.getpid()

    def close(self) -> None:
        """Close the file; it is opened again when it is needed."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection | None]:
        """The connection, which sees one state of the file; None if there is nothing yet."""
        with self._connected() as found:
            if found is None:
                yield None
            else:
                with _transaction(found, "DEFERRED"):
                    yield found

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The connection, in a transaction that is taken back if anything goes wrong."""
        with self._connected() as found:
            if found is None:
                self._create()
        with self._connected() as found:
            if found is None:
                raise LibraryError(f"{self._name()} cannot be made")
            with suppress(sqlite3.OperationalError):  # if it cannot be now, the next writer does it
                found.execute("PRAGMA journal_mode = WAL")
            with _transaction(found, "IMMEDIATE"):
                yield found

    def shrink(self) -> None:
        """Give free space in the file back to the system, unless somebody uses it."""
        with suppress(LibraryError), self._connected() as found:
            if found is not None:
                found.execute("VACUUM")

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection | None]:
        """The connection, or None if there is nothing yet."""
        with self._lock, self._trouble():
            if self._process != os.getpid():  # SQLite forbids using or closing a connection of a parent process
                _FORGOTTEN.append(self._connection)
                self._connection, self._process = None, os.getpid()
            if self._connection is None and self.path.exists():
                self._connection = self._open()
            yield self._connection

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        try:
            yield
        except Damaged as problem:
            advice = "proving or adding the claim again repairs it"
            raise LibraryError(f"{self._name()} is damaged: {problem}; {advice}") from None
        except OSError as problem:
            raise LibraryError(f"{self._name()} cannot be used: {problem.strerror or problem}") from None
        except (sqlite3.Error, UnicodeDecodeError, OverflowError) as problem:
            self.close()
            if isinstance(problem, sqlite3.OperationalError):  # locked, read-only, full
                raise LibraryError(f"{self._name()} cannot be used now: {_said(problem)}") from None
            raise LibraryError(f"{self._name()} is damaged, or not a library of zchomp: {_said(problem)}") from None

    def _create(self) -> None:
        """Make the tables; if another process does so at the same time, one of them waits, and finds them there."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with closing(_connect(self.path, "?mode=rwc")) as found, _transaction(found, "EXCLUSIVE"):
            if not _tables(found):
                for statement in self._tables.strip().split(";\n"):
                    found.execute(statement)
                found.execute(f"PRAGMA application_id = {APPLICATION}")
                found.execute(f"PRAGMA user_version = {FORMAT}")

    def _open(self) -> sqlite3.Connection | None:
        """The connection, if the file is a library of this format; None if it is empty, as an interrupted start is."""
        try:
            found, marks = _opened(self.path, "?mode=rw")
        except sqlite3.OperationalError as problem:
            # In a folder in which nothing may be written, SQLite cannot take the notes that a reader takes.
            if problem.sqlite_errorcode & 0xFF not in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
                raise
            found, marks = _opened(self.path, "?immutable=1")
        if marks == (APPLICATION, FORMAT):
            return found
        empty = marks == (0, 0) and not _tables(found)
        found.close()
        if empty:
            return None
        if marks[0] != APPLICATION:
            raise LibraryError(f"{quote(str(self.path), 200)} is not a library of zchomp; expected another path")
        made = f"was made by another version of zchomp (format {marks[1]}, expected {FORMAT})"
        raise LibraryError(f"{self._name()} {made}")

    def _name(self) -> str:
        return f"the library {quote(str(self.path), 200)}"


def _said(problem: Exception) -> str:
    """The message of SQLite in one line; it may quote the contents of the file."""
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in str(problem)).split())
    return text if len(text) <= MESSAGE else f"{text[:MESSAGE]}..."


_FORGOTTEN: list[sqlite3.Connection | None] = []
"""Connections that another process has opened: they must not be closed here, not even when nobody needs them."""


def _connect(path: Path, how: str) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}{how}"
    found = sqlite3.connect(address, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=True)
    for setting in ("temp_store = MEMORY", "trusted_schema = OFF", "cell_size_check = ON"):
        found.execute(f"PRAGMA {setting}")
    return found


def _opened(path: Path, how: str) -> tuple[sqlite3.Connection, tuple[int, int]]:
    """A connection, and the application and version that the file names."""
    found = _connect(path, how)
    try:
        marks = [found.execute(f"PRAGMA {mark}").fetchone()[0] for mark in ("application_id", "user_version")]
        _tables(found)
    except BaseException:
        found.close()
        raise
    return found, (marks[0], marks[1])


def _tables(found: sqlite3.Connection) -> int:
    """How many tables there are."""
    return int(found.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


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
