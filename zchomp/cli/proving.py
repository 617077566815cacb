"""Commands that prove, and that verify: by the stand-alone verifiers, by workers, or by the checker from Coq."""

import os
import re
import sys
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from zchomp.bars.prover import METHODS, Method, is_large
from zchomp.bars.results import Claim
from zchomp.cli.commands import Command, known, wrong_input, zchomp
from zchomp.cli.options import (
    Form,
    at_most_one,
    checker_option,
    chosen_library,
    claim_options,
    form_options,
    json_option,
    library_option,
    no_library_option,
    out_option,
    present,
    progress_options,
    whole_number,
)
from zchomp.core import limits
from zchomp.core.numbers import data_size
from zchomp.core.runs import Progress
from zchomp.core.showing import json_text
from zchomp.errors import CertificateError, LibraryError, ZchompError, quote
from zchomp.proof import verifier
from zchomp.proof.certify import CertificateReport, certify, estimate_certificate, size_problem, usual_method
from zchomp.proof.checking import CHECKERS, CheckerName
from zchomp.proof.format import MODES, Mode, Verification, certificate_size, usual_name
from zchomp.proof.words import kept_text, path_text, verdict_data
from zchomp.terminal.render import announce, progress_bar, show_error, show_reason

if TYPE_CHECKING:
    from zchomp.proof.checking import Expected, Judge
    from zchomp.proof.library import Library


@zchomp.command()
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
    present(form, report, library=kept)


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
        from zchomp.proof.library import estimate_kept

        size = estimate_kept(claim, mode, expected.file)
        if size > limits.MENTIONED_BYTES and (keep_large or size <= limits.LIBRARY_BYTES):
            advice += f"; the library keeps about {data_size(size)}, unless you add --no-library"
    announce(expected, advice)


def _kept(library: "Library", report: CertificateReport, large: bool, progress: Progress) -> str:
    """Keep the proofs, and say so. If the library cannot be used, the certificate is still good."""
    from zchomp.proof.library import NotKept, keep

    try:
        kept = keep(library, report.path, report.verdict, report.method, large, progress)
    except (LibraryError, CertificateError, OSError) as problem:
        place, path = path_text(library.path), path_text(report.path)
        return f"not kept: {problem}; zchomp library --library {place} add {path} tries again"
    finally:
        library.close()
    return f"not kept: {kept.reason}" if isinstance(kept, NotKept) else kept_text(kept)


MOST_WORKERS = 1000
"""More processes than this are refused as a mistake."""

SHOWN_SLICES = 1000
"""Claims of at least this many slices show their progress. Smaller ones take a second."""

STANDARD_INPUT = "-"

PART = re.compile(r"(?P<key>rows|nim|upto|elements)=(?P<number>[0-9]{1,15})|order=(?P<digest>[0-9a-f]{64})")
"""An expected part of a claim."""


class VerifyCommand(Command):
    """A command whose usage errors have the verifier's verdict line and exit code."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command's arguments."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as problem:
            _refuse(wrong_input(problem))


def _expected(_ctx: click.Context, _param: click.Parameter, options: tuple[str, ...]) -> "Expected":
    from zchomp.proof.checking import Expected

    given = ",".join(options)
    parts = [PART.fullmatch(word) for word in given.split(",")] if options else []
    found: dict[str, Any] = {
        part["key"] or "order": part["digest"] or int(part["number"]) for part in parts if part is not None
    }
    if len(found) < len(parts):
        some = "some of rows=N,nim=N,upto=N, or of elements=N,nim=N,order=SHA256, each once"
        raise click.BadParameter(f"{quote(given)}; expected {some}")
    return Expected(**found)


@zchomp.command(cls=VerifyCommand)
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option(
    "--expect",
    "expected",
    multiple=True,
    callback=_expected,
    metavar="CLAIM",
    help="Accept only this claim, or a part of it: rows=3,nim=0,upto=115, or elements=2,nim=0,order=SHA256.",
)
@click.option(
    "--workers",
    type=whole_number(1, MOST_WORKERS),
    metavar="N",
    help="Check a full certificate by segments, in N processes.",
)
@click.option("--scheduler", metavar="ADDRESS", help="Check the segments on the machines of a Dask scheduler.")
@checker_option(*CHECKERS, usual="the stand-alone verifier")
@json_option
def verify(
    files: tuple[str, ...],
    expected: "Expected",
    workers: int | None,
    scheduler: str | None,
    checker: CheckerName,
    as_json: bool,
) -> None:
    """Check certificates, and print one verdict line for each.

    \b
    exit code  verdict line
    0          s VERIFIED rows=3 nim=0 upto=115 slices=116 sha256=...
    1          s NOT VERIFIED    wrong, malformed or truncated
    2          s DECLINED        a version or a size that is not handled
    64, 70     s ERROR           wrong usage; internal error

    The verdict line says which format a certificate has. A strategy for a poset has lost or won elements=... taken=...
    members=... instead, and a certificate of a growing order elements=... nim=... slices=... order=..., where order is
    the SHA-256 of the order. Each is checked by a verifier of its own, in one process.

    FILE may be - for standard input. Exit code 0 means that all claims are true. The reason for any other verdict is on
    standard error. The verdict does not depend on who checks. Only full certificates are divided among workers. A
    compact one is checked by one process. The checker from Coq must be built first (make -C proofs). If a long run of
    it is interrupted, the same command resumes it. The machines of a scheduler need the extra 'cluster'.
    """  # noqa: D301 - click needs the character itself
    if not files:
        _refuse("expected the name of a certificate, FILE")
    if scheduler is not None and (workers is not None or checker == "proved"):
        _refuse("--scheduler cannot be used with --workers or --checker proved; leave them out")
    from zchomp.proof.checking import judging

    verdicts = []
    try:
        with judging(checker, workers or 1, scheduler, show_error) as judge:
            for path in files:
                verdict = _verdict(judge, path, expected)
                if verdict.reason:
                    show_reason(verdict.reason)
                if not as_json:
                    _say(f"c {path!r}\n" * (len(files) > 1) + verdict.line)
                verdicts.append(verdict)
    except ZchompError as problem:
        _refuse(str(problem))
    if as_json:
        _say(json_text([verdict_data(path, verdict) for path, verdict in zip(files, verdicts, strict=True)]))
    raise click.exceptions.Exit(max(verdict.code for verdict in verdicts))


def _verdict(judge: "Judge", path: str, expected: "Expected") -> Verification:
    """The verdict on a file or on standard input. If the claim is large, the checker's progress is shown."""
    is_input = path == STANDARD_INPUT
    source = (BytesIO() if sys.stdin is None else sys.stdin.buffer) if is_input else None
    with progress_bar() as bar:

        def progress(stage: str, done: int, total: int, detail: str = "", /) -> None:
            if total >= SHOWN_SLICES:
                bar(stage, done, total, detail)

        return judge.verdict(path, expected, progress, source)


def _refuse(message: str) -> NoReturn:
    """End the command with the verdict line and the exit code of wrong usage."""
    show_reason(f"zchomp verify: {' '.join(message.split())}")
    _say("s ERROR")
    raise click.exceptions.Exit(verifier.USAGE)


def _say(text: str) -> None:
    """Print verdicts immediately. If that is impossible, exit with an error, because no verdict was given."""
    try:
        if sys.stdout is not None:
            sys.stdout.write(f"{text}\n")
            sys.stdout.flush()
    except OSError:
        os._exit(verifier.INTERNAL)
