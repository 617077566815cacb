"""Openings: compared with the slices, refused sizes, and runs that are stopped and resumed."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.support import known
from zchomp.bars import openings as module
from zchomp.bars.compiled import CompiledBar
from zchomp.bars.losers import PlainBar, Step
from zchomp.bars.openings import estimate_openings, openings, openings_advice
from zchomp.bars.position import Move, Position
from zchomp.bars.prices import bases_memory
from zchomp.bars.solving import solve, winning_moves
from zchomp.cli import main
from zchomp.core import compiler, limits, memory, runs
from zchomp.core.answers import Source, TooCostly, Unknown
from zchomp.core.files import make_key
from zchomp.core.numbers import duration
from zchomp.core.openings import Openings
from zchomp.core.runs import WorkFolder, write_state
from zchomp.errors import DisagreementError, Interrupted, InvalidArgument, TooLarge, WorkFolderError

SIZE = (7, 12)
SMALL_STEP = 3000


@pytest.mark.parametrize(("rows", "columns"), [(1, 60), (2, 30), (3, 20), (4, 15), (5, 12), (6, 10), (7, 8)], ids=str)
def test_against_the_slices(rows: int, columns: int) -> None:
    """The openings of all bars of at most 60 squares are the winning moves that proved slices give."""
    found = known(openings(rows, columns))
    assert set(found.moves) == {(m, n) for m in range(1, rows + 1) for n in range(max(2, m), columns + 1)}
    for (m, n), moves in found.moves.items():
        assert moves == winning_moves(Position((n,) * m))


def test_one_bar_and_the_same_turned() -> None:
    """The openings of a bar are found by its rows and columns, in either order. Other bars are refused."""
    found = known(openings(4, 5))
    for rows, columns in [(4, 5), (5, 4), (1, 2), (2, 1)]:
        assert found[rows, columns] == known(winning_moves(Position((columns,) * rows)))
    with pytest.raises(KeyError, match="5 x 5 is not one of the bars of two squares or more within 4 x 5"):
        found[5, 5]
    with pytest.raises(InvalidArgument, match="by its rows and columns, like 3, 4, got 4"):
        found[4]  # type: ignore[index]


def test_turned_and_checked() -> None:
    """Turning a bar changes nothing, and neither does a second pass, in plain Python or compiled."""
    assert known(openings(5, 4)) == known(openings(4, 5))
    for size in ((4, 5), (6, 20), (1, 1), (1, 9)):
        plain, checked = known(openings(*size)), known(openings(*size, check=True))
        assert (checked.moves, checked.losers) == (plain.moves, plain.losers)
        assert (checked.checked, plain.checked) == (True, False)


def test_a_check_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the second pass finds anything else, there is no result, and the exit code says that zchomp is wrong."""
    monkeypatch.setattr("zchomp.bars.losers.PlainBar.first_rows", lambda engine: [1] * len(engine._first_rows))
    with pytest.raises(DisagreementError, match="the definition of losers fails for"):
        openings(3, 4, check=True)
    assert main(["openings", "3x4", "--check"]) == 3


