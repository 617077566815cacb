"""Learn: the five steps of the tour, followed correctly and incorrectly."""

from typing import Any

import pytest

import zchomp
from tests.support import known
from tests.web.browser import Page, Visit, Visits, box_of, followed, until
from zchomp.bars.position import Position
from zchomp.core.answers import Outcome


def left(page: Page) -> Position:
    """The bar on the page."""
    found = page.evaluate(
        "[...document.querySelectorAll('#learn-board .square')].map(({ dataset }) => Number(dataset.row))"
    )
    return Position(tuple(found.count(row) for row in sorted(set(found))))


def state(page: Page) -> str:
    """Whether the step is open, done or missed."""
    return str(page.get_attribute("#view-learn", "data-state"))


def bite(page: Page, row: int, column: int) -> None:
    """Click a square, and wait for the reply, unless only the poison is left."""
    bites = int(str(page.get_attribute("#view-learn", "data-bites")))
    over = left(page).chomp((row, column)).squares() == 1
    page.click(f'#learn-board button[data-row="{row}"][data-column="{column}"]')
    page.wait_for_selector(f'#view-learn[data-bites="{bites + (1 if over else 2)}"]')


def test_lessons_are_missed_and_won(visited: Visit) -> None:
    """After a losing bite the computer wins, says so, and the lesson can be restarted. Winning bites finish it."""
    page = visited.open()
    for step in (1, 2, 3):
        followed(page, f"learn/{step}")
        bar = left(page)
        bite(page, 1, bar.rows[0])
        assert state(page) == "missed"
        assert page.inner_text("#learn-status") != ""
        highlighted = "[...document.querySelectorAll('#view-learn button.main')].map(({ id }) => id)"
        assert page.evaluate(highlighted) == ["learn-again"]
        assert page.evaluate("document.activeElement.id") == "learn-again"
        page.click("#learn-again")
        assert left(page) == bar
        rows, squares = (
            f"{n} {word}{'' if n == 1 else 's'}" for n, word in ((len(bar.rows), "row"), (bar.rows[0], "square"))
        )
        again = f"Again from the start: {rows}, {squares} in the top row. Your turn."
        assert page.inner_text("#learn-status") == again  # which is read aloud
        assert state(page) == "open"
        assert page.evaluate(highlighted) == ["learn-next"]
        while state(page) == "open":
            bite(page, *known(zchomp.winning_moves(left(page)))[0])
        assert state(page) == "done"
        assert page.evaluate("document.activeElement.id") == "learn-next"


def test_again_while_the_computer_thinks(visits: Visits) -> None:
    """Again restarts the lesson before the reply: the old bite gets no reply, and the next one does."""
    visited = visits(motion=True)
    for step in (2, 5):
        page = visited.open(f"#learn/{step}")
        bar = left(page)
        bitten_and_begun_again = """() => {
            document.querySelector('#learn-board button[data-row="2"][data-column="2"]').click();
            const { bites } = document.getElementById("view-learn").dataset;
            document.getElementById("learn-again").click();
            return bites;
        }"""
        assert page.evaluate(bitten_and_begun_again) == "1"  # at once, so that no reply comes in between
        assert left(page) == bar
        bite(page, 2, bar.rows[1])
        assert page.inner_text("#learn-status") != ""
        assert left(page).squares() < bar.squares() - 1


def test_the_stolen_strategy_is_true(visits: Visits) -> None:
    """The frames lead from the full bar to its winning bite, which is the answer."""
    page = visits(ticking=True).open("#learn/4")
    said, taken = [], []
    while state(page) == "open":
        said.append(page.inner_text("#learn-status"))
        taken.append(page.locator("#learn-board .taken").count())
        page.clock.run_for(60_000)
        assert page.inner_text("#learn-status") == said[-1]  # without motion, nothing advances by itself
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
    moves = known(zchomp.winning_moves("3x5"))
    assert left(page) in {Position((5, 5, 5)).chomp(move) for move in moves}
    assert left(page) in {Position((5, 5, 4)).chomp(move) for move in Position((5, 5, 4)).moves()}


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_back_leads_to_the_frame_before(motion: Any, visits: Visits) -> None:
    """In the stolen strategy Back goes one frame back, and stays there, and from the first frame to the step before."""
    page = visits(motion=motion).open("#learn/4")
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
        assert page.inner_text("#learn-again") == ("Again" if motion == "reduce" else "Go on")
        assert left(page) == bar
    assert page.inner_text("#learn-step") == "4 of 5: The stolen strategy"
    page.click("#learn-back")
    until(page, "document.getElementById('learn-step').textContent.startsWith('3 of 5')")


