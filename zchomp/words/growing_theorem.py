"""Words of theorems about growing orders: all losers of each slice for an article, with the data of the proof.

They are written as those of `theorems`, from lines that are proved. In proofs/growing.md the recurrence is Theorem 1,
and Theorem 2 says when a line repeats or ends for ever.
"""

import re
from collections.abc import Sequence

from zchomp.growing.lines import GrowingLine
from zchomp.growing.proofs import GrowingProofs
from zchomp.periodic import Kind
from zchomp.words.theorems import Statement

__all__ = ["growing_theorem"]

SHOWN = 12
"""How many rows of a head and of a period are written out."""


def growing_theorem(found: GrowingProofs) -> tuple[Statement, ...]:
    """A theorem and the data of its proof for every slice and nim-value.

    >>> from zchomp.growing.families import arms
    >>> from zchomp.growing.proofs import grow
    >>> parts = growing_theorem(grow(arms("1")))
    >>> [part.kind for part in parts]
    ['definition', 'theorem', 'proof', 'theorem', 'proof', 'remark']
    >>> parts[1].text
    'The losers of `()` are these, with `α = 0, 1, 2, ...`: `(1 + α, 1^(α))`.'
    """
    parts = [Statement("definition", f"Chomp on {found.family.title}. {found.family.notation}")]
    for line in found.lines:
        parts += [Statement("theorem", _claim(found, line)), Statement("proof", _proof(line))]
    remark = (
        "All other positions are winners."
        if found.nim == 0
        else f"No other position has a nim-value of at most `{found.nim}`."
    )
    why = (
        "The recurrence, and why a state that returns is a proof, are in the documentation of zchomp: Orders with two "
        "growing chains."
    )
    return (*parts, Statement("remark", f"{remark} {why}"))


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
        f"`m = {line.settled}` on: {_listed(line.period)}, for ever. Bound: `{line.bound}`. "
        "Method: return of state."
    )


def _listed(terms: Sequence[int | None]) -> str:
    """The first terms."""
    shown = ("none" if n is None else f"`{n}`".replace("-", "−") for n in terms[:SHOWN])
    return ", ".join(shown) + ", `...`" * (len(terms) > SHOWN)
