"""The puzzle of a day: its name and number, streaks, midnight, other days, and what a browser remembers."""

from datetime import date

import pytest

from tests.web.browser import Page, Visit, Visits, copied, followed, open_more, reloaded, until
from tests.web.playing import answer, bite, rows
from zchomp.bars.position import Position

TODAY = "2026-11-18"


def facts(page: Page) -> str:
    """The facts about the puzzle."""
    return page.inner_text("#puzzle-facts")


def test_a_puzzle_has_a_name_and_a_number(visited: Visit) -> None:
    """The heading has the day in words, in every month. The number counts days, and the level follows the weekday."""
    page = visited.open("#puzzle")
    for month in range(1, 12):
        day = date(2026, month, 3 + month)
        followed(page, f"puzzle/{day}")
        assert page.inner_text("h1:visible") == f"Puzzle of {day:%A}, {day.day} {day:%B} {day.year}"
        assert page.title() == f"zchomp: {page.inner_text('h1:visible')}"
        number = (day - date(2024, 1, 1)).days + 1
        assert facts(page).startswith(f"Puzzle {number}. {day:%A} is level {day.isoweekday()} of 7: ")


def test_days_in_a_row_are_seen(visited: Visit) -> None:
    """The number of days in a row is told, and shared with the tries, of which more than twelve are counted."""
    page = visited.open()
    said = ["Solve it to begin a streak.", "Your streak: 1 day.", "Your streak: 2 days.", "Your streak: 3 days."]
    for day, before, after in zip(("2026-11-16", "2026-11-17", TODAY), said, said[1:], strict=False):
        page.evaluate("(day) => { window.now = day + 'T12:00:00'; }", day)
        followed(page, f"puzzle/{day}")
        assert before in facts(page)
        bite(page, *answer(page))
        assert after in facts(page)
    assert copied(page, "#share") == (
        "🍫 Chomp puzzle 1053, Wednesday, 18 November 2026\n"
        f"✅ on the first try, 3 days in a row\n{visited.address}#puzzle/{TODAY}"
    )
    assert page.inner_text("#shared") == "Copied. Paste it to a friend."
    assert page.inner_text("#status").startswith("Solved on the first try!")
    shared = """async (tries) => (await import("/words-puzzle.js")).shared({ date: "2026-11-17", tries }, 1, "A")"""
    for tries, drawn in ((1, "✅ on the first try"), (13, "❌" * 12 + "✅ on try 13"), (14, "❌×13 ✅ on try 14")):
        assert page.evaluate(shared, tries) == f"🍫 Chomp puzzle 1052, Tuesday, 17 November 2026\n{drawn}\nA"


def test_a_streak_is_not_made_afterwards(visited: Visit) -> None:
    """Puzzles solved after their day are from the archive: they do not extend a streak, even after a reload."""
    archive = "From the archive: a puzzle counts for a streak only if you solve it on its own day."
    page = visited.open()
    for day in ("2026-11-15", "2026-11-16", "2026-11-17"):
        followed(page, f"puzzle/{day}")
        assert archive in facts(page)
        bite(page, *answer(page))
        assert archive in facts(page)
        assert "Your streak" not in facts(page)
    reloaded(page)
    assert archive in facts(page)
    followed(page, f"puzzle/{TODAY}")
    assert "Solve it to begin a streak." in facts(page)
    bite(page, *answer(page))
    assert "Your streak: 1 day." in facts(page)
    page.evaluate("localStorage.setItem('zchomp puzzle 2026-11-17', '9,9,9 1 solved')")  # nobody knows when
    reloaded(page)
    assert "Your streak: 1 day." in facts(page)


def test_an_answer_that_leaves_the_poison(visited: Visit) -> None:
    """If the reply to a wrong try leaves only the poison, the page says so, instead of that its bites lose."""
    page = visited.open("#puzzle/2026-11-17")
    assert answer(page) != (2, 1)
    bite(page, 2, 1)
    assert page.inner_text("#status") == (
        "Row 2, column 1 does not win: I would answer row 1, column 2, and leave you only the poison. "
        "Try another bite. Tries so far: 1."
    )


