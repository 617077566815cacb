"""The library of proofs: claims, slices and the blocks of their heads in one SQLite file, and certificates in and out.

A claim is added in many short transactions, so that several processes can add at once. The row of the claim comes last,
and only slices covered by a claim are ever used for answers. So readers see whole claims or nothing. If an addition is
interrupted, the next writer removes its leftovers after an hour.

Every row has a digest with the key of the user, which is checked whenever the row is read. A row that fails raises
LibraryError, and is never used for an answer.

A certificate comes out again as the same bytes. A full one contains the terms of its heads. A compact one contains only
their digests, so its slices are proved again, and each must lead to its line of the certificate. That takes about as
long as verifying for third rows up to a few thousand, and a small fraction of that time beyond.

The certificate is read twice, even if it was just written. First the digest of the whole file is compared with that of
the verdict, and then each line with the one that was read before. So only verified lines are signed with the key of the
user. Reading takes a small fraction of the time of verifying, and does not hold all proofs in memory at once.
"""

import json
import os
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from zchomp.bars.periodic import Periodic
from zchomp.bars.prover import prove_all, usual_recurrence
from zchomp.bars.results import Claim, Proof
from zchomp.bars.slices import Slice
from zchomp.core import limits
from zchomp.core.numbers import data_size
from zchomp.core.runs import Progress, silent
from zchomp.errors import CertificateError, LibraryError, quote
from zchomp.proof import library_file as tables
from zchomp.proof import verifier
from zchomp.proof.format import Mode, SliceChain, Verification, begin_chain, is_verifiable, verify_alone
from zchomp.proof.library_file import ClaimRow, Damaged, File, SliceRow, damage_error


@dataclass(frozen=True, slots=True)
class Kept(ClaimRow):
    """A claim in the library: its certificate's mode and digest, how and when it was proved, and its size.

    ``replaced`` is the number of slices that were damaged, or contradicted the claim, when it was added.
    """

    slices: int
    bytes: int
    replaced: int = 0


@dataclass(frozen=True, slots=True)
class Faults:
    """The rows that do not belong in a library: problems, and the number of slices from interrupted additions."""

    problems: tuple[str, ...]
    leftovers: int


