"""Words of a proposition about one third row C, as [Zei01] writes it: the losers (a, b, C), and how to win the rest.

A proposition is written once, as paragraphs in which formulas stand between backquotes, in plain letters: α and β stand
for 0, 1, 2, ..., and i for the numbers that are said. A `Style` then makes text, Markdown, HTML or LaTeX of it.
"""

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from zchomp.answers.solution import Source
from zchomp.answers.symbols import SymbolicLoser, linear, symbolic_losers
from zchomp.answers.winners import Reason, SymbolicWinner, WinnerFamily
from zchomp.periodic import Kind
from zchomp.results import Proof
from zchomp.words.data import Data

__all__ = [
    "HTML",
    "LATEX",
    "MARKDOWN",
    "PLAIN",
    "SOUNDNESS",
    "WIDTH",
    "Paragraph",
    "References",
    "Style",
    "latex_math",
    "loser_condition",
    "losers_by_row",
    "paragraphs",
    "proposition_data",
    "rows_formula",
]

SHOWN = 12
"""How many terms of a head the remark on the proof shows."""

WIDTH = 79
"""The length of lines of plain text."""


@dataclass(frozen=True, slots=True)
class References:
    """Where a reader finds why the data of a proof prove it: for a sequence that ends, and for one that returns."""

    end: str
    state: str


SOUNDNESS = References(end="Coq theorem Slices.member_end", state="Coq theorem Recurrence.return_of_state")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A part of a proposition: what it claims, a form of winners, or the remark on the proof; a list may end it.

    An item of the list is a formula, or words with formulas between backquotes.
    """

    text: str
    items: tuple[str, ...] = ()
    kind: Literal["claim", "form", "proof"] = "form"


@dataclass(frozen=True, slots=True)
class Style:
    """A way to write: what a formula looks like, and how the paragraphs of Proposition C are put together."""

    math: Callable[[str], str]
    join: Callable[[int, list[tuple[str, str]]], str]

    def write(self, third: int, parts: list[Paragraph]) -> str:
        """The whole proposition."""
        written: list[tuple[str, str]] = []
        for part in parts:
            items = (item if "`" in item else f"`{item}`" for item in part.items)
            listed = f" {'; '.join(items)}." if part.items else ""
            written.append((part.kind, self.formulas(part.text + listed)))
        return self.join(third, written)

    def formulas(self, text: str) -> str:
        """A text with its formulas written in this way."""
        return re.sub(r"`([^`]*)`", lambda formula: self.math(formula[1]), text)


def paragraphs(proof: Proof, winners: Sequence[WinnerFamily], references: References = SOUNDNESS) -> list[Paragraph]:
    """What the proposition says: the losers, the forms of the winners with their moves, and the data of the proof."""
    position = f"(a, b{_tail(proof.slice.width)})"
    letters = " with `α = 0, 1, 2, ...`" if proof.sequence.period else ""
    losers = tuple(rows_formula(loser) for loser in losers_by_row(proof))
    condition = loser_condition(proof)
    rest = (
        f"Every other position `{position}` is a winner. It has at least one of the following forms, "
        "with `α, β = 0, 1, 2, ...`, and the arrow is a winning move."
    )
    return [
        Paragraph(f"A position `{position}` is a loser if and only if it is one of these{letters}:", losers, "claim"),
        *([Paragraph(f"In other words: {condition}.", kind="claim")] if condition else []),
        Paragraph(rest, kind="claim"),
        *_forms(proof.slice.width, winners),
        Paragraph(_proof(proof, references), kind="proof"),
    ]


def _forms(third: int, winners: Sequence[WinnerFamily]) -> Iterator[Paragraph]:
    """The forms of winners, by the rows that are bitten."""
    lines: dict[Reason, list[SymbolicWinner]] = {}
    for family in winners:
        lines.setdefault(family.first.reason, []).append(family.first)
    loser, tail = f"(p, q{_tail(third)})", _tail(third)
    if "above" in lines:
        yield Paragraph(f"The first row is bitten, `{loser}` being any loser:", (f"(p + 1 + β, q{tail}) → {loser}",))
    if "end" in lines:
        start = third + lines["end"][0].start
        move = f"({start} + α + β, {start} + α{tail}) → {rows_formula(lines['end'][0].loser)}"
        yield Paragraph("The first row is bitten together with the second:", (move,))
    if "own" in lines:
        move = f"(p, q + i{tail}) → {loser}"
        yield Paragraph(f"The second row is bitten, `{loser}` being any loser and `1 ≤ i ≤ p − q`:", (move,))
    if "below" in lines:
        text = f"The third row is bitten, `(u, v{tail}) → (u, v, x)`, with these `x` and `(u, v)`:"
        yield Paragraph(text, tuple(_by_third_row(third, lines["below"])))
    if "corner" in lines:
        pairs = tuple(f"({third + line.start + line.b}, {sum(line.loser.bottom)})" for line in lines["corner"])
        move = f"(u, v{tail}) → (u, x, x)"
        text = f"The second row is bitten together with the third, `{move}` for `{third} ≤ v ≤ u`, with these `(u, x)`:"
        yield Paragraph(text, pairs)


def _by_third_row(third: int, lines: list[SymbolicWinner]) -> Iterator[str]:
    """The first two rows of winners, by the third row that is left."""
    for x, group in groupby(lines, key=lambda line: sum(line.loser.bottom)):
        pairs = (_rows(third + line.start + line.b, third + line.start, 0, line.step) for line in group)
        yield f"`x = {x}`: {', '.join(f'`{pair}`' for pair in pairs)}"


def proposition_data(proof: Proof, winners: Sequence[WinnerFamily], source: Source) -> Data:
    """The same as data: formulas as they are printed, and the proof's numbers."""
    parts = paragraphs(proof, winners)
    forms = [(part.text.rstrip(":"), part.items) for part in parts if part.kind == "form"]
    return {
        "tail": list(proof.slice.tail),
        "losers": list(parts[0].items),
        "winners": [{"bite": _bare(text), "forms": list(map(_bare, items))} for text, items in forms],
        "proof": proof.to_dict(),
        "source": source.value,
    }


