"""zchomp: a proof engine for the game of Chomp.

>>> import zchomp
>>> zchomp.outcome("(20068,20000,115)")
<Outcome.LOSER: 'loser'>
>>> zchomp.prove(upto=5)[5].sequence
Periodic(head=(5, 3), period=(4,))

Every function that takes a position accepts a `Position`, a text like "9,7,4", "[4,3,2]" or "3x5", or rows like
(9, 7, 4); every function that takes a slice accepts a `Slice`, a third row like 5, or a tail like (4, 2). What is not
known is an `Unknown`, with the reason. The functions may be used by several threads; a `Chart` or a game belongs to
one. Everything is imported when it is first used, large libraries (sympy, networkx, numba, matplotlib) too.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from zchomp.version import VERSION

if TYPE_CHECKING:
    from zchomp import posets
    from zchomp.answers.census import Census, Discrepancy, PeriodCount, census
    from zchomp.answers.chart import Chart, ChartWindow, chart
    from zchomp.answers.exports import CensusLine, ChartLine, LoserLine, SliceLine, Table, tabulate
    from zchomp.answers.game_graph import game_graph
    from zchomp.answers.heights import Formula, Height, height
    from zchomp.answers.openings import BarOpenings, openings
    from zchomp.answers.oracle import Oracle
    from zchomp.answers.questions import nim_value, outcome, solve, winning_moves
    from zchomp.answers.sequences import Sequence, sequence
    from zchomp.answers.solution import Solution, Source, WinningMove
    from zchomp.answers.stories import conjectures, generating_functions
    from zchomp.answers.sums import SumSolution, solve_sum
    from zchomp.answers.survey import Statistic, Survey, statistics, survey
    from zchomp.answers.symbols import SymbolicLoser
    from zchomp.answers.tables import grundy, losers
    from zchomp.answers.winners import SymbolicWinner, winners
    from zchomp.certificate.certify import Report, Verdict, certify, verify, write_certificate
    from zchomp.certificate.coq import coq_module
    from zchomp.certificate.format import read_certificate, shipped_certificate
    from zchomp.engines.genfun.coverage import Coverage
    from zchomp.engines.genfun.search import Story
    from zchomp.engines.prover import prove
    from zchomp.engines.slices.recurrence import two_rowed_losers
    from zchomp.errors import ZchompError
    from zchomp.periodic import Kind, Periodic
    from zchomp.pictures.bars import plot_bar
    from zchomp.pictures.charts import plot_chart, plot_diagonal, plot_periods, plot_row
    from zchomp.pictures.posets import plot_game_graph, plot_poset
    from zchomp.pictures.style import save_picture
    from zchomp.position import Move, Outcome, Position
    from zchomp.results import AtLeast, BySlice, Claim, Proof, Proofs, Unknown
    from zchomp.slices import Slice
    from zchomp.words.exports import write_table
    from zchomp.words.propositions import Proposition, proposition

__all__ = [
    "AtLeast",
    "BarOpenings",
    "BySlice",
    "Census",
    "CensusLine",
    "Chart",
    "ChartLine",
    "ChartWindow",
    "Claim",
    "Coverage",
    "Discrepancy",
    "Formula",
    "Height",
    "Kind",
    "LoserLine",
    "Move",
    "Oracle",
    "Outcome",
    "PeriodCount",
    "Periodic",
    "Position",
    "Proof",
    "Proofs",
    "Proposition",
    "Report",
    "Sequence",
    "Slice",
    "SliceLine",
    "Solution",
    "Source",
    "Statistic",
    "Story",
    "SumSolution",
    "Survey",
    "SymbolicLoser",
    "SymbolicWinner",
    "Table",
    "Unknown",
    "Verdict",
    "WinningMove",
    "ZchompError",
    "__version__",
    "census",
    "certify",
    "chart",
    "conjectures",
    "coq_module",
    "game_graph",
    "generating_functions",
    "grundy",
    "height",
    "losers",
    "nim_value",
    "openings",
    "outcome",
    "plot_bar",
    "plot_chart",
    "plot_diagonal",
    "plot_game_graph",
    "plot_periods",
    "plot_poset",
    "plot_row",
    "posets",
    "proposition",
    "prove",
    "read_certificate",
    "save_picture",
    "sequence",
    "shipped_certificate",
    "solve",
    "solve_sum",
    "statistics",
    "survey",
    "tabulate",
    "two_rowed_losers",
    "verify",
    "winners",
    "winning_moves",
    "write_certificate",
    "write_table",
]

__version__ = VERSION

_PLACES = {
    "AtLeast": "zchomp.results",
    "BarOpenings": "zchomp.answers.openings",
    "BySlice": "zchomp.results",
    "Census": "zchomp.answers.census",
    "CensusLine": "zchomp.answers.exports",
    "Chart": "zchomp.answers.chart",
    "ChartLine": "zchomp.answers.exports",
    "ChartWindow": "zchomp.answers.chart",
    "Claim": "zchomp.results",
    "Coverage": "zchomp.engines.genfun.coverage",
    "Discrepancy": "zchomp.answers.census",
    "Formula": "zchomp.answers.heights",
    "Height": "zchomp.answers.heights",
    "Kind": "zchomp.periodic",
    "LoserLine": "zchomp.answers.exports",
    "Move": "zchomp.position",
    "Oracle": "zchomp.answers.oracle",
    "Outcome": "zchomp.position",
    "PeriodCount": "zchomp.answers.census",
    "Periodic": "zchomp.periodic",
    "Position": "zchomp.position",
    "Proof": "zchomp.results",
    "Proofs": "zchomp.results",
    "Proposition": "zchomp.words.propositions",
    "Report": "zchomp.certificate.certify",
    "Sequence": "zchomp.answers.sequences",
    "Slice": "zchomp.slices",
    "SliceLine": "zchomp.answers.exports",
    "Solution": "zchomp.answers.solution",
    "Source": "zchomp.answers.solution",
    "Statistic": "zchomp.answers.survey",
    "Story": "zchomp.engines.genfun.search",
    "SumSolution": "zchomp.answers.sums",
    "Survey": "zchomp.answers.survey",
    "SymbolicLoser": "zchomp.answers.symbols",
    "SymbolicWinner": "zchomp.answers.winners",
    "Table": "zchomp.answers.exports",
    "Unknown": "zchomp.results",
    "Verdict": "zchomp.certificate.certify",
    "WinningMove": "zchomp.answers.solution",
    "ZchompError": "zchomp.errors",
    "census": "zchomp.answers.census",
    "certify": "zchomp.certificate.certify",
    "chart": "zchomp.answers.chart",
    "conjectures": "zchomp.answers.stories",
    "coq_module": "zchomp.certificate.coq",
    "game_graph": "zchomp.answers.game_graph",
    "generating_functions": "zchomp.answers.stories",
    "grundy": "zchomp.answers.tables",
    "height": "zchomp.answers.heights",
    "losers": "zchomp.answers.tables",
    "nim_value": "zchomp.answers.questions",
    "openings": "zchomp.answers.openings",
    "outcome": "zchomp.answers.questions",
    "plot_bar": "zchomp.pictures.bars",
    "plot_chart": "zchomp.pictures.charts",
    "plot_diagonal": "zchomp.pictures.charts",
    "plot_game_graph": "zchomp.pictures.posets",
    "plot_periods": "zchomp.pictures.charts",
    "plot_poset": "zchomp.pictures.posets",
    "plot_row": "zchomp.pictures.charts",
    "proposition": "zchomp.words.propositions",
    "prove": "zchomp.engines.prover",
    "read_certificate": "zchomp.certificate.format",
    "save_picture": "zchomp.pictures.style",
    "sequence": "zchomp.answers.sequences",
    "shipped_certificate": "zchomp.certificate.format",
    "solve": "zchomp.answers.questions",
    "solve_sum": "zchomp.answers.sums",
    "statistics": "zchomp.answers.survey",
    "survey": "zchomp.answers.survey",
    "tabulate": "zchomp.answers.exports",
    "two_rowed_losers": "zchomp.engines.slices.recurrence",
    "verify": "zchomp.certificate.certify",
    "winners": "zchomp.answers.winners",
    "winning_moves": "zchomp.answers.questions",
    "write_certificate": "zchomp.certificate.certify",
    "write_table": "zchomp.words.exports",
}
"""Where each name is."""


def __getattr__(name: str) -> object:
    """Import a name when it is first used."""
    if name == "posets":
        return import_module("zchomp.posets")
    if name not in _PLACES:
        raise AttributeError(f"module 'zchomp' has no attribute {name!r}")
    globals()[name] = found = getattr(import_module(_PLACES[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
