"""Files: posets and graphs that a user brings, read by networkx.

.graphml                  a directed graph for a poset, an edge from x to y saying x < y; an undirected one for a graph
.edgelist, .edges, .txt   two names a line, smaller first
.json                     {"elements": [...], "covers": [[smaller, larger], ...]}, or networkx's node-link data
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import networkx as nx

from zchomp.errors import InvalidPoset, quote
from zchomp.poset import Poset

if TYPE_CHECKING:
    AnyGraph: TypeAlias = nx.Graph[str]

__all__ = ["SUFFIXES", "is_file_name", "read_graph", "read_poset"]

SUFFIXES = (".graphml", ".edgelist", ".edges", ".txt", ".json")
MAX_BYTES = 10_000_000


def is_file_name(name: str) -> bool:
    """Whether a word looks like the name of a file that is read here."""
    return Path(name).suffix.lower() in SUFFIXES or Path(name).is_file()


def read_poset(name: str) -> Poset:
    """The poset of a file.

    Raises InvalidPoset for a file that is none, and for a graph with a cycle.
    """
    graph = _read(name, directed=True)
    if not graph.is_directed():
        raise InvalidPoset(
            f"{quote(name)} has a graph without directions; expected one with edges from smaller to larger"
        )
    return Poset.from_graph(nx.DiGraph(graph))


def read_graph(name: str) -> "AnyGraph":
    """The graph of a file, with its loops, directions and multiple edges forgotten."""
    graph = nx.Graph(_read(name, directed=False))
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    return nx.relabel_nodes(graph, str)


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
            graph = nx.read_edgelist(path, create_using=kind, data=False)
    except Exception as problem:  # networkx and its parsers raise many kinds
        reason = " ".join(str(problem).split())[:100] or type(problem).__name__
        raise InvalidPoset(f"cannot read {quote(name)} as {suffix[1:]}: {reason}") from None
    if not len(graph):
        raise InvalidPoset(f"{quote(name)} has no elements")
    return graph


def _from_json(value: object, kind: "type[AnyGraph]") -> "AnyGraph":
    if not isinstance(value, dict):
        raise InvalidPoset("expected an object with covers, or with nodes and edges")
    if "covers" not in value:
        edges = "links" if "links" in value and "edges" not in value else "edges"
        return nx.node_link_graph(value, edges=edges)
    graph = kind()
    graph.add_nodes_from(map(str, value.get("elements", [])))
    for smaller, larger in value["covers"]:
        graph.add_edge(str(smaller), str(larger))
    return graph
