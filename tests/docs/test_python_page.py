"""The table of docs/python.md from commands to functions: all commands are in it, and all names exist."""

import inspect
import pkgutil
import re
import runpy

import pytest

import zchomp
from tests.support import ROOT

SECTION = (ROOT / "docs" / "python.md").read_text().partition("## From commands")[2].partition("\n## ")[0]
ROWS = re.findall(r"^\| `zchomp ([a-z ]+)` \| (.*) \|$", SECTION, flags=re.MULTILINE)
MODULES = {"growing", "ordinals", "posets", "solid"}
"""The public modules other than `zchomp` itself."""

NAME = re.compile(r"`zchomp\.([\w.]+)")
CALL = re.compile(r"`zchomp\.([\w.]+)\(([^)]+)\)`")
COMMANDS = {name for name, _ in runpy.run_path(str(ROOT / "docs" / "_ext" / "commands.py"))["all_commands"]()}


def test_every_command_is_in_the_table() -> None:
    """Each command, and each subcommand of grow and plot, has exactly one line, and there are no others."""
    listed = [f"zchomp {words}" for words, _ in ROWS]
    assert len(set(listed)) == len(listed)
    assert set(listed) <= COMMANDS
    assert {name.split()[1] for name in listed} == {name.split()[1] for name in COMMANDS if " " in name}
    for group in ("zchomp grow ", "zchomp plot "):
        assert {name for name in listed if name.startswith(group)} == {n for n in COMMANDS if n.startswith(group)}


@pytest.mark.parametrize("words", [words for words, _ in ROWS])
def test_every_line_has_a_name(words: str) -> None:
    """A command has at least one public name, or the file that answers it."""
    line = dict(ROWS)[words]
    files = re.fullmatch(r"not public: `(zchomp/[a-z_/]+\.py)`", line)
    assert NAME.findall(line) or (files and (ROOT / files[1]).is_file())


@pytest.mark.parametrize("name", sorted(set(NAME.findall(SECTION)) - MODULES))
def test_names_exist(name: str) -> None:
    """Every name is public, and can be called."""
    assert callable(pkgutil.resolve_name(f"zchomp.{name}"))
    module, _, last = name.rpartition(".")
    assert module in {"", *MODULES}
    assert last in (pkgutil.resolve_name(f"zchomp.{module}").__all__ if module else dir(zchomp))


@pytest.mark.parametrize(("name", "arguments"), sorted(set(CALL.findall(SECTION))))
def test_arguments_are_named_as_in_the_code(name: str, arguments: str) -> None:
    """Words that stand for arguments are the names of the first parameters, in order."""
    parameters = list(inspect.signature(pkgutil.resolve_name(f"zchomp.{name}")).parameters)
    for place, word in enumerate(arguments.split(", ")):
        key, by_name, _ = word.partition("=")
        if by_name:
            assert key in parameters
        elif key.isidentifier():
            assert key == parameters[place].rstrip("_")
