"""The stand-alone verifier of certificates of growing orders: python verifier.py [--expect nim=0] FILE...

A finite order A and two chains c1 < c2 < ..., d1 < d2 < ... without end; no c is below a d. A position (S, m, n) is a
down-set S of A, c1 to cm, and d1 to dn. The slice of S and a nim-value has for each m the n such that (S, m, n) has
that nim-value, or none. Every term of every slice is recomputed. Comments name the steps of proofs/growing.md:
    uc, ud, lc, ld, phi, psi          c_above, d_above (0: none), c_below, d_below, phi, psi (None: no end)
    own, constants                    `state`, a bitset (an int) in which bit v stands for n = w + v
    slices below, smaller values      `columns`: for each row a bitset, ultimately periodic
    ends, block, late, w(m), sigma(m) `end`, `blocked`, `late`, `w`, (w - m, state)
The claim determines the certificate: head, period, modulus and bound must be the least possible.
Exit codes (of several files the largest), and the line on standard output (after `c FILE` if there are several files):
    0    s VERIFIED elements=1 nim=0 slices=2 order=(SHA-256 of the order) sha256=(of the whole file)
    1    s NOT VERIFIED    wrong, malformed, truncated, or not the expected claim; standard error says why
    2    s DECLINED        a version or a size that this program does not handle
    64   s ERROR           wrong usage, or a file that cannot be read; 70: an internal error, or interrupted
"""

import os
import re
import sys
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import chain, count, cycle, pairwise
from math import inf, lcm
from typing import BinaryIO, NamedTuple

FORMAT = "zchomp-growing 1"
MAX_LINE, MAX_DIGITS, MAX_BOUND, MAX_ELEMENTS, MAX_INDEX = 1 << 24, 15, 10**7, 500, 10**4
VERIFIED, NOT_VERIFIED, DECLINED, USAGE, INTERNAL = 0, 1, 2, 64, 70


class Refused(Exception):
    """The file is not a certificate of a true claim."""


class Declined(Exception):
    """The file may be a certificate, but of a version or size that is not handled here."""


class Verdict(NamedTuple):
    code: int  # the exit code
    line: str  # the verdict line
    reason: str  # why the file was not verified
    fields: dict[str, int | str] | None = None  # those of the line, if it was verified


class Line(NamedTuple):
    tops: list[int]
    nim: int
    first: int  # the first row
    kind: str
    head: list[int]  # n for each row, -1 for none
    period: list[int]  # n - m for each row, repeated forever
    modulus: int
    bound: int
    prev: str

    @property
    def settled(self) -> int:
        return self.first + len(self.head)

    def get(self, m: int) -> int:
        if m < self.settled:
            return self.head[m - self.first] if m >= self.first else -1
        return m + self.period[(m - self.settled) % len(self.period)] if self.period else -1

    def terms(self, start: int, stop: int) -> Iterator[tuple[int, int]]:
        """The rows from start on and before stop that have an n, with their n; reads no other rows."""
        start = max(start, self.first)
        for m, n in enumerate(self.head[start - self.first : max(0, stop - self.first)], start):
            if n >= 0:
                yield m, n
        start = max(start, self.settled)
        if self.period and start < stop:
            i = (start - self.settled) % len(self.period)
            for m, b in zip(range(start, stop), chain(self.period[i : i + stop - start], cycle(self.period))):
                yield m, m + b


N, LIST, HEX, TEXT = r"([0-9]+)", r"\[([0-9,-]*)\]", r'"([0-9a-f]{64})"', r'"[^"\\\x00-\x1f]{0,200}"'
ORDER = rf'({{"elements":\[({TEXT}(?:,{TEXT})*)?\],"larger":\[(\[[0-9,]*\](?:,\[[0-9,]*\])*)?\]'
ORDER += "".join(rf',"{name}":{LIST}' for name in ("c_above", "d_above", "c_below", "d_below", "head"))
ORDER += f',"step":{N},"rise":{N}}})'
HEADER = [f'{{"format":"{FORMAT}"', ',"claim":{"game":"chomp"', f',"nim":{N}', f',"order":{ORDER}}}']
HEADER += [',"mode":"full"', rf',"producer":{TEXT}}}']
SLICE = [f'{{"tops":{LIST}', f',"nim":{N}', f',"first":{N}', ',"kind":"(periodic|finite|empty)"']
SLICE += [f',"head":{LIST}', f',"period":{LIST}', f',"modulus":{N}', f',"bound":{N}', f',"prev":{HEX}}}']
TRAILER = [f'{{"slices":{N}', f',"sha256":{HEX}}}']


