"""The losers within a bar: what every engine finds, how plain Python finds it, and how it is compared with the rules.

An engine finds the losers that are openings, and how many losers there are. A position within a bar of K rows and N
columns is a first row p and a *base* T = (λ2, ..., λK), the rows below it.

    plane q    the bases with λ2 = q, in the order of their rows
    step       a position with rows of exactly two lengths. An opening of a bar leaves a step or a smaller bar, and
               of bars only (1) is a loser.

In plain Python the bases of a bar come one after the other, and the loser of each is found from its *chains*: the first
rows that are excluded because a move leads to a loser, or to another position of a nim-value. `compiled` does the same
with machine words, many at a time. There are two bodies because that one needs numpy, at least four rows and no more
rows than columns, takes a second to start, and gains nothing unless it is compiled. This one is for small bars, and for
all bars where the extra `fast` is not installed.

A position is a first row p and a *base* T = (λ2, ..., λk), the rows below it, none of them 0. For each nim-value v a
base has at most one first row p that makes the nim-value v (v = 0: the losers). It is the least p >= λ2 that has no
smaller nim-value and is in no chain

    E_i(T)    the first rows for which chomping row i of T leads to nim-value v, i = 2, ..., k

This is proved for losers in proofs/bars.md. It holds for any v, because a position has nim-value v if it has no smaller
one and leads to none of nim-value v. A chain is a bitset, an int, and a first row p is the bit 1 << p. With T' for the
base T after chomping the last square of row i,

    λ_{i+1} < λi    E_i(T) is E_i(T') with the first row of T'
    λ_{i+1} = λi    E_i(T) = E_i(S), where S is T with the rows below row i cut to λi - 1

In both cases the chain is the one that was found last for the same rows below row i, or for those of S. So chains are
indexed only by the rows below row i. There is no p if some (x, x, min(T, x)) with x < λ2 has nim-value v: bit 0 of
E_2(T), which is not a first row, says so.

The second pass checks by the definition that no loser leads to a loser, and that every other position leads to one.
Every loser marks all positions from which one move leads to it. Then the positions without a mark must be the losers. A
mark is a bit at the *rank* of its position. The numbers of losers and the openings that an engine reports are compared
with the losers that were checked.

    rank         the number of positions that come earlier in lexicographic order (0 for the empty bar)
    ranks        at row * (columns + 2) + x: how many sequences of rows from that row on begin with less than x
    plane q      the positions with second row q. All their marks come from losers with second rows up to q.

A move that leads to a loser chomps the square just after the end of one of its rows. If that row has c squares, the
rows from there on that have c squares had c or more, and the first of them more.

Its functions run on lists, and `compiled` compiles them for arrays.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from math import comb
from typing import NamedTuple, Protocol

from zchomp.bars.position import count_within, partitions_within
from zchomp.core.runs import STEP, Progress, SavedState, Stepwise, silent
from zchomp.errors import DisagreementError

MOST_ROWS, MOST_COLUMNS = 60, 2**16 - 1
"""The bases of larger bars are not even counted: 60 x 60 has 10**34 of them, and first rows have 16 bits."""

Bites = dict[tuple[int, int], tuple[tuple[int, int], ...]]
"""For each bar, rows by columns, the sizes of the rectangles that the winning openings bite off."""


class Step(NamedTuple):
    """A position of ``above`` rows of ``long`` squares and, below them, ``below`` rows of ``short`` squares."""

    long: int
    above: int
    short: int
    below: int

    def turned(self) -> "Step":
        """The same position with rows and columns exchanged.

        >>> Step(long=5, above=1, short=4, below=2).turned()
        Step(long=3, above=4, short=1, below=1)
        """
        return Step(self.above + self.below, self.short, self.above, self.long - self.short)


@dataclass(slots=True)
class BarLosers:
    """The losers within a bar found so far: those that are steps, and the number of all losers.

    ``counts[m][p]`` is the number of losers of exactly m rows with first row p.
    """

    rows: int
    columns: int
    steps: set[Step] = field(default_factory=set)
    counts: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.counts = self.counts or [[0] * (self.columns + 1) for _ in range(self.rows + 1)]

    def bites(self) -> Bites:
        """The winning openings of all bars of m rows and n >= m columns but 1 x 1.

        >>> BarLosers(2, 3, {Step(3, 1, 2, 1), Step(2, 1, 1, 1)}).bites()
        {(1, 2): ((1, 1),), (1, 3): ((1, 2),), (2, 2): ((1, 1),), (2, 3): ((1, 1),)}
        """
        found: dict[tuple[int, int], list[tuple[int, int]]] = {
            (m, n): [(1, n - 1)] if m == 1 else []
            for m in range(1, self.rows + 1)
            for n in range(max(2, m), self.columns + 1)
        }
        for long, above, short, below in sorted(self.steps):
            if above + below <= long:
                found[above + below, long].append((below, long - short))
        return {size: tuple(sorted(bites)) for size, bites in found.items()}

    def losers(self) -> dict[tuple[int, int], int]:
        """How many losers there are within each bar of m rows and n >= m columns: at most m rows, none longer than n.

        >>> BarLosers(2, 3, counts=[[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1]]).losers()
        {(1, 1): 1, (1, 2): 1, (1, 3): 1, (2, 2): 2, (2, 3): 3}
        """
        table = self._table()
        return {(m, n): table[m][n] for m in range(1, self.rows + 1) for n in range(m, self.columns + 1)}

    def check_turned(self) -> None:
        """Raise DisagreementError unless the losers within the square of this bar are the same when it is turned."""
        table, size = self._table(), min(self.rows, self.columns)
        for m in range(1, size + 1):
            for n in range(1, m):
                if table[m][n] != table[n][m]:
                    raise DisagreementError(
                        f"{table[m][n]} losers within {m} x {n}, but {table[n][m]} within {n} x {m}"
                    )
        for step in self.steps:
            if step.long <= size and step.turned() not in self.steps:
                raise DisagreementError(f"{step} is a loser, but not if it is turned")

    def _table(self) -> list[list[int]]:
        """The losers of at most m rows and n columns."""
        table = [[0] * (self.columns + 1)]
        for line in self.counts[1:]:
            total, above = 0, table[-1]
            table.append([(total := total + count) + more for count, more in zip(line, above, strict=True)])
        return table


class Cells(Protocol):
    """A list of whole numbers, or an array."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[int]: ...

    def __getitem__(self, index: int, /) -> int: ...

    def __setitem__(self, index: int, value: int, /) -> None: ...


