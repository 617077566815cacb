"""Showing: results print as the sentences of the commands, in a terminal and in a notebook.

A result that people look at inherits from `Shown`. The functions that write the sentences are in `zchomp.words`, above
the results. They are found by name when a result is first printed, so that nothing below imports the words.
"""

from dataclasses import fields
from html import escape
from importlib import import_module
from reprlib import Repr

__all__ = ["WORDS", "Shown", "html_text"]

WORDS = {
    "BarOpenings": "bars.openings_text",
    "Census": "charts.census_text",
    "Chart": "charts.whole_chart_text",
    "ChartWindow": "charts.chart_text",
    "Height": "positions.height_text",
    "IntegerSequence": "charts.sequence_text",
    "Poset": "posets.order_text",
    "PosetBoard": "posets.board_text",
    "PosetSolution": "posets.poset_text",
    "Proof": "proofs.slice_text",
    "Proposition": "statements.proposition_text",
    "Report": "reports.report_text",
    "SlicePositions": "proofs.slice_positions_text",
    "Solution": "positions.solution_text",
    "Statistic": "charts.statistic_text",
    "Statistics": "charts.statistics_text",
    "Story": "generating_functions.story_text",
    "SumSolution": "positions.sum_text",
    "Survey": "charts.survey_text",
    "Table": "exports.table_text",
    "Winners": "winners.winners_text",
}
"""The function of `zchomp.words` that turns a result of each class into text."""

_SHORT = Repr()
_SHORT.maxtuple = _SHORT.maxlist = _SHORT.maxdict = _SHORT.maxset = 20
_SHORT.maxother = _SHORT.maxstring = _SHORT.maxlong = 400


class Shown:
    """A dataclass whose text is a sentence, and whose representation is short even if the result is huge.

    >>> import zchomp
    >>> print(zchomp.prove(5)[5])
    [5, 0, 5], [5, 1, 3], [5, 2 + a, 4]
    """

    __slots__ = ()

    def __str__(self) -> str:
        module, _, function = WORDS[type(self).__name__].partition(".")
        return str(getattr(import_module(f"zchomp.words.{module}"), function)(self))

    def __repr__(self) -> str:
        values = (f"{field.name}={_SHORT.repr(getattr(self, field.name))}" for field in fields(self) if field.repr)  # type: ignore[arg-type]
        return f"{type(self).__name__}({', '.join(values)})"

    def _repr_html_(self) -> str:
        return html_text(str(self))


def html_text(text: str) -> str:
    """Return a text for a notebook, with its lines kept and its signs escaped.

    >>> html_text("a < b")
    '<pre>a &lt; b</pre>'
    """
    return f"<pre>{escape(text)}</pre>"
