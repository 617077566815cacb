"""Words about positions: who wins, how, sums of bars, heights."""

from collections.abc import Sequence

from zchomp.amounts import counted
from zchomp.answers.heights import Height
from zchomp.answers.solution import Solution, Source
from zchomp.answers.sums import SumSolution
from zchomp.position import Outcome
from zchomp.results import AtLeast, Proof, Unknown
from zchomp.words.data import Data, move_data, number_data, sources_data
from zchomp.words.numbers import brackets_text, number_text, rows_text
from zchomp.words.proofs import sequence_text, slice_meaning, slice_name

__all__ = [
    "SEARCHED",
    "formulas_text",
    "height_data",
    "height_text",
    "proved_text",
    "solution_data",
    "solution_text",
    "sum_data",
    "sum_text",
]

SEARCHED = "Proved by search: the losers among all positions inside this bar were found (proofs/bars.md)."


def solution_text(solution: Solution, nim: int | AtLeast) -> str:
    """Who wins, every winning move with the loser that it leads to, and the slice that this rests on."""
    position = solution.position
    value = "" if isinstance(nim, AtLeast) else f" (nim-value {number_text(nim)})"
    lines = [f"{rows_text(position)} = {brackets_text(position)} is a {solution.outcome.value}{value}."]
    if solution.outcome is Outcome.LOSER:
        lines.append("Every move leads to a winner." if position.squares() > 1 else "There is no move.")
    elif solution.winning_moves:
        lines.append(_how_many(len(solution.winning_moves), solution.missing))
        squares = [
            f"row {number_text(w.move.row)}, column {number_text(w.move.column)}" for w in solution.winning_moves
        ]
        width = max(map(len, squares))
        for square, winning in zip(squares, solution.winning_moves, strict=True):
            loser = f"{rows_text(winning.after)} = {brackets_text(winning.after)}"
            lines.append(f"  {square:<{width}}  to the loser {loser}")
        if solution.proof and solution.theorem:
            lines.append(f"There is no other, because {solution.theorem}.")
    return "\n".join([*lines, _rests_on(solution), *_missing(solution.winning_moves, solution.missing)])


def _rests_on(solution: Solution) -> str:
    """The theorem, the slice or the search that an answer rests on."""
    if solution.source is Source.SEARCH:
        return SEARCHED
    if solution.proof is None:
        return f"Proved for all sizes: {solution.theorem}."
    from_library = " It comes from the library." if solution.source is Source.LIBRARY else ""
    return f"{proved_text(solution.proof, solution.turned)}{from_library}"


def _missing(winning_moves: Sequence[object], missing: Unknown | None) -> list[str]:
    """Why not all winning moves are known, if so."""
    if missing is None:
        return []
    which = "Whether other moves win" if winning_moves else "Which moves win"
    return [f"{which} is not known: {missing.reason}."]


def proved_text(proof: Proof, turned: bool = False) -> str:
    """Which slice an answer rests on, and what was proved of it."""
    exchanged = ", with rows and columns exchanged," if turned else ""
    smaller = " and the smaller slices that it rests on" if proof.slice.tail else ""
    which = f"{slice_name(proof.slice)} ({slice_meaning(proof.slice)}){smaller}"
    return f"Proved{exchanged} by {which}: {sequence_text(proof)}"


def solution_data(solution: Solution, nim: int | AtLeast) -> Data:
    """The same as data."""
    record = solution.to_dict()
    return {
        "position": record["position"],
        "brackets": list(solution.position.brackets(rows=3)),
        "outcome": record["outcome"],
        "nim_value": number_data(nim),
        **record,
    }


