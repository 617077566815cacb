"""Words about a game with rows of ordinals: events, hints and reasons, and the same as data."""

from zchomp.ordinals.game import OrdinalEvent
from zchomp.ordinals.position import OrdinalMove, OrdinalPosition
from zchomp.ordinals.solution import OrdinalSolution
from zchomp.position import Outcome
from zchomp.results import Unknown
from zchomp.words.boards import board_text
from zchomp.words.data import Data
from zchomp.words.fitting import fit
from zchomp.words.game import WORDS, ending_text
from zchomp.words.ordinals import ordinal_data, ordinal_solution_data, ordinal_text, place_text, rows_data

__all__ = ["ordinal_event_data", "ordinal_event_text", "ordinal_left_text"]

HELP = """\
Type the row and the column of a square, for example: 2 3 or 1 w+3. Columns are counted from the poison: 1, 2, 3, ..., \
then w, w+1, ... You eat the square with all squares to the right of it and below it. A bite at column w leaves the \
first w squares of the row. Whoever is left with nothing but poison loses."""


def ordinal_event_text(event: OrdinalEvent, width: int) -> str:
    """The text of an event."""
    match event.kind:
        case "start":
            first = "You begin." if event.side == "you" else "I begin."
            text = f"Chomp, {place_text(event.position)}. {first} Type help for help.{_board(event, width)}"
        case "bite":
            text = f"{_bitten(event)}{_board(event, width)}"
        case "undo":
            text = f"Taken back. It is your turn.{_board(event, width)}"
        case "over":
            text = ending_text(event.side, event.text)
        case "help":
            text = f"{HELP}{WORDS.format(start='w,w,5')}"
        case "quit":
            text = ordinal_left_text(event.position, over=bool(event.text))
        case _:
            text = event.text if event.advice is None else _advice(event, event.advice)
    return fit(text, width)


def ordinal_left_text(position: OrdinalPosition, over: bool) -> str:
    """The last line of a game."""
    return "Goodbye." if over else f"Goodbye. The game is left at {place_text(position)}."


def ordinal_event_data(event: OrdinalEvent) -> Data:
    """The same as data, an object for each event, as in a game with finite rows."""
    answer: Data = {"event": event.kind, "bars": [rows_data(event.position)]}
    if event.kind in {"start", "bite"}:
        answer["by"] = event.side
    if event.move is not None:
        answer |= {"bar": 1, "row": event.move.row, "column": ordinal_data(event.move.column)}
    if event.kind == "over":
        answer |= {"winner": event.side, "how": event.text}
    if event.kind == "mistake":
        answer["message"] = event.text
    if event.advice is not None:
        answer["advice"] = (
            event.advice.to_dict() if isinstance(event.advice, Unknown) else ordinal_solution_data(event.advice)
        )
    return answer


def _board(event: OrdinalEvent, width: int) -> str:
    """The drawing of the bar, if it is finite; else its rows."""
    if event.position.is_finite:
        bar = event.position.finite()
        return f"\n{board_text(bar, bar, width)}"
    return "" if event.kind == "start" else f" Left: {place_text(event.position)}."


def _bitten(event: OrdinalEvent) -> str:
    """Who bit where, and who wins now."""
    where = _square(event.move) if event.move else ""
    if event.side == "you":
        return f"You bite {where}."
    if isinstance(event.advice, OrdinalSolution):
        if event.advice.winning_moves:
            return f"I bite {where}. You are on a loser."
        if event.advice.outcome is Outcome.LOSER:
            return f"I bite {where}. I have no winning move."
    return f"I bite {where}. I know no winning move."


def _advice(event: OrdinalEvent, advice: OrdinalSolution | Unknown) -> str:
    """A hint, or the computer's reason for its last bite."""
    mine = event.kind == "why"
    if isinstance(advice, Unknown):
        return f"{'I did not know who won' if mine else 'It is not known who wins'}: {advice.reason}."
    reason = f"Reason: {advice.theorem}." if advice.theorem else ""
    if advice.winning_moves:
        best = advice.winning_moves[-1]
        others = len(advice.winning_moves) - 1
        more = f" ({others} other bite{'s' * (others > 1)} would win too.)" if others else ""
        bite = f"{'I bit' if mine else 'Bite'} {_square(best.move)}: that leaves the loser {place_text(best.after)}."
        return f"{bite}{more}\n{reason}".rstrip()
    said = f"I was on {place_text(event.position)}," if mine else f"{place_text(event.position)} is"
    if advice.outcome is Outcome.LOSER:
        return f"{said} a loser: every bite leaves a winner.\n{reason}".rstrip()
    why = "" if advice.missing is None else advice.missing.reason
    return f"{said} a winner, but no winning move is known: {why}.\n{reason}".rstrip()


def _square(move: OrdinalMove) -> str:
    return f"row {move.row}, column {ordinal_text(move.column)}"
