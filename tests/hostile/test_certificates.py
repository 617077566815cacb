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

from tests.certificate.test_mutants import header_changed, slices_changed
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


def claim_less(parts: list[Record]) -> list[Record]:
    """The smaller claim that some of the lines prove, which is true."""
    claim = parts[0]["claim"] | {"upto": max(0, parts[0]["claim"]["upto"] - 1)}
    kept = [line for line in parts[1:-1] if not line["tail"] or line["tail"][0] <= claim["upto"]]
    return recount([parts[0] | {"claim": claim}, *kept, parts[-1]])


def mutant(rng: random.Random, claim: tuple[int, int, int, Mode]) -> bytes:
    """A certificate with one to three changes, sealed again: those of test_mutants.py, and of order."""
    parts = deepcopy(records(whole(*claim)))
    if rng.random() < 0.1:
        parts = claim_less(parts)
    for at in rng.sample(range(len(parts) - 1), min(len(parts) - 1, rng.choice([1, 1, 1, 2, 3]))):
        changes = slices_changed(parts[at]) if at else header_changed(parts[at])
        parts[at] = rng.choice(list(changes))[1]
    return seal(change_order(rng, parts) if rng.random() < 0.1 and len(parts) > 4 else parts)


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
