"""Positions as people type them, in all spellings, and what is refused."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import positions
from zchomp.answers.sums import parse_bars
from zchomp.errors import InvalidPosition, InvalidSlice, TooLarge
from zchomp.notation import MAX_DIGITS, MAX_ROWS
from zchomp.play.game import Game
from zchomp.posets.families import bar
from zchomp.position import Move, Position
from zchomp.slices import Slice

spaces = st.sampled_from(["", " ", "  ", "\t", "\n"])
small = st.lists(st.integers(1, 4), min_size=1, max_size=9).map(lambda rows: Position(tuple(sorted(rows)[::-1])))
"""Positions with rows that are alike."""


@st.composite
def spellings(draw: st.DrawFn) -> tuple[str, Position]:
    """A position, and one of the ways to type it."""
    position = draw(st.one_of(small, positions))
    words = []
    for row, equal in groupby(position.rows):
        times = len(list(equal))
        gap = draw(spaces)
        forms = [f"{row}{gap}^{gap}{times}", f"{row}{gap}*{times}", f"{times}{gap}x{gap}{row}", f"{times}×{row}"]
        words += draw(st.sampled_from([*([form] for form in forms), [str(row)] * times]))
    separators = st.tuples(spaces, st.sampled_from([",", " "]), spaces).map("".join)
    text = words[0] + "".join(draw(separators) + word for word in words[1:])
    opening, closing = draw(st.sampled_from([("", ""), ("(", ")"), ("( ", " )")]))
    return f"{draw(spaces)}{opening}{text}{closing}{draw(spaces)}", position


@given(spellings())
def test_every_spelling_is_understood(spelling: tuple[str, Position]) -> None:
    """A position comes back from whatever way it was typed in."""
    text, position = spelling
    assert Position.parse(text) == position
    assert Position.of(text) == position
    assert parse_bars(f"{text} + {text}") == (position, position)


@given(positions)
def test_columns_are_understood_too(position: Position) -> None:
    """Brackets are columns, with commas or spaces between them."""
    columns = position.brackets()
    for separator in (",", " ", " , "):
        assert Position.parse(f"[{separator.join(map(str, columns))}]") == position


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("3,2,1", (3, 2, 1)),
        ("3 2 1", (3, 2, 1)),
        ("5", (5,)),
        ("3x5", (5, 5, 5)),
        ("3X5", (5, 5, 5)),
        ("3 × 5", (5, 5, 5)),
        ("5^3", (5, 5, 5)),
        ("5*3", (5, 5, 5)),
        ("5^3,2", (5, 5, 5, 2)),
        ("2x5 3*2 1", (5, 5, 3, 3, 1)),
        ("(5^3, 2)", (5, 5, 5, 2)),
        ("(3x5)", (5, 5, 5)),
        ("5^003", (5, 5, 5)),
        ("5,0^9", (5,)),
        ("[2,0^2,1]", (3, 2, 2, 2)),
        (f"1^{MAX_ROWS}", (1,) * MAX_ROWS),
    ],
)
def test_examples(text: str, rows: tuple[int, ...]) -> None:
    """The spellings of the documentation mean what it says."""
    assert Position.parse(text).rows == rows


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            ",",
            "x",
            "3,",
            ",3",
            "3,,2",
            "3, ,2",
            "3;2",
            "3.5",
            "3_000",
            "0x5",
            "5^0",
            "5*00",
            "^3",
            "5^",
            "3x",
        ),
        *(
            "3x5x2",
            "5^3^2",
            "5^-3",
            "-3x5",
            "3^+2",
            "3**2",
            "3xx5",
            "(3,2",
            "3,2)",
            "(3,2]",
            "[3x5]",
            "((3))",
            "(3)(2)",
        ),
        *("[3,2", "()", "[]", "( )", "3\x002", "٣,٢", "²", "３,２", "0b11", "0o7", "1e3", "five", "3−2", "nan", "--3"),
    ],
    ids=repr,
)
def test_what_is_no_position(text: str) -> None:
    """Anything else is refused in one line that quotes it and says what was expected; so is a tail."""
    with pytest.raises(InvalidPosition, match="expected rows like 5,4,3 or 3x5, or columns like") as caught:
        Position.parse(text)
    assert repr(text) in str(caught.value)
    with pytest.raises(InvalidSlice, match="expected rows from the third on") as refused:
        Slice.parse(text)
    assert repr(text) in str(refused.value)


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
        ("3,4", "rows must not increase"),
        ("2,3^4", "rows must not increase"),
        ("3 -2", "rows must not be negative"),
        ("3-2", "rows must not be negative"),
        ("0", "at least the poisoned square"),
        ("7x0", "at least the poisoned square"),
    ],
    ids=lambda value: value[:20],
)
def test_refusals_say_why(text: str, reason: str) -> None:
    """Numbers that are wrong, or too many, are refused before they are written out, in one short line."""
    with pytest.raises(InvalidPosition, match=reason) as caught:
        Position.parse(text)
    assert text[:10] in str(caught.value)
    assert len(str(caught.value)) < 250


@given(st.text(alphabet="0123456789 ,x^*()[]-+", max_size=30))
def test_any_text(text: str) -> None:
    """Whatever is typed is a position, the same when it is written out, or is refused in one line."""
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
    """A sum is refused as soon as its bars have too many rows together; one bar has its own limit."""
    assert len(parse_bars("1^50000 + 1^50000")) == 2
    with pytest.raises(InvalidPosition, match=f"at most {MAX_ROWS} rows in all"):
        parse_bars("+".join(["1^100000"] * 10_000))


def test_wherever_a_position_is_taken() -> None:
    """Games, bars of posets and moves take text of any spelling, tuples and positions."""
    for form in ("2x3", "3,3", (3, 3), [3, 3], Position((3, 3))):
        assert Game(form).bars == (Position((3, 3)),)
        assert bar(form).poset.elements == bar("(3,3)").poset.elements
        assert Position((3, 3, 1)).move_to(form) == Move(3, 1)
    with pytest.raises(TooLarge):
        bar("100000x100000")
