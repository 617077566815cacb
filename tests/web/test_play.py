"""Play: whole games, hints, undo, reasons, links, large bars, by mouse and by keys."""

import re
from datetime import date, timedelta
from itertools import pairwise
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

import pytest

import zchomp
from tests.definition import losers_within
from tests.support import known
from tests.web.browser import AWAY, SLOW, Visit, open_more, settled, source, until, visit
from zchomp.position import Outcome, Position, count_within
from zchomp.slices import Slice
from zchomp.web.server import PageServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def rows(page: "Page") -> tuple[int, ...]:
    """The position on the page."""
    return tuple(map(int, str(page.get_attribute("#view-play", "data-rows")).split(",")))


def start(page: "Page", position: str, first: str = "you", level: str = "perfect") -> None:
    """Begin a game, and wait for the computer if it is first."""
    page.select_option("#setup-first", first)
    page.select_option("#setup-level", level)
    open_more(page)
    page.fill("#setup-position", position)
    games = page.get_attribute("#view-play", "data-games")
    page.click("#play-bar")
    begun = f'[data-start="{",".join(map(str, Position.parse(position).rows))} {first}"]'
    page.wait_for_selector(f'#view-play{begun}:not([data-games="{games}"])')
    settled(page)


def bite(page: "Page", row: int, column: int) -> str:
    """Click a square, and wait for the answer."""
    page.click(f'#board button[data-row="{row}"][data-column="{column}"]')
    return settled(page)


def bite_typed(page: "Page", row: str, column: str) -> str:
    """Type a bite, and wait for the answer; the form for it is opened if need be."""
    if page.is_hidden("#bite"):
        open_more(page)
        page.click("#type-bite")
    page.fill("#bite-row", row)
    page.fill("#bite-column", column)
    page.click("#bite button")
    return settled(page)


def explain(page: "Page") -> None:
    """Ask why, and unfold the mathematics."""
    page.click("#explain")
    page.click("#why summary")


def status(page: "Page") -> str:
    """What the page says."""
    return page.inner_text("#status")


@pytest.mark.parametrize("position", ["(8,8,8)", "(9,7,4)", "(5,5,5,5)", "(12,12)", "(4,4,4,4,4)", "(4,4,4,4,4,4)"])
def test_a_winner_is_won_with_hints(position: str, page: "Page") -> None:
    """Whoever takes a lit square each time wins, and the computer says from its first turn on that it is lost."""
    assert zchomp.outcome(position) is Outcome.WINNER
    start(page, position)
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


@pytest.mark.parametrize("position", ["(7,7,4)", "(9,8)", "(20068,20000,115)", "(2,2,2,1)", "(6,1,1,1,1,1)"])
def test_a_loser_is_lost_whatever_one_does(position: str, page: "Page") -> None:
    """From a loser the computer wins against random bites, and leaves a loser every time."""
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


@pytest.mark.parametrize("position", ["(5,5)", "(6,6,6)", "(9,7,4)"])
def test_where_a_game_was_lost(position: str, page: "Page") -> None:
    """Whoever won for a while, and lost, is told the last bite that gave the win away, and one that would have won."""
    start(page, position)
    (first, *_) = known(zchomp.winning_moves(position))
    bite(page, first.row, first.column)
    random, turn, slip, before = Random(position), "you", "", Position(rows(page))
    while turn == "you":
        here = Position(rows(page))
        winning = known(zchomp.winning_moves(here))
        move = random.choice([move for move in here.moves() if move not in winning])
        if winning:
            row, column = winning[0]
            before = here
            slip = f"Your mistake was row {move.row}, column {move.column} of {here}: row {row}, column {column} would"
        turn = bite(page, move.row, move.column)
    assert slip != ""
    assert status(page).endswith(f"Only the poison is left for you. I win. {slip} have won.")
    page.click("#revise")
    assert (Position(rows(page)), status(page)) == (before, "Here you can still win. Your turn.")
    assert page.is_hidden("#revise")
    assert page.is_enabled("#redo")
    page.click("#give-up")
    assert page.is_hidden("#revise")  # the win was not given away, but given up


def test_the_computer_begins(page: "Page") -> None:
    """Asked to begin on a winner, it leaves a loser; on a loser it says that it is lost."""
    start(page, "(8,8,8)", "computer")
    assert zchomp.outcome(rows(page)) is Outcome.LOSER
    assert status(page).startswith("I bit row 2, column 5, and left (8, 4, 4).")
    assert page.is_disabled("#undo")
    start(page, "(7,7,4)", "computer")
    assert status(page).startswith("I’m losing: from (7, 7, 4) every bite loses. I bit ")
    assert zchomp.outcome(rows(page)) is Outcome.WINNER


HINTS = """async (positions) => {
    const section = document.getElementById("view-play");
    const found = [];
    for (const rows of positions) {
        document.getElementById("setup-position").value = rows;
        document.getElementById("setup").requestSubmit();
        while (section.dataset.rows !== rows) await new Promise((resolve) => setTimeout(resolve, 0));
        const lit = [...document.querySelectorAll("#board .lit")];
        const items = [...document.querySelectorAll("#winning li")].map((item) => item.textContent);
        found.push([lit.map(({ dataset }) => [Number(dataset.row), Number(dataset.column)]), items]);
    }
    return found;
}"""


def test_hints_are_all_winning_moves(page: "Page") -> None:
    """On 500 random positions of two to five rows the lit squares, and the list, are zchomp.winning_moves."""
    random = Random(500)
    positions = list[Position]()
    while len(positions) < 500:
        most = {3: 60, 4: 9, 5: 5}[random.choice([3, 3, 4, 5])]
        tail = sorted((random.randint(0, most) for _ in range({60: 1, 9: 2, 5: 3}[most])), reverse=True)
        a, b = random.choice(
            [(random.randrange(40), random.randrange(40)), (random.randrange(10**9), random.randrange(10**9))]
        )
        position = Slice(tuple(tail)).position(a, b + 1)
        if position.squares() > 1 and position not in positions:
            positions.append(position)
    page.dblclick("#hint")
    answers: list[Any] = page.evaluate(HINTS, [",".join(map(str, position.rows)) for position in positions])
    for position, (lit, items) in zip(positions, answers, strict=True):
        moves = zchomp.winning_moves(position)
        assert not isinstance(moves, zchomp.Unknown)
        assert lit == [list(move) for move in moves]
        expected = [f"Row {m.row}, column {m.column} wins: it leaves {position.chomp(m)}." for m in moves]
        expected = expected or [f"There is no winning bite: every bite from {position} loses."]
        assert items == expected


def test_undo_and_redo(page: "Page") -> None:
    """Undo leads back to before each of one's bites, redo forward again, and another bite forgets what was undone."""
    start(page, "(8,8,8)")
    seen = [rows(page)]
    for row, column in ((3, 7), (3, 2)):
        bite(page, row, column)
        seen.append(rows(page))
    for before in reversed(seen[:-1]):
        page.click("#undo")
        assert rows(page) == before
    assert page.is_disabled("#undo")
    for after in seen[1:]:
        page.click("#redo")
        assert rows(page) == after
    assert page.is_disabled("#redo")
    page.click("#undo")
    bite(page, 2, 1)
    assert page.is_disabled("#redo")
    assert page.locator("#turns li").count() == 4
    assert page.get_attribute("#view-play", "data-turn") == "over"
    page.click("#undo")
    assert page.get_attribute("#view-play", "data-turn") == "you"


def test_links_lead_back(visited: Visit) -> None:
    """The link of a position opens it, on a bar of any size; so does the text."""
    page = visited.open("#play/9,7,4")
    assert rows(page) == (9, 7, 4)
    bite(page, 3, 3)
    open_more(page)
    page.click("#copy-link")
    until(page, "document.getElementById('status').textContent.includes('copied')")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{visited.address}#play/9,7,4?bites=3.3-")
    left = rows(page)
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector("html[data-ready]")
    assert rows(page) == left
    assert page.evaluate("location.href") == link
    page.click("#undo")
    assert rows(page) == (9, 7, 4)
    page.evaluate("location.hash = 'play/1000000,999999,115'")
    page.wait_for_selector('#view-play[data-rows="1000000,999999,115"]')
    open_more(page)
    page.click("#copy-text")
    until(page, "document.getElementById('status').textContent.includes('copied')")
    assert page.evaluate("navigator.clipboard.readText()") == "(1000000, 999999, 115)"


@pytest.mark.parametrize(
    "fragment",
    ["#play/x", "#play/%", "#%E0%A4%A", "#play/1,2", "#nothing", "#play/9,9,9,9,9,9,9,11", "#losers/x"],
)
def test_links_that_lead_nowhere(fragment: str, visited: Visit) -> None:
    """A link that is wrong shows the page, with a reason."""
    page = visited.open(fragment)
    assert rows(page) == (8, 8, 8)
    shown = page.inner_text("#setup-error") + page.evaluate("document.getElementById('losers-status').textContent")
    assert shown.endswith(".")


@pytest.mark.parametrize(
    ("fragment", "said"),
    [
        ("#nonsense", "There is no page “nonsense”. Here is Play instead."),
        ("#%E0%A4%A", "There is no page “%E0%A4%A”. Here is Play instead."),
        ("#play/8,8,8?level=god", "There is no level “god”; the levels are easy, medium, perfect."),
        ("#play?level=god", "There is no level “god”; the levels are easy, medium, perfect."),
        ("#play/8,8,8?first=me", "“me” cannot begin; either you do, or the computer."),
        ("#puzzle/%E0%A4%A", "“%E0%A4%A” is not a date. Here is the puzzle of today."),
        ("#play/8,8,8?level=perfect&first=you", ""),
        ("#play", ""),
        ("", ""),
    ],
)
def test_a_wrong_link_is_told_in_a_sentence(fragment: str, said: str, visited: Visit) -> None:
    """A link to a part, a level or a day that is not there shows the usual game and says so; others say nothing."""
    page = visited.open(fragment)
    assert page.inner_text("#setup-error") == said
    assert page.get_attribute("#view-play", "data-puzzle") == ("2026-11-18" if "puzzle" in fragment else "")
    assert rows(page) == (8, 8, 8) or "puzzle" in fragment
    page.click('nav a[data-view="play"]')
    until(page, "document.getElementById('setup-error').textContent === ''")


def test_what_a_bite_takes_is_shown(page: "Page") -> None:
    """Hovering over a square marks all that its bite takes, and says what it leaves; leaving the bar unmarks it."""
    start(page, "(9,7,4)")
    page.hover('#board button[data-row="2"][data-column="6"]')
    assert page.locator("#board .taken").count() == 2
    assert page.inner_text("#preview") == "Row 2, column 6 takes 2 squares and leaves (9, 5, 4)."
    page.hover("h1")
    assert page.locator("#board .taken").count() == 0


POINTED = """() => {
    const name = (one) => one && `Row ${one.dataset.row}, column ${one.dataset.column}`;
    const preview = document.getElementById("preview").textContent;
    const hovered = document.querySelector("#board button:hover");
    return [preview.split(" takes ")[0], name(hovered), name(document.activeElement)];
}"""


