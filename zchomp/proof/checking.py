"""Checking: who verifies a certificate, of whichever kind, and in how many processes.

Checking: who verifies a certificate about bars, and in how many processes.

                the stand-alone verifier       the checker extracted from Coq
one process     `format.verify_alone`          `coq.verify_resumable`
workers         `segments.python_segments`     `coq.proved_segments`
a scheduler     `cluster.cluster_segments`     not possible

Verification: the verdict on a file, whichever kind of certificate it is, and whoever checks it.

    first words of a file    claims about             verifier                       claim
    zchomp-certificate       bars of any length       zchomp/proof/verifier.py             rows, nim, upto
    zchomp-growing           a growing order          zchomp/proof/growing_verifier.py     elements, nim, order
    zchomp-strategy          a game on a poset        zchomp/proof/strategy_verifier.py      none that can be expected

Each verifier is one file that imports nothing but the standard library. The checker extracted from Coq handles
all three kinds. Only full certificates about bars are divided among workers.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass
from enum import Enum
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Literal, get_args

from zchomp.core import limits
from zchomp.core.numbers import whole_number
from zchomp.core.runs import Progress, Warn, silent
from zchomp.errors import Interrupted, InvalidArgument, quote, require_path
from zchomp.proof import coq as coq_checker
from zchomp.proof import growing_verifier, strategy_verifier, verifier
from zchomp.proof import segments as division
from zchomp.proof.coq import verify_resumable
from zchomp.proof.format import Verification, verify_alone
from zchomp.proof.segments import Runner, verify_in_segments

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
        from zchomp.proof.cluster import cluster_segments, connect

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


LONGEST_FIRST_LINE = 10_000_000
"""A first line of more bytes is not searched for a format: no verifier accepts one."""


COPIED = 2**20
"""How many bytes of a pipe are copied at once."""


class CertificateKind(Enum):
    """The kinds of certificates, by the word with which their format begins."""

    BARS = "zchomp-certificate"
    GROWING = "zchomp-growing"
    STRATEGY = "zchomp-strategy"


PARTS = {
    CertificateKind.BARS: ("a claim about bars", {"rows", "nim", "upto"}),
    CertificateKind.GROWING: ("a claim about a growing order", {"elements", "nim", "order"}),
    CertificateKind.STRATEGY: ("a strategy", set[str]()),
}
"""The parts of a claim that can be expected, by its kind."""


def kind_of(path: str) -> CertificateKind:
    """The kind of certificate that the first line of a file names, in any version.

    A file without a format is treated as a certificate of bars, whose verifier says what is wrong with it. So is a
    pipe, which can be read only once.
    """
    with suppress(OSError, ValueError, RecursionError, AttributeError):
        if Path(path).is_file():
            with Path(path).open("rb") as file:
                name, _, version = str(json.loads(file.readline(LONGEST_FIRST_LINE)).get("format")).partition(" ")
            return CertificateKind(name) if version else CertificateKind.BARS
    return CertificateKind.BARS


def foreign_kind(path: str) -> str:
    """What a file is if it is a certificate of something other than bars. Nothing is said of any other file."""
    named = {CertificateKind.GROWING: "a certificate of a growing order", CertificateKind.STRATEGY: "a strategy"}
    return named.get(kind_of(path), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What a claim must say. A part that is None may be anything.

    >>> Expected(rows=3, upto=115).parts()
    {'rows': 3, 'upto': 115}

    Raises InvalidArgument if one of the numbers is not a whole number, or the order is not text.
    """

    rows: int | None = None
    nim: int | None = None
    upto: int | None = None
    elements: int | None = None
    order: str | None = None

    def __post_init__(self) -> None:
        for key in ("rows", "nim", "upto", "elements"):
            if getattr(self, key) is not None:
                object.__setattr__(self, key, whole_number(getattr(self, key), key))
        if self.order is not None and not isinstance(self.order, str):
            raise InvalidArgument("the order is the text of a SHA-256", got=self.order)

    def parts(self) -> dict[str, int | str]:
        """The parts that were given."""
        return {key: value for key, value in asdict(self).items() if value is not None}

    def numbers(self) -> dict[str, int]:
        """The numbers that were given."""
        return {key: value for key, value in self.parts().items() if isinstance(value, int)}


