"""Play: whole games, hints, undo, large bars, certificates loaded on demand, and bars solved on the page."""

from random import Random
from typing import Any

import zchomp
from tests.definition import losers_within
from tests.support import known
from tests.web.browser import PHONE, SLOW, Page, Visit, Visits, followed, open_more, settled, source, until
from tests.web.playing import bite, bite_typed, rows, square, start, status
from zchomp.bars.position import Position, count_within
from zchomp.core.answers import Outcome


def test_a_winner_is_won_with_hints(page: Page) -> None:
    """A reader who always takes a lit square wins, and the computer says from its first turn that it is losing."""
    for position in ("(8,8,8)", "(9,7,4)", "(5,5,5,5)", "(12,12)", "(4,4,4,4,4)", "(4,4,4,4,4,4)"):
        assert zchomp.outcome(position) is Outcome.WINNER
        start(page, position)
        if page.get_attribute("#hint", "aria-pressed") == "false":
            page.dblclick("#hint")
        turn = "you"
        while turn == "you":
            lit = page.locator("#board .lit")
            square = lit.nth(Random(str(rows(page))).randrange(lit.count()))
            square.click()
            turn = settled(page)
            assert turn == "over" or "I’m losing: from " in status(page)
        assert status(page) == "Only the poison is left, and I have to take it. You win!"
        assert rows(page) == (1,)


def test_a_loser_is_lost_whatever_one_does(page: Page) -> None:
    """From a loser the computer wins against random bites, and leaves a loser every time."""
    for position in ("(7,7,4)", "(9,8)", "(20068,20000,115)", "(2,2,2,1)", "(6,1,1,1,1,1)"):
        assert zchomp.outcome(position) is Outcome.LOSER
        start(page, position)
        random = Random(position)
        turn = "you"
        while turn == "you":
            now = rows(page)
            row = random.randrange(len(now)) + 1
            column = random.choice([random.randint(1, now[row - 1]), now[row - 1]])
            if (row, column) == (1, 1):
                continue
            turn = bite_typed(page, str(row), str(column))
            assert zchomp.outcome(rows(page)) is Outcome.LOSER
        assert status(page).endswith("Only the poison is left for you. I win. You never had a bite that wins.")


def test_where_a_game_was_lost(page: Page) -> None:
    """A reader who was winning and lost is shown the last bite that gave the win away, and one that would have won."""
    for position in ("(5,5)", "(6,6,6)", "(9,7,4)"):
        start(page, position)
        (first, *_) = known(zchomp.winning_moves(position))
        bite(page, *first)
        random, turn, slip, before = Random(position), "you", "", Position(rows(page))
        while turn == "you":
            here = Position(rows(page))
            winning = known(zchomp.winning_moves(here))
            move = random.choice([move for move in here.moves() if move not in winning])
            if winning:
                row, column = winning[0]
                before = here
                slip = (
                    f"Your mistake was row {move.row}, column {move.column} of {here}: row {row}, column {column} would"
                )
            turn = bite(page, *move)
        assert slip != ""
        assert status(page).endswith(f"Only the poison is left for you. I win. {slip} have won.")
        page.click("#revise")
        assert (Position(rows(page)), status(page)) == (before, "Here you can still win. Your turn.")
        assert page.is_hidden("#revise")
        assert page.is_enabled("#redo")
        page.click("#give-up")
        assert page.is_hidden("#revise")  # the win was not given away: the game was given up


def test_the_computer_begins(page: Page) -> None:
    """When it begins on a winner, the computer leaves a loser. On a loser it says that it is losing."""
    start(page, "(8,8,8)", "computer")
    assert zchomp.outcome(rows(page)) is Outcome.LOSER
    assert status(page).startswith("I bit row 2, column 5, and left (8, 4, 4).")
    assert page.is_disabled("#undo")
    start(page, "(7,7,4)", "computer")
    assert status(page).startswith("I’m losing: from (7, 7, 4) every bite loses. I bit ")
    assert zchomp.outcome(rows(page)) is Outcome.WINNER


