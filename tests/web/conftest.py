"""One server and one browser for all tests of a worker, and a fresh page for each test."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.web.browser import Browser, Page, Visit, Visits, launched, served, visit
from zchomp.web.server import PageServer


@pytest.fixture(scope="session")
def server() -> Iterator[PageServer]:
    """The server of the page."""
    with served() as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium."""
    with launched() as running:
        yield running


@pytest.fixture
def visits(browser: Browser, server: PageServer) -> Iterator[Visits]:
    """Visits by any readers."""
    with ExitStack() as stack:

        def begin(**options: Any) -> Visit:
            return stack.enter_context(visit(browser, server, **options))

        yield begin


@pytest.fixture
def visited(visits: Visits) -> Visit:
    """A visit by a reader who prefers reduced motion, and allows copying."""
    return visits()


@pytest.fixture
def page(visited: Visit) -> Page:
    """The page, ready."""
    return visited.open()