def test_the_next_puzzle_comes_at_midnight(visits: Visits) -> None:
    """The time until midnight is shown and updated. After midnight a link leads to the puzzle of the new day."""
    visited = visits()
    visited.page.add_init_script("""const { setInterval } = window;
    window.setInterval = (work) => setInterval(work, 10);""")
    page = visited.open("#puzzle")
    for now, words in (
        ("2026-11-18T12:00:00", "in 12 hours."),
        ("2026-11-18T18:59:30", "in 5 hours and 1 minute."),
        ("2026-11-18T23:58:00", "in 2 minutes."),
    ):
        page.evaluate("(now) => { window.now = now; }", now)
        until(page, f"document.getElementById('puzzle-facts').textContent.endsWith('at midnight, {words}')")
        assert page.locator("#days a").all_inner_texts() == ["← The day before"]
    page.focus("#days a")
    page.evaluate("window.now = '2026-11-19T00:00:10'")
    until(page, "document.querySelectorAll('#days a').length === 2")
    assert "midnight" not in facts(page)
    page.click("text=The day after")
    page.wait_for_selector('#view-play[data-puzzle="2026-11-19"]')
    assert "The next puzzle comes at midnight, in " in facts(page)


def test_the_days_around(visited: Visit) -> None:
    """The first puzzle has no day before it, today none after it, and every other day has a link to today."""
    page = visited.open("#puzzle/2024-01-01")
    assert page.locator("#days a").all_inner_texts() == ["The day after →", "Puzzle of today"]
    assert facts(page).startswith("Puzzle 1. Monday is level 1 of 7: the smallest bars of the week.")
    page.click("#days >> text=Puzzle of today")
    page.wait_for_selector(f'#view-play[data-puzzle="{TODAY}"]')
    assert page.locator("#days a").all_inner_texts() == ["← The day before"]
    page.click("#days a")
    page.wait_for_selector('#view-play[data-puzzle="2026-11-17"]')
    assert page.locator("#days a").all_inner_texts() == ["← The day before", "The day after →"]


@pytest.mark.parametrize(("now", "is_there"), [("2026-11-18T09:00:00Z", False), ("2026-11-18T11:00:00Z", True)])
def test_a_day_begins_in_the_east(now: str, is_there: bool, visits: Visits) -> None:
    """In Los Angeles a link to tomorrow works once tomorrow has begun in Kiribati, and not before."""
    page = visits(now=now, timezone_id="America/Los_Angeles").open("#puzzle/2026-11-19")
    assert (page.get_attribute("#view-play", "data-puzzle") == "2026-11-19") == is_there
    assert (page.inner_text("#setup-error") == "") == is_there


def test_a_clock_that_was_never_set(visits: Visits) -> None:
    """If the clock shows a day before all puzzles, the first one is today's."""
    page = visits(now="1970-01-01T12:00:00").open("#puzzle")
    assert page.inner_text("h1:visible") == "Puzzle of Monday, 1 January 2024"


def test_tries_of_another_bar_are_not_marked(visited: Visit) -> None:
    """Tries on a former bar of the day are forgotten, but a day that was solved still counts."""
    page = visited.open("#puzzle/2026-11-17")
    bar = ",".join(map(str, rows(page)))
    wrong = "3.1" if answer(page) != (3, 1) else "2.1"
    for kept, marked in ((bar, 1), ("9,9,9", 0), ("", 0)):
        page.evaluate(
            "([day, kept]) => localStorage.setItem('zchomp puzzle ' + day, kept)",
            ["2026-11-17", f"{kept} 1 {wrong}".strip()],
        )
        reloaded(page)
        assert page.locator("#board .tried").count() == marked
        assert page.inner_text("#status").endswith("Tries so far: 1.") == (marked == 1)
    page.evaluate("localStorage.setItem('zchomp puzzle 2026-11-17', '9,9,9 1 solved=2026-11-17')")
    followed(page, f"puzzle/{TODAY}")
    assert "Your streak: 1 day." in facts(page)


def test_nobody_else_bites_in_a_puzzle(visits: Visits) -> None:
    """A solved puzzle stays as it is, also after a link to no valid day or game: the computer does not reply."""
    page = visits(ticking=True).open("#puzzle")
    solved = Position(rows(page)).chomp(answer(page)).rows
    bite(page, *answer(page))
    for link in ("", "puzzle/2026-02-31", "play/none"):
        if link:
            followed(page, link)
        assert (page.inner_text("#setup-error") != "") == (link != "")
        page.clock.run_for(10_000)
        assert rows(page) == solved


def test_a_bite_is_heard_once(visited: Visit) -> None:
    """With sound, the bite that solves a puzzle makes one noise, and a puzzle solved before makes none."""
    visited.page.add_init_script("""window.noises = 0;
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...given) {
        window.noises += 1;
        return start.apply(this, given);
    };""")
    page = visited.open("#puzzle/2026-11-17")
    open_more(page)
    page.click("#sound")
    page.wait_for_selector("#sound[aria-pressed=true]")
    bite(page, *answer(page))
    assert page.evaluate("window.noises") == 1
    for day in (TODAY, "2026-11-17"):
        followed(page, f"puzzle/{day}")
        assert page.evaluate("window.noises") == 1
