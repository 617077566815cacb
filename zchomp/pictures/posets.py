"""Pictures of posets and of game graphs (extra `plot`).

In a Hasse diagram the height of an element is the length of the longest chain below it. Winning moves, the poison and
elements that are taken are filled. In a game graph the height of a position is its number of squares. Losers are
filled, and the moves to them, which are the winning ones, are strong. A legend explains the colours.
"""

from __future__ import annotations

from collections.abc import Sequence

from zchomp.bars.game_graph import count_positions, game_graph
from zchomp.bars.position import Position, PositionLike
from zchomp.core import limits
from zchomp.core.answers import Outcome, Unknown
from zchomp.core.numbers import bar_text
from zchomp.errors import InvalidArgument, TooLarge, quote
from zchomp.pictures.style import (
    GREY,
    INK,
    LOST,
    PLAIN,
    POISON,
    TAKEN,
    WINNING,
    FancyBboxPatch,
    Figure,
    Line2D,
    LineCollection,
    Patch,
    filled,
    framed,
    in_style,
    moves_words,
)
from zchomp.posets.families import PosetBoard
from zchomp.posets.layout import FONT, Layout, lay_out
from zchomp.posets.poset import Poset
from zchomp.posets.solving import PosetSolution

MAX_POSITIONS = 150
"""The largest game graph that is drawn, in positions."""

FADED = "#98958f"
"""The colour of edges that are not winning moves."""


def plot_poset(poset: PosetSolution | PosetBoard | Poset) -> Figure:
    """Draw the Hasse diagram of a poset, of a board with its poison, or of a solution with its winning moves.

    >>> from zchomp import posets
    >>> plot_poset(posets.solve(posets.divisors(12))).texts[0].get_text()
    'Chomp on the divisors of 12: the player to move wins'

    Raises TooLarge for more than 400 elements, or for too many edges to tell apart.
    """
    if isinstance(poset, Poset):
        poset = PosetBoard("poset", f"a poset of {len(poset)} elements", poset)
    if isinstance(poset, PosetBoard):
        return _draw_board(poset, [PLAIN] * len(poset.poset), f"The Hasse diagram of {poset.title}", [])
    if not isinstance(poset, PosetSolution):
        raise InvalidArgument(f"cannot draw {quote(poset)}; expected a solution, a board or a poset")
    solution, numbers = poset, range(len(poset.board.poset))
    fills = [WINNING if solution.winning >> x & 1 else PLAIN if solution.left >> x & 1 else TAKEN for x in numbers]
    wins = "wins" if solution.outcome is Outcome.WINNER else "loses"
    handles = []
    if solution.winning:
        handles.append(filled(WINNING, moves_words(solution.winning.bit_count(), solution.missing is None)))
    if any(fill == TAKEN for fill in fills[solution.board.poisoned :]):
        handles.append(filled(TAKEN, "already taken"))
    return _draw_board(solution.board, fills, f"Chomp on {solution.board.title}: the player to move {wins}", handles)


def plot_game_graph(position: PositionLike) -> Figure | Unknown:
    """Draw the game graph of a position: every position that can be reached, and every move.

    It is Unknown if it takes more effort.

    >>> [text.get_text() for text in plot_game_graph("(2,1)").axes[0].texts]
    ['(2, 1)', '(1, 1)', '(2)', '(1)']

    Raises InvalidPosition if it is not a position, and TooLarge for a game graph of more than 150
    positions.
    """
    start = Position.of(position)
    if (size := count_positions(start)) > MAX_POSITIONS:
        more = " or more" if start.squares() > limits.COUNTED_TAILS else ""  # then they were not counted
        many = f"{bar_text(start.rows)} has a game graph of {size} positions{more}"
        raise TooLarge(f"{many}, too many to draw in one picture; expected at most {MAX_POSITIONS}")
    graph = game_graph(start)
    if isinstance(graph, Unknown):
        return graph
    number = {vertex: x for x, vertex in enumerate(graph)}
    lost = [known["outcome"] == Outcome.LOSER for known in graph.nodes.values()]
    edges = [(number[before], number[after]) for before, after in graph.edges]
    drawn = lay_out([vertex.squares() for vertex in graph], edges, list(map(str, graph)))
    handles: list[Patch | Line2D] = [
        filled(LOST, "loser: the player to move loses"),
        filled(PLAIN, "winner: the player to move wins"),
        Line2D([], [], color=INK, linewidth=1.4, label="winning move: to a loser"),
        Line2D([], [], color=FADED, linewidth=0.7, label="other move"),
    ]
    strong = [lost[after] for _, after in edges]
    return _draw(drawn, [LOST if p else PLAIN for p in lost], strong, f"The game graph of {start}", handles)


def _draw_board(board: PosetBoard, fills: Sequence[str], title: str, handles: Sequence[Patch]) -> Figure:
    """The Hasse diagram of a board, its elements filled, its poison marked."""
    names, fills = list(board.poset.elements), list(fills)
    if board.poisoned:
        names[0], fills[0] = f"({names[0]})", POISON
        handles = [*handles, filled(POISON, "the poison")]
    edges = [(y, x) for x, y in board.poset.covers()]
    return _draw(lay_out(board.poset.heights(), edges, names), fills, [False] * len(edges), title, handles)


def _draw(
    drawn: Layout, fills: Sequence[str], strong: Sequence[bool], title: str, handles: Sequence[Patch | Line2D]
) -> Figure:
    """Draw a layout in its own size: the edges, the boxes, the names."""
    figure, axes, scale = framed(drawn.width, drawn.height, title, handles)
    with in_style():
        for wanted, colour, thick in ((False, FADED, 0.7), (True, INK, 1.4)):
            routes = [route for route, one in zip(drawn.routes, strong, strict=True) if one is wanted]
            edges = LineCollection(routes, colors=colour, linewidths=thick * scale, zorder=1 + wanted, clip_on=False)
            axes.add_collection(edges, autolim=False)
        for box, label, fill in zip(drawn.boxes, drawn.labels, fills, strict=True):
            corner = (box.x - box.width / 2, box.y - box.height / 2)
            style = "round,pad=0,rounding_size=3"
            patch = FancyBboxPatch(corner, box.width, box.height, boxstyle=style, fc=fill, ec=INK, zorder=3)
            patch.set(linewidth=0.7 * scale, linestyle="--" if fill == TAKEN else "-", clip_on=False)
            axes.add_patch(patch)
            text = axes.text(box.x, box.y, label, ha="center", va="center_baseline", zorder=4, parse_math=False)
            text.set(fontsize=FONT * scale, rotation=90 if drawn.turned else 0, rotation_mode="anchor")
            text.set_color(GREY if fill == TAKEN else INK)
    return figure
