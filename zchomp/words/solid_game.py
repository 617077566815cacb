"""Words about a game with a solid bar: drawings of the heights, hints and reasons, and the same as data."""

from zchomp.results import Unknown
from zchomp.solid.game import SolidAdvice, SolidEvent
from zchomp.solid.position import Cube, SolidPosition
from zchomp.words.data import Data
from zchomp.words.game import AdviceText, GameWords
from zchomp.words.solid import cube_text, solid_data, solid_reason

__all__ = ["SolidWords", "heights_text"]

HELP = """\
Type the three numbers of a cube: its row, its place in the row, and its height, all counted from 0, for example: \
0 1 2. You eat it with all cubes whose numbers are not smaller. The board shows the heights of the cubes over the \
base. The poison is the cube 0 0 0, the lowest one of the corner. Whoever is left with nothing but poison loses."""


class SolidWords(GameWords[SolidPosition, Cube, SolidAdvice]):
    """The words of a game with a solid bar."""

    start = "[[3,3],[3,2]]"

    def help(self, position: SolidPosition) -> str:  # noqa: ARG002 - other boards need it
        """How cubes are named."""
        return HELP

    def position_text(self, position: SolidPosition) -> str:
        """The heights."""
        return str(position)

    def drawing(self, event: SolidEvent, width: int) -> str:
        """The heights over the base, including cells that the bite emptied. A wide base is not drawn."""
        drawn = heights_text(event.position, event.before)
        if max(map(len, drawn.splitlines())) > width:
            return "" if event.kind == "start" else f" Left: {event.position}."
        return f"\n{drawn}"

    def move_text(self, event: SolidEvent) -> str:
        """The cube."""
        return "" if event.move is None else f"the cube {cube_text(event.move)}"

    def loser_text(self, position: SolidPosition) -> str:
        """The heights."""
        return f"the loser {position}"

    def advice_text(self, advice: SolidAdvice, position: SolidPosition) -> AdviceText:
        """Who wins, and the bite that leaves the fewest cubes."""
        if isinstance(advice, Unknown):
            return AdviceText(advice, missing=advice)
        found = advice.solution
        reason = solid_reason(found if advice.left is None else advice.left)
        if found.best is None:
            return AdviceText(found.outcome, reason, missing=found.missing)
        move, left = f"the cube {cube_text(found.best)}", self.loser_text(position.chomp(found.best))
        return AdviceText(found.outcome, reason, move, left, len(found.known_winning_moves))

    def position_data(self, position: SolidPosition) -> Data:
        """The heights."""
        return {"heights": [list(row) for row in position.heights]}

    def move_data(self, move: Cube) -> Data:
        """The cube."""
        return {"cube": list(move)}

    def advice_data(self, advice: SolidAdvice) -> Data:
        """Who wins, and the winning moves."""
        return dict(advice.to_dict()) if isinstance(advice, Unknown) else solid_data(advice.solution)


def heights_text(bar: SolidPosition, before: SolidPosition | None = None) -> str:
    """The heights over the base, with its rows and places numbered.

    >>> print(heights_text(SolidPosition(((10, 3), (2, 0)))))
           0  1
      0 | 10  3
      1 |  2  .
    """
    drawn = before or bar
    rows, columns, top = drawn.size
    label, wide = len(str(rows - 1)), max(len(str(top)), len(str(columns - 1)))
    lines = [" " * (label + 4) + "".join(f" {y:>{wide}}" for y in range(columns))]
    for x in range(rows):
        heights = "".join(f" {bar.height(x, y) or '.':>{wide}}" for y in range(columns))
        lines.append(f"  {x:>{label}} |{heights}")
    return "\n".join(lines)
