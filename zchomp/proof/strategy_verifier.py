"""Check a strategy for a game of Chomp on a poset. Standard library only; nothing of zchomp.

    python verifier.py FILE...      each file is one certificate

Chomp on a finite partially ordered set: a move takes an element together with all larger ones, and whoever cannot move
loses. If the smallest element is poisoned, nobody may take it. A position is *lost* if the player to move loses against
best play, and *won* otherwise. A certificate lists lost positions, its *members*; each is proved by earlier members:

    {"format":"zchomp-strategy 1","elements":["a",...],"covers":[["a","b"],...],"poison":"a" or null,"taken":["c",...],
     "outcome":"lost" or "won","winning":["x",...],"complete":true,"symmetries":1,"members":3}
    {"symmetry":[1,0,2]}                              the image of each element; number 0 is the identity
    {"left":"0","answers":[]}                         a member: the elements that are left, as a set
    {"left":"1e","answers":[[x,y,k,g],...]}           x is answered by y, which leaves member k, up to symmetry g
    {"left":"6","mirror":[[x,y],...],"fixed":[k,g]}   exchanging x and y leaves member k fixed, up to symmetry g
    {"left":"1e","bipartite":"6"}                     a graph with an even number of vertices, and of edges
    {"left":"1e","trees":true}                        trees of nim-sum 0
    {"start":[k,g],"sha256":"..."}                    the trailer: after the moves `taken`, member k is left
    {"winning":[[x,k,g],...],"answers":[[x,y,k,g],...],"sha256":"..."}   or which moves leave members, and which do not

Elements are numbered from 0 in the order of `elements`. A set of them is a hexadecimal number, bit x for element x. All
lines but the first are exactly of this form. docs/strategy-format.md has every rule. Why they are right:

symmetry      A permutation that respects a finite order is an automorphism, and maps lost positions to lost ones.
answers       Whatever the opponent takes, there is an answer that leaves a lost position. If y is answered to x, and x
              is still there after y, then x answers y, and leaves the same. (Coq: Strategies.strategy_lost.)
mirror        A position is lost if and only if its fixed part is: docs/strategy-format.md. (Coq: Mirrors.mirror_lost.)
bipartite     A bipartite graph is lost if both numbers are even. (Coq: Graphs.bipartite_lost.)
trees         Let v(x) be 1 + the nim-sum of v(y) over the y that cover x. Then v(x) is the nim-value of x with all that
              lies above it (the colon principle). The position is lost if the nim-sum of v(x) over minimal x is 0.
winning       A move that leaves a lost position wins. A move that has an answer that leaves one does not.

Exit codes (the largest of all), and the line on standard output for each file (after `c 'FILE'` if there are several):
    0    s VERIFIED lost elements=63 taken=[] members=5
         s VERIFIED won elements=6 taken=[] winning=["6"] complete members=5       or incomplete
    1    s NOT VERIFIED    wrong, or not a certificate; standard error says why
    2    s DECLINED        another version of the format, or larger than the limits below
    64   s ERROR           wrong usage, or a file that cannot be read; 70: an internal error, or interrupted
"""

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import BinaryIO, NamedTuple

FORMAT = "zchomp-strategy 1"
MAX_BYTES, MAX_ELEMENTS, MAX_COVERS, MAX_IMAGES, MAX_MEMBERS = 10_000_000, 5000, 1_000_000, 50_000_000, 50_000_000
"""The limits: bytes of a line, elements, covers, symmetries times elements, and members."""

VERIFIED, NOT_VERIFIED, DECLINED, USAGE, INTERNAL = 0, 1, 2, 64, 70

NUMBER, SET = r"(?:0|[1-9][0-9]{0,8})", r"(0|[1-9a-f][0-9a-f]*)"


def _list(length: int) -> str:
    one = r"\[" + ",".join([NUMBER] * length) + r"\]"
    return rf"\[((?:{one}(?:,{one})*)?)\]"