def read(parts: list[str], line: bytes) -> list[str]:
    """The values in a line, which must be written exactly as the format says: fixed keys, no spaces, no floats."""
    values, text, at = list[str](), line.decode("utf-8", "backslashreplace"), 0
    for part in [*parts, "$"]:
        match = re.compile(part).match(text, at)
        if match is None:
            raise Refused(f"character {at + 1}: expected {part:.80}, found {text[at : at + 40]!r}")
        values += [value or "" for value in match.groups()]
        at = match.end()
    return values


def integer(word: str, least: int = 0) -> int:
    digits = word.removeprefix("-") if least < 0 else word
    if len(digits) > MAX_DIGITS:
        raise Declined(f"a number of {len(digits)} digits; this program handles {MAX_DIGITS}")
    if not digits.isdecimal() or (digits[0] == "0" and word != "0") or int(word) < least:
        raise Refused(f"expected a whole number from {least} on, found {word!r}")
    return int(word)


def integers(text: str, least: int = 0) -> list[int]:
    return [integer(word, least) for word in text.split(",")] if text else []


def read_slice(line: bytes) -> Line:
    tops, nim, first, kind, head, period, modulus, bound, prev = read(SLICE, line)
    found = Line(
        tops=integers(tops),
        nim=integer(nim),
        first=integer(first),
        kind=kind,
        head=integers(head, -1),
        period=integers(period, -MAX_BOUND),
        modulus=integer(modulus),
        bound=integer(bound),
        prev=prev,
    )
    if found.bound > MAX_BOUND:
        raise Declined(f"a bound of {found.bound}; this program handles {MAX_BOUND}")
    if found.modulus > MAX_BOUND:
        raise Declined(f"a modulus of {found.modulus}; this program handles {MAX_BOUND}")
    return found


