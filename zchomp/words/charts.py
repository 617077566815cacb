"""Words about Brouwer's chart."""

from zchomp.answers.chart import Chart
from zchomp.answers.survey import PRINTED_FOR, Statistic

__all__ = ["chart_csv", "chart_text", "statistics_text"]


def chart_text(chart: Chart, rows: range, columns: range, values: list[list[int]]) -> str:
    """A window of the chart as [BHMS05] prints it: r upwards, q to the right, * where a constant row starts."""
    cells = [
        [
            "" if q < r else f"{'*' if chart.start(r) == q else ''}{value}"
            for q, value in zip(columns, line, strict=True)
        ]
        for r, line in zip(rows, values, strict=True)
    ]
    width = max(len(str(columns[-1])), *(len(cell) for line in cells for cell in line))
    margin = len(str(rows[-1]))
    shown = [
        f"{r:>{margin}} | " + " ".join(f"{cell:>{width}}" for cell in line) for r, line in zip(rows, cells, strict=True)
    ]
    ruler = f"{'':>{margin}} | " + " ".join(f"{q:>{width}}" for q in columns)
    return "\n".join(line.rstrip() for line in [*reversed(shown), "-" * len(ruler), ruler])


def chart_csv(rows: range, columns: range, values: list[list[int]]) -> str:
    """The same as comma-separated values, with q in the first line and r in the first column."""
    lines = [["r\\q", *map(str, columns)], *([str(r), *map(str, line)] for r, line in zip(rows, values, strict=True))]
    return "\n".join(",".join(line) for line in lines)


def statistics_text(upto: int, statistics: list[Statistic]) -> str:
    """What was found, what is printed, and how the two compare."""
    lines = [f"Three-rowed Chomp, all rows and columns below {upto}, from proved rows; [BHMS05] went to {PRINTED_FOR}."]
    for one in statistics:
        verdict = f"  ({one.verdict})" if one.verdict else ""
        lines.append(f"  {one.section:<4}  {one.about}{verdict}")
        lines.append(f"          found    {one.found}")
        lines.append(f"          printed  {one.printed}")
    return "\n".join(lines)
