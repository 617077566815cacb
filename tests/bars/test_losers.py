"""The results of engines for bars: losers that contradict each other are noticed."""

import pytest

from tests.bars.boards import solved
from zchomp.bars.losers import PlainBar, Step
from zchomp.errors import DisagreementError


def test_losers_that_differ_when_turned_are_noticed() -> None:
    """Losers that change when the bar is turned are noticed, by their counts and one by one."""
    found = solved(PlainBar(4, 5))
    found.steps.discard(next(step for step in found.steps if step.long <= 4 and step.turned() != step))
    with pytest.raises(DisagreementError, match="not if it is turned"):
        found.check_turned()
    found = solved(PlainBar(4, 5))
    found.counts[2][3] += 1
    with pytest.raises(DisagreementError, match="but 4 within"):
        found.check_turned()
    assert Step(5, 1, 4, 2).turned().turned() == Step(5, 1, 4, 2)
