"""Files: posets and graphs from files.

.graphml                  a directed graph for a poset, with edges from smaller to larger; an undirected one for a graph
.edgelist, .edges, .txt   two names per line, smaller first; # begins a comment; networkx's {} at the end is allowed
.json                     {"elements": [...], "covers": [[smaller, larger], ...]}, or networkx's node-link data;
                          with "poison": NAME, the smallest element, that element is poisoned

The pairs generate the order. Pairs that follow from others may also be listed, but no pair twice. "elements" may be
left out if every element is in a pair. The output of `zchomp poset ... --json` is such an object.
Anything else in a line or a field is refused, so that nothing is ignored silently.
"""

import json
import re
from collections.abc import Iterable, Mapping
from errno import ENOENT
from io import BytesIO
from os import strerror
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias
from xml.etree import ElementTree

import networkx as nx

from zchomp.bars.notation import MAX_DIGITS
from zchomp.core import limits
from zchomp.core.files import read_file
from zchomp.errors import InvalidPoset, TooLarge, quote, shorten
from zchomp.posets.poset import Poset

if TYPE_CHECKING:
    AnyGraph: TypeAlias = nx.Graph[str]


SUFFIXES = (".graphml", ".edgelist", ".edges", ".txt", ".json")
MAX_BYTES = 10_000_000
MAX_PARTS = 100_000
"""The maximum number of parts of a GraphML file: nodes, edges and their data."""

COVERS = {"elements", "covers", "poison", "taken"}
NODE_LINK = {"directed", "multigraph", "graph", "nodes", "edges", "links", "poison"}
GRAPH_DATA = {"name", "poison", "node_default", "edge_default"}
"""The data that a graph as a whole may have. The defaults are networkx's own."""

EXPECTED = 'expected {"elements": [...], "covers": [[smaller, larger], ...]}, or nodes and edges'


def is_file_name(name: str) -> bool:
    """Whether a word looks like the name of a file of one of these formats."""
    return Path(name).suffix.lower() in SUFFIXES or _is_file(Path(name))


def read_poset(name: str) -> tuple[Poset, bool]:
    """The poset of a file, and whether the file says that its smallest element is poisoned.

    Raises InvalidPoset if the file does not describe a poset, with the reason.
    """
    graph = _read(name)
    if not graph.is_directed():
        raise InvalidPoset(f"the graph of {quote(name)} is undirected; expected directed edges from smaller to larger")
    try:
        poset = Poset.from_networkx(graph)
    except InvalidPoset as problem:
        raise InvalidPoset(f"{quote(name)} is {problem}") from None
    poison = graph.graph.get("poison")
    if poison is not None and (poset.minimum() is None or poset.elements[0] != str(poison)):
        raise InvalidPoset(f"{quote(name)}: the poison {quote(poison)} is not the smallest element")
    return poset, poison is not None


def read_graph(name: str) -> "AnyGraph":
    """The graph of a file, without directions. An edge from a vertex to itself is refused."""
    graph: AnyGraph = nx.Graph(_read(name))
    loop = next(nx.selfloop_edges(graph), None)
    if loop is not None:
        raise InvalidPoset(f"{quote(name)} has a loop at {quote(loop[0])}; expected edges between two vertices")
    return graph


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long for a file
        return False


def _read(name: str) -> "AnyGraph":
    """The graph of a file, with text as nodes. It is directed unless the file says otherwise."""
    path = Path(name)
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise InvalidPoset(f"unknown file format: {quote(name)}; expected a name that ends in {', '.join(SUFFIXES)}")
    if not _is_file(path):
        raise FileNotFoundError(ENOENT, strerror(ENOENT), name)
    data = read_file(path, MAX_BYTES, InvalidPoset)
    try:
        graph = _parse(data, suffix)
    except TooLarge as problem:
        raise TooLarge(f"{quote(name)}: {problem}") from None
    except InvalidPoset as problem:
        raise InvalidPoset(f"cannot read {quote(name)} as {suffix[1:]}: {problem}") from None
    except RecursionError:
        raise InvalidPoset(f"cannot read {quote(name)}: it is nested too deeply") from None
    except Exception as problem:  # networkx and its parsers raise many kinds of exceptions
        reason = shorten(" ".join(str(problem).split()), 100) or type(problem).__name__
        raise InvalidPoset(f"cannot read {quote(name)} as {suffix[1:]}: {reason}") from None
    if not len(graph):
        raise InvalidPoset(f"{quote(name)} has no elements; expected at least one")
    return graph


