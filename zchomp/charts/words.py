"""Words about Brouwer's chart, about its statistics, and about the census of its rows."""

from collections.abc import Sequence
from dataclasses import asdict

from zchomp.charts.chart import Chart, ChartWindow
from zchomp.charts.sequences import IntegerSequence
from zchomp.charts.survey import PRINTED_FOR, Census, Statistic, Statistics, Survey
from zchomp.core.documents import Data, csv_text, sources_data
from zchomp.core.showing import headed, shows

LEGEND = headed(
    "Brouwer's chart: f(q, r) is the first row of a loser",
    "Its second row q runs to the right, its third row r upwards. "
    "A * marks the last loser with third row r; beyond it the row is constant, and has no losers.",
)
"""The heading of a chart, and its signs."""

LETTERS = (
    "d_n = f(n, n). (q_n, r_n): the n-th constant row r_n, and the column q_n where it starts. "
    "m_r: the least value of row r right of the diagonal; k_r: its column. α = 1 + 1/√2, β = 1 + √2."
)
"""The letters of the statistics."""

CENSUS_LETTERS = (
    "N(r): the column from which row r of the chart is periodic or constant. d_n = f(n, n). "
    "(q_n, r_n): the n-th finite slice r_n, and the column q_n where it ends. α = 1 + 1/√2, β = 1 + √2."
)
"""The letters of a census."""


@shows(ChartWindow)
def chart_text(window: ChartWindow, width: int | None = None) -> str:
    """A window of the chart as [BHMS05] prints it: r upwards, q to the right, * where a constant row starts.

    If a width is given and the columns do not fit, they come in blocks, one below the other.
    """
    return grid_text(window.rows, window.columns, _cells(window, "*"), width)


def chart_latex(window: ChartWindow) -> str:
    """The same as an array for LaTeX."""
    return grid_latex(window.rows, window.columns, _cells(window, "{}^{*}"))


