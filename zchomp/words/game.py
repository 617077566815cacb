"""Words about a game: events, hints and reasons, and the same as data."""

from zchomp.answers.solution import WinningMove
from zchomp.play.game import Event, Side
from zchomp.play.player import Advice, Bars
from zchomp.position import Outcome, Position
from zchomp.results import Unknown
from zchomp.words.boards import board_text
from zchomp.words.data import Data, move_data, sources_data
from zchomp.words.fitting import fit
from zchomp.words.numbers import brackets_text, number_text, rows_text
from zchomp.words.positions import SEARCHED, reason_text, rows_meant

__all__ = ["WORDS", "advice_text", "ending_text", "event_data", "event_text", "left_text", "prompt_text", "where_text"]

HELP = """\
Type the row and the column of a square, counted from the poison P, for example: 2 3. You eat it with all squares to \
the right of it and below it. Whoever is left with nothing but poison loses."""

WORDS = """
  hint     a winning move, if there is one
  why      why I made my last move
  undo     take your last bite back
  new      start again; new {start} from another position
  resign   give up this game
  quit     leave (so does Ctrl-D)"""
"""The words that a player may type, besides moves."""

SUM_HELP = " With several bars, name the bar first: 1 2 3."


def event_text(event: Event, width: int) -> str:
    """The text of an event."""
    match event.kind:
        case "start":
            first = "You begin." if event.side == "you" else "I begin."
            text = f"{_name(event.bars)}. {first} Type help for help.\n{_boards(event, width)}{_beyond(event)}"
        case "bite":
            text = f"{_bitten(event)}\n{_boards(event, width)}"
        case "undo":
            text = f"Taken back. It is your turn.\n{_boards(event, width)}"
        case "question":
            text = "That is the poison: whoever eats it loses. Eat it? (yes or no)"
        case "over":
            text = ending_text(event.side, event.text)
        case "help":
            text = f"{HELP}{SUM_HELP if len(event.bars) > 1 else ''}{WORDS.format(start='5,4,3')}"
        case "quit":
            text = left_text(event.bars, over=bool(event.text))
        case _:
            text = event.text if event.advice is None else advice_text(event.advice, mine=event.kind == "why")
    return fit(text, width)


def prompt_text(bars: Bars) -> str:
    """The prompt for a move."""
    return "your move> " if len(bars) == 1 else "your move (bar row column)> "


def left_text(bars: Bars, over: bool) -> str:
    """The last line of a game."""
    return "Goodbye." if over else f"Goodbye. The game is left at {where_text(bars)}."


def where_text(bars: Bars) -> str:
    """The bars by their rows, with a plus sign between them; very high ones by their size."""
    return " + ".join(map(_short, bars))


def advice_text(advice: Advice, mine: bool) -> str:
    """A hint, or the computer's reason for its last bite."""
    where = where_text(advice.bars)
    if advice.best is not None:
        number, best = advice.best
        bar = f" of bar {number + 1}" if len(advice.bars) > 1 else ""
        square = f"row {number_text(best.move.row)}{bar}, column {number_text(best.move.column)}"
        others = len(advice.winning) - 1
        more = f" ({others} other bite{'s' * (others > 1)} would win too.)" if others else ""
        who = "I bit" if mine else "Bite"
        return f"{who} {square}: that leaves {_left(advice, number, best)}.{more}\n{ground_text(advice)}"
    said = f"I was on {where}," if mine else f"{where} is"
    if advice.outcome is Outcome.LOSER:
        rest = (
            " So I took only a few squares."
            if mine
            else " All you can do is take a few squares and wait for a mistake."
        )
        return f"{said} a loser: every bite leaves a winner.{rest}\n{ground_text(advice)}"
    rest = " I took a few squares at random." if mine else ""
    return f"{said} not known to be a winner or a loser.{rest}\n{ground_text(advice)}"


def ground_text(advice: Advice) -> str:
    """How it is known."""
    if isinstance(advice.outcome, Unknown):
        reason = advice.outcome.advice("--effort ")
        return f"{reason[:1].upper()}{reason[1:]}."
    if advice.theorem is not None:
        return f"Proved for all sizes: {advice.theorem}."
    if advice.proof is not None:
        loser = advice.bars[0] if advice.best is None else advice.best[1].after
        return reason_text(advice.proof, loser, Outcome.LOSER, advice.turned)
    if advice.nim_values:
        values = ", ".join(map(number_text, advice.nim_values))
        return f"Reason: the nim-values of the bars are {values}, and a sum is lost if and only if their nim-sum is 0."
    return SEARCHED


