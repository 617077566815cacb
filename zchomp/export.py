"""Certificates for Coq: a certificate as a term of the type that proofs/Checker.v checks.

    certificate line                  Coq
    header, claim                     Certificate rows nim upto [lines]
    {"tail":[5],"nim":0,...}          Line [5] 0 Periodic [5; 3] [4] 1 4
    prev, trailer                     left out: they say nothing of Chomp

The text is a function of the file's bytes: proofs/Certificate115.v is made from the certificate that ships, and a test
makes it again. Whether the certificate is true is not asked here; Coq finds that out.
"""

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from zchomp.certificate import read
from zchomp.errors import CertificateError, quote
from zchomp.slices import Proof

__all__ = ["coq"]

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


def coq(path: Path) -> str:
    r"""The Coq module of a full certificate of three-rowed Chomp, nim-value 0; its form and its digests are checked.

    >>> from zchomp.certificate import shipped
    >>> print(*coq(shipped()).splitlines()[7:11], sep="\n")
    Definition certificate_115 : certificate := (Certificate 3 0 115 [
      Line [0] 0 Periodic [] [1] 1 1;
      Line [1] 0 Finite [2; 0] [] 0 2;
      Line [2] 0 Periodic [] [2] 1 2;

    Raises CertificateError if it is not one.
    """
    proofs = read(path)
    text = path.read_bytes()
    claim = json.loads(text.splitlines()[0])["claim"]
    if (claim["rows"], claim["nim"]) != (3, 0):
        raise CertificateError(
            f"{quote(str(path))} is about {claim['rows']} rows and nim-value {claim['nim']}; expected three rows and 0"
        )
    lines = ";\n".join(_line(third, proof) for third, proof in enumerate(proofs))
    return MODULE.format(digest=sha256(text).hexdigest(), upto=claim["upto"], lines=lines)


def _line(third: int, proof: Proof) -> str:
    sequence = proof.sequence
    head, period = _list(sequence.head), _list(sequence.period)
    return f"  Line [{third}] 0 {sequence.kind.capitalize()} {head} {period} {proof.modulus} {proof.bound}"


def _list(terms: Iterable[int]) -> str:
    return f"[{'; '.join(map(str, terms))}]"
