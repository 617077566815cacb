"""Words about a game with bars: moves, hints and reasons, and the same as data."""

from dataclasses import replace

from zchomp.amounts import number_text
from zchomp.answers.solution import Solution
from zchomp.answers.sums import BOUNDS_THEOREM, Bars, SumSolution
from zchomp.play.bars import BarBite, BarEvent
from zchomp.play.player import Advice
from zchomp.position import Move, Outcome, Position
from zchomp.results import Unknown
from zchomp.words.boards import board_text
from zchomp.words.data import Data, moves_data, sources_data
from zchomp.words.game import AdviceText, GameWords
from zchomp.words.positions import SEARCHED, brackets_text, reason_text, rows_meant, rows_text

__all__ = ["BarWords", "ground_text"]

HELP = """\
Type the row and the column of a square, counted from the poison P, for example: 2 3. You eat it with all squares to \
the right of it and below it. Whoever is left with nothing but poison loses."""

EQUALLED = """\
Reason: the bar that was bitten then has the nim-value of the others together, so that the nim-sum is 0."""

SUM_HELP = " With several bars, name the bar first: 1 2 3."


class BarWords(GameWords[Bars, BarBite, Advice]):
    """The words of a game with bars."""

    start = "5,4,3"

    def help(self, position: Bars) -> str:
        """How squares are named."""
        return f"{HELP}{SUM_HELP if len(position) > 1 else ''}"

    def position_text(self, position: Bars) -> str:
        """The bars by their rows, very high ones by their size, with plus signs between them."""
        return " + ".join(map(_short, position))

    def title(self, position: Bars) -> str:
        """The name of the game."""
        several = f" with {len(position)} bars" if len(position) > 1 else ""
        return f"Chomp{several}, {self.position_text(position)}"

    def prompt(self, position: Bars) -> str:
        """The prompt for a move."""
        return "your move> " if len(position) == 1 else "your move (bar row column)> "

    def drawing(self, event: BarEvent, width: int) -> str:
        """The drawings of all bars, with the last bite in the bar in which it was made."""
        before = event.before or event.position
        boards = [board_text(now, then, width) for now, then in zip(event.position, before, strict=True)]
        if len(boards) == 1:
            return f"\n{boards[0]}"
        return "".join(f"\nbar {number}\n{board}" for number, board in enumerate(boards, start=1))

    def move_text(self, event: BarEvent) -> str:
        """The square, by row, bar and column."""
        number, move = event.move or (0, Move(0, 0))
        return _square(move, number, event.position)

    def loser_text(self, position: Bars) -> str:
        """A bar by its rows; a sum is only called a loser."""
        return "a loser" if len(position) > 1 else f"the loser {_short(position[0])}"

    def warning(self, event: BarEvent) -> str:
        """The warning, and what else may be meant."""
        warning, rows = super().warning(event), rows_meant(event.text)
        return f"{warning}\nIf you mean these numbers to be rows, type: new {rows}" if warning and rows else warning

    def advice_text(self, advice: Advice, position: Bars) -> AdviceText:
        """Who wins, the bite that leaves the fewest squares, and how that is known."""
        solution = advice.solution
        if isinstance(solution, Unknown):
            return AdviceText(solution, missing=solution)
        if advice.best is None:
            reason = ground_text(solution, advice.bars[advice.number])
            return AdviceText(solution.outcome, reason, missing=solution.missing)
        number, best = advice.best
        after = advice.after(number, best)
        square, left = _square(best, number, position), self._left(position, number, after)
        reason = _left_reason(solution, number, after)
        return AdviceText(solution.outcome, reason, square, left, len(advice.winning))

    def position_data(self, position: Bars) -> Data:
        """The rows of the bars."""
        return {"bars": [list(bar.rows) for bar in position]}

    def move_data(self, move: BarBite) -> Data:
        """The number of the bar, from 1, and the square."""
        number, (row, column) = move
        return {"bar": number + 1, "row": row, "column": column}

    def advice_data(self, advice: Advice) -> Data:
        """Who wins, the winning moves, and how it is known."""
        found = advice.solution
        proof = found.proof if isinstance(found, Solution) else None
        missing = None if isinstance(found, Unknown) else found.missing
        return {
            "bars": [list(bar.rows) for bar in advice.bars],
            "outcome": found.to_dict() if isinstance(found, Unknown) else found.outcome.value,
            "winning_moves": moves_data(advice.bars, advice.winning),
            "missing": None if missing is None else missing.to_dict(),
            "turned": isinstance(found, Solution) and found.turned,
            "theorem": None if isinstance(found, Unknown) else found.theorem,
            "proof": None if proof is None else proof.to_dict(),
            "nim_values": list(found.nim_values) if isinstance(found, SumSolution) and not found.theorem else None,
            "sources": [] if isinstance(found, Unknown) else sources_data(found.sources),
        }

    def _left(self, bars: Bars, number: int, after: Position) -> str:
        """The position after a winning bite."""
        if len(bars) == 1:
            columns = f" = {brackets_text(after)}" if len(after.rows) <= 6 else ""
            return f"the loser {_short(after)}{columns}"
        return f"{self.position_text((*bars[:number], after, *bars[number + 1 :]))}, which is lost"


def ground_text(solution: Solution | SumSolution, loser: Position) -> str:
    """How the answer is known. The loser is the bar itself, or the bar after the best move."""
    if solution.theorem is not None:
        return f"Proved for all sizes: {solution.theorem}."
    if isinstance(solution, SumSolution):
        values = ", ".join(number_text(value) for value in solution.nim_values if value is not None)
        return f"Reason: the nim-values of the bars are {values}, and a sum is lost if and only if their nim-sum is 0."
    return SEARCHED if solution.proof is None else reason_text(solution.proof, loser, Outcome.LOSER, solution.turned)


def _left_reason(solution: Solution | SumSolution, number: int, loser: Position) -> str:
    """Why the bars that a winning move in the bar of this number leaves are lost. It makes the nim-sum 0."""
    if not isinstance(solution, SumSolution):
        return ground_text(solution, loser)
    if solution.theorem == BOUNDS_THEOREM:
        return EQUALLED
    values = list(solution.nim_values)
    before = values[number]
    if before is not None and solution.nim_sum is not None:
        values[number] = before ^ solution.nim_sum
    return ground_text(replace(solution, nim_values=tuple(values)), loser)


def _square(move: Move, number: int, bars: Bars) -> str:
    """A square by its row, the number of its bar if there are several, and its column."""
    bar = f" of bar {number + 1}" if len(bars) > 1 else ""
    return f"row {number_text(move.row)}{bar}, column {number_text(move.column)}"


def _short(bar: Position) -> str:
    """A bar by its rows, or by its size if they are many."""
    return rows_text(bar) if len(bar.rows) <= 20 else f"a bar of {len(bar.rows)} rows, the first of {bar.rows[0]}"
