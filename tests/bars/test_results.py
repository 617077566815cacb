"""Results: unknown is neither true nor false, and proofs survive JSON."""

import json
from collections.abc import Callable
from typing import Any

import numpy
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

import zchomp
from tests.support import brute_force, known, proved, sequences
from zchomp.bars.coverage import family_of_losers
from zchomp.bars.periodic import Periodic
from zchomp.bars.position import Position
from zchomp.bars.prover import prove
from zchomp.bars.results import Claim, Proof, Proofs
from zchomp.bars.slices import Slice
from zchomp.core.answers import AtLeast, Unknown
from zchomp.errors import InvalidArgument, InvalidSlice, quote

PROOF = Proof(Slice((5,)), Periodic((5, 3), (4,)), modulus=1, bound=4)

proofs = st.builds(
    Proof,
    st.lists(st.integers(0, 9), max_size=4).map(lambda tail: Slice(tuple(sorted(tail, reverse=True)))),
    sequences,
    st.integers(0, 10**20),
    st.integers(0, 10**20),
)


@pytest.mark.parametrize("answer", [Unknown("it would take long"), AtLeast("it would take long", 7)], ids=str)
def test_unknown_is_neither_true_nor_false(answer: Unknown) -> None:
    """In a boolean context Unknown raises TypeError, with the reason and the right test."""
    uses = (bool, lambda one: not one, lambda one: one and 1, lambda one: 1 if one else 0, lambda one: all([one]))
    for use in uses:
        with pytest.raises(TypeError, match=r"it would take long\); test isinstance\(answer, zchomp\.Unknown\)"):
            use(answer)
    assert isinstance(answer, Unknown)
    assert answer.reason == "it would take long"


def test_a_lower_bound_is_unknown() -> None:
    """A number with a lower bound is not a number, and a bound of 0 is not false."""
    found = AtLeast("too far", 0)
    assert not isinstance(found, int)
    assert found.value == 0
    assert found == AtLeast("too far", 0)
    assert found != Unknown("too far")


@given(proofs)
def test_json_round_trip(proof: Proof) -> None:
    """A proof survives a round trip through JSON text."""
    assert Proof.from_dict(json.loads(json.dumps(proof.to_dict()))) == proof


@pytest.mark.parametrize(
    "claim",
    [
        Claim(rows=3, nim=2, upto=6),
        Claim(rows=4, nim=0, upto=4),
        Claim(rows=2, nim=3, upto=0),
        Claim(rows=3, nim=0, upto=40),
    ],
    ids=str,
)
def test_claims_and_their_proofs_round_trip(claim: Claim) -> None:
    """All proofs of a claim survive a round trip through JSON text, with the claim and in order."""
    found = proved(claim)
    again = Proofs.from_dict(json.loads(json.dumps(found.to_dict())))
    assert (again, again.claim, list(again)) == (found, claim, list(found))
    assert Claim.from_dict(json.loads(json.dumps(claim.to_dict()))) == claim


def test_losers_are_those_of_brute_force() -> None:
    """The first positions of a slice are all those of its nim-value with short second rows, for every kind of slice."""
    for rows, upto, nim in ((3, 4, 2), (4, 3, 0), (2, 0, 3)):
        values = brute_force(rows, 9)
        for slice_, proof in known(prove(upto, rows=rows, nim=nim)).items():
            tail = slice_.tail + (0,) * (rows - 2 - len(slice_.tail))
            found = {one.rows for one in proof.losers(10) if one.rows[0] <= 9}
            assert found == {
                Position(position).rows
                for position, value in values.items()
                if (position[2:], value) == (tail, slice_.nim)
            }


def test_how_many_losers() -> None:
    """The first losers are ordered by second row, up to the limit, and have the tail of the slice."""
    assert [len(PROOF.losers(limit)) for limit in (0, 1, 2, 3, 50, numpy.int64(3))] == [0, 1, 2, 3, 50, 3]
    assert [one.rows[1:] for one in PROOF.losers(3)] == [(5, 5), (6, 5), (7, 5)]
    assert Proof(Slice((1,)), Periodic((2, 0)), 0, 2).losers(9) == [Position((3, 1, 1)), Position((2, 2, 1))]
    assert Proof(Slice((3, 1)), Periodic(), 0, 1).losers(9) == []
    for wrong in (-1, 2.0, "3", True):
        with pytest.raises(InvalidArgument, match="the number of losers must be a whole number, 0 or more"):
            PROOF.losers(wrong)  # type: ignore[arg-type]


