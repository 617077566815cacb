"""Processes: a Python program finds the same modules, and the way it ended is reported."""

import signal
import subprocess
from pathlib import Path

import pytest

from zchomp.core.runs import how_it_ended, python_program


def test_a_program_finds_the_modules_and_its_words(tmp_path: Path) -> None:
    """It runs `main` of a module found in the same place as in this process, from any folder."""
    command = python_program("tests.core.saying", "one", 2)
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
    """Memory is mentioned only for the signal with which a system kills a process that uses too much of it."""
    assert how_it_ended(code) == words
