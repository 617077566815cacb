"""The nim-values, or the heights, of all positions within a board: one body, for lists and for arrays.

A *board* is a position. The positions within it are those that play can reach from it. They have the board's K rows, of
which some may be empty, and come in lexicographic order.

    rows           the position (λ0, ..., λ_{K-1}), with rows counted from 0
    tail of row i  (λ_{i+1}, ..., λ_{K-1}), the rows below row i
    rank[i, x]     how many sequences of rows from row i on lie within the board and begin with less than x. The rank of
                   a tail, its place among all tails of its row, is the sum of rank[j, λj] over its rows.

The nim-value of a position is the least number in none of K sets, one for each row:

    set i          the values that a bite of row i leads to: of (λ0, ..., λ_{i-1}, x, min(x, λ_{i+1}), ...), x < λi

For each tail of row i one set is kept. It is the one for the rows above row i and the λi that came last. After the
value of a position is found, it belongs to the sets for λi + 1 and the same tail, for each i. If a tail begins with
rows of λi squares, no smaller λi had this tail, and its set is that for the same λi with these rows shorter by one
square. So it is copied from there, before the value of that position is added. When a row grows, the sets of the rows
below it are empty at first.

A set is a word that says how many of the following words are full, followed by words of bits, lowest values first.
In plain Python one word of any length has room for all values. Arrays have words of 62 bits: then no sum is too large
for a signed number of 64 bits.

The *height* of a position ([Sun02]) is the number x for which its first x rows, continued with rows of one square if
there are fewer, are a loser. Let x be a number of rows, and P a position whose rows have two squares or more. A bite in
the first column of P with x rows leaves P with fewer rows. A bite of row i ≤ x, right of the first column, leaves Q
with x rows, where Q is P after this bite. So the height of P is the least x ≥ 1 that is not the height of any such Q
whose bite is in a row i ≤ x (Lemma 1 of [Sun02]). That is the recursion of nim-values on the board without its first
column, where the bar without squares counts as a position, and with one difference: height x = v + 1 is a value v, and
a set i takes only values v ≥ i.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from zchomp.bars.losers import Cells
from zchomp.bars.position import counts_within, cut
from zchomp.core.runs import Progress, silent

WORD = 62
"""The bits of a word in arrays."""


class Ranks:
    """The places of the positions within a board of two rows or more, in lexicographic order.

    >>> ranks = Ranks((3, 2))
    >>> ranks.total, ranks.of((1, 0)), ranks.of((3, 2)), ranks.tails(0)
    (9, 1, 8, 3)
    """

    def __init__(self, board: tuple[int, ...]) -> None:
        self.board = board
        self.width = board[0] + 2
        lines: list[list[int]] = []
        below = [1] * self.width  # for each length of a row: how many tails it may have
        for row in reversed(board):
            line = [0, *accumulate(below[: row + 1])]
            line += [line[-1]] * (self.width - len(line))
            lines.append(line)
            below = [*line[1:], line[-1]]
        self.cells = [rank for line in reversed(lines) for rank in line]

    @property
    def total(self) -> int:
        """How many positions there are, including the bar without squares."""
        return self.cells[self.width - 1]

    def of(self, rows: tuple[int, ...]) -> int:
        """How many positions come before one."""
        return sum(self.cells[i * self.width + x] for i, x in enumerate(rows))

    def tails(self, row: int) -> int:
        """How many tails a row has."""
        return self.cells[(row + 2) * self.width - 1] if row + 1 < len(self.board) else 1


class ValueBoard(NamedTuple):
    """A board, the sets of values, and room to work."""

    limits: Cells  # the rows of the board
    rank: Cells  # rank[i, x], row after row
    base: Cells  # where the sets of row i begin
    at: Cells  # where the set of row i and the present tail is, for all rows but the last
    rows: Cells  # the present position
    sets: Cells  # see above


class ValueTable:
    """The values of all positions within a board: nim-values, or heights less one.

    Unless all are ``kept``, only the values of the last step are available. `nim_arrays` has the same, compiled.

    >>> table = ValueTable((3, 3))
    >>> [first_row for first_row in table.steps()], table.value((3, 2)), table.value((3, 3)), table.value((2,))
    ([3], 0, 4, 1)
    >>> [(row, length) for row, length, value in table.followers((3, 3)) if value == 0]
    [(1, 2)]
    """

    step = 2**16
    """Roughly how many positions are done in one step: a tenth of a second."""

    def __init__(self, board: tuple[int, ...], kept: bool = True, heights: bool = False) -> None:
        self.board = board + (0,) * (2 - len(board))
        self.ranks = Ranks(self.board)
        self.kept, self.heights = kept, heights
        self.least = 0 if heights else 1  # the smallest first row: the bar without squares is not a position of Chomp
        self.begin = self.ranks.of((self.least,))
        self.values = self._room(self.total if kept else 0)

    @property
    def total(self) -> int:
        """How many positions there are."""
        return self.ranks.total - self.ranks.of((self.least,))

    def steps(self) -> Iterator[int]:
        """Find all values, step by step. Each step yields the first row up to which they are found."""
        bits = self._bits()
        words = sum(self.board) // bits + 2
        base = [0, *accumulate(words * self.ranks.tails(i) for i in range(len(self.board)))]
        limits, rank = self._cells(self.board), self._cells(self.ranks.cells)
        at, rows, sets = (self._zeros(size) for size in (len(self.board), len(self.board), base[-1]))
        state = ValueBoard(limits, rank, self._cells(base[:-1]), at, rows, sets)
        kernel, p = self._kernel(), self.least
        while p <= self.board[0]:
            stop, begin = p + 1, self.ranks.of((p,))
            while stop <= self.board[0] and self.ranks.of((stop + 1,)) - begin <= self.step:
                stop += 1
            if not self.kept:
                self.begin, self.values = begin, self._room(self.ranks.of((stop,)) - begin)
            kernel(p, stop, state, words, bits, self.heights, self.values, begin - self.begin)
            p = stop
            yield p - 1

    def value(self, rows: tuple[int, ...]) -> int:
        """The value of a position, which must be available."""
        return int(self.values[self.ranks.of(rows) - self.begin])

    def followers(self, rows: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
        """All bites of a position: the row, counted from 0, its new length, and the value that is left."""
        for i, row in enumerate(rows):
            for length in range(0 if i else self.least, row):
                yield i, length, self.value(cut(rows, i, length))

    def _bits(self) -> int:
        """The bits of a word: one has room for all values."""
        return sum(self.board) + 1

    def _cells(self, numbers: Sequence[int]) -> Cells:
        return list(numbers)

    def _zeros(self, size: int) -> Cells:
        return [0] * size

    def _room(self, size: int) -> Cells:
        """Room for values."""
        return array("i", bytes(4 * size))

    def _kernel(self) -> Callable[..., None]:
        return fill


def full_bars(table: ValueTable, progress: Progress = silent) -> list[int]:
    """The nim-values of the bars m x 1, ..., m x n, of a table for the bar m x n.

    ``progress`` receives the number of positions done and the total.

    >>> full_bars(ValueTable((10,) * 3, kept=False))
    [2, 4, 5, 9, 11, 12, 13, 16, 19, 21]
    """
    found: list[int] = []
    rows, total = len(table.board), table.total
    progress("counting", 0, total)
    for upto in table.steps():
        found += [table.value((n,) * rows) for n in range(len(found) + 1, upto + 1)]
        progress("counting", table.ranks.of((upto + 1,)) - 1, total)
    return found


def memory_needed(board: tuple[int, ...], kept: bool = True) -> int:
    """How many bytes a table of values takes: for the values, if they are kept, and for the sets.

    >>> memory_needed((1000,) * 3, kept=False), memory_needed((100,) * 4)
    (203007204, 30047160)
    """
    counts = [*counts_within(board)]  # of the tails of the last row, ..., of the first row, and of all positions
    words = sum(board) // WORD + 2
    return 4 * counts[-1 if kept else -2] + 8 * words * sum(counts[:-1])


def place(bit: int) -> int:
    """The place of a word's only bit."""
    return int(bit).bit_length() - 1


