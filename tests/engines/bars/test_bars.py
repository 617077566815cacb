"""Bars: the plain engine, the compiled planes and the second pass, against brute force and against each other."""

import tracemalloc
from collections.abc import Callable
from itertools import product
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.support import brute_force, run_python, table
from tests.work.saving import restored, saved
from zchomp.engines.bars import many_rows
from zchomp.engines.bars.found import BarEngine, Found, Step, bases_within
from zchomp.engines.bars.many_rows import CompiledBar, CompiledSecondPass
from zchomp.engines.bars.many_rows_memory import Phase, memory_needed, phases
from zchomp.engines.bars.plain import PlainBar
from zchomp.engines.bars.second_pass import SecondPass
from zchomp.engines.bars.three_rows import ThreeRowedBar
from zchomp.errors import DisagreementError, TooLarge
from zchomp.position import count_within, partitions_within
from zchomp.work.state import State

NARROW = [(4, 4), (4, 30), (5, 5), (5, 17), (6, 13), (7, 8), (8, 8)]
WIDE = [(4, 62), (4, 63), (4, 64), (4, 65), (4, 96)]
SMALL = [(m, n) for m in range(4, 10) for n in range(m, m + 71) if bases_within(m, n) <= 20_000]


def solved(engine: BarEngine, marks: SecondPass | None = None, budget: int = 10**6) -> Found:
    """What an engine finds, checked by marks if there are any."""
    while engine.done < bases_within(engine.found.rows, engine.found.columns):
        plane = engine.advance(budget)
        if marks is not None and plane is not None:
            marks.check(plane, engine.first_rows())
            marks.check_found(engine.found, plane, engine.first_rows())
    engine.found.check_turned()
    return engine.found


@pytest.mark.parametrize(("rows", "columns"), [(2, 30), (3, 20), (4, 15), (5, 12), (6, 10), (7, 8)], ids=str)
def test_against_brute_force(rows: int, columns: int) -> None:
    """Every bar of at most 60 squares lies within one of these: its openings and losers are those of brute force."""
    values = brute_force(rows, columns)
    found = solved(PlainBar(rows, columns), SecondPass(rows, columns))
    for (m, n), bites in found.bites().items():
        openings = {
            (high, wide): (*[n] * (m - high), *[n - wide] * high, *[0] * (rows - m))
            for high, wide in product(range(1, m + 1), range(1, n + 1))
            if (high, wide) != (m, n)
        }
        assert set(bites) == {bite for bite, after in openings.items() if values[after] == 0}
        assert bites
    for (m, n), count in found.losers().items():
        assert count == sum(
            value == 0 and position[0] <= n and not any(position[m:]) for position, value in values.items()
        )
    if rows > 3:
        assert solved(CompiledBar(rows, columns), CompiledSecondPass(rows, columns)) == found


@pytest.mark.parametrize(("rows", "columns"), NARROW + WIDE, ids=str)
def test_compiled_planes(rows: int, columns: int) -> None:
    """The compiled planes find what the plain engine finds, with one word for a chain and with several, checked."""
    assert solved(CompiledBar(rows, columns), CompiledSecondPass(rows, columns)) == solved(PlainBar(rows, columns))


@pytest.mark.parametrize(("rows", "columns"), [(4, 127), (4, 130), (5, 70), (6, 40), (12, 12)], ids=str)
def test_larger_bars(rows: int, columns: int) -> None:
    """Bars that take long in plain Python pass the second pass: the definition, for each of their positions."""
    found = solved(CompiledBar(rows, columns), CompiledSecondPass(rows, columns))
    assert all(found.bites().values())


@pytest.mark.parametrize("columns", [3, 4, 5, 17, 64, 120, 300])
def test_three_rows(columns: int) -> None:
    """The compiled recurrence finds the losers of three rows that the plain engine finds."""
    assert three_rowed(ThreeRowedBar(columns)) == solved(PlainBar(3, columns))


