"""Solid bars: Chomp in three dimensions.

>>> from zchomp import solid
>>> solid.solve("2x2x3").winning_moves
((1, 1, 2),)
>>> solid.openings(2, 3, 5).several()
{(2, 3, 5): ((1, 0, 2), (1, 1, 0))}

The modules:

    position      positions by their heights, and moves by cubes
    counts        the numbers of positions within a box
    plain         all losers within a box, in plain Python
    compiled      the same in compiled code
    box_search    which of the two is used for a box, and how long it takes
    solution      who wins, and by which moves
    box_openings  the winning openings of all boxes within a box
    game          the rules of a game against the computer
"""

from zchomp.solid.box_openings import BoxOpenings, openings
from zchomp.solid.position import SolidPosition
from zchomp.solid.solution import SolidSolution, solve

__all__ = ["BoxOpenings", "SolidPosition", "SolidSolution", "openings", "solve"]