def _parse(data: bytes, suffix: str) -> "AnyGraph":
    if suffix == ".graphml":
        return _from_graphml(data)
    text = data.decode("utf-8-sig")  # some editors put a byte order mark before it
    if suffix == ".json":
        return _from_json(json.loads(text, object_pairs_hook=_distinct, parse_int=_integer))
    return _from_lines(text.replace("\r\n", "\n").replace("\r", "\n"))


def _from_lines(text: str) -> "AnyGraph":
    graph: AnyGraph = nx.DiGraph()
    for number, line in enumerate(text.split("\n"), start=1):
        names = re.findall(r"[^ \t\r\f\v]+", line.partition("#")[0])
        if len(names) > 2 and names[2].startswith("{"):
            data = " ".join(names[2:])
            if data != "{}":
                raise InvalidPoset(f"line {number} has the data {quote(data)}; expected only two names, smaller first")
            names = names[:2]
        if not names:
            continue
        if len(names) != 2 or names[1] == "{}":
            raise InvalidPoset(f"line {number} is {quote(line.strip())}; expected two names, smaller first")
        if graph.has_edge(*names):
            raise InvalidPoset(f"line {number} is {quote(line.strip())} again; expected each pair once")
        graph.add_edge(*names)
        _check_size(graph)
    return graph


def _from_json(value: object) -> "AnyGraph":
    if not isinstance(value, dict):
        raise InvalidPoset("expected an object with covers, or with nodes and edges", got=value)
    return _from_covers(value) if "covers" in value else _from_node_link(value)


def _from_covers(value: dict[str, object]) -> "AnyGraph":
    elements, covers = value.get("elements", []), value["covers"]
    if not isinstance(elements, list) or not isinstance(covers, list):
        raise InvalidPoset(f"elements or covers are not lists; {EXPECTED}")
    if "family" not in value:  # an answer from zchomp says more: who wins, and how
        _refuse_others(value, COVERS)
    if value.get("taken"):
        raise InvalidPoset(f"elements have been taken, {quote(value['taken'])}; expected a poset before the first move")
    graph: AnyGraph = nx.DiGraph(poison=value.get("poison"))
    _add_nodes(graph, elements)
    for pair in covers:
        if not isinstance(pair, list) or len(pair) != 2:
            raise InvalidPoset(f"{quote(pair)} is not a pair; {EXPECTED}")
        _add_edge(graph, _name(pair[0]), _name(pair[1]), known="elements" in value)
    return graph


def _from_node_link(value: dict[str, object]) -> "AnyGraph":
    nodes, edges, data = value.get("nodes"), value.get("edges", value.get("links")), value.get("graph", {})
    if not isinstance(nodes, list) or not all(isinstance(node, dict) and "id" in node for node in nodes):
        raise InvalidPoset(f"there are no covers, nor nodes with ids; {EXPECTED}")
    if not isinstance(edges, list) or not all(
        isinstance(edge, dict) and {"source", "target"} <= set(edge) for edge in edges
    ):
        raise InvalidPoset(f"there are no edges with source and target; {EXPECTED}")
    if not isinstance(data, dict) or {"edges", "links"} <= set(value):
        raise InvalidPoset(f"there are both edges and links, or graph data that is not an object; {EXPECTED}")
    _refuse_others(value, NODE_LINK)
    _refuse_others(data, GRAPH_DATA)
    graph: AnyGraph = nx.DiGraph() if value.get("directed") is True else nx.Graph()
    graph.graph["poison"] = value.get("poison", data.get("poison"))
    _add_nodes(graph, (node["id"] for node in nodes))
    for node in nodes:
        _refuse_data(_name(node["id"]), node, {"id"})
    for edge in edges:
        x, y = _name(edge["source"]), _name(edge["target"])
        _add_edge(graph, x, y, known=True)
        _refuse_data((x, y), edge, {"source", "target", "key"})
    return graph


