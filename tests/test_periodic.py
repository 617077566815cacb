"""Ultimately periodic sequences."""

from itertools import islice

import pytest

from zchomp.errors import InvalidSequence
from zchomp.periodic import Periodic


def test_kinds() -> None:
    """A sequence is periodic, finite or empty by its parts."""
    assert Periodic((1,), (2,)).kind == "periodic"
    assert Periodic((), (2,)).kind == "periodic"
    assert Periodic((1, 0)).kind == "finite"
    assert Periodic().kind == "empty"


def test_after_the_end() -> None:
    """A finite sequence has no term after its end: get says None, indexing raises."""
    row = Periodic((2, 0))
    assert row.get(2) is None
    with pytest.raises(IndexError, match="2 terms"):
        row[2]
    with pytest.raises(IndexError):
        Periodic()[0]


def test_negative_index() -> None:
    """There is nothing before 0: Python's counting from the end would be wrong here."""
    with pytest.raises(InvalidSequence, match="starts at 0"):
        Periodic((1, 2))[-1]


def test_huge_index() -> None:
    """An index of a hundred digits is as quick as a small one."""
    assert Periodic((9,), (1, 2, 3))[10**100] == (1, 2, 3)[(10**100 - 1) % 3]


def test_since_of_finite_and_empty() -> None:
    """Iterating a finite sequence ends; iterating the empty one does nothing."""
    assert list(Periodic((4, 2, 0)).since(1)) == [2, 0]
    assert list(Periodic((4, 2, 0)).since(7)) == []
    assert list(Periodic[int]().since(0)) == []
    assert list(islice(Periodic((), (1, 2)).since(5), 3)) == [2, 1, 2]
