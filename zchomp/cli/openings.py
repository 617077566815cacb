"""The command about openings of bars."""

from pathlib import Path

import click

from zchomp.answers.openings import estimate_openings
from zchomp.answers.openings import openings as find
from zchomp.cli.options import at_most_one, csv_option, json_option, reports, zchomp
from zchomp.errors import InvalidArgument
from zchomp.notation import parse_size
from zchomp.terminal.render import announce, progress_bar, show, show_data
from zchomp.words.bars import openings_csv, openings_data, openings_text
from zchomp.words.data import json_text

__all__ = ["openings"]


def bar_size(_ctx: click.Context, _param: click.Parameter, words: tuple[str, ...]) -> tuple[int, int]:
    """The size of a bar, like 8x10, in one word or in several."""
    try:
        rows, columns = parse_size(" ".join(words), largest=99_999)
    except InvalidArgument as error:
        raise click.BadParameter(str(error)) from None
    return rows, columns


@zchomp.command(short_help="All winning openings of every bar that fits into one.")
@click.argument("size", nargs=-1, required=True, callback=bar_size, metavar="SIZE")
@click.option("--several", is_flag=True, help="Only bars with more than one winning opening.")
@click.option("--count", is_flag=True, help="Also count the losers within each bar.")
@click.option("--check", is_flag=True, help="Compare every position with the definition of losers afterwards.")
@csv_option
@reports
@json_option
def openings(size: tuple[int, int], several: bool, count: bool, check: bool, as_csv: bool, as_json: bool) -> None:
    """List the winning openings of every bar that fits into SIZE, and count the losers.

    SIZE has rows and columns, like 8x10. Large bars need the extra 'fast', and memory: about 1.4 GB for 10x42. If a
    long run is interrupted, the same command resumes it, except with --check.
    """
    at_most_one(csv=as_csv, json=as_json)
    rows, columns = sorted(size)
    announce(estimate_openings(rows, columns, check))
    with progress_bar("solving") as progress:
        work = Path(f"chomp-openings-{rows}x{columns}")
        found = find(rows, columns, check, progress, work)
    if as_json or as_csv:
        show_data(json_text(openings_data(found, several, count)) if as_json else openings_csv(found, several, count))
    else:
        show(openings_text(found, several, count))
