"""Positions and sizes as people type them, in all spellings, and texts that are refused."""

import json
import re
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import TESTS, positions
from zchomp.bars.notation import MAX_DIGITS, MAX_ROWS, parse_rows, parse_size
from zchomp.bars.position import Move, Position
from zchomp.bars.slices import Slice
from zchomp.bars.sums import parse_bars
from zchomp.errors import InvalidArgument, InvalidPosition, InvalidSlice, TooLarge
from zchomp.posets.families import bar

VECTORS: dict[str, list[dict[str, Any]]] = json.loads((TESTS / "notation.json").read_text())
"""Texts, with the rows or the size that they mean, or the reason why they are refused."""

spaces = st.sampled_from(["", " ", "  ", "\t", "\n"])
small = st.lists(st.integers(1, 4), min_size=1, max_size=9).map(lambda rows: Position(tuple(sorted(rows)[::-1])))
"""Positions with equal rows."""


@st.composite
def spellings(draw: st.DrawFn) -> tuple[str, Position]:
    """A position, and one way to type it."""
    position = draw(st.one_of(small, positions))
    words = []
    for row, equal in groupby(position.rows):
        times = len(list(equal))
        gap = draw(spaces)
        forms = [f"{row}{gap}^{gap}{times}", f"{times} by {row}", f"{times}{gap}x{gap}{row}", f"{times}×{row}"]
        words += draw(st.sampled_from([*([form] for form in forms), [str(row)] * times]))
    separators = st.tuples(spaces, st.sampled_from([",", " "]), spaces).map("".join)
    text = words[0] + "".join(draw(separators) + word for word in words[1:])
    opening, closing = draw(st.sampled_from([("", ""), ("(", ")"), ("( ", " )")]))
    return f"{draw(spaces)}{opening}{text}{closing}{draw(spaces)}", position


@given(spellings())
def test_every_spelling_is_understood(spelling: tuple[str, Position]) -> None:
    """A position is read back from every way to type it."""
    text, position = spelling
    assert Position.parse(text) == position
    assert Position.of(text) == position
    assert parse_bars(f"{text} + {text}") == (position, position)


@given(positions)
def test_columns_are_understood_too(position: Position) -> None:
    """Brackets are columns, with commas or spaces between them."""
    columns = position.columns()
    for separator in (",", " ", " , "):
        assert Position.parse(f"[{separator.join(map(str, columns))}]") == position


@pytest.mark.parametrize("vector", VECTORS["positions"], ids=lambda vector: repr(vector["text"]))
def test_positions_of_the_table(vector: dict[str, Any]) -> None:
    """Every text of the table gives its rows, as a position and, unless it is a size, as a tail, or is refused."""
    text = vector["text"]
    if "rows" in vector:
        assert Position.parse(text).rows == tuple(vector["rows"])
        if re.fullmatch(r"\w+ ?([xX×]|by) ?\w+", text):
            with pytest.raises(InvalidSlice, match="that is the size of a bar"):
                Slice.parse(text)
        else:
            assert Slice.parse(text).tail == tuple(vector["rows"])
    else:
        with pytest.raises(InvalidPosition) as refusal:
            Position.parse(text)
        assert str(refusal.value) == f"not a position: {text!r}; {vector['reason']}"


@pytest.mark.parametrize("vector", VECTORS["sizes"], ids=lambda vector: repr(vector["text"]))
def test_sizes_of_the_table(vector: dict[str, Any]) -> None:
    """Every text of the table gives its numbers, or is refused for its reason in one line."""
    text = vector["text"]
    if "size" in vector:
        assert parse_size(text) == parse_size(text, dimensions=None) == tuple(vector["size"])
    else:
        with pytest.raises(InvalidArgument) as refusal:
            parse_size(text)
        assert str(refusal.value) == f"not a size: {text!r}; {vector['reason']}"


