"""Results by slice are mappings, with keys in any form."""

from collections.abc import Mapping
from typing import Any

import numpy
import pytest

from tests.support import known
from zchomp.bars.periodic import Periodic
from zchomp.bars.position import Position
from zchomp.bars.prover import prove
from zchomp.bars.results import BySlice, Claim, Proof, Proofs
from zchomp.bars.slices import Slice
from zchomp.errors import InvalidSlice, quote

PROOF = Proof(Slice((5,)), Periodic((5, 3), (4,)), modulus=1, bound=4)


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
    """Data other than a claim with exactly its slices is refused in one line."""
    with pytest.raises(InvalidSlice) as caught:
        Proofs.from_dict(record)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


RESULTS = {Slice((5,)): "five", Slice((4, 2)): "four and two", Slice((5,), nim=1): "five, nim-value 1"}


def test_by_slice_is_a_mapping() -> None:
    """Keys, values, items, length, equality, get and iteration are those of the underlying dictionary."""
    source = dict(RESULTS)
    found = BySlice(source)
    source.clear()  # the results are its own
    assert isinstance(found, Mapping)
    assert repr(found) == "<BySlice of 3 slices>"
    assert found == BySlice(RESULTS)
    assert (len(found), dict(found), dict(found.items())) == (3, RESULTS, RESULTS)
    assert [*found] == [*found.keys()] == [*RESULTS]
    assert [*found.values()] == [*RESULTS.values()]
    assert (found.get(7), found.get(7, "none")) == (None, "none")
    assert all(key in found for key in found)


def test_by_slice_takes_all_forms_of_a_slice() -> None:
    """A third row, a tail or its text, also with numpy's integers, stands for the slice of losers that it means."""
    found = BySlice(RESULTS)
    assert [found[key] for key in (5, numpy.int64(5), (5,), (5, 0), "(5)", "[5]")] == ["five"] * 6
    assert [found[key] for key in ((4, 2), "[2,2]", "(4,2,0)")] == ["four and two"] * 3
    assert found[Slice((5,), nim=1)] == "five, nim-value 1"
    unknown: list[Any] = [4, (4, 1), "(4)", Slice((4, 2), nim=1)]
    assert 4 not in found
    assert Slice((4, 2), nim=1) not in found
    for missing in unknown:
        assert found.get(missing, 0) == 0
        with pytest.raises(KeyError, match=r"is not one of these .* slices; the keys are like Slice\("):
            found[missing]
    # a list may mean rows or columns, and a position is not a slice: neither is silently treated as absent
    nonsense: list[Any] = [None, True, 5.0, b"(5)", "five", (2, 4), -1, [4, 2], [5], Position((4, 2))]
    for key in nonsense:
        for ask in (found.__getitem__, found.get, found.__contains__):
            with pytest.raises(InvalidSlice):
                ask(key)


def test_proofs_name_their_claim() -> None:
    """Proofs know their claim, and state it."""
    found = known(prove(3))
    assert isinstance(found, Proofs)
    assert found.claim == Claim(rows=3, nim=0, upto=3)
    assert repr(found) == "<Proofs of 4 slices: 3 rows, third row at most 3>"
