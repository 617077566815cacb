"""JSON: one vocabulary for all commands, checked against the published schemas."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator

from tests.support import ROOT, SHIPPED
from zchomp.cli import main
from zchomp.cli.commands import zchomp

HOOK = ["solve", f"(100{',1' * 50})"]
"""Decided by a theorem, not by a slice."""

SCHEMA = json.loads((ROOT / "docs" / "schemas" / "zchomp.json").read_text())
COMMANDS = {
    "solve": [
        ["solve", "(3,2,1)"],
        ["solve", "(20068,20000,115)"],
        ["solve", "(3,3,3,3,3)"],
        ["solve", "(9,5,3,1)"],
        ["solve", "(9,9,9)"],
        ["solve", "(10,10,10,10,10,10,10)"],
        ["solve", f"(40{',40' * 19})"],
        HOOK,
    ],
    "solve_ordinal": [["solve", "w+2,w+2,5"], ["solve", "3xw^w"], ["solve", "w^2*2,w^2+w,w^2+w"], ["solve", "w,w,w,5"]],
    "solve_box": [["solve", "2x2xw^3"], ["solve", "2x2xw"], ["solve", "2x2xw^4"]],
    "losers_ordinal": [["losers", "--tail", "31", "--ordinal"], ["losers", "--tail", "3,1", "--ordinal"]],
    "ends_ordinal": [["losers", "9", "--ordinal"]],
    "chart_block": [["chart", "5", "--block", "2"]],
    "play_ordinal": [["play", "w2,w+4,w"], ["play", "4xw^2"], ["play", "w,3"]],
    "play_solid": [["play", "[[4,3],[2,1]]"], ["play", "[[2,2],[2,1]]", "--first", "computer"]],
    "solve_sum": [["solve", "(5,4,3) + (3,2)"], ["solve", "(5,4,3)+(5,4,3)"], ["solve", "(99,98,97)+(99,98,97)"]],
    "losers": [
        ["losers", "7"],
        ["losers", "--tail", "(3,1)"],
        ["losers", "3", "--rows", "4"],
        ["grundy", "2"],
        ["grundy", "0", "--nim", "1"],
        ["ptable", "8"],
    ],
    "grundy_bar": [["grundy", "3x4"], ["grundy", "1x3"]],
    "winners": [["winners", "3"], ["winners", "--tail", "(3,1)"], ["winners", "--tail", "0"]],
    "theorem": [["theorem", "5"], ["theorem", "--upto", "3"]],
    "theorem_statement": [["theorem", "--openings"], ["theorem", "--two-rows"]],
    "cite": [["cite"]],
    "chart": [["chart", "6"], ["chart", "--rows", "3:4", "--columns", "4:9"]],
    "sequence": [["sequence", "A029901"]],
    "stats": [["stats", "--upto", "59"]],
    "census": [["census", "--upto", "500"]],
    "height": [["height", "(5,3,2)"], ["height", "(4,4,4)"], ["height", "(10000000000,2)"]],
    "conjectures": [["conjectures", "4"], ["conjectures", "--tail", "(3,1)"], ["conjectures", "0"]],
    "genfun": [["genfun", "5"], ["genfun", "0"], ["genfun", "--tail", "(2,1)"]],
    "prove": [["prove", "--upto", "5"], ["prove", "--rows", "4", "--upto", "3", "--mode", "compact"]],
    "verify": [["verify", str(SHIPPED)]],
    "library": [["library", "--library", "library.sqlite3"]],
    "doctor": [["doctor"]],
    "poset": [
        ["poset", "boolean", "8", "--effort", "0.3"],
        ["poset", "bar", "3x4"],
        ["poset", "divisors", "12", "--nim"],
        ["poset", "platonic", "dodecahedron", "--after", "body"],
        ["poset", "graph", "star", "70"],
    ],
    "solve_solid": [["solve", "[[4,3],[2,1]]"], ["solve", "[[2,1],[1]]"]],
    "grow": [["grow", "bar", "3"], ["grow", "order", "x < c2, d1 < x", "--nim", "1"], ["grow", "box", "2x2"]],
    "openings": [
        ["openings", "3x4", "--count"],
        ["openings", "3x4", "--several"],
        ["openings", "2x2x3"],
        ["openings", "2x3x5", "--count", "--several"],
    ],
    "graph": [["graph", "(3,2)"]],
    "play": [
        ["play", "(100000,20000,116)+(20068,20000,115)"],
        ["play", "(5,4,4)"],
        ["play", "(3,2)+(2,2)"],
        ["play", "(40,39,38,37,36,35)"],
    ],
    "unknown": [
        ["solve", "(1000000,100000,90000)"],
        ["losers", "99999"],
        ["poset", "subsets", "8", "--upto", "5", "--effort", "0.3"],
    ],
}


def answers(name: str, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> list[Any]:
    """The JSON that a command prints: one value, or one for every line of a game."""
    assert main([*arguments, "--json"]) == (1 if name == "unknown" else 0)
    out, err = capsys.readouterr()
    assert err == ""
    return [json.loads(line) for line in out.splitlines()]


def validator(name: str) -> Draft202012Validator:
    """The validator of an answer, or of a table with lines of one kind. Both also follow the schema as a whole."""
    one: dict[str, Any] = {"$ref": f"#/$defs/{name}", "required": ["version"]}
    if {"$ref": one["$ref"]} in SCHEMA["$defs"]["table"]["properties"]["lines"]["items"]["anyOf"]:
        one = {"properties": {"lines": {"items": {"$ref": one["$ref"]}}}}
    return Draft202012Validator({"allOf": [one], **SCHEMA})


@pytest.mark.parametrize(
    ("name", "arguments"),
    [(name, arguments) for name, commands in COMMANDS.items() for arguments in commands],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_output_is_as_published(
    name: str,
    arguments: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """The output of every command follows its schema."""
    monkeypatch.chdir(tmp_path)
    if name == "library":
        assert main(["prove", "--upto", "5", "--library", "library.sqlite3"]) == 0
        capsys.readouterr()
    monkeypatch.setattr("sys.stdin", io.StringIO("hint\n2 2\n1 0 0\n9 9\n1 1\nno\nwhy\nundo\nresign\nhelp\n"))
    found = answers(name, arguments, capsys)
    assert len(found) > 3 if name.startswith("play") else len(found) == 1
    for answer in found:
        validator(name).validate(answer)


def changed(value: Any) -> Iterator[Any]:
    """A value with one field dropped, added, or given another type, at every depth."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield {other: kept for other, kept in value.items() if other != key}
            yield from ({**value, key: other} for other in changed(item))
        yield {**value, "another": 1}
    elif isinstance(value, list):
        for i, item in enumerate(value[:2]):
            yield from ([*value[:i], other, *value[i + 1 :]] for other in changed(item))
    else:
        yield 1.5
        yield {"number": value}