def losers_by_row(proof: Proof) -> list[SymbolicLoser]:
    """The losers in the order of their second rows."""
    return sorted(symbolic_losers(proof.slice, proof.sequence), key=lambda loser: loser.start)


def loser_condition(proof: Proof) -> str:
    """The losers by the difference of the first two rows, as [Zei01] has it in Proposition 2; "" if finite."""
    sequence, third = proof.sequence, proof.slice.width
    start, size = third + len(sequence.head), len(sequence.period)
    if not sequence.period:
        return ""
    if size == 1:
        rule = f"`a − b = {sequence.period[0]}`"
        return f"from `b = {start}` on, {rule}" if sequence.head else rule
    cases = ", ".join(f"`a − b = {b}` if `b = {start + i} + {size}α`" for i, b in enumerate(sequence.period))
    return f"from `b = {start}` on, {cases}"


def rows_formula(loser: SymbolicLoser) -> str:
    """A loser by its rows: ``(11 + α, 7 + α, 5)``."""
    third = sum(loser.bottom)
    return _rows(third + loser.start + loser.b, third + loser.start, third, loser.step)


def _proof(proof: Proof, references: References) -> str:
    """The data of the proof, and the theorem that makes them one."""
    sequence, third = proof.sequence, proof.slice.width
    terms = f"`B = ({', '.join(map(str, sequence.head[:SHOWN]))}{', ...' * (len(sequence.head) > SHOWN)})`"
    column = f"`b = {third} + n`" if third else "`b = n`"
    intro = f"Let `B(n)` be the number `a − b` of the loser with {column}. "
    if sequence.kind is Kind.FINITE:
        return (
            f"{intro}By the mex recurrence it was computed for all `n < {proof.bound}`, and the last term is `0`: "
            f"there are `{len(sequence.head)}` losers and no more. Head: {terms}. Period: none. Bound: "
            f"`{proof.bound}`. Method: recurrence to its end ({references.end})."
        )
    head = f"Head: {terms}, `{len(sequence.head)}` term{'s' * (len(sequence.head) > 1)}."
    period = f"Period: `({', '.join(map(str, sequence.period))})`, for ever."
    return (
        f"{intro}By the mex recurrence it was computed for all `n < {proof.bound}`. The states at "
        f"`n = {proof.bound - proof.modulus}` and `n = {proof.bound}` are the same, and from there on everything that "
        f"the recurrence looks at repeats after {_steps(proof.modulus)}. "
        f"{head if sequence.head else 'Head: none.'} {period} "
        f"Bound: `{proof.bound}`. Method: return of state ({references.state})."
    )


