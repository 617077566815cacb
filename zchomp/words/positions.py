"""Words about positions: who wins, how, sums of bars, heights."""

import re
from collections.abc import Mapping, Sequence
from itertools import chain

from zchomp.amounts import SHORT, number_text, number_word, numbers_text
from zchomp.answers.heights import Height
from zchomp.answers.solution import Solution
from zchomp.answers.sums import SumSolution
from zchomp.answers.theorems import SQUARE_ONLY, SQUARE_THEOREM, is_full
from zchomp.periodic import Kind
from zchomp.position import Move, Outcome, Position
from zchomp.results import AtLeast, Proof
from zchomp.showing import headed, shows
from zchomp.slices import locate
from zchomp.sources import Source, in_order
from zchomp.words.data import Data, moves_data, number_data, sources_data
from zchomp.words.slices import empty_because, losers_of_slice, slice_rows, slice_scope
from zchomp.words.verdicts import missing_lines, verdict_lines

__all__ = [
    "SEARCHED",
    "bar_reason",
    "brackets_text",
    "height_data",
    "height_text",
    "reason_text",
    "rows_meant",
    "rows_text",
    "solution_data",
    "solution_reason",
    "solution_text",
    "square_text",
    "sum_data",
    "sum_text",
    "to_losers",
]

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


@shows(Solution)
def solution_text(solution: Solution, nim: int | AtLeast | None = None, option: str = "effort=") -> str:
    """Who wins, every winning move with the loser that it leads to, and the reason.

    ``option`` is how to give more effort: as an argument in Python, or as an option of a command.
    """
    position = solution.position
    nim = solution.nim_value if nim is None else nim
    known = f"at least {number_text(nim.value)}" if isinstance(nim, AtLeast) else number_text(nim)
    value = "" if isinstance(nim, AtLeast) and nim.value <= 1 else f" (nim-value {known})"
    lines = [f"{rows_text(position)} = {brackets_text(position)} is a {solution.outcome.value}{value}."]
    squares = {square_text(move): position.chomp(move) for move in solution.known_winning_moves}
    moves = to_losers({square: f"{rows_text(after)} = {brackets_text(after)}" for square, after in squares.items()})
    lines += verdict_lines(solution.outcome, moves, solution.missing, is_over=position.squares() == 1)
    if moves and solution.proof and solution.theorem:
        lines.append(f"No other move wins, because {solution.theorem}.")
    elif solution.theorem == SQUARE_THEOREM and is_full(position):
        lines.append(f"No other move wins, because {SQUARE_ONLY}.")
    lines += [solution_reason(solution), *missing_lines(len(solution.known_winning_moves), solution.missing, option)]
    if isinstance(nim, AtLeast) and nim.effort is not None:
        lines.append(f"Not known: {nim.advice(option)}.")
    elif isinstance(nim, AtLeast) and not value:
        lines.append("The nim-value is not known.")
    return headed(*lines)


def to_losers(moves: Mapping[str, str]) -> list[str]:
    """Moves, and below one another the losers that they leave.

    >>> to_losers({"row 9": "(1)", "row 10": "(2, 1)"})
    ['row 9   to the loser (1)', 'row 10  to the loser (2, 1)']
    """
    width = max(map(len, moves), default=0)
    return [f"{move:<{width}}  to the loser {loser}" for move, loser in moves.items()]


def square_text(move: Move) -> str:
    """A square by its row and column."""
    return f"row {number_text(move.row)}, column {number_text(move.column)}"


def solution_reason(solution: Solution) -> str:
    """Why the answer is right: a theorem, the losers of a slice, or a search."""
    if solution.proof is None:
        return SEARCHED if solution.theorem is None else f"Proved for all sizes: {solution.theorem}."
    whole = "The proof" if {*solution.sources} <= {Source.LIBRARY, Source.THEOREM} else "Part of the proof"
    kept = f" {whole} comes from the library." if Source.LIBRARY in solution.sources else ""
    return f"{reason_text(solution.proof, solution.position, solution.outcome, solution.turned)}{kept}"


