"""Reading: the game that a text names, the same for every command and for Python.

9,7,4   3x5   [4,3,2]                          a bar (`bars.notation`)
9,7,4 + 5                                      a sum of bars
[[4,3],[2,1]]   2x3x8                          a solid bar (`solid.position`)
w+1,w,2   3xw^2                                a bar whose rows are ordinals (`ordinals.position`)
boolean 4   graph path 7   divisors 180        a poset, by the name of its family (`posets.families`)
chains 2x3x4   platonic cube   file x.json
"""

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from zchomp.bars.game import BarGame, bar_game
from zchomp.bars.notation import has_omega, is_solid
from zchomp.bars.position import Position
from zchomp.core.answers import Answer, Unknown
from zchomp.core.game import AnyGame
from zchomp.core.session import Session
from zchomp.errors import InvalidPoset

if TYPE_CHECKING:
    from zchomp.posets.families import PosetBoard

AnyAnswer: TypeAlias = Answer[Any, Any, Any]

FAMILIES: dict[str, tuple[Callable[[str], object], int | None]] = {
    "boolean": (int, 1),
    "chains": (str, 1),
    "divisors": (str, 1),
    "file": (str, 1),
    "graph": (str, None),
    "platonic": (str, 1),
    "projective": (int, 1),
    "subsets": (int, 2),
}
"""The families of posets: the type of the words that follow the name, and how many there are if that is fixed."""


def game(what: object, *, moves: Iterable[Any] = ()) -> AnyGame:
    """The game that a text or a position stands for, after some moves.

    >>> print(game("9,7,4", moves=["3 1", "1 2"]).position)
    (1, 1)
    >>> [type(game(what)).__name__ for what in ("3,2 + 1", "2x3x8", "w,w", "graph path 3")]
    ['SumGame', 'SolidGame', 'OrdinalGame', 'BoardGame']

    Raises InvalidPosition or InvalidPoset if it is neither, or if a move is not one.
    """
    return _read(what).replay(moves)


def solve(what: object, *, effort: float | None = None) -> AnyAnswer | Unknown:
    """Who wins the game that a text or a position stands for, all winning moves, and why; Unknown if it is not known.

    A loser comes with some moves and the replies that refute them.

    >>> solution = solve("(9,7,4)")
    >>> solution.outcome, [str(solution.position.chomp(move)) for move in solution.winning_moves]
    (<Outcome.WINNER: 'winner'>, ['(7, 7, 4)', '(9, 5, 4)', '(9, 7, 2)'])
    >>> solve("3 + 2").winning_moves, solve("2x2x251").winning_moves, solve("2,1").replies[0]
    (((0, Move(row=1, column=3)),), ((1, 1, 250),), (Move(row=1, column=2), Move(row=2, column=1)))

    Raises InvalidPosition or InvalidPoset if it is neither.
    """
    if effort is None:
        return game(what).refuted()
    with Session(effort=effort):
        return game(what).refuted()


def is_family(text: str) -> bool:
    """Whether a text names a poset by its family."""
    return "".join(text.split()[:1]) in FAMILIES


def board(text: str) -> "PosetBoard":
    """The board of a poset that is named by its family.

    >>> board("boolean 2").poset.elements, board("divisors 2^2*3").title
    (('1', '2', '12'), 'the divisors of 12')

    Raises InvalidPoset if the words after the family do not fit.
    """
    from zchomp.posets import families

    name, *words = text.split()
    kind, count = FAMILIES[name]
    try:
        values = list(map(kind, words))
    except ValueError:
        values = []
    if not values or len(values) != (count or len(values)):
        expected = {1: "one word", 2: "two numbers", None: "a name"}[count]
        raise InvalidPoset(f"expected {'a number' if (kind, count) == (int, 1) else expected} after {name}", got=text)
    make: Callable[..., PosetBoard] = families.from_file if name == "file" else getattr(families, name)
    return make(*values)


def _read(what: object) -> AnyGame:
    """The game that a text or a position stands for."""
    if not isinstance(what, str):
        return BarGame(Position.of(what))  # type: ignore[arg-type]  # anything else is refused there
    if is_family(what):
        from zchomp.posets.game import BoardGame

        return BoardGame(board(what))
    if has_omega(what):
        return _infinite(what)
    if is_solid(what):
        from zchomp.solid.position import SolidPosition
        from zchomp.solid.words import SolidGame

        return SolidGame(SolidPosition.parse(what))
    return bar_game(what)


def _infinite(what: str) -> AnyGame:
    """The game with infinite rows or heights that a text names."""
    from zchomp.ordinals.boxes import OrdinalBox, is_ordinal_box
    from zchomp.ordinals.position import OrdinalPosition
    from zchomp.ordinals.words import OrdinalBoxGame, OrdinalGame, SquareGame

    if re.fullmatch(r"\s*(w|ω)\s*(x|×|by)\s*(w|ω)\s*", what):
        return SquareGame("ω x ω")
    if is_ordinal_box(what):
        return OrdinalBoxGame(OrdinalBox.of(what))
    return OrdinalGame(OrdinalPosition.parse(what))
