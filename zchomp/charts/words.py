"""Words about Brouwer's chart, about its statistics, and about the census of its rows."""

from collections.abc import Iterator
from dataclasses import asdict, astuple, fields

from zchomp.charts.chart import Chart, ChartWindow
from zchomp.charts.sequences import IntegerSequence, Terms
from zchomp.charts.survey import PRINTED_UPTO, Census, Statistic, Statistics, Survey
from zchomp.core.documents import Data, sources_data
from zchomp.core.showing import headed, shows
from zchomp.core.tables import Table, grid_latex, grid_text

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


@shows(IntegerSequence)
def sequence_text(sequence: IntegerSequence) -> str:
    """What a sequence is about."""
    return f"{sequence.name}: {sequence.about}, from n = {sequence.offset} on, at most {sequence.most} terms"


@shows(Terms)
def terms_text(terms: Terms) -> str:
    """The terms in one line."""
    return ", ".join(map(str, terms.found))


@shows(Terms, "bfile")
def terms_bfile(terms: Terms) -> str:
    """An OEIS b-file: index and term on each line."""
    return "\n".join(f"{n} {term}" for n, term in enumerate(terms.found, terms.sequence.offset))


@shows(Terms, "table")
def terms_table(terms: Terms) -> Table:
    """The same as a table."""
    return Table(("n", "term"), lambda: enumerate(terms.found, terms.sequence.offset))


@shows(Terms, "json")
def terms_data(terms: Terms) -> Data:
    """The same as data."""
    of = terms.sequence
    return {"name": of.name, "about": of.about, "offset": of.offset, "terms": list(terms.found)}


@shows(Survey)
def survey_text(found: Survey) -> str:
    """How many rows a survey has, and how many of them become constant."""
    constant = f"{len(found.constants)} of {found.upto + 1} rows become constant by then"
    return f"A survey of the chart, rows and columns up to {found.upto}: {constant}; statistics(survey) evaluates it."


@shows(Statistics)
def statistics_text(statistics: Statistics) -> str:
    """The figures that were found, those that are printed, and how they compare."""
    upto = statistics.upto
    lines = [
        f"Statistics of the chart, all rows and columns up to {upto}",
        f"Found: from proved rows. Printed: in [BHMS05], for numbers up to {PRINTED_UPTO}.",
        LETTERS,
    ]
    return headed(*lines, *(statistic_text(one, upto) for one in statistics))


@shows(Statistic)
def statistic_text(one: Statistic, upto: int | None = None) -> str:
    """One statistic, in three or four lines."""
    verdict = f"  ({one.verdict})" if one.verdict else ""
    lines = [
        f"  {one.section:<4}  {one.about}{verdict}",
        f"          found    {one.found}{_not_known(one, upto)}",
        f"          printed  {one.printed}",
    ]
    if one.theorem:
        lines.append(f"          proved   for all n (Coq theorem {one.theorem})")
    return "\n".join(lines)


def _not_known(one: Statistic, upto: int | None) -> str:
    """The reservation about a statement that has no exception here, but no theorem for all n."""
    is_open = one.found == "no exception" and not one.theorem
    here = "" if upto is None else f" up to {upto}"
    return f"{here}; not known for all n" if is_open else ""


@shows(Statistics, "table")
def statistics_table(statistics: Statistics) -> Table:
    """The same as lines."""
    return Table(tuple(field.name for field in fields(Statistic)), lambda: map(astuple, statistics))


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


@shows(Census, "json")
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
