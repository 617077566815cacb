"""The errata that no command of docs/errata.md shows, computed from the rules of the game."""

import re
from itertools import product

from tests.definition import losers_within
from tests.docs.test_records import PERIODS, number
from tests.support import ROOT
from zchomp.bars.position import Position

ERRATA = (ROOT / "docs/errata.md").read_text()
Columns = tuple[int, int, int]


def in_columns(rows: tuple[int, ...]) -> Columns:
    """The numbers of columns of height 3, 2 and 1: [c, a, b] of [Zei04]."""
    first, second, third = (*rows, 0, 0)[:3]
    return third, second - third, first - second


def predecessors(size: int) -> dict[Columns, set[Columns]]:
    """For each position [c, a, b], those with numbers below ``size`` from which one move leads to it."""
    found: dict[Columns, set[Columns]] = {}
    for c, a, b in product(range(size), repeat=3):
        if a + b + c:
            position = Position((a + b + c, a + c, c))
            for move in position.moves():
                found.setdefault(in_columns(position.chomp(move).rows), set()).add((c, a, b))
    return found


def rule_3(c: int, b: int, least: int) -> set[Columns]:
    """The positions [c + x, y, b - x - y] with x, y >= least and 0 < x + y <= b."""
    values = range(least, b + 1)
    return {(c + x, y, b - x - y) for x, y in product(values, repeat=2) if 0 < x + y <= b}


def test_rule_3_of_zei04() -> None:
    """[c, 0, b] is reached from the positions of Rule 3 and from [c, 0, b + x], x > 0, which the paper leaves out."""
    size = 8
    reached_from = predecessors(size)
    for c, b in product(range(3), range(1, 4)):
        missing = {(c, 0, b + x) for x in range(1, size - b)}
        assert reached_from[c, 0, b] == rule_3(c, b, least=0) | missing
        assert missing.isdisjoint(rule_3(c, b, least=0))


def test_lemma_3_of_zei04() -> None:
    """With x, y > 0, as printed, Lemma 3 misses the winners [c, y, b - y] and [c + x, 0, b - x] of Rule 3."""
    for c, b in product(range(3), range(1, 4)):
        sides = {(c, y, b - y) for y in range(1, b + 1)} | {(c + x, 0, b - x) for x in range(1, b + 1)}
        assert rule_3(c, b, least=0) - rule_3(c, b, least=1) == sides


def test_two_rows_of_zei04() -> None:
    """The positions [a, 1] are the losers of two rows, and not the winners."""
    losers = {(rows[1], rows[0] - rows[1]) for rows in losers_within(Position((12, 12)))}
    assert losers == {(a, 1) for a in range(12)}


def test_a_loser_of_zei01() -> None:
    """(7, 5, 2) is a loser, the next one after (6, 4, 2). (7, 5, 3) is a winner, as a bite leads there."""
    losers = losers_within(Position((7, 5, 3)))
    assert {(4, 2, 2), (5, 3, 2), (6, 4, 2), (7, 5, 2)} <= losers
    assert (7, 5, 3) not in losers


def test_a_monomial_of_sun02() -> None:
    """The exponents of [2, 0, 2] are 2, 0 and 2: their weight is the number of squares, unlike the printed ones."""
    rows, weights = (4, 2, 2), (3, 2, 1)
    exponents = in_columns(rows)
    assert exponents == (2, 0, 2)
    assert sum(weight * power for weight, power in zip(weights, exponents, strict=True)) == sum(rows) == 8
    assert sum(weight * power for weight, power in zip(weights, rows[::-1], strict=True)) == 14


def test_periods_do_not_take_over() -> None:
    """The number of slices of period 1, and that of all infinite ones, are those of the census."""
    stated = re.search(r"Of the ([\d,]+) infinite slices .*?, ([\d,]+) have period 1, .* period is (\d+)\n", ERRATA)
    assert stated is not None
    assert number(stated[1]) == sum(number(slices) for _, slices, _ in PERIODS)
    assert number(stated[2]) == next(number(slices) for length, slices, _ in PERIODS if length == "1")
    assert number(stated[3]) == max(number(length) for length, _, _ in PERIODS)