def grid_text(
    rows: Sequence[int], columns: Sequence[int], cells: Sequence[Sequence[str]], width: int | None = None
) -> str:
    """Cells with their rows upwards and their columns to the right, in blocks if they do not fit into a width.

    >>> print(grid_text([0, 1], [5, 6], [["1", "2"], ["", "30"]]))
    1 |    30
    0 |  1  2
    ---------
      |  5  6
    """
    size = max(len(str(columns[-1])), *(len(cell) for line in cells for cell in line))
    margin = len(str(rows[-1]))
    across = len(columns) if width is None else max(1, (width - margin - 2) // (size + 1))
    blocks = []
    for start in range(0, len(columns), across):
        part = slice(start, start + across)
        lines = [
            f"{row:>{margin}} | " + " ".join(f"{cell:>{size}}" for cell in line[part])
            for row, line in zip(rows, cells, strict=True)
            if len(columns) <= across or any(line[part])
        ]
        ruler = f"{'':>{margin}} | " + " ".join(f"{column:>{size}}" for column in columns[part])
        blocks.append("\n".join(line.rstrip() for line in [*reversed(lines), "-" * len(ruler), ruler]))
    return "\n\n".join(blocks)


def grid_latex(rows: Sequence[int], columns: Sequence[int], cells: Sequence[Sequence[str]]) -> str:
    """The same as an array for LaTeX."""
    lines = [" & ".join([str(row), *line]) for row, line in zip(rows, cells, strict=True)]
    body = " \\\\\n".join([*reversed(lines), rf"\hline {' & '.join(['', *map(str, columns)])}"])
    return f"\\[\n\\begin{{array}}{{r|{'r' * len(columns)}}}\n{body}\n\\end{{array}}\n\\]"


def _cells(window: ChartWindow, mark: str) -> list[list[str]]:
    """The values by row as text: nothing where q < r, and a mark before the start of a constant row."""
    return [
        ["" if q < r else f"{mark * (start == q)}{value}" for q, value in zip(window.columns, line, strict=True)]
        for r, start, line in zip(window.rows, window.starts, window.values, strict=True)
    ]


def chart_csv(window: ChartWindow) -> str:
    """The same as comma-separated values, with q in the first line and r in the first column."""
    lines = ([r, *line] for r, line in zip(window.rows, window.values, strict=True))
    return csv_text(["r\\q", *window.columns], lines)


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


@shows(IntegerSequence)
def sequence_text(sequence: IntegerSequence) -> str:
    """What a sequence is about."""
    return f"{sequence.name}: {sequence.about}, from n = {sequence.offset} on, at most {sequence.most} terms"


@shows(Survey)
def survey_text(found: Survey) -> str:
    """How many rows a survey has, and how many of them become constant."""
    rows = f"{found.below} rows, {len(found.constants)} of which become constant before column {found.below}"
    return f"A survey of the chart, rows and columns below {found.below}: {rows}; statistics(survey) evaluates it."


@shows(Statistics)
def statistics_text(statistics: Statistics) -> str:
    """The figures that were found, those that are printed, and how they compare."""
    below = statistics.below
    lines = [
        f"Statistics of the chart, all rows and columns below {below}",
        f"Found: from proved rows. Printed: in [BHMS05], for numbers below {PRINTED_FOR}.",
        LETTERS,
    ]
    return headed(*lines, *(statistic_text(one, below) for one in statistics))


@shows(Statistic)
def statistic_text(one: Statistic, below: int | None = None) -> str:
    """One statistic, in three or four lines."""
    verdict = f"  ({one.verdict})" if one.verdict else ""
    lines = [
        f"  {one.section:<4}  {one.about}{verdict}",
        f"          found    {one.found}{_not_known(one, below)}",
        f"          printed  {one.printed}",
    ]
    if one.theorem:
        lines.append(f"          proved   for all n (Coq theorem {one.theorem})")
    return "\n".join(lines)


def _not_known(one: Statistic, below: int | None) -> str:
    """The reservation about a statement that has no exception here, but no theorem for all n."""
    is_open = one.found == "no exception" and not one.theorem
    here = "" if below is None else f" below {below}"
    return f"{here}; not known for all n" if is_open else ""


def statistics_data(statistics: Sequence[Statistic]) -> list[Data]:
    """The same as data."""
    return [asdict(one) for one in statistics]


def statistics_csv(statistics: Sequence[Statistic]) -> str:
    """The same as comma-separated values."""
    data = statistics_data(statistics)
    return csv_text([*data[0]], ([*one.values()] for one in data))


@shows(Census)
def census_text(found: Census) -> str:
    """How many slices there are of each kind, the deviation from the slopes, and the digest of the certificate."""
    slices = found.upto + 1
    lines = [
        f"Three-rowed Chomp, third rows to {found.upto}: {slices} slices, each proved.",
        f"  finite       {found.finite}",
    ]
    lines += [f"  period {one.length:<5} {one.slices}, the first with third row {one.first}" for one in found.periods]
    lines.append(CENSUS_LETTERS)
    for one in found.discrepancies:
        at = one.about[2]  # the r of N(r), the n of d_n
        extremes = f"{one.least} ({at} = {one.least_at}) to {one.largest} ({at} = {one.largest_at})"
        lines.append(f"  {one.about:<11}  {extremes}")
    offsets = ", ".join(
        f"{offset} ({'once' if times == 1 else f'{times} times'})" for offset, times in found.offsets.items()
    )
    lines += [
        f"  r_n - ⌊αn⌋   {offsets}",
        f"The compact certificate would have {found.bytes} bytes. It was not written and not verified.",
        f"  SHA-256      {found.sha256}",
    ]
    return headed(*lines)


def census_data(found: Census) -> Data:
    """The same as data. Discrepancies are decimal numbers, rounded down, as text."""
    return {
        "upto": found.upto,
        "slices": found.upto + 1,
        **asdict(found),
        "discrepancies": [
            {**asdict(one), "least": str(one.least), "largest": str(one.largest)} for one in found.discrepancies
        ],
        "offsets": [{"offset": offset, "times": times} for offset, times in found.offsets.items()],
    }
