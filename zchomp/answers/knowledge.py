"""Knowledge: every slice that is known, wherever that comes from, and what can be added to it with some effort.

certificate   the proofs that are installed with the package, or read from a file
library       what was proved before and kept
recurrence    what is proved now: in plain Python, or compiled where that is quicker (`effort`)
"""

from collections.abc import Callable, Container, Iterable, Sequence
from itertools import islice
from math import ceil, inf
from threading import RLock
from typing import TYPE_CHECKING, TypeVar

from zchomp import limits
from zchomp.answers.effort import (
    advice,
    compiled_seconds,
    compiler_problem,
    is_row,
    plain_seconds,
)
from zchomp.answers.solution import Source, note
from zchomp.engines import compiler
from zchomp.engines.slices.recurrence import Recurrence
from zchomp.errors import LibraryError, TooLarge
from zchomp.results import Proof, Unknown
from zchomp.slices import Slice, closure

if TYPE_CHECKING:
    from zchomp.engines.slices.any_rows import CompiledAnyRows
    from zchomp.engines.slices.three_rows import CompiledThreeRows, ProvedRow
    from zchomp.library.store import Library

__all__ = ["Knowledge", "LibraryLost"]

T = TypeVar("T")


class LibraryLost(Exception):
    """The library turned out to be of no use in the middle of a question, which has to be asked again without it."""