def three_rowed(engine: ThreeRowedBar, budget: int = 10**6) -> Found:
    """What the engine for three rows finds, in steps."""
    while engine.done < engine.total:
        engine.advance(budget)
    engine.advance(budget)  # nothing is left, and nothing changes
    engine.found.check_turned()
    return engine.found


def stopped_three_rows(columns: int, steps: int, budget: int) -> ThreeRowedBar:
    """The engine for three rows after some steps."""
    engine = ThreeRowedBar(columns)
    for _ in range(steps):
        engine.advance(budget)
    return engine


def restored_three_rows(data: bytes, columns: int) -> ThreeRowedBar:
    """The engine for three rows of a file."""
    return restored(data, lambda state: ThreeRowedBar.restored(state, columns))


@pytest.mark.parametrize(
    ("columns", "steps", "budget"), [(5, 0, 1), (30, 7, 1), (200, 3, 1000), (440, 20, 9000), (30, 300, 100)]
)
def test_three_rows_saved_and_restored(columns: int, steps: int, budget: int) -> None:
    """Saved at any moment, even at the end, the engine for three rows goes on as if nothing had happened."""
    again = restored_three_rows(saved(stopped_three_rows(columns, steps, budget).state()), columns)
    assert (again.done > 0) == (steps > 0)
    assert three_rowed(again, budget) == three_rowed(ThreeRowedBar(columns))


def test_a_damaged_file_of_three_rows() -> None:
    """A file that is cut, changed anywhere, of another bar or with other arrays is refused, whatever its digest."""
    state = stopped_three_rows(90, 2, 300).state()
    data = saved(state)
    arrays = [
        {"counts": np.ones(1, np.int64).data},
        {"counts": np.ones(91, np.int32).data},
        {"counts": np.ones((91, 1), np.int64).data},
        {"steps": np.ones(6, np.int64).data},
        {"steps": np.ones((2, 4), np.int64).data},
        {"steps": np.ones(4, np.uint8).data},
    ]
    wrong = [saved(State(state.values, {**state.arrays, **one}, state.parts)) for one in arrays]
    wrong += [saved(State({"columns": columns}, state.arrays, state.parts)) for columns in (91, -90, "90")]
    wrong += [saved(State(state.values, state.arrays)), saved(State(parts={"rows": state})), saved(state, "other")]
    wrong += [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in range(0, len(data), 97)]
    wrong += [b"", b"\n", b"[]\n", b"\xff\n", b"[" * 10**5, data[:-1], data[:500], data + b"0"]
    assert restored_three_rows(data, 90).done > 0
    for one_file in wrong:
        with pytest.raises(ValueError):  # noqa: PT011 - any kind of it
            restored_three_rows(one_file, 90)
    with pytest.raises(ValueError):  # noqa: PT011
        restored_three_rows(data, 91)


@given(size=st.sampled_from(SMALL), budget=st.integers(1, 5000), piece=st.integers(1, 500))
@settings(deadline=None)
def test_compiled_in_any_steps(size: tuple[int, int], budget: int, piece: int) -> None:
    """So they do for any size that is small enough, in pieces of any size, however often they stop in between."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(many_rows, "PIECE", piece)
        found = solved(CompiledBar(*size), budget=budget)
    assert found == solved(PlainBar(*size), budget=budget)


def test_not_compiled() -> None:
    """The kernel's functions give the same as plain Python."""
    code = (
        "import numpy; numpy.seterr(over='ignore');"
        "from tests.engines.bars.test_bars import solved, CompiledBar, PlainBar, CompiledSecondPass;"
        "from zchomp.engines.bars import many_rows; many_rows.PIECE = 50;"
        "sizes = [(4, 4), (4, 11), (5, 9), (7, 7), (4, 65)];"
        "print([solved(CompiledBar(*size), CompiledSecondPass(*size)) == solved(PlainBar(*size)) for size in sizes])"
    )
    result = run_python(code, NUMBA_DISABLE_JIT="1")
    assert (result.stdout, result.stderr) == (f"{[True] * 5}\n", "")


