"""Segments: some lines of a full certificate, checked on the assumption that the lines before them are right.

If a line is right, everything that later slices need from it follows from the line alone, without the recurrence. So a
line can be trusted (`TrustingChecker.trust`), and a certificate can be cut into segments that are checked independently
of each other: the lines before a segment are trusted, and its own lines are checked by zchomp/verifier.py. If every
segment is accepted, every trusted line was checked in its own segment, and the whole certificate is right (theorem
segments_compose in proofs/Checker/Segments.v).

As a program, this module checks one segment of a file: FILE FIRST LAST. It prints from time to time how many lines of
the segment are checked, and at the end a `SegmentVerdict` as JSON.
"""

import json
import re
import sys
from collections.abc import Callable
from hashlib import sha256
from itertools import cycle, islice
from math import lcm
from operator import or_
from time import monotonic
from typing import BinaryIO, NamedTuple

from zchomp import verifier
from zchomp.progress import Progress, silent
from zchomp.verifier import Shadow, Tail

__all__ = ["CannotTrust", "SegmentVerdict", "TrustingChecker", "check_segment", "main", "now_and_then"]

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

    def __init__(self, claim: verifier.Claim) -> None:
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

    >>> from zchomp.certificate.format import shipped_certificate
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
