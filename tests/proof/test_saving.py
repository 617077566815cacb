"""Boards that zchomp-check saves, from which it resumes a run by value.

Without Coq and OCaml these tests are skipped, unless ZCHOMP_REQUIRE_COQ=1 says that they must run.
"""

import fcntl
import os
import random
import signal
import struct
import subprocess
import termios
from pathlib import Path
from typing import BinaryIO

import pytest

from tests.checker import CHECKER, check, run_program
from tests.sealing import certificate, records, seal
from zchomp.proof import verifier
from zchomp.proof.format import Mode

TITLE = b"zchomp-check board 1\n"
NUMBERS = len(TITLE) + 65
"""Where the numbers of a board begin, after the title and the digest."""


def feed(process: "subprocess.Popen[str]", writer: BinaryIO, lines: list[bytes]) -> None:
    """Send lines to a checker that reads from a pipe, and wait until it has checked them and waits for more."""
    writer.write(b"".join(lines))
    writer.flush()
    assert process.stdout is not None
    while not process.stdout.readline().startswith("c checked "):  # by then it handles the signals
        assert process.poll() is None
    is_waiting = False
    while not is_waiting:
        os.sched_yield()
        left = struct.unpack("i", fcntl.ioctl(writer, termios.FIONREAD, bytes(4)))
        status = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        is_waiting = left == (0,) and status[0] == "S"


def stop_at(text: bytes, slices: int, board: Path, *options: str | Path, by: signal.Signals) -> tuple[str, int]:
    """Make the checker save its board after some slices of a certificate. Returns its output and its exit code."""
    lines = text.splitlines(keepends=True)
    pipe = board.with_name("pipe")
    os.mkfifo(pipe)
    command = [CHECKER, "--save", board, *options, pipe]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        with pipe.open("wb") as writer:
            feed(process, writer, lines[:slices])
            process.send_signal(by)
            writer.write(lines[slices])
        said = process.stdout.readline()
        process.stdout.read()
    pipe.unlink()
    return said, process.returncode


