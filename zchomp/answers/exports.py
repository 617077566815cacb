"""Exports: slices, losers, the chart and censuses as lines with named columns, for spreadsheets and data frames.

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
from dataclasses import dataclass, field
from functools import partial
from os import PathLike
from typing import Literal, NamedTuple, SupportsIndex, TypeAlias, get_args

from zchomp import limits
from zchomp.answers.chart import require_ranges
from zchomp.by_slice import Proofs
from zchomp.certificate.format import FULL, MODES, Mode, SliceSummary, read_header, read_lines
from zchomp.certificate.verdict import verify_alone
from zchomp.effort import larger_need, seconds_for, too_much, valid_effort
from zchomp.engines.prover import prove_all, too_large, usual_recurrence
from zchomp.errors import CertificateError, InvalidArgument, quote
from zchomp.integers import whole_numbers
from zchomp.periodic import Kind
from zchomp.progress import Progress, reporting
from zchomp.results import Claim, Proof, Unknown
from zchomp.showing import Shown
from zchomp.sources import Source

__all__ = [
    "TABLES",
    "CensusLine",
    "ChartLine",
    "Line",
    "LoserLine",
    "SliceLine",
    "Table",
    "TableName",
    "TableSource",
    "tabulate",
]

TableName = Literal["slices", "census", "losers", "chart"]
TABLES: tuple[TableName, ...] = get_args(TableName)

WITH_COLUMNS = ("losers", "chart")
"""The tables that have a window of columns."""

TableSource: TypeAlias = SupportsIndex | str | PathLike[str] | Proofs
"""Where lines come from: a third row, a certificate, or proofs."""


class SliceLine(NamedTuple):
    """A slice: everything that its proof says."""

    third: int
    tail: tuple[int, ...]
    nim: int
    kind: str
    head: tuple[int, ...]
    period: tuple[int, ...]
    modulus: int
    bound: int


class CensusLine(NamedTuple):
    """A slice without its terms: how many there are before the period, and within it."""

    third: int
    tail: tuple[int, ...]
    nim: int
    kind: str
    head_terms: int
    period_terms: int
    modulus: int
    bound: int


class LoserLine(NamedTuple):
    """A loser: its first three rows, and all rows from the third on."""

    first: int
    second: int
    third: int
    tail: tuple[int, ...]


class ChartLine(NamedTuple):
    """A value of the chart, f(q, r), and the column where its row becomes constant, if there is one."""

    q: int
    r: int
    f: int
    start: int | None


Line: TypeAlias = SliceLine | CensusLine | LoserLine | ChartLine
"""A line of any table."""

LINE_TYPES: dict[TableName, type[Line]] = {
    "slices": SliceLine,
    "census": CensusLine,
    "losers": LoserLine,
    "chart": ChartLine,
}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table(Shown, words="exports"):
    """Lines with named columns, generated afresh at each iteration. ``about`` says which slices they are about.

    >>> table = tabulate("losers", 3, columns=range(6))
    >>> table.columns, table.about["claim"]
    (('first', 'second', 'third', 'tail'), 'rows=3 nim=0 upto=3')
    >>> [line[:3] for line in table if line.third == 3]
    [(6, 3, 3), (7, 4, 3), (5, 5, 3)]
    """

    name: TableName
    line: type[Line]
    about: dict[str, str]
    lines: Callable[[], Iterator[Line]] = field(repr=False)
    sources: tuple[Source, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return self.line._fields

    def __iter__(self) -> Iterator[Line]:
        return self.lines()


def tabulate(
    table: TableName,
    source: TableSource,
    *,
    rows: range | None = None,
    columns: range | None = None,
    progress: Progress | None = None,
    effort: float | None = None,
) -> Table | Unknown:
    """Make the table "slices", "census", "losers" or "chart" from a certificate, from proofs, or up to a third row.

    ``rows`` are third rows, by default all of them. ``columns`` are the second rows of losers and the columns q of the
    chart, by default from 0 to the largest third row, and for losers also the whole head of each slice, so
    that every finite slice is complete. The table is Unknown if its lines need more than
    ``effort`` seconds (default: `limits.EXPORT_EFFORT`), or their proofs more time or memory than allowed.

    >>> table = tabulate("census", 115)
    >>> sum(line.kind == "finite" for line in table)
    67
    >>> from zchomp.certificate.format import shipped_certificate
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
    refused = _too_long(table, upto, claim, rows, columns, effort)
    if refused is not None:
        return refused
    sources, about, lines = _slices(upto, table, rows, reporting(progress))

    def made() -> Iterator[Line]:
        for entry, proof in lines():
            if entry.slice.width in rows:
                yield from _lines(table, entry, proof, columns, with_heads)

    return Table(table, LINE_TYPES[table], {"table": table, "source": ", ".join(sources), **about}, made, sources)


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


def _too_long(
    table: TableName, source: object, claim: Claim, rows: range, columns: range, effort: float | None
) -> Unknown | None:
    """Why the lines or the proofs of a table need more effort than is allowed, or None if they do not."""
    cells = len(columns) * (len(rows) if claim.rows <= 3 else claim.count()) if table in WITH_COLUMNS else 0
    about = f"a window of {cells} cells"
    if isinstance(source, int) and table == "slices":
        cells = claim.upto**2 // 5  # all heads together fill a fifth of the square
        about = f"a table of the slices to third row {quote(claim.upto)}, about {quote(cells)} terms,"
    most = limits.EXPORT_EFFORT if effort is None else valid_effort(effort)
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
        yield CensusLine(*which, entry.head, entry.period, entry.modulus, entry.bound)
    elif table == "slices":
        yield SliceLine(*which, proof.sequence.head, proof.sequence.period, entry.modulus, entry.bound)
    elif slice_.nim == 0 and table == "losers":
        head_stop = slice_.width + entry.head if with_head else 0
        seconds = range(max(columns.start, slice_.width), max(columns.stop, head_stop))
        for q, b in zip(seconds, proof.sequence.since(seconds.start - slice_.width), strict=False):
            yield LoserLine(q + b, q, slice_.width, slice_.tail)
    elif slice_.nim == 0 and len(slice_.tail) <= 1 and entry.kind is not Kind.EMPTY:
        yield from _chart_lines(slice_.width, proof, columns)


def _chart_lines(r: int, proof: Proof, columns: range) -> Iterator[ChartLine]:
    """A row of the chart: where the slice has ended, its last value is repeated."""
    row = proof.sequence
    start = None if row.period else r + len(row.head) - 1
    for q in range(max(columns.start, r), columns.stop):
        b = row.get(q - r)
        yield ChartLine(q, r, (start or 0) if b is None else q + b, start)
