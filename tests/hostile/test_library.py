"""Damaged libraries: hundreds, of every kind. Every answer is right or refused, and every warning is one line."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from tests.proof.shelves import claims, exported, filled, proofs_of
from tests.support import alone, brute_force, reached
from zchomp.bars.position import Position
from zchomp.bars.results import Claim
from zchomp.bars.slices import Slice
from zchomp.bars.solving import nim_value, outcome, solve
from zchomp.core.answers import Answer, Outcome, Source, Unknown
from zchomp.errors import LibraryError
from zchomp.proof.library import Library, check, keep

CLAIMS = (Claim(rows=3, nim=0, upto=300), Claim(rows=4, nim=0, upto=5), Claim(rows=3, nim=2, upto=4))
"""The claims in the library: its heads have up to 125 terms, fewer for four rows and other nim-values."""

Damage = Callable[[Path, Random], None]


def _bytes(path: Path, random: Random) -> None:
    data = bytearray(path.read_bytes())
    start, length = random.randrange(len(data)), random.choice([1, 16, 500, 5000])
    data[start : start + length] = random.randbytes(min(length, len(data) - start))
    path.write_bytes(data)


def _cut(path: Path, random: Random) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: random.choice([random.randrange(len(data)), 4096 * random.randrange(len(data) // 4096)])])


def _pages(path: Path, random: Random) -> None:
    data = path.read_bytes()
    pages = [data[start : start + 4096] for start in range(0, len(data), 4096)]
    one, other = random.sample(range(1, len(pages)), 2)
    pages[one] = random.choice([pages[other], bytes(4096), random.randbytes(4096)])
    path.write_bytes(b"".join(pages))


def _longer(path: Path, random: Random) -> None:
    path.write_bytes(path.read_bytes() + random.randbytes(random.choice([1, 4096, 50_000])))


def _notes(path: Path, random: Random) -> None:
    """Files that look like those of an interrupted writer."""
    name = random.choice(["-wal", "-journal", "-shm"])
    path.with_name(path.name + name).write_bytes(random.randbytes(random.choice([32, 5000, 40_000])))


def _tables(path: Path, random: Random) -> None:
    """Change the tables, as another program would."""
    changes = [
        "UPDATE block SET terms = (SELECT terms FROM block WHERE slice = ANY LIMIT 1) WHERE slice = ANY",
        "UPDATE block SET terms = (SELECT terms FROM block WHERE slice = ANY LIMIT 1), "
        "digest = (SELECT digest FROM block WHERE slice = ANY LIMIT 1) WHERE slice = ANY",
        "UPDATE block SET terms = randomblob(20) WHERE slice = ANY",
        "UPDATE block SET terms = NULL WHERE slice = ANY",
        "UPDATE block SET terms = 'words' WHERE slice = ANY",
        "UPDATE block SET number = number + 1 WHERE slice = ANY",
        "DELETE FROM block WHERE slice = ANY",
        "DELETE FROM slice WHERE id = ANY",
        "UPDATE slice SET first = first + 1 WHERE id = ANY",
        "UPDATE slice SET terms = terms - 1 WHERE id = ANY",
        "UPDATE slice SET terms = NULL WHERE id = ANY",
        "UPDATE slice SET period = x'0500000000000000' WHERE id = ANY",
        "UPDATE slice SET period = 'long' WHERE id = ANY",
        "UPDATE slice SET modulus = 10000000000, bound = -5 WHERE id = ANY",
        "UPDATE slice SET nim = 7 WHERE id = ANY",
        "UPDATE slice SET tail = tail || '0' WHERE id = ANY",
        "UPDATE slice SET digest = randomblob(12) WHERE id = ANY",
        "UPDATE slice SET id = -id WHERE id = ANY",
        "UPDATE slice SET id = id + 100000",
        "UPDATE claim SET upto = upto + 100",
        "UPDATE claim SET sha256 = 'ab', mode = 'none', rows = 'many'",
        "DELETE FROM claim",
        "DROP TABLE block",
        "ALTER TABLE slice RENAME TO other",
        "ALTER TABLE slice DROP COLUMN bound",
        "CREATE VIEW view AS SELECT * FROM slice",
        "PRAGMA user_version = 2",
        "PRAGMA application_id = 5",
    ]
    with closing(sqlite3.connect(path)) as found, suppress(sqlite3.IntegrityError):
        for _ in range(random.choice([1, 1, 3])):
            with suppress(sqlite3.OperationalError):
                found.execute(random.choice(changes).replace("ANY", "(SELECT id FROM slice ORDER BY random() LIMIT 1)"))
        found.commit()


KINDS: dict[str, Damage] = {
    "bytes": _bytes,
    "cut": _cut,
    "pages": _pages,
    "longer": _longer,
    "notes": _notes,
    "tables": _tables,
    "more tables": _tables,
}


@pytest.fixture(scope="module", name="original")
def bytes_of_a_library(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a good library."""
    library = filled(tmp_path_factory.mktemp("good") / "library.sqlite3", *CLAIMS)
    library.close()
    return library.path.read_bytes()


