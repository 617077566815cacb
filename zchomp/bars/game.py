"""Games with bars: one bar, or several side by side (`sums`).

    a line                           its effect
    2 3   2,3   (2,3)                bite row 2 at column 3
    1 2 3                            in a sum: the same in bar 1

Where there is no winning move, or none is known, the computer takes a few squares and keeps the game long. Nothing here
depends on the number of squares.
"""

import re
from collections.abc import Iterator
from itertools import chain, islice
from random import Random
from typing import TypeAlias

from zchomp.bars.notation import MAX_DIGITS
from zchomp.bars.position import Move, Position
from zchomp.bars.solution import BarAnswer
from zchomp.bars.solving import solve, solved
from zchomp.bars.sums import BOUNDS_THEOREM, Bars, SumAnswer, parse_bars, solve_sum
from zchomp.bars.theorems import SQUARE_ONLY, SQUARE_THEOREM, is_full
from zchomp.bars.words import (
    SEARCHED,
    board_text,
    brackets_text,
    moves_data,
    reason_text,
    rows_meant,
    rows_text,
    square_text,
)
from zchomp.core import limits
from zchomp.core.answers import AtLeast, Source, Unknown, in_order
from zchomp.core.documents import Data, number_data, sources_data
from zchomp.core.game import AnyGame, Cell, Game
from zchomp.core.numbers import SHORT, counted, number_text
from zchomp.core.session import current
from zchomp.errors import InvalidPosition, quote

FEW = 3
"""The maximum number of squares that a slow bite takes."""

RULES = """\
Type the row and the column of a square, counted from the poison P, for example: 2 3. You eat it with all squares to \
the right of it and below it. Whoever is left with nothing but poison loses."""

EQUALLED = """\
Reason: the bar that was bitten then has the nim-value of the others together, so that the nim-sum is 0."""