def fill(start: int, stop: int, board: ValueBoard, words: int, bits: int, heights: bool, values: Cells, n: int) -> None:
    """Find the values of all positions with first rows from ``start`` to before ``stop``, and write them from n on.

    All positions with smaller first rows must have been done.
    """
    rows, at = board.rows, board.at
    for p in range(start, stop):
        rows[0], at[0] = p, board.base[0]
        for i in range(1, len(rows) - 1):
            rows[i], at[i] = 0, board.base[i]
            clear(board.sets, at[i], words)
        n = fill_line(board, words, bits, heights, values, n)
        while grow(board, words):
            n = fill_line(board, words, bits, heights, values, n)


def fill_line(board: ValueBoard, words: int, bits: int, heights: bool, values: Cells, n: int) -> int:
    """Find the values of all positions with the present rows but the last. Returns where the next value belongs."""
    at, sets = board.at, board.sets
    last, inner, full = len(at) - 1, len(at) - 2, (1 << bits) - 1
    at[inner], at[last] = board.base[inner], board.base[last]
    clear(sets, at[last], words)
    q, has_edge = board.rows[inner], is_by_edge(board)
    for x in range(min(q, board.limits[last]) + 1):
        w = 0
        for i in range(len(at)):
            w = max(w, sets[at[i]])
        taken = full
        while taken == full:
            w += 1
            taken = 0
            for i in range(len(at)):
                taken |= sets[at[i] + w]
        bit = (taken + 1) & ~taken
        value = bits * (w - 1) + place(bit)
        values[n] = value
        n += 1
        if has_edge or x == q - 1:
            board.rows[last] = x
            copy_edges(board, words)
        for i in range(len(at)):
            there = at[i]
            if value >= i or not heights:
                sets[there + w] |= bit
                while sets[there + sets[there] + 1] == full:
                    sets[there] += 1
            at[i] = there + words
        at[last] = board.base[last]
    return n


