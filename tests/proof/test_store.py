"""The store: proofs come out as they went in, term by term, and claims share their slices."""

import sqlite3
from pathlib import Path
from random import Random
from threading import Thread
from time import time

import pytest

from tests.proof.shelves import SMALL, claims, filled, is_whole, proofs_of
from zchomp.bars.results import Claim, Proof
from zchomp.bars.slices import Slice
from zchomp.errors import LibraryError
from zchomp.proof import library_file as tables
from zchomp.proof.library import Library


@pytest.fixture(name="library")
def library_of_small_claims(tmp_path: Path) -> Library:
    """A library with claims of all kinds."""
    return filled(tmp_path / "library.sqlite3", *SMALL)


def test_nothing_is_made_by_asking(tmp_path: Path) -> None:
    """A missing library is empty, and neither a question nor a removal creates it."""
    library = Library(tmp_path / "folder" / "library.sqlite3")
    assert claims(library) == []
    assert library.claim(SMALL[0]) is None
    assert library.proof(Slice((5,))) is None
    assert library.terms([(Slice((5,)), 0)]) is None
    assert library.shapes([Slice((5,))]) is None
    assert not library.remove(SMALL[0])
    assert list(tmp_path.iterdir()) == []


def test_all_proofs_come_out(library: Library) -> None:
    """Every slice of every claim is as it was proved, and there are no other slices."""
    for claim in SMALL:
        assert [library.proof(slice_) for slice_ in proofs_of(claim)] == list(proofs_of(claim).values())
    for other in (Slice((41,)), Slice((6, 1)), Slice((5,), nim=2), Slice((1, 1, 1)), Slice((), nim=10**30)):
        assert library.proof(other) is None
        assert library.terms([(Slice((5,)), 0), (other, 0)]) is None
        assert library.shapes([Slice((5,)), other]) is None


def test_single_terms(tmp_path: Path) -> None:
    """Single terms, near and far, are those of the sequences, and so are the lengths of heads and periods."""
    claim = Claim(rows=3, nim=0, upto=800)
    library, proofs, random = filled(tmp_path / "library.sqlite3", claim), proofs_of(claim), Random(1)
    wanted = [(slice_, a) for slice_ in proofs for a in (0, 1, random.randrange(400), 10**100)]
    random.shuffle(wanted)
    assert library.terms(wanted) == [proofs[slice_].sequence.get(a) for slice_, a in wanted]
    shapes = [(len(proof.sequence.head), len(proof.sequence.period)) for proof in proofs.values()]
    assert library.shapes(list(proofs.keys())) == shapes
    assert library.terms([]) == []


def test_records_of_claims(library: Library) -> None:
    """The list of claims has their sizes, digests and methods, smaller claims first."""
    kept = claims(library)
    assert [one.claim for one in kept] == sorted(SMALL, key=lambda claim: (claim.rows, claim.nim, claim.upto))
    assert [one.slices for one in kept] == [one.claim.count() for one in kept]
    assert all(one.mode == "full" and one.producer.startswith("zchomp") and len(one.sha256) == 64 for one in kept)
    assert all(library.claim(one.claim) == one for one in kept)
    assert library.claim(Claim(rows=3, nim=0, upto=39)) is None
    assert library.claim(Claim(rows=3, nim=0, upto=2**70)) is None


def test_removing(library: Library) -> None:
    """Removing a claim removes only the slices that no other claim has, and the file shrinks."""
    filled(library.path, Claim(rows=3, nim=0, upto=150)).close()
    library.close()
    size = library.path.stat().st_size
    assert library.remove(Claim(rows=3, nim=0, upto=150))
    assert library.remove(Claim(rows=3, nim=0, upto=40))
    assert not library.remove(Claim(rows=3, nim=0, upto=40))
    assert library.proof(Slice((40,))) is None
    assert library.proof(Slice((5,))) == proofs_of(Claim(rows=4, nim=0, upto=5))[(5,)]
    assert is_whole(library)
    for claim in SMALL[1:]:
        assert library.remove(claim)
    library.close()
    assert claims(library) == []
    assert library.path.stat().st_size < size
    with sqlite3.connect(library.path) as found:
        assert found.execute("SELECT count(*) FROM slice").fetchone() == (0,)
        assert found.execute("SELECT count(*) FROM block").fetchone() == (0,)
    found.close()


