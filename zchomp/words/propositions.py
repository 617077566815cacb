"""Words of a proposition about one slice, as [Zei01] writes it: the losers (a, b, C), and how to win the rest.

C is a third row, or all rows from the third on. A proposition is written once, as paragraphs in which formulas stand
between backquotes, in plain letters: α and β stand for 0, 1, 2, ..., and i for the numbers that are given with it. A
`Markup` then makes text, Markdown, HTML or LaTeX of it.
"""

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Literal

from zchomp.answers.propositions import Proposition
from zchomp.answers.symbols import SymbolicLoser, linear, symbolic_losers
from zchomp.answers.winners import Reason, SymbolicWinner, WinnerFamily
from zchomp.engines.prover import THREE_ROWS_MEAN
from zchomp.periodic import Kind
from zchomp.results import Proof
from zchomp.showing import headed, shows
from zchomp.slices import Slice
from zchomp.words.data import Data, sources_data

__all__ = [
    "HTML",
    "LATEX",
    "MARKDOWN",
    "PLAIN",
    "SOUNDNESS",
    "WIDTH",
    "Markup",
    "Paragraph",
    "References",
    "latex_math",
    "loser_condition",
    "losers_by_row",
    "paragraphs",
    "plain",
    "proposition_data",
    "proposition_formula",
    "proposition_text",
    "rows_formula",
]

TAIL_MEAN = "TailOverhang.tail_mean"
"""In Coq: the mean of the period of an infinite slice is 1 + the number of integers that are never a first row."""

SHOWN = 12
"""How many terms of a head the remark on the proof shows."""

WIDTH = 79
"""The length of lines of plain text."""


@dataclass(frozen=True, slots=True)
class References:
    """The theorems by which the data of a proof prove it: for a finite sequence, and for a periodic one."""

    end: str
    state: str


SOUNDNESS = References(end="Coq theorem Slices.member_end", state="Coq theorem Recurrence.return_of_state")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A part of a proposition: its claim, a form of winners, or the remark on the proof; a list may end it.

    An item of the list is a formula, or words with formulas between backquotes.
    """

    text: str
    items: tuple[str, ...] = ()
    kind: Literal["claim", "form", "proof"] = "form"


@dataclass(frozen=True, slots=True)
class Markup:
    """A way to write: how formulas look, and how the paragraphs of a proposition are put together."""

    math: Callable[[str], str]
    join: Callable[[Slice, list[tuple[str, str]]], str]

    def write(self, found: Proposition, references: References = SOUNDNESS) -> str:
        """The whole proposition."""
        written: list[tuple[str, str]] = []
        for part in paragraphs(found.proof, found.winners, references):
            items = (item if "`" in item else f"`{item}`" for item in part.items)
            listed = f" {'; '.join(items)}." if part.items else ""
            written.append((part.kind, self.formulas(part.text + listed)))
        return self.join(found.proof.slice, written)

    def formulas(self, text: str) -> str:
        """A text with its formulas written in this way."""
        return re.sub(r"`([^`]*)`", lambda formula: self.math(formula[1]), text)


def paragraphs(proof: Proof, winners: Sequence[WinnerFamily], references: References = SOUNDNESS) -> list[Paragraph]:
    """The paragraphs of a proposition: the losers, the forms of the winners with their moves, the data of the proof."""
    position = f"(a, b{_tail(proof.slice)})"
    if proof.sequence.kind == "empty":
        x = proof.bound
        loser = f"({x}, {x}, {', '.join(str(min(row, x)) for row in proof.slice.tail)})"
        return [
            Paragraph(f"No position `{position}` is a loser. Every one is a winner:", kind="claim"),
            Paragraph("The first row is bitten together with the others:", (f"{position} → {loser}",)),
            Paragraph(f"The position `{loser}` is a loser, and every position `{position}` leads to it.", kind="proof"),
        ]
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
        *_forms(proof.slice, winners),
        Paragraph(_proof(proof, references), kind="proof"),
    ]


def _forms(slice_: Slice, winners: Sequence[WinnerFamily]) -> Iterator[Paragraph]:
    """The forms of winners, by the rows that are bitten."""
    third, tail, has_more = slice_.width, _tail(slice_), len(slice_.tail) > 1
    lines: dict[Reason, list[SymbolicWinner]] = {}
    for family in winners:
        lines.setdefault(family.first.reason, []).append(family.first)
    loser = f"(p, q{tail})"
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
        bitten, x = ("A row from the third on", "t") if has_more else ("The third row", "x")
        text = f"{bitten} is bitten, `(u, v{tail}) → (u, v, {x})`, with these `{x}` and `(u, v)`:"
        yield Paragraph(text, tuple(_by_tail(third, x, lines["below"])))
    if "corner" in lines:
        pairs = tuple(f"({third + line.start + line.b}, {sum(line.loser.bottom)})" for line in lines["corner"])
        cut = "".join(f", min({row}, x)" for row in slice_.tail[1:])
        move = f"(u, v{tail}) → (u, x, x{cut})"
        others = "those below it" if has_more else "the third"
        text = f"The second row is bitten together with {others}, `{move}` for `{third} ≤ v ≤ u`, with these `(u, x)`:"
        yield Paragraph(text, pairs)


def _by_tail(third: int, letter: str, lines: list[SymbolicWinner]) -> Iterator[str]:
    """The first two rows of winners, by the third row, or all rows from the third on, that the bite leaves."""
    for bottom, group in groupby(lines, key=lambda line: line.loser.bottom):
        left = ", ".join(map(str, _tail_of(bottom))) or "0"
        pairs = (_rows((third + line.start + line.b, third + line.start), (), line.step, "α", "") for line in group)
        yield f"`{letter} = {left}`: {', '.join(f'`{pair}`' for pair in pairs)}"


@shows(Proposition)
def proposition_text(found: Proposition) -> str:
    """A proposition for a terminal."""
    return PLAIN.write(found)


def proposition_data(found: Proposition) -> Data:
    """The same as data: formulas as they are printed, and the proof's numbers."""
    parts = paragraphs(found.proof, found.winners)
    forms = [(part.text.rstrip(":"), part.items) for part in parts if part.kind == "form"]
    return {
        "tail": list(found.proof.slice.tail),
        "losers": list(parts[0].items),
        "winners": [{"bite": _bare(text), "forms": list(map(_bare, items))} for text, items in forms],
        "proof": found.proof.to_dict(),
        "sources": sources_data(found.sources),
    }