def is_by_edge(board: ValueBoard) -> bool:
    """Whether one of the present rows, except the last, is longer by one square than the next."""
    found = False
    for i in range(len(board.rows) - 2):
        found |= board.rows[i + 1] == board.rows[i] - 1
    return found


def copy_edges(board: ValueBoard, words: int) -> None:
    """Copy the sets of the present position to tails that are longer by a square in their first rows."""
    limits, rank, _, at, rows, sets = board
    width = len(rank) // len(limits)
    for i in range(len(rows) - 1):
        x, j, there = rows[i], i + 1, at[i]
        while j < len(rows) and rows[j] == x - 1 and limits[j] >= x:
            there += words * (rank[j * width + x] - rank[j * width + x - 1])
            for w in range(words):
                sets[there + w] = sets[at[i] + w]
            j += 1


def grow(board: ValueBoard, words: int) -> bool:
    """Continue with the next rows but the last, with the same first row. Returns whether there are any."""
    rows, at = board.rows, board.at
    inner = len(rows) - 2
    row = inner
    while row and (rows[row] == rows[row - 1] or rows[row] == board.limits[row]):
        row -= 1
    if row:
        rows[row] += 1
        for i in range(row, inner):
            rows[i + 1], at[i] = 0, board.base[i]
            clear(board.sets, board.base[i + 1], words)
    return row > 0


def clear(sets: Cells, at: int, words: int) -> None:
    """Remove all values from a set."""
    for w in range(words):
        sets[at + w] = 0


CALLED = (clear, copy_edges, fill_line, grow, is_by_edge)
"""The functions that `fill` calls, and that are compiled with it."""
