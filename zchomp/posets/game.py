"""The rules of a game on a poset, `Rules` for `play.game`, and a line of play that shows why a winner wins.

    a line                           its effect
    12                               take the element 12, and all larger ones
    2 3                              the same as 2,3, the name of a square of a bar
    new 2,3 1,4                      start again after the moves 2,3 and 1,4

A position is the set of the remaining elements, with the poison. The answers of `solve` are remembered, so that no
question is asked twice in a game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from zchomp import limits
from zchomp.bitsets import members
from zchomp.errors import quote
from zchomp.play.game import Event, Rules, SolvedAdvice
from zchomp.posets.families import PosetBoard
from zchomp.posets.solution import PosetSolution
from zchomp.posets.solving import solve
from zchomp.position import Outcome
from zchomp.results import Unknown

__all__ = ["PosetAdvice", "PosetEvent", "PosetLine", "PosetRules", "line_of_play"]


PosetAdvice: TypeAlias = SolvedAdvice[PosetSolution] | Unknown
PosetEvent: TypeAlias = Event[int, int, PosetAdvice]


class PosetRules(Rules[int, int, PosetAdvice]):
    """The elements of a board as moves, and the position ``begin`` after some moves, which are given by their names.

    Without an ``effort``, each question takes at most `limits.PLAYER_EFFORT`.

    >>> from zchomp.play.game import Game
    >>> from zchomp.posets.families import boolean
    >>> rules = PosetRules(boolean(2))
    >>> [(event.kind, event.move) for event in Game(rules, rules.begin, first="computer").start()]
    [('start', None), ('bite', 2)]

    Raises InvalidPoset if one of the moves names no element, or one that has been taken.
    """

    def __init__(self, board: PosetBoard, effort: float | None = None, after: Sequence[str] = ()) -> None:
        self.board, self.begin = board, board.after(after) | int(board.poisoned)
        self._effort = limits.PLAYER_EFFORT if effort is None else effort
        self._known: dict[int, PosetSolution | Unknown] = {}

    def parse(self, text: str) -> int:
        """The position after some moves, by their names.

        Raises InvalidPoset if one of them does not name an element, or one that has been taken.
        """
        return self.board.after(text.split()) | int(self.board.poisoned)

    def expected(self, position: int) -> str:
        """How to write an element."""
        moves = position & ~int(self.board.poisoned)
        example = self.board.poset.elements[moves.bit_length() - 1] if moves else self.board.poset.elements[0]
        return f"the name of an element, like {quote(example, 20)[1:-1]}"

    def read(self, line: str, position: int, begin: int) -> int | str | None:
        """The element that a line names."""
        for name in (line.strip(), ",".join(line.split())):
            if name in self.board.poset.elements:
                x = self.board.poset.find(name)
                if position >> x & 1:
                    return x
                return f"{quote(name)} {'has been taken' if begin >> x & 1 else 'is not there in this game'}"
        return None

    def after(self, position: int, move: int) -> int:
        """The position without an element and all larger ones."""
        return position & ~self.board.poset.above[move]

    def is_poison(self, move: int) -> bool:
        """Whether an element is the smallest one, and poisoned."""
        return self.board.poisoned and move == 0

    def is_over(self, position: int) -> bool:
        """Whether nothing may be taken."""
        return position == int(self.board.poisoned)

    def advise(self, position: int) -> PosetAdvice:
        """Who wins, by which moves, and why. If the position is a bar, the loser that the best move leaves says why."""
        found = self.solve(position)
        if isinstance(found, Unknown):
            return found
        left = None if found.bar is None or found.best is None else self.solve(self.after(position, found.best))
        return SolvedAdvice(found, None if isinstance(left, Unknown) else left)

    def solve(self, position: int) -> PosetSolution | Unknown:
        """Who wins, and by which moves."""
        if position not in self._known:
            poset = self.board.poset
            gone = poset.everything() & ~position
            taken = [name for x, name in enumerate(poset.elements) if gone >> x & 1 and not poset.below[x] & gone]
            self._known[position] = solve(self.board, after=taken, effort=self._effort)
        return self._known[position]

    def is_known(self, advice: PosetAdvice) -> bool:
        """Whether a winning move is known, or the position is lost."""
        if isinstance(advice, Unknown):
            return False
        return advice.solution.outcome is Outcome.LOSER or advice.solution.winning > 0

    def best(self, advice: PosetAdvice) -> int | None:
        """The winning move that leaves the fewest elements."""
        return None if isinstance(advice, Unknown) else advice.solution.best

    def slow(self, position: int, random: Random) -> int:
        """A random move among those that take the fewest elements."""
        moves = [x for x in members(position) if not self.is_poison(x)]
        least = min(self._size(position, x) for x in moves)
        return random.choice([x for x in moves if self._size(position, x) == least])

    def _size(self, position: int, x: int) -> int:
        """How many elements a move takes."""
        return (self.board.poset.above[x] & position).bit_count()


@dataclass(frozen=True, slots=True)
class PosetLine:
    """A line of play. The side that wins makes winning moves. The other side takes little, to keep the game long.

    ``moves``       the elements that are taken, by name
    ``solutions``   for each move, the solution of the position before it; the move is a winning one if there are any
    ``missing``     why the line ends before the game does; None if it does not
    """

    moves: tuple[str, ...]
    solutions: tuple[PosetSolution, ...]
    missing: Unknown | None = None


def line_of_play(board: PosetBoard, after: Sequence[str] = (), *, effort: float | None = None) -> PosetLine:
    """A line of play from a position to its end, or until it is not known who wins.

    >>> from zchomp.posets.families import bar
    >>> line_of_play(bar("2x3")).moves
    ('2,3', '2,2', '1,3', '2,1', '1,2')

    Raises InvalidPoset if a move before does not name an element, or names one that has been taken.
    """
    rules, random = PosetRules(board, effort, after), Random(0)  # noqa: S311 - a game, not a secret
    moves: list[str] = []
    solutions: list[PosetSolution] = []
    missing: Unknown | None = None
    position = rules.begin
    while not rules.is_over(position):
        found = rules.solve(position)
        if isinstance(found, Unknown) or (found.best is None and found.outcome is Outcome.WINNER):
            missing = found if isinstance(found, Unknown) else found.missing
            break
        move = rules.slow(position, random) if found.best is None else found.best
        moves.append(board.poset.elements[move])
        solutions.append(found)
        position = rules.after(position, move)
    return PosetLine(tuple(moves), tuple(solutions), missing)
