"""Certify: prove a claim, write its certificate, have it verified, and only then put it in place."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from zchomp import verifier
from zchomp.certificate import Claim, Draft, Entry, Mode
from zchomp.errors import CertificateError, TooLarge
from zchomp.memory import check_memory
from zchomp.prover import Engine, Method, compiled, engines, prove_slices
from zchomp.saver import Saver, deferred_interrupts
from zchomp.slices import Unknown

if TYPE_CHECKING:
    from zchomp.conjectures import Story

__all__ = ["Report", "Stage", "certify", "is_large", "usual_method", "work"]

Stage = Callable[[str, int, int, str], None]
"""Told what is going on: "proving" or "verifying", slices done, slices in all, and a detail or nothing."""

COMPILED_FROM = 3000
"""Where the compiled recurrence begins to be worth its start: three rows and this third row."""

MAX_SIZE = 2**32
"""The largest full certificate that is written, in bytes."""

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

    def count(self, entry: Entry) -> None:
        """Take one more slice into account."""
        self.slices += 1
        setattr(self, entry.kind, getattr(self, entry.kind) + 1)
        if entry.period > self.largest_period:
            self.largest_period, self.largest_period_at = entry.period, str(entry.slice)
        self.longest_head = max(self.longest_head, entry.head)
        self.largest_bound = max(self.largest_bound, entry.bound)


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
    _check_size(claim, mode, method)
    tell = stage or (lambda _what, _done, _total, _detail: None)
    try:
        try:
            return _attempt(Report(claim, path, mode, method), tell, max_terms)
        except DamagedDraft:
            return _attempt(Report(claim, path, mode, method), tell, max_terms)
    except OSError as problem:  # told by the name that was asked for; a failed write does not know its file
        problem.filename = str(path)
        raise


def _check_size(claim: Claim, mode: Mode, method: Method) -> None:
    """Raise TooLarge for what cannot be verified, or written, or proved in this way."""
    if claim.rows > verifier.MAX_ROWS or claim.nim > verifier.MAX_NIM or claim.upto > verifier.MAX_UPTO:
        raise TooLarge(
            f"the verifier handles at most {verifier.MAX_ROWS} rows, nim-value {verifier.MAX_NIM} "
            f"and a third row of {verifier.MAX_UPTO}, got {claim.rows}, {claim.nim} and {claim.upto}"
        )
    if method == "compiled" and (claim.rows, claim.nim) != (3, 0):
        raise TooLarge(f"the compiled recurrence is for three rows and nim-value 0, got {claim.rows} and {claim.nim}")
    size = claim.upto**2 * (len(str(claim.upto)) + 1) // 5  # all heads together are a fifth of a square of numbers
    if mode == "full" and (claim.rows, claim.nim) == (3, 0) and size > MAX_SIZE:
        about = f"a full certificate for third rows to {claim.upto} would have about {size // 2**30} GB"
        raise TooLarge(f"{about}; expected --mode compact")
    if method == "compiled":
        check_memory(claim.upto, compiled().memory_needed)
    elif method == "recurrence" and claim.rows == 3:
        check_memory(
            claim.upto, lambda upto: 8 * (claim.nim + 1) * upto**2
        )  # all heads, a fifth of a square, as integers
    if method in {"both", "genfun"} and work(claim) > MAX_WORK:
        raise TooLarge(
            f"generating functions would take very long for {claim.rows} rows and a third row of {claim.upto}; "
            "expected --method recurrence, which proves the same and writes the same certificate"
        )


def usual_method(claim: Claim) -> Method:
    """Both methods where generating functions take seconds, the recurrence alone beyond that, compiled if large."""
    if 8 * work(claim) <= MAX_WORK:
        return "both"
    return "compiled" if is_large(claim) and find_spec("numba") else "recurrence"


def is_large(claim: Claim) -> bool:
    """Whether a claim is for the compiled recurrence."""
    return (claim.rows, claim.nim) == (3, 0) and claim.upto >= COMPILED_FROM


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

    streamed = report.method == "compiled" and report.mode == "compact"
    with Draft(report.path, claim, "compact" if streamed else "full") as draft:
        saver = Saver(draft, max_terms) if streamed else None
        using: Mapping[str, Engine] = (
            {"compiled": saver.engine} if saver else engines(report.method, max_terms, watch, claim.upto)
        )
        report.resumed = len(draft.entries)
        for entry in draft.entries:
            report.count(entry)
        slices = islice(claim.slices(), report.resumed * streamed, None)
        with deferred_interrupts() if saver else nullcontext(lambda: False) as interrupted:
            for proof in prove_slices(slices, using, draft.known):
                if saver:
                    saver.save(now=interrupted() or isinstance(proof, Unknown))
                if interrupted():
                    raise KeyboardInterrupt
                if isinstance(proof, Unknown):
                    proved = f"{report.slices} of {total} slices are proved, and nothing is claimed"
                    return Unknown(f"{proof.reason}; {proved}")
                if proof.slice not in draft.known:
                    draft.append(proof)
                    report.count(Entry.of(proof))
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
