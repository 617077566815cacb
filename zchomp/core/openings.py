"""Openings: all winning first moves of all boards up to a size, for bars and for boxes, in words and as data.

A game says in a `Board` how its boards and its moves are written. Squares and cubes are counted as in its answers:
squares by row and column from 1, cubes by coordinates from 0.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from zchomp.core.answers import Source
from zchomp.core.documents import Data
from zchomp.core.numbers import counted, sides_text, whole_numbers
from zchomp.core.showing import Shown, headed, shows
from zchomp.core.tables import Table
from zchomp.errors import InvalidArgument

MoveT = TypeVar("MoveT", bound=tuple[int, ...])

Size = tuple[int, ...]


class Board(NamedTuple, Generic[MoveT]):
    """How the boards of a game and their moves are written."""

    name: str  # of one board
    several: str  # of many
    parts: str  # what it has at least two of
    expected: str
    """How to give a board."""
    counting: str
    """How moves are counted."""
    columns: tuple[str, ...]
    """The columns of a table: the sides, and the numbers of a move."""
    move: Callable[..., MoveT]
    """The move with some coordinates."""
    move_text: Callable[[MoveT], str]
    move_data: Callable[[MoveT], Data]


@dataclass(frozen=True, slots=True, repr=False)
class Openings(Shown, Mapping[Size, tuple[MoveT, ...]], words="core.openings"):
    """All winning openings of all boards that fit into a ``size``: a mapping from the size of a board.

    ``found[m, n]`` are the openings of a bar, and ``found[a, b, n]`` those of a box, which may be turned:

    >>> from zchomp import openings, solid
    >>> found = openings(2, 3)
    >>> found[2, 3], found[3, 2]
    ((Move(row=2, column=3),), (Move(row=3, column=2),))
    >>> list(found)
    [(1, 2), (1, 3), (2, 2), (2, 3)]
    >>> found = solid.openings(2, 3, 4)
    >>> found[2, 3, 4], found[4, 2, 3]
    (((0, 1, 1),), ((1, 0, 1),))

    A single square or cube has no opening, and is not among them. ``moves`` has the same openings, with the smallest
    side of each board first. ``losers`` has the number of losers within each board, ``positions`` is the number of
    positions within the largest, and ``checked`` says whether each of them was compared with the definition.
    """

    size: Size
    moves: dict[Size, tuple[MoveT, ...]]
    losers: dict[Size, int]
    checked: bool
    positions: int
    board: Board[MoveT] = field(repr=False)
    sources: tuple[Source, ...] = (Source.SEARCH,)

    def __getitem__(self, size: Size) -> tuple[MoveT, ...]:
        sides = whole_numbers(size) if isinstance(size, tuple) else None
        if sides is None or len(sides) != len(self.size):
            raise InvalidArgument(f"expected {self.board.expected}", got=size)
        axes = sorted(range(len(sides)), key=lambda axis: sides[axis])  # the axes of the board, smallest side first
        moves = self.moves.get(tuple(sides[axis] for axis in axes))
        if moves is None:
            which = f"{self.board.several} of two {self.board.parts} or more within {sides_text(self.size)}"
            raise KeyError(f"{sides_text(sides)} is not one of the {which}")
        back = [axes.index(axis) for axis in range(len(sides))]
        return tuple(sorted(self.board.move(*(move[place] for place in back)) for move in moves))

    def __iter__(self) -> Iterator[Size]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def several(self) -> dict[Size, tuple[MoveT, ...]]:
        """The openings of the boards with more than one winning opening."""
        return {size: moves for size, moves in self.moves.items() if len(moves) > 1}


@shows(Openings)
def openings_text(found: Openings[Any], several: bool = False, count: bool = False) -> str:
    """The openings of each board. A * marks boards with several openings, and those won by the last square alone.

    >>> from zchomp import openings, solid
    >>> print(openings_text(openings(2, 3), count=True))
    Winning openings of the bars within 2 x 3, rows and columns counted from 1, and numbers of losers:
      1 x 2: row 1, column 2; 1 loser
      1 x 3: row 1, column 2; 1 loser
      2 x 2: row 2, column 2; 2 losers
      2 x 3: row 2, column 3; 3 losers
    >>> print(openings_text(solid.openings(3, 3, 7), several=True).splitlines()[-1])
      3 x 3 x 7: (0,1,1), (1,0,1)  * 2 openings, 1 up to symmetry
    >>> print(openings_text(solid.openings(1, 1, 1)))
    The box 1 x 1 x 1 has no opening: it is nothing but poison.
    """
    board, within = found.board, sides_text(found.size)
    shown = found.several() if several else found.moves
    which = f"{board.several} within {within}"
    lines = [f"Winning openings of the {which}, {board.counting}{', and numbers of losers' if count else ''}:"]
    if max(found.size) == 1:
        lines = [f"The {board.name} {within} has no opening: it is nothing but poison."]
    elif not shown:
        lines = [f"None of the {which} has more than one winning opening."]
        lines += [f"Losers within {within}: {max(found.losers.values())}."] if count else []
    for size, moves in shown.items():
        number = f"; {counted(found.losers[size], 'loser')}" if count else ""
        between = "; " if len(size) == 2 else ", "
        listed = between.join(map(board.move_text, moves))
        lines.append(f"  {sides_text(size)}: {listed}{number}{_remark(size, moves)}")
    if found.checked:
        others = f"every other of the {found.positions} positions"
        lines.append(f"Checked: no loser leads to a loser, and {others} leads to one.")
    return headed(*lines)


def _remark(size: Size, moves: tuple[Size, ...]) -> str:
    """The remark on a board with rare openings. Moves are the same up to symmetry if equal sides can be exchanged."""
    if len(moves) > 1:
        different = len({tuple(sorted(zip(size, move, strict=True))) for move in moves})
        return f"  * {len(moves)} openings" + (f", {different} up to symmetry" if different < len(moves) else "")
    return "  * the last square alone" if len(size) == 2 < size[0] and moves == (size,) else ""


@shows(Openings, "json")
def openings_data(found: Openings[Any], several: bool = False, count: bool = False) -> list[Data]:
    """The same as data: the size of each board, the squares or cubes that win, and the number of losers."""
    shown = found.several() if several else found.moves
    return [
        {
            "size": list(size),
            "openings": [*map(found.board.move_data, moves)],
            **({"losers": found.losers[size]} if count else {}),
        }
        for size, moves in shown.items()
    ]


@shows(Openings, "table")
def openings_table(found: Openings[Any], several: bool = False, count: bool = False) -> Table:
    """The same as a table, with a line for every opening. Those of a bar come with the last row first."""
    shown = found.several() if several else found.moves
    return Table(
        (*found.board.columns, *["losers"] * count),
        lambda: (
            (*size, *move, *[found.losers[size]] * count)
            for size, moves in shown.items()
            for move in (moves if len(size) == 3 else reversed(moves))  # as for the digests of docs/results-bars.md
        ),
    )


@shows(Openings, "bfile")
def openings_bfile(found: Openings[Any], count: bool = False) -> str:
    """An OEIS b-file, n and a term on each line: the winning openings of a x b x n, or the losers within that box.

    >>> from zchomp import solid
    >>> print(openings_bfile(solid.openings(2, 3, 4), count=True).replace(chr(10), "; "))
    1 3; 2 9; 3 23; 4 42
    """
    *others, longest = found.size
    sizes = ((n, tuple(sorted((*others, n)))) for n in range(1, longest + 1))
    return "\n".join(f"{n} {found.losers[size] if count else len(found.moves.get(size, ()))}" for n, size in sizes)
