"""The game graph: labels, text, files and pictures."""

import re
from math import ceil, comb
from pathlib import Path

import networkx as nx
import pytest

from tests.support import brute_force, known
from zchomp.bars.game_graph import count_positions, game_graph, graphviz_text, write_game_graph
from zchomp.bars.position import Position
from zchomp.bars.solving import outcome
from zchomp.core import limits
from zchomp.core.answers import Outcome, Unknown
from zchomp.core.session import Session
from zchomp.errors import InvalidArgument


@pytest.mark.parametrize("rows", [(1,), (2, 2), (3, 2, 1), (5, 5), (4, 4, 4), (6, 5, 3, 3), (5, 4, 3, 2, 1)], ids=str)
def test_labels_are_those_of_brute_force(rows: tuple[int, ...]) -> None:
    """The labels, computed from the graph alone, agree with brute force and with the proved slices."""
    graph = known(game_graph(Position(rows)))
    assert len(graph) == count_positions(Position(rows))
    values = brute_force(5, 6)
    for position, vertex in graph.nodes.items():
        assert (vertex["outcome"] == "loser") == (values[(*position.rows, *(0,) * (5 - len(position.rows)))] == 0)
        assert (vertex["outcome"] == "loser") == (outcome(position) is Outcome.LOSER)
    assert len(graph) == sum(
        all(a <= b for a, b in zip(other, (*rows, 0, 0, 0, 0, 0), strict=False)) for other in values
    )


def test_edges_are_moves() -> None:
    """The edges are exactly the moves."""
    graph = known(game_graph(Position((3, 2, 1))))
    for position in graph:
        assert set(graph.successors(position)) == {position.chomp(move) for move in position.moves()}


def test_files_of_graphs(tmp_path: Path) -> None:
    """DOT has a line for each position and move, with winning ones in bold, and GraphML survives a round trip."""
    graph = known(game_graph(Position((3, 2, 1))))
    text = graphviz_text(graph)
    assert text.count(" -> ") == graph.number_of_edges() == 34
    assert len(re.findall(r"shape=box", text)) == 5
    for before, after, style in re.findall(r'"(.*)" -> "(.*)"( \[style=bold\])?;', text):
        assert bool(style) == (graph.nodes[Position.parse(after)]["outcome"] == "loser"), before
    write_game_graph(graph, tmp_path / "graph.graphml")
    back = nx.read_graphml(tmp_path / "graph.graphml")
    assert {name: back.nodes[name]["outcome"] for name in back} == {str(p): graph.nodes[p]["outcome"] for p in graph}
    assert set(back.edges) == {(str(before), str(after)) for before, after in graph.edges}
    with pytest.raises(InvalidArgument, match=r"'.*graph.doc'; expected a name that ends in .dot"):
        write_game_graph(graph, tmp_path / "graph.doc")


def test_too_large() -> None:
    """A graph that takes more effort is unknown, with the effort that it needs."""
    for rows, reason, effort in (
        ((20,) * 10, "30045014 positions, needs about 50 min", 3005),
        ((100_000,), "100000 positions, needs about 10 s", 10),
        ((10**9,), "1000000000 positions, needs about 27 h 47 min; try a smaller position", None),
        ((20_000,), "20000 positions, needs about", ceil(comb(20_000, 2) * 11 / limits.GAME_GRAPH_WORK_PACE)),
    ):
        found = game_graph(Position(rows))
        assert isinstance(found, Unknown)
        assert reason in found.reason
        assert found.effort == effort
    with pytest.raises(InvalidArgument, match="an effort is a number of seconds"):
        Session(effort=-1).run(game_graph, "(2,1)")
