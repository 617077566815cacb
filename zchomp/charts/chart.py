"""Brouwer's chart of three-rowed Chomp ([BHMS05], section 8).

    [BHMS05]          here
    f(q, r)           Chart()[q, r]: the p such that (p, min(p, q), min(p, q, r)) is a loser
    constant row      Chart().start(r): f(q, r) = q in that column, and the same value forever after

For q < r the definition gives f(q, r) = f(q, q), here as in the paper. Printed charts leave these cells empty.
Every value is read off proved rows: row r is the slice with third row r.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from zchomp.bars.knowledge import knowledge, refuse_list
from zchomp.bars.periodic import Periodic
from zchomp.bars.results import Proof
from zchomp.bars.slices import Slice
from zchomp.core import limits
from zchomp.core.answers import Source, Unknown
from zchomp.core.documents import Data, sources_data
from zchomp.core.effort import seconds_for, too_much
from zchomp.core.numbers import whole_number
from zchomp.core.session import NotKnown, current, question
from zchomp.core.showing import Shown, headed, shows
from zchomp.core.tables import Table, grid_latex, grid_text
from zchomp.errors import InvalidArgument, quote
from zchomp.proof import verifier


class ChartRows:
    """The proved rows of the chart, within a question. A row that takes more effort raises NotKnown."""

    def __init__(self) -> None:
        self._reached = -1

    def proof(self, r: int) -> Proof:
        """The proof of row r."""
        self._reach(r)
        return knowledge().proof(Slice((r,)))

    def row(self, r: int) -> Periodic[int]:
        """The sequence p - q of row r, for q = r, r + 1, ..."""
        return self.proof(r).sequence

    def periods(self, rows: Sequence[int]) -> list[int]:
        """The lengths of the periods of rows, 0 for a row that becomes constant."""
        return [period for _, period in self._shapes(rows)]

    def starts(self, rows: Sequence[int]) -> list[int | None]:
        """The column in which each row becomes constant, or None for a row that does not."""
        shapes = zip(rows, self._shapes(rows), strict=True)
        return [None if period else r + head - 1 for r, (head, period) in shapes]

    def values(self, cells: Sequence[tuple[int, int]]) -> list[int]:
        """The values f(q, r) for many columns q and rows r."""
        self._reach(max((min(q, r) for q, r in cells), default=0))
        terms = knowledge().terms([(Slice((min(q, r),)), q - min(q, r)) for q, r in cells])
        over = sorted({min(q, r) for (q, r), b in zip(cells, terms, strict=True) if b is None})
        starts = dict(zip(over, self.starts(over), strict=True))
        values = []
        for (q, r), b in zip(cells, terms, strict=True):
            start = starts[min(q, r)] if b is None else q + b
            assert start is not None  # noqa: S101 - a row that has ended is constant from its last column on
            values.append(start)
        return values

    def value(self, q: int, r: int) -> int:
        """f(q, r), for any column and row."""
        return self.values([(q, r)])[0]

    def period(self, r: int) -> int:
        """The length of the period of row r, 0 if the row becomes constant."""
        return self.periods([r])[0]

    def start(self, r: int) -> int | None:
        """The column in which row r becomes constant, or None if it does not."""
        return self.starts([r])[0]

    def column(self, q: int) -> list[int | None]:
        """The numbers p - q of rows 0, ..., q in column q, or None in a row after its last loser."""
        return knowledge().terms([(Slice((r,)), q - r) for r in self.all_to(q)])

    def all_to(self, r: int) -> range:
        """The numbers of all rows up to row r, which is proved first, so that nothing is done if it is out of reach."""
        self._reach(r)
        return range(r + 1)

    def _reach(self, r: int) -> None:
        """Prove row r and all rows below it, and some more at the same time, unless that has been done."""
        if r <= self._reached:
            return
        if r > verifier.MAX_UPTO:
            most = f"no certificate goes beyond row {verifier.MAX_UPTO}"
            raise NotKnown(Unknown(f"row {quote(r)} is not proved: {most}"))
        ahead = r + limits.CHART_ROWS_AHEAD - r % limits.CHART_ROWS_AHEAD
        for last, effort in ((r, 0), (ahead, None)):
            with suppress(NotKnown):
                knowledge().proof(Slice((last,)), effort)
                self._reached = last
                return
        knowledge().proof(Slice((r,)))
        self._reached = r

    def _shapes(self, rows: Sequence[int]) -> list[tuple[int, int]]:
        self._reach(max(rows, default=0))
        return knowledge().shapes([Slice((r,)) for r in rows])


@dataclass(frozen=True, slots=True, repr=False)
class ChartWindow(Shown, words="charts.chart"):
    """Some rows and columns of the chart: values by row, and the column in which each constant row starts.

    >>> window = chart(5)
    >>> window[4, 3], window[3, 4] == window[3, 3]
    (7, True)
    """

    rows: range
    columns: range
    values: tuple[tuple[int, ...], ...]
    starts: tuple[int | None, ...]
    sources: tuple[Source, ...] = ()
    __iter__ = None  # not a sequence: indexed by (column, row)

    def __getitem__(self, place: tuple[int, int]) -> int:
        """f(q, r), for a column q and a row r of this window.

        Raises KeyError for a place outside it.
        """
        q, r = _place(place)
        if q not in self.columns or r not in self.rows:
            ends = f"columns {self.columns[0]} to {self.columns[-1]} and rows {self.rows[0]} to {self.rows[-1]}"
            raise KeyError(f"the window has {ends}, got column {quote(q)} and row {quote(r)}")
        return self.values[self.rows.index(r)][self.columns.index(q)]

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{q}</th>" for q in self.columns)
        lines = []
        for r, start, values in reversed(list(zip(self.rows, self.starts, self.values, strict=True))):
            cells = (
                "<td></td>" if q < r else f"<td><b>{value}</b></td>" if q == start else f"<td>{value}</td>"
                for q, value in zip(self.columns, values, strict=True)
            )
            lines.append(f"<tr><th>{r}</th>{''.join(cells)}</tr>")
        caption = "f(q, r): q to the right, r upwards; bold where a constant row starts"
        return f"<table><caption>{caption}</caption>{''.join(lines)}<tr><th>r / q</th>{head}</tr></table>"


class Chart(Shown, words="charts.chart"):
    """Brouwer's chart. Every answer is read off rows that are proved when they are needed.

    >>> found = Chart()
    >>> [found[q, 3] for q in range(3, 8)], found[2, 3] == found[2, 2], found.start(3)
    ([6, 7, 5, 5, 5], True, 5)
    """

    __iter__ = None  # not a sequence: indexed by (column, row)

    def __repr__(self) -> str:
        return "Chart()"

    @question
    def __getitem__(self, place: tuple[int, int]) -> int:
        """f(q, r), for any column q and row r, or Unknown if it takes more effort.

        Raises InvalidArgument if these are not two numbers, 0 or more.
        """
        return ChartRows().value(*_place(place))

    @question
    def start(self, r: int) -> int | None:
        """The column in which row r becomes constant, or None if it does not."""
        return ChartRows().start(whole_number(r, "a row of the chart"))

    @question
    def proof(self, r: int) -> Proof:
        """The proof of row r."""
        return ChartRows().proof(whole_number(r, "a row of the chart"))

    @question
    def diagonal(self, upto: int) -> list[int]:
        """The values f(n, n) for n = 0, ..., ``upto``."""
        rows = ChartRows()
        return rows.values([(n, n) for n in rows.all_to(whole_number(upto, "the largest row"))])

    @question
    def periods(self, upto: int) -> list[int]:
        """The period of every row up to row ``upto``, 0 for a constant row.

        >>> Chart().periods(7)
        [1, 0, 1, 0, 0, 1, 0, 1]
        """
        rows = ChartRows()
        return rows.periods(rows.all_to(whole_number(upto, "the largest row")))

    @question
    def window(self, rows: range, columns: range) -> ChartWindow:
        """The values of some rows and columns.

        Raises InvalidArgument if these are not ranges of rows and columns, 0 or more.
        """
        require_ranges(rows, columns)
        cells = (rows.stop - rows.start) * (columns.stop - columns.start)
        seconds, needed = seconds_for(cells, limits.CHART_CELLS_PACE), limits.CHART_CELL_BYTES * cells
        what, last = f"a window of {quote(cells)} values", Slice((min(rows[-1], columns[-1], verifier.MAX_UPTO),))
        refuse_list(too_much(what, "a smaller window", seconds, current().effort, needed), last)
        proved = ChartRows()
        read = iter(proved.values([(q, r) for r in rows for q in columns]))
        values = tuple(tuple(islice(read, len(columns))) for _ in rows)
        return ChartWindow(rows, columns, values, tuple(proved.starts(rows)), current().used)


def chart(upto: int | None = None, *, rows: range | None = None, columns: range | None = None) -> ChartWindow | Unknown:
    """Read the chart for q, r <= ``upto``, or for some rows and columns. The answer is Unknown if it takes more effort.

    Rows or columns that are not given are those up to ``upto``, or up to 24.

    >>> chart(5)[4, 3], chart(rows=range(120, 122), columns=range(170, 180)).starts
    (7, (None, 172))

    Raises InvalidArgument if these are not numbers and ranges, 0 or more, or if ``upto`` is given with both ranges.
    """
    if upto is not None and rows is not None and columns is not None:
        raise InvalidArgument("expected the largest row and column, or ranges of both, not all three", got=upto)
    all_of_them = range(whole_number(24 if upto is None else upto, "the largest row and column") + 1)
    return Chart().window(all_of_them if rows is None else rows, all_of_them if columns is None else columns)


def require_ranges(*parts: range) -> None:
    """Raise InvalidArgument for anything but a range of rows or columns, 0 or more."""
    for part in parts:
        if not isinstance(part, range) or not part or part.start < 0 or part.step != 1:
            raise InvalidArgument("expected ranges of rows and columns from 0 on", got=part)


def _place(place: tuple[int, int]) -> tuple[int, int]:
    """A column q and a row r."""
    if not isinstance(place, tuple) or len(place) != 2:
        raise InvalidArgument("a place of the chart is a column q and a row r, like [5, 3]", got=place)
    return whole_number(place[0], "a column of the chart"), whole_number(place[1], "a row of the chart")


LEGEND = headed(
    "Brouwer's chart: f(q, r) is the first row of a loser",
    "Its second row q runs to the right, its third row r upwards. "
    "A * marks the last loser with third row r; beyond it the row is constant, and has no losers.",
)
"""The heading of a chart, and its signs."""


@shows(ChartWindow)
def chart_text(window: ChartWindow, width: int | None = None) -> str:
    """A window of the chart as [BHMS05] prints it: r upwards, q to the right, * where a constant row starts.

    If a width is given and the columns do not fit, they come in blocks, one below the other.
    """
    return grid_text("", window.columns, _cells(window, "*"), width, upwards=True)


@shows(ChartWindow, "latex")
def chart_latex(window: ChartWindow) -> str:
    """The same as arrays for LaTeX."""
    return grid_latex("", window.columns, _cells(window, "{}^{*}"), upwards=True)


def _cells(window: ChartWindow, mark: str) -> Iterator[tuple[int, list[str]]]:
    """The values by row as text: nothing where q < r, and a mark before the start of a constant row."""
    for r, start, line in zip(window.rows, window.starts, window.values, strict=True):
        values = zip(window.columns, line, strict=True)
        yield r, ["" if q < r else f"{mark * (start == q)}{value}" for q, value in values]


@shows(ChartWindow, "table")
def chart_table(window: ChartWindow) -> Table:
    """The same as lines, with q in the names of the columns and r in the first one."""
    lines = [(r, *line) for r, line in zip(window.rows, window.values, strict=True)]
    return Table(("r\\q", *map(str, window.columns)), lambda: lines)


@shows(ChartWindow, "json")
def chart_data(window: ChartWindow) -> Data:
    """The same as data: values by row, and the column where each row becomes constant."""
    return {
        "rows": list(window.rows),
        "columns": list(window.columns),
        "values": [list(line) for line in window.values],
        "starts": list(window.starts),
        "sources": sources_data(window.sources),
    }


@shows(Chart)
def whole_chart_text(_: Chart) -> str:
    """What a chart is, and how to look up its values."""
    heading = LEGEND.splitlines()[0]
    return f"{heading}; chart[q, r] is a value, chart.window(rows, columns) shows some of them"
