"""Words: what commands say, as text for people and as data for programs."""

from dataclasses import asdict
from typing import TYPE_CHECKING

from zchomp.certify import Report
from zchomp.chart import Chart
from zchomp.heights import Height
from zchomp.oracle import Solution
from zchomp.position import Outcome, Position
from zchomp.slices import AtLeast, Proof, Slice
from zchomp.sums import SumSolution
from zchomp.tables import SymbolicLoser, bottom_of, symbolic_losers

if TYPE_CHECKING:
    from zchomp.conjectures import Conjecture, Story

__all__ = [
    "chart_csv",
    "chart_text",
    "formulas_text",
    "grundy_text",
    "height_text",
    "losers_json",
    "losers_text",
    "report_text",
    "slice_text",
    "slices_text",
    "solution_json",
    "solution_text",
    "story_json",
    "story_text",
    "sum_json",
    "sum_text",
]

WIDE = 200
"""Numbers with more digits are shown by their ends in sentences; JSON has them in full."""

MAX_FAMILIES = 4
"""Longer periods are told by their length."""

COUNTS = ("two", "three", "four", "five", "six", "seven", "eight", "nine")


def report_text(report: Report) -> str:
    """What a mathematician would quote of a run of `zchomp prove`."""
    claim = report.claim
    rows = f"{COUNTS[claim.rows - 2]}-rowed" if claim.rows - 2 < len(COUNTS) else f"{claim.rows}-rowed"
    third = f", third row at most {claim.upto}" if claim.rows > 2 else ""
    nim = f", nim-values 0 to {claim.nim}" if claim.nim else ""
    resumed = f" ({report.resumed} of them by an earlier run)" if report.resumed else ""
    empty = f", {report.empty} empty" if report.empty else ""
    period = f"{report.largest_period}"
    if report.largest_period > 1:
        period += f" ({report.largest_period_at})"
    return "\n".join(
        [
            f"Proved: {rows} Chomp{third}{nim}.",
            f"  slices          {report.slices}: {report.periodic} periodic, {report.finite} finite{empty}{resumed}",
            f"  largest period  {period}",
            f"  method          {_method(report)}",
            f"  longest head    {report.longest_head} terms; largest bound {report.largest_bound}",
            f"  certificate     {report.path} ({report.mode}, {report.bytes} bytes)",
            f"  SHA-256         {report.sha256}",
            report.verdict,
        ]
    )


def _method(report: Report) -> str:
    """Who proved the slices of this run."""
    kept = report.conjectures - report.retracted
    new = report.slices - report.resumed
    which = f" for the {new} slices of this run" if report.resumed else ""
    search = f"{report.conjectures} conjectures, {kept} proved, {report.retracted} retracted"
    return {
        "recurrence": f"recurrence{which} (return of state)",
        "genfun": f"generating functions{which} ({search})",
        "both": f"recurrence and generating functions, same result{which} ({search})",
    }[report.method]


def solution_text(solution: Solution, nim: int | AtLeast) -> str:
    """Who wins, every winning move with the loser that it leads to, and the slice that this rests on."""
    position = solution.position
    value = f", of nim-value {nim.value} or more" if isinstance(nim, AtLeast) else f" of nim-value {nim}"
    lines = [f"{_rows(position)} = {_brackets(position)} is a {solution.outcome.value}{value}."]
    if solution.outcome is Outcome.LOSER:
        lines.append("Every move leads to a winner.")
    else:
        count = len(solution.winning_moves)
        lines.append("The only winning move:" if count == 1 else f"All {count} winning moves:")
        squares = [f"row {_number(w.move.row)}, column {_number(w.move.column)}" for w in solution.winning_moves]
        width = max(map(len, squares))
        for square, winning in zip(squares, solution.winning_moves, strict=True):
            lines.append(f"  {square:<{width}}  to the loser {_rows(winning.loser)} = {_brackets(winning.loser)}")
    turned = ", rows and columns exchanged" if solution.turned else ""
    lines.append(f"Proved by {solution.proof.slice}{turned}: {_sequence(solution.proof)}")
    return "\n".join(lines)


def solution_json(solution: Solution, nim: int | AtLeast) -> dict[str, object]:
    """The same for programs."""
    return {
        "position": solution.position.rows,
        "brackets": solution.position.brackets(rows=3),
        "outcome": solution.outcome.value,
        "nim_value": None if isinstance(nim, AtLeast) else nim,
        "winning_moves": [
            {"row": w.move.row, "column": w.move.column, "loser": w.loser.rows} for w in solution.winning_moves
        ],
        "turned": solution.turned,
        "proof": _proof_json(solution.proof),
    }


