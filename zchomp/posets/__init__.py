"""Chomp on any partially ordered set, on networkx: families, files, search, proofs by symmetry.

>>> from zchomp import posets
>>> posets.solve(posets.divisors(432)).winning_moves
('36',)
>>> posets.solve(posets.Poset.from_covers("abc", [("a", "b"), ("a", "c")])).winning_moves
('a',)
"""

from zchomp.posets.families import (
    PosetBoard,
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
from zchomp.posets.solving import PosetSolution, solve
from zchomp.posets.strategy import MirrorProof, Strategy

__all__ = [
    "MirrorProof",
    "Poset",
    "PosetBoard",
    "PosetSolution",
    "Strategy",
    "bar",
    "boolean",
    "chains",
    "divisors",
    "from_file",
    "graph",
    "platonic",
    "projective",
    "solve",
    "subsets",
]
