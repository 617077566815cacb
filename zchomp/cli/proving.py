"""The command that proves."""

from pathlib import Path

import click

from zchomp.certificate.certify import certify, usual_method
from zchomp.certificate.format import MODES, Mode, usual_name
from zchomp.cli.options import json_option, known, whole_number, zchomp
from zchomp.engines.prover import METHODS, Method, is_large
from zchomp.results import Claim
from zchomp.terminal.render import progress_bar, show, show_data, show_error
from zchomp.words.data import json_text
from zchomp.words.reports import report_data, report_text

__all__ = ["prove"]


@zchomp.command(short_help="Prove all slices, write the certificate, verify it.")
@click.option("--upto", type=whole_number(), help="The largest third row.  [required, except for two rows]")
@click.option("--rows", type=whole_number(2), default=3, show_default=True, help="The number of rows.")
@click.option("--nim", type=whole_number(), default=0, show_default=True, help="All nim-values up to this one.")
@click.option(
    "--mode",
    type=click.Choice(MODES),
    default="full",
    show_default=True,
    help="Write the terms of each head, or only a digest of them.",
)
@click.option(
    "--method",
    type=click.Choice(METHODS),
    help="How to prove; the certificate is the same. both: by two engines that must agree; recurrence: by the return "
    "of state; genfun: by generating functions; compiled: the recurrence, compiled.  "
    "[default: both, or recurrence where genfun would take long, compiled where that is quicker and installed]",
)
@click.option(
    "--max-terms", type=whole_number(1), help="Stop, with exit code 1, if a slice is not proved after this many terms."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Where to write the certificate.  [default: named after the claim]",
)
@json_option
def prove(
    upto: int | None,
    rows: int,
    nim: int,
    mode: Mode,
    method: Method | None,
    max_terms: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Prove all slices, write the certificate, and have it verified.

    A slice is the set of the positions with given rows from the third on and a given nim-value; with nim-value 0 these
    are losers. All slices with third row at most --upto are proved. If the run is interrupted, the same command resumes
    it.
    """
    if upto is None and rows > 2:
        raise click.UsageError("missing option '--upto'; expected the largest third row, for example --upto 115")
    claim = Claim(rows, nim, upto or 0)
    chosen = method or usual_method(claim)
    if method is None and is_large(claim) and chosen != "compiled":
        install = "install it in your clone of zchomp with: pip install '.[fast]'"
        show_error(f"the extra 'fast' makes this many times faster; {install}")
    with progress_bar() as stage:
        report = certify(claim, out or Path(usual_name(claim, mode)), mode, chosen, stage, max_terms)
    found = known(report)
    show_data(json_text(report_data(found))) if as_json else show(report_text(found))