def test_the_family_is_a_family(visited: Visit) -> None:
    """Every bar of the slider is a loser, and so is what every answer leaves; the last button leads to the game."""
    page = visited.open("#learn/5")
    assert page.get_attribute("#learn-family", "min") == "4"
    assert page.get_attribute("#learn-family", "max") == "16"
    for top in (4, 7, 16):
        page.fill("#learn-family", str(top))
        assert left(page).rows == (top, top - 2, 2)
        assert zchomp.outcome(left(page)) is Outcome.LOSER
        assert page.get_attribute("#learn-family", "aria-valuetext") == f"{top} squares"
        assert page.inner_text("#learn-status") == f"The rows have {top}, {top - 2} and 2 squares. Your turn."
        assert f"written ({top}, {top - 2}, 2)" in str(page.text_content("#learn-reason"))
        assert f"here a is {top - 4}." in str(page.text_content("#learn-reason"))
    assert page.is_hidden("#learn-reason")
    page.click("#learn-more summary")
    assert "(4 + a, 2 + a, 2) is a loser for every a" in page.inner_text("#learn-reason")
    page.click("#learn-next")
    page.wait_for_selector("#view-play:not([hidden])")
    assert page.input_value("#setup-level") == "easy"
    until(page, "document.activeElement.closest('#board') !== null")
    page = visited.open("#learn/5")
    page.fill("#learn-family", "5")
    assert left(page).rows == (5, 3, 2)
    while left(page).squares() > 1:
        bite(page, 1, left(page).rows[0])
        assert page.inner_text("#learn-status").startswith("I bit")
        assert zchomp.outcome(left(page)) is Outcome.LOSER
    assert "the poison is yours." in page.inner_text("#learn-status")
    page.click("#learn-again")
    assert left(page).rows == (5, 3, 2)


def test_the_bar_stays_where_it_is_watched(visited: Visit) -> None:
    """While the words of the stolen strategy grow, on a phone, the bar and the words about it do not move."""
    visited.page.set_viewport_size({"width": 360, "height": 640})
    page = visited.open("#learn/4")
    places = set()
    while state(page) == "open":
        boxes = [box_of(page, part) for part in ("#learn-board", "#learn-status")]
        places.add(tuple(box.y for box in boxes if box))
        page.click("#learn-next")
    assert len(places) == 1
    assert len(places.pop()) == 2


@pytest.mark.parametrize("size", [(360, 640), (844, 390)], ids=["upright", "on its side"])
def test_a_phone_shows_the_last_step_whole(size: tuple[int, int], visited: Visit) -> None:
    """On a phone the bar of the last step, the message and the buttons are visible without scrolling."""
    visited.page.set_viewport_size({"width": size[0], "height": size[1]})
    page = visited.open("#learn/5")
    for top in (4, 11):
        page.fill("#learn-family", str(top))
        for part in (f'#learn-board button[data-row="1"][data-column="{top}"]', "#learn-status", "#learn-next"):
            box = box_of(page, part)
            assert box.right <= size[0]
            assert box.bottom <= size[1], (part, top)


