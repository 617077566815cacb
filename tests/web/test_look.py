"""The look: for everyone, on every screen, in light and dark mode."""

import re
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

import zchomp
from tests.support import known
from tests.web.browser import open_more, scrolling, until, visit
from tests.web.picture import PICTURE, picture
from zchomp.web.files import page_files
from zchomp.web.server import PageServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

VIEWS = ["play", "learn", "chart", "losers", "verify"]
SIZES = [(360, 740), (768, 1024), (1280, 720), (1366, 768), (1440, 900), (1920, 1080), (3840, 2160)]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def axe() -> str:
    """The accessibility checker, as text."""
    spec = find_spec("axe_playwright_python")
    assert spec is not None
    assert spec.origin is not None
    return (Path(spec.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def fill(page: "Page", view: str) -> None:
    """Show everything in a view."""
    if view == "play":
        page.dblclick("#hint")
        page.click("#explain")
        until(page, "document.querySelector('#opponent .good') !== null")
    if view == "chart":
        until(page, "document.getElementById('chart-source').textContent !== ''")
    if view == "learn":
        until(page, "document.getElementById('learn-step').textContent !== ''")
    if view == "losers":
        until(page, "document.getElementById('losers-list').textContent !== ''")
    if view == "verify":
        page.click('[data-name="chomp-3rows-115.jsonl"]')
        page.wait_for_selector('#run[data-state="verified"]')


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", [*VIEWS, "puzzle"])
def test_axe_finds_nothing(view: str, scheme: Any, browser: "Browser", server: PageServer) -> None:
    """axe-core finds no problem in any view, including contrast, in light and dark mode."""
    context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
    with visit(context, server) as visited:
        page = visited.open(f"#{view}")
        fill(page, view)
        page.evaluate(axe())
        found: list[Any] = page.evaluate(
            "(rules) => axe.run({ runOnly: rules }).then(({ violations }) => violations)", RULES
        )
        assert [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found] == []
    context.close()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_what_is_read_is_seen(size: tuple[int, int], browser: "Browser", server: PageServer) -> None:
    """Without scrolling, Play shows the bar and the message, and Chart shows the chart with its axes and readout.

    The text above the chart says how to play a cell. Except on a phone, the story of the row is visible below it, and
    on a desktop the button that copies its link.
    """
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 800)
    with visit(context, server) as visited:
        page = visited.open("#chart/120/170")
        until(page, "document.getElementById('chart-status').textContent !== ''")
        bottom = "(id) => document.getElementById(id).getBoundingClientRect().bottom <= innerHeight"
        assert page.evaluate(bottom, "chart-status")
        assert page.evaluate(bottom, "chart-canvas")
        assert page.evaluate(bottom, "chart-story") or size[0] < 768
        assert page.evaluate(bottom, "chart-copy") or size[0] < 1280
        assert "Click a cell twice to play it." in page.inner_text("#view-chart .lead")
        page.click('nav a[data-view="play"]')
        page.wait_for_selector("#view-play:not([hidden])")
        assert page.evaluate(bottom, "status")
        assert page.evaluate(bottom, "hint")
    context.close()


def test_large_screens_have_large_squares(browser: "Browser", server: PageServer) -> None:
    """Squares, letters and numbers of the chart grow with the screen, and the game is beside the bar."""
    found = []
    for width, height in ((1440, 900), (3840, 2160)):
        context = browser.new_context(viewport={"width": width, "height": height})
        with visit(context, server) as visited:
            page = visited.open()
            square = page.locator("#board .square").first.bounding_box()
            side = page.locator("#table .side").bounding_box()
            plate = page.locator("#table .plate").bounding_box()
            assert square is not None
            assert side is not None
            assert plate is not None
            assert side["x"] >= plate["x"] + plate["width"]
            found.append((square["width"], page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")))
            assert 8 * square["width"] > 0.58 * width
        context.close()
    (small, letters), (large, larger) = found
    assert 60 < small < large / 1.5
    assert letters < larger


TOP = "(id) => scrollY + document.getElementById(id).getBoundingClientRect().top"
"""How far below the upper end of the page a part begins."""


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390)], ids=lambda size: str(size[0]))
def test_the_bar_of_a_phone_stays_where_it_is(size: tuple[int, int], browser: "Browser", server: PageServer) -> None:
    """On a phone the bar comes first, below the rule in a line, and neither a bite nor a reason moves it."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    with visit(context, server) as visited:
        page = visited.open("#play/9,7,4")
        tops = [page.evaluate(TOP, "board")]
        assert tops[0] < 230
        assert page.inner_text("#embedded") == "A bite takes all to its right and below."
        assert page.evaluate("document.getElementById('embedded').offsetHeight") < 30
        lead = page.locator("#view-play .lead").bounding_box()
        side = page.locator("#table").bounding_box()
        assert lead is not None
        assert side is not None
        assert lead["y"] >= side["y"] + side["height"]
        page.tap('#board button[data-row="3"][data-column="3"]')
        tops.append(page.evaluate(TOP, "board"))
        until(page, "document.querySelectorAll('#turns li').length === 2")
        tops.append(page.evaluate(TOP, "board"))
        page.tap("#explain")
        page.wait_for_selector("#why li button")
        tops.append(page.evaluate(TOP, "board"))
        page.tap("#new-game")
        page.wait_for_selector('#view-play[data-begun="false"]')
        tops.append(page.evaluate(TOP, "board"))
        assert set(tops) == {tops[0]}
        page = visited.open("#puzzle/2026-11-18")
        top = page.evaluate(TOP, "board")
        page.tap("#give-up")
        page.wait_for_selector("#board .lit")
        page.locator("#board .lit").click()
        page.wait_for_selector("#play-on:visible")
        assert page.evaluate(TOP, "board") == top
    context.close()


PLACES = """() => {
    const places = (window.places = new Set());
    const look = () => {
        places.add(Math.round(scrollY + document.getElementById("hint").getBoundingClientRect().top));
        requestAnimationFrame(look);
    };
    look();
}"""
"""Note in every frame where Hint is."""


@pytest.mark.parametrize(
    ("width", "height", "level"),
    [(360, 640, "perfect"), (390, 844, "easy"), (768, 1024, "medium"), (1280, 720, "perfect")],
)
def test_the_buttons_stay_where_they_are(
    width: int, height: int, level: str, browser: "Browser", server: PageServer
) -> None:
    """Whether you point at a square, or the computer thinks or tells what it bit, the buttons stay where they are."""
    context = browser.new_context(viewport={"width": width, "height": height})
    with visit(context, server) as visited:
        page = visited.open(f"#play/8,8,8?level={level}")
        page.evaluate(PLACES)
        for turn, (row, column) in enumerate([(3, 4), (2, 5)], 1):
            square = f'#board button[data-row="{row}"][data-column="{column}"]'
            page.hover(square)
            until(page, "document.getElementById('preview').textContent.includes('leaves')")
            page.click(square)
            until(page, f"document.querySelectorAll('#turns li').length === {2 * turn}")
        assert len(page.evaluate("[...window.places]")) == 1
    context.close()


CONTROLS = """() => [...document.querySelectorAll("#view-play :is(button, input, select)")]
    .filter((one) => one.offsetParent !== null && !one.closest("#board")).map((one) => one.id)"""

FEW = ["setup-rows", "setup-columns", "setup-first", "setup-level", "hint", "explain", "new-game", "more"]
"""The controls beside the bar before the first bite."""


CUT = """() => [...document.querySelectorAll("#setup select")].filter((one) => {
    const { width } = one.getBoundingClientRect();
    one.style.width = "max-content"; // as wide as its longest choice
    const needed = one.getBoundingClientRect().width;
    one.style.width = "";
    return needed > width + 1;
}).map((one) => one.id)"""


@pytest.mark.parametrize("width", [320, 360, 412, 844, 1280])
def test_no_choice_is_cut_off(width: int, browser: "Browser", server: PageServer) -> None:
    """The longest choices of who begins and of the level are fully visible, even on the smallest phone."""
    context = browser.new_context(viewport={"width": width, "height": 640}, reduced_motion="reduce")
    with visit(context, server) as visited:
        assert visited.open().evaluate(CUT) == []
    context.close()


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1280, 800)], ids=lambda size: str(size[0]))
def test_few_controls_before_the_first_bite(size: tuple[int, int], browser: "Browser", server: PageServer) -> None:
    """Before a bite there are eight controls, which fit, and the whole bar is visible. The others are behind More."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    with visit(context, server) as visited:
        for fragment in ("", "#play/8,8,8,8,8,8,8,8"):
            page = visited.open(fragment)
            assert page.evaluate(CONTROLS) == FEW
            if size[1] > 390 or fragment == "":
                box = page.locator("#board").bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= size[1]
        clipped = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.id)"
        assert page.eval_on_selector_all("#view-play :is(select, button)", clipped) == []
        open_more(page)
        assert page.get_attribute("#more", "aria-expanded") == "true"
        assert page.get_by_role("button", name="More", exact=True).count() == 1  # no triangle is read aloud
        behind = ["setup-position", "play-bar", "type-bite", "copy-link", "copy-text", "bar-svg", "nims", "sound"]
        assert page.evaluate(CONTROLS) == [*FEW, *behind]
        assert page.get_attribute("#setup-position", "aria-describedby") == "setup-help"
        assert page.eval_on_selector_all("#setup-position", clipped) == []
        page.click("#more")
        assert page.evaluate(CONTROLS) == FEW
        page.click('#board button[data-row="3"][data-column="2"]')
        page.wait_for_selector("#undo:enabled")
        assert page.is_visible("#give-up")
    context.close()


