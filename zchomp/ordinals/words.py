"""Rows of ordinals in words: solutions, slices, and games.

Words about positions whose rows are ordinals: solutions, slices, their ends, the chart of a block.

Games with rows of ordinals: `Game` of `core.game`.

    a line                           its effect
    2 3   1 w+3   1, w*2             bite row 2 at column 3, row 1 at column ω+3

The computer makes a winning bite where it knows one. Otherwise it takes as little as it can: from a row like ω+5 a few
squares at the end, from a row like ω·2 all but ω and a few squares. Every game ends, since rows cannot shrink forever.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar, TypeAlias

from zchomp.bars.game import BarGame
from zchomp.bars.position import Move
from zchomp.bars.slices import Slice
from zchomp.bars.words import board_text, slice_text
from zchomp.core import limits
from zchomp.core.answers import Answer, Outcome, Reason, Source, Theorem, Unknown
from zchomp.core.documents import Data, sources_data
from zchomp.core.game import Cell, Game
from zchomp.core.session import current, switched_off
from zchomp.core.showing import Headed, headed, shows
from zchomp.core.tables import Table, grid_latex, grid_text
from zchomp.errors import InvalidPosition, TooLarge, quote
from zchomp.ordinals.boxes import CELLS, BoxAnswer, BoxMove, OrdinalBox, solve_box
from zchomp.ordinals.chart import Block, BlockChart, Ends, OrdinalSlice
from zchomp.ordinals.ordinal import OMEGA, Ordinal, omega_power
from zchomp.ordinals.position import OrdinalMove, OrdinalPosition
from zchomp.ordinals.solution import OrdinalAnswer, solve

MANY = 20
"""In sentences, a position with more rows is shown by its first ones."""

LONG = 200
"""In sentences, a longer ordinal is shown by its first and last characters. JSON has it in full."""


def ordinal_text(ordinal: Ordinal) -> str:
    """An ordinal, shortened if it is very long.

    >>> ordinal_text(Ordinal.of("w^2*3+5")), len(ordinal_text(Ordinal.of(10**999)))
    ('ω²·3+5', 61)
    """
    text = str(ordinal)
    return text if len(text) <= LONG else f"{text[:20]}...{text[-20:]} ({len(text)} characters)"


def place_text(position: OrdinalPosition) -> str:
    """A position by its rows, or the first three and their number if there are very many.

    >>> place_text(OrdinalPosition.of("w+1,w,2")), place_text(OrdinalPosition.of("50xw"))
    ('(ω+1, ω, 2)', '(ω, ω, ω, ..., 50 rows)')
    """
    if len(position) > MANY:
        return f"({', '.join(map(ordinal_text, position.rows[:3]))}, ..., {len(position)} rows)"
    return f"({', '.join(map(ordinal_text, position.rows))})"


def ordinal_square_text(move: OrdinalMove) -> str:
    """A square by its row and column."""
    return f"row {move.row}, column {ordinal_text(move.column)}"


@shows(OrdinalSlice)
def ordinal_slice_text(found: OrdinalSlice, letter: str = "a") -> str:
    """All losers of a slice: the finite ones, those of each block, and where it ends."""
    slice_ = found.proof.slice
    lines = [f"The {slice_} ends at {found.end}: {_last(found)} is its last loser."]
    finite = slice_text(found.proof, letter, as_rows=True)
    lines.append(f"  finite rows: {finite}")
    for block in found.blocks:
        losers = ", ".join(_block_losers(block, slice_, letter))
        lines.append(f"  block {block.k}, where the tail has number {block.number}: {losers}")
    return headed(*lines)


@shows(OrdinalSlice, "json")
def ordinal_slice_data(found: OrdinalSlice) -> Data:
    """The same as data. "firsts" are p for m = 0, 1, ..., and if it goes on, the last p - m stays the same forever."""
    return {
        "slice": {"tail": list(found.proof.slice.tail), "nim": 0},
        "end": found.end.data(),
        "blocks": [_block_data(block) for block in found.blocks],
        "proof": found.proof.to_dict(),
        "sources": sources_data(found.sources),
    }


@shows(Ends)
def ends_text(found: Ends, width: int = 80) -> str:
    """Where the infinite slices end, in as many columns as fit."""
    cells = [(str(one.third), str(one.number), ordinal_text(one.end)) for one in found.infinite()]
    sizes = [max(len(cell[i]) for cell in [*cells, ("c", "n", "end")]) for i in range(3)]
    across = max(1, (width + 4) // (sum(sizes) + 8))
    down = -(-len(cells) // across)

    def line(row: list[tuple[str, str, str]]) -> str:
        return "    ".join(f"{c:>{sizes[0]}}  {n:>{sizes[1]}}  {end:<{sizes[2]}}" for c, n, end in row).rstrip()

    heads = [("c", "n", "end")] * -(-len(cells) // down)
    return "\n".join([line(heads), *(line(cells[start::down]) for start in range(down))])


@shows(Ends, "json")
def ends_data(found: Ends) -> Data:
    """The same as data, finite slices included."""
    lines = [{"third": one.third, "number": one.number, "end": one.end.data()} for one in found.ends]
    return {"ends": lines, "sources": sources_data(found.sources)}


@shows(Ends, "table")
def ends_table(found: Ends) -> Table:
    """The same as a table."""
    return Table(("c", "n", "end"), lambda: ((one.third, one.number, one.end.ascii()) for one in found.ends))


@shows(Ends, "latex")
def ends_latex(found: Ends) -> str:
    """Where the infinite slices end, as a table for LaTeX."""
    lines = (f"{one.third} & {one.number} & ${one.end.latex()}$" for one in found.infinite())
    body = " \\\\\n".join([r"$c$ & $n$ & end", r"\hline " + next(lines), *lines])
    return f"\\begin{{tabular}}{{rrl}}\n{body}\n\\end{{tabular}}"


ENDS_LEGEND = headed(
    "Where the infinite slices of three rows end",
    "(end, end, c) is the last loser with third row c, and n the number of infinite slices below slice c.",
)
"""The heading of a table of ends."""


@shows(BlockChart)
def block_chart_text(found: BlockChart, width: int | None = None) -> str:
    """The chart of a block: third rows upwards, m to the right, * where a slice ends."""
    return grid_text("", range(found.columns), _grid(found, "*"), width, upwards=True)


@shows(BlockChart, "latex")
def block_chart_latex(found: BlockChart) -> str:
    """The same as arrays for LaTeX."""
    return grid_latex("", range(found.columns), _grid(found, "{}^{*}"), upwards=True)


@shows(BlockChart, "table")
def block_chart_table(found: BlockChart) -> Table:
    """The same as a table."""
    numbers = {c: block.number for c, block in found.rows}
    columns = ("c", "n", *map(str, range(found.columns)))
    return Table(columns, lambda: ((c, numbers[c], *line) for c, line in _grid(found, "")))


@shows(BlockChart, "json")
def block_chart_data(found: BlockChart) -> Data:
    """The same as data."""
    blocks = [{"third": c, **_block_data(block)} for c, block in found.rows]
    return {"blocks": blocks, "sources": sources_data(found.sources)}


def block_chart_legend(k: int) -> Headed:
    """The heading of the chart of a block."""
    start = OMEGA * k
    return headed(
        f"The chart from {start} to {OMEGA * (k + 1)}: the p for which ({start}+p, {start}+m, c) is a loser",
        "m runs to the right, and the third rows c that go on to this block upwards. "
        "A * marks the last loser with third row c.",
    )


def _grid(found: BlockChart, mark: str) -> list[tuple[int, list[str]]]:
    return [(c, _cells(block, found.columns, mark)) for c, block in found.rows]


def _cells(block: Block, columns: int, mark: str) -> list[str]:
    """The values p of a row for m = 0, 1, ..., with a mark at the end of the row, and nothing after it."""
    last = len(block.firsts) - 1
    cells = [str(p) for p in block.firsts]
    if block.goes_on:
        cells += [str(block.firsts[-1] + m - last) for m in range(last + 1, columns)]
    else:
        cells[-1] = f"{mark}{cells[-1]}"
    return [*cells, *[""] * columns][:columns]


def _last(found: OrdinalSlice) -> str:
    """The position in which a slice ends."""
    return place_text(
        OrdinalPosition((found.end, found.end, *(min(Ordinal.of(t), found.end) for t in found.proof.slice.tail)))
    )


def _block_losers(block: Block, slice_: Slice, letter: str) -> Iterator[str]:
    """The losers of a block, the last with a letter if they go on."""
    start, last = OMEGA * block.k, len(block.firsts) - 1
    tail = "".join(f", {row}" for row in slice_.tail)
    for m, p in enumerate(block.firsts):
        if m == last and block.goes_on:
            yield f"({start}+{p}+{letter}, {f'{start}+{m}' if m else start}+{letter}{tail})"
        else:
            yield f"({start + p}, {start + m}{tail})"


def _block_data(block: Block) -> Data:
    return {"block": block.k, "number": block.number, "firsts": list(block.firsts), "goes_on": block.goes_on}


FEW = 3
"""The maximum number of squares that a slow bite takes from a row that has a last square."""

LEFT = 9
"""The maximum number of squares, or of ω's, that a slow bite leaves of the last ω^n, if there is no last square."""


