"""What is seen of the bar and of bites: its squares on a phone, and what the computer ate."""

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.browser import Visit, settled, until, visit
from zchomp.web.server import PageServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def bite(page: "Page", row: int, column: int) -> None:
    """Click a square, and wait for the answer."""
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
    """On a small phone with large buttons the bar, what is said and the first buttons are seen without scrolling."""
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
    """What the computer bit last is tinted until your next bite, after Undo and a reload, too; your bite is not."""
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
    """The edge of what the computer ate stands out from the page, 3:1 or more, in forced colours, too."""
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
