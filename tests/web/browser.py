"""A real browser for the tests of the page: Chromium, driven by playwright.

Without them the tests are skipped, unless ZCHOMP_REQUIRE_BROWSER=1 says that they must run.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import pytest

from zchomp.web.server import PageServer

if TYPE_CHECKING:
    import playwright.sync_api

Browser: TypeAlias = "playwright.sync_api.Browser"
Locator: TypeAlias = "playwright.sync_api.Locator"
Page: TypeAlias = "playwright.sync_api.Page"
Route: TypeAlias = "playwright.sync_api.Route"
"""Types of playwright, which is imported only if there is a browser."""

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The programs that the page can be tested in. The first has no windows, and is the quickest."""

CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)

FLAGS = ["--no-sandbox", "--in-process-gpu", "--renderer-process-limit=1"]
"""Few processes: to start them for every test takes longer than the test."""

AWAY = """window.away = true;
window.Worker = class extends Worker {
    constructor(script, options) {
        super(window.away ? "/none.js" : script, options);
    }
}"""
"""A script that prevents workers from loading while `away` is true."""

NOON = "2026-11-18T12:00:00"
"""The time on every reader's clock, a Wednesday, unless a test sets `now` to another time."""

CLOCK = """window.Date = class extends Date {
    constructor(...given) {
        super(...(given.length > 0 ? given : [window.now]));
    }
    static now() {
        return new Date().getTime();
    }
}"""
"""A script that stops the clock, so that a test knows the puzzle of today."""

DONE = """window.fetched = 0;
const { fetch } = window;
window.fetch = (...given) => fetch(...given).finally(() => (window.fetched += 1));
window.told = 0;
const { text } = Blob.prototype;
Blob.prototype.text = function () {
    return text.call(this).finally(() => (window.told += 1));
};"""
"""A script that counts the requests of the page that were answered or failed, and the files that it has read.

What the page does with them it does at once, before anybody outside can ask for the number.
"""

PHONE = (360, 740)
"""The screen of a phone."""

PATIENCE = 60_000
"""How long every wait lasts, in milliseconds, before it takes a busy machine for a broken page."""

SLOW = """window.Worker = class extends Worker {
    set onmessage(hear) {
        super.onmessage = async (event) => {
            while (event.data.done && window.holding) await new Promise((resolve) => setTimeout(resolve, 20));
            hear(event);
        };
    }
}"""
"""While the page is `holding`, no worker can report its verdict, as if it had much more to check."""


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser. The test is skipped if there is none, or fails if it is required."""
    missing = [] if CHROMIUM else ["chromium"]
    missing += [name for name in ("playwright", "axe_playwright_python") if find_spec(name) is None]
    if missing:
        message = f"not installed: {', '.join(missing)}; apt-get install chromium, and the extra 'test'"
        if os.environ.get("ZCHOMP_REQUIRE_BROWSER") == "1":
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=FLAGS,
            ignore_default_args=["--disable-ipc-flooding-protection"],  # readers have it: an address may not race
            timeout=PATIENCE,
        )
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def scrolling(browser: Browser) -> Iterator[Browser]:
    """Another browser of the same kind, which shows scroll bars."""
    other = browser.browser_type.launch(
        executable_path=CHROMIUM, args=FLAGS, ignore_default_args=["--hide-scrollbars"], timeout=PATIENCE
    )
    try:
        yield other
    finally:
        other.close()


@contextmanager
def served() -> Iterator[PageServer]:
    """The server of the page, on any free port."""
    with PageServer(0) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


class Visit:
    """A page in a browser, with all its complaints and requests."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.complaints: list[str] = []
        self.asked: list[str] = []
        page.on("console", lambda message: self._hear(message.type, message.text))
        page.on("pageerror", lambda problem: self.complaints.append(str(problem)))
        page.on("request", lambda request: self.asked.append(request.url))

    def _hear(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.complaints.append(text)

    def open(self, fragment: str = "") -> Page:
        """Open the page, and wait until it is ready. It is loaded afresh, even if only the fragment differs."""
        if self.page.url != "about:blank":
            self.page.goto("about:blank")
        self.page.goto(f"{self.address}{fragment}")
        self.page.wait_for_selector("html[data-ready]")
        return self.page

    def elsewhere(self) -> list[str]:
        """The requests that did not go to the server."""
        return [url for url in self.asked if not url.startswith((self.address, "blob:", "data:"))]


Visits: TypeAlias = Callable[..., Visit]
"""Begins visits, with the options of `visit`: `visits(size=PHONE, touch=True)`."""


@contextmanager
def visit(
    browser: Browser,
    server: PageServer,
    *,
    size: tuple[int, int] = (1280, 720),
    motion: object = False,
    touch: bool = False,
    mobile: bool = False,
    now: str = NOON,
    ticking: bool = False,
    **options: Any,
) -> Iterator[Visit]:
    """A visit that must end without a complaint and without a request to another host.

    Other options are those of a context of playwright.
    The reader allows copying, and prefers reduced motion unless `motion` is true or says what is preferred. The clock
    stays at `now`, or is the browser's own, with all its timers, for the test to put forward.
    """
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        reduced_motion="no-preference" if motion in {True, "no-preference"} else "reduce",
        has_touch=touch,
        is_mobile=mobile,
        permissions=["clipboard-read", "clipboard-write"],
        **options,
    )
    context.set_default_timeout(PATIENCE)
    if ticking:
        context.clock.install(time=now)
    else:
        context.add_init_script(f"window.now = {now!r}; {CLOCK}")
    found = Visit(context.new_page(), server.address)
    yield found
    context.close()
    assert found.complaints == [], found.complaints
    assert found.elsewhere() == [], found.elsewhere()


