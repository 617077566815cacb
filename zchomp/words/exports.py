"""Exports as files: tables as comma-separated values or Parquet, piece by piece, however many lines they have.

    a column of       CSV                        Parquet
    numbers           5                          int64
    numbers or None   nothing where it is None   int64, null where it is None
    lists of numbers  5 3                        list<int64>
    words             periodic                   string

pyarrow is imported only here, and only for Parquet.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Literal, get_args, get_type_hints

from zchomp.answers.exports import Line, Table
from zchomp.errors import InvalidArgument, MissingExtra, quote, require, require_path
from zchomp.showing import shows
from zchomp.version import VERSION
from zchomp.words.data import csv_text
from zchomp.writing import open_file

__all__ = ["FORMATS", "FileFormat", "csv_pieces", "format_of", "table_text", "write_table"]

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
    >>> from zchomp.answers.exports import tabulate
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

    >>> from zchomp.answers.exports import tabulate
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