@pytest.mark.parametrize(("rows", "columns"), [(3, 5), (5, 20)], ids=str)
def test_a_check_covers_printed_results(rows: int, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check also fails if the losers are right and an opening or a count is wrong, plain and compiled."""
    monkeypatch.setattr(limits, "BARS_PLAIN_PACE", 1)
    noted = CompiledBar._note, PlainBar._note

    def one_less(engine: Any, *loser: Any) -> None:
        noted[isinstance(engine, PlainBar)](engine, *loser)
        engine.found.steps.discard(Step(3, 1, 1, 2))

    def one_more(engine: Any, *loser: Any) -> None:
        noted[isinstance(engine, PlainBar)](engine, *loser)
        engine.found.counts[2][5] += 1

    assert (2, 2) in known(openings(rows, columns)).moves[3, 3]
    for wrong, words in (
        (one_less, "the engine and the definition disagree on"),
        (one_more, "the numbers of losers are not"),
    ):
        for engine in (CompiledBar, PlainBar):
            monkeypatch.setattr(engine, "_note", wrong)
        with pytest.raises(DisagreementError, match=words):
            openings(rows, columns, check=True)


@pytest.mark.parametrize("wrong", [0, -1, 2.0, True, "5", None], ids=repr)
def test_invalid_sizes(wrong: Any) -> None:
    """Anything but whole numbers of rows and columns is refused."""
    with pytest.raises(InvalidArgument, match="1 or more, got"):
        openings(wrong, 5)
    with pytest.raises(InvalidArgument, match="1 or more, got"):
        openings(5, wrong)


def refusal(rows: int, columns: int, check: bool = False) -> tuple[int, int]:
    """The size that the refusal of a larger one names."""
    refused = openings(rows, columns, check=check)
    assert isinstance(refused, Unknown)
    assert refused.reason.startswith(f"a search within {rows} x {columns} needs ")
    assert "\n" not in refused.reason
    match = re.search(r"(?:; |, or )try (?:at most|a square of at most) (\d+) x (\d+)(?: \(|$)", refused.reason)
    assert match is not None
    return int(match[1]), int(match[2])


@pytest.mark.parametrize("check", [False, True])
@pytest.mark.parametrize(("rows", "columns"), [(4, 9999), (10, 99), (14, 60), (30, 30), (40, 99), (99, 999)], ids=str)
def test_too_much_memory(rows: int, columns: int, check: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A size that needs too much memory is refused before the start, with the largest size that fits."""
    available = 2**28 + 2**26
    monkeypatch.setattr(memory, "available", lambda: available)
    monkeypatch.setattr(module, "run", lambda *_: pytest.fail("begun"))
    m, n = refusal(rows, columns, check)
    assert bases_memory(m, n, check) <= available
    assert bases_memory(m, n + 1, check) > available if m == rows else bases_memory(m + 1, n + 1, check) > available


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba, bars take longer, as is said before, and larger ones are refused with the extra that they need."""
    monkeypatch.setattr(compiler, "is_installed", lambda: False)
    monkeypatch.setattr(memory, "available", lambda: 2**30)
    assert known(openings(8, 10)).several() == {(8, 10): ((4, 9), (5, 6))}
    for rows, columns, takes in ((4, 170, "7 s"), (10, 13, "10 s"), (5, 60, "6 s"), (4, 2000, "2 h 58 min")):
        assert str(estimate_openings(rows, columns)).startswith(f"this takes about {takes} and ")
    assert refusal(10, 42) == (10, 19)
    refused = openings(4, 4000)
    assert isinstance(refused, Unknown)
    needs = "a search within 4 x 4000 needs the extra 'fast'; install it with: pip install 'zchomp[fast]', or try "
    assert refused.reason == f"{needs}at most 4 x 2315"


def test_more_effort_than_given() -> None:
    """A bar whose estimate exceeds the effort is not started, and the effort that is enough is named."""
    assert openings(10, 42, effort=10) == TooCostly("a search within 10 x 42 needs about 53 s", effort=53)
    assert known(openings(4, 5, effort=0)).sources == (Source.SEARCH,)


def test_three_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three rows are solved by the compiled recurrence when plain Python takes longer, with the same result."""
    plain = known(openings(3, 440))
    monkeypatch.setattr(limits, "BARS_PLAIN_PACE", 1)
    done: list[tuple[int, int]] = []
    assert known(openings(3, 440, progress=lambda _stage, now, total, _detail="": done.append((now, total)))) == plain
    assert (done[0], done[-1]) == ((0, 441), (441, 441))
    assert known(openings(3, 20, check=True)).checked


def test_few_rows_that_are_too_long() -> None:
    """Few rows are refused if they are longer than 16 bits, or, with a check, too long for plain Python."""
    for few in (1, 2, 3):
        with pytest.raises(TooLarge, match=rf"^{few} x 65536 is too long: rows of at most 65535 squares are handled$"):
            openings(few, 65_536)
    rows, columns = refusal(3, 50_000, check=True)
    assert rows == 3
    assert estimate_openings(3, columns, check=True).seconds <= limits.RUN_EFFORT  # type: ignore[union-attr]
    assert estimate_openings(3, columns + 1, check=True) is None


def run(place: Path, stop: int | None = None, size: tuple[int, int] = SIZE) -> tuple[Openings[Move], int]:
    """A run that saves its progress, stopped after some steps. Returns the result, and where it began."""
    steps: list[int] = []

    def progress(_stage: str, done: int, _total: int, _detail: str = "", /) -> None:
        steps.append(done)
        if len(steps) == stop:
            raise Interrupted(is_kept=True)

    return known(openings(*size, progress=progress, work=place)), steps[0]


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of any size save their progress after every step."""
    monkeypatch.setattr(limits, "OPENINGS_KEPT_FROM", 0)
    monkeypatch.setattr(limits, "BARS_PLAIN_PACE", 1)
    monkeypatch.setattr(runs, "STEP", SMALL_STEP)
    monkeypatch.setattr(runs, "PAUSE", 0.0)
    monkeypatch.setattr(runs, "SHARE", 0)


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("damage", ["none", "lost", "of another bar"])
@pytest.mark.parametrize("size", [SIZE, (3, 600)], ids=str)
def test_a_stopped_run_is_resumed(size: tuple[int, int], damage: str, tmp_path: Path) -> None:
    """A stopped run resumes from its saved state. If that is lost or another, it starts again, with the same result."""
    place = tmp_path / "bars"
    with pytest.raises(Interrupted):
        run(place, stop=12, size=size)
    saved = tmp_path / "bars.work" / "checkpoint"
    if damage == "lost":
        saved.unlink()
    elif damage == "of another bar":
        with saved.open("w+b") as file:
            write_state(file, "losers within 7 x 12", CompiledBar(7, 13).state(), make_key())
    found, began = run(place, size=size)
    assert found == known(openings(*size))
    assert (began > 0) == (damage == "none")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("kept")
def test_no_place_to_keep_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If nothing can be saved, a run continues without saving. Two runs at once in one place are refused."""
    found = known(openings(*SIZE))
    assert known(openings(*SIZE, work=tmp_path / "no" / "such" / "folder")) == found
    with WorkFolder(tmp_path / "bars"), pytest.raises(WorkFolderError, match="another run"):
        openings(*SIZE, work=tmp_path / "bars")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(runs, "write_state", full)
    assert known(openings(*SIZE, work=tmp_path / "bars")) == found
    with pytest.raises(Interrupted):
        run(tmp_path / "bars", stop=3)
    assert not (tmp_path / "bars.work" / "checkpoint.tmp").exists()


def test_solve_names_the_command_and_its_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a full bar is too large to search, `solve` names the command for openings, with its estimate."""
    monkeypatch.setattr(memory, "available", lambda: 2**40)
    monkeypatch.setattr(compiler, "is_installed", lambda: True)
    expected = estimate_openings(10, 42)
    assert expected is not None
    missing = known(solve("10x42")).missing
    assert missing is not None
    command = f"zchomp openings 10x42 finds all winning openings, in about {duration(expected.seconds)}"
    assert missing.reason.endswith(f"is too large for a search here; {command}")
    assert openings_advice(42, 10) == command
