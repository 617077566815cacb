"""Heights of positions, against brute force and the published formulas."""

import pytest

from tests.support import brute_force
from zchomp.answers.heights import Height, check_formulas, formula, height, theorem_1, winning_ways
from zchomp.position import Position, nim_values_within
from zchomp.results import Unknown


def by_search(rows: tuple[int, ...]) -> int:
    """The height by its definition: cut to x rows, or add rows of one square, until it is a loser by brute force."""
    for x in range(1, 40):
        shape = rows[:x] + (1,) * (x - len(rows))
        if nim_values_within(Position(shape))[shape] == 0:
            return x
    raise AssertionError(rows)


@pytest.mark.parametrize("rows", list(brute_force(3, 4)), ids=str)
def test_by_the_definition(rows: tuple[int, ...]) -> None:
    """The height of every position within 3 x 4 is what the definition gives by brute force."""
    position = Position(rows)
    found = height(position)
    assert isinstance(found, Height)
    assert found.height == by_search(position.rows)
    shape = found.loser.rows
    assert len(shape) == found.height
    assert nim_values_within(found.loser)[shape] == 0


def test_formulas_against_brute_force() -> None:
    """Both published formulas agree with brute force for small a."""
    for a in range(1, 7):
        for b in range(1, a + 1):
            assert winning_ways(a, b) == by_search((a, b))
            if b >= 2:
                assert theorem_1(a, b) == by_search((a, b, 2))


def test_formulas_against_proved_slices() -> None:
    """Both published formulas agree with proved slices for all a up to 16: a check of so many cases, not a proof."""
    heights = list(check_formulas(16))
    assert len(heights) == 16 * 17 // 2 + 15 * 16 // 2
    for found in heights:
        assert isinstance(found, Height)
        assert found.formula is not None
        assert found.height == found.formula[1]


def test_examples_of_the_paper() -> None:
    """[Sun02]: h([1, 0, ..., 0]) = 1, h([2, 0, ..., 0]) = n + 1, and (b + 1, b, ...) has height 2."""
    for n in range(2, 8):
        for rows, expected in (((1,) * n, 1), ((2,) * n, n + 1), ((6, 5, *(2,) * (n - 2)), 2)):
            found = height(Position(rows))
            assert isinstance(found, Height)
            assert found.height == expected


def test_formulas_apply_where_they_should() -> None:
    """Rows of one square under two rows, or under a third row of two squares; nothing else."""
    assert formula(Position((5, 3, 1, 1))) == ("[WW] formula", winning_ways(5, 3))
    assert formula(Position((5, 3, 2, 1))) == ("[Sun02] Theorem 1", theorem_1(5, 3))
    assert formula(Position((5, 3, 3))) is None
    assert formula(Position((5, 3, 2, 2))) is None
    assert formula(Position((5,))) is None


def test_unknown_heights() -> None:
    """A height that would take long is not known."""
    assert isinstance(height(Position((100, 90, 80, 70))), Unknown)
