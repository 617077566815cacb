"""Certificates for Coq: a certificate as a term of the type that proofs/Checker.v checks.

    certificate line                  Coq
    header, claim                     Certificate rows nim upto [lines]
    {"tail":[5],"nim":0,...}          Line [5] 0 Periodic [5; 3] [4] 1 4
    prev, trailer                     left out: they say nothing of Chomp

The text is a function of the file's bytes: proofs/Certificate115.v is made from the certificate that ships, and a test
makes it again. Only what the verifier accepts is exported, and then Coq checks it once more.
"""

from collections.abc import Iterable
from hashlib import sha256
from os import PathLike
from pathlib import Path

from zchomp.certificate.certify import verify
from zchomp.certificate.format import read_certificate
from zchomp.errors import CertificateError, quote
from zchomp.results import Proof

__all__ = ["coq_module"]

MODULE = """\
(** Made by `zchomp export --coq`; do not edit.
    SHA-256 of the certificate: {digest} *)

From Coq Require Import List NArith.
From ZChomp Require Import Checker.
Import ListNotations.

Definition certificate_{upto} : certificate := (Certificate 3 0 {upto} [
{lines}
])%N.
"""


def coq_module(path: str | PathLike[str]) -> str:
    r"""The Coq module of a full certificate of three-rowed Chomp, nim-value 0, that the verifier accepts.

    >>> from zchomp.certificate.format import shipped_certificate
    >>> print(*coq_module(shipped_certificate()).splitlines()[7:11], sep="\n")
    Definition certificate_115 : certificate := (Certificate 3 0 115 [
      Line [0] 0 Periodic [] [1] 1 1;
      Line [1] 0 Finite [2; 0] [] 0 2;
      Line [2] 0 Periodic [] [2] 1 2;

    Raises CertificateError if it is not one, or if the verifier does not accept it.
    """
    proofs = read_certificate(path)
    claim, digest = proofs.claim, sha256(Path(path).read_bytes()).hexdigest()
    if (claim.rows, claim.nim) != (3, 0):
        about = f"{claim.rows} rows and nim-value {claim.nim}"
        raise CertificateError(f"{quote(str(path), 200)} is about {about}; expected three rows and nim-value 0")
    verdict = verify(path)
    if not verdict or not verdict.line.endswith(f"sha256={digest}"):
        raise CertificateError(f"the certificate was not verified: {verdict.reason or 'it changed while it was read'}")
    lines = ";\n".join(_line(third, proof) for third, proof in enumerate(proofs.values()))
    return MODULE.format(digest=digest, upto=claim.upto, lines=lines)


def _line(third: int, proof: Proof) -> str:
    sequence = proof.sequence
    head, period = _list(sequence.head), _list(sequence.period)
    return f"  Line [{third}] 0 {sequence.kind.capitalize()} {head} {period} {proof.modulus} {proof.bound}"


def _list(terms: Iterable[int]) -> str:
    return f"[{'; '.join(map(str, terms))}]"
