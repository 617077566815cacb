"""Slices: which positions belong together, which losers imply which winners, and losers with a letter.

Slices: which positions belong together, and which losers imply which winners.

Fix the rows from the third on, the tail t = (λ3, ..., λk), and a nim-value g (g = 0: the losers). The slice (t, g) is
the set of positions with that tail and that nim-value: the sequence b = B(a), where the second row has t1 + a squares
and the first row b more (t1 = λ3, or 0, is the slice's width). B(a) is the mex of five sets, negative numbers dropped:

    proofs/soundness.md   here             [Zei04], three rows
    own                   (recurrence)     {L(a-1) - 1, L(a-2) - 2, ...}
    below                 below(slice)     W''(a): losers with a smaller tail, same second row
    corner                corners(slice)   W'(a): losers whose second row is cut into the tail
    lower                 lower(slice)     positions of a smaller nim-value
    bar                   (recurrence)     {0} at a = 0 in two rows: the empty bar is not a position

These are the rules in their plain form, for any number of rows and any nim-value. The recurrences use equivalent forms
that are faster (proofs/soundness.md, Lemmas 4 to 6), and tests compare them. Three rows are the tails (c,).

Symbols: losers with a letter, as the papers write them.

    [Zei01], [Sun02]       here
    [5, 2 + a, 4]          SymbolicLoser((5,), start=2, step=1, b=4): a loser for every a = 0, 1, 2, ...
    [2, 2, 3 + 2*a, 4]     SymbolicLoser((2, 2), start=3, step=2, b=4)

A list of the losers of a slice has the single losers first, by number of squares, and then the symbolic ones.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import SupportsIndex, TypeAlias, Union

from zchomp.bars.notation import MAX_DIGITS, is_size, parse_rows
from zchomp.bars.periodic import Periodic
from zchomp.bars.position import TOO_LONG, Position, cut, partitions_within, refuse_lists
from zchomp.core.numbers import whole_number, whole_numbers
from zchomp.errors import InvalidArgument, InvalidSlice, quote, shorten

SliceLike: TypeAlias = Union["Slice", SupportsIndex, str, tuple[SupportsIndex, ...]]
"""A Slice, a third row, text like "4,2" or "[2,2]", or a tuple of the rows from the third on, (4, 2)."""

LONG_TAIL = 48
"""A tail whose text is longer is shown by its first rows."""


@dataclass(frozen=True, slots=True)
class Slice:
    """The positions with a given tail and a given nim-value.

    >>> Slice((5,)).position(a=1, b=3)
    Position(rows=(9, 6, 5))
    >>> Slice((2, 0)) == Slice((2,))
    True
    >>> Slice((1, 2))
    Traceback (most recent call last):
    zchomp.errors.InvalidSlice: a tail is a tuple of rows from the third on, neither increasing nor negative, got (1, 2)
    """

    tail: tuple[int, ...] = ()
    nim: int = 0

    def __post_init__(self) -> None:
        refuse_lists(self.tail, InvalidSlice)
        tail, nim = whole_numbers(self.tail), whole_numbers([self.nim])
        if tail is None or any(above < below for above, below in zip(tail, (*tail[1:], 0), strict=False)):
            advice = "" if isinstance(self.tail, tuple) else " (Slice.of takes a third row or text)"
            wrong = "a tail is a tuple of rows from the third on, neither increasing nor negative"
            raise InvalidSlice(wrong + advice, got=self.tail)
        if any(row >= TOO_LONG for row in tail):
            raise InvalidSlice(f"a tail has rows of at most {MAX_DIGITS} digits", got=self.tail)
        if nim is None or not 0 <= nim[0] < TOO_LONG:
            raise InvalidSlice("a nim-value is 0, 1, 2, ...", got=self.nim)
        object.__setattr__(self, "tail", tail[: len(tail) - tail.count(0)])
        object.__setattr__(self, "nim", nim[0])

    @classmethod
    def of(cls, value: SliceLike) -> "Slice":
        """Return the slice of losers that a value stands for: a Slice itself, a third row, a tail, or a tail's text.

        >>> Slice.of(5), Slice.of((4, 2)) == Slice.of("[2,2]")
        (Slice(tail=(5,), nim=0), True)

        Raises InvalidSlice for anything else, and for lists, because brackets mean columns.
        """
        if isinstance(value, cls):
            return value
        if isinstance(value, str):
            return cls.parse(value)
        if isinstance(value, tuple):
            return cls(value)  # type: ignore[arg-type]  # the construction checks and converts them
        third = whole_numbers([value])  # type: ignore[list-item]  # None if it is no whole number
        if third is None:
            refuse_lists(value, InvalidSlice)
            expected = "expected a third row like 5, a tail like (4, 2), or its text"
            raise InvalidSlice(expected, got=value, meant="a slice")
        if third[0] < 0:
            raise InvalidSlice("a third row is 0 or more", got=third[0])
        return cls(third)

    @classmethod
    def parse(cls, text: str) -> "Slice":
        """Return the slice of losers whose tail is read as positions are: ``4,2`` by rows, ``[2,2]`` by columns.

        >>> Slice.parse("[2,2]"), Slice.parse("4,2"), Slice.parse("[0]")
        (Slice(tail=(4, 2), nim=0), Slice(tail=(4, 2), nim=0), Slice(tail=(), nim=0))

        A size like 3x4 is refused, because it means a bar everywhere else.
        """
        try:
            if is_size(text):
                raise InvalidArgument("that is the size of a bar; write the rows from the third on, like 4,4,4 or 4^3")
            return cls(parse_rows(text))
        except (InvalidArgument, InvalidSlice) as error:
            raise InvalidSlice(error.reason, got=text, meant="a tail") from None

    def __str__(self) -> str:
        tail = f"c = {self.width}" if len(self.tail) < 2 else f"with tail {_tail_text(self.tail)}"
        return f"slice {shorten(tail)}" + (f", nim-value {shorten(str(self.nim))}" if self.nim else "")

    def _repr_latex_(self) -> str:
        rows = ["a + b", "a"] if not self.tail else [f"{self.width} + a + b", f"{self.width} + a", *map(str, self.tail)]
        return rf"$\{{({', '.join(rows)}) : a, b \ge 0\}}$, nim-value ${self.nim}$"

    @property
    def width(self) -> int:
        """The length of the third row, t1."""
        return self.tail[0] if self.tail else 0

    def largest_term(self, count: int) -> int:
        """The largest possible number among the first ``count`` terms: no term exceeds the number of excluded values.

        These are, in column a: a values of its own, one for each tail below, each corner and each smaller nim-value,
        and the bar that is not there (proofs/soundness.md, Theorem 1).

        >>> Slice((5,)).largest_term(3)
        14
        """
        return count + sum(self.tail) + self.width + self.nim + 1

    def position(self, a: int, b: int) -> Position:
        """The position of this tail with t1 + a squares in the second row and b more in the first."""
        second = self.width + a
        return Position((second + b, second, *self.tail))


def _tail_text(tail: tuple[int, ...]) -> str:
    """A tail as text: its rows, or the first three of them and their number if the text is long.

    >>> _tail_text((4, 2)), _tail_text((3,) * 198)
    ('(4, 2)', '(3, 3, 3, ..., 198 rows)')
    """
    text = str(Position(tail))
    return text if len(text) <= LONG_TAIL else f"({', '.join(map(str, tail[:3]))}, ..., {len(tail)} rows)"


def locate(position: Position) -> tuple[Slice, int, int]:
    """The tail of a position, as its slice of losers, and its coordinates a and b.

    >>> locate(Position((9, 6, 5)))
    (Slice(tail=(5,), nim=0), 1, 3)
    """
    first, second, *tail = *position.rows, *(0,) * (2 - len(position.rows))
    slice_ = Slice(tuple(tail))
    return slice_, second - slice_.width, first - second


def below(slice_: Slice) -> Iterator[Slice]:
    """The slices reached by chomping a row from the third on: they exclude B'(a + t1 - t1') from B(a).

    >>> [lower.tail for lower in below(Slice((2, 2)))]
    [(), (1, 1), (2,), (2, 1)]
    """
    for i, row in enumerate(slice_.tail):
        for length in range(row):
            yield _inside(cut(slice_.tail, i, length), slice_.nim)


def corners(slice_: Slice) -> Iterator[tuple[int, Slice]]:
    """The slices s reached by cutting the second row to x < t1: they exclude x + B_s(0) - (t1 + a) from B(a).

    If B_s(0) = 0, then (x, x, min(λ3, x), ...) can be reached from every position with this tail: the slice is empty.

    >>> [(x, corner.tail) for x, corner in corners(Slice((3, 1)))]
    [(0, ()), (1, (1, 1)), (2, (2, 1))]
    """
    for x in range(slice_.width):
        yield x, _inside(cut(slice_.tail, 0, x), slice_.nim)


def _inside(tail: tuple[int, ...], nim: int) -> Slice:
    """A slice with a tail that was cut from a valid one, made without checking it again, which would be slow."""
    found = object.__new__(Slice)
    object.__setattr__(found, "tail", tail[: tail.index(0)] if 0 in tail else tail)
    object.__setattr__(found, "nim", nim)
    return found


def lower(slice_: Slice) -> Iterator[Slice]:
    """The slices of the same tail and a smaller nim-value: they exclude B'(a) from B(a)."""
    for nim in range(slice_.nim):
        yield Slice(slice_.tail, nim)