@pytest.mark.parametrize(
    ("rows", "columns"), [(6, 93), (7, 57), (8, 23), (9, 26), (10, 14), (11, 18), (14, 16)], ids=str
)
def test_bars_with_several_openings(rows: int, columns: int) -> None:
    """Within these bars, those with more than one winning opening are the known ones."""
    found = solved(CompiledBar(rows, columns))
    several = {(*size, len(bites)) for size, bites in found.bites().items() if len(bites) > 1}
    known = {line for line in table("padhi_several_openings.txt") if line[0] <= rows and line[1] <= columns}
    assert several == known
    assert known


def test_known_counts() -> None:
    """[Gar26] counts the losers of at most four rows; the last square wins on 6 x 11, 6 x 15 and 6 x 27."""
    losers = solved(CompiledBar(4, 500)).losers()
    assert {n: losers[4, n] for n in (100, 200, 500)} == {100: 34_510, 200: 273_269, 500: 4_316_097}
    bites = solved(CompiledBar(6, 60)).bites()
    assert [size for size, bitten in bites.items() if size[0] > 2 and (1, 1) in bitten] == [(6, 11), (6, 15), (6, 27)]


@given(
    rows=st.integers(4, 8),
    columns=st.integers(6, 90),
    stop=st.integers(0, 20_000),
    budget=st.integers(1, 9999),
    piece=st.integers(1, 500),
)
@settings(deadline=None)
def test_saved_and_restored(rows: int, columns: int, stop: int, budget: int, piece: int) -> None:
    """Saved at any moment, in the middle of a plane or at its end, it goes on as if nothing had happened."""
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
    """The engine of a file."""
    return restored(data, lambda state: CompiledBar.restored(state, rows, columns))


def stopped(rows: int, columns: int, budget: int) -> CompiledBar:
    """An engine after some bases."""
    engine = CompiledBar(rows, columns)
    while engine.done < budget:
        engine.advance(budget)
    return engine


@pytest.mark.parametrize(
    ("values", "arrays"),
    [
        ({"columns": 21}, {}),
        ({"rows": 4}, {}),
        ({"plane": 99}, {}),
        ({"plane": -1}, {}),
        ({"plane": 10**30}, {}),
        ({"plane": 8}, {}),
        ({"plane": "9"}, {}),
        ({"plane": 9}, {"prefix": [0, 0, 9, 10, 0, 0]}),
        ({"plane": 9}, {"prefix": [0, 0, 9, 0, 1, 0]}),
        ({"plane": 9}, {"prefix": [1, 0, 9, 0, 0, 0]}),
        ({"plane": 9}, {"prefix": [0, 0, 9, -1, 0, 0]}),
        ({"plane": 9}, {"prefix": [0, 0, 99, 0, 0, 0]}),
        ({"plane": 9}, {"prefix": [0, 0, 9]}),
        ({}, {"counts": [[1]]}),
        ({}, {"counts": [[1] * 500] * 6}),
        ({}, {"steps": [1, 2]}),
        ({}, {"steps": [[1, 2, 3, 4]]}),
        ({}, {"lost 0": [1]}),
    ],
    ids=range(18),
)
def test_a_state_that_no_engine_has(values: dict[str, Any], arrays: dict[str, list[Any]]) -> None:
    """A file with a prefix that no engine has, or for another bar, is refused, whatever its digest."""
    state = stopped(5, 20, 3000).state()
    assert restored_bar(saved(state), 5, 20).done >= 3000
    others = {name: np.array(numbers, np.int64).data for name, numbers in arrays.items()}
    forged = State({**state.values, **values}, {**state.arrays, **others})
    with pytest.raises(ValueError):  # noqa: PT011 - any kind of it
        restored_bar(saved(forged), 5, 20)


@pytest.mark.parametrize("missing", ["steps", "prefix", "counts", "lost 0"])
def test_a_state_with_an_array_missing(missing: str) -> None:
    """A file without one of its arrays is refused, whatever its digest."""
    state = stopped(5, 20, 3000).state()
    arrays = {name: values for name, values in state.arrays.items() if name != missing}
    assert len(arrays) == len(state.arrays) - 1
    with pytest.raises(ValueError):  # noqa: PT011 - any kind of it
        restored_bar(saved(State(state.values, arrays)), 5, 20)