def event_data(event: Event) -> Data:
    """The same as data, an object for each event."""
    answer: Data = {"event": event.kind, "bars": [list(bar.rows) for bar in event.bars]}
    if event.kind in {"start", "bite"}:
        answer["by"] = event.side
    if event.move is not None:
        answer |= {"bar": event.number + 1, "row": event.move.row, "column": event.move.column}
    if event.kind == "over":
        answer |= {"winner": event.side, "how": event.text}
    if event.kind == "mistake":
        answer["message"] = event.text
    if event.advice is not None:
        answer["advice"] = _advice_data(event.advice)
    return answer


def _advice_data(advice: Advice) -> Data:
    return {
        "bars": [list(bar.rows) for bar in advice.bars],
        "outcome": advice.outcome.to_dict() if isinstance(advice.outcome, Unknown) else advice.outcome.value,
        "winning_moves": [move_data(found, number) for number, found in advice.winning],
        "turned": advice.turned,
        "theorem": advice.theorem,
        "proof": None if advice.proof is None else advice.proof.to_dict(),
        "nim_values": list(advice.nim_values) or None,
        "sources": sources_data(advice.sources),
    }


def _bitten(event: Event) -> str:
    """Who bit where."""
    row, column = event.move or (0, 0)
    bar = f" of bar {event.number + 1}" if len(event.bars) > 1 else ""
    square = f"row {number_text(row)}{bar}, column {number_text(column)}"
    return f"You bite {square}." if event.side == "you" else f"I bite {square}{_boast(event)}"


def _beyond(event: Event) -> str:
    """A warning before a game if the computer does not know who wins."""
    if event.advice is None or not isinstance(event.advice.outcome, Unknown):
        return ""
    rows = rows_meant(event.text)
    meant = f"\nIf you mean these numbers to be rows, type: new {rows}" if rows else ""
    return (
        "\nI do not know who wins here, and take a few squares at a time until I do: "
        f"{event.advice.outcome.advice('--effort ')}.{meant}"
    )


def _boast(event: Event) -> str:
    """The end of the sentence about the computer's bite: who wins now."""
    outcome = event.advice.outcome if event.advice else None
    if outcome is Outcome.WINNER:
        return ". You are on a loser." if len(event.bars) > 1 else f". You are on the loser {_short(event.bars[0])}."
    return ". I have no winning move." if outcome is Outcome.LOSER else ". I do not know who wins."


def _left(advice: Advice, number: int, best: WinningMove) -> str:
    """The position after a winning bite."""
    if len(advice.bars) == 1:
        columns = f" = {brackets_text(best.after)}" if len(best.after.rows) <= 6 else ""
        return f"the loser {_short(best.after)}{columns}"
    after = (*advice.bars[:number], best.after, *advice.bars[number + 1 :])
    return f"{where_text(after)}, which is lost"


def ending_text(winner: Side, how: str) -> str:
    """Who has won, and how the game ended."""
    won = "You win." if winner == "you" else "I win."
    said = {
        "left": "Only poison is left for me. " if winner == "you" else "Only poison is left for you. ",
        "at once": "Only poison is left: the game is over already, and the player to move has lost. ",
        "poison": "You ate the poison. ",
        "resigned": "You resign. ",
    }[how]
    return f"{said}{won} Type new, undo or quit."


def _name(bars: Bars) -> str:
    return f"Chomp, {where_text(bars)}" if len(bars) == 1 else f"Chomp with {len(bars)} bars, {where_text(bars)}"


def _short(bar: Position) -> str:
    """A bar by its rows, or by its size if they are many."""
    return rows_text(bar) if len(bar.rows) <= 20 else f"a bar of {len(bar.rows)} rows, the first of {bar.rows[0]}"


def _boards(event: Event, width: int) -> str:
    """The drawings of all bars; the last bite is shown in the bar that it was made in."""
    before = event.before or event.bars
    boards = [board_text(now, then, width) for now, then in zip(event.bars, before, strict=True)]
    if len(boards) == 1:
        return boards[0]
    return "\n".join(f"bar {number}\n{board}" for number, board in enumerate(boards, start=1))
