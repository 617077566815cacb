"""The losers as the Maple packages print them."""

from itertools import islice
from math import inf
from typing import Any

import numpy
import pytest

from tests.support import alone, brute_force, known, proof_of
from zchomp.bars.knowledge import shipped_proofs
from zchomp.bars.listings import SlicePositions, grundy, losers, window
from zchomp.bars.periodic import Kind
from zchomp.bars.position import Position
from zchomp.bars.results import Proof
from zchomp.bars.slices import Slice, SymbolicLoser, symbolic_losers
from zchomp.bars.winners import winners
from zchomp.bars.words import slice_rows, slice_text
from zchomp.core import compiler
from zchomp.core.answers import Source, Unknown
from zchomp.errors import InvalidArgument, InvalidSlice


@pytest.mark.parametrize(
    ("start", "step", "text"),
    [(0, 0, "0"), (3, 0, "3"), (0, 1, "n"), (3, 1, "3 + n"), (0, 2, "2*n"), (3, 2, "3 + 2*n")],
)
def test_symbols(start: int, step: int, text: str) -> None:
    """A family is written as briefly as possible."""
    assert SymbolicLoser((7,), start, step, 4).text("n") == f"[7, {text}, 4]"


def test_symbolic_losers_are_the_sequence() -> None:
    """The printed losers of a slice are its sequence, each term once, ordered by number of squares."""
    for c in range(130):
        proof = proof_of(Slice((c,)))
        assert isinstance(proof, Proof)
        losers = symbolic_losers(proof.slice, proof.sequence)
        alone = [loser for loser in losers if not loser.step]
        weights = [(3 * c + 2 * loser.start + loser.b, loser.start) for loser in alone]
        assert weights == sorted(weights)
        found = {loser.start: loser.b for loser in alone}
        for family in losers[len(alone) :]:
            found |= {family.start + family.step * n: family.b for n in range(20)}
        count = len(alone) + (20 * len(proof.sequence.period))
        assert [found[a] for a in sorted(found)][:count] == proof.sequence.first(count)


def test_table_of_nothing() -> None:
    """Losers(a,0) is refused, as on the command line, and a slice out of reach is unknown."""
    with pytest.raises(InvalidArgument, match=r"1 or more, got 0; for positions with two rows, use losers\(0\)"):
        losers(upto=0)
    assert isinstance(losers(upto=10**6), Unknown)


def test_empty_slices_say_why() -> None:
    """The witness of every empty slice with four rows and third row at most 10 is a loser, by brute force up to 6."""
    proofs = [found.proof for found in known(losers(upto=10, rows=4)).values()]
    empty = [proof for proof in proofs if proof.sequence.kind is Kind.EMPTY]
    assert len(empty) == 9
    for proof in empty:
        x = proof.bound
        assert 0 < x < proof.slice.width
        witness = (x, x, *(min(row, x) for row in proof.slice.tail))
        assert (
            slice_text(proof, "a")
            == f"none, because every position {slice_rows(proof.slice)} leads to the loser {Position(witness)}"
        )
        if x <= 6:
            assert brute_force(4, 6)[witness] == 0


@pytest.mark.parametrize("third", range(5))
def test_grundy_window_by_brute_force(third: int) -> None:
    """The window of nim-values agrees with brute force, with dots for the larger ones."""
    proofs = [found.proof for found in known(grundy(third, nim=6)).values()]
    values = brute_force(3, 14)
    for a, row in enumerate(window(proofs, columns=5, values=14 - third - 4)):
        for b, value in enumerate(row):
            actual = values.get((third + a + b, third + a, third))
            assert value == (actual if actual is not None and actual <= 6 else None)


def test_losers_by_slice() -> None:
    """The losers of a table are those of its proofs, as symbols, found by slice. str() prints them as in the paper."""
    found = known(losers(upto=12))
    assert list(found) == [Slice((c,)) for c in range(1, 13)]
    for slice_, one in found.items():
        assert list(one) == symbolic_losers(slice_, one.proof.sequence)
        assert one == known(losers(slice_))
    assert list(map(str, found[5])) == ["[5, 0, 5]", "[5, 1, 3]", "[5, 2 + a, 4]"]
    assert Slice() not in found
    more = known(losers(upto=4, rows=4))
    assert [str(loser) for loser in more["[2,2]"]] == [
        "[2, 2, 0, 3]",
        "[2, 2, 1, 3]",
        "[2, 2, 2, 3]",
        "[2, 2, 3 + 2*a, 4]",
        "[2, 2, 4 + 2*a, 2]",
    ]
    assert list(more[(3, 1)]) == []


def test_one_slice_or_all_of_them() -> None:
    """A list is about one slice, or about all third rows up to one: exactly one of these is given."""
    lists: list[Any] = [losers, winners]
    for ask in lists:
        for given, arguments in (((), {}), ((6,), {"upto": 6})):
            with pytest.raises(InvalidArgument, match=r"expected one slice, like (losers|winners)\(6\)"):
                ask(*given, **arguments)
        several = known(ask(upto=6))
        assert list(several) == [Slice((third,)) for third in range(1, 7)]
        assert several[6] == ask(6)


def test_sources_of_lists() -> None:
    """A list names the sources of each slice, and those of all slices together."""
    session = alone(islice(shipped_proofs(), 4))
    found = known(session.run(losers, upto=6))
    assert [one.sources for one in found.values()] == [(Source.CERTIFICATE,)] * 3 + [(Source.RECURRENCE,)] * 3
    assert found.sources == (Source.CERTIFICATE, Source.RECURRENCE)
    assert known(session.run(losers, 2)).sources == (Source.CERTIFICATE,)
    assert known(session.run(winners, 2)).sources == (Source.CERTIFICATE,)
    assert known(session.run(winners, upto=5)).sources == (Source.CERTIFICATE, Source.RECURRENCE)
    assert known(session.run(grundy, 2, nim=1)).sources == (Source.CERTIFICATE, Source.RECURRENCE)


def test_lists_behave_like_lists() -> None:
    """The positions of a slice have a length and can be indexed and sliced like a list."""
    found = known(losers(5))
    assert isinstance(found, SlicePositions)
    assert (len(found), str(found[0]), str(found[-1])) == (3, "[5, 0, 5]", "[5, 2 + a, 4]")
    assert found[1:] == list(found)[1:]
    assert found[2] in found


def test_grundy_of_third_rows() -> None:
    """The slices of a third row for all nim-values are found by slice, and others are refused."""
    for third in (3, numpy.int64(3)):
        found = known(grundy(third, nim=2))
        assert list(found) == [Slice((3,), nim) for nim in range(3)]
        assert found[3].proof.slice == Slice((3,))
        assert all(proof_of(slice_) == one.proof for slice_, one in found.items())
    wrong: list[tuple[Any, Any]] = [(-1, 0), (3, -1), (3.0, 0), (3, True), ("3;", 0)]
    for no_third, no_nim in wrong:
        with pytest.raises((InvalidArgument, InvalidSlice)):
            grundy(no_third, nim=no_nim)


@pytest.mark.parametrize("is_installed", [True, False])
def test_a_long_list_names_the_larger_need(is_installed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """If both the list and the proof of its last slice exceed the effort, the reason names the larger one."""
    monkeypatch.setattr(compiler, "is_installed", lambda: is_installed)
    for upto in (3000, 100_000):
        found, last = losers(upto=upto), losers(upto)
        assert isinstance(found, Unknown)
        assert (found.effort or inf) >= (last.effort or 0 if isinstance(last, Unknown) else 0)
        assert isinstance(losers(upto=upto, effort=found.effort), Unknown) is (found.effort is None)