def test_what_is_told_is_what_is_meant(visited: Visit) -> None:
    """After a bite by keys the square of the focus is told, though a mouse rests on another; by mouse, its own."""
    page = visited.open("#play/9,7,4?level=perfect")
    page.hover('#board button[data-row="1"][data-column="2"]')
    page.focus('#board button[tabindex="0"]')
    for key in ("ArrowDown", "End", "Enter"):
        page.keyboard.press(key)
    settled(page)
    page.wait_for_timeout(200)  # time for the browser to tell that another square is under the mouse
    told, hovered, focused = page.evaluate(POINTED)
    assert hovered == "Row 1, column 2"
    assert told == focused != hovered
    page.hover('#board button[data-row="1"][data-column="3"]')
    assert page.evaluate(POINTED)[0] == "Row 1, column 3"
    page = visited.open("#play/100000,20000,115")
    page.hover('#board button[data-row="1"][data-column="19999"]')
    page.mouse.down()
    page.mouse.up()
    settled(page)
    until(page, f"({POINTED})()[0] === ({POINTED})()[1]")


def test_the_poison_is_not_eaten_by_mistake(page: "Page") -> None:
    """A click on the poison, and wrong numbers, change nothing and are explained."""
    start(page, "(9,7,4)")
    page.click('#board button[data-row="1"][data-column="1"]')
    assert status(page) == "That is the poison: whoever takes it loses. Pick another square."
    wrong = [("9", "1", "There is no square"), ("0", "1", "no square"), ("1", "10", "no square")]
    for row, column, words in [*wrong, ("x", "1", "Type the row")]:
        bite_typed(page, row, column)
        assert words in status(page)
    assert rows(page) == (9, 7, 4)


def test_keys_are_enough(page: "Page") -> None:
    """The whole game can be played with the keyboard: arrows choose a square, Enter bites it, the focus stays there."""
    start(page, "(3,3)")
    page.focus('#board button[tabindex="0"]')
    for key in ("End", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "ArrowUp", "End", "ArrowDown"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.row + document.activeElement.dataset.column") == "23"
    assert page.get_attribute("#board", "aria-label") == "The bar (3, 3)"
    assert "Row 2, column 3 takes 1 square" in page.inner_text("#preview")
    page.keyboard.press("Enter")
    assert settled(page) == "you"
    assert page.evaluate("document.activeElement.closest('#board') !== null")
    start(page, "(4)")
    page.focus('#board button[tabindex="0"]')
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert settled(page) == "over"
    assert status(page) == "Only the poison is left, and I have to take it. You win!"


@pytest.mark.parametrize("held", ["ctrlKey", "altKey", "metaKey"])
def test_keys_of_the_browser_stay_its_own(held: str, page: "Page") -> None:
    """Arrows, Home and End with Ctrl, Alt or Meta are left to the browser, and move no focus on the bar."""
    page.focus('#board button[tabindex="0"]')
    pressed = """([key, held]) => {
        const before = document.activeElement;
        const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...held });
        return [before.dispatchEvent(event), document.activeElement === before];
    }"""
    for key in ("ArrowRight", "ArrowDown", "End"):
        assert page.evaluate(pressed, [key, {held: True}]) == [True, True]
    assert page.evaluate(pressed, ["ArrowRight", {}]) == [False, False]


def test_a_large_bar_is_folded(page: "Page") -> None:
    """Of 100,000 columns those that matter are there, gaps say how many they are, and a hint opens its column."""
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


def test_a_gap_is_smaller_than_what_it_hides(page: "Page") -> None:
    """Two columns between others are drawn, because a gap would be as wide; three are folded."""
    for position, folded in (("(100000,100000,7)", "9–99998"), ("(100000,100000,8)", "4–6")):
        start(page, position)
        page.locator("#board .gap").first.click()
        assert page.get_attribute("#bite-column", "placeholder") == folded


def test_why(page: "Page") -> None:
    """The reason names the slice, the symbolic loser and the line of the certificate, and marks it on a map."""
    start(page, "(100000,20000,115)")
    until(page, "document.querySelector('#opponent .good') !== null")
    explain(page)
    text = page.inner_text("#why")
    assert "(100000, 20000, 115) = [115, 19885, 80000] is a winner" in text
    assert text.startswith("Whoever bites now can win")
    assert "One bite wins, and no other:" in text
    assert "Row 1, column 20069 leaves (20068, 20000, 115)." in text
    assert (
        "The win uses the loser (20068, 20000, 115), which is [115, 47 + a, 68] with a = 19838, in the slice "
        "with third row 115: for every length of the second row there is exactly one loser, and in the end they are "
        "[115, 47 + a, 68] for a = 0, 1, 2, … This is proved from that slice and the smaller ones."
    ) in text
    assert "Line 117 of chomp-3rows-115.jsonl is about the slice with third row 115:" in text
    assert '{"tail":[115],"nim":0,"kind":"periodic"' in text
    assert page.locator("#why .map .marked").count() == 1
    assert page.locator("#why .map .here").count() == 1
    start(page, "(9,5,3,1)")
    assert (
        "The position itself is in the slice with rows (3, 1) from the third on: there are no losers, because from "
        "every position with these rows a bite leads to (2, 2, 2, 1)." in page.inner_text("#why")
    )
    start(page, "(7,7,4)")
    text = page.inner_text("#why")
    assert text.startswith("Whoever bites now loses")
    assert "Every bite has an answer that leaves such a bar again, only smaller" in text
    page.click("#why .deeper button")
    page.wait_for_selector("#view-losers:not([hidden])")
    until(page, "document.getElementById('losers-list').textContent.startsWith('[4, 0, 4], ')")
    assert page.input_value("#losers-tail") == "4"


@pytest.mark.parametrize(
    ("position", "many"),
    [("(7,7,4)", 3), ("(9,6,4,2)", 3), ("(5,5,3)", 3), ("(7,5,2)", 3), ("(6,5)", 1), ("(4,1,1,1)", 1)],
)
def test_bites_of_a_loser_are_refuted(position: str, many: int, page: "Page") -> None:
    """Why shows bites of a loser, one where there is a rule for all, with their answers, and a click plays each."""
    start(page, position)
    page.click("#explain")
    page.wait_for_selector("#why li")
    here = Position.parse(position)
    assert zchomp.outcome(here) is Outcome.LOSER
    words = page.locator("#why li").all_inner_texts()
    assert len(set(words)) == many
    for number, text in enumerate(words):
        found = re.fullmatch(r"Row (\d), column (\d) is beaten by row (\d), column (\d), which leaves (.*).", text)
        assert found is not None
        move, answer = (int(found[1]), int(found[2])), (int(found[3]), int(found[4]))
        assert str(here.chomp(move).chomp(answer)) == found[5]
        assert zchomp.outcome(here.chomp(move).chomp(answer)) is Outcome.LOSER
        page.hover(f"#why li:nth-child({number + 1}) button")
        assert page.locator("#board .taken").count() == here.squares() - here.chomp(move).squares()
        page.click(f"#why li:nth-child({number + 1}) button")
        settled(page)
        assert Position(rows(page)) == here.chomp(move).chomp(answer)
        page.click("#undo")
        until(page, f"document.querySelectorAll('#why li').length === {many}")


def test_winning_bites_are_made_from_why(page: "Page") -> None:
    """On a winner Why has a button for every winning bite, which shows it and makes it."""
    start(page, "(9,7,4)")
    page.click("#explain")
    page.wait_for_selector("#why li")
    here, moves = Position((9, 7, 4)), known(zchomp.winning_moves("(9,7,4)"))
    words = [f"Row {move.row}, column {move.column} leaves {here.chomp(move)}" for move in moves]
    assert [text.rstrip(".").split(":")[0] for text in page.locator("#why li").all_inner_texts()] == words
    page.focus("#why li:last-child button")
    assert page.locator("#board .taken").count() == here.squares() - here.chomp(moves[-1]).squares()
    page.keyboard.press("Enter")
    settled(page)
    assert str(page.text_content("#turns li:first-child")).endswith(f"leaving {here.chomp(moves[-1])}")
    assert page.evaluate("document.activeElement.closest('#board') !== null")


def test_why_calls_proved_what_is_verified(visited: Visit) -> None:
    """As long as the certificate is not verified nothing is called proved; once it is, Why says so at once."""
    visited.page.add_init_script(AWAY)
    page = visited.open("#play/9,7,4")
    until(page, "document.getElementById('opponent').textContent.includes('It is not verified on this page yet')")
    explain(page)
    assert "So the certificate says. Not verified here yet." in page.inner_text("#why")
    assert "proved" not in page.inner_text("#why")
    visited.complaints.clear()
    page.evaluate("window.away = false")
    page.click("#new-game")
    until(page, "document.getElementById('why').textContent.includes('This is proved from that slice')")
    line = page.get_by_role("region", name="The line of the certificate", include_hidden=True)
    assert line.count() == 1
    assert "It was verified on this page" in source(page)


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("(5)", "Row 1, column 2 leaves (1): only the poison."),
        ("(5,5)", "Row 2, column 5 leaves (5, 4): one square more in the upper row than in the lower one."),
        ("(4,4,4,4)", "leaves (4, 1, 1, 1): two arms of the same length, so that you can copy every bite."),
        ("(8,8,8)", "Leave a bar from which every bite loses. One bite wins, and no other:"),
        ("(9,7,4)", "Leave a bar from which every bite loses. 3 bites win, and no others:"),
        ("(7,7,4)", "There is no simple rule: a list of all such bars"),
        ("(6,5)", "The upper row has one square more than the lower one."),
        ("(4,1,1,1)", "Two arms of the same length meet at the poison."),
        ("(2,2,2)", "leaves (2, 2, 1): one square more in the left column than in the right one."),
        ("(2,2,2,1)", "The left column has one square more than the right one."),
        ("(7,5,2)", "The bottom row has two squares, and the top row has two more than the middle row."),
        ("(4,2,2)", "Whoever bites such a bar loses, however long it is: the answer leaves such a bar again"),
        ("(9,6,2)", "(8, 6, 2): two squares in the bottom row, and two more in the top row than in the middle one."),
    ],
)
def test_reasons_that_a_child_follows(position: str, words: str, page: "Page") -> None:
    """Outside the fold for mathematicians there is no bracket and no slice, and a rule is told where there is one."""
    start(page, position)
    page.click("#explain")
    page.wait_for_selector("#why summary")
    text = page.inner_text("#why > .reason")
    assert words in text
    assert not re.search(r"\[|slice|certificate|nim-value", text)
    assert ("simple rule" in text) == (words == "There is no simple rule: a list of all such bars")


RULES = """async (bars) => {
    const { plainly } = await import("/words-later.js");
    return bars.map((rows) => plainly(rows, { wins: false, moves: [] })[0].startsWith("The bottom row has two"));
}"""


