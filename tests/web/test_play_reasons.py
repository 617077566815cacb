"""Why: reasons, refuted bites, the map of losers, and nim-values on the board."""

import re

import pytest

import zchomp
from tests.definition import losers_within
from tests.support import known
from tests.web.browser import AWAY, PHONE, Page, Visit, Visits, followed, open_more, resized, settled, source, until
from tests.web.playing import answer, away, bite, explain, point, press, rows, start
from zchomp.bars.position import Position
from zchomp.core.answers import Outcome


def test_why(page: Page) -> None:
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


def test_bites_of_a_loser_are_refuted(page: Page) -> None:
    """Why shows bites of a loser, one if there is a rule for all, with their replies, and a click plays each."""
    for position, many in (
        ("(7,7,4)", 3),
        ("(9,6,4,2)", 3),
        ("(5,5,3)", 3),
        ("(7,5,2)", 3),
        ("(6,5)", 1),
        ("(4,1,1,1)", 1),
    ):
        start(page, position)
        press(page, "#explain")
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
            eaten = here.squares() - here.chomp(move).squares()
            until(page, f"document.querySelectorAll('#board .taken').length === {eaten}")
            page.click(f"#why li:nth-child({number + 1}) button")
            settled(page)
            assert Position(rows(page)) == here.chomp(move).chomp(answer)
            page.click("#undo")
            until(page, f"document.querySelectorAll('#why li').length === {many}")


def test_winning_bites_are_made_from_why(page: Page) -> None:
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
    """Until the certificate is verified nothing is called proved. Once it is, Why says so at once."""
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


def test_reasons_that_a_child_follows(page: Page) -> None:
    """Outside the fold for mathematicians there is no bracket and no slice, and a rule is given if there is one."""
    for position, words in (
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
    ):
        start(page, position)
        press(page, "#explain")
        page.wait_for_selector("#why summary")
        text = page.inner_text("#why > .reason")
        assert words in text
        assert not re.search(r"\[|slice|certificate|nim-value", text)
        assert ("simple rule" in text) == (words == "There is no simple rule: a list of all such bars")


RULES = """async (bars) => {
    const { plainly } = await import("/words-why.js");
    return bars.map((rows) => plainly(rows, { wins: false, moves: [] })[0].startsWith("The bottom row has two"));
}"""


def test_the_rule_of_third_row_two(page: Page) -> None:
    """The rule for two squares in the third row is given for losers only, and for all of them up to (30, 30, 2)."""
    bars = [(p, q, 2) for p in range(2, 31) for q in range(2, p + 1)]
    told: list[bool] = page.evaluate(RULES, [list(bar) for bar in bars])
    losers = losers_within(Position((30, 30, 2)))
    assert [bar for bar, is_told in zip(bars, told, strict=True) if is_told] == [bar for bar in bars if bar in losers]
    assert sum(told) == 27


def test_a_win_rests_on_the_loser_that_is_left(page: Page) -> None:
    """Why starts with the loser that a winning bite leaves, in any slice, and marks it on the map."""
    start(page, "(6,6,6,6,6,6)")
    explain(page)
    text = page.inner_text("#why")
    assert "The win uses the loser (6, 1, 1, 1, 1, 1), which is [1, 0, 0, 0, 0, 5], in the slice with rows" in text
    assert page.inner_text("#why .deeper button") == "All losers of the slice with rows (1, 1, 1, 1) from the third on"
    assert page.locator("#why .map .marked").count() == 1
    assert "The position itself is in the slice with rows (6, 6, 6, 6) from the third on: " in text


def test_reasons_for_bars_that_are_turned_over(page: Page) -> None:
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


def test_a_letter_has_one_meaning(visited: Visit) -> None:
    """The formulas beside a map have a letter a, so its axes and arrows are named without letters, here and in Losers.

    The loser with a = 3993 is at 3995: second row minus third row.
    """
    named = ["second row minus third row", "first row minus second row"]
    for fragment, arrow in (("#play/5000,4000,5", ["↑ at 1,000"]), ("#losers/5", [])):
        page = visited.open(fragment)
        if arrow:
            explain(page)
            assert "[5, 2 + a, 4] with a = 3993" in page.inner_text("#why")
        drawn = page.wait_for_selector(".map:visible")
        assert drawn is not None
        words = drawn.eval_on_selector_all("text", "(all) => all.map((one) => one.textContent)")
        assert [word for word in words if not re.fullmatch("[0-9,]+", word)] == [*named, *arrow]


def test_a_position_that_is_not_on_the_map(page: Page) -> None:
    """If a position is too far to the right for the map, an arrow says where it is, and no legend contradicts it."""
    start(page, "(1000000,1000000,3)")
    explain(page)
    assert page.locator("#why .map .here").count() == 0
    assert page.text_content("#why .map .away") == "the position is at 999,997 →"
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


