"""Growing families: orders with two growing chains that occur in practice, and files of orders.

    family                     chain c              chain d                     A
    bar(rows=4, upto=6)        the second row       the first row               the rows from the third on
    heap((4, 2))               a heap of nim        the first row of a bar      its rows from the second on
    arms((4, 2, 1))            the first column     the first row               the squares in neither, the core
    box((2, 3), height=6)      a column of cubes    that over the poison        all other columns
    from_relations("x < c3")   c1 < c2 < ...        d1 < d2 < ...               the elements that are named

The poison, where there is one, is not an element: whoever has only the poison left cannot move, and loses. A file has
relations as text, or in JSON with the names of further elements.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from os import PathLike
from pathlib import Path
from types import NoneType
from typing import NamedTuple

from zchomp.bars.notation import parse_size
from zchomp.bars.position import NO_SQUARE, Position, PositionLike
from zchomp.bars.slices import linear
from zchomp.core import limits
from zchomp.core.files import read_file
from zchomp.core.numbers import counted, members, whole_number
from zchomp.errors import (
    InvalidArgument,
    InvalidPoset,
    InvalidPosition,
    TooLarge,
    printable,
    quote,
    require,
    require_path,
)
from zchomp.growing.order import MOST_ELEMENTS, GrowingOrder, Staircase, parse_order
from zchomp.growing.recurrence import GrowingSlice

NO_STAIR, BAR_STAIR = Staircase(), Staircase((0,), 1, 1)
"""Chains that are unrelated, and those of a bar: the j-th d is below the i-th c if j < i."""

ROWS = "A position is written by its rows."
POISONED_ROW = "d is the first row without the poison."
BESIDE = "*2 is a heap of two."


class GrowingNumber(NamedTuple):
    """A number that grows with a letter: start + step * letter, with the letter for 0, 1, 2, ..."""

    start: int
    step: int = 0

    def text(self, letter: str, more: int = 0) -> str:
        """The number and ``more``, as short as possible."""
        return linear(self.start + more, self.step, letter)


Write = Callable[[int, GrowingNumber, GrowingNumber, str], str]
"""How a family writes the position with these elements of A, m elements of c, n of d, and a letter."""


@dataclass(frozen=True, slots=True)
class GrowingFamily:
    """An order with two growing chains, its name, and the way in which its positions are written."""

    title: str
    order: GrowingOrder
    notation: str
    """What a written position means."""
    write: Write = field(repr=False, compare=False)
    slice_title: Callable[[int], str] = field(repr=False, compare=False)
    """The title of the positions with certain elements of A."""

    def positions(self, slice_: GrowingSlice, letter: str = "a") -> Iterator[str]:
        """The positions of a slice: single ones by their size, and then those with a letter.

        >>> from zchomp.growing.recurrence import prove_slices
        >>> family = bar(3, upto=2)
        >>> [list(family.positions(slice_)) for slice_ in prove_slices(family.order)]
        [['(1 + a, a)'], ['(3, 1, 1)', '(2, 2, 1)'], ['(4 + a, 2 + a, 2)']]
        """
        step, settled = len(slice_.period), slice_.settled
        for m, n in sorted(slice_.rows(slice_.first, settled), key=lambda row: (sum(row), row)):
            yield self.write(slice_.kept, GrowingNumber(m), GrowingNumber(n), letter)
        for m, n in slice_.rows(settled, settled + step):
            yield self.write(slice_.kept, GrowingNumber(m, step), GrowingNumber(n, step), letter)


def bar(rows: int, upto: int, *, heap: int = 0) -> GrowingFamily:
    """Bars whose first two rows grow, with third row at most ``upto``, beside a heap of nim of at most ``heap``.

    >>> bar(4, upto=3).title
    'bars of 4 rows with third row at most 3'
    """
    rows, upto = whole_number(rows, "the number of rows", 2), whole_number(upto, "the largest third row")
    size = whole_number(heap, "the size of the heap")
    if rows == 2 and upto:
        raise InvalidArgument(f"two rows have no third row: upto must be 0, got {quote(upto)}")
    _check_size((rows - 2) * upto + size)
    squares = [(row, column) for row in range(3, rows + 1) for column in range(1, upto + 1)]
    heaps = [(i,) for i in range(1, size + 1)]
    order = _ordered(
        [*squares, *heaps], lambda *place: (place[-1], place[-1] - 1) if len(place) > 1 else (0, 0), BAR_STAIR
    )

    def written(kept: int, *first: str) -> str:
        *lengths, left = _counts(kept, [upto] * (rows - 2) + [size])
        return _bar_text(*first, *filter(None, lengths)) + (f" + *{left}" if size else "")

    def write(kept: int, m: GrowingNumber, n: GrowingNumber, letter: str) -> str:
        return written(kept, n.text(letter, 1), *([] if m == GrowingNumber(0) else [m.text(letter)]))

    third = f" with third row at most {upto}" if rows > 2 else ""
    beside = f", beside a heap of at most {size}" if size else ""
    chains = f"The chain c is the second row, and {POISONED_ROW}"
    notation = f"{ROWS} {BESIDE} {chains}" if size else f"{ROWS} {chains}"
    return GrowingFamily(f"bars of {counted(rows, 'row')}{third}{beside}", order, notation, write, written)


def heap(fixed: PositionLike) -> GrowingFamily:
    """Bars whose first row grows, with rows from the second on of at most these lengths, beside a growing heap of nim.

    >>> heap("2").title
    'bars with at most the rows (2) below the first, beside a heap'
    """
    rows = _rows(fixed, "rows", "expected rows from the second on, like 1 or 2,1")
    _check_size(sum(rows))
    squares = [(row, column) for row, length in enumerate(rows, start=2) for column in range(1, length + 1)]

    def write(kept: int, m: GrowingNumber, n: GrowingNumber, letter: str) -> str:
        size = m.text(letter)
        return f"{_bar_text(n.text(letter, 1), *_lengths(kept, rows))} + *{f'({size})' if m.step else size}"

    return GrowingFamily(
        f"bars with at most the rows {Position(rows)} below the first, beside a heap",
        _ordered(squares, lambda _, column: (0, column - 1), NO_STAIR),
        f"{ROWS} {BESIDE} The chain c is the heap, and {POISONED_ROW}",
        write,
        lambda kept: _bar_text(*_lengths(kept, rows)),
    )


def arms(core: PositionLike) -> GrowingFamily:
    """Bars whose first row and first column grow around a core, the squares in neither, with at most these rows.

    >>> arms("2x2").title
    'bars with at most the core (2, 2) between a growing row and a growing column'
    """
    rows = _rows(core, "a core", "expected a core of at least one square, like 1 or 2,1")
    _check_size(sum(rows))
    squares = [(row, column) for row, length in enumerate(rows, start=2) for column in range(2, length + 2)]

    def write(kept: int, m: GrowingNumber, n: GrowingNumber, letter: str) -> str:
        inner = _lengths(kept, rows)
        ones = m.text(letter, -len(inner))
        column = {"0": [], "1": ["1"]}.get(ones, [f"1^({ones})" if m.step else f"1^{ones}"])
        return _bar_text(n.text(letter, 1), *(length + 1 for length in inner), *column)

    return GrowingFamily(
        f"bars with at most the core {Position(rows)} between a growing row and a growing column",
        _ordered(squares, lambda row, column: (row - 1, column - 1), NO_STAIR),
        f"{ROWS} 1^3 is three rows of one square. "
        f"The chain c is the first column without the poison, and {POISONED_ROW}",
        write,
        lambda kept: _bar_text(*_lengths(kept, rows)),
    )


def box(base: Sequence[int] | str, height: int, *, column: Sequence[int] | None = None) -> GrowingFamily:
    """Solid bars on a base of this size: the columns over the poison and next to it grow, the others up to ``height``.

    The second growing column is (1, 0) or (0, 1); the poison is in column (0, 0).

    >>> box("2x2", height=3).title
    'solid bars on 2 x 2 whose columns (0, 0) and (1, 0) grow, the others at most 3 high'
    """
    base = parse_size(base) if isinstance(base, str) else base
    if not isinstance(base, Sequence) or len(base) != 2:
        raise InvalidArgument("a base has two sides, like (2, 3)", got=base)
    require(column, (Sequence, NoneType), "a column is (1, 0) or (0, 1)")
    width, depth = (whole_number(side, "a side of the base", 1) for side in base)
    height = whole_number(height, "the height of the other columns")
    grown = (1, 0) if column is None else tuple(column)
    if grown not in {(1, 0), (0, 1)} or grown[0] >= width or grown[1] >= depth:
        expected = "expected (1, 0) or (0, 1), a column of the base next to that of the poison"
        raise InvalidArgument(f"the column {quote(grown)} of a base {width} x {depth} cannot grow; {expected}")
    _check_size((width * depth - 2) * height)
    fixed = [place for place in product(range(width), range(depth)) if place not in {(0, 0), grown}]
    cubes = [(x, y, z) for x, y in fixed for z in range(height)]
    order = _ordered(cubes, lambda x, y, z: (z + 1 if x >= grown[0] and y >= grown[1] else 0, z), BAR_STAIR)

    def written(kept: int, corner: str, other: str) -> str:
        heights = map(str, _counts(kept, [height] * len(fixed)))
        texts = {**dict(zip(fixed, heights, strict=True)), (0, 0): corner, grown: other}
        rows = (", ".join(texts[x, y] for y in range(depth)) for x in range(width))
        return f"[{', '.join(f'[{row}]' for row in rows)}]"

    return GrowingFamily(
        f"solid bars on {width} x {depth} whose columns (0, 0) and {grown} grow, the others at most {height} high",
        order,
        "A position is written by its heights over the rows of the base, that of the poison first. "
        f"The chain c is the column {grown}, and d is the column (0, 0) without the poison.",
        lambda kept, m, n, letter: written(kept, n.text(letter, 1), m.text(letter)),
        lambda kept: written(kept, "*", "*"),
    )


def from_relations(text: str, *, elements: Iterable[str] = (), title: str | None = None) -> GrowingFamily:
    """The order that relations generate.

    >>> from zchomp.growing.recurrence import prove_slices
    >>> family = from_relations("d1 < c2")
    >>> [list(family.positions(slice_)) for slice_ in prove_slices(family.order, nim=2)]
    [['(a, a)'], ['(0, 1)', '(1, 0)'], ['(0, 2)', '(2, 1)', '(1, 3)', '(3 + a, 4 + a)']]
    """
    return family_of_order(parse_order(text, elements), title or f"the order {quote(text, 100)}")


def family_of_order(order: GrowingOrder, title: str) -> GrowingFamily:
    """The family of an order that belongs to no other family: its positions are written by the sizes of the chains."""

    def names(kept: int) -> str:
        return f"{{{', '.join(printable(order.names[a]) for a in members(kept))}}}"

    return GrowingFamily(
        title,
        order,
        "(3, 2) has three elements of the chain c and two of the chain d, and the elements in braces.",
        lambda _kept, m, n, letter: f"({m.text(letter)}, {n.text(letter)})",
        names,
    )


def _ordered(
    places: Sequence[tuple[int, ...]], below: Callable[..., tuple[int, int]], stair: Staircase
) -> GrowingOrder:
    """An order in which no element of A is below a chain. ``below`` gives the last c and d below an element.

    Elements are named by their coordinates, and those with equally many compare by all of them. A single coordinate is
    that of a heap.
    """
    larger = [
        sum(
            1 << b
            for b, other in enumerate(places)
            if b != a and len(one) == len(other) and all(x <= y for x, y in zip(one, other, strict=True))
        )
        for a, one in enumerate(places)
    ]
    names = (f"heap{place[0]}" if len(place) == 1 else f"({','.join(map(str, place))})" for place in places)
    nothing = (None,) * len(places)
    c_below, d_below = zip(*(below(*place) for place in places), strict=True) if places else ((), ())
    return GrowingOrder(tuple(names), tuple(larger), nothing, nothing, c_below, d_below, stair)


def _rows(value: PositionLike, meant: str, expected: str) -> tuple[int, ...]:
    """The rows of a part of a bar, which does not have the poison, so that the sentence about it would be wrong."""
    try:
        return Position.of(value).rows
    except InvalidPosition as error:
        if error.reason != NO_SQUARE:
            raise
        raise InvalidPosition(expected, got=value, meant=meant) from None


def _check_size(elements: int) -> None:
    if elements > MOST_ELEMENTS:
        most = f"expected at most {MOST_ELEMENTS} elements and {limits.GROWING_SLICES} down-sets"
        raise TooLarge(f"an order of {quote(elements)} elements besides the chains is too large; {most}")


def _bar_text(*rows: str | int) -> str:
    return f"({', '.join(map(str, rows))})"


def _lengths(kept: int, sizes: Iterable[int]) -> list[int]:
    """How long the rows are that are kept, without those of which nothing is."""
    return [length for length in _counts(kept, sizes) if length]


def _counts(kept: int, sizes: Iterable[int]) -> list[int]:
    """How many elements of each row of A are kept, where the rows have these sizes and follow each other."""
    counts = []
    for size in sizes:
        counts.append((kept & ~(~0 << size)).bit_count())
        kept >>= size
    return counts


MOST_BYTES = 1_000_000
"""The largest file that is read."""

EXPECTED = 'expected {"relations": ["x < y", "d[i-1] < c[i]"]}, with "elements": ["z"] if some are in no relation'


def from_file(path: str | PathLike[str]) -> GrowingFamily:
    """The order in a file: .json with "relations" and possibly "elements", or text with one relation per line.

    In a text file, lines that begin with # are comments.

    Raises InvalidPoset if the file does not describe an order, and OSError if it cannot be read.
    """
    require_path(path)
    shown = quote(str(path), 200)
    try:
        text = read_file(path, MOST_BYTES, InvalidPoset).decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidPoset(f"{shown} is not text in UTF-8; expected relations") from None
    title = f"the order of {Path(path).name}"
    if Path(path).suffix.lower() != ".json":
        lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
        return from_relations("\n".join(lines), title=title)
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidPoset(f"{shown} is not JSON; {EXPECTED}") from None
    if not isinstance(record, dict) or not {"relations"} <= record.keys() <= {"relations", "elements"}:
        raise InvalidPoset(f"{shown} has no relations, or entries of another name; {EXPECTED}")
    parts = [record["relations"], record.get("elements", [])]
    if not all(isinstance(part, list) and all(isinstance(one, str) for one in part) for part in parts):
        raise InvalidPoset(f"{shown} has entries that are not lists of texts; {EXPECTED}")
    return from_relations(",".join([*parts[0], *parts[1]]), title=title)
