"""Knowledge: every slice that is known, wherever that comes from, and what can be added to it with some effort.

    certificate   the proofs that are installed with the package, or read from a file
    library       what was proved before and kept
    recurrence    what is proved now: in plain Python, or compiled where that is quicker

Effort is counted in seconds of an ordinary machine of 2025, by the work that is done and not by a clock: the same
question with the same effort has the same answer everywhere.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from itertools import accumulate, islice
from math import ceil
from threading import RLock
from typing import TYPE_CHECKING, TypeVar

from zchomp import limits, verifier
from zchomp.engines.prover import compiled
from zchomp.engines.recurrence import Recurrence
from zchomp.errors import CannotCompile, LibraryError, MissingExtra
from zchomp.library.store import Library
from zchomp.results import Claim, Proof, Unknown
from zchomp.slices import Slice, closure

if TYPE_CHECKING:
    from zchomp.engines.compiled import Compiled, Row

__all__ = ["Knowledge", "LibraryLost", "Source", "duration"]

T = TypeVar("T")


class Source(Enum):
    """What an answer rests on."""

    CERTIFICATE = "certificate"
    LIBRARY = "library"
    THEOREM = "theorem"
    RECURRENCE = "recurrence"
    SEARCH = "search"


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
        library: Library | None = None,
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
        self._rows: list[Row] = []
        self._compiled: Compiled | None = None

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
        return self._proofs[slice_][1]

    def proof(self, slice_: Slice, effort: float) -> Proof | Unknown:
        """The proof of a slice, known or made now; Unknown if it takes more effort, with what would settle it."""
        with self._lock:
            known = self.look_up(slice_)
            if known is not None:
                return known
            if slice_.nim > limits.NIM_VALUES:
                return Unknown(f"the {slice_} is not proved: nim-values go up to {limits.NIM_VALUES}")
            plain, fast, problem = _plain_seconds(slice_), float("inf"), ""
            if plain > limits.COMPILED_START and _is_row(slice_):
                fast, problem = _compiled_seconds(slice_.width)
                if 8 * slice_.width**2 > limits.memory_available():  # all heads are a fifth of a square of integers
                    plain = float("inf")
            if Source.RECURRENCE not in self.sources or min(plain, fast) > effort:
                return Unknown(f"the {slice_} is not proved: {_advice(slice_, min(plain, fast))}{problem}")
            return self._prove_compiled(slice_) if fast < plain else self._prove(slice_, effort)

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
            late = dict(zip(missing, found, strict=True))
            return [late[slice_] if slice_ in late else _shape(self._proofs[slice_][0]) for slice_ in slices]

    def _prove(self, slice_: Slice, effort: float) -> Proof | Unknown:
        """Prove a slice, and what it rests on, by the recurrence in plain Python."""
        self._engine.effort = ceil(effort * limits.RECURRENCE_PACE)
        for inner in closure(slice_):
            if inner in self._learned:
                continue
            proof = self.look_up(inner) or self._engine.prove(inner)
            if isinstance(proof, Unknown):
                expected = "expected fewer rows, a smaller nim-value, or more effort"
                return Unknown(f"the {slice_} is not proved: its proof would take long; {expected}")
            self._proofs.setdefault(inner, (proof, Source.RECURRENCE))
            self._engine.learn(proof)
            self._learned.add(inner)
        return self._proofs[slice_][0]

    def _prove_compiled(self, slice_: Slice) -> Proof:
        """Prove a slice of three rows, and all smaller ones, by the compiled recurrence."""
        if self._compiled is None:
            self._compiled = compiled().Compiled(slice_.width)
        for row in islice(self._compiled.rows(), max(0, slice_.width + 1 - len(self._rows))):
            self._rows.append(row._replace(head=row.head.copy(), period=row.period.copy()))
        proof = self._rows[slice_.width].proof()
        self._proofs[slice_] = proof, Source.RECURRENCE
        return proof

    def _is_found(self, slices: Sequence[Slice]) -> bool:
        """Whether all of these are rows that the compiled recurrence has proved."""
        return all(_is_row(slice_) and slice_.width < len(self._rows) for slice_ in slices)

    def _kept(self, question: Callable[[Library], T | None]) -> T | None:
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
        self._engine, self._learned = Recurrence(limits.ORACLE_TERMS), set()
        if self._trouble is not None:
            self._trouble(f"{problem}; the answer does without it")
        return LibraryLost(problem)


def duration(seconds: float) -> str:
    """About how long something takes, in words.

    >>> [duration(seconds) for seconds in (3, 100, 10**4, 10**6, 10**9)]
    ['3 seconds', '2 minutes', '3 hours', '12 days', 'years']
    """
    for name, length, most in (("second", 1, 90), ("minute", 60, 90), ("hour", 3600, 48), ("day", 86400, 700)):
        if seconds <= most * length:
            number = max(1, round(seconds / length))
            return f"{number} {name}{'s' * (number > 1)}"
    return "years"


def _shape(proof: Proof) -> tuple[int, int]:
    return len(proof.sequence.head), len(proof.sequence.period)


def _row_term(row: "Row", a: int) -> int | None:
    """The term B(a) of a row of the compiled recurrence."""
    return row.value(a) - row.r - a if a < len(row.head) or len(row.period) else None


def _is_row(slice_: Slice) -> bool:
    """Whether a slice is a row of the chart: of losers with three rows."""
    return len(slice_.tail) <= 1 and slice_.nim == 0


def _plain_seconds(slice_: Slice) -> float:
    """About how long the recurrence takes for a slice and all that it rests on, in plain Python.

    >>> _plain_seconds(Slice((1800,))), round(_plain_seconds(Slice((5, 5, 5))), 2), _plain_seconds(Slice((10**9,)))
    (1.0, 0.11, inf)
    """
    if _is_row(slice_):
        return (slice_.width / limits.PLAIN_PACE) ** 2 if slice_.width <= limits.COUNTED_TAILS else float("inf")
    slices = _tails_within(slice_.tail) * (slice_.nim + 1)
    return max(slices / limits.SLICES_PACE, slices * len(slice_.tail) / limits.ROWS_PACE)


def _compiled_seconds(third: int) -> tuple[float, str]:
    """About how long the compiled recurrence takes for a row and those below it, and why it cannot be had, if so."""
    try:
        engine = compiled()
    except (MissingExtra, CannotCompile) as problem:
        return float("inf"), f"; {problem}"
    kept = third**2  # all heads are a fifth of a square of numbers of 4 bytes
    if third > limits.COUNTED_TAILS or engine.memory_needed(third) + kept > limits.memory_available():
        return float("inf"), ""
    return limits.COMPILED_START + (third / limits.COMPILED_PACE) ** 2, ""


def _tails_within(tail: tuple[int, ...]) -> float:
    """How many tails lie inside a tail; infinity if there are too many to count quickly.

    >>> _tails_within((2, 1)), _tails_within(()), _tails_within((3, 3, 3))
    (5, 1, 20)
    """
    width = tail[0] if tail else 0
    if width * len(tail) > limits.COUNTED_TAILS:
        return float("inf")
    counts = [1] * (width + 1)  # by the length of a row: how many ways there are below it
    for row in reversed(tail):
        sums = list(accumulate(counts[: row + 1]))
        counts = sums + sums[-1:] * (len(counts) - len(sums))
    return counts[-1]


def _advice(slice_: Slice, seconds: float) -> str:
    """What would settle a slice, and about how long it would take."""
    claim = Claim(rows=len(slice_.tail) + 2, nim=slice_.nim, upto=slice_.width)
    if seconds <= limits.LONGEST_EFFORT:
        return f"that takes about {duration(seconds)}; --effort {ceil(seconds)} allows it"
    if not claim.is_within(limits.PROVE_SLICES) or claim.rows > verifier.MAX_ROWS or claim.upto > verifier.MAX_UPTO:
        return "it rests on more slices than zchomp prove can prove"
    rows = f" --rows {claim.rows}" * (claim.rows > 3)
    nim = f" --nim {claim.nim}" * (claim.nim > 0)
    return (
        f"it rests on too many smaller slices for one question; zchomp prove{rows}{nim} --upto {claim.upto} proves them"
    )