def test_sizes_of_more_dimensions() -> None:
    """A size has the expected number of numbers, none above the largest."""
    assert parse_size("2x3 by 4", dimensions=3) == (2, 3, 4)
    assert parse_size("5", dimensions=None) == (5,)
    for text, dimensions, largest in (("2x3", 3, 9), ("2x3x4", 2, 9), ("2x10", 2, 9), ("2x" + "9" * 5000, 2, 9)):
        with pytest.raises(InvalidArgument, match="not a size"):
            parse_size(text, dimensions, largest)


@pytest.mark.parametrize("text", ["4-2", "4*2", "2,4", "2,,4", "(2;1)", "-4", "[1,-2]", "x", "[x]", "(4,2", ""])
def test_tails_are_refused_in_the_same_words(text: str) -> None:
    """A text that is not a position is not a tail either, and the refusal quotes it."""
    with pytest.raises(InvalidSlice, match="not a tail: ") as refusal:
        Slice.parse(text)
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("5^1000000000", f"at most {MAX_ROWS} rows"),
        ("1000000000x5", f"at most {MAX_ROWS} rows"),
        ("5^" + "9" * 10**6, f"at most {MAX_ROWS} rows"),
        (f"1^{MAX_ROWS + 1}", f"at most {MAX_ROWS} rows"),
        (f"2^{MAX_ROWS},1", f"at most {MAX_ROWS} rows"),
        (",".join(["1^99999"] * 10_000), f"at most {MAX_ROWS} rows"),
        ("9" * (MAX_DIGITS + 1), f"at most {MAX_DIGITS} digits"),
        ("3x" + "9" * (MAX_DIGITS + 1), f"at most {MAX_DIGITS} digits"),
        ("9" * MAX_DIGITS + "^251", "at most 1000000 digits in all"),
        ("[" + "9" * MAX_DIGITS + "^99999]", "at most 1000000 digits in all"),
    ],
    ids=lambda value: value[:20],
)
def test_refusals_say_why(text: str, reason: str) -> None:
    """Wrong numbers, or too many, are refused before they are written out, in one short line."""
    with pytest.raises(InvalidPosition, match=reason) as caught:
        Position.parse(text)
    assert text[:10] in str(caught.value)
    assert len(str(caught.value)) < 250


@given(st.text(alphabet="0123456789 ,x^*()[]-+_by", max_size=30))
def test_any_text(text: str) -> None:
    """Any input is a position, which is the same when it is written out, or is refused in one line."""
    try:
        position, problem = Position.parse(text), None
    except InvalidPosition as refusal:
        position, problem = None, str(refusal)
    if position is None:
        assert problem is not None
        assert "\n" not in problem
    else:
        assert Position.parse(str(position)) == position


def test_sums_have_a_limit() -> None:
    """A sum is refused as soon as its bars together have too many rows. A single bar has its own limit."""
    assert len(parse_bars("1^50000 + 1^50000")) == 2
    with pytest.raises(InvalidPosition, match=f"at most {MAX_ROWS} rows in all"):
        parse_bars("+".join(["1^100000"] * 10_000))


def test_wherever_a_position_is_taken() -> None:
    """Bars of posets and moves accept text in any spelling, tuples and positions. Games accept text."""
    for form in ("2x3", "3,3", (3, 3), Position((3, 3))):
        assert bar(form).poset.elements == bar("(3,3)").poset.elements
        assert Position((3, 3, 1)).move_to(form) == Move(3, 1)
        if isinstance(form, str):
            assert parse_bars(form) == (Position((3, 3)),)
    with pytest.raises(TooLarge):
        bar("100000x100000")


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("3x7 + 2,1", "solve_sum"),
        ("(3) + (2)", "solve_sum"),
        ("[[4,3],[2,1]]", "solid"),
        ("w,2", "ordinals"),
    ],
)
def test_other_boards_are_answered_with_their_function(text: str, function: str) -> None:
    """Text that only the commands accept as one argument is refused with the name of the function for it."""
    with pytest.raises(InvalidArgument, match=rf"commands solve and play, and for zchomp\.{function} in Python"):
        parse_rows(text)
