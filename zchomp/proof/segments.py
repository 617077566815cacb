"""Segments: a full certificate is divided, its parts are checked independently, and the verdicts are combined.

If a line is right, everything that later slices need from it follows from the line alone, without the recurrence. So a
line can be trusted (`TrustingChecker.trust`): the lines before a segment are trusted, and its own lines are checked by
zchomp/proof/verifier.py. If every segment is accepted, every trusted line was checked in its own segment, and the whole
certificate is right (theorem segments_compose in proofs/Checker/Segments.v).

    copy_of        makes a private copy, which nobody else changes while the segments are read from it
    divide         finds segments that take equally long, one for each worker
    in_processes   runs the workers on this machine, each as a separate program
    conclude       makes the verdict: if all segments are accepted, the whole certificate is

As a program, this module checks one segment of a file: FILE FIRST LAST. It prints from time to time how many lines of
the segment are checked, and at the end a `SegmentVerdict` as JSON.

Anything out of the ordinary (a compact certificate, a pipe, a wrong digest, a worker that fails) is left to the
verifier that reads the whole file. So the verdict and its reason are always the same.
"""

import json
import os
import re
import stat
import subprocess
import sys
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import accumulate, cycle, islice, pairwise
from math import lcm
from operator import or_
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic
from typing import BinaryIO, NamedTuple

from zchomp.bars.results import Claim
from zchomp.core import limits
from zchomp.core.runs import Progress, python_program, silent
from zchomp.proof import verifier
from zchomp.proof.format import Verification
from zchomp.proof.verifier import Shadow, Tail

SPARE, SHARE = 2**28, 64
"""The memory for trusted lines: SPARE bytes, and SHARE bytes for each byte of them.

A correct certificate needs far less. One that needs more is not cut into segments, and is left to the verifier.
"""

OFTEN = 0.2
"""Seconds between two reports of progress."""

CLAIMED = re.compile(rb'{"tail":\[[0-9,]*\],"nim":[0-9]+,"kind":"[a-z]+","head":\[([0-9,]*)\],"period":\[([0-9,]*)\]')


class CannotTrust(Exception):
    """A line that cannot be trusted, because it is malformed or would take too much memory."""


class SegmentVerdict(NamedTuple):
    """The verdict on a segment: an exit code of the verifier, the reason, and whether it ends with the last slice.

    The code is INTERNAL if the segment cannot be judged, because a line before it cannot be trusted or there is not
    enough memory.
    """

    code: int
    reason: str = ""
    is_last: bool = False


class Bits(dict[bytes, int]):
    """The bitset with one element for every term, by the term's digits; terms above the limit are refused."""

    limit = largest = memory = 0

    def __missing__(self, word: bytes) -> int:
        term = int(word)
        if term > self.limit or word != b"%d" % term or self.memory > SPARE:
            raise CannotTrust(f"a term {word[:40]!r}")
        self.largest = max(self.largest, term)
        self.memory += term // 7 + 100
        self[word] = bit = 1 << term
        return bit


