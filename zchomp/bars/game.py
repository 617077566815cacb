"""Games with bars, one or several side by side: the perfect player, the rules, and the words.

The perfect player: who wins, winning moves, and how that is known.

A game is one bar, or several side by side (`sums`). The player consults the oracle, with little effort for one move.
Where there is no winning move, or none is known, the player takes a few squares and keeps the game long (`slow_bite`).
Nothing here depends on the number of squares.

The rules of a game with bars, one or several side by side: `Rules` for `core.game`.

a line                           its effect
2 3   2,3   (2,3)                bite row 2 at column 3
1 2 3                            in a sum: the same in bar 1

Words about a game with bars: moves, hints and reasons, and the same as data.
"""

import re
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from zchomp.bars.notation import MAX_DIGITS
from zchomp.bars.oracle import Inquiry, Oracle, oracle_or_shared
from zchomp.bars.position import Move, Position
from zchomp.bars.slices import locate
from zchomp.bars.solution import Solution
from zchomp.bars.sums import BOUNDS_THEOREM, Bars, SumSolution, parse_bars, solve_bars
from zchomp.bars.words import SEARCHED, board_text, brackets_text, moves_data, reason_text, rows_meant, rows_text
from zchomp.core import limits
from zchomp.core.answers import Outcome, Source, Unknown, in_order
from zchomp.core.documents import Data, sources_data
from zchomp.core.game import AdviceText, Event, GameWords, Rules
from zchomp.core.numbers import counted, number_text
from zchomp.errors import quote

FEW = 3
"""The maximum number of squares that a slow bite takes."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The solution of a sum, or of the bar ``number``, counted from 0, if no other bar has a move left.

    A winner may be known without a winning move. The proof of a bar is that of the slice of the loser, which is the bar
    itself, or the bar after the best move.
    """

    bars: Bars
    solution: Solution | SumSolution | Unknown
    number: int = 0

    @property
    def outcome(self) -> Outcome | Unknown:
        """Who wins."""
        return self.solution if isinstance(self.solution, Unknown) else self.solution.outcome

    @property
    def winning(self) -> tuple[tuple[int, Move], ...]:
        """Winning moves, each with the number of its bar."""
        if isinstance(self.solution, Solution):
            return tuple((self.number, move) for move in self.solution.known_winning_moves)
        return () if isinstance(self.solution, Unknown) else self.solution.known_winning_moves

    @property
    def best(self) -> tuple[int, Move] | None:
        """The winning move that leaves the fewest squares, with the number of its bar."""
        return min(self.winning, key=lambda found: self.after(*found).squares(), default=None)

    def after(self, number: int, move: Move) -> Position:
        """The bar of this number after a move in it."""
        return self.bars[number].chomp(move)


def advise(bars: Bars, effort: float | None = None, oracle: Oracle | None = None) -> Advice:
    """Who wins, and how. The default effort is that of the oracle, or `limits.PLAYER_EFFORT`.

    >>> advice = advise((Position((100000, 20000, 115)),))
    >>> [str(advice.after(*bite)) for bite in advice.winning], advice.solution.sources
    (['(20068, 20000, 115)'], (<Source.CERTIFICATE: 'certificate'>,))
    """
    live = [number for number, bar in enumerate(bars) if bar.squares() > 1]
    number = live[0] if live else 0

    def question(inquiry: Inquiry) -> Solution | SumSolution | Unknown:
        return solve_bars(inquiry, bars) if len(live) > 1 else _solve_one(inquiry, bars[number])

    oracle = oracle_or_shared(oracle)
    solution, sources = oracle.ask(question, oracle.effort(effort, limits.PLAYER_EFFORT))
    if isinstance(solution, Unknown):
        return Advice(bars, solution)
    return Advice(bars, solution if isinstance(solution, Solution) else replace(solution, sources=sources), number)


def _solve_one(inquiry: Inquiry, bar: Position) -> Solution | Unknown:
    """The solution of one bar. If it has a proof, that is the proof of the slice of the loser."""
    solution = inquiry.solve(bar)
    if isinstance(solution, Unknown) or solution.proof is None:
        return solution
    used = tuple(source for source in solution.sources if source is not Source.THEOREM)
    proved = replace(solution, theorem=None, sources=used)  # without the theorem that no other move wins
    if solution.missing is not None or not solution.known_winning_moves:
        return proved
    loser = min(map(bar.chomp, solution.known_winning_moves), key=Position.squares)
    proof, read = inquiry.part(lambda part: part.proof(locate(loser.wide())[0]))
    if isinstance(proof, Unknown):
        return proved
    return replace(proved, proof=proof, turned=loser.wide() is not loser, sources=in_order([*used, *read]))


