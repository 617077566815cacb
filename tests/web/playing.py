"""Shared by the tests of games on the page: starting a game, pointing, biting, and reading the messages."""

from time import monotonic

import zchomp
from tests.support import known
from tests.web.browser import PATIENCE, Page, open_more, settled
from zchomp.bars.position import Move, Position


def rows(page: Page) -> tuple[int, ...]:
    """The position on the page."""
    return tuple(map(int, str(page.get_attribute("#view-play", "data-rows")).split(",")))


def start(page: Page, position: str, first: str = "you", level: str = "perfect") -> None:
    """Start a game, and wait for the computer if it goes first."""
    page.select_option("#setup-first", first)
    page.select_option("#setup-level", level)
    open_more(page)
    page.fill("#setup-position", position)
    games = page.get_attribute("#view-play", "data-games")
    page.click("#play-bar")
    begun = f'[data-start="{",".join(map(str, Position.parse(position).rows))} {first}"]'
    page.wait_for_selector(f'#view-play{begun}:not([data-games="{games}"])')
    settled(page)


def answer(page: Page) -> Move:
    """The only winning bite."""
    (move,) = known(zchomp.winning_moves(rows(page)))
    return move


def square(row: int, column: int) -> str:
    """A square of the bar."""
    return f'#board button[data-row="{row}"][data-column="{column}"]'


def point(page: Page, row: int, column: int) -> str:
    """Point at a square, wherever it moves, and return what is said once the page says that it is about this square."""
    began, about, words = monotonic(), "", ""
    while about != f"{row}.{column}":
        assert monotonic() < began + PATIENCE / 1000, f"{about} instead of {row}.{column}: {words}"
        page.hover(square(row, column))
        about, words = page.eval_on_selector("#preview", "(one) => [one.dataset.square, one.innerText]")
    return words


def away(page: Page) -> None:
    """Point at nothing."""
    page.mouse.move(1, 1)
    page.wait_for_selector('#preview[data-square=""]', state="attached")


def bite(page: Page, row: int, column: int) -> str:
    """Click a square, and wait for the reply."""
    page.click(square(row, column))
    return settled(page)


def bite_typed(page: Page, row: str, column: str) -> str:
    """Type a bite, and wait for the reply. The form is opened if necessary."""
    if page.is_hidden("#bite"):
        open_more(page)
        page.click("#type-bite")
    page.fill("#bite-row", row)
    page.fill("#bite-column", column)
    page.click("#bite button")
    return settled(page)


def press(page: Page, button: str) -> None:
    """Press a button that stays pressed, unless it is."""
    if page.get_attribute(button, "aria-pressed") != "true":
        page.click(button)


def explain(page: Page) -> None:
    """Press Why, and unfold the mathematics."""
    page.click("#explain")
    page.click("#why summary")


def status(page: Page) -> str:
    """The status line of the page."""
    return page.inner_text("#status")
