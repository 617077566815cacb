"""Solutions: who wins at Chomp on a poset, by which moves, and why.

    how              result
    search           all winning moves, and the nim-value; only for boards that are small enough
    symmetry         a proof that can be checked without a search; of a winner one winning move is known
    a theorem        all winning moves and the nim-value of trees and bipartite graphs (`theorems`)
    strategy stealing   a board with a largest element is a winner; the winning moves are not known

A proof by symmetry is tried first in every case. Everything has a limit, except a search with ``force``.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import NamedTuple, Self

from zchomp import limits
from zchomp.errors import InvalidPoset, TooLarge, quote, require
from zchomp.posets.families import PosetBoard
from zchomp.posets.poset import Poset, members
from zchomp.posets.search import SMALL_GROUP, Effort, PosetGame, colour_classes, estimate_positions, largest_group
from zchomp.posets.symmetry import MirrorProof, prove_lost
from zchomp.posets.theorems import STEALING, TheoremAnswer, by_theorem, has_largest
from zchomp.position import Outcome
from zchomp.results import Unknown
from zchomp.showing import Shown

__all__ = ["PosetSolution", "estimate_text", "solve"]


@dataclass(frozen=True, slots=True, repr=False)
class PosetSolution(Shown, words="posets"):
    """Who wins at a position on a board, and why.

    ``left``        the set of the remaining elements
    ``winning``     the set of the moves that are known to win
    ``nim_value``   None if it was not requested, Unknown if it would take too long
    ``mirror``      a proof by symmetry that the position is lost, or that a winning move leaves a lost one
    ``searched``    the number of positions that the search solved, 0 without a search
    ``theorem``     the theorem that decided, in words
    ``missing``     why there may be other winning moves; None if ``winning`` has all of them
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

    @property
    def winning_moves(self) -> tuple[str, ...]:
        """The names of the winning moves that are known."""
        return self.board.poset.names(self.winning)


def solve(
    board: PosetBoard | Poset, after: Sequence[str] = (), nim: bool = False, force: bool = False
) -> PosetSolution | Unknown:
    """Who wins on a board after some moves, by which moves, and why. A poset alone is a board without poison.

    With ``nim`` the nim-value is computed too. The answer is Unknown, with an estimate of the size, if neither
    symmetry nor a theorem nor a search of limited size decides. With ``force`` the search has no limit.

    >>> from zchomp.posets.families import bar, platonic
    >>> solution = solve(bar("8x10"))
    >>> solution.outcome, solution.winning_moves, solution.missing
    (<Outcome.WINNER: 'winner'>, ('5,6', '4,9'), None)
    >>> solve(platonic("dodecahedron"), after=["body"]).outcome
    <Outcome.LOSER: 'loser'>

    Raises InvalidPoset if a move names no element, or one that has been taken.
    """
    if isinstance(board, Poset):
        board = PosetBoard("poset", "the poset", board)
    require(board, PosetBoard, "the board must be a Poset, or a board like bar('8x10')")
    if isinstance(after, str) or not isinstance(after, Sequence) or not all(isinstance(name, str) for name in after):
        raise InvalidPoset(f"the moves are a list of names of elements, like ['4,9'], got {quote(after)}")
    game = PosetGame(board.poset, board.poisoned)
    taken = tuple(map(board.poset.find, after))
    left = game.after(game.start, taken)
    effort = Effort(limits.MIRROR_EFFORT)
    mirror = prove_lost(game, taken, effort=effort)
    if mirror is not None:
        return PosetSolution(board, left, Outcome.LOSER, 0, 0, mirror)
    with _deep_recursion(len(board.poset)):
        stated = by_theorem(board.poset, left)
        if stated is not None and not force and left.bit_count() > limits.POSET_FORMULA:
            return _from_theorem(board, game, taken, left, stated, effort)
        size = SearchSize(None, exact=False, is_symmetric=True)
        if not force:
            size = SearchSize.of(board.poset, left)
            budget = None if size.is_quick() else limits.POSET_TRIAL
            work = limits.POSET_EFFORT if budget is None else size.trial_effort()
            game = PosetGame(board.poset, board.poisoned, budget, Effort(work))
        try:
            winning = game.winning_moves(left)
        except TooLarge:
            tried = f"Chomp on {board.title} has {size.text()}, {_how_far(size, game.solved)}"
            return _by_symmetry(board, game, taken, left, nim, effort, tried, size.advice())
        value: int | Unknown | None
        try:
            value = 0 if not winning else game.nim_value(left) if nim else None
        except TooLarge as problem:
            value = Unknown(f"the nim-value of {board.title}: {problem}")
    outcome = Outcome.WINNER if winning else Outcome.LOSER
    mirror = _after_one_of(game, taken, winning, effort)
    return PosetSolution(board, left, outcome, winning, value, mirror, game.solved)


