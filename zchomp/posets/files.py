"""Files: posets and graphs from files.

.graphml                  a directed graph for a poset, with edges from smaller to larger; an undirected one for a graph
.edgelist, .edges, .txt   two names per line, smaller first; # begins a comment; networkx's {} at the end is allowed
.json                     {"elements": [...], "covers": [[smaller, larger], ...]}; with "poison": NAME, the smallest
                          element, that element is poisoned

The pairs generate the order. Pairs that follow from others may also be listed, but no pair twice. "elements" may be
left out if every element is in a pair. The output of `zchomp poset ... --json` is such an object.
Anything else in a line or a field is refused, so that nothing is ignored silently.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from errno import ENOENT
from io import BytesIO
from itertools import islice
from os import strerror
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from xml.etree import ElementTree

import networkx as nx

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
GRAPHML, ENDS = {"graphml", "key", "graph", "node", "edge", "data"}, ("id", "source", "target")
GRAPH_DATA = {"name", "poison", "node_default", "edge_default"}
"""The data that a graph as a whole may have. The defaults are networkx's own."""

EXPECTED = 'expected {"elements": [...], "covers": [[smaller, larger], ...]}'


class ListedOrder(NamedTuple):
    """What a file lists: pairs of names, the elements if it lists them, the poison, and whether pairs are ordered."""

    pairs: Sequence[Sequence[object]]
    elements: Sequence[object] | None = None
    poison: object = None
    directed: bool = True


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
        graph = _graph(_parse(data, suffix))
    except TooLarge as problem:
        raise TooLarge(f"{quote(name)}: {problem}") from None
    except RecursionError:
        raise InvalidPoset(f"cannot read {quote(name)}: it is nested too deeply") from None
    except (ValueError, SyntaxError) as problem:
        reason = shorten(" ".join(str(problem).split()), 300)
        raise InvalidPoset(f"cannot read {quote(name)} as {suffix[1:]}: {reason}") from None
    if not len(graph):
        raise InvalidPoset(f"{quote(name)} has no elements; expected at least one")
    return graph


def _parse(data: bytes, suffix: str) -> ListedOrder:
    if suffix == ".graphml":
        return _from_graphml(data)
    text = data.decode("utf-8-sig")  # some editors put a byte order mark before it
    if suffix == ".json":
        return _from_json(json.loads(text, object_pairs_hook=_distinct))
    return ListedOrder(list(_from_lines(text.replace("\r\n", "\n").replace("\r", "\n"))))


def _from_lines(text: str) -> Iterator[list[str]]:
    """The pairs of an edge list."""
    for number, line in enumerate(text.split("\n"), start=1):
        names = re.findall(r"[^ \t\r\f\v]+", line.partition("#")[0])
        if len(names) > 2 and names[2].startswith("{"):
            data = " ".join(names[2:])
            if data != "{}":
                raise InvalidPoset(f"line {number} has the data {quote(data)}; expected only two names, smaller first")
            names = names[:2]
        if names and (len(names) != 2 or names[1] == "{}"):
            raise InvalidPoset(f"line {number} is {quote(line.strip())}; expected two names, smaller first")
        if names:
            yield names


def _from_json(value: object) -> ListedOrder:
    if not isinstance(value, dict) or "covers" not in value:
        raise InvalidPoset(EXPECTED, got=value)
    elements, covers = value.get("elements"), value["covers"]
    if not isinstance(elements, list | None) or not isinstance(covers, list):
        raise InvalidPoset(f"elements or covers are not lists; {EXPECTED}")
    if "family" not in value:  # an answer from zchomp says more: who wins, and how
        _refuse_others(value, COVERS)
    if value.get("taken"):
        raise InvalidPoset(f"elements have been taken, {quote(value['taken'])}; expected a poset before the first move")
    for pair in covers:
        if not isinstance(pair, list) or len(pair) != 2:
            raise InvalidPoset(f"{quote(pair)} is not a pair; {EXPECTED}")
    return ListedOrder(covers, elements, value.get("poison"))


def _from_graphml(data: bytes) -> ListedOrder:
    parts = [part for _, part in islice(ElementTree.iterparse(BytesIO(data)), MAX_PARTS + 1)]  # noqa: S314 - not many
    if len(parts) > MAX_PARTS:
        raise InvalidPoset(f"it is too large; expected at most {MAX_PARTS} parts, such as nodes and edges")
    found: dict[str, list[ElementTree.Element]] = {}
    for part in parts:
        found.setdefault(part.tag.rpartition("}")[2], []).append(part)
    if len(found.get("graph", [])) != 1 or not found.keys() <= GRAPHML:
        others = ", ".join(map(quote, sorted(found.keys() - GRAPHML))) or "not one graph"
        raise InvalidPoset(f"there is {others}; expected one graph with nodes and edges")
    name = {key.get("id"): str(key.get("attr.name")) for key in found.get("key", [])}

    def fields(part: ElementTree.Element, *known: str) -> dict[str, str | None]:
        data = {name.get(one.get("key"), "data"): one.text for one in part if one.tag.endswith("data")}
        return data | {key: one for key, one in part.items() if key not in known}

    (whole,), nodes, edges = found["graph"], found.get("node", []), found.get("edge", [])
    for part, more in [*((node, fields(node, "id")) for node in nodes), *((one, fields(one, *ENDS)) for one in edges)]:
        if more:
            what = part.get("id") or (part.get("source"), part.get("target"))
            raise InvalidPoset(f"{quote(what)} has the data {quote(more)}; expected names and pairs without data")
    data_of_all = fields(whole, "id", "edgedefault")
    _refuse_others(data_of_all, GRAPH_DATA)
    pairs = [(edge.get("source"), edge.get("target")) for edge in edges]
    directed = whole.get("edgedefault") == "directed"
    return ListedOrder(pairs, [node.get("id") for node in nodes], data_of_all.get("poison"), directed)


def _graph(listed: ListedOrder) -> "AnyGraph":
    """The graph of what a file lists. Nothing may be listed twice, and pairs have only listed elements, if any are."""
    graph: AnyGraph = nx.DiGraph(poison=listed.poison) if listed.directed else nx.Graph()
    for name in map(_name, listed.elements or ()):
        if name in graph:
            raise InvalidPoset(f"the element {quote(name)} is listed twice; expected each once")
        graph.add_node(name)
        _check_size(graph)
    for pair in listed.pairs:
        x, y = map(_name, pair)
        for name in (x, y):
            if listed.elements is not None and name not in graph:
                raise InvalidPoset(f"the pair {quote((x, y))} names {quote(name)}, which is not listed as an element")
        if graph.has_edge(x, y):
            raise InvalidPoset(f"the pair {quote((x, y))} is listed twice; expected each once")
        graph.add_edge(x, y)
        _check_size(graph)
    return graph


def _check_size(graph: "AnyGraph") -> None:
    """Refuse a file with too many elements before the rest of it is read."""
    if len(graph) > limits.POSET_ELEMENTS:
        raise TooLarge(f"more than {limits.POSET_ELEMENTS} elements; expected a smaller poset")


def _name(value: object) -> str:
    """The name of an element."""
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise InvalidPoset(f"{quote(value)} is not the name of an element; expected text or a number")
    return str(value)


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
