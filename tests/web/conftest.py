"""A server and a browser for all tests of a file, and a fresh page for each."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import Visit, launched, served, visit
from zchomp.web.server import PageServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    """The server of the page."""
    with served() as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """Chromium."""
    with launched() as running:
        yield running


@pytest.fixture
def visited(browser: "Browser", server: PageServer) -> Iterator[Visit]:
    """A visit by a reader who prefers reduced motion, and allows copying."""
    context = browser.new_context(reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"])
    with visit(context, server) as found:
        yield found
    context.close()


@pytest.fixture
def page(visited: Visit) -> "Page":
    """The page, ready."""
    return visited.open()