PAIR = rf"\[({NUMBER}),({NUMBER})\]"
SHA = r'"sha256":"([0-9a-f]{64})"'
SYMMETRY = re.compile(rf'{{"symmetry":\[({NUMBER}(?:,{NUMBER})*)\]}}')
KINDS = rf'"answers":{_list(4)}|"mirror":{_list(2)},"fixed":{PAIR}|"bipartite":"{SET}"|"trees":true'
MEMBER = re.compile(rf'{{"left":"{SET}",(?:{KINDS})}}')
START = re.compile(rf'{{"start":{PAIR},{SHA}}}')
WINNING = re.compile(rf'{{"winning":{_list(3)},"answers":{_list(4)},{SHA}}}')
NUMBERS, SURROGATE = re.compile("[0-9]+"), re.compile("[\ud800-\udfff]")


class Refused(Exception):
    """The certificate proves nothing; the message names what breaks it."""


class Declined(Exception):
    """The file may be a certificate, but of a version or size that is not handled here."""


class Header(NamedTuple):
    """The fields of a header, after the format."""

    elements: list[str]
    covers: list[list[str]]
    poison: str | None
    taken: list[str]
    outcome: str
    winning: list[str]
    complete: bool
    symmetries: int
    members: int


class CheckedStrategy:
    """What is known after some lines: the order, the symmetries, and the members."""

    def __init__(self, header: Header) -> None:
        self.number = {name: x for x, name in enumerate(header.elements)}
        need(len(self.number) == len(header.elements), "a name occurs twice")
        self.pairs = [(self.find(x), self.find(y)) for x, y in header.covers]
        self.larger = larger_ones(len(header.elements), self.pairs)  # for each element itself and all larger ones
        below = larger_ones(len(header.elements), [(y, x) for x, y in self.pairs])
        self.smaller = [smaller & ~(1 << x) for x, smaller in enumerate(below)]  # and those below it, without itself
        everything, self.poison = (1 << len(self.larger)) - 1, 0
        if header.poison is not None:
            x = self.find(header.poison)
            need(self.larger[x] == everything, f"{header.poison!a:.60} is not the smallest element")
            self.poison = 1 << x
        self.start = everything & ~self.poison
        for name in header.taken:
            x = self.find(name)
            need(self.start >> x & 1, f"{name!a:.60} cannot be taken: it is not there")
            self.start &= ~self.larger[x]
        need(self.number.keys() >= set(header.winning), "a winning move is not an element")
        self.symmetries: list[list[list[int]]] = [[]]
        self.members: list[int] = []

    def find(self, name: str) -> int:
        """The number of an element."""
        need(name in self.number, f"{name!a:.60} is not an element")
        return self.number[name]

    def add_symmetry(self, images: list[int]) -> None:
        """Check that a list of images is an automorphism of the order, and keep it: the image of each half byte."""
        need(len(images) == len(self.larger), "not as many images as elements")
        need(sorted(images) == list(range(len(images))), "not a permutation of the elements")
        for x, y in self.pairs:
            need(images[x] != images[y] and self.larger[images[x]] >> images[y] & 1, f"{x} < {y} is not respected")
        table = []
        for first in range(0, len(images), 4):
            four = [1 << x for x in images[first : first + 4]]
            table.append([sum(bit for i, bit in enumerate(four) if half >> i & 1) for half in range(1 << len(four))])
        self.symmetries.append(table)

    def need_member(self, position: int, k: int, g: int) -> None:
        """Check that a symmetry maps a position to a member."""
        need(k < len(self.members), "there is no member {} yet", k)
        need(g < len(self.symmetries), "there is no symmetry {}", g)
        if g:
            image, rest = 0, position
            for table in self.symmetries[g]:
                image |= table[rest & 15]
                rest >>= 4
            position = image
        need(position == self.members[k], "{:x} is not member {}", position, k)

    def add_member(self, line: str) -> None:
        """Check a line that proves a position lost, and keep the position."""
        found = matched(MEMBER, line)
        left = self.position(found[1])
        answers, mirror, k, g, side = found.group(2, 3, 4, 5, 6)
        if answers is not None:
            need(self.answered(left, answers) == left, "a move has no answer")
        elif mirror is not None:
            self.need_member(self.fixed_part(left, mirror), int(k), int(g))
        elif side is not None:
            self.check_graph(left, int(side, 16))
        else:
            self.check_trees(left)
        self.members.append(left)

    def position(self, digits: str) -> int:
        """A position, which is a down-set without the poison."""
        left = int(digits, 16)
        need(left >> len(self.larger) == 0 and not left & self.poison, "not a set of elements without the poison")
        need(all(self.smaller[x] & ~self.poison & ~left == 0 for x in numbers(left)), "not a down-set")
        return left

    def answered(self, left: int, text: str) -> int:
        """The moves that have answers which leave members."""
        covered, larger = 0, self.larger
        four = map(int, NUMBERS.findall(text))
        for x, y, k, g in zip(four, four, four, four, strict=True):
            after = left & ~larger[x] if left >> x & 1 else 0
            need(after >> y & 1, "{} cannot be answered by {}", x, y)
            self.need_member(after & ~larger[y], k, g)
            covered |= 1 << x
            if not larger[y] >> x & 1:
                covered |= 1 << y
        return covered

    def fixed_part(self, left: int, text: str) -> int:
        """What a mirror fixes, once its conditions are checked."""
        image: dict[int, int] = {}
        two = map(int, NUMBERS.findall(text))
        for x, y in zip(two, two, strict=True):
            need(left >> x & left >> y & 1 and x != y and not {x, y} & image.keys(), f"{x} and {y} are not a pair")
            image[x], image[y] = y, x
        need(image, "the mirror moves nothing")
        moved = sum(1 << x for x in image)
        for x, tx in image.items():
            above = self.larger[x] & left
            need(above & ~moved == 0, f"an element above {x} is fixed")
            # The next condition implies that x is not comparable to tx: if tx were above x, x would be above tx.
            mapped = sum(1 << image[y] for y in numbers(above))
            need(mapped == self.larger[tx] & left, f"the order above {x} is not respected")
            need((self.smaller[x] ^ self.smaller[tx]) & left & ~moved == 0, f"the order below {x} is not respected")
        return left & ~moved

    def check_graph(self, left: int, side: int) -> None:
        """Check that a position is a bipartite graph with an even number of vertices and one of edges."""
        below = {x: self.smaller[x] & left for x in numbers(left)}
        vertices = sum(1 << x for x, smaller in below.items() if not smaller)
        edges = [smaller for smaller in below.values() if smaller]
        need(all(ends.bit_count() == 2 for ends in edges), "not a graph")  # so that both ends of each are vertices
        need(not side & ~vertices, "a side with other elements than vertices")
        need(all((ends & side).bit_count() == 1 for ends in edges), "not bipartite")
        need(vertices.bit_count() % 2 == len(edges) % 2 == 0, "an odd number of vertices or of edges")

    def check_trees(self, left: int) -> None:
        """Check that a position is a forest, growing upwards, of nim-sum 0."""
        size = {x: (self.smaller[x] & left).bit_count() for x in numbers(left)}
        above = dict.fromkeys([-1, *size], 0)  # the nim-sum above each element, and -1 below all
        for x in sorted(size, key=size.__getitem__, reverse=True):
            below = [*numbers(self.smaller[x] & left)]
            need({size[y] for y in below} == set(range(len(below))), f"the elements below {x} are not a chain")
            above[max(below, key=size.__getitem__, default=-1)] ^= 1 + above[x]
        need(above[-1] == 0, "the nim-sum is not 0")


