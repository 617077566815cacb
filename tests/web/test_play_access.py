"""Play by keyboard and by ear: the focus, the keys of the bar, and announcements, once each."""

import json

import pytest

from tests.web.browser import SLOW, Page, Visit, Visits, box_of, followed, open_more, resized, settled, until
from tests.web.playing import away, bite, explain, point, press, rows, square, start, status

POINTED = """() => {
    const name = (one) => one && `Row ${one.dataset.row}, column ${one.dataset.column}`;
    const preview = document.getElementById("preview").textContent;
    const hovered = document.querySelector("#board button:hover");
    return [preview.split(" takes ")[0], name(hovered), name(document.activeElement)];
}"""


def test_what_is_told_is_what_is_meant(visited: Visit) -> None:
    """What a bite takes is marked and told: of the square that has the focus after keys, or is under the mouse."""
    page = visited.open("#play/9,7,4?level=perfect")
    assert point(page, 2, 6) == "Row 2, column 6 takes 2 squares and leaves (9, 5, 4)."
    assert page.locator("#board .taken").count() == 2
    away(page)
    assert page.locator("#board .taken").count() == 0
    point(page, 1, 2)
    page.focus('#board button[tabindex="0"]')
    for key in ("ArrowDown", "End", "Enter"):
        page.keyboard.press(key)
    settled(page)
    until(page, f"({POINTED})()[1] === 'Row 1, column 2'")  # the browser notices that another square is under the mouse
    told, hovered, focused = page.evaluate(POINTED)
    assert told == focused != hovered
    point(page, 1, 3)
    assert page.evaluate(POINTED)[0] == "Row 1, column 3"
    page = visited.open("#play/100000,20000,115")
    page.hover(square(1, 19999))
    page.mouse.down()
    page.mouse.up()
    settled(page)
    until(page, f"({POINTED})()[0] === ({POINTED})()[1]")


