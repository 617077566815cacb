"""docs/architecture.md: its layers are those of import-linter, and its walks those of the commands."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support import ROOT

PAGE = ROOT / "docs" / "architecture.md"
WALK = re.compile(r"^### `zchomp (?P<command>.*)`\n\n(?P<steps>(?:\d+\. .*\n)+)", flags=re.MULTILINE)
STEP = re.compile(r"^(?P<number>\d+)\. `(?P<module>[\w/.]+)` (?P<does>.+)$", flags=re.MULTILINE)

START = ["zchomp/cli/__init__.py", "zchomp/cli/commands.py"]
"""Where every command starts."""

SHARED = re.compile(r"zchomp/(core/\w+|bars/(notation|periodic|position|results|slices)|[^/]+)\.py")
"""Modules that serve all games, which the page leaves out."""

OPTIONS = "zchomp/cli/options.py"
"""Where commands take their options from, and print their answers."""

RECORDER = """
import sys
from pathlib import Path

import zchomp.cli

HOME = str(Path(zchomp.__file__).parent.parent) + "/"
called = []


def is_at_work(frame):
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename.startswith(HOME + "zchomp/"):
            return False
        frame = frame.f_back
    return True


def record(frame, event, argument):
    name = frame.f_code.co_filename
    if event == "call" and name.startswith(HOME + "zchomp/"):
        module = name.removeprefix(HOME)
        if module not in called and is_at_work(frame):
            called.append(module)


sys.setprofile(record)
try:
    zchomp.cli.main(sys.argv[1:])
except SystemExit:
    pass
sys.setprofile(None)
Path("called.txt").write_text("\\n".join(called))
"""
"""Runs a command, and writes the modules of zchomp that it called, each once, in order. Importing is not calling."""


def walks() -> dict[str, list[str]]:
    """The walks of the page: for each command the modules, in order."""
    found = {}
    for walk in WALK.finditer(PAGE.read_text()):
        steps = list(STEP.finditer(walk["steps"]))
        assert [int(step["number"]) for step in steps] == list(range(1, walk["steps"].count("\n") + 1))
        found[walk["command"]] = [step["module"] for step in steps]
    return found


def called(command: str, folder: Path) -> list[str]:
    """The modules that a command calls, without those that the page leaves out."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ZCHOMP_LIBRARY": str(folder / "library.sqlite3")}
    arguments = [sys.executable, "-c", RECORDER, *command.split()]
    ran = subprocess.run(arguments, check=False, cwd=folder, capture_output=True, text=True, env=environment)
    assert (ran.returncode, ran.stderr) == (0, "")
    modules = (folder / "called.txt").read_text().split()
    assert modules[:2] == START
    return [module for module in modules[2:] if module != OPTIONS and not SHARED.fullmatch(module)]


LONGEST = {"prove": 16, "solve": 12, "openings": 10, "poset": 12, "grow": 12, "verify": 7}
"""The questions that have a walk, and how many modules each may pass."""


def test_the_walks() -> None:
    """Each of the questions has a walk, which is not too long."""
    assert [command.split()[0] for command in walks()] == list(LONGEST)
    assert all(len(modules) <= LONGEST[command.split()[0]] for command, modules in walks().items())


@pytest.mark.parametrize("question", LONGEST)
def test_walk(question: str, tmp_path: Path) -> None:
    """The modules on the page are those that the command calls, in the order of their first calls."""
    command = next(command for command in walks() if command.split()[0] == question)
    if question == "verify":
        called("prove --upto 5", tmp_path)
    assert walks()[command] == called(command, tmp_path)


def test_the_table_has_all_layers_in_order() -> None:
    """There is a line for every folder and module of the layers, from the top to the bottom."""
    table = PAGE.read_text().partition("\n## Layers\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `zchomp/(\w+)(?:/|\.py)` \|", table, flags=re.MULTILINE)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (layers,) = (contract["layers"] for contract in settings["contracts"] if contract["id"] == "layers")
    assert listed == [name for layer in layers for name in re.split(r" [|:] ", layer)]
