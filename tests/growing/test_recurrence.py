"""The recurrence for growing orders: brute force on random orders, bars as a special case, and known figures."""

import re
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from math import lcm

import pytest

from tests.growing.explicit import Explicit, is_position, random_orders
from tests.support import known
from zchomp import growing
from zchomp.bars.periodic import Kind
from zchomp.bars.prover import prove
from zchomp.bars.slices import Slice
from zchomp.core.answers import Unknown
from zchomp.core.numbers import members
from zchomp.growing.families import GrowingFamily, arms, bar, box, from_relations
from zchomp.growing.order import GrowingOrder, Staircase
from zchomp.growing.recurrence import GrowingSlice, Inputs, PreparedOrder, _Rows, prove_slice, prove_slices


def proved(order: GrowingOrder, nim: int = 0) -> dict[tuple[int, int], GrowingSlice]:
    """All slices of an order, none of which may be unknown."""
    slices = list(prove_slices(order, nim))
    assert not any(isinstance(slice_, Unknown) for slice_ in slices)
    return {(slice_.kept, slice_.nim): slice_ for slice_ in slices if isinstance(slice_, GrowingSlice)}


def test_random_orders_agree_with_brute_force(cases: int) -> None:
    """Every position of random orders has the nim-value that the slices give, on explicit sets of elements."""
    rows, nim, kinds = 8, 2, set[Kind]()
    for text, order in random_orders("growing", cases // 5):
        explicit = Explicit(text, order.names, 4 + 2 * (rows + 3))
        slices, down_sets = proved(order, nim), set(order.down_sets())
        kinds |= {slice_.kind for slice_ in slices.values()}
        for kept in range(1 << len(order.names)):
            for m, n in ((m, n) for m in range(rows) for n in range(rows + 2)):
                position = explicit.position(kept, m, n)
                assert (position is not None) == is_position(order, down_sets, kept, m, n), (text, kept, m, n)
                if position is not None:
                    value = explicit.value(position)
                    said = [k for k in range(nim + 1) if slices[kept, k].get(m) == n]
                    assert said == ([value] if value <= nim else []), (text, kept, m, n)
    assert kinds == set(Kind)


@pytest.mark.parametrize(("rows", "upto", "nim"), [(2, 0, 9), (3, 40, 0), (3, 9, 4), (4, 7, 0), (5, 4, 1)], ids=str)
def test_bars_are_a_case(rows: int, upto: int, nim: int) -> None:
    """Every slice of a bar is the same sequence by the general recurrence and by the engine for bars."""
    family, bars = bar(rows, upto), known(prove(upto, rows=rows, nim=nim))
    slices = proved(family.order, nim)
    assert len(slices) == len(bars)
    for slice_ in slices.values():
        lengths = tuple(map(int, re.findall("[0-9]+", family.slice_title(slice_.kept))))
        sequence = bars[Slice(lengths, slice_.nim)].sequence
        assert slice_.first == (lengths[0] if lengths else 0)
        assert slice_.sequence().head == tuple(b - 1 for b in sequence.head)
        assert slice_.period == tuple(b - 1 for b in sequence.period)


FIGURES = {
    "2 x 3, columns (0, 0) and (0, 1), others at most 6": (box((2, 3), 6, column=(0, 1)), 462, 79, 48, 96),
    "2 x 3, columns (0, 0) and (1, 0), others at most 6": (box((2, 3), 6, column=(1, 0)), 336, 81, 108, 48),
    "3 x 3, others at most 3": (box((3, 3), 3), 490, 64, 96, 72),
    "arms around 4 x 4": (arms("4x4"), 70, 0, 144, 350),
}


@pytest.mark.parametrize("name", FIGURES)
def test_figures(name: str) -> None:
    """The number of slices, the share of finite ones, the largest period and the longest head are as known."""
    family, count, finite, period, head = FIGURES[name]
    slices = proved(family.order).values()
    assert len(slices) == count
    assert 100 * sum(slice_.kind is not Kind.PERIODIC for slice_ in slices) // count == finite
    assert max(len(slice_.period) for slice_ in slices) == period
    assert max(len(slice_.head) for slice_ in slices) == head


def test_the_smallest_chaos() -> None:
    """One relation between two chains makes the least periods of the nim-values explode."""
    slices = proved(from_relations("d1 < c2").order, 7)
    assert [len(slice_.period) for slice_ in slices.values()] == [1, 0, 1, 3, 9, 36, 144, 720]


@pytest.mark.parametrize("kept", [1, 2, 7, 20], ids=str)
def test_few_kept_states_prove_the_same(kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slice has the same head, period, modulus and bound, whether all states are kept or one per cycle."""
    orders = [order for _, order in random_orders("states", 12)]
    orders += [from_relations("d1 < c2").order, box((2, 3), 3).order, bar(4, 4).order, arms("3x3").order]
    slices = [proved(order, 4 if len(order.names) < 4 else 0) for order in orders]
    assert sum(len(slice_.period) > kept for found in slices for slice_ in found.values()) > 0
    monkeypatch.setattr("zchomp.growing.recurrence.KEPT_STATES", kept)
    assert [proved(order, 4 if len(order.names) < 4 else 0) for order in orders] == slices


def test_long_periods_need_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nim-value 9 of the smallest chaos has period 25,200. Keeping fewer states halves the memory."""
    order, peaks = from_relations("d1 < c2").order, list[int]()
    for kept in (30_000, 1000):
        monkeypatch.setattr("zchomp.growing.recurrence.KEPT_STATES", kept)
        tracemalloc.start()
        try:
            assert len(proved(order, 9)[0, 9].period) == 25_200
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert peaks[1] < peaks[0] / 2


def test_a_return_does_not_count_on_a_dead_line() -> None:
    """Third row 1: the state of row 1 returns in row 3, but (2, 2, 1) has killed the slice before."""
    slice_ = proved(bar(3, 1).order)[1, 0]
    assert slice_ == GrowingSlice(1, 0, 1, (2, 1), (), modulus=0, bound=3)


def returns(prepared: PreparedOrder, kept: int, nim: int, rows: int = 60) -> Iterator[tuple[bool, bool]]:
    """For late rows with slope 1, no block and no end: whether their state returns in a blocked row, and the slice too.

    Rows whose state does not return are left out.
    """
    inputs = Inputs(prepared, kept, nim)
    walk, stair, first = _Rows(inputs), prepared.order.stair, inputs.room.m0
    if inputs.room.m1 is not None or stair.rise != stair.step:
        return
    stop, cycle = inputs.late + rows, lcm(inputs.shadow.cycle, stair.step)
    states, blocked = dict[int, tuple[int, int]](), dict[int, bool]()
    while walk.m < stop:
        walk.settle()
        states[walk.m], blocked[walk.m] = (walk.w - walk.m, walk.state), walk.is_blocked()
        walk.advance(inputs.end(walk.m))
    shifted = [None if n is None else n - m for m, n in enumerate(walk.terms, start=first)]
    for start in range(inputs.late, stop):
        if blocked[start] or inputs.end(start) is not None:
            continue
        again = next((m for m in range(start + cycle, stop, cycle) if states[m] == states[start]), None)
        if again is not None:
            after = shifted[again - first :]
            yield blocked[again], shifted[start - first :][: len(after)] == after


def test_returns_of_the_state() -> None:
    """A few returns are wrong without the condition that the later row is not blocked, and none are with it."""
    seen = Counter[tuple[bool, bool]]()
    for _, order in random_orders("returns", 150):
        prepared = PreparedOrder(order, 1000)
        for kept in order.down_sets():
            slice_ = prove_slice(prepared, kept, 0)
            assert isinstance(slice_, GrowingSlice)
            seen.update(returns(prepared, kept, 0))
            prepared.learn(slice_)
    assert seen == {(False, True): 1885, (True, False): 19}  # 19 of 1,904 would be accepted, and are wrong


@pytest.mark.parametrize("rise", [2, 3], ids=str)
def test_steep_staircases_have_finite_lines_only(rise: int) -> None:
    """If each step adds more d than c, no slice goes on forever."""
    slices = proved(GrowingOrder((), (), (), (), (), (), Staircase((), 1, rise)), 5)
    assert all(slice_.kind is not Kind.PERIODIC for slice_ in slices.values())


def test_nim_sums_of_two_heaps() -> None:
    """Two unrelated chains are two heaps of nim: (m, n) has the value m xor n."""
    slices = proved(from_relations("d1 < x", elements=["x"]).order, 8)
    assert all(slices[0, k].get(m) == m ^ k for k in range(9) for m in range(40))


@pytest.mark.parametrize(
    "text", ["x < c1, x < d1", "x < y, y < c1, y < d1, z < c1, z < d1", "x < y, y < z, z < c1, z < d1"]
)
def test_an_order_below_two_heaps(text: str) -> None:
    """Below both chains A removes its own values: k belongs to m xor n = its rank among the remaining values."""
    found = known(growing.prove(from_relations(text), nim=6))
    order = found.family.order
    everything = (1 << len(order.names)) - 1
    left = [order.without(everything, a) for a in range(len(order.names))]
    taken = {found.nim_value([order.names[a] for a in members(kept)], 0, 0) for kept in left}
    ranks = {k: sum(smaller not in taken for smaller in range(k)) for k in range(7) if k not in taken}
    assert len(ranks) < 7
    for k in range(7):
        slice_ = found.slice(order.names, k)
        assert [slice_.get(m) for m in range(40)] == [m ^ ranks[k] if k in ranks else None for m in range(40)]
        assert len(slice_.period) == (1 << ranks[k].bit_length() if k in ranks else 0)


@pytest.mark.parametrize("core", ["3,1", "2,2,2", "4"])
def test_arms_are_never_finite(core: str) -> None:
    """For every core and nim-value there are such positions with columns of any length."""
    slices = proved(arms(core).order, 3)
    assert all(slice_.kind is Kind.PERIODIC for slice_ in slices.values())


@pytest.mark.parametrize("workers", [1, 2], ids=str)
def test_unknown_with_too_many_rows_in_all(workers: int) -> None:
    """A proof stops when all its slices together have more than ten times the rows that one may have."""
    family = arms("4x4")
    found = known(growing.prove(family, workers=workers))
    most = max(slice_.bound for slice_ in found.slices)
    in_all = sum(slice_.bound for slice_ in found.slices)
    assert in_all > 10 * most
    reason = growing.prove(family, workers=workers, max_rows=most)
    assert isinstance(reason, Unknown)
    assert reason.reason.endswith(f" have more than {10 * most} rows; retry with max_rows={10 * most}")
    assert growing.prove(family, workers=workers, max_rows=10 * most) == found


def test_unknown_within_few_rows() -> None:
    """A slice that neither ends nor repeats within the given rows is unknown, and the reason names it."""
    family: GrowingFamily = from_relations("d1 < c2")
    *slices, last = prove_slices(family.order, 9, max_rows=500)
    assert len(slices) == 7
    assert isinstance(last, Unknown)
    assert "nim-value 7: after 500 rows it has not ended" in last.reason