@given(proofs)
def test_the_expansion_lists_the_losers(proof: Proof) -> None:
    """The coefficients of the rational function are 1 at the positions of the slice and 0 elsewhere."""
    x, y = sympy.symbols("x y")
    function, modulus = proof.generating_function(), len(proof.sequence.period) or 1
    numerator = sympy.Poly(sympy.cancel(function * (1 - x**modulus)), x, y)
    columns: list[dict[int, int]] = []
    for a in range(40):
        column = dict(columns[a - modulus]) if a >= modulus else {}
        for (power, b), n in numerator.terms():
            column[b] = column.get(b, 0) + int(n) * (power == a)
        columns.append({b: n for b, n in column.items() if n})
    terms = [proof.sequence.get(a) for a in range(40)]
    assert columns == [{} if b is None else {b: 1} for b in terms]


def test_the_same_function_as_in_the_proof() -> None:
    """It is the family of losers with which a proof by generating functions starts."""
    for proof in known(prove(20, nim=1)).values():
        assert proof.generating_function() == family_of_losers("losers", proof.sequence).expression()


@pytest.mark.parametrize("wrong", ["4", "", True, False, 4.0, -1, None, [4], {"4": 4}], ids=repr)
@pytest.mark.parametrize("key", ["modulus", "bound", "nim", "head", "period", "tail"])
def test_from_dict_refuses_invalid_numbers(key: str, wrong: Any) -> None:
    """Strings, bools, floats, negative numbers and None are refused, alone and in a list."""
    record: dict[str, Any] = {**PROOF.to_dict()}
    listed = isinstance(record[key], list)
    for value in ([[*record[key], wrong], [wrong]] if listed else []) + ([] if listed and wrong == [4] else [wrong]):
        with pytest.raises((InvalidSlice, TypeError)) as caught:
            Proof.from_dict({**record, key: value})  # type: ignore[typeddict-item]
        assert isinstance(caught.value, InvalidSlice)
        assert "\n" not in str(caught.value)


RECORD: dict[str, Any] = {**PROOF.to_dict()}
RECORDS: list[tuple[Any, str | None]] = [
    *(({**RECORD, "kind": kind}, "this is periodic") for kind in ("finite", "empty", "chaotic", "", None, "Periodic")),
    *(({key: RECORD[key] for key in RECORD.keys() - {missing}}, missing) for missing in RECORD),
    *((None, None), ([], None), ("proof", None), (5, None), ({}, None)),
]


@pytest.mark.parametrize(("record", "words"), RECORDS)
def test_from_dict_refuses_invalid_records(record: Any, words: str | None) -> None:
    """Anything but a dictionary, a missing key, and a kind that does not fit head and period are refused."""
    with pytest.raises(InvalidSlice, match=words):
        Proof.from_dict(record)


def test_claims_take_numbers_of_numpy() -> None:
    """A claim has Python integers, whatever whole numbers it is made from."""
    claim = Claim(rows=numpy.int64(3), nim=numpy.uint8(0), upto=numpy.int32(115))  # type: ignore[arg-type]  # as a user may call it
    assert claim == Claim(rows=3, nim=0, upto=115)
    assert {type(number) for number in claim.to_dict().values()} == {int}


@pytest.mark.parametrize("wrong", [-1, 3.0, "3", True, None, 10**5000], ids=quote)
@pytest.mark.parametrize("key", ["rows", "nim", "upto"])
def test_claims_are_numbers(key: str, wrong: Any) -> None:
    """Every claim is valid: whole numbers from 0, and at least 2 rows."""
    numbers: dict[str, Any] = {"rows": 3, "nim": 0, "upto": 5, key: wrong}
    with pytest.raises(InvalidSlice) as caught:
        Claim(**numbers)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "answer",
    [
        lambda: zchomp.outcome("2,1"),
        lambda: zchomp.solve("2,1"),
        lambda: zchomp.solve_sum("2,1 + 3,2"),
        lambda: zchomp.posets.solve(zchomp.posets.graph("path 4")),
        lambda: zchomp.ordinals.solve("w,w"),
        lambda: zchomp.solid.solve("[[1,1],[1,1]]"),
    ],
)
def test_a_loser_is_never_taken_for_a_yes(answer: Callable[[], object]) -> None:
    """An outcome, and every answer to who wins, has no truth value."""
    found = answer()
    with pytest.raises(TypeError, match=r"neither true nor false; .*Outcome\.WINNER"):
        bool(found)
