"""Chomp with rows of ordinals: who wins, all winning moves, and why.

>>> from zchomp import ordinals
>>> ordinals.outcome("w,w"), ordinals.outcome("3xw^w")
(<Outcome.LOSER: 'loser'>, <Outcome.LOSER: 'loser'>)
>>> ordinals.winning_moves("w+2,w+2,5")
(OrdinalMove(row=1, column=Ordinal.of('w+1')), OrdinalMove(row=2, column=Ordinal.of('w')))
"""

from zchomp.ordinals.boxes import BoxMove, OrdinalBox, solve_box
from zchomp.ordinals.chart import Block, BlockChart, End, Ends, OrdinalSlice, block_chart, ends, slice_of_ordinals
from zchomp.ordinals.ordinal import OMEGA, OMEGA_TO_OMEGA, Ordinal
from zchomp.ordinals.position import OrdinalMove, OrdinalPosition
from zchomp.ordinals.solution import outcome, solve, winning_moves

__all__ = [
    "OMEGA",
    "OMEGA_TO_OMEGA",
    "Block",
    "BlockChart",
    "BoxMove",
    "End",
    "Ends",
    "Ordinal",
    "OrdinalBox",
    "OrdinalMove",
    "OrdinalPosition",
    "OrdinalSlice",
    "block_chart",
    "ends",
    "outcome",
    "slice_of_ordinals",
    "solve",
    "solve_box",
    "winning_moves",
]