class Box(NamedTuple):
    """Where something is on the screen."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height


def box_of(page: Page, place: "str | Locator") -> Box:
    """Where an element is that must be seen."""
    found = (page.locator(place) if isinstance(place, str) else place).bounding_box()
    assert found is not None, place
    return Box(found["x"], found["y"], found["width"], found["height"])


def held(page: Page, file: str) -> list[Route]:
    """Hold back every request for a file, until it is released."""
    requests: list[Route] = []

    def hold(request: Route) -> None:
        requests.append(request)

    page.route(f"**/{file}", hold)
    return requests


def arrived(page: Page, requests: list[Route]) -> None:
    """Wait for the first request that is held back."""
    began = monotonic()
    while not requests:
        assert monotonic() < began + PATIENCE / 1000, "the file is not requested"
        page.wait_for_timeout(20)


def let_go(page: Page, requests: list[Route]) -> None:
    """Release certificates held back, and wait until the page, which was told to count (DONE), has read them."""
    arrived(page, requests)
    told = page.evaluate("window.told")
    for request in requests:
        request.continue_()
    until(page, f"window.told === {told + len(requests)}")


def drawn(page: Page) -> None:
    """Wait until the chart shows what is looked at."""
    page.wait_for_selector("#chart-canvas[data-drawn=true]")


FITTED = """([width, height]) => {
    const isFitted = (one) => one.offsetParent === null || one.dataset.size.startsWith(`${one.clientWidth} `);
    const chart = document.getElementById("chart-canvas");
    return innerWidth === width && innerHeight === height
        && [...document.querySelectorAll("[data-size]")].every(isFitted)
        && (chart.offsetParent === null || chart.width === Math.round(chart.clientWidth * devicePixelRatio));
}"""
"""Whether the window has a size, and all bars and the chart are drawn for it."""


def resized(page: Page, size: tuple[int, int]) -> None:
    """Give the window another size, and wait until all is drawn for it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    until(page, FITTED, size)


def routed(page: Page, times: int) -> None:
    """Wait until the page is done with a number of addresses, of which `open` was the first, wanted or not."""
    until(page, "(times) => Number(document.documentElement.dataset.routed ?? 0) >= times", times)


FOLLOW = """(link) => new Promise((resolve, reject) => {
    if (location.hash === `#${link.replace("#", "")}`) reject(new Error(`the address is ${link} already`));
    location.hash = link;
    const followed = location.href;
    addEventListener("hashchange", function done(event) {
        if (event.newURL !== followed) return;  // of an address before this one
        removeEventListener("hashchange", done);
        resolve(document.documentElement.dataset.routes);
    });
})"""


def followed(page: Page, link: str) -> None:
    """Follow a link within the page to another address, until the page is done with it."""
    routed(page, int(page.evaluate(FOLLOW, link)))


def says(page: Page, place: str, words: str) -> None:
    """Wait until a place has words in it."""
    script = "([id, words]) => document.getElementById(id).textContent.includes(words)"
    until(page, script, [place, words])


def copied(page: Page, button: str) -> str:
    """Press a button that copies, wait until the page says that it has, and return what a reader can paste."""
    page.click(button)
    said = "(one) => one.checkVisibility() && /copied|Copied/.test(one.textContent)"
    until(page, f"[...document.querySelectorAll('[role=status]')].some({said})")
    return str(page.evaluate("navigator.clipboard.readText()"))


def reloaded(page: Page) -> None:
    """Reload the page, and wait until it is ready."""
    page.reload()
    page.wait_for_selector("html[data-ready]")


def open_more(page: Page) -> None:
    """Open More, unless it is open."""
    if page.is_hidden("#more-panel"):
        page.click("#more")


def settled(page: Page) -> str:
    """Wait for the computer, and return whose turn it is, or that the game is over."""
    page.wait_for_selector('#view-play:not([data-turn="computer"])')
    return str(page.get_attribute("#view-play", "data-turn"))


def source(page: Page) -> str:
    """The opponent's note about its source, folded or not."""
    return str(page.text_content("#opponent-source"))


def until(page: Page, condition: str, given: object = None) -> None:
    """Wait for a condition, from outside: the page itself must not evaluate text."""
    began = monotonic()
    while not page.evaluate(condition, given):
        assert monotonic() < began + PATIENCE / 1000, f"this never came true: {condition} {given or ''}"
        page.wait_for_timeout(20)
