"""The bar for screen readers: a grid of rows and cells, with one Tab stop, in Play and in Learn."""

from tests.web.browser import Page, Visit, followed
from tests.web.playing import bite
from tests.web.test_look import violations

BARS = [
    ("#play/9,7,4", "board"),
    ("#play/900000,700000,115", "board"),
    ("#puzzle", "board"),
    ("#learn/2", "learn-board"),
]


def cells(page: Page, board: str) -> list[list[str]]:
    """The names of the cells of the bar, row by row, as in a screen reader."""
    rows = page.locator(f"#{board}").get_by_role("row")
    return [[str(cell.get_attribute("aria-label")) for cell in row.get_by_role("gridcell").all()] for row in rows.all()]


def test_the_bar_is_a_grid(visited: Visit) -> None:
    """The bar has its rows that are not eaten, and cells with their columns, and says what its keys and bites do."""
    page = visited.open()
    for fragment, board in BARS:
        followed(page, fragment)
        grid = page.get_by_role("grid")
        assert grid.count() == 1
        assert str(grid.get_attribute("aria-label")).startswith("The bar (")
        found = cells(page, board)
        assert all(len(row) > 0 for row in found)
        for number, row in enumerate(found, 1):
            assert all(name.startswith(f"Row {number}, ") for name in row)
        assert sum(map(len, found)) == page.locator(f"#{board} button").count()
        columns = page.eval_on_selector_all(
            f"#{board} button", "(all) => all.map((one) => [one.ariaColIndex, one.dataset.from])"
        )
        assert all(index == column for index, column in columns)
        assert page.locator(f'#{board} [tabindex="0"]').count() == 1
        assert violations(page) == []
        described = str(page.get_attribute(f"#{board}", "aria-describedby"))
        assert page.text_content(f"#{described}") == "Arrow keys move on the bar, and Enter bites."
        assert page.evaluate("(id) => document.getElementById(id).closest('section').hidden", described) is False
        assert page.evaluate("(id) => document.getElementById(id).getBoundingClientRect().right < 0", described)
        squares = page.eval_on_selector_all(
            f"#{board} .square", "(all) => [...new Set(all.map((one) => one.getAttribute('aria-describedby')))]"
        )
        assert squares == ([None] if board == "learn-board" else ["preview"])
    page = visited.open("#play/4,4,4?level=perfect")
    assert [len(row) for row in cells(page, "board")] == [4, 4, 4]
    bite(page, 3, 1)
    rows = [int(length) for length in str(page.get_attribute("#view-play", "data-rows")).split(",")]
    assert [len(row) for row in cells(page, "board")] == rows
    assert page.locator("#board .line").count() == 3
    page.focus('#board [tabindex="0"]')
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.row") == str(len(rows))
