"""Words about a game with bars: moves, hints and reasons, and the same as data."""

from zchomp.amounts import number_text
from zchomp.answers.solution import WinningMove
from zchomp.play.bars import BarBite, BarEvent
from zchomp.play.player import Advice, Bars
from zchomp.position import Outcome, Position
from zchomp.results import Unknown
from zchomp.words.boards import board_text
from zchomp.words.data import Data, move_data, sources_data
from zchomp.words.game import GameWords, others_text
from zchomp.words.positions import SEARCHED, brackets_text, reason_text, rows_meant, rows_text

__all__ = ["BarWords"]

HELP = """\
Type the row and the column of a square, counted from the poison P, for example: 2 3. You eat it with all squares to \
the right of it and below it. Whoever is left with nothing but poison loses."""

SUM_HELP = " With several bars, name the bar first: 1 2 3."


class BarWords(GameWords[Bars, BarBite, Advice]):
    """The words of a game with bars."""

    start = "5,4,3"

    def help(self, position: Bars) -> str:
        """How squares are named."""
        return f"{HELP}{SUM_HELP if len(position) > 1 else ''}"

    def where(self, position: Bars) -> str:
        """The bars by their rows, with a plus sign between them; very high ones by their size."""
        return " + ".join(map(_short, position))

    def name(self, position: Bars) -> str:
        """The name of the game."""
        several = f" with {len(position)} bars" if len(position) > 1 else ""
        return f"Chomp{several}, {self.where(position)}"

    def prompt(self, position: Bars) -> str:
        """The prompt for a move."""
        return "your move> " if len(position) == 1 else "your move (bar row column)> "

    def drawing(self, event: BarEvent, width: int) -> str:
        """The drawings of all bars; the last bite is shown in the bar that it was made in."""
        before = event.before or event.position
        boards = [board_text(now, then, width) for now, then in zip(event.position, before, strict=True)]
        if len(boards) == 1:
            return f"\n{boards[0]}"
        return "".join(f"\nbar {number}\n{board}" for number, board in enumerate(boards, start=1))

    def bite(self, event: BarEvent) -> str:
        """The square, by row, bar and column."""
        number, (row, column) = event.move or (0, (0, 0))
        bar = f" of bar {number + 1}" if len(event.position) > 1 else ""
        return f"row {number_text(row)}{bar}, column {number_text(column)}"

    def standing(self, event: BarEvent) -> str:
        """Who wins now."""
        outcome = event.advice.outcome if event.advice else None
        if outcome is Outcome.WINNER:
            loser = "a loser" if len(event.position) > 1 else f"the loser {_short(event.position[0])}"
            return f"You are on {loser}."
        return "I have no winning move." if outcome is Outcome.LOSER else "I do not know who wins."

    def beyond(self, event: BarEvent) -> str:
        """Why it is not known who wins, and what else may be meant."""
        if event.advice is None or not isinstance(event.advice.outcome, Unknown):
            return ""
        rows = rows_meant(event.text)
        meant = f"\nIf you mean these numbers to be rows, type: new {rows}" if rows else ""
        return (
            "\nI do not know who wins here, and take a few squares at a time until I do: "
            f"{event.advice.outcome.advice('--effort ')}.{meant}"
        )

    def advice(self, advice: Advice, position: Bars, mine: bool) -> str:
        """A hint, or the computer's reason for its last bite."""
        where = self.where(position)
        if advice.best is not None:
            number, best = advice.best
            bar = f" of bar {number + 1}" if len(position) > 1 else ""
            square = f"row {number_text(best.move.row)}{bar}, column {number_text(best.move.column)}"
            who, more = "I bit" if mine else "Bite", others_text(len(advice.winning))
            return f"{who} {square}: that leaves {self._left(advice, number, best)}.{more}\n{ground_text(advice)}"
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

    def position_data(self, position: Bars) -> Data:
        """The rows of the bars."""
        return {"bars": [list(bar.rows) for bar in position]}

    def move_data(self, move: BarBite) -> Data:
        """The number of the bar, from 1, and the square."""
        number, (row, column) = move
        return {"bar": number + 1, "row": row, "column": column}

    def advice_data(self, advice: Advice) -> Data:
        """Who wins, the winning moves, and how it is known."""
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

    def _left(self, advice: Advice, number: int, best: WinningMove) -> str:
        """The position after a winning bite."""
        if len(advice.bars) == 1:
            columns = f" = {brackets_text(best.after)}" if len(best.after.rows) <= 6 else ""
            return f"the loser {_short(best.after)}{columns}"
        after = (*advice.bars[:number], best.after, *advice.bars[number + 1 :])
        return f"{self.where(after)}, which is lost"


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


def _short(bar: Position) -> str:
    """A bar by its rows, or by its size if they are many."""
    return rows_text(bar) if len(bar.rows) <= 20 else f"a bar of {len(bar.rows)} rows, the first of {bar.rows[0]}"
