"""Solid bars: Chomp in three dimensions.

>>> from zchomp import solid
>>> solid.solve("2x2x3").winning_moves
((1, 1, 2),)
>>> solid.openings(2, 3, 5).several()
{(2, 3, 5): ((1, 0, 2), (1, 1, 0))}
"""

from zchomp.solid.position import SolidPosition
from zchomp.solid.solution import openings, solve

__all__ = ["SolidPosition", "openings", "solve"]