def check(stream: BinaryIO) -> str:
    """Check a certificate, and return the proved statement in words; raises Refused or Declined."""
    return statement(checked(stream))


def statement(header: Header) -> str:
    """What a certificate with this header proves, in words."""
    taken, winning = (shortened(json.dumps(names), 200) for names in (header.taken, header.winning))
    moves = f" winning={winning} {'complete' if header.complete else 'incomplete'}" if header.winning else ""
    return f"{header.outcome} elements={len(header.elements)} taken={taken}{moves} members={header.members}"


def checked(stream: BinaryIO) -> Header:
    """Check a certificate, and return its header; raises Refused or Declined."""
    digest, count = sha256(), 0

    def following() -> str:
        nonlocal count
        line = stream.readline(MAX_BYTES + 1)
        count += 1
        if len(line) > MAX_BYTES:
            raise Declined(f"more than {MAX_BYTES} bytes")
        need(line.endswith(b"\n"), "the file ends too early")
        digest.update(line)
        return line[:-1].decode("utf-8")

    try:
        header = read(following())
        strategy = CheckedStrategy(header)
        for _ in range(header.symmetries):
            strategy.add_symmetry([*map(int, NUMBERS.findall(matched(SYMMETRY, following())[1]))])
        for _ in range(header.members):
            strategy.add_member(following())
        before = digest.hexdigest()
        need(check_trailer(header, strategy, following()) == before, "sha256 is not that of the lines before")
        need(not stream.read(1), "there is more after the trailer")
    except UnicodeDecodeError:
        raise Refused(f"line {count}: not UTF-8") from None
    except (Refused, Declined) as problem:
        raise type(problem)(f"line {count}: {problem}") from None
    return header


