"""The table of [BHMS05], sections 1 to 7: its theorems are those of Coq, and its commands print what it states."""

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support import ROOT
from zchomp.cli import main
from zchomp.proof.checking import verify


class Row(NamedTuple):
    """A line of the table."""

    statement: str
    section: str
    status: str
    theorem: str
    command: str
    prints: str


ROWS = [
    Row(*(cell.strip() for cell in line.strip("|").split(" | ")))
    for line in (ROOT / "docs" / "results-posets.md").read_text().splitlines()
    if re.search(r" \| [1-7](\.[12])? \| ", line)
]


def test_every_section_is_there() -> None:
    """Each of the sections 1 to 7 has a line, and each line a status that the page explains."""
    assert {row.section[0] for row in ROWS} == set("1234567")
    for row in ROWS:
        assert re.match(r"\*\*(proved|by search|open|false|verified certificate)\*\*", row.status), row.statement


def test_theorems_are_those_of_coq() -> None:
    """Everything that the table calls a theorem is in the list of theorems whose assumptions Coq prints."""
    listed = set(re.findall(r"@(\w+)", (ROOT / "proofs" / "Assumptions.v").read_text()))
    named = {row: re.findall(r"`(\w+)`", row.theorem) for row in ROWS}
    assert sum(map(len, named.values())) > 15
    for row, names in named.items():
        assert set(names) <= listed
        assert bool(names) == (" in Coq" in row.status), row.statement


@pytest.mark.parametrize("row", [row for row in ROWS if row.command != "–"], ids=lambda row: row.command)
def test_commands(row: Row, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A command prints what its line states, and a certificate that it writes is verified."""
    path = tmp_path / "proof.jsonl"
    words = [
        str(path) if word == "FILE" else word
        for word in shlex.split(row.command.strip("`").replace("(", "'(").replace(")", ")'"))
    ]
    assert main(words) == 0
    assert row.prints in capsys.readouterr().out
    assert path.exists() == ("verified certificate" in row.status)
    if path.exists():
        assert verify(path).code == 0