def chart_text(chart: Chart, rows: range, columns: range, values: list[list[int]]) -> str:
    """A window of the chart as [BHMS05] prints it: r upwards, q to the right, * where a constant row starts."""
    cells = [
        [
            "" if q < r else f"{'*' if chart.start(r) == q else ''}{value}"
            for q, value in zip(columns, line, strict=True)
        ]
        for r, line in zip(rows, values, strict=True)
    ]
    width = max(len(str(columns[-1])), *(len(cell) for line in cells for cell in line))
    margin = len(str(rows[-1]))
    shown = [
        f"{r:>{margin}} | " + " ".join(f"{cell:>{width}}" for cell in line) for r, line in zip(rows, cells, strict=True)
    ]
    ruler = f"{'':>{margin}} | " + " ".join(f"{q:>{width}}" for q in columns)
    return "\n".join(line.rstrip() for line in [*reversed(shown), "-" * len(ruler), ruler])


def chart_csv(rows: range, columns: range, values: list[list[int]]) -> str:
    """The same as comma-separated values, with q in the first line and r in the first column."""
    lines = [["r\\q", *map(str, columns)], *([str(r), *map(str, line)] for r, line in zip(rows, values, strict=True))]
    return "\n".join(",".join(line) for line in lines)


def story_text(story: "Story") -> str:
    """The life of every conjecture about a slice, in the order in which things happened."""
    home = story.home
    numbers = {id(conjecture): number for number, conjecture in enumerate(story.conjectures, start=1)}
    lines = [f"{str(home).capitalize()}: the least position that nothing covers is the next loser."]
    if not story.losers:
        lines.append("  Nothing is left to be a loser: every position is covered by winners that smaller slices imply.")
    for count, (a, b) in enumerate(story.losers, start=1):
        position = home.position(a, b)
        lines.append(f"  {count:>3}. {_brackets(position)} = {_rows(position)}, squares: {position.squares()}")
        for conjecture in story.conjectures:
            if conjecture.made == count:
                seen = ", ".join(_brackets(home.position(column, conjecture.b)) for column in conjecture.evidence)
                family = SymbolicLoser(bottom_of(home), conjecture.start, conjecture.step, conjecture.b).text("a")
                lines.append(f"       conjecture {numbers[id(conjecture)]}: {family} for all a >= 0, because of {seen}")
        lines += [
            f"       conjecture {numbers[id(conjecture)]} is {_fate(conjecture)}"
            for conjecture in story.conjectures
            if conjecture.ended == count
        ]
    families = symbolic_losers(home, story.claim())
    losers = ", ".join(loser.text("a") for loser in families)
    result = f"The losers are {losers}." if losers else "There are no losers."
    checks = f"{story.checks} coverage check{'s' * (story.checks != 1)}"
    return "\n".join([*lines, f"Proved after {checks}. {result}"])


def story_json(story: "Story") -> dict[str, object]:
    """The same for programs."""
    return {
        "tail": story.home.tail,
        "nim": story.home.nim,
        "losers": story.losers,
        "conjectures": [asdict(conjecture) for conjecture in story.conjectures],
        "checks": story.checks,
        "head": story.claim().head,
        "period": story.claim().period,
    }


def _fate(conjecture: "Conjecture") -> str:
    if conjecture.fate == "proved":
        return "proved: every position is covered, and no loser is an implied winner"
    return f"{conjecture.fate}: {conjecture.because}"


def losers_text(proofs: list[Proof], letter: str) -> str:
    """What the Maple package answers to Losers(letter, k)."""
    slices = (
        ", ".join(loser.text(letter) for loser in symbolic_losers(proof.slice, proof.sequence)) for proof in proofs
    )
    return f"[{', '.join(f'[{losers}]' for losers in slices)}]"


def slice_text(proof: Proof, letter: str) -> str:
    """The losers of one slice, as [Sun02] lists them; if there are none, the position that shows why."""
    losers = ", ".join(loser.text(letter) for loser in symbolic_losers(proof.slice, proof.sequence))
    return losers or f"none: every position leads to {_empty_because(proof.slice, proof.bound)}"


def slices_text(proofs: list[Proof], letter: str) -> str:
    """The losers of many slices, a line each, with its tail."""
    return "\n".join(f"{Position(proof.slice.tail)}: {slice_text(proof, letter)}" for proof in proofs)


def grundy_text(proofs: list[Proof], letter: str, cells: list[list[int | None]]) -> str:
    """The positions of a third row by nim-value, and a window of nim-values; a dot stands for a larger one."""
    third = proofs[0].slice.width
    lines = [f"Three-rowed Chomp, third row {third}: the positions [{third}, a, b] of each nim-value."]
    lines += [f"  {proof.slice.nim:>2}: {slice_text(proof, letter)}" for proof in proofs]
    if cells:
        size = len(str(max(len(cells[0]), len(proofs))))
        header = " ".join(f"{b:>{size}}" for b in range(len(cells[0])))
        margin = len(f"a = {len(cells) - 1}")
        lines.append(f"{'b =':>{margin + 2}} {header}")
        for a, row in enumerate(cells):
            shown = " ".join(f"{'.' if value is None else value:>{size}}" for value in row)
            lines.append(f"  {f'a = {a}':>{margin}} {shown}")
        lines.append(f"A dot is a nim-value above {len(proofs) - 1}" + (", or the empty bar." if third == 0 else "."))
    return "\n".join(lines)


