"""Leaving before an address has loaded: whatever arrives too late is not shown."""

from typing import TYPE_CHECKING

import pytest

from tests.web.browser import Visit, arrived, held, open_more, routed, until

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


def follow(page: "Page", fragment: str) -> None:
    """Change the address, as a link does."""
    page.evaluate("(fragment) => { location.hash = fragment; }", fragment)


@pytest.mark.parametrize("fragment", ["puzzle", "play/8,8,8,8,8"])
def test_a_game_that_comes_too_late(fragment: str, visited: Visit) -> None:
    """A reader who chooses Play before a puzzle or a game has loaded stays in Play, with its address."""
    requests = held(visited.page, "chomp-5rows-8.jsonl")
    page = visited.open()
    follow(page, fragment)
    arrived(page, requests)
    page.click('nav a[data-view="play"]')
    until(page, "location.hash === '#play/8,8,8'")
    for request in requests:
        request.continue_()
    routed(page, 3)
    assert page.get_attribute("#view-play", "data-rows") == "8,8,8"
    assert page.get_attribute("#view-play", "data-puzzle") == ""
    assert page.evaluate("location.hash") == "#play/8,8,8"
    assert page.get_attribute('nav a[data-view="play"]', "aria-current") == "page"
    assert page.inner_text("h1:visible") == page.title().removeprefix("zchomp: ")


def test_a_failure_that_comes_too_late(visited: Visit) -> None:
    """A reader who has moved on to a game is not told that a puzzle cannot be loaded."""
    requests = held(visited.page, "chomp-5rows-8.jsonl")
    page = visited.open()
    page.click('nav a[data-view="puzzle"]')
    arrived(page, requests)
    page.click('nav a[data-view="play"]')
    until(page, "location.hash === '#play/8,8,8'")
    for request in requests:
        request.abort()
    routed(page, 3)
    assert page.inner_text("#setup-error") == ""
    assert all("ERR_FAILED" in complaint for complaint in visited.complaints)
    visited.complaints.clear()


def test_a_part_that_comes_too_late(visited: Visit) -> None:
    """A part of the page that is still loading when its reader goes back takes neither the focus nor the title."""
    requests = held(visited.page, "chart.js")
    page = visited.open()
    page.click('nav a[data-view="chart"]')
    arrived(page, requests)
    page.click('nav a[data-view="play"]')
    page.wait_for_selector("#view-play:not([hidden])")
    page.focus("#hint")
    for request in requests:
        request.continue_()
    routed(page, 3)
    assert page.evaluate("document.activeElement.id") == "hint"
    assert page.inner_text("#chart-status") == ""
    assert page.evaluate("location.hash") == "#play/8,8,8"


UNLOADED = "This part cannot be loaded: the server does not answer. Try again."


@pytest.mark.parametrize(
    ("file", "press", "place", "there"),
    [
        ("learn.js", 'nav a[data-view="learn"]', "#unloaded", "#learn-step:not(:empty)"),
        ("chart.js", 'nav a[data-view="chart"]', "#unloaded", "#chart-source:not(:empty)"),
        ("losers.js", 'nav a[data-view="losers"]', "#unloaded", "#losers-list:not(:empty)"),
        ("verify.js", 'nav a[data-view="verify"]', "#unloaded", "#shipped li"),
        ("puzzling.js", 'nav a[data-view="puzzle"]', "#setup-error", "#puzzle-facts:not(:empty)"),
        ("why.js", "#explain", "#unloaded", "#why-words p"),
        ("more.js", "#copy-link", "#unloaded", "#status:has-text('The link')"),
    ],
)
def test_a_part_that_does_not_come(file: str, press: str, place: str, there: str, visited: Visit) -> None:
    """A part that cannot be loaded is said not to come, in words of ours; the same press once more loads it."""
    requests: list[Route] = []

    def refuse(request: "Route") -> None:
        requests.append(request)
        request.abort()

    visited.page.route(f"**/{file}", refuse)
    page = visited.open()
    open_more(page)
    page.click(press)
    page.wait_for_selector(f"{place}:not(:empty)")
    assert page.inner_text(place) == UNLOADED
    assert page.get_attribute(place, "role") == "alert"
    assert requests
    page.unroute(f"**/{file}")
    page.click(press)
    page.wait_for_selector(there)
    assert page.locator(f"{place}:not(:empty)").count() == 0
    assert {complaint.split(":")[0] for complaint in visited.complaints} == {"Failed to load resource"}
    visited.complaints.clear()


def test_a_part_that_does_not_come_any_more(visited: Visit) -> None:
    """Whoever chose another view before a part failed is not told of it."""
    requests = held(visited.page, "learn.js")
    page = visited.open()
    page.click('nav a[data-view="learn"]')
    arrived(page, requests)
    page.click('nav a[data-view="play"]')
    page.wait_for_selector("#view-play:not([hidden])")
    for request in requests:
        request.abort()
    routed(page, 3)
    assert page.text_content("#unloaded") == ""
    visited.complaints.clear()


@pytest.mark.parametrize(
    ("file", "view", "there"),
    [
        ("learn.js", "learn", "#learn-next:visible"),
        ("chart.js", "chart", "#chart-source:not(:empty)"),
        ("losers.js", "losers", "#losers-list:not(:empty)"),
        ("puzzling.js", "puzzle", "#puzzle-facts:not(:empty)"),
    ],
)
def test_a_part_that_comes_late(file: str, view: str, there: str, visited: Visit) -> None:
    """While a part is loading, the page says so after a moment, and nothing of it can be pressed yet."""
    requests = held(visited.page, file)
    page = visited.open()
    page.click(f'nav a[data-view="{view}"]')
    until(page, "document.getElementById('loading').innerText.trim() === 'Loading …'")
    if view != "puzzle":
        seen = page.locator(f"#view-{view} > :visible")
        assert [part.evaluate("(part) => part.localName") for part in seen.all()] == ["h1"]
    assert requests
    for request in requests:
        request.continue_()
    page.unroute(f"**/{file}")
    page.wait_for_selector(there)
    until(page, "document.getElementById('loading').hidden")


@pytest.mark.parametrize(("field", "choice"), [("level", "perfect"), ("first", "computer")])
def test_a_choice_while_a_bar_is_loading(field: str, choice: str, visited: Visit) -> None:
    """The level, or who begins, holds for a bar that is still loading when it is chosen."""
    requests = held(visited.page, "chomp-5rows-8.jsonl")
    page = visited.open()
    page.select_option("#setup-rows", "5")
    arrived(page, requests)
    page.select_option(f"#setup-{field}", choice)
    for request in requests:
        request.continue_()
    page.wait_for_selector('#view-play[data-start^="8,8,8,8,8 "]')
    assert page.input_value(f"#setup-{field}") == choice
    until(page, f"location.hash.includes('{field}={choice}')")


def test_a_part_that_is_left_while_it_loads(visited: Visit) -> None:
    """Whoever goes back before a part has come is not told any more that something is loading."""
    requests = held(visited.page, "learn.js")
    page = visited.open()
    page.click('nav a[data-view="learn"]')
    page.wait_for_selector("#loading .late >> visible=true")
    page.click('nav a[data-view="play"]')
    page.wait_for_selector("#view-play:not([hidden])")
    until(page, "document.getElementById('loading').hidden")
    assert page.is_visible("#board")
    for request in requests:
        request.continue_()