def dependency_order(rows: int, upto: int, nim: int = 0) -> Iterator[Slice]:
    """All slices with that many rows, third row at most ``upto``, nim-values 0 to ``nim``, each after its dependencies.

    The order of certificates: by nim-value, then by the sum of the tail, then by the tail.

    >>> [slice_.tail for slice_ in dependency_order(rows=4, upto=2)]
    [(), (1,), (1, 1), (2,), (2, 1), (2, 2)]
    """
    if rows < 2:
        raise InvalidSlice("expected 2 or more rows", got=rows)
    if upto < 0 or nim < 0:
        raise InvalidSlice(f"expected numbers 0, 1, 2, ..., got upto {quote(upto)} and nim-value {quote(nim)}")
    for value in range(nim + 1):
        for total in range((rows - 2) * upto + 1):
            for tail in _partitions(total, rows - 2, upto):
                yield Slice(tail, value)


def closure(slice_: Slice) -> list[Slice]:
    """The slice and everything that it depends on, in dependency order: the tails inside its tail.

    >>> [inner.tail for inner in closure(Slice((2, 1)))]
    [(), (1,), (1, 1), (2,), (2, 1)]
    """
    tails = sorted(partitions_within(slice_.tail), key=lambda tail: (sum(tail), tail))
    return [Slice(tail, nim) for nim in range(slice_.nim + 1) for tail in tails]


