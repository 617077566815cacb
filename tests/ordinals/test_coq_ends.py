"""The table of ends that Coq proves is the printed one."""

import re

from tests.checker import coq_source
from zchomp.ordinals.chart import Ends, ends
from zchomp.ordinals.ordinal import Ordinal

TEXT = coq_source("Slices115").read_text()


def test_ends_in_coq_are_those_of_the_library() -> None:
    """`ends_115` in proofs/Ordinals/Slices115.v has the infinite slices up to 115 with the ends that `ends` gives."""
    listed = TEXT.partition("Definition ends_115 : list (nat * ordinal) := [")[2].partition("].")[0]
    proved = [tuple(map(int, entry)) for entry in re.findall(r"\((\d+), \((\d+), (\d+)\)\)", listed)]
    found = ends(115)
    assert isinstance(found, Ends)
    assert [(end.third, end.end) for end in found.infinite()] == [
        (c, Ordinal.of(f"w*{k} + {m}" if m else f"w*{k}")) for c, k, m in proved
    ]
    assert len(proved) == 49
