"""Files: posets and graphs that a user brings, read by networkx.

.graphml                  a directed graph for a poset, an edge from x to y saying x < y; an undirected one for a graph
.edgelist, .edges, .txt   two names a line, smaller first; # begins a comment
.json                     {"elements": [...], "covers": [[smaller, larger], ...]}, or networkx's node-link data;
                          with "poison": NAME, the smallest element, that element is poisoned

Whatever a line or a field says beyond that is refused, and nothing is left out in silence.
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import networkx as nx

from zchomp.errors import InvalidPoset, quote
from zchomp.posets.poset import Poset

if TYPE_CHECKING:
    AnyGraph: TypeAlias = nx.Graph[str]

__all__ = ["SUFFIXES", "is_file_name", "read_graph", "read_poset"]

SUFFIXES = (".graphml", ".edgelist", ".edges", ".txt", ".json")
MAX_BYTES = 10_000_000


def is_file_name(name: str) -> bool:
    """Whether a word looks like the name of a file that is read here."""
    return Path(name).suffix.lower() in SUFFIXES or Path(name).is_file()


def read_poset(name: str) -> tuple[Poset, bool]:
    """The poset of a file, and whether the file says that its smallest element is poisoned.

    Raises InvalidPoset for a file that is none, and for a graph with a cycle.
    """
    graph = _read(name, directed=True)
    if not graph.is_directed():
        raise InvalidPoset(
            f"{quote(name)} has a graph without directions; expected one with edges from smaller to larger"
        )
    poset, poison = Poset.from_networkx(nx.DiGraph(graph)), graph.graph.get("poison")
    if poison is not None and (poset.minimum() is None or poset.elements[0] != poison):
        raise InvalidPoset(f"{quote(name)}: the poison {quote(poison)} is not the smallest element")
    return poset, poison is not None


def read_graph(name: str) -> "AnyGraph":
    """The graph of a file, with directions and multiple edges forgotten; a loop is refused."""
    graph = nx.relabel_nodes(nx.Graph(_read(name, directed=False)), str)
    loop = next(nx.selfloop_edges(graph), None)
    if loop is not None:
        raise InvalidPoset(f"{quote(name)} has a loop at {quote(loop[0])}; expected edges between two vertices")
    return graph


def _read(name: str, directed: bool) -> "AnyGraph":
    path = Path(name)
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise InvalidPoset(f"cannot tell what is in {quote(name)}; expected a name that ends in {', '.join(SUFFIXES)}")
    if not path.is_file():
        raise InvalidPoset(f"no file {quote(name)}")
    if path.stat().st_size > MAX_BYTES:
        raise InvalidPoset(f"{quote(name)} is too large; expected at most {MAX_BYTES} bytes")
    kind: type[AnyGraph] = nx.DiGraph if directed else nx.Graph
    try:
        if suffix == ".graphml":
            graph: AnyGraph = nx.read_graphml(path)
        elif suffix == ".json":
            graph = _from_json(json.loads(path.read_text(encoding="utf-8")), kind)
        else:
            graph = _from_lines(path.read_text(encoding="utf-8"), kind)
    except InvalidPoset as problem:
        raise InvalidPoset(f"cannot read {quote(name)} as {suffix[1:]}: {problem}") from None
    except RecursionError:
        raise InvalidPoset(f"cannot read {quote(name)}: it is nested too deeply") from None
    except Exception as problem:  # networkx and its parsers raise many kinds
        reason = " ".join(str(problem).split())[:100] or type(problem).__name__
        raise InvalidPoset(f"cannot read {quote(name)} as {suffix[1:]}: {reason}") from None
    if not len(graph):
        raise InvalidPoset(f"{quote(name)} has no elements")
    return graph


def _from_lines(text: str, kind: "type[AnyGraph]") -> "AnyGraph":
    graph = kind()
    for number, line in enumerate(text.splitlines(), start=1):
        names = line.partition("#")[0].split()
        if names and len(names) != 2:
            raise InvalidPoset(f"line {number} is {quote(line.strip())}; expected two names, smaller first")
        if names:
            graph.add_edge(*names)
    return graph


def _from_json(value: object, kind: "type[AnyGraph]") -> "AnyGraph":
    expected = 'expected {"elements": [...], "covers": [[smaller, larger], ...]}, or nodes and edges'
    if not isinstance(value, dict):
        raise InvalidPoset(f"expected an object with covers, or with nodes and edges, got {quote(value)}")
    if "covers" not in value:
        edges = "links" if "links" in value and "edges" not in value else "edges"
        nodes = value.get("nodes")
        if not isinstance(nodes, list) or not all(isinstance(node, dict) and "id" in node for node in nodes):
            raise InvalidPoset(f"there are no covers, nor nodes with ids; {expected}")
        return nx.node_link_graph(value, edges=edges)
    elements, covers = value.get("elements", []), value["covers"]
    if not isinstance(elements, list) or not isinstance(covers, list):
        raise InvalidPoset(f"elements or covers are not lists; {expected}")
    if value.get("after"):
        raise InvalidPoset(
            f"moves have been made, {quote(value['after'])}; expected a poset from which nothing is taken"
        )
    graph = kind(poison=None if value.get("poison") is None else str(value["poison"]))
    graph.add_nodes_from(map(str, elements))
    for pair in covers:
        if not isinstance(pair, list) or len(pair) != 2:
            raise InvalidPoset(f"{quote(pair)} is not a pair; {expected}")
        graph.add_edge(*map(str, pair))
    return graph