def test_the_stolen_strategy_moves(visits: Visits) -> None:
    """With motion the frames advance by themselves, can be paused, and continue when the reader wants."""
    page = visits(motion=True, ticking=True).open("#learn/4")
    assert page.inner_text("#learn-again") == "Pause"
    while not page.inner_text("#learn-words"):
        page.clock.run_for(1000)
    page.click("#learn-again")
    said = page.inner_text("#learn-status")
    assert page.inner_text("#learn-again") == "Go on"
    page.clock.run_for(60_000)
    assert page.inner_text("#learn-status") == said
    page.click("#learn-next")  # a reader who has paused continues step by step
    assert page.inner_text("#learn-again") == "Go on"
    words = page.inner_text("#learn-words")
    page.click("#learn-again")
    assert page.inner_text("#learn-again") == "Pause"
    assert page.inner_text("#learn-words") != words
    while state(page) != "done":  # by itself
        page.clock.run_for(1000)
    assert page.inner_text("#learn-again") == "Again"
    page.click("#learn-again")
    assert page.inner_text("#learn-words") == ""
    assert page.inner_text("#learn-again") == "Pause"


def test_long_words_stay_longer(visits: Visits) -> None:
    """A frame stays for 0.3 seconds a word, and at least for 3.6 seconds."""
    visited = visits(motion=True)
    visited.page.add_init_script(
        """window.waits = [];
        const { setTimeout } = window;
        window.setTimeout = (work, time) => (time < 3000 ? setTimeout(work, time) : window.waits.push(time));"""
    )
    page = visited.open("#learn/4")
    expected = []
    while state(page) == "open":
        expected.append(max(3600, 300 * len(page.inner_text("#learn-status").split())))
        assert page.evaluate("window.waits.at(-1)") == expected[-1]
        page.click("#learn-next")
    assert min(expected) == 3600
    assert max(expected) > 8000


@pytest.mark.parametrize("step", [1, 4])
def test_a_bar_is_drawn_for_the_width(step: int, visited: Visit) -> None:
    """A bar drawn for a desktop gets the squares of a phone when the page is made narrow."""
    width = "document.querySelector('#learn-board .square').getBoundingClientRect().width"
    visited.page.set_viewport_size({"width": 360, "height": 720})
    page = visited.open(f"#learn/{step}")
    small = page.evaluate(width)
    page.set_viewport_size({"width": 1280, "height": 720})
    page = visited.open(f"#learn/{step}")
    assert page.evaluate(width) > small
    page.set_viewport_size({"width": 360, "height": 720})
    until(page, f"{width} === {small}")


def test_only_a_win_is_danced_for(visits: Visits) -> None:
    """The poison dances once when a lesson or a game is won, but not when a step opens or a bar is redrawn."""
    visited = visits(motion=True)
    visited.page.add_init_script(
        """window.joys = 0;
        addEventListener("animationstart", ({ animationName }) => (window.joys += animationName === "joy" ? 1 : 0));"""
    )
    drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(window.joys))))"
    page = visited.open("#learn/5")
    page.fill("#learn-family", "4")
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


def test_a_step_that_does_not_exist(visited: Visit) -> None:
    """Each step has a link, Next, Back and the browser's Back lead to it, and a wrong link says so."""
    page = visited.open()
    for step in ("99", "6", "0", "none", "%E0%A4%A"):
        followed(page, f"learn/{step}")
        assert page.inner_text("#learn-step") == "1 of 5: The rule"
        assert page.inner_text("#learn-status") == f"There is no step “{step}” of 5; this is the first one."
        page.click("#learn-next")
        until(page, "document.getElementById('learn-step').textContent === '2 of 5: Two rows'")
        assert page.inner_text("#learn-status") == ""
    page.click('nav a[data-view="learn"]')
    until(page, "document.getElementById('learn-step').textContent === '1 of 5: The rule'")
    page.click("#learn-next")
    until(page, "document.getElementById('learn-step').textContent === '2 of 5: Two rows'")
    until(page, "location.hash === '#learn/2'")
    assert page.evaluate("document.activeElement.id") == "learn-step"  # which is read aloud, and described by its words
    assert page.get_attribute("#learn-step", "aria-describedby") == "learn-words"
    page.go_back()
    until(page, "document.getElementById('learn-step').textContent === '1 of 5: The rule'")
    assert page.is_disabled("#learn-back")
