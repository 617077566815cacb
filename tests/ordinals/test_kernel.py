"""Kernels: in universes of ordinals the losers follow from the rules of the game alone.

No loser may lead to a loser, and every winner must lead to one. Since every game ends, exactly one set of positions has
both properties. Here rows are tuples of coefficients, (2, 0, 5) for ω²·2 + 5, which compare like the ordinals. The
rules need nothing else. A universe has bounded coefficients, so a winning move may lead out of it.
"""

from itertools import combinations_with_replacement, product
from random import Random

import pytest

from tests.support import alone
from zchomp.bars.knowledge import shipped_proofs
from zchomp.core.answers import Answer, Outcome
from zchomp.ordinals.ordinal import Ordinal
from zchomp.ordinals.position import OrdinalPosition
from zchomp.ordinals.solution import OrdinalAnswer, solve

QUICK = alone(shipped_proofs(), effort=0.1)
"""Proves finite slices as far as that is fast: a winning third row may be very long."""

Row = tuple[int, ...]
Rows = tuple[Row, ...]


def universe(most: tuple[int, ...]) -> list[Row]:
    """All rows with coefficients up to these, the shortest first."""
    return list(product(*(range(largest + 1) for largest in most)))


def as_position(rows: Rows) -> OrdinalPosition:
    """The position with these rows."""
    degree = len(rows[0]) - 1
    return OrdinalPosition(
        tuple(Ordinal(tuple((degree - i, times) for i, times in enumerate(row) if times)) for row in rows)
    )


def as_rows(position: OrdinalPosition, degree: int, count: int) -> Rows:
    """The rows of a position, padded with rows of length 0."""
    found = [tuple(dict(row.terms).get(exponent, 0) for exponent in range(degree, -1, -1)) for row in position.rows]
    return (*found, *[(0,) * (degree + 1)] * (count - len(found)))


def bites(rows: Rows, lengths: list[Row]) -> list[Rows]:
    """The positions after all bites that leave one of these lengths in a row: all rows from there on are cut to it."""
    poison = (0,) * len(rows[0])
    return [
        (*rows[:i], *(min(below, length) for below in rows[i:]))
        for i, row in enumerate(rows)
        for length in lengths
        if length < row and (i or length > poison)
    ]


def solved(rows: Rows) -> OrdinalAnswer:
    """The answer for a position."""
    found = QUICK.run(solve, as_position(rows))
    assert isinstance(found, Answer), found
    return found


def check(rows: Rows, lengths: list[Row], lost: dict[Rows, bool]) -> int:
    """Check a position against all its bites within the universe, and its winning moves against the rules."""
    solution = solved(rows)
    lost[rows] = solution.outcome is Outcome.LOSER
    after = bites(rows, lengths)
    for option in after:
        if option not in lost:
            lost[option] = solved(option).outcome is Outcome.LOSER
    losers = {option for option in after if lost[option]}
    winning = {
        as_rows(solution.position.chomp(move), len(rows[0]) - 1, len(rows)) for move in solution.known_winning_moves
    }
    assert losers <= winning or solution.missing is not None, (rows, losers, winning)
    assert lost[rows] == (not winning and solution.missing is None), rows
    for move in solution.known_winning_moves:
        left = as_rows(solution.position.chomp(move), len(rows[0]) - 1, len(rows))
        assert left in bites(rows, [left[move.row - 1]])
        assert lost.get(left) or solved(left).outcome is Outcome.LOSER
    return lost[rows]


def test_two_rows() -> None:
    """Of all rows below ω² with small coefficients, exactly (n + 1, n) and (ω, ω) are lost."""
    lengths = universe((4, 6))
    lost: dict[Rows, bool] = {}
    positions = [rows[::-1] for rows in combinations_with_replacement(lengths, 2) if any(map(any, rows))]
    found = {rows for rows in positions if check(rows, lengths, lost)}
    assert found == {((0, n + 1), (0, n)) for n in range(6)} | {((1, 0), (1, 0))}


@pytest.mark.parametrize("most", [(2, 5), (1, 1, 2), (1, 1, 1, 1)], ids=["w^2", "w^3", "w^4"])
def test_three_rows(most: tuple[int, ...]) -> None:
    """In a whole universe no loser leads to a loser, and every winner leads to one, by the listed moves."""
    lengths = universe(most)
    lost: dict[Rows, bool] = {}
    positions = [rows[::-1] for rows in combinations_with_replacement(lengths, 3) if any(map(any, rows))]
    assert sum(check(rows, lengths, lost) for rows in positions) > 10


def test_four_rows() -> None:
    """The same for four rows below ω·3, the last two at most 6, where all winning moves are known."""
    short, lengths = universe((0, 6)), sorted({*universe((2, 2)), *universe((0, 6))})
    lost: dict[Rows, bool] = {}
    longest = [row for row in universe((2, 2)) if row >= (1, 0)]
    pairs = [
        (long[::-1], tail[::-1])
        for long in combinations_with_replacement(longest, 2)
        for tail in combinations_with_replacement(short, 2)
    ]
    assert sum(check((*long, *tail), lengths, lost) for long, tail in pairs) > 20
    assert all(solved(rows).missing is None for rows in lost)


@pytest.mark.parametrize(
    ("most", "share"), [((3, 12), 3), ((3, 3, 8), 3), ((2, 2, 2, 4), 6)], ids=["w^2", "w^3", "w^4"]
)
def test_random_positions(most: tuple[int, ...], share: int, cases: int) -> None:
    """Random positions of three rows, with random bites and all that keep coefficients, obey the rules too.

    With ``--cases 60000`` there are 20,000 of them below ω³.
    """
    random = Random(f"{most}")
    lost: dict[Rows, bool] = {}
    losers = 0
    for _ in range(max(40, cases // share)):
        rows = tuple(sorted((tuple(random.randint(0, largest) for largest in most) for _ in range(3)), reverse=True))
        if random.random() < 0.5:
            rows = made_a_loser(rows)
        near = {tuple(random.choice([0, n, max(0, n - 1)]) for n in row) for row in rows for _ in range(4)}
        if any(map(any, rows)):
            losers += check(rows, [*near, *rows], lost)
    assert losers > 0


def made_a_loser(rows: Rows) -> Rows:
    """The loser that a winning move leaves, if there is one within reach, or else the position itself."""
    if not any(map(any, rows)) or not (solution := solved(rows)).winning_moves:
        return rows
    return as_rows(solution.position.chomp(solution.winning_moves[0]), len(rows[0]) - 1, len(rows))