@dataclass(frozen=True, slots=True)
class Judge:
    """Gives the verdicts on certificates of every kind. `judging` makes one."""

    program: str | None
    """The checker extracted from Coq, or None for the stand-alone verifiers."""
    check_bars: Check

    def verdict(
        self, path: str, expected: Expected, progress: Progress = silent, source: BinaryIO | None = None
    ) -> Verification:
        """The verdict on a file, or on the bytes of ``source``, which is then named after the path.

        Raises Interrupted after Ctrl-C, if a long run has been saved.
        """
        with _file_of(path, source) as file:
            if file is None:
                reason = f"{path!r}: more than {limits.CERTIFICATE_BYTES} bytes in a pipe; verify them in a file"
                return Verification(verifier.DECLINED, "s DECLINED", reason)
            verdict = self._verdict(file, expected, progress)
        return verdict._replace(reason=verdict.reason.replace(repr(file), repr(path), 1))

    def _verdict(self, path: str, expected: Expected, progress: Progress) -> Verification:
        kind = kind_of(path)
        what, possible = PARTS[kind]
        parts = expected.parts()
        foreign = [part for part in parts if part not in possible]
        if foreign:
            reason = f"{path!r}: {what} has no {' or '.join(foreign)}"
            return Verification(verifier.NOT_VERIFIED, "s NOT VERIFIED", reason)
        if kind is CertificateKind.BARS:
            return self.check_bars(path, expected.numbers(), progress)
        if self.program is not None:
            option = "--strategies" if kind is CertificateKind.STRATEGY else "--growing"
            return coq_checker.verify_proved(self.program, path, parts, option)
        if kind is CertificateKind.STRATEGY:
            return Verification(*strategy_verifier.verify(path))
        return Verification(*growing_verifier.verify(path, {key: str(value) for key, value in parts.items()}))


@contextmanager
def judging(
    checker: CheckerName = "verifier", workers: int = 1, scheduler: str | None = None, warn: Warn = silent
) -> Iterator[Judge]:
    """A judge with this checker. Its workers, or its connection to a scheduler, end with the context.

    Raises InvalidArgument if these cannot be combined, MissingExtra or CertificateError if one of them is missing.
    """
    program, workers = find_program(checker), whole_number(workers, "the number of workers", 1)
    if scheduler is not None and (workers > 1 or program is not None):
        raise InvalidArgument("a scheduler cannot be combined with workers or the proved checker; leave them out")
    with check_by_many(program, workers, scheduler, warn) as check_bars:
        yield Judge(program, check_bars)


def verify(  # noqa: PLR0913 - the parts of a claim, and who checks it
    path: str | PathLike[str],
    *,
    rows: int | None = None,
    nim: int | None = None,
    upto: int | None = None,
    elements: int | None = None,
    order: str | None = None,
    checker: CheckerName = "verifier",
    workers: int = 1,
    scheduler: str | None = None,
) -> Verification:
    """Check a certificate of any kind. Numbers that you give must be those of its claim.

    A claim about bars has ``rows``, ``nim`` and ``upto``. One about a growing order has ``elements``, ``nim`` and
    ``order``, the SHA-256 of the order. A strategy has none of them. The verdict is true if and only if the
    certificate is verified. Its ``line`` and ``reason`` say more.

    The ``checker`` is the stand-alone verifier, or "proved" for the one extracted from Coq. Several
    ``workers``, or the machines of a Dask ``scheduler``, can share a full certificate about bars.

    >>> from zchomp.proof.format import shipped_certificate
    >>> bool(verify(shipped_certificate())), bool(verify(shipped_certificate(), upto=200))
    (True, False)

    Raises InvalidArgument if one of the numbers is not a whole number, the order is not text, or there is no such
    checker, and CertificateError if the checker or the scheduler cannot be used.
    """
    require_path(path)
    expected = Expected(rows=rows, nim=nim, upto=upto, elements=elements, order=order)
    with judging(checker, workers, scheduler) as judge:
        return judge.verdict(fspath(path), expected)


@contextmanager
def _file_of(path: str, source: BinaryIO | None) -> Iterator[str | None]:
    """The file to check. For a source, and for a named pipe, it is a temporary copy, or None if that is too large."""
    is_pipe = source is None and Path(path).is_fifo() and os.access(path, os.R_OK)
    if source is None and not is_pipe:
        yield path
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "input"
        with copy.open("wb") as file, nullcontext(source) if source else Path(path).open("rb") as stream:
            left = limits.CERTIFICATE_BYTES
            while piece := stream.read(min(COPIED, left + 1)):
                left -= file.write(piece)
        try:
            yield str(copy) if left >= 0 else None
        except Interrupted:  # work that is kept beside a temporary copy is deleted with it
            raise Interrupted(is_kept=False) from None
