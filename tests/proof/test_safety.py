"""Safety: concurrent processes, killed processes, full disks, read-only folders, foreign files.

A library keeps its contents whole, every problem is reported in one line, and no answer is wrong.
"""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from time import sleep

import pytest

from tests.proof.shelves import SMALL, certificate, claims, filled, is_whole, proofs_of
from tests.support import WITHOUT_BYTECODE, alone, run_python, start_python
from zchomp.bars.results import Claim
from zchomp.bars.slices import Slice
from zchomp.bars.solving import outcome, solve
from zchomp.core.answers import Outcome, Source
from zchomp.core.files import make_key
from zchomp.errors import LibraryError
from zchomp.proof.library import Kept, Library, check, keep
from zchomp.proof.library_file import APPLICATION, TABLES, File

CHANGED = (Claim(rows=3, nim=0, upto=150), Claim(rows=4, nim=0, upto=12))
"""Claims that other processes add and remove. They share slices with each other."""

WRITER = """
import sys
from zchomp.bars.prover import prove
from zchomp.proof.library import keep
from zchomp.proof.library import Library
from zchomp.bars.results import Claim

library = Library(sys.argv[1])
claims = [Claim(**dict(zip(["rows", "nim", "upto"], map(int, text.split("-"))))) for text in sys.argv[3:]]
for turn in range(int(sys.argv[2])):
    for claim in claims:
        print("adding", flush=True)
        keep(library, f"{claim.rows}-{claim.nim}-{claim.upto}-full.jsonl")
        if turn + 1 < int(sys.argv[2]):
            print("removing", flush=True)
            library.remove(claim)
library.close()
"""


def writer(folder: Path, turns: int, *claims: Claim) -> subprocess.Popen[str]:
    """A process that adds claims to the library in a folder, and removes them again in all rounds but the last."""
    names = [f"{claim.rows}-{claim.nim}-{claim.upto}" for claim in claims]
    return start_python(WRITER, str(folder / "library.sqlite3"), str(turns), *names, cwd=folder)


def test_several_processes(tmp_path: Path) -> None:
    """Processes that add and remove the same claims and others at once all succeed, and readers see whole claims."""
    library = filled(tmp_path / "library.sqlite3", SMALL[0])
    for claim in CHANGED:
        certificate(tmp_path, claim)
    programs = [writer(tmp_path, 3, *CHANGED), writer(tmp_path, 3, *reversed(CHANGED)), writer(tmp_path, 2, CHANGED[0])]
    looks = 0
    while any(program.poll() is None for program in programs):
        assert library.proof(Slice((40,))) == proofs_of(SMALL[0])[40]
        for kept in claims(library):
            assert kept.slices >= kept.claim.count()
        looks += 1
    assert [program.communicate()[1] for program in programs] == ["", "", ""]
    assert [program.returncode for program in programs] == [0, 0, 0]
    assert looks
    assert is_whole(library)
    assert SMALL[0] in [kept.claim for kept in claims(library)]


def test_making_it_at_once(tmp_path: Path) -> None:
    """Processes that create the library at the same moment create one, with the additions of all of them."""
    for claim in (*CHANGED, *SMALL):
        certificate(tmp_path, claim)
    programs = [writer(tmp_path, 1, claim) for claim in (*CHANGED, *SMALL)]
    assert [program.communicate()[1] for program in programs] == [""] * 6
    library = Library(tmp_path / "library.sqlite3")
    assert {kept.claim for kept in claims(library)} == {*CHANGED, *SMALL}
    assert is_whole(library)


def kept_after_a_kill(library: Library, lines: int, pause: float = 0.0) -> frozenset[Claim]:
    """The claims that the library has after kill -9 of a writer that had printed some lines."""
    program = writer(library.path.parent, 100, *CHANGED)
    assert program.stdout is not None
    for _ in range(lines):
        program.stdout.readline()
    sleep(pause)
    program.send_signal(signal.SIGKILL)
    program.communicate()
    assert is_whole(library)
    found = frozenset(kept.claim for kept in claims(library))
    assert SMALL[0] in found
    assert all(verdict for _, verdict in check(library))
    return found


@pytest.mark.parametrize("lines", [1, 2])
def test_a_writer_that_is_killed(lines: int, tmp_path: Path) -> None:
    """After kill -9 of a writer that adds a claim, or removes it, the library is whole and has its old claims."""
    library = filled(tmp_path / "library.sqlite3", SMALL[0])
    for claim in CHANGED:
        certificate(tmp_path, claim)
    assert kept_after_a_kill(library, lines) <= {SMALL[0], *CHANGED}


