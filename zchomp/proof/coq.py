"""Coq: certificates as terms, and the checker extracted from Coq, which may be interrupted and resumed.

A certificate becomes a term of the type that proofs/Checker/Checker.v checks:

    certificate line                  Coq
    header, claim                     Certificate rows nim upto [lines]
    {"tail":[5],"nim":0,...}          Line [5] 0 Periodic [5; 3] [4] 1 4
    prev, trailer                     left out: they say nothing about Chomp

Certificates of any number of rows and any nim-value can be exported if they are in full mode and the verifier accepts
them. The text depends only on the bytes of the file: proofs/data/Certificate115.v is made from the shipped certificate,
and a test makes it again.

The checker is a separate program, proofs/zchomp-check, which `make -C proofs` builds. It is found and run here, and its
output becomes a verdict. It also finds the openings of bars. On a long certificate it is work like any other long run:

    zchomp-check --save BOARD      reports its progress. On a signal it saves its board, and goes on
    the checkpoint of the run      the board, with a digest that only the key of the user can have made
    zchomp-check --resume BOARD    goes on from there, and trusts the board

A board cannot be checked, so the program must trust it. Therefore it is used only if this user's zchomp has kept it,
from a run of the same program on the same bytes, which the checkpoint identifies by their digests. The theorem is
`resumed_sound` in proofs/ThreeRows/Resuming.v. The work folder is beside the certificate, FILE.verify.work.
"""

from __future__ import annotations

import mmap
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from hashlib import file_digest, sha256
from os import PathLike
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Self

from zchomp.bars.results import Claim, Proof
from zchomp.core import limits
from zchomp.core.runs import (
    BOARD,
    UNFINISHED_BOARD,
    Progress,
    SavedState,
    State,
    Warn,
    WorkFolder,
    run,
    run_in_folder,
    silent,
)
from zchomp.errors import CertificateError, WorkFolderError, quote
from zchomp.proof import verifier
from zchomp.proof.format import MODES, Verification, read_certificate, read_header, verify_alone
from zchomp.proof.segments import NAME, PrivateCopy, Segment, SegmentVerdict, in_processes

MODULE = """\
(** Made by `zchomp export --coq`; do not edit.
    SHA-256 of the certificate: {digest} *)

From Coq Require Import List NArith.
From ZChomp Require Import Checker.
Import ListNotations.

Definition {name} : certificate := (Certificate {claim.rows} {claim.nim} {claim.upto} [
{lines}
])%N.
"""


def coq_module(path: str | PathLike[str]) -> str:
    r"""The Coq module of a full certificate that the verifier accepts.

    A certificate of the losers of three rows is called `certificate_115` there, after its largest third row. Others
    also have the rows and the nim-value in their names, as in `certificate_4rows_nim0_20`.

    >>> from zchomp.proof.format import shipped_certificate
    >>> print(*coq_module(shipped_certificate()).splitlines()[7:11], sep="\n")
    Definition certificate_115 : certificate := (Certificate 3 0 115 [
      Line [0] 0 Periodic [] [1] 1 1;
      Line [1] 0 Finite [2; 0] [] 0 2;
      Line [2] 0 Periodic [] [2] 1 2;

    Raises CertificateError if it is not a full certificate, or if the verifier does not accept it.
    """
    proofs = read_certificate(path)
    claim, digest = proofs.claim, sha256(Path(path).read_bytes()).hexdigest()
    verdict = verify_alone(path)
    if not verdict or verdict.sha256 != digest:
        raise CertificateError(f"the certificate was not verified: {verdict.reason or 'it changed while it was read'}")
    name = f"certificate_{claim.upto}"
    if (claim.rows, claim.nim) != (3, 0):
        name = f"certificate_{claim.rows}rows_nim{claim.nim}_{claim.upto}"
    lines = ";\n".join(_line(proof, claim.rows - 2) for proof in proofs.values())
    return MODULE.format(digest=digest, name=name, claim=claim, lines=lines)


def _line(proof: Proof, rows: int) -> str:
    tail, sequence = proof.slice.tail, proof.sequence
    shown = _list([*tail, *[0] * (rows - len(tail))])
    head, period = _list(sequence.head), _list(sequence.period)
    kind = sequence.kind.capitalize()
    return f"  Line {shown} {proof.slice.nim} {kind} {head} {period} {proof.modulus} {proof.bound}"


def _list(terms: Iterable[int]) -> str:
    return f"[{'; '.join(map(str, terms))}]"


VARIABLE = "ZCHOMP_CHECK"
"""The environment variable that names the program."""

