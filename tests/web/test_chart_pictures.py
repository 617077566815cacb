"""Pictures of the chart, and its view under hands, wheels, reloads and other windows."""

import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import zchomp
from tests.support import ROOT, known
from tests.web.browser import Page, Visit, Visits, box_of, copied, drawn, open_more, reloaded, until

SEEN = "document.getElementById('chart-canvas').toDataURL()"


def saved(page: Page, button: str) -> Path:
    """The file that a button saves."""
    with page.expect_download() as found:
        page.click(button)
    return found.value.path()


RECTANGLE = re.compile(r"M([0-9]+) ([0-9]+)h([0-9]+)v-1h-([0-9]+)")


def colours_of(svg: str, top: int) -> dict[tuple[int, int], str]:
    """The colour of each cell (q, r) of a picture that starts at q = 0 and r = 0. No cell has two colours."""
    found: dict[tuple[int, int], str] = {}
    for colour, path in re.findall(r'<path fill="(#[0-9a-f]{6})" d="(.*?)"/>', svg):
        rectangles = RECTANGLE.findall(path)
        assert RECTANGLE.sub("", path) == ""
        for q, down, wide, back in (map(int, one) for one in rectangles):
            assert wide == back
            cells = [(q + i, top - down) for i in range(wide)]
            assert not any(cell in found for cell in cells)
            found |= dict.fromkeys(cells, colour)
    return found


GREY = "#d9d6d0"


@pytest.mark.parametrize("everything", [False, pytest.param(True, marks=pytest.mark.release)])
def test_the_chart_as_svg(everything: bool, visited: Visit) -> None:
    """The picture has every visible cell: a colour for each p - q, and grey after the end of its row."""
    page = visited.open("#chart")
    if everything:
        page.click("#chart-all")
    svg = saved(page, "#chart-svg").read_text()
    assert len(svg) < 4_000_000
    top = 1000 if everything else 40
    cells = colours_of(svg, top)
    columns = 1 + max(q for q, _ in cells)
    assert columns > 2 * top
    assert set(cells) == {(q, r) for r in range(top + 1) for q in range(r, columns)}
    sequences = [proof.sequence for proof in known(zchomp.prove(top)).values()]
    meant: dict[str, int] = {}
    for (q, r), colour in cells.items():
        b = sequences[r].get(q - r)
        assert (b is None) == (colour == GREY)
        assert everything or b is None or meant.setdefault(colour, b) == b  # zoomed out, close numbers look the same
    texts = re.findall(r"<text [^>]*>([^<]*)</text>", svg)
    assert {"second row q →", "r ↑"} < set(texts)
    assert {"800", "2,000"} <= set(texts) if everything else {"5", "10", "20"} <= set(texts)
    assert svg.count('stroke-dasharray="') == 1  # q = √2 r
    assert svg.count('stroke="#fff"') == (0 if everything else sum(one.kind == "finite" for one in sequences))


def test_a_picture_that_is_thinned(visited: Visit) -> None:
    """If a picture cannot have all cells, the page says how many cells each of its cells stands for."""
    few = (ROOT / "zchomp/web/assets/chartpictures.js").read_text().replace("400_000", "40_000")
    page = visited.page
    page.route("**/chartpictures.js", lambda route: route.fulfill(body=few, content_type="text/javascript"))
    visited.open("#chart")
    page.click("#chart-all")
    svg = saved(page, "#chart-svg").read_text()
    words = page.inner_text("#chart-status")
    assert words.startswith("The picture has one cell for each 3 × 3 cells, because all of them would make too large ")
    assert "v-3h-" in svg


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_chart_as_png(scheme: Any, visits: Visits) -> None:
    """In light and dark mode the picture is the same, on white paper, and the page keeps its colours."""
    page = visits(color_scheme=scheme).open("#chart")
    drawn(page)
    before = page.evaluate(SEEN)
    picture = Image.open(saved(page, "#chart-png")).convert("RGBA")
    assert page.evaluate(SEEN) == before
    assert picture.getchannel("A").getextrema() == (255, 255)
    assert picture.getpixel((60, 10)) == (255, 255, 255, 255)
    found = {colour for _, colour in picture.getcolors(10**6) or []}
    assert {(0x2A, 0x1C, 0x12, 255), (0xD9, 0xD6, 0xD0, 255)} < found


def test_the_bar_as_svg(visited: Visit) -> None:
    """The bar is saved with one square for each square, and its address is kept until the browser has read it."""
    page = visited.open("#play/9,7,4")
    page.evaluate("() => { window.revoked = 0; URL.revokeObjectURL = () => (window.revoked += 1); }")
    open_more(page)
    assert saved(page, "#bar-svg").read_text().count("<rect ") == 20
    assert page.evaluate("window.revoked") == 0


