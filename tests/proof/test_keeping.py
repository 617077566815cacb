"""Keeping: certificates go in verified and come out with the same bytes."""

from pathlib import Path

import pytest

from tests.proof.shelves import SMALL, certificate, claims, exported, filled, is_whole, proofs_of
from zchomp.bars.results import Claim
from zchomp.core import limits
from zchomp.core.files import make_key
from zchomp.errors import CertificateError, LibraryError
from zchomp.proof.checking import verify
from zchomp.proof.format import Verification
from zchomp.proof.library import Kept, Library, NotKept, check, keep
from zchomp.proof.library_file import TABLES, File, block_digest, pack


@pytest.mark.parametrize("claim", [*SMALL, Claim(rows=3, nim=0, upto=0), Claim(rows=5, nim=1, upto=2)], ids=str)
@pytest.mark.parametrize("mode", ["full", "compact"])
def test_the_same_bytes(claim: Claim, mode: str, tmp_path: Path) -> None:
    """An exported certificate is the one that was kept, byte for byte, full or compact."""
    path, library = certificate(tmp_path, claim, mode), Library(tmp_path / "library.sqlite3")
    kept = keep(library, path)
    assert isinstance(kept, Kept)
    assert (kept.claim, kept.mode, kept.slices) == (claim, mode, claim.count())
    assert exported(library, claim) == path.read_bytes()
    assert is_whole(library)


def test_wrong_certificates_are_not_kept(tmp_path: Path) -> None:
    """A refused certificate is not kept, with the verifier's reason, and neither is any other file."""
    path, library = certificate(tmp_path, SMALL[0]), Library(tmp_path / "library.sqlite3")
    path.write_bytes(path.read_bytes().replace(b'"head":[5,3]', b'"head":[5,4]'))
    found = keep(library, path)
    assert isinstance(found, NotKept)
    assert found.reason
    (tmp_path / "junk").write_text("junk")
    assert isinstance(keep(library, tmp_path / "junk"), NotKept)
    assert claims(library) == []


def test_a_file_that_changes_after_its_verdict(tmp_path: Path) -> None:
    """Only verified bytes are kept: a file that changes afterwards, in any line, is refused as a whole."""
    path, library = certificate(tmp_path, SMALL[0]), Library(tmp_path / "library.sqlite3")
    verdict, good = verify(path), path.read_bytes()
    lines = good.splitlines(keepends=True)
    for number in range(1, len(lines)):
        changed = [*lines[:number], lines[number].replace(b"1", b"2").replace(b"0", b"1"), *lines[number + 1 :]]
        path.write_bytes(b"".join(changed))
        with pytest.raises(CertificateError, match="was changed after it was verified"):
            keep(library, path, verdict)
        assert claims(library) == []
    path.write_bytes(b"".join(lines[:-1]))
    with pytest.raises(CertificateError, match="was changed after it was verified"):
        keep(library, path, verdict)
    path.write_bytes(good)
    assert isinstance(keep(library, path, verdict), Kept)


def test_large_claims_are_kept_if_told_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim above the limit is kept only if the caller says so, and the reason says how."""
    monkeypatch.setattr(limits, "LIBRARY_BYTES", 1000)
    path, library = certificate(tmp_path, SMALL[0]), Library(tmp_path / "library.sqlite3")
    found = keep(library, path)
    assert isinstance(found, NotKept)
    assert "--keep keeps it" in found.reason
    assert claims(library) == []
    assert isinstance(keep(library, path, large=True), Kept)


def test_no_such_claim(tmp_path: Path) -> None:
    """A claim that is not in the library is not exported, even if all its slices are."""
    library = filled(tmp_path / "library.sqlite3", SMALL[0])
    with pytest.raises(LibraryError, match="has no claim of 3 rows, third row at most 39; zchomp library lists"):
        exported(library, Claim(rows=3, nim=0, upto=39))


def test_checking(tmp_path: Path) -> None:
    """Every claim of a good library is verified again."""
    library = filled(tmp_path / "library.sqlite3", *SMALL)
    reported: list[int] = []
    verdicts = list(check(library, lambda _what, done, _total, _detail="": reported.append(done)))
    assert reported.count(1) == len(SMALL)  # each claim is counted from its first slice on
    assert [bool(verdict) for _, verdict in verdicts] == [True] * 4
    assert [verdict.line.split()[1] for _, verdict in verdicts] == ["VERIFIED"] * 4


def test_checking_finds_forgeries(tmp_path: Path) -> None:
    """A check finds a wrong term with a right digest, made with the key, and no certificate is exported from it."""
    library, claim = filled(tmp_path / "library.sqlite3", SMALL[0]), SMALL[0]
    proof = proofs_of(claim)[40]
    (block,) = pack([*proof.sequence.head[:-1], proof.sequence.head[-1] + 1])
    with File(library.path, TABLES).writing() as connection:
        connection.execute(
            "UPDATE block SET terms = ?, digest = ? WHERE slice = (SELECT id FROM slice WHERE tail = '40')",
            (block, block_digest(make_key(), "0 40", 0, block)),
        )
    ((_, verdict),) = check(library)
    assert not verdict
    assert "its certificate is not the one that was kept" in verdict.reason
    with pytest.raises(LibraryError, match="damaged: its certificate is not the one that was kept"):
        exported(library, claim)


def test_a_negative_verdict(tmp_path: Path) -> None:
    """Without a positive verdict, nothing is kept."""
    library = Library(tmp_path / "library.sqlite3")
    found = keep(library, certificate(tmp_path, SMALL[0]), Verification(1, "s NOT VERIFIED", "wrong"))
    assert found == NotKept("wrong")
    assert not library.path.exists()
