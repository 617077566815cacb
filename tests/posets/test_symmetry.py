"""Proofs by symmetry, and the checker that trusts nothing."""

import ast
import json
import shutil
import subprocess
import sys
from itertools import combinations, compress, product
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given

from tests.test_poset import dags, naive_values
from zchomp.posets import mirror
from zchomp.posets.families import SOLIDS, Board, bar, graph, platonic, projective
from zchomp.posets.search import PosetGame
from zchomp.posets.mirror import Refused, check
from zchomp.posets.poset import Poset
from zchomp.posets.solution import solve_board
from zchomp.posets.symmetry import prove_lost
from zchomp.position import Outcome


def certificate(board: Board, *taken: str) -> dict[str, Any]:
    """The fields of a certificate for a board."""
    game = PosetGame(board.poset, board.poisoned)
    proof = prove_lost(game, tuple(map(board.poset.find, taken)))
    assert proof is not None
    fields: dict[str, Any] = json.loads(proof.line())
    return fields


@given(dag=dags(6))
def test_what_is_proved_is_true(dag: "nx.DiGraph[str]") -> None:
    """What is proved lost by symmetry is lost by brute force; a poset beside its own copy is always proved lost."""
    poset = Poset.from_graph(dag)
    if prove_lost(PosetGame(poset)) is not None:
        assert naive_values(dag)[frozenset(dag)] == 0
    twice = Poset.from_graph(nx.disjoint_union(dag, dag))
    proof = prove_lost(PosetGame(twice))
    assert proof is not None
    assert check(proof.line()).startswith("lost")


@pytest.mark.parametrize("name", ["cube", "octahedron", "dodecahedron", "icosahedron"])
def test_platonic_solids(name: str) -> None:
    """[BHMS05], section 4: after the body every move is answered by its mirror image, by one mirror that moves all."""
    board = platonic(name)
    fields = certificate(board, "body")
    (pairs,) = fields["mirrors"]
    assert 2 * len(pairs) == len(board.poset) - 1
    assert check(json.dumps(fields)) == f'lost elements={len(board.poset)} taken=["body"] mirrors=1'
    solution = solve_board(board)
    assert solution.outcome is Outcome.WINNER
    assert "body" in board.poset.names(solution.winning)
    assert solution.complete == (name in {"cube", "octahedron"})


def test_solids_are_solids() -> None:
    """Each solid has the vertices, edges and faces of Euclid, every face meeting as many edges as it should."""
    counts = {"tetrahedron": (4, 6, 4), "cube": (8, 12, 6), "octahedron": (6, 12, 8)}
    counts |= {"dodecahedron": (20, 30, 12), "icosahedron": (12, 30, 20)}
    assert counts.keys() == SOLIDS.keys()
    for name, numbers in counts.items():
        poset = platonic(name).poset
        heights = poset.heights()
        assert tuple(heights.count(height) for height in range(4)) == (*numbers, 1)
        edges = [sum(heights[x] == 1 and poset.below[y] >> x & 1 for x in range(len(poset))) for y in range(len(poset))]
        assert {edges[y] for y in range(len(poset)) if heights[y] == 2} == {SOLIDS[name][0]}


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_projective_geometries(n: int) -> None:
    """[BHMS05], section 5: taking a point of PG(n, 2) wins, by a mirror for each dimension, far beyond any search."""
    fields = certificate(projective(n), "1")
    assert check(json.dumps(fields)).endswith(f"mirrors={n}")


@pytest.mark.parametrize("n", range(2, 21))
def test_squares(n: int) -> None:
    """[BHMS05], section 7: in a square, taking (1, 1), counted from 0, wins by symmetry."""
    fields = certificate(bar(f"{n}x{n}"), "2,2")
    assert fields["mirrors"] == [[[f"1,{i}", f"{i},1"] for i in range(2, n + 1)]]


BROKEN = [
    ("comparable", {"mirrors": [[["a", "x"], ["b", "y"]]]}, "'a' is comparable to its image 'x'"),
    (
        "not an automorphism",
        {"mirrors": [[["a", "y"], ["b", "x"]]]},
        "'a' is below 'x', but not its image 'y' below 'b'",
    ),
    ("two images", {"mirrors": [[["a", "b"], ["a", "c"]]]}, "'a' has two images"),
    ("itself", {"mirrors": [[["a", "a"]]]}, "'a' has two images|'a' is its own image"),
    ("not there", {"mirrors": [[["a", "q"]]]}, "'q' is not among"),
    ("fixed above moved", {"mirrors": [[["a", "b"]]]}, "'a' is below 'x', but not its image"),
    ("something left", {"mirrors": []}, "'a' is left"),
    ("nothing moved", {"mirrors": [[]]}, "it moves nothing"),
    ("taken twice", {"taken": ["c", "c"]}, "'c' cannot be taken"),
    ("wrong poison", {"poison": "a"}, "'a' is not the smallest"),
    ("cycle", {"covers": [["a", "x"], ["x", "a"]]}, "'a' is below itself"),
    ("unknown cover", {"covers": [["a", "q"]]}, "'q'"),
    ("named twice", {"elements": ["a", "a"]}, "named twice"),
    ("another format", {"format": "zchomp-mirror 2"}, "format"),
    ("types", {"taken": [1]}, "not names"),
    ("pairs", {"mirrors": [[["a"]]]}, "pairs"),
    ("one more field", {"note": "true"}, "fields"),
]


