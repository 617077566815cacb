"""The memory of the compiled engine for bars: the estimate, and the phases with words of the same kind."""

import tracemalloc

import pytest

from tests.bars.boards import NARROW, WIDE, solved
from zchomp.bars.compiled import CompiledBar
from zchomp.bars.position import count_within
from zchomp.bars.prices import Phase, bases_memory, phases


@pytest.mark.parametrize(("rows", "columns"), [*NARROW, *WIDE, (10, 20), (4, 300)], ids=str)
def test_every_phase_takes_the_estimated_memory(rows: int, columns: int) -> None:
    """The words of every phase, with those of the previous phase when it begins, take the estimated memory."""
    taken = 0
    for before, phase in zip([None, *phases(columns)], phases(columns), strict=False):
        engine = CompiledBar(rows, columns, phase.first)
        board = engine._board
        own = sum(words.nbytes for words in (*board.kept, board.inner))
        begun = phase.words * phase.bits // 4 * comb_of(before, rows) if before else 0
        taken = max(taken, own, begun + (before.memory(rows) if before else 0))
    assert taken <= bases_memory(rows, columns)
    assert bases_memory(rows, columns) < taken + 2**29
    assert bases_memory(rows, columns, check=True) >= bases_memory(rows, columns) + count_within((columns,) * rows) // 8


@pytest.mark.parametrize(("rows", "columns"), [(4, 300), (4, 700), (5, 130), (7, 30)], ids=str)
def test_memory_when_a_phase_begins(rows: int, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a phase begins, it allocates only its own words: nothing is copied in between."""
    begin, begun = CompiledBar._next_phase, []

    def traced(engine: CompiledBar) -> None:
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        begin(engine)
        own = sum(words.nbytes for words in (*engine._board.kept, engine._board.inner))
        begun.append(tracemalloc.get_traced_memory()[1] - before - own)

    monkeypatch.setattr(CompiledBar, "_next_phase", traced)
    tracemalloc.start()
    try:
        solved(CompiledBar(rows, columns))
    finally:
        tracemalloc.stop()
    assert len(begun) == len(phases(columns)) - 1 > 0
    assert max(begun) < 2**17  # the buffers of one operation


def comb_of(phase: Phase, rows: int) -> int:
    """The chains of row 2 of a phase."""
    return phase.sizes(rows)[0]


@pytest.mark.parametrize("columns", [*range(1, 20), 61, 62, 63, 64, 65, 125, 126, 127, 128, 1000])
def test_phases_cover_all_planes(columns: int) -> None:
    """The phases cover all planes, and each has bits for first rows from q - 1, or 0, to the last column."""
    found = phases(columns)
    assert [q for phase in found for q in range(phase.first, phase.last + 1)] == list(range(columns + 1))
    for phase in found:
        assert phase.words * phase.bits >= columns + 2 - max(1, phase.first)
        assert phase.words == 1 or phase.bits * (phase.words - 1) < columns + 2 - phase.last
    assert len({(phase.words, phase.bits) for phase in found}) == len(found)
