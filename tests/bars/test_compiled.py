"""Bars of four rows or more, compiled: against the plain engine and published results, saved and restored."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.bars.boards import NARROW, WIDE, solved
from tests.core.saving import restored, saved
from tests.support import run_python
from zchomp.bars import compiled as many_rows
from zchomp.bars import prices as many_rows_memory
from zchomp.bars.compiled import CompiledBar, CompiledSecondPass
from zchomp.bars.losers import PlainBar, bases_within
from zchomp.errors import TooLarge

SMALL = [(m, n) for m in range(4, 10) for n in range(m, m + 71) if bases_within(m, n) <= 20_000]


@pytest.mark.parametrize(("rows", "columns"), NARROW + WIDE, ids=str)
def test_compiled_planes(rows: int, columns: int) -> None:
    """The compiled engine finds the losers of the plain engine, with one word per chain and with several, checked."""
    assert solved(CompiledBar(rows, columns), CompiledSecondPass(rows, columns)) == solved(PlainBar(rows, columns))


@pytest.mark.parametrize(("rows", "columns"), [(4, 127), (4, 130), (5, 70), (6, 40), (12, 12)], ids=str)
def test_larger_bars(rows: int, columns: int) -> None:
    """Bars that take long in plain Python pass the second pass, which applies the definition to each position."""
    found = solved(CompiledBar(rows, columns), CompiledSecondPass(rows, columns))
    assert all(found.bites().values())


@given(size=st.sampled_from(SMALL), budget=st.integers(1, 5000), piece=st.integers(1, 500))
@settings(deadline=None)
def test_compiled_in_any_steps(size: tuple[int, int], budget: int, piece: int) -> None:
    """The same holds for all small sizes, in pieces of any size, with any number of stops in between."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(many_rows, "PIECE", piece)
        found = solved(CompiledBar(*size), budget=budget)
    assert found == solved(PlainBar(*size), budget=budget)


def test_not_compiled() -> None:
    """The kernel's functions find the same without numba."""
    code = (
        "import numpy; numpy.seterr(over='ignore');"
        "from tests.bars.boards import solved; from zchomp.bars.losers import PlainBar;"
        "from zchomp.bars.compiled import CompiledBar, CompiledSecondPass;"
        "from zchomp.bars import compiled as many_rows; many_rows.PIECE = 50;"
        "sizes = [(4, 4), (4, 11), (5, 9), (7, 7), (4, 65)];"
        "print([solved(CompiledBar(*size), CompiledSecondPass(*size)) == solved(PlainBar(*size)) for size in sizes])"
    )
    result = run_python(code, NUMBA_DISABLE_JIT="1")
    assert (result.stdout, result.stderr) == (f"{[True] * 5}\n", "")


def test_known_counts() -> None:
    """[Gar26] counts the losers of at most four rows."""
    losers = solved(CompiledBar(4, 500)).losers()
    assert {n: losers[4, n] for n in (100, 200, 500)} == {100: 34_510, 200: 273_269, 500: 4_316_097}


@given(
    rows=st.integers(4, 8),
    columns=st.integers(6, 90),
    stop=st.integers(0, 20_000),
    budget=st.integers(1, 9999),
    piece=st.integers(1, 500),
)
@settings(deadline=None)
def test_saved_and_restored(rows: int, columns: int, stop: int, budget: int, piece: int) -> None:
    """Saved at any moment, in the middle or at the end of a plane, it resumes as if nothing had happened."""
    assume(rows <= columns and bases_within(rows, columns) <= 50_000)
    engine = CompiledBar(rows, columns)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(many_rows, "PIECE", piece)
        while engine.done < min(stop, bases_within(rows, columns - 1)):
            engine.advance(budget)
        again = restored_bar(saved(engine.state()), rows, columns)
    assert again.done == engine.done
    assert solved(again) == solved(CompiledBar(rows, columns))


def restored_bar(data: bytes, rows: int, columns: int) -> CompiledBar:
    """The engine saved in a file."""
    return restored(data, lambda state: CompiledBar.restored(state, rows, columns))


def stopped(rows: int, columns: int, budget: int) -> CompiledBar:
    """An engine after some bases."""
    engine = CompiledBar(rows, columns)
    while engine.done < budget:
        engine.advance(budget)
    return engine


@pytest.mark.parametrize(("rows", "columns"), [(3, 9), (4, 2**16), (9, 8), (30, 30_000), (50, 50)], ids=str)
def test_sizes_that_the_words_have_no_room_for(rows: int, columns: int) -> None:
    """Three rows, rows of more than 16 bits, and ranks of more than 62 bits are refused."""
    with pytest.raises(TooLarge, match=r"handles 4 rows or more, .* fewer than 2\^62 bases, got"):
        CompiledBar(rows, columns)
    assert many_rows_memory.LEAST_ROWS == 4
