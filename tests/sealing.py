"""Certificates as records that can be changed, and sealed again with right digests.

Written from the format's description, not from zchomp's writer: what is sealed here is what anybody could forge.
"""

import json
from hashlib import sha256
from io import BytesIO
from typing import Any

from zchomp.certificate.format import Chain, Mode
from zchomp.results import Claim
from zchomp.engines.prover import prove

Record = dict[str, Any]


def certificate(rows: int, nim: int, upto: int, mode: Mode = "full") -> bytes:
    """A certificate in memory, by zchomp's own writer."""
    chain = Chain(Claim(rows, nim, upto), mode)
    file = BytesIO()
    file.write(chain.add(chain.header()))
    for proof in prove(upto, rows, nim):
        file.write(chain.add(chain.slice(proof)))
    file.write(chain.trailer())
    return file.getvalue()


def records(text: bytes) -> list[Record]:
    """The records of a certificate: header, slices, trailer."""
    return [json.loads(line) for line in text.splitlines()]


def dump(record: Record) -> bytes:
    """A record as a line, without its line feed."""
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()


def seal(parts: list[Record]) -> bytes:
    """The certificate of these records, with `prev` and the trailer's digest made right; the count is left alone."""
    lines: list[bytes] = []
    for record in parts[:-1]:
        sealed = record if not lines else {**record, "prev": sha256(lines[-1]).hexdigest()}
        lines.append(dump(sealed))
    body = b"".join(line + b"\n" for line in lines)
    return body + dump({**parts[-1], "sha256": sha256(body).hexdigest()}) + b"\n"


def recount(parts: list[Record]) -> list[Record]:
    """The same records with the trailer's count made right."""
    return [*parts[:-1], {**parts[-1], "slices": len(parts) - 2}]


BASE_CERTIFICATE = certificate(3, 0, 5)