@pytest.mark.parametrize("fragment", ["#play/8,8,8", "#play/4,4,4,4", "#puzzle/2026-11-17", "#puzzle/2026-11-18"])
def test_a_phone_on_its_side_shows_what_is_needed(fragment: str, browser: "Browser", server: PageServer) -> None:
    """On a phone in landscape the bar, the message and the next buttons are visible without scrolling."""
    context = browser.new_context(viewport={"width": 844, "height": 390}, has_touch=True, reduced_motion="reduce")
    with visit(context, server) as visited:
        page = visited.open(fragment)
        page.tap('#board button[data-row="3"][data-column="2"]')
        button = "#confirm" if "puzzle" in fragment else "#undo:enabled"
        page.wait_for_selector(button)
        for part in ("#board .square", "#status", button):
            box = page.locator(part).last.bounding_box()
            assert box is not None, part
            assert box["y"] >= 0, part
            assert box["y"] + box["height"] <= 390, part
        squares = page.locator("#board .square").first.bounding_box()
        assert squares is not None
        assert squares["width"] >= 30
    context.close()


def test_positions_are_not_broken(browser: "Browser", server: PageServer) -> None:
    """No position of usual length is broken across lines, at any width."""
    context = browser.new_context(reduced_motion="reduce")
    with visit(context, server) as visited:
        page = visited.open("#play/9,7,4")
        page.dblclick("#hint")
        page.click("#explain")
        page.click("#why summary")
        for width in range(360, 700, 17):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.locator("#view-play .whole:visible").count() > 10
            assert page.evaluate(
                "[...document.querySelectorAll('#view-play .whole')].every((one) => one.getClientRects().length < 2)"
            )
    context.close()


