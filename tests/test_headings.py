"""Headings: which lines of a text a terminal shows in bold."""

import re

import pytest

from tests.cli.terminal import on_terminal
from zchomp.showing import headed, marked_lines, stacked

BOLD = re.compile(r"\x1b\[1m(.*?)\x1b\[0m", re.DOTALL)


def test_stacked_texts_keep_their_headings() -> None:
    """Every text keeps its headings, whatever stands between the texts, also when stacks are stacked."""
    inner = stacked([headed("A", "1", "2"), "plain\nlines", headed("B", "3")], between="\n\n")
    outer = stacked([headed("C", "4"), inner])
    marked = [line for line, is_heading in marked_lines(outer) if is_heading]
    assert marked == ["C", "A", "B"]
    assert outer == "C\n4\nA\n1\n2\n\nplain\nlines\n\nB\n3"


def test_a_single_line_is_no_heading() -> None:
    """A line with nothing below it is an answer, not a heading; a plain string has no headings."""
    assert [*marked_lines(headed("Nothing."))] == [("Nothing.", False)]
    assert [*marked_lines("A\nb")] == [("A", False), ("b", False)]


@pytest.mark.parametrize(
    ("arguments", "headings"),
    [
        (["theorem", "--openings"], []),
        (["theorem", "--upto", "1"], ["Proposition 0.", "Proposition 1."]),
        (["winners", "2"], [f"Slice c = {c}: all winners, each with all its winning moves." for c in (1, 2)]),
        (["conjectures", "4"], ["Slice c = 4: how its losers are found and proved"]),
        (["openings", "1x1"], []),
        (
            ["openings", "2x2"],
            ["Winning openings of the m x n bars within 2 x 2, by the rectangles that are bitten off:"],
        ),
        (
            ["poset", "divisors", "6", "--show"],
            ["The player to move wins Chomp on the divisors of 6 (4 elements), with nim-value 2."],
        ),
    ],
    ids=str,
)
def test_only_headings_are_bold(arguments: list[str], headings: list[str]) -> None:
    """On a terminal of 60 columns exactly the headings are bold, each wholly, however many lines it takes."""
    shown = on_terminal(*arguments, columns=60, colours=True)
    assert " ".join(BOLD.findall(shown)) == " ".join(headings)
