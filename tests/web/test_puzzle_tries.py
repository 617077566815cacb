"""Making and trying puzzles: one solution each, wrong tries, revealed answers, taps."""

import re
from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import pytest

import zchomp
from tests.support import known
from tests.web.browser import PHONE, SLOW, Page, Visit, Visits, box_of, copied, followed, open_more, reloaded, until
from tests.web.playing import answer, bite, bite_typed, point, rows, square, status
from zchomp.bars.position import Move, Position

PUZZLES = """async (dates) => {
    const { Library } = await import("/library.js");
    const { PROOF, puzzleOf } = await import("/puzzle.js");
    const certificate = await new Library().load(PROOF);
    return dates.map((date) => puzzleOf(date, certificate));
}"""


REFUTATIONS = """async (dates) => {
    const { Library } = await import("/library.js");
    const { Game } = await import("/game.js");
    const { Match } = await import("/match.js");
    const { PROOF } = await import("/puzzle.js");
    const { Puzzle } = await import("/solving.js");
    const library = new Library();
    const certificate = await library.load(PROOF);
    const match = new Match(library, () => {}, () => 0);
    return dates.map((date) => {
        const puzzle = new Puzzle(date, certificate);
        match.pose(puzzle, new Game(puzzle.rows, "you"), certificate);
        const found = puzzle.rows.flatMap((length, i) => Array.from({ length }, (_, j) => [i + 1, j + 1])).slice(1);
        return found.map(([row, column]) => ({ move: [row, column], ...match.refutation({ row, column }) }));
    });
}"""
"""What is said of every bite of the puzzles of some days, before they are solved."""


def tries(page: Page) -> tuple[Position, Move, list[Move]]:
    """The bar of a puzzle, its only winning bite, and three others."""
    here, right = Position(rows(page)), answer(page)
    return here, right, [move for move in here.moves() if move != right][:3]


@pytest.mark.parametrize("weeks", [6, pytest.param(60, marks=pytest.mark.release)])
def test_puzzles_have_one_solution(weeks: int, page: Page) -> None:
    """In many weeks every puzzle has exactly one winning bite, and the bars grow through the week."""
    dates = [str(date(2026, 11, 16) + timedelta(days)) for days in range(weeks * 7)]
    found: list[list[int]] = page.evaluate(PUZZLES, dates)
    for puzzle in {tuple(puzzle) for puzzle in found}:
        (move,) = known(zchomp.winning_moves(puzzle))
        assert move.row > 1
    sizes = [[sum(puzzle) for puzzle in found[day::7]] for day in range(7)]
    for smaller, larger in pairwise(sizes):
        assert max(smaller) <= min(larger)
    assert max(sizes[0]) < min(sizes[6])


@pytest.mark.release
def test_no_puzzle_comes_twice_within_a_year(page: Page) -> None:
    """In 10 years, and around 1970, no bar is repeated within 52 weeks, whatever the weekday."""
    for first, weeks in ((date(2026, 11, 16), 520), (date(1969, 6, 2), 60)):
        dates = [first + timedelta(days) for days in range(weeks * 7)]
        latest = dict[tuple[int, ...], date]()
        for day, puzzle in zip(dates, page.evaluate(PUZZLES, list(map(str, dates))), strict=True):
            bar = tuple(puzzle)
            assert bar not in latest or day - latest[bar] > timedelta(weeks=52), (bar, day)
            latest[bar] = day
        assert len(latest) >= 7 * 52