def check_trailer(header: Header, strategy: CheckedStrategy, line: str) -> str:
    """Check that the members prove the claim, and return the digest that the trailer names."""
    start = strategy.start
    if header.outcome == "lost":
        found = matched(START, line)
        strategy.need_member(start, int(found[1]), int(found[2]))
        return found[3]
    found = matched(WINNING, line)
    three = map(int, NUMBERS.findall(found[1]))
    moves, named = 0, []
    for x, k, g in zip(three, three, three, strict=True):
        need(start >> x & 1, f"{x} cannot be taken")
        strategy.need_member(start & ~strategy.larger[x], k, g)
        named.append(header.elements[x])
        moves |= 1 << x
    need(named == header.winning, "not the winning moves of the header")
    need(header.complete or not found[2], "answers, although the list of winning moves is not complete")
    answered = strategy.answered(start, found[2])
    need(not header.complete or start & ~moves & ~answered == 0, "a move neither wins nor has an answer")
    return found[3]


def read(line: str) -> Header:
    """The fields of a header, all of the right types, and none larger than the limits."""
    try:
        fields = json.loads(line, object_pairs_hook=distinct)
    except (ValueError, RecursionError):
        raise Refused("not a line of JSON") from None
    need(isinstance(fields, dict), "not a JSON object")
    found = fields.pop("format", None)
    if found != FORMAT and isinstance(found, str) and found.startswith("zchomp-strategy "):
        raise Declined(f"the format {found!a:.60}; this program handles {FORMAT!r}")
    need(found == FORMAT, f"not of the format {FORMAT!r}")
    need(fields.keys() == set(Header._fields), f"not with the fields {', '.join(Header._fields)}, each once")
    header = Header(**fields)
    lists = (header.elements, header.taken, header.winning, [] if header.poison is None else [header.poison])
    need(all(map(is_names, lists)), "elements, taken or winning are not names, or the poison is not one")
    pairs = header.covers
    need(isinstance(pairs, list) and all(is_names(p) and len(p) == 2 for p in pairs), "covers are not pairs of names")
    need(all(type(size) is int and size >= 0 for size in header[-2:]), "symmetries or members are not numbers")
    need(header.members, "no members")
    need(header.outcome in ("lost", "won") and type(header.complete) is bool, "not an outcome, or not complete or not")
    is_lost = header.outcome == "lost"
    need(is_lost != bool(header.winning) and header.complete >= is_lost, "the outcome does not fit the winning moves")
    need(len(set(header.winning)) == len(header.winning), "a winning move occurs twice")
    need(not any(map(SURROGATE.search, header.elements)), "a name is not text: it has half of a surrogate pair")
    if len(header.elements) > MAX_ELEMENTS or len(pairs) > MAX_COVERS:
        raise Declined(f"{len(header.elements)} elements and {len(pairs)} covers are too many")
    if header.symmetries * len(header.elements) > MAX_IMAGES or header.members > MAX_MEMBERS:
        raise Declined(f"{header.symmetries} symmetries and {header.members} members are too many")
    return header