@pytest.mark.parametrize("size", [(320, 640), *SIZES], ids=lambda size: str(size[0]))
@pytest.mark.parametrize("view", VIEWS)
def test_every_width(view: str, size: tuple[int, int], browser: "Browser", server: PageServer) -> None:
    """Nothing sticks out of the page, from a phone to a large screen, and controls are large enough to press."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 800)
    with visit(context, server) as visited:
        page = visited.open(f"#{view}")
        fill(page, view)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = page.evaluate(
            """() => [...document.querySelectorAll("main button, main input, main select, nav a")]
                .filter((one) => one.offsetParent !== null)
                .filter((one) => one.type !== "file")
                .filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 24).map((one) => one.outerHTML)"""
        )
        assert small == []
    context.close()


@pytest.mark.parametrize("view", ["play", "learn/5", "chart", "losers/5", "verify", "puzzle"])
def test_a_thumb_finds_what_it_presses(view: str, browser: "Browser", server: PageServer) -> None:
    """On a phone buttons, fields and links on their own lines are 44 pixels high, except on a bar."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    with visit(context, server) as visited:
        page = visited.open(f"#{view}")
        part = "#days a, #losers-links a, nav a, main section:not([hidden]) :is(button, select, input, summary, .chip)"
        if view == "losers/5":
            page.wait_for_selector("#losers-links a")
        if view == "play":
            page.click("#more")
            page.click("#explain")
            page.wait_for_selector("#why-words .chip")
        low = page.evaluate(
            """(part) => [...document.querySelectorAll(part)]
                .filter((one) => one.offsetParent !== null && !one.closest(".board"))
                .map((one) => [one.id || one.textContent, one.offsetHeight])""",
            part,
        )
        assert len(low) > 0
        assert [one for one in low if one[1] < 44] == []
    context.close()


