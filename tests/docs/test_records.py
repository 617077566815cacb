"""The records of docs/results.md: the digests that can be made again in seconds."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support import ROOT, table
from zchomp.answers.openings import openings
from zchomp.answers.sequences import sequence
from zchomp.results import Unknown

RECORDS = (ROOT / "docs/results.md").read_text()
CERTIFICATES = sorted((ROOT / "certificates").glob("*.jsonl"))

SEVERAL = re.findall(r"^\| (\d+) × (\d+) \| (\(.*\)) \| ([\d,]+) \|$", RECORDS, flags=re.MULTILINE)
"""The map: rows and columns of a bar, its winning openings, the number of losers within it."""

WITHIN = [(6, 93), (7, 57), (8, 30), (9, 26), (11, 20), (12, 20), (14, 16)]
"""Bars within which the map is made again in seconds."""


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


@pytest.mark.parametrize(("rows", "columns"), WITHIN, ids=str)
def test_the_map_of_bars(rows: int, columns: int) -> None:
    """Within these bars, those with several winning openings, the openings and the numbers of losers are as listed."""
    found = openings(rows, columns)
    lines = []
    for (m, n), bites in found.several().items():
        squares = sorted((m - high + 1, n - wide + 1) for high, wide in bites)
        lines.append((str(m), str(n), ", ".join(map(str, squares)), f"{found.losers[m, n]:,}"))
    assert lines == [line for line in SEVERAL if int(line[0]) <= rows and int(line[1]) <= columns]
    assert lines


def test_the_map_has_the_known_bars() -> None:
    """All bars of [Pad26] are in the map, with as many openings."""
    listed = {(int(m), int(n)): squares.count("(") for m, n, squares, _ in SEVERAL}
    assert all(listed[m, n] == count for m, n, count in table("padhi_several_openings.txt"))
    assert len(listed) == len(SEVERAL)


def test_bars_won_by_the_last_square() -> None:
    """Of the bars of three rows or more within 6 x 93, these three are won by biting the last square, and only so."""
    bites = openings(6, 93).bites
    tops = {size: bitten for size, bitten in bites.items() if size[0] > 2 and (1, 1) in bitten}
    assert tops == dict.fromkeys([(6, 11), (6, 15), (6, 27)], ((1, 1),))
    assert "6 × 11, 6 × 15 and 6 × 27" in RECORDS
