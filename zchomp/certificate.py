"""Certificates, format 1: JSON Lines, one slice a line, the same bytes on every machine.

    header     {"format":"zchomp-certificate 1","claim":{...},"mode":"full","producer":"zchomp ..."}
    slice      {"tail":[5],"nim":0,"kind":"periodic","head":[5,3],"period":[4],"modulus":1,"bound":4,"prev":"..."}
    trailer    {"slices":116,"sha256":"..."}

`prev` is the SHA-256 of the line before, without its line feed; the trailer has the SHA-256 of all bytes before it.
A compact line gives {"terms":n,"sha256":"..."} for its head: the digest of the terms as 64-bit little-endian words.

A `Draft` is a certificate on its way: it lies beside its target as FILE.draft, and becomes FILE in one step when it is
complete. An interrupted run is taken up again from its last whole line if that line tells all: in full mode. A compact
draft is for an engine that saves its own memory: it is cut back to where that was done.
Whether a certificate is true is the verifier's business: reading one here checks its form and its digests.
"""

import json
import os
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from math import comb
from pathlib import Path
from typing import Any, BinaryIO, Literal, Self

from zchomp.errors import CertificateError, InvalidSlice, quote
from zchomp.periodic import Periodic
from zchomp.slices import Proof, Slice, dependency_order
from zchomp.version import VERSION

try:
    import fcntl
except ImportError:  # no such locks on this system: two runs at once on one file are then not noticed
    fcntl = None  # type: ignore[assignment]

__all__ = ["FORMAT", "Claim", "Draft", "Entry", "Mode", "read", "shipped"]

FORMAT = "zchomp-certificate 1"
PRODUCER = f"zchomp {VERSION}"
Mode = Literal["full", "compact"]


@dataclass(frozen=True, slots=True)
class Claim:
    """What a certificate is about: every tail with third row at most ``upto``, nim-values 0 to ``nim``.

    >>> Claim(rows=4, nim=0, upto=20).count()
    231
    >>> Claim(rows=3, nim=0, upto=115).filename("full")
    'chomp-3rows-115.jsonl'
    """

    rows: int
    nim: int
    upto: int

    def __post_init__(self) -> None:
        if self.rows < 2 or self.nim < 0 or self.upto < 0 or (self.rows == 2 and self.upto):
            raise InvalidSlice(f"expected 2 or more rows (with upto 0 if 2), and no negative number, got {quote(self)}")

    def slices(self) -> Iterator[Slice]:
        """The slices of the claim, in the order of the certificate."""
        return dependency_order(self.rows, self.upto, self.nim)

    def count(self) -> int:
        """How many slices there are."""
        return comb(self.upto + self.rows - 2, self.upto) * (self.nim + 1)

    def filename(self, mode: Mode) -> str:
        """The usual name of its certificate."""
        nim = f"-nim{self.nim}" if self.nim else ""
        compact = "-compact" if mode == "compact" else ""
        return f"chomp-{self.rows}rows{nim}-{self.upto}{compact}.jsonl"


@dataclass(frozen=True, slots=True)
class Entry:
    """What a line of either mode says of a slice: all but the terms of its head."""

    slice: Slice
    kind: str
    head: int
    period: int
    bound: int

    @classmethod
    def of(cls, proof: Proof) -> "Entry":
        """The entry of a proof."""
        sequence = proof.sequence
        return cls(proof.slice, sequence.kind, len(sequence.head), len(sequence.period), proof.bound)


class Chain:
    """The lines of a certificate: each is made from what was added before it, and is a pure function until added."""

    def __init__(self, claim: Claim, mode: Mode) -> None:
        self.claim, self.mode = claim, mode
        self.lines = 0
        self._whole = sha256()
        self._last = ""

    def header(self, producer: str = PRODUCER) -> bytes:
        """The first line."""
        claim = {"game": "chomp", "rows": self.claim.rows, "nim": self.claim.nim, "upto": self.claim.upto}
        return _line({"format": FORMAT, "claim": claim, "mode": self.mode, "producer": producer})

    def slice(self, proof: Proof) -> bytes:
        """The line of a slice, if it comes next."""
        home, sequence = proof.slice, proof.sequence
        return _line(
            {
                "tail": home.tail + (0,) * (self.claim.rows - 2 - len(home.tail)),
                "nim": home.nim,
                "kind": sequence.kind,
                "head": sequence.head if self.mode == "full" else _digest(sequence.head),
                "period": sequence.period,
                "modulus": proof.modulus,
                "bound": proof.bound,
                "prev": self._last,
            }
        )

    @property
    def last(self) -> str:
        """The digest of the last line."""
        return self._last

    def trailer(self) -> bytes:
        """The last line."""
        return _line({"slices": self.lines - 1, "sha256": self._whole.hexdigest()})

    def add(self, line: bytes) -> bytes:
        """Let a line come next."""
        self.lines += 1
        self._whole.update(line)
        self._last = sha256(line[:-1]).hexdigest()
        return line


