"""The puzzles of many days: the size of their winning bites, and the variety of the answers."""

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

import zchomp
from tests.support import known
from tests.web.test_puzzle_tries import PUZZLES
from zchomp.position import Position

if TYPE_CHECKING:
    from playwright.sync_api import Page

YEAR = [str(date(2026, 11, 16) + timedelta(days)) for days in range(366)]


@pytest.mark.release
def test_no_puzzle_is_a_nibble(page: "Page") -> None:
    """In a year every winning bite takes three squares or more, leaves three rows, and varies on each weekday."""
    found = [Position(tuple(puzzle)) for puzzle in page.evaluate(PUZZLES, YEAR)]
    answers = [known(zchomp.winning_moves(puzzle)) for puzzle in found]
    taken = [puzzle.squares() - puzzle.chomp(move).squares() for puzzle, (move,) in zip(found, answers, strict=True)]
    assert min(taken) == 3
    assert all(len(puzzle.chomp(move).rows) > 2 for puzzle, (move,) in zip(found, answers, strict=True))
    for day in range(7):
        (_, most), *_ = Counter(move for (move,) in answers[day::7]).most_common(1)
        assert most <= 0.4 * len(answers[day::7])


@pytest.mark.release
def test_bars_of_puzzles_have_three_to_five_rows(page: "Page") -> None:
    """In a year the bars have three to five rows and at most eleven columns, and answers rarely repeat at once."""
    found = [Position(tuple(puzzle)) for puzzle in page.evaluate(PUZZLES, YEAR)]
    assert {len(puzzle.rows) for puzzle in found} == {3, 4, 5}
    assert max(puzzle.rows[0] for puzzle in found) == 11
    answers = [known(zchomp.winning_moves(puzzle)) for puzzle in found]
    assert sum(one == other for one, other in pairwise(answers)) < len(YEAR) / 5
    assert len(set(found)) == len(YEAR)
