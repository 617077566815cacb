"""Words about growing orders: their positions by down-set and nim-value, as text, as data, and as theorems.

Theorems are documents (`documents`), made from proved slices. In proofs/growing.md the recurrence is
Theorem 1, and Theorem 2 says when a slice repeats or ends forever.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from zchomp.bars.periodic import Kind
from zchomp.core.documents import Data, Document, Paragraph
from zchomp.core.showing import Headed, headed, shows
from zchomp.core.tables import Table
from zchomp.growing.proofs import GrowingProofs
from zchomp.growing.recurrence import GrowingSlice

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
    advice: str = "family.positions(slice) has all of a slice",
) -> str:
    """A line for each down-set: its losers, or with larger nim-values a line for each of them.

    If there are very many, and the ``whole`` list is not wanted, it is shortened, and ends with how to get all of it.
    """
    counts = [sum(1 for _ in slice_.rows(slice_.first, slice_.settled + len(slice_.period))) for slice_ in found.slices]
    if whole or sum(counts) <= MANY:
        return "\n".join(f"{_title(found, slice_)}: {_positions(found, slice_, letter)}" for slice_ in found.slices)
    lines = []
    for slice_, count in zip(found.slices[:LINES], counts, strict=False):
        rest = f", ... and {count - POSITIONS} more" if count > POSITIONS else ""
        first = ", ".join(islice(found.family.positions(slice_, letter), POSITIONS)) or "none"
        lines.append(f"{_title(found, slice_)}: {first}{rest}")
    if len(counts) > LINES:
        lines.append(f"... and {len(counts) - LINES} more lines")
    return "\n".join([*lines, f"This is a part of the {sum(counts)} positions; {advice}."])


def _title(found: GrowingProofs, slice_: GrowingSlice) -> str:
    nim = f", nim-value {slice_.nim}" if found.nim else ""
    return f"{found.family.slice_title(slice_.kept)}{nim}"


def _positions(found: GrowingProofs, slice_: GrowingSlice, letter: str) -> str:
    positions = found.family.positions(slice_, letter)
    batches = iter(lambda: ", ".join(islice(positions, BATCH)), "")  # a million of them are never held at once
    return ", ".join(batches) or "none"


def growing_legend(found: GrowingProofs, letter: str) -> Headed:
    """The heading of the list, and its notation."""
    what = f"Positions of nim-values 0 to {found.nim}" if found.nim else "Losers"
    letters = f"The letter {letter} stands for 0, 1, 2, and so on."
    return headed(f"{what}: {found.family.title}", f"{found.family.notation} {letters}")


@shows(GrowingProofs, "json")
def growing_data(found: GrowingProofs) -> Data:
    """The order and its slices as data. -1 stands for a row of the head that has no position."""
    order = found.family.order
    return {
        "title": found.family.title,
        "nim": found.nim,
        "order": order.to_dict(),
        "slices": [
            {
                "elements": [name for a, name in enumerate(order.names) if slice_.kept >> a & 1],
                **slice_.to_dict(order.tops(slice_.kept)),
                "positions": list(found.family.positions(slice_)),
            }
            for slice_ in found.slices
        ],
    }


@shows(GrowingProofs, "table")
def growing_table(found: GrowingProofs) -> Table:
    """A line for every position, or family of positions: the down-set, the nim-value, m and n, and their step."""

    def lines() -> Iterator[tuple[str, int, int, int, int]]:
        for slice_ in found.slices:
            title, step = found.family.slice_title(slice_.kept), len(slice_.period)
            for some, by in (
                (slice_.rows(slice_.first, slice_.settled), 0),
                (slice_.rows(slice_.settled, slice_.settled + step), step),
            ):
                yield from ((title, slice_.nim, m, n, by) for m, n in some)

    return Table(("slice", "nim", "m", "n", "step"), lines)


def growing_theorem(found: GrowingProofs) -> Document:
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
    for slice_ in found.slices:
        parts += [Paragraph("theorem", _claim(found, slice_)), Paragraph("proof", _proof(slice_))]
    remark = (
        "All other positions are winners."
        if found.nim == 0
        else f"No other position has a nim-value of at most `{found.nim}`."
    )
    why = (
        "The recurrence, and why a state that returns is a proof, are in the documentation of zchomp: Orders with two "
        "growing chains."
    )
    return Document(*parts, Paragraph("remark", f"{remark} {why}"))


def _claim(found: GrowingProofs, slice_: GrowingSlice) -> str:
    """The positions of a slice, all of them."""
    positions = [re.sub(r"(?<=\d)\*(?=α)", "", text) for text in found.family.positions(slice_, "α")]
    title, value = f"`{found.family.slice_title(slice_.kept)}`", f"nim-value `{slice_.nim}`"
    if not positions:
        return f"No position of {title} {f'has {value}' if found.nim else 'is a loser'}."
    what = f"positions of {title} that have {value}" if found.nim else f"losers of {title}"
    letters = ", with `α = 0, 1, 2, ...`" if slice_.period else ""
    return f"The {what} are these{letters}: {'; '.join(f'`{text}`' for text in positions)}."


def _proof(slice_: GrowingSlice) -> str:
    """The numbers that prove a slice."""
    start = (
        "Let `F(m)` be the number of elements of the chain `d` with which `m` elements of the chain `c` are such a "
        "position. "
        f"By the mex recurrence it was computed for all `m < {slice_.bound}`. "
    )
    head = f"Head, from `m = {slice_.first}` on: {_listed(slice_.head)}." if slice_.head else "Head: none."
    if slice_.kind is not Kind.PERIODIC:
        return f"{start}From there on there are none. {head} Period: none."
    steps = "`1` step" if slice_.modulus == 1 else f"`{slice_.modulus}` steps"
    return (
        f"{start}The states at `m = {slice_.bound - slice_.modulus}` and `m = {slice_.bound}` are the same, and from "
        f"there on everything that the recurrence looks at repeats after {steps}. {head} Period, the numbers "
        f"`F(m) − m` from `m = {slice_.settled}` on: {_listed(slice_.period)}, forever. Bound: `{slice_.bound}`. "
        "Method: return of state."
    )


def _listed(terms: Sequence[int | None]) -> str:
    """The first terms."""
    shown = ("none" if n is None else f"`{n}`".replace("-", "−") for n in terms[:SHOWN])
    return ", ".join(shown) + ", `...`" * (len(terms) > SHOWN)
