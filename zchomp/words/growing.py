"""Words about growing orders: their positions by down-set and nim-value, as text, as data, and as theorems.

Theorems are documents (`documents`), made from proved lines. In proofs/growing.md the recurrence is
Theorem 1, and Theorem 2 says when a line repeats or ends forever.
"""

import re
from collections.abc import Sequence
from itertools import islice

from zchomp.growing.certificate import GrowingReport
from zchomp.growing.lines import GrowingLine
from zchomp.growing.proofs import GrowingProofs
from zchomp.periodic import Kind
from zchomp.showing import Headed, headed, shows
from zchomp.words.data import Data, csv_text
from zchomp.words.documents import Paragraph

__all__ = ["growing_csv", "growing_data", "growing_legend", "growing_report_text", "growing_text", "growing_theorem"]

BATCH = 1000
"""How many positions are joined at once."""

MANY = 500
"""If there are more positions than this, a list for people has only some of them."""

POSITIONS, LINES = 6, 50
"""How many positions per line, and how many lines, it then has."""

FORMULA = re.compile(r"\b[cd]\b|1\^3|\*2|\(\d+, \d+\)")
"""The formulas in the notation of a family: its chains, and examples of rows, heaps, columns and positions."""

SHOWN = 12
"""How many rows of a head and of a period are written out."""


@shows(GrowingProofs)
def growing_text(
    found: GrowingProofs,
    letter: str = "a",
    whole: bool = False,
    advice: str = "family.positions(line) has all of a line",
) -> str:
    """A line for each down-set: its losers, or with larger nim-values a line for each of them.

    If there are very many, and the ``whole`` list is not wanted, it is shortened, and ends with how to get all of it.
    """
    counts = [sum(1 for _ in line.rows(line.first, line.settled + len(line.period))) for line in found.lines]
    if whole or sum(counts) <= MANY:
        return "\n".join(f"{_title(found, line)}: {_positions(found, line, letter)}" for line in found.lines)
    lines = []
    for line, count in zip(found.lines[:LINES], counts, strict=False):
        rest = f", ... and {count - POSITIONS} more" if count > POSITIONS else ""
        first = ", ".join(islice(found.family.positions(line, letter), POSITIONS)) or "none"
        lines.append(f"{_title(found, line)}: {first}{rest}")
    if len(counts) > LINES:
        lines.append(f"... and {len(counts) - LINES} more lines")
    return "\n".join([*lines, f"This is a part of the {sum(counts)} positions; {advice}."])


def _title(found: GrowingProofs, line: GrowingLine) -> str:
    nim = f", nim-value {line.nim}" if found.nim else ""
    return f"{found.family.slice_title(line.kept)}{nim}"


def _positions(found: GrowingProofs, line: GrowingLine, letter: str) -> str:
    positions = found.family.positions(line, letter)
    batches = iter(lambda: ", ".join(islice(positions, BATCH)), "")  # a million of them are never held at once
    return ", ".join(batches) or "none"


def growing_legend(found: GrowingProofs, letter: str) -> Headed:
    """The heading of the list, and its notation."""
    what = f"Positions of nim-values 0 to {found.nim}" if found.nim else "Losers"
    letters = f"The letter {letter} stands for 0, 1, 2, and so on."
    return headed(f"{what}: {found.family.title}", f"{found.family.notation} {letters}")


def growing_data(found: GrowingProofs) -> Data:
    """The order and its lines as data. -1 stands for a row of the head that has no position."""
    order = found.family.order
    return {
        "title": found.family.title,
        "nim": found.nim,
        "order": order.to_dict(),
        "slices": [
            {
                "elements": [name for a, name in enumerate(order.names) if line.kept >> a & 1],
                **line.to_dict(order.tops(line.kept)),
                "positions": list(found.family.positions(line)),
            }
            for line in found.lines
        ],
    }