class SearchSize(NamedTuple):
    """How many positions a search may meet: an estimate if ``exact``, else a lower bound; None if not known."""

    positions: int | None
    exact: bool
    is_symmetric: bool

    @classmethod
    def of(cls, poset: Poset, left: int) -> Self:
        """The size of a position."""
        effort = Effort(limits.POSET_SIZE_EFFORT)
        try:
            positions, exact = estimate_positions(poset, left, effort)
            may_be_quick = exact and positions <= limits.POSET_POSITIONS
            return cls(positions, exact, may_be_quick and largest_group(poset, left, effort) > SMALL_GROUP)
        except TooLarge:
            return cls(None, False, True)

    def most(self) -> int:
        """The largest number of positions to search; smaller with symmetry, where each position is more work."""
        return limits.POSET_POSITIONS // 20 if self.is_symmetric else limits.POSET_POSITIONS

    def is_quick(self) -> bool:
        """Whether a search takes seconds."""
        return self.exact and self.positions is not None and self.positions <= self.most()

    def trial_effort(self) -> int:
        """The effort for a trial search: little if there are far too many positions."""
        is_hopeless = self.positions is None or self.positions > limits.POSET_HOPELESS
        return limits.POSET_TRIAL_EFFORT // 10 if is_hopeless else limits.POSET_TRIAL_EFFORT

    def text(self) -> str:
        """The size in words."""
        if self.positions is None:
            return "very many positions"
        digits = len(str(self.positions)) - 1
        shown = self.positions if digits < 7 else f"10^{digits}"
        return f"{'about' if self.exact else 'more than'} {shown} positions"

    def advice(self) -> str:
        """How to get an answer, if a search without a limit would end within hours."""
        ends = self.exact and self.positions is not None and self.positions <= limits.POSET_FORCED
        return "; retry with force to search all of them" if ends else ""


def estimate_text(board: PosetBoard, after: Sequence[str] = ()) -> str:
    """About how many positions there are after some moves, in words."""
    game = PosetGame(board.poset, board.poisoned)
    return SearchSize.of(board.poset, game.after(game.start, map(board.poset.find, after))).text()


def _from_theorem(
    board: PosetBoard, game: PosetGame, taken: tuple[int, ...], left: int, stated: TheoremAnswer, effort: Effort
) -> PosetSolution:
    """The solution that a theorem gives, with a proof by symmetry if the remaining effort finds one."""
    mirror = _after_one_of(game, taken, stated.winning, effort)
    outcome = Outcome.WINNER if stated.winning else Outcome.LOSER
    return PosetSolution(board, left, outcome, stated.winning, stated.nim_value, mirror, theorem=stated.theorem)


def _after_one_of(game: PosetGame, taken: tuple[int, ...], winning: int, effort: Effort) -> MirrorProof | None:
    """A proof by symmetry that one of the winning moves leaves a lost position."""
    proofs = (prove_lost(game, (*taken, x), effort=effort) for x in members(winning) if effort.left)
    return next((proof for proof in proofs if proof is not None), None)


def _by_symmetry(
    board: PosetBoard,
    game: PosetGame,
    taken: tuple[int, ...],
    left: int,
    nim: bool,
    effort: Effort,
    tried: str,
    advice: str,
) -> PosetSolution | Unknown:
    """A winner, by a move that leaves a position lost by symmetry, or else by strategy stealing.

    Of elements that look alike only one is tried.
    """
    value = Unknown(f"{tried}, and symmetry does not give the nim-value of a winner{advice}") if nim else None
    missing = Unknown(f"{tried}{advice}")
    with suppress(TooLarge):
        for alike in colour_classes(board.poset, left, effort)[: limits.MIRROR_KINDS]:
            x = next(members(alike))
            proof = prove_lost(game, (*taken, x), effort=effort)
            if proof is not None:
                return PosetSolution(board, left, Outcome.WINNER, 1 << x, value, proof, missing=missing)
    if has_largest(board.poset, left):
        return PosetSolution(board, left, Outcome.WINNER, 0, value, None, theorem=STEALING, missing=missing)
    return Unknown(f"{tried}, and no proof by symmetry was found{advice}")


def _how_far(size: SearchSize, solved: int) -> str:
    """Why there was no full search, or how far it came."""
    if size.is_quick():
        return f"and a search of limited effort ended after {solved} of them"
    tried = f"; the first {solved} did not settle it" if solved else ""
    return f"too many to search (at most about {size.most()} are searched){tried}"


@contextmanager
def _deep_recursion(elements: int) -> Iterator[None]:
    """Allow recursion as deep as there are elements, because a game may last that long."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, 1000 + 4 * elements))
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)