@pytest.mark.parametrize("position", ["8,8,8", "30,30,30", "1000000,999999,115", "900000,700000,115", "6,6,6,6,6,6"])
def test_bars_on_a_phone(position: str, browser: "Browser", server: PageServer) -> None:
    """On a phone the bar fits or scrolls in place, and a tap bites."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce")
    with visit(context, server) as visited:
        page = visited.open(f"#play/{position}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if "30" not in position and "9" not in position:
            assert page.evaluate(
                "(() => { const b = document.getElementById('board'); return b.scrollWidth <= b.clientWidth; })()"
            )
        gaps = page.eval_on_selector_all("#board .gap", "(all) => all.map((one) => one.offsetWidth)")
        assert all(width <= 3 * 24 + 2 * 2 for width in gaps)  # three squares, and the gaps between them
        page.tap('#board button[data-row="1"][data-column="3"]')
        until(page, "document.querySelectorAll('#turns li').length === 2")
        assert page.get_attribute("#view-play", "data-rows") != position
    context.close()


def test_every_column_is_in_reach(browser: "Browser", server: PageServer) -> None:
    """A bar that is too wide for a phone has all its squares, scrolls to them, and to a winning one for a hint."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce")
    with visit(context, server) as visited:
        page = visited.open("#play/20,20,20")
        assert page.locator("#board .square").count() == 60
        (move,) = known(zchomp.winning_moves("3x20"))
        square = page.locator(f'#board button[data-row="{move.row}"][data-column="{move.column}"]')
        seen = "(one) => one.getBoundingClientRect().left >= 0 && one.getBoundingClientRect().right <= innerWidth"
        assert not square.evaluate(seen)
        for _ in range(2):
            page.tap("#hint")
        assert square.evaluate(seen)
        assert all(number.evaluate(seen) for number in page.locator("#board .row").all())
        square.tap()
        until(page, "document.querySelectorAll('#turns li').length === 2")
        page = visited.open("#learn/5")
        page.fill("#learn-family", "16")
        assert page.locator("#learn-board .square").count() == 32
        slider = page.locator("#learn-family").bounding_box()
        assert slider is not None
        assert slider["height"] >= 24
        assert slider["width"] >= 13 * 16  # it has thirteen places
    context.close()


NATURAL = """() => {
    document.body.style.minHeight = "0";
    const { height } = document.body.getBoundingClientRect();
    document.body.style.minHeight = "";
    return Math.ceil(height);
}"""
"""The height of the page, without the space below it."""

REDRAWN = """() => new Promise((resolve) => {
    let times = 0;
    const observer = new MutationObserver(() => (times += 1));
    observer.observe(document.getElementById("board"), { childList: true });
    const wait = (left) => (left > 0 ? requestAnimationFrame(() => wait(left - 1)) : resolve(times));
    wait(30);
})"""
"""How often the bar is redrawn within 30 frames."""


