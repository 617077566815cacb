"""The strategies for bars in proofs/Game/GaleBars.v: lists of losers, and the openings that the theorems name."""

import re

import pytest

from tests.checker import coq_source
from zchomp.engines.bars.plain import PlainBar
from zchomp.position import Position

TEXT = coq_source("GaleBars").read_text()


@pytest.mark.parametrize(("name", "rows", "columns"), [("six_by_eleven", 6, 11), ("eight_by_ten", 8, 10)], ids=str)
def test_lists_are_losers(name: str, rows: int, columns: int) -> None:
    """A list of GaleBars.v has losers of that bar only, and its theorem names the openings that lead to losers."""
    engine, losers = PlainBar(rows, columns), set[tuple[int, ...]]()
    engine._note = lambda loser: losers.add(tuple(row for row in loser if row))  # type: ignore[method-assign]
    while engine.done < engine.total:
        engine.advance(10_000)
    (listed,) = re.findall(rf"Definition {name}_strategy : list rows := \[(.*?)\]\.\n", TEXT, flags=re.DOTALL)
    positions = [tuple(map(int, words.split(";"))) for words in re.findall(r"\[([\d;]+)\]?", listed)]
    assert len(positions) > 300
    assert {tuple(row for row in position if row) for position in positions} <= losers
    (claim,) = re.findall(rf"Theorem {name} square : wins square \(repeat {columns} {rows}\) <-> (.*)\.\n", TEXT)
    bar = Position((columns,) * rows)
    wins = [move for move in bar.moves() if tuple(bar.chomp(move).rows) in losers]
    assert [f"({move.row - 1}, {move.column - 1})" for move in wins] == re.findall(r"\(\d+, \d+\)", claim)
