"""Division: a full certificate is cut into segments, and the verdicts on the segments are combined into one.

    copy_of        makes a private copy, which nobody else changes while the segments are read from it
    divide         finds segments that take equally long, one for each worker
    in_processes   runs the workers on this machine, each as a separate program
    conclude       makes the verdict: if all segments are accepted, the whole certificate is
                   (segments_compose, proofs/Checker/Segments.v)

Anything out of the ordinary (a compact certificate, a pipe, a wrong digest, a worker that fails) is left to the
verifier that reads the whole file. So the verdict and its reason are always the same.
"""

import json
import os
import re
import stat
import subprocess
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate, pairwise
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import BinaryIO

from zchomp import limits, verifier
from zchomp.certificate.segments import SegmentVerdict
from zchomp.certificate.verdict import Verification
from zchomp.progress import Progress
from zchomp.results import Claim
from zchomp.work.processes import python_program

__all__ = [
    "NAME",
    "PrivateCopy",
    "Runner",
    "Segment",
    "conclude",
    "divide",
    "gather",
    "in_processes",
    "python_segments",
    "verify_in_segments",
]

Segment = tuple[int, int]
"""The first and last line, where the header is line 1."""

TRUSTING = (0.3, 0.55)
"""The time to trust a line as a fraction of the time to check it, for three rows and for more."""

NAME = "certificate"
"""The name of the copy in its folder."""


@dataclass(frozen=True)
class PrivateCopy:
    """A private copy of a full certificate whose header and trailer are right. Its slices remain to be checked."""

    folder: Path
    claim: Claim
    sha256: str
    lengths: Sequence[int]
    """The length of each line in bytes: the header and the slices."""

    @property
    def path(self) -> Path:
        """The path of the copy."""
        return self.folder / NAME

    @property
    def details(self) -> str:
        """The end of the verdict line if the slices are right."""
        rows, nim, upto = self.claim.rows, self.claim.nim, self.claim.upto
        return f"rows={rows} nim={nim} upto={upto} slices={len(self.lengths) - 1} sha256={self.sha256}"


Runner = Callable[[PrivateCopy, list[Segment], Progress], list[SegmentVerdict]]
"""Has the segments of a copy checked. Returns the verdicts on them, up to the first segment that is refused."""


def verify_in_segments(
    path: str,
    wanted: dict[str, int],
    parts: int,
    trusting: tuple[float, float],
    run: Runner,
    plain: Callable[[], Verification],
    progress: Progress,
) -> Verification:
    """Verify a file by segments, or with ``plain`` where that is not possible. Both give the same verdict."""
    try:
        with copy_of(path, wanted) as copy:
            if copy is None or parts < 2 or len(copy.lengths) < 3:
                return plain()
            segments = divide(copy.lengths, parts, trusting[copy.claim.rows > 3])
            outcomes = run(copy, segments, progress)
            verdict = conclude(path, copy, segments, outcomes)
    except (OSError, ValueError):  # not a file name, no room for a copy, or a program that cannot be started
        return plain()
    return plain() if verdict is None else verdict


def conclude(
    path: str, copy: PrivateCopy, segments: list[Segment], outcomes: list[SegmentVerdict]
) -> Verification | None:
    """Return the verdict on the whole certificate, or None if the segments do not decide it.

    The first segment that is not accepted decides: all lines before it are right, so what it trusted is true.
    """
    for outcome in outcomes:
        if outcome.code == verifier.NOT_VERIFIED:
            return Verification(outcome.code, "s NOT VERIFIED", f"{path!r}: {outcome.reason}")
        if outcome.code == verifier.DECLINED:
            return Verification(outcome.code, "s DECLINED", f"{path!r}: {outcome.reason}")
        if outcome.code != verifier.VERIFIED:
            return None
    if len(outcomes) != len(segments) or not outcomes[-1].is_last:
        return None
    return Verification(verifier.VERIFIED, f"s VERIFIED {copy.details}", "")


def divide(lengths: Sequence[int], parts: int, trusting: float) -> list[Segment]:
    """Cut the lines into segments that take equally long, if the time for a line is proportional to its length.

    A worker first trusts all lines before its segment, and then checks its own. Let trusting a byte take s times as
    long as checking it, and let the first k of N segments have the fraction P(k) of all bytes. Then the work of the
    next segment is P(k + 1) - P(k) + s P(k). It is the same for all if P(k) = (1 - (1 - s)^k) / (1 - (1 - s)^N).

    >>> divide([100] + [10] * 16, 2, trusting=0.25)
    [(2, 11), (12, 17)]
    >>> divide([100] + [10] * 2, 4, trusting=0.25)
    [(2, 2), (3, 3)]
    """
    ends = list(accumulate(lengths[1:]))
    shares = [(1 - (1 - trusting) ** k) / (1 - (1 - trusting) ** parts) for k in range(1, parts)]
    stops = {bisect_left(ends, share * ends[-1]) + 1 for share in shares} | {len(ends)}
    return [(before + 2, stop + 1) for before, stop in pairwise([0, *sorted(stops)])]


