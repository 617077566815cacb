"""The picture of the page for the README: `python -m tests.web.picture` writes docs/images/page.png again."""

from tests.support import ROOT
from tests.web.browser import Browser, launched, served, until
from zchomp.web.server import PageServer

PICTURE = ROOT / "docs" / "images" / "page.png"
WIDTH, HEIGHT = 1280, 600


def picture(browser: Browser, server: PageServer) -> bytes:
    """Take the picture: the bar (9, 7, 4) with its winning bites."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{server.address}#play/9,7,4")
    page.wait_for_selector("html[data-ready]")
    until(page, "document.querySelector('#opponent .good') !== null")
    page.dblclick("#hint")
    page.hover("h1")
    taken = page.screenshot()
    context.close()
    return taken


if __name__ == "__main__":
    with served() as server, launched() as browser:
        PICTURE.write_bytes(picture(browser, server))
