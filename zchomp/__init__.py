"""zchomp: a proof engine for the game of Chomp.

>>> import zchomp
>>> zchomp.outcome(zchomp.Position.parse("(20068,20000,115)"))
<Outcome.LOSER: 'loser'>
>>> zchomp.prove(upto=5)[5].sequence
Periodic(head=(5, 3), period=(4,))
"""

from zchomp.errors import ZchompError
from zchomp.oracle import Oracle, Solution, nim_value, outcome, winning_moves
from zchomp.periodic import Periodic
from zchomp.position import Move, Outcome, Position
from zchomp.prover import prove
from zchomp.recurrence import losers
from zchomp.slices import Proof, Slice, Unknown
from zchomp.version import VERSION

__all__ = [
    "Move",
    "Oracle",
    "Outcome",
    "Periodic",
    "Position",
    "Proof",
    "Slice",
    "Solution",
    "Unknown",
    "ZchompError",
    "__version__",
    "losers",
    "nim_value",
    "outcome",
    "prove",
    "winning_moves",
]

__version__ = VERSION
