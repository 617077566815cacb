"""Tables: losers and nim-values as the Maple packages print them.

    Chomp3Rows, BYRNES    here
    Losers(a, k)          losers_table(k)
    PTable(k)             column_table(k)
    ChompGrundy           grundy_table(c, g), and window for a table of nim-values

The losers of a slice are listed first by themselves, by number of squares, and then the symbolic ones, [c, α0 + δa, β0]
for all a >= 0: see symbolic_losers.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from zchomp.oracle import the_oracle
from zchomp.periodic import Periodic
from zchomp.position import Position
from zchomp.slices import Proof, Slice, Unknown, dependency_order

__all__ = ["SymbolicLoser", "column_table", "grundy_table", "losers_table", "slice_table", "symbolic_losers", "window"]


@dataclass(frozen=True, slots=True)
class SymbolicLoser:
    """One loser, or one for every value of a letter: [*bottom, start + step * letter, b].

    >>> SymbolicLoser((5,), start=2, step=1, b=4).text("a")
    '[5, 2 + a, 4]'
    >>> SymbolicLoser((120,), start=50, step=2, b=72).text("n")
    '[120, 50 + 2*n, 72]'
    """

    bottom: tuple[int, ...]
    start: int
    step: int
    b: int

    def text(self, letter: str) -> str:
        """As the papers write it, with that letter."""
        times = letter if self.step == 1 else f"{self.step}*{letter}"
        middle = str(self.start) if self.step == 0 else f"{self.start} + {times}" if self.start else times
        return f"[{', '.join([*map(str, self.bottom), middle, str(self.b)])}]"


def symbolic_losers(home: Slice, sequence: Periodic[int]) -> list[SymbolicLoser]:
    """The losers of a slice, in the order of [Zei01]: by number of squares, then by a; the symbolic ones last.

    >>> [loser.text("a") for loser in symbolic_losers(Slice((3,)), Periodic((3, 3, 0)))]
    ['[3, 0, 3]', '[3, 2, 0]', '[3, 1, 3]']
    """
    head, step = len(sequence.head), len(sequence.period)
    alone = sorted(enumerate(sequence.head), key=lambda term: (2 * term[0] + term[1], term[0]))
    bottom = bottom_of(home)
    return [SymbolicLoser(bottom, a, 0, b) for a, b in alone] + [
        SymbolicLoser(bottom, head + i, step, b) for i, b in enumerate(sequence.period)
    ]


def bottom_of(home: Slice) -> tuple[int, ...]:
    """The tail in brackets: the bottom rows that all positions of the slice have.

    >>> bottom_of(Slice((4, 2))), bottom_of(Slice())
    ((2, 2), (0,))
    """
    return Position(home.tail).brackets() if home.tail else (0,)


def losers_table(upto: int, rows: int = 3) -> list[Proof] | Unknown:
    """The slices with third row 1, ..., ``upto``, proved: in three rows what Losers(a, upto) is about.

    >>> [proof.sequence.kind for proof in losers_table(5)]
    ['finite', 'periodic', 'finite', 'finite', 'periodic']
    """
    widest = the_oracle().proof(Slice((upto,) * (rows - 2)))
    return widest if isinstance(widest, Unknown) else slice_table(islice(dependency_order(rows, upto), 1, None))


def slice_table(homes: Iterable[Slice]) -> list[Proof] | Unknown:
    """Some slices, proved.

    >>> [proof.sequence.kind for proof in slice_table([Slice((3, 1)), Slice((4, 2))])]
    ['empty', 'periodic']
    """
    proofs = []
    for home in homes:
        proof = the_oracle().proof(home)
        if isinstance(proof, Unknown):
            return proof
        proofs.append(proof)
    return proofs


def column_table(upto: int) -> list[Proof] | Unknown:
    """The slices with third row 0, ..., ``upto``: the columns of the table of Winning Ways, p. 599.

    >>> [proof.sequence.head for proof in column_table(3)]
    [(), (2, 0), (), (3, 3, 0)]
    """
    widest = the_oracle().proof(Slice((upto,)))
    return widest if isinstance(widest, Unknown) else slice_table(Slice((third,)) for third in range(upto + 1))


def grundy_table(third: int, nim: int) -> list[Proof] | Unknown:
    """The positions with a third row, of nim-value 0, ..., ``nim``: what ChompGrundy of BYRNES answers.

    >>> [proof.sequence.first(4) for proof in grundy_table(0, 2)]
    [[1, 1, 1, 1], [2, 0], [3, 3, 0]]
    """
    widest = the_oracle().proof(Slice((third,), nim))
    return widest if isinstance(widest, Unknown) else slice_table(Slice((third,), g) for g in range(nim + 1))


def window(proofs: list[Proof], columns: int, values: int) -> list[list[int | None]]:
    """The nim-values for a < ``columns`` and b < ``values``, as far as the slices go; None if it is larger.

    >>> window(grundy_table(0, 2), columns=2, values=4)
    [[None, 0, 1, 2], [1, 0, None, 2]]
    """
    cells: list[list[int | None]] = [[None] * values for _ in range(columns)]
    for proof in proofs:
        for a, b in enumerate(proof.sequence.first(columns)):
            if b < values:
                cells[a][b] = proof.slice.nim
    return cells
