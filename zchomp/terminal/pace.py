"""Pace: the time left for work whose steps get slower and slower, as a power of their number.

The power is not assumed but measured in the run itself: if n slices took t(n) seconds, t(n) = k (n^e - s^e) is fitted
to now and to half-way, where s steps were done by an earlier run. An estimate for people, hence floats.
"""

from bisect import bisect_left
from math import pow as power_of
from operator import itemgetter

__all__ = ["Pace"]

FEW = 2.0
"""Seconds after which there is an estimate."""


class Pace:
    """Estimates the time left from how far the work had come at which time.

    >>> pace = Pace()
    >>> for n in range(0, 501):
    ...     pace.note(n, seconds=n**2 / 10_000)
    >>> round(pace.left(1000))
    75
    """

    def __init__(self) -> None:
        self._samples: list[tuple[int, float]] = []

    def note(self, done: int, seconds: float) -> None:
        """Note how many steps were done after how many seconds."""
        if not self._samples or done > self._samples[-1][0]:
            self._samples.append((done, seconds))
            if len(self._samples) > 1000:
                self._samples[1:-1] = self._samples[1:-1:2]

    def left(self, total: int) -> float | None:
        """How many seconds the rest will take; None if it is too early to tell."""
        samples = self._samples[1:]  # before the first step there is the time for compiling, which does not come again
        if len(samples) < 3 or samples[-1][1] - samples[0][1] < FEW:
            return None
        (start, begun), (done, now) = samples[0], samples[-1]
        half_way, then = samples[bisect_left(samples, (start + done) / 2, key=itemgetter(0))]
        share = (then - begun) / (now - begun)

        def excess(power: float) -> float:
            """How much larger the share of the first half is than a power says; it grows with the power."""
            before, middle = power_of(start / done, power), power_of(half_way / done, power)
            return share - (middle - before) / (1 - before)

        low, high = 1.0, 4.0
        for _ in range(40):
            power = (low + high) / 2
            low, high = (power, high) if excess(power) < 0 else (low, power)
        return (now - begun) * (power_of(total / done, low) - 1) / (1 - power_of(start / done, low))