@pytest.mark.release
def test_no_puzzle_is_a_nibble(page: Page) -> None:
    """In a year bars have three to five rows and at most eleven columns, and answers vary and take three squares."""
    year = [str(date(2026, 11, 16) + timedelta(day)) for day in range(366)]
    found = [Position(tuple(puzzle)) for puzzle in page.evaluate(PUZZLES, year)]
    answers = [known(zchomp.winning_moves(puzzle)) for puzzle in found]
    left = [puzzle.chomp(move) for puzzle, (move,) in zip(found, answers, strict=True)]
    assert min(puzzle.squares() - one.squares() for puzzle, one in zip(found, left, strict=True)) == 3
    assert all(len(one.rows) > 2 for one in left)
    for day in range(7):
        (_, most), *_ = Counter(move for (move,) in answers[day::7]).most_common(1)
        assert most <= 0.4 * len(answers[day::7])
    assert {len(puzzle.rows) for puzzle in found} == {3, 4, 5}
    assert max(puzzle.rows[0] for puzzle in found) == 11
    assert sum(one == other for one, other in pairwise(answers)) < len(year) / 5
    assert len(set(found)) == len(year)


def test_every_puzzle_is_seen_whole_on_a_phone(visits: Visits) -> None:
    """At 360 x 740 the widest puzzles, of three to five rows, fit without scrolling, in squares of 24 pixels."""
    page = visits(size=PHONE, touch=True).open("#puzzle/2026-11-16")
    dates = [str(date(2025, 1, 6) + timedelta(days)) for days in range(60 * 7)]
    found: list[list[int]] = page.evaluate(PUZZLES, dates)
    for many in (3, 4, 5):
        widest, day = max((bar[0], day) for bar, day in zip(found, dates, strict=True) if len(bar) == many)
        followed(page, f"puzzle/{day}")
        assert rows(page)[0] == widest
        box = box_of(page, square(1, widest))
        assert min(box.width, box.height) >= 24
        assert box.right <= 360
        assert page.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(board)")


def test_the_puzzle_of_a_day(visited: Visit) -> None:
    """A wrong try is refuted and changes nothing, the right one is confirmed, and the shared text keeps the secret."""
    page = visited.open("#puzzle/2026-11-17")
    here, right, (wrong, *_) = tries(page)
    assert status(page) == "Exactly one bite wins. Find it."
    assert page.is_hidden("#hint")
    bite(page, *wrong)
    found = re.search(r"does not win: I would answer row (\d+), column (\d+),", status(page))
    assert found is not None
    answer = (int(found[1]), int(found[2]))
    taken = here.chomp(wrong).squares() - here.chomp(wrong).chomp(answer).squares()
    assert page.locator("#board .answer").count() == taken
    assert page.locator("#board .taken").count() == here.squares() - here.chomp(wrong).squares()
    assert rows(page) == here.rows
    bite(page, *right)
    assert status(page).startswith("Solved on try 2!")
    assert copied(page, "#share") == (
        f"🍫 Chomp puzzle 1052, Tuesday, 17 November 2026\n❌✅ on try 2\n{visited.address}#puzzle/2026-11-17"
    )
    reloaded(page)
    assert status(page).startswith("Solved on try 2!")
    assert Position(rows(page)) == here.chomp(right)


def test_invalid_days(visited: Visit) -> None:
    """A link to the puzzle of an invalid day says what is wrong, and shows today's puzzle, with its address."""
    page = visited.open()
    for day, words in (
        ("2026-02-31", "There is no day 2026-02-31."),
        ("2026-13-99", "There is no day 2026-13-99."),
        ("today", "“today” is not a date."),
        ("2026-11-20", "The puzzle of Friday, 20 November 2026 comes only on that day."),
        ("2023-12-31", "There was no puzzle yet: the first one is of Monday, 1 January 2024."),
    ):
        followed(page, f"puzzle/{day}")
        assert page.inner_text("#setup-error") == f"{words} Here is the puzzle of today."
        assert page.get_attribute("#view-play", "data-puzzle") == "2026-11-18"
        until(page, "location.hash === '#puzzle/2026-11-18'")
    bite(page, *answer(page))
    assert page.inner_text("#setup-error") == ""


