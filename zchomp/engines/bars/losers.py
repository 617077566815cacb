"""The result of every engine for bars: the losers that are openings, and how many losers there are.

A position within a bar of K rows and N columns is a first row p and a *base* T = (λ2, ..., λK), the rows below it.

    plane q    the bases with λ2 = q, in the order of their rows
    step       a position with rows of exactly two lengths. An opening of a bar leaves a step or a smaller bar, and
               of bars only (1) is a loser.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple, Protocol

from zchomp.errors import DisagreementError, InvalidArgument
from zchomp.position import count_within
from zchomp.progress import Progress, silent
from zchomp.work.runs import STEP, Stepwise
from zchomp.work.state import SavedState

__all__ = [
    "MOST_COLUMNS",
    "BarEngine",
    "BarLosers",
    "Bites",
    "Cells",
    "Step",
    "all_first_rows",
    "bases_within",
    "is_countable",
    "restored_steps",
    "step_numbers",
]

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
    """The steps of a saved state, its next array.

    Raises InvalidArgument if that array does not consist of steps.
    """
    numbers = state.integers("steps")
    if len(numbers) % 4:
        raise InvalidArgument(f"expected steps of four numbers each, got {len(numbers)} numbers")
    return {Step(*numbers[at : at + 4]) for at in range(0, len(numbers), 4)}