@pytest.mark.parametrize(("change", "reason"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN])
def test_wrong_mirrors_are_refused(change: dict[str, object], reason: str) -> None:
    """A wrong certificate is refused with the element that breaks it; without the change it is accepted."""
    board = Board("file", "two ladders", Poset.from_covers("abxyc", [("a", "x"), ("b", "y")]))
    fields = certificate(board, "c")
    assert check(json.dumps(fields)) == 'lost elements=5 taken=["c"] mirrors=1'
    with pytest.raises(Refused, match=reason):
        check(json.dumps(fields | change))


def test_a_fixed_element_above_a_moved_one_is_refused() -> None:
    """A roof over twins is won. Exchanging the twins is an automorphism, but the roof is fixed, and they are not."""
    fields = {"elements": ["a", "b", "r"], "covers": [["a", "r"], ["b", "r"]], "poison": None, "taken": []}
    with pytest.raises(Refused, match="'r' is fixed, but not 'a' below it"):
        check(json.dumps({"format": "zchomp-mirror 1", **fields, "mirrors": [[["a", "b"]]]}))
    roof = PosetGame(Poset.from_covers("abr", [("a", "r"), ("b", "r")]))
    assert not roof.is_lost(roof.start)


def test_the_checker_is_sound_on_small_posets() -> None:
    """Of all orders of four elements in a row, and all ways to pair elements up twice, no certificate lies."""
    names = "abcd"
    pairings = [[list(pair)] for pair in combinations(names, 2)]
    pairings += [[["a", other], sorted(set("bcd") - {other})] for other in "bcd"]
    accepted = 0
    for chosen in product([False, True], repeat=6):
        covers = list(compress(combinations(names, 2), chosen))
        dag: nx.DiGraph[str] = nx.DiGraph(covers)
        dag.add_nodes_from(names)
        lost = naive_values(dag)[frozenset(names)] == 0
        for mirrors in [*([one] for one in pairings), *([one, two] for one in pairings for two in pairings)]:
            fields = {"elements": list(names), "covers": covers, "poison": None, "taken": [], "mirrors": mirrors}
            try:
                check(json.dumps({"format": "zchomp-mirror 1", **fields}))
            except Refused:
                continue
            accepted += 1
            assert lost
    assert accepted >= 10


def test_every_exchange_of_images_is_refused() -> None:
    """In the cube's proof, exchanging the images of any two pairs gives no proof, unless brute force agrees."""
    fields = certificate(platonic("cube"), "body")
    (pairs,) = fields["mirrors"]
    refused = 0
    for i in range(len(pairs)):
        for j in range(i):
            swapped = [list(pair) for pair in pairs]
            swapped[i][1], swapped[j][1] = swapped[j][1], swapped[i][1]
            with pytest.raises(Refused, match="'"):
                check(json.dumps(fields | {"mirrors": [swapped]}))
            refused += 1
    assert refused == 13 * 12 // 2


@pytest.mark.parametrize("text", ["", "{", "[]", "NaN", '{"format":1,"format":2}', "[" * 100_000], ids=lambda t: t[:9])
def test_what_is_not_a_certificate(text: str) -> None:
    """Anything else is refused without a traceback."""
    with pytest.raises(Refused):
        check(text)


def test_checker_stands_alone(tmp_path: Path) -> None:
    """Copied anywhere, run without site packages, the checker gives the same verdicts; it imports nothing else."""
    source = Path(mirror.__file__)
    tree = ast.parse(source.read_text())
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
    shutil.copy(source, tmp_path / "mirror.py")
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    fields = certificate(graph("cycle", "6"))
    good.write_text(json.dumps(fields) + "\n")
    bad.write_text(json.dumps(fields | {"mirrors": []}) + "\n")

    def run(*arguments: object) -> tuple[int, str, str]:
        command = [sys.executable, "-I", "-S", "mirror.py", *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
        return done.returncode, done.stdout, done.stderr

    assert run(good) == (0, "s VERIFIED lost elements=12 taken=[] mirrors=1\n", "")
    assert run(bad)[:2] == (1, "s NOT VERIFIED\n")
    assert run(good, tmp_path / "missing")[0] == 1
    assert run()[0] == 64