def larger_ones(size: int, pairs: list[tuple[int, int]]) -> list[int]:
    """For each element itself and all larger ones: an element is done when all those above it are."""
    below: list[list[int]] = [[] for _ in range(size)]
    waiting = [0] * size
    for x, y in pairs:
        below[y].append(x)
        waiting[x] += 1
    larger = [1 << x for x in range(size)]
    done = [x for x, count in enumerate(waiting) if count == 0]
    for y in done:
        for x in below[y]:
            larger[x] |= larger[y]
            waiting[x] -= 1
            if waiting[x] == 0:
                done.append(x)
    need(len(done) == size, "not an order: an element is below itself")
    return larger


def numbers(elements: int) -> Iterator[int]:
    """The numbers in a set."""
    while elements:
        lowest = elements & -elements
        yield lowest.bit_length() - 1
        elements ^= lowest


def is_names(value: object) -> bool:
    """Whether this is a list of strings."""
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of JSON; a field that occurs twice is refused."""
    fields = dict(pairs)
    need(len(fields) == len(pairs), "a field occurs twice")
    return fields


def matched(form: re.Pattern[str], line: str) -> re.Match[str]:
    """A line of a form, in its parts."""
    found = form.fullmatch(line)
    if found is None:
        raise Refused("not a line of the form that is expected here")
    return found


def need(condition: object, otherwise: str, *found: int) -> None:
    """Refuse unless a condition holds; the numbers that were found are put into the message only then."""
    if not condition:
        raise Refused(otherwise.format(*found) if found else otherwise)


def shortened(text: str, width: int) -> str:
    """The beginning of a text."""
    return text if len(text) <= width else f"{text[: width - 3]}..."


class Verdict(NamedTuple):
    """The exit code for a file, the verdict line, the reason if it is not verified, or else two sizes."""

    code: int
    line: str
    reason: str
    fields: dict[str, int | str] | None = None


def verify(path: str) -> Verdict:
    """Check one file: never raises, except for KeyboardInterrupt."""
    try:
        with open(path, "rb") as stream:
            header = checked(stream)
        sizes: dict[str, int | str] = {"elements": len(header.elements), "members": header.members}
        return Verdict(VERIFIED, f"s VERIFIED {statement(header)}", "", sizes)
    except Refused as problem:
        return Verdict(NOT_VERIFIED, "s NOT VERIFIED", f"{path!a}: {problem}")
    except Declined as problem:
        return Verdict(DECLINED, "s DECLINED", f"{path!a}: {problem}")
    except (OSError, ValueError) as problem:
        return Verdict(USAGE, "s ERROR", f"{path!a} cannot be read: {getattr(problem, 'strerror', problem)}")
    except Exception as problem:  # an internal error is a verdict too, and never "verified"
        return Verdict(INTERNAL, "s ERROR", f"{path!a}: internal error: {problem!a:.200}")


def main(paths: Sequence[str]) -> int:
    """Check files, with one verdict for each; gives the largest of their exit codes."""
    verdicts = (
        [(USAGE, "s ERROR", "expected the names of certificates, FILE...", {})] if not paths else map(verify, paths)
    )
    worst = VERIFIED
    for number, (code, line, reason, _) in enumerate(verdicts):
        worst = max(worst, code)
        if len(paths) > 1:
            print(f"c {paths[number]!a}", flush=True)
        if reason and sys.stderr is not None:
            print(reason, file=sys.stderr)
        print(line, flush=True)
    return worst


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (KeyboardInterrupt, OSError):  # the verdict cannot be said
        os._exit(INTERNAL)
