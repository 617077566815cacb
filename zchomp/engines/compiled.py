"""The engine on top of the compiled kernel: the rows of the chart, one after the other, as proofs.

It proves what `Recurrence` proves, for three rows and losers only, and its proofs are the same to the last number.
Its state can be saved to a file and resumed; whether such a file is true is for the verifier to find out.
"""

import os
from collections.abc import Iterator
from math import lcm
from typing import BinaryIO, NamedTuple

import numpy as np

from zchomp.engines.kernel import (
    END,
    FINITE,
    GIVEN_UP,
    NO_ROOM,
    TOP,
    Numbers,
    empty_board,
    find_row,
    learn_row,
    minimal,
    next_state,
)
from zchomp.errors import InvalidSlice, TooLarge, quote
from zchomp.periodic import Periodic
from zchomp.results import Proof, Unknown
from zchomp.slices import Slice

__all__ = ["Compiled", "Row", "memory_needed"]

MAX_VALUE = 2**31 - 2
"""The kernel's numbers have 32 bits."""


class Row(NamedTuple):
    """A row, proved: its terms are the head and then the period for ever; modulus and bound as in `Proof`."""

    r: int
    head: Numbers
    period: Numbers
    modulus: int
    bound: int

    def value(self, a: int) -> int:
        """f(r + a, r), for a column before the row is over."""
        b = self.head[a] if a < len(self.head) else self.period[(a - len(self.head)) % len(self.period)]
        return self.r + a + int(b)

    def least(self) -> tuple[int, int]:
        """The least value beyond the diagonal, and its first column; one period is enough to find it."""
        terms = np.concatenate((self.head, self.period, self.period[:1]))[1:]
        values = terms + np.arange(self.r + 1, self.r + 1 + len(terms))
        least = int(values.argmin())
        return int(values[least]), self.r + 1 + least

    def proof(self) -> Proof:
        """The same as the proof of a slice."""
        sequence = Periodic(tuple(self.head.tolist()), tuple(self.period.tolist()))
        return Proof(Slice((self.r,)), sequence, self.modulus, self.bound)