class BarGame(Game[Position, Move, BarAnswer]):
    """A bar."""

    example = "5,4,3"
    rules = RULES
    expects = "row column, like 2 3"

    def anew(self, text: str) -> AnyGame:
        """A game with a bar, or with several."""
        return bar_game(text)

    def read(self, text: str) -> Move | None:
        """The square that a text names."""
        numbers = _numbers(text, 2)
        return _there(self.position, self.begin, Move(*numbers)) if numbers else None

    def after(self, position: Position, move: Move) -> Position:
        """The bar after a bite."""
        return position.chomp(move)

    def is_poison(self, move: Move) -> bool:
        """Whether it is the first square."""
        return move == (1, 1)

    def is_final(self, position: Position) -> bool:
        """Whether only the poison is left."""
        return position.rows == (1,)

    def legal(self, position: Position) -> Iterator[Move]:
        """All squares but the poison."""
        return iter(position.moves())

    def small(self, position: Position) -> Iterator[Move]:
        """The last squares of the rows that stick out, and then other squares near them."""
        yield from (
            Move(row, length + 1 - out)
            for out in range(1, FEW + 1)
            for row, length, most in _ends(position)
            if out <= most
        )

    def size(self, position: Position) -> int:
        """The number of squares."""
        return position.squares()

    def answer(self, position: Position, usual: float = limits.EFFORT) -> BarAnswer | Unknown:
        """Who wins, and how, without the nim-value."""
        return current().usually(usual).ask(lambda: solved(position))

    def solve(self) -> BarAnswer | Unknown:
        """Who wins, all winning moves, why, and the nim-value."""
        return solve(self.position)

    def slow(self, random: Random) -> Move:
        """A bite of few squares."""
        return slow_bite((self.position,), random)[1]

    def name(self, position: Position) -> str:
        """The bar by its rows, or by its size if they are many."""
        rows = position.rows
        return rows_text(position) if len(rows) <= 20 else f"a bar of {len(rows)} rows, the first of {rows[0]}"

    def lost_name(self, position: Position) -> str:
        """The loser by its rows, and by its columns if they are few."""
        columns = f" = {brackets_text(position)}" if len(position.rows) <= 6 else ""
        return f"the loser {self.name(position)}{columns}"

    def move_name(self, move: Move) -> str:
        """The square, by row and column."""
        return square_text(move)

    def drawing(self, position: Position, before: Position, width: int) -> str:
        """The squares, with those of the last bite."""
        return board_text(position, before, width)

    def cells(self) -> Iterator[Cell]:
        """The squares, with a P for the poison."""
        return _cells(self.position, 0)

    def reason(self, answer: BarAnswer) -> str:
        """How it is known who wins."""
        if answer.reason.proof is not None:
            return reason_text(answer.reason.proof, answer.position, answer.outcome, answer.reason.turned)
        return SEARCHED if answer.theorem is None else f"Proved for all sizes: {answer.theorem}."

    def full_name(self, position: Position) -> str:
        """The bar by its rows, and by its columns."""
        return f"{rows_text(position)} = {brackets_text(position)}"

    def headline(self, answer: BarAnswer) -> str:
        """Who wins, and the nim-value or a lower bound above 1."""
        nim = answer.nim_value
        is_shown = nim is not None and not (isinstance(nim, AtLeast) and nim.value <= 1)
        known = f"at least {number_text(nim.value)}" if isinstance(nim, AtLeast) else number_text(nim or 0)
        value = f" (nim-value {known})" if is_shown else ""
        return f"{self.full_name(answer.position)} is a {answer.outcome.value}{value}."

    def reasons(self, answer: BarAnswer) -> list[str]:
        """Why no other move wins, if a theorem says that, and why the answer is right."""
        only = ""
        if answer.theorem == SQUARE_THEOREM and is_full(answer.position):
            only = SQUARE_ONLY
        elif answer.theorem is not None and answer.reason.proof is not None and answer.known_winning_moves:
            only = str(answer.theorem)
        lines = [f"No other move wins, because {only}."] if only else []
        if answer.reason.proof is None or Source.LIBRARY not in answer.sources:
            return [*lines, self.reason(answer)]
        whole = "The proof" if {*answer.sources} <= {Source.LIBRARY, Source.THEOREM} else "Part of the proof"
        return [*lines, f"{self.reason(answer)} {whole} comes from the library."]

    def notes(self, answer: BarAnswer, option: str) -> list[str]:
        """Why the nim-value is not known."""
        nim = answer.nim_value
        if not isinstance(nim, AtLeast):
            return []
        if nim.effort is not None:
            return [f"Not known: {nim.advice(option)}."]
        return ["The nim-value is not known."] if nim.value <= 1 else []

    def plain(self, position: Position) -> list[int]:
        """The rows."""
        return list(position.rows)

    def win_data(self, position: Position, move: Move) -> Data:
        """A winning move as data."""
        return {"row": move.row, "column": move.column, "after": list(position.chomp(move).rows)}

    def solution_data(self, answer: BarAnswer) -> Data:
        """An answer as data, with the sources of all of it, and those of each part."""
        parts = {
            "outcome": answer.decided_by or answer.sources,
            "winning_moves": answer.sources,
            "nim_value": answer.valued_by,
        }
        return {
            **super().solution_data(answer),
            "brackets": list(answer.position.columns(rows=3)),
            "nim_value": number_data(answer.nim_value),
            "sources": sources_data(in_order(chain(*parts.values()))),
            "part_sources": {part: sources_data(sources) for part, sources in parts.items()},
        }

    def position_data(self, position: Position) -> Data:
        """The rows, as in a game with several bars."""
        return {"bars": [list(position.rows)]}

    def move_data(self, move: Move) -> Data:
        """The square, as in a game with several bars."""
        return {"bar": 1, "row": move.row, "column": move.column}

    def advice_data(self, answer: BarAnswer) -> Data:
        """Who wins, the winning moves, and how it is known: by the slice of the loser that is left."""
        left = self.left_by(answer)
        by = answer if left is None else left
        # A theorem that comes with a proof says that no other move wins, which is not said here.
        used = (s for one in (answer, by) for s in one.sources if one.reason.proof is None or s is not Source.THEOREM)
        return _advice_data((answer.position,), answer, tuple((0, move) for move in answer.known_winning_moves)) | {
            "turned": by.reason.turned,
            "theorem": str(by.theorem) if by.theorem and by.reason.proof is None else None,
            "proof": None if by.reason.proof is None else by.reason.proof.to_dict(),
            "nim_values": None,
            "sources": sources_data(in_order(used)),
        }

    def meant(self, text: str) -> str:
        """The rows that a text of columns may have been meant to give."""
        rows = rows_meant(text)
        return f"If you mean these numbers to be rows, type: new {rows}" if rows else ""


