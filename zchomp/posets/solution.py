"""Solutions: who wins at Chomp on a poset, by which moves, and why."""

from dataclasses import dataclass

from zchomp import limits
from zchomp.amounts import duration
from zchomp.answers.solution import Solution
from zchomp.bitsets import members
from zchomp.effort import valid_effort
from zchomp.errors import TooLarge
from zchomp.posets.families import PosetBoard
from zchomp.posets.search import deep_recursion
from zchomp.posets.strategy import PosetClaim, Strategy
from zchomp.posets.strategy_search import find_strategy
from zchomp.posets.symmetry import MirrorProof
from zchomp.position import Outcome
from zchomp.progress import Progress, reporting
from zchomp.results import Solved, Unknown
from zchomp.sources import Source

__all__ = ["PosetSolution"]


@dataclass(frozen=True, slots=True, repr=False)
class PosetSolution(Solved[str], words="posets"):
    """Who wins at a position on a board, and why.

    ``left``        the set of the remaining elements
    ``winning``     the set of the moves that are known to win
    ``nim_value``   None if it was not requested, Unknown if it would take too long
    ``mirror``      a proof by symmetry that the position is lost, or that a winning move leaves a lost one
    ``searched``    the number of positions that the search solved, 0 without a search
    ``theorem``     the theorem that decided, in words
    ``missing``     why there may be other winning moves; None if ``winning`` has all of them
    ``sources``     where the answer comes from
    ``taken``       the earlier moves, in order
    ``digest``      the SHA-256 of the table of all positions, if there was one
    ``bar``         the solution as a bar, if the position is one
    """

    board: PosetBoard
    left: int
    outcome: Outcome
    winning: int
    nim_value: int | Unknown | None
    mirror: MirrorProof | None
    searched: int = 0
    theorem: str | None = None
    missing: Unknown | None = None
    sources: tuple[Source, ...] = ()
    taken: tuple[int, ...] = ()
    digest: str | None = None
    bar: Solution | None = None

    @property
    def taken_names(self) -> tuple[str, ...]:
        """The names of the elements taken so far, in order."""
        return tuple(self.board.poset.elements[x] for x in self.taken)

    @property
    def known_winning_moves(self) -> tuple[str, ...]:
        """The names of the elements that are known to win when taken."""
        return self.board.poset.names(self.winning)

    @property
    def best(self) -> int | None:
        """The winning move that leaves the fewest elements, by its number, or None if none is known."""
        above = self.board.poset.above
        return max(members(self.winning), key=lambda x: (above[x] & self.left).bit_count(), default=None)

    def certificate(self, *, effort: float | None = None, progress: Progress | None = None) -> Strategy | Unknown:
        """A strategy that proves this answer, for `zchomp.verify`, or Unknown if finding it takes more effort.

        ``progress`` receives how far a long search has come.

        >>> from zchomp.posets import bar, solve
        >>> solve(bar("2x3")).certificate().members
        3
        """
        progress = reporting(progress)
        if self.outcome is Outcome.WINNER and not self.winning:
            return Unknown(f"no winning move on {self.board.title} is known, so there is no strategy to write")
        seconds = limits.STRATEGY_EFFORT if effort is None else valid_effort(effort)
        winning = tuple(members(self.winning))
        claimed = PosetClaim(self.board.poset, self.board.poisoned, self.taken, winning, self.missing is None)
        try:
            with deep_recursion(len(self.board.poset)):
                return find_strategy(claimed, int(seconds * limits.POSET_PACE), progress)
        except TooLarge:
            return Unknown(f"a strategy on {self.board.title} was not found with an effort of {duration(seconds)}")
