"""Certificates about bars, format 1: their lines, how they are read, and the verdict of the stand-alone verifier.

They are JSON Lines, one slice per line, the same bytes on every machine.

    header     {"format":"zchomp-certificate 1","claim":{...},"mode":"full","producer":"zchomp ..."}
    slice      {"tail":[5],"nim":0,"kind":"periodic","head":[5,3],"period":[4],"modulus":1,"bound":4,"prev":"..."}
    trailer    {"slices":116,"sha256":"..."}

`prev` is the SHA-256 of the line before, without its line feed. The trailer has the SHA-256 of all bytes before it.
A compact line gives {"terms":n,"sha256":"..."} for its head: the digest of the terms as 64-bit little-endian words.

Reading a certificate here checks its form, its types and its digests. Whether it is true is for the verifier to say.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from math import log10
from os import PathLike, fspath
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, get_args

from zchomp.bars.periodic import Kind
from zchomp.bars.results import Claim, Proof, Proofs
from zchomp.bars.slices import Slice
from zchomp.core.answers import Source
from zchomp.core.files import installed_file
from zchomp.core.runs import Progress, silent
from zchomp.core.showing import html_text
from zchomp.errors import CertificateError, quote, require_path
from zchomp.proof import verifier

if TYPE_CHECKING:
    from zchomp.bars.three_rows import ProvedRow

LONGEST_HEADER = 10_000
"""The maximum number of bytes of a first line that are read before the verifier reads the file."""


class Verification(verifier.Verdict):
    """The verdict on a certificate: the verifier's exit code, its line, and the reason if it was not verified.

    It is true if and only if the certificate was verified.

    >>> verdict = verify_alone(shipped_certificate())
    >>> bool(verdict), verdict.claim, verdict.slices
    (True, {'rows': 3, 'nim': 0, 'upto': 115}, 116)
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        return self.code == verifier.VERIFIED

    def __str__(self) -> str:
        return f"{self.line}\n{self.reason}" if self.reason else self.line

    def _repr_html_(self) -> str:
        return html_text(str(self))

    @property
    def claim(self) -> verifier.Fields:
        """The claim of a verified certificate: numbers, and the digest of a growing order. Empty if there is none."""
        return {key: value for key, value in (self.fields or {}).items() if key not in {"slices", "sha256"}}

    @property
    def slices(self) -> int | None:
        """The number of slices of a verified certificate. None for a strategy, and if it was not verified."""
        return None if not self.fields or "slices" not in self.fields else int(self.fields["slices"])

    @property
    def sha256(self) -> str:
        """The digest of a verified certificate of slices. It is empty in other verdicts."""
        return str((self.fields or {}).get("sha256", ""))


def verify_alone(
    path: str | PathLike[str], wanted: Mapping[str, int | str] | None = None, progress: Progress = silent
) -> Verification:
    """The verdict of the stand-alone verifier, in this process, on a certificate about bars."""
    total = _count(fspath(path))
    return Verification(
        *verifier.verify(fspath(path), dict(wanted or {}), lambda done: progress("verifying", done, total))
    )


def _count(path: str) -> int:
    """The number of slices that a certificate claims, or 0 for other files and for a pipe, which is read only once."""
    with suppress(OSError, ValueError, verifier.Refused, verifier.Declined):
        if Path(path).is_file():
            with Path(path).open("rb") as file:
                claim, _ = verifier.read_header(file.readline(LONGEST_HEADER)[:-1])
            return Claim(**claim._asdict()).count()
    return 0


FORMAT = "zchomp-certificate 1"
PRODUCER = "zchomp 0.1.0"
"""The producer in the header, with the version since which these bytes are written.

It changes only if the bytes of a certificate change, and not with every release, so that digests stay citable.
"""

Mode = Literal["full", "compact"]
MODES: tuple[Mode, ...] = get_args(Mode)
FULL: tuple[Mode, ...] = ("full",)

WHOLE = 1 << 20
"""How many bytes are read at once: the installed certificate as a whole.

Its lines are read when they are needed. If a process is forked in between, parent and child share the position in the
file, so neither may read more of it.
"""

LARGEST = Claim(rows=verifier.MAX_ROWS, nim=verifier.MAX_NIM, upto=verifier.MAX_UPTO)
"""The largest claim that the verifier handles."""

TERMS = 0.207
"""All heads up to third row C together have about C² times this many terms."""

FULL_LINE, COMPACT_LINE = 165, 252
"""The number of bytes of a line besides the terms of its head."""


@dataclass(frozen=True, slots=True)
class SliceSummary:
    """A slice as described by a line in either mode, without the terms of its head."""

    slice: Slice
    kind: Kind
    head: int
    period: int
    bound: int
    modulus: int

    @classmethod
    def of(cls, proof: Proof) -> SliceSummary:
        """The summary of a proof."""
        sequence = proof.sequence
        lengths = len(sequence.head), len(sequence.period)
        return cls(proof.slice, sequence.kind, *lengths, proof.bound, proof.modulus)

    @classmethod
    def of_row(cls, row: ProvedRow) -> SliceSummary:
        """The summary of a row of the compiled engine."""
        kind = Kind.PERIODIC if len(row.period) else Kind.FINITE
        return cls(Slice((row.r,)), kind, len(row.head), len(row.period), row.bound, row.modulus)


