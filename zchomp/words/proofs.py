"""Words about slices: their losers, as lists, as sentences, and as data."""

import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace

from zchomp.answers.solution import Source
from zchomp.answers.symbols import symbolic_losers
from zchomp.position import Position
from zchomp.results import Proof
from zchomp.slices import Slice
from zchomp.words.data import Data, csv_text
from zchomp.words.numbers import rows_text

__all__ = [
    "grundy_text",
    "losers_lines",
    "losers_text",
    "positions_csv",
    "positions_data",
    "sequence_text",
    "slice_meaning",
    "slice_name",
    "slice_text",
    "slices_text",
]

MAX_FAMILIES = 4
"""Longer periods are told by their length."""


def slice_name(slice_: Slice) -> str:
    """A slice in a sentence.

    >>> slice_name(Slice((5,))), slice_name(Slice((4, 2), nim=1))
    ('the slice c = 5', 'the slice with tail (4, 2), nim-value 1')
    """
    return f"the {slice_}"


def slice_meaning(slice_: Slice) -> str:
    """Which positions are in a slice of losers.

    >>> slice_meaning(Slice((5,))), slice_meaning(Slice((4, 2))), slice_meaning(Slice())
    ('the losers with third row 5', 'the losers with these rows from the third on', 'the losers with at most two rows')
    """
    if not slice_.tail:
        return "the losers with at most two rows"
    if len(slice_.tail) > 1:
        return "the losers with these rows from the third on"
    return f"the losers with third row {slice_.width}"


def losers_text(proofs: Iterable[Proof], letter: str) -> str:
    """What the Maple package answers to Losers(letter, k), in one line."""
    return f"[{', '.join(_maple_list(proof, letter) for proof in proofs)}]"


def losers_lines(proofs: Iterable[Proof], letter: str, width: int) -> str:
    """The same list for people: every slice begins a line, and no line is longer than the width if that can be."""
    lists = [_maple_list(proof, letter).replace(", ", ",\xa0").replace("],\xa0[", "], [") for proof in proofs]
    text = ",\n ".join(lists).replace(" + ", "\xa0+\xa0")
    return "\n".join(
        textwrap.fill(line, width, subsequent_indent="  ", drop_whitespace=True, break_long_words=False)
        for line in f"[{text}]".split("\n")
    ).replace("\xa0", " ")


def _maple_list(proof: Proof, letter: str) -> str:
    return f"[{', '.join(loser.text(letter) for loser in symbolic_losers(proof.slice, proof.sequence))}]"


def slice_text(proof: Proof, letter: str) -> str:
    """The losers of one slice, as [Sun02] lists them; if there are none, the position that shows why."""
    losers = ", ".join(loser.text(letter) for loser in symbolic_losers(proof.slice, proof.sequence))
    return losers or f"none: from every position a move leads to {empty_because(proof.slice, proof.bound)}"


def slices_text(proofs: list[Proof], letter: str) -> str:
    """The losers of many slices, a line each, with its tail."""
    return "\n".join(f"{Position(proof.slice.tail)}: {slice_text(proof, letter)}" for proof in proofs)


def grundy_text(proofs: Sequence[Proof], letter: str, cells: list[list[int | None]]) -> str:
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


def positions_data(proofs: Iterable[Proof], word: str, source: Callable[[Slice], Source]) -> list[Data]:
    """Slices with their positions as data, called losers or, for any nim-value, positions; and where they come from.

    {"bottom": [5], "start": 2, "step": 1, "b": 4} stands for all [5, 2 + a, 4].
    """
    return [
        {
            **proof.to_dict(),
            word: [asdict(one) for one in symbolic_losers(proof.slice, proof.sequence)],
            "source": source(proof.slice).value,
        }
        for proof in proofs
    ]


def positions_csv(proofs: Iterable[Proof]) -> str:
    """The same as comma-separated values: a line for every symbolic position."""
    lines = [
        (" ".join(map(str, proof.slice.tail)), proof.slice.nim, one.start, one.step, one.b)
        for proof in proofs
        for one in symbolic_losers(proof.slice, proof.sequence)
    ]
    return csv_text(["tail", "nim", "start", "step", "b"], lines)


def sequence_text(proof: Proof) -> str:
    """One sentence on the losers of a slice, after words that say which these are."""
    sequence, start = proof.sequence, len(proof.sequence.head)
    if sequence.kind == "empty":
        why = f"from every position with these rows a move leads to {empty_because(proof.slice, proof.bound)}"
        return f"there are none, because {why}."
    if sequence.kind == "finite":
        last = rows_text(proof.slice.position(start - 1, 0))
        if start == 1:
            return f"there is only one such loser, {last}."
        return f"there are {start} such losers, and the one with the longest second row is {last}."
    families = [loser for loser in symbolic_losers(proof.slice, sequence) if loser.step]
    since = f", and from a = {start} on they" if start else "; they"
    if len(families) == 1:
        listed = replace(families[0], start=0).text("a")
        every = "" if start else " for all a >= 0"
    elif len(families) <= MAX_FAMILIES:
        listed, every = ", ".join(loser.text("n") for loser in families), " for all n >= 0"
    else:
        return f"there is one for every length of the second row{since} have period {len(families)}."
    return f"there is one for every length of the second row{since} are {listed}{every}."


def empty_because(slice_: Slice, x: int) -> str:
    """The loser that is in reach of every position of an empty slice."""
    return str(Position((x, x, *(min(row, x) for row in slice_.tail))))
