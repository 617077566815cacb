"""The look: for everyone, on every screen, in light and dark mode."""

import re
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from PIL import Image

import zchomp
from tests.support import known
from tests.web.browser import (
    PHONE,
    Browser,
    Page,
    Visit,
    Visits,
    box_of,
    followed,
    open_more,
    resized,
    scrolling,
    settled,
    until,
    visit,
)
from tests.web.picture import PICTURE, picture
from tests.web.playing import point, square
from zchomp.web.server import PageServer, page_files

VIEWS = ["puzzle", "learn", "chart", "losers", "verify", "play"]
SIZES = [(360, 740), (768, 1024), (1280, 720), (1366, 768), (1440, 900), (1920, 1080), (3840, 2160)]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page) -> list[Any]:
    """What the accessibility checker complains about."""
    if not page.evaluate("'axe' in window"):
        spec = find_spec("axe_playwright_python")
        assert spec is not None
        page.evaluate((Path(str(spec.origin)).parent / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("(rules) => axe.run({ runOnly: rules }).then(({ violations }) => violations)", RULES)
    return [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found]


def fill(page: Page, view: str) -> None:
    """Show everything in a view."""
    if view == "play":
        page.dblclick("#hint")
        page.click("#explain")
        until(page, "document.querySelector('#opponent .good') !== null")
    if place := {"chart": "chart-source", "learn": "learn-step", "losers": "losers-list"}.get(view):
        page.wait_for_selector(f"#{place}:not(:empty)")
    if view == "verify":
        page.click('[data-name="chomp-3rows-115.jsonl"]')
        page.wait_for_selector('#run[data-state="verified"]')


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


def test_every_view_is_read_by_everyone(visited: Visit) -> None:
    """axe-core finds no problem in any view, words are readable, and controls stand out, in light and dark mode."""
    page = visited.open("#puzzle")
    for view in VIEWS:
        if view != "puzzle":
            followed(page, view)
        fill(page, view)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert violations(page) == [], (view, scheme)
        if view == "play":
            open_more(page)
            page.click(square(3, 2))
            page.wait_for_selector("#undo:enabled")
            until(page, "document.querySelectorAll('#board .ghost').length > 5")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            found = page.evaluate(CONTRAST)
            assert found["text"] > 10
            assert found["controls"] > (20 if view == "play" else 0)
            assert found["faint"] == [], (view, scheme)


@pytest.mark.parametrize("touch", [True, False], ids=["by hand", "by mouse"])
def test_what_is_read_is_seen(touch: bool, visits: Visits) -> None:
    """Without scrolling, Play shows the bar and the message, and Chart shows the chart with its axes and readout.

    The text above the chart says how to play a cell. Except on a phone, the story of the row is visible below it, and
    on a desktop the button that copies its link.
    """
    page = visits(motion=True, touch=touch).open("#chart/120/170")
    until(page, "document.getElementById('chart-status').textContent !== ''")
    bottom = "(id) => document.getElementById(id).getBoundingClientRect().bottom <= innerHeight"
    sizes = [size for size in SIZES if (size[0] < 800) == touch]
    for size in sizes:
        resized(page, size)
        assert page.evaluate(bottom, "chart-status")
        assert page.evaluate(bottom, "chart-canvas")
        assert page.evaluate(bottom, "chart-story") or size[0] < 768
        assert page.evaluate(bottom, "chart-copy") or size[0] < 1280
    assert "Click a cell twice to play it." in page.inner_text("#view-chart .lead")
    page.click('nav a[data-view="play"]')
    page.wait_for_selector("#view-play:not([hidden])")
    for size in sizes:
        resized(page, size)
        assert page.evaluate(bottom, "status"), size
        assert page.evaluate(bottom, "hint"), size


def test_large_screens_have_large_squares(visited: Visit) -> None:
    """Squares, letters and numbers of the chart grow with the screen, and the game is beside the bar."""
    page, found = visited.open(), []
    for size in ((1440, 900), (3840, 2160)):
        resized(page, size)
        side, plate = (box_of(page, f"#table {part}") for part in (".side", ".plate"))
        assert side.x >= plate.right
        wide = box_of(page, "#board .square >> nth=0").width
        found.append((wide, page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")))
        assert 8 * wide > 0.58 * size[0]
    (small, letters), (large, larger) = found
    assert 60 < small < large / 1.5
    assert letters < larger


TOP = "(id) => scrollY + document.getElementById(id).getBoundingClientRect().top"
"""How far below the upper end of the page a part begins."""


@pytest.mark.parametrize("size", [(360, 640), (844, 390)], ids=lambda size: str(size[0]))
def test_the_bar_of_a_phone_stays_where_it_is(size: tuple[int, int], visits: Visits) -> None:
    """On a phone the bar comes first, below the rule in a line, and neither a bite nor a reason moves it."""
    visited = visits(size=size, motion=True, touch=True)
    page = visited.open("#play/9,7,4")
    tops = [page.evaluate(TOP, "board")]
    assert tops[0] < 230
    assert page.inner_text("#embedded") == "A bite takes all to its right and below."
    assert page.evaluate("document.getElementById('embedded').offsetHeight") < 30
    lead = box_of(page, "#view-play .lead")
    side = box_of(page, "#table")
    assert lead.y >= side.bottom
    page.tap(square(3, 3))
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
    followed(page, "puzzle/2026-11-18")
    top = page.evaluate(TOP, "board")
    page.tap("#give-up")
    page.wait_for_selector("#board .lit")
    page.locator("#board .lit").click()
    page.wait_for_selector("#play-on:visible")
    assert page.evaluate(TOP, "board") == top


PLACES = """() => {
    const places = (window.places = new Set());
    const look = () => {
        const { top, height } = document.getElementById("hint").getBoundingClientRect();
        if (window.places === places && height > 0) places.add(Math.round(scrollY + top));
    };
    look();
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    const seen = () => requestAnimationFrame(() => setTimeout(look));
    new MutationObserver(seen).observe(document.getElementById("view-play"), all);
}"""
"""Note where Hint is whenever a change of the page is seen."""


def test_the_buttons_stay_where_they_are(visits: Visits) -> None:
    """Whether you point at a square, or the computer thinks or tells what it bit, the buttons stay where they are."""
    page = visits(motion=True).open()
    for size, level in (
        ((360, 640), "perfect"),
        ((390, 844), "easy"),
        ((768, 1024), "medium"),
        ((1280, 720), "perfect"),
    ):
        followed(page, f"play/8,8,8?level={level}&first=you")
        resized(page, size)
        page.evaluate(PLACES)
        for turn, (row, column) in enumerate([(3, 4), (2, 5)], 1):
            assert "leaves" in point(page, row, column)
            page.click(square(row, column))
            until(page, f"document.querySelectorAll('#turns li').length === {2 * turn}")
        assert page.evaluate("window.places.size") == 1, size
        page.click("#give-up")


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


def test_few_controls_before_the_first_bite(visited: Visit) -> None:
    """Before a bite there are eight controls, which fit, and the whole bar is visible. The others are behind More."""
    page = visited.open("#play/8,8,8,8,8,8,8,8")
    clipped = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.id)"
    for bar in ("8,8,8,8,8,8,8,8", "8,8,8"):
        if bar == "8,8,8":
            followed(page, f"play/{bar}")
        for size in ((360, 640), (844, 390), (1280, 800)):
            resized(page, size)
            assert page.evaluate(CONTROLS) == FEW
            if size[1] > 390 or bar == "8,8,8":
                assert box_of(page, "#board").bottom <= size[1]
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
    page.click(square(3, 2))
    page.wait_for_selector("#undo:enabled")
    assert page.is_visible("#give-up")


def test_a_phone_on_its_side_shows_what_is_needed(visits: Visits) -> None:
    """On a phone in landscape the bar, the message and the next buttons are visible without scrolling."""
    page = visits(size=(844, 390), touch=True).open()
    for link in ("play/8,8,8?level=medium", "play/4,4,4,4", "puzzle/2026-11-17", "puzzle/2026-11-18"):
        followed(page, link)
        page.tap(square(3, 2))
        button = "#confirm" if "puzzle" in link else "#undo:enabled"
        page.wait_for_selector(button)
        settled(page)
        for part in ("#board .square", "#status", button):
            box = box_of(page, page.locator(part).last)
            assert box.y >= 0, (link, part)
            assert box.bottom <= 390, (link, part)
        assert box_of(page, "#board .square >> nth=0").width >= 30


def test_positions_are_not_broken(visited: Visit) -> None:
    """No position of usual length is broken across lines, at any width."""
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


SMALL = """() => [...document.querySelectorAll("main button, main input, main select, nav a")]
    .filter((one) => one.offsetParent !== null)
    .filter((one) => one.type !== "file")
    .filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 24).map((one) => one.outerHTML)"""


@pytest.mark.parametrize("touch", [True, False], ids=["by hand", "by mouse"])
def test_every_width(touch: bool, visits: Visits) -> None:
    """From a phone to a large screen nothing sticks out or is cut off, and controls are large enough to press."""
    page = visits(motion=True, touch=touch).open("#puzzle")
    for view in VIEWS:
        if view != "puzzle":
            followed(page, view)
        fill(page, view)
        for size in [(320, 640), *SIZES]:
            if (size[0] < 800) == touch:
                resized(page, size)
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (view, size)
                assert page.evaluate(SMALL) == [], (view, size)
                assert page.evaluate(CUT) == [] or view != "play", size


def test_a_thumb_finds_what_it_presses(visits: Visits) -> None:
    """On a phone buttons, fields and links on their own lines are 44 pixels high, except on a bar."""
    page = visits(size=PHONE, motion=True, touch=True, mobile=True).open()
    part = "#days a, #losers-links a, nav a, main section:not([hidden]) :is(button, select, input, summary, .chip)"
    for view, shown in (
        ("puzzle", "#days a"),
        ("learn/5", "#learn-family"),
        ("chart", "#chart-stories .chip"),
        ("losers/5", "#losers-links a"),
        ("verify", "#shipped li"),
        ("play", "#why-words .chip"),
    ):
        followed(page, view)
        if view == "play":
            page.click("#more")
            page.click("#explain")
        page.wait_for_selector(shown)
        low = page.evaluate(
            """(part) => [...document.querySelectorAll(part)]
                .filter((one) => one.offsetParent !== null && !one.closest(".board"))
                .map((one) => [one.id || one.textContent, one.offsetHeight])""",
            part,
        )
        assert len(low) > 0
        assert [one for one in low if one[1] < 44] == [], view


def test_bars_on_a_phone(visits: Visits) -> None:
    """On a phone the bar fits or scrolls in place, and a tap bites."""
    page = visits(size=PHONE, touch=True).open()
    for bar in ("8,8,8", "30,30,30", "1000000,999999,115", "900000,700000,115", "6,6,6,6,6,6"):
        followed(page, f"play/{bar}?level=medium")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if "30" not in bar and "9" not in bar:
            assert page.evaluate(
                "(() => { const b = document.getElementById('board'); return b.scrollWidth <= b.clientWidth; })()"
            )
        gaps = page.eval_on_selector_all("#board .gap", "(all) => all.map((one) => one.offsetWidth)")
        assert all(width <= 3 * 24 + 2 * 2 for width in gaps)  # three squares, and the gaps between them
        page.tap(square(1, 3))
        until(page, "document.querySelectorAll('#turns li').length === 2")
        assert page.get_attribute("#view-play", "data-rows") != bar


def test_every_column_is_in_reach(visits: Visits) -> None:
    """A bar that is too wide for a phone has all its squares, scrolls to them, and to a winning one for a hint."""
    page = visits(size=PHONE, touch=True).open("#play/20,20,20")
    assert page.locator("#board .square").count() == 60
    (move,) = known(zchomp.winning_moves("3x20"))
    winning = page.locator(square(*move))
    seen = "(one) => one.getBoundingClientRect().left >= 0 && one.getBoundingClientRect().right <= innerWidth"
    assert not winning.evaluate(seen)
    for _ in range(2):
        page.tap("#hint")
    assert winning.evaluate(seen)
    assert all(number.evaluate(seen) for number in page.locator("#board .row").all())
    winning.tap()
    until(page, "document.querySelectorAll('#turns li').length === 2")
    followed(page, "learn/5")
    page.fill("#learn-family", "16")
    assert page.locator("#learn-board .square").count() == 32
    slider = box_of(page, "#learn-family")
    assert slider.height >= 24
    assert slider.width >= 13 * 16  # it has thirteen places


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
    wait(10);
})"""
"""How often the bar is redrawn within ten frames, however long they take: a page that flickers does it in each."""


def test_a_scroll_bar_makes_nothing_flicker(browser: Browser, server: PageServer) -> None:
    """If the page is slightly too high, a scroll bar takes no space that would make the page lower again."""
    with scrolling(browser) as other, visit(other, server, size=(1280, 900)) as visited:
        page = visited.open("#play/8,8,8")
        until(page, "document.querySelector('#opponent .good') !== null")
        natural = page.evaluate(NATURAL)
        assert 500 < natural < 900
        for less in (1, 2, 3):
            page.set_viewport_size({"width": 1280, "height": natural - less})
            until(page, f"innerHeight === {natural - less}")
            page.evaluate(REDRAWN)  # the bar is redrawn for the new height
            assert page.evaluate(REDRAWN) == 0


RATIO = """(names) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const lights = names.map((name) => {
        canvas.fillStyle = name.startsWith("--") ? getComputedStyle(document.body).getPropertyValue(name) : name;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255)
            .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
            .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
    }).sort((x, y) => y - x);
    return (lights[0] + 0.05) / (lights[1] + 0.05);
}"""
"""The contrast of two colours, or names of colours of the page."""


def test_day_and_night_differ(visited: Visit) -> None:
    """Letters are dark on light paper or the reverse, as the system is, and marks on the bar stand out by 3:1."""
    page, papers = visited.open(), []
    pairs = [("--head", "--paper"), ("--choc-light", "--paper"), ("--choc", "--paper"), ("#fff", "--poison")]
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for one, other in [*pairs, ("#7a4300", "--lit")]:
            assert page.evaluate(RATIO, [one, other]) >= 3, (scheme, one, other)
        papers.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert papers == ["rgb(251, 248, 243)", "rgb(26, 20, 17)"]


def test_forced_colours(visits: Visits) -> None:
    """In forced colours, the current view, pressed buttons and winning bites still differ from the others."""
    page = visits(forced_colors="active").open("#play")
    page.dblclick("#hint")
    colour = "(selector) => getComputedStyle(document.querySelector(selector)).backgroundColor"
    for one, other in (("nav a[aria-current]", "nav a:not([aria-current])"), ("#hint", "#explain")):
        assert page.evaluate(colour, one) != page.evaluate(colour, other)
    key = "getComputedStyle(document.querySelector('#winning li'), '::before').backgroundColor"
    assert page.evaluate(key) == page.evaluate(colour, "#board .lit")


def test_what_the_first_view_loads(visited: Visit) -> None:
    """The first view loads less than 300 KB in total, including the checker that runs after it, and no file twice."""
    sizes: list[int] = []
    visited.page.on("response", lambda response: sizes.append(int(response.headers.get("content-length", "0"))))
    page = visited.open()
    until(page, "document.querySelector('#opponent .good') !== null")
    assert 100_000 < sum(sizes) < 300_000
    assert sum(url.endswith("chomp-3rows-115.jsonl") for url in visited.asked) == 1
    names = {url.rpartition("/")[2] for url in visited.asked}
    assert {"play.js", "checker.js"} <= names
    assert not {"chart.js", "learn.js", "losers.js", "puzzling.js"} & names


def blocks(png: bytes) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """The mean colour of each block of 20 x 20 pixels of a picture."""
    image = np.asarray(Image.open(BytesIO(png)).convert("RGB"), dtype=np.float64)
    high, wide, _ = image.shape
    cut = image[: high // 20 * 20, : wide // 20 * 20].reshape(high // 20, 20, wide // 20, 20, 3)
    return np.asarray(cut.mean(axis=(1, 3)), dtype=np.float64)


def test_the_picture_of_the_readme_is_of_today(browser: Browser, server: PageServer) -> None:
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


def test_without_scripts(visits: Visits) -> None:
    """A reader without JavaScript is told what the page needs."""
    visited = visits(java_script_enabled=False)
    visited.page.goto(visited.address)
    assert "This page needs JavaScript" in visited.page.inner_text("main")


EMBEDDED = [
    ("#puzzle", "Puzzle of Wednesday, 18 November 2026", ""),
    ("#learn/2", "Learn Chomp in a minute", "Keep the upper row one square longer"),
    ("#chart/120/170", "The chart", "its colour shows p − q."),
    ("#losers/5", "All losers of a slice", "A loser is a bar from which every bite loses."),
    ("#verify", "Verify a certificate", "A certificate is a file"),
    ("#play/5,5", None, ""),
]
"""What is seen of each view within another page: its title, and words of what it shows."""


def test_embedded_views_have_a_title_and_a_link(visits: Visits) -> None:
    """Embedded in another page, every view but Play has a small title, and all link to the page."""
    visited = visits(size=(480, 700))
    page = visited.open("?embed#play/4")
    for fragment, title, words in EMBEDDED:
        followed(page, fragment)
        headings = [(heading.inner_text(), box_of(page, heading)) for heading in page.locator("h1:visible").all()]
        assert [text for text, box in headings if box.x >= 0 and box.height < 60] == ([title] if title else [])
        leads = [lead.inner_text() for lead in page.locator(".lead:visible").all()]
        assert [words in lead for lead in leads] == ([True] if words else [])
        (link,) = page.locator('a[target="_blank"]:visible').all()
        assert str(link.get_attribute("href")).startswith(f"{visited.address}{fragment}")
    page = visited.open("#play/4")
    for fragment, _, _ in EMBEDDED:
        followed(page, fragment)
        assert page.locator('a[target="_blank"]:visible').count() == 0, fragment


def test_embedded(visits: Visits) -> None:
    """An embedded page has the bar, the rule, and a link to the same game on the full page, in a new tab."""
    page = visits(size=(800, 400)).open("?embed#play/5,5,5?level=perfect")
    line = page.locator("#embedded")
    said = "A bite takes all to its right and below. Whoever takes the poison loses."
    assert line.inner_text() == f"{said} Play Chomp on zchomp"
    box = box_of(page, line)
    assert box.height < 30  # one line
    assert page.is_hidden("#setup")
    page.click(square(3, 2))
    until(page, "document.querySelectorAll('#turns li').length === 2")
    left = page.get_attribute("#view-play", "data-rows")
    assert violations(page) == []
    with page.context.expect_page() as opened:
        page.click("#embedded a")
    whole = opened.value
    whole.wait_for_selector("html[data-ready]")
    assert "embed" not in whole.url
    assert whole.is_visible("header")
    assert whole.is_hidden("#embedded a")
    assert whole.get_attribute("#view-play", "data-rows") == left
    assert whole.input_value("#setup-level") == "perfect"
