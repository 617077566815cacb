"""The stand-alone verifier of zchomp certificates, format 1: python verifier.py [--expect rows=3,upto=115] FILE...

It recomputes every term of every slice; nothing rests on digests. Comments name the steps of proofs/soundness.md:
    slice (t, g), width t1          check_slice(tail, nim, ...), tail[0]
    B(a)                            b, the lowest bit that is in neither `state` nor `shaded`
    state: own and corner           `state`, a bitset (an int) shifted down by one at each step
    below and lower                 `Shadow`: bitsets by column q = t1 + a, ultimately periodic
    settled point A, L, M, a*       `settled`, len(shadow.cycle), `modulus`, `start`
Claim, mode and producer determine the certificate: head, period, modulus and bound must be the least possible.
Exit codes (of several files the largest), and the line on standard output (after `c FILE` if there are several files):
    0    s VERIFIED rows=3 nim=0 upto=115 slices=116 sha256=(of the whole file)
    1    s NOT VERIFIED    wrong, malformed, truncated, or not the expected claim; standard error says why
    2    s DECLINED        a version or a size that this program does not handle
    64   s ERROR           wrong usage, or a file that cannot be read; 70: an internal error, or interrupted
"""

import argparse
import math
import os
import re
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from hashlib import sha256
from itertools import chain, cycle, islice
from typing import Any, BinaryIO, NamedTuple, NoReturn

if sys.version_info < (3, 10):  # noqa: UP036 - a copy may run anywhere
    print("s ERROR", "verifier.py needs Python 3.10 or newer", sep="\n")
    sys.exit(64)

FORMAT = "zchomp-certificate 1"
MAX_LINE, MAX_DIGITS, MAX_BOUND, MAX_ROWS, MAX_NIM, MAX_UPTO = 1 << 22, 15, 10**7, 50, 10**6, 10**7
VERIFIED, NOT_VERIFIED, DECLINED, USAGE, INTERNAL = 0, 1, 2, 64, 70
Tail = tuple[int, ...]


class Refused(Exception):
    """The file is not a certificate of a true claim."""


class Declined(Exception):
    """The file may be a certificate, but of a version or size that is not handled here."""


class BarClaim(NamedTuple):
    """For every tail with t1 <= upto and every nim-value <= nim, the slices are exactly as the lines say."""

    rows: int
    nim: int
    upto: int

    def __repr__(self) -> str:
        return f"rows={self.rows},nim={self.nim},upto={self.upto}"


class Line(NamedTuple):
    """What a line claims of one slice; in compact mode its head is only known by its length and digest."""

    tail: Tail
    nim: int
    kind: str
    head: list[int] | None
    length: int
    digest: str
    period: list[int]
    modulus: int
    bound: int
    prev: str


Fields = dict[str, int | str]


class Verdict(NamedTuple):
    """The outcome for one file: exit code, the verdict line, why it was not verified, or the fields of the line."""

    code: int
    line: str
    reason: str
    fields: Fields | None = None


N, LIST, HEX = r"([0-9]+)", r"\[([0-9,]*)\]", r'"([0-9a-f]{64})"'
HEADER = [f'{{"format":"{FORMAT}"', ',"claim":{"game":"chomp"', f',"rows":{N}', f',"nim":{N}', f',"upto":{N}}}']
HEADER += [',"mode":"(full|compact)"', r',"producer":"[^"\\\x00-\x1f]{0,200}"}']
SLICE = [f'{{"tail":{LIST}', f',"nim":{N}', ',"kind":"(periodic|finite|empty)"']
SLICE += [f',"head":(?:{LIST}|{{"terms":{N},"sha256":{HEX}}})', f',"period":{LIST}']
SLICE += [f',"modulus":{N}', f',"bound":{N}', f',"prev":{HEX}}}']
TRAILER = [f'{{"slices":{N}', f',"sha256":{HEX}}}']


def read(parts: list[str], line: bytes) -> list[str]:
    """The values in a line, which must be written exactly as the format says: fixed keys, no spaces, no floats."""
    values, text, at = list[str](), line.decode("utf-8", "backslashreplace"), 0
    for part in [*parts, "$"]:
        if (match := re.compile(part).match(text, at)) is None:
            raise Refused(f"character {at + 1}: expected {part}, found {text[at : at + 40]!r}")
        values, at = [*values, *match.groups()], match.end()
    return values


