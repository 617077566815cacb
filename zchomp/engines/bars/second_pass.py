"""The second pass: a check by the definition that no loser leads to a loser and every other position leads to one.

The check goes through all positions within a bar. Every loser marks all positions from which one move leads to it. Then
the positions without a mark must be the losers. A mark is a bit at the *rank* of its position. The numbers of losers
and the openings that an engine reports are compared with the losers that were checked.

    rank         the number of positions that come earlier in lexicographic order (0 for the empty bar)
    ranks        at row * (columns + 2) + x: how many sequences of rows from that row on begin with less than x
    plane q      the positions with second row q. All their marks come from losers with second rows up to q.

A move that leads to a loser chomps the square just after the end of one of its rows. If that row has c squares, the
rows from there on that have c squares had c or more, and the first of them more.

The functions run on lists, and `many_rows` compiles them for arrays.
"""

from collections.abc import Iterator
from math import comb

from zchomp.engines.bars.losers import BarLosers, Cells, Step
from zchomp.errors import DisagreementError
from zchomp.position import count_within

__all__ = ["SecondPass", "check_plane", "mark_before", "mark_plane"]


class SecondPass:
    """The marks on all positions within a bar of two rows or more.

    >>> marks = SecondPass(2, 2)
    >>> for second_row, loser in enumerate([1, 2, 0]):  # (1) and (2, 1)
    ...     marks.check(second_row, [loser])
    >>> SecondPass(2, 2).check(0, [2])
    Traceback (most recent call last):
    zchomp.errors.DisagreementError: the definition of losers fails for 1 of the positions with second row 0
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.ranks: Cells = [comb(x + rows - 1 - i, rows - i) for i in range(rows) for x in range(columns + 2)]
        self.marks: Cells = bytearray(count_within((columns,) * rows) // 8 + 1)
        self.position: Cells = [0] * (2 * rows)
        self.counts: Cells = [0] * ((rows + 1) * (columns + 1))  # how many losers were marked, as in `BarLosers`
        self.mark_plane, self.check_plane = mark_plane, check_plane

    def check(self, q: int, first_rows: Cells) -> None:
        """Mark the positions that lead to the losers of a plane, and compare. All planes before must have been marked.

        ``first_rows`` has the first row of the loser for every base of the plane, or 0. Raises DisagreementError if a
        position is reported or missing as a loser contrary to the definition.
        """
        self.mark(q, first_rows)
        wrong = self.check_plane(q, first_rows, self.columns, self.ranks, self.marks)
        if wrong:
            raise DisagreementError(f"the definition of losers fails for {wrong} of the positions with second row {q}")

    def check_found(self, found: BarLosers, q: int, first_rows: Cells) -> None:
        """Compare the results of an engine up to plane q with the losers that were checked.

        Raises DisagreementError if it has counted other losers, or if other steps are among the losers of this plane.
        """
        if [count for line in found.counts for count in line] != list(self.counts):
            raise DisagreementError(f"up to second row {q} the numbers of losers are not those that were checked")
        noted = {step for step in found.steps if q == (step.long if step.above > 1 else step.short)}
        wrong = noted.symmetric_difference(self._steps(q, first_rows))
        if wrong:
            raise DisagreementError(f"the engine and the definition disagree on {min(wrong)}")

    def _steps(self, q: int, first_rows: Cells) -> Iterator[Step]:
        """The losers of a plane that are steps.

        The bases of a plane are in the order of their rows from the third on, so their ranks are their indices.
        """
        width, rows = self.columns + 2, self.rows
        for same in range(1, rows) if q else ():  # how many rows of the base have q squares
            equal = sum(self.ranks[i * width + q] for i in range(2, same + 1))
            if (first := first_rows[equal]) > q:
                yield Step(first, 1, q, same)
            for below in range(1, rows - same):
                for short in range(1, q):
                    rest = sum(self.ranks[i * width + short] for i in range(same + 1, same + below + 1))
                    if first_rows[equal + rest] == q:
                        yield Step(q, same + 1, short, below)

    def mark(self, q: int, first_rows: Cells) -> None:
        """Mark all positions from which one move leads to one of the losers of a plane, and count these losers."""
        self.mark_plane(q, first_rows, self.columns, self.ranks, self.marks, self.position, self.counts)


def mark_plane(
    q: int, first_rows: Cells, columns: int, ranks: Cells, marks: Cells, position: Cells, counts: Cells
) -> None:
    """Mark the positions that lead to the losers of a plane, and count the losers.

    ``position`` is room for two positions.
    """
    rows = len(position) // 2
    position[1] = q
    for i in range(2, rows):
        position[i] = 0
    for x in range(len(first_rows)):
        if first_rows[x]:
            position[0] = first_rows[x]
            mark_before(position, rows, columns, ranks, marks)
            height = rows
            while not position[height - 1]:
                height -= 1
            counts[height * (columns + 1) + first_rows[x]] += 1
        i = rows - 1
        while i > 2 and position[i] == position[i - 1]:
            position[i] = 0
            i -= 1
        position[i] += 1


def mark_before(position: Cells, rows: int, columns: int, ranks: Cells, marks: Cells) -> None:
    """Mark all positions within the bar from which one move leads to a position."""
    width, rank = columns + 2, 0
    for i in range(rows):
        rank += ranks[i * width + position[i]]
    for i in range(rows):
        c, limit = position[i], position[i - 1] if i else columns
        last = i
        while last + 1 < rows and position[last + 1] == c:
            last += 1
        for j in range(i, last + 1):
            position[rows + j] = c
        place = rank
        while c < limit:
            j = last
            while j > i and position[rows + j] == position[rows + j - 1]:
                place -= ranks[j * width + position[rows + j]] - ranks[j * width + c]
                position[rows + j] = c
                j -= 1
            x = position[rows + j]
            if j == i and x == limit:
                break
            place += ranks[j * width + x + 1] - ranks[j * width + x]
            position[rows + j] = x + 1
            marks[place >> 3] |= 1 << (place & 7)


def check_plane(q: int, first_rows: Cells, columns: int, ranks: Cells, marks: Cells) -> int:
    """How many positions of a plane are losers and marked, or neither."""
    wrong, second = 0, columns + 2 + q
    for p in range(max(1, q), columns + 1):
        rank = ranks[p] + ranks[second]
        for x in range(len(first_rows)):
            place = rank + x
            is_marked = marks[place >> 3] >> (place & 7) & 1
            if is_marked == (first_rows[x] == p):
                wrong += 1
    return wrong
