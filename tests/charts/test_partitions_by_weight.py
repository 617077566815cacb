"""Partitions by number of squares: the bounded chains, against the rules of the game."""

from collections.abc import Iterator

import pytest

from zchomp.bars.position import Position, mex
from zchomp.charts import sequences as partitions_by_weight
from zchomp.charts.sequences import is_conjugate, weigh

SQUARES = 19
"""The limit of brute force."""


def partitions(squares: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """All partitions of a number into parts up to another."""
    if not squares:
        yield ()
    for part in range(1, min(squares, most or squares) + 1):
        yield from ((part, *rest) for rest in partitions(squares - part, part))


@pytest.fixture(scope="module", name="reached")
def fixture_reached() -> dict[Position, tuple[int, list[int]]]:
    """The nim-value of every position with few squares, and of all positions that its moves lead to."""
    known: dict[Position, tuple[int, list[int]]] = {}
    for squares in range(1, SQUARES + 1):
        for rows in partitions(squares):
            position = Position(rows)
            after = [known[position.chomp(move)][0] for move in position.moves()]
            known[position] = mex(set(after)), after
    return known


def test_nim_values(reached: dict[Position, tuple[int, list[int]]]) -> None:
    """How many partitions have the nim-values 0, 1, 2 and 3, and how many of them are their own conjugates."""
    found = weigh(SQUARES, values=4)
    for value in range(4):
        counts, conjugate = [0] * (SQUARES + 1), [0] * (SQUARES + 1)
        for position, (own, _) in reached.items():
            counts[position.squares()] += own == value
            conjugate[position.squares()] += own == value and position.transpose() == position
        assert found.values[value] == counts
        assert found.conjugate[value] == conjugate


def test_several_winning_moves(reached: dict[Position, tuple[int, list[int]]]) -> None:
    """How many partitions have more than one winning move."""
    several = [0] * (SQUARES + 1)
    for position, (_, after) in reached.items():
        several[position.squares()] += after.count(0) > 1
    assert weigh(SQUARES).several == several


@pytest.mark.parametrize("squares", range(8))
def test_few_squares(squares: int) -> None:
    """A smaller bound gives the same counts, as far as it goes."""
    smaller, larger = weigh(squares, values=2), weigh(12, values=2)
    assert smaller.values == [counts[: squares + 1] for counts in larger.values]
    assert smaller.several == larger.several[: squares + 1]


@pytest.mark.parametrize("squares", [0, 1, 2, 3, 12, 20])
def test_progress(squares: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are as many bases as partitions of the largest number of squares, and all are reported as done."""
    monkeypatch.setattr(partitions_by_weight, "STEP", 5)
    told: list[tuple[int, int]] = []
    assert weigh(squares, progress=lambda _stage, done, total, _detail="": told.append((done, total))) == weigh(squares)
    total = partitions_by_weight.partitions(squares)[-1]
    assert total == sum(1 for _ in partitions(squares))
    assert told == [*((done, total) for done in range(0, total, 5)), (total, total)]


def test_conjugates() -> None:
    """A partition is its own conjugate if and only if it is its own transpose."""
    assert all(is_conjugate(rows) == (Position(rows).transpose().rows == rows) for rows in partitions(12))