def _from_graphml(data: bytes) -> "AnyGraph":
    """A graph as read by networkx, after a check that networkx ignores nothing."""
    for number, (_, part) in enumerate(ElementTree.iterparse(BytesIO(data), events=("end",))):  # noqa: S314
        if number > MAX_PARTS:
            raise InvalidPoset(f"it is too large; expected at most {MAX_PARTS} parts, such as nodes and edges")
        part.clear()
    root = ElementTree.fromstring(data)  # noqa: S314 - networkx reads it in the same way
    found = [(part.tag.rpartition("}")[2], part) for part in root.iter()]
    if sum(tag == "graph" for tag, _ in found) > 1 or any(tag in {"hyperedge", "port"} for tag, _ in found):
        raise InvalidPoset("there are several graphs, or hyperedges, or ports; expected one graph with nodes and edges")
    graph: AnyGraph = nx.read_graphml(BytesIO(data))
    declared: AnyGraph = nx.Graph()
    _add_nodes(declared, [part.get("id") for tag, part in found if tag == "node"])
    edges: AnyGraph = nx.DiGraph() if graph.is_directed() else nx.Graph()
    edges.graph["poison"] = graph.graph.get("poison")
    edges.add_nodes_from(declared)
    for x, y, more in graph.edges(data=True):
        _add_edge(edges, x, y, known=True)
        _refuse_data((x, y), more, {"id", "key"})
    for x, more in graph.nodes(data=True):
        _refuse_data(x, more, set())
    _refuse_others(graph.graph, GRAPH_DATA)
    return edges


def _check_size(graph: "AnyGraph") -> None:
    """Refuse a file with too many elements before the rest of it is read."""
    if len(graph) > limits.POSET_ELEMENTS:
        raise TooLarge(f"more than {limits.POSET_ELEMENTS} elements; expected a smaller poset")


def _add_nodes(graph: "AnyGraph", names: Iterable[object]) -> None:
    """Add elements, none of them twice."""
    for name in map(_name, names):
        if name in graph:
            raise InvalidPoset(f"the element {quote(name)} is listed twice; expected each once")
        graph.add_node(name)
        _check_size(graph)


def _add_edge(graph: "AnyGraph", x: str, y: str, known: bool) -> None:
    """Add a pair, which must be new. If ``known``, both elements must have been listed."""
    for name in (x, y):
        if known and name not in graph:
            raise InvalidPoset(f"the pair {quote((x, y))} names {quote(name)}, which is not listed as an element")
    if graph.has_edge(x, y):
        raise InvalidPoset(f"the pair {quote((x, y))} is listed twice; expected each once")
    graph.add_edge(x, y)
    _check_size(graph)


def _name(value: object) -> str:
    """The name of an element: text, a number, or a list of these, which stands for a tuple in JSON."""
    if isinstance(value, list):
        return str(_as_tuple(value))
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise InvalidPoset(f"{quote(value)} is not the name of an element; expected text or a number")
    return str(value)


def _integer(text: str) -> int:
    """A number in JSON, if it is short enough for a name."""
    if len(text) > MAX_DIGITS:
        raise InvalidPoset(f"there is a number of {len(text)} digits; expected at most {MAX_DIGITS}")
    return int(text)


def _as_tuple(value: object) -> object:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object in JSON. A field that occurs twice is refused."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in fields if names.count(name) > 1)
        raise InvalidPoset(f"the field {quote(twice)} occurs twice; expected each once")
    return fields


def _refuse_others(fields: Mapping[str, object], known: set[str]) -> None:
    """Refuse fields that would be ignored."""
    for name in fields:
        if name not in known:
            raise InvalidPoset(f"unknown field {quote(name)}; expected only {', '.join(sorted(known))}")


def _refuse_data(what: object, data: Mapping[str, object], known: set[str]) -> None:
    """Refuse data of an element or a pair, because a poset has only names and an order."""
    others = {key: one for key, one in data.items() if key not in known}
    if others:
        raise InvalidPoset(f"{quote(what)} has the data {quote(others)}; expected names and pairs without data")
