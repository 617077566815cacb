"""The theorems on bars in proofs/Bars/GaleBars.v name all winning openings."""

import re

import pytest

from tests.checker import coq_source
from tests.support import known
from zchomp.bars.openings import openings

TEXT = coq_source("GaleBars").read_text()


@pytest.mark.parametrize(
    ("name", "rows", "columns"),
    [("six_by_eleven", 6, 11), ("six_by_thirteen", 6, 13), ("eight_by_ten", 8, 10)],
    ids=str,
)
def test_openings_in_coq(name: str, rows: int, columns: int) -> None:
    """Each theorem of GaleBars.v names exactly the winning openings of its bar, by squares that are counted from 0."""
    (claim,) = re.findall(rf"Theorem {name} square : wins square \(repeat {columns} {rows}\) <-> (.*)\.\n", TEXT)
    wins = [f"({row - 1}, {column - 1})" for row, column in known(openings(rows, columns)).moves[rows, columns]]
    assert wins == re.findall(r"\(\d+, \d+\)", claim)
