"""The prover: proves slices in dependency order, each from those before it, by one method or by two that must agree.

It also estimates how long that takes, and how much memory.

method        engine
recurrence    `recurrence`: the mex recurrence in plain Python, proof by return of state
genfun        `search`: search, conjecture, and the coverage check by generating functions (sympy)
both          the two, which must arrive at the same proofs
compiled      the recurrence compiled (extra `fast`): `three_rows` for the losers of three rows, `any_rows` for the rest
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Literal, Protocol, get_args

from zchomp.bars.periodic import Kind
from zchomp.bars.position import partitions_inside
from zchomp.bars.prices import memory_problem, slices_memory
from zchomp.bars.recurrence import Recurrence
from zchomp.bars.results import Claim, Proof, Proofs
from zchomp.bars.slices import Slice
from zchomp.core import compiler, limits, memory
from zchomp.core.answers import Source, TooCostly, Unknown
from zchomp.core.effort import seconds_for, too_much
from zchomp.core.runs import Progress, silent
from zchomp.errors import CannotCompile, DisagreementError, InvalidArgument, quote

if TYPE_CHECKING:
    from zchomp.bars.conjectures import SearchHistory


Method = Literal["both", "recurrence", "genfun", "compiled"]
METHODS: tuple[Method, ...] = get_args(Method)

_SOURCES: dict[Method, tuple[Source, ...]] = {
    "both": (Source.RECURRENCE, Source.GENFUN),
    "recurrence": (Source.RECURRENCE,),
    "genfun": (Source.GENFUN,),
    "compiled": (Source.RECURRENCE,),
}

PROCESS = 3 * 10**7
"""How many bytes of memory Python itself takes."""

THREE_ROWS = Claim(rows=3, nim=0, upto=1000)
"""The claim whose engines are chosen if none is given."""

NIM_MEAN = "WholeMean.nim_mean"
"""In Coq: the mean of a period is the number of first rows that the slice leaves out, for any rows and nim-value."""

THREE_ROWS_MEAN = "ChartMean.mean_of_period"
"""In Coq: the mean of the period of an infinite slice of three rows is 1 + the number of finite slices below it."""


class Engine(Protocol):
    """A way to prove slices, one after the other."""

    def prove(self, slice_: Slice) -> Proof | Unknown:
        """Prove a slice. All slices that it depends on must have been learned."""
        ...

    def learn(self, proof: Proof) -> None:
        """Accept a slice as proved."""
        ...


def engines(
    method: Method,
    max_terms: int | None = None,
    watch: Callable[[SearchHistory], None] | None = None,
    claim: Claim = THREE_ROWS,
) -> dict[str, Engine]:
    """The engines of a method, by name. Which compiled engine it is depends on the claim."""
    if method == "compiled":
        _require_compiler()
        from zchomp.bars.any_rows import CompiledAnyRows
        from zchomp.bars.three_rows import CompiledThreeRows

        if (claim.rows, claim.nim) == (3, 0):
            return {"compiled": CompiledThreeRows(claim.upto, max_terms)}
        return {"compiled": CompiledAnyRows(max_terms)}
    chosen: dict[str, Engine] = {}
    if method != "genfun":
        chosen["recurrence"] = Recurrence(max_terms)
    if method != "recurrence":
        from zchomp.bars.conjectures import GeneratingFunctions

        chosen["genfun"] = GeneratingFunctions(watch, max_terms)
    return chosen


def prove_slices(
    slices: Iterable[Slice], using: Mapping[str, Engine], known: Mapping[Slice, Proof] | None = None
) -> Iterator[Proof | Unknown]:
    """Prove slices given in dependency order, one at a time, and stop after the first that remains unknown.

    Proofs that are ``known`` already, from an interrupted run or from a certificate, are not found again. If there are
    several engines, each proves every slice, and they must arrive at the same proof. Periods are also checked by two
    theorems that no engine uses (`NIM_MEAN`, `THREE_ROWS_MEAN`).

    >>> [proof.sequence.kind.value for proof in prove_slices(Claim(rows=3, nim=0, upto=3).slices(), engines("both"))]
    ['periodic', 'finite', 'periodic', 'finite']
    """
    checked = finite = 0
    for slice_ in slices:
        proof = known[slice_] if known and slice_ in known else _agreed(slice_, using)
        if isinstance(proof, Proof):
            is_next = slice_ == Slice((checked,))
            _check_period(proof, finite if is_next else None)
            checked, finite = checked + is_next, finite + (is_next and proof.sequence.kind is Kind.FINITE)
        yield proof
        if isinstance(proof, Unknown):
            return
        for engine in using.values():
            engine.learn(proof)


def prove_all(claim: Claim, method: Method, progress: Progress = silent) -> Iterator[Proof]:
    """Prove the slices of a claim, one at a time. Without a limit on terms none of them remains unknown."""
    total = claim.count()
    for done, proof in enumerate(prove_slices(claim.slices(), engines(method, claim=claim)), start=1):
        assert isinstance(proof, Proof)  # noqa: S101 - every slice ends or repeats (Periodicity.finite_or_periodic)
        progress("proving", done, total)
        yield proof


def usual_recurrence(claim: Claim) -> Method:
    """The method by recurrence, compiled if that is quicker and numba works."""
    return "compiled" if is_large(claim) and compiler.works() else "recurrence"


def is_large(claim: Claim) -> bool:
    """Whether the compiled recurrence is quicker, including the time that it takes to start."""
    if (claim.rows, claim.nim) == (3, 0):
        return claim.upto >= limits.COMPILED_FROM
    return not claim.is_within(limits.COMPILED_SLICES - 1)


def prove(
    upto: int, *, rows: int = 3, nim: int = 0, method: Method | None = None, effort: float | None = None
) -> Proofs | Unknown:
    """Prove every slice whose third row is at most ``upto``, for nim-values 0 to ``nim``.

    Without a method, the recurrence is used, compiled if that is quicker and installed. The result is a mapping by
    slice, in dependency order. For three rows the third row is also a key. Every slice ends or repeats (Coq theorem
    Periodicity.finite_or_periodic), so none of them remains unknown. The result is Unknown only if it needs more than
    ``effort`` seconds (default: two days), or more memory than is free.

    >>> proofs = prove(upto=5)
    >>> proofs[5].sequence
    Periodic(head=(5, 3), period=(4,))
    >>> prove(upto=4, rows=4)[(4, 2)].sequence
    Periodic(head=(3, 3, 3), period=(4, 2))

    Raises InvalidSlice or InvalidArgument if there is no such claim or method, MissingExtra if the method is not
    installed.
    """
    claim = Claim(rows=rows, nim=nim, upto=upto)
    method = usual_recurrence(claim) if method is None else method
    refused = too_large(claim, method, effort)
    if refused is not None:
        return refused
    return Proofs(claim, {proof.slice: proof for proof in prove_all(claim, method)}, _SOURCES[method])


def too_large(claim: Claim, method: Method, effort: float | None = None, kept: int = 0) -> Unknown | None:
    """Return Unknown if a claim needs more time than is allowed, or more memory than is free, and None otherwise.

    The time for more than three rows is hard to predict. So they are refused because of their estimate only if an
    effort is given. ``kept`` is how many bytes of each slice are kept besides its terms.

    Raises InvalidArgument if there is no such method, MissingExtra or CannotCompile if it cannot be used here.
    """
    if method not in METHODS:
        raise InvalidArgument(f"no method {quote(method)}; expected one of {', '.join(METHODS)}")
    if method == "compiled":
        _require_compiler()
    if not claim.is_within(limits.PROVE_SLICES):
        shown = claim.count() if claim.is_within(10**15) else "more than 10^15"
        about = f"{quote(claim.rows)} rows and third rows up to {quote(claim.upto)} are {shown} slices"
        return TooCostly(f"{about}; try fewer rows or a smaller third row")
    widest, by_genfun = Slice((claim.upto,) * (claim.rows - 2), claim.nim), method in {"both", "genfun"}
    if claim.rows == 3:
        needed = memory_of(claim, method)
        problem = memory_problem(claim.upto, lambda upto: needed(upto) + kept * upto)
        if problem is not None:
            return Unknown(f"{problem}{compiler.install_advice()}")
    seconds = compiled_seconds(widest) if method == "compiled" else plain_seconds(widest)
    if by_genfun:
        seconds = seconds_for(genfun_work(claim), limits.GENFUN_CLAIM_PACE)
    elif effort is None and not is_row(widest):
        return None
    instead = 'method="recurrence", which proves the same' if by_genfun else "a smaller third row"
    refused = too_much(f"a proof for {claim}", instead, seconds, effort, longest=limits.RUN_EFFORT)
    return None if refused is None else replace(refused, reason=f"{refused.reason}{compiler.install_advice()}")


def _require_compiler() -> None:
    """Raise MissingExtra or CannotCompile if nothing can be compiled here, with the method to use instead."""
    try:
        compiler.require()
    except CannotCompile as failure:
        raise CannotCompile(f"{failure}; the method recurrence proves the same without a compiler") from None


def genfun_work(claim: Claim) -> int:
    """A measure of the work by generating functions, for three rows roughly the cube of the third row.

    >>> genfun_work(Claim(rows=3, nim=0, upto=100))
    1000000
    """
    exponent = min(max(3, 3 * (claim.rows - 2)), 30)
    return int((claim.nim + 1) ** 2 * max(claim.upto, claim.nim) ** exponent)


def _check_period(proof: Proof, finite: int | None) -> None:
    """Check that the slice leaves out only finitely many first rows, and the mean of a period of three rows.

    If two first rows of a period of length m are equal modulo m, then some number is equal to none of them modulo m,
    and infinitely many first rows are left out. If no two are, the mean of the period is a whole number. ``finite`` is
    the number of finite slices below a slice of three rows, or None if it is not known.
    """
    period = proof.sequence.period
    if len({(a + b) % len(period) for a, b in enumerate(period)}) < len(period):
        wrong, theorem = f"its period {period} leaves out infinitely many first rows", NIM_MEAN
    elif period and finite is not None and sum(period) != (1 + finite) * len(period):
        about = f"is not one more than {finite}, the number of finite slices below"
        wrong, theorem = f"the mean of its period {period} {about}", THREE_ROWS_MEAN
    else:
        return
    raise DisagreementError(f"{proof.slice}: {wrong}, against the Coq theorem {theorem}")


def is_row(slice_: Slice) -> bool:
    """Whether a slice is a row of the chart: of losers with three rows.

    >>> is_row(Slice((5,))), is_row(Slice(())), is_row(Slice((5, 1))), is_row(Slice((5,), nim=1))
    (True, True, False, False)
    """
    return len(slice_.tail) <= 1 and slice_.nim == 0


def plain_seconds(slice_: Slice) -> float:
    """Roughly how long the recurrence takes for a slice and all slices that it depends on, in plain Python.

    >>> plain_seconds(Slice((1800,))), round(plain_seconds(Slice((5, 5, 5))), 2), plain_seconds(Slice((10**9,)))
    (1.0, 0.11, inf)
    """
    if is_row(slice_):
        heads = 8 * slice_.width**2  # roughly the bytes of all heads, which have width² / 5 terms
        if slice_.width > limits.PLAIN_PACE and heads > memory.available():
            return inf
        return seconds_for(slice_.width**2, limits.PLAIN_PACE**2)
    slices = partitions_inside(slice_.tail) * (slice_.nim + 1)
    if slices > limits.COUNTED_TAILS:  # if there are more, their heads are long
        return inf
    return max(slices / limits.SLICES_PACE, slices * len(slice_.tail) / limits.ROWS_PACE)


def compiled_seconds(slice_: Slice) -> float:
    """Roughly how long the compiled recurrence takes for the same slices, if numba is installed.

    >>> compiled_seconds(Slice((7000,))), compiled_seconds(Slice((9,), nim=399)), compiled_seconds(Slice((10**20,)))
    (3.0, 3.0, inf)
    """
    if is_row(slice_):
        seconds = seconds_for(slice_.width**2, limits.COMPILED_PACE**2)
    else:
        slices = partitions_inside(slice_.tail) * (slice_.nim + 1)
        rows = slices * len(slice_.tail)
        is_counted = slices <= limits.COUNTED_TAILS
        seconds = max(slices / limits.COMPILED_SLICES_PACE, rows / limits.COMPILED_ROWS_PACE) if is_counted else inf
    return limits.COMPILED_START + seconds


def proof_seconds(slice_: Slice) -> float:
    """Roughly how long the fastest installed recurrence takes for a slice and all slices that it depends on."""
    plain = plain_seconds(slice_)
    return min(plain, compiled_seconds(slice_)) if compiler.is_installed() else plain


def largest_provable() -> int:
    """The largest third row, rounded down to thousands, that can be proved with the longest effort and free memory."""

    def is_too_large(third: int) -> bool:
        slice_ = Slice((third,))
        if plain_seconds(slice_) <= limits.LONGEST_EFFORT:
            return False
        if proof_seconds(slice_) > limits.LONGEST_EFFORT:
            return True
        return slices_memory(third) + third**2 > memory.available()

    return bisect_left(range(10**4), True, key=lambda thousands: is_too_large(1000 * (thousands + 1))) * 1000


def compiler_problem(slice_: Slice) -> str | None:
    """Why a slice cannot be proved by the compiled recurrence: no compiler, or too little memory. None if it can."""
    problem = compiler.problem()
    if problem is not None:
        return str(problem)
    if not is_row(slice_):
        return None
    kept = slice_.width**2  # roughly the bytes of all heads: width² / 5 numbers of 4 bytes
    if slices_memory(slice_.width) + kept > memory.available():
        return "there is not enough memory"
    return None


def memory_of(claim: Claim, method: Method) -> Callable[[int], int]:
    """Return a function from the third row to an estimate of the bytes of memory that a claim of three rows takes."""
    if method == "compiled" and claim.nim == 0:
        return slices_memory
    return lambda upto: PROCESS + 8 * (claim.nim + 1) * upto**2  # all heads have upto² / 5 terms


def _agreed(slice_: Slice, using: Mapping[str, Engine]) -> Proof | Unknown:
    """The proof of a slice on which all engines agree. Raises DisagreementError if they do not."""
    results = {name: engine.prove(slice_) for name, engine in using.items()}
    unknown = next((result for result in results.values() if isinstance(result, Unknown)), None)
    if unknown is not None:
        return unknown
    first = next(iter(results.values()))
    if any(result != first for result in results.values()):
        answers = "; ".join(f"{name} says {result}" for name, result in results.items())
        raise DisagreementError(f"{slice_}: the engines disagree: {answers}")
    return first
