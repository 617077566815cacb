"""Results: unknown is neither true nor false, proofs go through JSON, and mappings by slice are mappings."""

import json
from collections.abc import Mapping
from typing import Any

import numpy
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from tests.support import brute_force, known, sequences
from zchomp.by_slice import BySlice, Proofs
from zchomp.engines.genfun.coverage import family_of_losers
from zchomp.engines.prover import prove
from zchomp.errors import InvalidArgument, InvalidSlice, quote
from zchomp.periodic import Periodic
from zchomp.position import Position
from zchomp.results import AtLeast, Claim, Proof, Unknown
from zchomp.slices import Slice

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
    """In a boolean context Unknown raises TypeError, with the reason and the test to make instead."""
    uses = (bool, lambda one: not one, lambda one: one and 1, lambda one: 1 if one else 0, lambda one: all([one]))
    for use in uses:
        with pytest.raises(TypeError, match=r"it would take long\); test isinstance\(answer, zchomp\.Unknown\)"):
            use(answer)
    assert isinstance(answer, Unknown)
    assert answer.reason == "it would take long"


def test_a_lower_bound_is_unknown() -> None:
    """A number with a lower bound is Unknown and no number; a bound of 0 is not false."""
    found = AtLeast("too far", 0)
    assert isinstance(found, Unknown)
    assert not isinstance(found, int)
    assert found.value == 0
    assert found == AtLeast("too far", 0)
    assert found != Unknown("too far")
    with pytest.raises(TypeError):
        bool(found)


@given(proofs)
def test_json_round_trip(proof: Proof) -> None:
    """A proof that went through JSON text is the same proof."""
    assert Proof.from_dict(json.loads(json.dumps(proof.to_dict()))) == proof


@pytest.mark.parametrize("claim", [Claim(3, 2, 6), Claim(4, 0, 4), Claim(2, 3, 0), Claim(3, 0, 40)], ids=str)
def test_claims_and_their_proofs_round_trip(claim: Claim) -> None:
    """All proofs of a claim go through JSON text and come back, with the claim and in order."""
    found = known(prove(claim.upto, rows=claim.rows, nim=claim.nim))
    again = Proofs.from_dict(json.loads(json.dumps(found.to_dict())))
    assert (again, again.claim, list(again)) == (found, claim, list(found))
    assert Claim.from_dict(json.loads(json.dumps(claim.to_dict()))) == claim


@pytest.mark.parametrize(
    "record",
    [
        *(None, [], {}, {"claim": {"rows": 3, "nim": 0, "upto": 1}}, {"claim": None, "slices": []}),
        {"claim": {"rows": 3, "nim": 0, "upto": 10**18}, "slices": []},
        {"claim": {"rows": 3, "nim": 0, "upto": "1"}, "slices": []},
        {"claim": {"rows": 3, "nim": 0, "upto": 1}, "slices": "all"},
        {"claim": {"rows": 3, "nim": 0, "upto": 5}, "slices": [PROOF.to_dict()]},
        {"claim": {"rows": 3, "nim": 0, "upto": 0}, "slices": [PROOF.to_dict()]},
        {"claim": {"rows": 3, "nim": 0, "upto": 1}, "slices": [PROOF.to_dict()] * 2},
        {"claim": {"rows": 2, "nim": 0, "upto": 0}, "slices": [{}]},
    ],
    ids=quote,
)
def test_proofs_are_those_of_their_claim(record: Any) -> None:
    """Data that is no claim with exactly its slices is refused in one line."""
    with pytest.raises(InvalidSlice) as caught:
        Proofs.from_dict(record)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_losers_are_those_of_brute_force() -> None:
    """The first positions of a slice are all of its nim-value with short second rows, for every kind of slice."""
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
    """The first losers come by their second rows, at most the limit, and have the tail of the slice."""
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
    """It is the family of losers that a proof by generating functions starts from."""
    for proof in known(prove(20, nim=1)).values():
        assert proof.generating_function() == family_of_losers("losers", proof.sequence).expression()


def test_every_proof_has_its_json() -> None:
    """The record says what the proof says, for slices of every kind."""
    kinds = set()
    for proof in [*known(prove(8, rows=4)).values(), *known(prove(5, nim=2)).values()]:
        record = proof.to_dict()
        assert list(record) == ["tail", "nim", "kind", "head", "period", "modulus", "bound"]
        assert (tuple(record["tail"]), record["nim"]) == (proof.slice.tail, proof.slice.nim)
        assert Proof.from_dict(record) == proof
        kinds.add(record["kind"])
    assert kinds == {"periodic", "finite", "empty"}


@pytest.mark.parametrize("wrong", ["4", "", True, False, 4.0, -1, None, [4], {"4": 4}], ids=repr)
@pytest.mark.parametrize("key", ["modulus", "bound", "nim", "head", "period", "tail"])
def test_from_dict_refuses_what_is_no_number(key: str, wrong: Any) -> None:
    """Strings, bools, floats, negative numbers and nothing are refused, alone and in a list."""
    record: dict[str, Any] = {**PROOF.to_dict()}
    listed = isinstance(record[key], list)
    for value in ([[*record[key], wrong], [wrong]] if listed else []) + ([] if listed and wrong == [4] else [wrong]):
        with pytest.raises((InvalidSlice, TypeError)) as caught:
            Proof.from_dict({**record, key: value})  # type: ignore[typeddict-item]
        assert isinstance(caught.value, InvalidSlice)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", ["finite", "empty", "chaotic", "", None, "Periodic"])