ALTERED = [
    *("solve", "solve_ordinal", "solve_sum", "losers", "losers_ordinal", "ends_ordinal", "winners"),
    *("chart", "chart_block", "census", "height", "genfun", "graph"),
]


@pytest.mark.parametrize("name", ALTERED)
def test_schemas_refuse_changed_records(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The schema notices every field that is dropped, added or changed in type."""
    check, count = validator(name), 0
    for arguments in COMMANDS[name]:
        (answer,) = answers(name, arguments, capsys)
        for other in changed(answer):
            assert not check.is_valid(other), other
            count += 1
    assert count > 20


def test_every_command_with_data_has_a_schema() -> None:
    """Every command that takes --json is described, and the schema itself is valid."""
    Draft202012Validator.check_schema(SCHEMA)
    ctx = click.Context(zchomp)
    commands = {name: zchomp.get_command(ctx, name) for name in zchomp.list_commands(ctx)}
    with_json = {
        name for name, command in commands.items() if command and any("--json" in one.opts for one in command.params)
    }
    assert with_json | {"grow", "poset"} == {arguments[0] for commands in COMMANDS.values() for arguments in commands}
    kinds = [SCHEMA["$defs"]["answer"]["anyOf"], SCHEMA["$defs"]["table"]["properties"]["lines"]["items"]["anyOf"]]
    assert {part["$ref"].rpartition("/")[2] for parts in kinds for part in parts} == set(COMMANDS)
