"""The height formulas of Winning Ways and of [Sun02] follow as proved families, for each second row."""

import re
from collections.abc import Callable

import pytest

from tests.checker import coq_source
from zchomp.bars.theorems import sun_height, winning_ways_height
from zchomp.growing.families import arms
from zchomp.growing.proofs import GrowingProofs, prove
from zchomp.growing.recurrence import GrowingSlice

ROWS = 120
"""The formulas are compared up to this first row, far beyond the heads of the slices."""


STATED = {
    "winning_ways": r"Theorem winning_ways_height a b x : 1 <= b <= a -> 1 <= x -> "
    r"\(losing \(\w+ x \[a; b\]\) <-> x = winning_ways a b\)\.",
    "sun": r"Theorem sun_height a b x : 2 <= b <= a -> 1 <= x -> "
    r"\(losing \(\w+ x \[a; b; 2\]\) <-> x = sun a b\)\.",
}
"""The theorems of Heights.v, by their formula. The position is the one with x rows."""


def coq_formula(name: str) -> Callable[[int, int], int]:
    """A formula as Coq defines it, in the theorem that Coq has checked."""
    source = coq_source("Heights").read_text()
    assert re.search(STATED[name], " ".join(source.split()))
    (body,) = re.findall(
        rf"^Definition {name} \(a b : nat\) : nat :=\n(.*?)\.\n", source, flags=re.DOTALL | re.MULTILINE
    )
    for coq, python in (("=?", "=="), (" / ", " // "), (" mod ", " % "), ("Nat.min ", "min")):
        body = body.replace(coq, python)
    body = re.sub(r"min(\(.*?\)) (\(.*\))", r"min(\1, \2)", " ".join(body.split()))
    function: Callable[[int, int], int] = eval(f"lambda a, b: {python_if(body)}")  # noqa: S307 - a text of ours
    return function


def python_if(body: str) -> str:
    """A chain of if, then and else, in Python's notation."""
    if not body.startswith("if "):
        return body
    condition, rest = body[3:].split(" then ", 1)
    yes, no = rest.split(" else ", 1)
    return f"({yes} if {condition} else {python_if(no)})"


def slice_of(core: tuple[int, ...]) -> GrowingSlice:
    """The losers whose squares outside the first row and column form the core."""
    found = prove(arms(core))
    assert isinstance(found, GrowingProofs)
    slice_ = found.slice(found.family.order.names)
    assert slice_.settled < ROWS / 2
    return slice_


@pytest.mark.parametrize("b", range(2, 10))
def test_winning_ways(b: int) -> None:
    """(a, b, 1, ..., 1) is lost with winning_ways_height(a, b) rows: period 2, and offsets b // 2 on both sides."""
    slice_ = slice_of((b - 1,))
    heights = {n + 1: m + 1 for m, n in slice_.rows(0, 2 * ROWS)}
    assert [heights[a] for a in range(b, ROWS)] == [winning_ways_height(a, b) for a in range(b, ROWS)]
    assert [heights[a] for a in range(b, ROWS)] == [coq_formula("winning_ways")(a, b) for a in range(b, ROWS)]
    assert sorted(slice_.period) == [-(b // 2), b // 2]


@pytest.mark.parametrize("b", range(3, 10))
def test_theorem_1_of_sun(b: int) -> None:
    """(a, b, 2, 1, ..., 1) is lost with sun_height(a, b) rows in total, unless (a, b) is already lost."""
    slice_ = slice_of((b - 1, 1))
    heights = {n + 1: m + 1 for m, n in slice_.rows(0, 2 * ROWS)}
    others = [a for a in range(b, ROWS) if a != b + 1]
    assert [heights[a] for a in others] == [sun_height(a, b) for a in others]
    assert [heights[a] for a in others] == [coq_formula("sun")(a, b) for a in others]
    assert sun_height(b + 1, b) == coq_formula("sun")(b + 1, b) == 2
    assert sorted(slice_.period) == [-(b // 2), b // 2]