def test_a_scroll_bar_makes_nothing_flicker(browser: "Browser", server: PageServer) -> None:
    """If the page is slightly too high, a scroll bar takes no space that would make the page lower again."""
    with scrolling(browser) as other:
        context = other.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        with visit(context, server) as visited:
            page = visited.open("#play/8,8,8")
            until(page, "document.querySelector('#opponent .good') !== null")
            natural = page.evaluate(NATURAL)
            assert 500 < natural < 900
            for less in (1, 2, 3):
                page.set_viewport_size({"width": 1280, "height": natural - less})
                until(page, f"innerHeight === {natural - less}")
                page.evaluate(REDRAWN)  # the bar is redrawn for the new height
                assert page.evaluate(REDRAWN) == 0
        context.close()


def test_day_and_night_differ(browser: "Browser", server: PageServer) -> None:
    """The page follows the system: dark letters on light paper, or the reverse."""
    papers = []
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        with visit(context, server) as visited:
            page = visited.open()
            papers.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        context.close()
    assert papers == ["rgb(251, 248, 243)", "rgb(26, 20, 17)"]


CONTRAST = """() => {
    const parse = (text) => text.match(/[0-9.]+/g).map(Number);
    const over = ([r, g, b, a = 1], under) => [r, g, b].map((part, i) => part * a + under[i] * (1 - a));
    const light = (colour) => colour.map((part) => part / 255)
        .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
    const ratio = (one, other) => {
        const [dark, bright] = [light(one), light(other)].sort((x, y) => x - y);
        return (bright + 0.05) / (dark + 0.05);
    };
    const paper = (one) => {
        if (one === null) return parse(getComputedStyle(document.body).backgroundColor);
        const { backgroundColor, backgroundImage } = getComputedStyle(one);
        const under = paper(one.parentElement);
        return backgroundImage !== "none" || under === null ? null : over(parse(backgroundColor), under);
    };
    const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().right > 0;
    const found = { text: 0, controls: 0, faint: [] };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const one = walker.currentNode.parentElement;
        const under = paper(one);
        if (walker.currentNode.data.trim() === "" || !seen(one) || one.closest(":disabled") || under === null) continue;
        const { color, fontSize, fontWeight, fill } = getComputedStyle(one);
        const ink = over(parse(one.closest("svg") ? fill : color), under);
        const large = parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
        found.text += 1;
        if (ratio(ink, under) < (large ? 3 : 4.5)) found.faint.push([walker.currentNode.data, ratio(ink, under)]);
    }
    for (const one of document.querySelectorAll("button, select, input[type=text], .chip, #board .ghost")) {
        if (!seen(one) || one.matches(":disabled, .quiet *, .gap")) continue; // quiet ones are words, tested above
        const under = paper(one.parentElement);
        const { borderTopColor, backgroundColor } = getComputedStyle(one);
        const sides = [borderTopColor, backgroundColor].map((colour) => ratio(over(parse(colour), under), under));
        found.controls += 1;
        if (Math.max(...sides) < 3) found.faint.push([one.outerHTML, Math.max(...sides)]);
    }
    return found;
}"""
"""Texts with contrast below 4.5, or below 3 for large ones, and controls that stand out by less than 3."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", [*VIEWS, "puzzle"])
def test_contrast(view: str, scheme: Any, browser: "Browser", server: PageServer) -> None:
    """Words are readable, and controls stand out from the paper, in light and dark mode."""
    context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
    with visit(context, server) as visited:
        page = visited.open(f"#{view}")
        fill(page, view)
        if view == "play":
            open_more(page)
            page.click('#board button[data-row="3"][data-column="2"]')
            page.wait_for_selector("#undo:enabled")
            until(page, "document.querySelectorAll('#board .ghost').length > 5")
        found = page.evaluate(CONTRAST)
        assert found["text"] > 10
        assert found["controls"] > (20 if view == "play" else 0)
        assert found["faint"] == []
    context.close()


def test_marks_on_the_bar_stand_out(browser: "Browser", server: PageServer) -> None:
    """The stripes of a bite and its reply, the cross and the frame of a winning square differ by at least 3:1."""
    pairs = [("--head", "--paper"), ("--choc-light", "--paper"), ("--choc", "--paper"), ("#fff", "--poison")]
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        with visit(context, server) as visited:
            page = visited.open()
            for one, other in [*pairs, ("#7a4300", "--lit")]:
                bright = page.evaluate(RATIO, [one, other])
                assert bright >= 3, (scheme, one, other)
        context.close()


RATIO = """(names) => {
    const lights = names.map((name) => {
        const probe = document.body.appendChild(document.createElement("i"));
        probe.style.color = name.startsWith("--") ? `var(${name})` : name;
        const parts = getComputedStyle(probe).color.match(/[0-9.]+/g).map((part) => part / 255);
        probe.remove();
        return parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
            .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
    }).sort((x, y) => y - x);
    return (lights[0] + 0.05) / (lights[1] + 0.05);
}"""


def test_forced_colours(browser: "Browser", server: PageServer) -> None:
    """In forced colours, the current view, pressed buttons and winning bites still differ from the others."""
    context = browser.new_context(forced_colors="active", reduced_motion="reduce")
    with visit(context, server) as visited:
        page = visited.open("#play")
        page.dblclick("#hint")
        colour = "(selector) => getComputedStyle(document.querySelector(selector)).backgroundColor"
        for one, other in (("nav a[aria-current]", "nav a:not([aria-current])"), ("#hint", "#explain")):
            assert page.evaluate(colour, one) != page.evaluate(colour, other)
        key = "getComputedStyle(document.querySelector('#winning li'), '::before').backgroundColor"
        assert page.evaluate(key) == page.evaluate(colour, "#board .lit")
    context.close()


def test_what_the_first_view_loads(browser: "Browser", server: PageServer) -> None:
    """The first view loads less than 300 KB in total, including the checker that runs after it, and no file twice."""
    context = browser.new_context()
    sizes: list[int] = []
    asked: list[str] = []
    page = context.new_page()
    page.on("response", lambda response: sizes.append(int(response.headers.get("content-length", "0"))))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.address)
    until(page, "document.querySelector('#opponent .good') !== null")
    assert 100_000 < sum(sizes) < 300_000
    assert sum(url.endswith("chomp-3rows-115.jsonl") for url in asked) == 1
    context.close()


def blocks(png: bytes) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """The mean colour of each block of 20 x 20 pixels of a picture."""
    image = np.asarray(Image.open(BytesIO(png)).convert("RGB"), dtype=np.float64)
    high, wide, _ = image.shape
    cut = image[: high // 20 * 20, : wide // 20 * 20].reshape(high // 20, 20, wide // 20, 20, 3)
    return np.asarray(cut.mean(axis=(1, 3)), dtype=np.float64)


def test_the_picture_of_the_readme_is_of_today(browser: "Browser", server: PageServer) -> None:
    """The picture in the README shows the page as it is. `python -m tests.web.picture` takes it again.

    Letters differ from machine to machine, so blocks of pixels are compared, and one in thirty may differ.
    """
    kept, taken = blocks(PICTURE.read_bytes()), blocks(picture(browser, server))
    assert kept.shape == taken.shape
    assert (abs(kept - taken).max(axis=2) > 16).mean() < 1 / 30


def test_scripts_ask_for_what_is_there() -> None:
    """Every element that a script looks up by name is on the page, with the tag that the script expects."""
    files = page_files()
    tags = {name: tag for tag, name in re.findall(r'<(\w+)[^>]*?\sid="([\w-]+)"', files["index.html"].decode())}
    scripts = [content.decode() for name, content in files.items() if name.endswith(".js") and name != "checker.js"]
    asked = [found for script in scripts for found in re.findall(r'byId\("([\w-]+)"(?:, "(\w+)")?\)', script)]
    assert len(asked) > 150
    assert [(name, tag) for name, tag in asked if name not in tags or tag not in {"", tags[name]}] == []


def test_how_to_cite_is_said_in_verify(browser: "Browser", server: PageServer) -> None:
    """A command for those who cite is at the end of Verify, and not below the game."""
    context = browser.new_context()
    with visit(context, server) as visited:
        page = visited.open()
        assert page.inner_text("footer").endswith("zchomp, MIT licence.")
        assert "zchomp cite" not in page.inner_text("body")
        page = visited.open("#verify")
        assert page.locator("#view-verify > :last-child").inner_text().endswith("zchomp cite says how to cite it.")
    context.close()


def test_without_scripts(browser: "Browser", server: PageServer) -> None:
    """A reader without JavaScript is told what the page needs."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.address)
    assert "This page needs JavaScript" in page.inner_text("main")
    context.close()


