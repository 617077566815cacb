"""Effort: which efforts are valid, and what is refused because it takes too long or too much memory."""

from math import inf, nan

import numpy as np
import pytest

from zchomp.core import limits, memory
from zchomp.core.answers import TooCostly
from zchomp.core.effort import needs_effort, too_much, valid_effort
from zchomp.errors import InvalidArgument


def test_efforts_of_any_number() -> None:
    """An effort may also be a numpy number."""
    assert [valid_effort(effort) for effort in (2, 0.5, np.int64(2), np.float32(0.5))] == [2, 0.5, 2, 0.5]  # type: ignore[arg-type]


@pytest.mark.parametrize("effort", [-1, nan, True, "5", None, 1j])
def test_invalid_efforts(effort: object) -> None:
    """Anything but a number of seconds, 0 or more, is refused."""
    with pytest.raises(InvalidArgument, match="an effort is a number of seconds, 0 or more"):
        valid_effort(effort)  # type: ignore[arg-type]


@pytest.mark.parametrize(("seconds", "effort"), [(0.2, 1), (9.5, 10), (limits.LONGEST_EFFORT, limits.LONGEST_EFFORT)])
def test_the_effort_to_retry_with_is_enough(seconds: float, effort: int) -> None:
    """The effort that an answer names is a whole number of seconds, at least as many as the work takes."""
    assert needs_effort("this", seconds).effort == effort


@pytest.mark.parametrize("seconds", [limits.LONGEST_EFFORT + 1, inf])
def test_no_effort_is_enough(seconds: float) -> None:
    """Work that takes longer than any effort names none, and says what to try."""
    found = needs_effort("this", seconds, "less")
    assert found.effort is None
    assert found.reason.endswith("; try less")


@pytest.mark.parametrize(
    ("seconds", "effort", "is_refused"),
    [
        (limits.EFFORT, 0, False),  # listing may always take the default effort
        (limits.EFFORT + 1, 0, True),
        (100, 100, False),
        (101, 100, True),
        (limits.LONGEST_EFFORT, None, False),
        (limits.LONGEST_EFFORT + 1, None, True),
    ],
)
def test_seconds_beyond_the_effort_are_refused(seconds: float, effort: float | None, is_refused: bool) -> None:
    """An answer is refused exactly if it takes longer than its effort, or than any effort if none is given."""
    assert isinstance(too_much("this", "less", seconds, effort), TooCostly) is is_refused


def test_memory_beyond_the_free_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer is refused exactly if it needs more memory than is free, however short it is."""
    monkeypatch.setattr(memory, "available", lambda: 10**6)
    assert too_much("this", "less", 0, None, needed=10**6) is None
    refused = too_much("this", "less", 0, None, needed=10**6 + 1)
    assert refused is not None
    assert (refused.effort, refused.reason) == (None, "this needs about 1.0 MB of memory, and 1.0 MB is free; try less")
