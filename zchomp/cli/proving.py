"""The command that proves."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zchomp import limits
from zchomp.amounts import data_size
from zchomp.certificate.certify import (
    CertificateReport,
    certify,
    estimate_certificate,
    size_problem,
    usual_method,
)
from zchomp.certificate.checking import CHECKERS, CheckerName
from zchomp.certificate.format import MODES, Mode, certificate_size, usual_name
from zchomp.cli.commands import known, zchomp
from zchomp.cli.options import (
    Form,
    at_most_one,
    checker_option,
    chosen_library,
    claim_options,
    form_options,
    library_option,
    no_library_option,
    out_option,
    present,
    progress_options,
    whole_number,
)
from zchomp.engines.prover import METHODS, Method, is_large
from zchomp.errors import CertificateError, LibraryError
from zchomp.progress import Progress
from zchomp.results import Claim
from zchomp.terminal.render import announce, progress_bar, show_error
from zchomp.words.reports import kept_text, path_text, report_data, report_text

if TYPE_CHECKING:
    from zchomp.library.store import Library

__all__ = ["prove"]


@zchomp.command(short_help="Prove all losers up to a third row, with a certificate.")
@claim_options
@click.option(
    "--mode",
    type=click.Choice(MODES),
    metavar="MODE",
    default="full",
    show_default=True,
    help="full: write the terms of each head; compact: only a digest of them.",
)
@click.option(
    "--method",
    type=click.Choice(METHODS),
    metavar="METHOD",
    help="How to prove. recurrence: by the return of state; compiled: the same, compiled; genfun: by generating "
    "functions; both: by recurrence and genfun, which must agree. The certificate is the same.  "
    "[default: both if that takes seconds, compiled if installed and faster, or recurrence]",
)
@checker_option(
    *CHECKERS,
    usual="the stand-alone verifier",
    more=", which is faster for large claims and must be built first (make -C proofs)",
)
@click.option(
    "--max-terms", type=whole_number(1), help="Stop, with exit code 1, if a slice is not proved after this many terms."
)
@out_option("Where to write the certificate.  [default: named after the claim]")
@click.option("--keep", "large", is_flag=True, help="Keep it in the library even if it is large.")
@library_option
@no_library_option
@progress_options
@form_options()
def prove(  # noqa: PLR0913, PLR0917 - the options of the command
    claim: Claim,
    mode: Mode,
    method: Method | None,
    checker: CheckerName,
    max_terms: int | None,
    out: Path | None,
    large: bool,
    place: Path | None,
    no_library: bool,
    form: Form,
) -> None:
    """Prove all slices, write the certificate, and have it verified.

    A slice is the set of the positions with given rows from the third on and a given nim-value. With nim-value 0 these
    are losers. All slices with third row at most --upto are proved. If the run is interrupted, the same command resumes
    it. The proofs are kept in the library, and later questions are answered from them.
    """
    chosen = method or usual_method(claim)
    known(size_problem(claim, mode, chosen))  # a claim that is refused is not announced
    if method is None and is_large(claim) and chosen != "compiled":
        install = "install it with: pip install 'zchomp[fast]'"
        show_error(f"the extra 'fast' makes this many times faster; {install}")
    at_most_one(keep=large, no_library=no_library)
    library = chosen_library(place, no_library)
    _announce(claim, mode, chosen, checker == "proved", None if library is None else large)
    path = out or Path(usual_name(claim, mode))
    with progress_bar("proving", "verifying") as progress:
        report = known(
            certify(
                claim,
                path,
                mode=mode,
                method=chosen,
                progress=progress,
                max_terms=max_terms,
                checker=checker,
                warn=show_error,
            )
        )
        kept = "" if library is None else _kept(library, report, large, progress)
    present(form, report, partial(report_text, library=kept), partial(report_data, library=kept))


def _announce(claim: Claim, mode: Mode, method: Method, is_proved: bool, keep_large: bool | None) -> None:
    """Say how long a large claim takes and how much memory and disk it needs, before the work begins.

    How the slices of more than three rows grow is not known, so only their number is printed. ``keep_large`` is None if
    nothing is kept.
    """
    expected = estimate_certificate(claim, mode, method, is_proved)
    if claim.rows > 3 and not claim.is_within(limits.MENTIONED_SLICES):
        unknown = "how long that takes is not known in advance, and it may be hours or days"
        show_error(f"this proves {claim.count()} slices of {claim.rows} rows; {unknown}")
    is_long = expected is not None and mode == "full" and expected.file > limits.MENTIONED_BYTES
    compact = data_size(certificate_size(claim, "compact"))
    advice = f"; --mode compact writes about {compact}" if is_long else ""
    if expected is not None and keep_large is not None:
        from zchomp.library.keeping import estimate_kept

        size = estimate_kept(claim, mode, expected.file)
        if size > limits.MENTIONED_BYTES and (keep_large or size <= limits.LIBRARY_BYTES):
            advice += f"; the library keeps about {data_size(size)}, unless you add --no-library"
    announce(expected, advice)


def _kept(library: "Library", report: CertificateReport, large: bool, progress: Progress) -> str:
    """Keep the proofs, and say so. If the library cannot be used, the certificate is still good."""
    from zchomp.library.keeping import NotKept, keep

    try:
        kept = keep(library, report.path, report.verdict, report.method, large, progress)
    except (LibraryError, CertificateError, OSError) as problem:
        place, path = path_text(library.path), path_text(report.path)
        return f"not kept: {problem}; zchomp library --library {place} add {path} tries again"
    finally:
        library.close()
    return f"not kept: {kept.reason}" if isinstance(kept, NotKept) else kept_text(kept)
