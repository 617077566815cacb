"""Verdicts: the content of their lines, and the size of a claim."""

import os
from pathlib import Path

import pytest

from tests.support import ROOT, SHIPPED
from zchomp.proof import verifier
from zchomp.proof.coq import read_verdict
from zchomp.proof.format import Verification, _count, verify_alone


def test_the_parts_of_a_verdict() -> None:
    """The claim, the number of slices and the digest are those of the line, and a refusal has none of them."""
    verdict = verify_alone(SHIPPED)
    assert verdict == verifier.verify(str(SHIPPED))
    assert (verdict.claim, verdict.slices) == ({"rows": 3, "nim": 0, "upto": 115}, 116)
    assert verdict.line.endswith(f" sha256={verdict.sha256}")
    refused = verify_alone(SHIPPED, {"upto": 5})
    assert (refused.claim, refused.slices, refused.sha256) == ({}, None, "")


@pytest.mark.parametrize(
    ("line", "claim", "slices"),
    [
        (
            f"elements=2 nim=1 slices=8 order={'1' * 64} sha256={'a' * 64}",
            {"elements": 2, "nim": 1, "order": "1" * 64},
            8,
        ),
        ("lost elements=2 taken=[] members=2", {"elements": 2, "members": 2}, None),
        (
            'won elements=2 taken=["a nim=x"] winning=["b members=7"] complete members=3',
            {"elements": 2, "members": 3},
            None,
        ),
    ],
)
def test_other_kinds(line: str, claim: dict[str, int | str], slices: int | None) -> None:
    """A growing order keeps its digest as text, and a strategy has no slices."""
    verdict = read_verdict("program", "file", 0, f"s VERIFIED {line}", "")
    assert (verdict.claim, verdict.slices) == (claim, slices)


def test_a_verdict_is_true_if_and_only_if_verified() -> None:
    """In a boolean context only exit code 0 counts."""
    for code in (verifier.VERIFIED, verifier.NOT_VERIFIED, verifier.DECLINED, verifier.USAGE, verifier.INTERNAL):
        assert bool(Verification(code, "s ...", "")) == (code == 0)


def test_a_header_is_read_once_if_it_is_a_pipe(tmp_path: Path) -> None:
    """The size of a claim is ignored if a file cannot be opened twice, or is not a certificate."""
    assert _count(str(ROOT / "certificates" / "chomp-3rows-1000.jsonl")) == 1001
    pipe, other = tmp_path / "pipe", tmp_path / "other"
    os.mkfifo(pipe)
    other.write_bytes(b"9" * 100_000)
    assert [_count(str(path)) for path in (pipe, other, tmp_path, tmp_path / "missing")] == [0, 0, 0, 0]
