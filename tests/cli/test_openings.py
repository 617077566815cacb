"""The command `zchomp openings`."""

from pathlib import Path

import pytest

from tests.cli.program import answer
from tests.cli.terminal import on_terminal
from zchomp.bars.openings import BAR
from zchomp.bars.position import Move
from zchomp.cli import main
from zchomp.core.openings import Openings, Size, openings_text


@pytest.mark.parametrize("size", [["4X6"], ["4×6"], ["6x4"], ["4", "x", "6"], ["4", "X6"], ["4x", "6"]], ids=str)
def test_sizes_as_people_write_them(size: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A size may have a capital X, and may come in several words. Options may stand anywhere."""
    shown = answer(capsys, "openings", "4x6", "--csv")
    assert main(["openings", *size, "--csv"]) == 0
    assert answer(capsys, "openings", "--csv", *size) == shown + shown


def test_the_last_square_alone() -> None:
    """The text says that the last square alone wins only if nothing else does."""
    moves: dict[Size, tuple[Move, ...]] = {(3, 3): (Move(3, 3),), (3, 4): (Move(2, 3), Move(3, 4))}
    shown = openings_text(Openings((3, 4), moves, {(3, 3): 1, (3, 4): 1}, False, 34, BAR))
    assert "3 x 3: row 3, column 3  * the last square alone" in shown
    assert shown.endswith("3 x 4: row 2, column 3; row 3, column 4  * 2 openings")


def test_progress_bar() -> None:
    """A terminal shows a progress bar, and then the result."""
    shown = on_terminal("openings", "5x6", "--several", progress=True)
    assert "solving" in shown
    assert "210/210" in shown
    assert "None of the bars within 5 x 6 has more than one winning opening." in shown


def test_a_strategy_for_all_openings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--proof` writes a strategy that proves both openings of 6 x 13, and that no other opening wins."""
    path = tmp_path / "6x13.jsonl"
    assert answer(capsys, "openings", "6x13", "--several", "--proof", str(path)).endswith(f"\nWritten: {path}\n")
    assert main(["verify", str(path)]) == 0
    verdict = 's VERIFIED won elements=78 taken=[] winning=["5,9", "4,12"] complete members='
    assert capsys.readouterr().out.startswith(verdict)
    assert main(["verify", str(path), "--expect", "rows=3"]) == 1
    assert main(["openings", "2x3x4", "--proof", str(tmp_path / "box.jsonl")]) == 2
    assert not (tmp_path / "box.jsonl").exists()


@pytest.mark.parametrize(
    ("bar", "refusal"),
    [
        ("2x65536", "expected a size like 8x20, with numbers from 1 to 65535"),
        ("99999x2", "expected a size like 8x20, with numbers from 1 to 65535"),
        ("2x2x251", "expected a base of at most 16 cells and a height of at most 250"),
        ("2x2x100000", "expected a base of at most 16 cells and a height of at most 250"),
        ("0x2x3", "not a size: '0x2x3'"),
    ],
)
def test_one_largest_size(bar: str, refusal: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A size is refused with one largest number, however far above it is."""
    assert main(["openings", bar]) == 2
    assert refusal in capsys.readouterr().err


def test_boxes_with_equal_sides(capsys: pytest.CaptureFixture[str]) -> None:
    """Openings are counted, and up to symmetry if equal sides can be exchanged; all forms count in the same way."""
    assert "3 x 3 x 7: (0,1,1), (1,0,1)  * 2 openings, 1 up to symmetry\n" in answer(
        capsys, "openings", "3x3x7", "--several"
    )
    assert "row 4, column 9; row 5, column 6  * 2 openings\n" in answer(capsys, "openings", "8x10", "--several")
    assert answer(capsys, "openings", "8x10", "--several", "--csv").splitlines()[1:] == ["8,10,5,6", "8,10,4,9"]
