"""Nim-values, sums, heights and outcomes: 500 random questions of each kind, and the estimates of effort.

Run `pytest benches/test_bench_values.py -s`. Every answer is compared with an independent one: nim-values and
heights with tables by the definition, in which each position looks at all its bites, on boards of at most 300,000
positions, outcomes with the nim-values, and sums with the nim-values of their bars. ZCHOMP_BENCH_QUESTIONS sets
another number of questions. Times are processor times, because effort does not depend on how busy the machine is.
"""

import os
from functools import cache
from random import Random
from time import process_time
from typing import Any

import numpy as np
import pytest

from tests.support import alone
from zchomp.bars.heights import Height, height
from zchomp.bars.knowledge import shipped_proofs
from zchomp.bars.nim_tables import Ranks
from zchomp.bars.position import Position, count_within
from zchomp.bars.search import NimTables, make_table, table_seconds
from zchomp.bars.solving import nim_value, outcome, solve
from zchomp.bars.sums import solve_sum
from zchomp.core import limits
from zchomp.core.answers import Answer, Outcome, Unknown
from zchomp.core.compiler import compile_
from zchomp.core.session import Session

COLUMNS, ROWS, DEFINED = 200, 4, 300_000
CASES = int(os.environ.get("ZCHOMP_BENCH_QUESTIONS", "500"))

ANSWERED = 0.95
"""The share of questions that must be answered with the default effort."""


@compile_
def by_definition(rank: Any, limits_: Any, heights: bool, values: Any) -> None:
    """The values of all positions within a board, and of the empty bar: the mex over all bites, one by one."""
    rows, count, width = np.zeros(len(limits_), np.int64), len(limits_), rank.shape[1]
    seen = np.zeros(np.sum(limits_) + 2, np.int64)
    for here in range(width and len(values)):
        for i in range(count):
            for x in range(rows[i]):
                after = 0
                for j in range(count):
                    after += rank[j, rows[j] if j < i else min(rows[j], x)]
                if (not heights or values[after] >= i) and (heights or after):
                    seen[values[after]] = here + 1
        value = 0
        while seen[value] == here + 1:
            value += 1
        values[here] = value
        i = count - 1
        while i >= 0 and (rows[i] == limits_[i] or (i and rows[i] == rows[i - 1])):
            rows[i] = 0
            i -= 1
        if i >= 0:
            rows[i] += 1


def defined(board: tuple[int, ...], heights: bool = False) -> int | None:
    """The value of a board by the definition, if it is not too large."""
    if count_within(board) > DEFINED:
        return None
    ranks, values = Ranks(board), np.zeros(count_within(board), np.int32)
    by_definition(np.array(ranks.cells).reshape(len(board), -1), np.array(board), heights, values)
    return int(values[-1])


@cache
def table() -> NimTables:
    """The tables to compare with."""
    return NimTables()


def value(position: Position) -> int:
    """The nim-value from a table."""
    return table().nim_value(position)


@pytest.fixture(name="random")
def random_numbers() -> Random:
    """The same questions in every run."""
    return Random(25)


@pytest.fixture(name="session")
def asked_session() -> Session:
    """A session with the shipped certificate and the default effort, without a library."""
    return alone(shipped_proofs())


def position(random: Random, columns: int = COLUMNS, rows: int = ROWS) -> Position:
    """A random position of at most this many columns and rows."""
    return Position(tuple(sorted((random.randint(1, columns) for _ in range(random.randint(1, rows))), reverse=True)))


def report(kind: str, unknown: int, compared: int, start: float) -> None:
    """Print the share of unanswered questions, which must be small."""
    share, took = 100 * unknown / CASES, process_time() - start
    print(f"\n{kind}: {CASES} questions, not known {share:.1f} %, {compared} compared, {took:.0f} s")  # noqa: T201
    assert CASES - unknown >= ANSWERED * CASES


