"""Leaving before an address has loaded: whatever arrives too late is not shown."""

import pytest

from tests.web.browser import Visit, arrived, held, open_more, routed, until

CERTIFICATE = "chomp-5rows-8.jsonl"
PLACES = ("setup-error", "unloaded", "chart-status")


@pytest.mark.parametrize("fate", ["continue_", "abort"])
@pytest.mark.parametrize(
    ("file", "fragment"),
    [(CERTIFICATE, "puzzle"), (CERTIFICATE, "play/8,8,8,8,8"), ("chart.js", "chart"), ("learn.js", "learn")],
)
def test_what_comes_too_late(file: str, fragment: str, fate: str, visited: Visit) -> None:
    """Whoever chooses Play before something has loaded stays there undisturbed, whether it comes or fails."""
    requests = held(visited.page, file)
    page = visited.open()
    page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
    arrived(page, requests)
    if file != CERTIFICATE:
        page.wait_for_selector("#loading .late >> visible=true")
    page.click('nav a[data-view="play"]')
    page.wait_for_selector("#view-play:not([hidden])")
    until(page, "location.hash === '#play/8,8,8' && document.getElementById('loading').hidden")
    page.focus("#hint")
    for request in requests:
        getattr(request, fate)()
    routed(page, 3)
    assert page.evaluate("[document.activeElement.id, location.hash]") == ["hint", "#play/8,8,8"]
    assert page.get_attribute("#view-play", "data-rows") == "8,8,8"
    assert page.get_attribute("#view-play", "data-puzzle") == ""
    assert page.get_attribute('nav a[data-view="play"]', "aria-current") == "page"
    assert page.inner_text("h1:visible") == page.title().removeprefix("zchomp: ")
    assert [page.text_content(f"#{place}") for place in PLACES] == [""] * len(PLACES)
    assert all("ERR_FAILED" in complaint for complaint in visited.complaints)
    visited.complaints.clear()


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
    visited.page.route(f"**/{file}", lambda request: request.abort())
    page = visited.open()
    open_more(page)
    page.click(press)
    page.wait_for_selector(f"{place}:not(:empty)")
    assert page.inner_text(place) == UNLOADED
    assert page.get_attribute(place, "role") == "alert"
    page.unroute(f"**/{file}")
    page.click(press)
    page.wait_for_selector(there)
    assert page.locator(f"{place}:not(:empty)").count() == 0
    assert {complaint.split(":")[0] for complaint in visited.complaints} == {"Failed to load resource"}
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
    for request in requests:
        request.continue_()
    page.unroute(f"**/{file}")
    page.wait_for_selector(there)
    until(page, "document.getElementById('loading').hidden")


@pytest.mark.parametrize(("field", "choice"), [("level", "perfect"), ("first", "computer")])
def test_a_choice_while_a_bar_is_loading(field: str, choice: str, visited: Visit) -> None:
    """The level, or who begins, holds for a bar that is still loading when it is chosen."""
    requests = held(visited.page, CERTIFICATE)
    page = visited.open()
    page.select_option("#setup-rows", "5")
    arrived(page, requests)
    page.select_option(f"#setup-{field}", choice)
    for request in requests:
        request.continue_()
    page.wait_for_selector('#view-play[data-start^="8,8,8,8,8 "]')
    assert page.input_value(f"#setup-{field}") == choice
    until(page, f"location.hash.includes('{field}={choice}')")
