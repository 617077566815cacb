"""Words about claims: a run of `zchomp prove`, the verdict on a certificate, the library, and the installation."""

import textwrap
from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from zchomp.core.documents import Data
from zchomp.core.numbers import counted, data_size, number_word
from zchomp.core.showing import headed, shows, stacked
from zchomp.errors import quote
from zchomp.proof.certify import CertificateReport
from zchomp.proof.format import Verification

if TYPE_CHECKING:
    from zchomp.proof.installation import Part
    from zchomp.proof.library import Kept


METHODS = {
    "recurrence": "recurrence",
    "compiled": "recurrence, compiled",
    "genfun": "generating functions",
    "both": "recurrence and generating functions",
}
"""The ways to prove, in words."""


@shows(CertificateReport)
def report_text(report: CertificateReport, library: str = "") -> str:
    """The report of a run of `zchomp prove`, with a line about the library if there is one."""
    claim = report.claim
    third = f", third row at most {claim.upto}" if claim.rows > 2 else ""
    nim = f", nim-values 0 to {claim.nim}" if claim.nim else ""
    resumed = f" ({report.resumed} of them by an earlier run)" if report.resumed else ""
    empty = f", {report.empty} empty" if report.empty else ""
    at = f" ({report.largest_period_at})" if report.largest_period > 1 else ""
    kept = report.conjectures - report.retracted
    found = f"{report.conjectures}: {kept} proved, {report.retracted} retracted"
    heads = f"the longest has {counted(report.longest_head, 'term')}; the largest bound is {report.largest_bound}"
    facts = [
        ("slices", f"{report.slices}: {report.periodic} periodic, {report.finite} finite{empty}{resumed}"),
        ("periods", f"the largest is {report.largest_period}{at}" if report.largest_period else "none"),
        *([("draft", damage_text(report.resumed))] if report.damaged else []),
        ("method", _method(report)),
        *([("conjectures", found)] if report.method in {"both", "genfun"} else []),
        ("heads", heads),
        ("certificate", f"{report.path} ({report.mode}, {report.bytes} bytes)"),
        ("SHA-256", report.verdict.sha256),
        *([("library", library)] if library else []),
    ]
    lines = [f"  {name:<11}  {value}" for name, value in facts]
    return headed(f"Proved: {number_word(claim.rows)}-rowed Chomp{third}{nim}.", *lines, report.verdict.line)


def _method(report: CertificateReport) -> str:
    """Who proved the slices of this run."""
    which = f", for the {report.slices - report.resumed} slices of this run" if report.resumed else ""
    how = {"genfun": "", "both": ", with the same result"}.get(report.method, " (return of state)")
    return f"{METHODS[report.method]}{how}{which}"


def damage_text(resumed: int) -> str:
    """The sentence about a damaged draft, from which ``resumed`` slices were used."""
    used = "only its intact part was used" if resumed else "it was not used"
    return f"the draft of an earlier run was damaged; {used}"


@shows(CertificateReport, "json")
def report_data(report: CertificateReport, library: str = "") -> Data:
    """The same as data."""
    verdict = {"verdict": report.verdict.line, "sha256": report.verdict.sha256}
    return {**asdict(report), "path": str(report.path), **verdict, "library": library}


def verdict_data(path: str, verdict: Verification) -> Data:
    """A verdict of the verifier on a file as data.

    >>> verdict_data("a.jsonl", Verification(1, "s NOT VERIFIED", "line 7"))["claim"] is None
    True
    """
    return {
        "path": path,
        "verdict": verdict.line,
        "code": verdict.code,
        "claim": verdict.claim or None,
        "slices": verdict.slices,
        "sha256": verdict.sha256 or None,
        "reason": verdict.reason,
    }


def library_text(path: Path, kept: "Sequence[Kept]", across: int | None = None) -> str:
    """The claims in the library, one per line, or on two or more lines each if they are too wide for the terminal."""
    if not kept:
        return f"The library {path_text(path)} is empty. zchomp prove adds its proofs."
    lines = [f"The library {path_text(path)} has {counted(len(kept), 'claim')}:"]
    width = max(len(str(one.claim)) for one in kept)
    for one in kept:
        how = f"{METHODS.get(one.method, 'from a certificate')}, {one.mode}"
        size = f"{counted(one.slices, 'slice')}, {data_size(one.bytes)}"
        facts = f"{size}, {how}, {one.added} UTC, SHA-256 {one.sha256[:16]}..."
        lines.append(f"  {one.claim!s:<{width}}  {facts}")
        if across is not None and len(lines[-1]) > across:
            lines[-1:] = [f"  {one.claim}", *(f"    {part}" for part in textwrap.wrap(facts, max(20, across - 4)))]
    return headed(*lines)


def kept_data(kept: "Kept") -> Data:
    """The same as data."""
    record = asdict(kept)
    del record["replaced"]  # this belongs to the addition, not to the claim
    return {**record.pop("claim"), **record}


def kept_text(kept: "Kept") -> str:
    """The size of a kept claim, and whether it replaced something."""
    return f"kept, {data_size(kept.bytes)}, for later questions{replaced_text(kept)}"


def replaced_text(kept: "Kept") -> str:
    """How many slices of the library a claim replaced, because they were damaged or contradicted it, or nothing."""
    return f"; replaced {counted(kept.replaced, 'slice')} that differed" if kept.replaced else ""


def path_text(path: Path) -> str:
    """A path as it is if it is printable, and quoted otherwise."""
    return str(path) if str(path).isprintable() else quote(str(path), 200)


def installation_text(parts: "Sequence[Part]") -> str:
    """The parts of an installation, one per line, grouped by their purpose."""
    width = max(len(part.name) for part in parts)

    def line(part: "Part") -> str:
        trouble = "" if part.state == "works" else f"{part.state}: "
        return f"  {part.name:<{width}}  {trouble}{part.detail}"

    groups = [headed(name.capitalize(), *map(line, some)) for name, some in groupby(parts, lambda part: part.group)]
    broken = [part.name for part in parts if part.state == "broken"]
    last = f"Broken: {', '.join(broken)}." if broken else "All installed parts work. Missing parts are optional."
    return stacked([*groups, last])