def test_a_solved_puzzle_is_proved_once_it_is_verified(visited: Visit) -> None:
    """A puzzle that is solved, or reopened, before the certificate is verified is called proved as soon as it is."""
    visited.page.add_init_script(f"window.holding = true; {SLOW}")
    page = visited.open("#puzzle/2026-11-17")
    right = answer(page)
    bite(page, *right)
    solved = "Solved on the first try! That is the only bite that wins"
    assert status(page) == f"{solved}."
    reloaded(page)
    assert status(page) == f"{solved}."
    page.evaluate("window.holding = false")
    until(page, f"document.getElementById('status').textContent === '{solved}, and it is proved.'")


def test_a_solved_puzzle_leads_on(visited: Visit) -> None:
    """Once it is solved, no useless button is offered, and the bar can be played to its end."""
    page = visited.open("#play/9,7,4")
    bite(page, 3, 3)
    before = rows(page)
    open_more(page)
    page.click("#type-bite")
    page.dblclick("#hint")
    followed(page, "puzzle/2026-11-17")
    here, right, _ = tries(page)
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
    """Once the answer is shown, Why explains it, and says how any other bite loses. A click tries the bite."""
    page = visited.open("#puzzle/2026-11-17")
    _, _, (wrong, *_) = tries(page)
    assert page.is_hidden("#explain")
    page.click("#give-up")
    page.click("#explain")
    page.wait_for_selector("#why li")
    assert "Point at any square" in page.inner_text("#why")
    assert "Undo takes it back" not in page.inner_text("#why")
    assert f"Row {wrong.row}, column {wrong.column} loses: I answer row" in point(page, *wrong)
    bite(page, *wrong)
    assert "does not win: I would answer" in status(page)
    assert page.is_hidden("#confirm")
    page.mouse.move(1, 1)
    page.wait_for_selector("#board .answer")
    page.click("#why li button")
    page.wait_for_selector('#view-play[data-turn="over"]')
    assert page.is_visible("#play-on")
    assert page.is_hidden("#share")


def test_an_answer_that_was_told_stays_told(visited: Visit) -> None:
    """After a reload the answer is still shown: its bite gets no praise, and the day does not extend a streak."""
    page = visited.open("#puzzle/2026-11-17")
    assert page.is_hidden("#setup")
    right = answer(page)
    page.click("#give-up")
    unpraised = "You saw the answer, so this puzzle does not count towards your streak."
    told = f"Row {right.row}, column {right.column} is the only bite that wins"
    for turn in ("you", "over"):
        reloaded(page)
        assert page.get_attribute("#view-play", "data-turn") == turn
        assert status(page).startswith(told)
        assert page.is_hidden("#share")
        if turn == "you":
            assert page.locator("#board .lit").count() == 1
            assert page.is_hidden("#give-up")
            assert bite(page, *right) == "over"
            assert status(page).startswith(told)
    assert unpraised in page.inner_text("#puzzle-facts")
    followed(page, "puzzle/2026-11-18")
    bite(page, *answer(page))
    assert status(page).startswith("Solved on the first try!")
    assert "Your streak: 1 day." in page.inner_text("#puzzle-facts")
    page.click('nav a[data-view="play"]')
    page.wait_for_selector('#view-play[data-puzzle=""][data-rows="8,8,8"]')
    assert page.inner_text("h1:visible") == "Play Chomp"


@pytest.mark.parametrize("width", [360, 1280])
def test_what_is_copied_moves_no_button(width: int, visited: Visit) -> None:
    """That the text for a friend is copied is said after the buttons, so that none of them moves."""
    visited.page.set_viewport_size({"width": width, "height": 800})
    page = visited.open("#puzzle/2026-11-17")
    bite(page, *answer(page))
    buttons = "[...document.querySelectorAll('#share, #play-on, #explain, #more')]"
    boxes = f"{buttons}.map(({{ offsetLeft, offsetTop }}) => [offsetLeft, offsetTop])"
    before = page.evaluate(boxes)
    assert len(before) == 4
    page.click("#share")
    until(page, "document.getElementById('shared').textContent === 'Copied. Paste it to a friend.'")
    assert page.evaluate(boxes) == before