BarBite: TypeAlias = tuple[int, Move]
"""The number of a bar, counted from 0, and one of its squares."""


class SumGame(Game[Bars, BarBite, SumAnswer]):
    """Several bars that are played at once."""

    example = BarGame.example
    rules = f"{RULES} With several bars, name the bar first: 1 2 3."
    expects = "bar row column, like 1 2 3"
    prompt = "your move (bar row column)> "

    def __init__(self, position: Bars) -> None:
        super().__init__(position)
        self._bar = BarGame(position[0])

    def anew(self, text: str) -> AnyGame:
        """A game with a bar, or with several."""
        return bar_game(text)

    def read(self, text: str) -> BarBite | None:
        """The square that a text names."""
        numbers = _numbers(text, 3)
        if not numbers:
            return None
        bar, row, column = numbers
        if not 1 <= bar <= len(self.position):
            raise InvalidPosition(f"there is no bar {quote(bar)}: expected 1 to {len(self.position)}")
        return bar - 1, _there(self.position[bar - 1], self.begin[bar - 1], Move(row, column))

    def after(self, position: Bars, move: BarBite) -> Bars:
        """The bars after a bite."""
        number, square = move
        return (*position[:number], position[number].chomp(square), *position[number + 1 :])

    def is_poison(self, move: BarBite) -> bool:
        """Whether it is the first square of a bar."""
        return move[1] == (1, 1)

    def is_final(self, position: Bars) -> bool:
        """Whether only the poison is left of each bar."""
        return all(bar.rows == (1,) for bar in position)

    def legal(self, position: Bars) -> Iterator[BarBite]:
        """All squares but the poisons."""
        return ((number, move) for number, bar in enumerate(position) for move in bar.moves())

    def small(self, position: Bars) -> Iterator[BarBite]:
        """Small moves of each bar."""
        return ((number, move) for number, bar in enumerate(position) for move in islice(self._bar.small(bar), 2))

    def size(self, position: Bars) -> int:
        """The number of squares."""
        return sum(bar.squares() for bar in position)

    def best_of(self, answer: SumAnswer) -> BarBite | None:
        """The winning move that takes the most squares, or None if none is known. Only its bar is counted."""

        def taken(bite: BarBite) -> int:
            number, square = bite
            bar = answer.position[number]
            return bar.squares() - bar.chomp(square).squares()

        return max(self.known_moves(answer), key=taken, default=None)

    def answer(self, position: Bars, usual: float = limits.EFFORT) -> SumAnswer | Unknown:
        """Who wins, and how."""
        return current().usually(usual).run(solve_sum, position)

    def slow(self, random: Random) -> BarBite:
        """A bite of few squares."""
        return slow_bite(self.position, random)

    def name(self, position: Bars) -> str:
        """The bars, with plus signs between them."""
        return " + ".join(map(self._bar.name, position))

    def lost_name(self, position: Bars) -> str:
        """The bars, and that they are lost."""
        return f"{self.name(position)}, which is lost"

    def title(self, position: Bars) -> str:
        """The number of bars, and the bars."""
        return f"Chomp with {len(position)} bars, {self.name(position)}"

    def move_name(self, move: BarBite) -> str:
        """The square, by row, bar and column."""
        number, (row, column) = move
        return f"row {number_text(row)} of bar {number + 1}, column {number_text(column)}"

    def drawing(self, position: Bars, before: Bars, width: int) -> str:
        """The drawings of all bars, one below the other."""
        boards = (board_text(now, then, width) for now, then in zip(position, before, strict=True))
        return "\n".join(f"bar {number}\n{board}" for number, board in enumerate(boards, start=1))

    def cells(self) -> Iterator[Cell]:
        """The squares of all bars, one below the other."""
        top = 0
        for bar in self.position:
            yield from _cells(bar, top)
            top += len(bar.rows) + 1

    def reason(self, answer: SumAnswer) -> str:
        """How it is known who wins: if only one bar has a move left, as for this bar."""
        live = [bar for bar in answer.position if bar.squares() > 1]
        alone = self._bar.answer(live[0], limits.PLAYER_EFFORT) if len(live) == 1 else Unknown("several bars are left")
        if not isinstance(alone, Unknown):
            return self._bar.reason(alone)
        if answer.theorem is not None:
            return f"Proved for all sizes: {answer.theorem}."
        values = ", ".join(number_text(value) for value in answer.reason.nim_values if value is not None)
        return f"Reason: the nim-values of the bars are {values}, and a sum is lost if and only if their nim-sum is 0."

    def why_lost(self, answer: SumAnswer) -> str:
        """Why the best move leaves a loser."""
        return EQUALLED if answer.theorem == BOUNDS_THEOREM else super().why_lost(answer)

    def headline(self, answer: SumAnswer) -> str:
        """Who wins, the bars, and the nim-values that are known."""
        known = "" if answer.nim_value is None else f" has nim-value {_sum(answer)}: it"
        lines = [f"The sum{known} is a {answer.outcome.value}."]
        for number, (bar, value) in enumerate(zip(answer.position, answer.reason.nim_values, strict=True), start=1):
            of = "" if value is None else f" of nim-value {number_text(value)}"
            lines.append(f"  bar {number}: {rows_text(bar)}{of}")
        return "\n".join(lines)

    def wins(self, answer: SumAnswer) -> list[str]:
        """The moves that are known to win, each with the bar that it leaves, and the nim-value of that, if known."""
        return [self._win(answer, number, move) for number, move in answer.known_winning_moves]

    def reasons(self, answer: SumAnswer) -> list[str]:
        """Why the nim-values decide a sum, by the theorem of Sprague and Grundy, or which other theorem does."""
        if answer.theorem is not None:
            return [f"Reason: {answer.theorem}."]
        values = [number_text(value) for value in answer.reason.nim_values if value is not None]
        listed = f"{', '.join(values[:-1])} and {values[-1]}" if 1 < len(values) <= SHORT else "of the bars"
        rule = "a sum is a loser if and only if it is 0 (Sprague and Grundy)"
        return [f"Reason: the exclusive or of the nim-values {listed} is {_sum(answer)}; {rule}."]

    key = "bars"

    def plain(self, position: Bars) -> list[list[int]]:
        """The rows of the bars."""
        return [list(bar.rows) for bar in position]

    def win_data(self, position: Bars, move: BarBite) -> Data:
        """A winning move as data, with its bar after it."""
        return moves_data(position, [move])[0]

    def solution_data(self, answer: SumAnswer) -> Data:
        """An answer as data, with the nim-values."""
        values = {"nim_values": list(answer.reason.nim_values), "nim_sum": number_data(answer.nim_value)}
        return {**super().solution_data(answer), **values}

    def move_data(self, move: BarBite) -> Data:
        """The number of the bar, from 1, and the square."""
        number, (row, column) = move
        return {"bar": number + 1, "row": row, "column": column}

    def advice_data(self, answer: SumAnswer) -> Data:
        """Who wins, the winning moves, and how it is known."""
        return _advice_data(answer.position, answer, answer.known_winning_moves) | {
            "turned": False,
            "theorem": str(answer.theorem) if answer.theorem else None,
            "proof": None,
            "nim_values": None if answer.theorem else list(answer.reason.nim_values),
            "sources": sources_data(answer.sources),
        }

    def _win(self, answer: SumAnswer, number: int, move: Move) -> str:
        value, after = answer.reason.nim_values[number], rows_text(answer.position[number].chomp(move))
        left = ""
        if value is not None and isinstance(answer.nim_value, int):
            left = f" of nim-value {number_text(value ^ answer.nim_value)}"
        return f"bar {number + 1}, {square_text(move)}, to {after}{left}"