@pytest.mark.release
def test_writers_that_are_killed(tmp_path: Path) -> None:
    """After kill -9 at any moment the library is whole: old claims stay, and a new one is there or not."""
    random, seen = Random(16), set[frozenset[Claim]]()
    library = filled(tmp_path / "library.sqlite3", SMALL[0])
    for claim in CHANGED:
        certificate(tmp_path, claim)
    for kills in range(150):
        if kills >= 15 and len(seen) > 1:  # on a busy machine the first kills may all hit the same point
            break
        seen.add(kept_after_a_kill(library, random.randrange(1, 6), random.random() * 0.08))
    assert len(seen) > 1


def test_settings(tmp_path: Path) -> None:
    """Every connection keeps its temporary tables in memory, distrusts the schema, checks pages, and has its limits."""
    with filled(tmp_path / "library.sqlite3", SMALL[0])._file.reading() as found:
        assert found is not None
        settings = ("temp_store", "trusted_schema", "cell_size_check")
        assert [found.execute(f"PRAGMA {setting}").fetchone()[0] for setting in settings] == [2, 0, 1]
        with pytest.raises(sqlite3.DataError, match="string or blob too big"):
            found.execute("SELECT zeroblob(17000000)")


def test_a_full_disk(tmp_path: Path) -> None:
    """If there is no room for a claim, one line says so, and the old contents stay."""
    library = filled(tmp_path / "library.sqlite3", SMALL[0])
    path = certificate(tmp_path, CHANGED[0])
    with File(library.path, TABLES).reading() as found:
        assert found is not None
        pages = found.execute("PRAGMA page_count").fetchone()[0]
    library.close()
    with library._file._connected() as found:
        assert found is not None
        found.execute(f"PRAGMA max_page_count = {pages + 3}")
    with pytest.raises(LibraryError, match=r"cannot be used now: database or disk is full$"):
        keep(library, path)
    assert [kept.claim for kept in claims(library)] == [SMALL[0]]
    assert is_whole(library)
    assert isinstance(keep(Library(library.path), path), Kept)


FULL = """
import resource
from zchomp.proof.library import keep
from zchomp.proof.library import Library
from zchomp.errors import LibraryError
resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))
try:
    keep(Library("library.sqlite3"), "3-0-150-full.jsonl")
except LibraryError as problem:
    print(problem)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such limits")
@pytest.mark.parametrize("size", [100, 5_000, 20_000, 30_000])
@pytest.mark.parametrize("is_new", [True, False], ids=["new", "old"])
def test_files_that_may_not_grow(size: int, is_new: bool, tmp_path: Path) -> None:
    """With a limit on file size, a claim is kept whole or not at all, and nothing else changes."""
    path = tmp_path / "library.sqlite3"
    if not is_new:
        filled(path, SMALL[0]).close()
    certificate(tmp_path, CHANGED[0])
    told = run_python(FULL.format(size=size), tmp_path, **WITHOUT_BYTECODE)
    assert told.returncode == 0, told.stderr
    assert told.stdout.count("\n") == 1
    assert told.stdout.startswith("the library 'library.sqlite3' cannot be ")
    library = Library(path)
    assert [kept.claim for kept in claims(library)] == [] if is_new else [SMALL[0]]
    assert is_whole(library)
    assert isinstance(keep(library, tmp_path / "3-0-150-full.jsonl"), Kept)
    assert is_whole(library)


@pytest.fixture(name="shared")
def folder_for_everybody() -> Iterator[Path]:
    """A folder that every user of the system can access."""
    folder = Path(mkdtemp(prefix="zchomp-library-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


READ_ONLY = """
import os, sys
from pathlib import Path
from zchomp.bars.solving import solve
from zchomp.core.session import Session
from zchomp.errors import LibraryError
from zchomp.proof import library as keeping
from zchomp.proof.library import Library
from zchomp.bars.results import Claim
if os.getuid() == 0:  # whom nothing is read-only for
    key = Path("state") / "key"
    if key.exists():
        os.chown(key.parent, 65534, 65534)
        os.chown(key, 65534, 65534)
    os.setgid(65534)
    os.setuid(65534)
library = Library(Path("library.sqlite3"))
found = Session(proofs=(), library=library, effort=0).run(solve, (300, 200, 40))
print(found.sources[0].value, len(library.listing()[0]))
kept = Claim(rows=3, nim=0, upto=40)
for change in (lambda: keeping.keep(library, "3-0-150-full.jsonl"), lambda: library.remove(kept)):
    try:
        change()
    except LibraryError as problem:
        print(problem)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such permissions")
