"""Listings: losers and nim-values as the Maple packages print them, and all nim-values within a bar.

Listings: losers and nim-values as the Maple packages print them.

Chomp3Rows, BYRNES    here
Losers(a, k)          losers(upto=k)
PTable(k)             ptable(k)
ChompGrundy           grundy(c, nim=g), and window for a table of nim-values

The nim-values of all positions within a bar, as an answer to list, to look up or to draw.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from typing import overload

from zchomp.bars.knowledge import knowledge, refuse_list
from zchomp.bars.nim_tables import Ranks
from zchomp.bars.position import Position, PositionLike, count_within, partitions_within
from zchomp.bars.prover import is_row
from zchomp.bars.results import AnswersBySlice, Claim, Proof
from zchomp.bars.search import is_inside, make_table, values_seconds
from zchomp.bars.slices import Slice, SliceLike, SymbolicLoser, symbolic_losers
from zchomp.core import limits
from zchomp.core.answers import Source, TooCostly, Unknown
from zchomp.core.effort import seconds_for, too_much
from zchomp.core.numbers import bar_text, whole_number
from zchomp.core.runs import Progress, reporting
from zchomp.core.session import NotKnown, ask, current, question, refuse_if
from zchomp.core.showing import Listed, Shown
from zchomp.errors import InvalidArgument, InvalidSlice, quote

LISTED_TERMS_PACE = 300_000
"""How many terms of slices are listed in 1 second: 700,000 as text, 150,000 as JSON."""

LISTED_TERM_BYTES = 100
"""The bytes of memory that a listed term takes."""


@dataclass(frozen=True, slots=True, repr=False)
class SlicePositions(Shown, Listed[SymbolicLoser], words="bars.words"):
    """The positions of a slice, as a list of symbolic ones: losers, or positions of the slice's nim-value.

    >>> print(*losers(5))
    [5, 0, 5] [5, 1, 3] [5, 2 + a, 4]
    >>> (12, 8, 5) in losers(5), "(12,9,5)" in losers(5)
    (True, False)
    """

    proof: Proof
    sources: tuple[Source, ...] = ()

    def listed(self) -> list[SymbolicLoser]:
        """The positions with a letter, in the order of [Zei01]."""
        return symbolic_losers(self.proof.slice, self.proof.sequence)

    def __len__(self) -> int:
        return len(self.proof.sequence.head) + len(self.proof.sequence.period)

    def __contains__(self, position: object) -> bool:
        if isinstance(position, SymbolicLoser):
            return position in self.listed()
        return position in self.proof  # type: ignore[operator]  # anything but a position is refused there


@overload
def losers(slice_: SliceLike, /, *, effort: float | None = None) -> SlicePositions | Unknown: ...
@overload
def losers(
    *, upto: int, rows: int | None = None, effort: float | None = None
) -> AnswersBySlice[SlicePositions] | Unknown: ...
def losers(
    slice_: SliceLike | None = None,
    /,
    *,
    upto: int | None = None,
    rows: int | None = None,
    effort: float | None = None,
) -> SlicePositions | AnswersBySlice[SlicePositions] | Unknown:
    """List all losers of one slice, like ``losers(5)`` or ``losers((4, 2))``, or all with third rows 1 to ``upto``.

    ``losers(upto=k)`` is the list of Losers(a, k) in Chomp3Rows, by slice. It does not contain the slice 0, [0, a, 1].

    >>> print(*losers((4, 2))[:2])
    [2, 2, 0, 3] [2, 2, 1, 3]
    >>> [len(found) for found in losers(upto=5).values()]
    [2, 1, 3, 4, 3]

    Raises InvalidArgument unless exactly one of slice and ``upto`` is given, or if ``rows`` is given with a slice, and
    InvalidSlice for a nim-value above 0.
    """
    wanted = slice_or_upto("losers", slice_, upto)
    if isinstance(wanted, Slice):
        if rows is not None:
            raise InvalidArgument("a slice has its number of rows; give rows with upto only", got=rows)
        return ask(lambda: _table([wanted], wanted)[wanted], effort)
    claim = Claim(rows=3 if rows is None else rows, nim=0, upto=wanted)
    return ask(lambda: _losers_upto(claim), effort)


@question
def ptable(upto: int) -> AnswersBySlice[SlicePositions]:
    """List the slices with third row 0, ..., ``upto``: the columns of the table of Winning Ways, p. 599.

    >>> [column.proof.sequence.head for column in ptable(3).values()]
    [(), (2, 0), (), (3, 3, 0)]
    """
    last = Slice((whole_number(upto, "the largest third row"),))
    _admit_list(f"a list of the slices with third rows up to {quote(upto)}", last.width + 1, last)
    return _table((Slice((third,)) for third in range(last.width + 1)), last)


@question
def grundy(slice_: SliceLike, /, *, nim: int = 3) -> AnswersBySlice[SlicePositions]:
    """List the positions with a third row, or a tail, of nim-value 0, ..., ``nim``, as ChompGrundy in BYRNES does.

    >>> found = grundy(0, nim=2)
    >>> [one.proof.sequence.first(4) for one in found.values()], found[Slice((), nim=1)].proof.bound
    ([[1, 1, 1, 1], [2, 0], [3, 3, 0]], 2)
    """
    last = Slice(Slice.of(slice_).tail, whole_number(nim, "the largest nim-value"))
    return _table((Slice(last.tail, value) for value in range(last.nim + 1)), last)


def window(proofs: Iterable[Proof], columns: int, values: int) -> list[list[int | None]]:
    """The nim-values for a < ``columns`` and b < ``values``, or None for those larger than the values of all slices.

    >>> window((one.proof for one in grundy(0, nim=2).values()), columns=2, values=4)
    [[None, 0, 1, 2], [1, 0, None, 2]]
    """
    cells: list[list[int | None]] = [[None] * values for _ in range(columns)]
    for proof in proofs:
        for a, b in enumerate(proof.sequence.first(columns)):
            if b < values:
                cells[a][b] = proof.slice.nim
    return cells


def slice_or_upto(name: str, slice_: SliceLike | None, upto: int | None) -> Slice | int:
    """The slice, or the largest third row, that a question is about.

    Raises InvalidArgument unless there is exactly one of them, and for the largest third row 0.
    """
    if (slice_ is None) == (upto is None):
        one, several = f"{name}(6) or {name}((4, 2))", f"{name}(upto=6)"
        expected = f"expected one slice, like {one}, or all third rows up to a number, like {several}"
        raise InvalidArgument(f"{expected}; got {'neither' if upto is None else 'both'}")
    if slice_ is not None:
        return slice_of_losers(slice_)
    largest = whole_number(upto, "the largest third row")
    if largest == 0:
        two_rows = f"for positions with two rows, use {name}(0)"
        raise InvalidArgument(f"expected an upto of 1 or more, got 0; {two_rows}")
    return largest


def slice_of_losers(slice_: SliceLike) -> Slice:
    """The intended slice. Raises InvalidSlice for a nim-value above 0: its positions are not losers."""
    wanted = Slice.of(slice_)
    if wanted.nim:
        raise InvalidSlice(f"expected a slice of losers, of nim-value 0, got the {wanted}; grundy lists its positions")
    return wanted


def _losers_upto(claim: Claim) -> AnswersBySlice[SlicePositions]:
    """All slices of a claim but the first."""
    which = f"{quote(claim.rows)} rows and third rows up to {quote(claim.upto)}"
    if not claim.is_within(limits.PROVE_SLICES):
        raise NotKnown(TooCostly(f"{which} have more than {limits.PROVE_SLICES} slices; try fewer or shorter rows"))
    last = Slice((claim.upto,) * (claim.rows - 2))
    _admit_list(f"a list of {claim.count()} slices, for {which},", claim.count(), last)
    return _table(islice(claim.slices(), 1, None), last)


def _admit_list(what: str, slices: int, last: Slice) -> None:
    """Raise NotKnown if a list of slices takes more effort or memory, or the proof of the last one."""
    terms = 21 * last.width**2 // 100 if is_row(last) else 0  # of more rows, heads are short where slices are many
    seconds = max(seconds_for(slices, limits.LISTED_SLICES_PACE), seconds_for(terms, LISTED_TERMS_PACE))
    instead, needed = "fewer rows or a smaller third row", LISTED_TERM_BYTES * terms
    refuse_list(too_much(what, instead, seconds, current().effort, needed), last)


def _table(slices: Iterable[Slice], last: Slice) -> AnswersBySlice[SlicePositions]:
    """Some slices, if the last one, which depends on all others, can be proved."""
    knowledge().proof(last)
    found = {}
    for slice_ in slices:
        with current().part() as part:
            found[slice_] = SlicePositions(knowledge().proof(slice_), part.used)
    return AnswersBySlice(found)


@dataclass(frozen=True, slots=True, repr=False)
class NimValues(Shown, Mapping[Position, int], words="bars.words"):
    """The nim-values of all positions within a bar, by position. ``found`` has them in lexicographic order.

    >>> found = nim_values("2x3")
    >>> found["3,2"], found[3, 3], len(found), (4, 1) in found
    (0, 4, 9, False)
    """

    bar: Position
    found: Sequence[int] = field(repr=False)
    sources: tuple[Source, ...] = ()
    _ranks: Ranks = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_ranks", Ranks((*self.bar.rows, 0)))

    def __getitem__(self, position: PositionLike) -> int:
        rows = Position.of(position).rows
        if not is_inside(rows, self.bar.rows):
            raise KeyError(f"{bar_text(rows)} is not within {bar_text(self.bar.rows)}")
        return self.found[self._ranks.of(rows) - 1]

    def __contains__(self, position: object) -> bool:
        return is_inside(Position.of(position).rows, self.bar.rows)  # type: ignore[arg-type]  # anything but a position is refused

    def __iter__(self) -> Iterator[Position]:
        return map(Position, self.rows())

    def __len__(self) -> int:
        return len(self.found)

    def rows(self) -> Iterator[tuple[int, ...]]:
        """The rows of all positions, the same number for each, with 0 for empty rows."""
        positions = partitions_within(self.bar.rows)
        next(positions)  # the bar without squares is not a position
        return positions

    def full_bars(self) -> list[int]:
        """The nim-values of the bars with as many rows and with 1, 2, ... columns, as far as they lie within the bar.

        >>> nim_values("3x10").full_bars()
        [2, 4, 5, 9, 11, 12, 13, 16, 19, 21]
        """
        height = len(self.bar.rows)
        return [self.found[self._ranks.of((n,) * height) - 1] for n in range(1, self.bar.rows[-1] + 1)]


@question
def nim_values(bar: PositionLike, *, listed: bool = False, progress: Progress | None = None) -> NimValues:
    """Find the nim-values of all positions within a bar. They are Unknown if they take more effort or memory.

    If they are to be ``listed``, the time for that also counts. ``progress`` receives how many positions are done, and
    how many there are.

    >>> nim_values("3x20")[20, 20, 20]
    41
    >>> nim_values("3x2000").reason
    'a table of the nim-values within (2000, 2000, 2000) needs years; try at most 3x737'

    Raises InvalidPosition if it is not a position.
    """
    return _found(Position.of(bar), listed, reporting(progress))


def _seconds(rows: tuple[int, ...], listed: bool) -> float:
    """Roughly how long a table takes, including the list of all its values if they are ``listed``."""
    seconds = values_seconds(Position(rows))
    return seconds + (count_within(rows) / limits.LISTED_VALUES_PACE if listed and seconds < inf else 0)


def _found(bar: Position, listed: bool, progress: Progress) -> NimValues:
    seconds, about = _seconds(bar.rows, listed), f"a table of the nim-values within {bar_text(bar.rows)}"
    most, rows, instead = max(current().effort, limits.EFFORT), len(bar.rows), "a smaller bar"
    if seconds > most:  # the larger the bar, the longer it takes: the size that works is found by bisection
        fits = bisect_left(range(1, bar.rows[0] + 1), True, key=lambda n: _seconds((n,) * rows, listed) > most)
        instead = f"at most {rows}x{fits}" if fits else instead
    refuse_if(too_much(about, instead, seconds, current().effort))
    current().use(Source.SEARCH)
    values = array("i")
    values.frombytes(memoryview(make_table(bar.rows, progress=progress).values).cast("B"))  # type: ignore[arg-type]
    return NimValues(bar, values, (Source.SEARCH,))