def _steps(number: int) -> str:
    return "`1` step" if number == 1 else f"`{number}` steps"


def _rows(first: int, second: int, third: int, step: int) -> str:
    """Rows that grow together with α; rows of no squares are left out."""
    rows = [*(linear(row, step, "α", times="") for row in (first, second)), str(third)]
    while len(rows) > 1 and rows[-1] == "0":
        rows.pop()
    return f"({', '.join(rows)})"


def _bare(text: str) -> str:
    return text.replace("`", "")


def _tail(third: int) -> str:
    return f", {third}" if third else ""


def latex_math(formula: str) -> str:
    """A formula for LaTeX, without dollars."""
    signs = {"α": r"\alpha", "β": r"\beta", "→": r"\to", "≤": r"\le", "≥": r"\ge", "−": "-", "...": r"\ldots"}
    for plain, latex in signs.items():
        formula = formula.replace(plain, latex)
    return formula


def _plain(third: int, parts: list[tuple[str, str]]) -> str:
    """Lines of a terminal's width, broken between formulas and not within them."""
    starts = {"claim": "  ", "form": "  - ", "proof": "  Proof. "}
    lines = [f"Proposition {third}."]
    for kind, text in parts:
        later = " " * (4 if kind == "form" else 2)
        lines.append(textwrap.fill(text, WIDTH, initial_indent=starts[kind], subsequent_indent=later))
    return "\n".join(lines).replace("\xa0", " ")


def _markdown(third: int, parts: list[tuple[str, str]]) -> str:
    starts = {"claim": "", "form": "- ", "proof": "*Proof.* "}
    blocks = [starts[kind] + text for kind, text in parts]
    return "\n\n".join([f"**Proposition {third}.** {blocks[0]}", *blocks[1:]])


def _html(third: int, parts: list[tuple[str, str]]) -> str:
    starts = {"claim": "<p>", "form": "<p style='margin-left:2em'>", "proof": "<p><b>Proof.</b> "}
    return f"<div><b>Proposition {third}.</b>{''.join(f'{starts[kind]}{text}</p>' for kind, text in parts)}</div>"


def _latex(third: int, parts: list[tuple[str, str]]) -> str:
    def of_kind(wanted: str, start: str = "") -> list[str]:
        return [start + text for kind, text in parts if kind == wanted]

    return "\n".join(
        [
            rf"\setcounter{{proposition}}{{{third - 1}}}",
            rf"\begin{{proposition}}\label{{prop:{third}}}",
            "\n\n".join(of_kind("claim")),
            r"\begin{itemize}",
            *of_kind("form", r"\item "),
            r"\end{itemize}",
            r"\end{proposition}",
            r"\begin{proof}",
            *(text.replace("_", r"\_") for text in of_kind("proof")),
            r"\end{proof}",
        ]
    )


PLAIN = Style(lambda formula: formula.replace(" ", "\xa0"), _plain)
MARKDOWN = Style(lambda formula: f"${latex_math(formula)}$", _markdown)
HTML = Style(lambda formula: f"<i>{formula}</i>", _html)
LATEX = Style(lambda formula: f"${latex_math(formula)}$", _latex)