@pytest.mark.parametrize(
    ("fragment", "title", "words"),
    [
        ("#puzzle", "Puzzle of Wednesday, 18 November 2026", ""),
        ("#learn/2", "Learn Chomp in a minute", "Keep the upper row one square longer"),
        ("#chart/120/170", "The chart", "its colour shows p − q."),
        ("#losers/5", "All losers of a slice", "A loser is a bar from which every bite loses."),
        ("#verify", "Verify a certificate", "A certificate is a file"),
        ("#play/5,5", None, ""),
    ],
)
def test_embedded_views_have_a_title_and_a_link(
    fragment: str, title: str | None, words: str, browser: "Browser", server: PageServer
) -> None:
    """Embedded in another page, a puzzle and every view except Play have a small title, and all link to the page.

    Learn, Chart, Losers and Verify also say what they show. Play has the rule on a separate line.
    """
    context = browser.new_context(viewport={"width": 480, "height": 700})
    with visit(context, server) as visited:
        page = visited.open(f"?embed{fragment}")
        seen = [
            heading.inner_text()
            for heading in page.locator("h1:visible").all()
            if (box := heading.bounding_box()) and box["x"] >= 0 and box["height"] < 60
        ]
        assert seen == ([title] if title else [])
        leads = [lead.inner_text() for lead in page.locator(".lead:visible").all()]
        assert [words in lead for lead in leads] == ([True] if words else [])
        (link,) = page.locator('a[target="_blank"]:visible').all()
        assert str(link.get_attribute("href")).startswith(f"{server.address}{fragment}")
        page = visited.open(fragment)
        assert page.locator('a[target="_blank"]:visible').count() == 0
    context.close()


