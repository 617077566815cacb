"""The page on other web hosts, as `zchomp web --out` writes it: links, installation, and no network."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from PIL import Image

from tests.web.browser import Browser, Page, copied, held, open_more, reloaded, until
from tests.web.playing import square
from zchomp.errors import InvalidArgument
from zchomp.web.server import ASSETS, PageServer, write_page

ADDRESS = "https://example.org/games/chomp"


class QuietHandler(SimpleHTTPRequestHandler):
    """A plain web server that logs nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is Python's
        """Log nothing."""


@contextmanager
def hosted(folder: Path, named: str | None = None, handler: type[QuietHandler] = QuietHandler) -> Iterator[str]:
    """The address of a web server for the page, which is written into a folder, and may name another address."""
    write_page(folder, named)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder.parent))) as host:
        Thread(target=host.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{host.server_port}/{folder.name}/"
        finally:
            host.shutdown()


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    """A reader who prefers reduced motion, and allows copying."""
    context = browser.new_context(reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"])
    yield context.new_page()
    context.close()


def come(page: Page, address: str) -> None:
    """Visit a page for the first time, until the browser has cached it."""
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def test_on_any_web_host(reader: Page, tmp_path: Path) -> None:
    """The output of --out works in a folder of a plain web server, with the page's own security policy."""
    complaints: list[str] = []
    reader.on("pageerror", lambda problem: complaints.append(str(problem)))
    with hosted(tmp_path / "chomp") as address:
        reader.goto(f"{address}#play/9,7,4")
        until(reader, "document.querySelector('#opponent .good') !== null")
        reader.click(square(3, 3))
        until(reader, "document.querySelectorAll('#turns li').length === 2")
    assert complaints == []


def test_a_page_with_an_address(reader: Page, tmp_path: Path) -> None:
    """A page written with its address has it in its links, can be embedded, and works offline."""
    with hosted(tmp_path / "chomp", ADDRESS) as address:
        come(reader, address)
        open_more(reader)
        assert copied(reader, "#copy-link") == f"{ADDRESS}/#play/8,8,8"
        assert reader.get_attribute('meta[property="og:image"]', "content") == f"{ADDRESS}/card.png"
        reader.context.set_offline(True)
        reader.goto(f"{address}?embed#play/5,5")
        reader.wait_for_selector('html[data-ready] #view-play[data-rows="5,5"]')
        assert reader.is_hidden("header")
        assert reader.is_visible("#board")
        reader.goto(f"{address}#chart/782/1000")
        reader.reload()
        until(reader, "document.getElementById('view-chart').innerText.includes('782')")
        assert "cannot be fetched" not in reader.inner_text("#view-chart")


def test_it_can_be_installed(reader: Page, tmp_path: Path) -> None:
    """The browser reads the name and the icon of the page, in its colours, without complaint."""
    with hosted(tmp_path / "chomp") as address:
        come(reader, address)
        session = reader.context.new_cdp_session(reader)
        found = session.send("Page.getAppManifest")
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        paper = reader.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--paper')")
    assert (found["url"], found["errors"]) == (f"{address}manifest.json", [])
    assert {error["errorId"] for error in errors} <= {"in-incognito"}  # as every page of a test is
    manifest = json.loads(found["data"])
    assert manifest["background_color"] == paper.strip()
    assert (tmp_path / "chomp" / manifest["icons"][0]["src"]).is_file()


@pytest.mark.parametrize("how", ["errors", "silence"])
def test_after_a_visit_the_host_may_fail(how: str, reader: Page, tmp_path: Path) -> None:
    """After a visit the page works even if its host answers with errors, or never answers."""
    spoiled, mended = Event(), Event()

    class SpoiledHandler(QuietHandler):
        def do_GET(self) -> None:
            if spoiled.is_set() and how == "errors":
                self.send_error(503)
                return
            if spoiled.is_set():
                mended.wait()
            with suppress(ConnectionError):  # of a client that did not wait
                super().do_GET()

    with hosted(tmp_path / "chomp", ADDRESS, SpoiledHandler) as address:
        come(reader, address)
        spoiled.set()
        try:
            reader.goto(f"{address}?again#play/5,5")
            reader.wait_for_selector('html[data-ready] #view-play[data-rows="5,5"]')
            assert reader.is_visible("#board")
        finally:
            mended.set()


def deploy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write another version of the page over the first one: what words.js exports has other names in every file."""
    assets = folder.parent / "assets"
    shutil.copytree(ASSETS, assets)
    for path in assets.glob("*.js"):
        if path.name != "checker.js":
            text = re.sub(r"\b(counted|squareText|isVerified)\b", r"\1Anew", path.read_text("utf-8"))
            path.write_text(text, "utf-8")
    start = assets / "index.html"
    start.write_text(start.read_text("utf-8").replace("<footer>", '<footer id="second">'), "utf-8")
    monkeypatch.setattr("zchomp.web.server.ASSETS", assets)
    for path in write_page(folder):
        os.utime(path, (2_000_000_000, 2_000_000_000))  # hosts tell seconds apart, and nothing less


def learn(page: Page) -> None:
    """Open the page without a network, and Learn in it."""
    page.context.set_offline(True)
    reloaded(page)
    page.click('nav a[data-view="learn"]')
    page.wait_for_selector("#learn-step:not(:empty), #unloaded:not(:empty)")
    assert page.is_visible("#learn-board .square >> nth=0")


def test_a_new_version_takes_over_whole(reader: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new version is seen with the first visit, works without a network, and nothing is left of the old one."""
    with hosted(tmp_path / "chomp") as address:
        come(reader, address)
        (first,) = reader.evaluate("caches.keys()")
        deploy(tmp_path / "chomp", monkeypatch)
        reader.goto(address)
        reader.wait_for_selector("html[data-ready] #second")
        learn(reader)
        assert reader.locator("#second").count() == 1
        (second,) = reader.evaluate("caches.keys()")
        assert first != second


def test_a_new_version_does_not_disturb(reader: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays when a new version is found goes on with the old one, and has the new one after it."""
    with hosted(tmp_path / "chomp") as address:
        reader.clock.install()
        come(reader, address)
        reader.click(square(3, 3))
        deploy(tmp_path / "chomp", monkeypatch)
        assert reader.evaluate(UPDATED) == "installed"
        reader.clock.run_for(60_000)
        assert reader.locator("#second").count() == 0
        assert reader.evaluate("navigator.serviceWorker.ready.then(({ waiting }) => waiting !== null)")
        reader.reload()
        reader.wait_for_selector("html[data-ready] #second")
        assert "bites=3.3" in reader.url


UPDATED = """navigator.serviceWorker.ready.then((registration) => registration.update()).then(({ installing }) => {
    return new Promise((resolve) => (installing.onstatechange = () => resolve(installing.state)));
})"""
"""Look for a new version, and tell what becomes of it."""


def test_half_a_version_is_not_kept(reader: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as a host has files of two versions, the old one stays, whole."""
    with hosted(tmp_path / "chomp") as address:
        before = (tmp_path / "chomp" / "learn.js").read_bytes()
        come(reader, address)
        kept = reader.evaluate("caches.keys()")
        deploy(tmp_path / "chomp", monkeypatch)
        (tmp_path / "chomp" / "learn.js").write_bytes(before)
        assert reader.evaluate(UPDATED) == "redundant"
        learn(reader)
        assert reader.locator("#second").count() == 0
        assert reader.evaluate("caches.keys()") == kept


def test_the_card_of_a_link(tmp_path: Path) -> None:
    """The preview picture of a link has the usual size, and shows (8, 4, 4) with its poison."""
    write_page(tmp_path / "chomp")
    with Image.open(tmp_path / "chomp" / "card.png") as card:
        assert (card.format, card.size) == ("PNG", (1200, 630))
        squares = [[card.getpixel((142 + 132 * column, 183 + 132 * row)) for column in range(8)] for row in range(3)]
    poison, chocolate, eaten = squares[0][0], squares[0][1], squares[2][7]
    assert len({poison, chocolate, eaten}) == 3
    assert [row.count(chocolate) for row in squares] == [7, 4, 4]
    assert [row.count(eaten) for row in squares] == [0, 4, 4]


@pytest.mark.parametrize("address", ["chomp", "ftp://x.org/", 'https://x.org/"><b>', "https://x.org/?q=1", "https://"])
def test_invalid_addresses(address: str, tmp_path: Path) -> None:
    """An invalid address is refused, and nothing is written."""
    with pytest.raises(InvalidArgument, match="not an address"):
        write_page(tmp_path / "chomp", address)
    assert not (tmp_path / "chomp").exists()


def test_opened_as_a_file(reader: Page, tmp_path: Path) -> None:
    """A page opened as a file says what to do, after a while."""
    write_page(tmp_path / "chomp")
    reader.goto((tmp_path / "chomp" / "index.html").as_uri())
    reader.wait_for_selector("#loading .later")
    assert "Run zchomp web" in reader.inner_text("#loading")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_slow_line(motion: Any, browser: Browser, tmp_path: Path) -> None:
    """While the page loads it says so, and nothing of files, whether its reader wants motion or not."""
    context = browser.new_context(reduced_motion=motion)
    page = context.new_page()
    requests = held(page, "app.js")
    with hosted(tmp_path / "chomp") as address:
        page.goto(address, wait_until="commit")
        until(page, "document.getElementById('loading')?.innerText.trim() === 'Loading …'")
        assert page.is_hidden("#loading .later")
        for request in requests:
            request.continue_()
        page.wait_for_selector("html[data-ready]")
        assert page.is_hidden("#loading")
    context.close()


def scripts_before_the_first_file(page: Page, address: str) -> set[str]:
    """The scripts that a browser asks for before app.js begins, which is when it asks for the list of certificates."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    scripts = [name for name in asked[: asked.index("index.json")] if name.endswith(".js")]
    assert len(scripts) == len(set(scripts))
    return set(scripts)


def test_all_scripts_are_asked_for_at_once(reader: Page, server: PageServer, tmp_path: Path) -> None:
    """A written page names exactly the scripts that the first view imports, and each is asked for once."""
    imported = scripts_before_the_first_file(reader, server.address)
    assert len(imported) > 15
    with hosted(tmp_path / "chomp") as address:
        start = (tmp_path / "chomp" / "index.html").read_text("utf-8")
        named = re.findall(r'<link rel="modulepreload" href="(.+)">', start)
        assert sorted(named) == sorted(imported - {"app.js"})
        page = reader.context.new_page()
        warnings: list[str] = []
        page.on("console", lambda message: warnings.append(message.text))
        assert scripts_before_the_first_file(page, address) == imported
        assert warnings == []
