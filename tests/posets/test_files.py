"""Posets and graphs from files: output of networkx is read, and nothing is dropped silently."""

import json
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.posets.orders import dags
from zchomp.errors import InvalidPoset
from zchomp.posets.families import from_file, graph
from zchomp.posets.files import MAX_BYTES, read_graph, read_poset
from zchomp.posets.poset import Poset

ENDINGS = ["json", "edgelist", "edges", "graphml"]


def write(order: "nx.DiGraph[str]", path: Path, elements: bool = True) -> None:
    """Write an order as networkx does, or as pairs in JSON, depending on the ending of the name."""
    kind = path.name.partition(".")[2]
    if kind == "json":
        fields = {"elements": list(order)} if elements else {}
        path.write_text(json.dumps({**fields, "covers": list(order.edges)}))
    elif kind == "edgelist":
        nx.write_edgelist(order, path)
    elif kind == "edges":
        nx.write_edgelist(order, path, data=False)
    else:
        nx.write_graphml(order, path)


@pytest.mark.parametrize("ending", ENDINGS)
@given(dag=dags())
def test_round_trips(ending: str, dag: "nx.DiGraph[str]", tmp_path_factory: pytest.TempPathFactory) -> None:
    """A random order survives a round trip through a file of each kind. An edge list drops elements without a pair."""
    path = tmp_path_factory.mktemp("files") / f"mine.{ending}"
    write(dag, path)
    if ending.startswith("edge"):
        dag.remove_nodes_from(list(nx.isolates(dag)))
    if not dag:
        with pytest.raises(InvalidPoset, match="has no elements"):
            read_poset(str(path))
        return
    found, poisoned = read_poset(str(path))
    expected = Poset.from_networkx(dag)
    assert not poisoned
    assert set(found.elements) == set(expected.elements)
    assert set(found.hasse().edges) == set(expected.hasse().edges)


@pytest.mark.parametrize("ending", ["graphml", "json", "edgelist"])
def test_nodes_of_any_kind(ending: str, tmp_path: Path) -> None:
    """Numbers as nodes have the same names in a file as in Python."""
    order: nx.DiGraph[object] = nx.DiGraph([(1, 2), (1, 3), (2, 6), (3, 6)])
    path = tmp_path / f"mine.{ending}"
    write(order, path)
    assert read_poset(str(path))[0] == Poset.from_networkx(order)


