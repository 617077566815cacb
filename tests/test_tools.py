"""The tools find nothing, every test says what it checks, and every published table is used."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants import EXPLAINED, TABLE, mutants_of, rows_of
from tests.support import ROOT, TESTS

BIN = Path(sys.executable).parent
FILES = sorted([*TESTS.rglob("test_*.py"), *(ROOT / "benches").rglob("test_*.py")])


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "format", "--check", "."],
        ["ruff", "check", "."],
        ["mypy"],
        ["lint-imports", "--no-cache"],
    ],
    ids=" ".join,
)
def test_tool(command: list[str]) -> None:
    """The tool finds no problem."""
    result = subprocess.run(
        [str(BIN / command[0]), *command[1:]], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert result.returncode == 0, result.stdout + result.stderr


def asserts(test: ast.FunctionDef) -> bool:
    """Whether a test asserts or expects something, or measures."""
    return "benchmark" in {argument.arg for argument in test.args.args} or any(
        isinstance(node, ast.Assert) or (isinstance(node, ast.Attribute) and node.attr == "raises")
        for node in ast.walk(test)
    )


def test_every_test_says_what_it_is_about() -> None:
    """Every test has a docstring of at least one sentence, and asserts or expects something."""
    tests = [
        (f"{path.relative_to(ROOT)}::{node.name}", bool(ast.get_docstring(node)), asserts(node))
        for path in FILES
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    assert len(tests) > 1000
    assert [test for test in tests if test[1:] != (True, True)] == []


def test_every_table_names_its_source() -> None:
    """A published table says where it was published, and a test reads it."""
    tests = "".join(path.read_text() for path in FILES)
    for path in (TESTS / "tables").iterdir():
        assert path.read_text().startswith(("# source: [", "# source: OEIS")), path.name
        assert path.name in tests


def test_mutants() -> None:
    """Of 150 mutants, nine in ten are killed, and the rest is explained. Three in four are still mutants of the code.

    After a change of much of the code, run the command in the first line of the table again.
    """
    made, counts, *rows = TABLE.read_text().splitlines()
    verdicts, explained = rows_of(TABLE), rows_of(EXPLAINED)
    killed = {name for name, verdict in verdicts.items() if verdict.startswith("killed by ")}
    assert made == "# made by python -m tests.mutants --count 150 --seed 1 --out tests/mutants.txt"
    assert counts == f"# 150 mutants: {len(killed)} killed, {150 - len(killed)} explained, 0 survived"
    assert len(rows) == len(verdicts) == 150
    assert len(killed) >= 135
    assert all(verdicts[name] == f"explained: {explained[name]}" for name in verdicts.keys() - killed)
    mutants = {str(mutant) for path in (ROOT / "zchomp").rglob("*.py") for mutant in mutants_of(path)}
    assert len(mutants & verdicts.keys()) >= 113


def test_every_explained_mutant_exists() -> None:
    """Each line that explains a mutant names one that the code has, once, and gives a reason."""
    lines = [line for line in EXPLAINED.read_text().splitlines() if line and not line.startswith("#")]
    explained = rows_of(EXPLAINED)
    assert len(explained) == len(lines) > 0
    assert all(explained.values())
    modules = {name.partition(" | ")[0] for name in explained}
    assert explained.keys() <= {str(mutant) for module in modules for mutant in mutants_of(ROOT / module)}
