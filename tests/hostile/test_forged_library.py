"""Forged libraries: planted rows, views, triggers, wrong types, terminal codes, with right digests and key."""

import json
import os
import signal
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.proof.shelves import SMALL, certificate, claims, filled, is_whole, proofs_of
from tests.support import alone, known
from zchomp.bars.periodic import Periodic
from zchomp.bars.results import Claim, Proof
from zchomp.bars.slices import Slice
from zchomp.bars.solution import BarAnswer
from zchomp.bars.solving import outcome, solve
from zchomp.cli import main
from zchomp.core.answers import Outcome, Source, Unknown
from zchomp.core.files import STATE_VARIABLE, make_key
from zchomp.errors import LibraryError
from zchomp.proof import library as store
from zchomp.proof import library_file
from zchomp.proof import library_file as tables
from zchomp.proof.library import Kept, Library, check, keep
from zchomp.proof.library_file import TABLES, File, block_digest, pack, row_digest, stored

CLAIM = SMALL[0]
FEW = Claim(rows=3, nim=0, upto=12)
"""A smaller claim, for tests that read all of it again and again."""

BEYOND = Slice((41,))
"""A slice that the claim does not cover."""

FALSE = Proof(BEYOND, Periodic((7, 1), (2,)), 1, 3)
"""A false proof of this slice."""


def plant(path: Path, proof: Proof, key: bytes) -> None:
    """Write a slice into a library, replacing any other, with digests made with a key."""
    name = f"{proof.slice.nim} {','.join(map(str, proof.slice.tail))}"
    with closing(sqlite3.connect(path)) as found:
        nim, tail = stored(proof)[:2]
        found.execute("DELETE FROM block WHERE slice IN (SELECT id FROM slice WHERE nim = ? AND tail = ?)", (nim, tail))
        found.execute("DELETE FROM slice WHERE nim = ? AND tail = ?", (nim, tail))
        fields = (*stored(proof), row_digest(key, "slice", *stored(proof)))
        number = found.execute("INSERT INTO slice VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", fields).lastrowid
        for k, block in enumerate(pack(proof.sequence.head)):
            found.execute(
                "INSERT INTO block VALUES (?, ?, ?, ?)", (number, k, block, block_digest(key, name, k, block))
            )
        found.commit()


@pytest.fixture(name="library")
def small_library(tmp_path: Path) -> Iterator[Library]:
    """A library of one claim."""
    library = filled(tmp_path / "library.sqlite3", CLAIM)
    library.close()
    yield library
    library.close()


def test_a_planted_slice_is_never_an_answer(library: Library) -> None:
    """A slice that no claim covers is never used, even with the right key, and a check reports it."""
    plant(library.path, FALSE, make_key())
    assert library.proof(BEYOND) is None
    assert library.terms([(BEYOND, 0)]) is None
    assert library.shapes([BEYOND]) is None
    session = alone(library=library, sources={Source.LIBRARY})
    assert proofs_of(Claim(rows=3, nim=0, upto=41))[BEYOND].sequence[1] != FALSE.sequence[1]
    assert session.run(outcome, BEYOND.position(1, FALSE.sequence[1])) is not Outcome.LOSER
    assert library.faults().problems == ("1 slices belong to no claim",)


def test_a_later_claim_replaces_it(library: Library, tmp_path: Path) -> None:
    """A claim that contradicts an uncovered slice removes it: the slices of the claim are right."""
    plant(library.path, FALSE, make_key())
    claim = Claim(rows=3, nim=0, upto=41)
    assert isinstance(keep(library, certificate(tmp_path, claim)), Kept)
    assert library.proof(BEYOND) == proofs_of(claim)[BEYOND]
    assert is_whole(library)
    assert library.faults().problems == ()


def test_a_damaged_slice_is_replaced_and_said_to_be(library: Library, tmp_path: Path) -> None:
    """Adding a claim again replaces slices with wrong digests, and reports how many."""
    good = proofs_of(CLAIM)[40]
    plant(library.path, Proof(good.slice, FALSE.sequence, 1, 3), bytes(32))
    kept = keep(library, certificate(tmp_path, CLAIM))
    assert isinstance(kept, Kept)
    assert kept.replaced == 1
    assert is_whole(library)