@shows(GrowingReport)
def growing_report_text(report: GrowingReport) -> str:
    """The positions that were proved, and the verdict on their certificate."""
    return f"{growing_text(report.proofs)}\n{report.verdict}"


def growing_csv(found: GrowingProofs) -> str:
    """A line for every position, or family of positions: the down-set, the nim-value, m and n, and their step."""
    rows = []
    for line in found.lines:
        title, step = found.family.slice_title(line.kept), len(line.period)
        rows += [(title, line.nim, m, n, 0) for m, n in line.rows(line.first, line.settled)]
        rows += [(title, line.nim, m, n, step) for m, n in line.rows(line.settled, line.settled + step)]
    return csv_text(["slice", "nim", "m", "n", "step"], rows)


def growing_theorem(found: GrowingProofs) -> tuple[Paragraph, ...]:
    """A theorem and the data of its proof for every slice and nim-value.

    >>> from zchomp.growing.families import arms
    >>> from zchomp.growing.proofs import prove
    >>> parts = growing_theorem(prove(arms("1")))
    >>> [part.kind for part in parts]
    ['definition', 'theorem', 'proof', 'theorem', 'proof', 'remark']
    >>> parts[1].text
    'The losers of `()` are these, with `α = 0, 1, 2, ...`: `(1 + α, 1^(α))`.'
    """
    notation = FORMULA.sub(r"`\g<0>`", found.family.notation)
    parts = [Paragraph("definition", f"Chomp on {found.family.title}. {notation}")]
    for line in found.lines:
        parts += [Paragraph("theorem", _claim(found, line)), Paragraph("proof", _proof(line))]
    remark = (
        "All other positions are winners."
        if found.nim == 0
        else f"No other position has a nim-value of at most `{found.nim}`."
    )
    why = (
        "The recurrence, and why a state that returns is a proof, are in the documentation of zchomp: Orders with two "
        "growing chains."
    )
    return (*parts, Paragraph("remark", f"{remark} {why}"))


def _claim(found: GrowingProofs, line: GrowingLine) -> str:
    """The positions of a line, all of them."""
    positions = [re.sub(r"(?<=\d)\*(?=α)", "", text) for text in found.family.positions(line, "α")]
    slice_, value = f"`{found.family.slice_title(line.kept)}`", f"nim-value `{line.nim}`"
    if not positions:
        return f"No position of {slice_} {f'has {value}' if found.nim else 'is a loser'}."
    what = f"positions of {slice_} that have {value}" if found.nim else f"losers of {slice_}"
    letters = ", with `α = 0, 1, 2, ...`" if line.period else ""
    return f"The {what} are these{letters}: {'; '.join(f'`{text}`' for text in positions)}."


def _proof(line: GrowingLine) -> str:
    """The numbers that prove a line."""
    start = (
        "Let `F(m)` be the number of elements of the chain `d` with which `m` elements of the chain `c` are such a "
        "position. "
        f"By the mex recurrence it was computed for all `m < {line.bound}`. "
    )
    head = f"Head, from `m = {line.first}` on: {_listed(line.head)}." if line.head else "Head: none."
    if line.kind is not Kind.PERIODIC:
        return f"{start}From there on there are none. {head} Period: none."
    steps = "`1` step" if line.modulus == 1 else f"`{line.modulus}` steps"
    return (
        f"{start}The states at `m = {line.bound - line.modulus}` and `m = {line.bound}` are the same, and from there "
        f"on everything that the recurrence looks at repeats after {steps}. {head} Period, the numbers `F(m) − m` from "
        f"`m = {line.settled}` on: {_listed(line.period)}, forever. Bound: `{line.bound}`. "
        "Method: return of state."
    )


def _listed(terms: Sequence[int | None]) -> str:
    """The first terms."""
    shown = ("none" if n is None else f"`{n}`".replace("-", "−") for n in terms[:SHOWN])
    return ", ".join(shown) + ", `...`" * (len(terms) > SHOWN)