@given(name=st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_text_is_a_name(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """In JSON, an element may have any text as its name."""
    path = tmp_path_factory.mktemp("files") / "mine.json"
    path.write_text(json.dumps({"elements": [name, name + "x"], "covers": [[name, name + "x"]]}), encoding="utf-8")
    assert read_poset(str(path))[0].elements == (name, name + "x")


def test_a_poison_needs_a_smallest_element(tmp_path: Path) -> None:
    """A board whose poset has no smallest element is refused when it is made, and not when it is solved."""
    path = tmp_path / "mine.json"
    path.write_text('{"elements": ["a", "b", "c"], "covers": [["a", "b"]]}')
    with pytest.raises(InvalidPoset, match="no smallest element, so it cannot be poisoned; leave the poison out"):
        from_file(path, poisoned=True)
    assert not from_file(path).poisoned


def test_graph_files(tmp_path: Path) -> None:
    """A graph from a file equals the named graph, even if each edge is listed in both directions."""
    path, both = tmp_path / "six.edgelist", tmp_path / "both.edgelist"
    named = nx.relabel_nodes(nx.cycle_graph(6), {i: f"v{i}" for i in range(6)})
    nx.write_edgelist(named, path)
    nx.write_edgelist(named.to_directed(), both)
    for name in (path, both):
        assert nx.is_isomorphic(graph(str(name)).poset.hasse(), graph("cycle", 6).poset.hasse())
    loop = tmp_path / "loop.edgelist"
    loop.write_text("a b\nb b\n")
    with pytest.raises(InvalidPoset, match="has a loop at 'b'"):
        read_graph(str(loop))


def test_files_with_a_poison(tmp_path: Path) -> None:
    """A file may say that its smallest element is poisoned, in JSON and in GraphML."""
    order: nx.DiGraph[str] = nx.DiGraph([("o", "a"), ("o", "b")], poison="o")
    write(order, tmp_path / "mine.graphml")
    (tmp_path / "mine.json").write_text('{"covers": [["o", "a"]], "poison": "o"}')
    for ending in ("graphml", "json"):
        assert from_file(str(tmp_path / f"mine.{ending}")).poisoned


def test_additions_by_editors(tmp_path: Path) -> None:
    """A byte order mark is not part of the first name, and Windows line ends and blank lines are accepted."""
    for ending, text in [
        ("edgelist", "a b\r\n\r\n# comment\r\nb c\r\n"),
        ("json", '{"covers": [["a", "b"], ["b", "c"]]}'),
    ]:
        path = tmp_path / f"mine.{ending}"
        path.write_bytes(b"\xef\xbb\xbf" + text.encode())
        assert read_poset(str(path))[0].elements == ("a", "b", "c")


GRAPHML = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{}</graphml>"""
PAIR = '<node id="a"/><node id="b"/><edge source="a" target="b"/>'
WEIGHTED: "nx.DiGraph[str]" = nx.DiGraph()
WEIGHTED.add_edge("a", "b", weight=3)
COLOURED: "nx.DiGraph[str]" = nx.DiGraph([("a", "b")])
COLOURED.nodes["a"]["colour"] = "red"


def graphml(*graphs: str) -> str:
    """A file of GraphML with directed graphs."""
    return GRAPHML.format("".join(f'<graph edgedefault="directed">{one}</graph>' for one in graphs))


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("cycle.edgelist", "a b\nb c\nc a\n", "a < b < c < a is a cycle"),
        ("broken.json", "{", "cannot read .* as json"),
        ("list.json", "[1, 2]", "expected .* got"),
        ("odd.json", '{"covers": [["a"]]}', "cannot read .* as json"),
        ("broken.graphml", "<graphml", "cannot read .* as graphml"),
        ("undirected.graphml", "\n".join(nx.generate_graphml(nx.path_graph(3))), "is undirected"),
        ("empty.edgelist", "", "has no elements"),
        ("lone.edgelist", "a b\nc\n", "line 2 is 'c'; expected two names"),
        ("arrows.txt", "a -> b\n", "line 1 is 'a -> b'; expected two names"),
        ("commas.edges", "a,b\n", "line 1 is 'a,b'; expected two names"),
        ("nothing.json", "{}", "expected .* got"),
        ("names.json", '{"nodes": ["a"], "edges": []}', "expected .* got"),
        ("number.json", '{"covers": 5}', "are not lists"),
        ("triple.json", '{"covers": [["a", "b", 3]]}', "is not a pair"),
        ("poison.json", '{"covers": [["a", "b"]], "poison": "b"}', "the poison 'b' is not the smallest"),
        ("taken.json", '{"covers": [["a", "b"]], "taken": ["b"]}', "elements have been taken"),
        ("deep.json", "[" * 100_000, "nested too deeply|cannot read"),
        ("bytes.json", "\x00\x01", "cannot read .* as json"),
        ("what.doc", "a b", "unknown file format"),
        ("stranger.json", '{"elements": ["a"], "covers": [["a", "b"]]}', "names 'b', which is not listed"),
        ("none.json", '{"elements": [], "covers": [["a", "b"]]}', "names 'a', which is not listed"),
        ("element-twice.json", '{"elements": ["a", "b", "a"], "covers": []}', "the element 'a' is listed twice"),
        ("same-text.json", '{"elements": [1, "1"], "covers": []}', "the element '1' is listed twice"),
        ("cover-twice.json", '{"covers": [["a", "b"], ["a", "b"]]}', r"the pair \('a', 'b'\) is listed twice"),
        ("field-twice.json", '{"covers": [["a", "b"]], "covers": []}', "the field 'covers' occurs twice"),
        ("typo.json", '{"element": ["a"], "covers": []}', "unknown field 'element'"),
        ("no-name.json", '{"elements": [null], "covers": []}', "None is not the name"),
        ("truth.json", '{"covers": [["a", true]]}', "True is not the name"),
        ("surrogate.json", '{"covers": [["a", "\\ud800"]]}', r"'\\ud800' is not a valid name"),
        ("line-twice.edgelist", "a b\nb c\na b\n", r"the pair \('a', 'b'\) is listed twice"),
        ("line-twice.txt", "a b\nb c\n a  b {} # again\n", r"the pair \('a', 'b'\) is listed twice"),
        ("weighted.edgelist", "a b {}\nb c {'weight': 3}\n", "line 2 has the data .*'weight': 3"),
        ("weights.edgelist", "a b 3.0\n", "line 1 is 'a b 3.0'; expected two names"),
        ("empty-name.edgelist", "a b\n b {}\n", "line 2 is 'b {}'; expected two names"),
        ("separator.edgelist", "a\u2028b\n", "line 1 is .*; expected two names"),
        ("weighted.graphml", "\n".join(nx.generate_graphml(WEIGHTED)), "has the data {'weight': '3'}"),
        ("coloured.graphml", "\n".join(nx.generate_graphml(COLOURED)), "'a' has the data {'colour': 'red'}"),
        ("edge-twice.graphml", graphml(PAIR + '<edge source="a" target="b"/>'), "listed twice"),
        ("node-twice.graphml", graphml(PAIR + '<node id="a"/>'), "the element 'a' is listed twice"),
        ("stranger.graphml", graphml('<node id="a"/><edge source="a" target="b"/>'), "names 'b', which is not"),
        ("two.graphml", graphml(PAIR, PAIR), "not one graph"),
        ("none.graphml", graphml(), "cannot read"),
        ("port.graphml", graphml('<node id="a"><port name="n"/></node>'), "there is 'port'; expected one graph"),
        ("turned.graphml", graphml(PAIR.replace("/>", ' directed="false"/>')), "has the data {'directed': 'false'}"),
        ("default.graphml", GRAPHML.format('<key id="c"><default>red</default></key>'), "there is 'default'"),
        ("long.json", json.dumps({"elements": ["x" * 9000], "covers": [["y" * 9000, "z" * 9000]]}), "9000 char"),
        ("long.edgelist", "x " * 9000, "17999 characters"),
    ],
)
def test_bad_files(name: str, content: str, words: str, tmp_path: Path) -> None:
    """A file that is not a poset is refused in one sentence that quotes its name or shows its cycle."""
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InvalidPoset, match=words) as caught:
        from_file(str(path))
    assert len(str(caught.value)) < 400
    assert str(caught.value).isprintable()


def test_unreadable_files(tmp_path: Path) -> None:
    """A missing file, a folder, a name that is too long and a file that is too large are refused."""
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "large.txt").write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(InvalidPoset, match="too large"):
        from_file(tmp_path / "large.txt")
    for name in (tmp_path / "missing.json", tmp_path / "folder.json", "x" * 5000 + ".json", "a\0b.json"):
        with pytest.raises(FileNotFoundError, match="No such file"):
            from_file(name)
    with pytest.raises(InvalidPoset, match="unknown file format"):
        from_file("x" * 5000)