def test_a_damaged_file() -> None:
    """A file that is cut, lengthened or changed anywhere is refused, and so is one that never was one."""
    data = saved(stopped(4, 70, 20_000).state())
    assert restored_bar(data, 4, 70).done >= 20_000
    changed = [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in range(0, len(data), 997)]
    for wrong in (b"", b"\n", b"[]\n", b"{}\n", b"\xff\n", b"[" * 10**5, data[:-1], data[:5000], data + b"0", *changed):
        with pytest.raises(ValueError):  # noqa: PT011 - any kind of it
            restored_bar(wrong, 4, 70)


def first_rows_of(rows: int, columns: int) -> list[list[int]]:
    """The losers of all planes."""
    engine, planes = PlainBar(rows, columns), []
    while engine.done < bases_within(rows, columns):
        if engine.advance(10**6) is not None:
            planes.append(list(cast("list[int]", engine.first_rows())))
    return planes


def check(marks: SecondPass, planes: list[list[int]]) -> None:
    """The second pass."""
    for q, first_rows in enumerate(planes):
        marks.check(q, np.array(first_rows, np.uint16))


@pytest.mark.parametrize("kind", [SecondPass, CompiledSecondPass])
@pytest.mark.parametrize(("rows", "columns"), [(2, 4), (3, 5), (4, 4)], ids=str)
def test_the_second_pass_notices(kind: type[SecondPass], rows: int, columns: int) -> None:
    """A loser that is left out, added or put elsewhere is noticed, wherever it is."""
    planes = first_rows_of(rows, columns)
    check(kind(rows, columns), planes)
    count = 0
    for q, x in ((q, x) for q, plane in enumerate(planes) for x in range(len(plane))):
        for p in {0, *range(max(1, q), columns + 1)} - {planes[q][x]}:
            wrong = [
                [p if (i, j) == (q, x) else first for j, first in enumerate(plane)] for i, plane in enumerate(planes)
            ]
            with pytest.raises(DisagreementError, match="not what they were found to be"):
                check(kind(rows, columns), wrong)
            count += 1
    assert count > 10


