"""Commands that list what the Maple packages list: winners, the table of Winning Ways, propositions."""

import click

from zchomp.answers.questions import the_oracle
from zchomp.answers.tables import column_table
from zchomp.answers.winners import all_winners
from zchomp.answers.winners import winners as winners_of
from zchomp.cli.options import (
    at_most_one,
    csv_option,
    exactly_one,
    json_option,
    known,
    slice_argument,
    tail_option,
    two_letters,
    whole_number,
    zchomp,
)
from zchomp.cli.sources import asks
from zchomp.terminal.render import NARROW, show, show_data, terminal_width
from zchomp.words.data import json_text
from zchomp.words.opening_theorem import (
    opening_theorem_data,
    opening_theorem_latex,
    opening_theorem_markdown,
    opening_theorem_text,
)
from zchomp.words.propositions import Proposition, article, proposition, propositions
from zchomp.words.statements import proposition_data
from zchomp.words.tables import ptable_csv, ptable_data, ptable_text
from zchomp.words.winners import winners_csv, winners_data, winners_maple, winners_text

__all__ = ["ptable", "theorem", "winners"]


@zchomp.command(short_help="All winners, with their winning moves.")
@click.argument("third", metavar="[K]", type=whole_number(), required=False)
@tail_option
@click.option(
    "--all", "every", is_flag=True, help="List those with third rows 1 to K, as WINNERS(a,b,K) of Chomp3Rows does."
)
@click.option("--symbols", type=two_letters, metavar="a,b", default="a,b", show_default=True, help="The letters.")
@click.option("--maple", is_flag=True, help="Print Maple: a table of sets of pairs [winner, loser].")
@csv_option
@json_option
@asks
def winners(
    third: int | None,
    tail: str | None,
    every: bool,
    symbols: tuple[str, str],
    maple: bool,
    as_csv: bool,
    as_json: bool,
) -> None:
    """List the winners with third row K, each with its winning moves.

    A line holds for all values 0, 1, 2, ... of its letters.
    """
    widest = slice_argument(third, tail, "K")
    if every and not third:
        raise click.UsageError("expected a K above 0 with --all")
    at_most_one(maple=maple, csv=as_csv, json=as_json)
    found = known(all_winners(widest.width)) if every else [(widest, known(winners_of(widest)))]
    source = the_oracle().source
    if as_json:
        show_data(json_text([winners_data(slice_, lines, source(slice_)) for slice_, lines in found]))
    elif as_csv or maple:
        show_data(winners_csv(found) if as_csv else winners_maple(found, symbols))
    else:
        show("\n".join(winners_text(slice_, lines, symbols) for slice_, lines in found))


@zchomp.command("ptable", short_help="The table of Winning Ways, continued.")
@click.argument("upto", metavar="K", type=whole_number())
@click.option("--width", type=whole_number(20), help="How many characters a line may have.  [default: the terminal's]")
@csv_option
@json_option
@asks
def ptable(upto: int, width: int | None, as_csv: bool, as_json: bool) -> None:
    """Print the table of Winning Ways, page 599, to third row K, as PTable(K) of the Maple package Chomp3Rows does.

    There is a column for each slice. With --csv, too, the period of a column that goes on for ever stands twice; a
    column that ends has a 0 at its end.
    """
    at_most_one(csv=as_csv, json=as_json)
    proofs = known(column_table(upto))
    if as_json or as_csv:
        show_data(json_text(ptable_data(proofs, the_oracle().source)) if as_json else ptable_csv(proofs))
    else:
        show(ptable_text(proofs, width or terminal_width() or NARROW))


@zchomp.command("theorem", short_help="State a result for an article, as text or LaTeX.")
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@click.option("--upto", type=whole_number(), help="All propositions from 0 to this; with --latex a whole article.")
@click.option("--openings", is_flag=True, help="The theorem that every 3 x n bar has exactly one winning opening.")
@click.option("--latex", is_flag=True, help="Print LaTeX (environments proposition and proof).")
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@json_option
@asks
def theorem(third: int | None, upto: int | None, openings: bool, latex: bool, markdown: bool, as_json: bool) -> None:
    """State Proposition C of [Zei01]: the losers (a, b, C), how to win all other positions, and the proof's data.

    With --openings, state and prove that every 3 x n bar has exactly one winning opening, and what follows from it. The
    LaTeX of that has the environments lemma, theorem, corollary and proof.
    """
    exactly_one("C", "the third row", "--upto or --openings", "5", third, upto, openings or None)
    at_most_one(latex=latex, markdown=markdown, json=as_json)
    if openings:
        if as_json or latex or markdown:
            written = opening_theorem_latex() if latex else opening_theorem_markdown()
            show_data(json_text(opening_theorem_data()) if as_json else written)
        else:
            show(opening_theorem_text())
        return
    found = [known(proposition(third or 0))] if upto is None else known(propositions(upto))
    source = the_oracle().source
    if as_json:
        show_data(json_text([proposition_data(one.proof, one.winners, source(one.proof.slice)) for one in found]))
    elif latex:
        show_data(found[0].latex() if upto is None else article(found))
    elif markdown:
        show_data("\n\n".join(map(Proposition.markdown, found)))
    else:
        show("\n\n".join(map(Proposition.text, found)))
