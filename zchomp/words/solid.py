"""Words about solid bars: who wins."""

from zchomp.amounts import sides_text
from zchomp.showing import headed, shows
from zchomp.solid.solution import SolidSolution
from zchomp.words.data import Data, sources_data
from zchomp.words.positions import to_losers
from zchomp.words.verdicts import verdict_lines

__all__ = ["cube_text", "solid_data", "solid_text"]


@shows(SolidSolution)
def solid_text(found: SolidSolution) -> str:
    """Who wins, and the winning moves with the positions that they leave.

    >>> from zchomp import solid
    >>> print(solid_text(solid.solve("[[2,2],[2,2]]")))
    [[2,2],[2,2]] is a winner. Cubes are counted from (0,0,0), the poison.
    The only winning move:
      (1,1,1)  to the loser [[2,2],[2,1]]
    Reason: a search has found all losers within the box 2 x 2 x 2.
    """
    position = found.position
    counting = " Cubes are counted from (0,0,0), the poison." if found.winning_moves else ""
    moves = to_losers({cube_text(cube): str(position.chomp(cube)) for cube in found.winning_moves})
    lines = verdict_lines(found.outcome, moves, None, is_over=position.cubes() == 1)
    reason = f"Reason: a search has found all losers within the box {sides_text(position.size)}."
    return headed(f"{position} is a {found.outcome.value}.{counting}", *lines, reason)


def solid_data(found: SolidSolution) -> Data:
    """The same as data: the heights, who wins, the cubes that win with the heights that they leave, and the sources."""
    return {
        "heights": [list(row) for row in found.position.heights],
        "outcome": found.outcome.value,
        "winning_moves": [
            {"cube": list(cube), "after": [list(row) for row in found.position.chomp(cube).heights]}
            for cube in found.winning_moves
        ],
        "sources": sources_data(found.sources),
    }


def cube_text(cube: tuple[int, ...]) -> str:
    """A cube by its coordinates."""
    return f"({','.join(map(str, cube))})"
