"""The recurrence: chains and diagonals kept from slice to slice, and the return of the state as a proof."""

from itertools import islice

import pytest

from tests.support import known
from zchomp.bars.periodic import Kind, Periodic
from zchomp.bars.prover import prove
from zchomp.bars.recurrence import Recurrence, Settled, settle, two_rowed_losers
from zchomp.bars.results import Proof, Proofs
from zchomp.bars.slices import Slice, below, corners, lower
from zchomp.core.answers import Unknown
from zchomp.errors import InvalidArgument


def by_the_rules(proofs: Proofs, slice_: Slice, count: int) -> list[int]:
    """The first terms of a slice by the four sets of proofs/soundness.md, written out without bitsets and chains."""
    terms: list[int] = []
    for a in range(count):
        excluded: set[int | None] = {terms[i] - (a - i) for i in range(a)}
        excluded |= {proofs[t].sequence.get(a + slice_.width - t.width) for t in below(slice_)}
        excluded |= {x + proofs[s].sequence[0] - (slice_.width + a) for x, s in corners(slice_)}
        excluded |= {proofs[h].sequence.get(a) for h in lower(slice_)}
        if slice_.width + a == 0:
            excluded.add(0)
        terms.append(next(b for b in range(10**6) if b not in excluded))
        if terms[-1] == 0:
            break
    return terms


@pytest.mark.parametrize(("rows", "upto", "nim"), [(2, 0, 4), (3, 40, 0), (3, 8, 3), (4, 7, 0), (4, 4, 2), (5, 4, 1)])
def test_terms_far_beyond_the_bound(rows: int, upto: int, nim: int) -> None:
    """The proved terms are those of the four sets, even far beyond the bound, and empty slices have a witness."""
    proofs = known(prove(upto, rows=rows, nim=nim))
    for slice_, proof in proofs.items():
        if proof.sequence.kind is Kind.EMPTY:
            reached = [x for x, s in corners(slice_) if proofs[s].sequence.get(0) == 0]
            assert reached[:1] == [proof.bound]
        else:
            count = 2 * (proof.bound + proof.modulus) + 20
            assert proof.sequence.first(count) == by_the_rules(proofs, slice_, count)


def states(proof: Proof, proofs: Proofs, count: int) -> list[set[int]]:
    """The states S(0), S(1), ... of a slice, written out."""
    slice_ = proof.slice
    diagonal = {x + proofs[s].sequence[0] for x, s in corners(slice_)} | ({0} if slice_.width == 0 else set())
    terms = proof.sequence.first(count)
    return [
        {v for v in {p - slice_.width - a for p in diagonal} | {terms[i] - (a - i) for i in range(a)} if v >= 0}
        for a in range(count)
    ]


@pytest.mark.parametrize(("rows", "upto", "nim"), [(3, 130, 0), (3, 8, 2), (4, 6, 0)])
def test_the_state_returns_at_the_bound_and_not_before(rows: int, upto: int, nim: int) -> None:
    """The states at bound - modulus and bound agree, and no earlier pair of equal phase does (minimal bound)."""
    proofs = known(prove(upto, rows=rows, nim=nim))
    for slice_, proof in proofs.items():
        if proof.sequence.kind is not Kind.PERIODIC:
            continue
        seen = states(proof, proofs, proof.bound + 1)
        start = proof.bound - proof.modulus
        others = [proofs[other] for other in (*below(slice_), *lower(slice_))]
        settled = max([0, *(len(o.sequence.head) + o.slice.width - slice_.width for o in others)])
        assert start >= settled
        assert seen[start] == seen[proof.bound]
        assert all(proof.modulus % (len(o.sequence.period) or 1) == 0 for o in (*others, proof))
        if start > settled:
            assert seen[start - 1] != seen[proof.bound - 1]


def test_losers_says_unknown_when_it_does_not_know() -> None:
    """With too few terms for the state to return, the answer is Unknown, even if the terms look periodic."""
    winners: Periodic[set[int]] = Periodic(({0, 1, 2, 3}, {0, 1, 5}), ({0, 1},))
    assert isinstance(two_rowed_losers(winners, max_terms=3), Unknown)
    assert two_rowed_losers(winners, max_terms=100) == Periodic((4, 2), (3,))


def test_agreement_of_terms_is_not_a_proof() -> None:
    """A long constant stretch followed by a change is not taken for a period: the instant winners change late."""
    late: Periodic[set[int]] = Periodic(({0},) * 500, ({0, 1},))
    assert two_rowed_losers(late) == Periodic((1,) * 500, (2,))
    far: Periodic[set[int]] = Periodic(({0, 400},), ({0},))
    assert two_rowed_losers(far) == Periodic((), (1,))


@pytest.mark.parametrize("values", [{-1}, {10**9}, {"x"}, {0.5}, {True}])
def test_bad_instant_winners(values: set[int]) -> None:
    """Instant winners are numbers of a reasonable size."""
    with pytest.raises(InvalidArgument, match="instant winners are numbers"):
        two_rowed_losers(Periodic((values,), (set(),)))


def test_instant_winners_need_a_period() -> None:
    """A finite list of instant winners does not determine what follows it."""
    with pytest.raises(InvalidArgument, match="need a period"):
        two_rowed_losers(Periodic(({0},)))


def test_a_slice_may_stay_unknown() -> None:
    """With a limit on the terms, the engine reports a slice as unknown and names it."""
    engine = Recurrence(max_terms=1)
    first = engine.prove(Slice(()))
    assert isinstance(first, Proof)
    engine.learn(first)
    second = engine.prove(Slice((1,)))
    assert second == Unknown(
        "slice c = 1: after 1 terms (the last are 2) it has not ended and its state has not returned"
    )


def test_solve_from_any_column() -> None:
    """The shadow is read from the column of the slice's width, in the right phase."""
    shadow = Periodic((0b11, 0b1), (0b1, 0b111, 0b1011))
    for width in range(9):
        moved = Periodic(tuple(islice(shadow.since(width), 10)), tuple(islice(shadow.since(width + 10), 3)))
        here, there = settle(shadow, width), settle(moved)
        assert isinstance(here, Settled)
        assert isinstance(there, Settled)
        assert here.sequence == there.sequence
