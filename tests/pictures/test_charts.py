"""Pictures of the chart: their contents, in numbers and in words."""

from collections.abc import Callable

import numpy as np
import pytest
from matplotlib.patches import Rectangle

from tests.support import known
from zchomp.bars.prover import prove
from zchomp.charts.chart import chart
from zchomp.core import limits
from zchomp.core.answers import Unknown
from zchomp.errors import InvalidArgument, TooLarge
from zchomp.pictures.charts import draw_periods, plot_chart, plot_diagonal, plot_periods, plot_row
from zchomp.pictures.style import OTHER, PERIODS, Axes, Figure, in_style


def ticks(figure: Figure | Unknown) -> list[float]:
    """All numbers with a visible tick on an axis of a picture."""
    found = []
    with in_style():
        known(figure).draw_without_rendering()
    for axes in known(figure).axes:
        for axis, (low, high) in ((axes.xaxis, sorted(axes.get_xlim())), (axes.yaxis, sorted(axes.get_ylim()))):
            found += [float(tick) for tick in axis.get_ticklocs() if low <= tick <= high]
    return found


def explained(figure: Figure | Unknown) -> list[str]:
    """The lines of the legend."""
    return [text.get_text() for legend in known(figure).legends for text in legend.get_texts()]


def test_chart_has_every_number() -> None:
    """A small chart has the number of every loser, with the last one of each row in bold."""
    window = known(chart(8))
    texts = known(plot_chart(8)).axes[0].texts
    cells = {(int(text.get_position()[0]), int(text.get_position()[1])): int(text.get_text()) for text in texts}
    assert cells[8, 7] == 14
    assert all(cells[q, r] == window[q, r] for q, r in cells)
    assert len(cells) == sum(start is None or q <= start for r, start in enumerate(window.starts) for q in range(r, 9))
    assert sorted(int(text.get_text()) for text in texts if text.get_fontweight() == "bold") == [2, 5, 7]


def test_the_legend_of_a_chart() -> None:
    """The legend explains the grey cells and the numbers. A large chart has no numbers, and does not mention them."""
    assert explained(plot_chart(8)) == [
        "no loser has this second and third row",
        "in a cell: the first row $p$; bold: the last loser of its row",
    ]
    large = known(plot_chart(60))
    assert explained(large) == ["no loser has this second and third row"]
    assert not large.axes[0].texts
    assert [axes.get_ylabel() for axes in large.axes] == ["third row $r$", "$p - q$, the first row less the second"]


def test_row_shows_head_and_period() -> None:
    """The picture of a row has its head and its period as series, and states them in plain words."""
    proof = known(prove(120))[120]
    head, period = known(plot_row(120)).axes[0].collections
    assert len(np.asarray(head.get_offsets())) == len(proof.sequence.head)
    assert {b for _, b in np.asarray(period.get_offsets()).tolist()} == {70.0, 72.0}
    assert len(known(plot_row(13)).axes[0].collections) == 1
    assert explained(plot_row(120)) == [
        "head: 50 terms, $a < 50$",
        "from $a = 50$ on: period 2, forever",
        "computed: $a < 52$; this proves the rest",
    ]
    assert explained(plot_row(5))[1] == "from $a = 2$ on: always $b = 4$"
    assert explained(plot_row(1)) == ["all of them: 2 terms"]
    assert [text.get_text() for text in known(plot_row(1)).axes[0].texts] == ["$(2, 2, 1)$ is the last one"]


WHOLE: dict[str, Callable[[], Figure | Unknown]] = {
    "row 0": lambda: plot_row(0),
    "row 1": lambda: plot_row(1),
    "row 5": lambda: plot_row(5),
    "chart 0": lambda: plot_chart(0),
    "chart 3": lambda: plot_chart(3),
    "periods 0": lambda: plot_periods(0),
    "periods 5": lambda: plot_periods(5),
    "diagonal 3": lambda: plot_diagonal(3),
}


@pytest.mark.parametrize("name", WHOLE)
def test_ticks_are_whole_numbers(name: str) -> None:
    """Nothing in these pictures is a fraction, so no tick is one, however few numbers there are."""
    found = ticks(WHOLE[name]())
    assert found
    assert all(tick == round(tick) for tick in found)


def test_diagonal() -> None:
    """There is one dot for every n, all counted in the histogram, which says what it counts."""
    figure = known(plot_diagonal(49))
    axes, side = figure.axes
    assert len(np.asarray(axes.collections[0].get_offsets())) == 50
    assert sum(bar.get_width() for bar in side.patches if isinstance(bar, Rectangle)) == 50
    assert side.get_xlabel() == "how many $n$"
    assert "the bounds that [BHMS05] prints, $-1.242$ and $2.141$" in explained(figure)


def texts(axes: Axes) -> list[str]:
    """All text in axes."""
    return [text.get_text() for text in axes.texts]


def test_periods() -> None:
    """There is one line for every period above 1, with a mark for every row, and their number in words."""
    axes = draw_periods([1, 0, 2, 2, 4, 0]).axes[0]
    assert [np.asarray(line.get_xdata()).tolist() for line in axes.lines] == [[2, 3], [4]]
    assert texts(axes) == ["2 rows", "1 row"]
    assert texts(known(plot_periods(50)).axes[0]) == ["none: every row has finitely many losers or period 1"]


def test_a_period_keeps_its_colour() -> None:
    """Period 4 has the same colour whether or not period 3 is drawn, and all colours are different."""
    few, many = draw_periods([2, 4]).axes[0], draw_periods([2, 3, 4, 9, 10]).axes[0]
    assert [line.get_color() for line in few.lines] == [PERIODS[2], PERIODS[4]]
    assert [line.get_color() for line in many.lines] == [*map(PERIODS.__getitem__, (2, 3, 4, 9)), OTHER]
    assert len({*PERIODS.values(), OTHER}) == len(PERIODS) + 1


def test_sizes() -> None:
    """Anything too large, negative or not a number is refused with what was expected. Beyond reach it is unknown."""
    with pytest.raises(TooLarge, match="a picture up to 1501 is too large to draw; expected 1500 or less"):
        plot_chart(limits.CHART_PICTURE + 1)
    with pytest.raises(InvalidArgument, match="a row of the chart must be a whole number, 0 or more, got -1"):
        plot_row(-1)
    with pytest.raises(InvalidArgument, match=r"the largest row must be a whole number, 0 or more, got 2\.5"):
        plot_diagonal(2.5)  # type: ignore[arg-type]
    assert known(plot_periods(np.int64(7)))  # type: ignore[arg-type]
    row = plot_row(99_999)
    assert isinstance(row, Unknown)
    assert "a proof of the slice c = 99999 needs about" in row.reason