MOVE = re.compile(r"\(?\s*([0-9]{1,9})(?:\s*,\s*|\s+)([^,()\s]+(?:\s*[+*^·]\s*[^,()\s]+)*)\s*\)?")


class OrdinalGame(Game[OrdinalPosition, OrdinalMove, OrdinalAnswer]):
    """A bar whose rows are ordinals.

    >>> from zchomp.core.game import Match
    >>> match = Match(OrdinalGame(OrdinalPosition.of("w,w,5")))
    >>> [(event.side, str(event.move.column)) for event in match.tell("3 3")]
    [('you', '3'), ('computer', '1')]
    """

    example = "w,w,5"
    expects = "row column, like 2 3 or 1 w+3"
    rules = """\
Type the row and the column of a square, for example: 2 3 or 1 w+3. Columns are counted from the poison: 1, 2, 3, ..., \
then w, w+1, ... You eat the square with all squares to the right of it and below it. A bite at column w leaves the \
first w squares of the row. Whoever is left with nothing but poison loses."""

    def anew(self, text: str) -> "OrdinalGame":
        """A game from another position."""
        return OrdinalGame(OrdinalPosition.parse(text))

    def read(self, text: str) -> OrdinalMove | None:
        """The square that a text names."""
        found = MOVE.fullmatch(text.strip())
        if found is None:
            return None
        move = OrdinalMove(int(found[1]), Ordinal.parse(found[2]))
        if not self.is_poison(move):
            self.position.chomp(move)
        return move

    def after(self, position: OrdinalPosition, move: OrdinalMove) -> OrdinalPosition:
        """The position after a bite."""
        return position.chomp(move)

    def is_poison(self, move: OrdinalMove) -> bool:
        """Whether it is the very first square."""
        return move == OrdinalMove(1, Ordinal.of(1))

    def is_final(self, position: OrdinalPosition) -> bool:
        """Whether only the poison is left."""
        return position.rows == (Ordinal.of(1),)

    def legal(self, position: OrdinalPosition) -> Iterator[OrdinalMove]:
        """All squares but the poison, if they are finitely many."""
        if not position.is_finite:
            raise TooLarge(f"{self.name(position)} has infinitely many moves")
        return (OrdinalMove(row, Ordinal.of(column)) for row, column in position.finite().moves())

    def small(self, position: OrdinalPosition) -> Iterator[OrdinalMove]:
        """Cut each row to the length of the row below it, and the last one to one square."""
        below = (*position.rows[1:], Ordinal.of(1))
        for row, (length, left) in enumerate(zip(position.rows, below, strict=True), start=1):
            if left < length:
                yield OrdinalMove(row, 1 + left)

    def best_of(self, answer: OrdinalAnswer) -> OrdinalMove | None:
        """The winning bite of the lowest row."""
        return max(answer.known_winning_moves, default=None)

    def answer(self, position: OrdinalPosition, usual: float = limits.EFFORT) -> OrdinalAnswer | Unknown:
        """Who wins the position, and how."""
        return current().usually(usual).run(solve, position)

    def slow(self, random: Random) -> OrdinalMove:
        """A bite that takes little."""
        return slow_bite(self.position, random)

    def name(self, position: OrdinalPosition) -> str:
        """The position by its rows."""
        return place_text(position)

    def move_name(self, move: OrdinalMove) -> str:
        """The square, by row and column."""
        return ordinal_square_text(move)

    def drawing(self, position: OrdinalPosition, before: OrdinalPosition, width: int) -> str:
        """The drawing of a finite bar."""
        if not position.is_finite:
            return ""
        return board_text(position.finite(), before.finite() if before.is_finite else None, width)

    def cells(self) -> Iterator[Cell]:
        """The lengths of the rows."""
        return (Cell(0, y, ordinal_text(row), y == 0) for y, row in enumerate(self.position.rows))

    def reason(self, answer: OrdinalAnswer) -> str:
        """How it is known who wins."""
        bar = answer.reason.bar
        return f"Reason: {answer.reason.facts}." if bar is None else BarGame(bar.position).reason(bar)

    def answer_text(self, answer: OrdinalAnswer, option: str = "effort=") -> Headed:
        """Who wins, and why; without infinite rows as for a bar."""
        bar = answer.reason.bar
        return super().answer_text(answer, option) if bar is None else BarGame(bar.position).answer_text(bar, option)

    def plain(self, position: OrdinalPosition) -> list[int | str]:
        """The rows."""
        return position.data()

    def win_data(self, position: OrdinalPosition, move: OrdinalMove) -> Data:
        """A winning move as data."""
        return {"row": move.row, "column": move.column.data(), "after": position.chomp(move).data()}

    def position_data(self, position: OrdinalPosition) -> Data:
        """The rows of the bar, as in a game with finite rows."""
        return {"bars": [position.data()]}

    def move_data(self, move: OrdinalMove) -> Data:
        """The square, as in a game with finite rows."""
        return {"bar": 1, "row": move.row, "column": move.column.data()}


