"""The printed chart: in blocks that fit, with marks, and as comma-separated values."""

import re

import pytest

from tests.support import known
from zchomp.charts.chart import chart, chart_text


@pytest.mark.parametrize("width", [20, 40, 80, 132])
@pytest.mark.parametrize("rows", [range(30), range(12, 30)], ids=str)
@pytest.mark.parametrize("columns", [range(40), range(17, 60)], ids=str)
def test_blocks_fit_and_lose_nothing(rows: range, columns: range, width: int) -> None:
    """In blocks that fit a width, every cell on and below the diagonal is in its row and under its column."""
    shown = known(chart(rows=rows, columns=columns))
    found: dict[tuple[int, int], int] = {}
    for block in chart_text(shown, width).split("\n\n"):
        *lines, rule, ruler = block.splitlines()
        assert max(map(len, block.splitlines())) <= width
        assert set(rule) == {"-"}
        labels = [int(line.partition("|")[0]) for line in lines]
        assert labels == sorted(set(labels), reverse=True)
        ends = {match.end(): int(match[0]) for match in re.finditer(r"\d+", ruler)}
        for line in lines:
            margin = line.index("|")
            for match in re.finditer(r"\d+", line[margin:]):
                found[ends[margin + match.end()], int(line[:margin])] = int(match[0])
    assert found == {(q, r): shown[q, r] for q in columns for r in rows if q >= r}
