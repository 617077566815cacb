"""Words about proofs: reports, losers of slices, stories of conjectures."""

from dataclasses import asdict
from typing import TYPE_CHECKING

from zchomp.answers.symbols import SymbolicLoser, bottom_of, symbolic_losers
from zchomp.certificate.certify import Report
from zchomp.position import Position
from zchomp.results import Proof
from zchomp.slices import Slice
from zchomp.words.numbers import brackets_text, rows_text

if TYPE_CHECKING:
    from zchomp.engines.conjectures import Conjecture, Story

__all__ = [
    "grundy_text",
    "losers_json",
    "losers_text",
    "proof_json",
    "report_text",
    "sequence_text",
    "slice_text",
    "slices_text",
    "story_json",
    "story_text",
]

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
        "compiled": f"recurrence, compiled{which} (return of state)",
        "genfun": f"generating functions{which} ({search})",
        "both": f"recurrence and generating functions, same result{which} ({search})",
    }[report.method]


def losers_text(proofs: list[Proof], letter: str) -> str:
    """What the Maple package answers to Losers(letter, k)."""
    slices = (
        ", ".join(loser.text(letter) for loser in symbolic_losers(proof.slice, proof.sequence)) for proof in proofs
    )
    return f"[{', '.join(f'[{losers}]' for losers in slices)}]"


def slice_text(proof: Proof, letter: str) -> str:
    """The losers of one slice, as [Sun02] lists them; if there are none, the position that shows why."""
    losers = ", ".join(loser.text(letter) for loser in symbolic_losers(proof.slice, proof.sequence))
    return losers or f"none: every position leads to {empty_because(proof.slice, proof.bound)}"


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


def losers_json(proofs: list[Proof]) -> list[dict[str, object]]:
    """The same for programs: [bottom rows, start, step, b] stands for all [.., start + step*a, b]."""
    return [
        {**proof_json(proof), "losers": [_loser_json(loser) for loser in symbolic_losers(proof.slice, proof.sequence)]}
        for proof in proofs
    ]


def _loser_json(loser: SymbolicLoser) -> dict[str, object]:
    return {"bottom": loser.bottom, "start": loser.start, "step": loser.step, "b": loser.b}


def proof_json(proof: Proof) -> dict[str, object]:
    """What was proved of a slice, for programs."""
    slice_, sequence = proof.slice, proof.sequence
    return {
        "tail": slice_.tail,
        "nim": slice_.nim,
        "kind": sequence.kind,
        "head": sequence.head,
        "period": sequence.period,
        "modulus": proof.modulus,
        "bound": proof.bound,
    }


def sequence_text(proof: Proof) -> str:
    """One sentence on the losers of a slice."""
    sequence = proof.sequence
    if sequence.kind == "empty":
        return f"it has no losers, all its positions reach {empty_because(proof.slice, proof.bound)}."
    if sequence.kind == "finite":
        last = proof.slice.position(len(sequence.head) - 1, 0)
        count = len(sequence.head)
        return (
            f"it has {count} losers, the last of them {rows_text(last)}."
            if count > 1
            else f"it has one loser, {rows_text(last)}."
        )
    families = [loser.text("a") for loser in symbolic_losers(proof.slice, proof.sequence) if loser.step]
    if len(families) <= MAX_FAMILIES:
        return f"one loser for every second row, in the end {', '.join(families)} for all a >= 0."
    return f"one loser for every second row, from a = {len(sequence.head)} on with period {len(families)}."


def empty_because(slice_: Slice, x: int) -> str:
    return str(Position((x, x, *(min(row, x) for row in slice_.tail))))


def story_text(story: "Story") -> str:
    """The life of every conjecture about a slice, in the order in which things happened."""
    slice_ = story.slice
    numbers = {id(conjecture): number for number, conjecture in enumerate(story.conjectures, start=1)}
    lines = [f"{str(slice_).capitalize()}: the least position that nothing covers is the next loser."]
    if not story.losers:
        lines.append("  Nothing is left to be a loser: every position is covered by winners that smaller slices imply.")
    for count, (a, b) in enumerate(story.losers, start=1):
        position = slice_.position(a, b)
        lines.append(f"  {count:>3}. {brackets_text(position)} = {rows_text(position)}, squares: {position.squares()}")
        for conjecture in story.conjectures:
            if conjecture.made == count:
                seen = ", ".join(brackets_text(slice_.position(column, conjecture.b)) for column in conjecture.evidence)
                family = SymbolicLoser(bottom_of(slice_), conjecture.start, conjecture.step, conjecture.b).text("a")
                lines.append(f"       conjecture {numbers[id(conjecture)]}: {family} for all a >= 0, because of {seen}")
        lines += [
            f"       conjecture {numbers[id(conjecture)]} is {_fate(conjecture)}"
            for conjecture in story.conjectures
            if conjecture.ended == count
        ]
    families = symbolic_losers(slice_, story.claim())
    losers = ", ".join(loser.text("a") for loser in families)
    result = f"The losers are {losers}." if losers else "There are no losers."
    checks = f"{story.checks} coverage check{'s' * (story.checks != 1)}"
    return "\n".join([*lines, f"Proved after {checks}. {result}"])


def story_json(story: "Story") -> dict[str, object]:
    """The same for programs."""
    return {
        "tail": story.slice.tail,
        "nim": story.slice.nim,
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
