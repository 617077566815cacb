"""Words about bars: who wins and how, slices, sums, heights, nim-values, and drawings.

Words about slices: their losers, as lists, as tables, as sentences, and as data.

Words about positions: who wins, how, sums of bars, heights.

Drawings of bars: squares as characters. Wide bars are folded, and larger ones are described by numbers.

P  the poison      #  a square      .  a square that the last bite took      ~  columns that are not shown

Words about the nim-values within a bar: a table for each tail, or a line for each position.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from itertools import groupby, pairwise, zip_longest
from typing import NamedTuple

from zchomp.bars.heights import Height
from zchomp.bars.listings import NimValues, SlicePositions
from zchomp.bars.periodic import Kind
from zchomp.bars.position import Move, Position
from zchomp.bars.propositions import rows_formula
from zchomp.bars.results import Proof
from zchomp.bars.slices import Slice, locate, symbolic_losers
from zchomp.core.answers import Outcome
from zchomp.core.documents import Data, latex_math, sources_data
from zchomp.core.numbers import counted, number_text, number_word, numbers_text
from zchomp.core.showing import Headed, headed, shows, stacked
from zchomp.core.tables import Table, grid_text

MAX_FAMILIES = 4
"""Longer periods are described by their length."""


def slice_rows(slice_: Slice) -> str:
    """Which rows the positions of a slice have.

    >>> slice_rows(Slice((5,))), slice_rows(Slice((4, 2))), slice_rows(Slice())
    ('with third row 5', 'with the rows (4, 2) from the third on', 'with at most two rows')
    """
    if not slice_.tail:
        return "with at most two rows"
    if len(slice_.tail) > 1:
        return f"with the rows {Position(slice_.tail)} from the third on"
    return f"with third row {slice_.width}"


def slice_scope(slice_: Slice) -> str:
    """Which losers are known once a slice is proved, since its proof uses all smaller slices.

    >>> slice_scope(Slice((5,))), slice_scope(Slice((4, 2)))
    ('with third row at most 5', 'whose rows from the third on are at most (4, 2)')
    """
    if not slice_.tail:
        return slice_rows(slice_)
    if len(slice_.tail) > 1:
        return f"whose rows from the third on are at most {Position(slice_.tail)}"
    return f"with third row at most {slice_.width}"


def losers_text(proofs: Iterable[Proof], letter: str, width: int | None = None) -> str:
    """The answer of the Maple package to Losers(letter, k), in one line.

    If a width is given, every slice begins a new line, and long lines are broken between losers.
    """
    lists = [_maple_list(proof, letter) for proof in proofs]
    if width is None:
        return f"[{', '.join(lists)}]"
    whole = [one.replace(", ", ",\xa0").replace("],\xa0[", "], [").replace(" + ", "\xa0+\xa0") for one in lists]
    lines = ",\n ".join(whole)
    return "\n".join(
        textwrap.fill(line, width, subsequent_indent="  ", drop_whitespace=True, break_long_words=False)
        for line in f"[{lines}]".split("\n")
    ).replace("\xa0", " ")


def _maple_list(proof: Proof, letter: str) -> str:
    return f"[{', '.join(loser.text(letter) for loser in symbolic_losers(proof.slice, proof.sequence))}]"


@shows(Proof)
def slice_text(proof: Proof, letter: str = "a", as_rows: bool = False) -> str:
    """The losers of one slice, by columns as [Sun02] lists them or by rows, or why there are none."""
    losers = symbolic_losers(proof.slice, proof.sequence)
    names = [rows_formula(loser, letter, "*") if as_rows else loser.text(letter) for loser in losers]
    return ", ".join(names) or f"none, because {empty_because(proof)}"


@shows(SlicePositions)
def slice_positions_text(found: SlicePositions) -> str:
    """The losers of one slice in one line."""
    return slice_text(found.proof)


def slices_text(proofs: list[Proof], letter: str, as_rows: bool = False) -> str:
    """The losers of many slices, one slice per line, with its tail unless that is a third row shown in the rows."""
    is_seen = as_rows and all(len(proof.slice.tail) < 2 for proof in proofs)
    return "\n".join(
        f"{'' if is_seen else f'{Position(proof.slice.tail)}: '}{slice_text(proof, letter, as_rows)}"
        for proof in proofs
    )


@shows(SlicePositions, "latex", of_all=True)
def losers_latex(slices: Iterable[SlicePositions], letter: str = "a", as_rows: bool = False) -> str:
    """The losers of slices as a list for LaTeX, one item per slice."""
    items = []
    for proof in (one.proof for one in slices):
        losers = symbolic_losers(proof.slice, proof.sequence)
        names = (rows_formula(loser, letter) if as_rows else loser.text(letter).replace("*", "") for loser in losers)
        listed = ", ".join(f"${latex_math(name)}$" for name in names)
        title = f"{', '.join(map(str, proof.slice.tail)) or '0'}"
        items.append(rf"\item[${title}$:] {listed or 'none'}")
    return "\n".join([r"\begin{itemize}", *items, r"\end{itemize}"])


def losers_legend(slices: str, letter: str, as_rows: bool) -> Headed:
    """The heading of a list of losers, and its notation."""
    columns = "By columns: [3, 1, 2] has 3 columns of full height, then 1 with a square less, then 2."
    notation = f"{'By rows.' if as_rows else columns} The letter {letter} stands for 0, 1, 2, and so on."
    return headed(f"Losers {slices}", notation)


def grundy_text(slices: Sequence[SlicePositions], letter: str, cells: list[list[int | None]]) -> str:
    """The positions of a third row by nim-value, and a window of nim-values, in which a dot stands for a larger one."""
    third = slices[0].proof.slice.width
    lines = [f"Third row {third}: the positions [{third}, a, b] of each nim-value"]
    lines += [f"  {one.proof.slice.nim:>2}: {slice_text(one.proof, letter)}" for one in slices]
    if cells:
        rows = ((f"a = {a}", ["." if value is None else value for value in row]) for a, row in enumerate(cells))
        lines.append(textwrap.indent(grid_text("b =", range(len(cells[0])), rows), "  "))
        lines.append(f"A dot is a nim-value above {len(slices) - 1}" + (", or the empty bar." if third == 0 else "."))
    return headed(*lines)


@shows(SlicePositions, "json")
def positions_data(found: SlicePositions) -> Data:
    """A slice as data: {"bottom": [5], "start": 2, "step": 1, "b": 4} stands for all positions [5, 2 + a, 4]."""
    positions = [asdict(one) for one in found]
    return {**found.proof.to_dict(), "positions": positions, "sources": sources_data(found.sources)}


@shows(SlicePositions, "table", of_all=True)
def positions_table(slices: Sequence[SlicePositions], by_columns: bool = False) -> Table:
    """Slices as a table: a line for every symbolic position.

    Or ``by_columns`` as in Winning Ways: a column for each third row, with a in the first column.
    """
    if by_columns:
        columns = [_column(found.proof) for found in slices]
        return Table(
            ("a\\c", *(str(found.proof.slice.width) for found in slices)),
            lambda: ((a, *line) for a, line in enumerate(zip_longest(*columns))),
        )
    return Table(
        ("tail", "nim", "start", "step", "b"),
        lambda: (
            (found.proof.slice.tail, found.proof.slice.nim, one.start, one.step, one.b)
            for found in slices
            for one in found
        ),
    )


def ptable_text(slices: Sequence[SlicePositions], width: int) -> str:
    """One column per slice, as many columns side by side as fit into the width, page after page."""
    columns = [_column(found.proof) for found in slices]
    names, height = [found.proof.slice.width for found in slices], max(map(len, columns)) + 1
    margin, size = len(f"a = {height}"), max(len(str(number)) for terms in [names, *columns] for number in terms)
    across = max(1, (width - margin - 2) // (size + 1))
    pages = []
    for start in range(0, len(columns), across):
        page = slice(start, start + across)
        shown = [[*map(str, terms), *":" * (terms[-1] > 0)] for terms in columns[page]]
        rows = enumerate(zip_longest(*shown, fillvalue=""))
        pages.append(grid_text("c =", names[page], [(f"a = {a}", row) for a, row in rows]))
    heading = headed(
        "Three-rowed Chomp: column c lists the numbers b of the losers [c, a, b].",
        "A column that ends with 0 is complete. Above a colon the period is shown twice; it repeats forever.",
    )
    return stacked([heading, *pages], between="\n\n")


def _column(proof: Proof) -> tuple[int, ...]:
    """The numbers that are printed: up to the 0 of a finite sequence, or the head and twice the period."""
    return proof.sequence.head + 2 * proof.sequence.period


def losers_of_slice(proof: Proof) -> str:
    """Which losers a slice has, with the families of those that repeat.

    >>> from zchomp.bars.periodic import Periodic
    >>> losers_of_slice(Proof(Slice((5,)), Periodic((5, 3), (4,)), bound=4, modulus=1))
    'those with third row 5 are [5, a, 4] for all a >= 2 and 2 others'
    """
    sequence, start, which = proof.sequence, len(proof.sequence.head), slice_rows(proof.slice)
    those = f"those {which}" if proof.slice.tail else "they"
    others = f" and {counted(start, 'other')}" if start else ""
    families = [loser for loser in symbolic_losers(proof.slice, sequence) if loser.step]
    if not families:
        return f"there are {start} {which}" if start > 1 else f"there is one {which}"
    if len(families) == 1:
        return f"{those} are {replace(families[0], start=0).text('a')} for all a >= {start}{others}"
    if len(families) <= MAX_FAMILIES:
        return f"{those} are {', '.join(loser.text('n') for loser in families)} for all n >= 0{others}"
    first = proof.slice.width + start
    return f"{those} repeat with period {len(families)} from second row {first} on"


def empty_because(proof: Proof) -> str:
    """Why a slice is empty: a position of the same nim-value can be reached from everywhere in it."""
    x, nim = proof.bound, proof.slice.nim
    reached = Position((x, x, *(min(row, x) for row in proof.slice.tail)))
    all_ = f"every position {slice_rows(proof.slice)} leads to"
    return f"{all_} {reached}, which has nim-value {nim}" if nim else f"{all_} the loser {reached}"


SEARCHED = "Reason: a search has found all losers within this bar."

FORMULAS = {
    "[WW] formula": ("The formula of Winning Ways", "Coq theorem Heights.winning_ways_height"),
    "[Sun02] Theorem 1": ("The formula of X. Sun (2002, Theorem 1)", "Coq theorem Heights.sun_height"),
    "two-column formula": ("The formula for two columns", "Coq theorem TwoRows.two_rows_lost"),
}
"""The formulas for heights, in words, and the theorems that prove them."""


def rows_text(position: Position) -> str:
    """A position by its rows. Equal rows are counted if there are many.

    >>> rows_text(Position((3, 1, 1))), rows_text(Position((9, 4, *(2,) * 30, 1)))
    ('(3, 1, 1)', '(9, 4, 2^30, 1)')
    """
    return f"({numbers_text(position.rows)})"


def brackets_text(position: Position) -> str:
    """A position in the brackets of the papers.

    >>> brackets_text(Position((3, 1, 1))), brackets_text(Position((9, 4, *(2,) * 30, 1)))
    ('[1, 0, 2]', '[1, 1, 0^29, 2, 5]')
    """
    return f"[{numbers_text(position.columns(rows=3))}]"


def square_text(move: Move) -> str:
    """A square by its row and column."""
    return f"row {number_text(move.row)}, column {number_text(move.column)}"


def reason_text(proof: Proof, position: Position, outcome: Outcome, turned: bool = False) -> str:
    """Why a position is a winner or a loser: which losers are known, and whether it is one of them.

    The proof is that of the slice of the position, or of the loser that the winning move leaves.

    >>> from zchomp.bars.periodic import Periodic
    >>> from zchomp.bars.slices import Slice
    >>> proof = Proof(Slice((1,)), Periodic((2, 0)), bound=2, modulus=0)
    >>> print(reason_text(proof, Position((3, 2, 1)), Outcome.WINNER))
    Reason: every loser with third row at most 1 is known; neither of the two with third row 1 is this position.
    """
    exchanged = ", with rows and columns exchanged" if turned else ""
    slice_, _, _ = locate(position.transpose() if turned else position)
    if proof.sequence.kind is Kind.EMPTY:
        rest = f"none has the rows {Position(proof.slice.tail)}, because {empty_because(proof)}"
    elif slice_ != proof.slice:
        rest = f"{losers_of_slice(proof)}, and the move leaves one of them"
    elif proof.sequence.period:
        rest = f"{losers_of_slice(proof)}, and this position is {'' if outcome is Outcome.LOSER else 'not '}one of them"
    else:
        rest = _among(proof, outcome)
    return f"Reason{exchanged}: every loser {slice_scope(proof.slice)} is known; {rest}."


def _among(proof: Proof, outcome: Outcome) -> str:
    """Whether a position is one of the finitely many losers of its slice."""
    number, which = len(proof.sequence.head), slice_rows(proof.slice)
    if outcome is Outcome.LOSER:
        return f"this position is {f'one of the {number_word(number)}' if number > 1 else 'the only one'} {which}"
    if number == 1:
        return f"the only one {which} is {rows_text(proof.slice.position(0, 0))}"
    none = "neither" if number == 2 else "none"
    return f"{none} of the {number_word(number)} {which} is this position"


def rows_meant(text: str) -> str | None:
    """The rows that a text of columns may have been meant to give: its numbers, if they do not increase.

    >>> rows_meant("[100000, 20000, 115]"), rows_meant("[4,3,2] + [1]"), rows_meant("[115,19885,80000]")
    ('100000,20000,115', None, None)
    """
    match = re.fullmatch(r"\[([0-9]+(?: *, *[0-9]+)+)\]", text.strip())
    numbers = [int(number) for number in match[1].split(",")] if match else []
    is_decreasing = bool(numbers) and numbers == sorted(numbers, reverse=True)
    return ",".join(map(number_text, numbers)) if is_decreasing else None


@shows(Height)
def height_text(found: Height) -> str:
    """The height of a position, the loser that shows it, and the value of a formula."""
    height = number_text(found.height)
    lines = [f"{rows_text(found.position)} has height {height}: {_tower(found)} is a loser."]
    if found.formula:
        formula, theorem = FORMULAS[found.formula.name]
        agrees = "the same" if found.formula.value == found.height else f"{found.formula.value}, which is not the same"
        lines.append(
            f"{formula} gives it, and is proved for all rows ({theorem})."
            if found.by_formula
            else f"{formula} gives {agrees}."
        )
    return headed(*lines)


@shows(Height, "json")
def height_data(found: Height) -> Data:
    """The same as data: the loser consists of some rows of the position, followed by rows of one square."""
    return {
        "position": list(found.position.rows),
        "height": found.height,
        "loser": {"rows": list(found.rows), "ones": found.ones},
        "formula": {"name": found.formula.name, "value": found.formula.value} if found.formula else None,
        "by_formula": found.by_formula,
        "sources": sources_data(found.sources),
    }


def _tower(found: Height) -> str:
    """The loser, with its rows of one square counted if there are many."""
    wide = tuple(row for row in found.rows if row > 1)
    ones = found.height - len(wide)
    if ones < 4 or (not wide and found.ones < 100):
        return rows_text(Position(wide + (1,) * ones))
    return f"{rows_text(Position(wide))[:-1]}, then {number_text(ones)} rows of 1)" if wide else f"{ones} rows of 1"


def moves_data(bars: Sequence[Position], moves: Iterable[tuple[int, Move]]) -> list[Data]:
    """Moves in a sum, each with the number of its bar, counted from 1, and that bar after the move.

    >>> moves_data([Position((9, 7, 4))], [(0, Move(3, 3))])
    [{'bar': 1, 'row': 3, 'column': 3, 'after': [9, 7, 2]}]
    """
    return [
        {"bar": index + 1, "row": row, "column": column, "after": list(bars[index].chomp((row, column)).rows)}
        for index, (row, column) in moves
    ]


MAX_ROWS = 40
"""Higher bars are not drawn."""

AROUND = (2, 1)
"""How many columns a folded bar shows on each side of the end of a row. The first number that fits is used."""


class DrawnColumn(NamedTuple):
    """A column of the drawing: its number, its width in characters, and whether columns before it are left out."""

    number: int
    width: int
    gap: bool = False


def board_text(bar: Position, before: Position | None, width: int) -> str:
    """A bar with its rows and columns numbered, and the squares of the last bite.

    >>> print(board_text(Position((3, 1)), Position((3, 3)), width=80))
          1 2 3
      1 | P # #
      2 | # . .
    >>> print(board_text(Position((1000, 2)), None, width=80))
          1 2 3 4 ~ 999 1000
      1 | P # # # ~   #    #
      2 | # #     ~
    """
    drawn = before or bar
    if len(drawn.rows) <= MAX_ROWS:
        label = len(str(len(drawn.rows)))
        even = len(str(drawn.rows[0])) + 1
        if drawn.rows[0] * even <= width - label - 4:
            columns = [DrawnColumn(number, even) for number in range(1, drawn.rows[0] + 1)]
            return _drawing(bar, drawn, columns, label)
        for around in AROUND:
            columns = _folded(drawn, bar, around)
            if sum(column.width + 2 * column.gap for column in columns) <= width - label - 4:
                return _drawing(bar, drawn, columns, label)
    return _numbers(bar)


def _folded(drawn: Position, bar: Position, around: int) -> list[DrawnColumn]:
    """The columns that matter: the first ones, and those around the end of a row, now or before the bite."""
    ends = {0, *drawn.rows, *bar.rows}
    near = {end + step for end in ends for step in range(1 - around, around + 1)}
    shown = sorted(number for number in near if 1 <= number <= drawn.rows[0])
    return [
        DrawnColumn(number, len(str(number)) + 1, gap=number - before > 1) for before, number in pairwise([0, *shown])
    ]


def _drawing(bar: Position, drawn: Position, columns: list[DrawnColumn], label: int) -> str:
    lengths = bar.rows + (0,) * (len(drawn.rows) - len(bar.rows))

    def line(margin: str, cells: list[str]) -> str:
        shown = (f"{' ~' * column.gap}{text:>{column.width}}" for column, text in zip(columns, cells, strict=True))
        return f"{margin}{''.join(shown)}".rstrip()

    lines = [line(" " * (label + 4), [str(column.number) for column in columns])]
    for row, (now, then) in enumerate(zip(lengths, drawn.rows, strict=True), start=1):
        squares = ["#" if column.number <= now else "." if column.number <= then else "" for column in columns]
        if row == 1:
            squares[0] = "P"
        lines.append(line(f"  {row:>{label}} |", squares))
    return "\n".join(lines)


def _numbers(bar: Position) -> str:
    """The lengths of the rows, equal ones together, and both notations if they are short."""
    lines, row = [], 1
    for length, run in groupby(bar.rows):
        size = len(list(run))
        name = f"row {row}" if size == 1 else f"rows {row} to {row + size - 1}"
        lines.append((name, number_text(length) + (" each" if size > 1 else "")))
        row += size
    wide = max(len(name) for name, _ in lines)
    shown = [f"  {name:<{wide}}  {length}" for name, length in lines[:MAX_ROWS]]
    if len(lines) > MAX_ROWS:
        shown.append(f"  and {len(lines) - MAX_ROWS} more")
    notations = f"  {rows_text(bar)} = {brackets_text(bar)}"
    return "\n".join([*shown, notations] if len(bar.rows) <= 6 and len(notations) <= 80 else shown)


@shows(NimValues)
def nim_values_text(found: NimValues, width: int | None = None) -> Headed:
    r"""A table for each tail, the rows from the third on, with a line for each second row.

    If a width is given and the columns do not fit, a table comes in blocks, one below the other.

    >>> from zchomp.bars.listings import nim_values
    >>> print(nim_values_text(nim_values("2x3")))
    Nim-values of the 9 positions within (3, 3), first rows p, second rows q
      3 losers; the largest nim-value is 4
    q \ p | 1 2 3
    -------------
        0 | 0 1 2
        1 | 1 0 3
        2 |   2 0
        3 |     4
    """
    losers = sum(value == 0 for value in found.found)
    positions = counted(len(found), "position")
    title = f"Nim-values of the {positions} within {rows_text(found.bar)}, first rows p, second rows q"
    lines = [title, f"  {counted(losers, 'loser')}; the largest nim-value is {max(found.found)}"]
    for tail, cells in _by_tail(found):
        lines += [f"third row {tail[0]}" if len(tail) == 1 else f"third row and below {tail}"] if tail else []
        columns = range(min(first for first, _ in cells), found.bar.rows[0] + 1)
        seconds = sorted({second for _, second in cells})
        rows = [(second, [cells.get((first, second), "") for first in columns]) for second in seconds]
        lines.append(grid_text("q \\ p", columns, rows, width))
    return headed(*lines)


@shows(NimValues, "table")
def nim_values_table(found: NimValues) -> Table:
    """A line for each position: its rows, and its nim-value."""
    names = (f"row{number}" for number in range(1, len(found.bar.rows) + 1))
    return Table((*names, "nim_value"), lambda: ((*rows, value) for rows, value in _pairs(found)))


@shows(NimValues, "json")
def nim_values_data(found: NimValues) -> Data:
    """The same as data."""
    positions = [{"position": [row for row in rows if row], "nim_value": value} for rows, value in _pairs(found)]
    return {"position": list(found.bar.rows), "positions": positions, "sources": sources_data(found.sources)}


def _pairs(found: NimValues) -> Iterator[tuple[tuple[int, ...], int]]:
    """The rows and the nim-value of each position."""
    return zip(found.rows(), found.found, strict=True)


Cells = dict[tuple[int, int], int]


def _by_tail(found: NimValues) -> Iterator[tuple[tuple[int, ...], Cells]]:
    """The nim-values by first and second row, for each tail."""
    pairs = sorted((rows[2:], (*rows, 0)[:2], value) for rows, value in _pairs(found))
    for tail, group in groupby(pairs, key=lambda one: one[0]):
        yield tail, {(first, second): value for _, (first, second), value in group}