class Knowledge:
    """The slices that are known; it may be shared by threads.

    ``trouble`` is told, once, why the library cannot be used; the answers then do without it. Of the ``sources`` those
    that are not named are not asked.
    """

    def __init__(
        self,
        proofs: Iterable[Proof] = (),
        library: "Library | None" = None,
        trouble: Callable[[str], None] | None = None,
        sources: Iterable[Source] = Source,
    ) -> None:
        self.sources = frozenset(sources)
        self._lock = RLock()
        given = proofs if Source.CERTIFICATE in self.sources else ()
        self._proofs = {proof.slice: (proof, Source.CERTIFICATE) for proof in given}
        self._library = library if Source.LIBRARY in self.sources else None
        self._trouble = trouble
        self._engine = Recurrence(limits.ORACLE_TERMS)
        self._learned: set[Slice] = set()
        self._rows: list[ProvedRow] = []
        self._compiled: CompiledThreeRows | None = None
        self._general: CompiledAnyRows | None = None
        self._terms: dict[Slice, int] = {}  # how many terms a slice and all that it rests on have

    def look_up(self, slice_: Slice) -> Proof | None:
        """The proof of a slice, if it is known without any effort.

        Raises LibraryLost if the library cannot be used: then it is not asked again.
        """
        with self._lock:
            if slice_ not in self._proofs:
                proof, source = self._kept(lambda library: library.proof(slice_)), Source.LIBRARY
                if proof is None and self._is_found([slice_]):
                    proof, source = self._rows[slice_.width].proof(), Source.RECURRENCE
                if proof is None:
                    return None
                self._proofs[slice_] = proof, source
            return self._proofs[slice_][0]

    def source(self, slice_: Slice) -> Source:
        """Where the proof of a slice comes from, once it is known."""
        with self._lock:
            if slice_ in self._proofs:
                return self._proofs[slice_][1]
            return Source.RECURRENCE if self._is_found([slice_]) else Source.LIBRARY

    def proof(self, slice_: Slice, effort: float) -> Proof | Unknown:
        """The proof of a slice, known or made now; Unknown if it takes more effort, with what would settle it."""
        with self._lock:
            known = self.look_up(slice_)
            found = self._proved(slice_, effort) if known is None else known
            if isinstance(found, Proof):
                note(self.source(slice_))
            return found

    def _proved(self, slice_: Slice, effort: float) -> Proof | Unknown:
        """The proof of a slice, made now."""
        if slice_.nim > limits.NIM_VALUES:
            return Unknown(f"the {slice_} is not proved: nim-values go up to {limits.NIM_VALUES}")
        plain, fast = self._ways(slice_)
        problem: str | None = None
        if fast < plain and fast <= effort:
            problem = compiler_problem(slice_)
            if problem is None:
                return self._prove_compiled(slice_) if is_row(slice_) else self._prove_general(slice_, effort)
        elif plain > limits.COMPILED_START and not compiler.is_installed():
            problem = compiler_problem()
        if plain <= effort:
            return self._prove(slice_, effort)
        seconds = plain if problem else min(plain, fast)
        why = f"; {problem}" if problem else ""
        return Unknown(f"the {slice_} is not proved: {advice(slice_, seconds)}{why}")

    def seconds(self, slice_: Slice) -> float:
        """About how long the proof of a slice takes, with all that it rests on, if it is not known."""
        with self._lock:
            return 0 if self.look_up(slice_) is not None else min(self._ways(slice_))

    def terms(self, wanted: Sequence[tuple[Slice, int]]) -> list[int | None]:
        """The terms B(a) of known slices, for each its own a; None where a slice is over.

        What was not read from the library before is read block by block. Raises LibraryLost if that is not possible.
        """
        with self._lock:
            missing = [k for k, (slice_, _) in enumerate(wanted) if slice_ not in self._proofs]
            if not missing:
                found: list[int | None] | None = []
            elif self._is_found([wanted[k][0] for k in missing]):
                found = [_row_term(self._rows[wanted[k][0].width], wanted[k][1]) for k in missing]
            else:
                found = self._kept(lambda library: library.terms([wanted[k] for k in missing]))
            if found is None:  # another process has removed some of them
                raise self._lost("a claim of the library is no longer there")
            for source in {self.source(slice_) for slice_, _ in wanted}:
                note(source)
            late = dict(zip(missing, found, strict=True))
            return [
                late[k] if k in late else self._proofs[slice_][0].sequence.get(a)
                for k, (slice_, a) in enumerate(wanted)
            ]

    def shapes(self, slices: Sequence[Slice]) -> list[tuple[int, int]]:
        """How many terms head and period have, of known slices."""
        with self._lock:
            missing = [slice_ for slice_ in slices if slice_ not in self._proofs]
            if not missing:
                found: list[tuple[int, int]] | None = []
            elif self._is_found(missing):
                rows = (self._rows[slice_.width] for slice_ in missing)
                found = [(len(row.head), len(row.period)) for row in rows]
            else:
                found = self._kept(lambda library: library.shapes(missing))
            if found is None:
                raise self._lost("a claim of the library is no longer there")
            for source in {self.source(slice_) for slice_ in slices}:
                note(source)
            late = dict(zip(missing, found, strict=True))
            return [late[slice_] if slice_ in late else _shape(self._proofs[slice_][0]) for slice_ in slices]

    def _ways(self, slice_: Slice) -> tuple[float, float]:
        """About how long the recurrence takes, in plain Python and compiled; nothing is imported for that."""
        if Source.RECURRENCE not in self.sources or slice_.nim > limits.NIM_VALUES:
            return inf, inf
        plain = plain_seconds(slice_)
        return plain, compiled_seconds(slice_) if plain > limits.COMPILED_START and compiler.is_installed() else inf

    def _prove(self, slice_: Slice, effort: float) -> Proof | Unknown:
        """Prove a slice, and what it rests on, by the recurrence in plain Python."""
        self._engine.effort = ceil(effort * limits.RECURRENCE_PACE)
        done = _last_in(self._learned, slice_)
        for inner in closure(slice_):
            if inner.nim <= done or inner in self._learned:
                continue
            proof = self.look_up(inner) or self._engine.prove(inner)
            if isinstance(proof, Unknown):
                return _too_long(slice_)
            self._proofs.setdefault(inner, (proof, Source.RECURRENCE))
            self._engine.learn(proof)
            self._learned.add(inner)
        return self._proofs[slice_][0]

    def _prove_general(self, slice_: Slice, effort: float) -> Proof | Unknown:
        """Prove a slice of any number of rows and any nim-value, and what it rests on, by the compiled recurrence."""
        if self._general is None:
            from zchomp.engines.slices.any_rows import CompiledAnyRows

            self._general = CompiledAnyRows(limits.ORACLE_TERMS)
            self._terms.clear()
        tails = [inner.tail for inner in closure(Slice(slice_.tail))]
        done = _last_in(self._terms, slice_)
        terms = self._terms[Slice(slice_.tail, done)] if done >= 0 else 0
        try:
            for inner in (Slice(tail, nim) for nim in range(done + 1, slice_.nim + 1) for tail in tails):
                proof = self.look_up(inner) or self._general.prove(inner)
                terms += 0 if isinstance(proof, Unknown) else proof.bound
                if isinstance(proof, Unknown) or terms > effort * limits.GENERAL_TERMS:
                    return _too_long(slice_)
                self._proofs.setdefault(inner, (proof, Source.RECURRENCE))
                self._general.learn(proof)
                if inner.tail == slice_.tail:
                    self._terms[inner] = terms
        except TooLarge as problem:
            return Unknown(f"the {slice_} is not proved: {problem}")
        return self._proofs[slice_][0]

    def _prove_compiled(self, slice_: Slice) -> Proof:
        """Prove a slice of three rows, and all smaller ones, by the compiled recurrence."""
        if self._compiled is None:
            from zchomp.engines.slices.three_rows import CompiledThreeRows

            self._compiled = CompiledThreeRows(slice_.width)
        for row in islice(self._compiled.rows(), max(0, slice_.width + 1 - len(self._rows))):
            self._rows.append(row._replace(head=row.head.copy(), period=row.period.copy()))
        proof = self._rows[slice_.width].proof()
        self._proofs[slice_] = proof, Source.RECURRENCE
        return proof

    def _is_found(self, slices: Sequence[Slice]) -> bool:
        """Whether all of these are rows that the compiled recurrence has proved."""
        return all(is_row(slice_) and slice_.width < len(self._rows) for slice_ in slices)

    def _kept(self, question: "Callable[[Library], T | None]") -> T | None:
        """What the library says, if there is one."""
        if self._library is None:
            return None
        try:
            return question(self._library)
        except LibraryError as problem:
            raise self._lost(str(problem)) from None

    def _lost(self, problem: str) -> LibraryLost:
        """Do without the library from now on, and forget what came from it, and what was proved on top of that."""
        self._library = None
        self._proofs = {slice_: known for slice_, known in self._proofs.items() if known[1] is Source.CERTIFICATE}
        self._engine, self._learned, self._general = Recurrence(limits.ORACLE_TERMS), set(), None
        if self._trouble is not None:
            self._trouble(f"{problem}; the answer does without it")
        return LibraryLost(problem)


def _last_in(proved: Container[Slice], slice_: Slice) -> int:
    """The largest nim-value for which the slice with this tail was proved, and all that it rests on; -1 for none."""
    return next((nim for nim in range(slice_.nim, -1, -1) if Slice(slice_.tail, nim) in proved), -1)


def _too_long(slice_: Slice) -> Unknown:
    expected = "expected fewer rows, a smaller nim-value, or more effort"
    return Unknown(f"the {slice_} is not proved: its proof would take long; {expected}")


def _shape(proof: Proof) -> tuple[int, int]:
    return len(proof.sequence.head), len(proof.sequence.period)


def _row_term(row: "ProvedRow", a: int) -> int | None:
    """The term B(a) of a row of the compiled recurrence."""
    return row.value(a) - row.r - a if a < len(row.head) or len(row.period) else None
