"""The memory of the compiled recurrence for three rows."""

import pytest

from zchomp.bars.prices import memory_problem, require_memory, slices_memory
from zchomp.core import memory
from zchomp.errors import TooLarge


def test_the_largest_row_that_fits_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """If there is too little memory, the largest third row that fits is named, and that row is accepted."""
    monkeypatch.setattr(memory, "available", lambda: 10**6)

    def square(upto: int) -> int:
        return upto**2

    assert memory_problem(1000, square) is None
    for upto in (1001, 5000):
        problem = str(memory_problem(upto, square))
        assert problem.startswith(f"third rows up to {upto} need about ")
        assert problem.endswith("the largest third row that fits is 1000")
    assert str(memory_problem(5, lambda _upto: 10**7)).endswith("fits is 0")


def test_rows_that_do_not_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled recurrence accepts exactly as much memory as it needs."""
    monkeypatch.setattr(memory, "available", lambda: slices_memory(3000))
    require_memory(3000)
    with pytest.raises(TooLarge, match=r"third rows up to 4000 need about .* of memory"):
        require_memory(4000)
