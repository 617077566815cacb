"""The sequences that are read off the chart, against the paper, the encyclopedia and brute force."""

import pytest

from tests.support import brute_force, table
from zchomp import limits
from zchomp.answers.chart import Chart
from zchomp.answers.sequences import SEQUENCES, sequence
from zchomp.errors import InvalidArgument, InvalidSequence
from zchomp.results import Unknown


def first(name: str, size: int) -> list[int]:
    """The first terms of a sequence that is within reach."""
    terms = sequence(name).first(size)
    assert not isinstance(terms, Unknown)
    return terms


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


def test_offsets_of_the_encyclopedia() -> None:
    """The index of the first term is the one that the encyclopedia gives, for every sequence there is."""
    assert {name: one.offset for name, one in SEQUENCES.items()} == {
        f"A{number:06}": offset for number, offset in table("oeis_offsets.txt")
    }


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


def test_constant_rows_and_columns_go_together() -> None:
    """A029901 and A029902: in row r the value in column q is q, and the same ever after."""
    chart = Chart()
    for q, r in zip(first("A029901", 100), first("A029902", 100), strict=True):
        assert chart.start(r) == q
        assert [chart.value(column, r) for column in (q, q + 1, q + 1000, 10**100)] == [q] * 4


def test_names() -> None:
    """A name that is none of them is told what there is; any case will do."""
    with pytest.raises(InvalidSequence, match="no sequence 'A000045'; expected one of A029899"):
        sequence("A000045")
    assert all(sequence(name.lower()).name == name for name in SEQUENCES)


@pytest.mark.parametrize("name", SEQUENCES)
def test_no_terms_and_too_many(name: str) -> None:
    """No terms are none; more than the chart has rows are unknown at once, with a short reason."""
    assert sequence(name).first(0) == []
    with pytest.raises(InvalidArgument, match="0 or more, got -1"):
        sequence(name).first(-1)
    for size in (limits.CHART_ROWS + 2, 10**5, 10**5000):
        found = sequence(name).first(size)
        assert isinstance(found, Unknown)
        assert found.reason.startswith(f"{name} to ")
        assert len(found.reason) < 300
