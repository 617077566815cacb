"""Checking: who verifies a certificate, of whichever kind, and in how many processes.

    first word of a file     claims about             verifier                               keys of its claim
    zchomp-certificate       bars of any length       zchomp/proof/verifier.py               rows, nim, upto
    zchomp-growing           a growing order          zchomp/proof/growing_verifier.py       elements, nim, order
    zchomp-strategy          a game on a poset        zchomp/proof/strategy_verifier.py      none that can be expected

Each verifier is one file that imports nothing but the standard library. The checker extracted from Coq handles all
three kinds. Only full certificates about bars are divided among workers:

                    the stand-alone verifier       the checker extracted from Coq
    one process     `format.verify_alone`          `coq.verify_resumable`
    workers         `segments.python_segments`     `coq.proved_segments`
    a scheduler     `cluster.cluster_segments`     not possible
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass
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

Parts = Mapping[str, int | str]
"""Keys of a claim, each with the value that it must have."""


def find_program(checker: CheckerName) -> str | None:
    """The program that a checker runs, or None for the verifier, which is a function.

    Raises InvalidArgument if there is no such checker, and CertificateError if the program is not built.
    """
    if checker not in CHECKERS:
        raise InvalidArgument(f"no checker {quote(checker)}; expected one of {', '.join(CHECKERS)}")
    return coq_checker.find_checker() if checker == "proved" else None


LONGEST_FIRST_LINE = 10_000_000
"""A first line of more bytes is not searched for a format: no verifier accepts one."""

COPIED = 2**20
"""How many bytes of a pipe are copied at once."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A kind of certificate: what its claim is called, the keys of it that can be expected, and who verifies it."""

    claim: str
    keys: tuple[str, ...]
    verify: Callable[[str, Parts], tuple[int, str, str, verifier.Fields | None]]
    option: str
    """The option of zchomp-check for this kind."""
    name: str


CERTIFICATES = {
    "zchomp-certificate": (
        BARS := Certificate("a claim about bars", ("rows", "nim", "upto"), verify_alone, "", "a certificate of bars")
    ),
    "zchomp-growing": Certificate(
        "a claim about a growing order",
        ("elements", "nim", "order"),
        lambda path, parts: growing_verifier.verify(path, {key: str(value) for key, value in parts.items()}),
        "--growing",
        "a certificate of a growing order",
    ),
    "zchomp-strategy": Certificate(
        "a strategy", (), lambda path, _: strategy_verifier.verify(path), "--strategies", "a strategy"
    ),
}
"""The kinds of certificates, by the word with which their format begins."""


def kind_of(path: str) -> Certificate:
    """The kind of certificate that the first line of a file names, in any version.

    A file without a format is treated as a certificate of bars, whose verifier says what is wrong with it. So is a
    pipe, which can be read only once.
    """
    with suppress(OSError, ValueError, RecursionError, AttributeError):
        if Path(path).is_file():
            with Path(path).open("rb") as file:
                name, _, version = str(json.loads(file.readline(LONGEST_FIRST_LINE)).get("format")).partition(" ")
            return CERTIFICATES.get(name, BARS) if version else BARS
    return BARS


def foreign_kind(path: str) -> str:
    """What a file is if it is a certificate of something other than bars. Nothing is said of any other file."""
    kind = kind_of(path)
    return "" if kind is BARS else kind.name


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


@dataclass(frozen=True, slots=True)
class Judge:
    """Gives the verdicts on certificates of every kind. `judging` makes one."""

    program: str | None
    """The checker extracted from Coq, or None for the stand-alone verifiers."""
    warn: Warn = silent
    """Receives the point where a long run of the program resumes."""
    run: Runner | None = None
    """Checks the segments of a full certificate about bars, if several can share it."""
    workers: int = 1

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
            verdict = self._verdict(file, expected.parts(), progress)
        return verdict._replace(reason=verdict.reason.replace(repr(file), repr(path), 1))

    def _verdict(self, path: str, parts: Parts, progress: Progress) -> Verification:
        kind = kind_of(path)
        foreign = [key for key in parts if key not in kind.keys]
        if foreign:
            reason = f"{path!r}: {kind.claim} has no {' or '.join(foreign)}"
            return Verification(verifier.NOT_VERIFIED, "s NOT VERIFIED", reason)
        if kind is BARS:
            return self.check_bars(path, parts, progress)
        if self.program is not None:
            return coq_checker.verify_proved(self.program, path, parts, kind.option)
        return Verification(*kind.verify(path, parts))

    def check_bars(self, path: str, parts: Parts, progress: Progress = silent) -> Verification:
        """The verdict on a certificate about bars."""

        def alone() -> Verification:
            if self.program is None:
                return verify_alone(path, parts, progress)
            return verify_resumable(self.program, path, parts, progress, self.warn)

        if self.run is None:
            return alone()
        trusting = division.TRUSTING if self.program is None else coq_checker.TRUSTING
        return verify_in_segments(path, parts, self.workers, trusting, self.run, alone, progress)


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
    if scheduler is not None:
        from zchomp.proof.cluster import cluster_segments, connect

        with connect(scheduler) as client:
            yield Judge(program, warn, partial(cluster_segments, client), len(client.nthreads()))
    elif workers == 1:
        yield Judge(program, warn)
    else:
        run = division.python_segments if program is None else partial(coq_checker.proved_segments, program)
        yield Judge(program, warn, run, workers)


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
