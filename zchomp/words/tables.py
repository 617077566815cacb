"""Words about tables of slices: the table of Winning Ways, continued."""

from collections.abc import Iterator

from zchomp.answers.tables import SlicePositions
from zchomp.periodic import Kind, Periodic
from zchomp.results import Proof
from zchomp.words.data import Data, csv_text, sources_data

__all__ = ["column", "ptable_csv", "ptable_data", "ptable_text"]


def ptable_text(proofs: list[Proof], width: int) -> str:
    """One column a slice, as many columns side by side as fit into the width, page after page."""
    columns = [(proof.slice.width, column(proof.sequence), proof.sequence.kind) for proof in proofs]
    size = max(len(str(number)) for third, terms, _ in columns for number in (third, *terms))
    margin = max(len("c ="), *(len(f"a = {len(terms) - 1}") for _, terms, _ in columns))
    across = max(1, (width - margin - 2) // (size + 1))
    pages = [columns[start : start + across] for start in range(0, len(columns), across)]
    return "\n\n".join(
        [
            "Three-rowed Chomp: column c lists the numbers b of the losers [c, a, b].\n"
            "A column that ends with 0 is complete. Above a colon the period is shown twice; it repeats for ever.",
            *("\n".join(_page(page, size, margin)) for page in pages),
        ]
    )


def ptable_csv(proofs: list[Proof]) -> str:
    """The same as comma-separated values: c in the first line, a in the first column, nothing below the end."""
    columns = [column(proof.sequence) for proof in proofs]
    lines = ([a, *(terms[a] if a < len(terms) else None for terms in columns)] for a in range(max(map(len, columns))))
    return csv_text(["a\\c", *(proof.slice.width for proof in proofs)], lines)


def ptable_data(slices: list[SlicePositions]) -> list[Data]:
    """The same as data: each column is a slice."""
    return [{**found.proof.to_dict(), "sources": sources_data(found.sources)} for found in slices]


def column(sequence: Periodic[int]) -> tuple[int, ...]:
    """The numbers that are printed: to the 0 of a finite sequence, or the head and twice the period."""
    return sequence.head + 2 * sequence.period


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
