"""Estimates for certificates of three rows: time to prove and verify, memory, and the size of the file.

They follow from what was measured (docs/limits.md). All heads up to third row C together have about 0.207 C² terms for
each nim-value. How the slices of more rows grow is not known, so there is no estimate for them.
"""

from math import log10

from zchomp import limits
from zchomp.certificate.format import Mode
from zchomp.engines.prover import Method
from zchomp.engines.slices.three_rows_memory import memory_needed
from zchomp.results import Claim
from zchomp.work.estimate import Estimate

__all__ = ["certificate_size", "estimate_certificate"]

TERMS = 0.207
"""All heads up to third row C together have about this many times C² terms."""

FULL_LINE, COMPACT_LINE = 165, 252
"""The bytes of a line besides the terms of its head."""

VERIFIER_MEMORY = 0.75
"""The verifier takes about this many bytes times C²."""

PROCESS = 3 * 10**7
"""The bytes that Python takes by itself."""


def estimate_certificate(claim: Claim, mode: Mode, method: Method, is_proved: bool = False) -> Estimate | None:
    """The estimate for a claim of three rows; None for more rows, and for proofs by generating functions.

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
        verifying = values * (upto / limits.PROVED_PACE) ** 2
    else:
        verifying = values * (upto / limits.VERIFIER_PACE) ** 2.5
    is_streamed = method == "compiled" and claim.nim == 0
    engine = memory_needed(upto) if is_streamed else PROCESS + 8 * values * upto**2
    verifier = PROCESS + int(VERIFIER_MEMORY * values * upto**2)
    return Estimate(proving + verifying, max(engine, verifier), certificate_size(claim, mode))


def certificate_size(claim: Claim, mode: Mode) -> int:
    """About how many bytes the certificate of a claim of three rows has.

    >>> certificate_size(Claim(rows=3, nim=0, upto=1000), "full"), certificate_size(Claim(3, 0, 1000), "compact")
    (962115, 252252)
    """
    slices = (claim.upto + 1) * (claim.nim + 1)
    if mode == "compact":
        return COMPACT_LINE * slices
    digits = log10(max(1, claim.upto)) + 0.85  # of a term, with its comma
    return int(FULL_LINE * slices + TERMS * claim.upto**2 * (claim.nim + 1) * digits)