def proposition_formula(found: Proposition) -> str:
    """The statement of a proposition as one formula of LaTeX, for a notebook."""
    listed = r",\ ".join(latex_math(rows_formula(loser)) for loser in losers_by_row(found.proof))
    position = f"(a, b{_tail(found.proof.slice)})"
    return rf"$${position} \in \mathcal{{P}} \iff {position} \in \{{{listed}\}}$$"


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


def rows_formula(loser: SymbolicLoser, letter: str = "α", times: str = "") -> str:
    """A loser by its rows.

    >>> rows_formula(SymbolicLoser((5,), 2, 1, 4)), rows_formula(SymbolicLoser((2, 2), 3, 2, 4), "n", "*")
    ('(11 + α, 7 + α, 5)', '(11 + 2*n, 7 + 2*n, 4, 2)')
    """
    second = sum(loser.bottom) + loser.start
    return _rows((second + loser.b, second), _tail_of(loser.bottom), loser.step, letter, times)


def _proof(proof: Proof, references: References) -> str:
    """The data of the proof, and the theorem that makes them one."""
    sequence, third, start = proof.sequence, proof.slice.width, len(proof.sequence.head)
    terms = f"`B = ({', '.join(map(str, sequence.head[:SHOWN]))}{', ...' * (len(sequence.head) > SHOWN)})`"
    column = f"`b = {third} + n`" if third else "`b = n`"
    intro = f"Let `B(n)` be the number `a − b` of the loser with {column}. "
    if sequence.kind is Kind.FINITE:
        return (
            f"{intro}By the mex recurrence it was computed for all `n < {proof.bound}`, and the last term is `0`: "
            f"there {'is' if start == 1 else 'are'} `{start}` loser{'s' * (start > 1)} and no more. "
            f"Head: {terms}. Period: none. Bound: "
            f"`{proof.bound}`. Method: recurrence to its end ({references.end})."
        )
    head = f"Head: {terms}, `{len(sequence.head)}` term{'s' * (len(sequence.head) > 1)}."
    period = f"Period: `({', '.join(map(str, sequence.period))})`, for ever."
    return (
        f"{intro}By the mex recurrence it was computed for all `n < {proof.bound}`. The states at "
        f"`n = {proof.bound - proof.modulus}` and `n = {proof.bound}` are the same, and from there on everything that "
        f"the recurrence looks at repeats after `{proof.modulus}` step{'s' * (proof.modulus > 1)}. "
        f"{head if sequence.head else 'Head: none.'} {period} "
        f"Bound: `{proof.bound}`. Method: return of state ({references.state}).{_mean(proof)}"
    )


