"""Mutants: thousands of changed certificates, sealed with right digests, and all refused.

Only the mathematics can refuse them: there is exactly one certificate of a claim (proofs/soundness.md, section 5).
The same suite must notice a verifier that accepts everything, and one that refuses everything.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from typing import Any

import pytest

from tests.sealing import Record, certificate, dump, records, recount, seal
from zchomp import verifier
from zchomp.certificate.format import Mode

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


def refusal(text: bytes) -> str | None:
    """Why the verifier does not accept a text, without the file system; None if it does."""
    try:
        verifier.verify_stream(BytesIO(text), {})
    except (verifier.Refused, verifier.Declined) as problem:
        return str(problem)
    return None


def numbers_changed(value: Any) -> Iterator[Any]:
    """Every way to change one number inside a value by one, also below 0."""
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
    """Every way to drop, double, swap or add a term."""
    for i in range(len(terms)):
        yield terms[:i] + terms[i + 1 :]
        yield [*terms[: i + 1], *terms[i:]]
        yield terms[:i] + terms[i : i + 2][::-1] + terms[i + 2 :]
    yield [*terms, 0]
    yield [*terms, 1]
    yield []


def slices_changed(record: Record) -> Iterator[Record]:
    """Every changed form of one slice."""
    for key, value in record.items():
        if key != "prev":
            yield from ({**record, key: changed} for changed in numbers_changed(value))
            yield {other: item for other, item in record.items() if other != key}
    for key in ("tail", "head", "period"):
        if isinstance(record[key], list):
            yield from ({**record, key: changed} for changed in terms_changed(record[key]))
    yield from ({**record, "kind": kind} for kind in ("periodic", "finite", "empty", "unknown"))
    head, period = record["head"], record["period"]
    yield {**record, "period": period * 2}
    yield {
        **record,
        "period": period * 2,
        "modulus": record["modulus"] * 2,
        "bound": record["bound"] + record["modulus"],
    }
    yield {**record, "modulus": record["modulus"] * 2, "bound": record["bound"] + record["modulus"]}
    for longer in (1, 2, 7):
        yield {**record, "bound": record["bound"] + longer}
        yield {**record, "bound": record["bound"] + longer, "modulus": record["modulus"] + longer}
    yield {**record, "bound": 10**9}
    yield {**record, "modulus": 0}
    if isinstance(head, list):
        yield {**record, "kind": "finite", "period": [], "modulus": 0}
        yield {**record, "kind": "finite", "head": [*head, 0], "period": [], "modulus": 0, "bound": len(head) + 1}
        yield {**record, "kind": "empty", "head": [], "period": [], "modulus": 0, "bound": 1}
        yield {**record, "kind": "empty", "head": [], "period": [], "modulus": 0, "bound": 0}
        yield {**record, "kind": "periodic", "head": head[:-1], "period": head[-1:] or [1], "modulus": 1}
        yield {**record, "kind": "periodic", "head": [], "period": head or [1], "modulus": len(head) or 1}
        if period:
            turned = [*period[1:], period[0]]
            yield {**record, "head": [*head, period[0]], "period": turned}
            yield {**record, "head": [*head, period[0]], "period": turned, "bound": record["bound"] + 1}
    else:
        yield {**record, "head": []}
        yield {**record, "head": {**head, "sha256": "0" * 64}}


def mutants(text: bytes) -> Iterator[bytes]:
    """Every mutant of a certificate; all are sealed again, but for truncations and changed digests."""
    parts = records(text)
    header, trailer, inner = parts[0], parts[-1], range(1, len(parts) - 1)
    for i in inner:
        yield from (seal([*parts[:i], changed, *parts[i + 1 :]]) for changed in slices_changed(parts[i]))
        for others in ([], [parts[i], parts[i]], parts[i : i + 2][::-1]):
            changed = [*parts[:i], *others, *parts[i + (2 if len(others) == 2 and others[0] != parts[i] else 1) :]]
            yield seal(changed)
            if len(changed) > 2:
                yield seal(recount(changed))
        yield seal([*parts[: i + 1], trailer])
        yield seal(recount([*parts[: i + 1], trailer]))
    claim = header["claim"]
    yield from (seal([{**header, "claim": changed}, *parts[1:]]) for changed in numbers_changed(claim))
    for key, value in [("format", "zchomp-certificate 2"), ("format", ""), ("mode", "other"), ("mode", "")]:
        yield seal([{**header, key: value}, *parts[1:]])
    yield seal([{**header, "mode": "full" if header["mode"] == "compact" else "compact"}, *parts[1:]])
    yield seal([{**header, "claim": {**claim, "game": "nim"}}, *parts[1:]])
    yield from (seal([{k: v for k, v in header.items() if k != key}, *parts[1:]]) for key in header)
    yield from (seal([*parts[:-1], {**trailer, "slices": trailer["slices"] + more}]) for more in (-1, 1))
    lines = text.splitlines()
    for i, record in enumerate(parts):
        for key in ("prev", "sha256"):
            if key in record:
                wrong = dump({**record, key: record[key][::-1]})
                yield b"\n".join([*lines[:i], wrong, *lines[i + 1 :], b""])
    everywhere = len(text) < 3000
    yield from (text[:end] for end in range(len(text)) if everywhere or text[end - 3 : end + 3].count(b"\n"))
    yield from (text + more for more in (b"\n", b" ", b"{}\n", lines[-1] + b"\n", text))


@cache
def suite() -> tuple[list[bytes], list[bytes]]:
    """The certificates, and all their different mutants."""
    good = [certificate(*claim) for claim in CERTIFICATES]
    bad = dict.fromkeys(mutant for text in good for mutant in mutants(text))
    for text in good:
        bad.pop(text, None)
    return good, list(bad)


def mistakes(accepts: Callable[[bytes], bool]) -> Iterator[bytes]:
    """The certificates that are refused and the mutants that are accepted."""
    good, bad = suite()
    yield from (text for text in good if not accepts(text))
    yield from (text for text in bad if accepts(text))


def test_no_mutant_passes() -> None:
    """Every certificate is accepted and every mutant refused, without exception."""
    good, bad = suite()
    assert len(good) == len(CERTIFICATES)
    assert len(bad) > 15_000
    refusals = Counter[str]()

    def accepts(text: bytes) -> bool:
        reason = refusal(text)
        if reason is None:
            return True
        refusals[reason.partition(": ")[2].partition(":")[0].partition(" at ")[0]] += 1
        return False

    assert list(mistakes(accepts)) == []
    # Most of them are well formed and rightly sealed: what refuses them is the recurrence.
    whole = ["kind, period, modulus", "kind, period, modulus, bound"]
    mathematics = ["b", "head terms", "head sha256", "head", "modulus", "bound", "period", "kind", *whole]
    assert all(refusals[reason] for reason in mathematics), refusals
    assert sum(refusals[reason] for reason in mathematics) > 3000


@pytest.mark.parametrize("stub", [True, False])
def test_the_suite_notices_a_verifier_that_does_not_look(stub: bool) -> None:
    """A verifier that accepts everything, or refuses everything, fails the suite."""
    assert any(True for _ in mistakes(lambda _text: stub))


@pytest.mark.parametrize("disabled", ["expect", "check_head", "check_periodic", "check_empty"])
def test_the_suite_notices_a_missing_check(disabled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With any of its checks switched off, the verifier fails the suite."""
    stubs: dict[str, Callable[..., Any]] = {
        "expect": lambda *_: None,
        "check_head": lambda *_: None,
        "check_periodic": lambda line, *_: line.head or [],
        "check_empty": lambda *_: [],
    }
    monkeypatch.setattr(verifier, disabled, stubs[disabled])

    def accepts(text: bytes) -> bool:
        try:
            return refusal(text) is None
        except (KeyError, IndexError):  # without its checks it may fall over later: that is a refusal too
            return False

    good, _ = suite()
    assert any(text not in good for text in mistakes(accepts))
