"""The compiled engine for three rows: it proves the rows of the chart one after the other (`three_rows_kernel`).

Its proofs are those of `Recurrence` to the last number, for the losers of three rows only. Its state can be saved to a
file and resumed (`three_rows_state`), and it can learn rows from elsewhere. It checks that the kernel stays within its
memory on such rows. Whether they are true is left to the verifier.
"""

from collections.abc import Iterator
from math import lcm
from typing import NamedTuple, Self

import numpy as np

from zchomp import memory
from zchomp.engines.machine_words import Int32s, has, put
from zchomp.engines.slices import three_rows_state
from zchomp.engines.slices.state_return import least_period
from zchomp.engines.slices.three_rows_kernel import (
    END,
    FINITE,
    GIVEN_UP,
    NO_ROOM,
    TOP,
    WIDEST,
    count_uses,
    empty_board,
    find_row,
    learn_row,
)
from zchomp.engines.slices.three_rows_memory import MAX_VALUE, NEVER, board_size, memory_needed, require_memory
from zchomp.errors import InvalidSlice
from zchomp.periodic import Periodic
from zchomp.results import Proof, Unknown, not_settled
from zchomp.slices import Slice
from zchomp.work.state import SavedState, State

__all__ = ["CompiledThreeRows", "ProvedRow"]

FALSE = "no proved row is known to do this, and rows from a file may be false"
"""Why the engine refuses to take much more memory for rows that were not all proved here."""


class ProvedRow(NamedTuple):
    """A proved row: its terms are the head and then the period forever. Modulus and bound are those of `Proof`."""

    r: int
    head: Int32s
    period: Int32s
    modulus: int
    bound: int

    def value(self, a: int) -> int:
        """The value f(r + a, r), for a column before the end of the row."""
        b = self.head[a] if a < len(self.head) else self.period[(a - len(self.head)) % len(self.period)]
        return self.r + a + int(b)

    def least(self) -> tuple[int, int]:
        """The least value beyond the diagonal, and its first column. One period is enough to find it."""
        terms = np.concatenate((self.head, self.period, self.period[:1]))[1:]
        values = terms + np.arange(self.r + 1, self.r + 1 + len(terms))
        least = int(values.argmin())
        return int(values[least]), self.r + 1 + least

    def words(self) -> bytes:
        """The head as 64-bit little-endian words, without a Python number for each term."""
        return self.head.astype("<u8").tobytes()

    def proof(self) -> Proof:
        """The row as the proof of a slice."""
        sequence = Periodic(_integers(self.head), _integers(self.period))
        return Proof(Slice((self.r,)), sequence, self.modulus, self.bound)


_shared = np.arange(1024).astype(object)
"""Python's integers, shared: a new object for each term would take five times the memory."""


def _integers(terms: Int32s) -> tuple[int, ...]:
    """The terms as Python integers."""
    global _shared  # noqa: PLW0603 - a cache, which only grows
    shared, largest = _shared, int(terms.max(initial=0))
    if largest >= len(shared):
        _shared = shared = np.arange(2 * largest).astype(object)
    return tuple(shared[terms])


