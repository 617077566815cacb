"""The checker extracted from Coq, if it has been built: `make -C proofs` builds proofs/zchomp-check.

It is a separate program. This module finds it, runs it, and turns its output into a verdict. The program can also find
the openings of bars.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from zchomp import verifier
from zchomp.certificate.division import NAME, PrivateCopy, Segment, in_processes
from zchomp.certificate.segments import SegmentVerdict
from zchomp.certificate.verdict import Verification
from zchomp.errors import CertificateError, quote
from zchomp.progress import Progress

__all__ = [
    "VARIABLE",
    "cannot_start",
    "expect_option",
    "find_checker",
    "proved_openings",
    "proved_segments",
    "read_verdict",
    "verify_proved",
]

VARIABLE = "ZCHOMP_CHECK"
"""The environment variable that names the program."""

TRUSTING = (0.43, 0.5)
"""The time to trust a line as a fraction of the time to check it, for three rows and for more, by this program."""

BY_VALUE = 20_000
"""From this third row on, one process with the method by value is as fast as any number that check segments.

The method by value cannot check segments. The general method can, but takes 1.5 times as long at 10,000, and its time
grows faster. Several workers take at least the fraction TRUSTING of the time that one takes.
"""

DETAILS = (
    r"rows=\d+ nim=\d+ upto=\d+ slices=\d+ sha256=[0-9a-f]{64}",
    r"(lost|won) elements=.+",
    r"elements=\d+ nim=\d+ slices=\d+ order=[0-9a-f]{64} sha256=[0-9a-f]{64}",
)
"""The end of the verdict line for a certificate about bars, for a strategy, and for a growing order."""

VERDICTS = {
    verifier.VERIFIED: f"s VERIFIED ({'|'.join(DETAILS)})",
    verifier.NOT_VERIFIED: r"s NOT VERIFIED",
    verifier.DECLINED: r"s DECLINED",
    verifier.USAGE: r"s ERROR",
    verifier.INTERNAL: r"s ERROR",
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
    if not re.fullmatch(VERDICTS.get(code, "(?!)"), line):
        about = f"{program!r} ended with code {code} and {quote(line)}"
        return Verification(verifier.INTERNAL, "s ERROR", f"{path!r}: internal error: {about}")
    return Verification(code, line, reason)


def cannot_start(program: str, path: str, problem: Exception) -> Verification:
    """The verdict if the program cannot be started."""
    return Verification(verifier.INTERNAL, "s ERROR", f"{path!r}: {program!r} cannot be run: {problem}")