def bar_game(text: str) -> AnyGame:
    """The game with a bar, or with several that have plus signs between them."""
    first, *more = bars = parse_bars(text)
    return SumGame(bars) if more else BarGame(first)


def bar_reason(bar: BarAnswer) -> str:
    """Which bar another board is, and how it is known who wins that."""
    rows = bar.position.rows
    name = f"{len(rows)} x {rows[0]} bar" if len(set(rows)) == 1 else f"bar {rows_text(bar.position)}"
    *_, reason = BarGame(bar.position).reasons(bar)
    return f"This is the {name}. {reason}"


def slow_bite(bars: Bars, random: Random) -> BarBite:
    """A random bite of few squares, from the end of a row that sticks out.

    >>> bars = (Position((10**12, 10**12, 7)),)
    >>> slow_bite(bars, Random(1))[1].row in (2, 3)
    True
    """
    number = random.choice([number for number, bar in enumerate(bars) if bar.squares() > 1])
    row, length, out = random.choice(_ends(bars[number]))
    return number, Move(row, length + 1 - random.randint(1, min(out, FEW)))


def _sum(answer: SumAnswer) -> str:
    """The nim-sum, which is known."""
    return number_text(answer.nim_value) if isinstance(answer.nim_value, int) else ""


def _advice_data(bars: Bars, answer: BarAnswer | SumAnswer, winning: tuple[BarBite, ...]) -> Data:
    """What the advice about one bar and about several has in common."""
    return {
        "bars": [list(bar.rows) for bar in bars],
        "outcome": answer.outcome.value,
        "winning_moves": moves_data(bars, winning),
        "missing": None if answer.missing is None else answer.missing.to_dict(),
    }


