"""The shipped certificates: `zchomp prove` makes each, byte for byte, and every verifier accepts it."""

from pathlib import Path

import pytest

from tests.checker import CHECKER, disagreements
from tests.support import ROOT
from zchomp.bars.results import Claim
from zchomp.proof import verifier
from zchomp.proof.certify import certify
from zchomp.proof.format import read_certificate, shipped_certificate, usual_name

CLAIMS = [
    Claim(rows=3, nim=0, upto=115),
    Claim(rows=3, nim=0, upto=1000),
    Claim(rows=3, nim=3, upto=100),
    Claim(rows=3, nim=6, upto=50),
    Claim(rows=4, nim=0, upto=20),
    Claim(rows=5, nim=0, upto=8),
    Claim(rows=6, nim=0, upto=6),
]
FOLDER = ROOT / "certificates"


def test_nothing_else_ships() -> None:
    """The folder has exactly these certificates, under their usual names."""
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(map(usual_name, CLAIMS))
    assert shipped_certificate().parent.resolve() == FOLDER.resolve()


@pytest.mark.parametrize("claim", CLAIMS, ids=usual_name)
def test_made_again(claim: Claim, tmp_path: Path) -> None:
    """Proved again, it has the same bytes, and it is read back with its claim."""
    certify(claim, tmp_path / "again.jsonl", mode="full", method="recurrence")
    assert (tmp_path / "again.jsonl").read_bytes() == (FOLDER / usual_name(claim)).read_bytes()
    assert read_certificate(FOLDER / usual_name(claim)).claim == claim


def test_verified() -> None:
    """The verifier accepts the smallest as it ships, and the bytes of all are those that `certify` had verified."""
    path = min((FOLDER / usual_name(claim) for claim in CLAIMS), key=lambda path: path.stat().st_size)
    claim = next(claim for claim in CLAIMS if usual_name(claim) == path.name)
    verdict = verifier.verify(str(path), {"rows": claim.rows, "nim": claim.nim, "upto": claim.upto})
    assert (verdict.code, verdict.reason) == (0, "")


def test_accepted_by_the_extracted_checker(built: Path) -> None:
    """The checker extracted from Coq accepts all shipped certificates, with the verifier's lines."""
    assert built == CHECKER.parent
    assert disagreements([FOLDER / usual_name(claim) for claim in CLAIMS], (CHECKER,)) == []
