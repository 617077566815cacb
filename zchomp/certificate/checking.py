"""Checking: who verifies a certificate about bars, and in how many processes.

                the stand-alone verifier       the checker extracted from Coq
one process     `verdict.verify_alone`         `coq_checker_run.verify_resumable`
workers         `division.python_segments`     `coq_checker.proved_segments`
a scheduler     `cluster.cluster_segments`     not possible
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Literal, get_args

from zchomp.certificate import coq_checker, division
from zchomp.certificate.coq_checker_run import verify_resumable
from zchomp.certificate.division import Runner, verify_in_segments
from zchomp.certificate.verdict import Verification, verify_alone
from zchomp.errors import InvalidArgument, quote
from zchomp.progress import Progress, Warn, silent

__all__ = ["CHECKERS", "Check", "CheckerName", "check_alone", "check_by_many", "find_program"]

CheckerName = Literal["verifier", "proved"]
"""Who verifies: the stand-alone verifier, or the checker extracted from Coq."""

CHECKERS: tuple[CheckerName, ...] = get_args(CheckerName)

Check = Callable[[str, dict[str, int], Progress], Verification]
"""Gives the verdict on a file whose claim must have these numbers."""


def find_program(checker: CheckerName) -> str | None:
    """The program that a checker runs, or None for the verifier, which is a function.

    Raises InvalidArgument if there is no such checker, and CertificateError if the program is not built.
    """
    if checker not in CHECKERS:
        raise InvalidArgument(f"no checker {quote(checker)}; expected one of {', '.join(CHECKERS)}")
    return coq_checker.find_checker() if checker == "proved" else None


def check_alone(program: str | None, warn: Warn = silent) -> Check:
    """One process checks the whole file. ``warn`` receives the point where a long run of the program resumes."""
    if program is None:
        return verify_alone

    def check(path: str, wanted: dict[str, int], progress: Progress) -> Verification:
        return verify_resumable(program, path, wanted, progress, warn)

    return check


@contextmanager
def check_by_many(
    program: str | None, workers: int = 1, scheduler: str | None = None, warn: Warn = silent
) -> Iterator[Check]:
    """Several processes, or the machines of a Dask scheduler, check the segments of a full certificate.

    Raises MissingExtra or CertificateError if the scheduler cannot be used.
    """
    alone = check_alone(program, warn)
    if scheduler is not None:
        from zchomp.certificate.cluster import cluster_segments, connect

        with connect(scheduler) as client:
            run = partial(cluster_segments, client)
            yield partial(_check_segments, alone, run, division.TRUSTING, len(client.nthreads()))
    elif workers == 1:
        yield alone
    elif program is None:
        yield partial(_check_segments, alone, division.python_segments, division.TRUSTING, workers)
    else:
        run = partial(coq_checker.proved_segments, program)
        yield partial(_check_segments, alone, run, coq_checker.TRUSTING, workers)


def _check_segments(
    alone: Check,
    run: Runner,
    trusting: tuple[float, float],
    parts: int,
    path: str,
    wanted: dict[str, int],
    progress: Progress,
) -> Verification:
    return verify_in_segments(path, wanted, parts, trusting, run, lambda: alone(path, wanted, progress), progress)