def sum_text(solution: SumSolution) -> str:
    """Who wins a sum, and every winning move."""
    known = "" if solution.nim_sum is None else f" has nim-value {number_text(solution.nim_sum)}: it"
    lines = [f"The sum{known} is a {solution.outcome.value}."]
    for number, (bar, value) in enumerate(zip(solution.bars, solution.nim_values, strict=True), start=1):
        lines.append(
            f"  bar {number}: {rows_text(bar)}{'' if value is None else f' of nim-value {number_text(value)}'}"
        )
    if solution.outcome is Outcome.LOSER:
        movable = any(bar.squares() > 1 for bar in solution.bars)
        lines.append("Every move leads to a winner." if movable else "There is no move.")
    elif solution.winning_moves:
        lines.append(_how_many(len(solution.winning_moves), solution.missing))
    for index, winning in solution.winning_moves:
        square = f"row {number_text(winning.move.row)}, column {number_text(winning.move.column)}"
        lines.append(f"  bar {index + 1}, {square}, to {rows_text(winning.after)}{_left(solution, index)}")
    if solution.theorem is not None:
        lines.append(f"Proved: {solution.theorem}.")
    return "\n".join([*lines, *_missing(solution.winning_moves, solution.missing)])


def _left(solution: SumSolution, bar: int) -> str:
    """The nim-value that a winning move leaves of its bar, if it is known."""
    value = solution.nim_values[bar]
    if value is None or solution.nim_sum is None:
        return ""
    return f" of nim-value {number_text(value ^ solution.nim_sum)}"


def sum_data(solution: SumSolution) -> Data:
    """The same as data."""
    return {
        "bars": [list(bar.rows) for bar in solution.bars],
        "nim_values": list(solution.nim_values),
        "nim_sum": solution.nim_sum,
        "outcome": solution.outcome.value,
        "winning_moves": [move_data(winning, bar) for bar, winning in solution.winning_moves],
        "missing": None if solution.missing is None else solution.missing.reason,
        "theorem": solution.theorem,
        "sources": sources_data(solution.sources),
    }


def height_text(found: Height) -> str:
    """The height of a position, the loser that shows it, and what a formula says."""
    height = number_text(found.height)
    lines = [f"{rows_text(found.position)} has height {height}: {_tower(found)} is a loser."]
    if found.formula:
        name = f"{'The ' * found.formula.name.endswith('formula')}{found.formula.name}"
        agrees = "the same" if found.formula.value == found.height else f"{found.formula.value}, which is not the same"
        lines.append(
            f"{name} gives it; its proof for all rows is proofs/Heights.v."
            if found.by_formula
            else f"{name} says {agrees}."
        )
    return "\n".join(lines)


def height_data(found: Height) -> Data:
    """The same as data: the loser has some rows of the position, and then so many rows of one square."""
    return {
        "position": list(found.position.rows),
        "height": found.height,
        "loser": {"rows": list(found.rows), "ones": found.ones},
        "formula": {"name": found.formula.name, "value": found.formula.value} if found.formula else None,
        "by_formula": found.by_formula,
        "sources": sources_data(found.sources),
    }


def formulas_text(upto: int, heights: list[Height]) -> str:
    """How the formulas for heights fare; that is a check of finitely many cases, and said to be one."""
    lines = [
        f"Checked against proved slices, for first rows up to {upto}; the proof for all rows is",
        "proofs/Heights.v.",
    ]
    for name in ("[WW] formula", "[Sun02] Theorem 1"):
        cases = [found for found in heights if found.formula and found.formula.name == name]
        wrong = [found for found in cases if found.formula and found.formula.value != found.height]
        verdict = "all agree" if not wrong else f"{len(wrong)} disagree, the first is {wrong[0].position}"
        lines.append(f"  {name}: {counted(len(cases), 'position')}, {verdict}")
    return "\n".join(lines)


def _how_many(moves: int, missing: Unknown | None) -> str:
    if missing is not None:
        return "A winning move:" if moves == 1 else "Winning moves:"
    return "The only winning move:" if moves == 1 else f"All {moves} winning moves:"


def _tower(found: Height) -> str:
    """The loser, with its rows of one square counted if they are many."""
    rows = found.rows
    ones = found.ones + sum(row == 1 for row in rows)
    if ones < 4 or ones == len(rows) + found.ones:
        return f"({', '.join(map(number_text, rows + (1,) * found.ones))})" if found.ones < 100 else f"{ones} rows of 1"
    return f"({', '.join(map(number_text, rows[: len(rows) + found.ones - ones]))}, then {number_text(ones)} rows of 1)"
