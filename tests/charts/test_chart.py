"""Brouwer's chart, against the paper and brute force: windows, far rows in any order, and rows out of reach."""

import re
from typing import Any

import pytest

from tests.support import brute_force, known, table
from zchomp.bars import prover
from zchomp.bars.prover import prove
from zchomp.bars.slices import Slice
from zchomp.bars.three_rows import CompiledThreeRows
from zchomp.charts.chart import Chart, chart
from zchomp.core import compiler, limits
from zchomp.core.answers import TooCostly, Unknown
from zchomp.core.session import Session
from zchomp.errors import CannotCompile, InvalidArgument, MissingExtra


@pytest.mark.parametrize("figure", ["bhms05_figure1.txt", "bhms05_figure2.txt", "bhms05_figure3.txt"])
def test_figures_cell_for_cell(figure: str) -> None:
    """The window has the figure's values, and a notebook shows only its cells, which are empty above the diagonal."""
    cells = {(r, q): value for r, q, value in table(figure)}
    rows = range(min(r for r, _ in cells), max(r for r, _ in cells) + 1)
    columns = range(min(q for _, q in cells), max(q for _, q in cells) + 1)
    window = known(chart(rows=rows, columns=columns))
    assert {(r, q): window[q, r] for r, q in cells} == cells
    lines = re.findall(r"<tr><th>(\d+)</th>(.*?)</tr>", window._repr_html_())
    assert [int(r) for r, _ in lines] == list(reversed(rows))
    for r, line in lines:
        numbers = [int(number or 0) for number in re.findall(r"<td>(?:<b>)?(\d*)(?:</b>)?</td>", line)]
        assert numbers == [cells.get((int(r), q), 0) for q in columns]


def test_value_is_the_one_of_the_definition() -> None:
    """f(q, r) is the only p for which [p, min(p, q), min(p, q, r)] is a loser, by brute force."""
    values = brute_force(3, 14)
    found = Chart()
    for q in range(6):
        for r in range(9):
            losers = [p for p in range(1, 15) if values[p, min(p, q), min(p, q, r)] == 0]
            assert losers == [found[q, r]]


def test_starts_of_constant_rows() -> None:
    """A constant row starts where f(q, r) = q, and is marked there."""
    found = Chart()
    for r in range(60):
        start = found.start(r)
        equal = [q for q in range(r, 200) if found[q, r] == q]
        assert equal == ([] if start is None else [start])
    window = known(chart(rows=range(9), columns=range(13)))
    assert window.starts == tuple(found.start(r) for r in range(9))
    assert re.findall(r"<b>(\d+)</b>", window._repr_html_()) == ["12", "9", "7", "5", "2"]


def test_windows_are_parts_of_the_chart() -> None:
    """Any window has exactly the values of its rows and columns."""
    found = Chart()
    for rows, columns in ((range(5), range(5)), (range(3, 9), range(2)), (range(118, 123), range(100, 180))):
        window = known(chart(rows=rows, columns=columns))
        assert (window.rows, window.columns) == (rows, columns)
        assert window.values == tuple(tuple(found[q, r] for q in columns) for r in rows)
        assert all(window[q, r] == found[q, r] for q in columns for r in rows)
        for q, r in ((columns[-1] + 1, rows[0]), (columns[0], rows[-1] + 1), (columns[0] - 1, rows[0])):
            expected = f"the window has columns {columns[0]} to {columns[-1]}|a column of the chart must be"
            with pytest.raises(KeyError if q >= 0 else InvalidArgument, match=expected):
                window[q, r]


def test_the_chart_itself() -> None:
    """Without rows and columns the window is a square. Either may be given alone."""
    window = known(chart(24))
    assert window == chart() == chart(rows=range(25), columns=range(25))
    assert chart(5, rows=range(2)) == chart(rows=range(2), columns=range(6))
    smallest = known(chart(0))
    assert smallest.values == ((1,),)


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        (range(0), range(5)),
        (range(5), range(0)),
        (range(-1, 3), range(5)),
        (range(5), range(-2, 5)),
        (range(0, 9, 2), range(5)),
        (range(5, 0, -1), range(5)),
    ],
)
def test_invalid_windows(rows: range, columns: range) -> None:
    """The rows and columns of a window are consecutive, from 0 on."""
    for ask in (chart, lambda rows, columns: Chart().window(rows, columns)):
        with pytest.raises(InvalidArgument, match="expected ranges of rows and columns from 0 on"):
            ask(rows=rows, columns=columns)


@pytest.mark.parametrize(
    "window",
    [{"upto": 1200}, {"upto": 10**7}, {"upto": 10**5000}, {"rows": range(2), "columns": range(10**9)}],
    ids=len,
)
def test_windows_that_nobody_could_read(window: dict[str, Any]) -> None:
    """A window with too many values is unknown before any row is proved, with the effort that it needs."""
    found = chart(**window)
    assert isinstance(found, Unknown)
    assert re.match(r"a window of .* values needs (about|years)", found.reason)
    assert len(found.reason) < 300


