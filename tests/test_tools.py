"""The tools: format, lint, types, layers, and the project's own rules."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT, TESTS

MODULES = sorted((ROOT / "zchomp").rglob("*.py"))
BIN = Path(sys.executable).parent


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


@pytest.mark.parametrize("path", sorted(TESTS.rglob("test_*.py")), ids=lambda path: str(path.relative_to(TESTS)))
def test_every_test_says_what_it_is_about(path: Path) -> None:
    """Every test has a docstring of at least one sentence, and asserts or expects something."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            assert ast.get_docstring(node), f"{node.name} has no docstring"
            checks = any(
                isinstance(inner, ast.Assert) or (isinstance(inner, ast.Attribute) and inner.attr == "raises")
                for inner in ast.walk(node)
            )
            assert checks or "benchmark" in {argument.arg for argument in node.args.args}, (
                f"{node.name} asserts nothing"
            )


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_are_small_and_documented(path: Path) -> None:
    """A module has a docstring, at most 400 lines, and a list of its public names."""
    source = path.read_text()
    tree = ast.parse(source)
    assert ast.get_docstring(tree)
    assert len(source.splitlines()) <= 400
    if path.stem not in {"verifier", "__main__"} and len(tree.body) > 1:
        assert any(
            isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__" for node in tree.body
        )


def public_names(tree: ast.Module) -> set[str]:
    """The names in the list __all__ of a module."""
    lists = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__"
    ]
    return {name for value in lists if isinstance(value, ast.List) for name in ast.literal_eval(value)}


def test_modules_use_public_names_of_each_other() -> None:
    """What one module imports from another is in the list of its public names, or is a module."""
    trees = {path.relative_to(ROOT).with_suffix("").as_posix(): ast.parse(path.read_text()) for path in MODULES}
    modules = {name.removesuffix("/__init__").replace("/", "."): tree for name, tree in trees.items()}
    public = {name: names for name, tree in modules.items() if (names := public_names(tree))}
    used = {
        (node.module, alias.name)
        for tree in modules.values()
        for outer in ast.walk(tree)
        if not (isinstance(outer, ast.If) and getattr(outer.test, "id", "") == "TYPE_CHECKING")
        for node in ast.iter_child_nodes(outer)
        if isinstance(node, ast.ImportFrom) and node.module in public
        for alias in node.names
    }
    assert len(used) > 500
    private = {
        (module, name) for module, name in used if f"{module}.{name}" not in modules and name not in public[module]
    }
    assert private == set()


def test_every_table_names_its_source() -> None:
    """A published table says where it was published, and a test reads it."""
    tests = "".join(path.read_text() for path in TESTS.rglob("test_*.py"))
    for path in (TESTS / "tables").iterdir():
        assert path.read_text().startswith("# source: [") or path.read_text().startswith("# source: OEIS")
        assert path.name in tests