@pytest.fixture(name="board", scope="module")
def saved_board(built: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The board after 150 slices of the certificate to 300."""
    assert built.is_dir()
    path = tmp_path_factory.mktemp("saving") / "board"
    assert stop_at(certificate(3, 0, 300), 150, path, by=signal.SIGINT) == ("c saved 150\n", 130)
    return path.read_bytes()


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("mode", ["full", "compact"])
@pytest.mark.parametrize("slices", [2, 64, 65, 129, 300])
def test_a_run_is_resumed(mode: Mode, slices: int, tmp_path: Path) -> None:
    """A stopped run resumes from its saved board, with the verdict of a whole run."""
    path, board = tmp_path / "right.jsonl", tmp_path / "board"
    path.write_bytes(certificate(3, 0, 300, mode))
    assert stop_at(path.read_bytes(), slices, board, by=signal.SIGTERM) == (f"c saved {slices}\n", 130)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["board", "right.jsonl"]
    resumed = f"c resumed after {slices} slices, by a saved board that is believed"
    assert check(CHECKER, "--resume", board, path) == (0, [resumed, verifier.verify(str(path)).line])


@pytest.mark.usefixtures("built")
def test_a_run_is_resumed_again_and_again(tmp_path: Path) -> None:
    """A run saves its board and continues, and a resumed run can be stopped and resumed again."""
    path, board = tmp_path / "right.jsonl", tmp_path / "board"
    path.write_bytes(certificate(3, 0, 300, "compact"))
    options: list[str | Path] = []
    for slices in range(40, 290, 40):
        said = stop_at(path.read_bytes(), slices, board, *options, by=signal.SIGUSR1)
        assert said == (f"c saved {slices}\n", 1)  # the rest of the file never arrives
        options = ["--resume", board]
    assert check(CHECKER, f"--resume={board}", path)[1][1:] == [verifier.verify(str(path)).line]


@pytest.mark.parametrize("number", [151, 152, 200, 301])
def test_lines_after_the_board_are_checked(board: bytes, number: int, tmp_path: Path) -> None:
    """A wrong line after the checked ones is refused, even with right digests, and so is a wrong trailer."""
    path, saved = tmp_path / "wrong.jsonl", tmp_path / "board"
    saved.write_bytes(board)
    parts = records(certificate(3, 0, 300))
    head = list(parts[number]["head"])
    head[0] += 1
    parts[number]["head"] = head
    path.write_bytes(seal(parts))
    code, lines = check(CHECKER, "--resume", saved, path)
    assert (code, lines[1:]) == (1, ["s NOT VERIFIED"])
    path.write_bytes(certificate(3, 0, 300)[:-5] + b'0"}\n')
    assert check(CHECKER, "--resume", saved, path)[0] == 1


@pytest.mark.parametrize("change", ["a line before", "another mode", "another claim", "fewer lines"])
def test_a_board_of_other_lines(board: bytes, change: str, tmp_path: Path) -> None:
    """A board is resumed only after the same lines that came before it was saved."""
    path, saved = tmp_path / "other.jsonl", tmp_path / "board"
    saved.write_bytes(board)
    text = certificate(3, 0, 300)
    if change == "a line before":
        parts = records(text)
        parts[100]["bound"] += 1
        text = seal(parts)
    elif change == "another mode":
        text = certificate(3, 0, 300, "compact")
    elif change == "another claim":
        text = certificate(3, 0, 301)
    else:
        text = b"".join(text.splitlines(keepends=True)[:100])
    path.write_bytes(text)
    said = run_program("checker", "--resume", saved, path)
    if change == "fewer lines":
        assert (said.returncode, said.stdout) == (1, b"s NOT VERIFIED\n")
    else:
        assert (said.returncode, said.stdout) == (64, b"s ERROR\n")
        assert b"cannot be saved or resumed: it is a board of " in said.stderr


def test_boards_that_are_cut_off(board: bytes, tmp_path: Path) -> None:
    """A truncated board is refused in one line, wherever it ends. Anything after a whole one is not read."""
    path, saved = tmp_path / "right.jsonl", tmp_path / "board"
    path.write_bytes(certificate(3, 0, 300))
    for size in [*range(0, 200, 40), *range(200, len(board), len(board) // 12), len(board) - 1]:
        saved.write_bytes(board[:size])
        said = run_program("checker", "--resume", saved, path)
        assert (said.returncode, said.stdout) == (64, b"s ERROR\n")
        assert len(said.stderr.splitlines()) == 1
    saved.write_bytes(board + bytes(100))
    assert check(CHECKER, "--resume", saved, path)[0] == 0


def test_boards_of_nonsense(board: bytes, tmp_path: Path) -> None:
    """Whatever numbers a board has, the program needs at most half a gigabyte, and does not crash."""
    path, saved = tmp_path / "right.jsonl", tmp_path / "board"
    path.write_bytes(certificate(3, 0, 300))
    chance, codes = random.Random(29), list[int]()
    for number in range(24):
        changed = bytearray(board)
        at = NUMBERS + 8 * (number if number < 10 else chance.randrange((len(board) - NUMBERS) // 8 - 1))
        changed[at : at + 8] = struct.pack("<q", chance.choice([-1, 0, 7, 2**20, 2**39, 2**62, -(2**63)]))
        saved.write_bytes(changed)
        said = run_program("checker", "--resume", saved, path, memory=1 << 29)
        codes.append(said.returncode)
    assert set(codes) <= {0, 1, 2, 64}
    assert codes.count(64) > 5


def test_a_board_that_cannot_be_written(board: bytes, tmp_path: Path) -> None:
    """If the board cannot be saved, the run says so and continues."""
    path, saved, pipe = tmp_path / "right.jsonl", tmp_path / "board", tmp_path / "pipe"
    saved.write_bytes(board)
    lines = certificate(3, 0, 300).splitlines(keepends=True)
    path.write_bytes(b"".join(lines))
    os.mkfifo(pipe)
    command: list[str | Path] = [CHECKER, "--save", tmp_path / "no folder" / "board", "--resume", saved, pipe]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        with pipe.open("wb") as writer:
            feed(process, writer, lines[:200])
            process.send_signal(signal.SIGUSR1)
            writer.write(b"".join(lines[200:]))
        said = [line for line in process.stdout.read().splitlines() if not line.startswith("c checked ")]
    assert said[0].startswith("c not saved: ")
    assert said[1:] == [verifier.verify(str(path)).line]
