"""Commands that explain, draw or export: theorems, articles, citations, pictures, tables, certificates for Coq.

matplotlib is imported when a picture is drawn.
"""

import re
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zchomp.bars.position import Position
from zchomp.bars.propositions import proposition, propositions
from zchomp.cli.commands import Callback, Commands, known, missing, zchomp
from zchomp.cli.options import (
    Form,
    ReadFile,
    at_most_one,
    effort_of,
    exactly_one,
    form_options,
    interval,
    out_option,
    position_argument,
    present,
    progress_options,
    session_options,
    show_written,
    size,
    slice_argument,
    tail_option,
    upto_options,
    whole_number,
)
from zchomp.core import limits
from zchomp.core.documents import WIDTH, Document
from zchomp.core.files import write_file
from zchomp.core.numbers import counted
from zchomp.core.runs import silent
from zchomp.core.showing import render, stacked
from zchomp.core.tables import FileFormat, csv_pieces, format_of, write_table
from zchomp.documents.article import OPENINGS, TWO_ROWS, article, citation
from zchomp.documents.exports import TABLES, TableName, tabulate
from zchomp.errors import quote
from zchomp.proof.coq import coq_module
from zchomp.terminal.render import progress_bar, show, show_data, terminal_width

if TYPE_CHECKING:
    from zchomp.core.answers import Unknown
    from zchomp.pictures.style import Figure


def table_source(_ctx: click.Context, _param: click.Parameter, text: str | None) -> int | Path | None:
    """The type of an argument: a certificate, or the largest third row."""
    if text is None:
        return None
    if re.fullmatch(r"[0-9]{1,15}", text):
        return int(text)
    if not Path(text).is_file():
        expected = "expected a certificate, or the largest third row like 115"
        raise click.UsageError(f"there is no file {quote(text)}; {expected}")
    return Path(text)


@zchomp.command()
@click.argument("what", metavar="[TABLE]", type=click.Choice(TABLES), required=False)
@click.argument("source", metavar="[FILE|N]", callback=table_source, required=False)
@click.option("--csv", "as_csv", is_flag=True, help="Write comma-separated values.")
@click.option("--parquet", "as_parquet", is_flag=True, help="Write Parquet (needs the extra 'data').")
@click.option("--rows", type=interval, metavar="FIRST:LAST", help="Only these third rows r.  [default: all]")
@click.option(
    "--columns",
    type=interval,
    metavar="FIRST:LAST",
    help="The second rows of losers, or the columns q of the chart.  [default: from 0 to the largest third row; for "
    "losers, more where a head is longer]",
)
@click.option(
    "--coq",
    type=ReadFile(),
    metavar="FILE",
    help="Instead of a table, write this full certificate as a Coq module.",
)
@out_option("Where to write it.  [default: standard output; Parquet is named after the table]")
@effort_of(f"How long it may take.  [default: {limits.EXPORT_EFFORT:.0f}]")
@progress_options
def export(
    what: TableName | None,
    source: int | Path | None,
    as_csv: bool,
    as_parquet: bool,
    rows: range | None,
    columns: range | None,
    coq: Path | None,
    out: Path | None,
) -> None:
    """Write a table for spreadsheets and data frames, as CSV or as Parquet.

    TABLE is one of

    \b
    slices  every slice with its terms: kind, head, period, modulus, bound
    census  the same with the numbers of terms instead of the terms
    losers  every loser (first, second, third) with rows in a window;
            by default every finite slice, and every head, is complete
    chart   every value f(q, r) of Brouwer's chart in a window

    It is made from the certificate FILE, which is verified first, or from all slices of three rows with third row at
    most N, which are proved. `--coq` writes a certificate as a module that Coq can check.
    """  # noqa: D301 - click needs the character itself
    if coq is not None:
        if what is not None or as_csv or as_parquet:
            raise click.UsageError("expected a table or --coq FILE, not both")
        if rows is not None or columns is not None:
            raise click.UsageError("--rows and --columns are for tables; a Coq module has the whole certificate")
        _export_coq(coq, out)
        return
    at_most_one(csv=as_csv, parquet=as_parquet)
    if what is None:
        raise click.UsageError(missing("TABLE", f"one of {', '.join(TABLES)} (or --coq FILE)"))
    file_format = _chosen_format("csv" if as_csv else "parquet" if as_parquet else None, out)
    made_of = source if source is not None or rows is None else rows[-1]
    if made_of is None:
        raise click.UsageError(missing("FILE or N", "a certificate or the largest third row"))
    if out is None and file_format == "parquet":
        named = made_of if isinstance(made_of, int) else made_of.stem.removeprefix("chomp-")
        out = Path(f"chomp-{what}-{named}.parquet")
    in_the_way = out is None and terminal_width() is not None  # the lines are on the same terminal as a progress bar
    with nullcontext(silent) if in_the_way else progress_bar() as progress:
        table = known(tabulate(what, made_of, rows=rows, columns=columns, progress=progress))
        if out is None:
            for _, text in csv_pieces(table):
                show_data(text)
        else:
            lines = write_table(table, out, file_format=file_format)
    if out is not None:
        show(f"{counted(lines, 'line')} with the columns {', '.join(table.columns)}.")
        show_written(out)


