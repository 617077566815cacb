"""Homes: every module of zchomp has a test file of its name, one that imports it, or a test named here."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support import ROOT, TESTS

HOMES = {
    "amounts": "cli/test_openings.py::test_refusals",
    "cli/commands": "cli/test_options.py::test_bad_input",
    "cli/exporting": "words/test_exports.py::test_names_of_files",
    "cli/listing": "cli/test_golden.py",
    "cli/serving": "web/test_server.py",
    "engines/bars/many_rows_kernel": "engines/bars/test_many_rows.py",
    "engines/slices/three_rows_state": "hostile/test_checkpoints.py",
    "engines/slices/three_rows_kernel": "engines/slices/test_three_rows.py",
    "integers": "test_arguments.py::test_verify_expects_whole_numbers",
    "growing/files": "growing/test_certificate.py",
    "growing/inputs": "growing/test_recurrence.py",
    "growing/proofs": "growing/test_certificate.py",
    "growing/shadows": "growing/test_recurrence.py",
    "ordinals/reasons": "cli/test_ordinals.py",
    "words/citation": "cli/test_explaining.py",
    "words/data": "cli/test_json.py",
    "words/fitting": "cli/test_options.py::test_lines_fit_the_terminal",
    "words/game": "play/test_game.py",
    "words/growing": "cli/test_growing.py",
    "words/ordinals": "cli/test_ordinals.py",
    "words/solid": "cli/test_golden.py",
    "words/verdicts": "cli/test_golden.py",
}
"""The test files, or single tests, for modules that no test file imports: commands, words, compiled code."""


def modules() -> Iterator[str]:
    """The modules of zchomp, as paths without the ending. Packages do not count."""
    for path in sorted((ROOT / "zchomp").rglob("*.py")):
        if not path.stem.startswith("__"):
            yield path.relative_to(ROOT / "zchomp").with_suffix("").as_posix()


@cache
def imported() -> frozenset[str]:
    """The imports of the tests, as paths: modules, and names in modules."""
    found = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [f"{name}.{alias.name}" for name in names for alias in node.names]  # type: ignore[attr-defined]
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            found |= {name.removeprefix("zchomp.").replace(".", "/") for name in names if name.startswith("zchomp.")}
    return frozenset(found)


def own_tests(module: str) -> Path:
    """The test file with the name of a module."""
    return TESTS / Path(module).parent / f"test_{Path(module).name}.py"


@pytest.mark.parametrize("module", list(modules()))
def test_every_module_has_a_home(module: str) -> None:
    """The tests of a module are in a file of its name, in one that imports it, or where this file says."""
    own = own_tests(module)
    assert own.exists() or module in imported() or module in HOMES, f"add {own.name}, or name a test in HOMES"


@pytest.mark.parametrize("module", HOMES)
def test_every_home_exists(module: str) -> None:
    """This file names only modules and tests that exist, and no module with its own test file."""
    assert module in set(modules())
    assert not own_tests(module).exists()
    file, _, name = HOMES[module].partition("::")
    tests = [node.name for node in ast.parse((TESTS / file).read_text()).body if isinstance(node, ast.FunctionDef)]
    assert name in tests if name else tests