def test_undo_and_redo(page: Page) -> None:
    """Undo goes back to before each bite, redo goes forward, as is heard each time, and a bite discards the redo."""
    start(page, "(8,8,8)")
    seen = [rows(page)]
    for row, column in ((3, 7), (3, 2)):
        bite(page, row, column)
        seen.append(rows(page))
    for button, bars in (("#undo", seen[-2::-1]), ("#redo", seen[1:])):
        for bar in bars:
            said = status(page)
            page.click(button)
            assert rows(page) == bar
            assert str(Position(bar)) in status(page) != said
        assert page.is_disabled(button)
    page.click("#undo")
    bite(page, 2, 1)
    assert page.is_disabled("#redo")
    assert page.locator("#turns li").count() == 4
    assert page.get_attribute("#view-play", "data-turn") == "over"
    page.click("#undo")
    assert page.get_attribute("#view-play", "data-turn") == "you"


def test_the_poison_is_not_eaten_by_mistake(page: Page) -> None:
    """A click on the poison, or wrong numbers, change nothing and are explained."""
    start(page, "(9,7,4)")
    page.click(square(1, 1))
    assert status(page) == "That is the poison: whoever takes it loses. Pick another square."
    wrong = [("9", "1", "There is no square"), ("0", "1", "no square"), ("1", "10", "no square")]
    for row, column, words in [*wrong, ("x", "1", "Type the row")]:
        bite_typed(page, row, column)
        assert words in status(page)
    assert rows(page) == (9, 7, 4)


def test_a_large_bar_is_folded(page: Page) -> None:
    """Of very many columns the important ones are shown, and three or more others are folded into a gap."""
    for position, folded in (("(100000,100000,7)", "9–99998"), ("(100000,100000,8)", "4–6")):
        start(page, position)
        page.locator("#board .gap").first.click()
        assert page.get_attribute("#bite-column", "placeholder") == folded
    start(page, "(100000,20000,115)")
    squares = page.locator("#board .square")
    assert squares.count() < 60
    shown = {int(str(square.get_attribute("data-column"))) for square in squares.all()}
    assert {1, 115, 116, 20000, 20001, 100000} <= shown
    assert page.locator("#board .gap").first.inner_text() == "… 110 …"
    assert 20069 not in shown
    page.dblclick("#hint")
    page.wait_for_selector('#board .lit[data-row="1"][data-column="20069"]')
    page.locator("#board .gap").first.click()
    assert page.evaluate("document.activeElement.id") == "bite-column"
    assert page.get_attribute("#bite-column", "placeholder") == "4–113"
    bite(page, 1, 20069)
    assert "I’m losing: from (20068, 20000, 115) every bite loses." in status(page)
    covered = page.evaluate("""() => {
        const gaps = [...document.querySelectorAll('#board .gap')].map((gap) => gap.getAttribute('aria-label'));
        const form = /^Row [123], [0-9,]+ more columns, [0-9]+ to [0-9]+: type the column$/;
        return gaps.every((label) => form.test(label));
    }""")
    assert covered is True


def test_what_was_eaten_is_what_the_last_bite_took(page: Page) -> None:
    """The squares of the last bite are marked, and animated once, not at each hint or undo."""
    start(page, "(8,8,8)")
    for row, column in ((3, 5), (1, 7)):
        bite(page, row, column)
        taken = [sum(rows(page))]
        page.click("#undo")
        before = sum(Position(rows(page)).chomp((row, column)).rows)
        page.click("#redo")
        assert page.locator("#board .fresh").count() == before - taken[0] > 0
    page.click("#undo")
    page.click(square(1, 8))
    settled(page)
    fresh = page.locator("#board .fresh").count()
    assert page.locator("#board .biting").count() == fresh > 0
    page.dblclick("#hint")
    assert page.locator("#board .biting").count() == 0
    assert page.locator("#board .fresh").count() == fresh
    page.click("#undo")
    assert page.locator("#board .biting").count() == 0


def test_a_bar_that_is_only_the_poison(visited: Visit) -> None:
    """On the bar (1) no useless button is offered, and the page says what to do. A larger bar can be played."""
    page = visited.open("#play/9,7,4")
    page.click("#explain")
    page.wait_for_selector("#why li")
    followed(page, "play/1")
    open_more(page)
    assert status(page) == "This bar is only the poison. Choose a larger one."
    offered = page.eval_on_selector_all(
        "#view-play .side button", "(all) => all.filter((one) => one.offsetParent !== null).map((one) => one.id)"
    )
    assert offered == ["more", "play-bar", "copy-link", "copy-text", "bar-svg", "sound"]
    assert page.is_hidden("#why")
    page.select_option("#setup-columns", "5")
    page.wait_for_selector('#view-play[data-rows="5,5,5"]')
    assert page.is_visible("#explain")
    page.wait_for_selector("#why li")
    start(page, "(4)")
    assert bite(page, 1, 2) == "over"
    for name in ("hint", "explain", "why", "nims", "type-bite"):  # just as little can be asked at the end of a game
        assert page.is_hidden(f"#{name}"), name
    assert page.is_visible("#undo")


