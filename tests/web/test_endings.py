"""The end of a game: the computer takes the poison, a win is heard, and sound and level are remembered."""

import zchomp
from tests.support import known
from tests.web.browser import Page, Visit, Visits, followed, open_more, reloaded, until
from tests.web.playing import answer, bite, rows

NOTES = """window.notes = 0;
const { start } = OscillatorNode.prototype;
OscillatorNode.prototype.start = function (...given) {
    window.notes += 1;
    return start.apply(this, given);
};"""
"""A script that counts the notes of the fanfare."""

PRIVATE = """Object.defineProperty(window, "localStorage", {
    get() {
        throw new DOMException("", "SecurityError");
    },
});"""
"""A script that prevents the browser from storing anything."""


def sounding(page: Page) -> None:
    """Turn the sound on."""
    open_more(page)
    page.click("#sound")
    page.wait_for_selector("#sound[aria-pressed=true]")


def test_the_computer_takes_the_poison(visited: Visit) -> None:
    """When the computer has to take the poison, it is shown as eaten, also after a reload and in Learn."""
    page = visited.open("#play/4")
    assert page.locator(".swallowed").count() == 0
    whole = page.evaluate("getComputedStyle(document.querySelector('#board .poison')).backgroundColor")
    bite(page, 1, 2)
    for _ in range(2):
        assert page.locator("#board .poison.swallowed").count() == 1
        eaten = page.evaluate("getComputedStyle(document.querySelector('#board .poison')).backgroundColor")
        assert eaten != whole
        until(page, "location.hash.includes('bites=')")
        reloaded(page)
    page.click("#undo")
    assert page.locator(".swallowed").count() == 0
    page = visited.open("#play/2,2?level=perfect")
    bite(page, 2, 1)  # you lose, but are not made to eat it
    assert page.get_attribute("#view-play", "data-turn") == "over"
    assert page.locator(".swallowed").count() == 0
    followed(page, "learn/1")
    page.click('#learn-board button[data-row="1"][data-column="2"]')
    assert page.locator("#learn-board .poison.swallowed").count() == 1


def test_the_poison_is_eaten_before_your_eyes(visits: Visits) -> None:
    """With motion the poison dances in front of the row numbers, which do not clip it, and is eaten once."""
    visited = visits(motion=True)
    visited.page.add_init_script(
        """window.seen = [];
        addEventListener("animationstart", ({ animationName, target }) => {
            if (target.matches(".poison")) window.seen.push(animationName);
        });"""
    )
    page = visited.open("#play/4")
    bite(page, 1, 2)
    until(page, "window.seen.length === 2")
    assert page.evaluate("window.seen") == ["joy", "swallowed"]
    above, below = (
        int(page.evaluate("(one) => getComputedStyle(document.querySelector(one)).zIndex", one))
        for one in ("#board .poison", "#board .number.row")
    )
    assert above > below


def test_a_solved_puzzle_is_heard(visited: Visit) -> None:
    """With sound, a solved puzzle and a win that is given away play three notes, and a revealed answer none."""
    visited.page.add_init_script(NOTES)
    page = visited.open("#puzzle/2026-11-17")
    sounding(page)
    for day, notes in (("2026-11-17", 3), ("2026-11-16", 3)):
        if day == "2026-11-16":
            followed(page, f"puzzle/{day}")
            page.click("#give-up")
        assert bite(page, *answer(page)) == "over"
        assert page.evaluate("window.notes") == notes
    followed(page, "play/7,7?level=perfect")
    for _ in range(3):
        bite(page, *known(zchomp.winning_moves(rows(page)))[0])
    assert page.evaluate("window.notes") == 3
    page.click("#accept")
    assert page.evaluate("window.notes") == 6


def test_sound_and_level_are_remembered(visited: Visit) -> None:
    """The last chosen sound and level are used on the next visit. The level of a link applies to its game."""
    visited.page.add_init_script(NOTES)
    page = visited.open()
    page.select_option("#setup-level", "medium")
    sounding(page)
    page = visited.open()
    assert page.input_value("#setup-level") == "medium"
    until(page, "location.hash === '#play/8,8,8?level=medium'")
    open_more(page)
    page.wait_for_selector("#sound[aria-pressed=true]")
    page = visited.open("#play/4?level=perfect")
    assert page.input_value("#setup-level") == "perfect"
    open_more(page)
    page.wait_for_selector("#sound[aria-pressed=true]")
    bite(page, 1, 2)
    assert page.evaluate("window.notes") == 3
    page = visited.open("#play/4")
    assert page.input_value("#setup-level") == "easy"  # a link without a level is for an easy game
    bite(page, 1, 2)
    page.click("#again-level")
    page = visited.open()
    assert page.input_value("#setup-level") == "medium"
    page.select_option("#setup-level", "easy")
    open_more(page)
    page.click("#sound")
    page.wait_for_selector("#sound[aria-pressed=false]")
    page = visited.open()
    assert page.input_value("#setup-level") == "easy"
    open_more(page)
    assert page.get_attribute("#sound", "aria-pressed") == "false"
    for kept in ("god", ""):  # whatever the browser has stored
        page.evaluate("(kept) => localStorage.setItem('zchomp level', kept)", kept)
        reloaded(page)
        assert page.input_value("#setup-level") == "easy"
        assert page.inner_text("#setup-error") == ""


def test_a_browser_that_keeps_nothing(visited: Visit) -> None:
    """If nothing can be stored, levels, sound and puzzles still work."""
    visited.page.add_init_script(PRIVATE)
    page = visited.open()
    page.select_option("#setup-level", "perfect")
    until(page, "document.getElementById('status').textContent === 'I’ll play perfectly from my next bite.'")
    sounding(page)
    page.click('nav a[data-view="puzzle"]')
    page.wait_for_selector('#view-play[data-puzzle="2026-11-18"]')
    bite(page, *answer(page))
    assert page.inner_text("#status").startswith("Solved on the first try!")
    page = visited.open()
    assert page.input_value("#setup-level") == "easy"
