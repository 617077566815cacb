"""The losers as the Maple packages print them."""

import pytest

from zchomp.oracle import the_oracle
from zchomp.render import losers_text
from zchomp.slices import Proof, Slice, Unknown
from zchomp.tables import SymbolicLoser, losers_table, symbolic_losers


def test_losers_of_the_paper() -> None:
    """[Zei01] User's Manual: what Losers(a,5) prints, to the letter."""
    proofs = losers_table(5)
    assert not isinstance(proofs, Unknown)
    assert losers_text(proofs, "a") == (
        "[[[1, 0, 2], [1, 1, 0]], [[2, a, 2]], [[3, 0, 3], [3, 2, 0], [3, 1, 3]], "
        "[[4, 0, 4], [4, 1, 4], [4, 3, 0], [4, 2, 4]], [[5, 0, 5], [5, 1, 3], [5, 2 + a, 4]]]"
    )


def test_coefficients_as_sun_writes_them() -> None:
    """Slice 120 ends with two families of step 2."""
    proof = the_oracle().proof(Slice((120,)))
    assert isinstance(proof, Proof)
    assert [loser.text("a") for loser in symbolic_losers(proof)][-2:] == ["[120, 50 + 2*a, 72]", "[120, 51 + 2*a, 70]"]


@pytest.mark.parametrize(
    ("start", "step", "text"),
    [(0, 0, "0"), (3, 0, "3"), (0, 1, "n"), (3, 1, "3 + n"), (0, 2, "2*n"), (3, 2, "3 + 2*n")],
)
def test_symbols(start: int, step: int, text: str) -> None:
    """A family is written without what is not needed."""
    assert SymbolicLoser((7,), start, step, 4).text("n") == f"[7, {text}, 4]"


def test_symbolic_losers_are_the_sequence() -> None:
    """The printed losers of a slice are its sequence, each term once, in the order of squares."""
    for c in range(130):
        proof = the_oracle().proof(Slice((c,)))
        assert isinstance(proof, Proof)
        losers = symbolic_losers(proof)
        alone = [loser for loser in losers if not loser.step]
        weights = [(3 * c + 2 * loser.start + loser.b, loser.start) for loser in alone]
        assert weights == sorted(weights)
        found = {loser.start: loser.b for loser in alone}
        for family in losers[len(alone) :]:
            found |= {family.start + family.step * n: family.b for n in range(20)}
        count = len(alone) + (20 * len(proof.sequence.period))
        assert [found[a] for a in sorted(found)][:count] == proof.sequence.first(count)


def test_table_of_nothing() -> None:
    """Losers(a,0) is the empty list, and a slice out of reach is unknown."""
    assert losers_table(0) == []
    assert isinstance(losers_table(10**6), Unknown)
