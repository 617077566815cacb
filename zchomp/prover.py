"""The prover: walks the slices in dependency order and proves each from those before it."""

from collections.abc import Iterable, Iterator, Mapping

from zchomp.recurrence import Recurrence
from zchomp.slices import Proof, Slice, Unknown, dependency_order

__all__ = ["prove", "prove_slices"]


def prove_slices(
    slices: Iterable[Slice], known: Mapping[Slice, Proof] | None = None, max_terms: int | None = None
) -> Iterator[Proof | Unknown]:
    """Prove slices given in dependency order, one at a time; stop after the first that stays unknown.

    What is ``known`` already, from an interrupted run or from a certificate, is taken over as it is.

    >>> [proof.sequence.kind for proof in prove_slices(dependency_order(rows=3, upto=3))]
    ['periodic', 'finite', 'periodic', 'finite']
    """
    engine = Recurrence(max_terms)
    for home in slices:
        proof = known[home] if known and home in known else engine.prove(home)
        yield proof
        if isinstance(proof, Unknown):
            return
        engine.learn(proof)


def prove(upto: int, rows: int = 3, nim: int = 0) -> tuple[Proof, ...]:
    """Prove every slice whose third row is at most ``upto``, for nim-values 0 to ``nim``, in dependency order.

    In three rows the slice with third row c is the proof of index c. Every slice ends or repeats
    (proofs/soundness.md, Theorem 3), so there is nothing unknown among them.

    >>> prove(upto=5)[5].sequence
    Periodic(head=(5, 3), period=(4,))
    """
    return tuple(proof for proof in prove_slices(dependency_order(rows, upto, nim)) if isinstance(proof, Proof))
