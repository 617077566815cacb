"""Learn: the five steps of the tour, played by somebody who follows them, and by somebody who does not."""

from typing import TYPE_CHECKING, Any

import pytest

import zchomp
from tests.web.browser import Visit, until, visit
from zchomp.position import Outcome, Position
from zchomp.web.server import PageServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def left(page: "Page") -> Position:
    """The bar on the page."""
    found = page.evaluate(
        "[...document.querySelectorAll('#learn-board .square')].map(({ dataset }) => Number(dataset.row))"
    )
    return Position(tuple(found.count(row) for row in sorted(set(found))))


def state(page: "Page") -> str:
    """Whether the step is open, done or missed."""
    return str(page.get_attribute("#view-learn", "data-state"))


def bite(page: "Page", row: int, column: int) -> None:
    """Click a square, and wait for the answer, unless only the poison is left."""
    bites = int(str(page.get_attribute("#view-learn", "data-bites")))
    over = left(page).chomp((row, column)).squares() == 1
    page.click(f'#learn-board button[data-row="{row}"][data-column="{column}"]')
    page.wait_for_selector(f'#view-learn[data-bites="{bites + (1 if over else 2)}"]')


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_lesson_is_won_by_winning_bites(step: int, visited: Visit) -> None:
    """Whoever makes a winning bite every time finishes the lesson."""
    page = visited.open(f"#learn/{step}")
    while state(page) == "open":
        moves = zchomp.winning_moves(left(page))
        assert not isinstance(moves, zchomp.Unknown)
        bite(page, *moves[0])
    assert state(page) == "done"
    assert page.evaluate("document.activeElement.id") == "learn-next"


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_lesson_is_missed_by_another_bite(step: int, visited: Visit) -> None:
    """After a bite that does not win, the computer wins, says so, and the lesson can begin again."""
    page = visited.open(f"#learn/{step}")
    bar = left(page)
    bite(page, 1, bar.rows[0])
    assert state(page) == "missed"
    assert page.inner_text("#learn-status") != ""
    highlighted = "[...document.querySelectorAll('#view-learn button.main')].map(({ id }) => id)"
    assert page.evaluate(highlighted) == ["learn-again"]
    assert page.evaluate("document.activeElement.id") == "learn-again"
    page.click("#learn-again")
    assert left(page) == bar
    assert state(page) == "open"
    assert page.evaluate(highlighted) == ["learn-next"]


def test_again_while_the_computer_thinks(browser: "Browser", server: PageServer) -> None:
    """Again before the answer begins the lesson anew: no answer to the bite before comes, and the next bite has one."""
    context = browser.new_context()
    with visit(context, server) as visited:
        for step in (2, 5):
            page = visited.open(f"#learn/{step}")
            bar = left(page)
            bitten_and_begun_again = """() => {
                document.querySelector('#learn-board button[data-row="2"][data-column="2"]').click();
                const { bites } = document.getElementById("view-learn").dataset;
                document.getElementById("learn-again").click();
                return bites;
            }"""
            assert page.evaluate(bitten_and_begun_again) == "1"  # at once, so that no answer comes between
            assert left(page) == bar
            bite(page, 2, bar.rows[1])
            assert page.inner_text("#learn-status") != ""
            assert left(page).squares() < bar.squares() - 1
    context.close()


def test_the_stolen_strategy_is_true(visited: Visit) -> None:
    """The frames lead from the full bar to its winning bite, and the answer that is shown is that bite."""
    page = visited.open("#learn/4")
    said, taken = [], []
    while state(page) == "open":
        said.append(page.inner_text("#learn-status"))
        taken.append(page.locator("#learn-board .taken").count())
        page.wait_for_timeout(50)
        assert page.inner_text("#learn-status") == said[-1]  # without motion, nothing goes on by itself
        page.click("#learn-next")
    assert len(said) == 4
    assert page.inner_text("#learn-words") == " ".join(said)
    assert all(words.endswith(".") for words in said)  # so that they can be read one after the other
    assert said[-1].startswith("But whatever I answer: on the full bar that bite would have eaten the last square, too")
    assert taken == [0, 0, 0, 2]  # the bite that the words are about is marked on the full bar
    assert left(page) == Position((5, 5, 5)).chomp((3, 4))
    full, bitten = Position((5, 5, 5)), Position((5, 5, 4))
    assert all(full.chomp(answer) == bitten.chomp(answer) for answer in bitten.moves())
    assert zchomp.outcome(left(page)) is Outcome.LOSER
    moves = zchomp.winning_moves("3x5")
    assert not isinstance(moves, zchomp.Unknown)
    assert left(page) in {Position((5, 5, 5)).chomp(move) for move in moves}
    assert left(page) in {Position((5, 5, 4)).chomp(move) for move in Position((5, 5, 4)).moves()}


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_back_leads_to_the_frame_before(motion: Any, browser: "Browser", server: PageServer) -> None:
    """In the stolen strategy Back leads one frame back, which then stays, and from the first one to the step before."""
    context = browser.new_context(reduced_motion=motion)
    with visit(context, server) as visited:
        page = visited.open("#learn/4")
        said = []
        while state(page) == "open":
            said.append((page.inner_text("#learn-words"), page.inner_text("#learn-status"), left(page)))
            page.click("#learn-next")
        assert len(said) == 4
        for words, status, bar in reversed(said):
            page.click("#learn-back")
            assert state(page) == "open"
            assert page.inner_text("#learn-words") == words
            assert page.inner_text("#learn-status") == status
            assert page.inner_text("#learn-again") == "Again"
            assert left(page) == bar
        assert page.inner_text("#learn-step") == "4 of 5: The stolen strategy"
        page.click("#learn-back")
        until(page, "document.getElementById('learn-step').textContent.startsWith('3 of 5')")
    context.close()


