"""Links of the page: positions, games and views, wrong links, reloads."""

from itertools import product

import pytest

from tests.web.browser import Page, Visit, copied, followed, open_more, reloaded, settled, until
from tests.web.playing import bite, rows, start, status


def test_links_lead_back(visited: Visit) -> None:
    """The link of a position opens it, for a bar of any size, and so does its text."""
    page = visited.open("#play/9,7,4")
    assert rows(page) == (9, 7, 4)
    bite(page, 3, 3)
    open_more(page)
    link = copied(page, "#copy-link")
    assert link.startswith(f"{visited.address}#play/9,7,4?bites=3.3-")
    left = rows(page)
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector("html[data-ready]")
    assert rows(page) == left
    assert page.evaluate("location.href") == link
    page.click("#undo")
    assert rows(page) == (9, 7, 4)
    page.evaluate("location.hash = 'play/1000000,999999,115'")
    page.wait_for_selector('#view-play[data-rows="1000000,999999,115"]')
    open_more(page)
    assert copied(page, "#copy-text") == "(1000000, 999999, 115)"


def test_a_wrong_link_is_told_in_a_sentence(visited: Visit) -> None:
    """A link to a part, a level or a day that does not exist shows the usual game, with a note until Play is chosen."""
    page = visited.open()
    links = (
        ("#nonsense", "There is no page “nonsense”. Here is Play instead."),
        ("#%E0%A4%A", "There is no page “%E0%A4%A”. Here is Play instead."),
        ("#play/8,8,8?level=god", "There is no level “god”; the levels are easy, medium, perfect."),
        ("#play?level=god", "There is no level “god”; the levels are easy, medium, perfect."),
        ("#play/8,8,8?first=me", "“me” cannot begin; either you do, or the computer."),
        *((f"#play/{wrong}", None) for wrong in ("x", "%", "1,2", "9,9,9,9,9,9,9,11")),
        ("#puzzle/%E0%A4%A", "“%E0%A4%A” is not a date. Here is the puzzle of today."),
        ("#play/8,8,8?level=perfect&first=you", ""),
        ("", ""),
    )
    for (fragment, said), way in product(links, ("chart", "play")):
        followed(page, fragment)
        told = page.inner_text("#setup-error")
        assert told.endswith(".") if said is None else told == said
        assert page.get_attribute("#view-play", "data-puzzle") == ("2026-11-18" if "puzzle" in fragment else "")
        assert rows(page) == (8, 8, 8) or "puzzle" in fragment
        if way == "chart":
            page.click('nav a[data-view="chart"]')
            page.wait_for_selector("#view-play", state="hidden")
        page.click('nav a[data-view="play"]')
        page.wait_for_selector("#view-play:not([hidden])")
        until(page, "document.getElementById('setup-error').textContent === ''")


def test_the_address_names_what_is_seen(page: Page) -> None:
    """In each view the address names what is shown, and each link leads on from there."""
    until(page, "location.hash === '#play/8,8,8'")
    page.click('nav a[data-view="chart"]')
    until(page, "location.hash.startsWith('#chart/')")
    page.click('nav a[data-view="play"]')
    until(page, "location.hash === '#play/8,8,8'")
    start(page, "(9,7,4)")
    page.click('nav a[data-view="verify"]')
    page.wait_for_selector("#view-verify:not([hidden])")
    page.go_back()
    page.wait_for_selector("#view-play:not([hidden])")
    assert rows(page) == (9, 7, 4)
    page.evaluate("document.querySelector('.skip').focus()")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.evaluate("location.hash") == "#play/9,7,4?level=perfect"


