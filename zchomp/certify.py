"""Certify: prove a claim, write its certificate, have it verified, and only then put it in place."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from zchomp import verifier
from zchomp.certificate import Claim, Draft, Mode
from zchomp.errors import CertificateError, TooLarge
from zchomp.prover import prove_slices
from zchomp.slices import Proof, Unknown

__all__ = ["Report", "Stage", "certify"]

Stage = Callable[[str, int, int], None]
"""Told what is going on: "proving" or "verifying", slices done, slices in all."""


@dataclass(slots=True)
class Report:
    """What was proved, in numbers, and where the certificate lies."""

    claim: Claim
    path: Path
    mode: Mode
    slices: int = 0
    periodic: int = 0
    finite: int = 0
    empty: int = 0
    largest_period: int = 0
    largest_period_at: str = ""
    longest_head: int = 0
    largest_bound: int = 0
    resumed: int = 0
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


def certify(claim: Claim, path: Path, mode: Mode = "full", stage: Stage | None = None) -> Report | Unknown:
    """Prove a claim and leave its verified certificate at ``path``; an interrupted run is taken up where it was.

    Whatever was at ``path`` stays there until the new certificate is complete and verified.
    """
    if claim.rows > verifier.MAX_ROWS or claim.nim > verifier.MAX_NIM or claim.upto > verifier.MAX_UPTO:
        raise TooLarge(
            f"the verifier handles at most {verifier.MAX_ROWS} rows, nim-value {verifier.MAX_NIM} "
            f"and a third row of {verifier.MAX_UPTO}, got {claim.rows}, {claim.nim} and {claim.upto}"
        )
    tell = stage or (lambda _what, _done, _total: None)
    try:
        return _attempt(claim, path, mode, tell)
    except DamagedDraft:
        return _attempt(claim, path, mode, tell)


class DamagedDraft(CertificateError):
    """A draft that was taken up did not pass the verifier, and is gone."""


def _attempt(claim: Claim, path: Path, mode: Mode, tell: Stage) -> Report | Unknown:
    report = Report(claim, path, mode)
    total = claim.count()
    tell("proving", 0, total)
    with Draft(path, claim) as draft:
        report.resumed = len(draft.known)
        for proof in prove_slices(claim.slices(), draft.known):
            if isinstance(proof, Unknown):
                return proof
            if proof.slice not in draft.known:
                draft.append(proof)
            report.count(proof)
            tell("proving", report.slices, total)
        finished = draft.complete(mode)
        verdict = verifier.verify(
            str(finished),
            {"rows": claim.rows, "nim": claim.nim, "upto": claim.upto},
            progress=lambda done: tell("verifying", done, total),
        )
        if verdict.code != verifier.VERIFIED:
            draft.discard()
            error = DamagedDraft if report.resumed else CertificateError
            raise error(f"the certificate did not pass the verifier and was not kept: {verdict.reason}")
        draft.publish(finished)
    report.verdict = verdict.line
    report.sha256 = verdict.line.rpartition("sha256=")[2]
    report.bytes = path.stat().st_size
    return report
