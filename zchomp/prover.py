"""The prover: walks the slices in dependency order and proves each from those before it, by one method or by both."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, Protocol

from zchomp.errors import CannotCompile, DisagreementError, InvalidSlice, MissingExtra
from zchomp.memory import check_memory
from zchomp.recurrence import Recurrence
from zchomp.slices import Proof, Slice, Unknown, dependency_order

if TYPE_CHECKING:
    from types import ModuleType

    from zchomp.conjectures import Story

__all__ = ["METHODS", "Engine", "Method", "compiled", "engines", "prove", "prove_slices"]

Method = Literal["recurrence", "genfun", "both", "compiled"]
METHODS: tuple[Method, ...] = ("both", "recurrence", "genfun", "compiled")


class Engine(Protocol):
    """A way to prove slices, one after the other."""

    def prove(self, home: Slice) -> Proof | Unknown:
        """Prove a slice; all that it depends on must have been learned."""
        ...

    def learn(self, proof: Proof) -> None:
        """Take a slice as proved."""
        ...


def engines(
    method: Method, max_terms: int | None = None, watch: "Callable[[Story], None] | None" = None, upto: int = 1000
) -> dict[str, Engine]:
    """The engines of a method, by name; the compiled one is told how far it is meant to go."""
    if method == "compiled":
        return {"compiled": compiled().Compiled(upto, max_terms)}
    chosen: dict[str, Engine] = {}
    if method != "genfun":
        chosen["recurrence"] = Recurrence(max_terms)
    if method != "recurrence":
        from zchomp.conjectures import GeneratingFunctions

        chosen["genfun"] = GeneratingFunctions(watch, max_terms)
    return chosen


def compiled() -> "ModuleType":
    """The module of the compiled engine; raises MissingExtra if it cannot be had."""
    try:
        from zchomp import compiled as module
    except ImportError:
        raise MissingExtra("the compiled recurrence", "fast") from None
    except RuntimeError as problem:  # numba finds no place for what it compiles
        raise CannotCompile(
            f"{problem}; NUMBA_CACHE_DIR may name a folder, or --method recurrence does without"
        ) from None
    return module


def prove_slices(
    slices: Iterable[Slice], using: Mapping[str, Engine], known: Mapping[Slice, Proof] | None = None
) -> Iterator[Proof | Unknown]:
    """Prove slices given in dependency order, one at a time; stop after the first that stays unknown.

    What is ``known`` already, from an interrupted run or from a certificate, is taken over as it is. If there are
    several engines, each proves every slice, and they must come to the same proof.

    >>> [proof.sequence.kind for proof in prove_slices(dependency_order(rows=3, upto=3), engines("both"))]
    ['periodic', 'finite', 'periodic', 'finite']
    """
    for home in slices:
        proof = known[home] if known and home in known else _agreed(home, using)
        yield proof
        if isinstance(proof, Unknown):
            return
        for engine in using.values():
            engine.learn(proof)


def prove(upto: int, rows: int = 3, nim: int = 0, method: Method = "recurrence") -> tuple[Proof, ...]:
    """Prove every slice whose third row is at most ``upto``, for nim-values 0 to ``nim``, in dependency order.

    In three rows the slice with third row c is the proof of index c. Every slice ends or repeats
    (proofs/soundness.md, Theorem 3), so there is nothing unknown among them.

    >>> prove(upto=5)[5].sequence
    Periodic(head=(5, 3), period=(4,))
    """
    if method == "compiled" and (rows, nim) != (3, 0):
        raise InvalidSlice(f"the compiled recurrence is for three rows and nim-value 0, got {rows} rows and {nim}")
    if method == "compiled":
        check_memory(upto, compiled().memory_needed)
    proofs = prove_slices(dependency_order(rows, upto, nim), engines(method, upto=upto))
    return tuple(proof for proof in proofs if isinstance(proof, Proof))


def _agreed(home: Slice, using: Mapping[str, Engine]) -> Proof | Unknown:
    results = {name: engine.prove(home) for name, engine in using.items()}
    unknown = next((result for result in results.values() if isinstance(result, Unknown)), None)
    if unknown is not None:
        return unknown
    first = next(iter(results.values()))
    if any(result != first for result in results.values()):
        answers = "; ".join(f"{name} says {result}" for name, result in results.items())
        raise DisagreementError(f"{home}: the engines disagree: {answers}")
    return first
