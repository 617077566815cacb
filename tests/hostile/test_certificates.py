"""Forged certificates: consistently false from one slice on, and sealed with right digests."""

import random
from io import BytesIO

import pytest

from tests.sealing import Record, certificate, described, written
from zchomp.bars.periodic import Kind, Periodic
from zchomp.bars.recurrence import Recurrence
from zchomp.bars.results import Claim, Proof
from zchomp.core.answers import Unknown
from zchomp.proof import verifier


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
        if text != certificate(claim.rows, claim.nim, claim.upto):
            told += 1
            with pytest.raises(verifier.Refused, match=f"line {liar + 2}, slice tail="):
                verifier.verify_stream(BytesIO(text), {})
    assert told > 3
