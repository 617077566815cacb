"""The prover: proves slices in dependency order, each from those before it, by one method or by two that must agree.

method        engine
recurrence    `recurrence`: the mex recurrence in plain Python, proof by return of state
genfun        `search`: search, conjecture, and the coverage check by generating functions (sympy)
both          the two, which must come to the same proofs
compiled      the recurrence compiled (extra `fast`): `three_rows` for the losers of three rows, `any_rows` for the rest
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, Protocol, get_args

from zchomp import limits, memory
from zchomp.engines import compiler
from zchomp.engines.slices.recurrence import Recurrence
from zchomp.engines.slices.three_rows_memory import memory_needed
from zchomp.errors import DisagreementError, InvalidArgument, TooLarge, quote
from zchomp.results import Claim, Proof, Proofs, Unknown
from zchomp.slices import Slice

if TYPE_CHECKING:
    from zchomp.engines.genfun.search import Story

__all__ = [
    "METHODS",
    "Engine",
    "Method",
    "check_claim",
    "engines",
    "is_large",
    "prove",
    "prove_slices",
    "usual_recurrence",
]

Method = Literal["both", "recurrence", "genfun", "compiled"]
METHODS: tuple[Method, ...] = get_args(Method)

THREE_ROWS = Claim(rows=3, nim=0, upto=1000)
"""The most frequent claim."""


class Engine(Protocol):
    """A way to prove slices, one after the other."""

    def prove(self, slice_: Slice) -> Proof | Unknown:
        """Prove a slice. All slices that it depends on must have been learned."""
        ...

    def learn(self, proof: Proof) -> None:
        """Take a slice as proved."""
        ...


def engines(
    method: Method,
    max_terms: int | None = None,
    watch: "Callable[[Story], None] | None" = None,
    claim: Claim = THREE_ROWS,
) -> dict[str, Engine]:
    """The engines of a method, by name. Which compiled engine it is depends on the claim."""
    if method == "compiled":
        compiler.require()
        from zchomp.engines.slices.any_rows import CompiledAnyRows
        from zchomp.engines.slices.three_rows import CompiledThreeRows

        if (claim.rows, claim.nim) == (3, 0):
            return {"compiled": CompiledThreeRows(claim.upto, max_terms)}
        return {"compiled": CompiledAnyRows(max_terms)}
    chosen: dict[str, Engine] = {}
    if method != "genfun":
        chosen["recurrence"] = Recurrence(max_terms)
    if method != "recurrence":
        from zchomp.engines.genfun.search import GeneratingFunctions

        chosen["genfun"] = GeneratingFunctions(watch, max_terms)
    return chosen


def prove_slices(
    slices: Iterable[Slice], using: Mapping[str, Engine], known: Mapping[Slice, Proof] | None = None
) -> Iterator[Proof | Unknown]:
    """Prove slices given in dependency order, one at a time, and stop after the first that stays unknown.

    Proofs that are ``known`` already, from an interrupted run or from a certificate, are not made again. If there are
    several engines, each proves every slice, and they must come to the same proof.

    >>> [proof.sequence.kind.value for proof in prove_slices(Claim(rows=3, nim=0, upto=3).slices(), engines("both"))]
    ['periodic', 'finite', 'periodic', 'finite']
    """
    for slice_ in slices:
        proof = known[slice_] if known and slice_ in known else _agreed(slice_, using)
        yield proof
        if isinstance(proof, Unknown):
            return
        for engine in using.values():
            engine.learn(proof)


def usual_recurrence(claim: Claim) -> Method:
    """The method of the recurrence, compiled if that is quicker and numba works."""
    return "compiled" if is_large(claim) and compiler.problem() is None else "recurrence"


def is_large(claim: Claim) -> bool:
    """Whether the compiled recurrence is quicker, including the time that it takes to start."""
    if (claim.rows, claim.nim) == (3, 0):
        return claim.upto >= limits.COMPILED_FROM
    return not claim.is_within(limits.COMPILED_SLICES - 1)


def prove(upto: int, rows: int = 3, nim: int = 0, method: Method | None = None) -> Proofs:
    """Prove every slice whose third row is at most ``upto``, for nim-values 0 to ``nim``.

    Without a method, the recurrence is used, compiled if that is quicker and installed. The result is a mapping by
    slice, in dependency order. For three rows the third row is a key as well. Every slice ends or repeats
    (proofs/soundness.md, Theorem 3), so none of them stays unknown.

    >>> proofs = prove(upto=5)
    >>> proofs[5].sequence
    Periodic(head=(5, 3), period=(4,))
    >>> prove(upto=4, rows=4)[(4, 2)].sequence
    Periodic(head=(3, 3, 3), period=(4, 2))

    Raises InvalidSlice or InvalidArgument if there is no such claim or method, TooLarge if it is out of reach,
    MissingExtra if the method is not installed.
    """
    claim = Claim(rows, nim, upto)
    method = usual_recurrence(claim) if method is None else method
    check_claim(claim, method)
    proofs = prove_slices(claim.slices(), engines(method, claim=claim))
    return Proofs(claim, {proof.slice: proof for proof in proofs if isinstance(proof, Proof)})


def check_claim(claim: Claim, method: Method) -> None:
    """Raise InvalidArgument if there is no such method, and TooLarge if the claim is too large for it."""
    if method not in METHODS:
        raise InvalidArgument(f"no method {quote(method)}; expected one of {', '.join(METHODS)}")
    if not claim.is_within(limits.PROVE_SLICES):
        shown = claim.count() if claim.is_within(10**15) else "more than 10^15"
        about = f"{quote(claim.rows)} rows and third rows up to {quote(claim.upto)} are {shown} slices"
        raise TooLarge(f"{about}; expected at most {limits.PROVE_SLICES}")
    if method == "compiled" and (claim.rows, claim.nim) == (3, 0):
        compiler.require()
        memory.require(claim.upto, memory_needed)


def _agreed(slice_: Slice, using: Mapping[str, Engine]) -> Proof | Unknown:
    results = {name: engine.prove(slice_) for name, engine in using.items()}
    unknown = next((result for result in results.values() if isinstance(result, Unknown)), None)
    if unknown is not None:
        return unknown
    first = next(iter(results.values()))
    if any(result != first for result in results.values()):
        answers = "; ".join(f"{name} says {result}" for name, result in results.items())
        raise DisagreementError(f"{slice_}: the engines disagree: {answers}")
    return first