def test_embedded(browser: "Browser", server: PageServer) -> None:
    """An embedded page has the bar, the rule, and a link to the same game on the full page, in a new tab."""
    context = browser.new_context(viewport={"width": 800, "height": 400}, reduced_motion="reduce")
    with visit(context, server) as visited:
        page = visited.open("?embed#play/5,5,5?level=perfect")
        line = page.locator("#embedded")
        said = "A bite takes all to its right and below. Whoever takes the poison loses."
        assert line.inner_text() == f"{said} Play Chomp on zchomp"
        box = line.bounding_box()
        assert box is not None
        assert box["height"] < 30  # one line
        assert page.is_hidden("#setup")
        page.click('#board button[data-row="3"][data-column="2"]')
        until(page, "document.querySelectorAll('#turns li').length === 2")
        left = page.get_attribute("#view-play", "data-rows")
        page.evaluate(axe())
        found = page.evaluate("(rules) => axe.run({ runOnly: rules }).then(({ violations }) => violations)", RULES)
        assert found == []
        with context.expect_page() as opened:
            page.click("#embedded a")
        whole = opened.value
        whole.wait_for_selector("html[data-ready]")
        assert "embed" not in whole.url
        assert whole.is_visible("header")
        assert whole.is_hidden("#embedded a")
        assert whole.get_attribute("#view-play", "data-rows") == left
        assert whole.input_value("#setup-level") == "perfect"
    context.close()
