"""A real browser for the tests of the page: Chromium, driven by playwright.

Without them the tests are skipped, unless ZCHOMP_REQUIRE_BROWSER=1 says that they must run.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING

import pytest

from zchomp.installation import BROWSERS
from zchomp.web.server import PageServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

__all__ = [
    "AWAY",
    "NOON",
    "SLOW",
    "Visit",
    "arrived",
    "held",
    "launched",
    "open_more",
    "scrolling",
    "served",
    "settled",
    "source",
    "until",
    "visit",
]

CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)

AWAY = """window.away = true;
window.Worker = class extends Worker {
    constructor(script, options) {
        super(window.away ? "/none.js" : script, options);
    }
}"""
"""A script that prevents workers from loading while `away` is true."""

NOON = "2026-11-18T12:00:00"
"""The time on every reader's clock, a Wednesday, unless a test sets `now` to another time."""

CLOCK = f"""window.now = {NOON!r};
window.Date = class extends Date {{
    constructor(...given) {{
        super(...(given.length > 0 ? given : [window.now]));
    }}
    static now() {{
        return new Date().getTime();
    }}
}}"""
"""A script that stops the clock, so that a test knows the puzzle of today."""

PATIENCE = 600_000
"""How long playwright waits, in milliseconds, before it takes a busy machine for a broken page."""


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
def launched() -> "Iterator[Browser]":
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
            args=["--no-sandbox"],
            ignore_default_args=["--disable-ipc-flooding-protection"],  # readers have it: an address may not race
            timeout=PATIENCE,
        )
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def scrolling(browser: "Browser") -> "Iterator[Browser]":
    """Another browser of the same kind, which shows scroll bars."""
    other = browser.browser_type.launch(
        executable_path=CHROMIUM, args=["--no-sandbox"], ignore_default_args=["--hide-scrollbars"], timeout=PATIENCE
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

    def __init__(self, page: "Page", address: str) -> None:
        self.page, self.address = page, address
        self.complaints: list[str] = []
        self.asked: list[str] = []
        page.on("console", lambda message: self._hear(message.type, message.text))
        page.on("pageerror", lambda problem: self.complaints.append(str(problem)))
        page.on("request", lambda request: self.asked.append(request.url))

    def _hear(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.complaints.append(text)

    def open(self, fragment: str = "") -> "Page":
        """Open the page, and wait until it is ready. It is loaded afresh, even if only the fragment differs."""
        if self.page.url != "about:blank":
            self.page.goto("about:blank")
        self.page.goto(f"{self.address}{fragment}")
        self.page.wait_for_selector("html[data-ready]")
        return self.page

    def elsewhere(self) -> list[str]:
        """The requests that did not go to the server."""
        return [url for url in self.asked if not url.startswith((self.address, "blob:", "data:"))]


@contextmanager
def visit(context: "BrowserContext", server: PageServer) -> Iterator[Visit]:
    """A visit that must end without a complaint and without a request to another host."""
    context.set_default_timeout(PATIENCE)
    context.add_init_script(CLOCK)
    found = Visit(context.new_page(), server.address)
    yield found
    assert found.complaints == [], found.complaints
    assert found.elsewhere() == [], found.elsewhere()


def held(page: "Page", file: str) -> "list[Route]":
    """Hold back every request for a file, until it is released."""
    requests: list[Route] = []

    def hold(request: "Route") -> None:
        requests.append(request)

    page.route(f"**/{file}", hold)
    return requests


def arrived(page: "Page", requests: "list[Route]") -> None:
    """Wait for the first request that is held back."""
    while not requests:
        page.wait_for_timeout(20)


def open_more(page: "Page") -> None:
    """Open More, unless it is open."""
    if page.is_hidden("#more-panel"):
        page.click("#more")


def settled(page: "Page") -> str:
    """Wait for the computer, and return whose turn it is, or that the game is over."""
    page.wait_for_selector('#view-play:not([data-turn="computer"])')
    return str(page.get_attribute("#view-play", "data-turn"))


def source(page: "Page") -> str:
    """The opponent's note about its source, folded or not."""
    return str(page.text_content("#opponent-source"))


def until(page: "Page", condition: str) -> None:
    """Wait for a condition, from outside: the page itself must not evaluate text."""
    began = monotonic()
    while not page.evaluate(condition):
        assert monotonic() < began + PATIENCE / 1000, f"this never came true: {condition}"
        page.wait_for_timeout(20)