class Draft:
    """A certificate on its way: opened, or taken up again, as a context; see the module's header.

    >>> from tempfile import TemporaryDirectory
    >>> from zchomp.prover import prove
    >>> with TemporaryDirectory() as folder:
    ...     target = Path(folder) / "small.jsonl"
    ...     with Draft(target, Claim(rows=3, nim=0, upto=1)) as draft:
    ...         for proof in prove(upto=1):
    ...             draft.append(proof)
    ...         draft.publish(draft.complete("full"))
    ...     read(target)[1].sequence
    Periodic(head=(2, 0), period=())
    """

    def __init__(self, target: Path, claim: Claim, mode: Mode = "full") -> None:
        self.claim = claim
        self.target = target.resolve()  # a link stays, and what it leads to is replaced
        self.path = self.target.with_name(self.target.name + ".draft")
        for path in (self.target, self.path):
            if path.exists() and not path.is_file():
                what = "a directory" if path.is_dir() else "not an ordinary file"
                shown = target if path is self.target else path
                raise CertificateError(f"{quote(str(shown), 200)} is {what}; expected the name of a file to write")
        self.memory, self.unfinished = (self.path.with_suffix(end) for end in (".memory", ".unfinished"))
        self.known: dict[Slice, Proof] = {}
        self.entries: list[Entry] = []
        self._chain = Chain(claim, mode)
        self._file: BinaryIO

    def __enter__(self) -> Self:
        self._file = self.path.open("a+b")
        try:
            self._lock()
            self._take_up()
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            self._file.close()
        except OSError:  # what went wrong first is what is told
            if kind is None:
                raise

    def append(self, proof: Proof) -> None:
        """Write the next slice."""
        self._file.write(self._chain.add(self._chain.slice(proof)))

    def mark(self) -> str:
        """A mark of how far the draft has come; all up to there is in the file."""
        self._file.flush()
        return self._chain.last

    def cut(self, slices: int, mark: str) -> bool:
        """Go back to the draft of so many slices, if it had that mark then; otherwise to the beginning."""
        self._file.seek(0)
        chain = Chain(self.claim, self._chain.mode)
        for line in islice(self._file, 1 + slices):
            chain.add(line)
        same = chain.last == mark and chain.lines == 1 + slices
        if not same:
            slices, chain = 0, Chain(self.claim, self._chain.mode)
            chain.add(chain.header())
        self._chain = chain
        self._file.seek(0)
        self._file.truncate(sum(map(len, islice(self._file, 1 + slices))))
        del self.entries[slices:]
        return same

    def complete(self, mode: Mode) -> Path:
        """Finish the certificate in that mode; gives the file to be verified and published."""
        if self._chain.lines != 1 + self.claim.count():
            raise CertificateError(f"expected {self.claim.count()} slices, got {self._chain.lines - 1}")
        if mode == self._chain.mode:
            self._file.write(self._chain.trailer())
            _sync(self._file)
            return self.path
        self._file.flush()
        finished = self.path.with_suffix(".compact")
        with self.path.open("rb") as source, finished.open("wb") as copy:
            chain = Chain(self.claim, mode)
            copy.write(chain.add(chain.header()))
            next(source)
            for line in source:
                copy.write(chain.add(chain.slice(_proof(json.loads(line)))))
            copy.write(chain.trailer())
            _sync(copy)
        return finished

    def publish(self, finished: Path) -> None:
        """Put the finished file in place of the target, in one step, and drop the draft."""
        finished.replace(self.target)
        self.discard()

    def discard(self) -> None:
        """Remove what was written: it is not to be taken up again."""
        for leftover in (self.path, self.path.with_suffix(".compact"), self.memory, self.unfinished):
            leftover.unlink(missing_ok=True)

    def _lock(self) -> None:
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise CertificateError(f"another run is writing {quote(str(self.path))}; wait for it to end") from None

    def _take_up(self) -> None:
        """Keep the lines of an interrupted run while each is just what would be written now; cut off the rest."""
        self._file.seek(0)
        kept = self._chain.header()
        whole = len(kept) if self._file.readline() == kept else 0
        self._chain.add(kept)
        for entry, proof, line in _slices(self._file, self._chain) if whole else ():
            self.entries.append(entry)
            if proof:
                self.known[entry.slice] = proof
            whole += len(line)
        self._file.truncate(whole)
        if not whole:
            self._file.write(kept)


