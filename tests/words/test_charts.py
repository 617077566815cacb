"""The printed chart: in blocks that fit, with marks, and as comma-separated values."""

import re
from dataclasses import replace

import pytest

from tests.support import known
from zchomp.answers.chart import chart
from zchomp.sources import Source
from zchomp.words.charts import chart_csv, chart_data, chart_text


def test_starts_are_marked() -> None:
    """A star marks where a constant row starts."""
    assert re.findall(r"\*(\d+)", chart_text(known(chart(rows=range(9), columns=range(13))))) == [
        "12",
        "9",
        "7",
        "5",
        "2",
    ]


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


def test_csv_and_data() -> None:
    """The values come with their rows and columns, also above the diagonal."""
    shown = known(chart(rows=range(2), columns=range(3)))
    assert chart_csv(shown) == "r\\q,0,1,2\n0,1,2,3\n1,1,3,2"
    assert chart_data(replace(shown, sources=(Source.RECURRENCE,))) == {
        "rows": [0, 1],
        "columns": [0, 1, 2],
        "values": [[1, 2, 3], [1, 3, 2]],
        "starts": [None, 2],
        "sources": ["recurrence"],
    }
