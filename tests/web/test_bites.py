"""How the bar and bites look: the squares on a phone, and what the computer ate."""

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.browser import Visit, settled, until, visit
from zchomp.web.server import PageServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def rows(page: "Page") -> list[int]:
    """The bar on the board."""
    return [int(length) for length in str(page.get_attribute("#view-play", "data-rows")).split(",")]


def bite(page: "Page", row: int, column: int) -> None:
    """Click a square, and wait for the reply."""
    page.click(f'#board button[data-row="{row}"][data-column="{column}"]')
    settled(page)


def test_squares_are_square_for_a_thumb(browser: "Browser", server: PageServer) -> None:
    """On a phone the squares of a bar are as high as they are wide, in Learn, in a puzzle, and in a folded game."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    with visit(context, server) as visited:
        for fragment in ("#learn/5", "#puzzle", "#play/8,8,8", "#play/900000,700000,115"):
            page = visited.open(fragment)
            sizes = page.eval_on_selector_all(
                "main section:not([hidden]) :is(.square, .ghost)",
                "(all) => all.map(({ offsetWidth, offsetHeight }) => [offsetWidth, offsetHeight])",
            )
            assert len(sizes) > 0
            assert [size for size in sizes if size[0] != size[1]] == [], fragment
            gaps = page.eval_on_selector_all("#board .gap", "(all) => all.map(({ offsetHeight }) => offsetHeight)")
            assert all(gap == sizes[0][1] for gap in gaps)
    context.close()


@pytest.mark.parametrize("fragment", ["#play/8,8,8", "#play/8,8,8,8", "#puzzle", "#puzzle/2026-11-15"])
def test_a_small_phone_shows_the_game(fragment: str, browser: "Browser", server: PageServer) -> None:
    """On a small phone with large buttons the bar, the message and the first buttons are visible without scrolling."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    with visit(context, server) as visited:
        page = visited.open(fragment)
        for part in ("#board", "#status", "#view-play .side .tools button:visible >> nth=0"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 640, part
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


TINTED = """(board) => [...document.querySelectorAll(`#${board} .theirs`)]
    .map((one) => getComputedStyle(one).backgroundColor)"""


def test_what_the_computer_ate_is_tinted(visited: Visit) -> None:
    """The computer's last bite is tinted until your next bite, also after Undo and a reload. Your bite is not."""
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
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert len(page.evaluate(TINTED, "board")) == 7
    bite(page, 3, 4)
    page.click("#undo")
    assert len(page.evaluate(TINTED, "board")) == 7
    page.click("#undo")
    assert page.evaluate(TINTED, "board") == []
    page.evaluate("location.hash = 'learn/2'")
    page.wait_for_selector("#learn-board button")
    page.click('#learn-board button[data-row="2"][data-column="5"]')
    page.wait_for_selector("#learn-board .theirs")
    page.evaluate("location.hash = 'learn/4'")
    until(page, "document.getElementById('learn-status').textContent.startsWith('Whoever begins')")
    found = []
    while page.get_attribute("#view-learn", "data-state") == "open":
        page.click("#learn-next")
        found.append(len(page.evaluate(TINTED, "learn-board")))
    assert found == [0, 1, 0, 0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("forced", ["none", "active"])
def test_the_tint_is_seen(scheme: Any, forced: Any, browser: "Browser", server: PageServer) -> None:
    """The edge of the computer's last bite contrasts with the page by at least 3:1, also in forced colours."""
    context = browser.new_context(color_scheme=scheme, forced_colors=forced, reduced_motion="reduce")
    luminance = """(colour) => {
        const canvas = new OffscreenCanvas(1, 1).getContext("2d");
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((n) => {
            return n / 255 <= 0.04045 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }"""
    with visit(context, server) as visited:
        page = visited.open("#play/8,8,8?bites=3.8-2.5")
        edge, paper = page.evaluate(
            """() => [getComputedStyle(document.querySelector("#board .theirs")).borderTopColor,
                getComputedStyle(document.body).backgroundColor]"""
        )
        light, dark = sorted((page.evaluate(luminance, edge), page.evaluate(luminance, paper)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 3
    context.close()


def test_the_easy_level_counts_squares(visited: Visit) -> None:
    """On easy the computer says how many squares it ate. The place is read aloud, and is in the list of bites."""
    page = visited.open("#play/8,8,8")
    for _ in range(3):
        before = rows(page)
        bite(page, len(before), before[-1])
        here = rows(page)
        eaten = sum(before) - 1 - sum(here)
        assert page.inner_text("#status") == f"I ate {eaten} square{'' if eaten == 1 else 's'}. Your turn."
        left = f"({', '.join(map(str, here))})"
        heard = str(page.text_content("#heard"))
        assert heard.startswith("I bit row ")
        assert heard.endswith(f", and left {left}.")
        assert str(page.locator("#turns li").last.text_content()).endswith(f"leaving {left}")
    assert page.evaluate("document.getElementById('heard').getBoundingClientRect().right < 0")
    page.select_option("#setup-level", "medium")
    bite(page, 1, here[0])
    assert page.inner_text("#status").startswith("I bit row ")
    assert page.text_content("#heard") == ""


@pytest.mark.parametrize(
    ("first", "bitten", "words"),
    [
        ((2, 2), (1, 3), "I took 1 square off the top arm, so take 1 off the left arm."),
        ((2, 2), (3, 1), "I took 1 square off the top arm, so take 1 off the left arm."),
        ((1, 3), None, "Now the arms are mine."),
    ],
)
def test_the_bite_that_was_wrong_is_named(
    first: tuple[int, int], bitten: "tuple[int, int] | None", words: str, visited: Visit
) -> None:
    """In the lesson of the square, the first bite is blamed if it was wrong, and a later one if it was not a copy."""
    page = visited.open("#learn/3")
    for at, move in enumerate(filter(None, (first, bitten)), 1):
        page.click(f'#learn-board button[data-row="{move[0]}"][data-column="{move[1]}"]')
        page.wait_for_selector(f'#view-learn[data-bites="{2 * at}"]')
    assert page.get_attribute("#view-learn", "data-state") == "missed"
    assert words in page.inner_text("#learn-status")
    assert page.inner_text("#learn-status").startswith("You did not copy my bite: ") == (bitten is not None)


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


@pytest.mark.parametrize("size", [(568, 320), (667, 375), (740, 360)], ids=lambda size: str(size[0]))
def test_small_phones_on_their_side(size: tuple[int, int], browser: "Browser", server: PageServer) -> None:
    """On small phones in landscape, too, the bar and the message are side by side, and both are visible."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    with visit(context, server) as visited:
        page = visited.open("#play/8,8,8")
        for turn in range(2):
            for part in ("#board .square >> nth=-1", "#status"):
                box = page.locator(part).bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= size[1], part
            board, side = (page.locator(part).bounding_box() for part in ("#board", "#table .side"))
            assert board is not None
            assert side is not None
            assert side["x"] >= board["x"] + board["width"]
            assert side["x"] + side["width"] <= size[0]
            if turn == 0:
                page.tap('#board button[data-row="3"][data-column="7"]')
                settled(page)
                until(page, "document.querySelectorAll('#turns li').length === 2")
                page.evaluate("scrollTo(0, 0)")
    context.close()


def test_a_tapped_square_does_not_outlive_why(browser: "Browser", server: PageServer) -> None:
    """A square tapped while reasons were shown is not marked once they are hidden, nor when they return."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce")
    with visit(context, server) as visited:
        page = visited.open("#play/7,7,4")
        page.tap("#explain")
        page.wait_for_selector("#why-words li")
        page.tap('#board button[data-row="2"][data-column="3"]')
        assert page.locator("#board .taken").count() > 0
        for _ in range(2):
            page.tap("#explain")
            assert page.locator("#board .taken").count() == 0
            assert page.inner_text("#preview") == ""
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_of_hatched_gaps_are_dark_by_day(scheme: Any, browser: "Browser", server: PageServer) -> None:
    """On a gap that a bite would take, as on a square, the letters have the colour of the ink."""
    context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
    with visit(context, server) as visited:
        page = visited.open("#play/900000,700000,115")
        page.hover('#board button[data-row="1"][data-column="3"]')
        ink = page.evaluate("getComputedStyle(document.body).color")
        colours = page.eval_on_selector_all(
            "#board .gap.taken",
            "(all) => all.map((one) => [getComputedStyle(one).color, getComputedStyle(one).textShadow])",
        )
        assert len(colours) > 0
        assert colours == [[ink, "none"]] * len(colours)
    context.close()


def test_a_game_from_the_chart_begins_at_the_end(visited: Visit) -> None:
    """After Enter on the chart the focus is on the last square of the last row, so that little is hatched."""
    page = visited.open("#chart/4/7")
    until(page, "document.getElementById('chart-status').textContent.includes('is a loser')")
    page.focus("#chart-canvas")
    page.keyboard.press("Enter")
    page.wait_for_selector("#view-play:not([hidden])")
    until(page, "document.activeElement.closest('#board') !== null")
    settled(page)
    here = rows(page)
    focused = "[document.activeElement.dataset.row, document.activeElement.dataset.column].map(Number)"
    until(page, f"JSON.stringify({focused}) === JSON.stringify([{len(here)}, {here[-1]}])")
    assert page.locator('#board button[tabindex="0"]').count() == 1


def test_a_hint_tells_more_and_more(visited: Visit) -> None:
    """A hint says how many bites win, without marking any. A second press marks and lists them, a third hides them."""
    page = visited.open("#play/9,7,4?level=perfect")
    for _ in range(2):
        page.click("#hint")
        assert page.inner_text("#winning") == "3 bites win. Press Hint again to see them."
        assert page.get_attribute("#hint", "aria-pressed") == "true"
        assert page.locator("#board .lit").count() == 0
        assert page.locator("#board [aria-label*=wins]").count() == 0
        page.click("#hint")
        assert page.locator("#board .lit").count() == 3
        assert page.locator("#winning li").count() == 3
        page.click("#hint")
        assert page.inner_text("#winning") == ""
        assert page.get_attribute("#hint", "aria-pressed") == "false"
    page.click("#hint")
    bite(page, 3, 3)  # the hint continues with the next bar
    assert page.inner_text("#winning") != "3 bites win. Press Hint again to see them."
    assert page.inner_text("#winning").endswith(("Press Hint again to see them.", "Press Hint again to see it."))


def test_a_hint_where_no_bite_wins(visited: Visit) -> None:
    """If no bite wins, a hint says so at once, and the next press hides it."""
    page = visited.open("#play/7,7,4")
    page.click("#hint")
    assert page.inner_text("#winning") == "There is no winning bite: every bite from (7, 7, 4) loses."
    page.click("#hint")
    assert page.inner_text("#winning") == ""
    page = visited.open("#play/8,8,8")
    page.click("#hint")
    assert page.inner_text("#winning") == "One bite wins. Press Hint again to see it."