def bar_reason(bar: Solution) -> str:
    """Which bar a poset is, and how it is known who wins that."""
    rows = bar.position.rows
    name = f"{len(rows)} x {rows[0]} bar" if len(set(rows)) == 1 else f"bar {rows_text(bar.position)}"
    return f"This is the {name}. {solution_reason(bar)}"


def reason_text(proof: Proof, position: Position, outcome: Outcome, turned: bool = False) -> str:
    """Why a position is a winner or a loser: which losers are known, and whether it is one of them.

    The proof is that of the slice of the position, or of the loser that the winning move leaves.

    >>> from zchomp.periodic import Periodic
    >>> from zchomp.slices import Slice
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


def solution_data(solution: Solution, nim: int | AtLeast, nim_sources: Sequence[Source] = ()) -> Data:
    """The same as data, with the sources of all of it, and those of each part."""
    record = solution.to_dict()
    parts = {
        "outcome": solution.decided_by or solution.sources,
        "winning_moves": solution.sources,
        "nim_value": nim_sources,
    }
    return {
        "position": record["position"],
        "brackets": list(solution.position.columns(rows=3)),
        "outcome": record["outcome"],
        "nim_value": number_data(nim),
        **record,
        "sources": sources_data(in_order(chain(*parts.values()))),
        "part_sources": {part: sources_data(sources) for part, sources in parts.items()},
    }


@shows(SumSolution)
def sum_text(solution: SumSolution, option: str = "effort=") -> str:
    """Who wins a sum, and every winning move. ``option`` is how to give more effort."""
    known = "" if solution.nim_sum is None else f" has nim-value {number_text(solution.nim_sum)}: it"
    lines = [f"The sum{known} is a {solution.outcome.value}."]
    for number, (bar, value) in enumerate(zip(solution.bars, solution.nim_values, strict=True), start=1):
        lines.append(
            f"  bar {number}: {rows_text(bar)}{'' if value is None else f' of nim-value {number_text(value)}'}"
        )
    moves = [_sum_move_text(solution, index, move) for index, move in solution.known_winning_moves]
    is_over = all(bar.squares() == 1 for bar in solution.bars)
    lines += verdict_lines(solution.outcome, moves, solution.missing, is_over)
    reason = _sum_reason(solution) if solution.theorem is None else f"{solution.theorem}."
    return headed(
        *lines, f"Reason: {reason}", *missing_lines(len(solution.known_winning_moves), solution.missing, option)
    )


def _sum_reason(solution: SumSolution) -> str:
    """Why the nim-values decide a sum, by the theorem of Sprague and Grundy."""
    values = [number_text(value) for value in solution.nim_values if value is not None]
    listed = f"{', '.join(values[:-1])} and {values[-1]}" if 1 < len(values) <= SHORT else "of the bars"
    rule = "a sum is a loser if and only if it is 0 (Sprague and Grundy)"
    return f"the exclusive or of the nim-values {listed} is {number_text(solution.nim_sum or 0)}; {rule}."


def _sum_move_text(solution: SumSolution, index: int, move: Move) -> str:
    """A winning move of a sum, with the bar that it leaves, and the nim-value of that bar, if known."""
    value, after = solution.nim_values[index], rows_text(solution.bars[index].chomp(move))
    left = "" if value is None or solution.nim_sum is None else f" of nim-value {number_text(value ^ solution.nim_sum)}"
    return f"bar {index + 1}, {square_text(move)}, to {after}{left}"


def sum_data(solution: SumSolution) -> Data:
    """The same as data."""
    return {
        "bars": [list(bar.rows) for bar in solution.bars],
        "nim_values": list(solution.nim_values),
        "nim_sum": solution.nim_sum,
        "outcome": solution.outcome.value,
        "winning_moves": moves_data(solution.bars, solution.known_winning_moves),
        "missing": None if solution.missing is None else solution.missing.to_dict(),
        "theorem": solution.theorem,
        "sources": sources_data(solution.sources),
    }


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
