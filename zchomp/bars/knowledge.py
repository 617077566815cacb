"""Knowledge: slices that are known or can be proved with some effort, and bars that have been searched.

certificate   proofs that are installed with the package or read from a file
library       proofs that were found earlier and kept
recurrence    proofs that are found now, in plain Python or compiled, whichever is quicker (`prover`)

Every proof comes with its source.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import ceil, inf
from threading import RLock
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from zchomp.bars.periodic import Periodic
from zchomp.bars.prover import compiled_seconds, compiler_problem, is_row, largest_provable, plain_seconds
from zchomp.bars.recurrence import Recurrence
from zchomp.bars.results import Claim, Proof
from zchomp.bars.slices import Slice, closure
from zchomp.core import compiler, limits
from zchomp.core.answers import Source, Unknown
from zchomp.core.compiler import install_advice
from zchomp.core.effort import needs_effort
from zchomp.core.files import library_path
from zchomp.core.session import Session, SourceLost, current, reached, refuse_if
from zchomp.errors import LibraryError, TooLarge
from zchomp.proof.format import certificate_size, is_verifiable, read_lines, shipped_certificate

if TYPE_CHECKING:
    from zchomp.bars.any_rows import CompiledAnyRows
    from zchomp.bars.three_rows import CompiledThreeRows, ProvedRow
    from zchomp.proof.library import Library


T = TypeVar("T")

SLICE_WORK = 60
"""The work of the recurrence for each row of the chart besides its columns and terms, which estimates leave out."""


class Found(NamedTuple):
    """The proof of a slice, and where it comes from."""

    proof: Proof
    source: Source


class Knowledge:
    """The slices that the current session knows. Several threads may share it.

    Certificates are read as far as they are needed. If the library cannot be used, answers are found without it.
    """

    def __init__(self) -> None:
        session = current()
        self._lock = RLock()
        self._unread = iter(_proofs(session) if session.may_ask(Source.CERTIFICATE) else ())
        self._found: dict[Slice, Found] = {}
        self._library = _library(session) if session.may_ask(Source.LIBRARY) else None
        self._engine = Recurrence(limits.ORACLE_TERMS)
        self._learned: set[Slice] = set()
        self._rows: list[ProvedRow] = []
        self._three_rows: CompiledThreeRows | None = None
        self._any_rows: CompiledAnyRows | None = None
        self._terms: dict[Slice, int] = {}  # how many terms a slice has, with all slices that it depends on

    def proof(self, slice_: Slice, effort: float | None = None) -> Proof:
        """The proof of a slice, whose source is noted. Raises NotKnown if it takes more effort."""
        found = reached(self.find(slice_, effort))
        current().use(found.source)
        return found.proof

    def sequences(self, slice_: Slice) -> dict[Slice, Periodic[int]]:
        """The sequences of a slice and of all slices that it depends on. Raises NotKnown if that takes more effort."""
        self.proof(slice_)  # there may be too many others to list them
        return {inner: self.proof(inner, limits.LONGEST_EFFORT).sequence for inner in closure(slice_)}

    def terms(self, wanted: Sequence[tuple[Slice, int]]) -> list[int | None]:
        """The term B(a) of each slice of three rows, at its own a, or None after the end of the slice.

        Raises NotKnown if that takes more effort.
        """
        return self._if_proved([slice_ for slice_, _ in wanted], lambda: self.read_terms(wanted))

    def shapes(self, slices: Sequence[Slice]) -> list[tuple[int, int]]:
        """The numbers of terms of head and period, of slices of three rows. Raises NotKnown as `terms` does."""
        return self._if_proved(slices, lambda: self._read_shapes(slices))

    def _if_proved(self, slices: Sequence[Slice], question: Callable[[], tuple[T, set[Source]]]) -> T:
        """The answer to a question about slices of three rows, if the widest is proved: it depends on all others."""
        reached(self.find(max(slices, key=lambda slice_: slice_.width, default=Slice())))
        answer, sources = question()
        current().use(*sources)
        return answer

    def look_up(self, slice_: Slice) -> Found | None:
        """The proof of a slice, if it is known without any effort.

        Raises SourceLost if the library cannot be used: then it is not consulted again.
        """
        with self._lock:
            if slice_ not in self._found and not self._is_certified(slice_):
                proof = self._kept(lambda library: library.proof(slice_))
                if proof is not None:
                    self._found[slice_] = Found(proof, Source.LIBRARY)
                elif self._is_compiled(slice_):
                    self._found[slice_] = Found(self._rows[slice_.width].proof(), Source.RECURRENCE)
            found = self._found.get(slice_)
            if found is not None:
                current().read(found.source)
            return found

    def find(self, slice_: Slice, effort: float | None = None) -> Found | Unknown:
        """The proof of a slice, known or found now, or Unknown if it takes more effort than that of the question."""
        with self._lock:
            return self.look_up(slice_) or self._proved(slice_, current().effort if effort is None else effort)

    def doubt(self) -> bool:
        """Work without the library from now on, because its proofs are inconsistent. Returns whether there was one."""
        with self._lock:
            if self._library is not None:
                self._lost("the proofs in the library contradict each other; zchomp library check finds the wrong ones")
                return True
            return False

    def seconds(self, slice_: Slice) -> float:
        """Roughly how long the proof of a slice takes, with all slices that it depends on. A known slice takes 0."""
        with self._lock:
            return 0 if self.look_up(slice_) is not None else min(self._ways(slice_))

    def read_terms(self, wanted: Sequence[tuple[Slice, int]]) -> tuple[list[int | None], set[Source]]:
        """The term B(a) of each known slice, at its own a, or None after the end of the slice; and the sources.

        Terms that have not been read from the library yet are read block by block. Raises SourceLost if that fails.
        """
        places = [a for _, a in wanted]
        return self._read(
            [slice_ for slice_, _ in wanted],
            lambda k, proof: proof.sequence.get(places[k]),
            lambda k, row: _row_term(row, places[k]),
            lambda library, missing: library.terms([wanted[k] for k in missing]),
        )

    def _read_shapes(self, slices: Sequence[Slice]) -> tuple[list[tuple[int, int]], set[Source]]:
        """The numbers of terms of head and period of known slices, with their sources."""
        return self._read(
            slices,
            lambda _, proof: (len(proof.sequence.head), len(proof.sequence.period)),
            lambda _, row: (len(row.head), len(row.period)),
            lambda library, missing: library.shapes([slices[k] for k in missing]),
        )

    def _read(
        self,
        slices: Sequence[Slice],
        of_proof: Callable[[int, Proof], T],
        of_row: "Callable[[int, ProvedRow], T]",
        of_library: "Callable[[Library, list[int]], list[T] | None]",
    ) -> tuple[list[T], set[Source]]:
        """Something of each known slice, by its index: from its proof, its compiled row, or the library."""
        with self._lock:
            missing = [k for k, slice_ in enumerate(slices) if slice_ not in self._found]
            found: list[T] | None = []
            source = Source.RECURRENCE
            if missing and all(self._is_compiled(slices[k]) for k in missing):
                found = [of_row(k, self._rows[slices[k].width]) for k in missing]
            elif missing:
                found, source = self._kept(lambda library: of_library(library, missing)), Source.LIBRARY
            if found is None:  # another process has removed some of the slices
                raise self._lost("a claim of the library is no longer there")
            late = dict(zip(missing, found, strict=True))
            sources = {self._found[slice_].source for slice_ in slices if slice_ in self._found}
            answers = [
                late[k] if k in late else of_proof(k, self._found[slice_].proof) for k, slice_ in enumerate(slices)
            ]
            return answers, sources | ({source} if missing else set())

    def _is_certified(self, slice_: Slice) -> bool:
        """Whether a certificate has the slice. The certificate is read up to it."""
        for proof in self._unread:
            self._found[proof.slice] = Found(proof, Source.CERTIFICATE)
            if proof.slice == slice_:
                return True
        return False

    def _proved(self, slice_: Slice, effort: float) -> Found | Unknown:
        """The proof of a slice, found now."""
        if slice_.nim > limits.NIM_VALUES:
            return Unknown(
                f"a proof of the {slice_} is not possible, because nim-values above {limits.NIM_VALUES} are not handled"
            )
        plain, fast = self._ways(slice_)
        problem: str | None = None
        if fast < plain and fast <= effort:
            problem = compiler_problem(slice_)
            if problem is None:
                return self._prove_three_rows(slice_) if is_row(slice_) else self._prove_any_rows(slice_, effort)
        if plain <= effort:
            return self._prove_plain(slice_, effort)
        seconds = plain if problem else min(plain, fast)
        unproved = _unproved(slice_, seconds)
        slow = (
            f" (not compiled: {problem})"
            if problem
            else install_advice() * (plain > limits.COMPILED_START and compiled_seconds(slice_) < inf)
        )
        return replace(unproved, reason=f"{unproved.reason}{slow}")

    def _ways(self, slice_: Slice) -> tuple[float, float]:
        """Roughly how long the recurrence takes, in plain Python and compiled. Nothing is imported to find out."""
        if not current().may_ask(Source.RECURRENCE) or slice_.nim > limits.NIM_VALUES:
            return inf, inf
        plain = plain_seconds(slice_)
        return plain, compiled_seconds(slice_) if plain > limits.COMPILED_START and compiler.is_installed() else inf

    def _prove_plain(self, slice_: Slice, effort: float) -> Found | Unknown:
        """Prove a slice, with all slices that it depends on, by the recurrence in plain Python."""
        self._engine.work_left = ceil(effort * limits.RECURRENCE_PACE) + SLICE_WORK * slice_.width
        for inner in closure(slice_):
            if inner in self._learned:
                continue
            proof = self._known_or(self._engine.prove, inner)
            if isinstance(proof, Unknown):
                return _beyond_effort(slice_)
            self._engine.learn(proof)
            self._learned.add(inner)
        return self._found[slice_]

    def _prove_any_rows(self, slice_: Slice, effort: float) -> Found | Unknown:
        """Prove any slice, with all slices that it depends on, by the compiled recurrence for any number of rows."""
        if self._any_rows is None:
            from zchomp.bars.any_rows import CompiledAnyRows

            self._any_rows = CompiledAnyRows(limits.ORACLE_TERMS)
            self._terms.clear()
        tails = [inner.tail for inner in closure(Slice(slice_.tail))]
        done = _last_in(self._terms, slice_)
        terms = self._terms[Slice(slice_.tail, done)] if done >= 0 else 0
        try:
            for inner in (Slice(tail, nim) for nim in range(done + 1, slice_.nim + 1) for tail in tails):
                proof = self._known_or(self._any_rows.prove, inner)
                terms += 0 if isinstance(proof, Unknown) else proof.bound
                if isinstance(proof, Unknown) or terms > effort * limits.COMPILED_TERMS_PACE:
                    return _beyond_effort(slice_)
                self._any_rows.learn(proof)
                if inner.tail == slice_.tail:
                    self._terms[inner] = terms
        except TooLarge as problem:
            return Unknown(f"the {slice_} is not proved, because {problem}")
        return self._found[slice_]

    def _prove_three_rows(self, slice_: Slice) -> Found:
        """Prove a slice of three rows, and all smaller ones, by the compiled recurrence."""
        if self._three_rows is None:
            from zchomp.bars.three_rows import CompiledThreeRows

            self._three_rows = CompiledThreeRows(slice_.width)
        for row in islice(self._three_rows.rows(), max(0, slice_.width + 1 - len(self._rows))):
            self._rows.append(row._replace(head=row.head.copy(), period=row.period.copy()))
        self._found[slice_] = Found(self._rows[slice_.width].proof(), Source.RECURRENCE)
        return self._found[slice_]

    def _known_or(self, prove: Callable[[Slice], Proof | Unknown], slice_: Slice) -> Proof | Unknown:
        """The proof of a slice, if it is known, or otherwise the one that is found now."""
        known = self.look_up(slice_)
        if known is not None:
            return known.proof
        proof = prove(slice_)
        if isinstance(proof, Proof):
            self._found[slice_] = Found(proof, Source.RECURRENCE)
        return proof

    def _is_compiled(self, slice_: Slice) -> bool:
        """Whether the compiled recurrence has proved a slice."""
        return is_row(slice_) and slice_.width < len(self._rows)

    def _kept(self, question: "Callable[[Library], T | None]") -> T | None:
        """The library's answer, if there is a library."""
        if self._library is None:
            return None
        current().read(Source.LIBRARY)
        try:
            return question(self._library)
        except LibraryError as problem:
            raise self._lost(str(problem)) from None

    def _lost(self, problem: str) -> SourceLost:
        """Work without the library from now on. Forget its proofs, and those that were derived from them."""
        self._library = None
        self._found = {slice_: found for slice_, found in self._found.items() if found.source is Source.CERTIFICATE}
        self._engine, self._learned, self._any_rows = Recurrence(limits.ORACLE_TERMS), set(), None
        current().warn(f"{problem}; the library is not used")
        return SourceLost(problem)


