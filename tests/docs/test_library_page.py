"""The table of docs/library.md that leads from commands to functions: all commands are in it, and all names exist."""

import pkgutil
import re
import runpy

import pytest

import zchomp
from tests.support import ROOT

SECTION = (ROOT / "docs" / "library.md").read_text().partition("## From commands")[2].partition("\n## ")[0]
ROWS = re.findall(r"^\| `zchomp ([a-z ]+)` \| (.*) \|$", SECTION, flags=re.MULTILINE)
NAME = re.compile(r"`zchomp\.([\w.]+)")
COMMANDS = {name for name, _ in runpy.run_path(str(ROOT / "docs" / "_ext" / "commands.py"))["all_commands"]()}


def test_every_command_is_in_the_table() -> None:
    """Each command, and each subcommand of grow and plot, has one line; there are no others."""
    listed = [f"zchomp {words}" for words, _ in ROWS]
    assert len(set(listed)) == len(listed)
    assert set(listed) <= COMMANDS
    assert {name.split()[1] for name in listed} == {name.split()[1] for name in COMMANDS if " " in name}
    for group in ("zchomp grow ", "zchomp plot "):
        assert {name for name in listed if name.startswith(group)} == {n for n in COMMANDS if n.startswith(group)}


@pytest.mark.parametrize("words", [words for words, _ in ROWS])
def test_every_line_has_a_name(words: str) -> None:
    """A command has at least one function or class."""
    assert NAME.findall(dict(ROWS)[words])


@pytest.mark.parametrize("name", sorted(set(NAME.findall(SECTION)) - {"growing", "ordinals", "posets"}))
def test_names_exist(name: str) -> None:
    """Every name exists, and can be called; those of `zchomp` and of its public modules are public."""
    assert callable(pkgutil.resolve_name(f"zchomp.{name}"))
    module, _, last = name.rpartition(".")
    if not module:
        assert last in dir(zchomp)
    elif module in {"growing", "ordinals", "posets"}:
        assert last in pkgutil.resolve_name(f"zchomp.{module}").__all__
