"""Check a proof by symmetry that a game of Chomp on a poset is lost. Standard library only; nothing of zchomp.

    python mirror.py FILE...        each line of a file is a certificate

Chomp on a finite partially ordered set: a move takes an element together with all larger ones, and whoever cannot move
loses. If the smallest element is poisoned, nobody may take it. A certificate is one line, a JSON object:

    {"format": "zchomp-mirror 1",
     "elements": ["a", ...],              the names of the elements,
     "covers": [["a", "b"], ...],         and pairs, smaller first, that generate the order
     "poison": "a" or null,               the smallest element, if it is poisoned
     "taken": ["c", ...],                 elements that were taken, one after the other, each with all larger ones
     "mirrors": [[["x", "y"], ...], ...]} mirrors, each given by the pairs of elements that it exchanges

The claim: the player to move loses against best play. For short, the position is *lost*. Let Q be the set of the
remaining elements (without the poison), let t be the first mirror, and let F be the set of the elements of Q that t
fixes, which are those in none of its pairs. The program checks that
    (1) t is an automorphism of the order of Q,
    (2) no element that t moves is comparable to its image,
    (3) every element of Q below an element of F belongs to F.
Then Q is lost if and only if F is. More generally, let R be a down-set of Q with t(R) = R. By induction on the size of
R, R is lost if and only if the part of R in F is lost. For a move x in R is of one of two kinds:
    - x is in F. By (1), x and all larger ones form a set that t maps to itself. So the move leaves a smaller R of the
      same sort, and in F it leaves what the move x leaves of the part of R in F.
    - x is not in F. By (2), t(x) is still there after x, and can be the answer. By (1), the two moves together take a
      set that t maps to itself. By (3), they take nothing of F. So they leave a smaller R with the same part in F.
If the part in F is lost, then a move of the first kind leaves a position that is not lost, by induction, and after a
move of the second kind the answer leaves a lost one, by induction: R is lost. If the part in F is not lost, then a move
there leaves a lost part, and by induction a lost R: R is not lost.

The second mirror is one of F, and so on. In the end nothing is left, and the player to move loses. This argument
is checked in Coq: theorem mirrors_sound of proofs/Posets/Mirrors.v.

Exit codes (the largest of all), and the line on standard output for each certificate, in the order of the files (after
a line `c 'FILE'` for each file if there are several) and of their lines:
    0    s VERIFIED lost elements=63 taken=["body"] mirrors=1
    1    s NOT VERIFIED    wrong, or not a certificate; standard error says why
    2    s DECLINED        another version of the format, or larger than the limits below
    64   s ERROR           wrong usage, or a file that cannot be read; 70: an internal error, or interrupted
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple, NoReturn, TextIO

__all__ = ["FORMAT", "Certificate", "Declined", "MirrorVerdict", "Refused", "check", "main", "verify"]

FORMAT = "zchomp-mirror 1"
MAX_BYTES, MAX_ELEMENTS, MAX_COVERS = 10_000_000, 5000, 1_000_000
"""The limits for one line. Checking takes a few seconds at the most."""

VERIFIED, NOT_VERIFIED, DECLINED, USAGE, INTERNAL = 0, 1, 2, 64, 70
Pairs = list[list[str]]


class Refused(Exception):
    """The certificate proves nothing; the message names the element that breaks it."""


class Declined(Exception):
    """The line may be a certificate, but of a version or size that is not handled here."""


class Certificate(NamedTuple):
    """The fields of a certificate, after the format."""

    elements: list[str]
    covers: Pairs
    poison: str | None
    taken: list[str]
    mirrors: list[Pairs]


class GeneratedOrder(NamedTuple):
    """The order of the elements, which are numbered; a set of elements is an integer, bit x standing for number x."""

    names: list[str]
    number: dict[str, int]
    above: list[list[int]]  # for each element those above it by a pair of the certificate
    below: list[list[int]]
    larger: list[int]  # for each element the set of all larger ones

    def find(self, name: str) -> int:
        """The number of an element; for any other name a number that is in no set."""
        return self.number.get(name, len(self.names))

    def is_less(self, x: int, y: int) -> bool:
        """Whether x < y."""
        return bool(self.larger[x] >> y & 1)

    def show(self, x: int) -> str:
        """The name of an element, for a message."""
        return quoted(self.names[x])


class MirrorVerdict(NamedTuple):
    """The outcome for one line: exit code, the verdict line, and the reason if it was not verified."""

    code: int
    line: str
    reason: str


def check(line: str) -> str:
    """Check a certificate, and return the proved statement in words; raises Refused or Declined."""
    elements, covers, poison, taken, mirrors = read(line)
    order = generate(elements, covers)
    left = (1 << len(elements)) - 1
    if poison is not None:
        x = order.find(poison)
        if x == len(elements) or order.larger[x] | 1 << x != left:
            raise Refused(f"{quoted(poison)} is not the smallest element")
        left ^= 1 << x
    for name in taken:
        x = order.find(name)
        if not left >> x & 1:
            raise Refused(f"{quoted(name)} cannot be taken: it is not there")
        left &= ~(order.larger[x] | 1 << x)
    for count, pairs in enumerate(mirrors, start=1):
        try:
            left = fixed_part(order, left, pairs)
        except Refused as problem:
            raise Refused(f"mirror {count}: {problem}") from None
    if left:
        raise Refused(f"{order.show((left & -left).bit_length() - 1)} is left, and no mirror moves it")
    return f"lost elements={len(elements)} taken={shortened(json.dumps(taken), 200)} mirrors={len(mirrors)}"


def fixed_part(order: GeneratedOrder, left: int, pairs: Pairs) -> int:
    """The elements that a mirror of ``left`` fixes, once (1) to (3) are checked.

    Whatever lies between two elements of ``left`` is in ``left``, as it is a down-set apart from the poison. So the
    certificate's pairs within it generate its order, and (1) and (3) need only be checked for them. Pairs of two fixed
    elements need no check, and t is its own inverse.
    """
    image, show = images(order, left, pairs), order.show
    for x, y in image.items():
        if order.is_less(x, y) or order.is_less(y, x):  # (2)
            raise Refused(f"{show(x)} is comparable to its image {show(y)}")
    for moved in image:
        for x, y in [(moved, z) for z in order.above[moved]] + [(z, moved) for z in order.below[moved]]:
            if left >> x & left >> y & 1:
                tx, ty = image.get(x, x), image.get(y, y)
                if not order.is_less(tx, ty):  # (1)
                    raise Refused(f"{show(x)} is below {show(y)}, but not its image {show(tx)} below {show(ty)}")
                if x in image and y not in image:  # (3)
                    raise Refused(f"{show(y)} is fixed, but not {show(x)} below it")
    return left & ~sum(1 << x for x in image)


def images(order: GeneratedOrder, left: int, pairs: Pairs) -> dict[int, int]:
    """The elements of ``left`` that a mirror moves, each with its image; at least two."""
    image: dict[int, int] = {}
    for pair in pairs:
        x, y = map(order.find, pair)
        for name, z in zip(pair, (x, y), strict=True):
            if not left >> z & 1:
                raise Refused(f"{quoted(name)} is not among the elements that are left")
            if z in image:
                raise Refused(f"{quoted(name)} has two images")
        if x == y:
            raise Refused(f"{quoted(pair[0])} is its own image")
        image[x], image[y] = y, x
    need(image, "it moves nothing")
    return image


def generate(elements: list[str], covers: Pairs) -> GeneratedOrder:
    """The order that pairs generate."""
    number = {name: x for x, name in enumerate(elements)}
    if len(number) != len(elements):
        twice = next(name for x, name in enumerate(elements) if number[name] != x)
        raise Refused(f"{quoted(twice)} is named twice among the elements")
    above: list[list[int]] = [[] for _ in elements]
    below: list[list[int]] = [[] for _ in elements]
    for smaller, larger in covers:
        if smaller not in number or larger not in number:
            raise Refused(f"{quoted(smaller)} < {quoted(larger)} is not about the elements")
        above[number[smaller]].append(number[larger])
        below[number[larger]].append(number[smaller])
    return GeneratedOrder(elements, number, above, below, larger_ones(elements, above, below))


def larger_ones(elements: list[str], above: list[list[int]], below: list[list[int]]) -> list[int]:
    """For each element the set of all larger ones: an element is done when all those above it are."""
    larger = [0] * len(elements)
    waiting = [len(ones) for ones in above]
    done = [x for x, count in enumerate(waiting) if count == 0]
    for y in done:
        for x in below[y]:
            larger[x] |= larger[y] | 1 << y
            waiting[x] -= 1
            if waiting[x] == 0:
                done.append(x)
    if len(done) < len(elements):
        x, path = next(x for x, count in enumerate(waiting) if count), set[int]()
        while x not in path:  # upwards, until an element returns
            path.add(x)
            x = next(y for y in above[x] if waiting[y])
        raise Refused(f"not an order: {quoted(elements[x])} is below itself")
    return larger


def read(line: str) -> Certificate:
    """The fields of a certificate, all of the right types, and none larger than the limits."""
    try:
        fields = json.loads(line, object_pairs_hook=distinct)
    except (ValueError, RecursionError):
        raise Refused("not a line of JSON") from None
    need(isinstance(fields, dict), "not a JSON object")
    found = fields.pop("format", None)
    if found != FORMAT and isinstance(found, str) and found.startswith("zchomp-mirror "):
        raise Declined(f"the format {quoted(found)}; this program handles {FORMAT!r}")
    need(found == FORMAT, f"not of the format {FORMAT!r}")
    need(fields.keys() == set(Certificate._fields), f"not with the fields {', '.join(Certificate._fields)}, each once")
    certificate = Certificate(**fields)
    elements, covers, poison, taken, mirrors = certificate
    need(is_names(elements) and is_names(taken), "elements or taken are not names")
    need(poison is None or is_names([poison]), "the poison is not a name")
    need(is_pairs(covers), "covers are not pairs of names")
    need(isinstance(mirrors, list) and all(map(is_pairs, mirrors)), "mirrors are not lists of pairs of names")
    for name in elements:
        need(is_text(name), f"{quoted(name)} is not text: it has half of a surrogate pair")
    if len(elements) > MAX_ELEMENTS or len(covers) > MAX_COVERS:
        limits = f"this program handles {MAX_ELEMENTS} and {MAX_COVERS}"
        raise Declined(f"{len(elements)} elements and {len(covers)} covers; {limits}")
    return certificate


def is_names(value: object) -> bool:
    """Whether this is a list of strings."""
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def is_text(name: str) -> bool:
    """Whether a string can be written as UTF-8."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def is_pairs(value: object) -> bool:
    """Whether this is a list of pairs of strings."""
    return isinstance(value, list) and all(is_names(pair) and len(pair) == 2 for pair in value)


def distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of JSON; a field that occurs twice is refused."""
    fields = dict(pairs)
    need(len(fields) == len(pairs), "a field occurs twice")
    return fields


def need(condition: object, otherwise: str) -> None:
    """Refuse unless a condition holds."""
    if not condition:
        raise Refused(otherwise)


def quoted(name: str) -> str:
    """A name from a file as it may be shown anywhere: short, in quotes, printable ASCII."""
    return shortened(ascii(name[:100]), 60)


def shortened(text: str, width: int) -> str:
    """A text of at most ``width`` characters, with dots in place of the rest."""
    return text if len(text) <= width else f"{text[: width - 3]}..."


def verify(path: str) -> Iterator[MirrorVerdict]:
    """One verdict for each line of a file; at least one, and no exception but KeyboardInterrupt."""
    count = 0
    try:
        with open(path, "rb") as stream:
            while line := stream.readline(MAX_BYTES + 1):
                count += 1
                yield verify_line(line, f"{path!a}, line {count}")
                if len(line) > MAX_BYTES:
                    return
        if not count:
            yield MirrorVerdict(NOT_VERIFIED, "s NOT VERIFIED", f"{path!a}: the file is empty; expected a certificate")
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "not a file name"
        yield MirrorVerdict(USAGE, "s ERROR", f"{path!a} cannot be read: {reason}; expected a certificate file")


def verify_line(line: bytes, where: str) -> MirrorVerdict:
    """The verdict for one line, which ends in a line feed or at the end of the file."""
    try:
        if len(line) > MAX_BYTES:
            raise Declined(f"a line of more than {MAX_BYTES} bytes")
        return MirrorVerdict(VERIFIED, f"s VERIFIED {check(line.decode('utf-8'))}", "")
    except UnicodeDecodeError:
        return MirrorVerdict(NOT_VERIFIED, "s NOT VERIFIED", f"{where}: not UTF-8")
    except Refused as problem:
        return MirrorVerdict(NOT_VERIFIED, "s NOT VERIFIED", f"{where}: {problem}")
    except Declined as problem:
        return MirrorVerdict(DECLINED, "s DECLINED", f"{where}: {problem}")
    except Exception as problem:  # an internal error is a verdict too, and never "verified"
        return MirrorVerdict(
            INTERNAL, "s ERROR", f"{where}: internal error: {type(problem).__name__}: {problem!a:.200}"
        )


def say(stream: TextIO | None, text: str) -> None:
    """Write a line at once; where the stream is closed, the exit code alone is the verdict."""
    if stream is not None:
        stream.write(f"{text}\n")
        stream.flush()


class Parser(argparse.ArgumentParser):
    """Wrong usage has its own verdict and exit code."""

    def error(self, message: str) -> NoReturn:
        """Print the message, and exit."""
        say(sys.stderr, f"{self.prog}: {message}")
        say(sys.stdout, "s ERROR")
        sys.exit(USAGE)


def main(arguments: Sequence[str], prog: str = "mirror.py") -> int:
    """Check files, with one verdict for each line; gives the largest of their exit codes."""
    parser = Parser(prog, description="Check zchomp's proofs by symmetry.", allow_abbrev=False)
    parser.add_argument("files", nargs="*", metavar="FILE")
    options, unknown = parser.parse_known_args(arguments)
    if unknown or not options.files:
        parser.error(f"no option {quoted(unknown[0])}" if unknown else "expected the name of a certificate, FILE")
    code = VERIFIED
    for path in options.files:
        if len(options.files) > 1:
            say(sys.stdout, f"c {path!a}")
        for verdict in verify(path):
            if verdict.reason:
                say(sys.stderr, verdict.reason)
            say(sys.stdout, verdict.line)
            code = max(code, verdict.code)
    return code


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (KeyboardInterrupt, OSError):  # the verdict cannot be said
        os._exit(INTERNAL)
