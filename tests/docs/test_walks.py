"""docs/architecture.md: its layers are those of import-linter, and its walks those of the commands.

The figures of the structure are printed: `pytest tests/docs/test_walks.py -rP`.
"""

import ast
import json
import os
import re
import subprocess
import sys
import tokenize
import tomllib
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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
import json
import sys
from pathlib import Path

import zchomp.cli

HOME = str(Path(zchomp.__file__).parent.parent) + "/"
called, asked = [], []


def is_inside(frame, name):
    while (frame := frame.f_back) is not None:
        if frame.f_code.co_qualname == name:
            return True
    return False


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
        if frame.f_code.co_qualname == "Session.ask" and not is_inside(frame, "Session.ask"):
            asked.append(module)


sys.setprofile(record)
try:
    zchomp.cli.main(sys.argv[1:])
except SystemExit:
    pass
sys.setprofile(None)
imported = [name for name in sys.modules if name.partition(".")[0] == "zchomp"]
Path("run.json").write_text(json.dumps({"called": called, "asked": len(asked), "imported": len(imported)}))
"""
"""Runs a command, and writes the modules of zchomp that it called, each once, in order. Importing is not calling.

It also counts the questions, and the modules that were imported.
"""


def walks() -> dict[str, list[str]]:
    """The walks of the page: for each command the modules, in order."""
    found = {}
    for walk in WALK.finditer(PAGE.read_text()):
        steps = list(STEP.finditer(walk["steps"]))
        assert [int(step["number"]) for step in steps] == list(range(1, walk["steps"].count("\n") + 1))
        found[walk["command"]] = [step["module"] for step in steps]
    return found


def recorded(command: str, folder: Path) -> dict[str, Any]:
    """What the recorder writes about a command, without the modules that the page leaves out."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ZCHOMP_LIBRARY": str(folder / "library.sqlite3")}
    arguments = [sys.executable, "-c", RECORDER, *command.split()]
    ran = subprocess.run(arguments, check=False, cwd=folder, capture_output=True, text=True, env=environment)
    assert (ran.returncode, ran.stderr) == (0, "")
    run: dict[str, Any] = json.loads((folder / "run.json").read_text())
    assert run["called"][:2] == START
    passed = [module for module in run["called"][2:] if module != OPTIONS and not SHARED.fullmatch(module)]
    return run | {"called": passed}


@cache
def run_of(question: str) -> dict[str, Any]:
    """What is recorded about the walk of a question."""
    with TemporaryDirectory() as folder:
        if question == "verify":
            recorded("prove --upto 5", Path(folder))
        command = next(command for command in walks() if command.split()[0] == question)
        return recorded(command, Path(folder)) | {"command": command}


LONGEST = {"prove": 16, "solve": 12, "openings": 10, "poset": 12, "grow": 12, "verify": 7}
"""The questions that have a walk, and how many modules each may pass."""


VERIFIERS = {f"zchomp/proof/{name}.py" for name in ("verifier", "growing_verifier", "strategy_verifier")}

MOST_IMPORTED = 70
"""How many modules of zchomp `zchomp solve 9,7,4` may import."""


def test_the_walks() -> None:
    """Each of the questions has a walk, which is not too long."""
    assert [command.split()[0] for command in walks()] == list(LONGEST)
    assert all(len(modules) <= LONGEST[command.split()[0]] for command, modules in walks().items())


@pytest.mark.parametrize("question", LONGEST)
def test_walk(question: str) -> None:
    """The modules on the page are those that the command calls, in the order of their first calls."""
    run = run_of(question)
    assert walks()[run["command"]] == run["called"]


UNSEEN = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
"""Tokens that are no words of a program."""


def tokens(text: str) -> int:
    r"""The number of tokens of a program without comments and docstrings, which does not depend on its line breaks.

    >>> tokens("x = (\n    'a'  # a letter\n)\n'words'\nf()\n")
    8
    """
    docstrings = {
        (node.lineno, node.col_offset)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    found = tokenize.generate_tokens(StringIO(text).readline)
    return sum(one.type not in UNSEEN and one.start not in docstrings for one in found)


MODULES = {str(path.relative_to(ROOT)): path.read_text() for path in sorted((ROOT / "zchomp").rglob("*.py"))}


def test_figures() -> None:
    """The size of the package is printed. Few modules are imported by a question."""
    words = sum(len(path.read_text().split()) for path in (ROOT / "docs").glob("*.md"))
    lines = sum(text.count("\n") for text in MODULES.values())
    figures = {
        "modules": len(MODULES),
        "lines": lines,
        "tokens without comments and docstrings": sum(map(tokens, MODULES.values())),
        "words in docs/": words,
    }
    runs = [run_of(question) for question in LONGEST]
    figures |= {f"modules passed by {run['command']}": len(run["called"]) for run in runs}
    figures |= {f"questions asked by {run['command']}": run["asked"] for run in runs}
    figures |= {f"modules imported by {run['command']}": run["imported"] for run in runs}
    sys.stdout.write("".join(f"{figure:>9,}  {name}\n" for name, figure in figures.items()))
    assert run_of("solve")["imported"] <= MOST_IMPORTED
    assert 1 <= run_of("solve")["asked"] <= 2


def test_names_of_classes() -> None:
    """No two modules have a class of the same name, but for verifiers, each of which stands alone."""
    names = [
        (node.name, name)
        for name, text in MODULES.items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef)
    ]
    places = {name: [module for other, module in names if other == name] for name, _ in names}
    shared = {name: modules for name, modules in places.items() if len(modules) > 1}
    assert {name: modules for name, modules in shared.items() if not VERIFIERS.issuperset(modules)} == {}


def test_the_table_has_all_layers_in_order() -> None:
    """There is a line for every folder and module of the layers, from the top to the bottom."""
    table = PAGE.read_text().partition("\n## Layers\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `zchomp/(\w+)(?:/|\.py)` \|", table, flags=re.MULTILINE)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (layers,) = (contract["layers"] for contract in settings["contracts"] if contract["id"] == "layers")
    assert listed == [name for layer in layers for name in re.split(r" [|:] ", layer)]
