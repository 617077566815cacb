"""Bars: the losers of all positions within a bar, in plain Python, and what every engine for bars hands over.

A position within a bar of K rows and N columns is a first row p and a *base* T = (λ2, ..., λK), the rows below it. A
base has at most one loser. Its first row is the least p >= λ2 that is in no chain

    E_i(T)    the first rows of the losers that chomping row i of T leads to, i = 2, ..., K

and E_i(T) is E_i(T') with the loser of T', where T' is T after chomping the last square of row i (proofs/bars.md). So a
chain, a set of bits, is kept for the rows below row i alone. `planes` does the same in compiled code.

    plane q    the bases with λ2 = q, in the order of their rows
    step       a position of two different row lengths: the only ones that an opening of a bar leaves, but for (1)
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import comb
from typing import NamedTuple, Protocol

from zchomp.errors import DisagreementError

__all__ = [
    "MOST_COLUMNS",
    "STEP",
    "BarEngine",
    "Bites",
    "Cells",
    "Found",
    "PlainBars",
    "Step",
    "Stepwise",
    "bases_within",
    "in_order",
    "is_measured",
    "plain_work",
    "positions_within",
]

STEP = 2**25
"""How many bases are done between two looks at the clock and at the keyboard."""

MOST_ROWS, MOST_COLUMNS = 60, 2**16 - 1
"""What has more is not even measured: a bar of 60 rows and columns has 10**34 bases; first rows have 16 bits."""

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
class Found:
    """The losers within a bar, as far as they are known: those that are steps, and the number of all of them.

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

        >>> Found(2, 3, {Step(3, 1, 2, 1), Step(2, 1, 1, 1)}).bites()
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
        """How many losers there are within each bar of m rows and n >= m columns: at most m rows, none above n.

        >>> Found(2, 3, counts=[[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1]]).losers()
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

    def __getitem__(self, index: int, /) -> int: ...

    def __setitem__(self, index: int, value: int, /) -> None: ...


class Stepwise(Protocol):
    """Work that is done step by step."""

    @property
    def total(self) -> int:
        """How much there is to do."""
        ...

    @property
    def done(self) -> int:
        """How much of it is done."""
        ...

    def advance(self, budget: int) -> int | None:
        """Go on for about as long as so many bases take; gives a plane if that is at its end now."""
        ...


class BarEngine(Stepwise, Protocol):
    """A way to find all losers within a bar plane by plane: there is one step at least for each of them."""

    found: Found

    def first_rows(self) -> Cells:
        """At the end of a plane: the first row of the loser of each of its bases, 0 for none."""
        ...


def bases_within(rows: int, columns: int) -> int:
    """How many bases there are.

    >>> bases_within(10, 42)
    3042312350
    """
    return comb(columns + rows - 1, rows - 1)


def is_measured(rows: int, columns: int) -> bool:
    """Whether a bar is not absurdly large, so that its bases may be counted.

    >>> is_measured(10, 42), is_measured(100, 100)
    (True, False)
    """
    return rows <= MOST_ROWS and columns <= MOST_COLUMNS


def plain_work(rows: int, columns: int) -> int:
    """How much work a bar is in plain Python: its bases, times their rows; long rows have long sets.

    >>> plain_work(3, 100)
    15453
    """
    return bases_within(rows, columns) * rows * (1 + columns // 4000)


def positions_within(rows: int, columns: int) -> int:
    """How many positions there are, the empty bar among them.

    >>> positions_within(2, 2)
    6
    """
    return comb(columns + rows, rows)


class PlainBars:
    """All losers within a bar of two rows or more, for small bars.

    >>> engine = PlainBars(2, 3)
    >>> while engine.done < bases_within(2, 3):
    ...     _ = engine.advance(100)
    >>> sorted(engine.found.steps)
    [Step(long=2, above=1, short=1, below=1), Step(long=3, above=1, short=2, below=1)]
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.found = Found(rows, columns)
        self.total = bases_within(rows, columns)
        self.done = 0
        self._bases = in_order(rows - 1, columns)
        self._chains: list[dict[tuple[int, ...], int]] = [{} for _ in range(rows - 1)]  # for each row, by those below
        self._lost: dict[tuple[int, ...], int] = {}  # the bit of the loser, by the rows from the third on
        self._first_rows: list[int] = []

    def advance(self, budget: int) -> int | None:
        """Go on by so many bases, at most to the end of a plane; gives the plane if that is at its end."""
        for _, base in zip(range(budget), self._bases, strict=False):
            if not any(base[1:]):
                self._first_rows = []
            loser = self._settle(base)
            self._first_rows.append(loser)
            self.done += 1
            if loser:
                self._note((loser, *base))
            if len(set(base)) == 1:  # (q, ..., q) is the last base of plane q
                return base[0]
        return None

    def first_rows(self) -> Cells:
        """At the end of a plane: the first row of the loser of each of its bases, 0 for none."""
        return self._first_rows

    def _settle(self, base: tuple[int, ...]) -> int:
        """The first row of the loser of a base, 0 for none; the bases before it must have been settled."""
        taken = (1 << max(1, base[0])) - 1
        for i, (x, chains) in enumerate(zip(base, self._chains, strict=True)):
            rest = base[i + 1 :]
            if not x:
                chain = 0
            elif rest and rest[0] == x:
                chain = chains[tuple(min(y, x - 1) for y in rest)]
            else:
                lost = self._lost[(*base[1:i], x - 1, *rest) if i else rest]
                empty = not i and lost == 1 << x - 1
                chain = -1 if empty else chains[rest] | lost
            chains[rest] = chain
            taken |= chain
        free = ~taken & taken + 1
        loser = max(0, free.bit_length() - 1)
        if loser > self.found.columns:
            free = loser = 0
        self._lost[base[1:]] = free
        return loser

    def _note(self, loser: tuple[int, ...]) -> None:
        """Take a loser into account."""
        lengths = [row for row in loser if row]
        self.found.counts[len(lengths)][loser[0]] += 1
        if len(set(lengths)) == 2:
            above = lengths.count(loser[0])
            self.found.steps.add(Step(loser[0], above, lengths[-1], len(lengths) - above))


def in_order(rows: int, columns: int) -> Iterator[tuple[int, ...]]:
    """All sequences of so many rows that do not increase, in the order of their rows.

    >>> list(in_order(2, 2))
    [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]
    """
    base = [0] * rows
    while True:
        yield tuple(base)
        i = rows - 1
        while i > 0 and base[i] == base[i - 1]:
            base[i] = 0
            i -= 1
        if not rows or base[i] == columns:
            return
        base[i] += 1