class TrustingChecker(verifier.Checker):
    """A checker that can also trust a line: it keeps what it would keep if it had checked the line."""

    def __init__(self, claim: verifier.BarClaim) -> None:
        super().__init__(claim)
        self.bits = Bits()
        self.columns: dict[int, int] = {}  # how many are kept, for each sum of the tail
        self.lower_columns = 0
        self.read = self.work = 0  # the bytes of trusted lines, and the columns made from them

    def trust(self, tail: Tail, nim: int, line: bytes) -> None:
        """Keep the claim of a line without checking it.

        Raises CannotTrust, or any other exception that a wrong line causes.
        """
        match = CLAIMED.match(line)
        if match is None:
            raise CannotTrust("not a line of a full certificate")
        head, period = (part.split(b",") if part else [] for part in match.groups())
        # B(a) is the mex of at most a + t1 + (sum of the tail) + nim + 1 numbers, so it is not larger than that
        # (own, corner, below, lower, and the empty bar). All terms occur in the head or in the first period.
        limit = len(head) + len(period) + sum(tail[:1]) + sum(tail) + nim + 1
        self.bits.limit = max(self.bits.limit, limit)
        sets = [self.bits[word] for word in head], [self.bits[word] for word in period]
        self.read += len(line)
        self.check_size(tail, nim, len(head), len(period))
        if (self.inherit(tail) is None) != bool(head or period):
            raise CannotTrust("a slice that is empty and should not be, or the other way round")
        if len(tail) == 1:
            self.first.update((tail, int(word)) for word in (head or period)[:1])
            self.keep_in_place(tail, nim, *sets)
        else:
            self.keep(tail, nim, list(map(int, head)), list(map(int, period)))

    def check_size(self, tail: Tail, nim: int, head: int, period: int) -> None:
        """Raise CannotTrust if the kept sets would be much larger than the lines themselves."""
        width, total, columns = sum(tail[:1]), sum(tail), 0
        for row, length in enumerate(tail):
            base = self.chains[verifier.parent(tail, row), row] if length else verifier.NOTHING
            columns += size(base, width + head, period)
        if len(tail) == 1:  # its chain replaces the one before
            self.columns = {total: columns}
        else:
            self.columns = {key: self.columns.get(key, 0) for key in range(total - len(tail) + 1, total + 1)}
            self.columns[total] = self.columns.get(total, 0) + columns
        if nim < self.claim.nim:
            self.lower_columns += head + size(self.lower.get(tail, verifier.NOTHING), 0, period)
        self.work += columns
        allowed, most = SPARE + SHARE * self.read, self.bits.largest // 7 + 36
        if self.work > allowed or (sum(self.columns.values()) + self.lower_columns) * most > allowed:
            raise CannotTrust("claims that need more memory or time than a right certificate would")

    def keep_in_place(self, tail: Tail, nim: int, head: list[int], period: list[int]) -> None:
        """Keep chains as `keep` does, but change them in place: for tails of one row nothing else needs the old one."""
        width = tail[0]
        if width < self.claim.upto:
            reached = self.chains.pop((verifier.parent(tail, 0), 0)) if width else Shadow([], [0])
            self.chains[tail, 0] = insert(reached, width, head, period)
        if nim < self.claim.nim:
            self.lower[tail] = insert(self.lower.get(tail) or Shadow([], [0]), width, head, period)


def size(shadow: Shadow, start: int, period: int) -> int:
    """How many columns a shadow has with one more slice that repeats from column ``start`` on."""
    length = lcm(len(shadow.cycle), period or 1)
    if max(len(shadow.columns), start) + length > 2 * verifier.MAX_BOUND:
        raise CannotTrust(f"slices that repeat together only after {length} columns")
    return max(len(shadow.columns), start) + length


def insert(shadow: Shadow, width: int, head: list[int], period: list[int]) -> Shadow:
    """Add a slice, given as sets of one term each, to a shadow in place (the verifier's `with_slice` makes a copy).

    >>> insert(Shadow([1, 3], [0]), 1, [4, 8], [16, 32])
    Shadow(columns=[1, 7, 8], cycle=[16, 32])
    """
    columns, end = shadow.columns, width + len(head)
    more = islice(shadow.since(len(columns)), max(0, end - len(columns)))
    again = list(islice(shadow.since(max(len(columns), end)), lcm(len(shadow.cycle), len(period) or 1)))
    columns += list(more)
    columns[width:end] = map(or_, columns[width:end], head)
    if period:
        rest = cycle(period)
        columns[end:] = map(or_, columns[end:], rest)
        again = list(map(or_, again, rest))
    shadow.cycle[:] = again
    return shadow


def read_line(stream: BinaryIO) -> bytes:
    """The next line, which must be whole."""
    line = stream.readline(verifier.MAX_LINE + 1)
    if len(line) > verifier.MAX_LINE or not line.endswith(b"\n"):
        raise CannotTrust("not a whole line")
    return line


