"""Commands that explain: a result as a theorem, how the losers of a slice are found and proved, how to cite."""

import click

from zchomp.answers.propositions import Proposition, proposition, propositions
from zchomp.cli.options import (
    at_most_one,
    exactly_one,
    json_option,
    known,
    slice_argument,
    tail_option,
    whole_number,
    zchomp,
)
from zchomp.cli.sources import asks
from zchomp.terminal.render import show, show_data, terminal_width
from zchomp.words.citation import citation_data, citation_text
from zchomp.words.data import json_text
from zchomp.words.opening_theorem import (
    opening_theorem_data,
    opening_theorem_latex,
    opening_theorem_markdown,
    opening_theorem_text,
)
from zchomp.words.propositions import article
from zchomp.words.statements import WIDTH, paragraphs, plain, proposition_data

__all__ = ["cite", "conjectures", "genfun", "theorem"]


@zchomp.command("theorem", short_help="State a result for an article, as text or LaTeX.")
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@tail_option
@click.option("--upto", type=whole_number(), help="All propositions from 0 to this; with --latex a whole article.")
@click.option("--openings", is_flag=True, help="The theorem that every 3 x n bar has exactly one winning opening.")
@click.option("--latex", is_flag=True, help="Print LaTeX (environments proposition and proof).")
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@json_option
@asks
def theorem(
    third: int | None,
    tail: str | None,
    upto: int | None,
    openings: bool,
    latex: bool,
    markdown: bool,
    as_json: bool,
) -> None:
    """State Proposition C of [Zei01]: the losers (a, b, C), how to win all other positions, and the proof's data.

    With --tail, state the same for all rows from the third on. With --openings, state and prove that every 3 x n bar
    has exactly one winning opening, with the consequences. Its LaTeX uses the environments lemma, theorem, corollary
    and proof.
    """
    exactly_one("C", "the third row", "--tail or --upto or --openings", third, tail, upto, openings or None)
    at_most_one(latex=latex, markdown=markdown, json=as_json)
    width = min(terminal_width() or WIDTH, WIDTH)
    if openings:
        if as_json or latex or markdown:
            written = opening_theorem_latex() if latex else opening_theorem_markdown()
            show_data(json_text(opening_theorem_data()) if as_json else written)
        else:
            show(opening_theorem_text(width))
        return
    found = [known(proposition(tail or third or 0))] if upto is None else known(propositions(upto))
    if as_json:
        show_data(json_text([proposition_data(one.proof, one.winners, one.sources) for one in found]))
    elif latex:
        show_data(found[0].latex() if upto is None else article(found))
    elif markdown:
        show_data("\n\n".join(map(Proposition.markdown, found)))
    else:
        write = plain(width).write
        show("\n\n".join(write(one.proof.slice, paragraphs(one.proof, one.winners)) for one in found))


@zchomp.command(short_help="How the losers with one third row are found and proved.")
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@tail_option
@json_option
@asks
def conjectures(third: int | None, tail: str | None, as_json: bool) -> None:
    """Show how the losers with third row C are found, conjectured and proved by generating functions."""
    from zchomp.answers.generating_functions import conjectures as story_of
    from zchomp.words.stories import story_data, story_text

    story = known(story_of(slice_argument(third, tail)))
    show_data(json_text(story_data(story))) if as_json else show(story_text(story))


@zchomp.command(short_help="The generating functions that prove a slice.")
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@tail_option
@click.option("--latex", is_flag=True, help="Print LaTeX.")
@json_option
@asks
def genfun(third: int | None, tail: str | None, latex: bool, as_json: bool) -> None:
    """Show the generating functions of the losers with third row C, and the identity that proves them."""
    from zchomp.answers.generating_functions import generating_functions
    from zchomp.words.identities import identity_data, identity_text

    at_most_one(latex=latex, json=as_json)
    coverage = known(generating_functions(slice_argument(third, tail)))
    if as_json or latex:
        show_data(json_text(identity_data(coverage)) if as_json else identity_text(coverage, latex=True))
    else:
        show(identity_text(coverage))


@zchomp.command(short_help="How to cite zchomp and its results.")
@json_option
def cite(as_json: bool) -> None:
    """Print how to cite zchomp and a result, with an entry for BibTeX."""
    show_data(json_text(citation_data())) if as_json else show(citation_text(), headed=False)
