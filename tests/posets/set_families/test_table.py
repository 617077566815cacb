"""The table of all families of sets, against the definition, depth-first search, and its own symmetry."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from zchomp.core import limits, memory
from zchomp.core.answers import Unknown
from zchomp.errors import InvalidArgument
from zchomp.posets import set_kernels as kernel
from zchomp.posets.families import subsets
from zchomp.posets.poset import SetFamily, family_of
from zchomp.posets.set_tables import FamilyTable
from zchomp.posets.solving import solve

DEDEKIND = (2, 3, 6, 20, 168, 7581)
"""The number of down-sets of the subsets of n points (OEIS A000372)."""

words = st.lists(st.integers(0, 63), max_size=6).map(
    lambda facets: sum(1 << s for s in range(64) if any(s & ~facet == 0 for facet in facets))
)


def upto(n: int, k: int) -> SetFamily:
    """The nonempty subsets of at most k of n points."""
    return family_of([one for one in range(1, 1 << n) if one.bit_count() <= k])


def filled(family: SetFamily) -> FamilyTable:
    """The table of a family."""
    table = FamilyTable(family)
    while table.done < table.total:
        table.advance(10**7)
    return table


@cache
def six() -> FamilyTable:
    """The table of all families of 6 points."""
    return filled(upto(6, 6))


@cache
def is_lost(word: int) -> bool:
    """Whether a family of at most 5 points is lost, by the definition alone. Bit s of the word stands for the set s."""
    return not any(word >> x & 1 and is_lost(word & ~_above(x)) for x in range(1, 32))


@cache
def _above(x: int) -> int:
    return sum(1 << s for s in range(32) if s & x == x)


def test_all_families_of_five_points() -> None:
    """All 7580 families of at most 5 points are lost if and only if the definition agrees."""
    families = [int(word) & ~1 for word in kernel.DOWN[1:]]
    assert len(families) == DEDEKIND[5] - 1
    table = six()
    assert [word for word in families if table.is_lost((word, 0)) != is_lost(word)] == []


def test_the_number_of_families() -> None:
    """A table of n points has a block for each down-set of n - 1 points up to symmetry, and decides all families."""
    for n, classes in ((2, 2), (3, 4), (4, 9), (5, 29), (6, 209)):  # A003182, without the empty down-set
        table = six() if n == 6 else filled(upto(n, n))
        assert (len(table.blocks.word), table.done) == (classes, table.positions)
    assert six().positions == 268_988
    assert six().lost == 20_857


def test_the_last_point_does_not_matter() -> None:
    """A family of 6 points and its images under exchanges of points, each stored elsewhere, have the same outcome."""
    table = six()
    sets = [one for one in range(1, 64) if one.bit_count() <= 2 or one in (7, 11, 49, 26, 38)]
    outcomes = set()
    for i, j in combinations(range(6), 2):
        swap = {1 << i: 1 << j, 1 << j: 1 << i}
        moved = [sum(swap.get(bit, bit) for bit in (1 << p for p in range(6)) if one & bit) for one in sets]
        outcomes.add(table.is_lost(family_of(moved)))
    assert len(outcomes) == 1


def test_parts_of_a_table() -> None:
    """The table of a smaller family has the same outcomes. Families outside it, or undecided, are refused."""
    sets = [one for one in range(1, 64) if one.bit_count() <= 2 or one in (7, 11, 19, 56)]
    table = filled(family_of(sets))
    assert table.positions < six().positions
    for x in sets:
        rest = family_of([one for one in sets if one & x != x])
        assert table.is_lost(rest) == six().is_lost(rest)
    for family in (upto(6, 3), upto(7, 2)):
        with pytest.raises(InvalidArgument, match="not in the table"):
            table.is_lost(family)
    with pytest.raises(InvalidArgument, match="not in the table"):
        FamilyTable(family_of(sets)).is_lost(family_of(sets))


def test_the_digest() -> None:
    """The digest depends on all bits, and does not depend on how the table was filled."""
    by_steps = FamilyTable(upto(5, 5))
    while by_steps.done < by_steps.total:
        by_steps.advance(1)
    assert by_steps.digest() == filled(upto(5, 5)).digest()
    assert by_steps.digest() not in (filled(upto(5, 3)).digest(), FamilyTable(upto(5, 5)).digest())


@settings(max_examples=40, deadline=None)
@example(2**64 - 1, 2)
@given(words, st.integers(0, 719))
def test_plain_bodies(word: int, order: int) -> None:
    """Renumbering and representatives agree in plain Python and compiled, and do not depend on the numbering."""
    plain = {
        name: getattr(getattr(kernel, name), "py_func", getattr(kernel, name))
        for name in ("permuted", "representative", "number")
    }
    moved = kernel.permuted(np.uint64(word), order)
    assert int(moved) == int(plain["permuted"](np.uint64(word), order))
    assert int(moved).bit_count() == word.bit_count()
    least, back = kernel.representative(np.uint64(word))
    assert (int(least), int(back)) == tuple(map(int, plain["representative"](np.uint64(word))))
    assert int(kernel.permuted(np.uint64(word), back)) == int(least) <= word
    assert int(kernel.representative(np.uint64(moved))[0]) == int(least)
    half = np.uint64(word & 2**32 - 1)
    assert int(kernel.DOWN[kernel.number(half)]) == int(half) == int(kernel.DOWN[plain["number"](half)])


def test_the_plain_filling() -> None:
    """Plain Python fills a table like compiled code."""
    table = FamilyTable(upto(4, 4))
    bits = np.zeros_like(table.bits())
    ranks = table.ranks
    body = getattr(kernel.fill, "py_func", kernel.fill)
    lost = sum(int(body(bits, table.blocks, ranks, block)) for block in range(len(table.blocks.word)))
    full = filled(upto(4, 4))
    assert (bits.tolist(), lost) == (full.bits().tolist(), full.lost)


def test_a_table_beyond_the_effort_or_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The needs of the table are reported before it is started."""
    monkeypatch.setattr(limits, "FAMILY_TRIAL", 0.0)
    found = solve(subsets(7, 3), effort=1)
    assert isinstance(found, Unknown)
    assert "a table of 149174446 positions, which decides all of them up to symmetry, needs about" in found.reason
    assert found.effort is not None
    assert 10 < found.effort < 60
    monkeypatch.setattr(memory, "available", lambda: 1000)
    poor = solve(subsets(7, 3), effort=60)
    assert isinstance(poor, Unknown)
    assert "136.8 MB of memory, and 2 kB is free" in poor.reason
