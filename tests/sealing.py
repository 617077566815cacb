"""A writer of certificates for tests, and the means to forge them.

Written from the format's description (DESIGN.md section 3, the header of zchomp/proof/format.py); of zchomp it
uses only the proofs and the version number, so anybody could write or forge what is sealed here. A test shows that
zchomp's own writer gives the same bytes (tests/proof/test_format.py).
"""

import json
import re
from collections.abc import Iterable
from hashlib import sha256
from itertools import combinations_with_replacement
from typing import Any, Literal

from tests.support import known
from zchomp.bars.prover import prove
from zchomp.bars.results import Proof
from zchomp.proof.format import PRODUCER

Record = dict[str, Any]
Tail = tuple[int, ...]


def certificate(rows: int, nim: int, upto: int, mode: Literal["full", "compact"] = "full") -> bytes:
    """The certificate of a claim, with the proofs of the recurrence."""
    return written(
        rows, nim, upto, [described(proof, rows) for proof in known(prove(upto, rows=rows, nim=nim)).values()], mode
    )


def described(proof: Proof, rows: int) -> Record:
    """The content of the full line for a proof, without the digest of the line before."""
    sequence, tail = proof.sequence, proof.slice.tail
    return {
        "tail": [*tail, *[0] * (rows - 2 - len(tail))],
        "nim": proof.slice.nim,
        "kind": "periodic" if sequence.period else "finite" if sequence.head else "empty",
        "head": list(sequence.head),
        "period": list(sequence.period),
        "modulus": proof.modulus,
        "bound": proof.bound,
    }


def written(rows: int, nim: int, upto: int, slices: Iterable[Record], mode: Literal["full", "compact"]) -> bytes:
    """The certificate of a claim whose slices are given as full lines, in any order."""
    given = {(record["nim"], *record["tail"]): record for record in slices}
    header = {
        "format": "zchomp-certificate 1",
        "claim": {"game": "chomp", "rows": rows, "nim": nim, "upto": upto},
        "mode": mode,
        "producer": PRODUCER,
    }
    lines = [given.pop((value, *tail)) for value in range(nim + 1) for tail in tails(rows, upto)]
    if given:
        raise ValueError(f"the claim is not about {list(given)}")
    if mode == "compact":
        lines = [{**line, "head": summary(line["head"])} for line in lines]
    return seal([header, *lines, {"slices": len(lines)}])


def tails(rows: int, upto: int) -> list[Tail]:
    """All tails of this many rows, with zeros, in the order of certificates: by their sum, then lexicographically."""
    rising = combinations_with_replacement(range(upto + 1), rows - 2)
    return sorted((tail[::-1] for tail in rising), key=lambda tail: (sum(tail), tail))


def summary(head: list[int]) -> Record:
    """The head of a compact line: its length, and the digest of its terms as 64-bit little-endian words."""
    words = b"".join(term.to_bytes(8, "little") for term in head)
    return {"terms": len(head), "sha256": sha256(words).hexdigest()}


def records(text: bytes) -> list[Record]:
    """The records of a certificate: header, slices, trailer."""
    return [json.loads(line) for line in text.splitlines()]


def dump(record: Record) -> bytes:
    """A record as a line, without its line feed."""
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()


def seal(parts: list[Record]) -> bytes:
    """The certificate of these records, with `prev` and the trailer's digest corrected. The count is unchanged."""
    lines: list[bytes] = []
    for record in parts[:-1]:
        sealed = record if not lines else {**record, "prev": sha256(lines[-1]).hexdigest()}
        lines.append(dump(sealed))
    body = b"".join(line + b"\n" for line in lines)
    return body + dump({**parts[-1], "sha256": sha256(body).hexdigest()}) + b"\n"


def seal_lines(lines: list[bytes], keep: int = 0) -> bytes:
    """The same for lines in any spelling: digests are replaced in place, except in one line."""
    sealed = lines[:1]
    for number, line in enumerate(lines[1:-1], start=1):
        digest = sha256(sealed[-1]).hexdigest().encode()
        sealed.append(line if number == keep else re.sub(rb'(?<="prev":")[0-9a-f]{64}', digest, line))
    body = b"".join(line + b"\n" for line in sealed)
    digest = sha256(body).hexdigest().encode()
    return body + re.sub(rb'(?<="sha256":")[0-9a-f]{64}', digest, lines[-1]) + b"\n"


def recount(parts: list[Record]) -> list[Record]:
    """The same records with the trailer's count corrected."""
    return [*parts[:-1], {**parts[-1], "slices": len(parts) - 2}]


BASE_CERTIFICATE = certificate(3, 0, 5)