def test_keys_are_enough(page: Page) -> None:
    """The whole game can be played with the keyboard: arrows choose a square, Enter bites it, the focus stays there."""
    start(page, "(3,3)")
    page.focus('#board button[tabindex="0"]')
    for key in ("End", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "ArrowUp", "End", "ArrowDown"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.row + document.activeElement.dataset.column") == "23"
    assert page.get_attribute("#board", "aria-label") == "The bar (3, 3)"
    assert "Row 2, column 3 takes 1 square" in page.inner_text("#preview")
    page.keyboard.press("Enter")
    assert settled(page) == "you"
    assert page.evaluate("document.activeElement.closest('#board') !== null")
    start(page, "(4)")
    page.focus('#board button[tabindex="0"]')
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert settled(page) == "over"
    assert status(page) == "Only the poison is left, and I have to take it. You win!"


def test_keys_of_the_browser_stay_its_own(page: Page) -> None:
    """Arrows, Home and End with Ctrl, Alt or Meta are left to the browser, and do not move the focus on the bar."""
    pressed = """([key, held]) => {
        const before = document.activeElement;
        const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...held });
        return [before.dispatchEvent(event), document.activeElement === before];
    }"""
    for held in ("ctrlKey", "altKey", "metaKey"):
        page.focus('#board button[tabindex="0"]')
        for key in ("ArrowRight", "ArrowDown", "End"):
            assert page.evaluate(pressed, [key, {held: True}]) == [True, True]
        assert page.evaluate(pressed, ["ArrowRight", {}]) == [False, False]


HEARD = """() => {
    window.heard = [];
    const observer = new MutationObserver(() => window.heard.push(document.getElementById("status").textContent));
    observer.observe(document.getElementById("status"), { childList: true });
}"""


def test_a_new_bar_is_heard(page: Page) -> None:
    """Rows, columns, a typed bar, New game and who begins are announced before a bite, in words."""
    page.evaluate(HEARD)

    def heard(words: str) -> None:
        until(page, f"window.heard.at(-1) === {words!r}")
        page.evaluate("window.heard = []")

    page.select_option("#setup-rows", "4")
    heard("New game: 4 rows of 8 squares. Whoever eats the poison loses. Your turn.")
    page.select_option("#setup-columns", "5")
    heard("New game: 4 rows of 5 squares. Whoever eats the poison loses. Your turn.")
    for _ in range(2):
        page.click("#new-game")
        heard(
            "New game: 4 rows of 5 squares. Whoever eats the poison loses. Your turn."
        )  # the same words are read aloud again
    open_more(page)
    for typed, words in (
        ("9,7,4", "New game: rows of 9, 7 and 4 squares. Whoever eats the poison loses."),
        ("[1,1]", "New game: rows of 2 and 1 square. Whoever eats the poison loses."),
        ("1x5", "New game: 1 row of 5 squares. Whoever eats the poison loses."),
    ):
        page.fill("#setup-position", typed)
        page.keyboard.press("Enter")
        heard(f"{words} Your turn.")
    page.select_option("#setup-level", "medium")
    heard("I’ll play on medium from my next bite.")
    assert page.evaluate("window.heard") == []


def test_a_wrong_bar_is_marked_until_it_is_right(visited: Visit) -> None:
    """The field of an unplayable bar is marked as invalid, with the reason, until another bar is played."""
    page = visited.open("#play/1,2")
    open_more(page)
    assert page.get_attribute("#setup-position", "aria-invalid") is None  # the link was wrong, not the field
    for mend, bar in (("typed", (9, 7, 4)), ("chosen", (9, 9, 9, 9)), ("again", (9, 9, 9, 9))):
        for wrong in ("(1,2)", "x", "(9000,8000,7000)"):
            before = page.inner_text("#setup-error")
            page.fill("#setup-position", wrong)
            page.keyboard.press("Enter")
            page.wait_for_selector('#setup-position[aria-invalid="true"]')
            until(page, f"!['', {json.dumps(before)}].includes(document.getElementById('setup-error').textContent)")
            assert page.get_attribute("#setup-position", "aria-describedby") == "setup-error setup-help"
            assert page.inner_text("#setup-error").endswith(".")
            assert page.input_value("#setup-position") == wrong
        if mend == "typed":
            page.fill("#setup-position", "(9,7,4)")
            page.keyboard.press("Enter")
        elif mend == "chosen":
            page.select_option("#setup-rows", "4")
        else:
            page.click("#new-game")  # of the bar in play, not of the typed one
        page.wait_for_selector("#setup-position:not([aria-invalid])")
        assert page.get_attribute("#setup-position", "aria-describedby") == "setup-help"
        assert page.inner_text("#setup-error") == ""
        assert rows(page) == bar


REWRITTEN = """() => {
    window.rewritten = [];
    const observer = new MutationObserver((records) => {
        for (const { target } of records) window.rewritten.push(target.closest("[id]").id);
    });
    for (const place of document.querySelectorAll("#view-play :is([role=status], [role=alert], [aria-live])")) {
        observer.observe(place, { childList: true, characterData: true, subtree: true });
    }
}"""


BUTTONS = ("#hint", "#explain", "#sound", "#type-bite", "#type-bite", "#nims", "#nims", "#explain", "#hint")


def test_nothing_that_is_read_aloud_is_written_again(page: Page) -> None:
    """No button rewrites words that it does not change, which would be read aloud again, or clears a new message."""
    start(page, "(9,7,4)")
    bite(page, 3, 3)
    page.evaluate(REWRITTEN)
    for is_copied in (False, True):
        if is_copied:
            page.click("#copy-link")
            until(page, "document.getElementById('status').textContent.includes('copied')")
        said = status(page)
        page.evaluate("window.rewritten = []")
        for button in BUTTONS:
            page.click(button)
        assert "status" not in page.evaluate("window.rewritten")
        assert status(page) == said
    start(page, "(5,4,2)")
    page.dblclick("#hint")
    page.click("#nims")
    until(page, "document.getElementById('nim').textContent !== ''")
    page.evaluate("window.rewritten = []")
    for button in ("#copy-link", "#copy-text"):
        said = status(page)
        page.click(button)
        until(page, f"document.getElementById('status').textContent !== {said!r}")
    page.click("#type-bite")
    page.click("#sound")
    assert set(page.evaluate("window.rewritten")) == {"status"}
    page.click("#explain")
    page.wait_for_selector("#why-words li")
    assert "nim" not in page.evaluate("window.rewritten")


def test_what_is_pointed_at_stays_where_it_is(visited: Visit) -> None:
    """The result of a bite is shown without moving the button under the mouse, which would make the page flicker."""
    page = visited.open()
    for position in ("9,7,4", "60,50,40", "900000000,800000000,4"):
        followed(page, f"play/{position}")
        press(page, "#explain")
        for width in (340, 620, 900):
            resized(page, (width, 800))
            chip = page.wait_for_selector("#why li button")
            assert chip is not None
            place = box_of(page, "#why li button >> nth=0")
            chip.hover()
            page.wait_for_selector("#board .taken")
            assert box_of(page, "#why li button >> nth=0") == place
            away(page)
            page.wait_for_selector("#board:not(:has(.taken))")
            assert box_of(page, "#why li button >> nth=0") == place
            assert page.inner_text("#preview") == ""


@pytest.mark.parametrize("button", ["#undo", "#redo"])
def test_one_enter_too_many_is_no_bite(button: str, page: Page) -> None:
    """When Undo or Redo is gone, the focus is on the button before it: Enter once more bites nothing, ends nothing."""
    start(page, "(3,3)")
    bite(page, 2, 3)
    played = rows(page)
    if button == "#redo":
        page.click("#undo")
    page.focus(button)
    for _ in range(2):
        page.keyboard.press("Enter")
    settled(page)
    assert rows(page) == (3, 3)
    assert page.is_hidden("#again")
    assert page.is_visible("#redo")
    page.click("#redo")
    assert rows(page) == played


def test_reasons_are_read_aloud_once_a_turn(visits: Visits) -> None:
    """After a bite Why tells of the bar that the computer leaves, and not first of the one that it is about to bite."""
    page = visits(motion=True, ticking=True).open("#play/5,5,5?level=perfect")
    page.clock.pause_at("2026-11-18T13:00:00")  # as long as the computer thinks
    page.click("#explain")
    page.wait_for_selector("#why-words li")
    page.evaluate("""() => {
        window.told = [];
        const place = document.getElementById("why-words");
        new MutationObserver(() => window.told.push(place.textContent)).observe(place, { childList: true });
    }""")
    page.click(square(1, 5))
    page.wait_for_selector('#view-play[data-turn="computer"]')
    assert page.locator("#why-words button:not(:disabled)").count() == 0
    assert page.evaluate("window.told") == []
    page.clock.run_for(10_000)
    assert settled(page) == "you"
    until(page, "window.told.length > 0")
    assert page.locator("#why-words button:disabled").count() == 0
    assert page.evaluate("window.told") == [page.text_content("#why-words")]


@pytest.mark.parametrize(
    ("link", "focused", "told"),
    [
        ("chart", "#chart-source a", "#chart-source .good"),
        ("losers/5", "#losers-source a", "#losers-source .good"),
        ("play/8,8,8", "#opponent-source a", "#opponent-source .good"),
        ("play/8,8,8", "#why pre", "#opponent-source .good"),
        ("play/8,8,8", "#why .deeper button", "#opponent-source .good"),
    ],
)
def test_the_focus_stays_when_a_file_is_verified(link: str, focused: str, told: str, visited: Visit) -> None:
    """The link, the line or the button that has the focus keeps it while the words around it say what is proved."""
    visited.page.add_init_script(f"window.holding = true; {SLOW}")
    page = visited.open(f"#{link}")
    if "why" in focused:
        explain(page)
        assert "So the certificate says." in page.inner_text("#why")
    elif "opponent" in focused:
        page.click("#opponent summary")
    place = page.wait_for_selector(focused)
    assert place is not None
    place.focus()
    assert page.locator(told).count() == 0
    page.evaluate("window.holding = false")
    page.wait_for_selector(told, state="attached")
    if "why" in focused:
        until(page, "document.getElementById('why').textContent.includes('This is proved')")
        assert "So the certificate says." not in page.inner_text("#why")
    assert page.evaluate("(selector) => document.activeElement === document.querySelector(selector)", focused)
    assert place.evaluate("(one) => one === document.activeElement")


def test_the_focus_is_where_one_goes_on(visited: Visit) -> None:
    """The focus is on a square that can be bitten, not on the poison. After a game it is on Play again."""
    page = visited.open("#play/5,5?level=easy")
    focused = "(({ dataset, id }) => id || `${dataset.row}.${dataset.column}`)(document.activeElement)"
    page.focus('#board button[tabindex="0"]')
    assert page.evaluate(focused) == "1.2"
    for key in ("ArrowDown", "Home", "Enter"):
        page.keyboard.press(key)
    assert settled(page) == "you"
    assert len(rows(page)) == 1
    assert page.evaluate(focused) == "1.2"
    page.focus("#undo")
    page.keyboard.press("Enter")
    assert rows(page) == (5, 5)
    assert page.evaluate(focused) == "explain"
    page.focus("#redo")
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "undo"
    page.focus("#give-up")
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "again"
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "1.2"
    page.keyboard.press("Enter")
    assert settled(page) == "over"
    assert page.evaluate(focused) == "again"


def bitten_on_a_phone(size: tuple[int, int], visits: Visits) -> Page:
    """A game on a small screen, after the first bite and its answer."""
    page = visits(size=size, touch=True).open("#play/8,8,8")
    page.tap(square(3, 7))
    until(page, "document.querySelectorAll('#turns li').length === 2")
    return page


@pytest.mark.parametrize("size", [(640, 360), (360, 560)], ids=str)
@pytest.mark.parametrize(("press", "words"), [("#hint", "#winning"), ("#explain", "#why-words > :first-child")])
def test_what_was_asked_comes_into_view(press: str, words: str, size: tuple[int, int], visits: Visits) -> None:
    """On a small screen the words of Hint and Why? are brought into view."""
    page = bitten_on_a_phone(size, visits)
    page.tap(press)
    page.wait_for_selector(f"{words}:not(:empty)")
    until(page, f"document.querySelector('{words}').getBoundingClientRect().bottom <= innerHeight + 1")
    assert page.evaluate(f"document.querySelector('{words}').getBoundingClientRect().top >= -1")


@pytest.mark.parametrize(("size", "scrolled"), [((360, 640), 120), ((360, 560), 180)], ids=str)
def test_reasons_do_not_push_the_bar_away(size: tuple[int, int], scrolled: int, visits: Visits) -> None:
    """On a page that is scrolled, Why? leaves the lower end of the bar on the screen."""
    page = bitten_on_a_phone(size, visits)
    page.evaluate("(y) => scrollTo(0, y)", scrolled)
    page.tap("#explain")
    page.wait_for_selector("#why-words > :first-child")  # the page scrolls in the same task
    assert page.evaluate("document.getElementById('board').getBoundingClientRect().bottom") > 0
