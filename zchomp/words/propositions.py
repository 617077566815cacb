"""Propositions: what is proved of one third row, as a theorem to print.

    [Zei01]             here
    Proposition 2       proposition(2)
    the whole paper     article(propositions(n)): a LaTeX document with Propositions 0 to n

In [Zei01] the computer finds, proves and prints the propositions; so it does here.
"""

from dataclasses import dataclass

from zchomp.answers.questions import the_oracle
from zchomp.answers.winners import WinnerFamily, are_listed_upto, chosen_families
from zchomp.results import Proof, Unknown
from zchomp.slices import Slice, SliceLike
from zchomp.words.article import IN_ARTICLE, article_latex
from zchomp.words.statements import (
    HTML,
    LATEX,
    MARKDOWN,
    PLAIN,
    SOUNDNESS,
    References,
    latex_math,
    losers_by_row,
    paragraphs,
    rows_formula,
)

__all__ = ["Proposition", "article", "proposition", "propositions"]


@dataclass(frozen=True, slots=True)
class Proposition:
    """Proposition C: the losers (a, b, C), the forms of the winners with their moves, and the proof's data.

    >>> print(proposition(2).text().splitlines()[3])
      In other words: a − b = 2.
    """

    proof: Proof
    winners: tuple[WinnerFamily, ...]

    @property
    def third(self) -> int:
        """The third row."""
        return self.proof.slice.width

    def text(self) -> str:
        """For a terminal."""
        return PLAIN.write(self.proof.slice, paragraphs(self.proof, self.winners))

    def markdown(self) -> str:
        """As Markdown."""
        return MARKDOWN.write(self.proof.slice, paragraphs(self.proof, self.winners))

    def latex(self, references: References = SOUNDNESS) -> str:
        """As LaTeX, for a document that has the environments proposition and proof (amsthm)."""
        return LATEX.write(self.proof.slice, paragraphs(self.proof, self.winners, references))

    def _repr_html_(self) -> str:
        return HTML.write(self.proof.slice, paragraphs(self.proof, self.winners))

    def _repr_latex_(self) -> str:
        listed = r",\ ".join(latex_math(rows_formula(loser)) for loser in losers_by_row(self.proof))
        position = f"(a, b{''.join(f', {row}' for row in self.proof.slice.tail)})"
        return rf"$${position} \in \mathcal{{P}} \iff {position} \in \{{{listed}\}}$$"


def proposition(which: SliceLike) -> Proposition | Unknown:
    """The proposition about a third row, or about all rows from the third on; Unknown if the proof would take long.

    >>> proposition(5).proof.sequence
    Periodic(head=(5, 3), period=(4,))
    >>> print(proposition((2, 1)).text().splitlines()[0])
    Proposition (2, 1).
    """
    slice_ = Slice.of(which)
    proof = the_oracle().proof(slice_)
    if isinstance(proof, Unknown):
        return proof
    winners = chosen_families(slice_)
    return winners if isinstance(winners, Unknown) else Proposition(proof, tuple(winners))


def article(found: list[Proposition]) -> str:
    """A whole LaTeX document with these propositions.

    >>> article(propositions(1)).count("begin{proposition}")
    2
    """
    return article_latex([one.proof for one in found], [one.latex(IN_ARTICLE) for one in found])


def propositions(upto: int) -> list[Proposition] | Unknown:
    """Propositions 0 to ``upto``."""
    too_long = are_listed_upto(upto)
    if too_long is not None:
        return too_long
    found = []
    for third in range(upto + 1):
        one = proposition(third)
        if isinstance(one, Unknown):
            return one
        found.append(one)
    return found
