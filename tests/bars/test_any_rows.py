"""The compiled recurrence for any number of rows and any nim-value: the same proofs as the plain one."""

from collections.abc import Callable
from functools import cache
from math import lcm
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import known
from zchomp.bars import any_rows
from zchomp.bars.any_rows import CompiledAnyRows
from zchomp.bars.periodic import Periodic
from zchomp.bars.prover import engines, is_large, prove, prove_slices, usual_recurrence
from zchomp.bars.recurrence import Recurrence, Settled, add_slice, settle
from zchomp.bars.results import Claim, Proof, Proofs
from zchomp.bars.slices import Slice, closure, dependency_order
from zchomp.core import compiler, memory
from zchomp.core import machine_words as state_return
from zchomp.core.answers import Unknown
from zchomp.errors import InvalidSlice, MissingExtra, TooLarge

CLAIMS = [(2, 0, 40), (3, 300, 0), (3, 120, 4), (3, 20, 20), (4, 36, 0), (4, 12, 5), (5, 14, 0), (6, 7, 1), (9, 3, 2)]


@pytest.mark.parametrize(("rows", "upto", "nim"), CLAIMS)
def test_same_proofs(rows: int, upto: int, nim: int) -> None:
    """Head, period, modulus and bound of every slice are those of the plain recurrence."""
    claim = Claim(rows=rows, nim=nim, upto=upto)
    plain, fast = (list(prove_slices(claim.slices(), {"one": engine})) for engine in (Recurrence(), CompiledAnyRows()))
    assert fast == plain
    if rows > 3:
        assert list(known(prove(upto, rows=rows, nim=nim, method="compiled")).values()) == plain


tails = st.lists(st.integers(1, 6), max_size=5).map(lambda rows: tuple(sorted(rows, reverse=True)))


@given(tail=tails, nim=st.integers(0, 3))
def test_any_tail_by_itself(tail: tuple[int, ...], nim: int) -> None:
    """The proofs are the same if only the slices that a tail needs are proved, in the order of `closure`."""
    needed = closure(Slice(tail, nim))
    assert list(prove_slices(needed, {"one": CompiledAnyRows()})) == list(prove_slices(needed, {"one": Recurrence()}))


@cache
def five_rows() -> list[Proof]:
    """The first slices of five rows, proved by the plain recurrence."""
    return list(known(prove(11, rows=5, method="recurrence")).values())[:300]


