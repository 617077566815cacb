"""Pictures of posets and game graphs, with matplotlib: an extra, imported when a picture is drawn.

A Hasse diagram has each element above those that it covers, by the longest chain below it; the winning moves are
filled, the poison is in parentheses. A game graph has each position above those that it leads to, by its squares.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from zchomp.errors import InvalidPicture, MissingExtra, quote
from zchomp.posets.solution import PosetSolution

if TYPE_CHECKING:
    from zchomp.answers.game_graph import Graph

__all__ = ["ENDINGS", "MAX_DRAWN", "draw_game_graph", "draw_poset"]

ENDINGS = (".png", ".svg", ".pdf")
MAX_DRAWN = 400
"""More elements or positions are not drawn: nothing could be told apart."""

WINNING, LOST, PLAIN, GONE, POISON = "#f2a33a", "#9fc5e8", "#ffffff", "#dddddd", "#c9b3dd"


def draw_poset(solution: PosetSolution, path: Path) -> None:
    """Draw the Hasse diagram of a board, the winning moves marked."""
    poset, poisoned = solution.board.poset, solution.board.poisoned
    numbers = range(len(poset))
    fills = [WINNING if solution.winning >> x & 1 else PLAIN if solution.left >> x & 1 else GONE for x in numbers]
    names = [f"({name})" if poisoned and x == 0 else name for x, name in enumerate(poset.elements)]
    count = solution.winning.bit_count()
    title = f"{solution.board.title}: {solution.outcome.value}" + (f", winning moves filled ({count})" if count else "")
    edges = [(y, x, False) for x, y in poset.covers()]
    fills[0] = POISON if poisoned else fills[0]
    _draw(poset.heights(), edges, names, fills, title, path)


def draw_game_graph(graph: "Graph", path: Path) -> None:
    """Draw a game graph: P-positions filled, the moves to them drawn strongly."""
    number = {position: x for x, position in enumerate(graph)}
    lost = [known["label"] == "P" for known in graph.nodes.values()]
    names = [f"{position} {'P' if lost[x] else 'N'}" for position, x in number.items()]
    edges = [(number[before], number[after], lost[number[after]]) for before, after in graph.edges]
    title = f"the game graph of {next(iter(graph))}: P-positions filled, winning moves strong"
    _draw([position.squares() for position in graph], edges, names, [LOST if p else PLAIN for p in lost], title, path)


def _draw(
    heights: Sequence[int],
    edges: Sequence[tuple[int, int, bool]],
    names: Sequence[str],
    fills: Sequence[str],
    title: str,
    path: Path,
) -> None:
    """Draw numbered vertices in layers by height, edges from the first end down to the second, some strong."""
    if path.suffix.lower() not in ENDINGS:
        raise InvalidPicture(f"cannot draw {quote(str(path), 200)}; expected a name that ends in {', '.join(ENDINGS)}")
    if len(heights) > MAX_DRAWN:
        raise InvalidPicture(f"{len(heights)} are too many to draw in one picture; expected at most {MAX_DRAWN}")
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("a picture", "plot") from None
    layers = _layers(heights, edges)
    wide, long = max(map(len, layers)), max(map(len, names))
    size = (min(60.0, max(5.0, wide * (0.35 + 0.085 * long))), max(3.0, 0.9 * len(layers) + 1))
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.add_subplot()
    place = {x: (i - (len(layer) - 1) / 2, float(heights[x])) for layer in layers for i, x in enumerate(layer)}
    for x, y, strong in edges:
        colour, width = ("#222222", 1.6) if strong else ("#aaaaaa", 0.7)
        axes.plot(*_line(place[x], place[y]), color=colour, linewidth=width, zorder=1)
    for x, (left, height) in place.items():
        box = {"boxstyle": "round,pad=0.25", "facecolor": fills[x], "edgecolor": "#444444", "linewidth": 0.8}
        axes.text(left, height, names[x], ha="center", va="center", fontsize=8, bbox=box, zorder=2)
    axes.set_title(title, fontsize=10)
    axes.set_xlim(-wide / 2, wide / 2)
    axes.set_ylim(min(heights) - 0.5, max(heights) + 0.5)
    axes.axis("off")
    figure.savefig(path, dpi=130, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)


def _line(start: tuple[float, float], end: tuple[float, float]) -> tuple[list[float], list[float]]:
    """The points of an edge: straight to the next layer, bent outwards past the vertices of layers between."""
    (x1, y1), (x2, y2) = start, end
    bend = 0.35 if y1 - y2 > 1.5 else 0.0
    outwards = bend if x1 + x2 >= 0 else -bend
    steps = [step / 20 for step in range(21)] if bend else [0.0, 1.0]
    return [x1 + (x2 - x1) * t + 4 * outwards * t * (1 - t) for t in steps], [y1 + (y2 - y1) * t for t in steps]


def _layers(heights: Sequence[int], edges: Iterable[tuple[int, int, bool]]) -> list[list[int]]:
    """The vertices of each height, lowest first, each near the middle of its neighbours in the layer below."""
    below: dict[int, list[int]] = {}
    for x, y, _ in edges:
        below.setdefault(x, []).append(y)
    layers: list[list[int]] = []
    place: dict[int, float] = {}
    for height in sorted(set(heights)):
        layer = [x for x, other in enumerate(heights) if other == height]
        middle = {x: _mean([place[y] for y in below.get(x, ())]) for x in layer}
        layer.sort(key=lambda x: (middle[x], x))
        place |= {x: i - (len(layer) - 1) / 2 for i, x in enumerate(layer)}
        layers.append(layer)
    return layers


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