TRUSTING = (0.43, 0.5)
"""The time to trust a line as a fraction of the time to check it, for three rows and for more, by this program."""

BY_VALUE = 20_000
"""From this third row on, one process with the method by value is as fast as any number that check segments.

The method by value cannot check segments. The general method can, but takes 1.5 times as long at 10,000, and its time
grows faster. Several workers take at least the fraction TRUSTING of the time that one takes.
"""

SHA = "[0-9a-f]{64}"
VERIFIED = (
    rf"rows=(?P<rows>\d+) nim=(?P<nim>\d+) upto=(?P<upto>\d+) slices=(?P<slices>\d+) sha256=(?P<sha256>{SHA})",
    r"(?:lost|won) elements=(?P<elements>\d+) .+ members=(?P<members>\d+)",
    r"elements=(?P<elements>\d+) nim=(?P<nim>\d+) slices=(?P<slices>\d+) "
    rf"order=(?P<order>{SHA}) sha256=(?P<sha256>{SHA})",
)
"""The end of the verdict line for a certificate about bars, for a strategy, and for a growing order."""

REFUSED = {
    verifier.NOT_VERIFIED: "s NOT VERIFIED",
    verifier.DECLINED: "s DECLINED",
    verifier.USAGE: "s ERROR",
    verifier.INTERNAL: "s ERROR",
}

ACCEPTED = re.compile(r"s ACCEPTED rows=(\d+) nim=(\d+) upto=(\d+) lines=(\d+):(\d+)( last)?")

OPENING = re.compile(r"(?:\d{1,15},){4}\d{1,30}")


def find_checker() -> str:
    """The path of the program: given by the variable ZCHOMP_CHECK, else in the clone, else on the PATH.

    Raises CertificateError if there is none.
    """
    named = os.environ.get(VARIABLE)
    built = Path(__file__).resolve().parents[2] / "proofs" / "zchomp-check"
    found = shutil.which(named or str(built)) or (None if named else shutil.which("zchomp-check"))
    if found is None:
        where = f"{quote(named)}, named by {VARIABLE}, is not a program" if named else "zchomp-check is not installed"
        raise CertificateError(f"{where}; build it from the sources of zchomp, with Coq and OCaml: make -C proofs")
    return str(Path(found).resolve())


def verify_proved(program: str, path: str, wanted: Mapping[str, int | str], *kind: str) -> Verification:
    """The verdict of the proved checker on a file, whose claim must have these parts.

    ``kind`` is the option for a certificate that is not about bars: --strategies or --growing. Standard input and other
    open files are passed on: the file may be /dev/stdin, or /dev/fd/63 of a shell's <(...).
    """
    command = [program, *kind, *expect_option(wanted), "--", path]
    try:
        result = subprocess.run(command, capture_output=True, close_fds=False, check=False)  # noqa: S603 - the checker that the user has chosen
    except (OSError, ValueError) as problem:
        return cannot_start(program, path, problem)
    line, reason = (text.decode(errors="replace").rstrip("\n") for text in (result.stdout, result.stderr))
    return read_verdict(program, path, result.returncode, line, reason)


def proved_segments(
    program: str, copy: PrivateCopy, segments: list[Segment], progress: Progress
) -> list[SegmentVerdict]:
    """Have the segments checked by the proved checker, each in a separate process (a `Runner`).

    If one process is just as fast, no segment is checked.
    """
    if (copy.claim.rows, copy.claim.nim) == (3, 0) and copy.claim.upto >= BY_VALUE:
        return []
    claim = [copy.claim.rows, copy.claim.nim, copy.claim.upto]

    def read(index: int, output: str, reason: str, code: int) -> SegmentVerdict:
        first, last = segments[index]
        accepted, refused = ACCEPTED.fullmatch(output), re.fullmatch(rf"'{NAME}': (line (\d+),.*)", reason)
        if code == verifier.VERIFIED and accepted:
            is_mine = [int(number) for number in accepted.groups()[:5]] == [*claim, first, last]
            return SegmentVerdict(code if is_mine else verifier.INTERNAL, "", accepted[6] is not None)
        # A line before the segment that cannot be trusted is for another segment to judge.
        if code in {verifier.NOT_VERIFIED, verifier.DECLINED} and refused and int(refused[2]) >= first:
            return SegmentVerdict(code, refused[1])
        return SegmentVerdict(verifier.INTERNAL, reason)

    commands = [[program, "--lines", f"{first}:{last}", NAME] for first, last in segments]
    return in_processes(commands, read, copy, segments, progress)


