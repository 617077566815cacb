"""Symbolic winners: every winner of a slice with every winning move it has, in finitely many lines.

    [Zei01]                        here
    WINNERS(a, b, k)               winners(upto=k)
    [[1, 2 + a, b], [1, 1, 0]]     a line: the winner [1, 2 + a, b] is bitten down to the loser [1, 1, 0]

A line holds for all values 0, 1, 2, ... of its letters. There is one for every way of Lemma 1 (proofs/soundness.md) in
which a move can lead from the slice to a symbolic loser:

    reason     the bite                                    from the loser [t, s + d*a, v] to the winner
    above      row 1, second row untouched       (1a)      [t, s + d*a, v + 1 + b]
    end        row 1 into the second row         (1b)      [t, s + 1 + a, b]             v = 0: the end of the slice
    empty      row 1 into the tail               (1c)      [t, a, b]                     the slice has no losers
    own        row 2                             (2a)      [t, s + d*a + i, v - i]       i = 1, ..., v
    corner     row 2 into the tail               (2b)      [t, i, m - i]                 i = 0, ..., m
    below      a row from the third on           (3)       [t, s' + d*a, v]              the same rows 1 and 2

Since all losers of all smaller slices are known, these are all winning moves of the slice: see proofs/winners.md, which
also says why finitely many positions decide whether a list of lines is right and complete (`deciding_bound`).

Words about symbolic winners: as the papers write them, for Maple, and as data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from heapq import heapify, heappop, heappush
from itertools import groupby
from math import lcm
from operator import attrgetter
from typing import Literal, overload

from zchomp.bars.knowledge import knowledge
from zchomp.bars.listings import slice_or_upto
from zchomp.bars.periodic import Kind, Periodic
from zchomp.bars.position import Position
from zchomp.bars.results import AnswersBySlice, Proof
from zchomp.bars.slices import (
    Slice,
    SliceLike,
    SymbolicLoser,
    below,
    bottom_of,
    corners,
    linear,
    locate,
    symbolic_losers,
)
from zchomp.core import limits
from zchomp.core.answers import Source, Unknown
from zchomp.core.documents import Data, sources_data
from zchomp.core.effort import seconds_for, too_much
from zchomp.core.session import ask, current, refuse_if
from zchomp.core.showing import Listed, Shown, headed, shows
from zchomp.core.tables import Table
from zchomp.errors import quote

Reason = Literal["above", "end", "empty", "own", "corner", "below"]

REASONS: tuple[Reason, ...] = ("above", "end", "empty", "own", "below", "corner")


@dataclass(frozen=True, slots=True, repr=False)
class SymbolicWinner(Shown, words="bars.winners"):
    """The winners [*bottom, start + step*a, b], or with ``free`` [*bottom, start + step*a, b + letter], and their move.

    The move bites ``row`` and leaves the loser, in which the letter a has the same value.

    >>> line = SymbolicWinner((1,), 1, 0, 1, True, row=1, loser=SymbolicLoser((1,), 1, 0, 0), reason="above")
    >>> line.after(1, 7), line.after(1, 0), line.after(2, 7)
    ((1, 0), None, None)
    >>> print(line)
    [1, 1, 1 + b] -> [1, 1, 0]
    """

    bottom: tuple[int, ...]
    start: int
    step: int
    b: int
    free: bool
    row: int
    loser: SymbolicLoser
    reason: Reason

    def after(self, a: int, b: int) -> tuple[int, int] | None:
        """The coordinates of the loser that the move from (a, b) leaves, or None if (a, b) is not such a winner."""
        times, rest = divmod(a - self.start, self.step) if self.step else (0, a - self.start)
        if rest or times < 0 or (b < self.b if self.free else b != self.b):
            return None
        return self.loser.start + self.loser.step * times, self.loser.b


@dataclass(frozen=True, slots=True)
class WinnerFamily:
    """The lines of one reason and one symbolic loser: a single one, or a diagonal of them.

    On a diagonal, a is larger by one and b smaller by one in each line than in the line before it.
    """

    lines: tuple[SymbolicWinner, ...]

    @property
    def first(self) -> SymbolicWinner:
        """The first line, which stands for the family."""
        return self.lines[0]


@dataclass(frozen=True, slots=True, repr=False)
class Winners(Shown, Listed[SymbolicWinner], words="bars.winners"):
    """All winners of a slice of losers with all their winning moves, as lines, which come in families.

    >>> (9, 7, 4) in winners(4), "(7,7,4)" in winners(4), (9, 7, 5) in winners(4)
    (True, False, False)
    """

    proof: Proof
    families: tuple[WinnerFamily, ...]
    sources: tuple[Source, ...] = ()

    def listed(self) -> list[SymbolicWinner]:
        """All lines."""
        return [line for family in self.families for line in family.lines]

    def __len__(self) -> int:
        return sum(len(family.lines) for family in self.families)

    def __contains__(self, position: object) -> bool:
        if isinstance(position, SymbolicWinner):
            return position in self.listed()
        start = Position.of(position)  # type: ignore[arg-type]  # anything but a position is refused
        return locate(start)[0].tail == self.proof.slice.tail and start not in self.proof

    def chosen(self) -> list[WinnerFamily]:
        """Families that cover every winner: those of bites that leave the tail alone, then those that add most.

        >>> len(winners(30).families), len(winners(30).chosen())
        (108, 80)
        """
        found = self.families
        columns, values = deciding_bound(self.listed())
        masks = [_mask(family, columns, values) for family in found]
        left = 0
        for mask in masks:
            left |= mask
        taken = [i for i, family in enumerate(found) if family.first.reason not in {"below", "corner"}]
        for i in taken:
            left &= ~masks[i]
        heap = [(-mask.bit_count(), i) for i, mask in enumerate(masks)]
        heapify(heap)
        while left:
            _, best = heappop(heap)
            # What a family adds never grows: if it still adds as much as the next one promises, it is the best.
            adds = (masks[best] & left).bit_count()
            if not heap or adds >= -heap[0][0]:
                taken.append(best)
                left &= ~masks[best]
            elif adds:
                heappush(heap, (-adds, best))
        return [found[i] for i in sorted(taken)]


@overload
def winners(slice_: SliceLike, /, *, effort: float | None = None) -> Winners | Unknown: ...
@overload
def winners(*, upto: int, effort: float | None = None) -> AnswersBySlice[Winners] | Unknown: ...
def winners(
    slice_: SliceLike | None = None, /, *, upto: int | None = None, effort: float | None = None
) -> Winners | AnswersBySlice[Winners] | Unknown:
    """List all winners of one slice, like ``winners(5)`` or ``winners((4, 2))``, or all with third rows 1 to ``upto``.

    Each comes with all its winning moves, as lines. ``winners(upto=k)`` is the table of WINNERS(a, b, k), by slice.

    >>> [(line.start, line.step, line.b, line.free) for line in winners(0)]
    [(0, 1, 2, True), (1, 1, 0, False)]
    >>> [(slice_.width, len(lines)) for slice_, lines in winners(upto=3).items()]
    [(1, 7), (2, 7), (3, 15)]
    >>> [family.first.reason for family in winners(1).families]
    ['above', 'above', 'end', 'own', 'below', 'corner']

    Raises InvalidArgument unless exactly one of slice and ``upto`` is given, and InvalidSlice for a nim-value above 0.
    """
    wanted = slice_or_upto("winners", slice_, upto)
    if isinstance(wanted, Slice):
        return ask(lambda: winners_of(wanted), effort)
    return ask(lambda: winners_upto(wanted, first=1), effort)


def winners_upto(upto: int, first: int) -> AnswersBySlice[Winners]:
    """The winners of all third rows between two.

    The number of lines grows with the square of the third row: the mean of all slices is a third of the last one.
    """
    which = f"the winners with third rows up to {upto}"
    about = upto**3 * 21 // 100  # measured from third row 115 on; it decides only where half of it is too many
    last = Slice((upto,))
    if _too_many(which, about // 2) is not None or knowledge().seconds(last) > current().effort:
        refuse_if(_too_many(which, about))  # the list takes longer than the proofs: that is the need to name
    refuse_if(_too_many(which, _count(last, knowledge().sequences(last)) * (upto + 1) // 3))
    return AnswersBySlice(
        {slice_: winners_of(slice_) for slice_ in (Slice((third,)) for third in range(first, upto + 1))}
    )


def winners_of(slice_: Slice) -> Winners:
    """The winners of a slice, the lines of a diagonal together in a family."""
    if len(slice_.tail) == 1 and knowledge().seconds(slice_) > current().effort:  # the list takes longer than the proof
        about = slice_.width**2 * 16 // 25  # measured from third row 115 on, with a margin of a few percent
        refuse_if(_too_many(f"the winners of the {slice_}", about))
    with current().part() as part:
        proof, known = knowledge().proof(slice_), knowledge().sequences(slice_)
    refuse_if(_too_many(f"the winners of the {slice_}", _count(slice_, known)))
    lines = sorted(_lines(proof, known), key=lambda line: REASONS.index(line.reason))
    grouped = groupby(lines, key=lambda line: (line.reason, line.loser))
    return Winners(proof, tuple(WinnerFamily(tuple(group)) for _, group in grouped), part.used)


def _too_many(which: str, lines: int) -> Unknown | None:
    """Why there are too many lines, or None if there are not too many."""
    seconds, needed = seconds_for(lines, limits.WINNER_LINES_PACE), lines * limits.WINNER_BYTES
    return too_much(
        f"a list of {which}, about {quote(lines)} lines,", "a smaller third row", seconds, current().effort, needed
    )


def deciding_bound(lines: Iterable[SymbolicWinner]) -> tuple[int, int]:
    """Numbers A and B such that the positions with a < A and b < B decide which positions the lines match.

    For larger a, going back by the least common multiple of the steps changes nothing, and for larger b neither does
    going back by one (proofs/winners.md, Theorem 2).

    >>> deciding_bound(winners(1))
    (4, 5)
    """
    lines = list(lines)
    steps = lcm(*(line.step or 1 for line in lines))
    return max(line.start for line in lines) + steps + 1, max(line.b for line in lines) + 2


def _mask(family: WinnerFamily, columns: int, values: int) -> int:
    """The positions of a family with a < columns and b < values, position (a, b) as bit a * values + b."""
    mask = 0
    for line in family.lines:
        bits = ((1 << values - line.b) - 1) << line.b if line.free else 1 << line.b
        for a in range(line.start, columns if line.step else line.start + 1, line.step or 1):
            mask |= bits << a * values
    return mask


def _count(slice_: Slice, known: dict[Slice, Periodic[int]]) -> int:
    """The number of lines of a slice, or a few more."""
    row = known[slice_]
    own = sum(row.head) + sum(row.period) + 2 * (len(row.head) + len(row.period))
    corner = sum(max(0, x + (known[other].get(0) or 0) - slice_.width + 1) for x, other in corners(slice_))
    return own + corner + sum(len(known[other].head) + len(known[other].period) for other in below(slice_))


def _lines(proof: Proof, known: dict[Slice, Periodic[int]]) -> Iterator[SymbolicWinner]:
    """The lines of all six kinds."""
    yield from _within(proof)
    yield from _corners(proof.slice, known)
    yield from _below(proof.slice, known)


def _within(proof: Proof) -> Iterator[SymbolicWinner]:
    """Bites that leave the tail alone, or that show that the slice is empty."""
    slice_, bottom = proof.slice, _bottom(proof.slice)
    if proof.sequence.kind is Kind.EMPTY:
        x = proof.bound
        loser = _loser(Slice(tuple(min(row, x) for row in slice_.tail)), 0, 0, 0)
        yield SymbolicWinner(bottom, 0, 1, 0, True, 1, loser, "empty")
    for found in symbolic_losers(slice_, proof.sequence):
        loser = _loser(slice_, found.start, found.step, found.b)
        yield SymbolicWinner(bottom, found.start, found.step, found.b + 1, True, 1, loser, "above")
        if found.b == 0:
            yield SymbolicWinner(bottom, found.start + 1, 1, 0, True, 1, loser, "end")
        for i in range(1, found.b + 1):
            yield SymbolicWinner(bottom, found.start + i, found.step, found.b - i, False, 2, loser, "own")


def _corners(slice_: Slice, known: dict[Slice, Periodic[int]]) -> Iterator[SymbolicWinner]:
    """Bites of the second row into the tail: the first row x + B(0) is fixed, and with it a + b."""
    for x, other in corners(slice_):
        over = known[other].get(0)
        if over:
            m = x + over - slice_.width
            for i in range(m + 1):
                yield SymbolicWinner(_bottom(slice_), i, 0, m - i, False, 2, _loser(other, 0, 0, over), "corner")


def _below(slice_: Slice, known: dict[Slice, Periodic[int]]) -> Iterator[SymbolicWinner]:
    """Bites of the tail alone: the second row stays, so a grows by as much as the third row shrinks."""
    for other in below(slice_):
        bitten = slice_.width - other.width
        for found in symbolic_losers(other, known[other]):
            start = found.start - bitten
            if start < 0 and found.step:
                start %= found.step
            if start >= 0:
                loser = _loser(other, start + bitten, found.step, found.b)
                row = _row(slice_, other)
                yield SymbolicWinner(_bottom(slice_), start, found.step, found.b, False, row, loser, "below")


def _bottom(slice_: Slice) -> tuple[int, ...]:
    """The bottom rows in brackets, which two rows do not have."""
    return bottom_of(slice_) if slice_.tail else ()


def _loser(slice_: Slice, start: int, step: int, b: int) -> SymbolicLoser:
    return SymbolicLoser(_bottom(slice_), start, step, b)


def _row(slice_: Slice, other: Slice) -> int:
    """The row that is bitten to get from one tail to another."""
    cut = other.tail + (0,) * (len(slice_.tail) - len(other.tail))
    return 3 + next(i for i, row in enumerate(slice_.tail) if cut[i] < row)


Letters = tuple[str, str]


@shows(Winners)
def winners_text(found: Winners, letters: Letters = ("a", "b")) -> str:
    """The winners with one tail, one per line, each with the loser that the bite leaves and the row that is bitten."""
    lines = found.listed()
    pairs = [(winner_text(line, letters), loser_text(line.loser, letters[0])) for line in lines]
    wide, narrow = (max(len(pair[side]) for pair in pairs) for side in (0, 1))
    tail = found.proof.slice.tail
    rows = f"third row {found.proof.slice.width}" if len(tail) < 2 else f"the rows {tail} from the third on"
    headline = f"All winners with {rows}, each with all its winning moves:"
    return headed(
        headline,
        *(
            f"  {winner:<{wide}} -> {loser:<{narrow}}  row {line.row}"
            for line, (winner, loser) in zip(lines, pairs, strict=True)
        ),
    )


@shows(Winners, "maple", of_all=True)
def winners_maple(slices: list[Winners], letters: Letters = ("a", "b")) -> str:
    """The answer of the Maple package to WINNERS(a,b,k): a table of sets of pairs [winner, loser]."""
    entries = []
    for found in slices:
        slice_ = found.proof.slice
        pairs = (f"[{winner_text(line, letters)}, {loser_text(line.loser, letters[0])}]" for line in found.listed())
        key = slice_.width if len(slice_.tail) < 2 else list(bottom_of(slice_))
        entries.append(f"{key} = {{{', '.join(pairs)}}}")
    return f"table([{', '.join(entries)}]);"


@shows(Winners, "json")
def winners_data(found: Winners) -> Data:
    """The same as data: {"start": 2, "step": 1} stands for 2 + a, and "free" says that b may be larger by any number.

    In the position after the move the letter a has the same value.
    """
    return {
        "tail": list(found.proof.slice.tail),
        "nim": found.proof.slice.nim,
        "winners": [*map(_line_data, found.listed())],
        "sources": sources_data(found.sources),
    }


@shows(Winners, "table")
def winners_table(found: Winners) -> Table:
    """The same as lines."""
    own, after = ("start", "step", "b", "free", "row", "reason"), ("bottom", "start", "step", "b")
    write, leave, tail = attrgetter(*own), attrgetter(*after), found.proof.slice.tail
    return Table(
        ("tail", *own, *(f"after_{name}" for name in after)),
        lambda: ((tail, *write(line), *leave(line.loser)) for line in found.listed()),
    )


def _line_data(line: SymbolicWinner) -> Data:
    record = asdict(line)
    loser = record.pop("loser")
    return {**record, "after": loser}


@shows(SymbolicWinner)
def line_text(line: SymbolicWinner, letters: Letters = ("a", "b")) -> str:
    """A line: the winner, and the loser that its move leaves."""
    return f"{winner_text(line, letters)} -> {loser_text(line.loser, letters[0])}"


def winner_text(line: SymbolicWinner, letters: Letters) -> str:
    """The winner of a line in brackets, ``[1, 2 + a, b]``."""
    return _brackets(line.bottom, line.start, line.step, linear(line.b, 1 if line.free else 0, letters[1]), letters[0])


def loser_text(loser: SymbolicLoser, letter: str) -> str:
    """A loser in brackets, as short as [Zei01] writes it: ``[1]`` for one row, ``[1 + a, 1]`` for two."""
    return _brackets(loser.bottom, loser.start, loser.step, str(loser.b), letter)


def _brackets(bottom: tuple[int, ...], start: int, step: int, last: str, letter: str) -> str:
    middle = linear(start, step, letter)
    shown = [last] if not bottom and middle == "0" else [*map(str, bottom), middle, last]
    return f"[{', '.join(shown)}]"