def refuse_list(refused: Unknown | None, last: Slice) -> None:
    """Raise NotKnown if a list is refused, or name the effort that its last slice needs, if that is even more.

    Otherwise the effort that the list needs would be followed by a second refusal.
    """
    if refused is not None and refused.effort is not None and knowledge().seconds(last) > refused.effort:
        reached(knowledge().find(last, 0))
    refuse_if(refused)


def knowledge() -> Knowledge:
    """The slices that the current session knows."""
    return current().state(Knowledge)


def shipped_proofs() -> Iterator[Proof]:
    """The proofs of the certificate that is installed with the package, each read when it is needed.

    >>> [proof.sequence.kind.value for proof in shipped_proofs()][:3]
    ['periodic', 'finite', 'periodic']
    """
    yield from (proof for _, _, proof in read_lines(shipped_certificate()) if proof is not None)


def _proofs(session: Session) -> "Iterable[Proof]":
    return shipped_proofs() if session.proofs is None else cast("Iterable[Proof]", session.proofs)


def _library(session: Session) -> "Library | None":
    """The library of a session: the chosen one, or that of the user."""
    if session.library is not ...:
        return cast("Library | None", session.library)
    from zchomp.proof.library import Library

    place = library_path()
    return None if place is None else Library(place)


def _last_in(proved: Container[Slice], slice_: Slice) -> int:
    """The largest nim-value for which this tail was proved, with all slices that it depends on, or -1."""
    return next((nim for nim in range(slice_.nim, -1, -1) if Slice(slice_.tail, nim) in proved), -1)


