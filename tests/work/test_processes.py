"""Processes: a program of Python finds the same modules, and its end is told as it was."""

import signal
import subprocess
from pathlib import Path

import pytest

from zchomp.work.processes import how_it_ended, python_program


def test_a_program_finds_the_modules_and_its_words(tmp_path: Path) -> None:
    """It runs `main` of a module that is found where this process finds it, in any folder."""
    command = python_program("tests.work.saying", "one", 2)
    said = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (said.returncode, said.stdout, said.stderr) == (0, "one 2\n", "")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, "ended with code 0"),
        (3, "ended with code 3"),
        (-signal.SIGTERM, "was ended by SIGTERM"),
        (-signal.SIGKILL, "was ended by SIGKILL, which can mean that there was not enough memory"),
        (-200, "was ended by signal 200"),
    ],
)
def test_memory_is_named_for_one_signal_only(code: int, words: str) -> None:
    """Memory is named only for the signal by which a system ends a process that has too much of it."""
    assert how_it_ended(code) == words
