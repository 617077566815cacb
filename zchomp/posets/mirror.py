"""Check a proof by symmetry that a game of Chomp on a poset is lost. Standard library only; nothing of zchomp.

    python mirror.py FILE...        each line of a file is a certificate

A certificate is one line, a JSON object:

    {"format": "zchomp-mirror 1",
     "elements": ["a", ...],              the poset: the names of its elements,
     "covers": [["a", "b"], ...],         and pairs, smaller first, that generate its order
     "poison": "a" or null,               the smallest element, which nobody picks
     "taken": ["c", ...],                 elements picked before, one after the other, with all larger ones
     "mirrors": [[["x", "y"], ...], ...]} involutions, each by the pairs that it exchanges

The claim: after that the player to move loses. Let Q be what is left, t the first mirror, F the elements of Q that t
does not move. It is checked that
    (1) t is an automorphism of the order of Q,
    (2) no element that t moves is comparable to its image,
    (3) below an element of F there are only elements of F.
Then Q is lost just if F is. For a move in F removes a set that t maps to itself, and leaves (1) to (3) true: so play
in F as if there were nothing else, and answer a move x outside F by t(x). That is still there by (2); both together
remove a set that t maps to itself, and nothing of F, by (3). The next mirror is one of F, and so on; in the end nothing
is left, and who cannot move loses.
"""

import json
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["FORMAT", "Certificate", "Refused", "check", "main"]

FORMAT = "zchomp-mirror 1"
MAX_BYTES = 10_000_000
Pairs = list[list[str]]
Larger = dict[str, set[str]]


class Refused(Exception):
    """The certificate proves nothing; the message names the element that breaks it."""


class Certificate(NamedTuple):
    """The fields of a certificate, after the format."""

    elements: list[str]
    covers: Pairs
    poison: str | None
    taken: list[str]
    mirrors: list[Pairs]


def check(line: str) -> str:
    """Check a certificate; gives words on what it proves, or raises Refused."""
    elements, covers, poison, taken, mirrors = read(line)
    larger = order(elements, covers)
    left = set(larger)
    if poison is not None:
        need(poison in larger and len(larger[poison]) == len(larger) - 1, f"{poison!r} is not the smallest element")
        left.remove(poison)
    for x in taken:
        need(x in left, f"{x!r} cannot be taken: it is not there")
        left -= larger[x] | {x}
    for number, pairs in enumerate(mirrors, start=1):
        left = fixed_part(left, larger, pairs, f"mirror {number}: ")
    need(not left, f"{min(left, default='')!r} is left, and nothing is said about it")
    return f"lost elements={len(elements)} taken={json.dumps(taken, ensure_ascii=False)} mirrors={len(mirrors)}"


def fixed_part(left: set[str], larger: Larger, pairs: Pairs, where: str) -> set[str]:
    """The elements that a mirror does not move, once it is checked to be one."""
    image: dict[str, str] = {}
    for x, y in pairs:
        for z in (x, y):
            need(z in left, f"{where}{z!r} is not among the elements that are left")
            need(z not in image, f"{where}{z!r} has two images")
        need(x != y, f"{where}{x!r} is its own image")
        image[x], image[y] = y, x
    need(bool(image), f"{where}it moves nothing")
    for x in sorted(image):
        y = image[x]
        need(y not in larger[x] and x not in larger[y], f"{where}{x!r} is comparable to its image {y!r}")
    for x in sorted(left):
        for z in sorted(larger[x] & left):
            need(
                image.get(z, z) in larger[image.get(x, x)],
                f"{where}{x!r} is below {z!r}, but not its image {image.get(x, x)!r} below {image.get(z, z)!r}",
            )
            need(z in image or x not in image, f"{where}{z!r} is fixed, but not {x!r} below it")
    return left - image.keys()


def order(elements: list[str], covers: Pairs) -> Larger:
    """For each element the set of all larger ones."""
    larger: Larger = {x: set() for x in elements}
    need(len(larger) == len(elements), "an element is named twice")
    for x, y in covers:
        need(x in larger and y in larger, f"{x!r} < {y!r} is not about the elements")
        larger[x].add(y)
    for middle in elements:  # Warshall: allow one element after the other on the way
        for x in elements:
            if middle in larger[x]:
                larger[x] |= larger[middle]
    for x in elements:
        need(x not in larger[x], f"not an order: {x!r} is below itself")
    return larger


def read(line: str) -> Certificate:
    """The fields of a certificate, all of the right types."""
    try:
        fields = json.loads(line, object_pairs_hook=distinct)
    except (ValueError, RecursionError):
        raise Refused("not a line of JSON") from None
    names = ("format", *Certificate._fields)
    need(isinstance(fields, dict) and fields.keys() == set(names), f"not an object with the fields {', '.join(names)}")
    need(fields.pop("format") == FORMAT, f"not of the format {FORMAT!r}")
    certificate = Certificate(**fields)
    need(certificate.poison is None or isinstance(certificate.poison, str), "the poison is not a name")
    need(is_names(certificate.elements) and is_names(certificate.taken), "elements are not names")
    need(is_pairs(certificate.covers), "covers are not pairs of names")
    mirrors = certificate.mirrors
    need(isinstance(mirrors, list) and all(map(is_pairs, mirrors)), "mirrors are not pairs of names")
    return certificate


def is_names(value: object) -> bool:
    """Whether this is a list of strings."""
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


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


def main(arguments: Sequence[str]) -> int:
    """Check files, one verdict for each line; 0 if all are verified, 1 if one is not, 64 for wrong usage."""
    if not arguments or arguments[0] in ("-h", "--help"):
        sys.stderr.write("usage: mirror.py FILE...\n")
        return 64
    code = 0
    for path in arguments:
        try:
            need(os.path.getsize(path) <= MAX_BYTES, f"more than {MAX_BYTES} bytes")
            with open(path, encoding="utf-8") as file:
                lines = file.read().splitlines()
            need(lines, "no certificate")
            for line in lines:
                sys.stdout.write(f"s VERIFIED {check(line)}\n")
        except (Refused, OSError, UnicodeDecodeError) as problem:
            sys.stderr.write(f"{path}: {problem}\n")
            sys.stdout.write("s NOT VERIFIED\n")
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