@contextmanager
def copy_of(path: str, wanted: dict[str, int]) -> Iterator[PrivateCopy | None]:
    """Copy a certificate. The context is the copy, or None if the certificate cannot be cut into segments.

    A pipe is not even opened, because the verifier could not read the same bytes again.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116 - any name
        yield None
        return
    with TemporaryDirectory(prefix="zchomp-") as folder, open(path, "rb") as stream:  # noqa: PTH123 - any name
        yield _copied(stream, wanted, Path(folder))


def _copied(stream: BinaryIO, wanted: dict[str, int], folder: Path) -> PrivateCopy | None:
    """Copy a certificate. None unless its header and trailer are right, and there is a line for each slice."""
    file = os.fstat(stream.fileno())
    header = stream.readline(verifier.MAX_LINE)
    try:
        read, mode = verifier.read_header(header[:-1])
    except (verifier.Refused, verifier.Declined):
        return None
    claim = Claim(**read._asdict())
    can_be_cut = stat.S_ISREG(file.st_mode) and file.st_size <= limits.CERTIFICATE_BYTES and mode == "full"
    if not can_be_cut or read != read._replace(**wanted) or claim.count() > file.st_size:
        return None
    whole, lengths = sha256(header), array("L", [len(header)])
    with (folder / NAME).open("wb") as copy:
        copy.write(header)
        for _ in range(claim.count()):
            line = stream.readline(verifier.MAX_LINE)
            if not line.endswith(b"\n"):
                return None
            whole.update(line)
            lengths.append(len(line))
            copy.write(line)
    trailer = b'{"slices":%d,"sha256":"%s"}\n' % (claim.count(), whole.hexdigest().encode())
    if stream.read(len(trailer) + 1) != trailer:
        return None
    whole.update(trailer)
    return PrivateCopy(folder, claim, whole.hexdigest(), lengths)


def python_segments(copy: PrivateCopy, segments: list[Segment], progress: Progress) -> list[SegmentVerdict]:
    """Have the segments checked by `zchomp.certificate.segments`, each in a separate process (a `Runner`)."""
    commands = [python_program("zchomp.certificate.segments", NAME, first, last) for first, last in segments]

    def read(_index: int, output: str, _reason: str, code: int) -> SegmentVerdict:
        if code != 0:
            return SegmentVerdict(verifier.INTERNAL, "no answer from a worker")
        return SegmentVerdict(*json.loads(output))

    return in_processes(commands, read, copy, segments, progress)


def in_processes(
    commands: list[list[str]],
    read: Callable[[int, str, str, int], SegmentVerdict],
    copy: PrivateCopy,
    segments: list[Segment],
    progress: Progress,
) -> list[SegmentVerdict]:
    """Run a command for each segment, all at once, in the folder of the copy. Returns the verdicts.

    If a command prints a number, that is how many lines of the segment are checked. `read` makes a verdict from the
    index of a segment, the last line printed, the text on standard error, and the exit code. The segments after one
    that is not accepted are stopped.
    """
    events: SimpleQueue[tuple[int, int | SegmentVerdict]] = SimpleQueue()

    def listen(index: int, process: subprocess.Popen[str]) -> None:
        last = ""
        try:
            for line in process.stdout or ():
                last = line.rstrip("\n")
                if re.fullmatch(r"[0-9]{1,15}", last):
                    events.put((index, int(last)))
            reason = process.stderr.read() if process.stderr else ""
            events.put((index, read(index, last, reason.rstrip("\n"), process.wait())))
        except Exception as problem:  # an exception is never a verdict
            events.put((index, SegmentVerdict(verifier.INTERNAL, f"{type(problem).__name__}: {problem}")))

    null, pipe = subprocess.DEVNULL, subprocess.PIPE
    running: list[tuple[subprocess.Popen[str], Thread]] = []
    try:
        for index, command in enumerate(commands):
            process = subprocess.Popen(  # noqa: S603 - our own program, or the chosen checker
                command, cwd=copy.folder, text=True, errors="replace", stdin=null, stdout=pipe, stderr=pipe
            )
            running.append((process, Thread(target=listen, args=(index, process), daemon=True)))
            running[-1][1].start()
        return gather(events.get, segments, progress, lambda index: running[index][0].kill())
    finally:
        for process, listener in running:
            process.kill()
            listener.join()
            with process:  # closes the pipes
                pass


def gather(
    next_event: Callable[[], tuple[int, int | SegmentVerdict]],
    segments: list[Segment],
    progress: Progress,
    stop: Callable[[int], None],
) -> list[SegmentVerdict]:
    """Wait until all segments are accepted, or one is refused and all before it have their verdicts.

    The segments after one that is refused are stopped.
    """
    total = segments[-1][1] - 1
    done = [0] * len(segments)
    outcomes: dict[int, SegmentVerdict] = {}
    needed = len(segments)
    while any(index not in outcomes for index in range(needed)):
        index, event = next_event()
        if isinstance(event, SegmentVerdict):
            outcomes[index] = event
            if event.code == verifier.VERIFIED:
                done[index] = segments[index][1] - segments[index][0] + 1
            elif index < needed:
                needed = index + 1
                for later in range(needed, len(segments)):
                    stop(later)
        else:
            done[index] = event
        progress("verifying", sum(done), total)
    return [outcomes[index] for index in range(needed)]
