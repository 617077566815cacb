"""Symbols: losers with a letter, as the papers write them.

    [Zei01], [Sun02]       here
    [5, 2 + a, 4]          SymbolicLoser((5,), start=2, step=1, b=4): a loser for every a = 0, 1, 2, ...
    [2, 2, 3 + 2*a, 4]     SymbolicLoser((2, 2), start=3, step=2, b=4)

A list of the losers of a slice has the single losers first, by number of squares, and then the symbolic ones.
"""

from dataclasses import dataclass

from zchomp.integers import whole_number
from zchomp.periodic import Periodic
from zchomp.position import Position
from zchomp.slices import Slice

__all__ = ["SymbolicLoser", "bottom_of", "linear", "symbolic_losers"]


@dataclass(frozen=True, slots=True)
class SymbolicLoser:
    """One loser, or one for every value of a letter: [*bottom, start + step * letter, b].

    >>> print(SymbolicLoser((5,), start=2, step=1, b=4))
    [5, 2 + a, 4]
    >>> SymbolicLoser((120,), start=50, step=2, b=72).text("n")
    '[120, 50 + 2*n, 72]'
    """

    bottom: tuple[int, ...]
    start: int
    step: int
    b: int

    def text(self, letter: str) -> str:
        """The loser as the papers write it, with this letter."""
        return f"[{', '.join([*map(str, self.bottom), linear(self.start, self.step, letter), str(self.b)])}]"

    def at(self, value: int) -> Position:
        """The loser for one value of the letter.

        >>> print(SymbolicLoser((5,), start=2, step=1, b=4).at(10))
        (21, 17, 5)
        """
        number = whole_number(value, "the value of the letter")
        return Position.from_columns((*self.bottom, self.start + self.step * number, self.b))

    def __str__(self) -> str:
        return self.text("a")


def symbolic_losers(slice_: Slice, sequence: Periodic[int]) -> list[SymbolicLoser]:
    """The losers of a slice, in the order of [Zei01]: by number of squares, then by a, and the symbolic ones last.

    >>> [loser.text("a") for loser in symbolic_losers(Slice((3,)), Periodic((3, 3, 0)))]
    ['[3, 0, 3]', '[3, 2, 0]', '[3, 1, 3]']
    """
    head, step = len(sequence.head), len(sequence.period)
    alone = sorted(enumerate(sequence.head), key=lambda term: (2 * term[0] + term[1], term[0]))
    bottom = bottom_of(slice_)
    return [SymbolicLoser(bottom, a, 0, b) for a, b in alone] + [
        SymbolicLoser(bottom, head + i, step, b) for i, b in enumerate(sequence.period)
    ]


def bottom_of(slice_: Slice) -> tuple[int, ...]:
    """The tail in brackets: the bottom rows that all positions of the slice have.

    >>> bottom_of(Slice((4, 2))), bottom_of(Slice())
    ((2, 2), (0,))
    """
    return Position(slice_.tail).columns() if slice_.tail else (0,)


def linear(start: int, step: int, letter: str, times: str = "*") -> str:
    """The numbers start + step * letter, as short as possible.

    >>> linear(2, 1, "a"), linear(0, 2, "a"), linear(7, 0, "a"), linear(50, 2, "α", times="")
    ('2 + a', '2*a', '7', '50 + 2α')
    """
    multiple = letter if step == 1 else f"{step}{times}{letter}"
    return str(start) if step == 0 else f"{start} + {multiple}" if start else multiple