def test_a_reload_changes_nothing(visited: Visit) -> None:
    """Start, bites, level, turn and a win are in the address, so a reload and a shared link keep them."""
    page = visited.open("#play/8,8,8?level=medium&first=computer")
    settled(page)
    first = rows(page)
    bite(page, 1, first[0])
    now = rows(page)
    until(page, "location.hash.split('-').length === 3")
    address = page.evaluate("location.href")
    reloaded(page)
    assert settled(page) == "you"
    assert rows(page) == now
    assert page.evaluate("location.href") == address
    assert page.input_value("#setup-level") == "medium"
    page.click("#undo")
    assert rows(page) == first
    page = visited.open("#play/3,3?bites=2.3")
    assert settled(page) == "you"
    assert rows(page) != (3, 2)
    start(page, "(4)")
    assert bite(page, 1, 2) == "over"
    said = status(page)
    until(page, "location.hash === '#play/4?level=perfect&bites=1.2'")
    reloaded(page)
    assert (status(page), rows(page)) == (said, (1,))
    assert page.get_attribute("#view-play", "data-won") == "true"
    page.click("#again")
    assert (rows(page), settled(page)) == ((4,), "you")


def test_bites_that_a_link_cannot_have(visited: Visit) -> None:
    """A link with an invalid bite says so, and keeps the bar without its bites. The next bite removes the note."""
    for bites, word in (
        ("9.9", "“9.9” is not a bite"),
        ("1.1", "“1.1” is not a bite"),
        ("x", "“x” is not a bite"),
        ("2.3-2.3", "“2.3” is not a bite"),
        ("2.3-", "a bite is missing"),
    ):
        page = visited.open(f"#play/3,3?bites={bites}&end=you&level=medium")
        said = f"This link is damaged ({word}), so the game starts from the full bar."
        assert page.inner_text("#setup-error") == said
        assert rows(page) == (3, 3)
        assert page.input_value("#setup-level") == "medium"
        assert status(page) == "New game: 2 rows of 3 squares. Whoever eats the poison loses. Your turn."
        until(page, "location.hash === '#play/3,3?level=medium'")
        bite(page, 2, 3)
        assert page.inner_text("#setup-error") == ""


@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_a_link_leads_to_the_heading_of_its_view(how: str, page: Page) -> None:
    """After a link to a view, and after Back, the focus is on its heading. Nothing jumps, and only keys show it."""
    focused = "document.activeElement.id"
    for view in ("puzzle", "learn", "chart", "losers", "verify", "play"):
        title = "play" if view == "puzzle" else view
        link = f'nav a[data-view="{view}"]'
        if how == "mouse":
            page.click(link)
        else:
            page.focus(link)
            page.keyboard.press("Enter")
        page.wait_for_selector(f'{link}[aria-current="page"]')
        until(page, f"{focused} === '{title}-title'")
        assert page.evaluate("scrollY") == 0
        assert page.evaluate("document.activeElement.matches(':focus-visible')") == (how == "keys")
        assert page.evaluate("document.title").endswith(page.inner_text("h1:visible"))
    page.go_back()
    page.wait_for_selector("#view-verify:not([hidden])")
    until(page, f"{focused} === 'verify-title'")
    page.go_forward()
    page.wait_for_selector("#view-play:not([hidden])")
    until(page, f"{focused} === 'play-title'")
    page.focus('nav a[data-view="play"]')
    page.keyboard.press("Enter")
    until(page, f"{focused} === 'play-title'")  # also the link to the current view


def test_a_link_within_a_view_keeps_the_focus(page: Page) -> None:
    """A story of the chart keeps the focus on its link. A day of the puzzle, whose link goes, moves it to a heading."""
    page.click('nav a[data-view="chart"]')
    page.locator("#chart-stories a").first.focus()
    page.keyboard.press("Enter")
    until(page, "document.getElementById('chart-story').textContent !== ''")
    assert page.evaluate("document.activeElement.closest('#chart-stories') !== null")
    page.click('nav a[data-view="puzzle"]')
    page.wait_for_selector('#view-play:not([data-puzzle=""])')
    day = page.get_attribute("#view-play", "data-puzzle")
    page.locator("#days a").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f'#view-play:not([data-puzzle="{day}"])')
    until(page, "document.activeElement.id === 'play-title'")
