"""Commands that prove, verify, and hand proofs over to others."""

import sys
from pathlib import Path
from typing import NoReturn

import click

from zchomp import verifier
from zchomp.certificate.certify import certify, is_large, usual_method
from zchomp.certificate.coq import coq
from zchomp.certificate.format import Mode
from zchomp.cli.options import known, whole_number, zchomp
from zchomp.engines.prover import METHODS, Method
from zchomp.results import Claim
from zchomp.terminal.render import progress_bar, show, show_error
from zchomp.words.proofs import report_text

__all__ = ["export", "prove", "verify"]


@zchomp.command()
@click.option("--upto", type=whole_number(), help="The largest third row; 0 for two rows.")
@click.option("--rows", type=whole_number(2), default=3, show_default=True, help="The number of rows.")
@click.option("--nim", type=whole_number(), default=0, show_default=True, help="All nim-values up to this one.")
@click.option(
    "--mode",
    type=click.Choice(["full", "compact"]),
    default="full",
    show_default=True,
    help="Heads listed, or digested.",
)
@click.option(
    "--method",
    type=click.Choice(METHODS),
    help="How to prove; the certificate is the same.  [default: both, or recurrence where genfun would take long]",
)
@click.option("--max-terms", type=whole_number(1), help="Give a slice up as unknown after so many terms.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write the certificate.  [default: by its claim]")
def prove(
    upto: int | None, rows: int, nim: int, mode: Mode, method: Method | None, max_terms: int | None, out: Path | None
) -> None:
    """Prove all slices, write the certificate, have it verified.

    An interrupted run is taken up again by the same command.
    """
    if upto is None and rows > 2:
        raise click.UsageError("missing option '--upto'; expected the largest third row, for example --upto 115")
    claim = Claim(rows, nim, upto or 0)
    chosen = method or usual_method(claim)
    if method is None and is_large(claim) and chosen != "compiled":
        show_error("the extra 'fast' makes this many times faster: pip install 'zchomp[fast]'")
    with progress_bar() as stage:
        report = certify(claim, out or Path(claim.filename(mode)), mode, chosen, stage, max_terms)
    show(report_text(known(report)))


@zchomp.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def verify(arguments: tuple[str, ...]) -> NoReturn:
    """Check certificates: [--expect rows=3,upto=115] FILE...

    This runs the stand-alone verifier. Exit code 0 and a last line `s VERIFIED ...` mean that the claim is true.
    """
    sys.exit(verifier.main(arguments, prog="zchomp verify"))


@zchomp.command(short_help="A certificate as a Coq module.")
@click.option(
    "--coq",
    "source",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    required=True,
    metavar="FILE",
    help="The certificate, for Coq: full mode, three rows, nim-value 0.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Where to write it.  [default: standard output]")
def export(source: Path, out: Path | None) -> None:
    """Write a certificate as a Coq module, to be checked by proofs/Checker.v inside Coq."""
    text = coq(source)
    if out is None:
        show(text.rstrip("\n"))
    else:
        out.write_text(text)
