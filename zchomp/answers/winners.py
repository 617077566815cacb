"""Symbolic winners: every winner of a slice with every winning move it has, in finitely many lines.

    [Zei01]                        here
    WINNERS(a, b, k)               winners(k)
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

All losers of all smaller slices being known, these are all winning moves of the slice: proofs/winners.md, which also
says why finitely many positions decide whether a list of lines is right and complete (`deciding_bound`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import groupby
from math import lcm
from typing import Literal

from zchomp import limits
from zchomp.answers.questions import the_oracle
from zchomp.answers.symbols import SymbolicLoser, bottom_of, symbolic_losers
from zchomp.periodic import Kind, Periodic
from zchomp.results import Proof, Unknown
from zchomp.slices import Slice, SliceLike, below, corners

__all__ = [
    "Reason",
    "SymbolicWinner",
    "WinnerFamily",
    "all_winners",
    "are_listed_upto",
    "chosen_families",
    "deciding_bound",
    "families",
    "winners",
]

Reason = Literal["above", "end", "empty", "own", "corner", "below"]

REASONS: tuple[Reason, ...] = ("above", "end", "empty", "own", "below", "corner")


@dataclass(frozen=True, slots=True)
class SymbolicWinner:
    """The winners [*bottom, start + step*a, b], or with ``free`` [*bottom, start + step*a, b + letter], and their move.

    The move bites ``row`` and leaves the loser, in which the letter a has the same value.

    >>> line = SymbolicWinner((1,), 1, 0, 1, True, row=1, loser=SymbolicLoser((1,), 1, 0, 0), reason="above")
    >>> line.after(1, 7), line.after(1, 0), line.after(2, 7)
    ((1, 0), None, None)
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
        """The coordinates of the loser that the move from (a, b) leaves; None if (a, b) is not one of these winners."""
        times, rest = divmod(a - self.start, self.step) if self.step else (0, a - self.start)
        if rest or times < 0 or (b < self.b if self.free else b != self.b):
            return None
        return self.loser.start + self.loser.step * times, self.loser.b


@dataclass(frozen=True, slots=True)
class WinnerFamily:
    """The lines of one reason and one symbolic loser: a single one, or a diagonal of them.

    On a diagonal each line has a one larger and b one smaller than the line before it.
    """

    lines: tuple[SymbolicWinner, ...]

    @property
    def first(self) -> SymbolicWinner:
        """The first line, which stands for the family."""
        return self.lines[0]


def winners(slice_: SliceLike) -> list[SymbolicWinner] | Unknown:
    """All winners of a slice of losers with all their winning moves, as lines: what WINNERS(a, b, k) lists.

    >>> [(line.start, line.step, line.b, line.free) for line in winners(0)]
    [(0, 1, 2, True), (1, 1, 0, False)]
    """
    found = families(Slice.of(slice_))
    return found if isinstance(found, Unknown) else [line for family in found for line in family.lines]


def all_winners(upto: int) -> list[tuple[Slice, list[SymbolicWinner]]] | Unknown:
    """The same for third rows 1, ..., ``upto``, by slice.

    >>> [(slice_.width, len(lines)) for slice_, lines in all_winners(3)]
    [(1, 7), (2, 7), (3, 15)]
    """
    too_long = are_listed_upto(upto)
    if too_long is not None:
        return too_long
    found = []
    for third in range(1, upto + 1):
        lines = winners(third)
        if isinstance(lines, Unknown):
            return lines
        found.append((Slice((third,)), lines))
    return found


def are_listed_upto(upto: int) -> Unknown | None:
    """None if the winners with third rows up to that one are few enough to be listed together, or else why not.

    The number of lines grows with the square of the third row: on average a slice has a third of those of the last one.
    """
    last = _count(Slice((upto,)))
    if isinstance(last, Unknown):
        return last
    if last * (upto + 1) // 3 > limits.ALL_WINNER_LINES:
        about = f"the winners with third rows up to {upto} fill about {last * (upto + 1) // 3} lines"
        return Unknown(f"{about}; expected at most {limits.ALL_WINNER_LINES}")
    return None


def families(slice_: Slice) -> list[WinnerFamily] | Unknown:
    """The same, the lines of a diagonal together.

    >>> [family.first.reason for family in families(Slice((1,)))]
    ['above', 'above', 'end', 'own', 'below', 'corner']
    """
    size = _count(slice_)
    if isinstance(size, Unknown):
        return size
    if size > limits.WINNER_LINES:
        return Unknown(f"the winners of the {slice_} fill {size} lines; expected at most {limits.WINNER_LINES}")
    proof, known = the_oracle().proof(slice_), the_oracle().known(slice_)
    if isinstance(proof, Unknown):
        return proof
    if isinstance(known, Unknown):
        return known
    lines = sorted(_lines(proof, known), key=lambda line: REASONS.index(line.reason))
    grouped = groupby(lines, key=lambda line: (line.reason, line.loser))
    return [WinnerFamily(tuple(group)) for _, group in grouped]


def chosen_families(slice_: Slice) -> list[WinnerFamily] | Unknown:
    """Some of the families, enough for every winner: those that stay in the slice, then always the one that helps most.

    >>> [len(families(Slice((30,)))), len(chosen_families(Slice((30,))))]
    [108, 80]
    """
    found = families(slice_)
    if isinstance(found, Unknown):
        return found
    columns, values = deciding_bound(line for family in found for line in family.lines)
    masks = [_mask(family, columns, values) for family in found]
    left = 0
    for mask in masks:
        left |= mask
    chosen = [i for i, family in enumerate(found) if family.first.reason not in {"below", "corner"}]
    for i in chosen:
        left &= ~masks[i]
    heap = [(-mask.bit_count(), i) for i, mask in enumerate(masks)]
    heapify(heap)
    while left:
        _, best = heappop(heap)
        # What a family still adds only ever shrinks: if it is no less than what the next one promised, it is the best.
        adds = (masks[best] & left).bit_count()
        if not heap or adds >= -heap[0][0]:
            chosen.append(best)
            left &= ~masks[best]
        elif adds:
            heappush(heap, (-adds, best))
    return [found[i] for i in sorted(chosen)]


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


def _count(slice_: Slice) -> int | Unknown:
    """How many lines there are, or a few more."""
    known = the_oracle().known(slice_)
    if isinstance(known, Unknown):
        return known
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
    """Bites of the tail alone: the second row stays, so that a is larger by what the third row loses."""
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
    """The bottom rows in brackets; two rows have none."""
    return bottom_of(slice_) if slice_.tail else ()


def _loser(slice_: Slice, start: int, step: int, b: int) -> SymbolicLoser:
    return SymbolicLoser(_bottom(slice_), start, step, b)


def _row(slice_: Slice, other: Slice) -> int:
    """The row that is bitten to get from one tail to another."""
    cut = other.tail + (0,) * (len(slice_.tail) - len(other.tail))
    return 3 + next(i for i, row in enumerate(slice_.tail) if cut[i] < row)
