"""Stories and generating functions of a slice: the expressions of sympy are correct."""

import pytest
import sympy

from tests.support import known, proof_of
from zchomp.bars.coverage import PositionFamily, Series, polynomial
from zchomp.bars.generating_functions import generating_functions
from zchomp.bars.results import Proof
from zchomp.bars.slices import Slice, SliceLike

x, y = sympy.symbols("x y")
SLICES: list[SliceLike] = [0, 1, 2, 3, 5, 7, (2, 2), (3, 1), (4, 2), Slice((), nim=2), Slice((2,), nim=1)]
COLUMNS, VALUES = 9, 10


def coefficients(expression: sympy.Expr, columns: int = COLUMNS, values: int = VALUES) -> list[list[int]]:
    """The coefficients of x^a y^b for a < columns, b < values: divided out by hand, without zchomp.

    Numerator = denominator * series, and the denominator has the constant term 1 or -1.
    """
    above, below = (sympy.Poly(part, x, y) for part in sympy.fraction(sympy.cancel(expression)))
    divisor = {monomial: int(n) for monomial, n in below.terms()}
    unit = divisor.pop((0, 0))
    assert abs(unit) == 1
    found = [[0] * values for _ in range(columns)]
    for a in range(columns):
        for b in range(values):
            total = int(above.coeff_monomial(x**a * y**b))
            for (i, j), n in divisor.items():
                if i <= a and j <= b:
                    total -= n * found[a - i][b - j]
            found[a][b] = unit * total
    return found


@pytest.mark.parametrize("slice_", SLICES, ids=str)
def test_losers_expand_to_the_sequence(slice_: SliceLike) -> None:
    """The expression of the losers has the coefficient 1 at x^a y^B(a), and 0 elsewhere."""
    proof = proof_of(slice_)
    assert isinstance(proof, Proof)
    expected = [[int(proof.sequence.get(a) == b) for b in range(VALUES)] for a in range(COLUMNS)]
    assert coefficients(known(generating_functions(slice_)).losers.expression()) == expected


def columns_of(family: PositionFamily) -> list[list[int]]:
    """The coefficients of a family, from its definition: head + repeat/(1 - x^modulus), summed upwards if it fills."""
    found = [[0] * VALUES for _ in range(COLUMNS)]
    for (a, b), n in family.head.items():
        if a < COLUMNS and b < VALUES:
            found[a][b] += int(n)
    for (first, b), n in family.repeat.items():
        for a in range(first, COLUMNS, family.modulus):
            if b < VALUES:
                found[a][b] += int(n)
    return [[sum(column[: b + 1]) for b in range(VALUES)] for column in found] if family.fills else found


@pytest.mark.parametrize("slice_", SLICES, ids=str)
def test_winners_expand_to_their_families(slice_: SliceLike) -> None:
    """The expression of every family of winners has the coefficients of the family."""
    for family in known(generating_functions(slice_)).winners:
        assert coefficients(family.expression()) == columns_of(family)


@pytest.mark.parametrize("slice_", SLICES, ids=str)
def test_the_identity_is_exact(slice_: SliceLike) -> None:
    """P + N - 1/((1-x)(1-y)) = U + V/(1 - x^M), with 1 added for the tail of zeros, as rational functions."""
    found = known(generating_functions(slice_))
    everything = 1 / ((1 - x) * (1 - y))
    total = found.losers.expression() + sum(family.expression() for family in found.winners) - everything
    difference = found.difference.tight()
    u, v = difference.head.as_expr(), difference.repeat.as_expr()
    one = 0 if Slice.of(slice_).tail else 1
    assert sympy.cancel(sympy.together(total + one - (u + v / (1 - x**difference.modulus)))) == 0
    assert sympy.cancel(sympy.together(found.difference.expression() - u - v / (1 - x**difference.modulus))) == 0
    assert sympy.cancel(sympy.together(total + one - 1 - found.difference.expression())) != 0
    assert min([0, *(int(n) for n in (*difference.head.values(), *difference.repeat.values()))]) == 0


@pytest.mark.parametrize("slice_", SLICES, ids=str)
def test_an_expression_does_not_depend_on_the_form(slice_: SliceLike) -> None:
    """However long its head is written, a series has one function and one expression."""
    series = known(generating_functions(slice_)).difference
    start, modulus = series.tight().start + 5, series.modulus
    columns = [[series.coefficient(a, b) for b in range(30)] for a in range(start + modulus)]
    head, repeat = (
        polynomial({(a, b): n for a in part for b, n in enumerate(columns[a])})
        for part in (range(start), range(start, start + modulus))
    )
    assert Series(head, repeat, start, modulus).expression() == series.expression()