INFINITE_SQUARE = Theorem(
    "infinite square",
    "row 2, column 2 leaves a row and a column of ω squares, and each bite of one is answered by the same of the other",
    "Coq theorem Squares.infinite_square_won",
)


@dataclass(frozen=True, slots=True)
class SquareReason(Reason):
    """Why ω x ω is won."""

    game: ClassVar[str] = "ordinals.words:SquareGame"


SquareAnswer: TypeAlias = Answer[str, Move, SquareReason]


class SquareGame(Game[str, Move, SquareAnswer]):
    """The infinite square ω x ω, which a theorem solves. It is not played: its bites leave infinitely many rows."""

    def anew(self, text: str) -> OrdinalGame:
        """A game with another position."""
        return OrdinalGame(OrdinalPosition.parse(text))

    def read(self, text: str) -> Move | None:
        """No move: the square is not played."""
        raise InvalidPosition(f"the infinite square is solved, but not played, got {quote(text)}")

    def after(self, position: str, move: Move) -> str:
        """What the winning bite leaves."""
        if move != (2, 2):
            raise InvalidPosition(f"what row {move.row}, column {move.column} leaves of {position} is not handled")
        return "a row and a column of ω squares"

    def is_poison(self, move: Move) -> bool:
        """Whether it is the first square."""
        return move == (1, 1)

    def is_final(self, position: str) -> bool:  # noqa: ARG002
        """It is not over."""
        return False

    def legal(self, position: str) -> Iterator[Move]:
        """There are infinitely many moves."""
        raise TooLarge(f"{position} has infinitely many moves")

    def answer(self, position: str, usual: float = limits.EFFORT) -> SquareAnswer | Unknown:  # noqa: ARG002
        """Who wins, and by which move."""
        if not current().may_ask(Source.THEOREM):
            return switched_off(Source.THEOREM)
        missing = Unknown("the theorem names one move")
        reason = SquareReason(INFINITE_SQUARE)
        return Answer(position, Outcome.WINNER, (Move(2, 2),), reason, (Source.THEOREM,), missing)

    def slow(self, random: Random) -> Move:  # noqa: ARG002
        """The winning move."""
        return Move(2, 2)

    def name(self, position: str) -> str:
        """The square."""
        return position

    def wins(self, answer: SquareAnswer) -> list[str]:
        """The winning move, and what it leaves."""
        return [
            f"{self.move_name(move)}, to {self.after(answer.position, move)}" for move in answer.known_winning_moves
        ]

    def move_name(self, move: Move) -> str:
        """The square, by row and column."""
        return f"row {move.row}, column {move.column}"

    def drawing(self, position: str, before: str, width: int) -> str:  # noqa: ARG002
        """Nothing: it is infinite."""
        return ""

    def cells(self) -> Iterator[Cell]:
        """Nothing: it is infinite."""
        return iter(())

    def reason(self, answer: SquareAnswer) -> str:
        """The theorem."""
        return f"Proved: {answer.theorem}."

    def plain(self, position: str) -> str:
        """The square."""
        return position

    def move_data(self, move: Move) -> Data:
        """The square that is taken."""
        return {"row": move.row, "column": move.column}