def _mean(proof: Proof) -> str:
    """Why the period has its mean, which is a whole number."""
    period, rows = proof.sequence.period, len(proof.slice.tail)
    mean = f" The mean of the period is `{sum(period) // len(period)}`, one more than the number of"
    if rows < 2:
        return f"{mean} finite slices below `{proof.slice.width}` (Coq theorem {THREE_ROWS_MEAN})."
    position, third = f"(a, b{_tail(proof.slice)})", proof.slice.width
    cut = f"the rows below being cut to `b` where `b < {third}`"
    return f"{mean} `a ≥ 1` for which no `{position}` is a loser, {cut} (Coq theorem {TAIL_MEAN})."


def _rows(pair: tuple[int, int], tail: tuple[int, ...], step: int, letter: str, times: str) -> str:
    """Two rows that grow together with a letter, and the others; rows of no squares are left out."""
    rows = [*(linear(row, step, letter, times) for row in pair), *map(str, tail)]
    while len(rows) > 1 and rows[-1] == "0":
        rows.pop()
    return f"({', '.join(rows)})"


def _tail_of(bottom: tuple[int, ...]) -> tuple[int, ...]:
    """The rows from the third on, of those columns in brackets."""
    return tuple(row for row in reversed(tuple(accumulate(bottom))) if row)


def _bare(text: str) -> str:
    return text.replace("`", "")


def _tail(slice_: Slice) -> str:
    return "".join(f", {row}" for row in slice_.tail)


def _title(slice_: Slice) -> str:
    """The number of the proposition: its third row, or the rows from the third on."""
    return str(slice_.width) if len(slice_.tail) < 2 else f"({', '.join(map(str, slice_.tail))})"


def latex_math(formula: str) -> str:
    """A formula for LaTeX, without dollars."""
    signs = {
        "min(": r"\min(",
        "α": r"\alpha",
        "β": r"\beta",
        "→": r"\to",
        "≤": r"\le",
        "≥": r"\ge",
        "−": "-",
        "⌈": r"\lceil ",
        "⌉": r"\rceil",
        "⌊": r"\lfloor ",
        "⌋": r"\rfloor",
        "...": r"\ldots",
    }
    formula = re.sub(r"\^(?:\(([^()]*)\)|(\d\d+))", r"^{\1\2}", formula.replace("{", r"\{").replace("}", r"\}"))
    for plain, latex in signs.items():
        formula = formula.replace(plain, latex)
    return formula


def plain(width: int = WIDTH) -> Markup:
    """Text in lines of a width, broken between formulas and not within them."""

    def join(slice_: Slice, parts: list[tuple[str, str]]) -> str:
        starts = {"claim": "  ", "form": "  - ", "proof": "  Proof. "}
        lines = []
        for kind, text in parts:
            later = " " * (4 if kind == "form" else 2)
            lines.append(textwrap.fill(text, width, initial_indent=starts[kind], subsequent_indent=later))
        return headed(f"Proposition {_title(slice_)}.", *(line.replace("\xa0", " ") for line in lines))

    return Markup(lambda formula: formula.replace(" ", "\xa0"), join)


def _markdown(slice_: Slice, parts: list[tuple[str, str]]) -> str:
    starts = {"claim": "", "form": "- ", "proof": "*Proof.* "}
    blocks = [starts[kind] + text for kind, text in parts]
    return "\n\n".join([f"**Proposition {_title(slice_)}.** {blocks[0]}", *blocks[1:]])


def _html(slice_: Slice, parts: list[tuple[str, str]]) -> str:
    starts = {"claim": "<p>", "form": "<p style='margin-left:2em'>", "proof": "<p><b>Proof.</b> "}
    body = "".join(f"{starts[kind]}{text}</p>" for kind, text in parts)
    return f"<div><b>Proposition {_title(slice_)}.</b>{body}</div>"


def _latex(slice_: Slice, parts: list[tuple[str, str]]) -> str:
    def of_kind(wanted: str, start: str = "") -> list[str]:
        return [start + text for kind, text in parts if kind == wanted]

    number = rf"\setcounter{{proposition}}{{{slice_.width - 1}}}"
    begin = rf"\begin{{proposition}}\label{{prop:{slice_.width}}}"
    if len(slice_.tail) > 1:  # it has no number
        number = rf"\renewcommand{{\theproposition}}{{${_title(slice_)}$}}"
        begin = rf"\begin{{proposition}}\label{{prop:{'-'.join(map(str, slice_.tail))}}}"
    return "\n".join(
        [
            number,
            begin,
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


PLAIN = plain()
MARKDOWN = Markup(lambda formula: f"${latex_math(formula)}$", _markdown)
HTML = Markup(lambda formula: f"<i>{formula}</i>", _html)
LATEX = Markup(lambda formula: f"${latex_math(formula)}$", _latex)
