"""Words about slices: their losers, as lists, as tables, as sentences, and as data."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace

from zchomp.amounts import counted
from zchomp.answers.listings import SlicePositions
from zchomp.answers.symbols import symbolic_losers
from zchomp.periodic import Kind
from zchomp.position import Position
from zchomp.results import Proof
from zchomp.showing import Headed, headed, shows, stacked
from zchomp.slices import Slice
from zchomp.words.data import Data, csv_text, sources_data
from zchomp.words.documents import latex_math
from zchomp.words.propositions import rows_formula

__all__ = [
    "empty_because",
    "grundy_text",
    "losers_latex",
    "losers_legend",
    "losers_of_slice",
    "losers_text",
    "positions_csv",
    "positions_data",
    "ptable_csv",
    "ptable_data",
    "ptable_text",
    "slice_positions_text",
    "slice_rows",
    "slice_scope",
    "slice_text",
    "slices_text",
]

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


def losers_latex(proofs: list[Proof], letter: str, as_rows: bool = False) -> str:
    """The losers of slices as a list for LaTeX, one item per slice."""
    items = []
    for proof in proofs:
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


def grundy_text(proofs: Sequence[Proof], letter: str, cells: list[list[int | None]]) -> str:
    """The positions of a third row by nim-value, and a window of nim-values, in which a dot stands for a larger one."""
    third = proofs[0].slice.width
    lines = [f"Third row {third}: the positions [{third}, a, b] of each nim-value"]
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
    return headed(*lines)


def positions_data(slices: Iterable[SlicePositions], word: str) -> list[Data]:
    """Slices as data, with their sources and with their positions, under the key ``word``: losers or positions.

    {"bottom": [5], "start": 2, "step": 1, "b": 4} stands for all [5, 2 + a, 4].
    """
    return [
        {
            **found.proof.to_dict(),
            word: [asdict(one) for one in found],
            "sources": sources_data(found.sources),
        }
        for found in slices
    ]


def positions_csv(slices: Iterable[SlicePositions]) -> str:
    """The same as comma-separated values: a line for every symbolic position."""
    lines = (
        (found.proof.slice.tail, found.proof.slice.nim, one.start, one.step, one.b) for found in slices for one in found
    )
    return csv_text(["tail", "nim", "start", "step", "b"], lines)


def ptable_text(proofs: list[Proof], width: int) -> str:
    """One column per slice, as many columns side by side as fit into the width, page after page."""
    columns = [(proof.slice.width, _column(proof), proof.sequence.kind) for proof in proofs]
    size = max(len(str(number)) for third, terms, _ in columns for number in (third, *terms))
    margin = max(len("c ="), *(len(f"a = {len(terms) - 1}") for _, terms, _ in columns))
    across = max(1, (width - margin - 2) // (size + 1))
    pages = [columns[start : start + across] for start in range(0, len(columns), across)]
    heading = headed(
        "Three-rowed Chomp: column c lists the numbers b of the losers [c, a, b].",
        "A column that ends with 0 is complete. Above a colon the period is shown twice; it repeats forever.",
    )
    return stacked([heading, *("\n".join(_page(page, size, margin)) for page in pages)], between="\n\n")


def ptable_csv(proofs: list[Proof]) -> str:
    """The same as comma-separated values: c in the first line, a in the first column, nothing below the end."""
    columns = [*map(_column, proofs)]
    lines = ([a, *(terms[a] if a < len(terms) else None for terms in columns)] for a in range(max(map(len, columns))))
    return csv_text(["a\\c", *(proof.slice.width for proof in proofs)], lines)


def ptable_data(slices: list[SlicePositions]) -> list[Data]:
    """The same as data: each column is a slice."""
    return [{**found.proof.to_dict(), "sources": sources_data(found.sources)} for found in slices]


def _column(proof: Proof) -> tuple[int, ...]:
    """The numbers that are printed: up to the 0 of a finite sequence, or the head and twice the period."""
    return proof.sequence.head + 2 * proof.sequence.period


def _page(columns: list[tuple[int, tuple[int, ...], Kind]], size: int, margin: int) -> Iterator[str]:
    yield f"{'c =':>{margin}} |" + "".join(f" {third:>{size}}" for third, _, _ in columns)
    yield f"{'-' * margin}-+{'-' * (size + 1) * len(columns)}"
    height = max(len(terms) + (kind is Kind.PERIODIC) for _, terms, kind in columns)
    for a in range(height):
        cells = [
            str(terms[a]) if a < len(terms) else ":" if a == len(terms) and kind is Kind.PERIODIC else ""
            for _, terms, kind in columns
        ]
        label = f"a = {a}" if any(a < len(terms) for _, terms, _ in columns) else ""
        yield (f"{label:>{margin}} |" + "".join(f" {cell:>{size}}" for cell in cells)).rstrip()


def losers_of_slice(proof: Proof) -> str:
    """Which losers a slice has, with the families of those that repeat.

    >>> from zchomp.periodic import Periodic
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