def test_texts_of_a_map_are_read(visited: Visit) -> None:
    """Every text of a map is within its edges, in Why and in Losers. In Why no two touch, and all are large enough."""
    page = visited.open()
    explain(page)
    for width in (320, 360, 1280, 1440):  # beside the bar a map is as narrow as on a phone
        followed(page, "play")
        resized(page, (width, 800))
        for position in ("(9,7,4)", "(1000000,1000000,3)", "(900000000000,800000000000,115)", "(60,50,40)"):
            start(page, position)
            until(page, "document.querySelectorAll('#why .map text').length > 5")
            assert page.evaluate(CLIPPED) == []
            assert width == 320 or not page.evaluate(TOUCHING), position
            heights = page.evaluate(
                "[...document.querySelectorAll('#why .map text')].map((one) => one.getBoundingClientRect().height)"
            )
            assert width == 320 or min(heights) >= 11, position
        for tail in ("5", "782", "4,2"):
            followed(page, f"losers/{tail}")
            until(page, "document.querySelectorAll('#losers-map text').length > 5")
            assert page.evaluate(CLIPPED) == []


def test_winning_bites_are_told_once(page: Page) -> None:
    """Hint and Why together list the winning bites once, and a list that appears is read aloud."""
    start(page, "(9,7,4)")
    assert page.get_attribute("#winning", "aria-live") == "polite"
    named = page.get_by_role("list", name="Winning bites", include_hidden=True)
    assert named.count() == 0
    page.dblclick("#hint")
    assert named.locator("li").count() == page.locator("#winning ul > li").count() == 3
    page.click("#explain")
    page.wait_for_selector("#why li")
    assert page.locator("#winning li").count() == named.count() == 0
    assert page.locator("#why li").count() == 3
    assert page.locator("#board .lit").count() == 3
    assert page.get_attribute("#why-words", "aria-live") == "polite"
    assert page.locator("#why-words li").count() == 3
    page.evaluate("for (const one of document.querySelectorAll('#why h2, #why .note')) one.dataset.old = 'true'")
    page.click("#hint")
    until(page, "document.querySelector('#why-more .note').dataset.old === undefined")
    assert page.get_attribute("#why-words h2", "data-old") == "true"  # nothing is read aloud twice


def test_bites_are_only_named_once_a_game_is_over(visited: Visit) -> None:
    """In a puzzle that is solved, and after you gave up, bites are words, not pale buttons; Undo makes them buttons."""
    page = visited.open("#puzzle/2026-11-17")
    right = answer(page)
    assert bite(page, *right) == "over"
    page.click("#explain")
    page.wait_for_selector("#why-words li")
    assert page.locator("#why-words button").count() == 0
    assert re.match(r"Row \d, column \d is beaten by row \d, column \d, ", page.inner_text("#why-words li >> nth=0"))
    page = visited.open("#play/9,7,4?level=perfect")
    bite(page, *known(zchomp.winning_moves(rows(page)))[0])
    page.click("#explain")
    page.wait_for_selector("#why-words li button")
    said = page.inner_text("#why-words").split()
    page.click("#give-up")
    until(page, "document.querySelector('#why-words button') === null")
    assert page.inner_text("#why-words").split() == said
    page.click("#undo")
    page.wait_for_selector("#why-words li button:not(:disabled)")


def test_every_bite_is_refuted_or_wins(page: Page) -> None:
    """While reasons are shown, pointing at a square says whether its bite wins, and which reply refutes it."""
    for position in ("(7,7,4)", "(9,7,4)"):
        start(page, position)
        press(page, "#explain")
        page.wait_for_selector("#why summary")
        here = Position.parse(position)
        winning = known(zchomp.winning_moves(here))
        for move in here.moves():
            words = point(page, *move)
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
        away(page)
        assert page.locator("#board .answer").count() == 0


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_why_keeps_the_level(level: str, page: Page) -> None:
    """While reasons are shown, a level that makes mistakes still does, and says which reply would have won."""
    start(page, "(7,7,4)", level=level)
    said = page.inner_text("#opponent-words")
    assert f"On {level}, I " in said
    page.click("#explain")
    page.wait_for_selector("#why-words > :first-child")
    assert page.inner_text("#opponent-words") == said
    words = point(page, 2, 3)
    found = re.fullmatch(
        r"Row 2, column 3 gives me a winning answer: row (\d), column (\d), which leaves (.*), where every bite loses.",
        words,
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


def test_a_tap_tells_before_it_bites(visits: Visits) -> None:
    """On a touch screen, while reasons are shown, the first tap explains and the second bites."""
    page = visits(size=PHONE, touch=True).open("#play/7,7,4")
    page.tap("#explain")
    square = '#board button[data-row="2"][data-column="3"]'
    page.tap(square)
    assert "Row 2, column 3 gives me a winning answer: row " in page.inner_text("#preview")
    assert rows(page) == (7, 7, 4)
    page.tap(square)
    settled(page)
    until(page, "document.querySelectorAll('#turns li').length === 2")


NUMBERS = """() => [...document.querySelectorAll('#board .square:not(.poison)')].map(({ dataset, textContent }) => [
    Number(dataset.row), Number(dataset.column), Number(textContent),
])"""


def test_nim_values_that_cannot_be_computed(visited: Visit) -> None:
    """No nim-value is mentioned before there is one. If the solver does not load, the page says so."""
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


def test_nim_values_on_the_board(page: Page) -> None:
    """Each square has the nim-value of what its bite leaves, and the bar has its own, in agreement with Python."""
    for position in ("(5,5,4)", "(4,4,4,4)", "(9,2,2,1,1)", "(2)"):
        start(page, position)
        press(page, "#nims")
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
