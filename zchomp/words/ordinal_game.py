"""Words about a game with rows of ordinals: moves, hints and reasons, and the same as data."""

from zchomp.ordinals.game import OrdinalAdvice, OrdinalEvent
from zchomp.ordinals.position import OrdinalMove, OrdinalPosition
from zchomp.ordinals.solution import OrdinalSolution
from zchomp.results import Unknown
from zchomp.words.bar_game import ground_text
from zchomp.words.boards import board_text
from zchomp.words.data import Data
from zchomp.words.game import AdviceText, GameWords
from zchomp.words.ordinals import ordinal_square_text, place_text

__all__ = ["OrdinalWords"]

HELP = """\
Type the row and the column of a square, for example: 2 3 or 1 w+3. Columns are counted from the poison: 1, 2, 3, ..., \
then w, w+1, ... You eat the square with all squares to the right of it and below it. A bite at column w leaves the \
first w squares of the row. Whoever is left with nothing but poison loses."""


class OrdinalWords(GameWords[OrdinalPosition, OrdinalMove, OrdinalAdvice]):
    """The words of a game with infinite rows."""

    start = "w,w,5"

    def help(self, position: OrdinalPosition) -> str:  # noqa: ARG002 - other boards need it
        """How squares are named."""
        return HELP

    def position_text(self, position: OrdinalPosition) -> str:
        """The position by its rows."""
        return place_text(position)

    def drawing(self, event: OrdinalEvent, width: int) -> str:
        """The drawing of a finite bar, or the rows of an infinite one."""
        if event.position.is_finite:
            bar = event.position.finite()
            return f"\n{board_text(bar, bar, width)}"
        return "" if event.kind == "start" else f" Left: {place_text(event.position)}."

    def move_text(self, event: OrdinalEvent) -> str:
        """The square, by row and column."""
        return ordinal_square_text(event.move) if event.move else ""

    def advice_text(self, advice: OrdinalAdvice, position: OrdinalPosition) -> AdviceText:  # noqa: ARG002 - other boards need it
        """Who wins, the winning bite of the lowest row, and how that is known."""
        if isinstance(advice, Unknown):
            return AdviceText(advice, missing=advice)
        found = advice.solution
        if found.best is None:
            return AdviceText(found.outcome, _reason(found), missing=found.missing)
        left = f"the loser {place_text(found.position.chomp(found.best))}"
        return AdviceText(
            found.outcome, _reason(advice.left), ordinal_square_text(found.best), left, len(found.known_winning_moves)
        )

    def position_data(self, position: OrdinalPosition) -> Data:
        """The rows of the bar, as in a game with finite rows."""
        return {"bars": [position.data()]}

    def move_data(self, move: OrdinalMove) -> Data:
        """The square, as in a game with finite rows."""
        return {"bar": 1, "row": move.row, "column": move.column.data()}

    def advice_data(self, advice: OrdinalAdvice) -> Data:
        """Who wins, the winning moves, and how it is known."""
        return dict(advice.to_dict() if isinstance(advice, Unknown) else advice.solution.to_dict())


def _reason(solution: OrdinalSolution | None) -> str:
    """How the outcome of a position is known, or nothing if it is not said."""
    if solution is None:
        return ""
    if solution.finite is not None:
        return ground_text(solution.finite, solution.finite.position)
    return f"Reason: {solution.theorem}."
