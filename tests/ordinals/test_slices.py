"""Slices beyond ω: their blocks, their ends, and the chart of a block."""

from itertools import count

import pytest

from tests.support import alone
from zchomp.core.answers import Outcome, Unknown
from zchomp.ordinals.chart import Block, BlockChart, Ends, OrdinalSlice, block_chart, ends, slice_of_ordinals
from zchomp.ordinals.ordinal import OMEGA, Ordinal
from zchomp.ordinals.position import OrdinalPosition, two_rows_value
from zchomp.ordinals.solution import outcome


def test_blocks_have_the_right_value() -> None:
    """The two rows of every loser of a block have the number of the tail as nim-value, even where the block goes on."""
    for n in range(40):
        block = Block.of(1, n)
        for m, p in enumerate(block.firsts):
            assert two_rows_value(Ordinal.of(p), Ordinal.of(m)) == n
        if block.goes_on:
            m, p = len(block.firsts) + 6, block.firsts[-1] + 7
            assert two_rows_value(Ordinal.of(p), Ordinal.of(m)) == n


@pytest.mark.parametrize("tail", [(2,), (9,), (31,), (4, 2), (4, 4), (6, 4)], ids=str)
def test_losers_of_a_slice(tail: tuple[int, ...]) -> None:
    """The losers that a slice lists are lost, including the end, and each column has exactly one."""
    found = slice_of_ordinals(tail)
    assert isinstance(found, OrdinalSlice)
    for block in found.blocks:
        start = OMEGA * block.k
        for m, p in [*enumerate(block.firsts)][-2:]:
            for first in range(m, p + 2):
                rows = OrdinalPosition((start + first, start + m, *map(Ordinal.of, tail)))
                assert (outcome(rows) is Outcome.LOSER) == (first == p)
    assert outcome(OrdinalPosition((found.end, found.end, *map(Ordinal.of, tail)))) is Outcome.LOSER
    last = found.blocks[-1]
    assert found.end == OMEGA * last.k + (len(last.firsts) - 1)


def test_every_ordinal_below_omega_squared_is_an_end() -> None:
    """No two slices end at the same ordinal, and up to third row 600 all ω·k + j below some bound are ends."""
    found = ends(600)
    assert isinstance(found, Ends)
    infinite = [one.end for one in found.infinite()]
    assert len(set(infinite)) == len(infinite)
    first = [next(j for j in count() if OMEGA * k + j not in infinite) for k in (1, 2, 3, 4)]
    assert first == [sum(OMEGA * k <= end < OMEGA * (k + 1) for end in infinite) for k in (1, 2, 3, 4)]
    assert first[0] > 150


def test_ends_of_finite_slices() -> None:
    """A finite slice ends at the column where its row of the chart becomes constant, and has no number."""
    found = ends(24)
    assert isinstance(found, Ends)
    finite = {one.third: one.end for one in found.ends if one.number is None}
    assert {third: int(finite[third]) for third in (1, 3, 4, 6, 8, 16)} == {1: 2, 3: 5, 4: 7, 6: 9, 8: 12, 16: 23}
    assert all(outcome((end, end, third)) is Outcome.LOSER for third, end in finite.items())


def test_chart_of_a_block() -> None:
    """All blocks have the same numbers, and the third rows of block 2 are those of block 1 with number 1, 4, 7, ..."""
    first, second = block_chart(13, block=1), block_chart(4, block=2)
    assert isinstance(first, BlockChart)
    assert isinstance(second, BlockChart)
    assert [block.firsts for _, block in first.rows[:5]] == [block.firsts for _, block in second.rows]
    assert [third for third, _ in first.rows[1::3]] == [third for third, _ in second.rows]


def test_out_of_reach() -> None:
    """An answer that needs too much effort, or too many slices, is unknown."""
    for found in (
        alone(effort=0).run(slice_of_ordinals, 5000),
        alone(effort=0).run(ends, 5000),
        ends(10**9),
        block_chart(3, block=10**9),
        block_chart(10**6),
    ):
        assert isinstance(found, Unknown)
