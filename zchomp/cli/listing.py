"""Commands that list what the Maple packages list: winners, the table of Winning Ways, propositions."""

import json

import click

from zchomp.answers.tables import column_table
from zchomp.answers.winners import symbolic_winners
from zchomp.cli.options import known, two_letters, whole_number, zchomp
from zchomp.slices import Slice
from zchomp.terminal.render import show, terminal_width
from zchomp.words.propositions import Proposition, article, proposition, propositions
from zchomp.words.statements import proposition_json
from zchomp.words.tables import ptable_csv, ptable_json, ptable_text
from zchomp.words.winners import winners_json, winners_maple, winners_text

__all__ = ["ptable", "theorem", "winners"]


@zchomp.command(short_help="All winners, with their winning moves.")
@click.argument("third", metavar="[K]", type=whole_number(), required=False)
@click.option("--tail", help="More rows: those from the third on, '(4,2)' or '[2,2]'.")
@click.option("--all", "every", is_flag=True, help="The slices 1 to K, as WINNERS(a,b,K), and not K alone.")
@click.option("--symbols", type=two_letters, default="a,b", show_default=True, help="The letters.")
@click.option("--maple", is_flag=True, help="For Maple: a table of sets of pairs [winner, loser].")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def winners(
    third: int | None, tail: str | None, every: bool, symbols: tuple[str, str], maple: bool, as_json: bool
) -> None:
    """List the winners with third row K, each with its winning moves, as WINNERS(a,b,K) does."""
    if (third is None) == (tail is None) or (every and not third):
        raise click.UsageError("expected either K, the third row, or --tail, and not both; --all goes with a K above 0")
    widest = Slice((third or 0,)) if tail is None else Slice.parse(tail)
    slices = [Slice((c,)) for c in range(1, widest.width + 1)] if every else [widest]
    known(symbolic_winners(widest))
    slices = [(slice_, known(symbolic_winners(slice_))) for slice_ in slices]
    if as_json:
        show(json.dumps([winners_json(slice_, lines) for slice_, lines in slices]))
    elif maple:
        show(winners_maple(slices, symbols))
    else:
        show("\n".join(winners_text(slice_, lines, symbols) for slice_, lines in slices))


@zchomp.command("ptable", short_help="The table of Winning Ways, continued.")
@click.argument("upto", metavar="K", type=whole_number())
@click.option("--width", type=whole_number(20), help="How many characters a line may have.  [default: the terminal's]")
@click.option("--csv", "as_csv", is_flag=True, help="As comma-separated values, on one page.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def ptable(upto: int, width: int | None, as_csv: bool, as_json: bool) -> None:
    """Print the table of Winning Ways, page 599, to third row K, as PTable(K) does: one column a slice."""
    proofs = known(column_table(upto))
    if as_json:
        show(json.dumps(ptable_json(proofs)))
    else:
        show(ptable_csv(proofs) if as_csv else ptable_text(proofs, width or terminal_width()))


@zchomp.command("theorem", short_help="Proposition C, and whole articles.")
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@click.option("--upto", type=whole_number(), help="All propositions from 0 to this; with --latex a whole article.")
@click.option("--latex", "style", flag_value="latex", help="As LaTeX (environments proposition and proof).")
@click.option("--markdown", "style", flag_value="markdown", help="As Markdown.")
@click.option("--json", "style", flag_value="json", help="For programs.")
def theorem(third: int | None, upto: int | None, style: str | None) -> None:
    """State Proposition C of [Zei01]: the losers (a, b, C), how to win all other positions, and the proof's data."""
    if (third is None) == (upto is None):
        raise click.UsageError("expected either C, the third row, or --upto, and not both")
    found = [known(proposition(third or 0))] if upto is None else known(propositions(upto))
    if style == "json":
        show(json.dumps([proposition_json(one.proof, one.winners) for one in found]))
    elif style == "latex":
        show(found[0].latex() if upto is None else article(found))
    else:
        write = Proposition.markdown if style == "markdown" else Proposition.text
        show("\n\n".join(map(write, found)))