def integer(word: str) -> int:
    if len(word) > MAX_DIGITS:
        raise Declined(f"a number of {len(word)} digits; this program handles {MAX_DIGITS}")
    if not word or (word[0] == "0" and word != "0"):
        raise Refused(f"expected a whole number, found {word!r}")
    return int(word)


def integers(text: str) -> list[int]:
    return [integer(word) for word in text.split(",")] if text else []


def read_header(line: bytes) -> tuple[BarClaim, str]:
    if re.match(rb'{"format":"zchomp-certificate (?!1")', line):
        raise Declined(f"a certificate of another format than {FORMAT!r}")
    *numbers, mode = read(HEADER, line)
    claim = BarClaim(*map(integer, numbers))
    if claim.rows < 2 or (claim.rows == 2 and claim.upto):
        raise Refused(f"expected rows >= 2, and upto=0 for two rows, found {claim}")
    if claim.rows > MAX_ROWS or claim.nim > MAX_NIM or claim.upto > MAX_UPTO:
        raise Declined(f"a claim of this size: {claim}; this program handles {BarClaim(MAX_ROWS, MAX_NIM, MAX_UPTO)}")
    return claim, mode


def read_slice(line: bytes, mode: str) -> Line:
    tail, nim, kind, listed, length, digest, period, modulus, bound, prev = read(SLICE, line)
    if (mode == "full") != (listed is not None):
        raise Refused(f"head: not as in {mode} mode")
    head = integers(listed) if mode == "full" else None
    size = integer(length) if head is None else len(head)
    numbers = integers(period), integer(modulus), integer(bound)
    if max(size, numbers[2]) > MAX_BOUND:
        raise Declined(f"a bound of {max(size, numbers[2])}; this program handles {MAX_BOUND}")
    return Line(tuple(integers(tail)), integer(nim), kind, head, size, digest, *numbers, prev)


class Shadow(NamedTuple):
    """What other slices exclude: for every column q a bitset of values b, from len(columns) on repeating the cycle."""

    columns: list[int]
    cycle: list[int]

    def since(self, q: int) -> Iterator[int]:
        turn = max(0, q - len(self.columns)) % len(self.cycle)
        return chain(self.columns[q:], cycle(self.cycle[turn:] + self.cycle[:turn]))

    def union(self, other: "Shadow") -> "Shadow":
        start, length = max(len(self.columns), len(other.columns)), math.lcm(len(self.cycle), len(other.cycle))
        if start + length > MAX_BOUND:
            raise Declined(f"slices that repeat together only after {length} columns; this program handles {MAX_BOUND}")
        both = [x | y for x, y in islice(zip(self.since(0), other.since(0)), start + length)]
        return Shadow(both[:start], both[start:])

    def with_slice(self, width: int, head: list[int], period: list[int]) -> "Shadow":
        start, length = max(len(self.columns), width + len(head)), math.lcm(len(self.cycle), len(period) or 1)
        columns = list(islice(self.since(0), start + length))
        for q, b in zip(range(width, start + length), chain(head, cycle(period))):
            columns[q] |= 1 << b
        return Shadow(columns[:start], columns[start:])


NOTHING = Shadow([], [0])


