"""Ultimately periodic sequences."""

from itertools import islice

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import sequences
from zchomp.bars.periodic import Kind, Periodic
from zchomp.errors import InvalidArgument


def test_kinds() -> None:
    """A sequence is periodic, finite or empty by its parts."""
    assert Periodic((1,), (2,)).kind is Kind.PERIODIC
    assert Periodic((), (2,)).kind is Kind.PERIODIC
    assert Periodic((1, 0)).kind is Kind.FINITE
    assert Periodic().kind is Kind.EMPTY


def test_indices() -> None:
    """There is no term before 0, nor after the end of a finite sequence. A large index is as fast as a small one."""
    row = Periodic((2, 0))
    assert row.get(2) is None
    for sequence in (row, Periodic[int]()):
        with pytest.raises(IndexError, match=f"{len(sequence)} terms"):
            sequence[len(sequence)]
    with pytest.raises(InvalidArgument, match="starts at 0"):
        row[-1]
    assert Periodic((9,), (1, 2, 3))[10**100] == (1, 2, 3)[(10**100 - 1) % 3]


def test_since_of_finite_and_empty() -> None:
    """Iterating over a finite sequence ends, and over the empty one does nothing."""
    assert list(Periodic((4, 2, 0)).since(1)) == [2, 0]
    assert list(Periodic((4, 2, 0)).since(7)) == []
    assert list(Periodic[int]().since(0)) == []
    assert list(islice(Periodic((), (1, 2)).since(5), 3)) == [2, 1, 2]


def test_parts_are_tuples() -> None:
    """A slice like [2:7] or [1:9:3] is a tuple. That of a finite sequence may be open, and ends with the sequence."""
    row = Periodic((5, 3), (4, 2))
    assert row[:3] == (5, 3, 4)
    assert row[10**100 : 10**100 + 3] == (4, 2, 4)
    assert Periodic((4, 2, 0))[1:] == (2, 0)
    assert Periodic((4, 2, 0))[:] == (4, 2, 0)
    assert Periodic[int]()[:5] == ()


@given(sequences, st.integers(0, 30), st.integers(0, 30), st.integers(1, 4))
def test_parts_are_those_of_the_first_terms(row: Periodic[int], start: int, stop: int, step: int) -> None:
    """A slice of a sequence is the same slice of the list of its first terms."""
    assert row[start:stop:step] == tuple(row.first(60)[start:stop:step])


@pytest.mark.parametrize("part", [slice(-1, 3), slice(0, -1), slice(0, 5, 0), slice(5, 0, -1), slice(None, None, -1)])
def test_invalid_parts(part: slice) -> None:
    """Counting from the end, and negative steps, are refused for every kind of sequence."""
    for row in (Periodic((5, 3), (4,)), Periodic((5, 3, 0))):
        with pytest.raises(InvalidArgument, match="slice"):
            row[part]


def test_an_endless_part() -> None:
    """An open slice of an infinite sequence is refused."""
    for part in (slice(None), slice(3, None), slice(None, None, 2)):
        with pytest.raises(InvalidArgument, match=r"has no end; expected a bounded slice like \[2:7\]"):
            Periodic((5, 3), (4,))[part]


def test_iteration_ends_or_is_refused() -> None:
    """A finite sequence can be iterated. An infinite one raises instead of running forever, also in a list."""
    assert list(Periodic((4, 2, 0))) == [4, 2, 0]
    assert list(Periodic[int]()) == []
    endless = Periodic((5, 3), (4,))
    for use in (iter, list, tuple, set, sum, sorted, max, lambda row: [*row], dict.fromkeys):
        with pytest.raises(TypeError, match=r"no end; use first\(n\) or since\(n\)"):
            use(endless)


@given(sequences, st.integers(0, 5))
def test_containment_ends(row: Periodic[int], term: int) -> None:
    """Whether a term occurs is decided, even if the sequence is infinite."""
    assert (term in row) == (term in row.first(20))


def test_indices_of_numpy() -> None:
    """Numpy's integers are indices like Python's, and fractions are not."""
    row = Periodic((5, 3), (4, 2))
    for kind in (numpy.int8, numpy.uint16, numpy.int64):
        assert [row[kind(i)] for i in range(6)] == [5, 3, 4, 2, 4, 2]
        assert row.get(kind(3)) == 2
    for wrong in (1.0, numpy.float64(1), "1", None):
        with pytest.raises(TypeError):
            row[wrong]  # type: ignore[call-overload]


def test_parts_may_be_lists() -> None:
    """A sequence consists of tuples, whatever it is made from, so it can be a key."""
    row: Periodic[int] = Periodic([5, 3], [4])  # type: ignore[arg-type]
    assert row == Periodic((5, 3), (4,))
    assert {row: 1}[Periodic((5, 3), (4,))] == 1
