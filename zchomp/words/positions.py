"""Words about positions: who wins, how, sums of bars, heights."""

from zchomp.answers.heights import Height
from zchomp.answers.oracle import Solution
from zchomp.answers.sums import SumSolution
from zchomp.position import Outcome, Position
from zchomp.results import AtLeast, Proof
from zchomp.words.numbers import brackets_text, number_text, rows_text
from zchomp.words.proofs import proof_json, sequence_text

__all__ = ["formulas_text", "height_text", "proved_text", "solution_json", "solution_text", "sum_json", "sum_text"]


def solution_text(solution: Solution, nim: int | AtLeast) -> str:
    """Who wins, every winning move with the loser that it leads to, and the slice that this rests on."""
    position = solution.position
    value = f", of nim-value {nim.value} or more" if isinstance(nim, AtLeast) else f" of nim-value {nim}"
    lines = [f"{rows_text(position)} = {brackets_text(position)} is a {solution.outcome.value}{value}."]
    if solution.outcome is Outcome.LOSER:
        lines.append("Every move leads to a winner.")
    else:
        count = len(solution.winning_moves)
        lines.append("The only winning move:" if count == 1 else f"All {count} winning moves:")
        squares = [
            f"row {number_text(w.move.row)}, column {number_text(w.move.column)}" for w in solution.winning_moves
        ]
        width = max(map(len, squares))
        for square, winning in zip(squares, solution.winning_moves, strict=True):
            lines.append(
                f"  {square:<{width}}  to the loser {rows_text(winning.after)} = {brackets_text(winning.after)}"
            )
    return "\n".join([*lines, proved_text(solution.proof, solution.turned)])


def proved_text(proof: Proof, turned: bool = False) -> str:
    """Which slice an answer rests on, and what was proved of it."""
    exchanged = ", rows and columns exchanged" if turned else ""
    return f"Proved by {proof.slice}{exchanged}: {sequence_text(proof)}"


def solution_json(solution: Solution, nim: int | AtLeast) -> dict[str, object]:
    """The same for programs."""
    return {
        "position": solution.position.rows,
        "brackets": solution.position.brackets(rows=3),
        "outcome": solution.outcome.value,
        "nim_value": None if isinstance(nim, AtLeast) else nim,
        "winning_moves": [
            {"row": w.move.row, "column": w.move.column, "loser": w.after.rows} for w in solution.winning_moves
        ],
        "turned": solution.turned,
        "proof": proof_json(solution.proof),
    }


def sum_text(solution: SumSolution) -> str:
    """Who wins a sum, and every winning move."""
    parts = [
        f"{rows_text(bar)} of nim-value {value}" for bar, value in zip(solution.bars, solution.nim_values, strict=True)
    ]
    lines = [f"The sum has nim-value {solution.nim_sum}: it is a {solution.outcome.value}."]
    lines += [f"  bar {number}: {part}" for number, part in enumerate(parts, start=1)]
    if solution.outcome is Outcome.LOSER:
        return "\n".join([*lines, "Every move leads to a winner."])
    count = len(solution.winning_moves)
    lines.append("The only winning move:" if count == 1 else f"All {count} winning moves:")
    for bar, winning in solution.winning_moves:
        square = f"row {number_text(winning.move.row)}, column {number_text(winning.move.column)}"
        left = solution.nim_values[bar] ^ solution.nim_sum
        lines.append(f"  bar {bar + 1}, {square}, to {rows_text(winning.after)} of nim-value {left}")
    return "\n".join(lines)


def sum_json(solution: SumSolution) -> dict[str, object]:
    """The same for programs."""
    return {
        "bars": [bar.rows for bar in solution.bars],
        "nim_values": solution.nim_values,
        "nim_sum": solution.nim_sum,
        "outcome": solution.outcome.value,
        "winning_moves": [
            {"bar": bar, "row": w.move.row, "column": w.move.column, "after": w.after.rows}
            for bar, w in solution.winning_moves
        ],
    }


def height_text(found: Height) -> str:
    """The height of a position, the loser that shows it, and what a formula says."""
    lines = [f"{rows_text(found.position)} has height {found.height}: {_tower(found.loser)} is a loser."]
    if found.formula:
        name, value = found.formula
        agrees = "the same" if value == found.height else f"{value}, which is not the same"
        lines.append(f"{'The ' * name.endswith('formula')}{name} says {agrees}.")
    return "\n".join(lines)


def formulas_text(upto: int, heights: list[Height]) -> str:
    """How the formulas for heights fare; that is a check of finitely many cases, and said to be one."""
    lines = [f"Checked for all a <= {upto} against proved slices; the proof for all a is proofs/Heights.v."]
    for name in ("[WW] formula", "[Sun02] Theorem 1"):
        cases = [found for found in heights if found.formula and found.formula[0] == name]
        wrong = [found for found in cases if found.formula and found.formula[1] != found.height]
        verdict = "all agree" if not wrong else f"{len(wrong)} disagree, the first is {wrong[0].position}"
        lines.append(f"  {name}: {len(cases)} positions, {verdict}")
    return "\n".join(lines)


def _tower(position: Position) -> str:
    """A position with its rows of one square counted, if they are many."""
    rows = position.rows
    ones = sum(row == 1 for row in rows)
    if ones < 4 or ones == len(rows):
        return rows_text(position)
    return f"({', '.join(map(number_text, rows[: len(rows) - ones]))}, then {ones} rows of 1)"