def test_the_rule_of_third_row_two(page: "Page") -> None:
    """The rule for two squares in the third row is told of losers alone, and of all of them to the bar (30, 30, 2)."""
    bars = [(p, q, 2) for p in range(2, 31) for q in range(2, p + 1)]
    told: list[bool] = page.evaluate(RULES, [list(bar) for bar in bars])
    losers = losers_within(Position((30, 30, 2)))
    assert [bar for bar, is_told in zip(bars, told, strict=True) if is_told] == [bar for bar in bars if bar in losers]
    assert sum(told) == 27


def test_a_win_rests_on_the_loser_that_is_left(page: "Page") -> None:
    """Why leads with the loser that a winning bite leaves, in whatever slice that is, and marks it on the map."""
    start(page, "(6,6,6,6,6,6)")
    explain(page)
    text = page.inner_text("#why")
    assert "The win uses the loser (6, 1, 1, 1, 1, 1), which is [1, 0, 0, 0, 0, 5], in the slice with rows" in text
    assert page.inner_text("#why .deeper button") == "All losers of the slice with rows (1, 1, 1, 1) from the third on"
    assert page.locator("#why .map .marked").count() == 1
    assert "The position itself is in the slice with rows (6, 6, 6, 6) from the third on: " in text


def test_reasons_for_bars_that_are_turned_over(page: "Page") -> None:
    """A bar that is known with rows and columns exchanged has its loser named, ringed, and listed with its slice."""
    start(page, "(3,3,3,3,3)")
    explain(page)
    text = page.inner_text("#why")
    assert "The win uses the loser (3, 3, 3, 2, 2). With rows and columns exchanged it is (5, 5, 3), and this" in text
    assert "The position itself is in the slice with third row 5: " in text
    assert page.locator("#why .map .marked").count() == 1
    assert page.inner_text("#why .deeper button") == "All losers of the slice with third row 3"
    page.click("#why .deeper button")
    until(page, "location.hash === '#losers/3'")
    until(page, "document.getElementById('losers-status').textContent.startsWith('The slice with third row 3: ')")
    page.go_back()
    page.wait_for_selector("#view-play:not([hidden])")
    assert rows(page) == (3, 3, 3, 3, 3)
    start(page, "(2,2,2,2,1)")
    text = page.inner_text("#why")
    exchanged = "With rows and columns exchanged it is (5, 4), and this is [0, a, 1] with a = 4"
    assert f"{exchanged}, in the slice with third row 0: " in text
    assert page.locator("#why .map .marked").count() == 1


def test_a_position_that_is_not_on_the_map(page: "Page") -> None:
    """Where a position is too far to the right for the map, an arrow says where it is, and no key says otherwise."""
    start(page, "(1000000,1000000,3)")
    explain(page)
    assert page.locator("#why .map .here").count() == 0
    assert page.text_content("#why .map .away") == "the position: a = 999997 →"
    assert "the position" not in page.inner_text("#why figcaption")
    start(page, "(9,7,4)")
    assert "the position" in page.inner_text("#why figcaption")


TOUCHING = """() => {
    const texts = [...document.querySelectorAll("#why .map text")];
    const boxes = texts.map((one) => one.getBoundingClientRect());
    const within = (x, y) => x.left < y.right && x.top + 2 < y.bottom;
    return boxes.some((x, i) => boxes.some((y, j) => i < j && within(x, y) && within(y, x)));
}"""


CLIPPED = """() => [...document.querySelectorAll(".map")].filter((map) => map.clientWidth > 0).flatMap((map) => {
    const whole = map.getBoundingClientRect();
    return [...map.querySelectorAll("text")].filter((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return left < whole.left || right > whole.right || top < whole.top || bottom > whole.bottom;
    }).map((text) => text.textContent);
})"""


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_no_text_of_a_map_is_clipped(width: int, visited: Visit) -> None:
    """Every text of a map is within its edges, on a phone as well, in Why and in Losers."""
    visited.page.set_viewport_size({"width": width, "height": 800})
    page = visited.open()
    explain(page)
    for position in ("(9,7,4)", "(1000000,1000000,3)", "(900000000000,60,40)", "(2000,1500,900)"):
        start(page, position)
        until(page, "document.querySelectorAll('#why .map text').length > 5")
        assert page.evaluate(CLIPPED) == []
    for tail in ("5", "782", "4,2"):
        page = visited.open(f"#losers/{tail}")
        until(page, "document.querySelectorAll('#losers-map text').length > 5")
        assert page.evaluate(CLIPPED) == []


@pytest.mark.parametrize("width", [360, 1280, 1440])
def test_numbers_of_the_map_stand_apart(width: int, page: "Page") -> None:
    """No two texts of the map touch, however long the numbers are, and all are large enough to be read."""
    page.set_viewport_size({"width": width, "height": 800})
    explain(page)
    for position in ("(9,7,4)", "(900000000000,800000000000,115)", "(1000000,1000000,3)", "(60,50,40)"):
        start(page, position)
        touching = page.evaluate(TOUCHING)
        assert not touching, position
        heights = page.evaluate(
            "[...document.querySelectorAll('#why .map text')].map((one) => one.getBoundingClientRect().height)"
        )
        assert min(heights) >= 11, position  # beside the bar a map is as narrow as on a phone


def test_bars_that_a_certificate_knows_turned_over(page: "Page") -> None:
    """A bar of many rows is opened if a certificate that is not loaded yet knows it with rows and columns exchanged."""
    for position in ("(5,2,2,2,2,2,2,2,2,2,2,2)", "(4,4,4,4" + ",1" * 20 + ")"):
        start(page, position)
        assert page.inner_text("#setup-error") == ""


def test_what_was_eaten_is_what_the_last_bite_took(page: "Page") -> None:
    """As many squares are marked as the last bite took, and that is seen happening once, not at each hint or undo."""
    start(page, "(8,8,8)")
    for row, column in ((3, 5), (1, 7)):
        bite(page, row, column)
        taken = [sum(rows(page))]
        page.click("#undo")
        before = sum(Position(rows(page)).chomp((row, column)).rows)
        page.click("#redo")
        assert page.locator("#board .fresh").count() == before - taken[0] > 0
    page.click("#undo")
    page.click('#board button[data-row="1"][data-column="8"]')
    settled(page)
    fresh = page.locator("#board .fresh").count()
    assert page.locator("#board .biting").count() == fresh > 0
    page.dblclick("#hint")
    assert page.locator("#board .biting").count() == 0
    assert page.locator("#board .fresh").count() == fresh
    page.click("#undo")
    assert page.locator("#board .biting").count() == 0


def test_a_new_game_can_be_taken_back(page: "Page") -> None:
    """Whoever begins anew by mistake, by the form or by its choices, gets the game back by Undo."""
    start(page, "(8,8,8)")
    bite(page, 3, 5)
    left = rows(page)
    page.select_option("#setup-first", "computer")
    page.click("#new-game")
    page.wait_for_selector('#view-play[data-start="8,8,8 computer"]')
    settled(page)
    page.click("#undo")
    assert rows(page) == left
    assert page.input_value("#setup-first") == "you"
    assert "The game before this one is back." in status(page)
    page.focus("#setup-columns")
    for columns in (9, 10, 11):
        page.keyboard.press("ArrowDown")
        page.wait_for_selector(f'#view-play[data-rows="{columns},{columns},{columns}"]')
    page.click("#undo")
    assert rows(page) == left
    page.click("#undo")
    assert rows(page) == (8, 8, 8)
    assert page.is_disabled("#undo")


def test_again(page: "Page") -> None:
    """After a game one plays again, or lets the other side begin."""
    start(page, "(3,3)")
    assert page.is_hidden("#again")
    bite(page, 2, 3)
    while page.get_attribute("#view-play", "data-turn") == "you":
        if page.get_attribute("#hint", "aria-pressed") == "false":
            page.dblclick("#hint")
        page.locator("#board .lit").first.click()
        settled(page)
    page.click("#again")
    page.wait_for_selector('#view-play[data-start="3,3 you"][data-rows="3,3"]')
    assert page.is_hidden("#again")
    bite(page, 1, 2)
    assert page.get_attribute("#view-play", "data-turn") == "over"
    assert page.inner_text("#again-other") == "Again, the computer first"
    page.click("#again-other")
    page.wait_for_selector('#view-play[data-start="3,3 computer"]')


def test_a_game_that_is_played_again_can_be_taken_back(page: "Page") -> None:
    """Undo after Play again leads to the game that was just over, not to one before it."""
    start(page, "(8,8,8)")
    bite(page, 3, 5)
    start(page, "(3,2)")
    bite(page, 1, 2)
    for again, first in (("#again", "you"), ("#again-other", "computer"), ("#again-level", "you")):
        page.click(again)
        page.wait_for_selector(f'#view-play[data-start="3,2 {first}"]:not([data-turn="over"])')
        settled(page)
        assert "Undo" not in status(page)  # nothing was left in the middle
        page.click("#undo")
        assert page.get_attribute("#view-play", "data-start") == "3,2 you"
        assert page.get_attribute("#view-play", "data-turn") == "over"
        assert page.input_value("#setup-level") == "perfect"


NEW = "Undo brings back the game that you left."


@pytest.mark.parametrize(("setting", "value"), [("columns", "5"), ("rows", "4"), ("position", "7")])
def test_a_game_that_is_left_in_the_middle(setting: str, value: str, page: "Page") -> None:
    """Whatever begins a new game in the middle of one, the page says that Undo brings it back, and that is true."""
    start(page, "(8,8,8)")
    assert NEW not in status(page)
    bite(page, 3, 5)
    left, games = rows(page), page.get_attribute("#view-play", "data-games")
    if setting == "position":
        page.fill("#setup-position", value)
        page.click("#play-bar")
    else:
        page.select_option(f"#setup-{setting}", value)
    page.wait_for_selector(f'#view-play:not([data-games="{games}"])')
    settled(page)
    until(page, f"document.getElementById('status').textContent.endsWith('{NEW} Your turn.')")
    page.click("#undo")
    assert rows(page) == left
    assert page.input_value("#setup-level") == "perfect"
    assert page.input_value("#setup-first") == "you"
    page.click("#new-game")
    words = f"New game: 3 rows of 8 squares. Whoever eats the poison loses. {NEW} Your turn."
    until(page, f"document.getElementById('status').textContent === '{words}'")
    bite(page, 3, 5)
    assert NEW not in status(page)  # now Undo takes back that bite


def test_another_level_keeps_the_game(page: "Page") -> None:
    """A level that is chosen in mid-game holds from the next bite on, is told, and is in the link; no bite is lost."""
    start(page, "(8,8,8)", level="easy")
    bite(page, 3, 5)
    before = Position(rows(page))
    page.select_option("#setup-level", "perfect")
    assert status(page) == "I’ll play perfectly from my next bite."
    assert Position(rows(page)) == before
    assert page.locator("#turns li").count() == 2
    until(page, "location.hash.includes('level=perfect&bites=3.5-')")
    (*_, move) = (move for move in before.moves() if zchomp.outcome(before.chomp(move)) is Outcome.WINNER)
    bite(page, move.row, move.column)
    assert zchomp.outcome(rows(page)) is Outcome.LOSER  # the easy level would leave a winner
    page.click("#give-up")
    page.select_option("#setup-level", "medium")
    assert status(page) == "I’ll play on medium in the next game."
    page.click("#again")
    until(page, "location.hash === '#play/8,8,8?level=medium'")