def slow_bite(bars: Bars, random: Random) -> tuple[int, Move]:
    """A random bite of few squares, from the end of a row that sticks out.

    >>> bars = (Position((10**12, 10**12, 7)),)
    >>> slow_bite(bars, Random(1))[1].row in (2, 3)
    True
    """
    number = random.choice([number for number, bar in enumerate(bars) if bar.squares() > 1])
    rows = bars[number].rows
    ends = [
        (row, length, length - max(below, 1 if row == 1 else 0))
        for row, (length, below) in enumerate(zip(rows, (*rows[1:], 0), strict=True), start=1)
    ]
    row, length, out = random.choice([end for end in ends if end[2] > 0])
    return number, Move(row, length + 1 - random.randint(1, min(out, FEW)))


BarBite: TypeAlias = tuple[int, Move]
"""The number of a bar, counted from 0, and one of its squares."""

BarEvent: TypeAlias = Event[Bars, BarBite, Advice]


class BarRules(Rules[Bars, BarBite, Advice]):
    """Bars, and an oracle that knows about them."""

    def __init__(self, oracle: Oracle | None = None) -> None:
        self._oracle = oracle

    def parse(self, text: str) -> Bars:
        """The bars, with plus signs between them."""
        return parse_bars(text)

    def expected(self, position: Bars) -> str:
        """How to write a bite."""
        return "row column, like 2 3" if len(position) == 1 else "bar row column, like 1 2 3"

    def read(self, line: str, position: Bars, begin: Bars) -> BarBite | str | None:
        """The square that a line names."""
        words = [word for word in re.split(r"[\s,]+", line.strip().strip("()").strip()) if word]
        if len(words) != (2 if len(position) == 1 else 3) or not all(
            re.fullmatch(r"[0-9]+", word) and len(word) <= MAX_DIGITS for word in words
        ):
            return None
        *bar, row, column = map(int, words)
        if bar and not 1 <= bar[0] <= len(position):
            return f"there is no bar {quote(bar[0])}: expected 1 to {len(position)}"
        number = bar[0] - 1 if bar else 0
        return _look_at(position[number], begin[number], Move(row, column)) or (number, Move(row, column))

    def after(self, position: Bars, move: BarBite) -> Bars:
        """The bars after a bite."""
        number, square = move
        return (*position[:number], position[number].chomp(square), *position[number + 1 :])

    def is_poison(self, move: BarBite) -> bool:
        """Whether it is the first square of a bar."""
        return move[1] == (1, 1)

    def is_over(self, position: Bars) -> bool:
        """Whether only the poison is left of each bar."""
        return all(bar.rows == (1,) for bar in position)

    def advise(self, position: Bars) -> Advice:
        """Who wins, by the oracle."""
        return advise(position, oracle=self._oracle)

    def is_known(self, advice: Advice) -> bool:
        """Whether a winning bite is known, or the bars are lost."""
        return advice.best is not None or advice.outcome is Outcome.LOSER

    def best(self, advice: Advice) -> BarBite | None:
        """The winning bite that leaves the fewest squares."""
        return advice.best

    def slow(self, position: Bars, random: Random) -> BarBite:
        """A bite of few squares."""
        return slow_bite(position, random)


def _look_at(now: Position, begin: Position, move: Move) -> str:
    """What is wrong with a square: it was never there, or it has been eaten."""
    square = f"row {quote(move.row)}, column {quote(move.column)}"
    if not (1 <= move.row <= len(begin.rows) and 1 <= move.column <= begin.rows[move.row - 1]):
        size = f"which began with {counted(len(begin.rows), 'row')}"
        if 1 <= move.row <= len(begin.rows):
            size = f"whose row {move.row} began with {quote(begin.rows[move.row - 1])}"
        return f"{square} is outside the bar, {size}"
    length = now.rows[move.row - 1] if move.row <= len(now.rows) else 0
    if move.column > length:
        left = f"{quote(length)} of row {move.row} {'is' if length == 1 else 'are'} left"
        return f"{square} is eaten: {left if length else f'nothing of row {move.row} is left'}"
    return ""


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