def test_adding_twice(library: Library) -> None:
    """A claim that is already there is unchanged, and larger ones share its slices."""
    before = claims(library)
    filled(library.path, *SMALL, Claim(rows=3, nim=0, upto=60))
    assert is_whole(library)
    assert [one.sha256 for one in claims(library) if one.claim != Claim(rows=3, nim=0, upto=60)] == [
        one.sha256 for one in before
    ]
    with sqlite3.connect(library.path) as found:
        assert found.execute("SELECT count(*) FROM slice WHERE rows <= 3 AND nim = 0").fetchone() == (61,)
    found.close()


def test_another_proof_is_refused(library: Library) -> None:
    """A proof that contradicts the stored one is refused, with everything that came with it."""
    proofs = dict(proofs_of(Claim(rows=3, nim=0, upto=41)).items())
    good = proofs[Slice((40,))]
    proofs[Slice((40,))] = Proof(good.slice, good.sequence, good.modulus, good.bound + 1)
    with pytest.raises(LibraryError, match="another proof of the slice c = 40: one of the two is wrong"):
        library.add(Claim(rows=3, nim=0, upto=41), reversed(proofs.values()))
    assert library.proof(Slice((41,))) is None
    assert is_whole(library)


def test_too_few_proofs_are_refused(library: Library) -> None:
    """A claim comes with the proofs of all its slices, or not at all."""
    with pytest.raises(LibraryError, match="the claim has 42 slices, got the proofs of 41"):
        library.add(Claim(rows=3, nim=0, upto=41), proofs_of(Claim(rows=3, nim=0, upto=40)).values())
    assert library.claim(Claim(rows=3, nim=0, upto=41)) is None


@pytest.mark.parametrize(("hours", "is_kept"), [(-2, False), (-0.5, True), (0.5, True), (2, False)])
def test_dates_of_unfinished_additions(
    hours: float, is_kept: bool, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The slices of an addition stay for an hour. One that is dated hours ahead is as old as one of hours ago."""
    claim = Claim(rows=3, nim=0, upto=45)
    with monkeypatch.context() as clock, library._file.writing() as connection:
        clock.setattr(tables, "time", lambda: time() + 3600 * hours)
        tables.touch(connection, library._file.key, "another process", claim, is_new=True)
        for proof in proofs_of(claim).values():
            library._insert(connection, proof, "another process")
    assert library.remove(SMALL[-1])
    with sqlite3.connect(library.path) as found:
        assert found.execute("SELECT count(*) FROM adding").fetchone() == (is_kept,)
        assert found.execute("SELECT count(*) FROM slice WHERE width > 40").fetchone() == (5 * is_kept,)
    found.close()
    assert library.proof(Slice((45,))) is None


def test_threads(library: Library) -> None:
    """Threads that ask at the same time, while one adds and removes, get right answers."""
    wanted = [(slice_, 3) for slice_ in proofs_of(SMALL[0])]
    expected = library.terms(wanted)
    answers: list[bool] = []

    def ask() -> None:
        answers.extend(library.terms(wanted) == expected for _ in range(30))

    def change() -> None:
        for _ in range(5):
            library.add(Claim(rows=3, nim=0, upto=60), proofs_of(Claim(rows=3, nim=0, upto=60)).values())
            answers.append(library.remove(Claim(rows=3, nim=0, upto=60)))

    threads = [Thread(target=ask), Thread(target=ask), Thread(target=change)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [True] * 65
