"""Tables: the losers of a slice as the Maple packages print them.

Chomp3Rows         here
Losers(a, k)       losers_table(k), a line a slice: first the losers by themselves, by number of squares,
                   then the symbolic ones, [c, α0 + δa, β0] for all a >= 0
"""

from dataclasses import dataclass

from zchomp.oracle import the_oracle
from zchomp.position import Position
from zchomp.slices import Proof, Slice, Unknown

__all__ = ["SymbolicLoser", "losers_table", "symbolic_losers"]


@dataclass(frozen=True, slots=True)
class SymbolicLoser:
    """One loser, or one for every value of a letter: [*bottom, start + step * letter, b].

    >>> SymbolicLoser((5,), start=2, step=1, b=4).text("a")
    '[5, 2 + a, 4]'
    >>> SymbolicLoser((120,), start=50, step=2, b=72).text("n")
    '[120, 50 + 2*n, 72]'
    """

    bottom: tuple[int, ...]
    start: int
    step: int
    b: int

    def text(self, letter: str) -> str:
        """As the papers write it, with that letter."""
        times = letter if self.step == 1 else f"{self.step}*{letter}"
        middle = str(self.start) if self.step == 0 else f"{self.start} + {times}" if self.start else times
        return f"[{', '.join([*map(str, self.bottom), middle, str(self.b)])}]"


def symbolic_losers(proof: Proof) -> list[SymbolicLoser]:
    """The losers of a slice, in the order of [Zei01]: by number of squares, then by a; the symbolic ones last.

    >>> from zchomp.prover import prove
    >>> [loser.text("a") for loser in symbolic_losers(prove(upto=3)[3])]
    ['[3, 0, 3]', '[3, 2, 0]', '[3, 1, 3]']
    """
    home, sequence = proof.slice, proof.sequence
    bottom = Position(home.tail).brackets() if home.tail else (0,)
    head, step = len(sequence.head), len(sequence.period)
    alone = sorted(enumerate(sequence.head), key=lambda term: (2 * term[0] + term[1], term[0]))
    return [SymbolicLoser(bottom, a, 0, b) for a, b in alone] + [
        SymbolicLoser(bottom, head + i, step, b) for i, b in enumerate(sequence.period)
    ]


def losers_table(upto: int) -> list[Proof] | Unknown:
    """The slices of three-rowed Chomp with third row 1, ..., ``upto``, proved: what Losers(a, upto) is about.

    >>> [proof.sequence.kind for proof in losers_table(5)]
    ['finite', 'periodic', 'finite', 'finite', 'periodic']
    """
    oracle = the_oracle()
    proofs = []
    last = oracle.proof(Slice((upto,)))
    if isinstance(last, Unknown):
        return last
    for c in range(1, upto + 1):
        proof = oracle.proof(Slice((c,)))
        if isinstance(proof, Unknown):
            return proof
        proofs.append(proof)
    return proofs
