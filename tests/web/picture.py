"""The picture of the page for the README: `python -m tests.web.picture` writes docs/images/page.png anew."""

from tests.support import ROOT
from tests.web.browser import launched, served, until

__all__ = ["main"]

PICTURE = ROOT / "docs" / "images" / "page.png"
WIDTH, HEIGHT = 1280, 600


def main() -> None:
    """Take the picture: the bar (9, 7, 4) with its winning bites."""
    with served() as server, launched() as browser:
        page = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce").new_page()
        page.goto(f"{server.address}#play/9,7,4")
        page.wait_for_selector("html[data-ready]")
        until(page, "document.querySelector('#opponent .good') !== null")
        page.click("#hint")
        page.hover("h1")
        page.screenshot(path=PICTURE)


if __name__ == "__main__":
    main()