def test_a_bite_is_typed_on_demand(page: Page) -> None:
    """The form for a bite is shown on folded bars, and elsewhere on demand, also by keys."""
    start(page, "(8,8,8)")
    assert page.is_hidden("#bite")
    open_more(page)
    page.focus("#type-bite")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "bite-row"
    page.keyboard.type("3")
    page.keyboard.press("Tab")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    assert settled(page) == "you"
    assert rows(page) == (8, 4, 4)
    page.click("#type-bite")
    assert page.is_hidden("#bite")
    start(page, "(100000,20000,115)")
    assert page.is_visible("#bite")
    assert page.is_hidden("#type-bite")


def test_a_tap_asks_for_nothing_more(visits: Visits) -> None:
    """After a tap the next square does not look as if it were being eaten, and no other bite is described."""
    page = visits(size=PHONE, touch=True).open("#play/9,7,4")
    page.tap(square(3, 3))
    settled(page)
    until(page, "document.querySelectorAll('#turns li').length === 2")
    assert page.locator("#board .taken").count() == 0
    assert page.inner_text("#preview") == ""


def test_certificates_that_cannot_be_fetched(visited: Visit) -> None:
    """Without its server the page names the missing file and continues its game. With it, the new bar is played."""
    page = visited.open()
    until(page, "document.querySelector('#opponent .good') !== null")
    page.context.set_offline(True)
    page.select_option("#setup-rows", "4")
    until(page, "document.getElementById('setup-error').textContent !== ''")
    assert page.inner_text("#setup-error") == (
        "certificates/chomp-4rows-20.jsonl cannot be fetched: the server of this page does not answer."
    )
    assert page.input_value("#setup-rows") == "3"
    assert rows(page) == (8, 8, 8)
    page.context.set_offline(False)
    assert all("ERR_INTERNET_DISCONNECTED" in complaint for complaint in visited.complaints)
    visited.complaints.clear()
    page.select_option("#setup-rows", "4")
    page.wait_for_selector('#view-play[data-rows="8,8,8,8"]')
    assert page.inner_text("#setup-error") == ""


def test_rows_and_columns_by_hand(page: Page) -> None:
    """Rows and columns can be chosen, and the certificate that has the bar, turned over or not, is loaded and named."""
    for count, name in ((4, "chomp-4rows-20.jsonl"), (5, "chomp-5rows-8.jsonl"), (2, "chomp-3rows-115.jsonl")):
        page.select_option("#setup-rows", str(count))
        until(page, f"document.getElementById('view-play').dataset.rows.split(',').length === {count}")
        assert len(set(rows(page))) == 1
        assert name in source(page)
        until(page, "document.querySelector('#opponent .good') !== null")
    page.select_option("#setup-columns", "2")
    page.wait_for_selector('#view-play[data-rows="2,2"]')
    page.select_option("#setup-columns", "30")
    page.wait_for_selector('#view-play[data-rows="30,30"]')
    page.select_option("#setup-rows", "4")
    page.wait_for_selector('#view-play[data-rows="20,20,20,20"]')  # no certificate has more columns for four rows
    open_more(page)
    page.fill("#setup-position", "(900,800,700)")
    page.click("#play-bar")
    page.wait_for_selector('#view-play[data-rows="900,800,700"]')
    assert "chomp-3rows-1000.jsonl" in source(page)
    page.fill("#setup-position", "(9000,8000,7000)")
    page.keyboard.press("Enter")
    until(page, "document.getElementById('setup-error').textContent !== ''")
    assert "No certificate on this page knows (9000, 8000, 7000)" in page.inner_text("#setup-error")
    assert rows(page) == (900, 800, 700)
    for position in ("(5,2,2,2,2,2,2,2,2,2,2,2)", "(4,4,4,4" + ",1" * 20 + ")"):
        start(page, position)
        assert page.inner_text("#setup-error") == ""


