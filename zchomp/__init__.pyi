"""The public names: where each is defined.

This is the only list of them. Type checkers read it, and so does `zchomp/__init__.py` when a name is first used.
"""

from . import posets as posets
from .answers.census import Census as Census
from .answers.census import Discrepancy as Discrepancy
from .answers.census import PeriodCount as PeriodCount
from .answers.census import census as census
from .answers.chart import Chart as Chart
from .answers.chart import ChartWindow as ChartWindow
from .answers.chart import chart as chart
from .answers.exports import CensusLine as CensusLine
from .answers.exports import ChartLine as ChartLine
from .answers.exports import LoserLine as LoserLine
from .answers.exports import SliceLine as SliceLine
from .answers.exports import Table as Table
from .answers.exports import tabulate as tabulate
from .answers.game_graph import game_graph as game_graph
from .answers.heights import Formula as Formula
from .answers.heights import Height as Height
from .answers.heights import height as height
from .answers.openings import BarOpenings as BarOpenings
from .answers.openings import openings as openings
from .answers.oracle import Oracle as Oracle
from .answers.questions import nim_value as nim_value
from .answers.questions import outcome as outcome
from .answers.questions import solve as solve
from .answers.questions import winning_moves as winning_moves
from .answers.sequences import Sequence as Sequence
from .answers.sequences import sequence as sequence
from .answers.solution import Solution as Solution
from .answers.solution import Source as Source
from .answers.solution import WinningMove as WinningMove
from .answers.stories import conjectures as conjectures
from .answers.stories import generating_functions as generating_functions
from .answers.sums import SumSolution as SumSolution
from .answers.sums import solve_sum as solve_sum
from .answers.survey import Statistic as Statistic
from .answers.survey import Survey as Survey
from .answers.survey import statistics as statistics
from .answers.survey import survey as survey
from .answers.symbols import SymbolicLoser as SymbolicLoser
from .answers.tables import grundy as grundy
from .answers.tables import losers as losers
from .answers.winners import SymbolicWinner as SymbolicWinner
from .answers.winners import winners as winners
from .certificate.certify import Report as Report
from .certificate.certify import Verification as Verification
from .certificate.certify import certify as certify
from .certificate.certify import verify as verify
from .certificate.certify import write_certificate as write_certificate
from .certificate.coq import coq_module as coq_module
from .certificate.format import read_certificate as read_certificate
from .certificate.format import shipped_certificate as shipped_certificate
from .engines.genfun.coverage import Coverage as Coverage
from .engines.genfun.search import Story as Story
from .engines.prover import prove as prove
from .engines.slices.recurrence import two_rowed_losers as two_rowed_losers
from .errors import ZchompError as ZchompError
from .periodic import Kind as Kind
from .periodic import Periodic as Periodic
from .pictures.bars import plot_bar as plot_bar
from .pictures.charts import plot_chart as plot_chart
from .pictures.charts import plot_diagonal as plot_diagonal
from .pictures.charts import plot_periods as plot_periods
from .pictures.charts import plot_row as plot_row
from .pictures.posets import plot_game_graph as plot_game_graph
from .pictures.posets import plot_poset as plot_poset
from .pictures.style import save_picture as save_picture
from .position import Move as Move
from .position import Outcome as Outcome
from .position import Position as Position
from .results import AtLeast as AtLeast
from .results import BySlice as BySlice
from .results import Claim as Claim
from .results import Proof as Proof
from .results import Proofs as Proofs
from .results import Unknown as Unknown
from .slices import Slice as Slice
from .words.exports import write_table as write_table
from .words.propositions import Proposition as Proposition
from .words.propositions import proposition as proposition

__version__: str
__all__: list[str]