class Compiled:
    """An engine like `Recurrence`; ``upto`` is how far it is meant to go, and only a matter of memory.

    >>> engine = Compiled(upto=2)
    >>> for c in range(3):
    ...     proof = engine.prove(Slice((c,)))
    ...     engine.learn(proof)
    >>> proof
    Proof(slice=Slice(tail=(2,), nim=0), sequence=Periodic(head=(), period=(2,)), modulus=1, bound=2)
    """

    def __init__(self, upto: int = 1000, max_terms: int | None = None) -> None:
        self.row = 0
        """The row that comes next."""
        self._upto = upto
        self._limit = MAX_VALUE if max_terms is None else max_terms
        self._board = empty_board(*_size(upto))
        self._board.since[0] = -1  # the empty bar is not a position
        self._board.marks[TOP] = 1
        self._state = np.uint64(1)  # the hash of the diagonal: the state with which the next row begins
        self._settled = 0  # the column from which on all rows are periodic or over
        self._periodic = 0  # how many are periodic
        self._shadow = np.zeros((1, 64), np.int32)  # their p - q: by column modulo L, then by row
        self._found: tuple[Row, Proof] | None = None
        self._whole = True  # whether the columns before the next row are still known

    def find(self) -> Row | Unknown:
        """Prove the next row. Its terms are views of memory that the row after it will use again."""
        r, outcome, count, start = self.row, NO_ROOM, 0, 0
        while outcome == NO_ROOM:
            outcome, count, start = find_row(
                self._board, self._shadow[:, : self._periodic], r, self._settled, self._state, self._limit
            )
            if outcome == NO_ROOM:
                self._grow()
        terms = self._board.terms
        if outcome == GIVEN_UP:
            return Unknown(f"{Slice((r,))}: after {count} terms it has not ended and its state has not returned")
        if outcome == FINITE:
            return Row(r, terms[:count], terms[:0], 0, count)
        head, period = minimal(terms, start, count)
        return Row(r, terms[:head], terms[head : head + period], count - start, count)

    def keep(self, row: Row) -> None:
        """Learn the next row, as it was just found or from elsewhere."""
        r, head, period = row.r, len(row.head), len(row.period)
        if r != self.row or not head + period:
            raise InvalidSlice(f"the compiled recurrence learns one row after the other, got row {r} at row {self.row}")
        if row.head.base is not self._board.terms:
            largest = max(row.head.max(initial=0), row.period.max(initial=0))
            while r + head + 2 >= len(self._board.waiting) or largest >= 64 * self._board.taken.shape[1]:
                self._grow()
            self._board.terms[: head + period] = np.concatenate((row.head, row.period))
        board = self._board
        end = max(board.marks[END], r + 1, r + head)
        self._state = np.uint64(next_state(board.powers, board.since, self._state, r + board.terms[0], r))
        repeats = row.period.copy()  # learning continues the row in the same memory
        learn_row(board, self._shadow[:, : self._periodic], r, head + period, period, end)
        self._settled, self.row = max(self._settled, r + head), r + 1
        if period:
            self._add_to_shadow(repeats, r + head)

    def rows(self) -> Iterator[Row]:
        """The rows from the next one on, each proved and learned; a row's terms are good until the next one.

        >>> [row.value(0) for _, row in zip(range(7), Compiled().rows())]
        [1, 3, 4, 6, 8, 10, 11]
        """
        while isinstance(row := self.find(), Row):
            self.keep(row)
            yield row

    def prove(self, slice_: Slice) -> Proof | Unknown:
        """Prove the next slice; all smaller ones must have been learned."""
        if slice_ != Slice((self.row,)):
            raise InvalidSlice(
                f"the compiled recurrence proves one row after the other, got {slice_} at row {self.row}"
            )
        found = self.find()
        if isinstance(found, Unknown):
            return found
        self._found = found, found.proof()
        return self._found[1]

    def learn(self, proof: Proof) -> None:
        """Take the next slice as proved, whether it was proved here or not."""
        if self._found and proof is self._found[1]:
            self.keep(self._found[0])
        else:
            head, period = (np.array(part, np.int32) for part in (proof.sequence.head, proof.sequence.period))
            known = proof.slice == Slice((proof.slice.width,))
            self.keep(Row(proof.slice.width if known else -1, head, period, proof.modulus, proof.bound))

    def save(self, file: BinaryIO, mark: str) -> None:
        """Write what is needed to go on from here, together with a mark."""
        board = self._board
        numbers = [self.row, self._settled, self._periodic, self._upto]
        kept = {name: array for name, array in board._asdict().items() if name in {"first", "since", "live", "marks"}}
        np.savez(
            file,
            mark=np.array(mark),
            numbers=np.array(numbers, np.int64),
            state=np.array([self._state]),
            shadow=self._shadow,
            taken=board.taken[self.row : board.marks[TOP]],
            **kept,
        )
        file.flush()
        os.fsync(file.fileno())

    @classmethod
    def restore(cls, file: BinaryIO, max_terms: int | None = None) -> tuple["Compiled", str]:
        """What was saved, and its mark; raises an error of numpy's or of zipfile's if the file is damaged."""
        with np.load(file) as saved:
            row, settled, periodic, upto = map(int, saved["numbers"])
            engine = cls(upto, max_terms)
            engine.row, engine._settled, engine._periodic = row, settled, periodic
            engine._state, engine._shadow = saved["state"][0], saved["shadow"]
            for name in ("first", "since", "live", "marks"):
                getattr(engine._board, name)[:] = saved[name]
            engine._board.taken[row : engine._board.marks[TOP]] = saved["taken"]
            engine._whole = False
            return engine, str(saved["mark"])

    def uses(self, values: int) -> tuple[Numbers, Numbers]:
        """How often each value p below ``values`` occurs in columns before p, and the first of these columns.

        All rows and columns below ``values`` must have been proved; p that never occurs has itself as first column.
        """
        if not self._whole:
            raise InvalidSlice("where values occur is not known to an engine that was restored from a file")
        taken = self._board.taken
        width = 64 * taken.shape[1]
        counts, firsts = np.zeros(values, np.int32), np.arange(values, dtype=np.int32)
        for p in range(values):
            # Bit u is column p - width + 1 + u, the last one is column p itself.
            columns = np.flatnonzero(np.unpackbits(taken[p].view(np.uint8), bitorder="little")[: width - 1])
            counts[p] = len(columns)
            if len(columns):
                firsts[p] = p - width + 1 + columns[0]
        return counts, firsts

    def _add_to_shadow(self, period: Numbers, start: int) -> None:
        """Add a row that is periodic from column ``start`` on to the shadow."""
        length, room = self._shadow.shape
        repeats = lcm(length, len(period)) // length
        if repeats > 1 or self._periodic == room:
            larger = np.zeros((length * repeats, room * 2 if self._periodic == room else room), np.int32)
            larger[:, :room] = np.tile(self._shadow, (repeats, 1))
            self._shadow = larger
        self._shadow[:, self._periodic] = period[(np.arange(length * repeats) - start) % len(period)]
        self._periodic += 1

    def _grow(self) -> None:
        """Make room for half as many columns more, and for values p - q as much larger."""
        old = self._board
        self._upto += self._upto // 2 + 64
        self._board = empty_board(*_size(self._upto))
        for name, values in old._asdict().items():
            room = getattr(self._board, name)
            if name == "taken":  # its bits end with column p, so that the new ones come before
                room[: len(values), -values.shape[1] :] = values
            elif name != "powers":
                room[: len(values)] = values


def memory_needed(upto: int) -> int:
    """About how many bytes the rows up to that one take, with what a Python process takes anyway.

    >>> memory_needed(100_000) // 2**20, "MB"
    (2274, 'MB')
    """
    columns, words = _size(upto)
    return 2**28 + 8 * (columns + 64 * words) * (words + 2)


def _size(upto: int) -> tuple[int, int]:
    """Columns, and words of p - q: for the rows up to r these reach to about 1.414 r and 0.707 r; with a margin."""
    columns, words = 3 * upto // 2 + 64, 3 * upto // 4 // 64 + 2
    if columns + 64 * words > MAX_VALUE:
        raise TooLarge(f"the compiled recurrence handles values up to {MAX_VALUE}, not third rows to {quote(upto)}")
    return columns, words
