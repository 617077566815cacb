"""The prover: proofs against brute force and against publications, claims, methods, and the mapping of proofs."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tests.support import brute_force, known, table
from zchomp.bars.periodic import Kind, Periodic
from zchomp.bars.position import Position
from zchomp.bars.prover import Method, engines, prove, prove_slices, too_large
from zchomp.bars.recurrence import Recurrence
from zchomp.bars.results import Claim, Proof
from zchomp.bars.slices import Slice, dependency_order, locate, symbolic_losers
from zchomp.core.answers import Unknown
from zchomp.errors import DisagreementError


@pytest.fixture(scope="module")
def rows_to_1000() -> tuple[Proof, ...]:
    """Three-rowed Chomp to third row 1000."""
    return tuple(known(prove(upto=1000)).values())


@pytest.mark.parametrize(
    ("rows", "columns", "upto", "nim"),
    [(2, 25, 0, 6), (3, 14, 14, 5), (4, 8, 8, 3), (5, 6, 6, 2), (6, 4, 4, 3), (7, 3, 3, 8)],
)
def test_brute_force(rows: int, columns: int, upto: int, nim: int) -> None:
    """The proofs give every position of a small board its nim-value by the rules of the game."""
    proofs = {slice_: proof.sequence for slice_, proof in known(prove(upto, rows=rows, nim=nim)).items()}
    checked = 0
    for shape, value in brute_force(rows, columns).items():
        slice_, a, b = locate(Position(shape))
        for g in range(nim + 1):
            assert (proofs[Slice(slice_.tail, g)].get(a) == b) == (value == g)
            checked += 1
    assert checked == (nim + 1) * len(brute_force(rows, columns))


def test_the_main_theorem_in_numbers(rows_to_1000: tuple[Proof, ...]) -> None:
    """[Zei01]: to third row 115 all slices are settled. 49 are infinite, all of period 1, and 67 are finite."""
    kinds = Counter(proof.sequence.kind for proof in rows_to_1000[:116])
    assert kinds == {"periodic": 49, "finite": 67}
    assert max(len(proof.sequence.period) for proof in rows_to_1000[:120]) == 1


def test_periods_of_the_census(rows_to_1000: tuple[Proof, ...]) -> None:
    """The periods above 1 are as published: period 2 first at 120, 4 first at 402, and 782 has period 1."""
    longer = [(proof.slice.width,) for proof in rows_to_1000 if len(proof.sequence.period) > 1]
    assert longer == [row for row in table("oeis_a147983.txt") if row[0] <= 1000]
    first: dict[int, int] = {}
    for proof in rows_to_1000:
        first.setdefault(len(proof.sequence.period), proof.slice.width)
    assert {period: c for period, c in first.items() if period > 1} == {p: c for c, p in table("census_periods.txt")}
    assert rows_to_1000[782].sequence.kind is Kind.PERIODIC
    assert len(rows_to_1000[782].sequence.period) == 1


def test_suns_slice() -> None:
    """[Sun02]'s losers with bottom rows [2, 2], including the one that the paper leaves out."""
    proof = known(prove(upto=4, rows=4))[4, 2]
    found = [(loser.start, loser.step, loser.b) for loser in symbolic_losers(proof.slice, proof.sequence)]
    assert found == table("sun02_tail_2_2.txt")


def test_known_proofs_are_taken_over() -> None:
    """Known slices are not proved again, and the others come out the same."""
    slices = list(dependency_order(rows=4, upto=5))
    proofs = list(known(prove(upto=5, rows=4)).values())
    half = {proof.slice: proof for proof in proofs[::2]}
    again = list(prove_slices(slices, engines("recurrence"), half))
    assert again == proofs
    assert all(again[number] is proofs[number] for number in range(0, len(proofs), 2))


def test_an_unknown_slice_ends_the_run() -> None:
    """Nothing is claimed after a slice that stays unknown."""
    results = list(prove_slices(dependency_order(rows=3, upto=20), engines("recurrence", max_terms=5)))
    assert all(isinstance(result, Proof) for result in results[:-1])
    assert isinstance(results[-1], Unknown)
    assert len(results) < 21


