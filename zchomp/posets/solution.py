"""Solutions: who wins at Chomp on a poset, by which moves, and why, from search, from symmetry and from theorems.

A board that is small enough is searched: then all winning moves are known. A proof by symmetry is sought in any case,
since it can be checked without a search. A board that is too large for a search may still be decided by symmetry: then
a winner is known by one winning move, and whether there are others is not known. Large trees and bipartite graphs are
decided by a theorem (`formulas`), with all winning moves and the nim-value; and a board with a largest element is a
winner in any case, by strategy stealing. Everything but a forced search has a limit.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Self, TypeAlias

from zchomp import limits
from zchomp.answers.openings import openings as find_openings
from zchomp.errors import TooLarge
from zchomp.posets.families import Board
from zchomp.posets.formulas import STEALING, Formula, formula, has_largest
from zchomp.posets.poset import Poset, members
from zchomp.posets.search import SMALL_GROUP, Effort, PosetGame, colour_classes, estimate_positions, largest_group
from zchomp.posets.symmetry import MirrorProof, prove_lost
from zchomp.position import Outcome
from zchomp.results import Unknown

__all__ = ["Openings", "PosetSolution", "estimate_text", "is_searchable", "openings", "solve"]

Openings: TypeAlias = dict[tuple[int, int], tuple[tuple[int, int], ...]]
"""For each bar, rows by columns, the sizes of the rectangles that the winning openings bite off."""


@dataclass(frozen=True, slots=True)
class PosetSolution:
    """A position on a board, decided.

    ``left`` is the set of the elements that are left, and ``winning`` the set of the moves that are known to win.
    ``nim_value`` is None if it was not asked for, and Unknown if it was but would take long. ``mirror`` is a proof by
    symmetry that the position is lost, or that it is lost after one of the winning moves. ``searched`` is the number
    of positions that were solved, 0 if symmetry or a theorem alone decided; ``theorem`` states that theorem.
    ``missing`` says why there may be other winning moves; it is None if these are all.
    """

    board: Board
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
    board: Board | Poset, after: Sequence[str] = (), nim: bool = False, force: bool = False
) -> PosetSolution | Unknown:
    """Who wins on a board after some moves, by which moves, and why; a poset alone is a board without poison.

    The nim-value is found too if ``nim`` is true. The answer is Unknown, with an estimate of the size, if neither
    symmetry nor a search of reasonable size decides; with ``force`` the search goes on as long as it takes.

    >>> from zchomp.posets.families import bar, platonic
    >>> solution = solve(bar("8x10"))
    >>> solution.outcome, solution.winning_moves, solution.missing
    (<Outcome.WINNER: 'winner'>, ('5,6', '4,9'), None)
    >>> solve(platonic("dodecahedron"), after=["body"]).outcome
    <Outcome.LOSER: 'loser'>

    Raises InvalidPoset if a move names no element, or one that is gone.
    """
    if isinstance(board, Poset):
        board = Board("poset", "the poset", board)
    game = PosetGame(board.poset, board.poisoned)
    taken = tuple(map(board.poset.find, after))
    left = game.after(game.start, taken)
    effort = Effort(limits.MIRROR_EFFORT)
    mirror = prove_lost(game, taken, effort=effort)
    if mirror is not None:
        return PosetSolution(board, left, Outcome.LOSER, 0, 0, mirror)
    with _deep_recursion(len(board.poset)):
        stated = formula(board.poset, left)
        if stated is not None and not force and left.bit_count() > limits.POSET_FORMULA:
            return _by_formula(board, game, taken, left, stated, effort)
        size = Size(None, exact=False, is_symmetric=True)
        if not force:
            size = Size.of(board.poset, left)
            budget = None if size.is_quick() else limits.POSET_TRIAL
            work = limits.POSET_EFFORT if budget is None else size.trial_effort()
            game = PosetGame(board.poset, board.poisoned, budget, Effort(work))
        try:
            winning = game.winning_moves(left)
        except TooLarge:
            tried = f"Chomp on {board.title} has {size.text()}, {_how_far(size, game.solved)}"
            return _by_symmetry(board, game, taken, left, nim, effort, tried)
        value: int | Unknown | None
        try:
            value = 0 if not winning else game.nim_value(left) if nim else None
        except TooLarge as problem:
            value = Unknown(f"the nim-value of {board.title}: {problem}")
    outcome = Outcome.WINNER if winning else Outcome.LOSER
    mirror = _after_one_of(game, taken, winning, effort)
    return PosetSolution(board, left, outcome, winning, value, mirror, game.solved)


class Size(NamedTuple):
    """About how many positions a search may meet, or more than so many; None if nothing could be found out quickly."""

    positions: int | None
    exact: bool
    is_symmetric: bool

    @classmethod
    @lru_cache(maxsize=4)  # the same question is asked again for the advice that goes with an answer
    def of(cls, poset: Poset, left: int) -> Self:
        """The size of what is left."""
        effort = Effort(limits.POSET_SIZE_EFFORT)
        try:
            positions, exact = estimate_positions(poset, left, effort)
            open_to_doubt = exact and positions <= limits.POSET_POSITIONS
            return cls(positions, exact, open_to_doubt and largest_group(poset, left, effort) > SMALL_GROUP)
        except TooLarge:
            return cls(None, False, True)

    def most(self) -> int:
        """How many positions may be searched; fewer if symmetry is used, which makes each of them more work."""
        return limits.POSET_POSITIONS // 20 if self.is_symmetric else limits.POSET_POSITIONS

    def is_quick(self) -> bool:
        """Whether a search takes seconds."""
        return self.exact and self.positions is not None and self.positions <= self.most()

    def trial_effort(self) -> int:
        """How much work a trial is worth: little where luck has no chance."""
        is_hopeless = self.positions is None or self.positions > limits.POSET_HOPELESS
        return limits.POSET_TRIAL_EFFORT // 10 if is_hopeless else limits.POSET_TRIAL_EFFORT

    def text(self) -> str:
        """The size in words."""
        if self.positions is None:
            return "very many positions"
        digits = len(str(self.positions)) - 1
        shown = self.positions if digits < 7 else f"10^{digits}"
        return f"{'about' if self.exact else 'more than'} {shown} positions"


def estimate_text(board: Board, after: Sequence[str] = ()) -> str:
    """About how many positions there are after some moves, in words."""
    game = PosetGame(board.poset, board.poisoned)
    return Size.of(board.poset, game.after(game.start, map(board.poset.find, after))).text()


def is_searchable(board: Board, after: Sequence[str] = ()) -> bool:
    """Whether a search of all positions after some moves has an end that somebody might wait for."""
    game = PosetGame(board.poset, board.poisoned)
    size = Size.of(board.poset, game.after(game.start, map(board.poset.find, after)))
    return size.exact and size.positions is not None and size.positions <= limits.POSET_FORCED


def openings(rows: int, columns: int, force: bool = False) -> Openings | Unknown:
    """All winning openings of the bars m x n, m <= n, within one of that size: the rectangles that are bitten off.

    The same as `zchomp.openings`, which says more, and in which nothing needs to be forced. A bar may be turned: those
    within 4 x 3 are those within 3 x 4. The bar 1 x 1 has no opening, and is not listed.

    >>> openings(3, 3)
    {(1, 2): ((1, 1),), (1, 3): ((1, 2),), (2, 2): ((1, 1),), (2, 3): ((1, 1),), (3, 3): ((2, 2),)}

    Unknown if the bar is too large.
    """
    del force
    try:
        return find_openings(rows, columns).bites
    except TooLarge as problem:
        return Unknown(str(problem))


def _by_formula(
    board: Board, game: PosetGame, taken: tuple[int, ...], left: int, stated: Formula, effort: Effort
) -> PosetSolution:
    """What a theorem says, and a proof by symmetry if there is effort left to find one."""
    mirror = _after_one_of(game, taken, stated.winning, effort)
    outcome = Outcome.WINNER if stated.winning else Outcome.LOSER
    return PosetSolution(board, left, outcome, stated.winning, stated.nim_value, mirror, theorem=stated.theorem)


def _after_one_of(game: PosetGame, taken: tuple[int, ...], winning: int, effort: Effort) -> MirrorProof | None:
    """A proof by symmetry that a winning move leaves what is lost."""
    proofs = (prove_lost(game, (*taken, x), effort=effort) for x in members(winning) if effort.left)
    return next((proof for proof in proofs if proof is not None), None)


def _by_symmetry(
    board: Board, game: PosetGame, taken: tuple[int, ...], left: int, nim: bool, effort: Effort, tried: str
) -> PosetSolution | Unknown:
    """A winner, shown by a move that leaves what is lost by symmetry, or else by strategy stealing.

    One element of each kind is tried.
    """
    value = Unknown(f"{tried}, and symmetry says nothing about the nim-value of a winner") if nim else None
    missing = Unknown(tried)
    with suppress(TooLarge):
        for alike in colour_classes(board.poset, left, effort)[: limits.MIRROR_KINDS]:
            x = next(members(alike))
            proof = prove_lost(game, (*taken, x), effort=effort)
            if proof is not None:
                return PosetSolution(board, left, Outcome.WINNER, 1 << x, value, proof, missing=missing)
    if has_largest(board.poset, left):
        return PosetSolution(board, left, Outcome.WINNER, 0, value, None, theorem=STEALING, missing=missing)
    return Unknown(f"{tried}, and no proof by symmetry was found")


def _how_far(size: Size, solved: int) -> str:
    """Why a search was not begun, or how far it came."""
    if size.is_quick():
        return f"and a search of reasonable length ended after {solved} of them"
    tried = f"; the first {solved} did not settle it" if solved else ""
    return f"too many to search (expected at most about {size.most()}){tried}"


@contextmanager
def _deep_recursion(elements: int) -> Iterator[None]:
    """Let a search go as deep as there are elements: a game may last that long."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, 1000 + 4 * elements))
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)