BOX_MOVE = re.compile(r"\(?\s*([mabc])(?:\s*,\s*|\s+)([^,()]+?)\s*\)?")


class OrdinalBoxGame(Game[OrdinalBox, BoxMove, BoxAnswer]):
    """A box 2 x 2 x h, by the heights of its four columns."""

    example = "2x2xw"
    expects = "a column and the height that is left of it, like a w+3"
    rules = """\
Type a column and the height that you leave of it, for example: a 5 or b w+3. The columns are m over the poison, a and \
b beside it, and c opposite. You eat the rest of the column, and of the columns beyond it whatever is as high. Whoever \
is left with nothing but poison loses."""

    def anew(self, text: str) -> "OrdinalBoxGame":
        """A game from another position."""
        return OrdinalBoxGame(OrdinalBox.of(text))

    def read(self, text: str) -> BoxMove | None:
        """The column that a text names, and the height that is left of it."""
        found = BOX_MOVE.fullmatch(text.strip())
        if found is None:
            return None
        cell, height = found[1], Ordinal.parse(found[2])
        now = self.position.heights[CELLS.index(cell)]
        if height >= now:
            raise InvalidPosition(f"column {cell} has the height {now}, and a bite leaves less")
        if cell == "m" and not height:
            return BoxMove(cell, height, self.position)
        return BoxMove(cell, height, self.position.cut(cell, height))

    def after(self, position: OrdinalBox, move: BoxMove) -> OrdinalBox:
        """The position after a bite."""
        return position.cut(move.cell, move.height)

    def is_poison(self, move: BoxMove) -> bool:
        """Whether nothing is left."""
        return move.cell == "m" and not move.height

    def is_final(self, position: OrdinalBox) -> bool:
        """Whether only the poison is left."""
        return position == OrdinalBox.of((1, 0, 0, 0))

    def legal(self, position: OrdinalBox) -> Iterator[BoxMove]:
        """All bites, if they are finitely many."""
        if not position.heights[0].is_finite:
            raise TooLarge(f"{position} has infinitely many moves")
        for cell, height in zip(CELLS, map(int, position.heights), strict=True):
            lengths = map(Ordinal.of, range(int(cell == "m"), height))
            yield from (BoxMove(cell, left, position.cut(cell, left)) for left in lengths)

    def answer(self, position: OrdinalBox, usual: float = limits.EFFORT) -> BoxAnswer | Unknown:  # noqa: ARG002
        """Who wins, by Theorem 6."""
        return solve_box(position)

    def slow(self, random: Random) -> BoxMove:
        """A bite that takes little of a column."""
        _, a, b, c = heights = self.position.heights
        least = {"m": max(a, b, Ordinal.of(1)), "a": c, "b": c, "c": Ordinal()}
        cell = random.choice([cell for cell, now in zip(CELLS, heights, strict=True) if now > least[cell]])
        left = max(least[cell], _a_little_less(heights[CELLS.index(cell)], random))
        return BoxMove(cell, left, self.position.cut(cell, left))

    def name(self, position: OrdinalBox) -> str:
        """The heights."""
        return str(position)

    def headline(self, answer: BoxAnswer) -> str:
        """Who wins, and what the heights are."""
        return f"{super().headline(answer)} The heights are [[m, a], [b, c]], with m over the poison."

    def small(self, position: OrdinalBox) -> Iterator[BoxMove]:
        """Take the whole of a column but that over the poison."""
        for cell, height in zip(CELLS[1:], position.heights[1:], strict=True):
            if height:
                yield BoxMove(cell, Ordinal(), position.cut(cell, Ordinal()))

    def move_name(self, move: BoxMove) -> str:
        """The column, and the height that is left of it."""
        return f"{move.cell} down to {move.height}"

    def drawing(self, position: OrdinalBox, before: OrdinalBox, width: int) -> str:  # noqa: ARG002
        """Nothing: the heights are its name."""
        return ""

    def cells(self) -> Iterator[Cell]:
        """The heights of the columns."""
        for place, height in enumerate(self.position.heights):
            yield Cell(place % 2, place // 2, ordinal_text(height), place == 0)

    def reason(self, answer: BoxAnswer) -> str:
        """Theorem 6."""
        return f"Reason: {answer.theorem}."

    key = "heights"

    def plain(self, position: OrdinalBox) -> list[int | str]:
        """The heights."""
        return [height.data() for height in position.heights]

    def move_data(self, move: BoxMove) -> Data:
        """The column, and the height that is left of it."""
        return {"cell": move.cell, "height": move.height.data()}


def slow_bite(position: OrdinalPosition, random: Random) -> OrdinalMove:
    """A random bite that takes little, of a row that is longer than the one below.

    >>> slow_bite(OrdinalPosition.of("w+1,w"), Random(1))
    OrdinalMove(row=1, column=Ordinal.of('w'))
    """
    shorter = [*position.rows[1:], Ordinal()]
    rows = [row for row, (length, below) in enumerate(zip(position.rows, shorter, strict=True), 1) if length > below]
    row = random.choice([row for row in rows if row > 1 or position.rows[0] > 1])
    length, least = position.rows[row - 1], max(shorter[row - 1], Ordinal.of(1 if row == 1 else 0))
    left = max(least, _a_little_less(length, random))
    return OrdinalMove(row, 1 + left)


def _a_little_less(length: Ordinal, random: Random) -> Ordinal:
    """A shorter row: without a few squares at the end, or with a small part of the last power of ω."""
    if length.is_largest:
        return omega_power(random.randint(1, FEW))
    *rest, (exponent, times) = length.terms
    if not exponent:
        less = times - random.randint(1, min(times, FEW))
        return Ordinal((*rest, (0, less)) if less else tuple(rest))
    kept = (*rest, (exponent, times - 1)) if times > 1 else tuple(rest)
    return Ordinal(kept) + omega_power(min(exponent - 1, 1), random.randint(1, LEFT))
