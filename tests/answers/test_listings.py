"""The losers as the Maple packages print them."""

from itertools import islice
from typing import Any

import numpy
import pytest

from tests.support import brute_force, known, proof_of, table
from zchomp.answers.listings import SlicePositions, grundy, losers, ptable, window
from zchomp.answers.oracle import Oracle, shipped_proofs
from zchomp.answers.symbols import SymbolicLoser, symbolic_losers
from zchomp.answers.winners import winners
from zchomp.engines import compiler
from zchomp.errors import InvalidArgument, InvalidSlice
from zchomp.periodic import Kind
from zchomp.position import Position
from zchomp.results import Proof, Unknown
from zchomp.slices import Slice, SliceLike
from zchomp.sources import Source
from zchomp.words.slices import losers_text, slice_rows, slice_text


def test_losers_of_the_paper() -> None:
    """[Zei01] User's Manual: the output of Losers(a,5), to the letter."""
    proofs = [found.proof for found in known(losers(upto=5)).values()]
    assert losers_text(proofs, "a") == (
        "[[[1, 0, 2], [1, 1, 0]], [[2, a, 2]], [[3, 0, 3], [3, 2, 0], [3, 1, 3]], "
        "[[4, 0, 4], [4, 1, 4], [4, 3, 0], [4, 2, 4]], [[5, 0, 5], [5, 1, 3], [5, 2 + a, 4]]]"
    )


def test_coefficients_as_sun_writes_them() -> None:
    """Slice 120 ends with two families of step 2."""
    proof = proof_of(Slice((120,)))
    assert isinstance(proof, Proof)
    assert [loser.text("a") for loser in symbolic_losers(proof.slice, proof.sequence)][-2:] == [
        "[120, 50 + 2*a, 72]",
        "[120, 51 + 2*a, 70]",
    ]


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


def test_suns_slice_as_printed() -> None:
    """[Sun02]: the losers with bottom rows [2, 2], including the one that the paper leaves out."""
    found = known(losers("[2,2]"))
    text = "[2, 2, 0, 3], [2, 2, 1, 3], [2, 2, 2, 3], [2, 2, 3 + 2*a, 4], [2, 2, 4 + 2*a, 2]"
    assert slice_text(found.proof, "a") == text


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


def test_two_rowed_nim_values() -> None:
    """Two-rowed Chomp: (a, a-1) are the losers, and the nim-value of a single row of p squares is p - 1."""
    found = known(grundy(0, nim=9))
    assert found[0].proof.sequence.first(20) == [1] * 20
    assert [one.proof.sequence[0] for one in found.values()] == list(range(1, 11))
    assert list(found) == [Slice((), nim) for nim in range(10)]


@pytest.mark.parametrize("text", ["(1,2)", "[1,-2]", "", "2,,2", "(2;1)", "[x]"])
def test_bad_tails(text: str) -> None:
    """Anything that is not a tail is refused and quoted, with a description of what was expected."""
    with pytest.raises(InvalidSlice, match=r"not a tail: "):
        Slice.parse(text)


def test_published_table_is_used() -> None:
    """The table of [Sun02] is the slice that is printed."""
    found = known(losers((4, 2)))
    assert [(loser.start, loser.step, loser.b) for loser in found] == table("sun02_tail_2_2.txt")


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


@pytest.mark.parametrize(("upto", "rows"), [(10**6, 3), (3, 50), (10**9, 10**9), (10**3000, 3), (100, 6)])
def test_losers_out_of_reach(upto: int, rows: int) -> None:
    """Too many slices are unknown at once, with a short reason."""
    found = losers(upto=upto, rows=rows)
    assert isinstance(found, Unknown)
    assert len(found.reason) < 300


@pytest.mark.parametrize(("upto", "rows"), [(-1, 3), (3, 1), (1, 2), (3.0, 3), (True, 3), ("3", 3)])
def test_losers_of_no_claim(upto: Any, rows: int) -> None:
    """Anything that is not a claim is refused."""
    with pytest.raises((InvalidArgument, InvalidSlice)):
        losers(upto=upto, rows=rows)


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
    oracle = Oracle(islice(shipped_proofs(), 4))
    found = known(losers(upto=6, oracle=oracle))
    assert [one.sources for one in found.values()] == [(Source.CERTIFICATE,)] * 3 + [(Source.RECURRENCE,)] * 3
    assert found.sources == (Source.CERTIFICATE, Source.RECURRENCE)
    assert known(losers(2, oracle=oracle)).sources == (Source.CERTIFICATE,)
    assert known(winners(2, oracle=oracle)).sources == (Source.CERTIFICATE,)
    assert known(winners(upto=5, oracle=oracle)).sources == (Source.CERTIFICATE, Source.RECURRENCE)
    assert known(grundy(2, nim=1, oracle=oracle)).sources == (Source.CERTIFICATE, Source.RECURRENCE)


def test_lists_behave_like_lists() -> None:
    """The positions of a slice have a length and can be indexed and sliced like a list."""
    found = known(losers(5))
    assert isinstance(found, SlicePositions)
    assert (len(found), str(found[0]), str(found[-1])) == (3, "[5, 0, 5]", "[5, 2 + a, 4]")
    assert found[1:] == list(found)[1:]
    assert found[2] in found


@pytest.mark.parametrize("slice_", [(4, 2), "(4,2)", "[2,2]", Slice((4, 2))])
def test_slices_in_any_form(slice_: SliceLike) -> None:
    """A slice may be given in any of its forms, and the answer is the same."""
    found = known(losers(slice_))
    assert found.proof.slice == Slice((4, 2))
    assert proof_of(slice_) == found.proof


def test_grundy_of_third_rows() -> None:
    """The slices of a third row for all nim-values are found by slice, and unknown if out of reach."""
    for third in (3, numpy.int64(3)):
        found = known(grundy(third, nim=2))
        assert list(found) == [Slice((3,), nim) for nim in range(3)]
        assert found[3].proof.slice == Slice((3,))
        assert all(proof_of(slice_) == one.proof for slice_, one in found.items())
    for third, nim in ((10**9, 1), (3, 10**9), (10**9, 10**9), (3, 10**3000)):
        unknown = grundy(third, nim=nim)
        assert isinstance(unknown, Unknown)
        assert len(unknown.reason) < 300
    wrong: list[tuple[Any, Any]] = [(-1, 0), (3, -1), (3.0, 0), (3, True), ("3;", 0)]
    for no_third, no_nim in wrong:
        with pytest.raises((InvalidArgument, InvalidSlice)):
            grundy(no_third, nim=no_nim)


def test_columns_of_winning_ways() -> None:
    """The table of columns has every third row from 0, each with its proof."""
    assert list(known(ptable(30))) == [Slice((c,)) for c in range(31)]
    assert isinstance(ptable(10**6), Unknown)


@pytest.mark.parametrize("is_installed", [True, False])
def test_a_long_list_names_the_larger_need(is_installed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """If both the list and the proof of its last slice exceed the effort, the reason names the larger one."""
    monkeypatch.setattr(compiler, "is_installed", lambda: is_installed)
    found, last = losers(upto=100_000), losers(100_000)
    assert isinstance(found, Unknown)
    assert isinstance(last, Unknown)
    assert found.reason == last.reason
