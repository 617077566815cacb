"""Propositions: the losers with one third row or tail, the winners with their moves, and the proof.

    [Zei01]             here
    Proposition 2       proposition(2)
    Propositions 0-n    propositions(n)

In [Zei01] the computer finds, proves and prints the propositions. `zchomp.bars.propositions` writes them.

Words of a proposition about one slice, as [Zei01] writes it: the losers (a, b, C), and how to win the rest.

C is a third row, or all rows from the third on. A proposition is a document (`documents`), in which α and β stand for
0, 1, 2, ..., and i for the numbers given with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

from zchomp.bars.listings import slice_of_losers
from zchomp.bars.periodic import Kind
from zchomp.bars.prover import THREE_ROWS_MEAN
from zchomp.bars.results import Proof
from zchomp.bars.slices import Slice, SliceLike, SymbolicLoser, linear, symbolic_losers
from zchomp.bars.winners import Reason, SymbolicWinner, WinnerFamily, Winners, winners_of, winners_upto
from zchomp.core.answers import Source
from zchomp.core.documents import (
    WIDTH,
    Data,
    Document,
    Paragraph,
    document_latex,
    document_text,
    latex_math,
    sources_data,
)
from zchomp.core.numbers import whole_number
from zchomp.core.session import question
from zchomp.core.showing import Shown, render, shows


@dataclass(frozen=True, slots=True, repr=False)
class Proposition(Shown, words="bars.propositions"):
    """Proposition C: the losers (a, b, C), the forms of the winners with their moves, and the proof of the slice.

    >>> print(str(proposition(2)).splitlines()[3])
      In other words: a − b = 2.
    """

    proof: Proof
    winners: tuple[WinnerFamily, ...]
    sources: tuple[Source, ...] = ()

    @classmethod
    def of(cls, winners: Winners) -> Proposition:
        """The proposition about a slice, which lists enough families to cover all its winners."""
        return cls(winners.proof, tuple(winners.chosen()), winners.sources)

    @property
    def third(self) -> int:
        """The third row."""
        return self.proof.slice.width

    def markdown(self) -> str:
        """The proposition as Markdown."""
        return render(self, "markdown")

    def latex(self) -> str:
        """The proposition as LaTeX, for a document with the environments proposition and proof (amsthm)."""
        return render(self, "latex")

    def _repr_html_(self) -> str:
        return render(self, "html")

    def _repr_latex_(self) -> str:
        return render(self, "formula")


@question
def proposition(slice_: SliceLike, /) -> Proposition:
    """State the proposition about a third row, or about a tail, all rows from the third on.

    It is Unknown if it takes more effort.

    >>> proposition(5).proof.sequence
    Periodic(head=(5, 3), period=(4,))
    >>> print(str(proposition((2, 1))).splitlines()[0])
    Proposition (2, 1).

    Raises InvalidSlice if it is neither, or if its nim-value is not 0.
    """
    return Proposition.of(winners_of(slice_of_losers(slice_)))


@question
def propositions(upto: int) -> list[Proposition]:
    """State Propositions 0 to ``upto``. They are Unknown if they take more effort.

    >>> [one.proof.sequence.kind.value for one in propositions(3)]
    ['periodic', 'finite', 'periodic', 'finite']
    """
    last = whole_number(upto, "the largest third row")
    return [Proposition.of(winners) for winners in winners_upto(last, first=0).values()]


TAIL_MEAN = "TailOverhang.tail_mean"
"""In Coq: the mean of the period of an infinite slice is 1 + the number of integers that are never a first row."""

SHOWN = 12
"""How many terms of a head the remark on the proof shows."""


@dataclass(frozen=True, slots=True)
class References:
    """The theorems that turn the data into a proof: for a finite sequence, and for a periodic one."""

    end: str
    state: str


SOUNDNESS = References(end="Coq theorem Slices.member_end", state="Coq theorem Recurrence.return_of_state")


def proposition_document(found: Proposition, references: References = SOUNDNESS) -> Document:
    """The losers, the forms of the winners with their moves, and the data of the proof."""
    proof = found.proof
    position, number = f"(a, b{_tail(proof.slice)})", _number(proof.slice)
    if proof.sequence.kind == "empty":
        x = proof.bound
        loser = f"({x}, {x}, {', '.join(str(min(row, x)) for row in proof.slice.tail)})"
        return Document(
            Paragraph("proposition", f"No position `{position}` is a loser. Every one is a winner:", number=number),
            Paragraph("item", "The first row is bitten together with the others:", (f"{position} → {loser}",)),
            Paragraph("proof", f"The position `{loser}` is a loser, and every position `{position}` leads to it."),
        )
    letters = " with `α = 0, 1, 2, ...`" if proof.sequence.period else ""
    losers = tuple(rows_formula(loser) for loser in losers_by_row(proof))
    condition = loser_condition(proof)
    claim = f"A position `{position}` is a loser if and only if it is one of these{letters}:"
    rest = (
        f"Every other position `{position}` is a winner. It has at least one of the following forms, "
        "with `α, β = 0, 1, 2, ...`, and the arrow is a winning move."
    )
    parts = [
        Paragraph("proposition", claim, losers, number=number),
        *([Paragraph("continued", f"In other words: {condition}.")] if condition else []),
        Paragraph("continued", rest),
        *_forms(proof.slice, found.winners),
        Paragraph("proof", _proof(proof, references)),
    ]
    return Document(*parts)


def _forms(slice_: Slice, winners: Sequence[WinnerFamily]) -> Iterator[Paragraph]:
    """The forms of winners, by the rows that are bitten."""
    third, tail, has_more = slice_.width, _tail(slice_), len(slice_.tail) > 1
    lines: dict[Reason, list[SymbolicWinner]] = {}
    for family in winners:
        lines.setdefault(family.first.reason, []).append(family.first)
    loser = f"(p, q{tail})"
    if "above" in lines:
        yield Paragraph(
            "item", f"The first row is bitten, `{loser}` being any loser:", (f"(p + 1 + β, q{tail}) → {loser}",)
        )
    if "end" in lines:
        start = third + lines["end"][0].start
        move = f"({start} + α + β, {start} + α{tail}) → {rows_formula(lines['end'][0].loser)}"
        yield Paragraph("item", "The first row is bitten together with the second:", (move,))
    if "own" in lines:
        move = f"(p, q + i{tail}) → {loser}"
        yield Paragraph("item", f"The second row is bitten, `{loser}` being any loser and `1 ≤ i ≤ p − q`:", (move,))
    if "below" in lines:
        bitten, x = ("A row from the third on", "t") if has_more else ("The third row", "x")
        text = f"{bitten} is bitten, `(u, v{tail}) → (u, v, {x})`, with these `{x}` and `(u, v)`:"
        yield Paragraph("item", text, tuple(_by_tail(third, x, lines["below"])))
    if "corner" in lines:
        pairs = tuple(f"({third + line.start + line.b}, {sum(line.loser.bottom)})" for line in lines["corner"])
        cut = "".join(f", min({row}, x)" for row in slice_.tail[1:])
        move = f"(u, v{tail}) → (u, x, x{cut})"
        others = "those below it" if has_more else "the third"
        text = f"The second row is bitten together with {others}, `{move}` for `{third} ≤ v ≤ u`, with these `(u, x)`:"
        yield Paragraph("item", text, pairs)


def _by_tail(third: int, letter: str, lines: list[SymbolicWinner]) -> Iterator[str]:
    """The first two rows of winners, by the third row, or all rows from the third on, that the bite leaves."""
    for bottom, group in groupby(lines, key=lambda line: line.loser.bottom):
        left = ", ".join(map(str, _tail_of(bottom))) or "0"
        pairs = (_rows((third + line.start + line.b, third + line.start), (), line.step, "α", "") for line in group)
        yield f"`{letter} = {left}`: {', '.join(f'`{pair}`' for pair in pairs)}"


@shows(Proposition)
def proposition_text(found: Proposition, width: int = WIDTH) -> str:
    """A proposition for a terminal."""
    return document_text(proposition_document(found), width)


@shows(Proposition, "latex")
def proposition_latex(found: Proposition, references: References = SOUNDNESS) -> str:
    """A proposition as LaTeX, proved by the theorems that it refers to."""
    return document_latex(proposition_document(found, references))


for _form in ("markdown", "html"):
    shows(Proposition, _form)(lambda found, form=_form: render(proposition_document(found), form))


@shows(Proposition, "json")
def proposition_data(found: Proposition) -> Data:
    """The same as data: formulas as they are printed, and the proof's numbers."""
    parts = proposition_document(found)
    forms = [(part.text.rstrip(":"), part.items) for part in parts if part.kind == "item"]
    return {
        "tail": list(found.proof.slice.tail),
        "losers": list(parts[0].items),
        "winners": [{"bite": _bare(text), "forms": list(map(_bare, items))} for text, items in forms],
        "proof": found.proof.to_dict(),
        "sources": sources_data(found.sources),
    }