class OneTooMany:
    """An engine whose periods from slice 5 on have a term that is one too large."""

    def __init__(self) -> None:
        self.right = Recurrence()

    def prove(self, slice_: Slice) -> Proof | Unknown:
        """Prove a slice, and spoil its period."""
        proof = self.right.prove(slice_)
        if isinstance(proof, Unknown) or slice_.width < 5 or not proof.sequence.period:
            return proof
        first, *rest = proof.sequence.period
        return replace(proof, sequence=Periodic(proof.sequence.head, (first + 1, *rest)))

    def learn(self, proof: Proof) -> None:
        """Learn the right proof."""
        self.right.learn(proof)


def test_the_mean_of_a_period_is_checked(rows_to_1000: tuple[Proof, ...]) -> None:
    """A wrong mean, or equal first rows, stops the run, even if the proof was given, for three rows and for four."""
    slices = list(dependency_order(rows=3, upto=10))
    said = "slice c = 5: the mean of its period (5,) is not one more than 3, the number of finite slices below"
    with pytest.raises(DisagreementError, match=re.escape(said)):
        list(prove_slices(slices, {"wrong": OneTooMany()}))
    wrong = replace(rows_to_1000[5], sequence=Periodic((5, 3), (5,)))
    with pytest.raises(DisagreementError, match=re.escape(said)):
        list(prove_slices(slices, engines("recurrence"), {Slice((5,)): wrong}))
    four = known(prove(upto=4, rows=4))
    for period in ((4, 3), (2, 4, 3)):  # the mean of the second is an integer
        spoilt = replace(four[(4, 2)], sequence=Periodic((3, 3, 3), period))
        said = f"{spoilt.slice}: its period {period} leaves out infinitely many first rows, against the Coq theorem "
        with pytest.raises(DisagreementError, match=re.escape(f"{said}WholeMean.nim_mean")):
            list(prove_slices(dependency_order(rows=4, upto=4), engines("recurrence"), {spoilt.slice: spoilt}))


@pytest.mark.parametrize("method", ["recurrence", "genfun", "both", "compiled"])
@pytest.mark.parametrize(("upto", "rows"), [(100, 50), (10**9, 3), (10**6, 1000), (10**100, 10)])
def test_absurd_claims_are_refused_before_they_start(upto: int, rows: int, method: Method) -> None:
    """More slices than anyone can wait for are refused with their number, or its size, in one short line."""
    refused = prove(upto, rows=rows, method=method)
    assert isinstance(refused, Unknown)
    assert re.search(r" slices; try fewer rows or a smaller third row$", refused.reason)
    assert len(refused.reason) < 300


@pytest.mark.parametrize(
    ("arguments", "seconds"),
    [
        ({"upto": 50_000, "method": "compiled"}, 54),
        ({"upto": 400, "method": "genfun"}, 125),
        ({"upto": 40, "rows": 5, "method": "compiled"}, 6),
    ],
    ids=["three rows", "generating functions", "five rows"],
)
def test_more_effort_than_given(arguments: dict[str, Any], seconds: int) -> None:
    """A claim whose estimate exceeds the effort is not started, and the effort that is enough is named."""
    refused = prove(**arguments, effort=5)
    assert isinstance(refused, Unknown)
    assert refused.effort == seconds
    assert (
        too_large(Claim(rows=arguments.get("rows", 3), nim=0, upto=arguments["upto"]), arguments["method"], seconds)
        is None
    )


@pytest.mark.parametrize(("rows", "upto", "nim"), [(2, 0, 3), (3, 25, 0), (3, 5, 2), (4, 5, 0), (5, 2, 1)])
def test_both_is_the_recurrence(rows: int, upto: int, nim: int) -> None:
    """Both engines together prove the same as the recurrence alone, in the same order."""
    both, one = (known(prove(upto, rows=rows, nim=nim, method=method)) for method in ("both", "recurrence"))
    assert list(both.items()) == list(one.items())
    assert both.claim == one.claim == Claim(rows=rows, nim=nim, upto=upto)


def test_proofs_are_in_the_order_of_certificates() -> None:
    """All slices of a claim are there, each with its own proof, in the order of certificates, and no others."""
    proofs = known(prove(upto=4, rows=4))
    assert list(proofs) == list(dependency_order(rows=4, upto=4)) == [proof.slice for proof in proofs.values()]
    assert len(proofs) == proofs.claim.count() == 15
    assert not any(key in proofs for key in (5, Slice((5, 1)), Slice((4, 2, 1)), Slice((4,), nim=1)))
    assert known(prove(2, nim=1))[Slice((2,), nim=1)].slice.nim == 1