def test_a_friend_is_told_by_another_program(visited: Visit) -> None:
    """If the browser can share text with another program, it is shared, and copied only if that fails."""
    visited.page.add_init_script("""window.handed = [];
    window.copied = [];
    navigator.clipboard.writeText = async (text) => window.copied.push(text);
    navigator.share = async ({ text }) => {
        window.handed.push(text);
        if (window.problem) throw new DOMException("", window.problem);
    }""")
    page = visited.open("#puzzle/2026-11-17")
    right = answer(page)
    bite(page, *right)
    for number, problem in enumerate(("", "AbortError", "NotAllowedError")):
        page.evaluate("(problem) => { window.problem = problem; }", problem)
        page.click("#share")
        until(page, f"window.handed.length === {number + 1}")
    until(page, "document.getElementById('shared').textContent === 'Copied. Paste it to a friend.'")
    (copied,) = page.evaluate("window.copied")
    assert page.evaluate("window.handed") == [copied] * 3
    assert copied.startswith("🍫 Chomp puzzle 1052, Tuesday, 17 November 2026\n✅ on the first try\nhttp")


@pytest.mark.parametrize("days", [42, pytest.param(366, marks=pytest.mark.release)])
def test_no_refutation_tells_the_answer(days: int, page: Page) -> None:
    """No wrong try is refuted by the bite that solves the puzzle: where there is another answer, it is given."""
    dates = [str(date(2026, 11, 16) + timedelta(day)) for day in range(days)]
    bars = [Position(tuple(bar)) for bar in page.evaluate(PUZZLES, dates)]
    silent = 0
    for bar, found in zip(bars, page.evaluate(REFUTATIONS, dates), strict=True):
        (right,) = known(zchomp.winning_moves(bar))
        assert len(found) == bar.squares() - 1
        for told in found:
            after = bar.chomp(tuple(told["move"]))
            assert told["wins"] is (tuple(told["move"]) == tuple(right))
            if told["answer"] is None:
                others = [move for move in known(zchomp.winning_moves(after)) if move != right]
                assert others == []
                silent += not told["wins"]
            else:
                left = after.chomp((told["answer"]["row"], told["answer"]["column"]))
                assert left.rows == tuple(told["left"])
                assert left != bar.chomp(right)
    assert 0 < silent < 0.2 * sum(bar.squares() for bar in bars)


def test_a_wrong_try_keeps_the_secret(visited: Visit) -> None:
    """A try that only the winning bite answers is called wrong without words, marks or hovering that give it away."""
    page = visited.open("#puzzle/2026-11-18")
    assert rows(page) == (9, 6, 4, 4, 4)
    bite(page, 5, 4)
    words = "Row 5, column 4 does not win: I have an answer to it. Try another bite."
    assert status(page) == f"{words} Tries so far: 1."
    assert page.locator("#board .answer").count() == 0
    assert page.locator("#board .taken").count() == 1
    bite(page, 1, 9)
    assert "I would answer" in status(page)
    assert point(page, 5, 4) == "Row 5, column 4 loses: I have an answer to it."
    assert page.locator("#board .answer").count() == 0
    page.mouse.move(1, 1)
    page.wait_for_selector("#board .answer")  # the marks of the last try are back
    page.click("#give-up")
    page.click("#explain")
    page.wait_for_selector("#why li")
    assert "Row 5, column 4 loses: I answer row 3, column 2," in point(page, 5, 4)  # now it may be told