def test_who_begins_is_for_the_next_game(page: "Page") -> None:
    """Before your first bite the other side begins at once; in mid-game it begins the next game, and that is told."""
    page.select_option("#setup-first", "computer")
    page.wait_for_selector('#view-play[data-start="8,8,8 computer"]')
    assert settled(page) == "you"
    page.select_option("#setup-first", "you")
    page.wait_for_selector('#view-play[data-start="8,8,8 you"]')
    bite(page, 3, 5)
    before = rows(page)
    page.select_option("#setup-first", "computer")
    assert status(page) == "I begin the next game. This one goes on."
    assert rows(page) == before
    assert page.get_attribute("#view-play", "data-start") == "8,8,8 you"
    bite(page, 3, 1)
    assert page.input_value("#setup-first") == "computer"
    page.click("#give-up")
    assert page.inner_text("#again-other") == "Again, you first"
    page.select_option("#setup-first", "you")
    assert status(page) == "You begin the next game."
    assert page.inner_text("#again-other") == "Again, the computer first"
    page.select_option("#setup-first", "computer")
    page.click("#again")
    page.wait_for_selector('#view-play[data-start="8,8,8 computer"]')


HEARD = """() => {
    window.heard = [];
    const observer = new MutationObserver(() => window.heard.push(document.getElementById("status").textContent));
    observer.observe(document.getElementById("status"), { childList: true });
}"""


def test_a_new_bar_is_heard(page: "Page") -> None:
    """Rows, columns, a bar that is typed, New game and who begins are told before a bite, in words."""
    page.evaluate(HEARD)

    def heard(words: str) -> None:
        until(page, f"window.heard.at(-1) === {words!r}")
        page.evaluate("window.heard = []")

    page.select_option("#setup-rows", "4")
    heard("New game: 4 rows of 8 squares. Whoever eats the poison loses. Your turn.")
    page.select_option("#setup-columns", "5")
    heard("New game: 4 rows of 5 squares. Whoever eats the poison loses. Your turn.")
    for _ in range(2):
        page.click("#new-game")
        heard(
            "New game: 4 rows of 5 squares. Whoever eats the poison loses. Your turn."
        )  # the same words, and yet they are heard
    open_more(page)
    for typed, words in (
        ("9,7,4", "New game: rows of 9, 7 and 4 squares. Whoever eats the poison loses."),
        ("[1,1]", "New game: rows of 2 and 1 square. Whoever eats the poison loses."),
        ("1x5", "New game: 1 row of 5 squares. Whoever eats the poison loses."),
    ):
        page.fill("#setup-position", typed)
        page.keyboard.press("Enter")
        heard(f"{words} Your turn.")
    page.select_option("#setup-level", "medium")
    heard("I’ll play on medium from my next bite.")
    assert page.evaluate("window.heard") == []


def test_the_keys_of_the_bar_are_told(page: "Page") -> None:
    """The bar is described to those who do not see it: arrow keys move on it."""
    described = str(page.get_attribute("#board", "aria-describedby"))
    assert page.text_content(f"#{described}") == "Arrow keys move on the bar, and Enter bites."
    assert page.evaluate("(id) => document.getElementById(id).getBoundingClientRect().right < 0", described)


def test_a_wrong_bar_is_marked_until_it_is_right(visited: Visit) -> None:
    """The field of a bar that cannot be played is marked as wrong, with the reason, until another bar is played."""
    page = visited.open("#play/1,2")
    open_more(page)
    assert page.get_attribute("#setup-position", "aria-invalid") is None  # the link was wrong, and not the field
    for mend, bar in (("typed", (9, 7, 4)), ("chosen", (9, 9, 9, 9)), ("again", (9, 9, 9, 9))):
        for wrong in ("(1,2)", "x", "(9000,8000,7000)"):
            page.fill("#setup-position", wrong)
            page.keyboard.press("Enter")
            page.wait_for_selector('#setup-position[aria-invalid="true"]')
            assert page.get_attribute("#setup-position", "aria-describedby") == "setup-error setup-help"
            assert page.inner_text("#setup-error").endswith(".")
            assert page.input_value("#setup-position") == wrong
        if mend == "typed":
            page.fill("#setup-position", "(9,7,4)")
            page.keyboard.press("Enter")
        elif mend == "chosen":
            page.select_option("#setup-rows", "4")
        else:
            page.click("#new-game")  # of the bar that is played, and not of the one that was typed
        page.wait_for_selector("#setup-position:not([aria-invalid])")
        assert page.get_attribute("#setup-position", "aria-describedby") == "setup-help"
        assert page.inner_text("#setup-error") == ""
        assert rows(page) == bar


WRITTEN = """() => {
    window.written = 0;
    const observer = new MutationObserver((records) => (window.written += records.length));
    observer.observe(document.getElementById("status"), { childList: true, characterData: true, subtree: true });
}"""


def test_what_is_said_is_written_once(page: "Page") -> None:
    """No button writes words again that are there, which would be read aloud again, or wipes what was just said."""
    start(page, "(9,7,4)")
    bite(page, 3, 3)
    page.evaluate(WRITTEN)
    said = status(page)
    buttons = ("#hint", "#explain", "#sound", "#type-bite", "#type-bite", "#nims", "#nims", "#explain", "#hint")
    for button in buttons:
        page.click(button)
    assert page.evaluate("window.written") == 0
    assert status(page) == said
    page.click("#copy-link")
    until(page, "document.getElementById('status').textContent.includes('copied')")
    said = status(page)
    for button in buttons:
        page.click(button)
    assert status(page) == said


REWRITTEN = """() => {
    window.rewritten = [];
    const observer = new MutationObserver((records) => {
        for (const { target } of records) window.rewritten.push(target.closest("[id]").id);
    });
    for (const place of document.querySelectorAll("#view-play :is([role=status], [role=alert], [aria-live])")) {
        observer.observe(place, { childList: true, characterData: true, subtree: true });
    }
}"""


def test_nothing_that_is_read_aloud_is_written_again(page: "Page") -> None:
    """A button that changes no hint, nim-value or reason writes none of them, so that none is read aloud again."""
    start(page, "(5,4,2)")
    page.dblclick("#hint")
    page.click("#nims")
    until(page, "document.getElementById('nim').textContent !== ''")
    page.evaluate(REWRITTEN)
    for button in ("#copy-link", "#copy-text"):
        said = status(page)
        page.click(button)
        until(page, f"document.getElementById('status').textContent !== {said!r}")
    page.click("#type-bite")
    page.click("#sound")
    assert set(page.evaluate("window.rewritten")) == {"status"}
    page.click("#explain")
    page.wait_for_selector("#why-words li")
    assert "nim" not in page.evaluate("window.rewritten")


def test_the_list_of_winning_bites_is_there_only_with_bites(page: "Page") -> None:
    """Without a hint nothing is called Winning bites; with one, a list is, and what contains it is read aloud."""
    start(page, "(9,7,4)")
    named = page.get_by_role("list", name="Winning bites", include_hidden=True)
    assert named.count() == 0
    page.dblclick("#hint")
    assert named.locator("li").count() == 3
    assert page.locator("#winning ul").count() == 1
    page.click("#hint")
    assert named.count() == 0


def test_each_undo_is_heard(page: "Page") -> None:
    """What Undo and Redo say differs from bar to bar, so that it is written, and read aloud, each time."""
    start(page, "(8,8,8)")
    for row, column in ((3, 7), (3, 2)):
        bite(page, row, column)
    for button in ("#undo", "#undo", "#redo", "#redo"):
        said = status(page)
        page.click(button)
        assert status(page) != said
        assert str(Position(rows(page))) in status(page)


STEADY = """(chip) => new Promise((resolve) => {
    const tops = new Set();
    const look = (left) => {
        tops.add(Math.round(chip.getBoundingClientRect().top));
        if (left > 0) requestAnimationFrame(() => look(left - 1));
        else resolve(tops.size);
    };
    requestAnimationFrame(() => look(20));
})"""


@pytest.mark.parametrize("position", ["9,7,4", "60,50,40", "900000000,800000000,4"])
@pytest.mark.parametrize("width", [340, 620, 900])
def test_what_is_pointed_at_stays_where_it_is(position: str, width: int, visited: Visit) -> None:
    """What a bite leads to is told without moving the button that is pointed at, or the page would flicker."""
    visited.page.set_viewport_size({"width": width, "height": 800})
    page = visited.open(f"#play/{position}")
    page.click("#explain")
    chip = page.wait_for_selector("#why li button")
    assert chip is not None
    chip.hover()
    assert chip.evaluate(STEADY) == 1
    assert page.locator("#board .taken").count() > 0
    page.mouse.move(1, 1)
    assert chip.evaluate(STEADY) == 1
    assert page.inner_text("#preview") == ""


def test_a_bar_that_is_only_the_poison(visited: Visit) -> None:
    """On the bar (1) nothing is offered that does nothing, and the page says what to do; a larger bar is played."""
    page = visited.open("#play/9,7,4")
    page.click("#explain")
    page.wait_for_selector("#why li")
    page.evaluate("location.hash = 'play/1'")
    page.wait_for_selector('#view-play[data-rows="1"]')
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
    for name in ("hint", "explain", "why", "nims", "type-bite"):  # as little can be asked at the end of a game
        assert page.is_hidden(f"#{name}"), name
    assert page.is_visible("#undo")


def test_levels_after_a_game(page: "Page") -> None:
    """Whoever lost may play the same bar at an easier level, whoever won at a harder one, and the link says so."""
    start(page, "(3,2)")
    bite(page, 1, 2)
    assert page.inner_text("#again-level") == "Again, easier"
    page.click("#again-level")
    page.wait_for_selector('#view-play[data-rows="3,2"]')
    until(page, "location.hash === '#play/3,2?level=medium'")
    start(page, "(4)", level="medium")
    bite(page, 1, 2)
    assert page.inner_text("#again-level") == "Again, harder"
    page.click("#again-level")
    until(page, "location.hash === '#play/4?level=perfect'")
    bite(page, 1, 2)
    assert page.is_hidden("#again-level")


@pytest.mark.parametrize(
    ("position", "bar"),
    [
        ("(8,8,8)", (3, 4)),
        ("(3,3)", (2, 2)),
        ("(4,4,4,4)", (4, 2)),
        ("(6,1,1,1,1,1)", (3, 3)),
        ("(20068,20000,115)", (3, 4)),
    ],
)
def test_a_smaller_bar_after_a_loss(position: str, bar: tuple[int, int], page: "Page") -> None:
    """Whoever lost at the easy level may try a smaller bar at once; at other levels the same bar is made easier."""
    start(page, position, level="easy")
    bite_typed(page, "1", str(Position.parse(position).rows[0]))
    assert page.is_hidden("#again-smaller")
    page.select_option("#setup-level", "medium")
    page.click("#give-up")
    assert page.is_hidden("#again-smaller")
    page.select_option("#setup-level", "easy")
    height, width = bar
    page.wait_for_selector("#again-smaller")
    assert page.inner_text("#again-smaller") == f"Try {height} × {width}"
    page.focus("#again-smaller")
    page.keyboard.press("Enter")
    page.wait_for_selector(f'#view-play[data-rows="{",".join([str(width)] * height)}"][data-turn="you"]')
    assert page.input_value("#setup-level") == "easy"
    until(page, "document.activeElement.closest('#board') !== null")


