"""How the bar and bites look: the squares on a phone, and what the computer ate."""

from itertools import product
from typing import Literal

import zchomp
from tests.support import known
from tests.web.browser import PHONE, Visit, Visits, box_of, followed, reloaded, resized, until
from tests.web.playing import bite, point, rows, square
from tests.web.test_look import RATIO, SCHEMES
from zchomp.bars.position import Position


def test_squares_are_square_for_a_thumb(visits: Visits) -> None:
    """On a phone the squares of a bar are as high as they are wide, in Learn, in a puzzle, and in a folded game."""
    page = visits(size=(360, 640), touch=True, mobile=True).open()
    for fragment in ("#learn/5", "#puzzle", "#play/7,7,7", "#play/900000,700000,115"):
        followed(page, fragment)
        sizes = page.eval_on_selector_all(
            "main section:not([hidden]) :is(.square, .ghost)",
            "(all) => all.map(({ offsetWidth, offsetHeight }) => [offsetWidth, offsetHeight])",
        )
        assert len(sizes) > 0
        assert [size for size in sizes if size[0] != size[1]] == [], fragment
        gaps = page.eval_on_selector_all("#board .gap", "(all) => all.map(({ offsetHeight }) => offsetHeight)")
        assert all(gap == sizes[0][1] for gap in gaps)


TINTED = """(board) => [...document.querySelectorAll(`#${board} .theirs`)]
    .map((one) => getComputedStyle(one).backgroundColor)"""


def test_what_the_computer_ate_is_tinted(visited: Visit) -> None:
    """The computer's last bite, and only that, is tinted until your next one, and its edge contrasts by 3:1."""
    page = visited.open("#play/8,8,8?level=perfect")
    assert page.evaluate(TINTED, "board") == []
    bite(page, 3, 8)
    assert page.get_attribute("#view-play", "data-rows") == "8,4,4"
    colours = page.evaluate(TINTED, "board")
    assert len(colours) == 4 + 3
    assert set(colours).isdisjoint(
        {"rgba(0, 0, 0, 0)", page.evaluate("getComputedStyle(document.body).backgroundColor")}
    )
    until(page, "location.hash.includes('bites=')")
    reloaded(page)
    assert len(page.evaluate(TINTED, "board")) == 7
    bite(page, 3, 4)
    page.click("#undo")
    assert len(page.evaluate(TINTED, "board")) == 7
    page.click("#undo")
    assert page.evaluate(TINTED, "board") == []
    followed(page, "learn/2")
    page.click('#learn-board button[data-row="2"][data-column="5"]')
    page.wait_for_selector("#learn-board .theirs")
    followed(page, "learn/4")
    found = []
    while page.get_attribute("#view-learn", "data-state") == "open":
        page.click("#learn-next")
        found.append(len(page.evaluate(TINTED, "learn-board")))
    assert found == [0, 1, 0, 0]
    page = visited.open("#play/8,8,8?bites=3.8-2.5")
    modes: tuple[Literal["none", "active"], ...] = ("none", "active")
    for scheme, forced in product(SCHEMES, modes):
        page.emulate_media(color_scheme=scheme, forced_colors=forced)
        seen = page.evaluate(
            """() => [getComputedStyle(document.querySelector("#board .theirs")).borderTopColor,
                getComputedStyle(document.body).backgroundColor]"""
        )
        assert page.evaluate(RATIO, seen) >= 3, (scheme, forced)


def test_the_easy_level_counts_squares(visited: Visit) -> None:
    """On easy the computer says how many squares it ate. The place is read aloud, and is in the list of bites."""
    page = visited.open("#play/8,8,8")
    for _ in range(3):
        before = rows(page)
        bite(page, len(before), before[-1])
        here = rows(page)
        eaten = sum(before) - 1 - sum(here)
        assert page.inner_text("#status") == f"I ate {eaten} square{'' if eaten == 1 else 's'}. Your turn."
        left = str(Position(here))
        heard = str(page.text_content("#heard"))
        assert heard.startswith("I bit row ")
        assert heard.endswith(f", and left {left}.")
        assert str(page.locator("#turns li").last.text_content()).endswith(f"leaving {left}")
    assert page.evaluate("document.getElementById('heard').getBoundingClientRect().right < 0")
    page.select_option("#setup-level", "medium")
    bite(page, 1, here[0])
    assert page.inner_text("#status").startswith("I bit row ")
    assert page.text_content("#heard") == ""


def test_the_bite_that_was_wrong_is_named(visited: Visit) -> None:
    """In the lesson of the square, the first bite is blamed if it was wrong, and a later one if it was not a copy."""
    page = visited.open("#learn/3")
    copied = "I took 1 square off the top arm, so take 1 off the left arm."
    for moves, words in (([(2, 2), (1, 3)], copied), ([(2, 2), (3, 1)], copied), ([(1, 3)], "Now the arms are mine.")):
        for at, (row, column) in enumerate(moves, 1):
            page.click(f'#learn-board button[data-row="{row}"][data-column="{column}"]')
            page.wait_for_selector(f'#view-learn[data-bites="{2 * at}"]')
        assert page.get_attribute("#view-learn", "data-state") == "missed"
        assert words in page.inner_text("#learn-status")
        assert page.inner_text("#learn-status").startswith("You did not copy my bite: ") == (len(moves) > 1)
        page.click("#learn-again")


