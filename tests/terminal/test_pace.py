"""The estimate of the time left."""

import pytest

from zchomp.terminal.render import Pace


@pytest.mark.parametrize("power", [1.0, 2.1, 2.7, 3.5])
@pytest.mark.parametrize("start", [0, 300])
def test_finds_the_power(power: float, start: int) -> None:
    """From the time that the first half took it finds how time grows, also if an earlier run did a part."""
    pace = Pace()
    for n in range(start, 701):
        pace.note(n, 5.0 + (n**power - start**power) / 100)
    assert pace.left(1000) == pytest.approx((1000**power - 700**power) / 100, rel=0.02)


def test_a_slow_beginning_is_left_out() -> None:
    """A minute of compiling before the first step does not make the rest seem to take as long."""
    pace = Pace()
    pace.note(0, 0.0)
    for n in range(1, 501):
        pace.note(n, 60 + n / 100)
    assert pace.left(1000) == pytest.approx(5, rel=0.02)


def test_too_early_to_tell() -> None:
    """There is no estimate from nothing, nor from a second of work."""
    pace = Pace()
    assert pace.left(10) is None
    for n in range(100):
        pace.note(n, n / 100)
    assert pace.left(1000) is None


def test_keeps_few_samples() -> None:
    """A million notes are thinned out, and the estimate stays."""
    pace = Pace()
    for n in range(100_000):
        pace.note(n, n / 1000)
    assert len(pace._samples) <= 1000
    assert pace.left(200_000) == pytest.approx(100, rel=0.02)