def test_the_smallest_bar_has_none_below(page: "Page") -> None:
    """Whoever wins is offered no smaller bar, nor is there one below two rows of two."""
    start(page, "(4)", level="easy")
    assert bite(page, 1, 2) == "over"
    assert page.is_hidden("#again-smaller")
    start(page, "(2,2)", level="easy")
    assert bite(page, 2, 1) == "over"
    assert page.get_attribute("#view-play", "data-won") == "false"
    page.evaluate("import('/more.js').then(() => null)")  # what offers one is there
    assert page.is_hidden("#again-smaller")


@pytest.mark.parametrize(
    ("position", "words"), [("(7,7,4)", "and rightly: every bite from (5, 5, 3) loses."), ("(9,7,4)", "But ")]
)
def test_giving_up(position: str, words: str, page: "Page") -> None:
    """Whoever gives up is told whether there was a way to win; Undo goes on, and a reload does not."""
    start(page, position)
    assert page.is_hidden("#give-up")  # there is nothing to give up before a bite
    move = (known(zchomp.winning_moves(position)) or list(Position.parse(position).moves()))[-1]
    bite(page, move.row, move.column)
    here = Position(rows(page))
    page.click("#give-up")
    assert page.get_attribute("#view-play", "data-turn") == "over"
    assert status(page).startswith("You gave up")
    assert words in status(page)
    if words == "But ":
        found = re.search(r"row (\d), column (\d) would have won", status(page))
        assert found is not None
        left = here.chomp((int(found[1]), int(found[2])))
        assert zchomp.outcome(left) is Outcome.LOSER
    said = status(page)
    until(page, "location.hash.endsWith('&end=you')")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert status(page) == said
    page.click("#undo")
    assert status(page) == "The game goes on. Your turn."
    assert page.is_visible("#give-up")


def test_the_computer_gives_up(page: "Page") -> None:
    """After three bites that it knew to be lost the computer offers to give up, also after a reload."""
    start(page, "(1000,1000)")
    for turn in range(3):
        assert page.is_hidden("#accept")
        here = Position(rows(page))
        (move, *_) = known(zchomp.winning_moves(here))
        assert bite_typed(page, str(move.row), str(move.column)) == "you"
        assert ("Shall I give up?" in status(page)) == (turn == 2)
        assert page.is_visible("#give-up") == (turn < 2)
    until(page, "location.hash.split('-').length === 6")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert "Shall I give up?" in status(page)
    assert page.is_hidden("#give-up")  # nobody who wins is to press it in place of the other
    assert page.inner_text("#accept") == "I take the win"
    page.click("#accept")
    assert status(page) == "I give up. You win!"
    assert page.get_attribute("#view-play", "data-won") == "true"


def test_a_bite_is_typed_on_demand(page: "Page") -> None:
    """The form for a bite is there on bars that are folded, and elsewhere when it is asked for, by keys too."""
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


def test_winning_bites_are_told_once(page: "Page") -> None:
    """Hint and Why together list the winning bites once, and a list that appears is read aloud."""
    start(page, "(9,7,4)")
    assert page.get_attribute("#winning", "aria-live") == "polite"
    page.dblclick("#hint")
    assert page.locator("#winning li").count() == 3
    page.click("#explain")
    page.wait_for_selector("#why li")
    assert page.locator("#winning li").count() == 0
    assert page.locator("#why li").count() == 3
    assert page.locator("#board .lit").count() == 3
    assert page.get_attribute("#why-words", "aria-live") == "polite"
    assert page.locator("#why-words li").count() == 3
    page.evaluate("for (const one of document.querySelectorAll('#why h2, #why .note')) one.dataset.old = 'true'")
    page.click("#hint")
    until(page, "document.querySelector('#why-more .note').dataset.old === undefined")
    assert page.get_attribute("#why-words h2", "data-old") == "true"  # what was read aloud is not read again


def test_a_tap_asks_for_nothing_more(browser: "Browser", server: PageServer) -> None:
    """After a tap the next square does not look as if it were being eaten, and no other bite is described."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce")
    with visit(context, server) as visited:
        page = visited.open("#play/9,7,4")
        page.tap('#board button[data-row="3"][data-column="3"]')
        settled(page)
        until(page, "document.querySelectorAll('#turns li').length === 2")
        assert page.locator("#board .taken").count() == 0
        assert page.inner_text("#preview") == ""
    context.close()


def test_the_address_names_what_is_seen(page: "Page") -> None:
    """In each view the address names what is seen, and each link leads on from there."""
    until(page, "location.hash === '#play/8,8,8'")
    page.click('nav a[data-view="chart"]')
    until(page, "location.hash.startsWith('#chart/')")
    page.click('nav a[data-view="play"]')
    until(page, "location.hash === '#play/8,8,8'")
    start(page, "(9,7,4)")
    page.click('nav a[data-view="verify"]')
    page.wait_for_selector("#view-verify:not([hidden])")
    page.go_back()
    page.wait_for_selector("#view-play:not([hidden])")
    assert rows(page) == (9, 7, 4)
    page.evaluate("document.querySelector('.skip').focus()")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.evaluate("location.hash") == "#play/9,7,4?level=perfect"


def test_certificates_that_cannot_be_fetched(visited: Visit) -> None:
    """Without its server the page says what is missing, goes on with its game, and plays by it once it is there."""
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


def test_rows_and_columns_by_hand(page: "Page") -> None:
    """Rows and columns are chosen; the certificate that knows the bar is loaded, and named."""
    for count, name in (
        (4, "chomp-4rows-20.jsonl"),
        (5, "chomp-5rows-8.jsonl"),
        (2, "chomp-3rows-115.jsonl"),
    ):
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
    page.wait_for_selector('#view-play[data-rows="20,20,20,20"]')  # no certificate knows more columns of four rows
    open_more(page)
    page.fill("#setup-position", "(900,800,700)")
    page.click("#play-bar")
    page.wait_for_selector('#view-play[data-rows="900,800,700"]')
    assert "chomp-3rows-1000.jsonl" in source(page)
    page.fill("#setup-position", "(9000,8000,7000)")
    page.keyboard.press("Enter")
    assert "No certificate on this page knows (9000, 8000, 7000)" in page.inner_text("#setup-error")
    assert rows(page) == (900, 800, 700)


def test_with_motion(browser: "Browser", server: PageServer) -> None:
    """With motion, too, the computer answers after a while, and a game that is left does not answer in another."""
    context = browser.new_context()
    with visit(context, server) as visited:
        page = visited.open("#play/3,3")
        bitten_and_undone = """() => {
            document.querySelector('#board button[data-row="2"][data-column="3"]').click();
            const turn = document.getElementById("view-play").dataset.turn;
            document.getElementById("undo").click();
            return turn;
        }"""
        assert page.evaluate(bitten_and_undone) == "computer"  # at once, so that no answer comes between
        assert rows(page) == (3, 3)
        page.wait_for_timeout(700)
        assert rows(page) == (3, 3)
        assert bite(page, 2, 3) == "you"
        assert len(rows(page)) <= 2
        assert page.locator("#board .fresh").count() > 0
    context.close()


def test_offline(visited: Visit) -> None:
    """Once it is loaded, the page plays on without its server, and asks nobody for anything."""
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


def test_a_reload_changes_nothing(visited: Visit) -> None:
    """Start, bites, level and whose turn it is are in the address: a reload, and a link to a friend, keep them."""
    page = visited.open("#play/8,8,8?level=medium&first=computer")
    settled(page)
    first = rows(page)
    bite(page, 1, first[0])
    now = rows(page)
    until(page, "location.hash.split('-').length === 3")
    address = page.evaluate("location.href")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert settled(page) == "you"
    assert rows(page) == now
    assert page.evaluate("location.href") == address
    assert page.input_value("#setup-level") == "medium"
    page.click("#undo")
    assert rows(page) == first
    page = visited.open("#play/3,3?bites=2.3")
    assert settled(page) == "you"
    assert rows(page) != (3, 2)


def test_the_link_of_a_game_that_is_won(page: "Page") -> None:
    """A game that is won is won after a reload, too, and Play again begins with the bar of its start."""
    start(page, "(4)")
    assert bite(page, 1, 2) == "over"
    said = status(page)
    until(page, "location.hash === '#play/4?level=perfect&bites=1.2'")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert (status(page), rows(page)) == (said, (1,))
    assert page.get_attribute("#view-play", "data-won") == "true"
    page.click("#again")
    assert (rows(page), settled(page)) == ((4,), "you")


def test_bites_that_a_link_cannot_have(visited: Visit) -> None:
    """A link with a bite that is none says so, and keeps the bar, without its bites; a bite takes the words away."""
    for bites, word in (
        ("9.9", "“9.9” is not a bite"),
        ("1.1", "“1.1” is not a bite"),
        ("x", "“x” is not a bite"),
        ("2.3-2.3", "“2.3” is not a bite"),
        ("2.3-", "a bite is missing"),
    ):
        page = visited.open(f"#play/3,3?bites={bites}&end=you&level=medium")
        said = f"This link is damaged ({word}), so the game starts from the full bar."
        assert page.inner_text("#setup-error") == said
        assert rows(page) == (3, 3)
        assert page.input_value("#setup-level") == "medium"
        assert status(page) == "New game: 2 rows of 3 squares. Whoever eats the poison loses. Your turn."
        until(page, "location.hash === '#play/3,3?level=medium'")
        bite(page, 2, 3)
        assert page.inner_text("#setup-error") == ""


@pytest.mark.parametrize("fragment", ["#play/x", "#play/3,3?bites=x", "#puzzle/today"])
@pytest.mark.parametrize("way", ["chart", "play"])
def test_what_was_wrong_with_a_link_is_over(way: str, fragment: str, visited: Visit) -> None:
    """Whoever leaves for another view and comes back, or chooses Play, reads no more of a link that was wrong."""
    page = visited.open(fragment)
    assert page.inner_text("#setup-error") != ""
    if way == "chart":
        page.click('nav a[data-view="chart"]')
        page.wait_for_selector("#view-play", state="hidden")
    page.click('nav a[data-view="play"]')
    page.wait_for_selector("#view-play:not([hidden])")
    until(page, "document.getElementById('setup-error').textContent === ''")


@pytest.mark.parametrize("position", ["(7,7,4)", "(9,7,4)"])
def test_every_bite_is_refuted_or_wins(position: str, page: "Page") -> None:
    """While reasons are shown, pointing at a square says whether its bite wins, and by which answer it loses."""
    start(page, position)
    page.click("#explain")
    here = Position.parse(position)
    winning = zchomp.winning_moves(here)
    assert not isinstance(winning, zchomp.Unknown)
    for move in here.moves():
        page.hover(f'#board button[data-row="{move.row}"][data-column="{move.column}"]')
        words = page.inner_text("#preview")
        left = Position.parse(words[words.rindex("(") : words.rindex(")") + 1])
        assert zchomp.outcome(left) is Outcome.LOSER
        if move in winning:
            assert left == here.chomp(move)
            assert " wins: it leaves (" in words
        else:
            answer = re.search(r"I answer row ([0-9]+), column ([0-9]+),", words)
            assert answer is not None
            assert here.chomp(move).chomp((int(answer[1]), int(answer[2]))) == left
            assert page.locator("#board .answer").count() > 0
    page.hover("h1")
    assert page.locator("#board .answer").count() == 0


def test_the_line_is_walked_and_walked_back(page: "Page") -> None:
    """A click makes the bite, the computer gives the answer that was announced, and Undo leads back."""
    start(page, "(7,7,4)")
    page.click("#explain")
    page.hover('#board button[data-row="2"][data-column="3"]')
    words = page.inner_text("#preview")
    bite(page, 2, 3)
    assert f"({', '.join(map(str, rows(page)))})" in words
    page.click("#undo")
    assert rows(page) == (7, 7, 4)


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_why_keeps_the_level(level: str, page: "Page") -> None:
    """While reasons are shown, a level that errs still errs, and says which answer would have won."""
    start(page, "(7,7,4)", level=level)
    said = page.inner_text("#opponent-words")
    assert f"On {level}, I " in said
    page.click("#explain")
    assert page.inner_text("#opponent-words") == said
    page.hover('#board button[data-row="2"][data-column="3"]')
    found = re.fullmatch(
        r"Row 2, column 3 gives me a winning answer: row (\d), column (\d), which leaves (.*), where every bite loses.",
        page.inner_text("#preview"),
    )
    assert found is not None
    bitten = Position((7, 2, 2))
    assert str(bitten.chomp((int(found[1]), int(found[2])))) == found[3]
    assert zchomp.outcome(found[3]) is Outcome.LOSER
    bite(page, 2, 3)
    assert zchomp.outcome(rows(page)) is Outcome.WINNER
    missed = f"I just missed a win: row {found[1]}, column {found[2]} in answer to your row 2, column 3."
    until(page, f"document.getElementById('why-words').textContent.startsWith({missed!r})")
    page.click("#undo")
    until(page, "!document.getElementById('why-words').textContent.includes('missed')")


def test_a_tap_tells_before_it_bites(browser: "Browser", server: PageServer) -> None:
    """On a touch screen, while reasons are shown, the first tap tells and the second one bites."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce")
    with visit(context, server) as visited:
        page = visited.open("#play/7,7,4")
        page.tap("#explain")
        square = '#board button[data-row="2"][data-column="3"]'
        page.tap(square)
        assert "Row 2, column 3 gives me a winning answer: row " in page.inner_text("#preview")
        assert rows(page) == (7, 7, 4)
        page.tap(square)
        settled(page)
        until(page, "document.querySelectorAll('#turns li').length === 2")
    context.close()