def test_the_family_is_a_family(visited: Visit) -> None:
    """Every bar that the slider shows is a loser, and the last button leads to the game."""
    page = visited.open("#learn/5")
    for a in (0, 3, 12):
        page.fill("#learn-family", str(a))
        assert left(page).rows == (4 + a, 2 + a, 2)
        assert zchomp.outcome(left(page)) is Outcome.LOSER
    assert page.inner_text("#learn-words").startswith(
        "Two squares in the third row, and the top row two squares longer"
    )
    page.click("#learn-next")
    page.wait_for_selector("#view-play:not([hidden])")
    assert page.input_value("#setup-level") == "easy"
    until(page, "document.activeElement.closest('#board') !== null")


def test_the_family_answers(visited: Visit) -> None:
    """In the last step every bite is answered so that a loser is left, until only the poison is."""
    page = visited.open("#learn/5")
    page.fill("#learn-family", "1")
    assert left(page).rows == (5, 3, 2)
    while left(page).squares() > 1:
        bite(page, 1, left(page).rows[0])
        assert page.inner_text("#learn-status").startswith("I bit")
        assert zchomp.outcome(left(page)) is Outcome.LOSER
    assert page.inner_text("#learn-status").endswith("the poison is yours.")
    page.click("#learn-again")
    assert left(page).rows == (5, 3, 2)


def test_the_stolen_strategy_moves(browser: "Browser", server: PageServer) -> None:
    """With motion the frames follow each other by themselves, and can be paused."""
    context = browser.new_context()
    with visit(context, server) as visited:
        page = visited.open("#learn/4")
        assert page.inner_text("#learn-again") == "Pause"
        until(page, "document.getElementById('learn-words').textContent !== ''")
        page.click("#learn-again")
        said = page.inner_text("#learn-status")
        assert page.inner_text("#learn-again") == "Again"
        page.wait_for_timeout(4000)
        assert page.inner_text("#learn-status") == said
    context.close()


def test_long_words_stay_longer(browser: "Browser", server: PageServer) -> None:
    """A frame stays for 0.3 seconds a word, and at least for 3.6 seconds."""
    context = browser.new_context()
    context.add_init_script(
        """window.waits = [];
        const { setTimeout } = window;
        window.setTimeout = (work, time) => (time < 3000 ? setTimeout(work, time) : window.waits.push(time));"""
    )
    with visit(context, server) as visited:
        page = visited.open("#learn/4")
        expected = []
        while state(page) == "open":
            expected.append(max(3600, 300 * len(page.inner_text("#learn-status").split())))
            assert page.evaluate("window.waits.at(-1)") == expected[-1]
            page.click("#learn-next")
        assert min(expected) == 3600
        assert max(expected) > 8000
    context.close()


@pytest.mark.parametrize("step", [1, 4])
def test_a_bar_is_drawn_for_the_width(step: int, visited: Visit) -> None:
    """A bar that was drawn for a desk has, on a page that is made narrow, the squares that a phone has."""
    width = "document.querySelector('#learn-board .square').getBoundingClientRect().width"
    visited.page.set_viewport_size({"width": 360, "height": 720})
    page = visited.open(f"#learn/{step}")
    small = page.evaluate(width)
    page.set_viewport_size({"width": 1280, "height": 720})
    page = visited.open(f"#learn/{step}")
    assert page.evaluate(width) > small
    page.set_viewport_size({"width": 360, "height": 720})
    until(page, f"{width} === {small}")


def test_only_a_win_is_danced_for(browser: "Browser", server: PageServer) -> None:
    """The poison dances once when a lesson or a game is won: not when a step opens, and not for a bar drawn anew."""
    context = browser.new_context()
    context.add_init_script(
        """window.joys = 0;
        addEventListener("animationstart", ({ animationName }) => (window.joys += animationName === "joy" ? 1 : 0));"""
    )
    drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(window.joys))))"
    with visit(context, server) as visited:
        page = visited.open("#learn/5")
        page.fill("#learn-family", "0")
        assert page.evaluate(drawn) == 0
        for address, board, width in (("#learn/1", "learn-board", 700), ("#play/4", "board", 900)):
            page = visited.open(address)
            page.click(f'#{board} button[data-row="1"][data-column="2"]')
            until(page, "window.joys === 1")
            page.locator(f"#{board} .poison").evaluate("(one) => { window.poison = one; }")
            page.set_viewport_size({"width": width, "height": 720})
            until(page, "!window.poison.isConnected")
            assert page.evaluate(drawn) == 1
        page = visited.open("#play/4?bites=1.2")
        assert page.evaluate(drawn) == 0
    context.close()


def test_steps_have_links(page: "Page") -> None:
    """Next and Back change the step and the address, and the way back of the browser leads back."""
    page.click('nav a[data-view="learn"]')
    until(page, "document.getElementById('learn-step').textContent === '1 of 5: The rule'")
    page.click("#learn-next")
    until(page, "document.getElementById('learn-step').textContent === '2 of 5: Two rows'")
    assert page.evaluate("location.hash") == "#learn/2"
    assert page.evaluate("document.activeElement.id") == "learn-step"  # which is read aloud, and described by its words
    assert page.get_attribute("#learn-step", "aria-describedby") == "learn-words"
    page.go_back()
    until(page, "document.getElementById('learn-step').textContent === '1 of 5: The rule'")
    assert page.is_disabled("#learn-back")