class Checker:
    """Checks the slices of one claim in dependency order, and keeps what later slices need."""

    def __init__(self, claim: BarClaim) -> None:
        self.claim = claim
        self.first: dict[Tail, int] = {}  # B(0), where the slice of the current nim-value is not empty
        self.witness: dict[Tail, int] = {}  # the x that makes it empty
        self.diagonal: dict[Tail, int] = {}  # bit x + B_s(0) for every corner s
        self.chains: dict[tuple[Tail, int], Shadow] = {}  # a slice and all that chomping one row of its tail reaches
        self.lower: dict[Tail, Shadow] = {}  # the slices of this tail and a smaller nim-value

    def slices(self) -> Iterator[tuple[Tail, int]]:
        """Every tail and nim-value of the claim: by nim-value, sum of the tail, tail."""
        rows, nims, upto = self.claim
        for nim in range(nims + 1):
            self.first, self.witness, self.diagonal, self.chains = {}, {}, {}, {}
            for total in range((rows - 2) * upto + 1):
                for tail in partitions(total, rows - 2, upto):
                    yield tail, nim
                # A parent has at most one square less in each row: older chains are no longer needed.
                self.chains = {key: kept for key, kept in self.chains.items() if sum(key[0]) + rows - 2 > total}

    def check_slice(self, tail: Tail, nim: int, line: Line) -> None:
        expect("tail", list(tail), list(line.tail))
        expect("nim", nim, line.nim)
        x = self.inherit(tail)
        if x is not None:
            claimed = line.kind, line.period, line.modulus, line.bound
            expect("kind, period, modulus, bound", ("empty", [], 0, x), claimed)
            check_head(line, [])
        head = check_sequence(line, self.shadow(tail), sum(tail[:1]), self.diagonal[tail]) if x is None else []
        self.keep(tail, nim, head, line.period)

    def inherit(self, tail: Tail) -> int | None:
        inner = parent(tail, 0) if tail and tail[0] else None
        if inner and (inner in self.witness or self.first[inner] == 0):
            # Lemma 6: every position of the slice reaches (x, x, min(t, x)), x the least witness.
            self.witness[tail] = self.witness.get(inner, inner[0])
        else:
            # Lemma 5: the corners of a tail are its first parent and the corners of that; Lemma 3: no empty bar.
            self.diagonal[tail] = self.diagonal[inner] | 1 << (inner[0] + self.first[inner]) if inner else 1
        return self.witness.get(tail)

    def keep(self, tail: Tail, nim: int, head: list[int], period: list[int]) -> None:
        self.first.update((tail, b) for b in (head or period)[:1])
        width = tail[0] if tail else 0
        for row, length in enumerate(tail):
            if length < self.claim.upto:
                reached = self.chains[parent(tail, row), row] if length else NOTHING
                self.chains[tail, row] = reached.with_slice(width, head, period)
        if nim < self.claim.nim:
            self.lower[tail] = self.lower.get(tail, NOTHING).with_slice(width, head, period)

    def shadow(self, tail: Tail) -> Shadow:
        """Lemma 4: below is one chain for each row of the tail; lower was gathered with the smaller nim-values."""
        parts = [self.lower[tail]] if tail in self.lower else []
        parts += [self.chains[parent(tail, row), row] for row, length in enumerate(tail) if length]
        return reduce(Shadow.union, parts) if parts else NOTHING


Walk = tuple[list[int], dict[int, int]]
PACE = 1000  # so many terms or more are computed between two looks at the state


def recurrence(columns: Iterator[int], state: int, steps: int) -> tuple[list[int], int]:
    """Theorem 1: the next terms B(a), up to the first that is 0 (Lemma 2), and the state after them."""
    terms: list[int] = []
    for shaded in islice(columns, steps):
        taken = shaded | state
        b = (taken ^ (taken + 1)).bit_length() - 1
        terms.append(b)
        if b == 0:
            break
        state = (state | 1 << b) >> 1
    return terms, state


