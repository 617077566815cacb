"""The chart and the lists of losers, compared with zchomp."""

import json
import re
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import zchomp
from tests.support import ROOT, known
from tests.web.browser import DONE, Visit, Visits, arrived, box_of, copied, drawn, followed, held, let_go, until
from tests.web.playing import rows
from zchomp.bars.position import Position
from zchomp.charts.chart import Chart
from zchomp.core.answers import Outcome, Unknown

CELLS = """async (cells) => {
    const status = document.getElementById("chart-status");
    const found = [];
    for (const [q, r] of cells) {
        status.textContent = "";
        for (const [id, length] of [["chart-row", r], ["chart-column", q]]) {
            document.getElementById(id).value = length;
            document.getElementById(id).dispatchEvent(new Event("input"));
        }
        document.getElementById("chart-go").requestSubmit();
        while (status.textContent === "") await new Promise((resolve) => setTimeout(resolve, 0));
        found.push(status.textContent);
    }
    return found;
}"""

PIXELS = """() => {
    const canvas = document.getElementById("chart-canvas");
    const ratio = devicePixelRatio;
    const size = (canvas.clientHeight - 34) / 40;
    const copy = document.createElement("canvas");
    Object.assign(copy, { width: canvas.width, height: canvas.height });
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const found = [];
    for (let r = 0; r < 24; r++) {
        for (let q = 0; q < 24; q++) {
            const x = 52 + (q + 0.72) * size;
            const y = canvas.clientHeight - 34 - (r + 0.28) * size;
            found.push([...context.getImageData(x * ratio, y * ratio, 1, 1).data]);
        }
    }
    return found;
}"""


LARGE = "chomp-3rows-1000.jsonl"
"""A certificate that takes a while to load."""


def test_cells_are_those_of_the_chart(visited: Visit) -> None:
    """For cells near and far, up to row 1000, the page names the same loser as zchomp's chart, or none."""
    page = visited.open("#chart")
    random = Random(120)
    cells = [(q, r) for r in range(9) for q in range(r, 12)]
    cells += [(r + random.randrange(700), r) for r in (random.randrange(1001) for _ in range(80))]
    cells += [(r + random.randrange(10**11), r) for r in (120, 402, 999)]
    chart = Chart()
    for (q, r), text in zip(cells, page.evaluate(CELLS, cells), strict=True):
        value, start = chart[q, r], chart.start(r)
        assert not isinstance(value, Unknown)
        assert not isinstance(start, Unknown)
        if start is not None and q > start:
            assert (
                text
                == f"No loser has second row {q:,} and third row {r:,}: the row ended with ({start}, {start}, {r})."
            )
        else:
            loser = Position((value, q, r))
            *others, last = loser.rows
            squares = f"{last:,} square{'' if last == 1 else 's'}"
            words = (
                f"rows of {', '.join(f'{other:,}' for other in others)} and {squares}"
                if others
                else f"1 row of {squares}"
            )
            assert text.startswith(f"{loser} is a loser: {words}.")


@pytest.mark.parametrize(("scheme", "grey"), [("light", [0xD9, 0xD6, 0xD0]), ("dark", [0x3A, 0x32, 0x2C])])
def test_colours_tell_what_is_there(scheme: Any, grey: list[int], visits: Visits) -> None:
    """Each cell is coloured for a loser, grey after the end of its row, by night a dark one, and empty for q < r."""
    page = visits(color_scheme=scheme).open("#chart")
    until(page, "document.getElementById('chart-scale').textContent.startsWith('p')")
    drawn(page)
    pixels: list[list[int]] = page.evaluate(PIXELS)
    found = known(zchomp.chart(24))
    for (r, q), pixel in zip(((r, q) for r in range(24) for q in range(24)), pixels, strict=True):
        start = found.starts[r]
        if q < r:
            assert pixel[3] == 0, (q, r)
        elif start is not None and q > start:
            assert pixel == [*grey, 255], (q, r)
        elif q != start:
            assert pixel[3] == 255, (q, r)
            assert pixel[:3] != grey, (q, r)


