"""The command about openings of bars."""

from functools import partial
from pathlib import Path

import click

from zchomp import solid
from zchomp.answers.openings import OPENING_CHECKERS, BarOpenings, estimate_openings
from zchomp.answers.openings import openings as find
from zchomp.cli.commands import known, zchomp
from zchomp.cli.options import (
    CSV,
    Form,
    WrittenFile,
    at_most_one,
    checker_option,
    form_options,
    present,
    progress_options,
    show_written,
    size,
)
from zchomp.errors import InvalidArgument
from zchomp.notation import parse_size
from zchomp.solid.box_search import estimate_box
from zchomp.terminal.render import announce, progress_bar, show, show_error
from zchomp.words.openings import boxes_bfile, openings_csv, openings_data, openings_text

__all__ = ["openings"]


def bar_size(_ctx: click.Context, _param: click.Parameter, words: tuple[str, ...]) -> tuple[int, ...]:
    """The size of a bar, like 8x10, or of a box, like 2x3x8, in one or several words."""
    text = " ".join(words)
    try:
        return parse_size(text, dimensions=3, largest=99_999)
    except InvalidArgument:
        return size(99_999)(text)


@zchomp.command(short_help="The winning openings of all bars up to a size.")
@click.argument("bar", nargs=-1, required=True, callback=bar_size, metavar="SIZE")
@click.option("--several", is_flag=True, help="Only bars with more than one winning opening.")
@click.option("--count", is_flag=True, help="Also count the losers within each bar.")
@click.option("--check", is_flag=True, help="Compare every position with the definition of losers afterwards.")
@checker_option(*OPENING_CHECKERS, usual="an engine of zchomp")
@click.option(
    "--proof",
    type=WrittenFile(),
    help="Write a strategy that proves all openings of the bar SIZE to a file, for zchomp verify.",
)
@progress_options
@form_options(
    csv=CSV,
    bfile="For a box a x b x n: an OEIS b-file of the numbers of openings for 1 to n; with --count, of losers.",
)
def openings(
    bar: tuple[int, ...], several: bool, count: bool, check: bool, checker: str, proof: Path | None, form: Form
) -> None:
    """List the winning openings of every bar that fits into SIZE.

    SIZE has rows and columns, like 8x10. Large bars need the extra 'fast', and memory: about 1.4 GB for 10x42. If a
    long run is interrupted, the same command resumes it, except with --check and --checker proved. The program from Coq
    must be built first (make -C proofs).

    SIZE may also be that of a box, like 2x3x8: a solid bar, from which a move takes a cube and all cubes that are not
    nearer to the poison in any direction. Large boxes also need the extra 'fast'.
    """
    if checker == "proved" and (check or len(bar) == 3):
        raise click.UsageError("--checker proved takes a bar like 8x10, without --check")
    if len(bar) == 3:
        if proof is not None:
            raise click.UsageError("--proof takes a bar like 8x10, not a box")
        _boxes(bar, several, count, check, form)
        return
    if form == "bfile":
        raise click.UsageError("--bfile takes a box like 2x3x40, not a bar")
    rows, columns = sorted(bar)
    announce(estimate_openings(rows, columns, check, checker))
    with progress_bar() as progress:
        work = f"chomp-openings-{rows}x{columns}"
        found = known(find(rows, columns, check=check, checker=checker, progress=progress, work=work, warn=show_error))
    _present(found, several, count, form)
    if proof is not None:
        _write_proof(rows, columns, proof)


def _write_proof(rows: int, columns: int, path: Path) -> None:
    """Write a strategy that proves which openings of a bar win, and that no others do."""
    from zchomp.posets import bar, solve

    answer = known(known(solve(bar(f"{rows}x{columns}"))).certificate())
    answer.write(path)
    show_written(path)


def _boxes(box: tuple[int, ...], several: bool, count: bool, check: bool, form: Form) -> None:
    """List the winning openings of every box that fits into a box."""
    at_most_one(bfile=form == "bfile", several=several)
    a, b, n = sorted(box)
    announce(estimate_box((a, b, n), check))
    with progress_bar() as progress:
        found = known(solid.openings(a, b, n, check=check, progress=progress))
    if form == "bfile":
        show(boxes_bfile(found, count))
    else:
        _present(found, several, count, form)


def _present(found: BarOpenings | solid.BoxOpenings, several: bool, count: bool, form: Form) -> None:
    write = partial(openings_text, several=several, count=count)
    data = partial(openings_data, several=several, count=count)
    present(form, found, write, data, csv=partial(openings_csv, several=several, count=count))