class Chain(ABC):
    """The lines of a certificate of any kind, each with the digest of the line before it."""

    def __init__(self) -> None:
        self.lines = 0
        self._whole = sha256()
        self.last = ""
        """The digest of the last line."""

    @abstractmethod
    def header(self) -> bytes:
        """The first line."""

    def trailer(self) -> bytes:
        """The last line."""
        return json_line({"slices": self.lines - 1, "sha256": self.digest})

    @property
    def digest(self) -> str:
        """The digest of all lines so far. After the trailer it is that of the file."""
        return self._whole.hexdigest()

    def add(self, line: bytes) -> bytes:
        """Add a line to the chain, and return it."""
        self.lines += 1
        self._whole.update(line)
        self.last = sha256(line[:-1]).hexdigest()
        return line


class SliceChain(Chain):
    """The lines of a certificate about bars."""

    def __init__(self, claim: Claim, mode: Mode, producer: str = PRODUCER) -> None:
        super().__init__()
        self.claim, self.mode, self.producer = claim, mode, producer

    def header(self) -> bytes:
        """The first line."""
        claim = {"game": "chomp", **self.claim.to_dict()}
        return json_line({"format": FORMAT, "claim": claim, "mode": self.mode, "producer": self.producer})

    def slice(self, proof: Proof) -> bytes:
        """The line for the next slice. It is not added yet."""
        sequence = proof.sequence
        head = sequence.head if self.mode == "full" else _digest(pack(f"<{len(sequence.head)}Q", *sequence.head))
        return self._slice(SliceSummary.of(proof), head, sequence.period)

    def row(self, row: ProvedRow) -> bytes:
        """The same in compact mode, for a row of the compiled engine."""
        return self._slice(SliceSummary.of_row(row), _digest(row.words()), tuple(row.period.tolist()))

    def _slice(self, entry: SliceSummary, head: object, period: tuple[int, ...]) -> bytes:
        return json_line(
            {
                "tail": entry.slice.tail + (0,) * (self.claim.rows - 2 - len(entry.slice.tail)),
                "nim": entry.slice.nim,
                "kind": entry.kind.value,
                "head": head,
                "period": period,
                "modulus": entry.modulus,
                "bound": entry.bound,
                "prev": self.last,
            }
        )


def read_certificate(path: str | PathLike[str]) -> Proofs:
    """Read the proofs of a full certificate, by slice. Its form and digests are checked, but not its truth.

    >>> read_certificate(shipped_certificate())[5].sequence
    Periodic(head=(5, 3), period=(4,))

    Raises CertificateError if the file is not a full certificate of this format.
    """
    require_path(path)
    lines = list(read_lines(path))
    proofs = {entry.slice: proof for _, entry, proof in lines if proof is not None}
    return Proofs(lines[0][0], proofs, [Source.CERTIFICATE])


def read_header(path: str | PathLike[str], modes: Collection[Mode] = FULL) -> tuple[Claim, Mode]:
    """The claim of a certificate and its mode, which must be one of these.

    >>> read_header(shipped_certificate())
    (Claim(rows=3, nim=0, upto=115), 'full')

    Raises CertificateError if the file does not begin like a certificate.
    """
    with Path(path).open("rb") as source:
        chain = begin_chain(source, path, modes)
        return chain.claim, chain.mode


def read_lines(
    path: str | PathLike[str], modes: Collection[Mode] = FULL, digest: str | None = None
) -> Iterator[tuple[Claim, SliceSummary, Proof | None]]:
    """Read the slices of a certificate one by one, each with the claim. A compact line has no proof.

    Form and digests are checked line by line. If the SHA-256 of the whole file is given, the file must have it.

    >>> [entry.kind.value for _, entry, _ in read_lines(shipped_certificate())][:4]
    ['periodic', 'finite', 'periodic', 'finite']

    Raises CertificateError at the first line that is wrong, or missing.
    """
    with Path(path).open("rb", buffering=WHOLE) as source:
        chain = begin_chain(source, path, modes)
        for entry, proof, _ in read_slices(source, chain):
            yield chain.claim, entry, proof
        if chain.lines - 1 != chain.claim.count():
            wrong = "is missing, is not the next slice in order, or does not carry the digest of the line before"
            raise CertificateError(f"{quote(str(path), 200)}: line {chain.lines + 1} {wrong}")
        trailer = chain.trailer()
        if source.read(len(trailer) + 1) != trailer:
            raise CertificateError(f"{quote(str(path), 200)} does not end with the trailer that belongs to its lines")
        chain.add(trailer)
        if digest is not None and chain.digest != digest:
            raise CertificateError(f"{quote(str(path), 200)} changed while it was read")


