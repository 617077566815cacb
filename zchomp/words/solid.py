"""Words about solid bars: who wins."""

from zchomp.amounts import sides_text
from zchomp.showing import headed, shows
from zchomp.solid.solution import SolidSolution
from zchomp.words.data import Data, sources_data
from zchomp.words.positions import bar_reason, to_losers
from zchomp.words.verdicts import missing_lines, verdict_lines

__all__ = ["cube_text", "solid_data", "solid_reason", "solid_text"]


@shows(SolidSolution)
def solid_text(found: SolidSolution, option: str = "effort=") -> str:
    """Who wins, and the winning moves with the positions that they leave. ``option`` is how to give more effort.

    >>> from zchomp import solid
    >>> print(solid_text(solid.solve("2x3x3")))
    [[3,3,3],[3,3,3]] is a winner. Cubes are counted from (0,0,0), the poison.
    The only winning move:
      (1,2,2)  to the loser [[3,3,3],[3,3,2]]
    Reason: a search has found all losers within the box 2 x 3 x 3.
    """
    position, known = found.position, found.known_winning_moves
    counting = " Cubes are counted from (0,0,0), the poison." if known else ""
    moves = to_losers({cube_text(cube): str(position.chomp(cube)) for cube in known})
    lines = verdict_lines(found.outcome, moves, found.missing, is_over=position.cubes() == 1)
    missing = missing_lines(len(known), found.missing, option)
    return headed(f"{position} is a {found.outcome.value}.{counting}", *lines, solid_reason(found), *missing)


def solid_reason(found: SolidSolution) -> str:
    """Why the answer is right: a bar, a theorem, or a search."""
    if found.bar is not None:
        return bar_reason(found.bar)
    if found.theorem is not None:
        return f"Proved for all sizes: {found.theorem}."
    return f"Reason: a search has found all losers within the box {sides_text(found.position.size)}."


def solid_data(found: SolidSolution) -> Data:
    """The same as data: the heights, who wins, the cubes that win with the heights that they leave, and the sources."""
    return {
        "heights": [list(row) for row in found.position.heights],
        "outcome": found.outcome.value,
        "winning_moves": [
            {"cube": list(cube), "after": [list(row) for row in found.position.chomp(cube).heights]}
            for cube in found.known_winning_moves
        ],
        "missing": None if found.missing is None else found.missing.to_dict(),
        "theorem": found.theorem,
        "sources": sources_data(found.sources),
    }


def cube_text(cube: tuple[int, ...]) -> str:
    """A cube by its coordinates."""
    return f"({','.join(map(str, cube))})"
