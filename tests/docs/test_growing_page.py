"""The page about growing orders: its table of the smallest chaos, and its digests."""

import re
import shlex
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support import ROOT
from zchomp.cli import main
from zchomp.growing.families import from_relations
from zchomp.growing.recurrence import GrowingSlice, prove_slices

PAGE = (ROOT / "docs" / "growing.md").read_text()
RECORDS = (ROOT / "docs" / "records.md").read_text()
RECORDED = ["box 3x3 --height 3", "arms 4x4", "order 'd1 < c2' --nim 9"]
PROVED = 8
"""The largest nim-value proved again here. The page goes on to 12."""


def test_the_table_of_the_smallest_chaos() -> None:
    """Heads, periods and the range of n - m are those of the proved lines."""
    rows = re.findall(r"^\| (\d+) \| (\d+) \| ([^|]+) \| ([^|]*) \|$", PAGE, flags=re.MULTILINE)
    assert [int(nim) for nim, *_ in rows] == list(range(13))
    slices = prove_slices(from_relations("d1 < c2").order, PROVED)
    for slice_, (_, head, period, differences) in zip(slices, rows, strict=False):
        assert isinstance(slice_, GrowingSlice)
        assert len(slice_.head) == int(head)
        if slice_.period:
            assert len(slice_.period) == int(period.replace(",", ""))
            numbers = {int(number.replace("−", "-")) for number in differences.strip().split(" to ")}
            assert numbers == {min(slice_.period), max(slice_.period)}
        else:
            assert period == "finite: (0, 1) and (1, 0)"
            assert slice_.head == (1, 0)


@pytest.mark.parametrize("command", RECORDED)
def test_recorded_digests(command: str, tmp_path: Path) -> None:
    """The certificates of the records that take a second have the printed digests."""
    assert main(["grow", *shlex.split(command), "--out", str(tmp_path / "file.jsonl")]) == 0
    slices = [slice_ for slice_ in RECORDS.splitlines() if f"| `zchomp grow {command} --out FILE` |" in slice_]
    digest = sha256((tmp_path / "file.jsonl").read_bytes()).hexdigest()[:16]
    assert [f"| `{digest}` |" in slice_ for slice_ in slices] == [True]
