"""Data: the vocabulary of JSON output, one word for one thing (docs/json.md, docs/schemas/).

position     its rows, top row first: [9, 7, 4]
move         {"row": 3, "column": 3, "after": [9, 7, 2]}, counted from 1; in a sum also "bar", counted from 1
slice        {"tail": [5], "nim": 0}: the rows from the third on, and the nim-value
not known    {"unknown": "the reason", "effort": 3}: the effort in seconds that is enough, or null
lower bound  {"at_least": 2, "unknown": "the reason", "effort": 3}
"""

import csv
import io
import json
from collections.abc import Iterable, Sequence

from zchomp.answers.solution import move_record
from zchomp.position import Move, Position
from zchomp.results import Unknown
from zchomp.sources import Source

__all__ = ["Data", "csv_text", "json_text", "moves_data", "number_data", "sources_data"]

Data = dict[str, object]


def json_text(value: object) -> str:
    r"""JSON on one line, with letters as they are, except for control characters, which a terminal might obey.

    >>> print(json_text(["√2", "\x9b31m", "\u202e"]))
    ["√2", "\u009b31m", "\u202e"]
    """
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def csv_text(header: Sequence[object] | None, lines: Iterable[Iterable[object]]) -> str:
    """Comma-separated values. None is an empty cell, True and False are 1 and 0, and tuples are separated by spaces.

    >>> print(csv_text(["r", "about", "tail"], [[1, "p, q", (4, 2)], [True, None, ()]]))
    r,about,tail
    1,"p, q",4 2
    1,,
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if header is not None:
        writer.writerow(header)
    writer.writerows(map(_cell, line) for line in lines)
    return text.getvalue().removesuffix("\n")


def _cell(value: object) -> object:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return int(value) if isinstance(value, bool) else value


def moves_data(bars: Sequence[Position], moves: Iterable[tuple[int, Move]]) -> list[Data]:
    """Moves in a sum, each with the number of its bar, counted from 1, and that bar after the move.

    >>> moves_data([Position((9, 7, 4))], [(0, Move(3, 3))])
    [{'bar': 1, 'row': 3, 'column': 3, 'after': [9, 7, 2]}]
    """
    return [{"bar": index + 1, **move_record(bars[index], move)} for index, move in moves]


def sources_data(sources: Iterable[Source]) -> list[str]:
    """The sources of an answer."""
    return [source.value for source in sources]


def number_data(number: int | Unknown | None) -> int | Data | None:
    """A number, a lower bound, or the reason why it is unknown."""
    return {**number.to_dict()} if isinstance(number, Unknown) else number
