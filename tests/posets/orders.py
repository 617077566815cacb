"""Shared by the tests of posets: random orders, and brute force on sets of names."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import combinations
from typing import Any

import networkx as nx
from hypothesis import strategies as st

from zchomp.bars.position import mex
from zchomp.core.numbers import members
from zchomp.posets.families import PosetBoard
from zchomp.posets.poset import Poset
from zchomp.posets.solving import PosetSolution, solve
from zchomp.posets.strategy import prove_lost


@st.composite
def dags(draw: st.DrawFn, most: int = 7) -> "nx.DiGraph[str]":
    """A directed acyclic graph, its vertices in any order."""
    names = draw(st.permutations([chr(ord("a") + i) for i in range(draw(st.integers(1, most)))]))
    edges = draw(st.sets(st.sampled_from(list(combinations(names, 2)) or [("a", "a")])))
    dag: nx.DiGraph[str] = nx.DiGraph()
    dag.add_nodes_from(sorted(names))
    dag.add_edges_from(edge for edge in edges if edge[0] != edge[1])
    return dag


def naive_values(dag: "nx.DiGraph[str]") -> dict[frozenset[str], int]:
    """The nim-value of every position that play can reach, by the definition, on sets of names."""
    larger = {x: frozenset(nx.descendants(dag, x)) | {x} for x in dag}
    values: dict[frozenset[str], int] = {}

    @cache
    def value(left: frozenset[str]) -> int:
        values[left] = mex({value(left - larger[x]) for x in left})
        return values[left]

    value(frozenset(dag))
    return values


def down_sets(poset: Poset) -> Iterator[int]:
    """All down-sets, by trying all sets."""
    for chosen in range(1 << len(poset)):
        if all(poset.below[x] & ~chosen == 0 for x in members(chosen)):
            yield chosen


def as_set(poset: Poset, names: frozenset[str]) -> int:
    """A set of names as a set of numbers."""
    return sum(1 << poset.find(name) for name in names)


def solved(
    board: PosetBoard | Poset, after: Sequence[str] = (), nim: bool = False, effort: float | None = None
) -> PosetSolution:
    """The solution of a board, which must be known."""
    solution = solve(board, after=after, nim=nim, effort=effort)
    assert isinstance(solution, PosetSolution)
    return solution


def moves(board: PosetBoard | Poset, after: Sequence[str] = ()) -> tuple[str, ...]:
    """The names of the winning moves of such a board."""
    return solved(board, after).known_winning_moves


def certificate(board: PosetBoard, *taken: str) -> dict[str, Any]:
    """A proof by symmetry for a board: the fields of its order, and the mirrors as pairs of names."""
    proof = prove_lost(board.poset, tuple(map(board.poset.find, taken)), poisoned=board.poisoned)
    assert proof is not None
    header = json.loads(proof.certificate().lines[0])
    fields = {key: header[key] for key in ("format", "elements", "covers", "poison", "taken")}
    return fields | {"mirrors": [[list(pair) for pair in pairs] for pairs in proof.pairs()]}


def mirror_lines(fields: dict[str, Any], **options: Any) -> list[str]:
    """The lines of a strategy with these mirrors, however wrong they are. An unknown name gets a new number."""
    number: dict[str, int] = {}
    for name in fields["elements"]:
        number.setdefault(name, len(number))
    left, members = 0, ['{"left":"0","answers":[]}']
    for pairs in reversed(fields["mirrors"]):
        numbered = [[number.setdefault(name, len(number)) for name in pair] for pair in pairs]
        for x in {x for pair in numbered for x in pair}:
            left |= 1 << x
        shown = json.dumps(numbered, separators=(",", ":"))
        members.append(f'{{"left":"{left:x}","mirror":{shown},"fixed":[{len(members) - 1},0]}}')
    claim = {"outcome": "lost", "winning": [], "complete": True, "symmetries": 0, "members": len(members)}
    header = {key: value for key, value in fields.items() if key != "mirrors"} | claim
    return [json.dumps(header, **options), *members, f'{{"start":[{len(members) - 1},0],"sha256":""}}']


def sealed(lines: Sequence[str]) -> bytes:
    """The file of these lines, the last with the right digest. Lone surrogates are bytes that are not UTF-8."""
    body = "".join(f"{line}\n" for line in lines[:-1]).encode("utf-8", "surrogateescape")
    head, sign, _ = lines[-1].partition('"sha256":"')
    return body + f'{head}{sign}{sha256(body).hexdigest()}"}}\n'.encode("utf-8", "surrogateescape")


def mirror_file(fields: dict[str, Any]) -> bytes:
    """The bytes of a strategy with these mirrors."""
    return sealed(mirror_lines(fields))