def test_a_rule_belongs_to_its_bite(visited: Visit) -> None:
    """In Why? a rule is shown only beside the bite whose bar it describes."""
    page = visited.open("#play/9,7,4")
    page.click("#explain")
    page.wait_for_selector("#why-words li")
    rule = "two squares in the bottom row, and two more in the top row than in the middle one"
    items = page.locator("#why-words li").all_inner_texts()
    assert len(items) == 3
    assert [item.endswith(f"(9, 7, 2): {rule}.") for item in items].count(True) == 1
    assert [rule in item for item in items].count(True) == 1
    assert rule not in page.inner_text("#why-words p")


def test_a_small_phone_shows_the_game(visits: Visits) -> None:
    """On a small phone with large buttons the bar, the message and the first buttons are visible without scrolling."""
    page = visits(size=(360, 640), motion=True, touch=True, mobile=True).open("#play/4")
    for fragment in ("#play/8,8,8", "#play/8,8,8,8", "#puzzle", "#puzzle/2026-11-15"):
        followed(page, fragment)
        for part in ("#board", "#status", "#view-play .side .tools button:visible >> nth=0"):
            box = box_of(page, part)
            assert box.bottom <= 640, part
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_small_phones_on_their_side(visits: Visits) -> None:
    """On small phones in landscape, too, the bar and the message are side by side, and both are visible."""
    page = visits(size=(568, 320), touch=True, mobile=True).open("#play/8,8,8")
    for turn in range(2):
        for size in ((568, 320), (667, 375), (740, 360)):
            resized(page, size)
            for part in ("#board .square >> nth=-1", "#status"):
                assert box_of(page, part).bottom <= size[1], (part, size)
            board, side = (box_of(page, part) for part in ("#board", "#table .side"))
            assert side.x >= board.right
            assert side.right <= size[0]
        if turn == 0:
            page.tap(square(3, 7))
            until(page, "document.querySelectorAll('#turns li').length === 2")
            page.evaluate("scrollTo(0, 0)")


def test_a_tapped_square_does_not_outlive_why(visits: Visits) -> None:
    """A square tapped while reasons were shown is not marked once they are hidden, nor when they return."""
    page = visits(size=PHONE, touch=True).open("#play/7,7,4")
    page.tap("#explain")
    page.wait_for_selector("#why-words li")
    page.tap(square(2, 3))
    assert page.locator("#board .taken").count() > 0
    for _ in range(2):
        page.tap("#explain")
        assert page.locator("#board .taken").count() == 0
        assert page.inner_text("#preview") == ""


def test_letters_of_hatched_gaps_are_dark_by_day(visited: Visit) -> None:
    """On a gap that a bite would take, as on a square, the letters have the colour of the ink."""
    page = visited.open("#play/900000,700000,115")
    point(page, 1, 3)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        ink = page.evaluate("getComputedStyle(document.body).color")
        colours = page.eval_on_selector_all(
            "#board .gap.taken",
            "(all) => all.map((one) => [getComputedStyle(one).color, getComputedStyle(one).textShadow])",
        )
        assert len(colours) > 0
        assert colours == [[ink, "none"]] * len(colours)


def test_a_hint_tells_more_and_more(visited: Visit) -> None:
    """A hint says how many bites win, without marking any. A second press marks and lists them, a third hides them."""
    page = visited.open("#play/9,7,4?level=perfect")
    bar, moves = Position((9, 7, 4)), known(zchomp.winning_moves((9, 7, 4)))
    for _ in range(2):
        page.click("#hint")
        assert page.inner_text("#winning") == "3 bites win. Press Hint again to see them."
        assert page.get_attribute("#hint", "aria-pressed") == "true"
        assert page.locator("#board .lit").count() == 0
        assert page.locator("#board [aria-label*=wins]").count() == 0
        page.click("#hint")
        lit = page.eval_on_selector_all(
            "#board .lit", "(all) => all.map((one) => [one.dataset.row, one.dataset.column])"
        )
        assert [(int(row), int(column)) for row, column in lit] == list(moves)
        listed = [f"Row {row}, column {column} wins: it leaves {bar.chomp((row, column))}." for row, column in moves]
        assert page.locator("#winning li").all_inner_texts() == listed
        page.click("#hint")
        assert page.inner_text("#winning") == ""
        assert page.get_attribute("#hint", "aria-pressed") == "false"
    page.click("#hint")
    bite(page, 3, 3)  # the hint continues with the next bar
    assert page.inner_text("#winning") != "3 bites win. Press Hint again to see them."
    assert page.inner_text("#winning").endswith(("Press Hint again to see them.", "Press Hint again to see it."))
    page = visited.open("#play/7,7,4")
    page.click("#hint")
    assert page.inner_text("#winning") == "There is no winning bite: every bite from (7, 7, 4) loses."
    page.click("#hint")
    assert page.inner_text("#winning") == ""
    followed(page, "play/8,8,8")
    page.click("#hint")
    assert page.inner_text("#winning") == "One bite wins. Press Hint again to see it."
