"""Certificates for Coq: a certificate as a term of the type that proofs/Checker/Checker.v checks.

    certificate line                  Coq
    header, claim                     Certificate rows nim upto [lines]
    {"tail":[5],"nim":0,...}          Line [5] 0 Periodic [5; 3] [4] 1 4
    prev, trailer                     left out: they say nothing about Chomp

Certificates of any number of rows and any nim-value can be exported if they are in full mode and the verifier accepts
them. Then Coq checks them again. The text depends only on the bytes of the file: proofs/data/Certificate115.v is made
from the shipped certificate, and a test makes it again.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from os import PathLike
from pathlib import Path

from zchomp.certificate.format import read_certificate
from zchomp.certificate.verdict import verify_alone
from zchomp.errors import CertificateError
from zchomp.results import Proof

__all__ = ["coq_module"]

MODULE = """\
(** Made by `zchomp export --coq`; do not edit.
    SHA-256 of the certificate: {digest} *)

From Coq Require Import List NArith.
From ZChomp Require Import Checker.
Import ListNotations.

Definition {name} : certificate := (Certificate {claim.rows} {claim.nim} {claim.upto} [
{lines}
])%N.
"""


def coq_module(path: str | PathLike[str]) -> str:
    r"""The Coq module of a full certificate that the verifier accepts.

    A certificate of the losers of three rows is called `certificate_115` there, after its largest third row. Others
    also have the rows and the nim-value in their names, as in `certificate_4rows_nim0_20`.

    >>> from zchomp.certificate.format import shipped_certificate
    >>> print(*coq_module(shipped_certificate()).splitlines()[7:11], sep="\n")
    Definition certificate_115 : certificate := (Certificate 3 0 115 [
      Line [0] 0 Periodic [] [1] 1 1;
      Line [1] 0 Finite [2; 0] [] 0 2;
      Line [2] 0 Periodic [] [2] 1 2;

    Raises CertificateError if it is not a full certificate, or if the verifier does not accept it.
    """
    proofs = read_certificate(path)
    claim, digest = proofs.claim, sha256(Path(path).read_bytes()).hexdigest()
    verdict = verify_alone(path)
    if not verdict or verdict.sha256 != digest:
        raise CertificateError(f"the certificate was not verified: {verdict.reason or 'it changed while it was read'}")
    name = f"certificate_{claim.upto}"
    if (claim.rows, claim.nim) != (3, 0):
        name = f"certificate_{claim.rows}rows_nim{claim.nim}_{claim.upto}"
    lines = ";\n".join(_line(proof, claim.rows - 2) for proof in proofs.values())
    return MODULE.format(digest=digest, name=name, claim=claim, lines=lines)


def _line(proof: Proof, rows: int) -> str:
    tail, sequence = proof.slice.tail, proof.sequence
    shown = _list([*tail, *[0] * (rows - len(tail))])
    head, period = _list(sequence.head), _list(sequence.period)
    kind = sequence.kind.capitalize()
    return f"  Line {shown} {proof.slice.nim} {kind} {head} {period} {proof.modulus} {proof.bound}"


def _list(terms: Iterable[int]) -> str:
    return f"[{'; '.join(map(str, terms))}]"
