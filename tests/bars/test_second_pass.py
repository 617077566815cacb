"""The second pass notices every loser that is missing, added or displaced."""

from collections.abc import Callable
from typing import cast

import numpy as np
import pytest

from tests.bars.boards import solved
from zchomp.bars.compiled import CompiledBar, CompiledSecondPass
from zchomp.bars.losers import BarLosers, PlainBar, SecondPass, Step, bases_within
from zchomp.errors import DisagreementError


def first_rows_of(rows: int, columns: int) -> list[list[int]]:
    """The losers of all planes."""
    engine, planes = PlainBar(rows, columns), []
    while engine.done < bases_within(rows, columns):
        if engine.advance(10**6) is not None:
            planes.append(list(cast("list[int]", engine.first_rows())))
    return planes


def check(marks: SecondPass, planes: list[list[int]]) -> None:
    """The second pass."""
    for q, first_rows in enumerate(planes):
        marks.check(q, np.array(first_rows, np.uint16))


@pytest.mark.parametrize("kind", [SecondPass, CompiledSecondPass])
@pytest.mark.parametrize(("rows", "columns"), [(2, 4), (3, 5), (4, 4)], ids=str)
def test_the_second_pass_notices(kind: type[SecondPass], rows: int, columns: int) -> None:
    """A loser that is left out, added or put elsewhere is noticed, wherever it is."""
    planes = first_rows_of(rows, columns)
    check(kind(rows, columns), planes)
    count = 0
    for q, x in ((q, x) for q, plane in enumerate(planes) for x in range(len(plane))):
        for p in {0, *range(max(1, q), columns + 1)} - {planes[q][x]}:
            wrong = [
                [p if (i, j) == (q, x) else first for j, first in enumerate(plane)] for i, plane in enumerate(planes)
            ]
            with pytest.raises(DisagreementError, match="the definition of losers fails for"):
                check(kind(rows, columns), wrong)
            count += 1
    assert count > 10


SPOILT: dict[str, Callable[[BarLosers], object]] = {
    "a loser more": lambda found: found.counts[3].__setitem__(4, found.counts[3][4] + 1),
    "a loser less": lambda found: found.counts[2].__setitem__(2, 0),
    "other rows": lambda found: found.counts.reverse(),
    "a step left out": lambda found: found.steps.remove(min(step for step in found.steps if step.above == 1)),
    "a higher step left out": lambda found: found.steps.remove(min(step for step in found.steps if step.above > 1)),
    "a step added": lambda found: found.steps.add(Step(5, 2, 4, 1)),
    "a longer step added": lambda found: found.steps.add(Step(5, 1, 4, 3)),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
@pytest.mark.parametrize(
    ("engine", "kind"), [(PlainBar, SecondPass), (CompiledBar, CompiledSecondPass)], ids=["plain", "compiled"]
)
def test_reported_results_are_compared(
    engine: type[PlainBar | CompiledBar], kind: type[SecondPass], spoil: Callable[[BarLosers], object]
) -> None:
    """Wrong counts of losers and wrong steps are noticed."""
    marks, planes = kind(4, 5), first_rows_of(4, 5)
    found = solved(engine(4, 5), marks)
    spoil(found)
    with pytest.raises(DisagreementError, match=r"are not those that were checked|the definition disagree on"):
        check_found(marks, found, planes)


def check_found(marks: SecondPass, found: BarLosers, planes: list[list[int]]) -> None:
    """Compare the results of an engine with all planes."""
    for q, first_rows in enumerate(planes):
        marks.check_found(found, q, first_rows)