class Order:
    def __init__(self, words: list[str]) -> None:
        """Read the order of the claim, and check that it is one."""
        elements, larger, *chains, step, rise = words
        names = re.findall(TEXT, elements)
        self.size = len(names)
        expect("number of different elements", self.size, len(set(names)))
        found = [integers(text) for text in re.findall(r"\[([0-9,]*)\]", larger)]
        self.c_above, self.d_above, self.c_below, self.d_below, self.head = map(integers, chains)
        self.step, self.rise = integer(step), integer(rise)
        expect("entries of larger for each element", self.size, len(found))
        expect("entries of c_above for each element", self.size, len(self.c_above))
        expect("entries of d_above for each element", self.size, len(self.d_above))
        expect("entries of c_below for each element", self.size, len(self.c_below))
        expect("entries of d_below for each element", self.size, len(self.d_below))
        small = [*self.c_above, *self.d_above, *self.c_below, *self.d_below, *self.head, self.step, self.rise]
        if max(small) > MAX_INDEX:
            raise Declined(f"an order with the number {max(small)}; this program handles numbers to {MAX_INDEX}")
        if self.size > MAX_ELEMENTS:
            raise Declined(f"an order of {self.size} elements; this program handles {MAX_ELEMENTS}")
        if len(self.head) > MAX_INDEX:
            raise Declined(f"a head of {len(self.head)} numbers in the order; this program handles {MAX_INDEX}")
        for a, above in enumerate(found):
            require(above == sorted(set(above)), "order: the elements above element {} are not in increasing order", a)
            require(max(above, default=0) < self.size, "order: what is above element {} is no element", a)
        self.larger = [sum(1 << b for b in above) for above in found]
        self.smaller = [sum(1 << b for b in range(self.size) if self.larger[b] >> a & 1) for a in range(self.size)]
        require(self.step > 0, "order: expected a step from 1 on")
        require(
            self.step <= len(self.head) + 1, "order: a step of {}, and a head of {} numbers", self.step, len(self.head)
        )
        rising = [*self.head, self.phi(len(self.head) + 1)]  # the later steps repeat
        require(rising == sorted(rising), "order: the numbers of d below c1, c2, ... decrease")
        for a in range(self.size):
            self.check_element(a)
            for b in range(self.size):  # a among them: no c or d is both below and above it
                if self.larger[a] >> b & 1:
                    self.check_below(a, b)
                else:
                    self.check_not_below(a, b)

    def phi(self, i: int) -> int:
        turns = max(0, -(-(i - len(self.head)) // self.step))
        i -= turns * self.step
        return turns * self.rise + (self.head[i - 1] if i > 0 else 0)

    def psi(self, j: int) -> int | None:
        most = len(self.head) + self.step * j
        return None if self.phi(most) < j else bisect_left(range(most), j, key=self.phi) - 1

    def check_element(self, a: int) -> None:
        """Lemma 0 for an element and the chains: all consequences are listed, and no c is below a d."""
        uc, ud, lc, ld = self.first_c(a), self.first_d(a), self.c_below[a], self.d_below[a]
        require(not self.larger[a] >> a & 1, "order: element {} is below itself", a)
        require(lc == 0 or ud == inf, "order: c{} < element {} < d{}, but no c may be below a d", lc, a, ud)
        require(self.phi(lc) <= ld, "order: element {} is above c{}, and not above every d below c{}", a, lc, lc)
        if uc < inf:
            is_listed = ld <= self.phi(self.c_above[a])
            require(is_listed, "order: d{} < element {} < c{}, but that d is not below that c", ld, a, uc)
        last = self.psi(self.d_above[a]) if ud < inf else None
        if last is not None:
            require(uc <= last + 1, "order: element {} is below d{}, and not below every c above d{}", a, ud, ud)

    def check_below(self, a: int, b: int) -> None:
        """Lemma 0 for an element a that is below b: what is above b is above a, and what is below a is below b."""
        uc, ud, lc, ld = self.first_c(b), self.first_d(b), self.c_below[a], self.d_below[a]
        here = "order: element {} is below element {}, and"
        require(self.larger[b] & ~self.larger[a] == 0, f"{here} not below everything above it", a, b)
        require(self.first_c(a) <= uc, f"{here} not below c{{}}, which is above it", a, b, uc)
        require(self.first_d(a) <= ud, f"{here} not below d{{}}, which is above it", a, b, ud)
        require(lc <= self.c_below[b], f"{here} that is not above c{{}}", a, b, lc)
        require(ld <= self.d_below[b], f"{here} that is not above d{{}}", a, b, ld)

    def check_not_below(self, a: int, b: int) -> None:
        """Lemma 0 for an element a that is not below b, or is b: nothing of a chain is above a and below b."""
        uc, ud = self.first_c(a), self.first_d(a)
        here = "order: element {} is not below element {}, and"
        require(self.c_below[b] < uc, f"{here} c{{}} is between them", a, b, uc)
        require(self.d_below[b] < ud, f"{here} d{{}} is between them", a, b, ud)

    def first_c(self, a: int) -> float:
        return self.c_above[a] or inf

    def first_d(self, a: int) -> float:
        return self.d_above[a] or inf

    def down_sets(self) -> Iterator[int]:
        """By their number of elements, and then as numbers; those of a size are made when they are needed."""
        level = {0}
        while level:
            yield from sorted(level)
            grown = ((s, a) for s in level for a in range(self.size) if not s >> a & 1 and not self.smaller[a] & ~s)
            level = {s | 1 << a for s, a in grown}

    def tops(self, s: int) -> list[int]:
        return [a for a in range(self.size) if s >> a & 1 and not self.larger[a] & s]


class Checker:
    """Checks the slices of one claim in dependency order, and keeps them."""

    def __init__(self, order: Order) -> None:
        self.order, self.lines = order, dict[tuple[int, int], Line]()

    def check_line(self, s: int, k: int, line: Line) -> None:
        order, inside = self.order, [a for a in range(self.order.size) if s >> a & 1]
        gone = [a for a in range(order.size) if not s >> a & 1]
        self.m0, self.n0 = (max((below[a] for a in inside), default=0) for below in (order.c_below, order.d_below))
        expect("tops", order.tops(s), line.tops)
        expect("nim", k, line.nim)
        expect("first", self.m0, line.first)
        self.m1 = min((order.c_above[a] - 1 for a in gone if order.c_above[a]), default=None)
        self.n1 = min((order.d_above[a] - 1 for a in gone if order.d_above[a]), default=None)
        self.look_around(s, k, inside, line.bound)
        (self.check_periodic if line.kind == "periodic" else self.check_finite)(line)
        self.lines[s, k] = line

    def cuts(self, k: int, inside: list[int], below: list[int]) -> Iterator[tuple[int, int, Line]]:
        """The slice that each element of a chain leaves if it is taken: from number start + 1 to stop."""
        ranks = dict[int, int]()
        for a in inside:
            ranks[below[a]] = ranks.get(below[a], 0) | 1 << a
        left = 0
        for start, stop in pairwise(sorted({0, *ranks})):
            left |= ranks.get(start, 0)
            yield start, stop, self.lines[left, k]

    def look_around(self, s: int, k: int, inside: list[int], bound: int) -> None:
        """Gather the slices that moves lead to: of elements of A, of c and d below elements of A; and `late`."""
        order = self.order
        below = {a: self.lines[s & ~(order.larger[a] | 1 << a), k] for a in inside}
        self.lasting = [self.lines[s, smaller] for smaller in range(k)]
        self.lasting += [below[a] for a in inside if not order.c_above[a]]
        self.passing = [(order.c_above[a] - 1, below[a]) for a in inside if order.c_above[a]]
        self.ends = [(order.d_above[a], order.c_above[a], below[a]) for a in inside if order.d_above[a]]
        late = [len(order.head), self.m0, *(one.settled for one in self.lasting), *(row for row, _ in self.passing)]
        self.constants, self.single, self.always = set[int](), set[int](), list[float]([inf])
        for start, stop, cut in self.cuts(k, inside, order.c_below):
            self.constants |= {cut.get(m) for m in range(start, stop)}
        for start, stop, cut in self.cuts(k, inside, order.d_below):
            last, passed = order.psi(stop), max(cut.settled, stop - min(cut.period, default=stop))
            late.append(passed if last is None else last)
            for m, n in cut.terms(0, min(passed, bound + 1)):
                if start <= n < stop:
                    last = order.psi(n + 1)
                    if last is None or m < last:  # d_(n + 1) leads from row m to this position: a block
                        self.single.add(m)
                    elif m == last:  # and from all later ones
                        self.always.append(m)
        if order.rise >= order.step and self.n0:
            late.append((order.psi(self.n0) or 0) + 1)
        self.late = max(late)
        self.base = lcm(order.step if order.rise == order.step else 1, *(len(one.period) or 1 for one in self.lasting))

    def rows(self, line: Line) -> Iterator[tuple[int, int, int, bool, int | None]]:
        """Theorem 1: for each row to the bound m, w, state, whether it is blocked, its end; its term is as claimed."""
        stop = line.bound
        order, until, leaving = self.order, min(stop + 1, self.late + self.base), dict[int, set[int]]()
        sources = [(one, until) for one in self.lasting] + [(one, min(row, until)) for row, one in self.passing]
        shift = max((m - n for one, to in sources for m, n in one.terms(self.m0, to)), default=0)
        columns = [0] * max(1, until - self.m0)  # bits n - m + shift; from `late` on they repeat
        for one, to in sources:
            for m, n in one.terms(self.m0, to):
                columns[m - self.m0] |= 1 << n - m + shift
        for row, one in self.passing:
            leaving.setdefault(max(row, self.m0), set()).add(one.get(row))
        state = sum(1 << n - self.n0 for n in self.constants if n >= self.n0)
        w, dead, step, always = self.n0, False, order.phi(self.m0), min(self.always)
        for m in count(self.m0):
            for n in leaving.get(m, ()):
                state |= 1 << n - w if n >= w else 0
            if step > w:
                state, w = state >> step - w, step
            used = (state ^ (state + 1)).bit_length() - 1
            state, w = state >> used, w + used
            blocked, end = dead or m >= always or m in self.single, self.end(m)
            yield m, w, state, blocked, end
            if m >= stop:
                return
            down, i = w - m + shift, m - self.m0
            column = columns[i if i < len(columns) else len(columns) - self.base + (i - len(columns)) % self.base]
            taken = state | (column >> down if down > 0 else column << -down)
            b, step = (taken ^ (taken + 1)).bit_length() - 1, order.phi(m + 1)
            is_none = blocked or (end is not None and w + b > end)
            expect(f"n at m={m}", -1 if is_none else w + b, line.get(m))
            if not is_none:
                state, dead = state | 1 << b, w + b < step

    def end(self, m: int) -> int | None:
        end = self.n1
        for ud, uc, one in self.ends:
            if one.get(min(m, uc - 1) if uc else m) == ud - 1:
                end = ud - 2 if end is None else min(end, ud - 2)
        return end

    def check_finite(self, line: Line) -> None:
        """Theorem 2 (i): at a late row the slice is over; or the rows end, because an element below a c is gone."""
        expect("kind", "finite" if line.head else "empty", line.kind)
        expect("period", [], line.period)
        expect("modulus", 0, line.modulus)
        if self.m1 is not None:
            expect("bound", self.m1 + 1, line.bound)
        else:
            require(line.bound >= self.late, "bound: expected at least {}, found {}", self.late, line.bound)
        for m, w, _, blocked, end in self.rows(line):
            if self.m1 is None and m >= self.late:
                is_over = blocked or (end is not None and w > end)
                require(is_over or m < line.bound, "bound: the slice is not over at row {}", m)
                require(not is_over or m == line.bound, "bound: the slice is over at row {}", m)
        self.check_head(line)

    def check_periodic(self, line: Line) -> None:
        """Theorem 2 (ii): the terms are as claimed until the state returns, and the claim repeats from there on."""
        order, period, size = self.order, line.period, len(line.period)
        require(size > 0, "period: expected at least one number")
        for i in range(size):
            m = line.settled + i
            require(line.get(m) >= 0, "period: expected numbers n from 0 on, found {} at m={}", line.get(m), m)
        for d in range(1, size):
            is_shorter = size % d == 0 and period[d:] == period[:-d]
            require(not is_shorter, "period: {} numbers, which are a shorter period of {}", size, d)
        modulus, is_flat, bound = lcm(self.base, size), order.rise < order.step, line.bound
        expect("modulus", modulus, line.modulus)
        if self.m1 is not None:
            raise Refused(f"kind: the rows end at {self.m1}")
        require(order.rise <= order.step, "kind: the d below the chain c grow too fast for a slice to repeat")
        least = max(self.late, line.settled) + modulus
        require(bound >= least, "bound: expected at least {}, found {}", least, bound)
        states, moved = deque[tuple[int, int]](maxlen=modulus), -inf
        peaks, seen = deque[tuple[int, int]](), self.late  # phi(i + 1) - i and i >= m, if no later one is larger
        for m, w, state, blocked, end in self.rows(line):
            if m < self.late:
                continue
            require(not blocked, "kind: row {} is blocked", m)  # a dead slice stays dead: row bound counts too
            require(end is None, "kind: row {} has an end", m)
            is_same = len(states) == modulus and states[0] == (w - m, state)
            is_still = moved < m - modulus  # no later c moves the window
            require(not (is_same and is_still) or m == bound, "bound: not minimal, the state returns at m={}", m)
            require(is_same or m < bound, "bound: at m={} the state has not returned", m)
            require(is_still or m < bound, "bound: before m={} a later c moves the window", m)
            states.append((w - m, state))
            for i in range(seen, m + order.step) if is_flat else ():
                peak = (order.phi(i + 1) - i, i)
                while peaks and peaks[-1] < peak:
                    peaks.pop()
                peaks.append(peak)
            seen = m + order.step
            while peaks and peaks[0][1] < m:
                peaks.popleft()
            if peaks and peaks[0][0] > w - m:
                moved = m
        self.check_head(line)

    def check_head(self, line: Line) -> None:
        """The head is the least: its last n is there, and is not the one that the period would give."""
        if line.head and line.period:
            again = line.settled - 1 + line.period[-1]
            require(line.head[-1] < 0 or line.head[-1] != again, "head: not minimal, it extends into the period")
        elif line.head:
            require(line.head[-1] >= 0, "head: not minimal, it extends past its last n")
        require(line.settled <= line.bound, "head: it ends at row {}, after the bound {}", line.settled, line.bound)


def require(is_right: bool, fault: str, *numbers: float) -> None:
    if not is_right:
        raise Refused(fault.format(*numbers))


def expect(what: str, expected: object, found: object) -> None:
    if expected != found:
        shown = [text if len(text) <= 80 else text[:77] + "..." for text in (repr(expected), repr(found))]
        raise Refused(f"{what}: expected {shown[0]}, found {shown[1]}")


def verify_stream(stream: BinaryIO, wanted: dict[str, str], progress: Callable[[int], object]) -> dict[str, int | str]:
    """Check a whole file; gives what was verified, raises Refused or Declined otherwise."""
    whole, number, slices, line, where = sha256(), 0, 0, b"", ""

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
        if re.match(rb'{"format":"zchomp-growing (?!1")', line):
            raise Declined(f"a certificate of another format than {FORMAT!r}")
        word, text, *words = read(HEADER, line[:-1])
        nim, order = integer(word), Order(words)
        claim = {"elements": str(order.size), "nim": str(nim), "order": sha256(text.encode()).hexdigest()}
        expect("claim", {**claim, **wanted}, claim)
        checker = Checker(order)
        for k in range(nim + 1):
            for s in order.down_sets():
                slices, prev = slices + 1, sha256(line[:-1]).hexdigest()
                where = f", slice tops={order.tops(s)} nim={k}"
                advance("a slice")
                found = read_slice(line[:-1])
                expect("prev", prev, found.prev)
                checker.check_line(s, k, found)
                progress(slices)
        where = ", trailer"
        advance("the trailer")
        claimed, digest = read(TRAILER, line[:-1])
        expect("slices", str(slices), claimed)
        expect("sha256", whole.hexdigest(), digest)
        whole.update(line)
        expect("after the trailer", b"", stream.read(1))
    except (Refused, Declined) as problem:
        raise type(problem)(f"line {number}{where}: {problem}") from None
    digests = {"order": claim["order"], "sha256": whole.hexdigest()}
    return {"elements": order.size, "nim": nim, "slices": slices, **digests}


def verify(path: str, wanted: dict[str, str] | None = None, progress: Callable[[int], object] | None = None) -> Verdict:
    """Check one file: never raises, except for KeyboardInterrupt."""
    try:
        with open(path, "rb") as stream:
            fields = verify_stream(stream, wanted or {}, progress or abs)
        said = " ".join(["s VERIFIED", *(f"{key}={value}" for key, value in fields.items())])
        return Verdict(VERIFIED, said, "", fields)
    except (Refused, Declined) as problem:
        verdict = (NOT_VERIFIED, "s NOT VERIFIED") if isinstance(problem, Refused) else (DECLINED, "s DECLINED")
        return Verdict(*verdict, f"{path!r}: {problem}")
    except OSError as problem:
        return Verdict(USAGE, "s ERROR", f"{path!r} cannot be read: {problem.strerror}; expected a certificate file")
    except Exception as problem:  # an internal error is a verdict too, and never "verified"
        return Verdict(INTERNAL, "s ERROR", f"{path!r}: internal error: {type(problem).__name__}: {problem}")


def parse_expect(options: list[str]) -> dict[str, str] | None:
    text = ",".join(options)
    wanted = dict(re.findall(r"(elements|nim|order)=([0-9a-f]{1,64})", text))
    is_whole = ",".join(f"{key}={value}" for key, value in wanted.items()) == text
    return wanted if is_whole and (wanted or not options) else None


def main(arguments: Sequence[str]) -> int:
    words = [part for word in arguments for part in re.split("^(--expect)=", word) if part or not word]
    options = [after for word, after in pairwise(words) if word == "--expect"]
    files = [word for before, word in pairwise(["", *words]) if word != "--expect" and before != "--expect"]
    wanted = parse_expect(options)
    if wanted is None or not files or any(word.startswith("-") for word in [*files, *words[-1:]]):
        print("usage: verifier.py [--expect elements=N,nim=N,order=HEX] FILE...", file=sys.stderr)
        print("s ERROR", flush=True)
        return USAGE
    code = 0
    for path in files:
        verdict = verify(path, wanted)
        if verdict.reason and sys.stderr:
            print(verdict.reason, file=sys.stderr)
        print(f"c {path!r}\n" * (len(files) > 1) + verdict.line, flush=True)
        code = max(code, verdict.code)
    return code


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (KeyboardInterrupt, OSError):  # a verdict that cannot be written does not count
        os._exit(INTERNAL)
