"""Words about a game with rows of ordinals: moves, hints and reasons, and the same as data."""

from zchomp.ordinals.game import OrdinalEvent
from zchomp.ordinals.position import OrdinalMove, OrdinalPosition
from zchomp.ordinals.solution import OrdinalSolution
from zchomp.position import Outcome
from zchomp.results import Unknown
from zchomp.words.boards import board_text
from zchomp.words.data import Data
from zchomp.words.game import GameWords, others_text
from zchomp.words.ordinals import ordinal_solution_data, ordinal_text, place_text

__all__ = ["OrdinalWords"]

HELP = """\
Type the row and the column of a square, for example: 2 3 or 1 w+3. Columns are counted from the poison: 1, 2, 3, ..., \
then w, w+1, ... You eat the square with all squares to the right of it and below it. A bite at column w leaves the \
first w squares of the row. Whoever is left with nothing but poison loses."""


class OrdinalWords(GameWords[OrdinalPosition, OrdinalMove, OrdinalSolution | Unknown]):
    """The words of a game with infinite rows."""

    start = "w,w,5"

    def help(self, position: OrdinalPosition) -> str:  # noqa: ARG002 - other boards need it
        """How squares are named."""
        return HELP

    def where(self, position: OrdinalPosition) -> str:
        """The position by its rows."""
        return place_text(position)

    def drawing(self, event: OrdinalEvent, width: int) -> str:
        """The drawing of the bar, if it is finite; else its rows."""
        if event.position.is_finite:
            bar = event.position.finite()
            return f"\n{board_text(bar, bar, width)}"
        return "" if event.kind == "start" else f" Left: {place_text(event.position)}."

    def bite(self, event: OrdinalEvent) -> str:
        """The square, by row and column."""
        return _square(event.move) if event.move else ""

    def standing(self, event: OrdinalEvent) -> str:
        """Who wins now."""
        if isinstance(event.advice, OrdinalSolution):
            if event.advice.winning_moves:
                return "You are on a loser."
            if event.advice.outcome is Outcome.LOSER:
                return "I have no winning move."
        return "I know no winning move."

    def beyond(self, event: OrdinalEvent) -> str:
        """Why it is not known who wins."""
        if not isinstance(event.advice, Unknown):
            return ""
        return f"\nI do not know who wins here, and take little at a time until I do: {event.advice.reason}."

    def advice(self, advice: OrdinalSolution | Unknown, position: OrdinalPosition, mine: bool) -> str:
        """A hint, or the computer's reason for its last bite."""
        if isinstance(advice, Unknown):
            return f"{'I did not know who won' if mine else 'It is not known who wins'}: {advice.reason}."
        reason = f"Reason: {advice.theorem}." if advice.theorem else ""
        if advice.winning_moves:
            best = advice.winning_moves[-1]
            who, left = "I bit" if mine else "Bite", place_text(best.after)
            more = others_text(len(advice.winning_moves))
            return f"{who} {_square(best.move)}: that leaves the loser {left}.{more}\n{reason}".rstrip()
        said = f"I was on {place_text(position)}," if mine else f"{place_text(position)} is"
        if advice.outcome is Outcome.LOSER:
            return f"{said} a loser: every bite leaves a winner.\n{reason}".rstrip()
        why = "" if advice.missing is None else advice.missing.reason
        return f"{said} a winner, but no winning move is known: {why}.\n{reason}".rstrip()

    def position_data(self, position: OrdinalPosition) -> Data:
        """The rows of the bar, as in a game with finite rows."""
        return {"bars": [position.data()]}

    def move_data(self, move: OrdinalMove) -> Data:
        """The square, as in a game with finite rows."""
        return {"bar": 1, "row": move.row, "column": move.column.data()}

    def advice_data(self, advice: OrdinalSolution | Unknown) -> Data:
        """Who wins, the winning moves, and how it is known."""
        return dict(advice.to_dict()) if isinstance(advice, Unknown) else ordinal_solution_data(advice)


def _square(move: OrdinalMove) -> str:
    return f"row {move.row}, column {ordinal_text(move.column)}"
