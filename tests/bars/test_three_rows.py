"""The compiled recurrence: the same proofs as the plain one, at any size, saved and restored."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bars.test_any_rows import ABSURD
from tests.core.saving import restored, saved
from tests.support import known, table
from zchomp.bars.periodic import Periodic
from zchomp.bars.prices import slices_memory
from zchomp.bars.prover import engines, prove, prove_slices
from zchomp.bars.results import Proof
from zchomp.bars.slices import Slice, dependency_order
from zchomp.bars.three_rows import CompiledThreeRows, empty_board
from zchomp.charts.survey import survey
from zchomp.core import memory
from zchomp.core.answers import Unknown
from zchomp.errors import InvalidSlice, TooLarge

PLAIN = tuple(known(prove(700)).values())


def compiled_proofs(engine: CompiledThreeRows, count: int) -> list[Proof]:
    """The next proofs of an engine."""
    return [row.proof() for row in islice(engine.rows(), count)]


def test_same_proofs() -> None:
    """Head, period, modulus and bound of every slice to 700 are those of the plain recurrence."""
    assert tuple(compiled_proofs(CompiledThreeRows(700), 701)) == PLAIN
    assert tuple(known(prove(300, method="compiled")).values()) == PLAIN[:301]


@given(known=st.integers(0, 400), room=st.integers(0, 300), more=st.integers(1, 60))
def test_continues_from_proofs_of_others(known: int, room: int, more: int) -> None:
    """After learning from the plain recurrence up to any row, with too little room or enough, it proves the same."""
    engine = CompiledThreeRows(room)
    for proof in PLAIN[:known]:
        engine.learn(proof)
    assert tuple(compiled_proofs(engine, more)) == PLAIN[known : known + more]


def reopened(engine: CompiledThreeRows) -> CompiledThreeRows:
    """An engine saved to a file and restored from it."""
    return restored(saved(engine.state()), CompiledThreeRows.restored)


@given(stop=st.integers(0, 400), room=st.integers(0, 500))
def test_saved_and_restored(stop: int, room: int) -> None:
    """Saved after any row, it resumes from the file as if nothing had happened."""
    engine = CompiledThreeRows(room)
    compiled_proofs(engine, stop)
    assert tuple(compiled_proofs(reopened(engine), 50)) == PLAIN[stop : stop + 50]


def test_the_size_of_a_board() -> None:
    """A board has room for every column and one more, and for every value."""
    board = empty_board(640, 4, 320)
    assert len(board.waiting) == len(board.terms) == 641
    assert len(board.first) == len(board.late) == len(board.after) == 960


def test_census_to_10000() -> None:
    """The periods above 1 to third row 10,000 are the known ones. Row 782 has period 1, and row 7751 is finite."""
    rows: dict[int, list[int]] = {}
    for row in islice(CompiledThreeRows(10_000).rows(), 10_001):
        rows.setdefault(len(row.period), []).append(row.r)
    for period, count, *listed in table("census_periods_10000.txt"):
        assert len(rows[period]) == count
        assert rows[period][: len(listed)] == listed
    assert set(rows) == {0, 1} | {period for period, *_ in table("census_periods_10000.txt")}
    assert 782 in rows[1]
    assert 7751 in rows[0]


@pytest.mark.parametrize("limit", [1, 2, 5, 20])
def test_unknown_with_too_few_terms(limit: int) -> None:
    """With too few terms a slice is unknown, the same slice as for the plain recurrence, and none before it."""
    slices = list(dependency_order(3, 100))
    plain = list(prove_slices(slices, engines("recurrence", limit)))
    fast = list(prove_slices(slices, engines("compiled", limit)))
    assert fast[:-1] == plain[:-1]
    assert isinstance(plain[-1], Unknown)
    assert isinstance(fast[-1], Unknown)
    assert f"after {limit} terms" in fast[-1].reason


def test_order_and_size() -> None:
    """Rows are proved in order, and rows beyond 32 bits are refused."""
    with pytest.raises(InvalidSlice, match="one row after the other"):
        CompiledThreeRows().prove(Slice((3,)))
    with pytest.raises(TooLarge, match="third rows up to 2000000000 are too large"):
        slices_memory(2 * 10**9)


def test_where_values_occur() -> None:
    """How often a value occurs before its own column, and where first, agrees with a count of cells."""
    engine = CompiledThreeRows(200)
    compiled_proofs(engine, 201)
    counts, firsts = engine.uses(200)
    for p in range(200):
        columns = sorted(
            q for r in range(p) for q in range(r, p) if (b := PLAIN[r].sequence.get(q - r)) is not None and q + b == p
        )
        assert counts[p] == len(columns)
        assert firsts[p] == (columns or [p])[0]


def test_surveys_and_proofs_ask_for_memory_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is checked before statistics and before `prove`, as it is for certificates."""
    monkeypatch.setattr(memory, "available", lambda: 3 * 2**30)
    for refused in (survey(300_000), prove(300_000, method="compiled")):
        assert isinstance(refused, Unknown)
        assert refused.reason.startswith("third rows up to 300000 need about")


def test_learns_in_order() -> None:
    """A row out of order is refused, and so is one with another number of rows."""
    engine = CompiledThreeRows(10)
    with pytest.raises(InvalidSlice, match="got row 1 at row 0"):
        engine.learn(PLAIN[1])
    with pytest.raises(InvalidSlice, match="one row after the other"):
        engine.learn(known(prove(1, rows=4))[1, 1])
    assert engine.row == 0


def test_restored_engines_do_not_know_old_columns() -> None:
    """A restored engine refuses questions about columns that were not saved."""
    engine = CompiledThreeRows(50)
    compiled_proofs(engine, 51)
    with pytest.raises(InvalidSlice, match="restored"):
        reopened(engine).uses(50)


ABSURD_ROWS = {
    **ABSURD,
    "of 32 bits": Periodic((2**31, 0)),
    "of 64 bits": Periodic((2**63, 0)),
    "the same diagonal": Periodic((0, 2)),
    "very many": Periodic((2, *range(10**6))),
    "a very long period": Periodic((2,), tuple(range(10**6))),
}


@pytest.mark.parametrize("sequence", ABSURD_ROWS.values(), ids=ABSURD_ROWS)
def test_absurd_rows_are_not_learned(sequence: Periodic[int]) -> None:
    """Impossible terms are refused before the kernel sees them, and the engine is unchanged."""
    engine = CompiledThreeRows(10)
    engine.learn(PLAIN[0])
    with pytest.raises(InvalidSlice, match="row 1 "):
        engine.learn(Proof(Slice((1,)), sequence, 1, 1))
    assert tuple(compiled_proofs(engine, 20)) == PLAIN[1:21]


def test_periods_without_a_common_one() -> None:
    """Rows that are possible individually, but together repeat only after an absurd number of columns, are refused."""
    lengths = [7, 11, 13, 17, 19, 23, 29, 31, 37, 41]
    rows = [Periodic((r + 1,), tuple(range(1, length + 1))) for r, length in enumerate(lengths)]
    proofs = [Proof(Slice((r,)), row, 1, 1) for r, row in enumerate(rows)]
    with pytest.raises(InvalidSlice, match="repeat only after"):
        list(map(CompiledThreeRows(1000).learn, proofs))