def test_with_motion(visits: Visits) -> None:
    """With motion, too, the computer replies after a while, and a game that was left does not reply in another."""
    page = visits(motion=True, ticking=True).open("#play/3,3")
    bitten_and_undone = """() => {
        document.querySelector('#board button[data-row="2"][data-column="3"]').click();
        const turn = document.getElementById("view-play").dataset.turn;
        document.getElementById("undo").click();
        return turn;
    }"""
    assert page.evaluate(bitten_and_undone) == "computer"  # at once, so that no reply comes in between
    assert rows(page) == (3, 3)
    page.clock.run_for(10_000)
    assert rows(page) == (3, 3)
    assert bite(page, 2, 3) == "you"
    assert len(rows(page)) <= 2
    assert page.locator("#board .fresh").count() > 0


def test_offline(visited: Visit) -> None:
    """Once loaded, the page works without its server, and makes no requests."""
    page = visited.open()
    until(page, "document.querySelector('#opponent .good') !== null")
    page.wait_for_selector("html[data-loaded]")
    asked = len(visited.asked)
    page.context.set_offline(True)
    page.dblclick("#hint")
    page.click("#explain")
    bite(page, 3, 5)
    until(page, "document.querySelectorAll('#turns li').length === 2")
    page.click('nav a[data-view="losers"]')
    until(page, "document.getElementById('losers-list').textContent.startsWith('[5, 0, 5]')")
    page.context.set_offline(False)
    assert [url for url in visited.asked[asked:] if not url.endswith("icon.svg")] == []


COMPUTE = """async (bars) => {
    const { Computed } = await import("/computed.js");
    return Promise.all(bars.map(async (bar) => {
        const known = await Computed.later(bar);
        const solution = known.solve(bar);
        return [known.losers.size, known.count, solution.moves.map(({ row, column }) => [row, column])];
    }));
}"""


def test_small_bars_are_computed(page: Page) -> None:
    """Bars up to 10 x 10 that no certificate has are solved on the page, in agreement with the engine for bars."""
    bars = [Position((columns,) * rows) for rows, columns in ((7, 7), (8, 8), (5, 9), (8, 10))] + [
        Position((9, 7, 7, 5))
    ]
    answers: list[Any] = page.evaluate(COMPUTE, [list(bar.rows) for bar in bars])
    for bar, (losers, count, moves) in zip(bars, answers, strict=True):
        expected = known(zchomp.winning_moves(bar))
        assert moves == [list(move) for move in expected]
        if bar.squares() < 60:
            within = losers_within(bar)
            assert (losers, count) == (len(within), count_within(bar.rows) - 1)
    start(page, "7x7")
    assert "computed on this page; not a proof" in source(page)
    page.dblclick("#hint")
    page.locator("#board .lit").first.click()
    settled(page)
    assert "I’m losing: from " in status(page)


def test_the_opponent_in_a_sentence(visited: Visit) -> None:
    """A sentence says whether the opponent's list is proved or still being checked, and a fold names its file."""
    visited.page.add_init_script(f"window.holding = true; {SLOW}")
    page = visited.open()
    checked = "I look up my bites in a list of losing bars, which is being checked in your browser. "
    assert page.inner_text("#opponent-words").startswith(checked)
    page.evaluate("window.holding = false")
    until(page, "document.querySelector('#opponent .good') !== null")
    level = "On easy, I let you win if you find the way."
    listed = "I look up my bites in a list of losing bars, and the list is proved."
    assert page.inner_text("#opponent-words") == f"{listed} {level}"
    assert page.is_hidden("#opponent-source")
    page.click("#opponent summary")
    shown = page.inner_text("#opponent-source")
    assert shown.startswith("I look up my bites in a proof, chomp-3rows-115.jsonl: it lists every position that loses")
    page.select_option("#setup-level", "perfect")
    assert page.inner_text("#opponent-words") == listed
    assert page.inner_text("#opponent-source") == shown
    start(page, "7x7")
    assert page.inner_text("#opponent-words") == "I worked out every bar that can come up in this game."


def test_the_form_shows_no_other_bar(page: Page) -> None:
    """Rows and columns are shown only for a rectangle that they can make."""
    start(page, "(9,7,4)")
    chosen = "['setup-rows', 'setup-columns'].map((id) => document.getElementById(id).value)"
    assert page.evaluate(chosen) == ["", ""]
    start(page, "4x7")
    assert page.evaluate(chosen) == ["4", "7"]
    start(page, "(9,7,4,1)")
    page.select_option("#setup-columns", "6")
    page.wait_for_selector('#view-play[data-rows="6,6,6,6"]')
    assert page.evaluate(chosen) == ["4", "6"]
    start(page, "(9,7,4)")
    page.select_option("#setup-rows", "2")
    page.wait_for_selector('#view-play[data-rows="9,9"]')