def test_the_easy_level_leaves_a_way_to_win(page: "Page") -> None:
    """At the easy level the computer never leaves a loser if another bite is there, even from a position it has won."""
    assert page.input_value("#setup-level") == "easy"  # unless one chooses another one, or a link does
    assert page.inner_text("#opponent-words").endswith("On easy, I let you win if you find the way.")
    for position in ("(6,6,6)", "(5,5)", "(7,4,2)"):
        start(page, position, level="easy")
        random, turn = Random(position), "you"
        while turn == "you":
            moves = [move for move in Position(rows(page)).moves() if Position(rows(page)).chomp(move).squares() > 1]
            before = Position(rows(page))
            move = random.choice(moves or list(before.moves()))
            turn = bite(page, move.row, move.column)
            after = before.chomp(move)
            kind = [after.chomp(other) for other in after.moves()]
            if any(zchomp.outcome(one) is Outcome.WINNER for one in kind):
                assert zchomp.outcome(rows(page)) is Outcome.WINNER


GAMES = """async ([bar, level, many]) => {
    const { Computed, bites } = await import("/computed.js");
    const { Match } = await import("/match.js");
    const { bite, isOver } = await import("/position.js");
    const known = Computed.of(bar);
    let state = 1;
    const chance = (most) => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 8) % most;
    };
    const naive = (rows) => {
        const all = bites(rows).map((move) => ({ move, after: bite(rows, move) }));
        const last = all.find(({ after }) => isOver(after));
        const safe = all.filter(({ after }) => after.length > 1 && after[0] > 1);
        return last ?? (safe.length > 0 ? safe : all)[chance(safe.length || all.length)];
    };
    const games = [];
    while (games.length < many) {
        const match = new Match({ covering: async () => known }, () => {}, () => 1e9);
        await match.open(bar.join(), { level });
        while (!match.game.over) {
            match.yours(naive(match.game.rows).move);
            if (!match.game.over) match.theirs();
        }
        clearTimeout(match.timer);
        games.push([match.game.loser === "computer", match.game.turns.map(({ rows }) => rows)]);
    }
    return games;
}"""
"""Games of a naive player, who sees only how to leave the poison at once and that one line of squares is lost."""


