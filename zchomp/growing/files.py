"""Files of orders: relations in a text file, or in JSON with the names of further elements."""

import json
from os import PathLike
from pathlib import Path

from zchomp.errors import InvalidPoset, quote, require_path
from zchomp.growing.families import GrowingFamily, from_relations
from zchomp.user_files import read_file

__all__ = ["from_file"]

MOST_BYTES = 1_000_000
"""The largest file that is read."""

EXPECTED = 'expected {"relations": ["x < y", "d[i-1] < c[i]"]}, with "elements": ["z"] if some are in no relation'


def from_file(path: str | PathLike[str]) -> GrowingFamily:
    """The order in a file: .json with "relations" and possibly "elements", or text with one relation per line.

    In a text file, lines that begin with # are comments.

    Raises InvalidPoset if the file does not describe an order, and OSError if it cannot be read.
    """
    require_path(path)
    shown = quote(str(path), 200)
    try:
        text = read_file(path, MOST_BYTES, InvalidPoset).decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidPoset(f"{shown} is not text in UTF-8; expected relations") from None
    title = f"the order of {Path(path).name}"
    if Path(path).suffix.lower() != ".json":
        lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
        return from_relations("\n".join(lines), title=title)
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidPoset(f"{shown} is not JSON; {EXPECTED}") from None
    if not isinstance(record, dict) or not {"relations"} <= record.keys() <= {"relations", "elements"}:
        raise InvalidPoset(f"{shown} has no relations, or entries of another name; {EXPECTED}")
    parts = [record["relations"], record.get("elements", [])]
    if not all(isinstance(part, list) and all(isinstance(one, str) for one in part) for part in parts):
        raise InvalidPoset(f"{shown} has entries that are not lists of texts; {EXPECTED}")
    return from_relations(",".join([*parts[0], *parts[1]]), title=title)
