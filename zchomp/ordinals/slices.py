"""Slices beyond ω: all losers with a finite tail, block by block, where they end, and the chart of a block.

Block k has the second rows from ω·k to ω·(k + 1). The losers of a tail in it are (ω·k + p, ω·k + m, tail) with
G(p, m) = n, where n is the tail's number in that block (Theorem 1 of proofs/ordinals.md):

    n = 3i + 1      for every m one p, and p = m + 2i + 1 from m = 2i on; in block k + 1 the tail has number i
    other n         for every m ≤ ⌊2n/3⌋ one p, and p = m in the last of them: the tail ends there

So every finite tail ends before ω². The number in block 1 is that of `FiniteTails`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from zchomp import limits
from zchomp.answers.inquiry import Inquiry, reached
from zchomp.answers.oracle import Oracle, oracle_or_shared
from zchomp.effort import seconds_for, too_much
from zchomp.integers import whole_number
from zchomp.ordinals.chart import FiniteTails, usual_third_row
from zchomp.ordinals.ordinal import Ordinal
from zchomp.ordinals.two_rows import first_row_of_value
from zchomp.results import Proof, Unknown
from zchomp.showing import Shown
from zchomp.slices import Slice, SliceLike
from zchomp.sources import Source

__all__ = ["Block", "BlockChart", "End", "Ends", "OrdinalSlice", "block_chart", "ends", "slice_of_ordinals"]

T = TypeVar("T")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Block:
    """The losers of a tail in block k: p for m = 0, 1, ... If ``goes_on``, p - m is constant from the last of them on.

    >>> Block.of(1, 4)
    Block(k=1, number=4, firsts=(4, 3, 5), goes_on=True)
    >>> Block.of(2, 5)
    Block(k=2, number=5, firsts=(5, 6, 4, 3), goes_on=False)
    """

    k: int
    number: int
    firsts: tuple[int, ...]
    goes_on: bool

    @classmethod
    def of(cls, k: int, number: int) -> "Block":
        """The block of a tail with a number in it."""
        goes_on = number % 3 == 1
        value = Ordinal.of(number)
        firsts = (int(first_row_of_value(Ordinal.of(m), value)) for m in range(2 * number // 3 + 1))
        return cls(k, number, tuple(firsts), goes_on)


@dataclass(frozen=True, slots=True, repr=False)
class OrdinalSlice(Shown, words="ordinals"):
    """All losers with a finite tail: the finite ones by ``proof``, those from ω on by blocks, and where they end."""

    proof: Proof
    blocks: tuple[Block, ...]
    end: Ordinal
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class End:
    """Where a third row ends. ``number`` is that of its slice among the infinite ones, or None if it is finite."""

    third: int
    number: int | None
    end: Ordinal


@dataclass(frozen=True, slots=True, repr=False)
class Ends(Shown, words="ordinals"):
    """Where the third rows 0, 1, 2, ... end."""

    ends: tuple[End, ...]
    sources: tuple[Source, ...] = ()

    def infinite(self) -> list[End]:
        """The ends of the third rows with an infinite slice."""
        return [found for found in self.ends if found.number is not None]


@dataclass(frozen=True, slots=True, repr=False)
class BlockChart(Shown, words="ordinals"):
    """A window of the chart in block k: for each tail that reaches it, its third row, and p for m = 0, 1, ..."""

    k: int
    columns: int
    rows: tuple[tuple[int, Block], ...]
    sources: tuple[Source, ...] = ()


def slice_of_ordinals(
    slice_: SliceLike, /, *, effort: float | None = None, oracle: Oracle | None = None
) -> OrdinalSlice | Unknown:
    """All losers with a third row or a tail, including infinite ones, and where they end.

    >>> found = slice_of_ordinals(9)
    >>> found.end, [(block.k, block.number, block.firsts, block.goes_on) for block in found.blocks]
    (Ordinal.of('w*3'), [(1, 4, (4, 3, 5), True), (2, 1, (1,), True), (3, 0, (0,), False)])
    """
    wanted = Slice.of(slice_)

    def question(inquiry: Inquiry) -> tuple[Proof, tuple[Block, ...], Ordinal]:
        tails = FiniteTails(inquiry)
        number = tails.number(wanted.tail)
        proof = reached(inquiry.proof(wanted))
        return proof, () if number is None else _blocks(number), tails.end(wanted.tail)

    return _answered(question, lambda found, sources: OrdinalSlice(*found, sources), effort, oracle)


def ends(upto: int, *, effort: float | None = None, oracle: Oracle | None = None) -> Ends | Unknown:
    """Where all third rows from 0 to ``upto`` end.

    >>> [(end.third, str(end.end)) for end in ends(9).ends]
    [(0, 'ω'), (1, '2'), (2, 'ω·2'), (3, '5'), (4, '7'), (5, 'ω+1'), (6, '9'), (7, 'ω+2'), (8, '12'), (9, 'ω·3')]
    """
    last = whole_number(upto, "the largest third row")

    def question(inquiry: Inquiry) -> list[End]:
        _check(inquiry, f"a list of {last + 1} ends", last + 1, last)
        tails = FiniteTails(inquiry)
        number = {c: n for n, c in enumerate(tails.infinite_third_rows(last))}
        return [End(c, number.get(c), tails.end((c,))) for c in range(last + 1)]

    return _answered(question, lambda found, sources: Ends(tuple(found), sources), effort, oracle)


def block_chart(
    upto: int, *, block: int = 1, effort: float | None = None, oracle: Oracle | None = None
) -> BlockChart | Unknown:
    """The chart of block k: all tails of three rows whose number in it is at most ``upto``, for m ≤ ``upto``.

    >>> [(c, row.firsts) for c, row in block_chart(3, block=2).rows]
    [(2, (0,)), (9, (1,)), (17, (2, 1)), (24, (3, 4, 2))]
    """
    most, k = whole_number(upto, "the largest number"), whole_number(block, "the block", least=1)

    def question(inquiry: Inquiry) -> list[tuple[int, Block]]:
        first = [_in_first_block(k, number) for number in range(most + 1)]
        tails = FiniteTails(inquiry)
        _check(inquiry, f"a chart of {most + 1} rows and columns", (most + 1) ** 2, usual_third_row(first[-1]))
        tails.third_row_of_number(first[-1])  # it needs the most, and that is said at once
        return [(tails.third_row_of_number(n), Block.of(k, number)) for number, n in enumerate(first)]

    return _answered(question, lambda found, sources: BlockChart(k, most + 1, tuple(found), sources), effort, oracle)


def _blocks(number: int) -> tuple[Block, ...]:
    """The blocks of a tail, from its number in block 1."""
    found = [Block.of(1, number)]
    while found[-1].goes_on:
        found.append(Block.of(found[-1].k + 1, found[-1].number // 3))
    return tuple(found)


def _in_first_block(k: int, number: int) -> int:
    """The number in block 1 of the tail with a given number in block k: n becomes 3n + 1 for every block between.

    >>> _in_first_block(1, 4), _in_first_block(3, 0)
    (4, 4)
    """
    for _ in range(min(k - 1, 60)):  # larger numbers are out of reach in any case
        number = 3 * number + 1
    return number


def _check(inquiry: Inquiry, what: str, cells: int, third: int) -> None:
    """Refuse a list that takes more effort. It goes to a third row."""
    refused = too_much(what, "a smaller number", seconds_for(cells, limits.LISTED_SLICES_PACE), inquiry.effort)
    inquiry.refuse_list(refused, Slice((third,)))


def _answered(
    question: Callable[[Inquiry], T],
    made: Callable[[T, tuple[Source, ...]], Made],
    effort: float | None,
    oracle: Oracle | None,
) -> Made | Unknown:
    """The answer to a question about finite tails, with its sources, or Unknown if a slice is not proved."""

    def evaluated(inquiry: Inquiry) -> T:
        inquiry.use(Source.THEOREM)
        return question(inquiry)

    found, sources = oracle_or_shared(oracle).ask(evaluated, effort)
    return found if isinstance(found, Unknown) else made(found, sources)