def test_from_dict_refuses_the_kind_of_another_sequence(kind: Any) -> None:
    """The kind is that of the head and the period."""
    with pytest.raises(InvalidSlice, match="a sequence like this is periodic"):
        Proof.from_dict({**PROOF.to_dict(), "kind": kind})


@pytest.mark.parametrize("missing", PROOF.to_dict())
def test_from_dict_names_what_is_missing(missing: str) -> None:
    """A record without one of its keys is refused."""
    record = {key: value for key, value in PROOF.to_dict().items() if key != missing}
    with pytest.raises(InvalidSlice, match=missing):
        Proof.from_dict(record)  # type: ignore[arg-type]


@pytest.mark.parametrize("record", [None, [], "proof", 5, {}])
def test_from_dict_refuses_what_is_no_record(record: Any) -> None:
    """Anything but a dictionary is refused."""
    with pytest.raises(InvalidSlice):
        Proof.from_dict(record)


RESULTS = {Slice((5,)): "five", Slice((4, 2)): "four and two", Slice((5,), nim=1): "five, nim-value 1"}


def test_by_slice_is_a_mapping() -> None:
    """Keys, values, items, length, equality, get and iteration are those of the dictionary that it was made of."""
    found = BySlice(RESULTS)
    assert isinstance(found, Mapping)
    assert (list(found), list(found.keys()), list(found.values())) == (
        list(RESULTS),
        list(RESULTS),
        [*RESULTS.values()],
    )
    assert list(found.items()) == list(RESULTS.items())
    assert (len(found), dict(found)) == (3, RESULTS)
    assert found == BySlice(RESULTS)
    assert dict(found.items()) == RESULTS
    assert found.get(7) is None
    assert found.get(7, "none") == "none"
    for key in found:
        assert found[key] == RESULTS[key]
        assert key in found


def test_by_slice_takes_what_means_a_slice() -> None:
    """A third row, a tail, its text, with numpy's integers too: each is the slice of losers that it means."""
    found = BySlice(RESULTS)
    assert [found[key] for key in (5, numpy.int64(5), (5,), (5, 0), "(5)", "[5]")] == ["five"] * 6
    assert [found[key] for key in ((4, 2), "[2,2]", "(4,2,0)")] == ["four and two"] * 3
    assert found[Slice((5,), nim=1)] == "five, nim-value 1"
    unknown: list[Any] = [4, (4, 1), "(4)", Slice((4, 2), nim=1)]
    assert 4 not in found
    assert Slice((4, 2), nim=1) not in found
    for missing in unknown:
        assert found.get(missing, 0) == 0
        with pytest.raises(KeyError):
            found[missing]
    nonsense: list[Any] = [None, True, 5.0, b"(5)", "five", (2, 4), -1]
    for key in nonsense:
        for ask in (found.__getitem__, found.get, found.__contains__):
            with pytest.raises(InvalidSlice):
                ask(key)


def test_by_slice_does_not_guess() -> None:
    """A Slice or a third row is there or not; a tuple or its text could mean a position, and is refused."""
    found = BySlice(RESULTS)
    assert 5 in found
    assert Slice((4, 2)) in found
    for either in ((4, 2), (7, 7, 4), "(5)", "7,7,4"):
        with pytest.raises(InvalidSlice, match="could mean a slice or a position"):
            either in found  # noqa: B015 - the question is refused


@pytest.mark.parametrize("key", [[4, 2], [5], Position((4, 2))], ids=repr)
def test_by_slice_refuses_lists_and_positions(key: Any) -> None:
    """A list may mean rows or columns, and a position is no slice: neither is silently absent."""
    found = BySlice(RESULTS)
    for ask in (found.__getitem__, found.get, found.__contains__):
        with pytest.raises(InvalidSlice):
            ask(key)


def test_by_slice_keeps_its_own_copy() -> None:
    """What happens to the dictionary afterwards does not change the results."""
    source = dict(RESULTS)
    found = BySlice(source)
    source.clear()
    assert len(found) == 3
    assert repr(found) == "<BySlice of 3 slices>"


def test_proofs_name_their_claim() -> None:
    """Proofs know what they prove, and say it."""
    found = known(prove(3))
    assert isinstance(found, Proofs)
    assert found.claim == Claim(3, 0, 3)
    assert repr(found) == "<Proofs of 4 slices: 3 rows, third row at most 3>"


@pytest.mark.parametrize("wrong", [-1, 3.0, "3", True, None, 10**5000], ids=quote)
@pytest.mark.parametrize("key", ["rows", "nim", "upto"])
def test_claims_are_numbers(key: str, wrong: Any) -> None:
    """A claim that exists is valid: whole numbers from 0 on, and 2 or more rows."""
    numbers: dict[str, Any] = {"rows": 3, "nim": 0, "upto": 5, key: wrong}
    with pytest.raises(InvalidSlice) as caught:
        Claim(**numbers)
    assert "\n" not in str(caught.value)