def _chosen_format(option: FileFormat | None, out: Path | None) -> FileFormat:
    """The format that an option or the name of the file says. They must not contradict each other."""
    named = format_of(out or "")
    if option is not None and named not in {None, option}:
        wrong = f"--{option} does not fit the name {quote(str(out), 200)}"
        raise click.UsageError(f"{wrong}; leave out --{option}, or choose a name that ends in .{option}")
    chosen = option or named
    if chosen is None:
        raise click.UsageError("expected --csv or --parquet, or --out with a name that ends in .csv or .parquet")
    return chosen


def _export_coq(source: Path, out: Path | None) -> None:
    text = coq_module(source)
    if out is None:
        show_data(text.rstrip("\n"))
    else:
        write_file(out, text)
        show_written(out)


@zchomp.command("theorem")
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@tail_option
@click.option("--upto", type=whole_number(), help="All propositions from 0 to this; with --latex a whole article.")
@click.option("--openings", is_flag=True, help="The theorem that every 3 x n bar has exactly one winning opening.")
@click.option("--two-rows", is_flag=True, help="The formula for the nim-values of all bars of two rows.")
@form_options(latex="Print LaTeX (environments proposition and proof).", markdown="Print Markdown.")
@session_options
def theorem(third: int | None, tail: str | None, upto: int | None, openings: bool, two_rows: bool, form: Form) -> None:
    """State Proposition C of [Zei01]: the losers (a, b, C), how to win all other positions, and the proof's data.

    [Zei01] is Three-rowed CHOMP, by D. Zeilberger (2001). With --tail, state the same for all rows from the third on.
    With --openings, state and prove that every 3 x n bar has exactly one winning opening, with the consequences. With
    --two-rows, state and prove the formula for the nim-values of two rows. Their LaTeX uses the environments lemma,
    theorem, corollary and proof. Growing orders have theorems of their own: zchomp grow arms 2 --theorem.
    """
    others = "--tail or --upto or --openings or --two-rows"
    exactly_one("C", "the third row", others, third, tail, upto, openings or None, two_rows or None)
    if openings or two_rows:
        show_theorem(OPENINGS if openings else TWO_ROWS, form)
        return
    found = [known(proposition(tail or third or 0))] if upto is None else known(propositions(upto))
    if upto is not None and form == "latex":
        show_data(article(found))
    else:
        between = "\n\n"
        present(form, found, lambda all_: stacked((render(one, width=_width()) for one in all_), between))


def show_theorem(document: Document, form: Form) -> None:
    """Print a theorem with its proof."""
    present(form, document, width=_width())


def _width() -> int:
    """The length of the lines of a theorem."""
    return min(terminal_width() or WIDTH, WIDTH)


