"""Two rows in normal play: Lemma 1 and Theorem 4 against the definition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.definition import nim_values_within
from tests.ordinals.strategies import ordinals, rows
from zchomp.bars.position import Position
from zchomp.errors import InvalidArgument, TooLarge
from zchomp.ordinals.ordinal import OMEGA, Ordinal
from zchomp.ordinals.position import first_row_of_value, second_row_of_value, square_of_value, two_rows_value


def test_lemma_1_to_300() -> None:
    """The formula gives the least excluded value, for all whole numbers up to 300."""
    numbers = [Ordinal.of(n) for n in range(301)]
    columns = [0] * 302  # bit v of columns[q]: whether v is the value of (p', min(p', q)) for a p' below p
    for p in range(301):
        row = 0
        for q in range(p + 1):
            excluded = columns[q] | row
            value = (~excluded & (excluded + 1)).bit_length() - 1
            assert two_rows_value(numbers[p], numbers[q]) == value
            row |= 1 << value
            columns[q] |= 1 << value
        for q in range(p + 1, 302):
            columns[q] |= 1 << value


def test_poison_takes_one_off() -> None:
    """In Chomp, where the first square is poisoned, the nim-value is smaller by one."""
    for (p, q), value in nim_values_within(Position((12, 12))).items():
        assert two_rows_value(Ordinal.of(p), Ordinal.of(q)) == value + 1


@given(rows(2), rows(2))
def test_no_option_has_the_same_value(start: tuple[Ordinal, Ordinal], cuts: tuple[Ordinal, Ordinal]) -> None:
    """No bite in either row keeps the value."""
    first, second = start
    for cut in cuts:
        if cut < first:
            assert two_rows_value(cut, min(cut, second)) != two_rows_value(first, second)
        if cut < second:
            assert two_rows_value(first, cut) != two_rows_value(first, second)


@given(rows(2), st.one_of(ordinals(), ordinals(0, 500), ordinals(1, 80)))
def test_every_smaller_value_is_an_option(start: tuple[Ordinal, Ordinal], value: Ordinal) -> None:
    """Every ordinal below the value is the value of an option, so the value is the least excluded one."""
    first, second = start
    if value < two_rows_value(first, second):
        shorter, lower = first_row_of_value(second, value), second_row_of_value(first, value)
        if shorter < first:
            assert two_rows_value(shorter, min(shorter, second)) == value
        else:
            assert lower is not None
            assert lower < second
            assert two_rows_value(first, lower) == value


@given(rows(2))
def test_rows_of_a_value(start: tuple[Ordinal, Ordinal]) -> None:
    """The functions that look for rows find those that gave the value."""
    first, second = start
    value = two_rows_value(first, second)
    assert first_row_of_value(second, value) == first
    assert second_row_of_value(first, value) == second
    assert square_of_value(two_rows_value(first, first)) == first


@given(ordinals(2, 4), ordinals(2, 8))
def test_second_rows_are_not_missed(first: Ordinal, value: Ordinal) -> None:
    """If no second row is found, no second row with small coefficients has the value."""
    if second_row_of_value(first, value) is None:
        near = [
            Ordinal(tuple((e, n) for e, n in zip((2, 1, 0), (a, b, c), strict=True) if n))
            for a in range(5)
            for b in range(5)
            for c in range(9)
        ]
        assert value not in [two_rows_value(first, second) for second in near if second <= first]


def test_values_too_long_to_write() -> None:
    """A value with too many digits to write is refused, and rows are still found without it."""
    long = OMEGA * 10**9
    with pytest.raises(TooLarge, match="more than 4000 digits"):
        two_rows_value(long + 5, long)
    assert second_row_of_value(long + 5, Ordinal.of(10**100)) is None
    assert first_row_of_value(long, Ordinal.of(13)) == OMEGA * 3


def test_the_second_row_is_not_longer() -> None:
    """Rows in the wrong order are refused."""
    with pytest.raises(InvalidArgument, match="the second row is longer than the first: 3, w"):
        two_rows_value(Ordinal.of(3), OMEGA)
