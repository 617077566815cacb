"""A library of all third rows up to 10,000 answers every question without any effort."""

from collections.abc import Iterator
from itertools import islice

import pytest

from tests.proof.shelves import claims
from tests.support import alone, proof_of
from zchomp.bars.position import Position
from zchomp.bars.results import Claim, Proof
from zchomp.bars.slices import Slice
from zchomp.bars.solving import outcome, solve
from zchomp.bars.three_rows import CompiledThreeRows
from zchomp.charts.chart import Chart
from zchomp.core.answers import Answer, Outcome, Source
from zchomp.proof.library import Library

pytestmark = pytest.mark.release

UPTO = 10_000


@pytest.fixture(scope="module", name="library")
def large_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library of the slices up to third row 10,000, as the compiled recurrence proves them."""
    library = Library(tmp_path_factory.mktemp("large") / "library.sqlite3")
    library.add(
        Claim(rows=3, nim=0, upto=UPTO),
        (row.proof() for row in islice(CompiledThreeRows(UPTO).rows(), UPTO + 1)),
        method="compiled",
    )
    yield library
    library.close()


def test_its_size(library: Library) -> None:
    """It has all slices, and takes about one and a half bytes for each of its 21 million terms."""
    (kept,) = claims(library)
    assert (kept.claim, kept.slices, kept.method) == (Claim(rows=3, nim=0, upto=UPTO), UPTO + 1, "compiled")
    assert 2 * 10**7 < kept.bytes < 6 * 10**7


@pytest.mark.parametrize("c", [100, 2500, 9999, UPTO])
def test_answers_without_effort(c: int, library: Library) -> None:
    """Losers and winners of a slice are recognised by looking them up, and the winning moves lead to losers."""
    session = alone(library=library, effort=0)
    proof = session.run(proof_of, c)
    assert isinstance(proof, Proof)
    for a in (0, 17, c // 3, c, 10**100):
        b = proof.sequence.get(a)
        if b is not None:
            loser = Slice((c,)).position(a, b)
            lost = session.run(solve, loser)
            assert isinstance(lost, Answer)
            assert (lost.outcome, lost.winning_moves, lost.sources) == (Outcome.LOSER, (), (Source.LIBRARY,))
        won = session.run(solve, Position((c + a + (b or 0) + 5, c + a, c)))
        assert isinstance(won, Answer)
        assert (won.outcome, won.sources, won.missing) == (Outcome.WINNER, (Source.LIBRARY,), None)
        assert won.winning_moves
        for move in won.winning_moves:
            assert session.run(outcome, won.position.chomp(move)) is Outcome.LOSER


def test_the_bar_of_ten_thousand_columns(library: Library) -> None:
    """The bar 3 x 10,000 has one winning opening, which is found in the library, and the chart agrees."""
    solution = alone(library=library, effort=0).run(solve, (UPTO,) * 3)
    assert isinstance(solution, Answer)
    (move,) = solution.known_winning_moves
    chart = alone(library=library, effort=0).run(Chart)
    rows = solution.position.chomp(move).rows
    assert chart[rows[1], rows[2]] == rows[0]
    assert len(chart.periods(UPTO)) == UPTO + 1  # type: ignore[arg-type]  # a list, since all is known


def test_slices_beyond_the_library(library: Library) -> None:
    """Beyond the library nothing is known without effort, and the answer says what would settle it."""
    unknown = alone(library=library, effort=0).run(outcome, (20_000, 12_000, 10_001))
    assert unknown.reason.startswith("a proof of the slice c = 10001 needs about ")  # type: ignore[union-attr]
