"""The strategies for bars in proofs/Game/GaleBars.v: made again, byte for byte, with the openings of the theorems."""

import re
from collections.abc import Iterator
from textwrap import fill

import pytest

from tests.checker import coq_source
from zchomp.engines.bars.plain import PlainBar

TEXT = coq_source("GaleBars").read_text()
Rows = tuple[int, ...]

WIDTH = 116
"""The length of a line of a list."""


def losers_of(rows: int, columns: int) -> set[Rows]:
    """All losers within a bar, each with as many rows as the bar."""
    engine, losers = PlainBar(rows, columns), set[Rows]()
    engine._note = lambda loser: losers.add((*loser, *[0] * (rows - len(loser))))  # type: ignore[method-assign]
    while engine.done < engine.total:
        engine.advance(10_000)
    return losers


def moves(position: Rows) -> Iterator[tuple[tuple[int, int], Rows]]:
    """All moves by square, row by row, and what they leave; the poison is not taken."""
    for i, length in enumerate(position):
        for j in range(length):
            if (i, j) != (0, 0):
                yield (i, j), (*position[:i], *(min(row, j) for row in position[i:]))


def strategy_of(bar: Rows, losers: set[Rows]) -> list[Rows]:
    """The losers that the winner's answers leave, in order: after each opening, and then after each move, depth first.

    An answer that leaves a position of the list is taken, if there is one, and otherwise the first winning move.
    """
    found, todo = set[Rows](), list[Rows]()

    def answer(position: Rows) -> None:
        lost = [after for _, after in moves(position) if after in losers]
        if not found.intersection(lost):
            keep(lost[0])

    def keep(position: Rows) -> None:
        if position not in found:
            found.add(position)
            todo.append(position)

    openings = [after for _, after in moves(bar)]
    for after in filter(losers.__contains__, openings):
        keep(after)
    for after in openings:
        if after not in losers:
            answer(after)
    while todo:
        for _, after in moves(todo.pop()):
            answer(after)
    return sorted(found)


@pytest.mark.parametrize(
    ("name", "rows", "columns"),
    [("six_by_eleven", 6, 11), ("six_by_thirteen", 6, 13), ("eight_by_ten", 8, 10)],
    ids=str,
)
def test_lists_are_made_again(name: str, rows: int, columns: int) -> None:
    """Each list of GaleBars.v is the strategy that is found here, and its theorem names the openings to losers."""
    losers, bar = losers_of(rows, columns), (columns,) * rows
    listed = "; ".join(f"[{';'.join(map(str, position))}]" for position in strategy_of(bar, losers))
    text = fill(f"{listed}].", WIDTH, initial_indent="  ", subsequent_indent="  ", break_long_words=False)
    assert f"Definition {name}_strategy : list rows := [\n{text}\n" in TEXT
    (claim,) = re.findall(rf"Theorem {name} square : wins square \(repeat {columns} {rows}\) <-> (.*)\.\n", TEXT)
    wins = [square for square, after in moves(bar) if after in losers]
    assert [f"({i}, {j})" for i, j in wins] == re.findall(r"\(\d+, \d+\)", claim)
