"""Pictures of nim-values within a bar."""

from typing import Any

import pytest

from tests.support import brute_force, known
from zchomp.bars.listings import nim_values
from zchomp.errors import TooLarge
from zchomp.pictures.bars import draw_nim_values, plot_nim_values


def drawn(bar: str) -> Any:
    """The picture of a small bar."""
    found = known(nim_values(bar))
    return draw_nim_values(found)


def test_two_rows() -> None:
    """The colours are the nim-values of (p, q), and the losers are marked."""
    axes = drawn("2x8").axes[0]
    cells = axes.images[0].get_array()
    assert {(p, q): cells[q, p] for p, q in brute_force(2, 8)} == brute_force(2, 8)
    assert {tuple(map(int, point)) for point in axes.collections[0].get_offsets()} == {(q + 1, q) for q in range(8)}


def test_three_rows() -> None:
    """The colours are the nim-values of (n, q, r), and the points are those of the bars 3 x 1 to 3 x n."""
    figure, values = drawn("3x7"), brute_force(3, 7)
    cells = figure.axes[0].images[0].get_array()
    assert all(cells[r, q] == value for (p, q, r), value in values.items() if p == 7)
    points = [tuple(map(int, point)) for point in figure.axes[1].collections[0].get_offsets()]
    assert points == [(n, values[n, n, n]) for n in range(1, 8)]


@pytest.mark.parametrize("bar", ["4x9", "9", "5,3", "3x99999"])
def test_other_bars(bar: str) -> None:
    """A bar that has no picture is refused, with the bars that have one."""
    with pytest.raises(TooLarge, match="expected a full bar of two or three rows, with at most 1500 columns"):
        plot_nim_values(bar)
