"""Certify: prove a claim, write its certificate, have it verified, and only then put it in place."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from zchomp.bars.prover import (
    PROCESS,
    Engine,
    Method,
    engines,
    genfun_work,
    memory_of,
    prove_slices,
    too_large,
    usual_recurrence,
)
from zchomp.bars.results import Claim, Proofs
from zchomp.core import limits
from zchomp.core.answers import Unknown
from zchomp.core.effort import Estimate
from zchomp.core.numbers import data_size
from zchomp.core.runs import Progress, Warn, reporting, run, silent
from zchomp.core.showing import Shown
from zchomp.errors import (
    CertificateError,
    DisagreementError,
    InvalidArgument,
    InvalidSlice,
    TooLarge,
    quote,
    require,
    require_path,
)
from zchomp.proof.checking import CheckerName, Judge, find_program
from zchomp.proof.draft import DamagedDraft, SliceDraft, Stopped, compact_run, despite_damage, finish_as, slice_draft
from zchomp.proof.format import (
    LARGEST,
    MODES,
    Mode,
    SliceSummary,
    Verification,
    certificate_size,
    is_verifiable,
)

if TYPE_CHECKING:
    from zchomp.bars.conjectures import SearchHistory


VERIFIER_MEMORY = 0.75
"""The verifier takes about C² times this many bytes, where C is the largest third row."""

PROVED_MEMORY = 0.25
"""The checker extracted from Coq takes about C² times this many: 2.5 GB for third rows up to 100,000."""


@dataclass(slots=True, repr=False)
class CertificateReport(Shown, words="proof.words"):
    """The figures of a run: how many slices were proved, where the certificate is, and its verdict."""

    claim: Claim
    path: Path
    mode: Mode
    method: Method
    slices: int = 0
    periodic: int = 0
    finite: int = 0
    empty: int = 0
    largest_period: int = 0
    largest_period_at: str = ""
    longest_head: int = 0
    largest_bound: int = 0
    resumed: int = 0
    damaged: bool = False
    conjectures: int = 0
    retracted: int = 0
    bytes: int = 0
    verdict: Verification = field(init=False)

    def count(self, entry: SliceSummary) -> None:
        """Add one more slice to the figures."""
        self.slices += 1
        setattr(self, entry.kind.value, getattr(self, entry.kind.value) + 1)
        if entry.period > self.largest_period:
            self.largest_period, self.largest_period_at = entry.period, str(entry.slice)
        self.longest_head = max(self.longest_head, entry.head)
        self.largest_bound = max(self.largest_bound, entry.bound)


def certify(
    claim: Claim,
    path: str | PathLike[str],
    *,
    mode: Mode = "full",
    method: Method | None = None,
    progress: Progress | None = None,
    max_terms: int | None = None,
    checker: CheckerName = "verifier",
    warn: Warn | None = None,
) -> CertificateReport | Unknown:
    """Prove a claim, write its certificate, have it verified, and put it at ``path``. An interrupted run is resumed.

    A file that is already at ``path`` stays there until the new certificate is complete and verified. The certificate
    does not depend on the method. By default, both methods are used where generating functions take seconds, and
    otherwise the recurrence.

    The result is Unknown if the proof needs more than two days, or more memory than is free. It is also Unknown if a
    slice is not proved after ``max_terms`` terms. Then nothing is claimed, and a run with more terms resumes from the
    slices that were proved, which are kept in a folder beside ``path``.

    ``progress`` receives reports like ("proving", 3, 116, ""), ``warn`` is called if a saved state is rejected,
    and ``checker`` is the stand-alone verifier, or "proved" for the one extracted from Coq.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     report = certify(Claim(rows=3, nim=0, upto=5), Path(folder) / "five.jsonl")
    >>> report.slices, report.periodic, report.finite, bool(report.verdict)
    (6, 3, 3, True)

    Raises TooLarge for a claim that the verifier does not handle, and CertificateError if the checker is not built.
    """
    require(claim, Claim, "the claim must be a Claim, like Claim(rows=3, nim=0, upto=115)")
    require_path(path)
    progress, warn = reporting(progress), warn or silent
    judge = Judge(find_program(checker), warn)
    path, method = Path(path), method or usual_method(claim)
    refused = size_problem(claim, mode, method)
    if refused is not None:
        return refused
    progress("proving", 0, claim.count())
    try:
        return despite_damage(
            lambda: _attempt(CertificateReport(claim, path, mode, method), progress, max_terms, judge)
        )
    except OSError as problem:  # the error of a failed write does not name its file
        problem.filename = str(path)
        raise


def write_certificate(proofs: Proofs, path: str | PathLike[str], *, mode: Mode = "full") -> Verification:
    """Write proofs as a certificate, have it verified, and only then put it in place.

    >>> from tempfile import TemporaryDirectory
    >>> from zchomp.bars.prover import prove
    >>> with TemporaryDirectory() as folder:
    ...     write_certificate(prove(upto=5), Path(folder) / "five.jsonl").line[:39]
    's VERIFIED rows=3 nim=0 upto=5 slices=6'

    Raises CertificateError if the verifier does not accept it: then nothing is written.
    """
    require(proofs, Proofs, "the proofs must be those of `prove` or `read_certificate`")
    require_path(path)
    _check_mode(mode)
    with slice_draft(Path(path), proofs.claim, mode) as draft:
        draft.restart()  # nothing from an earlier run gets into the file
        try:
            for proof in proofs.values():
                draft.append(draft.chain.slice(proof))
            return _verify_and_publish(draft, mode, Judge(None))
        except BaseException as problem:
            draft.work.leave()
            if isinstance(problem, struct.error):  # the terms of a compact certificate are words of 64 bits
                wrong = "the terms of a compact certificate must not be negative or have more than 64 bits"
                raise CertificateError(f'{wrong}; write it with mode="full"') from None
            raise


def _check_mode(mode: Mode) -> None:
    if mode not in MODES:
        raise InvalidArgument(f"no mode {quote(mode)}; expected one of {', '.join(MODES)}")


def size_problem(claim: Claim, mode: Mode, method: Method) -> Unknown | None:
    """Return Unknown if a claim takes too much effort or space to be proved or written in this way, and None otherwise.

    Raises TooLarge for a claim that the verifier does not handle.
    """
    _check_mode(mode)
    if not is_verifiable(claim):
        raise TooLarge(
            f"the verifier handles at most {LARGEST.rows} rows, nim-value {LARGEST.nim} "
            f"and a third row of {LARGEST.upto}, "
            f"got {claim.rows} rows, nim-value {claim.nim} and a third row of {claim.upto}"
        )
    if mode == "full" and claim.rows == 3 and certificate_size(claim, mode) > limits.CERTIFICATE_BYTES:
        size = data_size(certificate_size(claim, mode))
        about = f"a full certificate for third rows up to {claim.upto} would have about {size}"
        return Unknown(f'{about}; retry with mode="compact", which writes digests instead of heads')
    return too_large(claim, method)


def estimate_certificate(claim: Claim, mode: Mode, method: Method, is_proved: bool = False) -> Estimate | None:
    """How long a claim of three rows takes, how much memory, and how large its file is, as measured (docs/limits.md).

    None for more rows, because it is not known how their slices grow, and for proofs by generating functions.
    ``is_proved`` says that the checker extracted from Coq verifies.

    >>> print(estimate_certificate(Claim(rows=3, nim=0, upto=20_000), "full", "compiled"))
    this takes about 3 min and 330.0 MB of memory, and writes about 429.8 MB
    """
    if claim.rows != 3 or method in {"both", "genfun"}:
        return None
    upto, values = claim.upto, claim.nim + 1
    if method == "compiled":
        proving = limits.COMPILED_START + values * (upto / limits.COMPILED_PACE) ** 2
    else:
        proving = values * (upto / limits.PLAIN_PACE) ** 2
    if is_proved:
        verifying, table = values * (upto / limits.PROVED_PACE) ** 2, PROVED_MEMORY
    else:
        verifying, table = values * (upto / limits.VERIFIER_PACE) ** 2.5, VERIFIER_MEMORY
    needed = max(memory_of(claim, method)(upto), PROCESS + int(table * values * upto**2))
    return Estimate(proving + verifying, needed, certificate_size(claim, mode))


def usual_method(claim: Claim) -> Method:
    """The default method: both where generating functions take seconds, otherwise the recurrence, compiled if large."""
    return "both" if 8 * genfun_work(claim) <= limits.GENFUN_WORK else usual_recurrence(claim)


def _attempt(
    report: CertificateReport, progress: Progress, max_terms: int | None, judge: Judge
) -> CertificateReport | Unknown:
    claim = report.claim
    total = claim.count()

    def watch(history: SearchHistory) -> None:
        settled = history.coverage is not None
        report.retracted += history.count("retracted") if settled else 0
        report.conjectures += len(history.conjectures) if settled else 0
        progress(
            "proving", report.slices, total, f"{history.slice}: {history.progress()}, retracted: {report.retracted}"
        )

    streamed = report.method == "compiled" and report.mode == "compact" and (claim.rows, claim.nim) == (3, 0)
    with slice_draft(report.path, claim, "compact" if streamed else "full") as draft:
        try:
            if streamed:
                stopped = _stream(draft, report, progress, max_terms, judge.warn)
            else:
                using = engines(report.method, max_terms, watch, claim)
                stopped = _walk(draft, report, using, lambda: progress("proving", report.slices, total))
        except (DisagreementError, InvalidSlice) as problem:  # the draft of an earlier run may be wrong
            if not draft.found:
                raise
            draft.work.leave()
            raise DamagedDraft(f"the draft could not be continued and was not kept: {problem}") from None
        if stopped is not None:
            proved = f"{report.slices} of {total} slices are proved, and nothing is claimed"
            proved += "; a run with more terms resumes from there"
            return replace(stopped, reason=f"{stopped.reason}; {proved}")
        is_anew = report.resumed and judge.program is None  # the proved checker may resume its own earlier run
        again = "from the beginning" if is_anew else ""
        verdict = _verify_and_publish(
            draft, report.mode, judge, lambda stage, done, total, _="", /: progress(stage, done, total, again)
        )
    report.verdict = verdict
    report.bytes = report.path.stat().st_size
    return report


def _walk(
    draft: SliceDraft, report: CertificateReport, using: Mapping[str, Engine], tell: Callable[[], None]
) -> Unknown | None:
    """Prove the slices that a full draft does not have yet."""
    _count_resumed(draft, report)
    tell()
    known = {entry.slice: proof for entry, proof in draft.found if proof}
    for proof in prove_slices(report.claim.slices(), using, known):
        if isinstance(proof, Unknown):
            return proof
        if proof.slice not in known:
            draft.append(draft.chain.slice(proof))
            report.count(SliceSummary.of(proof))
            tell()
    return None


def _stream(
    draft: SliceDraft, report: CertificateReport, progress: Progress, max_terms: int | None, warn: Warn
) -> Unknown | None:
    """Prove three rows by the compiled engine, slice by slice into a compact draft. Ctrl-C saves its state."""
    checkpoint = compact_run(draft, max_terms, warn)
    _count_resumed(draft, report)
    checkpoint.work.note = report.count
    try:
        run(checkpoint.work, progress, "proving", checkpoint)
    except Stopped as stopped:
        checkpoint.save(now=True)
        return stopped.found
    return None


def _count_resumed(draft: SliceDraft, report: CertificateReport) -> None:
    """Add the slices of an earlier run to the figures."""
    report.resumed, report.damaged = len(draft.found), draft.damaged
    for entry, _ in draft.found:
        report.count(entry)


def _verify_and_publish(draft: SliceDraft, mode: Mode, judge: Judge, progress: Progress = silent) -> Verification:
    """Finish a draft. Put it in place if the checker accepts it, and drop it otherwise."""
    finished, wanted = finish_as(draft, mode), asdict(draft.chain.claim)
    verdict = judge.check_bars(str(draft.work.path(finished)), wanted, progress)
    draft.publish(finished, verdict)
    return verdict