def test_nim_values(random: Random, session: Session) -> None:
    """Nim-values of random positions, against the definition or, for large boards, against outcomes."""
    unknown, compared, start = 0, 0, process_time()
    for _ in range(CASES):
        bar = position(random)
        found = session.run(nim_value, bar)
        if isinstance(found, Unknown):
            unknown += 1
            continue
        expected = defined(bar.wide().rows)
        if expected is not None:
            compared += 1
            assert found == expected, bar
        elif not isinstance(wins := session.run(outcome, bar), Unknown):
            assert (found == 0) == (wins is Outcome.LOSER), bar
    report("nim-values", unknown, compared, start)


def test_who_wins(random: Random, session: Session) -> None:
    """Outcomes and all winning moves of random positions, against tables of nim-values."""
    unknown, start = 0, process_time()
    for _ in range(CASES):
        bar = position(random)
        solution = session.run(solve, bar)
        if not isinstance(solution, Answer) or solution.missing is not None:
            unknown += 1
            continue
        assert (solution.outcome is Outcome.LOSER) == (value(bar) == 0), bar
        assert list(solution.known_winning_moves) == table().moves_to(bar, 0)
    report("who wins", unknown, CASES - unknown, start)


def test_sums(random: Random, session: Session) -> None:
    """Sums of two or three random bars, and all their winning moves, against tables of nim-values."""
    unknown, start = 0, process_time()
    for _ in range(CASES):
        bars = [position(random, random.choice((20, 60, COLUMNS))) for _ in range(random.randint(2, 3))]
        solution = session.run(solve_sum, bars)
        if not isinstance(solution, Answer) or solution.missing is not None:
            unknown += 1
            continue
        total = 0
        for bar in bars:
            total ^= value(bar)
        assert (solution.outcome is Outcome.WINNER) == (total != 0), bars
        moves = [(i, move) for i, bar in enumerate(bars) for move in table().moves_to(bar, value(bar) ^ total)]
        assert list(solution.known_winning_moves) == (moves if total else []), bars
        assert bool(moves) or not total
    report("sums", unknown, CASES - unknown, start)


def test_heights(random: Random, session: Session) -> None:
    """Heights of random positions, against the definition by Lemma 1 of [Sun02]."""
    unknown, compared, start = 0, 0, process_time()
    for _ in range(CASES):
        bar = position(random)
        found = session.run(height, bar)
        if not isinstance(found, Height):
            unknown += 1
            continue
        board = tuple(row - 1 for row in bar.rows if row > 1) or (0,)
        expected = defined(board, heights=True)
        if expected is not None:
            compared += 1
            assert found.height == expected + 1, bar
    report("heights", unknown, compared, start)


EXAMPLES = {
    "nim-value (146, 112, 102)": (146, 112, 102),
    "nim-value (38, 34, 24, 24)": (38, 34, 24, 24),
    "nim-value 4 x 60": (60,) * 4,
    "nim-value 4 x 100": (100,) * 4,
    "nim-value 3 x 500": (500,) * 3,
    "height (60, 40, 20)": (59, 39, 19),
    "height (100, 50, 25)": (99, 49, 24),
    "height (40, 30, 20, 10)": (39, 29, 19, 9),
    "height (200, 150, 100, 50)": (199, 149, 99, 49),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_estimates(name: str) -> None:
    """Print the estimate of effort for a table beside its actual time, not counting the start, which counts as 2 s."""
    board = EXAMPLES[name]
    make_table((200, 100, 50))  # the start
    estimate, start = table_seconds(board), process_time()
    heights = name.startswith("height")
    table = make_table(board, heights=heights)
    took = process_time() - start
    assert len(table.values) == count_within(board) - (not heights)  # the empty bar has a height, but no nim-value
    is_compiled = estimate > limits.COMPILED_START
    print(f"\n{name}: estimated {estimate:.2f} s, took {took:.2f} s{' and the start' * is_compiled}")  # noqa: T201
