"""The price of a bar: one list for every question about its losers."""

from math import inf

import pytest

from zchomp.bars.openings import estimate_openings
from zchomp.bars.position import Position, count_within
from zchomp.bars.prices import bases_memory, prices
from zchomp.bars.search import search_seconds
from zchomp.core import compiler, limits


@pytest.mark.parametrize(("rows", "columns"), [(4, 5), (4, 1200), (9, 26), (14, 16)], ids=str)
def test_more_work_costs_more(rows: int, columns: int) -> None:
    """A longer bar, kept first rows and a check each cost more, and keeping first rows takes memory."""
    plain, fast = prices(rows, columns)
    longer = prices(rows, columns + 1)
    assert plain.seconds <= longer[0].seconds
    assert fast.seconds < longer[1].seconds
    assert fast.memory == bases_memory(rows, columns)
    kept = prices(rows, columns, keep=True)[1]
    assert fast.seconds < kept.seconds < prices(rows, columns, check=True)[1].seconds
    assert kept.memory > fast.memory


def test_a_check_is_priced_by_positions() -> None:
    """In long bars a check takes much longer than the solution: 4 x 600 was solved in a second and checked in 94."""
    assert prices(4, 600)[1].seconds < 3 + limits.COMPILED_START
    assert prices(4, 600, check=True)[1].seconds > count_within((600,) * 4) / limits.BARS_PACE > 90


@pytest.mark.parametrize(
    ("rows", "columns", "keep", "check", "plain", "fast"),
    [
        (2, 10, False, False, True, False),
        (3, 10_000, False, False, True, True),
        (3, 10_000, True, False, True, False),
        (3, 100, False, True, True, False),
        (4, 10, True, True, True, True),
        (61, 61, False, False, False, False),
    ],
    ids=str,
)
def test_who_handles_a_bar(rows: int, columns: int, keep: bool, check: bool, plain: bool, fast: bool) -> None:
    """Plain Python handles all bars but absurd ones, compiled code of three rows only what keeps and checks nothing."""
    found = prices(rows, columns, keep=keep, check=check)
    assert [price.seconds < inf for price in found] == [plain, fast]


def test_the_same_price_for_both_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search and a list of openings get their prices from here."""
    monkeypatch.setattr(compiler, "is_installed", lambda: True)
    monkeypatch.setattr(compiler, "problem", lambda: None)
    estimate = estimate_openings(9, 26)
    assert estimate == prices(9, 26)[1]
    assert search_seconds(Position((26,) * 9)) == prices(9, 26, keep=True)[1].seconds
