"""Pictures of bars: squares, winning moves, and the squares that a move takes."""

from collections import Counter

import pytest
from matplotlib.colors import to_hex

from tests.pictures.test_charts import explained
from zchomp.errors import InvalidPosition, TooLarge
from zchomp.pictures.bars import plot_bar
from zchomp.pictures.style import BAR, POISON, TAKEN, WINNING, Figure


def fills(figure: Figure) -> Counter[str]:
    """The number of squares, or boxes, of each colour."""
    return Counter(to_hex(patch.get_facecolor()) for patch in figure.axes[0].patches)


def title(figure: Figure) -> str:
    """The title of the picture, on one line."""
    return figure.texts[0].get_text().replace("\n", " ")


def test_winning_moves() -> None:
    """All winning moves are filled, the poison is marked, and the legend says so."""
    figure = plot_bar("(3,2,1)")
    assert fills(figure) == {POISON: 1, WINNING: 3, BAR: 2}
    assert explained(figure) == ["the poison", "winning move (all 3 are marked)"]
    assert title(figure) == "(3, 2, 1): the player to move wins"
    assert explained(plot_bar("(3,3)")) == ["the poison", "the only winning move"]
    assert title(plot_bar((3, 2))) == "(3, 2): the player to move loses"
    assert fills(plot_bar((3, 2))) == {POISON: 1, BAR: 4}


def test_a_move_shows_what_it_takes() -> None:
    """A move shows what it takes, whether it wins, and what it leaves."""
    figure = plot_bar("(3,2)", move=(1, 2))
    assert fills(figure) == {POISON: 1, TAKEN: 3, BAR: 1}
    assert title(figure) == "A losing move: row 1, column 2 of (3, 2) leaves (1, 1)"
    assert explained(figure) == ["the poison", "the move", "what it takes"]
    assert title(plot_bar("(3,3)", move=(2, 3))) == "A winning move: row 2, column 3 of (3, 3) leaves (3, 2)"
    with pytest.raises(InvalidPosition, match="no square in row 3"):
        plot_bar("(3,2)", move=(3, 1))


def test_not_known() -> None:
    """If winning moves are unknown, all or some, the title says so, and no other move is called losing."""
    figure = plot_bar((30,) * 20)
    assert title(figure) == "20x30: the player to move wins; which moves win is not known here"
    assert fills(figure) == {POISON: 1, BAR: 599}
    assert title(plot_bar((30,) * 19 + (29,))).endswith(": who wins is not known here")
    assert title(plot_bar((30,) * 20, move=(2, 2))).startswith(
        "A move; whether it wins is not known here: row 2, column 2"
    )
    square_but_one = (30,) * 29 + (29,)
    figure = plot_bar(square_but_one)
    assert title(figure).endswith("the player to move wins; whether other moves win is not known here")
    assert fills(figure) == {POISON: 1, BAR: 897, WINNING: 1}
    assert title(plot_bar(square_but_one, move=(2, 2))).startswith("A winning move: row 2, column 2")
    assert title(plot_bar(square_but_one, move=(3, 3))).startswith("A move; whether it wins is not known here")


def test_rows_and_columns_are_numbered() -> None:
    """Rows and columns are numbered, all of them or every fifth."""
    written = [text.get_text() for text in plot_bar("(22,2)").axes[0].texts]
    assert written == ["1", "2", "row", "1", "5", "10", "15", "20", "column"]


@pytest.mark.parametrize("rows", [(61,), (1,) * 41, (10**100,)], ids=["wide", "high", "huge"])
def test_bars_too_large_to_draw(rows: tuple[int, ...]) -> None:
    """A bar with an absurd number of squares is refused, with a size that works."""
    with pytest.raises(TooLarge, match=r"expected at most 40 rows and 60 columns$"):
        plot_bar(rows)


def test_the_largest_bars_have_a_sane_shape() -> None:
    """Pictures of the largest bars have a reasonable shape."""
    for rows in ((60,), (1,) * 40, (60, 40, 3)):
        width, height = plot_bar(rows).get_size_inches()
        assert 1 / 3.1 < width / height < 3.1