class BarEngine(Stepwise, Protocol):
    """A way to find all losers within a bar, plane by plane: no call to `advance` goes beyond the end of a plane."""

    found: BarLosers

    def advance(self, budget: int) -> int | None:
        """Continue by about ``budget`` bases, at most to the end of a plane. Returns the plane if it is finished."""
        ...

    def first_rows(self) -> Cells:
        """At the end of a plane: the first row of the loser of each of its bases, or 0 for none."""
        ...


def all_first_rows(engine: BarEngine, progress: Progress = silent) -> "array[int]":
    """Run an engine to its end. Returns the first row of the loser of each base, in order, or 0 for none."""
    found = array("H")
    progress("solving", 0, engine.total)
    while engine.done < engine.total:
        if engine.advance(STEP) is not None:
            plane = engine.first_rows()
            cells = array("H", plane) if isinstance(plane, list) else plane
            found.frombytes(memoryview(cells).cast("B"))  # type: ignore[arg-type]  # an array of numpy
        progress("solving", engine.done, engine.total)
    return found


def bases_within(rows: int, columns: int) -> int:
    """How many bases a bar has.

    >>> bases_within(10, 42)
    3042312350
    """
    return count_within((columns,) * (rows - 1))


def is_countable(rows: int, columns: int) -> bool:
    """Whether a bar is small enough that its bases are counted.

    >>> is_countable(10, 42), is_countable(100, 100)
    (True, False)
    """
    return rows <= MOST_ROWS and columns <= MOST_COLUMNS


def step_numbers(steps: Iterable[Step]) -> memoryview:
    """Steps as the array that a saved state contains."""
    return memoryview(array("q", chain.from_iterable(steps)))