@shows(Proposition, "formula")
def proposition_formula(found: Proposition) -> str:
    """The statement of a proposition as one formula of LaTeX, for a notebook."""
    listed = r",\ ".join(latex_math(rows_formula(loser)) for loser in losers_by_row(found.proof))
    position = f"(a, b{_tail(found.proof.slice)})"
    return rf"$${position} \in \mathcal{{P}} \iff {position} \in \{{{listed}\}}$$"


def losers_by_row(proof: Proof) -> list[SymbolicLoser]:
    """The losers in the order of their second rows."""
    return sorted(symbolic_losers(proof.slice, proof.sequence), key=lambda loser: loser.start)


def loser_condition(proof: Proof) -> str:
    """The losers by the difference of the first two rows, as in Proposition 2 of [Zei01], or "" if they are finite."""
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
    """The data of the proof, and the theorem that makes them a proof."""
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
    period = f"Period: `({', '.join(map(str, sequence.period))})`, forever."
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
    """Two rows that grow together with a letter, and the other rows, without empty ones."""
    rows = [*(linear(row, step, letter, times) for row in pair), *map(str, tail)]
    while len(rows) > 1 and rows[-1] == "0":
        rows.pop()
    return f"({', '.join(rows)})"


def _tail_of(bottom: tuple[int, ...]) -> tuple[int, ...]:
    """The rows from the third on that these columns in brackets give."""
    return tuple(row for row in reversed(tuple(accumulate(bottom))) if row)


def _bare(text: str) -> str:
    return text.replace("`", "")


def _tail(slice_: Slice) -> str:
    return "".join(f", {row}" for row in slice_.tail)


def _number(slice_: Slice) -> str:
    """The number of the proposition: its third row, or the rows from the third on."""
    return str(slice_.width) if len(slice_.tail) < 2 else f"({', '.join(map(str, slice_.tail))})"
