"""Solving, against brute force and against the papers."""

import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.support import alone, brute_force, known, proof_of, table
from zchomp.bars.position import Position
from zchomp.bars.slices import Slice
from zchomp.bars.solving import nim_value, outcome, solve, winning_moves
from zchomp.core import limits
from zchomp.core.answers import AtLeast, Outcome, Source, Unknown
from zchomp.core.session import Session


@pytest.mark.parametrize("triple", table("zei01_losers.txt"), ids=str)
def test_published_losers_of_zeilberger(triple: tuple[int, ...]) -> None:
    """Every loser that [Zei01] lists is a loser by brute force and by proof."""
    position = Position.from_columns(triple)
    assert brute_force(3, 10)[(*position.rows, 0, 0)[:3]] == 0
    assert outcome(position) is Outcome.LOSER


@pytest.mark.parametrize("rows", table("bhms05_small_rows.txt"), ids=str)
def test_published_losers_of_brouwer(rows: tuple[int, ...]) -> None:
    """Every P-position that [BHMS05] lists is a proved loser, and has no winning move."""
    assert outcome(Position(rows)) is Outcome.LOSER
    assert winning_moves(Position(rows)) == ()


def test_many_rows_of_few_squares() -> None:
    """A bar of two or three columns is solved as one of two or three rows, whatever its height."""
    assert outcome(Position((2,) * 1000 + (1,))) is Outcome.LOSER
    assert outcome(Position((2,) * 1000)) is Outcome.WINNER
    solution = known(solve(Position((3,) * 40)))
    assert solution.reason.turned
    assert solution.winning_moves


def test_many_rows_and_columns_do_not_hang() -> None:
    """A large bar with a bite is unknown at once, but a square bar, a long row or a long column is not."""
    assert isinstance(outcome(Position((2000,) * 1998 + (1999,))), Unknown)
    assert isinstance(solve(Position((3000,) * 2998 + (1,))), Unknown)
    assert outcome(Position((3000,) * 3000)) is Outcome.WINNER
    assert outcome(Position((1,) * 5000)) is Outcome.WINNER


def test_nim_values_out_of_reach_have_a_bound() -> None:
    """An unknown nim-value is given as a lower bound, which is not a nim-value."""
    found = nim_value(Position((100000, 20000, 115)))
    assert isinstance(found, AtLeast)
    assert found.value > 3
    assert "at least" in found.reason


def test_nim_values_have_a_limit() -> None:
    """From slices alone, a nim-value that would take minutes is given as a lower bound."""
    found = alone(sources=[Source.RECURRENCE]).run(nim_value, (3000, 3))
    assert isinstance(found, AtLeast)
    assert found.value == limits.NIM_VALUES + 1
    assert len(found.reason) < 300


def test_many_rows_have_a_limit() -> None:
    """Slices of many rows, or of large nim-values with a third row, are given up at once."""
    for slice_ in (Slice((1,) * 2398), Slice((2,) * 100), Slice((115,), nim=300)):
        found = proof_of(slice_)
        assert isinstance(found, Unknown)
        assert found.reason.startswith(f"a proof of the {slice_} ")
        assert "takes more than this effort" in found.reason or found.effort is not None


def test_winning_moves_are_in_order() -> None:
    """Winning moves come row by row, and the solution says whether rows and columns were exchanged."""
    for rows in brute_force(4, 5):
        solution = known(solve(Position(rows)))
        moves = list(solution.known_winning_moves)
        assert moves == sorted(moves)
        bar = Position(rows)
        assert solution.reason.turned == (len(bar.rows) > bar.rows[0])


@pytest.fixture(name="restless")
def restless_threads() -> Iterator[None]:
    """Threads switch very often: without a lock they would get in each other's way."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("restless")
def test_threads_share_a_session() -> None:
    """Eight threads that ask one session about different positions at once get the same answers as one thread."""
    chosen = random.Random(7)
    questions = [Position((q + b, q, r)) for r in range(1, 60, 2) for q in (r, r + 7) for b in (0, 5, 40)]
    questions += [Position((9 - i, 7 - i // 2, 5, 4 - i // 3, 2)[: 5 - i % 2]) for i in range(3)]
    chosen.shuffle(questions)
    single = alone()
    expected = [(single.run(solve, position), single.run(nim_value, position, effort=0.4)) for position in questions]
    for _ in range(3):
        shared, start = alone(), Barrier(8)

        def ask(part: int, shared: Session = shared, start: Barrier = start) -> list[tuple[object, object]]:
            start.wait()
            mine = questions[part::8]
            return [(shared.run(solve, position), shared.run(nim_value, position, effort=0.4)) for position in mine]

        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(ask, range(8)))
        assert found == [expected[part::8] for part in range(8)]