SPOILT: dict[str, Callable[[Found], object]] = {
    "a loser more": lambda found: found.counts[3].__setitem__(4, found.counts[3][4] + 1),
    "a loser less": lambda found: found.counts[2].__setitem__(2, 0),
    "other rows": lambda found: found.counts.reverse(),
    "a step left out": lambda found: found.steps.remove(min(step for step in found.steps if step.above == 1)),
    "a higher step left out": lambda found: found.steps.remove(min(step for step in found.steps if step.above > 1)),
    "a step added": lambda found: found.steps.add(Step(5, 2, 4, 1)),
    "a longer step added": lambda found: found.steps.add(Step(5, 1, 4, 3)),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
@pytest.mark.parametrize(
    ("engine", "kind"), [(PlainBar, SecondPass), (CompiledBar, CompiledSecondPass)], ids=["plain", "compiled"]
)
def test_what_was_noted_is_compared(
    engine: type[PlainBar | CompiledBar], kind: type[SecondPass], spoil: Callable[[Found], object]
) -> None:
    """Numbers of losers and steps that are not those of the losers that were checked are noticed."""
    marks, planes = kind(4, 5), first_rows_of(4, 5)
    found = solved(engine(4, 5), marks)
    spoil(found)
    with pytest.raises(DisagreementError, match=r"were counted that are not|was not noted"):
        check_found(marks, found, planes)


def check_found(marks: SecondPass, found: Found, planes: list[list[int]]) -> None:
    """Compare what was noted with all planes, after the last of them."""
    for q, first_rows in enumerate(planes):
        marks.check_found(found, q, first_rows)


def test_what_leads_to_a_position() -> None:
    """A loser marks exactly the positions from which one move leads to it: for all positions within 4 x 5."""
    from zchomp.position import Position

    everything = [position for position in partitions_within((5,) * 4) if any(position)]
    ranks = {position: rank for rank, position in enumerate(partitions_within((5,) * 4))}
    assert len(ranks) == count_within((5,) * 4)
    before: dict[tuple[int, ...], set[int]] = {position: set() for position in everything}
    for position in everything:
        start = Position(tuple(filter(None, position)))
        for move in start.moves():
            after = start.chomp(move).rows
            before[(*after, *[0] * (4 - len(after)))].add(ranks[position])
    for loser, expected in before.items():
        marks = SecondPass(4, 5)
        plane = [base for base in partitions_within((5,) * 3) if base[0] == loser[1]]
        marks.mark(loser[1], [loser[0] * (base == loser[1:]) for base in plane])
        assert {8 * i + bit for i, byte in enumerate(marks.marks) for bit in range(8) if byte >> bit & 1} == expected


def test_turned() -> None:
    """Losers that are none when the bar is turned are noticed, by their number and one by one."""
    found = solved(PlainBar(4, 5))
    found.steps.discard(next(step for step in found.steps if step.long <= 4 and step.turned() != step))
    with pytest.raises(DisagreementError, match="not if it is turned"):
        found.check_turned()
    found = solved(PlainBar(4, 5))
    found.counts[2][3] += 1
    with pytest.raises(DisagreementError, match="but 4 within"):
        found.check_turned()
    assert Step(5, 1, 4, 2).turned().turned() == Step(5, 1, 4, 2)


@pytest.mark.parametrize(("rows", "columns"), [*NARROW, *WIDE, (10, 20), (4, 300)], ids=str)
def test_memory(rows: int, columns: int) -> None:
    """What the words of every phase take, with those of the one before when it begins, is what was asked for."""
    taken = 0
    for before, phase in zip([None, *phases(columns)], phases(columns), strict=False):
        engine = CompiledBar(rows, columns, phase.first)
        board = engine._board
        own = sum(words.nbytes for words in (*board.kept, board.inner))
        begun = phase.words * phase.bits // 4 * comb_of(before, rows) if before else 0
        taken = max(taken, own, begun + (before.memory(rows) if before else 0))
    assert taken <= memory_needed(rows, columns)
    assert memory_needed(rows, columns) < taken + 2**29
    assert (
        memory_needed(rows, columns, check=True) >= memory_needed(rows, columns) + count_within((columns,) * rows) // 8
    )


@pytest.mark.parametrize(("rows", "columns"), [(4, 300), (4, 700), (5, 130), (7, 30)], ids=str)
def test_memory_when_a_phase_begins(rows: int, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a phase begins, nothing is taken but its own words: what is taken over is not copied in between."""
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


@pytest.mark.parametrize(("rows", "columns"), [(3, 9), (4, 2**16), (9, 8), (30, 30_000), (50, 50)], ids=str)
def test_sizes_that_the_words_have_no_room_for(rows: int, columns: int) -> None:
    """Three rows, rows of more than 16 bits, and ranks of more than 62 bits are refused."""
    with pytest.raises(TooLarge, match="62 bits"):
        CompiledBar(rows, columns)
    assert many_rows.LEAST_ROWS == 4


@pytest.mark.parametrize("columns", [*range(1, 20), 61, 62, 63, 64, 65, 125, 126, 127, 128, 1000])
def test_phases(columns: int) -> None:
    """The phases cover all planes, and in each there are bits for first rows from q - 1, or 0, to the last column."""
    found = phases(columns)
    assert [q for phase in found for q in range(phase.first, phase.last + 1)] == list(range(columns + 1))
    for phase in found:
        assert phase.words * phase.bits >= columns + 2 - max(1, phase.first)
        assert phase.words == 1 or phase.bits * (phase.words - 1) < columns + 2 - phase.last
    assert len({(phase.words, phase.bits) for phase in found}) == len(found)
