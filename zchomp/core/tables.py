"""Tables: lines with named columns, written in one way as CSV, Parquet, data or a data frame; and grids of cells.

    a column of       CSV                        Parquet and data frames
    numbers           5                          int64
    numbers or None   nothing where it is None   int64, null where it is None
    lists of numbers  5 3                        list<int64>
    words             periodic                   string

A table makes its lines afresh at each iteration, and is written piece by piece, however many lines it has. pyarrow and
pandas are imported only here, and only when they are needed.

A grid is a table for the eye: rows and columns have numbers, and cells are text.
"""

import csv
import io
import re
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from zchomp.core.answers import Source
from zchomp.core.files import open_file
from zchomp.core.showing import Shown, shows
from zchomp.errors import InvalidArgument, MissingExtra, quote, require, require_path
from zchomp.version import VERSION

if TYPE_CHECKING:
    from pandas import DataFrame

Line = tuple[Any, ...]
_namedtuple: Any = namedtuple  # whose names a type checker cannot know

FileFormat = Literal["csv", "parquet"]
FORMATS: tuple[FileFormat, ...] = get_args(FileFormat)

SHOWN = 10
"""How many lines of a table are shown."""

PIECE = 1_000_000
"""Roughly how many numbers are in memory at once: those of a Parquet row group, or of a piece of text."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table(Shown, words="core.tables"):
    r"""Lines with named columns. ``kinds`` are the types of the columns, and ``about`` says what the lines are about.

    >>> table = Table(("n", "word"), lambda: [(1, "one"), (2, "two")])
    >>> table.csv(), table.data()
    ('n,word\n1,one\n2,two', [{'n': 1, 'word': 'one'}, {'n': 2, 'word': 'two'}])
    >>> [line.word for line in table], table.to_frame().word[1]
    (['one', 'two'], 'two')
    """

    columns: tuple[str, ...]
    lines: Callable[[], Iterable[Line]] = field(repr=False)
    kinds: tuple[Any, ...] = ()
    about: Mapping[str, str] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()

    def __iter__(self) -> Iterator[Any]:
        return map(_namedtuple("Line", self.columns, rename=True)._make, self.lines())

    def csv(self, *, header: bool = True) -> str:
        """The table as comma-separated values. None is an empty cell, True is 1, and tuples are separated by spaces.

        >>> print(Table(("r", "about", "tail"), lambda: [(1, "p, q", (4, 2)), (True, None, ())]).csv())
        r,about,tail
        1,"p, q",4 2
        1,,
        """
        return _csv(self.columns if header else None, self)

    def data(self) -> list[dict[str, object]]:
        """The lines as objects of JSON, by column."""
        return [dict(zip(self.columns, line, strict=True)) for line in self]

    def to_frame(self) -> "DataFrame":
        """The table as a data frame of pandas.

        Raises MissingExtra if pandas is not installed.
        """
        try:
            from pandas import DataFrame
        except ImportError:
            raise MissingExtra("a data frame", "data") from None
        return DataFrame([*self], columns=[*self.columns])


@shows(Table)
def table_text(table: Table) -> str:
    """The first lines of a table as comma-separated values, and where they come from."""
    lines = [*islice(table, SHOWN + 1)]
    about = ", ".join(f"{name} {value}" for name, value in table.about.items() if name != "table")
    heading = f"Table {table.about.get('table', '')} ({about})".replace(" ()", "")
    return "\n".join([heading.strip(), _csv(table.columns, lines[:SHOWN]), *["and more lines"] * (len(lines) > SHOWN)])


def _csv(header: Iterable[object] | None, lines: Iterable[Line]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if header is not None:
        writer.writerow(header)
    writer.writerows(map(_cell, line) for line in lines)
    return text.getvalue().removesuffix("\n")


def _cell(value: object) -> object:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return int(value) if isinstance(value, bool) else value


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
        yield len(piece), _csv(header, piece)
        header = None
    if header:  # a table without lines still has its header
        yield 0, _csv(header, ())


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
    number = pyarrow.int64()
    types = {int: number, int | None: number, str: pyarrow.string(), tuple[int, ...]: pyarrow.list_(number)}
    kinds = table.kinds or tuple(map(_kind, zip(*table, strict=True)))
    about = {f"zchomp.{key}": value for key, value in {**table.about, "producer": f"zchomp {VERSION}"}.items()}
    fields = [
        pyarrow.field(name, types[kind], nullable=kind == int | None)
        for name, kind in zip(table.columns, kinds, strict=True)
    ]
    schema, lines = pyarrow.schema(fields, about), 0
    with open_file(path) as file, ParquetWriter(file, schema) as writer:
        for piece in _pieces(table):
            columns = zip(fields, zip(*piece, strict=True), strict=True)
            arrays = [pyarrow.array(column, field.type) for field, column in columns]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))
            lines += len(piece)
    return lines


def _kind(column: Iterable[object]) -> object:
    """The type of a column, given all its cells."""
    cells = [*column]
    if any(isinstance(cell, tuple) for cell in cells):
        return tuple[int, ...]
    return str if any(isinstance(cell, str) for cell in cells) else int | None if None in cells else int


Rows = Iterable[tuple[object, Sequence[object]]]
"""The rows of a grid: the name of each, and its cells."""


def grid_text(
    corner: str,
    columns: Sequence[object],
    rows: Rows,
    width: int | None = None,
    *,
    upwards: bool = False,
) -> str:
    """Cells with the names of their rows and columns, in blocks if they do not fit into a width.

    >>> print(grid_text("q", [5, 6], [("r = 0", ["1", "2"]), ("r = 1", ["", "30"])], upwards=True))
    r = 1 |    30
    r = 0 |  1  2
    -------------
        q |  5  6
    """
    named, margin, size = _measured(corner, columns, rows)
    across = len(columns) if width is None else max(1, (width - margin - 2) // (size + 1))
    blocks = []
    for start in range(0, len(columns), across):
        part = slice(start, start + across)
        head, *lines = (
            f"{name:>{margin}} | " + " ".join(f"{cell:>{size}}" for cell in cells[part])
            for name, cells in [named[0], *(row for row in named[1:] if len(columns) <= across or any(row[1][part]))]
        )
        ruler = "-" * len(head)
        block = [*reversed(lines), ruler, head] if upwards else [head, ruler, *lines]
        blocks.append("\n".join(line.rstrip() for line in block))
    return "\n\n".join(blocks)


PAGE, LETTER, GAP = 345.0, 5.5, 10.0
"""The width of a page, of a figure or letter, and of the space between two columns, in points."""


def grid_latex(corner: str, columns: Sequence[object], rows: Rows, *, upwards: bool = False) -> str:
    r"""The same as arrays for LaTeX, each narrow enough for a page.

    >>> print(grid_latex("q", [5, 6], [("0", ["1", "2"])]))
    \[
    \begin{array}{r|rr}
    q & 5 & 6 \\ \hline
    0 & 1 & 2
    \end{array}
    \]
    """
    named, margin, size = _measured(corner, columns, rows)
    across = max(1, int((PAGE - LETTER * margin - GAP) // (LETTER * size + GAP)))
    blocks = []
    for start in range(0, len(columns), across):
        head, *lines = (" & ".join([name, *cells[start : start + across]]) for name, cells in named)
        body = " \\\\\n".join([*reversed(lines), rf"\hline {head}"] if upwards else lines)
        begin = "" if upwards else rf"{head} \\ \hline" + "\n"
        array = f"{{r|{'r' * len(columns[start : start + across])}}}"
        blocks.append(f"\\[\n\\begin{{array}}{array}\n{begin}{body}\n\\end{{array}}\n\\]")
    return "\n".join(blocks)


def _measured(corner: str, columns: Sequence[object], rows: Rows) -> tuple[list[tuple[str, list[str]]], int, int]:
    """The rows of a grid as text, the names of the columns first, and the widths of the names and of the cells."""
    named = [(str(name), [*map(str, cells)]) for name, cells in [(corner, columns), *rows]]
    plain = [[re.sub(r"[{}^]", "", cell) for cell in cells] for _, cells in named]
    return named, max(len(name) for name, _ in named), max(len(cell) for cells in plain for cell in cells)