@pytest.mark.parametrize("bar", ["8,8,8", "6,6,6", "5,5,5,5"])
def test_games_of_a_naive_player_last(bar: str, page: "Page") -> None:
    """A naive player wins at the easy level, and most of those games take five bites or more; they replay."""
    rectangle = [int(length) for length in bar.split(",")]
    games: list[tuple[bool, list[list[int]]]] = page.evaluate(GAMES, [rectangle, "easy", 100])
    assert all(won for won, _ in games)
    assert median(len(turns) // 2 for _, turns in games) >= 5
    assert page.evaluate(GAMES, [rectangle, "easy", 100]) == games


def test_the_medium_level_makes_two_mistakes(page: "Page") -> None:
    """At the medium level the computer passes up at most two wins in a game, mostly two, and no more."""
    page.select_option("#setup-level", "medium")
    assert page.inner_text("#opponent-words").endswith("On medium, I make at most two mistakes in a game.")
    losers = {tuple(filter(None, rows)) for rows in losers_within(Position((8, 8, 8)))}
    games: list[tuple[bool, list[list[int]]]] = page.evaluate(GAMES, [[8, 8, 8], "medium", 100])
    passed = list[int]()
    for _, turns in games:
        mistakes = [
            tuple(after) not in losers
            for before, after in zip(turns[1::2], turns[2::2], strict=False)
            if tuple(before) not in losers
        ]
        passed.append(sum(mistakes))
    assert set(passed) <= {0, 1, 2}
    assert passed.count(2) > 50
    assert 10 < sum(won for won, _ in games) < 50


PUZZLES = """async (dates) => {
    const { Library } = await import("/library.js");
    const { PROOF, puzzleOf } = await import("/puzzle.js");
    const certificate = await new Library().load(PROOF);
    return dates.map((date) => puzzleOf(date, certificate));
}"""


def test_puzzles_have_one_solution(page: "Page") -> None:
    """In 60 weeks every puzzle has exactly one winning bite, and each day of the week has larger bars than the last."""
    dates = [str(date(2026, 11, 16) + timedelta(days)) for days in range(60 * 7)]
    found: list[list[int]] = page.evaluate(PUZZLES, dates)
    for puzzle in {tuple(puzzle) for puzzle in found}:
        (move,) = known(zchomp.winning_moves(puzzle))
        assert move.row > 1
    sizes = [[sum(puzzle) for puzzle in found[day::7]] for day in range(7)]
    for smaller, larger in pairwise(sizes):
        assert max(smaller) <= min(larger)
    assert max(sizes[0]) < min(sizes[6])


def test_no_puzzle_comes_twice_within_a_year(page: "Page") -> None:
    """In 10 years, and around 1970, no bar comes again within 52 weeks, whatever the day of the week."""
    for first, weeks in ((date(2026, 11, 16), 520), (date(1969, 6, 2), 60)):
        dates = [first + timedelta(days) for days in range(weeks * 7)]
        latest = dict[tuple[int, ...], date]()
        for day, puzzle in zip(dates, page.evaluate(PUZZLES, list(map(str, dates))), strict=True):
            bar = tuple(puzzle)
            assert bar not in latest or day - latest[bar] > timedelta(weeks=52), (bar, day)
            latest[bar] = day
        assert len(latest) >= 7 * 52


def test_every_puzzle_is_seen_whole_on_a_phone(browser: "Browser", server: PageServer) -> None:
    """At 360 x 740 the widest puzzles, of three to five rows, fit without scrolling, in squares of 24 pixels."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce")
    with visit(context, server) as visited:
        page = visited.open("#puzzle/2026-11-16")
        dates = [str(date(2025, 1, 6) + timedelta(days)) for days in range(60 * 7)]
        found: list[list[int]] = page.evaluate(PUZZLES, dates)
        for many in (3, 4, 5):
            widest, day = max((bar[0], day) for bar, day in zip(found, dates, strict=True) if len(bar) == many)
            page.evaluate("(day) => { location.hash = 'puzzle/' + day; }", day)
            page.wait_for_selector(f'#view-play[data-puzzle="{day}"]')
            assert rows(page)[0] == widest
            box = page.locator(f'#board button[data-row="1"][data-column="{widest}"]').bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 24
            assert box["x"] + box["width"] <= 360
            assert page.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(board)")
    context.close()


def test_the_puzzle_of_a_day(visited: Visit) -> None:
    """A wrong try is refuted and changes nothing, the right one is told, and the text to share keeps the secret."""
    page = visited.open("#puzzle/2026-11-17")
    here = Position(rows(page))
    (right,) = known(zchomp.winning_moves(here))
    wrong = next(move for move in here.moves() if move != right)
    assert status(page) == "Exactly one bite wins. Find it."
    assert page.is_hidden("#hint")
    bite(page, wrong.row, wrong.column)
    found = re.search(r"does not win: I would answer row (\d+), column (\d+),", status(page))
    assert found is not None
    answer = (int(found[1]), int(found[2]))
    taken = here.chomp(wrong).squares() - here.chomp(wrong).chomp(answer).squares()
    assert page.locator("#board .answer").count() == taken
    assert page.locator("#board .taken").count() == here.squares() - here.chomp(wrong).squares()
    assert rows(page) == here.rows
    bite(page, right.row, right.column)
    assert status(page).startswith("Solved on try 2!")
    page.click("#share")
    until(page, "document.getElementById('shared').textContent === 'Copied. Paste it to a friend.'")
    assert status(page).startswith("Solved on try 2!")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text == (
        f"🍫 Chomp puzzle 1052, Tuesday, 17 November 2026\n❌✅ on try 2\n{visited.address}#puzzle/2026-11-17"
    )
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert status(page).startswith("Solved on try 2!")
    assert Position(rows(page)) == here.chomp(right)


@pytest.mark.parametrize(
    ("day", "words"),
    [
        ("2026-02-31", "There is no day 2026-02-31."),
        ("2026-13-99", "There is no day 2026-13-99."),
        ("today", "“today” is not a date."),
        ("2026-11-20", "The puzzle of Friday, 20 November 2026 comes only on that day."),
        ("2023-12-31", "There was no puzzle yet: the first one is of Monday, 1 January 2024."),
    ],
)
def test_invalid_days(day: str, words: str, visited: Visit) -> None:
    """A link to a puzzle of no day says what is wrong with it, and shows the one of today, with its address."""
    page = visited.open(f"#puzzle/{day}")
    assert page.inner_text("#setup-error") == f"{words} Here is the puzzle of today."
    assert page.get_attribute("#view-play", "data-puzzle") == "2026-11-18"
    until(page, "location.hash === '#puzzle/2026-11-18'")
    (right,) = known(zchomp.winning_moves(rows(page)))
    bite(page, right.row, right.column)
    assert page.inner_text("#setup-error") == ""


def test_a_solved_puzzle_is_proved_once_it_is_verified(visited: Visit) -> None:
    """A puzzle that is solved, or reopened, before the certificate is verified is called proved as soon as it is."""
    visited.page.add_init_script(f"window.holding = true; {SLOW}")
    page = visited.open("#puzzle/2026-11-17")
    (right,) = known(zchomp.winning_moves(rows(page)))
    bite(page, right.row, right.column)
    solved = "Solved on the first try! That is the only bite that wins"
    assert status(page) == f"{solved}."
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert status(page) == f"{solved}."
    page.evaluate("window.holding = false")
    until(page, f"document.getElementById('status').textContent === '{solved}, and it is proved.'")


def test_a_solved_puzzle_leads_on(visited: Visit) -> None:
    """Once it is solved, nothing is offered that does nothing, and the bar can be played to its end."""
    page = visited.open("#play/9,7,4")
    bite(page, 3, 3)
    before = rows(page)
    open_more(page)
    page.click("#type-bite")
    page.dblclick("#hint")
    page.evaluate("location.hash = 'puzzle/2026-11-17'")
    page.wait_for_selector('#view-play[data-puzzle="2026-11-17"]')
    here = Position(rows(page))
    (right,) = known(zchomp.winning_moves(here))
    assert page.is_hidden("#play-on")
    assert bite_typed(page, str(right.row), str(right.column)) == "over"
    for name in ("hint", "type-bite", "bite", "undo", "give-up"):
        assert page.is_hidden(f"#{name}"), name
    page.click("#explain")
    page.wait_for_selector("#why summary")
    assert "Whoever bites now loses" in page.inner_text("#why")
    assert "Point at any square" not in page.inner_text("#why")
    page.focus("#play-on")
    page.keyboard.press("Enter")
    page.wait_for_selector('#view-play[data-puzzle=""][data-turn="you"]')
    until(page, "document.querySelectorAll('#turns li').length === 2")
    assert "I’m losing: from " in status(page)
    assert page.evaluate("document.activeElement.closest('#board') !== null")
    lead = "Click, or tap again, to make the bite. Undo takes it back."
    until(page, f"document.getElementById('why').textContent.includes('{lead}')")
    page.click("#undo")
    assert Position(rows(page)) == here
    page.click("#undo")
    assert rows(page) == before  # the game before the puzzle, not the puzzle


def test_an_answer_that_is_told_has_reasons(visited: Visit) -> None:
    """Once the answer is told, Why explains it, and says of any other bite how it loses; a click tries the bite."""
    page = visited.open("#puzzle/2026-11-17")
    here = Position(rows(page))
    (right,) = known(zchomp.winning_moves(here))
    wrong = next(move for move in here.moves() if move != right)
    assert page.is_hidden("#explain")
    page.click("#give-up")
    page.click("#explain")
    page.wait_for_selector("#why li")
    assert "Point at any square" in page.inner_text("#why")
    assert "Undo takes it back" not in page.inner_text("#why")
    page.hover(f'#board button[data-row="{wrong.row}"][data-column="{wrong.column}"]')
    assert f"Row {wrong.row}, column {wrong.column} loses: I answer row" in page.inner_text("#preview")
    bite(page, wrong.row, wrong.column)
    assert "does not win: I would answer" in status(page)
    assert page.is_hidden("#confirm")
    page.mouse.move(1, 1)
    assert page.locator("#board .answer").count() > 0
    page.click("#why li button")
    page.wait_for_selector('#view-play[data-turn="over"]')
    assert page.is_visible("#play-on")
    assert page.is_hidden("#share")


def test_an_answer_that_was_told_stays_told(visited: Visit) -> None:
    """After a reload the answer is still told: its bite is praised no more, and the day counts for no streak."""
    page = visited.open("#puzzle/2026-11-17")
    (right,) = known(zchomp.winning_moves(rows(page)))
    page.click("#give-up")
    told = f"Row {right.row}, column {right.column} is the only bite that wins"
    for turn in ("you", "over"):
        page.reload()
        page.wait_for_selector("html[data-ready]")
        assert page.get_attribute("#view-play", "data-turn") == turn
        assert status(page).startswith(told)
        assert page.is_hidden("#share")
        if turn == "you":
            assert page.locator("#board .lit").count() == 1
            assert page.is_hidden("#give-up")
            assert bite(page, *right) == "over"
            assert status(page).startswith(told)
    page.evaluate("location.hash = 'puzzle/2026-11-18'")
    page.wait_for_selector('#view-play[data-puzzle="2026-11-18"]')
    bite(page, *known(zchomp.winning_moves(rows(page)))[0])
    assert status(page).startswith("Solved on the first try!")
    assert "Your streak: 1 day." in page.inner_text("#puzzle-facts")


def test_a_friend_is_told_by_another_program(visited: Visit) -> None:
    """Where the browser can hand a text to another program, it is handed over, and copied only if that fails."""
    visited.page.add_init_script("""window.handed = [];
    window.copied = [];
    navigator.clipboard.writeText = async (text) => window.copied.push(text);
    navigator.share = async ({ text }) => {
        window.handed.push(text);
        if (window.problem) throw new DOMException("", window.problem);
    }""")
    page = visited.open("#puzzle/2026-11-17")
    (right,) = known(zchomp.winning_moves(rows(page)))
    bite(page, right.row, right.column)
    for number, problem in enumerate(("", "AbortError", "NotAllowedError")):
        page.evaluate("(problem) => { window.problem = problem; }", problem)
        page.click("#share")
        until(page, f"window.handed.length === {number + 1}")
    until(page, "document.getElementById('shared').textContent === 'Copied. Paste it to a friend.'")
    (copied,) = page.evaluate("window.copied")
    assert page.evaluate("window.handed") == [copied] * 3
    assert copied.startswith("🍫 Chomp puzzle 1052, Tuesday, 17 November 2026\n✅ on the first try\nhttp")


def test_a_wrong_bite_counts_once(visited: Visit) -> None:
    """The same wrong bite once more is no new try, not even after a reload; another one is."""
    page = visited.open("#puzzle/2026-11-17")
    here = Position(rows(page))
    (right,) = known(zchomp.winning_moves(here))
    one, other, *_ = [move for move in here.moves() if move != right]
    for move in (one, one, other):
        bite(page, *move)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert status(page).endswith("Tries so far: 2.")
    bite(page, *one)
    bite(page, *right)
    assert status(page).startswith("Solved on try 3!")


def test_tries_leave_a_trace(visited: Visit) -> None:
    """Every square that was tried is marked, for eyes and ears, after a reload too; the tries are counted meanwhile."""
    page = visited.open("#puzzle/2026-11-17")
    here = Position(rows(page))
    (right,) = known(zchomp.winning_moves(here))
    wrong = [move for move in here.moves() if move != right][:3]

    def marked() -> set[tuple[int, int]]:
        names = page.eval_on_selector_all("#board .tried", "(all) => all.map((one) => one.ariaLabel)")
        found = [re.fullmatch(r"Row (\d+), column (\d+), tried", name) for name in names]
        return {(int(one[1]), int(one[2])) for one in found if one}

    for number, move in enumerate(wrong, 1):
        bite(page, *move)
        assert status(page).endswith(f"Try another bite. Tries so far: {number}.")
        assert marked() == {tuple(one) for one in wrong[:number]}
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert marked() == {tuple(one) for one in wrong}
    drawn = f'#board button[data-row="{wrong[0].row}"][data-column="{wrong[0].column}"]'
    assert page.eval_on_selector(drawn, "(one) => getComputedStyle(one, '::after').content") == '"×"'
    bite(page, *right)
    assert marked() == set()


def test_what_a_wrong_try_was_told_stays(visited: Visit) -> None:
    """No button wipes why a try was wrong, neither the words nor the marks.

    Pointing at the try does not tell it twice; pointing at an earlier try tells what refutes that one.
    """
    page = visited.open("#puzzle/2026-11-17")
    here = Position(rows(page))
    (right,) = known(zchomp.winning_moves(here))
    wrong = next(move for move in here.moves() if move != right)
    bite(page, wrong.row, wrong.column)
    said, marked = status(page), page.locator("#board .answer").count()
    assert marked > 0
    open_more(page)
    for button in ("#type-bite", "#sound", "#type-bite"):
        page.click(button)
        if button == "#sound":
            page.wait_for_selector('#sound[aria-pressed="true"]')  # what is behind More is loaded with its first use
        assert status(page) == said
        assert page.locator("#board .answer").count() == marked
    other = next(move for move in here.moves() if move not in (right, wrong))
    page.hover(f'#board button[data-row="{other.row}"][data-column="{other.column}"]')
    assert " takes " in page.inner_text("#preview")
    page.hover(f'#board button[data-row="{wrong.row}"][data-column="{wrong.column}"]')
    assert page.inner_text("#preview") == ""
    assert status(page) == said
    assert page.locator("#board .answer").count() == marked
    bite(page, other.row, other.column)
    assert page.inner_text("#preview") == ""
    page.hover(f'#board button[data-row="{wrong.row}"][data-column="{wrong.column}"]')
    assert page.inner_text("#preview").startswith(f"Row {wrong.row}, column {wrong.column} loses: I answer row ")
    page.click("#give-up")
    assert status(page).startswith(f"Row {right.row}, column {right.column} is the only bite that wins")


def test_a_tap_in_a_puzzle_only_chooses(browser: "Browser", server: PageServer) -> None:
    """On a phone a slip of the thumb is no try: a tap chooses a square, and a second one, or a button, bites it."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce")
    with visit(context, server) as visited:
        page = visited.open("#puzzle/2026-11-17")
        here = Position(rows(page))
        (right,) = known(zchomp.winning_moves(here))
        one, other, third = [move for move in here.moves() if move != right][:3]

        def tap(move: tuple[int, int]) -> None:
            page.tap(f'#board button[data-row="{move[0]}"][data-column="{move[1]}"]')

        assert page.is_hidden("#confirm")
        for move in (one, other):
            tap(move)
            assert status(page).startswith(f"Row {move[0]}, column {move[1]}? Tap it again to bite")
            assert page.locator("#board .taken").count() == here.squares() - here.chomp(move).squares()
            assert f"leaves {here.chomp(move)}" in page.inner_text("#preview")
        box = page.locator("#confirm").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert box["y"] + box["height"] <= 740  # in reach
        page.tap("#confirm")
        assert "does not win" in status(page)
        assert page.is_hidden("#confirm")
        tap(third)
        tap(third)
        assert "does not win" in status(page)
        tap((1, 1))
        assert "That is the poison" in status(page)
        tap(one)
        page.reload()
        page.wait_for_selector("html[data-ready]")
        assert status(page).endswith("Tries so far: 2.")  # what was only chosen is no try
        tap(right)
        page.tap("#confirm")
        assert status(page).startswith("Solved on try 3!")
        assert page.is_hidden("#confirm")
    context.close()