def sum_text(solution: SumSolution) -> str:
    """Who wins a sum, and every winning move."""
    parts = [
        f"{_rows(bar)} of nim-value {value}" for bar, value in zip(solution.bars, solution.nim_values, strict=True)
    ]
    lines = [f"The sum has nim-value {solution.nim_sum}: it is a {solution.outcome.value}."]
    lines += [f"  bar {number}: {part}" for number, part in enumerate(parts, start=1)]
    if solution.outcome is Outcome.LOSER:
        return "\n".join([*lines, "Every move leads to a winner."])
    count = len(solution.winning_moves)
    lines.append("The only winning move:" if count == 1 else f"All {count} winning moves:")
    for bar, winning in solution.winning_moves:
        square = f"row {_number(winning.move.row)}, column {_number(winning.move.column)}"
        left = solution.nim_values[bar] ^ solution.nim_sum
        lines.append(f"  bar {bar + 1}, {square}, to {_rows(winning.loser)} of nim-value {left}")
    return "\n".join(lines)


def sum_json(solution: SumSolution) -> dict[str, object]:
    """The same for programs."""
    return {
        "bars": [bar.rows for bar in solution.bars],
        "nim_values": solution.nim_values,
        "nim_sum": solution.nim_sum,
        "outcome": solution.outcome.value,
        "winning_moves": [
            {"bar": bar, "row": w.move.row, "column": w.move.column, "after": w.loser.rows}
            for bar, w in solution.winning_moves
        ],
    }


def height_text(found: Height) -> str:
    """The height of a position, the loser that shows it, and what a formula says."""
    lines = [f"{_rows(found.position)} has height {found.height}: {_tower(found.loser)} is a loser."]
    if found.formula:
        name, value = found.formula
        agrees = "the same" if value == found.height else f"{value}, which is not the same"
        lines.append(f"The {name} says {agrees}.")
    return "\n".join(lines)


def formulas_text(upto: int, heights: list[Height]) -> str:
    """How the formulas for heights fare; that is a check of finitely many cases, and said to be one."""
    lines = [f"Checked for all a <= {upto} against proved slices; this is no proof of the formulas for all a."]
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
        return _rows(position)
    return f"({', '.join(map(_number, rows[: len(rows) - ones]))}, then {ones} rows of 1)"


def losers_json(proofs: list[Proof]) -> list[dict[str, object]]:
    """The same for programs: [bottom rows, start, step, b] stands for all [.., start + step*a, b]."""
    return [
        {**_proof_json(proof), "losers": [_loser_json(loser) for loser in symbolic_losers(proof.slice, proof.sequence)]}
        for proof in proofs
    ]


def _loser_json(loser: SymbolicLoser) -> dict[str, object]:
    return {"bottom": loser.bottom, "start": loser.start, "step": loser.step, "b": loser.b}


def _proof_json(proof: Proof) -> dict[str, object]:
    home, sequence = proof.slice, proof.sequence
    return {
        "tail": home.tail,
        "nim": home.nim,
        "kind": sequence.kind,
        "head": sequence.head,
        "period": sequence.period,
        "modulus": proof.modulus,
        "bound": proof.bound,
    }


def _sequence(proof: Proof) -> str:
    """One sentence on the losers of a slice."""
    sequence = proof.sequence
    if sequence.kind == "empty":
        return f"it has no losers, all its positions reach {_empty_because(proof.slice, proof.bound)}."
    if sequence.kind == "finite":
        last = proof.slice.position(len(sequence.head) - 1, 0)
        return f"it has {len(sequence.head)} losers, the last of them {_rows(last)}."
    families = [loser.text("a") for loser in symbolic_losers(proof.slice, proof.sequence) if loser.step]
    if len(families) <= MAX_FAMILIES:
        return f"one loser for every second row, in the end {', '.join(families)} for all a >= 0."
    return f"one loser for every second row, from a = {len(sequence.head)} on with period {len(families)}."


def _empty_because(home: Slice, x: int) -> str:
    return str(Position((x, x, *(min(row, x) for row in home.tail))))


def _number(value: int) -> str:
    text = str(value)
    return text if len(text) <= WIDE else f"{text[:20]}...{text[-20:]} ({len(text)} digits)"


def _rows(position: Position) -> str:
    return f"({', '.join(map(_number, position.rows))})"


def _brackets(position: Position) -> str:
    return f"[{', '.join(map(_number, position.brackets(rows=3)))}]"
