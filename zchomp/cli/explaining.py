"""Commands that explain: a result as a theorem, how the losers of a slice are found and proved, how to cite."""

from functools import partial

import click

from zchomp.answers.oracle import Oracle
from zchomp.answers.propositions import proposition, propositions
from zchomp.cli.commands import known, zchomp
from zchomp.cli.options import (
    Form,
    exactly_one,
    form_options,
    oracle_options,
    present,
    slice_argument,
    tail_option,
    whole_number,
)
from zchomp.showing import stacked
from zchomp.terminal.render import terminal_width
from zchomp.words import theorems
from zchomp.words.article import article
from zchomp.words.citation import citation_data, citation_text
from zchomp.words.documents import WIDTH, Document, document_latex, document_markdown, document_text
from zchomp.words.propositions import proposition_data, proposition_text

__all__ = ["cite", "conjectures", "genfun", "show_theorem", "theorem"]


@zchomp.command("theorem", short_help="State a result for an article, as text or LaTeX.")
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@tail_option
@click.option("--upto", type=whole_number(), help="All propositions from 0 to this; with --latex a whole article.")
@click.option("--openings", is_flag=True, help="The theorem that every 3 x n bar has exactly one winning opening.")
@click.option("--two-rows", is_flag=True, help="The formula for the nim-values of all bars of two rows.")
@form_options(latex="Print LaTeX (environments proposition and proof).", markdown="Print Markdown.")
@oracle_options
def theorem(
    third: int | None, tail: str | None, upto: int | None, openings: bool, two_rows: bool, form: Form, oracle: Oracle
) -> None:
    """State Proposition C of [Zei01]: the losers (a, b, C), how to win all other positions, and the proof's data.

    [Zei01] is Three-rowed CHOMP, by D. Zeilberger (2001). With --tail, state the same for all rows from the third on.
    With --openings, state and prove that every 3 x n bar has exactly one winning opening, with the consequences. With
    --two-rows, state and prove the formula for the nim-values of two rows. Their LaTeX uses the environments lemma,
    theorem, corollary and proof. Growing orders have theorems of their own: zchomp grow arms 2 --theorem.
    """
    others = "--tail or --upto or --openings or --two-rows"
    exactly_one("C", "the third row", others, third, tail, upto, openings or None, two_rows or None)
    if openings or two_rows:
        show_theorem(theorems.OPENINGS if openings else theorems.TWO_ROWS, form)
        return
    found = (
        [known(proposition(tail or third or 0, oracle=oracle))]
        if upto is None
        else known(propositions(upto, oracle=oracle))
    )
    present(
        form,
        found,
        lambda all_: stacked((proposition_text(one, _width()) for one in all_), between="\n\n"),
        lambda all_: [*map(proposition_data, all_)],
        latex=lambda all_: all_[0].latex() if upto is None else article(all_),
        markdown=lambda all_: "\n\n".join(one.markdown() for one in all_),
    )


def show_theorem(document: Document, form: Form) -> None:
    """Print a theorem with its proof."""
    present(
        form,
        document,
        partial(document_text, width=_width()),
        theorems.theorem_data,
        latex=document_latex,
        markdown=document_markdown,
    )


def _width() -> int:
    """The length of the lines of a theorem."""
    return min(terminal_width() or WIDTH, WIDTH)


@zchomp.command(short_help="How the losers with one third row are found and proved.")
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@tail_option
@form_options()
@oracle_options
def conjectures(third: int | None, tail: str | None, form: Form, oracle: Oracle) -> None:
    """Show how the losers with third row C are found, conjectured and proved by generating functions."""
    from zchomp.answers.generating_functions import conjectures as story_of
    from zchomp.words.generating_functions import history_data, history_text

    present(form, known(story_of(slice_argument(third, tail), oracle=oracle)), history_text, history_data)


@zchomp.command(short_help="The generating functions that prove a slice.")
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@tail_option
@form_options(latex="Print LaTeX.")
@oracle_options
def genfun(third: int | None, tail: str | None, form: Form, oracle: Oracle) -> None:
    """Show the generating functions of the losers with third row C, and the identity that proves them."""
    from zchomp.answers.generating_functions import generating_functions
    from zchomp.words.generating_functions import identity_data, identity_text

    coverage = known(generating_functions(slice_argument(third, tail), oracle=oracle))
    present(form, coverage, identity_text, identity_data, latex=partial(identity_text, latex=True))


@zchomp.command(short_help="How to cite zchomp and its results.")
@form_options()
def cite(form: Form) -> None:
    """Print how to cite zchomp and a result, with an entry for BibTeX."""
    present(form, citation_data(), citation_text, dict)