def _partitions(total: int, parts: int, largest: int) -> Iterator[tuple[int, ...]]:
    """The partitions of ``total`` into at most that many parts, padded with zeros, in lexicographic order.

    To get the next partition, the last part that can grow grows by one, and the parts after it become as equal as
    possible.
    """
    rows = _evenly(total, parts)
    if sum(rows) < total or max(rows, default=0) > largest:
        return
    while True:
        yield tuple(rows)
        rest = 0
        for i in range(parts - 1, -1, -1):
            if rest and rows[i] < (rows[i - 1] if i else largest):
                rows[i:] = [rows[i] + 1, *_evenly(rest - 1, parts - i - 1)]
                break
            rest += rows[i]
        else:
            return


def _evenly(total: int, parts: int) -> list[int]:
    """The lexicographically first partition: no two parts differ by more than one."""
    each, more = divmod(total, max(1, parts))
    return [each + 1] * more + [each] * (parts - more)


@dataclass(frozen=True, slots=True)
class SymbolicLoser:
    """One loser, or one for every value of a letter: [*bottom, start + step * letter, b].

    >>> print(SymbolicLoser((5,), start=2, step=1, b=4))
    [5, 2 + a, 4]
    >>> SymbolicLoser((120,), start=50, step=2, b=72).text("n")
    '[120, 50 + 2*n, 72]'
    """

    bottom: tuple[int, ...]
    start: int
    step: int
    b: int

    def text(self, letter: str) -> str:
        """The loser as the papers write it, with this letter."""
        return f"[{', '.join([*map(str, self.bottom), linear(self.start, self.step, letter), str(self.b)])}]"

    def at(self, value: int) -> Position:
        """The loser for one value of the letter.

        >>> print(SymbolicLoser((5,), start=2, step=1, b=4).at(10))
        (21, 17, 5)
        """
        number = whole_number(value, "the value of the letter")
        return Position.from_columns((*self.bottom, self.start + self.step * number, self.b))

    def __str__(self) -> str:
        return self.text("a")


def symbolic_losers(slice_: Slice, sequence: Periodic[int]) -> list[SymbolicLoser]:
    """The losers of a slice, in the order of [Zei01]: by number of squares, then by a, and the symbolic ones last.

    >>> [loser.text("a") for loser in symbolic_losers(Slice((3,)), Periodic((3, 3, 0)))]
    ['[3, 0, 3]', '[3, 2, 0]', '[3, 1, 3]']
    """
    head, step = len(sequence.head), len(sequence.period)
    alone = sorted(enumerate(sequence.head), key=lambda term: (2 * term[0] + term[1], term[0]))
    bottom = bottom_of(slice_)
    return [SymbolicLoser(bottom, a, 0, b) for a, b in alone] + [
        SymbolicLoser(bottom, head + i, step, b) for i, b in enumerate(sequence.period)
    ]


def bottom_of(slice_: Slice) -> tuple[int, ...]:
    """The tail in brackets: the bottom rows that all positions of the slice have.

    >>> bottom_of(Slice((4, 2))), bottom_of(Slice())
    ((2, 2), (0,))
    """
    return Position(slice_.tail).columns() if slice_.tail else (0,)


def linear(start: int, step: int, letter: str, times: str = "*") -> str:
    """The numbers start + step * letter, as short as possible.

    >>> linear(2, 1, "a"), linear(0, 2, "a"), linear(7, 0, "a"), linear(50, 2, "α", times="")
    ('2 + a', '2*a', '7', '50 + 2α')
    """
    multiple = letter if step == 1 else f"{step}{times}{letter}"
    return str(start) if step == 0 else f"{start} + {multiple}" if start else multiple