def test_short_periods_are_named(visited: Visit) -> None:
    """Of every row of period 2 or more, the numbers that it repeats are named; the story of row 120 names its two."""
    page = visited.open("#chart/120/170")
    until(page, "document.getElementById('chart-story').textContent.startsWith('The first row')")
    chart = Chart()
    first, second = (known(chart[q, 120]) - q for q in (170, 171))
    assert f"{first} and {second} alternate forever" in page.inner_text("#chart-story")
    options = page.eval_on_selector_all("#chart-periods option", "(all) => all.map((one) => one.value)")
    numbers = [int(option) for option in options if option]
    assert len(numbers) == 17
    for r, text in zip(numbers, page.evaluate(CELLS, [(r + 2000, r) for r in numbers]), strict=True):
        found = re.search(r"has period (\d) from q = ([\d,]+) on: p − q is ([\d, ]+), …$", text)
        assert found is not None, text
        period, begin = int(found[1]), int(found[2].replace(",", ""))
        named = [int(number.replace(",", "")) for number in found[3].split(", ")]
        assert named == [known(chart[q, r]) - q for q in range(begin, begin + 2 * period)]


def test_period_two_is_found(visited: Visit) -> None:
    """The list of periodic rows leads to [120, ...], as often as it is chosen, and from there into Play."""
    page = visited.open("#chart")
    until(page, "document.getElementById('chart-periods').options.length > 1")
    words = "rows of 242, 170 and 120 squares. Row 120 has period 2 from q = 170 on: p − q is 72, 70, 72, 70, …"
    for _ in range(2):
        page.evaluate(CELLS, [[5, 3]])
        page.select_option("#chart-periods", "120")
        until(page, f"document.getElementById('chart-status').textContent === '(242, 170, 120) is a loser: {words}'")
        assert page.input_value("#chart-periods") == ""
    page.evaluate("document.getElementById('chart-periods').dispatchEvent(new Event('change'))")
    assert page.inner_text("#chart-status").startswith("(242, 170, 120)")
    page.focus("#chart-canvas")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#chart-status").startswith("(241, 171, 120) is a loser: rows of ")
    until(page, "location.hash.split('?')[0] === '#chart/120/171'")
    page.keyboard.press("Enter")
    page.wait_for_selector('#view-play[data-start="241,171,120 computer"]')
    assert page.is_visible("#view-play")


