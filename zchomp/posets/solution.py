"""Solutions: all that is to be said about Chomp on a poset, from search and from symmetry.

What is small enough is searched: then all winning moves are known. A proof by symmetry is sought in any case, as it is
one that can be checked without search. What is too large for a search may still be proved by symmetry; then a loser is
known to be one, and a winner by some winning moves, not necessarily all.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product

from zchomp.errors import TooLarge
from zchomp.posets.families import Board, bar
from zchomp.posets.game import SMALL_GROUP, Game, colour_classes, estimate_positions, largest_group
from zchomp.posets.poset import members
from zchomp.posets.symmetry import MirrorProof, prove_lost
from zchomp.position import Outcome

__all__ = ["PosetSolution", "board_names", "estimate_text", "openings", "solve_board"]

QUICK = 400_000
"""Up to about so many positions a search is simply made; a twentieth of it where forms have to be found."""

TRIAL = 2500
"""How many positions are searched where the estimate is larger: sums and lucky replies may settle it."""

KINDS = 100
"""How many kinds of elements are tried as the first move of a proof by symmetry."""


@dataclass(frozen=True, slots=True)
class PosetSolution:
    """A position on a board, decided.

    ``left`` is the set of elements that are left, ``winning`` that of the moves that are known to win, and ``complete``
    says whether there are no others. ``searched`` counts the positions that were solved, 0 if symmetry alone decided.
    """

    board: Board
    left: int
    outcome: Outcome
    winning: int
    complete: bool
    nim_value: int | None
    mirror: MirrorProof | None
    searched: int


def solve_board(board: Board, after: tuple[str, ...] = (), nim: bool = False, force: bool = False) -> PosetSolution:
    """Who wins on a board after some moves, how, and why.

    Raises TooLarge, with an estimate, if neither symmetry nor a search of reasonable size decides.

    >>> from zchomp.posets.families import bar, platonic
    >>> solution = solve_board(bar("8x10"))
    >>> solution.outcome, board_names(solution), solution.complete
    (<Outcome.WINNER: 'winner'>, ('5,6', '4,9'), True)
    >>> solve_board(platonic("dodecahedron"), after=("body",)).outcome
    <Outcome.LOSER: 'loser'>
    """
    game = Game(board.poset, board.poisoned)
    taken = tuple(map(board.poset.find, after))
    left = game.after(game.start, taken)
    mirror = prove_lost(game, taken)
    if mirror is not None:
        return PosetSolution(board, left, Outcome.LOSER, 0, True, 0, mirror, 0)
    if not force and not _is_quick(board, left):
        game = Game(board.poset, board.poisoned, budget=TRIAL)
    with _deep_recursion(len(board.poset)):
        try:
            winning = game.winning_moves(left)
        except TooLarge:
            return _by_symmetry(board, game, taken, left)
        try:
            value = 0 if not winning else game.nim_value(left) if nim else None
        except TooLarge:
            value = None
    if winning:
        proofs = (prove_lost(game, (*taken, x)) for x in members(winning))
        mirror = next((proof for proof in proofs if proof is not None), None)
    outcome = Outcome.WINNER if winning else Outcome.LOSER
    return PosetSolution(board, left, outcome, winning, True, value, mirror, game.solved)


def board_names(solution: PosetSolution) -> tuple[str, ...]:
    """The names of the winning moves that are known."""
    return solution.board.poset.names(solution.winning)


def estimate_text(board: Board, after: tuple[str, ...] = ()) -> str:
    """About how many positions there are after some moves, in words."""
    game = Game(board.poset, board.poisoned)
    return _estimate(board, game.after(game.start, map(board.poset.find, after)))


def openings(rows: int, columns: int) -> dict[tuple[int, int], tuple[tuple[int, int], ...]]:
    """All winning openings of the rectangles m x n, 2 <= m <= n, within one: the rectangles that are bitten off.

    >>> openings(3, 4)
    {(2, 2): ((1, 1),), (2, 3): ((1, 1),), (2, 4): ((1, 1),), (3, 3): ((2, 2),), (3, 4): ((2, 2),)}
    """
    board = bar(f"{rows}x{columns}")
    game = Game(board.poset, poisoned=True)
    squares = [tuple(map(int, name.split(","))) for name in board.poset.elements]
    found = {}
    with _deep_recursion(len(board.poset)):
        for m, n in product(range(2, rows + 1), range(2, columns + 1)):
            if m > n:
                continue
            left = sum(1 << x for x, (row, column) in enumerate(squares) if row <= m and column <= n) & game.start
            moves = (squares[x] for x in members(game.winning_moves(left)))
            found[m, n] = tuple(sorted((m - row + 1, n - column + 1) for row, column in moves))
    return found


def _is_quick(board: Board, left: int) -> bool:
    estimate, exact = estimate_positions(board.poset, left)
    symmetric = largest_group(board.poset, left) > SMALL_GROUP
    return exact and estimate <= (QUICK // 20 if symmetric else QUICK)


def _estimate(board: Board, left: int) -> str:
    estimate, exact = estimate_positions(board.poset, left)
    digits = len(str(estimate)) - 1
    return f"{'about' if exact else 'more than'} {estimate if digits < 7 else f'10^{digits}'} positions"


def _by_symmetry(board: Board, game: Game, taken: tuple[int, ...], left: int) -> PosetSolution:
    """A winner, shown by a move that leaves what is lost by symmetry: one of each kind of elements is tried."""
    for alike in colour_classes(board.poset, left)[:KINDS]:
        x = next(members(alike))
        proof = prove_lost(game, (*taken, x))
        if proof is not None:
            return PosetSolution(board, left, Outcome.WINNER, 1 << x, False, None, proof, 0)
    raise TooLarge(
        f"{board.title} has {_estimate(board, left)}, {TRIAL} did not settle it, and no symmetry was found that does; "
        "--force searches on"
    )


@contextmanager
def _deep_recursion(elements: int) -> Iterator[None]:
    """Let a game last as long as there are elements."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, 1000 + 4 * elements))
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)
