"""Additions: which slices the claims of a library cover, and which claims processes are adding now.

A claim is added in many short transactions. Until its own row is written, a row of the table "adding" protects its
slices from being swept away. It counts as long as its process writes something from time to time.
"""

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from time import monotonic, time
from typing import Any

from zchomp.errors import LibraryError
from zchomp.library.blocks import Damaged, row_digest
from zchomp.library.rows import CLAIM, claim_row
from zchomp.results import Claim, Proof
from zchomp.slices import Slice

__all__ = ["adding", "batches", "claim_rows", "covered", "is_covered", "others", "sweep", "touch"]

BATCH_TERMS, BATCH_SECONDS = 2**18, 1.0
"""A transaction writes about this many terms, or those that are proved in this many seconds."""

LIVE = 3600
"""A process that has not written anything for this many seconds adds no more."""

MOST_CLAIMS = 10_000
"""No library has more claims."""

Covered = Collection[tuple[int, int, int]]
"""The claims, each as rows, nim-value and largest third row, whose slices are meant."""


def covered(found: sqlite3.Connection, key: bytes) -> Covered:
    """The claims that are intact."""
    intact = set()
    for row in claim_rows(found):
        with suppress(Damaged):
            intact.add(claim_row(key, row).key)
    return intact


def touch(found: sqlite3.Connection, key: bytes, token: str, claim: Claim, is_new: bool) -> None:
    """Note that a claim is being added; if it is new, remove what interrupted additions have left."""
    if is_new:
        sweep(found, key)
    elif token not in adding(found, key):
        raise LibraryError("another process has removed what was added so far; try again")
    fields = (token, claim.rows, claim.nim, claim.upto, int(time()))
    digest = row_digest(key, "adding", *fields)
    found.execute("INSERT OR REPLACE INTO adding VALUES (?, ?, ?, ?, ?, ?)", (*fields, digest))


def adding(found: sqlite3.Connection, key: bytes, is_live: bool = True) -> dict[str, tuple[int, int, int]]:
    """The claims that processes are adding now, or, if they need not be live, have begun to add."""
    now, live = int(time()), {}
    for *fields, digest in found.execute("SELECT token, rows, nim, upto, touched, digest FROM adding"):
        is_made = row_digest(key, "adding", *fields) == digest and all(type(n) is int for n in fields[1:])
        if is_made and (abs(now - fields[4]) <= LIVE or not is_live):
            live[fields[0]] = (fields[1], fields[2], fields[3])
    return live


def others(found: sqlite3.Connection, key: bytes, token: str) -> list[tuple[int, int, int]]:
    """The claims that other processes are adding now."""
    return [claim for other, claim in adding(found, key).items() if other != token]


def sweep(found: sqlite3.Connection, key: bytes) -> None:
    """Remove the slices that no claim covers, and that nobody is adding."""
    live = adding(found, key)
    tokens = [row for row in found.execute("SELECT token FROM adding").fetchall() if row[0] not in live]
    found.executemany("DELETE FROM adding WHERE token IS ?", tokens)
    covers = "c.rows >= slice.rows AND c.nim >= slice.nim AND c.upto >= slice.width"
    unused = " AND ".join(f"NOT EXISTS (SELECT 1 FROM {table} c WHERE {covers})" for table in ("claim", "adding"))  # noqa: S608 - constants only
    gone = found.execute(f"SELECT id FROM slice WHERE {unused}").fetchall()  # noqa: S608 - constants only
    found.executemany("DELETE FROM block WHERE slice = ?", gone)
    found.executemany("DELETE FROM slice WHERE id = ?", gone)


def batches(proofs: Iterable[Proof]) -> Iterator[list[Proof]]:
    """Proofs in groups, each of which is written in a short transaction."""
    batch: list[Proof] = []
    terms, end = 0, monotonic() + BATCH_SECONDS
    for proof in proofs:
        batch.append(proof)
        terms += len(proof.sequence.head) + len(proof.sequence.period)
        if terms >= BATCH_TERMS or monotonic() >= end:
            yield batch
            batch, terms, end = [], 0, monotonic() + BATCH_SECONDS
    if batch:
        yield batch


def claim_rows(found: sqlite3.Connection | None) -> Iterator[tuple[Any, ...]]:
    """The rows of all claims, as they are."""
    if found is not None:
        rows = found.execute(f"SELECT {CLAIM} FROM claim LIMIT {MOST_CLAIMS + 1}").fetchall()  # noqa: S608 - constants only
        if len(rows) > MOST_CLAIMS:
            raise Damaged(f"it has more than {MOST_CLAIMS} claims")
        yield from rows


def is_covered(slice_: Slice, claims: Iterable[tuple[int, int, int]]) -> bool:
    """Whether a slice is one of those of some claims."""
    return any(
        len(slice_.tail) + 2 <= rows and slice_.nim <= nim and slice_.width <= upto for rows, nim, upto in claims
    )
