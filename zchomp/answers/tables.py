"""Tables: losers and nim-values as the Maple packages print them.

Chomp3Rows, BYRNES    here
Losers(a, k)          losers(k)
PTable(k)             column_table(k)
ChompGrundy           grundy(c, g), and window for a table of nim-values
"""

from collections.abc import Iterable
from itertools import islice

from zchomp import limits
from zchomp.answers.questions import the_oracle
from zchomp.answers.symbols import SymbolicLoser, symbolic_losers
from zchomp.errors import quote
from zchomp.results import BySlice, Claim, Proof, Unknown
from zchomp.slices import Slice, SliceLike

__all__ = ["column_table", "grundy", "losers", "losers_table", "slice_table", "window"]


def losers(upto: int, rows: int = 3) -> BySlice[tuple[SymbolicLoser, ...]] | Unknown:
    """All losers with third row 1 to ``upto``, by slice: what Losers(a, upto) of Chomp3Rows lists.

    The slice 0, [0, a, 1], is not in it.

    >>> for loser in losers(5)[5]:
    ...     print(loser)
    [5, 0, 5]
    [5, 1, 3]
    [5, 2 + a, 4]
    """
    proofs = losers_table(upto, rows)
    if isinstance(proofs, Unknown):
        return proofs
    return BySlice({proof.slice: tuple(symbolic_losers(proof.slice, proof.sequence)) for proof in proofs})


def losers_table(upto: int, rows: int = 3) -> list[Proof] | Unknown:
    """The slices with third row 1, ..., ``upto``, proved: in three rows what Losers(a, upto) is about.

    >>> [proof.sequence.kind.value for proof in losers_table(5)]
    ['finite', 'periodic', 'finite', 'finite', 'periodic']
    """
    claim = Claim(rows, 0, upto)
    if not claim.is_within(limits.LISTED_SLICES):
        asked = f"{quote(rows)} rows and third rows up to {quote(upto)}"
        return Unknown(f"{asked} are more slices than one list has; expected at most {limits.LISTED_SLICES}")
    widest = the_oracle().proof(Slice((upto,) * (rows - 2)))
    return widest if isinstance(widest, Unknown) else slice_table(islice(claim.slices(), 1, None))


def slice_table(slices: Iterable[SliceLike]) -> list[Proof] | Unknown:
    """Some slices, proved.

    >>> [proof.sequence.kind.value for proof in slice_table([(3, 1), (4, 2)])]
    ['empty', 'periodic']
    """
    proofs = []
    for slice_ in slices:
        proof = the_oracle().proof(slice_)
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


def grundy(third: int, nim: int = 3) -> BySlice[Proof] | Unknown:
    """The positions with a third row, of nim-value 0, ..., ``nim``: what ChompGrundy of BYRNES answers.

    >>> found = grundy(0, nim=2)
    >>> [proof.sequence.first(4) for proof in found.values()], found[Slice((), nim=1)].bound
    ([[1, 1, 1, 1], [2, 0], [3, 3, 0]], 2)
    """
    widest = the_oracle().proof(Slice((third,), nim))
    proofs = widest if isinstance(widest, Unknown) else slice_table(Slice((third,), g) for g in range(nim + 1))
    return proofs if isinstance(proofs, Unknown) else BySlice({proof.slice: proof for proof in proofs})


def window(proofs: Iterable[Proof], columns: int, values: int) -> list[list[int | None]]:
    """The nim-values for a < ``columns`` and b < ``values``, as far as the slices go; None if it is larger.

    >>> window(grundy(0, 2).values(), columns=2, values=4)
    [[None, 0, 1, 2], [1, 0, None, 2]]
    """
    cells: list[list[int | None]] = [[None] * values for _ in range(columns)]
    for proof in proofs:
        for a, b in enumerate(proof.sequence.first(columns)):
            if b < values:
                cells[a][b] = proof.slice.nim
    return cells