def test_a_window_of_more_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """More effort gives larger windows. With no effort, only what is already known is answered."""
    monkeypatch.setattr(limits, "CHART_CELLS_PACE", 1000)
    found = chart(100)
    assert isinstance(found, Unknown)
    assert found == TooCostly("a window of 10201 values needs about 10 s", effort=11)
    assert str(found) == "too costly: a window of 10201 values needs about 10 s; retry with effort=11"
    assert known(Session(effort=11).run(chart, 100))[100, 0] == 101
    assert known(Session(effort=0).run(chart, 50))[50, 0] == 51


@pytest.mark.parametrize("place", [5, (1, 2, 3), (-1, 2), (2, 1.5), "ab", (True, 0)], ids=str)
def test_invalid_cells(place: Any) -> None:
    """A cell is a column and a row. The chart and its windows refuse anything else."""
    for asked in (Chart(), known(chart(5))):
        with pytest.raises(InvalidArgument, match="of the chart"):
            asked[place]


def test_a_notebook_shows_a_table() -> None:
    """The table has a line for each row, from the top down, and one for the columns."""
    html = known(chart(rows=range(3), columns=range(4)))._repr_html_()
    assert html == (
        "<table><caption>f(q, r): q to the right, r upwards; bold where a constant row starts</caption>"
        "<tr><th>2</th><td></td><td></td><td>4</td><td>5</td></tr>"
        "<tr><th>1</th><td></td><td>3</td><td><b>2</b></td><td>2</td></tr>"
        "<tr><th>0</th><td>1</td><td>2</td><td>3</td><td>4</td></tr>"
        "<tr><th>r / q</th><th>0</th><th>1</th><th>2</th><th>3</th></tr></table>"
    )


def test_beyond_the_library() -> None:
    """Rows that are not kept come from the compiled recurrence. They agree where both know the answer."""
    rows = Chart()
    engine = CompiledThreeRows(701)
    proved = [row.proof() for _, row in zip(range(701), engine.rows(), strict=False)]
    for r in (0, 1, 120, 700):
        assert proved[r] == rows.proof(r)
    assert rows.periods(121) == [len(proved[r].sequence.period) for r in range(122)]
    assert rows.window(range(2498, 2501), range(3500, 3510)) == Chart().window(range(2498, 2501), range(3500, 3510))


def test_far_rows_in_any_order() -> None:
    """Rows beyond those that are kept are the same whether they are read upwards or downwards."""
    assert prover.plain_seconds(Slice((2900,))) > prover.compiled_seconds(Slice((2900,)))
    down, up = Chart(), Chart()
    questions = [(2900, 2900), (2603, 2600), (10**100, 2600), (2501, 2499), (2500, 2498), (5, 2600), (2699, 2690)]
    answers = [down[q, r] for q, r in questions]
    assert [up[q, r] for q, r in sorted(questions, key=lambda question: question[1])] == [
        answers[questions.index(question)] for question in sorted(questions, key=lambda question: question[1])
    ]
    proofs = known(prove(2900))
    for (q, r), found in zip(questions, answers, strict=True):
        row = min(q, r)
        sequence = proofs[row].sequence
        b = sequence.get(q - row)
        assert found == (q + b if b is not None else row + len(sequence.head) - 1)
    for r in (2900, 2600, 2500, 2498, 2650):
        assert down.proof(r) == proofs[r]
        sequence = proofs[r].sequence
        assert down.start(r) == (None if sequence.period else r + len(sequence.head) - 1)
    assert down.periods(2600) == [len(proofs[r].sequence.period) for r in range(2601)]


@pytest.mark.parametrize("far", [300_000, 10**9, 10**5000], ids=lambda far: str(far)[:20] if far < 10**99 else "huge")
def test_out_of_reach(far: int) -> None:
    """Every question about a row beyond the chart is unknown, but its columns in small rows are known."""
    found = Chart()
    for answer in (found[far, far], found.start(far), found.proof(far), found[far + 5, far]):
        assert isinstance(answer, Unknown)
        about = (
            "a proof of the slice c = 300000 needs about " if far == 300_000 else " is not proved: no certificate goes"
        )
        assert about in answer.reason
        assert len(answer.reason) < 300
    assert isinstance(chart(rows=range(far, far + 2), columns=range(far, far + 2)), Unknown)
    assert found[far, 0] == far + 1
    assert found[5, far] == found[5, 5]


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (MissingExtra("the compiled recurrence", "fast"), "pip install 'zchomp[fast]'"),
        (CannotCompile("no place"), "no place"),
    ],
    ids=["not installed", "no place to compile"],
)
def test_without_the_compiler(problem: Exception, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiled recurrence, far rows are unknown, with the reason, and near ones are answered as usual."""
    monkeypatch.setattr(compiler, "problem", lambda: problem)
    found = Chart()
    answer = found[9000, 9000]
    assert isinstance(answer, Unknown)
    assert reason in answer.reason
    assert found[120, 115] == 120 + known(prove(115))[Slice((115,))].sequence[5]
