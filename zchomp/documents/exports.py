"""Exports: slices, losers, the chart and censuses, for spreadsheets and data frames.

    table     a line for
    slices    every slice, with all its terms
    census    every slice, with the numbers of its terms
    losers    every loser in a window of second rows (columns) and third rows (rows)
    chart     every value f(q, r), q >= r, in a window of columns q and rows r ([BHMS05], section 8)

The slices come from a certificate, which the verifier has to accept first, or from proofs. For three rows, all slices
up to a third row can also be proved for the table. Lines are made one after the other, so that no more than one line of
a large certificate is in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from os import PathLike
from typing import Any, Literal, SupportsIndex, TypeAlias, get_args

from zchomp.bars.periodic import Kind
from zchomp.bars.prover import prove_all, too_large, usual_recurrence
from zchomp.bars.results import Claim, Proof, Proofs
from zchomp.charts.chart import require_ranges
from zchomp.core import limits
from zchomp.core.answers import Source, Unknown
from zchomp.core.effort import larger_need, seconds_for, too_much
from zchomp.core.numbers import whole_numbers
from zchomp.core.runs import Progress, reporting
from zchomp.core.session import current
from zchomp.core.tables import Line, Table
from zchomp.errors import CertificateError, InvalidArgument, quote
from zchomp.proof.format import FULL, MODES, Mode, SliceSummary, read_header, read_lines, verify_alone

TableName = Literal["slices", "census", "losers", "chart"]
TABLES: tuple[TableName, ...] = get_args(TableName)

WITH_COLUMNS = ("losers", "chart")
"""The tables that have a window of columns."""

TableSource: TypeAlias = SupportsIndex | str | PathLike[str] | Proofs
"""Where lines come from: a third row, a certificate, or proofs."""


Numbers = tuple[int, ...]

SLICE = {"third": int, "tail": Numbers, "nim": int, "kind": str}
PROOF = {"modulus": int, "bound": int}

COLUMNS: dict[TableName, dict[str, Any]] = {
    "slices": {**SLICE, "head": Numbers, "period": Numbers, **PROOF},
    "census": {**SLICE, "head_terms": int, "period_terms": int, **PROOF},
    "losers": {"first": int, "second": int, "third": int, "tail": Numbers},
    "chart": {"q": int, "r": int, "f": int, "start": int | None},
}
"""The columns of each table, and their types. The column start has None where a row of the chart has no end."""


def tabulate(
    table: TableName,
    source: TableSource,
    *,
    rows: range | None = None,
    columns: range | None = None,
    progress: Progress | None = None,
) -> Table | Unknown:
    """Make the table "slices", "census", "losers" or "chart" from a certificate, from proofs, or up to a third row.

    ``rows`` are third rows, by default all of them. ``columns`` are the second rows of losers and the columns q of the
    chart, by default from 0 to the largest third row, and for losers also the whole head of each slice, so
    that every finite slice is complete. The table is Unknown if its lines need more than the effort of the session
    (default: `limits.EXPORT_EFFORT`), or their proofs more time or memory than allowed.

    >>> table = tabulate("census", 115)
    >>> sum(line.kind == "finite" for line in table)
    67
    >>> from zchomp.proof.format import shipped_certificate
    >>> next(iter(tabulate("slices", shipped_certificate(), rows=range(5, 6)))).head
    (5, 3)

    Raises CertificateError if the verifier does not accept the file, InvalidArgument if there is no such table or
    window.
    """
    _check_question(table, rows, columns)
    upto = source if isinstance(source, Proofs | str | PathLike) else _third_row(source)
    claim = _claim(upto, table)
    rows = range(claim.upto + 1) if rows is None else rows
    with_heads = table == "losers" and columns is None
    columns = range(claim.upto + 1) if columns is None else columns
    _check_window(table, claim, rows, columns)
    refused = _too_long(table, upto, claim, rows, columns)
    if refused is not None:
        return refused
    sources, about, lines = _slices(upto, table, rows, reporting(progress))

    names = COLUMNS[table]

    def made() -> Iterator[Line]:
        for entry, proof in lines():
            if entry.slice.width in rows:
                yield from _lines(table, entry, proof, columns, with_heads)

    about = {"table": table, "source": ", ".join(sources), **about}
    return Table(tuple(names), made, tuple(names.values()), about, sources)


def _check_question(table: TableName, rows: range | None, columns: range | None) -> None:
    """Refuse a table that does not exist, and anything but ranges."""
    if table not in TABLES:
        raise InvalidArgument(f"no table {quote(table)}; expected one of {', '.join(TABLES)}")
    if columns is not None and table not in WITH_COLUMNS:
        raise InvalidArgument(
            f"the table {table} has no columns to choose from; give columns for losers and chart only"
        )
    require_ranges(*(part for part in (rows, columns) if part is not None))


def _check_window(table: TableName, claim: Claim, rows: range, columns: range) -> None:
    """Refuse an empty window."""
    if rows[-1] > claim.upto:
        raise InvalidArgument(f"expected rows from 0 to {claim.upto}, got rows to {rows[-1]}")
    if table in WITH_COLUMNS and columns[-1] < rows[0]:
        beyond = f"expected columns from {rows[0]} on"
        raise InvalidArgument(f"{beyond}: no second row is shorter than the third, got columns to {columns[-1]}")


def _too_long(table: TableName, source: object, claim: Claim, rows: range, columns: range) -> Unknown | None:
    """Why the lines or the proofs of a table need more effort than is allowed, or None if they do not."""
    cells = len(columns) * (len(rows) if claim.rows <= 3 else claim.count()) if table in WITH_COLUMNS else 0
    about = f"a window of {cells} cells"
    if isinstance(source, int) and table == "slices":
        cells = claim.upto**2 // 5  # all heads together fill a fifth of the square
        about = f"a table of the slices to third row {quote(claim.upto)}, about {quote(cells)} terms,"
    effort = current().given
    most = limits.EXPORT_EFFORT if effort is None else effort
    refused = too_much(about, "fewer rows or columns", seconds_for(cells, limits.EXPORT_PACE), most)
    if not isinstance(source, int):
        return refused
    proved = Claim(rows=3, nim=0, upto=rows[-1])
    return larger_need(refused, too_large(proved, usual_recurrence(proved), effort))


def _third_row(source: SupportsIndex) -> int:
    number = whole_numbers([source])
    if number is None:
        raise InvalidArgument(f"cannot make a table of {quote(source)}; expected a file, a third row or proofs")
    return number[0]


def _claim(source: int | str | PathLike[str] | Proofs, table: TableName) -> Claim:
    """The claim that a source is about."""
    if isinstance(source, Proofs):
        return source.claim
    return Claim(rows=3, nim=0, upto=source) if isinstance(source, int) else read_header(source, _modes(table))[0]


def _modes(table: TableName) -> tuple[Mode, ...]:
    """The certificate modes that contain what a table needs: a compact certificate has no terms of heads."""
    return MODES if table == "census" else FULL


Slices: TypeAlias = Callable[[], Iterator[tuple[SliceSummary, Proof | None]]]
"""Yields the slices of a source, with their proofs unless they come from a compact certificate."""


def _slices(
    source: int | str | PathLike[str] | Proofs, table: TableName, rows: range, progress: Progress
) -> tuple[tuple[Source, ...], dict[str, str], Slices]:
    """The sources of the slices, a description of the claim, and the slices."""
    proofs: Callable[[], Iterable[Proof]]
    if isinstance(source, Proofs):
        claim, sources, proofs = source.claim, source.sources, source.values
    elif isinstance(source, int):
        claim = Claim(upto=rows[-1])  # rows beyond the window need not be proved
        sources = (Source.RECURRENCE,)
        proofs = partial(prove_all, claim, usual_recurrence(claim), progress)
    else:
        return (Source.CERTIFICATE,), *_certificate(source, table, progress)
    claimed = f"rows={claim.rows} nim={claim.nim} upto={claim.upto}"  # as in the verdict of the verifier
    return sources, {"claim": claimed}, lambda: ((SliceSummary.of(proof), proof) for proof in proofs())


def _certificate(path: str | PathLike[str], table: TableName, progress: Progress) -> tuple[dict[str, str], Slices]:
    """The digest of a certificate that the verifier accepts, and its slices."""
    read_header(path, _modes(table))  # before the work of verifying
    verdict = verify_alone(path, progress=progress)
    if not verdict:
        raise CertificateError(f"the certificate was not verified: {verdict.reason}")
    claim, digest = " ".join(f"{name}={number}" for name, number in verdict.claim.items()), verdict.sha256

    def lines() -> Iterator[tuple[SliceSummary, Proof | None]]:
        return ((entry, proof) for _, entry, proof in read_lines(path, _modes(table), digest))

    return {"claim": claim, "sha256": digest}, lines


def _lines(
    table: TableName, entry: SliceSummary, proof: Proof | None, columns: range, with_head: bool
) -> Iterator[Line]:
    """The lines of a slice, up to the end of its head if that is wanted. Only a census can do without its proof."""
    slice_ = entry.slice
    which = slice_.width, slice_.tail, slice_.nim, entry.kind.value
    if proof is None or table == "census":
        yield *which, entry.head, entry.period, entry.modulus, entry.bound
    elif table == "slices":
        yield *which, proof.sequence.head, proof.sequence.period, entry.modulus, entry.bound
    elif slice_.nim == 0 and table == "losers":
        head_stop = slice_.width + entry.head if with_head else 0
        seconds = range(max(columns.start, slice_.width), max(columns.stop, head_stop))
        for q, b in zip(seconds, proof.sequence.since(seconds.start - slice_.width), strict=False):
            yield q + b, q, slice_.width, slice_.tail
    elif slice_.nim == 0 and len(slice_.tail) <= 1 and entry.kind is not Kind.EMPTY:
        yield from _chart_lines(slice_.width, proof, columns)


def _chart_lines(r: int, proof: Proof, columns: range) -> Iterator[Line]:
    """A row of the chart: where the slice has ended, its last value is repeated."""
    row = proof.sequence
    start = None if row.period else r + len(row.head) - 1
    for q in range(max(columns.start, r), columns.stop):
        b = row.get(q - r)
        yield q, r, (start or 0) if b is None else q + b, start
