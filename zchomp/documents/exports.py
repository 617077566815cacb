"""Exports: slices, losers, the chart and censuses, for spreadsheets and data frames.

Exports: slices, losers, the chart and censuses as lines with named columns, for spreadsheets and data frames.

    table     a line for
    slices    every slice, with all its terms
    census    every slice, with the numbers of its terms
    losers    every loser in a window of second rows (columns) and third rows (rows)
    chart     every value f(q, r), q >= r, in a window of columns q and rows r ([BHMS05], section 8)

The slices come from a certificate, which the verifier has to accept first, or from proofs. For three rows, all slices
up to a third row can also be proved for the table. Lines are made one after the other, so that no more than one line of
a large certificate is in memory.

Exports as files: tables as comma-separated values or Parquet, piece by piece, however many lines they have.

    a column of       CSV                        Parquet
    numbers           5                          int64
    numbers or None   nothing where it is None   int64, null where it is None
    lists of numbers  5 3                        list<int64>
    words             periodic                   string

pyarrow is imported only here, and only for Parquet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Literal, NamedTuple, SupportsIndex, TypeAlias, get_args, get_type_hints

from zchomp.bars.periodic import Kind
from zchomp.bars.prover import prove_all, too_large, usual_recurrence
from zchomp.bars.results import Claim, Proof, Proofs
from zchomp.charts.chart import require_ranges
from zchomp.core import limits
from zchomp.core.answers import Source, Unknown
from zchomp.core.documents import csv_text
from zchomp.core.effort import larger_need, seconds_for, too_much, valid_effort
from zchomp.core.files import open_file
from zchomp.core.numbers import whole_numbers
from zchomp.core.runs import Progress, reporting
from zchomp.core.showing import Shown, shows
from zchomp.errors import CertificateError, InvalidArgument, MissingExtra, quote, require, require_path
from zchomp.proof.format import FULL, MODES, Mode, SliceSummary, read_header, read_lines, verify_alone
from zchomp.version import VERSION

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
class Table(Shown, words="documents.exports"):
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


FileFormat = Literal["csv", "parquet"]
FORMATS: tuple[FileFormat, ...] = get_args(FileFormat)

SHOWN = 10
"""How many lines of a table are shown."""

PIECE = 1_000_000
"""Roughly how many numbers are in memory at once: those of a Parquet row group, or of a piece of text."""


def write_table(table: Table, path: str | PathLike[str], *, file_format: FileFormat | None = None) -> int:
    """Write a table as comma-separated values or as Parquet, in one step, and return the number of lines.

    Without a format, the extension of the name, .csv or .parquet, decides.

    >>> from tempfile import TemporaryDirectory
    >>> from zchomp.documents.exports import tabulate
    >>> with TemporaryDirectory() as folder:
    ...     lines = write_table(tabulate("census", 2), Path(folder) / "census.csv")
    ...     print((Path(folder) / "census.csv").read_text())
    third,tail,nim,kind,head_terms,period_terms,modulus,bound
    0,,0,periodic,0,1,1,1
    1,1,0,finite,2,0,0,2
    2,2,0,periodic,0,1,1,2
    <BLANKLINE>
    >>> lines
    3

    Raises InvalidArgument if the format is neither of these, MissingExtra if pyarrow is not installed.
    """
    require(table, Table, "a table must come from `tabulate`")
    require_path(path)
    chosen = format_of(path) if file_format is None else file_format
    if chosen not in FORMATS:
        raise InvalidArgument(f"no format {quote(file_format or str(path), 200)}; expected .csv or .parquet")
    if chosen == "parquet":
        return _write_parquet(path, table)
    lines = 0
    with open_file(path) as file:
        for count, text in csv_pieces(table):
            file.write(f"{text}\n".encode())
            lines += count
    return lines


@shows(Table)
def table_text(table: Table) -> str:
    """The first lines of a table as comma-separated values, and where they come from."""
    lines = list(islice(table, SHOWN + 1))
    cells = csv_text(table.columns, lines[:SHOWN])
    about = ", ".join(f"{name} {value}" for name, value in table.about.items() if name != "table")
    return "\n".join([f"Table {table.name} ({about})", cells, *["and more lines"] * (len(lines) > SHOWN)])


def format_of(path: str | PathLike[str]) -> FileFormat | None:
    """The format that the extension of a name stands for.

    >>> format_of("losers.csv"), format_of("LOSERS.PARQUET"), format_of("losers.txt")
    ('csv', 'parquet', None)
    """
    ending = Path(path).suffix.lower().removeprefix(".")
    return next((known for known in FORMATS if known == ending), None)


def csv_pieces(table: Table) -> Iterator[tuple[int, str]]:
    r"""The lines as comma-separated values in pieces, each with the number of its lines. The first has the header.

    >>> from zchomp.documents.exports import tabulate
    >>> list(csv_pieces(tabulate("chart", 1)))
    [(3, 'q,r,f,start\n0,0,1,\n1,0,2,\n1,1,3,2')]
    """
    header: tuple[str, ...] | None = table.columns
    for piece in _pieces(table):
        yield len(piece), csv_text(header, piece)
        header = None
    if header:  # a table without lines still has its header
        yield 0, ",".join(header)


def _pieces(table: Table) -> Iterator[list[Line]]:
    """Lines in groups, each roughly as large as there is room for in memory."""
    piece: list[Line] = []
    size = 0
    for line in table:
        piece.append(line)
        size += len(line) + sum(len(cell) for cell in line if isinstance(cell, tuple))
        if size >= PIECE:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece


def _write_parquet(path: str | PathLike[str], table: Table) -> int:
    try:
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        raise MissingExtra("Parquet", "data") from None
    kinds = {
        int: pyarrow.int64(),
        int | None: pyarrow.int64(),
        str: pyarrow.string(),
        tuple[int, ...]: pyarrow.list_(pyarrow.int64()),
    }
    hints, lines = get_type_hints(table.line), 0
    about = {f"zchomp.{key}": value for key, value in {**table.about, "producer": f"zchomp {VERSION}"}.items()}
    fields = [pyarrow.field(name, kinds[hint], nullable=hint == int | None) for name, hint in hints.items()]
    schema = pyarrow.schema(fields, about)
    with open_file(path) as file, ParquetWriter(file, schema) as writer:
        for piece in _pieces(table):
            columns = zip(fields, zip(*piece, strict=True), strict=True)
            arrays = [pyarrow.array(column, field.type) for field, column in columns]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))
            lines += len(piece)
    return lines