class CompiledThreeRows:
    """An engine like `Recurrence`. It takes memory for the rows up to ``upto``, and more if it goes further.

    >>> engine = CompiledThreeRows(upto=2)
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
        self._board = empty_board(*board_size(upto))
        put(self._board.diagonal, 0)  # the empty bar is not a position
        self._board.first[0] = NEVER
        self._board.marks[TOP] = 1
        self._settled = 0  # from this column on all rows are periodic or have ended
        self._shaded = 0  # how many rows have a period longer than 1
        self._shadow = np.zeros((1, 64), np.int32)  # the p - q of these rows: by column modulo L, then by row
        self._found: tuple[ProvedRow, Proof] | None = None
        self._counts = np.zeros(len(self._board.first), np.int32)  # for `uses`, from the finished blocks
        self._firsts = np.arange(len(self._board.first), dtype=np.int32)
        self._whole = True  # whether counts and firsts are known
        self._own = True  # whether all rows were proved here

    def find(self) -> ProvedRow | Unknown:
        """Prove the next row. Its terms are views of memory that the row after it will use again."""
        r, outcome, count, start = self.row, NO_ROOM, 0, 0
        while outcome == NO_ROOM:
            outcome, count, start = find_row(
                self._board, self._shadow[:, : self._shaded], r, self._settled, self._limit
            )
            if outcome == NO_ROOM:
                self._grow()
        terms = self._board.terms
        if outcome == GIVEN_UP:
            return Unknown(f"{Slice((r,))}: {not_settled(terms[:count].tolist())}")
        if outcome == FINITE:
            return ProvedRow(r, terms[:count], terms[:0], 0, count)
        head, period = least_period(terms, start, count - start)
        return ProvedRow(r, terms[:head], terms[head : head + period], count - start, count)

    def keep(self, row: ProvedRow) -> None:
        """Learn the next row, which was just found or comes from elsewhere.

        Raises InvalidSlice if it is not the next row, or if no row can have such terms.
        """
        r, head, period = row.r, len(row.head), len(row.period)
        if r != self.row or not head + period:
            raise InvalidSlice(f"the compiled recurrence learns one row after the other, got row {r} at row {self.row}")
        if row.head.base is not self._board.terms:
            self._take_over(row)
        if period > 1:
            self._make_room_in_shadow(period)
        board = self._board
        repeats = row.period.copy()  # learning continues the row in the same memory
        learn_row(board, self._shadow[:, : self._shaded], r, head + period, period, max(r + 1, r + head))
        self._settled, self.row = max(self._settled, r + head), r + 1
        if period:
            board.marks[WIDEST] = max(board.marks[WIDEST], repeats.max())
        if period == 1:
            put(board.constants, int(repeats[0]))
        elif period:
            columns = np.arange(len(self._shadow)) - (r + head)
            self._shadow[:, self._shaded] = repeats[columns % period]
            self._shaded += 1
        if self._whole and self.row % 64 == 0:
            count_uses(board, r // 64, self._counts, self._firsts)

    def rows(self) -> Iterator[ProvedRow]:
        """The rows from the next one on, each proved and learned. The terms of a row are valid until the next row.

        >>> [row.value(0) for _, row in zip(range(7), CompiledThreeRows().rows())]
        [1, 3, 4, 6, 8, 10, 11]
        """
        while isinstance(row := self.find(), ProvedRow):
            self.keep(row)
            yield row

    def prove(self, slice_: Slice) -> Proof | Unknown:
        """Prove the next slice. All smaller ones must have been learned."""
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
        """Accept the next slice as proved, whether it was proved here or not."""
        if self._found and proof is self._found[1]:
            self.keep(self._found[0])
        else:
            head, period = (
                np.array(part) if part else np.zeros(0, np.int32)
                for part in (proof.sequence.head, proof.sequence.period)
            )
            known = proof.slice == Slice((proof.slice.width,))
            self.keep(ProvedRow(proof.slice.width if known else -1, head, period, proof.modulus, proof.bound))

    def state(self) -> State:
        """Everything that is needed to continue from here."""
        numbers = self.row, self._settled, self._shaded, self._upto
        return three_rows_state.state_of(three_rows_state.Saved(*numbers, self._shadow, self._board))

    @classmethod
    def restored(cls, state: SavedState, max_terms: int | None = None, claimed: int | None = None) -> Self:
        """An engine in a saved state, which must have the size of an engine for rows up to ``claimed``.

        Raises a ValueError if the kernel could not continue from that state.
        """
        engine = cls(0, max_terms)
        engine.row, engine._settled, engine._shaded, engine._upto, engine._shadow, engine._board = (
            three_rows_state.restored(state, claimed)
        )
        engine._whole = engine._own = False
        return engine

    def uses(self, values: int) -> tuple[Int32s, Int32s]:
        """How often each value p below ``values`` occurs in columns before p, and the first of these columns.

        All rows and columns below ``values`` must have been proved. The first column of a p that never occurs is p.
        """
        if not self._whole:
            raise InvalidSlice("an engine that was restored from a file does not know where values occur")
        if values > self.row:
            raise InvalidSlice(f"at row {self.row} it is not known where values below {values} occur")
        counts, firsts = self._counts.copy(), self._firsts.copy()
        if self.row % 64:
            count_uses(self._board, self.row // 64, counts, firsts)
        return counts[:values], firsts[:values]

    def _take_over(self, row: ProvedRow) -> None:
        """Put the terms of a row from elsewhere where the kernel expects them.

        Raises InvalidSlice if the kernel cannot learn them.
        """
        r, parts = row.r, (row.head, row.period)
        if any(part.ndim != 1 or part.dtype.kind not in "iu" for part in parts):
            raise InvalidSlice(f"row {r} has terms that are not whole numbers")
        terms = np.concatenate([part.astype(np.int64, casting="unsafe") for part in parts])
        count, largest = len(terms), int(terms.max())
        most = Slice((r,)).largest_term(count)
        if int(terms.min()) < 0 or largest > most:
            raise InvalidSlice(f"row {r} of {count} terms has terms from 0 to {most}", got=terms)
        self._own = False
        columns, blocks, values = self._room()
        while r + count + 64 >= columns or count + 64 >= 64 * (blocks - 1) or largest >= values:
            self._grow()
            columns, blocks, values = self._room()
        if has(self._board.diagonal, int(r + terms[0])):
            raise InvalidSlice(f"row {r} begins with {terms[0]}: another row begins with the same value {r + terms[0]}")
        self._board.terms[:count] = terms

    def _make_room_in_shadow(self, period: int) -> None:
        """Make the shadow wide enough for one more row, and its length a multiple of that period."""
        length, room = self._shadow.shape
        longer, wider = lcm(length, period), room * 2 if self._shaded == room else room
        if (longer, wider) == (length, room):
            return
        needed = 4 * longer * wider
        if not self._own and needed > memory_needed(self._upto):
            raise InvalidSlice(f"row {self.row}: all rows so far repeat only after {longer} columns; {FALSE}")
        memory.require(needed, f"row {self.row}: all rows so far repeat after {longer} columns; storing them")
        larger = np.zeros((longer, wider), np.int32)
        larger[:, :room] = np.tile(self._shadow, (longer // length, 1))
        self._shadow = larger

    def _grow(self) -> None:
        """Make room for one and a half times as many columns, and for values p - q one and a half times as large."""
        if not self._own and self._upto > self.row + 64:
            raise InvalidSlice(f"row {self.row} has no end within {len(self._board.waiting)} columns; {FALSE}")
        upto = self._upto + self._upto // 2 + 64
        require_memory(upto)
        old, self._upto = self._board, upto
        self._board = board = empty_board(*board_size(upto))
        for block in range(self.row // 64, int(old.marks[END]) // 64):
            board.taken[board.place[block], : old.taken.shape[1]] = old.taken[old.place[block]]
        for name in ("ready", "diagonal", "constants", "first", "late", "marks"):
            values = getattr(old, name)
            getattr(board, name)[: len(values)] = values
        seen = len(self._firsts)
        self._counts = np.concatenate((self._counts, np.zeros(len(board.first) - seen, np.int32)))
        self._firsts = np.concatenate((self._firsts, np.arange(seen, len(board.first), dtype=np.int32)))

    def _room(self) -> tuple[int, int, int]:
        """The size of the board: columns, blocks, and values of p - q."""
        blocks, width = self._board.taken.shape
        return len(self._board.waiting) - 1, blocks, width - 64
