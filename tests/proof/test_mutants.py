"""Mutants: thousands of changed certificates, sealed with right digests, are all refused.

Only the mathematics can refuse them: there is exactly one certificate of a claim (proofs/soundness.md, section 5).
The same suite must notice a verifier that accepts everything, and one that refuses everything.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from typing import Any

from tests.reference import shortest
from tests.sealing import Record, certificate, dump, records, recount, seal, seal_lines
from tests.support import TESTS
from zchomp.proof import verifier
from zchomp.proof.format import Mode

CERTIFICATES: list[tuple[int, int, int, Mode]] = [
    (3, 0, 8, "full"),
    (3, 0, 8, "compact"),
    (2, 2, 0, "full"),
    (3, 2, 4, "full"),
    (3, 3, 4, "compact"),
    (4, 0, 4, "full"),
    (4, 0, 5, "compact"),
    (4, 1, 3, "full"),
    (5, 0, 3, "full"),
]


Mutant = tuple[str, bytes]
"""A short description of the change, and the changed certificate."""

Change = tuple[str, Record]


def refusal(text: bytes) -> str | None:
    """Why the verifier does not accept a text, without the file system, or None if it does."""
    try:
        verifier.verify_stream(BytesIO(text), {})
    except (verifier.Refused, verifier.Declined) as problem:
        return str(problem)
    return None


def reason_class(reason: str) -> str:
    """The subject of a refusal: the wrong field, "form" if it is not of the format, "size", or "end of file"."""
    what = re.sub(r"^line \d+(, slice tail=\[.*?\] nim=\d+|, trailer)?: ", "", reason)
    if re.match(r"character \d+: |expected a whole number|head: not as in|expected rows", what):
        return "form"
    if re.match(r"a (bound|number|claim|certificate|line) of", what):
        return "size"
    if what.startswith("the file ends where"):
        return "end of file"
    return re.sub(r" at a=\d+$", "", what.partition(": ")[0])


def numbers_changed(value: Any) -> Iterator[Any]:
    """Every way to change one number inside a value by one, even below 0."""
    if isinstance(value, int):
        yield value + 1
        yield value - 1
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from ([*value[:i], changed, *value[i + 1 :]] for changed in numbers_changed(item))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from ({**value, key: changed} for changed in numbers_changed(item))


def terms_changed(terms: list[int]) -> Iterator[list[int]]:
    """Every way to drop, repeat, swap or add a term."""
    for i in range(len(terms)):
        yield terms[:i] + terms[i + 1 :]
        yield [*terms[: i + 1], *terms[i:]]
        yield terms[:i] + terms[i : i + 2][::-1] + terms[i + 2 :]
    yield [*terms, 0]
    yield [*terms, 1]
    yield []


def slices_changed(record: Record) -> Iterator[Change]:
    """Every changed form of one slice."""
    for key, value in record.items():
        if key != "prev":
            yield from ((f"{key}: a number", {**record, key: changed}) for changed in numbers_changed(value))
            yield "a key is missing", {other: item for other, item in record.items() if other != key}
    for key in ("tail", "head", "period"):
        if isinstance(record[key], list):
            yield from ((f"{key}: the terms", {**record, key: changed}) for changed in terms_changed(record[key]))
    yield from (("kind alone", {**record, "kind": kind}) for kind in ("periodic", "finite", "empty", "unknown"))
    period, modulus, bound = record["period"], record["modulus"], record["bound"]
    yield "period repeated", {**record, "period": period * 2}
    twice = {"modulus": modulus * 2, "bound": bound + modulus}
    yield "period repeated, with its proof", {**record, "period": period * 2, **twice}
    yield "modulus doubled, with its proof", {**record, **twice}
    for longer in (1, 2, 7):
        yield "bound too long", {**record, "bound": bound + longer}
        yield "bound and modulus too long", {**record, "bound": bound + longer, "modulus": modulus + longer}
    yield "bound of a billion", {**record, "bound": 10**9}
    yield "modulus 0", {**record, "modulus": 0}
    yield from _told_otherwise(record)
    if isinstance(record["head"], list):
        yield from _told_too_soon(record)


def _told_too_soon(record: Record) -> Iterator[Change]:
    """A slice that claims to end, or to repeat, after its first terms, wherever those are consistent with it."""
    terms = [*record["head"], *record["period"] * 3]
    for size in range(len(terms)):
        ended = {"kind": "finite", "head": terms[:size], "period": [], "modulus": 0, "bound": size}
        yield "ended too soon", {**record, **ended}
    for step in {1, 2, record["modulus"] or 1}:
        for bound in range(2 * step, len(terms) + 1):
            start = bound - step
            head, period = shortest(terms[:start], terms[start:bound])
            yield (
                "repeated too soon",
                {**record, "kind": "periodic", "head": head, "period": period, "modulus": step, "bound": bound},
            )


def _told_otherwise(record: Record) -> Iterator[Change]:
    """A slice of another kind, or the same sequence with another head. In compact mode, another digest."""
    head, period, bound = record["head"], record["period"], record["bound"]
    if not isinstance(head, list):
        yield "a full head in compact mode", {**record, "head": []}
        yield "head: its digest", {**record, "head": {**head, "sha256": "0" * 64}}
        return
    over: Record = {"period": [], "modulus": 0}
    yield "told as finite", {**record, "kind": "finite", **over}
    yield "told as finite", {**record, "kind": "finite", **over, "head": [*head, 0], "bound": len(head) + 1}
    yield "told as empty", {**record, "kind": "empty", **over, "head": [], "bound": 1}
    yield "told as empty", {**record, "kind": "empty", **over, "head": [], "bound": 0}
    ending = {"head": head[:-1], "period": head[-1:] or [1], "modulus": 1}
    yield "told as periodic", {**record, "kind": "periodic", **ending}
    yield (
        "told as periodic",
        {**record, "kind": "periodic", "head": [], "period": head or [1], "modulus": len(head) or 1},
    )
    if period:
        turned = {"head": [*head, period[0]], "period": [*period[1:], period[0]]}
        yield "head too long", {**record, **turned}
        yield "head too long", {**record, **turned, "bound": bound + 1}


def lines_changed(parts: list[Record]) -> Iterator[Mutant]:
    """Slices dropped, repeated, swapped, and all after one of them dropped, with the old count and with the new."""
    trailer = parts[-1]
    for i in range(1, len(parts) - 1):
        others = [*parts[:i], *parts[i : i + 2][::-1], *parts[i + 2 :]]
        for kind, changed in (
            ("a slice is dropped", [*parts[:i], *parts[i + 1 :]]),
            ("a slice is doubled", [*parts[: i + 1], *parts[i:]]),
            ("slices are exchanged", others if others[-1] is trailer else parts),
            ("slices are left out at the end", [*parts[: i + 1], trailer]),
        ):
            yield kind, seal(changed)
            yield f"{kind}, and not counted", seal(recount(changed))


def header_changed(header: Record) -> Iterator[Change]:
    """Every changed form of the header."""
    claim = header["claim"]
    yield from (("claim: a number", {**header, "claim": changed}) for changed in numbers_changed(claim))
    yield "claim: the game", {**header, "claim": {**claim, "game": "nim"}}
    for key, value in [("format", "zchomp-certificate 2"), ("format", ""), ("mode", "other"), ("mode", "")]:
        yield key, {**header, key: value}
    yield "the other mode", {**header, "mode": "full" if header["mode"] == "compact" else "compact"}
    yield from (("a key is missing", {k: v for k, v in header.items() if k != key}) for key in header)


def lines_spelled_otherwise(lines: list[bytes], parts: list[Record]) -> Iterator[Mutant]:
    """Digests changed, each with and without its consequences, and numbers with a leading zero."""
    for i, record in enumerate(parts):
        for key, kind in (("prev", "the digest of the line before"), ("sha256", "the digest of the whole")):
            if key in record:
                wrong = dump({**record, key: record[key][::-1]})
                yield kind, b"\n".join([*lines[:i], wrong, *lines[i + 1 :], b""])
        if "prev" in record:
            wrong = dump({**record, "prev": record["prev"][::-1]})
            yield "the digest of the line before, alone", seal_lines([*lines[:i], wrong, *lines[i + 1 :]], keep=i)
            for number in re.finditer(rb"(?<=[\[,:])\d+(?=[\],}])", lines[i]):
                spelled = lines[i][: number.start()] + b"0" + lines[i][number.start() :]
                yield "a leading zero", seal_lines([*lines[:i], spelled, *lines[i + 1 :]])


def mutants(text: bytes) -> Iterator[Mutant]:
    """Every mutant of a certificate. All are sealed again, except truncations and changed digests."""
    header, *slices, trailer = parts = records(text)
    for i, record in enumerate(slices, start=1):
        for kind, changed in slices_changed(record):
            yield kind, seal([*parts[:i], changed, *parts[i + 1 :]])
    yield from lines_changed(parts)
    yield from ((kind, seal([changed, *slices, trailer])) for kind, changed in header_changed(header))
    for more in (-1, 1):
        yield "the count", seal([*parts[:-1], {**trailer, "slices": trailer["slices"] + more}])
    yield from lines_spelled_otherwise(text.splitlines(), parts)
    everywhere = len(text) < 3000
    for end in range(len(text)):
        if everywhere or text[max(0, end - 3) : end + 3].count(b"\n"):
            yield "cut off", text[:end]
    for more_text in (b"\n", b" ", b"{}\n", dump(trailer) + b"\n", text):
        yield "something after the end", text + more_text


@cache
def suite() -> tuple[tuple[bytes, ...], dict[bytes, str]]:
    """The certificates, and all their different mutants, each with a description of the change."""
    good = tuple(certificate(*claim) for claim in CERTIFICATES)
    bad: dict[bytes, str] = {}
    for text in good:
        for kind, mutant in mutants(text):
            bad.setdefault(mutant, kind)
    for text in good:
        bad.pop(text, None)
    return good, bad


def mistakes(accepts: Callable[[bytes], bool]) -> Counter[str]:
    """The mistakes of a verifier, counted: certificates that it refuses, and the changes that it accepts."""
    good, bad = suite()
    found = Counter("certificate" for text in good if not accepts(text))
    found.update(kind for text, kind in bad.items() if accepts(text))
    return found


REFUSALS: dict[str, dict[str, int]] = {}
for line in (TESTS / "proof" / "refusals.txt").read_text().splitlines():
    kind_of_change, class_of_reason, count = line.split(" | ")
    REFUSALS.setdefault(kind_of_change, {})[class_of_reason] = int(count)
"""How many mutants are refused, and why: the class of the reason, by the kind of change."""


def test_every_mutant_is_refused_for_its_reason() -> None:
    """Every certificate is accepted, and every mutant is refused for a reason that fits its change."""
    good, bad = suite()
    assert [refusal(text) for text in good] == [None] * len(CERTIFICATES)
    found: dict[str, Counter[str]] = {}
    for text, kind in bad.items():
        reason = refusal(text)
        found.setdefault(kind, Counter())["accepted" if reason is None else reason_class(reason)] += 1
    assert found == REFUSALS


def test_the_suite_notices_a_verifier_that_accepts_everything() -> None:
    """A verifier that accepts everything is wrong on every mutant, and on nothing else."""
    assert mistakes(lambda _text: True) == {kind: sum(reasons.values()) for kind, reasons in REFUSALS.items()}


def test_the_suite_notices_a_verifier_that_refuses_everything() -> None:
    """A verifier that refuses everything is wrong on every certificate, and on nothing else."""
    assert mistakes(lambda _text: False) == {"certificate": len(CERTIFICATES)}
