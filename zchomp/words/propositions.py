"""Words of propositions: for a terminal, as Markdown, HTML and LaTeX, and as a whole article."""

from zchomp.answers.propositions import Proposition
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

__all__ = [
    "article",
    "proposition_formula",
    "proposition_html",
    "proposition_latex",
    "proposition_markdown",
    "proposition_text",
]


def proposition_text(found: Proposition) -> str:
    """A proposition for a terminal."""
    return PLAIN.write(found.proof.slice, paragraphs(found.proof, found.winners))


def proposition_markdown(found: Proposition) -> str:
    """A proposition as Markdown."""
    return MARKDOWN.write(found.proof.slice, paragraphs(found.proof, found.winners))


def proposition_latex(found: Proposition, references: References = SOUNDNESS) -> str:
    """A proposition as LaTeX, for a document with the environments proposition and proof (amsthm)."""
    return LATEX.write(found.proof.slice, paragraphs(found.proof, found.winners, references))


def proposition_html(found: Proposition) -> str:
    """A proposition as HTML, for a notebook."""
    return HTML.write(found.proof.slice, paragraphs(found.proof, found.winners))


def proposition_formula(found: Proposition) -> str:
    """The statement of a proposition as one formula of LaTeX, for a notebook."""
    listed = r",\ ".join(latex_math(rows_formula(loser)) for loser in losers_by_row(found.proof))
    position = f"(a, b{''.join(f', {row}' for row in found.proof.slice.tail)})"
    return rf"$${position} \in \mathcal{{P}} \iff {position} \in \{{{listed}\}}$$"


def article(found: list[Proposition]) -> str:
    """A whole LaTeX document with these propositions.

    >>> from zchomp.answers.propositions import propositions
    >>> article(propositions(1)).count("begin{proposition}")
    2
    """
    return article_latex([one.proof for one in found], [proposition_latex(one, IN_ARTICLE) for one in found])