@pytest.mark.parametrize("is_closed", [True, False], ids=["closed", "being written"])
def test_a_read_only_folder(is_closed: bool, shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library in a read-only folder answers questions, and one line says that it cannot be changed."""
    monkeypatch.setenv("ZCHOMP_STATE", str(shared / "state"))
    library = filled(shared / "library.sqlite3", SMALL[0])
    certificate(shared, CHANGED[0]).chmod(0o644)
    if is_closed:
        library.close()
    for path in shared.glob("*.*"):
        path.chmod(0o444)
    shared.chmod(0o555)
    told = run_python(READ_ONLY, shared, ZCHOMP_STATE="state")
    assert told.returncode == 0, told.stderr
    answer, *refusals = told.stdout.splitlines()
    assert answer == "library 1"
    assert len(refusals) == 2
    assert all(line.startswith("the library 'library.sqlite3' cannot be used") for line in refusals)


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such permissions")
def test_a_folder_that_cannot_be_made(shared: Path) -> None:
    """If no library can be created, one line says so, and questions are answered without it."""
    certificate(shared, SMALL[0]).chmod(0o644)
    with pytest.MonkeyPatch.context() as other:
        other.setenv("ZCHOMP_STATE", str(shared / "state"))
        make_key()
    shared.chmod(0o555)
    code = READ_ONLY.replace('"library.sqlite3"', '"new/library.sqlite3"').replace("3-0-150", "3-0-40")
    told = run_python(code.replace("effort=0", "effort=5"), shared, ZCHOMP_STATE="state")
    assert told.returncode == 0, told.stderr
    answer, refusal = told.stdout.splitlines()
    assert answer == "recurrence 0"
    assert refusal == "the library 'new/library.sqlite3' cannot be used: Permission denied"


def foreign(path: Path, kind: str) -> None:
    """Write a file that is not a library of this version."""
    if kind in {"empty", "text"}:
        path.write_bytes(b"" if kind == "empty" else b"A list of what to buy: milk, bread, chocolate.\n" * 100)
    elif kind == "folder":
        path.mkdir()
    else:
        with sqlite3.connect(path) as found:
            if kind != "nothing in it":
                found.execute("CREATE TABLE shopping (what TEXT)")
            if kind == "another version":
                found.execute(f"PRAGMA application_id = {APPLICATION}")
                found.execute("PRAGMA user_version = 99")
        found.close()


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("text", "is damaged, or not a library of zchomp: file is not a database"),
        ("folder", "is not an ordinary file; choose another path"),
        ("another program's", "is not a library of zchomp; choose another path"),
        (
            "another version",
            "made by another version of zchomp (format 99, expected 2); move it away, and keep the certificates",
        ),
    ],
)
def test_foreign_files(kind: str, reason: str, tmp_path: Path) -> None:
    """A file that is not a library is never changed, one line says so, and questions are answered without it."""
    path = tmp_path / "library.sqlite3"
    foreign(path, kind)
    before = path.read_bytes() if path.is_file() else b""
    library, good = Library(path), certificate(tmp_path, SMALL[0])
    told: list[str] = []
    for question in (library.listing, lambda: library.proof(Slice((5,))), lambda: keep(library, good)):
        with pytest.raises(LibraryError) as problem:
            question()
        assert reason in str(problem.value)
        assert "\n" not in str(problem.value)
    session = alone(library=library, warn=told.append)
    assert session.run(outcome, (6, 5, 4)) is Outcome.WINNER
    assert session.run(solve, (6, 5, 4)).sources == (Source.RECURRENCE,)  # type: ignore[union-attr]
    assert len(told) == 1
    assert reason in told[0]
    assert (path.read_bytes() if path.is_file() else b"") == before


@pytest.mark.parametrize("kind", ["empty", "nothing in it"])
def test_files_that_were_only_begun(kind: str, tmp_path: Path) -> None:
    """An empty file, as left by an interrupted start, is an empty library."""
    path = tmp_path / "library.sqlite3"
    foreign(path, kind)
    assert claims(Library(path)) == []
    assert is_whole(filled(path, SMALL[0]))


def test_a_claim_removed_in_between(tmp_path: Path) -> None:
    """If another process removes proofs while an answer is using them, it is found without the library."""
    library = filled(tmp_path / "library.sqlite3", CHANGED[0])
    told: list[str] = []
    session = alone(library=library, warn=told.append)
    assert session.run(outcome, (160, 150, 150)) is Outcome.WINNER  # only the slice of its third row is read
    assert Library(library.path).remove(CHANGED[0])
    found = session.run(solve, (200, 190, 150))
    assert found == alone().run(solve, (200, 190, 150))
    assert told == ["a claim of the library is no longer there; the library is not used"]


def test_a_connection_of_the_parent_process(tmp_path: Path) -> None:
    """A forked process opens the library for itself."""
    library = filled(tmp_path / "library.sqlite3", SMALL[0])
    library._file._process = -1
    assert library.proof(Slice((40,))) == proofs_of(SMALL[0])[40]
    assert library._file._process == os.getpid()