def damaged(original: bytes, folder: Path, count: int) -> Iterator[tuple[str, Path]]:
    """This many damaged libraries, of all kinds in turn."""
    random = Random(16)
    for number in range(count):
        kind = list(KINDS)[number % len(KINDS)]
        path = folder / f"{number}" / "library.sqlite3"
        path.parent.mkdir()
        path.write_bytes(original)
        KINDS[kind](path, random)
        yield f"{kind}, {number}", path


def one_line(problem: LibraryError) -> bool:
    """Whether a warning is one line."""
    return "\n" not in str(problem) and len(str(problem)) < 500


def questions(random: Random) -> Iterator[tuple[Position, int]]:
    """Some positions, with their nim-values by brute force."""
    yield from random.sample([(Position(rows), value) for rows, value in brute_force(3, 12).items() if any(rows)], 12)
    yield from random.sample([(Position(rows), value) for rows, value in brute_force(4, 5).items() if any(rows)], 6)


def test_every_answer_is_right_or_refused(original: bytes, tmp_path: Path, cases: int) -> None:
    """An answer from a damaged library alone is right or unknown. With all other sources it is always right."""
    random, answered, refused = Random(5), 0, 0
    for name, path in damaged(original, tmp_path, cases):
        told: list[str] = []
        library = Library(path)
        few = alone(library=library, sources={Source.LIBRARY}, warn=told.append)
        together = alone(library=library, warn=told.append)
        for position, value in questions(random):
            expected = Outcome.WINNER if value else Outcome.LOSER
            found = few.run(outcome, position)
            assert isinstance(found, Unknown) or found is expected, (name, position)
            answered, refused = answered + (found is expected), refused + isinstance(found, Unknown)
            solution = together.run(solve, position)
            assert isinstance(solution, Answer), name
            assert solution.outcome is expected, (name, position)
            losers = reached(position, (3, 12) if len(position.rows) <= 3 else (4, 5))
            assert set(map(position.chomp, solution.known_winning_moves)) == losers, (name, position)
            nim = few.run(nim_value, position)
            assert isinstance(nim, Unknown) or nim == value, (name, position)
        assert all("\n" not in line for line in told), name
        assert len(told) <= 2, name
        library.close()
    assert answered > cases
    assert refused > cases


def test_only_written_data_is_read(original: bytes, tmp_path: Path, cases: int) -> None:
    """Proofs, terms and shapes from a damaged library are those that were kept. All else is refused in one line."""
    wanted = [(slice_, a) for slice_ in proofs_of(CLAIMS[0]) for a in (0, 1, 60, 10**6)]
    expected = [proofs_of(CLAIMS[0])[slice_].sequence.get(a) for slice_, a in wanted]
    outcomes = {"right": 0, "refused": 0, "missing": 0}
    for name, path in damaged(original, tmp_path, cases):
        library = Library(path)
        for slice_, a in [*zip([Slice((300,)), Slice((5, 4)), Slice((4,), 2)], (0, 1, 2), strict=True)]:
            with suppress(LibraryError):
                proof = library.proof(slice_)
                good = proofs_of(CLAIMS[a])[slice_]
                assert proof is None or proof == good, name
        try:
            terms = library.terms(wanted)
            assert terms is None or terms == expected, name
            outcomes["missing" if terms is None else "right"] += 1
        except LibraryError as problem:
            outcomes["refused"] += one_line(problem)
        library.close()
    assert sum(outcomes.values()) == cases
    assert min(outcomes.values()) > 0