def terms_and_states(line: Line, places: set[int], columns: Iterator[int], state: int, settled: int, base: int) -> Walk:
    """The terms up to the last place or the first 0, and the states at the places.

    Every slice ends or repeats, so that the walk is not longer than that takes, whatever the bound: a state that comes
    a second time after a multiple of the common period of the others proves that nothing else will come (Theorem 2).
    """
    terms, states, pace = list[int](), dict[int, int](), base * (PACE // base + 1)
    saved, until = -1, 2  # Brent's search: a state is kept for twice as many steps as the one before
    for a in sorted({*places, *range(settled, max(places), pace)}):
        more, state = recurrence(columns, state, a - len(terms))
        terms += more
        if terms and terms[-1] == 0:
            break
        steps, rest = divmod(a - settled, pace)
        if a in places:
            states[a] = state
        if a >= settled and rest == 0 and a < line.bound:
            if state == saved:
                raise Refused(f"bound: the state has returned by a={a}, before {line.bound}")
            if steps + 1 == until or steps == 0:
                saved, until = state, 2 * until
    return terms, states


def check_sequence(line: Line, shadow: Shadow, width: int, diagonal: int) -> list[int]:
    """Check a slice that is not empty; gives its head."""
    settled, base = max(0, len(shadow.columns) - width), len(shadow.cycle)

    def walk(places: set[int]) -> Walk:
        return terms_and_states(line, places, shadow.since(width), diagonal >> width, settled, base)

    if line.kind == "periodic":
        return check_periodic(line, walk, settled, base)
    expect("kind, period, modulus", ("finite", [], 0), (line.kind, line.period, line.modulus))
    expect("bound", line.length, line.bound)
    head, _ = walk({line.bound})
    if not head or head[-1]:
        raise Refused(f"kind: the slice does not end within {line.bound} terms")
    check_head(line, head)
    return head


def check_periodic(line: Line, walk: Callable[[set[int]], Walk], settled: int, base: int) -> list[int]:
    """Theorem 2: the terms are as claimed until the state returns, and the claim repeats from there on."""
    period, size, modulus = line.period, len(line.period), math.lcm(base, len(line.period))
    if not period or any(period == period[:d] * (size // d) for d in range(1, size // 2 + 1) if size % d == 0):
        raise Refused(f"period: expected one that repeats no shorter one, found {size} terms")
    expect("modulus", modulus, line.modulus)
    bound, start = line.bound, line.bound - modulus
    if start < max(settled, line.length):
        raise Refused(f"bound: expected at least {max(settled, line.length) + modulus}, found {bound}")
    terms, states = walk({max(0, start - 1), start, bound - 1, bound})
    if terms and terms[-1] == 0:
        raise Refused(f"kind: the slice ends at a={len(terms) - 1}")
    head, rest = terms[: line.length], terms[line.length :]
    check_head(line, head)
    for a, (b, found) in enumerate(zip(rest, cycle(period)), start=line.length):
        expect(f"b at a={a}", b, found)
    if head and head[-1] == period[-1]:
        raise Refused("head: not minimal, its last term belongs to the period")
    if states[start] != states[bound]:
        raise Refused(f"bound: the state at a={bound} is not that at a={start}")
    if start > settled and states[start - 1] == states[bound - 1]:
        raise Refused(f"bound: not minimal, the state returns before a={bound}")
    return head


def check_head(line: Line, head: list[int]) -> None:
    """Full mode: the very terms. Compact mode: their number, and the digest of them as 64-bit little-endian words."""
    expect("head terms", len(head), line.length)
    if line.head is None:
        expect("head sha256", sha256(struct.pack(f"<{len(head)}Q", *head)).hexdigest(), line.digest)
    elif line.head != head:
        a = next(a for a, b in enumerate(head) if b != line.head[a])
        expect(f"b at a={a}", head[a], line.head[a])


def parent(tail: Tail, row: int) -> Tail:
    """The tail after chomping the last square of one of its rows."""
    return tail[:row] + tuple(min(length, tail[row] - 1) for length in tail[row:])


def partitions(total: int, parts: int, largest: int) -> Iterator[Tail]:
    """The tails of that many rows (zeros included) and that sum, rows at most ``largest``, in lexicographic order."""
    if parts == 0 and total == 0:
        yield ()
    for first in range(-(-total // parts), min(total, largest) + 1) if parts else ():
        for rest in partitions(total - first, parts - 1, first):
            yield (first, *rest)


def expect(what: str, expected: object, found: object) -> None:
    if expected != found:
        shown = [text if len(text) <= 80 else text[:77] + "..." for text in (repr(expected), repr(found))]
        raise Refused(f"{what}: expected {shown[0]}, found {shown[1]}")


def verify_stream(stream: BinaryIO, wanted: dict[str, int], progress: Callable[[int], None] | None = None) -> Fields:
    """Check a whole file; gives what was verified, raises Refused or Declined otherwise."""
    whole, number, line, where = sha256(), 0, b"", ""

    def advance(what: str) -> None:
        nonlocal number, line
        whole.update(line)
        number, line = number + 1, stream.readline(MAX_LINE + 1)
        if len(line) > MAX_LINE:
            raise Declined(f"a line of more than {MAX_LINE} bytes")
        if not line.endswith(b"\n"):
            raise Refused(f"the file ends where {what} is expected")

    try:
        advance("the header")
        claim, mode = read_header(line[:-1])
        expect("claim", claim._replace(**wanted), claim)
        checker = Checker(claim)
        for slices, (tail, nim) in enumerate(checker.slices(), start=1):
            prev = sha256(line[:-1]).hexdigest()
            where = f", slice tail={list(tail)} nim={nim}"
            advance("a slice")
            found = read_slice(line[:-1], mode)
            expect("prev", prev, found.prev)
            checker.check_slice(tail, nim, found)
            if progress:
                progress(slices)
        where = ", trailer"
        advance("the trailer")
        expect("trailer", (str(slices), whole.hexdigest()), tuple(read(TRAILER, line[:-1])))
        whole.update(line)
        expect("after the trailer", b"", stream.read(1))
    except (Refused, Declined) as problem:
        raise type(problem)(f"line {number}{where}: {problem}") from None
    return {**claim._asdict(), "slices": slices, "sha256": whole.hexdigest()}


def verified(fields: Fields) -> Verdict:
    return Verdict(VERIFIED, " ".join(["s VERIFIED", *(f"{key}={value}" for key, value in fields.items())]), "", fields)


def verify(path: str, wanted: dict[str, Any] | None = None, progress: Callable[[int], None] | None = None) -> Verdict:
    """Check one file: never raises, except for KeyboardInterrupt."""
    try:
        with open(path, "rb") as stream:
            return verified(verify_stream(stream, wanted or {}, progress))
    except Refused as problem:
        return Verdict(NOT_VERIFIED, "s NOT VERIFIED", f"{path!r}: {problem}")
    except Declined as problem:
        return Verdict(DECLINED, "s DECLINED", f"{path!r}: {problem}")
    except OSError as problem:
        return Verdict(USAGE, "s ERROR", f"{path!r} cannot be read: {problem.strerror}; expected a certificate file")
    except Exception as problem:  # an internal error is a verdict too, and never "verified"
        return Verdict(INTERNAL, "s ERROR", f"{path!r}: internal error: {type(problem).__name__}: {problem}")


def parse_expect(options: list[str]) -> dict[str, int] | None:
    pairs = [word.partition("=") for option in options for word in option.split(",")]
    good = all(key in BarClaim._fields and re.fullmatch(r"[0-9]{1,15}", value) for key, _, value in pairs)
    wanted = {key: int(value) for key, _, value in pairs} if good else {}
    return wanted if len(wanted) == len(pairs) else None


class Parser(argparse.ArgumentParser):
    def __init__(self, prog: str = "verifier.py") -> None:
        super().__init__(prog, description="Check zchomp certificates, format 1.", allow_abbrev=False)
        self.add_argument("--expect", action="append", default=[], help="verify only this claim: rows=3,nim=0,upto=115")
        self.add_argument("files", nargs="*", metavar="FILE", help="the claim is true if the exit code is 0")

    def error(self, message: str) -> NoReturn:
        print("s ERROR")
        self.exit(USAGE, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str], parser: Parser) -> int:
    options, unknown = parser.parse_known_args(arguments)
    wanted = parse_expect(options.expect)
    if unknown or not options.files:
        parser.error(f"no option {unknown[0]!r:.80}" if unknown else "expected the name of a certificate, FILE")
    if wanted is None:
        parser.error(f"--expect {','.join(options.expect)!r:.80}: expected some of rows=N,nim=N,upto=N, each once")
    codes = []
    for path in options.files:
        verdict = verify(path, wanted)
        if verdict.reason and sys.stderr:
            print(verdict.reason, file=sys.stderr)
        print(f"c {path!r}\n" * (len(options.files) > 1) + verdict.line, flush=True)
        codes.append(verdict.code)
    return max(codes)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:], Parser()))
    except (KeyboardInterrupt, OSError):  # a verdict that cannot be written does not count
        os._exit(INTERNAL)