@pytest.mark.parametrize("how", ["opened", "all", "moved", "resized"])
def test_a_reload_changes_nothing_that_is_seen(how: str, visited: Visit) -> None:
    """However the view was reached, a reload and the copied link show the same pixels of the chart again."""
    page = visited.open("#chart" if how == "opened" else "#chart/120/170")
    until(page, "location.hash.startsWith('#chart/')")
    before = page.evaluate("location.hash")
    box = box_of(page, "#chart-canvas")
    page.focus("#chart-canvas")
    if how == "all":
        page.click("#chart-all")
    elif how == "moved":
        page.mouse.move(box.x + 400, box.y + 200)
        page.mouse.down()
        page.mouse.move(box.x + 313, box.y + 251, steps=7)
        page.mouse.up()
        page.keyboard.down("Control")
        page.mouse.wheel(0, -137)
        page.keyboard.up("Control")
        until(page, "location.hash.includes('zoom=')")  # the wheel turns when the browser likes
        page.click("#chart-canvas", position={"x": 300, "y": 100})
        for key in ("ArrowUp", "+", "Shift+ArrowRight"):
            page.keyboard.press(key)
    elif how == "resized":
        page.keyboard.press("Home")
        page.set_viewport_size({"width": 1000, "height": 900})
    if how != "opened":
        until(page, f"location.hash !== '{before}'")
    page.mouse.move(0, 0)
    link = copied(page, "#chart-copy")
    until(page, f"location.href === '{link}'")
    drawn(page)
    seen = page.evaluate(SEEN)
    reloaded(page)
    until(page, "document.getElementById('chart-scale').textContent !== ''")
    drawn(page)
    assert page.evaluate("location.href") == link
    assert page.evaluate(SEEN) == seen


def test_what_is_in_the_middle_stays_there(visited: Visit) -> None:
    """A chosen row in the middle of the chart is also there in a window of another size."""
    page = visited.open("#chart/120/170")
    until(page, "document.getElementById('chart-scale').textContent !== ''")
    page.set_viewport_size({"width": 600, "height": 900})
    until(page, "document.getElementById('chart-canvas').width < 600")
    drawn(page)
    box = box_of(page, "#chart-canvas")
    page.mouse.move(box.x + 52 + (box.width - 52) / 2, box.y + (box.height - 34) / 2)
    until(page, "document.getElementById('chart-pointed').textContent.startsWith('(242, 170, 120)')")
    assert page.evaluate("location.hash") == "#chart/120/170"


def test_the_wheel_scrolls_the_page(visited: Visit) -> None:
    """The wheel alone scrolls the page and shows how to zoom. With Ctrl it zooms, and the note disappears."""
    visited.page.set_viewport_size({"width": 1000, "height": 500})
    page = visited.open("#chart/120/170")
    address = page.evaluate("location.hash")
    box = box_of(page, "#chart-canvas")
    page.mouse.move(box.x + 200, box.y + 100)
    assert page.is_hidden("#chart-zooming")
    page.mouse.wheel(0, 60)
    until(page, "scrollY > 0")
    assert page.inner_text("#chart-zooming") == "To zoom, hold Ctrl (or ⌘) while you turn the wheel, or use + and −."
    assert page.evaluate("location.hash") == address
    page.keyboard.down("Control")
    page.mouse.wheel(0, 60)
    until(page, f"location.hash !== '{address}'")
    page.keyboard.up("Control")
    assert "zoom=" in page.evaluate("location.hash")
    assert page.is_hidden("#chart-zooming")
    page.mouse.wheel(0, 10)
    page.wait_for_selector("#chart-zooming:not([hidden])")
    page.mouse.move(0, 0)
    assert page.is_hidden("#chart-zooming")


FINGERS = {"upwards": ([(0, -1)], False), "sideways": ([(-1, 0)], True), "two": ([(0, -1), (0, -1)], True)}
"""Gestures on the chart, and whether they move it. The others scroll the page."""


@pytest.mark.parametrize("how", FINGERS)
def test_fingers_on_the_chart(how: str, visits: Visits) -> None:
    """On a phone one finger scrolls the page up and down, and moves the chart sideways. Two fingers move the chart."""
    ways, moves = FINGERS[how]
    page = visits(size=(390, 844), motion=True, touch=True, mobile=True).open("#chart/120/170")
    drawn(page)
    before, address = page.evaluate("scrollY"), page.evaluate("location.hash")
    box = box_of(page, "#chart-canvas")
    hand = page.context.new_cdp_session(page)

    def points(far: int) -> list[dict[str, float]]:
        x, y = box.x + 150, box.y + 180
        return [{"x": x + 60 * i + far * dx, "y": y + far * dy, "id": i} for i, (dx, dy) in enumerate(ways)]

    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points(0)})
    for far in range(10, 130, 10):
        hand.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points(far)})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    until(page, f"location.hash !== '{address}'" if moves else f"scrollY > {before}")
    drawn(page)
    assert (page.evaluate("location.hash") != address) == moves
    assert (page.evaluate("scrollY") == before) == moves