def test_certificates_are_right_or_refused(original: bytes, tmp_path: Path, cases: int) -> None:
    """A certificate comes out of a damaged library unchanged, or not at all, and a check finds the damage."""
    good = {claim: exported(filled(tmp_path / "good.sqlite3", claim), claim) for claim in CLAIMS}
    accepted, refused = 0, []
    for name, path in damaged(original, tmp_path, cases // 3):
        library = Library(path)
        try:
            kept = claims(library)
        except LibraryError as problem:
            refused.append(problem)
            continue
        for one in kept:
            with suppress(LibraryError):
                assert exported(library, one.claim) == good[one.claim], name
                accepted += 1
        with suppress(LibraryError):
            for claim, verdict in check(library):
                assert bool(verdict) <= (exported(library, claim) == good[claim]), name
        library.close()
    assert accepted
    assert all(map(one_line, refused))


def test_adding_to_a_damaged_library(original: bytes, tmp_path: Path, cases: int) -> None:
    """Adding to a damaged library gives right proofs and repairs damaged slices, or is refused in one line."""
    filled(tmp_path / "good.sqlite3", *CLAIMS).close()
    certificates = [tmp_path / f"{claim.rows}-{claim.nim}-{claim.upto}-full.jsonl" for claim in CLAIMS]
    mended, refused = 0, []
    for name, path in damaged(original, tmp_path, cases // 3):
        library = Library(path)
        try:
            for certificate in certificates:
                keep(library, certificate)
            for claim in CLAIMS:
                proofs = proofs_of(claim)
                assert all(library.proof(slice_) == proof for slice_, proof in proofs.items()), name
            mended += 1
        except LibraryError as problem:
            refused.append(problem)
        library.close()
    assert mended > cases // 10
    assert all(map(one_line, refused))


def test_one_damaged_byte(tmp_path: Path) -> None:
    """Whichever byte of a library is damaged, questions are answered rightly, and at most one line says what it is."""
    library, asked = filled(tmp_path / "small.sqlite3", Claim(rows=3, nim=0, upto=5), Claim(rows=3, nim=1, upto=1)), 0
    library.close()
    original, path = library.path.read_bytes(), tmp_path / "library.sqlite3"
    expected = {(rows[0], rows[1], 5): value for rows, value in brute_force(3, 12).items() if rows[2] == 5}
    position, value = Random(3).choice(sorted(expected.items()))
    for place, byte in enumerate(original):
        is_header = place % 4096 < 12 or place < 100
        if not is_header and (byte == 0 or (place < 4096 and place % 8)):  # unused, or one of many letters of SQL
            continue
        path.write_bytes(original[:place] + bytes([byte ^ 0x80]) + original[place + 1 :])
        one, told = Library(path), list[str]()
        session = alone(library=one, warn=told.append)
        assert session.run(outcome, position) is (Outcome.WINNER if value else Outcome.LOSER), place
        assert len(told) <= 1, place
        for question in (one.listing, one.faults):
            try:
                question()
            except LibraryError as problem:
                told.append(str(problem))
        one.close()
        assert all(line.isprintable() and len(line) < 500 for line in told), place
        asked += bool(told)
    assert asked > 500


@pytest.mark.parametrize("column", ["mode", "producer", "method", "sha256", "added"])
def test_text_that_is_not_utf_8(column: str, tmp_path: Path) -> None:
    """A claim whose text is no longer UTF-8 is one damaged claim: others answer, and adding it again repairs it."""
    library = filled(tmp_path / "library.sqlite3", *CLAIMS[1:])
    with closing(sqlite3.connect(library.path)) as found:
        found.execute(f"UPDATE claim SET {column} = CAST(x'7a63ff' AS TEXT) WHERE rows = 4")  # noqa: S608 - constants
        found.commit()
    kept, problems = library.listing()
    assert [one.claim for one in kept] == [CLAIMS[2]]
    assert len(problems) == 1
    assert "the record of the claim 'rows=4,nim=0,upto=5' has changed since it was written" in problems[0]
    assert library.proof(Slice((4,), 2)) == proofs_of(CLAIMS[2])[Slice((4,), 2)]
    assert isinstance(alone(library=library).run(outcome, (9, 8, 4, 2)), Outcome)
    keep(library, tmp_path / "4-0-5-full.jsonl")
    assert len(claims(library)) == 2


def test_the_original_is_good(original: bytes, tmp_path: Path) -> None:
    """Undamaged, the library answers everything, so the damage is what is tested."""
    path = tmp_path / "library.sqlite3"
    path.write_bytes(original)
    session = alone(library=Library(path), sources={Source.LIBRARY})
    for position, value in questions(Random(1)):
        assert session.run(outcome, position) is (Outcome.WINNER if value else Outcome.LOSER)
