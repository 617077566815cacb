"""Proofs by symmetry are found, including those of [BHMS05], and are true."""

from io import BytesIO

import networkx as nx
import pytest
from hypothesis import given

from tests.posets.orders import certificate, dags, mirror_file, naive_values, solved
from zchomp.core.answers import Outcome
from zchomp.posets.families import SOLIDS, bar, platonic, projective
from zchomp.posets.poset import Poset
from zchomp.posets.strategy import prove_lost
from zchomp.proof.strategy_verifier import check


@given(dag=dags(6))
def test_proofs_by_symmetry_are_true(dag: "nx.DiGraph[str]") -> None:
    """A poset proved lost by symmetry is lost by brute force, and one beside its own copy is always proved lost."""
    poset = Poset.from_networkx(dag)
    if prove_lost(poset) is not None:
        assert naive_values(dag)[frozenset(dag)] == 0
    twice = Poset.from_networkx(nx.disjoint_union(dag, dag))
    proof = prove_lost(twice)
    assert proof is not None
    assert check(BytesIO(proof.certificate().text().encode())).startswith("lost")


@pytest.mark.parametrize("name", ["cube", "octahedron", "dodecahedron", "icosahedron"])
def test_platonic_solids(name: str) -> None:
    """[BHMS05], section 4: after the body every move is answered by its image in one mirror that moves everything."""
    board = platonic(name)
    fields = certificate(board, "body")
    (pairs,) = fields["mirrors"]
    assert 2 * len(pairs) == len(board.poset) - 1
    assert check(BytesIO(mirror_file(fields))) == f'lost elements={len(board.poset)} taken=["body"] members=2'
    is_small = name in {"cube", "octahedron"}
    solution = solved(board, effort=None if is_small else 1)
    assert solution.outcome is Outcome.WINNER
    assert "body" in board.poset.names(solution.winning)
    assert (solution.missing is None) == is_small


def test_solids_are_solids() -> None:
    """Each solid has Euclid's numbers of vertices, edges and faces, and every face the right number of edges."""
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
    assert check(BytesIO(mirror_file(fields))).endswith(f"members={n + 1}")


@pytest.mark.parametrize("n", range(2, 21))
def test_squares(n: int) -> None:
    """[BHMS05], section 7: in a square, taking (1, 1), counted from 0, wins by symmetry."""
    fields = certificate(bar(f"{n}x{n}"), "2,2")
    assert fields["mirrors"] == [[[f"1,{i}", f"{i},1"] for i in range(2, n + 1)]]
