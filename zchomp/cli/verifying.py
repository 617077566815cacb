"""The command that verifies: by the stand-alone verifier, by several workers, or by the checker extracted from Coq."""

import os
import re
import sys
from io import BytesIO
from typing import TYPE_CHECKING, Any, NoReturn

import click

from zchomp import verifier
from zchomp.certificate.checking import CHECKERS, CheckerName
from zchomp.certificate.verdict import Verification
from zchomp.cli.commands import Command, wrong_input, zchomp
from zchomp.cli.options import checker_option, json_option, whole_number
from zchomp.errors import ZchompError, quote
from zchomp.terminal.render import progress_bar, show_error, show_reason
from zchomp.words.data import json_text
from zchomp.words.reports import verdict_data

if TYPE_CHECKING:
    from zchomp.verification import Expected, Judge

__all__ = ["verify"]

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
    from zchomp.verification import Expected

    given = ",".join(options)
    parts = [PART.fullmatch(word) for word in given.split(",")] if options else []
    found: dict[str, Any] = {
        part["key"] or "order": part["digest"] or int(part["number"]) for part in parts if part is not None
    }
    if len(found) < len(parts):
        some = "some of rows=N,nim=N,upto=N, or of elements=N,nim=N,order=SHA256, each once"
        raise click.BadParameter(f"{quote(given)}; expected {some}")
    return Expected(**found)


@zchomp.command(cls=VerifyCommand, short_help="Check certificates.")
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
    from zchomp.verification import judging

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