def restored_steps(state: SavedState) -> set[Step]:
    """The steps of a saved state."""
    numbers = state.integers("steps")
    return {Step(*numbers[at : at + 4]) for at in range(0, len(numbers), 4)}


Base = tuple[int, ...]


class PlainBar:
    """All losers within a bar of two rows or more, for small bars.

    >>> engine = PlainBar(2, 3)
    >>> while engine.done < bases_within(2, 3):
    ...     _ = engine.advance(100)
    >>> sorted(engine.found.steps)
    [Step(long=2, above=1, short=1, below=1), Step(long=3, above=1, short=2, below=1)]
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.found = BarLosers(rows, columns)
        self.total = bases_within(rows, columns)
        self.done = 0
        self._bases = partitions_within((columns,) * (rows - 1))
        self._chains = Chains()
        self._first_rows: list[int] = []

    def advance(self, budget: int) -> int | None:
        """Continue by ``budget`` bases, at most to the end of a plane. Returns the plane if it is finished."""
        for _, base in zip(range(budget), self._bases, strict=False):
            if not any(base[1:]):
                self._first_rows = []
            bit, _ = self._chains.settle(base[: len(base) - base.count(0)], self.found.columns)
            loser = bit.bit_length() - 1 if bit else 0
            self._first_rows.append(loser)
            self.done += 1
            if loser:
                self._note((loser, *base))
            if len(set(base)) == 1:  # (q, ..., q) is the last base of plane q
                return base[0]
        return None

    def first_rows(self) -> Cells:
        """At the end of a plane: the first row of the loser of each of its bases, or 0 for none."""
        return self._first_rows

    def _note(self, loser: tuple[int, ...]) -> None:
        """Count a loser, and note it if it is a step."""
        lengths = [row for row in loser if row]
        self.found.counts[len(lengths)][loser[0]] += 1
        if len(set(lengths)) == 2:
            above = lengths.count(loser[0])
            self.found.steps.add(Step(loser[0], above, lengths[-1], len(lengths) - above))


class Chains:
    """The chains of one nim-value, for bases that come one after the other in lexicographic order.

    >>> chains = Chains()
    >>> chains.settle((), longest=9), chains.settle((1,), longest=9)  # (1) and (2, 1) are losers
    ((2, []), (4, [2]))
    """

    def __init__(self) -> None:
        self._chains: list[dict[Base, int]] = []  # the chains of each row, indexed by the rows below it
        self._bits: dict[Base, int] = {}  # the first row of the last base, as a bit, by the rows from the third on

    def settle(self, base: Base, longest: int, smaller: int = 0) -> tuple[int, list[int]]:
        """The first row of a base, as a bit, and its chains. The bit is 0 if no first row up to ``longest`` fits.

        All bases before it must have been settled. First rows with a smaller nim-value are the bits of ``smaller``.
        """
        chains = self._of(base)
        taken = smaller | ((1 << base[0]) - 1 if base else 1)
        for marks in chains:
            taken |= marks
        bit = ~taken & taken + 1
        if bit > 1 << longest or is_empty(chains):
            bit = 0
        self._bits[base[1:]] = bit
        return bit, chains

    def _of(self, base: Base) -> list[int]:
        """The chains of the rows of a base."""
        if len(base) > len(self._chains):
            self._chains.append({})
        chains = []
        for i, x in enumerate(base):
            rest, known = base[i + 1 :], self._chains[i]
            if rest and rest[0] == x:
                chain = known[tuple([y if y < x else x - 1 for y in rest]) if x > 1 else ()]
            elif x > 1:
                last = self._bits[(*base[1:i], x - 1, *rest) if i else rest]
                chain = known[rest] | last
                if not i and last == 1 << x - 1:
                    chain |= 1
            else:
                chain = self._bits[base[1:i]]
            known[rest] = chain
            chains.append(chain)
        return chains


def is_empty(chains: list[int]) -> bool:
    """Whether no first row has the nim-value, because the chain of row 2 says so.

    >>> is_empty([]), is_empty([0b1010]), is_empty([0b1011, 0b100])
    (False, False, True)
    """
    return bool(chains) and chains[0] & 1 == 1


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