def test_a_second_tap_in_a_puzzle_bites(browser: "Browser", server: PageServer) -> None:
    """On a touch screen the second tap on a square of a puzzle is a try, though Why? is on in Play."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce")
    with visit(context, server) as visited:
        page = visited.open("#play/9,7,4")
        page.tap("#explain")
        page.wait_for_selector("#why summary")
        page.evaluate("location.hash = 'puzzle/2026-11-17'")
        page.wait_for_selector('#view-play[data-puzzle="2026-11-17"]')
        (right,) = known(zchomp.winning_moves(rows(page)))
        for turn in ("you", "over"):
            page.tap(f'#board button[data-row="{right.row}"][data-column="{right.column}"]')
            page.wait_for_selector(f'#view-play[data-turn="{turn}"]')
        assert status(page).startswith("Solved on the first try!")
    context.close()


def test_days_of_puzzles(visited: Visit) -> None:
    """Links lead to the days around, an answer is told on demand, days in a row are counted, and Play is Play again."""
    page = visited.open("#puzzle")
    assert page.inner_text("h1:visible") == "Puzzle of Wednesday, 18 November 2026"
    assert page.get_attribute('nav a[data-view="puzzle"]', "aria-current") == "page"
    assert page.is_hidden("#setup")
    for day in (1, 0):
        page.evaluate("(days) => { location.hash = 'puzzle/' + days; }", str(date(2026, 11, 10) - timedelta(day)))
        page.wait_for_selector(f'#view-play[data-puzzle="{date(2026, 11, 10) - timedelta(day)}"]')
        (right,) = known(zchomp.winning_moves(rows(page)))
        page.evaluate("(day) => { window.now = day + 'T12:00:00'; }", str(date(2026, 11, 10) - timedelta(day)))
        bite(page, right.row, right.column)
    page.reload()  # a week later
    page.wait_for_selector('#view-play[data-puzzle="2026-11-10"]')
    assert "Your streak: 2 days." in page.inner_text("#puzzle-facts")
    page.click("text=The day after")
    page.wait_for_selector('#view-play[data-puzzle="2026-11-11"]')
    (right,) = known(zchomp.winning_moves(rows(page)))
    page.click("#give-up")
    assert status(page).startswith(f"Row {right.row}, column {right.column} is the only bite that wins")
    assert page.locator("#board .lit").count() == 1
    assert bite(page, right.row, right.column) == "over"
    assert status(page).startswith(f"Row {right.row}, column {right.column} is the only bite that wins")
    assert page.is_hidden("#share")  # there is nothing to be proud of
    assert "You saw the answer, so this puzzle does not count towards your streak." in page.inner_text("#puzzle-facts")
    page.click('nav a[data-view="play"]')
    page.wait_for_selector('#view-play[data-puzzle=""][data-rows="8,8,8"]')
    assert page.inner_text("h1:visible") == "Play Chomp"


COMPUTE = """async (bars) => {
    const { Computed } = await import("/computed.js");
    return Promise.all(bars.map(async (bar) => {
        const known = await Computed.later(bar);
        const solution = known.solve(bar);
        return [known.losers.size, known.count, solution.moves.map(({ row, column }) => [row, column])];
    }));
}"""


def test_small_bars_are_computed(page: "Page") -> None:
    """Bars to 10 x 10 that no certificate knows are solved on the page, as the engine for bars solves them."""
    bars = [Position((columns,) * rows) for rows, columns in ((7, 7), (8, 8), (5, 9), (8, 10))] + [
        Position((9, 7, 7, 5))
    ]
    answers: list[Any] = page.evaluate(COMPUTE, [list(bar.rows) for bar in bars])
    for bar, (losers, count, moves) in zip(bars, answers, strict=True):
        expected = zchomp.winning_moves(bar)
        assert not isinstance(expected, zchomp.Unknown)
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


def test_the_opponent_in_a_sentence(page: "Page") -> None:
    """The note about the opponent names no file: that is in a fold, which stays open when the level changes."""
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


NUMBERS = """() => [...document.querySelectorAll('#board .square:not(.poison)')].map(({ dataset, textContent }) => [
    Number(dataset.row), Number(dataset.column), Number(textContent),
])"""


def test_nim_values_that_cannot_be_computed(visited: Visit) -> None:
    """Nothing is said of a nim-value before there is one; if the solver does not load, that is told."""
    visited.page.add_init_script(AWAY)
    page = visited.open()
    open_more(page)
    assert page.text_content("#nim") == ""
    page.click("#nims")
    page.wait_for_selector("#nim:not([hidden])")
    assert page.inner_text("#nim") == "The nim-values cannot be computed: the solver cannot be loaded."
    assert page.get_attribute("#nims", "aria-pressed") == "false"
    visited.complaints.clear()
    page.evaluate("window.away = false")
    page.click("#nims")
    until(page, "document.getElementById('nim').textContent.startsWith('The nim-value of this bar is ')")


@pytest.mark.parametrize("position", ["(5,5,4)", "(4,4,4,4)", "(9,2,2,1,1)", "(2)"])
def test_nim_values_on_the_board(position: str, page: "Page") -> None:
    """Each square has the nim-value of what its bite leaves, and that of the bar is named, as Python computes them."""
    start(page, position)
    page.click("#nims")
    page.wait_for_selector("#nim:not([hidden])")
    here = Position.parse(position)
    found: list[tuple[int, int, int]] = page.evaluate(NUMBERS)
    assert [tuple(square) for square in found] == [
        (*move, known(zchomp.nim_value(here.chomp(move)))) for move in here.moves()
    ]
    value = known(zchomp.nim_value(here))
    assert f"The nim-value of this bar is {value}: " in page.inner_text("#nim")
    label = f", leaves nim-value {found[-1][2]}"
    assert str(page.get_attribute("#board .square >> nth=-1", "aria-label")).endswith(label)
    start(page, "(100,100,100)")
    assert page.is_hidden("#nims")
    assert page.is_hidden("#nim")


def test_the_form_shows_no_other_bar(page: "Page") -> None:
    """Rows and columns are shown only of a rectangle that they can make."""
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


def test_the_focus_is_never_lost(page: "Page") -> None:
    """After a button that goes, and after Enter on a cell of the chart, the focus is on the bar."""
    focused = "document.activeElement.closest('#board') !== null"
    start(page, "(3,3)")
    bite(page, 2, 3)
    page.focus("#undo")
    page.keyboard.press("Enter")
    assert page.is_disabled("#undo")
    assert page.evaluate(focused)
    bite(page, 1, 2)
    page.focus("#again")
    page.keyboard.press("Enter")
    assert page.evaluate(focused)
    page.evaluate("location.hash = 'chart/4/7'")
    until(page, "document.getElementById('chart-status').textContent.includes('is a loser')")
    page.focus("#chart-canvas")
    page.keyboard.press("Enter")
    page.wait_for_selector("#view-play:not([hidden])")
    until(page, focused)


def test_the_focus_is_where_one_goes_on(visited: Visit) -> None:
    """The focus is on a square that can be bitten, not on the poison; after a game it is on Play again."""
    page = visited.open("#play/5,5?level=easy")
    focused = "(({ dataset, id }) => id || `${dataset.row}.${dataset.column}`)(document.activeElement)"
    page.focus('#board button[tabindex="0"]')
    assert page.evaluate(focused) == "1.2"
    for key in ("ArrowDown", "Home", "Enter"):
        page.keyboard.press(key)
    assert settled(page) == "you"
    assert len(rows(page)) == 1
    assert page.evaluate(focused) == "1.2"
    page.focus("#undo")
    page.keyboard.press("Enter")
    assert rows(page) == (5, 5)
    assert page.evaluate(focused) == "1.2"
    page.click("#redo")
    page.focus("#give-up")
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "again"
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "1.2"
    page.keyboard.press("Enter")
    assert settled(page) == "over"
    assert page.evaluate(focused) == "again"


def test_sounds_are_made_if_asked(page: "Page") -> None:
    """With Sound on, bites and a win make sounds, and nothing complains."""
    start(page, "(4)")
    page.click("#sound")
    page.wait_for_selector('#sound[aria-pressed="true"]')
    assert bite(page, 1, 2) == "over"
    assert page.get_attribute("#view-play", "data-won") == "true"


@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_a_link_leads_to_the_heading_of_its_view(how: str, page: "Page") -> None:
    """After a link to a view, and after Back, the focus is on its heading; nothing jumps, and only keys show it."""
    focused = "document.activeElement.id"
    names = {
        "puzzle": "play",
        "learn": "learn",
        "chart": "chart",
        "losers": "losers",
        "verify": "verify",
        "play": "play",
    }
    for view, title in names.items():
        link = f'nav a[data-view="{view}"]'
        if how == "mouse":
            page.click(link)
        else:
            page.focus(link)
            page.keyboard.press("Enter")
        page.wait_for_selector(f'{link}[aria-current="page"]')
        until(page, f"{focused} === '{title}-title'")
        assert page.evaluate("scrollY") == 0
        assert page.evaluate("document.activeElement.matches(':focus-visible')") == (how == "keys")
        assert page.evaluate("document.title").endswith(page.inner_text("h1:visible"))
    page.go_back()
    page.wait_for_selector("#view-verify:not([hidden])")
    until(page, f"{focused} === 'verify-title'")
    page.go_forward()
    page.wait_for_selector("#view-play:not([hidden])")
    until(page, f"{focused} === 'play-title'")
    page.focus('nav a[data-view="play"]')
    page.keyboard.press("Enter")
    until(page, f"{focused} === 'play-title'")  # the link of the view that is shown, too


def test_a_link_within_a_view_keeps_the_focus(page: "Page") -> None:
    """A story of the chart leaves the focus on its link; a day of the puzzle, whose link goes, leads to the heading."""
    page.click('nav a[data-view="chart"]')
    page.locator("#chart-stories a").first.focus()
    page.keyboard.press("Enter")
    until(page, "document.getElementById('chart-story').textContent !== ''")
    assert page.evaluate("document.activeElement.closest('#chart-stories') !== null")
    page.click('nav a[data-view="puzzle"]')
    page.wait_for_selector('#view-play:not([data-puzzle=""])')
    day = page.get_attribute("#view-play", "data-puzzle")
    page.locator("#days a").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f'#view-play:not([data-puzzle="{day}"])')
    until(page, "document.activeElement.id === 'play-title'")
