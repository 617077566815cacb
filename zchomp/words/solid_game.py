"""Words about a game with a solid bar: drawings of the heights, hints and reasons, and the same as data."""

from zchomp.position import Outcome
from zchomp.solid.game import SolidEvent
from zchomp.solid.position import Cube, SolidPosition
from zchomp.solid.solution import SolidSolution
from zchomp.words.data import Data
from zchomp.words.game import AdviceText, GameWords
from zchomp.words.solid import cube_text, solid_data

__all__ = ["SolidWords", "heights_text"]

HELP = """\
Type the three numbers of a cube: its row, its place in the row, and its height, all counted from 0, for example: \
0 1 2. You eat it with all cubes whose numbers are not smaller. The board shows the heights of the cubes over the \
base. The poison is the cube 0 0 0, the lowest one of the corner. Whoever is left with nothing but poison loses."""

SEARCHED = "Reason: a search has found all losers within the box."


class SolidWords(GameWords[SolidPosition, Cube, SolidSolution]):
    """The words of a game with a solid bar."""

    start = "[[3,3],[3,2]]"

    def help(self, position: SolidPosition) -> str:  # noqa: ARG002 - other boards need it
        """How cubes are named."""
        return HELP

    def position_text(self, position: SolidPosition) -> str:
        """The heights."""
        return str(position)

    def drawing(self, event: SolidEvent, width: int) -> str:  # noqa: ARG002 - a base has at most 16 cells
        """The heights over the base, including cells that the bite emptied."""
        return f"\n{heights_text(event.position, event.before)}"

    def move_text(self, event: SolidEvent) -> str:
        """The cube."""
        return "" if event.move is None else f"the cube {cube_text(event.move)}"

    def loser_text(self, position: SolidPosition) -> str:
        """The heights."""
        return f"the loser {position}"

    def advice_text(self, advice: SolidSolution, position: SolidPosition) -> AdviceText:
        """Who wins, and the bite that leaves the fewest cubes."""
        best = advice.best
        if best is None:
            return AdviceText(Outcome.LOSER, SEARCHED)
        move, left = f"the cube {cube_text(best)}", self.loser_text(position.chomp(best))
        return AdviceText(Outcome.WINNER, SEARCHED, move, left, len(advice.winning_moves))

    def position_data(self, position: SolidPosition) -> Data:
        """The heights."""
        return {"heights": [list(row) for row in position.heights]}

    def move_data(self, move: Cube) -> Data:
        """The cube."""
        return {"cube": list(move)}

    def advice_data(self, advice: SolidSolution) -> Data:
        """Who wins, and the winning moves."""
        return solid_data(advice)


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