def proved_openings(program: str, rows: int, columns: int) -> list[tuple[int, int, int, int, int]]:
    """The openings of all bars within a bar, from the proved program: rows, columns, row, column, number of losers.

    Raises CertificateError if the program prints anything else.
    """
    command = [program, "--openings", f"{rows}x{columns}"]
    try:
        result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603
    except (OSError, ValueError) as problem:
        raise CertificateError(f"{program!r} cannot be run: {problem}") from problem
    head, *lines = result.stdout.splitlines() or [""]
    is_right = head == "rows,columns,row,column,losers" and all(OPENING.fullmatch(line) for line in lines)
    if result.returncode or not is_right:
        reason = (result.stderr.splitlines() or ["its output is not that of --openings"])[-1]
        what = f"{program!r} ended with code {result.returncode}: {quote(reason)}"
        raise CertificateError(f"{what}; build it again: make -C proofs")
    return [(m, n, i, j, losers) for m, n, i, j, losers in (map(int, line.split(",")) for line in lines)]


def expect_option(wanted: Mapping[str, int | str]) -> list[str]:
    """The option with the parts that the claim must have."""
    return ["--expect", ",".join(f"{key}={value}" for key, value in wanted.items())] if wanted else []


def read_verdict(program: str, path: str, code: int, line: str, reason: str) -> Verification:
    """The verdict that the program gives through its exit code, its last line and its reason.

    If they are not a verdict, it is an internal error.
    """
    fields: verifier.Fields | None = None
    if code == verifier.VERIFIED:
        found = next(filter(None, (re.fullmatch(f"s VERIFIED {form}", line) for form in VERIFIED)), None)
        said = found.groupdict().items() if found else ()
        fields = {key: text if len(text) == 64 else int(text) for key, text in said}
    if not fields and REFUSED.get(code) != line:
        about = f"{program!r} ended with code {code} and {quote(line)}"
        return Verification(verifier.INTERNAL, "s ERROR", f"{path!r}: internal error: {about}")
    return Verification(code, line, reason, fields)


def cannot_start(program: str, path: str, problem: Exception) -> Verification:
    """The verdict if the program cannot be started."""
    return Verification(verifier.INTERNAL, "s ERROR", f"{path!r}: {program!r} cannot be run: {problem}")


SAID = re.compile(r"c (checked|saved|resumed after) (\d{1,15})\b.*")
"""The reports of the checker before its verdict."""


class Failed(Exception):
    """The checker ended without a verdict on the certificate. The saved state is kept."""

    def __init__(self, verdict: Verification) -> None:
        super().__init__(verdict.reason)
        self.verdict = verdict


