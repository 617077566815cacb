"""Certify: prove a claim, write its certificate, have it verified, and only then put it in place."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from zchomp import verifier
from zchomp.certificate import Claim, Draft, Mode
from zchomp.errors import CertificateError, TooLarge
from zchomp.prover import Method, engines, prove_slices
from zchomp.slices import Proof, Unknown

if TYPE_CHECKING:
    from zchomp.conjectures import Story

__all__ = ["Report", "Stage", "certify", "usual_method", "work"]

Stage = Callable[[str, int, int, str], None]
"""Told what is going on: "proving" or "verifying", slices done, slices in all, and a detail or nothing."""

MAX_WORK = 400**3
"""What generating functions are not asked to do: three rows beyond third row 400, about two minutes."""


@dataclass(slots=True)
class Report:
    """What was proved, in numbers, and where the certificate lies."""

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
    conjectures: int = 0
    retracted: int = 0
    verdict: str = ""
    sha256: str = ""
    bytes: int = 0

    def count(self, proof: Proof) -> None:
        """Take one more slice into account."""
        sequence = proof.sequence
        self.slices += 1
        setattr(self, sequence.kind, getattr(self, sequence.kind) + 1)
        if len(sequence.period) > self.largest_period:
            self.largest_period, self.largest_period_at = len(sequence.period), str(proof.slice)
        self.longest_head = max(self.longest_head, len(sequence.head))
        self.largest_bound = max(self.largest_bound, proof.bound)


def certify(
    claim: Claim,
    path: Path,
    mode: Mode = "full",
    method: Method = "recurrence",
    stage: Stage | None = None,
    max_terms: int | None = None,
) -> Report | Unknown:
    """Prove a claim and leave its verified certificate at ``path``; an interrupted run is taken up where it was.

    Whatever was at ``path`` stays there until the new certificate is complete and verified. The certificate does not
    depend on the method. With ``max_terms``, a slice that is not settled by so many terms is unknown, and nothing is
    claimed: what was proved before it is kept as a draft, for a run with more.
    """
    if claim.rows > verifier.MAX_ROWS or claim.nim > verifier.MAX_NIM or claim.upto > verifier.MAX_UPTO:
        raise TooLarge(
            f"the verifier handles at most {verifier.MAX_ROWS} rows, nim-value {verifier.MAX_NIM} "
            f"and a third row of {verifier.MAX_UPTO}, got {claim.rows}, {claim.nim} and {claim.upto}"
        )
    if method != "recurrence" and work(claim) > MAX_WORK:
        raise TooLarge(
            f"generating functions would take very long for {claim.rows} rows and a third row of {claim.upto}; "
            "expected --method recurrence, which proves the same and writes the same certificate"
        )
    tell = stage or (lambda _what, _done, _total, _detail: None)
    try:
        try:
            return _attempt(Report(claim, path, mode, method), tell, max_terms)
        except DamagedDraft:
            return _attempt(Report(claim, path, mode, method), tell, max_terms)
    except OSError as problem:  # told by the name that was asked for; a failed write does not know its file
        problem.filename = str(path)
        raise


def usual_method(claim: Claim) -> Method:
    """Both methods where generating functions take seconds, the recurrence alone beyond that."""
    return "both" if 8 * work(claim) <= MAX_WORK else "recurrence"


def work(claim: Claim) -> int:
    """A measure of the work by generating functions: in three rows about the cube of the third row."""
    exponent = min(max(3, 3 * (claim.rows - 2)), 30)
    return int((claim.nim + 1) ** 2 * max(claim.upto, claim.nim) ** exponent)


class DamagedDraft(CertificateError):
    """A draft that was taken up did not pass the verifier, and is gone."""


def _attempt(report: Report, tell: Stage, max_terms: int | None) -> Report | Unknown:
    claim = report.claim
    total = claim.count()

    def watch(story: "Story") -> None:
        settled = story.coverage is not None
        report.retracted += story.count("retracted") if settled else 0
        report.conjectures += len(story.conjectures) if settled else 0
        tell("proving", report.slices, total, f"{story.home}: {story.progress()}; {report.retracted} retracted in all")

    with Draft(report.path, claim) as draft:
        report.resumed = len(draft.known)
        for proof in prove_slices(claim.slices(), engines(report.method, max_terms, watch), draft.known):
            if isinstance(proof, Unknown):
                proved = f"{report.slices} of {total} slices are proved, and nothing is claimed"
                return Unknown(f"{proof.reason}; {proved}")
            if proof.slice not in draft.known:
                draft.append(proof)
            report.count(proof)
            tell("proving", report.slices, total, "")
        finished = draft.complete(report.mode)
        verdict = verifier.verify(
            str(finished),
            {"rows": claim.rows, "nim": claim.nim, "upto": claim.upto},
            progress=lambda done: tell("verifying", done, total, ""),
        )
        if verdict.code != verifier.VERIFIED:
            draft.discard()
            error = DamagedDraft if report.resumed else CertificateError
            raise error(f"the certificate did not pass the verifier and was not kept: {verdict.reason}")
        draft.publish(finished)
    report.verdict = verdict.line
    report.sha256 = verdict.line.rpartition("sha256=")[2]
    report.bytes = report.path.stat().st_size
    return report
