"""Boxes 2 × 2 × h: four columns of any height, (0, 0) over the poison, (1, 0), (0, 1) and (1, 1).

A position is [[m, a], [b, c]]: the heights of the columns, m ≥ a, b ≥ c. A bite cuts a column and all beyond it:
one of m cuts all, one of a or b also cuts c. f(a, b, c) is the m that makes a loser (with a, b, c cut to at most m).

Theorem 6 of proofs/ordinals.md, for heights below ω³. Level k has the heights ω²·k + A below
ω²·(k + 1), and level 0 has the infinite ones below ω², ω + A. (a and b may be exchanged.)

    c                       a and b                    lost if and only if
    finite                  both larger                m = c + 1
    finite, a = c           b finite                   m = a + b + 1
    finite, a = c           b = ω + M                  m = ω + P and G(P, M) = a
    level k                 both of higher levels      m = ω²·(level a + level b − k) + (A ⊕ B ⊕ C)
    level k                 only b of a higher level   m = ω²·(k + 1) + P, b = ω²·(k + 1) + M and G(P, M) = G(A, C)
    level k                 both of level k            m = ω²·k + F(A, B, C), F given by a recursion (`_recursion`)

The recursion for F is finite if A, B and C are. Otherwise F is not known. 2 × 2 × ω³ is lost, and no other 2 × 2 × h.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import ClassVar, TypeAlias, Union

from zchomp.bars.position import mex
from zchomp.core.answers import Answer, Outcome, Reason, Source, Theorem, Unknown
from zchomp.errors import InvalidArgument, InvalidPosition, TooLarge
from zchomp.ordinals.ordinal import OMEGA, Ordinal, OrdinalLike, omega_power
from zchomp.ordinals.position import (
    capped_value,
    first_row_of_value,
    is_line,
    second_row_of_value,
    square_of_value,
    two_rows_value,
)

CELLS = ("m", "a", "b", "c")
CUBE = omega_power(3)
MOST = 100
"""The largest sum of remainders for which the recursion for F is run, and the root of their largest product."""

EXPECTED = "expected 2x2xw or heights like [[w2,w],[w,w]]"
EXPECTED_VALUE = "expected '2x2xw', or heights like (('w2', 'w'), ('w', 'w')) or ('w2', 'w', 'w', 'w')"

Heights = tuple[Ordinal, Ordinal, Ordinal, Ordinal]

BoxLike: TypeAlias = Union["OrdinalBox", str, tuple[OrdinalLike, ...], Sequence[Sequence[OrdinalLike]]]
"""An OrdinalBox, text like "2x2xw", two rows of heights like (("w", 3), (2, 1)), or the four heights in a tuple."""


class NotDecided(Exception):
    """The theorem does not decide a position."""


@dataclass(frozen=True, slots=True, order=True)
class OrdinalBox:
    """A position of four columns, by their heights [[m, a], [b, c]].

    >>> print(OrdinalBox.of("2x2xw^3"), OrdinalBox.of("[[w2, w], [w, w]]").cut("a", Ordinal.of(5)))
    [[ω³, ω³], [ω³, ω³]] [[ω·2, 5], [ω, 5]]
    """

    heights: Heights

    def __post_init__(self) -> None:
        m, a, b, c = self.heights
        if not m or max(a, b) > m or c > min(a, b):
            raise InvalidPosition("heights are m ≥ a, b ≥ c with m ≥ 1", got=str(self))

    @classmethod
    def of(cls, value: "BoxLike") -> "OrdinalBox":
        """Return the box that a value stands for: its text, ``2x2xh`` or ``[[m,a],[b,c]]``, or its heights.

        The heights are those of two rows, or the four of them one after the other.

        >>> OrdinalBox.of((("w*2", "w"), ("w", 3))) == OrdinalBox.of(("w*2", "w", "w", 3))
        True
        >>> print(OrdinalBox.of("[[w,2],[1]]"))
        [[ω, 2], [1, 0]]

        Raises InvalidPosition for anything else.
        """
        if isinstance(value, cls):
            return value
        words = _words(value) if isinstance(value, str) else _flat(value)
        if len(words) != 4:
            raise InvalidPosition(EXPECTED if isinstance(value, str) else EXPECTED_VALUE, got=value, meant="a box")
        try:
            m, a, b, c = map(Ordinal.of, words)
        except InvalidArgument as error:
            raise InvalidPosition(error.reason, got=value, meant="a box") from None
        return cls((m, a, b, c))

    def __str__(self) -> str:
        m, a, b, c = self.heights
        return f"[[{m}, {a}], [{b}, {c}]]"

    def cut(self, cell: str, height: Ordinal) -> "OrdinalBox":
        """The box after the bite that leaves this height of a column."""
        reached = {"m": "mabc", "a": "ac", "b": "bc", "c": "c"}[cell]
        found = (min(h, height) if name in reached else h for name, h in zip(CELLS, self.heights, strict=True))
        return OrdinalBox(tuple(found))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, order=True)
class BoxMove:
    """A winning bite: the column, the height that it leaves, and the loser after it."""

    cell: str
    height: Ordinal
    after: OrdinalBox


@dataclass(frozen=True, slots=True)
class BoxReason(Reason):
    """Theorem 6 on ordinals."""

    game: ClassVar[str] = "ordinals.words:OrdinalBoxGame"


THEOREM_6 = BoxReason(
    Theorem(
        "boxes of ordinals",
        "the losers of 2 x 2 x h with heights below ω³ are known, and 2 x 2 x ω³ is lost",
        "Theorem 6 on ordinals",
    )
)

BoxAnswer: TypeAlias = Answer[OrdinalBox, BoxMove, BoxReason]


def is_ordinal_box(text: str) -> bool:
    """Whether a text stands for a box, and not for a bar.

    >>> is_ordinal_box("2x2xw^3"), is_ordinal_box("[[w,w],[w,w]]"), is_ordinal_box("2xw"), is_ordinal_box("[[w,w]]")
    (True, True, False, False)
    """
    return re.match(r"\s*(?:2\s*[xX×]\s*2\s*[xX×]|\[\s*\[)", text) is not None and not is_line(text)


def solve_box(box: BoxLike) -> BoxAnswer | Unknown:
    """Who wins a box, and all winning moves as far as Theorem 6 goes.

    >>> solve_box("2x2xw^3").outcome, solve_box("2x2xw").outcome
    (<Outcome.LOSER: 'loser'>, <Outcome.WINNER: 'winner'>)
    >>> [(move.cell, str(move.after)) for move in solve_box("2x2xw").winning_moves]
    [('a', '[[ω, 0], [ω, 0]]'), ('b', '[[ω, ω], [0, 0]]')]
    """
    start = OrdinalBox.of(box)
    try:
        lost = _is_lost(start)
    except NotDecided as problem:
        return Unknown(f"{start} is not decided, because {problem}")
    if lost:
        return Answer(start, Outcome.LOSER, (), THEOREM_6, (Source.THEOREM,))
    found: list[BoxMove] = []
    missing: Unknown | None = None
    for cell in CELLS:
        try:
            found += [BoxMove(cell, height, start.cut(cell, height)) for height in _winning(start, cell)]
        except NotDecided as problem:
            missing = Unknown(f"bites of {cell} may win, because {problem}")
    return Answer(start, Outcome.WINNER, tuple(found), THEOREM_6, (Source.THEOREM,), missing)


def _is_lost(box: OrdinalBox) -> bool:
    m, a, b, c = box.heights
    if c >= CUBE:
        return box.heights == (CUBE,) * 4
    if not c.is_finite and box.heights[:3] == (CUBE,) * 3:
        return False  # a bite of a to ω²·(level + 1) + C leaves a loser
    k = _level(c)
    is_one_level = k is not None and k == _level(a) == _level(b)
    if is_one_level and (_level(m) != k or any(_is_taken(_rest(m), _rest(height)) for height in (a, b))):
        return False
    return _first(a, b, c) == m


def _first(a: Ordinal, b: Ordinal, c: Ordinal) -> Ordinal:
    """f(a, b, c), for heights that the theorem covers."""
    if a > b:
        a, b = b, a
    if c.is_finite:
        if c < a:
            return c + 1
        return OMEGA + first_row_of_value(min(b, CUBE).without(OMEGA), a) if not b.is_finite else a + b + 1
    k, first = _level(c) or 0, _level(a) or 0
    if a >= CUBE or (b > CUBE and first > k):
        raise NotDecided("a or b is at least ω³, and c is infinite and smaller")
    if b == CUBE and first > k:
        return CUBE + omega_power(2, first - k - 1) + _rest(a).nim_sum(_rest(c))
    second = k + 1 if b >= CUBE else _level(b) or 0
    if first > k:
        return omega_power(2, first + second - k) + _rest(a).nim_sum(_rest(b), _rest(c))
    if second > k:
        low = omega_power(2, k + 1)
        return low + first_row_of_value(min(b, CUBE).without(low), capped_value(_rest(a), _rest(c)))
    return _start(k) + _recursion(_rest(a), _rest(b), _rest(c))


def _recursion(a: Ordinal, b: Ordinal, c: Ordinal) -> Ordinal:
    """F(A, B, C) for finite A, B, C: the least P with G(P, A) and G(P, B) infinite that is not F of an option."""
    if not _is_small(a, b, c):
        raise NotDecided("a, b and c are of one level, with infinite or large remainders")
    return OMEGA + _finite_recursion(int(a), int(b), int(c))


def _is_small(*rests: Ordinal) -> bool:
    """Whether the recursion for F is finite, and short enough."""
    if not all(rest.is_finite for rest in rests):
        return False
    return sum(map(int, rests)) <= MOST and prod(int(rest) + 1 for rest in rests) <= MOST**2


@cache
def _finite_recursion(a: int, b: int, c: int) -> int:
    """F(A, B, C) − ω for whole numbers: the least number that is not that of an option."""
    taken = {_finite_recursion(x, b, min(x, c)) for x in range(a)}
    taken |= {_finite_recursion(a, x, min(x, c)) for x in range(b)}
    taken |= {_finite_recursion(a, b, x) for x in range(c)}
    return mex(taken)


def _winning(box: OrdinalBox, cell: str) -> Iterator[Ordinal]:
    """The height that a winning bite of a column leaves, if there is one: every case of the theorem, solved for it."""
    m, a, b, c = box.heights
    if cell == "m":
        found: Iterator[Ordinal | None] = iter((CUBE,) if c >= CUBE else (_first(a, b, c),))
    elif cell == "c":
        found = _third(m, *sorted((a, b)))
    else:
        other = b if cell == "a" else a
        found = _beside_finite(m, other, c) if c.is_finite else _beside_infinite(m, other, c)
    now = box.heights[CELLS.index(cell)]
    candidates = [height for height in found if height is not None and height < now and (height or cell != "m")]
    lost = next((height for height in candidates if _is_lost(box.cut(cell, height))), None)
    if lost is not None:
        yield lost
        return
    if c.is_finite or cell == "m":
        return
    if max(a, b) >= CUBE:
        raise NotDecided("what they leave is not decided if a or b is at least ω³")
    is_one_level = len({_level(height) for height in box.heights}) == 1
    if is_one_level and not _is_small(*map(_rest, (a, b, c))):
        raise NotDecided("all heights are of one level, with infinite or large remainders")


def _beside_finite(m: Ordinal, other: Ordinal, c: Ordinal) -> Iterator[Ordinal | None]:
    """Heights of one of the columns a and b that may make a loser, with m, the other one and a finite c."""
    if m.is_finite:
        yield m.without(other + 1) if m > other else None
    elif not other.is_finite:
        yield _finite_value(m, other)
    elif other == c:
        inner = second_row_of_value(min(m, CUBE).without(OMEGA), c)
        yield None if inner is None else OMEGA + inner


def _beside_infinite(m: Ordinal, other: Ordinal, c: Ordinal) -> Iterator[Ordinal | None]:
    """The same with an infinite c."""
    yield _finite_value(m, other)
    if m == other == CUBE:
        yield omega_power(2, (_level(c) or 0) + 1) + _rest(c) if c < CUBE else None
    if max(m, other) >= CUBE:
        return
    high, second, k = (_level(height) or 0 for height in (m, other, c))
    if 0 < high <= k:  # down to a level below that of c
        yield _solved(lambda: _start(high - 1) + square_of_value(_over(m, other, high)))
    low = omega_power(2, k + 1)
    if second > k:
        if high > second:
            yield omega_power(2, high - second + k) + _rest(m).nim_sum(_rest(other), _rest(c))
        yield _solved(lambda: _start(k) + first_row_of_value(_rest(c), _over(m, other, k + 1)))
    elif high > k:
        inner = _solved(lambda: second_row_of_value(m.without(low), two_rows_value(_rest(other), _rest(c))))
        yield None if inner is None else low + inner
    else:
        yield from _finite_rests(k)


def _third(m: Ordinal, a: Ordinal, b: Ordinal) -> Iterator[Ordinal | None]:
    """Heights of c that may make a loser with m and a ≤ b."""
    if m.is_finite:
        yield m.without(1)
    if a.is_finite or max(m, b) >= CUBE:
        return
    high, first, second = (_level(height) or 0 for height in (m, a, b))
    k = first + second - high
    if 0 <= k < first:
        yield _start(k) + _rest(m).nim_sum(_rest(a), _rest(b))
    if first < second:
        inner = _solved(lambda: second_row_of_value(_rest(a), _over(m, b, first + 1)))
        yield None if inner is None else _start(first) + inner
    elif high == first:
        yield from _finite_rests(first)


def _finite_rests(level: int) -> Iterator[Ordinal]:
    """Heights of a level with a small finite remainder."""
    return (_start(level) + rest for rest in range(MOST))


def _solved(height: Callable[[], Ordinal | None]) -> Ordinal | None:
    """A height, or None if it is too long to be written."""
    try:
        return height()
    except TooLarge:
        return None


def _over(m: Ordinal, b: Ordinal, level: int) -> Ordinal:
    """G(P, M) for m = ω²·level + P and b = ω²·level + M, M cut to P."""
    low = omega_power(2, level)
    first = m.without(low)
    return two_rows_value(first, min(first, b.without(low)))


def _finite_value(m: Ordinal, b: Ordinal) -> Ordinal | None:
    """G(P, min(P, M)) for m = ω + P and b = ω + M, if it is finite. With ω^ω it never is."""
    value = _solved(lambda: two_rows_value(m.without(OMEGA), min(m, b).without(OMEGA)))
    return value if value is not None and value.is_finite else None


def _is_taken(p: Ordinal, rest: Ordinal) -> bool:
    """Whether G(P, min(P, A)) is finite: then a bite of the other column leads to a loser."""
    return p.part(1)[0] <= rest.part(1)[0]


def _level(height: Ordinal) -> int | None:
    """The level of a height below ω³, or None if it is finite."""
    return None if height.is_finite or height >= CUBE else height.part(2)[0]


def _rest(height: Ordinal) -> Ordinal:
    """A in ω²·k + A, or in ω + A at level 0."""
    level, rest = height.part(2)
    return rest if level else height.without(OMEGA)


def _start(level: int) -> Ordinal:
    """The smallest height of a level."""
    return omega_power(2, level) if level else OMEGA


def _words(text: str) -> tuple[OrdinalLike, ...]:
    """The four heights that a text describes."""
    cell = r"\s*([^\[\],]+?)\s*"
    cube = re.fullmatch(r"\s*2\s*[xX×]\s*2\s*[xX×]\s*([^,\[\]]+)", text)
    row = rf"\s*\[{cell}(?:,{cell})?\]\s*"
    match = re.fullmatch(rf"\s*\[{row}(?:,{row})?\]\s*", text)
    if cube is not None:
        return (cube[1],) * 4
    return () if match is None else match.groups("0")


def _flat(value: object) -> tuple[OrdinalLike, ...]:
    """The four heights that two rows or a tuple have, or nothing if it is neither. Missing ones are 0."""
    if not isinstance(value, tuple | list) or not 1 <= len(value) <= 2:
        return value if isinstance(value, tuple) else ()
    if not all(isinstance(row, tuple | list) and 1 <= len(row) <= 2 for row in value):
        return ()
    (m, a), (b, c) = ((*row, 0)[:2] for row in (*value, (0, 0))[:2])
    return m, a, b, c
