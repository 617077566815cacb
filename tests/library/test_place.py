"""Where the library is, and that tests stay away from the user's own."""

import os
import re
import sys
from pathlib import Path

import pytest

from tests.support import run_python
from zchomp.answers.oracle import the_oracle
from zchomp.library.place import NAME, VARIABLE, usual_place

PROVE = f"import sys; sys.argv = ['zchomp', 'prove', '--upto', '2']; from zchomp.__main__ import run; run()  # {NAME}"


def test_tests_have_no_library() -> None:
    """In a test there is no library at all, neither here nor in a program that it starts, unless it makes one."""
    assert usual_place() is None
    assert os.environ[VARIABLE] == ""
    assert the_oracle()._knowledge._library is None
    assert run_python("from zchomp.library.place import usual_place; print(usual_place())").stdout == "None\n"


def test_the_data_folder_stays_empty(tmp_path: Path) -> None:
    """`prove` in a test leaves nothing in the data folder; without the variable, it keeps the claim there."""
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "LOCALAPPDATA": str(tmp_path / "data")}
    quiet = run_python(PROVE, tmp_path, **home)
    assert quiet.returncode == 0, quiet.stderr
    assert [path.name for path in tmp_path.rglob("*")] == ["chomp-3rows-2.jsonl"]
    kept = run_python(f"import os; del os.environ[{VARIABLE!r}]; {PROVE}", tmp_path, **home)
    assert re.search(r"kept, \d+ kB, for later questions", kept.stdout)
    assert [path.name for path in tmp_path.rglob("*.sqlite3")] == [NAME]
    if sys.platform == "linux":
        assert (tmp_path / "data" / "zchomp" / NAME).is_file()


def test_the_variable_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable names the file; empty, it means that there is none."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "mine"))
    assert usual_place() == tmp_path / "mine"
    monkeypatch.setenv(VARIABLE, "")
    assert usual_place() is None
