"""Brouwer's chart and the sequences read off it, against the paper and brute force."""

import re

import pytest

from tests.support import brute_force, table
from zchomp.answers.chart import FAR, SEQUENCES, Chart, sequence
from zchomp.errors import InvalidSequence
from zchomp.results import Unknown
from zchomp.words.charts import chart_csv, chart_text


def first(name: str, size: int) -> list[int]:
    """The first terms of a sequence that is within reach."""
    terms = sequence(name).first(size)
    assert not isinstance(terms, Unknown)
    return terms


@pytest.mark.parametrize("figure", ["bhms05_figure1.txt", "bhms05_figure2.txt", "bhms05_figure3.txt"])
def test_figures_cell_for_cell(figure: str) -> None:
    """The printed window has the figure's cells and no others: empty above the diagonal, as in the paper."""
    cells = {(r, q): value for r, q, value in table(figure)}
    rows = range(min(r for r, _ in cells), max(r for r, _ in cells) + 1)
    columns = range(min(q for _, q in cells), max(q for _, q in cells) + 1)
    chart = Chart()
    values = chart.window(rows, columns)
    assert not isinstance(values, Unknown)
    printed = chart_text(chart, rows, columns, values).splitlines()[:-2]
    for r, line in zip(reversed(rows), printed, strict=True):
        margin, _, body = line.partition(" |")
        assert int(margin) == r
        expected = [cells[r, q] for q in columns if (r, q) in cells]
        assert [int(number) for number in re.findall(r"\d+", body)] == expected


def test_value_is_the_one_of_the_definition() -> None:
    """f(q, r) is the p for which [p, min(p, q), min(p, q, r)] is a loser, by brute force, and there is one only."""
    values = brute_force(3, 14)
    chart = Chart()
    for q in range(6):
        for r in range(9):
            found = [p for p in range(1, 15) if values[p, min(p, q), min(p, q, r)] == 0]
            assert found == [chart.value(q, r)]


def test_starts_of_constant_rows() -> None:
    """A constant row starts where f(q, r) = q, and is marked there."""
    chart = Chart()
    for r in range(60):
        start = chart.start(r)
        equal = [q for q in range(r, 200) if chart.value(q, r) == q]
        assert equal == ([] if start is None else [start])
    values = chart.window(range(9), range(13))
    assert not isinstance(values, Unknown)
    text = chart_text(chart, range(9), range(13), values)
    assert re.findall(r"\*(\d+)", text) == ["12", "9", "7", "5", "2"]


@pytest.mark.parametrize(
    ("name", "published"),
    [
        ("A029900", "bhms05_diagonal.txt"),
        ("A029901", "bhms05_constant_columns.txt"),
        ("A029902", "bhms05_constant_rows.txt"),
        ("A147983", "oeis_a147983.txt"),
    ],
)
def test_published_sequences(name: str, published: str) -> None:
    """All terms that the paper and the encyclopedia print."""
    terms = table(published)
    assert [(term,) for term in first(name, len(terms))] == terms


def test_number_of_losers() -> None:
    """A029899: the number of losers with first row at most n, by brute force."""
    values = brute_force(3, 14)
    counted = [sum(value == 0 and rows[0] <= n for rows, value in values.items()) for n in range(15)]
    assert sequence("A029899").first(15) == counted


def test_one_parameter_families() -> None:
    """A029903 to A029905: [k + p + q, k + q, r] is a loser for all k, and not for the column before the first."""
    chart = Chart()
    families = [first(name, 60) for name in ("A029903", "A029904", "A029905")]
    for p, q, r in zip(*families, strict=True):
        assert all(chart.value(k + q, r) == k + p + q for k in range(300))
        assert q == r or chart.value(q - 1, r) != p + q - 1
    assert 120 not in families[2]


def test_names() -> None:
    """A name that is none of them is told what there is; out of reach is unknown."""
    with pytest.raises(InvalidSequence, match="no sequence 'A000045'; expected one of A029899"):
        sequence("A000045")
    assert all(sequence(name.lower()).name == name for name in SEQUENCES)
    assert isinstance(sequence("A029900").first(10**5), Unknown)


def test_beyond_the_oracle() -> None:
    """Rows that the oracle does not prove come from the compiled recurrence; it agrees where both know."""
    near, far = Chart(), Chart()
    for r in (0, 1, 120, 700):
        assert far._far_row(r).proof() == near.proof(r)
        assert far._far_row(r).proof().sequence == near.row(r)
    assert near.periods(121) == [len(near.row(r).period) for r in range(122)]
    assert far.window(range(2498, 2501), range(3500, 3510)) == near.window(range(2498, 2501), range(3500, 3510))
    assert isinstance(near.proof(FAR + 1), Unknown)


def test_csv() -> None:
    """The values with their rows and columns, above the diagonal too."""
    values = Chart().window(range(2), range(3))
    assert not isinstance(values, Unknown)
    assert chart_csv(range(2), range(3), values) == "r\\q,0,1,2\n0,1,2,3\n1,1,3,2"
