"""The game graph, with which [Zei01] explains the theory: positions and moves, and who wins where.

    [Zei01], section 1                                   here
    vertices: all positions, edges: legal moves          game_graph(start)
    label the sinks P                                    a position without moves is a loser
    label N what has an edge to a P                      one with a move to a loser is a winner
    label P what has edges to N's alone                  one with moves only to winners is a loser

The outcomes come from the graph alone, by networkx, and not from a proof. The tests compare them with the proofs.
"""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import networkx as nx

from zchomp.bars.position import Position, PositionLike, count_within
from zchomp.core import limits
from zchomp.core.answers import Outcome
from zchomp.core.effort import seconds_for, too_much
from zchomp.core.files import write_file
from zchomp.core.numbers import bar_text
from zchomp.core.session import current, question, refuse_if
from zchomp.errors import InvalidArgument, quote

if TYPE_CHECKING:
    Graph: TypeAlias = nx.DiGraph[Position]


@question
def game_graph(position: PositionLike) -> Graph:
    """Make the graph of all positions that can be reached, with an edge for each move, and the outcome of each.

    It is Unknown if it takes more effort.

    >>> graph = game_graph("(2,1)")
    >>> [(str(position), graph.nodes[position]["outcome"]) for position in graph]
    [('(2, 1)', 'loser'), ('(1, 1)', 'winner'), ('(2)', 'winner'), ('(1)', 'loser')]
    """
    start, most = Position.of(position), current().effort
    size = count_positions(start)
    seconds, needed = seconds_for(size, limits.GAME_GRAPH_POSITIONS_PACE), 0
    if seconds <= max(most, limits.EFFORT):  # few enough to count their moves
        work = count_moves(start) * (10 + len(start.rows))
        seconds, needed = max(seconds, seconds_for(work, limits.GAME_GRAPH_WORK_PACE)), work * limits.GAME_GRAPH_BYTES
    what = f"the game graph of {bar_text(start.rows)}, {quote(size)} positions,"
    refuse_if(too_much(what, "a smaller position", seconds, most, needed))
    graph: nx.DiGraph[Position] = nx.DiGraph()
    graph.add_node(start)
    todo = [start]
    while todo:
        before = todo.pop()
        for move in before.moves():
            after = before.chomp(move)
            if after not in graph:
                todo.append(after)
            graph.add_edge(before, after)
    _decide(graph)
    return graph


def count_positions(start: Position) -> int:
    """The number of positions in a game graph, including the start.

    >>> count_positions(Position((3, 2, 1))), count_positions(Position((5, 5, 5)))
    (13, 55)
    """
    if start.squares() > limits.COUNTED_TAILS:
        return start.squares()  # there is at least one position for each square
    return count_within(start.rows) - 1


def count_moves(start: Position) -> int:
    """The number of edges of a game graph: a position has a move for each square but the poison.

    >>> count_moves(Position((2, 1))), count_moves(Position((20000,)))
    (4, 199990000)
    """
    totals = [(1, 0)]  # for each length of the top row so far: how many positions there are, and their squares
    for row in reversed(start.rows):
        counts, squares = (list(accumulate(column)) for column in zip(*totals, strict=True))
        last = len(totals) - 1
        totals = [
            (counts[min(length, last)], squares[min(length, last)] + length * counts[min(length, last)])
            for length in range(row + 1)
        ]
    return sum(squares for _, squares in totals) - sum(count for count, _ in totals) + 1


def _decide(graph: Graph) -> None:
    """Find the outcome of each position, from those without moves upwards."""
    for vertex in reversed(list(nx.topological_sort(graph))):
        to_lost = any(graph.nodes[after]["outcome"] == Outcome.LOSER for after in graph.successors(vertex))
        graph.nodes[vertex]["outcome"] = (Outcome.WINNER if to_lost else Outcome.LOSER).value


def graphviz_text(graph: Graph) -> str:
    """The graph for Graphviz: losers in boxes, and the winning moves in bold.

    >>> print(graphviz_text(game_graph(Position((2,)))))
    digraph chomp {
      "(2)" [shape=ellipse];
      "(1)" [shape=box];
      "(2)" -> "(1)" [style=bold];
    }
    """
    lines = ["digraph chomp {"]
    for vertex, known in graph.nodes.items():
        lines.append(f'  "{vertex}" [shape={"box" if known["outcome"] == Outcome.LOSER else "ellipse"}];')
    for before, after in graph.edges:
        is_winning = graph.nodes[after]["outcome"] == Outcome.LOSER
        lines.append(f'  "{before}" -> "{after}"{" [style=bold]" if is_winning else ""};')
    return "\n".join([*lines, "}"])


def write_game_graph(graph: Graph, path: Path) -> None:
    """Write the graph in the format given by the extension of the name: .dot or .graphml.

    Raises InvalidArgument for any other extension.
    """
    check_graph_name(path)
    if path.suffix == ".dot":
        write_file(path, graphviz_text(graph) + "\n")
    else:
        write_file(path, "\n".join(nx.generate_graphml(nx.relabel_nodes(graph, str))) + "\n")


def check_graph_name(path: Path) -> None:
    """Refuse a name that does not end in .dot or .graphml. Pictures are written by `zchomp.pictures`."""
    if path.suffix not in {".dot", ".graphml"}:
        raise InvalidArgument(
            f"cannot write {quote(str(path), 200)}; expected a name that ends in .dot, .graphml, .png, .svg or .pdf"
        )