def check_segment(stream: BinaryIO, first: int, last: int, progress: Progress = silent) -> SegmentVerdict:
    """Check the lines from ``first`` to ``last`` of a full certificate, and trust those before them.

    Line 1 is the header, which must be valid, so ``first`` is at least 2.

    >>> from zchomp.proof.format import shipped_certificate
    >>> with shipped_certificate().open("rb") as stream:
    ...     check_segment(stream, 60, 117)
    SegmentVerdict(code=0, reason='', is_last=True)
    """
    number, where = 1, ""
    try:
        line = read_line(stream)
        claim, mode = verifier.read_header(line[:-1])
        checker = TrustingChecker(claim)
        slices = checker.slices()
        for number, (tail, nim) in zip(range(2, first), slices, strict=False):  # noqa: B007 - used in the reason
            line = read_line(stream)
            checker.trust(tail, nim, line)
        checker.bits.clear()
        for number, (tail, nim) in zip(range(first, last + 1), slices, strict=False):
            where = f", slice tail={list(tail)} nim={nim}"
            prev, line = sha256(line[:-1]).hexdigest(), read_line(stream)
            found = verifier.read_slice(line[:-1], mode)
            verifier.expect("prev", prev, found.prev)
            checker.check_slice(tail, nim, found)
            progress("verifying", number - first + 1, last - first + 1)
        where = ""
        return SegmentVerdict(
            verifier.VERIFIED if number == last else verifier.INTERNAL, "", next(slices, None) is None
        )
    except (verifier.Refused, verifier.Declined) as problem:
        code = verifier.NOT_VERIFIED if isinstance(problem, verifier.Refused) else verifier.DECLINED
        return SegmentVerdict(code if where else verifier.INTERNAL, f"line {number}{where}: {problem}")
    except Exception as problem:  # an exception is never a verdict
        return SegmentVerdict(verifier.INTERNAL, f"line {number}{where}: {type(problem).__name__}: {problem}")


def now_and_then(tell: Callable[[int], None]) -> Progress:
    """A progress function that calls ``tell`` with the number of lines checked, at most every `OFTEN` seconds."""
    reported = monotonic()

    def progress(_stage: str, done: int, _total: int, _detail: str = "", /) -> None:
        nonlocal reported
        if monotonic() > reported + OFTEN:
            reported = monotonic()
            tell(done)

    return progress


def main() -> None:
    """Check the segment given by the command-line arguments, and print its verdict."""
    path, first, last = sys.argv[1:]

    def tell(done: int) -> None:
        sys.stdout.write(f"{done}\n")
        sys.stdout.flush()

    with open(path, "rb") as stream:  # noqa: PTH123 - pathlib takes as long to import as everything else here
        outcome = check_segment(stream, int(first), int(last), now_and_then(tell))
    sys.stdout.write(json.dumps(outcome) + "\n")


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


Runner = Callable[[PrivateCopy, list[Segment], Progress], list[SegmentVerdict]]
"""Has the segments of a copy checked. Returns the verdicts on them, up to the first segment that is refused."""


def verify_in_segments(
    path: str,
    wanted: Mapping[str, int | str],
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
    fields = {**asdict(copy.claim), "slices": len(copy.lengths) - 1, "sha256": copy.sha256}
    return Verification(*verifier.verified(fields))


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
def copy_of(path: str, wanted: Mapping[str, int | str]) -> Iterator[PrivateCopy | None]:
    """Copy a certificate. The context is the copy, or None if the certificate cannot be cut into segments.

    A pipe is not even opened, because the verifier could not read the same bytes again.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116 - any name
        yield None
        return
    with TemporaryDirectory(prefix="zchomp-") as folder, open(path, "rb") as stream:  # noqa: PTH123 - any name
        yield _copied(stream, wanted, Path(folder))


def _copied(stream: BinaryIO, wanted: Mapping[str, int | str], folder: Path) -> PrivateCopy | None:
    """Copy a certificate. None unless its header and trailer are right, and there is a line for each slice."""
    file = os.fstat(stream.fileno())
    header = stream.readline(verifier.MAX_LINE)
    try:
        read, mode = verifier.read_header(header[:-1])
    except (verifier.Refused, verifier.Declined):
        return None
    claim = Claim(**read._asdict())
    can_be_cut = stat.S_ISREG(file.st_mode) and file.st_size <= limits.CERTIFICATE_BYTES and mode == "full"
    if not can_be_cut or read != verifier.BarClaim(**{**read._asdict(), **wanted}) or claim.count() > file.st_size:
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
    """Have the segments checked by `zchomp.proof.segments`, each in a separate process (a `Runner`)."""
    commands = [python_program("zchomp.proof.segments", NAME, first, last) for first, last in segments]

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
