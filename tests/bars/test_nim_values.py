"""The nim-values of all positions within a bar, as an answer and in words."""

import csv
import io
from typing import Any

import pytest

from tests.support import alone, brute_force, known
from zchomp.bars.listings import NimValues, nim_values
from zchomp.bars.listings import _seconds as seconds
from zchomp.bars.position import Position
from zchomp.bars.words import nim_values_data, nim_values_text
from zchomp.core import limits
from zchomp.core.answers import Unknown
from zchomp.errors import InvalidPosition


@pytest.mark.parametrize(("rows", "columns"), [(1, 5), (2, 9), (3, 6), (5, 3)])
def test_by_the_rules(rows: int, columns: int) -> None:
    """All nim-values within a bar are those of the game, by position."""
    values = known(nim_values(f"{rows}x{columns}"))
    assert dict(values) == {Position(position): value for position, value in brute_force(rows, columns).items()}
    assert values.full_bars() == [brute_force(rows, columns)[(n,) * rows] for n in range(1, columns + 1)]


def test_positions_outside() -> None:
    """A position outside the bar is not in the table."""
    values = known(nim_values("5,3"))
    assert len(values) == 17
    assert [Position.parse(bar) in values for bar in ("4,4", "5,3", "2,1,1")] == [False, True, False]
    with pytest.raises(KeyError, match=r"\(4, 4\) is not within \(5, 3\)"):
        values["4,4"]
    with pytest.raises(InvalidPosition):
        values["5;3"]


def test_a_bar_that_takes_too_long() -> None:
    """A bar that takes too long is refused at once, with a size that works."""
    for bar, size in (("3x2000", "at most 3x"), ("4x99999", "at most 4x"), ("9,8,7" + ",6" * 50_000, "try")):
        for listed in (False, True):
            refused = nim_values(bar, listed=listed)
            assert isinstance(refused, Unknown)
            assert size in refused.reason
    assert isinstance(nim_values("3x400", listed=True), Unknown)
    assert isinstance(alone(effort=0).run(nim_values, "3x3"), NimValues)


def test_size_that_works() -> None:
    """The size that a refusal names is answered, and one more column is refused."""
    for listed in (False, True):
        refused = nim_values("3x2000", listed=listed)
        assert isinstance(refused, Unknown)
        columns = int(refused.reason.rpartition("x")[2])
        assert seconds((columns,) * 3, listed) <= limits.EFFORT < seconds((columns + 1,) * 3, listed)


def test_texts_tables_and_data_agree() -> None:
    """Text, comma-separated values and data have the same nim-values."""
    values = known(nim_values("3x4"))
    lines = list(csv.DictReader(io.StringIO(values.table().csv())))
    by_rows = ((tuple(int(line[f"row{i}"]) for i in (1, 2, 3)), int(line["nim_value"])) for line in lines)
    assert {Position(rows): value for rows, value in by_rows} == dict(values)
    data: Any = nim_values_data(values)
    assert {Position(tuple(one["position"])): one["nim_value"] for one in data["positions"]} == dict(values)
    shown = [
        int(word)
        for line in nim_values_text(values).split("\n")
        if line[:4] == "    "
        for word in line.partition("|")[2].split()
    ]
    assert sorted(shown) == sorted(values.values())