class Library:
    """A library of proofs, which may be shared by threads and by processes. The first addition creates the file.

    >>> from tempfile import TemporaryDirectory
    >>> from zchomp.bars.prover import prove
    >>> with TemporaryDirectory() as folder:
    ...     library = Library(Path(folder) / "library.sqlite3")
    ...     library.proof(Slice((5,))) is None
    ...     library.add(prove(upto=5).claim, prove(upto=5).values(), method="recurrence").slices
    ...     library.proof(Slice((5,))).sequence
    ...     library.close()
    True
    6
    Periodic(head=(5, 3), period=(4,))
    """

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
        self._file = File(self.path, tables.TABLES)

    def close(self) -> None:
        """Close the file. It is reopened when it is needed."""
        self._file.close()

    def listing(self) -> tuple[list[Kept], list[str]]:
        """All intact claims, smaller ones first, and the problems of the others."""
        kept, damaged = [], []
        with self._file.reading() as connection:
            for row in tables.claim_rows(connection) if connection else ():
                try:
                    kept.append(_kept(connection, tables.claim_row(self._file.key, row)))  # type: ignore[arg-type]  # there are rows
                except Damaged as problem:
                    damaged.append(str(damage_error(self.path, problem)))
        return sorted(kept, key=lambda one: one.key), damaged

    def claim(self, claim: Claim) -> Kept | None:
        """The record of a claim, or None if it is not there."""
        with self._file.reading() as connection:
            for row in tables.claim_rows(connection) if connection else ():
                if row[:3] == (claim.rows, claim.nim, claim.upto):
                    return _kept(connection, tables.claim_row(self._file.key, row))  # type: ignore[arg-type]  # there are rows
        return None

    def proof(self, slice_: Slice) -> Proof | None:
        """The proof of a slice, or None if no claim covers it."""
        with self._file.reading() as connection:
            return (
                None
                if connection is None or not self._covers(connection, [slice_])
                else self._proof(connection, slice_)
            )

    def terms(self, wanted: Sequence[tuple[Slice, int]]) -> list[int | None] | None:
        """The term B(a) of each slice, at its own a, or None if the slice ends earlier.

        The whole result is None if a slice is missing. Only the blocks with these terms are read.
        """
        with self._file.reading() as connection:
            if connection is None or not self._covers(connection, {slice_ for slice_, _ in wanted}):
                return None
            results: list[int | None] = []
            rows: dict[Slice, SliceRow | None] = {}
            for slice_, a in wanted:
                if slice_ not in rows:
                    rows[slice_] = self._row(connection, slice_)
                row = rows[slice_]
                if row is None:
                    return None
                results.append(self._term(connection, row, a))
        return results

    def shapes(self, slices: Sequence[Slice]) -> list[tuple[int, int]] | None:
        """The numbers of terms of the heads and of the periods of slices, or None if one of them is missing."""
        with self._file.reading() as connection:
            if connection is None or not self._covers(connection, slices):
                return None
            rows = [self._row(connection, slice_) for slice_ in slices]
        shapes = [(row.terms, len(row.period)) for row in rows if row is not None]
        return shapes if len(shapes) == len(slices) else None

    def add(
        self,
        claim: Claim,
        proofs: Iterable[Proof],
        mode: Mode = "full",
        producer: str = "",
        method: str = "",
        sha256: str = "",
    ) -> Kept:
        """Keep a claim that was verified, with the proofs of all its slices. Nothing is kept if anything goes wrong.

        Raises LibraryError if that is not possible, or if a proof contradicts that of another claim.
        """
        token, count, replaced = secrets.token_hex(8), 0, 0
        try:
            for batch in tables.batches(proofs):
                with self._file.writing() as connection:
                    tables.touch(connection, self._file.key, token, claim, is_new=not count)
                    replaced += sum(self._insert(connection, proof, token) for proof in batch)
                count += len(batch)
            if count != claim.count():
                raise LibraryError(f"the claim has {claim.count()} slices, got the proofs of {count}")
            added = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
            fields = (claim.rows, claim.nim, claim.upto, mode, producer, method, sha256, added)
            with self._file.writing() as connection:
                tables.touch(connection, self._file.key, token, claim, is_new=False)
                row = (*fields, tables.row_digest(self._file.key, "claim", *fields))
                kept = _kept(connection, tables.claim_row(self._file.key, row))
                if kept.slices < claim.count():
                    raise LibraryError("another process has removed what was added so far; try again")
                connection.execute("INSERT OR REPLACE INTO claim VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
                connection.execute("DELETE FROM adding WHERE token = ?", (token,))
                return replace(kept, replaced=replaced)
        except BaseException:
            if count:
                with suppress(LibraryError), self._file.writing() as connection:
                    connection.execute("DELETE FROM adding WHERE token = ?", (token,))
                    tables.sweep(connection, self._file.key)
            raise

    def remove(self, claim: Claim) -> bool:
        """Remove a claim, and the slices that belong to no other one. Returns whether the claim was there."""
        key = (claim.rows, claim.nim, claim.upto)
        with self._file.reading() as seen:
            if seen is None or not is_verifiable(claim):
                return False
        with self._file.writing() as connection:
            gone = connection.execute("DELETE FROM claim WHERE rows = ? AND nim = ? AND upto = ?", key).rowcount
            tables.sweep(connection, self._file.key)
            connection.execute("DELETE FROM block WHERE slice NOT IN (SELECT id FROM slice)")
        self._file.shrink()
        return bool(gone)

    def faults(self) -> Faults:
        """Check every row of every table: its digest with the key of the user, and that claims cover the slices."""
        wrong = dict[str, int]()
        with self._file.reading() as connection:
            if connection is None:
                return Faults((), 0)
            key = self._file.key
            claims, wrong["claim"] = tables.covered(connection, key)
            begun = tables.adding(connection, key, is_live=False)
            wrong["adding"] = connection.execute("SELECT count(*) FROM adding").fetchone()[0] - len(begun)
            rows = connection.execute(f"SELECT {tables.SLICE} FROM slice")  # noqa: S608 - constants only
            slices, wrong["slice"] = tables.intact(rows, lambda row: tables.slice_row(key, row))
            known = {row.id: row for row in slices}
            found = connection.execute("SELECT slice, number, terms, digest FROM block")
            blocks = ((known[slice_], *block) for slice_, *block in found if slice_ in known)
            read, wrong["block"] = tables.intact(blocks, lambda block: len(tables.terms_of(key, *block)))
            orphans = connection.execute("SELECT count(*) FROM block").fetchone()[0] - len(read) - wrong["block"]
        alone = [row.slice for row in slices if not tables.is_covered(row.slice, claims)]
        uncovered = sum(not tables.is_covered(slice_, begun.values()) for slice_ in alone)
        problems = [
            f"{count} rows of the table {table!r} are damaged, or were not made by this user's zchomp"
            for table, count in wrong.items()
            if count
        ]
        problems += [f"{uncovered} slices belong to no claim"] if uncovered else []
        problems += [f"{orphans} blocks belong to no slice"] if orphans else []
        return Faults(tuple(problems), len(alone) - uncovered)

    def _covers(self, connection: sqlite3.Connection, slices: Iterable[Slice]) -> bool:
        """Whether intact claims cover all these slices."""
        covered, damaged = tables.covered(connection, self._file.key)
        if all(tables.is_covered(slice_, covered) for slice_ in slices):
            return True
        if damaged:
            raise Damaged("the record of a claim has changed since it was written")
        return False

    def _proof(self, connection: sqlite3.Connection, slice_: Slice) -> Proof | None:
        """The proof of a slice, covered or not, or None if it is not there."""
        row = self._row(connection, slice_)
        if row is None:
            return None
        head: list[int] = []
        blocks = connection.execute("SELECT terms, digest FROM block WHERE slice = ? ORDER BY number", (row.id,))
        for number, block in enumerate(blocks):
            head += tables.terms_of(self._file.key, row, number, *block)
        if len(head) != row.terms:
            raise Damaged(f"the head of the {slice_} is incomplete")
        return Proof(slice_, Periodic(tuple(head), row.period), row.modulus, row.bound)

    def _row(self, connection: sqlite3.Connection, slice_: Slice) -> SliceRow | None:
        """The row of a slice, without its blocks, or None if it is not there."""
        query = f"SELECT {tables.SLICE} FROM slice WHERE nim = ? AND tail = ?"  # noqa: S608 - constants only
        row = connection.execute(query, (slice_.nim, tables.tail_text(slice_))).fetchone()
        return None if row is None else tables.slice_row(self._file.key, row)

    def _term(self, connection: sqlite3.Connection, row: SliceRow, a: int) -> int | None:
        """The term B(a) of a slice, or None if the slice ends earlier."""
        if a >= row.terms:
            return row.period[(a - row.terms) % len(row.period)] if row.period else None
        if a == 0:
            return row.first
        place = divmod(a, tables.BLOCK)
        query = "SELECT terms, digest FROM block WHERE slice = ? AND number = ?"
        block = connection.execute(query, (row.id, place[0])).fetchone() or (None, None)
        return tables.terms_of(self._file.key, row, place[0], *block)[place[1]]

    def _insert(self, connection: sqlite3.Connection, proof: Proof, token: str) -> bool:
        """Keep a proof, unless it is there already. Returns whether a damaged or contradicting one was replaced.

        Raises LibraryError if a claim, or another process that adds one, has another proof of the slice.
        """
        slice_, key = proof.slice, self._file.key
        place = slice_.nim, tables.tail_text(slice_)
        is_other = True
        try:
            known = self._proof(connection, slice_)
            if known == proof:
                return False
            is_other = known is not None
            others = (claim for other, claim in tables.adding(connection, key).items() if other != token)
            if is_other and tables.is_covered(slice_, [*tables.covered(connection, key)[0], *others]):
                advice = "zchomp library check says whether it is that of the library"
                raise LibraryError(f"the library has another proof of the {slice_}: one of the two is wrong; {advice}")
        except Damaged:
            pass
        there = connection.execute("SELECT id FROM slice WHERE nim = ? AND tail = ?", place).fetchall()
        connection.executemany("DELETE FROM block WHERE slice = ?", there)
        connection.execute("DELETE FROM slice WHERE nim = ? AND tail = ?", place)
        fields = tables.stored(proof)
        cursor = connection.execute(
            "INSERT INTO slice VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*fields, tables.row_digest(key, "slice", *fields)),
        )
        blocks = (
            (cursor.lastrowid, number, block, tables.block_digest(key, f"{place[0]} {place[1]}", number, block))
            for number, block in enumerate(tables.pack(proof.sequence.head))
        )
        connection.execute("DELETE FROM block WHERE slice = ?", (cursor.lastrowid,))
        connection.executemany("INSERT INTO block VALUES (?, ?, ?, ?)", blocks)
        return is_other


def _kept(connection: sqlite3.Connection, row: ClaimRow) -> Kept:
    """The record of a claim, with the space that it takes. Other claims may share some of that space."""
    count, size = connection.execute(
        "SELECT count(*), total(length(period)) + (SELECT total(length(block.terms)) FROM block JOIN slice "
        "s ON s.id = block.slice WHERE s.rows <= :rows AND s.nim <= :nim AND s.width <= :upto) "
        "FROM slice WHERE rows <= :rows AND nim <= :nim AND width <= :upto",
        row.claim.to_dict(),
    ).fetchone()
    return Kept(row.claim, row.mode, row.producer, row.method, row.sha256, row.added, slices=count, bytes=int(size))


@dataclass(frozen=True, slots=True)
class NotKept:
    """Why a certificate is not in the library."""

    reason: str


def keep(
    library: Library,
    path: str | PathLike[str],
    verdict: Verification | None = None,
    method: str = "",
    large: bool = False,
    progress: Progress = silent,
) -> Kept | NotKept:
    """Verify a certificate, unless that was just done, and keep it.

    A claim of more than `limits.LIBRARY_BYTES` is kept only if ``large`` says so.

    Raises LibraryError if the library cannot be written, CertificateError if the file is not the verified one.
    """
    if verdict is None:
        verdict = verify_alone(path, progress=progress)
    if not verdict:
        return NotKept(verdict.reason)
    with Path(path).open("rb") as source:
        chain = begin_chain(source, path)
        claim = chain.claim
        size = estimate_kept(claim, chain.mode, os.fstat(source.fileno()).st_size)
        if size > limits.LIBRARY_BYTES and not large:
            about = f"it needs about {data_size(size)}, more than {data_size(limits.LIBRARY_BYTES)}"
            return NotKept(f"{about}; --keep keeps it")
        proofs = _proofs(source, chain, verdict, path, progress)
        return library.add(claim, proofs, chain.mode, chain.producer, method, verdict.sha256)


def read_verified(path: str | PathLike[str], verdict: Verification, progress: Progress = silent) -> Iterator[Proof]:
    """The proofs of a certificate that was just verified, full or compact.

    Raises CertificateError at the end if the file is not the verified one.
    """
    with Path(path).open("rb") as source:
        chain = begin_chain(source, path)
        yield from _proofs(source, chain, verdict, path, progress)


def estimate_kept(claim: Claim, mode: Mode, size: int) -> int:
    """Roughly how many bytes the library needs for a certificate of this size.

    A term takes one and a half bytes, a quarter of its text.

    >>> claim = Claim(rows=3, nim=0, upto=20_000)
    >>> estimate_kept(claim, "compact", 5_000_000), estimate_kept(claim, "full", 300_000_000)
    (140000000, 100000000)
    """
    if mode == "full":
        return size // 3
    return int(0.35 * claim.upto**2) if (claim.rows, claim.nim) == (3, 0) else size


def export_lines(library: Library, claim: Claim) -> Iterator[bytes]:
    """The certificate of a claim in the library, line by line: the same bytes that were verified.

    Raises LibraryError if it is not there, or not complete.
    """
    kept = library.claim(claim)
    if kept is None:
        raise LibraryError(f"the library has no claim of {claim}; zchomp library lists its claims")
    chain = SliceChain(claim, kept.mode, kept.producer)
    yield chain.add(chain.header())
    for slice_ in claim.slices():
        proof = library.proof(slice_)
        if proof is None:
            raise damage_error(library.path, f"the {slice_} is missing")
        yield chain.add(chain.slice(proof))
    yield chain.add(chain.trailer())
    if chain.digest != kept.sha256:
        raise damage_error(library.path, "its certificate is not the one that was kept")


def check(library: Library, progress: Progress = silent) -> Iterator[tuple[Claim, Verification]]:
    """Write the certificate of every intact claim again, and yield the claim with the verifier's verdict."""
    for kept in library.listing()[0]:
        yield kept.claim, _verdict(library, kept.claim, progress)


def _verdict(library: Library, claim: Claim, progress: Progress) -> Verification:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.jsonl"
        try:
            with path.open("wb") as file:
                file.writelines(export_lines(library, claim))
        except LibraryError as problem:
            return Verification(verifier.NOT_VERIFIED, "s NOT VERIFIED", str(problem))
        return verify_alone(path, asdict(claim), progress)


def _full(source: BinaryIO, chain: SliceChain, verified: str) -> Iterator[Proof]:
    """The proofs of a full certificate with a verified digest, each after its line was compared with the first reading.

    They end early if a line differs, and then the digest at the end is wrong.
    """
    here, trial, lines = source.tell(), SliceChain(chain.claim, chain.mode, chain.producer), list[bytes]()
    trial.add(trial.header())
    for _ in chain.claim.slices():
        line = source.readline(verifier.MAX_LINE + 1)
        lines.append(sha256(line).digest())
        trial.add(line)
    trial.add(trial.trailer())
    source.seek(here)
    for expected in lines if trial.digest == verified else ():
        line = source.readline(verifier.MAX_LINE + 1)
        if sha256(line).digest() != expected:
            return
        yield Proof.from_dict(json.loads(line))
        chain.add(line)


def _compact(source: BinaryIO, chain: SliceChain, progress: Progress) -> Iterator[Proof]:
    """The proofs of the slices of a compact certificate, found again.

    They end early if a proof does not lead to its line, and then the digest at the end is wrong.
    """
    claim, total = chain.claim, chain.claim.count()
    for done, proof in enumerate(prove_all(claim, usual_recurrence(claim)), start=1):
        line = chain.slice(proof)
        if source.readline(verifier.MAX_LINE + 1) != line:
            return
        chain.add(line)
        yield proof
        progress("keeping", done, total)


def _proofs(
    source: BinaryIO, chain: SliceChain, verdict: Verification, path: str | PathLike[str], progress: Progress
) -> Iterator[Proof]:
    """The proofs of a certificate. Raises CertificateError at the end if the file is not the verified one."""
    if chain.mode == "full":
        yield from _full(source, chain, verdict.sha256)
    else:
        yield from _compact(source, chain, progress)
    trailer = chain.trailer()
    chain.add(trailer)
    if source.read(len(trailer) + 1) != trailer or chain.digest != verdict.sha256:
        raise CertificateError(f"{quote(str(path), 200)} was changed after it was verified")