def _ends(bar: Position) -> list[tuple[int, int, int]]:
    """The rows that stick out: number, length, and how many squares, without the poison."""
    rows = enumerate(zip(bar.rows, (*bar.rows[1:], 0), strict=True), start=1)
    ends = [(row, length, length - max(below, 1 if row == 1 else 0)) for row, (length, below) in rows]
    return [end for end in ends if end[2] > 0]


def _numbers(text: str, count: int) -> tuple[int, ...]:
    """The numbers in a text if they are as many as expected, and otherwise nothing."""
    words = [word for word in re.split(r"[\s,]+", text.strip().strip("()").strip()) if word]
    is_move = len(words) == count and all(re.fullmatch(r"[0-9]+", word) and len(word) <= MAX_DIGITS for word in words)
    return tuple(map(int, words)) if is_move else ()


def _cells(bar: Position, top: int) -> Iterator[Cell]:
    for y, length in enumerate(bar.rows):
        yield from (Cell(x, top + y, "P" if x == y == 0 else "", x == y == 0) for x in range(length))


def _there(now: Position, begin: Position, move: Move) -> Move:
    """The move, if its square is there. Raises InvalidPosition if it was never there, or has been eaten."""
    square = f"row {quote(move.row)}, column {quote(move.column)}"
    if not (1 <= move.row <= len(begin.rows) and 1 <= move.column <= begin.rows[move.row - 1]):
        size = f"which began with {counted(len(begin.rows), 'row')}"
        if 1 <= move.row <= len(begin.rows):
            size = f"whose row {move.row} began with {quote(begin.rows[move.row - 1])}"
        raise InvalidPosition(f"{square} is outside the bar, {size}")
    length = now.rows[move.row - 1] if move.row <= len(now.rows) else 0
    if move.column > length:
        left = f"{quote(length)} of row {move.row} {'is' if length == 1 else 'are'} left"
        raise InvalidPosition(f"{square} is eaten: {left if length else f'nothing of row {move.row} is left'}")
    return move
