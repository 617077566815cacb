"""Heights of positions, against brute force and the published formulas."""

import pytest

from tests.definition import nim_values_within
from tests.support import alone, brute_force, known
from zchomp.bars.heights import HeightFormula, formula, height
from zchomp.bars.knowledge import shipped_proofs
from zchomp.bars.position import Position
from zchomp.bars.solving import nim_value
from zchomp.bars.theorems import sun_height, winning_ways_height
from zchomp.core.answers import Source
from zchomp.core.session import Session
from zchomp.errors import quote
from zchomp.proof.format import read_certificate, shipped_certificate


def by_search(rows: tuple[int, ...]) -> int:
    """The height by its definition: cut to x rows, or add rows of one square, until it is a loser by brute force."""
    for x in range(1, 40):
        shape = rows[:x] + (1,) * (x - len(rows))
        if nim_values_within(Position(shape))[shape] == 0:
            return x
    raise AssertionError(rows)


@pytest.mark.parametrize("rows", list(brute_force(3, 4)), ids=str)
def test_by_the_definition(rows: tuple[int, ...]) -> None:
    """The height of every position within 3 x 4 agrees with the definition, by brute force."""
    position = Position(rows)
    found = known(height(position))
    assert found.height == by_search(position.rows)
    shape = found.rows + (1,) * found.ones
    assert len(shape) == found.height
    assert nim_values_within(Position(shape))[shape] == 0


def test_formulas_against_proved_slices() -> None:
    """Both published formulas agree with proved slices for all (a,), (a, b) and (a, b, 2) with a up to 16."""
    slices = alone(shipped_proofs(), effort=10, sources=[Source.CERTIFICATE, Source.RECURRENCE])
    pairs = [(a, b) for a in range(1, 17) for b in range(1, a + 1)]
    for rows in [*((a,) for a in range(1, 17)), *pairs, *((a, b, 2) for a, b in pairs if b >= 2)]:
        found = known(slices.run(height, rows))
        assert found.formula is not None
        assert found.height == found.formula.value
        assert not found.by_formula


def test_formulas_apply_where_they_should() -> None:
    """Formulas apply to two rows, or a third row of two, over rows of one square, and to two columns only."""
    assert formula(Position((5, 3, 1, 1))) == HeightFormula("[WW] formula", winning_ways_height(5, 3))
    assert formula(Position((5, 3, 2, 1))) == HeightFormula("[Sun02] Theorem 1", sun_height(5, 3))
    assert formula(Position((5, 3, 3))) is None
    assert formula(Position((5, 3, 2, 2))) is None
    assert formula(Position((2, 2, 2, 2, 1))) == HeightFormula("two-column formula", 5)
    assert formula(Position((5,))) == HeightFormula("[WW] formula", winning_ways_height(5, 1))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ((60, 40, 20), 22),
        ((100, 50, 25), 66),
        ((40, 30, 20, 10), 32),
        ((20, 16, 9), 18),
        ((12, 9, 7, 5, 3), 3),
        ((3, 3, 3, 2, 2, 2), 5),
    ],
    ids=str,
)
def test_by_a_table(rows: tuple[int, ...], expected: int) -> None:
    """Heights of positions without a formula come from a table, within a second, and the tower is a loser."""
    found = known(Session(effort=1).run(height, rows))
    assert (found.height, found.formula, found.by_formula) == (expected, None, False)
    if sum(rows) <= 50:
        assert nim_value(found.rows + (1,) * found.ones) == 0


def test_slices_and_tables_agree() -> None:
    """Without tables, heights come from slices and are the same, for positions within 4 x 4."""
    slices = alone(sources=[Source.THEOREM, Source.RECURRENCE])
    for rows in brute_force(4, 4):
        position = Position(rows)
        by_slices = known(slices.run(height, position))
        by_table = known(alone(sources=[Source.SEARCH]).run(height, position))
        assert by_slices.height == by_table.height
        assert Source.SEARCH not in by_slices.sources


def test_two_columns() -> None:
    """A position of two columns has a height by a formula, however many rows it has."""
    for twos in range(1, 12):
        for ones in range(3):
            found = known(height((2,) * twos + (1,) * ones))
            assert found.formula is not None
            assert found.height == found.formula.value == twos + 1
    many = known(height((2,) * 50_000))
    assert (many.height, many.by_formula, many.ones) == (50_001, True, 1)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ((10**100,), 10**100),
        ((10**10, 2), 10**10 + 1),
        ((10**10, 10**10), 3 * 10**10 // 2),
        ((10**10 + 1, 10**10), 2),
        ((10**100, 10**99), 10**100 + 10**99 // 2),
        ((10**100, 10**99, 2), min(10**100 - 10**99 // 2, 3 * (10**100 - 10**99) // 2)),
        ((10**10, 10**10, 2), 3 * 10**10 // 2 + 1),
        ((10**10 + 1, 10**10, 2, 1, 1), 2),
        ((10**10, 10**9 + 1, 2), (2 * 10**10 + 10**9 + 1) // 2),
    ],
    ids=lambda value: quote(value, 30),
)
def test_long_rows_by_formula(rows: tuple[int, ...], expected: int) -> None:
    """Heights of rows of any length come from a formula that is proved for all of them."""
    found = known(height(rows))
    assert (found.height, found.by_formula) == (expected, True)
    assert found.formula is not None
    assert found.formula.value == expected
    assert found.rows == rows[:expected]
    assert found.ones == max(0, expected - len(rows))


@pytest.mark.parametrize(
    "rows", [(100, 99, 98, 97), (100, 99, 50, 40), (1000, 999, 5), (20, 19, 18, 17), (9, 8, 7)], ids=str
)
def test_a_loser_among_the_first_rows(rows: tuple[int, ...]) -> None:
    """If the first rows are known to be a loser, the height is their number, even if nothing is known of the others."""
    shipped = read_certificate(shipped_certificate()).values()
    for session, source in ((alone(effort=0), Source.THEOREM), (alone(shipped, effort=0), Source.CERTIFICATE)):
        found = known(session.run(height, rows))
        assert (found.height, found.sources) == (2, (source,))
