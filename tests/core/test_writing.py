"""Files are written in one step, or not at all."""

import os
import resource
import signal
import stat
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.support import SHIPPED, WITHOUT_BYTECODE
from zchomp.cli import main
from zchomp.core.files import open_file, write_file


def test_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the last step fails, the old file is unchanged, and there is no other."""
    path = tmp_path / "one.txt"
    path.write_text("old")
    monkeypatch.setattr(Path, "replace", Mock(side_effect=OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space left") as problem:
        write_file(path, "new")
    assert problem.value.filename == str(path)
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {"one.txt": "old"}


def test_permissions_and_links(tmp_path: Path) -> None:
    """Permissions stay. A link stays, and its target is written. A device is written to, and stays a device."""
    path, link = tmp_path / "one.txt", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o600)
    link.symlink_to(path)
    write_file(link, b"new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    write_file(os.devnull, "gone")
    assert not Path(os.devnull).is_file()


def write_and_fail(path: Path, error: BaseException) -> None:
    """Write a piece, and fail before the next."""
    with open_file(path) as file:
        file.write(b"three")
        raise error


def test_piece_by_piece(tmp_path: Path) -> None:
    """Nobody sees a file before its last piece is written. A failed one leaves nothing, and its error is unchanged."""
    path = tmp_path / "one.txt"
    with open_file(path) as file:
        file.write(b"one, ")
        assert not path.exists()
        file.write(b"two")
    assert path.read_bytes() == b"one, two"
    for error in (RuntimeError("broken"), KeyboardInterrupt(), FileNotFoundError(2, "not there", "another file")):
        with pytest.raises(type(error)) as problem:
            write_and_fail(path, error)
        assert problem.value is error
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {"one.txt": "one, two"}
    with open_file(os.devnull) as device:
        device.write(b"gone")
    assert not Path(os.devnull).is_file()


def test_a_circle_of_links(tmp_path: Path) -> None:
    """Circular links are an error with a name, for files and for certificates."""
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(OSError) as problem:  # noqa: PT011 - its name is what matters
        write_file(tmp_path / "a", "text")
    assert problem.value.filename == str(tmp_path / "a")
    assert main(["prove", "--upto", "3", "--out", str(tmp_path / "a")]) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["export", "--coq", str(SHIPPED), "--out", "FILE.v"],
        ["export", "slices", str(SHIPPED), "--out", "FILE.csv"],
        ["export", "slices", str(SHIPPED), "--out", "FILE.parquet"],
        ["graph", "(6,5,4)", "--out", "FILE.graphml"],
        ["graph", "(6,5,4)", "--out", "FILE.dot"],
        ["plot", "chart", "--out", "FILE.png"],
        ["poset", "platonic", "cube", "--proof", "FILE.json"],
    ],
    ids=" ".join,
)
def test_full_disk(arguments: list[str], tmp_path: Path) -> None:
    """A full disk leaves the old file, names the right one in one line, and gives exit code 1."""
    name = next(word for word in arguments if word.startswith("FILE"))
    (tmp_path / name).write_text("old")

    def small_files() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400))

    result = subprocess.run(
        [sys.executable, "-m", "zchomp", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, **WITHOUT_BYTECODE},
        preexec_fn=small_files,
    )
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1] == f"zchomp: cannot use {name!r}: File too large"
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [(name, "old")]