class ProvedRun:
    """A run of the checker, as work that is done slice by slice. Leaving the context ends its process.

    ``slices`` is the number of slices that an earlier run has checked. Its board is in the folder. ``resumed`` is
    called when the checker has resumed from there.
    """

    def __init__(
        self,
        command: list[str],
        path: str,
        claim: Claim,
        folder: WorkFolder,
        slices: int,
        resumed: Callable[[int], None],
    ) -> None:
        self.total, self.done = claim.count(), slices
        self.verdict: Verification | None = None
        self._path, self._folder, self._resumed = path, folder, resumed
        board = str(folder.path(BOARD))
        self._command = [*command, "--save", board, *(["--resume", board] if slices else []), "--", path]
        self._errors: IO[bytes]
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.kill()
            with self._process, self._errors:  # closes the pipe and the file
                pass

    def advance(self, _budget: int) -> None:
        """Wait until the checker reports its progress, or gives its verdict. Raises Failed if it ends without one."""
        if self._process is None:
            self._process = self._started()
        while self.verdict is None and self._listen(self._process)[0] != "checked":
            pass

    def state(self) -> State:
        """Have the checker save its board. The state is the number of slices checked so far, and the board.

        Raises OSError if it cannot, or has already ended.
        """
        if self._process is not None:
            self._process.send_signal(signal.SIGUSR1)
            while self.verdict is None:
                event, slices = self._listen(self._process)
                if event == "saved":
                    return State({"slices": slices}, {"board": self._board()})
                if event != "checked":
                    break
        self._folder.remove(UNFINISHED_BOARD)  # a part of it may fill the disk
        raise OSError("the checker has not saved its board")

    def _started(self) -> subprocess.Popen[bytes]:
        """Start the checker in its own process group, so that Ctrl-C reaches only this process."""
        self._errors = TemporaryFile()  # noqa: SIM115 - closed with the process
        null, pipe = subprocess.DEVNULL, subprocess.PIPE
        try:
            return subprocess.Popen(  # noqa: S603 - the checker that the user has chosen
                self._command, stdin=null, stdout=pipe, stderr=self._errors, process_group=0
            )
        except OSError as problem:
            self._errors.close()
            raise Failed(cannot_start(self._command[0], self._path, problem)) from None

    def _listen(self, process: subprocess.Popen[bytes]) -> tuple[str, int]:
        """The next report of the checker, and the number in it."""
        line = (process.stdout.readline() if process.stdout else b"").decode(errors="replace").rstrip("\n")
        match = SAID.fullmatch(line)
        if match is None and line.startswith("c "):
            return line, 0
        if match is None:
            self._finish(process, line)
            return line, 0
        event, slices = match[1], int(match[2])
        if event == "resumed after":
            self._folder.remove(BOARD)
            self._resumed(slices)
        self.done = min(slices, self.total - 1)  # everything is done when there is a verdict
        return event, slices

    def _finish(self, process: subprocess.Popen[bytes], line: str) -> None:
        """Read the verdict, which must be the last line."""
        more = process.stdout.read() if process.stdout else b""
        code = process.wait()
        self._errors.seek(0)
        rest, reason = (text.decode(errors="replace").rstrip("\n") for text in (more, self._errors.read()))
        verdict = read_verdict(self._command[0], self._path, code, f"{line}\n{rest}" if rest else line, reason)
        if verdict.code in {verifier.USAGE, verifier.INTERNAL}:
            raise Failed(verdict)
        self.verdict, self.done = verdict, self.total

    def _board(self) -> memoryview:
        """The saved board. Its file is removed, and the memory is released when it is no longer used."""
        with self._folder.path(BOARD).open("rb") as file:
            board = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._folder.remove(BOARD)
        return memoryview(board)


def verify_resumable(
    program: str, path: str, wanted: Mapping[str, int | str], progress: Progress = silent, warn: Warn = silent
) -> Verification:
    """Have a file verified by the proved checker. A long run is saved from time to time, and resumed.

    ``warn`` receives the point where a run resumes, or why it does not. A file that can be read only once, and a
    program that cannot save, are left to `verify_proved`.

    Raises Interrupted after Ctrl-C.
    """
    long = _long_run(program, path)
    if long is not None:
        verdict = _verify_long([program, *expect_option(wanted)], *long, progress, warn)
        if verdict is not None and verdict.code != verifier.USAGE:
            return verdict._replace(reason=verdict.reason.replace(repr(str(long[0])), repr(path), 1))
    return verify_proved(program, path, wanted)


def _long_run(program: str, path: str) -> tuple[Path, Claim, str] | None:
    """The place of a certificate, its claim, and the name of its run, if verifying it takes a long time.

    None for other certificates, and for anything but a file.
    """
    with suppress(OSError, ValueError):
        if Path(path).is_file():
            place = Path(path).resolve(strict=True)
            claim, _ = read_header(place, MODES)
            if (claim.rows, claim.nim) == (3, 0) and claim.upto >= limits.PROVED_KEPT_FROM:
                return place, claim, f"verification of {_digest(place)} by {_digest(Path(program))}"
    return None


def _verify_long(
    command: list[str], place: Path, claim: Claim, kind: str, progress: Progress, warn: Warn
) -> Verification | None:
    """Run the checker until its verdict, with its state kept in the work folder."""
    folder = WorkFolder(place.with_name(f"{place.name}.verify"))

    def resumed(slices: int) -> None:
        warn(f"resumed after {slices} of {claim.count()} slices, which an earlier run of this checker has accepted")

    with ExitStack() as stack:

        def made(slices: int) -> ProvedRun:
            return stack.enter_context(ProvedRun(command, str(place), claim, folder, slices, resumed))

        def restored(state: SavedState) -> ProvedRun:
            slices = state.number("slices")
            with folder.open(BOARD, empty=True) as file:
                state.copy("board", file)
            return made(slices)

        def new() -> ProvedRun:
            with suppress(OSError):  # where there is no folder
                folder.remove(BOARD)
            return made(0)

        try:
            try:
                work = run_in_folder(folder.target, kind, restored, new, progress, "verifying", warn)
            except WorkFolderError as problem:
                warn(f"the run cannot be resumed if it is interrupted: {problem}")
                work = made(0)
                run(work, progress, "verifying")
        except Failed as failed:
            return failed.verdict
        return work.verdict


def _digest(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