def _unproved(slice_: Slice, seconds: float) -> Unknown:
    """Why a slice is not proved, and what would settle it.

    >>> _unproved(Slice((5,)), 100)
    Unknown(reason='a proof of the slice c = 5 needs about 2 min', effort=100)
    """
    proof = f"a proof of the {slice_}"
    if seconds <= limits.LONGEST_EFFORT:
        return needs_effort(proof, seconds)
    claim = Claim(rows=len(slice_.tail) + 2, nim=slice_.nim, upto=slice_.width)
    if not claim.is_within(limits.PROVE_SLICES) or not is_verifiable(claim):
        return Unknown(f"{proof} uses more slices than zchomp prove can prove; try fewer or shorter rows")
    if claim.rows == 3 and certificate_size(claim, "full") > limits.CERTIFICATE_BYTES:
        most = f"third row of at most {largest_provable()}, and more effort"
        return Unknown(f"{proof} is too large; try a {'smaller third row' if claim.nim else most}")
    rows = f" --rows {claim.rows}" * (claim.rows > 3)
    nim = f" --nim {claim.nim}" * (claim.nim > 0)
    command = f"zchomp prove{rows}{nim} --upto {claim.upto}"
    if claim.rows > 3 and seconds == inf:
        return Unknown(f"{proof} uses more than {limits.COUNTED_TAILS} smaller slices; {command} may take days")
    return Unknown(f"{proof} uses too many smaller slices for one question; {command} proves them")


def _beyond_effort(slice_: Slice) -> Unknown:
    return Unknown(f"a proof of the {slice_} takes more than this effort; try fewer rows or more effort")


def _row_term(row: "ProvedRow", a: int) -> int | None:
    """The term B(a) of a row of the compiled recurrence."""
    return row.value(a) - row.r - a if a < len(row.head) or len(row.period) else None