@zchomp.command()
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@tail_option
@form_options()
@session_options
def conjectures(third: int | None, tail: str | None, form: Form) -> None:
    """Show how the losers with third row C are found, conjectured and proved by generating functions."""
    from zchomp.bars.generating_functions import conjectures as story_of

    present(form, known(story_of(slice_argument(third, tail))))


@zchomp.command()
@click.argument("third", metavar="[C]", type=whole_number(), required=False)
@tail_option
@form_options(latex="Print LaTeX.")
@session_options
def genfun(third: int | None, tail: str | None, form: Form) -> None:
    """Show the generating functions of the losers with third row C, and the identity that proves them."""
    from zchomp.bars.generating_functions import generating_functions

    present(form, known(generating_functions(slice_argument(third, tail))))


@zchomp.command()
@form_options()
def cite(form: Form) -> None:
    """Print how to cite zchomp and a result, with an entry for BibTeX."""
    present(form, citation())


picture_option = out_option("NAME.png, .svg or .pdf.  [default: named after the picture]")


@zchomp.group(cls=Commands)
def plot() -> None:
    """Draw a picture, as PNG, SVG or PDF. This needs the extra 'plot'."""


def picture(name: str, short_help: str, about: str, number: Callable[[Callback], Callback]) -> None:
    """Add the command for a picture of the chart with one parameter, which is an argument or an option."""

    @number
    @picture_option
    @session_options
    def command(upto: int, out: Path | None) -> None:
        from zchomp.pictures import charts

        draw: Callable[..., Figure | Unknown] = getattr(charts, f"plot_{name}")
        _save(lambda: draw(upto), out, f"{name}-{upto}")

    plot.command(name, short_help=short_help, help=about)(command)


picture(
    "chart",
    "The chart f(q, r), as colours.",
    "Draw the first rows of all losers, by their second row q and third row r.",
    upto_options("largest row and column", 1, 24),
)
picture(
    "diagonal",
    "How far f(n, n) is from αn, where α = 1 + 1/√2.",
    "Draw f(n, n) - αn, where α = 1 + 1/√2 and (f(n, n), n, n) is a loser.",
    upto_options("largest n", 1, 2000),
)
picture(
    "row",
    "The losers with third row C.",
    "Draw the losers with third row C: where they are irregular, and where they become periodic.",
    click.argument("upto", metavar="C", type=whole_number()),
)
picture(
    "periods",
    "The third rows with a period above 1.",
    "Draw which third rows have losers of a period above 1, and which period.",
    upto_options("largest third row", 1, 2000),
)


@plot.command("bar", short_help="A bar with its winning moves.")
@position_argument()
@picture_option
@session_options
def bar_picture(position: str, out: Path | None) -> None:
    """Draw a bar with its poison and its winning moves."""
    from zchomp.pictures.bars import plot_bar

    rows = Position.parse(position).rows
    _save(lambda: plot_bar(position), out, f"bar-{'-'.join(map(str, rows))}")


@plot.command("grundy", short_help="The nim-values of all positions within a bar of two or three rows.")
@click.argument("size", metavar="SIZE", type=size(999))
@picture_option
@session_options
def nim_values_picture(size: tuple[int, int], out: Path | None) -> None:
    """Draw the nim-values within a bar of two rows, as colours, or of the positions (n, q, r) within a bar 3xn.

    For three rows a second picture shows the nim-values of the bars 3 x 1, ..., 3 x n.
    """
    from zchomp.pictures.bars import plot_nim_values

    rows, columns = size
    _save(lambda: plot_nim_values((columns,) * rows), out, f"grundy-{rows}x{columns}")


def _save(draw: "Callable[[], Figure | Unknown]", out: Path | None, name: str) -> None:
    """Draw a picture and write it. A file name that no picture can have is refused first."""
    from zchomp.pictures.style import check_name, save_picture

    path = check_name(out or f"chomp-{name}.png")
    save_picture(known(draw()), path)
    show_written(path)