def begin_chain(source: BinaryIO, path: str | PathLike[str], modes: Collection[Mode] = MODES) -> SliceChain:
    """Read the first line of a certificate, and return the chain that begins with it.

    Raises CertificateError if this is not the header of a certificate of one of the modes.
    """
    header = source.readline(LONGEST_HEADER)
    try:
        record = json.loads(header)
        claim, mode, producer = record["claim"], record["mode"], record["producer"]
        chain = SliceChain(Claim(rows=claim["rows"], nim=claim["nim"], upto=claim["upto"]), mode, producer)
        same = isinstance(producer, str) and chain.header() == header
    except (ValueError, KeyError, TypeError, RecursionError):
        same = False
    if not same or mode not in modes:
        compact = same and mode == "compact"
        what = "a compact certificate; expected a full one" if compact else f"not a certificate of format {FORMAT!r}"
        raise CertificateError(f"{quote(str(path), 200)} is {what}")
    if not is_verifiable(chain.claim):
        raise CertificateError(f"{quote(str(path), 200)} claims too much; expected at most {LARGEST}")
    chain.add(header)
    return chain


def is_verifiable(claim: Claim) -> bool:
    """Whether the verifier handles a claim of this size.

    >>> is_verifiable(Claim(rows=3, nim=0, upto=20_000)), is_verifiable(Claim(rows=10**9, nim=0, upto=1))
    (True, False)
    """
    return claim.rows <= LARGEST.rows and claim.nim <= LARGEST.nim and claim.upto <= LARGEST.upto


def shipped_certificate() -> Path:
    """The path of the certificate that is installed with the package: three rows, third row at most 115.

    >>> shipped_certificate().name
    'chomp-3rows-115.jsonl'

    Raises ZchompError if the installation lacks it.
    """
    return installed_file(f"certificates/{usual_name(Claim(upto=115))}")


def usual_name(claim: Claim, mode: Mode = "full") -> str:
    """The usual name of the certificate of a claim.

    >>> usual_name(Claim(rows=3, nim=0, upto=115)), usual_name(Claim(rows=3, nim=2, upto=6), "compact")
    ('chomp-3rows-115.jsonl', 'chomp-3rows-nim2-6-compact.jsonl')
    """
    nim = f"-nim{claim.nim}" if claim.nim else ""
    return f"chomp-{claim.rows}rows{nim}-{claim.upto}{'-compact' * (mode == 'compact')}.jsonl"


def certificate_size(claim: Claim, mode: Mode) -> int:
    """Roughly how many bytes the certificate of a claim of three rows has.

    >>> [certificate_size(Claim(rows=3, nim=0, upto=1000), mode) for mode in ("full", "compact")]
    [962115, 252252]
    """
    slices = (claim.upto + 1) * (claim.nim + 1)
    if mode == "compact":
        return COMPACT_LINE * slices
    digits = log10(max(1, claim.upto)) + 0.85  # of a term, with its comma
    return int(FULL_LINE * slices + TERMS * claim.upto**2 * (claim.nim + 1) * digits)


def read_slices(source: BinaryIO, chain: SliceChain) -> Iterator[tuple[SliceSummary, Proof | None, bytes]]:
    """Read slices as long as each line is exactly the next one of the chain. A compact line has no proof."""
    for slice_ in chain.claim.slices():
        line = source.readline(verifier.MAX_LINE + 1)
        try:
            record = json.loads(line)
            proof = Proof.from_dict(record) if chain.mode == "full" else None
            entry = SliceSummary.of(proof) if proof else _compact_summary(record)
            expected = chain.slice(proof) if proof else json_line({**record, "prev": chain.last})
            same = entry.slice == slice_ and line == expected
            if proof:  # impossibly large terms would take an absurd amount of memory before they are refuted
                terms = proof.sequence.head + proof.sequence.period
                same = same and max(terms, default=0) <= slice_.largest_term(len(terms))
        except (ValueError, KeyError, TypeError, RecursionError):
            return
        if not same:
            return
        chain.add(line)
        yield entry, proof, line


def json_line(record: dict[str, object]) -> bytes:
    """A line of a certificate."""
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def _compact_summary(record: dict[str, Any]) -> SliceSummary:
    """The summary of a slice from a compact line, with all its types checked."""
    head, period = record["head"], record["period"]
    numbers = (head["terms"], *period, record["modulus"], record["bound"])
    if any(type(number) is not int or number < 0 for number in numbers) or not isinstance(period, list):
        raise ValueError("not the numbers of a slice")
    kind = Kind(record["kind"])
    if not re.fullmatch("[0-9a-f]{64}", head["sha256"]):
        raise ValueError("not the digest of a slice")
    slice_ = Slice(tuple(record["tail"]), record["nim"])
    return SliceSummary(slice_, kind, head["terms"], len(period), record["bound"], record["modulus"])


def _digest(head: bytes) -> dict[str, object]:
    return {"terms": len(head) // 8, "sha256": sha256(head).hexdigest()}
