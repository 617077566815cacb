"""Chomp on any partially ordered set, on networkx: families, files, search, proofs by symmetry.

>>> from zchomp import posets
>>> posets.solve(posets.divisors(432)).winning_moves
('36',)
>>> posets.solve(posets.Poset.from_covers("abc", [("a", "b"), ("a", "c")])).winning_moves
('a',)
"""

from zchomp.posets.families import (
    Board,
    bar,
    boolean,
    chains,
    divisors,
    from_file,
    graph,
    platonic,
    projective,
    subsets,
)
from zchomp.posets.poset import Poset
from zchomp.posets.solution import PosetSolution, openings, solve
from zchomp.posets.symmetry import MirrorProof

__all__ = [
    "Board",
    "MirrorProof",
    "Poset",
    "PosetSolution",
    "bar",
    "boolean",
    "chains",
    "divisors",
    "from_file",
    "graph",
    "openings",
    "platonic",
    "projective",
    "solve",
    "subsets",
]