def test_keys_and_mouse(visited: Visit) -> None:
    """Keys and the mouse move, zoom and drag. Nothing outside the chart is marked. A click opens the position."""
    page = visited.open("#chart/3/3")
    page.focus("#chart-canvas")
    for key in ("Control+ArrowRight", "Alt+ArrowUp", "Meta+ArrowUp"):  # the browser's
        page.keyboard.press(key)
    for key in ("+", "-", "Home", "ArrowLeft", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
    assert page.inner_text("#chart-status").startswith("(3, 2) is a loser: rows of 3 and 2 squares.")
    box = box_of(page, "#chart-canvas")
    until(page, "location.hash.startsWith('#chart/0/2')")
    before, address = page.evaluate(PIXELS), page.evaluate("location.hash")
    page.mouse.move(box.x + 300, box.y + 300)
    page.mouse.down()
    page.mouse.move(box.x + 200, box.y + 350, steps=5)
    page.mouse.up()
    page.keyboard.down("Control")
    page.mouse.wheel(0, 300)
    page.keyboard.up("Control")
    until(page, f"location.hash !== '{address}'")
    drawn(page)
    assert page.evaluate(PIXELS) != before
    assert page.is_visible("#view-chart")
    page.click("#chart-all")
    page.click("#chart-in")
    page.click("#chart-out")
    page.evaluate("location.hash = 'chart/120/170'")
    until(page, "document.getElementById('chart-status').textContent.startsWith('(242')")
    middle = (box.x + 52 + (box.width - 52) / 2, box.y + (box.height - 34) / 2)
    page.mouse.click(*middle)
    page.wait_for_selector('#view-play[data-start="242,170,120 computer"]')
    assert page.is_visible("#view-play")


def test_the_address_follows_the_keys(visited: Visit) -> None:
    """However fast cells are chosen, the address ends up with the last one, and the browser does not complain."""
    page = visited.open("#chart/3/3")
    until(page, "document.getElementById('chart-status').textContent !== ''")
    pressed = """() => {
        const key = () => new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true });
        for (let i = 0; i < 300; i++) document.getElementById("chart-canvas").dispatchEvent(key());
    }"""
    page.evaluate(pressed)
    until(page, "location.hash.startsWith('#chart/3/303')")
    assert page.inner_text("#chart-status").startswith("No loser has second row 303 and third row 3")


TOLD = """["chart-status", "chart-story", "chart-strip"].map((id) => document.getElementById(id).textContent)
    .concat(location.hash)"""


def test_the_mouse_chooses_nothing_before_it_clicks(visited: Visit) -> None:
    """The mouse names the cells that it crosses, a click chooses one, and a second click plays it."""
    page = visited.open("#chart/782")
    until(page, "location.hash.startsWith('#chart/782/1106')")
    box = box_of(page, "#chart-canvas")
    before = page.evaluate(TOLD)
    page.mouse.move(box.x + 100, box.y + 20)
    page.mouse.move(box.x + 300, box.bottom - 50, steps=40)  # where every row still has losers
    until(page, r"/^\([0-9]+, [0-9]+, 77[0-9]\) = /.test(document.getElementById('chart-pointed').textContent)")
    assert page.evaluate(TOLD) == before
    assert "#chart/782/1106" in copied(page, "#chart-copy")
    assert page.is_hidden("#chart-pointed")
    at: Any = {"x": 100, "y": box.height - 50}
    page.hover("#chart-canvas", position=at)
    page.wait_for_selector("#chart-pointed:not([hidden])")
    loser = page.inner_text("#chart-pointed")
    page.click("#chart-canvas", position=at, button="right")
    assert "copied" in page.inner_text("#chart-status")  # nothing was chosen yet
    page.click("#chart-canvas", position=at)
    until(page, "!document.getElementById('chart-status').textContent.includes('copied')")
    assert page.inner_text("#chart-status").startswith(f"{loser.split(' = ')[0]} is a loser: rows of ")
    assert page.evaluate(TOLD)[1:3] != before[1:3]
    page.click("#chart-canvas", position=at)
    rows = loser.split(" = ")[0].strip("()").replace(" ", "")
    page.wait_for_selector(f'#view-play[data-start="{rows} computer"]')


def test_two_quick_taps_are_on_one_cell(visits: Visits) -> None:
    """A second tap in the same place plays the cell of the first one, though the words about it moved the chart."""
    visited = visits(size=(390, 740), motion=True, touch=True, mobile=True)
    found = []
    for row in ("124/166", "120/170"):
        page = visited.open(f"#chart/{row}")
        until(page, "document.getElementById('chart-status').textContent.includes('is a loser')")
        drawn(page)
        found.append(box_of(page, "#chart-canvas"))
    told, box = found
    assert told.y < box.y - 10  # less is said, and the same place is in another row then
    left, high = 3.25 * 16, box.height - 2.125 * 16
    x = box.x + left + (box.width - left) / 2 - 4 * 20
    y = box.y + high / 2 - 4 * 20
    for _ in range(2):
        page.touchscreen.tap(x, y)
    until(page, "/^#(play|chart.123)/.test(location.hash)")
    assert page.evaluate("location.hash").startswith("#play/184,166,124?")


@pytest.mark.parametrize(("size", "cell"), [((1280, 800), 20), ((3840, 2160), 30)], ids=["1280", "3840"])
def test_cells_grow_with_the_letters(size: tuple[int, int], cell: int, visits: Visits) -> None:
    """A cell that a link names is as large as the letters beside it want it, and its link needs no zoom."""
    page = visits(size=size, motion=True).open("#chart/120/170")
    until(page, "document.getElementById('chart-status').textContent.includes('is a loser')")
    drawn(page)
    box = box_of(page, "#chart-canvas")
    letter = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    left, high = 3.25 * letter, box.height - 2.125 * letter
    page.mouse.move(box.x + left + (box.width - left) / 2 + 10 * cell, box.y + high / 2)
    page.wait_for_selector("#chart-pointed:visible")
    assert ", 180, 120)" in page.inner_text("#chart-pointed")
    assert page.evaluate("location.hash") == "#chart/120/170"


def test_the_chosen_cell_is_played(visited: Visit) -> None:
    """A button plays the chosen cell, if there is a loser: the computer begins, so that the reader can win."""
    page = visited.open("#chart/3/9")
    until(page, "document.getElementById('chart-status').textContent !== ''")
    assert page.is_disabled("#chart-play")
    followed(page, "chart/4/7")
    page.click("#chart-play")
    page.wait_for_selector('#view-play[data-start="7,7,4 computer"]:not([data-turn="computer"])')
    here = rows(page)
    assert zchomp.outcome(here) is Outcome.WINNER
    focused = "[document.activeElement.dataset.row, document.activeElement.dataset.column].map(Number)"
    until(page, f"JSON.stringify({focused}) === JSON.stringify([{len(here)}, {here[-1]}])")
    assert page.locator('#board button[tabindex="0"]').count() == 1  # so that little is hatched


def test_wrong_numbers_are_answered(visited: Visit) -> None:
    """Input that is not a cell of the chart, or is beyond all certificates, is refused in the form and in a link."""
    page = visited.open("#chart/-3/5")
    until(page, "document.getElementById('chart-status').textContent.startsWith('“-3” is not a third row')")
    cells: list[Any] = [["5", "abc"], ["", "3"], ["x", "3"], ["2", "3"], ["9" * 14, "3"], ["", ""], [2000, 1001]]
    answers: list[str] = page.evaluate(CELLS, cells)
    assert answers[0].startswith("“abc” is not a third row; expected a number")
    assert answers[1] == "(5, 5, 3) is a loser: rows of 5, 5 and 3 squares. Row 3 ends at q = 5."
    assert answers[2].startswith("“x” is not a second row; expected a number")
    assert answers[3] == "The second row is not shorter than the third: expected 3 or more, not 2."
    assert "is too far to the right" in answers[4]
    assert answers[5] == answers[1]  # without numbers, the chosen row is used
    assert answers[6] == "No certificate on this page has row 1,001; expected at most 1,000."


def test_a_key_leads_to_the_next_row_with_a_period(visited: Visit) -> None:
    """N leads from one row of period 2 or more to the next above, and Shift+N back, wrapping around at the end."""
    proofs = known(zchomp.prove(1000)).values()
    rows = [proof.slice.width for proof in proofs if len(proof.sequence.period) > 1]
    page = visited.open("#chart/121/172")
    page.focus("#chart-canvas")
    for key, row in (("n", rows[1]), ("n", rows[2]), ("Shift+N", rows[1]), ("Shift+N", 120), ("Shift+N", rows[-1])):
        page.keyboard.press(key)
        until(page, f"document.getElementById('chart-row').value === '{row}'")
    page.keyboard.press("n")
    until(page, "document.getElementById('chart-row').value === '120'")
    assert rows[0] == 120
    assert "N goes to the next row" in str(page.get_attribute("#chart-canvas", "aria-label"))


def test_colours_seldom_change(visited: Visit) -> None:
    """The brightest colour stands for a number of at most three binary digits, and the cells almost reach it."""
    page = visited.open("#chart")
    proofs = known(zchomp.prove(1000))
    for row in (40, 120, 500, 999):
        page.evaluate(CELLS, [[row + 5, row]])
        drawn(page)
        most = int(page.inner_text("#chart-scale").rsplit(" ", 1)[1])
        assert most % 2 ** max(0, most.bit_length() - 3) == 0
        seen = [proofs[r].sequence for r in range(row + 1)]
        assert 5 * max(max((*one.head, *one.period)) for one in seen) >= 3 * most


DRAWN = """() => {
    window.drawn = { texts: [], frames: [], bold: [] };
    const { fillText, strokeRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        const { width, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = this.measureText(text);
        window.drawn.texts.push({ x, y, width, height: up + down });
        if (this.font.startsWith("bold")) window.drawn.bold.push(text);
        fillText.call(this, text, x, y);
    };
    CanvasRenderingContext2D.prototype.strokeRect = function (x, y, width, height) {
        if (this.strokeStyle === "#ffffff") {
            const [wide, high] = [width - this.lineWidth, height - this.lineWidth];
            window.drawn.frames.push({ x: x + width / 2, y: y + height / 2, wide, high });
        }
        strokeRect.call(this, x, y, width, height);
    };
}"""
"""Record the texts on the chart, which of them are bold, and the space within the frames of last losers."""

SIZE = "(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])(document.getElementById('chart-canvas'))"

AXIS = 22.8
"""The distance of the axis numbers from the lower edge."""


@pytest.mark.parametrize("zoom", [30, 64])
def test_numbers_fit_their_frames(zoom: int, visited: Visit) -> None:
    """The number in the frame of a row's last loser does not touch it, and no number on the axis is cut off."""
    page = visited.open("#chart")
    until(page, "document.getElementById('chart-scale').textContent.startsWith('p')")
    page.evaluate(DRAWN)
    for row in (3, 81, 999):
        page.evaluate("window.drawn.texts.length = window.drawn.frames.length = 0")
        page.evaluate("(link) => { location.hash = link; }", f"chart/{row}?zoom={zoom}")
        until(page, f"document.getElementById('chart-row').value === '{row}' && window.drawn.frames.length > 2")
        drawn: dict[str, list[dict[str, float]]] = page.evaluate("window.drawn")
        for frame in drawn["frames"]:
            inside = [one for one in drawn["texts"] if abs(one["x"] - frame["x"]) + abs(one["y"] - frame["y"]) < 1]
            assert inside
            assert all(one["width"] < frame["wide"] and one["height"] < frame["high"] for one in inside)
        wide, high = page.evaluate(SIZE)
        axis = [one for one in drawn["texts"] if abs(high - one["y"] - AXIS) < 0.1]
        assert axis
        assert all(one["x"] + one["width"] / 2 <= wide for one in axis)


def test_the_axes_name_the_chosen_cell(visited: Visit) -> None:
    """The second and the third row of the chosen cell are bold numbers on the axes, wherever the cell is visible."""
    page = visited.open("#chart")
    until(page, "document.getElementById('chart-scale').textContent !== ''")
    page.evaluate(DRAWN)
    followed(page, "chart/782")
    until(page, "window.drawn.bold.includes('782')")
    drawn(page)
    assert set(page.evaluate("window.drawn.bold")) == {"1,106", "782"}
    page.focus("#chart-canvas")
    page.keyboard.press("Home")
    drawn(page)
    page.evaluate("window.drawn.bold.length = 0")
    page.set_viewport_size({"width": 1000, "height": 700})
    drawn(page)
    assert "782" not in page.evaluate("window.drawn.bold")


MARKED = """([from, to]) => {
    const canvas = document.getElementById("chart-canvas");
    const copy = document.createElement("canvas");
    Object.assign(copy, { width: canvas.width, height: canvas.height });
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const lines = [];
    for (let y = from; y < to; y++) {
        const { data } = context.getImageData(canvas.width - 200, y, 200, 1);
        lines.push(Array.from({ length: 200 }, (_, x) => [...data.slice(4 * x, 4 * x + 3)].join() === "59,110,168"));
    }
    return lines;
}"""


def test_a_period_of_two_is_seen(visited: Visit) -> None:
    """Row 120 is marked in the colour of period 2 along its whole length, and zoomed in at every second cell."""
    page = visited.open()
    for zoom in (20, 2, 0.5):
        followed(page, f"chart/120/170?zoom={zoom}")
        until(page, "document.getElementById('chart-scale').textContent.startsWith('p')")
        drawn(page)
        middle = page.evaluate("(document.getElementById('chart-canvas').clientHeight - 34) / 2")
        half = max(zoom / 2, 2)
        lines: list[list[bool]] = page.evaluate(MARKED, [int(middle - half - 2), int(middle + half + 2)])
        assert any(all(line) for line in lines)
        if zoom == 20:
            inside = lines[len(lines) // 2]
            marks = [x for x in range(1, 200) if inside[x] and not inside[x - 1]]
            assert {after - before for before, after in pairwise(marks)} == {40}


def test_the_legend_shows_how_periods_are_marked(visited: Visit) -> None:
    """The legend has each period on the chart, in the colour of its marks, and says where they are."""
    page = visited.open("#chart")
    assert page.inner_text("#chart-marked") == (
        "rows of period  2,  4: a mark at the left edge, and a line from where the row repeats"
    )
    colours = page.evaluate(
        "[...document.querySelectorAll('#chart-marked rect')].map((mark) => mark.getAttribute('fill'))"
    )
    assert colours == ["#3b6ea8", "#3f8f5b"]
    periods = {len(proof.sequence.period) for proof in known(zchomp.prove(1000)).values()}
    assert periods == {0, 1, 2, 4}
    page.evaluate("location.hash = 'chart/4/7?certificate=chomp-3rows-115.jsonl'")
    until(page, "document.getElementById('chart-source').textContent.includes('3rows-115')")
    assert page.locator("#chart-marked").count() == 0  # no row up to 115 has such a period
    assert page.locator("#chart-legend li").count() == 5


def test_the_chart_says_that_it_is_loading(visited: Visit) -> None:
    """Until its certificate is loaded the chart says so, and its buttons are disabled. A failure can be retried."""
    visited.page.add_init_script(DONE)
    page = visited.open("#play")
    asked = held(page, LARGE)
    page.evaluate("location.hash = 'chart/782'")
    until(page, "document.getElementById('chart-status').textContent === 'Loading the chart …'")
    pressed = page.locator("#view-chart :is(button, input, select)")
    assert pressed.count() == 11
    assert all(one.is_disabled() for one in pressed.all())
    page.evaluate("document.getElementById('chart-canvas').focus()")
    assert page.evaluate("document.activeElement.id") != "chart-canvas"
    arrived(page, asked)
    asked.pop().abort()
    until(page, "document.getElementById('chart-status').textContent.includes('cannot be fetched')")
    visited.complaints.clear()
    assert [one.get_attribute("id") for one in pressed.all() if one.is_enabled()] == [
        "chart-row",
        "chart-column",
        "chart-submit",
    ]
    page.fill("#chart-row", "782")
    page.press("#chart-row", "Enter")
    until(page, "document.getElementById('chart-status').textContent === 'Loading the chart …'")
    let_go(page, asked)
    until(page, "document.getElementById('chart-status').textContent.includes('row 782')")
    assert all(one.is_enabled() for one in pressed.all())


def test_a_chart_that_comes_late_is_not_shown(visited: Visit) -> None:
    """If another link is followed while the chart of one link loads, its chart stays, and so does its address."""
    visited.page.add_init_script(DONE)
    page = visited.open("#play")
    asked = held(page, LARGE)
    with page.expect_request(f"**/{LARGE}"):
        page.evaluate("location.hash = 'chart/500'")
    small = "chomp-3rows-115.jsonl"
    page.evaluate(f"location.hash = 'chart/7?certificate={small}'")
    until(page, "document.getElementById('chart-status').textContent.includes('row 7.')")
    until(page, "location.hash.startsWith('#chart/7/')")
    assert len(asked) == 1
    let_go(page, asked)
    assert page.evaluate("location.hash").startswith("#chart/7/")
    assert "row 7." in page.inner_text("#chart-status")
    assert page.inner_text("#chart-source").startswith(f"Drawn from {small} ")


def test_the_fields_of_the_chart_name_the_chosen_cell(visited: Visit) -> None:
    """The fields have the chosen cell, and if only the third row is typed, the second moves to its period or end."""
    page = visited.open("#chart")
    assert (page.input_value("#chart-row"), page.input_value("#chart-column")) == ("3", "5")
    page.fill("#chart-row", "782")
    page.press("#chart-row", "Enter")
    until(page, "document.getElementById('chart-status').textContent.includes('row 782')")
    assert (page.input_value("#chart-row"), page.input_value("#chart-column")) == ("782", "1106")
    page.press("#chart-row", "End")
    page.press("#chart-row", "Backspace")
    page.press("#chart-row", "3")
    page.press("#chart-row", "Enter")
    until(page, "document.getElementById('chart-status').textContent.includes('ow 783')")
    assert (page.input_value("#chart-row"), page.input_value("#chart-column")) == ("783", "1108")
    page.fill("#chart-row", "784")
    page.fill("#chart-column", "1108")  # typed, though unchanged: it is meant
    page.press("#chart-row", "Enter")
    until(page, "location.hash.startsWith('#chart/784/1108')")
    page.click("text=Row 8: it ends")
    until(page, "document.getElementById('chart-status').textContent.includes('Row 8 ends')")
    assert (page.input_value("#chart-row"), page.input_value("#chart-column")) == ("8", "12")
    page.fill("#chart-row", "")  # then the chosen one is used
    page.fill("#chart-column", "13")
    page.press("#chart-column", "Enter")
    until(page, "document.getElementById('chart-status').textContent.startsWith('No loser has second row 13 ')")
    page.press("#chart-canvas", "Enter")
    words = "There is no loser to play at q = 13, r = 8: choose a coloured cell."
    until(page, f"document.getElementById('chart-status').textContent === '{words}'")
    assert page.is_visible("#view-chart")
    page.press("#chart-canvas", "ArrowLeft")
    until(page, "document.getElementById('chart-status').textContent.startsWith('(12, 12, 8)')")
    assert page.input_value("#chart-column") == "12"


def test_all_rows_are_seen_whatever_their_number(visited: Visit, tmp_path: Path) -> None:
    """A certificate can be viewed before it is verified, and All rows shows every row of it, however many."""
    page = visited.open("#verify")
    page.set_viewport_size({"width": 900, "height": 400})
    path = tmp_path / "mine.jsonl"
    zchomp.write_certificate(known(zchomp.prove(1500)), path)
    page.set_input_files("#file", path)
    page.click("#run-look")
    until(page, "document.getElementById('chart-source').textContent.includes('mine.jsonl')")
    page.click("#chart-all")
    page.focus("#chart-canvas")
    page.keyboard.press("ArrowRight")
    until(page, "location.hash.includes('zoom=0.1')")
    zoom = float(page.evaluate("location.hash.split('zoom=')[1]"))
    assert zoom * 1501 <= page.evaluate("document.getElementById('chart-canvas').clientHeight") + 1


def test_small_certificates_do_not_take_the_chart(visited: Visit) -> None:
    """After the certificate of six rows is verified, the chart still has the rows of the largest one."""
    page = visited.open("#chart")
    until(page, "document.getElementById('chart-source').textContent.includes('3rows-1000')")
    page.click('nav a[data-view="verify"]')
    page.click('[data-name="chomp-6rows-6.jsonl"]')
    page.wait_for_selector('#run[data-state="verified"]')
    page.evaluate("location.hash = 'chart/782'")
    until(page, "document.getElementById('chart-status').textContent.includes('782')")
    assert "3rows-1000" in page.inner_text("#chart-source")


def test_stories(visited: Visit) -> None:
    """Each chip leads to its row. The mean of its period is 1 + the number of finite rows below, as its story says."""
    page = visited.open("#chart")
    until(page, "document.querySelectorAll('.chip').length > 0")
    proofs = known(zchomp.prove(782))
    finite = [proof.sequence.kind == "finite" for proof in proofs.values()]
    for chip in page.locator(".chip").all():
        row = int(str(chip.get_attribute("href")).split("?")[0].split("/")[1])
        chip.click()
        until(page, f"document.getElementById('chart-strip').dataset.key.includes(' {row} ')")
        sequence = proofs[row].sequence
        story = page.inner_text("#chart-story")
        if sequence.kind == "periodic":
            mean = sum(sequence.period) / len(sequence.period)
            assert mean == 1 + sum(finite[:row])
            assert " of the rows below it end; the " in story or row == 2
            assert f" is always one more: {int(mean)}." in story
        else:
            last = row + len(sequence.head) - 1
            assert f"Row {row} has {len(sequence.head)} losers, and the last one is ({last}, {last}, {row}): " in story
        assert page.locator("#chart-strip .map").count() == 1
        assert page.locator(".chip[aria-current]").all_inner_texts() == [chip.inner_text()]
    page.focus("#chart-canvas")
    page.keyboard.press("ArrowUp")
    until(page, "document.querySelector('.chip[aria-current]') === null")
    page.evaluate("location.hash = 'chart/782'")
    until(page, "document.getElementById('chart-strip').dataset.key.includes(' 782 ')")
    story = page.inner_text("#chart-story")
    paper = next(
        line for line in (ROOT / "docs" / "index.md").read_text().splitlines() if line.startswith("- [BHMS05]")
    )
    assert "says in section 8.2 that this row has period 25. It has period 1: from q = 1,106 on the difference" in story
    line = json.loads((ROOT / "certificates" / LARGE).read_text().splitlines()[783])
    assert f"Line 784 of {LARGE} proves it, and docs/errata.md has a command that shows it." in story
    assert (line["tail"], line["period"], 782 + len(line["head"])) == ([782], [459], 1106)
    errata = (ROOT / "docs" / "errata.md").read_text()
    assert "## [BHMS05], section 8.2: third row 782 has period 1, not 25" in errata
    named = re.match(r"The paper “(.+)” by (.+) \((Integers 5)", story)
    assert named is not None
    assert f"{named[2].replace(' and ', ', ')}, *{named[1]}*, {named[3]}" in paper
    page.click('#chart-story a[href^="#losers"]')
    until(page, "location.hash === '#losers/782'")
    page.wait_for_selector("#losers-links a")
    page.locator("#losers-links a").last.click()
    until(page, "location.hash.startsWith('#chart/782')")


def test_the_chart_on_a_phone(visited: Visit) -> None:
    """On a phone no button covers a coloured cell, a chip scrolls up to its cell, and a view to the top."""
    visited.page.set_viewport_size({"width": 360, "height": 640})
    page = visited.open("#chart")
    canvas = box_of(page, "#chart-canvas")
    assert all(box_of(page, f"#chart-{button}").y >= canvas.bottom for button in ("in", "out", "all"))
    chip = page.locator(".chip").nth(3)
    chip.scroll_into_view_if_needed()
    assert page.evaluate("scrollY") > 0
    chip.click()
    until(page, "document.getElementById('chart-strip').dataset.key.includes(' 782 ')")
    box = "document.getElementById('{}').getBoundingClientRect()"
    until(page, f"{box.format('chart-status')}.top >= 0 && {box.format('chart-canvas')}.bottom <= innerHeight")
    page.click('#chart-story a[href^="#losers"]')
    page.wait_for_selector("#view-losers:not([hidden])")
    assert page.evaluate("scrollY") == 0
    page.set_viewport_size({"width": 360, "height": 500})
    for view in ("chart", "chart", "play", "play"):
        page.click(f'nav a[data-view="{view}"]')
        page.wait_for_selector(f"#view-{view}:not([hidden])")
        assert page.evaluate("scrollY") == 0


def test_a_phone_on_its_side_shows_the_chart(visited: Visit) -> None:
    """On a phone in landscape the chart has two thirds of the screen, below the text about the cell."""
    visited.page.set_viewport_size({"width": 844, "height": 390})
    page = visited.open("#chart/120/170")
    until(page, "document.getElementById('chart-status').textContent !== ''")
    status, canvas = (box_of(page, f"#chart-{part}") for part in ("status", "canvas"))
    assert status.bottom <= canvas.y
    assert canvas.bottom <= 390
    assert canvas.height > 0.65 * 390
    lead = box_of(page, "#view-chart .lead")
    assert lead.y >= canvas.bottom  # the text about the chart is below it


def test_notation_is_explained_where_it_is_first_used(visited: Visit) -> None:
    """Parentheses and brackets are explained in words, in the chart and in the list of losers."""
    page = visited.open("#chart/6/6")
    until(page, "document.getElementById('chart-status').textContent !== ''")
    assert "(p, q, r) has rows of p, q and r squares." in page.inner_text("#view-chart .lead")
    assert page.inner_text("#chart-status").startswith("(11, 6, 6) is a loser: rows of 11, 6 and 6 squares.")
    assert "As columns of height 3, 2 and 1, the cell is [6, 0, 5]." in page.inner_text("#chart-story")
    page = visited.open("#losers/5")
    until(page, "document.getElementById('losers-list').textContent !== ''")
    lead = page.inner_text("#view-losers .lead")
    assert "(11, 7, 5), (12, 8, 5), …: written [5, 2 + a, 4] for a = 0, 1, 2, …" in lead
    assert "with 5 columns of 3 squares, 2 + a of 2 and 4 of 1." in lead
    assert page.inner_text("#losers-list").endswith("[5, 2 + a, 4]")  # which the introduction mentions
    assert zchomp.outcome((11, 7, 5)) is zchomp.outcome((12, 8, 5)) is Outcome.LOSER
    captions = page.locator("#losers-map figcaption").inner_text()
    assert re.sub(r"\s+", " ", captions).strip() == "a loser before they repeat, losers that repeat forever"


def test_stories_of_lines(visited: Visit) -> None:
    """The lines of the chart have stories, which are true of the visible rows, and are shown at their cells."""
    page = visited.open("#chart/300/300?zoom=0.8")
    until(page, "document.getElementById('chart-story').textContent.includes('the diagonal q = r')")
    story = page.inner_text("#chart-story")
    assert "This is proved for all rows, beyond those that are drawn: Theorem 2 in proofs/openings.md" in story
    assert re.search(r"\*\*Theorem 2\.\*\*.*complementary", (ROOT / "proofs" / "openings.md").read_text())
    assert "(complementary in proofs/ThreeRows/Chart.v)" in story
    assert "\nTheorem complementary p :" in (ROOT / "proofs" / "ThreeRows" / "Chart.v").read_text()
    page.evaluate("location.hash = 'chart/500/707?zoom=0.8'")
    until(page, "document.getElementById('chart-story').textContent.includes('within 7 cells of the line')")
    page.evaluate("location.hash = 'chart/500/708?zoom=0.8'")
    until(page, "document.getElementById('chart-strip').dataset.key.endsWith(' 208')")
    assert "of the line" not in page.inner_text("#chart-story")
    results = (ROOT / "docs" / "results-three-rows.md").read_text()
    found = re.search(r"N\(r\) − √2 r, r ≤ 250,000 \| −([0-9.]+) .* \| ([0-9.]+) ", results)
    assert found is not None
    assert max(map(float, found.groups())) < 7
    sequences = [proof.sequence for proof in known(zchomp.prove(1000)).values()]
    settled = [r + len(one.head) for r, one in enumerate(sequences)]
    assert all(abs(q - 2**0.5 * r) < 7 for r, q in enumerate(settled))
    ends = {r + len(one.head) - 1 for r, one in enumerate(sequences) if one.kind == "finite"}
    diagonal = {r + b for r, one in enumerate(sequences) if (b := one.get(0)) is not None}
    assert not ends & diagonal
    assert set(range(1, 1001)) <= ends | diagonal
