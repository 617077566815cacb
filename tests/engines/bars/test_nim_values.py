"""Nim-values of the bars 3 x n: the kernel, compiled and as plain Python, against the rules of the game."""

from math import comb

import numpy as np
import pytest

from tests.support import brute_force
from zchomp.engines.bars import nim_values
from zchomp.engines.bars.nim_values import memory_needed, three_rowed_bars


def test_against_brute_force() -> None:
    """The bars within 3 x 25, by the rules of the game."""
    values = brute_force(3, 25)
    assert three_rowed_bars(25) == [values[n, n, n] for n in range(1, 26)]


def test_plain_and_compiled() -> None:
    """The kernel is the same as plain Python."""
    size = 22
    first, second = (np.zeros((lines, 2), np.uint64) for lines in ((size + 1) * (size + 2) // 2, size + 1))
    bars = np.zeros(size + 1, np.int64)
    plain = getattr(nim_values._fill, "py_func", nim_values._fill)
    plain(1, size + 1, first, second, bars)
    assert bars[1:].tolist() == three_rowed_bars(size)


@pytest.mark.parametrize("step", [1, 700, 10**6])
def test_in_steps(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In steps of any size the values are the same, and every position is reported as done once."""
    whole = three_rowed_bars(40)
    monkeypatch.setattr(nim_values, "STEP", step)
    told: list[tuple[int, int]] = []
    assert three_rowed_bars(40, lambda *report: told.append(report[1:3])) == whole
    total = comb(43, 3) - 1
    assert told == sorted(set(told))
    assert (told[0], told[-1]) == ((0, total), (total, total))
    assert len(told) == {1: 41, 10**6: 2}.get(step, len(told))
    assert len(told) <= 41


def test_memory() -> None:
    """More bars take more memory, and no bars next to none."""
    assert memory_needed(0) < 100 < memory_needed(100) < memory_needed(1000) < 2**28
