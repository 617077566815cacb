"""Forged certificates: changed by meaning and sealed again, or consistently false from one slice on.

A claim, a mode and a producer have exactly one certificate (proofs/soundness.md, section 5). So whatever is accepted
must be that one, byte for byte except for the producer. Everything else is a lie, however well it is sealed.
"""

import random
from collections import Counter
from copy import deepcopy
from functools import cache
from io import BytesIO

import pytest

from tests.sealing import Record, certificate, described, records, recount, seal, written
from zchomp import verifier
from zchomp.certificate.format import Mode
from zchomp.engines.slices.recurrence import Recurrence
from zchomp.periodic import Kind, Periodic
from zchomp.results import Claim, Proof, Unknown

CLAIMS: list[tuple[int, int, int, Mode]] = [
    (3, 0, 12, "full"),
    (3, 0, 30, "compact"),
    (2, 4, 0, "full"),
    (3, 2, 6, "full"),
    (3, 3, 5, "compact"),
    (4, 0, 5, "full"),
    (4, 1, 4, "compact"),
    (5, 0, 3, "full"),
    (6, 1, 2, "full"),
]

whole = cache(certificate)


def accepts(text: bytes) -> bool:
    """Whether the verifier accepts a text."""
    try:
        verifier.verify_stream(BytesIO(text), {})
    except (verifier.Refused, verifier.Declined):
        return False
    return True


def is_the_certificate(text: bytes) -> bool:
    """Whether a text is the only certificate of the claim in its header, whatever its producer."""
    header = records(text)[0]
    claim, mode = header["claim"], header["mode"]
    true = records(whole(claim["rows"], claim["nim"], claim["upto"], mode))
    return text == seal([{**true[0], "producer": header["producer"]}, *true[1:]])


def near(rng: random.Random, number: int) -> int:
    """A number close to another one, or an absurd one."""
    absurd = int("1" + "0" * rng.randint(1, 14))
    return rng.choice([number + 1, number - 1, 0, number * 2, number + rng.randint(-9, 9), absurd])


def change_list(rng: random.Random, terms: list[int]) -> list[int]:
    """A list with a term changed, dropped, repeated or moved, or reversed."""
    if not terms:
        return [rng.randint(0, 5)]
    at = rng.randrange(len(terms))
    changes: list[list[int]] = [
        [*terms[:at], near(rng, terms[at]), *terms[at + 1 :]],
        terms[:at] + terms[at + 1 :],
        [*terms[: at + 1], *terms[at:]],
        [*terms[at:], *terms[:at]],
        terms[::-1],
        terms * 2,
        [*terms, rng.randint(0, 9)],
        [],
    ]
    return rng.choice(changes)


def change_head(rng: random.Random, line: Record) -> None:
    """Another head, or another digest of one."""
    if isinstance(line["head"], list):
        line["head"] = change_list(rng, line["head"])
    else:
        key = rng.choice(["terms", "sha256"])
        line["head"][key] = near(rng, line["head"][key]) if key == "terms" else f"{rng.getrandbits(256):064x}"


def change_period(rng: random.Random, line: Record) -> None:
    """Another period, sometimes with a modulus to match."""
    line["period"] = change_list(rng, line["period"])
    if rng.random() < 0.5:
        line["modulus"] = len(line["period"])


def rotate(rng: random.Random, line: Record) -> None:
    """The same sequence with a longer head and a rotated period, and sometimes the bound to match."""
    if isinstance(line["head"], list) and line["period"]:
        steps = rng.randint(1, 3)
        for _ in range(steps):
            line["head"].append(line["period"][0])
            line["period"] = [*line["period"][1:], line["period"][0]]
        line["bound"] += rng.choice([0, steps])
    else:
        line["bound"] += 1


def change_proof(rng: random.Random, line: Record) -> None:
    """Another bound, another modulus, or both by the same amount."""
    more = rng.choice([1, 2, -1, line["modulus"] or 1])
    for key in rng.choice([["bound"], ["modulus"], ["bound", "modulus"]]):
        line[key] = max(0, line[key] + more)


def change_kind(rng: random.Random, line: Record) -> None:
    """Another kind, with fields to match."""
    line["kind"] = rng.choice(["periodic", "finite", "empty"])
    if line["kind"] != "periodic":
        line["period"], line["modulus"] = [], 0
    if line["kind"] == "finite" and isinstance(line["head"], list):
        line["head"] = [*line["head"], 0][: rng.randint(1, 9)]
        line["bound"] = len(line["head"])


def change_slice(rng: random.Random, line: Record) -> None:
    """Another tail or nim-value."""
    if line["tail"] and rng.random() < 0.7:
        line["tail"] = change_list(rng, line["tail"])
    else:
        line["nim"] = near(rng, line["nim"])


LINE_CHANGES = (change_head, change_period, rotate, change_proof, change_kind, change_slice)


