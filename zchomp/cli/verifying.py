"""The command that verifies: by the stand-alone verifier, by several workers, or by the checker extracted from Coq."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import NoReturn

import click

from zchomp import limits, verifier
from zchomp.certificate import division, proved
from zchomp.cli.commands import Command, wrong_input, zchomp
from zchomp.cli.options import CHECKERS, checker_option, json_option, whole_number
from zchomp.errors import Interrupted, ZchompError, quote
from zchomp.results import Claim
from zchomp.terminal.render import progress_bar, show_error, show_reason
from zchomp.verifier import Verdict
from zchomp.words.data import json_text
from zchomp.words.reports import verdict_data, verdict_reason

__all__ = ["verify"]

MOST_WORKERS = 1000
"""More processes than this are a mistake."""

SHOWN_SLICES = 1000
"""Claims of this many slices or more show their progress. Smaller ones take a second."""

STANDARD_INPUT = "-"

LONGEST_HEADER = 10_000
"""A first line of more bytes is not read before the verifier reads it."""

Judge = Callable[[str, dict[str, int]], Verdict]
"""Gives the verdict on a file whose claim must have these numbers."""


class VerifyCommand(Command):
    """A command whose usage errors have the verifier's verdict line and exit code."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words after the command."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as problem:
            _refuse(wrong_input(problem))


def _expected(_ctx: click.Context, _param: click.Parameter, options: tuple[str, ...]) -> dict[str, int]:
    wanted = verifier.parse_expect(list(options))
    if wanted is None:
        raise click.BadParameter(f"{quote(','.join(options))}; expected some of rows=N,nim=N,upto=N, each once")
    return wanted


@zchomp.command(cls=VerifyCommand, short_help="Check certificates.")
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option(
    "--expect",
    "wanted",
    multiple=True,
    callback=_expected,
    metavar="CLAIM",
    help="Accept only this claim, for example rows=3,nim=0,upto=115, or a part of it.",
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
    wanted: dict[str, int],
    workers: int | None,
    scheduler: str | None,
    checker: str,
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
    """  # noqa: D301 - click wants that character itself
    if not files:
        _refuse("expected the name of a certificate, FILE")
    if scheduler is not None and (workers is not None or checker == "proved"):
        _refuse("--scheduler cannot be used with --workers or --checker proved; leave them out")
    with ExitStack() as open_things:
        try:
            judge = _judge(workers, scheduler, checker, open_things)
        except ZchompError as problem:
            _refuse(str(problem))
        verdicts = []
        for path in files:
            with _file_of(path) as file:
                try:
                    other = _judge_other(file, wanted, checker)
                    verdict = judge(file, wanted) if other is None else other
                except Interrupted as stop:  # work that is kept beside a temporary copy is deleted with it
                    raise Interrupted(stop.is_kept and file == path) from None
            verdict = verdict._replace(reason=verdict_reason(verdict.reason.replace(repr(file), repr(path), 1)))
            if verdict.reason:
                show_reason(verdict.reason)
            if not as_json:
                _say(f"c {path!r}\n" * (len(files) > 1) + verdict.line)
            verdicts.append(verdict)
    if as_json:
        _say(json_text([verdict_data(path, verdict) for path, verdict in zip(files, verdicts, strict=True)]))
    raise click.exceptions.Exit(max(verdict.code for verdict in verdicts))


@contextmanager
def _file_of(path: str) -> Iterator[str]:
    """The file to check. For - and for a named pipe it is a temporary copy of everything that comes from there."""
    is_pipe = path != STANDARD_INPUT and Path(path).is_fifo() and os.access(path, os.R_OK)
    if path != STANDARD_INPUT and not is_pipe:
        yield path
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "input"
        with copy.open("wb") as file:
            if is_pipe:
                with Path(path).open("rb") as pipe:
                    copyfileobj(pipe, file)
            elif sys.stdin is not None:
                copyfileobj(sys.stdin.buffer, file)
        yield str(copy)


def _judge(workers: int | None, scheduler: str | None, checker: str, open_things: ExitStack) -> Judge:
    """The function that gives the verdicts. Raises an error if the checker or the scheduler is not there."""
    plain: Judge = _verify_alone
    run, trusting, parts = division.python_segments, division.TRUSTING, workers or 1
    if checker == "proved":
        program = proved.find_checker()
        plain = partial(_verify_proved, program)
        run, trusting = partial(proved.proved_segments, program), proved.TRUSTING
    if scheduler is not None:
        from zchomp.certificate.cluster import cluster_segments, connect

        client = open_things.enter_context(connect(scheduler))
        run, parts = partial(cluster_segments, client), len(client.nthreads())
    elif parts == 1:
        return plain

    def by_segments(path: str, wanted: dict[str, int]) -> Verdict:
        with progress_bar("verifying") as progress:
            whole = partial(plain, path, wanted)
            return division.verify_in_segments(path, wanted, parts, trusting, run, whole, progress)

    return by_segments


def _judge_other(path: str, wanted: dict[str, int], checker: str) -> Verdict | None:
    """The verdict on a strategy or on a certificate of a growing order, or None for certificates about bars."""
    from zchomp.verification import CertificateKind, kind_of, verify_growing, verify_strategy

    kind = kind_of(path)
    if kind is CertificateKind.STRATEGY:
        is_proved = checker == "proved" and not wanted
        return proved.verify_strategy(proved.find_checker(), path) if is_proved else verify_strategy(path, set(wanted))
    if kind is CertificateKind.GROWING:
        if checker == "proved" and set(wanted) <= {"nim"}:  # no growing order has rows or upto
            return proved.verify_order(proved.find_checker(), path, wanted)
        return verify_growing(path, {key: str(number) for key, number in wanted.items()})
    return None


def _verify_alone(path: str, wanted: dict[str, int]) -> Verdict:
    """The verdict of the verifier in this process, which shows how far it is if the claim is large."""
    total = _slices(path)
    if total < SHOWN_SLICES:
        return verifier.verify(path, wanted)
    with progress_bar("verifying") as progress:
        return verifier.verify(path, wanted, lambda done: progress("verifying", done, total))


def _verify_proved(program: str, path: str, wanted: dict[str, int]) -> Verdict:
    """The verdict of the checker from Coq, which shows how far it is if the claim is large, and can be interrupted."""
    if _slices(path) < limits.PROVED_KEPT_FROM:
        return proved.verify_proved(program, path, wanted)
    from zchomp.certificate.proved_run import verify_resumable

    with progress_bar("verifying") as progress:
        return verify_resumable(program, path, wanted, progress, show_error)


def _slices(path: str) -> int:
    """The number of slices that a certificate claims, or 0 for other files and for a pipe, which is read only once."""
    with suppress(OSError, ValueError, verifier.Refused, verifier.Declined):
        if Path(path).is_file():
            with Path(path).open("rb") as file:
                claim, _ = verifier.read_header(file.readline(LONGEST_HEADER)[:-1])
            return Claim(**claim._asdict()).count()
    return 0


def _refuse(message: str) -> NoReturn:
    """End the command with the verdict line and the exit code of wrong usage."""
    show_reason(f"zchomp verify: {' '.join(message.split())}")
    _say("s ERROR")
    raise click.exceptions.Exit(verifier.USAGE)


def _say(text: str) -> None:
    """Print verdicts at once. If that is impossible, exit with an error, because no verdict was given."""
    try:
        if sys.stdout is not None:
            sys.stdout.write(f"{text}\n")
            sys.stdout.flush()
    except OSError:
        os._exit(verifier.INTERNAL)