def read(path: Path) -> list[Proof]:
    """The proofs of a full certificate, in its order; its form and its digests are checked, its truth is not.

    Raises CertificateError if the file is not a full certificate of this format.
    """
    with path.open("rb") as source:
        header = source.readline(10_000)
        try:
            record = json.loads(header)
            claim = record["claim"]
            chain = Chain(Claim(claim["rows"], claim["nim"], claim["upto"]), "full")
            same = chain.header(record["producer"]) == header
        except (ValueError, KeyError, TypeError, RecursionError):
            same = False
        if not same:
            compact = b',"mode":"compact",' in header
            what = (
                "a compact certificate; expected a full one" if compact else f"not a certificate of format {FORMAT!r}"
            )
            raise CertificateError(f"{quote(str(path), 200)} is {what}")
        chain.add(header)
        proofs = [proof for _, proof, _ in _slices(source, chain) if proof]
        if len(proofs) != chain.claim.count():
            raise CertificateError(f"{quote(str(path))}: line {chain.lines + 1} is not the slice that comes next")
        if source.read() != chain.trailer():
            raise CertificateError(f"{quote(str(path))} does not end with its trailer")
    return proofs


def shipped() -> Path | None:
    """The certificate that is installed with the package, if it is there: three rows, third row at most 115."""
    name = Claim(rows=3, nim=0, upto=115).filename("full")
    package = Path(__file__).parent
    return next(
        (path for path in (package / "certificates" / name, package.parent / "certificates" / name) if path.is_file()),
        None,
    )


def _slices(source: BinaryIO, chain: Chain) -> Iterator[tuple[Entry, Proof | None, bytes]]:
    """Read slices as long as the lines are exactly those of the chain, adding them; compact ones tell no proof."""
    for home in chain.claim.slices():
        line = source.readline()
        try:
            record = json.loads(line)
            proof = _proof(record) if chain.mode == "full" else None
            entry = Entry.of(proof) if proof else _outline(record)
            same = entry.slice == home and (chain.slice(proof) if proof else _sealed(record, chain.last)) == line
        except (ValueError, KeyError, TypeError, RecursionError):
            return
        if not same:
            return
        chain.add(line)
        yield entry, proof, line


def _proof(record: dict[str, Any]) -> Proof:
    sequence = Periodic(tuple(record["head"]), tuple(record["period"]))
    return Proof(Slice(tuple(record["tail"]), record["nim"]), sequence, record["modulus"], record["bound"])


def _outline(record: dict[str, Any]) -> Entry:
    entry = Entry(
        slice=Slice(tuple(record["tail"]), record["nim"]),
        kind=record["kind"],
        head=record["head"]["terms"],
        period=len(record["period"]),
        bound=record["bound"],
    )
    if entry.kind not in {"periodic", "finite", "empty"} or type(entry.head) is not int or type(entry.bound) is not int:
        raise ValueError("not a line of a certificate")
    return entry


def _sealed(record: dict[str, Any], last: str) -> bytes:
    return _line({**record, "prev": last})


def _line(record: dict[str, object]) -> bytes:
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def _digest(head: tuple[int, ...]) -> dict[str, object]:
    words = array("Q", head)
    if sys.byteorder == "big":
        words.byteswap()
    return {"terms": len(head), "sha256": sha256(words).hexdigest()}


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())