def change_order(rng: random.Random, parts: list[Record]) -> list[Record]:
    """Lines swapped, repeated or dropped, or the end of the file cut off, with the count corrected or not."""
    i, j = sorted(rng.sample(range(1, len(parts)), 2))
    changed = rng.choice(
        [
            [*parts[:i], parts[min(j, len(parts) - 2)], *parts[i:]],
            parts[:i] + parts[i + 1 :],
            [*parts[:i], *parts[i : j + 1][::-1], *parts[j + 1 :]] if j < len(parts) - 1 else parts[:i] + parts[-1:],
            [*parts[:i], parts[-1]],
        ]
    )
    return recount(changed) if rng.random() < 0.7 else changed


def change_header(rng: random.Random, parts: list[Record]) -> list[Record]:
    """Another claim, mode or producer, sometimes with lines cut off or shortened to match."""
    header = deepcopy(parts[0])
    what = rng.choice(["rows", "nim", "upto", "mode", "producer", "less"])
    if what == "mode":
        header["mode"] = "full" if header["mode"] == "compact" else "compact"
    elif what == "producer":
        header["producer"] = "somebody else"
    elif what == "less":
        header["claim"]["upto"] = max(0, header["claim"]["upto"] - 1)
        kept = [line for line in parts[1:-1] if not line["tail"] or line["tail"][0] <= header["claim"]["upto"]]
        return recount([header, *kept, parts[-1]])
    else:
        header["claim"][what] = max(0, header["claim"][what] + rng.choice([-1, 1]))
    return [header, *parts[1:]]


def mutant(rng: random.Random, claim: tuple[int, int, int, Mode]) -> bytes:
    """A certificate with one to three changes, sealed again."""
    parts = deepcopy(records(whole(*claim)))
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        kind = rng.random()
        if kind < 0.75 and len(parts) > 2:
            rng.choice(LINE_CHANGES)(rng, parts[rng.randrange(1, len(parts) - 1)])
        elif len(parts) > 4:
            parts = change_order(rng, parts) if kind < 0.88 else change_header(rng, parts)
    return seal(parts)


def test_only_the_certificate_is_accepted(cases: int) -> None:
    """Of thousands of sealed mutants, only true certificates of their claims are accepted."""
    rng = random.Random(cases)
    verdicts = Counter[str]()
    for number in range(10 * cases):
        text = mutant(rng, CLAIMS[number % len(CLAIMS)])
        if accepts(text):
            assert is_the_certificate(text), text.decode()
            verdicts["true"] += 1
        else:
            verdicts["refused"] += 1
    assert verdicts["refused"] > 8 * cases
    assert verdicts["true"] > 0  # a change may undo itself, or affect only the producer: that is not a lie


def lies(rng: random.Random, proof: Proof) -> Proof:
    """A false proof of a slice that looks right."""
    head, period = proof.sequence.head, proof.sequence.period
    at = rng.randrange(len(head)) if head else 0
    shifted = tuple(max(1, b + rng.choice([-1, 1, 2])) if i == at else b for i, b in enumerate(head))
    sequence = rng.choice(
        [
            Periodic(shifted, period),
            Periodic(head, tuple(b + 1 for b in period)),
            Periodic((*head, rng.randint(1, 9)), period),
            Periodic((*head[:-1], 0)),
            Periodic(head[:-1], period or (1,)),
        ]
    ).minimal()
    return Proof(proof.slice, sequence, len(sequence.period), len(sequence.head) + len(sequence.period))


@pytest.mark.parametrize(
    "claim", [Claim(rows=3, nim=0, upto=25), Claim(rows=4, nim=0, upto=4), Claim(rows=3, nim=2, upto=5)], ids=str
)
def test_the_consistent_liar(claim: Claim, cases: int) -> None:
    """One false slice, and all later ones derived from it by the true rules: refused at the false one."""
    rng = random.Random(cases)
    total = claim.count()
    told = 0
    for _ in range(max(10, cases // 10)):
        liar, engine = rng.randrange(total), Recurrence(max_terms=2000)
        lines: list[Record] = []
        for number, slice_ in enumerate(claim.slices()):
            try:
                proof = engine.prove(slice_)
            except (IndexError, KeyError):  # a lie that makes a later slice impossible
                break
            if isinstance(proof, Unknown) or (number == liar and proof.sequence.kind is Kind.EMPTY):
                break
            proof = lies(rng, proof) if number == liar else proof
            engine.learn(proof)
            lines.append(described(proof, claim.rows))
        if len(lines) < total:
            continue
        text = written(claim.rows, claim.nim, claim.upto, lines, "full")
        if text != whole(claim.rows, claim.nim, claim.upto):
            told += 1
            with pytest.raises(verifier.Refused, match=f"line {liar + 2}, slice tail="):
                verifier.verify_stream(BytesIO(text), {})
    assert told > 3
