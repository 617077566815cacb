"""A bare environment: what a user has after `pip install .`, without any extra."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.questions.bare import packages_of_extras
from tests.support import ROOT


@pytest.fixture(name="tried", scope="module", params=["hidden", pytest.param("installed", marks=pytest.mark.release)])
def everything_tried(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What `bare.py` tried, with what went wrong: here with the extras hidden, or in an environment without them."""
    folder, program, hidden = tmp_path_factory.mktemp("bare"), Path(sys.executable), packages_of_extras()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    if request.param == "installed":
        subprocess.run([program, "-m", "venv", folder / "venv"], check=True)
        program, hidden = folder / "venv" / "bin" / "python", []
        subprocess.run([program, "-m", "pip", "install", "-q", ROOT], check=True)
        del environment["PYTHONPATH"]
    command: list[str | Path] = [program, Path(__file__).with_name("bare.py"), ROOT / "README.md", *hidden]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment)
    assert result.returncode == 0, result.stderr
    found: dict[str, str] = json.loads(result.stdout)
    return found


def test_everything_works_without_extras(tried: dict[str, str]) -> None:
    """Commands of the README, every help, `help`, `dir`, `getmembers` and completion work without any extra."""
    assert {name: problem for name, problem in tried.items() if problem} == {}
    assert {"help(zchomp)", "zchomp prove --upto 115", "zchomp losers 5", "zchomp poset chains --help"} <= set(tried)
    assert {"zchomp.plot_bar", "completion of 'zchomp prove --'", "getmembers(zchomp.posets)"} <= set(tried)