def test_a_contradiction_is_refused(library: Library, tmp_path: Path) -> None:
    """A claim that contradicts a slice of another claim is refused, and a check says which is wrong."""
    good = proofs_of(CLAIM)[40]
    plant(library.path, Proof(good.slice, FALSE.sequence, 1, 3), make_key())
    with pytest.raises(
        LibraryError, match="another proof of the slice c = 40: one of the two is wrong; zchomp library"
    ):
        keep(library, certificate(tmp_path, Claim(rows=3, nim=0, upto=41)))
    ((_, verdict),) = check(library)
    assert not verdict


def with_and_without(library: Library) -> tuple[BarAnswer, BarAnswer, str]:
    """An answer with a library and one without it, and the only warning."""
    told: list[str] = []
    found = known(alone(library=library, warn=told.append).run(solve, (49, 42, 41)))
    (warning,) = told
    return found, known(alone().run(solve, (49, 42, 41))), warning


def test_proofs_that_do_not_fit_together(library: Library) -> None:
    """Without any loser of two rows no slice can be right: a question does without the library, with one warning."""
    plant(library.path, Proof(Slice(()), Periodic(), 0, 0), make_key())
    found, right, told = with_and_without(library)
    assert found == right
    assert told.startswith("the proofs in the library contradict each other; zchomp library check finds the wrong")
    assert not next(check(library))[1]


def test_errors_of_a_question_stay(library: Library) -> None:
    """An error unrelated to the library is raised, with a library and without one."""
    nothing: dict[str, int] = {}
    for session in (alone(), alone(library=library)):
        with pytest.raises(KeyError, match="mine"):
            session.ask(lambda: nothing["mine"])


def test_digests_without_the_key(library: Library) -> None:
    """A slice of a claim, replaced with digests of another key, is refused, and a check counts it."""
    good = proofs_of(CLAIM)[40]
    plant(library.path, Proof(good.slice, FALSE.sequence, 1, 3), bytes(32))
    with pytest.raises(LibraryError, match="the record of a slice has changed since it was written"):
        library.proof(good.slice)
    problems = library.faults().problems
    assert problems[0] == "1 rows of the table 'slice' are damaged, or were not made by this user's zchomp"
    assert problems[1] == "1 blocks belong to no slice"


@pytest.mark.parametrize("table", ["claim", "adding", "slice", "block"])
def test_a_check_visits_every_table(table: str, library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    """A row not written by this user's zchomp is reported in every table, with exit code 1."""
    rows = {
        "claim": (9, 9, 9, "full", "", "", "", "2026-01-01 00:00", b"x"),
        "adding": ("x", 9, 9, 9, 9, b"x"),
        "slice": (99, 9, "9", 9, 9, 9, 9, b"", 9, 9, b"x"),
        "block": (1, 9, b"x", b"x"),
    }
    assert main(["library", "--library", str(library.path), "check"]) == 0
    with closing(sqlite3.connect(library.path)) as found:
        found.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[table]))})", rows[table])
        found.commit()
    capsys.readouterr()
    assert main(["library", "--library", str(library.path), "check"]) == 1
    assert f"1 rows of the table '{table}' are damaged" in capsys.readouterr().err


DEFINITIONS = [
    "CREATE VIEW extra AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c",
    "ALTER TABLE slice RENAME TO old; CREATE VIEW slice AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 "
    "FROM c) SELECT x AS id, 0 AS nim, '5' AS tail, 3 AS rows, 5 AS width, 0 AS terms, 0 AS first, zeroblob(300000000) "
    "AS period, 1 AS modulus, 1 AS bound, 0 AS digest FROM c",
    "CREATE TRIGGER t AFTER INSERT ON claim BEGIN DELETE FROM block; END",
    "CREATE INDEX i ON slice (width)",
    "CREATE TABLE more (x)",
    "DROP TABLE adding",
    "ALTER TABLE claim ADD COLUMN more TEXT",
]


@pytest.mark.parametrize("definition", DEFINITIONS, ids=lambda text: " ".join(text.split()[:3]))
def test_other_definitions(definition: str, library: Library, tmp_path: Path) -> None:
    """A library with a view, a trigger, an index or an extra table is refused before anything in it is executed."""
    with closing(sqlite3.connect(library.path)) as found:
        found.executescript(definition)
    before, good = library.path.read_bytes(), certificate(tmp_path, SMALL[1])
    for question in (
        library.listing,
        library.faults,
        lambda: library.proof(Slice((5,))),
        lambda: library.terms([(Slice((5,)), 0)]),
        lambda: keep(library, good),
        lambda: library.remove(CLAIM),
        lambda: list(check(library)),
    ):
        with pytest.raises(LibraryError, match="has other tables, views or triggers than a library has; move it away"):
            question()
    assert library.path.read_bytes() == before
    told: list[str] = []
    assert not isinstance(alone(library=library, warn=told.append).run(outcome, (49, 42, 41)), Unknown)
    assert len(told) == 1


