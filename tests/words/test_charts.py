"""The chart as it is printed: cell for cell as in the paper, in blocks that fit, and as comma-separated values."""

import re
from dataclasses import replace

import pytest

from tests.support import table
from zchomp.answers.chart import ChartWindow, chart
from zchomp.sources import Source
from zchomp.words.charts import chart_csv, chart_data, chart_text


def window(rows: range, columns: range) -> ChartWindow:
    """A window of the chart that is within reach."""
    found = chart(rows=rows, columns=columns)
    assert isinstance(found, ChartWindow)
    return found


@pytest.mark.parametrize("figure", ["bhms05_figure1.txt", "bhms05_figure2.txt", "bhms05_figure3.txt"])
def test_figures_cell_for_cell(figure: str) -> None:
    """The printed window has the figure's cells and no others: empty above the diagonal, as in the paper."""
    cells = {(r, q): value for r, q, value in table(figure)}
    rows = range(min(r for r, _ in cells), max(r for r, _ in cells) + 1)
    columns = range(min(q for _, q in cells), max(q for _, q in cells) + 1)
    printed = chart_text(window(rows, columns)).splitlines()[:-2]
    for r, line in zip(reversed(rows), printed, strict=True):
        margin, _, body = line.partition(" |")
        assert int(margin) == r
        expected = [cells[r, q] for q in columns if (r, q) in cells]
        assert [int(number) for number in re.findall(r"\d+", body)] == expected


def test_starts_are_marked() -> None:
    """A star stands where a constant row starts."""
    assert re.findall(r"\*(\d+)", chart_text(window(range(9), range(13)))) == ["12", "9", "7", "5", "2"]


@pytest.mark.parametrize("width", [20, 40, 80, 132])
def test_blocks_fit_and_lose_nothing(width: int) -> None:
    """In blocks that fit a width, every cell on and below the diagonal stands in its row and under its column."""
    shown = window(range(30), range(40))
    found: dict[tuple[int, int], int] = {}
    for block in chart_text(shown, width).split("\n\n"):
        *lines, rule, ruler = block.splitlines()
        assert max(map(len, block.splitlines())) <= width
        assert set(rule) == {"-"}
        ends = {match.end(): int(match[0]) for match in re.finditer(r"\d+", ruler)}
        for line in lines:
            margin = line.index("|")
            for match in re.finditer(r"\d+", line[margin:]):
                found[ends[margin + match.end()], int(line[:margin])] = int(match[0])
    assert found == {(q, r): shown[q, r] for q in range(40) for r in range(30) if q >= r}


def test_csv_and_data() -> None:
    """The values with their rows and columns, above the diagonal too."""
    shown = window(range(2), range(3))
    assert chart_csv(shown) == "r\\q,0,1,2\n0,1,2,3\n1,1,3,2"
    assert chart_data(replace(shown, sources=(Source.RECURRENCE,))) == {
        "rows": [0, 1],
        "columns": [0, 1, 2],
        "values": [[1, 2, 3], [1, 3, 2]],
        "starts": [None, 2],
        "sources": ["recurrence"],
    }
