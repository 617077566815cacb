"""Sets of numbers as machine words, compiled and in plain Python, against Python integers."""

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from zchomp.core import machine_words
from zchomp.core.numbers import members

words = st.integers(0, 2**64 - 1) | st.sampled_from([0, 1, 2**63, 2**64 - 1])


def bodies(function: Callable[..., Any]) -> tuple[Callable[..., Any], ...]:
    """A function compiled, and its plain body."""
    return function, getattr(function, "py_func", function)


@settings(max_examples=50, deadline=None)
@given(words)
def test_one_word(word: int) -> None:
    """The number of bits and the lowest bit of a word agree with the integer."""
    with np.errstate(over="ignore"):
        for count_bits in bodies(machine_words.count_bits):
            assert count_bits(np.uint64(word)) == word.bit_count()
        for lowest in bodies(machine_words.lowest):
            assert not word or lowest(np.uint64(word)) == next(members(word))


@settings(max_examples=50, deadline=None)
@given(st.lists(words, min_size=1, max_size=4), st.data())
def test_several_words(parts: list[int], data: st.DataObject) -> None:
    """A number is in a set of several words after it is added, and not after it is removed."""
    v = data.draw(st.integers(0, 64 * len(parts) - 1))
    for has, put, drop in zip(*map(bodies, (machine_words.has, machine_words.put, machine_words.drop)), strict=True):
        bits = np.array(parts, np.uint64)
        assert [has(bits, x) for x in range(64 * len(parts))] == [
            parts[x // 64] >> x % 64 & 1 for x in range(64 * len(parts))
        ]
        put(bits, v)
        assert has(bits, v)
        drop(bits, v)
        assert not has(bits, v)
        assert bits.tolist() == [part & ~(1 << v % 64) if i == v // 64 else part for i, part in enumerate(parts)]
