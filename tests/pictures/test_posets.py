"""Pictures of posets and of game graphs: positions, filled boxes, and the legend."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pictures.test_bars import fills
from tests.pictures.test_charts import explained
from tests.support import known
from zchomp import posets
from zchomp.bars.game_graph import game_graph
from zchomp.bars.position import Position
from zchomp.core.answers import Unknown
from zchomp.errors import InvalidArgument, InvalidPosition, TooLarge
from zchomp.pictures.posets import MAX_POSITIONS, plot_game_graph, plot_poset
from zchomp.pictures.style import LOST, PLAIN, POISON, TAKEN, WINNING, Figure, in_style
from zchomp.posets.layout import MAX_DRAWN, LabelBox, Layout, lay_out
from zchomp.posets.poset import Poset
from zchomp.posets.solving import PosetSolution

Point = tuple[float, float]


def solved(board: posets.PosetBoard, *after: str, effort: float | None = None) -> PosetSolution:
    """The solution, which must be known."""
    return known(posets.solve(board, after=after, effort=effort))


def hasse(poset: Poset) -> Layout:
    """The layout of a poset."""
    return lay_out(poset.heights(), [(y, x) for x, y in poset.covers()], poset.elements)


def graph_layout(position: str) -> tuple[Layout, list[tuple[int, int]]]:
    """The layout of a game graph, with its edges."""
    graph = known(game_graph(position))
    number = {vertex: x for x, vertex in enumerate(graph)}
    edges = [(number[before], number[after]) for before, after in graph.edges]
    return lay_out([vertex.squares() for vertex in graph], edges, list(map(str, graph))), edges


def boxes_over(start: Point, end: Point, boxes: Sequence[LabelBox]) -> list[LabelBox]:
    """The boxes that have a point of a segment inside: it is clipped to each side in turn."""
    middles = np.array([(box.x, box.y) for box in boxes])
    sides = np.array([(box.width, box.height) for box in boxes]) / 2 - 1e-6
    steps, starts = np.subtract(end, start), np.array(start)
    with np.errstate(divide="ignore", invalid="ignore"):
        clipped = np.sort([(middles - sides - starts) / steps, (middles + sides - starts) / steps], axis=0)
    level = (steps == 0) & np.ones_like(middles, dtype=bool)
    inside = np.abs(starts - middles) < sides
    first = np.where(level, np.where(inside, 0, np.inf), clipped[0]).max(axis=1)
    last = np.where(level, 1, clipped[1]).min(axis=1)
    return [boxes[int(i)] for i in np.flatnonzero(np.maximum(first, 0) < np.minimum(last, 1))]


def faults(drawn: Layout, edges: list[tuple[int, int]]) -> list[str]:
    """Edges that run behind a box or miss their ends, and boxes that overlap or stick out of the drawing."""
    found = []
    for (upper, lower), route in zip(edges, drawn.routes, strict=True):
        top, bottom = drawn.boxes[upper], drawn.boxes[lower]
        ends = (top.x, top.y - top.height / 2), (bottom.x, bottom.y + bottom.height / 2)
        if route[0] != pytest.approx(ends[0]) or route[-1] != pytest.approx(ends[1]):
            found.append(f"{upper} and {lower} are not joined")
        if any(boxes_over(start, end, drawn.boxes) for start, end in pairwise(route)):
            found.append(f"the edge from {upper} to {lower} runs behind a box")
    for one, other in combinations(drawn.boxes, 2):
        apart = abs(one.x - other.x) >= (one.width + other.width) / 2
        if not apart and abs(one.y - other.y) < (one.height + other.height) / 2:
            found.append(f"{one} and {other} overlap")
    for box in drawn.boxes:
        across = box.width / 2 - 1e-6 <= box.x <= drawn.width - box.width / 2 + 1e-6
        if not across or not box.height / 2 - 1e-6 <= box.y <= drawn.height - box.height / 2 + 1e-6:
            found.append(f"{box} sticks out")
    return found


def test_edges_behind_boxes_are_detected() -> None:
    """The check of this module notices an edge behind a box, but none that passes or touches it."""
    box = LabelBox(0, 0, 2, 2)
    far = LabelBox(9, 9, 2, 2)
    for start, end in ((-2, 0), (2, 0.5)), ((0, 0), (0, 0.5)):
        assert boxes_over(start, end, [box, far]) == [box]
    for start, end in ((-2, 1), (2, 1)), ((-2, 0), (0, 2.1)), ((1, -5), (1, 5)), ((0, 2), (0, 3)), ((-5, 0), (-3, 0)):
        assert boxes_over(start, end, [box, far]) == []


@pytest.mark.parametrize("position", ["(5,5)", "(3,2,1)", "(1)", "(9)", "(4,4,4)", "(3,3,3,3)"])
def test_no_edge_behind_a_position(position: str) -> None:
    """In a game graph, where edges cross many layers, none runs behind a position."""
    assert faults(*graph_layout(position)) == []


BOARDS: dict[str, Callable[[], Poset]] = {
    "boolean": lambda: posets.boolean(4).poset,
    "dodecahedron": lambda: posets.platonic("dodecahedron").poset,
    "projective": lambda: posets.projective(3).poset,
    "divisors": lambda: posets.divisors(432).poset,
    "path": lambda: posets.graph("path", "200").poset,
    "antichain": lambda: Poset.from_covers(map(str, range(MAX_DRAWN)), []),
    "chain": lambda: posets.chains((400,)).poset,
    "pentagon": lambda: Poset.from_covers("0abc1", [("0", "a"), ("a", "b"), ("b", "1"), ("0", "c"), ("c", "1")]),
    "one": lambda: Poset.from_covers("a", []),
}


@pytest.mark.parametrize("name", BOARDS)
def test_no_edge_behind_an_element(name: str) -> None:
    """In a Hasse diagram no edge runs behind an element or downwards, and the picture has a sane shape."""
    poset = BOARDS[name]()
    drawn = hasse(poset)
    assert faults(drawn, [(y, x) for x, y in poset.covers()]) == []
    assert all(drawn.boxes[x].y < drawn.boxes[y].y for x, y in poset.covers())
    assert drawn.width < 3.01 * drawn.height
    width, height = plot_poset(poset).get_size_inches()
    assert 1 / 3.2 < width / height < 3.2
    assert max(width, height) <= 36


@given(st.sets(st.sampled_from(list(combinations("abcdefghijkl", 2)))))
def test_any_poset(edges: set[tuple[str, str]]) -> None:
    """Whatever the poset, no edge runs behind an element."""
    poset = Poset.from_covers("abcdefghijkl", edges)
    assert faults(hasse(poset), [(y, x) for x, y in poset.covers()]) == []


def test_edges_as_drawn() -> None:
    """The picture of a game graph shows that layout."""
    drawn, edges = graph_layout("(5,5)")
    axes = known(plot_game_graph("(5,5)")).axes[0]
    segments = [np.asarray(path.vertices) for lines in axes.collections for path in lines.get_paths()]
    assert sorted(segment.shape[0] for segment in segments) == sorted(len(route) for route in drawn.routes)
    assert len(segments) == len(edges)
    corners = [(patch.get_bbox().x0, patch.get_bbox().y0) for patch in axes.patches]  # type: ignore[attr-defined]
    assert corners == [pytest.approx((box.x - box.width / 2, box.y - box.height / 2)) for box in drawn.boxes]


def fits(figure: Figure) -> bool:
    """Whether every name is inside its box, as matplotlib measures it."""
    axes = figure.axes[0]
    with in_style():
        figure.draw_without_rendering()
    pairs = zip(axes.patches, axes.texts, strict=True)
    boxes = ((patch.get_window_extent().padded(0.5), text.get_window_extent()) for patch, text in pairs)
    return all(
        box.x0 <= text.x0 and text.x1 <= box.x1 and box.y0 <= text.y0 and text.y1 <= box.y1 for box, text in boxes
    )


def test_names_fit() -> None:
    """Every name is inside its box, upright or not, even if all its letters are wide."""
    wide = Poset.from_covers(["WWWWWWWWWW", "mmmmmmmmm", "@@@@@", "ÄÖÜ", "x" * 100, "gjpqy"], [("@@@@@", "ÄÖÜ")])
    assert fits(plot_poset(wide))
    assert fits(plot_poset(posets.platonic("dodecahedron")))
    assert fits(known(plot_game_graph("(5,5)")))


def test_names_are_not_mathematics() -> None:
    """Dollars and backslashes in names, and in the name of a file, are drawn as they are."""
    names = ["$x$", "\\frac{1", "$\\frac", "a_b^c", "$"]
    board = posets.PosetBoard("file", "the poset of $\\bad$.json", Poset.from_covers(names, []))
    figure = plot_poset(board)
    with in_style():
        figure.draw_without_rendering()
    assert sorted(text.get_text() for text in figure.axes[0].texts) == sorted(names)
    assert figure.texts[0].get_text() == "The Hasse diagram of the poset of $\\bad$.json"


def test_winning_moves() -> None:
    """Winning moves are filled, and the legend says whether these are all."""
    figure = plot_poset(solved(posets.projective(2)))
    assert fills(figure) == {WINNING: 7, PLAIN: 8}
    assert explained(figure) == ["winning move (all 7 are marked)"]
    figure = plot_poset(solved(posets.divisors(12)))
    assert explained(figure) == ["the only winning move", "the poison"]
    assert fills(figure) == {WINNING: 1, POISON: 1, PLAIN: 4}
    solution = solved(posets.platonic("dodecahedron"), effort=0.3)
    assert solution.missing is not None
    assert explained(plot_poset(solution)) == ["a winning move (others not known)"]
    assert explained(plot_poset(replace(solution, missing=None))) == ["the only winning move"]


def test_taken_elements_are_grey() -> None:
    """Taken elements are grey, and the legend says so. A loser has no winning move."""
    figure = plot_poset(solved(posets.platonic("cube"), "body"))
    assert fills(figure) == {TAKEN: 1, PLAIN: 26}
    assert explained(figure) == ["already taken"]
    assert figure.texts[0].get_text() == "Chomp on the cube: the player to move loses"
    poison = plot_poset(solved(posets.bar("(2,1)")))
    assert explained(poison) == ["the poison"]


def test_drawable_objects() -> None:
    """A poset, a board or a solution can be drawn, but nothing else, and nothing too large."""
    assert fills(plot_poset(posets.divisors(6).poset)) == {PLAIN: 4}
    assert fills(plot_poset(posets.divisors(6))) == {PLAIN: 3, POISON: 1}
    with pytest.raises(InvalidArgument, match="expected a solution, a board or a poset"):
        plot_poset(Unknown("it is too large"))  # type: ignore[arg-type]
    with pytest.raises(TooLarge, match="900 vertices are too many for one picture; expected at most 400"):
        plot_poset(posets.bar("30x30"))


def test_game_graph() -> None:
    """Losers are filled, the moves to them are strong, and the legend explains both."""
    graph, figure = known(game_graph("(3,2,1)")), known(plot_game_graph((3, 2, 1)))
    lost = [position for position in graph if graph.nodes[position]["outcome"] == "loser"]
    assert fills(figure) == {LOST: len(lost), PLAIN: len(graph) - len(lost)}
    weak, strong = figure.axes[0].collections
    assert len(strong.get_paths()) == sum(after in lost for _, after in graph.edges)
    assert len(weak.get_paths()) + len(strong.get_paths()) == graph.number_of_edges()
    assert [text.get_text() for text in figure.axes[0].texts] == list(map(str, graph))
    assert explained(figure) == [
        "loser: the player to move loses",
        "winner: the player to move wins",
        "winning move: to a loser",
        "other move",
    ]


def test_large_game_graphs() -> None:
    """A graph with too many positions or too many moves is refused before it is drawn."""
    with pytest.raises(TooLarge, match=f"230 positions, .* expected at most {MAX_POSITIONS}"):
        plot_game_graph("(20,20)")
    with pytest.raises(TooLarge, match="135 vertices with 1905 edges are too many for one picture"):
        plot_game_graph(Position((15, 15)))
    with pytest.raises(InvalidPosition):
        plot_game_graph("(2,3)")


def test_a_notebook_shows_a_poset() -> None:
    """A notebook shows a poset as well-formed SVG, whatever its names, unless it is too large."""
    drawn = Poset.from_covers(["<b>&", '"quoted"', "bell\a", "a\nb"], [("<b>&", "a\nb")])._repr_svg_()
    assert drawn is not None
    root = ElementTree.fromstring(drawn)  # noqa: S314 - our own
    names = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert sorted(name or "" for name in names) == sorted(["<b>&", '"quoted"', "bell ", "a b"])
    assert len(list(root.iter("{http://www.w3.org/2000/svg}polyline"))) == 1
    upright = posets.platonic("dodecahedron").poset._repr_svg_()
    assert upright is not None
    assert "rotate(-90" in upright
    assert posets.bar("11x10").poset._repr_svg_() is None
