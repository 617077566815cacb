"""The compiled engine for bars of four rows or more: all losers within a bar, saved and resumed.

Each phase (`many_rows_memory`) has its own memory. It takes over the chains of row 2 and the losers of the previous
phase. The kernel stays within its memory whatever words a saved state contains (`many_rows_kernel`).
"""

from itertools import pairwise
from math import comb
from typing import Self, cast

import numpy as np

from zchomp.engines.bars import second_pass
from zchomp.engines.bars.losers import MOST_COLUMNS, BarLosers, Cells, Step, bases_within, restored_steps, step_numbers
from zchomp.engines.bars.many_rows_kernel import PlaneBits, PlaneBoard, PlaneWords, advance, first_rows
from zchomp.engines.bars.many_rows_memory import LEAST_ROWS, PIECE, phases
from zchomp.engines.bars.second_pass import SecondPass
from zchomp.engines.compiler import compile_
from zchomp.errors import InvalidArgument, TooLarge
from zchomp.work.state import SavedState, State

__all__ = ["CompiledBar", "CompiledSecondPass"]


class CompiledBar:
    """All losers within a bar of four rows or more.

    >>> engine = CompiledBar(4, 5)
    >>> while engine.done < bases_within(4, 5):
    ...     _ = engine.advance(10_000)
    >>> engine.found.bites()[4, 5]
    ((2, 3),)
    """

    def __init__(self, rows: int, columns: int, plane: int = 0) -> None:
        if not LEAST_ROWS <= rows <= columns <= MOST_COLUMNS or bases_within(rows, columns + 1) >= 2**62:
            handled = f"4 rows or more, columns from the number of rows to {MOST_COLUMNS}, and fewer than 2^62 bases"
            raise TooLarge(f"the compiled engine for bars handles {handled}", got=(rows, columns))
        self.found = BarLosers(rows, columns)
        self._phases = phases(columns)
        self._phase = next(phase for phase in self._phases if phase.last >= plane)
        self._rank = np.zeros((rows + 2, columns + 2), np.int64)
        self._rank[rows + 1] = 1
        for i in range(2, rows + 1):
            self._rank[i] = [comb(x + rows - i, rows - i + 1) for x in range(columns + 2)]
        self._rows = np.zeros(rows + 1, np.int64)
        self._counts = np.zeros((rows + 1, columns + 1), np.int64)
        self._board = self._empty_board()

    @property
    def total(self) -> int:
        """How many bases there are."""
        return bases_within(self.found.rows, self.found.columns)

    @property
    def done(self) -> int:
        """How many bases are done."""
        return int(self._rank[range(len(self._rows)), self._rows].sum())

    def advance(self, budget: int) -> int | None:
        """Continue by about ``budget`` bases, at most to the end of a plane. Returns the plane if it is finished."""
        q = int(self._rows[2])
        advance(self._board, self._bits(q), PIECE, budget)
        if self._rows[2] == q:
            return None
        self.found.counts = self._counts.tolist()
        self._note(q)
        if self._phase.last == q < self.found.columns:
            self._next_phase()
        return q

    def first_rows(self) -> Cells:
        """At the end of a plane: the first row of the loser of each of its bases, or 0 for none."""
        q = int(self._rows[2]) - 1
        rows = np.zeros(comb(q + self.found.rows - 2, self.found.rows - 2), np.uint16)
        first_rows(self._board.kept.lost, self._least(), rows)
        return rows

    def state(self) -> State:
        """Everything that is needed to continue from here."""
        return State(
            {"rows": self.found.rows, "columns": self.found.columns, "plane": int(self._rows[2])},
            {
                "prefix": self._rows.data,
                "counts": self._counts.data,
                "steps": step_numbers(sorted(self.found.steps)),
                **self._words(),
            },
        )

    @classmethod
    def restored(cls, state: SavedState, rows: int, columns: int) -> Self:
        """The engine of a bar in a saved state. Raises a ValueError for anything else."""
        plane = state.number("plane")
        if (state.number("rows"), state.number("columns")) != (rows, columns) or plane > columns:
            raise InvalidArgument(f"not the state of an engine for bars of {rows} x {columns}")
        engine = cls(rows, columns, plane)
        state.fill("prefix", engine._rows.data)
        state.fill("counts", engine._counts.data)
        engine.found.steps = restored_steps(state)
        if engine._rows[2] != plane or not engine._is_prefix():
            raise InvalidArgument(f"not the state of an engine for bars of {rows} x {columns}: a wrong prefix")
        for name, words in engine._words().items():
            state.fill(name, words)
        return engine

    def _is_prefix(self) -> bool:
        """Whether the kernel can continue from these rows."""
        rows = self._rows.tolist()
        falls = all(x >= y for x, y in pairwise([self._phase.last, *rows[2:-2], 0]))
        return falls and not any(rows[:2] + rows[-2:]) and rows[2] >= self._phase.first

    def _words(self) -> dict[str, memoryview]:
        """All words that are in use up to this plane, by name."""
        chains, lost, _ = self._board.kept
        sizes = self._phase._replace(last=int(self._rows[2])).sizes(self.found.rows)
        words = {}
        for w in range(self._phase.words):
            words[f"lost {w}"] = lost[w, : sizes[0]].data
            for i, (size, start) in enumerate(zip(sizes, self._board.start[2:], strict=False)):
                words[f"chains {w} {i}"] = chains[w, start : start + size].data
        return words

    def _empty_board(self) -> PlaneBoard:
        """A board for the phase. Memory that is not touched costs nothing."""
        phase, rows = self._phase, self.found.rows
        kind = f"u{phase.bits // 8}"
        start = np.zeros(rows, np.int64)
        sizes = phase.sizes(rows)
        for i in range(rows - 3, 1, -1):
            start[i] = start[i + 1] + sizes[i - 1]
        return PlaneBoard(
            kept=PlaneWords(
                chains=np.zeros((phase.words, sum(sizes)), kind),
                lost=np.zeros((phase.words, sizes[0]), kind),
                union=np.zeros((phase.words, phase.piece()), kind),
            ),
            inner=np.zeros((phase.words, phase.last + 1), kind),
            outer=np.zeros(phase.words, np.uint64),
            start=start,
            rank=self._rank,
            rows=self._rows,
            counts=self._counts,
        )

    def _next_phase(self) -> None:
        """Copy the chains of row 2 and the losers into fewer or smaller words: their last bits remain the last."""
        before, start, old = self._phase, self._board.start[2], self._board.kept
        self._phase = self._phases[self._phases.index(before) + 1]
        self._board = self._empty_board()
        size, shift = old.lost.shape[1], before.bits - self._phase.bits
        dropped = before.words - self._phase.words if not shift else 0
        pairs = (
            (old.chains[dropped:, start:], self._board.kept.chains[:, self._board.start[2] :]),
            (old.lost[dropped:], self._board.kept.lost),
        )
        for source, target in pairs:  # written in place, because there is no memory for a copy in between
            np.right_shift(source[:, :size], shift, out=target[:, :size], dtype=source.dtype, casting="unsafe")

    def _least(self) -> int:
        """The first row of the lowest bit."""
        return self.found.columns + 1 - self._phase.words * self._phase.bits

    def _bits(self, q: int) -> PlaneBits:
        """The meaning of the bits in a plane."""
        least, full = self._least(), 2**self._phase.bits - 1
        diagonal = 1 << max(1, q) - 1 - least
        none = 2 * diagonal - 1 | (2**64 - 1) & ~full
        return PlaneBits(least, np.uint64(none), np.uint64(diagonal), np.uint64(full))

    def _note(self, q: int) -> None:
        """Find the steps among the losers of a finished plane."""
        rows, lost, least = self.found.rows, self._board.kept.lost, self._least()
        ranks = self._rank.copy()
        ranks[2] = 0
        ranks = ranks.cumsum(axis=0)  # the rank of rows 3 to i, all of the same length
        w, bit = divmod(q - least, self._phase.bits)
        shorts = np.arange(1, q)
        for above in range(2, rows):
            for below in range(1, rows - above + 1):
                places = ranks[above, q] + ranks[above + below, shorts] - ranks[above, shorts]
                for short in shorts[lost[w, places] == 1 << bit]:
                    self.found.steps.add(Step(q, above, int(short), below))
        for below in range(1, rows) if q else ():
            for w, word in enumerate(lost[:, ranks[below + 1, q]].tolist()):
                if word:
                    first_row = least + self._phase.bits * w + word.bit_length() - 1
                    self.found.steps.add(Step(first_row, 1, q, below))


mark_plane = compile_(second_pass.mark_plane, second_pass.mark_before)
check_plane = compile_(second_pass.check_plane)


class CompiledSecondPass(SecondPass):
    """The second pass, compiled."""

    def __init__(self, rows: int, columns: int) -> None:
        super().__init__(rows, columns)
        self.ranks, self.position = np.array(self.ranks, np.int64), np.array(self.position, np.int64)
        self.marks = np.frombuffer(cast("bytearray", self.marks), np.uint8)  # shared, because it is large
        self.counts = np.array(self.counts, np.int64)
        self.mark_plane, self.check_plane = mark_plane, check_plane
