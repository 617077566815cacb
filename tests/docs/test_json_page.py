"""The page on JSON: shared keys, and keys of one command, agree with the published schema."""

import json
import re
from collections.abc import Iterator

import pytest

from tests.support import ROOT

PAGE = (ROOT / "docs" / "json.md").read_text()
DEFINITIONS = json.loads((ROOT / "docs" / "schemas" / "zchomp.json").read_text())["$defs"]
SECTIONS = dict(re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", PAGE, flags=re.MULTILINE))
SHARED = [
    key
    for title, text in SECTIONS.items()
    if title.startswith("Shared keys")
    for cell in re.findall(r"^\| (`[^|]*) \|", text, flags=re.MULTILINE)
    for key in re.findall(r"`(\w+)`", cell)
]
OWN = [
    (command, key)
    for command, cell in re.findall(r"^\| `(\w+)` \| (`\w+`(?:, `\w+`)*) \| .* \| .* \|$", PAGE, flags=re.MULTILINE)
    for key in re.findall(r"`(\w+)`", cell)
]


def keys(schema: object) -> Iterator[str]:
    """All keys of objects in a schema, including the definitions that it refers to."""
    if isinstance(schema, list):
        for part in schema:
            yield from keys(part)
    elif isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            yield from schema["properties"]
        if "$ref" in schema:
            yield from keys(DEFINITIONS[schema["$ref"].rpartition("/")[2]])
        for part in schema.values():
            yield from keys(part)


def keys_by_command() -> dict[str, set[str]]:
    """The keys of each command, in all its forms."""
    found: dict[str, set[str]] = {}
    for schema in DEFINITIONS.values():
        for command in re.findall(r"zchomp (\w+)", schema["description"]):
            found.setdefault(command, set()).update(keys(schema))
    return found


KEYS = keys_by_command()


@pytest.mark.parametrize("command", KEYS)
def test_every_key_of_a_command_is_explained(command: str) -> None:
    """A key of a command has a line for that command, or a shared line."""
    own = {key for name, key in OWN if name == command}
    assert KEYS[command] - own - set(SHARED) == set()
    assert own - KEYS[command] == set()