def test_tries_leave_a_trace(visited: Visit) -> None:
    """Every tried square is marked, visibly and audibly, also after a reload, and counted once, however often tried."""
    page = visited.open("#puzzle/2026-11-17")
    _, right, wrong = tries(page)

    def marked() -> set[tuple[int, int]]:
        names = page.eval_on_selector_all("#board .tried", "(all) => all.map((one) => one.ariaLabel)")
        found = [re.fullmatch(r"Row (\d+), column (\d+), tried", name) for name in names]
        return {(int(one[1]), int(one[2])) for one in found if one}

    for number, move in enumerate(wrong, 1):
        for _ in range(2):
            bite(page, *move)
        assert status(page).endswith(f"Try another bite. Tries so far: {number}.")
        assert marked() == {tuple(one) for one in wrong[:number]}
    reloaded(page)
    assert marked() == {tuple(one) for one in wrong}
    assert page.eval_on_selector(square(*wrong[0]), "(one) => getComputedStyle(one, '::after').content") == '"×"'
    bite(page, *wrong[0])
    assert status(page).endswith("Tries so far: 3.")
    bite(page, *right)
    assert status(page).startswith("Solved on try 4!")
    assert marked() == set()


def test_what_a_wrong_try_was_told_stays(visited: Visit) -> None:
    """No button removes the reason why a try was wrong, and pointing at an earlier try shows what refutes that one."""
    page = visited.open("#puzzle/2026-11-17")
    _, right, (wrong, other, _) = tries(page)
    bite(page, *wrong)
    said, marked = status(page), page.locator("#board .answer").count()
    assert marked > 0
    open_more(page)
    for button in ("#type-bite", "#sound", "#type-bite"):
        page.click(button)
        if button == "#sound":
            page.wait_for_selector('#sound[aria-pressed="true"]')  # the part behind More is loaded on first use
        assert status(page) == said
        assert page.locator("#board .answer").count() == marked
    assert " takes " in point(page, *other)
    assert point(page, *wrong) == ""
    assert status(page) == said
    assert page.locator("#board .answer").count() == marked
    bite(page, *other)
    assert page.inner_text("#preview") == ""
    assert point(page, *wrong).startswith(f"Row {wrong.row}, column {wrong.column} loses: I answer row ")
    page.click("#give-up")
    assert status(page).startswith(f"Row {right.row}, column {right.column} is the only bite that wins")


def test_a_tap_in_a_puzzle_only_chooses(visits: Visits) -> None:
    """On a phone a tap chooses a square, and a second tap, or a button, bites it, even if Why? is on in Play."""
    page = visits(size=PHONE, touch=True).open("#puzzle/2026-11-17")
    here, right, (one, other, third, *_) = tries(page)

    assert page.is_hidden("#confirm")
    for move in (one, other):
        page.tap(square(*move))
        assert status(page).startswith(f"Row {move[0]}, column {move[1]}? Tap it again to bite")
        assert page.locator("#board .taken").count() == here.squares() - here.chomp(move).squares()
        assert f"leaves {here.chomp(move)}" in page.inner_text("#preview")
    box = box_of(page, "#confirm")
    assert min(box.width, box.height) >= 44
    assert box.bottom <= 740  # within reach
    page.tap("#confirm")
    assert "does not win" in status(page)
    assert page.is_hidden("#confirm")
    page.tap(square(*third))
    page.tap(square(*third))
    assert "does not win" in status(page)
    page.tap(square(1, 1))
    assert "That is the poison" in status(page)
    page.tap(square(*one))
    reloaded(page)
    assert status(page).endswith("Tries so far: 2.")  # a chosen square is not yet a try
    page.tap(square(*right))
    page.tap("#confirm")
    assert status(page).startswith("Solved on try 3!")
    assert page.is_hidden("#confirm")
    page = visits(size=PHONE, touch=True).open("#play/9,7,4")
    page.tap("#explain")
    page.wait_for_selector("#why summary")
    followed(page, "puzzle/2026-11-17")
    right = answer(page)
    for turn in ("you", "over"):
        page.tap(square(*right))
        page.wait_for_selector(f'#view-play[data-turn="{turn}"]')
    assert status(page).startswith("Solved on the first try!")
