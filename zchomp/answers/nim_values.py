"""The nim-values of all positions within a bar, as an answer to list, to look up or to draw."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

from zchomp import limits
from zchomp.amounts import bar_text
from zchomp.answers.inquiry import Inquiry, refuse_if
from zchomp.answers.nim_tables import is_inside, make_table, values_seconds
from zchomp.answers.oracle import Oracle, oracle_or_shared
from zchomp.effort import too_much
from zchomp.engines.bars.nim_values import Ranks
from zchomp.position import Position, PositionLike, count_within, partitions_within
from zchomp.progress import Progress, reporting
from zchomp.results import Unknown
from zchomp.showing import Shown
from zchomp.sources import Source

__all__ = ["NimValues", "nim_values"]


@dataclass(frozen=True, slots=True, repr=False)
class NimValues(Shown, Mapping[Position, int], words="nim_values"):
    """The nim-values of all positions within a bar, by position. ``found`` has them in lexicographic order.

    >>> found = nim_values("2x3")
    >>> found["3,2"], found[3, 3], len(found), (4, 1) in found
    (0, 4, 9, False)
    """

    bar: Position
    found: Sequence[int] = field(repr=False)
    sources: tuple[Source, ...] = ()
    _ranks: Ranks = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_ranks", Ranks((*self.bar.rows, 0)))

    def __getitem__(self, position: PositionLike) -> int:
        rows = Position.of(position).rows
        if not is_inside(rows, self.bar.rows):
            raise KeyError(f"{bar_text(rows)} is not within {bar_text(self.bar.rows)}")
        return self.found[self._ranks.of(rows) - 1]

    def __contains__(self, position: object) -> bool:
        return is_inside(Position.of(position).rows, self.bar.rows)  # type: ignore[arg-type]  # anything but a position is refused

    def __iter__(self) -> Iterator[Position]:
        return map(Position, self.rows())

    def __len__(self) -> int:
        return len(self.found)

    def rows(self) -> Iterator[tuple[int, ...]]:
        """The rows of all positions, the same number for each, with 0 for empty rows."""
        positions = partitions_within(self.bar.rows)
        next(positions)  # the bar without squares is not a position
        return positions

    def full_bars(self) -> list[int]:
        """The nim-values of the bars with as many rows and with 1, 2, ... columns, as far as they lie within the bar.

        >>> nim_values("3x10").full_bars()
        [2, 4, 5, 9, 11, 12, 13, 16, 19, 21]
        """
        height = len(self.bar.rows)
        return [self.found[self._ranks.of((n,) * height) - 1] for n in range(1, self.bar.rows[-1] + 1)]


def nim_values(
    bar: PositionLike,
    *,
    listed: bool = False,
    progress: Progress | None = None,
    effort: float | None = None,
    oracle: Oracle | None = None,
) -> NimValues | Unknown:
    """Find the nim-values of all positions within a bar. They are Unknown if they take more effort or memory.

    If they are to be ``listed``, the time for that also counts. ``progress`` receives how many positions are done, and
    how many there are.

    >>> nim_values("3x20")[20, 20, 20]
    41
    >>> nim_values("3x2000").reason
    'a table of the nim-values within (2000, 2000, 2000) needs years; try at most 3x737'

    Raises InvalidPosition if it is not a position.
    """
    whole = Position.of(bar)
    report = reporting(progress)
    return oracle_or_shared(oracle).answer(lambda inquiry: _found(inquiry, whole, listed, report), effort)


def _seconds(rows: tuple[int, ...], listed: bool) -> float:
    """Roughly how long a table takes, including the list of all its values if they are ``listed``."""
    seconds = values_seconds(Position(rows))
    return seconds + (count_within(rows) / limits.LISTED_VALUES_PACE if listed and seconds < inf else 0)


def _found(inquiry: Inquiry, bar: Position, listed: bool, progress: Progress) -> NimValues:
    seconds, about = _seconds(bar.rows, listed), f"a table of the nim-values within {bar_text(bar.rows)}"
    most, rows, instead = max(inquiry.effort, limits.EFFORT), len(bar.rows), "a smaller bar"
    if seconds > most:  # the larger the bar, the longer it takes: the size that works is found by bisection
        fits = bisect_left(range(1, bar.rows[0] + 1), True, key=lambda n: _seconds((n,) * rows, listed) > most)
        instead = f"at most {rows}x{fits}" if fits else instead
    refuse_if(too_much(about, instead, seconds, inquiry.effort))
    inquiry.use(Source.SEARCH)
    values = array("i")
    values.frombytes(memoryview(make_table(bar.rows, progress=progress).values).cast("B"))  # type: ignore[arg-type]
    return NimValues(bar, values, (Source.SEARCH,))
