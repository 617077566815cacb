"""The records of docs/results.md: the digests that can be made again in seconds."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support import ROOT
from zchomp.answers.sequences import sequence
from zchomp.results import Unknown

RECORDS = (ROOT / "docs/results.md").read_text()
CERTIFICATES = sorted((ROOT / "certificates").glob("*.jsonl"))


def digest(data: bytes) -> str:
    """The first digits of a digest, as the page has them."""
    return sha256(data).hexdigest()[:16]


@pytest.mark.parametrize("path", CERTIFICATES, ids=lambda path: path.name)
def test_certificates(path: Path) -> None:
    """Every certificate that ships is in the table, with its digest."""
    lines = [line for line in RECORDS.splitlines() if f"(../certificates/{path.name}): " in line]
    assert [re.findall("`([0-9a-f]{16})`", line) for line in lines] == [[digest(path.read_bytes())]]


def test_nim_values_of_bars() -> None:
    """A069001 to 1000 terms has the digest of the table."""
    terms = sequence("A069001").first(1000)
    assert not isinstance(terms, Unknown)
    text = "".join(f"{n} {term}\n" for n, term in enumerate(terms, 1))
    assert f"--terms 1000 --bfile` | 10 s | 0.2 GB | `{digest(text.encode())}`" in RECORDS