def test_a_view_that_comes_later(library: Library) -> None:
    """A view that another program makes while the library is open is also refused."""
    assert library.proof(Slice((5,))) is not None
    with closing(sqlite3.connect(library.path)) as found:
        found.executescript(DEFINITIONS[1])
    with pytest.raises(LibraryError, match="has other tables, views or triggers"):
        library.proof(Slice((5,)))


@pytest.mark.skipif(sys.version_info < (3, 12), reason="Python can switch this on since version 3.12")
def test_sqlite_is_defensive(library: Library) -> None:
    """Where Python supports it, SQLite runs no triggers and no views, and never lets a statement change the schema."""
    if sys.version_info >= (3, 12):  # types are checked for the oldest version
        with library._file.reading() as found:
            assert found is not None
            assert found.getconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE)
            assert not found.getconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER)
            assert not found.getconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW)
            found.execute("PRAGMA writable_schema = ON")
            with pytest.raises(sqlite3.OperationalError, match="may not be modified"):
                found.execute("UPDATE sqlite_master SET sql = NULL")
        assert is_whole(library)


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("added", "2026-01-01\n3 rows: s VERIFIED"),
        ("added", "\x1b[2J"),
        ("mode", "full\x1b]0;title\x07"),
        ("sha256", "\x1b[31m" + "0" * 59),
        ("producer", "zchomp\x1b[2J"),
        ("producer", "zchomp\udcff"),
        ("method", "\x9b2J"),
    ],
)
def test_terminal_codes(column: str, text: str, library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    """Text in a claim that zchomp never writes is refused, and never printed."""
    with closing(sqlite3.connect(library.path)) as found:
        found.execute(f"UPDATE claim SET {column} = CAST(? AS TEXT)", (text.encode("utf-8", "surrogateescape"),))
        found.commit()
    for options in ([], ["--json"], ["check"]):
        assert main(["library", "--library", str(library.path), *options]) == 1
        said = capsys.readouterr()
        assert "has changed since it was written" in said.err
        assert all(letter == "\n" or letter.isprintable() for letter in said.out + said.err)
        assert "VERIFIED" not in said.out.replace("NOT VERIFIED", "")


def test_producers_are_escaped(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    """A producer may have any characters, and those that a terminal might obey are escaped in JSON."""
    assert library.remove(CLAIM)
    library.add(FEW, proofs_of(FEW).values(), producer="A\x9b2J\u202eB")
    assert main(["library", "--library", str(library.path), "--json"]) == 0
    out = capsys.readouterr().out
    assert out.strip().isprintable()
    assert json.loads(out)["lines"][0]["producer"] == "A\x9b2J\u202eB"


def test_tables_that_enforce_their_types(library: Library, tmp_path: Path) -> None:
    """A library whose tables enforce their types, as older versions of zchomp made them, is read and extended."""
    with closing(sqlite3.connect(library.path)) as found:
        found.execute("PRAGMA writable_schema = ON")
        found.execute(
            "UPDATE sqlite_master SET sql = sql || CASE WHEN sql LIKE '%ROWID' THEN ', STRICT' ELSE ' STRICT' END"
        )
        found.commit()
    assert isinstance(keep(library, certificate(tmp_path, SMALL[1])), Kept)
    assert is_whole(library)
    assert library.faults() == store.Faults((), 0)


def test_libraries_of_others(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library made by another user's zchomp is refused, even if there is no key, with advice."""
    advice = "move it away, and keep the certificates again with zchomp library add"
    for folder in ("another", "no key"):
        monkeypatch.setenv(STATE_VARIABLE, str(tmp_path / folder))
        if folder == "another":
            make_key()
        told: list[str] = []
        library.close()
        session = alone(library=library, warn=told.append)
        assert session.run(solve, (9, 7, 4)).sources == (Source.RECURRENCE,)  # type: ignore[union-attr]
        assert len(told) == 1
        assert f"was not made by this user's zchomp; {advice}" in told[0]
    monkeypatch.setenv(STATE_VARIABLE, "")
    with pytest.raises(LibraryError, match="cannot be used: there is no key, because ZCHOMP_STATE is empty"):
        claims(library)


def halfway(claim: Claim, happens: Callable[[], None]) -> Iterator[Proof]:
    """The proofs of a claim. Something happens when fifty of them are given."""
    for k, proof in enumerate(proofs_of(claim).values()):
        if k == 50:
            happens()
        yield proof


def test_two_additions_at_once(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a claim is added, another process adds and removes others without waiting, and both end up complete."""
    monkeypatch.setattr(library_file, "PATIENCE", 0.1)
    monkeypatch.setattr(tables, "BATCH_TERMS", 1)
    claim, other = Claim(rows=3, nim=0, upto=60), Library(library.path)

    def others() -> None:
        assert library.proof(Slice((45,))) is None  # nothing is visible yet
        assert library.faults().leftovers == 9
        other.add(Claim(rows=3, nim=0, upto=55), proofs_of(Claim(rows=3, nim=0, upto=55)).values())
        other.add(SMALL[1], proofs_of(SMALL[1]).values())
        assert other.remove(Claim(rows=3, nim=0, upto=55))

    assert library.add(claim, halfway(claim, others)).slices == 61
    other.close()
    assert [library.proof(slice_) for slice_ in proofs_of(claim)] == list(proofs_of(claim).values())
    assert {kept.claim for kept in claims(library)} == {CLAIM, SMALL[1], claim}
    assert library.faults() == store.Faults((), 0)


def test_interrupted_additions(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """The leftovers of a killed addition are never used, are not damage, and are removed by a later writer."""
    monkeypatch.setattr(tables, "BATCH_TERMS", 1)
    claim = Claim(rows=3, nim=0, upto=60)

    class Killed(Exception):
        """Stands for a killed process: nothing is cleaned up."""

    def kill() -> None:
        monkeypatch.setattr(tables, "sweep", lambda *_: (_ for _ in ()).throw(LibraryError("killed")))
        raise Killed

    sweep = tables.sweep
    with pytest.raises(Killed):
        library.add(claim, halfway(claim, kill))
    monkeypatch.setattr(tables, "sweep", sweep)
    assert library.proof(Slice((45,))) is None
    assert library.faults() == store.Faults((), 9)
    assert all(verdict for _, verdict in check(library))
    monkeypatch.setattr(tables, "LIVE", -1)
    library.remove(Claim(rows=9, nim=9, upto=9))
    monkeypatch.undo()
    assert library.faults() == store.Faults((), 0)
    assert is_whole(library)


def test_an_addition_whose_slices_were_removed(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """An addition so slow that another process has removed its slices is refused, not half kept."""
    monkeypatch.setattr(tables, "BATCH_TERMS", 1)
    claim, other = Claim(rows=3, nim=0, upto=60), Library(library.path)

    def sweep() -> None:
        with monkeypatch.context() as late:
            late.setattr(tables, "LIVE", -1)
            other.remove(Claim(rows=9, nim=9, upto=9))

    with pytest.raises(LibraryError, match="another process has removed what was added so far; try again"):
        library.add(claim, halfway(claim, sweep))
    other.close()
    assert library.faults() == store.Faults((), 0)
    assert is_whole(library)


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such files")
@pytest.mark.parametrize("kind", ["loop", "device", "folder", "pipe", "pipe beside it"])
def test_names_that_are_not_files(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A circular link, a device, a folder or a pipe as library gets one line, and the question is answered."""
    path = tmp_path / "library.sqlite3"
    if kind in {"loop", "device"}:
        path.symlink_to(path if kind == "loop" else "/dev/zero")
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        filled(path, CLAIM).close()
        os.mkfifo(tmp_path / "library.sqlite3-wal")
    monkeypatch.setenv("ZCHOMP_LIBRARY", str(path))
    assert main(["solve", "300,200,150", "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["outcome"] == "winner"
    assert said.err.count("\n") == 1
    assert "is not an ordinary file" in said.err or "Too many levels of symbolic links" in said.err
    assert main(["library"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="this system sends no such signals")
def test_ctrl_c_is_heard(library: Library) -> None:
    """Ctrl-C stops SQLite in the middle of a long statement."""
    with File(library.path, TABLES).reading() as found:
        assert found is not None
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    count = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 300000000) SELECT max(x) FROM c"

    def ask() -> None:
        with library._file.reading() as found:
            assert found is not None
            timer.start()  # not earlier, or Ctrl-C might end the tests
            found.execute(count).fetchall()

    with pytest.raises(KeyboardInterrupt):
        ask()
