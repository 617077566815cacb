"""The printed identity of generating functions: read back, it is true."""

import re
from typing import Any

import pytest
import sympy

from tests.support import known
from zchomp.bars.generating_functions import (
    conjectures,
    generating_functions,
    history_data,
    history_text,
    identity_data,
    identity_text,
)
from zchomp.bars.slices import Slice, SliceLike


@pytest.mark.parametrize("c", range(9))
def test_the_printed_identity_is_true(c: int) -> None:
    """P + N - 1/((1-x)(1-y)) = U + V/(1 - x^M) as rational functions, from the printed text itself."""
    lines = identity_text(known(generating_functions(c))).splitlines()[2:-1]
    values = {}
    for line in lines:
        name, _, value = line.partition(" = ")
        values[name.strip()] = value.partition("    (")[0].replace("^", "**")
    left, right = next((name, value) for name, value in values.items() if name.startswith("P + "))
    symbols = {name: sympy.sympify(value) for name, value in values.items() if re.fullmatch(r"P|U|V|N\d+", name)}
    difference = sympy.sympify(left.replace("^", "**"), locals=symbols) - sympy.sympify(right, locals=symbols)
    assert sympy.cancel(sympy.together(difference)) == 0


@pytest.mark.parametrize("slice_", [*range(9), (2, 2), (3, 1), (4, 2)], ids=str)
def test_data_is_the_identity(slice_: SliceLike) -> None:
    """The data has every family and both polynomials, term by term, and says that the slice is proved."""
    found: dict[str, Any] = {**identity_data(known(generating_functions(slice_)))}
    difference = known(generating_functions(slice_)).difference.tight()
    for name, poly in (("U", difference.head), ("V", difference.repeat)):
        assert found[name] == [(a, b, n) for (a, b), n in sorted(poly.items())]
    families = known(generating_functions(slice_)).losers, *known(generating_functions(slice_)).winners
    assert [family["name"] for family in found["families"]] == [family.name for family in families]
    for family, listed in zip(families, found["families"], strict=True):
        assert {(a, b): n for a, b, n in listed["terms"]} == dict(family.head)
        assert {(a, b): n for a, b, n in listed["repeat"]} == dict(family.repeat)
        assert (listed["modulus"], listed["fills"]) == (family.modulus, family.fills)
    assert (found["modulus"], found["proved"]) == (difference.modulus, True)


def test_nim_values_above_0_are_named() -> None:
    """For a nim-value above 0 both texts say which positions they call losers, and for nim-value 0 neither does."""
    for nim in (0, 1):
        slice_ = Slice((3,), nim)
        history = known(conjectures(slice_))
        for text in (identity_text(known(generating_functions(slice_))), history_text(history)):
            assert text.count("Here a loser is a position of nim-value 1, and a winner any other") == nim


@pytest.mark.parametrize("slice_", [2, 5, 7, (2, 2)], ids=str)
def test_text_and_data_give_a_conjecture_the_same_fate(slice_: SliceLike) -> None:
    """The text and the data agree on the end of each conjecture."""
    history = known(conjectures(slice_))
    data: Any = history_data(history)
    ends = re.findall(r"conjecture \d+ is (.*)", history_text(history))
    assert ends
    assert sorted(ends) == sorted(f"{one['fate']}: {one['because']}" for one in data["conjectures"])
    assert all("not needed" not in end for end in ends if end.startswith("proved"))