@given(taught=st.integers(0, 300), again=st.sets(st.integers(0, 299), max_size=20))
def test_continues_from_proofs_of_others(taught: int, again: set[int]) -> None:
    """After learning from the plain recurrence up to any slice, some of them twice, it proves the same."""
    proofs, engine = five_rows(), CompiledAnyRows()
    for proof in proofs[:taught]:
        engine.learn(proof)
    for number, proof in enumerate(proofs[taught:], start=taught):
        found = engine.prove(proof.slice)
        assert found == proof
        engine.learn(proof)
        if number in again:
            assert engine.prove(proofs[number // 2].slice) == proofs[number // 2]


def settled(
    run: Callable[..., int], shadow: Periodic[int], width: int, state: int, words: int
) -> tuple[int, list[int], list[int], list[int]]:
    """The outcome, marks, terms and bits of a run on a shadow, in pieces of 7 columns."""
    columns = np.zeros((len(shadow.head + shadow.period), words), np.uint64)
    for q, shaded in enumerate(shadow.head + shadow.period):
        columns[q] = np.frombuffer(shaded.to_bytes(8 * words, "little"), "<u8")
    first = max(0, len(shadow.head) - width) + 64 * words
    marks, kept = np.array((0, first, first, len(shadow.period), -1)), np.zeros(words, np.uint64)
    room = 20_000
    terms, bits = np.zeros(room + 7, np.uint16), np.zeros(room // 64 + words + 2, np.uint64)
    bits[:words] = np.frombuffer(state.to_bytes(8 * words, "little"), "<u8")
    outcome, a = any_rows.MORE, 0
    while outcome == any_rows.MORE and a < room:
        piece = np.zeros((7, words), np.uint64)
        any_rows.merge(piece, width + a, columns, len(shadow.head), len(shadow.period))
        outcome = run(piece, bits, kept, terms, marks, len(shadow.period))
        a += 7
    return outcome, marks.tolist(), terms.tolist(), bits.tolist()


bitset = st.sets(st.integers(0, 70), max_size=12).map(lambda values: sum(1 << value for value in values))
shadows = st.builds(Periodic, st.lists(bitset, max_size=12), st.lists(bitset, min_size=1, max_size=9))


@given(shadow=shadows, width=st.integers(0, 20), state=bitset)
def test_plain_and_compiled_body(shadow: Periodic[int], width: int, state: int) -> None:
    """On any shadow, from any state, the body finds the same as `settle`, compiled and in plain Python."""
    plain_body: Any = getattr(any_rows.run, "py_func", any_rows.run)
    outcome, marks, terms, bits = settled(any_rows.run, shadow, width, state, words=2)
    assert (outcome, marks, terms, bits) == settled(plain_body, shadow, width, state, words=2)
    expected = known(settle(shadow, width, state, max_terms=5000))
    if outcome == any_rows.FINITE:
        assert expected == Settled(Periodic(tuple(terms[: marks[any_rows.COUNT]])), 0, marks[any_rows.COUNT])
    else:
        assert outcome == any_rows.RETURNED
        modulus, start = marks[any_rows.COUNT] - marks[any_rows.KEPT], max(0, len(shadow.head) - width)
        arrays = np.array(terms, np.uint16), np.array(bits, np.uint64)
        start = state_return.least_start(*arrays, 0, start, marks[any_rows.KEPT], modulus)
        head, period = state_return.least_period(arrays[0], start, modulus)
        sequence = Periodic(tuple(terms[:head]), tuple(terms[head : head + period]))
        assert expected == Settled(sequence, modulus, start + modulus)


def test_a_value_too_large_for_the_words() -> None:
    """A run that needs more words than it has says so, and the terms before are right."""
    shadow = Periodic((0b1, (1 << 64) - 1), (0b1,))
    outcome, marks, terms, _ = settled(any_rows.run, shadow, 0, 0, words=1)
    assert (outcome, marks[any_rows.COUNT], terms[0]) == (any_rows.NO_ROOM, 1, 1)


@pytest.mark.parametrize("limit", [1, 2, 5, 20, 100])
@pytest.mark.parametrize(("rows", "upto", "nim"), [(4, 20, 0), (3, 60, 4), (2, 0, 30)])
def test_unknown_with_too_few_terms(rows: int, upto: int, nim: int, limit: int) -> None:
    """With too few terms the same slice is unknown as for the plain recurrence, with the same wording."""
    slices = list(dependency_order(rows, upto, nim))
    plain = list(prove_slices(slices, engines("recurrence", limit)))
    fast = list(prove_slices(slices, engines("compiled", limit, claim=Claim(rows=rows, nim=nim, upto=upto))))
    assert fast == plain
    assert limit > 20 or isinstance(fast[-1], Unknown)


ABSURD = {
    "negative": Periodic((2, -1, 0)),
    "large": Periodic((9, 0)),
    "of 16 bits": Periodic((2**16, 0)),
    "of 1000 bits": Periodic((2**1000, 0)),
    "large in the period": Periodic((3,), (2**40,)),
    "fractions": Periodic((2.5, 0)),
    "words": Periodic(("2", "0")),
    "lists": Periodic(([2], [0])),
}


@pytest.mark.parametrize("sequence", ABSURD.values(), ids=ABSURD)
def test_absurd_slices_are_not_learned(sequence: Periodic[int]) -> None:
    """Impossible terms are refused before the compiled code sees them, and the engine is unchanged."""
    engine, proofs = CompiledAnyRows(), list(known(prove(5, rows=4, method="recurrence")).values())
    engine.learn(proofs[0])
    with pytest.raises(InvalidSlice, match="slice c = 1 has whole numbers from 0 to"):
        engine.learn(Proof(Slice((1,)), sequence, 1, 1))
    for proof in proofs[1:]:
        assert engine.prove(proof.slice) == proof
        engine.learn(proof)


def test_slices_that_need_too_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slice that needs more memory than is free is refused, and the message says how much it needs."""
    monkeypatch.setattr(memory, "available", lambda: 1000)
    monkeypatch.setattr(any_rows, "MODEST", 1000)
    with pytest.raises(TooLarge, match=r"such a long period that its proof needs about .* of memory, and .* is free"):
        prove(30, rows=4, method="compiled")
    monkeypatch.setattr(memory, "available", lambda: 10**9)
    with pytest.raises(TooLarge, match=r"needs about 3\.0 GB of memory, and 1\.0 GB is free; try fewer"):
        any_rows._require(3 * 10**9)


def test_values_beyond_16_bits() -> None:
    """Room for larger values than the terms have bits for is refused."""
    engine = CompiledAnyRows()
    with pytest.raises(TooLarge, match="terms up to 65535"):
        engine._widen(1025)


def test_the_usual_recurrence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large claims of every kind are proved by the compiled recurrence, if numba works."""
    large, small = (
        [Claim(rows=rows, nim=nim, upto=upto) for rows, nim, upto in claims]
        for claims in (
            [(3, 0, 3000), (3, 8, 500), (4, 0, 80), (6, 0, 14), (2, 2500, 0)],
            [(3, 0, 2999), (3, 8, 200), (4, 0, 60), (6, 0, 12), (2, 2000, 0)],
        )
    )
    assert all(is_large(claim) and usual_recurrence(claim) == "compiled" for claim in large)
    assert not any(is_large(claim) or usual_recurrence(claim) == "compiled" for claim in small)
    monkeypatch.setattr(compiler, "problem", lambda: MissingExtra("the compiled recurrence", "fast"))
    assert {usual_recurrence(claim) for claim in large} == {"recurrence"}


@pytest.fixture(scope="module")
def to_100() -> Proofs:
    """Four rows to third row 100."""
    return known(prove(100, rows=4))


def test_how_many_losers(to_100: Proofs) -> None:
    """The number of losers with first row at most 100 is the published one."""
    proved = sum(
        slice_.width + a + b <= 100
        for slice_, proof in to_100.items()
        for a, b in enumerate(proof.sequence.first(101 - slice_.width))
    )
    assert proved == 34_510


def test_periods_to_100(to_100: Proofs) -> None:
    """All slices to third row 100 repeat after 2304 = 9 · 256 columns, and the longest head has 28,205 terms."""
    periods = {len(proof.sequence.period) for proof in to_100.values()} - {0}
    assert lcm(*periods) == max(periods) == 2304
    assert max(len(proof.sequence.head) for proof in to_100.values()) == 28_205


def test_after_how_many_columns_the_triples_repeat(to_100: Proofs) -> None:
    """The triples (p, q, r) that some fourth row makes a loser: after 112 columns they repeat only for r <= 10.

    [Gar26] conjectures a period of 112 = 7 · 16. For r <= 10 their exact period in q divides 16, from r = 11 on it is
    a multiple of 96, and no period is a multiple of 7.
    """
    periods = []
    for third in range(41):
        shadow: Periodic[int] = Periodic((), (0,))
        for fourth in range(third + 1):
            shadow = add_slice(shadow, to_100[third, fourth].sequence, third)
        periods.append(len(shadow.minimal().period))
    assert periods[:11] == [1, 1, 1, 1, 2, 4, 8, 8, 16, 16, 16]
    assert periods[11:] == [96] * 4 + [192] * 26
    assert not any(len(proof.sequence.period) % 7 == 0 for proof in to_100.values() if proof.sequence.period)
