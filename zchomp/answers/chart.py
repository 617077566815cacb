"""Brouwer's chart of three-rowed Chomp ([BHMS05], section 8).

    [BHMS05]          here
    f(q, r)           Chart.value(q, r): the p such that (p, min(p, q), min(p, q, r)) is a loser
    constant row      Chart.start(r): f(q, r) = q in that column, and the same value for ever after

Every value is read off proved rows: row r is the slice with third row r.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from zchomp import limits
from zchomp.answers.oracle import the_oracle
from zchomp.engines.prover import compiled
from zchomp.errors import CannotCompile, InvalidArgument, MissingExtra, TooLarge, quote
from zchomp.periodic import Periodic
from zchomp.results import Proof, Unknown
from zchomp.slices import Slice

if TYPE_CHECKING:
    from zchomp.engines.compiled import Compiled, Row

__all__ = ["Chart", "ChartRows", "ChartWindow", "OutOfReach", "chart"]

T = TypeVar("T")


class OutOfReach(Exception):
    """A row of the chart is not proved and would take long; a `Chart` makes Unknown of it."""


class ChartRows:
    """The proved rows of the chart, as far as they are asked for; raises OutOfReach where that would take long."""

    def __init__(self) -> None:
        self._near: dict[int, Periodic[int]] = {}
        self._far: list[Row] = []
        self._engine: Compiled | None = None

    def row(self, r: int) -> Periodic[int]:
        """The sequence p - q of row r, for q = r, r + 1, ..."""
        if r >= limits.CHART_PLAIN_ROWS:  # many and long: they are kept as they were computed
            return self._far_row(r).proof().sequence
        if r not in self._near:
            ahead = r + limits.CHART_ROWS_AHEAD - r % limits.CHART_ROWS_AHEAD
            known = the_oracle().known(min(ahead, limits.CHART_PLAIN_ROWS - 1))
            if isinstance(known, Unknown):
                raise OutOfReach(known.reason)
            self._near |= {slice_.width: row for slice_, row in known.items()}
        return self._near[r]

    def proof(self, r: int) -> Proof:
        """The proof of row r."""
        if r >= limits.CHART_PLAIN_ROWS:
            return self._far_row(r).proof()
        proof = the_oracle().proof(Slice((r,)))
        if isinstance(proof, Unknown):
            raise OutOfReach(proof.reason)
        return proof

    def _far_row(self, r: int) -> "Row":
        """A row beyond the reach of the oracle, by the compiled recurrence."""
        if r > limits.CHART_ROWS:
            raise OutOfReach(f"row {quote(r)} is not proved: the chart goes to row {limits.CHART_ROWS}")
        if self._engine is None:
            try:
                self._engine = compiled().Compiled(limits.CHART_ROWS)
            except (MissingExtra, CannotCompile) as missing:
                raise OutOfReach(f"row {r} is not proved: {missing}") from None
        for row in islice(self._engine.rows(), max(0, r + 1 - len(self._far))):
            self._far.append(row._replace(head=row.head.copy(), period=row.period.copy()))
        return self._far[r]

    def period(self, r: int) -> int:
        """The length of the period of row r, 0 if the row is constant in the end."""
        return len((self._far_row(r) if r >= limits.CHART_PLAIN_ROWS else self.row(r)).period)

    def start(self, r: int) -> int | None:
        """The column in which a constant row starts; None if the row is not constant."""
        row = self._far_row(r) if r >= limits.CHART_PLAIN_ROWS else self.row(r)
        return None if len(row.period) else r + len(row.head) - 1

    def term(self, r: int, a: int) -> int | None:
        """The number p - q of row r in column r + a; None where the row is over."""
        if r < limits.CHART_PLAIN_ROWS:
            return self.row(r).get(a)
        row = self._far_row(r)
        return row.value(a) - r - a if a < len(row.head) or len(row.period) else None

    def value(self, q: int, r: int) -> int:
        """f(q, r), for any column and row."""
        r = min(q, r)
        b = self.term(r, q - r)
        if b is not None:
            return q + b
        start = self.start(r)
        assert start is not None  # noqa: S101 - a row that is over is constant from its last column on
        return start


@dataclass(frozen=True, slots=True)
class ChartWindow:
    """Some rows and columns of the chart: values by row, and the column in which each constant row starts."""

    rows: range
    columns: range
    values: tuple[tuple[int, ...], ...]
    starts: tuple[int | None, ...]

    def value(self, q: int, r: int) -> int:
        """f(q, r), for a column and a row of this window."""
        if q not in self.columns or r not in self.rows:
            ends = f"columns {self.columns[0]} to {self.columns[-1]} and rows {self.rows[0]} to {self.rows[-1]}"
            raise InvalidArgument(f"the window has {ends}, got column {q} and row {r}")
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


class Chart:
    """The chart, as far as it is asked for. It belongs to one thread.

    >>> found = Chart()
    >>> [found.value(q, 3) for q in range(3, 8)], found.start(3)
    ([6, 7, 5, 5, 5], 5)
    """

    def __init__(self) -> None:
        self._rows = ChartRows()

    def value(self, q: int, r: int) -> int | Unknown:
        """f(q, r), for any column and row."""
        return or_unknown(lambda: self._rows.value(q, r))

    def start(self, r: int) -> int | Unknown | None:
        """The column in which a constant row starts; None if the row is not constant."""
        return or_unknown(lambda: self._rows.start(r))

    def proof(self, r: int) -> Proof | Unknown:
        """The proof of row r."""
        return or_unknown(lambda: self._rows.proof(r))

    def diagonal(self, upto: int) -> list[int] | Unknown:
        """The values f(n, n) for n = 0, ..., ``upto``."""
        return or_unknown(lambda: [self._rows.value(n, n) for n in _upto(upto)])

    def periods(self, upto: int) -> list[int] | Unknown:
        """The period of every row to that one, 0 for a constant row.

        >>> Chart().periods(7)
        [1, 0, 1, 0, 0, 1, 0, 1]
        """
        return or_unknown(lambda: [self._rows.period(r) for r in _upto(upto)])

    def window(self, rows: range, columns: range) -> ChartWindow | Unknown:
        """The values of some rows and columns."""
        if not rows or not columns or min(rows[0], columns[0]) < 0 or (rows.step, columns.step) != (1, 1):
            raise InvalidArgument(f"expected ranges of rows and columns from 0 on, got {rows} and {columns}")

        def window() -> ChartWindow:
            values = tuple(tuple(self._rows.value(q, r) for q in columns) for r in rows)
            return ChartWindow(rows, columns, values, tuple(map(self._rows.start, rows)))

        return or_unknown(window)


def chart(upto: int = 24, rows: range | None = None, columns: range | None = None) -> ChartWindow | Unknown:
    """The chart for q, r <= ``upto``, or for some rows and columns.

    >>> chart(5).value(4, 3), chart(rows=range(120, 122), columns=range(170, 180)).starts
    (7, (None, 172))

    Raises InvalidArgument for a window outside the chart, TooLarge for one of more than
    `limits.CHART_CELLS` values.
    """
    all_of_them = range(upto + 1)
    rows, columns = all_of_them if rows is None else rows, all_of_them if columns is None else columns
    if (rows.stop - rows.start) * (columns.stop - columns.start) > limits.CHART_CELLS:
        given = f"rows {quote(rows)} and columns {quote(columns)}"
        raise TooLarge(f"a window of the chart has at most {limits.CHART_CELLS} values, got {given}")
    return Chart().window(rows, columns)


def _upto(r: int) -> range:
    """The rows to that one; raises OutOfReach before the first of them is proved, if the last one cannot be."""
    if r > limits.CHART_ROWS:
        raise OutOfReach(f"row {quote(r)} is not proved: the chart goes to row {limits.CHART_ROWS}")
    return range(r + 1)


def or_unknown(question: Callable[[], T]) -> T | Unknown:
    """The answer to a question about rows, or Unknown if one of them is out of reach."""
    try:
        return question()
    except OutOfReach as problem:
        return Unknown(str(problem))
