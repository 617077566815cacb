"""The coverage check proves the truth and nothing else, and brute force confirms every refutation."""

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.definition import nim_values_within
from tests.support import known
from zchomp.bars.coverage import Proved, Refuted, Series, Y, check, cover, family_of_losers, given_families
from zchomp.bars.periodic import Periodic
from zchomp.bars.position import Position
from zchomp.bars.prover import prove
from zchomp.bars.slices import Slice
from zchomp.errors import InvalidArgument

LARGEST = 12


@cache
def truth(rows: int = 3, upto: int = LARGEST, nim: int = 0) -> dict[Slice, Periodic[int]]:
    """The proved sequences, by the recurrence."""
    return {slice_: proof.sequence for slice_, proof in known(prove(upto, rows=rows, nim=nim)).items()}


@cache
def board() -> dict[tuple[int, ...], int]:
    """The nim-value of every position with third row at most 12 and first row at most 70, by the rules of the game."""
    return nim_values_within(Position((70, 70, LARGEST)))


def rightly_judged(slice_: Slice, claim: Periodic[int]) -> bool:
    """Whether brute force confirms the verdict on a claim and the position that refutes it."""
    verdict = check(slice_, claim, truth())
    if isinstance(verdict, Proved) or claim.minimal() == truth()[slice_]:
        return isinstance(verdict, Proved) and claim.minimal() == truth()[slice_]
    rows = verdict.position().rows
    is_loser = board()[rows + (0,) * (3 - len(rows))] == 0
    is_claimed = claim.get(verdict.a) == verdict.b
    return is_claimed == verdict.covered and is_loser == (not verdict.covered)


def changed(row: Periodic[int]) -> Iterator[Periodic[int]]:
    """Claims that differ from a sequence in one term, an extra or missing loser, the end, or the period."""
    head, period = row.head, row.period
    for i, b in enumerate(head):
        for other in range(b + 4):
            yield Periodic((*head[:i], other, *head[i + 1 :]), period)
        yield Periodic(head[:i] + head[i + 1 :], period)
        yield Periodic((*head[:i], b, b, *head[i + 1 :]), period)
        yield Periodic(head[:i])
        yield Periodic(head[:i], head[i:] or (1,))
    for i, b in enumerate(period):
        for other in range(b + 4):
            yield Periodic(head, (*period[:i], other, *period[i + 1 :]))
    for more in range(6):
        yield Periodic((*head, more), period)
        yield Periodic((*head, *period, more))
        yield Periodic(head, (*period, more))
    yield Periodic(head, period + period)
    yield Periodic((*head, *period), period)
    yield Periodic()


@pytest.mark.parametrize("c", range(LARGEST + 1))
def test_every_changed_claim_is_refuted(c: int) -> None:
    """Every claim that differs from the truth is refuted by a position that brute force confirms."""
    slice_ = Slice((c,))
    claims = set(changed(truth()[slice_]))
    assert len(claims) > 10
    for claim in claims:
        if c or claim.get(0) != 0:
            assert rightly_judged(slice_, claim)


terms = st.lists(st.integers(0, 14), max_size=10).map(tuple)


@given(st.integers(0, LARGEST), terms, st.lists(st.integers(0, 9), max_size=4).map(tuple))
def test_any_claim(c: int, head: tuple[int, ...], period: tuple[int, ...]) -> None:
    """Claims of any shape get the right verdict."""
    claim = Periodic(head, period)
    if c or claim.get(0) != 0:
        assert rightly_judged(Slice((c,)), claim)


@given(st.integers(0, LARGEST), st.integers(0, 30), st.integers(0, 14), st.integers(1, 5))
def test_late_deviations(c: int, column: int, b: int, size: int) -> None:
    """A claim that is right for long and then wrong is still refuted."""
    row = truth()[Slice((c,))]
    before = tuple(row.first(column))
    for claim in (Periodic((*before, b), row.period), Periodic(before, (b,) * size), Periodic(before)):
        if c or claim.get(0) != 0:
            assert rightly_judged(Slice((c,)), claim)


@pytest.mark.parametrize(("rows", "upto", "nim"), [(3, 60, 0), (3, 10, 3), (4, 6, 0), (4, 4, 2), (5, 3, 1), (2, 0, 5)])
def test_the_truth_is_proved(rows: int, upto: int, nim: int) -> None:
    """The coverage check proves everything that the recurrence proves, for any number of rows and any nim-value."""
    known = truth(rows, upto, nim)
    for slice_, sequence in known.items():
        assert isinstance(check(slice_, sequence, known), Proved)


@pytest.mark.parametrize(("rows", "upto", "nim"), [(3, 5, 3), (4, 5, 0), (4, 3, 2)])
def test_more_rows_and_nim_values_are_refuted(rows: int, upto: int, nim: int) -> None:
    """The same for more rows and nim-values: brute force confirms the refuting position."""
    known = truth(rows, upto, nim)
    values = nim_values_within(Position((26,) * 2 + (upto,) * (rows - 2)))
    refuted = 0
    for slice_, sequence in known.items():
        for claim in set(changed(sequence)) - {sequence}:
            if (not slice_.tail and claim.get(0) == 0) or claim.minimal() == sequence:
                continue
            verdict = check(slice_, claim, known)
            assert isinstance(verdict, Refuted)
            shape = verdict.position().rows
            value = values.get(shape + (0,) * (rows - len(shape)))
            if value is not None:
                assert (value == slice_.nim) == (not verdict.covered)
                refuted += 1
    assert refuted > 500


def test_coefficients_count_the_ways() -> None:
    """The coefficient at a position is the number of its moves to losers, plus one for a loser, minus one."""
    for c in range(8):
        slice_ = Slice((c,))
        difference = cover(slice_, truth()[slice_], given_families(slice_, truth())).difference
        for a in range(9):
            for b in range(20):
                if (a, b, c) == (0, 0, 0):
                    continue
                position = slice_.position(a, b)
                after = (position.chomp(move).rows for move in position.moves())
                ways = sum(board()[rows + (0,) * (3 - len(rows))] == 0 for rows in after)
                rows = position.rows
                own = board()[rows + (0,) * (3 - len(rows))] == 0
                assert difference.coefficient(a, b) == ways + own - 1


def test_the_empty_bar_is_not_a_loser() -> None:
    """A claim that the empty bar is a loser is not a claim."""
    with pytest.raises(InvalidArgument, match="empty bar"):
        check(Slice(), Periodic((0,)), {})


sequences = st.builds(
    Periodic,
    st.lists(st.integers(0, 4), max_size=6).map(tuple),
    st.lists(st.integers(0, 4), max_size=4).map(tuple),
)


@given(st.lists(sequences, min_size=1, max_size=4))
def test_series_add_up(rows: list[Periodic[int]]) -> None:
    """The sum of series has the sums of their coefficients, in every column, and so does its minimal form."""
    total = Series.total(family_of_losers("", row) for row in rows)
    for series in (total, total.tight()):
        for a in range(40):
            for b in range(5):
                assert series.coefficient(a, b) == sum(row.get(a) == b for row in rows)
    assert total.tight().start <= total.start
    assert (total * (1 - Y)).coefficient(7, 0) == total.coefficient(7, 0)


@pytest.mark.parametrize("terms", [(-2, 0), (2, -1), (1.0,), (True, 0)])
def test_claims_are_numbers(terms: tuple[int, ...]) -> None:
    """A claim with anything but natural numbers is refused, not judged."""
    for claim in (Periodic(terms), Periodic((), terms)):
        with pytest.raises(InvalidArgument, match="numbers 0, 1, 2"):
            check(Slice((1,)), claim, truth())
